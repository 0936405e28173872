# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Points recorded per CPU-second of a process; baseline: Python's executemany."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path

from burstlab.build import runner
from burstlab.command.bench import Bench, Row
from burstlab.engine import RunSpec, plan
from burstlab.process import succeed

POINTS = 1_000_000


def record(file: Path) -> tuple[int, float]:
    """Record a series of one arrival per slot; return the run's id and its CPU seconds."""
    attributes = {"Process": "ns3::ConstantArrivals[Interval=100]", "Slots": POINTS}
    (planned,) = plan([RunSpec("traffic-arrivals", attributes)], runner())
    before = os.times()
    succeed(planned.command(file))
    after = os.times()
    used = after.children_user + after.children_system
    return planned.run_id, used - before.children_user - before.children_system


def measure(bench: Bench) -> list[Row]:
    _, seconds = record(bench.folder / "run.sqlite")
    started = time.process_time()
    with sqlite3.connect(bench.folder / "plain.sqlite") as connection:
        connection.execute("CREATE TABLE point (n INTEGER PRIMARY KEY, t INTEGER, value REAL)")
        rows = ((n, 100 * n, 1.0) for n in range(POINTS))
        connection.executemany("INSERT INTO point VALUES (?, ?, ?)", rows)
    plain = time.process_time() - started
    return [("recording", POINTS / seconds, "points/CPU-s", POINTS / plain)]
