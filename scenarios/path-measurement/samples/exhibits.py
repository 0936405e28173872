# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables and figures of forecasts and of detection."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.monitoring import FORECASTERS, rolling
from burstlab.statistics import rate_interval, share_interval
from burstlab.study import Exhibits, Rows, figures
from burstlab.study.figures import Drawing, Style, curve
from burstlab.study.measures import table as points_of
from burstlab.study.measures import typical

from ..readings import read_hosts
from ..results import cells
from . import reading
from .judges import FIVE, STATED

figure, table = Exhibits(), Exhibits()
SMALL, LARGE = 0.05, 0.1
"""Limits of the swing of hosts: see `swing`."""


def swing(host: str) -> float:
    """Part of the night's throughput of a host that is missing at 14 o'clock of a working day."""
    facts = read_hosts()[host]
    return facts.use * facts.diurnal / (1 - facts.use)


@table("forecasts", "Forecasts by the last five results", "slide 23")
def forecasts(results: Results) -> Rows:
    """The mean of the last five results forecasts the next one within 13 to 23 %.

    Mean and deviation of |observed - forecast| / observed, mean over hosts, and the values within a
    band of 80 %; medians over replications with 95 % intervals. From the eighth day of a month on.
    """
    for tool in reading.TOOLS:
        of = reading.months(results, reading.EVERY_TOOL, tool)
        scored = reading.forecast_scores(of, FIVE)
        error, deviation, within = (
            typical(factor * reading.by_replication(of, scored[name]))
            for name, factor in (("mape", 100), ("mape_sd", 100), ("coverage", 1))
        )
        yield {
            "tool": tool,
            "document, %": STATED[tool],
            "error, %": f"{error:.1f}",
            "deviation, %": f"{deviation:.1f}",
            "in the band": f"{within:.3f}",
        }


@table("ranking", "Which forecaster is best", "slides 11, 22")
def ranking(results: Results) -> pd.DataFrame:
    """Simple forecasts for applications; time of day, round trips and routes as inputs.

    Series of iperf of the first replication, the second half of a month, by how much results are
    lower at 14 o'clock than at night: hosts with less than 5 %, those with more than 10 %, and all
    with 40 %. Error: mean of |observed - forecast| / observed. Skill: 1 less the mean absolute
    error over that of the last value. Band: values within 80 %. Fitted forecasters are those of
    statsmodels, fitted to the first half. The model has no round trips and routes.
    """
    quiet, swinging = (
        reading.rankings(reading.months(results, base), 1)
        for base in (reading.QUIET, reading.SWINGING)
    )
    parts = {
        "small": {host: table for host, table in quiet.items() if swing(host) < SMALL},
        "over 10 %": {host: table for host, table in quiet.items() if swing(host) > LARGE},
        "40 %": swinging,
    }
    columns: dict[str, pd.Series] = {}
    for words, tables in parts.items():
        mean = sum(tables.values()) / len(tables)
        columns[f"{words}: error, %"] = 100 * mean["mape"]
        columns[f"{words}: skill"] = mean["skill"]
        columns[f"{words}: band"] = mean["coverage"]
    shown = pd.DataFrame(columns).sort_values("40 %: error, %")
    shown = shown.map(lambda x: f"{x:.2f}").rename_axis("forecaster")
    return shown.reset_index()


@table("detectors", "Detectors beside the truth", "slides 12, 23")
def detectors(results: Results) -> Rows:
    """Anomalous events are to be found: what is affected, when, how much.

    Falls of 40 % for three days, found within a day; false alarms a path and month without an
    event, with 95 % intervals over series; median hours until a fall is found. Swing: how much
    lower results are at 14 o'clock than at night. Usual thresholds. PELT, an offline method, has no
    delay, and may place a fall half a day too early or too late. Chance: falls that as many false
    alarms would find at random times.
    """
    for words, base in (("of the hosts", reading.QUIET), ("40 %", reading.SWINGING)):
        quiet, happens = reading.pair(results, base)
        for way in reading.ways():
            chance = reading.by_chance(rate_interval(*reading.alarms(quiet, way)).estimate)
            row = {"swing": words, "detector": way.detector, **_detected(quiet, happens, way)}
            if way.detector == reading.PELT:
                row["hours"] = ""
            yield row | {"chance": f"{chance:.3f}"}


