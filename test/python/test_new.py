# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""`./lab new`: the page that leads through it, command by command; names that are refused."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from burstlab import paths
from burstlab.archive import Archive
from burstlab.command import new
from burstlab.errors import InputError, WorkError
from pages import built_checkout, call, copy_sources, follow, tree

PAGE = paths.ROOT / "doc" / "new-study.md"
SAID = {
    "./lab describe first-study-queue": "Duration",
    "./lab run first-study-queue": "wait",
    "./lab describe ns3::ArrivalProcess": "ns3::ParetoOnOffArrivals",
    "./lab run first-study-chain": "lost",
    "./lab reproduce first-study": "first-study, checks: 1 reproduced",
    "./lab check": "0 failed",
    "./lab run packet-loss-example": "of 1000 packets lost",
    "./lab run traffic-arrivals": "realised_rate",
}
"""What some commands of the page have to print."""


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "checkout"
    built_checkout(home)
    (home / "scratch" / "my-first-scenario.cc").unlink()  # nothing of the page needs it
    return home


@pytest.mark.nightly
def test_the_page_leads_to_a_judged_study_and_back(home):
    before = tree(home)
    steps, made = follow(home, PAGE.read_text()), []
    for step in steps:
        for command, wanted in SAID.items():
            assert wanted in step.said or not step.command.startswith(command), step
        if step.command.startswith("./lab new"):
            *files, following = step.said.splitlines()
            made += files
            assert following.startswith("next: ./lab ")
            assert all((home / name).is_file() for name in files)
    kinds = {step.command.split()[2] for step in steps if step.command.startswith("./lab new")}
    assert kinds == set(new.KINDS)
    folder = home / "scenarios" / "first-study"
    assert sum(Path(file).is_relative_to("scenarios/first-study") for file in made) <= 10

    with Archive(home / "archive" / "burstlab.sqlite") as archive:
        judged = archive.claims("first-study")
    readings = ["as run", "equilibrium", "fresh"]
    assert sorted(zip(judged["id"], judged["reading"], strict=True)) == [
        *(("first-study/C1", reading) for reading in readings),
        *(("first-study/C2", reading) for reading in readings),
        ("first-study/V1", ""),
    ]
    assert "| C1 Packets that come in trains wait longer" in (folder / "README.md").read_text()
    shown = sorted(file.name for file in (home / "report" / "first-study").iterdir())
    behind = [f"{claim}.{ending}" for claim in ("C1", "C2", "V1") for ending in ("csv", "html")]
    assert shown == [*behind, "claims.csv", "load.csv", "load.svg", "wait.csv", "wait.svg"]
    assert "A queue before a link" in (home / "report" / "first-study.html").read_text()

    # The test of a scenario holds with other defaults too.
    chain = folder / "chain.cc"
    text = chain.read_text()
    assert "UintegerValue(10'000'000)" in text
    chain.write_text(text.replace("UintegerValue(10'000'000)", "UintegerValue(5)"))
    call(home, "./lab run first-study-chain --Duration=400us")

    # The documents, chapters and suites of the skeletons keep the rules of all others.
    documents = ["scenarios/first-study/README.md", "contrib/packet-loss/doc/packet-loss.rst"]
    documents += ["scratch/my-batches.cc"]
    rules = ("commands_that_are_shown", "paths_that_are_named")
    nodes = [f"test_documents.py::test_{rule}_exist[{d}]" for rule in rules for d in documents]
    for rule in ("registered_is_named", "named_is_registered"):
        nodes.append(f"test_chapters.py::test_whatever_is_{rule}[packet-loss]")
    nodes += ["test_structure.py::test_test_cases_of_all_suites_have_names_of_their_own"]
    nodes += ["test_first_study_chain.py"]
    words = " ".join(f"'test/python/{node}'" for node in nodes)
    call(home, f".venv/bin/python -m pytest {words}")

    assert "A queue before a link" in (home / "mine" / "first-study.html").read_text()
    shutil.rmtree(home / "mine")
    for file in made:
        (home / file).unlink()
    for empty in ("scenarios/first-study", "contrib/packet-loss"):
        left = [f for f in (home / empty).rglob("*") if f.is_file() and f.suffix != ".pyc"]
        assert left == []
        shutil.rmtree(home / empty)
    assert tree(home) == before
    assert "first-study" not in call(home, "./lab list --quiet")


NAMES = ["ab", "queue", "string", "token-bucket", "x1-y2", "test-bed", "remote-controls", "a" * 24]


