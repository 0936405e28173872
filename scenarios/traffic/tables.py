# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the study."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import ESTIMATORS, haar_energies, haar_from_energies, interval
from burstlab.study import Exhibits, Rows, measures
from numpy.typing import ArrayLike

from . import reading, runs
from .runs import POISSON, SELF_SIMILAR

table = Exhibits()
TICKS_PER_MS = 50_000
DISPERSION_OCTAVE = 10
"""Windows of 2^10 slots of 10 ticks, 0.2 ms."""


@table("estimators", "Estimators of H", "section 1.2")
def estimators(results: Results) -> pd.DataFrame:
    """The degree of self-similarity is described by the Hurst parameter H.

    The first two columns have a known H, which validates the methods. The third column has no
    single H: its exponent grows with the scale, and methods that use longer scales estimate a
    larger H. The Haar wavelet pools the traces and states its scales; the other rows are medians
    over the traces with 95 % intervals.
    """
    processes = {
        "Poisson, H = 0.5": reading.traces(results, "traces", process=POISSON),
        "fractional Gaussian noise, H = 0.75": reading.traces(results, "noise"),
        "self-similar, H to 0.875": reading.traces(results, "traces", process=SELF_SIMILAR),
    }
    columns = {}
    for process, traces in processes.items():
        columns[process] = {"Haar wavelet": pooled_haar(traces)}
        for name, estimator in ESTIMATORS.items():
            if name != "Haar wavelet":
                each = interval([estimator(trace).hurst for trace in traces])
                columns[process][name] = f"{each:.3f}"
    return pd.DataFrame(columns).rename_axis("estimator")


def pooled_haar(traces: np.ndarray) -> str:
    """H by the energies of all traces together, with the interval and the scales of the fit."""
    energies, counts = haar_energies(traces)
    return _pooled(energies.mean(axis=0), len(traces) * counts)


def _pooled(energies: ArrayLike, counts: ArrayLike) -> str:
    """H by mean energies and the number of coefficients of all traces, with interval and scales."""
    estimate = haar_from_energies(energies, counts)
    if not estimate.acceptable:
        return f"none: {estimate.reason}"
    first, last = estimate.scales
    ends = f"[{estimate.low:.3f}, {estimate.high:.3f}]"
    return f"{estimate.hurst:.3f} {ends}, {first:,} to {last:,} slots"


@table("readings", "What the document leaves open", "section 2.2")
def readings(results: Results) -> Rows:
    """Lambda determines the number of packet-train sources that are aggregated; while ON, a source
    generates a request every 10 clock ticks.

    The same nominal load under 16 readings. Dispersion: variance over mean of the requests in 0.2
    ms, 1 for Poisson. Exact values are those of equilibrium, also for a fresh start; none is known
    for requests carried over OFF and for continuous time. H measured: Haar wavelet, all traces
    pooled, in slots of 10 ticks (0.2 ms are 1,024 slots). Thinning many sources leaves Poisson
    traffic without self-similarity.
    """
    for name, attributes in runs.READINGS.items():
        measured = results.where(part="readings", assumed=name)
        one = results.where(part="one source", Process=runs.one_source(attributes))
        alone = one.scalars("nominal_rate")["value"].iloc[0]
        dispersion, energy, next_energy = _exact(results, name)
        loads = [measured.scalars(m)["value"] for m in ("realised_rate", "nominal_rate")]
        octaves = measures.scales(measured).query("octave > 0").groupby("octave")
        stated = re.search(r"Sources=(\d+)", attributes)
        sources = float(stated[1]) if stated else 1.2 / alone  # of a device, of a pool
        yield {
            "reading": name,
            "one source, requests/ms": alone * TICKS_PER_MS,
            "sources": sources,
            "load off, %": 100 * (loads[0].mean() / loads[1].mean() - 1),
            "dispersion in 0.2 ms, exact": dispersion,
            "measured": octaves.get_group(DISPERSION_OCTAVE)["dispersion"].mean(),
            "local H at 0.2 ms, exact": (1 + np.log2(next_energy / energy)) / 2,
            "H measured": _pooled(octaves["energy"].mean(), octaves["blocks"].sum()),
        }


def _exact(results: Results, name: str) -> tuple[float, float, float]:
    """Dispersion and energy at the octave of the dispersion, energy at the following one."""
    if "Continuous" in runs.READINGS[name]:
        return (np.nan,) * 3
    exact = reading.curve(results, "exact readings", assumed=name)
    exact = exact.astype(float)  # none is known for requests carried over OFF
    window = exact.loc[DISPERSION_OCTAVE]
    return window["dispersion"], window["energy"], exact["energy"].loc[DISPERSION_OCTAVE + 1]
