# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the study."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits, all_of, figures, present
from burstlab.study.figures import Drawing, Style, curve
from burstlab.study.measures import points, typical

from . import reading, runs
from .judges import EQUAL_TCP, EQUALLED, EXACT_US, PLAIN, PLAIN_TCP, S31, S32, S33, S34
from .reading import DEVIATION, LOST, MEAN, OTHERS, PADDED, grid, packets, values
from .runs import AS_RUN, EQUAL, LOADS, PFABRIC, SHORTEST, TCP, Setting, under

figure = Exhibits()
STYLES = {
    (TCP, SHORTEST): Style("TCP", figures.VERMILION, "s"),
    (TCP, PADDED): Style("TCP, padded", figures.VERMILION, "x"),
    (TCP, EQUAL): Style("TCP, equal length", figures.AMBER, "D"),
    (PFABRIC, SHORTEST): Style("pFabric", figures.BLUE, "o"),
    (PFABRIC, PADDED): Style("pFabric, padded", figures.PURPLE, "x"),
    (PFABRIC, EQUAL): Style("pFabric, equal length", figures.GREEN, "^"),
}
"""By protocol and routes."""
BY_LOAD = {
    0: Style("0 %", figures.INK, ".", 2.5),
    10: Style("10 %", figures.BLUE, "o", 2.5),
    50: Style("50 %", figures.AMBER, "^", 2.5),
    90: Style("90 %", figures.VERMILION, "s", 2.5),
}
CAUSE = {
    "residual": ("packet in transmission", figures.BLUE),
    "tie": ("others of the same priority", figures.VERMILION),
    "higher": ("others of a higher priority", figures.PURPLE),
    "acknowledgement": ("acknowledgements", figures.GREEN),
    "other": ("others of the same flow", figures.AMBER),
}
APART = np.linspace(0, 200, 81)
"""Microseconds between two bids."""
MIDDLE = 50
"""Percent: load of the fairness figure."""


@figure("figure-7", "Standard deviation of the latency", f"{S34}, figure 7")
def deviations(results: Results) -> Drawing:
    """The spread of latencies is largest with TCP and grows with load and over-subscription; with
    pFabric it is much smaller, and with routes of equal length smallest.

    As shipped, load referred to the links of servers; medians over replications with 95 %
    intervals, logarithmic. Above 10 % (4 Gb/s: above 12 %) the core is overloaded. The points at 0
    % are those of the empty network; on routes of equal length they are 0 and not shown. The quick
    edition has 50 % with links of 1 Gb/s alone.
    """
    return _by_load(results, DEVIATION, "standard deviation, us")


@figure("figure-6", "Mean latency", f"{S31} to {S34}, figure 6")
def means(results: Results) -> Drawing:
    """Mean latencies rise with load and over-subscription for TCP, and much less for pFabric.

    As figure 7. Lost packets do not count: with pFabric as shipped after 0.1 s at 90 % and 1 Gb/s
    mostly packets on short routes arrive, and the mean falls.
    """
    return _by_load(results, MEAN, "mean latency, us")


def _by_load(results: Results, metric: str, label: str) -> Drawing:
    drawing, panels = _by_rate(results, 1.6, 1.6)
    for gbps, panel in panels.items():
        for shift, scheme in enumerate(runs.SCHEMES):
            frame = grid(results, metric, AS_RUN, scheme)[gbps]
            shown = points(frame.loc[:, frame.median() > EXACT_US])
            style = STYLES[scheme.protocol, scheme.routing]
            curve(panel, shown, style, 0.6 * (shift - 1.5))
        panel.set(title=f"links of {gbps} Gb/s above the racks", ylabel=label)
    drawing.axes[0].legend(ncols=2, loc="upper left")
    drawing.axes[0].set_ylim(top=drawing.axes[0].get_ylim()[1] * 10)
    drawing.axes[-1].set(xlabel="load of the links of servers, %", xticks=[0, *LOADS])
    return drawing


def _by_rate(
    results: Results, height: float, of_panel: float
) -> tuple[Drawing, dict[int, figures.Panel]]:
    """Make a panel for each rate with a loaded cell as run."""
    there = present(results, under(AS_RUN, all_of(PLAIN, gbps=runs.RATES, load=LOADS)))
    rates = dict.fromkeys(cell.gbps for cell in there)
    height += of_panel * len(rates)
    drawing, panels = figures.subplots(
        len(rates), height=height, log="y", sharex=True, sharey=True, squeeze=False
    )
    return drawing, dict(zip(rates, panels[:, 0], strict=True))


@figure("losses", "Lost test packets of pFabric, by cause", f"{S33}, figure 4")
def losses(results: Results) -> Drawing:
    """There is no packet lost in pFabric.

    Share of the test packets whose first copy was dropped, links of 1 Gb/s, both routings together.
    Links are offered more than they carry, so that the share grows with the time since the start:
    after a warm-up of 0.1 s, in the quick edition of 40 ms.

    A time-out of 45 us is shorter than the round-trip time, so waiting flows keep sending probes of
    41 bytes. A full port drops the packet of lowest priority among those that make enough room. No
    probe makes room for 1,500 bytes, so the test packet itself is dropped. If limits are in packets
    instead of bytes, a probe is dropped and no test packet.
    """
    drawing, panel = figures.subplots(height=3.4)
    looks = (
        *((figures.VERMILION, "s"), (figures.BLUE, "o")),
        *((figures.PURPLE, "D"), (figures.GREEN, "^")),
    )
    for shift, (name, mechanism) in enumerate(runs.MECHANISMS.items()):
        lost = {}
        for load in LOADS:
            cells = present(results, runs.mechanism_cells(mechanism, (load,)))
            if cells:
                both = sum(values(results, LOST, cell) for cell in cells)
                lost[load] = typical(both / (len(cells) * runs.TEST_PACKETS) * 100)
        curve(panel, lost, Style(name, *looks[shift]), shift - 1.5)
    panel.set(
        xlabel="load of the links of servers, %",
        ylabel="test packets lost, %",
        xticks=LOADS,
        ylim=(-1, None),
    )
    panel.legend()
    return drawing


