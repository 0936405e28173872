# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Discovery of studies: folders of ``scenarios/`` with a ``study.py`` that defines ``STUDY``."""

from __future__ import annotations

import importlib.util
import logging
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from burstlab import paths
from burstlab.arguments import checked
from burstlab.engine import RunSpec
from burstlab.errors import Fault, InputError, WorkError, unknown, within
from burstlab.study.declaration import Study
from burstlab.study.names import study_names

logger = logging.getLogger(__name__)

_sources: dict[Path, dict[Path, int]] = {}
"""File of each study read to its sources with their modification times."""


def find_studies(names: Iterable[str] = ()) -> dict[str, Study]:
    """Read studies as by `read_studies`, and raise the error of a faulty study.

    Examples
    --------
    >>> burstlab.find_studies(["traffic"])["traffic"].title
    'Poisson and self-similar arrivals'
    """
    found, faults = read_studies(names)
    for fault in faults.values():
        raise fault
    return found


def read_studies(names: Iterable[str] = ()) -> tuple[dict[str, Study], dict[str, Fault]]:
    """Read the studies, except faulty ones.

    Parameters
    ----------
    names
        Studies to read; empty: all.

    Returns
    -------
    dict of str to Study
        In the order named, else by name.
    dict of str to InputError or WorkError
        The errors of the faulty studies, with file and line.

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
        with apart(name, faults), in_study(name):
            found[name] = _read_study(paths.SCENARIOS / name / "study.py")
    return found, faults


@contextmanager
def apart(name: str, faults: dict[str, Fault]) -> Iterator[None]:
    """Store the error of a study, or of a part of a study, among the faults."""
    try:
        yield
    except (InputError, WorkError) as error:
        faults[name] = error


@checked
def import_part(name: str, part: str) -> ModuleType:
    """Import another file of a study, such as its ``bench.py``."""
    find_studies([name])
    with in_study(name):
        return importlib.import_module(f"{_module_name(name)}.{part}")


@contextmanager
def in_study(name: str, function: Callable[..., Any] | None = None) -> Iterator[None]:
    """Add file and line to an exception of a study's code.

    Parameters
    ----------
    name
        The study.
    function
        The called function of the study: its place is named if no line of the study raised.

    Raises
    ------
    WorkError
        When the code of the study raises a WorkError.
    InputError
        When it raises another error.
    """
    try:
        yield
    except Exception as error:
        logger.debug("in the study %s", name, exc_info=True)
        place = _place(name, traceback.walk_tb(error.__traceback__))
        if isinstance(error, InputError | WorkError):
            if not place:
                raise
            raise within(place, error) from error
        what, code = str(error), getattr(function, "__code__", None)
        if isinstance(error, SyntaxError) and error.filename:
            what, place = error.msg, f"{paths.relative(Path(error.filename))}:{error.lineno}"
        elif not place and code:
            place = f"{paths.relative(Path(code.co_filename))}:{code.co_firstlineno}"
        place = place or paths.relative(paths.SCENARIOS / name / "study.py")
        raise InputError(f"{place}: {type(error).__name__}: {what}") from error


def made_at(study: Study, edition: str, spec: RunSpec) -> str:
    """Find file and line where a study makes a run, by making all runs of the edition again."""
    places = []

    def profile(frame: FrameType, event: str, _: object) -> None:
        made = event == "return" and frame.f_code is RunSpec.__post_init__.__code__
        if made and frame.f_locals["self"] == spec:
            places.append(_place(study.name, reversed([*traceback.walk_stack(frame)])))

    sys.setprofile(profile)
    try:
        study.specs(edition)
    finally:
        sys.setprofile(None)
    return places[0] if places else ""


def _place(name: str, frames: Iterable[tuple[FrameType, int]]) -> str:
    """File and line of the innermost frame in a study's folder; empty if there is none."""
    folder = paths.SCENARIOS / name
    places = [(Path(frame.f_code.co_filename), line) for frame, line in frames]
    own = [(file, line) for file, line in places if file.is_relative_to(folder)]
    return f"{paths.relative(own[-1][0])}:{own[-1][1]}" if own else ""


def _module_name(study: str) -> str:
    return f"burstlab_study_{study.replace('-', '_')}"


def _read_study(file: Path) -> Study:
    name = file.parent.name
    module_name = _module_name(name)
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
        raise InputError(f"{paths.relative(file)}: STUDY is missing, or is no burstlab.Study")
    try:
        if study.name != name:
            raise InputError(f"name = {study.name}: it must be the folder's name, {name}")
        check(study)
    except InputError as error:
        raise within(paths.relative(file), error) from error
    return study


def check(study: Study) -> None:
    """Refuse duplicate ids, and claims that name an unknown figure or table."""
    exhibits = [part.id for part in (*study.figures, *study.tables)]
    claims = (*study.claims, *study.checks)
    for what, ids in (
        ("figure or table", exhibits),
        ("claim or check", [claim.id for claim in claims]),
        ("reading", [reading.name for reading in study.readings]),
    ):
        if len(set(ids)) < len(ids):
            raise InputError(f"each {what} needs a unique name: there are {', '.join(ids)}")
    if study.claims and not study.readings:
        raise InputError("readings = (): claims need at least one reading")
    figures = [figure.id for figure in study.figures]
    if study.best and study.best not in figures:
        raise unknown("best figure", study.best, figures)
    for claim in claims:
        for name in claim.shown:
            if name not in exhibits:
                raise unknown(f"figure or table of claim {claim.id}", name, exhibits)
