# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs on whole networks: scavengers, SC2001, cycles over all hosts.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from dataclasses import dataclass

from burstlab.engine import object_text
from burstlab.study import Labelled, all_of

from .bed import AS_RUN, READINGS, STACKS
from .hosts import read_hosts

CONTEST = "path-measurement-scavengers"
NONE = "None"
WAYS = (NONE, "Qbss", "Ledbat", "Lp", "SelfLimit", "RateLimit")
FLOWS, STREAMS = "short flows", "streams"
STACK = {reading: {"NewReno": "2002"}.get(name, name) for reading, name in STACKS.items()}
"""Of the readings, as the scenarios name it."""


@dataclass(frozen=True)
class Contest(Labelled):
    """A bulk transfer beside cross traffic on a bottleneck, by the labels of the study.

    Attributes
    ----------
    reading
        One of the readings.
    way
        How the transfer yields, one of `WAYS`.
    bulk
        Its streams.
    others
        Streams of others; 0: short flows that offer half of the rate.
    """

    reading: str = AS_RUN
    way: str = NONE
    bulk: int = 4
    others: int = 0

    @property
    def words(self) -> str:
        """The way in words."""
        return "best effort" if self.way == NONE else self.way


SHARED = ((1, 4), (4, 4), (12, 4))
"""Streams of the transfer and of others, for the check of their shares."""
CONTEST_S = {"quick": 20, "full": 60}
SHARES_S = 600


def shares() -> list[Contest]:
    """List streams beside streams, all alike."""
    return [Contest(bulk=bulk, others=others) for bulk, others in SHARED]


def contests(read: str, edition: str) -> list[Contest]:
    """List the ways beside short flows and two streams: all for 2002, for today two.

    The quick edition has two ways of 2002 beside short flows.
    """
    if edition == "quick":
        return all_of(Contest(read), way=WAYS[:2]) if read == AS_RUN else []
    return all_of(Contest(read), way=WAYS if read == AS_RUN else WAYS[:2], others=(0, 2))


SC2001 = "path-measurement-sc2001"


@dataclass(frozen=True)
class Demonstration(Labelled):
    """SC2001, by the labels of the study: a reading, and how many sites there are."""

    reading: str = AS_RUN
    sites: int = 20


CYCLE = "path-measurement-cycle"


@dataclass(frozen=True)
class Cycle(Labelled):
    """A cycle over the hosts, by the labels of the study.

    Attributes
    ----------
    reading
        One of the readings.
    scale
        Divisor of rates.
    faults
        Percent of tests whose server crashes; as many servers hang, and as many ports are
        blocked.
    """

    reading: str = AS_RUN
    scale: int = 10
    faults: int = 0


CYCLE_SCALES = (10, 1)
"""Scales of the smaller network and of the reference."""
FAULTY_SCALE = {"quick": 50, "full": 10}
FAULTS_PERCENT = 5
CYCLES = 2
"""With faults."""
LENGTH = 5400
"""Of a cycle without faults, s."""
FAULTY_LENGTH = {"quick": 120, "full": 840}
"""Of a cycle with faults, s, which hardly suffices even without faults."""
FEW_FLOWS = {"CrossTraffic": "ns3::CrossTraffic[FlowMin=200000]"}
"""Cross traffic of the quick edition: small flows cost most of a cycle's time, at any scale."""
SOME = {"Hosts": "Rice,JLab", "Tools": "ping,iperf", **FEW_FLOWS}
"""Of the quick edition."""
FAULTY = {"Hosts": ",".join(tuple(read_hosts())[::2]), "Tools": "ping,traceroute,iperf"}
"""Of the full edition with faults."""


def cycles() -> list[Cycle]:
    """List cycles of two scales, for the checks."""
    return all_of(Cycle(), scale=CYCLE_SCALES)


def faulty(read: str, edition: str) -> list[Cycle]:
    """Let tests meet faults."""
    return [Cycle(read, FAULTY_SCALE[edition], FAULTS_PERCENT)]


Network = Contest | Demonstration | Cycle


def planned(edition: str) -> list[Network]:
    """All settings of an edition: the quick one has the reading of 2002, and no whole cycle."""
    if edition == "quick":
        return [*contests(AS_RUN, edition), *faulty(AS_RUN, edition)]
    of_readings = [
        setting for read in READINGS for setting in (*contests(read, edition), Demonstration(read))
    ]
    return [*shares(), *cycles(), *faulty(AS_RUN, edition), *of_readings]


def scenario(setting: Network, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    stack = {"Stack": STACK[setting.reading]}
    if isinstance(setting, Contest):
        return CONTEST, stack | _contest(setting, edition)
    if isinstance(setting, Demonstration):
        times = {"Duration": "310s", "Settle": "10s", "Best": "300s"}
        return SC2001, {**stack, **times, "Sites": setting.sites, "Scale": 50}
    part = setting.faults / 100
    length = FAULTY_LENGTH[edition] if part else LENGTH
    return CYCLE, {
        **stack,
        "Scale": setting.scale,
        "Cycles": CYCLES if setting.faults else 1,
        "Schedule": _schedule(length),
        "Crashes": part,
        "Hangs": part,
        "Blocks": part,
        **(FAULTY if setting.faults else {}),
        **(SOME if edition == "quick" else {}),
    }


def _schedule(length: int) -> str:
    """Write a schedule as the archive does; a cycle starts within a sixth of its length."""
    values = {"CycleLength": length, "StartJitter": length // 6}
    usual = {"CycleLength": 5400, "StartJitter": 900}
    parts = {f"{name}=+{s}000000000ns" for name, s in values.items() if s != usual[name]}
    return object_text("ns3::ScheduleController", "|".join(parts))


def _contest(setting: Contest, edition: str) -> dict[str, str | float]:
    seconds = SHARES_S if setting in shares() else CONTEST_S[edition]
    cross = {"CrossTraffic": ""} if setting.others else {}
    return {
        "Scavenger": setting.way,
        "Streams": setting.bulk,
        "OtherStreams": setting.others,
        "Twin": str(setting not in shares()).lower(),
        "Duration": f"{seconds}s",
        "Settle": f"{seconds // 4}s",
        **cross,
    }
