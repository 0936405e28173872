# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Networks that do all the document of study path-measurement says."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import made_up
from burstlab.engine import RunSpec
from burstlab.study import find_studies

STUDY = find_studies(["path-measurement"])["path-measurement"]
reading, runs = (
    importlib.import_module(f"burstlab_study_path_measurement.{name}")
    for name in ("reading", "runs")
)
NAMES = ("chosen", "share", "rate", "reaction", "ping_mean")
UNITS = {f"qbss.{name}": "1" for name in (*NAMES, "throughput")}
SENDS = {1: {"QBSS"}, 2: {"QBSS", "BE"}, 3: {"QBSS", "BE", "Priority"}, 4: {"QBSS", "BE"}}
"""Classes that send in a phase; in the last one QBSS alone again."""
WEIGHTS = {"QBSS": 1, "BE": 69, "Priority": 30}
Change = Callable[[runs.Bed, dict[str, float]], None]
"""Changes the scalars of a run."""


def setting(spec: RunSpec) -> runs.Bed:
    """The setting of a run."""
    return runs.Bed(**{name: v for name, v in spec.labels.items() if name != "setting"})


def made(
    edition: str, settings: Iterable[runs.Bed] | None, change: Change | None
) -> Iterator[made_up.Run]:
    """All runs of an edition, or those of some settings."""
    wanted = None if settings is None else {s.text for s in settings}
    for spec in STUDY.specs(edition):
        if wanted is None or spec.labels["setting"] in wanted:
            cell = setting(spec)
            noise = 1 + 1e-4 * math.sin(17 * spec.run)
            scripted = cell.load == runs.SCRIPT
            scalars = script(cell, noise) if scripted else pings(cell, noise)
            if change:
                change(cell, scalars)
            yield made_up.Run(spec, scalars, {}, series(cell) if scripted else {})


def script(cell: runs.Bed, noise: float) -> dict[str, float]:
    """Scalars of the script."""
    scalars = {}
    for phase in range(1, 6):
        weights = {of: w for of, w in WEIGHTS.items() if of in SENDS.get(phase, {"QBSS"})}
        if cell.scheduler == runs.STRICT and phase == reading.ALL:
            weights |= {"QBSS": 0}
        for of in WEIGHTS:
            share = weights.get(of, 0) / sum(weights.values())
            scalars[f"qbss.share[{phase}/{of}]"] = share
            scalars[f"qbss.rate[{phase}/{of}]"] = 0.95 * noise * share * cell.mbps
            if phase == reading.ALL:
                scalars[f"qbss.chosen[{phase}/{of}]"] = share
        scalars[f"qbss.reaction[{phase}/QBSS]"] = 0.2 * noise
    return scalars


def pings(cell: runs.Bed, noise: float) -> dict[str, float]:
    """Scalars of pings beside a load."""
    took = dict.fromkeys(runs.CLASSES, 300.0 if cell.load == runs.NONE else 550 * noise)
    if cell.load != runs.NONE:
        took[cell.load] = 5000 * noise
    return {f"qbss.ping_mean[1/{runs.CLASSES[of]}]": us for of, us in took.items()}


def series(cell: runs.Bed) -> dict[str, tuple[int, list[float]]]:
    """Ten points of each phase, Mb/s."""
    scalars = script(cell, 1)
    return {
        f"qbss.throughput[{of}]": (
            10**8,
            [scalars[f"qbss.rate[{1 + n // 10}/{of}]"] for n in range(50)],
        )
        for of in WEIGHTS
    }


def write(
    path: Path,
    settings: Iterable[runs.Bed] | None = None,
    change: Change | None = None,
    edition: str = "quick",
) -> Path:
    """Write an archive of the runs of an edition, or of some settings alone."""
    scenario = "ns3::PathMeasurementQbssScenario"
    return made_up.write(path, STUDY, scenario, UNITS, {}, made(edition, settings, change))
