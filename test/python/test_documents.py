# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Documents against the checkout: the commands they show, the paths they name."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib

import burstlab
import pytest
import structure
import typer
from burstlab import paths
from burstlab.archive import Results
from burstlab.command import app, bench, sweepfile
from burstlab.study import figures, measures, study_names
from conftest import sql

DOCUMENTS = [
    paths.ROOT / "README.md",
    paths.ROOT / "CONTRIBUTING.md",
    paths.ROOT / "CHANGES.md",
    paths.ROOT / "wscript-patches" / "README.md",
    paths.ROOT / "doc" / "commands.md",
    *paths.SCENARIOS.glob("*/README.md"),
    *paths.CONTRIB.glob("*/doc/*.rst"),
    *paths.CONTRIB.glob("*/model/*.sql"),
    *paths.CONTRIB.glob("*/model/migrations/README.md"),
    *paths.ROOT.glob("scratch/*.cc"),
]
SOURCES = [
    *paths.CONTRIB.glob("*/**/*.cc"),
    *paths.SCENARIOS.glob("*/**/*.cc"),
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
BASES = {
    source.stem: text
    for source in paths.CONTRIB.glob("*/*/*.cc")
    if "::AddTo(TypeId" in (text := source.read_text())
}
"""Sources of classes that add their attributes to those of a class that has this base."""


def around(file):
    """The sources of a program's folder, or of a scenario's study."""
    inside = file.is_relative_to(paths.SCENARIOS)
    study = paths.SCENARIOS / file.relative_to(paths.SCENARIOS).parts[0] if inside else file.parent
    return study.glob("**/*.cc" if inside else "*" + file.suffix)


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
        text = "".join(source.read_text() for source in around(file))
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
    defaults = {option for option in options if re.fullmatch(r"--ns3::\w+::\w+", option)}
    unknown = set(options) - known - defaults - {"--install-completion"}
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


def test_the_readme_says_of_each_study_what_was_asked_and_found_in_few_words():
    text = (paths.ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| \[([\w-]+)\]\(scenarios/.*?\) \| (.+\?) \| (.+\.) \|$", text)
    assert sorted(name for name, *_ in rows) == study_names()
    for row in rows:
        assert len(" ".join(row).split()) <= 45, row


def test_the_readme_says_what_each_module_gives_in_eight_words():
    text = (paths.ROOT / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"(?m)^\| \[([\w-]+)\]\(contrib/.*?\) \| (.+) \|$", text))
    assert sorted(listed) == sorted(file.parent.name for file in paths.CONTRIB.glob("*/model"))
    assert [words for words in listed.values() if len(words.split()) > 8] == []


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


def rows(text, head):
    """The rows of a table of Markdown below the row that begins so."""
    (table,) = re.findall(rf"(?m)^\| {head}.*\n\|[-|]+\n((?:\|.*\n)+)", text)
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines()]


def test_what_a_module_needs_is_what_it_links():
    """Directly or not, as the table of modules has it; a row may be of several."""
    links = structure.Contrib(paths.CONTRIB).links
    listed = {}
    for cells in rows((paths.ROOT / "doc" / "take-home.md").read_text(), "module"):
        needed = links.keys() & set(re.findall(r"[\w-]+", cells[1]))
        for name in re.findall(r"`([\w-]+)`", cells[0]):
            listed[name] = needed
    assert listed == {name: structure.reached(links[name], links) for name in links}


def test_layers_that_are_drawn_are_those_that_are_checked():
    project = tomllib.loads((paths.ROOT / "pyproject.toml").read_text())
    (layers,) = (
        contract["layers"]
        for contract in project["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    )
    text = (paths.ROOT / "CONTRIBUTING.md").read_text()
    (drawn,) = re.findall(r"The laboratory has layers\..*\n\n((?:    .*\n)+)", text)
    names = [re.split(r" {2,}", line.strip())[0].split(", ") for line in drawn.splitlines()]
    assert ["__main__", *(" | ".join(layer) for layer in names)] == layers


def test_every_dependency_has_its_reason():
    project = tomllib.loads((paths.ROOT / "pyproject.toml").read_text())
    pinned = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    names = {re.match(r"[\w-]+", each)[0] for each in pinned}
    table = rows((paths.ROOT / "CONTRIBUTING.md").read_text(), r"what \| why it is here")
    listed = {name.lower() for what, _ in table for name in re.findall(r"[\w-]+", what)}
    assert names - listed == set()


def test_the_keys_of_a_sweep_file_are_those_of_the_page():
    table = rows((paths.ROOT / "doc" / "sweeps.md").read_text(), "key")
    listed = {re.match(r"`\[?(\w+)\]?`$", key)[1] for key, _ in table}
    assert listed == sweepfile._Sweep.model_fields.keys()
    # The defaults that are stated: one seed, all else but the scenario may be left out.
    assert sweepfile._Sweep(scenario="x").seeds == [1]


@pytest.mark.parametrize("file", [*paths.ROOT.glob("doc/*.md"), DOCUMENTS[0]], ids=paths.relative)
def test_names_of_python_in_the_text_exist(file):
    """Of the packages and of results, wherever a name stands between backticks."""
    known = {"results": Results, "burstlab": burstlab, "figures": figures, "measures": measures}
    text = re.sub(r"(?ms)^```.*?^```$", "", file.read_text())
    quoted = " ".join(re.findall(r"`([^`\n]+)`", text))
    for owner, name in re.findall(r"\b(results|burstlab|figures|measures)\.(\w+)", quoted):
        if name not in ("sqlite", *(place.name for place in paths.ANALYSIS.glob("burstlab/*"))):
            assert hasattr(known[owner], name), f"{owner}.{name}"


def test_colours_of_figures_are_those_of_the_page():
    (said,) = re.findall(
        r"The colours are (.*?)\.\n", (paths.ROOT / "doc/archive.md").read_text(), re.S
    )
    names = re.findall(r"`(?:figures\.)?([A-Z]+)`", said)
    assert len(names) == 7
    assert all(re.fullmatch(r"#[0-9a-fA-F]{6}", getattr(figures, name)) for name in names)


def test_the_python_and_the_sql_of_the_commands_run(labelled):
    """The commands of the environment, and the query over an archive."""
    text = (paths.ROOT / "doc" / "commands.md").read_text()
    commands = re.findall(r"(?m)^    \.venv/bin/python -c '(.*?)'", text)
    assert len(commands) == 2
    for command in commands:
        done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), command
    (query,) = re.findall(r"(?m)^    sqlite3 archive/burstlab\.sqlite '(.*?)'$", text)
    assert len(sql(labelled.path, query)) == len(labelled.run_ids())
