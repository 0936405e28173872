# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the document with rules and measures; checks of the simulator.

A claim is judged under a reading if the edition has traffic under that reading. Some rules need a
network that has been loaded for long, others need cells that the quick edition leaves out: then the
claim is not asked. Claims that compare schemes in the same cell are judged in the cells that were
run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import chain, pairwise, product

import numpy as np
from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import (
    EXTREME,
    MUCH,
    SAME,
    Above,
    Below,
    Claims,
    Equals,
    Finding,
    NotAsked,
    Rule,
    Within,
    about,
    absent,
    present,
    rule,
    runs_of,
)
from burstlab.study.measures import exact, listed, over, typical
from burstlab.study.measures import values as measured

from . import runs
from .reading import CAUSES, DEVIATION, LOST, MEAN, METRICS, OTHERS, empty, grid, packets, values
from .runs import LOADS, PFABRIC, RATES, TCP, TEST_PACKETS, Setting, under


def require_traffic(results: Results, read: str) -> None:
    """Require runs with traffic under a reading."""
    if not present(results, under(read, cells_of((PLAIN,), CELLS))):
        raise NotAsked("This edition runs no traffic under this reading.")


claim, check = Claims(require_traffic), Claims()
S2, S31, S32, S33, S34 = ("section 2", "section 3.1", "section 3.2", "section 3.3", "section 3.4")
BOTH = "figures 6 and 7"
PLAIN_TCP, EQUAL_TCP, PLAIN, EQUALLED = runs.SCHEMES
"""The four schemes, with links of 1 Gb/s."""
PAIRS = {
    "TCP equal length / TCP": (EQUAL_TCP, PLAIN_TCP),
    "pFabric / TCP": (PLAIN, PLAIN_TCP),
    "pFabric equal length / pFabric": (EQUALLED, PLAIN),
}
"""Schemes that are compared."""

EXACT_US = 0.05
"""Tolerance of a latency against its closed form: half of the last digit of 0.2 and 2.5 us."""
SLIGHT = 1 / MUCH
"""PF-18: a rise is "slight" against a distance if it is at most this part of it; see README.md."""
SETTLED_MS = (100, 200)
"""Warm-up and window that a rule needs whose outcome depends on the elapsed time: most cells are
offered more than they carry. These are rules about losses, about a longest latency, about different
loads or rates, and about the spread on routes of equal length over that on the shortest.
"""
AFTER = f"after {SETTLED_MS[0]} ms of warm-up, in a window of {SETTLED_MS[1]} ms"
Cell = tuple[int, int]
"""Gb/s and percent."""
TEN: Cell = (1, 10)
SLOW = [(1, load) for load in LOADS]
CELLS = [(gbps, load) for load, gbps in product(LOADS, RATES)]
"""Cells with background traffic."""
BY_RATE = [((slow, load), (fast, load)) for load in LOADS for slow, fast in pairwise(RATES)]
"""Cells with slower links, and with the next faster ones."""
BY_LOAD = [((1, more), (1, less)) for less, more in pairwise((0, *LOADS))]
"""Cells with a load, and with the next smaller one."""


def name(cell: Cell) -> str:
    return f"{cell[1]} %, {cell[0]} Gb/s"


def cells_of(schemes: Iterable[Setting], cells: Iterable[Cell]) -> list[Setting]:
    """Settings of schemes in cells."""
    return [replace(s, gbps=gbps, load=load) for s, (gbps, load) in product(schemes, cells)]


def run_cells(results: Results, read: str) -> list[Cell]:
    """Cells with background traffic that were run with all schemes under a reading."""
    unrun = absent(results, under(read, cells_of(runs.SCHEMES, CELLS)))
    missing = {(setting.gbps, setting.load) for setting in unrun}
    return [cell for cell in CELLS if cell not in missing]


def judged(results: Results, read: str) -> list[Cell]:
    """Cells of `run_cells` in which the network is congested."""
    there = run_cells(results, read)
    return [cell for cell in there if runs.congested(*under(read, cells_of([PLAIN], [cell])))]


