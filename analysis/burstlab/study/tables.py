# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Tables of a report: aligned text, and the full values as CSV."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

_DIGITS = 4
_SPAN = 1000  # largest ratio of two numbers with the same number of decimals
_NOTHING = "\u2013"


@dataclass(frozen=True)
class RenderedTable:
    """A table as text.

    Attributes
    ----------
    csv
        The file with the values in full.
    columns
        Name of each column, and whether it holds numbers.
    rows
        The cells, row by row.
    """

    csv: Path
    columns: tuple[tuple[str, bool], ...]
    rows: tuple[tuple[str, ...], ...]


def render(build: Callable[[Any], pd.DataFrame], results: Any, stem: Path) -> RenderedTable:
    """Build a table and write ``<stem>.csv``.

    Parameters
    ----------
    build
        Makes the frame from results. A named index becomes the first columns; others are omitted.
    results
        Argument of `build`.
    stem
        Path without its ending; the folder must exist.
    """
    frame = build(results)
    frame = frame.reset_index(drop=all(name is None for name in frame.index.names))
    csv = stem.with_name(stem.name + ".csv")
    frame.to_csv(csv, index=False, lineterminator="\n")
    columns = [frame.iloc[:, i] for i in range(frame.shape[1])]
    texts = [cells(column) for column in columns]
    return RenderedTable(
        csv,
        tuple((str(column.name), is_number(column)) for column in columns),
        tuple(zip(*texts, strict=True)),
    )


def cells(column: pd.Series) -> list[str]:
    """Write the values of a column as text.

    Whole numbers keep all digits. Other numbers have the same decimals, four digits for the largest
    number, without trailing zeros common to all. Numbers that span more than three orders of
    magnitude have four digits each. A missing value is a dash.
    """
    if pd.api.types.is_float_dtype(column):
        sizes = [abs(value) for value in column if math.isfinite(value) and value]
        if sizes and max(sizes) <= _SPAN * min(sizes) and max(sizes) < 1e15:
            decimals = max(0, _DIGITS - 1 - math.floor(math.log10(max(sizes))))
            texts = [f"{value:,.{decimals}f}" if math.isfinite(value) else "" for value in column]
            while decimals and all(text[-1:] in ("", "0") for text in texts):
                decimals -= 1
                texts = [text[:-1] for text in texts]
            texts = [text.removesuffix(".") for text in texts]
            return [text or _text(value) for text, value in zip(texts, column, strict=True)]
    return [_text(value) for value in column]


def _text(value: Any) -> str:
    if pd.api.types.is_bool(value):
        return "yes" if value else "no"
    if pd.isna(value):
        return _NOTHING
    if pd.api.types.is_integer(value):
        return f"{value:,}"
    if pd.api.types.is_float(value):
        return f"{value:.{_DIGITS}g}".replace("inf", "\u221e")
    return str(value)


def is_number(column: pd.Series) -> bool:
    """Whether a column holds numbers."""
    return pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)
