# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""H from the energies of the Haar wavelet, with the scales of a single H.

The C++ module burst-traffic computes the same energies during a run and applies the same rule.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike
from scipy import special, stats

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.statistics.estimates import Estimate, normal_quantile, refused
from burstlab.statistics.inputs import SHORTEST, array_of, checked_trace

MIN_COEFFICIENTS = 16
"""Least coefficients of the coarsest octave, so that their log energy is nearly normal."""
MIN_OCCUPIED = 8
"""Least coefficients of an octave that are not 0, and least blocks with something in each half."""
MIN_OCTAVES = 3
"""Least octaves of a range: two for the line, one to test the line."""
MIN_P_VALUE = 0.05
"""Level of the test that accepts a range."""
CLEAR_P_VALUE = 0.001
"""Level at which the test rules a range out."""
MAX_DEVIATION = 0.03
"""Largest standard deviation of H for a range that was searched."""


@checked
def haar(
    x: ArrayLike, first: int | None = None, last: int | None = None, level: float = 0.95
) -> Estimate:
    """Fit H to the energies of the Haar wavelet, over scales that a test accepts.

    See `haar_from_energies` for the method. For pooled replications call `haar_from_energies` with
    the mean of their energies and the sums of their counts, from `haar_energies` and
    `haar_occupied`.

    Parameters
    ----------
    x
        Counts or rates per slot, shape ``(n,)``, n >= 128, not all equal.
    first, last, level
        As in `haar_from_energies`.

    Examples
    --------
    >>> noise = np.random.default_rng(1).poisson(1, 4096)  # H of independent values is 0.5
    >>> found = burstlab.haar(noise)
    >>> bool(found.low < 0.5 < found.high), found.acceptable
    (True, True)
    """
    trace = checked_trace(x)
    energies, counts = haar_energies(trace)
    return haar_from_energies(energies, counts, first, last, level, occupied=haar_occupied(trace))


