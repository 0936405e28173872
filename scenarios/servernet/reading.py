# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How figures, tables and judges of the study read its runs."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import (
    Interval,
    QuantileInterval,
    histogram_rank_interval,
    mean_interval,
    merge_histograms,
    paired_difference,
    paired_ratio,
)

from . import runs
from .runs import ARBITERS, CURVES, DEFAULTS, LOADS, MAX_RATE, PATTERNS, POISSON, STARTS

UP, DOWN = 0, 1
"""Away from the devices, and back."""
CATEGORIES = tuple(range(1, 9))
METRICS = (
    *("nominal_load", "offered_load", "generation_rate", "throughput", "two_way", "two_way_max"),
    *("samples", "routers", "empty_two_way", "stalled", "measured_ticks", "packets", "dropped"),
    *("discarded", "missing"),
)
MILLISECONDS = 1 / runs.TICKS_PER_MS
"""In a tick."""
LABEL = {runs.POISSON: "Poisson", runs.TRAINS: "trains (set b)", runs.POOL: "pool (set a)"}
ARBITER_NAMES = {text: name for name, text in ARBITERS.items()}


@lru_cache(maxsize=1)
def points(results: Results) -> pd.DataFrame:
    """Read what every run on the network of the document measured.

    Returns
    -------
    DataFrame
        Index run_id; columns pattern, load (of `LOADS`), lam, start, arbiter, Samples (not 0 in the
        runs of figure 6), the attributes of `DEFAULTS`, run, and every metric; those of a kind of
        device are named ``sent cpu``.
    """
    loads = {
        (tuple(runs.offered(name, lam, start).values())): (name, lam, start or STARTS[0])
        for name in LOADS
        for lam in {x for e in CURVES.values() for xs in e.values() for x in xs}
        for start in (*STARTS[1:], "")  # Poisson load has no start
    }
    chosen = results.where(scenario="ns3::ServernetLoadScenario", Topology=runs.TETRA)
    frame = chosen.runs()
    keys = [loads[pair] for pair in zip(frame["Process"], frame["Source"], strict=True)]
    names = {text: name for name, text in PATTERNS.items()}
    shape = pd.DataFrame(keys, index=frame.index, columns=["load", "lam", "start"]).assign(
        pattern=frame["Pattern"].map(names),
        arbiter=frame["Arbiter"].map(ARBITER_NAMES),
        run=frame["run"],
        Samples=frame["Samples"].astype(int),
        **{name: frame[name].astype(int) for name in DEFAULTS},
    )
    return shape.join(_scalars(chosen))


def _scalars(chosen: Results) -> pd.DataFrame:
    columns = {}
    for metric in (*METRICS, "sent", "requested"):
        for name, rows in chosen.scalars(f"servernet.{metric}").groupby("object"):
            columns[f"{metric} {name}".strip()] = rows.set_index("run_id")["value"]
    return pd.DataFrame(columns)


def choose(frame: pd.DataFrame, pattern: str, load: str, lam: float, **varied: object) -> pd.Series:
    """Choose the runs of a point, all else as assumed; index run_id, values the run numbers."""
    wanted = {"start": STARTS[0], "arbiter": "random", "Samples": 0, **DEFAULTS, **varied}
    wanted |= {"pattern": pattern, "load": load, "lam": lam}
    return frame[(frame[list(wanted)] == pd.Series(wanted)).all(axis=1)]["run"].sort_values()


def values(
    results: Results, metric: str, pattern: str, load: str, lam: float, **varied: object
) -> pd.Series:
    """Read a metric at a point, index run number."""
    frame = points(results)
    chosen = choose(frame, pattern, load, lam, **varied)
    return pd.Series(frame.loc[chosen.index, metric].to_numpy(), index=chosen.to_numpy())


def ratio(
    results: Results, metric: str, pattern: str, lam: float, load: str, base: str = POISSON
) -> Interval:
    """Compare a load with Poisson at a point, by run number."""
    return over(*(values(results, metric, pattern, name, lam) for name in (load, base)))


def over(a: pd.Series, b: pd.Series) -> Interval:
    """Geometric mean of a / b over the run numbers both have."""
    a, b = a.align(b, join="inner")
    return paired_ratio(a, b)


def relative(a: pd.Series, b: pd.Series) -> Interval:
    """Mean of a over the mean of b, by their paired difference: values may be 0."""
    a, b = a.align(b, join="inner")
    difference = paired_difference(a, b)
    ends = (1 + part / b.mean() for part in (difference.mean, difference.low, difference.high))
    return Interval(*ends, difference.n)


