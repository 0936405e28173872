# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables and figures of single paths."""

from __future__ import annotations

from itertools import product

import pandas as pd
from burstlab.archive import Results
from burstlab.study import ABOUT, Exhibits, Rows, figures, present, runs_of
from burstlab.study.figures import Drawing, Style, curve
from burstlab.study.measures import points, typical

from ..readings import AS_RUN, BBR, CUBIC, READINGS, read_hosts
from ..results import cells, estimates, full_figure, full_table, grid, knee, readings, shown
from . import judges
from . import settings as paths
from .host_judges import by_duration
from .settings import ANL, CALTECH, CERN, MATHIS, PLACES, RAL, SINKS

figure, table = Exhibits(), Exhibits()


@table("linear", "Streams under random loss", "slide 19")
def linear(results: Results) -> Rows:
    """With n streams the aggregate is n MSS / (RTT sqrt(loss)).

    Throughput of n streams over n times that of one, on a path that none of them fills; medians
    with 95 % intervals.
    """
    for read in readings(results):
        settings = cells(results, paths.linear, read)
        frame = grid(results, settings, "throughput", by="streams")
        each = {n: typical(frame[n] / frame[1] / n) for n in sorted(frame)}
        yield {"reading": read, **{f"{n} streams": f"{v:.2f}" for n, v in each.items()}}


@table("processors", "Processor cost of tools", "slides 15, 36, 40")
def processors(results: Results) -> Rows:
    """1 MHz for 1 Mb/s, less with larger windows, and 20 % more for a copy.

    MHz of the sender for each Mb/s, medians with 95 % intervals. Last columns: Mb/s of a copy to
    disks over a copy to memory at 45 Mb/s, and of bbcp over iperf where the processor limits.
    """
    transfers = cells(results, paths.processors)
    if not transfers:
        return
    written = grid(results, paths.WRITTEN, "throughput", "bbcp", "sink")
    bbcp, iperf = (grid(results, [paths.BUSY], "throughput", tool) for tool in ("bbcp", "iperf"))
    copies = {f"{sink} over memory": written[sink] / written["memory"] for sink in list(SINKS)[1:]}
    copies["bbcp over iperf"] = (bbcp / iperf)[paths.BUSY]
    for window in (64, 1024):
        row: dict[str, object] = {"reading": AS_RUN, "window, KB": window}
        settings = [cell for cell in transfers if cell.window == window]
        for tool in ("iperf", "bbcp"):
            for rate, of in judges.used(results, settings, tool).groupby("rate"):
                row[f"{tool}, {rate} Mb/s"] = shown(of["MHz"] / of["Mb/s"], ".3f")
        if window == 64:
            row |= {name: shown(ratio, ".3f") for name, ratio in copies.items()}
        yield row


@table("compression", "When compression pays", "slide 26")
def compression(results: Results) -> Rows:
    """Compression gives more than a factor of 2, and a rule says when.

    Time of the plain copy over that of the compressed copy, level 1 of zlib, median over the
    replications, as in 2002; and the decision of the rule.
    """
    for cell, gain in judges.gains(results, cells(results, paths.compressed)).items():
        yield {
            "ratio": cell.ratio,
            "MHz": cell.mhz,
            "Mb/s": cell.rate,
            "gain": f"{gain.median():.2f}",
            "the rule compresses": judges.rule_of_compression(cell),
        }


@table("limit", "A limit of the rate", "slide 41")
@full_table
def limit(results: Results) -> Rows:
    """15 MB/s with 32 streams of 64 KB beside the same without a limit.

    Mean, and deviation of the rates of one second, in percent of the rate of the path; and the
    rise of pings of a neighbour. Medians with 95 % intervals.
    """
    for read in READINGS:
        settings = paths.limited(read)
        true = grid(results, settings, "true_rate", "bbcp")
        rates = 100 * grid(results, settings, "throughput", "bbcp") / true
        deviations = 100 * grid(results, settings, "rate_deviation", "bbcp") / true
        waits = 1e3 * judges.rise(results, settings)
        for cell in settings:
            yield {
                "reading": read,
                "limit, Mb/s": str(cell.limit or "none"),
                "mean, %": f"{typical(rates[cell]):.1f}",
                "deviation, %": f"{typical(deviations[cell]):.2f}",
                "pings, ms": f"{typical(waits[cell]):.1f}",
            }


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
            frame = judges.curves(results, read, place)
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
        settings = judges.of_cern(results, read)
        if not settings:
            continue
        x = [cell.product / PLACES[CERN].product for cell in settings]
        rates = grid(results, settings, "throughput")
        true = grid(results, settings, "true_rate")
        look = {**style.options, "ls": ""}
        panels[0].plot(x, (100 * rates / true).median(), **look)
        panels[1].plot(x, 1e3 * judges.rise(results, settings).median(), **look)
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
    frame = estimates(results, judges.three(results))
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
    series = [(cells(results, paths.mathis, read), style) for read, style in OF_READING.items()]
    each = Style("2002, without delayed acknowledgements", figures.GREEN, "D")
    series.append((present(results, paths.UNDELAYED), each))
    for settings, style in series:
        if settings:
            curve(panel, points(judges.over_bound(results, settings)), style)
    figures.limit(panel, 1, "bound", figures.MUTED)
    panel.set(xlabel="loss", ylabel="throughput over the bound")
    low, high = panel.get_ylim()
    panel.set_ylim(low, high * 2)
    panel.legend(loc="upper left", fontsize=7.5)
    return drawing


