# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the document, LAN and WAN under two readings, and its future work."""

from __future__ import annotations

import numpy as np
from burstlab.archive import Results
from burstlab.study import Exhibits, figures, present
from burstlab.study.figures import Drawing, Style
from burstlab.study.measures import medians

from . import combinations, panels, reading, runs
from .judges import BASE, END, HIGH, LOT, LOW, PAIR, SIX
from .reading import setting
from .runs import DISTANCES, INFERRED, LAN, LINK, WAN

figure = Exhibits()
HALF = {LINK / 2: "half of the link"}
SHARE = {42: "42 Mb/s as printed"}
QUEUES = {125_000: "125,000 as printed"}
LOT_SHARES = dict.fromkeys((LINK / 4, LINK / 2), "quarter, half of the link")
ADDENDUM = f"{SIX}, {END}: left for later"
PLACES = {
    LAN: Style(LAN, figures.BLUE, "o", 4.5),
    WAN: Style(WAN, figures.VERMILION, "s", 4.5),
}


@figure("2", "Two switches", "figure 2 of the document")
def figure_2(_: Results) -> Drawing:
    """Two-node fan-in and fan-out configuration.

    Sessions from edge devices A to F, left, to A' to F', right. All share the trunk between the
    switches: 4 km in the LAN, 4000 km in the WAN; the links to edge devices are 4 km long. The
    baseline has one session, the pair A and B. The document's drawing is lost.
    """
    return panels.network(1, dict.fromkeys("ABCDEF", (0, 1)))


@figure("3", "Parking lot", "figure 3 of the document")
def figure_3(_: Results) -> Drawing:
    """Parking-lot configuration of four switches.

    A, B, C and F share the last trunk, A and D the first, A, B and E the second: the only
    arrangement that fits Table 2. Trunks of 4 km in the LAN, 1333 km in the WAN. The document's
    drawing is lost.
    """
    paths = {"A": (0, 3), "B": (1, 3), "C": (2, 3), "F": (2, 3), "D": (0, 1), "E": (1, 2)}
    return panels.network(3, paths)


@figure("4", "One source of 76 Mb/s: source, ACR and egress", f"figure 4, {BASE}")
def figure_4(results: Results) -> Drawing:
    """The egress rate follows the source, but not above the link; ACR rises slowly.

    In all figures of two rows, the upper row has EFCI and the use-it-or-lose-it rule of 1995, the
    lower row marked backward RM cells and no such rule. Source and egress are means over 5 ms of
    one trace; where both are equal, egress hides the source. The source bursts beyond 155 Mb/s, the
    egress does not. ACR takes three times as long to the link rate in the WAN. The rule of 1995
    lowers ACR after every lull (upper row). In the lower row ACR stays, except for one fall in the
    WAN: after the lull at 0.65 s more than Xrm RM cells are unanswered.
    """
    return panels.baseline(results, "baseline 76")


@figure("5", "Queue at the edge device, one source of 76 Mb/s", f"figure 5, {BASE}")
def figure_5(results: Results) -> Drawing:
    """The slow rise of ACR makes a large first queue, larger in the WAN.

    Cells, same trace; the claim concerns the first 0.3 s.
    """
    return panels.waiting(results, "baseline 76", "A")


@figure("6", "One source of 10 Mb/s: source, ACR and egress", f"figure 6, {BASE}")
def figure_6(results: Results) -> Drawing:
    """ACR grows to the link rate though the source stays at 10 Mb/s.

    With the rule of 1995 (upper row) ACR follows the source. Without the rule (lower row) ACR is at
    the link rate after 0.3 s, as in the document.
    """
    return panels.baseline(results, "baseline 10")


@figure("7", "Queue at the edge device, one source of 10 Mb/s", f"figure 7, {BASE}")
def figure_7(results: Results) -> Drawing:
    """There is some queue build-up at the edge device.

    Cells, same trace, some 250 at most. In the lower row ACR is soon so high that the queue stays
    empty.
    """
    return panels.waiting(results, "baseline 10", "A")


@figure("8", "Two sources of 76 Mb/s, the second 100 ms later: ACR", f"figure 8, {PAIR}")
def figure_8(results: Results) -> Drawing:
    """Both sessions come to the same ACR, slowly.

    ACR is around 77.5 Mb/s, half of the link; B is drawn over A. Exception: the WAN with bits in
    data cells (upper right), where both fall to the minimum together, and one of them gets nearly
    all of the link during the rise.
    """
    return panels.rates(results, "staggered", "acr", "AB", HALF)


