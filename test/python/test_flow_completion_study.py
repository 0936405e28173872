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


def look(path, claim):
    with Archive(path) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        read = STUDY.readings[0].name if claim.startswith("FC") else ""
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
        assert {s.text for s in runs.rivals(point).values()} <= settings
    assert {s.text for s in runs.mechanisms(edition).values()} <= settings


def test_the_full_edition_has_all_loads_of_both_distributions():
    points = [(point.sizes, point.load) for point in runs.GRID["full"]]
    sizes = (runs.WEB_SEARCH, runs.DATA_MINING)
    assert points == [(s, load) for s in sizes for load in range(10, 91, 10)]


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
    assert runs.attributes(tcp)["Queue"] == "225000B"


def test_flows_that_are_alone_by_hand():
    # 14.68 us until the first acknowledgement from another rack, 13.264 from this one; 14.4 us for
    # twelve packets.
    table = pd.DataFrame(
        {"source": 0, "destination": [15, 16, 16, 15], "size": [14600, 17520, 18980, 146000]}
    )
    assert reading.alone(table).tolist() == pytest.approx([0, 0, 0.28, 0])
    assert ideal(1, False) == pytest.approx(14.68)
    assert ideal(1, True) == pytest.approx(13.264)


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_all_is_reproduced_where_all_is_as_stated(tmp_path, edition):
    path = flow_completion_world.write(tmp_path / "world.sqlite", edition=edition)
    for name in CLAIMS:
        judgement = look(path, name)
        assert judgement.verdict == "reproduced", judgement


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


GRID = {"host_ns": 2500, "max_window": 23, "queue": 36_000, "probe_after": 5}


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("FC-1", put("mean[short]", 1.3, protocol=runs.PFABRIC, load=60)),
        ("FC-2", put("p99[short]", 2.1, protocol=runs.PFABRIC, load=60, **GRID)),
        ("FC-3", put("mean[short]", 1.04, protocol=runs.DCTCP, load=60)),
        ("FC-3", put("mean[short]", 1.01, protocol=runs.TCP, load=60)),
        ("FC-4", put("p99[short]", 1.01, protocol=runs.TCP, load=60)),
        ("FC-5", put("mean[long]", 1.1, protocol=runs.DCTCP, load=60)),
        ("V1", move(0.003, runs.PFABRIC, 0)),
        ("V1", move(0.003, runs.TCP, 0)),
        ("V2", move(-0.001, runs.DCTCP, 60)),
        ("V3", put("left", 1.0, protocol=runs.TCP, load=60)),
    ],
)
def test_a_claim_differs_where_one_thing_is_otherwise(tmp_path, claim, change):
    path = flow_completion_world.write(tmp_path / "world.sqlite", change)
    assert look(path, claim).verdict == "differs"


def test_replications_far_apart_decide_nothing(tmp_path):
    turn = iter(range(1000))

    def change(setting, scalars, rows):
        if setting.protocol == runs.DCTCP and setting.load == 60:
            scalars["completion.mean[short]"] = 1.02 if next(turn) % 2 else 1.5

    path = flow_completion_world.write(tmp_path / "world.sqlite", change)
    assert look(path, "FC-3").verdict == "undecided"


def test_a_run_without_long_flows_is_no_run_of_them(tmp_path):
    def change(setting, scalars, rows):
        if setting.flows == 120:
            for metric in ("mean", "p99"):
                del scalars[f"completion.{metric}[long]"]

    path = flow_completion_world.write(tmp_path / "world.sqlite", change)
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
    assert len(shown["slowdowns"]) == 2 * 9 * 3
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
    # Two distributions, three classes, nine loads, three protocols.
    assert len(shown["means"]) >= 2 * 3 * 9 * 3
    tails = shown["tails"].query("panel == 'web-search: up to 100 KB' and series == 'TCP'")
    assert tails["y"].max() == pytest.approx(1 + 3 * 4 * 0.05 * 90 / 60, rel=2e-3)
