# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Replication statistics against numbers worked out by hand and against their own definition."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from burstlab.errors import InputError
from burstlab.statistics import (
    MAX_NEEDED,
    Interval,
    block_sums,
    bootstrap_interval,
    coverage,
    fgn,
    geometric_interval,
    interval,
    jain,
    lrd_interval,
    mean_interval,
    median_interval,
    mser5,
    paired_difference,
    paired_ratio,
    rate_interval,
    share_interval,
)
from scipy import integrate, stats


def test_interval_by_hand():
    # 1..5: mean 3, s = sqrt(2.5), t(0.975; 4) = 2.776445 (any table of Student's distribution)
    interval = mean_interval([1, 2, 3, 4, 5])
    half = 2.776445 * math.sqrt(2.5 / 5)
    assert interval.estimate == 3
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
    assert interval.estimate == 2.5
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
    assert interval.estimate == pytest.approx(4)
    assert interval.high == pytest.approx(4 * 2**12.7062, rel=1e-4)


def test_geometric_mean_is_the_mean_of_logarithms():
    # As by hand above, with logarithms 1..5.
    result = geometric_interval(np.exp([1, 2, 3, 4, 5]))
    half = 2.776445 * math.sqrt(2.5 / 5)
    assert np.log([result.estimate, result.low, result.high]) == pytest.approx(
        [3, 3 - half, 3 + half], abs=1e-6
    )
    assert result.of == "geometric mean"
    with pytest.raises(InputError, match=r"above 0.*-1"):
        geometric_interval([1, -1])


def test_median_lies_between_two_ranks():
    # Tables of the sign test (David and Nagaraja, section 7.1): at 95 % the second value of ten
    # from either end, the sixth of twenty; at 99 % the first and the fourth.
    for n, confidence, rank in ((6, 0.95, 1), (10, 0.95, 2), (20, 0.95, 6), (10, 0.99, 1)):
        result = median_interval(np.arange(1.0, n + 1), confidence)
        assert (result.low, result.high, result.estimate) == (rank, n + 1 - rank, (n + 1) / 2)
    assert median_interval(np.arange(1.0, 21), 0.99).low == 4
    assert median_interval([5, 1, 2, 40, 3, 4, 50]).estimate == 4
    assert result.of == "median"


