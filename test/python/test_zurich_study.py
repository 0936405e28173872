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
import sqlite3
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
JUDGED = 12
"""Replications with which each of 80 parts can be beyond its limit."""
CLAIMED = [
    *(setting for setting, _ in judges.forms()),
    *runs.read(
        [
            *(Setting(gd=judges.LOW), Setting(gd=judges.HIGH), Setting("IG", gd=judges.HIGH)),
            *(s for case in ("2", "3", "5", "6") for s in runs.SLIDES[f"case {case}"]),
            *(*runs.strong("1", 128, (600,)), *runs.SLIDES["case 7"], *runs.SLIDES["IG"]),
            *(*runs.SLIDES["W, fixed gains"], *runs.SLIDES["M"], *runs.SAMPLED),
            *runs.SLIDES["Gi, M 600"][5:10],
        ]
    ),
]
"""Settings of claims, and of checks enough."""


def judged_there(setting: Setting, timing: str) -> bool:
    return setting in CLAIMED and (timing == runs.OWN or setting.case == "5")


SPECS = {
    "quick": STUDY.specs("quick"),
    "full": [
        runs.spec(s, "full", run, timing)
        for timing in runs.TIMINGS
        for s in runs.planned("full", timing)
        for run in range(1, 1 + (JUDGED if judged_there(s, timing) else 1))
    ],
}


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


CONSISTENT = {"B9", "B10", "B18", "B19", "B20", "B21"}
"""Claims that a constant of the document or an assumption of ours decides."""
OTHERS = {"P5", "P6"}
"""Claims of another allocation than the document's."""


@pytest.mark.parametrize("read", READINGS)
def test_network_that_does_what_the_document_says_reproduces_it(obliging, read):
    assert len(STUDY.claims) == 24
    found = {claim.id: judged(obliging["full"], claim.id, read) for claim in STUDY.claims}
    assert {name for name, j in found.items() if j.verdict == "consistent"} == CONSISTENT
    assert {name for name, j in found.items() if j.verdict == "differs"} == OTHERS
    assert {j.verdict for j in found.values()} == {"consistent", "differs", "reproduced"}
    for name, judgement in found.items():
        if name != "B21":
            assert judgement.low <= judgement.measured <= judgement.high, name


def test_checks_hold_on_the_obliging_network(obliging):
    for check in STUDY.checks:
        assert judged(obliging["full"], check.id).verdict == "reproduced", check.id


ASKED = {
    "as printed": [
        "B1",
        "B2",
        "B3",
        "B4",
        "B5",
        "B6",
        "B9",
        "B10",
        "B13",
        "B14",
        "P5",
        "P6",
        "B21",
    ],
    "limited": ["B1", "B2", "B3", "B4", "B5", "B6", "B9", "B10", "B16", "B21"],
    "lowest": ["B1", "B2", "B3", "B4", "B5", "B6", "B9", "B16", "B21"],
    "each": ["B1", "B2", "B3", "B4", "B5", "B6", "B9", "B16", "B21"],
}


@pytest.mark.parametrize("read", READINGS)
def test_quick_edition_asks_the_headline_claims(obliging, read):
    """What the README says that is asked; the rest is not asked, and nothing is an error."""
    found = {c.id: judged(obliging["quick"], c.id, read, "quick").verdict for c in STUDY.claims}
    asked = {name for name, verdict in found.items() if verdict != "not-asked"}
    assert asked == set(ASKED[read])
    decided = {found[name] for name in asked - OTHERS}
    assert decided <= {"reproduced", "consistent"}
    assert {judged(obliging["quick"], c.id, "", "quick").verdict for c in STUDY.checks} == {
        "reproduced"
    }


@pytest.mark.parametrize(
    ("claim", "label", "value", "why"),
    [
        ("B6", "end", 0.19, "run until 0.2 s"),
        ("B5", "begin", 0.1, "measured from 0.2 s"),
        ("B8", "begin", 0.3, "measured for 3 s"),
        ("B14", "begin", 0.3, "measured for 3 s"),
        ("B22", "begin", 0.3, "measured for 3 s"),
    ],
)
def test_a_claim_whose_window_is_too_short_is_not_asked(world, claim, label, value, why):
    with sqlite3.connect(world) as connection:
        connection.execute("UPDATE label SET value = ? WHERE name = ?", (value, label))
    connection.close()
    judgement = judged(world, claim, "limited")
    assert judgement.verdict == "not-asked"
    assert why in judgement.note


