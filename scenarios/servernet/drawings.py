# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the study."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab import figures
from burstlab.results import Results
from burstlab.statistics import mean_interval
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing
from matplotlib.ticker import LogLocator

from . import reading, runs
from .reading import CATEGORIES, DOWN, MILLISECONDS, UP
from .runs import LOADS, MAX_RATE, POINT, POISSON, POOL, TRAINS

COLOUR = {POISSON: figures.BLUE, TRAINS: figures.VERMILION, POOL: figures.AMBER}
LABEL = {POISSON: "Poisson", TRAINS: "trains (set b)", POOL: "pool (set a)"}
MARKER = {POISSON: "o", TRAINS: "s", POOL: "^"}
MICROSECONDS = 1000 * MILLISECONDS
EXTREME = 1e-5


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


def draw_links(results: Results, load: str) -> Drawing:
    """Figure 5: what each category does in each direction, Poisson left and a load right."""
    drawing, panels = figures.subplots(2, height=5.2, sharex=True, sharey=True)
    x = np.arange(len(CATEGORIES))
    for panel, direction, name in zip(panels, (UP, DOWN), ("up", "down"), strict=True):
        for shift, process, strength in ((-0.2, POISSON, 0.55), (0.2, load, 1.0)):
            transmitting, stalled = (
                100
                * reading.shares(results, state, "U", process, POINT["U"])
                .xs(direction, axis=1, level="direction")
                .mean()
                .reindex(CATEGORIES)
                for state in ("transmitting", "stalled")
            )
            panel.bar(
                *(x + shift, stalled),
                width=0.36,
                color=figures.VERMILION,
                alpha=strength,
                label=f"stalled, {LABEL[process]}",
            )
            panel.bar(
                *(x + shift, transmitting),
                width=0.36,
                bottom=stalled,
                color=figures.GREEN,
                alpha=strength,
                label=f"transmitting, {LABEL[process]}",
            )
        panel.set_title(f"{name}: {'away from' if direction == UP else 'towards'} the devices")
        panel.set_ylabel("share of time, %")
        panel.grid(axis="x", visible=False)
    panels[0].axhline(70, color=figures.INK, ls="--", lw=0.8)
    panels[0].annotate("stalled 70 %", (-0.6, 71), size=8.5, ha="left", va="bottom")
    panels[0].set_ylim(0, 100)
    panels[1].set_xticks(x, [str(category) for category in CATEGORIES])
    panels[1].set_xlabel("category of links; left Poisson, right self-similar")
    panels[1].legend(loc="upper left", ncols=1)
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


def draw_domino(results: Results) -> Drawing:
    """Stalls of one quadrant's way up in time order, coloured by what they wait for."""
    stalls, links = _busiest(results)
    drawing, panel = figures.subplots(height=3.6)
    kinds = {
        8: ("waits for 8", figures.VERMILION),
        6: ("waits for 6", figures.AMBER),
        0: ("waits for another", figures.BLUE),
    }
    begin = stalls["begin"].min()
    order = [(category, name) for category in (8, 6, 3) for name in links[category]]
    rows = stalls["name"].map({name: row for row, (_, name) in enumerate(order)})
    blamed = stalls["blamed_category"].where(
        (stalls["blamed_direction"] == UP) & stalls["blamed_category"].isin([8, 6]), 0
    )
    for kind, (label, colour) in kinds.items():
        shown = stalls[blamed == kind]
        panel.barh(
            rows[blamed == kind],
            (shown["end"] - shown["begin"]) * MICROSECONDS,
            left=(shown["begin"] - begin) * MICROSECONDS,
            height=0.72,
            color=colour,
            label=label,
        )
    panel.set_yticks(range(len(order)), [f"{c}: {name}" for c, name in order])
    panel.invert_yaxis()
    panel.set(xlabel="time, us")
    panel.grid(axis="y", visible=False)
    panel.legend(loc="upper right", bbox_to_anchor=(1, -0.2), ncols=3, columnspacing=1)
    return drawing


SHOWN_TICKS = 2000
"""Ticks of the figure on the domino."""


