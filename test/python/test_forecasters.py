# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Forecasters against pandas, against their formulas written down again, and against themselves."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from burstlab.errors import InputError
from burstlab.monitoring import (
    FORECASTERS,
    Band,
    ByRoute,
    DiurnalAverage,
    Ewma,
    HoltWinters,
    LastValue,
    Moment,
    MovingAverage,
    MovingMedian,
    NwsSelector,
    RttRegression,
    RunningMean,
    SeasonalNaive,
    TimeOfDay,
    TrimmedMean,
    nws_family,
    ranking,
    rolling,
    scores,
)
from hypothesis import given, settings
from hypothesis import strategies as st

STEP = 5400.0
VALUES = st.lists(st.floats(0.1, 1000), min_size=1, max_size=60)


def series(values, **columns):
    values = np.asarray(values, dtype=float)
    return pd.DataFrame({"time": STEP * np.arange(len(values)), "value": values, **columns})


def noisy(days=28, cv=0.12, swing=0.0, seed=1):
    """Log-normal values of a mean of 100 and deviation `cv`, lower by day by the part `swing`."""
    rng = np.random.default_rng(seed)
    count = 16 * days
    deviation = math.sqrt(math.log1p(cv * cv))
    hour = STEP * np.arange(count) % 86_400 / 3600
    dip = np.where((hour > 8) & (hour < 20), np.sin(np.pi * (hour - 8) / 12), 0)
    return 100 * np.exp(rng.normal(0, deviation, count)) * (1 - swing * dip)


def forecasts(values, forecaster, **columns):
    return rolling(series(values, **columns), forecaster)["forecast"].to_numpy()


@settings(deadline=None)
@given(VALUES)
def test_simple_forecasters_are_those_of_pandas(values):
    before = pd.Series([*values[:-1]] if len(values) > 1 else [], dtype=float)
    expected = {
        LastValue(): before,
        RunningMean(): before.expanding().mean(),
        MovingAverage(5): before.rolling(5, min_periods=1).mean(),
        MovingMedian(5): before.rolling(5, min_periods=1).median(),
        Ewma(0.3): before.ewm(alpha=0.3, adjust=False).mean(),
    }
    for forecaster, frame in expected.items():
        assert forecasts(values, forecaster) == pytest.approx([math.nan, *frame], nan_ok=True)


def test_trimmed_mean_leaves_out_the_ends():
    forecaster = TrimmedMean(5, 1)
    for value in (100, 1, 2, 3, 0):
        forecaster.observe(Moment(0), value)
    assert forecaster.forecast(Moment(0)) == 2


def winters(values, slots, level, trend, season):
    """Holt-Winters by its formulas, over all values; NaN where a value is missing."""
    first = values[:slots]
    s, b = np.nanmean(first), 0.0
    index = [value / s if value == value else 1.0 for value in first]
    found = [np.nanmean(first[:t]) if t else math.nan for t in range(slots)]
    for t in range(slots, len(values)):
        forecast = (s + b) * index[t - slots]
        found.append(forecast)
        y = values[t] if values[t] == values[t] else forecast
        new = level * y / index[t - slots] + (1 - level) * (s + b)
        b = trend * (new - s) + (1 - trend) * b
        s = new
        index.append(season * y / s + (1 - season) * index[t - slots])
    return found


@pytest.mark.parametrize("gains", [(0.2, 0.0, 0.2), (0.5, 0.1, 0.3), (1.0, 1.0, 1.0), (0, 0, 0)])
def test_holt_winters_is_its_formulas_and_a_gap_is_a_right_forecast(gains):
    values = noisy(days=6, swing=0.4)
    values[[3, 20, 21, 50, 51, 52, 53]] = math.nan
    expected = np.array(winters(values, 16, *gains))[~np.isnan(values)]
    assert forecasts(values, HoltWinters(*gains)) == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize("absolute", [False, True])
def test_nws_takes_the_one_with_the_least_errors_so_far(absolute):
    values = noisy(days=3)
    family = np.array([forecasts(values, member) for member in nws_family()])
    errors = np.abs(family - values) if absolute else (family - values) ** 2
    before = np.nan_to_num(np.cumsum(np.nan_to_num(errors), axis=1))[:, :-1]
    expected = family[np.argmin(before, axis=0), np.arange(1, len(values))]
    found = forecasts(values, NwsSelector(absolute=absolute))[1:]
    assert found == pytest.approx(expected)


