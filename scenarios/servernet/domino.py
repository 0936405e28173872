# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The upward stalls of one quadrant, and what each waits for."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.study import figures
from burstlab.study.figures import Drawing, Panel

from . import reading
from .reading import MICROSECONDS, UP
from .runs import AS_RUN

WAITS = {
    8: ("waits for a grant of 8", figures.VERMILION),
    6: ("waits for a grant of 6", figures.BLUE),
    0: ("waits for something else", figures.MUTED),
}
HEIGHT = 0.6
"""Height of a bar."""
ARROW_US = 1.5
"""Shortest stall that gets an arrow, if it waits for 8."""


def draw(results: Results) -> Drawing:
    """Draw stalls of one quadrant, coloured by what they wait for."""
    stalls, links = _busiest(results)
    drawing, panel = figures.subplots(height=4.2)
    order = [(category, name) for category in (8, 6, 3) for name in links[category]]
    begin = stalls["begin"].min()
    stalls = stalls.assign(
        row=stalls["name"].map({name: row for row, (_, name) in enumerate(order)}),
        left=(stalls["begin"] - begin) * MICROSECONDS,
        length=(stalls["end"] - stalls["begin"]) * MICROSECONDS,
        kind=stalls["blamed_category"].where(
            (stalls["blamed_direction"] == UP) & stalls["blamed_category"].isin(WAITS), 0
        ),
    )
    for (row, kind), shown in stalls.groupby(["row", "kind"]):
        words, colour = WAITS[kind]
        label = f"{order[row][0]}: {order[row][1]}, {words}"
        panel.barh("row", "length", HEIGHT, "left", color=colour, label=label, data=shown)
    _arrows(panel, stalls[(stalls["kind"] == 8) & (stalls["length"] >= ARROW_US)], order)
    panel.set_yticks(range(len(order)), [f"link {c}\n{name}" for c, name in order])
    panel.invert_yaxis()
    panel.set(xlabel="time, us", ylabel="way of a packet \N{RIGHTWARDS ARROW}")
    panel.grid(axis="y", visible=False)
    drawing.legend(handles=figures.keys(dict(WAITS.values())), loc="outside upper left", ncols=1)
    return drawing


def _arrows(panel: Panel, stalls: pd.DataFrame, order: list[tuple[int, str]]) -> None:
    """Point from stalls of 3 to 6 and of 6 to 8."""
    row_of = {category: row for row, (category, _) in enumerate(order)}
    for stall in stalls.itertuples():
        above = {3: 6, 6: 8}.get(stall.category)
        if above:
            x = stall.left + stall.length / 2
            panel.annotate(
                "",
                xy=(x, row_of[above] + HEIGHT / 2),
                xytext=(x, stall.row - HEIGHT / 2),
                arrowprops={
                    **{"arrowstyle": "-|>", "color": figures.INK, "lw": 0.9},
                    **{"shrinkA": 0, "shrinkB": 0, "mutation_scale": 8},
                },
            )


SHOWN_TICKS = 2000
"""Ticks of the figure on the domino."""


def _busiest(results: Results) -> tuple[pd.DataFrame, dict[int, list[str]]]:
    """Choose the quadrant and window with most of 3 waiting for 6 and 6 for 8, first run."""
    stalls = reading.stalls(results, AS_RUN, run=1)
    stalls = stalls[(stalls["direction"] == UP) & stalls["category"].isin([8, 6, 3])]
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
