# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The results of selected runs, as pandas frames."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd

from burstlab.archive import overview
from burstlab.archive.database import Database
from burstlab.archive.labels import RESERVED
from burstlab.archive.runs import CHOSEN, Runs
from burstlab.errors import InputError, listed, unknown

_FLOW_COLUMNS = {
    **{"run_id": "int64", "flow": "int64", "observer": "str", "source": "str"},
    **{"destination": "str", "protocol": "str", "source_port": "int64"},
    **{"destination_port": "int64", "dscp": "int64", "start_ns": "int64", "end_ns": "Int64"},
    **{"bytes": "int64", "packets": "int64", "lost_packets": "int64"},
}
_COST_COLUMNS = {
    **{"run_id": "int64", "wall_s": "float64", "cpu_s": "float64", "events": "int64"},
    **{"peak_rss_kib": "int64", "finished_utc": "str"},
}
_MEASUREMENT_COLUMNS = {
    **{"run_id": "int64", "measurement": "int64", "tool": "str", "source": "str"},
    **{"destination": "str", "cycle": "int64", "start_ns": "int64", "duration_ns": "int64"},
    **{"status": "str"},
}


class Results:
    """The results of some runs. By default, rows of frames are in the order of run_id.

    With labels in `by`, only runs with all these labels are read. Labels, seed and run number are
    the first columns, and rows are in ascending order of these columns. Two runs with equal columns
    are no replications: they raise an InputError that names their difference.

    Parameters
    ----------
    database
        The archive's file.
    run_ids
        The runs, in the order of `runs`.
    study
        Use the labels of this study; None: of all studies, which must agree about a run.
    chosen_from
        The results from which these were selected.
    """

    def __init__(
        self,
        database: Database,
        run_ids: Sequence[int],
        study: str | None = None,
        chosen_from: Results | None = None,
    ) -> None:
        self._database = database
        self.run_ids = tuple(run_ids)
        self.study = study
        self._chosen = json.dumps(self.run_ids)
        self._chosen_from = chosen_from
        self._runs = chosen_from._runs if chosen_from else Runs(database, run_ids, study)
        self._used: set[int] = set()

    def __len__(self) -> int:
        return len(self.run_ids)

    @property
    def used(self) -> frozenset[int]:
        """Runs with results read from this object, or from selections of it."""
        return frozenset(self._used)

    def runs(self) -> pd.DataFrame:
        """Return one row for each run.

        Returns
        -------
        DataFrame
            Index run_id; columns study, scenario, seed, run, code_version, ns3_version, then the
            canonical text of each parameter (missing if the scenario has no such parameter).
        """
        return self._runs.columns(self.run_ids)

    def labels(self) -> pd.DataFrame:
        """Return one row for each run: index run_id, a typed column for each label.

        A label that a run lacks is missing.

        ``attrs["units"]`` holds the units.
        """
        return self._runs.kept(
            (self._chosen, "labels"), lambda: self._runs.all_labels(self.run_ids)
        )

    def where(self, /, **equals: Any) -> Results:
        """Select runs by values of labels, or of columns of `runs`.

        Parameters
        ----------
        equals
            Name to value, or to a list of alternatives:
            ``where(scenario="ns3::TrafficArrivalsScenario", Load=[0.5, 0.7])``. Two numbers are
            compared as numbers, other values as text; True is ns-3's ``true``.

        Raises
        ------
        InputError
            When none of the remaining runs has such a name, or such a value.
        """
        chosen = self.run_ids
        for name, value in equals.items():
            chosen = self._runs.choose(name, value, chosen)
        return self._part(chosen)

    def frame(
        self,
        metric: str | Sequence[str],
        by: str | Sequence[str] = (),
        wide: str | None = None,
        object: str | None = "",  # noqa: A002
    ) -> pd.DataFrame:
        """Read scalars with the labels of their runs.

        Parameters
        ----------
        metric
            One or several scalars; only runs with all of them are read.
        by
            Labels.
        wide
            A label of `by`: its values become columns.
        object
            The measured object; None: all objects, with a column object.

        Returns
        -------
        DataFrame
            Index run_id; columns `by`, seed, run, the metrics. With `wide`: index the rest of `by`,
            seed, run; a column for each value of the label. ``attrs["units"]`` holds the units of
            metrics and labels.

        Raises
        ------
        InputError
            When a name is unknown, or for runs that are no replications (see the class).
        """
        metrics, by = _names("metric", metric), _names("by", by)
        if not metrics or (wide is not None and len(metrics) > 1):
            needed = "at least one name" if wide is None else "one name"
            raise InputError(f"metric = {metric!r:.80}: {needed} is needed")
        if wide is not None and wide not in by:
            raise InputError(f"wide = {wide!r:.80}: a label in by = {by} is needed")
        rows = None
        for name in metrics:
            if name in RESERVED:
                raise InputError(f"metric {name} has the name of a column: scalars() reads it")
            part = self._scalars(name, object).rename(columns={"value": name})
            if part.empty and self.run_ids:
                known = self._scalars(name, None)["object"].unique()
                raise _unknown_object(f"scalar {name}", object, known)
            rows = part if rows is None else rows.merge(part, on=["run_id", "object"])
        frame = self._runs.put_before(rows, by, self.run_ids, "object")
        self._use(frame["run_id"])
        keys = ["seed", "run"] + ["object"] * (object is None)
        frame = frame.set_index("run_id")[[*by, *keys, *metrics]]
        if wide is not None:
            rest = [name for name in by if name != wide]
            frame = frame.pivot(index=rest + keys, columns=wide, values=metrics[0])
        frame.attrs = {"units": self._units(by) | {name: self.unit(name) for name in metrics}}
        return frame

    def scalars(self, metric: str) -> pd.DataFrame:
        """Read a scalar: columns run_id, object, value (NaN: not defined in this run)."""
        frame = self._scalars(metric, None)
        self._use(frame["run_id"])
        return frame

    def _scalars(self, metric: str, name: str | None) -> pd.DataFrame:
        self.unit(metric)
        sql = (
            "SELECT run_id, object, value FROM scalar"
            " WHERE {} AND metric = ? AND object = ifnull(?, object) ORDER BY 1, 2"
        )
        types = {"run_id": "int64", "object": "str", "value": "float64"}
        return self._frame(sql, types, metric, name)

    def series(
        self,
        metric: str,
        object: str = "",  # noqa: A002
        by: str | Sequence[str] = (),
    ) -> pd.DataFrame:
        """Read a time series of each run, in order of recording.

        Returns
        -------
        DataFrame
            Columns run_id, t, value, with `by` after labels, seed and run; ``attrs`` holds
            ``time_unit``, ``period`` (0: one point for each change) and ``units``.
        """
        unit, by = self.unit(metric), _names("by", by)
        of = (metric, object)
        shape = self._one(
            metric,
            "SELECT DISTINCT time_unit, period FROM series WHERE {} AND metric = ? AND object = ?",
            *of,
        )
        frame = self._runs.kept(
            (self._chosen, *of),
            lambda: self._frame(
                "SELECT run_id, t, value FROM series JOIN point USING (run_id, series)"
                " WHERE {} AND metric = ? AND object = ? ORDER BY run_id, series, n",
                {"run_id": "int64", "t": "int64", "value": "float64"},
                *of,
            ),
        )
        if frame.empty:
            self._require_object(*of)
        if by:
            frame = self._runs.put_before(frame, by, self.run_ids)
        self._use(frame["run_id"].unique())
        frame.attrs = dict(zip(("time_unit", "period"), shape, strict=False))
        frame.attrs["units"] = {**self._units(by), "t": (*shape, "")[0], "value": unit}
        return frame

    def histogram(
        self,
        metric: str,
        object: str = "",  # noqa: A002
        by: str | Sequence[str] = (),
    ) -> pd.DataFrame:
        """Read a histogram merged over the runs, or over runs with equal labels.

        Returns
        -------
        DataFrame
            Columns `by`, low, width, count; ``attrs["units"]`` holds the units.
        """
        unit, by = self.unit(metric), _names("by", by)
        of = (metric, object)
        where = "WHERE {} AND metric = ? AND object = ?"
        self._one(metric, f"SELECT DISTINCT precision_bits FROM histogram {where}", *of)
        runs = self._frame(f"SELECT run_id FROM histogram {where}", {"run_id": "int64"}, *of)
        if runs.empty:
            self._require_object(*of)
        frame = self._frame(
            "SELECT b.low, b.width, sum(b.count)"
            " FROM histogram JOIN histogram_bin AS b USING (run_id, histogram)"
            f" {where}{' AND false' if by else ''} GROUP BY b.low, b.width ORDER BY b.low",
            {"low": "int64", "width": "int64", "count": "int64"},
            *of,
        )
        if by:
            runs = self._runs.put_before(runs, by, self.run_ids)
            parts = [
                self._part(group["run_id"])
                .histogram(metric, object)
                .assign(**dict(zip(by, values, strict=True)))
                for values, group in runs.groupby(by)
            ]
            frame = pd.concat(parts, ignore_index=True) if parts else frame
            frame = frame.reindex(columns=[*by, "low", "width", "count"])
        self._use(runs["run_id"])
        frame.attrs = {"units": {**self._units(by), "low": unit, "width": unit, "count": "1"}}
        return frame

    def objects(self, metric: str) -> list[str]:
        """List the objects of `metric`, as a scalar, a series or a histogram."""
        self.unit(metric)
        names: set[str] = set()
        for table in ("scalar", "series", "histogram"):
            sql = f"SELECT DISTINCT object FROM {table} WHERE {{}} AND metric = ?"
            names.update(self._frame(sql, {"object": "str"}, metric)["object"])
        return sorted(names)

    def flows(self) -> pd.DataFrame:
        """Read flow records: the columns of table flow; end_ns is missing for unfinished flows."""
        sql = f"SELECT {', '.join(_FLOW_COLUMNS)} FROM flow WHERE {{}} ORDER BY run_id, flow"
        frame = self._frame(sql, _FLOW_COLUMNS)
        self._use(frame["run_id"].unique())
        return frame

    def measurements(self, by: str | Sequence[str] = ()) -> pd.DataFrame:
        """Read all attempted measurements.

        Returns
        -------
        DataFrame
            The columns of table measurement, then the metrics; with `by` after labels, seed and
            run.
        """
        by = _names("by", by)
        frame = self._runs.kept((self._chosen, "measurements"), self._measurements)
        if by:
            frame = self._runs.put_before(frame, by, self.run_ids, "measurement")
        self._use(frame["run_id"].unique())
        return frame

    def _measurements(self) -> pd.DataFrame:
        columns = ", ".join(_MEASUREMENT_COLUMNS)
        frame = self._frame(
            f"SELECT {columns} FROM measurement WHERE {{}} ORDER BY run_id, measurement",
            _MEASUREMENT_COLUMNS,
        )
        values = self._frame(
            "SELECT run_id, measurement, metric, value FROM measurement_value WHERE {}",
            {"run_id": "int64", "measurement": "int64", "metric": "str", "value": "float64"},
        ).drop_duplicates(["run_id", "measurement", "metric"])
        wide = values.pivot(index=["run_id", "measurement"], columns="metric", values="value")
        wide.columns.name = None
        keys = ["run_id", "measurement"]
        return frame.merge(
            wide, how="left", left_on=keys, right_index=True, suffixes=("", " value")
        )

    def table(self, name: str, by: str | Sequence[str] = ()) -> pd.DataFrame:
        """Read a table that the scenario defines.

        Returns
        -------
        DataFrame
            Columns run_id and those of the table, with `by` after labels, seed and run;
            ``attrs["units"]`` holds the units.
        """
        by = _names("by", by)
        shape = self._one(
            name, "SELECT DISTINCT columns, units FROM result_table WHERE {} AND name = ?", name
        )
        if not shape:
            known = self._frame("SELECT DISTINCT name FROM result_table WHERE {}", {"name": "str"})
            raise unknown("table", name, known["name"])
        columns, units = (self._list(text, name) for text in shape)
        if not all(isinstance(word, str) for word in [*columns, *units]):
            raise self._damaged(f"a column or unit of table {name} is no text")
        if len(columns) != len(units) or len({"run_id", *columns}) != len(columns) + 1:
            raise self._damaged(f"table {name} has columns without unit or of equal name")
        frame = self._runs.kept(
            (self._chosen, "table", name), lambda: self._table(name, ["run_id", *columns])
        )
        if by:
            frame = self._runs.put_before(frame.astype({"run_id": "int64"}), by, self.run_ids)
        self._use(frame["run_id"].unique())
        frame.attrs = {"units": {**self._units(by), **dict(zip(columns, units, strict=True))}}
        return frame

    def _table(self, name: str, columns: Sequence[str]) -> pd.DataFrame:
        rows = self._rows(
            "SELECT run_id, cells FROM result_table JOIN result_row USING (run_id, result_table)"
            " WHERE {} AND name = ? ORDER BY run_id, n",
            name,
        )
        cells = [[run_id, *self._list(text, name, len(columns) - 1)] for run_id, text in rows]
        return pd.DataFrame.from_records(cells, columns=columns)

    def tables(self) -> list[str]:
        """List the tables that scenarios define."""
        sql = "SELECT DISTINCT name FROM result_table WHERE {} ORDER BY name"
        return self._frame(sql, {"name": "str"})["name"].tolist()

    def recorded(self) -> pd.DataFrame:
        """Count the rows of all recorded quantities: kind, metric, unit, description, rows."""
        sources = {
            "scalar": "scalar",
            "series": "series JOIN point USING (run_id, series)",
            "histogram": "histogram JOIN histogram_bin USING (run_id, histogram)",
        }
        columns = {"metric": "str", "unit": "str", "description": "str", "rows": "int64"}
        counts = [
            self._frame(
                f"SELECT name, unit, description, count(*) FROM {source} JOIN metric"
                " ON name = metric WHERE {} GROUP BY name ORDER BY name",
                columns,
            ).assign(kind=kind)
            for kind, source in sources.items()
        ]
        return pd.concat(counts, ignore_index=True)

    def costs(self) -> pd.DataFrame:
        """Read the cost of the runs, which depends on the machine.

        Returns
        -------
        DataFrame
            Columns run_id, wall_s, cpu_s, events, peak_rss_kib, finished_utc.
        """
        sql = f"SELECT {', '.join(_COST_COLUMNS)} FROM run_cost WHERE {{}} ORDER BY run_id"
        frame = self._frame(sql, _COST_COLUMNS)
        self._use(frame["run_id"])
        return frame

    def facts(self) -> list[dict[str, Any]]:
        """Return identity and cost of each run, without its parameters."""
        return overview.facts(self._database, self.run_ids)

    def groups(self) -> list[overview.Group]:
        """Count the runs by scenario, labelling studies and code."""
        return overview.groups(self._database, self.run_ids)

    def metrics(self) -> pd.DataFrame:
        """Read the dictionary of the whole archive: index name, columns unit, description."""
        return self._runs.metrics().copy()

    def unit(self, metric: str) -> str:
        """Return the unit of a metric, ``"1"`` for a pure number."""
        units = self._runs.metrics()["unit"]
        if metric not in units.index:
            raise unknown("metric", str(metric), units.index)
        return units[metric]

    def _part(self, run_ids: Iterable[int]) -> Results:
        return Results(self._database, [int(i) for i in run_ids], self.study, self)

    def _use(self, run_ids: Iterable[int]) -> None:
        run_ids, results = set(run_ids), self
        while results is not None:
            results._used |= run_ids
            results = results._chosen_from

    def _units(self, by: Iterable[str]) -> dict[str, str]:
        return {name: self._runs.label(name).unit for name in by}

    def _rows(self, sql: str, *parameters: Any) -> list[tuple]:
        return self._database.rows(sql.format(CHOSEN), (self._chosen, *parameters))

    def _frame(self, sql: str, types: Mapping[str, str], *parameters: Any) -> pd.DataFrame:
        return self._database.frame(sql.format(CHOSEN), (self._chosen, *parameters), types)

    def _one(self, name: str, sql: str, *parameters: Any) -> tuple:
        """Return the only row of a query, or an empty row; refuse runs with different rows."""
        rows = self._rows(sql, *parameters)
        if len(rows) > 1:
            raise InputError(
                f"{name}: the chosen runs recorded it in different units or precisions,"
                f" {rows[0]} and {rows[1]}"
            )
        return rows[0] if rows else ()

    def _require_object(self, metric: str, name: str) -> None:
        """Refuse an object without records, if other objects have records."""
        known = self.objects(metric)
        if known and name not in known:
            raise _unknown_object(metric, name, known)

    def _list(self, text: str, name: str, length: int | None = None) -> list:
        try:
            cells = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise self._damaged(f"table {name} holds a text that is not JSON") from error
        if not isinstance(cells, list) or (length is not None and len(cells) != length):
            raise self._damaged(f"table {name} holds a row that does not fit its columns")
        return cells

    def _damaged(self, what: str) -> InputError:
        return InputError(f"{self._database.path} is damaged: {what}")


def _unknown_object(metric: str, name: str, known: Iterable[str]) -> InputError:
    known = sorted(map(repr, known))
    if known and not name:
        return InputError(f"{metric} has the objects {listed(known)}: object= chooses one")
    return unknown(f"object of {metric}", repr(name), known)


def _names(what: str, names: Any) -> list[str]:
    listed = [names] if isinstance(names, str) else names
    if not isinstance(listed, list | tuple) or not all(isinstance(n, str) for n in listed):
        raise InputError(f"{what} = {names!r:.80}: a name or a list of names is needed")
    return list(dict.fromkeys(listed))
