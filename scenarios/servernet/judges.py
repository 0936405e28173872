# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the document with their rules and measures; checks of the simulator.

``load`` is the self-similar load of a reading.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval, histogram_quantile, interval
from burstlab.study import Above, Below, Claims, Equals, Finding, Within, rule
from burstlab.study.measures import listed, minus, over, relative, typical

from . import reading
from .reading import MILLISECONDS, NEAR, UP, ratio, shares, values
from .runs import (
    ARBITERS,
    BEFORE,
    BEST,
    COMPARED,
    LIGHT,
    MAX_RATE,
    POINT,
    POISSON,
    PROPOSED,
    UNEQUAL,
    ZERO_LOAD_FACTOR,
)

claim, check = Claims(), Claims()
S3, S4 = "section 3", "section 4"
F4, F4a, F4b, F5, F6 = (f"{S3}, figure {number}" for number in ("4", "4a", "4b", "5", "6"))
CS_T, EFFECT = f"{S3}, patterns CS and T", f"{S3}, domino effect"
PROPOSALS, ARBITRATION = f"{S4}, proposals", f"{S4}, arbitration"
FORM = "closed form"
GRAPH = {"channels": 308, "dependencies": 896, "unreachable pairs": 0}
U = POINT["U"]
CONTROL = 0.05
"""How far from 0.5 the fit of C2 may read H on Poisson arrivals."""
DOMINO = (8, 6, 3)
HIGH = 0.99
FOUR, TWO_TO_THREE = Within(3, 5), Within(1.5, 3.75)
"""About 4, and 2 to 3: a quarter less than the least number to a quarter more than the largest."""
SAME, NOT_HIGHER = Within(0.9, 1.1), Below(1.1)
"""A difference of less than a tenth counts as none."""


@claim("C1", "section 1.2, figure 1", "much higher")
@rule("variance ratio", Above(2))
def variance(results: Results, load: str) -> Finding:
    """The variance of self-similar arrivals is much higher at 100 time units."""
    ours, poisson = (reading.slot_variances(results, name) for name in (load, POISSON))
    ratios = {f"{100 * 2**o} ticks": over(ours[o], poisson[o]) for o in (0, 3, 7, 10)}
    return Finding(ratios["100 ticks"], f"Variance over variance: {listed(ratios)}.")


@claim("C2", "section 1.2, figure 2", "H > 0.5")
@rule("H, the same fit within 0.05 of 0.5 on Poisson", Above(0.6))
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


