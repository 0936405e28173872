# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Prints what the laboratory and the modules of contrib/ are made of, and who uses whom.

    .venv/bin/python test/structure.py [CHECKOUT]

A part stands one floor above the highest one that it uses; parts that use each other share a floor.
The program ends with code 1 and names file and line where a module of contrib/ includes a header of
one that it does not link, where a network module uses another of ours than it may, and where an
Object is made by Create, which ns-3.48 refuses. (That imports of Python go down is checked by
import-linter, see pyproject.toml.)
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

SHARED = ("burst-core", "fabric", "burst-traffic", "faults")
"""The modules of ours that a network module may use."""
BESIDES = {"iepm": {"path-measurement"}, "l2-notification": {"lossless-ethernet"}}
"""Modules that stand on a network module besides: a monitor runs tools, queue discs laws."""
HOUSE = (*SHARED, "run-archive", "scenario-runner")
"""The modules that are no network modules."""
THIRD_PARTIES = {"Boost": r"boost/", "nlohmann-json": r"nlohmann/", "SQLite": r"sqlite3\.h$"}

Arrows = Mapping[str, set[str]]


def reached(start: Iterable[str], arrows: Arrows) -> set[str]:
    """Everything that can be reached along arrows, `start` included."""
    found, left = set(), set(start)
    while left:
        found.add(name := left.pop())
        left |= arrows.get(name, set()) - found
    return found


def floors(arrows: Arrows) -> dict[str, int]:
    """The floor of each part, 0 for those that use no other."""
    below = {name: reached(arrows[name], arrows) for name in arrows}
    found: dict[str, int] = {}

    def floor(name: str) -> int:
        if name not in found:
            lower = [other for other in arrows[name] if name not in below[other]]
            found[name] = max((floor(other) + 1 for other in lower), default=0)
        return found[name]

    for name in arrows:  # of parts in a circle the highest decides
        circle = {name} | {other for other in below[name] if name in below[other]}
        highest = max(map(floor, circle))
        found.update(dict.fromkeys(circle, highest))
    return found


def count_lines(files: Iterable[Path]) -> int:
    return sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)


def python_packages(folder: Path) -> tuple[dict[str, list[Path]], dict[str, set[str]]]:
    """The files of each package, where a module beside the packages is one too, and the arrows."""
    packages: dict[str, list[Path]] = {}
    for file in sorted(folder.rglob("*.py")):
        name = file.relative_to(folder).parts[0].removesuffix(".py")
        if name != "__init__":
            packages.setdefault(name, []).append(file)
    arrows = {
        name: {used for file in files for used in imported(file, folder) if used in packages}
        - {name}
        for name, files in packages.items()
    }
    return packages, arrows


def imported(file: Path, folder: Path) -> Iterator[str]:
    """The names right below the package that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        modules = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = file.relative_to(folder.parent).parts[: -node.level] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            modules = [f"{module}.{alias.name}" for alias in node.names]
        for module in modules:
            top, _, rest = module.partition(".")
            if top == folder.name:
                yield rest.partition(".")[0]


class Line(NamedTuple):
    """A line of a file, and what it names."""

    file: Path
    number: int
    name: str


def find(file: Path, pattern: str) -> list[Line]:
    """Every match of a pattern in a file, with what its group matched."""
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    found = re.finditer(pattern, text)
    return [Line(file, text.count("\n", 0, match.start(1)) + 1, match[1]) for match in found]


class Module:
    """A module of contrib/, as its files and its CMakeLists.txt have it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, folder.name
        self.files = sorted(file for file in folder.rglob("*") if file.suffix in (".h", ".cc"))
        self.headers = {f"{self.name}-module.h", *(f.name for f in self.files if f.suffix == ".h")}
        include = r'(?m)^\s*#\s*include\s*[<"](?:ns3/)?([^>"]+)[>"]'
        self.includes = [line for file in self.files for line in find(file, include)]
        lists = (folder / "CMakeLists.txt", folder / "examples" / "CMakeLists.txt")
        (links,) = find(lists[0], r"LIBRARIES_TO_LINK((?:\s+\$\{[\w-]+\})+)")
        start = links.number
        self.links = [
            Line(lists[0], start + number, name)
            for number, text in enumerate(links.name.split("\n"))
            for name in re.findall(r"\$\{lib([\w-]+)\}", text)
        ]
        named = [line for file in lists for line in find(file, r"\$\{lib([\w-]+)\}")]
        self.linked_by_programs = {line.name for line in named}

    def part(self, line: Line) -> str:
        """The folder of the module that a line is in, such as ``"model"``."""
        return line.file.relative_to(self.folder).parts[0]


