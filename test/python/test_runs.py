# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Runs of an archive at the desk: chosen, listed, shown, exported, deleted whole or not at all.

Expected numbers are those that stand_in.write_shard writes by plain SQL, under conftest.LABELS.
"""

from __future__ import annotations

import contextlib
import csv
import io
import itertools
import json
import os
import pty
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from burstlab import command, paths
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.command import printing, runs, sweeps
from burstlab.engine import RunSpec, plan, shard_folder, short_name
from burstlab.errors import InputError, WorkError
from conftest import dump, sql

TABLES_OF_RUNS = (
    *("run", "run_cost", "parameter", "scalar", "series", "point", "histogram", "histogram_bin"),
    *("flow", "measurement", "measurement_value", "result_table", "result_row", "label"),
    "added_run",
)


@pytest.fixture
def lab(capsys, monkeypatch):
    """The command without a terminal: what it printed, or its one sentence."""

    def run(*words, code=0):
        monkeypatch.setattr(sys, "argv", ["lab", "archive", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            command.main()
        out, err = capsys.readouterr()
        assert (ended.value.code or 0) == code, err
        if code:
            assert out == ""
            assert len(err.splitlines()) == 1, err
        return err if code else out

    return run


def judge(archive, study):
    said = dict.fromkeys(("text", "source", "stated", "tolerance", "note"), "text")
    numbers = {"unit": "s", "runs": 4, "measured": 1.0, "low": 0.5, "high": 1.5}
    claim = {"id": f"{study}/C1", **said, **numbers, "verdict": "reproduced"}
    archive.store_claims(study, "quick", [claim])


def left(path):
    """Runs that any table still has a row of."""
    return {
        run_id for table in TABLES_OF_RUNS for (run_id,) in sql(path, f"SELECT run_id FROM {table}")
    }


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ([], range(1, 10)),
        (["3", "9"], [3, 9]),
        (["load=smooth"], [1, 2, 3, 4]),
        (["lam=2.5", "run=2"], [2, 6]),
        (["lam=2.5", "lam=10", "load=bursty"], [5, 6, 7, 8]),
        (["short=true"], [1, 2, 5, 6]),
        (["scenario=toy", "Load=0.5"], range(1, 10)),
        (["scenario=ns3::ToyScenario", "5", "load=bursty"], [5]),
        (["study=toy"], range(1, 9)),
        (["study=toy", "7", "9"], [7]),
        (["study=toy", "lam=2.5", "run=2"], [2, 6]),
    ],
)
def test_runs_are_chosen_by_number_label_and_attribute(labelled, words, chosen):
    assert runs.choose(labelled, words).run_ids == tuple(chosen)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["load"], "'load'.*number.*NAME=VALUE"),
        (["=3"], "'=3'.*number.*NAME=VALUE"),
        (["99"], r"1 of 1 runs.*\b99\b"),
        (["shirt=true"], r"shirt.*\bshort\b"),
        (["lam=3"], r"\blam\b.*\b3\b.*2\.5, 10"),
        (["scenario=toi"], r"scenario\b.*\btoi\b.*\btoy\b"),
        (["study=toi"], r"study\b.*\btoi\b.*\btoy\b"),
        (["study=toy", "study=own"], r"study.*toy, own\b.*\bone\b"),
    ],
)
def test_a_wrong_choice_is_a_sentence(labelled, words, sentence):
    with pytest.raises(InputError, match=sentence):
        runs.choose(labelled, words)


def test_a_study_is_whoever_labels_the_runs(lab, labelled):
    """Not the one whose scenario they run, which is toy for all of conftest."""
    labelled.label("own", {1: {"load": 3}, 9: {"load": 4}})
    with pytest.raises(InputError, match=r"\bload\b.*run 1\b.*\b3\b.*own.*smooth.*toy.*study="):
        runs.choose(labelled, ["load=3"])
    chosen = runs.choose(labelled, ["study=own", "load=3"])
    assert chosen.run_ids == (1,)
    assert chosen.labels().columns.tolist() == ["load"]
    listed = lab("list", "study=own", "--archive", labelled.path).splitlines()
    assert [line for line in listed if "labelled" in line] == [
        *("labelled by own:", "labelled by own, toy:")
    ]
    assert "study" not in json.loads(lab("show", "9", "--json", "--archive", labelled.path))
    lab("delete", "study=own", "--yes", "--archive", labelled.path)
    assert labelled.run_ids() == list(range(2, 9))


def test_names_of_scenarios_are_those_of_the_command_line(runner):
    for scenario in catalogue.scenarios():
        assert short_name(scenario["type"]) == scenario["name"]
    assert short_name("ns3::AtmABRCellScenario") == "atm-abr-cell"


def test_list_counts_runs_with_dates_and_costs(lab, labelled):
    listed = lab("list", "--archive", labelled.path).splitlines()
    assert [line.split() for line in listed[1:5]] == [
        ["labelled", "by", "nobody:"],
        ["toy", "c0de", "1", "2026-01-01", "0.1"],
        ["labelled", "by", "toy:"],
        ["toy", "c0de", "8", "2026-01-01", "0.8"],
    ]
    assert [int(line.split()[0]) for line in listed if line[:1].isdecimal()] == list(range(1, 10))
    document = json.loads(lab("list", "lam=10", "--json", "--archive", labelled.path))
    assert [run["run_id"] for run in document["runs"]] == [3, 4, 7, 8]
    first = document["runs"][0]
    assert first["labels"] == {"toy": {"depth": 64, "lam": 10.0, "load": "smooth", "short": False}}
    assert (first["cpu_s"], first["finished_utc"]) == (0.1, "2026-01-01T00:00:00Z")


def test_lines_tell_what_runs_differ_in(labelled):
    chosen = runs.choose(labelled, ["load=smooth", "run=1"])
    lines = runs.lines(chosen, runs.described(labelled, chosen))
    assert [words for _, words in lines] == [
        ["lam=2.5", "short=true"],
        ["lam=10.0", "short=false"],
    ]


@pytest.mark.parametrize("text", ["[red]", "[/b]", "fd00:100::1"])
def test_texts_are_printed_as_they_are(lab, labelled, capsys, text):
    """Neither is markup, nor has a number between colons a picture."""
    labelled.label("mine", {i: {"where": f"{text} {i}"} for i in (1, 2)})
    assert lab("list", "1", "2", f"--archive={labelled.path}").count(f"where={text} ") == 2
    sweeps.print_estimate(text, [], labelled.path, sweeps.HERE)
    assert capsys.readouterr().out.startswith(f"{text}: 0 runs")


def test_what_is_pasted_stays_in_one_piece(lab, tmp_path, shard, monkeypatch):
    """The longest names of the studies, on a terminal of 80 columns."""
    number, code, owner = 3776302811764123, "76811f8dfcb990b7", "path-measurement"
    settings = [f"today, CUBIC | {cell} | pFabric | web-search | 60 | 120" for cell in (20, 30)]
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([shard(number + i, run=i) for i in range(2)])
        archive.label(owner, {number + i: {"setting": s} for i, s in enumerate(settings)})
    scenario = "ns3::PathMeasurementPingerSamplesScenario"
    sql(archive.path, f"UPDATE run SET scenario = '{scenario}', code_version = '{code}'")
    monkeypatch.setenv("COLUMNS", "80")
    printing.console.cache_clear()
    listed = lab("list", "--archive", archive.path).splitlines()
    printing.console.cache_clear()
    assert max(map(len, listed)) <= 80
    assert f"labelled by {owner}:" in listed
    assert any(line.startswith(f"path-measurement-pinger-samples  {code} ") for line in listed)
    assert any(line.startswith(f"{number}  path-measurement-pinger-samples ") for line in listed)
    for setting in settings:
        (line,) = [line for line in listed if setting in line]
        assert shlex.split(line)[0] == f"setting={setting}"


def test_show_tells_what_a_run_is_and_recorded(lab, labelled, shard):
    labelled.merge([shard(10, load="ns3::Toy[Rate=3]")])
    printed = lab("show", "10", "--archive", labelled.path)
    assert "ns3::Toy[Rate=3]" in printed  # no markup
    document = json.loads(lab("show", "3", "--json", "--archive", labelled.path))
    assert document["parameters"] == {"Load": "0.5", "ns3::Toy::Colour": "red"}
    assert document["labels"]["toy"]["lam"] == 10
    recorded = {(row["metric"], row["kind"]): row for row in document["recorded"]}
    scalar = recorded["delay", "scalar"]
    assert (scalar["least"], scalar["largest"], scalar["objects"], scalar["unit"]) == (
        *(3.5, 3.5),
        *(2, "s"),
    )
    assert recorded["delay", "series"]["rows"] == 3
    log = {"name": "log", "rows": 2, "columns": ["t", "what"], "units": ["ns", ""]}
    assert document["tables"] == [log]
    assert (document["flows"], document["measurements"]) == (1, 1)


def exported(lab, labelled, *words):
    return list(csv.DictReader(io.StringIO(lab("export", *words, "--archive", labelled.path))))


def test_export_gives_numbers_behind_labels(lab, labelled):
    rows = exported(lab, labelled, "load=bursty", "run=2")
    assert [(r["run_id"], r["lam"], r["object"], r["value"]) for r in rows] == [
        *[("6", "2.5", "", "4.5"), ("6", "2.5", "node 1", "")],
        *[("8", "10.0", "", "4.5"), ("8", "10.0", "node 1", "")],
    ]
    assert {(r["scenario"], r["seed"], r["metric"], r["unit"]) for r in rows} == {
        ("toy", "1", "delay", "s")
    }


def test_export_gives_attributes_in_which_runs_differ(lab, labelled, shard):
    labelled.merge([shard(10, load="0.7")])
    assert [row["Load"] for row in exported(lab, labelled, "9", "10", "--metric=delay")] == [
        *("0.5", "0.5", "0.7", "0.7")
    ]
    assert "Load" not in exported(lab, labelled, "9")[0]


def test_export_of_one_object(lab, labelled):
    rows = exported(lab, labelled, "1", "2", "--metric=delay[node 1]")
    assert [(r["run_id"], r["metric"], r["object"]) for r in rows] == [
        ("1", "delay", "node 1"),
        ("2", "delay", "node 1"),
    ]
    points = exported(lab, labelled, "1", "--series=delay[]")
    assert points == exported(lab, labelled, "1", "--series=delay")


def test_export_of_series_and_tables(lab, labelled):
    points = exported(lab, labelled, "1", "--series=delay")
    assert [(p["t"], p["value"]) for p in points] == [("0", "0.0"), ("10", "0.25"), ("20", "0.5")]
    words = ("export", "1", "--table=log", "--json", "--archive", labelled.path)
    document = json.loads(lab(*words))
    cells = [dict(zip(document["columns"], row, strict=True)) for row in document["rows"]]
    assert [(c["lam"], c["t"], c["what"]) for c in cells] == [(2.5, 1, "start"), (2.5, 2, "stop")]
    units = dict(zip(document["columns"], document["units"], strict=True))
    assert (units["lam"], units["t"]) == ("1/ms", "ns")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--series=size"], "unknown series size: there is delay"),
        (["--table=lag"], "unknown table lag: the nearest is log"),
        (["--metric=dellay"], "unknown metric dellay: the nearest is delay"),
        (["--metric=delay[node 2]"], "unknown object of delay node 2: the nearest is node 1"),
        (["--series=delay[node 2]"], "unknown object of delay 'node 2': the nearest is"),
        (["--metric=delay", "--table=log"], "--metric, --series and --table: one of them"),
    ],
)
def test_an_export_of_what_is_not_there_is_refused(lab, labelled, words, sentence):
    assert sentence in lab("export", *words, "--archive", labelled.path, code=2)


@pytest.mark.parametrize("words", [("list",), ("show", "1"), ("export",), ("delete", "1", "--yes")])
def test_a_mistyped_archive_is_a_sentence_and_makes_nothing(lab, tmp_path, words):
    sentence = lab(*words, "--archive", tmp_path / "none" / "a.sqlite", code=2)
    assert "there is no archive" in sentence
    assert list(tmp_path.iterdir()) == []


def test_reading_needs_no_write_access_and_leaves_nothing(labelled, monkeypatch):
    labelled.close()
    folder = labelled.path.parent
    before = sorted(folder.rglob("*")), labelled.path.read_bytes()
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Archive(labelled.path) as archive:
        with pytest.raises(WorkError, match="readonly"):
            archive.delete([1])
        chosen = runs.choose(archive, ["load=smooth"])
        assert len(runs.described(archive, chosen)) == 4
        assert runs.shown(archive, 1)["flows"] == 1
        assert len(runs.exported(chosen)[0]) == 8
    assert (sorted(folder.rglob("*")), labelled.path.read_bytes()) == before


def test_deleted_runs_are_gone_with_all_their_rows(lab, labelled, shard):
    labelled.merge([shard(10)])
    labelled.add_runs("toy", "quick", [3, 5])
    reference = dump(labelled.path)
    said = lab("delete", "load=smooth", "--yes", "--archive", labelled.path)
    assert said.startswith("deleted 4 runs")
    assert left(labelled.path) == {5, 6, 7, 8, 9, 10}
    labelled.check()
    kept = dump(labelled.path)
    for table in TABLES_OF_RUNS[2:]:
        place = 2 if table == "added_run" else 0
        rows = [row for row in reference[table] if json.loads(row)[place] > 4]
        assert kept[table] == rows, table
    assert sorted(p.name for p in labelled.path.parent.iterdir()) == ["a.sqlite", "made"]


def test_names_of_labels_and_metrics_go_with_their_last_run(labelled, shard):
    labelled.label("own", {9: {"mine": 1}})
    assert "own_runs" in dict(sql(labelled.path, "SELECT name, type FROM sqlite_schema"))
    labelled.delete([9])
    assert sql(labelled.path, "SELECT * FROM label_name WHERE study = 'own'") == []
    assert "own_runs" not in dict(sql(labelled.path, "SELECT name, type FROM sqlite_schema"))
    assert len(sql(labelled.path, "SELECT * FROM metric")) == 2
    labelled.delete(range(1, 9))
    assert sql(labelled.path, "SELECT * FROM metric") == []
    assert labelled.merge([shard(1, unit="ms")]) == 1  # nothing is left that has it in s
    with Archive(labelled.path) as again:
        again.check()


@pytest.mark.parametrize("relation", ["scenario", "label", "added"])
def test_claims_judged_by_deleted_runs_are_deleted_and_the_others_stay(lab, labelled, relation):
    study = {"scenario": "toy", "label": "own", "added": "more"}[relation]
    labelled.label("own", {9: {"mine": 1}})
    labelled.add_runs("more", "quick", [9])
    for name in (study, "other"):
        judge(labelled, name)
    said = lab("delete", "9", "--yes", "--archive", labelled.path)
    assert f"the claims of {study} were judged by these runs" in said
    assert f"./lab claims {study} " in said
    assert labelled.claims()["study"].tolist() == ["other"]


def test_results_that_are_open_notice(labelled):
    results = labelled.select(labelled.run_ids())
    assert len(results.scalars("delay")) == 18
    labelled.delete([1])
    for read in (results.runs, lambda: results.frame("delay", by=["load", "lam"])):
        with pytest.raises(InputError, match=r"1 of 9\b.*deleted.*\b1$"):
            read()
    with pytest.raises(InputError, match=r"1 of 9 runs.*not there.*\b1$"):
        labelled.select(results.run_ids)


def test_a_run_that_is_not_there_keeps_the_others(labelled):
    before = dump(labelled.path)
    with pytest.raises(InputError, match=r"1 of 2 runs.*\b99\b"):
        labelled.delete([1, 99])
    assert dump(labelled.path) == before


@pytest.mark.parametrize("words", [("delete", "1"), ("prune", "--unlabelled")])
def test_nothing_is_deleted_without_an_answer(lab, labelled, words):
    before = dump(labelled.path)
    sentence = lab(*words, "--archive", labelled.path, code=2)
    assert "1 runs would be deleted: without a terminal to ask at, --yes is needed" in sentence
    assert dump(labelled.path) == before


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["delete", "--yes"], "numbers of runs or NAME=VALUE are needed"),
        (["prune", "--yes"], "--old-code, --unlabelled or both are needed"),
    ],
)
def test_all_runs_are_never_meant(lab, labelled, words, sentence):
    assert sentence in lab(*words, "--archive", labelled.path, code=2)
    assert len(labelled.run_ids()) == 9


@pytest.mark.parametrize(("answer", "kept"), [("y", 8), ("n", 9), ("", 9)])
def test_it_asks_at_a_terminal(labelled, answer, kept):
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "burstlab", "archive", "delete", "9", "--archive", labelled.path],
        env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis")},
        **dict.fromkeys(("stdin", "stdout", "stderr"), theirs),
    )
    os.close(theirs)
    os.write(ours, f"{answer}\n".encode())
    printed = ""
    with contextlib.suppress(OSError):  # the other end is closed
        while True:
            printed += os.read(ours, 10_000).decode()
    assert process.wait() == 0
    os.close(ours)
    assert "delete 1 runs from" in printed
    assert len(labelled.run_ids()) == kept


def delete_and_die(path, steps):
    """Delete runs 1 to 3 in a process that is killed before so many statements of SQLite."""
    child = os.fork()
    if child == 0:
        try:
            archive, count = Archive(path), itertools.count(1)

            def step(_):
                if next(count) == steps:
                    os.kill(os.getpid(), signal.SIGKILL)

            archive._database._connection.set_trace_callback(step)
            archive.delete([1, 2, 3])
        finally:
            os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_a_kill_at_any_statement_deletes_all_or_nothing(labelled):
    """Whatever statement it is killed before: the archive is as before, or without the runs."""
    judge(labelled, "toy")
    labelled.close()
    before, outcomes = dump(labelled.path), []
    for step in range(1, 100):
        code = delete_and_die(labelled.path, step)
        with Archive(labelled.path) as archive:  # rolls a half-done transaction back
            archive.check()
        if code == 0:
            break
        assert code == -signal.SIGKILL
        outcomes.append(dump(labelled.path))
    assert len(outcomes) > 5
    assert all(outcome == before for outcome in outcomes)
    assert left(labelled.path) == {4, 5, 6, 7, 8, 9}
    assert dump(labelled.path)["claim"] == []


def test_a_full_disk_deletes_nothing(labelled):
    before = dump(labelled.path)

    def refuse(action, *_):
        return sqlite3.SQLITE_DENY if action == sqlite3.SQLITE_DROP_VIEW else sqlite3.SQLITE_OK

    labelled._database._connection.set_authorizer(refuse)
    with pytest.raises(InputError):
        labelled.delete(range(1, 10))
    labelled._database._connection.set_authorizer(None)
    assert dump(labelled.path) == before


def test_prune_of_what_nobody_labels(lab, labelled):
    labelled.label("own", {9: {"mine": 1}})
    assert (
        lab("prune", "--unlabelled", "--yes", "--archive", labelled.path) == "nothing to delete\n"
    )
    labelled.label("own", {9: {}})
    labelled.add_runs("toy", "quick", [9])
    assert (
        lab("prune", "--unlabelled", "--yes", "--archive", labelled.path) == "nothing to delete\n"
    )
    sql(labelled.path, "DELETE FROM added_run")
    lab("prune", "--unlabelled", "--yes", "--archive", labelled.path)
    assert labelled.run_ids() == list(range(1, 9))


def test_prune_of_former_code(labelled, runner, caplog):
    """Run 9 of the present code, 1 and 2 with algorithms from elsewhere, 3 to 8 of a former one."""
    (planned,) = plan([RunSpec("traffic-arrivals")], catalogue.runner())
    present = json.loads(planned.key)["code_version"]
    sql(labelled.path, f"UPDATE run SET scenario = '{planned.scenario}' WHERE run_id <> 8")
    sql(labelled.path, f"UPDATE run SET code_version = '{present}' WHERE run_id = 9")
    sql(labelled.path, f"UPDATE run SET code_version = '{present}+b0b' WHERE run_id = 1")
    sql(labelled.path, f"UPDATE run SET code_version = '{present},b0b' WHERE run_id = 2")
    with caplog.at_level("INFO"):
        found = runs.unwanted(labelled, old_code=True, unlabelled=False)
    assert found.run_ids == (3, 4, 5, 6, 7)
    assert "1 runs of programs and plugins stay" in caplog.text
    found = runs.unwanted(labelled, old_code=True, unlabelled=True)
    assert found.run_ids == (3, 4, 5, 6, 7, 9)


def test_deleting_waits_for_a_sweep(labelled, caplog):
    def delete():
        with Archive(labelled.path) as archive:
            return runs.delete(archive, [1])

    with caplog.at_level("INFO"), ThreadPoolExecutor() as pool:
        with shard_folder(labelled.path):
            deleting = pool.submit(delete)
            while "waiting: another process sweeps into" not in caplog.text:
                time.sleep(0.01)
            assert len(labelled.run_ids()) == 9
        deleting.result()
    assert len(labelled.run_ids()) == 8
