# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A tree of servers that does all the document of study packet-latency says."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import made_up
import numpy as np
from burstlab.engine import RunSpec
from burstlab.study import find_studies

STUDY = find_studies(["packet-latency"])["packet-latency"]
reading, runs = (
    importlib.import_module(f"burstlab_study_packet_latency.{name}") for name in ("reading", "runs")
)
PACKETS = (
    *("host", "latency", "transmission", "propagation", "residual", "acknowledgement", "higher"),
    *("tie", "other", "bound", "hops", "lost", "copies"),
)
TABLES = {"packets": (PACKETS, ["1"] * len(PACKETS))}
NAMES = (
    *("mean", "deviation", "least", "most", "lost", "received", "in_flight", "unsent", "dropped"),
    *("backlog", "links", "capacity", "offered", "carried"),
)
UNITS = {f"latency.{name}": "1" for name in NAMES}
LONGEST = {
    runs.TCP: {0: 0, 10: 750, 50: 1500, 90: 3000},
    runs.PFABRIC: {0: 0, 10: 6, 50: 12, 90: 18},
}
"""Waiting of the packet to the last server with links of 1 Gb/s, us, by load; it falls in step with
the number of the server to nothing for the first one, and with the rate."""
Change = Callable[[runs.Setting, dict[str, np.ndarray]], None]
"""Changes the test packets of a run: ``latency``, ``lost``, ``wait`` of a cause."""


def setting(spec: RunSpec) -> runs.Setting:
    """The setting of a run."""
    return runs.Setting(**{name: v for name, v in spec.labels.items() if name != "setting"})


def made(
    edition: str, settings: Iterable[runs.Setting] | None, change: Change | None
) -> Iterator[made_up.Run]:
    """All runs of an edition, or those of some settings."""
    wanted = None if settings is None else {s.text for s in settings}
    for spec in STUDY.specs(edition):
        if wanted is None or spec.labels["setting"] in wanted:
            yield spec, *one(spec, change)


def one(spec: RunSpec, change: Change | None) -> tuple[dict[str, float], dict[str, list]]:
    """Scalars and tables of a run."""
    cell = setting(spec)
    host = reading.OTHERS
    equal = cell.routing == runs.EQUAL
    noise = 1 + 1e-4 * math.sin(17 * spec.run)
    wait = LONGEST[cell.protocol][cell.load] / cell.gbps * noise * (host - 1) / 126
    empty = reading.empty(host, cell.gbps, equal)
    packets = {"latency": empty + wait, "lost": np.zeros(127), "residual": wait}
    if (cell.protocol, cell.routing, cell.load) == (runs.TCP, runs.EQUAL, 10):
        packets["lost"][:8] = 1
    packets["tie"] = np.zeros(127)
    if change:
        change(cell, packets)
    packets["latency"][packets["lost"] == 1] = np.nan
    came = packets["latency"][packets["lost"] == 0]
    hops = 2 + reading.links(host, equal)
    upper = 12 / cell.gbps * (hops - 2)
    transmission = 24 + upper
    rows = np.column_stack(
        [
            *(host, packets["latency"], transmission, empty - transmission, packets["residual"]),
            *(np.zeros(127), np.zeros(127), packets["tie"], np.zeros(127)),
            *(empty + 24 + upper, hops, packets["lost"], np.zeros(127)),
        ]
    )
    tiers = {"access": (128, 128), "uplink": (8, 8 * cell.gbps), "core": (2, 2 * cell.gbps)}
    scalars = {
        "latency.mean": came.mean(),
        "latency.deviation": came.std(),
        "latency.least": came.min(),
        "latency.most": came.max(),
        "latency.lost": packets["lost"].sum(),
        "latency.received": len(came),
        "latency.in_flight": 0,
        "latency.unsent": 0,
        "latency.dropped": 7,
        "latency.backlog": 3e6,
    }
    for tier, (links, capacity) in tiers.items():
        scalars |= {
            f"latency.links[{tier}]": links,
            f"latency.capacity[{tier}]": capacity,
            f"latency.offered[{tier}]": runs.offered(cell)[tier] if cell.load else 0,
            f"latency.carried[{tier}]": 0.5,
        }
    texts = [[None if math.isnan(v) else float(v) for v in row] for row in rows]
    return {name: float(value) for name, value in scalars.items()}, {"packets": texts}


def write(
    path: Path,
    settings: Iterable[runs.Setting] | None = None,
    change: Change | None = None,
    edition: str = "quick",
) -> Path:
    """Write an archive of the runs of an edition, or of some settings alone."""
    scenario = "ns3::PacketLatencyCellScenario"
    return made_up.write(path, STUDY, scenario, UNITS, TABLES, made(edition, settings, change))
