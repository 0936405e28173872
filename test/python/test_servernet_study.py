# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study servernet: that each judge can say each of its verdicts, and that its page shows them.

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
import servernet_world
from burstlab.study import figures, judge
from servernet_world import (
    MORE,
    POISSON,
    READINGS,
    SHORT,
    STUDY,
    TWO_WAY,
    make_variances,
    reading,
    runs,
)

tables = importlib.import_module("burstlab_study_servernet.tables")
CLAIMS = {claim.id: claim for claim in (*STUDY.claims, *STUDY.checks)}
CONSISTENT = {"C5", "C8", "C12", "C13", "C14", "C16", "C19", "C20"}
"""What follows from graph, pattern, limits and points that were chosen after a prototype."""


@pytest.fixture
def world(monkeypatch) -> SimpleNamespace:
    return servernet_world.install(monkeypatch)


def judged(world, claim: str, load: str = ""):
    return judge(STUDY, CLAIMS[claim], load, world.results)[0]


def at(world, pattern, load, lam=None, **varied) -> pd.Series:
    """Rows of a pattern and load, all of its points or one."""
    frame = world.points
    rows = (frame["pattern"] == pattern) & (frame["load"] == load)
    for name, value in ({} if lam is None else {"lambda": lam, **varied}).items():
        rows &= frame[name] == value
    return rows


def scale(metric: str, factor: float, pattern="U", lam=None, **varied) -> Callable:
    """Change a metric of the bursty runs."""

    def change(world) -> None:
        for load in READINGS:
            world.points.loc[at(world, pattern, load, lam, **varied), metric] *= factor

    return change


def drop(world, rows: pd.Series) -> None:
    """Take runs away."""
    world.points = world.points[~rows]
    world.results = servernet_world.World(world, {})


def spread(metric: str, pattern="U", lam=None) -> Callable:
    """Let the bursty runs differ by factors of 3, so that nothing can be said."""

    def change(world) -> None:
        for load in READINGS:
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
    world.variances[POISSON] = world.variances[runs.AS_RUN]


def slope_of(slope: float) -> Callable:
    """Let the variance of the bursty arrivals fall with this slope, without noise."""

    def change(world) -> None:
        for load in READINGS:
            frame = world.variances[load]
            octaves = np.asarray(frame.columns, dtype=float)
            world.variances[load] = frame * 0 + 2 ** ((2 - slope) * octaves)

    return change


def no_excess(lam: float) -> Callable:
    """Let the times be those of Poisson load, or less, at one of the two points of T."""

    def change(world) -> None:
        for load in READINGS:
            world.tail[load, lam] = [
                frame.assign(low=frame["low"] - 100) for frame in world.tail[POISSON, lam]
            ]

    return change


def fall_behind(category: int, other: int) -> Callable:
    """Let one of 3, 6, 8 stall more by less than one other category."""
    poisson, more = servernet_world.STALLED_UP[category][0], 0.01
    before = servernet_world.STALLED_UP[other][1] - servernet_world.STALLED_UP[other][0]
    return set_links(category, "stalled", (poisson + before) / 100 - more)


def lose_one(world) -> None:
    world.points["missing"] = 1.0


@pytest.mark.parametrize("load", READINGS)
def test_network_that_does_what_the_document_says_reproduces_it(world, load):
    assert len(STUDY.claims) == 26
    verdicts = {claim.id: judged(world, claim.id, load) for claim in STUDY.claims}
    wrong = {
        name: found
        for name, found in verdicts.items()
        if found.verdict != ("consistent" if name in CONSISTENT else "reproduced")
    }
    assert wrong == {}
    for name, found in verdicts.items():
        if name != "C20":
            assert found.low <= found.measured <= found.high


