# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Other programs, run with the environment's tools first on PATH."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from burstlab import paths
from burstlab.errors import WorkError

_TAIL = 40


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0))


def call(
    command: Sequence[str | Path], folder: Path | str | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, both its outputs in one text.

    Parameters
    ----------
    command
        Program and arguments.
    folder
        Where it runs; None: here.
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
    """Run a program that has to succeed.

    Returns
    -------
    str
        What it printed.

    Raises
    ------
    WorkError
        When it ends with another code than 0; the text has the last lines it printed.
    """
    done = call(command, folder)
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-_TAIL:])
        raise WorkError(f"{Path(command[0]).name} ended with code {done.returncode}:\n{tail}")
    return done.stdout
