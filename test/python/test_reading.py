# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Commands that read: in a checkout and archive that may not be written, and without a build."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from burstlab import paths, published
from conftest import dump, sql
from tiny_study import TINY_STUDY

# Root may write everything, unless this is taken from it.
_HARMLESS = ["setpriv", "--inh-caps=-dac_override", "--bounding-set=-dac_override"]


def lab(checkout, *words, code=0):
    done = subprocess.run(
        [*(_HARMLESS if os.geteuid() == 0 else []), sys.executable, "-m", "burstlab", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(checkout / "analysis")},
    )
    assert done.returncode == code, done.stderr
    return done.stdout, done.stderr


def archive(checkout):
    return checkout / "archive" / "burstlab.sqlite"


def lock(folder):
    for place, _, files in os.walk(folder):
        for file in (place, *(Path(place) / name for name in files)):
            if not Path(file).is_symlink():
                os.chmod(file, os.stat(file).st_mode & ~0o222)


def unlock(folder):
    for place, _, _ in os.walk(folder):
        os.chmod(place, 0o755)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """What reading needs of a checkout, with a build, and the runs of one small study."""
    root = tmp_path_factory.mktemp("made") / "checkout"
    (root / "scenarios" / "tiny").mkdir(parents=True)
    (root / "scenarios" / "tiny" / "study.py").write_text(TINY_STUDY)
    without_caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(paths.ANALYSIS, root / "analysis", ignore=without_caches)
    model = paths.SCHEMA.parent.relative_to(paths.ROOT)
    shutil.copytree(paths.ROOT / model, root / model)
    built = published.use().folder
    copy = root / built.relative_to(paths.ROOT)
    shutil.copytree(built, copy, ignore=shutil.ignore_patterns("catalogue.json"))
    (root / "build" / "release" / "current").symlink_to(f"made/{built.name}")
    (root / "build" / "release" / ".lock").touch()
    sweep = root / "sweep.py"
    sweep.write_text(
        "from burstlab import find_studies, plan, runner, sweep\n"
        "sweep(plan(find_studies()['tiny'].specs('quick'), runner()), study='tiny')\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(root / "analysis")}
    subprocess.run([sys.executable, sweep], check=True, env=environment)
    return root


@pytest.fixture
def checkout(made, tmp_path):
    """A copy of it, whose build is another user's."""
    root = tmp_path / "checkout"
    shutil.copytree(made, root, symlinks=True)
    lock(root / "build")
    yield root
    unlock(root)


def files(folder):
    return {file: file.lstat().st_mtime_ns for file in folder.rglob("*")}


def test_reading_writes_nothing(checkout, tmp_path):
    lock(checkout)
    before = files(checkout)
    listed = json.loads(lab(checkout, "list", "--json")[0])
    assert [study["name"] for study in listed["studies"]] == ["tiny"]
    assert "traffic-arrivals" in [scenario["name"] for scenario in listed["scenarios"]]
    assert "dumbbell" in listed["programs"]
    assert "Slots" in lab(checkout, "describe", "traffic-arrivals")[0]
    (claim,) = json.loads(lab(checkout, "claims", "--json")[0])
    assert (claim["id"], claim["verdict"], claim["runs"]) == ("tiny/C1", "differs", 6)
    lab(checkout, "report", f"--output={tmp_path / 'site'}")
    page = (tmp_path / "site" / "tiny.html").read_text()
    assert "There are few requests." in page
    assert "differs" in page
    assert files(checkout) == before
    assert sql(archive(checkout), "SELECT count(*) FROM claim") == [(0,)]


def test_what_cannot_be_written_is_a_sentence(checkout):
    lock(checkout)
    _, said = lab(checkout, "report", code=1)
    assert len(said.splitlines()) == 1
    assert f"{checkout}/report" in said
    _, said = lab(checkout, "claims", "--readme", "--quiet", code=2)
    assert len(said.splitlines()) == 1
    assert "--readme" in said


def test_claims_compute_nothing(checkout):
    lab(checkout, "claims")
    assert sql(archive(checkout), "SELECT verdict FROM claim") == [("differs",)]
    study = checkout / "scenarios" / "tiny" / "study.py"
    study.write_text(TINY_STUDY.replace('"Slots": 50', '"Slots": 60'))
    lock(checkout)
    before = dump(archive(checkout))
    said, why = lab(checkout, "claims", "--json")
    assert json.loads(said)[0]["verdict"] == "differs"
    assert "tiny: 6 of 6 runs of the quick edition are missing; shown as judged by" in why
    assert dump(archive(checkout)) == before


def test_claims_that_were_never_judged_say_what_is_missing(checkout):
    study = checkout / "scenarios" / "tiny" / "study.py"
    study.write_text(TINY_STUDY.replace('"Slots": 50', '"Slots": 60'))
    out, why = lab(checkout, "claims", code=1)
    assert out == ""
    assert "tiny: 6 of 6 runs of the quick edition are missing, and no claim was judged" in why


def test_reading_needs_no_build(checkout):
    lab(checkout, "claims")
    unlock(checkout / "build")
    shutil.rmtree(checkout / "build")
    lock(checkout)
    before = files(checkout)
    out, why = lab(checkout, "list", "--json")
    listed = json.loads(out)
    assert [study["name"] for study in listed["studies"]] == ["tiny"]
    assert (listed["scenarios"], listed["programs"], listed["plugins"]) == ([], [], [])
    assert "nothing is built" in why
    out, why = lab(checkout, "claims", "--json")
    assert json.loads(out)[0]["verdict"] == "differs"
    assert "nothing is built" in why
    for words in (["describe", "ns3::ArrivalProcess"], ["report"]):
        out, why = lab(checkout, *words, code=2)
        assert out == ""
        assert "nothing is built" in why
        assert len(why.splitlines()) == 1
    assert files(checkout) == before


def test_a_report_takes_the_place_of_nothing_else(checkout, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.tex").write_text("x")
    lock(checkout)
    _, said = lab(checkout, "report", f"--output={tmp_path / 'mine'}", code=2)
    assert "holds other things than a report" in said
    assert (tmp_path / "mine" / "thesis.tex").read_text() == "x"
    for _ in range(2):
        lab(checkout, "report", f"--output={tmp_path / 'site'}")
    assert (tmp_path / "site" / "index.html").exists()
