# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the study."""

from __future__ import annotations

from itertools import product

import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import ranks, stopping_samples
from burstlab.study import Exhibits
from burstlab.study.measures import over, typical

from . import reading, runs
from .judges import ARBITRATION, EFFECT
from .reading import DOWN, EXTREME, LABEL, MICROSECONDS, MILLISECONDS, UP, ratio, values
from .runs import LOADS, MAX_RATE, POINT, POISSON, READINGS, TRAINS

table = Exhibits()
OPEN = "What the document leaves open"
START = {"Equilibrium": "equilibrium", "FreshDurations": "fresh", "FreshOff": "fresh, OFF"}
CLOCK_HZ = 50_000_000
DATA_FLITS, WRITE_FLITS = 64, 92
"""Data of a write, and all flits of its transaction."""


@table("ratios", "Self-similar over Poisson", "sections 3 and 4")
def ratios(results: Results) -> pd.DataFrame:
    """Two-way delivery time is approximately four times higher; stalling is two to three times
    higher under CS and T.

    Medians over the replications with 95 % intervals. At equal actual rate: Poisson
    interpolated to the generation rate of the self-similar runs, which the limits of
    outstanding requests keep below lambda. Deferral hides requests, so that equal lambda is not
    equal load beyond saturation.
    """
    names = {"two_way": "two-way time", "stalled": "stalled share", "throughput": "throughput"}
    rows = []
    for pattern in POINT:
        curves = {
            (metric, load): reading.curve(results, metric, load, pattern)
            for metric in names
            for load in LOADS
        }
        for load in READINGS:
            for lam in curves["two_way", load]:
                row = {"pattern": pattern, "reading": load, "lambda": lam}
                for metric, name in names.items():
                    ours, poisson = (curves[metric, n][lam] for n in (load, POISSON))
                    positive = (ours > 0).all() and (poisson > 0).all()
                    row[name] = f"{over(ours, poisson):.2f}" if positive else None
                if pattern == "U":
                    equal = reading.at_equal_rate(results, load, lam)
                    row["two-way time at equal actual rate"] = f"{equal:.2f}"
                rows.append(row)
    return pd.DataFrame(rows)


