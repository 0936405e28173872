# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the study."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import interval
from burstlab.study import Exhibits, Rows, absent, all_of, measures, present, runs_of
from burstlab.study.measures import typical

from . import reading, runs
from .judges import BOTH, PAIRS, PLAIN, PLAIN_TCP, S2, S31, S33, S34, beside
from .reading import DEVIATION, LOST, MEAN, values
from .runs import AS_RUN, LOADS, RATES, READINGS, Setting, under

table = Exhibits()
OPEN = "Open choices of the document"
COLUMNS = {
    MEAN: "mean, us",
    DEVIATION: "deviation, us",
    "latency.least": "shortest, us",
    "latency.most": "longest, us",
    LOST: "lost of 127",
}


def written(results: Results, setting: Setting, metrics: dict[str, str]) -> dict[str, str]:
    """Medians of some metrics over the replications, with intervals."""
    row = {}
    for metric, column in metrics.items():
        value = typical(values(results, metric, setting))
        spread = value.has_ends and value.low < value.high
        row[column] = f"{value:.4g}" if spread else f"{value.estimate:.4g}"
    return row


def label(setting: Setting) -> dict[str, object]:
    """The columns that name a cell."""
    return {
        "protocol": setting.protocol,
        "routing": setting.routing,
        "Gb/s": setting.gbps,
        "load, %": setting.load,
    }


@table("cells", "The 48 cells", f"figures 2 to 7, {S31} to {S34}")
def cells(results: Results) -> Rows:
    """Latencies of 127 packets with two protocols, two routings, three rates and four loads.

    As shipped, load of the links of servers; medians over the replications with 95 % intervals.
    Mean and deviation are those of the packets that arrived. The quick edition has 50 % with links
    of 1 Gb/s alone.
    """
    for cell in present(results, under(AS_RUN, runs.CELLS)):
        yield {**label(cell), **written(results, cell, COLUMNS)}


def ratios(results: Results, read: str) -> dict[str, str]:
    """Write the smallest and the largest ratio of schemes in congested cells."""
    row = {}
    for (what, pair), (name, metric) in product(PAIRS.items(), reading.METRICS.items()):
        parts = [part.estimate for part in beside(results, metric, read, *pair).values()]
        ends = [f"{end(parts):.2f}" for end in (min, max)] if parts else ["\u2013"]
        row[f"{what}, {name}"] = " to ".join(dict.fromkeys(ends))
    return row


@table("schemes", "Comparison of schemes, by reading", BOTH)
def schemes(results: Results) -> Rows:
    """Mean and deviation of pFabric are much smaller than those of TCP; routes of equal length do
    not help TCP and help pFabric.

    Ratios in congested cells, the smallest and the largest of their medians. Chance: the deviation
    of TCP in a replication over that in the next replication, 1 Gb/s and the smallest load that was
    run; all other ratios compare replications with the same flows.
    """
    for read in READINGS:
        cells = present(results, under(read, all_of(PLAIN_TCP, load=LOADS)))
        if cells:
            spread = values(results, DEVIATION, cells[0])
            chance = (spread / spread.shift(1)).dropna()
            chances = f"{chance.min():.2f} to {chance.max():.2f}"
            yield {"reading": read, **ratios(results, read), "chance": chances}


@table("levels", "The empty network", f"{S2}, {S31}")
def levels(results: Results) -> Rows:
    """About 29, 54 and 78 us at 1 Gb/s; mean 63.1, standard deviation 16.7 us.

    Closed form: two links of servers, the links above the racks, and 2.5 us at each end; the same
    for TCP and pFabric. Rounded: mean and deviation of whole microseconds, which the document
    prints.
    """
    for setting in all_of(replace(PLAIN, load=0), gbps=RATES, routing=runs.ROUTINGS):
        form = reading.empty(reading.OTHERS, setting.gbps, setting.routing == runs.EQUAL)
        steps, counts = np.unique(form.round(6), return_counts=True)
        yield {
            "Gb/s": setting.gbps,
            "routing": setting.routing,
            "levels, us": ", ".join(f"{s:g}" for s in steps),
            "packets": ", ".join(str(c) for c in counts),
            "mean, us": form.mean(),
            "deviation, us": form.std(),
            "mean, rounded": form.round().mean(),
            "deviation, rounded": form.round().std(),
            "simulated mean, us": values(results, MEAN, setting).iloc[0],
            "simulated deviation, us": values(results, DEVIATION, setting).iloc[0],
        }


@table("tiers", "Offered load by reference tier", f"{S2}, {S31}", heading=OPEN)
def tiers(results: Results) -> Rows:
    """10, 50 and 90 %: the document does not state the reference.

    Offered load and utilisation of each tier over the whole run, with pFabric as shipped. Backlog:
    flows that did not complete. A cell is congested if the offered load of some tier is at least
    half of its capacity; claims about congestion are judged in these cells.
    """
    cells = all_of(PLAIN, gbps=RATES, load=LOADS)
    asked = [c for tier in runs.TIERS for c in under(f"{runs.SHIPPED}, {tier}", cells)]
    for cell in present(results, asked):
        row: dict[str, object] = {
            "load of": cell.reference,
            "Gb/s": cell.gbps,
            "load, %": cell.load,
            "congested": runs.congested(cell),
        }
        for tier, offered in runs.offered(cell).items():
            carried = measures.values(runs_of(results, cell), "latency.carried", tier)
            row[f"{tier}: offered"] = f"{offered:.2f}"
            row[f"{tier}: carried"] = f"{carried.median():.2f}"
        row["backlog, MB"] = f"{values(results, 'latency.backlog', cell).median() / 1e6:.0f}"
        yield row


