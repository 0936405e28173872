# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Judging the claims of a study: what a document states beside what the runs measured."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from burstlab.errors import InputError, WorkError
from burstlab.study.declaration import Claim, Judgement, Study
from burstlab.study.finding import in_study

if TYPE_CHECKING:
    import pandas as pd

    from burstlab.archive import Results

_TEXTS = ("id", "text", "source", "stated", "tolerance")


def evaluate(study: Study, results: Results) -> list[dict[str, Any]]:
    """Judge all claims of a study: rows for `Archive.store_claims`.

    Parameters
    ----------
    study
        The study.
    results
        All runs of one of its editions.

    Raises
    ------
    WorkError
        When a judge fails: a claim that cannot be judged says so itself, as ``not-testable``.
    """
    judged = []
    for claim in study.claims:
        try:
            with in_study(study.name):
                judged.append(row(claim, claim.judge(results)))
        except (InputError, WorkError) as error:
            raise WorkError(f"claim {claim.id} could not be judged: {error}") from error
    return judged


def row(claim: Claim, judgement: Judgement) -> dict[str, Any]:
    """Write a judged claim as the archive takes it."""
    return {name: getattr(claim, name) for name in (*_TEXTS, "unit")} | vars(judgement)


def documents(claims: pd.DataFrame) -> list[dict[str, Any]]:
    """Return archived claims as JSON documents.

    Parameters
    ----------
    claims
        From `Archive.claims`.

    Returns
    -------
    list of dict
        id, study, text, source, stated, tolerance, measured, unit, interval (two numbers or None),
        runs, verdict, note, edition.
    """
    return [
        {
            **{name: claim[name] for name in ("id", "study", *_TEXTS[1:])},
            "measured": _number(claim["measured"]),
            "unit": claim["unit"],
            "interval": _interval(claim["low"], claim["high"]),
            "runs": int(claim["runs"]),
            **{name: claim[name] for name in ("verdict", "note", "edition")},
        }
        for claim in claims.to_dict("records")
    ]


def _interval(low: float | None, high: float | None) -> list[float | None] | None:
    ends = [_number(low), _number(high)]
    return None if ends == [None, None] else ends


def _number(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(value)
