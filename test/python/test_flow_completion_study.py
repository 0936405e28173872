# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study flow-completion: what is run, and that each judge can say each of its verdicts.

The runs are made up: protocols that do all the abstract says, and one thing changed at a time. What
comes of it follows from the rules in the study's README.
"""

from __future__ import annotations

from dataclasses import fields, replace

import flow_completion_world
import pandas as pd
import pytest
from burstlab.archive import Archive
from burstlab.build import runner
from burstlab.engine import plan
from burstlab.study import figures, judge
from burstlab.study import tables as texts
from flow_completion_world import STUDY, ideal, reading, runs

CLAIMS = {claim.id: claim for claim in (*STUDY.claims, *STUDY.checks)}


READINGS = [read.name for read in STUDY.readings]
(QUICK,) = runs.GRID["quick"]
(NEAR,) = runs.NEAR["quick"]


def look(path, claim, read=runs.AUTHORS, without=()):
    """Judge a claim, as if the settings in `without` had not been run."""
    with Archive(path) as archive:
        labels = archive.select(archive.run_ids(), study=STUDY.name).labels()
        there = labels.index[~labels["setting"].isin([setting.text for setting in without])]
        results = archive.select(there.tolist(), study=STUDY.name)
        return judge(STUDY, CLAIMS[claim], read, results)[0]


METRICS = (reading.MEAN, reading.P99)


def hosts_without_delay(setting, scalars, rows):
    """Flows of the made-up world without the four delays of 2.5 us."""
    if not setting.host_ns:
        for row in rows:
            row[-1] -= 10
            row[-2] -= 10


def test_slowdowns_over_the_ideal_times_of_yaps_by_hand(tmp_path):
    """YAPS: whole packets and 40 bytes, two acknowledgements at a host and 1,540 bytes twice at 40
    Gb/s between racks, 0.2 us a link."""
    header = 0.032
    rack = {p: 1.2 * p + header + 2 * header + 2 * 2 * 0.2 for p in (6, 13)}
    racks = {
        p: 1.2 * p + header + 2 * header + 2 * 1540 * 8 / 40e3 + 2 * 4 * 0.2 for p in (12, 100)
    }
    theirs = {**rack, **racks}
    path = flow_completion_world.write(tmp_path / "world.sqlite", hosts_without_delay, "quick")
    with Archive(path) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        setting = runs.mechanisms("quick")[runs.AS_YAPS]
        chosen = reading.flows(results, [setting])
        ratios = {p: (chosen["completion"] / theirs[p])[chosen["size"] == 1460 * p] for p in theirs}
        short = pd.concat([ratios[p] for p in (6, 12, 13)])
        seen = {metric: reading.by_yaps(results, metric, setting, "short") for metric in METRICS}
        assert seen[reading.MEAN].mean() == pytest.approx(short.mean())
        assert seen[reading.P99].max() == pytest.approx(short.max())
        assert reading.by_yaps(results, reading.MEAN, setting, "medium").mean() == pytest.approx(
            ratios[100].mean()
        )
        assert reading.by_yaps(results, reading.P99, setting, "long").empty


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_what_is_run(edition):
    specs = STUDY.specs(edition)
    assert len(plan(specs, runner())) == len(specs)
    settings = {spec.labels["setting"] for spec in specs}
    for point in runs.GRID[edition]:
        for read in READINGS:
            assert {s.text for s in runs.rivals(point, read).values()} <= settings
        assert {s.text for s in runs.everyone(point).values()} <= settings
    assert {point.text for point in runs.NEAR[edition]} <= settings
    assert {s.text for s in runs.mechanisms(edition).values()} <= settings


def test_the_full_edition_has_all_loads_of_both_distributions():
    sizes = (runs.WEB_SEARCH, runs.DATA_MINING)
    points = [(point.sizes, point.load) for point in runs.NEAR["full"]]
    assert points == [(s, load) for s in sizes for load in range(10, 91, 10)]
    compared = [(point.sizes, point.load) for point in runs.GRID["full"]]
    assert compared == [(s, load) for s in sizes for load in (20, 60, 80)]
    # FC-5 is asked of as many flows as hosts.
    assert min(point.flows for point in runs.GRID["full"]) > runs.HOSTS


def test_each_step_from_program_to_program_is_one_mechanism():
    def differ(a, b):
        return {f.name for f in fields(a) if getattr(a, f.name) != getattr(b, f.name)}

    steps = dict(runs.STEPS)
    first, last = steps.pop("as in ns-2"), steps.pop("all of these: YAPS")
    again = steps.pop("YAPS with host delay")
    assert differ(again, last) == {"host_ns"}
    assert [len(differ(first, step)) for step in steps.values()] == [1] * len(steps)
    every = set.union(*(differ(first, step) for step in steps.values()))
    # The threshold of YAPS is as far away as that of ns-2: no window gets there.
    assert every == differ(first, last) - {"threshold"}
    assert [len(differ(first, other)) for other in runs.OTHERS.values()] == [1] * len(runs.OTHERS)


def test_a_setting_forgets_what_does_not_matter():
    tcp = runs.Setting(runs.TCP)
    assert replace(tcp, time_out=24, queue=1, selective=True) == tcp
    assert replace(runs.Setting(), time_out=24) != runs.Setting()
    assert replace(tcp, alpha=1.0) == tcp
    assert runs.attributes(tcp)["Queue"] == "225000B"


def test_readings_differ_in_alpha_of_dctcp_alone():
    """0 in the authors' ns-default.tcl, 1 in ns-3."""
    authors, ns3 = (runs.rivals(QUICK, read) for read in READINGS)
    assert [p for p in authors if authors[p] != ns3[p]] == [runs.DCTCP]
    alphas = [runs.attributes(r[runs.DCTCP])[runs.ALPHA_OF_DCTCP] for r in (authors, ns3)]
    assert alphas == [0, 1]
    assert runs.ALPHA_OF_DCTCP not in {
        *runs.attributes(authors[runs.TCP]),
        *runs.attributes(authors[runs.PFABRIC]),
    }
    assert set(runs.everyone(QUICK).values()) == {*authors.values(), *ns3.values()}


