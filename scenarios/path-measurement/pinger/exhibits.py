# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables and figures of PingER."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.monitoring import summed_metrics
from burstlab.study import Exhibits, Rows, figures, runs_of
from burstlab.study.figures import Drawing
from burstlab.study.measures import typical

from ..results import full_table
from . import judges
from . import settings as pingers
from .settings import LONG, MIDDLES, PATHS, SHORT, Pinger

figure, table = Exhibits(), Exhibits()


@table("pinger", "PingER's world by region", "slides 2, 6, 7")
def world(results: Results) -> Rows:
    """Russia and South America are bad; the Balkans, Middle East, Africa and others are poor.

    A month of 200 sites, drawn from the law of pings; losses, delays
    and waits of regions are ours. All metrics are of the samples of all sites of a region and of
    all replications; unpredictability is the mean over sites. Growth: fitted factor a year, over
    four years with an injected factor of 1.8.
    """
    every = judges.summaries(results, Pinger(pinger=pingers.MONTH))
    grown = judges.growths(results).median()
    for name, rows in every.groupby("region", sort=False):
        found = summed_metrics(rows)
        sites = [summed_metrics(part)["unpredictability"] for _, part in rows.groupby("site")]
        yield {
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
def classes(results: Results) -> Rows:
    """Loss below 1 % is good, below 2.5 % acceptable, below 5 % poor, else bad.

    Percent of samples of packets that name the class of a path with a loss in its middle, medians
    with 95 % intervals, and the expectation of the binomial law. Ten pings cannot measure a loss of
    1 %: one lost ping is 10 %.
    """
    for name, lost in MIDDLES.items():
        row = {"class": name, "loss, %": 100 * lost}
        for pings in (LONG, SHORT):
            named = typical(100 * judges.naming(results, lost, pings))
            row[f"of {pings} pings"] = f"{named:.1f}"
        for pings in (LONG, SHORT):
            row[f"binomial, {pings}"] = f"{100 * judges.expected_naming(lost, pings):.1f}"
        yield row


@table("pinger-law", "Samples of a law beside packets", "V10")
@full_table
def law(results: Results) -> Rows:
    """Samples drawn from a law match those of packets on ten paths.

    Each path is shared with TCP flows of others. The law is fitted to every second sample of all
    runs; the Kolmogorov-Smirnov distances are between drawn samples and the other samples. One of
    30 distances is above the last column by chance in 5 % of cases.
    """
    for setting, arrays in judges.compared(results):
        path = PATHS[setting.path]
        fitted, found, critical = judges.distances(np.concatenate(list(arrays.values())))
        yield {
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
            **{f"distance, {name}": f"{found[name]:.3f}" for name in judges.METRICS},
            "by chance": f"{critical:.3f}",
        }


@table("pinger-monitors", "Two monitors of the same hosts", "slides 12, 32")
def two_monitors(results: Results) -> pd.DataFrame:
    """Several monitoring sites, with all tools for each.

    Two monitors measure the same hosts, and the rows of both are in one run: mean loss and least
    round trip of pings of 100 bytes by region of the hosts, all replications, hosts that are
    monitors left out.
    """
    rows = runs_of(results, Pinger(pinger=pingers.MONITORS)).measurements()
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


COLOURS = {"bad": figures.VERMILION, "poor": figures.AMBER, None: figures.BLUE}
MARKERS = "os^vDPX"


@figure("growth", "Derived throughput by region", "slide 7")
def growth(results: Results) -> Drawing:
    """Throughput grows by 80 % a year, a factor of 10 in 4 years.

    MSS / (RTT sqrt(loss)) of half years, medians over the replications, drawn from the law of pings
    with falling loss. Red: regions that slide 6 calls bad, yellow: poor, blue: others.
    Dashed: 1.8 a year.
    """
    drawing, panel = figures.subplots(height=4.8, log="y")
    frame = judges.throughputs(results, judges.YEAR_S / 2).groupby("time").median() / 1e6
    years = frame.index.to_numpy() / judges.YEAR_S
    seen: dict[str | None, int] = {}
    for region in frame.mean().sort_values(ascending=False).index:
        name = judges.REGIONS.get(region)
        seen[name] = seen.get(name, -1) + 1
        look = {"color": COLOURS[name], "marker": MARKERS[seen[name]], "ms": 4, "lw": 1}
        panel.plot(years, frame[region], label=region, **look)
    mean = np.exp(np.log(frame).mean(axis=1)).to_numpy()
    line = mean[0] * (1 + pingers.GROWTH) ** (years - years[0])
    panel.plot(years, line, "--", color=figures.MUTED, lw=1, label="1.8 a year")
    panel.set(xlabel="years", ylabel="derived throughput, Mb/s")
    panel.set_ylim(top=10 * panel.get_ylim()[1])  # room for the names of the regions
    panel.legend(loc="upper left", fontsize=7.5, ncols=3)
    return drawing


@figure("september", "Sites without reply in September 2001", "slide 4")
def september(results: Results) -> Drawing:
    """On 11 September 5 % of sites were not reached; five were dark for 24 hours later.

    Sites of 200 without reply by the hour, in the first replication, from samples of pings. The
    outages are injected. Recovery takes up to 10 days, and two sites are still down when the month
    ends.
    """
    drawing, panel = figures.subplots(height=3.2)
    setting = Pinger(pinger=pingers.SEPTEMBER)
    _, seen = judges.dark(results, setting)
    one = seen[seen["run_id"] == seen["run_id"].iloc[0]]
    days = judges.summaries(results, setting)["begin"].max() / 86_400 + 1
    times = np.arange(0, days, 1 / 24)
    begins, ends = one["begin"] / 86_400, one["end"].fillna(np.inf) / 86_400
    count = [int(((begins <= t) & (t < ends)).sum()) for t in times]
    panel.plot(1 + times, count, color=figures.BLUE, lw=1.2, drawstyle="steps-post", label="sites")
    panel.set(xlabel="day of the month", ylabel="sites without reply", ylim=(0, None))
    return drawing
