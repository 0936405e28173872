# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Reports over the measurements of a monitor: before and after, tools by tools, score cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd

from burstlab.arguments import checked
from burstlab.errors import InputError, unknown
from burstlab.monitoring.changes import (
    Cusum,
    Detector,
    HoltWintersBand,
    KolmogorovSmirnov,
    Plateau,
    matched,
)
from burstlab.monitoring.forecasters import DAY
from burstlab.monitoring.rolling import scores
from burstlab.monitoring.series import ENDED_WELL, with_columns
from burstlab.monitoring.watching import PREFIX, Watched, find_changes, history
from burstlab.statistics import median_interval

MONTH = 28 * DAY
LEAST = 0.33
"""Smallest relative change that detectors should find."""

DETECTORS: dict[str, Callable[[int], Detector]] = {
    "plateau": lambda length: Plateau(history=length),
    "plateau of logarithms": lambda length: Plateau(history=length, logarithms=True),
    "CUSUM": lambda length: Cusum(history=length),
    "Kolmogorov-Smirnov": lambda length: KolmogorovSmirnov(history=max(16, length)),
    "Holt-Winters band": lambda length: HoltWintersBand(),
}
"""Constructor of each detector, from the length of its history."""


@checked
def before_after(
    series: Mapping[str, pd.DataFrame], when: float, within: float = 5 * DAY
) -> pd.DataFrame:
    """Compare results of tools before and after an upgrade, or any other moment.

    Parameters
    ----------
    series
        By tool, as from `path_series`; NaN where a test failed.
    when
        Moment, s.
    within
        Length of the periods before and after, s.

    Returns
    -------
    pandas.DataFrame
        Index the tools; ``before`` and ``after``, medians, each with ``_low`` and ``_high``, ends
        of its 95 % interval of ranks, and ``_tests``, the number of values; ``ratio``, after over
        before. Without a value all are NaN, with a single value the ends. The interval assumes
        independent tests.
    """
    if not math.isfinite(when):
        raise InputError(f"when = {when}: a finite time in s is allowed")
    if not within > 0:
        raise InputError(f"within = {within}: more than 0 s is allowed")
    rows = {}
    for tool, table in series.items():
        with_columns(f"series of {tool}", table, "time", "value")
        known = table.dropna(subset="value")
        row: dict[str, float] = {}
        for name, inside in (
            ("before", (known["time"] < when) & (known["time"] >= when - within)),
            ("after", (known["time"] >= when) & (known["time"] < when + within)),
        ):
            values = known["value"][inside]
            found = median_interval(values) if len(values) else None
            row[name] = found.estimate if found else math.nan
            row[f"{name}_low"] = found.low if found else math.nan
            row[f"{name}_high"] = found.high if found else math.nan
            row[f"{name}_tests"] = len(values)
        row["ratio"] = row["after"] / row["before"] if row["before"] else math.nan
        rows[tool] = row
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("tool")


@checked
def paired_tools(measurements: pd.DataFrame, one: str, other: str, value: str) -> pd.DataFrame:
    """Pair tests of two tools at one host in one cycle, as on slides 16 and 17.

    Returns
    -------
    pandas.DataFrame
        ``host``, ``cycle``, and both values in columns by the names of the tools; tests that failed
        have no partner.
    """
    names = ("status", "tool", "destination", "cycle", f"{PREFIX}{value}")
    with_columns("measurements", measurements, *names)
    well = measurements[measurements["status"].isin(ENDED_WELL)]
    for tool in (one, other):
        if tool not in set(measurements["tool"]):
            raise unknown("tool", tool, measurements["tool"].unique())
    sides = [
        well[well["tool"] == tool]
        .groupby(["destination", "cycle"])[f"{PREFIX}{value}"]
        .last()
        .rename(tool)
        for tool in (one, other)
    ]
    table = pd.concat(sides, axis=1).dropna().reset_index()
    return table.rename(columns={"destination": "host"})


