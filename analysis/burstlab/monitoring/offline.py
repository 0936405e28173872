# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Offline analysis of a complete series, by models of statsmodels and by ruptures.

The baseline of forecasters and detectors that work value by value. Values are equally spaced,
without failures.
"""

from __future__ import annotations

import math
import warnings

import numpy as np
import pandas as pd

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.monitoring.changes import Change
from burstlab.monitoring.forecasters import Band
from burstlab.monitoring.rolling import COLUMNS
from burstlab.monitoring.series import checked_series


@checked
def smoothed(
    series: pd.DataFrame, training: int, season: int = 16, coverage: float = 0.8
) -> pd.DataFrame:
    """Forecast by exponential smoothing with fitted gains: Holt-Winters without a trend.

    statsmodels' `ExponentialSmoothing` with a multiplicative season. Gains and initial state are
    fitted to the first values; then each value is forecast from the values before.

    Parameters
    ----------
    series
        Columns ``time`` in s and ``value`` above 0, a row for each measurement.
    training
        Values for the fit: two seasons at least, and not all.
    season
        Values of a season.
    coverage
        Coverage of the band, as in `rolling`.

    Returns
    -------
    pandas.DataFrame
        As from `rolling`, with forecasts from the end of the training on.
    """
    from statsmodels.tsa.holtwinters import ExponentialSmoothing  # takes two seconds

    times, values = _complete(series)
    _training(training, 2 * season, len(values))
    shape = {"seasonal": "mul", "seasonal_periods": season}
    # In units of their mean, the scale that the optimiser expects.
    unit = values[:training].mean()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of optimisers that stop at a gain of 0 or 1
        fitted = ExponentialSmoothing(
            values[:training] / unit, initialization_method="estimated", **shape
        ).fit()
        model = ExponentialSmoothing(
            values / unit,
            initialization_method="known",
            initial_level=fitted.params["initial_level"],
            initial_seasonal=fitted.params["initial_seasons"],
            **shape,
        )
        gains = {name: fitted.params[name] for name in ("smoothing_level", "smoothing_seasonal")}
        forecasts = unit * model.fit(optimized=False, **gains).fittedvalues
    return _banded(times, forecasts, values, training, coverage)


@checked
def regressed(
    series: pd.DataFrame, training: int, lags: int = 5, season: int = 16, coverage: float = 0.8
) -> pd.DataFrame:
    """Forecast by an autoregression with a mean for each time of the season.

    statsmodels' `AutoReg` of logarithms, fitted to the first values; then each value is forecast
    from the values before.

    Parameters
    ----------
    series, season, coverage
        As in `smoothed`.
    training
        Values for the fit: two seasons and `lags` at least, and not all.
    lags
        Number of previous values on which a value depends.
    """
    from statsmodels.tsa.ar_model import AutoReg  # takes two seconds

    times, values = _complete(series)
    _training(training, 2 * season + lags, len(values))
    shape = {"lags": lags, "seasonal": True, "period": season}
    x = np.log(values)
    fitted = AutoReg(x[:training], **shape).fit()
    after = AutoReg(x, **shape).predict(fitted.params, start=training)
    forecasts = np.concatenate([np.full(training, math.nan), np.exp(after)])
    return _banded(times, forecasts, values, training, coverage)


def _complete(series: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    table = checked_series(series)
    times, values = (table[name].to_numpy() for name in ("time", "value"))
    if len(times) < len(series):
        raise InputError(f"series: {len(series) - len(times)} values failed; all are needed")
    steps = np.diff(times)
    if len(steps) and not np.allclose(steps, steps[0]):
        raise InputError("series: column time must have equal steps")
    return times, values


def _training(training: int, least: int, there: int) -> None:
    if not least <= training < there:
        raise InputError(
            f"training = {training}: {least} to one less than the {there} values is allowed"
        )


def _banded(
    times: np.ndarray, forecasts: np.ndarray, values: np.ndarray, training: int, coverage: float
) -> pd.DataFrame:
    band = Band(coverage)
    rows = []
    for number, (time, forecast, value) in enumerate(zip(times, forecasts, values, strict=True)):
        if number < training:
            rows.append((time, math.nan, math.nan, math.nan, value))
            continue
        rows.append((time, forecast, *band.bounds(forecast), value))
        band.observe(forecast, value)
    return pd.DataFrame(rows, columns=list(COLUMNS), dtype=float)


@checked
def change_points(
    series: pd.DataFrame, penalty: float = 10.0, least: float = 0.33, shortest: int = 4
) -> list[Change]:
    """Find all changes of level of a series at once: PELT (Killick, Fearnhead and Eckley, 2012).

    ruptures' `KernelCPD` with a linear kernel: the split into levels with the least sum of squares
    of logarithms and `penalty` ln(n) variances for each change. The variance is that of differences
    of neighbours, by their median.

    Parameters
    ----------
    series
        As in `smoothed`.
    penalty
        Penalty for each change. Correlated noise and the rest of a season need a larger penalty
        than independent noise.
    least
        Smallest change that counts, a part of the level before.
    shortest
        Values of a level, 2 or more.

    Returns
    -------
    list of Change
        ``detected`` is the end of the series, since all values are needed.
    """
    import ruptures  # takes a second

    for name, value in (("penalty", penalty), ("least", least)):
        if not value > 0:
            raise InputError(f"{name} = {value}: above 0 is allowed")
    if shortest < 2:
        raise InputError(f"shortest = {shortest}: 2 or more is allowed")
    times, values = _complete(series)
    if len(values) < 2 * shortest:
        raise InputError(
            f"series: {len(values)} values; twice shortest, {2 * shortest}, are needed"
        )
    x = np.log(values)
    deviation = np.median(np.abs(np.diff(x))) / (0.6745 * math.sqrt(2))  # of normal numbers
    cost = penalty * math.log(len(x)) * max(deviation, 1e-9) ** 2
    ends = ruptures.KernelCPD(kernel="linear", min_size=shortest).fit(x[:, None]).predict(pen=cost)
    levels = [math.exp(part.mean()) for part in np.split(x, ends[:-1])]
    found = [
        Change(float(times[at]), float(times[-1]), before, after)
        for at, before, after in zip(ends[:-1], levels[:-1], levels[1:], strict=True)
    ]
    return [change for change in found if abs(change.size) >= least]
