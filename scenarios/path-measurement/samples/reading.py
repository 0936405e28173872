# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Months of test results from a model, for forecasters and detectors."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from burstlab import monitoring
from burstlab.archive import Results
from burstlab.study import Labelled, runs_of

SAMPLES = "path-measurement-samples"
EVERY, IPERF = "all", "iperf"
FIRST, FRESH = "first", "fresh"
OWN = -1
"""The swing of each host."""


@dataclass(frozen=True)
class Samples(Labelled):
    """A month of results of hosts, by the labels of the study.

    Attributes
    ----------
    tools
        `EVERY` or `IPERF`.
    swing
        By how many percent results are lower at 14 o'clock of a working day than at night; `OWN`:
        as the host has it.
    fall
        Fall of the level of each host for three days, percent; 0: no event.
    numbers
        `FIRST`, on which settings of detectors were chosen, or `FRESH`.
    """

    tools: str = IPERF
    swing: int = OWN
    fall: int = 0
    numbers: str = FIRST


EVERY_TOOL = Samples(tools=EVERY)
QUIET = Samples()
SWINGING = Samples(swing=40)
"""Swing at which Holt-Winters has to be better, and detectors have to know the time of day."""
FALL = 40
"""Percent of a fall of which nine in ten have to be found."""
FALLS = {"quick": (20, 60), "full": (20, 30, 50, 60)}
"""Percent of the falls in figure and table."""
SOME = "Rice,CERN,INFN-Padova"
"""Hosts of the quick edition."""
MANY = {"quick": 6, "full": 13}
"""Replications of the months by which detection is judged: 429 series of 33 hosts, when full."""


def fallen(base: Samples) -> Samples:
    """Let the level fall by the part that detectors have to find."""
    return replace(base, fall=FALL)


PAIRS = [month for base in (QUIET, SWINGING) for month in (base, fallen(base))]
"""Months of small swings and of a large one, without an event and with one."""
FRESH_PAIRS = [replace(month, numbers=FRESH) for month in PAIRS]
"""The same with other random numbers."""


def falls(edition: str) -> list[Samples]:
    """List months with falls of other sizes."""
    return [replace(QUIET, fall=fall) for fall in FALLS[edition]]


def planned(edition: str) -> list[Samples]:
    """All settings of an edition."""
    return [EVERY_TOOL, *PAIRS, *FRESH_PAIRS, *falls(edition)]


def replications(setting: Samples, edition: str, usual: int) -> int:
    """Give the number of replications of a setting, by the usual number."""
    judged = (QUIET, fallen(QUIET), *FRESH_PAIRS)
    return MANY[edition] if setting in judged else usual


def scenario(setting: Samples, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    return SAMPLES, {
        **({"Hosts": SOME} if edition == "quick" else {}),
        **({"Deviations": "iperf=0.15"} if setting.tools == IPERF else {}),
        **({} if setting.swing == OWN else {"Swing": setting.swing / 100}),
        **({"Change": -setting.fall / 100} if setting.fall else {}),
        **({"StreamBase": 1_000_000} if setting.numbers == FRESH else {}),
    }


DAY = 86_400.0
MONTH = 28 * DAY
TOOLS = ("iperf", "bbcp-memory", "bbcp-disk", "bbftp", "pipechar")
SOON = DAY
"""Time from its onset in which a fall has to be found, s."""
SKIP = 7 * DAY
"""Start of a month that is not scored, in which forecasters learn the time of day."""
TRAINING = 14 * DAY
"""Part of the month to which offline forecasters are fitted."""


@dataclass(frozen=True, eq=False)
class Months:
    """Series of a tool, each of a host in a replication, all with the same times.

    Attributes
    ----------
    times
        s since midnight, shape (n,).
    values
        bit/s, shape (series, n).
    origin
        A row a series: run_id, seed, run, host, and onset in s, NaN without an event.
    """

    times: np.ndarray
    values: np.ndarray
    origin: pd.DataFrame

    @cached_property
    def _content(self) -> bytes:
        origin = pd.util.hash_pandas_object(self.origin).to_numpy()
        parts = (self.times, self.values, origin)
        every = b"".join(part.tobytes() for part in parts)
        return hashlib.sha1(every, usedforsecurity=False).digest()

    def __hash__(self) -> int:
        return hash(self._content)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Months) and self._content == other._content

    def frames(self) -> list[pd.DataFrame]:
        """Each series as forecasters and detectors take it."""
        return [pd.DataFrame({"time": self.times, "value": row}) for row in self.values]

    @property
    def months(self) -> float:
        """Total time of the series, in months."""
        step = self.times[1] - self.times[0]
        return len(self.values) * len(self.times) * step / MONTH


