# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the study."""

from __future__ import annotations

from itertools import product

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits

from .bed import BE, CLASSES, NONE, QBSS, READINGS, RINGS, Bed
from .judges import S37, S38, S39, round_trip
from .reading import ALL, ALONE, in_phase, links, shown, slowest, there

table = Exhibits()
LOADS = [(NONE, 1), *product((QBSS, BE), RINGS)]
"""What sends, above a ring of so many packets."""


@table("shares", "Shares of the link", f"{S37}, {S38}")
def shares(results: Results) -> pd.DataFrame:
    """QBSS has at least 1 %, priority at most 30 %, best effort the rest.

    Percent; medians over the replications with 95 % intervals. Queue: of the bytes that leave the
    queue while packets of all classes wait, as the scheduler decides. Payload: of the data that
    arrived in order, as a user sees.
    """
    every = [cell for read in READINGS for cell in links(results, read)]
    return pd.DataFrame([_row(results, cell) for cell in every])


def _row(results: Results, cell: Bed) -> dict[str, object]:
    row: dict[str, object] = {
        "reading": cell.reading,
        "Mb/s": cell.mbps,
    }
    for what, metric in (("queue", "qbss.chosen"), ("payload", "qbss.share")):
        for of in CLASSES:
            part = 100 * in_phase(results, cell, metric, ALL, of)
            row[f"{what}, {of}"] = shown(part, ".2f")
    for phase in ALONE:
        rate = 100 * in_phase(results, cell, "qbss.rate", phase, QBSS) / cell.mbps
        when = "first" if phase == ALONE[0] else "last"
        row[f"payload of the link, QBSS alone, {when}"] = shown(rate, ".1f")
    row["slowest change, s"] = shown(slowest(results, cell), ".1f")
    return row


@table("round-trips", "Round trips of pings", S39)
def round_trips(results: Results) -> pd.DataFrame:
    """300 us without iperf, 550 us beside iperf in QBSS, 5 ms in the class of iperf.

    Mean round trips at 100 Mb/s, us; medians over the replications with 95 % intervals.
    """
    loads = [Bed(read, load=of, ring=ring) for read in READINGS for of, ring in LOADS]
    return pd.DataFrame(
        [
            {
                "reading": cell.reading,
                "sends": cell.load,
                "ring, packets": cell.ring,
                **{
                    f"{of} pings": shown(
                        round_trip(results, cell.reading, cell.load, of, cell.ring), ".0f"
                    )
                    for of in CLASSES
                },
            }
            for cell in there(results, loads)
        ]
    )
