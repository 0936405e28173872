# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A process that has loaded a program's libraries, and forks a process for each run.

Loading takes half of the processor time of a short run.
"""

from __future__ import annotations

import os
import socket
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from burstlab.engine.program import Program
from burstlab.errors import WorkError

_DIES_WITH_THREAD = ("setpriv", "--pdeathsig", "KILL", "--")
_of_thread = threading.local()


class Server:
    """The client of `ServeRuns()` of scenario-runner, for one thread.

    Attributes
    ----------
    process
        The process. It ends with the thread that made this object, and its run with it.
    socket
        Readable when `receive` has a number.
    errors
        Standard error of the process itself.
    """

    def __init__(self, program: Program) -> None:
        self.socket, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115
        with its:
            self.process = subprocess.Popen(
                [*_DIES_WITH_THREAD, *program.command, f"--serve={its.fileno()}"],
                pass_fds=(its.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self.errors,
            )
        self.end = weakref.finalize(self, _end, os.getpid(), self.process, self.socket, self.errors)

    def ask(self, program: Program, words: Sequence[str], descriptors: Sequence[int]) -> None:
        """Start a run.

        Parameters
        ----------
        program
            The program, for its command and working folder.
        words
            Arguments of its command line.
        descriptors
            Standard output, standard error and, if wanted, progress of the run.
        """
        text = [str(program.folder or Path.cwd()), *program.command, *words]
        with tempfile.TemporaryFile(buffering=0) as file, suppress(BrokenPipeError):
            file.write(b"".join(os.fsencode(word) + b"\0" for word in text))
            socket.send_fds(self.socket, [b"\0"], [file.fileno(), *descriptors])

    def receive(self) -> int | None:
        """Return the run's process number, then its exit code; None: the server has ended.

        The code of a run ended by a signal is the signal's number, negative. No other process gets
        the process number before the next run starts.
        """
        try:
            answer = self.socket.recv(32)
        except ConnectionResetError:
            return None
        return int(answer) if answer else None


def own_server(program: Program) -> Server:
    """Return the server of this thread; a new one after a change of program or environment.

    A library or program that was built again is such a change.
    """
    try:
        files = [os.stat(file) for file in (program.executable, *program.plugins)]
    except OSError as error:
        raise WorkError(f"{error.filename} cannot be loaded: {error.strerror}") from error
    marks = [(file.st_dev, file.st_ino, file.st_size, file.st_mtime_ns) for file in files]
    state: list[Any] = [os.getpid(), program.command, marks, dict(os.environ)]
    if getattr(_of_thread, "state", None) != state or _of_thread.server.process.poll() is not None:
        _of_thread.server = Server(program)
        _of_thread.state = state
    return _of_thread.server


def _end(
    owner: int,
    process: subprocess.Popen,
    peer: socket.socket,
    errors: IO[bytes],
) -> None:
    if os.getpid() != owner:  # a fork has a copy of this object, and must not end the process
        return
    peer.close()
    process.kill()
    process.wait()
    errors.close()
