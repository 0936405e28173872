# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Rules for a value, and verdicts from its interval.

*reproduced*: the whole interval keeps the rule; *differs*: the whole interval breaks the rule;
*undecided*: the interval contains a limit; *not-asked*: there are too few replications for an
interval that decides (`Interval.decides`).

Probability of a wrong verdict by chance, for intervals of confidence 1 - a:

* One rule, one look. A true value that breaks the rule is judged to keep the rule in at most a/2 of
  all cases, and vice versa, because one end of the interval must be beyond the limit.
* Several parts that must all keep their rules. *Reproduced* needs all intervals. A wrong verdict
  needs the wrong interval of a certain part, the one that breaks its rule, so that no correction is
  needed (intersection-union test: Berger, Technometrics 24, 1982, pp. 295-300). *Differs* needs one
  of k parts, which have k chances: each part is tested at confidence 1 - a/k (Bonferroni).
* Several looks, with replications added between looks until a verdict is reached. Look i has the
  share `SHARES[i]` of a, and the shares add up to 1 (Bonferroni as well, with any dependence). The
  first look has the same share whether replications are added later or not.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real

from burstlab.errors import InputError
from burstlab.statistics import Interval

SHARES = (0.8, 0.05, 0.05, 0.05, 0.05)
"""Share of each look at a claim in the probability of a wrong verdict. Each look has twice the
replications of the look before. For 5 %, the intervals have 96 % and 99.75 %."""


class Rule(ABC):
    """A range of allowed values."""

    @property
    @abstractmethod
    def text(self) -> str:
        """The rule in words that follow "is" or "are"."""

    @property
    @abstractmethod
    def limits(self) -> tuple[float, ...]:
        """The finite ends of the range."""

    @abstractmethod
    def keeps(self, low: float, high: float) -> bool:
        """Whether all values from `low` to `high` keep the rule; False with NaN."""

    @abstractmethod
    def breaks(self, low: float, high: float) -> bool:
        """Whether all values from `low` to `high` break the rule; False with NaN."""

    def verdict(self, interval: Interval, share: float = 1) -> str:
        """Judge an interval: see `verdict_of_all`."""
        return verdict_of_all([(self, interval)], share)

    def needed(self, interval: Interval, share: float = 1) -> int | None:
        """Estimate the replications that would decide: see `needed_of_all`."""
        return needed_of_all([(self, interval)], share)


@dataclass(frozen=True)
class Above(Rule):
    """More than a limit."""

    limit: float

    def __post_init__(self) -> None:
        _check(limit=self.limit)

    @property
    def text(self) -> str:
        return f"above {self.limit:g}"

    @property
    def limits(self) -> tuple[float, ...]:
        return (self.limit,)

    def keeps(self, low: float, high: float) -> bool:
        return low > self.limit

    def breaks(self, low: float, high: float) -> bool:
        return high <= self.limit


@dataclass(frozen=True)
class Below(Rule):
    """Less than a limit."""

    limit: float

    def __post_init__(self) -> None:
        _check(limit=self.limit)

    @property
    def text(self) -> str:
        return f"below {self.limit:g}"

    @property
    def limits(self) -> tuple[float, ...]:
        return (self.limit,)

    def keeps(self, low: float, high: float) -> bool:
        return high < self.limit

    def breaks(self, low: float, high: float) -> bool:
        return low >= self.limit


class _Band(Rule):
    """From the first limit to the last, both included."""

    def keeps(self, low: float, high: float) -> bool:
        return self.limits[0] <= low and high <= self.limits[1]

    def breaks(self, low: float, high: float) -> bool:
        return high < self.limits[0] or low > self.limits[1]


@dataclass(frozen=True)
class Within(_Band):
    """From one limit to another, both included."""

    low: float
    high: float

    def __post_init__(self) -> None:
        _check(low=self.low, high=self.high)
        if self.low >= self.high:
            raise InputError(f"low = {self.low}: it must be below high, {self.high}")

    @property
    def text(self) -> str:
        return f"within {self.low:g} to {self.high:g}"

    @property
    def limits(self) -> tuple[float, ...]:
        return (self.low, self.high)


