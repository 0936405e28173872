# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the study; the network and the domino have files of their own."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from burstlab.archive import Results
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing, Style, curve
from burstlab.study.measures import points, table, typical

from . import domino, picture, reading, runs
from .judges import ARBITRATION, CS_T, EFFECT, F4, F5, F6, PROPOSALS, F4a, F4b
from .reading import CATEGORIES, DOWN, LABEL, MICROSECONDS, MILLISECONDS, UP, values
from .runs import FRESH, LOADS, MAX_RATE, POINT, POISSON, POOL, READINGS, STARTS, TRAINS

figure = Exhibits()
STYLE = {
    POISSON: Style(LABEL[POISSON], figures.BLUE, "o"),
    TRAINS: Style(LABEL[TRAINS], figures.VERMILION, "s"),
    POOL: Style(LABEL[POOL], figures.PURPLE, "^"),
}
STATES = {"stalled": figures.VERMILION, "transmitting": figures.GREEN}
U = POINT["U"]


@figure("factor-four", "The factor of four comes from a fresh start", F4b)
def factor_four(results: Results) -> Drawing:
    """Self-similar traffic has about four times the two-way delivery time; link 3 stalls more
    than 70 % of the time.

    Pattern U, lambda 20, with 95 % intervals. Trains of requests have silences between them, a few
    of them very long; a source that has been running for ever is mostly in one of those. Where all
    sources start anew they are missing at first: in the 8 ms of the quick edition 25 instead of 20
    requests/(device ms) are offered, and both numbers of the document are there. In equilibrium
    trains take about as long as Poisson arrivals, 1.3 times as long at the same actual rate. The
    pool, a few trains for all devices together, takes longer, but not four times as long.
    """
    rows = {
        "Poisson": (POISSON, STARTS[0]),
        "per device,\nfresh start": (TRAINS, FRESH),
        "per device,\nequilibrium": (TRAINS, STARTS[0]),
        "pool,\nequilibrium": (POOL, STARTS[0]),
    }
    ratios, percent, rates = {}, {}, {}
    for name, (load, start) in rows.items():
        ratios[name] = reading.ratio(results, "two_way", load, start=start)
        share = reading.shares(results, "stalled", load, start=start)[3, UP]
        percent[name] = typical(100 * share)
        rates[name] = typical(values(results, "offered_load", load, start=start))
    styles = [Style(n.replace("\n", " "), STYLE[load].colour) for n, (load, _) in rows.items()]
    drawing, (times, stalled, offered) = figures.subplots(3, height=6.6, sharey=True)
    for panel, intervals, digits, x, words in (
        (times, ratios, ".1f", 4, "the document: about 4"),
        (stalled, percent, ".0f", 70, "the document: more than 70 %"),
        (offered, rates, ".0f", U, f"what was asked for: {U}"),
    ):
        figures.bars(panel, table(intervals), styles, "per device,\nfresh start", digits)
        panel.axvline(x, color=figures.INK, ls="--", lw=1)
        panel.annotate(
            words, (x, -0.75), xytext=(-4, 0), textcoords="offset points", ha="right", va="center"
        )
    times.set_title("(a) how long a request takes")
    times.set(xlabel="two-way time over that under Poisson load", xlim=(0, 5))
    stalled.set_title("(b) how often link 3 stands still")
    stalled.set(xlabel="stalled on the way up, % of the time", xlim=(0, 100))
    offered.set(
        title="(c) why: what the sources offer", xlabel="requests/(device ms)", xlim=(0, 30)
    )
    times.set_yticks(range(len(rows)), list(rows))
    times.set_ylim(len(rows) - 0.5, -1.1)
    return drawing


@figure("figure-3", "The network and its categories of links", "section 2.2, figure 3")
def topology(results: Results) -> Drawing:
    """16 CPUs and 104 I/O devices; the device group is the same at each of the four routers of the
    tetrahedron.

    Drawn from the topology file. One of the four quadrants in full; the others hang on the
    tetrahedron in the same way. Follow the thickest line: what the outer CPUs send has to pass 3, 6
    and 8; what the core CPUs send (5) leaves through 4.
    """
    return picture.draw(results)


@figure("figure-4", "The pool saturates the network earlier, trains of devices do not", F4)
def curves_u(results: Results) -> Drawing:
    """Self-similar traffic saturates the network at lower average rates, has a higher throughput
    before, and about four times the two-way delivery time.

    Pattern U, sources in equilibrium, medians with 95 % intervals. Before saturation the network
    carries what is offered, the dotted line in (a): nothing can be higher. Dotted in (b): a request
    alone in the network.
    """
    return _curves(results, "U")


