# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the document, their rules and what is measured; checks of the simulator."""

from __future__ import annotations

from itertools import product

from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import ABOUT, Above, Claims, Finding, Within, about, rule
from burstlab.study.measures import over, typical

from .bed import BE, CLASSES, LINKS, NONE, PRIORITY, QBSS, RINGS, Bed
from .reading import ALL, ALONE, determined, in_phase, links, of_full, slowest

claim, check = Claims(), Claims()
S37, S38, S39 = "slide 37", "slide 38", "slide 39"

TENTH = 0.001
"""A tenth of a point: shares of exactly 1 and 30 % lie on the limits of the policy."""
REACTION_S = 1 + ABOUT
"""Limit for "within about a second"."""
MANY = tuple(f"{mbps:,} Mb/s" for mbps in LINKS["full"])
"""Names of the links."""


def name(setting: Bed) -> str:
    """Write a link."""
    return f"{setting.mbps:,} Mb/s"


@claim("C41", S37, "QBSS > 1 %, priority < 30 %", "script shares")
@rule(
    "share of a class in the bytes that leave the queue while all classes wait",
    {
        f"{what}, {link}": kept
        for link in MANY
        for what, kept in (
            (QBSS, Within(0.01 - TENTH, 1)),
            (PRIORITY, Within(0, 0.30 + TENTH)),
        )
    },
    from_document=True,
)
def policy(results: Results, read: str) -> Finding:
    """A router gives QBSS at least 1 % of a link, priority at most 30 %, best effort the rest."""
    cells = links(results, read)
    return Finding(
        {
            f"{what}, {name(cell)}": typical(in_phase(results, cell, "qbss.chosen", ALL, what))
            for cell, what in product(cells, (QBSS, PRIORITY))
        },
        lambda: f"Links of {', '.join(map(name, cells))}.",
    )


@claim("C42", S37, "1 % under overload, all of the link when it is idle", "script shares")
@rule(
    "payload of QBSS: share beside both others, and alone over the rate of the link",
    {
        f"{what}, {link}": kept
        for link in MANY
        for what, kept in (("overload", about(0.01)), ("alone", about(1)))
    },
)
def scavenger(results: Results, read: str) -> Finding:
    """QBSS has 1 % when all classes send, and the whole link when it sends alone."""
    parts = {}
    for cell in links(results, read):
        parts[f"overload, {name(cell)}"] = typical(in_phase(results, cell, "qbss.share", ALL, QBSS))
        rates = [in_phase(results, cell, "qbss.rate", phase, QBSS) for phase in ALONE]
        parts[f"alone, {name(cell)}"] = typical(sum(rates) / len(rates) / cell.mbps)
    return Finding(
        parts,
        "Payload that arrived in order: a stream of 1 % has time-outs and retransmissions.",
    )


@claim("C43", S38, "effect within about 1 s", "script shares")
@rule("longest time to 90 % of the new share, each link", Within(0, REACTION_S), unit="s")
def reaction(results: Results, read: str) -> Finding:
    """Shares adapt within about a second after a class starts or stops."""
    return Finding({name(cell): typical(slowest(results, cell)) for cell in links(results, read)})


def round_trip(results: Results, read: str, load: str, of: str, ring: int = 1):
    """Mean round trip of the pings of a class beside a load in each replication, us."""
    return in_phase(results, Bed(read, load=load, ring=ring), "qbss.ping_mean", 1, CLASSES[of])


@claim("C44", S39, "300 us, regardless of QoS", "pings round-trips")
@rule("mean round trip of pings of a class", about(300), unit="us", from_document=True)
def unloaded(results: Results, read: str) -> Finding:
    """Without load a ping takes 300 us, whatever its class."""
    return Finding({of: determined(round_trip(results, read, NONE, of)) for of in CLASSES})


@claim("C45", S39, "550 us, 70 % more", "pings round-trips")
@rule(
    "mean round trip of pings of other classes beside QBSS",
    about(550),
    unit="us",
    from_document=True,
)
def beside_scavenger(results: Results, read: str) -> Finding:
    """Pings of best effort and priority take 550 us while QBSS sends."""
    return Finding(
        {
            f"{of}, ring of {ring}": typical(round_trip(results, read, QBSS, of, ring))
            for of, ring in product((BE, PRIORITY), RINGS)
        },
        "550 us are 83 % more than 300, not 70 %.",
    )


@claim("C46", S39, "5 ms, more than 10 times", "pings round-trips")
@rule(
    "mean round trip of pings in the class of the load, ms, and its ratio to that without load",
    {
        f"{of}, ring of {ring}{what}": kept
        for of, ring in product((QBSS, BE), RINGS)
        for what, kept in ((", ms", about(5)), (", times", Above(10)))
    },
    from_document=True,
)
@of_full("means over 30 s of a window that grows and falls.")
def same_class(results: Results, read: str) -> Finding:
    """Pings of the class that sends take 5 ms, more than ten times as long as without load."""
    parts: dict[str, Interval] = {}
    for of, ring in product((QBSS, BE), RINGS):
        loaded = round_trip(results, read, of, of, ring)
        parts[f"{of}, ring of {ring}, ms"] = typical(loaded / 1000)
        parts[f"{of}, ring of {ring}, times"] = over(loaded, round_trip(results, read, NONE, of))
    return Finding(parts)
