# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Claims of the document about single paths, their rules and what is measured."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.study import (
    ABOUT,
    OFTEN,
    SAME,
    Above,
    Below,
    Claims,
    Equals,
    Finding,
    Within,
    about,
    derived,
    rule,
)
from burstlab.study.measures import listed, log_crossing, minus, over, typical

from ..readings import AS_RUN, CUBIC
from ..results import (
    MSS_BITS,
    cells,
    determined,
    estimates,
    grid,
    has_reading,
    knee,
    measured,
    of_2002,
    of_full,
)
from . import settings as paths
from .settings import CERN, GRIDS, LOSSES, MATHIS, OPEN, PLACES, SINKS, SLIDE_26, STREAMED, Path

claim, claim_2002, check = Claims(has_reading), Claims(of_2002), Claims()


def over_bound(results: Results, settings: list[Path]) -> pd.DataFrame:
    """Throughput over MSS / (RTT sqrt(loss)) of the path: columns losses."""
    frame = grid(results, settings, "throughput", by="loss")
    return frame * (PLACES[OPEN].rtt / 1e3 * frame.columns.to_numpy() ** 0.5) / MSS_BITS


@claim("C06", "slide 7", "BW < MSS / (RTT sqrt(loss))", "mathis")
@rule("throughput over MSS / (RTT sqrt(loss)), each loss", Within(0, 1))
def bound(results: Results, read: str) -> Finding:
    """Throughput of TCP is at most MSS / (RTT sqrt(loss))."""
    frame = over_bound(results, cells(results, paths.mathis, read))
    return Finding({f"loss {loss:g}": typical(column) for loss, column in frame.items()})


def exponents(results: Results, settings: list[Path]) -> pd.Series:
    """Slope of the logarithm of throughput over that of loss in each replication."""
    frame = np.log(grid(results, settings, "throughput", by="loss"))
    losses = np.log(frame.columns.to_numpy())
    return frame.apply(lambda row: np.polyfit(losses, row, 1)[0], axis=1)


@check("V1", "Mathis and others, 1997", "0.93 and 1.31; -1/2", "mathis")
@rule(
    "constant over 0.93 and 1.31, each loss; exponent",
    {
        **{
            f"constant, {what}, loss {loss:g}": Within(0.9, 1.1)
            for what in ("delayed", "each segment")
            for loss in LOSSES["full"]
        },
        "exponent of NewReno": Within(-0.55, -0.45),
        "distance of the exponent of CUBIC": Above(0.05),
    },
)
@of_full("four rates of loss, 100 losses in each run.")
def mathis(results: Results, read: str) -> Finding:
    """Under random loss NewReno follows the law of Mathis, and CUBIC another law."""
    delayed = cells(results, paths.mathis, AS_RUN)
    each = paths.UNDELAYED
    parts = {}
    for what, settings, acks in (("delayed", delayed, 2), ("each segment", each, 1)):
        for loss, column in over_bound(results, settings).items():
            parts[f"constant, {what}, loss {loss:g}"] = typical(column / MATHIS[acks])
    parts["exponent of NewReno"] = typical(exponents(results, delayed))
    cubic = exponents(results, cells(results, paths.mathis, CUBIC))
    parts["distance of the exponent of CUBIC"] = typical((cubic + 0.5).abs())
    return Finding(parts, lambda: f"Exponent of CUBIC: {typical(cubic):.2f}.")


def curves(results: Results, read: str, place: str) -> pd.DataFrame:
    """Throughput by streams of 1 MB."""
    return grid(results, paths.knees(read, place), "throughput", by="streams")


@claim("C09", "slide 10", "knee between 2 and 24 streams", "streams")
@rule("fewest streams with 90 % of the top throughput, each path", Within(2, 24))
@of_full("eight numbers of streams on three paths at their rates.")
def knees(results: Results, read: str) -> Finding:
    """Even with windows of 1 MB several streams are needed; the knee is between 2 and 24."""
    return Finding({p: typical(curves(results, read, p).apply(knee, axis=1)) for p in STREAMED})


