# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Expected costs of runs, from the costs of similar runs: for the order and duration of a sweep."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from burstlab.archive import Archive
from burstlab.engine.planning import PlannedRun

START_S = 0.02
"""Processor time for the start of a process and the merge of its shard."""
_UNKNOWN_S = 1.0


@dataclass(frozen=True)
class Cost:
    """The expected cost of a run.

    Attributes
    ----------
    cpu_s, wall_s
        Processor time and wall-clock time in seconds, with the start of the process.
    like
        Source of the estimate: ``"measured"``, runs with the same parameters; ``"near"``, the runs
        of the same scenario that share most parameters; or ``"unknown"``.
    """

    cpu_s: float
    wall_s: float
    like: str


@dataclass(frozen=True)
class Estimate:
    """The expected cost of a sweep.

    Attributes
    ----------
    runs, present
        Number of planned runs, and of those in the archive.
    cpu_s
        Processor time.
    wall_s
        Wall-clock time for the given number of runs at a time.
    like
        Number of runs by the source of their estimate, see `Cost`.
    guess_s
        Processor time assumed for each run of unknown cost.
    """

    runs: int
    present: int
    cpu_s: float
    wall_s: float
    like: Mapping[str, int]
    guess_s: float


def estimate(planned: Sequence[PlannedRun], archive: Archive | None, slots: int) -> Estimate:
    """Estimate the cost of the runs that the archive lacks.

    Parameters
    ----------
    planned
        Runs from `plan`.
    archive
        The archive; None: there is none yet.
    slots
        Number of runs at a time.
    """
    present = archive.present({run.run_id: run.key for run in planned}) if archive else set()
    missing = [run for run in planned if run.run_id not in present]
    costs = costs_of(missing, archive).values()
    like: dict[str, int] = defaultdict(int)
    for cost in costs:
        like[cost.like] += 1
    cpu = sum(cost.cpu_s for cost in costs)
    guess = next((cost.cpu_s for cost in costs if cost.like == "unknown"), _UNKNOWN_S)
    wall = _wall(sorted((cost.wall_s for cost in costs), reverse=True), slots)
    return Estimate(len(planned), len(present), cpu, wall, dict(like), guess)


def costs_of(runs: Iterable[PlannedRun], archive: Archive | None) -> dict[int, Cost]:
    """Estimate the cost of each run; for an unknown scenario the mean of the other runs."""
    by_scenario: dict[str, list[PlannedRun]] = defaultdict(list)
    for run in runs:
        by_scenario[run.scenario].append(run)
    costs: dict[int, Cost] = {}
    unknown: list[int] = []
    for scenario, some in by_scenario.items():
        measured = archive.measured(scenario) if archive else []
        if measured:
            known = _Known(measured)
            costs |= {run.run_id: known.cost(frozenset(run.parameters.items())) for run in some}
        else:
            unknown += [run.run_id for run in some]
    usual = [(cost.cpu_s, cost.wall_s) for cost in costs.values()]
    cpu, wall = np.mean(usual, axis=0) if usual else (_UNKNOWN_S, _UNKNOWN_S)
    return costs | dict.fromkeys(unknown, Cost(float(cpu), float(wall), "unknown"))


class _Known:
    """Measured costs of a scenario, by parameters."""

    def __init__(self, measured: Iterable[tuple[Mapping[str, str], float, float]]) -> None:
        groups: dict[frozenset, list[tuple[float, float]]] = defaultdict(list)
        for parameters, cpu, wall in measured:
            groups[frozenset(parameters.items())].append((cpu, wall))
        self._costs = {of: np.mean(some, axis=0) + START_S for of, some in groups.items()}
        self._means = np.array(list(self._costs.values()))
        places = defaultdict(list)
        for place, parameters in enumerate(groups):
            for each in parameters:
                places[each].append(place)
        self._places = {each: at for each, at in places.items() if len(at) < len(groups)}

    def cost(self, parameters: frozenset) -> Cost:
        if parameters in self._costs:
            return Cost(*map(float, self._costs[parameters]), "measured")
        shared = np.zeros(len(self._means))
        for each in parameters & self._places.keys():
            shared[self._places[each]] += 1
        return Cost(*map(float, self._means[shared == shared.max()].mean(axis=0)), "near")


def _wall(seconds: Iterable[float], slots: int) -> float:
    """Wall-clock time when each run, in this order, takes the first free slot."""
    free = [0.0] * slots
    for each in seconds:
        heapq.heapreplace(free, free[0] + each)
    return max(free, default=0.0)
