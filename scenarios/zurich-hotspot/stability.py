# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The document's stability model of a queue and its flows under BCN, corrected.

The document's equations with corrections (README, "The document's inconsistencies"):

1. dq/dt = HSD lambda - mu, and q stays at 0 where it would fall below. 2. Fb = -(q - Qeq) - W (q -
q_old), q_old the queue at the sample before; the document prints the second term with the other
sign, which would drive the oscillation instead of damping it. 3. AI: dR/dt = Gi Ru Fb p lambda,
with the rate unit Ru that the document leaves out, and MD: dR/dt = Gd R Fb p lambda. R is the rate
of a limiter, lambda the rate of the flow, p = ps / L the samples per byte; the document has ps, per
frame.

Units in here: bytes, bytes per second, seconds.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from burstlab.errors import InputError

CLAMPS = ("None", "Terms", "Total")


@dataclass(frozen=True)
class Loop:
    """A congestion point and its flows, all alike.

    Attributes
    ----------
    flows
        HSD, the number of flows.
    service
        mu, rate of the queue in bit/s.
    set_point
        Qeq in bytes.
    weight
        W.
    sampling
        ps, probability with which a frame is sampled.
    increase, decrease
        Gi and Gd per byte.
    unit
        Ru in bit/s.
    clamp
        Limit of Fb, one of `CLAMPS`, as in ``ns3::BcnCongestionPoint``.
    frame
        L, bytes in a frame.
    """

    flows: float
    service: float
    set_point: float = 150e3
    weight: float = 2.0
    sampling: float = 0.02
    increase: float = 6.6667e-4
    decrease: float = 1.6667e-6
    unit: float = 10e6
    clamp: str = "Total"
    frame: float = 1500.0

    def __post_init__(self) -> None:
        for name in ("flows", "service", "set_point", "sampling", "unit", "frame"):
            _check(name, getattr(self, name), getattr(self, name) > 0, "above 0")
        for name in ("weight", "increase", "decrease"):
            _check(name, getattr(self, name), getattr(self, name) >= 0, "from 0 on")
        _check("sampling", self.sampling, self.sampling <= 1, "at most 1")
        if self.clamp not in CLAMPS:
            raise InputError(f"clamp = {self.clamp!r}: it must be one of {', '.join(CLAMPS)}")

    @property
    def mu(self) -> float:
        """Service rate in bytes/s."""
        return self.service / 8

    @property
    def samples(self) -> float:
        """Samples per second in equilibrium, p mu."""
        return self.sampling / self.frame * self.mu

    @property
    def additive(self) -> float:
        """Rate change of all flows together per byte of Fb and sample, in 1/s: Gi Ru."""
        return self.increase * self.unit / 8

    @property
    def multiplicative(self) -> float:
        """The same for a decrease in equilibrium, where a flow has mu / HSD: Gd mu / HSD."""
        return self.decrease * self.mu / self.flows

    @property
    def ratio(self) -> float:
        """r, the increase over the decrease for the same Fb in equilibrium: Gi Ru HSD / (Gd mu)."""
        return self.additive / self.multiplicative

    @property
    def derivative(self) -> float:
        """X = W Gi Ru / (p mu): the fraction of a queue change that a sample corrects.

        A queue that changed by dq since the last sample grows by dq p mu bytes/s; the message
        reduces this growth by Gi Ru W dq, X times as much. X below 1 corrects it in part; X above 2
        reverses it with a larger magnitude.
        """
        return self.weight * self.additive / self.samples

    def feedback(self, queue: float, before: float) -> float:
        """Fb in bytes of a sample, from the queue now and at the sample before."""
        offset, change = queue - self.set_point, queue - before
        if self.clamp == "Terms":
            offset = _limited(offset, self.set_point)
            change = _limited(change, 2 * self.set_point)
        value = -(offset + self.weight * change)
        if self.clamp == "Total":
            value = _limited(value, (2 * self.weight + 1) * self.set_point)
        return value


@dataclass(frozen=True)
class Oscillator:
    """s^2 + 2 damping frequency s + frequency^2 = 0, frequency in rad/s."""

    frequency: float
    damping: float

    def deviation(self, times: np.ndarray, first: float = 1.0, slope: float = 0.0) -> np.ndarray:
        """Deviation from equilibrium at some times, from an initial value and slope."""
        root = np.sqrt(complex(self.damping**2 - 1))
        if abs(root) < 1e-9:
            root = complex(1e-9)
        one, other = (-self.frequency * (self.damping + sign * root) for sign in (-1, 1))
        a = (slope - other * first) / (one - other)
        return (a * np.exp(one * times) + (first - a) * np.exp(other * times)).real


