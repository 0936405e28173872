# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The judges of claims C17 to C24 and V1 to V4: rules fixed in README.md before the first run."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval, histogram_quantile, mean_interval
from burstlab.study import Judgement
from scipy import stats

from . import reading
from .judges import ABOUT_FOUR, U, judgement, of_ratio
from .reading import text
from .runs import ARBITERS, LIGHT, MAX_RATE, POISSON, SAMPLES, SATURATED

EXTREME = 0.99999
HIGH = 0.99
SAME = (0.9, 1.1)
LARGER, FEWER = {"FifoFlits": 1024}, {"CpuOutstanding": 2}
BEST = "biased ALU"
LEVEL = 0.01


def judge_maximum(results: Results, load: str) -> Judgement:
    """C17: largest two-way times at the maximum rate."""
    maxima = {name: reading.tail_values(results, "two_way_max", name) for name in (load, POISSON)}
    value = reading.over(maxima[load], maxima[POISSON])
    pools = {name: reading.pooled(reading.tail(results)[name]) for name in maxima}
    extremes = {name: reading.percentile(pool, EXTREME) for name, pool in pools.items()}
    higher = extremes[load].low > extremes[POISSON].high
    samples = {name: int(pool["count"].sum()) for name, pool in pools.items()}
    parts = "; ".join(
        f"{name}: maximum {reading.MILLISECONDS * maxima[name].max():.2f} ms, 99.999 percentile "
        f"{reading.MILLISECONDS * e.value:.2f} [{reading.MILLISECONDS * e.low:.2f}, "
        f"{reading.MILLISECONDS * e.high:.2f}] ms of {samples[name]:,} samples"
        for name, e in extremes.items()
    )
    return of_ratio(
        value,
        2 * value.n,
        value.low <= 1 and not higher and min(samples.values()) >= SAMPLES,
        f"Maxima of the replications, self-similar over Poisson. {parts}.",
    )


def judge_more_often(results: Results, load: str) -> Judgement:
    """C18: how often the 99 percentile of Poisson is exceeded."""
    tails = reading.tail(results)
    poisson = reading.pooled(tails[POISSON])
    limits = {p: histogram_quantile(poisson, p)[1] for p in (HIGH, 0.9, 0.999)}
    above = {
        p: mean_interval([reading.share_above(h, limit) for h in tails[load]])
        for p, limit in limits.items()
    }
    value = above[HIGH]
    beside = ", ".join(f"{text(above[p])} above the {100 * p:g} percentile" for p in (0.9, 0.999))
    means = reading.over(
        *(reading.tail_values(results, "two_way", name) for name in (load, POISSON))
    )
    return judgement(
        value,
        len(tails[load]) + len(tails[POISSON]),
        value.low > 1 - HIGH,
        f"The 99 percentile of Poisson is {reading.MILLISECONDS * limits[HIGH]:.3f} ms. Also "
        f"{beside}. Ratio of the means: {text(means)}.",
    )


def judge_up_to_four(results: Results, load: str) -> Judgement:
    """C19: the largest ratios anywhere, of latency and of blocking."""
    largest = {}
    for metric in ("two_way", "stalled"):
        peaks = {p: reading.largest_ratio(results, metric, p, load) for p in ("U", "CS", "T")}
        pattern = max(peaks, key=lambda p: peaks[p][1].mean())
        lam, logs = peaks[pattern]
        ends = mean_interval(logs)
        value = Interval(*np.exp([ends.mean, ends.low, ends.high]), ends.n)
        largest[metric] = (value, f"{text(value)} ({pattern} at {lam:g})")
    value = largest["two_way"][0]
    return of_ratio(
        value,
        2 * value.n,
        all(ABOUT_FOUR[0] <= ratio.mean <= ABOUT_FOUR[1] for ratio, _ in largest.values()),
        f"Largest ratio to Poisson, two-way time {largest['two_way'][1]}, stalled share of the "
        f"network {largest['stalled'][1]}.",
    )


def judge_nothing_lost(results: Results, load: str) -> Judgement:
    """C20: nothing dropped, discarded or missing in any run, and stalling instead."""
    frame = reading.points(results)
    frame = frame[frame["load"] == load]
    lost = frame[["dropped", "discarded", "missing"]].abs().sum()
    total = float(lost.sum())
    return Judgement(
        total,
        None,
        None,
        len(frame),
        "reproduced" if total == 0 and frame["stalled"].sum() > 0 else "differs",
        f"{int(frame['packets'].sum()):,} packets; dropped {lost['dropped']:g}, discarded "
        f"{lost['discarded']:g}, missing {lost['missing']:g}. Stalled share of the "
        f"network up to {100 * frame['stalled'].max():.2g} %.",
    )


def judge_saturated(results: Results, load: str) -> Judgement:
    """C21: two-way time and throughput far beyond saturation."""
    ratios = {
        (metric, lam): reading.ratio(results, metric, "U", lam, load)
        for lam in SATURATED
        for metric in ("two_way", "throughput")
    }
    worst = max(ratios, key=lambda key: max(abs(ratios[key].low - 1), abs(ratios[key].high - 1)))
    parts = ", ".join(
        f"{metric.replace('_', '-')} {text(ratio, '.4g')} at {lam}"
        for (metric, lam), ratio in ratios.items()
    )
    return of_ratio(
        ratios[worst],
        2 * sum(ratio.n for ratio in ratios.values()) // 2,
        all(SAME[0] <= ratio.low and ratio.high <= SAME[1] for ratio in ratios.values()),
        f"Measured: the one farthest from 1. Self-similar over Poisson: {parts}.",
    )


