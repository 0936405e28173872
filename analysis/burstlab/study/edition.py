# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Editions of studies: their planned runs, and the judgement of claims by levels.

Level k of an edition has 2^k times its runs; a run without replications is not repeated. A claim is
judged at level 0, 1, .., each level with its share of the probability of a wrong verdict
(`burstlab.study.SHARES`). The first deciding level counts, so that a verdict depends neither on
replications added for other claims nor on the budget.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from burstlab import build, engine
from burstlab.build import catalogue
from burstlab.errors import Fault, InputError
from burstlab.study import (
    OPEN,
    SHARES,
    Claim,
    Judgement,
    Study,
    apart,
    evaluate,
    in_study,
    judge,
    judged,
    made_at,
    row,
)

if TYPE_CHECKING:
    from burstlab.archive import Archive, Results

LOOKS = len(SHARES)
"""Number of looks at a claim: with the runs of the edition, and with up to 16 times as many."""


@dataclass(frozen=True)
class Look:
    """The last judgement of a claim.

    Attributes
    ----------
    judgement, level
        The judgement at the first deciding level, else at the last level with all runs in the
        archive.
    groups
        The combinations of attributes and seed among the runs of the claim.
    used
        The runs of the claim.
    """

    claim: Claim
    reading: str
    judgement: Judgement
    level: int
    groups: tuple[str, ...]
    used: frozenset[int]


class Edition:
    """The runs of an edition of a study.

    Parameters
    ----------
    study
        The study.
    name
        ``"quick"`` or ``"full"``.

    Attributes
    ----------
    faults
        The error of each claim that could not be judged.
    """

    def __init__(self, study: Study, name: str) -> None:
        self.study, self.name = study, name
        self.faults: dict[str, Fault] = {}
        with in_study(study.name, study.specs):
            try:
                self.planned = engine.plan(study.specs(name), build.suite())
            except engine.WrongRunError as error:
                catalogue.check_study_of(error.spec.scenario)
                place = made_at(study, name, error.spec)
                raise InputError(f"{place}: {error}" if place else str(error)) from error
        self._more: dict[str, list[engine.PlannedRun]] = {}

    @cached_property
    def groups(self) -> dict[str, list[engine.PlannedRun]]:
        """Combination of attributes and seed to its replications."""
        groups: dict[str, list[engine.PlannedRun]] = {}
        for run in self.planned:
            identity = json.loads(run.key)
            del identity["run"]
            groups.setdefault(json.dumps(identity, sort_keys=True), []).append(run)
        return groups

    @cached_property
    def group_of(self) -> dict[int, str]:
        """Run of the edition to its combination."""
        return {run.run_id: group for group, runs in self.groups.items() for run in runs}

    def more(self, groups: Iterable[str], level: int) -> dict[str, list[engine.PlannedRun]]:
        """Plan the runs of some combinations at a level beyond the edition."""
        groups = list(groups)
        specs = {group: self._beyond(group) for group in groups if group not in self._more}
        flat = [spec for some in specs.values() for spec in some]
        planned = iter(engine.plan(flat, build.suite()))
        for group, some in specs.items():
            self._more[group] = [next(planned) for _ in some]
        times = 2**level - 1
        return {group: self._more[group][: times * len(self.groups[group])] for group in groups}

    def _beyond(self, group: str) -> list[engine.RunSpec]:
        """List the runs of a combination at the highest level, in the order of the levels."""
        runs = self.groups[group]
        last = max((run.spec for run in runs), key=lambda spec: spec.run)
        count = len(runs) * (2 ** (LOOKS - 1) - 1) if len(runs) > 1 else 0
        return [replace(last, run=last.run + 1 + i) for i in range(count)]

    def judge(self, archive: Archive) -> list[dict[str, Any]]:
        """Judge the claims by the edition and added runs; return rows of the table claim."""
        if not archive.added_runs(self.study.name, self.name):
            return evaluate(self.study, self.results(archive), self.faults)
        looks = self.look(archive)
        return [row(self.study, k.claim, k.reading, k.judgement, k.used) for k in looks]

    def specs(self) -> dict[int, engine.RunSpec]:
        """Map each run of the edition, and each planned run beyond, to its specification."""
        more = [run for runs in self._more.values() for run in runs]
        return {run.run_id: run.spec for run in (*self.planned, *more)}

    def missing(self, archive: Archive) -> int:
        """Count the runs of the edition that are not in the archive."""
        keys = {run.run_id: run.key for run in self.planned}
        return len(keys) - len(archive.present(keys))

    def results(self, archive: Archive, more: Iterable[engine.PlannedRun] = ()) -> Results:
        """Choose the runs of the edition, and some added runs."""
        run_ids = [run.run_id for run in (*self.planned, *more)]
        return archive.select(run_ids, study=self.study.name)

    def look(self, archive: Archive, before: Iterable[Look] = ()) -> list[Look]:
        """Judge each claim at the first deciding level, or the last available level.

        Claims decided in `before`, with fewer runs, stay decided; others continue from their level.
        A claim that cannot be judged has no look.
        """
        added = set(archive.added_runs(self.study.name, self.name))
        present = [
            {group: runs for group, runs in level.items() if added >= {r.run_id for r in runs}}
            for level in (self.more(self.groups, k) for k in range(LOOKS if added else 1))
        ]
        results = [
            self.results(archive, (run for runs in level.values() for run in runs))
            for level in present
        ]

        def judged_at(level: int, claim: Claim, reading: str) -> tuple[Judgement, frozenset[int]]:
            return judge(self.study, claim, reading, results[level], level)

        def first(claim: Claim, reading: str) -> Look:
            judgement, used = judged_at(0, claim, reading)
            groups = tuple(sorted({self.group_of[run_id] for run_id in used}))
            return Look(claim, reading, judgement, 0, groups, used)

        former = {(look.claim.id, look.reading): look for look in before}
        looks = []
        for claim, reading in judged(self.study):
            with apart(f"{self.study.name}/{claim.id}", self.faults):
                look = former.get((claim.id, reading)) or first(claim, reading)
                for level in range(look.level + 1, len(present)):
                    complete = present[level].keys() >= set(look.groups)
                    if look.judgement.verdict in OPEN and complete:
                        judgement, used = judged_at(level, claim, reading)
                        look = replace(look, judgement=judgement, level=level, used=used)
                looks.append(look)
        return looks