def _busiest(results: Results) -> tuple[pd.DataFrame, dict[int, list[str]]]:
    """Choose the quadrant and window with most of 3 waiting for 6 and 6 for 8, first run."""
    stalls = reading.stalls(results, TRAINS)
    stalls = stalls[
        (stalls["run"] == stalls["run"].min())
        & (stalls["direction"] == UP)
        & stalls["category"].isin([8, 6, 3])
    ]
    length = stalls["end"] - stalls["begin"]
    window = stalls["begin"] // SHOWN_TICKS
    chain = [
        length.where((stalls["category"] == lower) & (stalls["blamed_category"] == upper), 0)
        .groupby([stalls["quadrant"], window])
        .sum()
        for lower, upper in ((6, 8), (3, 6))
    ]
    weight = np.minimum(*chain)
    quadrant, number = weight.idxmax()
    first = number * SHOWN_TICKS
    inside = (
        (stalls["quadrant"] == quadrant)
        & (stalls["end"] > first)
        & (stalls["begin"] < first + SHOWN_TICKS)
    )
    shown = stalls[inside].assign(
        begin=stalls["begin"].clip(lower=first), end=stalls["end"].clip(upper=first + SHOWN_TICKS)
    )
    channels = reading.channels(results)
    of_quadrant = channels[(channels["quadrant"] == quadrant) & (channels["direction"] == UP)]
    links = {
        category: of_quadrant.loc[of_quadrant["category"] == category, "name"].tolist()
        for category in (8, 6, 3)
    }
    return shown, links


def draw_proposals(results: Results) -> Drawing:
    """Two-way time by FIFO and by limit, throughput by arbiter."""
    drawing, panels = figures.subplots(3, height=7.2, gridspec_kw={"height_ratios": (1, 1, 1.1)})
    axes = {"FifoFlits": "flits in a FIFO", "CpuOutstanding": "outstanding requests of a CPU"}
    frame = reading.points(results)
    for panel, (attribute, label), letter in zip(panels, axes.items(), "ab", strict=False):
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
        panel.set_title(f"({letter}) U, lambda {POINT['U']}")
    panels[0].legend(loc="upper right")
    names = list(runs.ARBITERS)
    for shift, load in ((-0.2, TRAINS), (0.2, POOL)):
        points = [
            reading.mean(reading.values(results, "throughput", "T", load, MAX_RATE, arbiter=name))
            for name in names
        ]
        panels[2].errorbar(
            [point.mean for point in points],
            np.arange(len(names)) + shift / 2,
            xerr=[point.high - point.mean for point in points],
            fmt=MARKER[load],
            ms=4,
            mfc="none",
            capsize=2,
            color=COLOUR[load],
            label=LABEL[load],
        )
    panels[2].set_yticks(range(len(names)), names)
    panels[2].invert_yaxis()
    panels[2].set_xlabel("throughput, flits/tick")
    panels[2].set_title(f"(c) T, lambda {MAX_RATE}: arbiters")
    return drawing


def draw_starts(results: Results) -> Drawing:
    """Load offered since the start of the sources, in both sets."""
    drawing, panels = figures.subplots(2, height=5, sharex=True)
    labels = {
        "FreshOff": ("all at the begin of an OFF", figures.AMBER, "v"),
        "FreshDurations": ("ON or OFF, at the begin of it", figures.PURPLE, "^"),
        "Equilibrium": ("equilibrium", figures.GREEN, "o"),
    }
    for panel, (suffix, load) in zip(panels, runs.SETS.items(), strict=True):
        for start, frame in reading.start_loads(results, load).items():
            label, colour, marker = labels[start]
            points = [mean_interval(100 * (frame[ticks] - 1)) for ticks in frame.columns]
            panel.errorbar(
                np.asarray(frame.columns, dtype=float) * MILLISECONDS,
                [point.mean for point in points],
                yerr=[point.high - point.mean for point in points],
                marker=marker,
                ms=4,
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
        panel.set_title(f"set {suffix or 'b'}")
    panels[0].legend(loc="lower right")
    panels[1].set_xlabel("time since the start, ms")
    return drawing
