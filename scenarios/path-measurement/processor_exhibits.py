# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Throughput that processors of hosts allow: the claim of slide 36, a check and the figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd
from burstlab.archive import Results
from burstlab.study import (
    DERIVED,
    SAME,
    Claims,
    Equals,
    Exhibits,
    Finding,
    about,
    derived,
    figures,
    rule,
)
from burstlab.study.figures import Drawing, Panel, Style

from . import processors
from .partial import full_figure
from .processors import CLOCKS, KINDS, Processor
from .reading import determined, grid, of_2002, of_full

claim, check, figure = Claims(), Claims(), Exhibits()
SLIDE = "slide 36"


def rates(results: Results, settings: Sequence[Processor]) -> pd.DataFrame:
    """Throughput in Mb/s: columns the settings."""
    return grid(results, settings, "throughput", "iperf") / 1e6


def over_limit(results: Results, settings: Sequence[Processor]) -> pd.DataFrame:
    """Throughput over the least of link, windows over round trip, and processor."""
    return rates(results, settings) / [cell.limit for cell in settings]


@claim("C54", SLIDE, "hooks at end = saturation", "processor-limits")
@rule(
    "throughput with the clock doubled over that before, median over five kinds of transfers",
    {"slow hosts": about(2), "fast hosts": Equals(1, SAME)},
    from_document=True,
)
@of_2002
@of_full("thirty transfers between hosts of six clocks.")
def saturation(results: Results, read: str) -> Finding:
    """Throughput grows with the clock of the hosts, until the path is saturated."""
    every = rates(results, processors.by_clock())

    def doubled(clock: int) -> pd.Series:
        ratios = [
            every[replace(k, clock=2 * clock)] / every[replace(k, clock=clock)] for k in KINDS
        ]
        return pd.concat(ratios, axis=1).median(axis=1)

    return Finding(
        {
            "slow hosts": determined(doubled(CLOCKS[0])),
            "fast hosts": determined(doubled(CLOCKS[-2])),
        }
    )


@check("V12", "closed form", "the least of three limits", "processor-limits")
@rule(
    "throughput over the least of link, windows over round trip and processor, lowest and highest "
    "of 38 transfers",
    {"lowest": derived(1), "highest": derived(1)},
)
@of_full("transfers between hosts of six clocks.")
def least(results: Results, read: str) -> Finding:
    """Throughput is the least of what link, windows and processors allow."""
    ratio = over_limit(results, processors.planned("full"))
    low = ratio.median().idxmin()
    return Finding(
        {"lowest": determined(ratio.min(axis=1)), "highest": determined(ratio.max(axis=1))},
        lambda: (
            f"Lowest: {low.words}, {low.clock} MHz; "
            f"{(abs(ratio.median() - 1) <= DERIVED).sum()} of {ratio.shape[1]} within 5 %."
        ),
    )


STYLES = (
    Style(KINDS[0].words, figures.MUTED, "s"),
    Style(KINDS[1].words, figures.VERMILION, "o"),
    Style(KINDS[2].words, figures.BLUE, "^"),
    Style(KINDS[3].words, figures.AMBER, "D"),
    Style(KINDS[4].words, figures.GREEN, "v"),
)


@figure("processor-limits", "What the processor allows", SLIDE)
@full_figure
def limits(results: Results) -> Drawing:
    """Bigger windows and larger frames need fewer MHz; hooks at the end are saturation.

    One transfer on 400 Mb/s and 10 ms without loss. Lines: the least of link, windows over round
    trip, and processor; marks: simulated. Above: by the clock of both hosts. Below: at 100 MHz and
    windows of 1 MB, by the cycles that a packet costs. A frame of 9,000 bytes has six times the
    data of one of 1,500, so that the cost of packets matters less. One stream of 64 KB (grey) has
    less than the closed form: its data wait for the processors within the window.
    """
    drawing, (above, below) = figures.subplots(2, height=6.4)
    for kind, style in zip(KINDS, STYLES, strict=True):
        cells = [cell for cell in processors.by_clock() if replace(cell, clock=kind.clock) == kind]
        _show(above, results, cells, "clock", style)
    for frame, style in {1500: STYLES[2], 9000: STYLES[4]}.items():
        cells = [cell for cell in processors.by_cost() if cell.frame == frame]
        _show(below, results, cells, "packet", style)
    above.set(xscale="log", yscale="log", xlabel="clock, MHz", ylabel="throughput, Mb/s")
    above.set_xticks(CLOCKS, [str(clock) for clock in CLOCKS])
    above.set_yticks([20, 50, 100, 200, 400], ["20", "50", "100", "200", "400"])
    above.minorticks_off()
    above.set_ylim(top=2500)
    above.legend(loc="upper left", fontsize=7.5)
    below.set(xlabel="cycles for a packet", ylabel="throughput, Mb/s", ylim=(0, None))
    return drawing


def _show(panel: Panel, results: Results, cells: list[Processor], name: str, style: Style) -> None:
    """Draw the closed form as a line, and what was simulated as marks."""
    x = [getattr(cell, name) for cell in cells]
    line = range(x[0], x[-1] + 1, max(1, x[-1] // 400))
    law = [replace(cells[0], **{name: value}).limit for value in line]
    panel.plot(line, law, color=style.colour, lw=1)
    panel.plot(x, rates(results, cells).median(), **{**style.options, "ls": ""})
