# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Pages of a monitor: results of scheduled tests of hosts, compared with the truth.

``monitor-<run>.html`` has all hosts, ``monitor-<run>-<host>.html`` one host, ``monitor-<run>/``
figures and tables, each table as CSV and JSON. Numbers come from `burstlab.monitoring`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from burstlab import monitoring
from burstlab.archive import Archive
from burstlab.monitoring import Watched
from burstlab.monitoring.pages import figures as drawings
from burstlab.monitoring.pages.all_hosts import page_of_all
from burstlab.monitoring.pages.one_host import page_of_host
from burstlab.monitoring.pages.run import MonitorRun, cycles_of, loads_of, read_run
from burstlab.process import cores, forked
from burstlab.report import Further, renderer
from burstlab.study import figures

_TEMPLATES = Path(__file__).parent / "templates"


def monitors(archive: Archive) -> list[int]:
    """List the runs with pages: those of `Archive.schedules`, the first of replications."""
    runs = archive.schedules()
    if not runs:
        return []
    table = archive.select(runs).runs().drop(columns="run_id", errors="ignore")
    table = table.sort_values(["study", "scenario", "seed", "run"], kind="stable")
    alike = [name for name in table if name not in ("seed", "run")]
    return [int(run) for run in table[~table[alike].astype(str).duplicated()].index]


def write_pages(archive: Archive, folder: Path, left_out: Collection[str] = ()) -> list[Further]:
    """Write the pages of all runs of `monitors`.

    Parameters
    ----------
    archive
        The archive.
    folder
        Folder of the site.
    left_out
        Studies without pages for their runs.

    Raises
    ------
    InputError
        For impossible measurements.
    """
    runs = monitors(archive)
    if not runs:
        return []
    study_of = archive.select(runs).runs()["study"]
    render = renderer(_TEMPLATES)
    return [
        _write(archive, run, study_of[run], folder, render)
        for run in runs
        if study_of[run] not in left_out
    ]


def _write(
    archive: Archive, run_id: int, study: str, folder: Path, render: Callable[..., str]
) -> Further:
    run = read_run(archive, run_id, folder)
    drawn = _draw(run)
    common = {
        "monitor": run.source,
        "run_id": run_id,
        "pages": run.pages,
        "page": f"monitor-{run_id}.html",
        "archive": archive.path.name,
    }
    for host in run.pages:
        text = render("monitor_host.html", **common, **page_of_host(run, host, drawn))
        (folder / run.pages[host]).write_text(text, encoding="utf-8")
    shown = page_of_all(run, drawn)
    text = render("monitor.html", **common, **shown)
    (folder / common["page"]).write_text(text, encoding="utf-8")
    hosts, days, tests = (shown[name] for name in ("hosts", "days", "tests"))
    numbers = [
        (tests, "test"),
        (shown["incident_count"], "incident"),
        (shown["open"], "open alert"),
    ]
    return Further(
        *(study, run_id, common["page"]),
        f"Measurements of {run.source}, {_counted(hosts, 'host')}, {days:.1f} days",
        ", ".join(_counted(*each) for each in numbers),
    )


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'s' * (count != 1)}"


def _draw(run: MonitorRun) -> dict[Any, figures.RenderedFigure]:
    """Draw all figures, with one process per core."""
    jobs: dict[Any, Callable[[Any], figures.Drawing]] = {}
    for each in run.watched:
        if each.value and each.value != "hops" and each.series["value"].notna().any():
            jobs[each.host, each.tool] = partial(
                _series, each, run.unit(each.value), run.faults(each.host)
            )
    compared = monitoring.tool_pairs(run.measurements, run.watched)
    compared = compared[compared["tests"] > 0]
    if len(compared):
        beside = compared["beside"].iloc[0]
        pairs = {
            tool: monitoring.paired_tools(run.measurements, beside, tool, "throughput")
            for tool in compared["tool"]
        }
        slopes = dict(zip(compared["tool"], compared["slope"], strict=True))
        unit = run.unit("throughput")
        jobs["scatter"] = partial(_scatter, pairs, beside, slopes, unit)
    parts = monitoring.spreads(run.watched)
    if parts:
        jobs["spreads"] = partial(_spreads, parts)
    if "cycles" in run.tables:
        jobs["cycles"] = partial(_cycles, cycles_of(run))
    load = loads_of(run)
    if len(load):
        jobs["loads"] = partial(_loads_figure, load)
    stems = [run.folder / f"figure-{number}" for number in range(len(jobs))]
    with forked(cores(), "a process that drew figures of a monitor ended early") as processes:
        made = processes.map(figures.render, jobs.values(), [None] * len(jobs), stems)
        return dict(zip(jobs, made, strict=True))


def _series(each: Watched, unit: str, faults: pd.DataFrame, _: Any) -> figures.Drawing:
    return drawings.series(each.tool, unit, each.series, each.forecasts, each.changes, faults)


def _scatter(pairs: Any, beside: str, slopes: Any, unit: str, _: Any) -> figures.Drawing:
    return drawings.scatter(pairs, beside, slopes, unit)


def _spreads(parts: Mapping[str, np.ndarray], _: Any) -> figures.Drawing:
    return drawings.spreads(parts)


def _cycles(table: pd.DataFrame, _: Any) -> figures.Drawing:
    return drawings.cycles(table)


def _loads_figure(table: pd.DataFrame, _: Any) -> figures.Drawing:
    return drawings.loads(table)
