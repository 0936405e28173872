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

from .reading import of_2002
from .samples import EVERY_TOOL, FALL, FRESH, QUIET, SWINGING, Samples, fallen
from .samples_reading import (
    DOCUMENT,
    OF_LOGARITHMS,
    TOOLS,
    Months,
    Way,
    alarms,
    by_chance,
    by_replication,
    delays,
    forecast_scores,
    found_by,
    months,
)

claim, check = Claims(), Claims()
FIVE = "MA(5)"
"""The forecaster of the document."""
STATED = {"iperf": 13, "bbcp-memory": 23, "bbcp-disk": 15, "bbftp": 14, "pipechar": 13}
"""Percent."""
MARGINS = {"iperf": 11, "bbcp-memory": 18, "bbcp-disk": 13, "bbftp": 12, "pipechar": 8}
"""Margins that the document gives them, points."""


def errors_of_five(results: Results, tool: str) -> Finding:
    """Error of forecasts by the last five results of a tool, percent."""
    of = months(results, EVERY_TOOL, tool)
    table = forecast_scores(of, FIVE)
    hosts = of.origin["host"].nunique()
    return Finding(
        typical(100 * by_replication(of, table["mape"])),
        lambda: (
            f"{hosts} hosts. Deviation of the errors {100 * table['mape_sd'].mean():.1f}. "
            "The noise is injected."
        ),
    )


def _stated(tool: str) -> Callable[[Callable], Callable]:
    return rule(
        "mean over hosts of the mean of |observed - forecast| / observed",
        Equals(STATED[tool], MARGINS[tool]),
        unit="%",
        from_document=True,
    )


@claim("C26", "slide 23", "13 +- 11 %", "forecasts ranking")
@_stated("iperf")
@of_2002
def iperf(results: Results, read: str) -> Finding:
    """The mean of the last five iperf tests is off by 13 % on average."""
    return errors_of_five(results, "iperf")


@claim("C27", "slide 23", "23 +- 18 %", "forecasts")
@_stated("bbcp-memory")
@of_2002
def bbcp_memory(results: Results, read: str) -> Finding:
    """The mean of the last five tests of bbcp from memory is off by 23 % on average."""
    return errors_of_five(results, "bbcp-memory")


@claim("C28", "slide 23", "15 +- 13 %", "forecasts")
@_stated("bbcp-disk")
@of_2002
def bbcp_disk(results: Results, read: str) -> Finding:
    """The mean of the last five tests of bbcp from disk is off by 15 % on average."""
    return errors_of_five(results, "bbcp-disk")


@claim("C29", "slide 23", "14 +- 12 %", "forecasts")
@_stated("bbftp")
@of_2002
def bbftp(results: Results, read: str) -> Finding:
    """The mean of the last five tests of bbftp is off by 14 % on average."""
    return errors_of_five(results, "bbftp")


@claim("C30", "slide 23", "13 +- 8 %", "forecasts")
@_stated("pipechar")
@of_2002
def pipechar(results: Results, read: str) -> Finding:
    """The mean of the last five results of pipechar is off by 13 % on average."""
    return errors_of_five(results, "pipechar")


def of_series(interval: Interval, replications: int) -> Interval:
    """Give an interval over series that counts needed replications, of equally many series each."""
    each = interval.n / replications
    return replace(
        interval,
        n=replications,
        again=lambda confidence: of_series(interval.again(confidence), replications),
        reaching=lambda limit: min(MAX_NEEDED, math.ceil(interval.needed(limit) / each)),
    )


def _replications(of: Months) -> int:
    return of.origin["run_id"].nunique()


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
    found, false, words = detected(results, QUIET, DOCUMENT)
    return Finding({"found": found, "false alarms": false}, words)


def detected(
    results: Results, base: Samples, way: Way
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
    happens, quiet = months(results, fallen(base)), months(results, base)
    count, every = found_by(happens, way)
    false, exposure = alarms(quiet, way)
    took = delays(happens, way)
    return (
        of_series(share_interval(count, every), _replications(happens)),
        of_series(rate_interval(false, exposure), _replications(quiet)),
        lambda: (
            f"{count} of {every} falls of {FALL} % found, median {np.nanmedian(took) / 3600:.1f} h "
            f"after they began; {false} alarms in {exposure:.0f} months of paths. At random times "
            f"as many would find {by_chance(false / exposure):.4f}."
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
    for words, base in (("own swing", QUIET), ("40 %", SWINGING)):
        found, false, saying = detected(results, replace(base, numbers=FRESH), OF_LOGARITHMS)
        parts |= {f"found, {words}": found, f"false alarms, {words}": false}
        said.append((words, saying))
    return Finding(parts, lambda: " ".join(f"{words}: {saying()}" for words, saying in said))


@check("V7", "digest, section 3.7", "a season pays", "ranking band")
@rule("error of Holt-Winters over that of the mean of five, mean over hosts", Below(1))
def season(results: Results, read: str) -> Finding:
    """Holt-Winters has a smaller error than the mean of five where the day swings by 40 %."""
    of = months(results, SWINGING)
    ours, theirs = (
        by_replication(of, forecast_scores(of, name)["mape"]) for name in ("Holt-Winters", FIVE)
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
    for tool in TOOLS:
        of = months(results, EVERY_TOOL, tool)
        parts[tool] = typical(by_replication(of, forecast_scores(of, FIVE)["coverage"]))
    return Finding(parts, lambda: f"{listed(parts, '{} {:.3f}')}.")
