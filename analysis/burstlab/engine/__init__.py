# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The engine: runs are described, planned and computed side by side."""

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
