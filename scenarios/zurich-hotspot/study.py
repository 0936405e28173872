# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The Zurich Hotspot Benchmark: BCN on lossless Ethernet, its cases, slides and next steps.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first runs.
"""

from __future__ import annotations

from burstlab.study import Reading, Study

from . import drawings, judges, tables
from .runs import AS_RUN, EACH, LIMITED, LOWEST, specs

STUDY = Study(
    name="zurich-hotspot",
    title="Zurich hotspot: congestion notification on lossless Ethernet",
    document=(
        "C. Minkenberg, M. Gusat, IBM Zurich Research Laboratory: "
        "Zurich Hotspot Benchmark: BCN Sensitivity Analysis II, January 2007"
    ),
    summary=(
        "In a lossless network with one slow port, PAUSE alone spreads the congestion to all "
        "stations. The study measures what backward congestion notification (BCN) restores, how "
        "BCN depends on its gains, and how flows share two hotspots."
    ),
    assumptions=(
        "A KB is 1000 bytes, feedback is in bytes, Gi Fb multiplies the rate unit of 10 Mb/s; "
        "frames of 1500 bytes without preamble and gap.",
        "Each replication draws a delay for each link, from 500 to 1700 ns, and the start of the "
        "slots of each station: equal ones keep saturated ports in step. The headroom of an input "
        "is two delays of its link, three frames and a PAUSE frame.",
        "The hotspot starts 0.1 s after the start of the run, 0.02 s in the quick edition; case 7 "
        "keeps the times of its table.",
        "Cases 2 and 3: a core switch with leaves {1,2,3}, {4,5,6}, {7,8}, {9,10}; cases 5 and "
        "6: switches {1,2,3,6} and {4,5,7,8}: the only ones that fit the numbers on the slides.",
        "Stations queue by destination and serve these queues round robin; switches have a FIFO "
        "for each output.",
        "Frames are sampled at random when they join a queue; a limiter starts at the link rate.",
        "The slow node of case 4 is served at 20 %, as in case 1; if a slide does not state the "
        "memory, it is partitioned.",
        "Intervals are of medians over replications with common random numbers.",
        "The rules of the verdicts are in scenarios/zurich-hotspot/README.md. Most of them were "
        "fixed before the runs; a table there lists the others.",
    ),
    readings=(
        Reading(
            AS_RUN,
            "Feedback without a limit, as the formulas have it; a negative message of another "
            "congestion point takes the association.",
        ),
        Reading(
            LIMITED,
            "Feedback limited to (2W+1) Qeq: with Gd0 the largest decrease is then a half. "
            "Association as printed.",
        ),
        Reading(
            LOWEST,
            "Limited feedback; a flow stays with the congestion point that gave the lowest rate.",
        ),
        Reading(
            EACH,
            "Limited feedback; a flow has a limiter for each congestion point and obeys the lowest "
            "rate.",
        ),
    ),
    question=(
        "If one port of a lossless network is slow, does backward congestion notification (BCN) "
        "keep the other flows at their rates, and does it share fairly?"
    ),
    finding=(
        "With one hot port BCN raises the throughput per node from 2.0 or 2.4 Gb/s under PAUSE "
        "alone to 8.1 Gb/s. Where two hotspots meet, the document calls 2.5 Gb/s fair for the flow "
        "over both. That flow gets from 0.6 to 2.9 Gb/s, by the random numbers, the delays of the "
        "links and the start of slots; the document states neither delays nor starts."
    ),
    best="works",
    place=1,
    specs=specs,
    units={
        **{"kilobytes": "KB", "gd": "1/B", "gi": "1/B"},
        **dict.fromkeys(("onset", "begin", "end"), "s"),
    },
    claims=tuple(judges.claim),
    checks=tuple(judges.check),
    figures=tuple(drawings.figure),
    tables=tuple(tables.table),
    budget_s=60,
    full_note=(
        "2,508 runs of 0.5 to 4.3 s of simulated time: ten, eight or six of what is judged, one of "
        "what is only drawn, and the claims with other delays. 41e9 frame-hops, about 50 minutes "
        "on two cores at 7.2 million a CPU-second; can be stopped and resumed."
    ),
)
