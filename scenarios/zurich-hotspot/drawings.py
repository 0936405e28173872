# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits, figures, present, present_items
from burstlab.study.figures import Drawing, Panel, Style
from burstlab.study.measures import medians, table, typical

from . import expected, judges, reading, runs, stability
from .judges import C1, C2, C3, C4, C5, C7, CONCLUSIONS, GD, MODEL, PS, M, N, W, case_setting
from .reading import KILOBYTES, MILLISECONDS, setting, there, values
from .runs import BCN, EACH, HOT, LIMITED, NONE, QCN, READINGS, STRONG, Setting

figure = Exhibits()
NEXT = "next simulation steps"
SCHEMES = {NONE: figures.MUTED, BCN: figures.BLUE, QCN: figures.GREEN}
"""The colour of each scheme in all figures."""
SEVERAL = (figures.BLUE, figures.VERMILION, figures.PURPLE, figures.AMBER)
"""Colours of settings of BCN that a figure compares, in order of use."""
LOOKS = tuple({"color": colour, "ls": line} for line in ("-", "--") for colour in SEVERAL)
READ = dict(zip(READINGS, zip("os^v", ("-", "--", "-.", ":"), strict=True), strict=True))
"""Marker and line of BCN under each reading."""
COLUMNS = {
    "throughput": ("throughput, Gb/s a node", 1.0),
    "hot": ("hot port, Gb/s", 1.0),
    "queue": ("hot queue, KB", KILOBYTES),
}
SHOWN = 0.4
"""Drawn time after the onset in seconds."""
SELF_INCREASE = f"{EACH}, self-increase"


def scheme(law: str, read: str = "") -> Style:
    """Style of a scheme: its colour, and of BCN the marker of the reading."""
    words = f"{law}, {read}" if read else law
    marker = READ[read][0] if read else "D" if law == QCN else "o"
    return Style(words, SCHEMES[law], marker, 4.5)


def over_time(
    results: Results,
    panels: Mapping[str, Panel],
    settings: Mapping[str, Setting],
    looks: Sequence[Mapping[str, str]] = LOOKS,
) -> None:
    """Draw the first replication of settings, a panel per column of the series.

    Curves of BCN take their looks in order, all others the colour of their scheme.
    """
    of_bcn = iter(looks)
    taken = {
        words: next(of_bcn) if chosen.law == BCN else {"color": SCHEMES[chosen.law]}
        for words, chosen in settings.items()
    }
    for words, chosen in present_items(results, settings).items():
        frame = reading.series(results, chosen)
        frame = frame[(frame["run"] == 1) & frame["since"].between(-0.02, SHOWN)]
        for column, panel in panels.items():
            since, shown = MILLISECONDS * frame["since"], COLUMNS[column][1] * frame[column]
            panel.plot(since, shown, lw=0.9, label=words, **taken[words])
    for column, panel in panels.items():
        panel.set_ylabel(COLUMNS[column][0])
        panel.set_ylim(bottom=0)


def limited(chosen: Setting) -> Setting:
    """A setting under the reading of figures that show only one."""
    return replace(chosen, **READINGS[LIMITED])


def sweep(results: Results, settings: Mapping[str, Setting]) -> Drawing:
    """Draw the curves of a slide over time, one panel below the other."""
    drawing, panels = figures.subplots(3, height=6.4, sharex=True)
    chosen = {name: limited(one) for name, one in settings.items()}
    over_time(results, dict(zip(COLUMNS, panels, strict=True)), chosen)
    panels[-1].set_xlabel("time since the onset, ms")
    return figures.legend_above(drawing, panels[0])


def by_gain(factors: Sequence[float], kilobytes: int = 600, **labels: object) -> dict[str, Setting]:
    """Settings by their gain Gd, in units of Gd0."""
    return {
        f"Gd = {factor:g} Gd0": Setting(kilobytes=kilobytes, gd=gd, **labels)
        for factor, gd in zip(factors, runs.gains(kilobytes, factors), strict=True)
    }