def curve(results: Results, metric: str, pattern: str, load: str) -> pd.DataFrame:
    """Read a metric along a curve: index run number, a column a value of lambda."""
    frame = points(results)
    lams = sorted(set(frame.loc[frame["pattern"] == pattern, "lam"]))
    columns = {lam: values(results, metric, pattern, load, lam) for lam in lams}
    return pd.DataFrame({lam: column for lam, column in columns.items() if len(column)}).dropna()


def saturation(results: Results, load: str) -> pd.Series:
    """Where the two-way time of U is that of the empty network four times; index run number.

    Log-linear between the points; the last point where a curve does not get there.
    """
    times = curve(results, "two_way", "U", load)
    empty = points(results)["empty_two_way"][points(results)["pattern"] == "U"].iloc[0]
    target = np.log(runs.ZERO_LOAD_FACTOR * empty)
    return times.apply(
        lambda row: _crossing(row.index.to_numpy(float), np.log(row), target), axis=1
    )


def _crossing(x: np.ndarray, y: pd.Series, target: float) -> float:
    y = y.to_numpy()
    above = np.flatnonzero(y >= target)
    if not len(above):
        return float(x[-1])
    i = above[0]
    if i == 0:
        return float(x[0])
    return float(np.interp(target, y[i - 1 : i + 1], x[i - 1 : i + 1]))


@lru_cache(maxsize=1)
def links(results: Results) -> pd.DataFrame:
    """Read what every category did in every run on the network of the document.

    Returns
    -------
    DataFrame
        Columns run_id, category (1 to 8), direction, channels, transmitting, stalled, idle,
        expected.
    """
    ours = results.where(scenario="ns3::ServernetLoadScenario", Topology=runs.TETRA)
    return ours.table("links").apply(pd.to_numeric)


def shares(
    results: Results, state: str, pattern: str, load: str, lam: float, **varied: object
) -> pd.DataFrame:
    """Read the share of ticks in a state: index run number, columns (category, direction)."""
    chosen = choose(points(results), pattern, load, lam, **varied)
    frame = links(results)
    frame = frame[frame["run_id"].isin(chosen.index)]
    wide = frame.pivot(index="run_id", columns=["category", "direction"], values=state)
    return wide.set_axis(chosen[wide.index].to_numpy(), axis=0).sort_index()


def largest_ratio(
    results: Results, metric: str, pattern: str, load: str
) -> tuple[float, pd.Series]:
    """Find the largest mean ratio to Poisson on a curve: lambda, log ratio by run."""
    ours, poisson = (curve(results, metric, pattern, name) for name in (load, POISSON))
    logs = np.log((ours / poisson).where((ours > 0) & (poisson > 0))).dropna(axis=1)
    lam = logs.mean().idxmax()
    return float(lam), logs[lam].dropna()


def at_equal_rate(results: Results, load: str, lam: float) -> Interval:
    """Compare two-way times where Poisson has the same actual generation rate, U.

    The mean Poisson curve is interpolated; rates above its last point count with that.
    """
    rate = curve(results, "generation_rate", "U", POISSON).mean()
    time = np.log(curve(results, "two_way", "U", POISSON)).mean()
    order = rate.sort_values().index
    actual = values(results, "generation_rate", "U", load, lam)
    poisson = np.exp(np.interp(actual, rate[order], time[order]))
    return over(values(results, "two_way", "U", load, lam), pd.Series(poisson, index=actual.index))


def tail_values(results: Results, metric: str, load: str) -> pd.Series:
    """Read a metric of the runs of figure 6, index run number."""
    return values(results, metric, "T", load, MAX_RATE, Samples=_tail_samples(results))


def _tail_samples(results: Results) -> int:
    return int(points(results)["Samples"].max())


@lru_cache(maxsize=1)
def tail(results: Results) -> dict[str, list[pd.DataFrame]]:
    """Read the histograms of two-way times of figure 6, in ticks, by load and replication."""
    chosen = {name: tail_values(results, "two_way", name).index for name in LOADS}
    all_of = results.where(
        scenario="ns3::ServernetLoadScenario",
        Pattern=PATTERNS["T"],
        Arbiter=ARBITERS["random"],
        Samples=_tail_samples(results),
    )
    return {
        name: [
            all_of.where(
                run=run,
                **runs.offered(name, MAX_RATE),
            ).histogram("servernet.two_way_times")
            for run in numbers
        ]
        for name, numbers in chosen.items()
    }


def pooled(histograms: list[pd.DataFrame]) -> pd.DataFrame:
    """Merge the histograms of replications."""
    return merge_histograms(*histograms)


def share_above(histogram: pd.DataFrame, ticks: float) -> float:
    """Share of the samples in bins above a time."""
    return float(histogram.loc[histogram["low"] > ticks, "count"].sum() / histogram["count"].sum())


