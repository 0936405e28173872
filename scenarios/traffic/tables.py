# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the study."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import (
    ESTIMATORS,
    Estimate,
    haar_energies,
    haar_from_energies,
    mean_interval,
)
from numpy.typing import ArrayLike

from . import reading, runs
from .runs import POISSON, SELF_SIMILAR

TICKS_PER_MS = 50_000
DISPERSION_OCTAVE = 10
"""Windows of 2^10 slots of 10 ticks, 0.2 ms."""


def build_estimators(results: Results) -> pd.DataFrame:
    """Every estimator of H on the traces of 100-tick slots, with its 95 % interval."""
    processes = {
        "Poisson, H = 0.5": reading.traces(results)[POISSON],
        "fractional Gaussian noise, H = 0.75": reading.noise(results),
        "self-similar, H to 0.875": reading.traces(results)[SELF_SIMILAR],
    }
    methods = {"Haar wavelet": pooled_haar} | {
        name: partial(mean_reading, estimator)
        for name, estimator in ESTIMATORS.items()
        if name != "Haar wavelet"
    }
    return pd.DataFrame(
        {
            process: {name: method(traces) for name, method in methods.items()}
            for process, traces in processes.items()
        }
    ).rename_axis("estimator")


def pooled_haar(traces: np.ndarray) -> str:
    """H by the energies of all traces together, with the interval and the scales of the fit."""
    energies, counts = haar_energies(traces)
    return _pooled(energies.mean(axis=0), len(traces) * counts)


def _pooled(energies: ArrayLike, counts: ArrayLike) -> str:
    """H by mean energies and the number of coefficients of all traces, with interval and scales."""
    estimate = haar_from_energies(energies, counts)
    if not estimate.acceptable:
        return f"none: {estimate.reason}"
    first, last = (f"{slots:,}" for slots in estimate.scales)
    return (
        reading.span(estimate.hurst, estimate.low, estimate.high, ".3f")
        + f", {first} to {last} slots"
    )


def mean_reading(estimator: Callable[[ArrayLike], Estimate], traces: np.ndarray) -> str:
    """Mean H of the traces, with the interval over them."""
    interval = mean_interval([estimator(trace).hurst for trace in traces])
    return reading.span(interval.mean, interval.low, interval.high, ".3f")


def build_readings(results: Results) -> pd.DataFrame:
    """Every reading of the document at the same nominal load: one row a reading."""
    rows = {}
    for name, attributes in runs.READINGS.items():
        process = runs.on_off(attributes)
        measured = reading.chosen(results, "arrivals", process, Slots=runs.READING_SLOTS)
        one = reading.chosen(results, "curve", runs.one_source(attributes), Octaves=1)
        alone = one.scalars("nominal_rate")["value"].iloc[0]
        dispersion, energy, next_energy = _exact(results, process)
        loads = [measured.scalars(m)["value"] for m in ("realised_rate", "nominal_rate")]
        octaves = reading.scales(measured).query("octave > 0").groupby("octave")
        pool = attributes.startswith(runs.POOL)
        rows[name] = {
            "one source, requests/ms": alone * TICKS_PER_MS,
            "sources": 1.2 / alone
            if pool
            else float(attributes.split("Sources=")[1].split("|")[0]),
            "load off, %": 100 * (loads[0].mean() / loads[1].mean() - 1),
            "dispersion in 0.2 ms, exact": dispersion,
            "measured": octaves.get_group(DISPERSION_OCTAVE)["dispersion"].mean(),
            "local H at 0.2 ms, exact": (1 + np.log2(next_energy / energy)) / 2,
            "H measured": _pooled(octaves["energy"].mean(), octaves["blocks"].sum()),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("reading")


def _exact(results: Results, process: str) -> tuple[float, float, float]:
    """Dispersion and energy at the octave of the dispersion, energy at the following one."""
    if "Continuous" in process:
        return (np.nan,) * 3
    exact = reading.curve(results.where(Octaves=runs.READING_OCTAVES), process)
    exact = exact.astype(float)  # none is known for requests carried over OFF
    window = exact.loc[DISPERSION_OCTAVE]
    return window["dispersion"], window["energy"], exact["energy"].loc[DISPERSION_OCTAVE + 1]
