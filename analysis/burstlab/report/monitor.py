# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Pages of a monitor: what the tests of a schedule say of hosts, and how far that is true.

``monitor-<run>.html`` has all hosts, ``monitor-<run>-<host>.html`` one of them, ``monitor-<run>/``
figures and tables, each table as CSV and JSON. Numbers come from `burstlab.monitoring`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from burstlab import monitoring
from burstlab.archive import Archive, Results
from burstlab.errors import InputError
from burstlab.monitoring import Watched
from burstlab.process import cores, forked
from burstlab.report import monitor_figures as drawings
from burstlab.study import figures, tables

_PREFIX = "measurement."
_DAY, _HOUR = 86_400.0, 3600.0
_VALUES = {
    "throughput": "Throughput",
    "capacity": "Capacity",
    "available": "Available bandwidth",
    "rtt_mean": "Round trips",
    "hops": "Routes",
    "": "No value yet",
}
_TABLES = {
    "cycles": ("cycle", "length", "predicted_length", "bytes", "predicted_bytes"),
    "paths": ("host", "tool", "expected", "measured"),
    "forecasts": ("host", "tool", "forecast", "low", "high", "observed"),
    "fault.truth": ("kind", "target", "begin", "end", "value", "relative"),
    "notes": ("measurement", "note"),
}
"""Tables of a run that the pages know, with the columns they need; any of them may be missing."""


@dataclass(frozen=True)
class Grid:
    """A table on a page.

    Attributes
    ----------
    id, title, caption
        On the page.
    file
        Its files without their endings, from the folder of the site.
    columns, rows
        As `burstlab.study.tables.RenderedTable` has them.
    links
        Where the first cell of each row leads; empty: nowhere.
    query
        SQL of the rows behind the table.
    """

    id: str
    title: str
    caption: str
    file: str
    columns: tuple[tuple[str, bool], ...]
    rows: tuple[tuple[str, ...], ...]
    links: tuple[str, ...]
    query: str


@dataclass(frozen=True)
class Picture:
    """A figure on a page, with its caption."""

    title: str
    caption: str
    file: figures.RenderedFigure


@dataclass
class _Run:
    """All that the pages of a run are made from."""

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
        """Of a metric, without its prefix."""
        return self.units.get(value, "1")

    @property
    def column_units(self) -> dict[str, str]:
        """Of the columns of measurements."""
        metrics = {f"{_PREFIX}{name}": unit for name, unit in self.units.items()}
        return {**metrics, "start_ns": "ns", "duration_ns": "ns"}

    def faults(self, host: str) -> pd.DataFrame:
        """List what truly happened to a host, begin and end in s."""
        if "fault.truth" not in self.tables:
            return pd.DataFrame({"begin": [], "end": []}, dtype=float)
        truth = self.tables["fault.truth"]
        mine = truth[truth["target"] == host]
        return monitoring.numbers(mine, "fault.truth", "begin", "end")


def monitors(archive: Archive) -> list[int]:
    """List the runs that have pages: those of `Archive.schedules`, of replications the first."""
    runs = archive.schedules()
    if not runs:
        return []
    table = archive.select(runs).runs().drop(columns="run_id", errors="ignore")
    table = table.sort_values(["study", "scenario", "seed", "run"], kind="stable")
    alike = [name for name in table if name not in ("seed", "run")]
    return [int(run) for run in table[~table[alike].astype(str).duplicated()].index]


