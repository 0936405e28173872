# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a choice of archived runs measured, as pandas frames."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import pandas as pd

from burstlab.archive.database import Database
from burstlab.errors import InputError, unknown

_RUN_COLUMNS = {
    **{"study": "str", "scenario": "str", "seed": "int64", "run": "int64"},
    **{"code_version": "str", "ns3_version": "str"},
}
_FLOW_COLUMNS = {
    **{"run_id": "int64", "flow": "int64", "observer": "str", "source": "str"},
    **{"destination": "str", "protocol": "str", "source_port": "int64"},
    **{"destination_port": "int64", "dscp": "int64", "start_ns": "int64", "end_ns": "Int64"},
    **{"bytes": "int64", "packets": "int64", "lost_packets": "int64"},
}
_COST_COLUMNS = {
    **{"run_id": "int64", "wall_s": "float64", "cpu_s": "float64", "events": "int64"},
    "peak_rss_kib": "int64",
}
_MEASUREMENT_COLUMNS = {
    **{"run_id": "int64", "measurement": "int64", "tool": "str", "source": "str"},
    **{"destination": "str", "cycle": "int64", "start_ns": "int64", "duration_ns": "int64"},
    **{"status": "str"},
}
_CHOSEN = "run_id IN (SELECT value FROM json_each(?))"


