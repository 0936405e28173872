# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""From studies to judged claims and the report."""

from __future__ import annotations

import logging
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from burstlab import build, engine, paths, progress
from burstlab.archive import Archive, check_place
from burstlab.command import printing
from burstlab.command.deciding import Decided, Edition, decide
from burstlab.errors import InputError, WorkError
from burstlab.process import cores
from burstlab.report import Chapter, Site, counts, in_readme, rows, write_report
from burstlab.study import EDITIONS, Study, apart, documents, find_studies, read_studies

logger = logging.getLogger(__name__)

_REPORT_S = 60
_SHOWN_FAILURES = 10
_NOT_BUILT = "nothing is built (./lab build), so its runs are not known"


@dataclass(frozen=True)
class Means:
    """What runs are computed with.

    Attributes
    ----------
    cluster
        A cluster; None: this machine.
    workers
        Processes at a time on this machine; None: as many as it has processors.
    limits
        What a run may take.
    """

    cluster: engine.Cluster | None = None
    workers: int | None = None
    limits: engine.Limits = field(default_factory=lambda: engine.Limits())

    @property
    def slots(self) -> int:
        """How many runs are computed at a time."""
        return self.cluster.slots if self.cluster else self.workers or cores()


HERE = Means()


@dataclass
class Reproduction:
    """What became of it.

    Attributes
    ----------
    index
        The report's first page.
    verdicts
        Number of claims by study, reading (that of checks is ``""``) and verdict.
    decided
        What became of the claims that were undecided; None when no replications were added.
    failures
        Runs that failed; the claims of their study were not judged.
    faults
        Studies that could not be reproduced, each with what is wrong in it.
    stages
        Wall-clock seconds of each stage.
    """

    index: Path | None = None
    verdicts: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    decided: Decided | None = None
    failures: list[engine.Failure] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)
    stages: dict[str, float] = field(default_factory=dict)


