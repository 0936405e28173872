# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""ServerNet under Poisson and self-similar load: figures 3 to 6 of the document and its claims.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from burstlab.study import Figure, Study, Table

from .claims import claims
from .runs import specs

if TYPE_CHECKING:
    from burstlab.archive import Results

EXPECTED = "What has to come out"


def later(module: str, name: str, **arguments: str) -> Callable[[Results], Any]:
    """Import what draws, tabulates and judges when it is called: listing studies stays quick."""

    def call(results: Results) -> Any:
        function = getattr(import_module(f"{__name__}.{module}"), name)
        return partial(function, **arguments)(results)

    return call


STUDY = Study(
    name="servernet",
    title="ServerNet: a wormhole network under bursty load",
    document=(
        "D. R. Avresky, V. Shurbanov, R. Horst, P. Mehra: "
        "Performance Evaluation of the ServerNet SAN under Self-Similar Traffic"
    ),
    summary=(
        "120 devices on 32 routers without a buffer that could hold a burst. The same average "
        "load, once as Poisson arrivals and once in trains: what stalls, where it begins, and "
        "how long requests take."
    ),
    assumptions=(
        "The network is Tetra 16 as HP's manuals describe it; its graph and categories 1, 2, 4 and "
        "7 are reconstructed.",
        "A tick is 20 ns, a flit a byte; requests and responses have 16, 76, 80 and 12 flits.",
        "Routers take 15 ticks for a head, FIFOs hold 64 flits, outputs choose at random.",
        "CPUs have at most 8 outstanding requests, I/O devices 2; what comes beyond is deferred.",
        "Set b (claims C1 to C24): one train of requests for each device, OFF stretched to "
        "the load. Set a (claims C1a to C24a): one pool of trains for the network, each request to "
        "a random device. Poisson load is the same in both.",
        "Sources start in equilibrium, the network is warmed up for 1 ms.",
        "Up is the direction away from the devices.",
        "Intervals are 95 % t-intervals over at least 5 replications with common random numbers.",
        "The rules of the verdicts were fixed in scenarios/servernet/README.md before the runs.",
    ),
    specs=specs,
    figures=(
        Figure(
            id="factor-four",
            title="The factor of four comes from a fresh start",
            statement=(
                "Self-similar traffic has about four times the two-way delivery time; link 3 "
                "stalls more than 70 % of the time."
            ),
            source="section 3, figure 4b",
            caption=(
                "Pattern U, lambda 20, with 95 % intervals. Trains of requests have silences "
                "between them, a few of them very long; a source that has been running for ever "
                "is mostly in one of those. Where all sources start anew they are missing at "
                "first: in the 8 ms of the quick edition 25 instead of 20 requests/(device ms) "
                "are offered, and both numbers of the document are there. In equilibrium trains "
                "take about as long as Poisson arrivals, 1.3 times as long at the same actual "
                "rate. The pool, a few trains for all devices together, takes longer, but not "
                "four times as long."
            ),
            draw=later("headline", "draw_factor_four"),
        ),
        Figure(
            id="figure-3",
            title="The network and its categories of links",
            statement=(
                "16 CPUs and 104 I/O devices; the device group is the same at each of the four "
                "routers of the tetrahedron."
            ),
            source="section 2.2, figure 3",
            caption=(
                "Drawn from the topology file. One of the four quadrants in full; the others hang "
                "on the tetrahedron in the same way. Follow the thickest line: what the outer "
                "CPUs send has to pass 3, 6 and 8; what the core CPUs send (5) leaves through 4."
            ),
            draw=later("picture", "draw_topology"),
        ),
        Figure(
            id="figure-4",
            title="The pool saturates the network earlier, trains of devices do not",
            statement=(
                "Self-similar traffic saturates the network at lower average rates, has a higher "
                "throughput before, and about four times the two-way delivery time."
            ),
            source="section 3, figure 4",
            caption=(
                "Pattern U, sources in equilibrium, means with 95 % intervals. Before saturation "
                "the network carries what is offered, the dotted line in (a): nothing can be "
                "higher. Dotted in (b): a request alone in the network."
            ),
            draw=later("drawings", "draw_curves", patterns="U"),
        ),
        Figure(
            id="figure-4-cs-t",
            title="The same for traffic within a quadrant and for remote traffic",
            statement=(
                "Two-way times two to three times higher under CS; under T the increase was of "
                "higher magnitude."
            ),
            source="section 3, patterns CS and T",
            caption=(
                "Above CS, below T. T crosses the tetrahedron with every request and is the first "
                "to saturate."
            ),
            draw=later("drawings", "draw_curves", patterns="CS T"),
        ),
        Figure(
            id="figure-5",
            title="What the links do",
            statement=(
                "All link categories display an increased stalled time, particularly 3, 6 and 8; "
                "3 stalls more than 70 % of the time, 5 does not."
            ),
            source="section 3, figure 5",
            caption=(
                "Share of time, pattern U, lambda 20, sources in equilibrium. Stalled: a packet "
                "holds the link and no flit moves. But for 7, next to nothing stalls on the way "
                "down."
            ),
            draw=later("drawings", "draw_links"),
        ),
        Figure(
            id="figure-6",
            title="The longest two-way times",
            statement=(
                "Self-similar traffic does not produce a higher maximum; high delivery times occur "
                "more often."
            ),
            source="section 3, figure 6",
            caption=(
                "Pattern T, lambda 40, at least 660,484 samples of each load. Above the histogram "
                "with a logarithmic count, below the share of samples that took longer. Dotted: "
                "one in 100,000, the 99.999 percentile."
            ),
            draw=later("drawings", "draw_tail"),
        ),
        Figure(
            id="domino",
            title="The domino, as it falls",
            statement=("It begins at link 8; its stalling propagates through link 6 to link 3."),
            source="section 3, domino effect",
            caption=(
                "40 us of one quadrant, pattern U, lambda 20, one train a device. A bar is a "
                "stall, its colour says what the packet in front waits for; in between flits "
                "move, or nothing is sent. Follow the arrows up: when a packet has to wait for "
                "link 8, it stands on 6 and 3 and stalls both; the other CPU then waits for 6. "
                "Link 8 itself is busy and seldom stalls."
            ),
            draw=later("domino", "draw_domino"),
        ),
        Figure(
            id="proposals",
            title="What the document proposes, done",
            statement=(
                "Larger buffers, fewer outstanding requests and suitable arbitration will be "
                "required."
            ),
            source="section 4, proposals",
            caption=(
                "Two-way time under U at lambda 20. Buffers of three packets help, fewer "
                "outstanding requests hardly. All settings see the same requests: what is between "
                "them is surer than the intervals look."
            ),
            draw=later("drawings", "draw_proposals"),
        ),
        Figure(
            id="arbitration",
            title="Who may go first",
            statement="Suitable router arbitration policies will maximize the performance.",
            source="section 4, arbitration",
            caption=(
                "Throughput under T at lambda 40, far beyond saturation, with 95 % intervals. The "
                "runs with random arbiters are those of figure 6, which take longer than the "
                "others."
            ),
            draw=later("drawings", "draw_arbitration"),
        ),
        Figure(
            id="start",
            title="Why a fresh start carries more",
            statement="Before saturation throughput is higher under self-similar traffic.",
            source="section 3, figure 4a",
            caption=(
                "Load offered since the start, without a network, lambda 14, over its mean. Trains "
                "of devices that start anew, in either way, offer too much for a very long time; "
                "in equilibrium they do not. The pool hardly knows its start."
            ),
            draw=later("drawings", "draw_starts"),
        ),
    ),
    tables=(
        Table(
            id="ratios",
            title="Self-similar over Poisson",
            statement=(
                "Two-way delivery time is approximately four times higher; stalling is two to "
                "three times higher under CS and T."
            ),
            source="sections 3 and 4",
            caption=(
                "Geometric means with 95 % intervals. At equal actual rate: Poisson interpolated "
                "to the generation rate of the self-similar runs, which the limits of outstanding "
                "requests keep below lambda. Deferral hides requests, so that equal lambda is not "
                "equal load beyond saturation."
            ),
            build=later("tables", "build_ratios"),
        ),
        Table(
            id="starts",
            title="What the start of the sources does",
            statement=(
                "Before saturation throughput is higher under self-similar traffic; two-way times "
                "are four times higher, link 3 stalls more than 70 % of the time."
            ),
            source="section 3, figures 4 and 5",
            caption=(
                "Pattern U; offered in requests/(device ms), ratios to Poisson. The document does "
                "not say how its trains begin. With one train a device a fresh start offers more "
                "than lambda for the length of these runs, and that alone makes most of the "
                "difference between the two kinds of traffic."
            ),
            build=later("tables", "build_starts"),
        ),
        Table(
            id="tail",
            title="The 99.999 percentile",
            statement=(
                "660,484 samples are needed to estimate the 99.999 percentile with a confidence "
                "interval of 99 %."
            ),
            source="section 3, equation 2",
            caption=(
                "z = 2.57 gives 660,484, the exact quantile 663,484. What the formula gives is the "
                "relative error of the share beyond the percentile, 100 %: 6.6 samples lie there. "
                "The 99 % rank interval of the percentile takes samples for independent, and "
                "those of one run are not: compare the maxima of the replications."
            ),
            build=later("tables", "build_tail"),
        ),
        Table(
            id="sensitivity",
            title="What the assumed numbers do",
            statement="No limit of I/O devices, no FIFO size and no router latency is given.",
            source="sections 2 and 2.1",
            heading="What the document leaves open",
            caption=(
                "Pattern U, lambda 20, one number changed at a time; two-way times in us and the "
                "ratio of claim C5 with its interval."
            ),
            build=later("tables", "build_sensitivity"),
        ),
        Table(
            id="blame",
            title="Who holds up whom",
            statement="The stalling of these links is caused by a domino effect.",
            source="section 3, domino effect",
            caption=(
                "Of the stalled ticks of a category on the way up (row), the share in % in which "
                "the packet in front waits for a category (column; d: down). Pattern U, lambda 20, "
                "one train a device."
            ),
            build=later("tables", "build_blame"),
        ),
        Table(
            id="arbiters",
            title="Arbiters",
            statement="Suitable router arbitration policies will maximize the performance.",
            source="section 4, arbitration",
            caption=(
                "Pattern T, lambda 40, one train a device; means over the replications. Runs with "
                "random arbiters are those of figure 6: the longest times of the others, over "
                "less time, do not compare with theirs."
            ),
            build=later("tables", "build_arbiters"),
        ),
        Table(
            id="test-bed",
            title="Bulk transfers on a test bed",
            statement=(
                "The testbed consisted of 8 routers and 24 end devices performing bulk data "
                "transfers."
            ),
            source="section 2.1",
            caption=(
                "A cube of routers, every device writes to one partner as fast as its 8 "
                "outstanding requests allow, through both engines. Without contention it would be "
                "33 MB/s: 64 bytes of data in 96 ticks, a write of 80 flits, a response of 12, and "
                "2 ticks after each."
            ),
            build=later("tables", "build_test_bed"),
        ),
    ),
    claims=claims(later),
    budget_s=75,
    full_note=(
        "some 1770 runs of 40 to 100 ms of simulated time, and 30 of 0.4 s for figure 6: about "
        "an hour of processor time."
    ),
)
