# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Active measurements beside the passive flow records of a router (IEPM-BW, slides 24 and 25)."""

from __future__ import annotations

import pandas as pd

from burstlab.arguments import checked
from burstlab.monitoring.series import ENDED_WELL, with_columns


@checked
def passive_active(measurements: pd.DataFrame, flows: pd.DataFrame) -> pd.DataFrame:
    """Find the flow of each measured transfer.

    The flow of a transfer is the flow from the monitor to the host with the most bytes among those
    that started during the measurement.

    Parameters
    ----------
    measurements
        `Results.measurements`; only successful ones with a throughput are used.
    flows
        `Results.flows` of the same runs, with the parallel streams of a transfer as one flow.

    Returns
    -------
    pandas.DataFrame
        One row for each measurement with a flow, index as in `measurements`: ``run_id``, ``tool``,
        ``destination``, ``cycle``, ``active`` and ``passive``, both in bit/s. The rate of a flow is
        its bytes, headers included, over the time from its first to its last packet.
    """
    names = (
        "run_id",
        "source",
        "destination",
        "start_ns",
        "duration_ns",
        "tool",
        "cycle",
        "status",
    )
    with_columns("measurements", measurements, *names, "measurement.throughput")
    with_columns("flows", flows, "run_id", "source", "destination", "start_ns", "end_ns", "bytes")
    well = measurements["status"].isin(ENDED_WELL) & measurements["measurement.throughput"].notna()
    tests = measurements[well].sort_values("start_ns")
    tests = tests.assign(test=tests.index, end=tests["start_ns"] + tests["duration_ns"])
    seen = flows.dropna(subset="end_ns")
    seen = seen[seen["end_ns"] > seen["start_ns"]].sort_values("start_ns")
    seconds = (seen["end_ns"] - seen["start_ns"]).astype(float) / 1e9
    seen = seen.assign(passive=8 * seen["bytes"] / seconds)
    found = pd.merge_asof(
        seen,
        tests,
        on="start_ns",
        by=["run_id", "source", "destination"],
        suffixes=(" seen", ""),
    )
    found = found[found["start_ns"] <= found["end"]]
    found = found.sort_values("bytes").drop_duplicates("test", keep="last").sort_values("test")
    found = found.set_index(found["test"].astype(int).rename(None))
    columns = ["run_id", "tool", "destination", "cycle", "measurement.throughput", "passive"]
    return found[columns].rename(columns={"measurement.throughput": "active"})
