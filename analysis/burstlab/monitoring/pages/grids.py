# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Tables on the pages of a monitor, each with its files and its SQL."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from burstlab.archive import literal, publish
from burstlab.monitoring.forecasters import DAY
from burstlab.monitoring.pages.figures import SCALES
from burstlab.monitoring.pages.run import MonitorRun
from burstlab.study import figures, tables

_VALUES = {
    "throughput": "Throughput",
    "capacity": "Capacity",
    "available": "Available bandwidth",
    "rtt_mean": "Round trips",
    "hops": "Routes",
    "": "No value yet",
}


@dataclass(frozen=True)
class Grid:
    """A table on a page.

    Attributes
    ----------
    id, title, caption
        Id, heading and caption on the page.
    file
        Path of its files without ending, relative to the site.
    columns, rows
        As in `burstlab.study.tables.RenderedTable`.
    links
        Link of the first cell of each row; empty: none.
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


def make_grid(
    run: MonitorRun,
    id: str,  # noqa: A002
    title: str,
    caption: str,
    frame: pd.DataFrame,
    query: str,
    shown: pd.DataFrame | None = None,
    links: Iterable[str] = (),
    units: Mapping[str, str] | None = None,
) -> Grid:
    """Publish a table, and format its cells; `shown` is the part on the page."""
    publish(frame, run.folder / id, units)
    shown = frame if shown is None else shown
    shown = shown.reset_index(drop=all(name is None for name in shown.index.names))
    texts = [tables.cells(shown.iloc[:, i]) for i in range(shown.shape[1])]
    kinds = tuple((str(name), tables.is_number(shown.iloc[:, i])) for i, name in enumerate(shown))
    rows = tuple(zip(*texts, strict=True))
    file = f"{run.folder.name}/{id}"
    return Grid(id, title, caption, file, kinds, rows, tuple(links), query)


def query_of_tests(run: MonitorRun, *more: str) -> str:
    """Write the query of measurements with their values."""
    where = "".join(f"\n   AND {condition}" for condition in more)
    return (
        "SELECT measurement, tool, destination, cycle, start_ns, status, metric, value\n"
        "  FROM measurement LEFT JOIN measurement_value USING (run_id, measurement)\n"
        f" WHERE run_id = {run.run_id}{where}\n ORDER BY start_ns;"
    )


def query_of_table(run: MonitorRun, name: str) -> str:
    """Write the query of the rows of a table of the run."""
    return (
        "SELECT cells FROM result_table JOIN result_row USING (run_id, result_table)\n"
        f" WHERE run_id = {run.run_id} AND name = {literal(name)} ORDER BY n;"
    )


def scaled(frame: pd.DataFrame, columns: Mapping[str, tuple[str, float]]) -> pd.DataFrame:
    """Rename columns for a page, and multiply by a factor unless it is 0."""
    return pd.DataFrame(
        {
            words: frame[name] * factor if factor else frame[name]
            for name, (words, factor) in columns.items()
        }
    )


def ranges(table: pd.DataFrame, low: str, high: str, factor: float = 1.0) -> list[str | None]:
    """Write pairs of numbers as one cell each; None if unknown."""
    return [
        f"{one * factor:.4g} to {other * factor:.4g}" if np.isfinite(one) else None
        for one, other in zip(table[low], table[high], strict=True)
    ]


def in_days(*names: str) -> dict[str, tuple[str, float]]:
    """Convert s to days."""
    return {name: (f"{name}, days", 1 / DAY) for name in names}


def summary_grids(run: MonitorRun, rows: pd.DataFrame, prefix: str, links: bool) -> list[Grid]:
    """Tables of hosts and tools, one for each kind of value; `links` as in `alerts_grid`."""
    made = []
    for value, title in _VALUES.items():
        part = rows[rows["value"] == value]
        if part.empty:
            continue
        unit, factor = SCALES.get(run.unit(value), (run.unit(value), 1.0))
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
            make_grid(
                *(run, id_, title, caption, part.reset_index(drop=True)),
                query_of_tests(run),
                scaled(
                    part.assign(
                        half=ranges(part, "quartile_low", "quartile_high", factor),
                        band=ranges(part, "low", "high", factor),
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


def alerts_grid(run: MonitorRun, raised: pd.DataFrame, id_: str, links: bool) -> Grid:
    """Table of alerts; `links`: of all hosts, each with a link to its page."""
    shown = scaled(
        raised,
        {
            **({"host": ("host", 0)} if links else {}),
            "tool": ("tool", 0),
            **in_days("onset", "detected"),
            "size": ("change, %", 100),
            "state": ("state", 0),
            "by": ("acknowledged by", 0),
            **in_days("cleared"),
        },
    )
    to = [
        (run.pages[row.host] if links else "") + f"#{run.tool_ids[row.tool]}"
        for row in raised.itertuples()
    ]
    return make_grid(
        *(run, id_, "Alerts"),
        "Changes of level by a third or more that the plateau detector found in logarithms, the "
        "time of day divided out. An alert is raised until somebody takes note of it or values are "
        "as before.",
        *(raised, query_of_tests(run, "status IN ('ok', 'self-limited')"), shown, to),
        dict.fromkeys(("onset", "detected", "acknowledged", "cleared"), "s"),
    )


def problems_grid(run: MonitorRun, host: str | None) -> Grid:
    """Table of failed tests, of a host or of all hosts."""
    rows = run.problems if host is None else run.problems[run.problems["host"] == host]
    shown = scaled(
        rows,
        {
            **({"host": ("host", 0)} if host is None else {}),
            "tool": ("tool", 0),
            **in_days("first", "last"),
            "tests": ("tests", 0),
            "status": ("status", 0),
            "ended": ("ended", 0),
            "note": ("note of the first", 0),
        },
    )
    condition = "status NOT IN ('ok', 'self-limited')"
    more = [] if host is None else [f"destination = {literal(host)}"]
    return make_grid(
        *(run, "problems" if host is None else f"{stem_of(run, host)}-problems", "Problem log"),
        "Tests of a tool that failed one after the other are one line.",
        *(rows.reset_index(drop=True), query_of_tests(run, condition, *more), shown),
        [] if host is not None else [run.pages[row.host] for row in rows.itertuples()],
        {"first": "s", "last": "s"},
    )


def find_picture(
    drawn: Mapping[Any, figures.RenderedFigure], key: Any, title: str, caption: str
) -> Picture | None:
    """Return a drawn figure, or None."""
    return Picture(title, caption, drawn[key]) if key in drawn else None


def stem_of(run: MonitorRun, host: str) -> str:
    """Name of the files of a host's page, without ending."""
    return Path(run.pages[host]).stem.removeprefix(f"monitor-{run.run_id}-") + "-host"
