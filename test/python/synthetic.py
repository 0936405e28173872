# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""An archive of study traffic that holds given traces."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from burstlab.archive import SCHEMA, Archive


def write_archive(path: Path, traces: Mapping[str, Sequence[np.ndarray]]) -> Path:
    """Write runs of traffic-arrivals: for each process (a label) the counts of its runs."""
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA.script)
    connection.execute("INSERT INTO metric VALUES ('arrivals', '1', 'requests in a slot')")
    run_id, labels = 0, {}
    for process, runs in traces.items():
        for run, counts in enumerate(runs, 1):
            run_id += 1
            rows = {
                "run": (
                    *(run_id, f"key {run_id}", "traffic", "ns3::TrafficArrivalsScenario"),
                    *(1, run, "c0de", "3.44"),
                ),
                "run_cost": (run_id, 0.2, 0.1, 10, 2048, "compiled", "2026-01-01T00:00:00Z"),
                "series": (run_id, 0, "arrivals", "", "tick", 100),
            }
            for table, cells in rows.items():
                marks = ", ".join("?" * len(cells))
                connection.execute(f"INSERT INTO {table} VALUES ({marks})", cells)
            connection.executemany(
                "INSERT INTO parameter VALUES (?, ?, ?)",
                [(run_id, "Process", process), (run_id, "Slot", "100")],
            )
            connection.executemany(
                "INSERT INTO point VALUES (?, 0, ?, ?, ?)",
                [(run_id, n, 100 * n, float(value)) for n, value in enumerate(counts)],
            )
            labels[run_id] = {"part": "traces", "process": process}
    connection.commit()
    connection.close()
    with Archive(path) as archive:
        archive.label("traffic", labels)
    return path
