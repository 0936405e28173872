# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Published verdicts: those of a study's full edition, in ``verdicts.json`` beside the study.

Few readers compute a full edition. Its verdicts are stored in the checkout; the report and the
README have them beside those of the reader's quick edition.
"""

from __future__ import annotations

import json
import math
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from burstlab import paths
from burstlab.engine import PlannedRun, code_of_scenario
from burstlab.errors import InputError, within
from burstlab.study import VERDICTS, Study

FILE = "verdicts.json"
_TEXTS = ("tolerance", "unit", "verdict", "note")
_NUMBERS = ("measured", "low", "high")
_COUNTS = ("runs", "needed")


@dataclass(frozen=True)
class Published:
    """The published verdicts of a study.

    Attributes
    ----------
    edition
        ``"full"``.
    computed
        Days on which its runs were finished, ``2026-11-28`` or two of them with "to" between.
    commit
        Commit of the checkout that judged.
    runs
        Number of runs, with those that were added.
    code
        Scenario to the code version of its runs.
    rows
        Claim and reading to their row of the table claim.
    """

    edition: str
    computed: str
    commit: str
    runs: int
    code: Mapping[str, str]
    rows: Mapping[tuple[str, str], Mapping[str, Any]] = field(default_factory=dict)

    def aged(self, planned: Iterable[PlannedRun]) -> list[str]:
        """List the scenarios with another code version in runs planned now."""
        now: dict[str, str] = {}
        for run in planned:
            key = json.loads(run.key)
            now[key["scenario"]] = code_of_scenario(key["code_version"])
        return [name for name, code in self.code.items() if now.get(name, code) != code]


def file_of(study: str) -> Path:
    """Path of a study's published verdicts."""
    return paths.SCENARIOS / study / FILE


def text_of(
    rows: Sequence[Mapping[str, Any]], edition: str, runs: pd.DataFrame, days: str, commit: str
) -> str:
    """Write the verdicts of an edition as the text of the file, a claim a line.

    Parameters
    ----------
    rows
        Rows of the table claim.
    edition
        Name of the edition.
    runs
        Its runs, as from `Results.runs`.
    days, commit
        As in `Published`.
    """
    codes = runs["code_version"].map(code_of_scenario).groupby(runs["scenario"]).last()
    head = {
        **{"edition": edition, "computed": days, "commit": commit, "runs": len(runs)},
        "code": codes.to_dict(),
    }
    lines = [
        json.dumps(
            {"id": row["id"].partition("/")[2], "reading": row["reading"]}
            | {name: row[name] for name in _TEXTS}
            | {name: _number(row[name]) for name in _NUMBERS}
            | {name: None if pd.isna(row[name]) else int(row[name]) for name in _COUNTS},
            ensure_ascii=False,
        )
        for row in rows
    ]
    start = json.dumps(head, indent=1, ensure_ascii=False)[:-2]
    return f'{start},\n "claims": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"


def read(study: Study) -> Published | None:
    """Read the published verdicts of a study; None if there are none.

    `InputError` for a file that is no such text.
    """
    file = file_of(study.name)
    if not file.exists():
        return None
    known = {claim.id: claim for claim in (*study.claims, *study.checks)}
    try:
        document = json.loads(file.read_text(encoding="utf-8"))
        rows = {}
        for row in document.pop("claims"):
            claim = known.get(row["id"])
            if row["verdict"] not in VERDICTS:
                raise InputError(f"unknown verdict {row['verdict']}")
            if claim and claim.tolerance == row["tolerance"]:  # else judged by another rule
                rows[f"{study.name}/{row['id']}", row["reading"]] = {
                    **{name: row[name] for name in (*_TEXTS, *_COUNTS)},
                    **{name: None if (v := row[name]) is None else float(v) for name in _NUMBERS},
                }
        return Published(**document, rows=rows)
    except InputError as error:
        raise within(paths.relative(file), error) from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(
            f"{paths.relative(file)}: published verdicts are written by ./lab claims {study.name}"
            f" --full --publish, and this is not their form: {type(error).__name__}: {error}"
        ) from None


def days_of(costs: pd.DataFrame) -> str:
    """Write the first and the last day on which runs were finished, from `Results.costs`."""
    days = costs["finished_utc"].str[:10]
    return " to ".join(dict.fromkeys([days.min(), days.max()]))


def commit() -> str:
    """Return the commit of the checkout; empty outside a repository."""
    place = ["git", f"--git-dir={paths.ROOT / '.git'}", f"--work-tree={paths.ROOT}"]
    describe = ["describe", "--always", "--dirty=, edited", "--abbrev=12", "--exclude=*"]
    try:
        done = subprocess.run(
            [*place, "--no-optional-locks", *describe], capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip()


def _number(value: float | None) -> float | str | None:
    """Return a number for JSON: infinity as text."""
    if value is None or math.isnan(value):
        return None
    return float(value) if math.isfinite(value) else str(float(value))