def judge_buffers(results: Results, load: str) -> Judgement:
    """C22: 1024 flits against 64."""
    return _proposal(results, load, LARGER)


def judge_limit(results: Results, load: str) -> Judgement:
    """C23: 2 outstanding requests of a CPU against 8."""
    return _proposal(results, load, FEWER)


def _proposal(results: Results, load: str, varied: dict[str, int]) -> Judgement:
    ratios = {
        metric: compare(
            reading.values(results, metric, "U", load, U, **varied),
            reading.values(results, metric, "U", load, U),
        )
        for metric, compare in (
            ("two_way", reading.over),
            ("stalled", reading.relative),
            ("throughput", reading.over),
        )
    }
    value = ratios["two_way"]
    (attribute,) = varied
    frame = reading.points(results)
    beside = ", ".join(
        f"{reading.MILLISECONDS * 1000 * series.mean():.1f} us with {setting}"
        for setting in sorted(set(frame[attribute]))
        if len(series := reading.values(results, "two_way", "U", load, U, **{attribute: setting}))
    )
    return of_ratio(
        value,
        2 * value.n,
        all(ratios[metric].high < 1 for metric in ("two_way", "stalled")),
        f"Two-way time; stalled share of the network {text(ratios['stalled'])}, throughput "
        f"{text(ratios['throughput'])}. Two-way times: {beside}.",
    )


def judge_arbitration(results: Results, load: str) -> Judgement:
    """C24: throughput of T at the maximum rate, by arbiter."""
    ratios = {
        name: reading.over(
            reading.values(results, "throughput", "T", load, MAX_RATE, arbiter=name),
            reading.values(results, "throughput", "T", load, MAX_RATE),
        )
        for name in list(ARBITERS)[1:]
    }
    value = ratios[BEST]
    parts = ", ".join(f"{name} {ratio.mean:.3f}" for name, ratio in ratios.items() if name != BEST)
    return of_ratio(value, 2 * value.n, value.low > 1, f"Others over random: {parts}.")


def judge_twins(results: Results) -> Judgement:
    """V1: differences of the two engines."""
    different = {
        what: reading.counts(results, "ServernetTwin", f"servernet.different_{what}")
        for what in ("heads", "tails", "stalls")
    }
    total = float(sum(series.sum() for series in different.values()))
    hops = reading.counts(results, "ServernetTwin", "servernet.hops")
    stalled = reading.counts(results, "ServernetTwin", "servernet.stalled_ticks")
    return Judgement(
        total,
        None,
        None,
        len(hops),
        "reproduced" if total == 0 and stalled.min() > 0 else "differs",
        f"{int(hops.sum()):,} hops and {int(stalled.sum()):,} stalled ticks compared: "
        + ", ".join(f"{what} {series.sum():g}" for what, series in different.items())
        + " different.",
    )


def judge_zero_load(results: Results) -> Judgement:
    """V2: delivery times of lone packets."""
    wrong = float(reading.counts(results, "ServernetZeroLoad", "servernet.wrong_times").sum())
    packets = int(reading.counts(results, "ServernetZeroLoad", "servernet.packets").sum())
    verdict = "reproduced" if wrong == 0 else "differs"
    return Judgement(wrong, None, None, 1, verdict, f"{packets:,} packets, each alone.")


def judge_loads(results: Results) -> Judgement:
    """V3: transmitting shares under light load against the closed form."""
    deviation = light_deviations(results)
    p_values = pd.Series(stats.ttest_1samp(deviation, 0).pvalue, index=deviation.columns)
    p = min(1.0, float(len(p_values) * p_values.min()))
    worst = p_values.idxmin()
    return Judgement(
        p,
        None,
        None,
        len(deviation),
        "reproduced" if p >= LEVEL else "differs",
        f"{len(p_values)} tests. Least likely: category {worst[0]}, direction {worst[1]}, "
        f"{100 * deviation[worst].mean():+.2f} % off.",
    )


def light_deviations(results: Results) -> pd.DataFrame:
    """Divide the transmitting share by the closed form, minus 1: by run, category, direction."""
    measured, exact = (
        reading.shares(results, state, "U", POISSON, LIGHT)
        for state in ("transmitting", "expected")
    )
    return measured / exact - 1


def judge_graph(results: Results) -> Judgement:
    """V4: the channel dependency graph."""
    counts = {
        what: int(reading.counts(results, "CrossTopologyCheck", f"topology.{what}").iloc[0])
        for what in ("channels", "dependencies", "unreachable_pairs")
    }
    good = counts == {"channels": 308, "dependencies": 896, "unreachable_pairs": 0}
    return Judgement(
        counts["dependencies"],
        None,
        None,
        1,
        "reproduced" if good else "differs",
        f"{counts['channels']} channels, {counts['unreachable_pairs']} pairs of devices that "
        "cannot talk. The check refuses a graph with a cycle.",
    )
