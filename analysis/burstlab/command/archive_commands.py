# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The commands ``./lab archive ..``: list, show, export and delete the runs of an archive."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence, Sized
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from burstlab import build, paths
from burstlab.command import completion, printing
from burstlab.command.options import ArchiveFile, Commands, Json, Quiet
from burstlab.errors import InputError, unknown

if TYPE_CHECKING:
    from burstlab.archive import Archive, Results

app = typer.Typer(
    cls=Commands,
    help="List, show, export and delete the runs of an archive, and those that failed.",
    no_args_is_help=True,
)

Choice = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CHOICE",
        help="Numbers of runs, and conditions NAME=VALUE on labels, attributes, scenario, seed, run"
        " or code_version; several values of one name match any of them. study=NAME: the runs that"
        " this study or sweep file labels. Default: all.",
        autocompletion=completion.conditions,
    ),
]
WhatToDelete = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CHOICE",
        help="Numbers of runs, and conditions NAME=VALUE, as for ./lab archive list.",
        autocompletion=completion.conditions,
    ),
]
Yes = Annotated[bool, typer.Option("--yes", help="Delete without asking.")]
_MAX_LINES = 40


@app.command("list")
def list_runs(
    choice: Choice = None,
    archive: ArchiveFile = paths.ARCHIVE,
    as_json: Json = False,
) -> None:
    """Count runs with dates and processor time; list them one by one if there are 40 or fewer.

    Below each run are the labels and attributes in which it differs from the others.
    """
    from burstlab.archive import Archive
    from burstlab.command import runs

    with Archive(archive) as file:
        chosen = runs.choose(file, choice or ())
        if as_json:
            found = runs.described(file, chosen)
            printing.json_document({"archive": str(archive), "runs": found})
        else:
            _print_runs(file, chosen)


def _print_runs(file: Archive, chosen: Results) -> None:
    from burstlab.command import runs

    columns, groups = ("scenario", "code", "runs", "finished", "CPU-s"), runs.groups(chosen)
    heading, *lines = printing.aligned(columns, [row for _, *row in groups], ("runs", "CPU-s"))
    printing.line(heading, whole=True, style="bold")
    for owner, of_owner in groupby(zip(groups, lines, strict=True), lambda pair: pair[0][0]):
        printing.line(f"labelled by {owner}:")
        for _, line in of_owner:
            printing.line(line, whole=True)
    if len(chosen) > _MAX_LINES:
        printing.line(
            f"\n{len(chosen):,} runs: NAME=VALUE chooses among them, --json lists them all"
        )
    elif len(chosen):
        printing.line()
        found = runs.described(file, chosen)
        columns = ("number", "scenario", "seed", "run", "finished", "CPU-s")
        rows, differing = zip(*runs.lines(chosen, found), strict=True)
        heading, *lines = printing.aligned(columns, rows, ("seed", "run", "CPU-s"))
        printing.line(heading, whole=True, style="bold")
        for line, words in zip(lines, differing, strict=True):
            printing.line(line, whole=True)
            for part in printing.packed(words):
                printing.line(f"    {part}", whole=True)


@app.command("show")
def show_run(
    number: Annotated[int, typer.Argument(metavar="RUN", help="The number of the run.")],
    archive: ArchiveFile = paths.ARCHIVE,
    as_json: Json = False,
) -> None:
    """Show the cost, labels and attributes of a run, and a summary of what it recorded."""
    from burstlab.archive import Archive
    from burstlab.command import runs

    with Archive(archive) as file:
        document = runs.shown(file, number)
    if as_json:
        printing.json_document(document)
        return
    for columns, rows in runs.tables(document):
        if rows:
            printing.table(columns, rows)
            printing.line()


@app.command("export")
def export_runs(
    choice: Choice = None,
    metric: Annotated[
        list[str] | None, typer.Option(help="METRIC or METRIC[OBJECT] to export; default: all.")
    ] = None,
    series: Annotated[str, typer.Option(help="Export the points of a time series instead.")] = "",
    table: Annotated[str, typer.Option(help="Export the rows of a table instead.")] = "",
    archive: ArchiveFile = paths.ARCHIVE,
    as_json: Json = False,
) -> None:
    """Print numbers of runs as CSV, or with their units as JSON.

    Labels, seed, run and the attributes in which the runs differ come first.
    """
    from burstlab.archive import Archive, as_document
    from burstlab.command import runs

    with Archive(archive) as file:
        chosen = runs.choose(file, choice or ())
        frame, units = runs.exported(chosen, metric or (), series, table)
    if as_json:
        printing.json_document(as_document(frame, units))
    else:
        frame.to_csv(sys.stdout, index=False, lineterminator="\n")


