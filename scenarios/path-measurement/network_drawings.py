# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of whole networks, and of short and long measurements."""

from __future__ import annotations

from burstlab.archive import Results
from burstlab.study import ABOUT, Exhibits, figures
from burstlab.study.figures import Drawing, Style
from burstlab.study.measures import table, typical

from .bed import AS_RUN
from .hosts import read_hosts
from .network_judges import by_duration
from .networks import FLOWS, STREAMS, contests
from .partial import full_figure
from .path_drawings import OF_READING
from .reading import cells, of

figure = Exhibits()


@figure("durations", "Is ten seconds of iperf enough?", "slide 14")
@full_figure
def durations(results: Results) -> Drawing:
    """Ten seconds of iperf give a reasonable estimate.

    Throughput of 10 s over that of 60 s on the path to each host, by its round trip; medians over
    the replications. Between the dotted lines 10 s are within 10 %. With the stack of 2002 (blue)
    slow start and its losses last longer on longer round trips.
    """
    drawing, panel = figures.subplots(height=3.6)
    every = read_hosts()
    for read, style in OF_READING.items():
        ratio = by_duration(results, read).median()
        panel.plot([every[host].rtt for host in ratio.index], ratio, **{**style.options, "ls": ""})
    for limit in (1 - ABOUT, 1 + ABOUT):
        panel.axhline(limit, color=figures.MUTED, ls=":", lw=1)
    panel.set(xlabel="round trip, ms", ylabel="10 s over 60 s")
    panel.legend(loc="lower left")
    return drawing


MEASURES = {"bulk": "transfer, Mb/s", "ping_rise": "pings of others later, ms"}


@figure("scavengers", "Payload and delay of scavengers", "slides 27, 41")
def scavengers(results: Results) -> Drawing:
    """QBSS and limits of one's own make bulk transfers harmless.

    A transfer of 4 streams on 10 Mb/s as in 2002, by the way in which it yields to short flows that
    offer half of the link (above), or to two long streams (below, in the full edition alone). Left:
    its payload; right: the rise of pings of others; medians with 95 % intervals. Long left bars
    with short right bars are best: QBSS takes the bandwidth that short flows leave, and hardly
    delays pings.
    """
    every = cells(results, lambda e: contests(AS_RUN, e))
    beside = {FLOWS: [c for c in every if not c.others], STREAMS: [c for c in every if c.others]}
    beside = {label: ways for label, ways in beside.items() if ways}
    drawing, panels = figures.subplots(
        len(beside), 2, height=2.4 * len(beside), sharey="row", sharex="col", squeeze=False
    )
    for row, (label, ways) in zip(panels, beside.items(), strict=True):
        for panel, value, colour in zip(
            row, MEASURES, (figures.BLUE, figures.VERMILION), strict=True
        ):
            shown = table(
                {cell.words: typical(of(results, cell, f"scavengers.{value}", "")) for cell in ways}
            )
            figures.bars(panel, shown, [Style(cell.words, colour) for cell in ways])
            panel.set_title(f"beside {label}", fontsize=9)
            panel.set_yticks(range(len(ways)), list(shown.index))
        row[0].invert_yaxis()
    for panel, words in zip(panels[-1], MEASURES.values(), strict=True):
        panel.set_xlabel(words)
    panels[0][0].set_xlim(left=0)
    return drawing