@pytest.mark.parametrize("load", [runs.AS_RUN, runs.POOL])
@pytest.mark.parametrize(
    ("claim", "change", "expected"),
    [
        (
            "C1",
            lambda w: w.variances.update(dict.fromkeys(READINGS, w.variances[POISSON])),
            "differs",
        ),
        (
            "C2",
            lambda w: w.variances.update(dict.fromkeys(READINGS, w.variances[POISSON])),
            "differs",
        ),
        ("C2", slope_of(0.6), "differs"),
        ("C2", slope_of(0.4), "reproduced"),
        ("C2", poisson_is_bursty, "not-testable"),
        ("C3", scale("two_way", 0.2), "differs"),
        ("C4", scale("throughput", 0.95, lam=14), "differs"),
        ("C4", spread("throughput", lam=14), "undecided"),
        ("C5", scale("two_way", 0.5, lam=20), "differs"),
        ("C5", scale("two_way", 2, lam=20), "differs"),
        ("C5", scale("two_way", 0.93, lam=20), "consistent"),
        ("C5", scale("two_way", 0.87, lam=20), "differs"),
        ("C5", scale("two_way", 1.13, lam=20), "differs"),
        ("C5", spread("two_way", lam=20), "undecided"),
        ("C6", set_links(5, "stalled", 0.01), "differs"),
        ("C7", set_links(2, "stalled", 0.9), "differs"),
        ("C7", fall_behind(3, 2), "differs"),
        ("C7", fall_behind(8, 2), "differs"),
        ("C8", set_links(6, "transmitting", 0.7), "differs"),
        ("C9", reverse_onsets, "reproduced"),
        ("C9", blame_elsewhere, "differs"),
        ("C9a", reverse_onsets, "differs"),
        ("C9a", blame_elsewhere, "reproduced"),
        ("C10", set_links(3, "stalled", 0.69), "differs"),
        ("C11", set_links(5, "stalled", 0.6), "differs"),
        ("C12", scale("sent cpu", 0.1, lam=20), "differs"),
        ("C13", scale("stalled", 2, pattern="T", lam=14), "differs"),
        ("C13", scale("stalled", 0.5, pattern="CS", lam=40), "differs"),
        ("C13", spread("stalled", pattern="T", lam=14), "undecided"),
        ("C14", scale("two_way", 2, pattern="CS", lam=40), "differs"),
        ("C14", spread("two_way", pattern="CS", lam=40), "undecided"),
        ("C14", scale("stalled", 1e5, pattern="CS", lam=20), "differs"),
        ("C15", scale("two_way", 0.5, pattern="T"), "differs"),
        ("C16", scale("routers", 0.9, pattern="T"), "differs"),
        ("C13", scale("stalled", 0.75, pattern="T", lam=14), "differs"),
        ("C14", scale("two_way", 0.8, pattern="CS", lam=40), "differs"),
        ("C17", scale("two_way_max", 1.5, pattern="T", lam=17), "differs"),
        ("C17", scale("two_way_max", 1.5, pattern="T", lam=40), "reproduced"),
        ("C17", scale("two_way_max", 0.5, pattern="T", lam=17), "reproduced"),
        ("C17", spread("two_way_max", pattern="T"), "undecided"),
        ("C18", no_excess(40), "differs"),
        ("C18", no_excess(17), "reproduced"),
        ("C18a", no_excess(17), "differs"),
        ("C18a", no_excess(40), "reproduced"),
        ("C19", scale("two_way", 2), "differs"),
        ("C19", scale("stalled", 0.2), "differs"),
        ("C19", scale("stalled", 0.87), "differs"),
        ("C19", scale("stalled", 1.13), "differs"),
        ("C20", lose_one, "differs"),
        (
            "C20",
            lambda w: w.points.update({"stalled": w.points["stalled"] * 0}),
            "not-testable",
        ),
        ("C21", scale("two_way", 1.3, lam=40), "differs"),
        ("C21", scale("throughput", 0.8, lam=40), "differs"),
        ("C22", scale("two_way", 2, lam=20, fifo=1024), "differs"),
        ("C22", scale("stalled", 2, lam=20, fifo=1024), "differs"),
        ("C23", scale("two_way", 2, lam=20, cpu_limit=2), "differs"),
        ("C23", scale("waited", 100, lam=20, cpu_limit=2), "differs"),
        ("C24", scale("throughput", 0.7, pattern="T", lam=40, arbiter="biased ALU"), "differs"),
    ],
)
def test_one_changed_number_changes_the_verdict(world, load, claim, change, expected):
    change(world)
    assert judged(world, claim, load).verdict == expected


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
    assert judged(world, claim).verdict == "reproduced"
    world.counts[metric] = [value]
    nothing_stalled = metric == "servernet.stalled_ticks"
    assert judged(world, claim).verdict == ("not-testable" if nothing_stalled else "differs")


