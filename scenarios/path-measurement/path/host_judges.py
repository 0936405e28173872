# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Claims of the document about the paths to all hosts, and counts of 2002 that no run can judge."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.study import ABOUT, SAME, Above, Below, Claims, Finding, Within, about, rule, runs_of
from burstlab.study.measures import listed, over, typical

from ..readings import read_hosts
from ..results import cells, grid, has_reading, measured, of_2002, of_full
from . import settings as paths
from .settings import ANL, DEFAULTS, LONGER, PAIRS

claim, claim_2002 = Claims(has_reading), Claims(of_2002)


def _only_counted(name: str) -> Finding:
    return Finding(None, untestable=f"{name} of 2002: no simulation can contradict a count.")


@claim("C02", "slide 2", "34 monitors, 3,300 pairs, 78 % of the population")
@rule("pairs of PingER", about(3300))
def scale_of_pinger(results: Results, read: str) -> Finding:
    """PingER has 34 monitors and 3,300 pairs, and reaches 78 % of the world's population."""
    return _only_counted("Monitors and pairs")


@claim("C32", "slide 24", "10 to 20 thousand large flows a day")
@rule("flows of more than 10 MB a day", Within(10_000, 20_000))
def large_flows(results: Results, read: str) -> Finding:
    """SLAC's border sees 10 to 20 thousand flows of more than 10 MB a day."""
    return _only_counted("Flows")


@claim("C40", "slide 29", "40 to 65 % of all bytes are of one application")
@rule("part of SLAC's bytes that are of one application", Within(0.4, 0.65))
def one_application(results: Results, read: str) -> Finding:
    """40 to 65 % of SLAC's bytes are of one application."""
    return _only_counted("Bytes")


def by_duration(results: Results, read: str, long: bool = True) -> pd.DataFrame:
    """Throughput of a short iperf to each host, if `long` over that of a long one.

    Index (seed, run), columns the hosts.
    """
    settings = cells(results, paths.to_hosts, read, paths.DURATIONS)
    frame = measured(results, settings, "iperf")
    short = frame["tool"].str.contains(paths.SHORT)
    wide = frame.assign(short=short).pivot(
        index=["seed", "run"], columns=["setting", "short"], values="throughput"
    )
    columns = pd.MultiIndex.from_product([[s.text for s in settings], [True, False]])
    wide = wide.reindex(columns=columns)
    return pd.DataFrame(
        {s.place: wide[s.text, True] / (wide[s.text, False] if long else 1) for s in settings}
    )


@claim("C11", "slide 14", "10 s of iperf are reasonable", "durations")
@rule("median over hosts of the relative difference between 10 s and 60 s", Below(ABOUT))
@of_full("iperf of 60 s to all hosts.")
def ten_seconds(results: Results, read: str) -> Finding:
    """Ten seconds of iperf give a reasonable estimate of the achievable throughput."""
    ratio = by_duration(results, read)
    distance = (ratio - 1).abs()
    return Finding(
        typical(distance.median(axis=1)),
        lambda: (
            f"{ratio.shape[1]} hosts; farthest {distance.median().idxmax()}, "
            f"{ratio[distance.median().idxmax()].median():.2f} of 60 s."
        ),
    )


def over_default(results: Results, read: str) -> pd.DataFrame:
    """Throughput of the table's streams of 1 MB over that of one of 64 KB: columns hosts."""
    settings = cells(results, paths.to_hosts, read, DEFAULTS)
    plain = grid(results, settings, "throughput", by="place")
    return by_duration(results, read, long=False) / plain


@claim("C12", "slide 14", "5 to 60 times")
@rule("streams of 1 MB over one of 64 KB, median over hosts", Within(5, 60))
def gain(results: Results, read: str) -> Finding:
    """Windows and streams improve the throughput over the default 5 to 60 times."""
    gains = over_default(results, read)
    inside = ((gains.median() >= 5) & (gains.median() <= 60)).sum()
    return Finding(
        typical(gains.median(axis=1)),
        lambda: (
            f"{inside} of {gains.shape[1]} hosts from 5 to 60; "
            f"{gains.median().min():.2g} to {gains.median().max():.3g} times."
        ),
    )


FAST_MBPS = 100
"""Rate of a path above which pipechar fails."""


def pipechar(results: Results, read: str) -> pd.DataFrame:
    """Capacity by pipechar over the true capacity: columns the hosts; NaN where it fails."""
    settings = cells(results, paths.to_hosts, read, PAIRS)
    rows = runs_of(results, *settings).measurements("place")
    frame = rows.assign(ratio=rows["measurement.capacity"] / rows["measurement.true_rate"])
    return frame.pivot(index=["seed", "run"], columns="place", values="ratio")


@claim_2002("C49", "slide 35", "fails above 100 Mb/s; half of the hosts agree", "pipechar")
@rule(
    "share of hosts off by half or more, above 100 Mb/s less below; share of all within 10 %",
    {"above less below": Above(0), "within 10 %": about(0.5)},
    from_document=True,
)
@of_full("pipechar to all hosts.")
def pairs(results: Results, read: str) -> Finding:
    """Pipechar is far off above 100 Mb/s, and half of the hosts agree with it."""
    ratio = pipechar(results, read)
    # Without an estimate pipechar is off as well.
    off = ~((ratio - 1).abs() <= 0.5)
    near = (ratio - 1).abs() <= SAME
    fast = [host for host in ratio if read_hosts()[host].mbps > FAST_MBPS]
    slow = [host for host in ratio if host not in fast]
    return Finding(
        {
            "above less below": typical(off[fast].mean(axis=1) - off[slow].mean(axis=1)),
            "within 10 %": typical(near.mean(axis=1)),
        },
        lambda: (
            f"Off by half or more: {off[fast].mean().mean():.0%} of {len(fast)} fast paths, "
            f"{off[slow].mean().mean():.0%} of {len(slow)} others."
        ),
    )


@claim_2002("C50", "slide 18", "the optimum changes with the path")
@rule(
    "throughput of the old choice over that of a new one, on the longer route, in replications on "
    "which neither was chosen",
    Below(1 - SAME),
)
@of_full("windows and streams on two routes.")
def recalibrated(results: Results, read: str) -> Finding:
    """Windows and streams have to be searched again when the path has changed."""
    frames = {}
    for place in (ANL, LONGER):
        settings = cells(results, paths.grid, read, place)
        frame = grid(results, settings, "throughput")
        frame.columns = pd.MultiIndex.from_tuples([(c.window, c.streams) for c in settings])
        frames[place] = frame
    old, new = frames[ANL], frames[LONGER]
    chosen = {place: frame[_odd(frame)].median().pipe(_cheapest) for place, frame in frames.items()}
    others = new[~_odd(new)]
    return Finding(
        over(others[chosen[ANL]], others[chosen[LONGER]]),
        lambda: (
            listed({f"{p}, KB x streams": f"{w} x {n}" for p, (w, n) in chosen.items()}, "{} {}")
            + f"; on the old route {old[chosen[ANL]].median() / 1e6:.0f} Mb/s."
        ),
    )


def _odd(frame: pd.DataFrame) -> np.ndarray:
    """Mark the replications on which a choice is made."""
    return frame.index.get_level_values("run").to_numpy() % 2 == 1


def _cheapest(rates: pd.Series) -> tuple[int, int]:
    """Choose as ``WindowSearchProbe``: the least product with 90 % of the most, few streams."""
    good = rates.index[rates >= 0.9 * rates.max()]
    return min(good, key=lambda choice: (choice[0] * choice[1], choice[1]))
