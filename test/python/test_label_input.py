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
        (lambda a, r: a.label("a b", {1: {"x": 1}}), r"'a b'.*\b64\b.*letters"),
        (lambda a, r: a.label("sqlite", {1: {"x": 1}}), r"'sqlite'.*letters.*\bsqlite\b"),
        (lambda a, r: a.label("x", {99: {"x": 1}}), r"1 of 1 runs.*\b99\b"),
        (lambda a, r: a.label("x", {1: {"x": 1}, 2: {"x": "a"}}), r"\bx\b.*integer.*text"),
        (lambda a, r: a.label("x", {1: {"x": 1}}, {"y": "s"}), r"unit y\b.*\bx\b"),
        (lambda a, r: a.label("x", {1: {"x": 1}}, {"x": "\n"}), r"unit.*\bx\b.*'.n'.*printable"),
        (lambda a, r: a.add_runs("toy", "quick", [1, 99]), r"1 of 2 runs.*\b99\b"),
        (lambda a, r: r.frame("delay", by=["laod"]), r"laod.*\bload\b"),
        (lambda a, r: r.frame("delay", by=["load", "Load"]), r"label Load\b.*\bload\b"),
        (lambda a, r: r.frame("delay", by="Load"), r"\bLoad\b.*attribute.*where\(Load"),
        (lambda a, r: r.frame("delay", by="seed"), r"\bseed\b.*depth, lam, load"),
        (lambda a, r: r.frame("delay", by=[3]), r"\bby\b.*\[3\].*\bname\b"),
        (lambda a, r: r.frame("delay", by=None), r"\bby\b.*None.*\bname\b"),
        (lambda a, r: r.frame("dely", by="load"), r"dely.*\bdelay\b"),
        (lambda a, r: r.frame(["delay", 3], by="load"), r"metric.*\['delay', 3\].*\bname\b"),
        (lambda a, r: r.frame([], by="load"), r"metric.*\[\].*\bone name\b"),
        (lambda a, r: r.frame("size", by=BY), r"object.*\bsize ''.*\bnone\b"),
        (lambda a, r: r.frame("delay", BY, object="node 2"), "delay 'node 2'.*'node 1'"),
        (lambda a, r: r.frame("delay", by=BY, wide="short"), r"wide.*'short'.*\bby\b.*'load'"),
        (lambda a, r: r.frame("delay", by=BY, wide=3), r"wide.*\b3\b.*\bby\b.*'load'"),
        (lambda a, r: r.frame(["delay", "size"], BY, "load"), r"metric.*'size'\].*\bone name\b"),
        (lambda a, r: r.histogram("size", "node 2"), "object.*size 'node 2'"),
        (lambda a, r: r.histogram("size", "node 2", by="load"), "object.*size 'node 2'"),
        (lambda a, r: r.series("delay", "node 2"), "object.*delay 'node 2'"),
        (lambda a, r: r.where(laod="x"), r"laod.*\bLoad, load\b"),
        (lambda a, r: r.where(load="smoth"), r"\bload\b.*smoth\b.*\bsmooth\b"),
        (lambda a, r: r.where(lam=3), r"\blam\b.*\b3\b.*2\.5, 10"),
        (lambda a, r: r.where(lam=[2.5, 3]), r"\blam\b.*\b3\b.*2\.5, 10"),
        (lambda a, r: r.where(lam=True), r"\blam\b.*true\b.*2\.5, 10"),
        (lambda a, r: r.where(short=1), r"\bshort\b.*\b1\b.*false, true"),
        (lambda a, r: r.where(load=None), r"\bload\b.*None\b.*smooth"),
        (lambda a, r: r.where(load=[]), r"\bload\b.*\[\].*\bone value\b"),
        (lambda a, r: r.where(run=9), r"\brun\b.*\b9\b.*1, 2"),
        (lambda a, r: r.where(run=1).frame("delay", "nothing"), "nothing.*depth, lam, load"),
        (lambda a, r: r.series("delay", by="lod"), r"\blod\b.*\bload\b"),
        (lambda a, r: r.histogram("size", by={"load"}), r"\bby\b.*'load'.*\bname\b"),
        (lambda a, r: r.table("log", by=["lam", "nothing"]), "nothing.*depth, lam, load"),
        (lambda a, r: a.select([9]).frame("delay", by="load"), r"\bload\b.*\bnone\b"),
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
    with pytest.raises(InputError, match=r"no run.*load, site"):
        results.frame("delay", by=["load", "site"])