def require_settled(
    results: Results, read: str, schemes: Iterable[Setting], cells: Iterable[Cell] = tuple(CELLS)
) -> None:
    """Require that some cells of schemes were all run, with the spans of `SETTLED_MS`."""
    there = present(results, under(read, cells_of(runs.SCHEMES, CELLS)))
    labels = runs_of(results, *there).labels()
    spans = [int(labels[label].min()) for label in (runs.WARM_UP, runs.MEASURED)]
    if any(ms < needed for ms, needed in zip(spans, SETTLED_MS, strict=True)):
        raise NotAsked(
            f"The rule needs {SETTLED_MS[0]} ms of warm-up and a window of {SETTLED_MS[1]} ms; "
            f"this edition has {spans[0]} and {spans[1]} ms."
        )
    for missing in absent(results, under(read, cells_of(schemes, cells))):
        raise NotAsked(f"Not run in this edition: {missing.text}.")


def extent(results: Results, read: str) -> str:
    """Name the cells that were judged, if cells were left out."""
    there = run_cells(results, read)
    if len(there) == len(CELLS):
        return ""
    return f"Judged in {len(there)} of {len(CELLS)} cells: {', '.join(map(name, there))}. "


def largest_error(results: Results, settings: Iterable[Setting]) -> dict[str, Interval]:
    """Largest distance of a test packet from its closed form in the empty network, us.

    Infinite if a test packet did not arrive.
    """
    parts = {}
    for setting in settings:
        frame = packets(results, [setting])
        right = empty(frame["host"], setting.gbps, setting.routing == runs.EQUAL, setting.topology)
        error = round(float(np.abs(frame["latency"] - right).max()), 6)
        all_came = frame["latency"].count() == TEST_PACKETS
        parts[f"{setting.protocol}, {setting.gbps} Gb/s"] = error if all_came else np.inf
    return exact(parts)


def idle(*schemes: Setting, rates: Iterable[int] = RATES) -> list[Setting]:
    """Cells of schemes without background traffic."""
    return cells_of(schemes, [(gbps, 0) for gbps in rates])


@claim("PF-01", S2, "1, 2, 8, 128")
@rule(
    "links",
    {"of hosts": Equals(128), "of racks": Equals(8), "of the core": Equals(2)},
    from_document=True,
)
def topology(results: Results, read: str) -> Finding:
    """A core switch, 2 aggregation switches, 8 top of rack switches and 128 servers."""
    tiers = {"of hosts": "access", "of racks": "uplink", "of the core": "core"}
    (cell,) = idle(PLAIN, rates=(1,))
    return Finding(exact({part: of_tier(results, "links", cell, t) for part, t in tiers.items()}))


def of_tier(results: Results, what: str, cell: Setting, tier: str) -> float:
    """Read what all runs of a cell have in a tier."""
    return float(measured(runs_of(results, cell), f"latency.{what}", tier).iloc[0])


@claim("PF-02", f"{S2}, {S31}", "64:4:1, 32:4:1, 16:4:1", "tiers")
@rule(
    "capacity of the tiers over that of the core",
    {
        f"{tier}, {gbps} Gb/s": Equals(value)
        for gbps in RATES
        for tier, value in (("access", 64 / gbps), ("uplink", 4.0))
    },
    from_document=True,
)
def over_subscription(results: Results, read: str) -> Finding:
    """With links of 1, 2, 4 Gb/s above the racks over-subscriptions are 64:4:1, 32:4:1, 16:4:1."""
    parts = {}
    for cell, tier in product(idle(PLAIN), ("access", "uplink")):
        ours, core = (of_tier(results, "capacity", cell, name) for name in (tier, "core"))
        parts[f"{tier}, {cell.gbps} Gb/s"] = ours / core
    note = "Ratios of capacities; uniform traffic loads the tiers 1 : 14.1 : 32.3."
    return Finding(exact(parts), note)


@claim("PF-03", S2, "12 us")
@rule("time on a link of 1 Gb/s", Equals(12, 1e-9), unit="us", from_document=True)
def serialization(results: Results, read: str) -> Finding:
    """A packet of 1,500 bytes takes 12 us at 1 Gb/s."""
    frame = packets(results, idle(PLAIN, rates=(1,)))
    return Finding(Interval.exact(float((frame["transmission"] / frame["hops"]).max())))


