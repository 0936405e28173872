# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""From studies to judged claims and the report."""

from __future__ import annotations

import logging
import math
import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from burstlab import build, engine, paths, progress, published
from burstlab.archive import Archive, check_place
from burstlab.command.deciding import Decided, decide
from burstlab.command.sweeps import HERE, Means, sweep_edition
from burstlab.errors import Fault, InputError, WorkError
from burstlab.monitoring.pages import write_pages
from burstlab.report import Chapter, Site, counts, in_readme, publishing, rows, write_report
from burstlab.study import (
    EDITIONS,
    Edition,
    Study,
    apart,
    documents,
    find_studies,
    read_studies,
    study_names,
)

logger = logging.getLogger(__name__)

_REPORT_S = 60
_NOT_BUILT = "{} built (./lab build), so its runs are not known"


@dataclass
class Reproduction:
    """The result of ``./lab reproduce``.

    Attributes
    ----------
    index
        The report's first page.
    verdicts
        Number of claims by study, reading (``""`` for checks) and verdict.
    decided
        The result for undecided claims; None when no replications were added.
    failures
        Failed runs; the claims of their study were not judged.
    faults
        Faulty studies, and faulty claims, figures and tables, each with its error.
    stages
        Wall-clock seconds of each stage.
    """

    index: Path | None = None
    verdicts: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    decided: Decided | None = None
    failures: list[engine.Failure] = field(default_factory=list)
    faults: dict[str, Fault] = field(default_factory=dict)
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
    """Build the suite, sweep the studies, judge their claims, write their pages of the report.

    Parameters
    ----------
    names
        Studies; empty: all.
    edition
        ``"quick"`` or ``"full"``.
    archive_path
        The archive.
    budget_s
        Time budget of added replications for undecided claims; 0: none are added.
    means
        Cluster, number of processes and limits of the runs.
    quiet
        Show no progress.
    """
    check_place(archive_path)
    studies, faults = read_studies(names)
    if not studies:
        for fault in faults.values():
            raise fault
    _log_faults(faults)
    logger.info("%s", announcement(studies.values(), edition, names))
    outcome, clock = Reproduction(faults=faults), _Clock()
    wanted = {*studies, *faults}
    compute = partial(sweep_edition, archive_path=archive_path, means=means, quiet=quiet)

    def write_pages_of(part: Collection[str]) -> None:
        with Archive(archive_path, create=True) as archive:
            shown = {name: [edition] for name in part}
            chapters = _chapters(archive, shown, outcome.faults, quiet, [*part])
            clock.lap(outcome.stages, "claims")
            site = _write(archive, chapters, paths.REPORT, quiet, _others(part))
            outcome.index = site.index
            outcome.faults |= site.faults
            for name in part:
                if name not in site.faults and name in studies:
                    outcome.verdicts[name] = counts(rows(studies[name], archive.claims(name)))
        clock.lap(outcome.stages, "report")

    editions: list[Edition] = []
    written: set[str] = set()
    order = sorted(studies, key=lambda name: studies[name].budget_s + build.first_build_s([name]))
    # Without a build the quickest study is there before the others are compiled.
    parts = [order] if names or build.exists() else [order[:1], order[1:]]
    for part in parts:
        build.ensure(quiet=quiet, studies=() if part is parts[-1] and not names else part)
        clock.lap(outcome.stages, "build")
        for planned in _planned({name: studies[name] for name in part}, edition, outcome.faults):
            editions.append(planned)
            name = planned.study.name
            with _logged(name, outcome.faults):
                outcome.failures += compute(planned).failures
                clock.lap(outcome.stages, "runs")
                if not budget_s:
                    write_pages_of([name])
                    written.add(name)
                    logger.info("%s: open %s", name, paths.relative(paths.REPORT / f"{name}.html"))
    if budget_s and not outcome.failures:
        outcome.decided = decide(editions, archive_path, budget_s, compute, means.slots)
        clock.lap(outcome.stages, "replications")
    if wanted - written:
        write_pages_of(sorted(wanted - written))
    return outcome


def announcement(studies: Iterable[Study], edition: str, built: Iterable[str] = ()) -> str:
    """Announce the work and its estimated time; without a build those studies are built, or all."""
    studies = list(studies)
    names = ", ".join(study.name for study in studies)
    seconds = sum(study.budget_s for study in studies) + _REPORT_S
    if not build.exists():
        seconds += build.first_build_s(built)
    what = f"reproducing {names} ({edition} edition): build, runs, claims, report"
    if edition == "full":
        return "; ".join([what, *(f"{study.name}: {study.full_note}" for study in studies)])
    minutes = math.ceil(seconds / 60)
    most = "a minute" if minutes == 1 else f"{minutes} minutes"
    return f"{what}; {most} at most, seconds for what is there already"


