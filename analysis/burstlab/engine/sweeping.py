# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps: many runs, each a process that writes one shard. The archive merges finished shards.

The longest runs start first. A run that is in the archive is never computed again. A sweep may be
killed at any moment: the next call merges the finished shards, and computes unfinished runs again.
A sweep labels its runs when it ends, after an interrupt as well.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue

from burstlab import paths
from burstlab.archive import Archive, check_study, check_units, label_types
from burstlab.arguments import checked
from burstlab.engine.cluster import Cluster
from burstlab.engine.estimating import costs_of
from burstlab.engine.execution import NO_LIMITS, Limits
from burstlab.engine.failures import Failure, Failures
from burstlab.engine.places import Local, Place
from burstlab.engine.planning import PlannedRun
from burstlab.engine.shards import absorb, clean, finished, shard_folder, shard_of
from burstlab.errors import InputError, WorkError
from burstlab.process import cores
from burstlab.progress import Progress

logger = logging.getLogger(__name__)

_MERGE_PERIOD_S = 0.2
_MAX_SHARDS = 10
_POLL_S = 2.0

_OTHER = (
    "its shard holds another run than the planned one: was the suite built, or an input file"
    " written meanwhile?"
)


@dataclass(frozen=True)
class SweepOutcome:
    """The outcome of a sweep.

    Attributes
    ----------
    run_ids
        All planned runs in order, with those that failed.
    reused, computed
        Number of runs found in the archive, and of runs computed now.
    failures
        Runs that failed.
    seconds
        Wall-clock time.
    left
        Number of runs not ended when the time was over.
    """

    run_ids: tuple[int, ...]
    reused: int
    computed: int
    failures: tuple[Failure, ...]
    seconds: float
    left: int = 0


@checked
def sweep(
    planned: Sequence[PlannedRun],
    archive_path: Path = paths.ARCHIVE,
    *,
    executor: Executor | Cluster | None = None,
    workers: int | None = None,
    limits: Limits = NO_LIMITS,
    within: float | None = None,
    progress: Progress | None = None,
    study: str = "",
    units: Mapping[str, str] = {},
) -> SweepOutcome:
    """Compute the runs that the archive lacks, merge them into the archive, and label all runs.

    Parameters
    ----------
    planned
        Runs from `plan`.
    archive_path
        The archive; created if missing.
    executor
        A cluster from `connect`; or any executor whose workers have access to the folder of the
        shards. Default: as many threads as `workers`, each waiting for one process.
    workers
        Number of processes at a time; default: the processors this process may use.
    limits
        A run that exceeds them has failed.
    within
        Wall-clock seconds after which runs are stopped; the next call computes them.
    progress
        Receives the progress.
    study
        Name under which the labels of the runs are stored; needed if a run has labels.
    units
        Label to its unit.

    Returns
    -------
    SweepOutcome
        A failed run does not stop the others; it is listed here and by `Failures`.

    Raises
    ------
    InputError
        Before any run: when the file is no archive, a label or unit is wrong, or no worker of a
        cluster has the same code.
    WorkError
        When the scheduler of a cluster is lost. Finished runs are in the archive.
    """
    started = time.monotonic()
    until = math.inf if within is None else started + within
    check_units(units, label_types(run.labels for run in planned))
    if any(run.labels for run in planned):
        check_study(study)
    archive_path = Path(archive_path).resolve()
    progress = progress or Progress()
    with Archive(archive_path, create=True) as archive, shard_folder(archive_path) as folder:
        absorb(archive, finished(folder))
        keys = {run.run_id: run.key for run in planned}
        present = archive.present(keys)
        missing = [run for run in planned if run.run_id not in present]
        book, failures = Failures(archive_path), []

        def failed(failure: Failure) -> None:
            failures.append(failure)
            try:
                book.add(failure)
            except WorkError as error:  # such as a full disk: the other runs go on
                logger.warning("%s", error)

        def label(run_ids: Collection[int]) -> None:
            if study:
                labels = {run.run_id: run.labels for run in planned if run.run_id in run_ids}
                archive.label(study, labels, units)

        costs = costs_of(missing, archive)
        missing.sort(key=lambda run: -costs[run.run_id].wall_s)
        progress.expect(
            {run_id: cost.wall_s for run_id, cost in costs.items()},
            {run_id: cost.like for run_id, cost in costs.items()},
        )
        progress.start(len(planned), len(present))
        own = None if executor else ThreadPoolExecutor(workers or cores())
        place = _place(executor or own, limits, progress)
        stopped = False
        try:
            _compute(missing, archive, folder, place, progress, failed, until)
        except Empty:
            stopped = True
        except BaseException:
            with suppress(InputError, WorkError):  # the first exception matters
                label(archive.present(keys))
            raise
        finally:
            place.close()
            if own:
                own.shutdown(cancel_futures=True)
            progress.close()
            clean(folder)
        present |= archive.present(keys)
        gone = present | {failure.run.run_id for failure in failures}
        left = [run for run in missing if run.run_id not in gone]
        if not stopped:
            for run in left:
                failed(Failure(run, _OTHER))
            left = []
        book.forget(present)
        label(present)
    run_ids = tuple(run.run_id for run in planned)
    computed = len(missing) - len(failures) - len(left)
    reused = len(planned) - len(missing)
    seconds = time.monotonic() - started
    return SweepOutcome(run_ids, reused, computed, tuple(failures), seconds, len(left))


def _place(executor: Executor | Cluster, limits: Limits, progress: Progress) -> Place:
    if isinstance(executor, Cluster):
        return executor.place(limits, progress)
    return Local(executor, limits, progress)


def _compute(
    runs: Sequence[PlannedRun],
    archive: Archive,
    folder: Path,
    place: Place,
    progress: Progress,
    failed: Callable[[Failure], None],
    until: float,
) -> None:
    """Compute runs; this thread alone merges the shards, in batches.

    Raises
    ------
    Empty
        When the time is over. Finished runs are in the archive.
    """
    ended: SimpleQueue[Future] = SimpleQueue()
    futures: dict[Future, PlannedRun] = {}
    done: list[Path] = []
    names = {shard_of(folder, run.run_id): run for run in runs}
    merged = time.monotonic()

    def begin(run: PlannedRun) -> None:
        future = place.begin(run, shard_of(folder, run.run_id))
        futures[future] = run
        future.add_done_callback(ended.put)

    try:
        place.check(runs)
        for run in runs:
            begin(run)
        while futures:
            rest = until - time.monotonic()
            if rest <= 0:
                raise Empty
            try:
                future = ended.get(timeout=min(rest, _POLL_S))
            except Empty:
                place.reassign(futures)
                continue
            run = futures.pop(future)
            result = place.end(future, shard_of(folder, run.run_id))
            if result is None:
                begin(run)
                continue
            how, machine = result
            if how.code == 0:
                done.append(shard_of(folder, run.run_id))
            else:
                failed(Failure(run, how.sentence, how.log, machine))
            progress.finish(run.run_id, how.code == 0)
            overdue = time.monotonic() - merged > _MERGE_PERIOD_S and ended.empty()
            if not futures or overdue or len(done) >= _MAX_SHARDS:
                for shard, fault in absorb(archive, done).items():
                    failed(Failure(names[shard], fault))
                done, merged = [], time.monotonic()
    except BaseException:
        place.stop(futures)
        absorb(archive, finished(folder))
        raise