@pytest.mark.parametrize("confidence", [0.6, 0.9, 0.95, 0.99, 0.999])
def test_ranks_of_a_median_are_the_nearest_that_the_binomial_law_allows(confidence):
    for n in range(1, 100):
        covered = 1 - 2 * stats.binom.cdf(np.arange(n // 2 + 1), n, 0.5)
        rank = int(sum(covered >= confidence))
        result = median_interval(np.arange(n), confidence)
        span = (0, n - 1) if n > 1 else (math.nan, math.nan)
        ends = (rank - 1, n - rank) if rank else span
        assert (result.low, result.high) == pytest.approx(ends, nan_ok=True)
        assert result.decides == (rank > 0)


def test_bootstrap_interval():
    x = np.random.default_rng(7).exponential(size=40)
    result = bootstrap_interval(x)
    assert result == bootstrap_interval(x[::-1])
    # BCa is accurate to the second order: so is Student's interval with the skewness removed from
    # it by hand (Johnson, Journal of the American Statistical Association 73, 1978, pp. 536-544),
    # ends t s/sqrt(n) from the mean, moved by skewness s (1 + 2 t^2) / (6 n).
    n, s, skewness = len(x), x.std(ddof=1), stats.skew(x)
    half = stats.t.ppf(0.975, n - 1) * s / math.sqrt(n)
    moved = skewness * s * (1 + 2 * 1.96**2) / (6 * n)
    assert result.low == pytest.approx(x.mean() - half + moved, abs=0.1 * half)
    assert result.high == pytest.approx(x.mean() + half + moved, abs=0.1 * half)
    assert bootstrap_interval([3, 3, 3]) == mean_interval([3, 3, 3])


@pytest.mark.parametrize(
    "x", [[1, 2], [1.0] * 9 + [math.nextafter(1, 2)], [5e8] * 9 + [5e8 + 1e-7]]
)
def test_bootstrap_interval_is_students_where_bca_has_no_ends(x):
    """Resampled means, or those that leave out one value, are all alike in floating point."""
    assert bootstrap_interval(x) == mean_interval(x)
    assert interval(x * 5, of="mean").low <= np.mean(x) <= interval(x * 5, of="mean").high


def test_rule_chooses_the_interval():
    x = np.random.default_rng(8).lognormal(size=12)
    assert interval(x) == median_interval(x)
    assert interval(x, of="mean") == bootstrap_interval(x)
    assert interval(x[:9], of="mean") == mean_interval(x[:9])
    # A ratio and its inverse say the same, also where one is 0 and the other infinite.
    for ratios in (x[:5], x, [0, 1, 2, 4], [0, 0, 1, math.inf], [0, 0, math.inf, math.inf]):
        with np.errstate(divide="ignore"):
            inverse = 1 / np.asarray(ratios)
        one, other = interval(ratios, of="ratio"), interval(inverse, of="ratio")
        with np.errstate(divide="ignore"):
            turned = 1 / np.array([other.high, other.estimate, other.low])
        assert [one.low, one.estimate, one.high] == pytest.approx(turned)
    assert interval([1, 4], of="ratio").estimate == 2
    with pytest.raises(InputError, match=r"ratios.*\b0\b.*-1"):
        interval([1, -1], of="ratio")
    with pytest.raises(InputError, match=r"replication 1\b.*finite"):
        interval([1, math.nan], of="ratio")
    with pytest.raises(InputError, match=r"medain.*\bmedian, mean\b"):
        interval(x, of="medain")


def test_every_interval_is_given_at_another_confidence():
    x = np.random.default_rng(3).exponential(size=30)
    for made in (mean_interval, geometric_interval, bootstrap_interval, median_interval, interval):
        assert made(x).shared(1) == made(x, 0.95)
        one, other = made(x).shared(1 / 5), made(x, 0.99)
        assert one.confidence == pytest.approx(0.99)
        assert (one.low, one.high) == pytest.approx((other.low, other.high))
    run = fgn(1000, 0.6, np.random.default_rng(4))
    one, other = lrd_interval(run).shared(1 / 5), lrd_interval(run, 0.99)
    # Normal there, Student's with 999 degrees of freedom here: 0.15 % wider.
    assert one.high - one.low == pytest.approx(other.high - other.low, rel=0.002)
    assert Interval.exact(3, 1).shared(1 / 5) == Interval.exact(3, 1)


def test_a_bootstrap_interval_goes_on_widening():
    """Beyond what 1999 resamples show, as Student's interval does."""
    x = np.random.default_rng(5).exponential(size=40)
    confidences = (0.95, 0.99, 0.999, 0.9999, 0.99999)
    found = [bootstrap_interval(x, confidence) for confidence in confidences]
    assert all(a.low > b.low and a.high < b.high for a, b in itertools.pairwise(found))
    widths = [i.high - i.low for i in found]
    student = [i.high - i.low for i in (mean_interval(x, c) for c in confidences)]
    assert np.divide(widths, student) == pytest.approx(widths[0] / student[0], rel=0.15)


@pytest.mark.parametrize("beyond", [6, 7, 8, 9])
def test_values_that_a_median_needs(beyond):
    # Of twenty values so many lie on the limit. Where a share p does, the interval ends before it
    # when its rank is above p N: slow reference, between the first N and the last for which that
    # changes.
    p = (beyond + 0.5) / 21
    keeps = [stats.binom.ppf(0.025, n, 0.5) > p * n for n in range(4000)]
    first, last = keeps.index(True), 4000 - keeps[::-1].index(False)
    law = median_interval(np.repeat([0.0, 1.0], [beyond, 20 - beyond]))
    assert law.low == 0
    assert max(21, 0.9 * first) <= law.needed(0) <= 1.1 * last
    # As many from above, and at another confidence by the square of the normal quantiles.
    assert median_interval(np.repeat([0, -1], [beyond, 20 - beyond])).needed(0) == law.needed(0)
    wide = law.shared(1 / 10).needed(0) / law.needed(0)
    assert wide == pytest.approx((2.807 / 1.960) ** 2, rel=0.1)


def test_a_median_on_the_limit_needs_more_than_anybody_counts():
    assert median_interval([1, 2, 3, 4, 5]).needed(3) == MAX_NEEDED
    assert median_interval([0, 0, 1, 1]).needed(0.5) == MAX_NEEDED
    assert mean_interval([1, 2, 3]).needed(2) == MAX_NEEDED


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
    half = np.median([i.high - i.estimate for i in intervals])
    assert half == pytest.approx(1.96 * 3 * 2 ** (13 * (h - 1)), rel=0.1)
    assert intervals[0].estimate == pytest.approx(runs[0].mean())
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
    with pytest.raises(InputError, match=r"\b128 slots.*\b100\b"):
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


def test_coverage_by_hand():
    # Two drawn of 0, 0, 1: (0, 0), with probability 4/9, has the mean 1/3 above itself, (1, 1),
    # with 1/9, below, and (0, 1) holds it.
    result = coverage([0, 0, 1], mean_interval, 2, repeats=20_000)
    assert result.truth == pytest.approx(1 / 3)
    for share, exact in ((result.above, 4 / 9), (result.below, 1 / 9), (result.share, 4 / 9)):
        assert share == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 20_000))
    assert result.low < 4 / 9 < result.high
    assert result.high - result.low == pytest.approx(2 * 1.96 * math.sqrt(20 / 81 / 20_000), 0.01)
    assert result.repeats == 20_000


