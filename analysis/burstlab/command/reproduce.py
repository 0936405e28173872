# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""From studies to judged claims and the report."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from burstlab import build, engine, paths, progress
from burstlab.archive import Archive
from burstlab.errors import WorkError
from burstlab.report import Chapter, Site, write_report
from burstlab.study import EDITIONS, Study, apart, documents, evaluate, in_study, read_studies

logger = logging.getLogger(__name__)

_FIRST_BUILD_S = 300
_REPORT_S = 60
_SHOWN_FAILURES = 10


@dataclass
class Reproduction:
    """What became of it.

    Attributes
    ----------
    index
        The report's first page.
    verdicts
        Number of claims by verdict.
    failures
        Runs that failed; the claims of their study were not judged.
    faults
        Studies that could not be reproduced, each with what is wrong in it.
    stages
        Wall-clock seconds of each stage.
    """

    index: Path | None = None
    verdicts: Counter[str] = field(default_factory=Counter)
    failures: list[engine.Failure] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)
    stages: dict[str, float] = field(default_factory=dict)


def reproduce(
    names: Sequence[str] = (),
    edition: str = "quick",
    archive_path: Path = paths.ARCHIVE,
    *,
    quiet: bool = False,
) -> Reproduction:
    """Build the suite, sweep the studies, judge their claims, write the report.

    Parameters
    ----------
    names
        Studies; none named: all.
    edition
        ``"quick"`` or ``"full"``.
    archive_path
        The archive.
    quiet
        Show no progress.
    """
    studies, faults = read_studies(names)
    if not studies:
        raise WorkError("; ".join(faults.values()))
    logger.info("%s", announcement(studies.values(), edition))
    outcome, clock = Reproduction(faults=faults), _Clock()
    build.ensure(quiet=quiet)
    outcome.stages["build"] = clock.lap()
    for study in studies.values():
        with apart(study.name, outcome.faults):
            outcome.failures += sweep_study(study, edition, archive_path, quiet=quiet).failures
    outcome.stages["runs"] = clock.lap()
    with Archive(archive_path, create=True) as archive:
        chapters = _chapters(archive, {name: [edition] for name in studies}, outcome.faults)
        outcome.stages["claims"] = clock.lap()
        site = write_report(archive, chapters, paths.REPORT)
        outcome.index = site.index
        for name in studies:
            if name not in site.faults:
                outcome.verdicts.update(archive.claims(name)["verdict"])
    outcome.stages["report"] = clock.lap()
    for name in names or site.faults:
        if name in site.faults:
            outcome.faults[name] = site.faults[name]
    _log_faults(site.faults)
    return outcome


def announcement(studies: Iterable[Study], edition: str) -> str:
    """Say what will be done and about how long it takes."""
    studies = list(studies)
    names = ", ".join(study.name for study in studies)
    seconds = sum(study.budget_s for study in studies) + _REPORT_S
    if not (paths.BUILD / "release" / "current").exists():
        seconds += _FIRST_BUILD_S
    what = f"reproducing {names} ({edition} edition): build, runs, claims, report"
    if edition == "full":
        return "; ".join([what, *(f"{study.name}: {study.full_note}" for study in studies)])
    return f"{what}; {seconds / 60:.0f} minutes at most, seconds for what is there already"


def sweep_study(
    study: Study, edition: str, archive_path: Path = paths.ARCHIVE, *, quiet: bool = False
) -> engine.SweepOutcome:
    """Compute what is missing of an edition."""
    planned = plan_study(study, edition)
    return sweep_runs(study.name, planned, archive_path, quiet=quiet, study=study.name)


def plan_study(study: Study, edition: str) -> list[engine.PlannedRun]:
    """Plan the runs of an edition."""
    with in_study(study.name):
        return engine.plan(study.specs(edition), build.runner())


