# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Poisson and self-similar arrivals: figures 1 and 2 of the ServerNet document, and their details.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first runs.
"""

from __future__ import annotations

from burstlab.study import Reading, Study

from . import drawings, judges, tables
from .runs import MEAN_RATE, specs

STUDY = Study(
    name="traffic",
    title="Poisson and self-similar arrivals",
    document=(
        "D. R. Avresky, V. Shurbanov, R. Horst, P. Mehra: "
        "Performance Evaluation of the ServerNet SAN under Self-Similar Traffic. "
        "S. Dastangoo, G. Miller, H. Chen, J. Brandt: Effect of Self-Similar Traffic on the "
        "Performance and Buffer Requirements of ATM ABR Edge Devices, figure 1"
    ),
    summary=(
        "Two streams of requests with the same mean rate, counted in wider and wider bins. The "
        "Poisson stream becomes smooth; the self-similar stream stays bursty."
    ),
    assumptions=(
        "One pool of 43 sources for the whole network: 500 packets/(device ms) x 120 devices / "
        "1378.9 packets/ms.",
        "ON periods Pareto 1.9, OFF periods Pareto 1.25, unit 1 tick (20 ns), floored to ticks.",
        "While ON, a source sends on its own grid of 10 ticks; the grid runs on through OFF.",
        "Every source starts in equilibrium, so there is no warm-up.",
        f"The Poisson process has the same mean rate, {MEAN_RATE:.5f} requests/tick.",
        "A time unit of the document is a tick; requests are counted in slots of 100 ticks.",
        "The ATM traces are exact fractional Gaussian noise with H = 0.75, in slots of 1 ms, of "
        "relative deviation 0.6 after rates below 0 are cut off; each trace is normalised to its "
        "mean.",
        "Intervals are over independent replications: of medians, and of means where a closed form "
        "stands beside them; of 96 % in verdicts, of 95 % in figures.",
        "The rules of the verdicts were fixed in scenarios/traffic/README.md before the runs they "
        "judge; the ones that were changed later are in a table there.",
    ),
    readings=(
        Reading(
            "pool",
            "Arrivals of the ServerNet document: one pool of trains for the whole network, sources "
            "in equilibrium. The traces of the ATM document leave only the deviation open.",
        ),
    ),
    question=(
        "How much burstier than Poisson arrivals of the same mean rate are self-similar arrivals, "
        "and on which time scale does the difference show?"
    ),
    finding=(
        "On the document's scale, 100 ticks, the variance is 1.7 times that of Poisson arrivals, "
        "which is not much higher. The factor grows with the scale, by the closed form to 159 at "
        "100,000 ticks."
    ),
    best="figure-1",
    place=7,
    specs=specs,
    claims=tuple(judges.claim),
    checks=tuple(judges.check),
    figures=tuple(drawings.figure),
    tables=tuple(tables.table),
    budget_s=20,
    full_note=(
        "24 traces of 100 million ticks (2 s of simulated time each), 450 starts of 4000 sources, "
        "and five to ten times more runs of the rest: about 6 minutes on two cores, and 0.9 GB in "
        "the archive."
    ),
)