@claim("C10", "slide 10", "slow improvement above the knee", "streams")
@rule(
    "throughput of 40 streams over that at the knee, each path, where the knee is below 40",
    Within(1, 1 + ABOUT),
)
@of_full("eight numbers of streams on three paths at their rates.")
def beyond(results: Results, read: str) -> Finding:
    """Above the knee throughput still grows, slowly."""
    parts, last = {}, []
    for place in STREAMED:
        frame = curves(results, read, place)
        knees = frame.apply(knee, axis=1)
        below = knees < frame.columns[-1]
        if not below.all():
            last.append(place)
        if below.any():
            at_knee = frame[below].apply(lambda row: row[knee(row)], axis=1)
            parts[place] = over(frame[below][40], at_knee)
    note = (
        "At the knee is 90 % of the top throughput: at most 1.11, only the lower limit is tested."
    )
    if last:
        note += f" In replications with the knee of {', '.join(last)} at 40 nothing is above it."
    return Finding(parts, note) if parts else Finding(None, note, unasked="No knee is below 40.")


def of_cern(results: Results, read: str) -> list[Path]:
    """Windows by streams on the path to CERN."""
    return cells(results, paths.grid, read, CERN)


@claim("C13", "slide 14", "an optimum of windows and streams", "grid")
@rule("least product with 90 % of the top throughput, over rate times round trip", derived(1))
def optimum(results: Results, read: str) -> Finding:
    """The optimal product of windows and streams is rate times round trip."""
    frame = grid(results, of_cern(results, read), "throughput", by="product")
    least = frame.apply(lambda row: min(row.index[row >= 0.9 * row.max()]), axis=1)
    return Finding(typical(least / PLACES[CERN].product))


def rise(results: Results, settings: list[Path]) -> pd.DataFrame:
    """Round trip of loaded pings less that of unloaded ones, s: columns the settings."""
    loaded, unloaded = (
        grid(results, settings, "rtt_mean", kind) for kind in ("loaded", "unloaded")
    )
    return loaded - unloaded


@claim("C21", "slide 15", "adds about 100 ms to Europe", "grid")
@rule(
    "rise of pings beside transfers that fill the path", about(100), unit="ms", from_document=True
)
@of_full("transfers of a minute that fill path and queue.")
def others(results: Results, read: str) -> Finding:
    """Saturating transfers add about 100 ms to the round trips of other users."""
    setting = paths.saturated(read)
    rates, true = (grid(results, [setting], v)[setting] for v in ("throughput", "true_rate"))
    return Finding(
        typical(1e3 * rise(results, [setting])[setting]),
        lambda: f"The transfer has {typical(rates / true).estimate:.2f} of the rate.",
    )


@claim("C22", "slide 20", "round trips stay short below the knee", "grid")
@rule("largest rise of pings over the round trip, below 0.9 of the product", Below(SAME))
def below_the_knee(results: Results, read: str) -> Finding:
    """While windows times streams are less than rate times round trip, round trips stay short."""
    few = [c for c in of_cern(results, read) if c.product < 0.9 * PLACES[CERN].product]
    frame = rise(results, few)
    return Finding(typical(1e3 * frame.max(axis=1) / PLACES[CERN].rtt), f"{len(few)} settings.")


@claim("C37", "slide 27", "loss and RTT, loaded and unloaded", "grid")
@rule(
    "loaded pings beside transfers that fill the path",
    {"round trip over that of unloaded ones": Above(1), "more loss": Above(0)},
)
@of_full("transfers of a minute that fill path and queue.")
def impact(results: Results, read: str) -> Finding:
    """Loaded and unloaded pings show the impact of a transfer on other users."""
    settings = [paths.saturated(read)]
    trips, losses = (
        [grid(results, settings, value, kind).mean(axis=1) for kind in ("loaded", "unloaded")]
        for value in ("rtt_mean", "loss")
    )
    return Finding(
        {"round trip over that of unloaded ones": over(*trips), "more loss": minus(*losses)}
    )


