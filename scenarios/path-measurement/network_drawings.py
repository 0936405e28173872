# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of whole networks, and of short and long measurements."""

from __future__ import annotations

from burstlab.archive import Results
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing

from .bed import AS_RUN
from .hosts import read_hosts
from .network_judges import by_duration
from .networks import FLOWS, STREAMS, WAYS, Contest
from .path_drawings import OF_READING
from .reading import of

figure = Exhibits()


@figure("durations", "Is ten seconds of iperf enough?", "slide 14")
def durations(results: Results) -> Drawing:
    """Ten seconds of iperf give a reasonable estimate.

    Throughput of 10 s over that of 120 s (30 in the quick edition) on the way to each host, by its
    round trip; medians over the replications. Between the dotted lines 10 s are within 10 %. With
    the stack of 2002 (blue) slow start and its losses take longer the longer the round trip is.
    """
    drawing, panel = figures.subplots(height=3.6)
    every = read_hosts()
    for read, style in OF_READING.items():
        ratio = by_duration(results, read).median()
        panel.plot([every[host].rtt for host in ratio.index], ratio, **{**style.options, "ls": ""})
    for limit in (0.9, 1.1):
        panel.axhline(limit, color=figures.MUTED, ls=":", lw=1)
    panel.set(xlabel="round trip, ms", ylabel="10 s over 120 s")
    panel.legend(loc="lower left")
    return drawing


@figure("scavengers", "How to make way", "slides 27, 41")
def scavengers(results: Results) -> Drawing:
    """QBSS and limits of one's own make bulk transfers harmless.

    As in 2002, medians over the replications: payload of a transfer of 4 streams on 10 Mb/s, and
    how much longer pings of others take meanwhile, beside short flows that offer half of the link
    (dots) and beside two long streams (triangles). Right and low is best: a transfer that takes
    what others leave, and that they do not notice.
    """
    drawing, panel = figures.subplots(height=4)
    marks = {FLOWS: (0, "o", figures.BLUE), STREAMS: (2, "^", figures.VERMILION)}
    for label, (others, marker, colour) in marks.items():
        x, y = (
            [
                of(results, Contest(AS_RUN, way, others=others), f"scavengers.{value}", "").median()
                for way in WAYS
            ]
            for value in ("bulk", "ping_rise")
        )
        panel.plot(x, y, marker, color=colour, label=f"beside {label}")
        for way, *at in zip(WAYS, x, y, strict=True):
            panel.annotate(way, at, xytext=(5, 4), textcoords="offset points", fontsize=8)
    panel.set(xlabel="transfer, Mb/s", ylabel="pings of others take longer, ms", xlim=(0, 8.5))
    panel.legend(loc="upper left")
    return drawing
