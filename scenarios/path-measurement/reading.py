# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What judges, figures and tables read from the runs of the study."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Labelled
from burstlab.study.measures import values

from .runs import LINKS, Bed, scripted

PHASES = ("QBSS alone", "with BE", "with BE and Priority", "with BE", "QBSS alone")
"""Of the script, in order; objects of the scenario count them from 1."""
ALONE, ALL = (1, 5), 3
"""In which QBSS is alone, and in which all classes send."""


def there(results: Results, settings: Iterable[Bed]) -> list[Bed]:
    """Leave settings of which there are runs: those of the edition."""
    texts = set(results.labels()["setting"])
    return [setting for setting in settings if setting.text in texts]


def links(results: Results, reading: str) -> list[Bed]:
    """Find the runs of the script under a reading, a setting a link."""
    every = dict.fromkeys(cell for edition in LINKS for cell in scripted(reading, edition))
    return there(results, every)


def of(results: Results, setting: Labelled, metric: str, name: str) -> pd.Series:
    """Read a metric of an object in the replications of a setting: index (seed, run)."""
    return values(results.where(setting=setting.text), metric, name)


def in_phase(results: Results, setting: Bed, metric: str, phase: int, what: object) -> pd.Series:
    """Read a metric of a class or of the pings of a code point in a phase."""
    return of(results, setting, metric, f"{phase}/{what}")


def slowest(results: Results, setting: Bed) -> pd.Series:
    """Find the longest time after a change until a class has 90 % of what it will have."""
    frame = results.where(setting=setting.text).frame("qbss.reaction", object=None)
    return frame.groupby(["seed", "run"])["qbss.reaction"].max()
