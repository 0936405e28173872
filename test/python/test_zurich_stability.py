# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The stability model: against its own linear form, in closed form, and against finer steps."""

from __future__ import annotations

import importlib
import math
from dataclasses import replace

import numpy as np
import pytest
from burstlab.errors import InputError
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats
from zurich_world import STUDY  # noqa: F401  # makes the study's files importable

stability, runs = (
    importlib.import_module(f"burstlab_study_zurich_hotspot.{name}")
    for name in ("stability", "runs")
)
Loop = stability.Loop

# Worked out by hand from s^2 + k W s + k p mu = 0, k = Gi Ru / 8 or Gd mu / HSD, three digits.
LINEAR = {
    "N 8": (Loop(7, 2e9), (1667, 0.50), (445, 0.134)),
    "N 16": (Loop(15, 2e9), (1667, 0.50), (304, 0.091)),
    "N 32": (Loop(31, 2e9), (1667, 0.50), (212, 0.064)),
    "N 128": (
        Loop(127, 2e9, increase=400 / 750e3, decrease=1 / 750e3),
        *((1491, 0.45), (94, 0.028)),
    ),
    "case 3": (Loop(9, 0.5e9), (833, 1.0), (98, 0.118)),
    "case 5": (Loop(4, 10e9), (3727, 0.22), (2946, 0.177)),
}


@pytest.mark.parametrize("name", LINEAR)
def test_frequency_and_damping_of_the_linear_model(name):
    loop, additive, multiplicative = LINEAR[name]
    for gain, known in ((loop.additive, additive), (loop.multiplicative, multiplicative)):
        found = stability.oscillator(loop, gain)
        assert found.frequency == pytest.approx(known[0], rel=0.006)
        assert found.damping == pytest.approx(known[1], rel=0.02)


def test_ratio_and_overcorrection_of_the_base_setting():
    """r = 6.6667e-4 x 10 Mb/s x 15 / (1.6667e-6 x 2 Gb/s) = 30, X = W / 4."""
    loop = Loop(15, 2e9)
    assert loop.ratio == pytest.approx(30, rel=1e-4)
    assert loop.derivative == pytest.approx(0.5, rel=1e-4)
    assert replace(loop, weight=50).derivative == pytest.approx(12.5, rel=1e-4)


def test_oscillator_solves_its_equation():
    for damping in (0.2, 1.0, 1.7):
        one = stability.Oscillator(300.0, damping)
        found = integrate.solve_ivp(
            lambda _, y, z=damping: [y[1], -2 * z * 300 * y[1] - 300**2 * y[0]],
            *((0, 0.02), [5.0, -100.0]),
            **{"t_eval": np.linspace(0, 0.02, 50), "rtol": 1e-10, "atol": 1e-12},
        )
        assert one.deviation(found.t, 5.0, -100.0) == pytest.approx(found.y[0], abs=1e-6)


def quick_sampling(damping: float) -> Loop:
    """A loop with equal gains for both signs, sampled 1000 times in a radian."""
    service, flows = 2e9, 15
    loop = Loop(flows, service, sampling=1.0, frame=15.0)  # p mu = 1.7e7 samples a second
    gain = (1e4) ** 2 / loop.samples
    weight = 2 * damping / math.sqrt(gain / loop.samples)
    loop = replace(loop, increase=gain / (10e6 / 8), decrease=gain * flows / loop.mu, weight=weight)
    return replace(loop, clamp="None")


@pytest.mark.parametrize("damping", [0.1, 0.3, 0.7])
def test_small_deviations_are_those_of_the_damped_oscillator(damping):
    loop = quick_sampling(damping)
    linear = stability.oscillator(loop, loop.additive)
    assert loop.ratio == pytest.approx(1)
    assert linear.frequency == pytest.approx(1e4)
    assert linear.damping == pytest.approx(damping)
    fair = loop.service / loop.flows
    found = stability.course(loop, 1e-3, 10e9, limit=fair, queue=loop.set_point + 10, step=1e-7)
    known = linear.deviation(found.times, 10.0)
    assert found.queue - loop.set_point == pytest.approx(known, abs=0.15)
    assert found.limit[-1] == pytest.approx(fair, rel=1e-3)


@pytest.mark.parametrize("clamp", stability.CLAMPS)
def test_smaller_steps_change_little(clamp):
    loop = Loop(15, 2e9, clamp=clamp)
    coarse, fine, finest = (
        stability.course(loop, 0.05, 8.5e9 / 15, step=step) for step in (8e-5, 2e-5, 5e-6)
    )
    first = np.abs(coarse.queue - finest.queue[::16]).max()
    second = np.abs(fine.queue - finest.queue[::4]).max()
    assert second < 0.01 * finest.queue.max()
    assert second < 0.5 * first


