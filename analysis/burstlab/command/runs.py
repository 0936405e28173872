# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of an archive for the command: choose, list, show, export, delete."""

from __future__ import annotations

import json
import logging
import shlex
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any

import pandas as pd

from burstlab.archive import Archive, Results, as_text, of_object, plain
from burstlab.build import catalogue
from burstlab.engine import Failures, RunSpec, code_of_scenario, plan, shard_folder, short_name
from burstlab.errors import InputError, WorkError, unknown

logger = logging.getLogger(__name__)

_IDENTITY = ("scenario", "seed", "run", "code_version", "ns3_version")
_FIXED = ("study", *_IDENTITY)
_COSTS = ("cpu_s", "wall_s", "events", "peak_rss_kib")
_TOOK = ("wall_s", "cpu_s", "events", "peak_rss_kib", "finished_utc")


def choose(archive: Archive, words: Sequence[str]) -> Results:
    """Choose runs of an archive.

    Parameters
    ----------
    archive
        The archive.
    words
        Identifiers of runs, and conditions ``NAME=VALUE`` on labels, attributes, seed, run,
        scenario, code_version or ns3_version. A run matches all names, and any value of a name with
        several values. ``study=NAME``: runs labelled by this study or sweep file, with only its
        labels. Empty: all runs.
    """
    conditions: dict[str, list[str]] = {}
    run_ids = []
    for word in words:
        name, equals, value = word.partition("=")
        if equals and name:
            conditions.setdefault(name, []).append(value)
        elif word.isascii() and word.isdecimal():
            run_ids.append(int(word))
        else:
            raise InputError(f"{word!r:.80}: the number of a run or NAME=VALUE is needed")
    results = archive.select(run_ids or archive.run_ids())
    if "study" in conditions:
        results = _labelled(archive, results, conditions.pop("study"))
    if "scenario" in conditions:
        types = {short_name(name): name for name in results.runs()["scenario"].unique()}
        given = conditions["scenario"]
        for name in set(given) - types.keys() - set(types.values()):
            raise unknown("scenario", name, types)
        conditions["scenario"] = [types.get(name, name) for name in given]
    return results.where(**conditions)


def _labelled(archive: Archive, results: Results, studies: Sequence[str]) -> Results:
    """Choose the runs that a study or sweep file labels."""
    if len(studies) > 1:
        raise InputError(f"study = {', '.join(studies)}: one study or sweep file is allowed")
    if studies[0] not in archive.studies():
        raise unknown("study or sweep file with labels", studies[0], archive.studies())
    labelled = set(archive.labelled_runs(studies[0]))
    return archive.select((i for i in results.run_ids if i in labelled), studies[0])


def described(archive: Archive, results: Results) -> list[dict[str, Any]]:
    """Describe runs: identity, labels, time of completion and cost."""
    labels: dict[int, dict[str, dict[str, Any]]] = {run_id: {} for run_id in results.run_ids}
    for owner in [results.study] if results.study else archive.studies():
        frame = archive.select(results.run_ids, owner).labels()
        for run_id, *values in frame.itertuples():
            own = {n: plain(v) for n, v in zip(frame, values, strict=True) if not pd.isna(v)}
            if own:
                labels[run_id][owner] = own
    return [
        {
            **{name: facts[name] for name in ("run_id", *_IDENTITY, *_TOOK)},
            "labels": labels[facts["run_id"]],
        }
        for facts in results.facts()
    ]


def groups(results: Results) -> list[list[str]]:
    """Count runs by labelling study, scenario and code, with dates and processor time, as text."""
    return [
        [
            *(group.owners, short_name(group.scenario), group.code_version, f"{group.runs:,}"),
            " to ".join(dict.fromkeys((group.first_day, group.last_day))),
            f"{group.cpu_s:,.1f}",
        ]
        for group in sorted(results.groups(), key=attrgetter("owners"))
    ]


