# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a run shows to people."""

from __future__ import annotations

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
EXPECTED = """walk:
t (ns)  where                length
     5  [bold]here[/bold]       0.1
    10  -3                        -
  2000  {"a": 1}           100000.0

numbers:
x (s)
1e-05
   -3
   10

nothing:
low (B)

"""


def test_tables_and_scalars_are_in_columns_whole_and_as_written(capsys):
    print_results(DOCUMENT)
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    first = EXPECTED.splitlines()
    assert lines[: len(first)] == first
    many = lines[len(first) :]
    assert many[:2] == ["many:", "t (ns)"]
    assert many[2:1002] == ["     0"] * 1000
    assert many[1002:] == [
        "",
        "too many: 1001 rows, which --json prints",
        "",
        "steps" + " " * 195 + "    30",
        "delay[host/0]" + " " * 187 + "  12.5  ns",
        "n" * 200 + "     -  s",
    ]


def test_a_run_without_results_prints_nothing(capsys):
    print_results({"metrics": {}, "tables": {}})
    assert capsys.readouterr().out.strip() == ""
