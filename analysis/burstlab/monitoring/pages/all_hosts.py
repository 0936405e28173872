# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The page of all hosts of a monitor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from burstlab import monitoring
from burstlab.archive import publish
from burstlab.monitoring.forecasters import DAY
from burstlab.monitoring.pages.grids import (
    Grid,
    alerts_grid,
    find_picture,
    make_grid,
    problems_grid,
    query_of_table,
    query_of_tests,
    scaled,
    summary_grids,
)
from burstlab.monitoring.pages.run import MonitorRun, cycles_of, loads_of
from burstlab.study import figures


def page_of_all(run: MonitorRun, drawn: Mapping[Any, figures.RenderedFigure]) -> dict[str, Any]:
    """Content of the page of all hosts."""
    hosts = pd.DataFrame(index=list(run.pages))  # of all, also of those without an event
    changed = monitoring.route_changes(run.routes)
    found = monitoring.gather(run.alerts, changed, run.source, hosts)
    incident = make_grid(
        *(run, "incidents", "Incidents"),
        "Alerts and changes of routes that began within six hours of each other on paths with "
        "something in common are one incident.",
        *(found, query_of_tests(run)),
        pd.DataFrame(
            {
                "where": found["where"],
                "scope": found["scope"],
                "onset, days": found["onset"] / DAY,
                "detected, days": found["detected"] / DAY,
                "what": [", ".join(kinds) for kinds in found["kinds"]],
                "change, %": found["size"] * 100,
                "hosts": [len(paths) for paths in found["paths"]],
                "alerts": found["alerts"],
                "open": found["open"],
            }
        ),
        [
            run.pages.get(where, "") if scope == "path" else ""
            for scope, where in zip(found["scope"], found["where"], strict=True)
        ],
        {"onset": "s", "detected": "s"},
    )
    pairs = monitoring.tool_pairs(run.measurements, run.watched)
    every = run.measurements.drop(columns="run_id")
    publish(every, run.folder / "measurements", run.column_units)
    for name, table in run.tables.items():
        units = run.results.table(name).attrs["units"]
        publish(table, run.folder / f"table-{name.replace('.', '-')}", units)
    counts = run.measurements["status"].value_counts()
    days = run.measurements["start_ns"].max() / 1e9 / DAY
    return {
        "counts": counts.to_dict(),
        "tests": len(run.measurements),
        "days": days,
        "hosts": len(run.pages),
        "open": int((run.alerts["state"] != "cleared").sum()),
        "incident_count": len(found),
        "summaries": summary_grids(run, run.overview, "all-", True),
        "alerts": [
            incident,
            alerts_grid(run, run.alerts, "alerts", True),
            problems_grid(run, None),
        ],
        "pairs": [
            make_grid(
                *(run, "tool-pairs", "Tools by tools"),
                "Tests of two tools at one host in one cycle: slope of the line through the "
                "origin, and correlation.",
                *(pairs, query_of_tests(run, "metric = 'measurement.throughput'")),
            )
        ]
        * bool(len(pairs)),
        "scatter": find_picture(
            drawn,
            "scatter",
            "Tools against each other",
            "A point is two tests at one host in one cycle. Dotted: equal values.",
        ),
        "spreads": find_picture(
            drawn,
            "spreads",
            "How values spread",
            "Values over the median of their host; twice the median and more is in the last bin.",
        ),
        "schedule": _schedule(run),
        "cycles": find_picture(
            drawn,
            "cycles",
            "Cycles",
            "Length of each cycle and bytes sent in it, beside what the schedule's calculator "
            "predicted.",
        ),
        "loads": find_picture(
            drawn,
            "loads",
            "Load of shared links",
            "Bytes to hosts over those that all cycles could carry.",
        ),
        "scores": _scores(run),
        "rows_of": [
            ("All tests", f"{run.folder.name}/measurements"),
            *(
                (f"Table {name}", f"{run.folder.name}/table-{name.replace('.', '-')}")
                for name in run.tables
            ),
        ],
        "queries": [query_of_tests(run), *(query_of_table(run, name) for name in run.tables)],
    }


