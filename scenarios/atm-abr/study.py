# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Self-similar LAN traffic over ATM ABR: the networks of ATM Forum 96-0076 and its future work.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first runs.
"""

from __future__ import annotations

from burstlab.study import Reading, Study

from . import drawings, edge_drawings, edge_judges, edges, judges, runs, tables
from .runs import AS_RUN, INFERRED, NO_LOSS, WITH_LOSS

STUDY = Study(
    name="atm-abr",
    title="ATM ABR: rate control of self-similar LAN traffic",
    document=(
        "S. Dastangoo, G. Miller, H. Chen, J. Brandt: Effect of Self-Similar Traffic on the "
        "Performance and Buffer Requirements of ATM ABR Edge Devices, ATM Forum 96-0076, "
        "February 1996"
    ),
    summary=(
        "Ethernet LANs send self-similar traffic over an ATM backbone whose switches tell sources "
        "by single bits when to slow down. The study measures the shares of sources, the time "
        "until they are fair, and the queues at edge devices and switches."
    ),
    assumptions=(
        "Rates are those of whole cells, 424 bits; 155 Mb/s are 365,566 cells/s.",
        "5 us a kilometre; links to edge devices are 4 km long in the WAN too.",
        "AIR = 0.01892 Mb/s is PCR / 8192: a backward RM cell without CI adds PCR / 256; RDF = 512 "
        "subtracts a sixteenth; TDFP is TDFF; MCR and ICR are 0.5 and 10 Mb/s.",
        "Traces are fractional Gaussian noise, H = 0.75, slots of 1 ms, deviation 0.6 of the mean, "
        "cut off at 0; cells are evenly spaced within a slot.",
        "Finite buffers at edge devices: frames of 1500 bytes, which are 32 cells, arrive whole; a "
        "demand counts their cells.",
        "Parking lot: A, B, C and F share the last trunk, D has the first with A, E the second "
        "with A and B: the only arrangement that fits Table 2.",
        "RM cells carry rates exactly, not as 16-bit numbers, so that 155 Mb/s can be reached.",
        "Intervals are of medians over ten replications with common random numbers: of 96 % in "
        "verdicts, of 95 % in figures.",
        "The rules of the verdicts were fixed in scenarios/atm-abr/README.md before the runs; the "
        "ones that were changed later are in a table there.",
    ),
    readings=(
        Reading(
            AS_RUN,
            "EFCI set on departing cells with more than 500 cells behind; the use-it-or-lose-it "
            "rule of 1995 (TOF, TDFF); the mean of each trace as drawn.",
        ),
        Reading(
            INFERRED,
            "CI set in backward RM cells at the switch; no use-it-or-lose-it rule; the mean of "
            "each trace exactly 10 or 76 Mb/s.",
        ),
        Reading(NO_LOSS, "EFCI as in the first reading, no use-it-or-lose-it rule, means exact."),
        Reading(WITH_LOSS, "CI in backward RM cells, the rule of 1995, means exact."),
    ),
    question=(
        "Do switches that tell sources by single bits when to slow down share links fairly and "
        "keep queues small under self-similar traffic?"
    ),
    finding=(
        "With CI set in backward RM cells nearly all claims are reproduced or consistent, and none "
        "differs. With EFCI in data cells and the use-it-or-lose-it rule of 1995, the plainest "
        "reading, most claims differ."
    ),
    best="18",
    place=5,
    specs=lambda edition: runs.specs(edition) + edges.specs(edition),
    units={"buffer": "1"},
    claims=(*judges.claim, *edge_judges.claim),
    checks=(*judges.check, *edge_judges.check),
    figures=(*drawings.figure, *edge_drawings.figure),
    tables=(*tables.table, *edge_drawings.table),
    budget_s=25,
    full_note=(
        "7,546 runs of 1.5 s of simulated time: some 20 minutes of processor time, and 4 for the "
        "report. The runs behind the claims but E1 to E4 are those of the quick edition; the "
        "others are for edge devices with finite buffers, bridged Ethernets, the future work of "
        "the document and the 60 combinations of open choices."
    ),
)
