# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The build compiles the suite, and finds its programs and libraries by name."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submodules=["catalogue"],
    submod_attrs={
        "catalogue": [
            *("broken", "describe", "find_plugin", "find_program", "find_scenario", "is_program"),
            *("plugins", "programs", "runner", "runs_scenarios", "scenarios", "suite"),
        ],
        "sources": ["declaration"],
        "cmake": ["ensure", "exists", "first_build_s", "logged_faults", "refresh", "workplace"],
    },
)
