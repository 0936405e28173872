# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Small JSON files of what takes long to find out: one that is lost or torn is made again."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any


def read(file: Path, default: Any) -> Any:
    """Read a file; `default` where there is none, or none that can be read."""
    with suppress(OSError, ValueError):
        return json.loads(file.read_text(encoding="utf-8"))
    return default


def write(file: Path, document: Any) -> None:
    """Write a file whole, where it may be written."""
    partial = file.with_name(f"{file.name}.{os.getpid()}.partial")
    with suppress(OSError):
        partial.write_text(json.dumps(document), encoding="utf-8")
        partial.rename(file)