def oscillator(loop: Loop, gain: float) -> Oscillator:
    """Linearise at equilibrium with one gain for both signs of Fb, `additive` or `multiplicative`.

    d2q/dt2 = -gain p mu [(q - Qeq) + W dq/dt / (p mu)], so that the frequency is sqrt(gain p mu)
    and the damping W/2 sqrt(gain / (p mu)). The difference of two samples approximates the
    derivative, for oscillations that are slow against the sampling.
    """
    return Oscillator(
        math.sqrt(gain * loop.samples), loop.weight / 2 * math.sqrt(gain / loop.samples)
    )


LINE_RATE, MIN_RATE = 10e9, 10e6
"""C and Rmin in bit/s: limiters start at C, and those that reach C again are deleted."""
_State = tuple[float, float, float, float, float]
"""Queue, queue at the last sample, share of free flows, mean logarithm of the others' rates times
their share, and what waits at one of these."""


@dataclass
class Course:
    """Prediction of the fluid model, one entry per step.

    Attributes
    ----------
    times
        Seconds since the onset.
    queue
        Bytes.
    sent
        Mean rate of a flow over all flows, bit/s.
    limit
        Rate of the limiters, geometric mean over limited flows; C if no flow is limited.
    """

    times: np.ndarray
    queue: np.ndarray = field(repr=False)
    sent: np.ndarray = field(repr=False)
    limit: np.ndarray = field(repr=False)


@lru_cache(64)
def course(
    loop: Loop,
    duration: float,
    offered: float,
    *,
    limit: float | None = None,
    queue: float = 0.0,
    delay: float = 0.0,
    step: float = 2e-5,
) -> Course:
    """Integrate the model from an onset on, by Heun's method.

    Flows are free until their first negative message; free flows get one with rate p lambda. The
    limited flows are represented by the geometric mean of their rates: decreases multiply this
    mean, increases add to it. The queue at the last sample is represented by its mean too: samples
    are random with rate p HSD lambda, and each replaces the old value by the new one. The model has
    no PAUSE and no randomness, so it deviates from the simulation where these matter (full memory;
    a queue that settles above Qeq, see `noise_offset`).

    Parameters
    ----------
    loop
        The control loop.
    duration
        Seconds.
    offered
        Offered load of each flow, bit/s. The backlog is sent later.
    limit
        Rate of the limiters that all flows have at the onset, bit/s; None: all are free.
    queue
        Queue at the onset, bytes.
    delay
        Delay from a sample to its effect, s, in whole steps.
    step
        Seconds.
    """
    line, least, asked = LINE_RATE / 8, MIN_RATE / 8, offered / 8
    per_byte = loop.sampling / loop.frame
    late: deque[float] = deque([0.0] * round(delay / step))

    def rates(state: _State) -> tuple[float, float, float]:
        """Return the rate of limiters, of a limited flow, and the mean over all flows."""
        _, _, free, logs, waiting = state
        allowed = min(math.exp(logs / (1 - free)), line) if free < 1 else line
        sent = allowed if waiting > 0 else min(allowed, asked)
        return allowed, sent, free * asked + (1 - free) * sent

    def slopes(state: _State, fb: float) -> _State:
        q, old, free, _, _ = state
        allowed, sent, mean = rates(state)
        grows = loop.flows * mean - loop.mu
        leave, change = 0.0, loop.additive * fb / allowed
        if fb < 0:
            leave = free * per_byte * asked
            change = math.log(max(1 + loop.decrease * fb, least / allowed))
        begins = max(line * (1 + loop.decrease * fb), least)
        return (
            grows if q > 0 or grows > 0 else 0.0,
            per_byte * loop.flows * mean * (q - old),
            -leave,
            (1 - free) * change * per_byte * sent + leave * math.log(begins),
            asked - sent if free < 1 else 0.0,
        )

    def moved(state: _State, a: _State, b: _State) -> _State:
        """Return the state a step later, by the mean of two slopes, kept within its limits."""
        q, old, free, logs, waiting = state
        half = step / 2
        free = min(max(free + half * (a[2] + b[2]), 0.0), 1.0)
        logs += half * (a[3] + b[3])
        if free < 1 and logs >= math.log(line) * (1 - free):
            free = 1.0
        return (
            max(q + half * (a[0] + b[0]), 0.0),
            max(old + half * (a[1] + b[1]), 0.0),
            free,
            max(logs, math.log(least) * (1 - free)) if free < 1 else 0.0,
            max(waiting + half * (a[4] + b[4]), 0.0),
        )

    state: _State = (queue, queue, 1.0, 0.0, 0.0)
    if limit is not None:
        state = (queue, queue, 0.0, math.log(limit / 8), 0.0)
    steps = max(1, round(duration / step))
    rows = np.empty((steps + 1, 3))
    for i in range(steps + 1):
        allowed, _, mean = rates(state)
        rows[i] = state[0], 8 * mean, 8 * allowed
        now = loop.feedback(state[0], state[1])
        if late:
            late.append(now)
            now = late.popleft()
        one = slopes(state, now)
        guess = moved(state, one, one)
        then = late[0] if late else loop.feedback(guess[0], guess[1])
        state = moved(state, one, slopes(guess, then))
    rows.flags.writeable = False  # the same course is drawn and tabulated
    return Course(step * np.arange(steps + 1), *rows.T)


