# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Two sweeps, a build and a test run, started together in this checkout again and again.

Before each round a source of a module becomes newer, so that its library and all that link to it
are made anew while the others begin. Every process has to end as if it were alone: with code 0,
with all suites passed, and with the rows that a sweep writes when nothing else runs.

    .venv/bin/python test/long/together.py --rounds=20
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from burstlab import build, paths
from burstlab.archive import Archive
from burstlab.command import sweepfile
from burstlab.engine import plan, sweep

TOUCHED = paths.CONTRIB / "servernet" / "model" / "packet" / "servernet-packet.cc"
GRIDS = (
    'scenario = "traffic-arrivals"\nruns = 20\n[attributes]\nSlots = [100, 200]\n',
    'scenario = "servernet-load"\nruns = 8\n[attributes]\nTicks = [2000, 4000]\n',
)
SUITES = (
    "import sys\n"
    "from burstlab import build, published\n"
    "from burstlab.process import succeed\n"
    "build.ensure(tests=True, strict=True, quiet=True)\n"
    "runner = published.use().files('test')['burstlab-test-runner']\n"
    "for suite in ('run-archive', 'scenario-runner', 'servernet-frames', 'servernet-device'):\n"
    "    succeed([runner, f'--suite={suite}'])\n"
)


def start(*command: str | Path) -> subprocess.Popen[str]:
    """Start a process whose two outputs come in one text."""
    return subprocess.Popen(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def rows(archive: Path) -> list[str]:
    """List everything an archive says but what its runs cost."""
    with Archive(archive) as opened:
        found = []
        for table in opened._database.schema.run_tables:
            if table != "run_cost":
                found += map(str, opened._database.rows(f"SELECT * FROM {table}"))
    return sorted(found)


def main() -> int:
    """Run the rounds; the number of processes that did not end as if alone is printed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    python, lab = sys.executable, paths.ROOT / "lab"
    bad = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [folder / f"{number}.toml" for number in range(len(GRIDS))]
        for file, text in zip(files, GRIDS, strict=True):
            file.write_text(text)
        build.ensure(tests=True, strict=True, quiet=True)
        for file in files:
            sweep(plan(*sweepfile.read(file)[:2]), folder / "alone.sqlite")
        alone = rows(folder / "alone.sqlite")
        for number in range(1, rounds + 1):
            started = time.monotonic()
            os.utime(TOUCHED)
            archive = folder / f"{number}.sqlite"
            processes = [
                *(start(lab, "sweep", file, f"--archive={archive}") for file in files),
                start(lab, "build", "--tests"),
                start(python, "-c", SUITES),
            ]
            said = [process.communicate()[0] for process in processes]
            faults = [
                text for process, text in zip(processes, said, strict=True) if process.returncode
            ]
            if rows(archive) != alone:
                faults.append("the rows of the sweeps are not those of sweeps that run alone")
            waited = sum("waiting: another process" in text for text in said)
            seconds = time.monotonic() - started
            sys.stdout.write(
                f"round {number}: {waited} waited, {len(faults)} bad, {seconds:.0f} s\n"
            )
            sys.stdout.write("".join(faults))
            sys.stdout.flush()
            bad += len(faults)
    sys.stdout.write(f"{4 * rounds - bad} passed, {bad} failed\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
