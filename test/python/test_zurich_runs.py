# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study zurich-hotspot: what it runs, at what cost, and that it reads its runs as they were meant.

Tests marked `real` need the scenario ``zurich-hotspot-load``; they are skipped in a checkout that
does not have it yet.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import one_run
import pytest
from burstlab import paths
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.engine import plan, sweep
from burstlab.statistics import max_min
from zurich_world import (
    STUDY,
    TABLES,
    UNITS,
    Setting,
    expected,
    judges,
    reading,
    runs,
    setting_of,
)

real = pytest.mark.skipif(
    not any(paths.SCENARIOS.glob("zurich-hotspot/*.cc")),
    reason="the scenario zurich-hotspot-load is not there yet",
)
CORES = 2
SPEED = 7.2e6
"""Data frames times links a CPU-second that the study is planned with: see the README."""


def test_slides_have_127_curves():
    assert sum(map(len, runs.SLIDES.values())) == 127


def test_gains_are_those_printed_on_the_slides():
    assert runs.GD == 1.6667e-6
    assert runs.rounded(runs.halving_gain(600)) == 6.6667e-7
    assert runs.rounded(runs.halving_gain(150)) == 2.6667e-6
    assert [s.gd for s in runs.SLIDES["Gi, M 600"][::5]] == [6.6667e-8, 6.6667e-7, 6.6667e-6]
    # Case 4: Gd0 = 1 / ((2W + 1) Qeq), Qeq = M/4, Gi = 400 Gd.
    for size in runs.SIZES:
        curve = next(s for s in runs.SLIDES["case 4"] if s.kilobytes == size and s.law == runs.BCN)
        assert curve.gd == pytest.approx(1 / (5 * 250 * size), rel=1e-4)
        assert curve.gi == pytest.approx(400 * curve.gd, rel=1e-4)
    # The first Gi slide as printed, and as multiples of the base value, around which it then lies.
    assert {s.gi for s in runs.SLIDES["Gi"]} == {runs.rounded(f * 1.6667e-6) for f in runs.FACTORS}
    assert runs.GI in {s.gi for s in runs.BEYOND["Gi as a multiple of Gi0"]}
    assert runs.GI not in {s.gi for s in runs.SLIDES["Gi"]}


def test_a_setting_has_nothing_that_its_law_does_not_know():
    assert Setting(law=runs.NONE, gd=1.0, clamp="Total", association="Each") == Setting(
        law=runs.NONE
    )
    assert Setting(association="Each") == Setting()
    assert Setting("5", association="Each") != Setting("5")


def test_every_slide_is_run_under_every_reading_and_claims_often_enough():
    """Two to four parts decide from 8 replications on, twelve and more from 10 on."""
    planned = runs.planned("full")
    for name, settings in runs.SLIDES.items():
        for setting in runs.read(settings):
            many = setting.case in ("2", "5", "6", "7")
            large = setting.nodes == 128 and setting not in runs.read(runs.CASE_4)
            assert planned[setting] >= (10 if many else 1 if large else 6), name
    for setting in runs.read([*runs.ONE_HOTSPOT, *runs.CASE_4]):
        assert planned[setting] == 8
    labels = {(s.clamp, s.association) for s in planned if s.case == "5" and s.law == runs.BCN}
    assert labels == {tuple(limits.values()) for limits in runs.READINGS.values()}


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_no_run_is_planned_twice_and_variants_share_their_random_numbers(edition):
    specs = STUDY.specs(edition)
    keys = [(tuple(spec.attributes.items()), spec.run) for spec in specs]
    assert len(set(keys)) == len(keys)
    labels = [(spec.labels["setting"], spec.labels["timing"], spec.run) for spec in specs]
    assert len(set(labels)) == len(labels)
    assert {spec.seed for spec in specs} == {1}
    numbers: dict[tuple[str, str], list[int]] = {}
    for setting, timing, run in labels:
        numbers.setdefault((timing, setting), []).append(run)
    for timing in runs.TIMINGS:
        for setting, count in runs.planned(edition, timing).items():
            assert numbers.pop((timing, setting.text)) == list(range(1, count + 1))
    assert not numbers


