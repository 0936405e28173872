# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What ``./lab list`` says of the studies, remembered as long as no source changes.

To read them imports pandas, scipy and matplotlib, which takes seconds.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from typing import Any

from burstlab import paths
from burstlab.study import read_studies


def outlines() -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Give what a list says of each study, and what is wrong with those that cannot be read."""
    file, sources = paths.BUILD / "studies.json", _sources()
    with suppress(OSError, ValueError):
        remembered = json.loads(file.read_text(encoding="utf-8"))
        if remembered["sources"] == sources:
            return remembered["studies"], {}
    found, unreadable = read_studies()
    outlined = [
        {
            **{"name": s.name, "title": s.title, "document": s.document, "summary": s.summary},
            **{"claims": len(s.claims), "figures": len(s.figures), "budget_s": s.budget_s},
        }
        for s in found.values()
    ]
    if not unreadable:
        partial = file.with_name(f"{file.name}.{os.getpid()}.partial")
        with suppress(OSError):
            text = json.dumps({"sources": sources, "studies": outlined})
            partial.write_text(text, encoding="utf-8")
            partial.rename(file)
    return outlined, unreadable


def _sources() -> str:
    """Hash names, sizes and times of whatever a study may be made from."""
    files = [file for file in paths.SCENARIOS.rglob("*") if file.suffix != ".pyc"]
    files += [*paths.ANALYSIS.rglob("*.py"), *paths.VENV.glob("requirements*.lock")]
    states = [(str(file), (s := file.stat()).st_size, s.st_mtime_ns) for file in sorted(files)]
    return hashlib.sha256(json.dumps(states).encode()).hexdigest()
