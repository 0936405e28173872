# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The studies in ``./lab list``, cached until a source changes.

Reading studies imports pandas, scipy and matplotlib, which takes seconds.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from burstlab import paths, remembered, study

State = tuple[str, int, int]


def outlines() -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Return the listed data of each study, and the faults of studies that cannot be read."""
    file, sources = paths.BUILD / "studies.json", _sources()
    former = remembered.read(file, {"sources": ""})
    if former["sources"] == sources:
        return former["studies"], {}
    found, unreadable = study.read_studies()
    outlined = [
        {
            **{"name": s.name, "title": s.title, "document": s.document, "summary": s.summary},
            **{"claims": len(s.claims), "figures": len(s.figures), "budget_s": s.budget_s},
        }
        for s in found.values()
    ]
    if not unreadable:
        remembered.write(file, {"sources": sources, "studies": outlined})
    return outlined, {name: str(fault) for name, fault in unreadable.items()}


def _sources() -> str:
    """Hash names, sizes and times of all possible sources of a study."""
    states = [*_states(paths.SCENARIOS), *_states(paths.ANALYSIS)]
    states += [_state(file) for file in paths.VENV.glob("requirements*.lock")]
    return hashlib.sha256(json.dumps(sorted(states)).encode()).hexdigest()


def _states(folder: Path) -> Iterator[State]:
    for place, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in files:
            yield _state(os.path.join(place, name))


def _state(file: str | Path) -> State:
    status = os.stat(file)
    return str(file), status.st_size, status.st_mtime_ns
