# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the study."""

from __future__ import annotations

import numpy as np
from burstlab.archive import Results
from burstlab.statistics import block_lengths, block_sums, block_variances, mean_interval
from burstlab.study import figures
from matplotlib.figure import Figure as Drawing

from . import reading, runs
from .reading import SCALES, hurst, text, variances
from .runs import FINE, POISSON, SELF_SIMILAR, SLOT

COLOUR = {POISSON: figures.BLUE, SELF_SIMILAR: figures.VERMILION}
MICROSECONDS = 0.02
"""In a tick."""


def draw_scales(results: Results) -> Drawing:
    """Figure 1: a hundred bins of each process on four time scales."""
    drawing, axes = figures.subplots(len(SCALES), 2, height=6, sharex=True, sharey="row")
    for m, row in zip(SCALES, axes, strict=True):
        width = f"bins of\n{m * SLOT:,} ticks".replace(",", "\u2009")
        for (process, trace), panel in zip(reading.traces(results).items(), row, strict=True):
            bins = block_sums(trace, m)
            deviation = 100 * (bins[0, :100] / bins.mean() - 1)
            spread = 100 * np.sqrt(variances(trace, m).mean()) / bins.mean()
            panel.plot(deviation, color=COLOUR[process], lw=1, drawstyle="steps-mid", label=process)
            panel.axhline(0, color=figures.MUTED, lw=0.6)
            panel.set_label(f"bins of {m * SLOT} ticks")
            panel.set_title(f"sd {spread:.2g} %", loc="right", size=8.5, weight="normal", pad=2)
        reach = 1.1 * max(np.abs(line.get_ydata()).max() for panel in row for line in panel.lines)
        row[0].set(ylim=(-reach, reach), ylabel=width)
    for (process, colour), panel, letter in zip(COLOUR.items(), axes[0], "ab", strict=True):
        panel.set_title(f"({letter}) {process}", color=colour)
    drawing.supxlabel("number of the bin", size=9)
    drawing.supylabel("requests in a bin, deviation from their mean, %", size=9)
    return drawing


