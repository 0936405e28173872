# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Half a month of measurements, a run for each host, with cross traffic, events and faults.

Hosts share no narrow link, and a monitor measures them in turn: months of single hosts are those
of all. Nothing here is expensive to import: listing studies and completing commands comes
through here.
"""

from __future__ import annotations

from dataclasses import dataclass

from burstlab.engine import object_text
from burstlab.study import Labelled

from .bed import AS_RUN
from .hosts import read_hosts
from .networks import CYCLE, FEW_FLOWS, STACK

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
