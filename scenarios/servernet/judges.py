# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the document with their rules and measures; checks of the simulator.

``load`` is the self-similar load of a reading.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval, interval
from burstlab.study import (
    MUCH,
    SAME,
    Above,
    Below,
    Claims,
    Equals,
    Finding,
    NotAsked,
    Within,
    about,
    rule,
)
from burstlab.study.measures import listed, minus, over, typical

from . import reading
from .reading import DOWN, MILLISECONDS, OF_KNEE, TAIL, UP, ratio, shares, values
from .runs import (
    ARBITERS,
    BEFORE,
    BEST,
    LIGHT,
    MAX_RATE,
    POINT,
    POISSON,
    PROPOSED,
    SAMPLES,
    UNEQUAL,
    ZERO_LOAD_FACTOR,
)


def ran(results: Results, load: str) -> None:
    """Require that the load of a reading was run."""
    if not reading.ran(results, load):
        raise NotAsked("These runs have none under this reading.")


claim, check = Claims(ran), Claims()
S3, S4 = "section 3", "section 4"
F4, F4a, F4b, F5, F6 = (f"{S3}, figure {number}" for number in ("4", "4a", "4b", "5", "6"))
CS_T, EFFECT = f"{S3}, patterns CS and T", f"{S3}, domino effect"
PROPOSALS, ARBITRATION = f"{S4}, proposals", f"{S4}, arbitration"
FORM = "closed form"
GRAPH = {"channels": 308, "dependencies": 896, "unreachable pairs": 0}
U = POINT["U"]
CONTROL = 0.05
"""How far from 0.5 the fit of C2 may read H on Poisson arrivals."""
DOMINO, OTHERS = (8, 6, 3), (1, 2, 4, 5, 7)
HIGH = 0.99
TWO_TO_THREE = Within(2, 3)
MUCH_LESS_THAN_1 = Above(1 - 1 / MUCH / 2)
"""H of a slope of the variance plot, 2 - 2 H, that is much less than 1."""
CLOSE = 0.05
"""How far from 1 a share over its closed form may be."""


@claim("C1", "section 1.2, figure 1", "much higher")
@rule("variance ratio", Above(MUCH))
def variance(results: Results, load: str) -> Finding:
    """The variance of self-similar arrivals is much higher at 100 time units."""
    ours, poisson = (reading.slot_variances(results, name) for name in (load, POISSON))
    ratios = {f"{100 * 2**o} ticks": over(ours[o], poisson[o]) for o in (0, 3, 7, 10)}
    return Finding(ratios["100 ticks"], f"Variance over variance: {listed(ratios)}.")


@claim("C2", "section 1.2, figure 2", "H > 0.5")
@rule("H, the same fit within 0.05 of 0.5 on Poisson", MUCH_LESS_THAN_1)
def slope(results: Results, load: str) -> Finding:
    """The slope of the variance plot is much less than 1, so H > 0.5."""
    ours = reading.slot_variances(results, load)
    h = interval(reading.hurst(ours))
    control = interval(reading.hurst(reading.slot_variances(results, POISSON)))
    return Finding(
        h,
        f"Slope {2 * h.estimate - 2:.2f} over 1 to {2 ** ours.columns[-1]} slots. Control: the "
        f"same fit on Poisson arrivals reads {control:.3g}. 0.875 is the limit for infinite time.",
        "The control fails." if abs(control.estimate - 0.5) > CONTROL else "",
    )


@claim("C3", F4, "lower", "figure-4")
@rule("difference of the knees of U", Above(0), unit="1/ms")
def saturation(results: Results, load: str) -> Finding:
    """Self-similar traffic saturates the network at lower average rates."""
    poisson, ours = (reading.saturation(results, name) for name in (POISSON, load))
    return Finding(
        minus(poisson, ours),
        f"Two-way time of {ZERO_LOAD_FACTOR} empty networks at lambda {typical(poisson):.3g} for "
        f"Poisson and {typical(ours):.3g} for self-similar load.",
    )


