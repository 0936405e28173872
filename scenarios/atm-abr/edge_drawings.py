# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Finite buffers at edge devices: figures and a table."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits, Rows, figures, present
from burstlab.study.figures import Drawing, Style
from burstlab.study.measures import medians
from burstlab.study.measures import table as points

from . import closed, edges, panels
from .drawings import PLACES
from .edge_judges import ABSTRACT, CARRIED
from .edges import CELLS, LARGE, of_reading
from .judges import BASE, SIX
from .reading import lost, sources
from .runs import DISTANCES, INFERRED
from .runs import LARGE as RATE
from .runs import SMALL as LITTLE

figure, table = Exhibits(), Exhibits()
LOOKS = {
    label: Style(label, colour, marker, 4.5)
    for label, colour, marker in (
        ("bits", figures.BLUE, "o"),
        ("EPRCA", figures.GREEN, "^"),
        ("ERICA", figures.PURPLE, "s"),
        ("bits, cells dropped", figures.VERMILION, "x"),
    )
}
TICKS = (4, 32, 128, 1024)
"""Some of the rooms of a figure, in frames."""
TIMES = {"response": "mean, ms", "response_95": "95 %, ms"}


def draw(
    results: Results, case: str, frames: Sequence[int], ticks: Sequence[int], late: bool
) -> Drawing:
    """Draw loss and response times over the room of edge devices, by scheme.

    ``late``: frames after the warm-up of an overload, with its closed forms.
    """
    if not present(results, [of_reading(INFERRED, case=case, frames=LARGE)]):
        return panels.nothing()
    rows = {
        "lost, %": lambda one: 100 * lost(results, one, late),
        **{
            f"response, {words}": lambda one, name=name: 1000 * sources(results, one, late)[name]
            for name, words in TIMES.items()
        },
    }
    drawing, grid = figures.subplots(len(rows), 2, height=7.2, sharex=True, sharey="row")
    for row, (words, measure) in zip(grid, rows.items(), strict=True):
        for panel, distance in zip(row, DISTANCES, strict=True):
            panel.set_xscale("log")
            panel.set_xticks([CELLS * n for n in ticks], [f"{CELLS * n:,}" for n in ticks])
            panel.minorticks_off()
            if panel in grid[0]:
                panel.set_title(distance, fontsize="small", loc="left")
            else:
                panel.set_yscale("log")
            for labels, look in zip(edges.SCHEMES.values(), LOOKS.values(), strict=True):
                of = {"case": case, "distance": distance, **labels}
                rooms = {CELLS * n: of_reading(INFERRED, frames=n, **of) for n in frames}
                found = medians(results, rooms, measure)
                if found:
                    figures.curve(panel, points(found), look, lw=1)
        row[0].set_ylabel(words)
    grid[0][0].set_ylim(bottom=0)
    for panel in grid[-1]:
        panel.set_xlabel("room of an edge device, cells")
    if late:
        room = [CELLS * n for n in frames]
        waits = [1000 * cells * closed.CELL / (CARRIED * 1e6) for cells in room]
        for loss, mean in zip(*grid[:2], strict=True):
            panels.level(loss, 100 * (1 - CARRIED / RATE), "closed form")
            mean.plot(room, waits, color=figures.INK, lw=1, ls=":", label="closed form")
    panels.legend(drawing, drawing.axes)
    return drawing


@figure("edge-buffers", "Finite buffers at the edge: one source of 76 Mb/s", f"{ABSTRACT}, {BASE}")
def edge_buffers(results: Results) -> Drawing:
    """The provisioning of buffers in edge devices is crucial to the network performance.

    Frames of 1500 bytes; all frames of 1.5 s count, those of the slow rise of ACR included. Top:
    share of lost frames. Below: mean and 95 % of the response times of delivered frames, from the
    arrival at one edge device to the other. Nearly all frames are lost in the first half second,
    until ACR has grown; with room for the queue of that time none is lost, and frames wait in that
    queue instead. In the WAN more are lost, and the queue is longer. A device that drops the cells
    beyond its room, and not the frame, loses more frames.
    """
    return draw(results, "baseline 76", edges.FRAMES, TICKS, late=False)


