# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Routes of equal length and padding in three topologies, the future work of the document.

Each network carries half of what its core can: no tier is overloaded.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import (
    MUCH,
    SAME,
    Below,
    Claims,
    Finding,
    NotAsked,
    Rows,
    figures,
    present,
    rule,
)
from burstlab.study.figures import Drawing, Style
from burstlab.study.measures import over, typical
from burstlab.study.measures import table as tabled

from .drawings import figure
from .judges import EXACT_US, OfCells, check, largest_error
from .reading import (
    ACCESS_GBPS,
    DEVIATION,
    LOST,
    MEAN,
    OTHERS,
    PACKET_BITS,
    empty,
    inversions,
    links,
    packets,
    padded,
    values,
)
from .runs import (
    CORE,
    EQUAL,
    NETWORKS,
    OTHER_NETWORKS,
    PFABRIC,
    SHORTEST,
    TCP,
    Setting,
    network_cells,
    offered,
)
from .tables import table

FUTURE = "section 4, future work"
READING = f"scaled, {CORE}"
"""The reading under which the comparison is judged: its tree is the one of that reading."""
PADDED = "padded"
WAYS = (SHORTEST, PADDED, EQUAL)
APART_US = 10.0
"""Between two bids of the table."""


def cell(topology: str, protocol: str, way: str, load: int = 50) -> Setting:
    """Name the runs behind packets that go some way; padded packets take shortest routes."""
    routing = EQUAL if way == EQUAL else SHORTEST
    (found,) = (
        s for s in network_cells(topology, load) if (s.protocol, s.routing) == (protocol, routing)
    )
    return found


def latencies(
    results: Results, topology: str, protocol: str, way: str
) -> dict[tuple[int, int], pd.Series]:
    """Latencies of the test packets of each replication."""
    setting = cell(topology, protocol, way)
    return {
        replication: padded(run, setting.gbps, topology) if way == PADDED else run["latency"]
        for replication, run in packets(results, [setting]).groupby(["seed", "run"])
    }


def measured(results: Results, metric: str, topology: str, protocol: str, way: str) -> pd.Series:
    """Mean or deviation of each replication."""
    if way != PADDED:
        return values(results, metric, cell(topology, protocol, way))
    runs = latencies(results, topology, protocol, way)
    return pd.Series(
        {r: float(run.mean() if metric == MEAN else run.std(ddof=0)) for r, run in runs.items()}
    )


def levels(topology: str, way: str) -> np.ndarray:
    """Latencies in the empty network, us: padded packets take as long as the longest route."""
    level = empty(OTHERS, NETWORKS[topology].gbps, way == EQUAL, topology)
    return np.full(len(OTHERS), level.max()) if way == PADDED else level


def residual_law(topology: str, way: str) -> tuple[float, float]:
    """Mean and deviation of latencies if a packet waits only for packets in transmission, us.

    A link of load u, which sends a packet in T, is busy with probability u, and then for a time
    that is uniform in 0 to T. The links of a route are taken as independent.
    """
    setting = cell(topology, PFABRIC, way)
    between = links(OTHERS, way == EQUAL, topology)
    waits, variances = 0.0, 0.0
    for height, (tier, load) in enumerate(offered(setting).items()):
        time = PACKET_BITS / (1000 * (ACCESS_GBPS if tier == "access" else setting.gbps))
        hops = np.clip(between + 2 - 2 * height, 0, 2)
        waits = waits + hops * load * time / 2
        variances = variances + hops * (load * time**2 / 3 - (load * time / 2) ** 2)
    all_ = levels(topology, way) + waits
    return float(all_.mean()), float(np.sqrt(all_.var() + np.mean(variances)))


def compared(results: Results, metric: str, ours: str, theirs: str) -> dict[str, Interval]:
    """Ratio of a metric of pFabric on two ways, in each topology with runs."""
    return {
        topology: over(
            *(measured(results, metric, topology, PFABRIC, way) for way in (ours, theirs))
        )
        for topology in there(results)
    }


def there(results: Results) -> list[str]:
    """Topologies whose loaded cells were all run."""
    return [
        topology
        for topology in NETWORKS
        if len(present(results, network_cells(topology))) == len(network_cells(topology))
    ]


def require_networks(results: Results, read: str) -> None:
    """Require the reading of the comparison, and runs of all topologies."""
    if read != READING:
        raise NotAsked(f"Asked under the reading {READING}.")
    missing = [topology for topology in NETWORKS if topology not in there(results)]
    if missing:
        raise NotAsked(f"Not run in this edition: {', '.join(missing)} with load.")


claim = Claims(require_networks)


@claim("PF-22", FUTURE, "in a real data center", "networks topologies")
@rule("deviation of pFabric, equal length over shortest, 50 % of the core", Below(1 / MUCH))
def equal_elsewhere(results: Results, _: str) -> Finding:
    """Routes of equal length clearly reduce the spread of pFabric, in any topology."""
    laws = {
        topology: residual_law(topology, EQUAL)[1] / residual_law(topology, SHORTEST)[1]
        for topology in NETWORKS
    }
    return Finding(
        compared(results, DEVIATION, EQUAL, SHORTEST),
        "If packets waited only for packets in transmission: "
        + ", ".join(f"{law:.2f} in the {topology}" for topology, law in laws.items())
        + ".",
    )


NOT_MORE = Below(1 + SAME)


