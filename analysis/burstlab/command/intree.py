# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The suite inside an ns-3 source tree: links to its modules, and their tests in ns-3.37."""

from __future__ import annotations

import logging
import re
import shlex
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from burstlab import paths
from burstlab.build import workplace
from burstlab.build.needs import modules, needed
from burstlab.errors import InputError, WorkError
from burstlab.process import succeed

logger = logging.getLogger(__name__)

NS3_MODULES = ("core", "network", "internet", "traffic-control", "csma")
"""csma: tests of ns-3.37 itself include it as soon as there are applications."""
RELEASES = range(37, 49)
"""Releases 3.x of ns-3 with which the suite was built."""
NS3_MODULES_OF_TESTS = ("point-to-point",)


def suites(runner: Path, ours: Iterable[str]) -> list[str]:
    """Names of the suites of some modules in a test runner of ns-3."""
    prefixes = tuple(ours)
    return [name for name in succeed([runner, "--list"]).split() if name.startswith(prefixes)]


def link(tree: Path, names: Sequence[str] = ()) -> list[Path]:
    """Link modules of contrib/ into the contrib/ of an ns-3 source tree.

    Parameters
    ----------
    tree
        Top folder of an ns-3 source tree, 3.37 to 3.48.
    names
        The modules; their dependencies are linked too. Default: all.

    Returns
    -------
    list of Path
        The new links; existing links are not changed.

    Raises
    ------
    InputError
        When `tree` is no ns-3 source tree, a module is unknown, or its name is taken in the tree.
    """
    if not (tree / "contrib").is_dir() or not (tree / "src" / "core").is_dir():
        raise InputError(f"NS3-TREE = {tree}: it must be the top folder of an ns-3 source tree")
    _check_release(tree)
    made = []
    for module in sorted(set().union(*map(needed, names or modules()))):
        source, target = paths.CONTRIB / module, tree / "contrib" / module
        if target.resolve() == source.resolve():
            continue
        if target.is_symlink() or target.exists():
            raise InputError(f"NS3-TREE = {tree}: contrib/{module} is another module already")
        made.append((source, target))
    for source, target in made:
        target.symlink_to(source, target_is_directory=True)
    return [target for _, target in made]


def _check_release(tree: Path) -> None:
    """Refuse a tree of a release with which the suite was never built."""
    file = tree / "VERSION"
    version = file.read_text(errors="replace").strip() if file.is_file() else "missing"
    found = re.match(r"3\.(\d+)", version)
    if not found or int(found[1]) not in RELEASES:
        raise InputError(
            f"NS3-TREE = {tree}: VERSION is {version:.40},"
            f" and ns-3.{RELEASES[0]} to ns-3.{RELEASES[-1]} are allowed"
        )


def following(tree: Path) -> str:
    """Return the commands that build a tree and run its tests."""
    return (
        f"cd {shlex.quote(str(tree))} && ./ns3 configure --enable-examples --enable-tests"
        " && ./ns3 build && ./test.py"
    )


def run(echo: Callable[[str], None] = logger.info) -> int:
    """Build the suite inside ns-3.37 of Debian's source package and run its test suites there.

    First the network modules and their dependencies, without SQLite and nlohmann-json, then all.

    Parameters
    ----------
    echo
        Receives one line for each stage.

    Returns
    -------
    int
        Number of test suites that passed.

    Raises
    ------
    WorkError
        When the source cannot be fetched, the build fails, a file of the first build includes a
        header of SQLite or nlohmann-json, or a suite fails; the message ends with the last lines
        of the failing program's output.
    """
    with workplace("in-tree") as home:
        tree = _debian_source(home, echo)
        for entry in (tree / "contrib").iterdir():
            if entry.is_symlink():
                entry.unlink()
        alone = [name for name in modules() if "run-archive" not in needed(name)]
        link(tree, alone)
        passed = _test(tree, NS3_MODULES, alone, echo)
        read = succeed([paths.tool("ninja"), "-C", tree / "cmake-cache", "-t", "deps"])
        if found := re.search(r"\S*(?:sqlite3\.h|nlohmann/\S*)", read):
            raise WorkError(f"a network module or one of its dependencies includes {found[0]}")
        link(tree)
        everything = _test(tree, (*NS3_MODULES, *NS3_MODULES_OF_TESTS), modules(), echo, passed)
        return len(everything)


