# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The archive: merging shards, reading them back, upgrading, and refusing what is not one.

Expected numbers are those that stand_in.write_shard writes by plain SQL.
"""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import numpy as np
import pytest
from burstlab.archive import SCHEMA, Archive, Schema
from burstlab.errors import InputError
from conftest import dump


@pytest.fixture
def archive(tmp_path, shard):
    with Archive(tmp_path / "archive.sqlite", create=True) as archive:
        archive.merge([shard(1, load="0.5"), shard(2, load="0.50"), shard(3, load="0.7")])
        yield archive


def test_merge_moves_every_row_and_deletes_the_shard(tmp_path, shard):
    file = shard(7)
    before = dump(file)
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        assert archive.merge([file]) == 1
        archive.check()
    assert dump(tmp_path / "a.sqlite") == before
    assert not file.exists()


def test_order_of_merging_does_not_matter(tmp_path, shard):
    for name, order in (("a", [1, 2, 3]), ("b", [3, 1, 2])):
        with Archive(tmp_path / name, create=True) as archive:
            for run_id in order:
                archive.merge([shard(run_id, description=f"as run {run_id} says")])
    assert dump(tmp_path / "a") == dump(tmp_path / "b")


def test_merging_a_run_again_changes_nothing(archive, shard):
    before = dump(archive.path)
    assert archive.merge([shard(2, load="0.50")]) == 0
    assert dump(archive.path) == before


def test_more_shards_than_can_be_attached_at_once(tmp_path, shard):
    with Archive(tmp_path / "a", create=True) as archive:
        assert archive.merge([shard(i) for i in range(1, 26)]) == 25
        assert archive.run_ids() == list(range(1, 26))


def test_unit_conflict_names_both_units_and_merges_nothing(archive, shard):
    good, bad = shard(4), shard(5, unit="ms")
    with pytest.raises(InputError, match=r"\bdelay\b.*\bms\b.*\bs\b"):
        archive.merge([good, bad])
    assert archive.run_ids() == [1, 2, 3]
    assert good.exists()
    assert bad.exists()


def test_commit_is_on_disk_before_the_shard_goes(archive):
    # 3: EXTRA, the level at which a commit in journal mode DELETE survives a loss of power
    assert archive._database.rows("PRAGMA synchronous") == [(3,)]
    assert archive._database.rows("PRAGMA journal_mode") == [("delete",)]


def test_two_keys_with_one_identifier_are_refused(archive, shard):
    with pytest.raises(InputError, match=r"identifier 1\b.*key 1\b.*another"):
        archive.merge([shard(1, key="another")])


def test_damaged_shard_is_refused(archive, shard):
    file = shard(4)
    file.write_bytes(file.read_bytes()[:3000])
    with pytest.raises(InputError, match=str(file)):
        archive.merge([file])
    assert archive.run_ids() == [1, 2, 3]


def test_presence_goes_by_key(archive):
    assert archive.present({1: "key 1", 9: "key 9"}) == {1}
    with pytest.raises(InputError):
        archive.present({1: "key 9"})


def test_a_missing_run_cannot_be_selected(archive):
    with pytest.raises(InputError, match=r"1 of 2 runs.*\b99\b"):
        archive.select([1, 99])


def test_runs_keep_the_order_of_the_choice(archive):
    runs = archive.select([3, 1]).runs()
    assert list(runs.index) == [3, 1]
    assert list(runs["Load"]) == ["0.7", "0.5"]
    assert runs.loc[3, "scenario"] == "ns3::ToyScenario"


def test_where_compares_numbers_as_numbers(archive):
    results = archive.select(archive.run_ids())
    assert results.where(Load=0.5).run_ids == (1, 2)
    assert results.where(Load="0.5", run=2).run_ids == (2,)
    assert results.where(**{"ns3::Toy::Colour": "red"}).run_ids == (1, 2, 3)
    assert results.where(Load=[0.5, "0.7"], run=(2, 3)).run_ids == (2, 3)
    assert results.where().run_ids == results.run_ids


def test_frames(archive):
    results = archive.select([1, 2])
    scalars = results.scalars("delay")
    assert list(scalars.columns) == ["run_id", "object", "value"]
    assert list(scalars["value"])[::2] == [3.5, 4.5]
    assert np.isnan(scalars["value"][1])
    series = results.series("delay")
    assert list(series["t"]) == [0, 10, 20] * 2
    assert list(series["value"]) == [0, 0.25, 0.5] * 2
    units = {"t": "ns", "value": "s"}
    assert series.attrs == {"time_unit": "ns", "period": 10, "units": units}
    histogram = results.histogram("size")
    assert histogram.to_numpy().tolist() == [[1, 1, 6], [4, 1, 4]]
    assert histogram.attrs == {"units": {"low": "B", "width": "B", "count": "1"}}
    assert results.flows()["end_ns"].isna().all()
    assert results.measurements()["delay"].tolist() == [0.25, 0.25]
    log = results.table("log")
    assert log["what"].tolist() == ["start", "stop"] * 2
    assert log.attrs["units"] == {"t": "ns", "what": ""}
    assert results.unit("size") == "B"
    assert results.objects("delay") == ["", "node 1"]


def test_unknown_names_give_the_nearest(archive):
    results = archive.select([1])
    with pytest.raises(InputError, match=r"dellay.*\bdelay\b"):
        results.scalars("dellay")
    with pytest.raises(InputError, match=r"\blag\b.*\blog\b"):
        results.table("lag")
    with pytest.raises(InputError, match=r"Laod.*\bLoad\b"):
        results.where(Laod=1)
    with pytest.raises(InputError, match=r"Load.*0\.6.*0\.5"):
        results.where(Load=[0.5, 0.6])


def test_empty_choice_gives_empty_frames(archive):
    results = archive.select([])
    assert len(results.runs()) == 0
    assert len(results.scalars("delay")) == len(results.series("delay")) == 0
    assert len(results.flows()) == len(results.measurements()) == 0


def test_claims_of_a_study_are_replaced(archive):
    said = dict.fromkeys(("text", "source", "stated", "tolerance", "note"), "text")
    yes = {**said, "unit": "s", "runs": 4, "verdict": "reproduced"}
    yes |= {"measured": 1.0, "low": 0.5, "high": 1.5}
    no = {**yes, **dict.fromkeys(("measured", "low", "high")), "verdict": "not-testable"}
    archive.store_claims("toy", "quick", [{"id": "toy/C1", **yes}, {"id": "toy/C2", **yes}])
    archive.store_claims("toy", "quick", [{"id": "toy/C2", **no}])
    claims = archive.claims("toy")
    assert claims["id"].tolist() == ["toy/C2"]
    assert claims["verdict"].tolist() == ["not-testable"]
    assert len(archive.claims("other")) == 0


def test_creation_leaves_nothing_half_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"a\.sqlite.*folder.*exist"):
        Archive(tmp_path / "file" / "a.sqlite", create=True)
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def older_schema(folder: Path) -> Schema:
    """A version 3 of which version 1 lacks a column and version 2 a table."""
    folder.mkdir()
    tables = (
        "CREATE TABLE run (run_id INTEGER PRIMARY KEY, key TEXT, note TEXT NOT NULL DEFAULT '');"
    )
    (folder / "schema.sql").write_text(
        f"PRAGMA user_version = 3;\n{tables}\nCREATE TABLE extra (run_id INTEGER); -- said why\n"
    )
    (folder / "001.sql").write_text("ALTER TABLE run ADD COLUMN note TEXT NOT NULL DEFAULT '';\n")
    (folder / "002.sql").write_text("CREATE TABLE extra (run_id INTEGER);\n")
    return Schema(folder / "schema.sql", folder)


def version_1(path: Path) -> Path:
    connection = sqlite3.connect(path)
    connection.executescript(
        "PRAGMA user_version = 1; CREATE TABLE run (run_id INTEGER PRIMARY KEY, key TEXT);"
        "INSERT INTO run VALUES (5, 'five');"
    )
    connection.close()
    return path


def test_older_archive_is_copied_then_upgraded(tmp_path):
    schema, path = older_schema(tmp_path / "s"), version_1(tmp_path / "a.sqlite")
    before = path.read_bytes()
    with Archive(path, schema=schema) as archive:
        assert archive.run_ids() == [5]
        assert archive._database.rows("SELECT note FROM run") == [("",)]
    assert dump(tmp_path / "a.sqlite.version-1") == {"run": ['[5, "five"]']}
    assert path.read_bytes() != before
    with Archive(path, schema=schema) as archive:
        assert archive.run_ids() == [5]


def test_an_earlier_copy_is_not_replaced(tmp_path):
    schema, copy = older_schema(tmp_path / "s"), tmp_path / "a.sqlite.version-1"
    copy.write_text("of another upgrade")
    Archive(version_1(tmp_path / "a.sqlite"), schema=schema).close()
    assert copy.read_text() == "of another upgrade"
    assert dump(tmp_path / "a.sqlite.version-1.2") == {"run": ['[5, "five"]']}


def test_failed_upgrade_leaves_the_old_archive(tmp_path):
    schema, path = older_schema(tmp_path / "s"), version_1(tmp_path / "a.sqlite")
    (tmp_path / "s" / "002.sql").write_text("CREATE TABLE another (run_id INTEGER);\n")
    with pytest.raises(InputError, match=r"'extra'.*schema"):
        Archive(path, schema=schema)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT * FROM run").fetchall() == [(5, "five")]


def test_newer_archive_is_refused(archive):
    connection = sqlite3.connect(archive.path)
    connection.execute(f"PRAGMA user_version = {SCHEMA.version + 1}")
    connection.close()
    with pytest.raises(InputError, match=rf"\b{SCHEMA.version + 1}\b.*\b{SCHEMA.version}\b"):
        Archive(archive.path)


def test_what_is_not_an_archive_is_refused(tmp_path):
    (tmp_path / "text").write_text("hello" * 100)
    (tmp_path / "empty").write_bytes(b"")
    sqlite3.connect(tmp_path / "foreign").execute("CREATE TABLE t (a)").connection.close()
    os.mkfifo(tmp_path / "pipe")
    for name in ("text", "empty", "foreign", "pipe", "missing", "."):
        with pytest.raises(InputError):
            Archive(tmp_path / name)


def test_trigger_of_a_stranger_is_refused(archive):
    connection = sqlite3.connect(archive.path)
    connection.execute("CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM run; END")
    connection.close()
    with pytest.raises(InputError, match="'evil'"):
        Archive(archive.path)


def test_damage_is_found(archive):
    connection = sqlite3.connect(archive.path)
    connection.execute("INSERT INTO point VALUES (999, 0, 0, 0, 0)")
    connection.commit()
    connection.close()
    with pytest.raises(InputError, match="point"):
        archive.check()


def test_query_that_would_never_end_is_stopped(archive):
    with pytest.raises(InputError, match="steps"):
        archive._database.rows(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
            " SELECT count(*) FROM n"
        )
    assert archive.run_ids() == [1, 2, 3]


def test_question_about_very_many_runs_is_no_damage(archive):
    assert archive.present({i: f"key {i}" for i in range(1, 300_000)}) == {1, 2, 3}


def test_cell_that_is_no_json_is_refused(archive):
    connection = sqlite3.connect(archive.path)
    connection.execute("UPDATE result_row SET cells = '[1' WHERE n = 0")
    connection.commit()
    connection.close()
    with pytest.raises(InputError, match=r"\blog\b.*JSON"):
        archive.select([1]).table("log")
