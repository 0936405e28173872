# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Finite buffers at edge devices: figures and a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing, Style
from burstlab.study.measures import table as points
from burstlab.study.measures import typical

from . import closed, edges, panels
from .drawings import PLACES as DISTANCES
from .edge_judges import ABSTRACT, CARRIED
from .edges import CELLS, LARGE, PLACES, lost, of_reading, sources
from .judges import BASE, SIX
from .reading import there
from .runs import INFERRED
from .runs import LARGE as RATE
from .runs import SMALL as LITTLE

figure, table = Exhibits(), Exhibits()
LOOKS = dict(
    zip(
        edges.SCHEMES,
        (
            Style("bits", figures.BLUE, "o", 4.5),
            Style("EPRCA", figures.GREEN, "^", 4.5),
            Style("ERICA", figures.PURPLE, "s", 4.5),
            Style("bits, cells dropped", figures.VERMILION, "x", 4.5),
        ),
        strict=True,
    )
)
TICKS = (4, 32, 128, 1024)
"""Some of the rooms of a figure, in frames."""
TIMES = {"response": "mean, ms", "response_95": "95 %, ms"}


def draw(
    results: Results, case: str, frames: Sequence[int], ticks: Sequence[int], late: bool
) -> Drawing:
    """Draw loss and response times over the room of edge devices, by scheme."""
    rows = {
        "lost, %": lambda one: 100 * lost(results, one, late),
        **{
            f"response, {words}": lambda one, name=name: 1000 * sources(results, one, late)[name]
            for name, words in TIMES.items()
        },
    }
    drawing, grid = figures.subplots(len(rows), 2, height=7.2, sharex=True, sharey="row")
    for row, (words, measure) in zip(grid, rows.items(), strict=True):
        for panel, distance in zip(row, PLACES, strict=True):
            panel.set_xscale("log")
            panel.set_xticks([CELLS * n for n in ticks], [f"{CELLS * n:,}" for n in ticks])
            panel.minorticks_off()
            if panel in grid[0]:
                panel.set_title(distance, fontsize="small", loc="left")
            else:
                panel.set_yscale("log")
            for scheme, labels in edges.SCHEMES.items():
                found = {
                    CELLS * n: typical(measure(one))
                    for n in frames
                    for one in [of_reading(INFERRED, case=case, distance=distance, frames=n)]
                    for one in [replace(one, **labels)]
                    if there(results, one)
                }
                if found:
                    figures.curve(panel, points(found), LOOKS[scheme], lw=1)
        row[0].set_ylabel(words)
    grid[0][0].set_ylim(bottom=0)
    for panel in grid[-1]:
        panel.set_xlabel("room of an edge device, cells")
    return drawing


def runs_there(results: Results, case: str) -> bool:
    """Whether the edition has the runs of a figure."""
    return there(results, of_reading(INFERRED, case=case, frames=LARGE))


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
    if not runs_there(results, "baseline 76"):
        return panels.nothing()
    drawing = draw(results, "baseline 76", edges.FRAMES, TICKS, late=False)
    panels.legend(drawing, drawing.axes)
    return drawing


@figure("edge-overload", "Finite buffers at the edge: overload", f"{ABSTRACT}, {SIX}")
def edge_overload(results: Results) -> Drawing:
    """Six sessions: three sources of 76 Mb/s get 40, and no buffer helps.

    Frames from 0.75 s on, of the sources of 76 Mb/s. Dotted: closed forms, 1 - 40.05/76 of the
    frames are lost, and a frame waits until the buffer before it is sent at 40.05 Mb/s. A larger
    buffer only makes the frames later. ERICA gives less, since its switches aim below the link
    rate. Cells dropped instead of frames: the network carries the rests of frames, and few come.
    """
    if not runs_there(results, edges.SIX):
        return panels.nothing()
    drawing = draw(results, edges.SIX, edges.FEW, edges.FEW, late=True)
    loss, mean = drawing.axes[:2], drawing.axes[2:4]
    for panel in loss:
        panels.level(panel, 100 * (1 - CARRIED / RATE), "closed form")
    room = [CELLS * n for n in edges.FEW]
    for panel in mean:
        waits = [1000 * cells * closed.CELL / (CARRIED * 1e6) for cells in room]
        panel.plot(room, waits, color=figures.INK, lw=1, ls=":", label="closed form")
    panels.legend(drawing, drawing.axes)
    return drawing


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
    rows = {
        words: {
            d: make(INFERRED, distance=d, frames=frames, **labels)
            for d in PLACES
            for make, labels in [kind]
        }
        for words, kind, frames in (
            ("traces, 2,048 cells", (of_reading, {"case": edges.SIX}), 64),
            ("Ethernets, 2,048 cells", (edges.bridged, {}), 64),
            ("Ethernets, 32,768 cells", (edges.bridged, {}), LARGE),
            ("Ethernets, ERICA, 2,048", (edges.bridged, {"algorithm": "ERICA"}), 64),
        )
    }

    def late(one: edges.Edge | edges.Lan, demand: float) -> pd.Series:
        return 1000 * sources(results, one, late=True, demand=demand)["response_95"]

    measures = {
        "76: lost, %": lambda one: typical(100 * lost(results, one, late=True)),
        "76: 95 %, ms": lambda one: typical(late(one, RATE)),
        "10: 95 %, ms": lambda one: typical(late(one, LITTLE)),
    }
    return panels.dots(results, rows, DISTANCES, measures, log=("76: 95 %, ms",))


@table("edges", "Finite buffers at the edge", f"{ABSTRACT}, {BASE}, {SIX}")
def numbers(results: Results) -> pd.DataFrame:
    """Loss and response times of the sources of 76 Mb/s by the room of their edge devices.

    Medians; whole runs of one source, six sources from 0.75 s on. Lost: share of frames, which all
    have the same bytes. Carried in vain: frames that lost cells, which an edge device had begun to
    send.
    """
    rows = []
    for one in dict.fromkeys([*edges.SINGLE, *edges.OVERLOAD]):
        if there(results, one):
            found = sources(results, one, late=one.case == edges.SIX)
            vain = (found["lost"] - found["refused"]) / found["offered"]
            rows.append(
                {
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
            )
    return pd.DataFrame(rows or [{"sources": "not run in this edition"}])
