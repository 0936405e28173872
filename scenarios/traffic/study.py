# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Poisson and self-similar arrivals: figures 1 and 2 of the ServerNet document.

README.md beside this file holds the assumptions and the rules of the verdicts, written before the
first run.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from burstlab import figures
from burstlab.results import Results
from burstlab.statistics import Interval, mean_interval
from burstlab.studies import Claim, Figure, Judgement, RunSpec, Study, grid
from matplotlib.figure import Figure as Drawing
from scipy.special import zeta

SOURCES, ON_SHAPE, OFF_SHAPE, REQUEST_INTERVAL = 43, 1.9, 1.25, 10
SLOT = 100
"""Ticks in a slot; the requests of each slot are counted."""

DUTY = zeta(ON_SHAPE) / (zeta(ON_SHAPE) + zeta(OFF_SHAPE))
MEAN_RATE = SOURCES * DUTY / REQUEST_INTERVAL
"""Requests per tick of the pool, by the means of the floored Pareto law."""

POISSON, SELF_SIMILAR = "Poisson", "self-similar"
PROCESSES = {
    POISSON: f"ns3::PoissonArrivals[Rate={MEAN_RATE:.9g}]",
    SELF_SIMILAR: (
        f"ns3::ParetoOnOffArrivals[Sources={SOURCES}|OnShape={ON_SHAPE}|OffShape={OFF_SHAPE}]"
    ),
}
COLOUR = {POISSON: figures.BLUE, SELF_SIMILAR: figures.VERMILION}
SLOTS = {"quick": 100_000, "full": 1_000_000}
REPLICATIONS = {"quick": 8, "full": 10}
SCALES = (1, 10, 100, 1000)
"""Slots in a bin: the four time scales, 100 to 10^5 ticks."""

MUCH_HIGHER = 2.0
"""C1: least ratio of variances that counts as much higher."""
SLOPE_LIMIT = 0.8
"""C2: largest magnitude of the slope that counts as much less than 1."""
CONTROL = 0.05
"""C2: how far from 0.5 the fit may read H on Poisson traces."""


def specs(edition: str) -> list[RunSpec]:
    """Both processes, with independent replications."""
    return grid(
        "traffic-arrivals",
        {"Process": list(PROCESSES.values()), "Slot": SLOT, "Slots": SLOTS[edition]},
        runs=range(1, REPLICATIONS[edition] + 1),
    )


@lru_cache(maxsize=1)
def traces(results: Results) -> dict[str, np.ndarray]:
    """Read the requests per slot of each process, shape (replications, slots)."""
    runs = results.runs().sort_values("run")
    return {
        process: np.stack(
            [
                results.where(Process=text, run=run).series("arrivals")["value"].to_numpy()
                for text, run in runs[["Process", "run"]].itertuples(index=False)
                if text.partition("[")[0] == wanted.partition("[")[0]
            ]
        )
        for process, wanted in PROCESSES.items()
    }


def binned(counts: np.ndarray, m: int) -> np.ndarray:
    """Add up each m slots along the last axis; slots that fill no bin are left out."""
    bins = counts.shape[-1] // m
    return counts[..., : bins * m].reshape(*counts.shape[:-1], bins, m).sum(axis=-1)


def variances(counts: np.ndarray, m: int) -> np.ndarray:
    """Variance of the requests in a bin of m slots, one value a replication.

    Deviations are taken from the mean of all replications: about its own mean a long-range
    dependent trace varies too little, by a third for a hundred bins of 10^5 ticks.
    """
    bins = binned(counts, m)
    return np.mean((bins - bins.mean()) ** 2, axis=-1)


def variance_time(counts: np.ndarray, m: np.ndarray) -> np.ndarray:
    """Sample variance of the mean of m slots, shape (replications, len(m))."""
    return np.stack([np.var(binned(counts, k) / k, axis=-1, ddof=1) for k in m], axis=-1)


def aggregations(most: float) -> np.ndarray:
    """Whole numbers from 1 to `most`, ten a decade."""
    return np.unique(np.rint(10 ** np.arange(0, np.log10(most) + 1e-9, 0.1)).astype(int))


def hurst(counts: np.ndarray) -> np.ndarray:
    """Fit H = 1 + slope/2 as by hand: equal weights, m up to a tenth of the trace.

    Returns
    -------
    One value a replication.
    """
    m = aggregations(counts.shape[-1] / 10)
    return 1 + np.polyfit(np.log(m), np.log(variance_time(counts, m)).T, 1)[0] / 2


