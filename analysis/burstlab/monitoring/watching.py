# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The state of each tool at each host: values, forecasts, changes, alerts, problems."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.monitoring.changes import Change, Detector, Plateau
from burstlab.monitoring.forecasters import FORECASTERS, TimeOfDay
from burstlab.monitoring.incidents import AlertBook, incidents
from burstlab.monitoring.rolling import ranking, rolling
from burstlab.monitoring.series import ENDED_WELL, path_series, with_columns

STATUSES = (*ENDED_WELL, "timeout", "blocked", "unreachable", "server-died", "skipped")
"""Status of a test; a skipped test was not tried."""
VALUES = ("throughput", "capacity", "available", "rtt_mean", "hops")
"""Metrics without ``measurement.``; a tool is watched by the first metric of its tests."""
PREFIX = "measurement."
COLUMNS = ("measurement", "run_id", "status", "tool", "source", "destination", "start_ns")
"""Columns of each measurement."""
DOCUMENT = "MA(5)"
"""The forecaster of slide 23, for a series too short for a ranking."""
_FEW = 16  # least number of values for a ranking of forecasters, and for detectors
_SHARE = 4  # length of a short series over that of a detector's history
_SETTLED = 12  # values after a change, see Plateau


@checked
def checked_measurements(measurements: pd.DataFrame) -> pd.DataFrame:
    """Check the measurements of one run, and sort them by time.

    Parameters
    ----------
    measurements
        `Results.measurements` of one run.

    Raises
    ------
    InputError
        When there is no row or several runs, a status is unknown, a time or number is infinite or
        below 0, or a name is empty.
    """
    with_columns("measurements", measurements, *COLUMNS)
    if measurements.empty:
        raise InputError("measurements: there is no row; at least one is needed")
    if measurements["run_id"].nunique() > 1:
        runs = measurements["run_id"].nunique()
        raise InputError(f"measurements: {runs} runs are there; one is allowed")
    for row in measurements[~measurements["status"].isin(STATUSES)].itertuples():
        raise InputError(
            f"measurement {row.measurement}: status = {row.status}: {', '.join(STATUSES)}"
            " are allowed"
        )
    for name in ("tool", "source", "destination"):
        for row in measurements[measurements[name].str.strip() == ""].itertuples():
            raise InputError(f"measurement {row.measurement}: {name} is empty; a name is allowed")
    metrics = [name for name in measurements if name.startswith(PREFIX)]
    for name in ("start_ns", "duration_ns", "cycle", *metrics):
        numbers = measurements[name].astype(float)
        wrong = numbers.notna() & ~((numbers >= 0) & np.isfinite(numbers))
        for row, number in numbers[wrong].items():
            raise InputError(
                f"measurement {measurements.loc[row, 'measurement']}: {name} = {number:g}:"
                " 0 or more, and finite, is allowed"
            )
    names = dict.fromkeys(("tool", "source", "destination", "status"), object)  # read faster
    ordered = measurements.sort_values(["start_ns", "measurement"], ignore_index=True)
    return ordered.astype(names)


@dataclass(frozen=True)
class Watched:
    """A tool at a host.

    Attributes
    ----------
    host, tool
        Names.
    value
        The watched value, one of `VALUES`; empty without values.
    series
        As from `path_series`.
    forecaster
        Name of the best one on this series.
    ranking
        Of all forecasters; empty for fewer than 16 values.
    forecasts
        As from `rolling`, by that forecaster; the last row is the forecast of the next test.
    changes
        As from `burstlab.monitoring.changes`, with the time of day divided out.
    left
        The series with the time of day divided out: ``time`` and ``value``.
    """

    host: str
    tool: str
    value: str
    series: pd.DataFrame
    forecaster: str
    ranking: pd.DataFrame
    forecasts: pd.DataFrame
    changes: pd.DataFrame
    left: pd.DataFrame

    @property
    def kind(self) -> str:
        """Kind of a change of the value, one of `burstlab.monitoring.incidents.KINDS`."""
        return "rtt" if self.value == "rtt_mean" else "throughput"


