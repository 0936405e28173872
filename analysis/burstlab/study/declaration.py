# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Declarations of a study: runs, readings, figures, tables and claims."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias

from burstlab.errors import InputError, unknown

if TYPE_CHECKING:
    from burstlab.archive import Results
    from burstlab.engine import RunSpec
    from burstlab.statistics import Interval
    from burstlab.study.rules import Rule

VERDICTS = ("reproduced", "differs", "undecided", "consistent", "not-testable", "not-asked")
EDITIONS = ("quick", "full")
OUR_OWN = "our own"
"""Document of a study without a document, and source of a statement of burstlab."""


@dataclass(frozen=True)
class Reading:
    """A set of assumptions that a document leaves open. Each claim is judged under each reading.

    Examples
    --------
    >>> burstlab.Reading("as run", "All sources start when the simulation starts.").name
    'as run'
    """

    name: str
    text: str


@dataclass(frozen=True)
class Exhibit:
    """A figure or table, printed beside a statement of the document.

    Attributes
    ----------
    id, title
        Name in files and claims, and heading.
    source
        Place of the statement in the document.
    statement, caption
        The statement of the document, and the caption.
    heading
        Heading above the statement, such as its author.
    make
        Makes a `matplotlib.figure.Figure`, or for a table a DataFrame, from archived results only.
        Each column of the DataFrame, and a named index, becomes a column of the table. The report
        formats numbers; a cell with another format is text.
    """

    id: str
    title: str
    source: str
    statement: str
    caption: str
    heading: str
    make: Callable[[Results], Any]


class Exhibits(list[Exhibit]):
    """The figures or the tables of a study, in order of declaration.

    ``figure = Exhibits()`` makes a decorator: a function under ``@figure(..)`` draws a figure. The
    first paragraph of its docstring is the statement, the rest the caption. A function of a table
    returns a DataFrame, or yields the rows: dictionaries with the columns as keys.

    Examples
    --------
    >>> figure = burstlab.Exhibits()
    >>> @figure("wait", "How long packets wait", "figure 3")
    ... def wait(results):
    ...     '''Packets in trains wait longer.'''
    ...     return drawing
    >>> figure[0].statement
    'Packets in trains wait longer.'
    """

    def __call__(
        self,
        id: str,  # noqa: A002
        title: str,
        source: str,
        *,
        heading: str = "",
        empty: str = "",
    ) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Declare a figure or table: see `Exhibit`.

        ``empty`` names the column of a table without rows, which says that the edition has none.
        """

        def add(make: Callable[..., Any]) -> Callable[..., Any]:
            if inspect.isgeneratorfunction(make):
                make = _frame_of_rows(make, empty)
            statement, _, caption = (make.__doc__ or "").partition("\n\n")
            words = [" ".join(text.split()) for text in (statement, caption)]
            words.append(heading or ("Expected" if source == OUR_OWN else "The document says"))
            self.append(Exhibit(id, title, source, *words, make))
            return make

        return add


def _frame_of_rows(rows: Callable[..., Any], empty: str) -> Callable[..., Any]:
    @wraps(rows)
    def make(*arguments: Any) -> Any:
        import pandas as pd  # the list of studies needs no pandas

        found = list(rows(*arguments))
        return pd.DataFrame(found or [{empty: "not in this edition"}] * bool(empty))

    return make


class NotAsked(Exception):  # noqa: N818 (no error)
    """The runs do not ask a claim: a measure raises this instead of a finding.

    Attributes
    ----------
    finding
        The finding of the claim: without parts, with the reason and a note.

    Examples
    --------
    >>> str(burstlab.study.NotAsked("The rule needs longer runs."))
    'The rule needs longer runs.'
    """

    def __init__(self, why: str, note: str = "") -> None:
        super().__init__(why)
        self.finding = Finding(None, note, unasked=why)


@dataclass(frozen=True)
class Finding:
    """The result of the runs for a claim.

    Attributes
    ----------
    parts
        The measured interval, or several by name, which must all keep their rules. None: nothing
        can be measured; `untestable` or `unasked` has the reason.
    note
        Further information for the reader. A function is called after the parts are judged: its
        runs do not count as runs of the claim.
    untestable
        Why the parts cannot be judged, such as a control that fails.
    unasked
        Why the runs do not ask the claim, such as a window shorter than its rule needs.

    Examples
    --------
    >>> found = burstlab.Finding(burstlab.interval([1.8, 2.0, 2.1, 1.9, 2.2, 2.0]), "six runs")
    >>> found.parts.estimate, found.note
    (2.0, 'six runs')
    """

    parts: Interval | Mapping[str, Interval] | None
    note: str | Callable[[], str] = ""
    untestable: str = ""
    unasked: str = ""

    def __post_init__(self) -> None:
        if self.parts is None and not (self.untestable or self.unasked):
            raise InputError("Finding(None): a reason is needed, untestable=.. or unasked=..")
        parts = self.parts.values() if isinstance(self.parts, Mapping) else [self.parts]
        for part in parts:
            if part is not None and not hasattr(part, "low"):
                raise InputError(
                    f"Finding({type(part).__name__}): an interval is needed, as of typical(..),"
                    " over(..) or minus(..)"
                )


Rows: TypeAlias = Iterator[dict[str, Any]]
"""What a function of a table yields: rows, with the columns as keys."""
Measure = Callable[["Results", str], Finding]
"""Measures a claim, from the results of the study's runs and the name of a reading."""


