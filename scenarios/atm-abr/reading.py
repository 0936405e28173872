# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How figures, tables and judges of the study read its runs."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval, jain
from burstlab.study import measures

from .runs import ALL, END, LAN, LINK, WAN, Setting

BITS = 424
"""Bits of a cell."""
WINDOW = 0.025
"""Averaging window of egress rates in seconds, for times until the steady state."""
NOT_THERE = Interval(np.nan, np.nan, np.nan, 0)
"""Value of runs that an edition does not have."""
DISTANCES = (LAN, WAN)
_SETTINGS: WeakKeyDictionary[Results, frozenset[str]] = WeakKeyDictionary()
"""Cached by results."""


def setting(reading: str = "", **labels: object) -> Setting:
    """Describe a setting under a reading or a combination of the sweep."""
    return Setting(**{**ALL.get(reading, {}), **labels})


def at(results: Results, chosen: Setting) -> Results:
    """Choose the runs of a setting."""
    return results.where(setting=chosen.text)


def there(results: Results, chosen: Setting) -> bool:
    """Whether the edition has runs of a setting."""
    if results not in _SETTINGS:
        _SETTINGS[results] = frozenset(results.labels()["setting"].dropna())
    return chosen.text in _SETTINGS[results]


def values(results: Results, metric: str, chosen: Setting) -> pd.Series:
    """Read a metric of a setting by replication."""
    return measures.values(at(results, chosen), f"atm.{metric}")


def table(results: Results, name: str, chosen: Setting, run: int | None = None) -> pd.DataFrame:
    """Read a table of a setting, or of one run, with seed and run number; numbers as floats."""
    part = at(results, chosen)
    part = part if run is None else part.where(run=run)
    frame = part.table(name, by="case").drop(columns="case")
    numbers = [column for column in frame if column != "name"]
    return frame.astype(dict.fromkeys(numbers, float))


def sessions(results: Results, chosen: Setting, column: str) -> pd.DataFrame:
    """Read a column of the session table: a row per replication, a column per session name."""
    frame = table(results, "session", chosen)
    return frame.pivot(index=["seed", "run"], columns="name", values=column)


def series(results: Results, chosen: Setting, column: str, run: int | None = None) -> pd.DataFrame:
    """Read the time series of sessions: a row per time, columns by replication and session number.

    ``arrived`` and ``egress`` are means in Mb/s over the 5 ms before the time; ``acr`` in Mb/s and
    ``waiting`` in cells are instantaneous values. With ``run`` columns are sessions only.
    """
    frame = table(results, "series", chosen, run)
    columns = ["seed", "run", "session"] if run is None else "session"
    return frame.pivot(index="time", columns=columns, values=column)


def queues(results: Results, chosen: Setting, run: int) -> pd.DataFrame:
    """Read the longest queue of each 5 ms: a row per time, a column per trunk, in cells."""
    frame = table(results, "queues", chosen, run)
    return frame.pivot(index="time", columns="trunk", values="most")


def per_run(frame: pd.DataFrame) -> list[tuple[tuple[float, float], pd.DataFrame]]:
    """Split the columns of `series` by replication."""
    keys = list(dict.fromkeys((seed, run) for seed, run, _ in frame.columns))
    return [(key, frame[key]) for key in keys]


def straightness(results: Results, chosen: Setting, names: list[int], begin: float) -> pd.Series:
    """Smallest r2 of time and waiting cells over some sessions, by replication."""
    frame = series(results, chosen, "waiting")
    frame = frame[frame.index >= begin]
    found = {
        key: min(np.corrcoef(part.index, part[name])[0, 1] ** 2 for name in names)
        for key, part in per_run(frame)
    }
    return pd.Series(found)


def smooth(frame: pd.DataFrame) -> pd.DataFrame:
    """Average rates over `WINDOW`; the index is the end of the window."""
    return frame.rolling(round(WINDOW / 0.005)).mean()


def in_band(rates: pd.DataFrame, share: float | pd.Series, near: float, begin: float) -> pd.Series:
    """Whether all rates are within a fraction of a share, by the seconds since a start."""
    rates = rates[rates.index > begin + 1e-9]
    return ((rates / share - 1).abs() <= near).all(axis=1).set_axis(rates.index - begin)


def first(good: pd.Series) -> float:
    """Seconds until the condition holds for the first time; `END` if never."""
    return float(good.idxmax()) if good.any() else END


def for_good(good: pd.Series) -> float:
    """Seconds until the condition holds for good; `END` if never."""
    wrong = np.flatnonzero(~good)
    from_then = wrong[-1] + 1 if len(wrong) else 0
    return float(good.index[from_then]) if from_then < len(good) else END


def drained(part: pd.Series) -> float:
    """Seconds until the first backlog of a session is gone; `END` if never."""
    peak = int(part.to_numpy()[: round(0.3 / 0.005)].argmax())
    later = part.iloc[peak:]
    return first(later <= 0.02 * later.iloc[0])


def settled(
    results: Results, chosen: Setting, when: Callable[[pd.Series], float] = for_good
) -> pd.Series:
    """Seconds until both of two sessions have half of the link, from the second start on.

    A rate is the mean over `WINDOW`, and a time the end of the window. By replication.
    """
    frame = smooth(series(results, chosen, "egress"))
    found = {key: when(in_band(part, LINK / 2, 0.15, 0.1)) for key, part in per_run(frame)}
    return pd.Series(found)


def backlog_gone(results: Results, chosen: Setting) -> pd.Series:
    """Seconds until the first backlog of session A is gone, by replication."""
    frame = series(results, chosen, "waiting")
    return pd.Series({key: drained(part[0]) for key, part in per_run(frame)})


def at_link_rate(results: Results, chosen: Setting) -> pd.Series:
    """Seconds until ACR of session A is at 154 Mb/s, by replication; `END` if never."""
    return sessions(results, chosen, "reached")["A"].fillna(END)


def converged(results: Results, chosen: Setting) -> pd.Series:
    """Seconds until ACR of all sessions stays within 10 % of its fair share, by replication.

    A condition that holds only in the last 0.1 s counts as `END`.
    """
    fair = table(results, "session", chosen, 1).set_index("session")["fair"]
    frame = series(results, chosen, "acr")
    found = {key: for_good(in_band(part, fair, 0.1, 0)) for key, part in per_run(frame)}
    return pd.Series(found).map(lambda time: time if time <= END - 0.1 else END)


def fairness(results: Results, chosen: Setting) -> pd.Series:
    """Jain's index of egress over fair share, by replication."""
    shares = sessions(results, chosen, "egress") / sessions(results, chosen, "fair")
    return shares.apply(jain, axis=1)


def lost(results: Results, chosen: Setting) -> pd.Series:
    """Share of the cells that a full buffer refused, by replication."""
    refused = values(results, "lost", chosen)
    return refused / (refused + values(results, "cells", chosen))


def exceeded(results: Results, chosen: Setting, begin: float) -> tuple[np.ndarray, np.ndarray]:
    """Queue lengths, and the share of time after a start with longer queues."""
    frame = series(results, chosen, "waiting")
    cells = np.sort(frame[frame.index > begin + 1e-9].to_numpy().ravel())
    numbers = np.unique(cells)
    share = 1 - np.searchsorted(cells, numbers, side="right") / len(cells)
    return numbers[:-1], share[:-1]
