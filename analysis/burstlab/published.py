# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Finished builds: complete, never changed, and kept as long as a process uses them.

The compiler works in ``build/<kind>``. Finished files are copied to ``build/<kind>/made/<n>``, and
the link ``build/<kind>/current`` names the newest build. A process keeps using its first build, so
that a new build never changes the libraries of a running program or sweep.
"""

from __future__ import annotations

import fcntl
import json
import logging
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from burstlab import locks, paths, remembered
from burstlab.errors import WorkError

logger = logging.getLogger(__name__)

LEFT = "not built yet: ./lab build"
"""The reason of a target that nobody has asked for."""
_CONTENTS = "contents.json"
_STAMP = "built"
_CODE = (".cc", ".h", ".sql", ".cmake", "CMakeLists.txt")
_in_use: dict[Path, Build] = {}


@dataclass(frozen=True)
class Target:
    """A target of a build, finished or broken.

    Attributes
    ----------
    kind
        ``"runner"``, ``"module"``, ``"scenarios"``, ``"program"``, ``"plugin"`` or ``"test"``.
    name
        Name of its file, without prefix and suffix.
    source
        Its source or folder of sources, relative to the checkout.
    file
        Its path, relative to the build.
    broken
        Reason of the failure, with file and line; empty for a success.
    """

    kind: str
    name: str
    source: str
    file: str
    broken: str = ""

    @property
    def left(self) -> bool:
        """Whether nobody has asked for it yet."""
        return self.broken == LEFT

    @property
    def fault(self) -> str:
        """Error message of a broken target."""
        if self.left:
            return f"{self.source} is {LEFT}"
        hint = ""
        if self.kind == "scenarios" and "undefined reference" in self.broken:
            hint = f"; the module that has it belongs into {self.source}/CMakeLists.txt"
        return f"{self.source} could not be built: {self.broken}{hint}"


@dataclass(frozen=True)
class Build:
    """A finished build.

    Attributes
    ----------
    folder
        Folder with ``bin/``, ``lib/``, ``include/``, ``scratch/`` and ``examples/``.
    """

    folder: Path

    @cached_property
    def targets(self) -> tuple[Target, ...]:
        """All targets, including the broken ones."""
        return tuple(Target(**entry) for entry in _read(self.folder / _CONTENTS)["targets"])

    def files(self, kind: str) -> dict[str, Path]:
        """Map the names of the successful targets of a kind to their files."""
        return {
            t.name: self.folder / t.file for t in self.targets if t.kind == kind and not t.broken
        }

    def broken(self) -> list[Target]:
        """List the broken targets, and those that nobody has asked for."""
        return [target for target in self.targets if target.broken]

    def modules(self) -> dict[str, Path]:
        """Map the modules of ``contrib/`` to their libraries."""
        files = self.files("module")
        return {name.removeprefix("burstlab-"): file for name, file in files.items()}

    def studies(self, *, left: bool = False) -> set[str]:
        """List the studies that were asked for, or those that are left."""
        found = [t for t in self.targets if t.kind == "scenarios" and t.left == left]
        return {Path(target.source).name for target in found}

    def whole(self) -> bool:
        """Whether all targets were asked for."""
        return not any(target.left for target in self.targets)


def use(kind: str = "release", *, newest: bool = False) -> Build:
    """Return the finished build of this process, at its first call the newest one.

    The build is kept until this process ends, or the program that replaces it.

    Parameters
    ----------
    kind
        ``"release"`` or ``"sanitize"``.
    newest
        Change to the newest build.

    Raises
    ------
    WorkError
        When nothing has been built yet.
    """
    tree = paths.BUILD / kind
    if tree not in _in_use or newest:
        _in_use[tree] = _hold_current(tree)
    return _in_use[tree]


def headers(tree: Path) -> list[tuple[Path, int]]:
    """List the public headers of a build tree with their times of change."""
    found = []
    with suppress(FileNotFoundError), os.scandir(tree / "include" / "ns3") as links:
        for link in links:
            with suppress(FileNotFoundError):
                if link.name.endswith(".h"):
                    found.append((Path(link.path), link.stat().st_mtime_ns))
    return sorted(found)


def publish(tree: Path, broken: Mapping[str, str], started: float) -> None:
    """Publish the compiler's finished files as the newest build; unchanged files change nothing.

    Parameters
    ----------
    tree
        A build tree, locked by this process.
    broken
        The broken targets, by their file, each with the reason.
    started
        Time at which the compiler began to look for edited sources, as of `time.time`.
    """
    targets = [Target(**entry) for entry in _read(tree / "targets.json")]
    targets = [
        Target(**{**asdict(t), "broken": t.broken or broken.get(t.file, "")}) for t in targets
    ]
    files = [tree / target.file for target in targets if not target.broken]
    files += [file for file, _ in headers(tree)]
    contents = {
        "targets": [asdict(target) for target in targets],
        "files": {str(file.relative_to(tree)): _fingerprint(file) for file in files},
    }
    current = tree / "current"
    if current.exists() and _read(current / _CONTENTS) == contents:
        remembered.write(current / _STAMP, started)
        return
    made = tree / "made"
    numbers = [int(folder.name) for folder in made.glob("*") if folder.name.isdecimal()]
    folder = made / str(max(numbers, default=0) + 1)
    partial = made / "partial"
    shutil.rmtree(partial, ignore_errors=True)
    for file in files:
        copy = partial / file.relative_to(tree)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    (partial / "lock").touch()
    (partial / _CONTENTS).write_text(json.dumps(contents, indent=1), encoding="utf-8")
    remembered.write(partial / _STAMP, started)
    partial.rename(folder)
    link = tree / "current.partial"
    link.unlink(missing_ok=True)
    link.symlink_to(folder.relative_to(tree))
    link.rename(current)
    _remove_unused(made, folder)


def check_fresh(files: Iterable[Path]) -> None:
    """Refuse files of finished builds whose sources, or modules, were edited after the build.

    Files elsewhere, and builds without write access, are not checked.

    Parameters
    ----------
    files
        Programs and libraries.

    Raises
    ------
    WorkError
        With the name of the edited source.
    """
    folders: dict[Path, set[str]] = {}
    for file in files:
        if file.is_relative_to(paths.BUILD) and "made" in file.relative_to(paths.BUILD).parts[1:2]:
            folder = Path(*file.parts[: len(paths.BUILD.parts) + 3])
            folders.setdefault(folder, set()).add(str(file.relative_to(folder)))
    for folder, names in folders.items():
        started = remembered.read(folder / _STAMP, None)
        if started is None or not os.access(folder, os.W_OK):
            continue
        targets = Build(folder).targets
        places = {
            t.source for t in targets if not t.left and (t.file in names or t.kind == "module")
        }
        for source in _sources(paths.ROOT / place for place in sorted(places)):
            with suppress(FileNotFoundError):
                if source.stat().st_mtime > started:
                    raise WorkError(
                        f"{paths.relative(source)} was edited after {Path(min(names)).name} was"
                        " built: ./lab build"
                    )


def locked(tree: Path) -> AbstractContextManager[int]:
    """Lock a build tree. The compiler inherits the descriptor, as it may outlive this process."""
    tree.mkdir(parents=True, exist_ok=True)
    return locks.exclusive(tree / ".lock", f"builds {paths.relative(tree)}")


def _hold_current(tree: Path) -> Build:
    """Find the newest build and take a shared lock, which prevents its removal."""
    current = tree / "current"
    while current.is_symlink():
        folder = tree / os.readlink(current)
        for build in _in_use.values():
            if build.folder == folder:
                return build
        try:
            lock = os.open(folder / "lock", os.O_RDONLY)
        except FileNotFoundError:
            if folder == tree / os.readlink(current):
                break  # a user removed the build
            continue
        fcntl.flock(lock, fcntl.LOCK_SH)
        os.set_inheritable(lock, True)  # for a program that this process becomes
        if folder.exists():
            return Build(folder)
        os.close(lock)
    raise WorkError("nothing is built yet: ./lab build")


def _sources(places: Iterable[Path]) -> Iterator[Path]:
    """List the compiled sources among files, and in folders of modules and studies."""
    for place in places:
        if place.is_file():
            yield place
        for folder, below, names in os.walk(place):
            below[:] = [name for name in below if name not in ("test", "examples", "doc", "build")]
            yield from (Path(folder, name) for name in names if name.endswith(_CODE))


def _remove_unused(made: Path, newest: Path) -> None:
    """Remove unused builds, except the newest."""
    for folder in made.iterdir():
        if folder == newest:
            continue
        try:
            with (folder / "lock").open() as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder)
        except BlockingIOError:
            logger.debug("%s is in use", folder)
        except FileNotFoundError:
            shutil.rmtree(folder, ignore_errors=True)


def _fingerprint(file: Path) -> list[int]:
    status = file.stat()
    return [status.st_size, status.st_mtime_ns]


def _read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))
