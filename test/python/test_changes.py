# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Detectors of changes against their published rules, on steps without and with noise."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from burstlab.errors import InputError
from burstlab.monitoring import (
    ByTimeOfDay,
    Change,
    Cusum,
    HoltWintersBand,
    KolmogorovSmirnov,
    Plateau,
    changes,
    matched,
)
from burstlab.monitoring.changes import distance
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ks_2samp

STEP = 5400.0
EVERY = (Plateau, Cusum, KolmogorovSmirnov, HoltWintersBand)


def series(values):
    values = np.asarray(values, dtype=float)
    return pd.DataFrame({"time": STEP * np.arange(len(values)), "value": values})


def noisy(seed, days=28, cv=0.15, swing=0.0, after=0.3, weekends=1.0):
    """Log-normal values whose logarithms depend on the one before by `after`.

    By day they are lower by the part `swing`, and by `weekends` times that on two days of seven.
    """
    rng = np.random.default_rng(seed)
    deviation = math.sqrt(math.log1p(cv * cv))
    draws = rng.normal(0, deviation * math.sqrt(1 - after**2), 16 * days)
    x = np.empty_like(draws)
    x[0] = rng.normal(0, deviation)
    for i in range(1, len(x)):
        x[i] = after * x[i - 1] + draws[i]
    hour = STEP * np.arange(len(x)) % 86_400 / 3600
    dip = np.where((hour > 8) & (hour < 20), np.sin(np.pi * (hour - 8) / 12), 0)
    weekend = STEP * np.arange(len(x)) // 86_400 % 7 >= 5
    return 100 * np.exp(x) * (1 - swing * np.where(weekend, weekends, 1) * dip)


def dropped(values, at, by):
    return np.where(np.arange(len(values)) < at, values, values * (1 - by))


def published(values, sensitivity, least, length, trigger):
    """The pseudo-code of SLAC's page, for drops: indices of onset and alert, and the levels."""
    history, waiting, found = list(values[:length]), [], []
    for t in range(length, len(values)):
        y = values[t]
        mean, deviation = np.mean(history), np.std(history, ddof=1)
        if y < mean - sensitivity * deviation:
            waiting.append((t, y))
            if len(waiting) == trigger:
                level = np.mean([y for _, y in waiting])
                if (mean - level) / mean >= least:
                    found.append((waiting[0][0], t, mean, level))
                history, waiting = [y for _, y in waiting], []
        else:
            if waiting:
                history.append(waiting.pop(0)[1])
            history.append(y)
            history = history[-length:]
    return found


@pytest.mark.parametrize("seed", range(8))
def test_plateau_is_the_published_algorithm_where_values_only_fall(seed):
    values = dropped(dropped(noisy(seed), 150, 0.5), 300, 0.5)
    # the page knows drops alone: what rises too far is left out of both
    values = np.minimum(values, 1.2 * np.where(np.arange(len(values)) < 150, 100, 50))
    found = changes(series(values), Plateau(settled=4))
    expected = published(values, 2.0, 0.33, 80, 4)
    rises = found["size"] > 0
    rows = found[~rises][["onset", "detected", "before", "after"]].to_numpy()
    assert len(expected) >= 2 or rises.any()
    if not rises.any():
        shown = [(STEP * onset, STEP * seen, *levels) for onset, seen, *levels in expected]
        assert rows == pytest.approx(np.array(shown))


@pytest.mark.parametrize("make", [Plateau, Cusum, KolmogorovSmirnov])
@pytest.mark.parametrize("ratio", [0.5, 2.0])
def test_a_clear_step_is_found_once_where_it_was(make, ratio):
    values = np.where(np.arange(300) < 200, 1.0, ratio) * noisy(1, after=0, cv=0.05)[:300]
    found = changes(series(values), make())
    assert len(found) == 1
    row = found.iloc[0]
    assert row["onset"] == pytest.approx(200 * STEP, abs=2 * STEP)
    assert 0 <= row["detected"] - row["onset"] <= 8 * STEP
    assert row["before"] == pytest.approx(100, rel=0.05)
    assert row["size"] == pytest.approx(ratio - 1, abs=0.25)


@pytest.mark.parametrize("ratio", [0.5, 2.0])
def test_a_step_is_found_beside_a_season(ratio):
    values = noisy(2, cv=0.05, after=0, swing=0.4)
    values[200:] *= ratio
    found = changes(series(values), HoltWintersBand())
    assert len(found) == 1
    # a value that was outside by chance may be one of those that are needed
    assert found["onset"][0] == pytest.approx(200 * STEP, abs=4 * STEP)
    assert found["size"][0] == pytest.approx(ratio - 1, abs=0.3)


def test_levels_of_logarithms_are_those_of_values_that_are_logarithms():
    values = dropped(noisy(6), 250, 0.5)
    found = changes(series(values), Plateau(logarithms=True))
    # By the detector itself on logarithms, of which the smallest change is another one.
    plain = Plateau(least=1e-9)
    every = [plain.observe(n * STEP, math.log(v)) for n, v in enumerate(values)]
    large = [c for c in every if c and abs(math.expm1(c.after - c.before)) >= 0.33]
    assert found["onset"].tolist() == [c.onset for c in large]
    assert found["before"].to_numpy() == pytest.approx([math.exp(c.before) for c in large])
    assert found["size"].to_numpy() == pytest.approx(
        [math.expm1(c.after - c.before) for c in large]
    )
    assert (found["size"] < 0).any()


