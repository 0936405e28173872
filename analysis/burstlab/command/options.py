# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What the commands of ``./lab`` have in common: how they are found, and their options."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated, Any

import typer
import typer.core
from typer._coercion import RuntimeParam, build_runtime_param
from typer.core import TyperGroup

from burstlab.command import completion
from burstlab.errors import unknown
from burstlab.study import study_names


class _Coercion(RuntimeParam):
    """Takes texts, whole numbers and what was left out as they are.

    Typer has pydantic look at them, and to import pydantic takes as long as all else.
    """

    def _coerce_value(self, value: Any, param: Any, ctx: Any) -> Any:
        kept = {str: str, list[str]: (list, tuple), Path: Path}.get(self.annotation)
        if kept and isinstance(value, kept):
            return list(value) if isinstance(value, tuple) else value
        if self.annotation is Path and isinstance(value, str):
            return Path(value)
        limits = {self.parameter_info.min, self.parameter_info.max}
        if self.annotation is int and limits == {None} and str(value).isdecimal():
            return int(value)
        return build_runtime_param(param.type_descriptor).coerce(value, param, ctx)


typer.core.build_runtime_param = lambda type_: _Coercion(type_.parameter_info, type_.annotation)


class Commands(TyperGroup):
    """Names the nearest commands when one is not known."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise unknown("command", args[0], self.commands)
        return super().resolve_command(ctx, args)


def _quiet(value: bool) -> bool:
    if value:
        logging.getLogger("burstlab").setLevel(logging.WARNING)
    return value


def _known(names: list[str] | None) -> list[str] | None:
    """Refuse the name of no study before anything large is imported."""
    for name in names or ():
        if name not in study_names():
            raise unknown("study", name, study_names())
    return names


Quiet = Annotated[bool, typer.Option("--quiet", callback=_quiet, help="Show no progress.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Full = Annotated[bool, typer.Option("--full", help="The full edition, which may take hours.")]
ArchiveFile = Annotated[
    Path,
    typer.Option(
        "--archive", help="The archive file; default: the one in archive/.", show_default=False
    ),
]
StudyNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[STUDY]..",
        help="Studies; none: all.",
        callback=_known,
        autocompletion=completion.of(study_names),
    ),
]
Plugins = Annotated[
    list[str] | None,
    typer.Option(
        "--plugin",
        help="Library to load first: its name or file.",
        autocompletion=completion.of(completion.plugins),
    ),
]
