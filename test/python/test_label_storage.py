# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Labels on their way into archives: sweeps, sweep files, merging; and what else is new there."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import burstlab
import pytest
import stand_in
from burstlab.archive import Archive
from burstlab.command import sweepfile
from burstlab.engine import RunSpec, grid, plan, sweep
from burstlab.errors import InputError
from conftest import LABELS, dump, sql


@pytest.fixture
def toy(tmp_path):
    program = stand_in.program(tmp_path)

    def planned(labels, **attributes):
        return plan(grid("toy", attributes, runs=[1, 2], labels=labels), program)

    return planned


def stored(path, study="toy"):
    return burstlab.open(path, study).labels().to_dict("list")


def test_labels_are_no_part_of_the_identity(toy):
    plain, labelled = toy({}), toy({"load": 0.5, "short": True})
    assert [replace(run, spec=None, labels={}) for run in labelled] == [
        replace(run, spec=None, labels={}) for run in plain
    ]
    assert [run.arguments for run in labelled] == [run.arguments for run in plain]
    assert [run.spec.json for run in labelled] == [run.spec.json for run in plain]
    assert labelled[0].labels == {"load": 0.5, "short": True}


def test_specs_of_one_run_unite_their_labels(tmp_path):
    program = stand_in.program(tmp_path)
    (run,) = plan(
        [RunSpec("toy", labels={"a": 1}), RunSpec("toy", labels={"a": 1, "b": "x"})], program
    )
    assert run.labels == {"a": 1, "b": "x"}
    for other in (2, True, "1"):
        with pytest.raises(InputError, match=rf"toy seed 1 run 1\b.*\ba\b.*\b1\b.*{other!r}"):
            plan([RunSpec("toy", labels={"a": 1}), RunSpec("toy", labels={"a": other})], program)


def test_sweep_labels_what_it_computes_and_what_was_there(toy, tmp_path):
    path = tmp_path / "a.sqlite"
    assert sweep(toy({}), path).computed == 2
    assert sweep(toy({"load": 1}), path, study="toy", units={"load": "1"}).computed == 0
    assert stored(path) == {"load": [1, 1]}
    assert sweep(toy({"load": 2}), path, study="toy").computed == 0  # an edited label is noticed
    assert stored(path) == {"load": [2, 2]}
    assert burstlab.open(path).labels().attrs == {"units": {"load": "1"}}
    before = path.read_bytes()
    sweep(toy({"load": 2}), path, study="toy")
    assert path.read_bytes() == before
    sweep(toy({}), path, study="toy")  # and so is one that went
    assert dump(path)["label"] == dump(path)["label_name"] == []


def test_failed_runs_have_no_labels(toy, tmp_path):
    path = tmp_path / "a.sqlite"
    good, bad = toy({"load": 1}), toy({"load": 2}, Behaviour="refuse")
    assert len(sweep([*good, *bad], path, study="toy").failures) == 2
    assert stored(path) == {"load": [1, 1]}


def test_what_is_wrong_with_labels_is_said_before_any_run(toy, tmp_path):
    path = tmp_path / "a.sqlite"
    for labels, options, sentence in (
        ([1, 2], {}, r"''.*\b64\b.*letters"),
        ([1, 2], {"study": "Toy"}, r"'Toy'.*\b64\b.*letters"),
        ([1, "2"], {"study": "toy"}, r"\bload\b.*integer.*text"),
        ([1, True], {"study": "toy"}, r"\bload\b.*integer.*boolean"),
        (
            [1, 2],
            {"study": "toy", "units": {"laod": "s"}},
            r"unit.*laod.*\bload\b",
        ),
        ([1, 2], {"study": "toy", "units": {"load": 1}}, r"unit.*\bload\b.*\b1\b.*text"),
    ):
        planned = [run for i, v in enumerate(labels) for run in toy({"load": v}, Load=i)]
        with pytest.raises(InputError, match=sentence):
            sweep(planned, path, **options)
    assert not path.exists()