def plans(names: Sequence[str], edition: str) -> Iterator[tuple[str, Sequence[engine.PlannedRun]]]:
    """Plan the runs of studies."""
    for study in find_studies(names).values():
        yield study.name, Edition(study, edition).planned


def claims(
    names: Sequence[str] = (),
    edition: str = "quick",
    archive_path: Path = paths.ARCHIVE,
    *,
    quiet: bool = False,
) -> tuple[list[dict[str, Any]], set[str], dict[str, Fault]]:
    """Judge claims by the runs of an edition in the archive, without computing any run.

    If runs are missing, or no build identifies the runs, the last verdicts are returned.

    Returns
    -------
    list of dict
        The claims as JSON documents.
    set of str
        Studies with all claims judged in this call.
    dict of str to InputError or WorkError
        Studies without claims, and claims that cannot be judged, each with the reason.
    """
    check_place(archive_path)
    found, fresh = [], set()
    built = build.refresh(quiet=quiet)
    studies, faults = read_studies(names)
    _log_faults(faults)
    unbuilt = published.use().studies(left=True) if built else set(studies)
    with Archive(archive_path) as archive:
        ready = {name: study for name, study in studies.items() if name not in unbuilt}
        planned = {e.study.name: e for e in _planned(ready, edition, faults)}
        whole = [study for study in studies.values() if study.name not in faults]
        for study in _shown("judging", whole, quiet):
            with _logged(study.name, faults):
                if study.name in unbuilt:
                    what = "its scenarios are not" if built else "nothing is"
                    missing = _NOT_BUILT.format(what)
                else:
                    missing = _judge(archive, planned[study.name], faults)
                judged = rows(study, archive.claims(study.name))
                if not missing:
                    fresh |= set() if planned[study.name].faults else {study.name}
                elif judged:
                    logger.warning(
                        "%s: %s; shown as judged by the %s edition at %s",
                        *(study.name, missing, judged[0]["edition"], judged[0]["judged_utc"]),
                    )
                else:
                    raise WorkError(f"{missing}, and no claim was judged yet: ./lab reproduce")
                found += documents(judged)
    return found, fresh, faults


def _judge(archive: Archive, edition: Edition, faults: dict[str, Fault]) -> str:
    """Judge a study by an edition; if runs are missing, return only their number."""
    missing = edition.missing(archive)
    if missing:
        return f"{missing} of {len(edition.planned)} runs of the {edition.name} edition are missing"
    archive.store_claims(edition.study.name, edition.name, edition.judge(archive))
    faults |= edition.faults
    _log_faults(edition.faults)
    return ""


def _planned(studies: Mapping[str, Study], name: str, faults: dict[str, Fault]) -> list[Edition]:
    """Plan an edition of all studies, so that a faulty study is logged before long work."""
    editions = []
    for study in studies.values():
        with _logged(study.name, faults):
            editions.append(Edition(study, name))
    return editions


@contextmanager
def _logged(name: str, faults: dict[str, Fault]) -> Iterator[None]:
    """Keep and log an error of a study, so that the other studies go on."""
    with apart(name, faults):
        yield
    if name in faults:
        _log_faults({name: faults[name]})


def readmes(
    names: Iterable[str], archive_path: Path = paths.ARCHIVE, edition: str = "quick"
) -> dict[Path, str]:
    """Map the READMEs of some studies to their text with the new verdicts."""
    if not os.access(archive_path, os.W_OK):  # it cannot hold the new verdicts
        raise InputError(f"--readme: {archive_path} must be writable, to hold the verdicts")
    with Archive(archive_path) as archive:
        return {
            (file := paths.SCENARIOS / study.name / "README.md"): in_readme(
                study, rows(study, archive.claims(study.name)), file, edition
            )
            for study in find_studies(names).values()
        }


def publish(names: Iterable[str], archive_path: Path = paths.ARCHIVE) -> dict[Path, str]:
    """Map the files of published verdicts of some studies to their text, from judged claims."""
    edition = EDITIONS[1]
    with Archive(archive_path) as archive:
        texts = {}
        for study in find_studies(names).values():
            added = archive.added_runs(study.name, edition)
            planned = [run.run_id for run in Edition(study, edition).planned]
            chosen = archive.select([*dict.fromkeys([*planned, *added])])
            judged = archive.claims(study.name).to_dict("records")
            text = publishing.text_of(
                *(judged, edition, chosen.runs()),
                *(publishing.days_of(chosen.costs()), publishing.commit()),
            )
            texts[publishing.file_of(study.name)] = text
        return texts


