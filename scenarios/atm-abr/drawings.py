# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the document, each with LAN and WAN under the readings that an edition runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing, Panel

from . import reading, runs
from .judges import BASE, CONTROLLED, END, LOT, PAIR, SIX, inferred
from .reading import DISTANCES, setting, there
from .runs import AS_RUN, INFERRED, LAN, LINK, WAN, Setting

figure = Exhibits()
ROWS = (AS_RUN, INFERRED)
"""The readings that are drawn, one above the other."""
COLOURS = dict(zip("ABCDEF", (*figures.COLOURS, figures.MUTED)[:6], strict=True))
RATE, CELLS, SECONDS = "Mb/s", "cells", "time, s"
SWITCH_LIMIT = "twice the threshold"


def grid(
    results: Results,
    case: str,
    ylabel: str,
    draw: Callable[[Panel, Setting], None],
    distances: Sequence[str] = DISTANCES,
) -> Drawing:
    """Draw LAN and WAN side by side, the first reading above the second."""
    drawing, panels = figures.subplots(
        *(len(ROWS), len(distances)), height=5.2, sharex=True, sharey=True
    )
    for row, (panels_of, name) in enumerate(zip(panels.reshape(len(ROWS), -1), ROWS, strict=True)):
        for panel, distance in zip(panels_of, distances, strict=True):
            chosen = setting(name, case=case, distance=distance)
            panel.set_title(f"{distance}, {name}", fontsize="small", loc="left")
            if there(results, chosen):
                draw(panel, chosen)
            else:
                panel.text(0.5, 0.5, "not run in this edition", ha="center", transform=panel.transAxes)
            if row == len(ROWS) - 1:
                panel.set_xlabel(SECONDS)
        panels_of[0].set_ylabel(ylabel)
    panel = panels.flat[-1]
    panel.set_ylim(bottom=0)
    handles, labels = panel.get_legend_handles_labels()
    drawing.legend(handles, labels, loc="outside upper left", ncols=6)
    return drawing


def lines(results: Results, column: str, names: str) -> Callable[[Panel, Setting], None]:
    """Draw a column of the series of some sessions, of the first replication."""

    def draw(panel: Panel, chosen: Setting) -> None:
        frame = reading.series(results, chosen, column, run=1)
        if column == "egress":
            frame = reading.smooth(frame)
        for name in names:
            panel.plot(
                *(frame.index, frame[ord(name) - ord("A")]),
                lw=0.9,
                color=COLOURS[name],
                label=name,
            )

    return draw


def switch(results: Results) -> Callable[[Panel, Setting], None]:
    """Draw the longest queue of each 5 ms, by trunk."""

    def draw(panel: Panel, chosen: Setting) -> None:
        frame = reading.queues(results, chosen, 1)
        for trunk, colour in zip(frame, figures.COLOURS, strict=False):
            words = "switch" if len(frame.columns) == 1 else f"switch {trunk + 1:.0f}"
            panel.plot(frame.index, frame[trunk], lw=0.8, color=colour, label=words)
        panel.axhline(500, color=figures.MUTED, lw=0.8, ls=":", label="threshold")

    return draw


def baseline(results: Results, case: str) -> Drawing:
    """Draw source rate, ACR and egress rate of a single session."""

    def draw(panel: Panel, chosen: Setting) -> None:
        columns = {
            "source": ("arrived", figures.MUTED),
            "ACR": ("acr", figures.VERMILION),
            "egress": ("egress", figures.BLUE),
        }
        for words, (column, colour) in columns.items():
            frame = reading.series(results, chosen, column, run=1)[0]
            panel.plot(frame.index, frame, lw=0.8, color=colour, label=words)

    return grid(results, case, RATE, draw)


@figure("4", "One source of 76 Mb/s: source, ACR and egress", f"figure 4, {BASE}")
def figure_4(results: Results) -> Drawing:
    """The egress rate follows the source, but not above the link; ACR rises slowly.

    Means over 5 ms of one trace. The source bursts beyond 155 Mb/s, the egress does not. In the WAN
    ACR needs three times as long to get there.
    """
    return baseline(results, "baseline 76")


