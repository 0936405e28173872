# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers at the ticks of logarithmic axes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

_NARROW = 5
"""Ratio of the ends of an axis below which 1, 2 and 5 are too few numbers."""
_SHORT = (1e-4, 1e6)
"""Range in which numbers are written without a power of ten."""
_ROOM = {"x": 0.5, "y": 0.16}
"""Inches that a number needs along an axis."""


def complete(figure: Figure) -> None:
    """Write 1, 2 and 5 of each decade on logarithmic axes with room for these numbers.

    Axes with other ticks than matplotlib's default are not changed.
    """
    from matplotlib.ticker import LogFormatterSciNotation, LogLocator

    for panel in figure.axes:
        for axis in (panel.xaxis, panel.yaxis):
            low, high = sorted(axis.get_view_interval())
            if (
                type(axis.get_major_locator()) is LogLocator
                and type(axis.get_major_formatter()) is LogFormatterSciNotation
                and _SHORT[0] <= low
                and high <= _SHORT[1]
            ):
                subs = (1, 1.2, 1.5, 2, 3, 5) if high / low < _NARROW else (1, 2, 5)
                if _inches(panel, axis) >= _ROOM[axis.axis_name] * _count(low, high, subs):
                    axis.set_major_locator(LogLocator(subs=subs))
                    axis.set_major_formatter("{x:g}")
                    axis.set_minor_formatter("")


def _inches(panel: Axes, axis: Axis) -> float:
    width, height = panel.figure.get_size_inches()
    place = panel.get_position()
    return place.width * width if axis.axis_name == "x" else place.height * height


def _count(low: float, high: float, subs: tuple[float, ...]) -> int:
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)))
    return sum(low <= sub * 10**decade <= high for decade in decades for sub in subs)