@figure("9", "Two sources of 76 Mb/s, the second 100 ms later: egress", f"figure 9, {PAIR}")
def figure_9(results: Results) -> Drawing:
    """Both sessions get the same rate once the steady state is reached.

    Means over 25 ms; half of the link is 77.5 Mb/s. In the WAN with bits in data cells (upper
    right) there is no steady state.
    """
    return panels.rates(results, "staggered", "egress", "AB", HALF, smooth=True)


@figure("10", "Two sources of 76 Mb/s: queues at the edge devices", f"figure 10, {PAIR}")
def figure_10(results: Results) -> Drawing:
    """Queues at edge devices are much larger in the WAN.

    Cells; each row has its own scale. Upper right: the link is idle half of the time (figure 9), so
    queues only grow. Lower row: queues are larger in the WAN in the first 0.3 s. Then both sessions
    offer 156.9 Mb/s with RM cells to a link of 155, so queues stay in LAN and WAN.
    """
    return panels.waiting(results, "staggered", "AB", sharey="row")


@figure("11", "Two sources of 76 Mb/s: the queue of the switch", f"figure 11, {PAIR}")
def figure_11(results: Results) -> Drawing:
    """Queues at the switch are well under control.

    Longest queue of each 5 ms at S1, the start of the trunk, in cells. The queue exceeds the
    threshold little, in the WAN only with marked backward RM cells (lower row).
    """
    return panels.switch(results, "staggered")


@figure("12", "Six sessions in the LAN: ACR", f"figure 12, {SIX}")
def figure_12(results: Results) -> Drawing:
    """ACR of the 10-Mb/s sources grows to the 42 Mb/s of the large ones.

    Means over 25 ms. With the rule of 1995 (upper row) ACR of the small sources stays near their
    rate, and the claim does not hold.
    """
    return panels.sizes(results, "acr", LAN, SHARE)


@figure("13", "Six sessions in the LAN: egress", f"figure 13, {SIX}")
def figure_13(results: Results) -> Drawing:
    """The 10-Mb/s sources get all they ask for, the others 42 Mb/s.

    Means over 25 ms, RM cells included.
    """
    return panels.sizes(results, "egress", LAN, SHARE)


@figure("14", "Six sessions in the WAN: ACR", f"figure 14, {SIX}")
def figure_14(results: Results) -> Drawing:
    """In the WAN too ACR of all sources comes to some 42 Mb/s.

    Means over 25 ms; each row has its own scale. This holds only with marked backward RM cells
    (lower row): bits in data cells (upper row) drive all rates up and down together.
    """
    return panels.sizes(results, "acr", WAN, SHARE)


@figure("15", "Six sessions in the WAN: egress", f"figure 15, {SIX}")
def figure_15(results: Results) -> Drawing:
    """The 10-Mb/s sources get all they ask for, the others 42 Mb/s.

    Means over 25 ms, RM cells included. With bits in data cells (upper row) there is no steady
    state, and the link is idle more than a third of the time.
    """
    return panels.sizes(results, "egress", WAN, SHARE)


@figure("16", "Six sessions in the LAN: queues at the edge devices", f"figure 16, {SIX}")
def figure_16(results: Results) -> Drawing:
    """Queues of the large sources grow linearly, to 125,000 cells; the others stay small.

    Cells, in hundreds on the left, in hundred thousands on the right. In the lower row the queues
    of A, B and C are empty after the first milliseconds.
    """
    return panels.sizes(results, "waiting", LAN, QUEUES)


@figure("17", "Six sessions in the WAN: queues at the edge devices", f"figure 17, {SIX}")
def figure_17(results: Results) -> Drawing:
    """The same in the WAN: 125,000 cells at 1.5 s.

    Cells, in thousands on the left, in hundred thousands on the right. With bits in data cells
    (upper row) queues are twice as long, and the small sources have queues too.
    """
    return panels.sizes(results, "waiting", WAN, QUEUES)


@figure("18", "Six sessions: the queue of the switch", f"figure 18, {SIX}")
def figure_18(results: Results) -> Drawing:
    """The queue of the switch is well controlled.

    Longest queue of each 5 ms at S1, in cells; all panels have the scale of the worst. In the WAN
    the claim holds only with marked backward RM cells (lower row).
    """
    return panels.switch(results, "six sessions")


@figure("19", "Parking lot: ACR", f"figure 19, {LOT}")
def figure_19(results: Results) -> Drawing:
    """ACR reflects the peak and not the average: D offers 76 Mb/s and is allowed the link rate.

    Means over 25 ms. A, B, C and F share the last trunk and stay near a quarter of the link rate; F
    is drawn over C. Dotted: max-min shares of greedy sources on the last trunk, and of E. With bits
    in data cells the WAN has no steady state (upper right).
    """
    return panels.rates(results, "parking lot", "acr", "ABCDEF", LOT_SHARES, smooth=True)