@figure("5", "What waits at the edge device, one source of 76 Mb/s", f"figure 5, {BASE}")
def figure_5(results: Results) -> Drawing:
    """The slow rise of ACR makes a large first queue, larger in the WAN.

    Cells of the same trace. Look at the first 0.3 s.
    """
    return grid(results, "baseline 76", CELLS, lines(results, "waiting", "A"))


@figure("6", "One source of 10 Mb/s: source, ACR and egress", f"figure 6, {BASE}")
def figure_6(results: Results) -> Drawing:
    """ACR grows to the link rate though the source stays at 10 Mb/s.

    With the rule of 1995 for rates that are not used (upper row) ACR stays near 13 Mb/s; without it
    (lower row) it does what the document shows.
    """
    return baseline(results, "baseline 10")


@figure("7", "What waits at the edge device, one source of 10 Mb/s", f"figure 7, {BASE}")
def figure_7(results: Results) -> Drawing:
    """There is some queue build-up at the edge device.

    Cells of the same trace.
    """
    return grid(results, "baseline 10", CELLS, lines(results, "waiting", "A"))


@figure("8", "Two sources of 76 Mb/s, the second 100 ms later: ACR", f"figure 8, {PAIR}")
def figure_8(results: Results) -> Drawing:
    """Both sessions come to the same ACR, slowly.

    In the WAN bits in data cells (upper right) drive both down together; marked backward RM cells
    (lower right) do not.
    """
    return grid(results, "staggered", RATE, lines(results, "acr", "AB"))


@figure("9", "Two sources of 76 Mb/s, the second 100 ms later: egress", f"figure 9, {PAIR}")
def figure_9(results: Results) -> Drawing:
    """Both sessions get the same rate once the steady state is reached.

    Means over 25 ms; half of the link is 77.5 Mb/s.
    """
    return grid(results, "staggered", RATE, lines(results, "egress", "AB"))


@figure("10", "Two sources of 76 Mb/s: what waits at the edge devices", f"figure 10, {PAIR}")
def figure_10(results: Results) -> Drawing:
    """Queues at edge devices are much larger in the WAN.

    Cells. With RM cells both want 156.9 Mb/s of 155: what waits grows slowly, and does not end.
    """
    return grid(results, "staggered", CELLS, lines(results, "waiting", "AB"))


@figure("11", "Two sources of 76 Mb/s: the queue of the switch", f"figure 11, {PAIR}")
def figure_11(results: Results) -> Drawing:
    """Queues at the switch are well under control.

    Longest queue of each 5 ms, in cells, and the threshold of 500.
    """
    return grid(results, "staggered", CELLS, switch(results))


def six(results: Results, column: str, ylabel: str, distance: str) -> Drawing:
    """Draw the small sources left and the large ones right, at one distance."""
    drawing, panels = figures.subplots(2, 2, height=5.2, sharex=True)
    for row, name in zip(panels, ROWS, strict=True):
        for panel, names in zip(row, ("ABC", "DEF"), strict=True):
            chosen = setting(name, case="six sessions", distance=distance)
            kind = "10 Mb/s" if names == "ABC" else "76 Mb/s"
            panel.set_title(f"{kind}, {name}", fontsize="small", loc="left")
            if there(results, chosen):
                lines(results, column, names)(panel, chosen)
            if column != "waiting":
                panel.axhline(42, color=figures.MUTED, lw=0.8, ls=":", label="42 Mb/s")
            panel.set_ylim(bottom=0)
        row[0].set_ylabel(ylabel)
    for panel in panels[-1]:
        panel.set_xlabel(SECONDS)
    seen = {}
    for panel in panels.flat:
        handles, labels = panel.get_legend_handles_labels()
        seen |= dict(zip(labels, handles, strict=True))
    drawing.legend(seen.values(), seen, loc="outside upper left", ncols=7)
    return drawing