def corrected_hurst(counts: np.ndarray) -> np.ndarray:
    """Fit H as `hurst` does, but corrected for the finite trace.

    The sample variance of K bins expects K/(K-1) (1 - K^(2H-2)) of the true one. That factor is
    divided out, which needs H: a fixed point, iterated from 0.5. Points weigh K, and m ends at a
    64th of the trace.
    """
    slots = counts.shape[-1]
    m = aggregations(slots / 64)
    bins = slots // m
    logs = np.log(variance_time(counts, m))
    h = np.full(len(counts), 0.5)
    for _ in range(60):
        factor = bins / (bins - 1) * (1 - bins ** (2 * h[:, np.newaxis] - 2))
        h = 1 + np.polyfit(np.log(m), (logs - np.log(factor)).T, 1, w=np.sqrt(bins))[0] / 2
    return h


def draw_scales(results: Results) -> Drawing:
    """Figure 1: a hundred bins of each process on four time scales."""
    drawing, axes = figures.subplots(len(SCALES), 2, height=6, sharex=True, sharey="row")
    for m, row in zip(SCALES, axes, strict=True):
        width = f"bins of\n{m * SLOT:,} ticks".replace(",", "\u2009")
        for (process, trace), panel in zip(traces(results).items(), row, strict=True):
            bins = binned(trace, m)
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
        trace = traces(results)[process]
        m = aggregations(trace.shape[-1] / 10)
        logs = np.log10(variance_time(trace, m))
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
            label=f"fit, H = {_text(mean_interval(hurst(trace)))}",
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


def judge_variance(results: Results) -> Judgement:
    """C1: ratio of the variances at 100 ticks."""
    poisson, self_similar = (traces(results)[process] for process in (POISSON, SELF_SIMILAR))
    ratios = {
        m * SLOT: mean_interval(variances(self_similar, m) / variances(poisson, m)) for m in SCALES
    }
    ratio = ratios[SLOT]
    at_scales = ", ".join(f"{_text(value)} at {ticks}" for ticks, value in ratios.items())
    return Judgement(
        ratio.mean,
        ratio.low,
        ratio.high,
        len(poisson) + len(self_similar),
        "reproduced" if ratio.low > MUCH_HIGHER else "differs",
        f"Variance over variance: {at_scales} ticks. The gap opens with the scale: within 100 "
        "ticks the requests of a source are nearly unrelated, because 99 % of its ON periods are "
        "too short for a second one. Mean rates: "
        f"{self_similar.mean() / SLOT:.4f} against {poisson.mean() / SLOT:.4f} requests/tick.",
    )


def judge_slope(results: Results) -> Judgement:
    """C2: H as fitted by hand, with the Poisson traces as control."""
    trace = traces(results)[SELF_SIMILAR]
    h = mean_interval(hurst(trace))
    control = mean_interval(hurst(traces(results)[POISSON]))
    if abs(control.mean - 0.5) > CONTROL:
        verdict = "not-testable"
    else:
        verdict = "reproduced" if h.low > 1 - SLOPE_LIMIT / 2 else "differs"
    return Judgement(
        h.mean,
        h.low,
        h.high,
        len(trace),
        verdict,
        f"Slope {2 * h.mean - 2:.2f} for m = 1 to {trace.shape[-1] // 10}. Corrected for the "
        f"finite trace: H = {_text(mean_interval(corrected_hurst(trace)))}. Control: the same fit "
        f"on Poisson traces reads {_text(control)}. The document prints no number; 0.875 is the "
        "limit for infinite time.",
    )


def _text(value: Interval) -> str:
    return f"{value.mean:.3g} [{value.low:.3g}, {value.high:.3g}]"


STUDY = Study(
    name="traffic",
    title="Poisson and self-similar arrivals",
    document=(
        "D. R. Avresky, V. Shurbanov, R. Horst, P. Mehra: "
        "Performance Evaluation of the ServerNet SAN under Self-Similar Traffic"
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
        "Intervals are 95 % t-intervals over independent replications.",
        "The rules of the verdicts were fixed in scenarios/traffic/README.md before the first run.",
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
                "becomes 3.2 times smoother, the self-similar one hardly."
            ),
            draw=draw_scales,
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
                "Points: mean over the replications with its 95 % interval. Lines: least squares "
                "through all points shown, H = 1 + slope/2. Infinitely many sources over infinite "
                "time have H = (3 - 1.25)/2 = 0.875. A finite trace reads less, for two reasons: "
                "its own mean hides the slowest swings, and the sources reach their final slope "
                "only beyond a million ticks."
            ),
            draw=draw_variance_time,
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
            judge=judge_variance,
        ),
        Claim(
            id="traffic/C2",
            text="The variance-time slope is much less than 1 in magnitude, so H > 0.5.",
            source="section 1.2, equation 1, figure 2",
            stated="H > 0.5",
            tolerance="H: whole interval above 0.6; the control on Poisson between 0.45 and 0.55",
            unit="1",
            judge=judge_slope,
        ),
    ),
    budget_s=30,
    full_note=(
        "20 traces of 100 million ticks (2 s of simulated time each): about 3 minutes on two "
        "cores, and 0.6 GB in the archive."
    ),
)
