# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Progress of long work: a live display on a terminal, plain lines in a pipe, or nothing."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Mapping
from typing import Any, ClassVar

_PLAIN_PERIOD_S = 5.0
_MAX_LINES = 8
# The remaining time of a run comes from its pace and from the expected time, with this weight: the
# first minutes of a day of measurements take most of the time, so that the pace alone misleads.
_EXPECTED_WEIGHT = 0.1


class Progress:
    """No display; the base class of the displays.

    The thread of the sweep calls `expect`, `start`, `finish` and `close`, any thread `report`.
    """

    active: ClassVar[bool] = False

    def expect(self, seconds: Mapping[int, float], kinds: Mapping[int, str]) -> None:
        """Set, before `start`, the expected time of each run and the source of the estimate."""

    def start(self, total: int, done: int) -> None:
        """Start `total` runs, with `done` of them in the archive already."""

    def advance(self, done: int, total: int) -> None:
        """Set the number of finished items and their total, counted by the caller."""

    def report(self, run_id: int, name: str, line: dict[str, Any]) -> None:
        """Receive a progress line of a run: see ProgressReporter in scenario-runner."""

    def finish(self, run_id: int, good: bool) -> None:
        """Note the end of a run."""

    def close(self) -> None:
        """End the display."""


class _Tally(Progress):
    """Counts the numbers of a display."""

    active = True

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: dict[int, dict[str, Any]] = {}
        self._total = self._done = self._reused = self._failed = self._most = 0
        self._simulated_ns = 0.0
        self._costs = _Costs({}, {})
        self._started = self._seen = time.monotonic()
        self._slots_s = 0.0

    def expect(self, seconds: Mapping[int, float], kinds: Mapping[int, str]) -> None:
        self._costs = _Costs(seconds, kinds)

    def start(self, total: int, done: int) -> None:
        self._total, self._done, self._reused = total, done, done
        self._started = time.monotonic()

    def report(self, run_id: int, name: str, line: dict[str, Any]) -> None:
        self._pass()
        self._running[run_id] = line
        self._most = max(self._most, len(self._running))

    def finish(self, run_id: int, good: bool) -> None:
        self._pass()
        line = self._running.pop(run_id, {})
        self._simulated_ns += line.get("end_ns", 0) if good else line.get("t_ns", 0)
        self._costs.end(run_id, line.get("wall_s"))
        self._done += 1
        self._failed += not good

    def _pass(self) -> None:
        """Add up the time of all slots, since the first report of a run."""
        now = time.monotonic()
        self._slots_s += (now - self._seen) * self._most
        self._seen = now

    def _rates(self) -> list[str]:
        """List simulated time and events per second of all runs together."""
        rate = sum(line.get("events_per_s", 0) for line in self._running.values())
        simulated = self._simulated_ns + sum(line.get("t_ns", 0) for line in self._running.values())
        words = [f"{simulated / 1e9:,.4g} s simulated"] if simulated else []
        return words + ([f"{rate:,.0f} events/s"] if rate else [])

    def _left(self) -> float | None:
        """Estimate the remaining seconds; None: not known yet."""
        if self._costs.learned and self._most:
            running = sum(line.get("wall_s", 0.0) for line in self._running.values())
            beside = max(self._slots_s - self._costs.took - running, 0.0)  # starts and merges
            waiting = self._total - self._done - len(self._running)
            beside *= waiting / max(self._done - self._reused, 1)
            return (self._costs.left(self._running) + beside) / self._most
        computed = self._done - self._reused + sum(map(_fraction, self._running.values()))
        rest = self._total - self._reused - computed
        return (time.monotonic() - self._started) / computed * rest if computed > 0 else None


class _Costs:
    """Expected times of runs, corrected by the measured times of ended runs of the same kind.

    Parameters
    ----------
    seconds
        Run to its expected time.
    kinds
        Run to the source of the estimate: estimates of one kind have the same factor of error.
    """

    def __init__(self, seconds: Mapping[int, float], kinds: Mapping[int, str]) -> None:
        self._seconds, self._kinds = seconds, kinds
        self._waiting: dict[str, float] = dict.fromkeys(kinds.values(), 0.0)
        self._took = dict.fromkeys(self._waiting, (0.0, 0.0))
        for run_id, kind in kinds.items():
            self._waiting[kind] += seconds[run_id]

    @property
    def learned(self) -> bool:
        """Whether the time of an ended run is known."""
        return any(expected for _, expected in self._took.values())

    @property
    def took(self) -> float:
        """Total time of the ended runs."""
        return sum(seconds for seconds, _ in self._took.values())

    def end(self, run_id: int, took: float | None) -> None:
        kind = self._kinds.get(run_id)
        if kind is None:
            return
        self._waiting[kind] -= self._seconds[run_id]
        if took is not None:
            seconds, expected = self._took[kind]
            self._took[kind] = seconds + took, expected + self._seconds[run_id]

    def left(self, running: Mapping[int, Mapping[str, Any]]) -> float:
        """Estimate the remaining time of all runs, as if they ran one after the other."""
        waiting, seconds = dict(self._waiting), 0.0
        for run_id, line in running.items():
            share, kind = _fraction(line), self._kinds.get(run_id)
            if not share or "wall_s" not in line:
                continue
            took, weight = line["wall_s"], share
            if kind is not None:
                waiting[kind] -= self._seconds[run_id]
                took += _EXPECTED_WEIGHT * self._seconds[run_id] * self._factor(kind)
                weight += _EXPECTED_WEIGHT
            seconds += took / weight * (1 - share)
        return seconds + sum(max(s, 0.0) * self._factor(kind) for kind, s in waiting.items())

    def _factor(self, kind: str) -> float:
        """Ratio of measured to expected time of a kind."""
        took, expected = self._took[kind]
        return took / expected if expected else 1.0


