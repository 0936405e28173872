# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Packets times links per CPU-second; baseline: the same with ns-3's IPv4 in all nodes.

Acknowledgements are packets too. The cost of a run of a tenth of the time or flows is subtracted.
Each time is the fastest of three runs. The leaf-spine network carries the web search flows of
flow-completion, for which speeds of other simulators are known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burstlab.command.bench import Bench, Row

CELL, FLOWS = "packet-latency-cell", "flow-completion-load"
HOPS = {CELL: "latency.hops", FLOWS: "completion.hops"}
CASES: tuple[tuple[str, str, dict[str, Any], str, float, str], ...] = (
    ("tree", CELL, {"WarmUp": 0, "Load": 0.1, "TimeOut": "260us"}, "Window", 0.4, "s"),
    ("tree-as-shipped", CELL, {"WarmUp": 0, "Load": 0.1}, "Window", 0.4, "s"),
    ("leaf-spine", FLOWS, {"Load": 0.6}, "Flows", 800, ""),
    ("tree-tcp", CELL, {"WarmUp": 0, "Load": 0.1, "Protocol": "Tcp"}, "Window", 0.2, "s"),
)
"""Name, scenario, its attributes, the attribute of the length of a run, its value and its unit."""


def measure(bench: Bench) -> list[Row]:
    def cost(scenario: str, **attributes: Any) -> dict[str, float]:
        costs = [bench.price(scenario, **attributes) for _ in range(3)]
        return min(costs, key=lambda each: each["cpu_s"])

    def speed(scenario: str, length: str, value: float, unit: str, **attributes: Any) -> float:
        """Hops per CPU-second."""
        sizes = (f"{size:g}{unit}" for size in (value / 10, value))
        start, end = (cost(scenario, **{length: size}, **attributes) for size in sizes)
        hops = HOPS[scenario]
        return (end[hops] - start[hops]) / (end["cpu_s"] - start["cpu_s"])

    return [
        (
            f"hops-{name}",
            speed(scenario, length, value, unit, **attributes),
            "1/CPU-s",
            speed(scenario, length, value / 4, unit, Stack="All", **attributes),
        )
        for name, scenario, attributes, length, value, unit in CASES
    ]
