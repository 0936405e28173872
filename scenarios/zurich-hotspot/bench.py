# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Data frames times links per CPU-second; baseline: stock point-to-point devices in a star.

The stock devices carry the same uniform load through as many stations, without PAUSE, memories or
congestion management; the star is also the baseline of the fat tree. The cost of a run of a tenth
of the time is subtracted. Memory is that of a run with a ten times longer backlog over that of the
shorter run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burstlab.command.bench import Bench, Row

NO_BCN = {"CongestionPoint": "", "ReactionPoint": ""}
TREE = {"Topology": "fat-tree[Nodes=2048|Stages=5]", "Service": "1:0.2@0.002"}
"""Hotspot at the first station, with the load of all other cases."""


def measure(bench: Bench) -> list[Row]:
    def speed(scenario: str, seconds: float, **attributes: Any) -> float:
        """Hops per CPU-second."""
        start, end = (
            bench.price(scenario, Duration=f"{t}s", **attributes) for t in (seconds / 10, seconds)
        )
        return (end["hotspot.hops"] - start["hotspot.hops"]) / (end["cpu_s"] - start["cpu_s"])

    rows: list[Row] = []
    for what, nodes, seconds, attributes in (
        ("case-1", 16, 0.5, {"Service": "1:0.2@0.01"}),
        ("case-1-pause-alone", 16, 0.5, {"Service": "1:0.2@0.01", **NO_BCN}),
        ("case-4", 128, 0.1, {"Topology": "single-stage[Nodes=128]", "Service": "1:0.2@0.01"}),
        ("fat-tree-2048", 2048, 0.02, TREE),
    ):
        stock = speed("zurich-hotspot-stock", 0.5 / nodes, Nodes=nodes)
        fast = speed("zurich-hotspot-load", seconds, WarmUp=0, Step=0, **attributes)
        rows.append((f"hops-{what}", fast, "1/CPU-s", stock))
    short, long = (
        bench.price("zurich-hotspot-load", Duration=f"{t}s", WarmUp=0, Step=0, **NO_BCN)[
            "peak_rss_mib"
        ]
        for t in (0.2, 2)
    )
    return [*rows, ("memory-pause-alone-2-s", long, "MiB", short)]
