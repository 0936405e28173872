# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the study."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits, Rows, present
from burstlab.study.measures import typical

from . import runs
from .judges import ABSTRACT
from .reading import MEAN, P99, by_yaps, grid, near_points, values, variants
from .runs import NS2, PFABRIC, Setting, everyone

table = Exhibits()
Read = Callable[[Results, str, Setting, str], pd.Series]


def text(series: pd.Series) -> str:
    """Median over the replications, with its interval."""
    return f"{typical(series):.3g}" if len(series) > 1 else ", ".join(f"{v:.3g}" for v in series)


def written(results: Results, setting: Setting, read: Read = values) -> dict[str, str]:
    """Slowdowns of all flows and of the classes."""
    row = {"all: mean": text(read(results, MEAN, setting, "all"))}
    for flows in runs.CLASSES:
        row[f"{flows}: mean"] = text(read(results, MEAN, setting, flows))
        row[f"{flows}: 99 %"] = text(read(results, P99, setting, flows))
    return row


@table("slowdowns", "Slowdown by load, protocol and size", ABSTRACT)
def slowdowns(results: Results) -> Rows:
    """Near theoretically optimal completion times for short flows, even at the 99th percentile.

    Completion time over ideal time; medians over replications with 95 % intervals. Short: up to 100
    KB, long: above 10 MB. With fewer than a hundred flows of a size the 99th percentile is their
    largest slowdown. Offered: the load of the drawn flows, which with few flows differs from that
    of their distribution.
    """
    points = {point: everyone(point) for point in grid(results)}
    points |= {point: {PFABRIC: point} for point in near_points(results) if point not in points}
    for point, protocols in points.items():
        for protocol, setting in protocols.items():
            yield {
                "sizes": point.sizes,
                "load, %": point.load,
                "flows": f"{point.flows:,}",
                "protocol": protocol,
                **written(results, setting),
                "offered, %": f"{100 * of_runs(results, 'offered', setting):.0f}",
                "dropped, %": dropped(results, setting),
            }


def of_runs(results: Results, metric: str, setting: Setting) -> float:
    """Median of a metric of all flows over the replications."""
    return float(values(results, f"completion.{metric}", setting, "").median())


def dropped(results: Results, setting: Setting) -> str:
    """Percentage of packets dropped by queues."""
    dropped, hops = (of_runs(results, metric, setting) for metric in ("dropped", "hops"))
    return f"{100 * dropped / (dropped + hops):.2g}"


@table("mechanisms", "From ns-2 to YAPS", "ns-2 patch, YAPS", heading="Two simulators")
def mechanisms(results: Results) -> Rows:
    """Two simulators of pFabric give short flows slowdowns of 1.07 and 1.17 at the same load.

    PFabric, web search at 60 %: one mechanism at a time as in YAPS, with the same flows in all
    rows; then other parameters of published scripts. Runs have 1,500 flows; the quick edition has
    three of the rows, in runs of 72. YAPS's ideal time lacks the last link and is 1.168 us shorter
    than that of an empty network. Slowdowns, medians over replications with 95 % intervals.
    """
    for name, setting in variants(results).items():
        reads = {name: values}
        if name == runs.AS_YAPS:
            reads[f"{name}, over YAPS's ideal time"] = by_yaps
        for variant, read in reads.items():
            row = {"variant": variant, **written(results, setting, read)}
            yield {**row, "dropped, %": dropped(results, setting)}


OF_PEERS = {
    (runs.WEB_SEARCH, NS2.host_ns): (
        "ns-2, patched",
        "3,000",
        "1.251 1.072 1.251 1.416 3.93 2.10 4.30",
    ),
    (runs.WEB_SEARCH, 0): ("YAPS", "5,000", "1.310 1.170 1.518 1.396 4.22 2.50 5.49"),
    (runs.IMC10, 0): ("YAPS", "60,000", "1.803 1.750 2.676 2.05 9.84"),
    (runs.DATA_MINING, 0): ("YAPS", "1,500", "1.351 1.418 2.076 1.02 1.13 1.17 2.38"),
}
"""One run each of a port of the authors' code to ns-2.35 and of YAPS, load 60 %: program, flows,
and slowdowns in the order of `written`."""


@table("beside", "Comparison with ns-2 and YAPS", "ns-2 patch, YAPS", heading="Other simulators")
def beside(results: Results) -> Rows:
    """Two simulators of pFabric were run with the network and the loads of this study.

    One run of each simulator, made before this study and not a part of it; no rule depends on these
    runs. The flows differ, but have the same distribution; with fewer flows slowdowns are smaller.
    Slowdowns at 60 %, for YAPS also over YAPS's ideal times, which are 1.168 us shorter.
    """
    for setting in present(results, chain(*runs.PEERS.values())):
        program, count, theirs = OF_PEERS[setting.sizes, setting.host_ns]
        ours = written(results, setting)
        other = written(results, setting, by_yaps) if program == "YAPS" else {}
        for what, value in zip(ours, theirs.split(), strict=False):
            yield {
                "sizes": setting.sizes,
                "slowdown": what,
                "flows here": f"{setting.flows:,}",
                "here": ours[what],
                "here, YAPS's ideal time": other.get(what, ""),
                "simulator": program,
                "flows there": count,
                "there": value,
            }
