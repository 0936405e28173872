# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""IEPM-BW: results of measurement tools, their harm to cross traffic, and QBSS.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first runs of the study.
"""

from __future__ import annotations

from burstlab.study import Claim, Reading, Study

from .cycle import judges as cycle_judges
from .cycle import month_exhibits, months
from .path import exhibits as path_exhibits
from .path import host_judges, processors
from .path import judges as path_judges
from .pinger import exhibits as pinger_exhibits
from .pinger import judges as pinger_judges
from .qbss import calls
from .qbss import exhibits as qbss_exhibits
from .readings import AS_RUN, BBR, CUBIC
from .runs import specs
from .samples import exhibits as samples_exhibits
from .samples import judges as samples_judges
from .scavengers import transfers as scavengers
from .steering import searches, transfers

_TODAY = (
    "with automatic windows, an initial window of 10 segments, and FqCoDel instead of FIFO queues."
)
_PARTS = (
    *(path_judges, path_exhibits, host_judges, qbss_exhibits, cycle_judges),
    *(scavengers, months, month_exhibits, transfers, pinger_judges, pinger_exhibits),
    *(samples_judges, samples_exhibits, processors, calls, searches),
)


def _all(*kinds: str) -> tuple:
    """List the claims, checks, figures or tables of all parts."""
    return tuple(one for part in _PARTS for kind in kinds for one in getattr(part, kind, ()))


def _number(claim: Claim) -> int:
    return int(claim.id[1:])


STUDY = Study(
    name="path-measurement",
    title="Path measurement: probes, QBSS, a schedule, forecasts and steering",
    document=(
        "L. Cottrell: A new infrastructure for high throughput network and application performance "
        "measurement (IEPM-BW), SLAC, IPAM meeting, March 2002"
    ),
    summary=(
        "What measurements say of a path, and what they cost other users. QBSS, the scavenger "
        "service: bulk transfers use the bandwidth that is left, and hardly delay pings of others."
    ),
    assumptions=(
        "QBSS test bed: a link of 10, 100 or 1,000 Mb/s between two routers, hosts on 1 Gb/s; a "
        "ping of 84 bytes takes 300 us at 100 Mb/s.",
        "Self-clocked fair queueing with weights of 1, 69 and 30; 40 packets a class in 2002.",
        "A transmit ring of 1 or 2 packets below the scheduler, bounds of a router's ring.",
        "One TCP stream for each class, from a host of its own. The script of slide 38: QBSS from "
        "0 to 150 s, best effort from 30 to 120, priority from 60 to 90; at 1,000 Mb/s a tenth of "
        "these times. The quick edition has a link of 10 Mb/s, and 3 s instead of the 30 s in "
        "which not all classes send.",
        "The first second after a change does not count for shares.",
        "Single paths: hosts on 1 Gb/s, a link between two routers with a queue of 100 ms (50 in "
        "the US) and random loss; iperf and bbcp for 10 s, start-up included unless stated "
        "otherwise; 1 KB of a window is 1,024 bytes.",
        "Under the readings of today single paths have rates over 10, except one stream by loss; "
        "claims on processors, disks, files, faults and UDP are asked under 2002 alone.",
        "The quick edition has the reading of 2002 alone. Its paths are smaller, except for copies "
        "of files: rates and windows are divided by 10 (by 40 for some), random loss is multiplied "
        "by the square; times stay. What such paths cannot answer is not asked.",
        "A cycle: 33 hosts in 90 minutes, rates divided by 10.",
        "Steering: a TByte from SLAC to IN2P3 or CERN, rates, windows and volume divided by 100; "
        "36 s are sent of each half hour (9 s of 5 minutes, and 10 GB, in the quick edition).",
        "Hosts that limit: 400 Mb/s and 10 ms without loss, and cycles for each byte, packet and "
        "window that give the document's 0.97 MHz for 1 Mb/s.",
        "Calls: ten telephone calls and up to ten video calls on 10 Mb/s, beside a stream of best "
        "effort and one of QBSS. Searches: 10 GB to two sites, rates divided by 2; 20 s of each "
        "2,000 s are sent.",
        "Forecasts and detection: a model of a month of 16 visits a day to 33 hosts, without "
        "packets. The model has the closed form of each tool, lower by day, and log-normal noise: "
        "15 % that tools share at a visit, correlated by 0.3 with the visit before, and noise of "
        "each tool, so that forecasts have the errors of slide 23. Noise and events are injected.",
        "Pings beside a transfer are those of a neighbour on the same path.",
        "Intervals are 95 % intervals of medians over replications with common random numbers.",
        "The rules of the verdicts were fixed before the runs; README.md of the study lists each "
        "rule that was changed later, with the verdict before and after.",
    ),
    readings=(
        Reading(AS_RUN, "NewReno, windows of 64 KB unless tuned, FIFO queues."),
        Reading(CUBIC, f"CUBIC {_TODAY}"),
        Reading(BBR, f"BBR {_TODAY}"),
    ),
    question=(
        "What do measurements say of an Internet path, what do they cost other users, and how can "
        "bulk transfers yield to other traffic?"
    ),
    finding=(
        "A bulk transfer in QBSS takes nearly all bandwidth that short flows of others leave, and "
        "hardly delays these flows. As best effort the same transfer makes them take more than "
        "twice as long."
    ),
    best="scavengers",
    place=6,
    specs=specs,
    units={
        "mbps": "Mb/s",
        "ring": "packets",
        "window": "KB",
        "acks": "segments",
        "rate": "Mb/s",
        "mhz": "MHz",
        "limit": "Mb/s",
        "use": "%",
        "faults": "%",
        "days": "days",
        "swing": "%",
        "fall": "%",
    },
    claims=tuple(sorted(_all("claim", "claim_2002"), key=_number)),
    checks=tuple(sorted(_all("check"), key=_number)),
    figures=_all("figure"),
    tables=_all("table"),
    budget_s=50,
    full_note=(
        "nine runs of most settings, seven of dear ones, one where nothing is drawn, of the cycle "
        "with full rates and of two weeks of nine hosts; rates up to 1 Gb/s: some three hours on "
        "two idle cores, estimated and not yet run; resumes after an interruption"
    ),
)
