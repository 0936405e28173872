# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The pages of doc/: a copy of the checkout that is built already, and a reader who follows a page.

A page is read from top to bottom. A line that is indented by four blanks is a command. A fenced
block goes into the file that the line before names: ``In `FILE`:`` a diff that fits once, ``A new
file `FILE`:`` or ``At the end of `FILE`:`` its text. A block of `text` is what the last command
printed: lines in this order, blanks aside, with .. for what is left out. A command ends with code
0, or with 1 or 2 where a block of `error` shows what was printed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import structure
from burstlab import paths, published

PAGES = sorted((paths.ROOT / "doc").glob("*.md"))

_STEP = re.compile(
    r"(?m:^(?P<place>In|At the end of|A new file) `(?P<name>\S+)`[^\n]*:$)"
    r"|^```(?P<language>[^\n]*)\n(?P<body>.*?)^```$"
    r"|^    (?P<command>\S[^\n]*)$",
    re.S | re.M,
)
_COMPILED = re.compile(r"foreach\(module .*?\nburstlab_target\(runner [^\n]*\n", re.S)
_FINISHED = """
{links}
foreach(module {modules})
  add_library(${{module}} SHARED IMPORTED GLOBAL)
  set_target_properties(${{module}} PROPERTIES
    IMPORTED_LOCATION ${{PROJECT_BINARY_DIR}}/lib/libburstlab-${{module}}.so
    INTERFACE_INCLUDE_DIRECTORIES ${{PROJECT_BINARY_DIR}}/include
    INTERFACE_LINK_LIBRARIES "ns3-core;ns3-network;${{links-of-${{module}}}}")
endforeach()
if(TARGET burstlab-test-runner)
  target_link_libraries(burstlab-test-runner PRIVATE ns3-core)
endif()
add_link_options(-Wl,-rpath-link,${{PROJECT_BINARY_DIR}}/lib)
set_property(GLOBAL APPEND PROPERTY burstlab_targets [==[{targets}]==])
add_custom_command(OUTPUT {files} COMMAND ${{CMAKE_COMMAND}} -E true)
add_custom_target(finished DEPENDS {files}) # Ninja is asked what each file is made of
set(CMAKE_DISABLE_FIND_PACKAGE_GTest ON)
foreach(module ${{burstlab_modules}})
  if(NOT TARGET ${{module}})
    add_subdirectory(contrib/${{module}})
  endif()
endforeach()
unset(CMAKE_DISABLE_FIND_PACKAGE_GTest)
"""
_MADE = {".git", ".venv", "build", "archive", "report"}
"""What commands of the laboratory write at the top of a checkout."""
_OUTPUT = ("text", "error")
_MAIN = "int\nmain()\n{\n}\n"
_TESTS = {"cpp": "", "walk": "", "battery": _MAIN, "random": _MAIN}
"""Folders with the sources of a test program, and what is compiled in place of them."""
_CACHES = ("__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis")


@dataclass(frozen=True)
class Done:
    """A command of a page, and what it printed."""

    command: str
    said: str


def copy_sources(home: Path, *, compiled: bool) -> None:
    """Copy the checkout; or without what is compiled, and without studies."""

    def ignore(folder: str, names: Iterable[str]) -> set[str]:
        place = Path(folder)
        left = {*_CACHES, *(_MADE if place == paths.ROOT else ())} & set(names)
        if compiled:
            return left
        if place.parent == paths.SCENARIOS:  # texts of sources are looked at, nothing is built
            left |= {name for name in names if Path(name).suffix not in (".cc", ".h")}
        if place.name in {*_TESTS, "laws"} or place == paths.EXAMPLES:
            left |= {name for name in names if name.endswith(".cc")}
        return left

    shutil.copytree(paths.ROOT, home, ignore=ignore)


def tree(home: Path) -> dict[Path, bytes]:
    """Read every source of a checkout."""
    return {
        file.relative_to(home): file.read_bytes()
        for top in home.iterdir()
        if top.name not in _MADE | set(_CACHES)
        for file in (top.rglob("*") if top.is_dir() else [top])
        if file.is_file() and not set(_CACHES) & set(file.parts)
    }