@claim("C08", "slide 9", "ping losses != TCP losses", "grid")
@rule(
    "loss of TCP over that of pings with a full queue; samples of ten pings that see no loss",
    {"full queue": Above(1), "samples": Above(1 - OFTEN)},
)
@of_full("transfers of a minute that fill path and queue, and a thousand samples of ten pings.")
def ping_loss(results: Results, read: str) -> Finding:
    """Loss of pings differs from loss of TCP, and ten pings are too few."""
    settings = [paths.saturated(read)]
    tcp = grid(results, settings, "loss").mean(axis=1)
    lost, sent = (
        grid(results, settings, value, "loaded").sum(axis=1) for value in ("received", "sent")
    )
    # Without any loss half a ping counts as lost, as in the estimate of throughput.
    pings = (sent - lost).clip(lower=0.5) / sent
    frame = measured(results, [paths.samples(read)], "unloaded")
    clean = (frame["loss"] == 0).groupby([frame["seed"], frame["run"]]).mean()
    return Finding(
        {"full queue": over(tcp.clip(lower=1e-9), pings), "samples": typical(clean)},
        lambda: f"TCP {typical(tcp):.2g}, pings {typical(pings):.2g}.",
    )


def determination(x: pd.Series, y: pd.Series) -> float:
    """R^2 of a line through the origin; 0 if the line is no better than a constant."""
    slope = (x * y).sum() / (x * x).sum()
    return max(0.0, 1 - ((y - slope * x) ** 2).sum() / ((y - y.mean()) ** 2).sum())


@claim("C23", "slide 19", "n MSS / (RTT sqrt(loss))", "linear")
@rule("R^2 of a line through the origin, throughput over streams", Above(0.99))
def linear(results: Results, read: str) -> Finding:
    """With n streams the aggregate grows with n."""
    settings = cells(results, paths.linear, read)
    frame = grid(results, settings, "throughput", by="streams")
    streams = pd.Series(frame.columns, index=frame.columns, dtype=float)
    return Finding(typical(frame.apply(lambda row: determination(streams, row), axis=1)))


def three(results: Results) -> list[Path]:
    """Windows by streams on the three paths, as in 2002."""
    return [c for p in GRIDS for c in cells(results, paths.grid, AS_RUN, p)]


@claim_2002("C24", "slide 21", "R^2 of estimated and measured", "estimated")
@rule("squared correlation, windows from 128 KB", Above(0.9))
@of_full("windows by streams on three paths at their rates.")
def estimated(results: Results, read: str) -> Finding:
    """The estimate C n MSS / (RTT sqrt(loss)) follows the measured throughput."""
    frame = estimates(results, [c for c in three(results) if c.window >= 128])
    by = frame.groupby(["seed", "run"])
    return Finding(typical(by.apply(lambda f: f["measured"].corr(f["estimated"]) ** 2)))


def by_window(results: Results, read: str, place: str) -> pd.DataFrame:
    """Median over streams of measured over estimated, C = 0.93: columns windows."""
    settings = cells(results, paths.grid, read, place)
    frame = estimates(results, settings)
    ratio = frame["measured"] / (MATHIS[2] * frame["estimated"])
    return ratio.groupby([frame["seed"], frame["run"], frame["window"]]).median().unstack()


LEAVES = 0.8
"""Measured over estimated below which a window has left the common line."""


