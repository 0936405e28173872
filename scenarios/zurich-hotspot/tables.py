# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the study."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import jain
from burstlab.study import Exhibits, Judgement, Rows, judge, present, present_items
from burstlab.study.measures import listed, typical

from . import judges, reading, runs, stability
from .drawings import NEXT, limited
from .judges import C1, C2, C5, MODEL, SETUP, case_setting
from .reading import KILOBYTES, MILLISECONDS, setting, values
from .runs import BCN, LIMITED, NONE, OCCUPANCY, QCN, READINGS, Setting

table = Exhibits()
OPEN = "Open choices of the document"
SHARES = ("B13", "B14", "P5", "P6")
"""Claims of rates where two hotspots meet."""


@table("timing", "Verdicts by what of links and slots is drawn", SETUP, heading=OPEN, empty="claim")
def timing(results: Results) -> Rows:
    """PAUSE per input: high = M - rtt bw.

    The document gives no rtt, so no delay of a link, nor the start of a station's slots. The same
    claims and rules with own delays and phases, as everywhere else on this page; with one delay of
    all links a replication; and with 500 ns for all and aligned slots. Limited feedback, shares
    also as printed: verdict, deciding value and its interval.
    """
    from .study import STUDY  # a cycle: STUDY lists this table

    parts = {name: results.where(timing=name) for name in reading.timings(results)}
    for claim in STUDY.claims:
        for name in runs.LIMITS if claim.id in SHARES else (LIMITED,):
            found = {kind: judge(STUDY, claim, name, of)[0] for kind, of in parts.items()}
            if any(found[kind].verdict != "not-asked" for kind in parts if kind != runs.OWN):
                words = {kind: written(judgement) for kind, judgement in found.items()}
                yield {"claim": claim.id, "reading": name, **words}


def written(found: Judgement) -> str:
    """Write a verdict with its value and interval."""
    if found.measured is None:
        return found.verdict
    ends = "" if found.low is None else f" [{found.low:.3g}, {found.high:.3g}]"
    return f"{found.verdict} {found.measured:.3g}{ends}"


@table("settled", "The queue against r", MODEL, empty="setting")
def settled(results: Results) -> Rows:
    """OQ steady state length exceeds target.

    Derived: increases and decreases balance, so the queue is above Qeq for r > 1 and below for r <
    1. The distance is z standard deviations of the feedback (normal feedback assumed; the deviation
    is not predicted). Deviation implied: distance over z. Settings with X above 2, with a run that
    did not settle or whose queue ran empty are no check.
    """
    measured = reading.controlled(results, "queue", "queue_min", "queue_sd", "hot", "settled")
    for chosen in sorted(measured, key=lambda one: reading.loop(one).ratio):
        loop = reading.loop(chosen)
        queue, least, spread, hot, times = (measured[chosen][column] for column in measured[chosen])
        z = stability.noise_offset(loop.ratio)
        away = typical(KILOBYTES * (queue - chosen.set_point)).estimate
        yield {
            "setting": reading.words(chosen),
            "r": loop.ratio,
            "X": loop.derivative,
            "Qeq, KB": KILOBYTES * chosen.set_point,
            "queue, KB": f"{typical(KILOBYTES * queue):.1f}",
            "smallest, KB": KILOBYTES * least.min(),
            "z": z,
            "deviation implied, KB": away / z if away * z > 0 and abs(z) > 1e-6 else None,
            "deviation of the queue, KB": KILOBYTES * spread.median(),
            "hot port, Gb/s": hot.median(),
            "settled after, ms": _if_all(times),
        }


@table("fairness", "Shares against fair shares", f"{C2}, {C5} and 6", empty="case")
def fairness(results: Results) -> Rows:
    """Fair allocation provides 0.5 and 7 Gb/s in case 2, 2.5 and 7.5 Gb/s in cases 5 and 6.

    Jain's index of the rates over the fair rates of either kind, 1 if all ratios are equal; median
    rates. The association decides from which of two congestion points a flow accepts positive
    messages.
    """
    for case in ("2", "5", "6"):
        laws = {NONE: case_setting(case, law=NONE)}
        for words, variant in (("", "as stated"), (", self-increase", "self-increase")):
            for name in READINGS:
                laws[f"BCN, {name}{words}"] = case_setting(case, name, variant=variant)
        laws |= {law: case_setting(case, law=law) for law in (QCN, OCCUPANCY)}
        kinds = {kind: reading.fair(case, kind) for kind in ("max-min", "proportional")}
        rows = {
            words: reading.flows(results, chosen).median()
            for words, chosen in present_items(results, laws).items()
        }
        rows |= {f"{kind} fair": rates for kind, rates in kinds.items()}
        for words, rates in rows.items():
            shares = {flow: rates[flow] for flow in reading.FLOWS[case]}
            yield {
                "case": case,
                "law": words,
                **{
                    f"index, {kind}": jain(list(shares.values()), list(fair.values()))
                    for kind, fair in kinds.items()
                },
                "rates, Gb/s": reading.flows_listed(shares, ".2f"),
            }