def _schedule(run: MonitorRun) -> list[Grid]:
    made = []
    load = loads_of(run)
    recorded = set(run.results.recorded()["metric"])
    conflicts = [
        (words, *(float(run.results.scalars(name)["value"].iloc[0]) for name in names))
        for words, *names in (
            ("conflicts of heavy tests", "cycle.conflicts_predicted", "cycle.conflicts"),
        )
        if set(names) <= recorded
    ]
    if "cycles" in run.tables:
        table = cycles_of(run)
        own = monitoring.numbers(run.tables["cycles"], "cycles", "overrun_predicted")
        conflicts.append(
            (
                "cycles that overran",
                float(own["overrun_predicted"].sum()),
                float((table["overrun"] > 0).sum()),
            )
        )
        conflicts.append(
            ("longest cycle, min", table["predicted_length"].max() / 60, table["length"].max() / 60)
        )
        conflicts.append(
            ("bytes sent, MB", table["predicted_bytes"].sum() / 1e6, table["bytes"].sum() / 1e6)
        )
    if conflicts:
        made.append(
            make_grid(
                *(run, "schedule", "Predicted and simulated"),
                "By the schedule's calculator before the run, and in the run. A conflict is, "
                "predicted, a group of links that several monitors use; simulated, a heavy test "
                "that began while another one ran.",
                pd.DataFrame(conflicts, columns=["what", "predicted", "simulated"]),
                query_of_table(run, "cycles"),
            )
        )
    if len(load):
        made.append(
            make_grid(
                *(run, "loads", "Links"),
                "Load of each shared link, part of what it could carry; error: predicted over "
                "simulated, less 1.",
                load,
                "SELECT object, metric, value FROM scalar\n"
                f" WHERE run_id = {run.run_id} AND metric LIKE 'link.load%';",
                scaled(
                    load.reset_index(),
                    {
                        "link": ("link", 0),
                        "load": ("simulated, %", 100),
                        "predicted": ("predicted, %", 100),
                        "error": ("error, %", 100),
                    },
                ),
            )
        )
    return made


def _scores(run: MonitorRun) -> list[Grid]:
    paths = run.tables.get("paths")
    of_tools = monitoring.score_tools(run.measurements, paths)
    of_forecasters = monitoring.score_forecasters(run.watched, run.tables.get("forecasts"))
    made = [
        make_grid(
            *(run, "score-tools", "Tools"),
            "What a test costs, and how near its result is to the closed form of the path, where "
            "the run has one: median over hosts with its 95 % interval.",
            *(of_tools, query_of_table(run, "paths") if paths is not None else query_of_tests(run)),
            scaled(
                of_tools.reset_index(),
                {
                    "tool": ("tool", 0),
                    "tests": ("tests", 0),
                    "availability": ("available, %", 100),
                    "seconds": ("a test takes, s", 1),
                    "bytes": ("and sends, kB", 1e-3),
                    "hosts": ("hosts with closed form", 0),
                    "ratio": ("measured over it", 1),
                    "low": ("interval: from", 1),
                    "high": ("to", 1),
                },
            ),
            (),
            {"seconds": "s", "bytes": "B"},
        ),
    ]
    if len(of_forecasters):
        made.append(
            make_grid(
                *(run, "score-forecasters", "Forecasters"),
                "Mean error of a series, part of what was observed, what a band of 80 % held, and "
                "1 less the error over that of the value before: medians over all series. "
                "\u201cin the run\u201d is the run's own forecaster.",
                *(of_forecasters, query_of_tests(run)),
                scaled(
                    of_forecasters.reset_index(),
                    {
                        "forecaster": ("forecaster", 0),
                        "series": ("series", 0),
                        "mape": ("error, %", 100),
                        "coverage": ("band held, %", 100),
                        "skill": ("skill, %", 100),
                        "best": ("best of", 0),
                    },
                ),
            )
        )
    if "fault.truth" in run.tables:
        truth = monitoring.true_changes(run.tables["fault.truth"])
        detectors = monitoring.score_detectors(run.watched, truth)
        made.append(
            make_grid(
                *(run, "score-detectors", "Detectors"),
                "Against faults that were injected: begin and end of each change of a rate by a "
                "third or more, once for each tool with a throughput, detected within a day.",
                *(detectors, query_of_table(run, "fault.truth")),
                scaled(
                    detectors.reset_index(),
                    {
                        "detector": ("detector", 0),
                        "changes": ("true changes", 0),
                        "found": ("found", 0),
                        "recall": ("found, %", 100),
                        "delay": ("after, h", 1),
                        "false": ("false alarms", 0),
                        "false_a_month": ("false a series and 28 days", 1),
                    },
                ),
                (),
                {"delay": "h"},
            )
        )
    return made
