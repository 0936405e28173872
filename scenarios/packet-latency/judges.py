# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the document with rules and measures; checks of the simulator."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import Above, Below, Claims, Equals, Finding, Within, rule
from burstlab.study.measures import listed, over, typical

from . import reading
from .reading import CAUSES, DEVIATION, LOST, MEAN, OTHERS, empty, grid, packets, values
from .runs import (
    EQUAL,
    LOADS,
    PFABRIC,
    RATES,
    READINGS,
    SCHEMES,
    SHORTEST,
    TCP,
    TEST_PACKETS,
    Setting,
    congested,
    offered,
    under,
)

claim, check = Claims(), Claims()
S2, S31, S32, S33, S34 = ("section 2", "section 3.1", "section 3.2", "section 3.3", "section 3.4")
BOTH = "figures 6 and 7"
PLAIN_TCP, EQUAL_TCP, PLAIN, EQUALLED = SCHEMES
"""The four schemes, with links of 1 Gb/s."""

EXACT_US = 0.05
"""Tolerance of a latency against its closed form."""
SIGNIFICANT = 0.86
"""Ratio of two standard deviations of 127 samples each that chance alone reaches in 5 % of all
cases, one-sided, if they are normal: the root of the 5 % quantile of F(126, 126)."""
MUCH = 0.5
""""Much smaller" is at most half."""
LITTLE = 0.5
"""An effect is "little" against another if it is at most half of the other."""
CLOSE = 2.0
"""A single maximum is reproduced within this factor."""
SLIGHTLY = 1.25
"""Longer routes alone give 1.24, 1.16 and 1.10."""


def name(cell: tuple[int, int]) -> str:
    """Write a cell."""
    return f"{cell[1]} %, {cell[0]} Gb/s"


def judged(read: str) -> list[tuple[int, int]]:
    """Cells with background traffic in which the network is congested under a reading."""
    return [
        (gbps, load)
        for load, gbps in product(LOADS, RATES)
        if all(congested(s) for s in under(read, [Setting(gbps=gbps, load=load)]))
    ]


def largest_error(results: Results, settings: Iterable[Setting]) -> dict[str, Interval]:
    """Largest distance of a test packet from its closed form in the empty network, us.

    Infinite if a test packet did not arrive.
    """
    parts = {}
    for setting in settings:
        frame = packets(results, [setting])
        right = empty(frame["host"], setting.gbps, setting.routing == EQUAL)
        error = round(float(np.abs(frame["latency"] - right).max()), 6)
        if frame["latency"].count() != TEST_PACKETS:
            error = np.inf
        parts[f"{setting.protocol}, {setting.gbps} Gb/s"] = Interval.exact(error)
    return parts


def idle(scheme: Setting, rates: Iterable[int] = RATES) -> list[Setting]:
    """Cells of a scheme without background traffic."""
    return [replace(scheme, gbps=gbps, load=0) for gbps in rates]


@claim("PF-01", S2, "1, 2, 8, 128")
@rule("links", {"of hosts": Equals(128), "of racks": Equals(8), "of the core": Equals(2)})
def topology(results: Results, read: str) -> Finding:
    """A core switch, 2 aggregation switches, 8 top of rack switches and 128 servers."""
    tiers = {"of hosts": "access", "of racks": "uplink", "of the core": "core"}
    chosen = reading.runs_of(results, idle(PLAIN)[0])
    return Finding(
        {
            part: Interval.exact(
                float(chosen.frame("latency.links", object=tier)["latency.links"].iloc[0])
            )
            for part, tier in tiers.items()
        }
    )


