# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""`./lab run .. --archive=X`: whatever is run, the run merges into X, and no other file is touched.

The oracle is the archive as it was before: its rows stay, those of the run come.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pytest
from burstlab import paths
from burstlab.archive import Archive, database
from burstlab.build import catalogue
from burstlab.engine import grid, plan, sweep
from conftest import dump

KINDS = {
    "scenario": ["traffic-arrivals", "--Slots=20"],
    "scratch": ["my-first-scenario", "--Duration=10ms"],
    "example": ["dumbbell"],
    "python": ["dumbbell.py"],
    "bindings": ["traffic-arrivals", "--Slots=20", "--python"],
}

SWEEP = """
import sys
from burstlab.build import runner
from burstlab.engine import grid, plan, sweep
planned = plan(grid("traffic-arrivals", {"Slots": 20}, runs=range(100, 140)), runner())
assert sweep(planned, sys.argv[1], workers=1).failures == ()
"""


@pytest.fixture(autouse=True)
def _built(runner):
    """Every program here was built by `./lab test`."""


def lab_run(kind, file, number):
    """What `./lab run` does after it has built, in a process of its own."""
    name, *words = KINDS[kind]
    options = f"run={number}, archive=Path({str(file)!r}), quiet=True"
    if "--python" in words:
        words.remove("--python")
        options += ", python=True"
    program = (
        "import sys; from pathlib import Path; from burstlab.command.launch import Options, launch;"
        "from burstlab.errors import InputError, WorkError\n"
        f"try: sys.exit(launch({name!r}, [], {words!r}, Options({options})))\n"
        "except InputError as error: sys.exit(print(error, file=sys.stderr) or 2)\n"
        "except WorkError as error: sys.exit(print(error, file=sys.stderr) or 1)\n"
    )
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis")},
    )


@pytest.mark.parametrize("kind", KINDS)
def test_runs_gather(kind, tmp_path, shard):
    file = tmp_path / "a.sqlite"
    with Archive(file, create=True) as archive:
        archive.merge([shard(1), shard(2)])
    before = dump(file)
    for number in (1, 2, 2):
        done = lab_run(kind, file, number)
        assert done.returncode == 0, done.stderr
    after = dump(file)
    for table, rows in before.items():
        assert set(rows) <= set(after[table])
    with Archive(file) as archive:
        archive.check()
        assert len(archive.run_ids()) == 4
    assert [path.name for path in tmp_path.iterdir() if path.name != "made"] == ["a.sqlite"]


def no_archives(folder):
    """Files that are no archive of this schema."""
    (folder / "text").write_text("notes of a user\n")
    (folder / "empty").touch()
    (folder / "directory").mkdir()
    with sqlite3.connect(folder / "foreign") as connection:
        connection.execute("CREATE TABLE mine (a)")
    for name, version in (("newer", 99), ("older", 0)):
        Archive(folder / name, create=True).close()
        with sqlite3.connect(folder / name) as connection:
            connection.execute(f"PRAGMA user_version = {version}")
    return sorted(folder.iterdir())


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_archive_is_refused_and_stays(kind, tmp_path):
    files = no_archives(tmp_path)
    contents = [file.is_file() and file.read_bytes() for file in files]
    for file, content in zip(files, contents, strict=True):
        if kind in ("python", "bindings") and file.name not in ("text", "foreign"):
            continue  # starting the bindings takes seconds
        done = lab_run(kind, file, 1)
        assert done.returncode == 2, (file, done.stderr)
        assert str(file) in done.stderr.splitlines()[-1]
        assert (file.is_file() and file.read_bytes()) == content
    assert sorted(tmp_path.iterdir()) == files


def test_every_help_says_the_same():
    for words in (catalogue.runner().command[:1], [catalogue.programs()["dumbbell"]]):
        said = subprocess.run([*words, "--help"], capture_output=True, text=True).stdout
        assert "archive" in said
        assert "write" not in said
        assert "replace" not in said


