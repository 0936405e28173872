# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How figures, tables and judges of the study read its runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from typing import TypeVar

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval, max_min, proportional
from burstlab.study import measures, present

from . import expected, runs
from .runs import BCN, LINK, READINGS, Setting
from .stability import Loop

Name = TypeVar("Name")
MILLISECONDS = 1000.0
KILOBYTES = 1e-3
SETTLED = 0.2
"""A queue is settled if its means over 10 ms stay within this fraction of their mean."""
PIECE = 0.01
"""Averaging time of these means in seconds."""
CYCLES = 3
"""Minimum number of on-off cycles for a mean."""
FLOWS = {
    case: [
        (int(source), int(destination))
        for source, destination in re.findall(r"(\d+)>(\d+)", runs.CASES[case].traffic)
    ]
    for case in ("2", "5", "6")
}
"""Flows of the cases that list them."""
ENOUGH = 6
"""Replications that a check requires: a median decides from 6 on."""


def setting(reading: str = "", **labels: object) -> Setting:
    """Describe a setting under a reading."""
    return Setting(**{**READINGS.get(reading, {}), **labels})


def timings(results: Results) -> list[str]:
    """List the timings that have runs: delays and phases of their own first."""
    have = set(results.labels()["timing"])
    return [name for name in runs.TIMINGS if name in have]


def of_one_timing(results: Results) -> Results:
    """Choose the runs with delays and phases of their own, or the next timing that is there."""
    return results.where(timing=timings(results)[0])


def at(results: Results, chosen: Setting) -> Results:
    """Choose the runs of a setting, of one timing."""
    return of_one_timing(results.where(setting=chosen.text))


def there(results: Results, chosen: Setting) -> bool:
    """Whether the edition has runs of a setting."""
    return bool(present(results, [chosen]))


def repeated(results: Results, chosen: Setting) -> bool:
    """Whether there are enough replications of a setting for an interval."""
    return there(results, chosen) and len(at(results, chosen)) >= ENOUGH


def window(results: Results, chosen: Setting) -> runs.Window:
    """Read the measurement window of a setting's runs."""
    labels = at(results, chosen).labels()
    return runs.Window(*(float(labels[name].iloc[0]) for name in ("onset", "begin", "end")))


def values(results: Results, metric: str, chosen: Setting) -> pd.Series:
    """Read a metric of a setting by replication."""
    return measures.values(at(results, chosen), f"hotspot.{metric}")


def filling(results: Results, chosen: Setting) -> pd.Series:
    """Mean queue of a setting over Qeq, by replication."""
    return values(results, "queue", chosen) / chosen.set_point


def medians(
    results: Results, metric: str, settings: Mapping[Name, Setting], unit: float = 1.0
) -> dict[Name, Interval]:
    """Median of a metric of each named setting that has runs."""
    return measures.medians(results, settings, lambda s: unit * values(results, metric, s))


def table(results: Results, name: str, chosen: Setting) -> pd.DataFrame:
    """Read a table of a setting's runs, with seed and run number; numbers as floats."""
    frame = at(results, chosen).table(name, by="onset")
    numbers = [column for column in frame if column not in ("name", "switch")]
    return frame.astype(dict.fromkeys(numbers, float))


def series(results: Results, chosen: Setting) -> pd.DataFrame:
    """Read the time series: seed, run, since (s after the onset), throughput, hot, queue.

    ``since`` is the start of the step over which the means of the row are taken.
    """
    frame = table(results, "series", chosen)
    return frame.assign(since=frame["time"] - frame["onset"])


def after(results: Results, chosen: Setting, begin: float = 0, end: float = np.inf) -> pd.DataFrame:
    """Read the series from one time after the onset to another."""
    frame = series(results, chosen)
    return frame[(frame["since"] >= begin - 1e-9) & (frame["since"] < end - 1e-9)]


def mean_after(
    results: Results, column: str, chosen: Setting, begin: float, end: float
) -> pd.Series:
    """Mean of a column of the series between two times after the onset, by replication."""
    return after(results, chosen, begin, end).groupby(["seed", "run"])[column].mean()


