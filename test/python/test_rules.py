# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Verdicts of rules by hand, and by simulation of what chance alone decides."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from burstlab.errors import InputError
from burstlab.statistics import (
    LEAST_OF_MEAN,
    MAX_NEEDED,
    Interval,
    geometric_interval,
    interval,
    mean_interval,
    median_interval,
)
from burstlab.study import (
    MAX_TIMES,
    SHARES,
    Above,
    Below,
    Equals,
    Finding,
    Within,
    needed_of_all,
    rule,
    verdict_of_all,
)

REPRODUCED, DIFFERS, UNDECIDED = "reproduced", "differs", "undecided"
NOT_ASKED = "not-asked"


def normal(values):
    """Student's interval, which is exact for normal values and decides from two of them on."""
    return replace(mean_interval(values), least=2)


FIVE = normal([1, 2, 3, 4, 5])
"""3 with a half width of 1.963."""


@pytest.mark.parametrize(
    ("rule", "low", "high", "verdict"),
    [
        (Above(2), 2.1, 3, REPRODUCED),
        (Above(2), 2, 3, UNDECIDED),
        (Above(2), 1, 2, DIFFERS),
        (Above(2), 2, 2, DIFFERS),
        (Below(2), 1, 1.9, REPRODUCED),
        (Below(2), 1, 2, UNDECIDED),
        (Below(2), 2, 3, DIFFERS),
        (Within(3, 5), 3, 5, REPRODUCED),
        (Within(3, 5), 2.9, 4, UNDECIDED),
        (Within(3, 5), 2, 6, UNDECIDED),
        (Within(3, 5), 2, 3, UNDECIDED),
        (Within(3, 5), 2, 2.9, DIFFERS),
        (Within(3, 5), 5.1, 6, DIFFERS),
        (Equals(1, 0.5), 0.5, 1.5, REPRODUCED),
        (Equals(1, 0.5), 0.4, 1, UNDECIDED),
        (Equals(1, 0.5), 1.6, 2, DIFFERS),
        (Equals(0), 0, 0, REPRODUCED),
        (Equals(0), 1, 1, DIFFERS),
        (Equals(0, 0.1), -math.inf, math.inf, UNDECIDED),
        (Above(0), 1, math.inf, REPRODUCED),
    ],
)
def test_verdict_by_hand(rule, low, high, verdict):
    interval = Interval((low + high) / 2, low, high, 5)
    assert rule.verdict(interval) == verdict
    assert (rule.needed(interval) is None) == (verdict != UNDECIDED)


def test_rules_in_words():
    assert Above(2).text == "above 2"
    assert Below(0.5).text == "below 0.5"
    assert Within(3, 5).text == "within 3 to 5"
    assert Equals(0, 0.05).text == "equal to 0 within 0.05"
    assert Equals(0).text == "equal to 0"


@pytest.mark.parametrize(
    ("rule", "numbers", "sentence"),
    [
        (Above, (math.nan,), "limit.*nan.*finite"),
        (Below, (math.inf,), "limit = inf"),
        (Above, ("0.2",), r"limit.*'0\.2'.*finite"),
        (Within, (5, 3), r"low.*\b5\b.*high.*\b3\b"),
        (Within, (3, 3), r"low.*\b3\b.*high.*\b3\b"),
        (Within, (0, math.inf), "high = inf"),
        (Equals, (0, -1), "margin.*-1.*above 0"),
        (Equals, (5, 0.1 * 0), r"margin.*0\.0.*above 0.*Equals\(5\)"),
        (Equals, (0.5,), r"value.*0\.5.*margin"),
        (verdict_of_all, ([],), "no part"),
    ],
)
def test_what_is_no_rule_is_refused(rule, numbers, sentence):
    with pytest.raises(InputError, match=sentence):
        rule(*numbers)


def test_one_replication_decides_nothing_and_an_exact_number_everything():
    one = mean_interval([7])
    assert (Above(2).verdict(one), Above(2).needed(one)) == (NOT_ASKED, LEAST_OF_MEAN)
    count = Interval.exact(0, 1)
    assert Equals(0).verdict(count, share=1 / 8) == REPRODUCED
    assert verdict_of_all([(Equals(0), count), (Above(0), count)], share=1 / 8) == DIFFERS


