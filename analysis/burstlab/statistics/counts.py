# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Intervals of counts: shares of trials, and events in a time."""

from __future__ import annotations

from functools import partial

from scipy import stats

from burstlab.errors import InputError
from burstlab.statistics.inputs import check_probability
from burstlab.statistics.intervals import Interval


def share_interval(count: int, trials: int, confidence: float = 0.95) -> Interval:
    """Share of independent trials that succeeded, with Clopper and Pearson's exact interval.

    Parameters
    ----------
    count
        Trials that succeeded, 0 to `trials`.
    trials
        At least 1.
    confidence
        Least probability to cover the true share, in (0, 1).
    """
    check_probability("confidence", confidence)
    if trials < 1:
        raise InputError(f"trials = {trials}: 1 or more is allowed")
    if not 0 <= count <= trials:
        raise InputError(f"count = {count}: 0 to trials = {trials} is allowed")
    ends = stats.binomtest(count, trials).proportion_ci(confidence, method="exact")
    again = partial(share_interval, count, trials)
    return Interval(count / trials, ends.low, ends.high, trials, confidence, "share", again)


def rate_interval(count: int, exposure: float, confidence: float = 0.95) -> Interval:
    """Rate of independent events in a time, with the exact interval of a Poisson mean (Garwood).

    Parameters
    ----------
    count
        Events, 0 or more.
    exposure
        Observation time, above 0: the rate is per unit of this time.
    confidence
        Least probability to cover the true rate, in (0, 1).
    """
    check_probability("confidence", confidence)
    if count < 0:
        raise InputError(f"count = {count}: 0 or more is allowed")
    if not exposure > 0:
        raise InputError(f"exposure = {exposure}: above 0 is allowed")
    tail = (1 - confidence) / 2
    low = stats.chi2.ppf(tail, 2 * count) / 2 if count else 0.0
    high = stats.chi2.isf(tail, 2 * count + 2) / 2
    again = partial(rate_interval, count, exposure)
    ends = (count / exposure, low / exposure, high / exposure)
    return Interval(*map(float, ends), int(exposure), confidence, "rate", again)
