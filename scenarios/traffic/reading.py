# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How figures, tables and judges of the study read its runs."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval, block_sums, variance_time

from .runs import (
    FINE,
    FINE_SLOTS,
    LAN_SLOT,
    MBIT,
    OCTAVES,
    PROCESSES,
    RULES,
    SELF_SIMILAR,
    SLOT,
    START_SOURCES,
    STARTS,
    TWIN_SLOTS,
    TWINS,
    on_off,
    twin,
)

SCALES = (1, 10, 100, 1000)
"""Slots in a bin: the four time scales, 100 to 10^5 ticks."""


def chosen(results: Results, scenario: str, *parts: str, **equals: object) -> Results:
    """Choose the runs of the one process of a scenario that is a part, or else holds all parts."""
    runs = results.where(scenario=f"ns3::Traffic{scenario.title()}Scenario", **equals)
    texts = set(runs.runs()["Process"])
    (process,) = texts & {*parts} or {t for t in texts if all(part in t for part in parts)}
    return runs.where(Process=process)


def series(results: Results) -> np.ndarray:
    """Read the requests in each slot, shape (runs, slots), in order of the run numbers."""
    traces = dict(iter(results.series("arrivals").groupby("run_id")["value"]))
    order = results.runs().sort_values("run").index
    return np.stack([traces[run_id].to_numpy() for run_id in order])


@lru_cache(maxsize=1)
def traces(results: Results) -> dict[str, np.ndarray]:
    """Read the requests in 100-tick slots of each process, shape (replications, slots)."""
    return {
        name: series(chosen(results, "arrivals", process.partition("[")[0], Slot=SLOT))
        for name, process in PROCESSES.items()
    }


@lru_cache(maxsize=1)
def noise(results: Results) -> np.ndarray:
    """Arrivals in each slot of the process whose H is known, shape (replications, slots)."""
    return series(chosen(results, "arrivals", "FractionalGaussian", Slot=SLOT))


@lru_cache(maxsize=1)
def lan_traces(results: Results) -> dict[str, np.ndarray]:
    """Cells in each slot of 1 ms by load, shape (replications, slots)."""
    return {
        name: series(chosen(results, "arrivals", f"Rate={rate:.9g}|", Slot=LAN_SLOT))
        for name, rate in MBIT.items()
    }


def scales(runs: Results) -> pd.DataFrame:
    """Table ``scales`` of some runs, with a column ``dispersion``: one row a run and octave.

    Dispersion is the mean squared deviation from the known mean, over that mean: about its own mean
    a long-range dependent trace varies too little.
    """
    frame = runs.table("scales").merge(runs.scalars("nominal_rate"), on="run_id")
    frame = frame[frame["blocks"] >= 2]
    mean = frame["value"] * frame["ticks"]
    squares = frame["variance"] * (1 - 1 / frame["blocks"]) + (frame["mean"] - mean) ** 2
    return frame.assign(dispersion=squares / mean)


def energy_runs(results: Results) -> Results:
    """Choose the runs that are compared with the exact curve."""
    return chosen(results, "arrivals", PROCESSES[SELF_SIMILAR], Slot=FINE, Slots=FINE_SLOTS)


def twin_runs(results: Results) -> dict[str, Results]:
    """Choose the runs of the process, of its twins and of Poisson arrivals."""
    fine = results.where(scenario="ns3::TrafficArrivalsScenario", Slot=FINE, Slots=TWIN_SLOTS)
    return {
        **{name: fine.where(Process=process) for name, process in PROCESSES.items()},
        **{name: fine.where(Process=twin(kind, TWIN_SLOTS)) for name, kind in TWINS.items()},
    }


def curve(results: Results, process: str) -> pd.DataFrame:
    """Exact curve of a process, index octave."""
    return chosen(results, "curve", process).table("curve").set_index("octave")


def starts(runs: Results) -> pd.DataFrame:
    """Relative deviation of the load from its mean, index replication, a column a horizon."""
    nominal = runs.scalars("nominal_rate")["value"].iloc[0]
    frame = runs.table("start").pivot(index="replication", columns="ticks", values="arrivals")
    return frame / (nominal * np.asarray(frame.columns, dtype=float)) - 1


def start_deviations(results: Results) -> dict[str, pd.DataFrame]:
    """Apply `starts` to each kind of start."""
    return {
        kind: starts(
            chosen(
                results,
                "start",
                *(on_off(f"Sources={sources}|Start={kind}") for sources in START_SOURCES.values()),
            )
        )
        for kind in STARTS
    }


def rule_deviations(results: Results) -> dict[str, pd.Series]:
    """Relative deviation of the load in each replication from the closed form of each rule."""
    return {
        name: starts(chosen(results, "start", on_off(f"Sources=40|{rule}"))).iloc[:, -1]
        for name, rule in RULES.items()
    }


def energies(results: Results) -> tuple[pd.DataFrame, pd.Series]:
    """Read the Haar energies, a row a run and a column an octave, and the exact ones."""
    exact = curve(results, PROCESSES[SELF_SIMILAR])["energy"].loc[1:OCTAVES]
    frame = scales(energy_runs(results))
    return frame.pivot(index="run_id", columns="octave", values="energy")[exact.index], exact


def variances(counts: np.ndarray, m: int) -> np.ndarray:
    """Variance of the requests in a bin of m slots, one value a replication.

    Deviations are taken from the mean of all replications: about its own mean a long-range
    dependent trace varies too little, by a third for a hundred bins of 10^5 ticks.
    """
    bins = block_sums(counts, m)
    return np.mean((bins - bins.mean()) ** 2, axis=-1)


def hurst(counts: np.ndarray, *, corrected: bool = False) -> np.ndarray:
    """H by the variance-time plot, as by hand or corrected; one value a replication."""
    return np.array([variance_time(trace, corrected=corrected).hurst for trace in counts])


def text(value: Interval) -> str:
    """Write a value with its interval, three digits."""
    return span(value.mean, value.low, value.high, ".3g")


def span(value: float, low: float, high: float, digits: str) -> str:
    """Write a value with the ends of its interval."""
    return f"{value:{digits}} [{low:{digits}}, {high:{digits}}]"
