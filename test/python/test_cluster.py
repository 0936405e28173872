# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps on a Dask cluster of this machine. The oracle is a sweep by processes of its own."""

from __future__ import annotations

import errno
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import dask
import pytest
import stand_in
from burstlab import paths
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.engine import Failures, Limits, RunSpec, cluster, connect, grid, plan, shards, sweep
from burstlab.errors import InputError, WorkError
from burstlab.progress import Progress
from conftest import dump
from dask_world import kill, processes, wait_until, world


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    """The folder of the local workers: tests in another process have clusters, too."""
    folder = tmp_path_factory.mktemp("scratch")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "_folder", lambda: str(folder))
        yield folder


@pytest.fixture(scope="module")
def local(scratch):
    """Two workers, each with room for one run."""
    with connect("local:2") as found:
        yield found


@pytest.fixture
def toy(tmp_path):
    program = stand_in.program(tmp_path)
    return lambda count=3, **attributes: plan(grid("toy", attributes, runs=range(count)), program)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.sqlite"


@pytest.fixture
def outside(tmp_path):
    """A scheduler without workers."""
    (tmp_path / "dask").mkdir()
    with world(tmp_path / "dask") as made:
        made.scheduler()
        yield made


def test_rows_are_those_of_processes_of_this_machine(local, scratch, toy, path, tmp_path):
    assert local.slots == 2
    runs = toy(12)
    assert sweep(runs[:5], path, executor=local).computed == 5
    again = sweep(runs, path, executor=local)
    assert (again.reused, again.computed, again.failures) == (5, 7, ())
    sweep(runs, tmp_path / "local.sqlite")
    assert dump(path) == dump(tmp_path / "local.sqlite")
    assert not (tmp_path / "shards").exists()
    assert list(scratch.glob("dask-scratch-space/*"))
    assert list(scratch.glob("dask-scratch-space/*/tmp*")) == []


def test_failing_runs_are_told_of_and_the_others_go_on(local, toy, path):
    bad = [run for how in ("crash", "refuse", "other", "leave") for run in toy(1, Behaviour=how)]
    outcome = sweep([*bad, *toy(3)], path, executor=local)
    said = {failure.run.run_id: failure.sentence for failure in outcome.failures}
    sentences = ("killed by SIGSEGV", "it must be good", "its shard holds another run", "code 0")
    for run, sentence in zip(bad, sentences, strict=True):
        assert sentence in said.pop(run.run_id)
    assert said == {}
    assert outcome.computed == 3


def test_limits_hold_on_a_worker(local, toy, path):
    slow, greedy = toy(1, Behaviour="slow", Seconds=60), toy(1, Behaviour="greedy", MiB=300)
    limits = Limits(seconds=8, memory=200 << 20)
    outcome = sweep([*slow, *greedy, *toy(3)], path, executor=local, limits=limits)
    said = {failure.run.run_id: failure.sentence for failure in outcome.failures}
    assert said.keys() == {slow[0].run_id, greedy[0].run_id}
    assert said[slow[0].run_id] == "it took longer than its time limit of 8 s"
    assert "more than its memory limit of 200 MiB" in said[greedy[0].run_id]
    assert outcome.computed == 3
    assert {row["run_id"] for row in Failures(path).rows()} == said.keys()


def test_progress_comes_from_the_workers(local, toy, path):
    heard = set()

    class Listener(Progress):
        active = True

        def report(self, run_id, name, line):
            heard.add((run_id, name, line["fraction"]))

    runs = toy(3)
    sweep(runs, path, executor=local, progress=Listener())
    wait_until(lambda: heard == {(run.run_id, "toy", 0.5) for run in runs}, 5)


def test_input_files_go_with_their_runs(local, path, tmp_path, monkeypatch, runner):
    """A topology of the user's, beside which the workers have no file, and one of a study."""
    text = (paths.SCENARIOS / "servernet" / "test-bed.topology").read_text()
    (tmp_path / "nets").mkdir()
    (tmp_path / "nets" / "mine.topology").write_text(text)
    monkeypatch.chdir(tmp_path)
    attributes = {"Topology": "nets/mine.topology", "Ticks": 2000, "WarmUp": 100}
    planned = plan([RunSpec("servernet-load", attributes)], catalogue.runner())
    attributes = {**attributes, "Topology": "scenarios/servernet/test-bed.topology"}
    planned += plan([RunSpec("servernet-load", attributes)], catalogue.suite())
    assert sweep(planned, path, executor=local).failures == ()


