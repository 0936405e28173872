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
    "Figure": "studies",
    "InputError": "errors",
    "Judgement": "studies",
    "Results": "results",
    "RunSpec": "studies",
    "Study": "studies",
    "WorkError": "errors",
    "find_studies": "studies",
    "grid": "studies",
    "mean_interval": "statistics",
    "paired_difference": "statistics",
    "paired_ratio": "statistics",
    "plan": "engine",
    "sweep": "engine",
}

__all__ = list(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(f"burstlab.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
