# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How figures, tables and judges of the study read its runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.study import all_of, measures, present, runs_of

from . import runs
from .runs import EQUAL, LOADS, RATES, SHORTEST, TREE, Setting, under

MEAN, DEVIATION, LOST = "latency.mean", "latency.deviation", "latency.lost"
METRICS = {"mean": MEAN, "deviation": DEVIATION}
DIGITS = 9
"""Decimals that are read: a deviation of equal latencies is 0, and not the noise of its sum."""
CAUSES = ("residual", "tie", "higher", "acknowledgement", "other")
ACCESS_GBPS = 1
PACKET_BITS = 12_000
LINK_US, HOST_US = 0.2, 2.5


def values(results: Results, metric: str, setting: Setting) -> pd.Series:
    """Read a metric of the replications of a setting that have it: index (seed, run).

    A cell in which no test packet arrived has no mean.
    """
    return measures.values(runs_of(results, setting), metric).dropna().round(DIGITS)


def grid(results: Results, metric: str, reading: str, scheme: Setting) -> pd.DataFrame:
    """Read a metric of a scheme in all cells with runs: index (seed, run), columns (gbps, load).

    Cells without background traffic are run once and have their value in every row.
    """
    cells = present(results, under(reading, all_of(scheme, gbps=RATES, load=(0, *LOADS))))
    rows = runs_of(results, *cells).frame(metric, by="setting").set_index(["seed", "run"])
    rows = rows.round(DIGITS)
    columns = {
        (cell.gbps, cell.load): rows.loc[rows["setting"] == cell.text, metric].dropna()
        for cell in cells
    }
    frame = pd.DataFrame({cell: column for cell, column in columns.items() if cell[1]})
    for cell, column in columns.items():
        if not cell[1]:
            frame[cell] = column.iloc[0]
    return frame.sort_index(axis="columns")


def packets(results: Results, settings: Iterable[Setting]) -> pd.DataFrame:
    """Read the test packets of settings: their table, numbers, with seed, run and setting."""
    return measures.numbers(runs_of(results, *settings), "packets", "setting")


PADDED = "padded"
ROUTES = (SHORTEST, PADDED, EQUAL)


def on_routes(setting: Setting, routes: str) -> Setting:
    """Choose the runs with packets on some of `ROUTES`: padded ones take the shortest."""
    return replace(setting, routing=EQUAL if routes == EQUAL else SHORTEST)


def latencies(results: Results, setting: Setting, routes: str) -> dict[tuple[int, int], pd.Series]:
    """Read the latencies of the test packets on some of `ROUTES`, by seed and run."""
    frames = packets(results, [on_routes(setting, routes)]).groupby(["seed", "run"])
    if routes != PADDED:
        return dict(iter(frames["latency"]))
    return {run: padded(frame, setting.gbps, setting.topology) for run, frame in frames}


FAR = {TREE: (16, 64), runs.LEAF_SPINE: (16,), runs.FAT_TREE: (4, 16)}
"""First hosts on whose route from host 0 there are two links more above the racks."""


def links(host: np.ndarray | pd.Series, equal_length: bool, topology: str) -> np.ndarray:
    """Links between switches on the route from host 0 to others."""
    if equal_length:
        return np.full(len(host), 2 * len(FAR[topology]))
    return 2 * np.searchsorted(FAR[topology], np.asarray(host), side="right")


def empty(
    host: np.ndarray | pd.Series, gbps: int, equal_length: bool = False, topology: str = TREE
) -> np.ndarray:
    """Latency of a packet from host 0 in the empty network, us: store and forward at each switch.

    Two links of hosts, and those between switches; each of the two hosts has a delay.
    """
    upper = PACKET_BITS / (1000 * gbps) + LINK_US
    access = PACKET_BITS / (1000 * ACCESS_GBPS) + LINK_US + HOST_US
    return 2 * access + upper * links(host, equal_length, topology)


OTHERS = np.arange(1, runs.HOSTS)
"""The hosts that get a test packet."""


def padded(frame: pd.DataFrame, gbps: int, topology: str = TREE) -> pd.Series:
    """Latencies of packets on shortest routes that are padded at their destination.

    The padding is the additional time of the longest route in the empty network.
    """
    longest = empty(OTHERS, gbps, topology=topology).max()
    return frame["latency"] + longest - empty(frame["host"], gbps, topology=topology)


def inversions(latencies: pd.Series, apart: np.ndarray) -> np.ndarray:
    """Probability that the later of two packets arrives first, by the time between them.

    This is the probability that the first of two drawn latencies is larger by more than this time.
    NaN for less than two latencies.
    """
    ours = np.sort(latencies.dropna().to_numpy())
    if len(ours) < 2:
        return np.full(len(apart), np.nan)
    later = np.searchsorted(ours, ours[:, None] - apart[None, :], side="left")
    return later.sum(axis=0) / (len(ours) * (len(ours) - 1))


TEN_US = np.array([10.0])
"""The time between the two bids of tables."""
