# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of PingER."""

from __future__ import annotations

import numpy as np
from burstlab.archive import Results
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing

from . import pingers
from .pinger_judges import REGIONS, YEAR_S, dark, summaries, throughputs

figure = Exhibits()
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
    frame = throughputs(results, YEAR_S / 2).groupby("time").median() / 1e6
    years = frame.index.to_numpy() / YEAR_S
    seen: dict[str | None, int] = {}
    for region in frame.mean().sort_values(ascending=False).index:
        name = REGIONS.get(region)
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
    _, seen = dark(results, pingers.september())
    one = seen[seen["run_id"] == seen["run_id"].iloc[0]]
    end = summaries(results, pingers.september())["begin"].max() / 86_400 + 1
    times = np.arange(0, end, 1 / 24)
    begins, ends = one["begin"] / 86_400, one["end"].fillna(np.inf) / 86_400
    count = [int(((begins <= t) & (t < ends)).sum()) for t in times]
    panel.plot(1 + times, count, color=figures.BLUE, lw=1.2, drawstyle="steps-post", label="sites")
    panel.set(xlabel="day of the month", ylabel="sites without reply", ylim=(0, None))
    return drawing
