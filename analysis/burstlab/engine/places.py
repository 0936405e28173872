# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Where runs are computed: processes of this machine, or an executor with access to its files."""

from __future__ import annotations

import socket
import time
from collections.abc import Collection, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

from burstlab.engine.execution import Ended, Limits, execute, kill_all
from burstlab.engine.planning import PlannedRun
from burstlab.progress import Progress


class Place(Protocol):
    """Computes runs, and writes their shards to given files."""

    def begin(self, run: PlannedRun, shard: Path) -> Future:
        """Queue a run. Runs start in the order of these calls."""

    def end(self, future: Future, shard: Path) -> tuple[Ended, str] | None:
        """Write the shard of a run; return the run's end and its machine, None: run it again."""

    def reassign(self, futures: Collection[Future]) -> None:
        """Start runs again if their workers are gone; called while no run ends."""

    def stop(self, futures: Collection[Future]) -> None:
        """Cancel queued runs and end running ones."""

    def check(self, runs: Sequence[PlannedRun]) -> None:
        """Refuse runs that cannot be computed there, before the first one."""

    def close(self) -> None:
        """Take no more runs."""


class Local:
    """An executor whose workers have access to the folder of the shards.

    Parameters
    ----------
    executor
        Its workers call `execute`.
    limits
        Limits of each run.
    progress
        Receives the progress of runs, if the executor is a pool of threads.
    """

    def __init__(self, executor: Executor, limits: Limits, progress: Progress) -> None:
        self._executor, self._limits, self._progress = executor, limits, progress
        self._own = isinstance(executor, ThreadPoolExecutor)

    def begin(self, run: PlannedRun, shard: Path) -> Future:
        report = None
        if self._own and self._progress.active:

            def report(line: dict) -> None:
                self._progress.report(run.run_id, run.name, line)

        words = run.words(shard)
        return self._executor.submit(execute, run.program, words, report, limits=self._limits)

    def end(self, future: Future, shard: Path) -> tuple[Ended, str]:
        error = future.exception()
        ended = Ended(1, str(error)) if error else future.result()
        return ended.with_results(shard), socket.gethostname()

    def reassign(self, futures: Collection[Future]) -> None:
        pass

    def stop(self, futures: Collection[Future]) -> None:
        for future in futures:
            future.cancel()
        while self._own and not all(map(Future.done, futures)):
            kill_all()
            time.sleep(0.01)

    def check(self, runs: Sequence[PlannedRun]) -> None:
        pass

    def close(self) -> None:
        pass
