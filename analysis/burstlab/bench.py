# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""``./lab bench``: ratios measured side by side on this machine. Nothing passes or fails here."""

from __future__ import annotations

import logging
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from burstlab import engine
from burstlab.archive import Archive
from burstlab.errors import unknown
from burstlab.studies import RunSpec, grid

logger = logging.getLogger(__name__)

_SCENARIO = "traffic-arrivals"
_CHEAP = {"Process": "ns3::PoissonArrivals[Rate=0.5]", "Slots": 10}
_RUNS = 100
_POINTS = 1_000_000


def run(name: str | None = None) -> list[dict[str, Any]]:
    """Run one benchmark, or all.

    Returns
    -------
    list of dict
        name, study, value, unit, baseline (in the same unit), ratio (value over baseline).
    """
    if name is not None and name not in _BENCHMARKS:
        raise unknown("benchmark", name, _BENCHMARKS)
    documents = []
    for chosen in [name] if name else _BENCHMARKS:
        logger.info("measuring %s", chosen)
        with tempfile.TemporaryDirectory() as folder:
            value, unit, baseline = _BENCHMARKS[chosen](Path(folder))
        documents.append(
            {
                **{"name": chosen, "study": "traffic", "value": value, "unit": unit},
                **{"baseline": baseline, "ratio": value / baseline},
            }
        )
    return documents


def _engine_overhead(folder: Path) -> tuple[float, str, float]:
    """Time a run costs beside its simulation, in a sweep and when its process is started bare."""
    planned = engine.plan(grid(_SCENARIO, _CHEAP, runs=range(_RUNS)))
    outcome = engine.sweep(planned, folder / "a.sqlite", workers=1)
    simulated = _simulated_seconds(folder / "a.sqlite")
    started = time.monotonic()
    for planned_run in planned:
        shard = folder / f"{planned_run.run_id}.sqlite"
        command = [*planned_run.program.command, *planned_run.arguments, f"--archive={shard}"]
        subprocess.run(command, check=True)
    bare = time.monotonic() - started
    return (
        1000 * (outcome.seconds - simulated) / _RUNS,
        "ms/run",
        1000 * (bare - simulated) / _RUNS,
    )


def _recording(folder: Path) -> tuple[float, str, float]:
    """Points recorded per CPU-second by the compiled scenario; baseline: executemany of Python."""
    _record_points(folder)
    with sqlite3.connect(folder / "a.sqlite") as connection:
        (seconds,) = connection.execute("SELECT cpu_s FROM run_cost").fetchone()
    started = time.process_time()
    with sqlite3.connect(folder / "plain.sqlite") as connection:
        connection.execute("CREATE TABLE point (n INTEGER PRIMARY KEY, t INTEGER, value REAL)")
        rows = ((n, 100 * n, 1.0) for n in range(_POINTS))
        connection.executemany("INSERT INTO point VALUES (?, ?, ?)", rows)
    return _POINTS / seconds, "points/CPU-s", _POINTS / (time.process_time() - started)


def _reading(folder: Path) -> tuple[float, str, float]:
    """Points read into a frame per CPU-second; baseline: fetchall of the same rows."""
    run_id = _record_points(folder)
    started = time.process_time()
    with Archive(folder / "a.sqlite") as archive:
        archive.select([run_id]).series("arrivals")
    seconds = time.process_time() - started
    started = time.process_time()
    with sqlite3.connect(folder / "a.sqlite") as connection:
        connection.execute("SELECT run_id, t, value FROM point").fetchall()
    return _POINTS / seconds, "points/CPU-s", _POINTS / (time.process_time() - started)


def _bindings_import(folder: Path) -> tuple[float, str, float]:
    """CPU time until ns-3 can be used from Python; baseline: the wheel's own loader."""
    ours = _cpu_seconds("from burstlab import bindings; bindings.load('core', 'network')")
    return ours, "CPU-s", _cpu_seconds("from ns import ns; ns.Simulator")


def _record_points(folder: Path) -> int:
    planned = engine.plan([RunSpec(_SCENARIO, {"Slots": _POINTS})])
    engine.sweep(planned, folder / "a.sqlite")
    return planned[0].run_id


def _simulated_seconds(archive: Path) -> float:
    with sqlite3.connect(archive) as connection:
        return connection.execute("SELECT sum(wall_s) FROM run_cost").fetchone()[0]


def _cpu_seconds(code: str) -> float:
    report = "import time, sys; sys.stderr.write(str(time.process_time()))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{report}"], capture_output=True, text=True, check=True
    )
    return float(done.stderr.split()[-1])


_BENCHMARKS: dict[str, Callable[[Path], tuple[float, str, float]]] = {
    "engine-overhead": _engine_overhead,
    "recording": _recording,
    "reading": _reading,
    "bindings-import": _bindings_import,
}
