# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Building, the display of progress, and the bookkeeping of `./lab test`, on small stand-ins."""

from __future__ import annotations

import pytest
from burstlab import build, checks, paths, progress
from burstlab.checks import Outcome, Part
from burstlab.errors import InputError, WorkError

PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES CXX)
option(BURSTLAB_TESTS "" OFF)
add_executable(toy toy.cc)
if(BURSTLAB_TESTS)
  add_executable(toy-test toy.cc)
endif()
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "ROOT", tmp_path)
    monkeypatch.setattr(paths, "BUILD", tmp_path / "build")
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    (tmp_path / "toy.cc").write_text("int main() {}\n")
    return tmp_path


def test_build_makes_what_is_missing_and_then_nothing(project):
    tree = build.ensure(quiet=True)
    made = (tree / "toy").stat().st_mtime_ns
    configured = (tree / "build.ninja").stat().st_mtime_ns
    build.ensure(quiet=True)
    assert (tree / "toy").stat().st_mtime_ns == made
    assert (tree / "build.ninja").stat().st_mtime_ns == configured


def test_tests_once_built_stay(project):
    tree = build.ensure(quiet=True)
    assert not (tree / "toy-test").exists()
    build.ensure(tests=True, quiet=True)
    assert (tree / "toy-test").exists()
    configured = (tree / "build.ninja").stat().st_mtime_ns
    build.ensure(quiet=True)
    assert (tree / "build.ninja").stat().st_mtime_ns == configured


def test_compiler_is_quoted_when_it_fails(project):
    (project / "toy.cc").write_text("int main() { return nonsense; }\n")
    with pytest.raises(WorkError, match=r"(?s)nonsense.*build/release could not be built"):
        build.ensure(quiet=True)
    (project / "toy.cc").write_text("int main() {}\n")
    assert (build.ensure(quiet=True) / "toy").exists()


def test_broken_configuration_is_quoted_and_tried_again(project):
    (project / "CMakeLists.txt").write_text("project(\n")
    with pytest.raises(WorkError, match=r"(?s)CMakeLists.*could not be configured"):
        build.ensure(quiet=True)
    (project / "CMakeLists.txt").write_text(PROJECT)
    assert (build.ensure(quiet=True) / "toy").exists()


def test_kinds_are_named():
    with pytest.raises(InputError, match="unknown build fast: there is release, sanitize"):
        build.ensure("fast")


def test_plain_progress_says_how_far_and_how_long(monkeypatch, capsys):
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    display = progress.PlainProgress("toy", "runs")
    display.start(10, 4)
    now = 10.0
    display.report(1, "toy", {"fraction": 0.5})
    now = 11.0
    display.report(1, "toy", {"fraction": 0.6})
    now = 20.0
    display.finish(1, good=True)
    now = 30.0
    display.finish(2, good=False)
    assert capsys.readouterr().err.splitlines() == [
        # half a run of six in 10 s: 5.5 more take 110 s
        "toy: 4 of 10 runs, 1 running at 50%, 10 s, about 110 s to go",
        "toy: 5 of 10 runs, 20 s, about 100 s to go",
        "toy: 6 of 10 runs, 1 failed, 30 s, about 60 s to go",
    ]


def test_quiet_says_nothing(capsys):
    display = progress.choose("toy", quiet=True)
    display.start(1, 0)
    display.finish(1, good=True)
    display.close()
    assert capsys.readouterr() == ("", "")
    assert not display.listens


def test_parts_are_counted_whatever_becomes_of_them():
    def broken():
        raise WorkError("the compiler said so")

    lines = []
    failed = checks.run(
        [
            Part("good", lambda: Outcome(3)),
            Part("bad", lambda: Outcome(1, 2, "two were wrong")),
            Part("broken", broken),
        ],
        lines.append,
    )
    assert failed == 3
    assert lines[-1] == "4 passed, 3 failed"
    assert "two were wrong" in lines
    assert "the compiler said so" in lines
