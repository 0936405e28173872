# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the document with rules and measures; checks of the simulator.

The rules are from the document's text, closed forms and derivations, and words of degree are those
of all studies (`burstlab.study.degrees`). README.md says which rules were changed after runs had
been seen, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import (
    SAME,
    Above,
    Below,
    Claims,
    Equals,
    Finding,
    NotAsked,
    Within,
    about,
    derived,
    rule,
)
from burstlab.study.measures import listed, medians, minus, over, typical

from . import expected, reading, runs, stability
from .reading import KILOBYTES, setting, there, values
from .runs import BCN, HOT, MEMORIES, NONE, READINGS, STRONG, Setting

claim, check = Claims(), Claims()
C1, C2, C3, C4, C5, C6, C7 = (f"case {number}" for number in range(1, 8))
GD, N, W, M, PS, MODEL, CONCLUSIONS = (
    *("Gd sensitivity", "N sensitivity", "W sensitivity, fixed gains", "memory size sensitivity"),
    *("equations 7 and 10, Gd sensitivity at M = 150", "stability model", "conclusions"),
)
SETUP = "simulation setup"
FORM = "closed form"
WORKS = 1 - SAME
"""What works has more than this of what is fair or usual; what suffers has less."""
EXACT = 0.01
"""Tolerance of a closed form in checks of the simulator, as a fraction."""
LOW, HIGH = runs.LOW, runs.HIGH
CASE_4 = dict(zip(STRONG, runs.CASE_4, strict=True))
STEADY, LONG = 0.2, 3.0
"""Seconds: from when on after the onset a queue counts as steady, and the least window in which a
flow of cases 2, 5 and 6 has enough samples."""


def require(
    results: Results,
    settings: Iterable[Setting],
    *,
    begin: float = 0.0,
    end: float = 0.0,
    length: float = 0.0,
    note: str = "",
) -> None:
    """Raise `NotAsked` if a setting of a claim has no runs, or a shorter measurement.

    Least begin and end after the onset, and least length of the measurement, in seconds.
    """
    wanted, why = list(settings), "These runs do not ask the claim: "
    missing = [one for one in wanted if not there(results, one)]
    if missing:
        words = f"{len(missing)} of its {len(wanted)} settings are not"
        if len(missing) == len(wanted):
            words = "none of its settings is"
        raise NotAsked(f"{why}{words} among them.", note)
    for one in wanted:
        span = reading.window(results, one)
        for needed, measured, words in (
            (begin, span.begin, f"measured from {begin:g} s after the onset on"),
            (end, span.end, f"run until {end:g} s after the onset"),
            (length, span.end - span.begin, f"measured for {length:g} s"),
        ):
            if measured < needed - 1e-9:
                raise NotAsked(f"{why}they are to be {words}, not {measured:g}.", note)


def judged(
    results: Results, metric: str, settings: Mapping[str, Setting], unit: float = 1.0, **window
) -> Finding:
    """Find a metric in all of some settings, if the edition has them with such a window."""
    require(results, settings.values(), **window)
    return Finding(reading.medians(results, metric, settings, unit))


def by_law(law: str, read: str) -> dict[str, Setting]:
    """Case 1 with either memory."""
    return {f"{memory} memory": setting(read, memory=memory, law=law) for memory in MEMORIES}


@claim("B1", f"{C1}, shared memory", "gated by the hotspot", "case-1 laws")
@rule("no BCN: Gb/s a node", derived(expected.single_stage(16, "shared")), unit="Gb/s")
def hogging_shared(results: Results, _: str) -> Finding:
    """Without BCN frames for the hotspot fill the shared memory; throughput is that of the
    hotspot.
    """
    return _throughput(results, Setting(memory="shared", law=NONE))


@claim("B2", f"{C1}, partitioned memory", "gated by the hotspot", "case-1 laws")
@rule("no BCN: Gb/s a node", derived(expected.single_stage(16, "partitioned")), unit="Gb/s")
def hogging_partitioned(results: Results, _: str) -> Finding:
    """Memory partitioned per input fills too: only the hot node itself keeps its load."""
    return _throughput(results, Setting(law=NONE))