@dataclass(frozen=True)
class Equals(_Band):
    """Equal to a value within a margin; a count needs no margin.

    An interval cannot prove exact equality, but a difference of at most a negligible margin
    (equivalence test). Only an exact number, `Interval.exact`, needs no margin.
    """

    value: float
    margin: float | None = None

    def __post_init__(self) -> None:
        _check(value=self.value)
        if self.margin is None:
            if self.value % 1:
                raise InputError(
                    f"value = {self.value}: a margin is needed, as a count must be a whole number"
                )
            return
        _check(margin=self.margin)
        if self.margin <= 0:
            raise InputError(
                f"margin = {self.margin}: it must be above 0; an exact count has none,"
                f" Equals({self.value:g})"
            )

    @property
    def text(self) -> str:
        return f"equal to {self.value:g}" + (f" within {self.margin:g}" if self.margin else "")

    @property
    def limits(self) -> tuple[float, ...]:
        return (self.value - (self.margin or 0), self.value + (self.margin or 0))


OPEN = ("undecided", "not-asked")
"""Verdicts that more replications can change."""

Part = tuple[Rule, Interval]
"""A rule, and the interval of its value."""


def verdict_of_all(parts: Sequence[Part], share: float = 1) -> str:
    """Judge parts that must all keep their rules.

    Parameters
    ----------
    parts
        One or more.
    share
        Share of this look in the probability of a wrong verdict, in (0, 1].

    Returns
    -------
    str
        ``"reproduced"`` if the whole interval of each part keeps its rule; ``"differs"`` if the
        whole interval of a part, at the confidence divided among the parts, breaks its rule;
        otherwise ``"not-asked"`` if a part has too few values to decide, else ``"undecided"``.
    """
    if not parts:
        raise InputError("there is no part to judge")
    if all(_keeps(rule, interval, share) for rule, interval in parts):
        return "reproduced"
    if any(_breaks(rule, interval, share / len(parts)) for rule, interval in parts):
        return "differs"
    enough = all(interval.shared(share).decides for _, interval in parts)
    return "undecided" if enough else "not-asked"


def needed_of_all(parts: Sequence[Part], share: float = 1) -> int | None:
    """Estimate the total number of replications that would decide all parts.

    `Interval.needed` assumes that the estimates are true. The first part that breaks its rule
    decides *differs*; without such a part all must keep their rules. The spread of a single value
    is unknown: if other parts have a spread, no number is estimated for it to decide *differs*.

    Parameters
    ----------
    parts, share
        As in `verdict_of_all`.

    Returns
    -------
    int or None
        None if decided; `burstlab.statistics.MAX_NEEDED` if so many or more are needed, as with an
        estimate on the limit.
    """
    if verdict_of_all(parts, share) not in OPEN:
        return None
    known = [part for part in parts if part[1].has_ends]
    breaking = [
        _replications(rule, interval.shared(share / len(parts)))
        for rule, interval in known or parts
        if rule.breaks(interval.estimate, interval.estimate)
    ]
    if breaking:
        return min(breaking)
    return max(
        _replications(rule, interval.shared(share))
        for rule, interval in parts
        if not _keeps(rule, interval, share)
    )


def _keeps(rule: Rule, interval: Interval, share: float) -> bool:
    ends = interval.shared(share)
    return ends.decides and rule.keeps(ends.low, ends.high)


def _breaks(rule: Rule, interval: Interval, share: float) -> bool:
    ends = interval.shared(share)
    return ends.decides and rule.breaks(ends.low, ends.high)


def _replications(rule: Rule, interval: Interval) -> int:
    """Estimate the replications after which the interval contains no limit."""
    inside = [limit for limit in rule.limits if interval.low <= limit <= interval.high]
    return max([interval.least, interval.n + 1, *map(interval.needed, inside)])


def _check(**numbers: float) -> None:
    for name, value in numbers.items():
        if not isinstance(value, Real) or not math.isfinite(value):
            raise InputError(f"{name} = {value!r}: it must be a finite number")
