# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A network that does all the document of study zurich-hotspot says, in an archive of its runs.

The study reads its rows as it reads those of real runs.
"""

from __future__ import annotations

import importlib
import json
import math
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

import made_up
from burstlab.engine import RunSpec
from burstlab.study import find_studies

STUDY = find_studies(["zurich-hotspot"])["zurich-hotspot"]
runs, reading, judges, expected = (
    importlib.import_module(f"burstlab_study_zurich_hotspot.{name}")
    for name in ("runs", "reading", "judges", "expected")
)
Setting = runs.Setting

UNITS = {
    **dict.fromkeys(("throughput", "hot"), "Gb/s"),
    **dict.fromkeys(("queue", "queue_sd", "queue_min", "queue_max", "margin"), "B"),
    **dict.fromkeys(("dropped", "missing", "messages", "false", "pauses"), "1"),
    **dict.fromkeys(("settled", "completion_mean", "completion_p99"), "s"),
    "paused": "1",
}
TABLES = {
    "series": (["time", "throughput", "hot", "queue"], ["s", "Gb/s", "Gb/s", "B"]),
    "flow": (["source", "destination", "rate"], ["", "", "Gb/s"]),
    "port": (
        ["name", "rate", "queue", "queue_max", "paused", "messages"],
        ["", "Gb/s", "B", "B", "1", "1"],
    ),
    "partition": (["switch", "input", "limit", "high"], ["", "", "B", "B"]),
}
"""Names and units as the study expects them of ``zurich-hotspot-load``."""
STEP = 0.01


def setting_of(spec: RunSpec) -> Setting:
    return Setting(**{name: spec.labels[name] for name in asdict(Setting())})


def metrics(s: Setting, run: int) -> dict[str, float]:
    """What a run of the obliging network measures, with a per mille of noise."""
    noise = 1 + 0.001 * math.sin(17 * run + s.nodes)
    paused = s.memory if s.law == runs.NONE else ""
    if s.case in ("1", "7"):
        throughput, hot = expected.single_stage(s.nodes, paused), 2.0
    elif s.case == "IG":
        throughput, hot = expected.input_generated(paused), 10.0
    elif s.case == "fat tree":
        throughput, hot = (0.3 if paused else 1.0) * expected.single_stage(s.nodes), 2.0
    else:
        throughput = judges.WORKS_IN[s.case] * (0.2 if paused else 1.0)
        hot = {"2": 2.0, "3": 0.5}.get(s.case, 10.0)
    loop = reading.loop(s)
    ratio = loop.ratio
    over = 0.95 if ratio < 1 else 1.003 if ratio <= 2 else 1 + 0.05 * math.log(ratio)
    queue = s.set_point * over * noise
    spread = 0.05 + 0.002 * (s.case == "1") + 0.1 * loop.derivative + 0.01 / (s.weight + 0.05)
    if s.case == "IG":
        spread = 0.02
    if loop.derivative > 4:
        hot *= 0.5
    if s.kilobytes == 150 and s.gd < runs.gains(150, (0.2,))[0]:
        queue = s.set_point + (800e3 if s.ps < 0.05 else 20e3) * noise
    return {
        **dict.fromkeys(("dropped", "missing"), 0.0),
        **{"throughput": throughput * noise, "hot": hot * (1 + 0.1 * (noise - 1))},
        **{"queue": 2e6 if paused else queue, "queue_sd": spread * s.set_point * noise},
        **{"queue_min": 0.5 * queue, "queue_max": 2 * queue, "margin": 1e4 + run},
        **{"messages": 4000.0 * (not paused), "false": 15.0, "pauses": 900.0 * (paused != "")},
        **{"paused": 0.7 if paused else 0.0, "settled": 0.05},
        **{"completion_mean": 1e-3 * (1 + 20 * (paused != "")), "completion_p99": 5e-3},
    }


EXCESS = {
    (2.6667e-7, 0.02): 800e3,
    (2.6667e-7, 0.1): 160e3,
    (1.3333e-6, 0.02): 160e3,
}
"""Bytes above Qeq by Gd, 0.1 and 0.5 Gd0 of M = 150 KB, and share of sampled frames: of order 1."""


def series(s: Setting, onset: float, measured: dict[str, float]) -> list[list[float]]:
    """Means over steps: gains that are too low make it slow, too high ones make it swing."""
    steps = round(0.4 / STEP)
    slow = s.gd <= judges.LOW and s.law == runs.BCN
    high = abs(s.gd / judges.HIGH - 1) < 1e-6
    rows = []
    for i in range(-1 if onset else 0, steps):
        throughput, hot, queue = (measured[name] for name in ("throughput", "hot", "queue"))
        if i < 0:
            throughput, hot, queue = 8.5, 8.5, 1e3
        elif i < 20 and s.law == runs.BCN:
            throughput *= 0.5 if slow else 1
            hot *= (0.8 if s.case == "1" else 0.95) if high and i < 10 else 1
            queue *= 3 if i < 3 else (0.0 if i % 2 else 2.0) if high else 1.0
        if s.kilobytes == 150 and (s.gd, s.ps) in EXCESS:
            queue = s.set_point + EXCESS[s.gd, s.ps]
        if s.case == "7":
            queue = (0.3 + 0.4 * (i % 5)) * s.set_point
        rows.append([onset + i * STEP, throughput, hot, queue])
    return rows


def flow_rates(s: Setting) -> list[list[float]]:
    if s.case in reading.FLOWS:
        rates = reading.fair(s.case)
        part = 0.1 if s.law == runs.NONE else 1.0
        return [[a, b, part * rate] for (a, b), rate in rates.items()]
    part = 0.3 if s.law == runs.NONE else 1.0
    rates = dict.fromkeys(range(1, s.nodes + 1), part * (28.0 / 9 if s.case == "3" else 8.5))
    if s.case == "3":
        rates[7] = 0.5
    elif s.case == "7":  # each of eight nodes is hot for an eighth of the time: 8.5 - 6.5 / 8
        rates |= dict.fromkeys(range(1, 9), part * 7.6875)
    elif s.case == "IG":  # 11 or 12 light nodes send 8.5 / 15 to each of the others
        rates |= {n: part * (10.0 if n == 1 else 6.8 if n < 6 else 6.2333) for n in rates}
    else:
        rates[1] = 2.0
    return [[0, n, rate] for n, rate in rates.items()]


def ports(s: Setting) -> list[list[object]]:
    hot = 5 if s.law == runs.NONE else 1
    return [
        [f"switch.{n}", 2.0, 8e5 if n < hot else 5e3, 9e5, 0.7 if hot == 5 else 0.0, 100]
        for n in range(12)
    ]


def tables(s: Setting, onset: float, measured: dict[str, float]) -> dict[str, list[list]]:
    """Rows of the tables of a run."""
    return {
        "series": series(s, onset, measured),
        "flow": flow_rates(s),
        "port": ports(s),
        "partition": [["switch", n, 6e5, 5.9e5] for n in range(2)],
    }


def write(path: Path, specs: Iterable[RunSpec]) -> Path:
    """Write an archive with runs of the obliging network."""

    def made(spec: RunSpec) -> made_up.Run:
        s = setting_of(spec)
        measured = metrics(s, spec.run)
        scalars = {f"hotspot.{name}": value for name, value in measured.items()}
        return spec, scalars, tables(s, spec.labels["onset"], measured)

    units = {f"hotspot.{name}": unit for name, unit in UNITS.items()}
    scenario = "ns3::ZurichHotspotLoadScenario"
    return made_up.write(path, STUDY, scenario, units, TABLES, map(made, specs))


def chosen(specs: list[RunSpec], **labels: object) -> list[int]:
    """Ids of the runs with some labels."""
    return [
        run_id
        for run_id, spec in enumerate(specs, 1)
        if labels.items() <= {**spec.labels, "run": spec.run}.items()
    ]


def change_metric(
    path: Path,
    specs: list[RunSpec],
    metric: str,
    change: Callable[[float], float],
    **labels: object,
) -> None:
    """Change a number of the runs with some labels."""
    with sqlite3.connect(path) as connection:
        connection.create_function("change", 1, change)
        for run_id in chosen(specs, **labels):
            connection.execute(
                "UPDATE scalar SET value = change(value) WHERE run_id = ? AND metric = ?",
                (run_id, f"hotspot.{metric}"),
            )
    connection.close()


def change_rows(
    path: Path,
    specs: list[RunSpec],
    table: str,
    change: Callable[[list], list],
    **labels: object,
) -> None:
    """Change the rows of a table of the runs with some labels."""
    number = list(TABLES).index(table)
    with sqlite3.connect(path) as connection:
        connection.create_function("change", 1, lambda text: json.dumps(change(json.loads(text))))
        for run_id in chosen(specs, **labels):
            connection.execute(
                "UPDATE result_row SET cells = change(cells) WHERE run_id = ? AND result_table = ?",
                (run_id, number),
            )
    connection.close()
