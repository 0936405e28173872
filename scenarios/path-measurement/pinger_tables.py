# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of PingER."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.monitoring import summed_metrics
from burstlab.study import Exhibits
from burstlab.study.measures import typical

from . import pingers
from .partial import full_table
from .pinger_judges import (
    METRICS,
    compared,
    distances,
    expected_naming,
    growths,
    naming,
    summaries,
)
from .pingers import LONG, MIDDLES, PATHS, SHORT

table = Exhibits()


@table("pinger", "PingER's world by region", "slides 2, 6, 7")
def world(results: Results) -> pd.DataFrame:
    """Russia and South America are bad; the Balkans, Middle East, Africa and others are poor.

    A month of 200 sites, drawn from the law of pings; losses, delays
    and waits of regions are ours. All metrics are of the samples of all sites of a region and of
    all replications; unpredictability is the mean over sites. Growth: fitted factor a year, over
    four years with an injected factor of 1.8.
    """
    rows = summaries(results, pingers.month())
    grown = growths(results).median()
    return pd.DataFrame([_region(*part, grown) for part in rows.groupby("region", sort=False)])


def _region(name: str, rows: pd.DataFrame, grown: pd.Series) -> dict[str, object]:
    found = summed_metrics(rows)
    sites = [summed_metrics(part)["unpredictability"] for _, part in rows.groupby("site")]
    return {
        "region": name,
        "sites": rows["site"].nunique(),
        "loss, %": f"{100 * found['loss']:.2f}",
        "class": found["class"],
        "conditional loss, %": f"{100 * found['conditional_loss']:.0f}",
        "least RTT, ms": f"{1e3 * found['rtt_min']:.0f}",
        "mean RTT, ms": f"{1e3 * found['rtt_mean']:.0f}",
        "IPDV, ms": f"{1e3 * found['ipdv']:.1f}",
        "unreachable, %": f"{100 * found['unreachability']:.3f}",
        "unpredictability": f"{np.mean(sites):.2f}",
        "MOS": f"{found['mos']:.2f}",
        "throughput, kb/s": f"{found['throughput'] / 1e3:.0f}",
        "growth a year": f"{grown[name]:.2f}" if name in grown else "not drawn",
    }


@table("loss-classes", "Loss classes by samples of pings", "slide 6")
@full_table
def classes(results: Results) -> pd.DataFrame:
    """Loss below 1 % is good, below 2.5 % acceptable, below 5 % poor, else bad.

    Percent of samples of packets that name the class of a path with a loss in its middle, medians
    with 95 % intervals, and the expectation of the binomial law. Ten pings cannot measure a loss of
    1 %: one lost ping is 10 %.
    """
    return pd.DataFrame(
        [
            {
                "class": name,
                "loss, %": 100 * lost,
                **{
                    f"of {pings} pings": f"{typical(100 * naming(results, lost, pings)):.1f}"
                    for pings in (LONG, SHORT)
                },
                **{
                    f"binomial, {pings}": f"{100 * expected_naming(lost, pings):.1f}"
                    for pings in (LONG, SHORT)
                },
            }
            for name, lost in MIDDLES.items()
        ]
    )


@table("pinger-law", "Samples of a law beside packets", "V10")
@full_table
def law(results: Results) -> pd.DataFrame:
    """Samples drawn from a law match those of packets on ten paths.

    Each path is shared with TCP flows of others. The law is fitted to every second sample of all
    runs; the Kolmogorov-Smirnov distances are between drawn samples and the other samples. One of
    30 distances is above the last column by chance in 5 % of cases.
    """
    rows = []
    for setting, arrays in compared(results):
        path = PATHS[setting.path]
        fitted, found, critical = distances(np.concatenate(list(arrays.values())))
        rows.append(
            {
                "path": setting.path,
                "kb/s": path.kbps,
                "queue, ms": path.queue,
                "random loss, %": 100 * path.loss,
                "others, %": f"{100 * path.use:.0f}",
                "RTT, ms": f"{1e3 * fitted.base:.0f}",
                "loss, %": f"{100 * fitted.loss:.2f}",
                "its correlation": f"{fitted.loss_correlation:.2f}",
                "busy, %": f"{100 * fitted.busy:.0f}",
                "correlation": f"{fitted.busy_correlation:.2f}",
                "wait, ms": f"{1e3 * fitted.wait:.0f}",
                "shape": f"{fitted.wait_shape:.2f}",
                "spread": f"{fitted.wait_spread:.2f}",
                **{f"distance, {name}": f"{found[name]:.3f}" for name in METRICS},
                "by chance": f"{critical:.3f}",
            }
        )
    return pd.DataFrame(rows)


@table("pinger-monitors", "Two monitors of the same hosts", "slides 12, 32")
def two_monitors(results: Results) -> pd.DataFrame:
    """Several monitoring sites, with all tools for each.

    Two monitors measure the same hosts, and the rows of both are in one run: mean loss and least
    round trip of pings of 100 bytes by region of the hosts, all replications, hosts that are
    monitors left out.
    """
    chosen = results.where(setting=pingers.monitors().text)
    rows = chosen.measurements()
    rows = rows[(rows["tool"] == "ping") & ~rows["destination"].isin(set(rows["source"]))]
    region = rows["destination"].str.rsplit("-", n=1).str[0].rename("region")
    groups = rows.groupby([region, rows["source"]], sort=False)
    values = {
        "loss, %": 100 * groups["measurement.loss"].mean(),
        "least RTT, ms": 1e3 * groups["measurement.rtt_min"].min(),
    }
    frame = pd.concat(
        {name: value.unstack("source") for name, value in values.items()}, axis="columns"
    )
    frame.columns = [f"{name}, {monitor}" for name, monitor in frame.columns]
    return frame.round(2).reset_index()