CASES = {
    "1": "1: one slow port",
    "2": "2: slow port behind a core",
    "3": "3: the same, uniform traffic",
    "4": "4: slow port, 128 stations",
    "5": "5: two hotspots, 4 + 1 flows",
    "6": "6: two hotspots, 2 + 3 flows",
    "7": "7: slow port that moves",
    "IG": "IG: four stations overload a port",
}
"""The cases in words."""


@figure("works", "Throughput with PAUSE alone and with BCN", CONCLUSIONS)
def works(results: Results) -> Drawing:
    """BCN works for all the scenarios simulated.

    A row a case, a line a scheme, in the order of the legend. Throughput over that of the max-min
    fair allocation, medians with 95 % intervals; dashed: 1. A sum says nothing of single flows, and
    in case 6 and IG PAUSE alone carries as much. A case with one run has no interval.
    """
    lines = {}
    for law, read in ((NONE, ""), *((BCN, name) for name in runs.LIMITS), (QCN, "")):
        chosen = {
            case: replace(judges.works_setting(case, read or LIMITED), law=law)
            for case in judges.WORKS_IN
        }
        lines[scheme(law, read)] = medians(results, chosen, lambda s: judges.works_at(results, s))
    names = [case for case in judges.WORKS_IN if any(case in points for points in lines.values())]
    drawing, panel = figures.subplots(height=1.2 + 0.6 * len(names))
    for line, (style, points) in enumerate(lines.items()):
        rows = {names.index(case): point for case, point in points.items()}
        figures.row_points(panel, rows, style, 0.2 * (line - 1.5))
    for place in range(1, len(names)):
        panel.axhline(place - 0.5, color=figures.GRID, lw=0.8)
    panel.axvline(1, color=figures.INK, ls="--", lw=1)
    figures.name_rows(panel, [CASES[name] for name in names], xlim=(0, 1.1))
    panel.grid(axis="y", visible=False)
    panel.set_xlabel("throughput over that of the fair allocation")
    return figures.legend_above(drawing, panel)


@figure("case-1", "One slow port, with and without BCN", C1)
def case_1(results: Results) -> Drawing:
    """Without BCN the performance is severely degraded, with shared as well as partitioned memory;
    BCN is able to control the hotspot.

    First replication, means over a step of the series. Without BCN memory fills within
    milliseconds, and PAUSE stops all stations, on and off, until the frames stored for the slow
    port have left.
    """
    drawing, panels = figures.subplots(3, 2, height=6.4, sharex=True, sharey="row")
    for column, memory in zip(panels.T, runs.MEMORIES, strict=True):
        settings = {
            NONE: Setting(memory=memory, law=NONE),
            **{f"BCN, {name}": setting(name, memory=memory) for name in runs.LIMITS},
        }
        looks = [{"color": SCHEMES[BCN], "ls": READ[name][1]} for name in runs.LIMITS]
        over_time(results, dict(zip(COLUMNS, column, strict=True)), settings, looks)
        column[0].set_title(f"{memory} memory")
        column[-1].set_xlabel("since the onset, ms")
        for panel, name in zip(column, COLUMNS, strict=True):
            panel.set_label(f"{memory} memory, {name}")
    for panel in panels[:, 1]:
        panel.set_ylabel("")
    return figures.legend_above(drawing, panels[0, 0])


@figure("gd", "Too low and too high a gain", f"{C1}, {GD}")
def gain(results: Results) -> Drawing:
    """Gd too low: slow reaction, overall throughput suffers. Gd too high: excessive throttling,
    hotspot throughput suffers, queue length oscillates strongly.

    Partitioned memory, limited feedback, first replication.
    """
    return sweep(results, by_gain(runs.FACTORS))


