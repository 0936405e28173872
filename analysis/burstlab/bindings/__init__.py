# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Python into ns-3: its modules, with names and values checked before ns-3 sees them; scenarios."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "driver": ["run"],
        "guards": ["translated"],
        "loader": ["DEFAULT_MODULES", "load", "stock_libraries", "wheel"],
    },
)
