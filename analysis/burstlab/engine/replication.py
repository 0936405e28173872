# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Replications until a mean is known well enough."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from burstlab import paths
from burstlab.archive import Archive
from burstlab.engine.planning import plan
from burstlab.engine.program import Program
from burstlab.engine.specs import RunSpec
from burstlab.engine.sweeping import sweep
from burstlab.errors import InputError, WorkError
from burstlab.process import cores
from burstlab.progress import Progress
from burstlab.statistics import Interval, mean_interval


@dataclass(frozen=True)
class Precision:
    """How well a mean shall be known, and what it may cost.

    A sequential rule stops where the values happen to lie close together, so its interval covers a
    little less often than it says (Law and Kelton, Management Science 28, 1982). A floor under the
    number of replications and a second success in a row keep that small.

    Attributes
    ----------
    relative
        Half width of the interval over the magnitude of the mean, > 0.
    confidence
        Of the interval, in (0, 1).
    least, most
        Replications before the rule is asked, >= 2, and at most, >= least + successes - 1.
    successes
        Replications in a row after which the interval has to be narrow enough, >= 1.
    """

    relative: float = 0.05
    confidence: float = 0.95
    least: int = 10
    most: int = 1000
    successes: int = 2

    def __post_init__(self) -> None:
        needed = self.least + self.successes - 1
        for name, wrong, allowed in (
            ("relative", not 0 < self.relative < math.inf, "above 0"),
            ("confidence", not 0 < self.confidence < 1, "between 0 and 1"),
            ("least", self.least < 2, "at least 2"),
            ("successes", self.successes < 1, "at least 1"),
            ("most", self.most < needed, f"at least {needed}, least + successes - 1"),
        ):
            if wrong:
                raise InputError(f"{name} = {getattr(self, name)}: it must be {allowed}")


class SequentialStopping:
    """The rule: give it one value a replication until it has enough.

    Parameters
    ----------
    precision
        What is wanted.
    """

    def __init__(self, precision: Precision | None = None) -> None:
        self.precision = precision or Precision()
        self._values: list[float] = []
        self._successes = 0

    def add(self, value: float) -> bool:
        """Take the next replication; True when no further one is needed or allowed."""
        self._values.append(value)
        if len(self._values) >= self.precision.least:
            narrow = self.achieved <= self.precision.relative
            self._successes = self._successes + 1 if narrow else 0
        return self.done

    @property
    def reached(self) -> bool:
        """Whether the precision has been reached."""
        return self._successes >= self.precision.successes

    @property
    def done(self) -> bool:
        """Whether to stop, with the precision or at the largest number of replications."""
        return self.reached or len(self._values) >= self.precision.most

    @property
    def interval(self) -> Interval:
        """Mean and interval of the replications so far, at least one."""
        return mean_interval(self._values, self.precision.confidence)

    @property
    def achieved(self) -> float:
        """Relative half width so far; infinite with one value or values about a mean of 0."""
        interval = self.interval
        half = (interval.high - interval.low) / 2
        if half == 0:
            return 0.0
        return half / abs(interval.mean) if interval.n > 1 and interval.mean else math.inf


@dataclass(frozen=True)
class Replications:
    """What sequential replications came to.

    Attributes
    ----------
    interval
        Mean of the metric with its interval, in the metric's unit.
    achieved
        Relative half width of the interval.
    reached
        Whether that was what was wanted; False: the largest number of replications was too few.
    run_ids
        The replications, in order of their run numbers.
    """

    interval: Interval
    achieved: float
    reached: bool
    run_ids: tuple[int, ...]


def replicate(
    spec: RunSpec,
    metric: str,
    program: Program,
    archive_path: Path = paths.ARCHIVE,
    *,
    precision: Precision | None = None,
    object: str = "",  # noqa: A002
    workers: int | None = None,
    progress: Progress | None = None,
    study: str = "",
) -> Replications:
    """Repeat a run with growing run numbers until the mean of a metric is known well enough.

    The outcome does not depend on `workers`: values are judged in the order of their run numbers.
    Runs that are in the archive are not computed again; some that were computed beside the last
    needed one may lie there unused.

    Parameters
    ----------
    spec
        The first replication; the others have the run numbers after its own.
    metric, object
        A scalar that every run records once.
    program
        As in `plan`.
    archive_path
        The archive; made when missing.
    precision
        When to stop; default: 5 % with 95 % confidence, 10 to 1000 replications.
    workers, progress, study
        As in `sweep`; progress begins anew with each batch of replications.

    Raises
    ------
    InputError
        When the spec is wrong, or a run does not record the metric as a finite number.
    WorkError
        When a run fails.
    """
    rule = SequentialStopping(precision)
    workers = workers or cores()
    count = rule.precision.least + rule.precision.successes - 1
    run_ids: list[int] = []
    while not rule.done:
        count = min(count, rule.precision.most - len(run_ids))
        numbers = range(spec.run + len(run_ids), spec.run + len(run_ids) + count)
        planned = plan([replace(spec, run=number) for number in numbers], program)
        outcome = sweep(planned, archive_path, workers=workers, progress=progress, study=study)
        if outcome.failures:
            failure = min(outcome.failures, key=lambda failure: failure.run.spec.run)
            raise WorkError(f"run {failure.run.spec.run} failed: {failure.sentence}")
        for run_id, value in zip(
            outcome.run_ids, _values(archive_path, outcome.run_ids, metric, object), strict=True
        ):
            run_ids.append(run_id)
            if rule.add(value):
                break
        count = max(workers, len(run_ids) // 10)
    return Replications(rule.interval, rule.achieved, rule.reached, tuple(run_ids))


def _values(path: Path, run_ids: Sequence[int], metric: str, name: str) -> list[float]:
    with Archive(path) as archive:
        scalars = archive.select(run_ids).scalars(metric)
    values = scalars[scalars["object"] == name].groupby("run_id")["value"].agg(list)
    for run_id in run_ids:
        found = values.get(run_id, [])
        if len(found) != 1 or not math.isfinite(found[0]):
            what = f"{metric} of {name}" if name else metric
            raise InputError(
                f"run {run_id} must record {what} once, as a finite number; it gave {found}"
            )
    return [values[run_id][0] for run_id in run_ids]
