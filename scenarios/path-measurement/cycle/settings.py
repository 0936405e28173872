# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of cycles over all hosts."""

from __future__ import annotations

from dataclasses import dataclass

from burstlab.engine import object_text
from burstlab.study import Labelled, all_of

from ..readings import AS_RUN, STACK, read_hosts

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


WHOLE = all_of(Cycle(), scale=(10, 1))
"""Cycles of the smaller network and of the reference, for the checks."""


def faulty(edition: str) -> list[Cycle]:
    """Let tests meet faults."""
    return [Cycle(scale=FAULTY_SCALE[edition], faults=FAULTS_PERCENT)]


def planned(edition: str) -> list[Cycle]:
    """All settings of an edition: the quick one has no whole cycle."""
    return [*(WHOLE if edition == "full" else []), *faulty(edition)]


def scenario(setting: Cycle, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    part = setting.faults / 100
    length = FAULTY_LENGTH[edition] if part else LENGTH
    return CYCLE, {
        "Stack": STACK[setting.reading],
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
