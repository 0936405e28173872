# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Names and values for the choice of runs, for the command line and its completion.

Plain SQL on any file: the import of pandas is too slow for a completion.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from burstlab.archive.labels import as_text, from_cell

_COLUMNS = ("scenario", "seed", "run", "code_version")
_MAX = 1000
_VALUES = """SELECT DISTINCT type, value FROM label JOIN label_name USING (study, name)
 WHERE name = ? LIMIT ?"""


def choices(archive: Path, name: str | None = None) -> list[str]:
    """List the names of labels, attributes and columns, or the values of one name.

    The values of ``study`` are the studies and sweep files that label runs.

    Parameters
    ----------
    archive
        The file; a file that is no archive has no names.
    name
        Name whose values to list; default: list the names.
    """
    try:
        with closing(sqlite3.connect(f"{archive.resolve().as_uri()}?mode=ro", uri=True)) as file:
            return _values(file, name) if name else _names(file)
    except (sqlite3.Error, OSError):
        return []


def of_object(metric: str) -> tuple[str, str | None]:
    """Split ``name[object]``, the spelling on the command line; without object: None."""
    name, bracket, rest = metric.partition("[")
    return name, rest.removesuffix("]") if bracket else None


def _names(file: sqlite3.Connection) -> list[str]:
    labels = {row[0] for row in file.execute("SELECT name FROM label_name")}
    attributes = {row[0] for row in file.execute("SELECT DISTINCT name FROM parameter")}
    return [*sorted(labels), *sorted(attributes - labels), "study", *_COLUMNS]


def _values(file: sqlite3.Connection, name: str) -> list[str]:
    if name == "study":
        return [row[0] for row in file.execute("SELECT DISTINCT study FROM label_name")]
    if name in _COLUMNS:
        rows = file.execute(f"SELECT DISTINCT {name} FROM run LIMIT ?", (_MAX,))
        return sorted(str(value) for (value,) in rows)
    cells = file.execute(_VALUES, (name, _MAX)).fetchall()
    if cells:
        return [as_text(from_cell(*cell)) for cell in cells]
    rows = file.execute("SELECT DISTINCT value FROM parameter WHERE name = ? LIMIT ?", (name, _MAX))
    return sorted(value for (value,) in rows)