@table("mechanisms", "Causes of lost test packets", f"{S33}, figure 4")
def mechanisms(results: Results) -> Rows:
    """There is no packet lost in pFabric.

    Links of 1 Gb/s, load of the links of servers; test packets lost of 127, medians with 95 %
    intervals, and all packets dropped by queues. More are lost the later the test packets are sent:
    after a warm-up of 0.1 s here, in the quick edition of 40 ms.
    """
    columns = {name: COLUMNS[name] for name in (LOST, MEAN, DEVIATION)}
    columns["latency.dropped"] = "dropped in all"
    for name, mechanism in runs.MECHANISMS.items():
        for cell in present(results, runs.mechanism_cells(mechanism)):
            yield {"variant": name, **label(cell), **written(results, cell, columns)}


@table("padding", "Padding instead of a detour", f"{S34}", heading="Alternatives")
def padding(results: Results) -> Rows:
    """Routes of equal length reduce the standard deviation of pFabric; packets cross the core.

    Padded: the packets of the shortest routes, held at their destination for the additional time of
    the longest route in the empty network. Deviations in us, as shipped, load of the links of
    servers, medians with 95 % intervals. Later wins: probability for two bids sent 10 us apart.
    """
    for cell in present(results, under(AS_RUN, all_of(PLAIN, gbps=RATES, load=LOADS))):
        if absent(results, [reading.on_routes(cell, runs.EQUAL)]):
            continue
        row: dict[str, object] = {"Gb/s": cell.gbps, "load, %": cell.load}
        for routes in reading.ROUTES:
            each = reading.latencies(results, cell, routes).values()
            row[f"deviation, {routes}"] = _text([run.std(ddof=0) for run in each])
            row[f"later wins, {routes}"] = _text(
                [reading.inversions(run, reading.TEN_US)[0] for run in each]
            )
        yield row


def _text(numbers: list[float]) -> str:
    return f"{interval([float(n) for n in numbers if np.isfinite(n)]):.3g}"


@table("sensitivity", "Sensitivity to assumed parameters", f"{S31}, {S33}", heading=OPEN)
def sensitivity(results: Results) -> pd.DataFrame:
    """Queues, time-outs, windows and flow sizes are not in the document.

    One parameter at a time, links of 1 Gb/s, 10 % of the links of servers (all pairs at once: one
    flow of each pair starts with the test packets). Recovery: TCP with and without selective
    acknowledgements; ns-2 has both. Medians with 95 % intervals; only the full
    edition has these runs.
    """
    columns = {"time-out": "time-out, us", "initial window": "window", "flow sizes": "sizes"}
    columns["all pairs at once"] = "background"
    rows = []
    for group, settings in runs.SENSITIVITY.items():
        for setting in present(results, settings):
            pfabric = setting.protocol == PLAIN.protocol
            value = {
                "queue": f"{setting.queue} packets",
                "time-out": setting.time_out if pfabric else setting.min_rto,
                "initial window": setting.window,
                "recovery": f"{setting.recovery}, {setting.routing}, {setting.load} %",
                "flow sizes": setting.sizes,
                "all pairs at once": f"{setting.background}, {setting.sizes}",
            }[group]
            row = {"varied": columns.get(group, group), "value": str(value)}
            row["protocol"] = setting.protocol
            rows.append(row | written(results, setting, COLUMNS))
    return pd.DataFrame(rows, columns=["varied", "value", "protocol", *COLUMNS.values()])


NS2 = {
    "mean of pFabric as shipped, 10 %, 1 Gb/s, us": 77.7,
    "the same, scaled": 73.9,
    "TCP equal length / TCP, deviation": "0.83 to 1.21",
    "pFabric / TCP, mean": "0.27 to 0.73",
    "pFabric / TCP, deviation": "0.07 to 0.22",
    "pFabric equal length / pFabric, mean": "1.11 to 1.29",
    "pFabric equal length / pFabric, deviation": "0.31 to 0.60",
}
"""Results of a discarded port of the authors' code to ns-2.35, one seed."""


@table("prototype", "Comparison with ns-2", f"{BOTH}", heading="Other simulators")
def prototype(results: Results) -> pd.DataFrame:
    """The document used ns-2 with the code of pFabric's authors.

    One column has the results of a port of this code to ns-2.35, one seed, made before this study
    and not a part of it. No rule depends on these results. Here: the smallest and the largest of
    the congested cells that were run.
    """
    cells = (*under(AS_RUN, [PLAIN]), *under(f"{runs.SCALED}, {PLAIN.reference}", [PLAIN]))
    shown = {
        name: f"{typical(values(results, MEAN, cell)):.4g}"
        for name, cell in zip(NS2, cells, strict=False)
        if present(results, [cell])
    }
    shown |= ratios(results, AS_RUN)
    both = {"here": shown, "ns-2, one seed": {n: str(v) for n, v in NS2.items()}}
    return pd.DataFrame(both).reindex(NS2).fillna("\u2013").rename_axis("quantity")
