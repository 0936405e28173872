# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The end of the warm-up of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from burstlab.errors import InputError
from burstlab.statistics.inputs import checked_values

_BATCH = 5
_LEAST = 5  # batches that are never cut off


def mser5(x: ArrayLike) -> int | None:
    """Find the end of the warm-up of a run by the rule MSER-5.

    The first d means of batches of 5 values are cut off such that
    ``sum of (batch - mean)^2 / (left)^2`` over the remaining batches is smallest (White, Cobb and
    Spratt, Winter Simulation Conference 2000). At least 5 batches are left.

    The rule detects the filling of a network's queues. The bias of a wrong initial state of
    heavy-tailed sources decays too slowly for any such rule; burst-traffic starts in equilibrium.

    Parameters
    ----------
    x
        Values of one run, or better the element-wise mean of several runs, in order of time,
        shape ``(n,)``, n >= 50, finite.

    Returns
    -------
    int or None
        Number of values to cut off, a multiple of 5; None when the best d is in the second half:
        the run is too short.

    Examples
    --------
    >>> burstlab.mser5([100] * 20 + [1, 2] * 100)  # 20 values of a start that is not over
    20
    """
    values = checked_values("x", x)
    batches = len(values) // _BATCH
    if batches < 2 * _LEAST:
        raise InputError(f"x: {2 * _LEAST * _BATCH} values are needed, there were {len(values)}")
    means = values[: batches * _BATCH].reshape(batches, _BATCH).mean(axis=1)
    means -= means[batches // 2 :].mean()  # sums of squares about 0 keep their digits
    left = np.arange(batches, 0, -1)
    total, squares = (np.cumsum(part[::-1])[::-1] for part in (means, means**2))
    statistic = (squares - total**2 / left) / left.astype(float) ** 2
    cut = int(np.argmin(statistic[: batches - _LEAST + 1]))
    return None if cut > batches / 2 else cut * _BATCH
