# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of the study: the settings of an edition, of all its parts."""

from __future__ import annotations

from functools import cache

from burstlab.engine import RunSpec
from burstlab.study import Labelled, all_of

from .cycle import months
from .cycle import settings as cycles
from .path import processors
from .path import settings as paths
from .pinger import settings as pingers
from .qbss import calls
from .qbss import settings as bed
from .samples import reading as samples
from .scavengers import transfers as contests
from .steering import searches, transfers

REPLICATIONS = {"quick": 6, "full": 9}
"""A median decides from 6 replications on; each of ten parts that must keep a rule from 9 on."""
UNSCALED = 1
"""Replications of the cycle and of the transfer with full rates, which take minutes."""
SEARCHED = 12
"""Replications of the longer route: choices are made on one half, and judged on the other."""
CALLED = 12
"""Replications of calls: one of three parts that breaks a rule decides from 12 on."""
PARTS = {
    bed.Bed: bed,
    paths.Path: paths,
    contests.Contest: contests,
    cycles.Cycle: cycles,
    months.Month: months,
    transfers.Transfer: transfers,
    pingers.Pinger: pingers,
    samples.Samples: samples,
    processors.Processor: processors,
    calls.Calls: calls,
    searches.Tuned: searches,
}
"""Modules that plan the settings of each kind, and write them for their scenario."""


def planned(edition: str) -> list[Labelled]:
    """All settings of an edition, each once."""
    return list(
        dict.fromkeys(setting for part in PARTS.values() for setting in part.planned(edition))
    )


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition."""
    return [
        RunSpec(*scenario(setting, edition), run=run, labels=setting.labels)
        for setting in planned(edition)
        for run in range(1, replications(setting, edition) + 1)
    ]


def replications(setting: Labelled, edition: str) -> int:
    """How often a setting is run."""
    if isinstance(setting, months.Month | processors.Processor) or setting in once(edition):
        return 1
    if isinstance(setting, paths.Path) and setting.place == paths.LONGER:
        return SEARCHED
    if isinstance(setting, calls.Calls):
        return CALLED
    if isinstance(setting, samples.Samples):
        return samples.replications(setting, edition, REPLICATIONS[edition])
    unscaled = (isinstance(setting, cycles.Cycle) and setting.scale == 1) or (
        isinstance(setting, transfers.Transfer) and setting.divisor == 1
    )
    if unscaled:
        return UNSCALED
    return min(fewer(setting), REPLICATIONS[edition])


def fewer(setting: Labelled) -> int:
    """How often the full edition runs what takes long: 8 let one of four parts differ, 7 of two."""
    if isinstance(setting, paths.Path):
        if setting.tool == paths.IPERF and setting.place in (*paths.STREAMED, paths.CERN):
            return 8
        hosts = (paths.DURATIONS, paths.DEFAULTS)
        return 7 if setting.tool in (*hosts, paths.SCORED) else REPLICATIONS["full"]
    harm = isinstance(setting, contests.Contest) and setting not in contests.SHARES
    return (
        7
        if harm or isinstance(setting, transfers.Transfer | cycles.Cycle)
        else REPLICATIONS["full"]
    )


@cache
def once(edition: str) -> frozenset[Labelled]:
    """Collect what an edition runs once: nothing in it is drawn, or the quick one only shows it."""
    nothing_drawn = paths.determined(edition)
    if edition == "full":
        return frozenset(nothing_drawn)
    shown = (
        *all_of(bed.Bed(), load=(bed.NONE, bed.BE)),
        *paths.scored("quick"),
        pingers.Pinger(pinger=pingers.MONITORS),
    )
    return frozenset((*nothing_drawn, *shown, *transfers.planned("quick")))


def scenario(setting: Labelled, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    return PARTS[type(setting)].scenario(setting, edition)
