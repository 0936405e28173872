# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs with finite buffers at edge devices.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from burstlab.engine import RunSpec
from burstlab.study import Labelled, all_of, replicated

from . import runs
from .runs import BITS, DISTANCES, FGN, INFERRED, LAN, NO_RULE, READINGS, REPLICATIONS, Setting

EDGE, BRIDGE = "atm-abr-edge", "atm-abr-lan"
CELLS = 32
"""Cells of a full Ethernet frame: 1500 bytes, headers and trailer."""
FRAME, TAIL = "frame", "cells"
"""What an edge device drops that has too little room: the frame, or its cells beyond the room."""


@dataclass(frozen=True)
class Edge(Labelled):
    """A run with finite buffers at edge devices, by labels.

    ``frames`` is the room of an edge device in full frames, the one that is being sent included;
    ``discard`` is `FRAME` or `TAIL`; the others are those of `Setting`.
    """

    case: str = "baseline 76"
    distance: str = LAN
    marking: str = "BackwardRm"
    unused: str = NO_RULE
    algorithm: str = BITS
    arrivals: str = FGN
    frames: int = 4
    discard: str = FRAME


FRAMES = (4, 16, 32, 128, 512, 1024)
"""Room of the edge device of a single source."""
FEW = (4, 64, 256, 1024)
"""Room of the edge devices of six sources, of which three want more than their share."""
SMALL, MIDDLE, LARGE = 4, 32, 1024
"""Room behind the claims: 128, 1,024 and 32,768 cells."""
SCHEMES = {
    BITS: {},
    "EPRCA": {"algorithm": "EPRCA"},
    "ERICA": {"algorithm": "ERICA"},
    "bits, cells dropped": {"discard": TAIL},
}
"""Switches that set bits alone or explicit rates; edge devices that drop cells, not frames."""
SIX = "six sessions"


def of_reading(reading: str, **labels: Any) -> Edge:
    """Describe a setting under a reading."""
    return Edge(**{**READINGS[reading], **labels})


def _schemes(settings: Iterable[Edge]) -> list[Edge]:
    return [replace(one, **scheme) for one in settings for scheme in SCHEMES.values()]


CLAIMED = [
    of_reading(reading, distance=distance, frames=frames)
    for reading in READINGS
    for distance in DISTANCES
    for frames in (SMALL, MIDDLE, LARGE)
]
SINGLE = _schemes(all_of(of_reading(INFERRED), distance=DISTANCES, frames=FRAMES))
OVERLOAD = _schemes(all_of(of_reading(INFERRED, case=SIX), distance=DISTANCES, frames=FEW))
OVERLOADED = 6
"""Replications of six sources: as many as a median needs."""


@dataclass(frozen=True)
class Lan(Labelled):
    """A run with bridged Ethernets of stock hosts, by labels as those of `Edge`."""

    case: str = "bridged Ethernets"
    distance: str = LAN
    marking: str = "BackwardRm"
    unused: str = NO_RULE
    algorithm: str = BITS
    frames: int = 64


BRIDGED_READINGS = (runs.AS_RUN, INFERRED)
"""Readings under which bridged Ethernets are run."""


def bridged(reading: str, **labels: Any) -> Lan:
    """Describe bridged Ethernets under a reading; hosts make their own arrivals."""
    of = {name: value for name, value in READINGS[reading].items() if name != "arrivals"}
    return Lan(**{**of, **labels})


BRIDGED = [bridged(reading, distance=d) for reading in BRIDGED_READINGS for d in DISTANCES] + [
    bridged(INFERRED, distance=d, **other)
    for d in DISTANCES
    for other in ({"frames": LARGE}, {"algorithm": "ERICA"})
]


def attributes(one: Edge | Lan) -> dict[str, object]:
    """Write a setting as its scenario reads it."""
    hosts = isinstance(one, Lan)
    same = Setting(
        *(SIX if hosts else one.case, one.distance, one.marking, "1995 draft", one.unused),
        algorithm=one.algorithm,
        arrivals=FGN if hosts else one.arrivals,
    )
    without = ("PerVcQueues", "BufferCells", "StepsOfRow", "Process" if hosts else "")
    written = {name: one for name, one in runs.attributes(same).items() if name not in without}
    discard = {} if hosts else {"Discard": {FRAME: "Frame", TAIL: "Cells"}[one.discard]}
    return written | {"BufferFrames": one.frames - 1} | discard


def planned(edition: str) -> dict[Edge | Lan, int]:
    """All settings of an edition with their replications; the quick edition has none."""
    if edition != "full":
        return {}
    several = dict.fromkeys((*CLAIMED, *SINGLE, *BRIDGED), REPLICATIONS)
    return several | dict.fromkeys(OVERLOAD, OVERLOADED)


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition."""
    return [
        spec
        for one, count in planned(edition).items()
        for spec in replicated(BRIDGE if isinstance(one, Lan) else EDGE, {one: count}, attributes)
    ]
