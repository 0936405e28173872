# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the study."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import histogram_rank_interval, ranks
from burstlab.study import Exhibits, Rows
from burstlab.study.measures import over, typical

from . import reading, runs
from .judges import ARBITRATION, CS_T, EFFECT, HIGH, F4b
from .reading import (
    DOWN,
    MICROSECONDS,
    MILLISECONDS,
    OF_KNEE,
    PERCENTILE,
    TAIL,
    UP,
    ratio,
    values,
)
from .runs import AS_RUN, LENGTH, LOADS, MAX_RATE, POINT, POISSON, READINGS

table = Exhibits()
OPEN = "What the document leaves open"
CLOCK_HZ = 50_000_000
DATA_FLITS = 64
"""Data of a write."""


@table("loads", "Where each factor comes from", "sections 3 and 4")
def loads(results: Results) -> Rows:
    """Two-way times are about four times longer under U, two to three times under CS, and grow more
    under T.

    Medians over the replications with 95 % intervals, at one lambda for each pattern. Offered loads
    are in requests/(device ms). In each replication the ratio to Poisson is the product of the next
    two columns (medians do not multiply): Poisson at the offered load over Poisson at lambda, and
    self-similar over Poisson at the same offered load. With wait: the ratio of the times from the
    arrival of requests, which include the wait for the window.
    """
    for pattern in POINT:
        for load in reading.present(results, READINGS):
            parts = reading.parts_of_factor(results, load, pattern)
            since, usual = (reading.since(results, name, pattern) for name in (load, POISSON))
            yield {
                "at": f"{pattern} {POINT[pattern]}",
                "load": load,
                "offered": f"{typical(values(results, 'offered_load', load, pattern)):.1f}",
                "ratio": f"{ratio(results, 'two_way', load, pattern):.2f}",
                "by load": f"{parts['load']:.2f}",
                "by correlation": f"{parts['correlation']:.2f}",
                "with wait": f"{over(since, usual):.3g}",
            }
    offered = values(results, "offered_load", POISSON, empty=True)
    empty, warm = (values(results, "two_way", POISSON, empty=start) for start in (True, False))
    yield {
        "at": f"U {POINT['U']}",
        "load": "Poisson, empty start",
        "offered": f"{typical(offered):.1f}",
        "ratio": f"{over(empty, warm):.2f}",
    }


@table("ratios", "Self-similar over Poisson", "sections 3 and 4")
def ratios(results: Results) -> Rows:
    """Two-way delivery time is approximately four times higher; stalling is two to three times
    higher under CS and T.

    Medians over the replications with 95 % intervals, at equal lambda.
    """
    names = {"two_way": "two-way time", "stalled": "stalled share", "throughput": "throughput"}
    for pattern in POINT:
        curves = {
            (metric, load): reading.curve(results, metric, load, pattern)
            for metric in names
            for load in reading.present(results, LOADS)
        }
        for load in reading.present(results, READINGS):
            for lam in curves["two_way", load]:
                row = {"pattern": pattern, "reading": load, "lambda": lam}
                for metric, name in names.items():
                    ours, poisson = (curves[metric, n][lam] for n in (load, POISSON))
                    positive = (ours > 0).all() and (poisson > 0).all()
                    row[name] = f"{over(ours, poisson):.2f}" if positive else None
                yield row


@table("knees", "Knees, and two-way times near the knees", CS_T)
def knees(results: Results) -> Rows:
    """Self-similar traffic saturates the network at lower average rates; latencies increase more
    under T than under the other two.

    The knee is the lambda at which the two-way time is four times that of the empty network, or the
    last point of a curve that does not reach this value. The ratios are those of the two-way times
    at nine tenths of Poisson's knee, and with each load at nine tenths of its own knee.
    """
    for pattern in POINT:
        poisson = reading.saturation(results, POISSON, pattern)
        for load in reading.present(results, READINGS):
            near, own = (
                typical(reading.near_knee(results, load, pattern, own=own)) for own in (False, True)
            )
            yield {
                "pattern": pattern,
                "reading": load,
                "knee": f"{typical(reading.saturation(results, load, pattern)):.1f}",
                "knee of Poisson": f"{typical(poisson):.1f}",
                f"ratio at {OF_KNEE} of that": f"{near:.2f}",
                f"ratio, each at {OF_KNEE} of its own": f"{own:.2f}",
            }