def report(
    names: Sequence[str] = (),
    archive_path: Path = paths.ARCHIVE,
    folder: Path = paths.REPORT,
    *,
    quiet: bool = False,
) -> Site:
    """Write the pages of studies, by default of all, to a folder, without computing any run."""
    if not build.refresh(quiet=quiet):
        raise InputError(
            "nothing is built (./lab build), and only a built runner identifies the runs of a study"
        )
    with Archive(archive_path) as archive:
        chapters = _chapters(archive, {}, {}, quiet, names)
        return _write(archive, chapters, folder, quiet, _others(names))


def _others(names: Collection[str]) -> set[str]:
    """List the studies that are not named; none if no study is named."""
    return set(study_names()).difference(names) if names else set()


def _chapters(
    archive: Archive,
    editions: Mapping[str, Sequence[str]],
    faults: Mapping[str, Fault],
    quiet: bool,
    names: Sequence[str] = (),
) -> list[Chapter]:
    """Judge studies, each by its given editions or by any; note faulty studies."""
    studies, unreadable = read_studies(names)
    _log_faults({name: fault for name, fault in unreadable.items() if name not in faults})
    faults = {**unreadable, **faults}
    unbuilt = published.use().studies(left=True)
    chapters: dict[str, Chapter] = {}
    whole: list[Edition] = []
    for study in studies.values():
        if study.name not in faults:
            with _logged(study.name, faults):
                shown = editions.get(study.name, EDITIONS[::-1])
                found = _whole(archive, study, shown) if study.name not in unbuilt else None
                whole += [found] if found else []
                chapters[study.name] = Chapter(study, shown[-1], [])
    for edition in _shown("judging", whole, quiet, attrgetter("study.name")):
        with _logged(edition.study.name, faults):
            chapters[edition.study.name] = _chapter(archive, edition)
    for name, fault in faults.items():
        study = studies.get(name, Study(name, name, "", "", (), (), lambda _: []))
        chapters[name] = Chapter(study, EDITIONS[0], (), faults={name: fault})
    return [chapters[name] for name in sorted(chapters)]


def _write(
    archive: Archive,
    chapters: Sequence[Chapter],
    folder: Path,
    quiet: bool,
    left_out: Collection[str] = (),
) -> Site:
    def shown(parts: Iterable[Chapter]) -> Iterator[Chapter]:
        return _shown("writing the report", parts, quiet, attrgetter("study.name"))

    site = write_report(archive, chapters, folder, shown, left_out, write_pages)
    known = {name for chapter in chapters for name in chapter.faults}
    _log_faults({name: fault for name, fault in site.faults.items() if name not in known})
    return site


def _shown(
    title: str, parts: Iterable[Any], quiet: bool, name: Callable[[Any], str] = attrgetter("name")
) -> Iterator[Any]:
    """Iterate over studies or chapters with a display that names the current one."""
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


def _log_faults(faults: Mapping[str, Fault]) -> None:
    for name, fault in faults.items():
        logger.error("%s: %s", name, fault)


def _whole(archive: Archive, study: Study, editions: Sequence[str]) -> Edition | None:
    """Plan the first of the editions with all runs in the archive."""
    for name in editions:
        edition = Edition(study, name)
        if edition.planned and not edition.missing(archive):
            return edition
    return None


def _chapter(archive: Archive, edition: Edition) -> Chapter:
    """Judge a study by an edition with all runs in the archive."""
    study = edition.study
    labels = {run.run_id: run.labels for run in edition.planned}
    archive.label(study.name, labels, study.units)
    judged = edition.judge(archive)
    archive.store_claims(study.name, edition.name, judged)
    _log_faults(edition.faults)
    behind = {(claim["id"], claim["reading"]): claim["run_ids"] for claim in judged}
    used = labels.keys() | {run_id for some in behind.values() for run_id in some}
    specs = {run_id: spec for run_id, spec in edition.specs().items() if run_id in used}
    added = edition.specs().keys() & set(archive.added_runs(study.name, edition.name))
    added = sorted(added - labels.keys())
    stored = None if edition.name == EDITIONS[1] else publishing.read(study)
    aged = stored.aged(edition.planned) if stored else ()
    return Chapter(
        *(study, edition.name, list(labels), behind, specs, edition.faults, added, stored, aged)
    )


class _Clock:
    def __init__(self) -> None:
        self._last = time.monotonic()

    def lap(self, stages: dict[str, float], name: str) -> None:
        """Add the time since the last lap to a stage."""
        now = time.monotonic()
        stages[name] = stages.get(name, 0) + now - self._last
        self._last = now
