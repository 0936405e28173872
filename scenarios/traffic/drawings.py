# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the study."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import block_lengths, block_sums, block_variances, interval
from burstlab.study import Exhibits, figures, measures
from burstlab.study.figures import Drawing, Style, curve
from burstlab.study.measures import points

from . import reading, runs
from .judges import ATM1, F1, F2, RENEWAL, START_LOAD
from .reading import SCALES, hurst, variances
from .runs import FINE, POISSON, PROCESSES, SELF_SIMILAR, SLOT

figure = Exhibits()
EXPECTED = "Expected results"
STYLE = {
    POISSON: Style(POISSON, figures.BLUE, "o"),
    SELF_SIMILAR: Style(SELF_SIMILAR, figures.VERMILION, "s"),
}
MICROSECONDS = 0.02
"""Per tick."""


@figure("figure-1", "The same load on four time scales", F1)
def scales(results: Results) -> Drawing:
    """On a scale of 100 time units the variance of the self-similar arrivals is much higher than
    that of Poisson arrivals.

    A hundred consecutive bins of the first replication. The two panels of a row share their axis.
    sd: standard deviation over all replications. From row to row the bins are ten times wider: the
    sd of the Poisson process falls by a factor of 3.2, that of the self-similar process by about
    1.5.
    """
    drawing, axes = figures.subplots(len(SCALES), 2, height=6, sharex=True, sharey="row")
    for column, (process, letter) in enumerate(zip(PROCESSES, "ab", strict=True)):
        traces = reading.traces(results, "traces", process=process)
        colour = STYLE[process].colour
        for m, panel in zip(SCALES, axes[:, column], strict=True):
            bins = block_sums(traces, m)
            deviation = 100 * (bins[0, :100] / bins.mean() - 1)
            spread = 100 * np.sqrt(variances(traces, m).mean()) / bins.mean()
            panel.plot(deviation, color=colour, lw=1, drawstyle="steps-mid", label=process)
            panel.axhline(0, color=figures.MUTED, lw=0.6)
            panel.set_label(f"bins of {m * SLOT} ticks")
            panel.set_title(f"sd {spread:.2g} %", loc="right", size=8.5, weight="normal", pad=2)
        axes[0, column].set_title(f"({letter}) {process}", color=colour)
    for m, row in zip(SCALES, axes, strict=True):
        reach = 1.1 * max(np.abs(line.get_ydata()).max() for panel in row for line in panel.lines)
        width = f"bins of\n{m * SLOT:,} ticks".replace(",", "\u2009")
        row[0].set(ylim=(-reach, reach), ylabel=width)
    drawing.supxlabel("number of the bin", size=9)
    drawing.supylabel("requests in a bin, deviation from their mean, %", size=9)
    return drawing


