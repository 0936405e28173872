# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Slide 36, hosts whose processors may limit the throughput: runs, claim, check and figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pandas as pd
from burstlab.archive import Results
from burstlab.study import (
    DERIVED,
    SAME,
    Claims,
    Equals,
    Exhibits,
    Finding,
    Labelled,
    about,
    all_of,
    derived,
    figures,
    rule,
)
from burstlab.study.figures import Drawing, Panel, Style

from ..readings import AS_RUN
from ..results import determined, full_figure, grid, of_2002, of_full
from .settings import HOST, PATH, PLACES

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


KINDS = {
    Processor(AS_RUN, 1500, 64, 1): ("s", figures.MUTED),
    Processor(AS_RUN, 1500, 64, 8): ("o", figures.VERMILION),
    Processor(AS_RUN, 1500, 1024, 1): ("^", figures.BLUE),
    Processor(AS_RUN, 9000, 64, 8): ("D", figures.AMBER),
    Processor(AS_RUN, 9000, 1024, 1): ("v", figures.GREEN),
}
"""Kinds of transfers, with marker and colour in the figure."""
CLOCKS = (25, 50, 100, 200, 400, 800)
COSTS = (0, PER_SEGMENT, 6000, 12_000, 24_000)
FRAMES = (1500, 9000)
BY_CLOCK = [replace(kind, clock=clock) for kind in KINDS for clock in CLOCKS]
"""Each kind of transfer on each processor."""
BY_COST = all_of(Processor(), frame=FRAMES, packet=COSTS)
"""Costs of a packet, at 100 MHz and windows of 1 MB, by frames."""


def planned(edition: str) -> list[Processor]:
    """All settings of an edition: the quick one has the claims C15 and C16 alone."""
    return list(dict.fromkeys([*BY_CLOCK, *BY_COST])) if edition == "full" else []


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


claim, check, figure = Claims(of_2002), Claims(), Exhibits()
SLIDE = "slide 36"


def rates(results: Results, settings: Sequence[Processor]) -> pd.DataFrame:
    """Throughput in Mb/s: columns the settings."""
    return grid(results, settings, "throughput") / 1e6


def over_limit(results: Results, settings: Sequence[Processor]) -> pd.DataFrame:
    """Throughput over the least of link, windows over round trip, and processor."""
    return rates(results, settings) / [cell.limit for cell in settings]


@claim("C54", SLIDE, "hooks at end = saturation", "processor-limits")
@rule(
    "throughput with the clock doubled over that before, median over five kinds of transfers",
    {"slow hosts": about(2), "fast hosts": Equals(1, SAME)},
    from_document=True,
)
@of_full("thirty transfers between hosts of six clocks.")
def saturation(results: Results, read: str) -> Finding:
    """Throughput grows with the clock of the hosts, until the path is saturated."""
    every = rates(results, BY_CLOCK)

    def doubled(clock: int) -> pd.Series:
        ratios = [
            every[replace(k, clock=2 * clock)] / every[replace(k, clock=clock)] for k in KINDS
        ]
        return pd.concat(ratios, axis=1).median(axis=1)

    ends = {"slow hosts": CLOCKS[0], "fast hosts": CLOCKS[-2]}
    return Finding({hosts: determined(doubled(clock)) for hosts, clock in ends.items()})


@check("V12", "closed form", "the least of three limits", "processor-limits")
@rule(
    "throughput over the least of link, windows over round trip and processor, lowest and highest "
    "of 38 transfers",
    {"lowest": derived(1), "highest": derived(1)},
)
@of_full("transfers between hosts of six clocks.")
def least(results: Results, read: str) -> Finding:
    """Throughput is the least of what link, windows and processors allow."""
    ratio = over_limit(results, planned("full"))
    low = ratio.median().idxmin()
    return Finding(
        {"lowest": determined(ratio.min(axis=1)), "highest": determined(ratio.max(axis=1))},
        lambda: (
            f"Lowest: {low.words}, {low.clock} MHz; "
            f"{(abs(ratio.median() - 1) <= DERIVED).sum()} of {ratio.shape[1]} within 5 %."
        ),
    )


@figure("processor-limits", "What the processor allows", SLIDE)
@full_figure
def limits(results: Results) -> Drawing:
    """Bigger windows and larger frames need fewer MHz; hooks at the end are saturation.

    One transfer on 400 Mb/s and 10 ms without loss. Lines: the least of link, windows over round
    trip, and processor; marks: simulated. Above: by the clock of both hosts. Below: at 100 MHz and
    windows of 1 MB, by the cycles that a packet costs. A frame of 9,000 bytes has six times the
    data of one of 1,500, so that the cost of packets matters less. One stream of 64 KB (grey) has
    less than the closed form: its data wait for the processors within the window.
    """
    drawing, (above, below) = figures.subplots(2, height=6.4)
    for kind in KINDS:
        _show(above, results, [replace(kind, clock=clock) for clock in CLOCKS], "clock")
    for frame in FRAMES:
        _show(below, results, [cell for cell in BY_COST if cell.frame == frame], "packet")
    above.set(xscale="log", yscale="log", xlabel="clock, MHz", ylabel="throughput, Mb/s")
    above.set_xticks(CLOCKS, [str(clock) for clock in CLOCKS])
    above.set_yticks([20, 50, 100, 200, 400], ["20", "50", "100", "200", "400"])
    above.minorticks_off()
    above.set_ylim(top=2500)
    above.legend(loc="upper left", fontsize=7.5)
    below.set(xlabel="cycles for a packet", ylabel="throughput, Mb/s", ylim=(0, None))
    return drawing


def _show(panel: Panel, results: Results, cells: list[Processor], name: str) -> None:
    """Draw the closed form as a line, and what was simulated as marks."""
    kind = replace(cells[0], clock=Processor.clock, packet=Processor.packet)
    marker, colour = KINDS[kind]
    style = Style(kind.words, colour, marker)
    x = [getattr(cell, name) for cell in cells]
    line = range(x[0], x[-1] + 1, max(1, x[-1] // 400))
    law = [replace(cells[0], **{name: value}).limit for value in line]
    panel.plot(line, law, color=style.colour, lw=1)
    panel.plot(x, rates(results, cells).median(), **{**style.options, "ls": ""})