def noise_offset(ratio: float) -> float:
    """Offset of the mean queue above Qeq, in standard deviations of Fb.

    In equilibrium the mean change of a rate is 0: Gi Ru E[Fb+] = Gd R* E[Fb-]. With normal Fb of
    mean m and deviation s, z = m / s, this gives r = (phi(z) - z (1 - Phi(z))) / (phi(z) + z
    Phi(z)). The mean of Fb is Qeq minus the mean queue, so the queue is -z deviations above Qeq:
    above Qeq for r > 1, at Qeq for r = 1, below for r < 1. The deviation itself is not predicted.

    Parameters
    ----------
    ratio
        r, above 0.
    """
    from scipy import optimize, stats

    _check("ratio", ratio, 0 < ratio < math.inf, "above 0 and finite")

    def excess(z: float) -> float:
        up = stats.norm.pdf(z) + z * stats.norm.cdf(z)
        down = stats.norm.pdf(z) - z * stats.norm.sf(z)
        return math.log(ratio) + math.log(up) - math.log(down)

    reach = 8.0
    if excess(-reach) * excess(reach) > 0:
        raise InputError(f"ratio = {ratio:g}: it must lie between 1e-15 and 1e15")
    return -float(optimize.brentq(excess, -reach, reach, xtol=1e-12))


RATIO, MOST_RATIO = 5.0, 30.0
"""Target and maximum of the ratio r of proposed gains."""
DERIVATIVE = 0.5
"""Target of X of proposed gains: that of the document's gains, a quarter of the limit."""


def propose_gains(loop: Loop) -> Loop:
    """Propose Gi and Gd for a queue and its flows.

    * Gi from X = W Gi Ru L / (ps mu) = 1/2 (rates in one unit): a sample corrects half of the
    queue's change since the last one. X above 2 reverses a change with a larger magnitude, and the
    noise of the queue grows well below that. W below 1/4, which gives hardly a derivative term, is
    treated as 1/4: Gi Ru is then at most 2 ps mu / L. * Gd from r = Gi Ru HSD / (Gd mu) = 5: r
    above 1 keeps the queue above Qeq, so that noise does not empty it; the larger r, the higher the
    queue (`noise_offset`: 0.6 deviations of Fb at 5, 1.3 at 30). * Gd at most 1 / (2 (2W + 1) Qeq):
    the largest Fb then halves a rate. If this limit is below the Gd of r = 5, r grows, up to 30;
    beyond that Gi is lowered instead.

    Parameters
    ----------
    loop
        The queue and its flows, whose gains are ignored.

    Returns
    -------
    Loop
        With the gains and a limit of Fb; 1 <= `ratio` <= 30 and `derivative` at most 1/2.
    """
    increase = DERIVATIVE * loop.samples / max(loop.weight, 0.25) / (loop.unit / 8)
    most = 1 / (2 * (2 * loop.weight + 1) * loop.set_point)
    at_rest = loop.mu / loop.flows / (loop.unit / 8)
    decrease = min(most, increase / (RATIO * at_rest))
    increase = min(increase, MOST_RATIO * decrease * at_rest)
    return replace(loop, increase=increase, decrease=decrease, clamp="Total")


def _limited(value: float, limit: float) -> float:
    return min(max(value, -limit), limit)


def _check(name: str, value: float, allowed: bool, words: str) -> None:
    if not (allowed and math.isfinite(value)):
        raise InputError(f"{name} = {value:g}: it must be {words}")
