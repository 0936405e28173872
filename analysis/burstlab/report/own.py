# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Pages of runs that belong to no study: curves over labels or attributes, and the runs.

The pages are a separate site in a folder of the user, with the assets and templates of the report.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pandas as pd

from burstlab import paths
from burstlab.archive import Archive, Results, of_object
from burstlab.build import catalogue
from burstlab.engine import Failures, RunSpec, short_name
from burstlab.errors import InputError, WorkError, listed, unknown
from burstlab.report import behind
from burstlab.report.own_curves import MAX_LINES, Curves, Quantity, places_of, shortened
from burstlab.report.own_numbers import (
    Numbers,
    constants,
    left_out,
    names,
    quantities,
    read_numbers,
)
from burstlab.report.site import renderer, replaced
from burstlab.study import figures, tables

_MARK = '<meta name="generator" content="burstlab, own runs">'
_MAX_ROWS = 100
_LONGEST_NAME = 60  # of a file
_MAX_POINTS = 12  # in a sentence
_MAX_PICTURES = 16  # without chosen metrics
_REPLICATION = ["seed", "run"]
_FIXED = ["study", "scenario", *_REPLICATION, "code_version", "ns3_version"]


def has_own(archive: Archive, studies: Collection[str]) -> bool:
    """Whether an archive has runs without labels of a study."""
    return bool(_own(archive, studies))


def write_own(
    archive: Archive,
    folder: Path,
    studies: Collection[str],
    over: Sequence[str] = (),
    metrics: Sequence[str] = (),
) -> Path:
    """Write pages of the runs without labels of a study; replace earlier such pages.

    Parameters
    ----------
    archive
        The archive, which is only read.
    folder
        Folder of the pages: missing, empty, or with earlier pages of own runs only.
    studies
        Names of the studies: the report of the studies has their runs.
    over
        Labels and attributes for the x axis of curves; empty: see `_axes`.
    metrics
        Single numbers, ``name[object]`` for the number of one object; empty: those that vary, of
        whole runs and of a handful of objects, up to a number of pictures.

    Returns
    -------
    Path
        The first page.
    """
    folder = folder.resolve()
    _check_place(folder)
    chosen = _own(archive, studies)
    if not chosen:
        raise InputError(f"{archive.path} holds no runs of your own, but those of studies at most")
    numbers = {name: read_numbers(results) for name, results in chosen.items()}
    for what, asked, known in (
        ("label or attribute that varies", over, [n for r in chosen.values() for n in _varying(r)]),
        ("metric", metrics, [n for each in numbers.values() for n in names(each)]),
    ):
        for name in asked:
            if name not in known:
                raise _without_object(name, known) or unknown(what, name, set(known))
    render = renderer()
    missing = Failures(archive.path).missing(set(archive.run_ids()))
    failed = Counter(row["scenario"] for row in missing)
    plugins = _plugins(chosen)
    with replaced(folder) as partial:
        pages = [
            _page(name, results, numbers[name], partial, over, metrics, plugins, failed)
            for name, results in chosen.items()
        ]
        common = {"archive": paths.relative(archive.path)}
        for page in pages:
            text = render("own_runs.html", **page, **common, most=_MAX_ROWS)
            (partial / f"{page['name']}.html").write_text(text, encoding="utf-8")
        shown = {**common, "pages": pages, "mark": _mark(), "failed": failed.total()}
        (partial / "index.html").write_text(render("own.html", **shown), encoding="utf-8")
    return folder / "index.html"


def _without_object(name: str, known: Collection[str]) -> InputError | None:
    """Make the error for a metric of too many objects, some of which must be named."""
    objects = sorted({of_object(each)[1] for each in known if each.startswith(f"{name}[")})
    if not objects:
        return None
    return InputError(
        f"{name} has the objects {listed(objects)}: --metric='{name}[{objects[0]}]' draws one"
    )


def _mark() -> Any:
    from markupsafe import Markup

    return Markup(_MARK)


def _check_place(folder: Path) -> None:
    """Refuse a folder with other files, which would be lost."""
    if folder == paths.REPORT.resolve():
        raise InputError(f"{folder} is the report of the studies: another folder is needed")
    if not folder.parent.is_dir():
        raise InputError(
            f"{folder} is in a folder that does not exist: one that is there is needed"
        )
    for place in (folder, *(folder.with_name(f"{folder.name}.{n}") for n in ("partial", "former"))):
        if place.exists() and not _is_ours(place):
            raise InputError(
                f"{place} holds something else than former pages of own runs, and would be"
                " replaced: a folder that is empty or not there is needed"
            )