@claim_2002("C25", "slide 21", "a threshold of windows, which differs by path", "estimated")
@rule(
    "measured over estimated with 32 KB, and the largest threshold over the least",
    {**{place: Below(LEAVES) for place in GRIDS}, "thresholds": Above(1 + SAME)},
)
@of_full("windows by streams on three paths at their rates.")
def threshold(results: Results, read: str) -> Finding:
    """Windows below a threshold leave the common line, and the threshold differs by path."""
    parts, thresholds = {}, {}
    for place in GRIDS:
        frame = by_window(results, read, place)
        parts[place] = typical(frame[32])
        thresholds[place] = frame.apply(
            lambda row: log_crossing(row.index.astype(float), row, LEAVES), axis=1
        )
    frame = pd.DataFrame(thresholds).dropna()
    parts["thresholds"] = over(frame.max(axis=1), frame.min(axis=1))
    return Finding(parts, lambda: f"Thresholds, KB: {listed(frame.median())}.")


def used(results: Results, settings: list[Path], tool: str) -> pd.DataFrame:
    """Read a tool: the columns of `measured`, MHz and Mb/s."""
    frame = measured(results, settings, tool, "window", "rate")
    return frame.assign(**{"MHz": frame["cpu_sender"], "Mb/s": frame["throughput"] / 1e6})


def slopes(results: Results, window: int, tool: str) -> pd.Series:
    """MHz of the sender for each Mb/s of a tool in each replication."""
    settings = cells(results, paths.processors)
    frame = used(results, [c for c in settings if c.window == window], tool)
    by = frame.groupby(["seed", "run"])
    return by.apply(lambda f: round(np.polyfit(f["Mb/s"], f["MHz"], 1)[0], 6))


@claim_2002("C15", "slides 15, 36", "0.97 MHz for 1 Mb/s, less with larger windows", "processors")
@rule(
    "slope of MHz over Mb/s with 64 KB; slope with 1 MB over slope with 64 KB",
    {"64 KB": about(0.97), "1 MB over 64 KB": Below(1)},
    from_document=True,
)
def processor(results: Results, read: str) -> Finding:
    """A sender needs about 1 MHz for 1 Mb/s, and less with larger windows."""
    small, large = (slopes(results, window, "iperf") for window in (64, 1024))
    return Finding({"64 KB": determined(small), "1 MB over 64 KB": determined(large / small)})


@claim_2002("C16", "slide 40", "20 % more", "processors")
@rule("slope of MHz over Mb/s, bbcp over iperf, 64 KB, less 1", about(0.2), from_document=True)
def copy_processor(results: Results, read: str) -> Finding:
    """Bbcp needs 20 % more processor time than iperf."""
    bbcp, iperf = (slopes(results, 64, tool) for tool in ("bbcp", "iperf"))
    return Finding(determined(bbcp / iperf - 1))


@claim_2002("C18", "slide 40", "0.8 of iperf", "processors")
@rule(
    "throughput of bbcp over that of iperf where the processor limits",
    about(0.8),
    from_document=True,
)
def copy_rate(results: Results, read: str) -> Finding:
    """Bbcp has about 0.8 of the throughput of iperf."""
    bbcp, iperf = (
        grid(results, [paths.BUSY], "throughput", tool)[paths.BUSY] for tool in ("bbcp", "iperf")
    )
    return Finding(determined(bbcp / iperf))


@claim_2002("C19", "slide 40", "the same below 50 Mb/s", "processors")
@rule("throughput of a copy at 45 Mb/s over that to memory", Equals(1, SAME), from_document=True)
def destinations(results: Results, read: str) -> Finding:
    """Below 50 Mb/s the destination of a copy does not matter."""
    frame = grid(results, paths.WRITTEN, "throughput", "bbcp", "sink")
    ratios = {sink: frame[sink] / frame["memory"] for sink in SINKS if SINKS[sink]}
    return Finding({sink: determined(ratio) for sink, ratio in ratios.items()})


