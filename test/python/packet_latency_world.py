# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A tree of servers that does all the document of study packet-latency says."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import made_up
import numpy as np
from burstlab.engine import RunSpec
from burstlab.study import find_studies

STUDY = find_studies(["packet-latency"])["packet-latency"]
reading, runs = (
    importlib.import_module(f"burstlab_study_packet_latency.{name}") for name in ("reading", "runs")
)
PACKETS = (
    *(
        "host",
        "sent",
        "latency",
        "transmission",
        "propagation",
        "residual",
        "acknowledgement",
        "higher",
    ),
    *("tie", "other", "bound", "hops", "lost", "copies"),
)
PROGRESS = ("time", "waiting", "probing", "crossing", "probes", "dropped")
TABLES = {
    name: (columns, ["1"] * len(columns))
    for name, columns in {"packets": PACKETS, "progress": PROGRESS}.items()
}
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
the number of the server to nothing for the first one."""
BY_RATE = 1.4
"""Waiting falls with this power of the rate, so that means of TCP fall to less than half."""
Change = Callable[[runs.Setting, dict[str, Any]], None]
"""Changes a run: ``latency``, ``lost``, ``transmission`` and waits of the test packets by cause;
``links``, ``capacity`` and ``offered`` by tier; ``unsent``."""


def setting(spec: RunSpec) -> runs.Setting:
    """The setting of a run."""
    other = ("setting", runs.WARM_UP, runs.MEASURED)
    return runs.Setting(**{name: v for name, v in spec.labels.items() if name not in other})


def made(
    edition: str, settings: Iterable[runs.Setting] | None, change: Change | None, most: int
) -> Iterator[made_up.Run]:
    """All runs of an edition, or those of some settings, with at most so many replications."""
    wanted = None if settings is None else {s.text for s in settings}
    for spec in STUDY.specs(edition):
        if spec.run <= most and (wanted is None or spec.labels["setting"] in wanted):
            yield spec, *one(spec, change)


def one(spec: RunSpec, change: Change | None) -> tuple[dict[str, float], dict[str, list]]:
    """Scalars and tables of a run."""
    cell = setting(spec)
    host = reading.OTHERS
    equal = cell.routing == runs.EQUAL
    noise = 1 + 1e-4 * math.sin(17 * spec.run)
    wait = LONGEST[cell.protocol][cell.load] / cell.gbps**BY_RATE * noise * (host - 1) / 126
    empty = reading.empty(host, cell.gbps, equal, cell.topology)
    packets = {"latency": empty + wait, "lost": np.zeros(127), "residual": wait}
    if (cell.protocol, cell.routing, cell.load) == (runs.TCP, runs.EQUAL, 10):
        packets["lost"][:8] = 1
    packets["tie"] = np.zeros(127)
    hops = 2 + reading.links(host, equal, cell.topology)
    upper = 12 / cell.gbps * (hops - 2)
    transmission = packets["transmission"] = 24 + upper
    packets["links"] = {"access": 128, "uplink": 8, "core": 2}
    packets["capacity"] = {"access": 128, "uplink": 8 * cell.gbps, "core": 2 * cell.gbps}
    packets["offered"] = runs.offered(cell)
    packets["unsent"] = 0
    warm_up, window = spec.labels[runs.WARM_UP], spec.labels[runs.MEASURED]
    packets["sent"] = warm_up + window * (host - 1) / 127
    packets["probing"] = 40 if cell.protocol == runs.PFABRIC and cell.load else 0
    if change:
        change(cell, packets)
    packets["latency"][packets["lost"] == 1] = np.nan
    came = packets["latency"][packets["lost"] == 0]
    rows = np.column_stack(
        [
            *(host, packets["sent"], packets["latency"], packets["transmission"]),
            *(empty - transmission, packets["residual"]),
            *(np.zeros(127), np.zeros(127), packets["tie"], np.zeros(127)),
            *(empty + 24 + upper, hops, packets["lost"], np.zeros(127)),
        ]
    )
    scalars = {
        "latency.mean": came.mean(),
        "latency.deviation": came.std(),
        "latency.least": came.min(),
        "latency.most": came.max(),
        "latency.lost": packets["lost"].sum(),
        "latency.received": len(came),
        "latency.in_flight": 0,
        "latency.unsent": packets["unsent"],
        "latency.dropped": 7,
        "latency.backlog": 3e6,
    }
    for tier, offered in packets["offered"].items():
        scalars |= {
            f"latency.links[{tier}]": packets["links"][tier],
            f"latency.capacity[{tier}]": packets["capacity"][tier],
            f"latency.offered[{tier}]": offered,
            f"latency.carried[{tier}]": 0.5,
        }
    texts = [[None if math.isnan(v) else float(v) for v in row] for row in rows]
    time = (warm_up + window) * np.arange(50) / 50
    probing = packets["probing"] * time / (warm_up + window)
    sent = packets.get("probes", 1) * probing * time / 2 * 1000 / cell.time_out
    progress = np.column_stack([time, 3 * probing, probing, probing / 2, sent, sent])
    tables = {"packets": texts, "progress": progress.tolist()}
    return {name: float(value) for name, value in scalars.items()}, tables


def write(
    path: Path,
    settings: Iterable[runs.Setting] | None = None,
    change: Change | None = None,
    edition: str = "full",
    most: int = 11,
) -> Path:
    """Write an archive of the runs of an edition: see `made`."""
    scenario = "ns3::PacketLatencyCellScenario"
    return made_up.write(
        path, STUDY, scenario, UNITS, TABLES, made(edition, settings, change, most)
    )
