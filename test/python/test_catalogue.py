# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What can be run, by which name: from a finished build alone, never from what lies about."""

from __future__ import annotations

import json

import pytest
from burstlab import paths
from burstlab.build import catalogue
from burstlab.command import launch
from burstlab.errors import InputError, WorkError

TARGETS = [
    ("runner", "burstlab-run", "run.cc", "bin/burstlab-run", ""),
    ("scenarios", "broken-ones", "scenarios/bad", "lib/bad.so", "scenarios/bad/a.cc:3:1: error: x"),
    ("program", "once", "examples/once.cc", "bin/once", ""),
    ("program", "twice", "examples/twice.cc", "bin/twice", ""),
    ("program", "twice", "scratch/twice.cc", "scratch/twice", ""),
    ("program", "toy-load", "scratch/toy-load.cc", "scratch/toy-load", ""),
    ("program", "bad", "scratch/bad.cc", "scratch/bad", "scratch/bad.cc:2:3: error: nonsense"),
    ("plugin", "law", "scratch/law.cc", "scratch/liblaw.so", ""),
    ("plugin", "law", "examples/law.cc", "plugins/liblaw.so", ""),
]


SOURCE = 'TypeId("ns3::MyOwnScenario")\n'


def set_targets(finished, *targets):
    names = ("kind", "name", "source", "file", "broken")
    targets = [dict(zip(names, target, strict=True)) for target in (TARGETS[0], *targets)]
    (finished / "contents.json").write_text(json.dumps({"targets": targets}))


@pytest.fixture(autouse=True)
def finished(tmp_path, monkeypatch):
    for name in ("BUILD", "EXAMPLES", "CONTRIB"):
        monkeypatch.setattr(paths, name, tmp_path / name.lower())
    folder = paths.BUILD / "release" / "made" / "1"
    folder.mkdir(parents=True)
    set_targets(folder, *TARGETS[1:])
    (folder / "lock").touch()
    scenarios = [{"name": "toy-load", "type": "ns3::ToyLoadScenario", "study": "toy", "help": ""}]
    (folder / "catalogue.json").write_text(json.dumps({"list": scenarios}))
    (folder / "scratch").mkdir()
    (folder / "scratch" / "leftover").touch(mode=0o755)
    (paths.BUILD / "release" / "current").symlink_to("made/1")
    return folder


def test_names_tell_programs_apart(finished):
    assert catalogue.programs() == {
        "examples/twice": finished / "bin/twice",
        "once": finished / "bin/once",
        "scratch/toy-load": finished / "scratch/toy-load",
        "scratch/twice": finished / "scratch/twice",
    }
    assert set(catalogue.plugins()) == {"examples/law", "scratch/law"}


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("once", "bin/once"),
        ("examples/once", "bin/once"),
        ("examples/once.cc", "bin/once"),
        ("scratch/twice", "scratch/twice"),
        ("toy-load", "scratch/toy-load"),
    ],
)
def test_a_program_is_found_by_name_and_by_source(finished, name, file):
    assert catalogue.find_program(name) == finished / file


def test_one_name_for_two_is_refused():
    with pytest.raises(InputError, match=r"twice.*examples/twice.*scratch/twice"):
        catalogue.find_program("twice")
    with pytest.raises(InputError, match=r"\blaw\b.*scratch/law.*examples/law"):
        catalogue.find_plugin("law")
    with pytest.raises(InputError, match=r"toy-load.*scenario.*program.*ToyLoadScenario"):
        launch.launch("toy-load", [], [], launch.Options())


def test_what_is_broken_says_where():
    with pytest.raises(WorkError, match=r"scratch/bad\.cc:2:3: error: nonsense"):
        catalogue.find_program("bad")
    with pytest.raises(WorkError, match=r"scenarios/bad/a\.cc:3:1: error: x"):
        catalogue.find_scenario("bad-load")
    assert catalogue.find_scenario("toy-load")
    assert set(catalogue.broken()) == {"scenarios/bad", "scratch/bad.cc"}


