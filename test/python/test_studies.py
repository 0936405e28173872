# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Declarations of studies, sweep files, and the judging of claims."""

from __future__ import annotations

import json
import math

import pytest
import stand_in
from burstlab import paths
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.command import sweepfile
from burstlab.engine import Program, RunSpec, grid
from burstlab.errors import InputError, WorkError
from burstlab.study import Claim, Judgement, Study, documents, evaluate, find_studies

STUDY = """
from burstlab.study import Study
STUDY = Study("{name}", "t", "d", "s", (), lambda edition: [], (), (), 1, "")
"""


def write_study(folder, name, text):
    (folder / name).mkdir(parents=True)
    (folder / name / "study.py").write_text(text)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "SCENARIOS", tmp_path / "scenarios")
    write_study(paths.SCENARIOS, "toy", STUDY.format(name="toy"))
    write_study(paths.SCENARIOS, "other-one", STUDY.format(name="other-one"))
    return paths.SCENARIOS


def test_grid_gives_every_combination_the_same_replications():
    specs = grid("toy", {"A": [1, 2], "B": "x"}, seeds=[3], runs=[1, 2])
    assert specs == [RunSpec("toy", {"A": a, "B": "x"}, 3, run) for a in (1, 2) for run in (1, 2)]


def test_studies_are_found(folder):
    assert list(find_studies()) == ["other-one", "toy"]
    assert list(find_studies(["toy"])) == ["toy"]
    with pytest.raises(InputError, match="unknown study tyo: the nearest is toy"):
        find_studies(["tyo"])


@pytest.mark.parametrize(
    "text", ["import nothing_of_the_kind", "STUDI = 1", STUDY.format(name="another")]
)
def test_study_that_cannot_be_read_is_one_sentence(folder, text):
    write_study(folder, "bad", text)
    with pytest.raises(WorkError, match=r"bad/study\.py"):
        find_studies()


def test_figures_and_tables_need_ids_of_their_own(folder):
    text = """
from burstlab.study import Figure, Study, Table
parts = ("one", "t", "s", "s", "c", None)
STUDY = Study("bad", "t", "d", "s", (), None, (Figure(*parts),), (), 1, "", (Table(*parts),))
"""
    write_study(folder, "bad", text)
    with pytest.raises(WorkError, match="an id of its own, there are one, one"):
        find_studies(["bad"])


def test_sweep_files(tmp_path):
    toml, document = tmp_path / "s.toml", tmp_path / "s.json"
    toml.write_text('scenario = "toy"\nruns = 2\n[attributes]\nA = [1, 2.5]\nB = true\n')
    document.write_text(
        json.dumps({"scenario": "toy", "runs": [1, 2], "attributes": {"A": [1, 2.5], "B": True}})
    )
    wanted = grid("toy", {"A": [1, 2.5], "B": True}, runs=[1, 2])
    assert sweepfile.read(toml) == sweepfile.read(document) == (wanted, catalogue.runner(), "s", {})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "scenario: the name"),
        ("scenario = 1", "scenario: the name"),
        ('scenario = "toy"\nseed = [1]', "unknown key seed: the nearest is seeds"),
        ('scenario = "toy"\nseeds = [0]', "seeds: whole numbers from 1"),
        ('scenario = "toy"\nruns = -1', "from 1 to"),
        ('scenario = "toy"\nruns = 1000000000', "from 1 to"),
        ('scenario = "toy"\nattributes = 3', "attributes: a table"),
        ('scenario = "toy"\n[attributes]\nA = []', "attribute A"),
        ('scenario = "toy"\n[attributes]\nA = {b = 1}', "attribute A"),
        ('scenario = "toy"\nprogram = "nothing"', "unknown program nothing"),
        ('scenario = "toy"\nplugins = ["nothing"]', "unknown plugin nothing"),
        ('scenario = "toy"\nplugins = ["./nothing.so"]', "there is no such file"),
        ("scenario = toy", "is no TOML"),
    ],
)
def test_wrong_sweep_file_is_one_sentence(tmp_path, text, sentence):
    file = tmp_path / "s.toml"
    file.write_text(text)
    with pytest.raises(InputError, match=sentence) as error:
        sweepfile.read(file)
    assert str(file) in str(error.value)


def test_missing_sweep_file_names_the_nearest(tmp_path):
    (tmp_path / "load.toml").touch()
    with pytest.raises(InputError, match=r"nearest is .*load\.toml"):
        sweepfile.read(tmp_path / "laod.toml")


def claim(name, judge):
    return Claim(f"toy/{name}", "text", "source", "stated", "tolerance", "s", judge)


def study_with(*judges):
    made = tuple(claim(f"C{i}", judge) for i, judge in enumerate(judges))
    return Study("toy", "t", "d", "s", (), lambda edition: [], (), made, 1, "")


def test_claims_are_judged_stored_and_given_as_documents(tmp_path, shard):
    def judge(results):
        value = float(results.scalars("delay")["value"].mean())
        return Judgement(value, math.nan, math.nan, len(results), "differs", "why")

    study = study_with(judge, lambda r: Judgement(None, None, None, 0, "not-testable", ""))
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([shard(1), shard(2)])
        archive.store_claims("toy", "quick", evaluate(study, archive.select([1, 2])))
        first, second = documents(archive.claims())
    assert first["measured"] == 4.0  # (3.5 + 4.5) / 2, as the shards were written
    assert first["interval"] is None
    assert first["runs"] == 2
    assert second["measured"] is None
    assert list(first) == [
        *("id", "study", "text", "source", "stated", "tolerance", "measured", "unit", "interval"),
        *("runs", "verdict", "note", "edition"),
    ]
    json.dumps([first, second], allow_nan=False)


def test_judge_that_fails_is_named(tmp_path, shard):
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([shard(1)])
        with pytest.raises(
            WorkError, match="claim toy/C0 could not be judged: unknown metric nothing"
        ):
            evaluate(study_with(lambda r: r.scalars("nothing")), archive.select([1]))


def test_verdicts_are_the_four():
    with pytest.raises(InputError, match="unknown verdict reproducd: the nearest is reproduced"):
        Judgement(1.0, None, None, 1, "reproducd", "")


def test_stand_in_speaks_like_a_program(tmp_path):
    with pytest.raises(InputError, match="unknown scenario x"):
        stand_in.program(tmp_path).ask("--plan", lines='{"scenario": "x"}')
    with pytest.raises(WorkError, match="cannot be started"):
        Program(tmp_path / "missing").ask("--list")
