# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A Dask scheduler and its workers as processes of their own, which tests start and kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_CLIENT = """
import json, sys
from pathlib import Path
from burstlab.engine import Program, connect, grid, plan, sweep
url, program, archive, grids = sys.argv[1:]
specs = [s for n, values in json.loads(grids) for s in grid("toy", values, runs=range(n))]
with connect(url) as found:
    sweep(plan(specs, Program(Path(program))), Path(archive), executor=found)
"""


def wait_until(true: Callable[[], object], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def processes(text: str) -> list[int]:
    """The processes of runs whose program has a text in its words; a server's own is none."""
    served = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
            if b" --serve=" in words and text.encode() in words:
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                served[int(folder.name)] = int(parent)
    return [run for run, parent in served.items() if parent in served or parent == 1]


class World:
    """Processes in groups of their own, each with a log in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._started: list[subprocess.Popen] = []
        self.url = ""

    def start(self, *words: object, **environment: str) -> subprocess.Popen:
        log = (self._folder / f"{len(self._started)}.log").open("w")
        process = subprocess.Popen(
            [sys.executable, *map(str, words)],
            env={**os.environ, **environment},
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
        self._started.append(process)
        return process

    def scheduler(self) -> subprocess.Popen:
        file = self._folder / "scheduler.json"
        file.unlink(missing_ok=True)
        words = ("--host=127.0.0.1", "--port=0", "--no-dashboard", f"--scheduler-file={file}")
        self.scheduling = self.start("-m", "distributed.cli.dask_scheduler", *words)
        wait_until(lambda: file.exists() and file.read_text())
        self.url = json.loads(file.read_text())["address"]
        return self.scheduling

    def worker(self, **environment: str) -> subprocess.Popen:
        """``./lab worker`` with room for one run."""
        return self.start("-m", "burstlab", "worker", self.url, "--workers=1", **environment)

    def other_worker(self, before: str) -> subprocess.Popen:
        """A worker of Dask that does something first, such as to lose the suite."""
        words = [self.url, "--nthreads=1", "--no-nanny", "--no-dashboard"]
        words += [f"--local-directory={self._folder}"]
        code = f"{before}\nfrom distributed.cli.dask_worker import main\nmain({words!r})"
        return self.start("-c", code)

    def client(self, program: Path, archive: Path, *grids: tuple[int, dict]) -> subprocess.Popen:
        """A sweep of a stand-in: so many runs with these attributes, and so on."""
        words = (self.url, program, archive, json.dumps(grids))
        return self.start("-c", _CLIENT, *words)

    def log(self) -> str:
        return "".join(file.read_text() for file in sorted(self._folder.glob("*.log")))

    def end(self) -> None:
        for process in self._started:
            kill(process)


def kill(process: subprocess.Popen) -> None:
    """Kill a process and its group, which it may have left behind."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@contextmanager
def world(folder: Path) -> Iterator[World]:
    made = World(folder)
    try:
        yield made
    finally:
        made.end()
