# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The names of the studies, without reading the studies."""

from __future__ import annotations

from burstlab import paths


def study_names() -> list[str]:
    """Names of all studies, without reading them."""
    return sorted(file.parent.name for file in paths.SCENARIOS.glob("*/study.py"))