@figure("figure-2", "How the variance falls when slots are averaged", F2)
def variance_time(results: Results) -> Drawing:
    """The slope is much less than 1 in magnitude, therefore H > 0.5; a process with short memory
    would show a slope of -1.

    Points: median over the replications with its 95 % interval. Lines: least squares through all
    points shown, H = 1 + slope/2. Infinitely many sources over infinite time have H = (3 - 1.25)/2
    = 0.875. A finite trace gives a smaller H, for two reasons: its own mean hides the slowest
    variations, and the sources reach their final slope only beyond a million ticks.
    """
    drawing, panel = figures.subplots(height=4.3, log="xy")
    for process in (SELF_SIMILAR, POISSON):
        traces = reading.traces(results, "traces", process=process)
        m = block_lengths(traces.shape[-1] // 10)
        logs = np.log10(block_variances(traces, m))
        shown = points(pd.DataFrame(logs - logs[:, 0].mean(), columns=m))
        line = np.polyfit(np.log10(m), shown["estimate"], 1)
        curve(
            panel, 10 ** shown[["estimate", "low", "high"]], STYLE[process], ls="", elinewidth=0.8
        )
        ends = m[[0, -1]]
        fit = 10 ** np.polyval(line, np.log10(ends))
        h = interval(hurst(traces))
        panel.plot(ends, fit, color=STYLE[process].colour, label=f"fit, H = {h:.3g}")
    panel.plot(ends, 1 / ends, "--", color=figures.INK, lw=1, label="slope -1, H = 0.5")
    panel.set_xlabel(f"m, slots of {SLOT} ticks that are averaged")
    panel.set_ylabel("variance of the mean of m slots, relative to m = 1")
    handles, labels = panel.get_legend_handles_labels()
    order = (3, 0, 4, 1, 2)  # the points of a process before its fit, the reference last
    panel.legend([handles[i] for i in order], [labels[i] for i in order], loc="lower left")
    return drawing


@figure("atm-figure-1", "Traces of the ATM study", ATM1)
def lan_traces(results: Results) -> Drawing:
    """Self-similar traces with a Hurst parameter of 0.75 and means of 10 and 76 Mb/s; the bursts of
    the second one frequently exceed the link.

    Cells in each millisecond of the first replication. Line: the normalised mean of the trace;
    without normalisation the mean over 1.5 s has a standard deviation of 10 %.
    """
    drawing, panels = figures.subplots(2, height=4.6, sharex=True)
    for load, panel, letter in zip(runs.MBIT, panels, "ab", strict=True):
        cells = reading.traces(results, "lan", load=load)[0]
        seconds = np.arange(len(cells)) / 1000
        panel.plot(seconds, cells, color=figures.GREEN, lw=0.6, ds="steps-mid", label=load)
        panel.axhline(cells.mean(), color=figures.INK, lw=1)
        panel.set_title(f"({letter}) {load}, mean {cells.mean():.4g} cells/ms")
        panel.set_ylim(bottom=0)
    figures.limit(panels[1], runs.LINK, "155 Mb/s link", figures.VERMILION)
    panels[1].set_xlabel("time, s")
    drawing.supylabel("cells in 1 ms", size=9)
    return drawing


@figure("energies", "Second-order statistics, measured and exact", RENEWAL, heading=EXPECTED)
def energies(results: Results) -> Drawing:
    """The energy of the Haar wavelet at each scale follows from the laws of ON and OFF exactly; a
    trace has to show it.

    Mean squared difference of the halves of a block with its 95 % interval. These scales are too
    short for H = 0.875: the curve is steeper than Poisson, but less steep than the dotted line.
    """
    drawing, (panel, ratio) = figures.subplots(
        2, height=4.8, log="x", sharex=True, gridspec_kw={"height_ratios": (2, 1)}
    )
    frame, exact = reading.energies(results)
    ticks = FINE * 2.0**exact.index
    exact.index = frame.columns = ticks
    panel.plot(ticks, exact, color=figures.INK, lw=1, label="exact, from the renewal equations")
    measured = Style(f"measured, {len(frame)} traces", figures.VERMILION, "s")
    curve(panel, points(frame, "mean"), measured, ls="", capsize=0)
    steepest = exact.iloc[-1] * (ticks / ticks[-1]) ** (2 * 0.875 - 1)
    panel.plot(ticks, steepest, ":", color=figures.MUTED, label="slope of H = 0.875")
    figures.limit(panel, runs.MEAN_RATE * FINE, "Poisson", figures.BLUE)
    panel.set(yscale="log", ylabel="Haar energy of an octave")
    panel.legend(loc="upper left")
    ratio.axhline(1, color=figures.INK, lw=1)
    over = Style("measured / exact", figures.VERMILION, "s")
    curve(ratio, points(frame / exact, "mean"), over, ls="", capsize=0)
    ratio.set(xlabel="ticks in a block, whose halves are compared", ylabel="measured / exact")
    return drawing


@figure("dispersion", "Where the burstiness comes from", "section 1.1")
def dispersion(results: Results) -> Drawing:
    """Long-term correlations are the main difference from traditional traffic models.

    All five have the same load. Shuffling blocks of intervals keeps short bursts and destroys
    long-range dependence: the curve stops growing. Shuffling the intervals within blocks keeps
    long-range dependence: from 2 us on nothing changes. Variances, also of the exact curve, are
    about the mean of each trace.
    """
    drawing, panel = figures.subplots(height=4.3, log="xy")
    for name, style in {
        SELF_SIMILAR: Style("self-similar", figures.VERMILION, "s"),
        "shuffled within": Style("shuffled within blocks of 100 intervals", figures.PURPLE, "^"),
        "shuffled blocks": Style("blocks of 100 intervals shuffled", figures.AMBER, "v"),
        "Poisson twin": Style("Poisson twin, the same number of requests", figures.GREEN, "d"),
        POISSON: Style("Poisson", figures.BLUE, "o"),
    }.items():
        frame = measures.scales(results.where(part="twins", process=name), blocks=16)
        shown = (frame["variance"] / frame["mean"]).groupby(frame["ticks"]).mean()
        panel.plot(shown.index * MICROSECONDS, shown, lw=0.8, **style.options)
    # The variance about the mean of K windows expects K/(K - 1) (Var - Var of that mean).
    known = reading.curve(results)
    exact, whole = known.loc[: runs.TWIN_OCTAVES - 4], known["variance"].loc[runs.TWIN_OCTAVES]
    windows = 2.0 ** (runs.TWIN_OCTAVES - exact.index)
    share = windows / (windows - 1) * (1 - whole / windows**2 / exact["variance"])
    shown = (share * exact["dispersion"]).set_axis(exact["ticks"] * MICROSECONDS)
    panel.plot(shown, color=figures.INK, lw=1, label="self-similar, exact")
    panel.set_xlabel("length of the window, us")
    panel.set_ylabel("variance over mean of the requests in a window")
    panel.legend(loc="upper left")
    return drawing


@figure(
    "starts", "A start that is not in equilibrium offers too much", START_LOAD, heading=EXPECTED
)
def starts(results: Results) -> Drawing:
    """The load of ON-OFF sources is their duty times their rate, from the first tick on.

    Requests since the start over their expectation, with 95 % intervals. OFF durations are so long
    that a fresh start still has an effect after 10^5 ticks. A start in equilibrium, in
    mid-duration, removes the bias; a warm-up does not.
    """
    drawing, panel = figures.subplots(height=3.8, log="x")
    styles = (
        Style("equilibrium", figures.GREEN, "o", 4),
        Style("at the start of an ON or OFF", figures.PURPLE, "^", 4),
        Style("all at the start of an OFF", figures.AMBER, "v", 4),
    )
    for style, deviations in zip(styles, reading.start_deviations(results).values(), strict=True):
        shown = points(100 * deviations, "mean")
        shown.index *= MICROSECONDS
        curve(panel, shown, style, lw=0.8)
    panel.axhline(0, color=figures.INK, lw=0.8)
    panel.set_xlabel("time since the start, us")
    panel.set_ylabel("load offered so far, deviation from its mean, %")
    panel.legend(loc="upper right")
    return drawing


@figure("costs", "Cost of a request", "section 1.1")
def costs(results: Results) -> Drawing:
    """Sources are aggregated in large numbers.

    Processor time on the machine that made this report, without start-up. The stock application has
    an event for each change between ON and OFF, about 11 per request. The runs are short; ./lab
    bench traffic measures the same with longer runs.
    """
    drawing, panel = figures.subplots(height=3.8, log="xy")
    chosen = results.where(part="costs")
    frame = chosen.frame("requests", by=["variant", "sources", "ticks"])
    frame["cpu_s"] = chosen.costs().set_index("run_id")["cpu_s"]
    long = frame.groupby(["variant", "sources"])[["cpu_s", "requests"]].agg(np.ptp)
    nanoseconds = 1e9 * long["cpu_s"] / long["requests"]
    for variant, colour in zip(runs.cost_variants(1), figures.COLOURS, strict=False):
        panel.plot(nanoseconds[variant], marker="o", ms=4, color=colour, label=variant)
    panel.set(xlabel="number of sources", ylabel="processor time of a request, ns")
    panel.set_ylim(top=panel.get_ylim()[1] * 20)
    panel.legend(loc="upper left")
    return drawing
