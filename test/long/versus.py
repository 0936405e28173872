# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Compares the benchmarks of this checkout with those of another, both built, on this machine.

    .venv/bin/python test/long/versus.py OTHER-CHECKOUT ROUNDS BENCHMARK..

A machine that is shared changes its speed by the second. So each run of a benchmark is cut short
and made in both checkouts one right after the other, PAIRS times a round; the ratio of a round is
the median of its pairs. Of each row the program prints this checkout's cost over the other's, as
geometric mean of the rounds with its 95 % interval: above 1 this checkout is slower or needs more.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from burstlab.build import runner
from burstlab.command.bench import Bench, find
from burstlab.engine import Program, RunSpec, plan
from burstlab.statistics import geometric_interval

PAIRS = 3
SHORTER = 10
"""What the ticks of a run are divided by."""


@dataclass(frozen=True)
class PairedBench(Bench):
    """Gives arrays in place of numbers: shape (2, PAIRS), this checkout first."""

    other: Program

    def price(self, scenario: str, **attributes: Any) -> dict[str, Any]:
        """Run a scenario in both checkouts by turns."""
        attributes["Ticks"] = max(1, attributes["Ticks"] // SHORTER)
        (ours,) = plan([RunSpec(scenario, attributes)], runner())
        both = (ours, replace(ours, program=self.other))
        prices: tuple[list, list] = ([], [])
        for pair in range(PAIRS):
            for i in (0, 1) if pair % 2 else (1, 0):
                prices[i].append(self.measure(both[i]))
        return {name: np.array([[p[name] for p in row] for row in prices]) for name in prices[0][0]}


def program(checkout: Path) -> Program:
    """Find the runner that was built in a checkout."""
    build = checkout / "build" / "release" / "current"
    libraries = sorted(build.glob("lib/libburstlab-scenarios-*.so"))
    return Program(build / "bin" / "burstlab-run", tuple(libraries))


def main(other: Path, rounds: int, *benchmarks: str) -> None:
    """Print a line for each row of each benchmark."""
    for name in benchmarks:
        _, load = find()[name]
        ratios: dict[str, list[float]] = {}
        for i in range(rounds):
            with tempfile.TemporaryDirectory() as folder:
                rows = load().measure(PairedBench(Path(folder), program(other)))
            for row, values, unit, _ in rows:
                ratio = float(np.median(values[0] / values[1]))
                ratios.setdefault(row, []).append(1 / ratio if "/CPU-s" in unit else ratio)
            sys.stderr.write(f"{name}: round {i + 1} of {rounds}\n")
        for row, values in ratios.items():
            cost = geometric_interval(values)
            text = f"{cost.estimate:.4f} [{cost.low:.4f}, {cost.high:.4f}]"
            sys.stdout.write(f"{name:12} {row:32} {text}\n")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]), *sys.argv[3:])
