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
from servernet_world import POISSON, POOL, STUDY, TRAINS, TWO_WAY, make_variances, reading, runs

tables = importlib.import_module("burstlab_study_servernet.tables")
CLAIMS = {claim.id: claim for claim in (*STUDY.claims, *STUDY.checks)}
READINGS = [reading.name for reading in STUDY.readings]


@pytest.fixture
def world(monkeypatch) -> SimpleNamespace:
    return servernet_world.install(monkeypatch)


def judged(world, claim: str, load: str = ""):
    return judge(STUDY, CLAIMS[claim], load, world.results)[0]


def at(world, pattern, load, lam=None, **varied) -> pd.Series:
    """Rows of a pattern and load, all of its points or one."""
    frame = world.points
    rows = (frame["pattern"] == pattern) & (frame["load"] == load)
    rows &= frame["start"] == "Equilibrium"
    for name, value in ({} if lam is None else {"lambda": lam, **varied}).items():
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


def lose_one(world) -> None:
    world.points["missing"] = 1.0


@pytest.mark.parametrize("load", READINGS)
def test_network_that_does_what_the_document_says_reproduces_it(world, load):
    assert len(STUDY.claims) == 24
    verdicts = {claim.id: judged(world, claim.id, load) for claim in STUDY.claims}
    wrong = {
        name: found
        for name, found in verdicts.items()
        if found.verdict != ("consistent" if name == "C16" else "reproduced")
    }
    assert wrong == {}
    for name, found in verdicts.items():
        if name != "C20":
            assert found.low <= found.measured <= found.high


@pytest.mark.parametrize("load", READINGS)
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
        ("C2", poisson_is_bursty, "not-testable"),
        ("C3", scale("two_way", 0.2), "differs"),
        ("C4", scale("throughput", 0.95, lam=14), "differs"),
        ("C4", spread("throughput", lam=14), "undecided"),
        ("C5", scale("two_way", 0.5, lam=20), "differs"),
        ("C5", scale("two_way", 2, lam=20), "differs"),
        ("C5", spread("two_way", lam=20), "undecided"),
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
        ("C13", spread("stalled", pattern="T", lam=14), "undecided"),
        ("C14", scale("two_way", 2, pattern="CS", lam=40), "differs"),
        ("C14", scale("stalled", 1e5, pattern="CS", lam=20), "differs"),
        ("C15", scale("two_way", 0.5, pattern="T"), "differs"),
        ("C16", scale("routers", 0.9, pattern="T"), "differs"),
        ("C17", scale("two_way_max", 1.5, pattern="T"), "differs"),
        ("C17", spread("two_way_max", pattern="T"), "undecided"),
        ("C18", no_excess, "differs"),
        ("C19", scale("two_way", 2), "differs"),
        ("C19", scale("stalled", 0.2), "differs"),
        ("C20", lose_one, "differs"),
        (
            "C20",
            lambda w: w.points.update({"stalled": w.points["stalled"] * 0}),
            "not-testable",
        ),
        ("C21", scale("two_way", 1.3, lam=30), "differs"),
        ("C21", scale("throughput", 0.8, lam=40), "differs"),
        ("C22", scale("two_way", 2, lam=20, fifo=1024), "differs"),
        ("C22", scale("stalled", 2, lam=20, fifo=1024), "differs"),
        ("C23", scale("two_way", 2, lam=20, cpu_limit=2), "differs"),
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


def test_check_of_the_loads_sees_one_wrong_category(world):
    assert judged(world, "V3").verdict == "reproduced"
    rows = (world.links["category"] == 4) & (world.links["direction"] == reading.UP)
    world.links.loc[rows, "transmitting"] *= 1.1
    assert judged(world, "V3").verdict == "differs"


def test_fresh_start_stands_beside_claim_four_and_does_not_enter(world):
    world.points.loc[world.points["start"] != "Equilibrium", "throughput"] *= 3
    found = judged(world, "C4", TRAINS)
    assert found.measured == pytest.approx(1.05)
    assert "FreshOff 3.15" in found.note


def test_knee_lies_between_its_points(world):
    # Two-way times of 4 x 239.5 = 958 ticks: log-linear between 600 at 17 and 1000 at 20.
    expected = 17 + 3 * math.log(958 / 600) / math.log(1000 / 600)
    assert reading.saturation(world.results, POISSON).mean() == pytest.approx(expected, rel=0.01)


def test_equal_rate_is_read_off_the_curve_of_poisson(world):
    # Poisson carries at 14 what it generates there, 400 ticks; the bursty runs 5 % more.
    value = reading.at_equal_rate(world.results, TRAINS, 14)
    assert value.mean == pytest.approx(800 / 400 / (600 / 400) ** (0.7 / 3), rel=0.02)


def test_hurst_of_variances_that_are_a_power():
    assert reading.hurst(make_variances(POISSON)) == pytest.approx(0.5)
    assert reading.hurst(make_variances(TRAINS)) == pytest.approx(0.85)


def test_figures_and_tables_show_what_was_measured(world, tmp_path):
    for figure in STUDY.figures:
        rendered = figures.render(figure.make, world.results, tmp_path / figure.id)
        assert len(pd.read_csv(rendered.csv)) > 0, figure.id
    curve = pd.read_csv(tmp_path / "figure-4.csv")
    times = curve[(curve["y_axis"] == "two-way time, us") & (curve["series"] == "Poisson")]
    assert times["y"].tolist() == pytest.approx(
        [0.02 * ticks for ticks in TWO_WAY["U", False].values()], rel=0.02
    )
    for table in STUDY.tables:
        if table.id != "test-bed":
            assert len(table.make(world.results)) > 0, table.id
    tail = tables.tail(world.results)
    assert tail["needed, z = 2.57"].tolist() == [660_484] * 3
    assert tail["needed, exact z"].tolist() == [663_484] * 3


def test_headline_figure_tells_the_starts_apart(world, tmp_path):
    fresh = world.points["start"] == runs.FRESH
    world.points.loc[fresh, "two_way"] *= 0.5
    world.points["offered_load"] = world.points["lambda"] * np.where(fresh, 1.25, 1.0)
    world.links.loc[fresh[world.links["run_id"]].to_numpy(), "stalled"] *= 0.5
    (headline,) = (figure for figure in STUDY.figures if figure.id == "factor-four")
    rendered = figures.render(headline.make, world.results, tmp_path / headline.id)
    shown = pd.read_csv(rendered.csv)
    assert [list(rows["x"]) for _, rows in shown.groupby("panel")] == [
        pytest.approx([1, 2, 4, 4], rel=0.02),
        pytest.approx([31, 36, 72, 72]),
        pytest.approx([20, 25, 20, 20]),
    ]
    assert (shown["low"] <= shown["x"]).all()
    assert (shown["x"] <= shown["high"]).all()
    assert list(shown["series"].unique()) == [
        "Poisson",
        "per device, fresh start",
        "per device, equilibrium",
        "pool, equilibrium",
    ]
