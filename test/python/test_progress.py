# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What displays say of runs whose costs are known more or less; expected times by hand."""

from __future__ import annotations

import builtins
import io
import sys

import pytest
from burstlab import progress
from rich.console import Console


def line(fraction, wall_s):
    """A run of 8 simulated seconds at 250,000 events per second."""
    times = {"t_ns": fraction * 8e9, "end_ns": 8e9, "fraction": fraction, "wall_s": wall_s}
    return {**times, "events_per_s": 250_000}


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand."""
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    return now


def test_time_left_learns_for_each_kind_of_cost_how_wrong_it_is(clock, capsys, monkeypatch):
    monkeypatch.setattr(progress, "_PLAIN_PERIOD_S", 0.0)
    display = progress.PlainProgress("toy", "runs")
    near, measured = dict.fromkeys((1, 2, 3), "near"), dict.fromkeys((4, 5, 6, 7), "measured")
    display.expect({**dict.fromkeys(near, 2.0), **dict.fromkeys(measured, 1.0)}, near | measured)
    display.start(7, 0)
    clock[0] = 1.0
    display.report(1, "toy", line(0.1, 1.0))
    display.report(2, "toy", line(0.1, 1.0))
    clock[0] = 20.0
    display.report(1, "toy", line(1.0, 20.0))
    display.finish(1, good=True)
    clock[0] = 30.0
    display.report(3, "toy", line(0.5, 10.0))
    display.report(2, "toy", line(0.75, 30.0))
    said = capsys.readouterr().err.splitlines()
    # Runs 2 and 3 were expected to take 20 s, as run 1 did: (30 + 2) / 0.85 * 0.25 s of run 2 are
    # left, (10 + 2) / 0.6 * 0.5 s of run 3, and a second for each of the others: two at a time.
    assert said[-1] == (
        "toy: 1 of 7 runs, 2 running at 62%, 18 s simulated, 500,000 events/s, 30 s,"
        " about 12 s to go"
    )


def test_time_left_of_a_run_whose_work_comes_first(clock, capsys):
    """Half of its 1 s for 0.3 % of a day: 0.5 / 0.003 = 167 s by its own pace alone."""
    display = progress.PlainProgress("toy", "runs")
    display.expect({1: 1.0, 2: 1.0}, {1: "measured", 2: "measured"})
    display.start(2, 0)
    clock[0] = 6.0
    display.report(1, "day", line(1.0, 1.0))
    display.finish(1, good=True)
    clock[0] = 12.0
    display.report(2, "day", line(0.003, 0.5))
    # (0.5 + 0.1) / 0.103 * 0.997
    assert capsys.readouterr().err.splitlines()[-1].endswith("12 s, about 6 s to go")


def test_time_left_has_the_start_of_processes_in_it(clock, capsys):
    display = progress.PlainProgress("toy", "runs")
    runs = range(100)
    display.expect(dict.fromkeys(runs, 1.0), dict.fromkeys(runs, "unknown"))
    display.start(100, 0)
    for run in runs[:60]:
        clock[0] += 0.25
        display.report(run, "toy", line(1.0, 0.001))
        display.finish(run, good=True)
    assert capsys.readouterr().err.splitlines()[-1].endswith("about 10 s to go")


def test_a_live_display_shows_each_run_and_all_of_them(clock, monkeypatch):
    display = progress.RichProgress("toy[1][/b]")
    screen = io.StringIO()
    display._display.live.console = Console(file=screen, width=150, force_terminal=True)
    display.expect({1: 4.0, 2: 4.0}, {1: "measured", 2: "measured"})
    display.start(2, 0)
    display.report(1, "arrivals", line(0.25, 1.0))
    display.report(2, "arrivals", line(0.5, 2.0))
    display.finish(2, good=False)
    display._display.refresh()
    display.close()
    said = " ".join(screen.getvalue().split())
    assert "toy[1][/b] " in said
    assert "1/2 1 failed, 6 s simulated, 250,000 events/s" in said
    assert "25% 2 of 8 s simulated, 250,000 events/s" in said
    assert "-0:00:03" in said


def test_a_notebook_gets_plain_lines(monkeypatch):
    """Its standard error is no terminal; what rich would draw there needs ipywidgets."""
    shell = type("ZMQInteractiveShell", (), {})()
    monkeypatch.setattr(builtins, "get_ipython", lambda: shell, raising=False)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    display = progress.choose("toy")
    monkeypatch.setattr(progress, "_PLAIN_PERIOD_S", -1.0)
    display.start(2, 0)
    display.report(1, "toy", line(0.5, 1.0))
    assert sys.stderr.getvalue().startswith("toy: 0 of 2 runs, 1 running at 50%, 4 s simulated")
