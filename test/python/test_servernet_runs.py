# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study servernet: what it runs, and that it reads its runs as they were meant."""

from __future__ import annotations

from dataclasses import replace

import pytest
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.engine import RunSpec, plan, sweep
from burstlab.study import judge
from servernet_world import STUDY, reading, runs

CHECKS = {check.id: check for check in STUDY.checks}


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_every_variant_sees_the_same_random_numbers(edition):
    specs = [s for s in STUDY.specs(edition) if s.scenario == "servernet-load"]
    numbers = {}
    for spec in specs:
        numbers.setdefault(tuple(spec.attributes.items()), []).append((spec.seed, spec.run))
    for replications in numbers.values():
        assert replications == [(1, run + 1) for run in range(len(replications))]
        assert len(replications) >= 7  # one of two parts can differ from 7 on
    keys = [(s.scenario, tuple(s.attributes.items()), s.run) for s in STUDY.specs(edition)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_figure_six_has_the_samples_of_the_document(edition):
    assert runs.TAIL_SAMPLES[edition] * runs.TAIL_REPLICATIONS[edition] >= 660_484


@pytest.mark.usefixtures("runner")
def test_runs_are_read_as_they_were_meant(tmp_path):
    short = {"WarmUp": 100_000, "Ticks": 20_000, "StallTicks": 10_000, "StallStart": 0}
    specs = [
        replace(spec, attributes={**spec.attributes, **short})
        for spec in STUDY.specs("quick")
        if spec.run <= 2 and spec.attributes.get("StallTicks") == runs.STALL_TICKS
    ] + [spec for spec in STUDY.specs("quick") if spec.scenario == "cross-topology-check"]
    loads = (runs.POISSON, *runs.RUN["quick"])
    assert len(specs) == 2 * len(loads) + 1
    outcome = sweep(plan(specs, catalogue.runner()), tmp_path / "a.sqlite", study="servernet")
    assert outcome.failures == ()
    with Archive(tmp_path / "a.sqlite") as archive:
        results = archive.select(outcome.run_ids)
        for load in loads:
            nominal = reading.values(results, "nominal_load", load)
            more = runs.ROUNDING if load == runs.ROUNDED else 1
            assert nominal.tolist() == pytest.approx([20.0 * more] * 2)
            for metric in ("dropped", "discarded", "missing"):
                assert not reading.values(results, metric, load).any()
            links = reading.at(results, load).table("links").astype(float)
            states = links[["transmitting", "stalled", "idle"]].sum(axis=1)
            assert states.tolist() == pytest.approx([1.0] * len(links))
            # Shares of the categories, weighted by their channels, are the share of the network.
            weighted = (links["stalled"] * links["channels"]).groupby(links["run_id"]).sum()
            stalled = weighted / links["channels"].groupby(links["run_id"]).sum()
            whole = reading.values(results, "stalled", load)
            assert sorted(stalled) == pytest.approx(sorted(whole))
        channels = reading.channels(results)
        assert len(channels) == 308
        assert (channels.loc[channels["category"] == 8, "quadrant"].value_counts() == 2).all()
        for load in loads:
            stalls = reading.stalls(results, load)
            assert (stalls["begin"] < stalls["end"]).all()
            assert stalls["run_id"].nunique() == 2
            # Who is blamed in all measured ticks adds up to what was stalled in them.
            total = reading.blame(results, load).groupby("run_id")["ticks"].sum()
            shares = reading.values(results, "stalled", load)
            assert sorted(total) == pytest.approx(sorted(shares * 308 * 20_000))


@pytest.mark.usefixtures("runner")
def test_instrument_agrees_with_itself_and_with_closed_forms(tmp_path):
    # Neighbours write to each other: a link carries a write of 80 flits, a response of 12 and 2
    # ticks after each, and all 8 outstanding requests of a device take their turn in it.
    neighbours = ",".join(str(device ^ 1) for device in range(24))
    pattern = f"ns3::PermutationDestinations[Permutation={neighbours}]"
    specs = [
        RunSpec(
            "servernet-twin",
            {"Ticks": 2000, "Process": "ns3::PoissonArrivals[Rate=0.001]"},
            labels={"part": "twins"},
        ),
        RunSpec("servernet-zero-load", {"Topology": runs.TEST_BED}, labels={"part": "alone"}),
        RunSpec(
            "servernet-load",
            {**runs.BULK, "Pattern": pattern, "WarmUp": 9600, "Ticks": 96_000},
        ),
    ]
    outcome = sweep(plan(specs, catalogue.runner()), tmp_path / "a.sqlite", study="servernet")
    assert outcome.failures == ()
    with Archive(tmp_path / "a.sqlite") as archive:
        results = archive.select(outcome.run_ids)
        for check in ("V1", "V2"):
            assert judge(STUDY, CHECKS[check], "", results)[0].verdict == "reproduced"
        packets = results.where(part="alone").scalars("servernet.packets")["value"]
        assert packets.tolist() == [24 * 23 * 4]
        bulk = results.where(scenario="ns3::ServernetLoadScenario")
        times = bulk.histogram("servernet.two_way_times")
        assert (times["low"] <= 8 * 96).all()
        assert (times["low"] + times["width"] > 8 * 96).all()
        throughput = bulk.scalars("servernet.throughput")["value"]
        assert throughput.tolist() == pytest.approx([24 * 92 / 96], rel=1e-3)
