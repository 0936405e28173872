# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How figures, tables and judges of the study read its runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import jain
from burstlab.study import Labelled, measures, runs_of

from .runs import ALL, END, LAN, LARGE, LINK, Setting

WINDOW = 0.025
"""Averaging window of egress rates in seconds, for times until the steady state."""
NUMBERS = {"A": 0, "B": 1, "C": 2, "D": 3, "E": 4, "F": 5}
"""Numbers of sessions in time series."""


def setting(
    reading: str, case: str = "six sessions", distance: str = LAN, **labels: Any
) -> Setting:
    """Describe a setting under a reading or a combination of the sweep."""
    return Setting(case, distance, **{**ALL[reading], **labels})


def values(results: Results, metric: str, chosen: Setting) -> pd.Series:
    """Read a metric of a setting by replication."""
    return measures.values(runs_of(results, chosen), f"atm.{metric}")


def table(results: Results, name: str, chosen: Labelled, run: int | None = None) -> pd.DataFrame:
    """Read a table of a setting, or of one run, with seed and run number; numbers as floats."""
    part = runs_of(results, chosen)
    part = part if run is None else part.where(run=run)
    frame = part.table(name, by="case").drop(columns="case")
    return frame.astype(dict.fromkeys(frame.columns.drop("name", errors="ignore"), float))


def sessions(results: Results, chosen: Setting, column: str) -> pd.DataFrame:
    """Read a column of the session table: a row per replication, a column per session name."""
    frame = table(results, "session", chosen)
    return frame.pivot(index=["seed", "run"], columns="name", values=column)


def session(results: Results, chosen: Setting, column: str, name: str = "A") -> pd.Series:
    """Read a column of the session table for one session, by replication."""
    return sessions(results, chosen, column)[name]


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


def by_run(frame: pd.DataFrame, of: Callable[[pd.DataFrame], float]) -> pd.Series:
    """Apply a function to the sessions of each replication of `series`."""
    keys = dict.fromkeys((seed, run) for seed, run, _ in frame.columns)
    return pd.Series({key: of(frame[key]) for key in keys})


def straightness(results: Results, chosen: Setting, names: list[str]) -> pd.Series:
    """Smallest r2 of time and waiting cells from 0.3 s on over some sessions, by replication."""
    frame = series(results, chosen, "waiting")
    frame = frame[frame.index >= 0.3]
    return by_run(
        frame,
        lambda part: min(np.corrcoef(part.index, part[NUMBERS[n]])[0, 1] ** 2 for n in names),
    )


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
    return by_run(frame, lambda part: when(in_band(part, LINK / 2, 0.15, 0.1)))


def backlog_gone(results: Results, chosen: Setting) -> pd.Series:
    """Seconds until the first backlog of session A is gone, by replication."""
    return by_run(series(results, chosen, "waiting"), lambda part: drained(part[0]))


def at_link_rate(results: Results, chosen: Setting) -> pd.Series:
    """Seconds until ACR of session A is at 154 Mb/s, by replication; `END` if never."""
    return session(results, chosen, "reached").fillna(END)


def converged(results: Results, chosen: Setting) -> pd.Series:
    """Seconds until ACR of all sessions stays within 10 % of its fair share, by replication.

    A condition that holds only in the last 0.1 s counts as `END`.
    """
    fair = table(results, "session", chosen, 1).set_index("session")["fair"]
    times = by_run(
        series(results, chosen, "acr"), lambda part: for_good(in_band(part, fair, 0.1, 0))
    )
    return times.where(times <= END - 0.1, END)


def fairness(results: Results, chosen: Setting) -> pd.Series:
    """Jain's index of egress over fair share, by replication."""
    shares = sessions(results, chosen, "egress") / sessions(results, chosen, "fair")
    return shares.apply(jain, axis=1)


def refused(results: Results, chosen: Setting) -> pd.Series:
    """Share of the cells that a full buffer of a switch refused, by replication."""
    lost = values(results, "lost", chosen)
    return lost / (lost + values(results, "cells", chosen))


def exceeded(results: Results, chosen: Setting, begin: float) -> tuple[np.ndarray, np.ndarray]:
    """Queue lengths, and the share of time after a start with longer queues."""
    frame = series(results, chosen, "waiting")
    cells = np.sort(frame[frame.index > begin + 1e-9].to_numpy().ravel())
    numbers = np.unique(cells)
    share = 1 - np.searchsorted(cells, numbers, side="right") / len(cells)
    return numbers[:-1], share[:-1]


def sources(
    results: Results, chosen: Labelled, late: bool = False, demand: float = LARGE
) -> pd.DataFrame:
    """Read the frames of the sources with a demand behind finite buffers, by replication.

    Sums of ``offered``, ``refused`` at the edge device and ``lost`` anywhere; means over sources of
    ``response`` and ``response_95`` of the delivered frames, in seconds. ``late`` counts only the
    frames that came after the warm-up, as bridged Ethernets always do. Frames under way at the end
    are offered and not lost.
    """
    frame = table(results, "frames", chosen)
    frame = frame[((frame["begin"] > 0) == late) & (frame["demand"] == demand)]
    groups = frame.assign(lost=frame["offered"] - frame["delivered"] - frame["held"]).groupby(
        ["seed", "run"]
    )
    sums = groups[["offered", "refused", "lost"]].sum()
    return sums.join(groups[["response", "response_95"]].mean())


def lost(results: Results, chosen: Labelled, late: bool = False) -> pd.Series:
    """Share of the frames that are lost, by replication."""
    frames = sources(results, chosen, late)
    return frames["lost"] / frames["offered"]
