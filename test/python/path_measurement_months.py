# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Months of hosts that do all the document of study path-measurement says."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import pandas as pd
from burstlab import monitoring

MBPS = {
    **{"Rice": 25.0, "Daresbury": 32.0, "RIKEN": 13.0, "Wisconsin": 75.0, "IN2P3": 113.0},
    **{"KEK": 20.0, "RAL": 40.0, "INFN-Padova": 18.0, "Colorado": 45.0},
    **{"INFN-Rome": 35.0, "TRIUMF": 50.0, "JLab": 52.0},
}
"""Of iperf; others have 150."""
CYCLE_S = 5400
FORECASTS = ("cycle", "host", "tool", "value", "time", "forecast", "low", "high", "observed")


class Test(NamedTuple):
    """A test: what the tool says, and what a router saw of it, Mb/s of the network unscaled."""

    cycle: int
    tool: str
    active: float = math.nan
    passive: float = math.nan
    rtt: float = math.nan


Change = Callable[[str, list[Test]], list[Test]]
"""Changes the tests of a host."""


def tests(host: str, cycles: int) -> list[Test]:
    """All tests of a host, in order."""
    found = []
    for cycle in range(cycles):
        # What is measured swings by 3 %, so that no two values are alike.
        iperf = MBPS.get(host, 150.0) * (1 + 0.03 * math.sin(2.3 * cycle))
        disk = min(0.75 * iperf, 60.0)
        found += [
            Test(cycle, "ping", rtt=0.05),
            Test(cycle, "traceroute"),
            Test(cycle, "iperf", iperf, 1.02 * iperf),
            Test(cycle, "bbcp-memory", 0.72 * iperf, 0.8 * iperf),
            Test(cycle, "bbcp-disk", disk, 1.1 * disk),
            Test(cycle, "bbftp", disk, disk / 0.88),
        ]
    return found


def rows(host: str, of: list[Test], scale: float):
    """Measurements, flows and the table of forecasts, as the archive has them."""
    measurements, flows, heavy = [], [], []
    for number, test in enumerate(of):
        begin = (test.cycle * CYCLE_S + 60 * (number % 6)) * 10**9
        values = {"measurement.bytes": 1e6 * (test.tool not in ("ping", "traceroute"))}
        if test.tool == "ping":
            values |= {"measurement.rtt_min": test.rtt, "measurement.rtt_mean": test.rtt}
        elif test.tool == "traceroute":
            values["measurement.route"] = 7.0
        else:
            values["measurement.throughput"] = 1e6 * test.active / scale
            rate = 1e6 * test.passive / scale
            begin_flow, end = begin + 10**9, begin + 11 * 10**9
            columns = ("border", "slac", host, "tcp", 0, 5001, 0)
            flows.append((*columns, begin_flow, end, round(10 * rate / 8), 1000, 0))
        if test.tool == "iperf":
            heavy.append((begin / 1e9, test.cycle, 1e6 * test.active / scale))
        columns = (test.tool, "slac", host, test.cycle, begin, 12 * 10**9, "ok")
        measurements.append((columns, values))
    series = pd.DataFrame(heavy, columns=["time", "cycle", "value"])
    made = monitoring.rolling(series, monitoring.MovingAverage())
    forecasts = [
        (
            *(str(series.loc[n, "cycle"]), host, "iperf", "throughput"),
            *("" if math.isnan(v) else repr(v) for v in row),
        )
        for n, row in zip(made.index, made.itertuples(index=False), strict=True)
    ]
    return measurements, flows, forecasts
