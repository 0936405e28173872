# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Fractional Gaussian noise against its own definition, without any randomness where possible."""

from __future__ import annotations

from decimal import Decimal, localcontext

import numpy as np
import pytest
from burstlab.errors import InputError
from burstlab.statistics import autocovariance, fgn
from scipy.linalg import toeplitz

HURST = (0.2, 0.5, 0.6, 0.75, 0.9, 0.98)


class UnitVectors:
    """In place of a generator: the draws of replication i are the i-th unit vector."""

    def standard_normal(self, shape):
        return np.eye(*shape)


@pytest.mark.parametrize("h", HURST)
@pytest.mark.parametrize("n", [1, 2, 3, 64, 101])
def test_covariance_is_exact(n, h):
    # A trace is a matrix times its 2n variates: that matrix, row by row, and its product.
    matrix = fgn(n, h, UnitVectors(), replications=2 * n)
    assert matrix.T @ matrix == pytest.approx(toeplitz(autocovariance(np.arange(n), h)), abs=1e-12)


@pytest.mark.parametrize("h", HURST)
def test_autocovariance_has_all_its_digits_at_every_lag(h):
    lags = [0, 1, 2, 7, 8, 9, 1000, 10**6, 2**24]
    with localcontext() as context:
        context.prec = 50
        power = 2 * Decimal(h)
        expected = [
            float(((k + 1) ** power - 2 * k**power + abs(k - 1) ** power) / 2)
            for k in map(Decimal, lags)
        ]
    # Below lag 8 the cancellation costs up to 8^2H roundings of 1.1e-16.
    assert autocovariance(lags[:4], h) == pytest.approx(expected[:4], abs=64 * 1.1e-16)
    assert autocovariance(lags[4:], h) == pytest.approx(expected[4:], rel=1e-14, abs=0)
    assert autocovariance(-np.array(lags), h).tolist() == autocovariance(lags, h).tolist()


@pytest.mark.parametrize("h", [0.5, 0.75, 0.9])
def test_mean_of_a_trace_varies_as_long_memory_wants(h):
    # Var of the sum of n slots is n^2H: the property that approximate generators lose. Sample
    # variance of 1000 normal means: relative error sqrt(2 / 999), four of them (1 in 16000).
    n = 512
    means = fgn(n, h, np.random.default_rng(1), replications=1000).mean(axis=1)
    assert means.var(ddof=1) == pytest.approx(n ** (2 * h - 2), rel=4 * np.sqrt(2 / 999))


def test_shapes_and_seeds():
    one = fgn(10, 0.8, np.random.default_rng(3))
    assert one.shape == (10,)
    assert fgn(10, 0.8, np.random.default_rng(3), replications=1)[0].tolist() == one.tolist()
    assert fgn(10, 0.8, np.random.default_rng(3), replications=4).shape == (4, 10)


@pytest.mark.parametrize(
    ("n", "h", "replications", "sentence"),
    [
        (0, 0.5, None, "n = 0"),
        (8, 0.0, None, "hurst = 0.0"),
        (8, 1.0, None, "hurst = 1.0"),
        (8, np.nan, None, "hurst = nan"),
        (8, 0.5, -1, "replications = -1"),
    ],
)
def test_what_is_no_noise_is_refused(n, h, replications, sentence):
    with pytest.raises(InputError, match=sentence):
        fgn(n, h, np.random.default_rng(1), replications=replications)
