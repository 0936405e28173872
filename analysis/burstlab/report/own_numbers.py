# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The scalars of own runs: those in figures, constants, and those left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pandas as pd

from burstlab.archive import Results
from burstlab.errors import listed
from burstlab.report.own_curves import Quantity
from burstlab.study import tables

_MAX_OBJECTS = 5  # of a metric in one picture

Numbers = Mapping[str, pd.DataFrame]
"""The single numbers of each metric: a row for each run, a column for each object."""


def read_numbers(results: Results) -> Numbers:
    """Read all single numbers; the column of whole runs is ``""``."""
    recorded = results.recorded()
    return {
        name: results.scalars(name)
        .pivot(index="run_id", columns="object", values="value")
        .reindex(results.runs().index)
        for name in recorded[recorded["kind"] == "scalar"]["metric"]
    }


def names(numbers: Numbers) -> list[str]:
    """List the values of ``--metric``: metrics, and ``metric[object]`` for one object."""
    single = [f"{name}[{of}]" for name, frame in numbers.items() for of in frame if of]
    return [*(name for name, frame in numbers.items() if _panels(frame)), *single]


def quantities(results: Results, numbers: Numbers, metrics: Sequence[str]) -> list[Quantity]:
    """Choose the quantities of figures: the named ones, or else those that vary."""
    chosen = {}
    for name, frame in numbers.items():
        panels = _panels(frame)
        varying = [of for of in panels if _varies(frame[of])]
        if (panels and name in metrics) or (varying and not metrics):
            shown = varying or panels
            one = len(shown) == 1 and shown[0]
            chosen[f"{name}[{one}]" if one else name] = frame[shown]
        for of in frame:
            if of and f"{name}[{of}]" in metrics:
                chosen[f"{name}[{of}]"] = frame[[of]]
    words = results.metrics()
    return [
        Quantity(name, *words.loc[name.partition("[")[0], ["unit", "description"]], values)
        for name, values in chosen.items()
    ]


def constants(results: Results, numbers: Numbers) -> list[tuple[str, ...]]:
    """List numbers of whole runs that do not vary: name, value, unit, runs with it, description."""
    words = results.metrics()
    return [
        (
            *(name, *tables.cells(pd.Series([frame[""].max()])), words.loc[name, "unit"]),
            *(f"{frame[''].count():,}", words.loc[name, "description"]),
        )
        for name, frame in numbers.items()
        if "" in frame and not _varies(frame[""])
    ]


def left_out(pictures: Sequence[str], numbers: Numbers) -> Iterator[str]:
    """Write which varying numbers have no picture, and how to draw them."""
    if pictures:
        yield (
            f"{len(pictures)} more pictures are left out: {listed(pictures)}. --metric=NAME and"
            " --over=NAME of ./lab report choose what is drawn, and over what."
        )
    many = [
        name
        for name, frame in numbers.items()
        if any(_varies(frame[of]) for of in frame.columns.difference(_panels(frame)))
    ]
    if many:
        yield (
            f"Numbers of more than {_MAX_OBJECTS} objects have no picture: {listed(many)}."
            " --metric='NAME[OBJECT]' of ./lab report draws the number of one object."
        )


def _panels(frame: pd.DataFrame) -> list[str]:
    """Choose the numbers of a metric for one picture: all, or without those of many objects."""
    objects = [of for of in frame if of]
    return [of for of in frame if not of or len(objects) <= _MAX_OBJECTS]


def _varies(numbers: pd.Series) -> bool:
    return numbers.nunique() > 1
