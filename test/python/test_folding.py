# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What every command prints on a narrow terminal: folded, and never cut.

All that a wide terminal shows is there, letter by letter. Borders apart, nothing else is.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest
import typer.main
from burstlab import command
from burstlab.command import app, printing

BORDERS = "─│╭╮╰╯┃━"


def commands(group, words=()):
    yield words
    for name, part in getattr(group, "commands", {}).items():
        yield from commands(part, (*words, name))


HELPS = [[*words, "--help"] for words in commands(typer.main.get_command(app))]
TABLES = [
    ["list", "--quiet"],
    ["describe", "traffic-arrivals"],
    ["describe", "ns3::ServerNetNetDevice"],
    ["describe", "my-first-scenario"],
    ["run", "servernet-replay"],
    ["run", "traffic-arrivals", "--Slots=50", "--quiet"],
    ["run", "path-measurement-path", "--quiet"],
    ["archive", "list"],
    ["archive", "list", "load=smooth"],
    ["archive", "show", "3"],
    ["doctor"],
]


@pytest.fixture(scope="module")
def _built(runner):
    """Every command here works on the build that `./lab test` made."""


@pytest.fixture
def shown(capsys, monkeypatch):
    """What the command prints on a terminal of some columns."""

    def show(words, columns):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr(sys, "argv", ["lab", *words])
        printing.console.cache_clear()
        with pytest.raises(SystemExit) as ended:
            command.main()
        out, err = capsys.readouterr()
        assert not ended.value.code, err
        return out

    yield show
    printing.console.cache_clear()


def letters(text):
    return Counter(letter for letter in text if not letter.isspace() and letter not in BORDERS)


def check(words, shown):
    wide = letters(shown(words, 1000))
    for columns in (80, 60):
        narrow = shown(words, columns)
        assert max(map(len, narrow.splitlines())) <= columns
        assert "\u2026" not in narrow
        assert letters(narrow) == wide


@pytest.mark.parametrize("words", HELPS, ids=" ".join)
def test_help_is_folded_and_whole(words, shown):
    check(words, shown)


@pytest.mark.parametrize("words", TABLES, ids=" ".join)
@pytest.mark.usefixtures("_built")
def test_tables_are_folded_and_whole(words, labelled, shown):
    archive = [f"--archive={labelled.path}"] if words[0] == "archive" else []
    check([*words, *archive], shown)
