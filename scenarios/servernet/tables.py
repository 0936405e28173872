# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the study."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import stopping_samples

from . import reading, runs
from .reading import LABEL, MILLISECONDS, UP, text
from .runs import DEFAULTS, LOADS, MAX_RATE, POINT, POISSON, POOL, TRAINS

MICROSECONDS = 1000 * MILLISECONDS
SET = {TRAINS: "b", POOL: "a"}
EXTREME = 0.99999
START = {"Equilibrium": "equilibrium", "FreshDurations": "fresh", "FreshOff": "fresh, OFF"}
CHANGED = {
    "FifoFlits": "flits in a FIFO",
    "CpuOutstanding": "requests of a CPU",
    "IoOutstanding": "requests of an I/O device",
    "HeadTicks": "ticks of a router",
}
CLOCK_HZ = 50_000_000
DATA_FLITS, WRITE_FLITS = 64, 92
"""Data of a write, and all flits of its transaction."""


def build_ratios(results: Results) -> pd.DataFrame:
    """Two-way time, stalled share and throughput of each load over Poisson, along the curves."""
    rows = []
    frame = reading.points(results)
    for pattern in POINT:
        for load in SET:
            for lam in sorted(set(frame.loc[frame["pattern"] == pattern, "lam"])):
                ratios = {
                    name: _ratio(results, metric, pattern, lam, load)
                    for name, metric in (
                        ("two-way time", "two_way"),
                        ("stalled share", "stalled"),
                        ("throughput", "throughput"),
                    )
                }
                if pattern == "U":
                    ratios["two-way time at equal actual rate"] = text(
                        reading.at_equal_rate(results, load, lam), ".2f"
                    )
                rows.append({"pattern": pattern, "set": SET[load], "lambda": lam, **ratios})
    return pd.DataFrame(rows)


def _ratio(results: Results, metric: str, pattern: str, lam: float, load: str) -> str | None:
    ours, poisson = (
        reading.values(results, metric, pattern, name, lam) for name in (load, POISSON)
    )
    return (
        text(reading.over(ours, poisson), ".2f")
        if (ours > 0).all() and (poisson > 0).all()
        else None
    )