@table("laws", "BCN, QCN and PAUSE alone", f"{NEXT}, conclusions", empty="case")
def laws(results: Results) -> Rows:
    """Potential for improvement; large improvements seem achievable.

    The same cases under each law. Paused: mean share of the time in which a station was paused.
    False: messages of ports with less load than service rate, in percent.
    """
    compared = product(runs.CULPRITS, (NONE, BCN, QCN, OCCUPANCY))
    for chosen in present(results, [limited(replace(base, law=law)) for base, law in compared]):

        def median(metric: str, chosen: Setting = chosen) -> float:
            return float(values(results, metric, chosen).median())

        yield {
            "case": f"{chosen.slide}, {chosen.memory}",
            "law": chosen.law,
            "throughput, Gb/s a node": median("throughput"),
            "hot port, Gb/s": median("hot"),
            "hot queue, KB": KILOBYTES * median("queue"),
            "its deviation, KB": KILOBYTES * median("queue_sd"),
            "messages": int(median("messages")),
            "false, %": 100 * median("false") / (median("messages") or np.nan),
            "PAUSE frames": int(median("pauses")),
            "paused, %": 100 * median("paused"),
        }


@table("victims", "Paused stations and ports", f"{C1}, {C2}", empty="case")
def victims(results: Results) -> Rows:
    """Hogging occurs with shared as well as partitioned memory.

    Most paused stations and ports, share of the time in percent; a victim is paused although none
    of its frames are for the hot port.
    """
    cases = [case_setting(case, LIMITED) for case in ("1", "2", "3", "5", "6")]
    for chosen in present(results, [replace(s, law=law) for s in cases for law in (NONE, BCN)]):
        paused = 100 * reading.table(results, "port", chosen).groupby("name")["paused"].mean()
        paused = paused[paused >= 0.05]
        yield {
            "case": chosen.case,
            "law": chosen.law,
            "ports paused": len(paused),
            "most, %": listed(paused.nlargest(8), "{} {:.1f}"),
        }


@table("false", "Messages from uncongested ports", MODEL, empty="M, KB")
def false_messages(results: Results) -> Rows:
    """No surprises were found.

    Derived: after a sample of an empty queue, the next sample is negative for q > Qeq / (1 + W).
    With small memory a queue at 85 % load reaches that length by chance.
    """
    rows = {
        (size, name): setting(name, kilobytes=size)
        for size in (150, 300, 600, 1200)
        for name in runs.LIMITS
    }
    for (size, name), chosen in present_items(results, rows).items():
        frames = chosen.set_point / (1 + chosen.weight) / runs.FRAME
        yield {
            "M, KB": size,
            "feedback": name,
            "negative from an empty queue, frames": frames,
            "messages": f"{typical(values(results, 'messages', chosen)):.0f}",
            "of uncongested ports": f"{typical(values(results, 'false', chosen)):.0f}",
        }


@table("limits", "Limits, initial rate, BCN(0,0), BCN_MAX", SETUP, heading=OPEN, empty="variant")
def limits(results: Results) -> Rows:
    """No BCN(0,0) or BCN_MAX, no self-increase; the initial rate of a limiter is not stated.

    Case 1, partitioned, limited feedback. The longest queue and the mean hot rate of the first
    50 ms show the onset, the rest is the steady state.
    """
    for chosen in present(results, [setting(LIMITED, variant=name) for name in runs.VARIANTS]):
        hot, throughput = (
            reading.mean_after(results, column, chosen, 0, 0.05).median()
            for column in ("hot", "throughput")
        )
        yield {
            "variant": chosen.variant,
            "longest queue, KB": _longest(results, chosen),
            "hot port, first 50 ms": hot,
            "throughput, first 50 ms": throughput,
            "throughput later, Gb/s a node": values(results, "throughput", chosen).median(),
            "hot port later": values(results, "hot", chosen).median(),
            "queue later, KB": KILOBYTES * values(results, "queue", chosen).median(),
        }


def _longest(results: Results, chosen: Setting) -> float:
    """Largest step mean of the hot queue, KB."""
    series = reading.series(results, chosen)
    return KILOBYTES * float(series.groupby(["seed", "run"])["queue"].max().median())


