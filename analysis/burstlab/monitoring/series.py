# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Series of measurements, with checks of their input."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from burstlab.arguments import checked, shown
from burstlab.errors import InputError, KindError, unknown


def with_columns(name: str, table: pd.DataFrame, *columns: str) -> None:
    """Refuse a table that lacks a column."""
    if not isinstance(table, pd.DataFrame):
        raise KindError(f"{name} = {shown(table)}: a DataFrame is needed")
    for column in columns:
        if column not in table:
            there = ", ".join(map(str, table)) or "none"
            raise InputError(f"{name}: no column {column}; there are {there}")


def checked_series(series: pd.DataFrame) -> pd.DataFrame:
    """Check a series of columns time and value, and leave out failures: NaN, or a value of 0.

    Missing columns rtt, route and used are added.
    """
    with_columns("series", series, "time", "value")
    for name in ("time", "value", "rtt"):
        if name in series:
            _check_numbers(name, series[name])
    route = series.get("route", pd.Series(None, index=series.index, dtype=object)).astype(object)
    table = pd.DataFrame(
        {
            "time": series["time"].astype(float),
            "value": series["value"].astype(float),
            "rtt": series.get("rtt", pd.Series(math.nan, series.index)).astype(float),
            "route": route.where(route.notna(), None),
            "used": series.get("used", True),
        }
    )
    if not np.isfinite(table["time"]).all() or not table["time"].is_monotonic_increasing:
        raise InputError("series: column time must be finite and ascending")
    table = table[table["value"].notna() & (table["value"] != 0)]
    for name in ("value", "rtt"):
        numbers = table[name].dropna()
        for row, number in numbers[~(np.isfinite(numbers) & (numbers > 0))].items():
            raise InputError(f"series: {name} = {number:g} in row {row}: above 0 is allowed")
    return table


def _check_numbers(name: str, column: pd.Series) -> None:
    found = pd.to_numeric(column, errors="coerce")
    for row, cell in column[column.notna() & found.isna()].items():
        raise InputError(f"series: {name} = {cell!s:.60} in row {row}: a number is needed")


ENDED_WELL = ("ok", "self-limited")
"""Status of a measurement with a value."""


def of_host(measurements: pd.DataFrame, destination: str, tool: str) -> pd.DataFrame:
    """Select all measurements of a host in order of time, of one run and a known tool."""
    with_columns(
        "measurements", measurements, "run_id", "start_ns", "status", "destination", "tool"
    )
    for name, asked in (("destination", destination), ("tool", tool)):
        if asked not in set(measurements[name]):
            raise unknown(name, asked, measurements[name].unique())
    rows = measurements[measurements["destination"] == destination].sort_values("start_ns")
    if rows["run_id"].nunique() > 1:
        raise InputError(f"measurements: {rows['run_id'].nunique()} runs are there; one is allowed")
    return rows


@checked
def path_series(
    measurements: pd.DataFrame, destination: str, tool: str, value: str = "throughput"
) -> pd.DataFrame:
    """Extract the series of a tool at a host from the measurements of a run.

    Parameters
    ----------
    measurements
        `Results.measurements` of one run.
    destination, tool
        As in the rows.
    value
        Metric to forecast, without ``measurement.``.

    Returns
    -------
    pandas.DataFrame
        One row for each measurement in order of time: ``time`` in s, ``value``, NaN for a failure,
        ``rtt`` in s of the last successful ping before, and ``route`` of the last traceroute before
        with answers of all hops, as text, None before the first.
    """
    rows = of_host(measurements, destination, tool)
    if f"measurement.{value}" not in measurements:
        known = [name for name in measurements if name.startswith("measurement.")]
        raise unknown("value", value, [name.removeprefix("measurement.") for name in known])
    well = rows["status"].isin(ENDED_WELL)
    known = pd.DataFrame(
        {
            name: rows.get(f"measurement.{metric}", pd.Series(math.nan, rows.index)).where(well)
            for name, metric in (("value", value), ("rtt", "rtt_mean"), ("route", "route"))
        }
    )
    # Transfers have round trips too; before a test only those of pings are known.
    known["rtt"] = known["rtt"].where(rows["tool"].str.startswith("ping")).ffill()
    route = known["route"].ffill()
    series = pd.DataFrame(
        {
            "time": rows["start_ns"] / 1e9,
            "value": known["value"],
            "rtt": known["rtt"],
            "route": route.map(lambda number: f"{number:.0f}").where(route.notna(), None),
        }
    )
    return series[rows["tool"] == tool].reset_index(drop=True)
