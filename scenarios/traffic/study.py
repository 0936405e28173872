# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Poisson and self-similar arrivals: figures 1 and 2 of the ServerNet document and what they hide.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first runs.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from burstlab.study import Claim, Figure, Study, Table

from .runs import MEAN_RATE, specs

if TYPE_CHECKING:
    from burstlab.archive import Results

ATM = "ATM document"
CLOSED_FORM = "closed form"
EXPECTED = "What has to come out"


def later(module: str, name: str) -> Callable[[Results], Any]:
    """Import what draws, tabulates and judges when it is called: listing studies stays quick."""
    return lambda results: getattr(import_module(f"{__name__}.{module}"), name)(results)


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
        "Two streams of requests with the same mean rate. Looked at in wider and wider bins, the "
        "Poisson stream becomes a flat line. The self-similar one stays rough."
    ),
    assumptions=(
        "One pool of 43 sources for the whole network: 500 packets/(device ms) x 120 devices / "
        "1378.9 packets/ms.",
        "ON periods Pareto 1.9, OFF periods Pareto 1.25, unit 1 tick (20 ns), floored to ticks.",
        "While ON, a source sends on its own grid of 10 ticks; the grid runs on through OFF.",
        "Every source starts in equilibrium, so no warm-up is cut off.",
        f"The Poisson process has the same mean rate, {MEAN_RATE:.5f} requests/tick.",
        "A time unit of the document is a tick; requests are counted in slots of 100 ticks.",
        "The ATM traces are exact fractional Gaussian noise with H = 0.75, in slots of 1 ms, of "
        "relative deviation 0.6 after rates below 0 are cut off; each trace is normalised to its "
        "mean.",
        "Intervals are 95 % t-intervals over independent replications.",
        "The rules of the verdicts were fixed in scenarios/traffic/README.md before the runs they "
        "judge.",
    ),
    specs=specs,
    figures=(
        Figure(
            id="figure-1",
            title="The same load on four time scales",
            statement=(
                "On a scale of 100 time units the variance of the self-similar arrivals is much "
                "higher than that of Poisson arrivals."
            ),
            source="section 1.2, figure 1",
            caption=(
                "A hundred consecutive bins of the first replication. The two panels of a row "
                "share their axis; each row has its own. sd: standard deviation over all "
                "replications. Each step down the bins are ten times wider: the Poisson process "
                "becomes 3.2 times smoother, the self-similar one about 1.5 times."
            ),
            draw=later("drawings", "draw_scales"),
        ),
        Figure(
            id="figure-2",
            title="How the variance falls when slots are averaged",
            statement=(
                "The slope is much less than 1 in magnitude, therefore H > 0.5; a process with "
                "short memory would show a slope of -1."
            ),
            source="section 1.2, equation 1, figure 2",
            caption=(
                "Points: geometric mean over the replications with its 95 % interval. Lines: least "
                "squares through all points shown, H = 1 + slope/2. Infinitely many sources over "
                "infinite time have H = (3 - 1.25)/2 = 0.875. A finite trace reads less, for two "
                "reasons: its own mean hides the slowest swings, and the sources reach their final "
                "slope only beyond a million ticks."
            ),
            draw=later("drawings", "draw_variance_time"),
        ),
        Figure(
            id="atm-figure-1",
            title="Traces of the ATM study",
            statement=(
                "Self-similar traces with a Hurst parameter of 0.75 and means of 10 and 76 Mb/s; "
                "the bursts of the second one frequently exceed the link."
            ),
            source=f"{ATM}, section 2.1, figure 1",
            caption=(
                "Cells in each millisecond of the first replication. Line: mean of the trace, "
                "which is normalised: left alone, the mean of 1.5 s has a standard deviation of "
                "10 %."
            ),
            draw=later("drawings", "draw_lan_traces"),
        ),
        Figure(
            id="energies",
            title="Second order, measured and exact",
            statement=(
                "The energy of the Haar wavelet at each scale follows from the laws of ON and OFF "
                "exactly; a trace has to show it."
            ),
            heading=EXPECTED,
            source=f"{CLOSED_FORM}, renewal equations",
            caption=(
                "Mean squared difference of the halves of a block with its 95 % interval. On these "
                "scales H = 0.875 is still to come: the curve is steeper than Poisson, and not yet "
                "as steep as the dotted line."
            ),
            draw=later("drawings", "draw_energies"),
        ),
        Figure(
            id="dispersion",
            title="Where the burstiness comes from",
            statement=(
                "Long-term correlations are the main difference from traditional traffic models."
            ),
            source="section 1.1",
            caption=(
                "All five have the same load. Shuffling blocks of intervals keeps short bursts and "
                "loses the long memory: the curve stops growing. Shuffling the intervals within "
                "blocks keeps the long memory: from 2 us on nothing changes. Each trace is taken "
                "about its own mean, and so is the exact curve."
            ),
            draw=later("drawings", "draw_dispersion"),
        ),
        Figure(
            id="starts",
            title="A start that is not in equilibrium offers too much",
            statement=(
                "The load of ON-OFF sources is their duty times their rate, from the first tick on."
            ),
            heading=EXPECTED,
            source=f"{CLOSED_FORM}, load of the start",
            caption=(
                "Requests since the start over their expectation, with 95 % intervals. OFF "
                "durations are so long that a fresh start is still felt after 10^5 ticks; cutting "
                "off a warm-up does not help, starting in mid-duration does."
            ),
            draw=later("drawings", "draw_starts"),
        ),
        Figure(
            id="costs",
            title="What a request costs",
            statement="Sources are aggregated in large numbers.",
            source="section 1.1",
            caption=(
                "Processor time on the machine that made this report, start-up taken off. The "
                "stock application has an event for each change between ON and OFF, some 11 for a "
                "request. The runs are short; ./lab bench traffic measures the same with longer "
                "ones."
            ),
            draw=later("drawings", "draw_costs"),
        ),
    ),
    tables=(
        Table(
            id="estimators",
            title="What estimators of H read",
            statement="The degree of self-similarity is described by the Hurst parameter H.",
            source="section 1.2",
            caption=(
                "The first two columns have a known H, which tells how far a method can be "
                "trusted. The third has none: its exponent grows with the scale, and methods that "
                "look at long scales read more. The Haar wavelet says which scales it looked at; "
                "it pools the traces, the other rows are means over them with 95 % intervals."
            ),
            build=later("tables", "build_estimators"),
        ),
        Table(
            id="readings",
            title="What the document leaves open",
            statement=(
                "Lambda determines the number of packet-train sources that are aggregated; while "
                "ON, a source generates a request every 10 clock ticks."
            ),
            source="section 2.2",
            caption=(
                "The same nominal load read in 16 ways. Dispersion: variance over mean of the "
                "requests in 0.2 ms, 1 for Poisson. Exact values follow from the laws in "
                "equilibrium, for a fresh start too; none is known for requests carried over OFF "
                "and for continuous time. H measured: Haar wavelet, all traces pooled; its slots "
                "are 10 ticks, 0.2 ms are 1,024 of them. Thinning many sources leaves Poisson "
                "traffic, with no self-similarity to study."
            ),
            build=later("tables", "build_readings"),
        ),
    ),
    claims=(
        Claim(
            id="traffic/C1",
            text=(
                "On a scale of 100 time units the variance of self-similar arrivals is much higher "
                "than that of Poisson arrivals of the same mean rate."
            ),
            source="section 1.2, figure 1",
            stated="much higher",
            tolerance="ratio of the variances: whole interval above 2",
            unit="1",
            judge=later("judges", "judge_variance"),
        ),
        Claim(
            id="traffic/C2",
            text="The variance-time slope is much less than 1 in magnitude, so H > 0.5.",
            source="section 1.2, equation 1, figure 2",
            stated="H > 0.5",
            tolerance="H: whole interval above 0.6; the control on Poisson between 0.45 and 0.55",
            unit="1",
            judge=later("judges", "judge_slope"),
        ),
        Claim(
            id="traffic/C3",
            text="The bursts of the 76 Mb/s traces frequently exceed the link of 155 Mb/s.",
            source=f"{ATM}, section 2.1, figure 1",
            stated="frequently",
            tolerance="share of 1 ms slots above the link: whole interval above 0.01",
            unit="1",
            judge=later("judges", "judge_link"),
        ),
        Claim(
            id="traffic/V1",
            text="An equilibrium start has no load bias in the first 10^4 ticks.",
            source=f"{CLOSED_FORM}, load of the start",
            stated="0",
            tolerance="the interval contains 0",
            unit="1",
            judge=later("judges", "judge_start"),
        ),
        Claim(
            id="traffic/V2",
            text="Seven rules of when requests fall give the rates of their closed forms.",
            source=f"{CLOSED_FORM}, Hurwitz zeta functions",
            stated="p of the joint test",
            tolerance="p >= 0.01",
            unit="1",
            judge=later("judges", "judge_rules"),
        ),
        Claim(
            id="traffic/V3",
            text="Haar energies of octaves 1 to 13 follow the exact renewal curve.",
            source=f"{CLOSED_FORM}, renewal equations",
            stated="p of the joint test",
            tolerance="p >= 0.01",
            unit="1",
            judge=later("judges", "judge_energies"),
        ),
    ),
    budget_s=30,
    full_note=(
        "24 traces of 100 million ticks (2 s of simulated time each), 450 starts of 4000 sources, "
        "and five to ten times more runs of the rest: about 6 minutes on two cores, and 0.9 GB in "
        "the archive."
    ),
)