@checked
def watch(measurements: pd.DataFrame) -> list[Watched]:
    """Analyse each tool at each host: series, ranking, forecasts and changes.

    Parameters
    ----------
    measurements
        As from `checked_measurements`.

    Returns
    -------
    list of Watched
        Hosts by name, tools in the order of the first visit.
    """
    with_columns("measurements", measurements, "destination", "tool")
    tools = list(dict.fromkeys(measurements["tool"]))
    known = {
        tool: next(
            (
                value
                for value in VALUES
                if f"{PREFIX}{value}" in rows and rows[f"{PREFIX}{value}"].notna().any()
            ),
            "",
        )
        for tool, rows in measurements.groupby("tool")
    }
    return [
        _watched(rows, host, tool, known[tool])
        for host, rows in measurements.groupby("destination")
        for tool in tools
        if tool in set(rows["tool"])
    ]


def _watched(measurements: pd.DataFrame, host: str, tool: str, value: str) -> Watched:
    empty = pd.DataFrame(columns=["onset", "detected", "before", "after", "size"], dtype=float)
    nothing = pd.DataFrame(columns=["time", "forecast", "low", "high", "observed"], dtype=float)
    if not value:
        rows = measurements[measurements["tool"] == tool].reset_index(drop=True)
        series = pd.DataFrame({"time": rows["start_ns"] / 1e9, "value": math.nan})
        return Watched(host, tool, "", series, "", nothing[[]], nothing, empty, nothing[["time"]])
    series = path_series(measurements, host, tool, value)
    if value == "rtt_mean":
        series = series.assign(rtt=math.nan)  # the last ping would be the value itself
    if value == "hops":
        return Watched(
            host, tool, value, series, "", nothing[[]], nothing, empty, nothing[["time"]]
        )
    good = series[series["value"] > 0]
    table = ranking(series) if len(good) >= _FEW else pd.DataFrame()
    best = table.index[0] if len(table) and table["count"].iloc[0] else DOCUMENT
    left = _without_time_of_day(good)
    return Watched(
        *(host, tool, value, series, best, table),
        _with_next(series, best),
        find_changes(left) if len(good) >= _FEW else empty,
        left,
    )


def _with_next(series: pd.DataFrame, name: str) -> pd.DataFrame:
    """Forecast the values of a series, and the next test."""
    good = series[series["value"] > 0]
    if good.empty:
        return rolling(series, FORECASTERS[name]())
    gap = series["time"].diff().median()
    last = series.iloc[-1]
    following = {
        **last.to_dict(),
        "time": last["time"] + (gap if gap > 0 else 0.0),
        "value": good["value"].iloc[-1],
        "used": False,
    }
    longer = pd.concat([series.assign(used=True), pd.DataFrame([following])], ignore_index=True)
    forecasts = rolling(longer.astype({"used": bool}), FORECASTERS[name]())
    forecasts.loc[forecasts.index[-1], "observed"] = math.nan
    return forecasts


def _without_time_of_day(good: pd.DataFrame) -> pd.DataFrame:
    clock, rows = TimeOfDay(), []
    for row in good[["time", "value"]].itertuples(index=False):
        rows.append((row.time, row.value / clock.factor(row.time)))
        clock.observe(row.time, row.value)
    return pd.DataFrame(rows, columns=["time", "value"], dtype=float)


