# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Kinds of figures that the study draws several times."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.study import Labelled, figures, present
from burstlab.study.figures import Drawing, Panel, Style
from burstlab.study.measures import medians

from . import reading, runs
from .reading import NUMBERS, setting
from .runs import AS_RUN, DISTANCES, INFERRED, LINK, Setting

ROWS = (AS_RUN, INFERRED)
"""The readings in the rows of a figure."""
COLOURS = dict(zip("ABCDEF", (*figures.COLOURS, figures.MUTED)[:6], strict=True))
RATE, CELLS, SECONDS = "Mb/s", "cells", "time, s"
NOT_RUN = "not run in this edition"
Draw = Callable[[Panel, Setting], None]
"""Draw the runs of a setting."""


def level(panel: Panel, value: float, words: str) -> None:
    """Draw a dotted line across a panel that the legend names."""
    panel.axhline(value, color=figures.INK, lw=1, ls=":", label=words)


def legend(drawing: Drawing, panels: Sequence[Panel]) -> None:
    """Draw one legend line for all panels above the figure, with dotted lines last.

    A single label needs no legend.
    """
    named: dict[str, Any] = {}
    for panel in panels:
        for handle, words in zip(*panel.get_legend_handles_labels(), strict=True):
            named[words] = handle
    words = sorted(named, key=lambda one: getattr(named[one], "get_linestyle", str)() == ":")
    if len(words) > 1:
        drawing.legend(
            *([named[one] for one in words], words),
            loc="outside upper left",
            ncols=len(words),
            handlelength=1.1,
            columnspacing=0.9,
            handletextpad=0.4,
        )


def grid(
    results: Results,
    columns: Mapping[str, tuple[dict[str, str], Draw]],
    ylabel: str,
    sharey: bool | str = True,
) -> Drawing:
    """Draw panels side by side, the first reading above the second.

    Parameters
    ----------
    columns
        Labels of the runs and the function that draws them, by title.
    ylabel, sharey
        Of the vertical axes.
    """
    drawing, panels = figures.subplots(
        *(len(ROWS), len(columns)), height=5.2, sharex=True, sharey=sharey
    )
    for row, name in zip(panels, ROWS, strict=True):
        for panel, (words, (labels, draw)) in zip(row, columns.items(), strict=True):
            chosen = setting(name, **labels)
            panel.set_title(f"{words}, {name}", fontsize="small", loc="left")
            if present(results, [chosen]):
                draw(panel, chosen)
            else:
                panel.text(0.5, 0.5, NOT_RUN, ha="center", transform=panel.transAxes)
        row[0].set_ylabel(ylabel)
    for panel in panels.flat:
        panel.set_xlim(0, runs.END)
        panel.set_ylim(bottom=0)
        panel.locator_params(axis="y", nbins=5)
    for panel in panels[-1]:
        panel.set_xlabel(SECONDS)
    legend(drawing, panels.flat)
    return drawing


def distances(
    results: Results, case: str, ylabel: str, draw: Draw, sharey: bool | str = True
) -> Drawing:
    """Draw LAN and WAN side by side."""
    columns = {d: ({"case": case, "distance": d}, draw) for d in DISTANCES}
    return grid(results, columns, ylabel, sharey)


def waiting(results: Results, case: str, names: str, sharey: bool | str = True) -> Drawing:
    """Draw the queues at the edge devices of some sessions in LAN and WAN."""
    return distances(results, case, CELLS, lines(results, "waiting", names), sharey)


def rates(results: Results, case: str, column: str, *options: Any, **more: Any) -> Drawing:
    """Draw rates of sessions in LAN and WAN; options are those of `lines`."""
    return distances(results, case, RATE, lines(results, column, *options, **more))


def sizes(
    results: Results, column: str, distance: str, levels: Mapping[float, str] = {}
) -> Drawing:
    """Draw the small sources of six sessions left and the large ones right, with rates smoothed.

    Levels are rates, or queue lengths of the large sources.
    """
    labels = {"case": "six sessions", "distance": distance}
    queued = column == "waiting"
    small, large = (
        lines(results, column, names, shown, smooth=not queued)
        for names, shown in (("ABC", {} if queued else levels), ("DEF", levels))
    )
    columns = {"10 Mb/s": (labels, small), "76 Mb/s": (labels, large)}
    return grid(results, columns, CELLS if queued else RATE, sharey="col" if queued else "row")


def lines(
    results: Results,
    column: str,
    names: str,
    levels: Mapping[float, str] = {},
    smooth: bool = False,
) -> Draw:
    """Draw a column of the series of some sessions in the first replication."""

    def draw(panel: Panel, chosen: Setting) -> None:
        frame = reading.series(results, chosen, column, run=1)
        if smooth:
            frame = reading.smooth(frame)
        for name in names:
            values = frame[NUMBERS[name]]
            panel.plot(frame.index, values, lw=0.9, color=COLOURS[name], label=name)
        for value, words in levels.items():
            level(panel, value, words)

    return draw


