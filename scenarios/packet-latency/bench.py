# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Packets times links per CPU-second; baseline: the same with ns-3's IPv4 in all nodes.

Acknowledgements are packets too. What a run of a tenth of the time costs is taken off. Each run is
the fastest of three.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burstlab.command.bench import Bench, Row

CASES: tuple[tuple[str, float, dict[str, Any]], ...] = (
    ("tree", 0.4, {"Load": 0.1, "TimeOut": "260us"}),
    ("tree-as-shipped", 0.4, {"Load": 0.1}),
    ("leaf-spine", 0.02, {"Load": 0.6, "Topology": "leaf-spine"}),
    ("tree-tcp", 0.2, {"Load": 0.1, "Protocol": "Tcp"}),
)


def measure(bench: Bench) -> list[Row]:
    def speed(seconds: float, **attributes: Any) -> float:
        """Hops per CPU-second."""
        start, end = (
            min(
                (
                    bench.price("packet-latency-cell", WarmUp=0, Window=time, **attributes)
                    for _ in range(3)
                ),
                key=lambda cost: cost["cpu_s"],
            )
            for time in (seconds / 10, seconds)
        )
        return (end["latency.hops"] - start["latency.hops"]) / (end["cpu_s"] - start["cpu_s"])

    return [
        (
            f"hops-{name}",
            speed(seconds, **attributes),
            "1/CPU-s",
            speed(seconds / 4, Stack="All", **attributes),
        )
        for name, seconds, attributes in CASES
    ]
