# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Compares the runs of two archives row by row, but for identities and costs.

    .venv/bin/python test/long/compare.py BEFORE.sqlite AFTER.sqlite [OLD=NEW ..]

A run of one archive is that of the other with the same scenario, parameters, seed and run number.
OLD=NEW replaces a text in the parameters of the first archive: a file or a type that has moved. The
program prints the runs that are in one archive only and those whose rows differ, and ends with code
1 if there are any.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import sys
from collections.abc import Iterable
from pathlib import Path

LEFT_OUT = ("run", "run_cost", "parameter", "claim", "label", "added_run")
"""Tables of identities, costs, judgements and uses."""


def read(file: Path, renamed: Iterable[tuple[str, str]] = ()) -> dict[tuple, dict[str, str]]:
    """For each run the hash of its rows in each table.

    Parameters
    ----------
    file
        An archive.
    renamed
        Texts in its parameters and what stands for them in the other archive.
    """
    found = {}
    with sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True) as archive:
        names = archive.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        tables = {
            name: [column for _, column, *_ in archive.execute(f"PRAGMA table_info({name})")]
            for (name,) in names
            if name not in LEFT_OUT
        }
        units = dict(archive.execute("SELECT name, unit FROM metric"))
        tables = {name: columns for name, columns in tables.items() if "run_id" in columns}
        for run_id, *run in archive.execute("SELECT run_id, scenario, seed, run FROM run"):
            query = "SELECT name, value FROM parameter WHERE run_id = ? ORDER BY name"
            parameters = json.dumps(archive.execute(query, (run_id,)).fetchall())
            for old, new in renamed:
                parameters = parameters.replace(old, new)
            rows = found[(*run, parameters)] = {}
            for name, columns in tables.items():
                columns = ", ".join(column for column in columns if column != "run_id")
                hashed = hashlib.sha256()
                for row in archive.execute(
                    f"SELECT {columns} FROM {name} WHERE run_id = ? ORDER BY {columns}", (run_id,)
                ):
                    hashed.update(repr((row, units.get(row[0]))).encode())
                rows[name] = hashed.hexdigest()
    return found


def main(before: str, after: str, *renamed: str) -> int:
    old = read(Path(before), [tuple(text.split("=", 1)) for text in renamed])
    new = read(Path(after))
    differences = 0
    for run in sorted({*old, *new}):
        names = [name for name in old.get(run, {}) if old[run][name] != new.get(run, {}).get(name)]
        if run not in old or run not in new or names:
            differences += 1
            where = "after" if run not in old else "before"
            what = f"differ in {', '.join(names)}" if run in old and run in new else f"{where} only"
            sys.stdout.write(f"{run[0]} seed {run[1]} run {run[2]} {run[3]:.200}: {what}\n")
    sys.stdout.write(f"{len(old)} runs before, {len(new)} after, {differences} differ\n")
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
