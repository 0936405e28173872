# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Replications added until claims are decided, within a budget of time."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from burstlab import engine
from burstlab.archive import Archive
from burstlab.command import printing
from burstlab.errors import WorkError
from burstlab.study import LOOKS, OPEN, Edition, Look

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Open:
    """A claim that is undecided, or not asked for lack of replications.

    Attributes
    ----------
    seconds
        Estimated time until the claim is decided; infinite if that needs more looks than allowed.
    """

    edition: Edition
    look: Look
    seconds: float


@dataclass(frozen=True)
class Decided:
    """The result for claims that were open.

    Attributes
    ----------
    decided
        Claims decided now, with their edition, in the order of the studies.
    left
        Claims that are still open, ordered by the time they need.
    """

    decided: list[tuple[Edition, Look]]
    left: list[Open]


def decide(
    editions: Sequence[Edition],
    archive_path: Path,
    budget_s: float,
    compute: Callable[[Edition, Sequence[engine.PlannedRun], float], engine.SweepOutcome],
    slots: int,
) -> Decided:
    """Add replications that can decide claims, the shortest work first.

    Parameters
    ----------
    editions
        Editions whose own runs are in the archive.
    archive_path
        The archive.
    budget_s
        Wall-clock time. A level that would take longer than the rest is not begun; at the end,
        runs are stopped.
    compute
        Computes planned runs of an edition into the archive within some seconds.
    slots
        Number of runs at a time.

    Raises
    ------
    WorkError
        When a run fails. Finished runs are kept.
    """
    started = time.monotonic()
    looks: dict[Edition, list[Look]] = {}
    costs: dict[Edition, _Costs] = {}
    with Archive(archive_path) as archive:
        for edition in editions:
            looks[edition] = edition.look(archive)
            of_runs = engine.costs_of(edition.planned, archive)
            seconds = {g: of_runs[runs[0].run_id].wall_s for g, runs in edition.groups.items()}
            costs[edition] = _Costs(seconds, slots)
    before = {_name(claim.edition, claim.look) for claim in _left(looks, costs)}
    expected = took = 0.0
    while True:
        pace = took / expected if expected else 1.0  # includes judging, and load of the machine
        left = _left(looks, costs, pace)
        begun = time.monotonic()
        rest = budget_s - (begun - started)
        for claim in left:
            edition, look = claim.edition, claim.look
            if claim.seconds < math.inf and rest > 0:
                more = edition.more(look.groups, look.level + 1)
                missing = _missing(more, archive_path)
                seconds = costs[edition].wall_s(missing)
                if seconds * pace <= rest:
                    break
        else:
            open_ = {_name(claim.edition, claim.look) for claim in left}
            pairs = [(edition, look) for edition, some in looks.items() for look in some]
            return Decided([pair for pair in pairs if _name(*pair) in before - open_], left)
        logger.info(
            "%s: %d times the replications, %d runs, about %s",
            *(" ".join(_name(edition, look)), 2 ** (look.level + 1), sum(missing.values())),
            printing.duration(seconds * pace),
        )
        outcome = compute(edition, [run for some in more.values() for run in some], rest)
        if outcome.failures:
            raise WorkError(outcome.failures[0].sentence)
        if not outcome.left:
            with Archive(archive_path) as archive:
                archive.add_runs(edition.study.name, edition.name, outcome.run_ids)
                looks[edition] = edition.look(archive, looks[edition])
        expected, took = expected + seconds, took + time.monotonic() - begun


@dataclass(frozen=True)
class _Costs:
    """Expected seconds of a run of each combination, and the number of runs at a time."""

    seconds: Mapping[str, float]
    slots: int

    def wall_s(self, runs: Mapping[str, int], times: int = 1) -> float:
        """Estimate the time of a number of runs of each combination, several times."""
        longest = max((self.seconds[group] for group, n in runs.items() if n), default=0.0)
        in_all = sum(n * self.seconds[group] for group, n in runs.items())
        return max(times * in_all / self.slots, longest)


def _missing(runs: Mapping[str, Iterable[engine.PlannedRun]], archive_path: Path) -> dict[str, int]:
    """Count the runs of each combination that are not in the archive."""
    with Archive(archive_path) as archive:
        present = archive.present({run.run_id: run.key for some in runs.values() for run in some})
    return {group: sum(run.run_id not in present for run in some) for group, some in runs.items()}


def _left(
    looks: Mapping[Edition, Iterable[Look]],
    costs: Mapping[Edition, _Costs],
    pace: float = 1.0,
) -> list[Open]:
    """List the open claims, ordered by the time they need."""
    left = [
        Open(edition, look, pace * _seconds(edition, look, costs[edition]))
        for edition, some in looks.items()
        for look in some
        if look.judgement.verdict in OPEN and look.groups
    ]
    return sorted(left, key=lambda claim: claim.seconds)


def _name(edition: Edition, look: Look) -> tuple[str, str, str]:
    return edition.study.name, look.claim.id, look.reading


def _seconds(edition: Edition, look: Look, costs: _Costs) -> float:
    """Estimate the time to decide an open claim: infinite beyond the looks allowed."""
    repeated = {group: n for group in look.groups if (n := len(edition.groups[group])) > 1}
    most = max(repeated.values(), default=0)
    level, seconds = look.level, 0.0
    while level < LOOKS and most * 2**level < (look.judgement.needed or math.inf):
        seconds += costs.wall_s(repeated, 2**level)
        level += 1
    return max(seconds, costs.wall_s(repeated)) if repeated and level < LOOKS else math.inf
