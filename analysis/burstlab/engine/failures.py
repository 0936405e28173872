# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Failed runs: rows of a small SQLite file beside the archive, ``<archive>.failures``.

A failed run has no results, so that it is no part of the archive. Its row is deleted when the run
is stored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from burstlab.engine.planning import PlannedRun, repeat
from burstlab.errors import InputError, WorkError

_COLUMNS = (
    *("run_id", "scenario", "seed", "run", "reason", "machine", "failed_utc", "command", "log"),
)
_TABLE = """CREATE TABLE IF NOT EXISTS failure (run_id INTEGER PRIMARY KEY, scenario TEXT NOT NULL,
 seed INTEGER NOT NULL, run INTEGER NOT NULL, reason TEXT NOT NULL, machine TEXT NOT NULL,
 failed_utc TEXT NOT NULL, command TEXT NOT NULL, log TEXT NOT NULL) STRICT"""


@dataclass(frozen=True)
class Failure:
    """A run that failed.

    Attributes
    ----------
    run
        The run.
    sentence
        The reason.
    log
        The end of its standard error.
    machine
        Where it failed.
    """

    run: PlannedRun
    sentence: str
    log: str = ""
    machine: str = ""


class Failures:
    """The failed runs of an archive.

    Parameters
    ----------
    archive
        The archive.
    """

    def __init__(self, archive: Path) -> None:
        self.archive, self.path = archive, Path(f"{archive}.failures")

    def add(self, failure: Failure) -> None:
        """Store the failure of a run, in place of an earlier failure of this run."""
        run, now = failure.run, datetime.now(UTC).isoformat(timespec="seconds")
        what = (run.run_id, run.scenario, run.spec.seed, run.spec.run, failure.sentence)
        places = ", ".join("?" * len(_COLUMNS))
        with self._open("rwc") as connection:
            connection.execute(_TABLE)
            connection.execute(
                f"INSERT OR REPLACE INTO failure VALUES ({places})",
                (*what, failure.machine, now, repeat(run, self.archive), failure.log),
            )

    def forget(self, run_ids: Collection[int]) -> None:
        """Delete the rows of some runs; an empty file is removed."""
        if not self.path.exists():
            return
        with self._open("rw") as connection:
            connection.executemany(
                "DELETE FROM failure WHERE run_id = ?", [(run_id,) for run_id in run_ids]
            )
            (left,) = connection.execute("SELECT count(*) FROM failure").fetchone()
        if not left:
            self.path.unlink()

    def rows(self) -> list[dict[str, Any]]:
        """List the failed runs by time, the last one at the end."""
        if not self.path.exists():
            return []
        with self._open("ro") as connection:
            cells = connection.execute(
                f"SELECT {', '.join(_COLUMNS)} FROM failure ORDER BY failed_utc, run_id"
            ).fetchall()
        return [dict(zip(_COLUMNS, row, strict=True)) for row in cells]

    def missing(self, present: Collection[int]) -> list[dict[str, Any]]:
        """List the failed runs that are not among the present runs of the archive."""
        return [row for row in self.rows() if row["run_id"] not in present]

    @contextmanager
    def _open(self, mode: str) -> Iterator[sqlite3.Connection]:
        try:
            uri = f"{self.path.resolve().as_uri()}?mode={mode}"
            with closing(sqlite3.connect(uri, uri=True, timeout=30)) as connection, connection:
                yield connection
        except sqlite3.DatabaseError as error:
            broken = isinstance(error, sqlite3.OperationalError)
            kind = WorkError if broken else InputError
            raise kind(f"{self.path}, the list of failed runs: {error}") from error
