# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Wrong input, over scenarios, examples, commands and Python: one sentence, exit code 2, no file.

What is refused is what the help of each says; that nothing is left behind is seen from the folder
in which each is started.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from burstlab import paths
from burstlab.build import catalogue

WRONG = {
    "Time": ("20", "soon", "1e30s"),
    "DataRate": ("-1Mbps", "fast", "nanbps"),
    "Double": ("x", "nan", "1e999"),
    "Integer": ("x", "1.5"),
    "Uinteger": ("-1", "1.5"),
    "Boolean": ("maybe",),
    "Enum": ("Nope",),
    "QueueSize": ("10", "-1p"),
    "ObjectText": ("ns3::Nope", "ns3::Node[", "ns3::Node"),
}
"""By kind of attribute."""
SCRIPT = (sys.executable, "-m", "burstlab.command.script")
"""What `./lab run` runs a program in Python by."""


def start(words, folder, **environment):
    return subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
    )


def refused(done, folder, *parts):
    """Whether a program has ended as wrong input ends, and what it said names the parts."""
    told = done.stderr.strip()
    assert done.returncode == 2, (done.args, done.returncode, done.stdout[-300:], told[-300:])
    assert "\n" not in told, told
    assert "Traceback" not in told
    for part in parts:
        assert part in told
    assert list(folder.iterdir()) == []
    return told


@pytest.mark.parametrize("name", [scenario["name"] for scenario in catalogue.scenarios()])
def test_wrong_attributes_of_scenarios(name, tmp_path):
    described = catalogue.describe(name)["attributes"]
    first = {attribute["type"]: attribute["name"] for attribute in reversed(described)}
    command = catalogue.runner().command
    for kind, attribute in first.items():
        for value in WRONG.get(kind, ()):
            done = start([*command, name, f"--{attribute}={value}"], tmp_path)
            told = refused(done, tmp_path, f"{attribute} of ns3::", f"'{value}'")
            assert "it takes" in told or "is no TypeId" in told or "']' is missing" in told


@pytest.mark.parametrize("name", [scenario["name"] for scenario in catalogue.scenarios()])
def test_a_rate_of_zero_never_ends_a_scenario_by_a_signal(name, tmp_path):
    for attribute in catalogue.describe(name)["attributes"]:
        if attribute["type"] == "DataRate":
            words = [name, f"--{attribute['name']}=0bps", "--json"]
            try:
                done = start([*catalogue.runner().command, *words], tmp_path)
            except subprocess.TimeoutExpired:
                continue
            assert done.returncode in (0, 2), done.stderr


