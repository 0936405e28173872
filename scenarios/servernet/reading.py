# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How figures, tables and judges of the study read its runs."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import measures
from burstlab.study.measures import over

from . import runs
from .runs import POINT, POISSON

UP, DOWN = 0, 1
"""Away from the devices, and back."""
CATEGORIES = tuple(range(1, 9))
MILLISECONDS = 1 / runs.TICKS_PER_MS
"""In a tick."""
MICROSECONDS = 1000 * MILLISECONDS
LABEL = {POISSON: "Poisson", runs.TRAINS: "trains (per device)", runs.POOL: "pool"}


def at(
    results: Results, pattern: str, load: str, lam: float, free: str = "", **labels: object
) -> Results:
    """Choose the runs of a point on the network of the document, all else but `free` as assumed."""
    labels = {"part": "network", **runs.AS_ASSUMED, **labels, "lambda": lam}
    labels.pop(free, None)
    return results.where(pattern=pattern, load=load, **labels)


def values(
    results: Results, metric: str, pattern: str, load: str, lam: float, **labels: object
) -> pd.Series:
    """Read a metric at a point by replication; one of a kind of device is named ``sent cpu``."""
    name, _, kind = metric.partition(" ")
    return measures.values(at(results, pattern, load, lam, **labels), f"servernet.{name}", kind)


def by_setting(results: Results, metric: str, load: str, setting: str) -> pd.DataFrame:
    """Read a metric at the point of U: a row a replication, a column a value of what is varied."""
    name, _, kind = metric.partition(" ")
    chosen = at(results, "U", load, POINT["U"], free=setting)
    return chosen.frame(f"servernet.{name}", by=setting, wide=setting, object=kind)


def ratio(results: Results, metric: str, pattern: str, lam: float, load: str) -> Interval:
    """Compare a load with Poisson at a point."""
    return over(*(values(results, metric, pattern, name, lam) for name in (load, POISSON)))


def curve(results: Results, metric: str, pattern: str, load: str) -> pd.DataFrame:
    """Read a metric along a curve: a row a replication, a column a value of lambda."""
    chosen = at(results, pattern, load, POINT[pattern], free="lambda")
    return chosen.frame(f"servernet.{metric}", by="lambda", wide="lambda").dropna()


def shares(
    results: Results, state: str, pattern: str, load: str, lam: float, **labels: object
) -> pd.DataFrame:
    """Read the share of ticks in a state by replication, columns (category, direction)."""
    chosen = at(results, pattern, load, lam, **labels)
    frame = chosen.table("links").apply(pd.to_numeric)
    return _by_replication(
        chosen, frame.pivot(index="run_id", columns=["category", "direction"], values=state)
    )


def _by_replication(chosen: Results, frame: pd.DataFrame) -> pd.DataFrame:
    numbers = chosen.runs().loc[frame.index, ["seed", "run"]]
    return frame.set_axis(pd.MultiIndex.from_frame(numbers), axis=0).sort_index()


def log_ratios(results: Results, metric: str, pattern: str, load: str) -> pd.DataFrame:
    """Logarithm of the ratio to Poisson along a curve: a row a replication, a column a lambda."""
    ours, poisson = (curve(results, metric, pattern, name) for name in (load, POISSON))
    return np.log((ours / poisson).where((ours > 0) & (poisson > 0))).dropna(axis=1)


def largest_ratio(
    results: Results, metric: str, pattern: str, load: str
) -> tuple[float, pd.Series]:
    """Find the largest mean ratio to Poisson on a curve: lambda, ratio by replication."""
    logs = log_ratios(results, metric, pattern, load)
    lam = logs.mean().idxmax()
    return float(lam), np.exp(logs[lam])


def saturation(results: Results, load: str) -> pd.Series:
    """Find where the two-way time of U is that of the empty network four times."""
    times = curve(results, "two_way", "U", load)
    empty = values(results, "empty_two_way", "U", load, POINT["U"]).iloc[0]
    target = runs.ZERO_LOAD_FACTOR * empty
    return times.apply(lambda row: measures.log_crossing(row.index, row, target), axis=1)


