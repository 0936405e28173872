# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Measures of claims: values of replications, compared by replication."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from burstlab.arguments import shown
from burstlab.errors import InputError, KindError
from burstlab.statistics import Interval, interval
from burstlab.study.settings import Name, Setting, present_items

if TYPE_CHECKING:
    from burstlab.archive import Results

_REPLICATION = ("seed", "run", "run_id", "replication")
"""Levels of an index in which replications differ."""


def values(results: Results, metric: str, object: str = "") -> pd.Series:  # noqa: A002
    """Read a metric of replications; each has its own seed and run number.

    Returns
    -------
    Series
        Index (seed, run).
    """
    frame = results.frame(metric, object=object)
    return frame.set_index(["seed", "run"])[metric]


def numbers(results: Results, name: str, by: str | Sequence[str] = ()) -> pd.DataFrame:
    """Read a table of a scenario, with exact numbers stored as text converted to numbers.

    The labels in `by` stay as they are.
    """
    table = results.table(name, by)
    columns = table.columns.difference([by] if isinstance(by, str) else by)
    return table.assign(**table[columns].apply(pd.to_numeric))


def typical(series: pd.Series) -> Interval:
    """Median over replications, by `burstlab.statistics.interval`."""
    return interval(series.to_numpy())


def medians(
    results: Results, settings: Mapping[Name, Setting], of: Callable[[Setting], pd.Series]
) -> dict[Name, Interval]:
    """Median over the replications of each named setting that has runs.

    ``of`` reads the replications of a setting.
    """
    return {name: typical(of(one)) for name, one in present_items(results, settings).items()}


def exact(values: Mapping[Any, Any] | pd.Series) -> dict[str, Interval]:
    """Make the parts of a finding from numbers that do not depend on chance: `Interval.exact`.

    Examples
    --------
    >>> exact({"racks": 8, "core": 2})["racks"].estimate
    8.0
    """
    return {str(name): Interval.exact(float(value)) for name, value in values.items()}


def over(a: pd.Series, b: pd.Series) -> Interval:
    """Median of a / b over the common replications; values are 0 or more.

    A ratio to 0 is infinite; the ratio of 0 to 0 is 1.
    """
    a, b = _common(a, b)
    return interval((a / b).where((a != 0) | (b != 0), 1.0), of="ratio")


def minus(a: pd.Series, b: pd.Series) -> Interval:
    """Median of a - b over the common replications."""
    a, b = _common(a, b)
    return typical(a - b)


def _common(a: pd.Series, b: pd.Series) -> tuple[pd.Series, pd.Series]:
    """Align two sides of a comparison; refuse a side with a replication twice."""
    for name, series in (("a", a), ("b", b)):
        if not series.index.is_unique:
            twice = series.index[series.index.duplicated()][0]
            raise InputError(f"{name}: replication {twice!s:.60} is there twice; one is allowed")
    return a.align(b, join="inner")


def table(intervals: Mapping[Any, Interval]) -> pd.DataFrame:
    """Tabulate intervals: index the names, columns estimate, low, high, n."""
    rows = [(i.estimate, i.low, i.high, i.n) for i in intervals.values()]
    return pd.DataFrame(rows, index=list(intervals), columns=["estimate", "low", "high", "n"])


def points(frame: pd.DataFrame, of: str = "median") -> pd.DataFrame:
    """Interval of each column over the replications, which are the rows; a frame as of `table`.

    ``of`` is an argument of `burstlab.statistics.interval`: a mean is for comparison with a closed
    form. `InputError` if a value is missing, as after a failed run, or if rows differ in more than
    the replication, so that different quantities would be pooled.
    """
    _check_replications(frame)
    for column in frame:
        gaps = frame[frame[column].isna()].reset_index()
        if len(gaps):
            names = gaps.columns.difference(frame.columns)
            row = ", ".join(f"{name} {gaps[name].iloc[0]}" for name in names)
            raise InputError(
                f"column {column} has no value in the row of {row}: each column needs the same"
                " replications; compute the missing run, or leave out the row"
            )
    return table({column: interval(frame[column], of=of) for column in frame})


def _check_replications(frame: pd.DataFrame) -> None:
    """Refuse rows that are not replications of one run, and labels among the columns."""
    if not isinstance(frame, pd.DataFrame):
        raise KindError(f"frame = {shown(frame)}: a DataFrame is needed")
    index = frame.index
    for name in index.names:
        values = index.get_level_values(name).unique() if name is not None else ()
        if name not in (*_REPLICATION, None) and len(values) > 1:
            raise InputError(
                f"frame: its rows differ in {name} ({values[0]!s:.40}, {values[1]!s:.40}), which"
                f" would be pooled; select one {name}, or make {name} the columns with wide"
            )
    if "seed" in index.names and not index.is_unique:
        twice = ", ".join(map(str, index[index.duplicated()][0]))
        raise InputError(f"frame: replication ({twice}) is there twice")
    for column in frame:
        if column in _REPLICATION or frame[column].dtype.kind not in "biuf":
            raise InputError(
                f"frame: column {column} holds no measurement; frame(.., wide=..) gives a column"
                " for each value of a label"
            )


def log_crossing(x: pd.Index, y: pd.Series, target: float) -> float:
    """Position where a curve first reaches a value, log-linear between its points.

    The first point if the curve starts above the value, the last point if it stays below.
    """
    above = np.flatnonzero(y.to_numpy() >= target)
    if not len(above):
        return float(x[-1])
    i = above[0]
    if i == 0:
        return float(x[0])
    return float(np.interp(np.log(target), np.log(y.to_numpy()[i - 1 : i + 1]), x[i - 1 : i + 1]))


def listed(values: Mapping[Any, Any] | pd.Series, form: str = "{} {:.3g}") -> str:
    """Write a list of names with their values, numbers or intervals.

    ``form`` is a format of `str.format` for a name and its value.
    """
    return ", ".join(form.format(name, value) for name, value in values.items())


def scales(results: Results, by: str | Sequence[str] = (), blocks: int = 2) -> pd.DataFrame:
    """Read the variability of arrivals on all scales, about the exact mean of the process.

    The variance about the sample mean is too small for a long-range dependent trace.

    Parameters
    ----------
    results
        Runs with a table ``scales`` and their nominal rate, in requests per tick.
    by
        Labels, as in `Results.table`.
    blocks
        Least number of blocks of an octave; others are left out.

    Returns
    -------
    DataFrame
        One row for each run and octave, with the columns of the table and

        * squares: mean squared deviation of the requests in a block from the known mean,
        * dispersion: squares over the known mean, 1 for Poisson arrivals.
    """
    frame = results.table("scales", by).merge(results.scalars("nominal_rate"), on="run_id")
    frame = frame[frame["blocks"] >= blocks]
    mean = frame["value"] * frame["ticks"]
    squares = frame["variance"] * (1 - 1 / frame["blocks"]) + (frame["mean"] - mean) ** 2
    return frame.assign(squares=squares, dispersion=squares / mean)


def since_start(results: Results) -> pd.DataFrame:
    """Read the requests since the start, over their expected number.

    Parameters
    ----------
    results
        A run with a table ``start`` and the nominal rate, in requests per tick.

    Returns
    -------
    DataFrame
        Index replication, a column for each time since the start in ticks; 1: the mean load.
    """
    nominal = results.scalars("nominal_rate")["value"].iloc[0]
    frame = results.table("start").pivot(index="replication", columns="ticks", values="arrivals")
    return frame / (nominal * np.asarray(frame.columns, dtype=float))
