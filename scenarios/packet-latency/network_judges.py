# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Routes of equal length and padding in three topologies, the future work of the document.

Each network carries half of what its core can: no tier is overloaded.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import MUCH, SAME, Below, Claims, Finding, NotAsked, Rows, figures, rule
from burstlab.study.figures import Drawing
from burstlab.study.measures import listed, over, typical
from burstlab.study.settings import absent, present

from . import reading, runs
from .drawings import STYLES, figure
from .judges import EXACT_US, OfCells, check, largest_error
from .reading import DEVIATION, LOST, MEAN, OTHERS, PADDED, ROUTES, latencies, values
from .runs import EQUAL, NETWORKS, PFABRIC, SHORTEST, TCP, Setting, network_cells
from .tables import table

FUTURE = "section 4, future work"
READING = f"scaled, {runs.CORE}"
"""The reading under which the comparison is judged: its tree is the one of that reading."""


def cell(topology: str, protocol: str = PFABRIC) -> Setting:
    """Name the runs of a loaded topology on the shortest routes."""
    return replace(NETWORKS[topology], protocol=protocol)


def measured(results: Results, metric: str, setting: Setting, routes: str) -> pd.Series:
    """Mean or deviation of each replication."""
    if routes != PADDED:
        return values(results, metric, reading.on_routes(setting, routes))
    each = latencies(results, setting, routes).items()
    return pd.Series({one: run.mean() if metric == MEAN else run.std(ddof=0) for one, run in each})


def levels(topology: str, routes: str) -> np.ndarray:
    """Latencies in the empty network, us: padded packets take as long as the longest route."""
    level = reading.empty(OTHERS, NETWORKS[topology].gbps, routes == EQUAL, topology)
    return np.full(len(OTHERS), level.max()) if routes == PADDED else level


def residual_law(topology: str, routes: str) -> tuple[float, float]:
    """Mean and deviation of latencies if a packet waits only for packets in transmission, us.

    A link of load u, which sends a packet in T, is busy with probability u, and then for a time
    that is uniform in 0 to T. The links of a route are taken as independent.
    """
    setting = cell(topology)
    between = reading.links(OTHERS, routes == EQUAL, topology)
    waits, variances = 0.0, 0.0
    for height, (tier, load) in enumerate(runs.offered(setting).items()):
        gbps = reading.ACCESS_GBPS if tier == "access" else setting.gbps
        time = reading.PACKET_BITS / (1000 * gbps)
        hops = np.clip(between + 2 - 2 * height, 0, 2)
        waits = waits + hops * load * time / 2
        variances = variances + hops * (load * time**2 / 3 - (load * time / 2) ** 2)
    all_ = levels(topology, routes) + waits
    return float(all_.mean()), float(np.sqrt(all_.var() + np.mean(variances)))


def compared(results: Results, metric: str, *routes: str) -> dict[str, Interval]:
    """Ratio of a metric of pFabric on two kinds of routes, in each topology with runs."""
    return {
        topology: over(*(measured(results, metric, cell(topology), each) for each in routes))
        for topology in there(results)
    }


def there(results: Results) -> list[str]:
    """Topologies whose loaded cells were all run."""
    return [each for each in NETWORKS if not absent(results, network_cells(each))]


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
        each: residual_law(each, EQUAL)[1] / residual_law(each, SHORTEST)[1] for each in NETWORKS
    }
    return Finding(
        compared(results, DEVIATION, EQUAL, SHORTEST),
        "If packets waited only for packets in transmission: "
        f"{listed(laws, '{1:.2f} in the {0}')}.",
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
    cells = [c for topology in runs.OTHER_NETWORKS for c in network_cells(topology, 0)]
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
    for topology, routes in product(NETWORKS, ROUTES):
        level = levels(topology, routes)
        mean, deviation = residual_law(topology, routes)
        row: dict[str, object] = {
            "topology": topology,
            "routes": routes,
            "empty: mean, us": f"{level.mean():.1f}",
            "empty: deviation, us": f"{level.std():.1f}",
            "law: mean, us": f"{mean:.1f}",
            "law: deviation, us": f"{deviation:.1f}",
        }
        for protocol in (PFABRIC, TCP) if topology in there(results) else ():
            setting = cell(topology, protocol)
            each = latencies(results, setting, routes).values()
            wins = pd.Series([float(reading.inversions(run, reading.TEN_US)[0]) for run in each])
            lost = values(results, LOST, reading.on_routes(setting, routes))
            for name, metric in reading.METRICS.items():
                series = measured(results, metric, setting, routes)
                row[f"{protocol}: {name}, us"] = f"{typical(series):.3g}"
            row[f"{protocol}: later wins"] = f"{typical(wins):.2g}"
            row[f"{protocol}: lost of 127"] = f"{typical(lost):.3g}"
        yield row


@figure("networks", "Spread and mean in three topologies", FUTURE)
def by_topology(results: Results) -> Drawing:
    """Routes of equal length need a detour; padding holds a packet instead.

    Half of what the core carries; medians over replications with 95 % intervals, logarithmic.
    Lines: the shortest routes of the empty network.
    """
    drawing, panels = figures.subplots(2, height=5.6, log="y", sharex=True)
    shown = {place: each for place, each in enumerate(NETWORKS) if each in there(results)}
    for panel, metric, words in zip(
        panels, (DEVIATION, MEAN), ("standard deviation, us", "mean latency, us"), strict=True
    ):
        for shift, ((protocol, routes), style) in enumerate(STYLES.items()):
            at = {
                place: typical(measured(results, metric, cell(topology, protocol), routes))
                for place, topology in shown.items()
            }
            figures.curve(panel, at, style, 0.11 * (shift - 2.5), ls="")
        for place, topology in enumerate(NETWORKS):
            level = levels(topology, SHORTEST)
            value = level.std() if metric == DEVIATION else level.mean()
            label = "empty network" if place == 0 else None
            panel.plot([place - 0.4, place + 0.4], [value] * 2, c=figures.INK, lw=1, label=label)
        panel.set_ylabel(words)
        panel.grid(axis="x", visible=False)
    panels[0].legend(ncols=2, loc="upper left", fontsize=7.5)
    panels[0].set_ylim(top=panels[0].get_ylim()[1] * 12)
    panels[1].set_xticks(range(len(NETWORKS)), list(NETWORKS))
    return drawing