def test_column_of_a_table_and_label_of_one_name_are_refused(archive, results):
    archive.label("toy", {1: {"what": "x"}})
    with pytest.raises(InputError, match=r"\bwhat\b.*column"):
        results.table("log", by="what")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("labels = 3", r"\blabels\b.*table.*\b3\b"),
        ("[labels]\nLoad = 1", "label 'Load'"),
        ("[labels]\nrun = 1", "label run.*column"),
        ("[labels]\nload = inf", "label load = inf"),
        ('[labels]\nload = ""', "label load = ''"),
        ("[labels]\nload = []", r"label load.*tables.*\[\]"),
        ("[labels]\nload = [1, 2]", r"label load.*tables.*\[1, 2\]"),
        ("[labels]\nload = {value = 1}", r"label load.*tables.*'value': 1\b"),
        ('[[labels.load]]\nProcess = "a"', "label load.*tables.*'Process'"),
        ("[[labels.load]]\nvalue = 1\nA = [1, 2]", r"label load.*tables.*'A': \[1, 2\]"),
        ("[[labels.load]]\nvalue = [1]", r"label load.*tables.*'value': \[1\]"),
        ('[[labels.load]]\nvalue = 1\n[[labels.load]]\nvalue = "a"', "load.*integer.*text"),
        ("[[labels.load]]\nvalue = 1\n[[labels.load]]\nvalue = 1.0", r"load.*\bone entry.*\b1\b"),
        ("[attributes]\nA = 1\n[[labels.load]]\nvalue = 1\nA = 2", r"\bA\b.*\[attrib.*\bload\b"),
        ("[[labels.a]]\nvalue = 1\nA = 1\n[[labels.b]]\nvalue = 1\nA = 2", "A .*label a .*label b"),
        ("[labels]\nload = 1\n[units]\nlaod = 's'", r"unit.*laod.*\bload\b"),
        ("[labels]\nload = 1\n[units]\nload = 1", r"unit of label load.*text.*\b1\b"),
        ("units = 1", r"\bunits\b.*table.*\b1\b"),
        ("lables = 1", r"lables.*\blabels\b"),
        ("runs = 1000000\n[[labels.a]]\nvalue = 1\n[[labels.a]]\nvalue = 2", "1 .*1000000 runs"),
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
    with pytest.raises(InputError, match=r"'My sweep'.*\b64\b.*letters"):
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
    with pytest.raises(InputError, match=r"schema|label .* allowed"):
        Archive(archive.path)


@pytest.mark.parametrize(
    ("name", "value"), [("lam", "'x'"), ("short", 7), ("load", 3), ("load", "''"), ("depth", 1.5)]
)
def test_value_of_another_type_is_damage(archive, results, name, value):
    sql(archive.path, f"UPDATE label SET value = {value} WHERE run_id = 1 AND name = '{name}'")
    with pytest.raises(InputError, match=rf"damaged.*\b{name}\b.*\brun 1\b"):
        results.labels()


def test_studies_cannot_share_a_view(archive):
    archive.label("a-b", {1: {"load": 1}})
    before = dump(archive.path)
    with pytest.raises(InputError, match=r"\ba_b\b.*another name.*a_b_runs"):
        archive.label("a_b", {1: {"load": 1}})
    assert dump(archive.path) == before