@claim("C4", F4a, "higher", "figure-4 start loads")
@rule("U, lambda 14: ratio of the throughputs", Above(1))
def throughput(results: Results, load: str) -> Finding:
    """Before saturation the throughput is higher under self-similar traffic."""
    return Finding(
        ratio(results, "throughput", load, lam=BEFORE),
        lambda: (
            "Before saturation the network carries the offered load, so only a process above its "
            f"nominal rate can give more. Offered over Poisson: "
            f"{ratio(results, 'offered_load', load, lam=BEFORE):.4g}."
        ),
    )


@claim("C5", F4b, "about 4", "factor-four control figure-4 factors loads windows sensitivity")
@rule("U, lambda 20: ratio of the two-way times", about(4), from_document=True)
def two_way(results: Results, load: str) -> Finding:
    """The two-way delivery time is about four times that under Poisson traffic."""

    def beside() -> str:
        along = np.exp(reading.log_ratios(results, "two_way", load).median())
        taken = _taken(results, load)
        factors = {
            limit: f"{ratio(results, 'two_way', load, io_limit=limit).estimate:.1f} "
            f"({reading.ceiling(results, load, limit).estimate:.1f})"
            for limit in reading.limits(results, load)
        }
        return (
            f"By {listed(reading.parts_of_factor(results, load))}. With the wait for room in the "
            f"window, which two-way time excludes: "
            f"{over(reading.since(results, load), reading.since(results, POISSON)):.3g}. "
            "Little's law, requests outstanding = throughput x two-way time: of the "
            f"{reading.windows('io')} windows of I/O devices {taken} are taken. Factor by window, "
            "in brackets with all of these windows taken and none of a CPU: "
            f"{listed(factors, '{}: {}')}. Lambda {U} and the window of 2 were chosen where a "
            "prototype showed 4. Along the curve: "
            f"{listed(along, '{1:.2f} at {0:g}')}."
        )

    return Finding(ratio(results, "two_way", load), beside)


def _taken(results: Results, load: str, pattern: str = "U", **labels: object) -> str:
    """Write how many requests of I/O devices are outstanding."""
    taken = {
        name: reading.outstanding(results, name, "io", pattern, **labels).median()
        for name in (POISSON, load)
    }
    return listed(taken, "{} {:.0f}")


def stall_increase(results: Results, load: str) -> pd.DataFrame:
    """Self-similar minus Poisson stalled share at the point of U, by category and direction."""
    ours, poisson = (shares(results, "stalled", name) for name in (load, POISSON))
    return (ours - poisson).dropna()


@claim("C6", F5, "more", "figure-5")
@rule("U, lambda 20: increase of each category", Above(0))
def all_stall_more(results: Results, load: str) -> Finding:
    """All link categories stall more."""
    increase = stall_increase(results, load).T.groupby(level="category").mean().T
    parts = {f"category {category}": typical(increase[category]) for category in increase}
    points = {name[9:]: 100 * value.estimate for name, value in parts.items()}
    return Finding(parts, f"Increases in points: {listed(points, '{}: {:+.1f}')}.")


@claim("C7", F5, "3, 6, 8", "figure-5")
@rule("increase up, each of 3, 6, 8 minus each other", Above(0))
def most_visible(results: Results, load: str) -> Finding:
    """That is most evident for categories 3, 6 and 8."""
    increase = stall_increase(results, load).xs(UP, axis=1, level="direction")
    order = 100 * increase.median().sort_values(ascending=False)
    return Finding(
        {
            f"{category} - {other}": typical(increase[category] - increase[other])
            for category in sorted(DOMINO)
            for other in OTHERS
        },
        f"Increase up in points, largest first: {listed(order, '{}: {:+.1f}')}.",
    )


@claim("C8", F5, "largest", "figure-5")
@rule("margin of 8 up over all others, either load", Above(0), from_document=True)
def most_loaded(results: Results, load: str) -> Finding:
    """Link 8 is the most loaded one."""
    parts = {}
    for name in (load, POISSON):
        share = shares(results, "transmitting", name)
        parts[name] = typical(share[8, UP] - share.drop(columns=8, level="category").max(axis=1))
    return Finding(
        parts,
        f"Margin over the next category and direction: {listed(parts)}. A consequence of graph "
        "and pattern.",
    )


