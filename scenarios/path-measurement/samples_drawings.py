# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Figures of forecasts and of detection."""

from __future__ import annotations

import pandas as pd
from burstlab.archive import Results
from burstlab.monitoring import FORECASTERS, rolling
from burstlab.statistics import share_interval
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing, Style, curve
from burstlab.study.measures import table

from .samples import SWINGING, fallen
from .samples_judges import FIVE
from .samples_reading import (
    DAY,
    SOON,
    THRESHOLDS,
    USUAL,
    Way,
    alarms,
    by_chance,
    found_by,
    months,
    ways,
)
from .samples_tables import of_falls

figure = Exhibits()
WEEK = (14 * DAY, 21 * DAY)
SHOWN = "CERN"
STYLES = {
    name: Style(name, colour, marker)
    for name, colour, marker in zip(
        USUAL, (figures.BLUE, figures.INK, *figures.COLOURS[1:]), "oPsD^v", strict=True
    )
}


@figure("band", "Forecasts and their bands", "slides 22, 23")
def band(results: Results) -> Drawing:
    """Simple forecasts for applications, with a correction for the time of day.

    A week of iperf at CERN, where results are 40 % lower at 14 o'clock than at night (dots), with
    forecasts (lines) and 80 % bands by the mean of the last five (above) and Holt-Winters (below).
    The mean lags each morning and each evening.
    """
    of = months(results, SWINGING)
    number = of.origin.index[of.origin["host"] == SHOWN][0]
    frame = pd.DataFrame({"time": of.times, "value": of.values[number] / 1e6})
    drawing, panels = figures.subplots(2, 1, height=4.4, sharex=True, sharey=True)
    for panel, name, colour in zip(
        panels, (FIVE, "Holt-Winters"), (figures.BLUE, figures.GREEN), strict=True
    ):
        made = rolling(frame, FORECASTERS[name]())
        made = made[(made["time"] >= WEEK[0]) & (made["time"] < WEEK[1])]
        day = made["time"] / DAY
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
    quiet, happens = months(results, SWINGING), months(results, fallen(SWINGING))
    drawing, panels = figures.subplots(2, 1, height=6.4, log="x", sharex=True, sharey=True)
    every = ways(thresholds=True)
    for panel, by_day in zip(panels, (False, True), strict=True):
        furthest = 0.0
        for name, style in STYLES.items():
            of_one = [way for way in every if way.detector == name and way.by_day == by_day]
            points = [_point(quiet, happens, way) for way in of_one]
            if not points:
                continue
            panel.plot(*zip(*points, strict=True), **style.options, lw=1)
            usual = points[THRESHOLDS[name].index(USUAL[name])]
            panel.plot(*usual, style.marker, color=style.colour, ms=5)
            furthest = max(furthest, *(x for x, _ in points))
        rates = [furthest * 10 ** (-step / 10) for step in range(31)]
        panel.plot(rates, by_chance(rates), "--", color=figures.MUTED, lw=1, label="by chance")
        panel.set_title("time of day divided out" if by_day else "as measured", fontsize=9)
        panel.set_ylabel("falls found")
    panels[0].set_ylim(0, 1.02)
    panels[0].legend(fontsize=7, loc="lower center", bbox_to_anchor=(0.5, 1.12), ncols=3)
    panels[-1].set_xlabel("false alarms a path and month")
    return drawing


def _point(quiet, happens, way: Way) -> tuple[float, float]:
    false, exposure = alarms(quiet, way)
    count, every = found_by(happens, way)
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
        way = Way(name, USUAL[name], name != "Holt-Winters band")
        shown = {fall: share_interval(*found_by(of, way)) for fall, of in every.items()}
        curve(panel, table(shown), style)
    panel.axvline(100 / 3, color=figures.MUTED, ls=":", lw=1)
    panel.set(xlabel="fall, %", ylabel=f"found within {SOON / 3600:.0f} h", ylim=(0, 1.02))
    panel.legend(fontsize=7)
    return drawing