@claim("PF-04", S31, "29, 54, 78 us", "levels figure-2")
@rule("largest distance from 29.4, 53.8, 78.2 us", Below(EXACT_US), unit="us", from_document=True)
def levels(results: Results, read: str) -> Finding:
    """Without background traffic latencies are about 29, 54 and 78 us, depending on the server."""
    return Finding(
        largest_error(results, idle(PLAIN_TCP, PLAIN, rates=(1,))),
        "15, 48 and 64 packets: the document counts 15, 49 and 63 in its index ranges.",
    )


@claim("PF-05", f"{S31}, {BOTH}", "63.1 and 16.7 us", "levels")
@rule(
    "of whole microseconds",
    {"mean": Equals(63.1, EXACT_US), "deviation": Equals(16.7, EXACT_US)},
    unit="us",
    from_document=True,
)
def moments(results: Results, read: str) -> Finding:
    """The mean is 63.1 us and the standard deviation 16.7 us without background traffic."""
    latencies = packets(results, idle(PLAIN_TCP, rates=(1,)))["latency"]
    whole = latencies.round()
    return Finding(
        exact({"mean": whole.mean(), "deviation": whole.std(ddof=0)}),
        f"Without rounding {latencies.mean():.4f} and {latencies.std(ddof=0):.4f} us: the document "
        "rounds latencies to whole microseconds and prints the population deviation.",
    )


@claim("PF-06", f"{S31}, {BOTH}", "lower levels at 2 and 4 Gb/s", "levels")
@rule("largest distance from the closed form", Below(EXACT_US), unit="us", from_document=True)
def faster_levels(results: Results, read: str) -> Finding:
    """Levels are 29.4, 41.8, 54.2 us with links of 2 Gb/s, and 29.4, 35.8, 42.2 with 4 Gb/s."""
    cells = idle(PLAIN_TCP, PLAIN, rates=(2, 4))
    return Finding(largest_error(results, cells), "The levels are derived, not printed.")


@claim("PF-07", f"{S31}, figure 2(a)", "29 to 829 us", "figure-2 sensitivity")
@rule(
    f"10 %, 1 Gb/s, {AFTER}",
    {"shortest": Equals(29.4, EXACT_US), "longest": Within(829 / EXTREME, 829 * EXTREME)},
    unit="us",
)
def tcp_range(results: Results, read: str) -> Finding:
    """TCP latencies at 10 % vary from 29 to 829 us."""
    require_settled(results, read, [PLAIN_TCP], [TEN])
    least, most, lost = extremes(results, read, PLAIN_TCP)
    return Finding({"shortest": least, "longest": most}, f"Lost of 127: {lost:.3g}.")


def extremes(results: Results, read: str, scheme: Setting) -> list[Interval]:
    """Shortest and longest latency, and lost packets, of a scheme at 10 % and 1 Gb/s."""
    (cell,) = under(read, [scheme])
    return [typical(values(results, f"latency.{name}", cell)) for name in ("least", "most", "lost")]


def finding(
    parts: Mapping[str, Mapping[Cell, Interval]], note: str | Callable[[], str] = ""
) -> Finding:
    """Make a finding of parts by what they are about and their cells, if there are any."""
    named = {f"{what}{name(cell)}": v for what, of in parts.items() for cell, v in of.items()}
    if not named:
        raise NotAsked("No congested cell is run in this edition.")
    return Finding(named, note)


def steps(
    results: Results, read: str, scheme: Setting, cells: Iterable[tuple[Cell, Cell]]
) -> dict[str, Interval]:
    """Ratios of mean and deviation of a scheme in one cell over those in another."""
    frames = {what: grid(results, metric, read, scheme) for what, metric in METRICS.items()}
    return {
        f"{what}, {name(more)} over {name(less)}": over(frame[more].dropna(), frame[less].dropna())
        for (more, less), (what, frame) in product(cells, frames.items())
    }


class OfCells(dict[str, Rule]):
    """Rules by what they are about: the same in each cell, which follows in the name of a part."""

    def __missing__(self, part: str) -> Rule:
        return next(kept for what, kept in self.items() if part.startswith(f"{what}, "))


