# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study zurich-hotspot: that each judge can say each of its verdicts, and that its page shows them.

The runs are made up (zurich_world.py): a network that does all the document says, and one number of
it changed at a time. What comes of it follows from the rules in the study's README.
"""

from __future__ import annotations

import importlib
import math
import shutil
from pathlib import Path

import pandas as pd
import pytest
import zurich_world
from burstlab.archive import Archive
from burstlab.study import figures, judge
from burstlab.study import tables as texts
from zurich_world import STEP, STUDY, Setting, change_metric, change_rows, judges, reading, runs

tables = importlib.import_module("burstlab_study_zurich_hotspot.tables")
CLAIMS = {claim.id: claim for claim in (*STUDY.claims, *STUDY.checks)}
READINGS = [reading.name for reading in STUDY.readings]
SPECS = {e: [s for s in STUDY.specs(e) if s.run <= 3] for e in ("quick", "full")}
"""Three of five replications are enough to decide what differs by no more than a per mille."""


@pytest.fixture(scope="module")
def obliging(tmp_path_factory) -> dict[str, Path]:
    """An archive of the obliging network for each edition."""
    folder = tmp_path_factory.mktemp("world")
    return {e: zurich_world.write(folder / f"{e}.sqlite", specs) for e, specs in SPECS.items()}


@pytest.fixture
def world(obliging, tmp_path) -> Path:
    """A copy of the full edition that may be changed."""
    return Path(shutil.copy(obliging["full"], tmp_path / "world.sqlite"))


def judged(path: Path, claim: str, read: str = "", edition: str = "full"):
    with Archive(path) as archive:
        ids = range(1, len(SPECS[edition]) + 1)
        return judge(STUDY, CLAIMS[claim], read, archive.select(ids, study=STUDY.name))[0]


@pytest.mark.parametrize("read", READINGS)
def test_network_that_does_what_the_document_says_reproduces_it(obliging, read):
    assert len(STUDY.claims) == 22
    found = {claim.id: judged(obliging["full"], claim.id, read) for claim in STUDY.claims}
    assert {name: j.verdict for name, j in found.items() if j.verdict != "reproduced"} == {}
    for name, judgement in found.items():
        if name != "B21":
            assert judgement.low <= judgement.measured <= judgement.high, name


def test_checks_hold_on_the_obliging_network(obliging):
    for check in STUDY.checks:
        assert judged(obliging["full"], check.id).verdict == "reproduced", check.id


def test_quick_edition_says_undecided_where_it_has_too_few_runs(obliging):
    """A claim with at most one replication of a part cannot be decided, and none is an error."""
    found = {c.id: judged(obliging["quick"], c.id, "limited", "quick") for c in STUDY.claims}
    decided = {name for name, j in found.items() if j.verdict == "reproduced"}
    assert decided == {"B1", "B2", "B3", "B4", "B5", "B8", "B9", "B13", "B14", "B21"}
    assert {j.verdict for name, j in found.items() if name not in decided} == {"undecided"}
    assert {judged(obliging["quick"], c.id, "", "quick").verdict for c in STUDY.checks} == {
        "reproduced"
    }


def times(factor):
    return lambda value: factor * value


def plus(amount):
    return lambda value: value + amount


BCN, NONE = runs.BCN, runs.NONE
BASE = {"gd": runs.GD, "gi": runs.GI, "weight": 2.0, "kilobytes": 600, "ps": 0.02, "law": BCN}
ONE = {**BASE, "case": "1", "nodes": 16}


@pytest.mark.parametrize("read", ["as printed", "limited"])
@pytest.mark.parametrize(
    ("claim", "metric", "change", "labels"),
    [
        ("B1", "throughput", times(1.06), {"case": "1", "law": NONE, "memory": "shared"}),
        ("B2", "throughput", times(0.9), {"case": "1", "law": NONE, "memory": "partitioned"}),
        ("B3", "throughput", times(0.94), {**ONE, "memory": "shared"}),
        ("B4", "hot", times(0.98), ONE),
        ("B5", "queue", times(0.8), ONE),
        ("B11", "queue", times(2), {"nodes": 128}),
        ("B11", "queue", times(0.7), {"nodes": 128, "gd": runs.rounded(1 / 750e3)}),
        ("B12", "throughput", times(0.9), {"nodes": 128, "kilobytes": 600}),
        ("B16", "queue", lambda _: 60e3, {"ps": 0.02, "kilobytes": 150}),
        ("B17", "queue_sd", times(10), {"case": "IG"}),
        ("B18", "queue", times(0.9), {"nodes": 32, "case": "1"}),
        ("B19", "hot", times(2), {"weight": 50.0}),
        ("B19", "queue_sd", times(0.1), {"weight": 10.0}),
        ("B19", "queue_sd", times(0.1), {"weight": 0.1}),
        ("B20", "queue", times(0.8), {"kilobytes": 1200}),
        ("B21", "dropped", plus(1), {"case": "6"}),
        ("B21", "missing", plus(1), {"law": NONE}),
        ("B22", "throughput", times(0.85), {"case": "5", "law": BCN}),
        ("B22", "throughput", times(0.85), {"case": "7", "law": BCN}),
    ],
)
def test_one_changed_number_changes_the_verdict(world, read, claim, metric, change, labels):
    change_metric(world, SPECS["full"], metric, change, **labels)
    assert judged(world, claim, read).verdict == "differs"


def column(number, change):
    """Change a column of the rows."""
    return lambda row: [*row[:number], change(row[number]), *row[number + 1 :]]


LOW, HIGH = ({**ONE, "gd": gd} for gd in (judges.LOW, judges.HIGH))


@pytest.mark.parametrize(
    ("claim", "table", "change", "labels"),
    [
        ("B6", "series", column(1, times(1.95)), LOW),
        ("B7", "series", column(2, times(1.25)), HIGH),
        ("B7", "series", column(3, lambda queue: 160e3), HIGH),
        ("B8", "flow", column(2, times(0.8)), {"case": "2", "law": BCN}),
        ("B9", "port", column(2, lambda queue: 149e3), {"case": "2", "law": NONE}),
        ("B10", "port", column(2, lambda queue: 151e3), {"case": "3", "law": NONE}),
        ("B10", "flow", column(2, times(3.3)), {"case": "3", "law": NONE}),
        ("B10", "flow", column(2, times(0.9)), {"case": "3", "law": BCN}),
        ("B13", "flow", column(2, times(0.8)), {"case": "5", "law": BCN}),
        ("B14", "flow", column(2, times(1.2)), {"case": "6", "law": BCN}),
        (
            "B15",
            "series",
            column(3, lambda queue: 37.5e3),
            {"case": "7", "kilobytes": 150, "law": BCN},
        ),
        ("B17", "series", column(2, times(0.7)), {"case": "IG", "gd": judges.HIGH}),
    ],
)
def test_one_changed_table_changes_the_verdict(world, claim, table, change, labels):
    change_rows(world, SPECS["full"], table, change, **labels)
    assert judged(world, claim, "limited").verdict == "differs"


@pytest.mark.parametrize(
    ("check", "metric", "change", "labels"),
    [
        ("V1", "throughput", times(1.1), {"nodes": 32, "law": NONE}),
        ("V1", "throughput", times(0.9), {"case": "IG", "law": BCN}),
        ("V2", "queue", lambda _: 151.6e3, {"gi": runs.rounded(20 * 6.6667e-7)}),
        ("V2", "queue", lambda _: 151e3, {"gi": runs.rounded(6.6667e-7)}),
        ("V2", "queue", lambda _: 149e3, {"gi": runs.rounded(500 * 6.6667e-7)}),
        ("V3", "dropped", plus(1), {"case": "fat tree", "nodes": 2048}),
        ("V3", "missing", plus(-1), {"law": runs.QCN}),
        ("V4", "margin", times(-1), {"case": "IG"}),
        ("V5", "hot", times(0.98), {"nodes": 8, "law": NONE}),
    ],
)
def test_checks_see_what_is_wrong(world, check, metric, change, labels):
    change_metric(world, SPECS["full"], metric, change, **labels)
    assert judged(world, check).verdict == "differs"


@pytest.mark.parametrize(("high", "verdict"), [(8.0, "reproduced"), (8.5, "differs")])
def test_throughput_in_cycles_is_that_of_whole_ones(world, high, verdict):
    """Two of eight steps go: 2 Gb/s if they carry 8. The window is off by 2 %."""
    labels = {"case": "1", "nodes": 128, "law": NONE, "memory": "shared"}
    change_metric(world, SPECS["full"], "throughput", times(1.02), **labels)

    def cycle(cells):
        step = round((cells[0] - 0.1) / STEP)
        cells[1] = 8.5 if step < 2 else high if step >= 8 and step % 8 < 2 else 0.0
        return cells

    change_rows(world, SPECS["full"], "series", cycle, **labels)
    assert judged(world, "V1").verdict == verdict


@pytest.mark.parametrize(
    "labels",
    [
        {"gd": runs.gains(600, [0.1])[0]},
        {"weight": 10.0, "gd": runs.GD},
    ],
)
def test_settings_that_do_not_settle_are_no_check(world, labels):
    """The lowest gains on the slides, and X above 2, whatever their queue."""
    change_metric(world, SPECS["full"], "queue", lambda _: 1.0, case="1", **labels)
    assert judged(world, "V2").verdict == "reproduced"


def test_a_setting_of_which_one_run_did_not_settle_is_no_check(world):
    labels = {"gi": runs.rounded(6.6667e-7), "clamp": "Total"}
    change_metric(world, SPECS["full"], "queue", lambda _: 151e3, **labels)
    assert judged(world, "V2").verdict == "differs"
    with Archive(world) as archive:
        count = len(judges.settled(archive.select(range(1, len(SPECS["full"]) + 1))))
    change_metric(world, SPECS["full"], "settled", lambda _: None, run=1, **labels)
    with Archive(world) as archive:
        assert len(judges.settled(archive.select(range(1, len(SPECS["full"]) + 1)))) == count - 1
    assert judged(world, "V2").verdict == "reproduced"


def test_a_setting_whose_queue_runs_empty_is_no_check_but_is_told(world):
    labels = {"gi": runs.rounded(6.6667e-7), "clamp": "Total"}
    change_metric(world, SPECS["full"], "queue", lambda _: 151e3, **labels)
    change_metric(world, SPECS["full"], "queue_min", lambda _: 0.0, run=1, **labels)
    judgement = judged(world, "V2")
    assert judgement.verdict == "reproduced"
    assert "1 more run empty, 0 of them on the right side" in judgement.note


def test_readings_are_judged_apart(world):
    """What the feedback without a limit does is no matter of the others."""
    change_metric(world, SPECS["full"], "hot", times(0.5), **ONE, clamp="None")
    assert judged(world, "B4", "as printed").verdict == "differs"
    assert judged(world, "B4", "limited").verdict == "reproduced"
    rows = {"case": "5", "law": BCN, "association": "Each"}
    change_rows(world, SPECS["full"], "flow", column(2, times(0.5)), **rows)
    verdicts = {read: judged(world, "B13", read).verdict for read in READINGS}
    assert verdicts == {**dict.fromkeys(READINGS, "reproduced"), "each": "differs"}


def test_time_until_a_queue_is_settled(world):
    """Three pieces of 10 ms at three times the queue, then all equal."""
    with Archive(world) as archive:
        results = archive.select(range(1, len(SPECS["full"]) + 1), study=STUDY.name)
        assert reading.settling(results, Setting()).tolist() == pytest.approx([0.03] * 3)
        never = reading.settling(results, Setting("7"))
        assert never.isna().all()


FULL_ONLY = ("case-4", "completion")
"""Figures of which the quick edition has no run."""


def test_figures_of_the_full_edition_show_what_was_measured(obliging, tmp_path):
    with Archive(obliging["full"]) as archive:
        results = archive.select(range(1, len(SPECS["full"]) + 1), study=STUDY.name)
        for figure in STUDY.figures:
            if figure.id in FULL_ONLY:
                rendered = figures.render(figure.make, results, tmp_path / figure.id)
                assert len(pd.read_csv(rendered.csv)) > 0, figure.id


def test_figures_and_tables_show_what_was_measured(obliging, tmp_path):
    with Archive(obliging["quick"]) as archive:
        results = archive.select(range(1, len(SPECS["quick"]) + 1), study=STUDY.name)
        for figure in STUDY.figures:
            rendered = figures.render(figure.make, results, tmp_path / figure.id)
            assert (len(pd.read_csv(rendered.csv)) > 0) != (figure.id in FULL_ONLY), figure.id
        for table in STUDY.tables:
            assert texts.render(table.make, results, tmp_path / table.id).rows, table.id
    share = pd.read_csv(tmp_path / "works.csv").query("series == 'PAUSE alone'")["x"]
    assert share.iloc[0] == pytest.approx(2.40625 / 8.09375, rel=0.01)
    fair = pd.read_csv(tmp_path / "fairness.csv").query("law == 'proportional fair'")
    # Case 5 by hand: 2, 8/3 x 3, 8 over 2.5 x 4, 7.5.
    parts = [0.8, 16 / 15, 16 / 15, 16 / 15, 16 / 15]
    index = sum(parts) ** 2 / (5 * sum(p**2 for p in parts))
    assert fair["index, max-min"].iloc[1] == pytest.approx(index)


def test_offset_of_the_table_is_the_measured_one_over_the_predicted(obliging):
    with Archive(obliging["quick"]) as archive:
        results = archive.select(range(1, len(SPECS["quick"]) + 1), study=STUDY.name)
        table = tables.settled(results).set_index("setting")
        row = table.loc["base, limited"]
        queue = reading.values(results, "queue", reading.setting("limited"))
    assert row["r"] == pytest.approx(30, rel=1e-3)
    away = (queue.median() - 150e3) / 1e3
    assert row["deviation implied, KB"] == pytest.approx(away / 1.31, rel=0.01)
    assert math.isfinite(row["settled after, ms"])
