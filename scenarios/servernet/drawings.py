# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the study."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import mean_interval
from burstlab.study import figures
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.patches import Patch
from matplotlib.ticker import LogLocator

from . import reading, runs
from .reading import CATEGORIES, DOWN, LABEL, MILLISECONDS, UP
from .runs import LOADS, MAX_RATE, POINT, POISSON, POOL, TRAINS

COLOUR = {POISSON: figures.BLUE, TRAINS: figures.VERMILION, POOL: figures.PURPLE}
MARKER = {POISSON: "o", TRAINS: "s", POOL: "^"}
MICROSECONDS = 1000 * MILLISECONDS
EXTREME = 1e-5
STATES = {"stalled": figures.VERMILION, "transmitting": figures.GREEN}


def draw_curves(results: Results, patterns: str) -> Drawing:
    """Figure 4: throughput and two-way time along the curves of some patterns."""
    names = patterns.split()
    drawing, axes = figures.subplots(
        2 * len(names), height=2.8 * 2 * len(names), squeeze=False, gridspec_kw={"hspace": 0.08}
    )
    for i, pattern in enumerate(names):
        throughput, times = axes[2 * i, 0], axes[2 * i + 1, 0]
        for load in LOADS:
            _curve(throughput, reading.curve(results, "throughput", pattern, load), load)
            _curve(times, MICROSECONDS * reading.curve(results, "two_way", pattern, load), load)
        frame = reading.points(results)
        of_pattern = frame[frame["pattern"] == pattern]
        ends = np.array([0, of_pattern["throughput"].max() / _flits_per_load()])
        throughput.plot(ends, ends * _flits_per_load(), ":", color=figures.MUTED, lw=1)
        times.axhline(
            MICROSECONDS * of_pattern["empty_two_way"].iloc[0], ls=":", color=figures.MUTED, lw=1
        )
        throughput.set_title(f"({'ac'[i]}) {pattern}: what is carried")
        throughput.set(ylabel="throughput, flits/tick", ylim=(0, None), xlim=(0, None))
        times.set_title(f"({'bd'[i]}) {pattern}: how long it takes")
        times.set(
            yscale="log",
            ylabel="two-way time, us",
            xlabel="lambda, requests/(device ms)",
            xlim=(0, None),
        )
        times.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        times.yaxis.set_major_formatter("{x:g}")
        times.yaxis.set_minor_formatter("")
        throughput.legend(loc="lower right")
    return drawing


def _flits_per_load() -> float:
    """Give the flits/tick that lambda = 1 comes to: 92 a transaction."""
    return 92 * runs.DEVICES / runs.TICKS_PER_MS


def _curve(panel: Axes, frame: pd.DataFrame, load: str) -> None:
    points = [mean_interval(frame[lam]) for lam in frame]
    panel.errorbar(
        frame.columns.astype(float),
        [point.mean for point in points],
        yerr=[
            [point.mean - max(point.low, point.mean / 10) for point in points],
            [point.high - point.mean for point in points],
        ],
        marker=MARKER[load],
        ms=3.5,
        mfc="none",
        capsize=2,
        color=COLOUR[load],
        label=LABEL[load],
    )