SCORES = {
    "PingProbe": ("loss", "true_loss"),
    "PipecharProbe": ("capacity", "true_rate"),
    "AbweEstimator": ("available", "true_available"),
    "PathrateEstimator": ("capacity", "true_rate"),
    "SpruceEstimator": ("available", "true_available"),
    "ChirpProbe": ("available", "true_available"),
    "SlopsProbe": ("available", "true_available"),
    "UdpMonitorProbe": ("loss", "true_loss"),
    "ThroughputProbe": ("throughput", "true_available"),
    "BbcpProbe": ("throughput", "true_available"),
}
"""By a word of the tool's text: its result, and the true value."""


@table("scores", "Tools beside the truth", "slides 11, 32")
def scores(results: Results) -> Rows:
    """Compare, evaluate, validate tools, and find simpler ones.

    A path of 100 Mb/s (2.5, and one run, in the quick edition) with cross traffic. Error: result
    over the true value of the same time, less 1, in percent; for loss the difference, in points;
    medians with 95 % intervals. MB: bytes that the tool sends. Pings: the rise of pings of a
    neighbour beside a tool that loads the path, over pings beside cross traffic alone.
    """
    for cell, (word, what) in product(cells(results, paths.scored), SCORES.items()):
        yield {"others, %": cell.use, "tool": word, **_score(_of_tool(results, cell, word), *what)}


def _of_tool(results: Results, cell: paths.Path, word: str) -> pd.DataFrame:
    """Read the results of a tool, and ``later``: how much longer pings took beside it, s."""
    rows = runs_of(results, cell).measurements()
    rows = rows.rename(columns=lambda name: name.removeprefix("measurement."))
    own = rows["source"] == "sender"
    alone = rows[own & rows["tool"].str.fullmatch("ns3::PingProbe")].set_index("run_id")["rtt_mean"]
    beside = rows[~own].set_index(["run_id", "start_ns"])["rtt_mean"].sub(alone, level="run_id")
    rows = rows[own & rows["tool"].str.contains(word)]
    return rows.join(beside.rename("later"), ["run_id", "start_ns"])


def _score(rows: pd.DataFrame, said: str, true: str) -> dict[str, object]:
    if said not in rows:
        rows = rows.assign(**{said: float("nan")})
    came = rows.dropna(subset=said)
    error = came[said] - came[true] if said == "loss" else came[said] / came[true] - 1
    later = 1e3 * rows["later"].dropna()
    return {
        "says": said,
        "error, %": shown(100 * error, ".1f") if len(error) else "none",
        "results": f"{len(came)} of {len(rows)}",
        "takes, s": f"{rows['duration_ns'].median() / 1e9:.1f}",
        "MB": f"{rows['bytes'].median() / 1e6:.2f}",
        "pings later, ms": shown(later, ".1f") if len(later) else "light",
    }


@figure("durations", "Is ten seconds of iperf enough?", "slide 14")
@full_figure
def durations(results: Results) -> Drawing:
    """Ten seconds of iperf give a reasonable estimate.

    Throughput of 10 s over that of 60 s on the path to each host, by its round trip; medians over
    the replications. Between the dotted lines 10 s are within 10 %. With the stack of 2002 (blue)
    slow start and its losses last longer on longer round trips.
    """
    drawing, panel = figures.subplots(height=3.6)
    every = read_hosts()
    for read, style in OF_READING.items():
        ratio = by_duration(results, read).median()
        panel.plot([every[host].rtt for host in ratio.index], ratio, **{**style.options, "ls": ""})
    for limit in (1 - ABOUT, 1 + ABOUT):
        panel.axhline(limit, color=figures.MUTED, ls=":", lw=1)
    panel.set(xlabel="round trip, ms", ylabel="10 s over 60 s")
    panel.legend(loc="lower left")
    return drawing