def test_samples_of_b16_are_on_the_slides_and_are_five_times_as_many():
    slow, sampled, strong = runs.SAMPLED
    assert set(runs.SAMPLED) <= set(runs.SLIDES["Gd, M 150"])
    assert (sampled.ps, sampled.gd) == (pytest.approx(5 * slow.ps), slow.gd)
    assert (strong.ps, strong.gd) == (slow.ps, pytest.approx(5 * slow.gd, rel=1e-3))


def test_a_timing_says_what_of_links_and_slots_is_drawn():
    """Delays from 500 ns on over the 1200 ns of a frame, in steps of 5 bytes of 0.8 ns."""
    delays: dict[str, set[tuple[int, str]]] = {}
    for spec in STUDY.specs("full"):
        own = spec.labels["timing"] == runs.OWN
        assert (spec.attributes.get("DelaySpread") == "1200ns") == own
        assert spec.attributes.get("RandomPhases", False) == own
        delay = spec.attributes["LinkDelay"]
        delays.setdefault(spec.labels["timing"], set()).add((spec.run, delay))
    assert {delay for _, delay in delays[runs.OWN] | delays[runs.ALIGNED]} == {"500ns"}
    common = {run: int(delay.removesuffix("ns")) for run, delay in delays[runs.COMMON]}
    assert len(common) == len(delays[runs.COMMON]) == 10
    assert all(500 <= delay <= 1700 and delay % 4 == 0 for delay in common.values())
    assert len(set(common.values())) == 10


def test_what_is_compared_is_also_run_with_delays_and_phases_of_its_own():
    own = runs.planned("full")
    for timing in (runs.COMMON, runs.ALIGNED):
        for setting, count in runs.planned("full", timing).items():
            assert own[setting] >= count


@pytest.mark.parametrize("case", ["1", "2", "3", "5", "6", "7", "IG"])
def test_fair_rates_of_a_case_add_up_to_its_throughput(case):
    setting = Setting(case, nodes=runs.STATIONS.get(case, 16))
    rates = reading.fair_of(setting)
    assert sum(rates.values()) == pytest.approx(setting.nodes * judges.WORKS_IN[case], rel=1e-6)
    assert len(rates) == len(reading.FLOWS.get(case, range(setting.nodes)))


LINKS = {"2": 4, "3": 4, "5": 3, "6": 3}
"""Links of the longest path; 2 in the other cases, in a fat tree one more than its stages."""


def hops(setting: Setting, edition: str) -> float:
    """Bound the data frames times links of a run, by the offered load and the capacity."""
    case, span = runs.CASES[setting.case], runs.window(setting, edition)
    offered, carried = case.rate
    if offered < expected.LINK:
        offered, carried = (setting.nodes * rate for rate in case.rate)
    if setting.law == runs.NONE and setting.case in ("1", "7", "IG"):
        one = expected.single_stage(setting.nodes, setting.memory)
        forms = {"IG": expected.input_generated(setting.memory)}
        carried = setting.nodes * forms.get(setting.case, one)
    links = LINKS.get(setting.case, 2)
    if setting.case == "fat tree":
        links = runs.TREES[setting.nodes] + 1
    return links * 1e9 * (offered * span.onset + carried * span.end) / (8 * runs.FRAME)


def planned(edition: str) -> list[tuple[Setting, int]]:
    """Settings with their replications, of all timings."""
    return [each for timing in runs.TIMINGS for each in runs.planned(edition, timing).items()]


@pytest.mark.parametrize(("edition", "seconds"), [("quick", 56), ("full", 3600)])
def test_an_edition_keeps_its_budget_of_frame_hops(edition, seconds):
    total = sum(hops(s, edition) * count for s, count in planned(edition))
    assert total / SPEED / CORES < seconds


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_readme_says_what_the_editions_are(edition):
    text = (paths.SCENARIOS / "zurich-hotspot" / "README.md").read_text()
    settings, count, stated = re.search(
        rf"\| {edition} \| (\d+) \| (\d+) \| ([\d.e]+) \|", text
    ).groups()
    counts = [number for _, number in planned(edition)]
    assert (int(settings), int(count)) == (len(runs.planned(edition)), sum(counts))
    total = sum(hops(s, edition) * number for s, number in planned(edition))
    assert total == pytest.approx(float(stated), rel=0.03)


