# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The document's stability model, corrected: what BCN does to a queue and to its flows.

The document's equations, and what had to be corrected (README, "Inconsistencies"):

1. dq/dt = HSD lambda - mu, and q stays at 0 where it would fall below.
2. Fb = -(q - Qeq) - W (q - q_old), q_old the queue at the sample before; the document prints the
   second term with the other sign, which would drive the oscillation instead of damping it.
3. AI: dR/dt = Gi Ru Fb p lambda, with the rate unit Ru that the document leaves out, and MD:
   dR/dt = Gd R Fb p lambda. R is the rate of a limiter, lambda what the flow sends, p = ps / L the
   samples per byte; the document has ps, per frame.

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
    """A congestion point and the flows it controls, all alike.

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
        How Fb is limited, one of `CLAMPS`, as ``ns3::BcnCongestionPoint`` has them.
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
        """Samples per second at rest, p mu."""
        return self.sampling / self.frame * self.mu

    @property
    def additive(self) -> float:
        """Rate change of all flows together per byte of Fb and sample, in 1/s: Gi Ru."""
        return self.increase * self.unit / 8

    @property
    def multiplicative(self) -> float:
        """The same for a decrease at rest, where a flow has mu / HSD: Gd mu / HSD."""
        return self.decrease * self.mu / self.flows

    @property
    def ratio(self) -> float:
        """r, the increase over the decrease that the same Fb gives at rest: Gi Ru HSD / (Gd mu)."""
        return self.additive / self.multiplicative

    @property
    def derivative(self) -> float:
        """X = W Gi Ru / (p mu): what a sample overcorrects.

        A queue that changed by dq since the last sample grows by dq p mu bytes/s; the message takes
        Gi Ru W dq of that away, X times as much. Below 1 it is corrected in part, from 2 on turned
        into its opposite and larger.
        """
        return self.weight * self.additive / self.samples

    def feedback(self, queue: float, before: float) -> float:
        """Fb in bytes of a sample, after one that saw another queue."""
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
        """Deviation from rest at some times, from a first value and slope on."""
        root = np.sqrt(complex(self.damping**2 - 1))
        if abs(root) < 1e-9:
            root = complex(1e-9)
        one, other = (-self.frequency * (self.damping + sign * root) for sign in (-1, 1))
        a = (slope - other * first) / (one - other)
        return (a * np.exp(one * times) + (first - a) * np.exp(other * times)).real


def oscillator(loop: Loop, gain: float) -> Oscillator:
    """Linearise at rest with one gain for both signs of Fb, `additive` or `multiplicative`.

    d2q/dt2 = -gain p mu [(q - Qeq) + W dq/dt / (p mu)], so that the frequency is sqrt(gain p mu)
    and the damping W/2 sqrt(gain / (p mu)). The difference of two samples is taken for the
    derivative: true for oscillations that are slow against the samples.
    """
    return Oscillator(
        math.sqrt(gain * loop.samples), loop.weight / 2 * math.sqrt(gain / loop.samples)
    )


_State = tuple[float, float, float, float, float]
"""Queue, queue at the last sample, share of free flows, mean logarithm of the others' rates times
their share, and what waits at one of these."""


@dataclass
class Course:
    """What the fluid model predicts, one entry a step.

    Attributes
    ----------
    times
        Seconds since the onset.
    queue
        Bytes.
    sent
        What a flow sends in the mean over all flows, bit/s.
    limit
        What the limiters allow, geometric mean over flows that have one; C while none has.
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
    line_rate: float = 10e9,
    min_rate: float = 10e6,
    first_rate: float | None = None,
    limit: float | None = None,
    queue: float = 0.0,
    delay: float = 0.0,
    step: float = 2e-5,
) -> Course:
    """Integrate the model from an onset on, by Heun's method.

    Flows are free until their first negative message; what is left of them falls by p lambda a
    second. The others are taken for one, with the geometric mean of their rates: a decrease, which
    multiplies, acts on that, an increase adds to it. What the queue was at the last
    sample is taken in the mean too: samples come at random, p HSD lambda a second, and with each
    the old value becomes the new one. There is no PAUSE in the model and no chance: where that
    decides (memory that is full, a queue that settles above Qeq, see `noise_offset`) the simulation
    goes another way.

    Parameters
    ----------
    loop
        What is controlled.
    duration
        Seconds.
    offered
        What each flow is offered, bit/s. What it may not send waits and is sent later.
    line_rate, min_rate
        C and Rmin in bit/s. Limiters that reach C are deleted.
    first_rate
        Ri, the rate to which the first message about a flow is applied, bit/s; None: C.
    limit
        Rate of the limiters that all flows have at the onset, bit/s; None: all are free.
    queue
        At the onset, bytes.
    delay
        From a sample to its effect, s; to whole steps.
    step
        Seconds.
    """
    _check("duration", duration, duration > 0, "above 0")
    _check("step", step, 0 < step <= duration, "above 0 and at most the duration")
    _check("delay", delay, delay >= 0, "from 0 on")
    line, least, asked = line_rate / 8, min_rate / 8, offered / 8
    first = line if first_rate is None else first_rate / 8
    per_byte = loop.sampling / loop.frame
    late: deque[float] = deque([0.0] * round(delay / step))

    def rates(state: _State) -> tuple[float, float, float]:
        """Give what limiters allow, what a limited flow sends, and all flows in the mean."""
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
        begins = max(first * (1 + loop.decrease * fb), least)
        return (
            grows if q > 0 or grows > 0 else 0.0,
            per_byte * loop.flows * mean * (q - old),
            -leave,
            (1 - free) * change * per_byte * sent + leave * math.log(begins),
            asked - sent if free < 1 else 0.0,
        )

    def moved(state: _State, a: _State, b: _State) -> _State:
        """Give the state a step later, by the mean of two slopes, kept within its limits."""
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
    """Find how far the mean queue lies above Qeq, in standard deviations of Fb.

    At rest the mean change of a rate is 0: Gi Ru E[Fb+] = Gd R* E[Fb-]. With normal Fb of mean m
    and deviation s, z = m / s, that is r = (phi(z) - z (1 - Phi(z))) / (phi(z) + z Phi(z)). The
    mean of Fb is Qeq minus the mean queue, so the queue lies -z deviations above Qeq: above it for
    r > 1, on it for r = 1, below for r < 1. The deviation itself is not predicted.

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
"""The ratio r that proposed gains aim at, and the largest."""
DERIVATIVE = 0.5
"""X that proposed gains aim at: that of the document's gains, a quarter of the limit."""