@figure("12", "Six sessions in the LAN: ACR", f"figure 12, {SIX}")
def figure_12(results: Results) -> Drawing:
    """ACR of the 10-Mb/s sources grows to the 42 Mb/s of the large ones.

    With the rule of 1995 (upper row) the small sources stay low, and the claim does not hold.
    """
    return six(results, "acr", RATE, LAN)


@figure("13", "Six sessions in the LAN: egress", f"figure 13, {SIX}")
def figure_13(results: Results) -> Drawing:
    """The 10-Mb/s sources get all they ask for, the others 42 Mb/s.

    Means over 25 ms, RM cells included.
    """
    return six(results, "egress", RATE, LAN)


@figure("14", "Six sessions in the WAN: ACR", f"figure 14, {SIX}")
def figure_14(results: Results) -> Drawing:
    """In the WAN too ACR of all sources comes to some 42 Mb/s.

    Only with marked backward RM cells: bits in data cells drive the rates up and down together.
    """
    return six(results, "acr", RATE, WAN)


@figure("15", "Six sessions in the WAN: egress", f"figure 15, {SIX}")
def figure_15(results: Results) -> Drawing:
    """The 10-Mb/s sources get all they ask for, the others 42 Mb/s.

    Means over 25 ms, RM cells included.
    """
    return six(results, "egress", RATE, WAN)


@figure("16", "Six sessions in the LAN: what waits at the edge devices", f"figure 16, {SIX}")
def figure_16(results: Results) -> Drawing:
    """Queues of the large sources grow linearly, to 125,000 cells; those of the small ones are small.

    Cells. Mind the different scales left and right.
    """
    return six(results, "waiting", CELLS, LAN)


@figure("17", "Six sessions in the WAN: what waits at the edge devices", f"figure 17, {SIX}")
def figure_17(results: Results) -> Drawing:
    """The same in the WAN: 125,000 cells at 1.5 s.

    Cells. Mind the different scales left and right.
    """
    return six(results, "waiting", CELLS, WAN)


@figure("18", "Six sessions: the queue of the switch", f"figure 18, {SIX}")
def figure_18(results: Results) -> Drawing:
    """The queue of the switch is well controlled.

    Longest queue of each 5 ms, in cells, and the threshold of 500.
    """
    return grid(results, "six sessions", CELLS, switch(results))


@figure("19", "Parking lot: ACR", f"figure 19, {LOT}")
def figure_19(results: Results) -> Drawing:
    """ACR reflects the peak and not the average: D wants 76 Mb/s and is allowed the link.

    A, B, C and F meet at the last trunk and share it.
    """
    return grid(results, "parking lot", RATE, lines(results, "acr", "ABCDEF"))


@figure("20", "Parking lot: egress", f"figure 20, {LOT}")
def figure_20(results: Results) -> Drawing:
    """The shares are acceptably fair: 76 for D and E, some 38 for the others.

    Means over 25 ms. A, with the longest way, gets least.
    """
    return grid(results, "parking lot", RATE, lines(results, "egress", "ABCDEF"))


@figure("21", "Parking lot: what waits at the edge devices", f"figure 21, {LOT}")
def figure_21(results: Results) -> Drawing:
    """Queues grow linearly in the four sessions that meet at the last trunk.

    Cells. D and E are served.
    """
    return grid(results, "parking lot", CELLS, lines(results, "waiting", "ABCDEF"))


@figure("22", "Parking lot: queues of the switches", f"figure 22, {LOT}")
def figure_22(results: Results) -> Drawing:
    """Queues at the switches keep within reasonable bounds.

    Longest queue of each 5 ms at each trunk, in cells, and the threshold of 500.
    """
    return grid(results, "parking lot", CELLS, switch(results))


@figure("step", "Six sessions go from 10 to 76 Mb/s together", f"{BASE}, {END}: future work")
def step(results: Results) -> Drawing:
    """If sessions whose ACR has grown raise their rates together, the switch may overflow.

    All six send 10 Mb/s until 0.75 s and 76 Mb/s from then on. Longest queue of each 5 ms. Where
    ACR has grown far beyond the mean, the switch gets six times 76 Mb/s until bits come back.
    """
    return grid(results, "step", CELLS, switch(results))