def percentile(histogram: pd.DataFrame, p: float, confidence: float = 0.99) -> QuantileInterval:
    """Quantile of pooled two-way times with its rank interval, ticks."""
    return histogram_rank_interval(histogram, p, confidence)


@lru_cache(maxsize=4)
def blame(results: Results, load: str) -> pd.DataFrame:
    """Read who was blamed for the stalled ticks at the point of U.

    Returns
    -------
    DataFrame
        Columns run, category, direction, blamed_category, blamed_direction, ticks.
    """
    return _numbered(results, load, "blame")


@lru_cache(maxsize=4)
def stalls(results: Results, load: str) -> pd.DataFrame:
    """Read the stalls at the point of U: columns run, channel, begin, end, blamed_channel, ...

    Each has the category, direction and quadrant of its channel, and the category, direction and
    quadrant of the one it is blamed on.
    """
    frame = _numbered(results, load, "stalls")
    where = channels(results)
    for prefix in ("", "blamed_"):
        of = where.loc[frame[f"{prefix}channel"].astype(int)]
        for column in where:
            frame[f"{prefix}{column}"] = of[column].to_numpy()
    return frame


def _numbered(results: Results, load: str, table: str) -> pd.DataFrame:
    point = runs.POINT["U"]
    chosen = choose(points(results), "U", load, point)
    of = results.where(
        scenario="ns3::ServernetLoadScenario",
        Pattern=PATTERNS["U"],
        StallTicks=runs.STALL_TICKS,
        **runs.offered(load, point),
    )
    frame = of.table(table).apply(pd.to_numeric)
    frame = frame[frame["run_id"].isin(chosen.index)]
    return frame.assign(run=frame["run_id"].map(chosen)).drop(columns="run_id")


@lru_cache(maxsize=1)
def topology(results: Results) -> pd.DataFrame:
    """Read the links of the network of the document, by number."""
    return results.where(scenario="ns3::CrossTopologyCheckScenario").table("links")


@lru_cache(maxsize=1)
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


def arrivals(results: Results, load: str) -> Results:
    """Choose the arrivals of C1 and C2 without a network."""
    return results.where(
        scenario="ns3::TrafficArrivalsScenario",
        Process=runs.arrivals(load, runs.POINT["U"]),
        Slots=runs.SLOTS,
    )


@lru_cache(maxsize=4)
def slot_variances(results: Results, load: str) -> pd.DataFrame:
    """Variance of the requests in 2^octave slots: index run, a column an octave.

    Deviations are taken from the known mean: about its own mean a long-range dependent trace
    varies too little.
    """
    chosen = arrivals(results, load)
    frame = chosen.table("scales").merge(chosen.scalars("nominal_rate"), on="run_id")
    frame = frame[frame["blocks"] >= 16]
    mean = frame["value"] * frame["ticks"]
    squares = frame["variance"] * (1 - 1 / frame["blocks"]) + (frame["mean"] - mean) ** 2
    frame = frame.assign(squares=squares, run=frame["run_id"].map(chosen.runs()["run"]))
    return frame.pivot(index="run", columns="octave", values="squares")


def hurst(variances: pd.DataFrame) -> np.ndarray:
    """H by a line through log variance of the mean of m slots, m = 1, 2, 4, ..., by run."""
    octaves = np.asarray(variances.columns, dtype=float)
    slopes = np.polyfit(octaves, np.log2(variances.to_numpy().T) - 2 * octaves[:, None], 1)[0]
    return 1 + slopes / 2


def start_loads(results: Results, load: str) -> dict[str, pd.DataFrame]:
    """Load since the start over its mean: index replication, a column a horizon, by start."""
    loads = {}
    for start in STARTS:
        chosen = results.where(
            scenario="ns3::TrafficStartScenario",
            Process=runs.arrivals(load, runs.BEFORE, start),
        )
        nominal = chosen.scalars("nominal_rate")["value"].iloc[0]
        frame = chosen.table("start").pivot(index="replication", columns="ticks", values="arrivals")
        loads[start] = frame / (nominal * np.asarray(frame.columns, dtype=float))
    return loads


def counts(results: Results, scenario: str, metric: str) -> pd.Series:
    """Read a count of each run of a scenario that checks the instrument."""
    chosen = results.where(scenario=f"ns3::{scenario}Scenario")
    return chosen.scalars(metric).set_index("run_id")["value"]


def text(value: Interval, digits: str = ".3g") -> str:
    """Write a value with its interval."""
    return f"{value.mean:{digits}} [{value.low:{digits}}, {value.high:{digits}}]"


def mean(series: pd.Series) -> Interval:
    """Mean over replications with its interval."""
    return mean_interval(series.to_numpy())