class Results:
    """The results of some runs. Frames hold them in order of run_id unless told otherwise.

    Parameters
    ----------
    database
        The archive's file.
    run_ids
        The runs, in the order in which `runs` lists them.
    """

    def __init__(self, database: Database, run_ids: Sequence[int]) -> None:
        self._database = database
        self.run_ids = tuple(run_ids)
        self._chosen = json.dumps(self.run_ids)

    def __len__(self) -> int:
        return len(self.run_ids)

    def runs(self) -> pd.DataFrame:
        """One row a run.

        Returns
        -------
        DataFrame
            Index run_id; columns study, scenario, seed, run, code_version, ns3_version, then one
            for each parameter with its canonical text (missing where the scenario has no
            such parameter).
        """
        return self._runs.copy()

    @cached_property
    def _runs(self) -> pd.DataFrame:
        sql = f"SELECT run_id, {', '.join(_RUN_COLUMNS)} FROM run WHERE {{}}"
        fixed = self._frame(sql, {"run_id": "int64", **_RUN_COLUMNS}).set_index("run_id")
        texts = self._frame(
            "SELECT run_id, name, value FROM parameter WHERE {} ORDER BY run_id, name",
            {"run_id": "int64", "name": "str", "value": "str"},
        )
        texts = texts[~texts["name"].isin(_RUN_COLUMNS)].drop_duplicates(["run_id", "name"])
        wide = texts.pivot(index="run_id", columns="name", values="value")
        wide.columns.name = None
        return fixed.join(wide).reindex(pd.Index(self.run_ids, name="run_id", dtype="int64"))

    def where(self, **equals: Any) -> Results:
        """Choose the runs whose columns have the given values.

        Parameters
        ----------
        equals
            Column of `runs` to value: ``where(scenario="ns3::TrafficArrivalsScenario", Load=0.5)``.
            Values are equal as text, or as numbers when both are numbers; True is ns-3's ``true``.
        """
        frame = self._runs
        chosen = pd.Series(True, index=frame.index)
        for name, value in equals.items():
            if name not in frame.columns:
                raise unknown("parameter", name, frame.columns)
            chosen &= frame[name].map(lambda cell, value=value: _equal(cell, value)).astype(bool)
        return Results(self._database, [int(i) for i in frame.index[chosen]])

    def scalars(self, metric: str) -> pd.DataFrame:
        """Read single numbers: columns run_id, object, value (NaN: not defined in that run)."""
        self.unit(metric)
        return self._frame(
            "SELECT run_id, object, value FROM scalar WHERE {} AND metric = ? ORDER BY 1, 2",
            {"run_id": "int64", "object": "str", "value": "float64"},
            metric,
        )

    def series(self, metric: str, object: str = "") -> pd.DataFrame:  # noqa: A002
        """Read a time series of each run, in order of recording.

        Returns
        -------
        DataFrame
            Columns run_id, t, value; ``attrs`` holds ``time_unit`` and ``period`` (0: one point for
            every change).
        """
        self.unit(metric)
        attributes = self._one(
            "SELECT DISTINCT time_unit, period FROM series WHERE {} AND metric = ? AND object = ?",
            *(metric, object),
        )
        frame = self._frame(
            "SELECT run_id, t, value FROM series JOIN point USING (run_id, series)"
            " WHERE {} AND metric = ? AND object = ? ORDER BY run_id, series, n",
            {"run_id": "int64", "t": "int64", "value": "float64"},
            *(metric, object),
        )
        frame.attrs = dict(zip(("time_unit", "period"), attributes, strict=False))
        return frame

    def histogram(self, metric: str, object: str = "") -> pd.DataFrame:  # noqa: A002
        """Read a histogram merged over the runs: columns low, width, count."""
        self.unit(metric)
        self._one(
            "SELECT DISTINCT precision_bits FROM histogram WHERE {} AND metric = ? AND object = ?",
            *(metric, object),
        )
        return self._frame(
            "SELECT b.low, b.width, sum(b.count)"
            " FROM histogram JOIN histogram_bin AS b USING (run_id, histogram)"
            " WHERE {} AND metric = ? AND object = ? GROUP BY b.low, b.width ORDER BY b.low",
            {"low": "int64", "width": "int64", "count": "int64"},
            *(metric, object),
        )

    def objects(self, metric: str) -> list[str]:
        """List what `metric` was recorded for, as a scalar, a series or a histogram."""
        self.unit(metric)
        names: set[str] = set()
        for table in ("scalar", "series", "histogram"):
            sql = f"SELECT DISTINCT object FROM {table} WHERE {{}} AND metric = ?"
            names.update(self._frame(sql, {"object": "str"}, metric)["object"])
        return sorted(names)

    def flows(self) -> pd.DataFrame:
        """Read flow records: the columns of table flow; end_ns is missing for an unfinished one."""
        sql = f"SELECT {', '.join(_FLOW_COLUMNS)} FROM flow WHERE {{}} ORDER BY run_id, flow"
        return self._frame(sql, _FLOW_COLUMNS)

    def measurements(self) -> pd.DataFrame:
        """Read all attempted measurements: the columns of table measurement, then the metrics."""
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

    def table(self, name: str) -> pd.DataFrame:
        """Read a table of the scenario's own shape: run_id, its columns; ``attrs["units"]``."""
        shape = self._one(
            "SELECT DISTINCT columns, units FROM result_table WHERE {} AND name = ?", name
        )
        if not shape:
            known = self._frame("SELECT DISTINCT name FROM result_table WHERE {}", {"name": "str"})
            raise unknown("table", name, known["name"])
        columns, units = (self._list(text, name) for text in shape)
        if not all(isinstance(word, str) for word in [*columns, *units]):
            raise self._damaged(f"a column or unit of table {name} is no text")
        if len(columns) != len(units) or len({"run_id", *columns}) != len(columns) + 1:
            raise self._damaged(f"table {name} has columns without unit or of equal name")
        rows = self._rows(
            "SELECT run_id, cells FROM result_table JOIN result_row USING (run_id, result_table)"
            " WHERE {} AND name = ? ORDER BY run_id, n",
            name,
        )
        cells = [[run_id, *self._list(text, name, len(columns))] for run_id, text in rows]
        frame = pd.DataFrame.from_records(cells, columns=["run_id", *columns])
        frame.attrs = {"units": dict(zip(columns, units, strict=True))}
        return frame

    def recorded(self) -> pd.DataFrame:
        """Count the rows of all that the runs recorded: kind, metric, unit, description, rows."""
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
        """Read what the runs cost, which differs from machine to machine.

        Returns
        -------
        DataFrame
            Columns run_id, wall_s, cpu_s, events, peak_rss_kib.
        """
        sql = f"SELECT {', '.join(_COST_COLUMNS)} FROM run_cost WHERE {{}} ORDER BY run_id"
        return self._frame(sql, _COST_COLUMNS)

    def metrics(self) -> pd.DataFrame:
        """Read the dictionary of the whole archive: index name, columns unit, description."""
        return self._database.frame(
            "SELECT name, unit, description FROM metric ORDER BY name",
            (),
            {"name": "str", "unit": "str", "description": "str"},
        ).set_index("name")

    def unit(self, metric: str) -> str:
        """Look up the unit of a metric, ``"1"`` for a pure number."""
        units = self.metrics()["unit"]
        if metric not in units.index:
            raise unknown("metric", metric, units.index)
        return units[metric]

    def _rows(self, sql: str, *parameters: Any) -> list[tuple]:
        return self._database.rows(sql.format(_CHOSEN), (self._chosen, *parameters))

    def _frame(self, sql: str, types: Mapping[str, str], *parameters: Any) -> pd.DataFrame:
        return self._database.frame(sql.format(_CHOSEN), (self._chosen, *parameters), types)

    def _one(self, sql: str, *parameters: Any) -> tuple:
        """Return the one row of a query, or an empty one; runs that differ in it do not mix."""
        rows = self._rows(sql, *parameters)
        if len(rows) > 1:
            raise InputError(
                f"{parameters[0]}: the chosen runs recorded it in different units or precisions,"
                f" {rows[0]} and {rows[1]}"
            )
        return rows[0] if rows else ()

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


def _equal(cell: Any, value: Any) -> bool:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if str(cell) == text:
        return True
    try:
        return float(cell) == float(text)
    except (ValueError, TypeError):
        return False
