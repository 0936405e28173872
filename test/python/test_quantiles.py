# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Quantiles against the binomial law written out, by hand, and by frequency."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from burstlab.errors import InputError
from burstlab.statistics import (
    histogram_quantile,
    histogram_rank_interval,
    merge_histograms,
    rank_interval,
    ranks,
    stopping_samples,
)


def brute_force(n, p, confidence):
    """Shortest, then surest pair of ranks, with the probabilities as fractions; None if none."""
    p = Fraction(p)
    law = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    pairs = [(r, s, sum(law[r:s])) for r in range(1, n + 1) for s in range(r + 1, n + 1)]
    pairs = [pair for pair in pairs if pair[2] >= confidence]
    return min(pairs, key=lambda pair: (pair[1] - pair[0], -pair[2]), default=None)


@pytest.mark.parametrize("n", [2, 7, 20, 33])
@pytest.mark.parametrize("p", [0.125, 0.5, 0.75, 0.96875])
@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.99])
def test_ranks_are_the_shortest_pair(n, p, confidence):
    expected = brute_force(n, p, confidence)
    low, high, coverage = ranks(n, p, confidence)
    if expected is None:
        assert low == 0 or high == n + 1
    else:
        assert (high - low, coverage) == pytest.approx(
            (expected[1] - expected[0], float(expected[2]))
        )
        assert 1 <= low < high <= n


def test_interval_of_the_document():
    # Notes on self-similar traffic, 5.2: of 660,484 samples the 14th largest and the largest
    # enclose the 99.999 % point with 0.9906.
    n = 660_484
    low, high, coverage = ranks(n, 0.99999, 0.99)
    assert (n + 1 - low, n + 1 - high) == (14, 1)
    assert coverage == pytest.approx(0.9906, abs=5e-5)


def test_interval_covers_a_quantile_of_any_law():
    # 600 samples of 200; exact coverage c of a continuous law, four standard errors.
    generator = np.random.default_rng(1)
    samples = generator.pareto(1.2, (600, 200)) + 1
    truth = 0.1 ** (-1 / 1.2)
    found = [rank_interval(sample, 0.9, 0.9) for sample in samples]
    c = found[0].coverage
    assert c >= 0.9
    inside = np.mean([interval.low <= truth <= interval.high for interval in found])
    assert inside == pytest.approx(c, abs=4 * math.sqrt(c * (1 - c) / len(samples)))


def test_interval_by_hand():
    # P(2 <= B(5, 1/2) < 5) = 25/32, less than P(1 <= B < 5) = 30/32.
    interval = rank_interval([50, 10, 30, 20, 40], 0.5, 0.9)
    assert (interval.low, interval.value, interval.high) == (10, 30, 50)
    assert (interval.low_rank, interval.high_rank, interval.n) == (1, 5, 5)
    assert interval.coverage == pytest.approx(30 / 32)
    assert rank_interval([50, 10, 30, 20, 40], 0.5, 0.6).coverage == pytest.approx(20 / 32)


def test_small_sample_gives_up_the_end_it_cannot_know():
    # P(B(10, 0.99) >= r) >= 0.95 up to r = 9.
    high = rank_interval(np.arange(1, 11), 0.99, 0.95)
    assert (high.low, high.high) == (9, math.inf)
    low = rank_interval(np.arange(1, 11), 0.01, 0.95)
    assert (low.low, low.high) == (-math.inf, 2)
    assert low.coverage == pytest.approx(high.coverage)
    nothing = rank_interval([1.0], 0.5, 0.95)
    assert (nothing.low, nothing.high, nothing.coverage) == (-math.inf, math.inf, 1)


def test_sample_sizes_of_the_document():
    assert stopping_samples(0.99999, 0.99, z=2.57) == 660_484
    assert stopping_samples(0.99999, 0.99) == 663_484
    # Exact z: 2.65e6 for half of it, 6.6e7 for a tenth (notes, 5.2).
    assert stopping_samples(0.99999, 0.99, relative=0.5) == pytest.approx(2.65e6, rel=2e-3)
    assert stopping_samples(0.99999, 0.99, relative=0.1) == pytest.approx(6.63e7, rel=1e-3)
    # In floating point 4 * 0.9 / (1 - 0.9) is 36.00000000000001.
    assert stopping_samples(0.9, z=2) == 36


