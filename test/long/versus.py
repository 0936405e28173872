# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Compares the benchmarks of this checkout with those of another, run by turns on this machine.

    .venv/bin/python test/long/versus.py OTHER-CHECKOUT ROUNDS BENCHMARK..

A round runs ``./lab bench BENCHMARK`` in both checkouts, the other first in every second round. Of
each row the program prints this checkout's cost over the other's, as geometric mean of the rounds
with its 95 % interval: above 1 this checkout is slower or needs more.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from burstlab import paths
from burstlab.statistics import geometric_interval


def measure(checkout: Path, benchmark: str) -> dict[str, float]:
    """Run a benchmark: what each row costs, where it is a speed the time of one unit."""
    command = [checkout / "lab", "bench", benchmark, "--json"]
    rows = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return {
        row["name"]: 1 / row["value"] if row["unit"].endswith("/CPU-s") else row["value"]
        for row in rows
    }


def main(other: Path, rounds: int, *benchmarks: str) -> None:
    """Print a line for each row of each benchmark."""
    for benchmark in benchmarks:
        ratios: dict[str, list[float]] = {}
        for i in range(rounds):
            order = [other, paths.ROOT] if i % 2 == 0 else [paths.ROOT, other]
            costs = {checkout: measure(checkout, benchmark) for checkout in order}
            for name, cost in costs[paths.ROOT].items():
                ratios.setdefault(name, []).append(cost / costs[other][name])
            sys.stderr.write(f"{benchmark}: round {i + 1} of {rounds}\n")
        for name, values in ratios.items():
            cost = geometric_interval(values)
            text = f"{cost.mean:.4f} [{cost.low:.4f}, {cost.high:.4f}]"
            sys.stdout.write(f"{benchmark:12} {name:32} {text}\n")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]), *sys.argv[3:])
