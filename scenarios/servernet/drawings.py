# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the study; picture.py draws the network, domino.py the domino."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from burstlab.archive import Results
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing, Style, curve
from burstlab.study.measures import points, table, typical

from . import domino, picture, reading, runs
from .judges import ARBITRATION, CS_T, EFFECT, F4, F5, F6, PROPOSALS, F4a, F4b
from .reading import CATEGORIES, DOWN, MICROSECONDS, MILLISECONDS, UP, values
from .runs import (
    AS_RUN,
    LOADS,
    MANY,
    MAX_RATE,
    POINT,
    POISSON,
    POOL,
    POOL_AS_RUN,
    READINGS,
    ROUNDED,
    TRAINS,
)

figure = Exhibits()
STYLE = {
    POISSON: Style(POISSON, figures.BLUE, "o"),
    AS_RUN: Style(AS_RUN, figures.VERMILION, "s"),
    TRAINS: Style(TRAINS, figures.GREEN, "D"),
    POOL_AS_RUN: Style(POOL_AS_RUN, figures.AMBER, "v"),
    POOL: Style(POOL, figures.PURPLE, "^"),
    MANY: Style(MANY, figures.INK, "P"),
    ROUNDED: Style(ROUNDED, figures.MUTED, "X"),
}
SHOWN = (POISSON, POOL_AS_RUN, AS_RUN, TRAINS)
"""Loads of the curves; tables have all loads."""
STATES = {"stalled": figures.VERMILION, "transmitting": figures.GREEN}
U = POINT["U"]


@figure("factor-four", "The factor of four comes with a load above the stated one", F4b)
def factor_four(results: Results) -> Drawing:
    """Self-similar traffic has about four times the two-way delivery time; link 3 stalls more
    than 70 % of the time.

    Pattern U, lambda 20, medians with 95 % intervals, one bar for each reading of the document. The
    dashed lines of (a) and (b) are the document's numbers. The plainest reading, pool as run, has a
    smaller factor. The reading per device as run has one train of requests for each device, and all
    trains start with the simulation: its factor is near four. The sources then offer more than
    lambda (c), because their longest OFF periods are still to come. With the same trains in
    equilibrium (per device) the factor is much smaller.
    """
    loads = reading.present(results, LOADS)
    ratios = {load: reading.ratio(results, "two_way", load) for load in loads}
    percent = {n: typical(100 * reading.shares(results, "stalled", n)[3, UP]) for n in loads}
    rates = {load: typical(values(results, "offered_load", load)) for load in loads}
    styles = [STYLE[load] for load in loads]
    drawing, (times, stalled, offered) = figures.subplots(3, height=9, sharey=True)
    for panel, intervals, digits, x, words in (
        (times, ratios, ".1f", 4, "the document: about 4"),
        (stalled, percent, ".0f", 70, "the document: more than 70 %"),
        (offered, rates, ".0f", U, f"lambda: {U}"),
    ):
        figures.bars(panel, table(intervals), styles, AS_RUN, digits)
        panel.axvline(x, color=figures.INK, ls="--", lw=1)
        panel.annotate(
            words, (x, -0.75), xytext=(-4, 0), textcoords="offset points", ha="right", va="center"
        )
    times.set_title("(a) how long a request takes")
    times.set(xlabel="two-way time over that under Poisson load", xlim=(0, 6))
    stalled.set_title("(b) how often link 3 stands still")
    stalled.set(xlabel="stalled on the way up, % of the time", xlim=(0, 100))
    offered.set(title="(c) what the sources offer", xlabel="requests/(device ms)", xlim=(0, 40))
    times.set_yticks(range(len(loads)), loads)
    times.set_ylim(len(loads) - 0.5, -1.1)
    return drawing


