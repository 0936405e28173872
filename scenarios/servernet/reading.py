# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How figures, tables and judges of the study read its runs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval, histogram_quantile
from burstlab.study import NotAsked, measures
from burstlab.study.measures import numbers, over

from . import runs
from .runs import MAX_RATE, POINT, POISSON, STALL_TICKS, STARTS

UP, DOWN = 0, 1
"""Away from the devices, and back."""
CATEGORIES = tuple(range(1, 9))
MILLISECONDS = 1 / runs.TICKS_PER_MS
"""Per tick."""
MICROSECONDS = 1000 * MILLISECONDS
PERCENTILE = 0.99999
OF_KNEE = 0.9
"""Fraction of the knee where patterns are compared."""
TAIL = {"pattern": "T", "lam": MAX_RATE, "part": "tail"}
"""Labels of the runs of figure 6."""
SHIFTS = 40
"""Number of circular shifts for the null distribution of the time test."""


def at(
    results: Results, load: str, pattern: str = "U", free: str = "", **labels: object
) -> Results:
    """Choose the runs of a load at the point of a pattern, all else but `free` as assumed.

    The labels say what differs; lambda is called ``lam``.
    """
    labels = {"part": "network", "lam": POINT[pattern], **runs.AS_ASSUMED, **labels}
    labels["lambda"] = labels.pop("lam")
    labels.pop(free, None)
    return results.where(pattern=pattern, load=load, **labels)


def values(
    results: Results, metric: str, load: str, pattern: str = "U", **labels: object
) -> pd.Series:
    """Read a metric at a point by replication; one of a kind of device is named ``sent cpu``."""
    name, _, kind = metric.partition(" ")
    return measures.values(at(results, load, pattern, **labels), f"servernet.{name}", kind)


def ratio(
    results: Results, metric: str, load: str, pattern: str = "U", **labels: object
) -> Interval:
    """Compare a load at a point with Poisson."""
    ours, poisson = (values(results, metric, name, pattern, **labels) for name in (load, POISSON))
    return over(ours, poisson)


def ran(results: Results, load: str, **labels: object) -> bool:
    """Whether there is a run of a load on the network of the document, with these labels."""
    labels = {"part": "network", "load": load, **labels}
    frame = results.labels()
    if not set(labels) <= set(frame):
        return False
    return bool((frame[list(labels)] == list(labels.values())).all(axis=1).any())


def present(results: Results, loads: Iterable[str], **labels: object) -> tuple[str, ...]:
    """Choose the loads that were run."""
    return tuple(load for load in loads if ran(results, load, **labels))


def require_long(results: Results, load: str, *patterns: str) -> None:
    """Require long runs at the points of patterns: the quantity depends on the length of a run."""
    least = min(
        values(results, "measured_ticks", name, pattern).median()
        for name in (load, POISSON)
        for pattern in patterns
    )
    if least < runs.LONG_TICKS:
        raise NotAsked(
            f"The number depends on the length of a run: the rule needs runs of "
            f"{MILLISECONDS * runs.LONG_TICKS:.0f} ms, these have {MILLISECONDS * least:.1f} ms."
        )


def require_points(results: Results, load: str) -> None:
    """Require all points of the curves: the rule looks for the largest value, or between points."""
    for pattern, lams in runs.CURVES["full"].items():
        missing = sorted({*lams} - {*curve(results, "two_way", load, pattern)})
        if missing:
            lacks = ", ".join(f"{lam:g}" for lam in missing)
            raise NotAsked(
                "What is read off a curve depends on its points: the rule needs those of the full "
                f"edition, these runs lack {pattern} {lacks}."
            )


KINDS = {"cpu": runs.CPUS, "io": runs.DEVICES - runs.CPUS}
"""Devices of each kind."""


def outstanding(
    results: Results, load: str, kind: str, pattern: str = "U", **labels: object
) -> pd.Series:
    """Mean number of outstanding requests of a kind of device, by Little's law: rate x time."""
    flits, time = (
        values(results, f"{metric} {kind}", load, pattern, **labels)
        for metric in ("requested", "two_way")
    )
    return KINDS[kind] * flits / runs.REQUEST_FLITS * time


def windows(kind: str, limit: int | None = None) -> int:
    """Most requests of a kind of device that can be outstanding."""
    return KINDS[kind] * (limit or runs.AS_ASSUMED[f"{kind}_limit"])


def ceiling(results: Results, load: str, limit: int) -> Interval:
    """Factor of a load at the point of U if its I/O devices had full windows, its CPUs empty ones.

    Little's law: the two-way time is then the windows over the throughput.
    """
    changed = {"io_limit": limit}
    carried = values(results, "throughput", load, **changed) / runs.TRANSACTION_FLITS
    return over(windows("io", limit) / carried, values(results, "two_way", POISSON, **changed))


def limits(results: Results, load: str) -> list[int]:
    """List the windows of I/O devices with which a load was run at the point of U."""
    known = {runs.AS_ASSUMED["io_limit"], *runs.PARAMETERS["io_limit"].full}
    return [limit for limit in sorted(known) if ran(results, load, io_limit=limit)]