@table("tail", "The 99.999 percentile", "section 3, equation 2")
def tail(results: Results) -> pd.DataFrame:
    """660,484 samples are needed to estimate the 99.999 percentile with a confidence interval of
    99 %.

    z = 2.57 gives 660,484, the exact quantile 663,484. What the formula gives is the relative error
    of the share beyond the percentile, 100 %: 6.6 samples lie there. The 99 % rank interval of the
    percentile takes samples for independent, and those of one run are not: compare the maxima of
    the replications.
    """
    rows = {}
    for load in LOADS:
        pool = reading.times(reading.tail(results, load))
        samples = int(pool["count"].sum())
        low, high, _ = ranks(samples, EXTREME, 0.99)
        maxima, means = (
            MILLISECONDS * values(results, metric, load, "T", lam=MAX_RATE, part="tail")
            for metric in ("two_way_max", "two_way")
        )
        rows[LABEL[load]] = {
            "samples": samples,
            "needed, z = 2.57": stopping_samples(EXTREME, 0.99, z=2.57),
            "needed, exact z": stopping_samples(EXTREME, 0.99),
            "99.999 percentile, ms": reading.extreme(pool),
            "its ranks": f"{low:,} to {high:,}",
            "maximum, ms": round(maxima.max(), 2),
            "maxima of the replications, ms": f"{maxima.min():.2f} to {maxima.max():.2f}",
            "mean, ms": round(means.mean(), 3),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("load")


@table("starts", "What the start of the sources does", "section 3, figures 4 and 5")
def starts(results: Results) -> pd.DataFrame:
    """Before saturation throughput is higher under self-similar traffic; two-way times are four
    times higher, link 3 stalls more than 70 % of the time.

    Pattern U; offered in requests/(device ms), ratios to Poisson. The document does not say how its
    trains begin. With one train a device a fresh start offers more than lambda for the length of
    these runs, and that alone makes most of the difference between the two kinds of traffic.
    """
    rows = []
    for lam, load, start in product((runs.BEFORE, POINT["U"]), READINGS, runs.STARTS):
        point = {"lam": lam, "start": start}
        share = reading.shares(results, "stalled", load, **point)[3, UP]
        rows.append(
            {
                "lambda": lam,
                "reading": load,
                "start": START[start],
                "offered": f"{typical(values(results, 'offered_load', load, **point)):.1f}",
                "two-way time": f"{ratio(results, 'two_way', load, **point):.2f}",
                "throughput": f"{ratio(results, 'throughput', load, **point):.2f}",
                "3 up stalls, %": f"{typical(100 * share):.1f}",
            }
        )
    return pd.DataFrame(rows)


@table("sensitivity", "What the assumed numbers do", "sections 2 and 2.1", heading=OPEN)
def sensitivity(results: Results) -> pd.DataFrame:
    """No limit of I/O devices, no FIFO size and no router latency is given.

    Pattern U, lambda 20, one number changed at a time; two-way times in us and the ratio of claim
    C5 with its interval.
    """
    rows = []
    for name, parameter in runs.PARAMETERS.items():
        times = {load: reading.curve(results, "two_way", load, along=name) for load in LOADS}
        for value in times[POISSON]:
            assumed = " (assumed)" if value == parameter.assumed else ""
            row: dict[str, object] = {"changed": parameter.words, "to": f"{value}{assumed}"}
            for load, frame in times.items():
                there = value in frame
                row[f"{load}, us"] = round(frame[value].mean() * MICROSECONDS, 1) if there else None
            for load in READINGS:
                ours, poisson = times[load].get(value), times[POISSON][value]
                row[f"ratio, {load}"] = None if ours is None else f"{over(ours, poisson):.2f}"
            rows.append(row)
    return pd.DataFrame(rows)


@table("blame", "Who holds up whom", EFFECT)
def blame(results: Results) -> pd.DataFrame:
    """The stalling of these links is caused by a domino effect.

    Of the stalled ticks of a category on the way up (row), the share in % in which the packet in
    front waits for a category (column; d: down). Pattern U, lambda 20, one train a device.
    """
    frame = reading.blame(results, TRAINS)
    frame = frame[frame["direction"] == UP]
    ways = frame["blamed_direction"].map({UP: "", DOWN: "d"})
    on, ticks = frame["blamed_category"].astype(str) + ways, frame["ticks"]
    shares = 100 * pd.crosstab(frame["category"], on, ticks, aggfunc="sum", normalize="index")
    return shares.map("{:.0f}".format).replace("0", "").rename_axis(columns=None)


@table("arbiters", "Arbiters", ARBITRATION)
def arbiters(results: Results) -> pd.DataFrame:
    """Suitable router arbitration policies will maximize the performance.

    Pattern T, lambda 40, one train a device; means over the replications. Runs with random arbiters
    are those of figure 6: the longest times of the others, over less time, do not compare with
    theirs.
    """
    rows = {}
    for name in runs.ARBITERS:
        throughput, times, longest, ticks = (
            values(results, metric, TRAINS, "T", lam=MAX_RATE, arbiter=name)
            for metric in ("throughput", "two_way", "two_way_max", "measured_ticks")
        )
        rows[name] = {
            "throughput, flits/tick": f"{typical(throughput):.2f}",
            "mean two-way time, us": round(times.mean() * MICROSECONDS, 1),
            "longest, ms": round(longest.max() * MILLISECONDS, 2),
            "runs": len(times),
            "measured in each, ms": round(ticks.mean() * MILLISECONDS),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("arbiter")


@table("test-bed", "Bulk transfers on a test bed", "section 2.1")
def test_bed(results: Results) -> pd.DataFrame:
    """The testbed consisted of 8 routers and 24 end devices performing bulk data transfers.

    A cube of routers, every device writes to one partner as fast as its 8 outstanding requests
    allow, through both engines. Without contention it would be 33 MB/s: 64 bytes of data in 96
    ticks, a write of 80 flits, a response of 12, and 2 ticks after each.
    """
    share = DATA_FLITS / WRITE_FLITS / 24 * CLOCK_HZ / 1e6
    lost = ["dropped", "discarded", "missing"]
    metrics = ("throughput", "two_way", "stalled", "packets", *lost)
    rows = {}
    for engine, name in (("Event", "event-driven"), ("Flit", "flit by flit")):
        part = reading.counts(results.where(part="test bed", engine=engine), *metrics)
        rows[name] = {
            "data written, MB/s a device": f"{typical(part['throughput'] * share):.1f}",
            "two-way time, us": f"{typical(part['two_way'] * MICROSECONDS):.1f}",
            "stalled, % of channels": f"{typical(part['stalled'] * 100):.1f}",
            "packets": int(part["packets"].sum()),
            "lost": int(part[lost].to_numpy().sum()),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("engine")
