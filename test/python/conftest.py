# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What several tests need: shards made by hand, dumps to compare, and the compiled runner."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
import stand_in
from burstlab import published


@pytest.fixture
def shard(tmp_path: Path) -> Callable[..., Path]:
    folder = tmp_path / "made"
    folder.mkdir()
    return lambda run_id, **rows: stand_in.write_shard(folder / f"{run_id}.sqlite", run_id, **rows)


def dump(path: Path) -> dict[str, list[str]]:
    """All rows of all tables but run_cost, sorted."""
    connection = sqlite3.connect(path)
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    rows = {
        table: sorted(json.dumps(row) for row in connection.execute(f"SELECT * FROM {table}"))
        for (table,) in tables
        if table != "run_cost"
    }
    connection.close()
    return rows


@pytest.fixture(scope="session")
def runner() -> Path:
    """The compiled runner; `./lab test` builds it first."""
    return published.use().files("runner")["burstlab-run"]
