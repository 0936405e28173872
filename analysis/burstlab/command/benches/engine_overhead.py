# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Overhead of a run besides its simulation, in a sweep and in a bare process."""

from __future__ import annotations

import sqlite3
import time

from burstlab.build import runner
from burstlab.command.bench import Bench, Row
from burstlab.engine import grid, plan, sweep
from burstlab.process import succeed

_CHEAP = {"Process": "ns3::PoissonArrivals[Rate=0.5]", "Slots": 10}
_RUNS = 100


def measure(bench: Bench) -> list[Row]:
    planned = plan(grid("traffic-arrivals", _CHEAP, runs=range(_RUNS)), runner())
    archive = bench.folder / "a.sqlite"
    outcome = sweep(planned, archive, workers=1)
    with sqlite3.connect(archive) as connection:
        (simulated,) = connection.execute("SELECT sum(wall_s) FROM run_cost").fetchone()
    started = time.monotonic()
    for run in planned:
        succeed(run.command(bench.folder / f"{run.run_id}.sqlite"))
    bare = time.monotonic() - started
    overhead, baseline = (1000 * (s - simulated) / _RUNS for s in (outcome.seconds, bare))
    return [("engine-overhead", overhead, "ms/run", baseline)]