@pytest.mark.parametrize(("share", "least"), [(1, 6), (0.8, 6), (0.4, 7), (0.2, 8), (0.05, 10)])
def test_a_median_decides_from_the_number_whose_range_covers(share, least):
    # 1 - 2 / 2^n is at least 1 - 0.05 share.
    for n in range(1, 12):
        equal, differing = ([0.0] * n, [*range(n)])
        for values in (equal, differing):
            verdict = Below(n).verdict(median_interval(values), share)
            assert verdict == (REPRODUCED if n >= least else NOT_ASKED)
            broken = Above(n).verdict(median_interval(values), share)
            assert broken == (DIFFERS if n >= least else NOT_ASKED)
            if n < least:
                assert Below(n).needed(median_interval(values), share) == least


def test_a_mean_decides_from_thirty_and_never_while_all_values_are_equal():
    few, many = [interval([1, 2] * n, of="mean") for n in (14, 15)]
    assert (Above(0).verdict(few), Above(0).verdict(many)) == (NOT_ASKED, REPRODUCED)
    assert Above(0).needed(few) == LEAST_OF_MEAN == 30
    equal = interval([0] * 1000, of="mean")
    assert (Below(1).verdict(equal), Below(1).needed(equal)) == (NOT_ASKED, MAX_NEEDED)


def test_what_is_decided_stays_decided_beside_a_part_of_too_few_values():
    few, broken = median_interval([5, 6, 7]), median_interval([0.0] * 7)
    assert verdict_of_all([(Above(1), few), (Above(1), broken)]) == DIFFERS
    assert verdict_of_all([(Above(1), few), (Below(1), broken)]) == NOT_ASKED
    assert needed_of_all([(Above(1), few), (Below(1), broken)]) == 6


def test_replications_needed_by_hand():
    # s = sqrt(2.5), distance 1: t s / sqrt(N) is 2.201 * 1.5811 / sqrt(12) = 1.005 for N = 12 and
    # 2.179 * 1.5811 / sqrt(13) = 0.955 for N = 13 (any table of Student's distribution).
    assert Above(2).needed(FIVE) == 13
    assert Below(4).needed(FIVE) == 13
    assert Within(2, 9).needed(FIVE) == 13
    # Both limits lie in the interval: the nearer one decides.
    assert Within(2, 4.5).needed(FIVE) == 13
    # The estimate breaks the rule.
    assert Above(4).needed(FIVE) == 13
    assert Equals(0, 2).needed(FIVE) == 13
    # In logarithms, distance 0.5: 2.023 * 1.5811 / sqrt(40) = 0.506, 2.021 * .. / sqrt(41) = 0.499.
    logs = geometric_interval(np.exp([1, 2, 3, 4, 5]))
    assert Above(math.exp(2.5)).needed(logs) == 41
    assert Equals(0, math.exp(2.5)).needed(logs) == 41
    # On the limit.
    assert Above(3).needed(FIVE) == MAX_NEEDED


@pytest.mark.parametrize("share", [1, 1 / 4])
def test_replications_needed_are_the_fewest(share):
    # Values of the same mean and spread, as many as were asked for: their interval decides, and one
    # less does not.
    def pattern(n):
        x = np.arange(n) - (n - 1) / 2
        return normal(1 + x / x.std(ddof=1))

    for n in (3, 5, 20):
        needed = Above(0.7).needed(pattern(n), share)
        assert Above(0.7).verdict(pattern(needed), share) == REPRODUCED
        assert Above(0.7).verdict(pattern(needed - 1), share) == UNDECIDED


@pytest.mark.parametrize("n", [5, 10])
def test_what_the_number_of_replications_promises(n):
    """Normal values whose true mean lies anywhere within 3 standard errors of the limit.

    Half of those that are undecided are decided by the number that is told, since the estimate is
    as often farther from the limit than the truth as it is nearer. Where more than 16 times as many
    are needed nothing is told: the estimate is often on the wrong side.
    """
    rng, told, twice, wrong = np.random.default_rng(3), [], [], []
    for _ in range(3000):
        truth = rng.uniform(-3, 3) / math.sqrt(n)
        values = truth + rng.standard_normal(32 * n)
        first = normal(values[:n])
        needed = Above(0).needed(first)
        if needed is None:
            continue
        if needed > MAX_TIMES * n:
            wrong.append((first.estimate > 0) != (truth > 0))
            continue
        for some, count in ((told, needed), (twice, 2 * needed)):
            some.append(Above(0).verdict(normal(values[:count])) != UNDECIDED)
    assert 0.45 < np.mean(told) < 0.65
    assert 0.65 < np.mean(twice) < 0.85
    assert np.mean(wrong) > 0.25


