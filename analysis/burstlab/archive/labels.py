# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Labels: the variables by which a study selects its runs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from burstlab.errors import InputError, unknown

Value = str | int | float | bool
Labels = Mapping[str, Value]

RESERVED = frozenset(
    [
        *("run_id", "study", "scenario", "seed", "run", "code_version", "ns3_version", "metric"),
        *("object", "value", "t", "low", "high", "width", "count"),
    ]
)
"""Columns of frames and views: no label has such a name."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_STUDY = re.compile(r"(?!sqlite)[a-z][a-z0-9_-]{0,63}")
_SQL_TYPES = {"text": "TEXT", "integer": "INTEGER", "real": "REAL", "boolean": "INTEGER"}
_LONGEST = 200
_LARGEST = 1 << 63


def check_labels(labels: Labels) -> dict[str, Value]:
    """Return labels with plain Python values.

    Parameters
    ----------
    labels
        Name to value. A name has up to 64 lower-case letters, digits and underscores, begins with a
        letter and is none of `RESERVED`. A value is a text of 1 to 200 printable characters, a
        whole number of 64 bits, a finite number, or a bool.
    """
    if not isinstance(labels, Mapping):
        raise InputError(f"labels = {labels!r:.60}: names with their values are needed")
    for name in labels:
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise InputError(
                f"label {name!r:.80}: a name of 1 to 64 lower-case letters, digits and"
                " underscores that begins with a letter is needed"
            )
        if name in RESERVED:
            raise InputError(
                f"label {name}: a name other than that of a column"
                f" ({', '.join(sorted(RESERVED))}) is needed"
            )
    values = {name: plain(value) for name, value in labels.items()}
    for name, value in values.items():
        if not _type(value):
            raise InputError(
                f"label {name} = {value!r:.60}: a text of 1 to {_LONGEST} printable characters, a"
                " whole number of 64 bits, a finite number or a bool is needed"
            )
    return values


def label_types(labels: Iterable[Labels]) -> dict[str, str]:
    """Find the type of each label over several runs; InputError for two types."""
    types: dict[str, str] = {}
    for some in labels:
        for name, value in some.items():
            kind = _type(value)
            known = types.setdefault(name, kind)
            if holds(kind, known):
                types[name] = kind
            elif not holds(known, kind):
                raise InputError(
                    f"label {name} is {known} for some runs and {kind} for others: one type is"
                    " needed"
                )
    return types


def holds(one: str, other: str) -> bool:
    """Whether a type includes another: real includes whole numbers."""
    return one == other or (one, other) == ("real", "integer")


def check_units(units: Mapping[str, str], names: Iterable[str]) -> None:
    """Refuse units that are not texts, and units of unknown labels."""
    for name, unit in units.items():
        if name not in names:
            raise unknown("label with a unit", str(name), names)
        if not isinstance(unit, str) or len(unit) > _LONGEST or not unit.isprintable():
            raise InputError(
                f"unit of label {name} = {unit!r:.60}: a text of up to {_LONGEST} printable"
                " characters is needed"
            )


def is_study(name: str) -> bool:
    """Whether labels can be stored under a name."""
    return _STUDY.fullmatch(name) is not None


def check_study(name: str) -> None:
    """Refuse an invalid name of a study."""
    if not is_study(name):
        raise InputError(
            f"{name!r:.80}: labels are stored under a name of 1 to 64 lower-case letters, digits,"
            " dashes and underscores that begins with a letter, and not with sqlite"
        )


def from_cell(kind: str, cell: Any) -> Value | None:
    """Return the value of a label from its cell in the archive; None for another type."""
    value = bool(cell) if kind == "boolean" and cell in (0, 1) else cell
    return value if _type(value) == kind else None


def views(names: Iterable[tuple[Any, Any, Any]]) -> dict[str, str]:
    """Write the views of the studies that have labels.

    Parameters
    ----------
    names
        The columns study, name and type of table label_name.

    Returns
    -------
    dict of str to str
        Name of each view to its definition.

    Raises
    ------
    InputError
        When a row is invalid, or two studies share a view.
    """
    columns: dict[str, list[str]] = {}
    for study, name, kind in names:
        allowed = kind in _SQL_TYPES and is_study(str(study)) and _NAME.fullmatch(str(name))
        if not allowed or name in RESERVED:
            raise InputError(f"a label {name!r:.80} of study {study!r:.80} is not allowed")
        columns.setdefault(study, []).append(
            "CAST((SELECT value FROM label AS l WHERE l.run_id = r.run_id"
            f" AND l.study = '{study}' AND l.name = '{name}') AS {_SQL_TYPES[kind]}) AS \"{name}\""
        )
    found: dict[str, str] = {}
    owners: dict[str, str] = {}
    for study, parts in columns.items():
        view = study.replace("-", "_") + "_runs"
        if view in found:
            raise InputError(
                f"the labels of study {study} need another name: their view would be called {view}"
                f" like that of {owners[view]}"
            )
        owners[view] = study
        found[view] = (
            f"CREATE VIEW {view} AS SELECT run_id, scenario, seed, run, code_version,\n "
            + ",\n ".join(parts)
            + "\n FROM run AS r WHERE EXISTS (SELECT 1 FROM label AS l"
            f" WHERE l.run_id = r.run_id AND l.study = '{study}')"
        )
    return found


def plain(value: Any) -> Any:
    """Convert a numpy scalar to Python; return other values unchanged."""
    return value.item() if getattr(value, "shape", None) == () else value


def as_text(value: Any) -> str:
    """Write a value in the user's spelling: true and false in lower case."""
    value = plain(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _type(value: Any) -> str | None:
    """Type of a value in the archive; None for an invalid value."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer" if -_LARGEST <= value < _LARGEST else None
    if isinstance(value, float):
        return "real" if math.isfinite(value) else None
    if isinstance(value, str):
        return "text" if 0 < len(value) <= _LONGEST and value.isprintable() else None
    return None
