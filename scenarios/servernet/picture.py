# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Figure 3: the network as a picture, from its topology file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from burstlab.archive import Results
from burstlab.study import figures

from . import reading

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing

COLOURS = {
    **{1: figures.MUTED, 2: figures.MUTED, 4: figures.BLUE, 5: figures.BLUE},
    **{3: figures.VERMILION, 6: figures.VERMILION, 8: figures.VERMILION, 7: figures.INK},
}
WIDTHS = {1: 0.6, 2: 1.0, 3: 2.0, 4: 1.6, 5: 1.6, 6: 2.4, 7: 1.6, 8: 3.0}
SHOWN = 0
"""The quadrant that is shown in full."""
LEVEL = {"t": 4.0, "s": 3.0, "mo": 2.0, "mc": 2.0, "e": 2.0}


def draw(results: Results) -> Drawing:
    """Draw the tetrahedron and one quadrant, links coloured and numbered by category."""
    links = reading.topology(results)
    places = _places(links)
    drawing, panel = figures.subplots(height=4.4)
    counts = links["category"].astype(int).value_counts()
    for category in sorted(COLOURS, key=WIDTHS.get):
        shown = links[links["category"].astype(int) == category]
        ends = [
            (places[link.first], places[link.second])
            for link in shown.itertuples()
            if link.first in places and link.second in places
        ]
        x = [v for (a, b) in ends for v in (a[0], b[0], float("nan"))]
        y = [v for (a, b) in ends for v in (a[1], b[1], float("nan"))]
        panel.plot(
            *(x, y),
            color=COLOURS[category],
            lw=WIDTHS[category],
            solid_capstyle="round",
            zorder=1,
            label=f"category {category}, {counts[category]} links in the network",
        )
        a, b = ends[len(ends) // 2]
        panel.annotate(
            str(category),
            ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2),
            ha="center",
            va="center",
            size=9,
            weight="bold",
            color=COLOURS[category],
            bbox={
                "boxstyle": "circle,pad=0.15",
                "fc": figures.PAPER,
                "ec": COLOURS[category],
                "lw": 0.8,
            },
            zorder=4,
        )
    _nodes(panel, places)
    panel.set_axis_off()
    panel.grid(visible=False)
    return drawing


def _places(links: pd.DataFrame) -> dict[str, tuple[float, float]]:
    """Place the four tetrahedron routers and all below one of them."""
    below: dict[str, list[str]] = {}
    for link in links.itertuples():
        if link.category != "7":
            below.setdefault(link.second, []).append(link.first)
    top = f"t{SHOWN}"
    places = {top: (5.6, LEVEL["t"])}
    tetrahedron = links[links["category"] == "7"]
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


def _nodes(panel: Axes, places: dict[str, tuple[float, float]]) -> None:
    """Draw routers as boxes with their names, CPUs as discs, I/O devices as dots."""
    for name, (x, y) in places.items():
        if name.startswith("cpu"):
            panel.plot(x, y, "o", color=figures.INK, ms=6, zorder=3)
        elif name.startswith("io"):
            panel.plot(x, y, "o", color=figures.MUTED, ms=2.5, zorder=3)
        else:
            panel.annotate(
                name,
                (x, y),
                ha="center",
                va="center",
                size=8.5,
                bbox={
                    "boxstyle": "round,pad=0.3",
                    "fc": figures.PAPER,
                    "ec": figures.INK,
                    "lw": 0.9,
                },
                zorder=5,
            )
    panel.annotate("large discs: CPUs, small: I/O devices", (0.3, 0.45), size=8.5)
    panel.annotate("three more quadrants below these", (6.6, 5.35), size=8.5)
    panel.set(xlim=(0.2, 10.1), ylim=(0.3, 5.6))
