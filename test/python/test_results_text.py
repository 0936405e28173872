# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a run shows to people."""

from __future__ import annotations

import json

import pytest
from burstlab.command.results_text import print_results

DOCUMENT = {
    "metrics": {
        "steps": {"value": 30, "unit": "1"},
        "delay[host/0]": {"value": 12.5, "unit": "ns"},
        "n" * 200: {"value": None, "unit": "s"},
    },
    "tables": {
        "walk": {
            "columns": ["t", "where", "length"],
            "units": ["ns", "", "1"],
            "rows": [[5, "[bold]here[/bold]", 0.1], [10, "-3", None], [2000, {"a": 1}, 100000.0]],
        },
        "numbers": {"columns": ["x"], "units": ["s"], "rows": [["1e-05"], ["-3"], ["10"]]},
        "nothing": {"columns": ["low"], "units": ["B"], "rows": []},
        "many": {"columns": ["t"], "units": ["ns"], "rows": [[0]] * 1000},
        "too many": {"columns": ["t"], "units": ["ns"], "rows": [[0]] * 1001},
    },
}
ALL = """steps                            30
delay[host/0]                    12.5  ns
NNN    -  s

nothing:
low (B)

walk:
t (ns)  where                length
     5  [bold]here[/bold]       0.1
    10  -3                        -
  2000  {"a": 1}           100000.0

numbers:
x (s)
1e-05
   -3
   10

many:
t (ns)
"""


def printed(capsys, document, **options):
    print_results(document, **options)
    return [line.rstrip() for line in capsys.readouterr().out.splitlines()]


def test_everything_is_there_as_written(capsys):
    lines = printed(capsys, DOCUMENT, everything=True)
    first = ALL.replace("NNN", "n" * 200).splitlines()
    assert [line.split() for line in lines[: len(first)]] == [line.split() for line in first]
    column = lines.index("walk:") + 1
    assert lines[column : column + 4] == first[first.index("walk:") + 1 :][:4]
    rest = lines[len(first) :]
    assert rest == ["     0"] * 1000 + ["", "too many: 1001 rows, which --json prints"]


def test_without_all_the_answer_is_short(capsys):
    lines = printed(capsys, DOCUMENT)
    assert len(lines) <= 30
    assert lines[0].split() == ["steps", "30"]
    assert ["10", "-3", "-"] in [line.split() for line in lines]
    assert lines[-1] == "too many: 1001 rows, which --all prints"
    rows = lines[lines.index("many:") + 2 : -2]
    assert set(rows) == {"     0"}
    assert lines[-2] == f"and {1000 - len(rows)} more, which --all prints"


def test_many_scalars_are_not_all_shown(capsys):
    metrics = {f"m{i}": {"value": i, "unit": "1"} for i in range(100)}
    lines = printed(capsys, {"metrics": metrics, "tables": DOCUMENT["tables"]})
    assert lines[23].split() == ["m23", "23"]
    assert lines[24:26] == [
        "and 76 more, which --all prints",
        "nothing: 0 rows, which --all prints",
    ]
    assert len(lines) == 25 + 5
    assert "m99" in printed(capsys, {"metrics": metrics, "tables": {}}, everything=True)[99]


@pytest.mark.parametrize(
    ("value", "short"),
    [
        (203.730216651975, "203.73"),
        (12022707.0, "12022707"),
        (123120.1650484536, "123120"),
        (1.65161290321958e-05, "1.6516e-05"),
        ("116.24999999999868", "116.25"),
        ("10.0.0.1", "10.0.0.1"),
        (1423456789, "1423456789"),
        (-0.5, "-0.5"),
        (1e300, "1e+300"),
    ],
)
def test_numbers_have_five_digits_unless_all_are_asked_for(capsys, value, short):
    table = {"columns": ["x"], "units": ["1"], "rows": [[value]]}
    document = {"metrics": {}, "tables": {"t": table}}
    assert printed(capsys, document)[-1].strip() == short
    whole = value if isinstance(value, str) else json.dumps(value)
    assert printed(capsys, document, everything=True)[-1].strip() == whole


def test_a_narrow_terminal_folds_and_cuts_nothing(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    lines = printed(capsys, DOCUMENT, everything=True)
    assert max(map(len, lines)) <= 80
    assert "".join(lines).count("n") >= 200
    assert not any("\u2026" in line for line in lines)


def test_a_run_without_results_prints_nothing(capsys):
    print_results({"metrics": {}, "tables": {}})
    assert capsys.readouterr().out.strip() == ""


def test_values_of_a_measurement_are_named_and_rounded(capsys):
    cell = {"measurement.rtt_mean": 0.05002496, "measurement.sent": 10.0, "none": None}
    table = {"columns": ["values"], "units": [""], "rows": [[cell]]}
    document = {"metrics": {}, "tables": {"measurements": table}}
    print_results(document)
    assert "rtt_mean 0.050025, sent 10, none -" in capsys.readouterr().out
    print_results(document, everything=True)
    assert json.dumps(cell) in capsys.readouterr().out