def reproduce(
    names: Sequence[str] = (),
    edition: str = "quick",
    archive_path: Path = paths.ARCHIVE,
    *,
    budget_s: float = 0,
    means: Means = HERE,
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
    budget_s
        Time in which replications are added for claims that are undecided; 0: none are added.
    means
        What runs are computed with.
    quiet
        Show no progress.
    """
    check_place(archive_path)
    studies, faults = read_studies(names)
    if not studies:
        raise WorkError("; ".join(faults.values()))
    logger.info("%s", announcement(studies.values(), edition))
    outcome, clock = Reproduction(faults=faults), _Clock()
    build.ensure(quiet=quiet)
    outcome.stages["build"] = clock.lap()
    editions = []
    for study in studies.values():
        with apart(study.name, outcome.faults):
            editions.append(Edition(study, edition))
            done = sweep_edition(editions[-1], (), archive_path, means=means, quiet=quiet)
            outcome.failures += done.failures
    outcome.stages["runs"] = clock.lap()
    if budget_s and not outcome.failures:
        compute = partial(sweep_edition, archive_path=archive_path, means=means, quiet=quiet)
        outcome.decided = decide(editions, archive_path, budget_s, compute)
        outcome.stages["replications"] = clock.lap()
    with Archive(archive_path, create=True) as archive:
        shown = {name: [edition] for name in studies}
        chapters = _chapters(archive, shown, outcome.faults, quiet)
        outcome.stages["claims"] = clock.lap()
        site = _write(archive, chapters, paths.REPORT, quiet)
        outcome.index = site.index
        for name in studies:
            if name not in site.faults:
                outcome.verdicts[name] = counts(rows(studies[name], archive.claims(name)))
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
        seconds += build.first_build_s()
    what = f"reproducing {names} ({edition} edition): build, runs, claims, report"
    if edition == "full":
        return "; ".join([what, *(f"{study.name}: {study.full_note}" for study in studies)])
    minutes = math.ceil(seconds / 60)
    most = "a minute" if minutes == 1 else f"{minutes} minutes"
    return f"{what}; {most} at most, seconds for what is there already"


def sweep_edition(
    edition: Edition,
    more: Sequence[engine.PlannedRun] = (),
    archive_path: Path = paths.ARCHIVE,
    *,
    means: Means = HERE,
    quiet: bool = False,
) -> engine.SweepOutcome:
    """Compute what is missing of an edition, or of runs that are added to it."""
    study = edition.study
    return sweep_runs(
        f"{study.name}, more" if more else study.name,
        more or edition.planned,
        archive_path,
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
    means: Means = HERE,
    quiet: bool = False,
    study: str = "",
    units: Mapping[str, str] = {},
) -> engine.SweepOutcome:
    """Compute runs under a display; log what became of them, and how to repeat failed ones."""
    display = progress.choose(title, quiet=quiet)
    try:
        outcome = engine.sweep(
            planned,
            archive_path,
            executor=means.cluster,
            workers=means.workers,
            limits=means.limits,
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
        logger.error("%s", told(failure))
    if len(outcome.failures) > _SHOWN_FAILURES:
        file = paths.relative(archive_path)
        logger.error("./lab archive failures --archive=%s lists all that failed", file)
    return outcome


def plans(names: Sequence[str], edition: str) -> Iterator[tuple[str, Sequence[engine.PlannedRun]]]:
    """Plan the runs of studies."""
    for study in find_studies(names).values():
        yield study.name, Edition(study, edition).planned


def tell_estimate(
    title: str, planned: Sequence[engine.PlannedRun], archive_path: Path, means: Means
) -> None:
    """Say how many runs are missing and how long they will take, and compute none."""
    check_place(archive_path)
    with ExitStack() as stack:
        there = archive_path.exists()
        archive = stack.enter_context(Archive(archive_path)) if there else None
        found = engine.estimate(planned, archive, means.slots)
    missing = found.runs - found.present
    line = f"{title}: {found.runs} runs, {found.present} of them in the archive already"
    if missing:
        line += f", {missing} to compute: {_duration(found.cpu_s)} of processor time"
        line += f", {_duration(found.wall_s)} with {means.slots} at a time"
        ways = {"near": "estimated by runs nearby", "unknown": "of unknown cost"}
        told = [f"{found.like[way]} {text}" for way, text in ways.items() if way in found.like]
        line += f" ({', '.join(told)})" if told else ""
    printing.line(line, whole=True)


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.3g} s"
    return f"{seconds / 60:.3g} min" if seconds < 6000 else f"{seconds / 3600:.3g} h"


def _kept(title: str, planned: Sequence[engine.PlannedRun], archive_path: Path) -> str:
    with Archive(archive_path) as archive:
        kept = len(archive.present({run.run_id: run.key for run in planned}))
    file = paths.relative(archive_path)
    return f"{title}: {kept} of {len(planned)} runs are in {file}; the same command goes on there"


def claims(
    names: Sequence[str] = (),
    edition: str = "quick",
    archive_path: Path = paths.ARCHIVE,
    *,
    quiet: bool = False,
) -> tuple[list[dict[str, Any]], set[str], dict[str, str]]:
    """Judge claims by the runs of an edition that the archive holds, and compute none.

    Where runs are missing, or nothing is built that could tell which they are, the claims are
    given as they were judged last.

    Returns
    -------
    list of dict
        The claims as JSON documents.
    set of str
        Studies that were judged now.
    dict of str to str
        Studies without claims, each with the reason.
    """
    check_place(archive_path)
    found, fresh = [], set()
    built = build.refresh(quiet=quiet)
    studies, faults = read_studies(names)
    with Archive(archive_path) as archive:
        for study in _shown("judging", studies.values(), quiet):
            with apart(study.name, faults):
                missing = _judge(archive, study, edition) if built else _NOT_BUILT
                judged = rows(study, archive.claims(study.name))
                if not missing:
                    fresh.add(study.name)
                elif judged:
                    logger.warning("%s: %s; %s", study.name, missing, _judged_when(judged[0]))
                else:
                    raise WorkError(f"{missing}, and no claim was judged yet: ./lab reproduce")
                found += documents(judged)
    _log_faults(faults)
    return found, fresh, faults


def _judge(archive: Archive, study: Study, name: str) -> str:
    """Judge a study by an edition; where runs of it are missing say how many, and do nothing."""
    edition = Edition(study, name)
    missing = edition.missing(archive)
    if missing:
        return f"{missing} of {len(edition.planned)} runs of the {name} edition are missing"
    archive.store_claims(study.name, name, edition.judge(archive))
    return ""


def _judged_when(claim: Mapping[str, Any]) -> str:
    return f"shown as judged by the {claim['edition']} edition at {claim['judged_utc']}"


def readmes(
    names: Iterable[str], archive_path: Path = paths.ARCHIVE, edition: str = "quick"
) -> dict[Path, str]:
    """Give the READMEs of some studies with the text that has the verdicts as they were judged."""
    if not os.access(archive_path, os.W_OK):  # the verdicts of now are not in it
        raise InputError(f"--readme: {archive_path} may not be written, and the verdicts go there")
    with Archive(archive_path) as archive:
        return {
            (file := paths.SCENARIOS / study.name / "README.md"): in_readme(
                study, rows(study, archive.claims(study.name)), file, edition
            )
            for study in find_studies(names).values()
        }


def summary(outcome: engine.SweepOutcome) -> str:
    """Say in a line what became of a sweep."""
    failed = f", {len(outcome.failures)} failed" if outcome.failures else ""
    return (
        f"{len(outcome.run_ids)} runs, {outcome.reused} of them in the archive already,"
        f" {outcome.computed} computed{failed} in {outcome.seconds:.1f} s"
    )


def told(failure: engine.Failure) -> str:
    """Say why a run failed, and how to repeat it."""
    return f"{failure.sentence}\n    again: {engine.repeat(failure.run)}"


def report(
    archive_path: Path = paths.ARCHIVE, folder: Path = paths.REPORT, *, quiet: bool = False
) -> Site:
    """Write the report of what the archive holds into a folder, without computing a run."""
    if not build.refresh(quiet=quiet):
        raise InputError(
            "nothing is built (./lab build), and only what is built knows which runs a study has"
        )
    with Archive(archive_path) as archive:
        site = _write(archive, _chapters(archive, {}, {}, quiet), folder, quiet)
    _log_faults(site.faults)
    return site


def _chapters(
    archive: Archive,
    editions: Mapping[str, Sequence[str]],
    faults: Mapping[str, str],
    quiet: bool,
) -> list[Chapter]:
    """Judge every study, by the editions given for it or by any; one with a fault is told of."""
    studies, unreadable = read_studies()
    faults = {**unreadable, **faults}
    chapters = {}
    for study in _shown("judging", studies.values(), quiet):
        if study.name not in faults:
            with apart(study.name, faults):
                shown = editions.get(study.name, EDITIONS[::-1])
                chapters[study.name] = _chapter(archive, study, shown)
    for name, fault in faults.items():
        study = studies.get(name, Study(name, name, "", "", (), (), lambda _: []))
        chapters[name] = Chapter(study, EDITIONS[0], (), fault=fault)
    return [chapters[name] for name in sorted(chapters)]


def _write(archive: Archive, chapters: Sequence[Chapter], folder: Path, quiet: bool) -> Site:
    name = attrgetter("study.name")
    return write_report(
        archive, chapters, folder, lambda parts: _shown("writing the report", parts, quiet, name)
    )


def _shown(
    title: str, parts: Iterable[Any], quiet: bool, name: Callable[[Any], str] = attrgetter("name")
) -> Iterator[Any]:
    """Go through studies or their chapters under a display that names the present one."""
    parts = list(parts)
    display = progress.choose(title, unit="studies", quiet=quiet)
    display.start(len(parts), 0)
    try:
        for i, part in enumerate(parts):
            display.report(i, name(part), {})
            yield part
            display.finish(i, True)
    finally:
        display.close()


def _log_faults(faults: Mapping[str, str]) -> None:
    for name, fault in faults.items():
        logger.error("%s: %s", name, fault)


def _chapter(archive: Archive, study: Study, editions: Sequence[str]) -> Chapter:
    """Judge the first of the editions of which all runs are in the archive."""
    for name in editions:
        edition = Edition(study, name)
        if edition.planned and not edition.missing(archive):
            labels = {run.run_id: run.labels for run in edition.planned}
            archive.label(study.name, labels, study.units)
            judged = edition.judge(archive)
            archive.store_claims(study.name, name, judged)
            behind = {(claim["id"], claim["reading"]): claim["run_ids"] for claim in judged}
            there = labels.keys() | {run_id for some in behind.values() for run_id in some}
            specs = {run_id: spec for run_id, spec in edition.specs().items() if run_id in there}
            return Chapter(study, name, list(labels), behind, specs)
    return Chapter(study, editions[-1], [])


class _Clock:
    def __init__(self) -> None:
        self._last = time.monotonic()

    def lap(self) -> float:
        now = time.monotonic()
        seconds, self._last = now - self._last, now
        return seconds
