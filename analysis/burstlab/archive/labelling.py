# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Labels in an archive: read, replace, merge."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burstlab.archive.labels import (
    Labels,
    Value,
    check_labels,
    check_study,
    check_units,
    from_cell,
    holds,
    label_types,
)
from burstlab.errors import InputError

if TYPE_CHECKING:
    from sqlite3 import Connection

    from burstlab.archive.database import Database

logger = logging.getLogger(__name__)

_REAL = """UPDATE label SET value = CAST(value AS REAL) WHERE typeof(value) = 'integer'
 AND (study, name) IN (SELECT study, name FROM label_name WHERE type = 'real')"""
_UNUSED = "DELETE FROM label_name WHERE (study, name) NOT IN (SELECT study, name FROM label)"
_CONFLICT = """SELECT study, name, a.type, a.unit, b.type, b.unit
 FROM main.label_name AS a JOIN {}.label_name AS b USING (study, name) WHERE a.unit <> b.unit
 OR (a.type <> b.type AND NOT (a.type IN ('integer', 'real') AND b.type IN ('integer', 'real')))"""


@dataclass(frozen=True)
class Label:
    """A label: its type, its unit, and its value by run."""

    type: str
    unit: str
    values: dict[int, Value]

    def __str__(self) -> str:
        return f"{self.type} in {self.unit}" if self.unit else self.type


def read_labels(
    database: Database,
    run_ids: Iterable[int] | None = None,
    study: str | None = None,
    schema: str = "main",
) -> dict[str, dict[str, Label]]:
    """Read the labels of some runs or of all: study to name to label.

    Parameters
    ----------
    database
        The archive's file.
    run_ids, study
        Selected runs and study; None: all.
    schema
        ``"main"``, or an attached file's name.
    """
    names = database.rows(f"SELECT study, name, type, unit FROM {schema}.label_name ORDER BY 1, 2")
    rows = database.rows(
        f"SELECT study, name, run_id, value FROM {schema}.label"
        f" JOIN {schema}.label_name USING (study, name) WHERE study = ifnull(?1, study)"
        " AND (?2 IS NULL OR run_id IN (SELECT value FROM json_each(?2)))",
        (study, None if run_ids is None else json.dumps(list(run_ids))),
    )
    cells: dict[tuple[str, str], dict[int, Any]] = {(owner, name): {} for owner, name, *_ in names}
    for owner, name, run_id, cell in rows:
        cells[owner, name][run_id] = cell
    found: dict[str, dict[str, Label]] = {}
    for owner, name, kind, unit in names:
        values = cells[owner, name]
        different = {(type(cell), cell) for cell in values.values()}
        read = {each: from_cell(kind, each[1]) for each in different}
        for run_id, cell in values.items():
            values[run_id] = read[type(cell), cell]
            if values[run_id] is None:
                raise InputError(
                    f"{database.path} is damaged: label {name} of run {run_id} is no {kind} value"
                )
        if values:
            found.setdefault(owner, {})[name] = Label(kind, unit, values)
    return found


def store_labels(
    database: Database, study: str, labels: Mapping[int, Labels], units: Mapping[str, str]
) -> None:
    """Implement `Archive.label` for existing runs."""
    labels = {run_id: check_labels(some) for run_id, some in labels.items()}
    types = label_types(labels.values())
    wanted = {name: {i: some[name] for i, some in labels.items() if name in some} for name in types}
    stored = read_labels(database, labels, study).get(study, {})
    if (
        wanted == {name: label.values for name, label in stored.items()}
        and all(holds(label.type, types[name]) for name, label in stored.items())
        and all(name in stored and stored[name].unit == unit for name, unit in units.items())
    ):
        return
    check_study(study)
    with database.transaction() as connection:
        known = dict(
            connection.execute("SELECT name, type FROM label_name WHERE study = ?", (study,))
        )
        check_units(units, {**known, **types})
        connection.executemany(
            "DELETE FROM label WHERE study = ? AND run_id = ?", [(study, i) for i in labels]
        )
        for name, kind in types.items():
            old = known.get(name, kind)
            if not holds(old, kind) and not holds(kind, old):
                others = connection.execute(
                    "DELETE FROM label WHERE study = ? AND name = ?", (study, name)
                ).rowcount
                if others:
                    logger.warning(
                        "label %s of %s is %s now: removed from %d other runs, where it was %s",
                        *(name, study, kind, others, old),
                    )
            connection.execute(
                "INSERT INTO label_name VALUES (?, ?, ?, '')"
                " ON CONFLICT (study, name) DO UPDATE SET type = excluded.type",
                (study, name, old if holds(old, kind) else kind),
            )
        connection.executemany(
            "UPDATE label_name SET unit = ? WHERE study = ? AND name = ?",
            [(unit, study, name) for name, unit in units.items()],
        )
        connection.executemany(
            "INSERT INTO label VALUES (?, ?, ?, ?)",
            [(i, study, name, value) for i, some in labels.items() for name, value in some.items()],
        )
        tidy(database, connection)


def merge_labels(database: Database, connection: Connection, schema: str, shard: Path) -> None:
    """Add missing labels from an attached file, after its runs."""
    if not connection.execute(f"SELECT 1 FROM {schema}.label_name").fetchone():
        return
    conflict = connection.execute(_CONFLICT.format(schema)).fetchone()
    if conflict:
        study, name, *parts = conflict
        ours, theirs = Label(*parts[:2], {}), Label(*parts[2:], {})
        raise InputError(
            f"{shard}: its label {name} of {study} is {theirs}, the archive has it as {ours}"
        )
    read_labels(database, schema=schema)
    connection.execute(
        f"INSERT INTO main.label_name SELECT study, name, type, unit FROM {schema}.label_name"
        " WHERE true ON CONFLICT (study, name) DO UPDATE SET type = 'real'"
        " WHERE type <> excluded.type"
    )
    connection.execute(
        f"INSERT OR IGNORE INTO main.label SELECT run_id, study, name, value FROM {schema}.label"
    )
    tidy(database, connection)


def tidy(database: Database, connection: Connection) -> None:
    """Update names, types and views to the existing labels; within a transaction."""
    connection.execute(_REAL)
    connection.execute(_UNUSED)
    database.make_views()