@checked
def tool_pairs(measurements: pd.DataFrame, watched: Sequence[Watched]) -> pd.DataFrame:
    """Compare the throughput of each tool with that of the first tool with a throughput.

    Returns
    -------
    pandas.DataFrame
        ``tool``, ``beside``, ``value``; ``tests`` in pairs, ``slope`` of the line through the
        origin, tool over beside, and ``correlation``; NaN for fewer than 3 pairs.
    """
    tools = [each.tool for each in watched if each.value == "throughput"]
    tools = list(dict.fromkeys(tools))
    rows = []
    for tool in tools[1:]:
        pairs = paired_tools(measurements, tools[0], tool, "throughput")
        x, y = pairs[tools[0]].to_numpy(float), pairs[tool].to_numpy(float)
        enough = len(x) > 2 and (x != 0).any()
        spread = enough and x.std() > 0 and y.std() > 0
        rows.append(
            (
                *(tool, tools[0], "throughput", len(x)),
                float(x @ y / (x @ x)) if enough else math.nan,
                float(np.corrcoef(x, y)[0, 1]) if spread else math.nan,
            )
        )
    names = ["tool", "beside", "value", "tests", "slope", "correlation"]
    return pd.DataFrame(rows, columns=names)


@checked
def spreads(watched: Sequence[Watched]) -> dict[str, np.ndarray]:
    """Divide the values of each tool by the median of the host, for hosts with 3 tests or more."""
    parts: dict[str, list[np.ndarray]] = {}
    for each in watched:
        values = each.series["value"].dropna().to_numpy(float)
        if each.value not in ("", "hops") and len(values) > 2 and np.median(values) > 0:
            parts.setdefault(each.tool, []).append(values / np.median(values))
    return {tool: np.concatenate(of) for tool, of in parts.items()}


@checked
def numbers(table: pd.DataFrame, name: str, *columns: str) -> pd.DataFrame:
    """Convert columns of a table of a run to numbers; empty cells are NaN.

    Raises
    ------
    InputError
        A column is missing, or a cell is neither a finite number nor empty.
    """
    with_columns(f"table {name}", table, *columns)
    table = table.copy()
    for column in columns:
        cells = table[column].where(table[column].astype(str) != "", None)
        found = pd.to_numeric(cells, errors="coerce").astype(float)
        wrong = cells.notna() & ~np.isfinite(found)
        for row, cell in cells[wrong].items():
            raise InputError(
                f"table {name}: {column} = {cell!s:.60} in row {row}: a finite number, or nothing,"
                " is allowed"
            )
        table[column] = found
    return table