def months(results: Results, setting: Samples, tool: str = IPERF) -> Months:
    """Read the series of a tool."""
    chosen = runs_of(results, setting)
    metric = "samples.capacity" if tool == "pipechar" else "samples.throughput"
    parts = {}
    for name in chosen.objects(metric):
        host, of = name.split("/")
        if of == tool:
            frame = chosen.series(metric, name)
            parts[host] = frame.pivot(index="run_id", columns="t", values="value")
    wide = pd.concat(parts, names=["host"])
    origin = wide.index.to_frame(index=False).join(chosen.runs()[["seed", "run"]], on="run_id")
    origin["onset"] = np.nan
    if setting.fall:
        truth = chosen.table("fault.truth")
        begin = truth.assign(begin=pd.to_numeric(truth["begin"]), host=truth["target"])
        begin = begin.set_index(["run_id", "host"])["begin"]
        origin["onset"] = begin.reindex(pd.MultiIndex.from_frame(origin[["run_id", "host"]])).array
    return Months(wide.columns.to_numpy(dtype=float), wide.to_numpy(), origin)


def pair(results: Results, base: Samples) -> tuple[Months, Months]:
    """Read the series of iperf in months like `base`, without falls and with them."""
    return months(results, base), months(results, fallen(base))


@lru_cache(64)
def forecast_scores(of: Months, forecaster: str) -> pd.DataFrame:
    """Score a forecaster on each series: columns as `burstlab.monitoring.scores`, a row a series.

    Forecasts of the first days do not count.
    """
    rows = []
    for frame in of.frames():
        made = monitoring.rolling(frame, monitoring.FORECASTERS[forecaster]())
        rows.append(monitoring.scores(made[made["time"] >= SKIP]))
    return pd.DataFrame(rows)


def by_replication(of: Months, column: pd.Series) -> pd.Series:
    """Mean over the hosts: index (seed, run)."""
    keys = [of.origin[name] for name in ("seed", "run")]
    return column.set_axis(of.origin.index).groupby(keys).mean()


OFFLINE = {
    "fitted Holt-Winters": monitoring.smoothed,
    "fitted autoregression": monitoring.regressed,
}
"""Forecasters of statsmodels, fitted to half a month."""


@lru_cache(8)
def rankings(of: Months, run: int) -> dict[str, pd.DataFrame]:
    """Rank all forecasters on the series of a replication: by host, as `ranking` has it.

    All are scored on the time after the fit of the offline forecasters.
    """
    chosen = of.origin.index[of.origin["run"] == run]
    training = int(np.searchsorted(of.times, TRAINING))
    tables = {}
    for number in chosen:
        frame = pd.DataFrame({"time": of.times, "value": of.values[number]})
        made = {
            name: monitoring.rolling(frame, make()) for name, make in monitoring.FORECASTERS.items()
        }
        made |= {name: fit(frame, training) for name, fit in OFFLINE.items()}
        tables[of.origin["host"][number]] = monitoring.ranked(made, made["last value"], TRAINING)
    return tables


class Way(NamedTuple):
    """A detector with a threshold, and whether the time of day is divided out before it."""

    detector: str
    threshold: float
    by_day: bool


PELT = "PELT, offline"
LOGARITHMS = "plateau of logarithms"
DETECTORS: dict[str, Callable[[float], monitoring.Detector]] = {
    "plateau": lambda threshold: monitoring.Plateau(sensitivity=threshold),
    LOGARITHMS: lambda threshold: monitoring.Plateau(sensitivity=threshold, logarithms=True),
    "CUSUM": lambda threshold: monitoring.Cusum(limit=threshold),
    "Kolmogorov-Smirnov": lambda threshold: monitoring.KolmogorovSmirnov(chance=10**-threshold),
    "Holt-Winters band": lambda threshold: monitoring.HoltWintersBand(width=threshold),
}
USUAL = {
    "plateau": 2.0,
    LOGARITHMS: 2.0,
    "CUSUM": 8.0,
    "Kolmogorov-Smirnov": 4.0,
    "Holt-Winters band": 2.5,
    PELT: 10.0,
}
"""Thresholds: deviations, sum of deviations, digits of the chance, width of the band, penalty."""
THRESHOLDS = {
    "plateau": (1.0, 1.5, 2.0, 2.5, 3.0),
    LOGARITHMS: (1.0, 1.5, 2.0, 2.5, 3.0),
    "CUSUM": (3.0, 5.0, 8.0, 12.0, 20.0),
    "Kolmogorov-Smirnov": (2.0, 3.0, 4.0, 5.0, 6.0),
    "Holt-Winters band": (1.5, 2.0, 2.5, 3.0, 4.0),
    PELT: (2.0, 5.0, 10.0, 20.0, 40.0),
}
DOCUMENT = Way("plateau", USUAL["plateau"], True)
"""Deviations 2 and a third, with the time of day divided out."""