def _throughput(results: Results, chosen: Setting) -> Finding:
    require(results, [chosen])
    hot, paused = (typical(values(results, metric, chosen)) for metric in ("hot", "paused"))
    return Finding(
        typical(reading.steady(results, chosen)),
        f"Hot port {hot:.4g} Gb/s; stations paused {100 * paused.estimate:.0f} % of the time.",
    )


@claim("B3", C1, "BCN controls the hotspot", "case-1 gains-map")
@rule("BCN: Gb/s a node", derived(expected.single_stage(16)), unit="Gb/s")
def controlled(results: Results, read: str) -> Finding:
    """BCN is able to control the hotspot."""
    found = judged(results, "throughput", by_law(BCN, read))
    alone = reading.medians(results, "throughput", by_law(NONE, read))
    return replace(found, note=f"PAUSE alone: {listed(alone, '{} {:.4g}')} Gb/s.")


@claim("B4", C1, "served in full", "case-1")
@rule("BCN: Gb/s of the hot port", derived(HOT), unit="Gb/s")
def hot_port(results: Results, read: str) -> Finding:
    """The hot port stays fully used."""
    return judged(results, "hot", by_law(BCN, read))


@claim("B5", f"{C1}, conclusions", "exceeds target", "case-1 settled model")
@rule("mean queue over Qeq", Above(1))
def above_target(results: Results, read: str) -> Finding:
    """The steady state length of the output queue exceeds its target."""
    unit = 1 / setting().set_point
    found = judged(results, "queue", by_law(BCN, read), unit, begin=STEADY)
    loop = reading.loop(setting(read))
    return replace(
        found,
        note=f"Derived: above for r > 1. Here an increase is r = {loop.ratio:.0f} times a decrease "
        "by the same feedback.",
    )


@claim("B6", f"{C1}, {GD}", "slow, throughput suffers", "gd")
@rule("0.1 Gd0 over base, 0.2 s after the onset", Below(WORKS))
def too_low(results: Results, read: str) -> Finding:
    """Gd too low: slow reaction, overall throughput suffers."""
    return _against_base(results, read, LOW, "throughput", 0.2)


@claim("B7", f"{C1}, {GD}", "hot throughput suffers, queue oscillates", "gd")
@rule(
    "10 Gd0: hot port over base, 50 ms; swing over Qeq",
    {"hot port": Below(WORKS), "swing": Above(1)},
)
def too_high(results: Results, read: str) -> Finding:
    """Gd too high: throughput of the hotspot suffers, the queue oscillates strongly."""
    hot = _against_base(results, read, HIGH, "hot", 0.05)
    compared = {"swing": setting(read, gd=HIGH), "base": setting(read)}
    swings = medians(results, compared, lambda s: reading.swing(results, s))
    return Finding(
        {"hot port": hot.parts, "swing": swings["swing"]},
        f"The queue swings by {listed(swings, '{}: {:.2f}')} times Qeq after its first peak.",
    )


def _against_base(results: Results, read: str, gd: float, column: str, end: float) -> Finding:
    chosen, base = setting(read, gd=gd), setting(read)
    require(results, [chosen, base], end=end)
    ours, usual = (reading.mean_after(results, column, s, 0, end) for s in (chosen, base))
    return Finding(over(ours, usual), f"{typical(ours):.3g} against {typical(usual):.3g} Gb/s.")


def allocation(case: str, kind: str = "max-min") -> dict[str, Equals]:
    """Make the rules of a case's rates: the document states the max-min ones, we derive others."""
    margin = about if kind == "max-min" else derived
    return {f"{s} to {d}": margin(rate) for (s, d), rate in reading.fair(case, kind).items()}


@claim("B8", C2, "0.5 and 7 Gb/s", "case-2 fairness")
@rule("rates of the flows", allocation("2"), unit="Gb/s")
def multi_hop(results: Results, read: str) -> Finding:
    """A fair allocation gives 0.5 Gb/s to all culprits and 7 Gb/s to all victims."""
    return _rates(results, "2", read)