EXAMPLES = [
    ("dumbbell", "--queueDisc=ns3::Nope", "ns3::Nope"),
    ("dumbbell", "--queueDisc=ns3::Node", "ns3::QueueDisc"),
    ("dumbbell", "--run=-1", "--run cannot be '-1'"),
    ("dumbbell", "--LinkRate=0bps", "there is no option --LinkRate"),
    ("pareto-on-off", "--sources=-1", "from 1 to"),
    ("pareto-on-off", "--sources=0", "from 1 to"),
    ("pareto-on-off", "--sources=many", "from 1 to"),
    ("slow-receiver", "--congestionPoint=ns3::Nope", "ns3::Nope"),
    ("slow-receiver", "--reactionPoint=ns3::BcnReactionPoint[MinRate=x]", "MinRate"),
    ("l2-notification-slow-link-example", "--congestionPoint=ns3::Node", "ns3::Node"),
    ("l2-notification-slow-link-example", "--off=perhaps", "true or false"),
    ("servernet-two-nodes", "--process=ns3::PoissonArrivals[Rate=-1]", "Rate"),
    ("servernet-two-nodes", "--process=", "--process"),
    ("atm-abr-one-vc-example", "--algorithm=ns3::Nope", "ns3::Nope"),
    ("atm-abr-lan-bridge-example", "--queueCells=-1", "--queueCells"),
    ("burst-traffic-destinations-example", "--destinations=ns3::Nope", "ns3::Nope"),
    ("burst-traffic-destinations-example", "--size=500", "500"),
    ("burst-traffic-pareto-on-off-example", "--process=ns3::Nope", "ns3::Nope"),
    ("burst-traffic-pareto-on-off-example", "--duration=1", "time with its unit"),
    ("burst-traffic-write-trace-example", "--ticks=-1", "at least 1"),
    ("burst-traffic-write-trace-example", "--format=Morse", "Text or Binary"),
    ("lossless-tcp-example", "--memory=ns3::Node", "ns3::Node"),
    ("lossless-tcp-example", "--bytes=-1", "--bytes"),
    ("faults-example", "--plan=3s 2s link-down lan", "lan"),
    ("faults-example", "--plan=3s forever explode wan", "explode"),
    ("iepm-example", "--forecaster=ns3::Nope", "ns3::Nope"),
    ("netflow-example", "--inactive=2", "time with its unit"),
    ("netflow-example", "--active=0s", "--active"),
    ("path-measurement-dumbbell-example", "--probe=ns3::Nope", "ns3::Nope"),
    ("path-measurement-dumbbell-example", "--megahertz=-5", "--megahertz"),
    ("path-measurement-udp-example", "--capacity=0bps", "at least 1bps"),
    ("path-measurement-udp-example", "--clock=ns3::Node", "ns3::Node"),
    ("path-measurement-udp-example", "--cross=much", "--cross"),
    ("qbss-example", "--scheduler=ns3::Nope", "ns3::Nope"),
    ("qbss-example", "--ping=64", "from 0 to 63"),
    ("pfabric-bottleneck-example", "--rank=ns3::Node", "ns3::Node"),
    ("pfabric-bulk-send-example", "--queue=ns3::Nope", "ns3::Nope"),
    ("servernet-tcp-example", "--bytes=1.5", "--bytes"),
    ("servernet-two-devices-example", "--outstanding=17", "from 1 to 16"),
    ("servernet-two-devices-example", "--reads", "takes a value"),
    ("servernet-write-topology-example", "--name=ring", "ring"),
    ("servernet-write-topology-example", "ring", "there is no option ring"),
    ("my-first-scenario", "--LinkRate=0bps", "at least 1bps"),
    ("my-first-scenario", "--Duration=20", "time with its unit"),
]


@pytest.mark.parametrize(("name", "word", "part"), EXAMPLES)
def test_wrong_options_of_examples(name, word, part, tmp_path):
    refused(start([catalogue.find_program(name), word], tmp_path), tmp_path, part)


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("dumbbell", "archive"),
        ("run-archive-example", "archive"),
        ("burst-traffic-write-trace-example", "file"),
    ],
)
def test_a_place_that_cannot_be_written_is_one_sentence(name, option, tmp_path):
    done = start([catalogue.find_program(name), f"--{option}=nowhere/a"], tmp_path)
    assert done.returncode == 1
    assert done.stderr == "cannot write nowhere/a: No such file or directory\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("dumbbell", "archive"),
        ("pareto-on-off", "archive"),
        ("burst-traffic-write-trace-example", "file"),
    ],
)
def test_a_full_disk_is_one_sentence(name, option, tmp_path):
    """A limit of the size of files stands for the disk."""
    program = catalogue.find_program(name)
    limited = f"trap '' XFSZ; ulimit -f 8; exec {program} --{option}={tmp_path}/a"
    done = start(["bash", "-c", limited], tmp_path)
    assert done.returncode == 1, done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert str(tmp_path) in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "words", "part"),
    [
        ("dumbbell", ["--queueDisc=ns3::Nope"], "ns3::Nope"),
        ("dumbbell", ["--run=-1"], "negative"),
        ("pareto-on-off", ["--sources=-1"], "-1"),
        ("slow-receiver", ["--congestionPoint=ns3::Nope"], "ns3::Nope"),
        ("atm-abr-one-vc", ["--algorithm=ns3::Nope"], "ns3::Nope"),
        ("servernet-two-nodes", ["--process=ns3::PoissonArrivals[Rate=x]"], "Rate"),
        ("pfabric-bottleneck", ["--rank=ns3::Node"], "ns3::Node"),
        ("qbss", ["--scheduler=ns3::Nope"], "ns3::Nope"),
        ("l2-notification-slow-link", ["--congestionPoint=ns3::Nope"], "ns3::Nope"),
    ],
)
def test_wrong_options_of_python_examples(name, words, part, tmp_path):
    done = start([*SCRIPT, paths.EXAMPLES / f"{name}.py", *words], tmp_path)
    assert done.returncode == 2, done.stderr[-500:]
    assert "Traceback" not in done.stderr
    assert part in done.stderr.strip().splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


