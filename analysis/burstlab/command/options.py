# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Common parts of the commands of ``./lab``: lookup by name, and options."""

from __future__ import annotations

import logging
import re
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from burstlab.command import completion
from burstlab.errors import InputError, unknown
from burstlab.study import study_names


class Commands(TyperGroup):
    """Suggests the nearest commands for an unknown one."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise unknown("command", args[0], self.commands)
        return super().resolve_command(ctx, args)


def _quiet(value: bool) -> bool:
    if value:
        logging.getLogger("burstlab").setLevel(logging.WARNING)
    return value


def _known(names: list[str] | None) -> list[str] | None:
    """Refuse an unknown study before any large import."""
    for name in names or ():
        if name not in study_names():
            raise unknown("study", name, study_names())
    return names


def edition_of(full: bool) -> str:
    """Return the name of an edition."""
    return "full" if full else "quick"


def seconds_of(option: str, text: str) -> float:
    """Read a time."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|min|h)", text)
    seconds = float(found[1]) * {"s": 1, "min": 60, "h": 3600}[found[2]] if found else 0
    if not 0 < seconds <= 1e6:
        raise InputError(f"{option}={text}: a time such as 90s, 30min or 2h is needed")
    return seconds


def bytes_of(option: str, text: str) -> int:
    """Read a size of memory."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(MiB|GiB)", text)
    size = int(float(found[1]) * {"MiB": 1 << 20, "GiB": 1 << 30}[found[2]]) if found else 0
    if not 1 << 20 <= size < 1 << 50:
        raise InputError(f"{option}={text}: a size such as 500MiB or 4GiB is needed")
    return size


Quiet = Annotated[bool, typer.Option("--quiet", callback=_quiet, help="Show no progress.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Full = Annotated[
    bool,
    typer.Option(
        "--full", help="Take the full edition of a study, with hours of runs, not the quick one."
    ),
]
ArchiveFile = Annotated[
    Path,
    typer.Option(
        "--archive", help="The archive; default: burstlab.sqlite in archive/.", show_default=False
    ),
]
StudyNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="STUDY",
        help="Studies; default: all.",
        callback=_known,
        autocompletion=completion.of(study_names),
    ),
]
Plugins = Annotated[
    list[str] | None,
    typer.Option(
        "--plugin",
        help="A plugin to load first: its name, or a library file; may be repeated.",
        autocompletion=completion.of(completion.plugins),
    ),
]
ClusterUrl = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        help="Where to compute: local:N, slurm:N, pbs:N, sge:N, or the address of a Dask scheduler;"
        " default: here.",
    ),
]
TimeLimit = Annotated[
    str | None, typer.Option(help="Wall-clock time that a run may take, as 90s, 30min or 2h.")
]
MemoryLimit = Annotated[
    str | None, typer.Option(help="Memory that a run may use, as 500MiB or 4GiB.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Estimate the time, and compute nothing.")]
