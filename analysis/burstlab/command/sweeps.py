# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps of the commands: cluster, processes and limits of runs, progress and messages."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from burstlab import engine, paths, progress
from burstlab.archive import Archive, check_place
from burstlab.command import printing
from burstlab.process import cores
from burstlab.study import Edition

logger = logging.getLogger(__name__)

_SHOWN_FAILURES = 10


@dataclass(frozen=True)
class Means:
    """Cluster or processes that compute runs, and limits of each run.

    Attributes
    ----------
    cluster
        A cluster; None: this machine.
    workers
        Processes at a time on this machine; None: one for each processor.
    limits
        Limits of each run.
    """

    cluster: engine.Cluster | None = None
    workers: int | None = None
    limits: engine.Limits = field(default_factory=lambda: engine.Limits())

    @property
    def slots(self) -> int:
        """Number of runs at a time."""
        return self.cluster.slots if self.cluster else self.workers or cores()


HERE = Means()


def sweep_edition(
    edition: Edition,
    more: Sequence[engine.PlannedRun] = (),
    within: float | None = None,
    *,
    archive_path: Path = paths.ARCHIVE,
    means: Means = HERE,
    quiet: bool = False,
) -> engine.SweepOutcome:
    """Compute the missing runs of an edition, or those among added runs."""
    study = edition.study
    return sweep_runs(
        f"{study.name}, more" if more else study.name,
        more or edition.planned,
        archive_path,
        within=within,
        means=means,
        quiet=quiet,
        study=study.name,
        units=study.units,
    )


def sweep_runs(
    title: str,
    planned: Sequence[engine.PlannedRun],
    archive_path: Path = paths.ARCHIVE,
    *,
    within: float | None = None,
    means: Means = HERE,
    quiet: bool = False,
    study: str = "",
    units: Mapping[str, str] = {},
) -> engine.SweepOutcome:
    """Compute runs with a progress display; log the results, and how to repeat failed runs."""
    display = progress.choose(title, quiet=quiet)
    try:
        outcome = engine.sweep(
            planned,
            archive_path,
            executor=means.cluster,
            workers=means.workers,
            limits=means.limits,
            within=within,
            progress=display,
            study=study,
            units=units,
        )
    except KeyboardInterrupt:
        if archive_path.exists():
            logger.warning("%s", _kept(title, planned, archive_path))
        raise
    logger.info("%s: %s", title, summary(outcome))
    for failure in outcome.failures[:_SHOWN_FAILURES]:
        logger.error("%s", described(failure, archive_path))
    if len(outcome.failures) > _SHOWN_FAILURES:
        file = paths.relative(archive_path)
        logger.error("./lab archive failures --archive=%s lists all that failed", file)
    return outcome


def print_estimate(
    title: str, planned: Sequence[engine.PlannedRun], archive_path: Path, means: Means
) -> None:
    """Print the number of missing runs and their expected time."""
    check_place(archive_path)
    with ExitStack() as stack:
        there = archive_path.exists()
        archive = stack.enter_context(Archive(archive_path)) if there else None
        found = engine.estimate(planned, archive, means.slots)
    missing = found.runs - found.present
    line = f"{title}: {found.runs} runs, {found.present} of them in the archive already"
    guess = f"guessed at {printing.duration(found.guess_s)} each"
    if missing and missing == found.like.get("unknown"):
        line += f", {missing} to compute, {guess}: no run of the scenario is there"
    elif missing:
        line += f", {missing} to compute: {printing.duration(found.cpu_s)} of processor time"
        line += f", {printing.duration(found.wall_s)} with {means.slots} at a time"
        sources = {"near": "estimated by runs nearby", "unknown": guess}
        counts = [f"{found.like[kind]} {s}" for kind, s in sources.items() if kind in found.like]
        line += f" ({', '.join(counts)})" if counts else ""
    printing.line(line, whole=True)


def _kept(title: str, planned: Sequence[engine.PlannedRun], archive_path: Path) -> str:
    with Archive(archive_path) as archive:
        kept = len(archive.present({run.run_id: run.key for run in planned}))
    file = paths.relative(archive_path)
    return f"{title}: {kept} of {len(planned)} runs are in {file}; the same command goes on there"


def summary(outcome: engine.SweepOutcome) -> str:
    """Summarise a sweep in one line."""
    failed = f", {len(outcome.failures)} failed" if outcome.failures else ""
    failed += f", {outcome.left} left when the time was over" if outcome.left else ""
    return (
        f"{len(outcome.run_ids)} runs, {outcome.reused} of them in the archive already,"
        f" {outcome.computed} computed{failed} in {outcome.seconds:.1f} s"
    )


def described(failure: engine.Failure, archive_path: Path) -> str:
    """Describe the failure of a run, and how to repeat the run."""
    return f"{failure.sentence}\n    again: {engine.repeat(failure.run, archive_path)}"
