# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Paths of the checkout. All written files are below ROOT."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VENV = Path(sys.prefix)
ANALYSIS = ROOT / "analysis"
CONTRIB = ROOT / "contrib"
SCENARIOS = ROOT / "scenarios"
EXAMPLES = ROOT / "examples"
BUILD = ROOT / "build"
SCHEMA = CONTRIB / "run-archive" / "model" / "schema.sql"
MIGRATIONS = CONTRIB / "run-archive" / "model" / "migrations"
ARCHIVE = ROOT / "archive" / "burstlab.sqlite"
REPORT = ROOT / "report"


def tool(name: str) -> Path:
    """Path of a program of the environment, such as ``ninja``; it need not exist."""
    return VENV / "bin" / name


def relative(path: Path) -> str:
    """`path` relative to the checkout."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