def test_a_return_is_a_change_too():
    values = noisy(3, cv=0.05)
    values[200:260] *= 0.5
    found = changes(series(values), Plateau())
    assert list(np.sign(found["size"])) == [-1, 1]
    assert found["onset"].to_numpy() == pytest.approx([200 * STEP, 260 * STEP], abs=2 * STEP)


@pytest.mark.parametrize("make", EVERY)
def test_what_failed_and_what_is_small_is_no_change(make):
    values = dropped(noisy(4, cv=0.05), 200, 0.15)
    values[100:120] = math.nan
    assert changes(series(values), make()).empty


@pytest.mark.parametrize("make", EVERY)
def test_changes_have_the_unit_of_the_values(make):
    values = dropped(noisy(5), 250, 0.5)
    one, other = (changes(series(unit * values), make()) for unit in (1.0, 1024.0))
    assert len(one) >= 1
    assert other["onset"].to_numpy() == pytest.approx(one["onset"].to_numpy())
    assert other["after"].to_numpy() == pytest.approx(1024 * one["after"].to_numpy())


def rates(make, drop, swing=0.4, count=40, weekends=1.0):
    """Part of drops that are found within two days, and false alarms of a series of 28 days."""
    found = alarms = 0
    for seed in range(count):
        at = 170 + 5 * seed
        seen = changes(
            series(dropped(noisy(seed, swing=swing, weekends=weekends), at, drop)), make()
        )
        truth = pd.DataFrame({"onset": [STEP * at], "size": [-drop]})
        hit = matched(seen, truth, 2 * 86_400)["found"].notna().sum()
        found += hit
        alarms += len(seen) - hit
    return found / count, alarms / count


def test_the_time_of_day_is_what_hides_drops():
    plain, _ = rates(Plateau, 0.4)
    helped, alarms = rates(lambda: ByTimeOfDay(Plateau()), 0.4)
    assert plain < 0.6 < 0.8 < helped
    assert alarms < 0.1


@pytest.mark.parametrize("weekends", [0.0, 0.5])
@pytest.mark.parametrize("logarithms", [False, True])
def test_weekends_that_are_other_days_raise_no_alarm(weekends, logarithms):
    # With one day for all there were up to 1.7 false alarms a series.
    def detector():
        return ByTimeOfDay(Plateau(logarithms=logarithms))

    found, alarms = rates(detector, 0.4, weekends=weekends)
    assert found > 0.8
    assert alarms < 0.2


def test_the_band_of_holt_winters_does_not_shrink():
    found = [len(changes(series(noisy(seed, days=56)), HoltWintersBand())) for seed in range(20)]
    assert sum(found) / 20 < 2  # in 56 days: of three values in a row outside by chance


def test_a_day_without_values_is_no_error():
    values = noisy(1)
    values[16:32] = math.nan
    assert changes(series(values), HoltWintersBand()).empty


@given(*[st.lists(st.integers(0, 20), min_size=1, max_size=30)] * 2)
@settings(deadline=None)
def test_distance_is_that_of_kolmogorov_and_smirnov(first, second):
    expected = ks_2samp(first, second, method="asymp").statistic
    assert distance(first, second) == pytest.approx(expected)


def test_cusum_is_its_recursion_until_the_first_alarm():
    values = dropped(noisy(6, after=0), 200, 0.5)
    x = np.log(values)
    up = down = 0.0
    history, waiting = list(x[:80]), []
    for t in range(80, len(x)):
        z = (x[t] - np.mean(history[-80:])) / np.std(history[-80:], ddof=1)
        up, down = max(0, up + z - 1), max(0, down - z - 1)
        waiting.append(x[t])
        if up == down == 0:
            history, waiting = history + waiting, []
        if down > 8:
            break
    found = changes(series(values), Cusum())
    assert found["detected"][0] == STEP * t


def test_events_are_matched_once_in_time_and_by_their_sign():
    found = pd.DataFrame(
        {"detected": [10.0, 20.0, 30.0, 99.0], "size": [-0.5, -0.5, 0.5, -0.5]}, index=list("abcd")
    )
    truth = pd.DataFrame({"onset": [5.0, 28.0, 8.0, 50.0], "size": [-1, 1, -1, -1]})
    known = matched(found.rename(index=dict(zip("abcd", range(4), strict=True))), truth, 15)
    assert list(known["found"].fillna(-1)) == [0, 2, 1, -1]
    assert list(known["delay"].fillna(-1)) == [5, 2, 12, -1]


def test_size_is_a_part_of_the_level_before():
    assert Change(0, 0, 200, 100).size == -0.5


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: Plateau(sensitivity=0), "sensitivity = 0"),
        (lambda: Plateau(least=-1), "least = -1"),
        (lambda: Plateau(recent=1), "recent = 1"),
        (lambda: Plateau(history=6), "history = 6"),
        (lambda: Plateau(settled=3), "settled = 3"),
        (lambda: Cusum(limit=0), "limit = 0"),
        (lambda: KolmogorovSmirnov(chance=0), "^chance = 0"),
        (lambda: KolmogorovSmirnov(recent=5), "recent = 5"),
        (
            lambda: matched(pd.DataFrame({"detected": [1, 2]}, index=[0, 0]), pd.DataFrame(), 1),
            "found.*index.*unique",
        ),
        (lambda: HoltWintersBand(violations=6), "violations = 6"),
        (lambda: HoltWintersBand(gain=0), "gain = 0"),
        (lambda: changes(series([1.0, -1.0]), Plateau()), "value = -1 in row 1"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(wrong, says):
    with pytest.raises(InputError, match=says):
        wrong()
