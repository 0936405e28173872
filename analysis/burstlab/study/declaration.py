# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a study declares: its runs, the figures and tables it shows, the claims it judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from burstlab.errors import unknown

if TYPE_CHECKING:
    import matplotlib.figure
    import pandas

    from burstlab.archive import Results
    from burstlab.engine import RunSpec

VERDICTS = ("reproduced", "differs", "consistent", "not-testable")
EDITIONS = ("quick", "full")


@dataclass(frozen=True)
class Exhibit:
    """What a page shows beside the statement it answers, made from archived results alone.

    The heading says whose statement it is.
    """

    id: str
    title: str
    statement: str
    source: str
    caption: str
    heading: str = field(default="The document says", kw_only=True)


@dataclass(frozen=True)
class Figure(Exhibit):
    """A figure."""

    draw: Callable[[Results], matplotlib.figure.Figure]


@dataclass(frozen=True)
class Table(Exhibit):
    """A table.

    Each column of the frame becomes one of the table, and so does an index that has a name. The
    report formats numbers; a cell that needs its own format is text.
    """

    build: Callable[[Results], pandas.DataFrame]


@dataclass(frozen=True)
class Judgement:
    """What the runs say about a claim.

    Attributes
    ----------
    measured, low, high
        The measured value with its interval in the claim's unit; None where there is none.
    runs
        Number of runs the value rests on.
    verdict
        One of `VERDICTS`; ``consistent`` when the constant came from the document itself.
    note
        What a reader has to know besides, above all the reason when it differs.
    """

    measured: float | None
    low: float | None
    high: float | None
    runs: int
    verdict: str
    note: str

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise unknown("verdict", self.verdict, VERDICTS)


@dataclass(frozen=True)
class Claim:
    """A statement of a document that runs can support or contradict.

    Attributes
    ----------
    id
        ``<study>/<id of the statement>``.
    text
        The statement in our words.
    source
        Document, section, figure.
    stated, tolerance
        What the document states and the rule, fixed in advance, by which it is judged.
    unit
        Unit of the measured value.
    judge
        Judgement from the results of the study's runs.
    """

    id: str
    text: str
    source: str
    stated: str
    tolerance: str
    unit: str
    judge: Callable[[Results], Judgement]


@dataclass(frozen=True)
class Study:
    """A study: its document, the runs of its two editions, what it shows and what it claims.

    Attributes
    ----------
    specs
        The runs of the edition ``"quick"`` or ``"full"``.
    budget_s
        Time of the quick edition on two cores in seconds.
    full_note
        What the full edition costs: simulated time, scale, replications, hours.
    """

    name: str
    title: str
    document: str
    summary: str
    assumptions: tuple[str, ...]
    specs: Callable[[str], list[RunSpec]]
    figures: tuple[Figure, ...]
    claims: tuple[Claim, ...]
    budget_s: int
    full_note: str
    tables: tuple[Table, ...] = ()
