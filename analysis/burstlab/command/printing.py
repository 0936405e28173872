# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Output of the commands: lines, JSON documents, and tables that fold long cells.

Rich is imported at the first output; completion prints nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

_LONGEST_NAME = 40  # in a column that is not folded


@cache
def console() -> Console:
    """Return the shared console; it measures the terminal when it is created."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def line(text: str = "", *, whole: bool = False, **how: Any) -> None:
    """Print a line in a style of rich; `whole`: do not fold the line."""
    console().print(text, soft_wrap=whole, **how)


def headed(heading: str, text: str, *, whole: bool = False) -> None:
    """Print a line that starts with some words in bold."""
    from rich.text import Text

    console().print(Text.assemble((heading, "bold"), text), soft_wrap=whole)


def duration(seconds: float) -> str:
    """Write a time with three digits at most."""
    if seconds < 100:
        return f"{seconds:.3g} s"
    return f"{seconds / 60:.3g} min" if seconds < 6000 else f"{seconds / 3600:.3g} h"


def json_document(document: Any) -> None:
    """Print a document as JSON."""
    sys.stdout.write(json.dumps(document, indent=1, allow_nan=False) + "\n")


def aligned(
    headings: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[str] = ()
) -> list[str]:
    """Write headings and rows as aligned columns, not folded, so that cells can be copied."""
    rows = [headings, *rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = [">" if heading in right else "<" for heading in headings]
    return [
        "  ".join(
            f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)
        ).rstrip()
        for row in rows
    ]


def packed(words: Iterable[str], indent: int = 4) -> list[str]:
    """Fill lines of the terminal's width with unbroken words, behind an indent."""
    found: list[str] = []
    for word in words:
        if found and indent + len(found[-1]) + 1 + len(word) <= console().width:
            found[-1] += f" {word}"
        else:
            found.append(word)
    return found


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str] = ()
) -> None:
    """Print a table that folds on a narrow terminal, its first column last."""
    from rich.table import Table
    from rich.text import Text

    grid = Table(box=None, pad_edge=False, header_style="bold")
    short = all(len(row[0]) <= _LONGEST_NAME for row in rows)
    for i, heading in enumerate(headings):
        grid.add_column(
            heading,
            overflow="fold",
            no_wrap=i == 0 and short,
            justify="right" if heading in right else "left",
        )
    for row in rows:
        grid.add_row(*map(Text, row))
    console().print(grid)