def build_tail(results: Results) -> pd.DataFrame:
    """Give the extreme percentile of each load, the samples it takes, and the maxima."""
    rows = {}
    for load in LOADS:
        histograms = reading.tail(results)[load]
        pool = reading.pooled(histograms)
        extreme = reading.percentile(pool, EXTREME)
        maxima = reading.tail_values(results, "two_way_max", load) * MILLISECONDS
        means = reading.tail_values(results, "two_way", load)
        rows[LABEL[load]] = {
            "samples": int(pool["count"].sum()),
            "needed, z = 2.57": stopping_samples(EXTREME, 0.99, z=2.57),
            "needed, exact z": stopping_samples(EXTREME, 0.99),
            "99.999 percentile, ms": (
                f"{extreme.value * MILLISECONDS:.2f} [{extreme.low * MILLISECONDS:.2f}, "
                f"{extreme.high * MILLISECONDS:.2f}]"
            ),
            "its ranks": f"{extreme.low_rank:,} to {extreme.high_rank:,}",
            "maximum, ms": round(maxima.max(), 2),
            "maxima of the replications, ms": f"{maxima.min():.2f} to {maxima.max():.2f}",
            "mean, ms": round(means.mean() * MILLISECONDS, 3),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("load")


def build_starts(results: Results) -> pd.DataFrame:
    """Compare each start of the sources with Poisson, before saturation and at the point of U."""
    rows = []
    for lam in (runs.BEFORE, POINT["U"]):
        for load, name in SET.items():
            for start in runs.STARTS:
                ratios = {
                    title: text(
                        reading.over(
                            reading.values(results, metric, "U", load, lam, start=start),
                            reading.values(results, metric, "U", POISSON, lam),
                        ),
                        ".2f",
                    )
                    for title, metric in (("two-way time", "two_way"), ("throughput", "throughput"))
                }
                offered = reading.values(results, "offered_load", "U", load, lam, start=start)
                link = reading.shares(results, "stalled", "U", load, lam, start=start)[3, UP]
                rows.append(
                    {
                        **{"lambda": lam, "set": name, "start": START[start]},
                        **{"offered": text(reading.mean(offered), ".1f"), **ratios},
                        "3 up stalls, %": text(reading.mean(100 * link), ".1f"),
                    }
                )
    return pd.DataFrame(rows)


def build_sensitivity(results: Results) -> pd.DataFrame:
    """Two-way times at the point of U with one assumed number changed at a time."""
    frame = reading.points(results)
    rows = []
    for attribute, default in DEFAULTS.items():
        for value in sorted(set(frame[attribute])):
            times = {
                load: reading.values(
                    results, "two_way", "U", load, POINT["U"], **{attribute: value}
                )
                for load in LOADS
            }
            row: dict[str, object] = {
                "changed": CHANGED[attribute],
                "to": f"{value} (assumed)" if value == default else f"{value}",
            }
            for load, series in times.items():
                row[f"{load}, us"] = round(series.mean() * MICROSECONDS, 1)
            for load, name in SET.items():
                both = len(times[load]) and len(times[POISSON])
                row[f"ratio, set {name}"] = (
                    text(reading.over(times[load], times[POISSON]), ".2f") if both else None
                )
            rows.append(row)
    return pd.DataFrame(rows)


def build_blame(results: Results) -> pd.DataFrame:
    """Shares in % of the stalled ticks up of each category by what they are blamed on."""
    frame = reading.blame(results, TRAINS)
    frame = frame[frame["direction"] == UP]
    names = frame["blamed_category"].astype(str) + np.where(
        frame["blamed_direction"] == UP, "", "d"
    )
    ticks = frame.assign(on=names).pivot_table(
        index="category", columns="on", values="ticks", aggfunc="sum", fill_value=0
    )
    shares = 100 * ticks.div(ticks.sum(axis=1), axis=0)
    return shares.map("{:.0f}".format).replace("0", "").rename_axis(columns=None)


def build_arbiters(results: Results) -> pd.DataFrame:
    """Throughput and two-way times of T at the maximum rate by arbiter."""
    rows = {}
    for name in runs.ARBITERS:
        point = ("T", TRAINS, MAX_RATE)
        throughput, times, longest, ticks = (
            reading.values(results, metric, *point, arbiter=name)
            for metric in ("throughput", "two_way", "two_way_max", "measured_ticks")
        )
        rows[name] = {
            "throughput, flits/tick": text(reading.mean(throughput), ".2f"),
            "mean two-way time, us": round(times.mean() * MICROSECONDS, 1),
            "longest, ms": round(longest.max() * MILLISECONDS, 2),
            "runs": len(times),
            "measured in each, ms": round(ticks.mean() * MILLISECONDS),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("arbiter")


def build_test_bed(results: Results) -> pd.DataFrame:
    """Bulk transfers on the test bed, through both engines."""
    chosen = results.where(scenario="ns3::ServernetLoadScenario", Topology=runs.TEST_BED)
    devices = 24
    rows = {}
    for engine, kind in (("Event", "event-driven"), ("Flit", "flit by flit")):
        part = chosen.where(Engine=engine)

        def read(metric: str, part: Results = part) -> pd.Series:
            frame = part.scalars(f"servernet.{metric}")
            return frame[frame["object"] == ""]["value"]

        share = DATA_FLITS / WRITE_FLITS / devices * CLOCK_HZ / 1e6
        rows[kind] = {
            "data written, MB/s a device": text(reading.mean(read("throughput") * share), ".1f"),
            "two-way time, us": text(reading.mean(read("two_way") * MICROSECONDS), ".1f"),
            "stalled, % of channels": text(reading.mean(read("stalled") * 100), ".1f"),
            "packets": int(read("packets").sum()),
            "lost": int((read("dropped") + read("discarded") + read("missing")).sum()),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("engine")
