# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The results of one run for people: its tables, and its scalars with their units."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

_MOST_ROWS = 1000
_WIDTH = 100_000  # of a line: no number is cut or folded, and a table takes no more than it needs


def print_results(document: Mapping[str, Any]) -> None:
    """Print the tables of a run that have 1000 rows at most, and then its scalars.

    Parameters
    ----------
    document
        The run, as ``--json`` prints it and the view ``run_document`` of an archive holds it.
    """
    console = Console(highlight=False, width=_WIDTH)
    for name, table in document["tables"].items():
        if len(table["rows"]) > _MOST_ROWS:
            console.print(Text(f"{name}: {len(table['rows'])} rows, which --json prints\n"))
            continue
        console.print(Text(f"{name}:"))
        units = [f" ({unit})" if unit not in ("", "1") else "" for unit in table["units"]]
        headings = [column + unit for column, unit in zip(table["columns"], units, strict=True)]
        _print_columns(console, headings, table["rows"])
        console.print()
    scalars = [
        [name, metric["value"], metric["unit"] if metric["unit"] != "1" else ""]
        for name, metric in document["metrics"].items()
    ]
    _print_columns(console, [], scalars)


def _print_columns(console: Console, headings: Sequence[str], rows: Sequence[Sequence]) -> None:
    """Print rows in columns, those of numbers to the right."""
    grid = Table(box=None, padding=(0, 2, 0, 0), show_header=bool(headings))
    for i in range(len(headings or (rows[0] if rows else ()))):
        right = all(_is_number(row[i]) for row in rows)
        heading = Text(headings[i], style="bold") if headings else ""
        grid.add_column(heading, justify="right" if right else "left")
    for row in rows:
        grid.add_row(*(Text(_cell(value)) for value in row))
    console.print(grid)


def _is_number(value: Any) -> bool:
    try:
        return value is None or float(value) is not None
    except (TypeError, ValueError):
        return False


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else json.dumps(value)
