# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How figures, tables and judges of the study read its runs."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import block_sums, variance_time
from burstlab.study import measures

from .runs import MEAN_RATE, OCTAVES, SLOT, STARTS

SCALES = (1, 10, 100, 1000)
"""Slots in a bin: the four time scales, 100 to 10^5 ticks."""


def traces(results: Results, part: str, **labels: object) -> np.ndarray:
    """Read the arrivals in each slot, shape (replications, slots), in order of the run numbers."""
    chosen = results.where(part=part, **labels)
    series = dict(iter(chosen.series("arrivals").groupby("run_id")["value"]))
    order = chosen.runs().sort_values("run").index
    return np.stack([series[run_id].to_numpy() for run_id in order])


def curve(results: Results, part: str = "curve", **labels: object) -> pd.DataFrame:
    """Exact curve of a process, index octave."""
    return results.where(part=part, **labels).table("curve").set_index("octave")


def starts(results: Results, **labels: object) -> pd.DataFrame:
    """Relative deviation of the load from its mean, index replication, a column a horizon."""
    return measures.since_start(results.where(**labels)) - 1


def start_deviations(results: Results) -> dict[str, pd.DataFrame]:
    """Apply `starts` to each kind of start."""
    return {kind: starts(results, part="starts", start=kind) for kind in STARTS}


def energies(results: Results) -> tuple[pd.DataFrame, pd.Series]:
    """Read the Haar energies, one row per run and one column per octave, and the exact values."""
    exact = curve(results)["energy"].loc[1:OCTAVES]
    frame = measures.scales(results.where(part="energies"))
    return frame.pivot(index="run_id", columns="octave", values="energy")[exact.index], exact


def variances(counts: np.ndarray, m: int, mean: float = MEAN_RATE * SLOT) -> np.ndarray:
    """Variance of the requests in a bin of m slots, one value a replication.

    Deviations are taken from the exact mean of the process, `mean` requests in a slot. About its
    own mean a long-range dependent trace varies too little, by a third for a hundred bins of 10^5
    ticks; a mean of all replications would make them depend on each other.
    """
    return np.mean((block_sums(counts, m) - m * mean) ** 2, axis=-1)


def hurst(counts: np.ndarray, *, corrected: bool = False) -> np.ndarray:
    """H by the variance-time plot, plain or corrected; one value per replication."""
    return np.array([variance_time(trace, corrected=corrected).hurst for trace in counts])
