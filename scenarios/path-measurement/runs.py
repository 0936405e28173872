# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What the study runs: all settings of an edition, of the QBSS test bed and of single paths.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from burstlab.engine import RunSpec

from . import bed, paths
from .bed import READINGS, Bed
from .paths import Path

REPLICATIONS = {"quick": 2, "full": 5}


def planned(edition: str) -> list[Bed | Path]:
    """All settings of an edition, each once."""
    cells: list[Bed | Path] = [bed.STARVED, *paths.undelayed(edition)]
    for read in READINGS:
        cells += [*bed.scripted(read, edition), *bed.alone(read), *paths.of_reading(read, edition)]
    return list(dict.fromkeys(cells))


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition."""
    return [
        RunSpec(*scenario(setting, edition), run=run, labels=setting.labels)
        for setting in planned(edition)
        for run in range(1, REPLICATIONS[edition] + 1)
    ]


def scenario(setting: Bed | Path, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    if isinstance(setting, Bed):
        return bed.BED, bed.attributes(setting, edition)
    return paths.PATH, paths.attributes(setting, edition)
