# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Shell completion: names of programs and benchmarks, and labels of an archive."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import typer

from burstlab.errors import InputError, WorkError

_BREAKS = frozenset(":=")
"""Word breaks of bash, as in ``ns3::PoissonArrivals`` or ``load=0.5``."""


def of(names: Callable[[], list[str]]) -> Callable[[str], list[str]]:
    """Make a completion from a list of names; empty before the first build."""

    def complete(incomplete: str) -> list[str]:
        try:
            return [name for name in names() if name.startswith(incomplete)]
        except (InputError, WorkError):
            return []

    return complete


def kinds() -> list[str]:
    """List the kinds of ``./lab new``."""
    from burstlab.command.new import KINDS

    return list(KINDS)


def benches() -> list[str]:
    """List the benchmarks."""
    from burstlab.command.bench import find

    return list(find())


def plugins() -> list[str]:
    """List the built plugins."""
    from burstlab.build import catalogue

    return list(catalogue.plugins())


def scenarios() -> list[str]:
    """List the scenarios."""
    from burstlab.build import catalogue

    return [scenario["name"] for scenario in catalogue.scenarios()]


def runnable() -> list[str]:
    """List scenarios and programs."""
    from burstlab.build import catalogue

    return [*scenarios(), *catalogue.programs()]


def describable(incomplete: str) -> list[str]:
    """List scenarios and programs, and TypeIds after ``ns3::``."""
    from burstlab.build import catalogue

    typed = incomplete.startswith("ns3::")
    return of(catalogue.type_ids if typed else lambda: [*runnable(), "ns3::"])(incomplete)


def attributes(name: str, incomplete: str) -> list[str]:
    """List the attributes of a scenario, or the options of a program, as ``--name=``."""
    from burstlab.build import catalogue

    def words() -> list[str]:
        return [f"--{option}=" for option in catalogue.options(name)]

    return of(words)(incomplete)


def conditions(ctx: typer.Context, incomplete: str) -> list[str]:
    """List names for conditions on runs of an archive, and after ``NAME=`` their values."""
    from burstlab.archive import choices

    name, equals, _ = incomplete.partition("=")
    known = choices(Path(ctx.params["archive"]), name if equals else None)
    words = [f"{name}={value}" for value in known] if equals else [f"{each}=" for each in known]
    return [word for word in words if word.startswith(incomplete) and shlex.quote(word) == word]


def install() -> None:
    """Let bash complete words that contain its own word breaks."""
    from click.shell_completion import add_completion_class, get_completion_class

    class Whole(get_completion_class("bash")):
        def get_completion_args(self) -> tuple[list[str], str]:
            words, last = super().get_completion_args()
            words, whole = join([*words, last])
            typed = len(whole) - (0 if _BREAKS.issuperset(last) else len(last))
            self._typed = whole[:typed]
            return words, whole

        def format_completion(self, item: Any) -> str:
            return super().format_completion(item).removeprefix(self._typed)

    add_completion_class(Whole, "bash")


def join(words: list[str]) -> tuple[list[str], str]:
    """Join words that bash has split; return the words, and the incomplete last word."""
    whole: list[str] = []
    open_end = False
    for i, word in enumerate(words):
        split = bool(word) and _BREAKS.issuperset(word)
        if i and (split or open_end) and whole:
            whole[-1] += word
        else:
            whole.append(word)
        open_end = split
    return whole[:-1], whole[-1]


def wanted() -> bool:
    """Whether the shell requests a completion."""
    return "_LAB_COMPLETE" in os.environ