def _rates(results: Results, case: str, read: str, kind: str = "max-min") -> Finding:
    chosen = case_setting(case, read)
    require(results, [chosen], length=LONG)
    frame = reading.flows(results, chosen)
    parts = {f"{s} to {d}": typical(frame[s, d]) for s, d in reading.FLOWS[case]}

    def beside() -> str:
        rates = {each: reading.fair(case, each) for each in ("max-min", "proportional")}
        alone = replace(chosen, law=NONE)
        if there(results, alone):
            rates["PAUSE alone"] = reading.flows(results, alone).median()
        words = [f"{each}: {reading.flows_listed(some)}" for each, some in rates.items()]
        words.insert(0, f"BCN: {listed(parts, '{} {:.3g}')}")
        return "; ".join(words) + "." + _nearly(parts, allocation(case, kind))

    return Finding(parts, beside)


def _nearly(parts: Mapping[str, Interval], rules: Mapping[str, Equals]) -> str:
    """Name parts whose interval excludes the value of its rule, but not the limit beyond that."""
    words = ""
    for name, part in parts.items():
        rule, above = rules[name], part.low > rules[name].value
        limit, side = (rule.limits[1], "above") if above else (rule.limits[0], "below")
        if part.low <= limit <= part.high and not part.low <= rule.value <= part.high:
            words += f" {name} is {side} {rule.value:.3g}, "
            words += f"but perhaps not {side} {limit:.3g}, the limit of its rule."
    return words


def case_setting(case: str, read: str = "", **labels: object) -> Setting:
    """Describe the base setting of a case under a reading."""
    nodes = runs.STATIONS.get(case, 16)
    return setting(read, case=case, nodes=nodes, **labels)


@claim("B9", C2, "5", "case-2-queues")
@rule("no BCN: ports with a mean queue above Qeq", Equals(5), from_document=True)
def five_points(results: Results, _: str) -> Finding:
    """There are five congestion points; all switches and all flows are affected.

    The switches are those of our network, which was chosen so that there are five.
    """
    return _five(results, "2")


def _five(results: Results, case: str) -> Finding:
    chosen = case_setting(case, law=NONE)
    require(results, [chosen])
    frame = reading.table(results, "port", chosen)
    congested = (frame["queue"] > chosen.set_point).groupby([frame["seed"], frame["run"]]).sum()
    queues = frame.groupby("name")["queue"].mean().nlargest(6) * KILOBYTES
    return Finding(
        typical(congested.astype(float)),
        f"Longest mean queues in KB: {listed(queues, '{} {:.0f}')}.",
    )


BACKGROUND = runs.CASES["3"].rate[1] - 0.5


@claim("B10", C3, "5, all flows affected", "case-3")
@rule(
    "congested ports; other traffic, Gb/s",
    {
        "ports, no BCN": Equals(5),
        "others, no BCN": Below(WORKS * BACKGROUND),
        "others, BCN": derived(BACKGROUND),
        "hot port, BCN": derived(0.5),
    },
    from_document=True,
)
def background(results: Results, read: str) -> Finding:
    """With background traffic there are five congestion points and all flows are affected."""
    alone, chosen = case_setting("3", law=NONE), case_setting("3", read)
    require(results, [alone, chosen], begin=STEADY)
    rates = {name: reading.flows(results, s)[0] for name, s in (("no", alone), ("", chosen))}
    others = {name: typical(frame.drop(columns=7).sum(axis=1)) for name, frame in rates.items()}
    return Finding(
        {
            "ports, no BCN": _five(results, "3").parts,
            "others, no BCN": others["no"],
            "others, BCN": others[""],
            "hot port, BCN": typical(values(results, "hot", chosen)),
        },
        f"Other traffic is offered {BACKGROUND:.1f} Gb/s.",
    )


@claim("B11", C4, "150 to 300 KB", "case-4 settled")
@rule("M = 600: mean queue", Within(150, 300), unit="KB")
def high_degree(results: Results, read: str) -> Finding:
    """With 128 ports the queue converges between 150 KB, Qeq, and 300 KB."""
    return judged(results, "queue", case_4(read), KILOBYTES, begin=STEADY)


@claim("B12", C4, "works", "case-4")
@rule("M = 600: Gb/s a node", derived(expected.single_stage(128)), unit="Gb/s")
def high_degree_throughput(results: Results, read: str) -> Finding:
    """With 128 ports BCN controls the hotspot."""
    return judged(results, "throughput", case_4(read), begin=STEADY)


def case_4(read: str) -> dict[str, Setting]:
    """Case 4 with M = 600 and its four gains."""
    limits = READINGS[read]
    return {f"{factor:g} Gd0": replace(s, **limits) for factor, s in CASE_4.items()}