def test_sweep_files_have_labels(tmp_path):
    file = tmp_path / "my-sweep.toml"
    file.write_text(
        'scenario = "toy"\nruns = 2\n[attributes]\nSize = [1, 2]\n'
        '[labels]\nedition = "test"\n'
        '[[labels.load]]\nvalue = 0.5\nProcess = "a"\n'
        '[[labels.load]]\nvalue = 1\nProcess = "b"\nX = 3\n'
        "[[labels.deep]]\nvalue = true\nDepth = 9\n[[labels.deep]]\nvalue = false\n"
        '[units]\nload = "1/ms"\n'
    )
    specs, _, study, units = sweepfile.read(file)
    assert specs == [
        RunSpec("toy", {"Size": size, **process, **depth}, 1, run, labels | {"edition": "test"})
        for process, load in (({"Process": "a"}, 0.5), ({"Process": "b", "X": 3}, 1))
        for depth, deep in (({"Depth": 9}, True), ({}, False))
        for labels in [{"load": load, "deep": deep}]
        for size in (1, 2)
        for run in (1, 2)
    ]
    assert (study, units) == ("my-sweep", {"load": "1/ms"})
    path = tmp_path / "a.sqlite"
    specs = [spec for spec in specs if spec.attributes["Size"] == 1]
    sweep(plan(specs, stand_in.program(tmp_path)), path, study=study, units=units)
    frame = burstlab.open(path).where(deep=True).frame("delay", by=["load", "edition"])
    assert frame["load"].tolist() == [0.5, 0.5, 1.0, 1.0]
    counts = "SELECT load, deep, count(*) FROM my_sweep_runs GROUP BY load, deep"
    assert sql(path, counts) == [(load, deep, 2) for load in (0.5, 1.0) for deep in (0, 1)]


@pytest.fixture
def other(tmp_path, shard):
    """An archive with runs 1 and 10, as the other one merges it."""
    with Archive(tmp_path / "other.sqlite", create=True) as other:
        other.merge([shard(1, run=1), shard(10, run=2)])
        yield other


def test_merge_adds_the_labels_that_are_missing(labelled, other):
    other.label("toy", {1: {"load": "other", "site": "b"}, 10: {"load": "new", "depth": 0.5}})
    other.label("elsewhere", {1: {"load": 1}})
    other.add_runs("toy", "quick", [10])
    other.close()
    assert labelled.merge([other.path]) == 1
    labels = labelled.select(labelled.run_ids(), "toy").labels()
    assert labels.loc[1].to_dict() == LABELS[1] | {"site": "b", "depth": 64.0}
    assert labels.loc[10].dropna().to_dict() == {"load": "new", "depth": 0.5}
    assert labelled.added_runs("toy", "quick") == [10]
    assert sql(labelled.path, "SELECT run_id, load FROM elsewhere_runs") == [(1, 1)]
    assert sql(labelled.path, "SELECT load, site, depth FROM toy_runs WHERE run_id = 10") == [
        ("new", None, 0.5)
    ]
    with Archive(labelled.path) as again:
        again.check()


@pytest.mark.parametrize(
    ("value", "unit", "sentence"),
    [
        (1, "", r"\bload\b.*\btoy\b.*integer.*text"),
        ("x", "s", r"\bload\b.*\btoy\b.*text in s\b.*text"),
    ],
)
def test_merge_refuses_labels_of_another_kind(labelled, other, value, unit, sentence):
    other.label("toy", {10: {"load": value}}, {"load": unit})
    other.close()
    before = dump(labelled.path)
    with pytest.raises(InputError, match=sentence):
        labelled.merge([other.path])
    assert dump(labelled.path) == before
    assert other.path.exists()


def test_added_runs_are_kept_by_edition(labelled):
    labelled.add_runs("toy", "quick", [5, 3])
    labelled.add_runs("toy", "quick", [3, 4])
    labelled.add_runs("toy", "full", [9])
    assert labelled.added_runs("toy", "quick") == [3, 4, 5]
    assert labelled.added_runs("toy", "full") == [9]
    assert labelled.added_runs("other", "quick") == []
    sql(labelled.path, "PRAGMA foreign_keys = ON")
    with closing(sqlite3.connect(labelled.path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM run WHERE run_id = 9")  # and all that hangs on it
        connection.commit()
    assert labelled.added_runs("toy", "full") == []


def test_claims_have_readings(labelled):
    said = dict.fromkeys(("text", "source", "stated", "tolerance", "note"), "text")
    said |= {"unit": "s", "runs": 4, "measured": 1.0, "low": 0.5, "high": 1.5}
    rows = [
        {"id": "toy/C1", "reading": "as run", "verdict": "undecided", "needed": 40},
        {"id": "toy/C1", "reading": "pool", "verdict": "reproduced"},
        {"id": "toy/V1", "verdict": "consistent"},
    ]
    labelled.store_claims("toy", "quick", [said | row for row in rows])
    claims = labelled.claims("toy")
    assert claims["reading"].tolist() == ["as run", "pool", ""]
    assert claims["needed"].fillna(0).tolist() == [40, 0, 0]
    assert labelled.claims().columns.tolist()[:2] == ["id", "reading"]
