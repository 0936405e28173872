# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figure that says what becomes of the document's factor of four."""

from __future__ import annotations

import numpy as np
from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import figures
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from . import reading
from .drawings import COLOUR
from .reading import UP, mean
from .runs import FRESH, POINT, POISSON, POOL, STARTS, TRAINS

U = POINT["U"]
ROWS = {
    "Poisson": (POISSON, STARTS[0]),
    "trains (b),\nfresh start": (TRAINS, FRESH),
    "trains (b),\nequilibrium": (TRAINS, STARTS[0]),
    "pool (a),\nequilibrium": (POOL, STARTS[0]),
}
PALE = 0.45
"""Strength of all but the fresh start."""


def draw_factor_four(results: Results) -> Drawing:
    """Two-way time, stalled share of link 3 and offered load at the point of U, by start."""
    drawing, panels = figures.subplots(3, height=6.6, sharey=True)
    times, stalled, offered = panels
    _bars(times, [_two_way(results, *row) for row in ROWS.values()], ".1f")
    _bars(stalled, [_stalled(results, *row) for row in ROWS.values()], ".0f")
    _bars(offered, [_offered(results, *row) for row in ROWS.values()], ".0f")
    _line(times, 4, "the document: about 4")
    _line(stalled, 70, "the document: more than 70 %")
    _line(offered, U, f"what was asked for: {U}")
    times.set_title("(a) how long a request takes")
    times.set(xlabel="two-way time over that under Poisson load", xlim=(0, 5))
    stalled.set_title("(b) how often link 3 stands still")
    stalled.set(xlabel="stalled on the way up, % of the time", xlim=(0, 100))
    offered.set_title("(c) why: what the sources offer")
    offered.set(xlabel="requests/(device ms)", xlim=(0, 30))
    times.set_yticks(range(len(ROWS)), list(ROWS))
    times.set_ylim(len(ROWS) - 0.5, -1.1)
    return drawing


def _two_way(results: Results, load: str, start: str) -> Interval:
    ours, poisson = (
        reading.values(results, "two_way", "U", name, U, start=begin)
        for name, begin in ((load, start), (POISSON, STARTS[0]))
    )
    return reading.over(ours, poisson)


def _stalled(results: Results, load: str, start: str) -> Interval:
    return mean(100 * reading.shares(results, "stalled", "U", load, U, start=start)[3, UP])


def _offered(results: Results, load: str, start: str) -> Interval:
    return mean(reading.values(results, "offered_load", "U", load, U, start=start))


def _bars(panel: Axes, values: list[Interval], digits: str) -> None:
    for row, (value, (name, (load, start))) in enumerate(zip(values, ROWS.items(), strict=True)):
        panel.barh(
            *(row, value.mean),
            height=0.66,
            color=COLOUR[load],
            alpha=1 if start == FRESH else PALE,
        )
        panel.errorbar(
            *(value.mean, row),
            xerr=np.array([[value.mean - value.low], [value.high - value.mean]]),
            fmt="|",
            ms=0,
            color=figures.INK,
            lw=1,
            capsize=2.5,
            label=name.replace("\n", " "),
        )
        panel.text(
            *(1.02, row, f"{value.mean:{digits}}"),
            transform=panel.get_yaxis_transform(),
            va="center",
            weight="bold" if start == FRESH else "normal",
        )
    panel.grid(axis="y", visible=False)


def _line(panel: Axes, x: float, words: str) -> None:
    panel.axvline(x, color=figures.INK, ls="--", lw=1)
    panel.annotate(
        words, (x, -0.75), xytext=(-4, 0), textcoords="offset points", ha="right", va="center"
    )
