# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Coverage of intervals, by resampling."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.statistics.inputs import check_probability, checked_values
from burstlab.statistics.intervals import Interval


@dataclass(frozen=True)
class Coverage:
    """The measured coverage of intervals.

    Attributes
    ----------
    share
        Share of the intervals that contain the truth.
    low, high
        Interval of `share`, 95 %, exact (Clopper and Pearson, Biometrika 26, 1934).
    above, below
        Shares of the intervals with the truth above, or below, the interval.
    truth
        The estimate from all values.
    repeats
        Number of intervals.
    """

    share: float
    low: float
    high: float
    above: float
    below: float
    truth: float
    repeats: int


@checked
def coverage(
    values: ArrayLike,
    interval: Callable[[np.ndarray, float], Interval],
    n: int,
    *,
    repeats: int = 4000,
    confidence: float = 0.95,
    seed: int = 1,
) -> Coverage:
    """Measure the coverage of an interval from few replications, by resampling many.

    The many replications are the population. Samples are drawn with replacement, and the truth is
    the interval's own estimate from all replications. Values rarer than one in this many
    replications are missing from the population: for a heavy tail the result is too optimistic.

    Parameters
    ----------
    values
        The many replications, shape ``(N,)``. For pairs, their differences or ratios.
    interval
        Makes an interval of values and a confidence, such as `mean_interval`.
    n
        Size of a sample, >= 2.
    repeats
        Number of samples, >= 1.
    confidence
        Of the intervals, in (0, 1).
    seed
        Of the samples.

    Examples
    --------
    >>> values = np.random.default_rng(1).normal(size=1000)
    >>> found = burstlab.coverage(values, burstlab.mean_interval, n=5, repeats=400)
    >>> bool(found.low < 0.95 < found.high)  # what Student's interval of normal values keeps
    True
    """
    x = checked_values("values", values, "replication")
    check_probability("confidence", confidence)
    for name, value, least in (("n", n, 2), ("repeats", repeats, 1)):
        if value < least:
            raise InputError(f"{name} = {value}: it must be at least {least}")
    truth = interval(x, confidence).estimate
    samples = np.random.default_rng(seed).choice(x, (repeats, n))
    made = [interval(sample, confidence) for sample in samples]
    above, below = (
        sum(missed) for missed in zip(*((i.high < truth, i.low > truth) for i in made), strict=True)
    )
    held = repeats - above - below
    share = stats.binomtest(held, repeats).proportion_ci()
    return Coverage(
        held / repeats,
        float(share.low),
        float(share.high),
        above / repeats,
        below / repeats,
        truth,
        repeats,
    )
