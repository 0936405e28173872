# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""One-way packets through 120 devices; baseline: the flit-by-flit reference engine.

Loads of 30 and 80 % refer to the saturation of this network, 0.0367 flits/(device tick). Longer
packets have the same load in flits, so that each channel is equally busy. Steps are those of the
engine, events those of the simulator, arrivals included.

In fractahedra of 64, 512 and 4,096 devices the busiest link, the link to the top, carries half of
its capacity; the baseline is the smallest fractahedron.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burstlab.command.bench import Bench, Row

BUSY = 0.5


def measure(bench: Bench) -> list[Row]:
    def price(ticks: int, **attributes: Any) -> tuple[float, float, float]:
        """Packets per CPU-second, steps of the engine and simulator events a packet."""
        start, end = (bench.price("servernet-cost", Ticks=t, **attributes) for t in (1, ticks))
        packets = end["delivered"]
        seconds = end["cpu_s"] - start["cpu_s"]
        return packets / seconds, end["engine_events"] / packets, end["events"] / packets

    rows: list[Row] = []
    for what, flits, load, ticks, reference in (
        ("30%", 80, 0.0110, 10_000_000, 300_000),
        ("80%", 80, 0.0294, 10_000_000, 200_000),
        ("80%-800-flits", 800, 0.0294, 100_000_000, 500_000),
        ("80%-8000-flits", 8000, 0.0294, 1_000_000_000, 2_000_000),
    ):
        fast, steps, events = price(ticks, Load=load, Flits=flits)
        slow, slow_steps, slow_events = price(reference, Load=load, Flits=flits, Engine="Flit")
        rows += [
            (f"packets-{what}", fast, "packets/CPU-s", slow),
            (f"steps-{what}", steps, "1/packet", slow_steps),
            (f"events-{what}", events, "1/packet", slow_events),
        ]
    smallest = None
    for levels in (2, 3, 4):
        devices, below = 8**levels, 8 ** (levels - 1)
        load = BUSY / (below * (devices - below) / (devices - 1))
        network = {"Topology": f"fractahedron[Levels={levels}]", "Load": load}
        start, end = (bench.price("servernet-cost", Ticks=t, **network) for t in (1, 20_000_000))
        hops = end["hops"] / (end["cpu_s"] - start["cpu_s"])
        smallest = smallest or hops
        rows.append((f"hops-{devices}-devices", hops, "packet-hops/CPU-s", smallest))
    return rows
