# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Words of degree: the glossary and the code give the same numbers."""

from __future__ import annotations

import re

import pytest
from burstlab import paths, study

TABLE = {
    "ABOUT": "within 10 % of the number",
    "DERIVED": "within 5 %",
    "MUCH": "at least twice, at most half",
    "SAME": "a ratio of 1 within 10 %",
    "NEAR": "less than 25 % away",
    "OFTEN": "in more than 1 % of cases; in less",
    "EXTREME": "within a factor of 2",
}
NUMBERS = {"twice": 2.0, "half": 2.0}


@pytest.mark.parametrize("name", TABLE)
def test_the_glossary_and_the_code_give_the_same_number(name):
    text = (paths.ROOT / "doc" / "glossary.md").read_text(encoding="utf-8")
    (rule,) = [
        cells[1].strip()
        for line in re.findall(rf"(?m)^\|(.*`{name}`.*)\|$", text)
        if "slightly" not in line and "not higher" not in line
        for cells in [line.split("|")]
    ]
    assert rule.startswith(TABLE[name])
    percent = re.search(r"(\d+) %", rule)
    factor = re.search(r"factor of (\d+)|(twice)", rule)
    said = float(percent[1]) / 100 if percent else NUMBERS.get(factor[2]) or float(factor[1])
    assert getattr(study, name) == said


def test_a_number_of_a_document_holds_within_a_tenth():
    assert study.about(40) == study.Equals(40, 4)
    assert study.about(-40).limits == (-44, -36)
    assert study.derived(-40).limits == (-42, -38)
