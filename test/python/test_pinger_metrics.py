# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""PingER's metrics on the numbers of its pages, and on samples small enough to count by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from burstlab.errors import InputError
from burstlab.monitoring import pinger

LOST = math.nan


@pytest.mark.parametrize(
    ("percent", "name"),
    [
        (0.9, "good"),
        (1.1, "acceptable"),
        (2.4, "acceptable"),
        (2.6, "poor"),
        (4.9, "poor"),
        (5.1, "bad"),
        (100, "bad"),
    ],
)
def test_classes_of_slide_6(percent, name):
    assert pinger.loss_class(percent / 100) == name


def test_unpredictability_of_the_published_example():
    assert pinger.unpredictable(rate=0.47, success=0.91) == pytest.approx(0.381, abs=0.002)


def test_unpredictability_is_nothing_for_a_steady_path_and_grows():
    assert pinger.unpredictability([[0.1, 0.1], [0.1, 0.1]]) == 0
    assert pinger.unpredictability([[0.041] * 10] * 3) == pytest.approx(0)  # rounding
    # rates 1 and 1/3, so mean over largest 2/3; half of the replies in one of two samples
    expected = math.hypot(1 - 2 / 3, 1 - 0.75) / math.sqrt(2)
    assert pinger.unpredictability([[0.1, 0.1], [0.3, LOST]]) == pytest.approx(expected)


def test_losses_are_counted():
    samples = [[0.1, LOST, LOST, 0.1], [LOST] * 4, [0.1] * 4]
    assert pinger.loss(samples) == 0.5
    assert pinger.unreachability(samples) == pytest.approx(1 / 3)
    assert pinger.quiescence(samples) == pytest.approx(1 / 3)
    assert pinger.conditional_loss(samples) == pytest.approx(4 / 5)
    assert math.isnan(pinger.conditional_loss([[0.1, 0.1]]))


def test_jitter_is_of_pings_one_after_the_other():
    assert pinger.ipdv([[0.1, 0.2, 0.3, 0.4]]) == pytest.approx(0)
    assert pinger.rtt_iqr([[0.1, 0.2, 0.3, 0.4]]) == pytest.approx(0.15)
    assert pinger.ipdv([[0.1, 0.2, LOST, 0.4, 0.7]]) == pytest.approx(0.1)  # 0.1 and 0.3
    assert math.isnan(pinger.ipdv([[0.1, LOST, 0.1]]))


def test_throughput_is_that_of_mathis_and_with_time_outs_less():
    assert pinger.mathis_throughput(0.1, 0.01) == pytest.approx(8 * 1460 / 0.01)
    assert pinger.mathis_throughput(0.1, 0.0, sent=50) == pytest.approx(8 * 1460 / 0.01)
    assert pinger.mathis_throughput(0.1, 0.0) == math.inf
    assert pinger.padhye_throughput(0.1, 0.0) == pytest.approx(8 * 65_536 / 0.1)
    # without time-outs Padhye has sqrt(3 / (2 acks loss)) segments a round trip
    assert pinger.padhye_throughput(0.1, 1e-6, window=1e12) == pytest.approx(
        8 * 1460 / 0.1 * math.sqrt(3 / (4 * 1e-6)), rel=0.01
    )
    assert pinger.padhye_throughput(0.1, 0.1) < 0.2 * pinger.mathis_throughput(0.1, 0.1)


def test_a_call_is_good_over_a_good_path_and_impossible_without_one():
    assert pinger.mos(0.02, 0.001, 0) == pytest.approx(4.38, abs=0.02)
    # L = 150 ms: R = 93.2 - 3.75
    assert pinger.mos(0.1, 0.02, 0) == pytest.approx(
        1 + 0.035 * 89.45 + 7e-6 * 89.45 * 29.45 * 10.55
    )
    # L = 510 ms: R = 93.2 - 39
    assert pinger.mos(0.5, 0, 0) == pytest.approx(1 + 0.035 * 54.2 - 7e-6 * 54.2 * 5.8 * 45.8)
    assert pinger.mos(0.1, 0.02, 0.41) == 1
    falling = [pinger.mos(0.1, 0.01, part) for part in np.linspace(0, 0.4, 41)]
    assert all(np.diff(falling) <= 1e-12)


def test_metrics_of_samples_and_of_none_that_came():
    found = pinger.metrics([[0.1, 0.2, 0.1, 0.2], [0.1, LOST, 0.1, 0.1]])
    assert found["loss"] == 1 / 8
    assert found["class"] == "bad"
    assert (found["rtt_min"], found["rtt_max"]) == (0.1, 0.2)
    assert found["throughput"] == pytest.approx(pinger.padhye_throughput(0.9 / 7, 1 / 8))
    none = pinger.metrics([[LOST, LOST]])
    assert none["loss"] == none["unreachability"] == 1
    assert none[["rtt_min", "mos", "throughput", "unpredictability"]].isna().all()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: pinger.loss([]), r"rtt.*samples.*\(1, 0\)"),
        (lambda: pinger.loss([0.1, 0.0]), "rtt.*above 0 s"),
        (lambda: pinger.loss_class(1.5), "part = 1.5"),
        (lambda: pinger.mathis_throughput(0, 0.1), "rtt = 0"),
        (lambda: pinger.mathis_throughput(0.1, 0, sent=0), "sent = 0"),
        (lambda: pinger.mos(0.1, -1, 0), "jitter = -1"),
        (lambda: pinger.padhye_throughput(0.1, 0.1, window=-1), "window = -1"),
        (lambda: pinger.padhye_throughput(0.1, 0.1, acks=0), "acks = 0"),
        (lambda: pinger.unpredictability([LOST]), "rtt: no reply"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(wrong, says):
    with pytest.raises(InputError, match=says):
        wrong()
