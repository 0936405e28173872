# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The judges of claims C1 to C16: rules fixed in README.md before the first run."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval, mean_interval, paired_difference
from burstlab.study import Judgement

from . import reading
from .reading import UP, mean, text
from .runs import BEFORE, FRESH, POINT, POISSON, SATURATED, STARTS

U = POINT["U"]
WIDEST = 4.0
"""Factor between the ends of an interval of a ratio that says nothing any more."""
MUCH_HIGHER = 2.0
SLOPE_LIMIT = 0.8
CONTROL = 0.05
ABOUT_FOUR = (3.0, 5.0)
TWO_TO_THREE = (2.0, 3.0)
DOMINO = (8, 6, 3)
STALLED_MORE_THAN = 0.7
SAME_LOAD = (0.95, 1.05)


def judgement(value: Interval, runs: int, reproduced: bool, note: str) -> Judgement:
    """Make the judgement of a rule that holds or not."""
    verdict = "reproduced" if reproduced else "differs"
    return Judgement(value.mean, value.low, value.high, runs, verdict, note)


def of_ratio(value: Interval, runs: int, reproduced: bool, note: str) -> Judgement:
    """Make the judgement of a ratio, not testable when its interval is too wide."""
    if value.high > WIDEST * value.low:
        note = f"The interval spans more than a factor of {WIDEST:g}. {note}"
        return Judgement(value.mean, value.low, value.high, runs, "not-testable", note)
    return judgement(value, runs, reproduced, note)


def judge_variance(results: Results, load: str) -> Judgement:
    """C1: variance of the requests of all devices in 100 ticks over that of Poisson."""
    variances = {name: reading.slot_variances(results, name) for name in (load, POISSON)}
    ratios = {
        octave: mean_interval(variances[load][octave] / variances[POISSON][octave])
        for octave in (0, 3, 7, 10)
    }
    beside = ", ".join(f"{text(value)} at {100 * 2**octave}" for octave, value in ratios.items())
    runs = sum(len(frame) for frame in variances.values())
    return judgement(
        ratios[0], runs, ratios[0].low > MUCH_HIGHER, f"Variance over variance: {beside} ticks."
    )


def judge_slope(results: Results, load: str) -> Judgement:
    """C2: H by the fit as by hand, with Poisson as control."""
    variances = reading.slot_variances(results, load)
    h = mean_interval(reading.hurst(variances))
    control = mean_interval(reading.hurst(reading.slot_variances(results, POISSON)))
    note = (
        f"Slope {2 * h.mean - 2:.2f} over 1 to {2 ** variances.columns[-1]} slots. Control: the "
        f"same fit on Poisson arrivals reads {text(control)}. 0.875 is the limit for infinite time."
    )
    if abs(control.mean - 0.5) > CONTROL:
        return Judgement(h.mean, h.low, h.high, len(variances), "not-testable", note)
    return judgement(h, len(variances), h.low > 1 - SLOPE_LIMIT / 2, note)


def judge_saturation(results: Results, load: str) -> Judgement:
    """C3: by how much the knee of U comes earlier."""
    knees = {name: reading.saturation(results, name) for name in (POISSON, load)}
    poisson, ours = knees[POISSON].align(knees[load], join="inner")
    difference = paired_difference(poisson, ours)
    return judgement(
        difference,
        2 * len(ours),
        difference.low > 0,
        f"Two-way time of four empty networks at lambda {text(mean(poisson))} for Poisson and "
        f"{text(mean(ours))} for self-similar load.",
    )


def judge_throughput(results: Results, load: str) -> Judgement:
    """C4: throughput before saturation, and what a fresh start makes of it."""
    by_start = {
        start: reading.over(
            reading.values(results, "throughput", "U", load, BEFORE, start=start),
            reading.values(results, "throughput", "U", POISSON, BEFORE),
        )
        for start in STARTS
    }
    value = by_start[STARTS[0]]
    fresh = ", ".join(f"{start} {text(by_start[start], '.4g')}" for start in STARTS[1:])
    return of_ratio(
        value,
        2 * value.n,
        value.low > 1,
        "Before saturation all that is offered is carried, so that only a process above its "
        f"nominal rate can give more. With sources in a fresh start: {fresh}.",
    )


