# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The effect of fewer heavy tests: paths with good forecasts are tested less often."""

from __future__ import annotations

import copy
import math
from collections import deque
from statistics import median

import pandas as pd

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.monitoring.forecasters import Band, Forecaster, Moment
from burstlab.monitoring.series import ENDED_WELL, of_host

GOOD = 3
"""Good forecasts in a row from which the interval grows, as in ``ns3::AdaptiveInterval``."""


class _RoundTrips:
    """A detector of steps of the least round trip from the median of the last five."""

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


@checked
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
    """Leave out tests of paths with good forecasts; forecast and score these tests as well.

    The rule is that of a monitor with ``ns3::ForecastWatch`` and Growth. From the third value in a
    row inside its band on, the interval of the tests grows, from one cycle up to the longest. The
    interval is one cycle again after a value outside, or when light probes detect a change since
    the previous test: another route, or a step of the least round trip.

    Parameters
    ----------
    measurements
        `Results.measurements` of one run, with light probes and tests in each cycle.
    destination, tool
        As in the rows; the tool's throughput is forecast.
    forecaster
        A new one, without values. A copy of it observes the tests.
    growth
        Factor of the interval, 1 or more; with 1 no test is left out.
    longest
        Cycles, 1 or more.
    watch
        Whether light probes count.
    coverage
        Coverage of the band.
    step, least
        Smallest step of the least round trip: relative, and in s.

    Returns
    -------
    pandas.DataFrame
        One row for each successful test, as in `rolling`, with ``used``, whether the forecaster
        observed the value, and ``bytes`` of the test.
    """
    if not (growth >= 1 and math.isfinite(growth)):
        raise InputError(f"growth = {growth}: 1 or more is allowed")
    if longest < 1:
        raise InputError(f"longest = {longest}: 1 or more is allowed")
    rows = of_host(measurements, destination, tool)
    rows = rows.rename(columns=lambda name: name.removeprefix("measurement."))
    forecaster = copy.deepcopy(forecaster)
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
        used = row.cycle - latest >= math.floor(interval + 0.5)
        latest = row.cycle if used else latest
        if not well or not row.throughput > 0:
            continue
        at = Moment(row.start_ns / 1e9, rtt, None if route is None else f"{route:.0f}")
        forecast = forecaster.forecast(at)
        low, high = band.bounds(forecast)
        found.append((at.time, forecast, low, high, row.throughput, used, row.bytes))
        if not used:
            continue
        if not math.isnan(forecast):
            band.observe(forecast, row.throughput)
        forecaster.observe(at, row.throughput)
        good = good + 1 if low <= row.throughput <= high else 0
        flat = known == changes or not watch
        known = changes
        interval = min(float(longest), interval * growth) if good >= GOOD and flat else 1.0
    columns = ["time", "forecast", "low", "high", "observed", "used", "bytes"]
    return pd.DataFrame(found, columns=columns)
