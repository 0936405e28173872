# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The engine, driven with a stand-in for the compiled runner that misbehaves on request."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import pytest
import stand_in
from burstlab import locks
from burstlab.archive import Archive
from burstlab.engine import Failures, RunSpec, estimate, execute, grid, plan, shard_folder, sweep
from burstlab.engine.estimating import START_S
from burstlab.errors import InputError
from burstlab.progress import Progress
from conftest import dump
from dask_world import processes, wait_until


@pytest.fixture
def toy(tmp_path):
    program = stand_in.program(tmp_path)

    def planned(count=3, **attributes):
        return plan(grid("toy", attributes, runs=range(count)), program)

    return planned


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.sqlite"


def left_in_shard_folder(path):
    return sorted(p.name for p in (path.parent / "shards" / path.name).glob("*"))


def names_in(folder):
    return sorted(p.name for p in folder.iterdir())


def test_plan_gives_identity_without_computing(toy, tmp_path):
    runs = toy(2, Load=0.5)
    assert [run.spec.run for run in runs] == [0, 1]
    assert runs[0].arguments == ["toy", "--Load=0.5", "--seed=1", "--run=0"]
    assert not list(tmp_path.glob("*.sqlite"))


def test_plan_keeps_one_of_equal_runs(tmp_path):
    assert len(plan([RunSpec("toy"), RunSpec("toy")], stand_in.program(tmp_path))) == 1


def test_plan_passes_the_sentence_on(tmp_path):
    with pytest.raises(InputError, match="tory"):
        plan([RunSpec("toy"), RunSpec("tory")], stand_in.program(tmp_path))


def test_second_sweep_computes_nothing(toy, path):
    first = sweep(toy(5), path)
    assert (first.reused, first.computed, first.failures) == (0, 5, ())
    before = dump(path)
    second = sweep(toy(7), path)
    assert (second.reused, second.computed) == (5, 2)
    assert set(before["run"]) < set(dump(path)["run"])
    assert left_in_shard_folder(path) == []


def test_a_sweep_stops_when_its_time_is_over_and_the_next_goes_on(toy, path):
    runs = toy(20, Behaviour="slow", Seconds=0.4)
    outcome = sweep(runs, path, workers=2, within=2)  # of the 4 s of all of them
    assert 0 < outcome.left < 20
    assert (outcome.computed, outcome.failures) == (20 - outcome.left, ())
    assert left_in_shard_folder(path) == []
    after = sweep(runs, path)
    assert (after.reused, after.computed, after.left) == (outcome.computed, outcome.left, 0)


def test_number_of_workers_does_not_show(toy, tmp_path):
    for workers in (1, 2):
        sweep(toy(12), tmp_path / f"{workers}.sqlite", workers=workers)
    assert dump(tmp_path / "1.sqlite") == dump(tmp_path / "2.sqlite")


def test_another_executor(toy, path):
    with ProcessPoolExecutor(2) as executor:
        assert sweep(toy(4), path, executor=executor).computed == 4


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ("crash", "killed by SIGSEGV"),
        ("refuse", "Behaviour = refuse: it must be good"),
        ("other", "its shard holds another run"),
        ("truncate", "is not a sound archive"),
        ("leave", "it ended with code 0 before its results were written"),
    ],
)
def test_failing_run_is_reported_and_the_others_go_on(toy, path, behaviour, sentence):
    bad = toy(1, Behaviour=behaviour)
    outcome = sweep([*bad, *toy(3)], path)
    assert [failure.run for failure in outcome.failures] == bad
    assert sentence in outcome.failures[0].sentence
    assert outcome.computed == 3
    with Archive(path) as archive:
        archive.check()
        assert set(archive.run_ids()) >= {run.run_id for run in toy(3)}


def test_unit_conflict_fails_that_run(toy, path):
    sweep(toy(2), path)
    outcome = sweep([*toy(1, Behaviour="unit"), *toy(4)], path)
    assert [failure.sentence for failure in outcome.failures if "delay in ms" in failure.sentence]
    assert outcome.computed == 2


def test_missing_program_fails_every_run(toy, path, tmp_path):
    runs = toy(2)
    (tmp_path / "stand-in").unlink()
    assert len(sweep(runs, path).failures) == 2


def test_leftover_shards_are_merged_first(toy, path):
    runs = toy(3)
    folder = path.parent / "shards" / path.name
    folder.mkdir(parents=True)
    shard = folder / f"{runs[1].run_id}.sqlite"
    assert execute(runs[1].program, runs[1].words(shard)).code == 0
    outcome = sweep(runs, path)
    assert (outcome.reused, outcome.computed) == (1, 2)
    assert not shard.exists()