def test_all_parts_have_to_keep_their_rules():
    above, below, across = (normal([x, x + 0.1, x + 0.2]) for x in (3, 1, 1.9))
    rule = Above(2)
    assert verdict_of_all([(rule, above)] * 3) == REPRODUCED
    assert verdict_of_all([(rule, above), (rule, across)]) == UNDECIDED
    assert verdict_of_all([(rule, above), (rule, across), (rule, below)]) == DIFFERS
    assert needed_of_all([(rule, above)] * 3) is None
    # Only what lies across has to be decided; the last of several.
    farther = normal([1.99, 2.09, 2.19])
    assert needed_of_all([(rule, above), (rule, farther)]) == rule.needed(farther)
    assert needed_of_all([(rule, across), (rule, farther)]) == MAX_NEEDED
    # One that breaks its rule is enough, at the confidence it shares with the others.
    lower = normal([1.8, 1.9, 2.0])
    assert verdict_of_all([(rule, above), (rule, lower)]) == UNDECIDED
    assert needed_of_all([(rule, above), (rule, lower)]) == rule.needed(lower, share=1 / 2)
    # Alone it would break its rule; with another it needs more.
    alone = normal([1.6, 1.7, 1.8])
    assert rule.verdict(alone) == DIFFERS
    assert verdict_of_all([(rule, above), (rule, alone)]) == UNDECIDED
    assert needed_of_all([(rule, above), (rule, alone)]) == 4


def test_chance_among_parts():
    # Six parts, independent and all truly on the limit. One is told to break its rule in half of
    # the cases in which its interval misses: 1 - (1 - 0.025 / 6)^6 = 2.5 % shared, 14 % as if each
    # stood alone, within four standard errors.
    trials = np.random.default_rng(1).normal(size=(2000, 6, 5))
    parts = [[(Above(0), normal(x)) for x in trial] for trial in trials]
    together = [verdict_of_all(part) == DIFFERS for part in parts]
    assert np.mean(together) == _share(1 - (1 - 0.025 / 6) ** 6)
    alone = [any(rule.verdict(i) == DIFFERS for rule, i in p) for p in parts]
    assert np.mean(alone) == _share(1 - 0.975**6)
    # One on the limit among others that clearly keep the rule: told to be reproduced in 2.5 %.
    far = (Above(0), normal([9, 10, 11]))
    lucky = [verdict_of_all([*[far] * 5, part[0]]) == REPRODUCED for part in parts]
    assert np.mean(lucky) == _share(0.025)


@pytest.mark.parametrize(
    ("made", "draw"),
    [
        (normal, lambda generator: generator.normal(size=(2000, 128))),
        (median_interval, lambda generator: generator.exponential(size=(2000, 128)) - math.log(2)),
    ],
)
def test_chance_among_looks(made, draw):
    # The true value, 0, lies on the limit. Looks at 8, 16, .. 128 replications decide wrongly in
    # less than 5 %; without their shares in far more (five independent looks: 23 %).
    def decides(values, shares):
        sizes = (8, 16, 32, 64, 128)
        return any(
            Above(0).verdict(made(values[:n]), share) in (REPRODUCED, DIFFERS)
            for n, share in zip(sizes, shares, strict=True)
        )

    trials = draw(np.random.default_rng(2))
    wrong, uncorrected = (
        np.mean([decides(values, shares) for values in trials]) for shares in (SHARES, [1] * 5)
    )
    assert math.isclose(sum(SHARES), 1)
    assert 0.01 < wrong < 0.05
    assert 0.08 < uncorrected < 1 - 0.95**5


def _share(p, trials=2000):
    return pytest.approx(p, abs=4 * math.sqrt(p * (1 - p) / trials))


@pytest.mark.parametrize(
    ("use", "sentence"),
    [
        (lambda: rule("share", 0.001), r"'share'.*0\.001.*\brule\b"),
        (lambda: rule("share", {"a": Above(1), "b": 2}), r"'share'.*\b2\b.*\brule\b"),
        (lambda: Finding(pd.Series([1.0])), r"Finding\(Series\).*interval"),
        (lambda: Finding({"a": 0.5}), r"Finding\(float\).*interval"),
    ],
)
def test_what_is_no_rule_and_no_interval_is_one_sentence(use, sentence):
    with pytest.raises(InputError, match=sentence):
        use()
