# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Processes: programs, with the environment's tools first on PATH, and forks."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burstlab import paths
from burstlab.errors import WorkError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_TAIL = 40


def cores() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0))


@contextmanager
def forked(
    count: int, broken: str, begin: Callable[..., None] | None = None, arguments: Sequence[Any] = ()
) -> Iterator[ProcessPoolExecutor]:
    """Fork processes, which share the loaded modules of this process.

    Parameters
    ----------
    count
        Number of processes.
    broken
        Message of the error when a process ends early.
    begin
        Called first in each process.
    arguments
        Arguments of `begin`.

    Raises
    ------
    WorkError
        When a process ends early.
    """
    # imported here, because most commands fork nothing
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    fork = multiprocessing.get_context("fork")
    with ProcessPoolExecutor(count, fork, begin, tuple(arguments)) as processes:
        try:
            yield processes
        except BrokenProcessPool:
            raise WorkError(broken) from None


def call(
    command: Sequence[str | Path], folder: Path | str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with standard output and standard error in one text.

    Parameters
    ----------
    command
        Program and arguments.
    folder
        Working folder; None: the present one.
    """
    search = os.pathsep.join([str(paths.VENV / "bin"), os.environ.get("PATH", "")])
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**os.environ, "PATH": search},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def succeed(command: Sequence[str | Path], folder: Path | str | None = None) -> str:
    """Run a program that must succeed.

    Returns
    -------
    str
        Its output.

    Raises
    ------
    WorkError
        When it ends with another code than 0; the message has the last lines of output.
    """
    done = call(command, folder)
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-_TAIL:])
        raise WorkError(f"{Path(command[0]).name} ended with code {done.returncode}:\n{tail}")
    return done.stdout
