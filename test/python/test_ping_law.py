# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The law of pings: moments in closed form, and parameters that are found again."""

from __future__ import annotations

import math
from dataclasses import asdict, replace

import numpy as np
import pytest
from burstlab.errors import InputError
from burstlab.monitoring import PingLaw, conditional_loss, fit_ping_law

LAW = PingLaw(0.1, 0.1, 0.3, 0.4, 0.5, 0.02, 2.0, 0.5)


def drawn(law, samples=20_000, pings=10):
    return law.draw(samples, pings, np.random.default_rng(1))


def test_what_is_drawn_has_the_moments_of_the_law():
    samples = drawn(LAW)
    lost = np.isnan(samples)
    # Errors are for 20,000 samples whose pings are all alike: more than there are.
    assert lost.mean() == pytest.approx(0.1, abs=5 * (0.09 / 20_000) ** 0.5)
    assert conditional_loss(samples) == pytest.approx(0.1 + 0.9 * 0.3, abs=0.02)
    assert np.nanmean(samples) == pytest.approx(0.1 + 0.4 * 0.02, rel=0.01)
    # Of shape 2: E W^2 = 4 / pi (E W)^2, and scales of deviation a half.
    squares = 0.4 * 4 / math.pi * 0.02**2 * 1.25
    assert np.nanvar(samples) == pytest.approx(squares - 0.008**2, rel=0.05)
    # Sum of correlations 0.3^k over pairs of ten.
    variance = 10 * 0.09 * (1 + 2 * sum((1 - k / 10) * 0.3**k for k in range(1, 10)))
    assert lost.sum(axis=1).var() == pytest.approx(variance, rel=0.05)


@pytest.mark.parametrize(
    "law",
    [
        LAW,
        replace(LAW, loss=0.01, loss_correlation=0.0, wait_shape=0.7, wait_spread=0.0),
        replace(LAW, busy=0.9, busy_correlation=0.1, wait_shape=1.0),
    ],
)
def test_the_fit_finds_the_law_again(law):
    found = asdict(fit_ping_law(drawn(law)))
    for name, value in asdict(law).items():
        # What is fitted is the square of the spread: near 0 an error of 0.01 is one of 0.1.
        slack = 0.1 if name == "wait_spread" else 0.05
        assert found[name] == pytest.approx(value, rel=0.06, abs=slack), name


def test_samples_that_say_little_are_fitted():
    never_busy = fit_ping_law([[0.1, 0.1], [0.1, math.nan]])
    assert (never_busy.loss, never_busy.busy, never_busy.wait) == (0.25, 0, 0)
    assert np.isnan(drawn(never_busy, 100, 2)).mean() == pytest.approx(0.25, abs=0.25)
    always_together = fit_ping_law([[math.nan] * 4, [0.1] * 4])
    assert always_together.loss_correlation == 0.99


@pytest.mark.parametrize("rtt", [[[0.1, 0.1]], [[math.nan] * 2] * 2, [[-1, 1], [1, 1]]])
def test_samples_of_which_there_is_no_law_are_refused(rtt):
    with pytest.raises(InputError, match=r"^rtt"):
        fit_ping_law(rtt)
