# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A sweep of the compiled runner, killed at random moments, loses nothing and repeats nothing.

The oracle is a sweep of the same runs that nobody disturbed.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import sqlite3
import time
from pathlib import Path

import pytest
from burstlab.build import catalogue
from burstlab.engine import grid, plan, sweep
from conftest import dump

RUNS = 20
MOMENTS = 20
HIT_AT_LEAST = 3


@pytest.fixture(scope="module")
def planned(runner):
    attributes = {"Process": ["ns3::PoissonArrivals[Rate=0.5]", "ns3::ParetoOnOffArrivals"]}
    specs = grid("traffic-arrivals", attributes | {"Slots": 2000}, runs=range(RUNS // 2))
    return plan(specs, catalogue.runner())


@pytest.fixture(scope="module")
def undisturbed(planned, tmp_path_factory):
    """The rows of the whole sweep, and how long it takes."""
    path = tmp_path_factory.mktemp("undisturbed") / "a.sqlite"
    started = time.monotonic()
    assert sweep(planned, path, workers=2).computed == RUNS
    return dump(path), time.monotonic() - started


def start_sweep(planned, path: Path) -> int:
    """The sweep in a process group of its own."""
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            sweep(planned, path, workers=2)
        finally:
            os._exit(0)
    return child


def rows_of(rows: dict[str, list[str]], run_ids: set[int]) -> dict[str, list[str]]:
    """The rows of some runs; all other tables as they are."""
    return {
        table: [
            row for row in cells if table in ("metric", "claim") or json.loads(row)[0] in run_ids
        ]
        for table, cells in rows.items()
    }


def whole_runs(path: Path, reference: dict[str, list[str]]) -> int:
    """The number of runs in the archive, after a check that each is there with every row of it."""
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    costs = connection.execute("SELECT run_id FROM run_cost").fetchall()
    connection.close()
    found = dump(path)
    run_ids = {json.loads(row)[0] for row in found["run"]}
    assert {run_id for (run_id,) in costs} == run_ids
    if run_ids:
        assert found == rows_of(reference, run_ids)
    return len(run_ids)


def wait_for_runs(folder: Path, path: Path, runs: int) -> None:
    """Until a sweep has finished so many runs, in shards or merged; it is not disturbed."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        merged = 0
        if path.exists():
            with contextlib.suppress(sqlite3.OperationalError):  # not made yet, or being merged
                connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=0)
                with contextlib.closing(connection):
                    (merged,) = connection.execute("SELECT count(*) FROM run").fetchone()
        if len(list(folder.glob("*.sqlite"))) + merged >= runs:
            return
        time.sleep(0.002)
    raise AssertionError(f"fewer than {runs} runs after 30 s")


def wait_for_orphans(folder: Path) -> None:
    """Until the processes that lost their parent have finished their shards."""
    end = time.monotonic() + 30
    while any(Path(f"/proc/{p.name.split('.')[2]}").exists() for p in folder.glob("*.partial")):
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("whole_group", [True, False], ids=["group", "parent"])
def test_killed_sweep_is_completed_by_the_next(planned, undisturbed, tmp_path, whole_group):
    reference, seconds = undisturbed
    dice = random.Random(f"moments {whole_group}")
    hit = 0
    for i in range(MOMENTS // 2):
        path = tmp_path / str(i) / "a.sqlite"
        path.parent.mkdir()
        child = start_sweep(planned, path)
        folder = path.parent / "shards" / path.name
        wait_for_runs(folder, path, dice.randrange(RUNS))
        time.sleep(dice.uniform(0, seconds / RUNS))
        if whole_group:
            os.killpg(child, signal.SIGKILL)
        else:
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        done = len(list(folder.glob("*.sqlite")))
        if path.exists():
            done += whole_runs(path, reference)
        hit += 0 < done < RUNS

        outcome = sweep(planned, path, workers=2)
        assert outcome.failures == ()
        assert dump(path) == reference

        wait_for_orphans(folder)
        outcome = sweep(planned, path, workers=2)
        assert outcome.reused == RUNS
        assert dump(path) == reference
        assert not folder.parent.exists()
    assert hit >= HIT_AT_LEAST


def test_one_worker_gives_the_same_rows(planned, undisturbed, tmp_path):
    sweep(planned, tmp_path / "a.sqlite", workers=1)
    assert dump(tmp_path / "a.sqlite") == undisturbed[0]
