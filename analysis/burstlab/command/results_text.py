# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The results of one run as text: scalars with units, and tables."""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

_LINES = 25
_FEW_LINES = 5  # of the shortest part of a table that is printed
_DIGITS = 5
_MAX_ROWS = 1000
_WIDTH = 100_000  # of a line that no terminal folds


def print_results(document: Mapping[str, Any], *, everything: bool = False) -> None:
    """Print the scalars of a run, then its tables, short tables first, in about 25 lines.

    Parameters
    ----------
    document
        The run as a document, as of ``--json`` and of the view ``run_document`` of an archive.
    everything
        Print all lines with all digits, except of tables with more than 1000 rows.
    """
    folds = sys.stdout.isatty() or "COLUMNS" in os.environ
    console = Console(highlight=False, width=None if folds else _WIDTH)
    digits = 17 if everything else _DIGITS
    scalars = [
        [name, metric["value"], metric["unit"] if metric["unit"] != "1" else ""]
        for name, metric in document["metrics"].items()
    ]
    left = _print_some(console, [], scalars, digits, None if everything else _LINES)
    for name, table in sorted(document["tables"].items(), key=lambda pair: len(pair[1]["rows"])):
        rows = table["rows"]
        if everything and len(rows) > _MAX_ROWS:
            console.print(Text(f"\n{name}: {len(rows)} rows, which --json prints"))
            continue
        if left is not None and left < min(_FEW_LINES, len(rows) + 3):
            console.print(Text(f"{name}: {len(rows)} rows, which --all prints"))
            continue
        console.print(Text(f"\n{name}:"))
        units = [f" ({unit})" if unit not in ("", "1") else "" for unit in table["units"]]
        headings = [column + unit for column, unit in zip(table["columns"], units, strict=True)]
        left = _print_some(console, headings, rows, digits, left if left is None else left - 3)


def print_csv(document: Mapping[str, Any]) -> None:
    """Print all numbers of a run as CSV, one per row, with all digits."""
    write = csv.writer(sys.stdout, lineterminator="\n").writerow
    write(("table", "row", "name", "value", "unit"))
    for name, metric in document["metrics"].items():
        write(("", "", name, _whole(metric["value"]), metric["unit"]))
    for name, table in document["tables"].items():
        for i, row in enumerate(table["rows"]):
            for column, unit, value in zip(table["columns"], table["units"], row, strict=True):
                write((name, i, column, _whole(value), unit))


def _whole(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None else json.dumps(value)


def _print_some(
    console: Console, headings: Sequence[str], rows: list[list], digits: int, most: int | None
) -> int | None:
    """Print at most so many rows, and the number of omitted rows; return the remaining lines."""
    shown = rows if most is None or len(rows) <= most else rows[: most - 1]
    _print_columns(console, headings, [[_cell(value, digits) for value in row] for row in shown])
    if len(shown) < len(rows):
        console.print(Text(f"and {len(rows) - len(shown)} more, which --all prints"))
    return None if most is None else max(most - len(rows), 0)


def _print_columns(console: Console, headings: Sequence[str], rows: Sequence[Sequence]) -> None:
    """Print rows in columns, numbers aligned to the right."""
    grid = Table(box=None, padding=(0, 2, 0, 0), show_header=bool(headings))
    for i in range(len(headings or (rows[0] if rows else ()))):
        right = all(_is_number(row[i]) for row in rows)
        heading = Text(headings[i], style="bold") if headings else ""
        grid.add_column(heading, justify="right" if right else "left", overflow="fold")
    for row in rows:
        grid.add_row(*map(Text, row))
    if grid.columns:
        console.print(grid)


def _is_number(text: str) -> bool:
    try:
        return text == "-" or float(text) is not None
    except ValueError:
        return False


def _cell(value: Any, digits: int) -> str:
    """Write a value; a fraction with the given digits, unchanged with 17."""
    if value is None:
        return "-"
    if isinstance(value, dict) and digits < 17:
        named = value.items()
        return ", ".join(f"{name.rpartition('.')[2]} {_cell(v, digits)}" for name, v in named)
    if isinstance(value, str):
        fraction = digits < 17 and re.fullmatch(r"-?\d+\.\d+", value)
        return _cell(float(value), digits) if fraction else value
    if not isinstance(value, float) or digits >= 17:
        return json.dumps(value)
    if abs(value) < 1e15 and (value.is_integer() or abs(value) >= 10**digits):
        return f"{value:.0f}"
    return f"{value:.{digits}g}"
