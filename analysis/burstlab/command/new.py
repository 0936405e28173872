# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""``./lab new``: working skeletons of studies, scenarios, modules and plugins.

The folder ``skeletons`` holds their files in the layout of a checkout. NAME and other words in
capitals stand for parts that depend on the name.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import jinja2

from burstlab import paths
from burstlab.bindings import stock_libraries, wheel
from burstlab.build import needs
from burstlab.errors import InputError, WorkError, unknown
from burstlab.study import study_names

KINDS = ("study", "scenario", "module", "plugin")
FIRST = "queue"
"""The scenario of a new study."""

_SKELETONS = Path(__file__).with_name("skeletons")
_WORD = re.compile(r"[a-z][a-z0-9]+")
_LONGEST = {"study": 24, "scenario": 30, "module": 24, "plugin": 24}
_RESERVED = re.compile(
    r"all|clean|help|install|package|test|sqlite.*"
    r"|(burstlab|examples|ns3|scenarios|scratch)-.*|.*-test"
)
"""Names of targets of burstlab, CMake and ns-3, and of SQLite tables."""


def make(kind: str, name: str) -> tuple[list[Path], str]:
    """Write a complete skeleton or nothing; existing files are not changed.

    Parameters
    ----------
    kind
        One of `KINDS`.
    name
        In kebab case; the name of a scenario starts with the name of its study.

    Returns
    -------
    list of Path
        The new files, relative to the checkout.
    str
        The command to try next.

    Raises
    ------
    InputError
        When there is no such kind, or the name is wrong or taken.
    WorkError
        When a file could not be written.
    """
    if kind not in KINDS:
        raise unknown("kind", kind, KINDS)
    try:
        _check_form(kind, name)
        files = _files(kind, name)
        tops = _tops(files)
        _check_free(kind, name, files)
    except InputError as error:
        raise InputError(f"{kind} NAME = {name}: {error}") from error
    _write(files, tops)
    following = {
        "study": f"reproduce {name}",
        "scenario": f"run {name}",
        "module": f"run {name}-example",
        "plugin": f"run traffic-arrivals --plugin={name} --Process=ns3::{_camel(name)}Arrivals",
    }
    return sorted(files), f"./lab {following[kind]}"


def _check_form(kind: str, name: str) -> None:
    if not all(map(_WORD.fullmatch, name.split("-"))):
        raise InputError(
            "allowed are words of two or more small letters and digits, each with a letter first,"
            " joined by hyphens, such as token-bucket"
        )
    if len(name) > _LONGEST[kind]:
        raise InputError(f"it has {len(name)} characters, allowed are {_LONGEST[kind]}")
    if _RESERVED.fullmatch(name):
        raise InputError("the name is reserved for other targets of the build, take another one")


def _files(kind: str, name: str) -> dict[Path, str]:
    """Map the paths of a skeleton's files in the checkout to their text."""
    folders = {"study": Path("scenarios", name), "module": Path("contrib", name)}
    if kind in folders and os.path.lexists(paths.ROOT / folders[kind]):
        raise InputError(f"{folders[kind]} is there already")
    if kind == "study":
        return {**_render("study", name, name), **_render("scenario", f"{name}-{FIRST}", name)}
    return _render(kind, name, _study_of(name) if kind == "scenario" else "")


def _study_of(scenario: str) -> str:
    """Find the study in a scenario's name, and check that the study links what scenarios need."""
    names = [study for study in study_names() if scenario.startswith(f"{study}-")]
    if not names:
        known = ", ".join(study_names())
        raise InputError(f"it must begin with the name of a study and a hyphen: there is {known}")
    study = max(names, key=len)
    lists = f"scenarios/{study}/CMakeLists.txt"
    if missing := {"scenario-runner", "burst-traffic"} - needs.of_study(study):
        raise InputError(f"{lists} must name {' and '.join(sorted(missing))} among its MODULES")
    return study


def _render(kind: str, name: str, study: str) -> dict[Path, str]:
    words = {
        **{"name": name, "snake": name.replace("-", "_"), "camel": _camel(name)},
        **{"study": study, "what": name.removeprefix(f"{study}-")},
    }
    folder = _SKELETONS / kind
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
    )
    environment.globals |= words | {"upper": words["snake"].upper(), "includes": _includes}
    files = {}
    for template in environment.list_templates(["jinja"]):
        path = template.removesuffix(".jinja")
        for word, text in words.items():
            path = path.replace(word.upper(), text)
        files[Path(path)] = environment.get_template(template).render(stem=Path(path).stem)
    return files


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))


@jinja2.pass_context
def _includes(context: jinja2.runtime.Context, *headers: str) -> str:
    """Include headers in the order of clang-format, the file's own header first."""
    lines = sorted(f'#include "ns3/{header}.h"' for header in headers)
    own = f'#include "ns3/{context["stem"]}.h"'
    if own in lines:
        lines.remove(own)
        lines.insert(0, f"{own}\n")
    return "\n".join(lines)


def _tops(files: Iterable[Path]) -> list[Path]:
    """List the files, or whole folders, that are new in the checkout."""
    tops = set()
    for file in files:
        missing = [p for p in (file, *file.parents) if not os.path.lexists(paths.ROOT / p)]
        if not missing:
            raise InputError(f"{file} is there already")
        tops.add(missing[-1])
    return sorted(tops)


def _check_free(kind: str, name: str, files: Mapping[Path, str]) -> None:
    """Refuse existing names of libraries, programs, headers and classes."""
    if kind == "module" and name in stock_libraries():
        raise InputError("ns-3 has a module of that name")
    programs = {name, f"{name}-{FIRST}", f"{name}-example"}
    for folder in ("scratch", "examples", "contrib/*/examples"):
        for file in paths.ROOT.glob(f"{folder}/*.cc"):
            if file.stem in programs:
                raise InputError(f"{paths.relative(file)} is there already")
    headers = {path.name for path in files if path.suffix == ".h"}
    classes = {n for text in files.values() for n in re.findall(r"(?m)^class (\w+)", text)}
    declared = re.compile(rf"\b(?:class|struct)\s+({'|'.join(classes)})\b") if classes else None
    for file in _sources():
        if file.name in headers:
            raise InputError(f"a header {file.name} is there already")
        if declared and (found := declared.search(file.read_text("utf-8", "replace"))):
            raise InputError(f"{file.name} has a class {found[1]} already")


def _sources() -> Iterator[Path]:
    """List all headers of ns-3, and all headers and sources of the checkout."""
    yield from (wheel() / "include" / "ns3").glob("*.h")
    for folder in ("contrib", "scenarios", "examples", "scratch", "test"):
        for pattern in ("**/*.h", "**/*.cc"):
            yield from (paths.ROOT / folder).glob(pattern)


def _write(files: Mapping[Path, str], tops: Iterable[Path]) -> None:
    paths.BUILD.mkdir(exist_ok=True)
    made: list[Path] = []
    try:
        with tempfile.TemporaryDirectory(prefix="new-", dir=paths.BUILD) as folder:
            for path, text in files.items():
                file = Path(folder, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            for top in tops:
                source, target = Path(folder, top), paths.ROOT / top
                (os.rename if source.is_dir() else os.link)(source, target)
                made.append(target)
    except BaseException as error:
        for target in made:
            shutil.rmtree(target) if target.is_dir() else target.unlink()
        if isinstance(error, OSError):
            raise WorkError(f"{error.filename}: {error.strerror}; nothing was made") from error
        raise