@claim("B13", C5, "2.5 and 7.5 Gb/s", "case-5-6 phases fairness")
@rule("rates of the flows", allocation("5"), unit="Gb/s")
def light_heavy(results: Results, read: str) -> Finding:
    """A fair allocation gives 2.5 Gb/s to all flows to node 8 and 7.5 Gb/s to that to node 4."""
    return _rates(results, "5", read)


@claim("B14", C6, "2.5 and 7.5 Gb/s", "case-5-6 phases fairness")
@rule("rates of the flows", allocation("6"), unit="Gb/s")
def heavy_light(results: Results, read: str) -> Finding:
    """A fair allocation gives 2.5 Gb/s to all flows to switch 2 and 7.5 Gb/s from node 4."""
    return _rates(results, "6", read)


JIANG = "Jiang and Jain, IEEE Infocom minisymposium 2007, abstract"


@claim("P5", JIANG, "proportional fairness and not max-min fairness", "case-5-6 phases fairness")
@rule("case 5: rates of the flows", allocation("5", "proportional"), unit="Gb/s")
def proportional_5(results: Results, read: str) -> Finding:
    """In case 5 BCN gives the proportionally fair rates: 2.0 Gb/s over both points, 2.67 to node 8,
    8.0 to node 4.

    Not in the document.
    """
    return _rates(results, "5", read, "proportional")


@claim("P6", JIANG, "proportional fairness and not max-min fairness", "case-5-6 phases fairness")
@rule("case 6: rates of the flows", allocation("6", "proportional"), unit="Gb/s")
def proportional_6(results: Results, read: str) -> Finding:
    """In case 6 BCN gives the proportionally fair rates: 2.0 Gb/s over both points, 2.67 to switch
    2, 8.0 from node 4.

    Not in the document.
    """
    return _rates(results, "6", read, "proportional")


@claim("B15", C7, "does not converge", "case-7")
@rule("distance of the queue from Qeq at the end of a dwell, over Qeq", Above(reading.SETTLED))
def sweeping(results: Results, read: str) -> Finding:
    """In all cases the hotspot moves too quickly to let the queue converge on Qeq.

    Median over the eight dwells of a run, the last 20 ms of each.
    """
    curves = {
        f"M {size}, {factor:g} Gd0": replace(base, **READINGS[read])
        for size in runs.SIZES
        for factor, base in zip(STRONG, runs.strong("7", 16, (size,))[1:], strict=True)
    }
    require(results, curves.values(), end=runs.DWELL * runs.SWEEP)
    each = round(runs.DWELL / reading.PIECE)

    def distance(chosen: Setting) -> pd.Series:
        means = reading.pieces(results, "queue", chosen).reindex(columns=range(each * runs.SWEEP))
        last = [(means[k - 2] + means[k - 1]) / 2 for k in each * np.arange(1, runs.SWEEP + 1)]
        return (pd.concat(last, axis=1) / chosen.set_point - 1).abs().median(axis=1)

    parts = medians(results, curves, distance)
    return Finding(parts, f"{listed(parts, '{}: {:.2f}')}.")


HALF_ORDER = 5**0.5
"""An effect of first order of five times the samples is a factor 5; of order 1/2 it is this."""


@claim("B16", PS, "first order", "sampling")
@rule(
    "M = 150, first 0.4 s: mean excess of the queue over Qeq",
    {
        "0.1 Gd0, 2 % over 10 %": Within(HALF_ORDER, HALF_ORDER**3),
        "10 %, 0.1 Gd0 over 2 %, 0.5 Gd0": Within(1 / HALF_ORDER, HALF_ORDER),
    },
)
def sampling(results: Results, read: str) -> Finding:
    """The sampling probability has a first-order effect.

    Five times as many samples act like five times the gain Gd, since a decrease is Gd ps Fb per
    time: the queue of the onset decays as fast. Order 1, rounded: a factor of 5^1/2 to 5^3/2.
    """
    chosen = [replace(s, **READINGS[read]) for s in runs.SAMPLED]
    require(results, chosen, end=0.4)
    one, other, gain = excess = [KILOBYTES * reading.excess(results, s, 0.4) for s in chosen]
    names = ("0.1 Gd0, 2 %", "0.1 Gd0, 10 %", "0.5 Gd0, 2 %")
    means = dict(zip(names, map(typical, excess), strict=True))
    return Finding(
        {
            "0.1 Gd0, 2 % over 10 %": over(one, other),
            "10 %, 0.1 Gd0 over 2 %, 0.5 Gd0": over(other, gain),
        },
        f"Excess in KB: {listed(means, '{}: {.estimate:.0f}')}.",
    )


