# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The page of a host of a monitor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from burstlab import monitoring
from burstlab.archive import literal, publish
from burstlab.monitoring.forecasters import DAY
from burstlab.monitoring.pages.figures import SCALES
from burstlab.monitoring.pages.grids import (
    Grid,
    alerts_grid,
    find_picture,
    in_days,
    make_grid,
    problems_grid,
    query_of_tests,
    ranges,
    scaled,
    stem_of,
    summary_grids,
)
from burstlab.monitoring.pages.run import MonitorRun
from burstlab.study import figures

_APART = 6 * 3600.0
"""Least seconds between separate changes."""


def page_of_host(
    run: MonitorRun, host: str, drawn: Mapping[Any, figures.RenderedFigure]
) -> dict[str, Any]:
    """Content of the page of a host."""
    stem, source = stem_of(run, host), literal(host)
    mine = f"destination = {source}"
    tests = run.measurements[run.measurements["destination"] == host]
    raised = run.alerts[run.alerts["host"] == host].reset_index(drop=True)
    seen = run.routes[run.routes["host"] == host].reset_index(drop=True)
    tools = []
    for each in (each for each in run.watched if each.host == host):
        own = tests[tests["tool"] == each.tool]
        id_ = run.tool_ids[each.tool]
        file = f"{stem}-{id_}"
        forecasts = each.forecasts.reset_index(drop=True)
        rows = own.drop(columns=["run_id", "tool", "destination"])
        publish(
            rows.dropna(axis="columns", how="all").reset_index(drop=True),
            *(run.folder / file, run.column_units),
        )
        files = [("Tests", f"{run.folder.name}/{file}")]
        if len(forecasts):
            unit = run.unit(each.value)
            publish(
                forecasts,
                run.folder / f"{file}-forecasts",
                {"time": "s", **dict.fromkeys(("forecast", "low", "high", "observed"), unit)},
            )
            files.append(("Forecasts", f"{run.folder.name}/{file}-forecasts"))
        if len(each.ranking):
            publish(each.ranking.rename_axis("forecaster"), run.folder / f"{file}-ranking")
            files.append(("Forecasters", f"{run.folder.name}/{file}-ranking"))
        tools.append(
            {
                "id": id_,
                "tool": each.tool,
                "forecaster": each.forecaster,
                "error": each.ranking["mape"].iloc[0] * 100 if len(each.ranking) else None,
                "statuses": own["status"].value_counts().to_dict(),
                "changes": len(each.changes),
                "picture": find_picture(
                    *(drawn, (host, each.tool), f"{each.tool} at {host}"),
                    "Measured values, forecast and band; the histogram of the values beside them.",
                ),
                "files": files,
                "query": query_of_tests(run, mine, f"tool = {literal(each.tool)}"),
            }
        )
    return {
        "host": host,
        "summaries": summary_grids(
            run, run.overview[run.overview["host"] == host], f"{stem}-", False
        ),
        "tools": tools,
        "log": [
            alerts_grid(run, raised, f"{stem}-alerts", False),
            problems_grid(run, host),
            make_grid(
                *(run, f"{stem}-routes", "Routes"),
                "Spells of one route, by the traceroutes all of whose hops answered.",
                *(seen, query_of_tests(run, mine, "metric = 'measurement.route'")),
                scaled(
                    seen,
                    {
                        "route": ("route", 0),
                        "hops": ("hops", 0),
                        **in_days("first", "last"),
                        "tests": ("traceroutes", 0),
                    },
                ),
                (),
                {"first": "s", "last": "s"},
            ),
        ],
        "before_after": _before_after(run, host, raised, stem, mine),
        "rows_of": [("All tests of all hosts", f"{run.folder.name}/measurements")],
        "sql": query_of_tests(run, mine),
    }


def _moments(run: MonitorRun, host: str, raised: pd.DataFrame) -> dict[float, str]:
    """Find the times of changes at a host, s, with their kind; the first within six hours."""
    truth = run.faults(host)
    moments = [(time, "fault began") for time in truth["begin"]]
    moments += [(time, "fault ended") for time in truth["end"].dropna()]
    moments += [(row.onset, f"alert of {row.tool}") for row in raised.itertuples()]
    kept: dict[float, str] = {}
    for time, words in moments:
        if all(abs(time - other) > _APART for other in kept):
            kept[time] = words
    return dict(sorted(kept.items()))


def _before_after(
    run: MonitorRun, host: str, raised: pd.DataFrame, stem: str, mine: str
) -> list[Grid]:
    """Medians before and after each change, until the next change."""
    moments = _moments(run, host, raised)
    series = {
        each.tool: each.series
        for each in run.watched
        if each.host == host and each.value not in ("", "hops")
    }
    made = []
    for number, (when, words) in enumerate(moments.items()):
        gaps = [abs(when - other) for other in moments if other != when]
        within = min([5 * DAY, *gaps])
        table = monitoring.before_after(series, when, within)
        of = {each.tool: run.unit(each.value) for each in run.watched if each.host == host}
        shown, factors = zip(
            *(SCALES.get(of[tool], (of[tool], 1.0)) for tool in table.index), strict=True
        )
        scaled = table.mul(pd.Series(factors, index=table.index), axis=0)
        made.append(
            make_grid(
                *(
                    run,
                    f"{stem}-before-after-{number}",
                    f"{words[0].upper()}{words[1:]} at {when / DAY:.2f} days",
                ),
                f"Medians of the {within / DAY:.2f} days before and after, with 95 % intervals "
                "that take tests for independent.",
                *(table, query_of_tests(run, mine)),
                pd.DataFrame(
                    {
                        "tool": table.index,
                        "unit": shown,
                        "before": scaled["before"].to_numpy(),
                        "interval before": ranges(scaled, "before_low", "before_high"),
                        "after": scaled["after"].to_numpy(),
                        "interval after": ranges(scaled, "after_low", "after_high"),
                        "change, %": (table["ratio"].to_numpy() - 1) * 100,
                    }
                ),
            )
        )
    return made
