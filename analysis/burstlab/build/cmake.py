# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Builds the suite with the environment's CMake and Ninja."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from burstlab import locks, paths, progress, published
from burstlab.build import needs
from burstlab.errors import WorkError, unknown
from burstlab.process import cores, succeed

logger = logging.getLogger(__name__)

logged_faults: set[str] = set()
"""Errors of targets that `ensure` has logged already."""

KINDS = {"release": "Release", "sanitize": "Sanitize"}
_NEEDED = ("runner",)
_SHOW_AFTER_S = 0.5
_SOURCE_S = 1.55
"""Processor time of a source with its share of the links: 103 of traffic took 80 s on two cores."""
_ERROR = re.compile(r"\berror:|undefined reference|multiple definition")


def ensure(
    kind: str = "release",
    *,
    tests: bool = False,
    strict: bool = False,
    quiet: bool = False,
    studies: Collection[str] = (),
) -> Path:
    """Configure and build missing or outdated targets, and publish them.

    A broken target, such as a program of ``scratch/``, does not affect other targets.

    Parameters
    ----------
    kind
        ``"release"`` or ``"sanitize"`` (address and undefined-behaviour sanitizers).
    tests
        Also build the test programs. A tree with test programs keeps them.
    strict
        Require every target.
    quiet
        Show no progress.
    studies
        Until all targets are asked for once, build the runner and the scenarios of these studies,
        and of those asked for before, with what they link. Empty: all targets.

    Returns
    -------
    Path
        The finished build, see `burstlab.published`.

    Raises
    ------
    WorkError
        With the compiler's output when a required target cannot be built.
    """
    if kind not in KINDS:
        raise unknown("build", kind, KINDS)
    tree = paths.BUILD / kind
    with published.locked(tree) as lock:
        if not (tree / "build.ninja").exists():
            seconds = first_build_s(() if tests or strict else studies)
            logger.info("the first build takes about %.0f minutes", max(seconds / 60, 1))
        _configure(tree, kind, tests, lock)
        wanted = [] if tests or strict else _wanted(tree, kind, studies)
        headers = None
        while headers != (headers := published.headers(tree)):  # a header was edited meanwhile
            started = time.time()
            output = _build(tree, wanted, quiet, lock)
        reasons = {file: _sentence(text) for file, text in _broken(tree, output).items()}
        if wanted:
            needed = {*wanted, *_inputs(tree, *wanted)}
            files = {target["file"] for target in _targets(tree)}
            reasons |= dict.fromkeys(files - needed, published.LEFT)
        published.publish(tree, reasons, started)
        build = published.use(kind, newest=True)
    broken = [target for target in build.broken() if not target.left]
    for target in broken:
        logger.info("%s", target.fault)
        if logger.isEnabledFor(logging.INFO):
            logged_faults.add(target.fault)
    if any(strict or target.kind in _NEEDED for target in broken):
        raise WorkError(f"{output}\n{paths.relative(tree)} could not be built")
    return build.folder


def refresh(*, quiet: bool = False) -> bool:
    """Update an existing build with write access; for commands that only read.

    Returns
    -------
    bool
        Whether a build exists; this function never makes a first build.
    """
    tree = paths.BUILD / "release"
    if not exists():
        return False
    if all(os.access(place, os.W_OK) for place in (tree, tree / ".lock", tree / "made")):
        build = published.use()
        ensure(quiet=quiet, studies=() if build.whole() else build.studies())
    return True


def exists() -> bool:
    """Return whether there is a finished build."""
    return (paths.BUILD / "release" / "current").exists()


def first_build_s(studies: Iterable[str] = ()) -> float:
    """Estimate the time of a first build on this machine: for some studies, or a complete one."""
    names = list(studies)
    folders = [paths.CONTRIB, paths.SCENARIOS, paths.EXAMPLES, paths.ROOT / "scratch"]
    if names:
        folders = [paths.CONTRIB / name for name in set().union(*map(needs.of_study, names))]
        folders += [paths.SCENARIOS / name for name in names]
    sources = [file for folder in folders for file in folder.rglob("*.cc")]
    return _SOURCE_S * sum("test" not in file.parts for file in sources) / cores()


@contextmanager
def workplace(name: str) -> Iterator[Path]:
    """Lock a folder of ``build/`` for this process; a folder of another checkout is emptied.

    Parameters
    ----------
    name
        Name of the folder.
    """
    folder = paths.BUILD / name
    stamp = folder / "checkout"
    with locks.exclusive(paths.BUILD / f"{name}.lock", f"works in {paths.relative(folder)}"):
        if not stamp.exists() or stamp.read_text() != str(paths.ROOT):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            stamp.write_text(str(paths.ROOT))
        yield folder


