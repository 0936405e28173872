# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Builds the suite with the environment's CMake and Ninja."""

from __future__ import annotations

import fcntl
import logging
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from burstlab import paths, progress
from burstlab.errors import WorkError, unknown

logger = logging.getLogger(__name__)

KINDS = {"release": "Release", "sanitize": "Sanitize"}
_SHOW_AFTER_S = 0.5


def ensure(kind: str = "release", *, tests: bool = False, quiet: bool = False) -> Path:
    """Configure and build what is missing or out of date.

    Parameters
    ----------
    kind
        ``"release"`` or ``"sanitize"`` (address and undefined-behaviour sanitizers).
    tests
        Build the test programs too. A tree that has them keeps them.
    quiet
        Show no progress.

    Returns
    -------
    Path
        The build tree, ``build/<kind>``.

    Raises
    ------
    WorkError
        With the compiler's output when the build fails.
    """
    if kind not in KINDS:
        raise unknown("build", kind, KINDS)
    tree = paths.BUILD / kind
    tree.mkdir(parents=True, exist_ok=True)
    with (tree / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        _configure(tree, kind, tests)
        _build(tree, quiet)
    return tree


def _configure(tree: Path, kind: str, tests: bool) -> None:
    stamp = tree / "configured-with"
    former = stamp.read_text() if stamp.exists() and (tree / "build.ninja").exists() else ""
    tests = tests or "-DBURSTLAB_TESTS=ON" in former
    command = [
        # the program itself: the environment's script starts a Python first
        *(str(_cmake()), "-S", str(paths.ROOT), "-B", str(tree), "-G", "Ninja"),
        f"-DCMAKE_BUILD_TYPE={KINDS[kind]}",
        f"-DCMAKE_MAKE_PROGRAM={paths.tool('ninja')}",
        f"-DPython3_EXECUTABLE={sys.executable}",
        f"-DBURSTLAB_TESTS={'ON' if tests else 'OFF'}",
    ]
    if former == "\n".join(command):
        return
    logger.info("configuring %s", paths.relative(tree))
    stamp.unlink(missing_ok=True)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise WorkError(f"{done.stdout}\n{paths.relative(tree)} could not be configured")
    stamp.write_text("\n".join(command))


def _build(tree: Path, quiet: bool) -> None:
    """Run Ninja: its lines ``[n/m] ..`` become progress, the rest is kept for a failure."""
    display = progress.choose(f"building {paths.relative(tree)}", unit="steps", quiet=quiet)
    workers = len(os.sched_getaffinity(0))
    started, shown, failed, output = time.monotonic(), False, False, []
    process = subprocess.Popen(
        [paths.tool("ninja"), "-C", tree, f"-j{workers}"],
        env={**os.environ, "NINJA_STATUS": "[%f/%t] "},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    try:
        for line in process.stdout:
            step = re.match(r"\[(\d+)/(\d+)\] ", line)
            failed = failed or line.startswith("FAILED:")
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
    if process.returncode != 0:
        raise WorkError(f"{''.join(output)}\n{paths.relative(tree)} could not be built")
    if shown:
        seconds = time.monotonic() - started
        logger.info("built %s in %.0f s", paths.relative(tree), seconds)


def _cmake() -> Path:
    import cmake

    program = Path(cmake.CMAKE_BIN_DIR) / "cmake"
    return program if program.exists() else paths.tool("cmake")