OF_LOGARITHMS = Way(LOGARITHMS, USUAL[LOGARITHMS], True)
"""The same of logarithms."""

PLATEAUS: dict[str, Callable[[float], monitoring.Detector]] = {
    "settled after 4 values": lambda threshold: monitoring.Plateau(threshold, settled=4),
    "history of 40 values": lambda threshold: monitoring.Plateau(threshold, history=40),
    "history of 160 values": lambda threshold: monitoring.Plateau(threshold, history=160),
    "3 values are a level": lambda threshold: monitoring.Plateau(threshold, recent=3),
    "5 values are a level": lambda threshold: monitoring.Plateau(threshold, recent=5),
}
"""Other settings of the plateau detector."""
SETTINGS = (
    DOCUMENT,
    DOCUMENT._replace(by_day=False),
    *(Way(name, 2.0, True) for name in PLATEAUS),
    Way("plateau", 1.75, True),
    Way("plateau", 1.5, True),
    Way("5 values are a level", 1.5, True),
    OF_LOGARITHMS,
)
"""Settings of the plateau detector that are compared."""


def ways(thresholds: bool = False) -> list[Way]:
    """List detectors with their usual thresholds, or all: the band knows the time of day itself."""
    return [
        Way(name, threshold, by_day)
        for name, usual in USUAL.items()
        for by_day in (False, True)
        if not (by_day and name == "Holt-Winters band")
        for threshold in (THRESHOLDS[name] if thresholds else (usual,))
    ]


@lru_cache(16)
def without_day(of: Months) -> np.ndarray:
    """Divide the time of day out of each series, as learned from earlier values."""
    rows = []
    times = of.times.tolist()
    for values in of.values.tolist():
        clock = monitoring.TimeOfDay()
        row = []
        for time, value in zip(times, values, strict=True):
            row.append(value / clock.factor(time))
            clock.observe(time, value)
        rows.append(row)
    return np.array(rows)


@lru_cache(512)
def seen(of: Months, way: Way) -> pd.DataFrame:
    """Run a detector on each series: columns series (its number), onset, detected, size.

    Offline changes are detected at their onset.
    """
    values = without_day(of) if way.by_day else of.values
    times = of.times.tolist()
    rows = []
    for number, row in enumerate(values):
        if way.detector == PELT:
            frame = pd.DataFrame({"time": of.times, "value": row})
            found = [
                c._replace(detected=c.onset) for c in monitoring.change_points(frame, way.threshold)
            ]
        else:
            detector = (DETECTORS | PLATEAUS)[way.detector](way.threshold)
            every = map(detector.observe, times, row.tolist())
            found = [change for change in every if change]
        rows += [(number, change.onset, change.detected, change.size) for change in found]
    return pd.DataFrame(rows, columns=["series", "onset", "detected", "size"])


def delays(of: Months, way: Way, within: float = SOON) -> np.ndarray:
    """Delay of the detection of the fall of each series, s; NaN if not found in time.

    An offline onset may be half of that time too early or too late.
    """
    changes = seen(of, way)
    falls = changes[changes["size"] < 0]
    onset = of.origin["onset"].to_numpy()
    late = falls["detected"].to_numpy() - onset[falls["series"]]
    early = within / 2 if way.detector == PELT else 0.0
    fits = (late >= -early) & (late <= within - early)
    first = pd.Series(late[fits]).groupby(falls["series"].to_numpy()[fits]).min()
    return first.reindex(range(len(onset))).to_numpy(dtype=float)


def found_by(of: Months, way: Way, within: float = SOON) -> tuple[int, int]:
    """Count the falls that were found in time, and all falls."""
    took = delays(of, way, within)
    return int(np.isfinite(took).sum()), len(took)


def alarms(of: Months, way: Way) -> tuple[int, float]:
    """Count the false alarms, and the months of paths."""
    return len(seen(of, way)), of.months


def by_chance(rate: float | np.ndarray, within: float = SOON) -> float | np.ndarray:
    """Part of falls that alarms at random times find, `rate` a month, half of them falls."""
    return -np.expm1(-np.asarray(rate) / 2 * within / MONTH)
