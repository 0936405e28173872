# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Whatever a run reads is in its identity: options of ns-3, the environment, files.

Each test changes one input. Two runs of one identity have the same rows, so either the identity
changes, or the run is refused with one sentence; what must not change anything does not.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from burstlab import paths
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.engine import RunSpec, plan, sweep
from conftest import dump, sql


@pytest.fixture(autouse=True)
def _built(runner):
    """Every program here was built by `./lab test`."""


def run(name, archive, *words, code=0, environment=None):
    """Run an example into an archive; its sentence when it is to end with a code."""
    file = paths.EXAMPLES / name if name.endswith(".py") else catalogue.find_program(name)
    command = [sys.executable, str(file)] if name.endswith(".py") else [str(file)]
    done = subprocess.run(
        [*command, f"--archive={archive}", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis"), **(environment or {})},
    )
    assert done.returncode == code, done.stderr
    if code:
        assert len(done.stderr.splitlines()) == 1, done.stderr
        assert not archive.exists()
        assert list(archive.parent.glob("*.partial")) == []
    return done.stderr


def key(archive):
    """The key of the only run of an archive."""
    ((text,),) = sql(archive, "SELECT key FROM run")
    return json.loads(text)


def test_seed_and_run_number_of_ns3_are_those_of_the_run(tmp_path):
    words = {
        "a": ["--run=3"],
        "b": ["--RngRun=3"],
        "c": ["--RngRun=3", "--run=3"],
        "d": [],
    }
    for name, given in words.items():
        environment = {"NS_GLOBAL_VALUE": "RngRun=3"} if name == "d" else {}
        run("pareto-on-off", tmp_path / name, *given, environment=environment)
    rows = dump(tmp_path / "a")
    assert rows["point"]
    assert all(dump(tmp_path / name) == rows for name in words)
    assert (key(tmp_path / "a")["seed"], key(tmp_path / "a")["run"]) == (1, 3)

    run("pareto-on-off", tmp_path / "seed", "--RngSeed=5")
    assert (key(tmp_path / "seed")["seed"], key(tmp_path / "seed")["run"]) == (5, 1)
    run("pareto-on-off", tmp_path / "first")
    first = [json.loads(row)[2:] for row in dump(tmp_path / "first")["point"]]
    for name in ("a", "seed"):
        assert [json.loads(row)[2:] for row in dump(tmp_path / name)["point"]] != first


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--run=2", "--RngRun=3"], "contradicts --run=2"),
        (["--RngRun=3", "--run=2"], "contradicts --RngRun=3"),
        (["--RngSeed=0"], "from 1 to 4294944442"),
        (["--RngSeed=4294944443"], "from 1 to 4294944442"),
        (["--RngRun=x"], "--RngRun cannot be 'x'"),
        (["--ns3::TcpSocket::SegmentSize=x"], "SegmentSize of ns3::TcpSocket cannot be 'x'"),
    ],
)
def test_wrong_options_are_one_sentence_and_nothing_is_written(tmp_path, words, part):
    assert part in run("pareto-on-off", tmp_path / "a", *words, code=2)


def test_a_default_is_a_parameter_of_the_run_of_a_program(tmp_path):
    name = "ns3::TcpSocket::SegmentSize"
    run("dumbbell", tmp_path / "first")
    run("dumbbell", tmp_path / "option", f"--{name}=300")
    run("dumbbell", tmp_path / "variable", environment={"NS_ATTRIBUTE_DEFAULT": f"{name}=300"})
    run("dumbbell", tmp_path / "same", f"--{name}=536")  # what ns-3 has anyway
    run("dumbbell", tmp_path / "global", "--ChecksumEnabled=true")
    changed = key(tmp_path / "first")["parameters"] | {name: "300"}
    assert key(tmp_path / "option")["parameters"] == changed
    assert dump(tmp_path / "variable") == dump(tmp_path / "option")
    assert dump(tmp_path / "same") == dump(tmp_path / "first")
    assert key(tmp_path / "global")["parameters"]["ChecksumEnabled"] == "true"
    points = [
        [json.loads(row)[2:] for row in dump(tmp_path / file)["point"]]
        for file in ("first", "option")
    ]
    assert points[0] != points[1]


def test_a_default_is_a_parameter_of_the_run_of_a_python_program(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\n"
        "from burstlab.bindings import load\n"
        "ns = load('internet', 'run-archive')\n"
        "if sys.argv[1] != '536':\n"
        "    ns.Config.SetDefault('ns3::TcpSocket::SegmentSize', ns.StringValue(sys.argv[1]))\n"
        "identity = ns.archive.RunIdentity()\n"
        "identity.scenario = 'script'\n"
        "archive = ns.archive.RunArchive(sys.argv[2])\n"
        "archive.Begin(identity)\n"
        "archive.Commit(ns.archive.RunCost())\n"
        "print(identity.GetId() == archive.GetRunId())\n"
    )
    for size in ("536", "300"):
        done = subprocess.run(
            [sys.executable, script, size, tmp_path / size],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis")},
        )
        assert done.stdout == "True\n"
    assert key(tmp_path / "536")["parameters"] == {}
    assert key(tmp_path / "300")["parameters"] == {"ns3::TcpSocket::SegmentSize": "300"}


