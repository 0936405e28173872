# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The differences between runs: parameters, versions and labels."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from functools import wraps
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from burstlab.archive.database import Database
from burstlab.archive.labelling import Label, read_labels
from burstlab.archive.labels import Value, as_text, holds, plain
from burstlab.errors import InputError, listed, unknown

CHOSEN = "run_id IN (SELECT value FROM json_each(?))"
"""Condition of a query on runs, given as JSON."""

_COLUMNS = {
    **{"study": "str", "scenario": "str", "seed": "int64", "run": "int64"},
    **{"code_version": "str", "ns3_version": "str"},
}
_WHOLE = {"text": "str", "integer": "int64", "real": "float64", "boolean": "bool"}
_GAPS = {**_WHOLE, "integer": "Int64", "boolean": "boolean"}
_MAX_DIFFERENCES = 3
_FRAMES = 16
_FEW = 1000
"""Fewer runs are read separately, and not with all runs of their `Archive.select`."""

_Read = TypeVar("_Read")


def _until_changed(read: Callable[[Runs], _Read]) -> Callable[[Runs], _Read]:
    """Cache the result of a method until the file changes."""

    @wraps(read)
    def kept(self: Runs) -> _Read:
        stamp = self._database.stamp()
        if stamp != self._stamp:
            self._stamp, self._kept = stamp, {}
        if read not in self._kept:
            self._kept[read] = read(self)
        return self._kept[read]

    return kept