@figure("model", "Predicted over simulated", MODEL)
def model(results: Results) -> Drawing:
    """Most findings are control systems-explainable.

    Thin: simulated, first replication. Thick: the fluid model, equations 1 to 10 with the
    corrections of the README, without PAUSE and randomness. The model gives the duration of the
    onset and the decay of the queue; the equilibrium above Qeq is an effect of randomness (table of
    settled queues).
    """
    weak, high = by_gain((0.5, 10)).items()
    chosen = {name: limited(one) for name, one in (weak, ("base", Setting()), high)}
    chosen = present_items(results, chosen)
    drawing, panels = figures.subplots(2, height=5, sharex=True)
    over_time(results, dict(zip(("throughput", "queue"), panels, strict=True)), chosen)
    for (words, one), look in zip(chosen.items(), LOOKS, strict=False):
        found = stability.course(reading.loop(one), SHOWN, 1e9 * runs.LOAD / (one.nodes - 1))
        since = MILLISECONDS * found.times[::25]
        waiting = (one.nodes - 1) * found.sent[::25] / 1e9
        # What the hot flows do not send the cold ones do not miss: they keep 14/15 of the load.
        cold = runs.LOAD * (one.nodes - 1) * (one.nodes - 2) / (one.nodes - 1) + runs.LOAD
        throughput = (cold + np.minimum(waiting, HOT)) / one.nodes
        for panel, shown in ((panels[0], throughput), (panels[1], KILOBYTES * found.queue[::25])):
            panel.plot(since, shown, lw=2.4, alpha=0.45, label=f"{words}, predicted", **look)
    for panel in panels:
        panel.autoscale(axis="y")
        panel.set_ylim(bottom=0)
    panels[1].set_xlabel("time since the onset, ms")
    return figures.legend_above(drawing, panels[0])


@figure("gains-map", "Where gains work", MODEL)
def gains_map(results: Results) -> Drawing:
    """Correct parameter setting remains open, particularly Gd and Gi require attention.

    All settings of case 1 under BCN in this edition, by two numbers of the stability model: r, the
    ratio of increase to decrease, and X, the fraction of a queue change that a message corrects.
    Dashed: r = 1, below which the queue is below its target; X = 2, above which a correction
    overshoots by more than the change. Star: gains proposed for case 1.
    """
    drawing, panel = figures.subplots(height=4.6, log="xy")
    kinds = (
        Style("queue below its target, hot port fully used", figures.PURPLE, "v", 5),
        Style("queue above its target, hot port fully used", figures.BLUE, "^", 5),
        Style("hot port loses more than 1 %", figures.VERMILION, "x", 5),
    )
    found: dict[Style, list[tuple[float, float]]] = {style: [] for style in kinds}
    for chosen, frame in reading.controlled(results, "hot", "queue").items():
        above = int(frame["queue"].median() > chosen.set_point)
        lost = frame["hot"].median() < (1 - judges.EXACT) * HOT
        loop = reading.loop(chosen)
        found[kinds[2 if lost else above]].append((loop.ratio, loop.derivative))
    for style, places in found.items():
        if places:
            panel.plot(*np.array(places).T, ls="", **style.options)
    best = stability.propose_gains(reading.loop(setting(LIMITED)))
    panel.plot(best.ratio, best.derivative, "*", color=figures.AMBER, ms=9, label="proposed")
    panel.axvline(1, color=figures.INK, ls="--", lw=1)
    panel.axhline(judges.SETTLES, color=figures.INK, ls="--", lw=1)
    panel.set(xlabel="r = Gi Ru HSD / (Gd mu)", ylabel="X = W Gi Ru L / (ps mu)")
    return figures.legend_above(drawing, panel, 1)


def by_flow(results: Results, panel: Panel, case: str) -> None:
    """Draw the rates of a case's flows under each scheme and reading, and the fair rates."""
    names = reading.FLOWS[case]
    faster = Style(f"{BCN}, {SELF_INCREASE}", SCHEMES[BCN], "*", 6)
    rows = [
        (scheme(NONE), case_setting(case, law=NONE)),
        *((scheme(BCN, name), case_setting(case, name)) for name in READINGS),
        (faster, case_setting(case, EACH, variant="self-increase")),
        (scheme(QCN), case_setting(case, law=QCN)),
    ]
    for line, (style, chosen) in enumerate(rows):
        if there(results, chosen):
            frame = reading.flows(results, chosen)
            points = {place: typical(frame[flow]) for place, flow in enumerate(names)}
            figures.row_points(panel, points, style, 0.12 * (line - 3))
    for kind, marker in (("max-min", "|"), ("proportional", "x")):
        look = {"ls": "", "marker": marker, "ms": 13 if marker == "|" else 6}
        shown = list(reading.fair(case, kind).values())
        panel.plot(shown, range(len(names)), color=figures.INK, label=f"{kind} fair", **look)
    panel.set_yticks(range(len(names)), [f"{s} to {d}" for s, d in names])
    panel.set(xlabel="rate of the flow, Gb/s", ylabel="flow", xlim=(0, None))
    panel.invert_yaxis()


