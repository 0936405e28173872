# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Changes of level in a series of measurements: their onsets and sizes.

A detector observes values in order of time, without failures, and reports a change when it is
certain enough.
"""

from __future__ import annotations

import copy
import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import pandas as pd

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.monitoring.forecasters import DAY, HoltWinters, Moment, TimeOfDay, slot
from burstlab.monitoring.series import checked_series, with_columns


class Change(NamedTuple):
    """A change of level: its onset, the time of detection, and the levels before and after."""

    onset: float
    detected: float
    before: float
    after: float

    @property
    def size(self) -> float:
        """Relative change of the level, below 0 if the level fell."""
        return self.after / self.before - 1


class Detector(ABC):
    """The base of detectors of changes of level."""

    @abstractmethod
    def observe(self, time: float, value: float) -> Change | None:
        """Observe a value, above 0, at a time in s; return the change detected by this value."""

    learning = False
    """Whether the history was too short to detect a change at the last value."""


def _positive(name: str, value: float) -> float:
    if not value > 0:
        raise InputError(f"{name} = {value}: above 0 is allowed")
    return value


def _lengths(history: int, recent: int) -> None:
    if recent < 2:
        raise InputError(f"recent = {recent}: 2 or more is allowed")
    if history < 2 * recent:
        raise InputError(f"history = {history}: at least twice recent, {2 * recent}, is allowed")


class Plateau(Detector):
    """The plateau algorithm of SLAC (Logg, Cottrell, after McGregor and Braun, PAM 2000).

    Values further than `sensitivity` deviations from the mean of the history wait in a second
    buffer; each other value moves the oldest waiting value to the history. When `recent` values
    wait, their mean is the new level, and a change if the level moved by the part `least`.

    A level that lasts for less than `settled` values may go undetected: its end is then part of
    the new history.

    Parameters
    ----------
    sensitivity
        Deviations; 1.5 to 3 are useful.
    least
        Smallest change, a part of the level before: a third.
    history
        Values of the history: 5 days at 16 a day.
    recent
        Values of a new level: 6 hours.
    settled
        Values of a new level before the next change can be detected. SLAC uses `recent`; with 4
        values a false rise follows every tenth drop.
    logarithms
        Whether to use logarithms, with geometric means as levels. For log-normal values,
        logarithms increase the deviations of a fall, and reduce those of a rise.
    """

    @checked
    def __init__(
        self,
        sensitivity: float = 2.0,
        least: float = 0.33,
        history: int = 80,
        recent: int = 4,
        settled: int = 12,
        logarithms: bool = False,
    ) -> None:
        self._sensitivity = _positive("sensitivity", sensitivity)
        self._least = _positive("least", least)
        _lengths(history, recent)
        if not recent <= settled <= history:
            raise InputError(
                f"settled = {settled}: recent = {recent} to history = {history} is allowed"
            )
        self._needed, self._settled, self._recent = history, settled, recent
        self._into, self._back = (math.log, math.exp) if logarithms else (float, float)
        self._history: deque[float] = deque(maxlen=history)
        self._waiting: deque[tuple[float, float]] = deque()
        self._falls = False

    def observe(self, time: float, value: float) -> Change | None:
        value = self._into(value)
        self.learning = len(self._history) < self._needed
        if self.learning:
            self._history.append(value)
            return None
        mean, deviation = _moments(self._history)
        if abs(value - mean) <= self._sensitivity * deviation:
            if self._waiting:
                self._history.append(self._waiting.popleft()[1])
            self._history.append(value)
            return None
        if self._waiting and self._falls != (value < mean):
            self._history.extend(old for _, old in self._waiting)
            self._waiting.clear()
        self._falls = value < mean
        self._waiting.append((time, value))
        if len(self._waiting) < self._recent:
            return None
        onset = self._waiting[0][0]
        level = [waiting for _, waiting in self._waiting]
        after = sum(level) / len(level)
        self._waiting.clear()
        self._history.clear()
        self._history.extend(level)
        self._needed = self._settled
        change = Change(onset, time, self._back(mean), self._back(after))
        return change if abs(change.size) >= self._least else None


def _moments(values: Iterable[float]) -> tuple[float, float]:
    """Find mean and standard deviation, of n - 1."""
    # As x.mean() and x.std(ddof=1), which take three times as long.
    x = np.fromiter(values, float)
    mean = np.add.reduce(x) / len(x)
    if len(x) == 1:
        return float(mean), 0.0
    x -= mean
    return float(mean), math.sqrt(np.add.reduce(np.multiply(x, x)) / (len(x) - 1))


class Cusum(Detector):
    """Sums of deviations on either side (Page, Biometrika 41, 1954; Montgomery, ch. 9.1).

    The logarithms of values are standardised by a history that ends where both sums are 0. A sum
    above `limit` is a change; its onset is where the sum left 0. The change moves the history to
    the new level.

    Parameters
    ----------
    slack
        Deviations subtracted from each value: half of the smallest shift that matters.
    limit
        Limit of a sum, in deviations.
    least, history
        As in `Plateau`.
    """

    @checked
    def __init__(
        self, slack: float = 1.0, limit: float = 8.0, least: float = 0.33, history: int = 80
    ) -> None:
        self._slack, self._limit = _positive("slack", slack), _positive("limit", limit)
        self._least = _positive("least", least)
        _lengths(history, 2)
        self._history: deque[float] = deque(maxlen=history)
        self._sums = {1: 0.0, -1: 0.0}
        self._begin = {1: 0, -1: 0}
        self._waiting: list[tuple[float, float]] = []

    def observe(self, time: float, value: float) -> Change | None:
        x = math.log(value)
        self.learning = len(self._history) < (self._history.maxlen or 0)
        if self.learning:
            self._history.append(x)
            return None
        mean, deviation = _moments(self._history)
        z = (x - mean) / max(deviation, 1e-9)
        self._waiting.append((time, x))
        for side in self._sums:
            self._sums[side] = max(0.0, self._sums[side] + side * z - self._slack)
            if self._sums[side] == 0:
                self._begin[side] = len(self._waiting)
        side = max(self._sums, key=lambda side: self._sums[side])
        if self._sums[side] == 0:
            self._history.extend(x for _, x in self._waiting)
            self._forget()
        if self._sums[side] <= self._limit:
            return None
        strayed = self._waiting[self._begin[side] :]
        onset, after = strayed[0][0], sum(x for _, x in strayed) / len(strayed)
        _move(self._history, [x + after - mean for x in self._history])
        self._sums = {1: 0.0, -1: 0.0}
        self._forget()
        change = Change(onset, time, math.exp(mean), math.exp(after))
        return change if abs(change.size) >= self._least else None

    def _forget(self) -> None:
        self._waiting.clear()
        self._begin = {1: 0, -1: 0}


class KolmogorovSmirnov(Detector):
    """A two-sample test of the last values against the values before.

    A change moves the history to the new level.

    Parameters
    ----------
    chance
        Probability of a false alarm in one test; with dependent values it is larger.
    least, history, recent
        As in `Plateau`; the test needs more recent values.
    """

    @checked
    def __init__(
        self,
        chance: float = 1e-4,
        least: float = 0.33,
        history: int = 80,
        recent: int = 8,
    ) -> None:
        from scipy.stats import kstwobign  # takes half a second

        if not 0 < chance < 1:
            raise InputError(f"chance = {chance}: it must lie between 0 and 1")
        self._critical = float(kstwobign.isf(chance))
        self._least = _positive("least", least)
        _lengths(history, recent)
        if self._critical * math.sqrt((history + recent) / (history * recent)) >= 1:
            raise InputError(
                f"recent = {recent}: more values are needed for a test with chance = {chance:g}"
            )
        self._recent = recent
        self._history: deque[float] = deque(maxlen=history)
        self._last: deque[tuple[float, float]] = deque()

    def observe(self, time: float, value: float) -> Change | None:
        self._last.append((time, value))
        self.learning = True
        if len(self._last) <= self._recent:
            return None
        self._history.append(self._last.popleft()[1])
        if len(self._history) < (self._history.maxlen or 0):
            return None
        self.learning = False
        last = [value for _, value in self._last]
        n, m = len(self._history), len(last)
        if distance(self._history, last) <= self._critical * math.sqrt((n + m) / (n * m)):
            return None
        before, after = (sum(values) / len(values) for values in (self._history, last))
        onset = self._last[0][0]
        _move(self._history, [value * after / before for value in self._history])
        self._last.clear()
        if abs(after / before - 1) < self._least:
            return None
        return Change(onset, time, before, after)


def _move(history: deque[float], values: list[float]) -> None:
    history.clear()
    history.extend(values)


def distance(first: Iterable[float], second: Iterable[float]) -> float:
    """Find the largest distance of two empirical distribution functions."""
    a, b = (np.fromiter(values, float) for values in (first, second))
    a.sort()
    b.sort()
    # Between two values of b its function is flat, and the function of a rises: the ends suffice.
    return max(
        float(np.abs(a.searchsorted(b, side) / len(a) - b.searchsorted(b, side) / len(b)).max())
        for side in ("left", "right")
    )


class HoltWintersBand(Detector):
    """Values outside the band around Holt-Winters (Brutlag, LISA 2000).

    The half width of the band is `width` times the smoothed relative error of the forecasts, for
    each slot of the day; an error outside the band counts as the half width. `violations` of the
    last `among` values outside on the same side are a change, which moves the level of the
    forecasts. Until then the forecaster does not observe values outside.

    Parameters
    ----------
    width
        2 to 3 in the literature.
    violations, among
        k of n.
    least
        As in `Plateau`.
    gain
        Gain of the smoothed error.
    slots
        Slots of a day.
    """

    @checked
    def __init__(
        self,
        width: float = 2.5,
        violations: int = 4,
        among: int = 5,
        least: float = 0.33,
        gain: float = 0.1,
        slots: int = 16,
    ) -> None:
        self._width, self._least = _positive("width", width), _positive("least", least)
        if not 1 <= violations <= among:
            raise InputError(f"violations = {violations}: 1 to among = {among} is allowed")
        if not 0 < gain <= 1:
            raise InputError(f"gain = {gain}: above 0 and at most 1 is allowed")
        self._needed, self._gain, self._slots = violations, gain, slots
        self._forecaster = HoltWinters(slots=slots)
        self._distances: dict[int, float] = {}
        self._pooled: list[float] = []
        self._begin = math.nan
        self._last: deque[tuple[float, float, float, int]] = deque(maxlen=among)

    def observe(self, time: float, value: float) -> Change | None:
        if math.isnan(self._begin):
            self._begin = time
        moment = Moment(time)
        self.learning = time < self._begin + 2 * DAY or not self._pooled
        forecast = self._forecaster.forecast(moment)
        if time < self._begin + DAY:
            self._forecaster.observe(moment, value)
            return None
        part = value / forecast - 1
        if self.learning:
            self._pooled.append(abs(part))
            self._forecaster.observe(moment, value)
            return None
        at = slot(time, self._slots) % self._slots
        usual = self._distances.get(at, sum(self._pooled) / len(self._pooled))
        side = int(math.copysign(1, part)) if abs(part) > self._width * usual else 0
        self._last.append((time, value, forecast, side))
        self._distances[at] = usual + self._gain * (min(abs(part), self._width * usual) - usual)
        if side == 0:
            self._forecaster.observe(moment, value)
            return None
        outside = [row for row in self._last if row[3] == side]
        if len(outside) < self._needed:
            return None
        self._last.clear()
        before, after = (sum(row[i] for row in outside) / len(outside) for i in (2, 1))
        self._forecaster.rescale(after / before)
        if abs(after / before - 1) < self._least:
            return None
        return Change(outside[0][0], time, before, after)


class ByTimeOfDay(Detector):
    """A detector of values divided by the factor of the time of day.

    Parameters
    ----------
    inner
        The detector of the divided values.
    slots, days, week_start
        As in `TimeOfDay`.
    """

    @checked
    def __init__(
        self, inner: Detector, slots: int = 16, days: int = 14, week_start: float = 0.0
    ) -> None:
        self._inner, self._clock = copy.deepcopy(inner), TimeOfDay(slots, days, week_start)

    def observe(self, time: float, value: float) -> Change | None:
        left = value / self._clock.factor(time)
        self._clock.observe(time, value)
        found = self._inner.observe(time, left)
        self.learning = self._inner.learning
        return found


@checked
def changes(series: pd.DataFrame, detector: Detector) -> pd.DataFrame:
    """Detect changes along a series.

    Parameters
    ----------
    series
        One row for each measurement in order of time: ``time`` in s since midnight and ``value``,
        above 0, NaN for a failed measurement.
    detector
        A new one, without values. A copy of it observes the series.

    Returns
    -------
    pandas.DataFrame
        One row for each change: ``onset`` and ``detected`` in s, levels ``before`` and ``after``,
        ``size``. ``attrs["learning"]`` is the number of values at which the history of the detector
        was too short to detect a change, ``attrs["ready"]`` the time of the first other value. NaN:
        none, so that an empty table means nothing.
    """
    table = checked_series(series)
    detector = copy.deepcopy(detector)
    rows, learning, ready = [], 0, math.nan
    for row in table.itertuples(index=False):
        if change := detector.observe(row.time, row.value):
            rows.append((*change, change.size))
        learning += detector.learning
        ready = row.time if math.isnan(ready) and not detector.learning else ready
    found = pd.DataFrame(rows, columns=[*Change._fields, "size"], dtype=float)
    found.attrs |= {"learning": learning, "ready": ready}
    return found


@checked
def matched(found: pd.DataFrame, truth: pd.DataFrame, within: float) -> pd.DataFrame:
    """Match true changes with detected changes.

    Parameters
    ----------
    found
        Detected changes, as from `changes`, with a unique index.
    truth
        One row for each change: ``onset`` in s and ``size``; only the sign matters.
    within
        Seconds after its onset in which a change must be detected.

    Returns
    -------
    pandas.DataFrame
        The rows of truth with ``found``, the index of the first detected change that matches, and
        ``delay`` in s, both NaN without a match. Each detected change matches only once.
    """
    for name, table in (("found", found), ("truth", truth)):
        if not table.index.is_unique:
            raise InputError(f"{name}: two rows have the same index; it must be unique")
    with_columns("found", found, "detected", "size")
    with_columns("truth", truth, "onset", "size")
    left = dict(found.iterrows())
    rows = []
    for _, event in truth.sort_values("onset").iterrows():
        fits = [
            key
            for key, change in left.items()
            if 0 <= change["detected"] - event["onset"] <= within
            and change["size"] * event["size"] > 0
        ]
        if fits:
            first = min(fits, key=lambda key: left[key]["detected"])
            rows.append((first, left.pop(first)["detected"] - event["onset"]))
        else:
            rows.append((math.nan, math.nan))
    table = truth.sort_values("onset").copy()
    table[["found", "delay"]] = np.array(rows, dtype=float).reshape(-1, 2)
    return table.loc[truth.index]