def test_hops_of_a_run_by_hand():
    """Case 1: 136 Gb/s until the onset, 129.5 from then on, two links, 12,000 bits a frame."""
    assert hops(Setting(), "full") == pytest.approx(
        2 * (136e9 * 0.1 + 129.5e9 * 0.4) / 12e3, rel=1e-4
    )


# (N 2 + 6.5) / N and so on, in fractions: shared, partitioned, controlled.
@pytest.mark.parametrize(
    ("nodes", "partitioned", "controlled"),
    [
        *((8, Fraction(225, 80), Fraction(615, 80)), (16, Fraction(385, 160), Fraction(1295, 160))),
        *((32, Fraction(705, 320), Fraction(2655, 320)), (128, Fraction(525, 256), None)),
    ],
)
def test_throughputs_of_a_single_stage(nodes, partitioned, controlled):
    assert expected.single_stage(nodes, "shared") == 2
    assert expected.single_stage(nodes, "partitioned") == pytest.approx(float(partitioned))
    if controlled is not None:
        assert expected.single_stage(nodes) == pytest.approx(float(controlled))


FAIR = {
    ("2", "max-min"): {(1, 7): 0.5, (2, 9): 7.0, (4, 7): 0.5, (5, 3): 7.0},
    ("5", "max-min"): {(1, 8): 2.5, (4, 8): 2.5, (5, 8): 2.5, (7, 8): 2.5, (2, 4): 7.5},
    ("6", "max-min"): {(1, 8): 2.5, (4, 8): 7.5, (2, 4): 2.5, (3, 5): 2.5, (6, 7): 2.5},
    ("5", "proportional"): {(1, 8): 2.0, (2, 4): 8.0, (4, 8): 8 / 3, (5, 8): 8 / 3, (7, 8): 8 / 3},
    ("6", "proportional"): {(1, 8): 2.0, (4, 8): 8.0, (2, 4): 8 / 3, (3, 5): 8 / 3, (6, 7): 8 / 3},
    ("2", "proportional"): {(8, 7): 0.5, (9, 7): 0.5, (10, 6): 7.0},
}
"""The fair shares that the document states, which are max-min; proportionally fair ones from the
condition that a flow's rate is 1 over the sum of its links' prices, solved by hand: the flow over
both points x with x = (10 - x) / 4, hence 2, and what is left for the others."""


@pytest.mark.parametrize(("case", "kind"), FAIR)
def test_rates_of_the_document_s_networks(case, kind):
    rates = reading.fair(case, kind)
    for flow, rate in FAIR[case, kind].items():
        assert rates[flow] == pytest.approx(rate, rel=1e-6), flow


@pytest.mark.parametrize("nodes", [8, 16])
def test_what_control_leaves_is_the_max_min_fair_allocation(nodes):
    stations = range(1, nodes + 1)
    pairs = [(a, b) for a in stations for b in stations if a != b]
    paths_of = [[f"from {a}", f"to {b}"] for a, b in pairs]
    capacities = {f"{way} {n}": 10.0 for n in stations for way in ("from", "to")}
    rates = max_min(paths_of, [8.5 / (nodes - 1)] * len(pairs), {**capacities, "to 1": 2.0})
    assert sum(rates) / nodes == pytest.approx(expected.single_stage(nodes))


@pytest.mark.parametrize("paused", ["partitioned", ""])
def test_input_generated_throughput_is_the_max_min_fair_one(paused):
    pairs = [(a, 1) for a in range(2, 6)]
    pairs += [(a, b) for a in (1, *range(6, 17)) for b in range(1, 17) if a != b]
    demands = [8.5 if 2 <= a <= 5 else 8.5 / 15 for a, _ in pairs]
    capacities = {f"{way} {n}": 10.0 for n in range(1, 17) for way in ("from", "to")}
    rates = max_min([[f"from {a}", f"to {b}"] for a, b in pairs], demands, capacities)
    assert sum(rates) / 16 == pytest.approx(expected.input_generated(paused))


