# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Small JSON files that cache slow results: a missing or damaged file is made again."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any


def read(file: Path, default: Any) -> Any:
    """Read a file; `default` for a missing or unreadable file."""
    with suppress(OSError, ValueError):
        return json.loads(file.read_text(encoding="utf-8"))
    return default


def write(file: Path, document: Any) -> None:
    """Write a file atomically; without write access do nothing."""
    partial = file.with_name(f"{file.name}.{os.getpid()}.partial")
    with suppress(OSError):
        partial.write_text(json.dumps(document), encoding="utf-8")
        partial.rename(file)