@figure("figure-4-cs-t", "The same for traffic within a quadrant and for remote traffic", CS_T)
def curves_cs_t(results: Results) -> Drawing:
    """Two-way times two to three times higher under CS; under T the increase was of higher
    magnitude.

    Above CS, below T. T crosses the tetrahedron with every request and is the first to saturate.
    """
    return _curves(results, "CS", "T")


def _curves(results: Results, *patterns: str) -> Drawing:
    """Throughput and two-way time along the curves of some patterns."""
    from matplotlib.ticker import LogLocator

    drawing, axes = figures.subplots(
        2 * len(patterns), height=5.6 * len(patterns), gridspec_kw={"hspace": 0.08}
    )
    flits = 92 * runs.DEVICES / runs.TICKS_PER_MS  # per tick, at lambda = 1: 92 a transaction
    for pattern, (throughput, times), letters in zip(
        patterns, axes.reshape(-1, 2), ("ab", "cd"), strict=False
    ):
        times.set_yscale("log")
        most = 0.0
        for load in LOADS:
            carried = reading.curve(results, "throughput", load, pattern)
            most = max(most, carried.to_numpy().max())
            curve(throughput, points(carried), STYLE[load])
            took = MICROSECONDS * reading.curve(results, "two_way", load, pattern)
            curve(times, points(took), STYLE[load])
        throughput.plot([0, most / flits], [0, most], ":", color=figures.MUTED, lw=1)
        empty = values(results, "empty_two_way", POISSON, pattern).iloc[0]
        times.axhline(MICROSECONDS * empty, ls=":", color=figures.MUTED, lw=1)
        throughput.set_title(f"({letters[0]}) {pattern}: what is carried")
        throughput.set(ylabel="throughput, flits/tick", ylim=(0, None), xlim=(0, None))
        times.set_title(f"({letters[1]}) {pattern}: how long it takes")
        times.set(ylabel="two-way time, us", xlabel="lambda, requests/(device ms)", xlim=(0, None))
        times.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        times.yaxis.set_major_formatter("{x:g}")
        times.yaxis.set_minor_formatter("")
        throughput.legend(loc="lower right")
    return drawing


@figure("figure-5", "What the links do", F5)
def links(results: Results) -> Drawing:
    """All link categories display an increased stalled time, particularly 3, 6 and 8; 3 stalls more
    than 70 % of the time, 5 does not.

    Share of time, pattern U, lambda 20, sources in equilibrium. Stalled: a packet holds the link
    and no flit moves. But for 7, next to nothing stalls on the way down.
    """
    drawing, panels = figures.subplots(2, height=5.6, sharex=True, sharey=True)
    x = np.arange(len(CATEGORIES))
    for panel, direction, name in zip(panels, (UP, DOWN), ("up", "down"), strict=True):
        for shift, load in zip((-0.29, 0, 0.29), LOADS, strict=True):
            foot = np.zeros(len(CATEGORIES))
            for state, colour in STATES.items():
                share = 100 * reading.shares(results, state, load)
                height = share.mean().xs(direction, level="direction").reindex(CATEGORIES)
                panel.bar(
                    x + shift,
                    height,
                    width=0.25,
                    bottom=foot,
                    color=colour,
                    alpha=0.5 if load == POISSON else 1,
                    label=f"{state}, {LABEL[load]}",
                )
                foot += height.to_numpy()
        panel.set_title(f"{name}: {'away from' if direction == UP else 'towards'} the devices")
        panel.set_ylabel("share of time, %")
        panel.grid(axis="x", visible=False)
    three = CATEGORIES.index(3)
    panels[0].plot([three - 0.45, three + 0.45], [70, 70], color=figures.INK, ls="--", lw=1)
    panels[0].annotate("the document: link 3\nstalls more than 70 %", (-0.45, 88), va="center")
    panels[0].set_ylim(0, 100)
    panels[1].set_xticks(x, [str(category) for category in CATEGORIES])
    panels[1].set_xlabel("category of links; in each: Poisson (pale), per device, pool")
    panels[1].legend(handles=figures.keys(STATES), loc="upper left")
    return drawing


@figure("figure-6", "The longest two-way times", F6)
def tail(results: Results) -> Drawing:
    """Self-similar traffic does not produce a higher maximum; high delivery times occur more often.

    Pattern T, lambda 40, at least 660,484 samples of each load. Above the histogram with a
    logarithmic count, below the share of samples that took longer. Dotted: one in 100,000, the
    99.999 percentile.
    """
    drawing, (panel, beyond) = figures.subplots(2, height=5.4, sharex=True, log="y")
    pools = {load: reading.times(reading.tail(results, load)) for load in LOADS}
    longest = max((pool["low"] + pool["width"]).max() for pool in pools.values()) * MILLISECONDS
    for load, pool in pools.items():
        edges = np.linspace(0, longest, 61)
        figures.distribution(panel, beyond, pool, edges, MILLISECONDS, STYLE[load])
    panel.set(title=f"(a) T, lambda {MAX_RATE}: histogram", ylabel="transactions in a bin")
    panel.set_ylim(0.7, None)
    panel.legend(loc="upper right")
    beyond.axhline(1e-5, ls=":", color=figures.INK, lw=1)
    beyond.set(title="(b) the tail", xlabel="two-way time, ms", ylabel="share that took longer")
    return drawing