@claim("C9", EFFECT, "8, 6, 3", "domino blame")
@rule("U, lambda 20, up: shares of blame", Above(0.5))
def domino(results: Results, load: str) -> Finding:
    """Links stall because link 8 is busy: 6 waits for 8, and 3 for 6 or 8."""
    blame = reading.blame(results, load)
    parts = {
        "6 blamed on 8": typical(blamed_share(blame, 6, (8,))),
        "3 blamed on 6 or 8": typical(blamed_share(blame, 3, (6, 8))),
    }
    return Finding(
        parts,
        f"Of the stalled ticks up: {listed(parts, '{} {:.2f}')}. Link 8 itself need not stall for "
        "6 to wait: it is busy (C9a).",
    )


@claim("C9a", EFFECT, "8, 6, 3", "domino order")
@rule("U, lambda 20, up: share in that order minus the share by chance", Above(0))
def order_in_time(results: Results, load: str) -> Finding:
    """The stalling of link 8 propagates through link 6 to link 3: it stalls before they do."""
    stalls = reading.stalls(results, load)
    parts, words = {}, []
    for upper, lower in ((8, 6), (6, 3)):
        was, chance = reading.onsets(stalls, upper, lower)
        parts[f"{upper} before {lower}, beyond chance"] = typical(was - chance.mean(axis=1))
        words.append(
            f"Of the stalls of {lower} {was.median():.2f} begin after one of {upper}, by chance "
            f"{chance.mean(axis=1).median():.2f}."
        )
    return Finding(parts, " ".join(words))


def blamed_share(frame: pd.DataFrame, category: int, blamed: tuple[int, ...]) -> pd.Series:
    """Share of the stalled ticks of a category up that are blamed on others up, by run."""
    frame = frame[(frame["category"] == category) & (frame["direction"] == UP)]
    on = frame["blamed_category"].isin(blamed) & (frame["blamed_direction"] == UP)
    ticks = frame["ticks"].where(on, 0).groupby(frame["run_id"]).sum()
    return ticks / frame.groupby("run_id")["ticks"].sum()


@claim("C10", F5, "> 0.7", "factor-four figure-5")
@rule("U, lambda 20, up: stalled share", Above(0.7))
def link_three(results: Results, load: str) -> Finding:
    """Link 3 stalls more than 70 % of the time."""
    reading.require_long(results, load, "U")

    def percent(name: str, **labels: object) -> str:
        return f"{100 * shares(results, 'stalled', name, **labels)[3, UP].median():.0f} %"

    share = shares(results, "stalled", load)[3]
    return Finding(
        typical(share[UP]),
        lambda: (
            f"Up; Poisson {percent(POISSON)}. Both directions together "
            f"{100 * share.mean(axis=1).median():.0f} %. Up at {MAX_RATE}: "
            f"{percent(load, lam=MAX_RATE)}."
        ),
    )


@claim("C11", F5, "same load", "figure-5")
@rule("U, lambda 20, up: stalled share of 5 over that of 3", Below(1 / MUCH))
def link_five(results: Results, load: str) -> Finding:
    """Link 5 has the load of link 3 and does not stall like it."""
    stalled, carried = (
        over(share[5, UP], share[3, UP])
        for share in (shares(results, state, load) for state in ("stalled", "transmitting"))
    )
    return Finding(stalled, f"What they carry, 5 over 3: {carried:.3g}, equal by symmetry.")


@claim("C12", S3, "more")
@rule("U, lambda 20: flits sent, CPU over I/O device", Above(1), from_document=True)
def cpus(results: Results, load: str) -> Finding:
    """CPUs generate more traffic than I/O devices."""
    cpu, io = (values(results, f"sent {kind}", load) for kind in ("cpu", "io"))

    def beside() -> str:
        responses = 1 - (values(results, "requested cpu", load) / cpu).mean()
        return (
            f"{100 * responses:.0f} % of what a CPU sends are responses: a consequence of the "
            "pattern and the limits of outstanding requests."
        )

    return Finding(over(cpu, io), beside)


@claim("C13", CS_T, "2 to 3", "factors ratios")
@rule("CS 40 and T 14: ratios of the stalled shares", TWO_TO_THREE, from_document=True)
def stall_factor(results: Results, load: str) -> Finding:
    """Under CS and T links stall two to three times as much."""
    reading.require_long(results, load, "CS", "T")
    parts = {f"{p} at {POINT[p]}": ratio(results, "stalled", load, p) for p in ("CS", "T")}
    return Finding(parts, f"{listed(parts)}.")


