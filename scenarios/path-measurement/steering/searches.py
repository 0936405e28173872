# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Slide 30, a copy that first searches windows and streams: runs, claim and figure."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from burstlab.archive import Results
from burstlab.engine import object_text
from burstlab.study import SAME, Above, Claims, Exhibits, Finding, Labelled, all_of, figures, rule
from burstlab.study.figures import Drawing, Style
from burstlab.study.measures import over
from burstlab.study.measures import table as points_of

from ..readings import AS_RUN
from ..results import full_figure, of, of_2002, of_full
from .transfers import STEERING

SITES = ("Colorado", "INFN-Rome")
"""A near site, where the default nearly fills the path, and a far one with losses."""
WINDOWS, STREAMS = (64, 256, 1024), (1, 4, 16)
"""KB of 1,024 bytes, and streams: what the search tries, and what fixed copies have."""
DEFAULT = (64, 4)
"""Windows and streams of bbcp that nobody tunes."""
SEARCHED = 0
"""Windows and streams of a copy that searches."""
VOLUME_GB = 10
CHECK_S, SAMPLE = 2000, 0.01
"""A piece, and the part of a piece that is sent."""
SCALE = 2
"""Divisor of rates, windows and volume."""


@dataclass(frozen=True)
class Tuned(Labelled):
    """A steered copy to a site without a replica, in QBSS, beside the cross traffic of the site.

    Attributes
    ----------
    reading
        That of 2002.
    site
        One of `SITES`.
    window, streams
        Of the copy; KB of 1,024 bytes. `SEARCHED`: found by the copy before it begins.
    """

    reading: str = AS_RUN
    site: str = SITES[0]
    window: int = SEARCHED
    streams: int = SEARCHED


def fixed(site: str) -> list[Tuned]:
    """List all windows by streams."""
    return all_of(Tuned(site=site), window=WINDOWS, streams=STREAMS)


def untuned(site: str) -> Tuned:
    """Describe a copy that nobody tunes."""
    return Tuned(AS_RUN, site, *DEFAULT)


def planned(edition: str) -> list[Tuned]:
    """All settings of an edition."""
    if edition == "quick":
        return []
    return [cell for site in SITES for cell in (Tuned(site=site), *fixed(site))]


def scenario(cell: Tuned, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    window, streams = DEFAULT if cell.window == SEARCHED else (cell.window, cell.streams)
    copy = f"Streams={streams}|Window={window * 1024}"
    law = f"CheckInterval=+{CHECK_S}000000000ns|Lately=+{3 * CHECK_S}000000000ns|Sample={SAMPLE}"
    return STEERING, {
        "Site": cell.site,
        "Replica": "",
        "Scale": SCALE,
        "Volume": VOLUME_GB * 10**9,
        "Deadline": "48h",
        "Training": "3h",
        "TestDuration": "5s",
        "Settle": "3s",
        "Copy": object_text("ns3::BbcpProbe", copy, ("Streams=4", "Window=65536")),
        "Steering": object_text("ns3::SteeredCopy", law),
        "Search": "ns3::WindowSearchProbe" if cell.window == SEARCHED else "",
    }


claim, figure = Claims(of_2002), Exhibits()
SLIDE = "slide 30"


def duration(results: Results, cell: Tuned) -> pd.Series:
    """Duration of the transfer with its search, s."""
    return of(results, cell, "steering.duration")


def best(results: Results, site: str) -> Tuned:
    """Find the windows and streams with the shortest median, in hindsight."""
    return min(fixed(site), key=lambda cell: duration(results, cell).median())


def cost(results: Results, site: str, name: str) -> pd.Series:
    """Read ``time`` in s, ``bytes``, ``window`` in B or ``streams`` of the search at a site."""
    return of(results, Tuned(site=site), f"steering.search_{name}", site)


def pays_from(results: Results, site: str) -> float:
    """Find the volume in GB from which on the search is shorter than what it saves."""
    took = cost(results, site, "time").median()
    whole, default = (
        duration(results, cell).median() for cell in (Tuned(site=site), untuned(site))
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
        shown = points_of({name: over(100 * top, duration(results, c)) for name, c in bars.items()})
        styles = [Style(name, colours.get(c, figures.BLUE)) for name, c in bars.items()]
        figures.bars(panel, shown, styles, digits=".0f")
        panel.set_yticks(range(len(bars)), list(bars))
        panel.set(title=site, xlim=(0, None))
        panel.invert_yaxis()
    panels[-1].set_xlabel("rate over that of the best, %")
    return drawing
