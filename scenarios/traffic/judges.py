# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the documents with their rules and measures; checks of the simulator."""

from __future__ import annotations

import numpy as np
from burstlab.archive import Results
from burstlab.statistics import interval
from burstlab.study import MUCH, OFTEN, Above, Claims, Equals, Finding, rule
from burstlab.study.measures import listed

from . import reading, runs
from .reading import SCALES, hurst, variances
from .runs import POISSON, SELF_SIMILAR, SLOT

claim, check = Claims(), Claims()
F1, F2 = "section 1.2, figure 1", "section 1.2, equation 1, figure 2"
ATM1 = "ATM document, section 2.1, figure 1"
START_LOAD, RENEWAL = "closed form, load of the start", "closed form, renewal equations"
CONTROL = 0.05
"""C2: largest allowed deviation of the fitted H from 0.5 on Poisson traces."""
START_TICKS = 10_000
LOAD = 0.01
"""V1, V2: largest negligible deviation of a mean load."""
ENERGY = 0.1
"""V3: the same of a mean energy: 5 % of a standard deviation."""


@claim(
    "C1",
    F1,
    "much higher",
    "figure-1",
    elsewhere="servernet/C1",
    why="These arrivals are those of the readings pool and pool as run, under which the verdicts "
    "agree. The other readings have trains in each device, with longer ON periods.",
)
@rule("ratio of the variances", Above(MUCH))
def variance(results: Results, _: str) -> Finding:
    """On a scale of 100 time units the variance of self-similar arrivals is much higher than that
    of Poisson arrivals of the same mean rate.
    """
    poisson, ours = (
        reading.traces(results, "traces", process=name) for name in (POISSON, SELF_SIMILAR)
    )
    ratios = {
        m * SLOT: interval(variances(ours, m) / variances(poisson, m), of="ratio") for m in SCALES
    }
    return Finding(
        ratios[SLOT],
        f"Variance over variance: {listed(ratios, '{1:.3g} at {0}')} ticks. The ratio grows "
        "with the scale: within 100 ticks the requests of a source are nearly uncorrelated, "
        "because 99 % of its ON periods are too short for a second request. Mean rates: "
        f"{ours.mean() / SLOT:.4f} against {poisson.mean() / SLOT:.4f} requests/tick.",
    )


@claim("C2", F2, "H > 0.5", "figure-2 estimators", elsewhere="servernet/C2")
@rule("H, the same fit within 0.05 of 0.5 on Poisson", Above(1 - 1 / MUCH / 2))
def slope(results: Results, _: str) -> Finding:
    """The variance-time slope is much less than 1 in magnitude, so H > 0.5."""
    traces = reading.traces(results, "traces", process=SELF_SIMILAR)
    h = interval(hurst(traces))
    corrected = interval(hurst(traces, corrected=True))
    control = interval(hurst(reading.traces(results, "traces", process=POISSON)))
    return Finding(
        h,
        f"Slope {2 * h.estimate - 2:.2f} for m = 1 to {traces.shape[-1] // 10}. Corrected for the "
        f"finite trace: H = {corrected:.3g}. Control: the same fit on Poisson traces reads "
        f"{control:.3g}. The document prints no number; 0.875 is the limit for infinite time.",
        "The control fails." if abs(control.estimate - 0.5) > CONTROL else "",
    )


@claim("C3", ATM1, "frequently", "atm-figure-1")
@rule("share of 1 ms slots above the link", Above(OFTEN), from_document=True)
def link(results: Results, _: str) -> Finding:
    """The bursts of the 76 Mb/s traces frequently exceed the link of 155 Mb/s."""
    from scipy import stats

    traces = reading.traces(results, "lan", load="76 Mb/s")
    return Finding(
        interval((traces > runs.LINK).mean(axis=1)),
        "Consistent at best: the deviation of the rate, 0.6 of its mean in 1 ms, is our choice, "
        "and mean, link and deviation determine the share; a normal rate with this deviation is "
        f"above the link for {100 * stats.norm.sf((runs.LINK / 179.245 - 1) / 0.6):.1f} % of the "
        "time.",
    )


@check("V1", START_LOAD, "0", "starts")
@rule("relative deviation of the mean load", Equals(0, LOAD))
def start(results: Results, _: str) -> Finding:
    """An equilibrium start has no load bias in the first 10^4 ticks."""
    deviations = {
        kind: interval(frame[START_TICKS], of="mean")
        for kind, frame in reading.start_deviations(results).items()
    }
    bias = deviations.pop("Equilibrium")
    others = ", ".join(
        f"{kind} {100 * value.estimate:+.2f} % [{100 * value.low:.2f}, {100 * value.high:.2f}]"
        for kind, value in deviations.items()
    )
    return Finding(
        bias,
        f"{bias.n} starts of one pool each, half width {50 * (bias.high - bias.low):.3f} %. Other "
        f"starts: {others}.",
    )


@check("V2", "closed form, Hurwitz zeta functions", "0")
@rule("relative deviation of each mean load", dict.fromkeys(runs.RULES, Equals(0, LOAD)))
def rules(results: Results, _: str) -> Finding:
    """Seven rules for the position of requests give the rates of their closed forms."""
    from scipy import stats

    deviations = {
        name: reading.starts(results, part="rules", rule=name).iloc[:, -1] for name in runs.RULES
    }
    errors = [values.mean() / stats.sem(values) for values in deviations.values()]
    chi_square = float(np.square(errors).sum())
    p = float(stats.chi2.sf(chi_square, len(errors)))
    return Finding(
        {name: interval(values, of="mean") for name, values in deviations.items()},
        f"{len(next(iter(deviations.values())))} starts of each rule. Joint test, which decides "
        f"nothing: chi-square {chi_square:.1f} with {len(errors)} degrees of freedom, p = {p:.2g}.",
    )


@check("V3", RENEWAL, "1", "energies")
@rule(
    "mean energy of each octave over its exact value",
    {f"octave {octave}": Equals(1, ENERGY) for octave in range(1, runs.JUDGED_OCTAVES + 1)},
)
def energies(results: Results, _: str) -> Finding:
    """Haar energies of octaves 1 to 10 follow the exact renewal curve."""
    from scipy import stats

    frame, exact = reading.energies(results)
    ratios = frame / exact
    n, octaves = ratios.shape
    off = ratios.mean().to_numpy() - 1
    t_square = n * off @ np.linalg.solve(np.cov(ratios.T), off)
    f = t_square * (n - octaves) / (octaves * (n - 1))
    p = float(stats.f.sf(f, octaves, n - octaves))
    beyond = ", ".join(
        f"{octave}: {each.mean():.2f} +- {each.sem():.2f}"
        for octave, each in ratios.loc[:, runs.JUDGED_OCTAVES + 1 :].items()
    )
    judged = ratios.loc[:, : runs.JUDGED_OCTAVES].items()
    return Finding(
        {f"octave {octave}": interval(each, of="mean") for octave, each in judged},
        f"{n} traces. Longer octaves, with their standard errors, {beyond}. Joint test of all, "
        f"which decides nothing: Hotelling's T-square {t_square:.1f}, F({octaves}, {n - octaves}) "
        f"= {f:.2f}, p = {p:.2g}.",
    )