@claim("B17", f"{MODEL}, d", "OG more stressful", "ig")
@rule("OG minus IG: loss of the hot port at 10 Gd0, 0.1 s; sd over Qeq at base gains", Above(0))
def output_generated(results: Results, read: str) -> Finding:
    """Output-generated congestion is more stressful for stability than input-generated."""
    high = [setting(read, case=case, gd=HIGH) for case in ("1", "IG")]
    base = [setting(read, case=case) for case in ("1", "IG")]
    loops = map(reading.loop, base)
    damping = [stability.oscillator(loop, loop.additive).damping for loop in loops]
    note = (
        f"The stability model, from the document's equations, has a damping of {damping[0]:.2f} "
        f"for output-generated and {damping[1]:.2f} for input-generated congestion, whose port is "
        "five times as fast: W/2 sqrt(Gi Ru / (p mu)). By the model input-generated congestion is "
        "the more stressful one."
    )
    require(results, high, end=0.1, note=note)
    require(results, base, begin=STEADY, note=note)
    loss = [
        1 - reading.mean_after(results, "hot", s, 0, 0.1) / service
        for s, service in zip(high, (HOT, runs.LINK), strict=True)
    ]
    spread = [values(results, "queue_sd", s) / s.set_point for s in base]
    parts = {"loss": minus(*loss), "deviation": minus(*spread)}
    return Finding(
        parts,
        f"Loss {typical(loss[0]):.3f} and {typical(loss[1]):.3f}, deviation "
        f"{typical(spread[0]):.3f} and {typical(spread[1]):.3f}. {note}",
    )


@claim("B18", N, "grows with r", "sensitivity")
@rule("increase of the mean queue", Above(0), unit="KB", from_document=True)
def degree(results: Results, read: str) -> Finding:
    """The queue grows with the number of flows at the hotspot.

    The document shows only curves; the growth follows from r, which is proportional to N - 1.
    """
    chosen = {n: setting(read, nodes=n) for n in (8, 16, 32)}
    require(results, chosen.values(), begin=STEADY)
    queues = {n: KILOBYTES * values(results, "queue", s) for n, s in chosen.items()}
    means = {n: typical(queue) for n, queue in queues.items()}
    return Finding(
        {f"{n} over {m}": minus(queues[n], queues[m]) for m, n in pairwise(queues)},
        f"KB by N: {listed(means, '{}: {.estimate:.0f}')}.",
    )


@claim("B19", W, "X below 2", "sensitivity gains-map")
@rule(
    "hot port over service at W = 50; deviation over that of W = 2",
    {"hot port, W 50": Below(WORKS), "W 10": Above(1), "W 0.1": Above(1)},
    from_document=True,
)
def weight(results: Results, read: str) -> Finding:
    """Too much weight of the derivative starves the hot port, too little does not damp the queue.

    The document shows only curves; the limits follow from X = W Gi Ru L / (ps mu), 12.5 at W = 50
    and 2.5 at W = 10, and from the damping, 0.02 at W = 0.1.
    """
    chosen = {w: setting(read, weight=w) for w in (0.1, 2.0, 10.0, 50.0)}
    require(results, chosen.values(), begin=STEADY)
    sd = {w: values(results, "queue_sd", s) for w, s in chosen.items()}
    deviations = {w: KILOBYTES * each.median() for w, each in sd.items()}
    return Finding(
        {
            "hot port, W 50": typical(values(results, "hot", chosen[50.0]) / HOT),
            "W 10": over(sd[10.0], sd[2.0]),
            "W 0.1": over(sd[0.1], sd[2.0]),
        },
        f"Deviation in KB by W: {listed(deviations, '{:g}: {:.1f}')}.",
    )


