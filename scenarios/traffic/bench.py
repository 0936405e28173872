# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Time of a request of many ON-OFF sources; baseline: one stock OnOffApplication per source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burstlab.command.bench import Bench, Row


def measure(bench: Bench) -> list[Row]:
    def nanoseconds(scenario: str, ticks: int, **attributes: Any) -> float:
        """Time of a request in ns, without the cost of a run of one tick."""
        start, end = (bench.price(scenario, Ticks=t, **attributes) for t in (1, ticks))
        return 1e9 * (end["cpu_s"] - start["cpu_s"]) / (end["requests"] - start["requests"])

    rows: list[Row] = []
    for sources, ticks in ((100, 1_000_000), (10_000, 10_000), (100_000, 1000)):
        short = 3_000_000 // sources
        stock = nanoseconds("traffic-application", short, Sources=sources, Stock="true")
        process = f"ns3::ParetoOnOffArrivals[Sources={sources}]"
        for what, scenario, attributes in (
            ("request", "traffic-cost", {"Process": process, "Events": "false"}),
            ("request-with-event", "traffic-cost", {"Process": process}),
            ("request-with-packet", "traffic-application", {"Sources": sources}),
        ):
            value = nanoseconds(scenario, ticks, **attributes)
            rows.append((f"{what}-{sources}-sources", value, "ns/request", stock))
    one, many, stock = (
        bench.price("traffic-application", Ticks=1, **attributes)
        for attributes in (
            {"Sources": 1},
            {"Sources": 100_000},
            {"Sources": 100_000, "Stock": "true"},
        )
    )
    for what, column, unit in (("start", "cpu_s", "s"), ("memory", "peak_rss_mib", "MiB")):
        value, baseline = (row[column] - one[column] for row in (many, stock))
        rows.append((f"{what}-100000-sources", value, unit, baseline))
    return rows