def _detected(quiet: reading.Months, happens: reading.Months, way: reading.Way) -> dict[str, str]:
    """Write the columns that the tables of detectors and of settings share."""
    took = reading.delays(happens, way)
    return {
        "time of day": "divided out" if way.by_day else "",
        "found": f"{share_interval(*reading.found_by(happens, way)):.3f}",
        "false alarms": f"{rate_interval(*reading.alarms(quiet, way)):.3f}",
        "hours": f"{np.nanmedian(took) / 3600:.1f}" if np.isfinite(took).any() else "none",
    }


@table("plateaus", "Settings of the plateau detector", "digest, section 4")
def plateaus(results: Results) -> Rows:
    """Nine in ten falls of 40 % are to be found, with a tenth of a false alarm a month.

    Found within a day, false alarms a path and month, and median hours, as in the table of
    detectors; swing of the hosts. The first row is the one that is judged.
    """
    quiet, happens = reading.pair(results, reading.QUIET)
    for way in reading.SETTINGS:
        name = "" if way.detector == "plateau" else way.detector
        row = {"plateau": name, "deviations": f"{way.threshold:g}"}
        yield row | _detected(quiet, happens, way)


def of_falls(results: Results) -> dict[int, reading.Months]:
    """Read the months in which something happens, by how far the level falls in percent."""
    every = [month for month in cells(results, reading.planned) if month.fall]
    settings = [month for month in every if replace(month, fall=0) == reading.QUIET]
    return {s.fall: reading.months(results, s) for s in sorted(settings, key=lambda s: s.fall)}


@table("falls", "Falls found by their size", "slide 12")
def falls(results: Results) -> Rows:
    """Anomalous events are to be found: what is affected, when, how much.

    Falls for three days found within a day, swing of the hosts, usual thresholds, with
    95 % intervals over series. Detectors do not report changes below a third.
    """
    every = of_falls(results)
    for way in reading.ways():
        by_day = "divided out" if way.by_day else ""
        row = {"detector": way.detector, "time of day": by_day}
        for fall, of in every.items():
            row[f"{fall} %"] = f"{share_interval(*reading.found_by(of, way)):.2f}"
        yield row


WEEK = (14 * reading.DAY, 21 * reading.DAY)
SHOWN = "CERN"
STYLES = {
    name: Style(name, colour, marker)
    for name, colour, marker in zip(
        reading.USUAL, (figures.BLUE, figures.INK, *figures.COLOURS[1:]), "oPsD^v", strict=True
    )
}


@figure("band", "Forecasts and their bands", "slides 22, 23")
def band(results: Results) -> Drawing:
    """Simple forecasts for applications, with a correction for the time of day.

    A week of iperf at CERN, where results are 40 % lower at 14 o'clock than at night (dots), with
    forecasts (lines) and 80 % bands by the mean of the last five (above) and Holt-Winters (below).
    The mean lags each morning and each evening.
    """
    of = reading.months(results, reading.SWINGING)
    number = of.origin.index[of.origin["host"] == SHOWN][0]
    frame = pd.DataFrame({"time": of.times, "value": of.values[number] / 1e6})
    drawing, panels = figures.subplots(2, 1, height=4.4, sharex=True, sharey=True)
    for panel, name, colour in zip(
        panels, (FIVE, "Holt-Winters"), (figures.BLUE, figures.GREEN), strict=True
    ):
        made = rolling(frame, FORECASTERS[name]())
        made = made[(made["time"] >= WEEK[0]) & (made["time"] < WEEK[1])]
        day = made["time"] / reading.DAY
        panel.fill_between(day, made["low"], made["high"], color=colour, alpha=0.2, lw=0)
        panel.plot(day, made["forecast"], color=colour, lw=1, label=name)
        panel.plot(day, made["observed"], ".", color=figures.MUTED, ms=3, label="iperf")
        panel.set_ylabel("Mb/s")
        panel.legend(loc="upper right", ncols=2)
    panels[-1].set_xlabel("day of the month")
    panels[0].set_ylim(0, 1.4 * frame["value"].max())
    return drawing