@figure("case-2", "Culprits and victims", C2)
def case_2(results: Results) -> Drawing:
    """Fair allocation provides 0.5 Gb/s to all culprits and 7 Gb/s to all victims.

    Medians with 95 % intervals. Without BCN victims, which send nothing to the slow node, suffer
    from head-of-line blocking by frames to it.
    """
    drawing, panel = figures.subplots(height=5)
    by_flow(results, panel, "2")
    return figures.legend_above(drawing, panel)


@figure("case-2-queues", "Five congestion points", C2)
def case_2_queues(results: Results) -> Drawing:
    """There are five congestion points, all switches and all flows are affected.

    Mean queue of the ports that hold more than a frame in the mean; bars to their longest. Dashed:
    Qeq.
    """
    return queues(results, "2")


def queues(results: Results, case: str) -> Drawing:
    """Draw the queues of all ports of a case."""
    rows = (
        (scheme(NONE), case_setting(case, law=NONE)),
        (scheme(BCN, LIMITED), case_setting(case, LIMITED)),
    )
    frames = {}
    for style, chosen in rows:
        ports = reading.table(results, "port", chosen).groupby("name")
        frames[style] = KILOBYTES * ports[["queue", "queue_max"]].mean()
    longest = pd.concat(frames.values()).groupby(level=0)["queue"].max()
    names = list(longest[longest > KILOBYTES * runs.FRAME].sort_values(ascending=False).index[:12])
    drawing, panel = figures.subplots(height=1.6 + 0.3 * len(names), log="x")
    for shift, (style, frame) in enumerate(frames.items()):
        frame = frame.reindex(names).clip(lower=0.1)
        panel.errorbar(
            *(frame["queue"], np.arange(len(names)) + 0.24 * (shift - 0.5)),
            xerr=[0 * frame["queue"], frame["queue_max"] - frame["queue"]],
            **{"ls": "", "capsize": 2, **style.options},
        )
    panel.axvline(150, color=figures.INK, ls="--", lw=1)
    panel.set_yticks(range(len(names)), names)
    panel.set(xlabel="queue, KB")
    panel.invert_yaxis()
    return figures.legend_above(drawing, panel)


@figure("case-3", "Background traffic", C3)
def case_3(results: Results) -> Drawing:
    """All switches and all flows are affected.

    Received rate of each node. Without BCN all nodes wait for node 7, which is served at 0.5 Gb/s
    of the 3 Gb/s offered to it. Crosses: offered load; for node 7 its service rate.
    """
    drawing, panel = figures.subplots(height=3.8)
    rows = [(scheme(NONE), case_setting("3", law=NONE))]
    rows += [(scheme(BCN, name), case_setting("3", name)) for name in READINGS]
    nodes = range(1, 11)
    for line, (style, chosen) in enumerate(rows):
        if there(results, chosen):
            rates = reading.flows(results, chosen)[0].median()
            shown = [rates.get(node, np.nan) for node in nodes]
            panel.plot(np.array(nodes) + 0.13 * (line - 2), shown, ls="", **style.options)
    offered = reading.fair_of(case_setting("3")).values()
    panel.plot(nodes, list(offered), "x", color=figures.INK, label="offered; node 7: served")
    panel.set_xticks(list(nodes))
    panel.set(xlabel="node", ylabel="received, Gb/s", ylim=(0, None))
    panel.grid(axis="x", visible=False)
    return figures.legend_above(drawing, panel)


@figure("case-3-queues", "Five congestion points, with background traffic", C3)
def case_3_queues(results: Results) -> Drawing:
    """There are five congestion points.

    Mean queue of the ports that hold more than a frame in the mean; bars to their longest. Dashed:
    Qeq.
    """
    return queues(results, "3")