def at_equal_rate(results: Results, load: str, lam: float) -> Interval:
    """Compare two-way times where Poisson has the same actual generation rate, U.

    The mean Poisson curve is interpolated; rates above its last point count with that.
    """
    rate = curve(results, "generation_rate", "U", POISSON).mean().sort_values()
    time = np.log(curve(results, "two_way", "U", POISSON)).mean()[rate.index]
    actual = values(results, "generation_rate", "U", load, lam)
    poisson = pd.Series(np.exp(np.interp(actual, rate, time)), index=actual.index)
    return over(values(results, "two_way", "U", load, lam), poisson)


def tail(results: Results, load: str) -> Results:
    """Choose the runs of figure 6."""
    return at(results, "T", load, runs.MAX_RATE, part="tail")


def times(results: Results) -> pd.DataFrame:
    """Read a histogram of two-way times, in ticks, merged over runs."""
    return results.histogram("servernet.two_way_times")


def share_above(histogram: pd.DataFrame, ticks: float) -> float:
    """Share of the samples in bins above a time."""
    return float(histogram.loc[histogram["low"] > ticks, "count"].sum() / histogram["count"].sum())


def blame(results: Results, load: str) -> pd.DataFrame:
    """Read who was blamed for the stalled ticks at the point of U.

    Columns run_id, category, direction, blamed_category, blamed_direction, ticks.
    """
    return at(results, "U", load, POINT["U"]).table("blame").apply(pd.to_numeric)


def stalls(results: Results, load: str, **labels: object) -> pd.DataFrame:
    """Read the stalls at the point of U: run_id, channel, begin, end, blamed_channel, ...

    Each has the category, direction and quadrant of its channel, and the category, direction and
    quadrant of the one it is blamed on.
    """
    frame = at(results, "U", load, POINT["U"], **labels).table("stalls").apply(pd.to_numeric)
    where = channels(results)
    for prefix in ("", "blamed_"):
        of = where.loc[frame[f"{prefix}channel"].astype(int)]
        for column in where:
            frame[f"{prefix}{column}"] = of[column].to_numpy()
    return frame


def topology(results: Results) -> pd.DataFrame:
    """Read the links of the network of the document, by number."""
    return results.where(part="graph").table("links")


def channels(results: Results) -> pd.DataFrame:
    """Describe the channels, by number: name, category, direction, quadrant of the lower end."""
    rows = []
    for link in topology(results).itertuples():
        ends = (link.first, link.second)
        quadrant = next(int(letter) for letter in link.first if letter.isdigit())
        for direction in (UP, DOWN):
            name = " to ".join(ends if direction == UP else ends[::-1])
            rows.append((name, int(link.category), direction, quadrant))
    return pd.DataFrame(rows, columns=["name", "category", "direction", "quadrant"])


def slot_variances(results: Results, load: str) -> pd.DataFrame:
    """Variance of the requests in 2^octave slots: a row a replication, a column an octave.

    Deviations are taken from the known mean: about its own mean a long-range dependent trace
    varies too little.
    """
    chosen = results.where(part="arrivals", load=load)
    frame = chosen.table("scales").merge(chosen.scalars("nominal_rate"), on="run_id")
    frame = frame[frame["blocks"] >= 16]
    mean = frame["value"] * frame["ticks"]
    squares = frame["variance"] * (1 - 1 / frame["blocks"]) + (frame["mean"] - mean) ** 2
    frame = frame.assign(squares=squares)
    return _by_replication(chosen, frame.pivot(index="run_id", columns="octave", values="squares"))


def hurst(variances: pd.DataFrame) -> np.ndarray:
    """H by a line through log variance of the mean of m slots, m = 1, 2, 4, ..., by run."""
    octaves = np.asarray(variances.columns, dtype=float)
    slopes = np.polyfit(octaves, np.log2(variances.to_numpy().T) - 2 * octaves[:, None], 1)[0]
    return 1 + slopes / 2


def start_loads(results: Results, load: str) -> dict[str, pd.DataFrame]:
    """Load since the start over its mean: index replication, a column a horizon, by start."""
    loads = {}
    for start in runs.STARTS:
        chosen = results.where(part="starts", load=load, start=start)
        nominal = chosen.scalars("nominal_rate")["value"].iloc[0]
        frame = chosen.table("start").pivot(index="replication", columns="ticks", values="arrivals")
        loads[start] = frame / (nominal * np.asarray(frame.columns, dtype=float))
    return loads
