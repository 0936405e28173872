# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Nonsense as arguments of every public function of statistics and monitoring: one sentence.

What is refused is a `burstlab.errors.InputError`, never an error of numpy or pandas.
"""

from __future__ import annotations

import inspect
import math
import warnings
from contextlib import suppress

import burstlab
import numpy as np
import pandas as pd
import pytest
from burstlab import monitoring, statistics
from burstlab.arguments import checked
from burstlab.errors import InputError, KindError, WorkError
from burstlab.monitoring import MovingAverage, Plateau, changes, rolling

NONSENSE = (
    *(None, "x", b"x", -1, 0, 1.5, math.nan, math.inf, True, 1j, object(), int, "2026"),
    *([], [1, [2, 3]], [None], {}, {"a": 1}, range(0)),
    *(np.ones((2, 2)), np.array(["a"]), pd.Series([1.0, 2.0])),
    *(pd.DataFrame({"a": [1]}), pd.DataFrame()),
)
APART = ("Results", "Archive", "open", "runner", "Study", "Claims", "Exhibits", "Reading", "sweep")
ERRORS = ("InputError", "WorkError")
"""Of `burstlab`: made by runs or of a study, or with effects."""


def called(package):
    """Give the functions and classes of a package that take arguments."""
    for name in package.__all__:
        item = getattr(package, name)
        if callable(item) and name not in APART + ERRORS and not inspect.isabstract(item):
            yield pytest.param(item, id=f"{package.__name__}.{name}")


@pytest.mark.parametrize("function", [*called(statistics), *called(monitoring), *called(burstlab)])
def test_nonsense_is_accepted_or_refused_in_one_sentence(function, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    parameters = inspect.signature(function).parameters.values()
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    needed = [p for p in parameters if p.kind in places and p.default is p.empty]
    calls = [[value] * len(needed) for value in NONSENSE]
    for place in range(len(needed) if len(needed) > 1 else 0):
        for other in (1.5, [1.0, 2.0], pd.DataFrame({"a": [1]})):
            for value in NONSENSE:
                calls.append([other] * len(needed))
                calls[-1][place] = value
    for call in calls:
        with warnings.catch_warnings(), suppress(InputError, WorkError):
            warnings.simplefilter("ignore")
            function(*call)


def test_the_annotation_says_what_is_needed():
    @checked
    def asked(share: float, runs: int | None = None, names: list[str] | None = None) -> float:
        return share

    assert asked(np.float64(0.5), np.int64(3), ["a"]) == 0.5
    assert asked(1) == 1
    with pytest.raises(KindError, match=r"share.*'x'.*number"):
        asked("x")
    with pytest.raises(TypeError, match=r"runs.*1\.5.*whole"):
        asked(0.5, 1.5)
    with pytest.raises(InputError, match=r"names.*'a'.*list"):
        asked(0.5, names="a")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: burstlab.haar([1, [2, 3]]), r"\bx\b.*list.*numbers.*rows"),
        (lambda: burstlab.interval([[1, 2], [3]]), "values.*list.*numbers"),
        (lambda: burstlab.interval([1, 2], "high"), "confidence.*'high'.*number"),
        (lambda: burstlab.mser5("many"), r"\bx\b.*'many'.*numbers"),
        (
            lambda: rolling(pd.DataFrame({"value": [1.0]})["value"], MovingAverage()),
            "series.*Series.*DataFrame",
        ),
        (lambda: rolling(pd.DataFrame({0: [1.0]}), MovingAverage()), r"column time\b.*\b0\b"),
        (
            lambda: changes(pd.DataFrame({"time": [0.0], "value": ["fast"]}), Plateau()),
            r"value.*fast.*\b0\b.*number",
        ),
        (
            lambda: rolling(pd.DataFrame({"time": [0], "value": [1]}), MovingAverage),
            "forecaster.*Forecaster",
        ),
        (lambda: burstlab.sweep([1]), "planned.*list.*PlannedRun"),
        (lambda: burstlab.plan(["servernet-load"], None), "specs.*list.*RunSpec"),
        (lambda: MovingAverage("5"), "length.*'5'.*whole"),
    ],
)
def test_sentences(call, sentence):
    with pytest.raises(InputError, match=sentence):
        call()