def test_flows_per_host_of_the_quick_edition():
    """As captions, assumptions and README have them."""
    assert (QUICK.flows, NEAR.flows, runs.HOSTS) == (72, 288, 144)
    words = " ".join([*STUDY.assumptions, *(figure.caption for figure in STUDY.figures)])
    assert "72" in words
    assert "288" in words


def test_flows_that_are_alone_by_hand():
    # 14.68 us until the first acknowledgement from another rack, 13.264 from this one; 14.4 us for
    # twelve packets.
    table = pd.DataFrame(
        {"source": 0, "destination": [15, 16, 16, 15], "size": [14600, 17520, 18980, 146000]}
    )
    assert reading.alone(table).tolist() == pytest.approx([0, 0, 0.28, 0])
    assert ideal(1, False) == pytest.approx(14.68)
    assert ideal(1, True) == pytest.approx(13.264)


def test_flows_that_are_under_way_together_are_not_alone():
    table = pd.DataFrame(
        {
            "run_id": [1, 1, 1, 1, 2],
            "flow": [0, 1, 2, 3, 0],
            "start": [0.0, 90.0, 200.0, 500.0, 95.0],
            "completion": [100.0, 20.0, 50.0, 10.0, 10.0],
        }
    )
    kept = reading.by_itself(table)
    assert kept[["run_id", "flow"]].to_numpy().tolist() == [[1, 2], [1, 3], [2, 0]]
    assert reading.by_itself(table[:0]).empty


UNASKED = {"quick": {"FC-4", "FC-5"}, "full": set()}


@pytest.mark.parametrize("read", READINGS)
@pytest.mark.parametrize("edition", ["quick", "full"])
def test_all_is_reproduced_where_all_is_as_stated(tmp_path, edition, read):
    path = flow_completion_world.write(tmp_path / "world.sqlite", edition=edition)
    for name in CLAIMS:
        judgement = look(path, name, read)
        wanted = "not-asked" if name in UNASKED[edition] else "reproduced"
        assert judgement.verdict == wanted, judgement


def put(metric, value, **labels):
    """A metric of some runs has another value."""

    def change(setting, scalars, rows):
        if all(getattr(setting, label) == v for label, v in labels.items()):
            scalars[f"completion.{metric}"] = value

    return change


def move(microseconds, protocol, load):
    """The first flow of some runs takes longer."""

    def change(setting, scalars, rows):
        if (setting.protocol, setting.load) == (protocol, load):
            rows[0][5] = rows[0][6] + microseconds

    return change


AT_NEAR = {"protocol": runs.PFABRIC, "flows": NEAR.flows}
DCTCP = {"protocol": runs.DCTCP, "load": 60, "alpha": 0.0}
DCTCP_OF_NS3 = {**DCTCP, "alpha": 1.0}
TCP = {"protocol": runs.TCP, "load": 60}


