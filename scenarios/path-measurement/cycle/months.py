# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Half a month of measurements, a run for each host, with cross traffic, events and faults.

Hosts share no narrow link, and a monitor measures them in turn: months of single hosts are those
of all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import pandas as pd
from burstlab import monitoring
from burstlab.archive import Results
from burstlab.engine import object_text
from burstlab.statistics import MAX_NEEDED, Interval
from burstlab.study import (
    MUCH,
    SAME,
    Above,
    Below,
    Claims,
    Equals,
    Finding,
    Labelled,
    about,
    rule,
    runs_of,
)
from burstlab.study.measures import listed

from ..readings import AS_RUN, STACK, read_hosts
from ..results import cells, given, of_2002, of_full
from .settings import CYCLE, FEW_FLOWS

PER_DAY = 16
"""Cycles of 90 minutes."""
MONTH = {
    "Stanford": "",
    "Rice": "5d 1d rate Rice 60%",
    "Wisconsin": "",
    "UFL": "180h 12h rate UFL 40%",
    "ORNL": "0s 7d rate ORNL 43%",
    "CERN": "108h forever delay CERN +10ms",
    "IN2P3": "10d 12h host-down IN2P3",
    "Daresbury": "6d forever block Daresbury tcp 5001 in",
    "RIKEN": "4d 3d host-down RIKEN;10d forever delay RIKEN +20ms",
}
"""Hosts of which SLAC's pages have measured numbers, and what happens on their paths.

Caltech and Manchester have such numbers, too, but cost as much as all others together. That of
ORNL is an upgrade from 90 to 210 Mb/s, which was real; the others are made up.
"""
FAULTS = 0.01
"""Of tests, for each of crashes and hangs."""
QUICK = {"Rice": "12h forever rate Rice 50%"}
QUICK_TOOLS = "ping,traceroute,iperf,bbcp-memory"


@dataclass(frozen=True)
class Month(Labelled):
    """A host, measured for some days, by the labels of the study.

    Attributes
    ----------
    reading
        One of the readings.
    host
        Its name in `hosts-2002.txt`.
    days
        14, or 2 of the hosts that are not in `MONTH`; 1 in the quick edition.
    """

    reading: str = AS_RUN
    host: str = "Rice"
    days: int = 14


SCALES = {1: 100, 2: 10, 14: 10}
"""Divisor of rates, by days."""


def planned(edition: str) -> list[Month]:
    """List half months, and two days of the other hosts."""
    if edition == "quick":
        return [Month(host=host, days=1) for host in QUICK]
    others = [Month(host=host, days=2) for host in read_hosts() if host not in MONTH]
    return [*(Month(host=host) for host in MONTH), *others]


def months(edition: str) -> list[Month]:
    """List the hosts with all days of the edition."""
    every = planned(edition)
    return [month for month in every if month.days == every[0].days]


def events(month: Month) -> str:
    """Write the events on the path to a host, as a plan of faults."""
    return {1: QUICK, 2: {}, 14: MONTH}[month.days].get(month.host, "")


