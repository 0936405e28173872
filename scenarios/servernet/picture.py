# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Figure 3: the network as a picture, from its topology file."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.study import figures
from burstlab.study.figures import Drawing, Panel
from numpy.typing import ArrayLike

from . import reading

COLOURS = {
    **{1: figures.MUTED, 2: figures.MUTED, 4: figures.BLUE, 5: figures.BLUE},
    **{3: figures.VERMILION, 6: figures.VERMILION, 8: figures.VERMILION, 7: figures.INK},
}
WIDTHS = {1: 0.6, 2: 1.0, 3: 2.0, 4: 1.6, 5: 1.6, 6: 2.4, 7: 1.6, 8: 3.0}
SHOWN = 0
"""The quadrant that is shown in full."""
GAP = (np.nan, np.nan)
LEVEL = {"t": 4.0, "s": 3.0, "mo": 2.0, "mc": 2.0, "e": 2.0}


def draw(results: Results) -> Drawing:
    """Draw the tetrahedron and one quadrant, links coloured and numbered by category."""
    links = reading.topology(results)
    places = _places(links)
    drawing, panel = figures.subplots(height=4.4)
    counts = links["category"].value_counts()
    placed = links[links["first"].isin(places) & links["second"].isin(places)]
    for category in sorted(COLOURS, key=WIDTHS.get):
        colour = COLOURS[category]
        of_category = placed[placed["category"] == category]
        ends = [(places[link.first], places[link.second]) for link in of_category.itertuples()]
        path = [place for pair in ends for place in (*pair, GAP)]
        panel.plot(
            *zip(*path, strict=True),
            color=colour,
            lw=WIDTHS[category],
            solid_capstyle="round",
            zorder=1,
            label=f"category {category}, {counts[category]} links in the network",
        )
        middle = np.mean(ends[len(ends) // 2], axis=0)
        box = {"boxstyle": "circle,pad=0.15", "ec": colour, "lw": 0.8}
        _name(panel, str(category), middle, box, size=9, weight="bold", color=colour, zorder=4)
    for name, place in places.items():
        if name.startswith("cpu"):
            panel.plot(*place, "o", color=figures.INK, ms=6, zorder=3)
        elif name.startswith("io"):
            panel.plot(*place, "o", color=figures.MUTED, ms=2.5, zorder=3)
        else:
            box = {"boxstyle": "round,pad=0.3", "ec": figures.INK, "lw": 0.9}
            _name(panel, name, place, box, size=8.5, zorder=5)
    panel.annotate("large discs: CPUs, small: I/O devices", (0.3, 0.45), size=8.5)
    panel.annotate("three more quadrants below these", (6.6, 5.35), size=8.5)
    panel.set(xlim=(0.2, 10.1), ylim=(0.3, 5.6))
    panel.set_axis_off()
    panel.grid(visible=False)
    return drawing


def _name(panel: Panel, name: str, place: ArrayLike, box: dict[str, Any], **text: Any) -> None:
    """Write a name in a box of the paper's colour."""
    box = {"fc": figures.PAPER, **box}
    panel.annotate(name, place, ha="center", va="center", bbox=box, **text)


def _places(links: pd.DataFrame) -> dict[str, tuple[float, float]]:
    """Place the four tetrahedron routers and all below one of them."""
    below: dict[str, list[str]] = {}
    for link in links.itertuples():
        if link.category != 7:
            below.setdefault(link.second, []).append(link.first)
    top = f"t{SHOWN}"
    places = {top: (5.6, LEVEL["t"])}
    tetrahedron = links[links["category"] == 7]
    others = sorted({*tetrahedron["first"], *tetrahedron["second"]} - {top})
    places |= dict(zip(others, ((7.8, 5.0), (9.6, 4.2), (8.0, 3.4)), strict=True))
    outer = next(name for name in below[top] if name.startswith("s"))
    core = next(name for name in below[top] if name.startswith("mc"))
    places |= {outer: (3.4, LEVEL["s"]), core: (8.6, LEVEL["mc"])}
    enclosures = sorted(below[outer], key=lambda name: not name.startswith("mo"))
    for i, name in enumerate(enclosures):
        places[name] = (1.0 + 1.35 * i, LEVEL["e"])
    for router in (*enclosures, core):
        devices = sorted(below[router])
        for i, name in enumerate(devices):
            x, y = places[router]
            places[name] = (x + 0.24 * (i - (len(devices) - 1) / 2), y - 1.0)
    return places
