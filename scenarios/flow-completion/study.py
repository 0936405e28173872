# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Completion times of flows with pFabric, DCTCP and TCP on a leaf-spine network of 144 hosts.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first runs of the study.
"""

from __future__ import annotations

from burstlab.study import Reading, Study

from . import drawings, judges, tables
from .runs import specs

STUDY = Study(
    name="flow-completion",
    title="Flow completion: pFabric, DCTCP and TCP on a leaf-spine network",
    document=(
        "M. Alizadeh, S. Yang, M. Sharif, S. Katti, N. McKeown, B. Prabhakar, S. Shenker: pFabric: "
        "Minimal Near-Optimal Datacenter Transport (2013), the abstract"
    ),
    summary=(
        "How much longer flows of a data centre take than alone in the network, by load, size and "
        "protocol; and which mechanisms make two published programs of pFabric differ."
    ),
    assumptions=(
        "9 leaf and 4 spine switches, 144 hosts; links of 10 Gb/s at hosts and of 40 Gb/s above, "
        "0.2 us each, 2.5 us in each host, each way.",
        "Flows between all pairs of hosts, one Poisson process for each; a load of 1 fills the "
        "links of hosts, with headers.",
        "A run has a fixed number of flows and ends when all are done: it begins and ends with an "
        "empty network.",
        "A flow is done when its source has the last acknowledgement; slowdown is that time over "
        "the closed form for a flow that is alone, acknowledgement and delays of hosts included.",
        "pFabric as in the authors' scripts: queues of 36,000 bytes, first window 12 packets, "
        "time-out 45 us, packets spread by turns.",
        "DCTCP and TCP as in the authors' scripts: queues of 225,000 bytes, first window 12 "
        "packets, shortest time-out 200 us, DCTCP with marks from 15 packets on. Flows keep to one "
        "way each, and have a connection when they start.",
        "All protocols carry the same flows; intervals are 95 % intervals of medians over "
        "replications.",
        "The rules of the verdicts were fixed in scenarios/flow-completion/README.md before the "
        "runs.",
    ),
    readings=(Reading("authors' scripts", "All numbers as in the scripts of pFabric's authors."),),
    question=(
        "How much longer do flows of a data centre take than alone in the network with pFabric, "
        "DCTCP and TCP, and why do two published programs of pFabric differ?"
    ),
    finding=(
        "At a load of 60 % of web search short flows of pFabric take less than 1.1 times the "
        "ideal time. The two programs differ for short flows because the ideal time of one, YAPS, "
        "lacks a link."
    ),
    best="tails",
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
    budget_s=40,
    full_note=(
        "9 loads of two distributions with three protocols, five replications, and the variants of "
        "pFabric: 7 billion packets on links, estimated from single runs at 3 to 5 hours on two "
        "cores"
    ),
)
