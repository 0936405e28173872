# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Intervals of counts: shares of trials, and events in a time."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from functools import partial

from scipy import stats

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.statistics.inputs import check_probability
from burstlab.statistics.intervals import MAX_NEEDED, Interval


@checked
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
    share, tail = count / trials, (1 - confidence) / 2
    low, high = _ends_of_share(count, trials, tail)
    again = partial(share_interval, count, trials)
    reaching = partial(_needed, lambda n: _ends_of_share(share * n, n, tail), trials)
    return Interval(share, low, high, trials, confidence, "share", again, reaching)


@checked
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
    if not 0 < exposure < math.inf:
        raise InputError(f"exposure = {exposure}: above 0 and finite is allowed")
    rate, tail = count / exposure, (1 - confidence) / 2
    low, high = (end / exposure for end in _ends_of_count(count, tail))
    again = partial(rate_interval, count, exposure)
    n = max(1, int(exposure))
    reaching = partial(_needed, lambda n: [end / n for end in _ends_of_count(rate * n, tail)], n)
    return Interval(rate, low, high, n, confidence, "rate", again, reaching)


def _ends_of_share(count: float, trials: int, tail: float) -> tuple[float, float]:
    low = stats.beta.ppf(tail, count, trials - count + 1) if count > 0 else 0.0
    high = stats.beta.isf(tail, count + 1, trials - count) if count < trials else 1.0
    return float(low), float(high)


def _ends_of_count(count: float, tail: float) -> tuple[float, float]:
    low = stats.chi2.ppf(tail, 2 * count) / 2 if count > 0 else 0.0
    return float(low), float(stats.chi2.isf(tail, 2 * count + 2) / 2)


def _needed(ends: Callable[[int], tuple[float, float]], n: int, limit: float) -> int:
    """Find the least number above `n` for which the ends of the same estimate exclude a limit."""

    def excludes(n: int) -> bool:
        low, high = ends(n)
        return not low <= limit <= high

    return bisect_left(range(MAX_NEEDED), True, n + 1, key=excludes)
