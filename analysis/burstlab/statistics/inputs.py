# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the input of the statistics, with one-sentence errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from burstlab.arguments import shown
from burstlab.errors import InputError, KindError

SHORTEST = 128
"""Least slots of a trace: three octaves of at least 16 Haar coefficients."""


def array_of(name: str, values: ArrayLike) -> np.ndarray:
    """Convert to an array of numbers, or refuse in one sentence."""
    try:
        made = np.asarray(values)
        if made.dtype.kind not in "biufO":
            raise TypeError
        return made.astype(float)
    except (TypeError, ValueError, OverflowError):  # such as rows of several lengths, or texts
        raise KindError(
            f"{name} = {shown(values)}: numbers are needed, in rows of one length"
        ) from None


def checked_trace(x: ArrayLike, least: int = SHORTEST) -> np.ndarray:
    """Accept one trace, shape (n,), or refuse it in one sentence."""
    trace = array_of("x", x)
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
    x = array_of(name, values)
    if x.ndim != 1 or len(x) == 0:
        raise InputError(f"{name}: one number a {each} is needed, the shape was {x.shape}")
    if not np.isfinite(x).all():
        raise InputError(
            f"{name}: {each} {int(np.flatnonzero(~np.isfinite(x))[0])} is not a finite number"
        )
    return x


def checked_pairs(one: str, a: ArrayLike, other: str, b: ArrayLike) -> tuple[np.ndarray, ...]:
    """Accept as many finite numbers on both sides, or refuse them in one sentence.

    Two Series are paired by their index, all else by position.
    """
    if isinstance(a, pd.Series) and isinstance(b, pd.Series):
        b = b.reindex(matching(one, a, other, b))
    x, y = (checked_values(name, values, "replication") for name, values in ((one, a), (other, b)))
    if len(x) != len(y):
        raise InputError(
            f"{one} and {other}: pairs need as many replications on both sides, there were"
            f" {len(x)} and {len(y)}"
        )
    return x, y


def matching(one: str, a: pd.Series, other: str, b: pd.Series) -> pd.Index:
    """Return the index of `a` with names in the order of `b`; refuse indices that differ."""
    index = a.index
    for name, series in ((one, a), (other, b)):
        if not series.index.is_unique:
            twice = series.index[series.index.duplicated()][0]
            raise InputError(f"{name}: the index has {twice!s:.60} twice; pairs need it once")
    names, theirs = list(index.names), list(b.index.names)
    if names != theirs and sorted(map(str, names)) == sorted(map(str, theirs)):
        index = index.reorder_levels(theirs)
    elif names != theirs and None not in (*names, *theirs):
        raise InputError(
            f"{one} and {other}: their indices are of {names} and {theirs}; pairs need one index"
        )
    apart = index.symmetric_difference(b.index, sort=False)
    if len(apart):
        raise InputError(
            f"{one} and {other}: {apart[0]!s:.60} is in the index of"
            f" {one if apart[0] in index else other} alone; pairs need one index"
        )
    return index


def check_number(name: str, value: Any) -> None:
    """Refuse a value that is not a number."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.number):
        raise KindError(f"{name} = {shown(value)}: a number is needed")


def check_probability(name: str, value: float) -> None:
    """Refuse a number that is not between 0 and 1."""
    check_number(name, value)
    if not 0 < value < 1:
        raise InputError(f"{name} = {value}: it must lie between 0 and 1")
