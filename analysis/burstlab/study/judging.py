# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Judging the claims of a study: statements of a document against measurements of the runs."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from burstlab.arguments import checked
from burstlab.errors import Fault, within
from burstlab.statistics import MAX_NEEDED, Interval
from burstlab.study.declaration import Claim, Finding, Judgement, NotAsked, Study
from burstlab.study.finding import apart, in_study
from burstlab.study.rules import OPEN, SHARES, Part, Rule, needed_of_all, verdict_of_all

if TYPE_CHECKING:
    from burstlab.archive import Results

MAX_TIMES = 16
"""Limit of `Judgement.needed`, over the present number of replications."""

_TEXTS = ("text", "source", "stated", "tolerance")


def evaluate(
    study: Study, results: Results, faults: dict[str, Fault] | None = None
) -> list[dict[str, Any]]:
    """Judge all claims and checks of a study; return rows for `Archive.store_claims`.

    Parameters
    ----------
    study
        The study.
    results
        All runs of one of its editions.
    faults
        Receives the error of each claim that cannot be judged; None: raise the first error.
    """
    found = {} if faults is None else faults
    rows = []
    for claim, reading in judged(study):
        with apart(f"{study.name}/{claim.id}", found):
            rows.append(row(study, claim, reading, *judge(study, claim, reading, results)))
    if faults is None:
        for name, fault in found.items():
            raise within(f"claim {name} could not be judged", fault)
    return rows


def judged(study: Study) -> Iterator[tuple[Claim, str]]:
    """List all pairs of claim and reading; the reading of a check is ``""``."""
    for claim in study.claims:
        for reading in study.readings:
            yield claim, reading.name
    for check in study.checks:
        yield check, ""


def judge(
    study: Study, claim: Claim, reading: str, results: Results, look: int = 0
) -> tuple[Judgement, frozenset[int]]:
    """Judge a claim under a reading.

    Parameters
    ----------
    look
        Number of doublings of the replications since the first look: an index of `SHARES`.

    Returns
    -------
    Judgement
        The measured value is that of the deciding part: a part that breaks its rule, else the part
        nearest to a limit. Each of several parts has a line in the note, below the first line.
    frozenset of int
        The runs with rows in the finding.
    """
    family = results.where()
    with in_study(study.name, claim.measure):
        try:
            finding = claim.measure(family, reading)
        except NotAsked as why:
            finding = why.finding
        if not isinstance(finding, Finding):
            raise TypeError(f"a measure returns a Finding, not {finding!r:.80}")
        used = family.used
        note = finding.note() if callable(finding.note) else finding.note
        return _judgement(claim, finding, note, len(used), SHARES[look:]), used


def _judgement(
    claim: Claim, finding: Finding, note: str, runs: int, shares: Sequence[float]
) -> Judgement:
    if finding.parts is None:
        verdict = "not-testable" if finding.untestable else "not-asked"
        why = finding.untestable or finding.unasked
        return Judgement(None, None, None, runs, verdict, None, f"{why} {note}".strip())
    intervals = finding.parts if isinstance(finding.parts, Mapping) else {"": finding.parts}
    rules = claim.rule if isinstance(claim.rule, Mapping) else dict.fromkeys(intervals, claim.rule)
    parts = {name: (rules[name], interval) for name, interval in intervals.items()}
    verdict = verdict_of_all(list(parts.values()), shares[0])
    name, (_, value) = min(parts.items(), key=lambda part: _margin(*part[1]))
    if name:
        note = f"Measured: {name}. {note}"
    if finding.untestable:
        verdict, note = "not-testable", f"{finding.untestable} {note}"
    elif finding.unasked:
        verdict, note = "not-asked", f"{finding.unasked} {note}"
    elif verdict == "not-asked":
        note = f"{_too_few([part.shared(shares[0]) for part in intervals.values()])}{note}"
    elif verdict == "reproduced" and claim.from_document:
        verdict = "consistent"
    if len(parts) > 1 and not all(math.isnan(part.estimate) for part in intervals.values()):
        note = "\n".join([" ".join(note.split()), *_lines(intervals, shares[0])])
    value = value.shared(shares[0])
    open_ = verdict in OPEN and not finding.unasked
    needed = _needed(list(parts.values()), shares) if open_ else None
    exact = value.confidence == 1
    ends = (None, None) if exact else (value.low, value.high)
    return Judgement(value.estimate, *ends, runs, verdict, needed, note)


def _too_few(intervals: Iterable[Interval]) -> str:
    """Write why the replications are too few to decide; empty without replications."""
    few = [interval for interval in intervals if not interval.decides and interval.n]
    if not few:
        return ""
    if all(interval.least >= MAX_NEEDED for interval in few):
        return f"All {few[0].n} replications are equal: a mean of them decides nothing. "
    most = max(interval.least for interval in few if interval.least < MAX_NEEDED)
    present = min(interval.n for interval in few)
    return f"The rule needs {most} replications or more, there are {present}. "


