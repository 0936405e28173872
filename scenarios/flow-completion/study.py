# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Completion times of flows with pFabric, DCTCP and TCP on a leaf-spine network of 144 hosts.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first runs of the study, and what was changed later.
"""

from __future__ import annotations

from burstlab.study import Reading, Study

from . import drawings, judges, tables
from .runs import AUTHORS, NS3, specs

STUDY = Study(
    name="flow-completion",
    title="Flow completion: pFabric, DCTCP and TCP on a leaf-spine network",
    document=(
        "M. Alizadeh, S. Yang, M. Sharif, S. Katti, N. McKeown, B. Prabhakar, S. Shenker: pFabric: "
        "Minimal Near-Optimal Datacenter Transport (2013), the abstract"
    ),
    summary=(
        "Slowdown of flows in a data centre against the empty network, by load, size and protocol; "
        "and the mechanisms by which two published simulators of pFabric differ."
    ),
    assumptions=(
        "9 leaf and 4 spine switches, 144 hosts; links of 10 Gb/s at hosts and of 40 Gb/s above, "
        "0.2 us each, 2.5 us in each host, each way.",
        "Flows between all pairs of hosts, one Poisson process for each; a load of 1 fills the "
        "links of hosts, with headers.",
        "A run has a fixed number of flows and ends when all are complete: it starts and ends with "
        "an empty network. In the quick edition a run of pFabric alone has 288 flows, two for "
        "each host, and a run that compares protocols 72; in the full edition 3,000 and 1,500 of "
        "web search, 600 and 300 of data mining.",
        "A flow is complete when its source has the last acknowledgement; slowdown is this time "
        "over the closed form for a flow that is alone, with acknowledgement and host delays.",
        "pFabric as in the authors' scripts: queues of 36,000 bytes, initial window 12 packets, "
        "time-out 45 us, packets spread round robin.",
        "DCTCP and TCP as in the authors' scripts: queues of 225,000 bytes, initial window 12 "
        "packets, minimum time-out 200 us, DCTCP with marks from 15 packets on. Each flow uses "
        "one route, and has a connection when it starts.",
        "Alpha of DCTCP, its estimate of the share of marked bytes, is 0 at start as in the "
        "authors' code, or 1 as in ns-3: two readings.",
        "All protocols carry the same flows; values are medians over replications, with 96 % "
        "intervals for claims and 95 % intervals in figures and tables.",
        "The rules of the verdicts were fixed in scenarios/flow-completion/README.md before the "
        "runs; its table of rules changed lists what was changed later, also the limit of FC-2.",
    ),
    readings=(
        Reading(
            AUTHORS,
            "All parameters as in the scripts and the code of pFabric's authors: alpha of DCTCP is "
            "0 when a flow starts. First, since the statements are the authors'.",
        ),
        Reading(NS3, "As the first, but alpha of DCTCP is 1 when a flow starts, as in ns-3."),
    ),
    question=(
        "What is the slowdown of flows in a data centre with pFabric, DCTCP and TCP, and why do "
        "two published simulators of pFabric differ?"
    ),
    finding=(
        "At 60 % load of web search, short flows of pFabric take on average less than 1.1 times "
        "the ideal time. The two simulators differ for short flows because the ideal time of one, "
        "YAPS, lacks a link."
    ),
    best="means",
    place=4,
    specs=specs,
    units={
        "load": "%",
        "host_ns": "ns",
        "window": "packets",
        "max_window": "packets",
        "queue": "B",
        "time_out": "us",
        "threshold": "packets",
    },
    claims=tuple(judges.claim),
    checks=tuple(judges.check),
    figures=tuple(drawings.figure),
    tables=tuple(tables.table),
    budget_s=20,
    full_note=(
        "pFabric, TCP and DCTCP under two readings at 3 loads of two distributions, pFabric alone "
        "at 9, six replications, and the variants of pFabric: 339 runs, estimated from single runs "
        "at about 40 minutes on two cores"
    ),
)
