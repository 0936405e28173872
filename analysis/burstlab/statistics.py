# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Means over independent replications with their confidence intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from burstlab.errors import InputError


@dataclass(frozen=True)
class Interval:
    """An estimate with its confidence interval.

    Attributes
    ----------
    mean
        The estimate, in the unit of what was measured.
    low, high
        Ends of the interval; NaN with a single replication, which says nothing about the spread.
    n
        Number of replications.
    """

    mean: float
    low: float
    high: float
    n: int


def mean_interval(values: ArrayLike, confidence: float = 0.95) -> Interval:
    """Mean of independent replications with Student's t-interval.

    Parameters
    ----------
    values
        One finite number a replication, shape ``(n,)`` with n >= 1.
    confidence
        Probability that the interval covers the true mean, in (0, 1), if the replications are
        normal.

    Raises
    ------
    InputError
        When there is no value or one is not finite: a mean over what was not measured would be a
        lie.
    """
    x = _replications("values", values)
    if not 0 < confidence < 1:
        raise InputError(f"confidence = {confidence}: it must lie between 0 and 1")
    mean = float(x.mean())
    if len(x) == 1:
        return Interval(mean, np.nan, np.nan, 1)
    half = stats.t.ppf((1 + confidence) / 2, len(x) - 1) * x.std(ddof=1) / np.sqrt(len(x))
    return Interval(mean, float(mean - half), float(mean + half), len(x))


def paired_difference(a: ArrayLike, b: ArrayLike, confidence: float = 0.95) -> Interval:
    """Mean of a - b over replications that share their random numbers.

    Parameters
    ----------
    a, b
        One number a replication, shape ``(n,)``; element i of both comes from the same seed and run
        number.
    confidence
        As in `mean_interval`.
    """
    x, y = _pairs(a, b)
    return mean_interval(x - y, confidence)


def paired_ratio(a: ArrayLike, b: ArrayLike, confidence: float = 0.95) -> Interval:
    """Geometric mean of a / b over replications that share their random numbers.

    Parameters
    ----------
    a, b
        One number > 0 a replication, shape ``(n,)``; element i of both comes from the same seed and
        run number.
    confidence
        As in `mean_interval`.
    """
    x, y = _pairs(a, b)
    if (x <= 0).any() or (y <= 0).any():
        raise InputError("a ratio of replications needs values above 0 on both sides")
    log = mean_interval(np.log(x / y), confidence)
    return Interval(float(np.exp(log.mean)), float(np.exp(log.low)), float(np.exp(log.high)), log.n)


def _replications(name: str, values: ArrayLike) -> np.ndarray:
    x = np.asarray(values, dtype=float)
    if x.ndim != 1 or len(x) == 0:
        raise InputError(f"{name}: one number a replication is needed, the shape was {x.shape}")
    if not np.isfinite(x).all():
        raise InputError(
            f"{name}: replication {int(np.flatnonzero(~np.isfinite(x))[0])} is not a finite number"
        )
    return x


def _pairs(a: ArrayLike, b: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    x, y = _replications("a", a), _replications("b", b)
    if len(x) != len(y):
        raise InputError(
            f"pairs need as many replications on both sides, there were {len(x)} and {len(y)}"
        )
    return x, y