@claim("PF-08", f"{S31}, figures 2, 6, 7", "significantly reduced", "figure-6 figure-7")
@rule(
    f"1 over 2 and 2 over 4 Gb/s, at each load, {AFTER}",
    OfCells({"mean": Above(MUCH), "deviation": Above(1)}),
)
def tcp_by_rate(results: Results, read: str) -> Finding:
    """Latencies of TCP and their spread fall with faster links at the same load."""
    require_settled(results, read, [PLAIN_TCP])
    idle_means = {gbps: empty(OTHERS, gbps).mean() for gbps in RATES}
    return Finding(
        steps(results, read, PLAIN_TCP, BY_RATE),
        "Control: in the empty network the mean falls as "
        f"{listed(idle_means, '{1:.1f} us at {0} Gb/s')}.",
    )


@claim("PF-09", f"{S31}, {BOTH}", "also increased", "figure-6 figure-7")
@rule(f"1 Gb/s: each load over the next smaller one, {AFTER}", Above(1))
def tcp_by_load(results: Results, read: str) -> Finding:
    """Mean and standard deviation of TCP rise with the load."""
    require_settled(results, read, [PLAIN_TCP], SLOW)
    lost = grid(results, LOST, read, PLAIN_TCP)[1].median()
    return Finding(
        steps(results, read, PLAIN_TCP, BY_LOAD),
        f"Lost packets do not count: {listed(lost)} of 127.",
    )


@claim("PF-10", f"{S32}, figure 3", "all 78 us", "figure-3 levels")
@rule("largest distance from 78.2, 54.2, 42.2 us", Below(EXACT_US), unit="us", from_document=True)
def tcp_equal_levels(results: Results, read: str) -> Finding:
    """On routes of equal length all TCP latencies are the same without background traffic."""
    return Finding(largest_error(results, idle(EQUAL_TCP)))


@claim("PF-11", f"{S32}, figure 3(a)", "83 to 853 us, 8 lost", "figure-3 sensitivity")
@rule(
    f"10 %, 1 Gb/s, {AFTER}",
    {
        "shortest, us": Above(78.2 + EXACT_US),
        "longest, us": Within(853 / EXTREME, 853 * EXTREME),
        "lost": about(8),
    },
)
def tcp_equal_range(results: Results, read: str) -> Finding:
    """On routes of equal length TCP latencies at 10 % vary from 83 to 853 us, and 8 are lost."""
    require_settled(results, read, [EQUAL_TCP], [TEN])
    least, most, lost = extremes(results, read, EQUAL_TCP)
    return Finding({"shortest, us": least, "longest, us": most, "lost": lost})


def beside(
    results: Results, metric: str, read: str, ours: Setting, theirs: Setting
) -> dict[Cell, Interval]:
    """Ratio of a metric of two schemes in each congested cell that was run."""
    a, b = (grid(results, metric, read, scheme) for scheme in (ours, theirs))
    return {cell: over(a[cell].dropna(), b[cell].dropna()) for cell in judged(results, read)}


@claim("PF-12", f"{S32}, {BOTH}", "cannot significantly", "figure-7 schemes")
@rule(f"deviation, equal length over shortest, congested cells, {AFTER}", Above(1 / MUCH))
def tcp_equal_length(results: Results, read: str) -> Finding:
    """Routes of equal length do not significantly reduce the spread of TCP under load."""
    require_settled(results, read, [EQUAL_TCP, PLAIN_TCP])
    return finding({"": beside(results, DEVIATION, read, EQUAL_TCP, PLAIN_TCP)})


@claim("PF-13", f"{S33}, figure 4", "just as same", "figure-4")
@rule("largest difference by destination", Below(EXACT_US), unit="us", from_document=True)
def same_levels(results: Results, read: str) -> Finding:
    """Without background traffic latencies of pFabric are those of TCP."""
    parts = {}
    for ours, theirs in zip(idle(PLAIN), idle(PLAIN_TCP), strict=True):
        a, b = (
            packets(results, [cell]).set_index("host")["latency"].sort_index()
            for cell in (ours, theirs)
        )
        parts[f"{ours.gbps} Gb/s"] = (a - b).abs().fillna(np.inf).max()  # inf: it did not arrive
    return Finding(exact(parts))


