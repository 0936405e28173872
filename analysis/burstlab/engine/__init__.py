# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The engine describes, plans and computes runs, several at a time."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "cluster": ["Cluster", "connect"],
        "estimating": ["Cost", "Estimate", "costs_of", "estimate"],
        "execution": ["Ended", "Limits", "execute"],
        "failures": ["Failure", "Failures"],
        "planning": ["PlannedRun", "WrongRunError", "code_of_scenario", "plan", "repeat"],
        "program": ["Program"],
        "specs": ["RunSpec", "grid", "object_text", "short_name"],
        "shards": ["shard_folder"],
        "sweeping": ["SweepOutcome", "sweep"],
    },
)
