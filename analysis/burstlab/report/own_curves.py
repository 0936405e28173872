# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Curves of own runs over a label or attribute, whose values may be numbers with units or texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import pandas as pd

from burstlab.archive import Results
from burstlab.statistics import interval
from burstlab.study import figures

_MARKERS = "os^Dv"
MOST_LINES = len(figures.COLOURS) * len(_MARKERS)
"""Curves that a figure can tell apart."""
_LOGARITHMIC = 30  # from this ratio of the ends of an axis on
_NUMBER = re.compile(r"\+?(-?\d+\.?\d*(?:[eE][+-]?\d+)?)([A-Za-z/]*)")


class Curves:
    """Draws a metric over a label or attribute: medians of replications with intervals."""

    def __init__(
        self,
        runs: pd.DataFrame,
        values: pd.Series,
        x: str,
        others: Sequence[str],
        metric: str,
        unit: str,
    ) -> None:
        self._runs = runs.join(values.rename("the value")).dropna(subset="the value")
        self._x, self._others = x, list(others)
        self._metric, self._unit, self.x_unit = metric, unit, ""
        self._places, self._ticks, self._place_unit = places_of(runs[x])
        counts = self._runs.groupby([x, *others]).size()
        span = " to ".join(map(str, dict.fromkeys([counts.min(), counts.max()])))
        self.caption = (
            f"Median of {span} replications, with its 95 % interval"
            f"{' where there are two or more' if counts.min() == 1 else ''}."
            if len(counts)
            else "Not defined in any run."
        )
        if self._ticks:
            self.caption += f" {x} from 0 on: {', '.join(self._ticks)}."

    def __call__(self, _: Results) -> figures.Drawing:
        x = self._x
        places, ticks, unit = self._places, self._ticks, self._place_unit
        lines = self._lines()
        drawing, panel = figures.subplots(height=2.6 + 0.2 * (len(lines) if len(lines) > 1 else 0))
        if ticks is None and _is_wide(places):
            panel.set_xscale("log")
        for i, (words, part) in enumerate(lines.items()):
            marker, colour = divmod(i, len(figures.COLOURS))
            style = figures.Style(words, figures.COLOURS[colour], _MARKERS[marker])
            points = {
                place: interval(group["the value"])
                for place, group in part.groupby(places.loc[part.index])
            }
            ends = ("mean", "low", "high")
            shift = 0.3 * (i / (len(lines) - 1) - 0.5) if ticks and len(lines) > 1 else 0
            frame = pd.DataFrame(
                {n: {p + shift: getattr(v, n) for p, v in points.items()} for n in ends}
            )
            figures.curve(panel, frame, style, ls="none" if ticks else "-")
        if ticks:
            panel.set_xticks(range(len(ticks)), [_words(f"{tick:.24}") for tick in ticks])
            panel.set_xlim(-0.5, len(ticks) - 0.5)
        unit = self.x_unit or unit
        panel.set_xlabel(f"{x}, {unit}" if unit not in ("", "1") else x)
        panel.set_ylabel(f"{self._metric}, {self._unit}" if self._unit != "1" else self._metric)
        if len(lines) > 1:
            drawing.legend(loc="outside upper left")
        return drawing

    def _lines(self) -> Mapping[str, pd.DataFrame]:
        if not self._others:
            return {self._metric: self._runs} if len(self._runs) else {}
        order = self._runs[self._others].apply(lambda column: places_of(column)[0])
        order = order.sort_values(self._others).index
        return {
            _words(
                ", ".join(f"{n} {v!s:.30}" for n, v in zip(self._others, key, strict=True))
            ): part
            for key, part in self._runs.loc[order].groupby(self._others, sort=False)
        }


def _words(text: str) -> str:
    return text.replace("$", r"\$")


def places_of(values: pd.Series) -> tuple[pd.Series, list[str] | None, str]:
    """Return positions of values on an axis, tick labels for texts, and a unit."""
    found = [_NUMBER.fullmatch(str(value)) for value in values]
    units = {match[2] for match in found if match}
    if all(found) and len(units) < 2:
        numbers = pd.Series([float(match[1]) for match in found], values.index, dtype=float)
        return numbers, None, next(iter(units), "")
    words = sorted(set(values.astype(str)))
    return values.astype(str).map(words.index).astype(float), words, ""


def _is_wide(places: pd.Series) -> bool:
    return bool(len(places) and places.min() > 0 and places.max() / places.min() > _LOGARITHMIC)
