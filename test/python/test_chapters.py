# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Chapters against sources: they name the attributes, traces and statistics of their modules."""

from __future__ import annotations

import ast
import io
import os
import re
import struct
import subprocess
from pathlib import Path

import pytest
from burstlab import paths, published
from burstlab.archive import Archive
from burstlab.process import call
from docutils.core import publish_doctree
from docutils.parsers.rst import Directive, directives

HERE = Path(__file__).parent
CONTRIB = paths.ROOT / "contrib"
MODULES = sorted(folder.name for folder in CONTRIB.iterdir())


def registered(module):
    """By TypeId its parent and the names of its own attributes, trace sources and statistics."""
    types = {}
    for file in [*CONTRIB.glob(f"{module}/model/**/*.cc"), *CONTRIB.glob(f"{module}/helper/*.cc")]:
        _, *parts = re.split(r'TypeId\(\s*"(?=ns3::)', file.read_text())
        for part in parts:
            parent = re.search(r"\.SetParent<(?:ns3::)?([\w:]+)>", part)
            names = re.findall(r'\.Add(?:Attribute|TraceSource)\(\s*"(\w+)"', part)
            names += re.findall(r'[{,]\s*\{"([a-z][\w.]*)",\s*"[^"]*",', part)
            if parent:
                types[part.split('"')[0]] = f"ns3::{parent[1]}", names
    return types


EVERY = {name: found for module in MODULES for name, found in registered(module).items()}


def inherited(name):
    """The names of a type and of those it is derived from, as far as they are ours."""
    parent, names = EVERY.get(name, ("", []))
    return {*names, *inherited(parent)} if name in EVERY else set()


def chapters(module):
    return "\n\n".join(file.read_text() for file in sorted(CONTRIB.glob(f"{module}/doc/*.rst")))


class Highlight(Directive):
    """Sphinx's, which chooses the language of code: nothing to render."""

    required_arguments = 1

    def run(self):
        return []


def rendered(text, place):
    """What docutils has to say of a chapter."""
    directives.register_directive("highlight", Highlight)
    said = io.StringIO()
    publish_doctree(text, str(place), settings_overrides={"warning_stream": said})
    return said.getvalue()


@pytest.mark.parametrize(
    "chapter", sorted(CONTRIB.glob("*/doc/*.rst")), ids=lambda chapter: chapter.stem
)
def test_a_chapter_renders(chapter):
    assert rendered(chapter.read_text(), chapter) == ""


def test_a_table_with_too_long_a_row_is_noticed():
    assert "Malformed table" in rendered("=  =\na  b\n=  =\ntoo long\n=  =\n", "there")


def sections_within_a_line(docstring):
    """The headings of numpydoc that do not stand alone above their rule."""
    lines = docstring.splitlines()
    return [
        line
        for above, line in zip(["", *lines], lines, strict=False)
        if re.search(r"-{4,}", line)
        and not (re.fullmatch(r" *-{4,}", line) and re.fullmatch(r" *[A-Z][a-z]+", above))
    ]