@checked
def score_tools(measurements: pd.DataFrame, paths: pd.DataFrame | None = None) -> pd.DataFrame:
    """Summarise the cost of tools, and their results over closed forms.

    Parameters
    ----------
    measurements
        As from `checked_measurements`.
    paths
        Table ``paths`` of the run: host, tool, expected, measured.

    Returns
    -------
    pandas.DataFrame
        Index the tools; ``tests``, ``availability``, ``seconds`` and ``bytes`` of a test, medians
        of those that ended well; ``hosts`` with a closed form, ``ratio`` measured over expected,
        the median over hosts with ``low`` and ``high`` of its 95 % interval.
    """
    ratios: dict[str, pd.Series] = {}
    if paths is not None:
        known = numbers(paths, "paths", "expected", "measured")
        with_columns("table paths", known, "tool")
        known = known[(known["expected"] > 0) & (known["measured"] > 0)]
        part = known["measured"] / known["expected"]
        ratios = dict(iter(part.groupby(known["tool"])))
    with_columns("measurements", measurements, "tool", "status", "duration_ns")
    rows = {}
    for tool, tests in measurements.groupby("tool", sort=False):
        tried = tests[tests["status"] != "skipped"]
        well = tests[tests["status"].isin(ENDED_WELL)]
        of = ratios.get(tool)
        found = median_interval(of) if of is not None else None
        size = well.get(f"{PREFIX}bytes")
        rows[tool] = {
            "tests": len(tests),
            "availability": len(well) / len(tried) if len(tried) else math.nan,
            "seconds": well["duration_ns"].median() / 1e9,
            "bytes": math.nan if size is None else size.median(),
            "hosts": 0 if of is None else len(of),
            "ratio": found.estimate if found else math.nan,
            "low": found.low if found else math.nan,
            "high": found.high if found else math.nan,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("tool")


@checked
def score_forecasters(
    watched: Sequence[Watched], online: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Score each forecaster over all hosts and tools.

    Parameters
    ----------
    watched
        As from `watch`.
    online
        Table ``forecasts`` of the run, of the forecaster within the run.

    Returns
    -------
    pandas.DataFrame
        Index the forecasters, the best first, ``in the run`` last; ``series``, ``mape``,
        ``coverage`` and ``skill``, medians over the series, and ``best``, the number of series on
        which the forecaster was the best.
    """
    tables = [each.ranking for each in watched if len(each.ranking)]
    rows = {}
    if tables:
        every = pd.concat(tables)
        every = every[every["count"] > 0]
        best = pd.Series([each.forecaster for each in watched if len(each.ranking)]).value_counts()
        for name, of in every.groupby(level=0):
            rows[name] = {
                "series": len(of),
                **{column: of[column].median() for column in ("mape", "coverage", "skill")},
                "best": int(best.get(name, 0)),
            }
    table = pd.DataFrame.from_dict(
        rows, orient="index", columns=["series", "mape", "coverage", "skill", "best"]
    ).sort_values("mape", kind="stable")
    if online is not None:
        known = numbers(online, "forecasts", "forecast", "low", "high", "observed")
        known = known[known["observed"] > 0]
        of = pd.DataFrame([scores(rows) for _, rows in known.groupby(["host", "tool"])])
        if len(of):
            table.loc["in the run"] = [
                *(len(of), of["mape"].median(), of["coverage"].median(), math.nan, 0),
            ]
    return table.astype({"series": "int64", "best": "int64"}).rename_axis("forecaster")


@checked
def true_changes(truth: pd.DataFrame) -> pd.DataFrame:
    """List the changes of throughput that faults of a plan should cause.

    Parameters
    ----------
    truth
        Table ``fault.truth`` of the run.

    Returns
    -------
    pandas.DataFrame
        ``host``, ``onset`` and ``size``, for the start and end of each change of a rate by a part
        of at least `LEAST`. The effect of other faults on throughput is unknown.
    """
    known = numbers(truth, "fault.truth", "begin", "end", "value", "relative")
    with_columns("table fault.truth", known, "kind", "target")
    rates = known[(known["kind"] == "rate") & (known["relative"] == 1) & (known["value"] > 0)]
    rows = [(row.target, row.begin, row.value - 1) for row in rates.itertuples()]
    rows += [
        (row.target, row.end, 1 / row.value - 1)
        for row in rates.itertuples()
        if math.isfinite(row.end)
    ]
    table = pd.DataFrame(rows, columns=["host", "onset", "size"]).astype(
        {"onset": float, "size": float}
    )
    return table[table["size"].abs() >= LEAST].sort_values("onset", ignore_index=True)


@checked
def score_detectors(
    watched: Sequence[Watched], truth: pd.DataFrame, within: float = DAY
) -> pd.DataFrame:
    """Score detectors by true changes found and by false alarms.

    Parameters
    ----------
    watched
        As from `watch`; those with throughput count.
    truth
        As from `true_changes`.
    within
        Seconds after its onset in which a change must be detected.

    Returns
    -------
    pandas.DataFrame
        Index the detectors; ``changes``, the true changes with enough history before, each once
        for each tool, ``found``, ``recall``, ``delay``, its median in hours, ``false`` alarms,
        which match no true change, and ``false_a_month``, of a tool at a host and 28 days.
    """
    rows = {}
    series = [each for each in watched if each.value == "throughput" and len(each.left)]
    for name, make in DETECTORS.items():
        there, delays, false, span = 0, [], 0, 0.0
        for each in series:
            length = history(len(each.left))
            times = each.left["time"]
            span += times.iloc[-1] - times.iloc[0]
            found = find_changes(each.left, make(length))
            mine = truth[truth["host"] == each.host]
            ready = times.iloc[min(length, len(times) - 1)]
            paired = matched(found, mine[["onset", "size"]], within)
            false += len(found) - paired["delay"].count()
            paired = paired[(paired["onset"] >= ready) & (paired["onset"] <= times.iloc[-1])]
            there += len(paired)
            delays += paired["delay"].dropna().tolist()
        rows[name] = {
            "changes": there,
            "found": len(delays),
            "recall": len(delays) / there if there else math.nan,
            "delay": float(np.median(delays)) / 3600 if delays else math.nan,
            "false": false,
            "false_a_month": false / (span / MONTH) if span else math.nan,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("detector")