@pytest.mark.parametrize(
    ("claim", "change", "differing"),
    [
        ("FC-1", put("mean[short]", 1.25, **AT_NEAR), READINGS),
        ("FC-2", put("p99[short]", 1.25, **AT_NEAR), READINGS),
        ("FC-3", put("mean[short]", 1.04, **DCTCP), [runs.AUTHORS]),
        ("FC-3", put("mean[short]", 1.04, **DCTCP_OF_NS3), [runs.NS3]),
        ("FC-3", put("mean[short]", 1.04, **TCP), READINGS),
        ("V1", move(0.003, runs.PFABRIC, 0), READINGS),
        ("V1", move(0.003, runs.TCP, 0), READINGS),
        ("V1", move(0.003, runs.DCTCP, 0), READINGS),
        ("V2", move(-0.001, runs.DCTCP, 60), READINGS),
        ("V3", put("left", 1.0, **TCP), READINGS),
    ],
)
def test_a_claim_differs_where_one_thing_is_otherwise(tmp_path, claim, change, differing):
    path = flow_completion_world.write(tmp_path / "world.sqlite", change)
    for read in READINGS:
        wanted = "differs" if read in differing else "reproduced"
        assert look(path, claim, read).verdict == wanted


@pytest.mark.parametrize(("claim", "metric"), [("FC-1", "mean"), ("FC-2", "p99")])
def test_near_is_less_than_a_quarter_away_for_means_and_tails(tmp_path, claim, metric):
    change = put(f"{metric}[short]", 1.249, **AT_NEAR)
    path = flow_completion_world.write(tmp_path / "world.sqlite", change)
    assert look(path, claim).verdict == "reproduced"


ALONE = {"protocol": runs.PFABRIC, "load": 60, "flows": 3000}
FULL = {"load": 60, "flows": 1500}


@pytest.mark.parametrize(
    ("claim", "change", "differing"),
    [
        ("FC-1", put("mean[short]", 1.3, **ALONE), READINGS),
        ("FC-2", put("p99[short]", 1.3, **ALONE), READINGS),
        ("FC-3", put("mean[short]", 1.04, **{**DCTCP, **FULL}), [runs.AUTHORS]),
        ("FC-4", put("p99[short]", 1.01, **{**TCP, **FULL}), READINGS),
        ("FC-4", put("p99[short]", 1.01, **{**DCTCP_OF_NS3, **FULL}), [runs.NS3]),
        ("FC-5", put("mean[long]", 1.1, **{**DCTCP, **FULL}), [runs.AUTHORS]),
    ],
)
def test_one_load_of_the_full_edition_makes_a_claim_differ(tmp_path, claim, change, differing):
    """With 12 replications: each of 18 parts has a share of 4 %, for which 11 are needed."""
    path = flow_completion_world.write(tmp_path / "world.sqlite", change, "full", 12)
    for read in READINGS:
        wanted = "differs" if read in differing else "reproduced"
        assert look(path, claim, read).verdict == wanted


def test_tails_are_asked_of_a_hundred_short_flows(tmp_path):
    """Of each run: with fewer the 99th percentile is the largest slowdown."""
    path = flow_completion_world.write(tmp_path / "all.sqlite", put("flows[short]", 100.0))
    assert look(path, "FC-4").verdict == "reproduced"

    def one_run_is_short(setting, scalars, rows):
        scalars["completion.flows[short]"] = 100.0
        if setting in (QUICK, NEAR):
            scalars["completion.flows[short]"] = few.setdefault(setting, 99.0)
            few[setting] = 100.0

    few = {}
    path = flow_completion_world.write(tmp_path / "one.sqlite", one_run_is_short)
    for claim in ("FC-2", "FC-4"):
        judgement = look(path, claim)
        assert judgement.verdict == "not-asked"
        assert "99 short flows" in judgement.note
    assert look(path, "FC-1").verdict == "reproduced"


def test_an_edition_without_the_runs_does_not_ask(tmp_path):
    path = flow_completion_world.write(tmp_path / "world.sqlite")
    missing = [runs.rivals(QUICK, runs.NS3)[runs.DCTCP]]
    assert look(path, "FC-3", runs.NS3, missing).verdict == "not-asked"
    assert look(path, "FC-3", runs.AUTHORS, missing).verdict == "reproduced"
    for claim in ("FC-1", "FC-2"):
        assert look(path, claim, without=[NEAR]).verdict == "not-asked"
    for claim in ("FC-3", "FC-4", "FC-5"):
        assert look(path, claim, without=[QUICK]).verdict == "not-asked"


