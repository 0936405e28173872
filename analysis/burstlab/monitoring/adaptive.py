# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What fewer heavy tests would have told: those that are well forecast are made less often."""

from __future__ import annotations

import math
from collections import deque
from statistics import median

import pandas as pd

from burstlab.errors import InputError
from burstlab.monitoring.forecasters import Band, Forecaster, Moment
from burstlab.monitoring.series import ENDED_WELL, of_host

GOOD = 3
"""Good forecasts in a row from which the interval grows, as ``ns3::AdaptiveInterval`` has it."""


class _RoundTrips:
    """Whether least round trips stepped away from the median of the last five."""

    def __init__(self, part: float, least: float) -> None:
        self._part, self._least = part, least
        self._level: deque[float] = deque(maxlen=5)

    def changed(self, value: float) -> bool:
        level = median(self._level) if self._level else value
        if abs(value - level) <= max(self._part * level, self._least):
            self._level.append(value)
            return False
        self._level.clear()
        self._level.append(value)
        return True


def adaptive(
    measurements: pd.DataFrame,
    destination: str,
    tool: str,
    forecaster: Forecaster,
    growth: float = 2.0,
    longest: int = 16,
    watch: bool = True,
    coverage: float = 0.8,
    step: float = 0.2,
    least: float = 0.002,
) -> pd.DataFrame:
    """Leave out tests that were well forecast, and forecast them all the same.

    It is what ``ns3::ForecastWatch`` with Growth has a monitor do. The interval of the tests grows
    from one cycle with each value inside its band after two others, up to the longest, and is one
    cycle again with a value outside, or when light probes saw a change since the test before:
    another route, or a step of the least round trip.

    Parameters
    ----------
    measurements
        `Results.measurements` of one run, with light probes and tests in each cycle. What was not
        measured cannot be told.
    destination, tool
        As in the rows; the tool's throughput is forecast.
    forecaster
        That has been told nothing yet.
    growth
        Factor of the interval, 1 or more; with 1 all tests are made.
    longest
        Cycles, 1 or more.
    watch
        Whether light probes are looked at.
    coverage
        Of the band.
    step, least
        Part of a round trip, and s, by which the least one has to change.

    Returns
    -------
    pandas.DataFrame
        A row a test that ended well, as `rolling` has it, and ``told``, whether the forecaster was
        told the value, and ``bytes`` of the test.
    """
    if not (growth >= 1 and math.isfinite(growth)):
        raise InputError(f"growth = {growth}: 1 or more is allowed")
    if longest < 1:
        raise InputError(f"longest = {longest}: 1 or more is allowed")
    rows = of_host(measurements, destination, tool)
    rows = rows.rename(columns=lambda name: name.removeprefix("measurement."))
    band, trips = Band(coverage), _RoundTrips(step, least)
    route, rtt = None, math.nan
    changes = known = good = 0
    interval, latest, found = 1.0, -math.inf, []
    for row in rows.itertuples(index=False):
        well = row.status in ENDED_WELL
        if row.tool != tool:
            if not well:
                continue
            if not math.isnan(getattr(row, "route", math.nan)):
                changes += route is not None and row.route != route
                route = row.route
            elif row.tool.startswith("ping") and not math.isnan(row.rtt_min):
                changes += trips.changed(row.rtt_min)
                rtt = row.rtt_mean
            continue
        told = row.cycle - latest >= math.floor(interval + 0.5)
        latest = row.cycle if told else latest
        if not well or not row.throughput > 0:
            continue
        at = Moment(row.start_ns / 1e9, rtt, None if route is None else f"{route:.0f}")
        forecast = forecaster.forecast(at)
        low, high = band.bounds(forecast)
        found.append((at.time, forecast, low, high, row.throughput, told, row.bytes))
        if not told:
            continue
        if not math.isnan(forecast):
            band.observe(forecast, row.throughput)
        forecaster.observe(at, row.throughput)
        good = good + 1 if low <= row.throughput <= high else 0
        flat = known == changes or not watch
        known = changes
        interval = min(float(longest), interval * growth) if good >= GOOD and flat else 1.0
    columns = ["time", "forecast", "low", "high", "observed", "told", "bytes"]
    return pd.DataFrame(found, columns=columns)