def test_unreadable_leftover_is_set_aside_and_computed_again(toy, path):
    runs = toy(1)
    folder = path.parent / "shards" / path.name
    folder.mkdir(parents=True)
    (folder / f"{runs[0].run_id}.sqlite").write_bytes(b"SQLite format 3\0" + b"\0" * 100)
    assert sweep(runs, path).computed == 1
    assert left_in_shard_folder(path) == [f"{runs[0].run_id}.sqlite.unreadable"]


def test_partial_files_of_the_dead_are_removed_and_of_the_living_kept(toy, path):
    folder = path.parent / "shards" / path.name
    folder.mkdir(parents=True)
    dead = os.spawnv(os.P_NOWAIT, "/bin/true", ["true"])
    os.waitpid(dead, 0)
    for name in (f"1.sqlite.{dead}.partial", f"1.sqlite.{dead}.partial-journal"):
        (folder / name).touch()
    mine = f"2.sqlite.{os.getpid()}.partial"
    (folder / mine).touch()
    sweep(toy(1), path)
    assert left_in_shard_folder(path) == [mine]


def test_a_second_sweep_waits_says_so_and_computes_nothing_twice(toy, path, tmp_path, caplog):
    (tmp_path / "link.sqlite").symlink_to(path)  # the same archive by another name
    with caplog.at_level("INFO"), ThreadPoolExecutor() as pool:

        class SweepMeanwhile(Progress):
            def start(self, total, done):
                self.second = pool.submit(sweep, toy(3), tmp_path / "link.sqlite")
                while "waiting: another process sweeps into" not in caplog.text:
                    time.sleep(0.01)

        meanwhile = SweepMeanwhile()
        assert sweep(toy(2), path, progress=meanwhile).computed == 2
        second = meanwhile.second.result()
    assert (second.reused, second.computed) == (2, 1)


def test_a_finished_sweep_leaves_its_archive_alone(toy, path, tmp_path):
    sweep([*toy(2), *toy(1, Behaviour="refuse")], path)
    assert names_in(tmp_path) == [path.name, f"{path.name}.failures", "stand-in"]


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_runs_die_with_their_sweep(toy, path, tmp_path, end):
    runs = toy(2, Behaviour="slow", Seconds=60)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        sweep(runs, path, workers=2)
    wait_until(lambda: len(processes(str(tmp_path))) == 2)
    os.kill(child, end)
    os.waitpid(child, 0)
    wait_until(lambda: not processes(str(tmp_path)), 5)


def test_the_longest_runs_go_first(toy, path):
    """By what runs of the same parameters took, else by those that share most of them."""
    took = {"1": 0.1, "2": 3.0, "3": 1.0}
    sweep([run for load in took for run in toy(2, Load=load)], path)
    with sqlite3.connect(path) as connection:
        for load, seconds in took.items():
            connection.execute(
                "UPDATE run_cost SET wall_s = ?, cpu_s = ? / 2 WHERE run_id IN"
                " (SELECT run_id FROM run WHERE json_extract(key, '$.parameters.Load') = ?)",
                (seconds, seconds, load),
            )
    order = []

    class Listener(Progress):
        def finish(self, run_id, good):
            order.append(run_id)

    more = {load: toy(3, Load=load)[2] for load in took}
    (near,) = toy(1, Load=3, Colour="blue")
    with Archive(path) as archive:
        found = estimate([*more.values(), near], archive, 2)
        whole = estimate([*toy(3, Load=1), *toy(1, Load=2)], archive, 1)
    assert found.like == {"measured": 3, "near": 1}
    assert found.cpu_s == pytest.approx((0.1 + 3 + 1 + 1) / 2 + 4 * START_S)
    assert found.wall_s == pytest.approx(3 + START_S + 0.0, abs=1e-9)  # beside 1, 1 and 0.1
    assert (whole.runs, whole.present) == (4, 3)
    assert whole.wall_s == pytest.approx(0.1 + START_S)
    sweep([*more.values(), near], path, workers=1, progress=Listener())
    assert [order[0], order[-1]] == [more["2"].run_id, more["1"].run_id]


def test_costs_that_nobody_knows(toy):
    found = estimate(toy(5), None, 2)
    assert (found.like, found.cpu_s, found.wall_s) == ({"unknown": 5}, 5, 3)
    assert found.guess_s == 1


