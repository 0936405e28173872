# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Runs of the QBSS test bed: its script, and pings beside single loads."""

from __future__ import annotations

from dataclasses import dataclass

from burstlab.study import Labelled, all_of

from ..readings import AS_RUN, READINGS, STACKS

BED = "path-measurement-qbss"

QBSS, BE, PRIORITY = "QBSS", "BE", "Priority"
CLASSES = {QBSS: 8, BE: 0, PRIORITY: 10}
"""Code points of the pings of a class."""
SCRIPT, NONE = "script", "none"
RINGS = (1, 2)
"""Packets of the transmit ring below the scheduler: bounds of a router's ring."""
PING_MBPS = 100
"""Rate of the link at which the document pings."""


@dataclass(frozen=True)
class Bed(Labelled):
    """A run of the QBSS test bed, by the labels of the study.

    Attributes
    ----------
    reading
        One of `READINGS`.
    mbps
        Rate of the link between the routers.
    load
        Senders: those of the script, none, or one class alone.
    ring
        Packets of the queue of the device.
    """

    reading: str = AS_RUN
    mbps: int = PING_MBPS
    load: str = SCRIPT
    ring: int = 1

    def __post_init__(self) -> None:
        if self.load == NONE:
            self.forget(["ring"])


ALONE, ALL = (1, 5), 3
"""Phases of the script, counted from 1, in which QBSS is alone, and in which all classes send."""
LINKS = {"quick": (10,), "full": (10, 100, 1000)}
"""Mb/s, by edition."""
SCALES = {"quick": {10: 1.0}, "full": {10: 1.0, 100: 0.3, 1000: 0.1}}
"""Factor of the times of the script, in which all classes send for 30 s."""
SHORT_SCRIPT = "QBSS:0-42,BE:3-39,Priority:6-36"
"""Of the quick edition: the other phases have 3 s instead of 30."""
SETTLE_S = 1.0
PINGS = {"quick": (1.0, 0.005, 0.5), "full": (30.0, 0.02, SETTLE_S)}
"""Duration of a single load, interval of pings, and the time before pings count, s."""


def scripted(reading: str, edition: str) -> list[Bed]:
    """List the runs of the script of slide 38, one a link."""
    return [Bed(reading, mbps) for mbps in LINKS[edition]]


def alone(reading: str) -> list[Bed]:
    """Pings without load, and beside a class that sends alone."""
    return [Bed(reading, load=NONE), *all_of(Bed(reading), load=(QBSS, BE), ring=RINGS)]


TODAY_WINDOW = 262_144
"""Bytes: an automatic buffer holds about twice the data in flight, here 64 KB at most."""


def planned(edition: str) -> list[Bed]:
    """All settings of an edition: the quick one has the reading of 2002 alone."""
    if edition == "quick":
        loads = (Bed(load=NONE), *all_of(Bed(load=QBSS), ring=RINGS), Bed(load=BE))
        return [*scripted(AS_RUN, edition), *loads]
    return [cell for read in READINGS for cell in (*scripted(read, edition), *alone(read))]


def scenario(setting: Bed, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    written: dict[str, str | float] = {
        "BottleneckRate": f"{setting.mbps}Mb/s",
        "DeviceQueue": setting.ring,
        "Tcp": f"ns3::Tcp{STACKS[setting.reading]}",
        "Settle": f"{SETTLE_S}s",
    }
    if setting.reading != AS_RUN:
        disc = "ns3::QbssQueueDisc[ClassQueue=ns3::FqCoDelQueueDisc]"
        written |= {"Window": TODAY_WINDOW, "InitialWindow": 10, "Disc": disc}
    if setting.load == SCRIPT:
        script = {"Script": SHORT_SCRIPT} if edition == "quick" else {}
        times = {"TimeScale": SCALES[edition][setting.mbps], "Pings": ""}
        return BED, {**written, **script, **times}
    seconds, interval, settle = PINGS[edition]
    return BED, {
        **written,
        "Settle": f"{settle}s",
        "Script": "" if setting.load == NONE else f"{setting.load}:0-{seconds:g}",
        "End": f"{seconds}s",
        "Pings": ",".join(str(dscp) for dscp in CLASSES.values()),
        "PingInterval": f"{interval}s",
    }
