# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""``./lab bench``: ratios measured side by side on this machine. Nothing passes or fails here."""

from __future__ import annotations

import logging
import os
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from burstlab import bindings, engine
from burstlab.archive import Archive
from burstlab.errors import unknown
from burstlab.studies import RunSpec, grid

logger = logging.getLogger(__name__)

Row = tuple[str, float, str, float]
"""Name, value, unit, value of the baseline."""

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
            study, measure = _BENCHMARKS[chosen]
            rows = measure(Path(folder))
        documents += [
            {
                **{"name": row, "study": study, "value": value, "unit": unit},
                **{"baseline": baseline, "ratio": value / baseline},
            }
            for row, value, unit, baseline in rows
        ]
    return documents


def _engine_overhead(folder: Path) -> list[Row]:
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
    overheads = [1000 * (seconds - simulated) / _RUNS for seconds in (outcome.seconds, bare)]
    return [("engine-overhead", overheads[0], "ms/run", overheads[1])]


def _recording(folder: Path) -> list[Row]:
    """Points recorded per CPU-second of a process; baseline: Python's executemany."""
    seconds = _record_points(folder / "run.sqlite")[1]
    started = time.process_time()
    with sqlite3.connect(folder / "plain.sqlite") as connection:
        connection.execute("CREATE TABLE point (n INTEGER PRIMARY KEY, t INTEGER, value REAL)")
        rows = ((n, 100 * n, 1.0) for n in range(_POINTS))
        connection.executemany("INSERT INTO point VALUES (?, ?, ?)", rows)
    plain = time.process_time() - started
    return [("recording", _POINTS / seconds, "points/CPU-s", _POINTS / plain)]


def _reading(folder: Path) -> list[Row]:
    """Points read into a frame per CPU-second; baseline: fetchall of the same rows."""
    file = folder / "run.sqlite"
    run_id = _record_points(file)[0]
    started = time.process_time()
    with Archive(file) as archive:
        archive.select([run_id]).series("arrivals")
    seconds = time.process_time() - started
    started = time.process_time()
    with sqlite3.connect(file) as connection:
        connection.execute("SELECT run_id, t, value FROM point").fetchall()
    plain = time.process_time() - started
    return [("reading", _POINTS / seconds, "points/CPU-s", _POINTS / plain)]


def _import(folder: Path) -> list[Row]:
    """CPU time and memory until ns-3 can be used from Python; baseline: the wheel's own loader."""
    return bindings.measure_import()


def _traffic(folder: Path) -> list[Row]:
    """Time of a request of many ON-OFF sources; baseline: one stock OnOffApplication a source."""

    def nanoseconds(scenario: str, ticks: int, **attributes: Any) -> float:
        """Of a request; what a run of one tick costs is taken off."""
        start, end = (_price(folder, scenario, Ticks=t, **attributes) for t in (1, ticks))
        return 1e9 * (end["cpu_s"] - start["cpu_s"]) / (end["requests"] - start["requests"])

    rows: list[Row] = []
    for sources, ticks in ((100, 1_000_000), (10_000, 10_000), (100_000, 1000)):
        short = 3_000_000 // sources
        stock = nanoseconds("traffic-application", short, Sources=sources, Stock="true")
        process = f"ns3::ParetoOnOffArrivals[Sources={sources}]"
        for what, scenario, attributes in (
            ("request", "traffic-cost", {"Process": process, "Events": "false"}),
            ("request-with-event", "traffic-cost", {"Process": process}),
            ("request-with-packet", "traffic-application", {"Sources": sources}),
        ):
            value = nanoseconds(scenario, ticks, **attributes)
            rows.append((f"{what}-{sources}-sources", value, "ns/request", stock))
    one, many, stock = (
        _price(folder, "traffic-application", Ticks=1, **attributes)
        for attributes in (
            {"Sources": 1},
            {"Sources": 100_000},
            {"Sources": 100_000, "Stock": "true"},
        )
    )
    for what, column, unit in (("start", "cpu_s", "s"), ("memory", "peak_rss_mib", "MiB")):
        value, baseline = (row[column] - one[column] for row in (many, stock))
        rows.append((f"{what}-100000-sources", value, unit, baseline))
    return rows