@claim("PF-02", f"{S2}, {S31}", "64:4:1, 32:4:1, 16:4:1", "tiers")
@rule(
    "capacity of the tiers over that of the core",
    {
        f"{tier}, {gbps} Gb/s": Equals(value)
        for gbps in RATES
        for tier, value in (("access", 64 / gbps), ("uplink", 4.0))
    },
)
def over_subscription(results: Results, read: str) -> Finding:
    """With links of 1, 2, 4 Gb/s above the racks over-subscriptions are 64:4:1, 32:4:1, 16:4:1."""
    parts = {}
    for cell in idle(PLAIN):
        chosen = reading.runs_of(results, cell)
        of = {
            tier: chosen.frame("latency.capacity", object=tier)["latency.capacity"].iloc[0]
            for tier in ("access", "uplink", "core")
        }
        for tier in ("access", "uplink"):
            parts[f"{tier}, {cell.gbps} Gb/s"] = Interval.exact(float(of[tier] / of["core"]))
    return Finding(
        parts,
        "Ratios of capacities; uniform traffic loads the tiers 1 : 14.1 : 32.3.",
    )


@claim("PF-03", S2, "12 us")
@rule("time on a link of 1 Gb/s", Equals(12, 1e-9), unit="us")
def serialization(results: Results, read: str) -> Finding:
    """A packet of 1,500 bytes takes 12 us at 1 Gb/s."""
    frame = packets(results, idle(PLAIN, (1,)))
    return Finding(Interval.exact(float((frame["transmission"] / frame["hops"]).max())))


@claim("PF-04", S31, "29, 54, 78 us", "levels figure-2")
@rule("largest distance from 29.4, 53.8, 78.2 us", Below(EXACT_US), unit="us")
def levels(results: Results, read: str) -> Finding:
    """Without background traffic latencies are about 29, 54 and 78 us, depending on the server."""
    return Finding(
        largest_error(results, [*idle(PLAIN_TCP, (1,)), *idle(PLAIN, (1,))]),
        "15, 48 and 64 packets: the document counts 15, 49 and 63 in its index ranges.",
    )


@claim("PF-05", f"{S31}, {BOTH}", "63.1 and 16.7 us", "levels")
@rule(
    "of whole microseconds",
    {"mean": Equals(63.1, EXACT_US), "deviation": Equals(16.7, EXACT_US)},
    unit="us",
)
def moments(results: Results, read: str) -> Finding:
    """The mean is 63.1 us and the standard deviation 16.7 us without background traffic."""
    latencies = packets(results, idle(PLAIN_TCP, (1,)))["latency"]
    whole = latencies.round()
    return Finding(
        {
            "mean": Interval.exact(float(whole.mean())),
            "deviation": Interval.exact(float(whole.std(ddof=0))),
        },
        f"Without rounding {latencies.mean():.4f} and {latencies.std(ddof=0):.4f} us: the document "
        "rounds latencies to whole microseconds and prints the population deviation.",
    )


@claim("PF-06", f"{S31}, {BOTH}", "lower levels at 2 and 4 Gb/s", "levels")
@rule("largest distance from the closed form", Below(EXACT_US), unit="us")
def faster_levels(results: Results, read: str) -> Finding:
    """Levels are 29.4, 41.8, 54.2 us with links of 2 Gb/s, and 29.4, 35.8, 42.2 with 4 Gb/s."""
    cells = [*idle(PLAIN_TCP, (2, 4)), *idle(PLAIN, (2, 4))]
    return Finding(largest_error(results, cells), "The levels are derived, not printed.")


@claim("PF-07", f"{S31}, figure 2(a)", "29 to 829 us", "figure-2 sensitivity")
@rule(
    "10 %, 1 Gb/s",
    {"shortest": Equals(29.4, EXACT_US), "longest": Within(829 / CLOSE, 829 * CLOSE)},
    unit="us",
)
def tcp_range(results: Results, read: str) -> Finding:
    """TCP latencies at 10 % vary from 29 to 829 us."""
    (cell,) = under(read, [PLAIN_TCP])
    parts = {
        part: typical(values(results, f"latency.{metric}", cell))
        for part, metric in (("shortest", "least"), ("longest", "most"))
    }
    return Finding(parts, f"Lost of 127: {typical(values(results, LOST, cell)):.3g}.")


def ratio(a: pd.Series, b: pd.Series) -> Interval | None:
    """Median of a / b over the replications in which both are above `EXACT_US`, if any."""
    a, b = a.align(b, join="inner")
    some = (a > EXACT_US) & (b > EXACT_US)
    return over(a[some], b[some]) if some.any() else None