def test_a_run_without_its_input_file_fails_alone(local, path, tmp_path, monkeypatch, runner):
    """The file goes after planning."""
    text = (paths.SCENARIOS / "servernet" / "test-bed.topology").read_text()
    (tmp_path / "mine.topology").write_text(text)
    monkeypatch.chdir(tmp_path)
    bad = plan([RunSpec("servernet-load", {"Topology": "mine.topology"})], catalogue.runner())
    good = plan([RunSpec("traffic-arrivals", {"Slots": 20})], catalogue.runner())
    (tmp_path / "mine.topology").unlink()
    outcome = sweep([*good, *bad], path, executor=local)
    said = {failure.run.run_id: failure.sentence for failure in outcome.failures}
    assert said == {bad[0].run_id: "input file mine.topology: No such file or directory"}
    assert outcome.computed == 1


def test_a_shard_that_cannot_be_written_is_a_failed_run(local, toy, path, monkeypatch):
    runs = toy(3)
    write = shards.write

    def full(shard, content):
        if shard.name.startswith(str(runs[0].run_id)):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(shard, content)

    monkeypatch.setattr(shards, "write", full)
    outcome = sweep(runs, path, executor=local)
    assert [failure.run for failure in outcome.failures] == runs[:1]
    assert "cannot be written: No space left" in outcome.failures[0].sentence
    monkeypatch.undo()
    assert sweep(runs, path, executor=local).computed == 1


@pytest.fixture
def interruptible():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_leaves_no_process_on_any_worker(local, toy, path, tmp_path):
    class InterruptWhenBothRun(Progress):
        active = True
        heard: set = set()  # noqa: RUF012

        def report(self, run_id, name, line):
            self.heard.add(run_id)
            if len(self.heard) == 2:
                os.kill(os.getpid(), signal.SIGINT)

    runs = toy(5, Behaviour="slow", Seconds=60)
    with pytest.raises(KeyboardInterrupt):
        sweep(runs, path, executor=local, progress=InterruptWhenBothRun())
    wait_until(lambda: not processes(str(tmp_path)), 10)
    assert sweep(toy(3), path, executor=local).computed == 3


def test_a_killed_client_leaves_no_process_and_loses_no_finished_run(outside, toy, path, tmp_path):
    for _ in range(2):
        outside.worker()
    short, slow = toy(4), {"Behaviour": "slow", "Seconds": 60}
    client = outside.client(tmp_path / "stand-in", path, (4, {}), (2, slow))

    def finished():
        with Archive(path) as archive:
            merged = archive.present({run.run_id: run.key for run in short})
        files = shards.finished(tmp_path / "shards" / path.name)
        return len(merged | {int(file.stem) for file in files})

    wait_until(lambda: len(processes(str(tmp_path))) == 2)
    wait_until(lambda: finished() == len(short))
    kill(client)
    wait_until(lambda: not processes(str(tmp_path)), 10)
    with connect(outside.url) as found:
        assert found.slots == 2
        assert sweep(short, path, executor=found).reused == len(short)


def test_a_lost_scheduler_is_a_sentence_and_a_second_call_goes_on(outside, toy, path, tmp_path):
    outside.worker()
    runs = toy(3)

    class KillTheSchedulerAfterOne(Progress):
        def finish(self, run_id, good):
            kill(outside.scheduling)

    with connect(outside.url) as found, pytest.raises(WorkError, match=f"{outside.url}.*lost"):
        sweep(
            [*runs, *toy(1, Behaviour="slow", Seconds=60)],
            path,
            executor=found,
            progress=KillTheSchedulerAfterOne(),
        )
    wait_until(lambda: not processes(str(tmp_path)), 10)
    outside.scheduler()
    outside.worker()
    with connect(outside.url) as found:
        assert sweep(runs, path, executor=found).reused >= 1


def test_a_worker_with_other_code_is_left_out(outside, toy, path, caplog):
    outside.worker()
    outside.worker(STAND_IN_CODE="beef")
    with connect(outside.url) as found:
        wait_until(lambda: found.slots == 2)
        outcome = sweep(toy(6), path, executor=found)
        assert (outcome.computed, outcome.failures) == (6, ())
    (said,) = [r.getMessage() for r in caplog.records if "left out" in r.getMessage()]
    assert "would compute another toy, with code_version beef and not c0de" in said


def test_a_worker_with_other_code_that_comes_late_is_left_out(outside, toy, path, caplog, tmp_path):
    outside.worker()

    file = tmp_path / "go"

    class MoreMeanwhile(Progress):
        active, begun = True, False

        def report(self, run_id, name, line):
            if not self.begun:
                outside.worker(STAND_IN_CODE="beef")
            self.begun = True

    def left_out():
        return [r for r in caplog.records if "left out" in r.getMessage()]

    runs = [*toy(1, Behaviour="wait", File=file), *toy(6)]
    with connect(outside.url) as found, ThreadPoolExecutor() as pool:
        done = pool.submit(sweep, runs, path, executor=found, progress=MoreMeanwhile())
        wait_until(left_out)
        file.touch()
        assert (done.result().computed, done.result().failures) == (7, ())
    assert len(left_out()) == 1


