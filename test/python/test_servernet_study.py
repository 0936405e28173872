# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study servernet: that each judge can say each of its verdicts, and that it reads its runs.

The runs are made up: a network that does all the document says, and one number of it changed at a
time. What comes of it follows from the rules in the study's README.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from burstlab import figures
from burstlab.archive import Archive
from burstlab.engine import plan, sweep
from burstlab.statistics import Interval
from burstlab.studies import RunSpec, find_studies

STUDY = find_studies(["servernet"])["servernet"]
runs, reading, judges, judges_limits, tables, drawings, picture = (
    importlib.import_module(f"burstlab_study_servernet.{name}")
    for name in ("runs", "reading", "judges", "judges_limits", "tables", "drawings", "picture")
)
CLAIMS = {claim.id.removeprefix("servernet/"): claim for claim in STUDY.claims}
POISSON, TRAINS, POOL = runs.LOADS

TWO_WAY = {
    ("U", False): {8: 300, 14: 400, 17: 600, 20: 1000, 23: 4000, 30: 5000, 40: 5200},
    ("U", True): {8: 330, 14: 800, 17: 2000, 20: 4000, 23: 4500, 30: 5000, 40: 5200},
    ("CS", False): {20: 300, 30: 350, 40: 500, 50: 3000},
    ("CS", True): {20: 350, 30: 500, 40: 1200, 50: 4000},
    ("T", False): {8: 300, 12: 450, 14: 700, 17: 4000, 40: 6000},
    ("T", True): {8: 350, 12: 1200, 14: 3200, 17: 6000, 40: 6200},
}
"""Ticks by pattern, whether self-similar, and lambda."""
CARRIED = {"U": 20, "CS": 48, "T": 14}
"""Load beyond which no more is carried."""
STALLED_UP = {1: (1, 2), 2: (5, 10), 3: (31, 72), 4: (8, 12), 5: (3, 5), 6: (37, 70), 7: (4, 8)}
STALLED_UP |= {8: (18, 60)}
"""Percent by category, Poisson and self-similar."""
TRANSMITTING = {1: 2, 2: 9, 3: 14.4, 4: 33, 5: 14.4, 6: 33, 7: 28, 8: 65}


def model(spec: RunSpec, lam: float, pattern: str, load: str, start: str) -> dict[str, float]:
    """What a run of the obliging network measures."""
    bursty = load != POISSON
    noise = math.exp(0.01 * math.sin(17 * spec.run + 3 * bursty))
    two_way = TWO_WAY[pattern, bursty][lam] * noise
    stalled = 0.01 * two_way / 240 if pattern == "U" else 0.02 * (2.5 if bursty else 1.0)
    if pattern == "CS":
        stalled *= 0.01
    carried = 92 * runs.DEVICES * min(lam, CARRIED[pattern]) / runs.TICKS_PER_MS
    values = {
        "two_way": two_way,
        "stalled": stalled,
        "throughput": carried * (1.05 if bursty and lam == runs.BEFORE else 1.0),
        "two_way_max": 200_000 * noise * (0.95 if bursty else 1.0),
        "routers": {"U": 4.85, "CS": 3.27, "T": 5.33}[pattern] * noise,
        "sent cpu": 0.12 * noise,
        "sent io": 0.018,
        "requested cpu": 0.02,
    }
    if int(spec.attributes.get("FifoFlits", 64)) > 64 or "CpuOutstanding" in spec.attributes:
        values["two_way"] *= 0.7
        values["stalled"] *= 0.7
    if spec.attributes.get("Arbiter") == runs.ARBITERS["biased ALU"]:
        values["throughput"] *= 1.3
    values["generation_rate"] = values["throughput"]
    return {
        **dict.fromkeys(reading.METRICS, 0.0),
        **{"empty_two_way": 239.5, "packets": 1e5, "measured_ticks": 1e6},
        **values,
    }