def draw_links(results: Results) -> Drawing:
    """Figure 5: what each category does in each direction, a group of bars for the three loads."""
    drawing, panels = figures.subplots(2, height=5.6, sharex=True, sharey=True)
    x = np.arange(len(CATEGORIES))
    for panel, direction, name in zip(panels, (UP, DOWN), ("up", "down"), strict=True):
        for shift, load in zip((-0.29, 0, 0.29), LOADS, strict=True):
            foot = np.zeros(len(CATEGORIES))
            for state, colour in STATES.items():
                share = 100 * reading.shares(results, state, "U", load, POINT["U"])
                height = share.mean().xs(direction, level="direction").reindex(CATEGORIES)
                panel.bar(
                    *(x + shift, height),
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
    panels[1].set_xlabel("category of links; in each: Poisson (pale), trains (b), pool (a)")
    panels[1].legend(
        handles=[Patch(color=colour, label=state) for state, colour in STATES.items()],
        loc="upper left",
    )
    return drawing


def draw_tail(results: Results) -> Drawing:
    """Figure 6: histogram of two-way times, and the share that took longer."""
    drawing, (panel, tail) = figures.subplots(2, height=5.4, sharex=True)
    pools = {load: reading.pooled(reading.tail(results)[load]) for load in LOADS}
    longest = max((pool["low"] + pool["width"]).max() for pool in pools.values()) * MILLISECONDS
    edges = np.linspace(0, longest, 61)
    for load, pool in pools.items():
        middle = (pool["low"] + pool["width"] / 2) * MILLISECONDS
        counts, _ = np.histogram(middle, bins=edges, weights=pool["count"])
        panel.stairs(
            np.where(counts, counts, 0.5), edges, color=COLOUR[load], lw=1.2, label=LABEL[load]
        )
        beyond = 1 - pool["count"].cumsum() / pool["count"].sum()
        tops = (pool["low"] + pool["width"]) * MILLISECONDS
        keep = beyond > 0
        tail.plot(tops[keep], beyond[keep], color=COLOUR[load], label=LABEL[load])
    panel.set(yscale="log", ylabel="transactions in a bin", ylim=(0.7, None))
    panel.set_title(f"(a) T, lambda {MAX_RATE}: histogram")
    panel.legend(loc="upper right")
    tail.axhline(EXTREME, ls=":", color=figures.INK, lw=1)
    tail.set(yscale="log", xlabel="two-way time, ms", ylabel="share that took longer")
    tail.set_title("(b) the tail")
    return drawing


def draw_proposals(results: Results) -> Drawing:
    """Two-way time by FIFO and by limit."""
    drawing, panels = figures.subplots(2, height=5)
    axes = {
        "FifoFlits": ("larger buffers", "flits in a FIFO"),
        "CpuOutstanding": ("fewer outstanding requests", "outstanding requests of a CPU"),
    }
    frame = reading.points(results)
    for panel, (attribute, (title, label)), letter in zip(panels, axes.items(), "ab", strict=True):
        settings = sorted(set(frame[attribute]))
        for load in LOADS:
            columns = {
                setting: MICROSECONDS
                * reading.values(results, "two_way", "U", load, POINT["U"], **{attribute: setting})
                for setting in settings
            }
            _curve(panel, pd.DataFrame(columns), load)
        panel.set_xscale("log", base=2)
        panel.set_xticks(settings, [str(setting) for setting in settings])
        panel.minorticks_off()
        panel.set(xlabel=label, ylabel="two-way time, us", ylim=(0, None))
        panel.set_title(f"({letter}) {title}")
    panels[0].legend(loc="upper right")
    return drawing


def draw_arbitration(results: Results) -> Drawing:
    """Throughput of T at the maximum rate by arbiter."""
    drawing, panel = figures.subplots(height=3)
    names = list(runs.ARBITERS)
    for shift, load in ((-0.12, TRAINS), (0.12, POOL)):
        points = [
            reading.mean(reading.values(results, "throughput", "T", load, MAX_RATE, arbiter=name))
            for name in names
        ]
        panel.errorbar(
            [point.mean for point in points],
            np.arange(len(names)) + shift,
            xerr=[point.high - point.mean for point in points],
            fmt=MARKER[load],
            ms=4,
            mfc="none",
            capsize=2,
            color=COLOUR[load],
            label=LABEL[load],
        )
    panel.set_yticks(range(len(names)), names)
    panel.invert_yaxis()
    panel.set_xlabel("throughput, flits/tick")
    panel.legend(loc="upper right")
    return drawing


def draw_starts(results: Results) -> Drawing:
    """Load offered since the start of the sources, in both sets."""
    drawing, panels = figures.subplots(2, height=5, sharex=True)
    labels = {
        "FreshOff": ("fresh: all at the begin of an OFF", figures.VERMILION, "v", 7),
        "FreshDurations": ("fresh: ON or OFF, at the begin of it", figures.AMBER, "^", 4),
        "Equilibrium": ("equilibrium", figures.GREEN, "o", 4),
    }
    for panel, load in zip(panels, runs.SETS.values(), strict=True):
        for start, frame in reading.start_loads(results, load).items():
            label, colour, marker, size = labels[start]
            points = [mean_interval(100 * (frame[ticks] - 1)) for ticks in frame.columns]
            panel.errorbar(
                np.asarray(frame.columns, dtype=float) * MILLISECONDS,
                [point.mean for point in points],
                yerr=[point.high - point.mean for point in points],
                marker=marker,
                ms=size,
                mfc="none",
                lw=0.8,
                capsize=2,
                color=colour,
                label=label,
            )
        panel.axhline(0, color=figures.INK, lw=0.8)
        panel.set(
            xscale="log",
            xlim=(0.01, None),
            ylim=(-80, 80),
            ylabel="load so far,\ndeviation from its mean, %",
        )
        panel.set_title(
            "(a) one train a device (set b)" if load == TRAINS else "(b) one pool (set a)"
        )
    panels[0].legend(loc="lower right")
    panels[1].set_xlabel("time since the start, ms")
    return drawing
