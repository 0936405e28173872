# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Curves of own runs over a label or attribute with numbers, numbers with units, or texts."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from burstlab.archive import Results
from burstlab.statistics import interval
from burstlab.study import figures

_MARKERS = "os^Dv"
MAX_LINES = len(figures.COLOURS) * len(_MARKERS)
"""Number of distinct styles of curves."""
_LOGARITHMIC = 30  # from this ratio of the ends of an axis on
_NUMBER = re.compile(r"\+?(-?\d+\.?\d*(?:[eE][+-]?\d+)?)([A-Za-z/]*)")


@dataclass(frozen=True)
class Quantity:
    """A metric as a picture shows it.

    Attributes
    ----------
    name
        Of the metric, with the object if it is one object's number.
    unit, description
        Of the metric.
    values
        A column for each panel, by object, ``""`` for whole runs; index: the runs.
    """

    name: str
    unit: str
    description: str
    values: pd.DataFrame


class Curves:
    """Draws a metric over a label or attribute: medians of replications with intervals."""

    def __init__(
        self, runs: pd.DataFrame, x: str, others: Sequence[str], quantity: Quantity, x_unit: str
    ) -> None:
        defined = quantity.values.dropna(how="all")
        self._runs = runs.loc[defined.index]
        self._values = quantity.values.loc[defined.index]
        self._x, self._others, self._quantity = x, list(others), quantity
        self._places, self._ticks, unit = places_of(runs[x])
        self._x_unit = x_unit or unit
        self.caption = " ".join(self._sentences())

    def _sentences(self) -> Iterator[str]:
        words = self._quantity.description.rstrip(".")
        if words:
            yield f"{words[0].upper()}{words[1:]}."
        if len(self._values.columns) > 1:
            yield "A panel for each object."
        counts = self._values.groupby([self._runs[n] for n in (self._x, *self._others)]).count()
        counts = counts.to_numpy()[counts.to_numpy() > 0]
        if not len(counts):
            yield "Not defined in any run."
            return
        span = " to ".join(map(str, dict.fromkeys([counts.min(), counts.max()])))
        least = interval([0.0]).least
        if counts.max() < least:
            ends = "their range"
        elif counts.min() < least:
            ends = f"a 95 % interval, or their range where there are fewer than {least}"
        else:
            ends = "its 95 % interval"
        yield f"Median of {span} replications, with {ends}."
        if self._ticks:
            yield f"{self._x} from 0 on: {', '.join(self._ticks)}."

    def __call__(self, _: Results) -> figures.Drawing:
        lines, ticks = self._lines(), self._ticks
        several = len(self._values.columns) > 1
        height = 0.5 + 1.5 * len(self._values.columns) if several else 2.6
        drawing, panels = figures.subplots(
            len(self._values.columns),
            height=height + 0.2 * (len(lines) if len(lines) > 1 else 0),
            **{"sharex": True, "squeeze": False},
        )
        legend = {}
        for panel, of in zip(panels[:, 0], self._values, strict=True):
            if ticks is None and _is_wide(self._places):
                panel.set_xscale("log")
            self._draw(panel, self._values[of].dropna(), lines)
            legend |= {each.get_label(): each for each in panel.containers}
            if several:
                panel.set_title(_words(of) or "whole run", loc="left")
        lowest = panels[-1, 0]
        if ticks:
            texts = shortened(ticks, 24)
            lowest.set_xticks(range(len(ticks)), [_words(texts[tick]) for tick in ticks])
            lowest.set_xlim(-0.5, len(ticks) - 0.5)
        lowest.set_xlabel(_with_unit(self._x, self._x_unit))
        words = _with_unit(self._quantity.name, self._quantity.unit)
        if several:
            drawing.supylabel(words, size=9)
        else:
            lowest.set_ylabel(words)
        if len(lines) > 1:
            shown = [words for words in lines if words in legend]
            drawing.legend([legend[words] for words in shown], shown, loc="outside upper left")
        return drawing

    def _draw(self, panel: figures.Panel, values: pd.Series, lines: Mapping[str, pd.Index]) -> None:
        for i, (words, run_ids) in enumerate(lines.items()):
            own = values.loc[values.index.intersection(run_ids)]
            if not len(own):
                continue
            row, colour = divmod(i, len(figures.COLOURS))
            marker = _MARKERS[(colour + row) % len(_MARKERS)]
            style = figures.Style(words, figures.COLOURS[colour], marker, size=4.5)
            points = {
                place: interval(group) for place, group in own.groupby(self._places.loc[own.index])
            }
            shift = 0.3 * (i / (len(lines) - 1) - 0.5) if self._ticks and len(lines) > 1 else 0
            ends = ("estimate", "low", "high")
            frame = pd.DataFrame(
                {n: {p + shift: getattr(v, n) for p, v in points.items()} for n in ends}
            )
            figures.curve(panel, frame, style, ls="none" if self._ticks else "-")

    def _lines(self) -> Mapping[str, pd.Index]:
        if not self._others:
            return {self._quantity.name: self._runs.index} if len(self._runs) else {}
        order = self._runs[self._others].apply(lambda column: places_of(column)[0])
        order = order.sort_values(self._others).index
        texts = {name: shortened(self._runs[name].astype(str), 30) for name in self._others}
        return {
            _words(
                ", ".join(f"{n} {texts[n][str(v)]}" for n, v in zip(self._others, key, strict=True))
            ): part.index
            for key, part in self._runs.loc[order].groupby(self._others, sort=False)
        }


def _with_unit(name: str, unit: str) -> str:
    return _words(f"{name}, {unit}" if unit not in ("", "1") else name)


def _words(text: str) -> str:
    return text.replace("$", r"\$")


def shortened(texts: Iterable[str], most: int) -> dict[str, str]:
    """Cut texts: at the end, or at a start that they share if only this keeps them distinct."""
    texts = set(texts)
    cut = {text: text[:most] for text in texts}
    if len({*cut.values()}) < len(texts):
        ends = zip(min(texts), max(texts), strict=False)
        alike = itertools.takewhile(lambda letters: letters[0] == letters[1], ends)
        start = "".join(letter for letter, _ in alike)
        shared = max(start.rfind(mark) for mark in "[|/") + 1
        cut = {text: f"..{text[shared:]}"[:most] for text in texts}
    return cut if len({*cut.values()}) == len(texts) else dict(zip(texts, texts, strict=True))


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
