# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Judged claims as text: numbers with their significant digits, claims by readings."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from burstlab.errors import WorkError
from burstlab.report.publishing import Published
from burstlab.study import VERDICTS, Study, outlook, rounded

SIGNS = dict(zip(VERDICTS, ("\u2713", "\u2717", "\u00b1", "\u2248", "?", "\u2013"), strict=True))
"""A sign for each verdict, which is legible without colour."""

DEPENDS = "depends on the reading"
"""Text for a claim with different verdicts under its readings."""

_BEGIN = "<!-- claims: written by ./lab claims {}{} --readme -->"
_END = "<!-- end of claims -->"


def rows(
    study: Study, claims: pd.DataFrame, published: Published | None = None
) -> list[dict[str, Any]]:
    """Return the archived claims of a study in its own order, with numbers as text.

    Parameters
    ----------
    study
        The study.
    claims
        From `Archive.claims`.
    published
        Verdicts of the full edition, beside those of another one.

    Returns
    -------
    list of dict
        The columns of the table claim, and short_id, shown, elsewhere, why, value, interval,
        outlook, remark and parts (the note and its intervals), check (whether it is a check of the
        simulator), beside (see `put_beside`), full (the published verdict, with the same texts, or
        None).
    """
    full = published.rows if published else {}
    order = {
        f"{study.name}/{claim.id}": (i, claim)
        for i, claim in enumerate((*study.claims, *study.checks))
    }
    readings = [reading.name for reading in study.readings]
    place = {name: i for i, name in enumerate(readings)}
    judged = [row for row in claims.to_dict("records") if row["id"] in order]
    judged.sort(key=lambda row: (order[row["id"]][0], place.get(row["reading"], 0)))
    return [
        {
            **row,
            **_text(row),
            "short_id": row["id"].partition("/")[2],
            **{name: getattr(order[row["id"]][1], name) for name in ("shown", "elsewhere", "why")},
            "check": order[row["id"]][1] in study.checks,
            "beside": [],
            "full": (other := full.get((row["id"], row["reading"]))) and {**other, **_text(other)},
        }
        for row in judged
    ]


def best(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the verdict for readers: the published one if there is one, else that of the runs."""
    return row["full"] or row


def counts(rows: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """Count verdicts by reading; checks are under ``""``."""
    found: dict[str, dict[str, int]] = {}
    for row in rows:
        tally = found.setdefault(row["reading"], dict.fromkeys(VERDICTS, 0))
        tally[best(row)["verdict"]] += 1
    return found


def once(rows: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """Count each claim of the document once, by the common verdict of all readings with runs.

    A claim that another study also judges is counted in that study.
    """
    found = dict.fromkeys((*VERDICTS, DEPENDS), 0)
    for claim, cells in matrix(rows):
        if not (claim["elsewhere"] and claim["beside"]):
            final = list(map(best, cells))
            verdicts = {c["verdict"] for c in final if c["runs"]} or {c["verdict"] for c in final}
            found[verdicts.pop() if len(verdicts) == 1 else DEPENDS] += 1
    return found


def differing_first(rows: Iterable[Mapping[str, Any]]) -> int:
    """Count the claims that depend on the reading and differ under the first one with runs."""
    found = 0
    for _, cells in matrix(rows):
        verdicts = [row["verdict"] for row in map(best, cells) if row["runs"]]
        found += len(set(verdicts)) > 1 and verdicts[0] == "differs"
    return found


def total(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Add counts of several studies."""
    found = sum(map(Counter, counts), Counter())
    return {name: found[name] for name in (*VERDICTS, DEPENDS) if found[name]}


def put_beside(rows: Iterable[dict[str, Any]]) -> None:
    """Add to rows of a statement in two studies the rows of the other study, as ``beside``."""
    by_claim: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_claim.setdefault(row["id"], []).append(row)
    for ours in by_claim.values():
        for theirs in by_claim.get(ours[0]["elsewhere"], []):
            theirs |= {"beside": ours, "why": ours[0]["why"]}
            for row in ours:
                row["beside"] = [*row["beside"], theirs]


def matrix(
    rows: Iterable[Mapping[str, Any]], *, checks: bool = False
) -> list[tuple[Mapping[str, Any], list]]:
    """Arrange claims as a matrix: the first row of each claim, and its row under each reading."""
    by_claim: dict[str, list] = {}
    for row in rows:
        if checks or not row["check"]:
            by_claim.setdefault(row["id"], []).append(row)
    return [(cells[0], cells) for cells in by_claim.values()]


def answered(study: Study, rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """List the readings under which some claim has runs; all of them if none has."""
    names = [reading.name for reading in study.readings]
    there = {row["reading"] for row in rows if best(row)["runs"]}
    return [name for name in names if name in there] or names


def markdown(study: Study, rows: Iterable[Mapping[str, Any]]) -> str:
    """Write the matrix of a study, its finding, and its checks in a line, as Markdown."""
    rows = list(rows)
    names = answered(study, rows)
    lines = ["| claim | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for claim, cells in matrix(rows):
        verdicts = [
            f"{SIGNS[c['verdict']]} {c['verdict']}"
            + f" {c['value']} {c['interval']}" * (c["verdict"] != "not-asked")
            for c in cells
            if c["reading"] in names
        ]
        words = " | ".join(" ".join(verdict.split()) for verdict in verdicts)
        lines.append(f"| {claim['short_id']} {claim['text']} | {words} |")
    checks = [row for row in rows if row["check"]]
    held = ", ".join(f"{row['short_id']} {row['verdict']}" for row in checks)
    finding = f"\n\n{study.finding}" if study.finding else ""
    checked = f"\n\nChecks of the simulator: {held}." if checks else ""
    return "\n".join(lines) + f"{finding}{checked}\n"


def in_readme(
    study: Study, rows: Iterable[Mapping[str, Any]], readme: Path, edition: str = "quick"
) -> str:
    """Return the text of a README with the matrix of an edition between its two marks."""
    text = readme.read_text(encoding="utf-8") if readme.exists() else ""
    begin = _BEGIN.format(study.name, "" if edition == "quick" else f" --{edition}")
    head, found, rest = text.partition(begin)
    _, end, tail = rest.partition(_END)
    if not found or not end:
        raise WorkError(f"{readme}: it needs the two lines {begin} and {_END}")
    return f"{head}{begin}\n{markdown(study, rows)}{end}{tail}"


def _text(row: Mapping[str, Any]) -> dict[str, str]:
    low, high = row["low"], row["high"]
    half = (high - low) / 2 if pd.notna(low) and pd.notna(high) else math.nan
    unit = "" if row["unit"] == "1" else f" {row['unit']}"
    remark, *parts = row["note"].split("\n")
    return {
        **{"remark": remark, "parts": parts},
        "value": "" if pd.isna(row["measured"]) else rounded(row["measured"], half) + unit,
        "outlook": outlook(row["verdict"], row["needed"]),
        "interval": "" if math.isnan(half) else f"[{rounded(low, half)}, {rounded(high, half)}]",
    }
