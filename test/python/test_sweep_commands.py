# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""``./lab sweep`` at the desk: estimates, limits, clusters, failed runs."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from burstlab import command

TEXT = """
scenario = "traffic-arrivals"
runs = 2
[attributes]
Process = "ns3::PoissonArrivals[Rate=0.5]"
Slots = [100, 200]
"""


@pytest.fixture
def lab(capsys, monkeypatch, tmp_path, runner):
    """A command on a.sqlite; `sweep` means that of the file above."""
    (tmp_path / "grid.toml").write_text(TEXT)

    def run(*words, code=0):
        words = [*words[:1], *([tmp_path / "grid.toml"] if words[0] == "sweep" else []), *words[1:]]
        archive = f"--archive={tmp_path / 'a.sqlite'}"
        monkeypatch.setattr(sys, "argv", ["lab", *map(str, words), archive])
        with pytest.raises(SystemExit) as ended:
            command.main()
        out, err = capsys.readouterr()
        assert (ended.value.code or 0) == code, err
        return err if code else out

    return run


def test_a_dry_run_tells_what_is_missing_and_computes_nothing(lab, tmp_path):
    said = lab("sweep", "--dry-run", "--workers=2")
    assert "4 runs, 0 of them in the archive already, 4 to compute, guessed at 1 s each: " in said
    assert "processor time" not in said
    assert not (tmp_path / "a.sqlite").exists()
    lab("sweep", "--quiet")
    assert lab("sweep", "--dry-run").endswith("4 runs, 4 of them in the archive already\n")
    (tmp_path / "grid.toml").write_text(TEXT.replace("runs = 2", "runs = 3"))
    assert "2 to compute" in (said := lab("sweep", "--dry-run"))
    assert "guessed" not in said
    assert "nearby" not in said
    (tmp_path / "grid.toml").write_text(TEXT.replace("200", "300"))
    assert "(2 estimated by runs nearby)" in lab("sweep", "--dry-run")


def fail(lab, tmp_path):
    """Four runs that take too long."""
    (tmp_path / "grid.toml").write_text(TEXT.replace("[100, 200]", "[900000000, 1000000000]"))
    lab("sweep", "--time-limit=0.5s", code=1)


def test_failed_runs_are_listed(lab, tmp_path, caplog):
    fail(lab, tmp_path)
    again = [said.partition("\n")[2] for said in caplog.messages if "again: " in said]
    assert len(again) == 4
    assert all(said.endswith(f" --archive={tmp_path / 'a.sqlite'}") for said in again)
    listed = lab("archive", "failures")
    assert listed.count(": it took longer than its time limit of 0.5 s") == 4
    assert listed.count("again: ./lab run traffic-arrivals ") == 4
    assert listed.count(f" --archive={tmp_path / 'a.sqlite'}\n") == 4
    rows = json.loads(lab("archive", "failures", "--json"))["failures"]
    assert {row["scenario"] for row in rows} == {"ns3::TrafficArrivalsScenario"}
    number = rows[0]["run_id"]
    shown = lab("archive", "failures", number)
    assert "The run wrote nothing to standard error." in shown
    assert f"{number}: {rows[0]['reason']}\n    again: {rows[0]['command']}\n" in shown
    hint = f"run {number} failed and is not in the archive: ./lab archive failures {number} "
    assert hint in lab("archive", "show", number, code=2)
    assert "unknown failed run 7" in lab("archive", "failures", 7, code=2)


def test_failed_runs_are_given_up(lab, tmp_path):
    fail(lab, tmp_path)
    number = json.loads(lab("archive", "failures", "--json"))["failures"][0]["run_id"]
    said = lab("archive", "failures", "--delete", code=2)
    assert "4 failed runs would be deleted: without a terminal to ask at, --yes is needed" in said
    said = lab("archive", "failures", "--delete", "--yes", "--json", code=2)
    assert "--delete and --json: one of them is allowed" in said
    said = lab("archive", "failures", number, "--delete", "--yes")
    assert said == "deleted 1 failed runs from the list\n"
    listed = lab("archive", "failures")
    assert str(number) not in listed
    assert "3 runs failed" in listed
    lab("archive", "failures", "--delete", "--yes")
    assert lab("archive", "failures", "--delete", "--yes") == "nothing to delete\n"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.sqlite", "grid.toml"]


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--time-limit=10", "--time-limit=10: a time such as 90s, 30min or 2h is needed"),
        ("--memory-limit=4", "--memory-limit=4: a size such as 500MiB or 4GiB is needed"),
        ("--memory-limit=0GiB", "a size such as 500MiB"),
        ("--cluster=two", "--cluster=two: local:N, slurm:N, pbs:N, sge:N or the address"),
    ],
)
def test_a_wrong_option_is_a_sentence(lab, option, sentence, tmp_path):
    said = lab("sweep", option, code=2)
    assert sentence in said
    assert len(said.splitlines()) == 1
    assert not (tmp_path / "a.sqlite").exists()


def test_workers_and_cluster_are_one_of_two(lab):
    assert "one of them is allowed" in lab("sweep", "--workers=2", "--cluster=local:2", code=2)


def test_dask_is_imported_for_a_cluster_alone(tmp_path, runner):
    (tmp_path / "grid.toml").write_text(TEXT)
    words = ["sweep", tmp_path / "grid.toml", f"--archive={tmp_path / 'a.sqlite'}", "--quiet"]
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "burstlab", *map(str, words)],
        capture_output=True,
        text=True,
        check=True,
    )
    imported = {line.split("|")[-1].strip() for line in done.stderr.splitlines()}
    assert "burstlab.engine.worker" in imported
    assert imported.isdisjoint({"dask", "distributed", "dask_jobqueue", "tornado"})
