# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study traffic: what it reads from its runs, and the rules of its verdicts.

Oracles: variance of the Poisson law; exact fractional Gaussian noise, whose H is given; normal
deviations of known mean. The estimators themselves are tested in test_hurst.py.
"""

from __future__ import annotations

import importlib
import math
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.engine import plan, sweep
from burstlab.statistics import fgn, haar
from burstlab.study import find_studies, judge, measures
from synthetic import write_archive

STUDY = find_studies(["traffic"])["traffic"]
READING = STUDY.readings[0].name
runs, reading, tables = (
    importlib.import_module(f"burstlab_study_traffic.{name}")
    for name in ("runs", "reading", "tables")
)


class Nothing:
    """Results of which nothing is read: what is read is put in its place."""

    used: frozenset[int] = frozenset()

    def where(self, **_: object) -> Nothing:
        return self


def judged(claim: str):
    declared = {c.id: c for c in (*STUDY.claims, *STUDY.checks)}[claim]
    return judge(STUDY, declared, READING, Nothing())[0]


def judge_two(tmp_path, poisson, self_similar):
    """Judgements of C1 and C2, from counts of each process."""
    path = write_archive(
        tmp_path / "archive.sqlite",
        {
            runs.POISSON: poisson,
            runs.SELF_SIMILAR: self_similar,
        },
    )
    with Archive(path) as archive:
        results = archive.select(archive.run_ids())
        return {claim.id: judge(STUDY, claim, READING, results)[0] for claim in STUDY.claims[:2]}


def test_mean_rate_is_that_of_the_floored_pareto_law():
    # E[floor(X)] = sum of P(X >= k) = sum of k^-alpha, added up to where an integral takes over.
    k = np.arange(1, 1_000_001, dtype=float)
    on, off = (
        (k**-shape).sum() + (k[-1] + 0.5) ** (1 - shape) / (shape - 1) for shape in (1.9, 1.25)
    )
    assert pytest.approx(on / (on + off) / 10, rel=1e-9) == runs.SOURCE_RATE
    ticks_per_ms, packets_per_device_and_ms, devices = 50_000, 500, 120
    offered = packets_per_device_and_ms * devices / ticks_per_ms
    assert math.floor(offered / runs.SOURCE_RATE) == runs.SOURCES


@pytest.mark.usefixtures("runner")
def test_scenario_records_every_slot_of_both_processes(tmp_path):
    slots = 2500
    specs = [
        replace(spec, attributes={**spec.attributes, "Slots": slots})
        for spec in STUDY.specs("quick")
        if spec.run == 1 and spec.labels["part"] == "traces"
    ]
    planned = plan(specs, catalogue.runner())
    outcome = sweep(planned, tmp_path / "archive.sqlite", study="traffic")
    assert outcome.failures == ()
    with Archive(tmp_path / "archive.sqlite") as archive:
        results = archive.select(outcome.run_ids)
        series = results.series("arrivals")
        assert (series.attrs["time_unit"], series.attrs["period"]) == ("tick", runs.SLOT)
        scales = results.table("scales")
        for run_id, trace in series.groupby("run_id"):
            assert trace["t"].tolist() == list(range(0, slots * runs.SLOT, runs.SLOT))
            scalars = {
                metric: results.scalars(metric).set_index("run_id")["value"][run_id]
                for metric in ("count", "nominal_rate")
            }
            assert trace["value"].sum() == scalars["count"]
            assert scalars["nominal_rate"] == pytest.approx(runs.MEAN_RATE, rel=1e-8)
            pairs = trace["value"].to_numpy().reshape(-1, 2)
            first = scales[(scales["run_id"] == run_id) & (scales["octave"] == 1)].iloc[0]
            assert first["blocks"] == len(pairs)
            assert first["variance"] == pytest.approx(pairs.sum(axis=1).var(ddof=1))
            assert first["energy"] == pytest.approx(np.mean((pairs[:, 0] - pairs[:, 1]) ** 2 / 2))
            # what the simulation says about H while it runs is what the trace says afterwards
            estimate = haar(trace["value"])
            for metric, value in (
                ("hurst", estimate.hurst),
                ("hurst_low", estimate.low),
                ("hurst_high", estimate.high),
                ("hurst_first_octave", math.log2(estimate.scales[0])),
            ):
                streamed = results.scalars(metric).set_index("run_id")["value"][run_id]
                assert streamed == pytest.approx(value, abs=1e-9)
        for process in runs.PROCESSES:
            traces = reading.traces(results, "traces", process=process)
            assert traces.shape == (1, slots)


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_replications_are_independent_and_the_same_for_all_processes(edition):
    by_process = {}
    for spec in STUDY.specs(edition):
        if spec.attributes.get("Slot") == runs.SLOT:
            assert spec.attributes["Slots"] == runs.SLOTS[edition]
            by_process.setdefault(spec.attributes["Process"], []).append((spec.seed, spec.run))
    first, second = (by_process[process] for process in runs.PROCESSES.values())
    assert first == second
    assert len(set(first)) == len(first) >= 5
    keys = [
        (spec.scenario, tuple(spec.attributes.items()), spec.run) for spec in STUDY.specs(edition)
    ]
    assert len(set(keys)) == len(keys)


def test_a_pool_and_its_single_source_differ_by_their_number():
    reading = "Rate=1.2|PhaseRule=AtStart|LambdaMapping=Pool"
    assert runs.one_source(reading) == runs.on_off("Sources=1|PhaseRule=AtStart")


def test_variance_of_poisson_counts_is_their_mean():
    counts = np.random.default_rng(1).poisson(20, (8, 50_000))
    for m in reading.SCALES:
        expected = 20 * m
        error = math.sqrt(2 / (counts.size / m))
        assert reading.variances(counts, m, mean=20).mean() == pytest.approx(
            expected, rel=4 * error
        )


def test_variance_is_unbiased_where_the_mean_of_the_trace_hides_it():
    # Two constant traces 90 and 110: every deviation is 10, though neither trace varies by itself.
    counts = np.repeat([[90.0], [110.0]], 100, axis=1)
    assert reading.variances(counts, 1, mean=100).tolist() == [100, 100]
    assert reading.variances(counts, 10, mean=100).tolist() == [10_000, 10_000]
    # About the exact mean, 43 sources x 0.0275774 x 100 ticks, whatever the other trace is.
    assert reading.variances(counts[:1], 1) == pytest.approx([(90 - 118.58278564) ** 2])


MEAN = 43 * 0.0275773920103 * 100
"""Requests in a slot of 100 ticks, of either process."""


def counts_of(generator, h, sd, runs=6, slots=20_000):
    return np.rint(MEAN + sd * fgn(slots, h, generator, replications=runs))


@pytest.mark.parametrize(
    ("h", "factor", "c1", "c2"),
    [
        (0.85, 3.0, "reproduced", "reproduced"),
        (0.85, 1.5, "differs", "reproduced"),
        (0.5, 3.0, "reproduced", "differs"),
    ],
)
def test_verdicts_follow_the_rules(tmp_path, h, factor, c1, c2):
    generator = np.random.default_rng(6)
    poisson = generator.poisson(MEAN, (6, 20_000))
    found = judge_two(tmp_path, poisson, counts_of(generator, h, math.sqrt(MEAN * factor)))
    assert found["C1"].verdict == c1
    assert found["C1"].measured == pytest.approx(factor, rel=0.1)
    assert found["C2"].verdict == c2
    assert found["C2"].runs == 12


def test_five_replications_are_not_enough(tmp_path):
    generator = np.random.default_rng(5)
    poisson = generator.poisson(MEAN, (5, 20_000))
    found = judge_two(tmp_path, poisson, counts_of(generator, 0.8, math.sqrt(3 * MEAN), runs=5))
    assert [one.verdict for one in found.values()] == ["not-asked"] * 2


def test_claim_on_the_slope_is_not_testable_when_the_control_fails(tmp_path):
    generator = np.random.default_rng(6)
    found = judge_two(tmp_path, counts_of(generator, 0.7, 11), counts_of(generator, 0.9, 22))
    assert found["C2"].verdict == "not-testable"


def test_interval_that_reaches_the_limit_decides_nothing(tmp_path):
    # Half of the replications lie far below both limits, half above.
    generator = np.random.default_rng(7)
    counts = np.concatenate(
        [counts_of(generator, 0.5, 11, runs=3), counts_of(generator, 0.95, 22, runs=3)]
    )
    found = judge_two(tmp_path, generator.poisson(MEAN, (6, 20_000)), counts)
    for name, limit in (("C1", 2), ("C2", 0.75)):
        assert found[name].low < limit < found[name].high
        assert found[name].verdict == "undecided"
        assert found[name].needed is None or found[name].needed > 6


@pytest.fixture
def generator():
    """One for each test: a verdict does not depend on which tests ran before."""
    return np.random.default_rng(8)


@pytest.mark.parametrize(
    ("above", "verdict"), [(0.05, "consistent"), (0.005, "differs"), (0.0, "differs")]
)
def test_frequently_is_more_than_one_slot_in_a_hundred(monkeypatch, generator, above, verdict):
    traces = np.full((8, 1500), 179.0)
    traces[generator.random(traces.shape) < above] = 400
    monkeypatch.setattr(reading, "traces", lambda *_, **__: traces)
    judgement = judged("C3")
    assert judgement.verdict == verdict
    assert judgement.measured == pytest.approx(np.median((traces > 365.566).mean(axis=1)))


@pytest.mark.parametrize(
    ("bias", "verdict"), [(0.0, "reproduced"), (0.01, "undecided"), (0.02, "differs")]
)
def test_biased_start_is_found(monkeypatch, generator, bias, verdict):
    # Standard error 0.001 of the mean, margin 0.01: half a bias of 0.02 leaves the interval.
    frames = {
        kind: pd.DataFrame({10_000: bias + shift + 0.01 * generator.standard_normal(100)})
        for kind, shift in zip(runs.STARTS, (0, 0.09, 0.09), strict=True)
    }
    monkeypatch.setattr(reading, "start_deviations", lambda _: frames)
    judgement = judged("V1")
    assert judgement.verdict == verdict
    note = re.search(r"FreshOff \+([\d.]+) %", judgement.note)
    assert float(note[1]) == pytest.approx(9 + 100 * bias, abs=4 * 0.1)


def without_chance(generator, n):
    """Deviations of mean 0 and standard deviation 1, in any order."""
    values = np.sort(generator.standard_normal(n))
    return generator.permutation((values - values.mean()) / values.std())


@pytest.mark.parametrize(
    ("wrong", "bias", "verdict"),
    [
        ("round, free grid", 0.0, "reproduced"),
        ("round, free grid", 0.005, "reproduced"),
        ("round, free grid", 0.01, "undecided"),
        *((name, -0.02, "differs") for name in runs.RULES),
    ],
)
def test_one_wrong_rate_fails_the_check_of_rates(monkeypatch, generator, wrong, bias, verdict):
    # Standard deviation 0.06 of 1600 starts: standard error 0.0015, margin 0.01.
    deviations = {name: pd.Series(0.06 * without_chance(generator, 1600)) for name in runs.RULES}
    deviations[wrong] += bias
    monkeypatch.setattr(
        reading, "starts", lambda _, rule, **__: pd.DataFrame({1000: deviations[rule]})
    )
    judgement = judged("V2")
    assert judgement.verdict == verdict
    if bias:
        assert judgement.measured == pytest.approx(bias)
        assert judgement.note.startswith(f"Measured: {wrong}. 1600 starts")


@pytest.mark.parametrize("octave", [1, 8, 10, 11])
@pytest.mark.parametrize(
    ("factor", "verdict"), [(1.0, "reproduced"), (1.1, "undecided"), (1.2, "differs")]
)
def test_one_wrong_octave_fails_the_check_of_energies(
    monkeypatch, generator, octave, factor, verdict
):
    # Standard error 1.6 % of each mean energy, margin 10 %; octaves 11 to 13 are not judged.
    octaves = np.arange(1, 14)
    exact = pd.DataFrame({"energy": 2.0**octaves}, index=octaves)
    noise = np.stack([without_chance(generator, 40) for _ in octaves], axis=1)
    energies = 2.0**octaves * (1 + 0.1 * noise)
    energies[:, octave - 1] *= factor
    frame = pd.DataFrame(energies, columns=octaves).rename_axis("run_id")
    frame = frame.melt(ignore_index=False, var_name="octave", value_name="energy").reset_index()
    monkeypatch.setattr(measures, "scales", lambda _: frame)
    monkeypatch.setattr(reading, "curve", lambda *_: exact)
    judgement = judged("V3")
    assert judgement.verdict == (verdict if octave <= 10 else "reproduced")
    if octave > 10:
        assert f"{octave}: {factor:.2f} +-" in judgement.note
    elif factor > 1:
        assert judgement.measured == pytest.approx(factor)
        assert judgement.note.startswith(f"Measured: octave {octave}. 40 traces.")


def test_a_check_of_a_mean_needs_thirty_runs(monkeypatch, generator):
    deviations = pd.DataFrame({1000: 0.001 * without_chance(generator, 29)})
    monkeypatch.setattr(reading, "starts", lambda _, **__: deviations)
    assert judged("V2").verdict == "not-asked"


def test_pooled_estimate_says_its_scales_or_that_there_is_none():
    noise = fgn(4096, 0.7, np.random.default_rng(9), replications=4)
    assert re.fullmatch(r"0\.(69|70|71)\d \[.*\], [24] to 1,024 slots", tables.pooled_haar(noise))
    rising = np.cumsum(np.ones((2, 4096)), axis=1) ** 2
    assert tables.pooled_haar(rising).startswith("none")
