# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Score cards of forecasters and of detectors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import rate_interval, share_interval
from burstlab.study import Exhibits
from burstlab.study.measures import typical

from .hosts import read_hosts
from .samples import EVERY_TOOL, QUIET, SWINGING, fallen
from .samples_judges import FIVE, STATED
from .samples_reading import (
    PELT,
    SETTINGS,
    TOOLS,
    Months,
    alarms,
    by_chance,
    by_replication,
    delays,
    forecast_scores,
    found_by,
    month_settings,
    months,
    rankings,
    ways,
)

table = Exhibits()
SMALL, LARGE = 0.05, 0.1
"""Limits of the swing of hosts: see `swing`."""


def swing(host: str) -> float:
    """Part of the night's throughput of a host that is missing at 14 o'clock of a working day."""
    facts = read_hosts()[host]
    return facts.use * facts.diurnal / (1 - facts.use)


@table("forecasts", "Forecasts by the last five results", "slide 23")
def forecasts(results: Results) -> pd.DataFrame:
    """The mean of the last five results forecasts the next one within 13 to 23 %.

    Mean and deviation of |observed - forecast| / observed, mean over hosts, and the values within a
    band of 80 %; medians over replications with 95 % intervals. From the eighth day of a month on.
    """
    rows = []
    for tool in TOOLS:
        of = months(results, EVERY_TOOL, tool)
        scored = forecast_scores(of, FIVE)
        error, deviation, within = (
            typical(factor * by_replication(of, scored[name]))
            for name, factor in (("mape", 100), ("mape_sd", 100), ("coverage", 1))
        )
        rows.append(
            {
                "tool": tool,
                "document, %": STATED[tool],
                "error, %": f"{error:.1f}",
                "deviation, %": f"{deviation:.1f}",
                "in the band": f"{within:.3f}",
            }
        )
    return pd.DataFrame(rows)


@table("ranking", "Which forecaster is best", "slides 11, 22")
def ranking(results: Results) -> pd.DataFrame:
    """Simple forecasts for applications; time of day, round trips and routes as inputs.

    Series of iperf of the first replication, the second half of a month, by how much results are
    lower at 14 o'clock than at night: hosts with less than 5 %, those with more than 10 %, and all
    with 40 %. Error: mean of |observed - forecast| / observed. Skill: 1 less the mean absolute
    error over that of the last value. Band: values within 80 %. Fitted forecasters are those of
    statsmodels, fitted to the first half. The model has no round trips and routes.
    """
    quiet, swinging = months(results, QUIET), months(results, SWINGING)
    small = {h: t for h, t in rankings(quiet, 1).items() if swing(h) < SMALL}
    large = {h: t for h, t in rankings(quiet, 1).items() if swing(h) > LARGE}
    parts = {"small": small, "over 10 %": large, "40 %": rankings(swinging, 1)}
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
def detectors(results: Results) -> pd.DataFrame:
    """Anomalous events are to be found: what is affected, when, how much.

    Falls of 40 % for three days, found within a day; false alarms a path and month without an
    event, with 95 % intervals over series; median hours until a fall is found. Swing: how much
    lower results are at 14 o'clock than at night. Usual thresholds. PELT, an offline method, has no
    delay, and may place a fall half a day too early or too late. Chance: falls that as many false
    alarms would find at random times.
    """
    rows = []
    for words, base in (("of the hosts", QUIET), ("40 %", SWINGING)):
        happens, quiet = months(results, fallen(base)), months(results, base)
        for way in ways():
            false = rate_interval(*alarms(quiet, way))
            took = delays(happens, way)
            rows.append(
                {
                    "swing": words,
                    "detector": way.detector,
                    "time of day": "divided out" if way.by_day else "",
                    "found": f"{share_interval(*found_by(happens, way)):.3f}",
                    "false alarms": f"{false:.3f}",
                    "hours": "" if way.detector == PELT else _hours(took),
                    "chance": f"{by_chance(false.estimate):.3f}",
                }
            )
    return pd.DataFrame(rows)


def _hours(took: np.ndarray) -> str:
    return f"{np.nanmedian(took) / 3600:.1f}" if np.isfinite(took).any() else "none"


@table("plateaus", "Settings of the plateau detector", "digest, section 4")
def plateaus(results: Results) -> pd.DataFrame:
    """Nine in ten falls of 40 % are to be found, with a tenth of a false alarm a month.

    Found within a day, false alarms a path and month, and median hours, as in the table of
    detectors; swing of the hosts. The first row is the one that is judged.
    """
    happens, quiet = months(results, fallen(QUIET)), months(results, QUIET)
    return pd.DataFrame(
        [
            {
                "plateau": "" if way.detector == "plateau" else way.detector,
                "deviations": f"{way.threshold:g}",
                "time of day": "divided out" if way.by_day else "",
                "found": f"{share_interval(*found_by(happens, way)):.3f}",
                "false alarms": f"{rate_interval(*alarms(quiet, way)):.3f}",
                "hours": _hours(delays(happens, way)),
            }
            for way in SETTINGS
        ]
    )


def of_falls(results: Results) -> dict[int, Months]:
    """Read the months in which something happens, by how far the level falls in percent."""
    every = [month for month in month_settings(results) if month.fall]
    settings = [month for month in every if replace(month, fall=0) == QUIET]
    return {s.fall: months(results, s) for s in sorted(settings, key=lambda s: s.fall)}


@table("falls", "Falls found by their size", "slide 12")
def falls(results: Results) -> pd.DataFrame:
    """Anomalous events are to be found: what is affected, when, how much.

    Falls for three days found within a day, swing of the hosts, usual thresholds, with
    95 % intervals over series. Detectors do not report changes below a third.
    """
    every = of_falls(results)
    return pd.DataFrame(
        [
            {
                "detector": way.detector,
                "time of day": "divided out" if way.by_day else "",
                **{
                    f"{fall} %": f"{share_interval(*found_by(of, way)):.2f}"
                    for fall, of in every.items()
                },
            }
            for way in ways()
        ]
    )