def test_replications_far_apart_decide_nothing(tmp_path):
    turn = iter(range(1000))

    def change(setting, scalars, rows):
        if setting.protocol == runs.DCTCP and setting.load == 60:
            scalars["completion.mean[short]"] = 1.02 if next(turn) % 2 else 1.5

    path = flow_completion_world.write(tmp_path / "world.sqlite", change)
    assert look(path, "FC-3").verdict == "undecided"


def test_five_replications_decide_nothing(tmp_path):
    path = flow_completion_world.write(tmp_path / "world.sqlite", replications=5)
    for claim in ("FC-1", "FC-2", "FC-3"):
        assert look(path, claim).verdict == "not-asked"


def test_a_run_without_long_flows_is_no_run_of_them(tmp_path):
    def change(setting, scalars, rows):
        for metric in ("mean", "p99"):
            del scalars[f"completion.{metric}[long]"]

    path = flow_completion_world.write(tmp_path / "world.sqlite", change, "full")
    assert look(path, "FC-3").verdict == "reproduced"
    assert look(path, "FC-5").verdict == "not-testable"
    shown = exhibits(path, tmp_path)
    assert not len(shown["means"].query("panel == 'web-search: above 10 MB'"))
    assert shown["slowdowns"]["long: mean"].isna().all()


def exhibits(path, folder):
    """The numbers of all tables and figures."""
    shown = {}
    with Archive(path) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        for table in STUDY.tables:
            shown[table.id] = pd.read_csv(texts.render(table.make, results, folder / table.id).csv)
        for figure in STUDY.figures:
            shown[figure.id] = pd.read_csv(
                figures.render(figure.make, results, folder / figure.id).csv
            )
    return shown


def test_tables_and_figures_show_what_was_made_up(tmp_path):
    path = flow_completion_world.write(
        tmp_path / "world.sqlite", put("mean[short]", 1.17, host_ns=0), "full"
    )
    shown = exhibits(path, tmp_path)
    assert len(shown["slowdowns"]) == 2 * 3 * 4 + 2 * 9
    assert set(shown["slowdowns"]["dropped, %"]) == {1.0}
    steps = shown["mechanisms"].set_index("variant")["short: mean"]
    own = f"{runs.AS_YAPS}, over YAPS's ideal time"
    assert steps.index[steps.index != own].tolist() == [*runs.STEPS, *runs.OTHERS]
    assert steps[own] != steps[runs.AS_YAPS]
    assert steps["no host delay"] == steps["all of these: YAPS"] == "1.17 [1.17, 1.17]"
    assert steps["no probes"].startswith("1.05 ")
    beside = shown["beside"].set_index(["sizes", "simulator", "slowdown"])
    # The digest's rows: seven numbers each, IMC10 without long flows.
    assert len(beside) == 7 + 7 + 5 + 7
    assert beside.loc[("web-search", "ns-2, patched", "short: mean"), "there"] == 1.072
    assert beside.loc[("web-search", "YAPS", "long: 99 %"), "flows here"] == "5,000"
    # Two distributions, three classes, three loads, three protocols, one with two readings; nine
    # loads of pFabric with more flows.
    assert len(shown["means"]) == 2 * 3 * (3 * 4 + 9)
    tails = shown["tails"].query("panel == 'web-search: up to 100 KB' and series == 'TCP'")
    assert tails["y"].max() == pytest.approx(1 + 3 * 4 * 0.05 * 80 / 60, rel=2e-3)


def test_tables_and_figures_of_the_quick_edition(tmp_path):
    shown = exhibits(flow_completion_world.write(tmp_path / "world.sqlite"), tmp_path)
    table = shown["slowdowns"]
    assert table["flows"].tolist() == [72] * 4 + [288]
    assert table["protocol"].tolist() == [*runs.everyone(QUICK), runs.PFABRIC]
    assert shown["mechanisms"]["variant"].tolist() == [
        *runs.QUICK_STEPS,
        f"{runs.AS_YAPS}, over YAPS's ideal time",
    ]
    assert set(shown["beside"]["simulator"]) == {"ns-2, patched", "YAPS"}
    assert set(shown["means"]["series"]) >= {*runs.everyone(QUICK), "pFabric, more flows"}
