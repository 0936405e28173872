# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Months of test results from a model, for forecasters and detectors.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from burstlab.study import Labelled

SAMPLES = "path-measurement-samples"
EVERY, IPERF = "all", "iperf"
FIRST, FRESH = "first", "fresh"
OWN = -1
"""The swing of each host."""


@dataclass(frozen=True)
class Samples(Labelled):
    """A month of results of hosts, by the labels of the study.

    Attributes
    ----------
    tools
        `EVERY` or `IPERF`.
    swing
        By how many percent results are lower at 14 o'clock of a working day than at night; `OWN`:
        as the host has it.
    fall
        Fall of the level of each host for three days, percent; 0: no event.
    numbers
        `FIRST`, on which settings of detectors were chosen, or `FRESH`.
    """

    tools: str = IPERF
    swing: int = OWN
    fall: int = 0
    numbers: str = FIRST


EVERY_TOOL = Samples(tools=EVERY)
QUIET = Samples()
SWINGING = Samples(swing=40)
"""Swing at which Holt-Winters has to be better, and detectors have to know the time of day."""
FALL = 40
"""Percent of a fall of which nine in ten have to be found."""
FALLS = {"quick": (20, 60), "full": (20, 30, 50, 60)}
"""Percent of the falls in figure and table."""
SOME = "Rice,CERN,INFN-Padova"
"""Hosts of the quick edition."""
MANY = {"quick": 6, "full": 13}
"""Replications of the months by which detection is judged: 429 series of 33 hosts, when full."""


def swings() -> list[Samples]:
    """List months without an event: of small swings and of a large one."""
    return [QUIET, SWINGING]


def fallen(base: Samples) -> Samples:
    """Let the level fall by the part that detectors have to find."""
    return replace(base, fall=FALL)


def fresh() -> list[Samples]:
    """List months of both swings with other random numbers, without an event and with one."""
    every = [month for base in swings() for month in (base, fallen(base))]
    return [replace(month, numbers=FRESH) for month in every]


def falls(edition: str) -> list[Samples]:
    """List months with falls of other sizes."""
    return [replace(QUIET, fall=fall) for fall in FALLS[edition]]


def planned(edition: str) -> list[Samples]:
    """All settings of an edition."""
    pairs = [month for base in swings() for month in (base, fallen(base))]
    return [EVERY_TOOL, *pairs, *fresh(), *falls(edition)]


def replications(setting: Samples, edition: str, usual: int) -> int:
    """Give the number of replications of a setting, by the usual number."""
    judged = (QUIET, fallen(QUIET), *fresh())
    return MANY[edition] if setting in judged else usual


def scenario(setting: Samples, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    return SAMPLES, {
        **({"Hosts": SOME} if edition == "quick" else {}),
        **({"Deviations": "iperf=0.15"} if setting.tools == IPERF else {}),
        **({} if setting.swing == OWN else {"Swing": setting.swing / 100}),
        **({"Change": -setting.fall / 100} if setting.fall else {}),
        **({"StreamBase": 1_000_000} if setting.numbers == FRESH else {}),
    }
