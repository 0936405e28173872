# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A law of samples of pings, drawn without packets, and its fit to measured samples.

The law is `PingLaw` of the study path-measurement (scenarios/path-measurement/laws/ping-law.h).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from burstlab.errors import InputError
from burstlab.monitoring.pinger import samples_of

RESOLUTION = 1e-6
"""Least wait on a busy path, s."""
SHAPES = (0.2, 10.0)
MAX_CORRELATED, MAX_SPREAD = 0.99, 2.0


@dataclass(frozen=True)
class PingLaw:
    """A ping is lost or not, and its path is busy or not; both are Markov chains of two states.

    Attributes
    ----------
    base
        Round trip without load, s.
    loss, busy
        Shares of pings, 0 to 1.
    loss_correlation, busy_correlation
        Correlation of neighbouring pings, 0 to 0.99.
    wait
        Mean wait on a busy path, s.
    wait_shape
        Shape of the Weibull law of waits, 0.2 to 10; 1: exponential.
    wait_spread
        Deviation over mean of the scales of samples, of a log-normal law, 0 to 2.
    """

    base: float
    loss: float
    loss_correlation: float
    busy: float
    busy_correlation: float
    wait: float
    wait_shape: float
    wait_spread: float

    def draw(self, samples: int, pings: int, random: np.random.Generator) -> np.ndarray:
        """Draw independent samples, shape (samples, pings), s, NaN for a lost ping."""
        shape = (samples, pings)
        lost = _chain(self.loss, self.loss_correlation, random.random(shape))
        busy = _chain(self.busy, self.busy_correlation, random.random(shape))
        variance = math.log1p(self.wait_spread**2)
        scale = self.wait / math.gamma(1 + 1 / self.wait_shape)
        scale *= random.lognormal(-variance / 2, math.sqrt(variance), (samples, 1))
        rtt = self.base + busy * scale * random.weibull(self.wait_shape, shape)
        return np.where(lost, np.nan, rtt)


def _chain(share: float, correlation: float, uniform: np.ndarray) -> np.ndarray:
    """Draw two-state Markov chains from uniform numbers, a row for each sample."""
    states = uniform < share
    after = {True: share + (1 - share) * correlation, False: share * (1 - correlation)}
    for ping in range(1, uniform.shape[1]):
        chance = np.where(states[:, ping - 1], after[True], after[False])
        states[:, ping] = uniform[:, ping] < chance
    return states


def fit_ping_law(rtt: ArrayLike) -> PingLaw:
    """Fit the law to samples by moments.

    Shares are those observed; correlations match the variance of counts over samples; the law of
    waits matches mean, deviation, and the products of two waits of a sample. The base is the least
    round trip.

    Parameters
    ----------
    rtt
        Shape (samples, pings), s, NaN without a reply; two samples or more, with a reply.
    """
    x = samples_of(rtt)
    lost = np.isnan(x)
    if len(x) < 2 or lost.all():
        raise InputError(
            f"rtt: {len(x)} samples with {(~lost).sum()} replies; two samples or more with a "
            "reply are needed"
        )
    base = float(np.nanmin(x))
    busy = np.where(lost, np.nan, x - base > RESOLUTION)
    waits = np.where(np.nan_to_num(busy) > 0, x - base, np.nan)
    wait, shape, spread = _waits(waits) if (~np.isnan(waits)).any() else (0.0, 1.0, 0.0)
    return PingLaw(
        base,
        float(lost.mean()),
        _correlation(lost.astype(float)),
        float(np.nanmean(busy)),
        _correlation(busy),
        wait,
        shape,
        spread,
    )


def _waits(waits: np.ndarray) -> tuple[float, float, float]:
    """Find mean, shape and spread of waits, a row for each sample, NaN where there is none."""
    mean = float(np.nanmean(waits))
    excess = max(0.0, _pairs(waits - mean) / mean**2)
    spread = min(math.sqrt(excess), MAX_SPREAD)
    squares = float(np.nanmean(waits**2)) / mean**2 / (1 + spread**2)
    return mean, _shape(squares), spread


def _pairs(off: np.ndarray) -> float:
    """Average the products of all pairs of a row, without NaN; 0 if there is no pair."""
    known = (~np.isnan(off)).sum(axis=1)
    pairs = (known * (known - 1) / 2).sum()
    off = np.nan_to_num(off)
    products = ((off.sum(axis=1) ** 2 - (off**2).sum(axis=1)) / 2).sum()
    return float(products / pairs) if pairs else 0.0


def _correlation(states: np.ndarray) -> float:
    """Find the correlation of neighbours that gives the observed variance of counts over samples.

    Parameters
    ----------
    states
        0 or 1, NaN if unknown, a row for each sample.
    """
    share = np.nanmean(states)
    if not 0 < share < 1:
        return 0.0
    wanted = _pairs(states - share) / (share * (1 - share))
    apart = np.arange(1, states.shape[1])
    weights = apart[::-1] / apart.sum()

    def excess(r: float) -> float:
        return float(weights @ r**apart - wanted)

    if excess(0.0) >= 0:
        return 0.0
    return MAX_CORRELATED if excess(MAX_CORRELATED) <= 0 else brentq(excess, 0, MAX_CORRELATED)


def _shape(squares: float) -> float:
    """Find the shape of the Weibull law by its mean square over its squared mean."""

    def excess(shape: float) -> float:
        return math.gamma(1 + 2 / shape) / math.gamma(1 + 1 / shape) ** 2 - squares

    low, high = SHAPES
    if excess(low) <= 0:
        return low
    return high if excess(high) >= 0 else brentq(excess, low, high)
