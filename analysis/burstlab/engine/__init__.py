# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The engine: runs are described, planned and computed side by side."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "execution": ["Ended", "execute"],
        "planning": ["PlannedRun", "WrongRunError", "plan"],
        "program": ["Program"],
        "specs": ["RunSpec", "grid", "object_text", "short_name"],
        "sweeping": ["Failure", "SweepOutcome", "shard_folder", "sweep"],
    },
)
