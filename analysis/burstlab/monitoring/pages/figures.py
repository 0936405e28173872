# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Figures of a monitor's pages. They compute only bins."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from burstlab.study import figures
from burstlab.study.figures import AMBER, BLUE, GREEN, GRID, MUTED, PURPLE, VERMILION

DAY = 86_400.0
SCALES = {"bit/s": ("Mb/s", 1e-6), "s": ("ms", 1e3), "1": ("", 1.0)}
"""Unit to its unit in figures, and the factor."""


def name(text: str) -> str:
    """Escape dollars in a name, which matplotlib would read as mathematics."""
    return text.replace("$", r"\$")


def series(
    tool: str,
    unit: str,
    rows: pd.DataFrame,
    forecasts: pd.DataFrame,
    changes: pd.DataFrame,
    faults: pd.DataFrame,
) -> figures.Drawing:
    """Draw values, forecasts with band, failed tests, changes, true faults, and a histogram.

    Parameters
    ----------
    tool, unit
        Names.
    rows, forecasts, changes
        Data of a tool at a host, as in `burstlab.monitoring.Watched`.
    faults
        True faults: columns begin and end, s.
    """
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    shown, factor = SCALES.get(unit, (unit, 1.0))
    margins = {"left": 0.135, "right": 0.985, "bottom": 0.17, "top": 0.84, "wspace": 0.06}
    drawing, (panel, beside) = figures.subplots(
        1, 2, height=2.5, sharey=True, width_ratios=(5, 1), gridspec_kw=margins
    )
    drawing.set_layout_engine("none")  # half of the time of a figure
    for fault in faults.itertuples():
        end = fault.end if np.isfinite(fault.end) else rows["time"].max()
        panel.axvspan(fault.begin / DAY, max(end, fault.begin) / DAY, color=GRID, lw=0)
    time = forecasts["time"] / DAY
    band = {"color": BLUE, "lw": 0.5}
    panel.fill_between(
        time, forecasts["low"] * factor, forecasts["high"] * factor, color=BLUE, alpha=0.15, lw=0
    )
    panel.plot(time, forecasts["low"] * factor, label="low end of the band of 80 %", **band)
    panel.plot(time, forecasts["high"] * factor, label="high end of the band of 80 %", **band)
    panel.plot(time, forecasts["forecast"] * factor, color=BLUE, lw=1, label="forecast")
    good = rows.dropna(subset="value")
    panel.plot(
        *(good["time"] / DAY, good["value"] * factor),
        **{"ls": "", "marker": "o", "ms": 2.2, "color": MUTED, "label": "measured", "mew": 0},
    )
    failed = rows[rows["value"].isna()]
    foot = panel.get_xaxis_transform()
    panel.plot(
        *(failed["time"] / DAY, np.full(len(failed), 0.02)),
        **{"ls": "", "marker": "x", "ms": 4, "color": VERMILION, "transform": foot},
    )
    for change in changes.itertuples():
        panel.axvline(change.onset / DAY, color=PURPLE, ls=":", lw=1.4)
        panel.axvline(change.detected / DAY, color=AMBER, ls="-", lw=1)
    panel.set(xlabel="time, days", ylabel=f"{name(tool)}, {shown}" if shown else name(tool))
    panel.set_label("time series")
    beside.set_label("histogram")
    if len(good):
        values = good["value"].to_numpy() * factor
        low, high = values.min(), values.max()
        # Values that differ only by rounding are equal: bins would be too narrow.
        least = max(high - low, 1e-6 * abs(high), 1e-12)
        counts, edges = np.histogram(
            values, bins=min(24, 4 + len(good) // 8), range=(low, low + least)
        )
        beside.stairs(counts, edges, orientation="horizontal", color=GREEN, lw=1.1, label="tests")
    beside.set(xlabel="tests")
    beside.set_xlim(left=0)
    handles = [
        Line2D([], [], ls="", marker="o", ms=3, color=MUTED, label="measured"),
        Line2D([], [], color=BLUE, label="forecast, band of 80 %"),
    ]
    if len(failed):
        handles.append(Line2D([], [], ls="", marker="x", color=VERMILION, ms=4, label="failed"))
    if len(changes):
        handles.append(Line2D([], [], color=PURPLE, ls=":", label="onset"))
        handles.append(Line2D([], [], color=AMBER, label="detected"))
    if len(faults):
        handles.append(Patch(color=GRID, label="true fault"))
    drawing.legend(handles=handles, loc="upper left", ncols=3, columnspacing=1.2)
    return drawing


def scatter(pairs: Mapping[str, pd.DataFrame], beside: str, slopes: Mapping[str, float], unit: str):
    """Draw tools over one tool: a point is two tests of a host in a cycle (slides 16 and 17)."""
    shown, factor = SCALES.get(unit, (unit, 1.0))
    columns = min(2, len(pairs))
    lines = -(-len(pairs) // columns)
    drawing, panels = figures.subplots(lines, columns, height=2.3 * lines, squeeze=False)
    for panel in panels.flat[len(pairs) :]:
        panel.set_visible(False)
    for panel, (tool, rows) in zip(panels.flat, pairs.items(), strict=False):
        x, y = rows[beside] * factor, rows[tool] * factor
        panel.plot(x, y, ls="", marker="o", ms=1.8, mew=0, color=BLUE, alpha=0.5, label=tool)
        middle = rows.groupby("host")[[beside, tool]].median() * factor
        panel.plot(
            *(middle[beside], middle[tool]),
            **{"ls": "", "marker": "s", "ms": 3.5, "color": VERMILION, "label": "median of a host"},
        )
        top = max(x.max(), y.max()) if len(x) else 1.0
        panel.plot([0, top], [0, top], color=MUTED, lw=0.8, ls=":")
        slope = slopes.get(tool, np.nan)
        if np.isfinite(slope):
            panel.plot([0, x.max()], [0, slope * x.max()], color=GREEN, lw=1, label="slope")
        panel.set_title(name(tool) + (f": slope {slope:.2f}" if np.isfinite(slope) else ""))
        panel.set(xlabel=f"{name(beside)}, {shown}", ylabel=shown)
        panel.set_xlim(left=0)
        panel.set_ylim(bottom=0)
    return drawing


def spreads(parts: Mapping[str, np.ndarray]):
    """Draw histograms of values over the median of their host, one panel per tool."""
    columns = min(2, len(parts))
    lines = -(-len(parts) // columns)
    drawing, panels = figures.subplots(
        lines, columns, height=1.7 * lines + 0.3, sharex=True, squeeze=False
    )
    edges = np.linspace(0, 2, 41)
    for panel in panels.flat[len(parts) :]:
        panel.set_visible(False)
    for panel, (tool, values) in zip(panels.flat, parts.items(), strict=False):
        counts, _ = np.histogram(np.clip(values, 0, 2 - 1e-9), bins=edges)
        panel.stairs(counts, edges, color=BLUE, lw=1.1, label=tool)
        panel.set_title(name(tool))
        panel.set(ylabel="tests")
    drawing.supxlabel("value over the median of its host", size=9)
    return drawing


def cycles(table: pd.DataFrame):
    """Draw lengths and bytes of cycles, simulated and predicted."""
    drawing, (upper, lower) = figures.subplots(2, 1, height=3.4, sharex=True)
    for panel, simulated, predicted, factor, words in (
        (upper, "length", "predicted_length", 1 / 60, "length, min"),
        (lower, "bytes", "predicted_bytes", 1e-6, "sent, MB"),
    ):
        panel.plot(
            *(table["cycle"], table[simulated] * factor),
            **{"ls": "", "marker": "o", "ms": 2.5, "mew": 0, "color": MUTED, "label": "simulated"},
        )
        panel.plot(table["cycle"], table[predicted] * factor, color=BLUE, lw=1, label="predicted")
        panel.set(ylabel=words)
        panel.set_ylim(bottom=0)
        panel.set_label(words)
    lower.set(xlabel="cycle")
    upper.legend(loc="lower right", ncols=2)
    return drawing


def loads(table: pd.DataFrame):
    """Draw loads of links, simulated and predicted; index the links."""
    drawing, panel = figures.subplots(1, 1, height=1.1 + 0.22 * len(table))
    at = np.arange(len(table))
    panel.barh(at, table["load"], height=0.7, color=GRID, label="simulated")
    panel.plot(
        table["predicted"], at, ls="", marker="|", ms=9, mew=2, color=BLUE, label="predicted"
    )
    panel.set_yticks(at, [name(link[:24]) for link in table.index])
    panel.invert_yaxis()
    panel.set(xlabel="load of the link, all cycles")
    panel.grid(axis="y", visible=False)
    drawing.legend(loc="outside upper right", ncols=2)
    return drawing
