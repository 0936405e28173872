# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the study."""

from __future__ import annotations

import numpy as np
from burstlab.archive import Results
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing, Style
from burstlab.study.measures import table, typical

from .bed import AS_RUN, BE, CLASSES, NONE, PRIORITY, QBSS
from .judges import S37, S38, S39, name, round_trip
from .reading import links, readings

figure = Exhibits()
STEPS = 75
"""Largest number of mean rates shown of a run."""
COLOUR = {QBSS: figures.GREEN, BE: figures.BLUE, PRIORITY: figures.VERMILION}


@figure("script", "Shares of the link over time", f"{S37}, {S38}")
def script(results: Results) -> Drawing:
    """Three types of traffic, of which QBSS has what the others leave.

    One run of each link, as in 2002: part of the link that the payload of each class had. QBSS
    alone fills the link (green), falls to about a hundredth as soon as best effort starts (blue),
    and has the link again after best effort stops. Priority takes its 30 % (red) from best effort.
    """
    cells = links(results, AS_RUN)
    drawing, panels = figures.subplots(
        len(cells), height=1 + 1.9 * len(cells), squeeze=False, sharey=True
    )
    for panel, cell in zip(panels[:, 0], cells, strict=True):
        chosen = results.where(setting=cell.text, run=1)
        before: float | np.ndarray = 0
        for of in CLASSES:
            series = chosen.series("qbss.throughput", of)
            group = -(-len(series) // STEPS)
            rates = series["value"].groupby(np.arange(len(series)) // group).mean()
            ends = np.append(series["t"][::group], series["t"].iloc[-1] + series.attrs["period"])
            ends = ends / 1e9
            top = before + 100 * rates.to_numpy() / cell.mbps
            panel.stairs(
                top, ends, baseline=before, fill=True, color=COLOUR[of], alpha=0.85, label=of
            )
            before = top
        panel.set_title(f"link of {name(cell)}")
        panel.set(ylabel="part of the link, %", ylim=(0, 100), xlim=(0, ends[-1]))
    panels[-1, 0].set(xlabel="time, s")
    drawing.legend(handles=figures.keys(COLOUR), loc="outside upper right", ncols=3, handlelength=1)
    return drawing


BARS = {
    "no load": (NONE, BE, figures.GREEN),
    "QBSS sends, BE pings": (QBSS, BE, figures.BLUE),
    "QBSS sends, QBSS pings": (QBSS, QBSS, figures.VERMILION),
    "BE sends, BE pings": (BE, BE, figures.VERMILION),
}
"""A load, the class of the pings, and the colour of the bar."""


@figure("pings", "Round trips of pings beside a transfer", S39)
def pings(results: Results) -> Drawing:
    """Without iperf a ping takes 300 us; 550 us beside iperf in QBSS; 5 ms in the class of iperf.

    Mean round trip at 100 Mb/s, us, logarithmic, with 95 % intervals; a transmit ring of one
    packet. In 2002 pings in the class of a transfer wait for its queue (red), but beside a transfer
    in QBSS pings of other classes wait only for the packets in the transmit ring (blue). With
    today's FqCoDel in each class no ping waits for the transfer.
    """
    reads = readings(results)
    drawing, panels = figures.subplots(
        len(reads), height=0.9 + 1.5 * len(reads), log="x", sharex=True, squeeze=False
    )
    panels = panels[:, 0]
    for panel, read in zip(panels, reads, strict=True):
        points = table(
            {
                label: typical(round_trip(results, read, load, of))
                for label, (load, of, _) in BARS.items()
            }
        )
        styles = [Style(label, colour) for label, (_, _, colour) in BARS.items()]
        figures.bars(panel, points, styles, digits=",.0f")
        panel.set_yticks(range(len(BARS)), list(BARS))
        panel.set(title=read, ylim=(len(BARS) - 0.5, -0.5), xlim=(200, 10_000))
    panels[-1].set_xticks([300, 1000, 3000, 10_000], ["300", "1,000", "3,000", "10,000"])
    panels[-1].set(xlabel="round trip, us")
    return drawing
