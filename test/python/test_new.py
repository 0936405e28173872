# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""`./lab new`: the page that leads through it, command by command; names that are refused."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from burstlab import paths, published
from burstlab.archive import Archive
from burstlab.command import new
from burstlab.errors import InputError, WorkError

PAGE = paths.ROOT / "doc" / "new-study.md"
STEP = re.compile(
    r"(?P<file>(?:In|At the end of) `(?P<name>\S+)`:)|```diff\n(?P<diff>.*?)```"
    r"|```python\n(?P<end>.*?)```|(?m:^    (?P<command>\S[^\n]*)$)",
    re.S,
)
COMPILED = re.compile(r"foreach\(module .*?\nburstlab_target\(runner [^\n]*\n", re.S)
FINISHED = """
foreach(module {modules})
  add_library(${{module}} SHARED IMPORTED GLOBAL)
  set_target_properties(${{module}} PROPERTIES
    IMPORTED_LOCATION ${{PROJECT_BINARY_DIR}}/lib/libburstlab-${{module}}.so
    INTERFACE_INCLUDE_DIRECTORIES ${{PROJECT_BINARY_DIR}}/include
    INTERFACE_LINK_LIBRARIES "ns3-core;ns3-network")
endforeach()
if(TARGET burstlab-test-runner)
  target_link_libraries(burstlab-test-runner PRIVATE ns3-core)
endif()
add_link_options(-Wl,-rpath-link,${{PROJECT_BINARY_DIR}}/lib)
set_property(GLOBAL APPEND PROPERTY burstlab_targets [==[{targets}]==])
foreach(module ${{burstlab_modules}})
  if(NOT TARGET ${{module}})
    add_subdirectory(contrib/${{module}})
  endif()
endforeach()
"""
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


MADE = {".git", ".venv", "build", "archive", "report"}
"""What commands of the laboratory write at the top of a checkout."""
CACHES = ("__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis")


def copy_sources(home, *, compiled):
    """A copy of the checkout; or without what is compiled, and without studies."""

    def ignore(folder, names):
        folder = Path(folder)
        left = {*CACHES, *(MADE if folder == paths.ROOT else ())} & set(names)
        if compiled:
            return left
        if folder.parent == paths.SCENARIOS:  # texts of sources are looked at, nothing is built
            left |= {name for name in names if Path(name).suffix not in (".cc", ".h")}
        if folder.name in ("scratch", "cpp") or folder == paths.EXAMPLES:
            left |= {name for name in names if name.endswith((".cc", ".py"))}
        return left

    shutil.copytree(paths.ROOT, home, ignore=ignore)


def tree(home):
    """Every source of a checkout, and its text."""
    return {
        file.relative_to(home): file.read_bytes()
        for top in home.iterdir()
        if top.name not in MADE | set(CACHES)
        for file in (top.rglob("*") if top.is_dir() else [top])
        if file.is_file() and not set(CACHES) & set(file.parts)
    }


@pytest.fixture
def home(tmp_path):
    """A checkout whose modules, runner and study traffic are built already."""
    home, build = tmp_path / "checkout", published.use()
    copy_sources(home, compiled=False)
    kinds = ("runner", "module", "scenarios")
    kept = [t for t in build.targets if t.kind in kinds and t.name != "scenarios-servernet"]
    for target in kept:
        place = home / "build" / "release" / target.file
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build.folder / target.file, place)
    shutil.copytree(build.folder / "include", home / "build" / "release" / "include")
    modules = [Path(target.source).name for target in kept if target.kind == "module"]
    names = ("kind", "name", "source", "file")
    targets = [json.dumps({name: getattr(target, name) for name in names}) for target in kept]
    text = (paths.ROOT / "CMakeLists.txt").read_text()
    finished = FINISHED.format(modules=" ".join(modules), targets=",\n".join(targets))
    text, found = COMPILED.subn(lambda _: finished, text)
    assert found == 1
    (home / "test" / "cpp" / "none.cc").touch()  # a program has a source at least
    (home / "CMakeLists.txt").write_text(text.replace('"-O2 ', '"-O0 '))
    (home / "lab").write_text(
        '#!/bin/sh\nexec "$(dirname "$0")"/.venv/bin/python -m burstlab "$@"\n'
    )
    (home / "lab").chmod(0o755)
    (home / ".venv").symlink_to(sys.prefix)
    return home


def call(home, command):
    kept = {"PYTHONDONTWRITEBYTECODE": ""}  # compiling what is imported would take half the time
    done = subprocess.run(
        command,
        shell=True,
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(home / "analysis"), **kept},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def follow(home, page):
    """Do what a page says, step by step; return the commands and the files `./lab new` named."""
    file, commands, made = None, [], []
    for step in STEP.finditer(page):
        if step["name"]:
            file = home / step["name"]
        elif step["diff"]:
            lines = step["diff"].splitlines(keepends=True)
            old = "".join(line[1:] for line in lines if line[0] != "+")
            text = file.read_text()
            assert text.count(old) == 1, (file, old)
            file.write_text(
                text.replace(old, "".join(line[1:] for line in lines if line[0] != "-"))
            )
        elif step["end"]:
            file.write_text(f"{file.read_text()}\n\n{step['end']}")
        elif step["command"]:
            commands.append(step["command"])
            said = call(home, commands[-1])
            for command, wanted in SAID.items():
                assert wanted in said or not commands[-1].startswith(command), (commands[-1], said)
            if commands[-1].startswith("./lab new"):
                *files, following = said.splitlines()
                made += files
                assert following.startswith("next: ./lab ")
                assert all((home / name).is_file() for name in files)
    return commands, made


def test_the_page_leads_to_a_judged_study_and_back(home):
    before = tree(home)
    commands, made = follow(home, PAGE.read_text())
    assert {c.split()[2] for c in commands if c.startswith("./lab new")} == set(new.KINDS)
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
    assert shown == ["claims.csv", "load.csv", "load.svg", "wait.csv", "wait.svg"]
    assert "A queue before a link" in (home / "report" / "first-study.html").read_text()

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
        ("module", "tcp", "contrib/servernet/examples/tcp-example.cc is there already"),
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
        with pytest.raises(InputError, match=r"CMakeLists\.txt must name burst-traffic among"):
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
    with pytest.raises(WorkError, match="nothing was made"):
        new.make("study", "late-study")
    assert file.read_text() == "mine"
    file.unlink()
    if file.parent.name == "late-study":
        file.parent.rmdir()
