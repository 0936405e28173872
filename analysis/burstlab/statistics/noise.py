# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Exact fractional Gaussian noise: a trace of known H to judge estimators and queues with."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import binom

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.statistics.inputs import array_of, check_probability

_SERIES_FROM = 8
_SERIES_TERMS = 10


def autocovariance(lag: ArrayLike, hurst: float) -> np.ndarray:
    """Autocovariance of fractional Gaussian noise of variance 1.

    ``(|k+1|^2H - 2 |k|^2H + |k-1|^2H) / 2`` (Mandelbrot and Van Ness, SIAM Review 10, 1968). The
    three terms agree in all but the last digits at long lags; from lag 8 on their sum is taken
    as its binomial series, ``sum of C(2H, 2i) k^(2H-2i)``, so that every value is exact to the
    rounding of a few operations.

    Parameters
    ----------
    lag
        k, whole numbers of slots, any shape.
    hurst
        H in (0, 1).

    Returns
    -------
    ndarray
        In the shape of `lag`.
    """
    check_probability("hurst", hurst)
    k = np.abs(array_of("lag", lag))
    power = 2 * hurst
    near = ((k + 1) ** power - 2 * k**power + np.abs(k - 1) ** power) / 2
    far = np.maximum(k, _SERIES_FROM)
    order = 2 * np.arange(1, _SERIES_TERMS + 1)
    series = np.polyval(binom(power, order)[::-1], far**-2.0) * far ** (power - 2)
    return np.where(k < _SERIES_FROM, near, series)


@checked
def fgn(
    n: int, hurst: float, rng: np.random.Generator, *, replications: int | None = None
) -> np.ndarray:
    """Draw exact fractional Gaussian noise, mean 0 and variance 1.

    Circulant embedding of the covariance matrix (Davies and Harte, Biometrika 74, 1987): the row
    ``gamma(0) .. gamma(n) .. gamma(1)`` of 2n slots has eigenvalues >= 0 for every H, so its
    square root times white noise has exactly the wanted covariance. O(n log n) time, 2n normal
    variates a trace.

    Parameters
    ----------
    n
        Slots, >= 1.
    hurst
        H in (0, 1); 0.5 is white noise.
    rng
        Source of the normal variates.
    replications
        Number of independent traces; None: one, without an axis for it.

    Returns
    -------
    ndarray
        Shape ``(n,)``, or ``(replications, n)``.

    Raises
    ------
    InputError
        When `n`, `hurst` or `replications` is out of range.
    """
    check_probability("hurst", hurst)
    if n < 1:
        raise InputError(f"n = {n}: noise needs at least 1 slot")
    if replications is not None and replications < 0:
        raise InputError(f"replications = {replications}: their number cannot be negative")
    covariance = autocovariance(np.arange(n + 1), hurst)
    row = np.concatenate([covariance, covariance[-2:0:-1]])
    eigenvalues = np.maximum(np.fft.rfft(row).real, 0)  # rounding may leave -1e-16
    white = rng.standard_normal((1 if replications is None else replications, 2 * n))
    # Hermitian white noise: real at both ends of the spectrum, complex of variance 1 between.
    spectrum = np.empty((len(white), n + 1), dtype=complex)
    spectrum[:, 0], spectrum[:, n] = white[:, 0], white[:, 1]
    spectrum[:, 1:n] = (white[:, 2::2] + 1j * white[:, 3::2]) / np.sqrt(2)
    spectrum *= np.sqrt(2 * n * eigenvalues)
    traces = np.fft.irfft(spectrum, 2 * n)[:, :n]
    return traces[0] if replications is None else traces
