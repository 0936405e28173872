# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The figures and tables of a month of measurements."""

from __future__ import annotations

import pandas as pd
from burstlab import monitoring
from burstlab.archive import Results
from burstlab.study import Exhibits, Rows, figures, runs_of
from burstlab.study.figures import Drawing, Style

from ..path.host_judges import FAST_MBPS
from ..path.host_judges import pipechar as said
from ..readings import AS_RUN, read_hosts
from ..results import cells, full_figure
from . import months
from .months import FAST, SLOW, all_thinned, month_of, tests
from .months import passive as matched

figure, table = Exhibits(), Exhibits()
DAY = 86_400.0


def shown_host(results: Results) -> str:
    """Name the host of slide 23, or a host with an event if the edition lacks that host."""
    hosts = [month.host for month in cells(results, months.months)]
    return "Wisconsin" if "Wisconsin" in hosts else "Rice"


@figure("month", "A month of iperf, and its forecasts", "slide 23")
def month(results: Results) -> Drawing:
    """Wisconsin has 60 to 100 Mb/s; the mean of the last five forecasts the next value.

    Each test of iperf (dots) beside its forecast and the band (shade) that holds 80 % of the
    values. The quick edition has a day of Rice instead, whose rate is halved at noon.
    """
    host = shown_host(results)
    setting = month_of(results, host)
    frame = runs_of(results, setting).table("forecasts")
    frame = frame[frame["tool"] == "iperf"]
    columns = ("time", "forecast", "low", "high", "observed")
    frame = monitoring.numbers(frame, "forecasts", *columns)
    scale = months.SCALES[setting.days] / 1e6
    drawing, panel = figures.subplots(height=3.4)
    x = frame["time"] / DAY
    panel.fill_between(
        x, scale * frame["low"], scale * frame["high"], color=figures.AMBER, alpha=0.25, lw=0
    )
    panel.plot(x, scale * frame["forecast"], color=figures.AMBER, lw=1, label="forecast")
    panel.plot(x, scale * frame["observed"], "o", ms=2.2, color=figures.BLUE, label="iperf")
    panel.set(xlabel="day", ylabel=f"{host}, Mb/s", ylim=(0, None))
    panel.legend(loc="lower left", ncols=2)
    return drawing


@figure("months", "Copies beside iperf", "slides 16, 17")
def copies(results: Results) -> Drawing:
    """Copies from memory have 72 % of iperf; disks limit copies above some 60 Mb/s.

    Means of a day and host, copies by iperf. On the dashed line a copy has 72 %. Dots to the right
    of the dotted lines lie below the dashed line: there the disk limits.
    """
    means = tests(results).groupby(["tool", "host", "day"])["mbps"].mean().unstack("tool")
    drawing, panel = figures.subplots(height=3.8)
    styles = {
        "bbcp-memory": Style("bbcp, memory", figures.BLUE, "o"),
        "bbcp-disk": Style("bbcp, disk", figures.VERMILION, "^"),
        "bbftp": Style("bbftp", figures.GREEN, "s"),
    }
    for tool, style in styles.items():
        if tool in means:
            panel.plot(means["iperf"], means[tool], **{**style.options, "ls": ""})
    most = means["iperf"].max()
    panel.plot([0, most], [0, 0.72 * most], "--", color=figures.MUTED, lw=1)
    for mbps in (SLOW, FAST):
        panel.axvline(mbps, color=figures.MUTED, ls=":", lw=1)
    panel.set(xlabel="iperf, Mb/s", ylabel="copy, Mb/s", xlim=(0, None), ylim=(0, None))
    panel.legend(loc="upper left")
    return drawing


@figure("passive", "Tools beside NetFlow", "slides 24, 25")
def passive(results: Results) -> Drawing:
    """NetFlow agrees with iperf, and sees more than bbftp reports.

    Each transfer: the rate that the tool reports over the NetFlow rate of the router behind the
    monitor, by the NetFlow rate. At 1 (dashed) they agree; bbftp counts its login, and is below.
    """
    frame = matched(results)
    drawing, panel = figures.subplots(height=3.4, log="x")
    styles = {
        "iperf": Style("iperf", figures.BLUE, "o"),
        "bbcp-memory": Style("bbcp, memory", figures.AMBER, "^"),
        "bbftp": Style("bbftp", figures.VERMILION, "s"),
    }
    scale = months.SCALES[cells(results, months.months)[0].days] / 1e6
    for tool, style in styles.items():
        of = frame[frame["tool"] == tool]
        if len(of):
            panel.plot(
                scale * of["passive"],
                of["active"] / of["passive"],
                **{**style.options, "ls": "", "ms": 2},
            )
    panel.axhline(1, color=figures.MUTED, ls="--", lw=1)
    panel.set(xlabel="NetFlow, Mb/s", ylabel="tool over NetFlow", ylim=(0, 1.2))
    panel.legend(loc="lower right")
    return drawing