@figure("20", "Parking lot: egress", f"figure 20, {LOT}")
def figure_20(results: Results) -> Drawing:
    """The shares are acceptably fair: 76 for D and E, some 38 for the others.

    Means over 25 ms. A and B get less than C and F, since every congested switch on their path
    marks. D and E get their full demand.
    """
    return panels.rates(results, "parking lot", "egress", "ABCDEF", LOT_SHARES, smooth=True)


@figure("21", "Parking lot: queues at the edge devices", f"figure 21, {LOT}")
def figure_21(results: Results) -> Drawing:
    """Queues grow linearly in the four sessions that share the last trunk.

    Cells. D and E have no lasting queue, except in the WAN with bits in data cells (upper right).
    """
    return panels.waiting(results, "parking lot", "ABCDEF")


@figure("22", "Parking lot: queues of the switches", f"figure 22, {LOT}")
def figure_22(results: Results) -> Drawing:
    """Queues at the switches keep within reasonable bounds.

    Longest queue of each 5 ms at the start of the trunks, S1 to S3 of figure 3, in cells. In the
    WAN the claim holds only with marked backward RM cells (lower row).
    """
    return panels.switch(results, "parking lot")


@figure("step", "Six sessions go from 10 to 76 Mb/s together", f"{BASE}, {END}: future work")
def step(results: Results) -> Drawing:
    """If sessions whose ACR has grown raise their rates together, the switch may overflow.

    All six send 10 Mb/s until 0.75 s and 76 Mb/s from then on. Longest queue of each 5 ms at S1. In
    the lower row ACR has grown to the link rate by then, and the switch gets six times 76 Mb/s
    until bits return to the sources. The rule of 1995 (upper row) keeps ACR near 10 Mb/s, and the
    step has little effect in the LAN.
    """
    return panels.switch(results, "step")


VERDICTS = {
    combinations.SHOWN: Style(combinations.SHOWN, figures.GREEN, "s", 22),
    combinations.NOT_SHOWN: Style(combinations.NOT_SHOWN, figures.VERMILION, "x", 16),
    combinations.UNDECIDED: Style(combinations.UNDECIDED, figures.MUTED, ".", 16),
}


@figure("sweep", "Claims by combination of open choices", ADDENDUM)
def sweep(results: Results) -> Drawing:
    """Marking points, source rules, and use-it-or-lose-it rules.

    Every combination, judged by the rules of the claims. A column of green squares only: the claim
    does not depend on the open choices.
    """
    found = combinations.verdicts(results)
    if len(found) < len(runs.COMBINATIONS):
        return panels.nothing()
    drawing, panel = figures.subplots(height=9.6)
    for verdict, style in VERDICTS.items():
        rows, columns = np.nonzero((found == verdict).to_numpy())
        panel.scatter(
            *(columns, rows), s=style.size, c=style.colour, marker=style.marker, label=style.label
        )
    each = len(found) // len(runs.POINTS)
    for row in range(each, len(found), each):
        panel.axhline(row - 0.5, color=figures.MUTED, lw=1)
    panel.set_yticks(range(len(found)), found.index, fontsize=6)
    panel.set_xticks(range(found.shape[1]), found.columns, fontsize=7)
    panel.tick_params(labeltop=True)
    panel.set(ylim=(len(found) - 0.4, -0.6), xlim=(-0.6, found.shape[1] - 0.4))
    panels.legend(drawing, [panel])
    return drawing


UNFAIR = "1 - Jain's index"
SHAPES = dict(zip(runs.NETWORKS, zip(figures.COLOURS, "os^D", strict=False), strict=True))


@figure("algorithms", "Switch algorithms with greedy sources", ADDENDUM)
def algorithms(results: Results) -> Drawing:
    """We plan to examine the relative performance of EPRCA with explicit rates.

    Greedy sources. Left: 1 minus Jain's index of egress over max-min share, at least a millionth; a
    small value is fair. Middle: time until every ACR stays within 10 % of its share; 1.5 s means
    never. ERICA targets less than the link rate. Right: longest queue of any switch. The quick
    edition runs gfc-1 and gfc-2 only with the ideal algorithm.
    """
    rows = {a: {s.case: s for s in runs.CONTEST if s.algorithm == a} for a in runs.ALGORITHMS}
    styles = {n: Style(n, colour, shape, 4) for n, (colour, shape) in SHAPES.items()}
    measures = {
        UNFAIR: lambda s: (1 - reading.fairness(results, s)).clip(1e-6),
        "at the share after, s": lambda s: reading.converged(results, s),
        "longest queue": lambda s: reading.values(results, "queue_max", s),
    }
    return panels.dots(results, rows, styles, measures, log=tuple(measures))


