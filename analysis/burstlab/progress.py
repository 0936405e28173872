# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Progress of long work: a live display on a terminal, plain lines in a pipe, or nothing."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any, ClassVar

_PLAIN_PERIOD_S = 5.0
_LINES_AT_MOST = 8


class Progress:
    """No display; the base class of the displays.

    `start`, `finish` and `close` are called by the thread that sweeps, `report` by any.
    """

    listens: ClassVar[bool] = False

    def start(self, total: int, done: int) -> None:
        """Start `total` runs, of which `done` are in the archive already."""

    def advance(self, done: int, total: int) -> None:
        """Set the number of finished items and their total, counted by the caller."""

    def report(self, run_id: int, name: str, line: dict[str, Any]) -> None:
        """Receive a progress line of a run: see ProgressReporter in scenario-runner."""

    def finish(self, run_id: int, good: bool) -> None:
        """Note the end of a run."""

    def close(self) -> None:
        """End the display."""


class PlainProgress(Progress):
    """A line on standard error every few seconds.

    Parameters
    ----------
    title
        What is done.
    unit
        What is counted.
    """

    listens = True

    def __init__(self, title: str, unit: str) -> None:
        self._title, self._unit = title, unit
        self._lock = threading.Lock()
        self._running: dict[int, float] = {}
        self._total = self._done = self._reused = self._failed = 0
        self._started = self._said = time.monotonic()

    def start(self, total: int, done: int) -> None:
        self._total, self._done, self._reused = total, done, done
        self._started = self._said = time.monotonic()

    def advance(self, done: int, total: int) -> None:
        with self._lock:
            self._done, self._total = done, total
            self._say()

    def report(self, run_id: int, name: str, line: dict[str, Any]) -> None:
        with self._lock:
            self._running[run_id] = float(line.get("fraction") or 0)
            self._say()

    def finish(self, run_id: int, good: bool) -> None:
        with self._lock:
            self._running.pop(run_id, None)
            self._done += 1
            self._failed += not good
            self._say()

    def _say(self) -> None:
        now = time.monotonic()
        if now - self._said < _PLAIN_PERIOD_S:
            return
        self._said = now
        elapsed, share = now - self._started, sum(self._running.values())
        computed = self._done - self._reused + share
        words = [f"{self._title}: {self._done} of {self._total} {self._unit}"]
        if share:
            words.append(f"{len(self._running)} running at {share / len(self._running):.0%}")
        if self._failed:
            words.append(f"{self._failed} failed")
        if computed > 0:
            left = elapsed / computed * (self._total - self._reused - computed)
            words.append(f"{elapsed:.0f} s, about {left:.0f} s to go")
        sys.stderr.write(", ".join(words) + "\n")
        sys.stderr.flush()


class RichProgress(Progress):
    """A live display on standard error: one bar for all runs and a line per active run.

    Parameters
    ----------
    title
        What is done.
    """

    listens = True

    def __init__(self, title: str) -> None:
        # here, because a command that shows nothing need not wait for it
        from rich import progress
        from rich.console import Console

        self._title = title
        self._lines: dict[int, Any] = {}
        self._lock = threading.Lock()
        self._display = progress.Progress(
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.TextColumn("{task.fields[count]}"),
            progress.TextColumn("{task.fields[note]}"),
            progress.TimeElapsedColumn(),
            progress.TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._finished = self._failed = self._total = 0
        self._all: Any = None

    def start(self, total: int, done: int) -> None:
        self._finished, self._total = done, total
        self._all = self._display.add_task(self._title, total=total, note="", count="")
        self.advance(done, total)
        self._display.start()

    def advance(self, done: int, total: int) -> None:
        count = f"{done}/{total}"
        self._display.update(self._all, completed=done, total=total, count=count)

    def report(self, run_id: int, name: str, line: dict[str, Any]) -> None:
        with self._lock:
            if run_id not in self._lines:
                if len(self._lines) >= _LINES_AT_MOST:
                    return
                self._lines[run_id] = self._display.add_task(
                    f"  {name}", total=100, note="", count=""
                )
            speed = f"{line['events_per_s']:,.0f} events/s" if "events_per_s" in line else ""
            done = round(100 * float(line.get("fraction") or 0))
            count = f"{done} %"
            self._display.update(self._lines[run_id], completed=done, note=speed, count=count)

    def finish(self, run_id: int, good: bool) -> None:
        with self._lock:
            if run_id in self._lines:
                self._display.remove_task(self._lines.pop(run_id))
            self._finished += 1
            self._failed += not good
            note = f"{self._failed} failed" if self._failed else ""
            self._display.update(self._all, note=note)
            self.advance(self._finished, self._total)

    def close(self) -> None:
        self._display.stop()


def choose(title: str, *, unit: str = "runs", quiet: bool = False) -> Progress:
    """Choose the display for the kind of standard error.

    Parameters
    ----------
    title
        What is done.
    unit
        What is counted.
    quiet
        Say nothing.
    """
    if quiet:
        return Progress()
    return RichProgress(title) if sys.stderr.isatty() else PlainProgress(title, unit)