def _fraction(line: Mapping[str, Any]) -> float:
    return float(line.get("fraction") or 0)


class PlainProgress(_Tally):
    """A line on standard error every few seconds.

    Parameters
    ----------
    title
        Name of the work.
    unit
        Name of the counted items.
    """

    def __init__(self, title: str, unit: str) -> None:
        super().__init__()
        self._title, self._unit = title, unit
        self._printed = self._started

    def start(self, total: int, done: int) -> None:
        super().start(total, done)
        self._printed = self._started

    def advance(self, done: int, total: int) -> None:
        with self._lock:
            self._done, self._total = done, total
            self._print()

    def report(self, run_id: int, name: str, line: dict[str, Any]) -> None:
        with self._lock:
            super().report(run_id, name, line)
            self._print()

    def finish(self, run_id: int, good: bool) -> None:
        with self._lock:
            super().finish(run_id, good)
            self._print()

    def _print(self) -> None:
        now = time.monotonic()
        if now - self._printed < _PLAIN_PERIOD_S:
            return
        self._printed = now
        words = [f"{self._title}: {self._done} of {self._total} {self._unit}"]
        share = sum(map(_fraction, self._running.values()))
        if share:
            words.append(f"{len(self._running)} running at {share / len(self._running):.0%}")
        if self._failed:
            words.append(f"{self._failed} failed")
        left = self._left()
        if left is not None:
            words += [*self._rates(), f"{now - self._started:.0f} s, about {left:.0f} s to go"]
        sys.stderr.write(", ".join(words) + "\n")
        sys.stderr.flush()


class RichProgress(_Tally):
    """A live display on standard error: one bar for all runs and a line per active run.

    Parameters
    ----------
    title
        Name of the work.
    """

    def __init__(self, title: str) -> None:
        # imported here, because most commands have no live display
        from rich import progress
        from rich.console import Console

        super().__init__()
        self._title = title
        self._lines: dict[int, Any] = {}
        self._display = progress.Progress(
            progress.TextColumn("{task.description}", markup=False),
            progress.BarColumn(),
            progress.TextColumn("{task.fields[count]}", markup=False),
            progress.TextColumn("{task.fields[note]}", markup=False),
            progress.TimeElapsedColumn(),
            progress.TextColumn("{task.fields[left]}", markup=False),
            console=Console(stderr=True),
            transient=True,
        )
        self._all: Any = None

    def start(self, total: int, done: int) -> None:
        super().start(total, done)
        empty = {"note": "", "count": "", "left": ""}
        self._all = self._display.add_task(self._title, total=1, **empty)
        self._update()
        self._display.start()

    def advance(self, done: int, total: int) -> None:
        with self._lock:
            self._done, self._total = done, total
            self._update()

    def report(self, run_id: int, name: str, line: dict[str, Any]) -> None:
        with self._lock:
            super().report(run_id, name, line)
            self._update()
            if run_id not in self._lines:
                if len(self._lines) >= _MAX_LINES:
                    return
                empty = {"note": "", "count": "", "left": ""}
                self._lines[run_id] = self._display.add_task(f"  {name}", total=1, **empty)
            done = _fraction(line)
            words = []
            if line.get("end_ns"):
                words.append(f"{line['t_ns'] / 1e9:.4g} of {line['end_ns'] / 1e9:.4g} s simulated")
            if "events_per_s" in line:
                words.append(f"{line['events_per_s']:,.0f} events/s")
            left = _clock(line["wall_s"] / done * (1 - done)) if done and "wall_s" in line else ""
            self._display.update(
                self._lines[run_id],
                completed=done,
                count=f"{done:.0%}",
                note=", ".join(words),
                left=left,
            )

    def finish(self, run_id: int, good: bool) -> None:
        with self._lock:
            if run_id in self._lines:
                self._display.remove_task(self._lines.pop(run_id))
            super().finish(run_id, good)
            self._update()

    def _update(self) -> None:
        """Update the bar of all runs."""
        failed = [f"{self._failed} failed"] if self._failed else []
        left = self._left()
        self._display.update(
            self._all,
            completed=self._done / max(self._total, 1),
            count=f"{self._done}/{self._total}",
            note=", ".join([*failed, *self._rates()]),
            left="" if left is None else _clock(left),
        )

    def close(self) -> None:
        self._display.stop()


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    return f"-{minutes // 60}:{minutes % 60:02}:{seconds:02}"


def choose(title: str, *, unit: str = "runs", quiet: bool = False) -> Progress:
    """Choose the display: live on a terminal, lines of text otherwise.

    Parameters
    ----------
    title
        Name of the work.
    unit
        Name of the counted items.
    quiet
        No display.
    """
    if quiet:
        return Progress()
    return RichProgress(title) if sys.stderr.isatty() else PlainProgress(title, unit)
