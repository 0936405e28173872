# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study traffic: its estimators on traces of known law, and the rules of its verdicts.

Oracles: variance of the Poisson law; exact fractional Gaussian noise, whose H is given; the
expected variance of the bins of such a trace, K/(K-1) (1 - K^(2H-2)) of the true one.
"""

from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from burstlab.archive import Archive
from burstlab.engine import plan, sweep
from burstlab.studies import RunSpec, find_studies
from scipy import stats
from synthetic import fractional_noise, write_archive

STUDY = find_studies(["traffic"])["traffic"]
study = sys.modules[STUDY.figures[0].draw.__module__]


def judge(tmp_path, poisson, self_similar):
    """Judgements by id of the claim, from counts of each process."""
    path = write_archive(
        tmp_path / "archive.sqlite",
        {
            study.PROCESSES[study.POISSON]: poisson,
            study.PROCESSES[study.SELF_SIMILAR]: self_similar,
        },
    )
    with Archive(path) as archive:
        results = archive.select(archive.run_ids())
        return {claim.id: claim.judge(results) for claim in STUDY.claims}


def test_mean_rate_is_that_of_the_floored_pareto_law():
    # E[floor(X)] = sum of P(X >= k) = sum of k^-alpha, added up to where an integral takes over.
    k = np.arange(1, 1_000_001, dtype=float)
    on, off = (
        (k**-shape).sum() + (k[-1] + 0.5) ** (1 - shape) / (shape - 1) for shape in (1.9, 1.25)
    )
    rate_of_a_source = study.MEAN_RATE / study.SOURCES
    assert rate_of_a_source == pytest.approx(on / (on + off) / 10, rel=1e-9)
    ticks_per_ms, packets_per_device_and_ms, devices = 50_000, 500, 120
    offered = packets_per_device_and_ms * devices / ticks_per_ms
    assert math.floor(offered / rate_of_a_source) == study.SOURCES


@pytest.mark.usefixtures("runner")
def test_scenario_records_every_slot_of_both_processes(tmp_path):
    slots = 2500
    specs = [
        RunSpec(spec.scenario, {**spec.attributes, "Slots": slots}, spec.seed, spec.run)
        for spec in STUDY.specs("quick")
        if spec.run == 1
    ]
    outcome = sweep(plan(specs), tmp_path / "archive.sqlite")
    assert outcome.failures == ()
    with Archive(tmp_path / "archive.sqlite") as archive:
        results = archive.select(outcome.run_ids)
        series = results.series("arrivals")
        assert series.attrs == {"time_unit": "tick", "period": study.SLOT}
        for run_id, trace in series.groupby("run_id"):
            assert trace["t"].tolist() == list(range(0, slots * study.SLOT, study.SLOT))
            scalars = {
                metric: results.scalars(metric).set_index("run_id")["value"][run_id]
                for metric in ("count", "nominal_rate")
            }
            assert trace["value"].sum() == scalars["count"]
            assert scalars["nominal_rate"] == pytest.approx(study.MEAN_RATE, rel=1e-8)
        assert {name: t.shape for name, t in study.traces(results).items()} == {
            study.POISSON: (1, slots),
            study.SELF_SIMILAR: (1, slots),
        }


def test_specs_give_both_processes_the_same_independent_replications():
    for edition, slots in (("quick", 10**5), ("full", 10**6)):
        specs = STUDY.specs(edition)
        by_process = {}
        for spec in specs:
            assert spec.attributes["Slots"] == slots
            by_process.setdefault(spec.attributes["Process"], []).append((spec.seed, spec.run))
        assert set(by_process) == set(study.PROCESSES.values())
        first, second = by_process.values()
        assert first == second
        assert len(set(first)) == len(first) >= 5


def test_binned_adds_up_whole_bins_only():
    assert study.binned(np.arange(7), 3).tolist() == [3, 12]
    assert study.binned(np.ones((2, 10)), 5).tolist() == [[5, 5], [5, 5]]


def test_variance_of_poisson_counts_is_their_mean():
    counts = np.random.default_rng(1).poisson(20, (8, 50_000))
    for m in study.SCALES:
        expected = 20 * m
        error = math.sqrt(2 / (counts.size / m))
        assert study.variances(counts, m).mean() == pytest.approx(expected, rel=4 * error)


def test_variance_is_unbiased_where_the_mean_of_the_trace_hides_it():
    # Two constant traces 90 and 110: every deviation is 10, though neither trace varies by itself.
    counts = np.repeat([[90.0], [110.0]], 100, axis=1)
    assert study.variances(counts, 1).tolist() == [100, 100]
    assert study.variance_time(counts, np.array([1])).tolist() == [[0], [0]]


def test_aggregations_are_ten_a_decade_and_end_where_told():
    m = study.aggregations(10_000)
    assert (m[0], m[-1]) == (1, 10_000)
    assert set(10 ** np.arange(5)) <= set(m)
    assert np.all(np.diff(m[m >= 10]) / m[m >= 10][:-1] < 0.34)


@pytest.mark.parametrize("h", [0.5, 0.6, 0.75, 0.9])
def test_corrected_fit_reads_h_of_exact_noise(h):
    # Spread of one estimate at 2^16 slots is at most 0.0116 for these H (self-similar.md, 3.2);
    # four standard errors of the mean of 16.
    traces = fractional_noise(np.random.default_rng(2), h, 2**16, 16)
    assert study.corrected_hurst(traces).mean() == pytest.approx(h, abs=4 * 0.0116 / 4)


@pytest.mark.parametrize(("h", "bias", "spread"), [(0.5, -0.0034, 0.0185), (0.9, -0.0487, 0.0245)])
def test_fit_by_hand_reads_less_as_the_theory_says(h, bias, spread):
    # Bias and spread of the naive fit for m = 1 to n/10, n = 2^16 (self-similar.md, 3.2).
    traces = fractional_noise(np.random.default_rng(3), h, 2**16, 16)
    assert study.hurst(traces).mean() - h == pytest.approx(bias, abs=4 * spread / 4)


def test_correction_is_the_expected_variance_of_long_bins():
    h, slots, m = 0.85, 2**13, 512
    traces = fractional_noise(np.random.default_rng(4), h, slots, 2000)
    bins = slots // m
    measured = study.variance_time(traces, np.array([m]))[:, 0]
    expected = m ** (2 * h - 2) * bins / (bins - 1) * (1 - bins ** (2 * h - 2))
    assert measured.mean() == pytest.approx(expected, abs=4 * stats.sem(measured))


def counts_of(generator, h, sd, runs=6, slots=20_000):
    return np.rint(1000 + sd * fractional_noise(generator, h, slots, runs))


@pytest.mark.parametrize(
    ("h", "factor", "c1", "c2"),
    [
        (0.8, 3.0, "reproduced", "reproduced"),
        (0.8, 1.5, "differs", "reproduced"),
        (0.5, 3.0, "reproduced", "differs"),
    ],
)
def test_verdicts_follow_the_rules(tmp_path, h, factor, c1, c2):
    generator = np.random.default_rng(5)
    poisson = generator.poisson(1000, (6, 20_000))
    judged = judge(tmp_path, poisson, counts_of(generator, h, math.sqrt(1000 * factor)))
    assert judged["traffic/C1"].verdict == c1
    assert judged["traffic/C1"].measured == pytest.approx(factor, rel=0.1)
    assert judged["traffic/C2"].verdict == c2
    assert judged["traffic/C2"].runs == 6


def test_claim_on_the_slope_is_not_testable_when_the_control_fails(tmp_path):
    generator = np.random.default_rng(6)
    judged = judge(tmp_path, counts_of(generator, 0.7, 30), counts_of(generator, 0.9, 60))
    assert judged["traffic/C2"].verdict == "not-testable"


def test_interval_that_reaches_the_limit_does_not_reproduce(tmp_path):
    # Half of the replications lie far below both limits, half above: the means lie above.
    generator = np.random.default_rng(7)
    counts = np.concatenate(
        [counts_of(generator, 0.5, 33, runs=3), counts_of(generator, 0.95, 62, runs=3)]
    )
    judged = judge(tmp_path, generator.poisson(1000, (6, 20_000)), counts)
    for name, limit in (("traffic/C1", 2), ("traffic/C2", 0.6)):
        assert judged[name].low < limit < judged[name].measured
        assert judged[name].verdict == "differs"
