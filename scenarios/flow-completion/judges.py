# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The statements of the abstract with rules and measures; checks of the simulator."""

from __future__ import annotations

from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import Above, Below, Claims, Equals, Finding, rule
from burstlab.study.measures import listed, over, typical

from .reading import MEAN, P99, alone, flows, grid, name, values
from .runs import ALONE, DCTCP, PFABRIC, TCP, rivals

claim, check = Claims(), Claims()
ABSTRACT = "abstract"

NEAR = 1.25
"""A mean is near the ideal if it is at most a quarter more."""
NEAR_TAIL = 2.0
"""A 99th percentile is near the ideal if it is at most twice the ideal."""
EXACT_US = 0.0025
"""Tolerance in us: TCP sends two ticks late, plus rounding."""


def near(results: Results, metric: str) -> dict[str, Interval]:
    """Slowdown of short flows of pFabric at each point."""
    return {
        name(point): typical(values(results, metric, point, "short")) for point in grid(results)
    }


@claim("FC-1", ABSTRACT, "near theoretically optimal", "means slowdowns")
@rule("mean slowdown of short flows, each load", Below(NEAR))
def near_optimal(results: Results, read: str) -> Finding:
    """PFabric gives short flows completion times near the optimum."""
    return Finding(near(results, MEAN))


@claim("FC-2", ABSTRACT, "even at the 99th percentile", "tails slowdowns")
@rule("99th percentile of the slowdown of short flows, each load", Below(NEAR_TAIL))
def near_optimal_tail(results: Results, read: str) -> Finding:
    """The same holds at the 99th percentile."""
    return Finding(near(results, P99))


def compared(results: Results, metric: str, of: str) -> dict[str, Interval]:
    """Slowdown of pFabric over that of each other protocol, at each point with such flows."""
    parts = {}
    for point in grid(results):
        each = {p: values(results, metric, s, of) for p, s in rivals(point).items()}
        for other in (DCTCP, TCP):
            if len(each[PFABRIC].index.intersection(each[other].index)):
                parts[f"{other}, {name(point)}"] = over(each[PFABRIC], each[other])
    return parts


@claim("FC-3", ABSTRACT, "near-optimal, by a simple design", "means slowdowns")
@rule("mean slowdown of short flows, pFabric over each other protocol, each load", Below(1))
def short_mean(results: Results, read: str) -> Finding:
    """Short flows complete sooner with pFabric than with DCTCP and TCP."""
    return Finding(compared(results, MEAN, "short"))


@claim("FC-4", ABSTRACT, "even at the 99th percentile", "tails slowdowns")
@rule("99th percentile of short flows, pFabric over each other protocol, each load", Below(1))
def short_tail(results: Results, read: str) -> Finding:
    """The slowest short flows complete sooner with pFabric than with DCTCP and TCP."""
    return Finding(compared(results, P99, "short"))


@claim("FC-5", ABSTRACT, "still minimizing", "means slowdowns")
@rule("mean slowdown of long flows, pFabric over each other protocol, each load", Below(1))
def long_mean(results: Results, read: str) -> Finding:
    """PFabric still minimizes the average completion time of long flows."""
    parts = compared(results, MEAN, "long")
    if not parts:
        return Finding(Interval.exact(1), untestable="no flow of the runs is long")
    return Finding(parts)


@check("V1", "closed form", "a window of 12 packets", "slowdowns")
@rule("largest distance from the closed form, flows that are alone", Below(EXACT_US), unit="us")
def alone_in_the_network(results: Results, read: str) -> Finding:
    """A flow that is alone takes the ideal time, plus 0.28 us if it waits for its initial window.

    With TCP and DCTCP only flows of up to 12 packets count, since windows grow until queues are
    full.
    """
    parts = {}
    for protocol, setting in rivals(ALONE).items():
        table = flows(results, [setting])
        if protocol != PFABRIC:
            table = table[table["size"] <= 12 * 1460]
        error = (table["completion"] - table["ideal"] - alone(table)).abs()
        parts[protocol] = Interval.exact(float(error.max()))
    return Finding(parts)


@check("V2", "closed form", "no flow beats it", "slowdowns")
@rule("smallest slowdown of all flows of all runs", Above(1 - 1e-9))
def never_faster(results: Results, read: str) -> Finding:
    """No flow completes before its ideal time."""
    table = results.table("flows", ["setting", "protocol"])
    table["slowdown"] = table["completion"].astype(float) / table["ideal"].astype(float)
    least = table.groupby("protocol")["slowdown"].min()
    return Finding(
        {str(protocol): Interval.exact(float(value)) for protocol, value in least.items()},
        f"{len(table):,} flows.",
    )


@check("V3", "conservation", "every flow completes", "slowdowns")
@rule("incomplete flows, all runs", Equals(0))
def all_done(results: Results, read: str) -> Finding:
    """Every flow completes before the run ends."""
    left = results.frame("completion.left", by=["setting", "protocol"])
    refused = results.where(protocol=[DCTCP, TCP]).frame("completion.refused", by="setting")
    return Finding(
        {
            str(protocol): Interval.exact(float(value))
            for protocol, value in left.groupby("protocol")["completion.left"].sum().items()
        },
        f"{listed({'Without a connection': refused['completion.refused'].sum()})}.",
    )
