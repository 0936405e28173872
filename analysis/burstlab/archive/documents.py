# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Tables of results as CSV and JSON files, and texts in SQL."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from burstlab.arguments import checked


@checked
def publish(frame: pd.DataFrame, stem: Path, units: Mapping[str, str] | None = None) -> None:
    """Write a table as ``<stem>.csv`` and, by `as_document`, as ``<stem>.json``.

    Missing values are empty in CSV.

    Parameters
    ----------
    frame
        The table. A named index becomes the first columns, an unnamed index is left out.
    stem
        Path without its ending; the folder must exist.
    units
        Units of columns, by default ``""``.
    """
    stem = Path(stem)
    frame = frame.reset_index(drop=all(name is None for name in frame.index.names))
    with_texts = frame.map(lambda cell: " ".join(cell) if isinstance(cell, tuple) else cell)
    with_texts.to_csv(stem.with_name(f"{stem.name}.csv"), index=False, lineterminator="\n")
    text = json.dumps(as_document(frame, units or {}), ensure_ascii=False, allow_nan=False)
    stem.with_name(f"{stem.name}.json").write_text(text + "\n", encoding="utf-8")


@checked
def as_document(frame: pd.DataFrame, units: Mapping[str, str]) -> dict[str, Any]:
    """Return a table in the form of `./lab run --json`: columns, units, rows; null if missing."""
    return {
        "columns": list(frame.columns),
        "units": [units.get(name, "") for name in frame],
        "rows": [[_plain(cell) for cell in row] for row in frame.itertuples(index=False)],
    }


def _plain(cell: Any) -> Any:
    if isinstance(cell, tuple):
        return list(cell)
    cell = cell.item() if hasattr(cell, "item") else cell
    if cell is None or cell is pd.NA or (isinstance(cell, float) and not math.isfinite(cell)):
        return None
    return cell


@checked
def literal(text: str) -> str:
    """Quote a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"