def test_input_generated_throughput_of_shared_memory():
    """10 = u (4 x 10/10 + 11/15): every input runs at u."""
    assert expected.input_generated("shared") == pytest.approx(150 / 71)


def test_paths_of_the_document_s_networks():
    """Every victim of case 2 shares a link with one culprit; case 5 has one flow over both."""
    assert expected.path("multi-hop", 1, 7) == [
        *(("node1", "switch1"), ("switch1", "core"), ("core", "switch3"), ("switch3", "node7")),
    ]
    assert expected.path("two-switch", 4, 8) == [("node4", "switch2"), ("switch2", "node8")]
    culprits = {1, 4, 8, 9}
    for victim in ((2, 9), (5, 3), (10, 6)):
        shared = [
            c
            for c in culprits
            if set(expected.path("multi-hop", c, 7)) & set(expected.path("multi-hop", *victim))
        ]
        assert len(shared) == 1


def test_case_seven_moves_as_its_table_says():
    words = runs.CASES["7"].service.split()
    assert words[0] == "1:0.2@0.1-0.15"
    assert words[-1] == "8:0.2@0.45-0.5"
    assert len(words) == 8


def attributes_of(name: str) -> set[str]:
    """Names of the attributes of a TypeId of contrib/ and of what it is derived from."""
    for file in paths.CONTRIB.glob("*/model/**/*.cc"):
        _, *parts = re.split(r'TypeId\(\s*"(?=ns3::)', file.read_text())
        for part in parts:
            if part.split('"')[0] == name:
                parent = re.search(r"\.SetParent<(?:ns3::)?(\w+)>", part)[1]
                own = set(re.findall(r'\.AddAttribute\(\s*"(\w+)"', part))
                return own | attributes_of(f"ns3::{parent}")
    return set()


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_laws_memories_and_processes_have_the_attributes_that_are_set(edition):
    texts = {
        value
        for spec in STUDY.specs(edition)
        for name, value in spec.attributes.items()
        if str(value).startswith("ns3::") and name != "Sizes"  # those are ns-3's own
    }
    assert len(texts) > 10
    for text in texts:
        name, _, rest = text.partition("[")
        known = attributes_of(name)
        assert known or name == "ns3::QcnReactionPoint", name
        assert {part.split("=")[0] for part in rest.rstrip("]").split("|") if part} <= known, text


def test_windows_lie_within_the_run_and_behind_the_onset():
    for edition in ("quick", "full"):
        for spec in STUDY.specs(edition):
            warm, end = (
                float(spec.attributes[name].removesuffix("s")) for name in ("WarmUp", "Duration")
            )
            assert spec.labels["onset"] <= warm < end
            words = spec.attributes.get("Service", "")
            assert all(float(w.split("@")[1].split("-")[0]) <= end for w in words.split())


@real
@pytest.mark.usefixtures("runner")
@pytest.mark.parametrize("edition", ["quick", "full"])
def test_all_runs_can_be_planned(edition):
    specs = STUDY.specs(edition)
    assert len(plan(specs, catalogue.runner())) == len(specs)


SHORT = (
    Setting(),
    Setting(law=runs.NONE),
    Setting(law=runs.NONE, memory="shared"),
    Setting("2", nodes=10, law=runs.NONE),
    Setting("3", nodes=10),
    Setting("5", nodes=8),
    Setting("IG"),
    Setting("fat tree", nodes=8, clamp="Total"),
    Setting(messages="short", clamp="Total"),
    Setting(arrivals="self-similar", law=runs.QCN),
)


