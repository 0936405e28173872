# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The fuzzers: topologies and traces under libFuzzer, the archive reader under its own mutator."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from pathlib import Path

from burstlab import paths
from burstlab.build import workplace
from burstlab.process import succeed

logger = logging.getLogger(__name__)


def run(seconds: int, say: Callable[[str], None] = logger.info) -> int:
    """Run each fuzzer for a while.

    Parameters
    ----------
    seconds
        Time for each fuzzer, > 0.
    say
        Receives one line for each fuzzer.

    Returns
    -------
    int
        Number of fuzzers that ended without a finding.

    Raises
    ------
    WorkError
        When a fuzzer cannot be built or has a finding; the text ends with what it printed.
    """
    with workplace("fuzz") as build:
        return _run(build, seconds, say)


def _run(build: Path, seconds: int, say: Callable[[str], None]) -> int:
    tools = paths.VENV / "bin"
    succeed(
        [
            *(tools / "cmake", "-S", paths.ROOT, "-B", build, "-G", "Ninja"),
            *(
                "-DCMAKE_CXX_COMPILER=clang++",
                "-DCMAKE_BUILD_TYPE=Sanitize",
                "-DBURSTLAB_FUZZERS=ON",
            ),
            *(f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}", f"-DPython3_EXECUTABLE={sys.executable}"),
        ]
    )
    fuzzers = {}
    for kind in ("topology", "trace"):
        succeed([tools / "ninja", "-C", build, f"fuzz-{kind}-reader"])
        corpus = build / "corpus" / kind
        corpus.mkdir(parents=True, exist_ok=True)
        fuzzers[f"{kind} reader"] = [
            build / "bin" / f"fuzz-{kind}-reader",
            corpus,
            paths.ROOT / "test" / "fuzz" / "corpus" / kind,
            f"-max_total_time={seconds}",
            "-timeout=10",
            "-rss_limit_mb=2048",
            f"-artifact_prefix={build}/",
        ]
    fuzzers |= {
        "archive reader": [
            sys.executable,
            paths.ROOT / "test" / "fuzz" / "fuzz_archive_reader.py",
            f"--seconds={seconds}",
        ],
    }
    for name, command in fuzzers.items():
        last = succeed(command).strip().splitlines()[-1]
        say(f"{name}: {seconds} s without a finding ({last})")
    return len(fuzzers)