@dataclass(frozen=True)
class Claim:
    """A statement of a document that runs can support or contradict.

    Attributes
    ----------
    id
        Id of the statement, such as ``C5``.
    text
        The statement in words of burstlab.
    source
        Document, section, figure.
    stated
        Value or words of the document.
    quantity
        The measured quantity.
    rule
        The rule, fixed in advance: one for all parts of the finding, or one for each part by name.
    measure
        Function that measures the claim.
    shown
        Ids of the figures and tables that show the claim.
    unit
        Unit of the measured value.
    from_document
        Whether the claim depends on a constant of the document: it is *consistent* at best.
    elsewhere, why
        The same statement in another study, such as ``servernet/C1``, and the reason for different
        verdicts. One study declares them; both studies print them, and the claim counts once.
    """

    id: str
    text: str
    source: str
    stated: str
    quantity: str
    rule: Rule | Mapping[str, Rule]
    measure: Measure
    shown: tuple[str, ...] = ()
    unit: str = "1"
    from_document: bool = False
    elsewhere: str = ""
    why: str = ""

    @property
    def tolerance(self) -> str:
        """Quantity and rule in words."""
        if isinstance(self.rule, Mapping):
            words = ", ".join(f"{part} {rule.text}" for part, rule in self.rule.items())
        else:
            words = self.rule.text
        return f"{self.quantity}: {words}"


@dataclass(frozen=True)
class Ruled:
    """A measure with its rule, made by ``@rule(..)``: see `Claim`."""

    quantity: str
    rule: Rule | Mapping[str, Rule]
    unit: str
    from_document: bool
    measure: Measure


def rule(
    quantity: str,
    keeps: Rule | Mapping[str, Rule],
    unit: str = "1",
    from_document: bool = False,
) -> Callable[[Measure], Ruled]:
    """Declare the measured quantity and its rule, below ``@claim(..)``: see `Claim`."""
    for one in keeps.values() if isinstance(keeps, Mapping) else [keeps]:
        if not hasattr(one, "keeps"):
            raise InputError(
                f"rule {quantity!r:.60}, {one!r:.60}: a rule is needed, such as Above(2) or"
                " Within(2, 3)"
            )
    return lambda measure: Ruled(quantity, keeps, unit, from_document, measure)