def _servernet(folder: Path) -> list[Row]:
    """Packets one way through 120 devices; baseline: the engine that goes flit by flit.

    30 and 80 % are of the load at which this network saturates, 0.0367 flits/(device tick). A
    longer packet keeps the load, so that each channel is as busy as before. Steps are those of the
    engine, events those of the simulator, arrivals included.
    """

    def price(ticks: int, **attributes: Any) -> tuple[float, float, float]:
        """Packets per CPU-second, steps of the engine and simulator events a packet."""
        start, end = (_price(folder, "servernet-cost", Ticks=t, **attributes) for t in (1, ticks))
        packets = end["delivered"]
        seconds = end["cpu_s"] - start["cpu_s"]
        return packets / seconds, end["engine_events"] / packets, end["events"] / packets

    rows: list[Row] = []
    for what, flits, load, ticks, reference in (
        ("30%", 80, 0.0110, 10_000_000, 300_000),
        ("80%", 80, 0.0294, 10_000_000, 200_000),
        ("80%-800-flits", 800, 0.0294, 100_000_000, 500_000),
        ("80%-8000-flits", 8000, 0.0294, 1_000_000_000, 2_000_000),
    ):
        fast, steps, events = price(ticks, Load=load, Flits=flits)
        slow, slow_steps, slow_events = price(reference, Load=load, Flits=flits, Engine="Flit")
        rows += [
            (f"packets-{what}", fast, "packets/CPU-s", slow),
            (f"steps-{what}", steps, "1/packet", slow_steps),
            (f"events-{what}", events, "1/packet", slow_events),
        ]
    return rows


def _price(folder: Path, scenario: str, **attributes: Any) -> dict[str, float]:
    """Run a scenario in a process of its own: its scalars, cpu_s, peak_rss_mib and events."""
    file = folder / f"{len(list(folder.iterdir()))}.sqlite"
    (planned,) = engine.plan([RunSpec(scenario, attributes)])
    arguments = [*planned.program.command, *planned.arguments, f"--archive={file}"]
    subprocess.run(arguments, check=True)
    with sqlite3.connect(file) as connection:
        scalars = dict(connection.execute("SELECT metric, value FROM scalar"))
        cpu, rss, events = connection.execute(
            "SELECT cpu_s, peak_rss_kib / 1024.0, events FROM run_cost"
        ).fetchone()
    return {**scalars, "cpu_s": cpu, "peak_rss_mib": rss, "events": events}


def _record_points(file: Path) -> tuple[int, float]:
    """Record a series of one arrival a slot; id of the run and CPU seconds of its process."""
    spec = RunSpec(_SCENARIO, {"Process": "ns3::ConstantArrivals[Interval=100]", "Slots": _POINTS})
    (planned,) = engine.plan([spec])
    before = os.times()
    subprocess.run([*planned.program.command, *planned.arguments, f"--archive={file}"], check=True)
    after = os.times()
    used = after.children_user + after.children_system
    return planned.run_id, used - before.children_user - before.children_system


def _simulated_seconds(archive: Path) -> float:
    with sqlite3.connect(archive) as connection:
        return connection.execute("SELECT sum(wall_s) FROM run_cost").fetchone()[0]


_BENCHMARKS: dict[str, tuple[str, Callable[[Path], list[Row]]]] = {
    "engine-overhead": ("house", _engine_overhead),
    "recording": ("house", _recording),
    "reading": ("house", _reading),
    "import": ("house", _import),
    "traffic": ("traffic", _traffic),
    "servernet": ("servernet", _servernet),
}