LIBRARY = min(
    (Path(sysconfig.get_path("purelib")) / "numpy.libs").glob("*.so*"),
    key=lambda file: file.stat().st_size,
)
"""One without a class of ns-3."""

LAB = [
    (["run", "traffic-arrivals", "--plugin=/etc/passwd"], "/etc/passwd"),
    (["run", "traffic-arrivals", f"--plugin={LIBRARY}"], "brings no TypeId"),
    (["run", "traffic-arrivals", "--plugin=./nowhere.so"], "there is no such file"),
    (["run", "traffic-arrivals", "--plugin=nothing"], "unknown plugin nothing"),
    (["run", "dumbbell", "--plugin=/etc/passwd"], "/etc/passwd"),
    (["run", "traffic-arrivals", "--Slotz=3"], "nearest: Slot, Slots"),
    (["run", "traffic-arrivals", "--Slots=0"], "Slots of ns3::"),
    (["run", "traffic-arrivals", "--Slots=x"], "Slots of ns3::"),
    (["run", "traffic-arrivals", "--sed=1"], "--sed"),
    (["run", "traffic-arrivals", "--seed=0"], "seed"),
    (["run", "traffic-arrivals", "--seed=x"], "seed"),
    (["run", "traffic-arrivals", "--run=-1"], "run"),
    (["run", "traffic-arrivals", "--scheduler=ns3::Node"], "ns3::Node"),
    (["run", "traffic-arrivals", "--scheduler=ns3::Nothing"], "ns3::Nothing"),
    (["run", "traffic-arrivals", "--ns3::Nope::A=1"], "ns3::Nope"),
    (["run", "traffic-arrivals", "--Process=ns3::TraceArrivals[File=/]"], "no regular file"),
    (["run", "traffic-cost", "--Process=ns3::TraceArrivals[File=/]"], "no regular file"),
    (["run", "traffic-arrivals", "more"], "more"),
    (["run", "trafic-arrivals"], "traffic-arrivals"),
    (["run"], "NAME"),
    (["describe", "trafic-arrivals"], "nearest are traffic-arrivals"),
    (["describe", "ns3::PoissonArrival"], "nearest: ns3::PoissonArrivals"),
    (["describe"], "NAME"),
    (["sweep", "trafic"], "nearest is traffic"),
    (["sweep", "nowhere.toml"], "unknown file nowhere.toml"),
    (["sweep", "/etc/passwd"], "/etc/passwd"),
    (["sweep", "traffic", "--archive=nowhere/a.sqlite"], "nowhere"),
    (
        ["run", "traffic-arrivals", "--all", "--archive=a.sqlite"],
        "a.sqlite the results are stored and not printed",
    ),
    (["reproduce", "trafic"], "nearest is traffic"),
    (["reproduce", "--budget=long"], "budget"),
    (["claims", "trafic", "--json"], "nearest is traffic"),
    (["claims", "--archive=nowhere/a.sqlite"], "nowhere"),
    (["claims", "--archive=/etc/passwd"], "/etc/passwd"),
    (["report", "trafic"], "nearest is traffic"),
    (["report", "--archive=/dev/null"], "/dev/null"),
    (["report", "--archive=nowhere/a.sqlite", "--output=pages"], "nowhere"),
    (["report", "--archive=/etc/passwd", "--output=pages"], "/etc/passwd"),
    (["archive", "list", "--archive=nowhere/a.sqlite"], "nowhere"),
    (["archive", "show", "x"], "RUN"),
    (["archive", "prune", "--archive=nowhere/a.sqlite"], "nowhere"),
    (["archive", "nothing"], "nothing"),
    (["bench", "engin-overhead"], "nearest is engine-overhead"),
    (["build", "--kind=fast"], "unknown build fast"),
    (["new", "planet", "mars"], "planet"),
    (["new", "study", "two words"], "two words"),
    (["link", "/nonexistent"], "/nonexistent"),
    (["link", "/etc"], "/etc"),
    (["rum"], "unknown command rum: the nearest"),
    (["list", "--nothing"], "--nothing"),
]
SILENT = ("archive", "new", "link", "rum")
"""Commands without ``--quiet``: they build nothing, or do not get as far."""