class Claims(list[Claim]):
    """The claims of a study, or the checks of its simulator, in order of declaration.

    ``claim = Claims()`` makes a decorator: a function under ``@claim(..)`` and ``@rule(..)``
    measures a claim. Its docstring is the statement.

    Parameters
    ----------
    require
        Called with the results and the name of the reading before each measure: raises `NotAsked`
        where the runs ask none of the claims.

    Examples
    --------
    >>> from burstlab.study import Above, rule
    >>> claim = burstlab.Claims()
    >>> @claim("C1", "section 3", "longer", shown="wait")
    ... @rule("ratio of waits", Above(1))
    ... def longer(results, reading):
    ...     '''Packets in trains wait longer.'''
    ...     return burstlab.Finding(burstlab.paired_ratio([2.1, 2.3], [1.0, 1.1]))
    >>> claim[0].id, claim[0].text
    ('C1', 'Packets in trains wait longer.')
    """

    def __init__(self, require: Callable[[Results, str], None] | None = None) -> None:
        super().__init__()
        self._require = require

    def __call__(
        self,
        id: str,  # noqa: A002
        source: str,
        stated: str,
        shown: str = "",
        **elsewhere: str,
    ) -> Callable[[Ruled], Measure]:
        """Declare a claim: see `Claim`; blanks separate the ids of `shown`."""

        def add(ruled: Ruled) -> Measure:
            if not isinstance(ruled, Ruled):
                raise InputError(f"claim {id} has no rule: @rule(..) is needed below @claim(..)")
            text = " ".join((ruled.measure.__doc__ or "").split())
            if not text:
                raise InputError(
                    f"claim {id} has no statement: its function, {ruled.measure.__name__}, needs a"
                    " docstring, which is the statement"
                )
            words = {"shown": tuple(shown.split()), **elsewhere, **vars(ruled)}
            if self._require:
                words["measure"] = _required(self._require, ruled.measure)
            self.append(Claim(id, text, source, stated, **words))
            return ruled.measure

        return add


def _required(require: Callable[[Results, str], None], measure: Measure) -> Measure:
    @wraps(measure)
    def asked(results: Results, reading: str) -> Finding:
        require(results, reading)
        return measure(results, reading)

    return asked


@dataclass(frozen=True)
class Judgement:
    """The judgement of a claim.

    Attributes
    ----------
    measured, low, high
        The measured value and its interval in the claim's unit; None: none.
    runs
        Number of runs behind the verdict.
    verdict
        One of `VERDICTS`.
    needed
        Total number of replications that would decide a claim that is undecided or not asked, if
        the estimate does not change. None: unknown, as with one replication or an estimate near
        the limit.
    note
        Further information for the reader.
    """

    measured: float | None
    low: float | None
    high: float | None
    runs: int
    verdict: str
    needed: int | None
    note: str

    def __post_init__(self) -> None:
        if self.verdict not in VERDICTS:
            raise unknown("verdict", self.verdict, VERDICTS)


@dataclass(frozen=True)
class Study:
    """A study: document, runs of two editions, figures, tables and claims.

    Attributes
    ----------
    document
        Author, title, year; `OUR_OWN`: none.
    specs
        The runs of the edition ``"quick"`` or ``"full"``, labelled with the study's own variables.
    readings
        The sets of assumptions, in order. The rules of all claims are fixed for each in advance.
    claims, checks
        Claims of the document, and checks of the simulator, which are independent of readings.
    units
        Units of labels.
    budget_s
        Time of the quick edition on two cores in seconds.
    full_note
        Cost of the full edition: simulated time, scale, replications, hours.
    question, finding
        The question, and the main result: one or two sentences, true in each edition.
    best
        Id of the figure for the finding; empty: the first figure.
    place
        Place on the front page, the smallest first; equal places are ordered by name.

    Examples
    --------
    >>> study = burstlab.Study(
    ...     name="waits",
    ...     title="A queue before a link",
    ...     document="our own",
    ...     summary="How long packets wait.",
    ...     assumptions=(),
    ...     readings=(burstlab.Reading("as run", "The plainest program."),),
    ...     specs=lambda edition: burstlab.grid("traffic-arrivals", {}, runs=range(1, 4)),
    ... )
    >>> len(study.specs("quick"))
    3
    """

    name: str
    title: str
    document: str
    summary: str
    assumptions: tuple[str, ...]
    readings: tuple[Reading, ...]
    specs: Callable[[str], list[RunSpec]]
    claims: tuple[Claim, ...] = ()
    checks: tuple[Claim, ...] = ()
    figures: tuple[Exhibit, ...] = ()
    tables: tuple[Exhibit, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict)
    budget_s: int = 60
    full_note: str = ""
    question: str = ""
    finding: str = ""
    best: str = ""
    place: int = 100