def switch(results: Results, case: str) -> Drawing:
    """Draw the longest queue of each 5 ms in LAN and WAN, by trunk."""

    def draw(panel: Panel, chosen: Setting) -> None:
        frame = reading.queues(results, chosen, 1)
        for trunk, colour in zip(frame, figures.COLOURS, strict=False):
            words = f"S{trunk + 1:.0f}"
            panel.plot(frame.index, frame[trunk], lw=0.8, color=colour, label=words)
        level(panel, 500, "threshold of 500")

    return distances(results, case, CELLS, draw)


def baseline(results: Results, case: str) -> Drawing:
    """Draw source rate, ACR and egress rate of a single session."""

    def draw(panel: Panel, chosen: Setting) -> None:
        columns = {
            "source": ("arrived", figures.AMBER, 0.7),
            "egress": ("egress", figures.BLUE, 0.8),
            "ACR": ("acr", figures.VERMILION, 1.2),
        }
        for words, (column, colour, width) in columns.items():
            frame = reading.series(results, chosen, column, run=1)[0]
            panel.plot(frame.index, frame, lw=width, color=colour, label=words)
        level(panel, LINK, "link")

    return distances(results, case, RATE, draw)


def network(trunks: int, paths: Mapping[str, tuple[int, int]]) -> Drawing:
    """Draw switches in a row, and the path of each session from left to right."""
    drawing, panel = figures.subplots(height=0.75 + 0.34 * len(paths))
    switches = np.arange(trunks + 1.0)
    top = len(paths) - 0.4
    for place in switches:
        panel.bar(place, top + 0.6, 0.26, -0.6, fc=figures.GRID, ec=figures.MUTED, zorder=1)
        panel.text(place, top + 0.12, f"S{place + 1:.0f}", ha="center", weight="bold")
    for row, (name, (begin, end)) in enumerate(paths.items()):
        y = len(paths) - 1 - row
        x = [begin - 0.45, *switches[begin : end + 1], end + 0.45]
        panel.plot(
            *(x, [y] * len(x)), color=COLOURS[name], lw=2, marker="o", ms=3, label=name, zorder=3
        )
        panel.text(x[0] - 0.05, y, name, ha="right", va="center", color=COLOURS[name])
        panel.text(x[-1] + 0.05, y, f"{name}'", va="center", color=COLOURS[name])
    panel.set(xlim=(-0.75, trunks + 0.75), ylim=(-0.7, top + 0.6))
    panel.set_axis_off()
    return drawing


def nothing() -> Drawing:
    """Draw that an edition has no runs for a figure."""
    drawing, panel = figures.subplots(height=0.8)
    panel.text(0.5, 0.5, NOT_RUN, ha="center", va="center", transform=panel.transAxes)
    panel.set_axis_off()
    return drawing


def dots(
    results: Results,
    rows: Mapping[str, Mapping[str, Labelled]],
    styles: Mapping[str, Style],
    measures: Mapping[str, Callable[[Any], pd.Series]],
    log: Sequence[str] = (),
) -> Drawing:
    """Draw a panel per measure, a row per variant, a point per setting with its interval, if any.

    Parameters
    ----------
    rows
        Settings of each row, by the name of their style.
    styles
        Of the points.
    measures
        Values of a setting by replication, by axis label.
    log
        Measures with a logarithmic axis.
    """
    drawing, panels = figures.subplots(
        *(1, len(measures)), height=0.9 + 0.36 * len(rows), sharey=True, squeeze=False
    )
    step = 0.5 / len(styles)
    for panel, (words, measure) in zip(panels[0], measures.items(), strict=True):
        for place, (name, style) in enumerate(styles.items()):
            settings = {row: of[name] for row, of in enumerate(rows.values()) if name in of}
            shown = medians(results, settings, measure)
            shift = step * (place - (len(styles) - 1) / 2)
            several = {row: one for row, one in shown.items() if one.n > 1}
            figures.row_points(panel, several, style, shift)
            alone = {row + shift: one.estimate for row, one in shown.items() if one.n == 1}
            if alone:
                panel.plot(list(alone.values()), list(alone), ls="", **style.options)
        if words in log:
            panel.set_xscale("log")
        else:
            panel.set_xlim(0, 1.08 * panel.dataLim.x1 if panel.has_data() else 1)
            panel.locator_params(axis="x", nbins=4)
        panel.set_xlabel(words, fontsize=8)
        panel.tick_params(axis="x", labelsize=7.5)
        panel.grid(axis="y", visible=False)
    for row, of in enumerate(rows.values()):
        if not present(results, of.values()):
            place = {"xycoords": ("axes fraction", "data"), "va": "center"}
            panels[0, 0].annotate(NOT_RUN, (0.03, row), **place, color=figures.MUTED, size=7)
    figures.name_rows(panels[0, 0], list(rows))
    legend(drawing, panels[0])
    return drawing