def built_checkout(home: Path) -> None:
    """Make a checkout whose modules, scenarios and examples are built; others it builds itself."""
    build = published.use()
    copy_sources(home, compiled=False)
    kept = [t for t in build.targets if t.kind != "test" and not t.source.startswith("scratch/")]
    for target in kept:
        place = home / "build" / "release" / target.file
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build.folder / target.file, place)
    shutil.copytree(build.folder / "include", home / "build" / "release" / "include")
    modules = [Path(target.source).name for target in kept if target.kind == "module"]
    names = ("kind", "name", "source", "file")
    targets = [json.dumps({name: getattr(target, name) for name in names}) for target in kept]
    text = (paths.ROOT / "CMakeLists.txt").read_text()
    files = " ".join(f"${{PROJECT_BINARY_DIR}}/{target.file}" for target in kept)
    linked = structure.Contrib(paths.CONTRIB).links
    links = "\n".join(f"set(links-of-{name} {' '.join(linked[name])})" for name in modules)
    finished = _FINISHED.format(
        links=links, modules=" ".join(modules), targets=",\n".join(targets), files=files
    )
    text, found = _COMPILED.subn(lambda _: finished, text)
    assert found == 1
    for folder, text_of_none in _TESTS.items():
        (home / "test" / folder / "none.cc").write_text(text_of_none)
    (home / "CMakeLists.txt").write_text(text.replace('"-O2 ', '"-O0 '))
    (home / "lab").write_text(
        '#!/bin/sh\nexec "$(dirname "$0")"/.venv/bin/python -m burstlab "$@"\n'
    )
    (home / "lab").chmod(0o755)
    (home / ".venv").symlink_to(sys.prefix)


def call(home: Path, command: str, codes: Iterable[int] = (0,)) -> str:
    """Run a command at the top of a checkout; return what it printed."""
    kept = {"PYTHONDONTWRITEBYTECODE": ""}  # compiling what is imported would take half the time
    done = subprocess.run(
        command,
        shell=True,
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(home / "analysis"), **kept},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode in codes, f"{command}\nended with {done.returncode}\n{done.stdout}"
    return done.stdout


def follow(home: Path, page: str) -> list[Done]:
    """Do what a page says, step by step."""
    place, file, done = "", home, []
    steps = list(_STEP.finditer(page))
    for before, step, following in zip([None, *steps[:-1]], steps, [*steps[1:], None], strict=True):
        if step["name"]:
            place, file = step["place"], home / step["name"]
        elif step["command"]:
            shown = following["language"] if following else ""
            codes = (1, 2) if shown == "error" else (0,)
            done.append(Done(step["command"], call(home, step["command"], codes)))
            if shown in _OUTPUT:
                _compare(done[-1], following["body"])
        elif step["language"] == "diff":
            assert place == "In", step["body"]
            _edit(file, step["body"])
        elif step["language"] in _OUTPUT:
            assert before["command"] if before else False, step["body"]
        else:
            assert place in ("A new file", "At the end of"), step["body"]
            assert file.exists() == (place == "At the end of"), file
            text = f"{file.read_text()}\n\n" if file.exists() else ""
            file.write_text(text + step["body"])
            place = ""
    return done


def python_blocks(page: str) -> Iterator[str]:
    """Give the Python of a page, so far as a reader runs it."""
    for step in _STEP.finditer(page):
        if step["language"] == "python":
            yield step["body"]
        elif step["command"] and (found := re.search(r"python -c '(.*)'", step["command"])):
            yield found[1]


def _edit(file: Path, diff: str) -> None:
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] != "+")
    text = file.read_text()
    assert text.count(old) == 1, (file, old)
    file.write_text(text.replace(old, "".join(line[1:] for line in lines if line[0] != "-")))


def _compare(done: Done, shown: str) -> None:
    said = iter([" ".join(line.split()) for line in done.said.splitlines()])
    for line in shown.splitlines():
        parts = [re.escape(" ".join(part.split())) for part in line.split("..")]
        wanted = re.compile(r"\s?.*\s?".join(parts))
        assert any(wanted.fullmatch(each) for each in said), f"{line}\nafter {done}"
