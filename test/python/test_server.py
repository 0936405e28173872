# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The process that forks runs: when it is used again, and what becomes of runs when it ends."""

from __future__ import annotations

import os
import re
import signal
import threading
from dataclasses import replace
from pathlib import Path

import pytest
import stand_in
from burstlab.build import runner
from burstlab.engine import Program, RunSpec, execute, plan
from burstlab.engine.execution import Limits
from burstlab.engine.server import own_server
from burstlab.errors import WorkError
from burstlab.process import succeed
from conftest import dump
from dask_world import processes, wait_until


@pytest.fixture
def program(tmp_path):
    return stand_in.program(tmp_path)


def compute(program, folder, *words, **options):
    good = ("toy", f"--archive={folder / 'run.sqlite'}", "--seed=1", "--run=1")
    return execute(program, [*good, *words], **options)


def server_of(program):
    return own_server(program).process.pid


def test_runs_of_a_program_share_a_server(program, tmp_path):
    first = server_of(program)
    assert compute(program, tmp_path).code == 0
    assert compute(program, tmp_path, "--Behaviour=refuse").code == 2
    assert compute(program, tmp_path, "--Behaviour=crash").code == -signal.SIGSEGV
    slow = compute(program, tmp_path, "--Behaviour=slow", "--Seconds=60", limits=Limits(0.2))
    assert "time limit of 0.2 s" in slow.sentence
    assert server_of(program) == first


def test_another_program_environment_or_library_is_noticed(program, tmp_path, monkeypatch):
    seen = [server_of(program)]
    monkeypatch.setenv("STAND_IN_MENDED", "1")
    seen.append(server_of(program))
    assert compute(program, tmp_path, "--Behaviour=refuse").code == 0
    library = tmp_path / "library"
    library.touch()
    program = Program(program.executable, (library,))
    seen.append(server_of(program))
    library.write_text("built again")
    seen.append(server_of(program))
    replaced = program.executable.with_suffix(".new")
    replaced.write_text(program.executable.read_text())
    replaced.chmod(0o755)
    replaced.replace(program.executable)
    seen.append(server_of(program))
    assert len(set(seen)) == 5


def test_a_thread_has_a_server_of_its_own_and_takes_it_along(program):
    theirs = []
    thread = threading.Thread(target=lambda: theirs.append(server_of(program)))
    thread.start()
    thread.join()
    assert theirs != [server_of(program)]
    wait_until(lambda: not Path(f"/proc/{theirs[0]}").exists(), 5)


