# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The report: a static site of the archive's runs and claims."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "claims": ["SIGNS", "counts", "in_readme", "markdown", "rows"],
        "own": ["has_own", "write_own"],
        "publishing": ["file_of", "read", "text_of"],
        "site": ["Chapter", "Further", "Site", "renderer", "write_report"],
    },
)