def proportional(cells):
    """What the flows of cases 5 and 6 have where each is inverse to the price of its path."""
    source, destination, rate = cells
    both, one = (source, destination) == (1, 8), rate > 5
    return [source, destination, 2.0 if both else 8.0 if one else 8 / 3]


@pytest.mark.parametrize("case", ["5", "6"])
def test_proportional_rates_are_not_those_of_the_document(world, case):
    """By hand: x = (10 - x) / 4 over both points, 8/3 and 8 for the others."""
    document = {"5": "B13", "6": "B14"}[case]
    change_rows(world, SPECS["full"], "flow", proportional, case=case, law=BCN)
    assert judged(world, f"P{case}", "each").verdict == "reproduced"
    assert judged(world, document, "each").verdict == "differs"


@pytest.mark.parametrize("claim", ["P5", "P6"])
@pytest.mark.parametrize(("part", "verdict"), [(1.04, "reproduced"), (1.06, "differs")])
def test_proportional_rates_hold_within_the_margin_of_what_is_derived(world, claim, part, verdict):
    def rates(cells):
        return [*cells[:2], part * proportional(cells)[2]]

    change_rows(world, SPECS["full"], "flow", rates, case=claim[1], law=BCN)
    assert judged(world, claim, "limited").verdict == verdict


def test_shares_that_move_with_the_delay_decide_nothing(world):
    """Half of the replications starve the flow over both points, half favour it.

    The others have their proportional rates, which differ from those of the document by 1 in 15.
    """
    for run in range(1, JUDGED + 1):

        def moved(cells, run=run):
            share = 0.5 if run % 2 else 2.9
            return [*cells[:2], share] if cells[:2] == [1, 8] else proportional(cells)

        change_rows(world, SPECS["full"], "flow", moved, case="5", law=BCN, run=run)
    assert judged(world, "P5", "limited").verdict == "undecided"
    assert judged(world, "B13", "limited").verdict == "undecided"


@pytest.mark.parametrize(("spread", "told"), [(0.25, True), (0.0, False)])
def test_note_says_where_an_interval_excludes_a_number_but_not_its_limit(world, spread, told):
    """Rates from 2.6 to 2.85 Gb/s are not 2.5, but may be within 10 % of it, or not."""
    for run in range(1, JUDGED + 1):

        def moved(cells, run=run):
            rate = 2.6 + spread * (run - 1) / (JUDGED - 1)
            return [*cells[:2], rate] if cells[:2] == [2, 4] else cells

        change_rows(world, SPECS["full"], "flow", moved, case="6", law=BCN, run=run)
    judgement = judged(world, "B14", "limited")
    assert (judgement.verdict == "undecided") == told
    assert ("2 to 4 is above 2.5, but perhaps not above 2.75" in judgement.note) == told


def test_timings_are_judged_apart(world):
    """What happens with aligned slots is no matter of the claims, and a column of the table."""
    labels = {"case": "5", "law": BCN, "timing": runs.ALIGNED}
    change_rows(world, SPECS["full"], "flow", column(2, times(0.5)), **labels)
    assert judged(world, "B13", "limited").verdict == "reproduced"
    with Archive(world) as archive:
        results = archive.select(range(1, len(SPECS["full"]) + 1), study=STUDY.name)
        table = tables.timing(results).set_index(["claim", "reading"])
    for read in ("as printed", "limited"):
        verdicts = [table.loc[("B13", read), timing].split()[0] for timing in runs.TIMINGS]
        assert verdicts == ["reproduced", "reproduced", "differs"]
    assert "B8" not in table.index.get_level_values("claim")  # one run of it with other timings


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
        ("B4", "hot", times(0.94), ONE),
        ("B5", "queue", times(0.8), ONE),
        ("B11", "queue", times(2), {"nodes": 128}),
        ("B11", "queue", times(0.7), {"nodes": 128, "gd": runs.rounded(1 / 750e3)}),
        ("B12", "throughput", times(0.94), {"nodes": 128, "kilobytes": 600}),
        ("B17", "queue_sd", times(10), {"case": "IG"}),
        ("B18", "queue", times(0.9), {"nodes": 32, "case": "1"}),
        ("B19", "hot", times(1.85), {"weight": 50.0}),
        ("B19", "queue_sd", times(0.1), {"weight": 10.0}),
        ("B19", "queue_sd", times(0.1), {"weight": 0.1}),
        ("B20", "queue", times(0.8), {"kilobytes": 1200}),
        ("B21", "dropped", plus(1), {"case": "6"}),
        ("B20", "queue", times(2), {"kilobytes": 150}),
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