def write_pages(
    archive: Archive, run_id: int, folder: Path, render: Callable[..., str]
) -> dict[str, Any]:
    """Write the pages of a run.

    Parameters
    ----------
    archive
        Where it is.
    run_id
        The run.
    folder
        Of the site.
    render
        Makes a page of the name of a template and what it shows.

    Returns
    -------
    dict
        What the card of the run shows.

    Raises
    ------
    InputError
        Its measurements have what cannot be.
    """
    run = _read(archive, run_id, folder)
    drawn = _draw(run)
    common = {
        "monitor": run.source,
        "run_id": run_id,
        "pages": run.pages,
        "page": f"monitor-{run_id}.html",
        "archive": archive.path.name,
    }
    for host in run.pages:
        text = render("monitor_host.html", **common, **_host(run, host, drawn))
        (folder / run.pages[host]).write_text(text, encoding="utf-8")
    shown = _all_hosts(run, drawn)
    text = render("monitor.html", **common, **shown)
    (folder / common["page"]).write_text(text, encoding="utf-8")
    return {**common, **shown}


def _read(archive: Archive, run_id: int, folder: Path) -> _Run:
    results = archive.select([run_id])
    measurements = monitoring.checked_measurements(results.measurements())
    known = results.metrics()["unit"]
    there = set(results.tables())
    own = {name: results.table(name).drop(columns="run_id") for name in _TABLES if name in there}
    for name, table in own.items():
        for column in _TABLES[name]:
            if column not in table:
                listed = ", ".join(table)
                raise InputError(f"table {name}: no column {column}; there are {listed}")
    watched = monitoring.watch(measurements)
    raised = monitoring.alerts(watched)
    notes: dict[int, str] = {}
    if "notes" in own:
        of = monitoring.numbers(own["notes"], "notes", "measurement").dropna(subset="measurement")
        notes = dict(zip(of["measurement"].astype(int), of["note"].astype(str), strict=True))
    hosts = list(dict.fromkeys(each.host for each in watched))
    tools = list(dict.fromkeys(each.tool for each in watched))
    names = [f"monitor-{run_id}-{name}.html" for name in file_names(hosts)]
    run = _Run(
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
    """Make names of files of any texts: letters, digits and dashes, each once, in any case."""
    made: list[str] = []
    for name in names:
        stem = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "unnamed"
        number, unique = 1, stem
        while unique in made:
            number += 1
            unique = f"{stem}-{number}"
        made.append(unique)
    return made


def _draw(run: _Run) -> dict[Any, figures.RenderedFigure]:
    """Draw all figures, in a process a core."""
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
        jobs["cycles"] = partial(_cycles, _cycles_table(run))
    load = _loads(run)
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


def _cycles_table(run: _Run) -> pd.DataFrame:
    names = ("cycle", "length", "predicted_length", "overrun", "tests", "bytes", "predicted_bytes")
    return monitoring.numbers(run.tables["cycles"], "cycles", *names)


def _loads(run: _Run) -> pd.DataFrame:
    if not {"link.load", "link.load_predicted"} <= set(run.results.recorded()["metric"]):
        return pd.DataFrame()
    load, predicted = (
        run.results.scalars(name).set_index("object")["value"]
        for name in ("link.load", "link.load_predicted")
    )
    table = pd.DataFrame({"load": load, "predicted": predicted}).rename_axis("link")
    return table.assign(error=table["predicted"] / table["load"] - 1).replace(np.inf, np.nan)


def _grid(
    run: _Run,
    id: str,  # noqa: A002
    title: str,
    caption: str,
    frame: pd.DataFrame,
    query: str,
    shown: pd.DataFrame | None = None,
    links: Iterable[str] = (),
    units: Mapping[str, str] | None = None,
) -> Grid:
    """Publish a table, and take its cells as text; `shown` is what a page has of it."""
    monitoring.publish(frame, run.folder / id, units)
    shown = frame if shown is None else shown
    shown = shown.reset_index(drop=all(name is None for name in shown.index.names))
    texts = [tables.cells(shown.iloc[:, i]) for i in range(shown.shape[1])]
    kinds = tuple((str(name), tables.is_number(shown.iloc[:, i])) for i, name in enumerate(shown))
    rows = tuple(zip(*texts, strict=True))
    file = f"{run.folder.name}/{id}"
    return Grid(id, title, caption, file, kinds, rows, tuple(links), query)


def _tests(run: _Run, *more: str) -> str:
    """Write the query of measurements with their values."""
    where = "".join(f"\n   AND {condition}" for condition in more)
    return (
        "SELECT measurement, tool, destination, cycle, start_ns, status, metric, value\n"
        "  FROM measurement LEFT JOIN measurement_value USING (run_id, measurement)\n"
        f" WHERE run_id = {run.run_id}{where}\n ORDER BY start_ns;"
    )


def _table_rows(run: _Run, name: str) -> str:
    return (
        "SELECT cells FROM result_table JOIN result_row USING (run_id, result_table)\n"
        f" WHERE run_id = {run.run_id} AND name = {monitoring.literal(name)} ORDER BY n;"
    )


def _scaled(frame: pd.DataFrame, columns: Mapping[str, tuple[str, float]]) -> pd.DataFrame:
    """Take columns under the names a page has, multiplied by a factor unless that is 0."""
    return pd.DataFrame(
        {
            words: frame[name] * factor if factor else frame[name]
            for name, (words, factor) in columns.items()
        }
    )


def _range(table: pd.DataFrame, low: str, high: str, factor: float = 1.0) -> list[str | None]:
    return [
        f"{one * factor:.4g} to {other * factor:.4g}" if np.isfinite(one) else None
        for one, other in zip(table[low], table[high], strict=True)
    ]


def _summaries(run: _Run, rows: pd.DataFrame, prefix: str, links: bool) -> list[Grid]:
    """Tables of hosts and tools, one for each kind of value."""
    made = []
    for value, title in _VALUES.items():
        part = rows[rows["value"] == value]
        if part.empty:
            continue
        unit, factor = drawings.SCALES.get(run.unit(value), (run.unit(value), 1.0))
        comma = f", {unit}" if unit else ""
        columns = {
            **({"host": ("host", 0)} if links else {}),
            "tool": ("tool", 0),
            "last": (f"last{comma}", factor),
            "median": ("median", factor),
            "half": ("half within", 0),
            "tests": ("tests", 0),
            "failed": ("failed", 0),
            "availability": ("available, %", 100),
            "forecast": (f"forecast{comma}", factor),
            "band": ("80 % within", 0),
            "forecaster": ("by", 0),
            "alerts": ("open alerts", 0),
        }
        if value in ("hops", ""):
            kept = ("host", "tool", "last", "tests", "failed", "availability")
            columns = {name: words for name, words in columns.items() if name in kept}
            if not value:
                del columns["last"]
        id_ = f"{prefix}{value or 'none'}"
        to = [
            (run.pages[row.host] if links else "") + f"#{run.tool_ids[row.tool]}"
            for row in part.itertuples()
        ]
        caption = {
            "hops": "Hops of the last route that answered in full.",
            "": "No test of these tools gave a value.",
        }.get(
            value,
            "Median and quartiles of all tests that ended well; the next test forecast, "
            "with a band that holds 80 %.",
        )
        made.append(
            _grid(
                *(run, id_, title, caption, part.reset_index(drop=True)),
                _tests(run),
                _scaled(
                    part.assign(
                        half=_range(part, "quartile_low", "quartile_high", factor),
                        band=_range(part, "low", "high", factor),
                    ),
                    columns,
                ),
                to,
                dict.fromkeys(
                    ("last", "median", "quartile_low", "quartile_high", "forecast", "low", "high"),
                    run.unit(value),
                ),
            )
        )
    return made


def _times(*names: str) -> dict[str, tuple[str, float]]:
    return {name: (f"{name}, days", 1 / _DAY) for name in names}


def _alerts_grid(run: _Run, raised: pd.DataFrame, id_: str, links: bool) -> Grid:
    shown = _scaled(
        raised,
        {
            **({"host": ("host", 0)} if links else {}),
            "tool": ("tool", 0),
            **_times("onset", "detected"),
            "size": ("change, %", 100),
            "state": ("state", 0),
            "by": ("acknowledged by", 0),
            **_times("cleared"),
        },
    )
    to = [
        (run.pages[row.host] if links else "") + f"#{run.tool_ids[row.tool]}"
        for row in raised.itertuples()
    ]
    return _grid(
        *(run, id_, "Alerts"),
        "Changes of level by a third or more that the plateau detector found, the time of day "
        "divided out. An alert is raised until somebody takes note of it or values are as before.",
        *(raised, _tests(run, "status IN ('ok', 'self-limited')"), shown, to),
        dict.fromkeys(("onset", "detected", "acknowledged", "cleared"), "s"),
    )


def _all_hosts(run: _Run, drawn: Mapping[Any, figures.RenderedFigure]) -> dict[str, Any]:
    """Everything the page of all hosts shows."""
    found = monitoring.gather(run.alerts, monitoring.route_changes(run.routes), run.source)
    incident = _grid(
        *(run, "incidents", "Incidents"),
        "Alerts and changes of routes that began within six hours of each other on paths with "
        "something in common are one incident.",
        *(found, _tests(run)),
        pd.DataFrame(
            {
                "where": found["where"],
                "scope": found["scope"],
                "onset, days": found["onset"] / _DAY,
                "detected, days": found["detected"] / _DAY,
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
    monitoring.publish(every, run.folder / "measurements", run.column_units)
    for name, table in run.tables.items():
        units = run.results.table(name).attrs["units"]
        monitoring.publish(table, run.folder / f"table-{name.replace('.', '-')}", units)
    counts = run.measurements["status"].value_counts()
    days = run.measurements["start_ns"].max() / 1e9 / _DAY
    return {
        "counts": counts.to_dict(),
        "tests": len(run.measurements),
        "days": days,
        "hosts": len(run.pages),
        "open": int((run.alerts["state"] != "cleared").sum()),
        "incident_count": len(found),
        "summaries": _summaries(run, run.overview, "all-", True),
        "alerts": [incident, _alerts_grid(run, run.alerts, "alerts", True), _problems(run, None)],
        "pairs": [
            _grid(
                *(run, "tool-pairs", "Tools by tools"),
                "Tests of two tools at one host in one cycle: slope of the line through the "
                "origin, and correlation.",
                *(pairs, _tests(run, "metric = 'measurement.throughput'")),
            )
        ]
        * bool(len(pairs)),
        "scatter": _picture(
            drawn,
            "scatter",
            "Tools against each other",
            "A point is two tests at one host in one cycle. Dotted: equal values.",
        ),
        "spreads": _picture(
            drawn,
            "spreads",
            "How values spread",
            "Values over the median of their host; twice the median and more is in the last bin.",
        ),
        "schedule": _schedule(run),
        "cycles": _picture(
            drawn,
            "cycles",
            "Cycles",
            "Length of each cycle and bytes sent in it, beside what the schedule's calculator "
            "predicted.",
        ),
        "loads": _picture(
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
        "queries": [_tests(run), *(_table_rows(run, name) for name in run.tables)],
    }


def _picture(
    drawn: Mapping[Any, figures.RenderedFigure], key: Any, title: str, caption: str
) -> Picture | None:
    return Picture(title, caption, drawn[key]) if key in drawn else None


def _problems(run: _Run, host: str | None) -> Grid:
    rows = run.problems if host is None else run.problems[run.problems["host"] == host]
    shown = _scaled(
        rows,
        {
            **({"host": ("host", 0)} if host is None else {}),
            "tool": ("tool", 0),
            **_times("first", "last"),
            "tests": ("tests", 0),
            "status": ("status", 0),
            "ended": ("ended", 0),
            "note": ("note of the first", 0),
        },
    )
    condition = "status NOT IN ('ok', 'self-limited')"
    more = [] if host is None else [f"destination = {monitoring.literal(host)}"]
    return _grid(
        *(run, "problems" if host is None else f"{_stem(run, host)}-problems", "Problem log"),
        "Tests of a tool that failed one after the other are one line.",
        *(rows.reset_index(drop=True), _tests(run, condition, *more), shown),
        [] if host is not None else [run.pages[row.host] for row in rows.itertuples()],
        {"first": "s", "last": "s"},
    )


def _schedule(run: _Run) -> list[Grid]:
    made = []
    load = _loads(run)
    recorded = set(run.results.recorded()["metric"])
    conflicts = [
        (words, *(float(run.results.scalars(name)["value"].iloc[0]) for name in names))
        for words, *names in (
            ("conflicts of heavy tests", "cycle.conflicts_predicted", "cycle.conflicts"),
        )
        if set(names) <= recorded
    ]
    if "cycles" in run.tables:
        table = _cycles_table(run)
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
            _grid(
                *(run, "schedule", "Predicted and simulated"),
                "By the schedule's calculator before the run, and in the run. A conflict is, "
                "predicted, a group of links that several monitors use; simulated, a heavy test "
                "that began while another one ran.",
                pd.DataFrame(conflicts, columns=["what", "predicted", "simulated"]),
                _table_rows(run, "cycles"),
            )
        )
    if len(load):
        made.append(
            _grid(
                *(run, "loads", "Links"),
                "Load of each shared link, part of what it could carry; error: predicted over "
                "simulated, less 1.",
                load,
                "SELECT object, metric, value FROM scalar\n"
                f" WHERE run_id = {run.run_id} AND metric LIKE 'link.load%';",
                _scaled(
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


def _scores(run: _Run) -> list[Grid]:
    paths = run.tables.get("paths")
    of_tools = monitoring.score_tools(run.measurements, paths)
    of_forecasters = monitoring.score_forecasters(run.watched, run.tables.get("forecasts"))
    made = [
        _grid(
            *(run, "score-tools", "Tools"),
            "What a test costs, and how near its result is to the closed form of the path, where "
            "the run has one: median over hosts with its 95 % interval.",
            *(of_tools, _table_rows(run, "paths") if paths is not None else _tests(run)),
            _scaled(
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
            _grid(
                *(run, "score-forecasters", "Forecasters"),
                "Mean error of a series, part of what was observed, what a band of 80 % held, and "
                "1 less the error over that of the value before: medians over all series. "
                "\u201cin the run\u201d is what the run's own forecaster said.",
                *(of_forecasters, _tests(run)),
                _scaled(
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
            _grid(
                *(run, "score-detectors", "Detectors"),
                "Against faults that were injected: begin and end of each change of a rate by a "
                "third or more, once for each tool that tells throughput, seen within a day.",
                *(detectors, _table_rows(run, "fault.truth")),
                _scaled(
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


def _stem(run: _Run, host: str) -> str:
    return Path(run.pages[host]).stem.removeprefix(f"monitor-{run.run_id}-") + "-host"


def _host(run: _Run, host: str, drawn: Mapping[Any, figures.RenderedFigure]) -> dict[str, Any]:
    """Everything the page of a host shows."""
    stem, source = _stem(run, host), monitoring.literal(host)
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
        monitoring.publish(
            rows.dropna(axis="columns", how="all").reset_index(drop=True),
            *(run.folder / file, run.column_units),
        )
        files = [("Tests", f"{run.folder.name}/{file}")]
        if len(forecasts):
            unit = run.unit(each.value)
            monitoring.publish(
                forecasts,
                run.folder / f"{file}-forecasts",
                {"time": "s", **dict.fromkeys(("forecast", "low", "high", "observed"), unit)},
            )
            files.append(("Forecasts", f"{run.folder.name}/{file}-forecasts"))
        if len(each.ranking):
            monitoring.publish(
                each.ranking.rename_axis("forecaster"), run.folder / f"{file}-ranking"
            )
            files.append(("Forecasters", f"{run.folder.name}/{file}-ranking"))
        tools.append(
            {
                "id": id_,
                "tool": each.tool,
                "forecaster": each.forecaster,
                "error": each.ranking["mape"].iloc[0] * 100 if len(each.ranking) else None,
                "statuses": own["status"].value_counts().to_dict(),
                "changes": len(each.changes),
                "picture": _picture(
                    *(drawn, (host, each.tool), f"{each.tool} at {host}"),
                    "Measured values, forecast and band; the histogram of the values beside them.",
                ),
                "files": files,
                "query": _tests(run, mine, f"tool = {monitoring.literal(each.tool)}"),
            }
        )
    return {
        "host": host,
        "summaries": _summaries(run, run.overview[run.overview["host"] == host], f"{stem}-", False),
        "tools": tools,
        "log": [
            _alerts_grid(run, raised, f"{stem}-alerts", False),
            _problems(run, host),
            _grid(
                *(run, f"{stem}-routes", "Routes"),
                "Spells of one route, by the traceroutes all of whose hops answered.",
                *(seen, _tests(run, mine, "metric = 'measurement.route'")),
                _scaled(
                    seen,
                    {
                        "route": ("route", 0),
                        "hops": ("hops", 0),
                        **_times("first", "last"),
                        "tests": ("traceroutes", 0),
                    },
                ),
                (),
                {"first": "s", "last": "s"},
            ),
        ],
        "before_after": _before_after(run, host, raised, stem, mine),
        "rows_of": [("All tests of all hosts", f"{run.folder.name}/measurements")],
        "sql": _tests(run, mine),
    }


def _moments(run: _Run, host: str, raised: pd.DataFrame) -> dict[float, str]:
    """Find when something changed at a host, s, and what; of what is within six hours the first."""
    truth = run.faults(host)
    moments = [(time, "fault began") for time in truth["begin"]]
    moments += [(time, "fault ended") for time in truth["end"].dropna()]
    moments += [(row.onset, f"alert of {row.tool}") for row in raised.itertuples()]
    kept: dict[float, str] = {}
    for time, words in moments:
        if all(abs(time - other) > 6 * _HOUR for other in kept):
            kept[time] = words
    return dict(sorted(kept.items()))


def _before_after(run: _Run, host: str, raised: pd.DataFrame, stem: str, mine: str) -> list[Grid]:
    """Medians before and after each moment at which something changed, until the next one."""
    moments = _moments(run, host, raised)
    series = {
        each.tool: each.series
        for each in run.watched
        if each.host == host and each.value not in ("", "hops")
    }
    made = []
    for number, (when, words) in enumerate(moments.items()):
        gaps = [abs(when - other) for other in moments if other != when]
        within = min([5 * _DAY, *gaps])
        table = monitoring.before_after(series, when, within)
        of = {each.tool: run.unit(each.value) for each in run.watched if each.host == host}
        shown, factors = zip(
            *(drawings.SCALES.get(of[tool], (of[tool], 1.0)) for tool in table.index), strict=True
        )
        scaled = table.mul(pd.Series(factors, index=table.index), axis=0)
        made.append(
            _grid(
                *(
                    run,
                    f"{stem}-before-after-{number}",
                    f"{words[0].upper()}{words[1:]} at {when / _DAY:.2f} days",
                ),
                f"Medians of the {within / _DAY:.2f} days before and after, with 95 % intervals "
                "that take tests for independent.",
                *(table, _tests(run, mine)),
                pd.DataFrame(
                    {
                        "tool": table.index,
                        "unit": shown,
                        "before": scaled["before"].to_numpy(),
                        "interval before": _range(scaled, "before_low", "before_high"),
                        "after": scaled["after"].to_numpy(),
                        "interval after": _range(scaled, "after_low", "after_high"),
                        "change, %": (table["ratio"].to_numpy() - 1) * 100,
                    }
                ),
            )
        )
    return made