@claim("PF-23", FUTURE, "padding instead", "topologies padding")
@rule(
    "pFabric, padded over equal length, 50 % of the core",
    OfCells({"deviation": NOT_MORE, "mean": NOT_MORE}),
)
def padding_elsewhere(results: Results, _: str) -> Finding:
    """Padding at the destination costs no more than a detour, and spreads no more."""
    return Finding(
        {
            f"{name}, {topology}": ratio
            for name, metric in (("deviation", DEVIATION), ("mean", MEAN))
            for topology, ratio in compared(results, metric, PADDED, EQUAL).items()
        }
    )


@check("V6", "closed form", "levels of two more topologies", "topologies")
@rule(
    "largest distance from 29.4, 35.8 us and from 29.4, 53.8, 78.2 us", Below(EXACT_US), unit="us"
)
def levels_elsewhere(results: Results, read: str) -> Finding:
    """Latencies of the empty leaf-spine and fat-tree are those of store and forward."""
    cells = [c for topology in OTHER_NETWORKS for c in network_cells(topology, 0)]
    parts = {}
    for setting in present(results, cells):
        (error,) = largest_error(results, [setting]).values()
        parts[f"{setting.topology}, {setting.protocol}, {setting.routing}"] = error
    if not parts:
        raise NotAsked("No other topology is run in this edition.")
    return Finding(parts)


@table(
    "topologies", "Routes of equal length and padding, by topology", FUTURE, heading="Alternatives"
)
def networks(results: Results) -> Rows:
    """Routes of equal length in a real data center are left to future work.

    128 hosts with links of 1 Gb/s, half of what the core carries, time-outs of three round trips:
    no tier is overloaded. Leaf-spine: eight leaves, four spines, links of 4 Gb/s between them.
    Fat-tree: switches of eight ports. Padded: shortest routes, held at their destination for the
    additional time of the longest route. Held before the first switch instead, a packet meets the
    same network later; in a steady state that is the same distribution. Empty: without load. Law:
    if a packet of the highest priority waited only for packets in transmission. Medians with 95 %
    intervals; later wins: of two bids sent 10 us apart.
    """
    for topology in NETWORKS:
        loaded = topology in there(results)
        for way in WAYS:
            level = levels(topology, way)
            mean, deviation = residual_law(topology, way)
            row: dict[str, object] = {
                "topology": topology,
                "routes": way,
                "empty: mean, us": f"{level.mean():.1f}",
                "empty: deviation, us": f"{level.std():.1f}",
                "law: mean, us": f"{mean:.1f}",
                "law: deviation, us": f"{deviation:.1f}",
            }
            for protocol in (PFABRIC, TCP) if loaded else ():
                means = measured(results, MEAN, topology, protocol, way)
                deviations = measured(results, DEVIATION, topology, protocol, way)
                wins = [
                    float(inversions(run, np.array([APART_US]))[0])
                    for run in latencies(results, topology, protocol, way).values()
                ]
                row[f"{protocol}: mean, us"] = f"{typical(means):.3g}"
                row[f"{protocol}: deviation, us"] = f"{typical(deviations):.3g}"
                row[f"{protocol}: later wins"] = f"{typical(pd.Series(wins)):.2g}"
                lost = values(results, LOST, cell(topology, protocol, way))
                row[f"{protocol}: lost of 127"] = f"{typical(lost):.3g}"
            yield row


STYLES = {
    (TCP, SHORTEST): Style("TCP", figures.VERMILION, "s"),
    (TCP, PADDED): Style("TCP, padded", figures.VERMILION, "x"),
    (TCP, EQUAL): Style("TCP, equal length", figures.AMBER, "D"),
    (PFABRIC, SHORTEST): Style("pFabric", figures.BLUE, "o"),
    (PFABRIC, PADDED): Style("pFabric, padded", figures.PURPLE, "x"),
    (PFABRIC, EQUAL): Style("pFabric, equal length", figures.GREEN, "^"),
}


@figure("networks", "Spread and mean in three topologies", FUTURE)
def by_topology(results: Results) -> Drawing:
    """Routes of equal length need a detour; padding holds a packet instead.

    Half of what the core carries; medians over replications with 95 % intervals, logarithmic.
    Lines: the shortest routes of the empty network.
    """
    drawing, panels = figures.subplots(2, height=5.6, log="y", sharex=True)
    shown = there(results)
    for panel, metric, words in zip(
        panels, (DEVIATION, MEAN), ("standard deviation, us", "mean latency, us"), strict=True
    ):
        for shift, ((protocol, way), style) in enumerate(STYLES.items()):
            at = {
                place + 0.11 * (shift - 2.5): typical(
                    measured(results, metric, topology, protocol, way)
                )
                for place, topology in enumerate(NETWORKS)
                if topology in shown
            }
            if at:
                figures.curve(panel, tabled(at), style, ls="")
        for place, topology in enumerate(NETWORKS):
            level = levels(topology, SHORTEST)
            value = level.std() if metric == DEVIATION else level.mean()
            panel.plot(
                [place - 0.4, place + 0.4],
                [value, value],
                **{"color": figures.INK, "lw": 1, "label": "empty network" if place == 0 else None},
            )
        panel.set_ylabel(words)
        panel.grid(axis="x", visible=False)
    panels[0].legend(ncols=2, loc="upper left", fontsize=7.5)
    panels[0].set_ylim(top=panels[0].get_ylim()[1] * 12)
    panels[1].set_xticks(range(len(NETWORKS)), list(NETWORKS))
    return drawing