# --- histograms ---------------------------------------------------------------------------------


def histogram(values, bits=2):
    """A log-linear histogram as the archive holds it (burst-core-histogram.h)."""
    exponent = np.maximum(np.frexp(values)[1] - 1 - bits, 0)
    frame = pd.DataFrame({"low": values >> exponent << exponent, "width": 1 << exponent})
    return frame.groupby(["low", "width"]).size().rename("count").reset_index()


def test_quantile_lies_in_its_bin():
    values = np.random.default_rng(2).geometric(0.001, 999)
    bins = histogram(values)
    ordered = np.sort(values)
    for p in (0, 0.1, 0.5, 0.99, 1):
        exact = ordered[max(1, math.ceil(p * 999)) - 1]
        low, high = histogram_quantile(bins, p)
        assert low <= exact <= high
        assert high < low * 1.25 or low == high
    low, high = histogram_quantile(histogram(np.arange(1, 101), bits=8), 0.07)
    assert low == high == 7


def test_quantile_in_the_highest_bin_of_int64():
    # Bits 2: the last bin is [7 * 2^60, 2^63 - 1].
    top = pd.DataFrame({"low": [7 << 60], "width": [1 << 60], "count": [1]})
    assert histogram_quantile(top, 0.5) == (7 << 60, 2**63 - 1)


def test_interval_of_a_histogram_contains_that_of_the_sample():
    values = np.random.default_rng(3).geometric(0.001, 5000)
    exact = rank_interval(values, 0.99)
    binned = histogram_rank_interval(histogram(values), 0.99)
    assert (binned.low_rank, binned.high_rank) == (exact.low_rank, exact.high_rank)
    assert exact.low / 1.25 < binned.low <= exact.low
    assert exact.high <= binned.high < exact.high * 1.25
    assert exact.value <= binned.value < exact.value * 1.25
    fine = histogram_rank_interval(histogram(values, bits=16), 0.99)
    assert (fine.value, fine.low, fine.high) == (exact.value, exact.low, exact.high)
    assert histogram_rank_interval(histogram(values[:5]), 0.99).high == math.inf


def test_merged_histogram_is_that_of_both_samples():
    values = np.random.default_rng(4).geometric(0.01, 1000)
    merged = merge_histograms(histogram(values[:300]), histogram(values[300:]))
    pd.testing.assert_frame_equal(merged, histogram(values))


def test_what_is_no_question_is_refused():
    bins = histogram(np.arange(1, 100))
    for call, sentence in (
        (lambda: rank_interval([], 0.5), r"\bx\b.*without NaN.*\(0,\)"),
        (lambda: rank_interval([1, math.nan], 0.5), r"\bx\b.*without NaN.*\b1 NaN"),
        (lambda: rank_interval([1, 2], 1.0), "p = 1.0"),
        (lambda: ranks(0, 0.5), "n = 0"),
        (lambda: ranks(5, 0.5, 1), "confidence = 1"),
        (lambda: stopping_samples(0.9, z=0), "z = 0"),
        (lambda: stopping_samples(0.9, relative=-1), "relative = -1"),
        (lambda: stopping_samples(1.5), "p = 1.5"),
        (lambda: histogram_quantile(bins, 1.5), "p = 1.5"),
        (lambda: histogram_quantile(bins[:0], 0.5), r"histogram.*\bone value\b"),
        (lambda: histogram_quantile(bins.drop(columns="width"), 0.5), "missing: width"),
        (lambda: merge_histograms(), "no histogram"),
        (lambda: merge_histograms(bins, bins.drop(columns="count")), "missing: count"),
        (lambda: merge_histograms(bins, histogram(np.arange(1, 100), bits=8)), "overlap"),
    ):
        with pytest.raises(InputError, match=sentence):
            call()
