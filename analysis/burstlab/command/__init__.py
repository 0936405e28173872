# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The command ``./lab`` and its subcommands."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__, submod_attrs={"bench": ["Bench", "Row"], "lab": ["app", "main"]}
)