@figure("edge-overload", "Finite buffers at the edge: overload", f"{ABSTRACT}, {SIX}")
def edge_overload(results: Results) -> Drawing:
    """Six sessions: three sources of 76 Mb/s get 40, and no buffer helps.

    Frames from 0.75 s on, of the sources of 76 Mb/s. Dotted: closed forms, 1 - 40.05/76 of the
    frames are lost, and a frame waits until the buffer before it is sent at 40.05 Mb/s. A larger
    buffer only makes the frames later. ERICA gives less, since its switches aim below the link
    rate. Cells dropped instead of frames: the network carries the rests of frames, and few come.
    """
    return draw(results, edges.SIX, edges.FEW, edges.FEW, late=True)


@figure("lans", "Bridged Ethernets of stock hosts", f"{ABSTRACT}, {SIX}")
def lans(results: Results) -> Drawing:
    """The ATM backbone interconnects Ethernet LANs by edge devices such as bridges.

    Six sessions. Traces: frames of self-similar traces at the edge devices. Ethernets: on each, ten
    stock hosts send UDP datagrams, in ON and OFF periods with H = 0.75, over an Ethernet of 100
    Mb/s that the edge device bridges. Frames from 0.75 s on. Left: share of frames that the sources
    of 76 Mb/s lose. Middle and right: 95 % of the response times of those of 76 and of 10 Mb/s.
    Larger buffers lose as much of an overload, and make its frames later. Hosts of the small
    Ethernets send in bursts of 20 Mb/s, so their frames wait longer than those of traces.
    """
    hosts = edges.bridged
    rows = {
        words: {d: make(INFERRED, distance=d, **labels) for d in DISTANCES}
        for words, make, labels in (
            ("traces, 2,048 cells", of_reading, {"case": edges.SIX, "frames": 64}),
            ("Ethernets, 2,048 cells", hosts, {"frames": 64}),
            ("Ethernets, 32,768 cells", hosts, {"frames": LARGE}),
            ("Ethernets, ERICA, 2,048", hosts, {"frames": 64, "algorithm": "ERICA"}),
        )
    }

    def late(one: edges.Edge | edges.Lan, demand: float) -> pd.Series:
        return 1000 * sources(results, one, late=True, demand=demand)["response_95"]

    measures = {
        "76: lost, %": lambda one: 100 * lost(results, one, late=True),
        "76: 95 %, ms": lambda one: late(one, RATE),
        "10: 95 %, ms": lambda one: late(one, LITTLE),
    }
    return panels.dots(results, rows, PLACES, measures, log=("76: 95 %, ms",))


@table("edges", "Finite buffers at the edge", f"{ABSTRACT}, {BASE}, {SIX}")
def numbers(results: Results) -> Rows:
    """Loss and response times of the sources of 76 Mb/s by the room of their edge devices.

    Medians; whole runs of one source, six sources from 0.75 s on. Lost: share of frames, which all
    have the same bytes. Carried in vain: frames that lost cells, which an edge device had begun to
    send.
    """
    shown = present(results, [*edges.SINGLE, *edges.OVERLOAD])
    if not shown:
        yield {"sources": panels.NOT_RUN}
    for one in shown:
        found = sources(results, one, late=one.case == edges.SIX)
        vain = (found["lost"] - found["refused"]) / found["offered"]
        yield {
            "sources": one.case,
            "network": one.distance,
            "switches": one.algorithm,
            "dropped": one.discard,
            "room, cells": CELLS * one.frames,
            "lost, %": 100 * (found["lost"] / found["offered"]).median(),
            "carried in vain, %": 100 * vain.median(),
            "mean, ms": 1000 * found["response"].median(),
            "95 %, ms": 1000 * found["response_95"].median(),
            "runs": len(found),
        }
