# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of the study: the settings of an edition, of all its parts.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from functools import cache

from burstlab.engine import RunSpec
from burstlab.study import all_of

from . import (
    bed,
    calls,
    months,
    networks,
    paths,
    pingers,
    processors,
    samples,
    searches,
    steerings,
)
from .bed import Bed
from .calls import Calls
from .months import Month
from .networks import Contest, Cycle, Demonstration
from .paths import Path
from .pingers import Pinger
from .processors import Processor
from .samples import Samples
from .searches import Tuned
from .steerings import Transfer

REPLICATIONS = {"quick": 6, "full": 9}
"""A median decides from 6 replications on; each of ten parts that must keep a rule from 9 on."""
UNSCALED = 1
"""Replications of the cycle and of the transfer with full rates, which take minutes."""
SEARCHED = 12
"""Replications of the longer route: choices are made on one half, and judged on the other."""
CALLED = 12
"""Replications of calls: one of three parts that breaks a rule decides from 12 on."""
PARTS = {
    Bed: bed,
    Path: paths,
    **dict.fromkeys((Contest, Demonstration, Cycle), networks),
    Month: months,
    Transfer: steerings,
    Pinger: pingers,
    Samples: samples,
    Processor: processors,
    Calls: calls,
    Tuned: searches,
}
"""Modules that plan the settings of each kind, and write them for their scenario."""
Setting = (
    Bed
    | Path
    | Contest
    | Demonstration
    | Cycle
    | Month
    | Transfer
    | Pinger
    | Samples
    | Processor
    | Calls
    | Tuned
)


def planned(edition: str) -> list[Setting]:
    """All settings of an edition, each once."""
    parts = dict.fromkeys(PARTS.values())
    return list(dict.fromkeys(setting for part in parts for setting in part.planned(edition)))


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition."""
    return [
        RunSpec(*scenario(setting, edition), run=run, labels=setting.labels)
        for setting in planned(edition)
        for run in range(1, replications(setting, edition) + 1)
    ]


def replications(setting: Setting, edition: str) -> int:
    """How often a setting is run."""
    if isinstance(setting, Month | Processor) or setting in once(edition):
        return 1
    if isinstance(setting, Path) and setting.place == paths.LONGER:
        return SEARCHED
    if isinstance(setting, Calls):
        return CALLED
    if isinstance(setting, Samples):
        return samples.replications(setting, edition, REPLICATIONS[edition])
    unscaled = (isinstance(setting, Cycle) and setting.scale == 1) or (
        isinstance(setting, Transfer) and setting.divisor == 1
    )
    if unscaled:
        return UNSCALED
    return min(fewer(setting), REPLICATIONS[edition])


def fewer(setting: Setting) -> int:
    """How often the full edition runs what takes long: 8 let one of four parts differ, 7 of two."""
    if isinstance(setting, Path):
        if setting.tool == paths.IPERF and setting.place in (*paths.STREAMED, paths.CERN):
            return 8
        hosts = (paths.DURATIONS, paths.DEFAULTS)
        return 7 if setting.tool in (*hosts, paths.SCORED) else REPLICATIONS["full"]
    harm = isinstance(setting, Contest) and setting not in networks.shares()
    return 7 if harm or isinstance(setting, Transfer | Cycle) else REPLICATIONS["full"]


@cache
def once(edition: str) -> frozenset[Setting]:
    """Collect what an edition runs once: nothing in it is drawn, or the quick one only shows it."""
    nothing_drawn = paths.determined(bed.AS_RUN, edition)
    if edition == "full":
        return frozenset(nothing_drawn)
    shown = (*all_of(Bed(), load=(bed.NONE, bed.BE)), *paths.scored("quick"), pingers.monitors())
    return frozenset((*nothing_drawn, *shown, *steerings.planned("quick")))


def scenario(setting: Setting, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    return PARTS[type(setting)].scenario(setting, edition)