@claim("C14", CS_T, "2 to 3", "figure-4-cs-t factors loads")
@rule(
    "CS 40: ratio; lambda 20: difference",
    {"two-way time": TWO_TO_THREE, "stalled, CS - U": Below(0)},
    from_document=True,
)
def common_subtree(results: Results, load: str) -> Finding:
    """Under CS the two-way time is two to three times, and CS blocks less than U."""
    reading.require_long(results, load, "CS")
    cs, u = (values(results, "stalled", load, pattern, lam=U) for pattern in ("CS", "U"))
    parts = {"two-way time": ratio(results, "two_way", load, "CS"), "stalled, CS - U": minus(cs, u)}
    return Finding(
        parts,
        lambda: (
            f"Two-way time at {POINT['CS']}, stalled share of the network at {U}: {listed(parts)}."
            f" The ratio by {listed(reading.parts_of_factor(results, load, 'CS'))}."
        ),
    )


@claim("C15", CS_T, "more", "figure-4-cs-t factors knees")
@rule(f"ratio at {OF_KNEE} of the knee of Poisson, T over CS and U", Above(1))
def transpose(results: Results, load: str) -> Finding:
    """Under T the two-way time increases more than under CS and U."""
    reading.require_points(results, load)
    ratios = {p: reading.near_knee(results, load, p) for p in ("T", "CS", "U")}
    words = {p: typical(series) for p, series in ratios.items()}
    at_points = {p: ratio(results, "two_way", load, p) for p in POINT}
    return Finding(
        {f"T over {p}": over(ratios["T"], ratios[p]) for p in ("CS", "U")},
        f"Ratios there: {listed(words, '{} {:.2f}')}. At the points of the patterns: "
        f"{listed(at_points, '{} {:.2f}')}. If U has about 4 and T more, C19, up to 4, "
        "cannot hold.",
    )


@claim("C16", CS_T, "more")
@rule("routers visited, T over U and CS", Above(1), from_document=True)
def hops(results: Results, load: str) -> Finding:
    """The reason is that packets make more hops under T."""
    routers = {pattern: values(results, "routers", load, pattern) for pattern in POINT}
    means = {pattern: series.mean() for pattern, series in routers.items()}
    return Finding(
        {f"T over {pattern}": over(routers["T"], routers[pattern]) for pattern in ("U", "CS")},
        f"Routers a packet visits: {listed(means, '{} {:.2f}')}. Consistent at best: graph and "
        "pattern T are ours; and the load of the busiest link grows with it, 1840 against 1600 "
        "bytes/request under U.",
    )


@claim("C17", F6, "not higher", "figure-6 tail windows")
@rule(f"T, lambda {UNEQUAL}: ratio of the maxima of the replications", Below(1 + SAME))
def maximum(results: Results, load: str) -> Finding:
    """The maximum two-way time is not higher under self-similar traffic."""
    samples = [
        int(values(results, "samples", name, "T", lam=UNEQUAL).sum()) for name in (load, POISSON)
    ]
    if min(samples) < SAMPLES:
        raise NotAsked(
            f"The document needs {SAMPLES:,} samples for a maximum; at lambda {UNEQUAL} these runs "
            f"have {min(samples):,}."
        )

    def beside() -> str:
        most = {
            name: MILLISECONDS * values(results, "two_way_max", name, **TAIL).median()
            for name in (load, POISSON)
        }
        return (
            f"At lambda {MAX_RATE}, the point of figure 6, maxima of a replication "
            f"{listed(most, '{} {:.2f} ms')}, ratio "
            f"{ratio(results, 'two_way_max', load, **TAIL):.3g}. "
            f"Of the {reading.windows('io')} windows of I/O devices "
            f"{_taken(results, load, **TAIL)} are taken there, and "
            f"{_taken(results, load, 'T', lam=UNEQUAL)} at lambda {UNEQUAL}: where they are full, "
            "the sources cannot matter."
        )

    return Finding(ratio(results, "two_way_max", load, "T", lam=UNEQUAL), beside)