def draw_variance_time(results: Results) -> Drawing:
    """Figure 2: normalised variance of the mean of m slots, with the fits as by hand."""
    drawing, panel = figures.subplots(height=4.3)
    for process, marker in ((SELF_SIMILAR, "s"), (POISSON, "o")):
        trace = reading.traces(results)[process]
        m = block_lengths(trace.shape[-1] // 10)
        logs = np.log10(block_variances(trace, m))
        logs -= logs[:, 0].mean()
        points = [mean_interval(column) for column in logs.T]
        mean = np.array([point.mean for point in points])
        half = np.array([point.high - point.mean for point in points])
        panel.errorbar(
            m,
            10**mean,
            yerr=(10**mean - 10 ** (mean - half), 10 ** (mean + half) - 10**mean),
            fmt=marker,
            ms=3.5,
            mfc="none",
            elinewidth=0.8,
            color=COLOUR[process],
            label=process,
        )
        ends = m[[0, -1]]
        panel.plot(
            ends,
            10 ** np.polyval(np.polyfit(np.log10(m), mean, 1), np.log10(ends)),
            color=COLOUR[process],
            label=f"fit, H = {text(mean_interval(hurst(trace)))}",
        )
    panel.plot(ends, 1 / ends, "--", color=figures.INK, lw=1, label="slope -1, H = 0.5")
    panel.set(
        xscale="log",
        yscale="log",
        xlabel=f"m, slots of {SLOT} ticks that are averaged",
        ylabel="variance of the mean of m slots, relative to m = 1",
    )
    handles, labels = panel.get_legend_handles_labels()
    order = (3, 0, 4, 1, 2)  # the points of a process before its fit, the reference last
    panel.legend([handles[i] for i in order], [labels[i] for i in order], loc="lower left")
    return drawing


def draw_lan_traces(results: Results) -> Drawing:
    """Figure 1 of the ATM document: one trace of each load, with the rate of the link."""
    drawing, panels = figures.subplots(2, height=4.6, sharex=True)
    for (load, trace), panel, letter in zip(
        reading.lan_traces(results).items(), panels, "ab", strict=True
    ):
        cells = trace[0]
        panel.plot(
            np.arange(len(cells)) / 1000,
            cells,
            color=figures.GREEN,
            lw=0.6,
            drawstyle="steps-mid",
            label=load,
        )
        panel.axhline(cells.mean(), color=figures.INK, lw=1)
        panel.set_title(f"({letter}) {load}, mean {cells.mean():.4g} cells/ms")
        panel.set_ylim(bottom=0)
    panels[1].axhline(runs.LINK, color=figures.VERMILION, ls="--", lw=1)
    panels[1].annotate(
        "155 Mb/s link",
        (1, runs.LINK),
        xycoords=("axes fraction", "data"),
        ha="right",
        va="bottom",
        size=8.5,
        color=figures.VERMILION,
    )
    panels[1].set_xlabel("time, s")
    drawing.supylabel("cells in 1 ms", size=9)
    return drawing


def draw_energies(results: Results) -> Drawing:
    """Energies of the Haar wavelet, measured, with the exact curve."""
    drawing, (panel, ratio) = figures.subplots(
        2, height=4.8, sharex=True, gridspec_kw={"height_ratios": (2, 1)}
    )
    frame, exact = reading.energies(results)
    points = [mean_interval(frame[octave]) for octave in exact.index]
    mean = np.array([point.mean for point in points])
    half = np.array([point.high - point.mean for point in points])
    ticks = FINE * 2.0**exact.index
    panel.plot(ticks, exact, color=figures.INK, lw=1, label="exact, from the renewal equations")
    panel.errorbar(
        ticks,
        mean,
        yerr=half,
        fmt="s",
        ms=3.5,
        mfc="none",
        color=COLOUR[SELF_SIMILAR],
        label=f"measured, {len(frame)} traces",
    )
    slope = 2 * 0.875 - 1
    panel.plot(
        ticks,
        exact.iloc[-1] * (ticks / ticks[-1]) ** slope,
        ":",
        color=figures.MUTED,
        label="slope of H = 0.875",
    )
    rate = runs.SOURCES * runs.SOURCE_RATE * FINE
    panel.axhline(rate, color=COLOUR[POISSON], ls="--", lw=1)
    panel.annotate(
        "Poisson", (ticks[-1], rate), ha="right", va="bottom", size=8.5, color=COLOUR[POISSON]
    )
    panel.set(xscale="log", yscale="log", ylabel="Haar energy of an octave")
    panel.legend(loc="upper left")
    ratio.axhline(1, color=figures.INK, lw=1)
    ratio.errorbar(
        ticks,
        mean / exact,
        yerr=half / exact,
        fmt="s",
        ms=3.5,
        mfc="none",
        color=COLOUR[SELF_SIMILAR],
        label="measured / exact",
    )
    ratio.set(xlabel="ticks in a block, whose halves are compared", ylabel="measured / exact")
    return drawing


def draw_dispersion(results: Results) -> Drawing:
    """Index of dispersion of the process, its twins and Poisson arrivals."""
    drawing, panel = figures.subplots(height=4.3)
    names = {
        SELF_SIMILAR: ("self-similar", figures.VERMILION, "s"),
        "shuffled within": ("shuffled within blocks of 100 intervals", figures.PURPLE, "^"),
        "shuffled blocks": ("blocks of 100 intervals shuffled", figures.AMBER, "v"),
        "Poisson twin": ("Poisson twin, the same number of requests", figures.GREEN, "d"),
        POISSON: ("Poisson", figures.BLUE, "o"),
    }
    chosen = reading.twin_runs(results)
    for name, (label, colour, marker) in names.items():
        frame = reading.scales(chosen[name])
        frame = frame[frame["blocks"] >= 16]
        values = (frame["variance"] / frame["mean"]).groupby(frame["ticks"]).mean()
        panel.plot(
            values.index * MICROSECONDS,
            values,
            marker=marker,
            ms=3.5,
            mfc="none",
            lw=0.8,
            color=colour,
            label=label,
        )
    # The variance about the mean of K windows expects K/(K - 1) (Var - Var of that mean).
    exact = reading.curve(results, runs.PROCESSES[SELF_SIMILAR]).loc[: runs.TWIN_OCTAVES - 4]
    whole = reading.curve(results, runs.PROCESSES[SELF_SIMILAR])["variance"].loc[runs.TWIN_OCTAVES]
    windows = 2.0 ** (runs.TWIN_OCTAVES - exact.index)
    share = windows / (windows - 1) * (1 - whole / windows**2 / exact["variance"])
    panel.plot(
        exact["ticks"] * MICROSECONDS,
        share * exact["dispersion"],
        color=figures.INK,
        lw=1,
        label="self-similar, exact",
    )
    panel.set(
        xscale="log",
        yscale="log",
        xlabel="length of the window, us",
        ylabel="variance over mean of the requests in a window",
    )
    panel.legend(loc="upper left")
    return drawing


def draw_starts(results: Results) -> Drawing:
    """Load offered in the first ticks by each kind of start."""
    drawing, panel = figures.subplots(height=3.8)
    labels = {
        "FreshOff": ("all at the begin of an OFF", figures.AMBER, "v"),
        "FreshDurations": ("ON or OFF, at the begin of it", figures.PURPLE, "^"),
        "Equilibrium": ("equilibrium", figures.GREEN, "o"),
    }
    for kind, deviations in reading.start_deviations(results).items():
        label, colour, marker = labels[kind]
        points = [mean_interval(100 * deviations[ticks]) for ticks in deviations.columns]
        panel.errorbar(
            np.asarray(deviations.columns, dtype=float) * MICROSECONDS,
            [point.mean for point in points],
            yerr=[point.high - point.mean for point in points],
            marker=marker,
            ms=4,
            mfc="none",
            lw=0.8,
            capsize=2,
            color=colour,
            label=label,
        )
    panel.axhline(0, color=figures.INK, lw=0.8)
    panel.set(
        xscale="log",
        xlabel="time since the start, us",
        ylabel="load offered so far, deviation from its mean, %",
    )
    panel.legend(loc="upper right")
    return drawing


def draw_costs(results: Results) -> Drawing:
    """Processor time of a request by the number of sources."""
    drawing, panel = figures.subplots(height=3.8)
    seconds = results.costs().set_index("run_id")["cpu_s"]
    requests = results.scalars("requests").set_index("run_id")["value"]
    colours = dict(zip(runs.cost_variants(1), figures.COLOURS, strict=False))
    for variant, colour in colours.items():
        cost = []
        for sources in runs.COST_SOURCES:
            scenario, attributes = runs.cost_variants(sources)[variant]
            made = results.where(
                scenario=f"ns3::{scenario.title().replace('-', '')}Scenario", **attributes
            ).run_ids
            few, many = sorted(made, key=requests.get)
            cost.append(1e9 * (seconds[many] - seconds[few]) / (requests[many] - requests[few]))
        panel.plot(runs.COST_SOURCES, cost, marker="o", ms=4, color=colour, label=variant)
    panel.set(
        xscale="log",
        yscale="log",
        xlabel="number of sources",
        ylabel="processor time of a request, ns",
    )
    panel.set_ylim(top=panel.get_ylim()[1] * 20)
    panel.legend(loc="upper left")
    return drawing
