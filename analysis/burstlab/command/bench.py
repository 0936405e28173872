# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""``./lab bench``: costs and ratios measured on this machine. No benchmark passes or fails.

A benchmark is a file with a function ``measure(bench)`` that returns rows of name, value, unit and
value of the baseline. General benchmarks are in ``benches/``, that of a study is its ``bench.py``.
"""

from __future__ import annotations

import logging
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from burstlab import paths
from burstlab.build import suite
from burstlab.engine import PlannedRun, RunSpec, plan
from burstlab.errors import unknown
from burstlab.process import succeed
from burstlab.study import import_part

logger = logging.getLogger(__name__)

Row = tuple[str, float, str, float]


@dataclass(frozen=True)
class Bench:
    """The argument of a benchmark: a temporary folder, and the cost of a run."""

    folder: Path

    def price(self, scenario: str, **attributes: Any) -> dict[str, float]:
        """Run a scenario in a separate process: its scalars, cpu_s, peak_rss_mib and events."""
        (planned,) = plan([RunSpec(scenario, attributes)], suite())
        return self.measure(planned)

    def measure(self, planned: PlannedRun) -> dict[str, float]:
        """Run a planned run, with the same results as `price`."""
        file = self.folder / f"{len(list(self.folder.iterdir()))}.sqlite"
        succeed(planned.command(file), planned.program.folder)
        with sqlite3.connect(file) as connection:
            scalars = dict(connection.execute("SELECT metric, value FROM scalar"))
            cpu, rss, events = connection.execute(
                "SELECT cpu_s, peak_rss_kib / 1024.0, events FROM run_cost"
            ).fetchone()
        return {**scalars, "cpu_s": cpu, "peak_rss_mib": rss, "events": events}


def find() -> dict[str, tuple[str, Callable[[], Any]]]:
    """Map each benchmark to its study and to the function that imports it."""
    house = sorted(Path(__file__).with_name("benches").glob("[!_]*.py"))
    studies = sorted(file.parent.name for file in paths.SCENARIOS.glob("*/bench.py"))
    return {
        file.stem.strip("_").replace("_", "-"): (
            "house",
            partial(import_module, f"burstlab.command.benches.{file.stem}"),
        )
        for file in house
    } | {study: (study, partial(import_part, study, "bench")) for study in studies}


def run(name: str | None = None) -> list[dict[str, Any]]:
    """Run one benchmark, or all.

    Returns
    -------
    list of dict
        name, study, value, unit, baseline (in the same unit), ratio (value over baseline).
    """
    known = find()
    if name is not None and name not in known:
        raise unknown("benchmark", name, known)
    documents = []
    for chosen in [name] if name else known:
        study, load = known[chosen]
        logger.info("measuring %s", chosen)
        with tempfile.TemporaryDirectory() as folder:
            rows = load().measure(Bench(Path(folder)))
        documents += [
            {
                **{"name": row, "study": study, "value": value, "unit": unit},
                **{"baseline": baseline, "ratio": value / baseline},
            }
            for row, value, unit, baseline in rows
        ]
    return documents
