# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What every estimator of H is given and what it gives back."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from burstlab.errors import InputError

SHORTEST = 128
"""Slots a trace needs: three octaves of at least 16 Haar coefficients."""


@dataclass(frozen=True)
class Estimate:
    """What a method reads from a trace.

    Attributes
    ----------
    hurst
        The estimate of H; NaN when the method finds no scales that have one.
    low, high
        Ends of its confidence interval; NaN where the theory gives none. Where `haar` chose the
        scales, it also spans the intervals of finer ranges that the data do not rule out.
    deviation
        Standard deviation of `hurst` by the theory, else NaN.
    scales
        Shortest and longest time scale used, in slots; (0, 0) for none.
    acceptable
        False when the method itself contradicts its estimate or has none.
    q, p_value
        Goodness of fit of the scaling range and the probability of one as bad, by `haar` only.
    reason
        Why `haar` does not accept the estimate or has none; empty where it does.
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


def checked(x: ArrayLike, least: int = SHORTEST) -> np.ndarray:
    """Take one trace, shape (n,), or say in one sentence why it is none."""
    trace = np.asarray(x, dtype=float)
    if trace.ndim != 1:
        raise InputError(f"x: one trace is needed, shape (n,); the shape was {trace.shape}")
    if len(trace) < least:
        raise InputError(f"x: {least} slots are needed, there were {len(trace)}")
    if not np.isfinite(trace).all():
        slot = int(np.flatnonzero(~np.isfinite(trace))[0])
        raise InputError(f"x: slot {slot} is not a finite number")
    if trace.min() == trace.max():
        raise InputError(f"x: all slots hold {trace[0]:g}; a constant trace has no H")
    return trace


def normal_quantile(level: float, name: str = "level") -> float:
    """Half width, in standard deviations, of the interval that covers with that probability."""
    if not 0 < level < 1:
        raise InputError(f"{name} = {level}: it must lie between 0 and 1")
    return float(stats.norm.ppf((1 + level) / 2))
