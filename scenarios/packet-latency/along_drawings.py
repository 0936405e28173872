# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Losses of pFabric's test packets over time, with the flows that wait and those that probe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import interval
from burstlab.study import Finding, NotAsked, Rows, derived, figures, present, rule, runs_of
from burstlab.study.figures import Drawing, Style, curve
from burstlab.study.measures import exact, numbers, typical

from .drawings import figure
from .judges import S33, check
from .reading import packets
from .runs import ALONG, QUICK, Setting
from .tables import table

PROBE_BITS = 8 * 41
"""A byte of a message with its headers."""
PARTS = 6
"""Of the time until the last test packet."""


def settings(results: Results) -> list[Setting]:
    """Choose the cells that are shown: from the start on, else those of the quick edition."""
    whole = present(results, ALONG)
    return whole or present(results, [replace(QUICK, time_out=s.time_out) for s in ALONG])


def full_of_probes(setting: Setting) -> float:
    """How many messages fill a link of the core with probes: each sends one in every time-out."""
    return setting.gbps * 1000 * setting.time_out / PROBE_BITS


def progress(results: Results, setting: Setting) -> pd.DataFrame:
    """Read the table of progress of all replications, with messages that probe by core link.

    The longest routes between two halves cross one link in each direction.
    """
    frame = numbers(runs_of(results, setting), "progress", "setting")
    return frame.assign(per_link=frame["crossing"] / 2)


def parts(results: Results, setting: Setting) -> Iterator[tuple[float, float, pd.DataFrame]]:
    """Divide the time into parts: begin and end in ms, and one row for each replication.

    Columns waiting, probing, per_link: means over the part; sent, lost, percent: test packets.
    """
    samples, tests = progress(results, setting), packets(results, [setting])
    edges = np.linspace(0, tests["sent"].max() * (1 + 1e-9), PARTS + 1)
    for begin, end in pairwise(edges):
        sampled = samples[samples["time"].between(begin, end, "left")].groupby(["seed", "run"])
        lost = tests[tests["sent"].between(begin, end, "left")].groupby(["seed", "run"])["lost"]
        frame = sampled[["waiting", "probing", "per_link"]].apply(pd.DataFrame.mean)
        frame = frame.assign(sent=lost.size(), lost=lost.sum()).fillna({"sent": 0, "lost": 0})
        yield begin, end, frame.assign(percent=100 * frame["lost"] / frame["sent"])


STYLES = {
    45: Style("as shipped, 45 us", figures.VERMILION, "s"),
    260: Style("three round trips, 260 us", figures.BLUE, "o"),
}


@figure("along", "Losses of pFabric over time", f"{S33}, figure 4")
def along(results: Results) -> Drawing:
    """There is no packet lost in pFabric.

    Links of 1 Gb/s and 90 % of the links of servers, in the quick edition 50 %; the core is offered
    29 and 16 times what it carries. Medians over replications with 95 % intervals of six equal
    parts of the time; the full edition sends test packets from the start on. Flows that wait and
    messages that probe grow as long as the run lasts, and losses with them. Dashed: so many
    messages fill a link of 1 Gb/s with probes alone, one from each in every time-out.
    """
    drawing, panels = figures.subplots(3, height=6.4, sharex=True)
    for setting in settings(results):
        style = STYLES[setting.time_out]
        middles = {(begin + end) / 2: each for begin, end, each in parts(results, setting)}
        for panel, name in zip(panels, ("waiting", "per_link", "percent"), strict=True):
            known = {middle: each[name].dropna() for middle, each in middles.items()}
            curve(panel, {middle: typical(v) for middle, v in known.items() if len(v)}, style)
        panels[1].axhline(full_of_probes(setting), color=style.colour, ls="--", lw=1)
    panels[0].set_ylabel("flows that wait")
    panels[0].legend(loc="upper left")
    panels[1].set(ylabel="probing, per core link", yscale="log")
    panels[2].set(ylabel="test packets lost, %", xlabel="time since the start, ms", ylim=(-1, None))
    panels[0].set_xlim(left=0)
    return drawing


@table("over-time", "Losses of pFabric over time, numbers", f"{S33}, figure 4")
def over_time(results: Results) -> Rows:
    """There is no packet lost in pFabric.

    As the figure; numbers are medians over replications with 95 % intervals. Share of a link: what
    the probes of the messages that probe through a core link would take of that link.
    """
    for setting in settings(results):
        for begin, end, each in parts(results, setting):
            per_link, lost = typical(each["per_link"]), each["percent"].dropna()
            yield {
                "time-out, us": setting.time_out,
                "load, %": setting.load,
                "from, ms": f"{begin:.0f}",
                "to, ms": f"{end:.0f}",
                "flows that wait": f"{typical(each['waiting']):.3g}",
                "messages that probe": f"{typical(each['probing']):.3g}",
                "of these per core link": f"{per_link:.3g}",
                "share of a link": f"{per_link.estimate / full_of_probes(setting):.2f}",
                "lost, %": f"{interval(lost):.3g}" if len(lost) else "\u2013",
                "test packets": int(each["sent"].sum()),
            }


@check("V5", "definition", "a probe in each time-out", "over-time")
@rule("probes of all runs over messages that probe, summed over the time, by time-out", derived(1))
def probes(results: Results, read: str) -> Finding:
    """Each message that probes sends a byte in every time-out."""
    ratios = {}
    for setting in settings(results):
        sent, due = 0.0, 0.0
        for _, run in progress(results, setting).groupby(["seed", "run"]):
            ordered = run.sort_values("time")
            sent += ordered["probes"].iloc[-1]
            due += np.trapezoid(ordered["probing"], ordered["time"]) * 1000 / setting.time_out
        ratios[f"{setting.time_out} us"] = sent / due
    if not ratios:
        raise NotAsked("No loaded cell is run in this edition.")
    return Finding(exact(ratios))
