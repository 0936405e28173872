# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Pings per CPU-second of PingER's world, 3,300 pairs; baseline: the same by stock ns3::Ping.

A simulated day has 3.3 million pings. The cost of the start and the first half hour is subtracted.
Each run is the fastest of two. The stock program has an application for each sample.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burstlab.command.bench import Bench, Row

PINGER = "path-measurement-pinger"
TIMES = 2


def measure(bench: Bench) -> list[Row]:
    def speed(stock: bool) -> float:
        """Pings per CPU-second."""
        start, end = (
            min(
                (
                    bench.price(PINGER, Duration=f"{minutes}min", Stock=str(stock).lower())
                    for _ in range(TIMES)
                ),
                key=lambda cost: cost["cpu_s"],
            )
            for minutes in (30, 60)
        )
        pings = end["pinger.requests"] - start["pinger.requests"]
        return pings / (end["cpu_s"] - start["cpu_s"])

    return [("pings", speed(False), "1/CPU-s", speed(True))]
