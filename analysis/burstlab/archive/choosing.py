# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Names and values for the choice of runs, for shell completion.

Uses plain SQL on any file, because a shell cannot wait for pandas.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from burstlab.archive.labels import as_text, from_cell

_COLUMNS = ("scenario", "study", "seed", "run", "code_version")
_MOST = 1000
_LABELS = "FROM label_name WHERE ?1 IS NULL OR study = ?1"
_VALUES = """SELECT DISTINCT type, value FROM label JOIN label_name USING (study, name)
 WHERE name = ?2 AND (?1 IS NULL OR study = ?1) LIMIT ?3"""


def choices(archive: Path, study: str | None = None, name: str | None = None) -> list[str]:
    """List the names of labels, attributes and columns in which runs differ, or their values.

    Parameters
    ----------
    archive
        The file; a file that is no archive has no names.
    study
        Whose labels count; default: those of all.
    name
        Name whose values to list; default: list the names.
    """
    try:
        with closing(sqlite3.connect(f"{archive.resolve().as_uri()}?mode=ro", uri=True)) as file:
            return _values(file, study, name) if name else _names(file, study)
    except (sqlite3.Error, OSError):
        return []


def _names(file: sqlite3.Connection, study: str | None) -> list[str]:
    labels = {row[0] for row in file.execute(f"SELECT name {_LABELS}", (study,))}
    attributes = {row[0] for row in file.execute("SELECT DISTINCT name FROM parameter")}
    return [*sorted(labels), *sorted(attributes - labels), *_COLUMNS]


def _values(file: sqlite3.Connection, study: str | None, name: str) -> list[str]:
    if name in _COLUMNS:
        rows = file.execute(f"SELECT DISTINCT {name} FROM run LIMIT ?", (_MOST,))
        return sorted(str(value) for (value,) in rows)
    cells = file.execute(_VALUES, (study, name, _MOST)).fetchall()
    if cells:
        return [as_text(from_cell(*cell)) for cell in cells]
    rows = file.execute(
        "SELECT DISTINCT value FROM parameter WHERE name = ? LIMIT ?", (name, _MOST)
    )
    return sorted(value for (value,) in rows)
