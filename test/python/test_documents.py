# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Documents against the checkout: the commands they show, the paths and defaults they name."""

from __future__ import annotations

import re
import shlex

import pytest
import typer
from burstlab import paths
from burstlab.command import app, bench
from burstlab.study import study_names

DOCUMENTS = [
    paths.ROOT / "README.md",
    paths.ROOT / "CONTRIBUTING.md",
    paths.ROOT / "CHANGES.md",
    paths.ROOT / "wscript-patches" / "README.md",
    *paths.SCENARIOS.glob("*/README.md"),
    *paths.CONTRIB.glob("*/doc/*.rst"),
    *paths.CONTRIB.glob("*/model/*.sql"),
    *paths.CONTRIB.glob("*/model/migrations/README.md"),
    *paths.ROOT.glob("scratch/*.cc"),
]
SOURCES = [
    *paths.CONTRIB.glob("*/**/*.cc"),
    *paths.SCENARIOS.glob("*/*.cc"),
    *paths.ROOT.glob("examples/*.cc"),
    *paths.ROOT.glob("scratch/*.cc"),
]
PROGRAMS = {file.stem: file for file in SOURCES if file.parent.name in ("examples", "scratch")} | {
    file.name: file for file in paths.ROOT.glob("examples/*.py")
}
COMMANDS = typer.main.get_command(app).commands