def test_note_of_b17_has_the_damping_of_the_model(obliging):
    """By hand: p mu = 3333 and 16667 samples a second, Gi Ru = 833: sqrt(1/4), sqrt(1/20)."""
    for edition in ("quick", "full"):
        note = judged(obliging[edition], "B17", "limited", edition).note
        assert "0.50 for output-generated and 0.22 for input-generated" in note


def test_note_of_b22_says_where_pause_alone_carries_as_much(world):
    """With partitioned memory only traffic to the hot node is held up in IG: see expected.py."""
    assert "There PAUSE alone carries as much: IG." in judged(world, "B22", "each").note
    change_metric(world, SPECS["full"], "throughput", times(5), case="6", law=NONE)
    judgement = judged(world, "B22", "each")
    assert "6: 1.00" in judgement.note
    assert "There PAUSE alone carries as much: 6, IG." in judgement.note


def starve(destination, part):
    """Take from what a station receives."""
    return lambda cells: [
        *cells[:2],
        cells[2] * (part if cells[1] == destination else 1),
    ]


LOW, HIGH = ({**ONE, "gd": gd} for gd in (judges.LOW, judges.HIGH))


@pytest.mark.parametrize(
    ("claim", "table", "change", "labels"),
    [
        ("B6", "series", column(1, times(1.85)), LOW),
        ("B7", "series", column(2, times(1.15)), HIGH),
        ("B7", "series", column(3, lambda queue: 160e3), HIGH),
        ("B8", "flow", column(2, times(0.89)), {"case": "2", "law": BCN}),
        ("B9", "port", column(2, lambda queue: 149e3), {"case": "2", "law": NONE}),
        ("B10", "port", column(2, lambda queue: 151e3), {"case": "3", "law": NONE}),
        ("B10", "flow", column(2, times(3.1)), {"case": "3", "law": NONE}),
        ("B10", "flow", column(2, times(0.94)), {"case": "3", "law": BCN}),
        ("B10", "flow", column(2, times(1.06)), {"case": "3", "law": BCN}),
        ("B13", "flow", column(2, times(0.89)), {"case": "5", "law": BCN}),
        ("B14", "flow", column(2, times(1.11)), {"case": "6", "law": BCN}),
        (
            "B15",
            "series",
            column(3, lambda queue: 37.5e3),
            {"case": "7", "kilobytes": 150, "law": BCN},
        ),
        ("B16", "series", column(3, lambda queue: 837.5e3), {"kilobytes": 150, "ps": 0.1}),
        ("B16", "series", column(3, lambda queue: 197.5e3), {"kilobytes": 150, "ps": 0.02}),
        ("B16", "series", column(3, lambda queue: 45e3), {"kilobytes": 150, "ps": 0.1}),
        ("B17", "series", column(2, times(0.7)), {"case": "IG", "gd": judges.HIGH}),
        ("B22", "flow", starve(8, 0.85), {"case": "5", "law": BCN}),
        ("B22", "flow", starve(13, 0.85), {"case": "1", "law": BCN, "nodes": 16}),
        ("B22", "flow", starve(1, 0.85), {"case": "IG", "law": BCN}),
        ("B22", "flow", starve(3, 0.85), {"case": "7", "law": BCN}),
        ("P5", "flow", column(2, times(1.3)), {"case": "5", "law": BCN}),
        ("P6", "flow", column(2, times(0.5)), {"case": "6", "law": BCN}),
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
        assert reading.settling(results, Setting()).tolist() == pytest.approx([0.03] * JUDGED)
        never = reading.settling(results, Setting("7", clamp="Total"))
        assert never.isna().all()


FULL_ONLY = ("case-4", "completion", "fat-trees")
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