@pytest.mark.parametrize("claim", ["C10", "C13", "C14", "C15", "C17", "C19"])
def test_claims_that_depend_on_the_window_are_not_asked_of_short_runs(world, claim):
    assert judged(world, claim, runs.AS_RUN).verdict in ("reproduced", "consistent")
    world.points["measured_ticks"] = SHORT
    world.points["samples"] = 19_200
    if claim in ("C15", "C19"):
        drop(world, world.points["lambda"] == 30)
    found = judged(world, claim, runs.AS_RUN)
    assert (found.verdict, found.measured) == ("not-asked", None)
    assert "the rule needs" in found.note or "The document needs" in found.note


def test_maximum_is_asked_from_the_samples_of_the_document_on(world):
    replications = at(world, "T", POISSON, 17, part="network").sum()
    for samples, verdict in ((660_484, "reproduced"), (660_483, "not-asked")):
        world.points["samples"] = samples / replications
        assert judged(world, "C17", runs.POOL).verdict == verdict


def test_reading_that_was_not_run_asks_nothing(world):
    drop(world, world.points["load"] == runs.MANY)
    for claim in STUDY.claims:
        assert judged(world, claim.id, runs.MANY).verdict == "not-asked"
        assert judged(world, claim.id, runs.POOL).verdict in ("reproduced", "consistent")


def test_few_replications_decide_nothing(world):
    drop(world, world.points["run"] > 5)
    for claim in ("C3", "C4", "C5", "C6", "C7", "C8", "C12", "C21", "C22", "C23", "C24"):
        assert judged(world, claim, runs.AS_RUN).verdict == "not-asked"


def test_outstanding_requests_follow_little(world):
    # An I/O device makes 0.4 x 20 / 50,000 requests/tick; the network carries 120 x 20 / 50,000.
    made, carried = 104 * 0.4 * 20 / 50_000, 120 * 20 / 50_000
    for load, time in ((POISSON, 1000), (runs.AS_RUN, 4000)):
        found = reading.outstanding(world.results, load, "io")
        assert found.median() == pytest.approx(made * time, rel=0.01)
    row = tables.windows(world.results).set_index(["load", "window of an I/O device"])
    row = row.loc[runs.AS_RUN, 2]
    assert row["all of them"] == 104 * 2
    assert float(row["outstanding there"].split()[0]) == pytest.approx(made * 4000, rel=0.02)
    assert float(row["factor"].split()[0]) == pytest.approx(4, rel=0.02)
    assert float(row["ceiling"].split()[0]) == pytest.approx(208 / carried / 1000, rel=0.02)
    assert reading.limits(world.results, runs.AS_RUN) == [1, 2, 4, 8]
    assert reading.limits(world.results, runs.POOL) == [2]


def test_check_of_the_loads_sees_one_wrong_category(world):
    assert judged(world, "V3").verdict == "reproduced"
    rows = (world.links["category"] == 4) & (world.links["direction"] == reading.UP)
    world.links.loc[rows, "transmitting"] *= 1.1
    assert judged(world, "V3").verdict == "differs"


def test_knee_lies_between_its_points(world):
    # Two-way times of 4 x 239.5 = 958 ticks: log-linear between 600 at 17 and 1000 at 20.
    expected = 17 + 3 * math.log(958 / 600) / math.log(1000 / 600)
    assert reading.saturation(world.results, POISSON).mean() == pytest.approx(expected, rel=0.01)


def test_factor_is_what_load_does_times_what_correlation_does(world):
    # At 20 the bursty runs offer 25, where Poisson takes 4,000 ticks at 23 and 5,000 at 28.
    for load in READINGS:
        parts = reading.parts_of_factor(world.results, load)
        at_25 = 4000 * (5000 / 4000) ** ((20 * MORE - 23) / 5)
        assert parts["load"].estimate == pytest.approx(at_25 / 1000, rel=0.02)
        assert parts["correlation"].estimate == pytest.approx(4000 / at_25, rel=0.02)
        whole = reading.ratio(world.results, "two_way", load).estimate
        assert parts["load"].estimate * parts["correlation"].estimate == pytest.approx(
            whole, rel=0.02
        )