def judge_two_way(results: Results, load: str) -> Judgement:
    """C5: two-way time at equal nominal load."""
    value = reading.ratio(results, "two_way", "U", U, load)
    actual = reading.at_equal_rate(results, load, U)
    curve = ", ".join(
        f"{np.exp(log):.2f} at {lam:g}" for lam, log in _log_ratios(results, load).mean().items()
    )
    return of_ratio(
        value,
        2 * value.n,
        ABOUT_FOUR[0] <= value.mean <= ABOUT_FOUR[1] and value.low > 1,
        f"At equal actual generation rate {text(actual)}. Along the curve: {curve}. With sources "
        f"in a fresh start, which offer too much: {text(_fresh_two_way(results, load))}.",
    )


def _fresh_two_way(results: Results, load: str) -> Interval:
    return reading.over(
        reading.values(results, "two_way", "U", load, U, start=FRESH),
        reading.values(results, "two_way", "U", POISSON, U),
    )


def _log_ratios(results: Results, load: str) -> pd.DataFrame:
    ours, poisson = (reading.curve(results, "two_way", "U", name) for name in (load, POISSON))
    return np.log(ours / poisson).dropna(axis=1, how="all")


def stall_increase(results: Results, load: str) -> pd.DataFrame:
    """Self-similar minus Poisson stalled share at the point of U, by run, category, direction."""
    ours, poisson = (reading.shares(results, "stalled", "U", name, U) for name in (load, POISSON))
    return (ours - poisson).dropna()


def judge_all_stall_more(results: Results, load: str) -> Judgement:
    """C6: every category, both directions together."""
    increase = stall_increase(results, load).T.groupby(level="category").mean().T
    intervals = {category: mean(increase[category]) for category in increase}
    least = min(intervals, key=lambda category: intervals[category].low)
    parts = ", ".join(f"{c}: {100 * v.mean:+.1f}" for c, v in intervals.items())
    return judgement(
        intervals[least],
        2 * len(increase),
        all(value.low > 0 for value in intervals.values()),
        f"Measured: category {least}, the least certain one. Increases in points: {parts}.",
    )


def judge_most_visible(results: Results, load: str) -> Judgement:
    """C7: the increases of 3, 6, 8 against the others, up."""
    increase = stall_increase(results, load).xs(UP, axis=1, level="direction")
    others = [category for category in increase if category not in DOMINO]
    margin = mean(increase[list(DOMINO)].min(axis=1) - increase[others].max(axis=1))
    order = increase.mean().sort_values(ascending=False)
    parts = ", ".join(f"{category}: {100 * value:+.1f}" for category, value in order.items())
    return judgement(
        margin,
        2 * len(increase),
        margin.low > 0,
        f"Increase up in points, largest first: {parts}.",
    )


def judge_most_loaded(results: Results, load: str) -> Judgement:
    """C8: transmitting share of 8 up against all others."""
    margins = {}
    for name in (load, POISSON):
        share = reading.shares(results, "transmitting", "U", name, U)
        others = share.drop(columns=8, level="category")
        margins[name] = mean(share[8, UP] - others.max(axis=1))
    value = margins[load]
    return judgement(
        value,
        2 * value.n,
        all(margin.low > 0 for margin in margins.values()),
        f"Margin over the next category and direction; Poisson: {text(margins[POISSON])}.",
    )


def judge_domino(results: Results, load: str) -> Judgement:
    """C9: 8, then 6, then 3, by blame and by time."""
    shares = {
        "6 blamed on 8": blamed_share(results, load, 6, (8,)),
        "3 blamed on 6 or 8": blamed_share(results, load, 3, (6, 8)),
        "8 before 6": onset_share(results, load, 8, 6),
        "6 before 3": onset_share(results, load, 6, 3),
    }
    intervals = {name: mean(values) for name, values in shares.items()}
    weakest = min(intervals, key=lambda name: intervals[name].low)
    parts = ", ".join(f"{name} {text(value, '.2f')}" for name, value in intervals.items())
    return judgement(
        intervals[weakest],
        intervals[weakest].n,
        all(value.low > 0.5 for value in intervals.values()),
        f"Measured: {weakest}, the weakest of the four. All, up: {parts}. 8 itself need not stall "
        "for 6 to wait: it is busy.",
    )