@table("tail", "The 99.999 percentile", "section 3, equation 2")
def tail(results: Results) -> Rows:
    """660,484 samples are needed to estimate the 99.999 percentile with a confidence interval of
    99 %.

    z = 2.57 gives 660,484, the exact quantile 663,484. The formula bounds the relative error of the
    share beyond the percentile by 100 %: 6.6 samples lie there. The 99 % rank interval of the
    99.999 percentile assumes independent samples, but those of one run are dependent: compare the
    99 percentiles and the maxima, medians over the replications with 95 % intervals.
    """
    for load in reading.present(results, LOADS):
        chosen = reading.at(results, load, **TAIL)
        pool = reading.times(chosen)
        samples = int(pool["count"].sum())
        first, last, _ = ranks(samples, PERCENTILE, 0.99)
        maxima, means = (
            MILLISECONDS * values(results, metric, load, **TAIL)
            for metric in ("two_way_max", "two_way")
        )
        high = MILLISECONDS * reading.percentiles(chosen, HIGH)
        found = histogram_rank_interval(pool, PERCENTILE, 0.99)
        value, low, top = (MILLISECONDS * ticks for ticks in (found.value, found.low, found.high))
        yield {
            "load": load,
            "samples": samples,
            "99.999 percentile, ms": f"{value:.2f} [{low:.2f}, {top:.2f}]",
            "its ranks": f"{first:,} to {last:,}",
            "99 percentile, ms": f"{typical(high):.3f}",
            "maximum of a run, ms": f"{typical(maxima):.2f}",
            "mean, ms": f"{typical(means):.3f}",
        }


@table("sensitivity", "Sensitivity to the assumed numbers", "sections 2 and 2.1", heading=OPEN)
def sensitivity(results: Results) -> Rows:
    """No limit of I/O devices, no FIFO size, no router latency and no length of a run is given.

    Pattern U, lambda 20, per device as run, one number changed at a time: two-way times in us, and
    the ratio of claim C5 with its interval.
    """
    changed = {name: (p.words, p.assumed) for name, p in runs.PARAMETERS.items()}
    changed[LENGTH] = ("length of a run, %", runs.AS_ASSUMED[LENGTH])
    for name, (words, assumed) in changed.items():
        ours, poisson = (
            reading.curve(results, "two_way", load, along=name) for load in (AS_RUN, POISSON)
        )
        for value in ours:
            yield {
                "changed": words,
                "to": f"{value}" + " (assumed)" * (value == assumed),
                "Poisson, us": round(poisson[value].median() * MICROSECONDS, 1),
                "per device as run, us": round(ours[value].median() * MICROSECONDS, 1),
                "ratio": f"{over(ours[value], poisson[value]):.2f}",
            }


@table("windows", "Windows: why there is a factor, and how large it can be", F4b)
def windows(results: Results) -> Rows:
    """The two-way delivery time is approximately four times higher for self-similar traffic.

    Little's law: requests outstanding = throughput x two-way time. The throughput hardly differs,
    so the factor is about the ratio of the requests outstanding, and windows limit that number. The
    ceiling is the factor of a network with full windows of all 104 I/O devices and empty windows of
    the CPUs: 104 windows over the throughput, over the two-way time of Poisson load. The factor
    follows the window of I/O devices, an assumption of ours. Pattern U, lambda 20, medians with
    95 % intervals.
    """
    for load in reading.present(results, READINGS):
        for limit in reading.limits(results, load):
            changed = {"io_limit": limit}
            poisson, io, cpu = (
                typical(reading.outstanding(results, name, kind, **changed))
                for name, kind in ((POISSON, "io"), (load, "io"), (load, "cpu"))
            )
            yield {
                "load": load,
                "window of an I/O device": limit,
                "all of them": reading.windows("io", limit),
                "outstanding there, Poisson": f"{poisson:.0f}",
                "outstanding there": f"{io:.0f}",
                "outstanding at CPUs": f"{cpu:.0f}",
                "throughput over Poisson": f"{ratio(results, 'throughput', load, **changed):.3f}",
                "factor": f"{ratio(results, 'two_way', load, **changed):.2f}",
                "ceiling": f"{reading.ceiling(results, load, limit):.2f}",
            }


