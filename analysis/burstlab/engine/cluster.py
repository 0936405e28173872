# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Runs on a Dask cluster. Dask is imported only when a cluster is used."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import socket
import sys
import uuid
import warnings
import zlib
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path, PurePath
from typing import Any

from burstlab import paths
from burstlab.engine import shards
from burstlab.engine.execution import Ended, Limits
from burstlab.engine.planning import PlannedRun
from burstlab.engine.worker import TOPIC, Refusal, Sent, Task, compute, try_task
from burstlab.errors import InputError, WorkError
from burstlab.process import cores
from burstlab.progress import Progress

logger = logging.getLogger(__name__)

_CONNECT_S = 10
_WORKER_S = 60
_QUEUES = {"slurm": "SLURMCluster", "pbs": "PBSCluster", "sge": "SGECluster"}
_MAX_WORKERS = 10_000
_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d+")


class Cluster:
    """The workers of a Dask cluster, found by `connect`."""

    def __init__(self, url: str, client: Any) -> None:
        self.url, self._client = url, client

    @property
    def slots(self) -> int:
        """Number of runs at a time."""
        return sum(self._client.nthreads().values())

    def place(self, limits: Limits, progress: Progress) -> Workers:
        """Return the place of the runs of one sweep."""
        return Workers(self, self._client, limits, progress)


class Workers:
    """A cluster as the `burstlab.engine.places.Place` of one sweep."""

    def __init__(self, cluster: Cluster, client: Any, limits: Limits, progress: Progress) -> None:
        self._url, self._client, self._limits, self._progress = (
            cluster.url,
            client,
            limits,
            progress,
        )
        self._executor = client.get_executor(pure=False)
        self._refused: set[str] = set()
        self._chosen: dict[Future, set[str]] = {}  # workers of runs that not every worker takes
        self._moved: set[Future] = set()
        self._sweep = uuid.uuid4().hex
        if progress.active:
            client.subscribe_topic(TOPIC, self._report)

    def check(self, runs: Sequence[PlannedRun]) -> None:
        """Refuse workers whose own plan of a run differs from this plan.

        Raises
        ------
        InputError
            When no worker is left.
        """
        kinds = {(run.name, run.program): run for run in runs}
        for run in kinds.values():
            try:
                task = self._task(run)
            except WorkError:  # this run fails, and each worker checks the others
                continue
            sentences = self._client.run(try_task, task, on_error="return")
            for worker, sentence in sentences.items():
                if isinstance(sentence, Exception):
                    sentence = f"it has no suite ({sentence}): ./lab worker starts one that has"
                if sentence and worker not in self._refused:
                    self._refuse(Refusal(worker, sentence), InputError)

    def begin(self, run: PlannedRun, shard: Path) -> Future:
        try:
            task = self._task(run)
        except WorkError as error:
            failed: Future = Future()
            failed.set_result(Sent(Ended(1, str(error)), socket.gethostname()))
            return failed
        willing = self._willing() if self._refused else set()
        chosen = {"workers": sorted(willing)} if willing else {}
        future = self._executor.submit(compute, task, **chosen)
        if willing:
            self._chosen[future] = willing
        return future

    def end(self, future: Future, shard: Path) -> tuple[Ended, str] | None:
        self._chosen.pop(future, None)
        try:
            result = future.result()
        except CancelledError:
            if future in self._moved:
                self._moved.remove(future)
                return None
            raise WorkError(f"the scheduler of the cluster {self._url} is lost") from None
        except Exception as error:  # of a worker, or of a lost connection
            return Ended(1, f"its worker failed: {error}"), ""
        if isinstance(result, Refusal):
            self._refuse(result, WorkError)
            return None
        return self._received(result, shard), result.machine

    def reassign(self, futures: Collection[Future]) -> None:
        """Start runs again if all their workers are gone and other workers have come."""
        willing = self._willing() if self._chosen else set()
        for future in futures:
            alone = willing and self._chosen.get(future, willing).isdisjoint(willing)
            if alone and future.cancel():
                self._moved.add(future)

    def stop(self, futures: Collection[Future]) -> None:
        for future in futures:
            future.cancel()

    def close(self) -> None:
        """Receive no more progress."""
        if self._progress.active:
            self._client.unsubscribe_topic(TOPIC)

    def _received(self, sent: Sent, shard: Path) -> Ended:
        if sent.ended.code == 0:
            try:
                shards.write(shard, zlib.decompress(sent.shard))
            except OSError as error:
                return Ended(1, f"{shard} cannot be written: {error.strerror}")
        return sent.ended

    def _refuse(self, refusal: Refusal, kind: type[Exception]) -> None:
        """Send a worker no more runs; raise an error if it was the last one."""
        if refusal.worker not in self._refused:
            self._refused.add(refusal.worker)
            logger.warning("worker %s is left out: %s", refusal.worker, refusal.sentence)
        if not self._willing():
            raise kind(f"no worker of {self._url} can compute the runs: {refusal.sentence}")

    def _willing(self) -> set[str]:
        return set(self._client.nthreads()) - self._refused

    def _task(self, run: PlannedRun) -> Task:
        names, folder = json.loads(run.key)["inputs"], run.program.folder or Path()
        try:
            inputs = {name: (folder / name).read_bytes() for name in names if _is_sent(name)}
        except OSError as error:
            raise WorkError(f"input file {error.filename}: {error.strerror}") from error
        return Task(
            run_id=run.run_id,
            key=run.key,
            name=run.name,
            spec=run.spec.json,
            files=tuple(map(_within_build, (run.program.executable, *run.program.plugins))),
            arguments=tuple(run.arguments),
            inputs=inputs,
            limits=self._limits,
            sweep=self._sweep if self._progress.active else "",
        )

    def _report(self, event: tuple[float, Any]) -> None:
        sweep, run_id, name, line = event[1]
        if sweep == self._sweep:
            self._progress.report(run_id, name, line)


