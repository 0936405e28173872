# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The commands that compute many runs: ``./lab reproduce``, ``sweep`` and ``worker``."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from burstlab import build as building
from burstlab import paths
from burstlab.build import catalogue
from burstlab.command import completion, printing
from burstlab.command.options import (
    ArchiveFile,
    ClusterUrl,
    DryRun,
    Full,
    MemoryLimit,
    Quiet,
    StudyNames,
    TimeLimit,
    bytes_of,
    edition_of,
    seconds_of,
)
from burstlab.errors import InputError, exit_code, unknown
from burstlab.study import study_names

if TYPE_CHECKING:
    from burstlab.command.deciding import Decided
    from burstlab.command.sweeps import Means

Workers = Annotated[
    int | None, typer.Option(min=1, help="Runs at a time; default: one for each processor.")
]


@contextmanager
def _means(
    cluster: str | None, workers: int | None, time_limit: str | None, memory_limit: str | None
) -> Iterator[Means]:
    """Connect to the cluster, if any, for the duration of the block."""
    from burstlab.command.sweeps import Means
    from burstlab.engine import Limits, connect

    limits = Limits(
        seconds_of("--time-limit", time_limit) if time_limit is not None else None,
        bytes_of("--memory-limit", memory_limit) if memory_limit is not None else None,
    )
    if cluster is None:
        yield Means(workers=workers, limits=limits)
        return
    if workers is not None:
        raise InputError(f"--workers={workers} and --cluster={cluster}: one of them is allowed")
    with connect(cluster) as found:
        yield Means(found, limits=limits)


def reproduce(
    study: StudyNames = None,
    full: Full = False,
    until_decided: Annotated[
        bool,
        typer.Option("--until-decided", help="Add replications until each claim is decided."),
    ] = False,
    budget: Annotated[
        str | None, typer.Option(help="Time for --until-decided, as 30min or 2h; default: 30min.")
    ] = None,
    cluster: ClusterUrl = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    dry_run: DryRun = False,
    archive: ArchiveFile = paths.ARCHIVE,
    quiet: Quiet = False,
) -> int:
    """Build, run the studies, judge their claims, write the report."""
    from burstlab.command import reproduce as work
    from burstlab.command.sweeps import print_estimate

    if budget is not None and not until_decided:
        raise InputError(f"--budget={budget} needs --until-decided")
    seconds = seconds_of("--budget", budget or "30min") if until_decided else 0
    with _means(cluster, None, time_limit, memory_limit) as means:
        if dry_run:
            building.ensure(quiet=quiet, studies=study or ())
            for title, planned in work.plans(study or (), edition_of(full)):
                print_estimate(title, planned, archive, means)
            return 0
        done = work.reproduce(
            study or (), edition_of(full), archive, budget_s=seconds, means=means, quiet=quiet
        )
    for name, readings in done.verdicts.items():
        for reading, tally in readings.items():
            counts = ", ".join(f"{count} {verdict}" for verdict, count in tally.items() if count)
            printing.line(f"{name}, {reading or 'checks'}: {counts}", whole=True)
    if done.decided:
        _print_decided(done.decided)
    stages = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in done.stages.items())
    printing.line(f"time:   {stages}\nreport: {done.index}", whole=True)
    return exit_code(done.faults.values()) or (1 if done.failures else 0)


def _print_decided(done: Decided) -> None:
    """Print the claims that added replications decided, and those still open."""
    from burstlab.study import MAX_TIMES, outlook

    for edition, look in done.decided:
        printing.line(
            f"decided: {edition.study.name}/{look.claim.id} {look.reading}:"
            f" {look.judgement.verdict} with {2**look.level} times the replications",
            whole=True,
        )
    for claim in done.left:
        verdict, needed, rest = claim.look.judgement.verdict, claim.look.judgement.needed, ""
        if claim.seconds < math.inf:
            rest = f": about {printing.duration(claim.seconds)}"
        elif needed is not None:
            rest = f"; at most {MAX_TIMES} times those of the edition are added"
        printing.line(
            f"left:    {claim.edition.study.name}/{claim.look.claim.id} {claim.look.reading}:"
            f" {', '.join(filter(None, (verdict, outlook(verdict, needed))))}{rest}",
            whole=True,
        )


def sweep(
    target: Annotated[
        str,
        typer.Argument(
            metavar="STUDY|FILE",
            autocompletion=completion.of(study_names),
            help="A study or a sweep file.",
        ),
    ],
    full: Full = False,
    workers: Workers = None,
    cluster: ClusterUrl = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    dry_run: DryRun = False,
    archive: ArchiveFile = paths.ARCHIVE,
    quiet: Quiet = False,
) -> int:
    r"""Compute the missing runs of a study, or of a grid described in a TOML or JSON file.

    The file names a scenario and its attributes, each with one value or a list
    of values (every combination is run), and where wanted seeds, runs (how
    many replications), plugins, program, labels:

    scenario = "traffic-arrivals"
    runs = 10
    \[attributes]
    Slots = [1000, 2000]
    """
    building.ensure(quiet=quiet, studies=[target] if target in study_names() else ())
    if target in study_names():
        from burstlab.study import Edition, find_studies

        study = find_studies([target])[target]
        planned, name, units = Edition(study, edition_of(full)).planned, target, study.units
    elif Path(target).suffix in (".toml", ".json"):
        from burstlab.command import sweepfile
        from burstlab.engine import plan

        specs, program, name, units = sweepfile.read(Path(target))
        own = None if program == catalogue.runner() else program
        try:
            catalogue.find_scenario(specs[0].scenario, own)
            planned = plan(specs, program)
        except InputError as error:
            plugin = "; a type of a plugin needs the plugin's name in the key plugins"
            hint = plugin if "is no TypeId" in str(error) else ""
            raise InputError(f"{target}: {error}{hint}") from None
    else:
        raise unknown("study (or .toml or .json file)", target, study_names())
    from burstlab.command import sweeps as work  # imports pandas: after the checks of the input

    with _means(cluster, workers, time_limit, memory_limit) as means:
        if dry_run:
            work.print_estimate(target, planned, archive, means)
            return 0
        outcome = work.sweep_runs(
            target, planned, archive, means=means, quiet=quiet, study=name, units=units
        )
    return 1 if outcome.failures else 0


def worker(
    url: Annotated[str, typer.Argument(metavar="URL", help="The scheduler, as tcp://host:8786.")],
    workers: Workers = None,
    quiet: Quiet = False,
) -> None:
    """Compute runs for the sweeps of a Dask scheduler, until it ends or Ctrl-C."""
    building.ensure(quiet=quiet)
    from burstlab.engine.cluster import serve

    serve(url, workers, quiet=quiet)