def refused_by_lab(words, folder, *parts):
    """Whether a command has ended as wrong input ends."""
    place = folder / "empty"
    place.mkdir()
    quiet = [] if words[0] in SILENT else ["--quiet"]
    done = start([sys.executable, "-m", "burstlab", *words, *quiet], place)
    assert done.stdout == ""
    refused(done, place, *parts)


@pytest.mark.parametrize(
    ("words", "part"), LAB, ids=lambda value: " ".join(value) if isinstance(value, list) else ""
)
def test_wrong_words_of_commands(words, part, tmp_path):
    refused_by_lab(words, tmp_path, part)


SWEEPS = {
    "scenario = [": "is no TOML",
    'scenario = "traffic-arrivals"\n[attributes]\nSlots = 0\n': "Slots",
    'scenario = "traffic-arrivals"\n[attributes]\nSlot = "x"\n': "Slot",
    'scenario = "traffic-arrivals"\n[attributes]\nFoo = 1\n': "Foo",
    'scenario = "traffic-arrivals"\nruns = 0\n': "runs",
    'scenario = "traffic-arrivals"\nseeds = [0]\n': "seeds",
    'scenario = "nobody"\n': "nobody",
    "runs = 1\n": "scenario",
    'scenario = "traffic-arrivals"\nplugins = ["/etc/passwd"]\n': "/etc/passwd",
}


def test_a_name_that_is_given_twice_is_refused_in_json(tmp_path):
    """As TOML demands; of RFC 8259, section 4, either value may be taken."""
    file = tmp_path / "twice.json"
    file.write_text('{"scenario": "traffic-arrivals", "attributes": {"Slots": 3, "Slots": 4}}')
    words = ["sweep", file, f"--archive={tmp_path / 'a.sqlite'}"]
    refused_by_lab(words, tmp_path, f"{file} is no JSON: Slots is given twice")


@pytest.mark.parametrize("text", SWEEPS)
def test_wrong_sweep_files(text, tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text(text)
    words = ["sweep", file, f"--archive={tmp_path / 'a.sqlite'}"]
    refused_by_lab(words, tmp_path, str(file), SWEEPS[text])
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["empty", "wrong.toml"]


@pytest.mark.parametrize("name", ["ns3::ObjectBase", "ns3::Object", "ns3::Ipv4Header"])
def test_any_type_is_described(name):
    assert json.loads(catalogue.runner().ask(f"--describe={name}"))["type"] == name


@pytest.mark.parametrize(
    ("process", "allowed"),
    [
        ("ns3::ParetoOnOffArrivals[OnShape=1]", "above 1 and up to 2"),
        ("ns3::FractionalGaussianArrivals[Hurst=0]", "above 0 and below 1"),
        ("ns3::PoissonBurstArrivals[Shape=1]", "above 1 and up to 2"),
    ],
)
def test_an_end_that_is_not_allowed_is_not_said_to_be(process, allowed, tmp_path):
    words = [*catalogue.runner().command, "traffic-arrivals", f"--Process={process}"]
    refused(start(words, tmp_path), tmp_path, allowed)