def _latencies(results: Results, scheme: Setting) -> Drawing:
    """Latency of each test packet, in the order of their servers."""
    drawing, panels = _by_rate(results, 2.2, 1.55)
    for gbps, panel in panels.items():
        missing = []
        cells = under(AS_RUN, all_of(scheme, gbps=(gbps,), load=BY_LOAD))
        for cell in present(results, cells):
            style = BY_LOAD[cell.load]
            came = packets(results, [cell]).query("run == 1").dropna(subset="latency")
            panel.plot(came["host"], came["latency"], ls="", **style.options)
            missing.append(f"{runs.TEST_PACKETS - len(came)} at {cell.load} %")
        panel.set(ylabel="latency, us")
        panel.set_title(f"{gbps} Gb/s; of 127 missing {', '.join(missing)}", size=8.5)
    drawing.axes[0].legend(ncols=4, loc="upper left", handletextpad=0.1, columnspacing=0.8)
    drawing.axes[-1].set(xlabel="destination server of the packet")
    drawing.axes[0].set_ylim(top=drawing.axes[0].get_ylim()[1] * 2.5)
    return drawing


@figure("figure-2", "Latencies of TCP", f"{S31}, figure 2")
def tcp(results: Results) -> Drawing:
    """Latencies vary from 29 to 78 us without background traffic and from 29 to 829 us at 10 %.

    One run as run, a point per packet. Three steps at the bottom: servers of the same rack, of the
    same half, of the other half.
    """
    return _latencies(results, PLAIN_TCP)


@figure("figure-3", "Latencies of TCP on routes of equal length", f"{S32}, figure 3")
def tcp_equal(results: Results) -> Drawing:
    """All latencies are 78 us without background traffic; at 10 % they vary from 83 to 853 us with
    8 packets lost.

    As figure 2; every test packet crosses the core.
    """
    return _latencies(results, EQUAL_TCP)


@figure("figure-4", "Latencies of pFabric", f"{S33}, figure 4")
def pfabric(results: Results) -> Drawing:
    """Latencies equal TCP's without background traffic, are much smaller with it, and none is lost.

    As figure 2. Missing packets at 1 Gb/s were dropped by full ports.
    """
    return _latencies(results, PLAIN)


@figure("figure-5", "Latencies of pFabric on routes of equal length", f"{S34}, figure 5")
def pfabric_equal(results: Results) -> Drawing:
    """All latencies are 78 us without background traffic, and slightly more with it.

    As figure 2.
    """
    return _latencies(results, EQUALLED)


@figure("fairness", "Probability that the later of two bids wins", "section 1")
def fairness(results: Results) -> Drawing:
    """Customer A submits a bid earlier than customer B, with the same price, and should win.

    Probability that the later bid arrives first, against the time between the bids; latencies are
    drawn from those of the test packets at 50 % and 1 Gb/s, as shipped. Dotted: the empty network,
    in which only route lengths differ. Padded: packets on short routes wait at their destination
    for the additional time of the longest route; no packet makes a detour.
    """
    drawing, panel = figures.subplots(height=3.6)
    for (protocol, routes), style in STYLES.items():
        if (protocol, routes) != (TCP, PADDED):
            (cell,) = under(AS_RUN, [Setting(protocol, load=MIDDLE)])
            each = reading.latencies(results, cell, routes).values()
            later = np.median([reading.inversions(run, APART) for run in each], axis=0)
            panel.plot(APART, later, color=style.colour, label=style.label)
    idle = reading.inversions(pd.Series(reading.empty(OTHERS, 1)), APART)
    panel.plot(APART, idle, ls=":", color=figures.INK, label="empty network, shortest")
    panel.set(
        xlabel="second bid sent later by, us",
        ylabel="later one wins, probability",
        xlim=(0, APART[-1]),
        ylim=(0, 0.55),
    )
    panel.legend()
    return drawing


@figure("waiting", "What test packets of pFabric wait for", f"{S34}, figure 5")
def waiting(results: Results) -> Drawing:
    """Test packets may have the same priority as packets of flows that have one packet, and wait
    for these.

    Mean waiting time of a test packet at 1 Gb/s, as shipped, by cause. Flows of this distribution
    have at least six packets. Most of the waiting is for a packet in transmission, which no
    priority can avoid.
    """
    drawing, panels = figures.subplots(2, height=4.6, sharex=True)
    for panel, scheme in zip(panels, (PLAIN, EQUALLED), strict=True):
        cells = present(results, under(AS_RUN, all_of(scheme, load=LOADS)))
        before = np.zeros(len(cells))
        came = (packets(results, [cell]).dropna(subset="latency") for cell in cells)
        shares = pd.DataFrame([frame[list(CAUSE)].mean() for frame in came], columns=list(CAUSE))
        for cause, (label, colour) in CAUSE.items():
            width = shares[cause].to_numpy()
            panel.barh(range(len(cells)), width, 0.66, before, color=colour, label=label)
            before = before + width
        figures.name_rows(panel, [f"{cell.load} %" for cell in cells])
        panel.set_title(f"pFabric, {scheme.routing}")
        panel.grid(axis="y", visible=False)
    panels[0].legend(loc="lower right", fontsize=7.5)
    panels[-1].set(xlabel="mean waiting of a test packet, us", xlim=(0, None))
    return drawing