@figure("case-4", "A hotspot of degree 127", C4)
def case_4(results: Results) -> Drawing:
    """128 ports, M = 150, 300 and 600 KB per port; the queue converges between 150 KB, Qeq, and
    300 KB for 600 KB per port.

    Limited feedback, first replication, as far as run in this edition.
    """
    return by_size(results, "1", 128)


def by_size(results: Results, case: str, nodes: int) -> Drawing:
    """Draw the throughput and the queue of cases 4 and 7, a pair of panels a memory size."""
    strong = map(limited, runs.strong(case, nodes))
    sizes = list(dict.fromkeys(s.kilobytes for s in present(results, strong))) or [runs.SIZES[-1]]
    drawing, panels = figures.subplots(2 * len(sizes), height=3.8 * len(sizes) + 0.8, sharex=True)
    names = (NONE, *(f"Gd = {f:g} Gd0" for f in STRONG))
    for size, throughput, queue in zip(sizes, panels[::2], panels[1::2], strict=True):
        chosen = map(limited, runs.strong(case, nodes, (size,)))
        columns = {"throughput": throughput, "queue": queue}
        over_time(results, columns, dict(zip(names, chosen, strict=True)))
        throughput.set_title(f"M = {size} KB")
        queue.set_title(f"M = {size} KB, queue")
        queue.axhline(size / 4, color=figures.INK, ls="--", lw=0.8)
    panels[-1].set_xlabel("time since the onset, ms")
    return figures.legend_above(drawing, panels[0])


@figure("case-5-6", "Shares with two hotspots", f"{C5} and 6")
def cases_5_6(results: Results) -> Drawing:
    """Fair allocation should provide 2.5 Gb/s for all flows to node 8 and 7.5 Gb/s for the flow to
    node 4 (above); 2.5 Gb/s for all flows to switch 2 and 7.5 Gb/s from node 4 to node 8 (below).

    Medians with 95 % intervals. The document's fair allocation is max-min. The replications differ
    in their random numbers and in the delay of the links, which the document does not state. The
    share of the flow over both points moves with both, so that intervals are wide.
    """
    drawing, panels = figures.subplots(2, height=8)
    for panel, case in zip(panels, ("5", "6"), strict=True):
        by_flow(results, panel, case)
        panel.set_title(f"case {case}")
    return figures.legend_above(drawing, panels[0])


@figure("phases", "The share of the flow over both hotspots", f"{C5} and 6")
def phases(results: Results) -> Drawing:
    """Fair allocation should provide 2.5 Gb/s.

    Flow 1 to 8, a point a replication. Rows: what of links and slots is drawn, which the document
    does not state. Dashed: max-min; dotted: proportional.
    """
    drawing, panels = figures.subplots(2, height=5, sharex=True, sharey=True)
    parts = {name: results.where(timing=name) for name in reading.timings(results)}
    for panel, case in zip(panels, ("5", "6"), strict=True):
        for place, timing in enumerate(runs.TIMINGS):
            part = parts.get(timing)
            for line, name in enumerate(READINGS):
                chosen = case_setting(case, name)
                if part is not None and there(part, chosen):
                    rates = reading.flows(part, chosen)[1, 8]
                    style = scheme(BCN, name)
                    rows = [place + 0.2 * (line - 1.5)] * len(rates)
                    panel.plot(rates, rows, ls="", **style.options)
        for kind, look in (("max-min", "--"), ("proportional", ":")):
            panel.axvline(reading.fair(case, kind)[1, 8], color=figures.INK, ls=look, lw=1)
        panel.set_title(f"case {case}")
        figures.name_rows(panel, list(runs.TIMINGS.values()))
    panels[1].set(xlabel="rate of flow 1 to 8, Gb/s", xlim=(0, None))
    return figures.legend_above(drawing, panels[0])


@figure("case-7", "A hotspot that moves every 50 ms", C7)
def case_7(results: Results) -> Drawing:
    """In all cases the hotspot moves too quickly to let the queue converge on Qeq.

    Limited feedback, first replication. Queue of the node that is currently hot; dashed: Qeq.
    """
    return by_size(results, "7", 16)


