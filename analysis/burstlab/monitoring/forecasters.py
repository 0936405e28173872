# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Forecasters of a series of measurements, value by value.

A forecaster observes values in order of time, without failures, and forecasts the next value.
"""

from __future__ import annotations

import copy
import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from statistics import median
from typing import NamedTuple

from burstlab.arguments import checked
from burstlab.errors import InputError

DAY = 86_400.0
"""Seconds."""


class Moment(NamedTuple):
    """The time of a measurement, and the latest results of light probes.

    Attributes
    ----------
    time
        Seconds since the midnight before the first measurement.
    rtt
        Round-trip time in s, NaN without a ping.
    route
        Name of the route, None without a traceroute.
    """

    time: float
    rtt: float = math.nan
    route: Hashable = None


class Forecaster(ABC):
    """The base of forecasters of a series of positive numbers."""

    @abstractmethod
    def observe(self, moment: Moment, value: float) -> None:
        """Observe a value, finite and above 0, not earlier than the previous value."""

    @abstractmethod
    def forecast(self, moment: Moment) -> float:
        """Forecast the value of a moment not before the last value; NaN without any value."""


def _whole(name: str, value: int, least: int = 1) -> int:
    if value < least:
        raise InputError(f"{name} = {value}: {least} or more is allowed")
    return value


def _gain(name: str, value: float, least: float = 0.0) -> float:
    if not least <= value <= 1:
        raise InputError(f"{name} = {value}: {least:g} to 1 is allowed")
    return value


class LastValue(Forecaster):
    """The previous value."""

    def __init__(self) -> None:
        self._value = math.nan

    def observe(self, moment: Moment, value: float) -> None:
        self._value = value

    def forecast(self, moment: Moment) -> float:
        return self._value


class RunningMean(Forecaster):
    """The mean of all values."""

    def __init__(self) -> None:
        self._sum, self._count = 0.0, 0

    def observe(self, moment: Moment, value: float) -> None:
        self._sum += value
        self._count += 1

    def forecast(self, moment: Moment) -> float:
        return self._sum / self._count if self._count else math.nan


class _Window(Forecaster):
    """A function of the last values."""

    @checked
    def __init__(self, length: int) -> None:
        self._values: deque[float] = deque(maxlen=_whole("length", length))

    def observe(self, moment: Moment, value: float) -> None:
        self._values.append(value)

    def forecast(self, moment: Moment) -> float:
        return self._of(self._values) if self._values else math.nan

    @abstractmethod
    def _of(self, values: Sequence[float]) -> float: ...


class MovingAverage(_Window):
    """The mean of the last values, of 5 in the document (slide 23)."""

    @checked
    def __init__(self, length: int = 5) -> None:
        super().__init__(length)

    def _of(self, values: Sequence[float]) -> float:
        return sum(values) / len(values)


class MovingMedian(_Window):
    """The median of the last values."""

    @checked
    def __init__(self, length: int = 5) -> None:
        super().__init__(length)

    def _of(self, values: Sequence[float]) -> float:
        return median(values)


class TrimmedMean(_Window):
    """The mean of the last values without the least and the largest ones.

    Parameters
    ----------
    length
        Values.
    trim
        Values left out at either end, once there are enough.
    """

    @checked
    def __init__(self, length: int = 10, trim: int = 2) -> None:
        super().__init__(length)
        self._trim = _whole("trim", trim, 0)
        if 2 * trim >= length:
            raise InputError(f"trim = {trim}: less than half of length {length} is allowed")

    def _of(self, values: Sequence[float]) -> float:
        cut = self._trim if len(values) > 2 * self._trim else 0
        kept = sorted(values)[cut : len(values) - cut]
        return sum(kept) / len(kept)


class Ewma(Forecaster):
    """Exponential smoothing: gain times the new value, plus 1 - gain times the old mean.

    PingER's reports smooth with a gain of 0.3.
    """

    @checked
    def __init__(self, gain: float = 0.3) -> None:
        self._gain, self._mean = _gain("gain", gain), math.nan

    def observe(self, moment: Moment, value: float) -> None:
        if math.isnan(self._mean):
            self._mean = value
        else:
            self._mean += self._gain * (value - self._mean)

    def forecast(self, moment: Moment) -> float:
        return self._mean


class SeasonalNaive(Forecaster):
    """The value of the same time of an earlier day; until that exists, the last value.

    Parameters
    ----------
    slots
        Slots of a day, all of one length.
    """

    @checked
    def __init__(self, slots: int = 16) -> None:
        self._slots = _whole("slots", slots)
        self._values: dict[int, float] = {}
        self._last = math.nan

    def observe(self, moment: Moment, value: float) -> None:
        self._values[slot(moment.time, self._slots) % self._slots] = value
        self._last = value

    def forecast(self, moment: Moment) -> float:
        return self._values.get(slot(moment.time, self._slots) % self._slots, self._last)


def slot(time: float, slots: int) -> int:
    """Count the slots before a time, `slots` a day."""
    return math.floor(time * slots / DAY)


class TimeOfDay:
    """Factors of the time of day in a series of positive numbers, updated with each value.

    Each slot of the day has the median, over the last days, of its value over the mean of the
    preceding 24 hours. The factor of a slot is the weighted mean of three medians: its own, with
    weight 2, and those of its two neighbours. The factor is 1 until all three have two days.
    Saturdays and Sundays have separate factors.

    Parameters
    ----------
    slots
        Slots of a day.
    days
        Values in the median of a slot, one a day.
    week_start
        Time from Monday 0 o'clock to time 0, s: 259,200 for Unix time.
    """

    @checked
    def __init__(self, slots: int = 16, days: int = 14, week_start: float = 0.0) -> None:
        self._slots = _whole("slots", slots)
        days = _whole("days", days, 2)
        self._ratios = [[deque[float](maxlen=days) for _ in range(slots)] for _ in range(2)]
        self._week_start = week_start
        self._day: deque[tuple[float, float]] = deque()
        self._begin = math.nan

    def factor(self, time: float) -> float:
        """Return the factor at a time in s since midnight."""
        at, ratios = slot(time, self._slots), self._ratios[self._weekend(time)]
        near = [ratios[(at + shift) % self._slots] for shift in (-1, 0, 0, 1)]
        if min(map(len, near)) < 2:
            return 1.0
        return sum(map(median, near)) / len(near)

    def observe(self, time: float, value: float) -> None:
        """Observe a value."""
        if math.isnan(self._begin):
            self._begin = time
        while self._day and self._day[0][0] <= time - DAY:
            self._day.popleft()
        self._day.append((time, value))
        if time >= self._begin + DAY * (1 - 1 / self._slots) and 2 * len(self._day) > self._slots:
            mean = sum(value for _, value in self._day) / len(self._day)
            ratios = self._ratios[self._weekend(time)]
            ratios[slot(time, self._slots) % self._slots].append(value / mean)

    def _weekend(self, time: float) -> bool:
        return math.floor((time + self._week_start) / DAY) % 7 >= 5


class DiurnalAverage(Forecaster):
    """A forecaster of values divided by the factor of the time of day.

    Parameters
    ----------
    inner
        Makes the forecaster of these values.
    slots, days, week_start
        As in `TimeOfDay`.
    """

    @checked
    def __init__(
        self,
        inner: Callable[[], Forecaster] = MovingAverage,
        slots: int = 16,
        days: int = 14,
        week_start: float = 0.0,
    ) -> None:
        self._inner, self._clock = inner(), TimeOfDay(slots, days, week_start)

    def observe(self, moment: Moment, value: float) -> None:
        self._inner.observe(moment, value / self._clock.factor(moment.time))
        self._clock.observe(moment.time, value)

    def forecast(self, moment: Moment) -> float:
        return self._inner.forecast(moment) * self._clock.factor(moment.time)


_LEAST_LEVEL = 1e-3
"""Part of a level below which no trend falls, so that forecasts are above 0."""


class HoltWinters(Forecaster):
    """Level, trend and multiplicative season of the day (Winters, Management Science 6, 1960).

    ``S_t = a y_t / I_(t-L) + (1 - a)(S_(t-1) + b_(t-1))``, ``b_t = g (S_t - S_(t-1)) + (1 - g)
    b_(t-1)``, ``I_t = s y_t / S_t + (1 - s) I_(t-L)``; the forecast m slots on is ``(S_t + m b_t)
    I``. A slot without a value counts as if its forecast was right. After the first season the
    level is its mean, the trend 0, and the season value over mean; during the first season the
    forecast is the mean of the values before. Of several values in a slot the first counts.

    Parameters
    ----------
    level, trend, season
        The gains a, g and s.
    slots
        L, the slots of a season.
    length
        Length of a season, s.
    """

    @checked
    def __init__(
        self,
        level: float = 0.2,
        trend: float = 0.0,
        season: float = 0.2,
        slots: int = 16,
        length: float = DAY,
    ) -> None:
        self._gains = _gain("level", level), _gain("trend", trend), _gain("season", season)
        self._slots = _whole("slots", slots, 2)
        if not length > 0:
            raise InputError(f"length = {length}: more than 0 s is allowed")
        self._length = length
        self._first: dict[int, float] = {}
        self._begin: int | None = None
        self._now = -1
        self._level, self._trend = math.nan, 0.0
        self._season: list[float] = []

    def observe(self, moment: Moment, value: float) -> None:
        now = self._slot(moment.time)
        if self._begin is None:
            self._begin = now
        if not self._started(now):
            self._first.setdefault(now, value)
            return
        if now <= self._now:
            return
        gain, g, s = self._gains
        before = self._level + (now - self._now - 1) * self._trend
        index = self._season[now % self._slots]
        expected = max(before + self._trend, _LEAST_LEVEL * self._level)
        self._level = gain * value / index + (1 - gain) * expected
        self._trend = g * (self._level - before) + (1 - g) * self._trend
        self._season[now % self._slots] = s * value / self._level + (1 - s) * index
        self._now = now

    def forecast(self, moment: Moment) -> float:
        now = self._slot(moment.time)
        if not self._season:
            return self._from_first(now)
        ahead = max(0, now - self._now)
        level = max(self._level + ahead * self._trend, _LEAST_LEVEL * self._level)
        return level * self._season[now % self._slots]

    def _from_first(self, now: int) -> float:
        """Forecast from the first season, complete or not."""
        values = {slot % self._slots: value for slot, value in self._first.items()}
        if not values:
            return math.nan
        passed = self._begin is not None and now >= self._begin + self._slots
        mean = sum(values.values()) / len(values)
        return values.get(now % self._slots, mean) if passed else mean

    def rescale(self, factor: float) -> None:
        """Multiply level and trend by a factor."""
        if not factor > 0:
            raise InputError(f"factor = {factor}: above 0 is allowed")
        self._level *= factor
        self._trend *= factor
        self._first = {now: factor * value for now, value in self._first.items()}

    def _slot(self, time: float) -> int:
        return math.floor(time * self._slots / self._length)

    def _started(self, now: int) -> bool:
        """Initialise level and season once the first season has passed."""
        if self._season or self._begin is None or now < self._begin + self._slots:
            return bool(self._season)
        self._level = sum(self._first.values()) / len(self._first)
        self._season = [1.0] * self._slots
        for now, value in self._first.items():
            self._season[now % self._slots] = value / self._level
        self._now = self._begin + self._slots - 1
        return True


class RttRegression(Forecaster):
    """Throughput from round trips: a regression of log values on log round trips.

    Without a round trip the forecast is the geometric mean of the last values; with equal round
    trips, the geometric mean of the values with a round trip. The slope is from -2 to 0, as longer
    round trips do not make TCP faster.

    Parameters
    ----------
    length
        Number of values in the regression.
    """

    @checked
    def __init__(self, length: int = 32) -> None:
        self._points: deque[tuple[float, float]] = deque(maxlen=_whole("length", length, 2))

    def observe(self, moment: Moment, value: float) -> None:
        self._points.append((math.log(moment.rtt), math.log(value)))

    def forecast(self, moment: Moment) -> float:
        if not self._points:
            return math.nan
        values = [y for _, y in self._points]
        mean = sum(values) / len(values)
        pairs = [(x, y) for x, y in self._points if not math.isnan(x)]
        if math.isnan(moment.rtt) or len(pairs) < 2:
            return math.exp(mean)
        at = sum(x for x, _ in pairs) / len(pairs)
        mean = sum(y for _, y in pairs) / len(pairs)
        spread = sum((x - at) ** 2 for x, _ in pairs)
        slope = 0.0
        if spread > len(pairs) * 1e-6:  # a tenth of a percent of the round trip
            slope = sum((x - at) * (y - mean) for x, y in pairs) / spread
        return math.exp(mean + min(0.0, max(-2.0, slope)) * (math.log(moment.rtt) - at))


class ByRoute(Forecaster):
    """A separate forecaster for each route of a path, kept when the route changes.

    A new route has the forecast of the previous route until it has a value.

    Parameters
    ----------
    inner
        Makes the forecaster of a route.
    """

    @checked
    def __init__(self, inner: Callable[[], Forecaster] = MovingAverage) -> None:
        self._make = inner
        self._of: dict[Hashable, Forecaster] = {}
        self._last: Hashable = None

    def observe(self, moment: Moment, value: float) -> None:
        self._last = self._last if moment.route is None else moment.route
        self._of.setdefault(self._last, self._make()).observe(moment, value)

    def forecast(self, moment: Moment) -> float:
        route = self._last if moment.route is None else moment.route
        known = self._of.get(route, self._of.get(self._last))
        return known.forecast(moment) if known else math.nan


class NwsSelector(Forecaster):
    """The forecaster with the least errors so far (Wolski, Cluster Computing 1, 1998).

    Several forecasters forecast each value. The next forecast is that of the forecaster with the
    least sum of errors, the first one if several have equal sums.

    Parameters
    ----------
    among
        The forecasters, which are copied; `nws_family` if None.
    absolute
        Whether errors are absolute, not squared.
    """

    @checked
    def __init__(self, among: Sequence[Forecaster] | None = None, absolute: bool = False) -> None:
        self._among = nws_family() if among is None else copy.deepcopy(list(among))
        if not self._among:
            raise InputError("among is empty: at least one forecaster is needed")
        self._absolute = absolute
        self._errors = [0.0] * len(self._among)

    def observe(self, moment: Moment, value: float) -> None:
        for number, forecaster in enumerate(self._among):
            error = forecaster.forecast(moment) - value
            if not math.isnan(error):
                self._errors[number] += abs(error) if self._absolute else error * error
            forecaster.observe(moment, value)

    def forecast(self, moment: Moment) -> float:
        return self._among[self._errors.index(min(self._errors))].forecast(moment)


def nws_family() -> list[Forecaster]:
    """Make the simple forecasters of the Network Weather Service, without the time of day."""
    return [
        LastValue(),
        RunningMean(),
        *(MovingAverage(length) for length in (3, 5, 10, 20)),
        *(MovingMedian(length) for length in (5, 21)),
        TrimmedMean(),
        *(Ewma(gain) for gain in (0.1, 0.3, 0.5)),
    ]


FORECASTERS: dict[str, Callable[[], Forecaster]] = {
    "last value": LastValue,
    "mean": RunningMean,
    "MA(5)": MovingAverage,
    "median(5)": MovingMedian,
    "EWMA(0.3)": Ewma,
    "NWS": NwsSelector,
    "same time yesterday": SeasonalNaive,
    "MA(5) by time of day": DiurnalAverage,
    "Holt-Winters": HoltWinters,
    "RTT": RttRegression,
    "MA(5) by route": ByRoute,
}
"""The ranked forecasters, by their names in tables."""


class Band:
    """Bounds of a forecast from the errors of the last forecasts, whatever their distribution.

    The bounds are the forecast times two of the last ratios of observed value to forecast, those
    of equal rank from below and from above (split conformal prediction: Vovk, Gammerman and Shafer,
    2005, ch. 2). If errors are exchangeable, at least the part `coverage` of values is within the
    bounds.

    Parameters
    ----------
    coverage
        Above 0 and below 1.
    length
        Number of ratios: 5 days at 16 a day.
    """

    @checked
    def __init__(self, coverage: float = 0.8, length: int = 80) -> None:
        if not 0 < coverage < 1:
            raise InputError(f"coverage = {coverage}: it must lie between 0 and 1")
        self._tail = (1 - coverage) / 2
        self._ratios: deque[float] = deque(maxlen=_whole("length", length))

    def observe(self, forecast: float, value: float) -> None:
        """Observe a forecast and its value."""
        self._ratios.append(value / forecast)

    def bounds(self, forecast: float) -> tuple[float, float]:
        """Return the bounds; NaN with too few ratios."""
        rank = math.floor((len(self._ratios) + 1) * self._tail + 1e-9)
        if rank < 1:
            return math.nan, math.nan
        ratios = sorted(self._ratios)
        return forecast * ratios[rank - 1], forecast * ratios[-rank]
