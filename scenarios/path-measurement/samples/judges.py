# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Claims of the document about forecasts, and checks of forecasters and detectors."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from burstlab.archive import Results
from burstlab.statistics import MAX_NEEDED, Interval, rate_interval, share_interval
from burstlab.study import Above, Below, Claims, Equals, Finding, Within, rule
from burstlab.study.measures import listed, over, typical

from ..results import of_2002
from . import reading

claim, check = Claims(of_2002), Claims()
FIVE = "MA(5)"
"""The forecaster of the document."""
STATED = {"iperf": 13, "bbcp-memory": 23, "bbcp-disk": 15, "bbftp": 14, "pipechar": 13}
"""Percent."""
MARGINS = {"iperf": 11, "bbcp-memory": 18, "bbcp-disk": 13, "bbftp": 12, "pipechar": 8}
"""Margins that the document gives them, points."""


def _five(number: str, tool: str, words: str, shown: str = "forecasts") -> None:
    """Claim the document's error of forecasts by the last five results of a tool."""

    def judged(results: Results, read: str) -> Finding:
        of = reading.months(results, reading.EVERY_TOOL, tool)
        table = reading.forecast_scores(of, FIVE)
        deviation, hosts = 100 * table["mape_sd"].mean(), of.origin["host"].nunique()
        return Finding(
            typical(100 * reading.by_replication(of, table["mape"])),
            lambda: (
                f"{hosts} hosts. Deviation of the errors {deviation:.1f}. The noise is injected."
            ),
        )

    judged.__doc__ = f"The mean of the last five {words} is off by {STATED[tool]} % on average."
    quantity = "mean over hosts of the mean of |observed - forecast| / observed"
    kept = Equals(STATED[tool], MARGINS[tool])
    ruled = rule(quantity, kept, unit="%", from_document=True)(judged)
    claim(number, "slide 23", f"{STATED[tool]} +- {MARGINS[tool]} %", shown)(ruled)


_five("C26", "iperf", "iperf tests", "forecasts ranking")
_five("C27", "bbcp-memory", "tests of bbcp from memory")
_five("C28", "bbcp-disk", "tests of bbcp from disk")
_five("C29", "bbftp", "tests of bbftp")
_five("C30", "pipechar", "results of pipechar")


def of_series(interval: Interval, replications: int) -> Interval:
    """Give an interval over series that counts needed replications, of equally many series each."""
    each = interval.n / replications
    return replace(
        interval,
        n=replications,
        again=lambda confidence: of_series(interval.again(confidence), replications),
        reaching=lambda limit: min(MAX_NEEDED, math.ceil(interval.needed(limit) / each)),
    )


@check(
    "V6",
    "digest, section 4",
    "0.9 of drops of 40 %; 0.1 false alarms",
    "detectors plateaus falls fall-sizes",
)
@rule(
    "falls of 40 % that the plateau detector finds within a day; false alarms a path and month",
    {"found": Above(0.9), "false alarms": Below(0.1)},
)
def detection(results: Results, read: str) -> Finding:
    """The plateau detector, with the time of day divided out, finds falls with few false alarms."""
    found, false, words = detected(results, reading.QUIET, reading.DOCUMENT)
    return Finding({"found": found, "false alarms": false}, words)


def detected(
    results: Results, base: reading.Samples, way: reading.Way
) -> tuple[Interval, Interval, Callable[[], str]]:
    """Judge a detector on months like `base`, without falls and with them.

    Returns
    -------
    Interval
        Part of the falls that are found.
    Interval
        False alarms a path and month.
    callable
        Says both in words.
    """
    quiet, happens = reading.pair(results, base)
    count, every = reading.found_by(happens, way)
    false, exposure = reading.alarms(quiet, way)
    took = reading.delays(happens, way)
    return (
        of_series(share_interval(count, every), happens.origin["run_id"].nunique()),
        of_series(rate_interval(false, exposure), quiet.origin["run_id"].nunique()),
        lambda: (
            f"{count} of {every} falls of {reading.FALL} % found, median "
            f"{np.nanmedian(took) / 3600:.1f} h after they began; {false} alarms in "
            f"{exposure:.0f} months of paths. At random times as many would find "
            f"{reading.by_chance(false / exposure):.4f}."
        ),
    )


@check("V11", "digest, section 4", "V6, by logarithms, on fresh series", "detectors plateaus")
@rule(
    "falls of 40 % found within a day, and false alarms a path and month, by the plateau detector "
    "of logarithms; swing of the hosts, and of 40 %; random numbers on which nothing was chosen",
    {
        **{f"found, {words}": Above(0.9) for words in ("own swing", "40 %")},
        **{f"false alarms, {words}": Below(0.1) for words in ("own swing", "40 %")},
    },
)
def by_logarithms(results: Results, read: str) -> Finding:
    """The plateau detector of logarithms finds falls with few false alarms."""
    parts, said = {}, []
    for words, base in (("own swing", reading.QUIET), ("40 %", reading.SWINGING)):
        found, false, saying = detected(
            results, replace(base, numbers=reading.FRESH), reading.OF_LOGARITHMS
        )
        parts |= {f"found, {words}": found, f"false alarms, {words}": false}
        said.append((words, saying))
    return Finding(parts, lambda: " ".join(f"{words}: {saying()}" for words, saying in said))


@check("V7", "digest, section 3.7", "a season pays", "ranking band")
@rule("error of Holt-Winters over that of the mean of five, mean over hosts", Below(1))
def season(results: Results, read: str) -> Finding:
    """Holt-Winters has a smaller error than the mean of five where the day swings by 40 %."""
    of = reading.months(results, reading.SWINGING)
    ours, theirs = (
        reading.by_replication(of, reading.forecast_scores(of, name)["mape"])
        for name in ("Holt-Winters", FIVE)
    )
    return Finding(
        over(ours, theirs),
        lambda: f"Off by {100 * ours.median():.1f} instead of {100 * theirs.median():.1f} %.",
    )


@check("V9", "definition", "bands of 80 % hold 80 %", "forecasts ranking")
@rule("values within the band around the mean of five, mean over hosts", Within(0.75, 0.85))
def bands(results: Results, read: str) -> Finding:
    """Bands of 80 % hold 80 % of the values of paths without events."""
    parts = {}
    for tool in reading.TOOLS:
        of = reading.months(results, reading.EVERY_TOOL, tool)
        parts[tool] = typical(
            reading.by_replication(of, reading.forecast_scores(of, FIVE)["coverage"])
        )
    return Finding(parts, lambda: f"{listed(parts, '{} {:.3f}')}.")
