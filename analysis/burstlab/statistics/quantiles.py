# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Quantiles with intervals that assume no distribution.

All methods assume independent values. Delays of one queue are correlated: use quantiles of
independent replications, or samples farther apart than its busy periods.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.statistics.estimates import normal_quantile
from burstlab.statistics.inputs import array_of, check_probability

_NEGLIGIBLE = 1e-15  # probability beyond which no rank can matter to an interval


@dataclass(frozen=True)
class QuantileInterval:
    """A sample quantile with an interval for the quantile of the distribution.

    Attributes
    ----------
    value
        The quantile of the sample.
    low, high
        Ends of the interval; infinite where the sample is too small for that end.
    low_rank, high_rank
        Ranks of the ends in increasing order, 1 to n; 0 and n + 1 stand for the infinite ends.
    coverage
        Coverage of the interval, at least the requested one (exact for continuous
        distributions, else a lower bound).
    n
        Number of values.
    """

    value: float
    low: float
    high: float
    low_rank: int
    high_rank: int
    coverage: float
    n: int


@checked
def rank_interval(x: ArrayLike, p: float, confidence: float = 0.95) -> QuantileInterval:
    """Find the shortest interval for a quantile between two values of the sample.

    The number of values at or below the quantile is binomial for any distribution, so the
    r-th and the s-th value enclose the quantile with probability ``P(r <= B(n, p) < s)`` (David and
    Nagaraja, Order Statistics, 3rd edition, section 7.1). Shortest means the least s - r; ties go
    to the highest coverage.

    Parameters
    ----------
    x
        Independent values in any order, shape ``(n,)``, n >= 1, no NaN.
    p
        The quantile, in (0, 1).
    confidence
        Probability to cover, in (0, 1).

    Examples
    --------
    >>> found = burstlab.rank_interval(range(1, 101), 0.5)
    >>> found.value, found.low, found.high  # ranks 40 to 60: 0.954 by the binomial law
    (50.0, 40.0, 60.0)
    """
    values = np.sort(np.atleast_1d(array_of("x", x)))
    if values.ndim != 1 or len(values) == 0 or np.isnan(values[-1]):
        raise InputError(
            f"x: values without NaN are needed, shape (n,) with n >= 1; the shape was"
            f" {values.shape}, with {np.count_nonzero(np.isnan(values))} NaN"
        )
    n = len(values)
    low, high, coverage = ranks(n, p, confidence)
    ends = np.concatenate([[-math.inf], values, [math.inf]])
    value = float(values[quantile_rank(p, n) - 1])
    return QuantileInterval(value, float(ends[low]), float(ends[high]), low, high, coverage, n)


@checked
def ranks(n: int, p: float, confidence: float = 0.95) -> tuple[int, int, float]:
    """Ranks r < s of the values that enclose the p-quantile, and the coverage.

    Parameters
    ----------
    n
        Sample size, >= 1.
    p, confidence
        As in `rank_interval`.

    Returns
    -------
    r, s : int
        1 <= r < s <= n for a large enough sample; else r = 0 or s = n + 1, first the end on the
        side of the quantile.
    coverage : float
        ``P(r <= B(n, p) < s)``.
    """
    if n < 1:
        raise InputError(f"n = {n}: a sample has at least 1 value")
    check_probability("p", p)
    check_probability("confidence", confidence)
    law = stats.binom(n, p)
    index = np.arange(
        max(0, int(law.ppf(_NEGLIGIBLE)) - 1), min(n, int(law.isf(_NEGLIGIBLE)) + 1) + 2
    )
    below = law.cdf(index - 1)  # P(B < index), so that a pair covers with a difference
    for least, most in ((1, n), (0, n) if p < 0.5 else (1, n + 1), (0, n + 1)):
        allowed = (index >= least) & (index <= most)
        rank, probability = index[allowed], below[allowed]
        upper = np.searchsorted(probability, probability + confidence)
        lower = np.flatnonzero(upper < len(rank))
        if len(lower):
            upper = upper[lower]
            coverage = probability[upper] - probability[lower]
            best = np.lexsort((-coverage, rank[upper] - rank[lower]))[0]
            return int(rank[lower[best]]), int(rank[upper[best]]), float(coverage[best])
    return 0, n + 1, 1.0


@checked
def stopping_samples(
    p: float, confidence: float = 0.99, z: float | None = None, relative: float = 1.0
) -> int:
    """Count the samples for a quantile by the rule of the ServerNet document, ``z^2 p / (1-p)``.

    Avresky, Shurbanov, Horst and Mehra, equation 2: 660,484 samples for p = 0.99999
    and 99 %, which takes z = 2.57; the exact quantile of the normal law gives 663,484.

    The formula is for a relative half width of 100 % of the probability 1 - p to exceed the
    quantile: of 660,484 samples 6.6 exceed it. `relative` sets another half width; 10 % needs a
    hundred times the samples. `rank_interval` gives an interval of the quantile
    itself. Samples are assumed to be independent.

    Parameters
    ----------
    p
        The quantile, in (0, 1).
    confidence
        Of the interval, in (0, 1).
    z
        Quantile of the normal law to use instead of the exact one, > 0.
    relative
        Requested half width, relative to 1 - p, > 0.

    Returns
    -------
    int
        The next whole number; p, z and relative are taken for the decimal numbers they print as.

    Examples
    --------
    >>> burstlab.stopping_samples(0.99)
    657
    """
    check_probability("p", p)
    z = normal_quantile(confidence, "confidence") if z is None else z
    for name, value in (("z", z), ("relative", relative)):
        if not 0 < value < math.inf:
            raise InputError(f"{name} = {value}: it must be above 0")
    exact_p, exact_z, exact_r = (Fraction(str(float(value))) for value in (p, z, relative))
    return math.ceil((exact_z / exact_r) ** 2 * exact_p / (1 - exact_p))


def quantile_rank(p: float, n: int) -> int:
    """Rank of the value that is the p-quantile of n values, max(1, ceil(p n))."""
    # One step towards zero undoes the rounding of the product: 0.07 * 100 is 7.000000000000001.
    return max(1, math.ceil(math.nextafter(p * n, 0)))
