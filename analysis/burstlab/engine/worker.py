# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A worker of a cluster: it computes runs with its own build and sends their shards.

A worker shares no file with the sweep. A task names programs within a build, and has the contents
of the input files.
"""

from __future__ import annotations

import json
import os
import socket
import tempfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from burstlab import published
from burstlab.engine.execution import Ended, Limits, execute
from burstlab.engine.program import Program
from burstlab.errors import InputError, WorkError

TOPIC = "burstlab"
"""Topic of Dask's scheduler for the progress of runs."""

_right: set[tuple[tuple[str, ...], str]] = set()
"""Programs, each with a code version of a sweep that is also the worker's."""


@dataclass(frozen=True)
class Task:
    """A run for a worker.

    Attributes
    ----------
    run_id, key
        Identity of the run; the worker's own plan must have the same.
    spec
        The run as a line of input of the runner's ``--plan``.
    files
        The program and its plugins, relative to a finished build if they are part of one.
    arguments
        The arguments of the program that specify the run.
    inputs
        Input files with their contents.
    limits
        Limits of the run.
    sweep
        The sweep that receives the progress; empty: none.
    """

    run_id: int
    key: str
    name: str
    spec: str
    files: tuple[str, ...]
    arguments: tuple[str, ...]
    inputs: Mapping[str, bytes]
    limits: Limits
    sweep: str = ""


@dataclass(frozen=True)
class Sent:
    """The end of a run on a worker, with its shard if the run succeeded."""

    ended: Ended
    machine: str
    shard: bytes = b""


@dataclass(frozen=True)
class Refusal:
    """A worker that cannot compute a task, and the reason."""

    worker: str
    sentence: str


def compute(task: Task) -> Sent | Refusal:
    """Compute a run: called by Dask on a worker."""
    from distributed import get_worker

    worker = get_worker()
    own = worker.state.tasks[worker.get_current_task()]

    def wanted() -> bool:
        """Whether sweep and scheduler are connected and have not cancelled the run."""
        return own.state == "executing" and worker.status.name in ("running", "paused")

    def report(line: dict) -> None:
        worker.log_event(TOPIC, [task.sweep, task.run_id, task.name, line])

    with tempfile.TemporaryDirectory(dir=worker.local_directory) as name:
        folder = Path(name)
        sentence = check(task, folder)
        if sentence:
            return Refusal(worker.address, sentence)
        shard = folder / f"{task.run_id}.sqlite"
        ended = execute(
            _program(task.files, folder),
            [*task.arguments, f"--archive={shard}"],
            report if task.sweep else None,
            limits=task.limits,
            wanted=wanted,
        ).with_results(shard)
        content = zlib.compress(shard.read_bytes(), 1) if ended.code == 0 else b""
    return Sent(ended, socket.gethostname(), content)


def check(task: Task, folder: Path) -> str:
    """Write the input files into a folder; return why the run would differ here, or ''."""
    try:
        program = _program(task.files, folder)
        for file, content in task.inputs.items():
            place = folder / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        _require_same(program, task)
    except (InputError, WorkError) as error:
        return str(error)
    return ""


def try_task(task: Task) -> str:
    """Check a task without computing it: called by Dask on every worker before the first run."""
    with tempfile.TemporaryDirectory() as folder:
        return check(task, Path(folder))


def _require_same(program: Program, task: Task) -> None:
    """Refuse other code, inputs or ns-3 than the sweep has.

    One plan checks all runs that differ only in parameters, seed and run number.
    """
    theirs = json.loads(task.key)
    rest = {name: theirs[name] for name in theirs.keys() - {"parameters", "seed", "run"}}
    same = (task.files, json.dumps(rest, sort_keys=True))
    if same in _right:
        return
    (line,) = program.ask("--plan", lines=f"{task.spec}\n").splitlines()
    plan = json.loads(line)
    if (plan["run_id"], plan["key"]) != (task.run_id, task.key):
        ours = json.loads(plan["key"])
        names = sorted(name for name in ours.keys() | theirs if ours.get(name) != theirs.get(name))
        found = ", ".join(f"{name} {ours.get(name)} and not {theirs.get(name)}" for name in names)
        raise WorkError(
            f"the worker on {socket.gethostname()} would compute another {task.name}, with {found}:"
            " the same sources are needed there, and ./lab build"
        )
    _right.add(same)


def _program(files: tuple[str, ...], folder: Path) -> Program:
    """Find a program and its plugins on this machine, to run in a folder."""
    found = [file if os.path.isabs(file) else str(_build().folder / file) for file in files]
    for file in found:
        if not Path(file).is_file():
            raise WorkError(
                f"the worker on {socket.gethostname()} has no {file}: what a sweep runs is built"
                " there by ./lab build"
            )
    return Program(Path(found[0]), tuple(map(Path, found[1:])), folder)


def _build() -> published.Build:
    try:
        return published.use()
    except WorkError as error:
        raise WorkError(f"the worker on {socket.gethostname()}: {error}") from error