class Contrib:
    """The modules of contrib/, and which of them use which."""

    def __init__(self, folder: Path) -> None:
        modules = [Module(file.parent) for file in sorted(folder.glob("*/CMakeLists.txt"))]
        self.modules = {module.name: module for module in modules}
        self.owner = {header: module.name for module in modules for header in module.headers}
        self.links = {
            module.name: {line.name for line in module.links} & self.modules.keys()
            for module in modules
        }

    def uses(self, module: Module) -> list[tuple[Line, str]]:
        """What a module includes of the others, with the name of each."""
        lines = ((line, self.owner.get(Path(line.name).name)) for line in module.includes)
        return [(line, owner) for line, owner in lines if owner not in (None, module.name)]

    def faults(self) -> Iterator[tuple[Line, str]]:
        """Every place where a module uses what it must not, or does not link."""
        for name, module in self.modules.items():
            allowed = {*SHARED, *BESIDES.get(name, ())}
            only = f"allowed are {', '.join(sorted(allowed))}"
            linked = reached([name], self.links)
            by_programs = reached([name, *module.linked_by_programs], self.links)
            network = name not in HOUSE
            for line, owner in self.uses(module):
                part = module.part(line)
                if owner not in (by_programs if part in ("test", "examples") else linked):
                    yield line, f"{line.name} is of {owner}, which {name} does not link"
                if network and owner not in allowed and part != "examples":
                    yield line, f"{line.name} is of {owner}: {only}"
            for line in module.links:
                if network and line.name in self.modules.keys() - allowed:
                    yield line, f"{name} links {line.name}: {only}"
        objects = self.objects()
        for module in self.modules.values():
            for file in module.files:
                for line in find(file, r"(?<![.>\w])Create<(\w+)>\s*\("):
                    if line.name in objects:
                        yield line, f"{line.name} is an Object: allowed is CreateObject"

    def objects(self) -> set[str]:
        """Classes that derive from ns3::Object, of this folder and the usual ones of ns-3."""
        bases: dict[str, set[str]] = {}
        for module in self.modules.values():
            for file in module.files:
                pattern = r"\bclass (\w+)(?: final)? : ([^{;]*)\{"
                for name, text in re.findall(pattern, file.read_text(encoding="utf-8")):
                    bases.setdefault(name, set()).update(re.findall(r"\w+", text))
        found = {"Object", "NetDevice", "Channel", "Application", "Socket", "QueueDisc", "Node"}
        while more := {name for name in bases if bases[name] & found} - found:
            found |= more
        return found


def describe_python(folder: Path) -> Iterator[str]:
    packages, arrows = python_packages(folder)
    files = [*folder.rglob("*.py")]
    yield f"{folder.name}: {len(packages)} packages, {len(files)} files, {count_lines(files)} lines"
    heights = floors(arrows)
    for name in sorted(packages, key=lambda name: (-heights[name], name)):
        yield row(heights[name], name, packages[name], f"imports {told(arrows[name])}")


def describe_contrib(contrib: Contrib) -> Iterator[str]:
    files = [file for module in contrib.modules.values() for file in module.files]
    yield f"contrib: {len(contrib.modules)} modules, {len(files)} files, {count_lines(files)} lines"
    heights = floors(contrib.links)
    for name in sorted(contrib.modules, key=lambda name: (-heights[name], name)):
        module = contrib.modules[name]
        ns3 = {line.name for line in module.links} - contrib.modules.keys()
        links = f"links {told(contrib.links[name])}; of ns-3 {told(ns3)}"
        yield row(heights[name], name, module.files, links)
        code = [line for line in module.includes if module.part(line) in ("model", "helper")]
        owners = {owner for line, owner in contrib.uses(module) if line in code}
        yield (
            f"{'':46}includes {told(owners)}; third parties"
            f" in headers {third_parties(code, '.h')}, in sources {third_parties(code, '.cc')}"
        )


def third_parties(lines: list[Line], suffix: str) -> str:
    names = [line.name for line in lines if line.file.suffix == suffix]
    found = {p for p, pattern in THIRD_PARTIES.items() if any(re.match(pattern, n) for n in names)}
    return told(found)


def row(floor: int, name: str, files: list[Path], arrows: str) -> str:
    return f"floor {floor}  {name:16}{len(files):4} files{count_lines(files):6} lines  {arrows}"


def told(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def main() -> int:
    here = Path(__file__).resolve().parents[1]
    checkout = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else here
    contrib = Contrib(checkout / "contrib")
    for text in describe_python(checkout / "analysis" / "burstlab"):
        sys.stdout.write(text + "\n")
    for text in describe_contrib(contrib):
        sys.stdout.write(text + "\n")
    sys.stdout.flush()
    faults = list(contrib.faults())
    for line, what in faults:
        sys.stderr.write(f"{line.file.relative_to(checkout)}:{line.number}: {what}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