@figure("control", "Any load beyond saturation has a factor of three to five", F4b)
def control(results: Results) -> Drawing:
    """The two-way delivery time is approximately four times higher for self-similar traffic.

    The line is Poisson traffic at the offered load on the x axis: its two-way time over that at
    lambda 20, on a logarithmic axis. From 21.5 requests/(device ms) on, where the network is
    saturated, every load takes three to five times as long: two-way time starts when the window of
    the device has room for a request, and further requests wait outside. Each mark is a reading at
    lambda 20, with 95 % intervals in both directions. A mark on the line shows the effect of load
    alone; burstiness moves a mark above the line. Dotted: the factor with full windows of all I/O
    devices and empty ones of the CPUs, by Little's law these windows over the throughput. The
    document does not state the window of an I/O device; here 2 requests.
    """
    drawing, panel = figures.subplots(height=4.2, log="y")
    curve_of = reading.control(results, "U")
    base = values(results, "two_way", POISSON).median()
    style = STYLE[POISSON]
    panel.plot(curve_of.index, curve_of / base, color=style.colour, lw=1.6, label=style.label)
    offered, carried = (
        reading.curve(results, metric, POISSON).median()
        for metric in ("offered_load", "throughput")
    )
    full = reading.windows("io") / (carried / runs.TRANSACTION_FLITS) / base
    panel.plot(offered, full, ":", color=figures.MUTED, lw=1.4, label="full windows of I/O devices")
    for load in reading.present(results, READINGS):
        rate = typical(values(results, "offered_load", load))
        factor = reading.ratio(results, "two_way", load)
        style = STYLE[load]
        panel.errorbar(
            [rate.estimate],
            [factor.estimate],
            xerr=[[rate.estimate - rate.low], [rate.high - rate.estimate]],
            yerr=[[factor.estimate - factor.low], [factor.high - factor.estimate]],
            ls="",
            capsize=2,
            **replace(style, size=6).options,
        )
    panel.axhline(4, color=figures.INK, ls="--", lw=1)
    panel.annotate("the document: about 4", (8.3, 4.2))
    panel.set(
        xlim=(8, 36),
        xlabel="offered, requests/(device ms)",
        ylabel=f"two-way time over that of\nPoisson at {U}, log",
    )
    drawing.legend(loc="outside lower center", ncols=2)
    return drawing


@figure("factors", "The factors, and the part due to load", "sections 3 and 4")
def factors(results: Results) -> Drawing:
    """Two-way times are four times as long under U, two to three times under CS, and grow more
    under T.

    Ratio to Poisson at the same lambda, medians with 95 % intervals, on logarithmic axes. Dashed:
    Poisson at the offered load over Poisson at lambda, the effect of load alone. Where the solid
    line lies on the dashed line, burstiness adds nothing. Every factor has its peak near the knee
    of Poisson and disappears beyond the knee: a factor holds for one lambda only.
    """
    drawing, panels = figures.subplots(3, height=8.4, log="y")
    for panel, pattern, letter in zip(panels, POINT, "abc", strict=True):
        for load in SHOWN[1:]:
            style = STYLE[load]
            logs = reading.log_ratios(results, "two_way", load, pattern)
            curve(panel, np.exp(points(logs)[["estimate", "low", "high"]]), style)
            by_load = {
                lam: reading.parts_of_factor(results, load, pattern, lam=lam)["load"].estimate
                for lam in logs
            }
            panel.plot(list(by_load), list(by_load.values()), "--", color=style.colour, lw=1)
        panel.axhline(1, color=figures.INK, lw=0.8)
        panel.set(title=f"({letter}) {pattern}", xlim=(0, None))
        panel.set_ylabel("two-way time\nover Poisson")
    panels[-1].set_xlabel("lambda, requests/(device ms)")
    handles, labels = panels[0].get_legend_handles_labels()
    drawing.legend(handles, labels, loc="outside lower center", ncols=1)
    return drawing


@figure("figure-3", "The network and its categories of links", "section 2.2, figure 3")
def topology(results: Results) -> Drawing:
    """16 CPUs and 104 I/O devices; the device group is the same at each of the four routers of the
    tetrahedron.

    Drawn from the topology file. One of the four quadrants is shown in full; the others are
    attached to the tetrahedron in the same way. The thickest line shows the traffic of the outer
    CPUs, which passes 3, 6 and 8; the traffic of the core CPUs (5) leaves through 4.
    """
    return picture.draw(results)