@figure("domino", "The domino, as it falls", EFFECT)
def chain(results: Results) -> Drawing:
    """It begins at link 8; its stalling propagates through link 6 to link 3.

    40 us of one quadrant, pattern U, lambda 20, one train a device. A bar is a stall, its colour
    says what the packet in front waits for; in between flits move, or nothing is sent. Follow the
    arrows up: when a packet has to wait for link 8, it stands on 6 and 3 and stalls both; the other
    CPU then waits for 6. Link 8 itself is busy and seldom stalls.
    """
    return domino.draw(results)


@figure("proposals", "What the document proposes, done", PROPOSALS)
def proposals(results: Results) -> Drawing:
    """Larger buffers, fewer outstanding requests and suitable arbitration will be required.

    Two-way time under U at lambda 20. Buffers of three packets help, fewer outstanding requests
    hardly. All settings see the same requests: what is between them is surer than the intervals
    look.
    """
    drawing, panels = figures.subplots(2, height=5)
    for panel, name, title, label in (
        (panels[0], "fifo", "(a) larger buffers", "flits in a FIFO"),
        (panels[1], "cpu_limit", "(b) fewer outstanding requests", "outstanding requests of a CPU"),
    ):
        for load in LOADS:
            times = MICROSECONDS * reading.curve(results, "two_way", load, along=name)
            curve(panel, points(times), STYLE[load])
        settings = list(times)
        panel.set_xscale("log", base=2)
        panel.set_xticks(settings, [str(setting) for setting in settings])
        panel.minorticks_off()
        panel.set(xlabel=label, ylabel="two-way time, us", ylim=(0, None), title=title)
    panels[0].legend(loc="upper right")
    return drawing


@figure("arbitration", "Who may go first", ARBITRATION)
def arbitration(results: Results) -> Drawing:
    """Suitable router arbitration policies will maximize the performance.

    Throughput under T at lambda 40, far beyond saturation, with 95 % intervals. The runs with
    random arbiters are those of figure 6, which take longer than the others.
    """
    drawing, panel = figures.subplots(height=3)
    names = list(runs.ARBITERS)
    for shift, load in ((-0.12, TRAINS), (0.12, POOL)):
        carried = {
            name: typical(values(results, "throughput", load, "T", lam=MAX_RATE, arbiter=name))
            for name in names
        }
        shown = table(carried)
        panel.errorbar(
            shown["mean"],
            np.arange(len(names)) + shift,
            xerr=shown["high"] - shown["mean"],
            ls="",
            capsize=2,
            **replace(STYLE[load], size=4).options,
        )
    panel.set_yticks(range(len(names)), names)
    panel.invert_yaxis()
    panel.set_xlabel("throughput, flits/tick")
    panel.legend(loc="upper right")
    return drawing


@figure("start", "Why a fresh start carries more", F4a)
def starts(results: Results) -> Drawing:
    """Before saturation throughput is higher under self-similar traffic.

    Load offered since the start, without a network, lambda 14, over its mean. Trains of devices
    that start anew, in either way, offer too much for a very long time; in equilibrium they do not.
    The pool hardly knows its start.
    """
    drawing, panels = figures.subplots(2, height=5, sharex=True, log="x")
    styles = {
        "FreshOff": Style("fresh: all at the begin of an OFF", figures.VERMILION, "v", 7),
        "FreshDurations": Style("fresh: ON or OFF, at the begin of it", figures.AMBER, "^", 4),
        "Equilibrium": Style("equilibrium", figures.GREEN, "o", 4),
    }
    for panel, load, title in zip(
        panels, READINGS, ("(a) one train a device", "(b) one pool"), strict=True
    ):
        for start, frame in reading.start_loads(results, load).items():
            shown = points(100 * (frame - 1))
            shown.index *= MILLISECONDS
            curve(panel, shown, styles[start], lw=0.8, capsize=0)
        panel.axhline(0, color=figures.INK, lw=0.8)
        panel.set(title=title, xlim=(0.01, None), ylim=(-80, 80))
        panel.set_ylabel("load so far,\ndeviation from its mean, %")
    panels[0].legend(loc="lower right")
    panels[1].set_xlabel("time since the start, ms")
    return drawing
