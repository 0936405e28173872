# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What the study runs: the settings of an edition, of test bed, paths, networks and months.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from burstlab.engine import RunSpec

from . import bed, networks, paths, samples
from .bed import READINGS, Bed
from .networks import Cycle, Network
from .paths import Path
from .samples import Samples

REPLICATIONS = {"quick": 2, "full": 5}
UNSCALED = 2
"""Replications of the cycle as it is, which takes twenty minutes of a processor."""
Setting = Bed | Path | Network | Samples


def planned(edition: str) -> list[Setting]:
    """All settings of an edition, each once."""
    cells: list[Setting] = [bed.STARVED, *paths.once(edition), *networks.planned(edition)]
    cells += samples.planned(edition)
    for read in READINGS:
        cells += [*bed.scripted(read, edition), *bed.alone(read), *paths.of_reading(read, edition)]
    return list(dict.fromkeys(cells))


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition."""
    return [
        RunSpec(*scenario(setting, edition), run=run, labels=setting.labels)
        for setting in planned(edition)
        for run in range(1, replications(setting, edition) + 1)
    ]


def replications(setting: Setting, edition: str) -> int:
    """How often a setting is run."""
    if isinstance(setting, Samples):
        return samples.replications(setting, edition, REPLICATIONS[edition])
    unscaled = isinstance(setting, Cycle) and setting.scale == 1
    return UNSCALED if unscaled else REPLICATIONS[edition]


def scenario(setting: Setting, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    if isinstance(setting, Bed):
        return bed.BED, bed.attributes(setting, edition)
    if isinstance(setting, Path):
        return paths.PATH, paths.attributes(setting, edition)
    if isinstance(setting, Samples):
        return samples.SAMPLES, samples.attributes(setting, edition)
    return networks.scenario(setting, edition)
