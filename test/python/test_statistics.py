# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Replication statistics against numbers worked out by hand and against their own definition."""

from __future__ import annotations

import math

import numpy as np
import pytest
from burstlab.errors import InputError
from burstlab.statistics import (
    block_sums,
    fgn,
    lrd_interval,
    mean_interval,
    mser5,
    paired_difference,
    paired_ratio,
)


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


@pytest.mark.parametrize("h", [0.5, 0.75, 0.875])
def test_interval_of_one_run_covers_under_long_memory(h):
    # 0.94 (lrd_interval says 0.91 to 0.95 for 2^10 slots, 0.94 to 0.97 for 2^14), within four
    # standard errors of a proportion of 400 runs.
    runs = 7 + 3 * fgn(2**13, h, np.random.default_rng(3), replications=400)
    intervals = [lrd_interval(run) for run in runs]
    covered = np.mean([i.low <= 7 <= i.high for i in intervals])
    assert covered == pytest.approx(0.94, abs=4 * math.sqrt(0.94 * 0.06 / 400))
    # Exact standard error sigma n^(H-1), as the median of what was estimated.
    half = np.median([i.high - i.mean for i in intervals])
    assert half == pytest.approx(1.96 * 3 * 2 ** (13 * (h - 1)), rel=0.1)
    assert intervals[0].mean == pytest.approx(runs[0].mean())
    assert intervals[0].n == 2**13
    if h == 0.875:  # ten batch means cover in 46 % (notes on self-similar traffic, 5.1)
        naive = [mean_interval(block_sums(run, 819)[:10] / 819) for run in runs]
        assert np.mean([i.low <= 7 <= i.high for i in naive]) == pytest.approx(0.46, abs=0.1)


def test_interval_of_one_run_at_another_level():
    run = fgn(1000, 0.6, np.random.default_rng(4))
    wide, narrow = lrd_interval(run, 0.95), lrd_interval(run, 0.5)
    # Normal quantiles 1.959964 and 0.674490.
    ratio = (wide.high - wide.low) / (narrow.high - narrow.low)
    assert ratio == pytest.approx(1.959964 / 0.674490, rel=1e-5)
    with pytest.raises(InputError, match="confidence = 2"):
        lrd_interval(run, 2)
    with pytest.raises(InputError, match="128 slots are needed"):
        lrd_interval(run[:100])


def test_warm_up_by_hand():
    # Batches of 5: twenty of 1 after four of 9. With d cut off, the sum of squares over the square
    # of those left is 0 first at d = 4.
    x = np.repeat([9.0, 1.0], [20, 100])
    assert mser5(x) == 20
    # A batch of 9 and 1 mixed still stands out.
    assert mser5(np.repeat([9.0, 1.0], [22, 100])) == 25
    assert mser5(np.full(60, 3.0)) == 0
    # The warm-up takes most of the run: nothing to say.
    assert mser5(np.repeat([9.0, 1.0], [70, 50])) is None


def test_warm_up_is_the_minimum_of_its_definition():
    generator = np.random.default_rng(5)
    for length in (0, 37, 200, 600):
        x = 1e6 + generator.normal(size=1003) + 3 * np.exp(-np.arange(1003) / (length + 1))
        batches = x[:1000].reshape(-1, 5).mean(axis=1)
        statistic = [batches[d:].var() / (200 - d) for d in range(196)]
        best = int(np.argmin(statistic))
        assert mser5(x) == (None if best > 100 else 5 * best)


def test_stationary_long_memory_is_not_taken_for_a_warm_up():
    # Notes on self-similar traffic, 5.4: about nothing is cut off even at H = 0.875.
    cuts = [mser5(x) for x in fgn(4096, 0.875, np.random.default_rng(6), replications=50)]
    assert None not in cuts
    assert np.median(cuts) < 0.02 * 4096


@pytest.mark.parametrize("x", [np.arange(49.0), np.ones((5, 50)), np.full(60, math.nan)])
def test_run_without_a_warm_up_to_find_is_refused(x):
    with pytest.raises(InputError):
        mser5(x)