@settings(deadline=None)
@given(VALUES, st.sampled_from([2.0**-7, 2.0, 1024.0]))  # exact, so that ties stay ties
def test_a_forecast_has_the_unit_of_the_values(values, unit):
    times = {"rtt": 0.1, "route": "a"}
    for make in FORECASTERS.values():
        one = forecasts(values, make(), **times)
        assert forecasts(np.multiply(unit, values), make(), **times) == pytest.approx(
            unit * one, rel=1e-6, nan_ok=True
        )


def test_what_failed_is_neither_told_nor_scored():
    whole = series([1, 2, 3, 4])
    holes = series([1, math.nan, 2, 3, math.nan, 4])
    assert list(rolling(holes, MovingAverage())["forecast"].dropna()) == list(
        rolling(whole, MovingAverage())["forecast"].dropna()
    )
    assert scores(rolling(holes, MovingAverage()))["count"] == 3


def test_what_is_not_told_is_scored():
    table = rolling(series([1, 2, 3, 4], used=[True, False, False, True]), LastValue())
    assert list(table["forecast"])[1:] == [1, 1, 1]
    assert scores(table)["mae"] == 2


def test_the_time_of_day_is_learned_from_two_days():
    clock = TimeOfDay(4)
    factor = np.array([0.5, 1.0, 1.5, 1.0])
    smooth = (np.roll(factor, 1) + 2 * factor + np.roll(factor, -1)) / 4
    for number in range(16):
        clock.observe(21_600.0 * number, 10 * factor[number % 4])
    assert [clock.factor(21_600.0 * number) for number in range(4)] == pytest.approx(smooth)


def test_the_time_of_day_of_weekends_is_learned_apart():
    clock = TimeOfDay(4, week_start=86_400)  # time 0 is a Tuesday
    working, weekend = np.array([0.5, 1.0, 1.5, 1.0]), np.array([1.2, 1.0, 0.8, 1.0])
    for number in range(4 * 14):
        day = number // 4 % 7
        if day == 4 and number < 4 * 7:
            # Nothing is known of weekends: their values are left as they are.
            assert clock.factor(21_600.0 * number) == 1
        clock.observe(21_600.0 * number, (weekend if day in (4, 5) else working)[number % 4])
    for day, factor in ((6, working), (4, weekend)):
        smooth = (np.roll(factor, 1) + 2 * factor + np.roll(factor, -1)) / 4
        times = 86_400.0 * day + 21_600.0 * np.arange(4)
        # A day has a mean of 1, those after a change of kind about that.
        assert [clock.factor(time) for time in times] == pytest.approx(smooth, rel=0.12)


def test_a_question_about_later_changes_nothing():
    early, late = HoltWinters(), HoltWinters()
    for number, value in enumerate([100] * 3 + [10] * 13):
        early.forecast(Moment(2 * 86_400))
        for forecaster in (early, late):
            forecaster.observe(Moment(STEP * number), value)
    assert early.forecast(Moment(STEP * 21)) == late.forecast(Moment(STEP * 21)) == 10


def test_a_falling_trend_is_never_below_nothing():
    values = (
        [100.0] * 16 + [100 * 0.9**number for number in range(16)] + [math.nan] * 16 + [18.0] * 9
    )
    assert (forecasts(values, HoltWinters(0.2, 0.1, 0.2)) > 0)[1:].all()


@pytest.mark.parametrize("make", [SeasonalNaive, HoltWinters])
def test_a_season_without_noise_is_forecast_without_error(make):
    values = noisy(cv=0, swing=0.4)
    assert forecasts(values, make())[32:] == pytest.approx(values[32:])