def there(parts: dict[Any, Interval | None]) -> dict[Any, Interval]:
    """Leave out the parts without a ratio."""
    return {what: part for what, part in parts.items() if part is not None}


def finding(parts: dict[str, Interval], note: str, otherwise: str = "") -> Finding:
    """Make a finding of parts; without parts it has one without value, named `otherwise`."""
    if parts:
        return Finding(parts, note)
    nothing = {otherwise: Interval.exact(np.nan, 0)}
    return Finding(nothing, note, "No cell has values to compare.")


def steps(
    frames: dict[str, pd.DataFrame], cells: Iterable[tuple[tuple[int, int], tuple[int, int]]]
) -> dict[str, Interval]:
    """Ratios of a quantity in one cell over that in another."""
    return there(
        {
            f"{what}, {name(more)} over {name(less)}": ratio(frame[more], frame[less])
            for (more, less), (what, frame) in product(cells, frames.items())
        }
    )


def by_rate(loads: Iterable[int] = LOADS) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Slower links over the next faster ones."""
    return [((slow, load), (fast, load)) for load in loads for slow, fast in pairwise(RATES)]


def by_load(gbps: int = 1) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """A load over the next smaller one."""
    return [((gbps, more), (gbps, less)) for less, more in pairwise((0, *LOADS))]


def spread_and_mean(results: Results, read: str, scheme: Setting) -> dict[str, pd.DataFrame]:
    """Mean and deviation in all cells of a scheme."""
    return {
        "mean": grid(results, MEAN, read, scheme),
        "deviation": grid(results, DEVIATION, read, scheme),
    }


@claim("PF-08", f"{S31}, figures 2, 6, 7", "significantly reduced", "figure-6 figure-7")
@rule("1 over 2 and 2 over 4 Gb/s, at each load", Above(1))
def tcp_by_rate(results: Results, read: str) -> Finding:
    """Latencies of TCP and their spread fall with faster links at the same load."""
    frames = spread_and_mean(results, read, PLAIN_TCP)
    idle_means = {gbps: empty(OTHERS, gbps).mean() for gbps in RATES}
    return Finding(
        steps(frames, by_rate()),
        "Control: in the empty network the mean falls as "
        f"{listed(idle_means, '{1:.1f} us at {0} Gb/s')}.",
    )


@claim("PF-09", f"{S31}, {BOTH}", "also increased", "figure-6 figure-7")
@rule("1 Gb/s: each load over the next smaller one", Above(1))
def tcp_by_load(results: Results, read: str) -> Finding:
    """Mean and standard deviation of TCP rise with the load."""
    frames = spread_and_mean(results, read, PLAIN_TCP)
    lost = grid(results, LOST, read, PLAIN_TCP)[1].median()
    return Finding(steps(frames, by_load()), f"Lost packets do not count: {listed(lost)} of 127.")


@claim("PF-10", f"{S32}, figure 3", "all 78 us", "figure-3 levels")
@rule("largest distance from 78.2, 54.2, 42.2 us", Below(EXACT_US), unit="us")
def tcp_equal_levels(results: Results, read: str) -> Finding:
    """On routes of equal length all TCP latencies are the same without background traffic."""
    return Finding(largest_error(results, idle(EQUAL_TCP)))


@claim("PF-11", f"{S32}, figure 3(a)", "83 to 853 us, 8 lost", "figure-3 sensitivity")
@rule(
    "10 %, 1 Gb/s",
    {
        "shortest, us": Above(78.2 - EXACT_US),
        "longest, us": Within(853 / CLOSE, 853 * CLOSE),
        "lost": Within(1, 15),
    },
)
def tcp_equal_range(results: Results, read: str) -> Finding:
    """On routes of equal length TCP latencies at 10 % vary from 83 to 853 us, and 8 are lost."""
    (cell,) = under(read, [EQUAL_TCP])
    metrics = {"shortest, us": "least", "longest, us": "most", "lost": "lost"}
    return Finding(
        {
            part: typical(values(results, f"latency.{metric}", cell))
            for part, metric in metrics.items()
        }
    )


def beside(
    results: Results, metric: str, read: str, ours: Setting, theirs: Setting
) -> dict[tuple[int, int], Interval]:
    """Ratio of a metric of two schemes in each congested cell that has one."""
    a, b = (grid(results, metric, read, scheme) for scheme in (ours, theirs))
    return there({cell: ratio(a[cell], b[cell]) for cell in judged(read)})


def named(parts: dict[tuple[int, int], Interval], what: str = "") -> dict[str, Interval]:
    """Name the parts by their cells."""
    return {f"{what}{name(cell)}": value for cell, value in parts.items()}


@claim("PF-12", f"{S32}, {BOTH}", "cannot significantly", "figure-7 schemes")
@rule("deviation, equal length over shortest, congested cells", Above(SIGNIFICANT))
def tcp_equal_length(results: Results, read: str) -> Finding:
    """Routes of equal length do not significantly reduce the spread of TCP under load."""
    parts = beside(results, DEVIATION, read, EQUAL_TCP, PLAIN_TCP)
    return finding(
        named(parts), "A reduction to below 0.86 is significant at 5 % for two samples of 127."
    )


@claim("PF-13", f"{S33}, figure 4", "just as same", "figure-4")
@rule("largest difference by destination", Below(EXACT_US), unit="us")
def same_levels(results: Results, read: str) -> Finding:
    """Without background traffic latencies of pFabric are those of TCP."""
    parts = {}
    for ours, theirs in zip(idle(PLAIN), idle(PLAIN_TCP), strict=True):
        a, b = (
            packets(results, [cell]).set_index("host")["latency"].sort_index()
            for cell in (ours, theirs)
        )
        differences = (a - b).abs().fillna(np.inf)  # a packet did not arrive
        parts[f"{ours.gbps} Gb/s"] = Interval.exact(float(differences.max()))
    return Finding(parts)


@claim("PF-14", f"{S33}, figure 4", "no packet lost", "losses mechanisms")
@rule("test packets lost, all replications, rates and routings", Equals(0))
def no_loss(results: Results, read: str) -> Finding:
    """No test packet of pFabric is lost."""
    totals, of = {}, {}
    for load in LOADS:
        cells = under(
            read,
            [
                replace(scheme, gbps=gbps, load=load)
                for scheme, gbps in product((PLAIN, EQUALLED), RATES)
            ],
        )
        lost = [values(results, LOST, cell) for cell in cells]
        totals[f"{load} %"] = Interval.exact(float(sum(series.sum() for series in lost)))
        of[f"{load} %"] = TEST_PACKETS * sum(map(len, lost))
    return Finding(totals, f"Of {listed(of, '{1:,} at {0}')}: see the table of mechanisms.")


@claim("PF-15", f"{S33}, {BOTH}", "much smaller", "figure-6 figure-7 schemes")
@rule("pFabric over TCP, congested cells", Below(MUCH))
def much_smaller(results: Results, read: str) -> Finding:
    """Mean and standard deviation of pFabric are much smaller than those of TCP."""
    means = beside(results, MEAN, read, PLAIN, PLAIN_TCP)
    spreads = beside(results, DEVIATION, read, PLAIN, PLAIN_TCP)
    return finding(
        {**named(means, "mean, "), **named(spreads, "deviation, ")},
        "Means include the time of the empty network: if TCP waits little, no protocol can halve "
        "them. These are packets in overloaded cells; short flows on a leaf-spine at 60 % "
        "complete sooner with pFabric (flow-completion/FC-3).",
    )


@claim("PF-16", f"{S33}, {BOTH}", "also increase", "figure-6 figure-7 waiting")
@rule("by load at 1 Gb/s, and by rate at each load", Above(1))
def pfabric_trends(results: Results, read: str) -> Finding:
    """Mean and standard deviation of pFabric rise with load and over-subscription."""
    frames = spread_and_mean(results, read, PLAIN)
    lost = grid(results, LOST, read, PLAIN)[1].median()
    return Finding(
        steps(frames, [*by_load(), *by_rate()]),
        "Control: in the empty network means are 63.2, 46.6 and 38.3 us, deviations 16.8, 8.5 and "
        f"4.4 at 1, 2 and 4 Gb/s. Lost at 1 Gb/s: {listed(lost)} of 127.",
    )


@claim("PF-17", f"{S34}, figure 5", "all 78 us", "figure-5 levels")
@rule("largest distance from 78.2, 54.2, 42.2 us", Below(EXACT_US), unit="us")
def equal_levels(results: Results, read: str) -> Finding:
    """On routes of equal length all pFabric latencies are the same without background traffic."""
    return Finding(largest_error(results, idle(EQUALLED)))


@claim("PF-18", f"{S34}, {BOTH}", "slightly increased, obviously declined", "schemes padding")
@rule(
    "equal length over shortest, congested cells",
    {
        f"{what}, {name((gbps, load))}": kept
        for what, kept in (("mean", Within(1, SLIGHTLY)), ("deviation", Below(SIGNIFICANT)))
        for load, gbps in product(LOADS, RATES)
    },
)
def equal_length(results: Results, read: str) -> Finding:
    """Routes of equal length raise pFabric's mean slightly and reduce its deviation clearly."""
    means = beside(results, MEAN, read, EQUALLED, PLAIN)
    spreads = beside(results, DEVIATION, read, EQUALLED, PLAIN)
    return finding(
        {**named(means, "mean, "), **named(spreads, "deviation, ")},
        "Control: in the empty network the means are 1.24, 1.16 and 1.10 times as large.",
        f"mean, {name((RATES[0], LOADS[0]))}",
    )


