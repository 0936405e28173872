# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of single paths."""

from __future__ import annotations

from itertools import product

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits
from burstlab.study.measures import typical

from . import paths
from .bed import READINGS
from .partial import full_table
from .path_judges import gains, rise, rule_of_compression, used
from .paths import SINKS
from .reading import cells, grid, readings, shown

table = Exhibits()


@table("linear", "Streams under random loss", "slide 19")
def linear(results: Results) -> pd.DataFrame:
    """With n streams the aggregate is n MSS / (RTT sqrt(loss)).

    Throughput of n streams over n times that of one, on a path that none of them fills; medians
    with 95 % intervals.
    """
    rows = []
    for read in readings(results):
        settings = cells(results, lambda e, r=read: paths.linear(r, e))
        frame = grid(results, settings, "throughput", "iperf")
        frame.columns = [cell.streams for cell in settings]
        each = {n: typical(frame[n] / frame[1] / n) for n in sorted(frame)}
        rows.append({"reading": read, **{f"{n} streams": f"{v:.2f}" for n, v in each.items()}})
    return pd.DataFrame(rows)


@table("processors", "Processor cost of tools", "slides 15, 36, 40")
def processors(results: Results) -> pd.DataFrame:
    """1 MHz for 1 Mb/s, less with larger windows, and 20 % more for a copy.

    MHz of the sender for each Mb/s, medians with 95 % intervals. Last columns: Mb/s of a copy to
    disks over a copy to memory at 45 Mb/s, and of bbcp over iperf where the processor limits.
    """
    rows = []
    for read, window in product(readings(results), (64, 1024)):
        row: dict[str, object] = {"reading": read, "window, KB": window}
        settings = [c for c in _worked(results, read) if c.window == window]
        if not settings:
            continue
        for tool in ("iperf", "bbcp"):
            frame = used(results, settings, tool)
            for rate, of in frame.groupby("rate"):
                row[f"{tool}, {rate} Mb/s"] = shown(of["MHz"] / of["Mb/s"], ".3f")
        rows.append(row | (_copies(results, read) if window == 64 else {}))
    return pd.DataFrame(rows)


def _worked(results: Results, read: str) -> list[paths.Path]:
    return cells(results, lambda e: paths.processors(read, e))


def _copies(results: Results, read: str) -> dict[str, str]:
    written = grid(results, paths.written(read), "throughput", "bbcp")
    written.columns = list(SINKS)
    busy = [paths.busy(read)]
    both = {t: grid(results, busy, "throughput", t).iloc[:, 0] for t in ("bbcp", "iperf")}
    return {
        **{
            f"{sink} over memory": shown(written[sink] / written["memory"], ".3f")
            for sink in list(SINKS)[1:]
        },
        "bbcp over iperf": shown(both["bbcp"] / both["iperf"], ".3f"),
    }


@table("compression", "When compression pays", "slide 26")
def compression(results: Results) -> pd.DataFrame:
    """Compression gives more than a factor of 2, and a rule says when.

    Time of the plain copy over that of the compressed copy, level 1 of zlib, median over the
    replications, as in 2002; and the decision of the rule.
    """
    settings = cells(results, lambda e: paths.compressed(READINGS[0], e))
    frame = gains(results, settings)
    return pd.DataFrame(
        [
            {
                "ratio": cell.ratio,
                "MHz": cell.mhz,
                "Mb/s": cell.rate,
                "gain": f"{frame[cell].median():.2f}",
                "the rule compresses": rule_of_compression(cell),
            }
            for cell in settings
        ]
    )


@table("limit", "A limit of the rate", "slide 41")
@full_table
def limit(results: Results) -> pd.DataFrame:
    """15 MB/s with 32 streams of 64 KB beside the same without a limit.

    Mean, and deviation of the rates of one second, in percent of the rate of the path; and the
    rise of pings of a neighbour. Medians with 95 % intervals.
    """
    rows = []
    for read in READINGS:
        settings = paths.limited(read)
        true = grid(results, settings, "true_rate", "bbcp")
        rates = 100 * grid(results, settings, "throughput", "bbcp") / true
        deviations = 100 * grid(results, settings, "rate_deviation", "bbcp") / true
        waits = 1e3 * rise(results, settings)
        rows += [
            {
                "reading": read,
                "limit, Mb/s": str(cell.limit or "none"),
                "mean, %": f"{typical(rates[cell]):.1f}",
                "deviation, %": f"{typical(deviations[cell]):.2f}",
                "pings, ms": f"{typical(waits[cell]):.1f}",
            }
            for cell in settings
        ]
    return pd.DataFrame(rows)