def percentiles(results: Results, p: float) -> pd.Series:
    """Upper end of the bin of a percentile of the two-way times, in ticks: index (seed, run)."""
    index = pd.MultiIndex.from_frame(results.runs()[["seed", "run"]])
    each = (times(results.where(seed=seed, run=run)) for seed, run in index)
    return pd.Series([histogram_quantile(histogram, p)[1] for histogram in each], index)


def curve(
    results: Results, metric: str, load: str, pattern: str = "U", along: str = "lambda"
) -> pd.DataFrame:
    """Read a metric along a label: a row a replication, a column a value of the label."""
    name, _, kind = metric.partition(" ")
    chosen = at(results, load, pattern, along)
    return chosen.frame(f"servernet.{name}", by=along, wide=along, object=kind).dropna()


def counts(results: Results, *names: str) -> pd.DataFrame:
    """Read metrics of the whole network: index run_id, a column a metric."""
    frames = {name: results.scalars(f"servernet.{name}").set_index("run_id") for name in names}
    return pd.DataFrame(
        {name: frame.loc[frame["object"] == "", "value"] for name, frame in frames.items()}
    )


def shares(results: Results, state: str, load: str, **labels: object) -> pd.DataFrame:
    """Read the share of ticks in a state, U: by replication, columns (category, direction)."""
    frame = numbers(at(results, load, **labels), "links", by="part")
    return frame.pivot(index=["seed", "run"], columns=["category", "direction"], values=state)


def log_ratios(results: Results, metric: str, load: str, pattern: str = "U") -> pd.DataFrame:
    """Logarithm of the ratio to Poisson along a curve: a row a replication, a column a lambda."""
    ours, poisson = (curve(results, metric, name, pattern) for name in (load, POISSON))
    return np.log((ours / poisson).where((ours > 0) & (poisson > 0))).dropna(axis=1)


def since(results: Results, load: str, pattern: str = "U", **labels: object) -> pd.Series:
    """Read the time of a request from its arrival, wait for the window included."""
    return sum(values(results, name, load, pattern, **labels) for name in ("waited", "two_way"))


def largest_ratio(
    results: Results, metric: str, load: str, pattern: str
) -> tuple[float, pd.Series]:
    """Find the largest mean ratio to Poisson on a curve: lambda, ratio by replication."""
    logs = log_ratios(results, metric, load, pattern)
    lam = logs.mean().idxmax()
    return float(lam), np.exp(logs[lam])


def saturation(results: Results, load: str, pattern: str = "U") -> pd.Series:
    """Find the knee: where the two-way time is four times that of the empty network."""
    times = curve(results, "two_way", load, pattern)
    empty = values(results, "empty_two_way", load, pattern).iloc[0]
    target = runs.ZERO_LOAD_FACTOR * empty
    return times.apply(lambda row: measures.log_crossing(row.index, row, target), axis=1)


def time_at(results: Results, load: str, pattern: str, lam: float) -> pd.Series:
    """Read a two-way time off the curve, log-linear between its points: index replication."""
    logs = np.log(curve(results, "two_way", load, pattern))
    return np.exp(logs.apply(lambda row: np.interp(lam, row.index, row), axis=1))


def near_knee(results: Results, load: str, pattern: str, own: bool = False) -> pd.Series:
    """Compare two-way times at `OF_KNEE` of the knee of Poisson, or each at that of its own."""
    knees = {name: saturation(results, name, pattern).median() for name in (load, POISSON)}
    ours = time_at(results, load, pattern, OF_KNEE * knees[load if own else POISSON])
    return (ours / time_at(results, POISSON, pattern, OF_KNEE * knees[POISSON])).dropna()


def control(results: Results, pattern: str) -> pd.Series:
    """Read two-way times under Poisson by the offered load, the index."""
    rate, time = (
        curve(results, metric, POISSON, pattern) for metric in ("offered_load", "two_way")
    )
    medians = pd.Series(time.median().to_numpy(), index=rate.median().to_numpy())
    return medians.sort_index()


def parts_of_factor(
    results: Results, load: str, pattern: str = "U", **labels: object
) -> dict[str, Interval]:
    """Split the ratio to Poisson into the factors by load and by correlation.

    Returns
    -------
    dict
        ``"load"``: Poisson at what the load really offered over Poisson at lambda, off the curve
        `control`, beyond whose ends nothing changes; ``"correlation"``: the load over Poisson at
        what it offered. Their product is the ratio, replication by replication.
    """
    curve_of = control(results, pattern)
    time, rate = (
        values(results, metric, load, pattern, **labels) for metric in ("two_way", "offered_load")
    )
    logs = np.interp(rate, curve_of.index, np.log(curve_of))
    same = pd.Series(np.exp(logs), index=rate.index)
    return {
        "load": over(same, values(results, "two_way", POISSON, pattern, **labels)),
        "correlation": over(time, same),
    }


def times(results: Results) -> pd.DataFrame:
    """Read a histogram of two-way times, in ticks, merged over runs."""
    return results.histogram("servernet.two_way_times")