def blamed_share(results: Results, load: str, category: int, blamed: tuple[int, ...]) -> pd.Series:
    """Share of the stalled ticks of a category up that are blamed on others up, by run."""
    frame = reading.blame(results, load)
    frame = frame[(frame["category"] == category) & (frame["direction"] == UP)]
    on = frame["blamed_category"].isin(blamed) & (frame["blamed_direction"] == UP)
    return (
        frame["ticks"].where(on, 0).groupby(frame["run"]).sum()
        / frame.groupby("run")["ticks"].sum()
    )


def onset_share(results: Results, load: str, upper: int, lower: int) -> pd.Series:
    """Share of the stalls of the lower category that begin after one of the upper one, by run.

    Counted are stalls of a link up that overlap one of the link above it in its quadrant; the
    first of several that overlap decides, the same tick counts half.
    """
    frame = reading.stalls(results, load)
    frame = frame[frame["direction"] == UP].reset_index(names="stall")
    first = {}
    for run, stalls in frame.groupby("run"):
        pairs = stalls[stalls["category"] == lower].merge(
            stalls[stalls["category"] == upper], on="quadrant", suffixes=("", "_upper")
        )
        pairs = pairs[(pairs["begin"] < pairs["end_upper"]) & (pairs["begin_upper"] < pairs["end"])]
        earliest = pairs.groupby("stall")[["begin", "begin_upper"]].min()
        lag = earliest["begin"] - earliest["begin_upper"]
        first[run] = ((lag > 0).mean() + (lag == 0).mean() / 2) if len(lag) else 0.0
    return pd.Series(first)


def judge_link_three(results: Results, load: str) -> Judgement:
    """C10: stalled share of 3 up."""
    value = mean(reading.shares(results, "stalled", "U", load, U)[3, UP])
    others = ", ".join(
        f"{100 * reading.shares(results, 'stalled', 'U', load, lam)[3, UP].mean():.0f} % at {lam}"
        for lam in SATURATED
    )
    both = reading.shares(results, "stalled", "U", load, U)[3].mean(axis=1).mean()
    poisson = reading.shares(results, "stalled", "U", POISSON, U)[3, UP].mean()
    fresh = reading.shares(results, "stalled", "U", load, U, start=FRESH)[3, UP].mean()
    return judgement(
        value,
        value.n,
        value.low > STALLED_MORE_THAN,
        f"Up; Poisson {100 * poisson:.0f} %. Both directions together {100 * both:.0f} %. Up at "
        f"higher rates: {others}; with sources in a fresh start at {U}: {100 * fresh:.0f} %.",
    )


def judge_link_five(results: Results, load: str) -> Judgement:
    """C11: load and stalling of 5 against 3, up."""
    ratios = {}
    for state in ("transmitting", "stalled"):
        share = reading.shares(results, state, "U", load, U)
        ratios[state] = reading.over(share[5, UP], share[3, UP])
    same, stalled = ratios["transmitting"], ratios["stalled"]
    return of_ratio(
        stalled,
        stalled.n,
        SAME_LOAD[0] <= same.low and same.high <= SAME_LOAD[1] and stalled.high < 0.5,
        f"Stalled share of 5 over that of 3, up. Transmitting: {text(same)}.",
    )


def judge_cpus(results: Results, load: str) -> Judgement:
    """C12: flits a CPU sends over flits an I/O device sends."""
    cpu, io = (reading.values(results, f"sent {kind}", "U", load, U) for kind in ("cpu", "io"))
    requested = reading.values(results, "requested cpu", "U", load, U)
    value = reading.over(cpu, io)
    limits = sorted(set(reading.points(results)["CpuOutstanding"]))
    by_limit = {
        limit: reading.over(*(_sent(results, load, kind, limit) for kind in ("cpu", "io")))
        for limit in limits
    }
    beside = ", ".join(f"{limit}: {ratio.mean:.2f}" for limit, ratio in by_limit.items())
    return judgement(
        value,
        value.n,
        value.low > 1,
        f"{100 * (1 - (requested / cpu).mean()):.0f} % of what a CPU sends are responses. By its "
        f"limit of outstanding requests (I/O devices 2) the ratio is {beside}.",
    )