def test_patterns_are_compared_near_the_knee_of_poisson(world):
    knee = 14 + 3 * math.log(958 / 700) / math.log(4000 / 700)
    within = (0.9 * knee - 12) / 2
    ours, poisson = 1800 * (2940 / 1800) ** within, 450 * (700 / 450) ** within
    found = reading.near_knee(world.results, runs.POOL, "T")
    assert found.mean() == pytest.approx(ours / poisson, rel=0.02)
    own = reading.near_knee(world.results, runs.POOL, "T", own=True)
    assert own.mean() == pytest.approx(1800 / poisson, rel=0.02)  # below its first point


def test_order_by_chance_is_that_of_stalls_that_cause_nothing():
    # Stalls of 100 ticks each 1,000 above, and of 100 below that begin anywhere: of those that
    # overlap half begin later. Where each begins 30 ticks later all do, and by chance half do.
    random = np.random.default_rng(3)

    def stalls(below) -> pd.DataFrame:
        rows = [(8, 1000 * i) for i in range(10)] + [(6, begin) for begin in below]
        frame = pd.DataFrame(rows, columns=["category", "begin"])
        where = {"run_id": 1, "quadrant": 0, "direction": reading.UP}
        return frame.assign(end=frame["begin"] + 100, **where)

    was, chance = reading.onsets(stalls(random.integers(0, 9900, 2000)), 8, 6)
    assert was[1] == pytest.approx(0.5, abs=0.06)
    assert chance.loc[1].mean() == pytest.approx(0.5, abs=0.02)
    was, chance = reading.onsets(stalls([1000 * i + 30 for i in range(10)]), 8, 6, shifts=2000)
    assert was[1] == 1
    assert chance.loc[1].mean() == pytest.approx(0.5, abs=0.1)
    window = stalls([1000 * i + 30 for i in range(10)])
    later = window.assign(begin=window["begin"] + 50_000, end=window["end"] + 50_000)
    pd.testing.assert_frame_equal(reading.onsets(later, 8, 6)[1], reading.onsets(window, 8, 6)[1])


def test_hurst_of_variances_that_are_a_power():
    assert reading.hurst(make_variances(POISSON)) == pytest.approx(0.5)
    assert reading.hurst(make_variances(runs.TRAINS)) == pytest.approx(0.85)


def test_figures_and_tables_show_what_was_measured(world, tmp_path):
    for figure in STUDY.figures:
        rendered = figures.render(figure.make, world.results, tmp_path / figure.id)
        assert len(pd.read_csv(rendered.csv)) > 0, figure.id
    curve = pd.read_csv(tmp_path / "figure-4.csv")
    times = curve[(curve["y_axis"] == "two-way time, us") & (curve["series"] == "Poisson")]
    known = TWO_WAY["U", False]
    assert times.set_index("x")["y"][list(known)].tolist() == pytest.approx(
        [0.02 * ticks for ticks in known.values()], rel=0.02
    )
    for table in STUDY.tables:
        if table.id != "test-bed":
            assert len(table.make(world.results)) > 0, table.id
    assert (tables.tail(world.results)["samples"] >= 660_484).all()


def test_headline_figure_tells_the_readings_apart(world, tmp_path):
    quiet = world.points["load"] == runs.TRAINS
    world.points.loc[quiet, "two_way"] *= 0.25
    world.points.loc[quiet, "offered_load"] /= MORE
    world.links.loc[quiet[world.links["run_id"]].to_numpy(), "stalled"] *= 0.5
    (headline,) = (figure for figure in STUDY.figures if figure.id == "factor-four")
    rendered = figures.render(headline.make, world.results, tmp_path / headline.id)
    shown = pd.read_csv(rendered.csv)
    assert [list(rows["x"]) for _, rows in shown.groupby("panel")] == [
        pytest.approx([1, 4, 4, 1, 4, 4, 4], rel=0.02),
        pytest.approx([31, 72, 72, 36, 72, 72, 72]),
        pytest.approx([20, 25, 25, 20, 25, 25, 25]),
    ]
    assert (shown["low"] <= shown["x"]).all()
    assert (shown["x"] <= shown["high"]).all()