def blame(results: Results, load: str) -> pd.DataFrame:
    """Read who was blamed for the stalled ticks at the point of U.

    Columns run_id, category, direction, blamed_category, blamed_direction, ticks.
    """
    return numbers(at(results, load), "blame")


def stalls(results: Results, load: str, **labels: object) -> pd.DataFrame:
    """Read the stalls at the point of U: run_id, channel, begin, end, blamed_channel, ...

    Each has the category, direction and quadrant of its channel, and the category, direction and
    quadrant of the one it is blamed on.
    """
    frame = numbers(at(results, load, **labels), "stalls")
    where = channels(results)
    for prefix in ("", "blamed_"):
        of = where.loc[frame[f"{prefix}channel"].astype(int)]
        for column in where:
            frame[f"{prefix}{column}"] = of[column].to_numpy()
    return frame


def onsets(
    stalls: pd.DataFrame, upper: int, lower: int, shifts: int = SHIFTS
) -> tuple[pd.Series, pd.DataFrame]:
    """Give the share of lower stalls that start after an upper stall, measured and by chance.

    Counts upward stalls of a link that overlap a stall of the upper link in its quadrant. The first
    of several overlaps decides; a start in the same tick counts half. By chance: with circular
    shifts of the stalls of the upper link, which remove any causal relation.

    Returns
    -------
    Series
        Share as it was, index run; without runs in which nothing overlaps.
    DataFrame
        The same for each of the shifts, its columns; NaN where nothing overlaps.
    """
    stalls = stalls[stalls["direction"] == UP]
    window = stalls["begin"].min() // STALL_TICKS * STALL_TICKS
    stalls = stalls.assign(begin=stalls["begin"] - window, end=stalls["end"] - window)
    random = np.random.default_rng(1)
    moved = [0, *random.integers(STALL_TICKS // 20, STALL_TICKS - STALL_TICKS // 20, shifts)]
    shares = {}
    for run_id, of_run in stalls.groupby("run_id"):
        counts = np.zeros((len(moved), 2))
        for _, quadrant in of_run.groupby("quadrant"):
            kinds = [quadrant[quadrant["category"] == c][["begin", "end"]] for c in (lower, upper)]
            low, up = (kind.to_numpy(dtype=float) for kind in kinds)
            counts += [_first_above(low, up, shift) for shift in moved]
        shares[run_id] = counts[:, 0] / np.where(counts[:, 1] > 0, counts[:, 1], np.nan)
    frame = pd.DataFrame(shares).T.dropna(subset=[0])
    return frame[0], frame.drop(columns=0)


def _first_above(lower: np.ndarray, upper: np.ndarray, shift: int) -> tuple[float, int]:
    """Count lower stalls that start after the first upper stall they overlap, and overlaps."""
    begin, length = upper[:, 0], upper[:, 1] - upper[:, 0]
    if shift:
        begin = (begin + shift) % STALL_TICKS
        begin, length = np.append(begin, begin - STALL_TICKS), np.append(length, length)
    overlaps = (lower[:, :1] < begin + length) & (begin < lower[:, 1:])
    first = np.where(overlaps, begin, np.inf).min(axis=1, initial=np.inf)
    lag = lower[np.isfinite(first), 0] - first[np.isfinite(first)]
    return float((lag > 0).sum() + (lag == 0).sum() / 2), len(lag)


def topology(results: Results) -> pd.DataFrame:
    """Read the links of the network of the document, by number."""
    return results.where(part="graph").table("links").astype({"category": int})


def channels(results: Results) -> pd.DataFrame:
    """Describe the channels, by number: name, category, direction, quadrant of the lower end."""
    rows = []
    for link in topology(results).itertuples():
        quadrant = next(int(letter) for letter in link.first if letter.isdigit())
        rows.append((f"{link.first} to {link.second}", link.category, UP, quadrant))
        rows.append((f"{link.second} to {link.first}", link.category, DOWN, quadrant))
    return pd.DataFrame(rows, columns=["name", "category", "direction", "quadrant"])


def slot_variances(results: Results, load: str) -> pd.DataFrame:
    """Variance of the requests in 2^octave slots: a row a replication, a column an octave."""
    frame = measures.scales(results.where(part="arrivals", load=load), by="load", blocks=16)
    return frame.pivot(index=["seed", "run"], columns="octave", values="squares")


def hurst(variances: pd.DataFrame) -> np.ndarray:
    """H by a line through log variance of the mean of m slots, m = 1, 2, 4, ..., by run."""
    octaves = np.asarray(variances.columns, dtype=float)
    slopes = np.polyfit(octaves, np.log2(variances.to_numpy().T) - 2 * octaves[:, None], 1)[0]
    return 1 + slopes / 2


def start_loads(results: Results, load: str) -> dict[str, pd.DataFrame]:
    """Load since the start over its mean: index replication, a column a horizon, by start."""
    chosen = results.where(part="starts", load=load)
    return {start: measures.since_start(chosen.where(start=start)) for start in STARTS}