@real
@pytest.mark.usefixtures("runner")
def test_runs_are_read_as_they_were_meant(tmp_path):
    """Ten short runs: what is recorded has the names and units that the study reads.

    Oracle: conservation, and the sums of the tables are the numbers of the whole network.
    """
    specs = [
        replace(spec, attributes={**spec.attributes, "WarmUp": "0.11s", "Duration": "0.13s"})
        for spec in STUDY.specs("full")
        if (spec.run, spec.labels["timing"]) == (1, runs.OWN) and setting_of(spec) in SHORT
    ]
    assert len(specs) == len(SHORT)
    outcome = sweep(plan(specs, catalogue.runner()), tmp_path / "a.sqlite", study=STUDY.name)
    assert outcome.failures == ()
    with Archive(tmp_path / "a.sqlite") as archive:
        results = archive.select(outcome.run_ids, study=STUDY.name)
        for name, unit in UNITS.items():
            if not name.startswith(("completion", "settled")):  # not there in each run
                assert results.unit(f"hotspot.{name}") == unit
        for setting in SHORT:
            chosen = reading.at(results, setting)
            for table, (columns, _) in TABLES.items():
                assert list(chosen.table(table))[1:] == columns
            for metric in ("dropped", "missing"):
                assert not reading.values(results, metric, setting).any()
            assert (reading.values(results, "margin", setting) >= 0).all()
            rates = reading.flows(results, setting).sum(axis=1)
            nodes = runs.STATIONS.get(setting.case, setting.nodes)
            throughput = reading.values(results, "throughput", setting)
            assert rates.tolist() == pytest.approx((nodes * throughput).tolist(), rel=1e-6)
            series = reading.series(results, setting)
            measured = series[series["time"] >= 0.11 - 1e-9]
            assert len(measured) == 20
            assert measured["throughput"].mean() == pytest.approx(throughput.iloc[0], rel=1e-6)
            queue = reading.values(results, "queue", setting).iloc[0]
            assert measured["queue"].mean() == pytest.approx(queue, rel=1e-3, abs=1)
            partitions = reading.table(results, "partition", setting)
            assert (partitions["high"] <= partitions["limit"]).all()
            links = reading.table(results, "link", setting)["delay"]
            assert (links % 4 == 0).all()
            assert links.between(500, 1700).all()
            assert links.nunique() > 3
            phases = reading.table(results, "phase", setting)["phase"]
            assert len(phases) == nodes
            assert phases.between(0, 1200, inclusive="left").all()
            assert phases.nunique() > nodes / 2
        # Until something is full nothing is held back: 8.5 Gb/s a station before the onset.
        before = reading.series(results, Setting())
        before = before[(before["since"] < 0) & (before["since"] > -0.09)]
        assert before["throughput"].mean() == pytest.approx(runs.LOAD, rel=0.01)


TWO_SWITCHES = (
    *("--Topology=two-switch", f"--Traffic={runs.CASES['5'].traffic}", "--Service=", "--Step=0"),
    *("--WarmUp=1ms", "--Duration=3ms"),
)


@real
@pytest.mark.usefixtures("runner")
def test_delays_and_phases_leave_all_other_draws_as_they_are():
    """Equal rows without them, and without the tables of what was drawn."""
    plain = one_run.document(runs.SCENARIO, *TWO_SWITCHES)
    unset = one_run.document(runs.SCENARIO, *TWO_SWITCHES, "--DelaySpread=0", "--LinkDelay=500ns")
    drawn = one_run.document(runs.SCENARIO, *TWO_SWITCHES, "--DelaySpread=4ns")
    assert (plain["metrics"], plain["tables"]) == (unset["metrics"], unset["tables"])
    assert not {"link", "phase"} & set(plain["tables"])
    assert {float(row["delay"]) for row in one_run.rows(drawn, "link")} == {500, 504}
    assert "phase" not in drawn["tables"]


@real
@pytest.mark.usefixtures("runner")
@pytest.mark.parametrize(
    ("sentence", "options"),
    [
        ("DelaySpread is +1202ns;", ["--DelaySpread=1202ns"]),
        ("LinkDelay is +501ns;", ["--DelaySpread=1200ns", "--LinkDelay=501ns"]),
    ],
)
def test_a_delay_that_is_no_whole_number_of_bytes_is_refused(sentence, options, tmp_path):
    """A byte takes 0.8 ns at 10 Gb/s, so 4 are the fewest nanoseconds of whole bytes."""
    sentence += " allowed with a DelaySpread above 0 are multiples of +4ns"
    one_run.assert_refused(sentence, runs.SCENARIO, *options, cwd=tmp_path)
