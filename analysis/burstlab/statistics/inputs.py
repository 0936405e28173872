# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the input of the statistics, with one-sentence errors."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from burstlab.errors import InputError

SHORTEST = 128
"""Least slots of a trace: three octaves of at least 16 Haar coefficients."""


def checked_trace(x: ArrayLike, least: int = SHORTEST) -> np.ndarray:
    """Accept one trace, shape (n,), or refuse it in one sentence."""
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


def checked_values(name: str, values: ArrayLike, each: str = "value") -> np.ndarray:
    """Accept one or more finite numbers, shape (n,), or refuse them in one sentence."""
    x = np.asarray(values, dtype=float)
    if x.ndim != 1 or len(x) == 0:
        raise InputError(f"{name}: one number a {each} is needed, the shape was {x.shape}")
    if not np.isfinite(x).all():
        raise InputError(
            f"{name}: {each} {int(np.flatnonzero(~np.isfinite(x))[0])} is not a finite number"
        )
    return x


def check_probability(name: str, value: float) -> None:
    """Refuse a number that is not between 0 and 1."""
    if not 0 < value < 1:
        raise InputError(f"{name} = {value}: it must lie between 0 and 1")
