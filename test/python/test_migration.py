# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Archives of earlier versions of the schema, whose texts are kept beside this file.

The oracle is the old file itself, read by plain SQL before it is opened.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
import stand_in
from burstlab.archive import SCHEMA, Archive
from burstlab.statistics import Interval
from burstlab.study import Above, Claims, Finding, Reading, Study, evaluate, rule
from conftest import dump

VERSION_1 = Path(__file__).with_name("schema-version-1.sql")
RUNS = 60
MOMENTS = 20
HIT_AT_LEAST = 5


@pytest.fixture(scope="module")
def old(tmp_path_factory):
    """An archive of version 1 with some runs and two claims."""
    path = tmp_path_factory.mktemp("old") / "a.sqlite"
    for run_id in range(1, RUNS + 1):
        stand_in.write_shard(path, run_id, points=2000, schema=VERSION_1)
    with closing(sqlite3.connect(path)) as connection:
        for name, verdict in (("C1", "differs"), ("C2", "not-testable")):
            texts = ("toy", "text", "source", "stated", "tolerance")
            cells = (
                f"toy/{name}",
                *texts,
                1.5,
                "s",
                None,
                2.0,
                3,
                verdict,
                "note",
                "quick",
                "then",
            )
            connection.execute(f"INSERT INTO claim VALUES ({', '.join('?' * len(cells))})", cells)
        connection.commit()
    return path


@pytest.fixture
def path(old, tmp_path):
    return Path(shutil.copy(old, tmp_path / "a.sqlite"))


def version(path):
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


def claims(path):
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute("SELECT * FROM claim ORDER BY id")]


def check_migrated(path, old):
    """Every row is there, the claims with the reading '', and the new tables are empty."""
    assert version(path) == SCHEMA.version
    before, after = dump(old), dump(path)
    del before["claim"], after["claim"]
    assert after == before | {"label_name": [], "label": [], "added_run": []}
    assert claims(path) == [{**row, "reading": "", "needed": None} for row in claims(old)]


def test_version_1_is_what_it_was(old):
    # The text must stay that of the archives that are out there: it is read, and never changed.
    assert version(old) == 1
    assert "label" not in dump(old)


def test_rows_of_version_1_are_kept_and_judged(path, old):
    with Archive(path) as archive:
        archive.check()
        check_migrated(path, old)
        archive.label("toy", {1: {"load": "low"}, 2: {"load": "high"}})
        claim = Claims()

        @claim("C1", "source", "stated")
        @rule("delay", Above(1))
        def delay(results, reading):
            """The delay is above one."""
            return Finding(Interval.exact(results.frame("delay", by="load")["delay"].mean(), 2))

        readings = (Reading("plain", ""),)
        study = Study("toy", "t", "d", "s", (), readings, lambda _: [], tuple(claim))
        archive.store_claims("toy", "quick", evaluate(study, archive.select([1, 2, 3])))
        assert archive.claims("toy")["measured"].tolist() == [4.0]  # of 3.5 and 4.5
    assert dump(path.with_name("a.sqlite.version-1")) == dump(old)


def opened(path):
    """The process that opens, and so migrates, an archive."""
    child = os.fork()
    if child == 0:
        try:
            Archive(path).close()
            os._exit(0)
        finally:
            os._exit(1)
    return child


def test_a_killed_migration_loses_nothing_and_the_next_finishes(old, tmp_path):
    Archive(shutil.copy(old, tmp_path / "first.sqlite")).close()  # all modules are loaded now
    started = time.monotonic()
    assert os.waitpid(opened(shutil.copy(old, tmp_path / "whole.sqlite")), 0)[1] == 0
    seconds = time.monotonic() - started
    hit = 0
    for moment in range(MOMENTS):
        folder = tmp_path / str(moment)
        folder.mkdir()
        path = Path(shutil.copy(old, folder / "a.sqlite"))
        child = opened(path)
        time.sleep(seconds * (moment + 0.5) / MOMENTS)
        os.kill(child, signal.SIGKILL)
        hit += os.WIFSIGNALED(os.waitpid(child, 0)[1]) and any(folder.glob("a.sqlite?*"))
        assert version(path) in (1, SCHEMA.version)
        with Archive(path) as archive:
            archive.check()
        check_migrated(path, old)
        assert sorted(file.name for file in folder.iterdir()) == ["a.sqlite", "a.sqlite.version-1"]
        assert dump(folder / "a.sqlite.version-1") == dump(old)
    assert hit >= HIT_AT_LEAST


def test_two_who_open_it_at_once_migrate_once(path, old):
    children = [opened(path) for _ in range(4)]
    assert [os.waitpid(child, 0)[1] for child in children] == [0] * 4
    check_migrated(path, old)
    files = sorted(file.name for file in path.parent.iterdir())
    assert files == ["a.sqlite", "a.sqlite.version-1"]