def _configure(tree: Path, kind: str, tests: bool, lock: int) -> None:
    """Run CMake unless the tree has this configuration.

    A tree of another folder or with another ns-3 is rebuilt from scratch: neither CMake nor Ninja
    detects all differences.
    """
    stamp = tree / "configured-with"
    former = stamp.read_text() if stamp.exists() and (tree / "build.ninja").exists() else ""
    tests = tests or "-DBURSTLAB_TESTS=ON" in former
    origin = f"{tree} with ns-3 {_ns3()}"
    command = [
        # the program itself: the environment's script starts Python first
        *(str(_cmake()), "-S", str(paths.ROOT), "-B", str(tree), "-G", "Ninja"),
        f"-DCMAKE_BUILD_TYPE={KINDS[kind]}",
        f"-DCMAKE_MAKE_PROGRAM={paths.tool('ninja')}",
        f"-DPython3_EXECUTABLE={sys.executable}",
        f"-DBURSTLAB_TESTS={'ON' if tests else 'OFF'}",
    ]
    wanted = "\n".join([origin, *command])
    if former == wanted:
        return
    if former and former.splitlines()[0] != origin:
        logger.info(
            "%s was made for %s: making it anew", paths.relative(tree), former.split("\n")[0]
        )
        _clear(tree)
    logger.info("configuring %s", paths.relative(tree))
    stamp.unlink(missing_ok=True)
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, pass_fds=(lock,)
    )
    if done.returncode != 0:
        raise WorkError(f"{done.stdout}\n{paths.relative(tree)} could not be configured")
    stamp.write_text(wanted)


def _clear(tree: Path) -> None:
    """Remove the compiler's files; finished builds may be in use."""
    for entry in tree.iterdir():
        if entry.name in (".lock", "made", "current"):
            continue
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _wanted(tree: Path, kind: str, studies: Collection[str]) -> list[str]:
    """List the files of the runner and of some studies; none if all targets are to be built."""
    if not studies:
        return []
    if (tree / "current").exists():
        build = published.use(kind, newest=True)
        if build.whole():
            return []
        studies = {*studies, *build.studies()}
    folders = {paths.relative(paths.SCENARIOS / study) for study in studies}
    return [
        target["file"]
        for target in _targets(tree)
        if target["kind"] == "runner" or target["source"] in folders
    ]


def _build(tree: Path, wanted: Iterable[str], quiet: bool, lock: int) -> str:
    """Run Ninja: its lines ``[n/m] ..`` become progress, other lines are returned."""
    display = progress.choose(f"building {paths.relative(tree)}", unit="steps", quiet=quiet)
    started, shown, failed, output = time.monotonic(), False, False, []
    process = subprocess.Popen(
        [paths.tool("ninja"), "-C", tree, "-k0", f"-j{cores()}", *wanted],
        env={**os.environ, "NINJA_STATUS": "[%f/%t] "},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        pass_fds=(lock,),
    )
    try:
        for line in process.stdout:
            step = re.match(r"\[(\d+)/(\d+)\] ", line)
            failed = line.startswith("FAILED:") or (failed and not step)
            if failed or not step:
                output.append(line)
            if step:
                if not shown and time.monotonic() - started > _SHOW_AFTER_S:
                    display.start(int(step[2]), int(step[1]))
                    shown = True
                if shown:
                    display.advance(int(step[1]), int(step[2]))
    except BaseException:
        process.terminate()
        raise
    finally:
        process.wait()
        if shown:
            display.close()
    if shown:
        seconds = time.monotonic() - started
        logger.info("built %s in %.0f s", paths.relative(tree), seconds)
    ended = f"ninja ended with code {process.returncode}\n"
    return "" if process.returncode == 0 else "".join(output) + ended


def _broken(tree: Path, output: str) -> Mapping[str, str]:
    """Map the files of targets that depend on a failure of Ninja to the text of the failure."""
    parts = re.split(r"(?m)^FAILED: (?:\[code=\d+\] )?", output)[1:]
    failures = {file: part for part in parts for file in part.split("\n", 1)[0].split()}
    broken = {}
    for file in [target["file"] for target in _targets(tree) if failures and target["file"]]:
        for failed in {file, *_inputs(tree, file)} & failures.keys():
            broken[file] = failures[failed]
    if output and (not failures or not set(failures.values()) <= set(broken.values())):
        raise WorkError(f"{output}\n{paths.relative(tree)} could not be built")
    return broken


def _targets(tree: Path) -> list[dict[str, str]]:
    return json.loads((tree / "targets.json").read_text(encoding="utf-8"))


def _inputs(tree: Path, *files: str) -> list[str]:
    """List the files that Ninja needs for others."""
    return succeed([paths.tool("ninja"), "-C", tree, "-t", "inputs", *files]).splitlines()


def _sentence(text: str) -> str:
    """Extract the line with place and error from the text of a failure, else the last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = next(filter(_ERROR.search, lines), lines[-1])
    return found.replace(f"{paths.ROOT}/", "")


def _ns3() -> str:
    """Version of the wheel, without the slow import of `importlib.metadata`."""
    (folder,) = Path(sysconfig.get_path("purelib")).glob("ns3-*.dist-info")
    return folder.name.removeprefix("ns3-").removesuffix(".dist-info")


def _cmake() -> Path:
    program = Path(sysconfig.get_path("purelib")) / "cmake" / "data" / "bin" / "cmake"
    return program if program.exists() else paths.tool("cmake")
