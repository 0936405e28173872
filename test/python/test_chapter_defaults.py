# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Defaults that chapters name, against the initial values of the attributes."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from burstlab.build import catalogue
from test_chapters import MODULES, chapters, registered

TYPES = r"(``ns3::[\w:<>]+``(?:(?:, | and )``ns3::[\w:<>]+``)*)"
SCALE = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "Ki": 2**10, "Mi": 2**20}
SECONDS = {"d": 86400, "day": 86400, "h": 3600, "min": 60, "s": 1}
SECONDS |= {"": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}
LEAST = {
    "atm-abr": 75,
    "burst-traffic": 45,
    "iepm": 30,
    "l2-notification": 5,
    "lossless-ethernet": 52,
    "path-measurement": 110,
    "pfabric": 28,
    "qbss": 10,
    "servernet": 18,
}
"""Some fewer than the chapters have, so that a list that is no longer found is noticed."""


def stated(module):
    """Types, attribute and default, in the items, sentences and tables of a chapter."""
    text = chapters(module)
    _, *items = re.split(TYPES + r"[^`:.)]*(?::| has )", text)
    for types, said in zip(items[::2], items[1::2], strict=True):
        item = re.split(r"\n\n(?! )|\n(?=\* )", said)[0]
        for name, default in re.findall(r"``(\w+)``\s+\(([^)]*)\)", item):
            yield re.findall(r"ns3::[\w:<>]+", types), name, default
    for name, default, owner in re.findall(r"``(\w+)``\s\((.*?)\)\sof\s``(ns3::\w+)``", text):
        yield [owner], name, default
    # Rows of tables that begin with a type, and tables of the attributes of the types before.
    for owner, row in re.findall(r"(?m)^``(\w+)`` +(.*(?:\n +.*)*)", text):
        for name, default in re.findall(r"``(\w+)``\s+\(([^)]*)\)", row):
            yield [f"ns3::{owner}"], name, default
    table = r"\n\n((?:.+\n)+)\n=+ [= ]+\nattribute +default +.*\n=+ [= ]+\n((?:``.*\n| .*\n)+)="
    for before, rows in re.findall(table, text):
        for name, default in re.findall(r"(?m)^``(\w+)`` +(\S+(?: \S+)*)  ", rows):
            yield re.findall(r"ns3::[\w:<>]+", before), name, default


def comparable(kind, text):
    """A default as it can be compared; None for words about it."""
    text = re.split(r":\s|;|, (?!\d)|,$", " ".join(text.split()))[0].replace("``", "")
    if kind in ("Uinteger", "Integer", "Double"):
        found = re.fullmatch(r"(-?[\d.,e+-]+(?:/\d+)?)(?: (?:(Ki|Mi)?B|[a-z/ ]+))?", text)
        return found and float(Fraction(found[1].replace(",", "")) * SCALE[found[2] or ""])
    if kind == "DataRate":
        found = re.fullmatch(r"([\d.]+) ?(?:([kMG]?)b(?:/s|ps))?", text)
        return found and float(found[1]) * SCALE[found[2] or ""]
    if kind == "Time":
        found = re.fullmatch(r"\+?([\d.]+) ?([a-z]*)", text)
        return found and round(float(found[1]) * SECONDS[found[2]] * 1e9)
    if text in ("empty", "none"):
        return ""
    return None if " " in text and kind != "Enum" else text.removeprefix("ns3::")


@pytest.mark.parametrize("module", LEAST)
def test_defaults_that_are_named_are_the_initial_values(module, runner):
    """Those of all types: of ours as the runner describes them, inherited ones too."""
    types = set().union(*(registered(each) for each in MODULES))
    types |= {"ns3::PFabricQueue<Packet>", "ns3::PFabricQueue<QueueDiscItem>"}  # made by a macro
    compared, wrong = 0, []
    for owners, name, said in stated(module):
        described = [
            (attribute["type"], attribute["default"])
            for owner in types.intersection(owners)
            for attribute in catalogue.describe(owner)["attributes"]
            if attribute["name"] == name
        ]
        truth = {comparable(kind, default) for kind, default in described}
        value = comparable(described[0][0], said) if described else None
        if value is not None:
            compared += 1
            if value not in truth:
                wrong.append((owners, name, said, described))
    assert wrong == []
    assert compared >= LEAST[module]


@pytest.mark.parametrize(
    ("kind", "said", "initial", "same"),
    [
        ("DataRate", "155 Mb/s", "155000000bps", True),
        ("DataRate", "15.5 Mb/s", "155000000bps", False),
        ("DataRate", "0: any", "0bps", True),
        ("Enum", "Floor", "Floor", True),
        ("Enum", "Round", "Floor", False),
        ("ObjectText", "``ns3::A[B=1]``", "ns3::A[B=1]", True),
        ("ObjectText", "ns3::A: first", "ns3::B", False),
        ("ObjectText", "empty: none", "", True),
        ("ObjectText", "empty", "ns3::A", False),
        ("Time", "90 min", "+5400000000000ns", True),
        ("Time", "90 s", "+5400000000000ns", False),
        ("Uinteger", "10,000 bytes", "10000", True),
        ("Uinteger", "64 KiB", "65536", True),
        ("Double", "1/256", "0.00390625", True),
    ],
)
def test_a_wrong_default_is_seen(kind, said, initial, same):
    assert (comparable(kind, said) == comparable(kind, initial)) is same
