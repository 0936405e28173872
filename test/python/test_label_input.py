# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Wrong input on labels is one sentence, and changes nothing."""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing

import numpy as np
import pytest
from burstlab.archive import Archive
from burstlab.command import sweepfile
from burstlab.engine import RunSpec, grid
from burstlab.errors import InputError
from conftest import dump, sql

BY = ["load", "lam"]


@pytest.fixture
def archive(labelled):
    return labelled


@pytest.fixture
def results(archive):
    return archive.select(archive.run_ids())


@pytest.mark.parametrize(
    "labels",
    [
        *({"Load": 1}, {"1st": 1}, {"": 1}, {"a b": 1}, {"a-b": 1}, {"a" * 65: 1}, {"é": 1}),
        *({"a\n": 1}, {3: 1}, {"run": 1}, {"value": 1}, {"run_id": 1}, {"metric": 1}),
        *({"load": ""}, {"load": "x" * 201}, {"load": "a\nb"}, {"load": "\0"}, {"load": "\ud800"}),
        *({"load": None}, {"load": math.nan}, {"load": math.inf}, {"load": 1 << 63}),
        *({"load": [1]}, {"load": {"a": 1}}, {"load": b"x"}, {"load": 1j}, {"load": np.ones(2)}),
        *({"load": np.float64("nan")}, ["load"], "load", None, {"load"}),
    ],
    ids=lambda labels: ascii(labels)[:40],
)
def test_wrong_label_is_one_sentence(archive, labels):
    before = dump(archive.path)
    for use in (
        lambda: RunSpec("toy", labels=labels),
        lambda: grid("toy", {}, labels=labels),
        lambda: archive.label("toy", {1: labels}),
    ):
        with pytest.raises(InputError, match=r"^labels? .*(needed|allowed)$"):
            use()
    assert dump(archive.path) == before


def test_values_of_numpy_are_those_of_python():
    labels = {"a": np.int64(5), "b": np.float32(0.5), "c": np.bool_(True), "d": np.str_("x")}
    values = RunSpec("toy", labels=labels).labels
    assert [*map(type, values.values())] == [int, float, bool, str]


@pytest.mark.parametrize(
    ("use", "sentence"),
    [
        (lambda a, r: a.label("a b", {1: {"x": 1}}), "'a b': labels are stored under a name"),
        (lambda a, r: a.label("sqlite", {1: {"x": 1}}), "'sqlite': labels are stored"),
        (lambda a, r: a.label("x", {99: {"x": 1}}), "1 of 1 runs are not there, such as 99"),
        (lambda a, r: a.label("x", {1: {"x": 1}, 2: {"x": "a"}}), "label x is integer for some"),
        (lambda a, r: a.label("x", {1: {"x": 1}}, {"y": "s"}), "label with a unit y: there is x"),
        (lambda a, r: a.label("x", {1: {"x": 1}}, {"x": "\n"}), "unit of label x = '.n'"),
        (lambda a, r: a.add_runs("toy", "quick", [1, 99]), "1 of 2 runs are not there"),
        (lambda a, r: r.frame("delay", by=["laod"]), "unknown label laod: the nearest are"),
        (lambda a, r: r.frame("delay", by=["load", "Load"]), "unknown label Load: the nearest"),
        (lambda a, r: r.frame("delay", by="Load"), "Load is an attribute"),
        (lambda a, r: r.frame("delay", by="seed"), "unknown label seed"),
        (lambda a, r: r.frame("delay", by=[3]), r"by = \[3\]: a name or a list of names is needed"),
        (lambda a, r: r.frame("delay", by=None), "by = None: a name or a list"),
        (lambda a, r: r.frame("dely", by="load"), "unknown metric dely: the nearest is delay"),
        (lambda a, r: r.frame(["delay", 3], by="load"), "metric = .* a name or a list of names"),
        (lambda a, r: r.frame([], by="load"), "metric = .*: at least one name is needed"),
        (lambda a, r: r.frame("size", by=BY), "unknown object of scalar size '': there is none"),
        (lambda a, r: r.frame("delay", BY, object="node 2"), "delay 'node 2': the nearest is"),
        (lambda a, r: r.frame("delay", by=BY, wide="short"), "wide = 'short': a label in by"),
        (lambda a, r: r.frame("delay", by=BY, wide=3), "wide = 3: a label in by"),
        (lambda a, r: r.frame(["delay", "size"], BY, "load"), "metric = .*: one name is needed"),
        (lambda a, r: r.histogram("size", "node 2"), "unknown object of size 'node 2'"),
        (lambda a, r: r.histogram("size", "node 2", by="load"), "unknown object of size 'node 2'"),
        (lambda a, r: r.series("delay", "node 2"), "unknown object of delay 'node 2'"),
        (lambda a, r: r.where(laod="x"), "parameter laod: the nearest are Load, load"),
        (lambda a, r: r.where(load="smoth"), "unknown value of load smoth: the nearest is smooth"),
        (lambda a, r: r.where(lam=3), r"unknown value of lam 3: there is 2\.5, 10"),
        (lambda a, r: r.where(lam=[2.5, 3]), "unknown value of lam 3"),
        (lambda a, r: r.where(lam=True), "unknown value of lam true"),
        (lambda a, r: r.where(short=1), "unknown value of short 1: there is false, true"),
        (lambda a, r: r.where(load=None), "unknown value of load None"),
        (lambda a, r: r.where(load=[]), r"load = \[\]: at least one value is needed"),
        (lambda a, r: r.where(run=9), "unknown value of run 9: there is 1, 2"),
        (lambda a, r: r.where(run=1).frame("delay", "nothing"), "unknown label nothing"),
        (lambda a, r: r.series("delay", by="lod"), "unknown label lod: the nearest is load"),
        (lambda a, r: r.histogram("size", by={"load"}), "by = .*load.*: a name or a list of names"),
        (lambda a, r: r.table("log", by=["lam", "nothing"]), "unknown label nothing"),
        (lambda a, r: a.select([9]).frame("delay", by="load"), "unknown label load: there is none"),
    ],
)  # fmt: skip
def test_wrong_use_of_labels_is_one_sentence(archive, results, use, sentence):
    before = dump(archive.path)
    with pytest.raises(InputError, match=sentence) as error:
        use(archive, results)
    assert "\n" not in str(error.value)
    assert dump(archive.path) == before


