# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Where runs are computed: by processes of this machine, or any executor that sees its files."""

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
    """Takes runs, and puts their shards where they are wanted."""

    def begin(self, run: PlannedRun, shard: Path) -> Future:
        """Start a run as soon as there is room; runs that begin first go first."""

    def end(self, future: Future, shard: Path) -> tuple[Ended, str] | None:
        """Say how a run ended and where, with its shard in place; None: it has to begin anew."""

    def look(self, futures: Collection[Future]) -> None:
        """See to runs that no worker is left for; called while none ends."""

    def stop(self, futures: Collection[Future]) -> None:
        """End runs: none begins any more, and no process is left."""

    def check(self, runs: Sequence[PlannedRun]) -> None:
        """Refuse runs that cannot be computed there, before the first one."""

    def close(self) -> None:
        """Take no more runs."""


class Local:
    """An executor whose workers see the folder of the shards.

    Parameters
    ----------
    executor
        Where `execute` is called.
    limits
        What a run may take.
    progress
        Told how far runs are, where they share this process.
    """

    def __init__(self, executor: Executor, limits: Limits, progress: Progress) -> None:
        self._executor, self._limits, self._progress = executor, limits, progress
        self._own = isinstance(executor, ThreadPoolExecutor)

    def begin(self, run: PlannedRun, shard: Path) -> Future:
        report = None
        if self._own and self._progress.listens:

            def report(line: dict) -> None:
                self._progress.report(run.run_id, run.name, line)

        words = run.words(shard)
        return self._executor.submit(execute, run.program, words, report, limits=self._limits)

    def end(self, future: Future, shard: Path) -> tuple[Ended, str]:
        error = future.exception()
        ended = Ended(1, str(error)) if error else future.result()
        return ended.with_results(shard), socket.gethostname()

    def look(self, futures: Collection[Future]) -> None:
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
