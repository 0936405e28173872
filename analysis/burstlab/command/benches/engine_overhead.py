# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Overhead of a run besides its simulation: in a local sweep, on a Dask cluster, in a bare process.

Runs of a second, two at a time, measure the engine's share of the wall time. A second call computes
the same number of runs; its baseline is the estimate of ``--dry-run``.
"""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from burstlab.archive import Archive
from burstlab.build import runner
from burstlab.command.bench import Bench, Row
from burstlab.engine import Cluster, PlannedRun, connect, estimate, grid, plan, sweep
from burstlab.process import succeed

_CHEAP = {"Process": "ns3::PoissonArrivals[Rate=0.5]", "Slots": 10}
_LONG = {"Process": "ns3::PoissonArrivals[Rate=0.0004]", "WarmUp": 10_000}
_RUNS, _LONG_RUNS, _AT_A_TIME = 100, 48, 2


def measure(bench: Bench) -> list[Row]:
    cheap = plan(grid("traffic-arrivals", _CHEAP, runs=range(_RUNS)), runner())
    started = time.monotonic()
    for run in cheap:
        succeed(run.command(bench.folder / f"{run.run_id}.sqlite"))
    bare = time.monotonic() - started
    long = _of_a_second(bench)
    rows: list[Row] = []
    with connect("local:1") as cluster:
        for name, where in (("engine-overhead", None), ("engine-overhead-dask", cluster)):
            seconds, simulated = _swept(cheap, bench.folder / f"{name}.sqlite", where, 1)
            overhead, baseline = (1000 * (s - simulated) / _RUNS for s in (seconds, bare))
            rows.append((name, overhead, "ms/run", baseline))
    with connect(f"local:{_AT_A_TIME}") as cluster:
        for name, where in (("engine-of-seconds", None), ("engine-of-seconds-dask", cluster)):
            archive = bench.folder / f"{name}.sqlite"
            seconds, simulated = _swept(long[:_LONG_RUNS], archive, where, _AT_A_TIME)
            rows.append((name, seconds, "s", simulated / _AT_A_TIME))
            with Archive(archive) as file:
                expected = estimate(long, file, _AT_A_TIME).wall_s
            seconds = sweep(long, archive, executor=where, workers=_AT_A_TIME).seconds
            rows.append((f"{name}-second-call", seconds, "s", expected))
    return rows


def _of_a_second(bench: Bench) -> list[PlannedRun]:
    """Plan runs that take a second each on this machine, with shards of 100 kB or more."""
    ticks = 2_000_000
    cost = bench.price("servernet-load", **_LONG, Ticks=ticks)["cpu_s"]
    attributes = {**_LONG, "Ticks": round(ticks / cost)}
    return plan(grid("servernet-load", attributes, runs=range(2 * _LONG_RUNS)), runner())


def _swept(
    planned: list[PlannedRun], archive: Path, cluster: Cluster | None, workers: int
) -> tuple[float, float]:
    """Sweep runs: wall-clock seconds of the sweep, and the sum of those of the runs."""
    outcome = sweep(planned, archive, executor=cluster, workers=workers)
    with sqlite3.connect(archive) as connection:
        (simulated,) = connection.execute("SELECT sum(wall_s) FROM run_cost").fetchone()
    return outcome.seconds, simulated
