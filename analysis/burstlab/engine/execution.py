# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The process of one run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import IO, Any

from burstlab.engine.program import last_line

_children: set[subprocess.Popen] = set()


@dataclass(frozen=True)
class Ended:
    """How the process of a run ended: exit code (negative: signal) and its sentence."""

    code: int
    sentence: str


def execute(
    command: Sequence[str],
    report: Callable[[dict[str, Any]], None] | None = None,
    output: IO[bytes] | None = None,
) -> Ended:
    """Run the process of one run to its end.

    Parameters
    ----------
    command
        Its words.
    report
        Called with each line of progress the process writes.
    output
        File that takes its standard output; default: none.
    """
    command = list(command)
    with tempfile.TemporaryFile() as errors:
        streams = {
            "stdin": subprocess.DEVNULL,
            "stdout": output or subprocess.DEVNULL,
            "stderr": errors,
        }
        if report is None:
            process = subprocess.Popen(command, **streams)
        else:
            source, sink = os.pipe()
            try:
                command.append(f"--progress={sink}")
                process = subprocess.Popen(command, pass_fds=(sink,), **streams)
            finally:
                os.close(sink)
        _children.add(process)
        try:
            if report is not None:
                with open(source, encoding="utf-8", errors="replace") as lines:
                    for line in lines:
                        report(json.loads(line))
            code = process.wait()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            _children.discard(process)
        errors.seek(max(0, errors.seek(0, os.SEEK_END) - 4096))
        sentence = last_line(errors.read().decode(errors="replace"))
    if code < 0:
        sentence = f"killed by {signal.Signals(-code).name}{sentence and ': ' + sentence}"
    return Ended(code, sentence or f"it ended with code {code}")


def kill_all() -> None:
    """Kill the processes of all runs that this process has started."""
    for child in list(_children):
        child.kill()
