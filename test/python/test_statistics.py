# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Replication statistics against numbers worked out by hand and against their own definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from burstlab.errors import InputError
from burstlab.statistics import mean_interval, paired_difference, paired_ratio


def test_interval_by_hand():
    # 1..5: mean 3, s = sqrt(2.5), t(0.975; 4) = 2.776445 (any table of Student's distribution)
    interval = mean_interval([1, 2, 3, 4, 5])
    half = 2.776445 * math.sqrt(2.5 / 5)
    assert interval.mean == 3
    assert interval.low == pytest.approx(3 - half, abs=1e-6)
    assert interval.high == pytest.approx(3 + half, abs=1e-6)
    assert interval.n == 5


def test_interval_covers_the_mean_as_often_as_it_says():
    # 4000 samples of a normal distribution: coverage 0.9 +- 4 standard errors of a proportion
    samples = np.random.default_rng(1).normal(7, 2, (4000, 6))
    inside = [i.low <= 7 <= i.high for i in (mean_interval(x, 0.9) for x in samples)]
    assert np.mean(inside) == pytest.approx(0.9, abs=4 * math.sqrt(0.9 * 0.1 / 4000))


def test_one_replication_has_no_interval():
    interval = mean_interval([2.5])
    assert interval.mean == 2.5
    assert math.isnan(interval.low)
    assert math.isnan(interval.high)


@pytest.mark.parametrize("values", [[], [1.0, math.nan], [[1.0, 2.0]], [math.inf]])
def test_what_is_not_a_sample_is_refused(values):
    with pytest.raises(InputError):
        mean_interval(values)


def test_pairs_share_their_noise():
    noise = np.random.default_rng(2).normal(0, 100, 20)
    interval = paired_difference(noise + 3, noise)
    assert (interval.low, interval.high) == pytest.approx((3, 3), abs=1e-9)


def test_ratio_of_pairs():
    # ratios 2 and 8: geometric mean 4; log ratios differ by ln 4, so s / sqrt(2) = ln 2,
    # and t(0.975; 1) = 12.7062
    interval = paired_ratio([2, 24], [1, 3])
    assert interval.mean == pytest.approx(4)
    assert interval.high == pytest.approx(4 * 2**12.7062, rel=1e-4)


def test_pairs_must_match():
    with pytest.raises(InputError, match="2 and 1"):
        paired_difference([1, 2], [1])
    with pytest.raises(InputError, match="above 0"):
        paired_ratio([1], [0])