class Runs:
    """The runs of an `Archive.select`, shared by all `Results` selected from it.

    Parameters
    ----------
    database
        The archive's file.
    run_ids
        The runs.
    study
        Use the labels of this study; None: of all studies.
    """

    def __init__(self, database: Database, run_ids: Sequence[int], study: str | None) -> None:
        self._database, self._run_ids, self._study = database, tuple(run_ids), study
        self._stamp: tuple[int, int] | None = None
        self._kept: dict[Callable, Any] = {}

    @_until_changed
    def frame(self) -> pd.DataFrame:
        """Index run_id; the columns of `Results.runs`."""
        return self._read_frame(self._run_ids)

    def _read_frame(self, run_ids: Sequence[int]) -> pd.DataFrame:
        chosen = (json.dumps(run_ids),)
        fixed = self._database.frame(
            f"SELECT run_id, {', '.join(_COLUMNS)} FROM run WHERE {CHOSEN}",
            *(chosen, {"run_id": "int64", **_COLUMNS}),
        ).set_index("run_id")
        self._require(run_ids, fixed.index)
        texts = self._database.frame(
            f"SELECT run_id, name, value FROM parameter WHERE {CHOSEN} ORDER BY run_id, name",
            *(chosen, {"run_id": "int64", "name": "str", "value": "str"}),
        )
        texts = texts[~texts["name"].isin(_COLUMNS)].drop_duplicates(["run_id", "name"])
        wide = texts.pivot(index="run_id", columns="name", values="value")
        wide.columns.name = None
        return fixed.join(wide).reindex(pd.Index(run_ids, name="run_id", dtype="int64"))

    def _require(self, run_ids: Sequence[int], found: Iterable[int]) -> None:
        gone = set(run_ids) - set(found)
        if gone:
            raise InputError(
                f"{self._database.path}: {len(gone)} of {len(run_ids)} chosen runs were"
                f" deleted meanwhile, such as {min(gone)}"
            )

    def columns(self, run_ids: Sequence[int]) -> pd.DataFrame:
        """Return the frame of some runs, without columns that are empty for these runs."""
        few = len(self._run_ids) > _FEW > len(run_ids)
        frame = self._read_frame(run_ids) if few else self.frame().loc[list(run_ids)]
        return frame.drop(
            columns=[n for n in frame.columns[len(_COLUMNS) :] if frame[n].isna().all()]
        )

    @_until_changed
    def metrics(self) -> pd.DataFrame:
        """Read the dictionary of the archive: index name, columns unit, description."""
        return self._database.frame(
            "SELECT name, unit, description FROM metric ORDER BY name",
            (),
            {"name": "str", "unit": "str", "description": "str"},
        ).set_index("name")

    @_until_changed
    def _labels(self) -> dict[str, list[tuple[str, Label]]]:
        """Map each name of a label to the studies with such a label, each with the label."""
        found: dict[str, list[tuple[str, Label]]] = {}
        for study, labels in read_labels(self._database, self._run_ids, self._study).items():
            for name, label in labels.items():
                found.setdefault(name, []).append((study, label))
        return found

    def label(self, name: str) -> Label:
        """Return an existing label; InputError if two studies have different values for a run."""
        found = self._labels()[name]
        for (owner, label), (study, other) in itertools.combinations(found, 2):
            both = label.values.keys() & other.values.keys()
            runs = [i for i in both if label.values[i] != other.values[i]]
            ours, theirs = label, other
            if runs:
                ours, theirs = label.values[runs[0]], other.values[runs[0]]
            elif label.unit == other.unit and (
                holds(label.type, other.type) or holds(other.type, label.type)
            ):
                continue
            raise InputError(
                f"label {name}{f' of run {runs[0]}' if runs else ''} is {ours} in study {owner} and"
                f" {theirs} in study {study}: study= chooses one of them"
            )
        kinds = [label.type for _, label in found]
        values = {i: value for _, label in found for i, value in label.values.items()}
        return Label("real" if "real" in kinds else kinds[0], found[0][1].unit, values)

    def label_names(self, run_ids: Collection[int]) -> list[str]:
        """List the labels of the runs."""
        return [
            name
            for name, found in self._labels().items()
            if any(i in label.values for _, label in found for i in run_ids)
        ]

    def choose(self, name: str, value: Any, run_ids: Sequence[int]) -> list[int]:
        """Select runs by a value of a label or column, or by a list of values."""
        cells = self._values(name, run_ids)
        values = value if isinstance(value, list | tuple) else [value]
        if not values:
            raise InputError(f"{name} = {value!r}: at least one value is needed")
        known, wanted = set(cells.values()), set()
        for one in values:
            equal = {cell for cell in known if _equal(cell, one)}
            if not equal:
                raise _unknown_value(name, as_text(one), {as_text(cell) for cell in known})
            wanted |= equal
        return [i for i in run_ids if i in cells and cells[i] in wanted]

    @_until_changed
    def _cells(self) -> dict[str, dict[int, Value]]:
        return {}

    @_until_changed
    def _frames(self) -> dict[Hashable, pd.DataFrame]:
        return {}

    def kept(self, key: Hashable, read: Callable[[], pd.DataFrame]) -> pd.DataFrame:
        """Cache the last few large frames: figures and claims read the same frames."""
        frames = self._frames()
        if key in frames:
            frames[key] = frames.pop(key)  # the oldest use is first
        else:
            if len(frames) == _FRAMES:
                frames.pop(next(iter(frames)))
            frames[key] = read()
        return frames[key].copy()

    def _values(self, name: str, run_ids: Sequence[int]) -> dict[int, Value]:
        """Return the values of a label, else of a column, for the runs with a value."""
        known = self._cells()
        if name in self._labels():
            known[name] = self.label(name).values
        if name in known:
            values = known[name]
        elif 2 * len(run_ids) < len(self._run_ids):
            values = self._column(name, run_ids)
        else:
            values = known[name] = self._column(name, self._run_ids)
        cells = {i: values[i] for i in run_ids if i in values}
        if not cells:
            choices = [*self.label_names(run_ids), *self.columns(run_ids).columns]
            raise unknown("label or parameter", name, choices if run_ids else ())
        return cells

    def _column(self, name: str, run_ids: Sequence[int]) -> dict[int, Value]:
        """Read one column of `columns`, for the runs with a value."""
        chosen = json.dumps(run_ids)
        if name in _COLUMNS:
            rows = self._database.rows(f"SELECT run_id, {name} FROM run WHERE {CHOSEN}", (chosen,))
            self._require(run_ids, (run_id for run_id, _ in rows))
        else:
            sql = f"SELECT run_id, value FROM parameter WHERE name = ? AND {CHOSEN}"
            rows = self._database.rows(sql, (name, chosen))
        kind = int if _COLUMNS.get(name) == "int64" else str
        if not all(isinstance(value, kind) for _, value in rows):
            raise InputError(f"{self._database.path} is damaged: a {name} is of a wrong type")
        return dict(rows)

    def put_before(
        self, rows: pd.DataFrame, by: Sequence[str], run_ids: Sequence[int], *keys: str
    ) -> pd.DataFrame:
        """Put labels, seed and run before the columns of rows with a run_id, and sort by them.

        Rows of runs that lack a label are omitted. Two runs with rows of the same `keys` and equal
        labels, seed and run number are refused.
        """
        runs = self._labelled(by, run_ids)
        for name in runs.columns:
            if name in rows.columns:
                raise InputError(f"{name} is the name of a column here, and of a label or number")
        place = runs.index.get_indexer(rows["run_id"])
        order = np.argsort(place, kind="stable")
        order = order[place[order] >= 0]
        parts = [runs.take(place[order]), rows.take(order)]
        frame = pd.concat([part.reset_index(drop=True) for part in parts], axis=1)
        same = [*runs.columns, *keys]
        if runs.take(pd.unique(place[order])).duplicated().any():
            once = frame.drop_duplicates(["run_id", *keys])
            double = once[once.duplicated(same, keep=False)]
            if len(double):
                alike = double[(double[same] == double.iloc[0][same]).all(axis=1)]
                one, other = (int(i) for i in alike["run_id"].iloc[:2])
                raise InputError(
                    f"runs {one} and {other} have the same {', '.join(same)}, but differ in"
                    f" {self._differences(one, other)}: {self._remedy(by, one, other)}"
                )
        return frame

    def _remedy(self, by: Sequence[str], one: int, other: int) -> str:
        """End of the message about two runs with equal labels: how to choose one of them."""

        def owners(run: int) -> set[str]:
            found = (self._labels()[name] for name in by)
            return set.intersection(*({s for s, of in some if run in of.values} for some in found))

        ours, theirs = (owners(one), owners(other)) if by else (set(), set())
        if ours and theirs and not ours & theirs:
            study = min(ours)
            return (
                f"the labels are of {study} and {min(theirs)}, and"
                f' burstlab.open("{self._database.path}", "{study}") takes those of {study} alone'
            )
        return "choose by where, or name a label in by"

    def _labelled(self, by: Sequence[str], run_ids: Sequence[int]) -> pd.DataFrame:
        """Tabulate the runs with all given labels.

        Returns
        -------
        DataFrame
            Index run_id; columns `by`, seed, run, in ascending order of these.
        """
        known = self.label_names(run_ids)
        for name in by:
            if name not in known:
                error = unknown("label", name, known)
                if name in self.frame().columns and name not in _COLUMNS:
                    error = InputError(
                        f"{error}; {name} is an attribute: where({name}=..) selects by it, and"
                        " [labels] of a sweep file makes it a label"
                    )
                raise error
        labels = [self.label(name) for name in by]
        numbers = [self._values(name, run_ids) if run_ids else {} for name in ("seed", "run")]
        columns = [*(label.values for label in labels), *numbers]
        carrying = [i for i in run_ids if all(i in column for column in columns)]
        if by and not carrying:
            raise InputError(f"no run carries all of the labels {', '.join(by)}")
        rows = sorted((*(column[i] for column in columns), i) for i in carrying)
        *cells, index = zip(*rows, strict=True) if rows else [()] * (len(columns) + 1)
        types = [*(_WHOLE[label.type] for label in labels), "int64", "int64"]
        frame = {
            name: pd.Series(column, dtype=kind)
            for name, column, kind in zip([*by, "seed", "run"], cells, types, strict=True)
        }
        return pd.DataFrame(frame).set_index(pd.Index(index, name="run_id", dtype="int64"))

    def all_labels(self, run_ids: Sequence[int]) -> pd.DataFrame:
        """Make the frame of `Results.labels`."""
        index = pd.Index(run_ids, name="run_id", dtype="int64")
        labels = {name: self.label(name) for name in self.label_names(run_ids)}
        columns = {
            name: pd.Series([label.values.get(i) for i in run_ids], index, _GAPS[label.type])
            for name, label in labels.items()
        }
        frame = pd.DataFrame(columns, index)
        frame.attrs = {"units": {name: label.unit for name, label in labels.items()}}
        return frame

    def _differences(self, one: int, other: int) -> str:
        """Write the labels in which two runs differ, or else the columns of `columns`."""
        labels = {name: self.label(name).values for name in self.label_names([one, other])}
        found = {name: (v.get(one), v.get(other)) for name, v in labels.items()}
        found = {name: pair for name, pair in found.items() if pair[0] != pair[1]}
        if not found:
            ours, theirs = (self.frame().loc[i].dropna().to_dict() for i in (one, other))
            found = {name: (ours.get(name), theirs.get(name)) for name in {**ours, **theirs}}
            found = {name: pair for name, pair in found.items() if pair[0] != pair[1]}
        texts = [f"{name} ({a!r:.60} and {b!r:.60})" for name, (a, b) in found.items()]
        more = [f"{len(texts) - _MAX_DIFFERENCES} more"] if len(texts) > _MAX_DIFFERENCES else []
        return ", ".join([*texts[:_MAX_DIFFERENCES], *more]) or "what their input files hold"


def _unknown_value(name: str, value: str, known: Collection[str]) -> InputError:
    """Make the error for a value of no run, with the existing numbers or the nearest texts."""
    try:
        numbers = sorted(known, key=float)
    except ValueError:
        return unknown(f"value of {name}", value, known)
    return InputError(f"unknown value of {name} {value}: there is {listed(numbers)}")


def _equal(cell: Any, value: Any) -> bool:
    value = plain(value)
    if isinstance(cell, int | float) and isinstance(value, int | float):
        return cell == value and isinstance(cell, bool) == isinstance(value, bool)
    one, other = as_text(cell), as_text(value)
    return one == other or _number(one) == _number(other) is not None


def _number(text: str) -> int | float | None:
    """Read a finite number, a whole number exactly."""
    if re.fullmatch(r"[+-]?[0-9]{1,300}", text):
        return int(text)
    written = re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", text)
    number = float(text) if written else math.inf
    return number if math.isfinite(number) else None
