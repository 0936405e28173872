# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Packet latencies of TCP and pFabric on a tree of 128 servers, figures 2 to 7 and their claims.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first runs of the study.
"""

from __future__ import annotations

from burstlab.study import Reading, Study

from . import along_drawings, drawings, judges, network_judges, tables  # noqa: F401 (two add)
from .runs import MEASURED, READINGS, WARM_UP, specs

_PARTS = {
    "as shipped": "The published transport: a time-out of 45 us, less than a round-trip time here.",
    "scaled": "A time-out of three round-trip times: 260, 185 and 150 us at 1, 2 and 4 Gb/s.",
    "access": "A load of 1 fills the links of servers.",
    "ToR uplink": "A load of 1 fills the uplinks of the racks; run with links of 1 Gb/s.",
    "core": "A load of 1 fills the links of the core.",
}

STUDY = Study(
    name="packet-latency",
    title="Packet latency: TCP and pFabric on a tree of 128 servers",
    document=(
        "J. Wang, X. Zhu, S. Chen: Measuring the Difference of Packet Latencies in Data Center "
        "(2016)"
    ),
    summary=(
        "Of two bids the later one may win, if its packet is faster. The study measures how "
        "latencies differ with TCP and pFabric, how load and over-subscription change that, and "
        "whether routes of equal length help."
    ),
    assumptions=(
        "Links of 0.2 us, 2.5 us in each server; frames are 1,500 bytes with headers.",
        "Background traffic: a Poisson process of flows for each pair of servers, sizes of the web "
        "search distribution of pFabric's public scripts.",
        "0.1 s of warm-up, then a window of 0.2 s with a test packet every 1.6 ms in random order "
        "of the servers. Most cells are overloaded, so that losses and the latencies of TCP depend "
        "on these times.",
        "The quick edition has 40 and 30 ms, a test packet every 0.24 ms, one load, 50 % of the "
        "links of servers, and links of 1 Gb/s. Claims about losses, about the longest latency, "
        "about different loads or rates, and about how much routes of equal length reduce the "
        "spread are asked in the full edition alone.",
        "Queues of 36,000 bytes at every port, for pFabric and for TCP; initial window of 12 "
        "packets.",
        "Latency is that of the first copy of a test packet, from the port of the server on; a "
        "test packet is lost if its first copy was dropped.",
        "TCP has selective acknowledgements, as in the scripts of pFabric's authors, and opens "
        "connections before their flows start; all schemes carry the same flows.",
        "Intervals of claims are 96 % intervals, those of figures and tables 95 % intervals, of "
        "medians over replications with common random numbers.",
        "The rules of the verdicts were fixed in scenarios/packet-latency/README.md before the "
        "runs. Those changed later are listed there with the reason.",
    ),
    readings=tuple(
        Reading(name, " ".join(_PARTS[part] for part in name.split(", "))) for name in READINGS
    ),
    question=(
        "How much do packet latencies differ with TCP and with pFabric, and do routes of equal "
        "length make them equal?"
    ),
    finding=(
        "With pFabric latencies spread less than a fifth as much as with TCP, and mostly still "
        "less on routes of equal length. pFabric as shipped loses test packets, contrary to the "
        "document, because ports are full of its probes."
    ),
    best="figure-7",
    place=3,
    specs=specs,
    units={
        "gbps": "Gb/s",
        "load": "%",
        "time_out": "us",
        "window": "packets",
        "min_rto": "us",
        WARM_UP: "ms",
        MEASURED: "ms",
    },
    claims=(*judges.claim, *network_judges.claim),
    checks=tuple(judges.check),
    figures=tuple(drawings.figure),
    tables=tuple(tables.table),
    budget_s=25,
    full_note=(
        "1,250 runs, most of 0.32 s of simulated time; eleven of each loaded cell as run, six of "
        "others: about an hour on two cores, most of it TCP; can be stopped and resumed."
    ),
)