def _sent(results: Results, load: str, kind: str, limit: int) -> pd.Series:
    return reading.values(results, f"sent {kind}", "U", load, U, CpuOutstanding=limit)


def judge_stall_factor(results: Results, load: str) -> Judgement:
    """C13: stalled share of the network under CS and T."""
    ratios = {
        pattern: reading.ratio(results, "stalled", pattern, POINT[pattern], load)
        for pattern in ("CS", "T")
    }
    value = max(ratios.values(), key=lambda ratio: abs(np.log(ratio.mean / 2.5)))
    parts = ", ".join(
        f"{pattern} at {POINT[pattern]}: {text(ratio)}" for pattern, ratio in ratios.items()
    )
    return of_ratio(
        value,
        2 * sum(ratio.n for ratio in ratios.values()),
        all(_touches(ratio, TWO_TO_THREE) for ratio in ratios.values()),
        f"Measured: the one farther from 2 to 3. {parts}.",
    )


def _touches(ratio: Interval, span: tuple[float, float]) -> bool:
    return ratio.low > 1 and ratio.low <= span[1] and ratio.high >= span[0]


def judge_common_subtree(results: Results, load: str) -> Judgement:
    """C14: two-way time under CS, and less blocking than under U."""
    value = reading.ratio(results, "two_way", "CS", POINT["CS"], load)
    subtree, uniform = (
        reading.values(results, "stalled", pattern, load, U) for pattern in ("CS", "U")
    )
    difference = paired_difference(*subtree.align(uniform, join="inner"))
    return of_ratio(
        value,
        2 * value.n,
        _touches(value, TWO_TO_THREE) and difference.high < 0,
        f"Two-way time at {POINT['CS']}. Stalled share of the network at {U}, CS - U, in points: "
        f"{100 * difference.mean:.2f} [{100 * difference.low:.2f}, "
        f"{100 * difference.high:.2f}].",
    )


def judge_transpose(results: Results, load: str) -> Judgement:
    """C15: largest ratio of T against those of CS and U."""
    peaks = {p: reading.largest_ratio(results, "two_way", p, load) for p in ("T", "CS", "U")}
    over = {p: reading.over(np.exp(peaks["T"][1]), np.exp(peaks[p][1])) for p in ("CS", "U")}
    value = min(over.values(), key=lambda ratio: ratio.low)
    parts = ", ".join(
        f"{name} {np.exp(logs.mean()):.2f} at {lam:g}" for name, (lam, logs) in peaks.items()
    )
    return of_ratio(
        value,
        sum(2 * len(logs) for _, logs in peaks.values()),
        all(ratio.low > 1 for ratio in over.values()),
        f"Largest ratio to Poisson on each curve: {parts}. Measured: T over the larger other.",
    )


def judge_hops(results: Results, load: str) -> Judgement:
    """C16: routers on the way of a packet."""
    routers = {
        pattern: reading.values(results, "routers", pattern, load, POINT[pattern])
        for pattern in POINT
    }
    ratios = [reading.over(routers["T"], routers[pattern]) for pattern in ("U", "CS")]
    value = min(ratios, key=lambda ratio: ratio.low)
    parts = ", ".join(f"{pattern} {mean(series).mean:.2f}" for pattern, series in routers.items())
    return Judgement(
        value.mean,
        value.low,
        value.high,
        sum(len(series) for series in routers.values()),
        "consistent" if value.low > 1 else "differs",
        f"Routers a packet visits: {parts}. Consistent at best: graph and pattern T are ours; and "
        "the load of the busiest link grows with it, 1840 against 1600 bytes/request under U.",
    )
