# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How often intervals hold what they should on the loads of the ServerNet study.

    .venv/bin/python test/long/coverage.py [--replications=100] [--repeats=4000]

The runs of the study at its point of the uniform pattern, as the quick edition has them, but so
many replications, are computed where they are missing (two minutes on a core for 100). For each
quantity samples of 5, 10 and 20 are drawn from its replications. The table says in how many of a
hundred the interval by `burstlab.statistics.interval` holds the median of all replications, and,
beside it, in how many intervals of the mean hold the mean of all. The program ends with code 1
where an interval of a median covers with less than 93 %.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

import pandas as pd
from burstlab import build, paths
from burstlab.archive import Archive, Results
from burstlab.engine import RunSpec, plan, sweep
from burstlab.progress import choose
from burstlab.statistics import coverage, interval, mean_interval
from burstlab.study import import_part
from burstlab.study.measures import numbers

runs = import_part("servernet", "runs")
SIZES = (5, 10, 20)
LEAST = 0.93
METRICS = ("two_way", "two_way_max", "stalled", "throughput", "generation_rate", "offered_load")
STATES = ("transmitting", "stalled")


def attributes(load: str) -> dict[str, str | int]:
    """Give what the runs of a load have at the point."""
    labels = {"part": "network", **runs.AS_ASSUMED}
    shared = {"Topology": runs.TETRA, "Pattern": runs.PATTERNS["U"]}
    until = runs.until(load, "U", "quick", labels)
    return {**shared, **until, **runs.offered(load, runs.POINT["U"])}


def specs(replications: int) -> list[RunSpec]:
    """Give the replications of all loads."""
    return [
        RunSpec("servernet-load", attributes(load), run=run + 1)
        for load in runs.LOADS
        for run in range(replications)
    ]


def measured(results: Results) -> pd.DataFrame:
    """Read what the replications of a load measured: index run number, a column a quantity."""
    columns = {}
    for metric in METRICS:
        scalars = results.scalars(f"servernet.{metric}").set_index(["run_id", "object"])["value"]
        columns[metric] = scalars.xs("", level="object")
    links = numbers(results, "links")
    links["direction"] = links["direction"].map({0: "up", 1: "down"})
    for (category, direction), rows in links.groupby(["category", "direction"]):
        for state in STATES:
            columns[f"{state} {category} {direction}"] = rows.set_index("run_id")[state]
    frame = pd.DataFrame(columns)
    return frame.set_index(results.runs()["run"][frame.index].to_numpy()).sort_index()


def quantities(loads: dict[str, pd.DataFrame]) -> pd.DataFrame:
    """List the quantities that vary: columns load, quantity, of, values."""
    rows = []
    for load, frame in loads.items():
        rows += [(load, name, "median", frame[name]) for name in frame]
        if load != runs.POISSON:
            base = loads[runs.POISSON]
            rows += [(load, f"{m} / Poisson", "ratio", frame[m] / base[m]) for m in METRICS]
            differences = frame - base
            rows += [(load, f"{m} - Poisson", "median", differences[m]) for m in differences]
    found = pd.DataFrame(rows, columns=["load", "quantity", "of", "values"])
    return found[[len(set(values)) > 1 for values in found["values"]]]


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--replications", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=4000)
    parser.add_argument("--archive", type=Path, default=paths.ARCHIVE.with_name("coverage.sqlite"))
    asked = parser.parse_args()
    build.ensure()
    planned = plan(specs(asked.replications), build.runner())
    outcome = sweep(planned, asked.archive, progress=choose("coverage"))
    with Archive(asked.archive) as archive:
        results = archive.select(outcome.run_ids)
        loads = {
            load: measured(results.where(**runs.offered(load, runs.POINT["U"])))
            for load in runs.LOADS
        }
    worst = 1.0
    methods = (*("median " * 3).split(), *("mean " * 3).split())
    heads = "".join(f"{m:>7} {n:<2}" for m, n in zip(methods, SIZES * 2, strict=True))
    sys.stdout.write(f"{'load':13} {'quantity':34}{heads}\n")
    for row in quantities(loads).itertuples():
        chosen = partial(interval, of=row.of)
        shares = [
            [coverage(row.values, made, n, repeats=asked.repeats).share for n in SIZES]
            for made in (chosen, mean_interval)
        ]
        worst = min(worst, *shares[0])
        text = "".join(f"{100 * share:10.1f}" for part in shares for share in part)
        sys.stdout.write(f"{row.load:13} {row.quantity:34}{text}\n")
        sys.stdout.flush()
    sys.stdout.write(f"least of the medians: {100 * worst:.1f} %\n")
    return int(worst < LEAST)


if __name__ == "__main__":
    sys.exit(main())
