# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Estimates of the Hurst parameter H from one trace of counts or rates per slot.

`haar` is the primary estimator: it has no bias on exact noise, an interval, and a test for the
scales with a single H. `local_whittle` is an independent check. The other estimators are here
because documents report them; on a finite trace they are biased.

All refuse the same traces, with an `Estimate` that is not acceptable and says why (`_refusal`):
a trace of too few events, in which an octave of at least 16 Haar coefficients does not have 8 that
tell something (`haar_occupied`); a trace that is not stationary, by the local Whittle estimate;
one with a period.

Traffic of ON/OFF sources has no single H: its local exponent approaches the H of its tails only at
scales beyond most traces. Report an estimate together with its scales.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.statistics.estimates import Estimate, normal_quantile, refused
from burstlab.statistics.inputs import array_of, checked_trace
from burstlab.statistics.wavelet import (
    CLEAR_P_VALUE,
    MIN_COEFFICIENTS,
    MIN_OCCUPIED,
    MIN_OCTAVES,
    haar,
    haar_occupied,
    too_little,
)


@checked
def local_whittle(x: ArrayLike, m: int | None = None, level: float = 0.95) -> Estimate:
    """Fit H to the lowest frequencies by the local Whittle likelihood.

    Minimises ``log(mean of l^(2H-1) I(l)) - (2H-1) mean of log l`` over 0 <= H <= 1.5, I being the
    periodogram at the m lowest Fourier frequencies l; standard deviation 1/(2 sqrt m) (Robinson,
    Annals of Statistics 23, 1995, pp. 1630-1661, theorem 2).

    Parameters
    ----------
    x
        Counts or rates per slot, shape ``(n,)``, n >= 128, not all equal.
    m
        Number of frequencies, 2 <= m <= n/2; default floor(n^0.65), without bias on fractional
        Gaussian noise.
    level
        Of the interval, in (0, 1).

    Examples
    --------
    >>> noise = np.random.default_rng(1).poisson(1, 4096)  # H of independent values is 0.5
    >>> found = burstlab.local_whittle(noise)
    >>> bool(found.low < 0.5 < found.high)
    True
    """
    trace = checked_trace(x)
    hurst, _, m, n = _local_whittle(trace, m)
    sd = 0.5 / math.sqrt(m)
    half = normal_quantile(level) * sd
    made = Estimate(hurst, hurst - half, hurst + half, sd, (n // m, n))
    return _judged(made, trace, m)


@checked
def mean_deviation(x: ArrayLike, m: int | None = None) -> float:
    """Estimate the standard deviation of the mean of a long-range dependent trace.

    The spectrum at low frequencies, ``G l^(1-2H)`` by `local_whittle`, determines this deviation:
    ``Var = n^(2H-2) 2 pi G / (Gamma(2H+1) sin(pi H))``, which is 2 pi G / n without memory (after
    Robinson, Econometric Theory 21, 2005, pp. 171-180). Short scales have no effect.

    Parameters
    ----------
    x, m
        As in `local_whittle`. An estimate of H is clipped to 0.01 and 0.99.

    Returns
    -------
    float
        In the unit of `x`.

    Raises
    ------
    InputError
        When the trace tells too little, is not stationary or has a period.
    """
    trace = checked_trace(x)
    hurst, log_mean, m, n = _local_whittle(trace, m)
    if reason := _refusal(trace, m):
        raise InputError(f"x: {reason}")
    hurst = float(np.clip(hurst, 0.01, 0.99))
    level = 2 * math.pi * math.exp(log_mean(2 * hurst - 1))
    return math.sqrt(
        level * n ** (2 * hurst - 2) / (math.gamma(2 * hurst + 1) * math.sin(math.pi * hurst))
    )


def _local_whittle(
    x: np.ndarray, m: int | None
) -> tuple[float, Callable[[float], float], int, int]:
    """H, the log of the mean of l^e I as a function of e, m and n."""
    n = len(x)
    m = math.floor(n**0.65) if m is None else m
    if not 2 <= m <= n // 2:
        raise InputError(f"m = {m}: it must lie between 2 and half the slots, {n // 2}")
    frequency, power = _periodogram(x, m)
    log_frequency = np.log(frequency)

    def log_mean(exponent: float) -> float:
        return math.log(np.exp(exponent * log_frequency) @ power / m)

    def contrast(exponent: float) -> float:
        return log_mean(exponent) - exponent * log_frequency.mean()

    best = optimize.minimize_scalar(
        contrast, bounds=(-1, 2), method="bounded", options={"xatol": 1e-6}
    )
    return (1 + best.x) / 2, log_mean, m, n


def _judged(made: Estimate, trace: np.ndarray, m: int | None = None) -> Estimate:
    """Refuse an estimate outside (0, 1), or of a trace that has no H."""
    reason = _refusal(trace, m)
    if not reason and not 0 < made.hurst < 1:
        reason = f"H is outside (0, 1): {made.hurst:.3g}"
    return refused(reason, made.scales) if reason else made


def _refusal(trace: np.ndarray, m: int | None = None) -> str:
    """Say why a trace has no H; empty if it may have one.

    R/S never exceeds 1 and the variance-time plot hardly does: what is not stationary is found by
    the local Whittle estimate, consistent up to 1.5 (Velasco, Journal of Econometrics 91, 1999, pp.
    325-371), if it is above 1 by two standard deviations. A period is found by Fisher's test (Proc.
    Royal Society A 125, 1929) of the largest of m ordinates over their spectrum.
    """
    occupied = haar_occupied(trace)
    counts = len(trace) // 2 ** np.arange(1, len(occupied) + 1)
    last = int(np.count_nonzero(counts >= MIN_COEFFICIENTS))
    few = np.flatnonzero(occupied[last - MIN_OCTAVES : last] < MIN_OCCUPIED)
    if len(few):
        octave = last - MIN_OCTAVES + 1 + int(few[-1])
        return too_little(octave, occupied[octave - 1], counts[octave - 1])
    hurst, _, m, n = _local_whittle(trace, m)
    if hurst - 1 / math.sqrt(m) >= 1:
        return f"not stationary, as with a trend: {m} frequencies give H = {hurst:.3g}, above 1"
    frequency, power = _periodogram(trace, m)
    parts = power * frequency ** (2 * hurst - 1)
    largest = int(np.argmax(parts))
    share = parts[largest] / parts.sum()
    if m * (1 - share) ** (m - 1) < CLEAR_P_VALUE:
        return f"a period of {n / (largest + 1):.4g} slots has {100 * share:.0f} % of the variance"
    return ""


def periodogram(x: ArrayLike) -> Estimate:
    """Fit H to the log of the periodogram at the lowest tenth of the frequencies.

    Least squares against log l; the slope is 1 - 2H (Taqqu, Teverovsky and Willinger, Fractals 3,
    1995, pp. 785-798). No interval: over a fixed band the theory gives none.

    Parameters
    ----------
    x
        Counts or rates per slot, shape ``(n,)``, n >= 128, not all equal.

    Examples
    --------
    >>> noise = np.random.default_rng(1).poisson(1, 4096)  # H of independent values is 0.5
    >>> round(burstlab.periodogram(noise).hurst, 1)
    0.5
    """
    trace = checked_trace(x)
    m = len(trace) // 20
    frequency, power = _periodogram(trace, m)
    there = power > 0
    slope = _slope(np.log(frequency[there]), np.log(power[there]))
    return _judged(_bare((1 - slope) / 2, (len(trace) // m, len(trace))), trace)


@checked
def variance_time(x: ArrayLike, most: int | None = None, *, corrected: bool = True) -> Estimate:
    """Fit H to the variance of the mean of m slots, H = 1 + slope/2 on log scales.

    In the plain fit of most documents, the points have equal weights and m goes up to a tenth of
    the trace. This estimate is 0.05 too small at H = 0.9 and 2^16 slots, because the mean of the
    trace hides its slowest variations. The corrected fit divides the variance of K blocks by its
    bias ``K/(K-1) (1 - K^(2H-2))``, with the resulting H (a fixed point); points have the weight
    K and m goes up to a 64th. No interval: the points of one trace are dependent.

    Parameters
    ----------
    x
        Counts or rates per slot, shape ``(n,)``, n >= 128, not all equal.
    most
        Largest m, from 2 to n/2; default n/64 corrected, n/10 plain.
    corrected
        False: the plain fit.

    Returns
    -------
    Estimate
        Not acceptable either if the fixed point reaches H = 1.

    Examples
    --------
    >>> noise = np.random.default_rng(1).poisson(1, 4096)  # H of independent values is 0.5
    >>> round(burstlab.variance_time(noise).hurst, 1)
    0.5
    """
    trace = checked_trace(x)
    n = len(trace)
    most = n // (64 if corrected else 10) if most is None else most
    if not 2 <= most <= n // 2:
        raise InputError(f"most = {most}: it must lie between 2 and half the slots, {n // 2}")
    m = block_lengths(most)
    variances = block_variances(trace, m)
    if not variances.all():
        raise InputError(
            f"x: the mean of {m[variances == 0][0]} slots never varies, so there is no slope"
        )
    logs, blocks = np.log(variances), n // m
    if not corrected:
        return _judged(_bare(1 + _slope(np.log(m), logs) / 2, (1, int(m[-1]))), trace)
    hurst = 0.5
    for _ in range(1000):
        share = blocks / (blocks - 1) * -np.expm1((2 * hurst - 2) * np.log(blocks))
        former, hurst = hurst, 1 + _slope(np.log(m), logs - np.log(share), blocks) / 2
        hurst = min(hurst, 0.999)
        if abs(hurst - former) < 1e-12:
            break
    found = _bare(hurst if hurst < 0.999 else 1.0, (1, int(m[-1])))
    return _judged(found, trace)


@checked
def block_lengths(most: int) -> np.ndarray:
    """Whole numbers from 1 to `most` (>= 1), up to ten per decade."""
    if not 1 <= most < math.inf:
        raise InputError(f"most = {most}: 1 or more is allowed")
    return np.unique(np.rint(10 ** np.arange(0, math.log10(most) + 1e-9, 0.1)).astype(int))


@checked
def block_sums(x: ArrayLike, m: int) -> np.ndarray:
    """Sum blocks of m slots along the last axis; an incomplete block is omitted."""
    x = np.asarray(x) if isinstance(x, np.ndarray) else array_of("x", x)
    if x.ndim == 0 or not 1 <= m <= x.shape[-1]:
        raise InputError(f"m = {m}: 1 to the slots of x is allowed; its shape is {x.shape}")
    blocks = x.shape[-1] // m
    return x[..., : blocks * m].reshape(*x.shape[:-1], blocks, m).sum(axis=-1)


def block_variances(x: ArrayLike, m: ArrayLike) -> np.ndarray:
    """Sample variance of the mean of m slots, the ordinates of a variance-time plot.

    Parameters
    ----------
    x
        Counts or rates per slot, shape ``(..., n)``.
    m
        Numbers of slots, each at most n/2, shape ``(k,)``.

    Returns
    -------
    ndarray
        Shape ``(..., k)``.
    """
    lengths, x = np.ravel(array_of("m", m)), np.atleast_1d(array_of("x", x))
    if lengths.size == 0 or not ((lengths >= 1) & (lengths <= x.shape[-1] // 2)).all():
        raise InputError(
            f"m = {list(lengths)}: 1 to half the slots, {x.shape[-1] // 2}, is allowed"
        )
    sums = (block_sums(x, int(k)) / int(k) for k in lengths)
    return np.stack([np.var(each, axis=-1, ddof=1) for each in sums], axis=-1)


def rescaled_range(x: ArrayLike) -> Estimate:
    """Fit H to the rescaled range R/S of blocks of d = 16 to n/16 slots.

    Slope of the log of its mean against log d, ten lengths per decade (Hurst 1951; Mandelbrot and
    Wallis, Water Resources Research 5, 1969). Only for comparison with documents: at 2^16 slots
    R/S gives 0.53 for H = 0.5, 0.745 for 0.75 and 0.855 for 0.9. No interval.

    Parameters
    ----------
    x
        Counts or rates per slot, shape ``(n,)``, n >= 512, not all equal.

    Examples
    --------
    >>> noise = np.random.default_rng(1).poisson(1, 4096)
    >>> round(burstlab.rescaled_range(noise).hurst, 1)  # H is 0.5: R/S is biased
    0.6
    """
    trace = checked_trace(x, 512)
    n = len(trace)
    lengths = block_lengths(n // 16)
    lengths = lengths[lengths >= 16]
    means = np.array([_mean_rescaled_range(trace, d) for d in lengths])
    there = means > 0
    if np.count_nonzero(there) < 2:
        raise InputError("x: it varies within the blocks of fewer than 2 lengths")
    slope = _slope(np.log(lengths[there]), np.log(means[there]))
    return _judged(_bare(slope, (int(lengths[0]), int(lengths[-1]))), trace)


def _mean_rescaled_range(x: np.ndarray, d: int) -> float:
    blocks = x[: len(x) // d * d].reshape(-1, d)
    deviation = blocks.std(axis=1)
    walk = np.cumsum(blocks - blocks.mean(axis=1, keepdims=True), axis=1)
    width = np.maximum(walk.max(axis=1), 0) - np.minimum(walk.min(axis=1), 0)
    varies = deviation > 0
    return float((width[varies] / deviation[varies]).mean()) if varies.any() else 0.0


ESTIMATORS: Mapping[str, Callable[[ArrayLike], Estimate]] = {
    "Haar wavelet": haar,
    "local Whittle": local_whittle,
    "variance-time, corrected": variance_time,
    "variance-time, by hand": partial(variance_time, corrected=False),
    "R/S": rescaled_range,
    "periodogram": periodogram,
}
"""Estimators by name, the most reliable first."""


def _bare(hurst: float, scales: tuple[int, int]) -> Estimate:
    """Estimate without an interval."""
    return Estimate(hurst, math.nan, math.nan, math.nan, scales)


def _periodogram(x: np.ndarray, m: int) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies l in radians per slot and |sum of x e^(ilt)|^2 / (2 pi n), without l = 0."""
    frequency = 2 * np.pi * np.arange(1, m + 1) / len(x)
    power = np.abs(np.fft.rfft(x - x.mean())[1 : m + 1]) ** 2 / (2 * np.pi * len(x))
    if np.count_nonzero(power) < 2:
        raise InputError(f"x: fewer than 2 of its {m} lowest frequencies have power")
    return frequency, power


def _slope(x: np.ndarray, y: np.ndarray, weights: np.ndarray | None = None) -> float:
    centred = x - np.average(x, weights=weights)
    return float(np.average(centred * y, weights=weights) / np.average(centred**2, weights=weights))