@figure("thinned", "How many tests forecasts need", "slides 27, 32")
def thinned(results: Results) -> Drawing:
    """Forecasts and light probes can lower the frequency of heavy tests.

    Error of the forecasts of all tests by the bytes of the tests that were kept, mean over hosts.
    The time between tests grows to 1, 2, 4, 8, 16 cycles (right to left) while forecasts are good.
    The lower curve is better: blue watches round trips and routes, too.
    """
    frame = all_thinned(results).groupby(["how", "longest"]).mean()
    drawing, panel = figures.subplots(height=3.2)
    for how, style in (
        ("adapts", Style("light probes are watched", figures.BLUE, "o")),
        ("blind", Style("forecasts alone", figures.VERMILION, "^")),
    ):
        of = frame.loc[how]
        panel.plot(100 * of["bytes"], 100 * of["mape"], **style.options)
    panel.axvline(50, color=figures.MUTED, ls=":", lw=1)
    panel.set(xlabel="bytes of heavy tests, %", ylabel="error, %", xlim=(0, 105), ylim=(0, None))
    panel.legend(loc="lower right")
    return drawing


@figure("pipechar", "Where packet pairs fail", "slide 35")
@full_figure
def pipechar(results: Results) -> Drawing:
    """Pipechar is far off above 100 Mb/s, and half of the hosts agree with it.

    The estimate of pipechar over the true capacity of the path to each host, medians over the
    replications. Interrupts are coalesced for 60 us, and time stamps have 5 us: packets of 1,500
    bytes are 12 us apart at 1 Gb/s, and 120 us at 100 Mb/s (dotted).
    """
    every = read_hosts()
    ratio = said(results, AS_RUN).median()
    drawing, panel = figures.subplots(height=3.2, log="x")
    panel.plot([every[host].mbps for host in ratio.index], ratio, "o", mfc="none", label="pipechar")
    panel.axvline(FAST_MBPS, color=figures.MUTED, ls=":", lw=1)
    panel.axhline(1, color=figures.MUTED, ls="--", lw=1)
    panel.set(xlabel="capacity, Mb/s", ylabel="pipechar over capacity", ylim=(0, None))
    return drawing


@table("of-hosts", "A month of each host", "slides 22, 23")
def of_hosts(results: Results) -> Rows:
    """Forecasts by the mean of the last five are off by 13 to 23 %.

    Mb/s: median of the tests, at full rates. Varies: deviation over mean in percent, from cross
    traffic, losses and events alone, without injected noise. Off: mean error of forecasts by the
    last five in percent, and that of the best of eleven forecasters. Happened: injected events.
    """
    for setting in cells(results, months.months):
        yield from _of_host(runs_of(results, setting).measurements(), setting)


def _of_host(rows: pd.DataFrame, setting: months.Month) -> Rows:
    scale = months.SCALES[setting.days] / 1e6
    for tool in ("iperf", "bbcp-memory", "bbcp-disk", "bbftp", "pipechar"):
        if tool not in set(rows["tool"]):
            continue
        value = "capacity" if tool == "pipechar" else "throughput"
        series = monitoring.path_series(rows, setting.host, tool, value)
        well = series["value"].dropna()
        ranking = monitoring.ranking(series)
        yield {
            "host": setting.host,
            "tool": tool,
            "tests": len(series),
            "failed": len(series) - len(well),
            "Mb/s": f"{scale * well.median():.1f}",
            "varies, %": f"{100 * well.std() / well.mean():.1f}",
            "last five off, %": f"{100 * ranking.loc['MA(5)', 'mape']:.1f}",
            "best": ranking.index[0],
            "off, %": f"{100 * ranking['mape'].iloc[0]:.1f}",
            "happened": months.events(setting),
        }