def test_runs_move_when_the_workers_are_gone_that_they_were_left_to(
    outside, toy, path, caplog, tmp_path
):
    """A run that was kept from a worker with other code is for those that come later, too."""
    good = outside.worker()
    outside.worker(STAND_IN_CODE="beef")
    runs = toy(4, Behaviour="slow", Seconds=1)
    with connect(outside.url) as found, ThreadPoolExecutor() as pool:
        wait_until(lambda: found.slots == 2)
        done = pool.submit(sweep, runs, path, executor=found, within=120)
        wait_until(lambda: processes(str(tmp_path)))
        assert "left out" in caplog.text
        kill(good)
        outside.worker()
        assert (done.result().computed, done.result().failures) == (4, ())


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("import sys; sys.modules['burstlab'] = None", "no suite.*lab worker"),
        (
            "from pathlib import Path\nfrom burstlab import paths\npaths.BUILD = Path('/none')",
            r"nothing.*built.*\./lab build",
        ),
    ],
    ids=["no laboratory", "no build"],
)
def test_workers_without_the_suite_are_refused(outside, path, before, sentence, runner):
    outside.other_worker(before)
    planned = plan([RunSpec("traffic-arrivals", {"Slots": 10})], catalogue.runner())
    with connect(outside.url) as found, pytest.raises(InputError, match=sentence):
        sweep(planned, path, executor=found)


def test_a_cluster_without_workers_is_refused(outside, monkeypatch):
    monkeypatch.setattr(cluster, "_WORKER_S", 1)
    sentence = r"no worker.*\b1 s\b.*\./lab worker tcp://"
    with pytest.raises(InputError, match=sentence), connect(outside.url):
        pass


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("local", r"local:N.*\b1\b.*\b10000\b"),
        ("local:0", r"local:N.*\b1\b.*\b10000\b"),
        ("slurm:x", r"slurm:N.*\b1\b.*\b10000\b"),
        ("lokal:2", "local:N.*slurm:N.*pbs:N.*sge:N.*tcp://"),
        ("tcp://127.0.0.1", "local:N.*tcp://host"),
        ("tcp://127.0.0.1:1", "no scheduler"),
    ],
)
def test_a_wrong_cluster_is_a_sentence(url, sentence, monkeypatch):
    monkeypatch.setattr(cluster, "_CONNECT_S", 1)
    with pytest.raises(InputError, match=f"^--cluster={url}: .*{sentence}"), connect(url):
        pass


SBATCH = """#!/bin/sh
# In place of Slurm's: starts the script as a job of this machine, whose number is its process.
script=$(dirname "$0")/$$.sh
cp "$1" "$script"
setsid sh "$script" >"$script.log" 2>&1 &
echo "Submitted batch job $!"
echo $! >>"$(dirname "$0")/jobs"
"""


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    """A folder with what stands for Slurm's commands."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, text in (("sbatch", SBATCH), ("scancel", '#!/bin/sh\nkill -- "-$1"\n')):
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    return tools


def test_a_queue_that_takes_no_jobs_is_a_sentence(slurm):
    with pytest.raises(InputError, match=r"pbs:1.*qsub"), connect("pbs:1"):
        pass
    sentence = r"slurm:1.*jobqueue\.slurm.*cores"
    with pytest.raises(InputError, match=sentence), connect("slurm:1"):
        pass
    (slurm / "sbatch").write_text("#!/bin/sh\necho no such partition >&2\nexit 1\n")
    settings = {"jobqueue.slurm.cores": 1, "jobqueue.slurm.memory": "1GB"}
    with (
        dask.config.set(settings),
        pytest.raises(InputError, match=r"slurm:1.*sbatch.*no such partition"),
        connect("slurm:1"),
    ):
        pass


def test_jobs_of_slurm_are_workers(slurm, toy, path, tmp_path):
    site = {"cores": 1, "processes": 1, "memory": "1GB", "local-directory": str(tmp_path)}
    settings = {f"jobqueue.slurm.{name}": value for name, value in site.items()}
    with dask.config.set(settings), connect("slurm:2") as found:
        wait_until(lambda: found.slots == 2)
        assert sweep(toy(4), path, executor=found).computed == 4
    jobs = (slurm / "jobs").read_text().split()
    assert len(jobs) == 2
    wait_until(lambda: not any(Path(f"/proc/{job}").exists() for job in jobs), 20)


@pytest.mark.parametrize("how", ["time", "memory"])
def test_limits_hold_here_and_neighbours_are_untouched(toy, path, how):
    over = {
        "time": {"Behaviour": "slow", "Seconds": 60},
        "memory": {"Behaviour": "greedy", "MiB": 300},
    }
    limits = {"time": Limits(seconds=8), "memory": Limits(memory=200 << 20)}[how]
    outcome = sweep([*toy(1, **over[how]), *toy(3)], path, workers=2, limits=limits)
    assert len(outcome.failures) == 1
    assert f"its {how} limit" in outcome.failures[0].sentence
    assert outcome.computed == 3
