# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the study."""

from __future__ import annotations

import numpy as np
from burstlab.archive import Results
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing, Style, curve
from burstlab.study.measures import typical

from .judges import ABSTRACT, NEAR_IDEAL
from .reading import MEAN, P99, grid, near_points, values
from .runs import CLASSES, DCTCP, DCTCP_OF_NS3, PFABRIC, TCP, everyone

figure = Exhibits()
STYLES = (
    Style(PFABRIC, figures.BLUE, "o"),
    Style(DCTCP, figures.AMBER, "^"),
    Style(DCTCP_OF_NS3, figures.PURPLE, "v"),
    Style(TCP, figures.VERMILION, "s"),
)


@figure("means", "Mean slowdown by size", ABSTRACT)
def means(results: Results) -> Drawing:
    """Near theoretically optimal completion times for short flows, while still minimizing the
    average completion time of long flows.

    Completion time over that of the same flow alone in the network, logarithmic; medians over
    replications with 95 % intervals. Dotted: limit of near. Protocols are compared in runs of 72
    flows in the quick edition, 1,500 of web search and 300 of data mining in the full one. Green is
    pFabric alone, in runs of 288 flows, and of 3,000 and 600 at all loads in the full edition.
    """
    return _by_load(results, MEAN, "mean slowdown")


@figure("tails", "99th percentile of the slowdown by size", ABSTRACT)
def tails(results: Results) -> Drawing:
    """Near theoretically optimal even at the 99th percentile for short flows.

    As the figure of means. With fewer than a hundred flows of a size the 99th percentile is the
    largest slowdown, as in the runs of 72 flows.
    """
    return _by_load(results, P99, "99th percentile")


def _by_load(results: Results, metric: str, label: str) -> Drawing:
    points = grid(results)
    drawn = [(style, [everyone(p)[style.label] for p in points]) for style in STYLES]
    near = near_points(results)
    if near:
        drawn.append((Style(f"{PFABRIC}, more flows", figures.GREEN, "D"), near))
    kinds = list(dict.fromkeys(point.sizes for point in points))
    drawing, panels = figures.subplots(
        len(CLASSES), len(kinds), height=7, log="y", sharex=True, sharey="row", squeeze=False
    )
    for row, (flows, text) in zip(panels, CLASSES.items(), strict=True):
        for panel, kind in zip(row, kinds, strict=True):
            for shift, (style, chosen) in enumerate(drawn):
                of_kind = [point for point in chosen if point.sizes == kind]
                each = {s.load: values(results, metric, s, flows) for s in of_kind}
                known = {load: typical(series) for load, series in each.items() if len(series)}
                curve(panel, known, style, 0.8 * (shift - 1))
            panel.set_title(f"{kind}: {text}", size=8.5)
            if flows == "short":
                panel.axhline(NEAR_IDEAL, color=figures.MUTED, ls=":", lw=1)
        row[0].set(ylabel=label)
    panels[0, 0].legend(loc="upper left")
    low, high = panels[0, 0].get_ylim()
    panels[0, 0].set_ylim(low, high * (high / low) ** (0.18 * len(drawn)))
    for panel in panels[-1]:
        panel.set(xlabel="load, %", xticks=np.arange(0, 101, 20))
    return drawing
