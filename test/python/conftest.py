# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What several tests need: shards made by hand, dumps to compare, and the compiled runner."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import stand_in
from burstlab import published
from burstlab.archive import Archive

LABELS = {
    i + 1: {"load": load, "lam": lam, "short": lam < 10, "depth": 64}
    for i, (load, lam, _) in enumerate(
        (load, lam, run) for load in ("smooth", "bursty") for lam in (2.5, 10.0) for run in (1, 2)
    )
}
"""Runs 1 to 8: two loads, two rates, two replications."""


@pytest.fixture(autouse=True)
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is folded, however wide the terminal is from which the tests were started."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture(autouse=True)
def heard() -> None:
    """A test before may have run a command with --quiet."""
    logging.getLogger("burstlab").setLevel(logging.NOTSET)


@pytest.fixture
def shard(tmp_path: Path) -> Callable[..., Path]:
    folder = tmp_path / "made"
    folder.mkdir()
    return lambda run_id, **rows: stand_in.write_shard(folder / f"{run_id}.sqlite", run_id, **rows)


@pytest.fixture
def labelled(tmp_path: Path, shard: Callable[..., Path]) -> Iterator[Archive]:
    """An archive with runs 1 to 8 under the labels of study toy, and run 9 without."""
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([shard(i, run=(i - 1) % 2 + 1) for i in range(1, 10)])
        archive.label("toy", LABELS, {"lam": "1/ms"})
        yield archive


def sql(path: Path, query: str) -> list[tuple]:
    """What a query gives, by plain SQL."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(query).fetchall()
        connection.commit()
        return rows


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