def history(values: int) -> int:
    """Find the length of a detector's history: 80 values, fewer in a short series."""
    return max(_SETTLED, min(80, values // _SHARE))


def find_changes(left: pd.DataFrame, detector: Detector | None = None) -> pd.DataFrame:
    """Detect changes in `Watched.left`, by default with the plateau detector of logarithms."""
    from burstlab.monitoring.changes import changes

    return changes(left, detector or Plateau(history=history(len(left)), logarithms=True))


@checked
def alerts(watched: list[Watched], book: AlertBook | None = None) -> pd.DataFrame:
    """Pass all values and changes to an alert book, in order of time.

    Parameters
    ----------
    watched
        Tools at hosts.
    book
        A new book: its `notify` is the callback for alerts that are raised or cleared, and its
        `acknowledge` acknowledges an alert.

    Returns
    -------
    pandas.DataFrame
        ``host``, ``tool``, ``kind`` and the columns of `AlertBook.table` but path.
    """
    book = AlertBook() if book is None else book
    known = {f"{each.tool} to {each.host}": each for each in watched}
    events: list[tuple[float, int, str, float | Change]] = []
    for path, each in known.items():
        events += [(row.time, 0, path, row.value) for row in each.left.itertuples()]
        events += [
            (row.detected, 1, path, Change(row.onset, row.detected, row.before, row.after))
            for row in each.changes.itertuples()
        ]
    for time, _, path, what in sorted(events, key=lambda one: one[:3]):
        if isinstance(what, Change):
            book.raise_for(path, what)
        else:
            book.observe(path, time, what)
    table = book.table()
    for at, name in enumerate(("host", "tool", "kind")):
        table.insert(at, name, [getattr(known[path], name) for path in table["path"]])
    return table.drop(columns="path")


@checked
def route_changes(routes: pd.DataFrame) -> pd.DataFrame:
    """List the changes of the routes to hosts.

    Parameters
    ----------
    routes
        As from `routes`.

    Returns
    -------
    pandas.DataFrame
        ``host``, ``onset`` and ``detected``: the last time over the former route, and the first
        over this one, s, with ``before`` and ``after``, the routes.
    """
    with_columns("routes", routes, "host", "first", "last", "route")
    former = routes.groupby("host")
    table = pd.DataFrame(
        {
            "host": routes["host"],
            "onset": former["last"].shift(),
            "detected": routes["first"],
            "before": former["route"].shift(),
            "after": routes["route"],
        }
    )
    return table.dropna(subset="before").reset_index(drop=True)


@checked
def routes(measurements: pd.DataFrame) -> pd.DataFrame:
    """List the routes of each host in order of time.

    Returns
    -------
    pandas.DataFrame
        ``host``, ``route``, the number that names it, as text, ``hops``, ``first`` and ``last``
        time seen, s, and ``tests``.
    """
    columns = ["host", "route", "hops", "first", "last", "tests"]
    if f"{PREFIX}route" not in measurements:
        return pd.DataFrame(columns=columns)
    well = measurements["status"].isin(ENDED_WELL) & measurements[f"{PREFIX}route"].notna()
    rows = measurements[well].assign(time=measurements["start_ns"] / 1e9)
    found = []
    for host, seen in rows.groupby("destination"):
        spell = (seen[f"{PREFIX}route"].diff().fillna(0) != 0).cumsum()
        for _, same in seen.groupby(spell):
            hops = same.get(f"{PREFIX}hops", pd.Series(math.nan, same.index)).iloc[-1]
            route = f"{same[f'{PREFIX}route'].iloc[0]:.0f}"
            times = same["time"].min(), same["time"].max()
            found.append((host, route, hops, *times, len(same)))
    return pd.DataFrame(found, columns=columns)


@checked
def gather(
    raised: pd.DataFrame, changed: pd.DataFrame, source: str, places: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Gather alerts and changes of routes into incidents.

    Parameters
    ----------
    raised, changed
        As from `alerts` and `route_changes`.
    source
        The monitor.
    places
        Index all hosts, with or without an event; columns the places of each from the widest to the
        narrowest, such as region and country, or none. None: the hosts with an event.

    Returns
    -------
    pandas.DataFrame
        As from `incidents`, with the numbers of ``alerts``, and of ``open`` alerts that are
        not cleared.
    """
    with_columns("raised", raised, "host", "kind", "onset", "detected", "size", "state")
    with_columns("changed", changed, "host", "onset", "detected")
    events = pd.concat(
        [
            raised[["host", "kind", "onset", "detected", "size"]],
            changed[["host", "onset", "detected"]].assign(kind="route", size=math.nan),
        ],
        ignore_index=True,
    ).rename(columns={"host": "path"})
    events = events.astype({"onset": float, "detected": float, "size": float})
    hosts = sorted(set(events["path"]) | set([] if places is None else places.index))
    where = pd.DataFrame({"monitor": source}, index=hosts)
    if places is not None:
        where = where.join(places)
    table = incidents(events, where)
    of = [
        raised[
            raised["host"].isin(row.paths)
            & (raised["onset"] >= row.onset)
            & (raised["onset"] < nextone)
        ]
        for row, nextone in zip(table.itertuples(), _next_onsets(table), strict=True)
    ]
    table["alerts"] = [len(rows) for rows in of]
    table["open"] = [int((rows["state"] != "cleared").sum()) for rows in of]
    return table


def _next_onsets(table: pd.DataFrame) -> list[float]:
    """List for each incident the onset of the next incident on one of its paths."""
    return [
        min(
            (
                other.onset
                for other in table.itertuples()
                if other.onset > row.onset and set(other.paths) & set(row.paths)
            ),
            default=math.inf,
        )
        for row in table.itertuples()
    ]


@checked
def problems(measurements: pd.DataFrame, notes: Mapping[int, str] | None = None) -> pd.DataFrame:
    """List spells of successive failed tests of a tool at a host.

    Parameters
    ----------
    measurements
        As from `checked_measurements`.
    notes
        Notes of measurements, by their numbers.

    Returns
    -------
    pandas.DataFrame
        ``host``, ``tool``, ``first`` and ``last``, start of the first and the last test, s,
        ``tests``, ``status``, all that occurred, separated by commas, ``ended``, whether a later
        test ended well, and ``note`` of the first.
    """
    with_columns("measurements", measurements, *COLUMNS)
    found = []
    for (host, tool), rows in measurements.groupby(["destination", "tool"]):
        failed = ~rows["status"].isin(ENDED_WELL)
        spell = (failed != failed.shift()).cumsum()
        for _, same in rows[failed].groupby(spell[failed]):
            numbers = [row for row in same["measurement"] if notes and row in notes]
            found.append(
                (
                    *(host, tool, same["start_ns"].min() / 1e9, same["start_ns"].max() / 1e9),
                    *(len(same), ", ".join(dict.fromkeys(same["status"]))),
                    bool(same.index[-1] != rows.index[-1]),
                    notes[numbers[0]] if notes and numbers else None,
                )
            )
    names = ["host", "tool", "first", "last", "tests", "status", "ended", "note"]
    return pd.DataFrame(found, columns=names).sort_values(["first", "host"], ignore_index=True)


@checked
def overview(
    measurements: pd.DataFrame, watched: list[Watched], raised: pd.DataFrame
) -> pd.DataFrame:
    """Summarise each tool at each host in a row.

    Parameters
    ----------
    measurements
        As from `checked_measurements`.
    watched, raised
        As from `watch` and `alerts`.

    Returns
    -------
    pandas.DataFrame
        ``host``, ``tool``, ``value``; ``tests`` that were due, ``failed`` and ``skipped`` among
        them, and ``availability``, the part of tried tests that ended well; ``last`` value,
        ``median`` and both quartiles; ``forecast`` of the next value with ``low`` and ``high`` of
        its band of 80 %, ``forecaster``; ``alerts``, the open ones.
    """
    with_columns("measurements", measurements, "destination", "tool", "status")
    with_columns("raised", raised, "state", "host", "tool")
    tests = measurements.groupby(["destination", "tool"])["status"]
    counts = {pair: statuses.value_counts() for pair, statuses in tests}
    still = raised[raised["state"] != "cleared"].groupby(["host", "tool"]).size()
    rows = []
    for each in watched:
        count = counts[each.host, each.tool]
        well = int(sum(count.get(status, 0) for status in ENDED_WELL))
        skipped = int(count.get("skipped", 0))
        tried = int(count.sum()) - skipped
        values = each.series["value"].dropna()
        quartiles = values.quantile([0.5, 0.25, 0.75]).tolist() if len(values) else [math.nan] * 3
        ahead = each.forecasts.iloc[-1] if len(each.forecasts) else {}
        rows.append(
            (
                *(each.host, each.tool, each.value, tried + skipped, tried - well, skipped),
                well / tried if tried else math.nan,
                values.iloc[-1] if len(values) else math.nan,
                *quartiles,
                *(float(ahead.get(name, math.nan)) for name in ("forecast", "low", "high")),
                each.forecaster,
                int(still.get((each.host, each.tool), 0)),
            )
        )
    names = ["host", "tool", "value", "tests", "failed", "skipped", "availability", "last"]
    names += ["median", "quartile_low", "quartile_high", "forecast", "low", "high"]
    return pd.DataFrame(rows, columns=[*names, "forecaster", "alerts"])