def propose_gains(
    set_point: float,
    weight: float,
    sampling: float,
    flows: float,
    service: float,
    *,
    unit: float = 10e6,
    frame: float = 1500.0,
) -> Loop:
    """Propose Gi and Gd for a queue and its flows.

    * Gi from X = W Gi Ru L / (ps mu) = 1/2 (rates in one unit): a sample corrects half of what the
      queue changed since the last one. From 2 on it turns the change into a larger one of the other
      sign, and the noise of the queue grows long before. With W below 1/4, where there is hardly a
      derivative term, as if W were 1/4: Gi Ru is then at most 2 ps mu / L.
    * Gd from r = Gi Ru HSD / (Gd mu) = 5: r above 1 keeps the queue above Qeq, so that chance does
      not empty it; the larger r, the farther above (`noise_offset`: 0.6 deviations of Fb at 5, 1.3
      at 30).
    * Gd at most 1 / (2 (2W + 1) Qeq): the largest Fb then halves a rate. Where this is less than
      what r = 5 asks for, r grows, up to 30; from there on Gi is lowered instead.

    Parameters
    ----------
    set_point, weight, sampling, flows, service, unit, frame
        As in `Loop`: Qeq in bytes, W, ps, HSD, mu and Ru in bit/s, L in bytes.

    Returns
    -------
    Loop
        With the gains; 1 <= `ratio` <= 30 and `derivative` at most 1/2.
    """
    plain = Loop(flows, service, set_point, weight, sampling, 0.0, 0.0, unit, "Total", frame)
    increase = DERIVATIVE * plain.samples / max(weight, 0.25) / (unit / 8)
    most = 1 / (2 * (2 * weight + 1) * set_point)
    at_rest = plain.mu / flows / (unit / 8)
    decrease = min(most, increase / (RATIO * at_rest))
    increase = min(increase, MOST_RATIO * decrease * at_rest)
    return replace(plain, increase=increase, decrease=decrease)


def _limited(value: float, limit: float) -> float:
    return min(max(value, -limit), limit)


def _check(name: str, value: float, allowed: bool, words: str) -> None:
    if not (allowed and math.isfinite(value)):
        raise InputError(f"{name} = {value:g}: it must be {words}")