@claim("PF-14", f"{S33}, figure 4", "no packet lost", "losses mechanisms")
@rule(f"lost in a run, rates and routings together, {AFTER}", Equals(0))
def no_loss(results: Results, read: str) -> Finding:
    """No test packet of pFabric is lost."""
    require_settled(results, read, [PLAIN, EQUALLED])
    parts, totals = {}, {}
    for load in LOADS:
        cells = under(read, cells_of((PLAIN, EQUALLED), [(gbps, load) for gbps in RATES]))
        lost = sum(values(results, LOST, cell) for cell in cells).dropna()
        parts[f"{load} %"] = typical(lost)
        totals[f"{load} %"] = f"{lost.sum():,.0f} of {len(cells) * TEST_PACKETS * len(lost):,}"
    note = f"In all runs: {listed(totals, '{1} at {0}')}. See the table of mechanisms."
    return Finding(parts, note)


@claim("PF-15", f"{S33}, {BOTH}", "much smaller", "figure-6 figure-7 schemes")
@rule("pFabric over TCP, congested cells", Below(1 / MUCH))
def much_smaller(results: Results, read: str) -> Finding:
    """Mean and standard deviation of pFabric are much smaller than those of TCP."""
    return finding(
        {f"{w}, ": beside(results, m, read, PLAIN, PLAIN_TCP) for w, m in METRICS.items()},
        f"{extent(results, read)}Means include the time of the empty network: if TCP waits "
        "little, no protocol can halve them. These are packets in overloaded cells; short flows "
        "on a leaf-spine at 60 % complete sooner with pFabric (flow-completion/FC-3).",
    )


@claim("PF-16", f"{S33}, {BOTH}", "also increase", "figure-6 figure-7 waiting")
@rule(f"by load at 1 Gb/s, and by rate at each load, {AFTER}", Above(1))
def pfabric_trends(results: Results, read: str) -> Finding:
    """Mean and standard deviation of pFabric rise with load and over-subscription."""
    require_settled(results, read, [PLAIN])
    lost = grid(results, LOST, read, PLAIN)[1].median()
    return Finding(
        steps(results, read, PLAIN, [*BY_LOAD, *BY_RATE]),
        "Packets on long routes are lost more often, which lowers mean and deviation. Control: in "
        "the empty network means are 63.2, 46.6 and 38.3 us, deviations 16.8, 8.5 and "
        f"4.4 at 1, 2 and 4 Gb/s. Lost at 1 Gb/s: {listed(lost)} of 127.",
    )


@claim("PF-17", f"{S34}, figure 5", "all 78 us", "figure-5 levels")
@rule("largest distance from 78.2, 54.2, 42.2 us", Below(EXACT_US), unit="us", from_document=True)
def equal_levels(results: Results, read: str) -> Finding:
    """On routes of equal length all pFabric latencies are the same without background traffic."""
    return Finding(largest_error(results, idle(EQUALLED)))


MORE = "mean of equal length less that of shortest, us"
LESS = "the same less half of the distance of shortest to TCP, us"
DEVIATIONS = "deviation of equal length over that of shortest"


@claim("PF-18", f"{S34}, {BOTH}", "slightly increased, obviously declined", "schemes padding")
@rule(
    f"congested cells, {AFTER}",
    OfCells({MORE: Above(0), LESS: Below(0), DEVIATIONS: Below(1 / MUCH)}),
)
def equal_length(results: Results, read: str) -> Finding:
    """Routes of equal length raise pFabric's mean slightly and reduce its deviation clearly."""
    require_settled(results, read, [EQUALLED, PLAIN, PLAIN_TCP])
    equal, short, tcp = (grid(results, MEAN, read, s) for s in (EQUALLED, PLAIN, PLAIN_TCP))
    cells = judged(results, read)
    more = {cell: typical((equal[cell] - short[cell]).dropna()) for cell in cells}
    excess = equal - short - SLIGHT * (tcp - short)
    ratios = {name(cell): over(equal[cell].dropna(), short[cell].dropna()) for cell in cells}
    return finding(
        {
            f"{MORE}, ": more,
            f"{LESS}, ": {cell: typical(excess[cell].dropna()) for cell in cells},
            f"{DEVIATIONS}, ": beside(results, DEVIATION, read, EQUALLED, PLAIN),
        },
        f"Ratios of the means: {listed(ratios, '{1:.3g} at {0}')}. Control: "
        "in the empty network the means are 1.24, 1.16 and 1.10 times as large.",
    )


