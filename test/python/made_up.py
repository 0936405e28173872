# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Archives of runs whose numbers are made up, by plain SQL: as a scenario records its own."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from burstlab.archive import SCHEMA, Archive
from burstlab.engine import RunSpec
from burstlab.study import Study

Columns = tuple[Sequence[str], Sequence[str]]
"""Names and units."""


class Run(NamedTuple):
    """What a run recorded.

    Attributes
    ----------
    spec
        What is run.
    scalars
        By name, ``name[object]`` of one that is of an object.
    tables
        Rows of its tables by name.
    series
        By name, as scalars: width of a bin in ns, and values.
    measurements
        Columns tool to status of the archive, and values by metric.
    flows
        Columns observer to lost_packets of the archive.
    """

    spec: RunSpec
    scalars: Mapping[str, float | None]
    tables: Mapping[str, Iterable[Sequence[object]]]
    series: Mapping[str, tuple[int, Sequence[float]]] = {}
    measurements: Sequence[tuple[Sequence[object], Mapping[str, float]]] = ()
    flows: Sequence[Sequence[object]] = ()


def _split(name: str) -> tuple[str, str]:
    metric, _, of = name.removesuffix("]").partition("[")
    return metric, of


def write(
    path: Path,
    study: Study,
    scenario: str,
    units: Mapping[str, str],
    tables: Mapping[str, Columns],
    runs: Iterable[Run | tuple],
) -> Path:
    """Write an archive of runs under the labels of a study, run_id their place in the list."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    connection.executescript(f"BEGIN;{SCHEMA.script};COMMIT;")

    def insert(table: str, rows: list[tuple]) -> None:
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    insert("metric", [(name, unit, name) for name, unit in units.items()])
    labels = {}
    for run_id, run in enumerate(runs, 1):
        spec, scalars, rows, series, measurements, flows = Run(*run)
        of_run = (scenario, spec.seed, spec.run, "c0de", "3.44")
        insert("run", [(run_id, f"key {run_id}", study.name, *of_run)])
        insert("run_cost", [(run_id, 0.2, 0.1, 10, 2048, "compiled", "2026-01-01T00:00:00Z")])
        insert("parameter", [(run_id, name, str(v)) for name, v in spec.attributes.items()])
        insert("scalar", [(run_id, *_split(name), value) for name, value in scalars.items()])
        for number, (name, (period, values)) in enumerate(series.items()):
            insert("series", [(run_id, number, *_split(name), "ns", period)])
            points = [(run_id, number, n, n * period, value) for n, value in enumerate(values)]
            insert("point", points)
        for number, (columns, values) in enumerate(measurements):
            insert("measurement", [(run_id, number, *columns)])
            insert("measurement_value", [(run_id, number, *v) for v in values.items()])
        insert("flow", [(run_id, number, *flow) for number, flow in enumerate(flows)])
        for number, (name, shape) in enumerate(tables.items()):
            insert("result_table", [(run_id, number, name, *map(json.dumps, shape))])
            cells = [(run_id, number, n, json.dumps(row)) for n, row in enumerate(rows[name])]
            insert("result_row", cells)
        labels[run_id] = spec.labels
    connection.commit()
    connection.close()
    with Archive(path) as archive:
        there = set().union(*labels.values())
        units = {name: unit for name, unit in study.units.items() if name in there}
        archive.label(study.name, labels, units)
    return path
