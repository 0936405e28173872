# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Copies that search windows and streams first: the claim of slide 30, its rule and its figure."""

from __future__ import annotations

import pandas as pd
from burstlab.archive import Results
from burstlab.study import SAME, Above, Claims, Exhibits, Finding, figures, rule
from burstlab.study.figures import Drawing, Style
from burstlab.study.measures import over, table

from .partial import full_figure
from .reading import of, of_2002, of_full
from .searches import SITES, VOLUME_GB, Tuned, fixed, untuned

claim, figure = Claims(), Exhibits()
SLIDE = "slide 30"


def duration(results: Results, cell: Tuned) -> pd.Series:
    """Duration of the transfer with its search, s."""
    return of(results, cell, "steering.duration", "")


def best(results: Results, site: str) -> Tuned:
    """Find the windows and streams with the shortest median, in hindsight."""
    return min(fixed(site), key=lambda cell: duration(results, cell).median())


def cost(results: Results, site: str, name: str) -> pd.Series:
    """Read ``time`` in s, ``bytes``, ``window`` in B or ``streams`` of the search at a site."""
    return of(results, Tuned(site=site), f"steering.search_{name}", site)


def pays_from(results: Results, site: str) -> float:
    """Find the volume in GB from which on the search is shorter than what it saves."""
    took, whole, default = (
        series.median()
        for series in (
            cost(results, site, "time"),
            duration(results, Tuned(site=site)),
            duration(results, untuned(site)),
        )
    )
    saved = default - (whole - took)
    return VOLUME_GB * took / saved if saved > 0 else float("inf")


@claim("C56", SLIDE, "on demand tool (extended iperf), or reasonable default", "searches")
@rule(
    "rate of a copy of 10 GB that searches, over the best of nine in hindsight; over the default, "
    "at the far site; the time of the search counts",
    {
        **{f"best, {site}": Above(1 - SAME) for site in SITES},
        f"default, {SITES[1]}": Above(1 + SAME),
    },
)
@of_2002
@of_full("copies with nine windows by streams to two sites.")
def search(results: Results, read: str) -> Finding:
    """Windows and streams that a copy searches first are nearly the best ones."""
    took = {site: duration(results, Tuned(site=site)) for site in SITES}
    top = {site: best(results, site) for site in SITES}
    far = SITES[1]
    return Finding(
        {
            **{f"best, {s}": over(duration(results, top[s]), took[s]) for s in SITES},
            f"default, {far}": over(duration(results, untuned(far)), took[far]),
        },
        lambda: " ".join(
            f"{site}: best are {cell.streams} x {cell.window} KB; the search takes "
            f"{cost(results, site, 'time').median():.0f} s, and pays from "
            f"{pays_from(results, site):.2g} GB on."
            for site, cell in top.items()
        ),
    )


@figure("searches", "Windows and streams before a copy", SLIDE)
@full_figure
def searches(results: Results) -> Drawing:
    """Windows and streams come from an on demand tool, or a reasonable default.

    Rate of whole copies of 10 GB in QBSS, over that of the best of nine windows by streams, with
    95 % intervals. Blue: fixed windows and streams; amber: what bbcp has untuned; green: the copy
    that searches first, whose search counts. At the near site the default is as good as the best,
    at the far one a copy needs more.
    """
    drawing, panels = figures.subplots(len(SITES), height=3.2 * len(SITES), sharex=True)
    for panel, site in zip(panels, SITES, strict=True):
        top = duration(results, best(results, site))
        bars = {f"{cell.streams} x {cell.window} KB": cell for cell in fixed(site)}
        bars["search"] = Tuned(site=site)
        colours = {Tuned(site=site): figures.GREEN, untuned(site): figures.AMBER}
        shown = table({name: over(100 * top, duration(results, c)) for name, c in bars.items()})
        styles = [Style(name, colours.get(c, figures.BLUE)) for name, c in bars.items()]
        figures.bars(panel, shown, styles, digits=".0f")
        panel.set_yticks(range(len(bars)), list(bars))
        panel.set(title=site, xlim=(0, None))
        panel.invert_yaxis()
    panels[-1].set_xlabel("rate over that of the best, %")
    return drawing