def haar_energies(x: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Compute the mean square of the Haar coefficients, octave by octave.

    Octave j compares the two halves of each block of 2^j slots,
    ``d = 2^(-j/2) (sum of the first half - sum of the second half)``. Blocks are consecutive from
    the first slot on; an incomplete last block is omitted.

    Parameters
    ----------
    x
        Counts or rates per slot, shape ``(..., n)``, n >= 2.

    Returns
    -------
    energies : ndarray
        Mean of d^2, shape ``(..., J)``, element i for octave i + 1; J = floor(log2 n).
    counts : ndarray
        Number of coefficients, ``floor(n / 2^j)``, shape ``(J,)``.

    Examples
    --------
    >>> energies, counts = burstlab.haar_energies([1, 0, 1, 0, 1, 0, 1, 0])
    >>> energies.tolist(), counts.tolist()  # all that varies, varies from slot to slot
    ([0.5, 0.0, 0.0], [4, 2, 1])
    """
    sums = np.atleast_1d(array_of("x", x))
    energies, counts = [], []
    while (count := sums.shape[-1] // 2) > 0:
        one, other = sums[..., 0 : 2 * count : 2], sums[..., 1 : 2 * count : 2]
        energies.append(((one - other) ** 2).mean(axis=-1) / 2 ** (len(counts) + 1))
        counts.append(count)
        sums = one + other
    if not counts:
        raise InputError(f"x: a coefficient needs 2 slots, the shape was {sums.shape}")
    return np.stack(energies, axis=-1), np.array(counts)


def haar_occupied(x: ArrayLike) -> np.ndarray:
    """Count the coefficients that tell how a trace varies, octave by octave.

    A block with something in one half alone has a coefficient that only counts what is there: one
    event gives the same energy to all octaves, H = 0.5. A coefficient of 0 tells of no variation:
    within a burst of equal slots it is 0, and the energy is that of the two ends.

    Parameters
    ----------
    x
        Counts or rates per slot, shape ``(n,)``, n >= 2.

    Returns
    -------
    ndarray
        The lesser of two numbers, shape ``(J,)``: coefficients that are not 0, and blocks with
        slots in both halves that differ from the (lower) median slot, 0 in a sparse trace.

    Examples
    --------
    >>> from burstlab.statistics import haar_occupied
    >>> haar_occupied([1, 0, 0, 0, 1, 1, 0, 0]).tolist()
    [1, 0, 1]
    """
    sums = array_of("x", x)
    if sums.ndim != 1 or len(sums) < 2:
        raise InputError(f"x: one trace of 2 slots or more is needed, the shape was {sums.shape}")
    middle = (len(sums) - 1) // 2
    something = sums != np.partition(sums, middle)[middle]
    occupied = []
    while (count := sums.shape[-1] // 2) > 0:
        one, other = sums[0 : 2 * count : 2], sums[1 : 2 * count : 2]
        left, right = something[0 : 2 * count : 2], something[1 : 2 * count : 2]
        occupied.append(min(np.count_nonzero(one != other), np.count_nonzero(left & right)))
        sums, something = one + other, left | right
    return np.array(occupied)


@checked
def haar_from_energies(
    energies: ArrayLike,
    counts: ArrayLike,
    first: int | None = None,
    last: int | None = None,
    level: float = 0.95,
    *,
    occupied: ArrayLike | None = None,
) -> Estimate:
    """Fit H to a logscale diagram, over scales that a test accepts.

    Weighted least squares through ``y_j = log2(energy_j) - g_j`` against j with the weights
    1/var_j, ``g_j = psi(n_j/2)/ln 2 - log2(n_j/2)`` and ``var_j = zeta(2, n_j/2)/ln^2 2``; the
    slope is 2H - 1 (Veitch and Abry, IEEE Trans. Information Theory 45(3), 1999, pp. 878-897).
    The Haar wavelet has no bias on fractional Gaussian noise, even from octave 1 on. The interval
    assumes independent octaves: on such noise it covers H with 0.95, 0.94, 0.93 instead of
    0.95 for H = 0.5, 0.75, 0.9 (``test/long/hurst.py``).

    The range is chosen as follows:

    * it ends at J, the coarsest octave with `MIN_COEFFICIENTS` = 16 coefficients;
    * it starts at the finest octave j1 for which the misfit
      ``Q = sum of (y_j - line)^2 / var_j`` over j1..J has a p-value of at least
      `MIN_P_VALUE` = 0.05, from the chi-square distribution with J - j1 - 1 degrees of freedom;
    * it has at least `MIN_OCTAVES` = 3 octaves and none with energy 0, or with fewer than
      `MIN_OCCUPIED` = 8 coefficients of `occupied`: half of what J has to have. Where J itself has
      fewer, as of a few events or of one burst, there is too little to tell.

    The test rejects one correct range in twenty, mostly because of chance in its coarsest octaves.
    Shorter ranges contain the same octaves, until so few octaves are left that any line fits: there
    H is off by twice its deviation or more. So, after the rejection of a finer range,

    * the interval also spans those of all finer ranges with a p-value of at least
      `CLEAR_P_VALUE` = 0.001, which the data do not rule out;
    * the standard deviation of H is at most `MAX_DEVIATION` = 0.03, six octaves of one trace.

    Where there is no such range, or its H is outside (0, 1) (a trend has a line as well, but no H),
    there is no estimate: `hurst` is NaN, `acceptable` False, and `reason` says why. Of traces of
    2^11 to 2^16 slots of exact noise, 5 % start above octave 1 or have no estimate, about half
    each; the intervals of the others have the coverage of a given range.

    Parameters
    ----------
    energies
        Mean of the squared coefficients, shape ``(J,)``, octave 1 first.
    counts
        Number of coefficients of each octave, shape ``(J,)``, >= 0.
    first, last
        Octaves to use instead, 1 <= first <= last - 2. With both, or `first` alone, that fit is
        returned, with its own interval; `acceptable` says whether its p-value and its H allow it.
    level
        Of the interval, in (0, 1).
    occupied
        Coefficients of each octave that tell something, shape ``(J,)``, from `haar_occupied`; None:
        all, as of noise without empty slots. Without it few events seem to have H = 0.5.

    Returns
    -------
    Estimate
        `scales` is (2^j1, 2^J).

    Raises
    ------
    InputError
        When there are too few octaves, or the requested octaves cannot be used.

    Examples
    --------
    >>> noise = np.random.default_rng(1).poisson(1, 4096)
    >>> energies, counts = burstlab.haar_energies(noise)
    >>> burstlab.haar_from_energies(energies, counts) == burstlab.haar(noise)
    True
    """
    mu, n = array_of("energies", energies), array_of("counts", counts)
    told = np.full(n.shape, MIN_OCCUPIED) if occupied is None else array_of("occupied", occupied)
    if mu.ndim != 1 or mu.shape != n.shape:
        raise InputError(f"energies and counts need one shape (J,), not {mu.shape} and {n.shape}")
    if not (np.isfinite(mu).all() and (mu >= 0).all() and np.isfinite(n).all()):
        raise InputError(
            f"energies must be finite and at least 0, and counts finite; they were {mu.tolist()}"
            f" and {n.tolist()}"
        )
    if told.shape != n.shape:
        raise InputError(f"occupied needs the shape of counts, {n.shape}, not {told.shape}")
    z = normal_quantile(level)
    if last is None:
        last = int(np.count_nonzero(n >= MIN_COEFFICIENTS))
        if last < MIN_OCTAVES:
            raise InputError(
                f"a scaling range needs {MIN_OCTAVES} octaves of {MIN_COEFFICIENTS} coefficients,"
                f" {SHORTEST} slots or more; there were {last} octaves"
            )
    if not MIN_OCTAVES <= last <= len(mu) or n[:last].min() < 2:
        raise InputError(
            f"last = {last}: it must be an octave from {MIN_OCTAVES} to {len(mu)} with at least"
            " 2 coefficients"
        )
    if first is None and told[last - 1] < MIN_OCCUPIED:
        return refused(too_little(last, told[last - 1], n[last - 1]))
    if first is None:
        empty = np.flatnonzero((mu[:last] == 0) | (told[:last] < MIN_OCCUPIED))
        starts = range(int(empty[-1]) + 2 if len(empty) else 1, last - MIN_OCTAVES + 2)
    elif 1 <= first <= last - MIN_OCTAVES + 1 and (mu[first - 1 : last] > 0).all():
        starts = range(first, first + 1)
    else:
        raise InputError(
            f"first = {first}: it must be an octave from 1 to {last - MIN_OCTAVES + 1} from which"
            f" on all have energy, up to octave {last}"
        )
    low, high = math.inf, -math.inf
    reason = f"no {MIN_OCTAVES} octaves or more lie on a line"
    if first is None and len(starts) == 0 and (told[:last] < MIN_OCCUPIED).any():
        least = int(empty[-1]) + 1
        reason = too_little(least, told[least - 1], n[least - 1])
    for start in starts:
        j = np.arange(start, last + 1)
        fit = _fit_octaves(j, mu[j - 1], n[j - 1], z)
        if first is not None:
            least = int(j[np.argmin(told[j - 1])])
            if told[least - 1] < MIN_OCCUPIED:
                reason = too_little(least, told[least - 1], n[least - 1])
                return replace(fit, acceptable=False, reason=reason)
            return fit
        if fit.p_value >= CLEAR_P_VALUE:
            low, high = min(low, fit.low), max(high, fit.high)
        if fit.p_value >= MIN_P_VALUE:
            searched = start > starts[0] and fit.deviation > MAX_DEVIATION
            if fit.acceptable and not searched:
                return replace(fit, low=low, high=high)
            reason = fit.reason or (
                f"only octaves {start} to {last} lie on a line; too few: the standard deviation of"
                f" H is above {MAX_DEVIATION}, it is {fit.deviation:.3g}"
            )
            break
    return refused(reason)


def too_little(octave: int, occupied: float, count: float) -> str:
    """Say that an octave has too few coefficients that tell something."""
    return (
        f"too little to tell: {occupied:g} of the {count:g} blocks of {2**octave} slots vary and"
        f" have something in both halves, {MIN_OCCUPIED} are needed in {MIN_OCTAVES} octaves or"
        " more"
    )


def logscale(energies: ArrayLike, counts: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Give the points of a logscale diagram: y_j and its standard deviation.

    Parameters
    ----------
    energies, counts
        As in `haar_from_energies`, energies > 0 and counts >= 1; any shape that broadcasts.

    Returns
    -------
    y, deviation : ndarray
        In units of log2, free of the bias of the logarithm.
    """
    half, mu = array_of("counts", counts) / 2, array_of("energies", energies)
    try:
        np.broadcast_shapes(mu.shape, half.shape)
    except ValueError:
        raise InputError(
            f"energies and counts: {mu.shape}, {half.shape} are no one shape"
        ) from None
    if not ((mu > 0).all() and (half >= 0.5).all()):
        raise InputError("energies must be above 0, and counts 1 or more")
    y = np.log2(mu) - (special.digamma(half) / math.log(2) - np.log2(half))
    return y, np.sqrt(special.zeta(2, half)) / math.log(2)


def _fit_octaves(j: np.ndarray, mu: np.ndarray, n: np.ndarray, z: float) -> Estimate:
    y, deviation = logscale(mu, n)
    w = deviation**-2.0
    centre = (w * j).sum() / w.sum()
    spread = (w * (j - centre) ** 2).sum()
    slope = (w * (j - centre) * y).sum() / spread
    level = (w * y).sum() / w.sum()
    q = float((w * (y - level - slope * (j - centre)) ** 2).sum())
    p_value = float(stats.chi2.sf(q, len(j) - 2))
    hurst, sd = float((1 + slope) / 2), 0.5 / math.sqrt(spread)
    reason = ""
    if p_value < MIN_P_VALUE:
        reason = f"octaves {j[0]} to {j[-1]} do not lie on a line, p = {p_value:.3g}"
    elif not 0 < hurst < 1:
        reason = f"octaves {j[0]} to {j[-1]} give H outside (0, 1): {hurst:.3g}"
    return Estimate(
        hurst,
        hurst - z * sd,
        hurst + z * sd,
        sd,
        (2 ** int(j[0]), 2 ** int(j[-1])),
        not reason,
        q,
        p_value,
        reason,
    )
