# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the document, each under both sets of assumptions, and the checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from burstlab.study import Claim

from .runs import SETS

S1, S3, S4 = (f"section {number}" for number in ("1.2", "3", "4"))
FORM = "closed form"

# id, what the document says, where, its number, the rule, unit, module and judge
CLAIMS = (
    (
        *("C1", "The variance of self-similar arrivals is much higher at 100 time units."),
        *(f"{S1}, figure 1", "much higher", "variance ratio: interval above 2", "1"),
        *("judges", "judge_variance"),
    ),
    (
        *("C2", "The slope of the variance plot is much less than 1, so H > 0.5."),
        *(f"{S1}, figure 2", "H > 0.5", "H: interval above 0.6; Poisson within 0.45 to 0.55", "1"),
        *("judges", "judge_slope"),
    ),
    (
        *("C3", "Self-similar traffic saturates the network at lower average rates."),
        *(f"{S3}, figure 4", "lower", "difference of the knees of U: interval above 0", "1/ms"),
        *("judges", "judge_saturation"),
    ),
    (
        *("C4", "Before saturation the throughput is higher under self-similar traffic."),
        *(f"{S3}, figure 4a", "higher", "U, lambda 14: ratio, interval above 1", "1"),
        *("judges", "judge_throughput"),
    ),
    (
        *("C5", "The two-way delivery time is about four times that under Poisson traffic."),
        *(f"{S3}, figure 4b", "about 4", "U, lambda 20: ratio within 3 to 5", "1"),
        *("judges", "judge_two_way"),
    ),
    (
        *("C6", "All link categories stall more."),
        *(f"{S3}, figure 5", "more", "U, lambda 20: each category's interval above 0", "1"),
        *("judges", "judge_all_stall_more"),
    ),
    (
        *("C7", "That is most evident for categories 3, 6 and 8."),
        *(f"{S3}, figure 5", "3, 6, 8", "least of them minus largest other, up: above 0", "1"),
        *("judges", "judge_most_visible"),
    ),
    (
        *("C8", "Link 8 is the most loaded one."),
        *(f"{S3}, figure 5", "largest", "margin of 8 up over all others: above 0", "1"),
        *("judges", "judge_most_loaded"),
    ),
    (
        *("C9", "Stalling begins at link 8 and propagates through link 6 to link 3."),
        *(
            f"{S3}, domino effect",
            "8, 6, 3",
            "two shares of blame and two of order in time: all above 1/2",
            "1",
        ),
        *("judges", "judge_domino"),
    ),
    (
        *("C10", "Link 3 stalls more than 70 % of the time."),
        *(f"{S3}, figure 5", "> 0.7", "U, lambda 20, up: interval above 0.7", "1"),
        *("judges", "judge_link_three"),
    ),
    (
        *("C11", "Link 5 has the load of link 3 and does not stall like it."),
        *(f"{S3}, figure 5", "same load", "load within 5 %, stalled ratio below 1/2, up", "1"),
        *("judges", "judge_link_five"),
    ),
    (
        *("C12", "CPUs generate more traffic than I/O devices."),
        *(S3, "more", "flits sent, CPU over I/O device: interval above 1", "1"),
        *("judges", "judge_cpus"),
    ),
    (
        *("C13", "Under CS and T links stall two to three times as much."),
        *(
            f"{S3}, patterns CS and T",
            "2 to 3",
            "CS 40 and T 14: intervals touch 2 to 3 and lie above 1",
            "1",
        ),
        *("judges", "judge_stall_factor"),
    ),
    (
        *("C14", "Under CS the two-way time is two to three times, and CS blocks less than U."),
        *(
            f"{S3}, patterns CS and T",
            "2 to 3",
            "CS 40: interval touches 2 to 3; stalled share below that of U",
            "1",
        ),
        *("judges", "judge_common_subtree"),
    ),
    (
        *("C15", "Under T the two-way time increases more than under CS and U."),
        *(
            f"{S3}, patterns CS and T",
            "more",
            "largest ratio of T over those of CS and U: above 1",
            "1",
        ),
        *("judges", "judge_transpose"),
    ),
    (
        *("C16", "The reason is that packets make more hops under T."),
        *(
            f"{S3}, patterns CS and T",
            "more",
            "routers visited, T over U and CS: above 1 (consistent)",
            "1",
        ),
        *("judges", "judge_hops"),
    ),
    (
        *("C17", "The maximum two-way time is not higher under self-similar traffic."),
        *(
            f"{S3}, figure 6",
            "not higher",
            "ratio of maxima, and 99.999 percentile: not above",
            "1",
        ),
        *("judges_limits", "judge_maximum"),
    ),
    (
        *("C18", "High delivery times occur more often."),
        *(f"{S3}, figure 6", "more often", "share above Poisson's 99 percentile: above 0.01", "1"),
        *("judges_limits", "judge_more_often"),
    ),
    (
        *("C19", "Blocking and latency are up to four times higher."),
        *(S4, "up to 4", "largest ratios on the curves of U, CS, T: within 3 to 5", "1"),
        *("judges_limits", "judge_up_to_four"),
    ),
    (
        *("C20", "No buffer ever overflows; flow control stalls instead."),
        *(S4, "0", "dropped, discarded and missing packets: 0", "1"),
        *("judges_limits", "judge_nothing_lost"),
    ),
    (
        *("C21", "In saturation the type of traffic does not matter."),
        *(S4, "no difference", "U at 30 and 40: four ratios within 0.9 to 1.1", "1"),
        *("judges_limits", "judge_saturated"),
    ),
    (
        *("C22", "Larger buffers reduce the congestion caused by bursts."),
        *(
            f"{S4}, proposals",
            "less",
            "1024 over 64 flits, two-way time and stalled share: below 1",
            "1",
        ),
        *("judges_limits", "judge_buffers"),
    ),
    (
        *("C23", "Fewer outstanding requests reduce congestion."),
        *(
            f"{S4}, proposals",
            "less",
            "CPU limit 2 over 8, two-way time and stalled share: below 1",
            "1",
        ),
        *("judges_limits", "judge_limit"),
    ),
    (
        *("C24", "Suitable arbitration improves the performance."),
        *(
            f"{S4}, arbitration",
            "better",
            "T, lambda 40: throughput, biased ALU over random: above 1",
            "1",
        ),
        *("judges_limits", "judge_arbitration"),
    ),
)
CHECKS = (
    (
        *("V1", "Both engines give the same heads, tails and stalled ticks (in place of C25)."),
        *("section 2.1", "0", "differences: 0", "1", "judges_limits", "judge_twins"),
    ),
    (
        *("V2", "A lone packet takes (H-1) 15 + N-1 + 2 ticks between every pair of devices."),
        *(FORM, "0", "other delivery times: 0", "1", "judges_limits", "judge_zero_load"),
    ),
    (
        *("V3", "Under light load the links carry what pattern, routes and sizes say."),
        *(FORM, "p of the joint test", "p >= 0.01", "1", "judges_limits", "judge_loads"),
    ),
    (
        *("V4", "308 channels depend on each other in 896 ways, without a cycle."),
        *(FORM, "896", "308 channels, 896 dependencies", "1", "judges_limits", "judge_graph"),
    ),
)


def claims(later: Callable[..., Callable[..., Any]]) -> tuple[Claim, ...]:
    """Make the claims; set a has an ``a`` behind its numbers.

    Parameters
    ----------
    later
        Imports a judge when it is called: module, name and arguments.
    """
    return (
        *(
            Claim(f"servernet/{name}{suffix}", *words, judge=later(module, judge, load=load))
            for suffix, load in SETS.items()
            for name, *words, module, judge in CLAIMS
        ),
        *(
            Claim(f"servernet/{name}", *words, judge=later(module, judge))
            for name, *words, module, judge in CHECKS
        ),
    )