@figure("explicit", "Explicit rates and queues by VC against bits", ADDENDUM)
def explicit(results: Results) -> Drawing:
    """We plan to examine EPRCA-ER and EPRCA-EFCI with per-VC queueing.

    Six sessions and parking lot with the document's traffic. Left: 1 minus Jain's index of egress
    over the max-min shares of these demands; a small value is fair. Right: longest queue of any
    switch.
    """
    variants = {
        "bits": {},
        "bits, queues by VC": {"per_vc": True},
        "EPRCA": {"algorithm": "EPRCA"},
        "ERICA": {"algorithm": "ERICA"},
    }
    points = {
        f"{short}, {d}": (case, d, Style(f"{short}, {d}", PLACES[d].colour, shape, 4.5))
        for short, case, shape in (("six", "six sessions", "o"), ("lot", "parking lot", "^"))
        for d in DISTANCES
    }
    rows = {
        words: {n: setting(INFERRED, case, d, **labels) for n, (case, d, _) in points.items()}
        for words, labels in variants.items()
    }
    styles = {name: style for name, (*_, style) in points.items()}
    measures = {
        UNFAIR: lambda s: (1 - reading.fairness(results, s)).clip(1e-6),
        "longest queue of a switch": lambda s: reading.values(results, "queue_max", s),
    }
    return panels.dots(results, rows, styles, measures, log=(UNFAIR,))


@figure("burstiness", "Self-similar, Poisson and constant sources of equal mean", ADDENDUM)
def burstiness(results: Results) -> Drawing:
    """It would be interesting to investigate Poisson and continuous sources of the same rates.

    Six sessions. Left: the queue of each 76-Mb/s source at 1.5 s depends on load, not on bursts.
    Middle: longest queue of a 10-Mb/s source after 0.2 s, plus one for the logarithmic axis. Right:
    longest queue of the switch. A point without a bar is a single run. The quick edition runs the
    WAN only with fGn.
    """
    rows = {
        words: {d: setting(INFERRED, "six sessions", d, arrivals=words) for d in DISTANCES}
        for words in (runs.FGN, runs.HOSTS, runs.POISSON, runs.CONSTANT)
    }
    measures = {
        "D to F, 1000 cells": lambda s: (
            reading.sessions(results, s, "waiting")[HIGH].mean(axis=1) / 1000
        ),
        "A to C, cells + 1": lambda s: (
            1 + reading.sessions(results, s, "waiting_late")[LOW].max(axis=1)
        ),
        "switch, cells": lambda s: reading.values(results, "queue_max", s),
    }
    return panels.dots(results, rows, PLACES, measures, log=("A to C, cells + 1",))


@figure("buffers", "Required buffer sizes", ADDENDUM)
def buffers(results: Results) -> Drawing:
    """Proper provisioning of buffers in edge devices is crucial.

    Top: share of cells that the switch of six sessions loses, by its buffer; a thousandth of a per
    cent stands for none. A buffer up to the threshold never sets a bit, so sources never slow down;
    the quick edition runs only the WAN. Bottom: share of time from 0.2 s on with a longer queue at
    the edge device of a single source of 76 Mb/s, all replications.
    """
    drawing, (loss, wait) = figures.subplots(2, 1, height=6.2)
    loss.set_yscale("log")
    for distance, style in PLACES.items():
        sizes = {n: setting(INFERRED, "six sessions", distance, buffer=n) for n in runs.BUFFERS}
        points = medians(results, sizes, lambda s: 100 * reading.refused(results, s))
        if points:
            lost = [max(one.estimate, 1e-3) for one in points.values()]
            loss.plot(list(points), lost, **style.options)
        for chosen in present(results, [setting(INFERRED, "baseline 76", distance)]):
            cells, share = reading.exceeded(results, chosen, 0.2)
            wait.plot(cells, 100 * share, color=style.colour, label=distance)
    loss.set(xlabel="buffer of a switch port, cells", ylabel="lost, %")
    loss.axvline(500, color=figures.INK, lw=1, ls=":")
    loss.annotate("threshold", (500, 1), xycoords=("data", "axes fraction"), va="top")
    wait.set(xlabel="cells at the edge device", ylabel="time with more, %")
    wait.set_xscale("symlog", linthresh=10)
    wait.set_yscale("log")
    loss.legend(loc="upper right")
    wait.legend(loc="upper right")
    return drawing
