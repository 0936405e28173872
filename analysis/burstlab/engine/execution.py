# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The process of one run, with an eye on its time and memory."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from burstlab.engine.program import last_line

Report = Callable[[dict[str, Any]], None]

_LOOK_MS = 100
_LOG_BYTES = 16384
_DIES_WITH_PARENT = ("setpriv", "--pdeathsig", "KILL", "--")
_children: set[subprocess.Popen] = set()


@dataclass(frozen=True)
class Limits:
    """What a run may take; None: as much as it likes.

    Attributes
    ----------
    seconds
        Wall-clock time.
    memory
        Bytes of memory in use, as ``VmRSS`` of its process.
    """

    seconds: float | None = None
    memory: int | None = None


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Ended:
    """How the process of a run ended.

    Attributes
    ----------
    code
        Exit code; negative: signal.
    sentence
        The reason.
    log
        The end of what it wrote to standard error.
    """

    code: int
    sentence: str
    log: str = ""


def execute(
    command: Sequence[str],
    report: Report | None = None,
    output: IO[bytes] | None = None,
    *,
    limits: Limits = NO_LIMITS,
    folder: Path | None = None,
    wanted: Callable[[], bool] = lambda: True,
) -> Ended:
    """Run the process of one run to its end. The process dies with the thread that calls this.

    Parameters
    ----------
    command
        Its words.
    report
        Called with each line of progress the process writes.
    output
        File that takes its standard output; default: none.
    limits
        The process is killed when it takes more.
    folder
        Where it runs; default: here.
    wanted
        Asked ten times a second; the process is killed when it says no.
    """
    command = [*_DIES_WITH_PARENT, *command]
    source, sink = (None, None) if report is None else os.pipe()
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                [*command, *([] if sink is None else [f"--progress={sink}"])],
                pass_fds=() if sink is None else (sink,),
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output or subprocess.DEVNULL,
                stderr=errors,
            )
        finally:
            if sink is not None:
                os.close(sink)
        _children.add(process)
        try:
            killed = _watch(process, source, report, limits, wanted)
        finally:
            process.kill()
            code = process.wait()
            _children.discard(process)
            if source is not None:
                os.close(source)
        errors.seek(max(0, errors.seek(0, os.SEEK_END) - _LOG_BYTES))
        log = errors.read().decode(errors="replace")
    sentence = killed or last_line(log) or f"it ended with code {code}"
    if code < 0 and not killed:
        said = last_line(log)
        sentence = f"killed by {signal.Signals(-code).name}{said and ': ' + said}"
    return Ended(code, sentence, log)


def _watch(
    process: subprocess.Popen,
    source: int | None,
    report: Report | None,
    limits: Limits,
    wanted: Callable[[], bool],
) -> str:
    """Wait until the process ends, or for a reason to kill it, which is returned."""
    started = time.monotonic()
    ended = os.pidfd_open(process.pid)
    events = select.poll()
    events.register(ended, select.POLLIN)
    if source is not None:
        events.register(source, select.POLLIN)
    text = b""
    try:
        while True:
            ready = [descriptor for descriptor, _ in events.poll(_LOOK_MS)]
            if source in ready:
                piece = os.read(source, 1 << 16)
                if not piece:
                    events.unregister(source)
                *lines, text = (text + piece).split(b"\n")
                for line in lines:
                    report(json.loads(line))
            elif ended in ready:
                return ""
            reason = _reason(process.pid, time.monotonic() - started, limits)
            if reason or not wanted():
                return reason or "it was stopped"
    finally:
        os.close(ended)


def _reason(pid: int, seconds: float, limits: Limits) -> str:
    if limits.seconds is not None and seconds > limits.seconds:
        return f"it took longer than its time limit of {limits.seconds:g} s"
    if limits.memory is not None:
        with suppress(OSError, IndexError), open(f"/proc/{pid}/statm") as sizes:
            used = int(sizes.read().split()[1]) * resource.getpagesize()
            if used > limits.memory:
                mib = f"{used / 2**20:,.0f} MiB of memory"
                return f"it used {mib}, more than its memory limit of {limits.memory >> 20:,} MiB"
    return ""


def kill_all() -> None:
    """Kill the processes of all runs that this process has started."""
    for child in list(_children):
        child.kill()
