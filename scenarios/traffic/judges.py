# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The judges of the study: rules fixed in README.md before the first run."""

from __future__ import annotations

import numpy as np
from burstlab.archive import Results
from burstlab.statistics import mean_interval
from burstlab.study import Judgement
from scipy import stats

from . import reading, runs
from .reading import SCALES, hurst, text, variances
from .runs import POISSON, SELF_SIMILAR, SLOT

MUCH_HIGHER = 2.0
"""C1: least ratio of variances that counts as much higher."""
SLOPE_LIMIT = 0.8
"""C2: largest magnitude of the slope that counts as much less than 1."""
CONTROL = 0.05
"""C2: how far from 0.5 the fit may read H on Poisson traces."""
FREQUENTLY = 0.01
"""C3: least share of slots above the rate of the link that counts as frequently."""
LEVEL = 0.01
"""V2, V3: level of the joint tests."""
START_TICKS = 10_000


def judge_variance(results: Results) -> Judgement:
    """C1: ratio of the variances at 100 ticks."""
    poisson, self_similar = (reading.traces(results)[p] for p in (POISSON, SELF_SIMILAR))
    ratios = {
        m * SLOT: mean_interval(variances(self_similar, m) / variances(poisson, m)) for m in SCALES
    }
    ratio = ratios[SLOT]
    at_scales = ", ".join(f"{text(value)} at {ticks}" for ticks, value in ratios.items())
    return Judgement(
        ratio.mean,
        ratio.low,
        ratio.high,
        len(poisson) + len(self_similar),
        "reproduced" if ratio.low > MUCH_HIGHER else "differs",
        f"Variance over variance: {at_scales} ticks. The gap opens with the scale: within 100 "
        "ticks the requests of a source are nearly unrelated, because 99 % of its ON periods are "
        "too short for a second one. Mean rates: "
        f"{self_similar.mean() / SLOT:.4f} against {poisson.mean() / SLOT:.4f} requests/tick.",
    )


def judge_slope(results: Results) -> Judgement:
    """C2: H as fitted by hand, with the Poisson traces as control."""
    trace = reading.traces(results)[SELF_SIMILAR]
    h = mean_interval(hurst(trace))
    control = mean_interval(hurst(reading.traces(results)[POISSON]))
    if abs(control.mean - 0.5) > CONTROL:
        verdict = "not-testable"
    else:
        verdict = "reproduced" if h.low > 1 - SLOPE_LIMIT / 2 else "differs"
    return Judgement(
        h.mean,
        h.low,
        h.high,
        len(trace),
        verdict,
        f"Slope {2 * h.mean - 2:.2f} for m = 1 to {trace.shape[-1] // 10}. Corrected for the "
        f"finite trace: H = {text(mean_interval(hurst(trace, corrected=True)))}. Control: the same "
        f"fit on Poisson traces reads {text(control)}. The document prints no number; 0.875 is the "
        "limit for infinite time.",
    )


def judge_link(results: Results) -> Judgement:
    """C3: share of the slots in which the 76 Mb/s traces exceed the link."""
    traces = reading.lan_traces(results)
    share = mean_interval((traces["76 Mb/s"] > runs.LINK).mean(axis=1))
    return Judgement(
        share.mean,
        share.low,
        share.high,
        len(traces["76 Mb/s"]),
        "consistent" if share.low > FREQUENTLY else "differs",
        "Consistent at best: the deviation of the rate, 0.6 of its mean in 1 ms, is our choice, "
        "and with the mean and the link it decides the share; a normal rate of that deviation is "
        f"above the link for {100 * stats.norm.sf((runs.LINK / 179.245 - 1) / 0.6):.1f} % of the "
        "time.",
    )


def judge_start(results: Results) -> Judgement:
    """V1: deviation of the load in the first 10^4 ticks of an equilibrium start."""
    deviations = {
        kind: mean_interval(frame[START_TICKS])
        for kind, frame in reading.start_deviations(results).items()
    }
    bias = deviations["Equilibrium"]
    others = ", ".join(
        f"{kind} {100 * value.mean:+.2f} % [{100 * value.low:.2f}, {100 * value.high:.2f}]"
        for kind, value in deviations.items()
        if kind != "Equilibrium"
    )
    return Judgement(
        bias.mean,
        bias.low,
        bias.high,
        1,
        "reproduced" if bias.low <= 0 <= bias.high else "differs",
        f"{bias.n} starts of one pool each, half width {50 * (bias.high - bias.low):.3f} %. Other "
        f"starts, beside it: {others}.",
    )


def judge_rules(results: Results) -> Judgement:
    """V2: all rules of the requests against their closed forms, one joint test."""
    deviations = reading.rule_deviations(results)
    errors = {name: values.mean() / stats.sem(values) for name, values in deviations.items()}
    chi_square = float(np.square(list(errors.values())).sum())
    p = float(stats.chi2.sf(chi_square, len(errors)))
    parts = ", ".join(f"{name} {error:+.1f}" for name, error in errors.items())
    return Judgement(
        p,
        None,
        None,
        len(errors),
        "reproduced" if p >= LEVEL else "differs",
        f"Chi-square {chi_square:.1f} with {len(errors)} degrees of freedom. Deviations in "
        f"standard errors: {parts}.",
    )


def judge_energies(results: Results) -> Judgement:
    """V3: energies of octaves 1 to 13 against the exact curve, Hotelling's test."""
    frame, exact = reading.energies(results)
    ratios = frame / exact - 1
    n, octaves = ratios.shape
    mean = ratios.mean().to_numpy()
    t_square = n * mean @ np.linalg.solve(np.cov(ratios.T), mean)
    f = t_square * (n - octaves) / (octaves * (n - 1))
    p = float(stats.f.sf(f, octaves, n - octaves))
    worst = int(np.argmax(np.abs(mean)))
    return Judgement(
        p,
        None,
        None,
        n,
        "reproduced" if p >= LEVEL else "differs",
        f"Hotelling's T-square {t_square:.1f}, F({octaves}, {n - octaves}) = {f:.2f}. Largest "
        f"deviation of a mean energy: {100 * mean[worst]:+.1f} % at octave {worst + 1}, where its "
        f"standard error is {100 * ratios.iloc[:, worst].sem():.1f} %.",
    )