@figure("sensitivity", "Sensitivity to N, W and M", f"{N}; {W}; {M}")
def sensitivity(results: Results) -> Drawing:
    """N sensitivity; W sensitivity with gains as they are and scaled; memory size sensitivity.

    Mean queue over Qeq, medians with 95 % intervals. Dashed: the target; dotted: X = 2 for fixed
    gains.
    """
    drawing, panels = figures.subplots(3, height=7.2, log="x")
    scaled = {s.weight: s for s in runs.SLIDES["W, scaled gains"]}
    fixed = {
        "stations N": {n: Setting(nodes=n) for n in (8, 16, 32)},
        "weight W": {w: Setting(weight=w) for w in runs.WEIGHTS},
        "memory M, KB": {m: Setting(kilobytes=m) for m in (*runs.SIZES, 1200)},
    }
    for panel, (words, settings) in zip(panels, fixed.items(), strict=True):
        along(results, panel, settings, "fixed gains", "-")
        if words == "weight W":
            along(results, panel, scaled, "scaled gains", ":")
        panel.axhline(1, color=figures.INK, ls="--", lw=1)
        panel.set(xlabel=words, ylabel="mean queue / Qeq")
    panels[1].axvline(8, color=figures.INK, ls=":", lw=1)
    return figures.legend_above(drawing, panels[1])


def line(
    results: Results,
    panel: Panel,
    settings: Mapping[float, Setting],
    of: Callable[[Setting], pd.Series],
    **look: object,
) -> None:
    """Draw medians of settings that have runs against a parameter, without intervals."""
    points = medians(results, settings, of)
    if points:
        panel.plot(table(points)["estimate"], marker="o", ms=4, **look)


def along(
    results: Results, panel: Panel, settings: Mapping[float, Setting], words: str, line: str
) -> None:
    """Draw the mean queue over Qeq against a parameter, with and without limit of the feedback."""
    for name in runs.LIMITS:
        chosen = {x: replace(s, **READINGS[name]) for x, s in settings.items()}
        points = medians(results, chosen, lambda s: reading.filling(results, s))
        if points:
            shown = table(points)
            shown = shown.fillna(dict.fromkeys(("low", "high"), shown["estimate"]))
            style = Style(f"{words}, {name}", SCHEMES[BCN], READ[name][0])
            figures.curve(panel, shown, style, ls=line)


@figure("gi", "Three decades of Gi", "Gi sensitivity")
def increase(results: Results) -> Drawing:
    """Gi sensitivity at three values of Gd, and with shared memory at the base value.

    Mean queue over Qeq against r, to which Gi is proportional: curves of different Gd coincide
    where the stability model holds. The slide with shared memory has Gi = 0.1 to 10 Gd, far below
    the base value of 400 Gd; the other reading is 0.1 to 10 times the base value.
    """
    drawing, panel = figures.subplots(height=4.6, log="xy")
    slide = runs.SLIDES["Gi, M 600"]
    groups = {f"Gd = {part[0].gd:.4g} per B": part for part in (slide[:5], slide[5:10], slide[10:])}
    groups["shared, Gi as multiples of Gd"] = runs.SLIDES["Gi"]
    groups["shared, Gi as multiples of Gi0"] = runs.BEYOND["Gi as a multiple of Gi0"]
    colours = (*SEVERAL, figures.INK)
    for (words, settings), colour in zip(groups.items(), colours, strict=True):
        chosen = {reading.loop(s).ratio: s for s in map(limited, settings)}
        look = {"mfc": "none", "color": colour, "lw": 0.8, "label": words}
        line(results, panel, chosen, lambda s: reading.filling(results, s), **look)
    panel.axhline(1, color=figures.INK, ls="--", lw=1)
    panel.axvline(1, color=figures.INK, ls="--", lw=1)
    panel.set(xlabel="r = Gi Ru HSD / (Gd mu)", ylabel="mean queue / Qeq")
    return figures.legend_above(drawing, panel, 1)


@figure("sampling", "More samples", PS)
def more_samples(results: Results) -> Drawing:
    """The sampling probability has a first-order effect on both gains.

    M = 150 KB, limited feedback, first replication: the same gains with 2 and 10 % of the frames
    sampled.
    """
    chosen = {
        f"{name}, {100 * ps:g} %": replace(setting, ps=ps)
        for name, setting in by_gain((0.1, 1, 10), 150).items()
        for ps in (0.02, 0.1)
    }
    return sweep(results, chosen)