def make_points() -> pd.DataFrame:
    """What `reading.points` gives of the runs of the quick edition."""
    names = {text: name for name, text in runs.PATTERNS.items()}
    loads = {
        tuple(runs.offered(name, lam, start).values()): (name, lam, start or "Equilibrium")
        for name in runs.LOADS
        for lam in {x for xs in runs.CURVES["quick"].values() for x in xs} | {runs.MAX_RATE}
        for start in (*runs.STARTS[1:], "")
    }
    rows = []
    for spec in STUDY.specs("quick"):
        attributes = spec.attributes
        if spec.scenario == "servernet-load" and attributes["Topology"] == runs.TETRA:
            load, lam, start = loads[attributes["Process"], attributes["Source"]]
            pattern = names[attributes["Pattern"]]
            text = attributes.get("Arbiter", runs.ARBITERS["random"])
            rows.append(
                {
                    **{"load": load, "lam": lam, "start": start, "pattern": pattern},
                    **{"arbiter": reading.ARBITER_NAMES[text], "run": spec.run},
                    **{name: attributes.get(name, value) for name, value in runs.DEFAULTS.items()},
                    **model(spec, lam, pattern, load, start),
                }
            )
    return pd.DataFrame(rows).rename_axis("run_id")


def make_links(points: pd.DataFrame) -> pd.DataFrame:
    """What `reading.links` gives of them: as at the point of U everywhere."""
    rows = []
    for run_id, point in points.iterrows():
        for category, stalled in STALLED_UP.items():
            for direction in (reading.UP, reading.DOWN):
                factor = 1 + 0.01 * (point["run"] - 3) * (-1) ** category
                up = stalled[point["load"] != POISSON] if direction == reading.UP else 1
                up += direction * (point["load"] != POISSON)
                share = TRANSMITTING[category] / 100
                rows.append(
                    {
                        **{"run_id": run_id, "category": category, "direction": direction},
                        **{"transmitting": share * factor, "stalled": up * factor / 100},
                        **{"expected": share},
                    }
                )
    return pd.DataFrame(rows)


NAMES = {8: "s{q} to t{q}", 6: "mo{q} to s{q}", 3: "cpu{q}.2 to mo{q}"}


def make_stalls() -> pd.DataFrame:
    """Stalls of five runs: in each quadrant 8 begins, 6 follows, then 3."""
    rows = [
        {
            **{"run": run, "quadrant": quadrant, "category": category, "direction": reading.UP},
            **{"begin": 500 * i + delay, "end": 500 * i + 400 + delay},
            **{"blamed_category": blamed, "blamed_direction": reading.UP},
            **{"name": NAMES[category].format(q=quadrant), "packet": i, "channel": category},
        }
        for run in range(1, 6)
        for quadrant in range(2)
        for i in range(8)
        for category, delay, blamed in ((8, 0, 7), (6, 60, 8), (3, 120, 6))
    ]
    return pd.DataFrame(rows)


def make_blame() -> pd.DataFrame:
    """Blame of five runs."""
    rows = [
        (run, category, reading.UP, blamed, reading.UP, ticks + run)
        for run in range(1, 6)
        for category, blamed, ticks in ((6, 8, 900), (6, 2, 100), (3, 6, 700), (3, 4, 100))
    ]
    columns = ["run", "category", "direction", "blamed_category", "blamed_direction", "ticks"]
    return pd.DataFrame(rows, columns=columns)


def make_tail() -> dict[str, list[pd.DataFrame]]:
    """Histograms of figure 6: the same longest time, bursts above Poisson's 99 percentile."""
    tails = {}
    for load in runs.LOADS:
        above = 1000 if load == POISSON else 4000
        bins = [(1000, 1, 132_097 - above), (50_000, 8, above - 3), (190_000, 64, 3)]
        tails[load] = [pd.DataFrame(bins, columns=["low", "width", "count"])] * 5
    return tails


def make_variances(load: str) -> pd.DataFrame:
    """Variances of C1 and C2 that grow as m^1 and, three times as large, as m^1.7."""
    octaves = np.arange(14)
    factor, power = (1.0, 1.0) if load == POISSON else (3.0, 1.7)
    noise = np.exp(0.01 * np.sin(np.arange(1, 6)))[:, None]
    return pd.DataFrame(factor * noise * 2.0 ** (power * octaves), columns=octaves)