@figure("detection", "Falls found by detectors, and false alarms", "slides 12, 23")
def detection(results: Results) -> Drawing:
    """Anomalous events are to be found.

    Falls of 40 % for three days found within a day, by false alarms a path and month without an
    event; results are 40 % lower at 14 o'clock than at night. Each curve is a detector along its
    thresholds, the usual threshold filled. Above: results as measured; below: the time of day
    divided out. No false alarm at all is drawn as half an alarm. PELT analyses the whole month
    afterwards. Dashed: as many alarms at random times. The upper left corner is best. Very low
    thresholds find fewer falls again: each false alarm starts a new history.
    """
    quiet, happens = reading.pair(results, reading.SWINGING)
    drawing, panels = figures.subplots(2, 1, height=6.4, log="x", sharex=True, sharey=True)
    every = reading.ways(thresholds=True)
    for panel, by_day in zip(panels, (False, True), strict=True):
        furthest = 0.0
        for name, style in STYLES.items():
            of_one = [way for way in every if way.detector == name and way.by_day == by_day]
            points = [_point(quiet, happens, way) for way in of_one]
            if not points:
                continue
            panel.plot(*zip(*points, strict=True), **style.options, lw=1)
            usual = points[reading.THRESHOLDS[name].index(reading.USUAL[name])]
            panel.plot(*usual, style.marker, color=style.colour, ms=5)
            furthest = max(furthest, *(x for x, _ in points))
        rates = [furthest * 10 ** (-step / 10) for step in range(31)]
        panel.plot(
            rates, reading.by_chance(rates), "--", color=figures.MUTED, lw=1, label="by chance"
        )
        panel.set_title("time of day divided out" if by_day else "as measured", fontsize=9)
        panel.set_ylabel("falls found")
    panels[0].set_ylim(0, 1.02)
    panels[0].legend(fontsize=7, loc="lower center", bbox_to_anchor=(0.5, 1.12), ncols=3)
    panels[-1].set_xlabel("false alarms a path and month")
    return drawing


def _point(quiet, happens, way: reading.Way) -> tuple[float, float]:
    false, exposure = reading.alarms(quiet, way)
    count, every = reading.found_by(happens, way)
    return max(false, 0.5) / exposure, count / every


@figure("fall-sizes", "Falls found by their size", "slide 12")
def fall_sizes(results: Results) -> Drawing:
    """Anomalous events are to be found.

    Falls for three days found within a day, by their size, with 95 % intervals over series; swing
    of the hosts, usual thresholds, time of day divided out except for the band, which knows the
    time of day itself. Detectors do not report changes below a third (dotted).
    """
    every = of_falls(results)
    drawing, panel = figures.subplots(height=3.6)
    for name, style in STYLES.items():
        way = reading.Way(name, reading.USUAL[name], name != "Holt-Winters band")
        shown = {fall: share_interval(*reading.found_by(of, way)) for fall, of in every.items()}
        curve(panel, points_of(shown), style)
    panel.axvline(100 / 3, color=figures.MUTED, ls=":", lw=1)
    panel.set(xlabel="fall, %", ylabel=f"found within {reading.SOON / 3600:.0f} h", ylim=(0, 1.02))
    panel.legend(fontsize=7)
    return drawing