@claim("PF-19", f"{S34}, figure 5", "cannot completely eliminate", "figure-5 waiting")
@rule("deviation, each load and rate that was run", Above(EXACT_US), unit="us")
def not_eliminated(results: Results, read: str) -> Finding:
    """Routes of equal length do not remove the spread of pFabric under load."""
    frame = grid(results, DEVIATION, read, EQUALLED)

    def causes() -> str:
        table = packets(results, present(results, under(read, cells_of([EQUALLED], SLOW))))
        waited = table[list(CAUSES)].sum()
        return (
            f"{extent(results, read)}The document's reason is short flows of the same priority. "
            "Shares of the waiting at 1 Gb/s: "
            f"{listed(100 * waited / waited.sum(), '{} {:.0f} %')}."
        )

    cells = run_cells(results, read)
    return finding({"": {cell: typical(frame[cell].dropna()) for cell in cells}}, causes)


ENDS = {"load": ((1, 90), (1, 10)), "over-subscription": ((1, 90), (4, 90))}
"""Cells with more and with less of something."""


@claim("PF-20", f"{S34}, figure 6", "little impact", "figure-6")
@rule(
    f"mean over that of the empty network, more over less, equal length, {AFTER}",
    OfCells({PFABRIC: Equals(1, SAME), TCP: Above(MUCH)}),
)
def little_impact(results: Results, read: str) -> Finding:
    """On routes of equal length load and over-subscription change TCP's mean, hardly pFabric's."""
    require_settled(results, read, [EQUALLED, EQUAL_TCP], chain(*ENDS.values()))
    parts = {}
    for scheme, (part, pair) in product((EQUALLED, EQUAL_TCP), ENDS.items()):
        frame = grid(results, MEAN, read, scheme)
        more, less = ((frame[cell] / frame[cell[0], 0]).dropna() for cell in pair)
        parts[f"{scheme.protocol}, {part}"] = over(more, less)
    return Finding(
        parts,
        "Load: 90 over 10 % at 1 Gb/s. Over-subscription: 1 over 4 Gb/s at 90 %; the empty network "
        "alone gives 78.2 and 42.2 us.",
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
    parts = {what: beside(results, DEVIATION, read, *pair) for what, pair in pairs.items()}
    return finding(parts, extent(results, read))


def all_loaded(results: Results, protocol: str) -> list[Setting]:
    """Cells of a protocol with background traffic that were run, under all readings."""
    cells = cells_of([scheme for scheme in runs.SCHEMES if scheme.protocol == protocol], CELLS)
    return present(results, [cell for read in runs.READINGS for cell in under(read, cells)])


@check("V1", "closed form", "a packet at each hop", "waiting")
@rule("test packets of pFabric beyond the bound without a recorded cause", Equals(0))
def bound(results: Results, read: str) -> Finding:
    """A test packet waits at most for a whole packet at each hop, or for recorded packets."""
    came = packets(results, all_loaded(results, PFABRIC)).dropna(subset="latency")
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
        came = packets(results, all_loaded(results, protocol)).dropna(subset="latency")
        total = came[["transmission", "propagation", *CAUSES]].sum(axis=1)
        parts[protocol] = (total - came["latency"]).abs().max()
    return Finding(exact(parts))


@check("V3", "closed form", "14.11 and 32.25", "tiers")
@rule("largest relative difference of the offered loads", Below(1e-6))
def offered_loads(results: Results, read: str) -> Finding:
    """The offered load of each tier equals the closed form."""
    loaded = all_loaded(results, PFABRIC)
    loaded += present(
        results, [c for name in runs.OTHER_NETWORKS for c in runs.network_cells(name)]
    )
    cells = {cell.text: runs.offered(cell) for cell in loaded}
    chosen = runs_of(results, *loaded).frame("latency.offered", by="setting", object=None)
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