def gains(results: Results, settings: list[Path]) -> pd.DataFrame:
    """Time of the plain copy over that of the compressed copy: columns the settings."""
    frame = measured(results, settings, "bbcp")
    plain = ~frame["tool"].str.contains("CompressionRatio")
    wide = frame.assign(plain=plain).pivot(
        index=["seed", "run"], columns=["setting", "plain"], values="duration"
    )
    return pd.DataFrame({c: wide[c.text, False].rdiv(wide[c.text, True]) for c in settings})


@claim_2002("C35", "slide 26", "more than a factor of 2", "compression")
@rule("time of the plain copy over that of the compressed one", Above(2), from_document=True)
def compression(results: Results, read: str) -> Finding:
    """Compression of an Objectivity file gives more than a factor of 2 at 360 MHz."""
    every = cells(results, paths.compressed)
    settings = [c for c in every if (c.ratio, c.mhz, c.rate) == SLIDE_26]
    return Finding(determined(gains(results, settings).iloc[:, 0]))


def rule_of_compression(cell: Path) -> bool:
    """Whether a copy should be compressed: f(compressibility, MHz, Mb/s).

    The slowest of the path and both processors is the rate of the data. A copy takes 1.2 times 0.97
    MHz for each Mb/s that is sent; zlib compresses 0.13 and expands 0.5 Mb/s for each MHz.
    """
    protocol = 1.2 * 0.97

    def rate(shrink: float, work: float) -> float:
        return min(cell.rate * shrink, cell.mhz / (protocol / shrink + work))

    plain = rate(1, 0)
    return rate(cell.ratio, max(1 / 0.13, 1 / 0.5)) > plain


@claim_2002("C36", "slide 26", "f(compressibility, MHz, Mb/s)", "compression")
@rule(
    "part of the grid of ratio, MHz and Mb/s in which the rule is right",
    Above(0.95),
    from_document=True,
)
@of_full("27 combinations of ratio, MHz and Mb/s.")
def worth_it(results: Results, read: str) -> Finding:
    """A rule of compressibility, MHz and Mb/s says whether compression pays."""
    frame = gains(results, cells(results, paths.compressed))
    right = pd.DataFrame({c: (frame[c] > 1) == rule_of_compression(c) for c in frame})
    return Finding(determined(right.mean(axis=1)), f"{frame.shape[1]} combinations.")


@claim_2002("C47", "slide 40", "windows and streams as of iperf", "streams")
@rule("knee of bbcp over that of iperf", Equals(1, SAME))
@of_full("five numbers of streams of both tools.")
def same_knee(results: Results, read: str) -> Finding:
    """Windows and streams of bbcp behave as those of iperf."""
    bbcp, iperf = (
        grid(results, paths.COPIES, "throughput", tool, "streams").apply(knee, axis=1)
        for tool in ("bbcp", "iperf")
    )
    return Finding(typical(bbcp / iperf))


@claim("C48", "slide 41", "15 MB/s, 64 KB, 32 streams", "limit")
@rule(
    "mean over 120 Mb/s; deviation of 1 s rates and rise of pings, over those without a limit",
    {"mean": Equals(1, ABOUT), "deviation": Within(0, 1 / 3), "pings": Within(0, 1 / 3)},
)
@of_full("32 streams of 64 KB at the document's rates.")
def limit(results: Results, read: str) -> Finding:
    """A rate limit makes a transfer steady, and does not disturb other users."""
    settings = paths.limited(read)
    kept, free = settings
    wanted = 1e6 * kept.limit / paths.divisor(kept, "full")
    rates, whole, wire = (
        grid(results, settings, value, "bbcp")[kept]
        for value in ("throughput", "duration", "wire_duration")
    )
    deviations = grid(results, settings, "rate_deviation", "bbcp")
    waits = rise(results, settings)
    return Finding(
        {
            "mean": typical(rates * whole / wire / wanted),
            "deviation": typical(deviations[kept] / deviations[free].median()),
            "pings": typical(waits[kept] / waits[free].median()),
        },
        "Mean: from the first byte on. The tool counts its start, too.",
    )