def test_queue_fills_at_the_rate_of_the_overload_before_anything_reacts():
    """(8.5 - 2) Gb/s are 812.5 KB/ms; no message takes effect within the delay."""
    found = stability.course(Loop(15, 2e9), 1e-3, 8.5e9 / 15, delay=1e-3, step=1e-5)
    assert found.queue[-1] == pytest.approx(812.5e3, rel=1e-6)
    assert found.sent == pytest.approx(8.5e9 / 15)


def test_model_comes_to_rest_at_its_set_point_and_fair_share():
    loop = Loop(15, 2e9)
    found = stability.course(loop, 0.5, 8.5e9 / 15)
    tail = found.times > 0.45
    assert found.queue[tail].mean() == pytest.approx(loop.set_point, rel=0.02)
    assert loop.flows * found.sent[tail].mean() == pytest.approx(loop.service, rel=0.01)


def test_what_is_offered_less_than_served_is_left_alone():
    found = stability.course(Loop(15, 10e9), 0.01, 8.5e9 / 15)
    assert not found.queue.any()
    assert found.limit == pytest.approx(10e9)


@pytest.mark.parametrize(
    ("clamp", "queue", "before", "feedback"),
    [
        # Qeq = 150 KB, W = 2: -(q - Qeq) - 2 (q - before), then within (2 W + 1) Qeq = 750 KB.
        *(("None", 200e3, 190e3, -70e3), ("None", 1000e3, 0, -2850e3), ("None", 0, 0, 150e3)),
        *(("Total", 1000e3, 0, -750e3), ("Total", 0, 800e3, 750e3), ("Total", 200e3, 190e3, -70e3)),
        *(("Terms", 1000e3, 0, -750e3), ("Terms", 160e3, 1000e3, 590e3), ("Terms", 0, 0, 150e3)),
    ],
)
def test_feedback_and_its_limits(clamp, queue, before, feedback):
    assert Loop(15, 2e9, clamp=clamp).feedback(queue, before) == pytest.approx(feedback)


def test_queue_of_noise_lies_on_target_where_both_signs_weigh_the_same():
    assert stability.noise_offset(1.0) == pytest.approx(0, abs=1e-9)


# Solved by bisection of the equation with tables of the normal law, two decimals.
@pytest.mark.parametrize(("ratio", "z"), [(14, 1.03), (30, 1.31), (62, 1.56), (254, 2.02)])
def test_offsets_of_eight_to_128_stations(ratio, z):
    assert stability.noise_offset(ratio) == pytest.approx(z, abs=0.005)
    assert stability.noise_offset(1 / ratio) == pytest.approx(-z, abs=0.005)


@given(st.floats(0.01, 1000))
def test_mean_change_is_zero_at_the_offset(ratio):
    """Gi Ru E[Fb+] = Gd R* E[Fb-], both by numerical integration over the normal law."""
    z = -stability.noise_offset(ratio)
    up, _ = integrate.quad(lambda x: max(x, 0) * stats.norm.pdf(x - z), 0, 12, limit=200)
    down, _ = integrate.quad(lambda x: -min(x, 0) * stats.norm.pdf(x - z), -12, 0, limit=200)
    assert ratio * up == pytest.approx(down, rel=1e-6)


@given(
    *(st.floats(1e4, 1e7), st.floats(0, 50), st.floats(1e-3, 1)),
    *(st.integers(1, 5000), st.floats(1e8, 4e11)),
)
def test_proposed_gains_keep_their_limits(set_point, weight, sampling, flows, service):
    loop = stability.propose_gains(Loop(flows, service, set_point, weight, sampling))
    assert 1 <= loop.ratio <= 30 * (1 + 1e-9)
    assert loop.derivative <= 0.5 * (1 + 1e-9)
    assert loop.decrease * (2 * weight + 1) * set_point <= 0.5 * (1 + 1e-9)


def test_proposed_gains_settle_in_the_model():
    for flows, service in ((15, 2e9), (127, 2e9), (4, 10e9)):
        loop = stability.propose_gains(Loop(flows, service))
        fair = service / flows
        found = stability.course(loop, 1.0, 10e9, limit=2 * fair, queue=150e3, step=2e-5)
        tail = found.times > 0.9
        assert flows * found.sent[tail].mean() == pytest.approx(service, rel=0.02)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"flows": 0}, r"flows.*\b0\b.*above 0"),
        ({"sampling": 1.5}, r"sampling.*1\.5.*at most 1"),
        ({"clamp": "total"}, "clamp.*'total'.*None, Terms, Total"),
        ({"weight": -1}, r"weight.*-1.*\b0\b"),
    ],
)
def test_wrong_loops_are_refused(wrong, sentence):
    with pytest.raises(InputError, match=sentence):
        Loop(**{"flows": 15, "service": 2e9, **wrong})
