# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Labels, seen in SQL and used to choose among results.

Expected numbers are those that stand_in.write_shard writes by plain SQL: the delay of a run is 2.5
plus its number, its histogram has 3 values of 1 and 2 of 4.
"""

from __future__ import annotations

import sqlite3

import burstlab
import numpy as np
import pytest
import stand_in
from burstlab.archive import Archive
from burstlab.errors import InputError
from conftest import LABELS, sql

BY = ["load", "lam"]


@pytest.fixture
def archive(labelled):
    return labelled


@pytest.fixture
def results(archive):
    return archive.select(archive.run_ids())


def test_view_of_a_study_is_what_the_frame_gives(archive, results):
    view = sql(
        archive.path,
        "SELECT run_id, load, lam, short, depth, seed, run, value FROM toy_runs JOIN scalar"
        " USING (run_id) WHERE metric = 'delay' AND object = '' ORDER BY load, lam, seed, run",
    )
    by = ["load", "lam", "short", "depth"]
    frame = results.frame("delay", by=by)
    assert [tuple(row) for row in frame.reset_index().itertuples(index=False)] == view
    assert view[0] == (5, "bursty", 2.5, 1, 64, 1, 1, 3.5)
    kinds = [str(frame[name].dtype) for name in (*by, "seed", "run", "delay")]
    assert kinds == ["str", "float64", "bool", "int64", "int64", "int64", "float64"]
    units = {"load": "", "lam": "1/ms", "short": "", "depth": "", "delay": "s"}
    assert frame.attrs == {"units": units}
    types = "SELECT DISTINCT typeof(load), typeof(lam), typeof(short), typeof(depth) FROM toy_runs"
    assert sql(archive.path, types) == [("text", "real", "integer", "integer")]
    assert sql(archive.path, "SELECT scenario, code_version FROM toy_runs LIMIT 1") == [
        (stand_in.SCENARIO, "c0de")
    ]


def test_where_chooses_by_labels_then_by_columns(results):
    assert results.where(load="bursty").run_ids == (5, 6, 7, 8)
    assert results.where(lam=10, run=2).run_ids == (4, 8)
    assert results.where(lam=[10, 2.5], load=("smooth",)).run_ids == (1, 2, 3, 4)
    assert results.where(short=True).run_ids == (1, 2, 5, 6)
    assert results.where(depth=np.int64(64), Load=0.5).run_ids == tuple(range(1, 9))
    assert results.where(run=1).run_ids == (1, 3, 5, 7, 9)


def test_wide_frame_has_a_column_a_value(results):
    wide = results.frame("delay", by=BY, wide="load")
    assert list(wide.columns) == ["bursty", "smooth"]
    assert wide.index.names == ["lam", "seed", "run"]
    assert wide.index.tolist() == [(2.5, 1, 1), (2.5, 1, 2), (10.0, 1, 1), (10.0, 1, 2)]
    assert wide["smooth"].tolist() == wide["bursty"].tolist() == [3.5, 4.5, 3.5, 4.5]
    assert wide.attrs["units"]["delay"] == "s"


def test_equal_labels_of_two_studies_lead_to_the_choice_of_a_study(archive, results):
    archive.label("other-file", {9: {"load": "smooth", "lam": 2.5}}, {"lam": "1/ms"})
    told = rf'toy.*other-file.*burstlab.open\("{archive.path}", "toy"\)'
    with pytest.raises(InputError, match=rf"\b1 and 9\b.*load, lam\b.*{told}"):
        results.frame("delay", by=BY)
    assert len(burstlab.open(archive.path, "toy").frame("delay", by=BY)) == 8
    with pytest.raises(InputError, match=r"\bwhere\b.*\bby$"):
        results.frame("delay")


def test_frame_of_objects(results):
    frame = results.where(load="smooth", lam=10).frame("delay", by="lam", object=None)
    assert list(frame.columns) == ["lam", "seed", "run", "object", "delay"]
    assert frame["object"].tolist() == ["", "node 1"] * 2
    assert results.frame("delay", by=BY, object="node 1")["delay"].isna().all()


def test_a_metric_of_objects_alone_names_them(archive, results):
    with archive._database.transaction() as connection:
        connection.execute("DELETE FROM scalar WHERE object = ''")
        connection.execute("UPDATE series SET object = 'queue'")
    said = "delay.*'node 1'.*object="
    with pytest.raises(InputError, match=f"^scalar {said}"):
        results.frame("delay", by=BY)
    with pytest.raises(InputError, match=r"^delay.*'node 1'.*'queue'.*object="):
        results.series("delay")


def test_series_histograms_and_tables_by_labels(archive, results):
    series = results.series("delay", by=BY)
    assert list(series.columns) == ["load", "lam", "seed", "run", "run_id", "t", "value"]
    assert series["run_id"].tolist() == [i for i in (5, 6, 7, 8, 1, 2, 3, 4) for _ in range(3)]
    assert series["t"].tolist() == [0, 10, 20] * 8
    units = {"load": "", "lam": "1/ms", "t": "ns", "value": "s"}
    assert series.attrs == {"time_unit": "ns", "period": 10, "units": units}
    histogram = results.histogram("size", by=BY)
    combinations = [(load, lam) for load in ("bursty", "smooth") for lam in (2.5, 10.0)]
    bins = [(1, 1, 6), (4, 1, 4)]  # of two replications
    rows = list(histogram.itertuples(index=False, name=None))
    assert rows == [(*c, *one) for c in combinations for one in bins]
    assert histogram.attrs["units"] == {
        **{"load": "", "lam": "1/ms"},
        **{"low": "B", "width": "B", "count": "1"},
    }
    table = results.where(load="smooth", lam=2.5).table("log", by="load")
    assert table.drop(columns="run_id").to_numpy().tolist() == [
        ["smooth", 1, run, t, what] for run in (1, 2) for t, what in ((1, "start"), (2, "stop"))
    ]
    assert table.attrs["units"] == {"load": "", "t": "ns", "what": ""}


def test_only_runs_that_carry_the_labels_are_read(archive, results):
    archive.label("toy", {1: {"load": "smooth"}})
    assert set(results.frame("delay", by=BY).index) == set(range(2, 9))
    assert 1 not in set(results.series("delay", by=BY)["run_id"])
    assert results.histogram("size", by=BY)["count"].sum() == 7 * 5


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[
            ("whole", 9007199254740993),
            ("whole", "9007199254740993"),
            ("whole", "+9007199254740993"),
        ],
        *[("words", "10"), ("words", "10.0"), ("words", "+1e1"), ("far", "1e999")],
    ],
)
def test_numbers_are_equal_to_the_last_digit(archive, name, value):
    """9007199254740993 is no double; Python reads 1_0 as 10; 1e999 is no number of a computer."""
    labels = {
        1: {"whole": 9007199254740993, "words": "10", "far": "1e999"},
        2: {"whole": 9007199254740992, "words": "1_0", "far": "2e999"},
    }
    archive.label("exact", labels)
    assert archive.select([1, 2], "exact").where(**{name: value}).run_ids == (1,)


def test_runs_that_differ_elsewhere_are_never_mixed(archive, results, shard):
    one = results.where(load="smooth")
    for read in (
        lambda: one.frame("delay", by="load"),
        lambda: one.series("delay", by="load"),
        lambda: one.histogram("size", by="load"),
        lambda: one.table("log", by="load"),
    ):
        with pytest.raises(InputError, match=r"load, seed, run\b.*lam\b.*2\.5.*\b10\b"):
            read()
    archive.merge([shard(11, run=1)])
    sql(archive.path, "UPDATE run SET code_version = 'n3w' WHERE run_id = 11")
    archive.label("toy", {11: LABELS[1]})
    results = archive.select([1, 2, 11])
    with pytest.raises(InputError, match=r"code_version.*'c0de'.*'n3w'"):
        results.frame("delay", by=["load", "lam"])
    assert len(results.where(code_version="n3w").frame("delay", by=BY)) == 1
    sql(archive.path, "UPDATE run SET code_version = 'c0de' WHERE run_id = 11")
    sql(archive.path, "UPDATE parameter SET value = '7' WHERE run_id = 11 AND name = 'Load'")
    with pytest.raises(InputError, match=r"Load.*'0\.5'.*'7'"):
        results.frame("delay", by=["load", "lam"])
    sql(archive.path, "UPDATE parameter SET value = '0.5' WHERE run_id = 11 AND name = 'Load'")
    with pytest.raises(InputError, match="input files"):
        results.frame("delay", by=["load", "lam"])


def test_a_change_is_seen_by_results_that_are_there(archive, results, shard):
    assert results.where(load="bursty").run_ids == (5, 6, 7, 8)
    archive.label("toy", {i: LABELS[i] | {"load": "wild"} for i in (7, 8)})
    assert results.where(load="wild").run_ids == (7, 8)
    with Archive(archive.path) as other:  # as another process would
        other.label("toy", {8: LABELS[8]}, {"lam": "1/s"})
    assert results.where(load="wild").run_ids == (7,)
    assert results.labels().attrs["units"]["lam"] == "1/s"


def test_labels_are_replaced_and_forgotten(archive, results):
    archive.label("toy", {1: {"load": "other"}})
    labels = results.labels()
    assert labels.loc[1].dropna().to_dict() == {"load": "other"}
    assert labels.loc[2].to_dict() == LABELS[2]
    assert labels.loc[9].isna().all()
    archive.label("toy", {i: {} for i in range(1, 9)})
    assert results.labels().shape == (9, 0)
    assert archive.studies() == []
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        sql(archive.path, "SELECT * FROM toy_runs")


def test_nothing_is_written_when_nothing_changes(archive):
    before = archive.path.read_bytes()
    archive.label("toy", LABELS, {"lam": "1/ms"})
    archive.label(
        "toy",
        {
            i: some | {"lam": int(some["lam"])}
            for i, some in LABELS.items()
            if i > 2 and some["lam"] == 10
        },
    )
    assert archive.path.read_bytes() == before


def test_whole_numbers_become_real_and_another_type_takes_the_name(archive, results, caplog):
    archive.label("toy", {1: LABELS[1] | {"depth": 0.5}})
    depths = results.labels()["depth"]
    assert depths.dtype == "float64"
    assert depths.loc[[1, 2]].tolist() == [0.5, 64.0]
    archive.label("toy", {1: LABELS[1] | {"depth": "deep"}, 2: LABELS[2] | {"depth": "deep"}})
    assert "depth of toy is text now: removed from 6 other runs" in caplog.text
    assert results.labels()["depth"].dropna().to_dict() == {1: "deep", 2: "deep"}
    with Archive(archive.path) as again:
        again.check()


def test_studies_keep_apart_and_must_agree_where_they_meet(archive):
    archive.label("other", {1: {"load": "calm"}, 9: {"load": "calm"}})
    every = archive.select(archive.run_ids())
    assert archive.select([1], "other").where(load="calm").run_ids == (1,)
    assert archive.select([1], "toy").where(load="smooth").run_ids == (1,)
    assert every.where(lam=10, run=1).run_ids == (3, 7)
    with pytest.raises(InputError, match=r"run 1\b.*calm.*other.*smooth.*toy.*study="):
        every.where(load="calm")
    archive.label("other", {1: {}, 9: {"load": "calm"}})
    assert every.where(load=["calm", "bursty"]).run_ids == (5, 6, 7, 8, 9)
    archive.label("other", {9: {"lam": 3}}, {"lam": "1/s"})
    with pytest.raises(InputError, match=r"\blam\b.*integer.*1/s\b.*other.*real.*1/ms"):
        every.frame("delay", by="lam")
    assert burstlab.open(archive.path, "other").labels()["lam"].dropna().to_dict() == {9: 3}


def test_open_gives_the_results_of_all_runs(archive):
    results = burstlab.open(str(archive.path))
    assert list(results.run_ids) == archive.run_ids()
    assert len(burstlab.open(archive.path, study="toy").frame("delay", by=BY)) == 8
    with pytest.raises(InputError, match=r"tyo.*\btoy\b"):
        burstlab.open(archive.path, study="tyo")


def test_used_tells_whose_results_were_read(results):
    part, other = results.where(load="smooth"), results.where(load="bursty")
    assert part.used == frozenset()
    part.where(lam=10).scalars("delay")
    assert part.used == results.used == {3, 4}
    part.where(lam=2.5, run=1).histogram("size")
    other.where(run=2).frame("delay", by=BY)
    other.where(run=1, lam=10).histogram("size", by="load")
    assert (part.used, other.used) == ({1, 3, 4}, {6, 7, 8})
    assert results.used == {1, 3, 4, 6, 7, 8}
    for read in ("flows", "measurements", "costs"):
        getattr(results.where(lam=2.5, load="bursty", run=1), read)()
        assert 5 in results.used
    fresh = results.where()
    fresh.where(run=2, lam=2.5, load="smooth").table("log")
    fresh.where(run=1, lam=2.5, load="smooth").series("delay")
    assert fresh.used == {1, 2}