def ask(*words, environment=None):
    """What the runner says to a run that it refuses."""
    done = subprocess.run(
        [*catalogue.runner().command, "traffic-arrivals", "--Slots=20", *words],
        capture_output=True,
        text=True,
        env={**os.environ, **(environment or {})},
    )
    assert done.returncode == 2, done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def test_scenarios_have_their_own_options_for_seed_and_run_number():
    assert "--run=.. gives it" in ask("--RngRun=3")
    assert "--seed=.. gives it" in ask("--RngSeed=3")
    for variable in ("NS_ATTRIBUTE_DEFAULT", "NS_GLOBAL_VALUE"):
        assert variable in ask(environment={variable: "RngRun=3"})


@pytest.mark.parametrize(
    "environment",
    [{"TZ": "Asia/Kolkata"}, {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}, {"HOME": "/"}],
)
def test_time_zone_and_locale_change_nothing(tmp_path, environment):
    run("dumbbell", tmp_path / "a")
    run("dumbbell", tmp_path / "b", environment=environment)
    assert dump(tmp_path / "a") == dump(tmp_path / "b")


OBJECTS = [
    (
        "zurich-hotspot-load",
        {
            "Sizes": "ns3::EmpiricalSizeVariable[File={}]",
            "Traffic": "*>*",
            "Process": "ns3::BernoulliArrivals[Probability=0.01]",
            "Duration": "2ms",
            "WarmUp": "0s",
        },
        ("1 1\n", "50 1\n"),
    ),
    (
        "traffic-arrivals",
        {
            "Process": "ns3::TwinArrivals[Length=100|Process=ns3::TraceArrivals[File={}]]",
            "Slots": 20,
        },
        ("1\n5\n", "1\n7\n"),
    ),
]


@pytest.mark.parametrize(("scenario", "attributes", "texts"), OBJECTS)
def test_a_file_in_an_object_is_an_input(tmp_path, scenario, attributes, texts):
    file, archive = tmp_path / "input", tmp_path / "a.sqlite"
    spec = RunSpec(
        scenario,
        {
            name: value.format(file) if isinstance(value, str) else value
            for name, value in attributes.items()
        },
    )
    found = []
    for text in texts:
        file.write_text(text)
        planned = plan([spec], catalogue.suite())
        assert list(json.loads(planned[0].key)["inputs"]) == [str(file)]
        outcome = sweep(planned, archive)
        assert (outcome.reused, outcome.computed, outcome.failures) == (0, 1, ())
        found += outcome.run_ids
    assert sweep(plan([spec], catalogue.suite()), archive).reused == 1
    with Archive(archive) as opened:
        assert sorted(opened.run_ids()) == sorted(found)
    with closing(sqlite3.connect(archive)) as rows:
        values = [
            rows.execute(
                "SELECT metric, object, value FROM scalar WHERE run_id = ? ORDER BY 1, 2", [run_id]
            ).fetchall()
            for run_id in found
        ]
    assert values[0] != values[1]


def test_a_missing_file_in_an_object_is_one_sentence(tmp_path):
    said = ask(f"--Process=ns3::TraceArrivals[File={tmp_path / 'none'}]")
    assert f"the file '{tmp_path / 'none'}' cannot be read" in said


ELSEWHERE = {
    "contrib/burst-core/model/text/burst-core-input-files.cc": "hashes input files",
    "contrib/burst-core/model/text/burst-core-line-reader.cc": "OpenText()",
    "contrib/burst-traffic/model/trace/burst-traffic-trace-reader.cc": "UseInput()",
    "contrib/burst-traffic/model/trace/burst-traffic-trace-formats.cc": "a reader of the former",
    "contrib/fabric/model/fabric-topology-names.cc": "whether a file exists",
    "contrib/run-archive/model/run-archive-code-hash.cc": "hashes programs",
    "contrib/run-archive/model/run-archive-merge.cc": "reads archives",
    "contrib/scenario-runner/model/scenario-runner-code-version.cc": "whether a file exists",
    "contrib/scenario-runner/model/scenario-runner-progress.cc": "/proc/self/status",
}
OPENS = re.compile(r"\bifstream\b|\bfopen\(|\bPcapFile\b|m_file\.Open\(")


def test_input_files_are_opened_in_one_place():
    found = set()
    for folder in (paths.CONTRIB, paths.SCENARIOS):
        for file in folder.rglob("*.cc"):
            if {"test", "examples"}.isdisjoint(file.parts) and OPENS.search(file.read_text()):
                found.add(paths.relative(file))
    assert found - ELSEWHERE.keys() == set(), "burst::OpenText() opens input files"
