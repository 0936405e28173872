# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Points read into a frame per CPU-second; baseline: fetchall of the same rows."""

from __future__ import annotations

import sqlite3
import time

from burstlab.archive import Archive
from burstlab.command.bench import Bench, Row
from burstlab.command.benches.recording import POINTS, record


def measure(bench: Bench) -> list[Row]:
    file = bench.folder / "run.sqlite"
    run_id, _ = record(file)
    started = time.process_time()
    with Archive(file) as archive:
        archive.select([run_id]).series("arrivals")
    seconds = time.process_time() - started
    started = time.process_time()
    with sqlite3.connect(file) as connection:
        connection.execute("SELECT run_id, t, value FROM point").fetchall()
    plain = time.process_time() - started
    return [("reading", POINTS / seconds, "points/CPU-s", POINTS / plain)]