def scenario(month: Month, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    plan = events(month)
    return CYCLE, {
        "Stack": STACK[month.reading],
        "Hosts": month.host,
        "Cycles": PER_DAY * month.days,
        "Scale": SCALES[month.days],
        "Flows": "ns3::NetflowExporter",
        "Crashes": FAULTS,
        "Hangs": FAULTS,
        **FEW_FLOWS,
        **({"Tools": QUICK_TOOLS} if edition == "quick" else {}),
        **({"Events": object_text("ns3::FaultInjector", f"Plan={plan}")} if plan else {}),
    }


claim, check = Claims(of_2002), Claims()
DAY_NS = 86_400 * 10**9


def tests(results: Results) -> pd.DataFrame:
    """Read the transfers of the months: see `transfers`."""
    return transfers(results, months)


def transfers(results: Results, of: Callable[[str], Sequence[Month]]) -> pd.DataFrame:
    """Read the transfers of some settings that ended well, with full rates.

    Columns host, tool, day, start_ns and mbps.
    """
    settings = cells(results, of)
    rows = runs_of(results, *settings).measurements()
    rows = rows[rows["status"].isin(monitoring.ENDED_WELL)]
    scale = SCALES[settings[0].days]
    return rows.assign(
        host=rows["destination"],
        day=rows["start_ns"] // DAY_NS,
        mbps=scale * rows["measurement.throughput"] / 1e6,
    )[["host", "tool", "day", "start_ns", "mbps"]].dropna()


def month_of(results: Results, host: str) -> Month:
    """Find the month of a host."""
    return next(month for month in cells(results, months) if month.host == host)


@claim("C17", "slide 16", "bbcp from memory has 72 % of iperf", "months")
@rule(
    "slope through the origin of bbcp over iperf, means of the hosts, each half day",
    about(0.72),
    from_document=True,
)
@of_full("two weeks of nine hosts.")
def memory(results: Results, read: str) -> Finding:
    """Copies from memory to memory have 72 % of the throughput of iperf."""
    frame = tests(results)
    half = (frame["start_ns"] // (DAY_NS // 2)).rename("half")
    means = frame.groupby(["tool", half, "host"])["mbps"].mean()
    x, y = means["iperf"].align(means["bbcp-memory"], join="inner")
    slope = (x * y).groupby("half").sum() / (x * x).groupby("half").sum()
    r = np.corrcoef(x, y)[0, 1]
    return Finding(given(slope), lambda: f"R {r:.2f} over {len(x)} half days of hosts.")


SLOW, FAST = 60, 100
"""Mb/s of iperf below which disks do not limit, and above which disks limit."""


@claim("C20", "slides 15, 17", "copies follow iperf until the disk limits", "months")
@rule(
    "disk copy over iperf, hosts below 60 Mb/s and above 100",
    {"below 60 Mb/s": Above(0.65), "above 100 Mb/s": Below(1 / MUCH)},
)
@of_full("two weeks of nine hosts, two days of the others.")
def disks(results: Results, read: str) -> Finding:
    """Disk copies follow iperf up to some 60 Mb/s, and fall behind above."""
    means = transfers(results, planned).groupby(["tool", "host"])["mbps"].mean()
    iperf, ratio = means["iperf"], means["bbcp-disk"] / means["iperf"]
    return Finding(
        {"below 60 Mb/s": given(ratio[iperf < SLOW]), "above 100 Mb/s": given(ratio[iperf > FAST])},
        lambda: f"Hosts: {listed(ratio)}.",
    )


@claim("C31", "slide 23", "Wisconsin has 60 to 100 Mb/s", "month")
@rule("part of a day's iperf tests within 60 to 100 Mb/s", Above(0.9))
@of_full("two weeks of nine hosts.")
def wisconsin(results: Results, read: str) -> Finding:
    """The tests to Wisconsin have 60 to 100 Mb/s."""
    frame = tests(results).query("host == 'Wisconsin' and tool == 'iperf'")
    inside = frame["mbps"].between(60, 100)
    return Finding(
        given(inside.groupby(frame["day"]).mean()),
        lambda: f"{inside.mean():.1%} of {len(frame)} tests; median {frame['mbps'].median():.1f}.",
    )


def passive(results: Results) -> pd.DataFrame:
    """Compare transfers with their NetFlow records: see `monitoring.passive_active`."""
    chosen = runs_of(results, *cells(results, months))
    return monitoring.passive_active(chosen.measurements(), chosen.flows())


@claim("C33", "slide 25", "NetFlow agrees with iperf", "passive")
@rule(
    "iperf over NetFlow, each host; correlation over all tests",
    {"ratio": Equals(1, SAME), "correlation": Above(0.95)},
)
@of_full("two weeks of nine hosts.")
def netflow(results: Results, read: str) -> Finding:
    """NetFlow of a router agrees with the reports of iperf."""
    frame = passive(results).query("tool == 'iperf'")
    ratio = (frame["active"] / frame["passive"]).groupby(frame["destination"]).median()
    return Finding(
        {"ratio": given(ratio), "correlation": _correlation(frame)},
        lambda: f"{len(frame)} tests. Hosts: {listed(ratio)}.",
    )


def _correlation(frame: pd.DataFrame) -> Interval:
    """Find Pearson's correlation of active and passive rates, with Fisher's interval."""
    from scipy.stats import pearsonr

    found = pearsonr(frame["active"], frame["passive"])
    ends = found.confidence_interval(0.95)
    return Interval(found.statistic, ends.low, ends.high, len(frame), reaching=lambda _: MAX_NEEDED)


@claim("C34", "slide 25", "bbftp reports less than it achieves", "passive")
@rule("NetFlow less bbftp over NetFlow, each host", Above(0), from_document=True)
@of_full("two weeks of nine hosts.")
def bbftp(results: Results, read: str) -> Finding:
    """Bbftp reports less than NetFlow measures, since its time includes the login."""
    frame = passive(results).query("tool == 'bbftp'")
    less = (1 - frame["active"] / frame["passive"]).groupby(frame["destination"]).median()
    return Finding(given(less), lambda: f"Hosts: {listed(less)}.")


INTERVALS = (1, 2, 4, 8, 16)
"""Cycles up to which the time between tests grows."""


WAYS = {"adapts": True, "blind": False}
"""Whether light probes are watched."""


def thinned(
    results: Results, host: str, ways: Iterable[str], intervals: Iterable[int]
) -> pd.DataFrame:
    """Forecast a host's iperf from fewer tests: index how and the longest interval.

    Columns ``bytes``, of the remaining tests over those of all, and ``mape``.
    """
    rows = runs_of(results, month_of(results, host)).measurements()
    found = {}
    for how, longest in product(ways, intervals):
        frame = monitoring.adaptive(
            *(rows, host, "iperf", monitoring.MovingAverage()), longest=longest, watch=WAYS[how]
        )
        found[how, longest] = {
            "bytes": frame["bytes"][frame["used"]].sum() / frame["bytes"].sum(),
            "mape": monitoring.scores(frame)["mape"],
        }
    return pd.DataFrame(found).T.rename_axis(["how", "longest"])


def all_thinned(
    results: Results, ways: Iterable[str] = WAYS, intervals: Iterable[int] = INTERVALS
) -> pd.DataFrame:
    """Put `thinned` of all hosts together: the first index is the host."""
    frames = {
        month.host: thinned(results, month.host, ways, intervals)
        for month in cells(results, months)
    }
    return pd.concat(frames, names=["host"])


@claim("C53", "slides 27, 32", "forecasts and light probes replace heavy tests", "thinned")
@rule(
    "bytes of adaptive tests over those of all tests, each host; rise of the error, points",
    {"bytes": Below(0.5), "points": Below(2)},
)
@of_full("two weeks of nine hosts.")
def fewer(results: Results, read: str) -> Finding:
    """Where forecasts are good and light probes see no change, fewer heavy tests are enough."""
    frame = all_thinned(results, ("adapts",), (1, INTERVALS[-1]))
    most = frame.xs(("adapts", INTERVALS[-1]), level=["how", "longest"])
    every = frame.xs(("adapts", 1), level=["how", "longest"])
    points = 100 * (most["mape"] - every["mape"])
    return Finding(
        {"bytes": given(most["bytes"]), "points": given(points)},
        lambda: f"Hosts, points: {listed(points)}.",
    )


@check("V8", "definition", "forecasts in the run are those of the analysis", "month")
@rule("largest relative difference of forecasts in the run and in the analysis", Equals(0, 1e-6))
def online(results: Results, read: str) -> Finding:
    """Forecasts within a run equal those of the analysis."""
    largest, count = 0.0, 0
    for month in cells(results, months):
        chosen = runs_of(results, month)
        rows = chosen.measurements()
        table = chosen.table("forecasts")
        table = table[table["tool"] == "iperf"]
        series = monitoring.path_series(rows, month.host, "iperf")
        after = monitoring.rolling(series, monitoring.MovingAverage()).dropna(subset="forecast")
        during = monitoring.numbers(table, "forecasts", "forecast")["forecast"].dropna()
        if len(during) != len(after):
            return Finding(Interval.exact(np.inf), f"{len(during)} forecasts are not {len(after)}.")
        apart = np.abs(during.to_numpy() / after["forecast"].to_numpy() - 1)
        largest, count = max(largest, float(apart.max())), count + len(after)
    if not count:
        return Finding(None, unasked="Nothing was forecast.")
    return Finding(Interval.exact(largest), lambda: f"{count} forecasts.")
