# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of slide 36: one transfer between hosts whose processors may limit the throughput.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from burstlab.study import Labelled, all_of

from .bed import AS_RUN
from .paths import HOST, PATH, PLACES

PER_BYTE, PER_SEGMENT, PER_WINDOW = 4, 3070, 108_500
"""Cycles of TCP, of ``ns3::HostProcessor``: 0.97 MHz for 1 Mb/s with 64 KB, as the document has."""
HEADERS, FRAMING = 40, 2
"""Bytes of IP and TCP in a packet, and of a link around the packet."""
SECONDS, OMIT = 8, 2
"""Duration of a test, and the time before, in which slow start ends."""


@dataclass(frozen=True)
class Processor(Labelled):
    """A transfer from memory to memory, between hosts of one clock, without loss.

    Attributes
    ----------
    reading
        That of 2002: the law of the processor is the same in each reading.
    frame
        Bytes of a full IP packet.
    window, streams
        Of TCP; KB of 1,024 bytes.
    clock
        MHz of both processors.
    packet
        Cycles for each packet.
    """

    reading: str = AS_RUN
    frame: int = 1500
    window: int = 1024
    streams: int = 1
    clock: int = 100
    packet: int = PER_SEGMENT

    @property
    def words(self) -> str:
        """Streams, windows and frames in words."""
        return f"{self.streams} x {self.window} KB, frames of {self.frame:,} B"

    @property
    def link(self) -> float:
        """Payload that the link carries, Mb/s."""
        return PLACES[HOST].mbps * (self.frame - HEADERS) / (self.frame + FRAMING)

    @property
    def by_window(self) -> float:
        """All windows over the round trip, Mb/s."""
        return self.streams * self.window * 1024 * 8 / (PLACES[HOST].rtt * 1e3)

    @property
    def by_processor(self) -> float:
        """Payload for which the processor has the cycles, Mb/s."""
        cycles = PER_BYTE + self.packet / (self.frame - HEADERS) + PER_WINDOW / (self.window * 1024)
        return 8 * self.clock / cycles

    @property
    def limit(self) -> float:
        """The closed form: the least of all, Mb/s."""
        return min(self.link, self.by_window, self.by_processor)


KINDS = [
    Processor(frame=frame, window=window, streams=streams)
    for frame, window, streams in (
        (1500, 64, 1),
        (1500, 64, 8),
        (1500, 1024, 1),
        (9000, 64, 8),
        (9000, 1024, 1),
    )
]
CLOCKS = (25, 50, 100, 200, 400, 800)
COSTS = (0, PER_SEGMENT, 6000, 12_000, 24_000)


def by_clock() -> list[Processor]:
    """Each kind of transfer on each processor."""
    return [replace(kind, clock=clock) for kind in KINDS for clock in CLOCKS]


def by_cost() -> list[Processor]:
    """Costs of a packet, at 100 MHz and windows of 1 MB, by frames."""
    return all_of(Processor(), frame=(1500, 9000), packet=COSTS)


def planned(edition: str) -> list[Processor]:
    """All settings of an edition: the quick one has the claims C15 and C16 alone."""
    return list(dict.fromkeys([*by_clock(), *by_cost()])) if edition == "full" else []


def scenario(cell: Processor, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    place = PLACES[HOST]
    cost = "" if cell.packet == PER_SEGMENT else f"CyclesPerSegment={cell.packet}|"
    processor = f"ns3::HostProcessor[{cost}Megahertz={cell.clock}]"
    tool = (
        f"Window={cell.window * 1024}|Streams={cell.streams}|Timeout=3000s"
        f"|Duration={SECONDS}s|Omit={OMIT}s|Interval=0s"
    )
    return PATH, {
        "Rate": f"{place.mbps:g}Mb/s",
        "RoundTrip": f"{place.rtt:g}ms",
        "Buffer": f"{place.queue:g}ms",
        "Mtu": cell.frame,
        "LoginTime": 0,
        "Processor": processor,
        "RemoteProcessor": processor,
        "Probes": f"ns3::ThroughputProbe[{tool}]",
    }
