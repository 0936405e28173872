# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""``./lab report`` and ``claims``: judged claims and pages, from the runs of an archive."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from burstlab import paths
from burstlab.command import printing
from burstlab.command.options import ArchiveFile, Full, Json, Quiet, StudyNames, edition_of
from burstlab.errors import InputError, exit_code
from burstlab.study import study_names


def report(
    study: StudyNames = None,
    archive: ArchiveFile = paths.ARCHIVE,
    output: Annotated[
        Path | None,
        typer.Option(help="The folder; default: report/."),
    ] = None,
    over: Annotated[
        list[str] | None,
        typer.Option(help="With --output: a label or attribute to draw curves over."),
    ] = None,
    metric: Annotated[
        list[str] | None,
        typer.Option(help="With --output: METRIC or METRIC[OBJECT]; default: those that vary."),
    ] = None,
    quiet: Quiet = False,
) -> int:
    """Write the report of all studies, or of the named studies.

    Pages of other studies in the folder stay.

    With --output and without a name: pages of your own runs, if there are any.
    """
    from burstlab.archive import Archive
    from burstlab.command.reproduce import report as work
    from burstlab.report import has_own, write_own

    if (over or metric) and not output:
        raise InputError("--over and --metric need --output")
    if (over or metric) and study:
        raise InputError(f"--over and --metric are for runs of your own, not for study {study[0]}")
    if output and not study:
        names = study_names()
        with Archive(archive) as file:
            if over or metric or has_own(file, names):
                index = write_own(file, output, names, over or (), metric or ())
                printing.line(str(index), whole=True)
                return 0
    site = work(study or (), archive, output or paths.REPORT, quiet=quiet)
    printing.line(str(site.index), whole=True)
    return exit_code(site.faults.values())


def claims(
    study: StudyNames = None,
    full: Full = False,
    readme: Annotated[
        bool, typer.Option("--readme", help="Write the verdicts into the READMEs of the studies.")
    ] = False,
    publish: Annotated[
        bool,
        typer.Option(
            "--publish", help="With --full: store the verdicts beside the studies, for the report."
        ),
    ] = False,
    archive: ArchiveFile = paths.ARCHIVE,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Judge the claims of the studies by the runs in the archive, without computing any run."""
    from burstlab.command.reproduce import claims as work
    from burstlab.command.reproduce import publish as texts_of
    from burstlab.command.reproduce import readmes

    if publish and not full:
        raise InputError(
            "--publish: verdicts of the full edition are published, so --full is needed"
        )
    judged, fresh, faults = work(study or (), edition_of(full), archive, quiet=quiet or as_json)
    if readme and fresh:
        for file, text in readmes(fresh, archive, edition_of(full)).items():
            file.write_text(text, encoding="utf-8")
    if publish and fresh:
        for file, text in texts_of(fresh, archive).items():
            file.write_text(text, encoding="utf-8")
    if as_json:
        printing.json_document(judged)
    elif judged:
        names = ("id", "reading", "text", "verdict")
        rows = [[*(str(claim[name]) for name in names), _measured(claim)] for claim in judged]
        printing.table(("claim", "reading", "", "verdict", "measured"), rows)
    return exit_code(faults.values())


def _measured(claim: dict[str, Any]) -> str:
    if claim["measured"] is None:
        return ""
    interval = claim["interval"]
    ends = f" [{interval[0]:.4g}, {interval[1]:.4g}]" if interval and None not in interval else ""
    return f"{claim['measured']:.4g}{ends}"
