# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The laboratory around burstlab's ns-3 modules: sweeps, an archive of runs, claims, figures.

The names below are the public interface. They are imported when first used, so that
``import burstlab`` (and every completion of ``./lab``) costs milliseconds.
"""

from importlib import import_module
from typing import Any

_HOME = {
    "Archive": "archive",
    "Claim": "studies",
    "ESTIMATORS": "hurst",
    "Estimate": "estimates",
    "Figure": "studies",
    "InputError": "errors",
    "Judgement": "studies",
    "Precision": "sequential",
    "Results": "results",
    "RunSpec": "studies",
    "SequentialStopping": "sequential",
    "Study": "studies",
    "Table": "studies",
    "WorkError": "errors",
    "find_studies": "studies",
    "grid": "studies",
    "haar": "hurst",
    "haar_energies": "hurst",
    "haar_from_energies": "hurst",
    "histogram_quantile": "quantiles",
    "histogram_rank_interval": "quantiles",
    "local_whittle": "hurst",
    "lrd_interval": "statistics",
    "mean_interval": "statistics",
    "merge_histograms": "quantiles",
    "mser5": "statistics",
    "paired_difference": "statistics",
    "paired_ratio": "statistics",
    "periodogram": "hurst",
    "plan": "engine",
    "rank_interval": "quantiles",
    "replicate": "sequential",
    "rescaled_range": "hurst",
    "stopping_samples": "quantiles",
    "sweep": "engine",
    "variance_time": "hurst",
}

__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"burstlab.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
