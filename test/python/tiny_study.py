# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The text of a study of six runs and one claim, which differs."""

TINY_STUDY = """
from burstlab import grid, interval
from burstlab.study import Below, Claims, Exhibits, Finding, Reading, Study, rule

claim, figure = Claims(), Exhibits()

@claim("C1", "source", "stated")
@rule("number of requests", Below(1))
def count(results, reading):
    'There are few requests.'
    value = interval(results.scalars("count")["value"])
    return Finding(value, "because")

STUDY = Study(
    "tiny", "Tiny", "document", "summary", ("an assumption",), (Reading("plain", "as it is"),),
    lambda edition: grid(
        "traffic-arrivals", {"Slots": 50}, runs=range(1, 7), labels={"part": "whole"}
    ),
    tuple(claim), figures=tuple(figure), budget_s=1, full_note="a minute",
)
"""