def test_seasons_help_where_there_is_one():
    swinging, steady = (ranking(series(noisy(swing=s)), skip=3 * 86_400) for s in (0.4, 0.0))
    assert set(swinging.index[:2]) == {"Holt-Winters", "MA(5) by time of day"}
    assert swinging["mape"]["MA(5)"] > 1.5 * swinging["mape"]["Holt-Winters"]
    assert swinging["mape"]["MA(5)"] > 1.5 * swinging["mape"]["MA(5) by time of day"]
    assert steady["mape"]["MA(5)"] < steady["mape"]["last value"]
    assert steady["skill"]["last value"] == 0


@pytest.mark.parametrize(("cv", "mape"), [(0.10, 0.088), (0.15, 0.133), (0.20, 0.179)])
def test_errors_of_a_moving_average_follow_from_the_noise(cv, mape):
    # E abs(mean of 5 - y) / y of independent log-normal values
    rng = np.random.default_rng(3)
    deviation = math.sqrt(math.log1p(cv * cv))
    values = np.exp(rng.normal(0, deviation, (200_000, 6)))
    expected = np.abs(values[:, :5].mean(axis=1) / values[:, 5] - 1).mean()
    assert expected == pytest.approx(mape, abs=0.002)
    found = scores(rolling(series(noisy(days=300, cv=cv)), MovingAverage()))
    assert found["mape"] == pytest.approx(expected, rel=0.05)


def test_a_longer_round_trip_makes_the_forecast_smaller():
    rtt = np.array([0.1, 0.1, 0.1, 0.2, 0.2, 0.4])
    found = forecasts(10 / rtt, RttRegression(), rtt=rtt)
    assert found[1:4] == pytest.approx([100, 100, 100])  # nothing is known of longer ones
    assert found[4:] == pytest.approx([50, 25])
    assert forecasts([1, 4, 2], RttRegression())[1:] == pytest.approx([1, 2])


def test_each_route_has_its_forecaster():
    found = forecasts([10, 10, 50, 50, 12], ByRoute(LastValue), route=["a", "a", "b", "b", "a"])
    assert list(found[1:]) == [10, 10, 50, 10]


@pytest.mark.parametrize("coverage", [0.5, 0.8, 0.95])
def test_a_band_covers_what_it_says(coverage):
    rng = np.random.default_rng(5)
    inside = []
    for _ in range(300):
        band = Band(coverage, 80)
        for value in rng.lognormal(0, 0.3, 80):
            band.observe(1.0, value)
        low, high = band.bounds(1.0)
        inside += [low <= value <= high for value in rng.lognormal(0, 0.3, 20)]
    # 80 ratios: ranks floor(81 tail) on either side, so 81 - 2 rank intervals of 81
    exact = 1 - 2 * math.floor(81 * (1 - coverage) / 2) / 81
    assert np.mean(inside) == pytest.approx(exact, abs=0.02)
    assert exact >= coverage


def test_a_band_needs_enough_ratios():
    band = Band(0.8)
    for _ in range(8):
        band.observe(1, 1)
    assert all(map(math.isnan, band.bounds(1)))
    band.observe(1, 2)
    assert band.bounds(10) == (10, 20)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: MovingAverage(0), "length = 0"),
        (lambda: TrimmedMean(4, 2), "trim = 2"),
        (lambda: Ewma(1.5), "gain = 1.5"),
        (lambda: HoltWinters(level=-0.1), "level = -0.1"),
        (lambda: HoltWinters(slots=1), "slots = 1"),
        (lambda: HoltWinters(length=0), "length = 0"),
        (lambda: HoltWinters().rescale(0), "factor = 0"),
        (lambda: DiurnalAverage(days=1), "days = 1"),
        (lambda: NwsSelector([]), "among is empty"),
        (lambda: Band(1.0), "coverage = 1.0"),
        (lambda: rolling(series([1.0, 2.0], rtt=[0.1, 0.0]), LastValue()), "rtt = 0 in row 1"),
        (lambda: rolling(series([1.0, -2.0]), LastValue()), "value = -2 in row 1"),
        (lambda: rolling(series([1.0])[["time"]], LastValue()), r"column value\b.*\btime\b"),
        (lambda: rolling(series([1.0, 2.0])[::-1], LastValue()), r"\btime\b.*ascending"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(wrong, says):
    with pytest.raises(InputError, match=says) as refused:
        wrong()
    assert "\n" not in str(refused.value)