def make_topology() -> pd.DataFrame:
    """Links of a network like the document's, with one I/O device for each enclosure."""
    links = [(f"t{a}", f"t{b}", 7) for a in range(4) for b in range(a + 1, 4)]
    for q in range(4):
        links += [(f"mc{q}", f"t{q}", 4), (f"s{q}", f"t{q}", 8), (f"mo{q}", f"s{q}", 6)]
        links += [(f"e{q}.{i}", f"s{q}", 2) for i in range(4)]
        links += [
            (f"cpu{q}.{i}", f"mc{q}" if i < 2 else f"mo{q}", 5 if i < 2 else 3) for i in range(4)
        ]
        links += [(f"io{q}.{i}", f"e{q}.{i}", 1) for i in range(4)]
    frame = pd.DataFrame(links, columns=["first", "second", "category"])
    return frame.assign(category=frame["category"].astype(str))


FRAMES = {"points": make_points(), "blame": make_blame(), "stalls": make_stalls()}
FRAMES["links"] = make_links(FRAMES["points"])


@pytest.fixture
def world(monkeypatch) -> SimpleNamespace:
    """The obliging network; what a test changes in it the judges see."""
    made = SimpleNamespace(
        **{name: frame.copy() for name, frame in FRAMES.items()},
        tail=make_tail(),
        variances={load: make_variances(load) for load in runs.LOADS},
        counts={
            **{f"servernet.different_{what}": [0.0] for what in ("heads", "tails", "stalls")},
            **{"servernet.hops": [100.0], "servernet.stalled_ticks": [50.0]},
            **{"servernet.wrong_times": [0.0], "servernet.packets": [57_120.0]},
            **{"topology.channels": [308.0], "topology.dependencies": [896.0]},
            **{"topology.unreachable_pairs": [0.0]},
        },
    )
    for name in ("points", "links", "tail"):
        monkeypatch.setattr(reading, name, lambda _, name=name: getattr(made, name))
    for name in ("blame", "stalls"):
        monkeypatch.setattr(reading, name, lambda *_, name=name: getattr(made, name))
    monkeypatch.setattr(reading, "slot_variances", lambda _, load: made.variances[load])
    monkeypatch.setattr(reading, "counts", lambda _, __, metric: pd.Series(made.counts[metric]))
    monkeypatch.setattr(reading, "topology", lambda _: make_topology())
    monkeypatch.setattr(
        reading,
        "start_loads",
        lambda *_: {
            start: pd.DataFrame({100: [1.0, 1.1], 1000: [1.0, 1.05]}) for start in runs.STARTS
        },
    )
    return made


def verdict(claim: str) -> str:
    return CLAIMS[claim].judge(None).verdict


def at(world, pattern, load, lam=None, **varied) -> pd.Series:
    """Rows of a pattern and load, all of its points or one."""
    frame = world.points
    rows = (frame["pattern"] == pattern) & (frame["load"] == load)
    rows &= frame["start"] == "Equilibrium"
    for name, value in ({} if lam is None else {"lam": lam, **varied}).items():
        rows &= frame[name] == value
    return rows


def scale(metric: str, factor: float, pattern="U", lam=None, **varied) -> Callable:
    """Change a metric of the bursty runs."""

    def change(world) -> None:
        for load in (TRAINS, POOL):
            world.points.loc[at(world, pattern, load, lam, **varied), metric] *= factor

    return change


def spread(metric: str, pattern="U", lam=None) -> Callable:
    """Let the bursty runs differ by factors of 3, so that nothing can be said."""

    def change(world) -> None:
        for load in (TRAINS, POOL):
            rows = at(world, pattern, load, lam)
            runs_of = world.points.loc[rows, "run"]
            world.points.loc[rows, metric] *= np.exp(1.5 * np.sin(5 * runs_of))

    return change


def set_links(category: int, state: str, value: float, *, direction: int = 0) -> Callable:
    def change(world) -> None:
        frame = world.links
        loads = world.points.loc[frame["run_id"], "load"].to_numpy()
        rows = (frame["category"] == category) & (frame["direction"] == direction)
        frame.loc[rows & (loads != POISSON), state] = value

    return change


def assign(name: str, value: object) -> Callable:
    return lambda world: setattr(world, name, value)


