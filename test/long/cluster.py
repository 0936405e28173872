# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""200 runs on a Dask cluster whose parts are killed; the rows are those of an undisturbed sweep.

    .venv/bin/python test/long/cluster.py

A worker is killed every 10 s, the scheduler once, the client at 20 moments. No run that is in the
archive may be computed again. The program prints what it did, and ends with code 1 if a row
differs or a run is missing.
"""

from __future__ import annotations

import random
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))

import compare
from burstlab.archive import Archive
from burstlab.build import runner
from burstlab.engine import connect, grid, plan, sweep
from burstlab.errors import WorkError
from burstlab.progress import Progress
from dask_world import World, kill, processes, wait_until, world

RUNS, MOMENTS, EVERY_S = 200, 20, 10
SLOTS = 150_000
dice = random.Random("kills")


def planned() -> list:
    attributes = {"Process": ["ns3::PoissonArrivals[Rate=0.5]", "ns3::ParetoOnOffArrivals"]}
    specs = grid("traffic-arrivals", attributes | {"Slots": SLOTS}, runs=range(RUNS // 2))
    return plan(specs, runner())


class Ends(Progress):
    """Counts how often each run has ended, and calls somebody at a number of them."""

    def __init__(self, at: int = -1, then=None) -> None:
        self.ends: dict[int, int] = {}
        self._at, self._then = at, then

    def finish(self, run_id: int, good: bool) -> None:
        self.ends[run_id] = self.ends.get(run_id, 0) + 1
        if len(self.ends) == self._at:
            self._then()


def held(path: Path) -> int:
    if not path.exists():
        return 0
    with Archive(path) as archive:
        return len(archive.run_ids())


def workers_die(made: World, path: Path) -> str:
    """One of two workers is killed every 10 s, and another one comes in its place."""
    made.scheduler()
    workers = [made.worker() for _ in range(2)]
    over, deaths = threading.Event(), 0

    def reap() -> None:
        nonlocal deaths
        while not over.wait(EVERY_S):
            kill(workers.pop(0))
            workers.append(made.worker())
            deaths += 1

    reaper = threading.Thread(target=reap)
    ends = Ends()
    with connect(made.url) as found:
        reaper.start()
        outcome = sweep(planned(), path, executor=found, progress=ends)
        over.set()
        reaper.join()
    assert outcome.failures == (), outcome.failures
    assert set(ends.ends.values()) == {1}
    return f"{deaths} workers killed, {outcome.seconds:.0f} s"


def scheduler_dies(made: World, path: Path) -> str:
    scheduler = made.scheduler()
    made.worker()
    ends = Ends(RUNS // 3, lambda: kill(scheduler))
    try:
        with connect(made.url) as found:
            sweep(planned(), path, executor=found, progress=ends)
        raise AssertionError("nobody noticed")
    except WorkError as error:
        said = str(error)
    before = held(path)
    made.scheduler()
    made.worker()
    with connect(made.url) as found:
        outcome = sweep(planned(), path, executor=found)
    assert (outcome.reused, outcome.computed) == (before, RUNS - before)
    return f"{before} runs kept ({said}), {outcome.computed} computed by the second call"


def clients_die(made: World, path: Path) -> str:
    made.scheduler()
    for _ in range(2):
        made.worker()
    kept = []
    for moment in range(MOMENTS):
        client = made.start(__file__, "sweep", made.url, path)
        goal = min(held(path) + dice.randrange(1, RUNS // MOMENTS), RUNS)
        wait_until(lambda goal=goal, client=client: held(path) >= goal or client.poll() is not None)
        time.sleep(dice.uniform(0, 0.2))
        client.send_signal(signal.SIGKILL)
        client.wait()
        kept.append(held(path))
        assert kept == sorted(kept), (moment, kept)
    wait_until(lambda: not processes("burstlab-run"), 30)
    with connect(made.url) as found:
        outcome = sweep(planned(), path, executor=found)
    assert outcome.failures == ()
    assert outcome.reused >= kept[-1]
    return f"{MOMENTS} clients killed, with {kept} runs, {outcome.computed} computed by the last"


def main() -> int:
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        outcome = sweep(planned(), folder / "undisturbed.sqlite", workers=2)
        reference = compare.read(folder / "undisturbed.sqlite")
        sys.stdout.write(f"undisturbed: {outcome.computed} runs in {outcome.seconds:.0f} s\n")
        for test in (workers_die, scheduler_dies, clients_die):
            place = folder / test.__name__
            place.mkdir()
            path = place / "a.sqlite"
            try:
                with world(place) as made:
                    said = test(made, path)
                assert compare.read(path) == reference, "the rows differ"
                sys.stdout.write(f"{test.__name__}: {said}, equal rows\n")
            except (AssertionError, WorkError) as error:
                failed += 1
                sys.stdout.write(f"{test.__name__}: FAILED {error!r}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{3 - failed} passed, {failed} failed\n")
    return int(failed > 0)


def client(url: str, path: str) -> int:
    with connect(url) as found:
        sweep(planned(), Path(path), executor=found)
    return 0


if __name__ == "__main__":
    sys.exit(client(*sys.argv[2:]) if sys.argv[1:2] == ["sweep"] else main())