def lines(results: Results, runs: Sequence[Mapping[str, Any]]) -> list[tuple[list[str], list[str]]]:
    """Write one row per run, and the labels and attributes in which the runs differ."""
    attributes = results.runs().drop(columns=list(_FIXED))
    attributes = attributes[[name for name in attributes if attributes[name].nunique() > 1]]
    texts = []
    for run in runs:
        values = {n: v for own in run["labels"].values() for n, v in own.items()}
        values |= attributes.loc[run["run_id"]].dropna().to_dict()
        texts.append({name: as_text(value) for name, value in values.items()})
    alike = set.intersection(*(set(text.items()) for text in texts)) if len(texts) > 1 else set()
    return [
        (
            [
                *(str(run["run_id"]), short_name(run["scenario"])),
                *(str(run["seed"]), str(run["run"]), (run["finished_utc"] or "unknown")[:10]),
                "" if run["cpu_s"] is None else f"{run['cpu_s']:.2f}",
            ],
            [shlex.quote(f"{n}={v}") for n, v in values.items() if (n, v) not in alike],
        )
        for run, values in zip(runs, texts, strict=True)
    ]


def shown(archive: Archive, run_id: int) -> dict[str, Any]:
    """Describe one run: identity, attributes, and a summary of its results."""
    if any(row["run_id"] == run_id for row in failed(archive)):
        raise InputError(
            f"run {run_id} failed and is not in the archive:"
            f" ./lab archive failures {run_id} --archive={shlex.quote(str(archive.path))} shows why"
        )
    results = archive.select([run_id])
    parameters = results.runs().drop(columns=list(_FIXED)).loc[run_id].dropna()
    recorded = []
    for row in results.recorded().to_dict("records"):
        row["objects"] = 1
        if row["kind"] == "scalar":
            values = results.scalars(row["metric"])
            row["objects"] = len(values)
            known = values["value"].dropna()
            row["least"] = plain(known.min()) if len(known) else None
            row["largest"] = plain(known.max()) if len(known) else None
        recorded.append(row)
    tables = []
    for name in results.tables():
        table = results.table(name)
        columns = [column for column in table if column != "run_id"]
        units = [table.attrs["units"][column] for column in columns]
        tables.append({"name": name, "rows": len(table), "columns": columns, "units": units})
    counts = {"flows": len(results.flows()), "measurements": len(results.measurements())}
    return {
        **described(archive, results)[0],
        **{"parameters": parameters.to_dict(), "recorded": recorded, "tables": tables},
        **counts,
    }


def failed(archive: Archive) -> list[dict[str, Any]]:
    """List the failed runs that are not in the archive."""
    return Failures(archive.path).missing(set(archive.run_ids()))


def forget_failed(archive: Archive, run_ids: Sequence[int]) -> str:
    """Delete failed runs from their list, once no sweep runs; describe the result."""
    with shard_folder(archive.path.resolve()):
        Failures(archive.path).forget(run_ids)
    return f"deleted {len(run_ids):,} failed runs from the list"