def test_a_failed_run_is_a_row_until_it_is_there(toy, path, monkeypatch):
    bad = toy(1, Behaviour="refuse")
    sweep([*bad, *toy(1)], path)
    (row,) = Failures(path).rows()
    assert row["run_id"] == bad[0].run_id
    assert row["reason"] == "Behaviour = refuse: it must be good"
    assert row["log"] == "first a warning\nBehaviour = refuse: it must be good\n"
    again = "./lab run stand-in toy --Behaviour=refuse --seed=1 --run=0"
    assert row["command"] == f"{again} --archive={path}"
    assert row["machine"] == socket.gethostname()
    sweep(bad, path)
    assert len(Failures(path).rows()) == 1
    monkeypatch.setenv("STAND_IN_MENDED", "1")
    assert sweep(bad, path).computed == 1
    assert Failures(path).rows() == []
    assert not Failures(path).path.exists()


def test_a_list_of_failed_runs_that_is_none_is_told_of(toy, path):
    Failures(path).path.write_text("no list, and longer than the header of an SQLite file" * 9)
    with pytest.raises(InputError, match=r"a\.sqlite\.failures.*not a database"):
        Failures(path).rows()


@pytest.mark.parametrize("name", ["none/a.sqlite", "none/deeper/a.sqlite"])
def test_a_mistyped_archive_makes_no_folder(toy, tmp_path, name):
    runs = toy(1)
    with pytest.raises(InputError, match=r"a\.sqlite.*folder.*exist"):
        sweep(runs, tmp_path / name)
    assert names_in(tmp_path) == ["stand-in"]


def test_what_is_no_archive_gets_no_shards(toy, tmp_path):
    runs = toy(1)
    with pytest.raises(InputError, match=r"stand-in.*SQLite"):
        sweep(runs, tmp_path / "stand-in")
    assert names_in(tmp_path) == ["stand-in"]


def test_who_waited_for_a_removed_lock_shares_it_with_nobody(path, caplog, monkeypatch):
    """Three in a row: the first removes the lock that the second waits for, the third makes one."""
    monkeypatch.setattr(locks, "_SILENT_S", 0)
    inside, most = [], []

    def work():
        with shard_folder(path) as folder:
            inside.append(folder)
            most.append(len(inside))
            time.sleep(0.05)
            assert folder.is_dir()
            inside.pop()

    with caplog.at_level("INFO"), ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(work) for _ in range(24)]:
            done.result()
    assert "waiting: another process sweeps into" in caplog.text
    assert set(most) == {1}
    assert names_in(path.parent) == []


def test_archives_of_one_stem_have_shards_of_their_own(toy, path):
    with shard_folder(path) as one, shard_folder(path.with_suffix(".db")) as other:
        assert one != other


def test_same_identifier_with_another_key_is_refused(toy, path):
    runs = toy(1)
    sweep(runs, path)
    with pytest.raises(InputError, match=rf"identifier {runs[0].run_id}\b.*another"):
        sweep([replace(runs[0], key="another")], path)


@pytest.fixture
def interruptible():
    """Interrupts are heard; a shell starts what it runs in the background deaf to them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_interrupt_ends_children_and_keeps_what_is_finished(toy, path):
    runs = [*toy(2), *toy(2, Behaviour="slow", Seconds=60)]
    runs = [replace(run, labels={"number": i}) for i, run in enumerate(runs)]

    class InterruptAfterTwo(Progress):
        count = 0

        def finish(self, run_id, good):
            self.count += 1
            if self.count == 2:
                timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
                timer.start()

    with pytest.raises(KeyboardInterrupt):
        sweep(runs, path, workers=2, progress=InterruptAfterTwo(), study="toy")
    assert left_in_shard_folder(path) == []
    with Archive(path) as archive:
        assert archive.unlabelled_runs() == []
        assert len(archive.run_ids()) == 2  # those of 60 s were not waited for
        assert archive.labelled_runs("toy") == archive.run_ids()
    assert sweep(toy(2), path).reused == 2


def test_progress_hears_of_every_run(toy, path):
    heard = []

    class Listener(Progress):
        active = True

        def start(self, total, done):
            heard.append(("start", total, done))

        def report(self, run_id, name, line):
            heard.append((name, line["fraction"]))

        def finish(self, run_id, good):
            heard.append(("finish", good))

        def close(self):
            heard.append("close")

    sweep([*toy(2), *toy(1, Behaviour="refuse")], path, workers=1, progress=Listener())
    assert heard[0] == ("start", 3, 0)
    assert heard.count(("toy", 0.5)) == 3
    assert sorted(h for h in heard if h[0] == "finish") == [
        ("finish", False),
        ("finish", True),
        ("finish", True),
    ]
    assert heard[-1] == "close"