@figure("figure-4", "Where the network saturates", F4)
def curves_u(results: Results) -> Drawing:
    """Self-similar traffic saturates the network at lower average rates, has a higher throughput
    before, and about four times the two-way delivery time.

    Pattern U, medians with 95 % intervals. Before saturation the network carries the offered load:
    points above the dotted line in (a) have an offered load above lambda. Dotted in (b): a single
    request in the empty network.
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
    drawing, axes = figures.subplots(
        2 * len(patterns), height=5.6 * len(patterns), gridspec_kw={"hspace": 0.08}
    )
    flits = runs.TRANSACTION_FLITS * runs.DEVICES / runs.TICKS_PER_MS  # per tick, at lambda = 1
    for pattern, (throughput, times), letters in zip(
        patterns, axes.reshape(-1, 2), ("ab", "cd"), strict=False
    ):
        times.set_yscale("log")
        most = 0.0
        for load in SHOWN:
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
        throughput.legend(loc="lower right")
    return drawing


@figure("figure-5", "States of the links", F5)
def links(results: Results) -> Drawing:
    """All link categories display an increased stalled time, particularly 3, 6 and 8; 3 stalls more
    than 70 % of the time, 5 does not.

    Share of time, pattern U, lambda 20, four bars per category: Poisson (pale), pool as run, per
    device as run, per device. Stalled: a packet owns the link and no flit moves. Downward almost
    only 7 stalls.
    """
    drawing, panels = figures.subplots(2, height=5.6, sharex=True, sharey=True)
    x = np.arange(len(CATEGORIES))
    for panel, direction, name in zip(panels, (UP, DOWN), ("up", "down"), strict=True):
        for shift, load in zip((-0.33, -0.11, 0.11, 0.33), SHOWN, strict=True):
            foot = np.zeros(len(CATEGORIES))
            for state, colour in STATES.items():
                share = 100 * reading.shares(results, state, load)
                height = share.mean().xs(direction, level="direction").reindex(CATEGORIES)
                panel.bar(
                    x + shift,
                    height,
                    width=0.19,
                    bottom=foot,
                    color=colour,
                    alpha=0.5 if load == POISSON else 1,
                    label=f"{state}, {STYLE[load].label}",
                )
                foot += height.to_numpy()
        panel.set_title(f"{name}: {'away from' if direction == UP else 'towards'} the devices")
        panel.set_ylabel("share of time, %")
        panel.grid(axis="x", visible=False)
    three = CATEGORIES.index(3)
    panels[0].plot([three - 0.45, three + 0.45], [70, 70], color=figures.INK, ls="--", lw=1)
    panels[0].annotate("the document: link 3 stalls more than 70 %", (-0.45, 106), va="center")
    panels[0].set_ylim(0, 115)
    panels[1].set_xticks(x, [str(category) for category in CATEGORIES])
    panels[1].set_xlabel(
        "category of links; in each: Poisson (pale), pool as run,\nper device as run, per device"
    )
    drawing.legend(handles=figures.keys(STATES), loc="outside upper left", ncols=2)
    return drawing


@figure("figure-6", "The longest two-way times", F6)
def tail(results: Results) -> Drawing:
    """Self-similar traffic does not produce a higher maximum; high delivery times occur more often.

    Pattern T, lambda 40, at least 660,484 samples of each load, of all replications together.
    Above: the histogram with logarithmic counts. Below: the fraction of samples that took longer.
    Dotted: one in 100,000, the 99.999 percentile.
    """
    drawing, (panel, beyond) = figures.subplots(2, height=5.4, sharex=True, log="y")
    pools = {load: reading.times(reading.at(results, load, **reading.TAIL)) for load in SHOWN}
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


@figure("domino", "The domino effect", EFFECT)
def chain(results: Results) -> Drawing:
    """It begins at link 8; its stalling propagates through link 6 to link 3.

    40 us of one quadrant, pattern U, lambda 20, per device as run. A bar is a stall; its colour
    shows the link that the front packet waits for. Between bars flits move, or the link is idle.
    The arrows point to the cause: a packet that waits for link 8 blocks 6 and 3 and stalls both;
    the other CPU then waits for 6. Link 8 itself is busy and seldom stalls.
    """
    return domino.draw(results)


@figure("proposals", "The proposals of the document", PROPOSALS)
def proposals(results: Results) -> Drawing:
    """Larger buffers, fewer outstanding requests and suitable arbitration will be required.

    Pattern U, lambda 20. Buffers of three packets help. With fewer outstanding requests the two-way
    time is short (solid), but a request waits longer for the window (dashed: time from its
    arrival). All settings see the same requests, so differences between settings are more certain
    than the intervals suggest.
    """
    drawing, panels = figures.subplots(2, height=5)
    for panel, name, title, label in (
        (panels[0], "fifo", "(a) larger buffers", "flits in a FIFO"),
        (panels[1], "cpu_limit", "(b) fewer outstanding requests", "outstanding requests of a CPU"),
    ):
        for load in (POISSON, AS_RUN):
            times, waited = (
                MICROSECONDS * reading.curve(results, metric, load, along=name)
                for metric in ("two_way", "waited")
            )
            curve(panel, points(times), STYLE[load])
            since = (times + waited).median()
            panel.plot(since.index, since, "--", color=STYLE[load].colour, lw=1)
        settings = list(times)
        panel.set_xscale("log", base=2)
        panel.set_xticks(settings, [str(setting) for setting in settings])
        panel.minorticks_off()
        panel.set(xlabel=label, ylabel="time of a request, us", title=title)
        panel.set_yscale("log")
    panels[0].legend(loc="upper right")
    return drawing


@figure("arbitration", "Arbitration policies", ARBITRATION)
def arbitration(results: Results) -> Drawing:
    """Suitable router arbitration policies will maximize the performance.

    Throughput under T at lambda 40, far beyond saturation, with 95 % intervals.
    """
    drawing, panel = figures.subplots(height=3)
    names = list(runs.ARBITERS)
    one = {"arbiter": names[1]}
    for shift, load in zip((-0.12, 0.12), reading.present(results, READINGS, **one), strict=False):
        carried = {
            row: typical(values(results, "throughput", load, "T", lam=MAX_RATE, arbiter=name))
            for row, name in enumerate(names)
        }
        figures.row_points(panel, carried, replace(STYLE[load], size=4), shift)
    panel.set_yticks(range(len(names)), names)
    panel.invert_yaxis()
    panel.set_xlabel("throughput, flits/tick")
    panel.legend(loc="upper right")
    return drawing


@figure("start", "Why a fresh start carries more", F4a)
def starts(results: Results) -> Drawing:
    """Before saturation throughput is higher under self-similar traffic.

    The excess of a fresh start against the length of a run that counts from its start: load offered
    until then, without a network, lambda 14, over its mean. Dotted: the lengths of the runs at the
    judged point. Trains of devices with either fresh start offer too much for a very long time; in
    equilibrium they do not. The start has hardly any effect on the pool.
    """
    drawing, panels = figures.subplots(2, height=5, sharex=True, log="x")
    styles = {
        "FreshOff": Style("fresh: all at the start of an OFF", figures.VERMILION, "v", 7),
        "FreshDurations": Style("fresh: at the start of an ON or OFF", figures.AMBER, "^", 4),
        "Equilibrium": Style("equilibrium", figures.GREEN, "o", 4),
    }
    titles = ("(a) one train a device", "(b) one pool")
    for panel, load, title in zip(panels, (TRAINS, POOL), titles, strict=True):
        for start, frame in reading.start_loads(results, load).items():
            shown = points(100 * (frame - 1))
            shown.index *= MILLISECONDS
            curve(panel, shown, styles[start], lw=0.8, capsize=0)
        panel.axhline(0, color=figures.INK, lw=0.8)
        for length in runs.TICKS.values():
            panel.axvline(length["U"] * MILLISECONDS, color=figures.MUTED, lw=1, ls=":")
        panel.set(title=title, xlim=(0.01, None), ylim=(-80, 80))
        panel.set_ylabel("load so far,\ndeviation from its mean, %")
    panels[0].legend(loc="lower right", frameon=True, facecolor="white", edgecolor="none")
    panels[1].set_xlabel("length of the run, ms")
    return drawing