def _test(
    tree: Path,
    ns3_modules: Sequence[str],
    ours: Sequence[str],
    echo: Callable[[str], None],
    passed: frozenset[str] = frozenset(),
) -> frozenset[str]:
    """Build modules and run their suites, except those that have passed already."""
    build = tree / "cmake-cache"
    enabled = [*ns3_modules, *ours]
    echo(f"building {', '.join(enabled)} in {tree.name} (minutes)")
    started = time.monotonic()
    succeed(
        [
            *("cmake", "-S", tree, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=default"),
            "-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=-O1 -DNDEBUG",  # half the time of -O2 -g
            *("-DNS3_TESTS=ON", "-DNS3_EXAMPLES=ON", "-DNS3_ASSERT=ON", "-DNS3_LOG=ON"),
            "-DNS3_SQLITE=OFF",  # concerns ns-3's own modules alone
            f"-DNS3_ENABLED_MODULES={';'.join(enabled)}",
            f"-DNS3_FILTER_MODULE_EXAMPLES_AND_TESTS={';'.join(ours)}",
        ]
    )
    succeed(["cmake", "--build", build])
    echo(f"built in {time.monotonic() - started:.1f} s")
    runner = next((tree / "build" / "utils").glob("ns*-test-runner-*"))
    fresh = frozenset(suites(runner, ours)) - passed
    if not fresh:
        raise WorkError(f"{runner} has no further suite of burstlab")
    for suite in sorted(fresh):
        succeed([runner, f"--suite={suite}", "--verbose", f"--tempdir={build}"])
        echo(f"{suite}: passed in {tree.name}")
    return fresh | passed


def _debian_source(home: Path, echo: Callable[[str], None]) -> Path:
    """Fetch and unpack Debian's source package of ns-3, once.

    Uses a copy of the machine's list of package sources with source packages enabled. Nothing
    outside the checkout is changed.
    """
    if found := list(home.glob("ns3-*/ns-3.*")):
        return found[0]
    echo("fetching the source package ns3 (40 MB)")
    for folder in ("sources", "lists", "unpacked"):
        shutil.rmtree(home / folder, ignore_errors=True)
    for folder in ("sources", "lists/partial", "unpacked"):
        (home / folder).mkdir(parents=True)
    etc = Path("/etc/apt")
    for file in [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*"))]:
        if file.suffix in (".list", ".sources") and file.is_file():
            text = re.sub(r"(?m)^deb ", "deb-src ", file.read_text())
            text = re.sub(r"(?m)^Types:.*$", "Types: deb-src", text)
            (home / "sources" / file.name).write_text(text)
    apt = [
        "apt-get",
        *("-o", "Dir::Etc::SourceList=/dev/null"),
        *("-o", f"Dir::Etc::SourceParts={home / 'sources'}"),
        *("-o", f"Dir::State::Lists={home / 'lists'}"),
        *("-o", f"Dir::Cache::pkgcache={home / 'pkgcache.bin'}"),
        *("-o", f"Dir::Cache::srcpkgcache={home / 'srcpkgcache.bin'}"),
        *("-o", "APT::Sandbox::User=root"),
    ]
    succeed([*apt, "update"])
    succeed([*apt, "source", "ns3"], folder=home / "unpacked")
    tree = next((home / "unpacked").glob("*/ns-3.*"))
    target = home / tree.parent.name
    tree.parent.rename(target)
    return target / tree.name
