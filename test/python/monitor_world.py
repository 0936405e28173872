# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""An archive with a month of a made-up monitor: what its paths are, what happens, what fails."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from burstlab.archive import SCHEMA

CYCLE = 5400.0
METRICS = {
    **dict.fromkeys(("throughput", "capacity"), "bit/s"),
    **dict.fromkeys(("rtt_mean", "rtt_min"), "s"),
    **dict.fromkeys(("loss", "route", "hops"), "1"),
    "bytes": "B",
}
TRANSFERS = {"iperf": 1.0, "bbcp-memory": 0.72, "bbcp-disk": 0.7, "bbftp": 0.65}
TOOLS = ("ping", "traceroute", *TRANSFERS, "pipechar")


def write_month(
    path: Path,
    hosts: Sequence[str] = ("Rice", "JLab"),
    cycles: int = 448,
    tools: Sequence[str] = TOOLS,
    drop: tuple[str, float, float, float] | None = None,
    dark: tuple[str, int, int] | None = None,
    runs: int = 1,
    first: int = 1,
    seed: int = 1,
) -> Path:
    """Write runs of a monitor into an archive, which is made if there is none.

    Parameters
    ----------
    drop
        Host, begin and end in s, and the part of the rate that is left in between.
    dark
        Host, first and last cycle of those in which it is unreachable.
    runs
        Replications.
    first
        Number of the first run.
    """
    there = path.exists()
    connection = sqlite3.connect(path)
    if not there:
        connection.executescript(SCHEMA.script)
    connection.executemany(
        "INSERT INTO metric VALUES (?, ?, 'as the tool reports it')",
        [(f"measurement.{name}", unit) for name, unit in METRICS.items()],
    )
    for name in (
        "link.load",
        "link.load_predicted",
        "cycle.conflicts",
        "cycle.conflicts_predicted",
    ):
        connection.execute("INSERT INTO metric VALUES (?, '1', 'of the schedule')", (name,))
    for run in range(first, first + runs):
        _write_run(connection, run, hosts, cycles, tools, drop, dark, seed)
    connection.commit()
    connection.close()
    return path


def _write_run(connection, run_id, hosts, cycles, tools, drop, dark, seed) -> None:
    random = np.random.default_rng([seed, run_id])
    connection.execute(
        "INSERT INTO run VALUES (?, ?, 'path-measurement', 'ns3::PathMeasurementCycleScenario',"
        " 1, ?, 'c0de', '3.44')",
        (run_id, f"key {run_id}", run_id),
    )
    connection.execute(
        "INSERT INTO run_cost VALUES (?, 0.2, 0.1, 10, 2048, 'compiled', '2026-01-01T00:00:00Z')",
        (run_id,),
    )
    connection.execute("INSERT INTO parameter VALUES (?, 'Cycles', ?)", (run_id, str(cycles)))
    tests, values, number = [], [], 0
    for cycle in range(cycles):
        for at, host in enumerate(hosts):
            level = 30e6 * (1 + at)
            begin = cycle * CYCLE + 60 + 400 * at
            if drop and drop[0] == host and drop[1] <= begin < drop[2]:
                level *= drop[3]
            for place, tool in enumerate(tools):
                if tool == "pipechar" and cycle % 4:
                    continue
                status = "ok"
                if dark and dark[0] == host and dark[1] <= cycle <= dark[2]:
                    status = "unreachable"
                start = int((begin + 40 * place) * 1e9)
                tests.append((run_id, number, tool, "slac", host, cycle, start, 10**10, status))
                if status == "ok":
                    found = _values(tool, level, 0.02 * (1 + at), at, random)
                    values += [
                        (run_id, number, f"measurement.{name}", value)
                        for name, value in found.items()
                    ]
                number += 1
    connection.executemany(f"INSERT INTO measurement VALUES ({', '.join('?' * 9)})", tests)
    connection.executemany("INSERT INTO measurement_value VALUES (?, ?, ?, ?)", values)
    _write_tables(connection, run_id, hosts, cycles, tools, drop, number)


def _values(tool, level, rtt, host, random):
    noise = float(np.exp(0.1 * random.standard_normal()))
    if tool == "ping":
        return {"rtt_mean": rtt * (1 + 0.05 * random.random()), "rtt_min": rtt, "loss": 0.0}
    if tool == "traceroute":
        return {"route": float(1000 + host), "hops": 6.0}
    if tool == "pipechar":
        return {"capacity": level * 1.4 * noise, "bytes": 1e5}
    return {"throughput": level * TRANSFERS[tool] * noise, "bytes": 4e6, "rtt_mean": rtt}


def _write_tables(connection, run_id, hosts, cycles, tools, drop, tests):
    scalars = {
        ("link.load", "slac-nic"): 0.3,
        ("link.load_predicted", "slac-nic"): 0.33,
        ("cycle.conflicts", ""): 0,
        ("cycle.conflicts_predicted", ""): 1,
    }
    connection.executemany(
        "INSERT INTO scalar VALUES (?, ?, ?, ?)",
        [(run_id, *names, value) for names, value in scalars.items()],
    )
    columns = {
        "cycles": [
            *("cycle", "length", "predicted_length", "overrun", "overrun_predicted"),
            *("tests", "bytes", "predicted_bytes"),
        ],
        "paths": ["host", "tool", "value", "tests", "expected", "measured", "ratio"],
    }
    rows = {
        "cycles": [[n, 4000.0, 3900.0, 0, 0, tests / cycles, 10**7, 9**7] for n in range(cycles)],
        "paths": [
            [host, tool, "throughput", "9", "1e7", str(1e7 * (1 + at / 10)), ""]
            for at, host in enumerate(hosts)
            for tool in tools
            if tool in TRANSFERS
        ],
    }
    if drop:
        columns["fault.truth"] = ["kind", "target", "begin", "end", "value", "relative"]
        host, begin, end, part = drop
        rows["fault.truth"] = [["rate", host, str(begin), str(end), str(part), "1"]]
    for table, (name, words) in enumerate(columns.items()):
        connection.execute(
            "INSERT INTO result_table VALUES (?, ?, ?, ?, ?)",
            (run_id, table, name, json.dumps(words), json.dumps(["1"] * len(words))),
        )
        connection.executemany(
            "INSERT INTO result_row VALUES (?, ?, ?, ?)",
            [(run_id, table, n, json.dumps(cells)) for n, cells in enumerate(rows[name])],
        )