def test_labels_that_no_run_has_together_are_refused(archive, results):
    archive.label("other", {9: {"site": "a"}})
    with pytest.raises(InputError, match="no run carries all of the labels load, site"):
        results.frame("delay", by=["load", "site"])


def test_column_of_a_table_and_label_of_one_name_are_refused(archive, results):
    archive.label("toy", {1: {"what": "x"}})
    with pytest.raises(InputError, match="what is the name of a column here"):
        results.table("log", by="what")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("labels = 3", "labels: a table of name and value is needed, not 3"),
        ("[labels]\nLoad = 1", "label 'Load'"),
        ("[labels]\nrun = 1", "label run: a name other than that of a column"),
        ("[labels]\nload = inf", "label load = inf"),
        ('[labels]\nload = ""', "label load = ''"),
        ("[labels]\nload = []", "label load: a value, or a list of tables"),
        ("[labels]\nload = [1, 2]", "label load: a value, or a list of tables"),
        ("[labels]\nload = {value = 1}", "label load: a value, or a list of tables"),
        ('[[labels.load]]\nProcess = "a"', "label load: a value, or a list of tables"),
        ("[[labels.load]]\nvalue = 1\nA = [1, 2]", "label load: a value, or a list of tables"),
        ("[[labels.load]]\nvalue = [1]", "label load: a value, or a list of tables"),
        ('[[labels.load]]\nvalue = 1\n[[labels.load]]\nvalue = "a"', "integer .* and text"),
        ("[[labels.load]]\nvalue = 1\n[[labels.load]]\nvalue = 1.0", "each value has one entry"),
        ("[attributes]\nA = 1\n[[labels.load]]\nvalue = 1\nA = 2", r"attribute A is set by \[attr"),
        ("[[labels.a]]\nvalue = 1\nA = 1\n[[labels.b]]\nvalue = 1\nA = 2", "by label a and by"),
        ("[labels]\nload = 1\n[units]\nlaod = 's'", "label with a unit laod: the nearest is load"),
        ("[labels]\nload = 1\n[units]\nload = 1", "unit of label load: a text is needed, not 1"),
        ("units = 1", "units: a table of label and unit is needed, not 1"),
        ("lables = 1", "unknown key lables: the nearest are labels"),
        ("runs = 1000000\n[[labels.a]]\nvalue = 1\n[[labels.a]]\nvalue = 2", "1 to 1000000 runs"),
    ],
)  # fmt: skip
def test_wrong_labels_of_a_sweep_file_are_one_sentence(tmp_path, text, sentence):
    file = tmp_path / "s.toml"
    file.write_text(f'scenario = "toy"\n{text}\n')
    with pytest.raises(InputError, match=sentence) as error:
        sweepfile.read(file)
    assert str(error.value).startswith(f"{file}: ")


def test_a_sweep_file_with_labels_needs_a_name_for_them(tmp_path):
    file = tmp_path / "My sweep.toml"
    file.write_text('scenario = "toy"\n[labels]\nload = 1\n')
    with pytest.raises(InputError, match="'My sweep': labels are stored under a name"):
        sweepfile.read(file)
    file.write_text('scenario = "toy"\n')
    assert sweepfile.read(file).study == ""


@pytest.mark.parametrize(
    "change",
    [
        "DROP VIEW toy_runs",
        "CREATE VIEW more_runs AS SELECT 1",
        "DROP VIEW toy_runs; CREATE VIEW toy_runs AS SELECT run_id FROM run",
        "CREATE TABLE more_runs (a)",
        "CREATE TRIGGER evil AFTER INSERT ON label BEGIN DELETE FROM run; END",
        "INSERT INTO label_name VALUES ('toy', 'more', 'real', '')",
        "INSERT INTO label_name VALUES ('toy', 'a AS b, evil', 'real', '')",
        "INSERT INTO label_name VALUES ('a''b', 'load', 'real', '')",
        "INSERT INTO label_name VALUES ('toy', 'seed', 'real', '')",
    ],
)
def test_views_other_than_those_of_the_labels_are_refused(archive, change):
    with closing(sqlite3.connect(archive.path)) as connection:
        connection.executescript(change)
    with pytest.raises(InputError, match=r"differs from the schema|is not allowed"):
        Archive(archive.path)


@pytest.mark.parametrize(
    ("name", "value"), [("lam", "'x'"), ("short", 7), ("load", 3), ("load", "''"), ("depth", 1.5)]
)
def test_value_of_another_type_is_damage(archive, results, name, value):
    sql(archive.path, f"UPDATE label SET value = {value} WHERE run_id = 1 AND name = '{name}'")
    with pytest.raises(InputError, match=f"damaged: label {name} of run 1 is no"):
        results.labels()


def test_studies_cannot_share_a_view(archive):
    archive.label("a-b", {1: {"load": 1}})
    before = dump(archive.path)
    with pytest.raises(InputError, match=r"labels of study a_b need another name: .* a_b_runs"):
        archive.label("a_b", {1: {"load": 1}})
    assert dump(archive.path) == before
