# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Data of the pages of a monitor: measurements of a run, and derived results."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from burstlab import monitoring
from burstlab.archive import Archive, Results
from burstlab.monitoring import Watched
from burstlab.monitoring.series import with_columns

_PREFIX = "measurement."
_TABLES = {
    "cycles": ("cycle", "length", "predicted_length", "bytes", "predicted_bytes"),
    "paths": ("host", "tool", "expected", "measured"),
    "forecasts": ("host", "tool", "forecast", "low", "high", "observed"),
    "fault.truth": ("kind", "target", "begin", "end", "value", "relative"),
    "notes": ("measurement", "note"),
}
"""Optional tables of a run for the pages, with the required columns."""


@dataclass
class MonitorRun:
    """All data of the pages of a run."""

    run_id: int
    results: Results
    measurements: pd.DataFrame
    tables: Mapping[str, pd.DataFrame]
    watched: list[Watched]
    alerts: pd.DataFrame
    overview: pd.DataFrame
    problems: pd.DataFrame
    routes: pd.DataFrame
    folder: Path
    units: dict[str, str]
    pages: dict[str, str]
    tool_ids: dict[str, str]

    @property
    def source(self) -> str:
        """The monitor."""
        return ", ".join(dict.fromkeys(self.measurements["source"]))

    def unit(self, value: str) -> str:
        """Return the unit of a metric, named without its prefix."""
        return self.units.get(value, "1")

    @property
    def column_units(self) -> dict[str, str]:
        """Units of the columns of measurements."""
        metrics = {f"{_PREFIX}{name}": unit for name, unit in self.units.items()}
        return {**metrics, "start_ns": "ns", "duration_ns": "ns"}

    def faults(self, host: str) -> pd.DataFrame:
        """List the true faults of a host, begin and end in s."""
        if "fault.truth" not in self.tables:
            return pd.DataFrame({"begin": [], "end": []}, dtype=float)
        truth = self.tables["fault.truth"]
        mine = truth[truth["target"] == host]
        return monitoring.numbers(mine, "fault.truth", "begin", "end")


def read_run(archive: Archive, run_id: int, folder: Path) -> MonitorRun:
    """Read a run, and create the folder of its figures and tables."""
    results = archive.select([run_id])
    measurements = monitoring.checked_measurements(results.measurements())
    known = results.metrics()["unit"]
    there = set(results.tables())
    own = {name: results.table(name).drop(columns="run_id") for name in _TABLES if name in there}
    for name, table in own.items():
        with_columns(f"table {name}", table, *_TABLES[name])
    watched = monitoring.watch(measurements)
    raised = monitoring.alerts(watched)
    notes: dict[int, str] = {}
    if "notes" in own:
        of = monitoring.numbers(own["notes"], "notes", "measurement").dropna(subset="measurement")
        notes = dict(zip(of["measurement"].astype(int), of["note"].astype(str), strict=True))
    hosts = list(dict.fromkeys(each.host for each in watched))
    tools = list(dict.fromkeys(each.tool for each in watched))
    names = [f"monitor-{run_id}-{name}.html" for name in file_names(hosts)]
    run = MonitorRun(
        *(run_id, results, measurements, own, watched, raised),
        monitoring.overview(measurements, watched, raised),
        monitoring.problems(measurements, notes),
        monitoring.routes(measurements),
        folder / f"monitor-{run_id}",
        {
            name.removeprefix(_PREFIX): unit
            for name, unit in known.items()
            if name.startswith(_PREFIX)
        },
        dict(zip(hosts, names, strict=True)),
        {tool: f"tool-{name}" for tool, name in zip(tools, file_names(tools), strict=True)},
    )
    run.folder.mkdir()
    return run


def file_names(names: Iterable[str]) -> list[str]:
    """Make unique file names from texts: letters, digits and dashes, case-insensitive."""
    made: list[str] = []
    for name in names:
        stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "unnamed"
        number, unique = 1, stem
        while unique in made:
            number += 1
            unique = f"{stem}-{number}"
        made.append(unique)
    return made


def cycles_of(run: MonitorRun) -> pd.DataFrame:
    """Read the cycles, predicted and simulated."""
    names = ("cycle", "length", "predicted_length", "overrun", "tests", "bytes", "predicted_bytes")
    return monitoring.numbers(run.tables["cycles"], "cycles", *names)


def loads_of(run: MonitorRun) -> pd.DataFrame:
    """Read loads of links, simulated and predicted; possibly empty."""
    if not {"link.load", "link.load_predicted"} <= set(run.results.recorded()["metric"]):
        return pd.DataFrame()
    load, predicted = (
        run.results.scalars(name).set_index("object")["value"]
        for name in ("link.load", "link.load_predicted")
    )
    table = pd.DataFrame({"load": load, "predicted": predicted}).rename_axis("link")
    return table.assign(error=table["predicted"] / table["load"] - 1).replace(np.inf, np.nan)