@table("transients", "Transients", f"{NEXT}, 1a", empty="Gd")
def transients(results: Results) -> Rows:
    """Study transient response characteristics.

    Case 1, partitioned. Predicted by the fluid model: the longest queue and the first return to Qeq
    after the onset.
    """
    rows = {
        (words, name): setting(name, gd=gd)
        for words, gd in (("0.1 Gd0", judges.LOW), ("base", runs.GD), ("10 Gd0", judges.HIGH))
        for name in runs.LIMITS
    }
    for (words, name), chosen in present_items(results, rows).items():
        found = stability.course(reading.loop(chosen), 0.4, 1e9 * runs.LOAD / 15)
        low = reading.descent(found.queue, chosen.set_point)
        yield {
            "Gd": words,
            "feedback": name,
            "longest queue, KB": _longest(results, chosen),
            "predicted": KILOBYTES * found.queue.max(),
            "back at Qeq after, ms": _if_all(reading.back(results, chosen)),
            "predicted, ms": MILLISECONDS * found.times[low] if low is not None else None,
            "settled after, ms": _if_all(reading.settling(results, chosen)),
        }


def _if_all(times: pd.Series) -> float | None:
    """Median of times in ms, if all replications have a time."""
    return (MILLISECONDS * times).median() if times.notna().all() else None


@table("proposed", "Gains proposed", "conclusions", heading=OPEN)
def proposed(_: Results) -> Rows:
    """Correct parameter setting remains open, particularly Gd and Gi require attention.

    For the hot port of each case, from Qeq, W, ps, HSD and mu: X = 1/2, so that a message corrects
    half of the queue's change; r = 5 if the largest decrease of a half allows, at most 30. The
    document's gains are shown for comparison.
    """
    for chosen in (s for s in runs.CULPRITS if s.memory == "partitioned"):
        stated = reading.loop(chosen)
        loop = stability.propose_gains(stated)
        yield {
            "case": chosen.slide,
            "HSD": int(stated.flows),
            "mu, Gb/s": stated.service / 1e9,
            "Gi proposed, 1/B": f"{loop.increase:.3g}",
            "Gd proposed, 1/B": f"{loop.decrease:.3g}",
            "r": loop.ratio,
            "X": loop.derivative,
            "Gi stated": f"{stated.increase:.3g}",
            "Gd stated": f"{stated.decrease:.3g}",
            "r stated": stated.ratio,
            "X stated": stated.derivative,
        }


@table("closed-forms", "Throughputs in closed form", C1, heading="Derived", empty="case")
def closed_forms(results: Results) -> Rows:
    """Mean aggregate throughput gated by hotspot throughput.

    Gb/s per node; N stations at 8.5 Gb/s, one of them served at 2. Shared memory stops all inputs
    together; partitioned memory all but that of the slow node; BCN throttles only traffic to the
    slow node. IG: four nodes send all their load to node 1.
    """
    forms = dict(judges.forms())
    measured = reading.medians(results, "throughput", {chosen: chosen for chosen in forms})
    for chosen, form in forms.items():
        found = measured.get(chosen)
        yield {
            "case": chosen.case,
            "N": chosen.nodes,
            "memory": chosen.memory,
            "law": reading.words(chosen) if chosen.law == BCN else chosen.law,
            "closed form": form,
            "measured": found and f"{found:.4f}",
            "deviation, %": 100 * (found.estimate / form - 1) if found else np.nan,
        }


INCONSISTENT = (
    (
        "Gd0",
        "0.5 / ((2W+1) Qeq) on the sensitivity slides, twice that in cases 4 and 7",
        "each as printed",
    ),
    ("case 4", "1 / ((2W+1) Qeq) = 4 / (5 Qeq)", "4 / (5 M) is meant: it fits all numbers"),
    ("equation 3", "Fb = -(q - Qeq) + w ..", "minus: plus drives the loop instead of damping it"),
    ("equation 5", "no rate unit Ru", "Gi Ru; in equations 6 and 7 too"),
    ("equations 3 to 10", "ps per unit of mu", "ps is per frame: ps / 1500 per byte"),
    (
        "Gi slide",
        "Gi = 0.1 to 10 Gd, without the base value of 400 Gd",
        "run as printed, and as Gi0",
    ),
    (
        "case 6",
        "node 6 sends to switch 2",
        "node 6 is on switch 1: else the shares are 3.3 and 6.7",
    ),
    ("IG", "nodes 2 .. D+2 are D nodes", "2 .. D+1"),
    ("case 4", "no service rate", "20 %"),
    ("IG", "no word on self-increase", "none"),
    ("case 3", "mean aggregate load 3.1 Gb/s", "of a node"),
    ("watermarks", "rtt bw without an rtt", "0.5 us of link, response of a frame"),
    ("cases 5, 6", "fair is max-min", "BCN is at best proportionally fair: both are shown"),
)


@table("inconsistencies", "Where the document contradicts itself", "throughout", heading=OPEN)
def inconsistencies(_: Results) -> pd.DataFrame:
    """The slides were written for people who could ask.

    Printed values, and values used in the runs.
    """
    return pd.DataFrame(INCONSISTENT, columns=["where", "printed", "run"])