def test_a_fork_leaves_the_server_alone(program, tmp_path):
    first = server_of(program)
    child = os.fork()
    if child == 0:
        os._exit(compute(program, tmp_path).code if server_of(program) != first else 3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert compute(program, tmp_path).code == 0
    assert server_of(program) == first


def test_a_run_dies_with_its_server(program, tmp_path):
    server = server_of(program)

    def kill():
        wait_until(lambda: processes(str(tmp_path)))
        os.kill(server, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    ended = compute(program, tmp_path, "--Behaviour=slow", "--Seconds=60")
    killer.join()
    assert (ended.code, ended.sentence) == (-signal.SIGKILL, "killed by SIGKILL")
    wait_until(lambda: not processes(str(tmp_path)), 5)
    assert compute(program, tmp_path).code == 0


@pytest.mark.parametrize(
    ("text", "code", "sentence"),
    [
        ("#!/bin/sh\necho the library is broken >&2\nexit 2\n", 2, "the library is broken"),
        ("#!/bin/sh\nkill -9 $$\n", -9, "killed by SIGKILL"),
        ("#!/bin/sh\nexec sleep 60\n", -9, "it took longer than its time limit of 0.3 s"),
        ("#!/nonexistent\n", 127, "failed to execute"),
    ],
)
def test_a_server_that_does_not_start_fails_the_run(program, tmp_path, text, code, sentence):
    program.executable.write_text(text)
    ended = compute(program, tmp_path, limits=Limits(0.3 if "sleep" in text else None))
    assert ended.code == code
    assert sentence in ended.sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'msg="Invalid attribute set (MaxSiz) on ns3::DropTailQueue<Packet>", +0.000000000s -1'
            " file=/gcl-builds/src/core/model/object-factory.cc, line=62\nNS_FATAL, terminating\n",
            "Invalid attribute set (MaxSiz) on ns3::DropTailQueue<Packet> (object-factory.cc:62)",
        ),
        (
            'aborted. cond="nodes.GetN()==2, +0.000000000s -1 file=scratch/a.cc, line=101\n'
            "NS_FATAL, terminating\n",
            "condition nodes.GetN()==2 (a.cc:101)",
        ),
        ('NS_ASSERT failed, cond="i < 2", msg="mine", file=a.cc, line=1\n', "mine (a.cc:1)"),
        (
            'msg="a warning", file=a.cc, line=1\nmsg="two\nlines", 3 file=b.cc, line=12\n'
            "NS_FATAL, terminating\n",
            "two lines (b.cc:12)",
        ),
        ('msg="a warning", file=a.cc, line=1\n', "a warning (a.cc:1)"),
        ("first this\n", "terminate called without an active exception"),
    ],
    ids=["attribute", "condition", "assertion", "lines", "older", "nothing"],
)
def test_what_ns3_says_when_it_aborts_is_the_reason(program, tmp_path, text, sentence):
    """The first four are what ns-3.44 wrote, but for paths."""
    (tmp_path / "said").write_text(f"{text}terminate called without an active exception\n")
    program.executable.write_text(f"#!/bin/sh\ncat {tmp_path / 'said'} >&2\nkill -ABRT $$\n")
    ended = compute(program, tmp_path)
    assert (ended.code, ended.sentence) == (-signal.SIGABRT, f"killed by SIGABRT: {sentence}")
    with pytest.raises(WorkError, match=rf"stand-in: {re.escape(sentence)}$"):
        program.ask("--list")


def test_a_missing_library_is_named(program):
    with pytest.raises(WorkError, match=r"/nonexistent\.so.*No such file"):
        own_server(Program(program.executable, (Path("/nonexistent.so"),)))


def test_words_of_any_length_and_letters_arrive(program, tmp_path):
    long = "ä" * 1_000_000
    assert compute(program, tmp_path, "--Behaviour=refuse", f"--Long={long}").code == 2
    folder = tmp_path / "a folder"
    folder.mkdir()
    words = ["toy", "--archive=here.sqlite", "--seed=1", "--run=1"]
    assert execute(replace(program, folder=folder), words).code == 0
    assert (folder / "here.sqlite").exists()


@pytest.mark.parametrize(
    ("scenario", "attributes"),
    [
        ("traffic-arrivals", {"Slots": 2000}),
        ("servernet-load", {"Ticks": 20_000, "WarmUp": 2_000}),
        ("path-measurement-path", {"Probes": "ns3::PingProbe;ns3::ThroughputProbe"}),
    ],
)
def test_rows_are_those_of_a_process_of_its_own(scenario, attributes, tmp_path):
    served, bare = tmp_path / "served.sqlite", tmp_path / "bare.sqlite"
    for run in plan([RunSpec(scenario, attributes, run=number) for number in (1, 2)], runner()):
        assert execute(run.program, run.words(served)).code == 0
        succeed(run.command(bare))
    assert dump(served) == dump(bare)


def test_a_signal_that_ends_a_run_is_told_with_its_number(tmp_path):
    short, endless = (
        plan([RunSpec("traffic-arrivals", {"Slots": slots})], runner())[0]
        for slots in (10, 1_000_000_000)
    )
    assert execute(short.program, short.words(tmp_path / "short.sqlite")).code == 0
    server = server_of(short.program)
    words = endless.words(tmp_path / "endless.sqlite")
    ended = execute(endless.program, words, limits=Limits(0.5))
    assert (ended.code, server_of(endless.program)) == (-signal.SIGKILL, server)
