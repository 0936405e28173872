# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The fuzzers of test/fuzz: C++ with libFuzzer, Python with our own mutator."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable
from pathlib import Path

from burstlab import paths
from burstlab.build import workplace
from burstlab.process import succeed

logger = logging.getLogger(__name__)

_FOLDER = paths.ROOT / "test" / "fuzz"


def run(seconds: int, echo: Callable[[str], None] = logger.info) -> int:
    """Run each fuzzer for a while.

    Parameters
    ----------
    seconds
        Time for each fuzzer, > 0.
    echo
        Receives one line for each fuzzer.

    Returns
    -------
    int
        Number of fuzzers that ended without a finding.

    Raises
    ------
    WorkError
        When a fuzzer cannot be built or has a finding; the message ends with its output.
    """
    with workplace("fuzz") as build:
        return _run(build, seconds, echo)


def _run(build: Path, seconds: int, echo: Callable[[str], None]) -> int:
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
    sources = [*sorted(_FOLDER.glob("fuzz-*.cc")), *sorted(_FOLDER.glob("fuzz_*.py"))]
    for source in sources:
        _, what, *words = re.split("[-_]", source.stem)
        command = [sys.executable, source, f"--seconds={seconds}"]
        if source.suffix == ".cc":
            succeed([tools / "ninja", "-C", build, source.stem])
            corpus = build / "corpus" / what
            corpus.mkdir(parents=True, exist_ok=True)
            command = [
                build / "bin" / source.stem,
                corpus,
                _FOLDER / "corpus" / what,
                f"-max_total_time={seconds}",
                "-timeout=10",
                "-rss_limit_mb=2048",
                f"-artifact_prefix={build}/",
            ]
        last = succeed(command).strip().splitlines()[-1]
        echo(f"{' '.join([what, *words])}: {seconds} s without a finding ({last})")
    return len(sources)