def sweep_runs(
    title: str,
    planned: Sequence[engine.PlannedRun],
    archive_path: Path = paths.ARCHIVE,
    *,
    workers: int | None = None,
    quiet: bool = False,
    study: str = "",
    units: Mapping[str, str] = {},
) -> engine.SweepOutcome:
    """Compute runs under a display; log what became of them, and how to repeat failed ones."""
    display = progress.choose(title, quiet=quiet)
    outcome = engine.sweep(
        planned, archive_path, workers=workers, progress=display, study=study, units=units
    )
    logger.info("%s: %s", title, summary(outcome))
    for failure in outcome.failures[:_SHOWN_FAILURES]:
        logger.error("%s", told(failure))
    return outcome


def claims(
    names: Sequence[str] = (),
    edition: str = "quick",
    archive_path: Path = paths.ARCHIVE,
    *,
    quiet: bool = False,
) -> tuple[list[dict[str, Any]], list[engine.Failure], dict[str, str]]:
    """Judge claims by the runs of an edition, of which the missing ones are computed first.

    Returns
    -------
    list of dict
        The claims as JSON documents; those of a study with failed runs are not judged.
    list of Failure
        Runs that failed.
    dict of str to str
        Studies that could not be judged, each with what is wrong in it.
    """
    judged, failures = [], []
    studies, faults = read_studies(names)
    for study in studies.values():
        with apart(study.name, faults):
            outcome = sweep_study(study, edition, archive_path, quiet=quiet)
            failures += outcome.failures
            if not outcome.failures:
                with Archive(archive_path) as archive:
                    judge_study(archive, study, edition, outcome.run_ids)
                    judged += documents(archive.claims(study.name))
    _log_faults(faults)
    return judged, failures, faults


def summary(outcome: engine.SweepOutcome) -> str:
    """Say in a line what became of a sweep."""
    failed = f", {len(outcome.failures)} failed" if outcome.failures else ""
    return (
        f"{len(outcome.run_ids)} runs, {outcome.reused} of them in the archive already,"
        f" {outcome.computed} computed{failed} in {outcome.seconds:.1f} s"
    )


def told(failure: engine.Failure) -> str:
    """Say why a run failed, and how to repeat it."""
    return f"{failure.sentence}\n    again: {build.repeat(failure.run)}"


def judge_study(archive: Archive, study: Study, edition: str, run_ids: Sequence[int]) -> None:
    """Judge the claims of a study by some runs, and store them."""
    archive.store_claims(study.name, edition, evaluate(study, archive.select(run_ids)))


def report(archive_path: Path = paths.ARCHIVE) -> Site:
    """Write the report of what the archive holds, without computing a run."""
    with Archive(archive_path) as archive:
        site = write_report(archive, _chapters(archive, {}, {}), paths.REPORT)
    _log_faults(site.faults)
    return site


def _chapters(
    archive: Archive, editions: Mapping[str, Sequence[str]], faults: Mapping[str, str]
) -> list[Chapter]:
    """Judge every study, by the editions given for it or by any; one with a fault is told of."""
    studies, unreadable = read_studies()
    faults = {**unreadable, **faults}
    chapters = {}
    for study in studies.values():
        if study.name not in faults:
            with apart(study.name, faults):
                shown = editions.get(study.name, EDITIONS[::-1])
                chapters[study.name] = _chapter(archive, study, shown)
    for name, fault in faults.items():
        study = studies.get(name, Study(name, name, "", "", (), lambda _: [], (), (), 0, ""))
        chapters[name] = Chapter(study, EDITIONS[0], (), fault)
    return [chapters[name] for name in sorted(chapters)]


def _log_faults(faults: Mapping[str, str]) -> None:
    for name, fault in faults.items():
        logger.error("%s: %s", name, fault)


def _chapter(archive: Archive, study: Study, editions: Sequence[str]) -> Chapter:
    """Judge the first of the editions of which all runs are in the archive."""
    for edition in editions:
        planned = plan_study(study, edition)
        present = archive.present({run.run_id: run.key for run in planned})
        if planned and len(present) == len(planned):
            run_ids = [run.run_id for run in planned]
            judge_study(archive, study, edition, run_ids)
            return Chapter(study, edition, run_ids)
    return Chapter(study, editions[-1], [])


class _Clock:
    def __init__(self) -> None:
        self._last = time.monotonic()

    def lap(self) -> float:
        now = time.monotonic()
        seconds, self._last = now - self._last, now
        return seconds