@claim("C18", F6, "more often", "figure-6 tail")
@rule(f"T, lambda {MAX_RATE}: ratio of the 99 percentiles", Above(1))
def more_often(results: Results, load: str) -> Finding:
    """At the maximum rate, that of figure 6, high delivery times occur more often."""
    return _high_times(results, load, lam=MAX_RATE, part="tail")


@claim("C18a", F6, "more often", "figure-6 tail")
@rule(f"T, lambda {UNEQUAL}: ratio of the 99 percentiles", Above(1))
def more_often_below(results: Results, load: str) -> Finding:
    """At a rate where windows need not be full, high delivery times occur more often."""
    return _high_times(results, load, lam=UNEQUAL)


def _high_times(results: Results, load: str, **labels: object) -> Finding:
    """Compare a percentile of the two-way times under T, replication by replication."""

    def compared(p: float) -> Interval:
        ours, poisson = (
            reading.percentiles(reading.at(results, name, "T", **labels), p)
            for name in (load, POISSON)
        )
        return over(ours, poisson)

    def beside() -> str:
        others = {f"{100 * p:g}": compared(p) for p in (0.5, 0.9, 0.999)}
        return (
            f"Also {listed(others, '{1:.3g} at the {0} percentile')}. Of the "
            f"{reading.windows('io')} windows of I/O devices {_taken(results, load, 'T', **labels)}"
            " are taken."
        )

    return Finding(compared(HIGH), beside)


@claim("C19", S4, "up to 4", "factors ratios")
@rule("largest ratios on the curves of U, CS, T", about(4), from_document=True)
def up_to_four(results: Results, load: str) -> Finding:
    """Blocking and latency are up to four times higher."""
    reading.require_points(results, load)
    parts = {}
    for metric, words in (("two_way", "two-way time"), ("stalled", "stalled share")):
        peaks = {p: reading.largest_ratio(results, metric, load, p) for p in ("U", "CS", "T")}
        pattern = max(peaks, key=lambda p: np.log(peaks[p][1]).mean())
        lam, ratios = peaks[pattern]
        parts[f"{words}, {pattern} at {lam:g}"] = over(ratios, ratios**0)
    return Finding(
        parts,
        f"Largest ratios to Poisson, by their means: {listed(parts)}. Taken literally, about "
        "4 under U and more under T is not up to 4.",
    )


@claim("C20", S4, "0")
@rule("dropped, discarded and missing packets", Equals(0), from_document=True)
def nothing_lost(results: Results, load: str) -> Finding:
    """No buffer ever overflows; flow control stalls instead."""
    names = ["dropped", "discarded", "missing"]
    chosen = results.where(part=("network", "tail"), load=load)
    counts = reading.counts(chosen, *names, "packets", "stalled")
    lost = counts[names].abs().sum()
    stalled = counts["stalled"].max()
    return Finding(
        Interval.exact(lost.sum(), len(counts)),
        f"{int(counts['packets'].sum()):,} packets; {listed(lost, '{} {:g}')}. Stalled share of "
        f"the network up to {100 * stalled:.2g} %. A consequence of credits.",
        "" if stalled > 0 else "Nothing stalled.",
    )


@claim("C21", S4, "no difference", "figure-4 ratios")
@rule(f"U at {MAX_RATE}: two ratios", Equals(1, SAME))
def saturated(results: Results, load: str) -> Finding:
    """In saturation the type of traffic does not matter."""
    parts = {
        words: ratio(results, metric, load, lam=MAX_RATE)
        for metric, words in (("two_way", "two-way time"), ("throughput", "throughput"))
    }
    return Finding(parts, f"Self-similar over Poisson: {listed(parts, '{} {:.4g}')}.")


@claim("C22", PROPOSALS, "less", "proposals")
@rule("1024 over 64 flits, two-way time and stalled share", Below(1))
def buffers(results: Results, load: str) -> Finding:
    """Larger buffers reduce the congestion caused by bursts."""
    return _proposal(results, load, "fifo", waits=False)


@claim("C23", PROPOSALS, "less", "proposals")
@rule("CPU limit 2 over 8, time since a request came, and stalled share", Below(1))
def limit(results: Results, load: str) -> Finding:
    """Fewer outstanding requests reduce congestion."""
    return _proposal(results, load, "cpu_limit", waits=True)