def tables(run: Mapping[str, Any]) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Format the result of `shown` as tables of text: headings and rows."""
    number = f"run {run['run_id']}"
    facts = [[name, str(run[name])] for name in _IDENTITY]
    facts += [[name, f"{run[name]:,.6g}"] for name in _COSTS if run[name] is not None]
    yield [number, ""], [*facts, ["finished_utc", run["finished_utc"] or "unknown"]]
    for owner, labels in run["labels"].items():
        yield [f"label of {owner}", ""], [[name, as_text(value)] for name, value in labels.items()]
    yield ["attribute", ""], [[name, value] for name, value in run["parameters"].items()]
    rows = []
    for row in run["recorded"]:
        value = f"{row['rows']:,} rows" if row["kind"] != "scalar" else _range(row)
        unit = "" if row["unit"] == "1" else row["unit"]
        rows.append([row["metric"], row["kind"], value, unit, row["description"]])
    yield ["metric", "kind", "value", "unit", ""], rows
    tables = [[t["name"], f"{t['rows']:,} rows", ", ".join(t["columns"])] for t in run["tables"]]
    counts = [[name, f"{run[name]:,} rows", ""] for name in ("flows", "measurements") if run[name]]
    yield ["table", "", "columns"], tables + counts


def _range(row: Mapping[str, Any]) -> str:
    if row["least"] is None:
        return "not defined"
    ends = dict.fromkeys(f"{row[name]:.4g}" for name in ("least", "largest"))
    of = f" of {row['objects']:,} objects" if row["objects"] > 1 else ""
    return " to ".join(ends) + of


def exported(
    results: Results, metrics: Sequence[str] = (), series: str = "", table: str = ""
) -> tuple[pd.DataFrame, dict[str, str]]:
    """Tabulate numbers of runs, with their labels and the attributes in which the runs differ.

    Parameters
    ----------
    results
        The runs.
    metrics
        Scalars, ``name[object]`` for a scalar of an object; none: all.
    series, table
        Name of a series, possibly with an object, or of a table, instead of scalars.

    Returns
    -------
    DataFrame
        One row for each scalar, point, or row of the table.
    dict of str to str
        Units of columns.
    """
    if bool(metrics) + bool(series) + bool(table) > 1:
        raise InputError("--metric, --series and --table: one of them is allowed")
    if table:
        rows = results.table(table)
        units = rows.attrs["units"]
    elif series:
        series, of = of_object(series)
        objects = results.objects(series) if of is None else [of]
        parts = [results.series(series, name).assign(object=name) for name in objects]
        of_points = [results.series(series, name).attrs for name in objects]
        units = next((of["units"] for of in of_points if "time_unit" in of), {})
        rows = pd.concat(parts, ignore_index=True)[["run_id", "object", "t", "value"]]
        if rows.empty:
            recorded = results.recorded()
            known = recorded[recorded["kind"] == "series"]["metric"]
            raise unknown("series", series, known)
    else:
        recorded = results.recorded()
        names = metrics or recorded[recorded["kind"] == "scalar"]["metric"]
        parts = [_scalars(results, name) for name in names]
        columns = ["run_id", "metric", "object", "value", "unit"]
        rows = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame(columns=columns)
        rows, units = rows[columns].sort_values(["run_id", "metric", "object"]), {}
    labels = results.labels()
    runs = results.runs()
    differ = [n for n in runs if n not in _FIXED and runs[n].nunique(dropna=False) > 1]
    front = labels.join(runs[["seed", "run", *(n for n in differ if n not in labels)]])
    front.insert(0, "scenario", runs["scenario"].map(short_name))
    front = front.rename(columns={n: f"{n} of the run" for n in front if n in rows.columns})
    frame = front.merge(rows, left_index=True, right_on="run_id")
    frame.insert(0, "run_id", frame.pop("run_id"))
    return frame.reset_index(drop=True), {**labels.attrs["units"], **units}


def _scalars(results: Results, metric: str) -> pd.DataFrame:
    """Read a metric of all objects, or of a named object."""
    name, of = of_object(metric)
    rows = results.scalars(name)
    if of is not None:
        known = rows["object"].unique()
        if of not in known:
            raise unknown(f"object of {name}", of, known)
        rows = rows[rows["object"] == of]
    return rows.assign(metric=name, unit=results.unit(name))


def unwanted(archive: Archive, *, old_code: bool, unlabelled: bool) -> Results:
    """Choose runs of old code, runs without labels, or, with both, the union."""
    if not old_code and not unlabelled:
        raise InputError("--old-code, --unlabelled or both are needed: nothing else is pruned")
    found = set(archive.unlabelled_runs()) if unlabelled else set()
    if old_code:
        runs = archive.select(archive.run_ids()).runs()
        known = {scenario["type"]: scenario["name"] for scenario in catalogue.scenarios()}
        program = catalogue.suite()
        others = 0
        for scenario, some in runs.groupby("scenario"):
            if scenario not in known:
                others += len(some)
                continue
            (run,) = plan([RunSpec(known[scenario])], program)
            present = code_of_scenario(json.loads(run.key)["code_version"])
            found |= set(some.index[some["code_version"].map(code_of_scenario) != present])
        if others:
            logger.info(
                "%d runs of programs and plugins stay: their present code is not known",
                others,
            )
    return archive.select(sorted(found))


def delete(archive: Archive, run_ids: Sequence[int]) -> str:
    """Delete runs, once no sweep writes to the archive; describe the result."""
    path = archive.path.resolve()
    before = path.stat().st_size
    with shard_folder(path):
        judged = archive.delete(run_ids)
        try:
            archive.shrink()
        except WorkError as error:
            logger.warning("the runs are deleted, but the file keeps its size: %s", error)
    text = f"deleted {len(run_ids):,} runs: {_mib(before)}, now {_mib(path.stat().st_size)}"
    if judged:
        text += (
            f"; the claims of {', '.join(judged)} were judged by these runs and are deleted:"
            f" ./lab claims {' '.join(judged)} judges them again"
        )
    return text


def _mib(size: int) -> str:
    return f"{size / 2**20:,.1f} MiB"