@claim("B20", M, "follows Qeq = M/4", "sensitivity")
@rule("mean queue over Qeq", Within(1, 2), from_document=True)
def memory_size(results: Results, read: str) -> Finding:
    """The queue follows its target as memory grows.

    The document shows only curves; r = 30 implies that the queue is above its target. Follows:
    converges between Qeq and twice Qeq, as the document says of case 4.
    """
    chosen = {f"M {size}": setting(read, kilobytes=size) for size in (150, 300, 600, 1200)}
    require(results, chosen.values(), begin=STEADY)
    parts = medians(results, chosen, lambda s: reading.filling(results, s))
    return Finding(parts, f"{listed(parts, '{}: {:.3f}')}.")


@claim("B21", SETUP, "lossless")
@rule("lost and missing frames", Equals(0), from_document=True)
def lossless(results: Results, read: str) -> Finding:
    """Operation is lossless.

    No seed can change this: the headroom, our assumption, is computed for the worst case.
    """
    chosen = results.where(**{"law": (NONE, BCN)})
    labels, limits = chosen.labels(), READINGS[read]
    ours = labels["association"] == limits["association"]
    ours |= ~labels["case"].isin(runs.SWITCHED)
    ours &= labels["clamp"] == limits["clamp"]
    ours |= labels["law"] != BCN
    counts = pd.concat(chosen.scalars(f"hotspot.{name}") for name in ("dropped", "missing"))
    lost = counts["value"][counts["run_id"].isin(labels.index[ours])].abs().sum()
    return Finding(Interval.exact(float(lost), int(ours.sum())), f"{ours.sum()} runs.")


WORKS_IN = {
    **dict.fromkeys("1234567", expected.single_stage(16)),
    "4": expected.single_stage(128),
    **{case: runs.CASES[case].rate[1] / nodes for case, nodes in runs.STATIONS.items()},
    "IG": expected.input_generated(),
}
"""Mean Gb/s that a station receives under max-min fairness."""


@claim("B22", CONCLUSIONS, "works", "works")
@rule("throughput, and rate of the worst-off flow, over those of the fair allocation", Above(WORKS))
def works(results: Results, read: str) -> Finding:
    """BCN works for all the scenarios simulated.

    A case works where the throughput and each flow have their fair share; where destinations are
    uniform, each node that receives.
    """
    chosen = {case: works_setting(case, read) for case in WORKS_IN}
    long = [chosen[case] for case in reading.FLOWS]
    require(results, chosen.values())
    require(results, long, length=LONG)
    parts = {}
    for case, one in chosen.items():
        parts[f"case {case}"] = typical(works_at(results, one))
        parts[f"case {case}, worst off"] = typical(reading.worst_off(results, one))
    pause = {case: replace(one, law=NONE) for case, one in chosen.items()}
    alone = medians(results, pause, lambda one: works_at(results, one))
    enough = [case for case, part in alone.items() if part.estimate > WORKS]
    return Finding(
        parts,
        f"PAUSE alone, over the fair throughput, by case: {listed(alone, '{}: {.estimate:.2f}')}."
        + (f" There PAUSE alone carries as much: {', '.join(enough)}." if enough else ""),
    )


def works_at(results: Results, chosen: Setting) -> pd.Series:
    """Throughput of a setting over that of the fair allocation, by replication."""
    return values(results, "throughput", chosen) / WORKS_IN[chosen.slide]


def works_setting(case: str, read: str) -> Setting:
    """Describe the setting that represents a case."""
    chosen = {"4": CASE_4[1.0], "7": runs.strong("7", 16, (600,))[1]}
    return replace(chosen[case], **READINGS[read]) if case in chosen else case_setting(case, read)


@check("V1", FORM, "0")
@rule("relative deviation of the throughput", Equals(0, EXACT))
def closed_forms(results: Results, _: str) -> Finding:
    """Throughputs equal the closed forms, with 8 to 128 stations and either memory."""
    parts = {}
    for chosen, form in forms():
        if reading.repeated(results, chosen):
            off = reading.steady(results, chosen) / form - 1
            name = f"{chosen.case}, N {chosen.nodes}, {chosen.memory}, {chosen.law}"
            name += f" {chosen.clamp}" if chosen.law == BCN else ""
            parts[name] = typical(off)
    worst = max(parts, key=lambda name: abs(parts[name].estimate), default="none")
    return several(parts, f"{len(parts)} settings; largest deviation: {worst}.")