def _lines(intervals: Mapping[str, Interval], share: float) -> Iterator[str]:
    """Write each part of a finding as a line of the note."""
    for name, interval in intervals.items():
        value = interval.shared(share)
        half = (value.high - value.low) / 2
        words = [rounded(each, half) for each in (value.estimate, value.low, value.high)]
        if math.isnan(value.estimate):
            yield f"{name}: none"
        else:
            yield f"{name}: {words[0]}" + (f" [{words[1]}, {words[2]}]" if half > 0 else "")


def rounded(value: float, half: float) -> str:
    """Round `value` to the second digit of its half width; without interval to four digits."""
    if not half > 0 or not math.isfinite(value) or not math.isfinite(half):
        return f"{value:.4g}"
    decimals = 1 - math.floor(math.log10(half))
    return f"{value:.{decimals}f}" if decimals >= 0 else f"{round(value, decimals):.0f}"


def _needed(parts: Sequence[Part], shares: Sequence[float]) -> int | None:
    """Estimate the replications that decide; None: unknown.

    The estimate uses the share of the next look. By simulation (test_rules.py), that number of
    replications decides an undecided claim in about half of all cases, and twice the number in two
    thirds or more. Beyond `MAX_TIMES` the estimate is so near the limit that it is on the wrong
    side in a third of all cases. A single replication has no spread. If a part has no runs, only
    another part that breaks its rule can decide.
    """
    share = shares[1] if len(shares) > 1 else shares[0]
    known = [part for part in parts if part[1].has_ends]
    broken = any(rule.breaks(interval.estimate, interval.estimate) for rule, interval in known)
    empty = any(interval.n == 0 for _, interval in parts)
    if not known or not (broken or (not empty and verdict_of_all(known, share) in OPEN)):
        return None
    needed, n = needed_of_all(parts, share), max(interval.n for _, interval in known)
    return needed if needed and n > 1 and needed <= MAX_TIMES * n else None


def outlook(verdict: str, needed: int | None) -> str:
    """Write how many replications would decide a claim that is undecided or not asked."""
    if verdict not in OPEN:
        return ""
    if not pd.isna(needed):
        return f"about {needed:,.0f} replications would decide, if the estimate stays where it is"
    few = verdict == "undecided"
    return "these runs do not tell how many replications would decide" if few else ""


def _margin(rule: Rule, interval: Interval) -> float:
    """Distance to the nearest limit, in half widths of the interval; < 0 for a broken rule.

    A value without interval has the smallest distance, NaN an infinite distance.
    """
    value, sign = interval.estimate, -1 if rule.breaks(interval.estimate, interval.estimate) else 1
    if not interval.has_ends:
        return math.inf if math.isnan(value) else sign * sys.float_info.epsilon
    if math.isinf(value):
        return sign * math.inf
    halves = {
        limit: (interval.high if limit > value else interval.low) - value for limit in rule.limits
    }
    return sign * min(
        (limit - value) / half if half else math.inf for limit, half in halves.items()
    )


def row(
    study: Study, claim: Claim, reading: str, judgement: Judgement, used: Iterable[int] = ()
) -> dict[str, Any]:
    """Write a judged claim as a row of the archive, with the runs behind it as ``run_ids``."""
    texts = {name: getattr(claim, name) for name in (*_TEXTS, "unit")}
    known = {"id": f"{study.name}/{claim.id}", "reading": reading, "run_ids": tuple(used)}
    return {**known, **texts, **vars(judgement)}


@checked
def documents(claims: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return archived claims as JSON documents.

    Parameters
    ----------
    claims
        Rows of `Archive.claims`.

    Returns
    -------
    list of dict
        id, reading, study, text, source, stated, tolerance, measured, unit, interval (two numbers
        or None), runs, verdict, needed, note, edition.
    """
    return [
        {
            **{name: claim[name] for name in ("id", "reading", "study", *_TEXTS)},
            "measured": _number(claim["measured"]),
            "unit": claim["unit"],
            "interval": _interval(claim["low"], claim["high"]),
            "runs": int(claim["runs"]),
            "verdict": claim["verdict"],
            "needed": None if pd.isna(claim["needed"]) else int(claim["needed"]),
            **{name: claim[name] for name in ("note", "edition")},
        }
        for claim in claims
    ]


def _interval(low: float | None, high: float | None) -> list[float | None] | None:
    ends = [_number(low), _number(high)]
    return None if ends == [None, None] else ends


def _number(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(value)