@claim("C5", F4b, "about 4", "factor-four control figure-4 factors loads sensitivity")
@rule("U, lambda 20: ratio of the two-way times", FOUR)
def two_way(results: Results, load: str) -> Finding:
    """The two-way delivery time is about four times that under Poisson traffic."""

    def beside() -> str:
        along = np.exp(reading.log_ratios(results, "two_way", load).mean())
        return (
            f"By {listed(reading.parts_of_factor(results, load))}. With the wait for room in the "
            f"window, which two-way time excludes: "
            f"{over(reading.since(results, load), reading.since(results, POISSON)):.3g}. "
            f"Along the curve: {listed(along, '{1:.2f} at {0:g}')}."
        )

    return Finding(ratio(results, "two_way", load), beside)


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
@rule("least of them minus largest other, up", Above(0))
def most_visible(results: Results, load: str) -> Finding:
    """That is most evident for categories 3, 6 and 8."""
    increase = stall_increase(results, load).xs(UP, axis=1, level="direction")
    others = increase.drop(columns=list(DOMINO)).max(axis=1)
    order = 100 * increase.mean().sort_values(ascending=False)
    return Finding(
        typical(increase[list(DOMINO)].min(axis=1) - others),
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


@claim("C9", EFFECT, "8, 6, 3", "domino blame order")
@rule(
    "shares of blame, and what order in time has beyond chance",
    {
        "6 blamed on 8": Above(0.5),
        "3 blamed on 6 or 8": Above(0.5),
        "8 before 6, beyond chance": Above(0),
        "6 before 3, beyond chance": Above(0),
    },
)
def domino(results: Results, load: str) -> Finding:
    """Stalling begins at link 8 and propagates through link 6 to link 3."""
    blame, stalls = reading.blame(results, load), reading.stalls(results, load)
    parts = {
        "6 blamed on 8": typical(blamed_share(blame, 6, (8,))),
        "3 blamed on 6 or 8": typical(blamed_share(blame, 3, (6, 8))),
    }
    words = []
    for upper, lower in ((8, 6), (6, 3)):
        was, chance = reading.onsets(stalls, upper, lower)
        parts[f"{upper} before {lower}, beyond chance"] = typical(was - chance.mean(axis=1))
        words.append(
            f"Of the stalls of {lower} {was.mean():.2f} begin after one of {upper}, by chance "
            f"{np.nanmean(chance):.2f}."
        )
    return Finding(
        parts,
        f"All, up: {listed(parts, '{} {:.2f}')}. {' '.join(words)} 8 itself need not stall for 6 "
        "to wait: it is busy.",
    )


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

    def percent(name: str, **labels: object) -> str:
        return f"{100 * shares(results, 'stalled', name, **labels)[3, UP].mean():.0f} %"

    share = shares(results, "stalled", load)[3]
    return Finding(
        typical(share[UP]),
        lambda: (
            f"Up; Poisson {percent(POISSON)}. Both directions together "
            f"{100 * share.mean(axis=1).mean():.0f} %. Up at {MAX_RATE}: "
            f"{percent(load, lam=MAX_RATE)}."
        ),
    )


@claim("C11", F5, "same load", "figure-5")
@rule("U, lambda 20, up: stalled share of 5 over that of 3", Below(0.5))
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
@rule("CS 40 and T 14: ratios of the stalled shares", TWO_TO_THREE)
def stall_factor(results: Results, load: str) -> Finding:
    """Under CS and T links stall two to three times as much."""
    parts = {f"{p} at {POINT[p]}": ratio(results, "stalled", load, p) for p in ("CS", "T")}
    return Finding(parts, f"{listed(parts)}.")


@claim("C14", CS_T, "2 to 3", "figure-4-cs-t factors loads")
@rule(
    "CS 40: ratio; lambda 20: difference",
    {"two-way time": TWO_TO_THREE, "stalled, CS - U": Below(0)},
)
def common_subtree(results: Results, load: str) -> Finding:
    """Under CS the two-way time is two to three times, and CS blocks less than U."""
    cs, u = (values(results, "stalled", load, pattern, lam=U) for pattern in ("CS", "U"))
    parts = {
        "two-way time": ratio(results, "two_way", load, "CS"),
        "stalled, CS - U": minus(cs, u),
    }
    return Finding(
        parts,
        lambda: (
            f"Two-way time at {POINT['CS']}, stalled share of the network at {U}: {listed(parts)}."
            f" The ratio by {listed(reading.parts_of_factor(results, load, 'CS'))}."
        ),
    )


@claim("C15", CS_T, "more", "figure-4-cs-t factors knees")
@rule(f"ratio at {NEAR} of the knee of Poisson, T over CS and U", Above(1))
def transpose(results: Results, load: str) -> Finding:
    """Under T the two-way time increases more than under CS and U."""
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


@claim("C17", F6, "not higher", "figure-6 tail")
@rule("T, lambda 40: ratio of the maxima", NOT_HIGHER)
def maximum(results: Results, load: str) -> Finding:
    """The maximum two-way time is not higher under self-similar traffic."""
    maxima, words = {}, []
    for name in (load, POISSON):
        maxima[name] = values(results, "two_way_max", name, "T", lam=MAX_RATE, part="tail")
        pool = reading.times(reading.tail(results, name))
        words.append(
            f"{name}: maximum {MILLISECONDS * maxima[name].max():.2f} ms, 99.999 percentile "
            f"{reading.extreme(pool)} ms of {pool['count'].sum():,} samples"
        )
    return Finding(
        over(maxima[load], maxima[POISSON]),
        f"Maxima of the replications, self-similar over Poisson. {'; '.join(words)}; the ranks "
        "take samples for independent, which they are not.",
    )


@claim("C18", F6, "more often", "figure-6 tail")
@rule(f"T, lambda {UNEQUAL}: share above Poisson's 99 percentile", Above(0.01))
def more_often(results: Results, load: str) -> Finding:
    """High delivery times occur more often."""

    def above(p: float, **labels: object) -> Interval:
        poisson = reading.times(reading.at(results, POISSON, "T", **labels))
        limit = histogram_quantile(poisson, p)[1]
        chosen = reading.at(results, load, "T", **labels)
        each = [reading.times(chosen.where(run=run)) for run in chosen.runs()["run"]]
        return interval([reading.share_above(histogram, limit) for histogram in each])

    def beside() -> str:
        others = {f"{100 * p:g}": above(p, lam=UNEQUAL) for p in (0.9, 0.999)}
        tail = above(HIGH, lam=MAX_RATE, part="tail")
        means = ratio(results, "two_way", load, "T", lam=MAX_RATE, part="tail")
        return (
            f"Also {listed(others, '{1:.3g} above the {0} percentile')}. At the maximum rate, "
            f"where lambda makes all sources alike, {tail:.3g} above the 99 percentile; ratio of "
            f"the means there {means:.3g}."
        )

    return Finding(above(HIGH, lam=UNEQUAL), beside)


@claim("C19", S4, "up to 4", "factors ratios")
@rule("largest ratios on the curves of U, CS, T", FOUR)
def up_to_four(results: Results, load: str) -> Finding:
    """Blocking and latency are up to four times higher."""
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
@rule(f"U at {MAX_RATE}: two ratios", SAME)
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
    parts = {"time": over(*times), "stalled share": relative(*both("stalled"))}
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

    return Finding(over(carried(BEST), carried()), beside if load in COMPARED else "")


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


@check("V3", FORM, "p of the joint test")
@rule("p", Above(0.01))
def loads(results: Results, _: str) -> Finding:
    """Under light load the links carry what pattern, routes and sizes say."""
    from scipy import stats

    measured, exact = (
        shares(results, state, POISSON, lam=LIGHT) for state in ("transmitting", "expected")
    )
    deviation = measured / exact - 1
    p_values = pd.Series(stats.ttest_1samp(deviation, 0).pvalue, index=deviation.columns)
    worst = p_values.idxmin()
    return Finding(
        Interval.exact(min(1.0, float(len(p_values) * p_values.min())), len(deviation)),
        f"{len(p_values)} tests. Least likely: category {worst[0]}, direction {worst[1]}, "
        f"{100 * deviation[worst].mean():+.2f} % off.",
    )


@check("V4", FORM, "896")
@rule("counts", {name: Equals(count) for name, count in GRAPH.items()})
def graph(results: Results, _: str) -> Finding:
    """308 channels depend on each other in 896 ways, without a cycle."""
    chosen = results.where(part="graph")
    parts = {}
    for name in GRAPH:
        counted = chosen.scalars(f"topology.{name.replace(' ', '_')}")
        parts[name] = Interval.exact(counted["value"].iloc[0])
    return Finding(parts, "The check refuses a graph with a cycle.")
