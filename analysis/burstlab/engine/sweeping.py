# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps: many runs, each a process that writes one shard, merged into the archive as they finish.

A run that is in the archive is never computed again. A sweep may be killed at any moment: finished
shards are kept and merged by the next call, what was in flight is computed again.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue

from burstlab import locks, paths
from burstlab.archive import Archive, check_study, check_units, label_types
from burstlab.engine.execution import Ended, execute, kill_all
from burstlab.engine.planning import PlannedRun
from burstlab.errors import InputError
from burstlab.process import cores
from burstlab.progress import Progress

logger = logging.getLogger(__name__)

_MERGE_PERIOD_S = 0.2
_MERGE_AT_MOST = 10


@dataclass(frozen=True)
class Failure:
    """A run that failed, with its sentence."""

    run: PlannedRun
    sentence: str


@dataclass(frozen=True)
class SweepOutcome:
    """What became of a sweep.

    Attributes
    ----------
    run_ids
        All planned runs, those that failed as well, in order.
    reused, computed
        Number of runs found in the archive, and of those computed now.
    failures
        Runs that failed.
    seconds
        Wall-clock time.
    """

    run_ids: tuple[int, ...]
    reused: int
    computed: int
    failures: tuple[Failure, ...]
    seconds: float


def sweep(
    planned: Sequence[PlannedRun],
    archive_path: Path = paths.ARCHIVE,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    study: str = "",
    units: Mapping[str, str] = {},
) -> SweepOutcome:
    """Compute the runs that the archive does not hold, merge them into it, and label all.

    Parameters
    ----------
    planned
        Runs from `plan`.
    archive_path
        The archive; made when missing.
    executor
        Where `execute` is called; its workers must see the folder of the shards. Default: as many
        threads as `workers`, each waiting for one process.
    workers
        Number of processes at a time; default: the processors this process may use.
    progress
        Told what happens.
    study
        Name under which the labels of the runs are stored, needed when there are any.
    units
        Label to its unit.

    Returns
    -------
    SweepOutcome
        A failed run is listed there; the others went on.

    Raises
    ------
    InputError
        When the file is no archive, or with labels or units something is wrong: before any run.
    """
    started = time.monotonic()
    check_units(units, label_types(run.labels for run in planned))
    if any(run.labels for run in planned):
        check_study(study)
    archive_path = Path(archive_path).resolve()
    progress = progress or Progress()
    with Archive(archive_path, create=True) as archive, shard_folder(archive_path) as folder:
        _absorb(archive, sorted(folder.glob("*.sqlite")))
        present = archive.present({run.run_id: run.key for run in planned})
        missing = [run for run in planned if run.run_id not in present]
        progress.start(len(planned), len(present))
        own = None if executor else ThreadPoolExecutor(workers or cores())
        try:
            failures = _compute(missing, archive, folder, executor or own, progress)
        finally:
            if own:
                own.shutdown(cancel_futures=True)
            progress.close()
            _clean(folder)
        if study:
            failed = {failure.run.run_id for failure in failures}
            labels = {r.run_id: r.labels for r in planned if r.run_id not in failed}
            archive.label(study, labels, units)
    computed = len(missing) - len(failures)
    run_ids = tuple(run.run_id for run in planned)
    seconds = time.monotonic() - started
    return SweepOutcome(run_ids, len(present), computed, tuple(failures), seconds)


def _compute(
    runs: Sequence[PlannedRun],
    archive: Archive,
    folder: Path,
    executor: Executor,
    progress: Progress,
) -> list[Failure]:
    """Compute runs; the shards are merged in batches, by this thread alone."""
    ended: SimpleQueue[Future] = SimpleQueue()
    futures: dict[Future, PlannedRun] = {}
    local = isinstance(executor, ThreadPoolExecutor) and progress.listens
    failures: list[Failure] = []
    shards: list[Path] = []
    merged = time.monotonic()
    try:
        for run in runs:
            report = partial(progress.report, run.run_id, run.name) if local else None
            future = executor.submit(execute, run.command(_shard(folder, run)), report)
            futures[future] = run
            future.add_done_callback(ended.put)
        for left in range(len(futures) - 1, -1, -1):
            future = ended.get()
            run = futures[future]
            error = future.exception()
            result = Ended(1, str(error)) if error else future.result()
            if result.code == 0:
                shards.append(_shard(folder, run))
            else:
                failures.append(Failure(run, result.sentence))
            progress.finish(run.run_id, result.code == 0)
            overdue = time.monotonic() - merged > _MERGE_PERIOD_S and ended.empty()
            if left == 0 or overdue or len(shards) >= _MERGE_AT_MOST:
                failures += _absorb(archive, shards, futures.values())
                shards, merged = [], time.monotonic()
    except BaseException:
        _stop(executor, futures)
        _absorb(archive, sorted(folder.glob("*.sqlite")))
        raise
    failed = {failure.run.run_id for failure in failures}
    done = archive.present({run.run_id: run.key for run in runs if run.run_id not in failed})
    other = (
        "its shard holds another run than the planned one: was the suite built, or an input file"
        " written meanwhile?"
    )
    lost = [run for run in runs if run.run_id not in done | failed]
    return failures + [Failure(run, other) for run in lost]


def _absorb(
    archive: Archive, shards: Sequence[Path], runs: Iterable[PlannedRun] = ()
) -> list[Failure]:
    """Merge shards; one that cannot be merged is set aside, so that its run is computed again."""
    try:
        archive.merge(shards)
    except InputError:
        failures = []
        for shard in shards:
            try:
                archive.merge([shard])
            except InputError as error:
                shard.rename(f"{shard}.unreadable")
                logger.warning("%s; it was set aside as %s.unreadable", error, shard.name)
                owners = [run for run in runs if _shard(shard.parent, run) == shard]
                failures += [Failure(run, str(error)) for run in owners]
        return failures
    return []


def _stop(executor: Executor, futures: Mapping[Future, PlannedRun]) -> None:
    """End what was started: no further run begins, the processes of this machine are killed."""
    for future in futures:
        future.cancel()
    while isinstance(executor, ThreadPoolExecutor) and not all(map(Future.done, futures)):
        kill_all()
        time.sleep(0.01)


@contextmanager
def shard_folder(archive: Path) -> Iterator[Path]:
    """Give the folder of an archive's shards to one sweep at a time; a second one waits.

    The folder goes again with what is empty in it and above it.
    """
    folder = archive.parent / "shards" / archive.name
    lock = folder / "lock"
    with locks.exclusive(lock, f"sweeps into {paths.relative(archive)}"):
        try:
            yield folder
        finally:
            lock.unlink(missing_ok=True)
            with suppress(OSError):  # unfinished shards, or those of other archives
                folder.rmdir()
                folder.parent.rmdir()


def _shard(folder: Path, run: PlannedRun) -> Path:
    return folder / f"{run.run_id}.sqlite"


def _clean(folder: Path) -> None:
    """Remove what dead processes left of unfinished shards."""
    for file in folder.glob("*.sqlite.*.partial*"):
        pid = re.search(r"\.(\d+)\.partial", file.name)
        if pid and not Path(f"/proc/{pid[1]}").exists():
            file.unlink(missing_ok=True)
