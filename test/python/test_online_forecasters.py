# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Forecasters inside a simulation and those of the analysis: the same forecasts."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from burstlab import bindings, monitoring

STEP = 5400.0
PAIRS = {
    "ns3::MovingAverageForecaster[Length=1]": monitoring.LastValue,
    "ns3::MovingAverageForecaster": monitoring.MovingAverage,
    "ns3::EwmaForecaster": monitoring.Ewma,
    "ns3::DiurnalForecaster": monitoring.DiurnalAverage,
    "ns3::DiurnalForecaster[Inner=ns3::EwmaForecaster[Gain=0.5]|Slots=8|Days=3|WeekStart=3d]": (
        lambda: monitoring.DiurnalAverage(lambda: monitoring.Ewma(0.5), 8, 3, 3 * 86_400)
    ),
}


@pytest.fixture(scope="module")
def ns():
    return bindings.load("iepm")


def month(seed, failures=0.1):
    """A month of measurements at random times of their slots, with a season, routes and holes."""
    rng = np.random.default_rng(seed)
    count = 448
    time = STEP * np.arange(count) + rng.uniform(0, 900, count)
    route = np.where(np.arange(count) // 100 % 2, "b", "a").astype(object)
    route[rng.random(count) < 0.1] = None
    rtt = 0.1 * np.exp(rng.normal(0, 0.1, count)) * np.where(np.arange(count) > 300, 1.3, 1)
    rtt[rng.random(count) < 0.1] = math.nan
    weekend = time // 86_400 % 7 >= 5
    swing = 1 - np.where(weekend, 0.1, 0.4) * np.sin(np.pi * (time % 86_400) / 86_400)
    value = 8e7 * swing * np.exp(rng.normal(0, 0.15, count))
    value[rng.random(count) < failures] = math.nan
    return pd.DataFrame({"time": time, "value": value, "rtt": rtt, "route": route})


def moment(ns, row):
    made = ns.iepm.ForecastMoment()
    made.time, made.rtt = row.time, row.rtt
    made.route = row.route if isinstance(row.route, str) else ""
    return made


def online(ns, text, series):
    forecaster = ns.burst.CreateFromText[ns.Forecaster](text)
    found = []
    for row in series.itertuples():
        at = moment(ns, row)
        if not math.isnan(row.value):
            found.append(forecaster.Forecast(at))
            forecaster.Observe(at, row.value)
    return np.array(found)


@pytest.mark.parametrize("text", PAIRS)
@pytest.mark.parametrize("seed", [1, 2])
def test_both_forecast_alike(ns, text, seed):
    series = month(seed)
    expected = monitoring.rolling(series, PAIRS[text]())["forecast"].to_numpy()
    assert online(ns, text, series) == pytest.approx(expected, rel=1e-9, nan_ok=True)


def test_bands_are_alike(ns):
    table = monitoring.rolling(month(3), monitoring.MovingAverage()).dropna(subset="forecast")
    band = ns.iepm.ForecastBand()
    for row in table.itertuples():
        found = band.GetBounds(row.forecast)
        assert (found.first, found.second) == pytest.approx((row.low, row.high), nan_ok=True)
        band.Observe(row.forecast, row.observed)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ns3::MovingAverageForecaster[Length=0]", "Length"),
        ("ns3::EwmaForecaster[Gain=2]", "Gain"),
        ("ns3::DiurnalForecaster[Inner=ns3::Node]", "Inner"),
        ("ns3::DiurnalForecaster[Slots=0]", "Slots"),
    ],
)
def test_wrong_attributes_are_refused_in_a_sentence(ns, text, says):
    with pytest.raises(ns.cppyy.gbl.std.invalid_argument, match=says):
        ns.burst.CreateFromText[ns.Forecaster](text)