def excess(results: Results, chosen: Setting, end: float) -> pd.Series:
    """Mean excess of the queue over Qeq, 0 where it is below, from the onset on, in bytes."""
    frame = after(results, chosen, end=end)
    above = (frame["queue"] - chosen.set_point).clip(lower=0)
    return above.groupby([frame["seed"], frame["run"]]).mean()


def pieces(results: Results, column: str, chosen: Setting) -> pd.DataFrame:
    """Mean of a column over pieces of time since the onset: a row per replication."""
    frame = after(results, chosen)
    number = np.floor(frame["since"] / PIECE + 1e-6).astype(int)
    return frame.groupby(["seed", "run", number])[column].mean().unstack("since")


def steady(results: Results, chosen: Setting) -> pd.Series:
    """Mean throughput, by replication: of the window, or over whole on-off cycles.

    With PAUSE alone and shared memory all inputs stop and resume together, and nearly all traffic
    is carried in the on phase: a window with a partial cycle of 0.18 s deviates by more than 1 %.
    So the mean is taken over three or more whole cycles, from one rise of the throughput after the
    onset to another, if there are so many.
    """
    means = values(results, "throughput", chosen)
    if (chosen.case, chosen.law, chosen.memory) != ("1", runs.NONE, "shared"):
        return means
    for key, part in after(results, chosen).groupby(["seed", "run"]):
        course = part["throughput"].to_numpy()
        goes = course > (course.min() + course.max()) / 2
        rises = np.flatnonzero(goes[1:] & ~goes[:-1]) + 1
        if len(rises) > CYCLES:
            means[key] = course[rises[0] : rises[-1]].mean()
    return means


def descent(queue: np.ndarray, target: float) -> int | None:
    """Find the first step after the peak at which the queue is at its target or below."""
    peak = int(queue.argmax())
    low = np.flatnonzero(queue[peak:] <= target)
    return peak + int(low[0]) if len(low) else None


def swing(results: Results, chosen: Setting) -> pd.Series:
    """Swing of the queue after its first descent: largest minus smallest step mean, over Qeq.

    Over 0.1 s from the end of the descent to Qeq; 0 if the queue stays above Qeq.
    """

    def one(series: pd.Series) -> float:
        queue = series.to_numpy()
        low = descent(queue, chosen.set_point)
        if low is None:
            return 0.0
        return float(np.ptp(queue[low:][: round(0.1 / step)])) / chosen.set_point

    frame = after(results, chosen)
    step = float(np.diff(frame["time"].to_numpy()[:2])[0])
    return frame.groupby(["seed", "run"])["queue"].apply(one)


def back(results: Results, chosen: Setting) -> pd.Series:
    """Seconds after the onset at which the queue is first back at Qeq; NaN where it never is."""

    def one(part: pd.DataFrame) -> float:
        low = descent(part["queue"].to_numpy(), chosen.set_point)
        return np.nan if low is None else float(part["since"].iloc[low])

    frame = after(results, chosen).groupby(["seed", "run"])
    return frame[["queue", "since"]].apply(one)


def settling(results: Results, chosen: Setting) -> pd.Series:
    """Seconds after the onset from which on the queue is settled; NaN where it never is.

    Settled: the 10-ms means stay within 20 % of the mean of the rest, which is 50 ms or more.
    """

    def one(row: pd.Series) -> float:
        queue = row.dropna().to_numpy()
        for first in range(len(queue) - 4):
            rest = queue[first:]
            if (np.abs(rest - rest.mean()) <= SETTLED * rest.mean()).all():
                return first * PIECE
        return np.nan

    return pieces(results, "queue", chosen).apply(one, axis=1)


def flows(results: Results, chosen: Setting) -> pd.DataFrame:
    """Rates of the flows: a row per replication, columns (source, destination), Gb/s.

    For uniform traffic columns are sums for each destination, with source 0.
    """
    frame = table(results, "flow", chosen)
    frame = frame.astype({"source": int, "destination": int})
    return frame.pivot(index=["seed", "run"], columns=["source", "destination"], values="rate")


def flows_listed(rates: Mapping[tuple[int, int], float] | pd.Series, digits: str = ".3g") -> str:
    """Write the rates of flows, by source and destination."""
    return ", ".join(f"{s} to {d} {rate:{digits}}" for (s, d), rate in rates.items())