def test_a_scenario_of_a_broken_program_says_why(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    (tmp_path / "scratch").mkdir()
    (tmp_path / "scratch" / "bad.cc").write_text('TypeId("ns3::MyOwnScenario")')
    for name in ("my-own", "ns3::MyOwnScenario"):
        with pytest.raises(WorkError, match=r"^scratch/bad\.cc.*nonsense"):
            catalogue.find_scenario(name)
    with pytest.raises(WorkError, match=r"^scratch/bad\.cc.*nonsense"):
        launch.launch("bad.cc", [], [], launch.Options())


def test_a_scenario_of_a_program_leads_there(finished, tmp_path, monkeypatch):
    set_targets(finished, *(target for target in TARGETS[1:] if not target[-1]))
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    (tmp_path / "scratch").mkdir()
    text = SOURCE + "NS_OBJECT_ENSURE_REGISTERED(MyOwnScenario);"
    (tmp_path / "scratch" / "twice.cc").write_text(text)
    for look in (
        lambda: catalogue.find_scenario("my-own"),
        lambda: launch.launch("ns3::MyOwnScenario", [], [], launch.Options()),
        lambda: launch.launch("my-own", [], [], launch.Options()),
    ):
        with pytest.raises(
            InputError,
            match=r'(my-own|MyOwn).*scratch/twice\.cc.*run twice.*program = "twice"',
        ):
            look()


def test_a_program_does_not_stand_in_for_the_scenario_of_a_broken_study(
    finished, tmp_path, monkeypatch
):
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    monkeypatch.setattr(launch, "_run_from_source", lambda *_: 0)
    program = ("program", "my-own", "scratch/my-own.cc", "scratch/my-own", "")
    study = ("scenarios", "own", "scenarios/own", "lib/own.so", "scenarios/own/a.cc:1:1: error: x")
    set_targets(finished, program, study)
    for folder in ("scratch", "scenarios/own"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "scratch" / "my-own.cc").write_text(SOURCE)
    (tmp_path / "scenarios" / "own" / "a.cc").write_text(SOURCE.replace("Own", "Other"))
    assert launch.launch("my-own", [], [], launch.Options()) == 0  # another scenario is broken
    (tmp_path / "scenarios" / "own" / "b.cc").write_text(SOURCE)
    for look in (
        lambda: launch.launch("my-own", [], [], launch.Options()),
        lambda: catalogue.describe("my-own"),
    ):
        with pytest.raises(WorkError, match=r"^scenarios/own.*error: x$"):
            look()


@pytest.mark.parametrize(("kind", "folder"), [("scenarios", "scenarios/own"), ("program", "own")])
def test_a_class_that_is_not_registered_is_told_of(finished, tmp_path, monkeypatch, kind, folder):
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    file = f"{folder}/a.cc"
    broken = ("scenarios", "bad", "scenarios/bad", "lib/bad.so", "scenarios/bad/a.cc:3: error: x")
    own = (kind, "own", folder if kind == "scenarios" else file, "lib/own.so", "")
    set_targets(finished, broken, own)
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / file).write_text(SOURCE)
    hint = (
        f"; {file} has MyOwnScenario, but does not register it:"
        " NS_OBJECT_ENSURE_REGISTERED(MyOwnScenario) is needed"
    )
    for look in (
        lambda: catalogue.find_scenario("my-own"),
        lambda: launch.launch("my-own", [], [], launch.Options()),
    ):
        with pytest.raises(InputError) as told:
            look()
        assert str(told.value).endswith(hint)
    (tmp_path / file).write_text(SOURCE + "NS_OBJECT_ENSURE_REGISTERED(ns3::MyOwnScenario);\n")
    assert "register" not in catalogue.elsewhere("my-own")
    assert catalogue.elsewhere("") == ""


def test_a_program_that_registers_no_scenario_is_told_of(finished, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    set_targets(finished, ("program", "own", "scratch/own.cc", "scratch/own", ""))
    (tmp_path / "scratch").mkdir()
    (tmp_path / "scratch" / "own.cc").write_text(SOURCE)
    program = finished / "scratch" / "own"
    program.write_text(
        "#!/bin/sh\n# RunScenarioMain\n[ $1 = --list ] && echo [] && exit 0\n"
        "echo no scenario is named, none is known >&2\nexit 2\n"
    )
    program.chmod(0o755)
    for look in (
        lambda: launch.launch("own", [], [], launch.Options(quiet=True)),
        lambda: catalogue.describe("own"),
    ):
        with pytest.raises(
            InputError, match=r"no scenario.*scratch/own\.cc.*MyOwnScenario.*ENSURE_REGISTERED"
        ):
            look()


HELP = """#!/bin/sh
# {symbol}
touch ../started
cat <<END
once [Program Options] [General Arguments]

A program: with a colon, and --dashes: in its text.

Program Options:
    --count:    how many [3]
    --outFile:

General Arguments:
    --PrintGlobals:  Print the list of globals.
END
"""


def test_options_of_a_program_are_those_of_its_help(finished, tmp_path, monkeypatch):
    """A plain ns3::CommandLine prints this; a program without one is not started."""
    (finished / "bin").mkdir()
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    program = finished / "bin" / "once"
    program.write_text(HELP.format(symbol="none"))
    program.chmod(0o755)
    assert catalogue.options("once") == []
    assert not (tmp_path / "started").exists()
    (finished / "catalogue.json").write_text(json.dumps({"list": catalogue.scenarios()}))
    program.write_text(HELP.format(symbol="_ZN3ns311CommandLine5ParseEiPPc"))
    assert catalogue.options("once") == ["count", "outFile"]
    (tmp_path / "started").unlink()
    assert catalogue.options("once") == ["count", "outFile"]
    assert not (tmp_path / "started").exists()  # the build remembers


def test_leftovers_are_not_run():
    with pytest.raises(InputError, match=r"leftover.*\bonce\b"):
        catalogue.find_program("leftover")
