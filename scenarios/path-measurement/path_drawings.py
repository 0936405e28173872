# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of single paths."""

from __future__ import annotations

from burstlab.archive import Results
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing, Style, curve
from burstlab.study.measures import points

from . import paths
from .bed import AS_RUN, BBR, CUBIC, READINGS
from .partial import full_figure
from .path_judges import curves, of_cern, over_bound, product, rise, three
from .paths import ANL, CALTECH, CERN, MATHIS, PLACES, RAL
from .reading import cells, estimates, grid, knee, there

figure = Exhibits()
OF_PLACE = {
    ANL: Style("ANL", figures.BLUE, "o"),
    CALTECH: Style("Caltech", figures.GREEN, "^"),
    RAL: Style("RAL", figures.VERMILION, "s"),
}
OF_READING = {
    AS_RUN: Style(AS_RUN, figures.BLUE, "o"),
    CUBIC: Style(CUBIC, figures.AMBER, "^"),
    BBR: Style(BBR, figures.VERMILION, "s"),
}


@figure("streams", "How many streams a path needs", "slide 10")
@full_figure
def streams(results: Results) -> Drawing:
    """Even with windows of 1 MB several streams are needed; the knee is between 2 and 24.

    Throughput by parallel streams, over the highest on that path, medians with 95 % intervals. The
    large dot is the knee, the smallest number of streams with 90 % of the highest throughput; the
    document has it between the dotted lines. In 2002 one stream cannot fill a path that loses
    packets.
    """
    drawing, panels = figures.subplots(len(READINGS), height=6.2, log="x", sharex=True, sharey=True)
    for panel, read in zip(panels, READINGS, strict=True):
        for place, style in OF_PLACE.items():
            frame = curves(results, read, place)
            shown = points(100 * frame.div(frame.max(axis=1), axis=0))
            curve(panel, shown, style)
            at = knee(shown["estimate"])
            panel.plot(at, shown.loc[at, "estimate"], "o", ms=10, color=style.colour, alpha=0.5)
        for limit in (2, 24):
            panel.axvline(limit, color=figures.MUTED, ls=":", lw=1)
        panel.set(title=read, ylabel="of the highest, %", ylim=(0, 110))
    panels[0].legend(loc="lower right")
    ticks = (1, 2, 5, 10, 20, 40)
    panels[-1].set_xticks(ticks, [str(tick) for tick in ticks])
    panels[-1].minorticks_off()
    panels[-1].set(xlabel="streams")
    return drawing


@figure("grid", "Throughput and delay by windows times streams", "slides 14, 15, 20")
def windows_by_streams(results: Results) -> Drawing:
    """There is an optimum of windows times streams; beyond it others wait up to 100 ms longer.

    The path to CERN. Above: throughput of each combination over the rate; below: the rise of
    pings of a neighbour meanwhile. Medians over replications, a dot a combination. Left of the
    dotted line the windows are less than rate times round trip, the data that the path holds. Right
    of the line they fill the queue. With FqCoDel pings do not wait for that queue.
    """
    drawing, panels = figures.subplots(2, height=5.2, log="x", sharex=True)
    for read, style in OF_READING.items():
        settings = of_cern(results, read)
        if not settings:
            continue
        x = [product(cell) / PLACES[CERN].product for cell in settings]
        rates = grid(results, settings, "throughput", "iperf")
        true = grid(results, settings, "true_rate", "iperf")
        look = {**style.options, "ls": ""}
        panels[0].plot(x, (100 * rates / true).median(), **look)
        panels[1].plot(x, 1e3 * rise(results, settings).median(), **look)
    for panel in panels:
        panel.axvline(1, color=figures.MUTED, ls=":", lw=1)
    panels[0].set(ylabel="throughput, % of the rate", ylim=(0, 105))
    panels[1].set(ylabel="pings take longer, ms", ylim=(-5, 125))
    panels[0].legend(loc="upper left")
    panels[1].set(xlabel="windows times streams over rate times round trip")
    return drawing


@figure("estimated", "Throughput, estimated and measured", "slide 21")
def estimated(results: Results) -> Drawing:
    """Throughput is C n MSS / (RTT sqrt(loss)), except with small windows.

    2002: each measurement of iperf on the paths to ANL, RAL and CERN (the quick edition: to CERN
    alone), by its window. Loss and round trip are those
    that the tool saw, C = 0.93; on the dashed line the estimate is right. Small windows (light) are
    below the line: the window limits them, not loss.
    """
    settings = three(results, AS_RUN)
    frame = estimates(results, settings)
    drawing, panel = figures.subplots(height=4.4, log="xy")
    sizes = sorted(frame["window"].unique())
    for number, window in enumerate(sizes):
        of = frame[frame["window"] == window]
        panel.plot(
            MATHIS[2] * of["estimated"] / 1e6,
            of["measured"] / 1e6,
            ls="",
            **{"marker": "o", "ms": 4, "label": f"{window} KB"},
            color=(figures.AMBER, figures.GREEN, figures.BLUE)[3 * number // len(sizes)],
            alpha=0.4 + 0.6 * (number + 1) / len(sizes),
        )
    low, high = frame["measured"].min() / 1e6, MATHIS[2] * frame["estimated"].max() / 1e6
    panel.plot([low, high], [low, high], "--", color=figures.MUTED, lw=1)
    panel.set(xlabel="estimated, Mb/s", ylabel="measured, Mb/s")
    panel.legend(loc="lower right", ncols=2)
    return drawing


@figure("mathis", "Throughput under random loss", "slide 7")
def mathis(results: Results) -> Drawing:
    """Throughput of TCP is at most MSS / (RTT sqrt(loss)).

    One stream, 50 ms, windows that do not limit: throughput over that bound (dashed), logarithmic,
    medians with 95 % intervals. NewReno with delayed acknowledgements keeps to the bound; BBR
    ignores losses.
    """
    drawing, panel = figures.subplots(height=3.6, log="xy")
    series = [
        (cells(results, lambda e, r=read: paths.mathis(r, e)), style)
        for read, style in OF_READING.items()
    ]
    each = Style("2002, without delayed acknowledgements", figures.GREEN, "D")
    series.append((there(results, paths.undelayed()), each))
    for settings, style in series:
        if settings:
            curve(panel, points(over_bound(results, settings)), style)
    figures.limit(panel, 1, "bound", figures.MUTED)
    panel.set(xlabel="loss", ylabel="throughput over the bound")
    low, high = panel.get_ylim()
    panel.set_ylim(low, high * 2)
    panel.legend(loc="upper left", fontsize=7.5)
    return drawing
