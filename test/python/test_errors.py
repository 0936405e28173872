# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What all packages stand on: sentences of errors, remembered files, other processes."""

from __future__ import annotations

import os
import sys

import pytest
from burstlab import errors, paths, process, remembered
from burstlab.errors import InputError, KindError, PlaceError, UnknownNameError, WorkError


@pytest.mark.parametrize("kind", [InputError, UnknownNameError, KindError, PlaceError])
def test_a_message_about_input_is_one_line_of_bounded_length(kind):
    assert str(kind("unknown\n  study\ttrafic")) == "unknown study trafic"
    long = str(kind("word " * 1000))
    assert len(long) <= 1000
    assert long.endswith("word [..]")


def test_errors_are_also_of_the_kind_that_python_has():
    kinds = {InputError: ValueError, KindError: TypeError, PlaceError: IndexError}
    for ours, python in kinds.items():
        with pytest.raises(python) as caught:
            raise ours("x = 1")
        assert isinstance(caught.value, InputError)


@pytest.mark.parametrize(
    ("found", "code"),
    [
        ([], 0),
        ([WorkError("disk")], 1),
        ([InputError("name")], 2),
        ([WorkError("disk"), InputError("name"), WorkError("disk")], 2),
    ],
)
def test_the_exit_code_is_2_if_any_input_was_wrong(found, code):
    assert errors.exit_code(found) == code


def test_words_before_a_sentence_change_no_kind():
    for kind, error in ((InputError, KindError("x = 1")), (WorkError, WorkError("disk full"))):
        longer = errors.within("traffic", error)
        assert type(longer) is kind
        assert str(longer) == f"traffic: {error}"


@pytest.mark.parametrize(
    ("name", "choices", "sentence"),
    [
        ("trafic", ["servernet", "traffic"], "the nearest is traffic"),
        ("RATE", ["rate", "Rate"], "the nearest are Rate, rate"),
        ("zzz", ["b", "a"], "there is a, b"),
        ("zzz", [], "there is none"),
        ("zzz", [f"a{i:02}" for i in range(14)], "there is {} and 2 more"),
    ],
)
def test_an_unknown_name_leads_to_the_known_ones(name, choices, sentence):
    """Whatever their capitals; the nearest if any is near, else the first dozen."""
    listed = sentence.format(", ".join(choices[:12]))
    assert str(errors.unknown("thing", name, choices)) == f"unknown thing {name}: {listed}"


def test_what_is_remembered_may_be_lost_or_damaged(tmp_path):
    file = tmp_path / "cache.json"
    assert remembered.read(file, "default") == "default"
    remembered.write(file, {"a": [1]})
    assert remembered.read(file, None) == {"a": [1]}
    for damaged in (b"", b'{"a": [1', b"\xff\xfe", b"no json"):
        file.write_bytes(damaged)
        assert remembered.read(file, "default") == "default"
    remembered.write(file, 2)
    assert remembered.read(file, None) == 2
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_remembered_stops_nothing(tmp_path):
    remembered.write(tmp_path / "missing" / "cache.json", 1)
    assert list(tmp_path.iterdir()) == []


def test_a_program_has_the_tools_of_the_environment_first_and_both_outputs_in_one(tmp_path):
    done = process.call(["sh", "-c", "echo $PATH; pwd; echo wrong >&2; cat; exit 3"], tmp_path)
    search, folder, wrong = done.stdout.splitlines()
    assert search.split(os.pathsep)[0] == str(paths.tool("python").parent)
    assert (folder, wrong, done.returncode) == (str(tmp_path), "wrong", 3)
    with pytest.raises(WorkError, match=r"^sh\b.*\b3\b.*\nlast words$"):
        process.succeed(["sh", "-c", "echo last words; exit 3"])
    lines = [sys.executable, "-c", "for i in range(100): print(i)\nraise SystemExit(1)"]
    with pytest.raises(WorkError) as error:
        process.succeed(lines)
    assert str(error.value).splitlines()[1:] == [str(i) for i in range(60, 100)]


def test_a_fork_that_ends_early_is_an_error_of_the_work():
    loaded = {"here": 1}
    with process.forked(1, "a process was lost", loaded.update, [{"begun": 2}]) as processes:
        assert processes.submit(eval, "1 + 1").result() == 2
    with (
        pytest.raises(WorkError, match="a process was lost"),
        process.forked(1, "a process was lost") as processes,
    ):
        processes.submit(os._exit, 1).result()


def test_paths_are_told_from_the_top_of_the_checkout(tmp_path):
    assert paths.relative(paths.SCHEMA) == "contrib/run-archive/model/schema.sql"
    assert paths.relative(tmp_path) == str(tmp_path)