@app.command("failures")
def list_failures(
    number: Annotated[
        int | None,
        typer.Argument(metavar="RUN", help="The number of a run: it alone, with its log."),
    ] = None,
    delete: Annotated[
        bool, typer.Option("--delete", help="Take the listed runs off the list, after asking.")
    ] = False,
    yes: Yes = False,
    archive: ArchiveFile = paths.ARCHIVE,
    as_json: Json = False,
) -> None:
    """List runs that failed and are not in the archive: why, and the command that repeats them.

    With --delete, take these runs off the list; a run that fails again is listed again.
    """
    from burstlab.archive import Archive
    from burstlab.command import runs

    if delete and as_json:
        raise InputError("--delete and --json: one of them is allowed")
    with Archive(archive) as file:
        failed = runs.failed(file)
        if number is not None:
            numbers = [str(row["run_id"]) for row in failed]
            failed = [row for row in failed if row["run_id"] == number]
            if not failed:
                raise unknown("failed run", str(number), numbers)
        if as_json:
            printing.json_document({"archive": str(archive), "failures": failed})
        elif not delete:
            _print_failed(failed, number)
        elif _agreed(failed, "failed runs", file, yes, lambda: _print_failed(failed, number)):
            printing.line(runs.forget_failed(file, [row["run_id"] for row in failed]))


def _print_failed(failed: Sequence[dict[str, Any]], number: int | None) -> None:
    for row in failed:
        if number is not None:
            facts = ("scenario", "seed", "run", "machine", "failed_utc")
            printing.table(("failed run", str(number)), [[name, str(row[name])] for name in facts])
            log = row["log"].rstrip() or "The run wrote nothing to standard error."
            printing.line(f"\n{log}\n", whole=True)
        printing.line(f"{row['run_id']}: {row['reason']}", whole=True)
        printing.line(f"    again: {row['command']}", whole=True)
    if number is None:
        printing.line(f"{len(failed):,} runs failed and are not in the archive")


@app.command("delete")
def delete_runs(
    choice: WhatToDelete = None,
    yes: Yes = False,
    archive: ArchiveFile = paths.ARCHIVE,
) -> None:
    """Delete runs with their labels, and the claims that were judged by them."""
    from burstlab.archive import Archive
    from burstlab.command import runs

    if not choice:
        raise InputError("what to delete is missing: numbers of runs or NAME=VALUE are needed")
    with Archive(archive) as file:
        chosen = runs.choose(file, choice)
        _ask_and_delete(file, chosen, yes)


@app.command()
def prune(
    old_code: Annotated[
        bool, typer.Option("--old-code", help="Delete runs whose code has changed since.")
    ] = False,
    unlabelled: Annotated[
        bool, typer.Option("--unlabelled", help="Delete runs that no study or sweep file labels.")
    ] = False,
    yes: Yes = False,
    archive: ArchiveFile = paths.ARCHIVE,
    quiet: Quiet = False,
) -> None:
    """Delete runs of old code, runs without labels, or both."""
    from burstlab.archive import Archive
    from burstlab.command import runs

    with Archive(archive) as file:
        if old_code:
            build.ensure(quiet=quiet)
        _ask_and_delete(file, runs.unwanted(file, old_code=old_code, unlabelled=unlabelled), yes)


def _ask_and_delete(file: Archive, chosen: Results, yes: bool) -> None:
    from burstlab.command import runs

    if _agreed(chosen, "runs", file, yes, lambda: _print_runs(file, chosen)):
        printing.line(runs.delete(file, chosen.run_ids), whole=True)


def _agreed(chosen: Sized, kind: str, file: Archive, yes: bool, show: Callable[[], None]) -> bool:
    """Show the rows to delete and ask for consent; without a terminal --yes is needed."""
    what = f"{len(chosen):,} {kind}"
    if not len(chosen):
        printing.line("nothing to delete")
        return False
    if yes:
        return True
    if not sys.stdin.isatty():
        raise InputError(f"{what} would be deleted: without a terminal to ask at, --yes is needed")
    show()
    agreed = typer.confirm(f"\ndelete {what} from {file.path}?", default=False)
    if not agreed:
        printing.line("nothing was deleted")
    return agreed