@pytest.mark.parametrize(
    ("law", "made", "n", "exact"),
    [
        # Student: exact.
        (stats.norm, mean_interval, 5, 0.95),
        (stats.lognorm(1), geometric_interval, 5, 0.95),
        # Sign test: exact, whatever the law.
        (stats.expon, median_interval, 6, 1 - 2 / 2**6),
        (stats.cauchy, median_interval, 10, 1 - 22 / 2**10),
        (stats.lognorm(1), median_interval, 20, stats.binom.cdf(14, 20, 0.5) * 2 - 1),
    ],
)
def test_coverage_of_known_laws(law, made, n, exact):
    population = law.ppf((np.arange(20_000) + 0.5) / 20_000)
    result = coverage(population, made, n, repeats=4000)
    assert result.share == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 4000))
    assert result == coverage(population, made, n, repeats=4000)


@pytest.mark.parametrize("confidence", [0.5, 0.8, 0.95])
def test_coverage_of_the_mean_of_two_exponential_values(confidence):
    # Their sum S has the density s exp(-s), and given it their difference is uniform to S, so that
    # |S/2 - 1| <= t |difference| / 2 has the probability 1 - |S - 2| / (t S).
    t = stats.t.ppf((1 + confidence) / 2, 1)
    exact, _ = integrate.quad(
        lambda s: s * math.exp(-s) * (1 - abs(s - 2) / (t * s)), 2 / (t + 1), 60, points=[2, 4]
    )
    if t == 1:
        exact = integrate.quad(lambda s: math.exp(-s) * (s - abs(s - 2)), 1, 60, points=[2])[0]
    population = stats.expon.ppf((np.arange(20_000) + 0.5) / 20_000)
    result = coverage(population, mean_interval, 2, repeats=4000, confidence=confidence)
    assert result.share == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 4000))


def test_bootstrap_covers_the_mean_of_skewed_values_more_often():
    # From ten values on, as the rule says: the same samples of exponential values.
    population = stats.expon.ppf((np.arange(20_000) + 0.5) / 20_000)
    of_bootstrap, of_student = (
        coverage(population, made, 10, repeats=200).share
        for made in (bootstrap_interval, mean_interval)
    )
    assert of_bootstrap > of_student + 0.01


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"n": 1}, r"\bn\b.*\b1\b.*\b2\b"),
        ({"repeats": 0}, "repeats = 0"),
        ({"confidence": 1}, "confidence = 1"),
        ({"values": []}, r"values.*\(0,\)"),
    ],
)
def test_coverage_of_wrong_input_is_refused(wrong, sentence):
    with pytest.raises(InputError, match=sentence):
        coverage(**{"values": [1, 2, 3], "interval": mean_interval, "n": 5} | wrong)


def test_shares_and_rates_by_hand():
    # 0 of 10: (0.025)^(1/10) is the chance of a failure of which ten in a row are just possible.
    none = share_interval(0, 10)
    assert (none.estimate, none.low, none.n) == (0, 0, 10)
    assert none.high == pytest.approx(1 - 0.025**0.1)
    every = share_interval(10, 10, 0.9)
    assert (every.high, every.low) == (1, pytest.approx(0.05**0.1))
    # No event in 5: exp(-5 high) = 0.025. One: 1 - exp(-low) = 0.025 in a time of 1.
    quiet = rate_interval(0, 5)
    assert (quiet.estimate, quiet.low) == (0, 0)
    assert quiet.high == pytest.approx(-math.log(0.025) / 5)
    assert rate_interval(1, 1).low == pytest.approx(-math.log(0.975))
    assert none.shared(1 / 2).high == pytest.approx(1 - 0.0125**0.1)
    assert quiet.shared(1 / 2).high == pytest.approx(-math.log(0.0125) / 5)


