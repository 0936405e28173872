# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""An archive of many runs: 1,000 shards of 100 kB merged, 100,000 runs listed and filtered.

Baseline: copies of the shards with ``cat``; reading all attributes of all runs with bare SQL.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from burstlab.archive import Archive
from burstlab.build import runner
from burstlab.command.bench import Bench, Row
from burstlab.engine import RunSpec, plan
from burstlab.engine.shards import absorb, finished
from burstlab.process import succeed

SHARDS, RUNS, LOADS = 1000, 100_000, 100
_ATTRIBUTES = {"Process": "ns3::PoissonArrivals[Rate=0.5]", "Slots": 1200}


def measure(bench: Bench) -> list[Row]:
    (planned,) = plan([RunSpec("traffic-arrivals", _ATTRIBUTES)], runner())
    pattern = bench.folder / "pattern.sqlite"
    succeed(planned.command(pattern))
    folder = bench.folder / "shards"
    folder.mkdir()
    for number in range(SHARDS):
        _renumber(shutil.copy(pattern, folder / f"{number}.sqlite"), number)
    plain = _seconds(lambda: _concatenate(finished(folder), bench.folder / "plain"))
    many = bench.folder / "many.sqlite"
    with Archive(bench.folder / "merged.sqlite", create=True) as archive:
        merged = _seconds(lambda: absorb(archive, finished(folder)))
    _multiply(pattern, many)
    bare = _seconds(lambda: _read(many))
    listed = ["archive", "list", f"--archive={many}"]
    lab = [sys.executable, "-m", "burstlab"]
    return [
        (f"merge-of-{SHARDS}-shards", merged, "s", plain),
        (f"list-of-{RUNS}-runs", _seconds(lambda: succeed([*lab, *listed])), "s", bare),
        (f"filter-of-{RUNS}-runs", _seconds(lambda: succeed([*lab, *listed, "load=7"])), "s", bare),
    ]


def _seconds(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


def _concatenate(files: list[Path], target: Path) -> None:
    with target.open("wb") as output:
        for file in files:
            output.write(file.read_bytes())


def _renumber(file: str, number: int) -> None:
    """Give the run of a shard another number and key."""
    with closing(sqlite3.connect(file)) as connection:
        tables = connection.execute(
            "SELECT m.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c"
            " WHERE m.type = 'table' AND c.name = 'run_id'"
        ).fetchall()
        for (table,) in tables:
            connection.execute(f"UPDATE {table} SET run_id = ?", (number,))
        connection.execute("UPDATE run SET key = key || ?", (number,))
        connection.commit()


def _multiply(pattern: Path, many: Path) -> None:
    """Copy the identity, cost and attributes of a run many times, labelled with a load."""
    with Archive(many, create=True), closing(sqlite3.connect(many)) as connection:
        connection.execute("ATTACH ? AS pattern", (str(pattern),))
        connection.execute(
            "CREATE TEMP TABLE number AS WITH RECURSIVE n(id) AS"
            " (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < ?) SELECT id FROM n",
            (RUNS,),
        )
        for table in ("run", "run_cost", "parameter"):
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            values = ["id" if name == "run_id" else name for name in columns]
            values = ["key || id" if name == "key" else name for name in values]
            connection.execute(
                f"INSERT INTO {table} SELECT {', '.join(values)} FROM pattern.{table}, number"
            )
        connection.commit()
    with Archive(many) as archive:
        archive.label("loads", {run: {"load": run % LOADS} for run in range(1, RUNS + 1)})


def _read(many: Path) -> list[tuple]:
    with closing(sqlite3.connect(many)) as connection:
        return connection.execute(
            "SELECT * FROM run JOIN run_cost USING (run_id) JOIN parameter USING (run_id)"
        ).fetchall()