def forms() -> Iterable[tuple[Setting, float]]:
    """Settings with a closed form of the throughput."""
    for law, nodes, memory in (
        *product((NONE,), (8, 16, 32, 128), MEMORIES),
        *product((BCN,), (8, 16, 32), MEMORIES),
        (BCN, 128, "partitioned"),
    ):
        value = expected.single_stage(nodes, memory if law == NONE else "")
        for clamp in ("None", "Total") if law == BCN else ("None",):
            yield Setting(nodes=nodes, memory=memory, law=law, clamp=clamp), value
    for law, memory in product((NONE, BCN), MEMORIES):
        value = expected.input_generated(memory if law == NONE else "")
        yield Setting("IG", memory=memory, law=law), value


NEAR_TARGET = 1.5
"""KB: the sampled frame, which the congestion point counts and the time average does not."""
SETTLES = 2.0
"""Largest X for which the derivation holds."""


@check("V2", FORM, "sign of r - 1", "settled gains-map")
@rule("KB on the right side of Qeq", Above(0), unit="KB")
def side(results: Results, _: str) -> Finding:
    """A settled queue is below Qeq for r < 1, within 1.5 KB of Qeq for r from 1 to 2, above for r >
    2.
    """
    parts, empty = {}, []
    for chosen, frame in settled(results).items():
        offset = KILOBYTES * (frame["queue"] - chosen.set_point)
        ratio = reading.loop(chosen).ratio
        right = -offset if ratio < 1 else NEAR_TARGET - offset.abs() if ratio <= 2 else offset
        if (frame["queue_min"] > 0).all():
            parts[f"r {ratio:.3g} ({reading.words(chosen)})"] = typical(right)
        else:
            empty.append(right.median() > 0)
    beyond = f"{len(empty)} more run empty, {sum(empty)} of them on the right side"
    return several(parts, f"{len(parts)} settings settled; {beyond}.")


def settled(results: Results) -> dict[Setting, pd.DataFrame]:
    """Mean and smallest queue of settings with X below 2 and replications that all settled.

    Settings with Gd = 6.6667e-8 are left out, since their onset takes longer than the run.
    """
    return {
        chosen: frame
        for chosen, frame in reading.controlled(results, "queue", "queue_min", "settled").items()
        if len(frame) >= reading.ENOUGH
        and reading.loop(chosen).derivative < SETTLES
        and chosen.gd > runs.gains(600, [0.1])[0] * 1.01
        and np.isfinite(frame["settled"]).all()
    }


@check("V3", FORM, "0")
@rule("lost and missing frames", Equals(0))
def conserved(results: Results, _: str) -> Finding:
    """No run loses a frame: every frame sent was received or is in the network."""
    counts = [results.scalars(f"hotspot.{name}")["value"].abs() for name in ("dropped", "missing")]
    return Finding(Interval.exact(float(sum(c.sum() for c in counts)), len(counts[0])))


@check("V4", FORM, "above 0")
@rule("smallest distance of a high-water mark from its limit", Above(0), unit="KB")
def headroom(results: Results, _: str) -> Finding:
    """The headroom suffices: no partition of any memory was ever full.

    Of all runs with the same run number the smallest distance.
    """
    margins = KILOBYTES * results.scalars("hotspot.margin").set_index("run_id")["value"]
    run = results.runs().loc[margins.index]
    least = margins.groupby([run["seed"], run["run"]]).min()
    return Finding(typical(least), f"Smallest of all: {margins.min():.3g} KB.")


@check("V5", FORM, "0")
@rule("hot port under PAUSE alone, relative deviation", Equals(0, EXACT))
def work_conserving(results: Results, _: str) -> Finding:
    """The hot port is work-conserving: with frames waiting it sends at its service rate."""
    chosen = [s for s, _ in forms() if (s.case, s.law) == ("1", NONE)]
    return several(
        {
            f"N {s.nodes}, {s.memory}": typical(values(results, "hot", s) / HOT - 1)
            for s in chosen
            if reading.repeated(results, s)
        }
    )


def several(parts: dict[str, Interval], note: str = "") -> Finding:
    """Make the finding of a check from the settings that have enough replications, if any."""
    if not parts:
        raise NotAsked(f"No setting has {reading.ENOUGH} replications.")
    return Finding(parts, note)