def fair(case: str, kind: str = "max-min") -> dict[tuple[int, int], float]:
    """Fair rates of the flows of a case in Gb/s, by the given allocation."""
    network = runs.CASES[case]
    demands = [LINK * float(word.partition(":")[2]) for word in network.traffic.split()]
    paths = [expected.path(network.topology, *flow) for flow in FLOWS[case]]
    capacities = {link: LINK for path in paths for link in path}
    if case == "2":
        capacities["switch3", "node7"] = runs.HOT
    allocate = {"max-min": max_min, "proportional": proportional}[kind]
    return dict(zip(FLOWS[case], allocate(paths, demands, capacities).tolist(), strict=True))


def fair_of(chosen: Setting) -> dict[tuple[int, int], float]:
    """Max-min fair rates of the columns of `flows`, in Gb/s."""
    if chosen.case in FLOWS:
        return fair(chosen.case)
    nodes = range(1, chosen.nodes + 1)
    if chosen.case == "3":
        rates = {n: (31 - (2.5 if n <= 6 else 4)) / 9 for n in nodes} | {7: 0.5}
    elif chosen.case == "IG":
        rates = {n: (11 if n > 5 else 12) * runs.LOAD / 15 for n in nodes} | {1: LINK}
    elif chosen.case == "7":
        less = (runs.LOAD - runs.HOT) / runs.SWEEP
        rates = {n: runs.LOAD - less * (n <= runs.SWEEP) for n in nodes}
    else:
        rates = dict.fromkeys(nodes, runs.LOAD) | {1: runs.HOT}
    return {(0, node): rate for node, rate in rates.items()}


def worst_off(results: Results, chosen: Setting) -> pd.Series:
    """Smallest rate over its max-min fair rate, of all flows, by replication."""
    frame = flows(results, chosen)
    rates = pd.Series(fair_of(chosen))
    return (frame[list(rates.index)] / rates).min(axis=1)


DEGREE = {"2": (4, 2e9), "3": (9, 0.5e9), "5": (4, 10e9), "6": (2, 10e9)}
"""HSD and mu in bit/s at the port of the slow or most loaded station."""


def loop(chosen: Setting) -> Loop:
    """Describe the hot port of a setting to the stability model."""
    usual = (chosen.nodes - 1, 10e9 if chosen.case == "IG" else 2e9)
    flows, service = DEGREE.get(chosen.case, usual)
    return Loop(
        *(flows, service, chosen.set_point, chosen.weight, chosen.ps, chosen.gi, chosen.gd),
        clamp=chosen.clamp,
    )


def controlled(results: Results, *metrics: str) -> dict[Setting, pd.DataFrame]:
    """Read metrics of all settings under BCN with steady uniform load on a single stage.

    Returns
    -------
    dict of Setting to DataFrame
        A row a replication, a column a metric.
    """
    steady = of_one_timing(results)
    steady = steady.where(law=BCN, case="1", variant="as stated", arrivals="Bernoulli")
    steady = steady.where(messages="frames")
    names = list(asdict(Setting()))
    rows = steady.labels()[[*names, "setting"]].drop_duplicates().to_dict("records")
    known = {row.pop("setting"): Setting(**row) for row in rows}
    frame = steady.frame([f"hotspot.{metric}" for metric in metrics], by="setting")
    frame = frame.rename(columns=lambda name: name.removeprefix("hotspot."))
    return {
        known[text]: part.set_index(["seed", "run"])[list(metrics)]
        for text, part in frame.groupby("setting")
    }


def words(chosen: Setting) -> str:
    """Name a setting by its differences from the base setting of its case."""
    own, usual = asdict(chosen), asdict(Setting(chosen.case))
    short = {"kilobytes": "M", "nodes": "N", "weight": "W", "gd": "Gd", "gi": "Gi"}
    parts = [
        value if isinstance(value, str) else f"{short.get(name, name)} {value:g}"
        for name, value in own.items()
        if value != usual[name] and name != "clamp"
    ]
    clamp = {"None": runs.AS_RUN, "Total": runs.LIMITED}[chosen.clamp]
    return ", ".join([*(parts or ["base"]), *([clamp] if chosen.law == BCN else [])])
