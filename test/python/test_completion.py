# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What bash completes, by the script that ``--install-completion`` installs.

Words are split here as bash splits them (COMP_WORDBREAKS), and a completion takes the place of the
last of them.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from burstlab import paths
from burstlab.archive import choices
from burstlab.command import completion
from stand_in import write_shard


@pytest.fixture(autouse=True)
def _built(runner):
    """Names come from the build that `./lab test` made."""


SCRIPT = """
lab() { "$PYTHON" -m burstlab; }
eval "$(_LAB_COMPLETE=source_bash lab)"
mapfile -t COMP_WORDS <"$WORDS"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
env() { command env "${@:1:3}" "$PYTHON" -m burstlab; }
$(complete -p lab | sed 's/.*-F \\([^ ]*\\) .*/\\1/') lab
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def completed(tmp_path):
    def complete(line):
        words = re.findall(r"[:=]+|[^\s:=]+", line) + [""] * line.endswith(" ")
        (tmp_path / "words").write_text("\n".join(words) + "\n")
        done = subprocess.run(
            ["bash", "-c", SCRIPT],
            capture_output=True,
            text=True,
            env={
                **os.environ,
                **{"PYTHON": sys.executable, "WORDS": str(tmp_path / "words")},
                "PYTHONPATH": str(paths.ANALYSIS),
            },
        )
        assert done.stderr == ""
        return done.stdout.split()

    return complete


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("lab rep", ["report", "reproduce"]),
        ("lab reproduce tr", ["traffic"]),
        ("lab run traffic-app", ["traffic-application"]),
        ("lab run my-first-s", ["my-first-scenario"]),
        ("lab run my-first-scenario --LinkR", ["--LinkRate="]),
        ("lab run dumbbell --que", ["--queueDisc="]),
        ("lab run servernet-two-devices-example --outst", ["--outstanding="]),
        ("lab run traffic-arrivals --Slots=3 --Slo", ["--Slot=", "--Slots="]),
        ("lab run traffic-arrivals --se", ["--seed"]),
        ("lab bench engine-o", ["engine-overhead"]),
        ("lab bench serv", ["servernet"]),
        ("lab describe ns3::Arriv", ["ArrivalApplication", "ArrivalProcess"]),
        ("lab describe ns3::ServerNetNetD", ["ServerNetNetDevice"]),
        ("lab describe traffic-app", ["traffic-application"]),
        ("lab describe my-first-s", ["my-first-scenario"]),
        ("lab archive ", ["delete", "export", "failures", "list", "prune", "show"]),
        ("lab new plu", ["plugin"]),
        ("lab run traffic-arrivals --plugin=weib", ["weibull-arrivals"]),
    ],
)
def test_names_are_completed(completed, line, offered):
    assert sorted(completed(line)) == offered


def test_labels_and_their_values_are_completed(completed, labelled):
    """The labels of conftest.LABELS, and the attributes that stand_in writes."""
    archive = f"--archive={labelled.path}"
    for command in ("list", "export", "delete"):
        line = f"lab archive {command} {archive}"
        assert completed(f"{line} l") == ["lam=", "load="]
        assert sorted(completed(f"{line} load=")) == ["bursty", "smooth"]
        assert completed(f"{line} load=smooth lam=1") == ["10.0"]
        assert sorted(completed(f"{line} short=")) == ["false", "true"]
        assert completed(f"{line} scen") == ["scenario="]
        assert completed(f"{line} scenario=ns3::T") == ["ToyScenario"]
        assert completed(f"{line} Load=") == ["0.5"]
        assert completed(f"{line} study=") == ["toy"]


def test_names_and_values_are_those_of_the_archive(labelled, tmp_path):
    assert choices(labelled.path) == [
        *("depth", "lam", "load", "short"),
        *("Load", "ns3::Toy::Colour"),
        *("study", "scenario", "seed", "run", "code_version"),
    ]
    assert choices(labelled.path, "run") == ["1", "2"]
    assert choices(tmp_path / "none.sqlite") == []
    (tmp_path / "text").write_text("no archive")
    assert choices(tmp_path / "text") == []


def test_what_bash_would_split_or_expand_is_not_offered(completed, tmp_path):
    from burstlab.archive import Archive

    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([write_shard(tmp_path / f"{i}.sqlite", i) for i in (1, 2)])
        archive.label("toy", {1: {"what": "two words"}, 2: {"what": "one"}}, {})
    assert completed(f"lab archive list --archive={tmp_path}/a.sqlite what=") == ["one"]


@pytest.mark.parametrize(
    ("words", "whole"),
    [
        (["lab", "describe", "ns3", "::", "A"], ["lab", "describe", "ns3::A"]),
        (["lab", "list", "load", "="], ["lab", "list", "load="]),
        (["lab", "list", "load", "=", "1", ""], ["lab", "list", "load=1", ""]),
        (["lab", "--archive", "=", "a.sqlite", "x"], ["lab", "--archive=a.sqlite", "x"]),
        (["lab"], ["lab"]),
        (["lab", ""], ["lab", ""]),
    ],
)
def test_split_words_are_put_together(words, whole):
    assert completion.join(words) == (whole[:-1], whole[-1])


@pytest.mark.parametrize("line", ["lab ", "lab run traffic-a", "lab archive list load="])
def test_nothing_large_is_imported_to_complete(line):
    words = re.findall(r"[:=]+|[^\s:=]+", line) + [""] * line.endswith(" ")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "burstlab"],
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": str(paths.ANALYSIS),
            "_LAB_COMPLETE": "complete_bash",
            "COMP_WORDS": "\n".join(words),
            "COMP_CWORD": str(len(words) - 1),
        },
    )
    assert done.stdout
    imported = {line.split("|")[-1].strip() for line in done.stderr.splitlines()}
    assert "typer" in imported
    large = {"pandas", "numpy", "pydantic", "rich", "multiprocessing", "importlib.metadata"}
    assert imported.isdisjoint(large)