@pytest.mark.parametrize("there", [True, False], ids=["there", "made"])
def test_a_run_and_a_sweep_share_an_archive(tmp_path, there):
    file = tmp_path / "a.sqlite"
    if there:
        Archive(file, create=True).close()
    swept = subprocess.Popen(
        [sys.executable, "-c", SWEEP, file],
        env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis")},
    )
    number = 0
    while swept.poll() is None:
        number += 1
        done = lab_run("scenario", file, number)
        assert done.returncode == 0, done.stderr
    assert swept.returncode == 0
    with Archive(file) as archive:
        archive.check()
        runs = archive.select(archive.run_ids()).runs()["run"]
    assert sorted(runs) == [*range(1, number + 1), *range(100, 140)]


def test_an_archive_that_appears_while_one_is_made_is_not_replaced(tmp_path, shard, monkeypatch):
    file = tmp_path / "a.sqlite"
    connect = database._connect

    def somebody_is_faster(path, mode):
        if mode == "rwc":
            shard(1).rename(file)
        return connect(path, mode)

    monkeypatch.setattr(database, "_connect", somebody_is_faster)
    with Archive(file, create=True) as archive:
        assert archive.run_ids() == [1]
    assert [path.name for path in tmp_path.iterdir() if path.name != "made"] == ["a.sqlite"]


def test_a_run_with_other_rows_is_refused_by_merge(tmp_path, shard):
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([shard(1)])
        before = dump(archive.path)
        with pytest.raises(Exception, match=r"run 1\b.*other rows.*\bpoint\b"):
            archive.merge([shard(1, points=4)])
        assert dump(archive.path) == before


def test_what_could_not_be_merged_is_taken_in_as_the_sentence_says(tmp_path):
    file = tmp_path / "a.sqlite"
    sweep(plan(grid("traffic-arrivals", {"Slots": 2000}), catalogue.runner()), file)
    size = file.stat().st_size * 5 // 4
    limited = ["prlimit", f"--fsize={size}", *catalogue.runner().command]
    # one run fits into the limit, two do not
    done = subprocess.run(
        [*limited, "traffic-arrivals", "--Slots=2000", "--run=2", f"--archive={file}"],
        capture_output=True,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
    )
    assert done.returncode == 1, done.stderr
    said = done.stderr[done.stderr.index("Archive('") :].split(" of burstlab")[0]
    assert len(list(tmp_path.glob("a.sqlite*"))) == 2
    assert eval(said, {"Archive": Archive}) == 1
    with Archive(file) as archive:
        archive.check()
        assert len(archive.run_ids()) == 2
    assert list(tmp_path.glob("a.sqlite*")) == [file]


def test_kill_during_the_merge_leaves_the_archive_whole(tmp_path):
    file = tmp_path / "a.sqlite"
    planned = plan(grid("traffic-arrivals", {"Slots": 2000}, runs=range(1, 31)), catalogue.runner())
    sweep(planned[:1], file)
    reference = tmp_path / "reference.sqlite"
    sweep(planned, reference)
    rows = {table: set(cells) for table, cells in dump(reference).items()}
    dice = random.Random("moments")
    hit = 0
    for run in planned[1:]:
        command = [*run.program.command, *run.arguments, f"--archive={file}"]
        process = subprocess.Popen(command)
        journal = file.with_name(f"{file.name}-journal")
        while process.poll() is None and not journal.exists():
            pass
        time.sleep(dice.uniform(0, 0.01))
        process.send_signal(signal.SIGKILL)
        hit += process.wait() == -signal.SIGKILL
        with Archive(file) as archive:
            archive.check()
            assert len(archive.run_ids()) <= run.spec.run
        assert all(set(cells) <= rows[table] for table, cells in dump(file).items())
    assert hit >= 3
    assert sweep(planned, file).failures == ()
    assert dump(file) == dump(reference)


def test_a_lock_is_waited_for(tmp_path):
    file = tmp_path / "a.sqlite"
    Archive(file, create=True).close()
    holder = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    holder.execute("BEGIN EXCLUSIVE")
    threading.Timer(1, lambda: holder.execute("COMMIT")).start()
    started = time.monotonic()
    assert lab_run("scenario", file, 1).returncode == 0
    assert time.monotonic() - started >= 1
