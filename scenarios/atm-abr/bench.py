# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Delivered cells, RM cells included, per CPU-second; baseline: an event for each cell and hop.

Both engines give the same results. The cost of a run of a tenth of the time is subtracted as
start-up cost. Each time is the fastest of five runs, as other work on the machine only adds to a
time; the five runs are spread over the whole measurement, as other work comes in spells. The
reference engine simulates a tenth of the time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .runs import LOAD

if TYPE_CHECKING:
    from burstlab.command.bench import Bench, Row

SECONDS = 30
"""Simulated seconds; gfc-2, with 22 sessions, runs a third."""
TIMES = 5
NOISE = "ns3::FractionalGaussianArrivals[NormalisedMean=true|Slot=1000000000|Slots=30000]"
CASES = (
    ("six-lan", SECONDS, {"Topology": "two-node[Sessions=6|TrunkKm=4]"}),
    ("six-wan", SECONDS, {"Topology": "two-node[Sessions=6|TrunkKm=4000]"}),
    (
        "parking-lot",
        SECONDS,
        {"Topology": "parking-lot[TrunkKm=4]", "Demands": "A:76 B:76 C:76 D:76 E:76 F:76"},
    ),
    ("gfc-2", SECONDS / 3, {"Topology": "gfc-2", "Demands": ""}),
)


def measure(bench: Bench) -> list[Row]:
    runs = {
        (what, engine, length): {
            **attributes,
            "Process": NOISE,
            "Engine": engine,
            "Duration": f"{seconds * share * length}s",
            "WarmUp": 0,
            "Step": "100ms",
            "StepsOfRow": 0,
        }
        for what, seconds, attributes in CASES
        for engine, share in (("Lazy", 1), ("Cell", 0.1))
        for length in (0.1, 1)
    }
    costs = [{key: bench.price(LOAD, **run) for key, run in runs.items()} for _ in range(TIMES)]
    least = {
        key: min((cost[key] for cost in costs), key=lambda cost: cost["cpu_s"]) for key in runs
    }

    def speed(what: str, engine: str) -> float:
        """Cells per CPU-second."""
        start, end = least[what, engine, 0.1], least[what, engine, 1]
        return (end["atm.cells"] - start["atm.cells"]) / (end["cpu_s"] - start["cpu_s"])

    return [
        (f"cells-{what}", speed(what, "Lazy"), "1/CPU-s", speed(what, "Cell")) for what, *_ in CASES
    ]
