# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Python bindings of ns-3, with checks of names and values before calls; scenarios in Python."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "driver": ["run"],
        "guards": ["translated"],
        "loader": ["DEFAULT_MODULES", "load", "stock_libraries", "wheel"],
    },
)
