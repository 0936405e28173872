# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The stopping rule by hand and by frequency, and its drive on the compiled runner."""

from __future__ import annotations

import math

import numpy as np
import pytest
import stand_in
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.engine import Precision, RunSpec, SequentialStopping, replicate
from burstlab.errors import InputError, WorkError
from burstlab.statistics import mean_interval

POISSON = RunSpec(
    "traffic-arrivals", {"Process": "ns3::PoissonArrivals[Rate=0.5]", "Slot": 100, "Slots": 20}
)


def test_rule_wants_two_successes_in_a_row():
    rule = SequentialStopping(Precision(relative=1, least=3, most=10))
    # t(0.975; n-1) s / sqrt(n) over the mean: n = 3 of 9, 10, 11: 4.303 / sqrt(3) / 10 = 0.25;
    # a fourth of 40: mean 17.5, s = 15.02, 3.182 * 15.02 / 2 / 17.5 = 1.37; a fifth of 17: mean
    # 17.4, s = 13.01, 2.776 * 13.01 / sqrt(5) / 17.4 = 0.93; a sixth of 17: less.
    assert [rule.add(value) for value in (9, 10, 11)] == [False] * 3
    assert rule.achieved == pytest.approx(0.2484, abs=1e-4)
    assert not rule.add(40)
    assert rule.achieved == pytest.approx(1.366, abs=1e-3)
    assert not rule.add(17)
    assert rule.achieved == pytest.approx(0.928, abs=1e-3)
    assert rule.add(17)
    steady = SequentialStopping(Precision(relative=0.5, least=3, most=10))
    assert [steady.add(value) for value in (9, 10, 11, 10)] == [False, False, False, True]
    assert steady.reached
    assert steady.interval == mean_interval([9, 10, 11, 10])


def test_rule_ends_at_the_cap_without_success():
    rule = SequentialStopping(Precision(relative=0.01, least=2, most=4))
    assert [rule.add(value) for value in (1, 2, 3, 4)] == [False, False, False, True]
    assert rule.done
    assert not rule.reached
    zero = SequentialStopping(Precision(least=2, most=4))
    assert [zero.add(value) for value in (-1, 1, -1, 1)][-1]
    assert zero.achieved == math.inf
    constant = SequentialStopping(Precision(least=2))
    assert [constant.add(0) for _ in range(3)] == [False, False, True]
    assert constant.achieved == 0


def test_interval_of_the_rule_covers_nearly_as_often_as_it_says():
    # Exponential values, mean 1, to 20 %: about 100 replications a time. Optional stopping and
    # skewness may cost some hundredths of the 0.95, no more.
    generator = np.random.default_rng(1)
    inside = []
    for _ in range(100):
        rule = SequentialStopping(Precision(relative=0.2))
        while not rule.add(generator.exponential()):
            pass
        assert rule.reached
        inside.append(rule.interval.low <= 1 <= rule.interval.high)
    assert np.mean(inside) > 0.91 - 4 * math.sqrt(0.91 * 0.09 / 100)


@pytest.mark.usefixtures("runner")
def test_drive_gives_the_same_for_any_number_of_workers(tmp_path):
    # 1000 requests expected: one run knows the rate to 3.2 %, ten to about 2.3 %.
    wanted = Precision(relative=0.02, most=100)
    outcomes = [
        replicate(
            POISSON,
            "realised_rate",
            catalogue.runner(),
            tmp_path / f"{workers}.sqlite",
            precision=wanted,
            workers=workers,
        )
        for workers in (1, 3)
    ]
    assert outcomes[0] == outcomes[1]
    outcome = outcomes[0]
    assert outcome.reached
    assert outcome.achieved <= 0.02
    assert outcome.interval.n == len(outcome.run_ids) > 11
    assert abs(outcome.interval.mean - 0.5) < 0.02
    with Archive(tmp_path / "1.sqlite") as archive:
        results = archive.select(outcome.run_ids)
        assert results.runs()["run"].tolist() == list(range(1, len(results) + 1))
        values = results.scalars("realised_rate").set_index("run_id")["value"]
        assert outcome.interval == mean_interval(values[list(outcome.run_ids)])
    path = tmp_path / "1.sqlite"
    again = replicate(POISSON, "realised_rate", catalogue.runner(), path, precision=wanted)
    assert again == outcome


def test_drive_stops_at_a_failure_and_at_a_metric_that_is_not_there(tmp_path):
    program = stand_in.program(tmp_path)
    path = tmp_path / "a.sqlite"
    few = Precision(least=2, most=3)
    with pytest.raises(InputError, match="unknown metric dela"):
        replicate(RunSpec("toy"), "dela", program, path, precision=few)
    with pytest.raises(InputError, match="delay of node 1 once, as a finite number"):
        replicate(RunSpec("toy"), "delay", program, path, precision=few, object="node 1")
    failing = RunSpec("toy", {"Behaviour": "refuse"})
    with pytest.raises(WorkError, match="run 1 failed"):
        replicate(failing, "delay", program, path, precision=few)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"relative": 0}, "relative = 0"),
        ({"confidence": 1}, "confidence = 1"),
        ({"least": 1}, "least = 1"),
        ({"most": 10}, "most = 10: it must be at least 11, least"),
        ({"successes": 0}, "successes = 0"),
    ],
)
def test_precision_out_of_range_is_refused(wrong, sentence):
    with pytest.raises(InputError, match=sentence):
        Precision(**wrong)