@table("order", "Which link stalls first, compared with chance", EFFECT)
def order(results: Results) -> Rows:
    """The domino effect begins at link 8; its stalling propagates through link 6 to link 3.

    Among the stalls of the lower link that overlap a stall of the upper link, the share that start
    after the upper stall. By chance: the same with circular shifts of the upper stalls, which
    remove any causal relation; mean, and 95 % of the shifts of a run. The difference between
    measured share and that mean has an interval over the replications: below 0 the lower link
    stalls first.
    """
    for load in reading.present(results, LOADS):
        stalls = reading.stalls(results, load)
        for upper, lower in ((8, 6), (6, 3)):
            was, chance = reading.onsets(stalls, upper, lower)
            low, high = chance.quantile([0.025, 0.975], axis=1).mean(axis=1)
            yield {
                "load": load,
                "links": f"{upper} before {lower}",
                "was": f"{typical(was):.2f}",
                "by chance": f"{np.nanmean(chance):.2f} ({low:.2f} to {high:.2f})",
                "difference": f"{typical(was - chance.mean(axis=1)):.2f}",
            }


@table("blame", "Which links cause the stalls", EFFECT)
def blame(results: Results) -> pd.DataFrame:
    """The stalling of these links is caused by a domino effect.

    Of the upward stalled ticks of a category (row), the share in % in which the front packet waits
    for a category (column; d: down). Pattern U, lambda 20, per device as run.
    """
    frame = reading.blame(results, AS_RUN)
    frame = frame[frame["direction"] == UP]
    ways = frame["blamed_direction"].map({UP: "", DOWN: "d"})
    on, ticks = frame["blamed_category"].astype(str) + ways, frame["ticks"]
    shares = 100 * pd.crosstab(frame["category"], on, ticks, aggfunc="sum", normalize="index")
    return shares.map("{:.0f}".format).replace("0", "").rename_axis(columns=None)


@table("arbiters", "Arbiters", ARBITRATION)
def arbiters(results: Results) -> Rows:
    """Suitable router arbitration policies will maximize the performance.

    Pattern T, lambda 40, per device as run. Medians over the replications.
    """
    for name in runs.ARBITERS:
        throughput, times, longest, ticks = (
            values(results, metric, AS_RUN, "T", lam=MAX_RATE, arbiter=name)
            for metric in ("throughput", "two_way", "two_way_max", "measured_ticks")
        )
        yield {
            "arbiter": name,
            "throughput, flits/tick": f"{typical(throughput):.2f}",
            "mean two-way time, us": f"{typical(times * MICROSECONDS):.1f}",
            "longest of a run, ms": f"{typical(longest * MILLISECONDS):.2f}",
            "runs": len(times),
            "measured in each, ms": round(ticks.median() * MILLISECONDS),
        }


@table("test-bed", "Bulk transfers on a test bed", "section 2.1")
def test_bed(results: Results) -> Rows:
    """The testbed consisted of 8 routers and 24 end devices performing bulk data transfers.

    A cube of routers, in both engines. Every device writes to one partner as fast as its 8
    outstanding requests allow. Without contention the rate would be 33 MB/s: 64 bytes of data in 96
    ticks, a write of 80 flits, a response of 12, and 2 ticks after each.
    """
    share = DATA_FLITS / runs.TRANSACTION_FLITS / 24 * CLOCK_HZ / 1e6
    lost = ["dropped", "discarded", "missing"]
    metrics = ("throughput", "two_way", "stalled", "packets", *lost)
    for engine, name in (("Event", "event-driven"), ("Flit", "flit by flit")):
        part = reading.counts(results.where(part="test bed", engine=engine), *metrics)
        yield {
            "engine": name,
            "data written, MB/s a device": f"{typical(part['throughput'] * share):.1f}",
            "two-way time, us": f"{typical(part['two_way'] * MICROSECONDS):.1f}",
            "stalled, % of channels": f"{typical(part['stalled'] * 100):.1f}",
            "packets": int(part["packets"].sum()),
            "lost": int(part[lost].to_numpy().sum()),
        }
