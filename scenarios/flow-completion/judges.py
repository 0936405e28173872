# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The statements of the abstract with rules and measures; checks of the simulator."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from burstlab.archive import Results
from burstlab.study import NEAR, Above, Below, Claims, Equals, Finding, NotAsked, absent, rule
from burstlab.study.measures import exact, listed, medians, numbers, over

from .reading import FLOWS, MEAN, P99, alone, by_itself, flows, grid, name, near_points, values
from .runs import ALONE, DCTCP, HOSTS, PFABRIC, TCP, Setting, rivals

claim, check = Claims(), Claims()
ABSTRACT = "abstract"

NEAR_IDEAL = 1 + NEAR
"""A slowdown is near the ideal below this, a mean and a 99th percentile alike. No flow is faster
than the ideal (V2), so there is no limit below."""
OF_TAIL = 100
"""Fewer flows have no 99th percentile: it would be the largest slowdown, which grows with their
number."""
EXACT_US = 0.0025
"""Tolerance in us: TCP sends two ticks late, plus rounding."""


def of_points(points: Iterable[Setting]) -> str:
    """Write the flows of a run of points."""
    each = dict.fromkeys(f"{point.flows:,}" for point in points)
    return f"{', '.join(each)} flows a run."


def require_tail(results: Results, points: list[Setting]) -> None:
    """Require that runs have a 99th percentile of short flows."""
    for point in points:
        least = values(results, FLOWS, point, "short").min()
        if least < OF_TAIL:
            raise NotAsked(
                f"A run of {point.flows:,} flows has {least:.0f} short flows: the rule needs "
                f"{OF_TAIL}. With fewer the 99th percentile is the largest slowdown."
            )


def near(results: Results, metric: str) -> Finding:
    """Slowdown of short flows of pFabric at each point."""
    points = {name(point): point for point in near_points(results)}
    if not points:
        raise NotAsked("There is no run of pFabric.")
    found = medians(results, points, lambda point: values(results, metric, point, "short"))
    return Finding(found, of_points(points.values()))


@claim("FC-1", ABSTRACT, "near theoretically optimal", "means slowdowns")
@rule("mean slowdown of short flows, each load", Below(NEAR_IDEAL))
def near_optimal(results: Results, read: str) -> Finding:
    """PFabric gives short flows completion times near the optimum."""
    return near(results, MEAN)


@claim("FC-2", ABSTRACT, "even at the 99th percentile", "tails slowdowns")
@rule("99th percentile of the slowdown of short flows, each load", Below(NEAR_IDEAL))
def near_optimal_tail(results: Results, read: str) -> Finding:
    """The same holds at the 99th percentile."""
    require_tail(results, near_points(results))
    return near(results, P99)


def compared(results: Results, metric: str, of: str, read: str) -> Finding:
    """Slowdown of pFabric over that of each other protocol, at each point with such flows."""
    parts, points = {}, grid(results)
    for point, other in product(points, (DCTCP, TCP)):
        setting = rivals(point, read)[other]
        if absent(results, [setting]):
            raise NotAsked(f"There is no run of {other} at {name(point)}.")
        ours, theirs = (values(results, metric, one, of) for one in (point, setting))
        if len(ours.index.intersection(theirs.index)):
            parts[f"{other}, {name(point)}"] = over(ours, theirs)
    if not points:
        raise NotAsked("There is no run in which protocols are compared.")
    if not parts:
        return Finding(None, untestable=f"No flow of the runs is {of}.")
    return Finding(parts, of_points(points))


@claim("FC-3", ABSTRACT, "near-optimal, by a simple design", "means slowdowns")
@rule("mean slowdown of short flows, pFabric over each other protocol, each load", Below(1))
def short_mean(results: Results, read: str) -> Finding:
    """Short flows complete sooner with pFabric than with DCTCP and TCP."""
    return compared(results, MEAN, "short", read)


@claim("FC-4", ABSTRACT, "even at the 99th percentile", "tails slowdowns")
@rule("99th percentile of short flows, pFabric over each other protocol, each load", Below(1))
def short_tail(results: Results, read: str) -> Finding:
    """The slowest short flows complete sooner with pFabric than with DCTCP and TCP."""
    require_tail(results, grid(results))
    return compared(results, P99, "short", read)


@claim("FC-5", ABSTRACT, "still minimizing", "means slowdowns")
@rule("mean slowdown of long flows, pFabric over each other protocol, each load", Below(1))
def long_mean(results: Results, read: str) -> Finding:
    """PFabric still minimizes the average completion time of long flows."""
    fewest = min((point.flows for point in grid(results)), default=HOSTS)
    if fewest < HOSTS:
        raise NotAsked(
            f"A run has {fewest} flows: the rule needs as many as hosts, {HOSTS}. With fewer most "
            "long flows share no link."
        )
    return compared(results, MEAN, "long", read)


@check("V1", "closed form", "a window of 12 packets", "slowdowns")
@rule("largest distance from the closed form, flows that are alone", Below(EXACT_US), unit="us")
def alone_in_the_network(results: Results, read: str) -> Finding:
    """A flow that is alone takes the ideal time, plus 0.28 us if it waits for its initial window.

    With TCP and DCTCP only flows of up to 12 packets count, since windows grow until queues are
    full.
    """
    parts, counts = {}, {}
    for protocol, setting in rivals(ALONE).items():
        table = by_itself(flows(results, [setting]))
        if protocol != PFABRIC:
            table = table[table["size"] <= 12 * 1460]
        if table.empty:
            raise NotAsked(f"No flow of {protocol} is alone.")
        parts[protocol] = (table["completion"] - table["ideal"] - alone(table)).abs().max()
        counts[protocol] = len(table)
    return Finding(exact(parts), f"Flows that are alone: {listed(counts, '{} {}')}.")


@check("V2", "closed form", "no flow beats it", "slowdowns")
@rule("smallest slowdown of all flows of all runs", Above(1 - 1e-9))
def never_faster(results: Results, read: str) -> Finding:
    """No flow completes before its ideal time."""
    table = numbers(results, "flows", ["setting", "protocol"])
    slowdown = table["completion"] / table["ideal"]
    return Finding(exact(slowdown.groupby(table["protocol"]).min()), f"{len(table):,} flows.")


@check("V3", "conservation", "every flow completes", "slowdowns")
@rule("incomplete flows, all runs", Equals(0))
def all_done(results: Results, read: str) -> Finding:
    """Every flow completes before the run ends."""
    left = results.frame("completion.left", by=["setting", "protocol"])
    refused = results.where(protocol=[DCTCP, TCP]).frame("completion.refused", by="setting")
    return Finding(
        exact(left.groupby("protocol")["completion.left"].sum()),
        f"{listed({'Without a connection': refused['completion.refused'].sum()})}.",
    )