def test_trials_and_times_that_decide_by_hand():
    # No event in N: exp(-0.1 N) = 0.025. All of N: 0.9^N = 0.025.
    assert rate_interval(0, 9).needed(0.1) == math.ceil(-math.log(0.025) / 0.1)
    assert rate_interval(0, 0.5).needed(0.1) == math.ceil(-math.log(0.025) / 0.1)
    assert share_interval(9, 9).needed(0.9) == math.ceil(math.log(0.025) / math.log(0.9))
    # Of many the law is nearly normal: N = p (1 - p) (1.96 / 0.02)^2, and p (1.96 / 0.2 p)^2.
    assert share_interval(40, 80).needed(0.52) == pytest.approx(0.25 * (1.96 / 0.02) ** 2, rel=0.03)
    assert rate_interval(40, 4).needed(10.5) == pytest.approx(10 * (1.96 / 0.5) ** 2, rel=0.1)
    # As many again of the same are the first that decide.
    count, n = 30, 60
    while share_interval(count, n).low <= 0.4:
        count, n = count + 1, n + 2
    assert n - 2 < share_interval(30, 60).needed(0.4) <= n
    for on_the_limit in (share_interval(10, 10), share_interval(5, 10), rate_interval(0, 5)):
        assert on_the_limit.needed(on_the_limit.estimate) == MAX_NEEDED


@pytest.mark.parametrize("p", [0.05, 0.5, 0.9])
def test_shares_and_rates_cover_what_they_should(p):
    # The chance of each count is known: sum those whose interval holds the truth.
    n = 40
    shares = [share_interval(k, n) for k in range(n + 1)]
    covers = sum(stats.binom.pmf(k, n, p) for k, i in enumerate(shares) if i.low <= p <= i.high)
    rates = [rate_interval(k, n) for k in range(8 * n)]
    covers_rate = sum(
        stats.poisson.pmf(k, n * p) for k, i in enumerate(rates) if i.low <= p <= i.high
    )
    assert 0.95 <= covers < 0.99
    assert 0.95 <= covers_rate < 0.99


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: share_interval(1, 0), r"trials.*\b0\b.*\b1\b"),
        (lambda: share_interval(3, 2), r"count.*\b3\b.*\b0\b.*trials.*\b2\b"),
        (lambda: rate_interval(-1, 1), r"count.*-1.*\b0\b"),
        (lambda: rate_interval(1, 0), r"exposure.*\b0\b.*above 0"),
        (lambda: share_interval(1, 2, 1), "confidence = 1"),
    ],
)
def test_wrong_counts_are_refused(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()


# --- pairs --------------------------------------------------------------------------------------


def test_series_are_paired_by_their_index():
    # The same replications in another order: each ratio is 1 and each difference 0.
    names = ["seed", "run"]
    index = pd.MultiIndex.from_product([[1, 2], range(1, 7)], names=names)
    a = pd.Series(np.random.default_rng(1).pareto(1, 12) + 0.1, index)
    for b in (a.sample(frac=1, random_state=1), a.reorder_levels(names[::-1])):
        ratio, difference = paired_ratio(a, b), paired_difference(a, b)
        assert (ratio.estimate, ratio.low, ratio.high) == (1, 1, 1)
        assert (difference.estimate, difference.low, difference.high) == (0, 0, 0)


@pytest.mark.parametrize(
    ("a", "b", "sentence"),
    [
        (pd.Series([1, 2]), pd.Series([1, 2], [1, 2]), r"\b0\b.*index of a\b"),
        (pd.Series([1, 2], [1, 1]), pd.Series([1, 2]), r"\ba\b.*index.*\b1\b.*twice"),
        (
            pd.Series([1, 2], pd.Index([0, 1], name="run")),
            pd.Series([1, 2], pd.Index([0, 1], name="load")),
            r"\['run'\].*\['load'\]",
        ),
        ([1, 2], [1, 2, 3], r"\b2\b.*\b3\b"),
        (pd.Series([1, 2]), [1, 2, 3], r"\b2\b.*\b3\b"),
    ],
)
def test_what_cannot_be_paired_is_refused(a, b, sentence):
    for paired in (paired_ratio, paired_difference):
        with pytest.raises(InputError, match=sentence):
            paired(a, b)


def test_arrays_are_paired_by_position():
    assert paired_difference(pd.Series([3, 5], [7, 8]), [1, 3]).estimate == 2
    assert jain(pd.Series([1, 2], ["a", "b"]), pd.Series([2, 1], ["b", "a"])) == 1


def test_the_estimate_has_no_false_name():
    skewed = interval([1, 1, 1, 1, 1, 100])
    assert (skewed.estimate, skewed.of) == (1, "median")
    assert not hasattr(skewed, "mean")
