# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Delivered cells, RM cells included, per CPU-second; baseline: an event for each cell and hop.

Both engines give the same results. Start-up is taken off: what a run of a tenth of the time costs.
Each run is the fastest of three, as other work on the machine only adds to its time. The engine by
cells is given a fifth of the time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .runs import LOAD

if TYPE_CHECKING:
    from burstlab.command.bench import Bench, Row

SECONDS = 30
"""Of simulated time; for gfc-2, with 22 sessions, a third."""
TIMES = 3
NOISE = "ns3::FractionalGaussianArrivals[NormalisedMean=true|Slot=1000000000|Slots=30000]"
LOT = "A:76 B:76 C:76 D:76 E:76 F:76"


def measure(bench: Bench) -> list[Row]:
    def speed(seconds: float, engine: str, topology: str, demands: str | None) -> float:
        """Cells per CPU-second."""
        attributes = {} if demands is None else {"Demands": demands}

        def price(duration: float) -> dict[str, float]:
            costs = [
                bench.price(
                    LOAD,
                    Topology=topology,
                    Process=NOISE,
                    Engine=engine,
                    Duration=duration,
                    WarmUp=0,
                    Step=0.1,
                    StepsOfRow=0,
                    **attributes,
                )
                for _ in range(TIMES)
            ]
            return min(costs, key=lambda cost: cost["cpu_s"])

        start, end = price(seconds / 10), price(seconds)
        return (end["atm.cells"] - start["atm.cells"]) / (end["cpu_s"] - start["cpu_s"])

    return [
        (
            f"cells-{what}",
            speed(seconds, "Lazy", topology, demands),
            "1/CPU-s",
            speed(seconds / 5, "Cell", topology, demands),
        )
        for what, seconds, topology, demands in (
            ("six-lan", SECONDS, "two-node[Sessions=6|TrunkKm=4]", None),
            ("six-wan", SECONDS, "two-node[Sessions=6|TrunkKm=4000]", None),
            ("parking-lot", SECONDS, "parking-lot[TrunkKm=4]", LOT),
            ("gfc-2", SECONDS / 3, "gfc-2", ""),
        )
    ]