@claim("PF-19", f"{S34}, figure 5", "cannot completely eliminate", "figure-5 waiting")
@rule("deviation, each load and rate", Above(EXACT_US), unit="us")
def not_eliminated(results: Results, read: str) -> Finding:
    """Routes of equal length do not remove the spread of pFabric under load."""
    frame = grid(results, DEVIATION, read, EQUALLED)
    cells = [(gbps, load) for load, gbps in product(LOADS, RATES)]

    def causes() -> str:
        table = packets(results, under(read, [replace(EQUALLED, load=load) for load in LOADS]))
        waited = table[list(CAUSES)].sum()
        return (
            "The document's reason is short flows of the same priority. Shares of the waiting at 1 "
            f"Gb/s: {listed(100 * waited / waited.sum(), '{} {:.0f} %')}."
        )

    return Finding(named({cell: typical(frame[cell].dropna()) for cell in cells}), causes)


@claim("PF-20", f"{S34}, figure 6", "little impact", "figure-6")
@rule("change of the mean, pFabric over TCP, equal length", Below(LITTLE))
def little_impact(results: Results, read: str) -> Finding:
    """On routes of equal length load and over-subscription change TCP's mean, hardly pFabric's."""
    ours, theirs = (grid(results, MEAN, read, scheme) for scheme in (EQUALLED, EQUAL_TCP))

    def waits(frame: pd.DataFrame, gbps: int, load: int) -> pd.Series:
        return frame[gbps, load] - frame[gbps, 0]

    parts = {
        "load": (
            waits(frame, 1, LOADS[-1]) - waits(frame, 1, LOADS[0]) for frame in (ours, theirs)
        ),
        "over-subscription": (
            waits(frame, 1, LOADS[-1]) - waits(frame, 4, LOADS[-1]) for frame in (ours, theirs)
        ),
    }
    return Finding(
        {part: typical((a / b).dropna()) for part, (a, b) in parts.items()},
        "Changes of the mean waiting, without the time of the empty network: from 10 to 90 % at "
        "1 Gb/s, and from 4 to 1 Gb/s at 90 %.",
    )