def kebab(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


SCENARIOS = {
    kebab(name): file
    for file in SOURCES
    for name in re.findall(r'TypeId\("ns3::(\w+)Scenario"\)', file.read_text())
}
ATTRIBUTE = re.compile(
    r'\.AddAttribute\(\s*"(\w+)",\s*(?:"(?:[^"\\]|\\.)*"\s*)+,\s*'
    r"(?:Uinteger|Integer|Double|Boolean|Time)Value\((.*?)\),\s*Make",
    re.S,
)
DEFAULT = re.compile(r"-?[\d.,]+( \w+)?|true|false")
BASES = {
    source.stem: text
    for source in paths.CONTRIB.glob("*/*/*.cc")
    if "::AddTo(TypeId" in (text := source.read_text())
}
"""Sources of classes that add their attributes to those of a class that has this base."""
END = re.compile(r"[:;]|,(?!\d)")
"""Of a default that is named, before what is said about it; 15,000 is one number."""
UNITS = {"NanoSeconds": "ns", "MicroSeconds": "us", "MilliSeconds": "ms", "Seconds": "s"}


def problem(command):
    """What is wrong with a command line of the laboratory; None for nothing."""
    name, *words = shlex.split(command)
    if name not in COMMANDS:
        return f"no command {name}"
    command = COMMANDS[name]
    if name == "archive" and words:
        command = command.commands.get(words.pop(0), command)
    known = {option for p in command.params for option in (*p.opts, *p.secondary_opts)}
    options = [word.partition("=")[0] for word in words if word.startswith("--")]
    targets = [word for word in words if not word.startswith("-")]
    if name == "run" and targets:
        file = SCENARIOS.get(targets[0], PROGRAMS.get(targets[0]))
        if file is None:
            return f"no scenario or program {targets[0]}"
        # A scenario's base may be in another file of its folder, or be one that modules share.
        text = "".join(source.read_text() for source in file.parent.glob("*" + file.suffix))
        included = set(re.findall(r'#include "ns3/([\w-]+)\.h"', text))
        text += "".join(base for stem, base in BASES.items() if stem in included)
        known |= {f"--{option}" for option in re.findall(r'Add\w+\(\s*"([\w-]+)"', text)}
        known |= {"--help"}
    elif name == "describe" and targets and re.match("ns3::|[A-Z]", targets[0]):
        type_id = f'"ns3::{targets[0].removeprefix("ns3::")}"'
        if not any(type_id in source.read_text() for source in SOURCES):
            return f"no type {targets[0]}"
    elif name == "describe" and targets and targets[0] not in SCENARIOS:
        return f"no scenario {targets[0]}"
    elif name in ("reproduce", "claims") and targets:
        if not (paths.SCENARIOS / targets[0] / "study.py").exists():
            return f"no study {targets[0]}"
    elif name == "bench" and targets and targets[0] not in bench.find():
        return f"no benchmark {targets[0]}"
    unknown = set(options) - known - {"--install-completion"}
    return f"no option {sorted(unknown)}" if unknown else None


def commands(text):
    """The command lines in an indented block, up to their comment, or between backticks."""
    for line in re.findall(r"(?m)^(?: \* +| {2,})\./lab +([a-z].*)$", text):
        yield re.split(r" {2,}|  # ", line)[0]
    for quoted in re.findall(r"(?s)(`+)(\./lab +[a-z].*?)\1", text):
        yield " ".join(quoted[1].split()[1:])


@pytest.mark.parametrize("file", DOCUMENTS, ids=paths.relative)
def test_commands_that_are_shown_exist(file):
    assert [(c, said) for c in commands(file.read_text()) if (said := problem(c))] == []


def test_commands_are_found_and_wrong_ones_are_seen():
    assert sum(len(list(commands(file.read_text()))) for file in DOCUMENTS) > 40
    for wrong in (
        *("rum dumbbell", "run dumbell", "run dumbbell --archiv=x", "claims trafic"),
        *("archive show --delete", "describe ArivalProcess"),
    ):
        assert problem(wrong)
    assert problem("run servernet-load --FifoFlits=1024 --archive=x") is None
    assert problem("run servernet-load --FifoFlit=1024")


@pytest.mark.parametrize("file", DOCUMENTS, ids=paths.relative)
def test_paths_that_are_named_exist(file):
    top = "analysis|contrib|examples|scenarios|scratch|test|wscript-patches"
    named = re.findall(rf"`((?:{top}|model|migrations)/[\w./*-]*)`", file.read_text())
    roots = (paths.ROOT, file.parent.parent)
    missing = [p for p in named if not any(list(root.glob(p.rstrip("/"))) for root in roots)]
    assert missing == []


def test_migrations_lead_to_the_schema():
    # One step for each version before the one of the schema, in the folder that its text names.
    schema = paths.SCHEMA.read_text()
    version = int(re.search(r"PRAGMA user_version = (\d+)", schema)[1])
    assert re.search(r"migrations/", schema)
    assert paths.MIGRATIONS.is_dir()
    steps = sorted(file.name for file in paths.MIGRATIONS.glob("*.sql"))
    assert steps == [f"{step:03}.sql" for step in range(1, version)]


def initial_values(module):
    """By TypeId and attribute the initial value as chapters write it."""
    found = {}
    for file in paths.CONTRIB.glob(f"{module}/**/*.cc"):
        _, *parts = re.split(r'TypeId\(\s*"(?=ns3::)', file.read_text())
        for part in parts:
            for name, value in ATTRIBUTE.findall(part):
                value = value.replace("'", "")
                time = re.fullmatch(r"(\w+)\((\d+)\)", value)
                if time and time[1] in UNITS:
                    value = f"{time[2]} {UNITS[time[1]]}" if time[2] != "0" else "0"
                if DEFAULT.fullmatch(value):
                    found[part.split('"')[0], name] = value
    return found


def named_defaults(module):
    """TypeIds, attribute and the default in parentheses behind it, in lists and tables."""
    for file in paths.CONTRIB.glob(f"{module}/doc/*.rst"):
        for item in re.findall(r"(?ms)^\* (``ns3::.*?)(?=^\S|\Z)", file.read_text()):
            owners = re.findall(r"``(ns3::[\w:]+)``", item.split(": ")[0])
            for name, text in re.findall(r"``(\w+)``\s+\(([^)]*)\)", item):
                yield owners, name, " ".join(re.split(END, text)[0].split())
        # Rows of tables that begin with a type.
        for owner, row in re.findall(r"(?m)^``(\w+)`` +(.*(?:\n +.*)*)", file.read_text()):
            for name, text in re.findall(r"``(\w+)``\s+\(([^)]*)\)", row):
                yield [f"ns3::{owner}"], name, re.split(END, text)[0]


def test_defaults_that_are_named_are_the_initial_values():
    compared, wrong = 0, []
    for module in (folder.name for folder in paths.CONTRIB.iterdir()):
        values = initial_values(module)
        for owners, name, said in named_defaults(module):
            truth = {values[owner, name] for owner in owners if (owner, name) in values}
            if truth and DEFAULT.fullmatch(said):
                compared += 1
                if number(said) not in {number(value) for value in truth}:
                    wrong.append((owners, name, said, truth))
    assert wrong == []
    assert compared > 30


def number(text):
    """1.0 and 1 are one default, and so are 64 and 64 bytes, and 1000 and 1,000."""
    text = text.removesuffix(" bytes").replace(",", "")
    try:
        return float(text)
    except ValueError:
        return text


def test_the_readme_says_of_each_study_what_was_asked_and_found_in_few_words():
    text = (paths.ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| \[([\w-]+)\]\(scenarios/.*?\) \| (.+\?) \| (.+\.) \|$", text)
    assert sorted(name for name, *_ in rows) == study_names()
    for row in rows:
        assert len(" ".join(row).split()) <= 45, row


def test_every_test_that_the_audit_names_is_there():
    text = "".join(
        file.read_text()
        for folder in ("test", "contrib")
        for pattern in ("**/*.py", "**/*.cc")
        for file in (paths.ROOT / folder).glob(pattern)
    )
    audit = (paths.ROOT / "test" / "audit.md").read_text()
    cells = [line.split("|")[3] for line in audit.splitlines() if line.startswith("| ")]
    assert len(cells) > 40
    for name in re.findall(r"\btest_\w+(?!\w|\.py)|\b[A-Z]\w+\.[A-Z]\w+", " ".join(cells)):
        suite, _, case = name.rpartition(".")
        known = re.search(rf"TEST(_F|_P)?\({suite}, {case}" if suite else rf"def {name}", text)
        assert known, name
    for name in re.findall(r"test/[\w/]+\.(?:py|cc)", " ".join(cells)):
        assert (paths.ROOT / name).exists(), name
    for name in re.findall(r"suite ([\w-]+)", " ".join(cells)):
        assert f'TestSuite("{name}"' in text or f'"{name}"' in text, name
