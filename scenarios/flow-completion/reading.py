# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How figures, tables and judges of the study read its runs."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.study import present, present_items, runs_of
from burstlab.study.measures import numbers

from .runs import GRID, NEAR, Setting, mechanisms

MEAN, P99, FLOWS = "completion.mean", "completion.p99", "completion.flows"


def grid(results: Results) -> list[Setting]:
    """List the points at which protocols are compared."""
    return present(results, chain(*GRID.values()))


def near_points(results: Results) -> list[Setting]:
    """List the points at which pFabric is compared with the ideal time."""
    return present(results, chain(*NEAR.values()))


def variants(results: Results) -> dict[str, Setting]:
    """List the variants of pFabric that are compared."""
    return present_items(results, mechanisms("quick")) | present_items(results, mechanisms("full"))


def values(results: Results, metric: str, setting: Setting, flows: str) -> pd.Series:
    """Read a metric of some flows in the replications of a setting: index (seed, run).

    A replication without such flows has no value.
    """
    frame = runs_of(results, setting).frame(metric, object=None)
    return frame[frame["object"] == flows].set_index(["seed", "run"])[metric]


def flows(results: Results, settings: Iterable[Setting]) -> pd.DataFrame:
    """Read the flow table of settings as numbers, with the setting."""
    return numbers(runs_of(results, *settings), "flows", ["setting", "protocol"])


YAPS_IDEAL_US = -1.168
"""Difference of YAPS's ideal time: instead of 1.2 us for the last link of a packet YAPS counts
0.032 us, the time of 40 bytes."""
SIZES_OF = {"all": (0, np.inf), "short": (0, 1e5), "medium": (1e5, 1e7), "long": (1e7, np.inf)}
"""Size classes in bytes: more than the first number, at most the second."""


def by_yaps(results: Results, metric: str, setting: Setting, flows_of: str) -> pd.Series:
    """Compute a mean or 99th percentile as `values`, over YAPS's ideal times."""
    table = flows(results, [setting])
    above, most = SIZES_OF[flows_of]
    table = table[(table["size"] > above) & (table["size"] <= most)]
    slowdowns = table["completion"] / (table["ideal"] + YAPS_IDEAL_US)
    runs = slowdowns.groupby([table["seed"], table["run"]])
    if metric == MEAN:
        return runs.mean()
    return runs.agg(lambda of_run: np.quantile(of_run, 0.99, method="inverted_cdf"))


HOSTS_OF_RACK = 16
PACKET_US, WINDOW = 1.2, 12
ROUND_TRIP_US = {True: 13.264, False: 14.68}
"""Round-trip time of a full packet and its acknowledgement, in a rack and between racks: 1.2 us on
a link of 10 Gb/s and 0.3 us on one of 40, forty bytes back, 0.2 us on each link, 2.5 us at each
end."""


def alone(table: pd.DataFrame) -> pd.Series:
    """Excess of a flow in the empty network over its ideal time, us.

    The flow sends a window of 12 packets and then waits for the first acknowledgement, if
    necessary; from then on each acknowledgement releases two packets, and the flow does not wait
    again.
    """
    rack = table["source"] // HOSTS_OF_RACK == table["destination"] // HOSTS_OF_RACK
    gap = (rack.map(ROUND_TRIP_US) - WINDOW * PACKET_US).clip(lower=0)
    return gap.where(table["size"] > WINDOW * 1460, 0.0)


def by_itself(table: pd.DataFrame) -> pd.DataFrame:
    """Keep the flows that share no time with another flow of their run."""
    kept = [table[:0]]
    for _, of_run in table.groupby("run_id"):
        start = of_run["start"].to_numpy()
        end = start + of_run["completion"].to_numpy()
        together = (start[:, None] <= end) & (end[:, None] >= start)
        kept.append(of_run[together.sum(axis=1) == 1])
    return pd.concat(kept)


def name(point: Setting) -> str:
    return f"{point.sizes}, {point.load} %"
