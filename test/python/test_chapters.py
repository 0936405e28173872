# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Chapters against sources: they name the attributes, traces and statistics of their modules."""

from __future__ import annotations

import re

import pytest
from burstlab import paths

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


@pytest.mark.parametrize("module", MODULES)
def test_rows_of_a_table_have_the_same_number_of_cells(module):
    """Else the built chapter has an error in place of the table."""
    for table in re.findall(r"^\.\. list-table::.*\n((?: .*\n|\n)*)", chapters(module), re.M):
        _, *rows = re.split(r"^   \* - ", table, flags=re.M)
        assert rows
        assert len({len(re.findall(r"^     - ", row, re.M)) for row in rows}) == 1, rows


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