def _is_ours(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    names = {path.name for path in folder.iterdir()}
    if not names:
        return True
    pages = {name.removesuffix(".html") for name in names if name.endswith(".html")}
    index = folder / "index.html"
    ours = index.is_file() and _MARK in index.read_text(encoding="utf-8", errors="replace")
    return ours and names <= {"assets", *pages, *(f"{page}.html" for page in pages)}


def _own(archive: Archive, studies: Collection[str]) -> dict[str, Results]:
    """Group the runs by sweep file, and runs without labels by scenario."""
    found = {}
    for owner in archive.studies():
        if owner not in studies:
            found[_page_name(owner, found)] = archive.select(archive.labelled_runs(owner), owner)
    unlabelled = archive.select(archive.unlabelled_runs())
    for scenario, runs in unlabelled.runs().groupby("scenario"):
        found[_page_name(short_name(scenario), found)] = archive.select(runs.index)
    return found


def _page_name(name: str, taken: Collection[str]) -> str:
    """Make the name of a page and its folder from any name of a scenario."""
    name = re.sub(r"[^\w-]+", "-", name).strip("-")[:_LONGEST_NAME] or "runs"
    if name in {"index", "assets", *taken}:
        name += "-runs"
    return _distinct(name, taken)


def _distinct(name: str, taken: Collection[str]) -> str:
    numbered = (f"{name}-{number}" for number in itertools.count(2))
    return next(each for each in itertools.chain([name], numbered) if each not in taken)


def _columns(results: Results) -> pd.DataFrame:
    """Tabulate labels, then attributes and versions, without seed and run."""
    runs = results.runs().drop(columns=["study", *_REPLICATION])
    labels = results.labels()
    frame = labels.join(runs[[name for name in runs if name not in labels]])
    return frame.astype(object).where(frame.notna(), "none")


def _varying(results: Results) -> list[str]:
    columns = _columns(results)
    return [name for name in columns if columns[name].astype(str).nunique() > 1]


def _axes(columns: pd.DataFrame, labels: Collection[str], varying: Sequence[str]) -> list[str]:
    """Choose x axes: numbers rather than texts, labels rather than attributes.

    A column determined by others, such as an attribute that a label sets, is no axis.
    """
    if not varying:
        return []
    free = [varying[0], *_others(columns, varying[0], varying)]
    numbers = [n for n in free if n not in _FIXED and places_of(columns[n])[1] is None]
    return (
        [n for n in numbers if n in labels]
        or numbers
        or [n for n in free if n in labels]
        or [n for n in free if n not in _FIXED]
        or free
    )


def _plugins(chosen: Mapping[str, Results]) -> Mapping[str, str]:
    """Map the code of plugins to their names, as far as they are built."""
    with suppress(WorkError):  # nothing is built
        if any(
            r.runs()["code_version"].str.contains("+", regex=False).any() for r in chosen.values()
        ):
            return catalogue.plugins_by_code()
    return {}


def _page(
    name: str,
    results: Results,
    numbers: Numbers,
    folder: Path,
    over: Sequence[str],
    metrics: Sequence[str],
    plugins: Mapping[str, str],
    all_failed: Mapping[str, int],
) -> dict[str, Any]:
    """Content of a page; also writes its figures and tables."""
    (folder / name).mkdir()
    columns, varying, of_runs = _columns(results), _varying(results), results.runs()
    failed = sum(all_failed[scenario] for scenario in of_runs["scenario"].unique())
    runs = columns[varying].join(of_runs[_REPLICATION])
    along: dict[str, list[str]] = {}
    notes = []
    for x in over or _axes(columns, results.labels().columns, varying):
        if x not in varying:
            continue
        others = _others(columns, x, varying)
        _check_alike(runs, [x, *others])
        lines = len(runs[others].astype(str).drop_duplicates())
        if lines > MAX_LINES:
            notes.append(
                f"No curve over {x}: {lines} curves would be too many, {MAX_LINES} are allowed;"
                " ./lab archive export gives the numbers."
            )
            continue
        along[x] = others
    shown = quantities(results, numbers, metrics)
    pictures = [(x, others, each) for x, others in along.items() for each in shown]
    most = len(pictures) if metrics else _MAX_PICTURES
    files: dict[str, tuple[str, list[str], Quantity]] = {}
    for picture in pictures[:most]:
        stem = f"{_stem(picture[2].name)}-over-{_stem(picture[0])}"
        files[_distinct(stem, files)] = picture
    drawn = [_draw(results, runs, *each, folder / name / file) for file, each in files.items()]
    asked = {of: each for of, each in numbers.items() if of in metrics or not metrics}
    notes += left_out([_title(each, x) for x, _, each in pictures[most:]], asked)
    order = pd.DataFrame({n: places_of(runs[n])[0] for n in runs}).sort_values(list(runs)).index
    if varying:
        points = [varying[0], *_others(columns, varying[0], varying)]
        notes += _incomplete(runs.loc[order, points].astype(str), failed=bool(failed))
    values = {q.name: q.values.iloc[:, 0] for q in shown if "" in q.values or "[" in q.name}
    table = (
        runs.loc[order]
        .join(pd.DataFrame(values))
        .join(results.costs().set_index("run_id")["cpu_s"])
    )
    table = table.infer_objects().set_index(table.index.astype(str))  # a name: no thousands
    cells = tables.render(lambda _: table, results, folder / name / "runs")
    objects = _objects(results, numbers, runs.loc[order], folder / name / "objects.csv")
    same = {n: columns[n].iloc[0] for n in columns if n not in varying}
    return {
        **{"name": name, "summary": _summary(results), "figures": drawn, "notes": notes},
        **{"table": cells, "same": same, "objects": objects, "failed": failed},
        "constants": constants(results, numbers),
        "commands": behind.commands(
            {i: _spec(row.dropna(), plugins) for i, row in of_runs.loc[order].iterrows()}
        ),
    }


def _draw(
    results: Results, runs: pd.DataFrame, x: str, others: Sequence[str], of: Quantity, stem: Path
) -> dict[str, Any]:
    """Draw a quantity over a label or attribute, with a curve for each set of other values."""
    draw = Curves(runs, x, others, of, results.labels().attrs["units"].get(x, ""))
    return {
        **{"id": stem.name, "title": _title(of, x), "description": of.description},
        **{"file": figures.render(draw, results, stem), "caption": draw.caption},
    }


def _title(of: Quantity, x: str) -> str:
    return f"{of.name} over {x}"


def _incomplete(points: pd.DataFrame, *, failed: bool) -> list[str]:
    """Name the points with fewer runs than others; of a grid with failed runs those without any."""
    counts = points.value_counts(sort=False).reindex(points.drop_duplicates().apply(tuple, axis=1))
    values = [points[name].unique() for name in points]
    if failed and math.prod(map(len, values)) < 2 * len(counts):
        counts = counts.reindex(list(itertools.product(*values)), fill_value=0)
    few = counts[counts < counts.max()]
    if not len(few):
        return []
    short = {name: shortened(points[name], 30) for name in points}
    texts = [
        f"{', '.join(f'{n} {short[n][v]}' for n, v in zip(points, point, strict=True))}: {count}"
        for point, count in few[:_MAX_POINTS].items()
    ]
    more = f"; and {len(few) - _MAX_POINTS} more points" if len(few) > _MAX_POINTS else ""
    return [f"Points with fewer than {counts.max()} runs: {'; '.join(texts)}{more}."]


def _spec(row: pd.Series, plugins: Mapping[str, str]) -> RunSpec:
    """Return the specification that repeats a run; an unknown name is in capitals."""
    scenario = row["scenario"]
    if (paths.SCENARIOS / row["study"]).is_dir():
        name = short_name(scenario)
    else:  # the scenario of a program, or a program that calls itself one
        name = "PROGRAM" if scenario.startswith("ns3::") else scenario
    for code in row["code_version"].split("+")[1:]:
        name += f" --plugin={plugins.get(code, 'PLUGIN')}"
    return RunSpec(name, row.drop(_FIXED), row["seed"], row["run"])


def _objects(
    results: Results, numbers: Numbers, runs: pd.DataFrame, file: Path
) -> list[tuple[str, ...]]:
    """Write the numbers of objects after the varying columns; return a row for each metric."""
    parts, rows = [], []
    for name in numbers:
        scalars = results.scalars(name)
        scalars = scalars[scalars["object"] != ""]
        if len(scalars):
            unit, ends = results.unit(name), scalars["value"].agg(["min", "max"])
            parts.append(scalars.assign(metric=name, unit=unit))
            count = f"{scalars['object'].nunique():,}"
            rows.append((name, unit, count, *tables.cells(ends)))
    if parts:
        numbers = pd.concat(parts)[["run_id", "metric", "object", "value", "unit"]]
        runs.merge(numbers, left_index=True, right_on="run_id").to_csv(
            file, index=False, lineterminator="\n"
        )
    return rows


def _summary(results: Results) -> str:
    scenarios = ", ".join(map(short_name, results.runs()["scenario"].unique()))
    costs = results.costs()
    days = sorted(set(costs["finished_utc"].str[:10]))
    when = f", finished {' to '.join(dict.fromkeys([days[0], days[-1]]))}" if days else ""
    return f"{len(results):,} runs of {scenarios}{when}, {costs['cpu_s'].sum():,.2f} CPU-s."


def _stem(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")[:_LONGEST_NAME]


def _others(columns: pd.DataFrame, x: str, varying: Sequence[str]) -> list[str]:
    """List other varying columns: those not determined by x and the columns before."""
    texts, kept = columns.astype(str), [x]
    for name in varying:
        if name not in kept and texts.groupby(kept)[name].nunique().max() > 1:
            kept.append(name)
    return kept[1:]


def _check_alike(runs: pd.DataFrame, names: Sequence[str]) -> None:
    """Refuse runs that look like replications but have the same seed and run."""
    double = runs[runs[[*names, *_REPLICATION]].astype(str).duplicated(keep=False)]
    if len(double):
        one, other = double.sort_values([*names, *_REPLICATION], key=lambda c: c.astype(str)).index[
            :2
        ]
        raise InputError(
            f"runs {one} and {other} are equal in all attributes, seed and run, but not in what"
            " their input files hold: ./lab archive delete takes one of them"
        )