@claim("PF-21", f"{S34}, figure 7", "TCP, pFabric, pFabric with ELR", "figure-7 schemes")
@rule("deviation over that of the next scheme, congested cells", Below(1))
def order(results: Results, read: str) -> Finding:
    """The spread of pFabric is below that of both TCPs, and least on routes of equal length."""
    pairs = {
        "pFabric over TCP, ": (PLAIN, PLAIN_TCP),
        "pFabric over TCP by equal length, ": (PLAIN, EQUAL_TCP),
        "pFabric by equal length over pFabric, ": (EQUALLED, PLAIN),
    }
    parts: dict[str, Interval] = {}
    for what, (ours, theirs) in pairs.items():
        parts |= named(beside(results, DEVIATION, read, ours, theirs), what)
    return finding(parts, "")


def loaded(read: str, protocol: str) -> list[Setting]:
    """Cells of a protocol with background traffic."""
    base = [Setting(protocol, routing) for routing in (SHORTEST, EQUAL)]
    cells = [replace(b, gbps=gbps, load=load) for b, load, gbps in product(base, LOADS, RATES)]
    return under(read, cells)


def all_loaded(protocol: str) -> list[Setting]:
    """The same under all readings."""
    several = [cell for read in READINGS for cell in loaded(read, protocol)]
    return list(dict.fromkeys(several))


