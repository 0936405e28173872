# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Rules that a value has to keep, and what an interval says about them.

*reproduced*: the whole interval keeps the rule; *differs*: the whole interval breaks it;
*undecided*: it lies across.

How often chance alone decides wrongly, for intervals of confidence 1 - a:

* One rule, one look. A true value that breaks the rule is told to keep it in at most a/2 of all
  cases, and the other way round, since one end of the interval has to lie beyond the limit.
* Several parts that must all keep their rules. *Reproduced* needs every part's own interval: a part
  that truly breaks its rule would have to deceive by itself, so that nothing has to be corrected
  (intersection-union test: Berger, Technometrics 24, 1982, pp. 295-300). *Differs* needs only one
  of k, and k parts have k chances: each is asked at confidence 1 - a/k (Bonferroni).
* Several looks, with replications added between them until something is decided. Each of at most m
  looks is at confidence 1 - a/m (Bonferroni as well). Looks share their replications, which makes
  them agree more often than this allows for: the chance stays below a, not at it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from burstlab.errors import InputError
from burstlab.statistics import Interval


class Rule:
    """A range of values that a value has to lie in."""

    @property
    def text(self) -> str:
        """The rule in words that follow "is" or "are"."""
        raise NotImplementedError

    @property
    def limits(self) -> tuple[float, ...]:
        """The finite ends of the range."""
        raise NotImplementedError

    def keeps(self, low: float, high: float) -> bool:
        """Whether all values from `low` to `high` keep the rule; not when one is NaN."""
        raise NotImplementedError

    def breaks(self, low: float, high: float) -> bool:
        """Whether all values from `low` to `high` break the rule; not when one is NaN."""
        raise NotImplementedError

    def verdict(self, interval: Interval, looks: int = 1) -> str:
        """Judge an interval: see `verdict_of_all`."""
        return verdict_of_all([(self, interval)], looks)

    def needed(self, interval: Interval, looks: int = 1) -> int | None:
        """Estimate the replications that would decide: see `needed_of_all`."""
        return needed_of_all([(self, interval)], looks)


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


@dataclass(frozen=True)
class Within(Rule):
    """From one limit to another, both included."""

    low: float
    high: float

    def __post_init__(self) -> None:
        _check(low=self.low, high=self.high)
        if self.low > self.high:
            raise InputError(f"low = {self.low}: it must be at most high, {self.high}")

    @property
    def text(self) -> str:
        return f"within {self.low:g} to {self.high:g}"

    @property
    def limits(self) -> tuple[float, ...]:
        return (self.low, self.high)

    def keeps(self, low: float, high: float) -> bool:
        return self.low <= low and high <= self.high

    def breaks(self, low: float, high: float) -> bool:
        return high < self.low or low > self.high


@dataclass(frozen=True)
class Equals(Rule):
    """Equal to a value, or as near to it as a margin says.

    No interval shows that two things are exactly equal; it shows that they differ by no more than a
    margin that does not matter (equivalence). Margin 0 is for counts that are known exactly.
    """

    value: float
    margin: float

    def __post_init__(self) -> None:
        _check(value=self.value, margin=self.margin)
        if self.margin < 0:
            raise InputError(f"margin = {self.margin}: it must be at least 0")

    @property
    def text(self) -> str:
        return f"equal to {self.value:g}" + (f" within {self.margin:g}" if self.margin else "")

    @property
    def limits(self) -> tuple[float, ...]:
        return (self.value - self.margin, self.value + self.margin)

    def keeps(self, low: float, high: float) -> bool:
        return Within(*self.limits).keeps(low, high)

    def breaks(self, low: float, high: float) -> bool:
        return Within(*self.limits).breaks(low, high)


Part = tuple[Rule, Interval]
"""A rule, and the interval of the value that has to keep it."""


def verdict_of_all(parts: Sequence[Part], looks: int = 1) -> str:
    """Judge parts that must all keep their rules.

    Parameters
    ----------
    parts
        One or more.
    looks
        How often at most the parts are judged while replications are added, >= 1.

    Returns
    -------
    str
        ``"reproduced"`` when every part's whole interval keeps its rule; ``"differs"`` when that of
        a part, at the confidence shared among the parts, breaks its rule; else ``"undecided"``, as
        with a single replication.
    """
    if not parts:
        raise InputError("there is no part to judge")
    if all(_keeps(rule, interval, looks) for rule, interval in parts):
        return "reproduced"
    shared = looks * len(parts)
    if any(rule.breaks(i.low, i.high) for rule, i in ((r, i.shared(shared)) for r, i in parts)):
        return "differs"
    return "undecided"


def needed_of_all(parts: Sequence[Part], looks: int = 1) -> int | None:
    """Estimate how many replications, in all, would decide about parts.

    By `Interval.needed`, which takes the estimates for the truth: one part that breaks its rule is
    enough for *differs*, and the quickest of them decides; without one all have to keep theirs.

    Parameters
    ----------
    parts, looks
        As in `verdict_of_all`.

    Returns
    -------
    int or None
        None when it is decided; `MOST` (of `burstlab.statistics`) when so many or more are needed,
        as with an estimate on the limit.
    """
    if verdict_of_all(parts, looks) != "undecided":
        return None
    breaking = [
        _replications(rule, interval.shared(looks * len(parts)))
        for rule, interval in parts
        if rule.breaks(interval.mean, interval.mean)
    ]
    if breaking:
        return min(breaking)
    return max(
        _replications(rule, interval.shared(looks))
        for rule, interval in parts
        if not _keeps(rule, interval, looks)
    )


def looks_of_doubling(first: int, most: int) -> int:
    """Count the looks at `first` replications, twice as many, and so on up to `most` or beyond.

    Parameters
    ----------
    first, most
        Replications at the first look, >= 1, and at the last, >= first.
    """
    if not 1 <= first <= most:
        raise InputError(f"first = {first}: it must lie between 1 and most, {most}")
    return 1 + (-(-most // first) - 1).bit_length()


def _keeps(rule: Rule, interval: Interval, looks: int) -> bool:
    ends = interval.shared(looks)
    return rule.keeps(ends.low, ends.high)


def _replications(rule: Rule, interval: Interval) -> int:
    """Estimate the replications after which the interval leaves the limits that lie in it."""
    if math.isnan(interval.low):
        return interval.n + 1
    inside = [limit for limit in rule.limits if interval.low <= limit <= interval.high]
    return max(map(interval.needed, inside))


def _check(**numbers: float) -> None:
    for name, value in numbers.items():
        if not math.isfinite(value):
            raise InputError(f"{name} = {value}: it must be a finite number")
