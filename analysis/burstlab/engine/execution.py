# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The process of one run, with limits of time and memory."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from burstlab.engine.program import Program, last_line
from burstlab.engine.server import Server, own_server

Report = Callable[[dict[str, Any]], None]
NOTHING_WRITTEN = "it ended with code 0 before its results were written"

_POLL_MS = 100
_LOG_BYTES = 16384
_running: set[int] = set()


@dataclass(frozen=True)
class Limits:
    """Limits of a run; None: no limit.

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
        The end of its standard error.
    """

    code: int
    sentence: str
    log: str = ""

    def with_results(self, file: Path) -> Ended:
        """Return this end, or a failure if the run ended with code 0 and wrote no results."""
        return Ended(1, NOTHING_WRITTEN, self.log) if self.code == 0 and not file.exists() else self


def execute(
    program: Program,
    words: Sequence[str],
    report: Report | None = None,
    output: IO[bytes] | None = None,
    *,
    limits: Limits = NO_LIMITS,
    wanted: Callable[[], bool] = lambda: True,
) -> Ended:
    """Run the process of one run to its end. The process ends with the calling thread.

    Parameters
    ----------
    program
        The program that computes the run.
    words
        Arguments of its command line.
    report
        Called with each line of progress.
    output
        File for the standard output; default: none.
    limits
        The process is killed when it exceeds them.
    wanted
        Called ten times a second; the process is killed when it returns False.
    """
    server = own_server(program)
    source, sink = (None, None) if report is None else os.pipe()
    with tempfile.TemporaryFile() as errors, open(os.devnull, "wb") as nothing:
        try:
            own = [each.fileno() for each in (output or nothing, errors)]
            server.ask(program, words, own if sink is None else [*own, sink])
        finally:
            if sink is not None:
                os.close(sink)
        try:
            killed, code = _watch(server, source, report, limits, wanted)
        finally:
            if source is not None:
                os.close(source)
        log = _end_of(errors)
    if code is None:  # the server itself has ended
        code = server.process.wait()
        log = log or _end_of(server.errors)
    sentence = killed or last_line(log) or f"it ended with code {code}"
    if code < 0 and not killed:
        message = last_line(log)
        sentence = f"killed by {signal.Signals(-code).name}{message and ': ' + message}"
    return Ended(code, sentence, log)


def _end_of(file: IO[bytes]) -> str:
    file.seek(max(0, file.seek(0, os.SEEK_END) - _LOG_BYTES))
    return file.read().decode(errors="replace")


def _watch(
    server: Server,
    source: int | None,
    report: Report | None,
    limits: Limits,
    wanted: Callable[[], bool],
) -> tuple[str, int | None]:
    """Wait until the run ends.

    The run is killed when it exceeds its limits, when it is no longer wanted, and when this
    function raises an exception.

    Returns
    -------
    tuple of str and int or None
        The reason if the run was killed, and its exit code; None if the server has ended.
    """
    started = time.monotonic()
    events = select.poll()
    events.register(server.socket, select.POLLIN)
    if source is not None:
        events.register(source, select.POLLIN)
    text, killed, pid = b"", "", None
    try:
        while True:
            ready = [descriptor for descriptor, _ in events.poll(_POLL_MS)]
            if source in ready:
                piece = os.read(source, 1 << 16)
                if not piece:
                    events.unregister(source)
                *lines, text = (text + piece).split(b"\n")
                for line in lines:
                    report(json.loads(line))
            elif ready:
                number = server.receive()
                if number is None or pid is not None:
                    return killed, number
                pid = number
                _running.add(pid)
            if not killed:
                killed = _reason(pid, time.monotonic() - started, limits)
                killed = killed or ("" if wanted() else "it was stopped")
                if killed:
                    os.kill(pid or server.process.pid, signal.SIGKILL)
    except BaseException:
        server.end()
        raise
    finally:
        _running.discard(pid)


def _reason(pid: int | None, seconds: float, limits: Limits) -> str:
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
    """Kill the processes of all runs of this process."""
    for pid in list(_running):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
