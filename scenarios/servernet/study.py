# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""ServerNet under Poisson and self-similar load: figures 3 to 6 of the document and its claims.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first runs.
"""

from __future__ import annotations

from burstlab.study import Reading, Study

from . import drawings, judges, tables
from .runs import AS_RUN, MANY, POOL, POOL_AS_RUN, ROUNDED, TRAINS, specs

STUDY = Study(
    name="servernet",
    title="ServerNet: a wormhole network under bursty load",
    document=(
        "D. R. Avresky, V. Shurbanov, R. Horst, P. Mehra: "
        "Performance Evaluation of the ServerNet SAN under Self-Similar Traffic"
    ),
    summary=(
        "120 devices on 32 routers whose buffers cannot hold a burst. The same average load, once "
        "as Poisson arrivals and once in trains: which links stall, where stalling starts, and "
        "how long requests take."
    ),
    assumptions=(
        "The network is Tetra 16 as HP's manuals describe it; its graph and categories 1, 2, 4 and "
        "7 are reconstructed.",
        "A tick is 20 ns, a flit a byte; requests and responses have 16, 76, 80 and 12 flits.",
        "Routers take 15 ticks for a head, FIFOs hold 64 flits, arbiters choose at random.",
        "CPUs have at most 8 outstanding requests, I/O devices 2; further ones are deferred.",
        "Poisson load is the same under all readings: a memoryless process has no initial state.",
        "With sources in equilibrium the network has a warm-up of 1 ms; with fresh starts "
        "everything counts, until 19,200 (full edition: 192,000) transactions are over.",
        "Up is the direction away from the devices.",
        "The window of I/O devices, lambda 20 under U, 40 under CS and 14 under T were chosen "
        "where a prototype showed what the document says: C5, C13, C14 and C19, which depend on "
        "them, are consistent at best.",
        "Intervals are those of medians over at least 7 replications with common random numbers: "
        "95 % in figures and tables, 96 % for verdicts.",
        "The quick edition runs three of the six readings for 4 to 8 ms. Claims that need longer "
        "runs, more points or more samples are not asked there.",
        "Rules are in scenarios/servernet/README.md, with those that changed after first results.",
    ),
    readings=(
        Reading(
            POOL_AS_RUN,
            "The plainest reading of the words, which changes none: lambda sets the number of "
            "trains. One pool of trains as printed for the network, with a total rate of 120 "
            "lambda; each request goes to a random device. All trains start with an OFF when the "
            "simulation starts; statistics start then too.",
        ),
        Reading(
            AS_RUN,
            "One train of requests for each device: ON as stated with a minimum period of 10 "
            "ticks, OFF stretched until the long-run offered load is lambda. Start and statistics "
            "as in pool as run.",
        ),
        Reading(TRAINS, "The trains of per device as run in equilibrium."),
        Reading(POOL, "The pool of pool as run in equilibrium."),
        Reading(
            MANY,
            "Lambda trains in each device, each stretched to a request/ms. Start and statistics "
            "as in pool as run.",
        ),
        Reading(
            ROUNDED,
            "One train for each device in equilibrium that sends at the start of each ON and every "
            "10 ticks after that: 1.23 times the intended load.",
        ),
    ),
    question=(
        "Does self-similar traffic of the same average load make a wormhole network four times "
        "slower than Poisson traffic?"
    ),
    finding=(
        "A factor of about four does not show self-similarity: a network that is simply "
        "overloaded has four and more under Poisson traffic, too. One pool of trains (pool as "
        "run, the plainest reading) has less, partly by load and partly by correlation. Trains of "
        "devices that start with the simulation (per device as run) offer more than lambda and "
        "have a factor near four; the runs of the quick edition do not decide whether it is "
        "within a tenth. The same trains in equilibrium (per device) have less. How large the "
        "factor can be follows from the window of I/O devices, which the document does not state."
    ),
    best="factor-four",
    place=2,
    specs=specs,
    units={"lambda": "requests/(device ms)", "fifo": "flit", "head": "tick"},
    claims=tuple(judges.claim),
    checks=tuple(judges.check),
    figures=tuple(drawings.figure),
    tables=tuple(tables.table),
    budget_s=60,
    full_note=(
        "20 replications of 40 to 80 ms of simulated time at each point, and 70 runs of 0.4 s for "
        "figure 6: 84 minutes of processor time."
    ),
)