@figure("ig", "Input-generated: four stations offer more than the link rate", "backup slides")
def input_generated(results: Results) -> Drawing:
    """Output-generated congestion is more stressful for stability than input-generated.

    Four nodes send all their load to node 1, from the start; partitioned memory, limited feedback,
    first replication.
    """
    settings = {NONE: Setting("IG", law=NONE), "BCN, base": Setting("IG")}
    for name, chosen in by_gain((0.1, 1, 10), case="IG").items():
        settings[name.replace("Gd =", "BCN,")] = chosen
    return sweep(results, settings)


@figure("arrivals", "Bursty flows", f"{NEXT}, 1")
def arrivals(results: Results) -> Drawing:
    """Dynamic flows: Markov-modulated and bursty.

    Case 1 with the same mean load. Throughput and the deviation of the hot queue, medians with
    95 % intervals.
    """
    names = list(runs.ARRIVALS)
    drawing, panels = figures.subplots(2, height=4.6, sharey=True)
    rows = (
        ("throughput", "throughput, Gb/s a node", 1.0),
        ("queue_sd", "deviation of the queue, KB", KILOBYTES),
    )
    for panel, (metric, words, unit) in zip(panels, rows, strict=True):
        for shift, law in enumerate(SCHEMES):
            chosen = {
                place: setting(LIMITED, law=law, arrivals=name) for place, name in enumerate(names)
            }
            points = reading.medians(results, metric, chosen, unit)
            figures.row_points(panel, points, scheme(law), 0.2 * (shift - 1))
        figures.name_rows(panel, names, xlabel=words, xlim=(0, None))
    return figures.legend_above(drawing, panels[0], 3)


@figure("completion", "Completion times of messages", f"{NEXT}, 1d")
def completion(results: Results) -> Drawing:
    """Flow completion time.

    Messages of 20 frames in the mean (short), and of Pareto lengths (long-tailed), in case 1;
    medians with 95 % intervals. Filled: mean; open: 99 percentile.
    """
    drawing, panel = figures.subplots(height=3.4, log="x")
    names = list(runs.MESSAGES)[1:]
    for shift, (law, colour) in enumerate(SCHEMES.items()):
        for metric, marker in (("completion_mean", "s"), ("completion_p99", "o")):
            chosen = {
                place: setting(LIMITED, law=law, messages=name) for place, name in enumerate(names)
            }
            points = reading.medians(results, metric, chosen, MILLISECONDS)
            words = f"{law}, {metric.removeprefix('completion_')}"
            figures.row_points(panel, points, Style(words, colour, marker), 0.2 * (shift - 1))
    figures.name_rows(panel, names, xlabel="completion time, ms")
    return figures.legend_above(drawing, panel)


@figure("fat-trees", "Fat trees of 8 to 2,048 nodes", f"{NEXT}, 2")
def fat_trees(results: Results) -> Drawing:
    """Move from small topologies to fat trees: initially a 3-hop, later 5-hop.

    Throughput over that of a network in which only traffic to the slow port is throttled, (N - 1)
    8.5 + 2 Gb/s. Dashed: N = 201, from which on flows at the lowest rate of a BCN limiter, 10 Mb/s,
    exceed the rate of the slow port.
    """

    def share(chosen: Setting) -> pd.Series:
        return values(results, "throughput", chosen) / expected.single_stage(chosen.nodes)

    drawing, panel = figures.subplots(height=3.8, log="x")
    for law, colour in SCHEMES.items():
        chosen = {n: setting(LIMITED, case="fat tree", nodes=n, law=law) for n in runs.TREES}
        line(results, panel, chosen, share, color=colour, label=law)
    panel.axvline(201, color=figures.INK, ls="--", lw=1)
    panel.set_xticks(list(runs.TREES), [str(nodes) for nodes in runs.TREES])
    panel.minorticks_off()
    panel.set(xlabel="nodes", ylabel="throughput over the closed form", ylim=(0, 1.1))
    return figures.legend_above(drawing, panel, 3)
