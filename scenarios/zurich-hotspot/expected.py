# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Closed forms: throughputs, paths, and lengths of messages.

Rates are in Gb/s. Cheap to import, since the list of runs reads lengths of messages from here.
"""

from __future__ import annotations

import math
from itertools import pairwise

LINK = 10.0

LEAVES = {
    "multi-hop": {"core": (), "1": (1, 2, 3), "2": (4, 5, 6), "3": (7, 8), "4": (9, 10)},
    "two-switch": {"1": (1, 2, 3, 6), "2": (4, 5, 7, 8)},
}
"""Stations of each switch; in the first network all other stations are at the core."""


def path(topology: str, source: int, destination: int) -> list[tuple[str, str]]:
    """List the links from one station to another, in their direction."""
    switch = {station: name for name, stations in LEAVES[topology].items() for station in stations}
    one, other = switch[source], switch[destination]
    between = [] if one == other else ["core"] if "core" in LEAVES[topology] else []
    switches = [one, *between, other] if one != other else [one]
    names = ["core" if name == "core" else f"switch{name}" for name in switches]
    nodes = [f"node{source}", *names, f"node{destination}"]
    return list(pairwise(nodes))


def single_stage(nodes: int, paused: str = "", load: float = 8.5, service: float = 2.0) -> float:
    """Mean received rate per station with uniform traffic and one slow station.

    Parameters
    ----------
    nodes
        N.
    paused
        The memory under PAUSE alone. ``"shared"``: all inputs stop when frames for the slow station
        fill the memory, and all resume together: each carries x, of which x / (N - 1) is for the
        slow station; all N - 1 together give x = mu. ``"partitioned"``: only the slow station,
        which sends nothing to itself, keeps its load. ``""``: congestion management throttles only
        the excess for the slow port.
    load, service
        Load of each station, and rate of the slow port.
    """
    if paused == "shared":
        return service
    if paused:
        return ((nodes - 1) * service + load) / nodes
    return ((nodes - 1) * load + service) / nodes


def input_generated(paused: str = "", nodes: int = 16, heavy: int = 4, load: float = 8.5) -> float:
    """Mean received rate per station if some stations send all their load to one fast station.

    With shared memory all N inputs carry the same rate u until the port is saturated: heavy u + (N
    - heavy - 1) u / (N - 1) = C. With partitioned memory, or with congestion management that
    throttles only the excess, light inputs keep their load and the port carries C.
    """
    light = nodes - heavy - 1
    if paused == "shared":
        return LINK / (heavy + light / (nodes - 1))
    return (light * load * (nodes - 2) / (nodes - 1) + load + LINK) / nodes


def exponential_frames(mean: float) -> float:
    """Mean of an exponential number of frames, rounded up: sum of P(X > k) over k = 0, 1, .."""
    return 1 / (1 - math.exp(-1 / mean))


def pareto_frames(scale: float, shape: float, bound: int) -> float:
    """Mean of a Pareto number of frames that is redrawn above a bound, rounded up."""
    left = (scale / bound) ** shape
    tails = [((scale / k) ** shape - left) / (1 - left) for k in range(int(scale), bound)]
    return int(scale) + sum(tails)
