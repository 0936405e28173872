# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Forecasts along a series, each from the values before, and their scores."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

from burstlab.arguments import checked
from burstlab.monitoring.forecasters import FORECASTERS, Band, Forecaster, Moment
from burstlab.monitoring.series import checked_series, with_columns

COLUMNS = ("time", "forecast", "low", "high", "observed")


@checked
def rolling(series: pd.DataFrame, forecaster: Forecaster, coverage: float = 0.8) -> pd.DataFrame:
    """Forecast each value of a series from the values before.

    Parameters
    ----------
    series
        One row for each measurement in order of time. Columns ``time`` in s since midnight and
        ``value``, above 0; a failed measurement, NaN or 0, is left out. Optional: ``rtt`` in s,
        ``route``, and ``used``: whether the forecaster observes the value. The other values are
        forecast and scored too, for the effect of fewer measurements.
    forecaster
        A new one, without values. A copy of it observes the series.
    coverage
        Coverage of the band.

    Returns
    -------
    pandas.DataFrame
        One row for each value but failures: ``time``, ``forecast``, ``low`` and ``high`` of the
        band, ``observed``, and the index of the series. NaN for a forecast without earlier values.
    """
    table = checked_series(series)
    forecaster, band = copy.deepcopy(forecaster), Band(coverage)
    rows = []
    for row in table.itertuples(index=False):
        moment = Moment(row.time, row.rtt, row.route)
        forecast = forecaster.forecast(moment)
        low, high = band.bounds(forecast)
        rows.append((row.time, forecast, low, high, row.value))
        if row.used:
            if not math.isnan(forecast):
                band.observe(forecast, row.value)
            forecaster.observe(moment, row.value)
    return pd.DataFrame(rows, columns=list(COLUMNS), index=table.index, dtype=float)


@checked
def scores(forecasts: pd.DataFrame) -> pd.Series:
    """Score forecasts.

    Parameters
    ----------
    forecasts
        As from `rolling`. Rows without a forecast do not count.

    Returns
    -------
    pandas.Series
        ``count``; ``mape`` and ``mape_sd``, mean and deviation of abs(observed - forecast) /
        observed, as on slide 23 of IEPM-BW; ``mae``, ``rmse``, ``bias``, the mean of forecast
        - observed, in the unit of the series; ``coverage``, the part within the band, of forecasts
        with a band.
    """
    with_columns("forecasts", forecasts, "forecast", "low", "high", "observed")
    known = forecasts.dropna(subset="forecast")
    error = known["forecast"] - known["observed"]
    part = (error / known["observed"]).abs()
    banded = known.dropna(subset="low")
    inside = (banded["observed"] >= banded["low"]) & (banded["observed"] <= banded["high"])
    return pd.Series(
        {
            "count": float(len(known)),
            "mape": part.mean(),
            "mape_sd": part.std(ddof=1),
            "mae": error.abs().mean(),
            "rmse": math.sqrt((error**2).mean()) if len(error) else math.nan,
            "bias": error.mean(),
            "coverage": inside.mean(),
        }
    )


@checked
def ranking(
    series: pd.DataFrame,
    forecasters: Mapping[str, Callable[[], Forecaster]] = FORECASTERS,
    skip: float = 0.0,
) -> pd.DataFrame:
    """Rank forecasters on the same values.

    Parameters
    ----------
    series
        As `rolling` takes it.
    forecasters
        Constructor of each, by its name.
    skip
        Seconds at the start that are not scored, in which forecasters learn the season.

    Returns
    -------
    pandas.DataFrame
        Index the names, the best first; columns as in `scores`, of values for which all had a
        forecast, and ``skill``: 1 - mae over the mae of the last value.
    """
    made = {name: rolling(series, make()) for name, make in forecasters.items()}
    return ranked(made, rolling(series, FORECASTERS["last value"]()), skip)


@checked
def ranked(made: Mapping[str, pd.DataFrame], last: pd.DataFrame, skip: float = 0.0) -> pd.DataFrame:
    """Rank forecasts of one series.

    Parameters
    ----------
    made
        Forecasts as from `rolling`, by name.
    last
        Forecasts by the last value.
    skip
        As in `ranking`.

    Returns
    -------
    pandas.DataFrame
        As from `ranking`.
    """
    every = [*made.values(), last]
    for frame in every:
        with_columns("forecasts", frame, *COLUMNS)
    common = np.logical_and.reduce([frame["forecast"].notna() for frame in every])
    common &= (last["time"] >= last["time"].min() + skip).to_numpy()
    rows = {name: scores(frame[common]) for name, frame in made.items()}
    table = pd.DataFrame(rows).T
    table["skill"] = 1 - table["mae"] / scores(last[common])["mae"]
    return table.sort_values("mape", kind="stable")
