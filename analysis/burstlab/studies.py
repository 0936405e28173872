# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a study declares: its runs, the figures and tables it shows, the claims it judges.

A study is a folder of ``scenarios/`` with a ``study.py`` that defines ``STUDY``.
"""

from __future__ import annotations

import importlib.util
import itertools
import logging
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from burstlab import paths
from burstlab.errors import InputError, WorkError, unknown

if TYPE_CHECKING:
    import matplotlib.figure
    import pandas

    from burstlab.results import Results

logger = logging.getLogger(__name__)

_sources: dict[Path, dict[Path, int]] = {}
"""Of each study that was read, its sources and when they were changed."""

VERDICTS = ("reproduced", "differs", "consistent", "not-testable")
EDITIONS = ("quick", "full")


@dataclass(frozen=True)
class RunSpec:
    """One run of a scenario.

    Attributes
    ----------
    scenario
        Kebab name or TypeId name.
    attributes
        Attribute name to value, as text or number in the attribute's own unit;
        ``ns3::Class::Attribute`` sets a default.
    seed
        Seed of ns-3's generator, >= 1.
    run
        Run number, the replication's index, >= 0: equal for all variants that are to see the same
        random numbers.
    """

    scenario: str
    attributes: Mapping[str, str | int | float] = field(default_factory=dict)
    seed: int = 1
    run: int = 1


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


def object_text(name: str, attributes: str, defaults: Iterable[str] = ()) -> str:
    """Write an object as the archive has it, so that its runs are found by the text.

    Parameters
    ----------
    name
        Name of the TypeId.
    attributes
        ``A=1|B=2``, in any order, each value as the archive has it.
    defaults
        Those that the type has anyway, in the same form: they are left out.
    """
    parts = sorted({*attributes.split("|")} - {*defaults, ""})
    return f"{name}[{'|'.join(parts)}]" if parts else name


def grid(
    scenario: str,
    attributes: Mapping[str, Sequence[str | int | float] | str | int | float],
    seeds: Iterable[int] = (1,),
    runs: Iterable[int] = (1,),
) -> list[RunSpec]:
    """Every combination of attribute values, each with every seed and run number.

    Parameters
    ----------
    scenario
        Kebab name or TypeId name.
    attributes
        Attribute name to one value or a sequence of values. The last attribute varies fastest.
    seeds, runs
        Every combination gets the same ones, so that variants share their random numbers.
    """
    axes = [
        value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        for value in attributes.values()
    ]
    seeds, runs = list(seeds), list(runs)
    return [
        RunSpec(scenario, dict(zip(attributes, values, strict=True)), seed, run)
        for values in itertools.product(*axes)
        for seed in seeds
        for run in runs
    ]


def study_names() -> list[str]:
    """Names of the studies there are, without reading them."""
    return sorted(file.parent.name for file in paths.SCENARIOS.glob("*/study.py"))


def find_studies(names: Iterable[str] = ()) -> dict[str, Study]:
    """Read the studies.

    Parameters
    ----------
    names
        Those to read; none named: all.

    Returns
    -------
    dict of str to Study
        In the order named, else by name.

    Raises
    ------
    InputError
        When a study of that name does not exist.
    WorkError
        When a ``study.py`` cannot be executed or declares something else.
    """
    found, faults = read_studies(names)
    for fault in faults.values():
        raise WorkError(fault)
    return found


def read_studies(names: Iterable[str] = ()) -> tuple[dict[str, Study], dict[str, str]]:
    """Read the studies, those that can be read.

    Parameters
    ----------
    names
        Those to read; none named: all.

    Returns
    -------
    dict of str to Study
        In the order named, else by name.
    dict of str to str
        Of the others, what is wrong, with file and line.

    Raises
    ------
    InputError
        When a study of that name does not exist.
    """
    known = study_names()
    names = list(dict.fromkeys(names)) or known
    for name in names:
        if name not in known:
            raise unknown("study", name, known)
    found, faults = {}, {}
    for name in names:
        try:
            with in_study(name):
                found[name] = _read_study(paths.SCENARIOS / name / "study.py")
        except (InputError, WorkError) as error:
            faults[name] = str(error)
    return found, faults


@contextmanager
def in_study(name: str) -> Iterator[None]:
    """Turn what the code of a study raises into a `WorkError` that says where it is wrong."""
    try:
        yield
    except (InputError, WorkError):
        raise
    except Exception as error:
        logger.debug("in the study %s", name, exc_info=True)
        folder = paths.SCENARIOS / name
        what, place = str(error), paths.relative(folder / "study.py")
        for frame in traceback.extract_tb(error.__traceback__):
            if Path(frame.filename).is_relative_to(folder):
                place = f"{paths.relative(Path(frame.filename))}:{frame.lineno}"
        if isinstance(error, SyntaxError) and error.filename:
            what, place = error.msg, f"{paths.relative(Path(error.filename))}:{error.lineno}"
        raise WorkError(f"{place}: {type(error).__name__}: {what}") from error


def _read_study(file: Path) -> Study:
    name = file.parent.name
    module_name = f"burstlab_study_{name.replace('-', '_')}"
    # A package, so that a study can be written in several files.
    spec = importlib.util.spec_from_file_location(
        module_name, file, submodule_search_locations=[str(file.parent)]
    )
    module = importlib.util.module_from_spec(spec)
    sources = {source: source.stat().st_mtime_ns for source in file.parent.glob("**/*.py")}
    if _sources.get(file, sources) != sources:
        for former in [m for m in sys.modules if m.startswith(f"{module_name}.")]:
            del sys.modules[former]
    _sources[file] = sources
    sys.modules[module_name] = module
    spec.loader.exec_module(module)
    study = getattr(module, "STUDY", None)
    if not isinstance(study, Study):
        raise WorkError(f"{paths.relative(file)}: STUDY is missing, or is no burstlab.Study")
    if study.name != name or any(not claim.id.startswith(f"{name}/") for claim in study.claims):
        raise WorkError(
            f"{paths.relative(file)}: the study and its claims must carry the folder's name, {name}"
        )
    shown = [part.id for part in (*study.figures, *study.tables)]
    if len(set(shown)) < len(shown):
        raise WorkError(
            f"{paths.relative(file)}: every figure and table needs an id of its own, there are"
            f" {', '.join(shown)}"
        )
    return study