def _proposal(results: Results, load: str, name: str, *, waits: bool) -> Finding:
    """Compare a proposal with the assumed value; `waits`: include the wait for the window."""
    changed = {name: PROPOSED[name]}

    def both(metric: str) -> tuple[pd.Series, pd.Series]:
        return values(results, metric, load, **changed), values(results, metric, load)

    def beside() -> str:
        without = over(*both("two_way"))
        return (
            f"{listed(parts)}. Throughput {over(*both('throughput')):.3g}"
            + (f"; two-way time, which starts when the window has room, {without:.3g}" * waits)
            + "."
        )

    times = both("two_way")
    if waits:
        times = reading.since(results, load, **changed), reading.since(results, load)
    parts = {"time": over(*times), "stalled share": over(*both("stalled"))}
    return Finding(parts, beside)


@claim("C24", ARBITRATION, "better", "arbitration arbiters")
@rule("T, lambda 40: throughput, biased ALU over random", Above(1))
def arbitration(results: Results, load: str) -> Finding:
    """Suitable arbitration improves the performance."""

    def carried(arbiter: str = "random") -> pd.Series:
        return values(results, "throughput", load, "T", lam=MAX_RATE, arbiter=arbiter)

    def beside() -> str:
        others = [name for name in list(ARBITERS)[1:] if name != BEST]
        ratios = {name: over(carried(name), carried()).estimate for name in others}
        return f"Others over random: {listed(ratios, '{} {:.3f}')}."

    compared = reading.ran(results, load, arbiter=list(ARBITERS)[1])
    return Finding(over(carried(BEST), carried()), beside if compared else "")


@check("V1", "section 2.1", "0")
@rule("differences", Equals(0))
def twins(results: Results, _: str) -> Finding:
    """Both engines give the same heads, tails and stalled ticks (in place of C25)."""
    names = ["heads", "tails", "stalls"]
    metrics = [f"different_{name}" for name in names]
    counts = reading.counts(results.where(part="twins"), "hops", "stalled_ticks", *metrics)
    different = counts[metrics].sum().set_axis(names)
    stalled = counts["stalled_ticks"]
    return Finding(
        Interval.exact(different.sum(), len(counts)),
        f"{int(counts['hops'].sum()):,} hops and {int(stalled.sum()):,} stalled ticks compared: "
        f"{listed(different, '{} {:g}')} different.",
        "" if stalled.min() > 0 else "A run stalled nothing.",
    )


@check("V2", FORM, "0")
@rule("other delivery times", Equals(0))
def zero_load(results: Results, _: str) -> Finding:
    """A lone packet takes (H-1) 15 + N-1 + 2 ticks between every pair of devices."""
    counts = reading.counts(results.where(part="alone"), "packets", "wrong_times").sum()
    return Finding(
        Interval.exact(counts["wrong_times"]), f"{int(counts['packets']):,} packets, each alone."
    )


@check("V3", FORM, "1")
@rule("measured over closed form, each category and direction", Equals(1, CLOSE))
def loads(results: Results, _: str) -> Finding:
    """Under light load the links carry what pattern, routes and sizes say."""
    measured, exact = (
        shares(results, state, POISSON, lam=LIGHT) for state in ("transmitting", "expected")
    )
    ratios = measured / exact
    ways = {UP: "up", DOWN: "down"}
    return Finding(
        {f"{category} {ways[way]}": typical(ratios[category, way]) for category, way in ratios},
        f"Transmitting share of each category and direction, Poisson, lambda {LIGHT}.",
    )


@check("V4", FORM, "896")
@rule("counts", {name: Equals(count) for name, count in GRAPH.items()})
def graph(results: Results, _: str) -> Finding:
    """308 channels depend on each other in 896 ways, without a cycle."""
    chosen = results.where(part="graph")
    counted = {name: chosen.scalars(f"topology.{name.replace(' ', '_')}") for name in GRAPH}
    parts = {name: Interval.exact(frame["value"].iloc[0]) for name, frame in counted.items()}
    return Finding(parts, "The check refuses a graph with a cycle.")