def test_skeletons_have_the_style_of_the_house_whatever_their_name(tmp_path):
    for name in (".clang-format", "pyproject.toml"):
        shutil.copy(paths.ROOT / name, tmp_path)
    for name in NAMES:
        for kind in new.KINDS:
            files = new._files(kind, f"traffic-{name[:22]}" if kind == "scenario" else name)
            for path, text in files.items():
                file = tmp_path / f"{kind}-{name}" / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
    sources = [file for file in tmp_path.rglob("*") if file.suffix in (".cc", ".h")]
    assert len(sources) > 10 * len(NAMES)
    for tool, *words in (
        ("clang-format", "--dry-run", "-Werror", *sources),
        ("ruff", "check", "--no-cache", tmp_path),
        ("ruff", "format", "--check", "--no-cache", tmp_path),
    ):
        done = subprocess.run([paths.tool(tool), *words], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    home = tmp_path_factory.mktemp("new") / "checkout"
    copy_sources(home, compiled=True)
    return home


@pytest.fixture
def checkout(sources, monkeypatch):
    """A checkout that has to be as it was afterwards."""
    for name in ("CONTRIB", "SCENARIOS", "BUILD", "ROOT"):
        monkeypatch.setattr(paths, name, sources / getattr(paths, name).relative_to(paths.ROOT))
    before = tree(sources)
    yield sources
    assert tree(sources) == before
    assert not list((sources / "build").glob("*"))


FORM = "allowed are words of two or more small letters and digits"


@pytest.mark.parametrize(
    ("kind", "name", "sentence"),
    [
        ("stduy", "first-study", "unknown kind stduy: the nearest is study"),
        ("", "first-study", "unknown kind : there is module, plugin, scenario, study"),
        ("study", "", FORM),
        ("study", "First-Study", FORM),
        ("study", "first_study", FORM),
        ("study", "first--study", FORM),
        ("study", "-first", FORM),
        ("study", "2nd-study", FORM),
        ("study", "first-2nd", FORM),
        ("study", "a-b", FORM),
        ("study", "../first", FORM),
        ("study", "first study", FORM),
        ("study", "first\n", FORM),
        ("study", "étude", FORM),
        ("study", "a" * 25, "it has 25 characters, allowed are 24"),
        ("study", "sqlite-study", "the name is reserved"),
        ("study", "traffic", "scenarios/traffic is there already"),
        ("study", "cross", "scenarios/cross is there already"),
        ("scenario", "queue", "must begin with the name of a study and a hyphen: there is"),
        ("scenario", "traffic", "must begin with the name of a study and a hyphen: there is"),
        ("scenario", "cross-queue", "must begin with the name of a study and a hyphen: there is"),
        ("scenario", "traffic-arrivals", "scenarios/traffic/arrivals.cc is there already"),
        ("scenario", "traffic-" + "a" * 23, "it has 31 characters, allowed are 30"),
        ("module", "fabric", "contrib/fabric is there already"),
        ("module", "core", "ns-3 has a module of that name"),
        ("module", "test", "the name is reserved"),
        ("module", "fabric-test", "the name is reserved"),
        ("module", "scratch-module", "the name is reserved"),
        ("module", "on-off", "a header on-off-helper.h is there already"),
        ("module", "rate", "error-model.h has a class RateErrorModel already"),
        (
            "module",
            "servernet-tcp",
            "contrib/servernet/examples/servernet-tcp-example.cc is there already",
        ),
        ("plugin", "poisson", "a class PoissonArrivals already"),
        ("plugin", "weibull-arrivals", "examples/weibull-arrivals.cc is there already"),
        ("plugin", "my-first-scenario", "scratch/my-first-scenario.cc is there already"),
        ("plugin", "Batches", FORM),
    ],
)
@pytest.mark.usefixtures("checkout")
def test_a_wrong_name_is_one_sentence_and_nothing_is_written(kind, name, sentence):
    with pytest.raises(InputError) as error:
        new.make(kind, name)
    assert sentence in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("words", [["study", "Traffic"], ["stduy", "x"], ["study"], []])
def test_a_wrong_command_ends_with_code_2(words):
    command = [sys.executable, "-m", "burstlab", "new", *words]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


def test_a_scenario_needs_what_its_study_links(checkout):
    lists = checkout / "scenarios" / "traffic" / "CMakeLists.txt"
    text = lists.read_text()
    try:
        lists.write_text("burstlab_scenarios(traffic MODULES scenario-runner)\n")
        with pytest.raises(InputError, match=r"CMakeLists\.txt.*burst-traffic.*MODULES"):
            new.make("scenario", "traffic-queue")
    finally:
        lists.write_text(text)


def test_the_longest_name_of_a_study_counts(monkeypatch):
    monkeypatch.setattr(new, "study_names", lambda: ["serv", "servernet", "traffic"])
    assert new._study_of("servernet-queue") == "servernet"


@pytest.mark.parametrize(
    "trouble", [OSError(28, "No space left on device", "new"), KeyboardInterrupt()]
)
def test_half_a_skeleton_is_taken_back(checkout, monkeypatch, trouble):
    real, calls = os.link, []

    def link(source, target):
        calls.append(target)
        if len(calls) == 1:
            raise trouble
        real(source, target)

    monkeypatch.setattr(new.os, "link", link)
    expected = WorkError if isinstance(trouble, OSError) else KeyboardInterrupt
    with pytest.raises(expected):
        new.make("study", "first-study")
    assert calls


@pytest.mark.parametrize(
    "path", ["scenarios/late-study/own.py", "test/python/test_late_study_queue.py"]
)
def test_what_appears_meanwhile_is_not_replaced(checkout, monkeypatch, path):
    file = checkout / path

    def appear(*_):
        file.parent.mkdir(exist_ok=True)
        file.write_text("mine")

    monkeypatch.setattr(new, "_check_free", appear)
    with pytest.raises(WorkError, match=r"late.study.*nothing"):
        new.make("study", "late-study")
    assert file.read_text() == "mine"
    file.unlink()
    if file.parent.name == "late-study":
        file.parent.rmdir()