@check("V1", "closed form", "a packet at each hop", "waiting")
@rule(
    "test packets of pFabric beyond the bound without a recorded cause",
    Equals(0),
)
def bound(results: Results, read: str) -> Finding:
    """A test packet waits at most for a whole packet at each hop, or for recorded packets."""
    table = packets(results, all_loaded(PFABRIC))
    came = table[table["latency"].notna()]
    beyond = came[came["latency"] > came["bound"] + 1e-6]
    others = beyond[["tie", "higher", "acknowledgement", "other"]].sum(axis=1)
    return Finding(
        Interval.exact(float((others <= 0).sum())),
        f"{len(came):,} packets, {len(beyond)} beyond the bound; waits before others of "
        f"{listed({cause: (came[cause] > 0).sum() for cause in CAUSES}, '{} {:,}')}.",
    )


@check("V2", "definition", "parts add up", "waiting")
@rule("largest difference of a latency from the sum of its parts", Below(1e-3), unit="us")
def parts_add_up(results: Results, read: str) -> Finding:
    """The parts of a latency add up to the latency, for pFabric and for TCP."""
    parts = {}
    for protocol in (TCP, PFABRIC):
        table = packets(results, all_loaded(protocol))
        came = table[table["latency"].notna()]
        total = came[["transmission", "propagation", *CAUSES]].sum(axis=1)
        parts[protocol] = Interval.exact(float((total - came["latency"]).abs().max()))
    return Finding(parts)


@check("V3", "closed form", "14.11 and 32.25", "tiers")
@rule("largest relative difference of the offered loads", Below(1e-6))
def offered_loads(results: Results, read: str) -> Finding:
    """The offered load of each tier equals the closed form."""
    cells = {cell.text: offered(cell) for cell in all_loaded(PFABRIC)}
    chosen = results.where(setting=list(cells)).frame("latency.offered", by="setting", object=None)
    right = [cells[row.setting][row.object] for row in chosen.itertuples()]
    return Finding(Interval.exact(float((chosen["latency.offered"] / right - 1).abs().max())))


@check("V4", "conservation", "every test packet is accounted for", "cells")
@rule("test packets that are not accounted for", Equals(0))
def fates(results: Results, read: str) -> Finding:
    """Each test packet arrived, was lost, was in flight at the end or had not been sent."""
    fates = [f"latency.{fate}" for fate in ("received", "lost", "in_flight", "unsent")]
    frame = results.frame(fates, by="setting")[fates]
    missing = (TEST_PACKETS - frame.sum(axis=1)).abs().sum()
    rest = frame[["latency.in_flight", "latency.unsent"]].sum()
    return Finding(
        Interval.exact(float(missing)),
        f"In flight {rest['latency.in_flight']:.0f}, not sent {rest['latency.unsent']:.0f}, of "
        f"{TEST_PACKETS * len(frame):,}.",
    )