def _within_build(file: Path) -> str:
    """Return the path within its build of a file of a finished build, of other files as it is."""
    made = paths.BUILD / "release" / "made"
    return str(PurePath(*file.relative_to(made).parts[1:]) if file.is_relative_to(made) else file)


def _is_sent(name: str) -> bool:
    """Whether an input file is sent with its run; one with an absolute path must exist there."""
    return not Path(name).is_absolute() and ".." not in Path(name).parts


@contextmanager
def connect(url: str) -> Iterator[Cluster]:
    """Connect to a cluster, or start one.

    Parameters
    ----------
    url
        ``local:N``, N workers on this machine; ``slurm:N``, ``pbs:N`` or ``sge:N``, N jobs as
        ``jobqueue`` of Dask's configuration describes them; or the address of a scheduler.

    Raises
    ------
    InputError
        When there is no scheduler, or no worker.

    Examples
    --------
    >>> with connect("local:2") as cluster:  # doctest: +SKIP
    ...     outcome = burstlab.sweep(planned, "a.sqlite", executor=cluster)
    """
    kind, _, rest = url.partition(":")
    counted = kind in ("local", *_QUEUES)
    if counted and not (re.fullmatch(r"\d{1,5}", rest) and 0 < int(rest) <= _MAX_WORKERS):
        raise InputError(f"--cluster={url}: {kind}:N with N from 1 to {_MAX_WORKERS} is needed")
    if not counted and not _ADDRESS.fullmatch(url):
        raise InputError(
            f"--cluster={url}: local:N, {':N, '.join(_QUEUES)}:N or the address of a scheduler such"
            " as tcp://host:8786 is needed"
        )
    import dask
    import distributed

    with ExitStack() as stack:
        stack.enter_context(dask.config.set({"logging": {"distributed": "critical"}}))
        stack.enter_context(warnings.catch_warnings(action="ignore"))
        _hush()
        where: Any = url
        if kind == "local":
            where = stack.enter_context(_local(int(rest)))
        elif kind in _QUEUES:
            where = stack.enter_context(_queued(kind, int(rest)))
        try:
            client = stack.enter_context(distributed.Client(where, timeout=_CONNECT_S))
        except (OSError, ValueError) as error:
            raise InputError(f"--cluster={url}: no scheduler answers there ({error})") from error
        _wait(client, url, _WORKER_S if where is url else None)
        yield Cluster(url, client)


def _hush() -> None:
    """Silence Dask's own log of lost connections: the sweep reports them."""
    for name in ("distributed", "distributed.client"):  # each has its own level
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _local(count: int) -> Any:
    from distributed import LocalCluster

    return LocalCluster(
        count, threads_per_worker=1, dashboard_address=None, local_directory=_folder()
    )


def _folder() -> str:
    """Make the folder in which workers of this machine write shards."""
    folder = paths.BUILD / "cluster"
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)


@contextmanager
def _queued(kind: str, count: int) -> Iterator[Any]:
    import dask_jobqueue

    kinds = getattr(dask_jobqueue, _QUEUES[kind])
    submit = kinds.job_cls.submit_command.split()[0]
    if not shutil.which(submit):
        raise InputError(f"--cluster={kind}:{count}: there is no {submit} here, which submits jobs")
    try:
        cluster = kinds()
    except (ValueError, TypeError) as error:
        raise InputError(
            f"--cluster={kind}:{count}: jobqueue.{kind} in Dask's configuration:"
            f" {' '.join(str(error).split())}"
        ) from error

    async def submit_jobs() -> None:
        cluster.scale(jobs=count)
        await cluster._correct_state()  # else the refusal of a job raises no error

    try:
        cluster.sync(submit_jobs)
    except RuntimeError as error:
        with suppress(RuntimeError, AssertionError):  # closing submits and counts jobs once more
            cluster.close()
        raise InputError(
            f"--cluster={kind}:{count}: {submit} refuses: {' '.join(str(error).split())}"
        ) from error
    with cluster:
        yield cluster


def _wait(client: Any, url: str, seconds: int | None) -> None:
    if not client.nthreads():
        logger.info("waiting: %s has no worker yet", url)
    try:
        client.wait_for_workers(1, timeout=seconds)
    except TimeoutError:
        raise InputError(
            f"--cluster={url}: no worker came in {seconds} s: ./lab worker {url} starts one"
        ) from None


def serve(url: str, workers: int | None, *, quiet: bool) -> None:
    """Replace this process by a worker of a scheduler. The worker ends with the scheduler.

    Parameters
    ----------
    url
        Address of the scheduler.
    workers
        Runs at a time; None: one for each processor.
    quiet
        Print no warnings of Dask.
    """
    import distributed

    if not _ADDRESS.fullmatch(url):
        raise InputError(f"{url}: the address of a scheduler such as tcp://host:8786 is needed")
    _hush()
    try:
        distributed.Client(url, timeout=_CONNECT_S).close()
    except (OSError, ValueError) as error:
        raise InputError(f"{url}: no scheduler answers there ({error})") from error
    os.environ["DASK_LOGGING__DISTRIBUTED"] = "critical" if quiet else "warning"
    words = [url, f"--nthreads={workers or cores()}", "--nworkers=1", "--no-dashboard"]
    words += [f"--local-directory={_folder()}", f"--death-timeout={_CONNECT_S}"]
    logger.info("computing for %s, %d runs at a time", url, workers or cores())
    os.execv(sys.executable, [sys.executable, "-m", "distributed.cli.dask_worker", *words])
