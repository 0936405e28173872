# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Models of statsmodels and change points of ruptures beside our own forecasters and detectors."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from burstlab.errors import InputError
from burstlab.monitoring import (
    Cusum,
    HoltWinters,
    KolmogorovSmirnov,
    LastValue,
    Plateau,
    change_points,
    changes,
    ranked,
    ranking,
    regressed,
    rolling,
    scores,
    smoothed,
)

STEP = 5400.0
TRAINING = 160


def series(values):
    values = np.asarray(values, dtype=float)
    return pd.DataFrame({"time": STEP * np.arange(len(values)), "value": values})


def seasonal(days=20):
    return 1e7 * (1 + 0.3 * np.sin(2 * np.pi * np.arange(16 * days) / 16))


def noisy(seed, count=448):
    return 1e7 * np.exp(np.random.default_rng(seed).normal(0, 0.15, count))


def test_smoothing_forecasts_a_season_exactly_as_ours_does():
    frame = series(seasonal())
    fitted, ours = smoothed(frame, TRAINING), rolling(frame, HoltWinters())
    assert fitted["forecast"][:TRAINING].isna().all()
    after = frame["value"][TRAINING:].to_numpy()
    assert fitted["forecast"][TRAINING:].to_numpy() == pytest.approx(after, rel=1e-4)
    assert ours["forecast"][TRAINING:].to_numpy() == pytest.approx(after, rel=1e-9)


def test_smoothing_with_the_gains_that_were_fitted_is_ours():
    # Other beginnings are forgotten: 0.8^100 of the level.
    from statsmodels.tsa.holtwinters import ExponentialSmoothing

    values = seasonal(60) * noisy(1, 960) / 1e7
    theirs = ExponentialSmoothing(
        values / 1e7, seasonal="mul", seasonal_periods=16, initialization_method="estimated"
    ).fit(smoothing_level=0.2, smoothing_seasonal=0.1, optimized=False)
    # They smooth the season by value over the level before, we over the new one: equal gains are
    # equal forecasts but for terms of second order.
    ours = rolling(series(values), HoltWinters(level=0.2, season=0.1))
    late = slice(800, 960)
    ratio = 1e7 * theirs.fittedvalues[late] / ours["forecast"][late].to_numpy()
    assert ratio == pytest.approx(1, abs=0.03)
    assert ratio.mean() == pytest.approx(1, abs=0.005)


def test_a_regression_forecasts_an_autoregression():
    rng = np.random.default_rng(7)
    x = np.zeros(4000)
    for i in range(1, len(x)):
        x[i] = 0.6 * x[i - 1] + rng.normal(0, 0.1)
    made = regressed(series(1e7 * np.exp(x)), 2000)
    error = np.log(made["observed"] / made["forecast"])[2000:]
    # What is left is the noise that was put in; 21 numbers are estimated of 2,000.
    assert error.std() == pytest.approx(0.1, rel=5 / math.sqrt(2 * 2000) + 0.01)
    assert scores(made)["coverage"] == pytest.approx(0.8, abs=5 * 0.4 / math.sqrt(2000) + 0.02)


@pytest.mark.parametrize("forecast", [smoothed, regressed])
def test_what_comes_later_changes_no_forecast(forecast):
    values = 1e7 * (noisy(2) / 1e7).cumprod() ** 0.3  # each counts for those that follow
    later = values.copy()
    later[300:] *= 2
    one, other = (forecast(series(x), TRAINING)["forecast"] for x in (values, later))
    # The value of number 300 is forecast from those before it.
    assert other[:301].to_numpy() == pytest.approx(one[:301].to_numpy(), rel=1e-9, nan_ok=True)
    assert other[301] != pytest.approx(one[301], rel=1e-3)


def test_forecasts_made_elsewhere_are_ranked_among_ours():
    frame = series(noisy(3))
    own = ranking(frame, {"last": LastValue}, skip=TRAINING * STEP)
    last = rolling(frame, LastValue())
    both = ranked({"last": last, "fitted": smoothed(frame, TRAINING)}, last, TRAINING * STEP)
    assert both.loc["last"].to_numpy() == pytest.approx(own.loc["last"].to_numpy())
    # The last value is off by a factor of sqrt(2) more than the mean; some is lost to the fit.
    assert both.index[0] == "fitted"
    assert both.loc["fitted", "skill"] > 0.15


@pytest.mark.parametrize("ratio", [0.5, 2.0])
def test_a_clear_step_begins_where_our_detectors_say(ratio):
    values = np.where(np.arange(300) < 200, 1.0, ratio) * noisy(4, 300) ** 0.2
    (change,) = change_points(series(values))
    assert change.onset == 200 * STEP
    assert change.detected == 299 * STEP
    assert change.size == pytest.approx(ratio - 1, abs=0.03)
    for detector in (Plateau(), Plateau(logarithms=True), Cusum(), KolmogorovSmirnov()):
        found = changes(series(values), detector)
        assert len(found) == 1
        assert found["onset"][0] == pytest.approx(change.onset, abs=2 * STEP)
        assert found["size"][0] == pytest.approx(change.size, abs=0.3)


def test_levels_are_the_best_split():
    # By trying all places of one change: the least sum of squares of logarithms.
    values = noisy(5, 60) * np.where(np.arange(60) < 25, 1, 0.6)
    x = np.log(values)
    squares = [x[:at].var() * at + x[at:].var() * (60 - at) for at in range(4, 57)]
    (change,) = change_points(series(values), penalty=10)
    assert change.onset == STEP * (4 + int(np.argmin(squares)))


@pytest.mark.parametrize("find", [change_points, lambda s: changes(s, Plateau(logarithms=True))])
def test_changes_have_the_unit_of_the_values(find):
    values = noisy(6) * np.where(np.arange(448) < 250, 1, 0.5)
    one, other = (pd.DataFrame(find(series(unit * values))) for unit in (1.0, 1024.0))
    assert len(one) == len(other) == 1
    assert other["onset"][0] == one["onset"][0]
    assert other["after"][0] == pytest.approx(1024 * one["after"][0])


def test_noise_alone_is_no_change():
    assert not any(change_points(series(noisy(seed))) for seed in range(20))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda s: smoothed(s, 31), r"training.*\b31\b.*\b32\b.*\b448\b"),
        (lambda s: regressed(s, 448), r"training.*\b448\b.*\b37\b.*\b448\b"),
        (lambda s: change_points(s, penalty=0), r"penalty.*\b0\b.*above 0"),
        (lambda s: change_points(s, least=-1), "least.*-1.*above 0"),
        (lambda s: change_points(s, shortest=1), r"shortest.*\b1\b.*\b2\b"),
        (lambda s: change_points(s[:7]), r"series.*\b7\b.*shortest.*\b8\b"),
        (lambda s: smoothed(s.assign(value=[math.nan, *s["value"][1:]]), 64), "1 values failed"),
        (lambda s: change_points(s.drop(index=5)), r"\btime\b.*equal steps"),
    ],
)
def test_wrong_input_is_refused(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call(series(noisy(8)))
