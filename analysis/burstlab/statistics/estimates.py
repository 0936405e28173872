# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The result of the estimators of H."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy import stats

from burstlab.statistics.inputs import check_probability


@dataclass(frozen=True)
class Estimate:
    """An estimate of H from a trace.

    Attributes
    ----------
    hurst
        The estimate of H; NaN for a trace of too few events, or if the method finds no scales with
        a single H.
    low, high
        Ends of its confidence interval; NaN where the theory gives none. Where `haar` chose the
        scales, it also spans the intervals of finer ranges that the data do not rule out.
    deviation
        Standard deviation of `hurst` by the theory, else NaN.
    scales
        Shortest and longest time scale used, in slots; (0, 0) for none.
    acceptable
        False when the method rejects its estimate or has none.
    q, p_value
        Goodness of fit of the scaling range, and its p-value, by `haar` only.
    reason
        Why the estimate is rejected or there is none; empty if accepted.

    Examples
    --------
    >>> noise = np.random.default_rng(1).poisson(1, 4096)
    >>> found = burstlab.haar(noise)
    >>> found.scales if found.acceptable else found.reason
    (2, 256)
    """

    hurst: float
    low: float
    high: float
    deviation: float
    scales: tuple[int, int]
    acceptable: bool = True
    q: float = math.nan
    p_value: float = math.nan
    reason: str = ""


def refused(reason: str, scales: tuple[int, int] = (0, 0)) -> Estimate:
    """Make an estimate without H, for a reason."""
    return Estimate(*[math.nan] * 4, scales, acceptable=False, reason=reason)


def normal_quantile(level: float, name: str = "level") -> float:
    """Half width, in standard deviations, of the interval with this coverage."""
    check_probability(name, level)
    return float(stats.norm.ppf((1 + level) / 2))
