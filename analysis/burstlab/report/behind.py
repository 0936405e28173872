# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs behind a claim: a page with the commands that repeat them, and a table of their rows."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from burstlab.archive import Archive, Results
from burstlab.engine import RunSpec

_SCALARS = """SELECT run_id, metric, object, value, unit
  FROM scalar JOIN metric ON name = metric
 WHERE run_id IN ({})
 ORDER BY run_id, metric, object;"""
_SERIES = """SELECT run_id, metric, object, t, value
  FROM series JOIN point USING (run_id, series)
 WHERE run_id IN ({})
 ORDER BY run_id, series, n;"""


def write_pages(
    archive: Archive,
    study: str,
    cells: Iterable[tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]],
    specs: Mapping[int, RunSpec],
    folder: Path,
    render: Callable[..., str],
) -> None:
    """Write a page and a CSV file for each claim with runs.

    Parameters
    ----------
    archive
        The archive of the runs.
    study
        Name of the study.
    cells
        Claims and their rows under each reading, each with its ``run_ids``.
    specs
        Specification of each run.
    folder
        Folder of the study in the site.
    render
        Fills a template of the report.
    """
    rows, scalars = _rows(archive.select(sorted(specs), study=study))
    for claim, judged in cells:
        readings: dict[int, list[str]] = {}
        for row in judged:
            for run_id in row["run_ids"]:
                readings.setdefault(run_id, []).append(row["reading"] or "check")
        if not readings:
            continue
        mine = rows.loc[[run_id for run_id in specs if run_id in readings]].dropna(
            axis="columns", how="all"
        )
        mine.insert(0, "readings", ["; ".join(readings[run_id]) for run_id in mine.index])
        stem = folder / claim["short_id"]
        mine.to_csv(stem.with_suffix(".csv"), lineterminator="\n")
        settings = commands({run_id: specs[run_id] for run_id in mine.index})
        shared = set.intersection(*({*setting["labels"].items()} for setting in settings))
        for setting in settings:
            run_ids = setting["run_ids"]
            setting["own"] = {k: v for k, v in setting["labels"].items() if (k, v) not in shared}
            names = dict.fromkeys(name for run_id in run_ids for name in readings[run_id])
            setting["readings"] = ", ".join(names)
            query = _SERIES if scalars.isdisjoint(run_ids) else _SCALARS
            setting["query"] = query.format(", ".join(map(str, run_ids)))
        text = render(
            "behind.html",
            **{"root": "../", "study": study, "claim": claim, "runs": len(mine), "judged": judged},
            **{"settings": settings, "shared": sorted(shared, key=lambda label: label[0])},
        )
        stem.with_suffix(".html").write_text(text, encoding="utf-8")


def commands(specs: Mapping[int, RunSpec]) -> list[dict[str, Any]]:
    """One ``./lab run`` per set of attributes, with its runs, their seeds and run numbers."""
    repeats: dict[str, list[tuple[int, RunSpec]]] = {}
    for run_id, spec in specs.items():
        options = [f"--{name}={shlex.quote(text)}" for name, text in spec.texts.items()]
        command = " \\\n    ".join([f"./lab run {spec.scenario}", *options])
        repeats.setdefault(command, []).append((run_id, spec))
    return [
        {
            "command": f"{command} \\\n    --seed={group[0][1].seed} --run={group[0][1].run}",
            "labels": group[0][1].labels,
            "run_ids": [run_id for run_id, _ in group],
            "seeds": _span(spec.seed for _, spec in group),
            "runs": _span(spec.run for _, spec in group),
        }
        for command, group in repeats.items()
    ]


def _rows(results: Results) -> tuple[pd.DataFrame, set[int]]:
    """One row per run: scenario, seed and run number, labels, numbers of the whole run.

    Also returns the runs with any single number.
    """
    runs = results.runs()[["scenario", "seed", "run"]].join(results.labels())
    recorded = results.recorded()
    values: dict[str, pd.Series] = {}
    measured: set[int] = set()
    for name in recorded["metric"][recorded["kind"] == "scalar"]:
        scalars = results.scalars(name)
        measured.update(scalars["run_id"])
        column = f"{name} measured" if name in runs else name
        values[column] = scalars[scalars["object"] == ""].set_index("run_id")["value"]
    return runs.join(pd.DataFrame(values)), measured


def _span(numbers: Iterable[int]) -> str:
    values = sorted(set(numbers))
    if len(values) > 2 and values[-1] - values[0] == len(values) - 1:
        return f"{values[0]} to {values[-1]}"
    return ", ".join(map(str, values))
