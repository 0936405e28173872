# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The script `lab`: what it sets up, for which checkout, and how two of them get along.

Python is a stand-in here that writes down what it is asked for, so that nothing is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from burstlab import paths

# python3 of the machine, of .venv and uv at once: a virtual environment is a copy of it.
STAND_IN = """#!/bin/bash
echo "$0 $* cache $XDG_CACHE_HOME $MPLCONFIGDIR" >>"$LOG"
case "$*" in
"-m venv "*) mkdir -p "$3/bin" "$3/lib/site" && cp "$0" "$3/bin/python" && cp "$0" "$3/bin/uv" ;;
*purelib*) echo "$(dirname "$0")/../lib/site" ;;
"-m pip "*) sleep "${SLOW:-0}"; exit "${PIP_CODE:-0}" ;;
"-m burstlab"*)
    echo "works on $(dirname "$0")"
    until [[ $* != *stay* || -e $LOG.go ]]; do sleep 0.05; done
    ;;
esac
"""


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name in ("lab", "requirements.lock", "requirements-dev.lock", "requirements-uv.lock"):
        shutil.copy2(paths.ROOT / name, folder)
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "python3").write_text(STAND_IN)
    (tools / "python3").chmod(0o755)
    return folder


def start(folder, *words, **environment):
    tools = folder.parent / "tools"
    log = folder.parent / "log"
    variables = {"PATH": f"{tools}:{os.environ['PATH']}", "LOG": str(log), **environment}
    return subprocess.Popen(
        [folder / "lab", *words],
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lab(folder, *words, code=0, **environment):
    process = start(folder, *words, **environment)
    out, err = process.communicate(timeout=120)
    assert process.returncode == code, err
    return out, err


def let_go(folder):
    """End every command that stays."""
    (folder.parent / "log.go").touch()


def set_up_log(folder):
    return (folder.parent / "log").read_text()


def set_ups(folder):
    return set_up_log(folder).count("-m pip")


def test_sets_up_once(checkout):
    out, err = lab(checkout, "list")
    assert out == f"works on {checkout}/.venv/bin\n"
    assert "setting up .venv from requirements.lock" in err
    assert lab(checkout, "list") == (out, "")
    assert set_ups(checkout) == 1


def test_a_command_within_the_tests_changes_nothing(checkout):
    """It would wait for the tests, and the tests for it."""
    tests = start(checkout, "test", "--in-tree", "stay")
    while not (checkout.parent / "log").exists() or "stay" not in set_up_log(checkout):
        time.sleep(0.01)
    for words in (("list",), ("test",)):
        assert lab(checkout, *words)[1] == ""
    assert tests.poll() is None
    let_go(checkout)
    tests.communicate()


def test_a_changed_lock_is_noticed(checkout):
    lab(checkout, "list")
    with (checkout / "requirements.lock").open("a") as file:
        file.write("# newer\n")
    assert "setting up" in lab(checkout, "list")[1]
    assert lab(checkout, "list")[1] == ""


def test_a_failed_set_up_is_not_taken_for_one(checkout):
    assert "could not be set up" in lab(checkout, "list", code=2, PIP_CODE="1")[1]
    assert "setting up" in lab(checkout, "list")[1]


@pytest.mark.parametrize("move", [shutil.copytree, shutil.move], ids=["copied", "moved"])
def test_a_copied_or_moved_checkout_works_on_itself(checkout, tmp_path, move):
    lab(checkout, "list")
    other = tmp_path / "other"
    move(checkout, other)
    (tmp_path / "log").write_text("")
    out, err = lab(other, "list")
    assert out == f"works on {other}/.venv/bin\n"
    assert f".venv was made for {checkout}: making it anew for {other}" in err
    assert str(checkout) not in (tmp_path / "log").read_text()
    assert lab(other, "list")[1] == ""


def test_a_checkout_that_may_not_be_written_is_left_alone(checkout):
    (checkout / ".venv").mkdir()
    (checkout / ".venv" / "checkout").write_text("elsewhere")
    checkout.chmod(0o555)
    # root may write everything, unless this is taken from it
    owner = ["setpriv", "--inh-caps=-dac_override", "--bounding-set=-dac_override"]
    words = [*(owner if os.geteuid() == 0 else []), checkout / "lab", "list"]
    done = subprocess.run(words, capture_output=True, text=True)
    checkout.chmod(0o755)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "may not be written" in done.stderr
    assert (checkout / ".venv" / "checkout").exists()


def test_one_checkout_by_two_names_is_one(checkout, tmp_path):
    lab(checkout, "list")
    (tmp_path / "link").symlink_to(checkout)
    assert lab(tmp_path / "link", "list")[1] == ""


def test_two_first_calls_set_up_once(checkout):
    calls = [start(checkout, "list", SLOW="0.5") for _ in range(4)]
    for call in calls:
        out, _ = call.communicate()
        assert out == f"works on {checkout}/.venv/bin\n"
    assert set_ups(checkout) == 1


def test_nothing_is_changed_under_a_running_command(checkout):
    lab(checkout, "list")
    running = start(checkout, "run", "stay")
    while "stay" not in set_up_log(checkout):
        time.sleep(0.01)
    assert lab(checkout, "list")[1] == ""  # nothing to change, so no wait
    assert running.poll() is None
    with (checkout / "requirements.lock").open("a") as file:
        file.write("# newer\n")
    second = start(checkout, "list")
    assert "another ./lab is at work" in second.stderr.readline()
    assert running.poll() is None
    let_go(checkout)
    running.communicate()
    second.communicate()
    assert second.returncode == 0


def test_what_is_set_up_is_remembered_in_the_checkout(checkout):
    lab(checkout, "list", XDG_CACHE_HOME="elsewhere", MPLCONFIGDIR="elsewhere")
    cache = f"cache {checkout}/build/cache {checkout}/build/cache/matplotlib"
    calls = [line for line in set_up_log(checkout).splitlines() if "pip install" in line]
    assert any("/.venv/bin/uv" in line for line in calls)
    assert all(line.endswith(cache) for line in calls)


def test_nothing_is_written_to_the_home_of_the_user(tmp_path, labelled):
    """What is listed, computed and drawn, by the command as a user calls it."""
    home, pages = tmp_path / "home", tmp_path / "pages"
    home.mkdir()
    variables = {**os.environ, "HOME": str(home)}
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "MPLCONFIGDIR", "UV_CACHE_DIR"):
        variables.pop(name, None)
    for words in (
        ["list"],
        ["run", "dumbbell.py"],
        ["report", f"--archive={labelled.path}", f"--output={pages}"],
    ):
        subprocess.run([paths.ROOT / "lab", *words], env=variables, check=True, capture_output=True)
    assert list(pages.rglob("*.svg"))
    assert list(home.iterdir()) == []


def test_the_environment_names_its_checkout_by_a_relative_path():
    (file,) = paths.VENV.glob("lib/python3*/site-packages/burstlab.pth")
    line = file.read_text().strip()
    assert not Path(line).is_absolute()
    assert (file.parent / line).resolve() == paths.ROOT / "analysis"