def reverse_onsets(world) -> None:
    world.stalls["begin"] = -world.stalls["begin"] % 500 + 500 * (world.stalls["begin"] // 500)
    world.stalls["end"] = world.stalls["begin"] + 400


def blame_elsewhere(world) -> None:
    world.blame["blamed_category"] = 2


def poisson_is_bursty(world) -> None:
    world.variances[POISSON] = world.variances[TRAINS]


def no_excess(world) -> None:
    world.tail[TRAINS] = world.tail[POOL] = world.tail[POISSON]


def few_samples(world) -> None:
    world.tail = {load: histograms[:1] for load, histograms in world.tail.items()}


def lose_one(world) -> None:
    world.points["missing"] = 1.0


@pytest.mark.parametrize("suffix", runs.SETS)
def test_network_that_does_what_the_document_says_reproduces_it(world, suffix):
    numbered = [name for name in CLAIMS if name[0] == "C" and name.endswith("a") == bool(suffix)]
    assert len(numbered) == 24
    verdicts = {name: CLAIMS[name].judge(None) for name in numbered}
    wrong = {
        name: (judged.verdict, judged.measured, judged.low, judged.high, judged.note)
        for name, judged in verdicts.items()
        if judged.verdict != ("consistent" if name.startswith("C16") else "reproduced")
    }
    assert wrong == {}
    for name, judged in verdicts.items():
        if not name.startswith("C20"):
            assert judged.low <= judged.measured <= judged.high
        assert judged.runs >= 5


@pytest.mark.parametrize("suffix", runs.SETS)
@pytest.mark.parametrize(
    ("claim", "change", "expected"),
    [
        (
            "C1",
            lambda w: w.variances.update(dict.fromkeys(runs.SETS.values(), w.variances[POISSON])),
            "differs",
        ),
        (
            "C2",
            lambda w: w.variances.update(dict.fromkeys(runs.SETS.values(), w.variances[POISSON])),
            "differs",
        ),
        ("C2", poisson_is_bursty, "not-testable"),
        ("C3", scale("two_way", 0.2), "differs"),
        ("C4", scale("throughput", 0.95, lam=14), "differs"),
        ("C4", spread("throughput", lam=14), "not-testable"),
        ("C5", scale("two_way", 0.5, lam=20), "differs"),
        ("C5", scale("two_way", 2, lam=20), "differs"),
        ("C5", spread("two_way", lam=20), "not-testable"),
        ("C6", set_links(5, "stalled", 0.01), "differs"),
        ("C7", set_links(2, "stalled", 0.9), "differs"),
        ("C8", set_links(6, "transmitting", 0.7), "differs"),
        ("C9", reverse_onsets, "differs"),
        ("C9", blame_elsewhere, "differs"),
        ("C10", set_links(3, "stalled", 0.69), "differs"),
        ("C11", set_links(5, "stalled", 0.6), "differs"),
        ("C11", set_links(5, "transmitting", 0.2), "differs"),
        ("C12", scale("sent cpu", 0.1, lam=20), "differs"),
        ("C13", scale("stalled", 2, pattern="T", lam=14), "differs"),
        ("C13", spread("stalled", pattern="T", lam=14), "not-testable"),
        ("C14", scale("two_way", 2, pattern="CS", lam=40), "differs"),
        ("C14", scale("stalled", 1e5, pattern="CS", lam=20), "differs"),
        ("C15", scale("two_way", 0.5, pattern="T"), "differs"),
        ("C16", scale("routers", 0.9, pattern="T"), "differs"),
        ("C17", scale("two_way_max", 1.5, pattern="T"), "differs"),
        ("C17", few_samples, "differs"),
        ("C17", spread("two_way_max", pattern="T"), "not-testable"),
        ("C18", no_excess, "differs"),
        ("C19", scale("two_way", 2), "differs"),
        ("C19", scale("stalled", 0.2), "differs"),
        ("C20", lose_one, "differs"),
        ("C20", lambda w: w.points.update({"stalled": w.points["stalled"] * 0}), "differs"),
        ("C21", scale("two_way", 1.3, lam=30), "differs"),
        ("C21", scale("throughput", 0.8, lam=40), "differs"),
        ("C22", scale("two_way", 2, lam=20, FifoFlits=1024), "differs"),
        ("C22", scale("stalled", 2, lam=20, FifoFlits=1024), "differs"),
        ("C23", scale("two_way", 2, lam=20, CpuOutstanding=2), "differs"),
        ("C24", scale("throughput", 0.7, pattern="T", lam=40, arbiter="biased ALU"), "differs"),
    ],
)
def test_one_changed_number_changes_the_verdict(world, suffix, claim, change, expected):
    change(world)
    assert verdict(claim + suffix) == expected


@pytest.mark.parametrize(
    ("claim", "metric", "value"),
    [
        ("V1", "servernet.different_heads", 1.0),
        ("V1", "servernet.different_tails", 1.0),
        ("V1", "servernet.different_stalls", 1.0),
        ("V1", "servernet.stalled_ticks", 0.0),
        ("V2", "servernet.wrong_times", 1.0),
        ("V4", "topology.channels", 310.0),
        ("V4", "topology.dependencies", 900.0),
    ],
)
def test_checks_see_a_single_difference(world, claim, metric, value):
    assert verdict(claim) == "reproduced"
    world.counts[metric] = [value]
    assert verdict(claim) == "differs"


def test_check_of_the_loads_sees_one_wrong_category(world):
    assert verdict("V3") == "reproduced"
    rows = (world.links["category"] == 4) & (world.links["direction"] == reading.UP)
    world.links.loc[rows, "transmitting"] *= 1.1
    assert verdict("V3") == "differs"


def test_fresh_start_stands_beside_claim_four_and_does_not_enter(world):
    world.points.loc[world.points["start"] != "Equilibrium", "throughput"] *= 3
    judged = CLAIMS["C4"].judge(None)
    assert judged.measured == pytest.approx(1.05)
    assert "FreshOff 3.15" in judged.note


def test_knee_lies_between_its_points(world):
    # Two-way times of 4 x 239.5 = 958 ticks: log-linear between 600 at 17 and 1000 at 20.
    expected = 17 + 3 * math.log(958 / 600) / math.log(1000 / 600)
    assert reading.saturation(None, POISSON).mean() == pytest.approx(expected, rel=0.01)


def test_equal_rate_is_read_off_the_curve_of_poisson(world):
    # Poisson carries at 14 what it generates there, 400 ticks; the bursty runs 5 % more.
    value = reading.at_equal_rate(None, TRAINS, 14)
    assert value.mean == pytest.approx(800 / 400 / (600 / 400) ** (0.7 / 3), rel=0.02)


def test_hurst_of_variances_that_are_a_power():
    assert reading.hurst(make_variances(POISSON)) == pytest.approx(0.5)
    assert reading.hurst(make_variances(TRAINS)) == pytest.approx(0.85)


def test_wide_interval_of_a_ratio_is_not_testable():
    assert judges.of_ratio(Interval(2, 1.0, 3.9, 5), 5, True, "").verdict == "reproduced"
    assert judges.of_ratio(Interval(2, 0.9, 3.9, 5), 5, True, "").verdict == "not-testable"


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_every_variant_sees_the_same_random_numbers(edition):
    specs = [s for s in STUDY.specs(edition) if s.scenario == "servernet-load"]
    numbers = {}
    for spec in specs:
        numbers.setdefault(tuple(spec.attributes.items()), []).append((spec.seed, spec.run))
    (replications,) = {tuple(runs_of) for runs_of in numbers.values()}
    assert len(set(replications)) == len(replications) >= 5
    keys = [(s.scenario, tuple(s.attributes.items()), s.run) for s in STUDY.specs(edition)]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_figure_six_has_the_samples_of_the_document(edition):
    assert runs.TAIL_SAMPLES[edition] * runs.REPLICATIONS[edition] >= 660_484


def test_figures_and_tables_show_what_was_measured(world, tmp_path):
    for figure in STUDY.figures:
        rendered = figures.render(figure.draw, None, tmp_path / figure.id)
        assert len(pd.read_csv(rendered.csv)) > 0, figure.id
    curve = pd.read_csv(tmp_path / "figure-4.csv")
    times = curve[(curve["y_axis"] == "two-way time, us") & (curve["series"] == "Poisson")]
    assert times["y"].tolist() == pytest.approx(
        [0.02 * ticks for ticks in TWO_WAY["U", False].values()], rel=0.02
    )
    for table in STUDY.tables:
        if table.id != "test-bed":
            assert len(table.build(None)) > 0, table.id
    tail = tables.build_tail(None)
    assert tail["needed, z = 2.57"].tolist() == [660_484] * 3
    assert tail["needed, exact z"].tolist() == [663_484] * 3


@pytest.mark.usefixtures("runner")
def test_runs_are_read_as_they_were_meant(tmp_path):
    specs = [
        RunSpec(
            spec.scenario,
            {**spec.attributes, "WarmUp": 2000, "Ticks": 20_000, "StallTicks": 10_000},
            spec.seed,
            spec.run,
        )
        for spec in STUDY.specs("quick")
        if spec.run <= 2 and spec.attributes.get("StallTicks") == runs.STALL_TICKS
    ] + [spec for spec in STUDY.specs("quick") if spec.scenario == "cross-topology-check"]
    assert len(specs) == 7
    outcome = sweep(plan(specs), tmp_path / "archive.sqlite")
    assert outcome.failures == ()
    with Archive(tmp_path / "archive.sqlite") as archive:
        results = archive.select(outcome.run_ids)
        points = reading.points(results)
        assert sorted(points["load"]) == sorted(2 * list(runs.LOADS))
        assert set(points["lam"]) == {20}
        assert points["nominal_load"].tolist() == pytest.approx([20.0] * 6)
        assert (points[["dropped", "discarded", "missing"]] == 0).all(axis=None)
        links = reading.links(results)
        states = links[["transmitting", "stalled", "idle"]].sum(axis=1)
        assert states.tolist() == pytest.approx([1.0] * len(links))
        # Shares of the categories, weighted by their channels, are the share of the network.
        for run_id, rows in links.groupby("run_id"):
            stalled = (rows["stalled"] * rows["channels"]).sum() / rows["channels"].sum()
            assert stalled == pytest.approx(points.loc[run_id, "stalled"])
        channels = reading.channels(results)
        assert len(channels) == 308
        assert (channels.loc[channels["category"] == 8, "quadrant"].value_counts() == 2).all()
        for load in runs.LOADS:
            stalls = reading.stalls(results, load)
            assert (stalls["begin"] < stalls["end"]).all()
            assert set(stalls["run"]) == {1, 2}
            # Who is blamed in all measured ticks adds up to what was stalled in them.
            total = reading.blame(results, load).groupby("run")["ticks"].sum()
            shares = reading.values(results, "stalled", "U", load, 20)
            assert total.tolist() == pytest.approx((shares * 308 * 20_000).tolist())


@pytest.mark.usefixtures("runner")
def test_instrument_agrees_with_itself_and_with_closed_forms(tmp_path):
    # Neighbours write to each other: a link carries a write of 80 flits, a response of 12 and 2
    # ticks after each, and all 8 outstanding requests of a device take their turn in it.
    neighbours = ",".join(str(device ^ 1) for device in range(24))
    pattern = f"ns3::PermutationDestinations[Permutation={neighbours}]"
    specs = [
        RunSpec("servernet-twin", {"Ticks": 2000, "Process": "ns3::PoissonArrivals[Rate=0.001]"}),
        RunSpec("servernet-zero-load", {"Topology": runs.TEST_BED}),
        RunSpec(
            "servernet-load",
            {**runs.BULK, "Pattern": pattern, "WarmUp": 9600, "Ticks": 96_000},
        ),
    ]
    outcome = sweep(plan(specs), tmp_path / "archive.sqlite")
    assert outcome.failures == ()
    with Archive(tmp_path / "archive.sqlite") as archive:
        results = archive.select(outcome.run_ids)
        assert CLAIMS["V1"].judge(results).verdict == "reproduced"
        assert CLAIMS["V2"].judge(results).verdict == "reproduced"
        packets = reading.counts(results, "ServernetZeroLoad", "servernet.packets")
        assert packets.tolist() == [24 * 23 * 4]
        bulk = results.where(scenario="ns3::ServernetLoadScenario")
        times = bulk.histogram("servernet.two_way_times")
        assert (times["low"] <= 8 * 96).all()
        assert (times["low"] + times["width"] > 8 * 96).all()
        throughput = bulk.scalars("servernet.throughput")["value"]
        assert throughput.tolist() == pytest.approx([24 * 92 / 96], rel=1e-3)