def test_lists_of_docstrings_are_lists():
    """A reflow once joined headings, names and sentences to one paragraph."""
    flat = ["Attributes ---------- name What it is.", "Attributes\n---------- name\n    What."]
    assert all(sections_within_a_line(each) for each in flat)
    assert sections_within_a_line("A.\n\n    Attributes\n    ----------\n    name\n    ") == []
    for folder in ("analysis", "scenarios", "test", "examples"):
        for file in (paths.ROOT / folder).glob("**/*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                    assert sections_within_a_line(ast.get_docstring(node) or "") == [], file


@pytest.mark.parametrize("module", MODULES)
def test_whatever_is_registered_is_named(module):
    words = set(re.findall(r"[\w.]+", " ".join(re.findall(r"``(.*?)``", chapters(module), re.S))))
    for name, (_, names) in registered(module).items():
        assert {name.split("::")[-1], *names} <= words


@pytest.mark.parametrize("module", MODULES)
def test_whatever_is_named_is_registered(module):
    """In the lists of attributes, traces and statistics, behind each type and a colon."""
    _, *sections = re.split(r"\n(.+)\n(?:={3,}|-{3,}|~{3,}|#{3,})\n", chapters(module))
    lists = dict(zip(sections[::2], sections[1::2], strict=True))
    assert {"Attributes", "Traces"} <= lists.keys()
    for title in {"Attributes", "Traces", "Statistics"} & lists.keys():
        text = "\n".join(line for line in lists[title].splitlines() if line[:1] in ("*", " "))
        _, *items = re.split(r"(``ns3::[\w:]+``(?: and ``ns3::[\w:]+``)*)[^`:.)]*:", text)
        for types, words in zip(items[::2], items[1::2], strict=True):
            owners = re.findall(r"ns3::[\w:]+", types)
            name = r"``([a-z][\w.]*)``" if title == "Statistics" else r"``([A-Z]\w*)``"
            named = set(re.findall(name, words))
            assert named
            assert named <= set().union(*(inherited(owner) for owner in owners)), types


GIVEN = re.findall(r"(?m)^namespace given_(\w+)$", (HERE / "chapter_code.h").read_text())
"""Modules whose C++ is compiled; what ./lab new makes is not among them."""
CODE = re.compile(
    r"^\.\. (?:sourcecode|code-block):: (?P<language>\w+)\n(?P<code>(?:  .*\n|\n)+)"
    r"|^(?!\.\. ).*::\n\n(?P<literal>(?:  .*\n|\n)+)",
    re.M,
)
_DEFINITION = (
    r"  (?:class .*|\w+\s+(?:\w+::)?\w+\(.*\))\n  \{\n(?:   .*\n|\n)*  \};?\n(?:\n*  NS_.*\n)*"
)
_CHAIN = r"  \.Add.*\n(?:   .*\n|  \..*\n)*"
PART = re.compile(
    rf"(?P<definition>{_DEFINITION})|(?P<chain>{_CHAIN})"
    rf"|(?P<statements>(?:.*\n)+?(?={_DEFINITION}|{_CHAIN}|\Z))"
)
"""Definitions, calls on a TypeId, and what belongs into a function."""


def code(language):
    """The code in a language, of all chapters: the file, the number of the first line, the text."""
    for file in sorted(CONTRIB.glob("*/doc/*.rst")):
        text = file.read_text()
        for found in CODE.finditer(text):
            # A literal block is C++, as the first line of each chapter says, or no code at all.
            literal = found["literal"] or ""
            is_code = re.search(r";(?: *//.*)?$|^  \.Add", literal, re.M)
            if found["language"] == language or (is_code and language == "cpp"):
                start = found.start("code" if found["language"] else "literal")
                yield file, text.count("\n", 0, start) + 1, found["code"] or literal


def translation_unit():
    """One source with the C++ of all chapters; what is left out on purpose (..) is filled in."""
    source, number = ['#include "chapter_code.h"'], 0
    for file, first, text in code("cpp"):
        module = file.relative_to(CONTRIB).parts[0].replace("-", "_")
        if module not in GIVEN:
            continue
        for part in PART.finditer(text):
            number += 1
            opened, closed = {
                "definition": ("", ""),
                "chain": (f"void Chain{number}(TypeId type) {{ type", "; }"),
                "statements": (f"struct Code{number} : Given {{ void Do() {{", "} };"),
            }[part.lastgroup]
            line = first + text.count("\n", 0, part.start())
            filled = re.sub(r"(?m)^ +\.\.( *//.*)?$", "", part[0])
            filled = filled.replace(", ..)", ", CallbackBase())").replace(" .. )", " )")
            filled = re.sub(r"(?m)\) \.\.\.$", ") {}", filled)
            source += [f"namespace given_{module} {{", opened, f'#line {line} "{file}"', filled]
            source += [closed, "}"]
    return "\n".join(source) + "\n"


def test_the_cpp_of_the_chapters_compiles(tmp_path):
    """In one source, each piece in a function, with what chapter_code.h has for its module."""
    text = translation_unit()
    assert all(f"namespace given_{module} {{" in text for module in GIVEN)
    assert text.count("#line") > 40
    (tmp_path / "chapters.cc").write_text(text)
    included = ("-I", HERE, "-I", published.use().folder / "include")
    stock = ("-isystem", paths.BUILD / "release" / "wheel-include")
    words = ("c++", "-std=c++23", "-fsyntax-only", "-w", *included, *stock, "chapters.cc")
    done = call(words, tmp_path)
    assert done.returncode == 0, done.stdout


def captured(link_type):
    """A file of pcap without packets."""
    return struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link_type)


def shell(command, folder, **changed):
    """Run a command; return what it printed and what it complained about."""
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env={**os.environ, **changed},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, re.sub(r'Running as user "root".*\n|\n', "", done.stderr)


SHELL = [(file.stem, line, text) for file, line, text in code("bash")]


@pytest.mark.parametrize(("chapter", "line", "command"), SHELL, ids=str)
def test_the_shell_commands_of_the_chapters_run(chapter, line, command, tmp_path):
    """At the top of the checkout, each in a home of its own; FILE.pcap is one without packets."""
    (tmp_path / "FILE.pcap").write_bytes(captured(1))
    command = command.replace("FILE.pcap", str(tmp_path / "FILE.pcap"))
    assert shell(command, paths.ROOT, HOME=str(tmp_path)) == ("", "")


def test_the_commands_of_the_runner_run(tmp_path):
    """In the chapter of scenario-runner: programs and libraries are where a build has them."""
    text = (CONTRIB / "scenario-runner" / "doc" / "scenario-runner.rst").read_text()
    commands = re.findall(r"(?m)^  (burstlab-run .*)$", text)
    assert len(commands) == 3
    build = published.use().folder
    where = {"PATH": f"{build / 'bin'}:{os.environ['PATH']}", "LD_LIBRARY_PATH": f"{build / 'lib'}"}
    for command in commands:
        shell(command, tmp_path, **where)
    with Archive(tmp_path / "runs.sqlite") as archive:
        (run,) = archive.select(archive.run_ids()).runs().itertuples()
    assert (run.scenario, run.seed) == ("ns3::TrafficArrivalsScenario", 3)


LOG_COMPONENTS = {"run-archive": "RunArchive", "scenario-runner": "ScenarioRunner"}


@pytest.mark.parametrize("module", LOG_COMPONENTS)
def test_names_of_log_components_start_as_the_chapter_says(module):
    said = re.search(r"of its\s+log\s+components start with ``(\w+)``", chapters(module))
    assert said[1] == LOG_COMPONENTS[module]
    sources = "".join(file.read_text() for file in CONTRIB.glob(f"{module}/[mh]*/**/*.cc"))
    names = re.findall(r'NS_LOG_COMPONENT_DEFINE\("(\w+)"\)', sources)
    assert len(names) > 5
    assert [name for name in names if not name.startswith(said[1])] == []
