# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study packet-latency: closed forms by hand, and that each judge can say each of its verdicts.

The runs are made up: a network that does all the document says, and one thing of it changed at a
time. What comes of it follows from the rules in the study's README.
"""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from itertools import product

import numpy as np
import packet_latency_world
import pandas as pd
import pytest
from burstlab.archive import Archive
from burstlab.build import runner
from burstlab.engine import plan
from burstlab.study import figures, judge
from burstlab.study import tables as texts
from packet_latency_world import STUDY, reading, runs

CLAIMS = {claim.id: claim for claim in (*STUDY.claims, *STUDY.checks)}
AS_RUN = runs.AS_RUN


def look(path, claim, read=AS_RUN):
    with Archive(path) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        return judge(STUDY, CLAIMS[claim], read if claim.startswith("PF") else "", results)[0]


def test_levels_of_the_empty_network_by_hand():
    # Two links of 12.2 us and 2.5 us at each end; 2 or 4 links of 12.2, 6.2, 3.2 us.
    hosts = np.array([1, 15, 16, 63, 64, 127])
    for gbps, levels in ((1, (29.4, 53.8, 78.2)), (2, (29.4, 41.8, 54.2)), (4, (29.4, 35.8, 42.2))):
        assert reading.empty(hosts, gbps) == pytest.approx(np.repeat(levels, 2))
        assert reading.empty(hosts, gbps, True) == pytest.approx(levels[2])
    idle = reading.empty(reading.OTHERS, 1)
    assert [(idle == pytest.approx(29.4)), idle.mean(), idle.std()][1:] == pytest.approx(
        [63.2142, 16.7844], abs=1e-4
    )


def test_what_a_load_is_of():
    # An access load of 10 %: 16 x 0.1 x 112 / 127 and 64 x 0.1 x 64 / 127 Gb/s.
    as_run = runs.offered(runs.Setting())
    assert as_run == pytest.approx({"access": 0.1, "uplink": 1.41102, "core": 3.22520}, rel=1e-5)
    for reference, tier in ((runs.UPLINK, "uplink"), (runs.CORE, "core")):
        for gbps in runs.RATES:
            cell = runs.Setting(reference=reference, gbps=gbps, load=50)
            assert runs.offered(cell)[tier] == pytest.approx(0.5)
    assert not runs.congested(runs.Setting(reference=runs.CORE))
    assert runs.congested(runs.Setting(gbps=4))


def test_inversions_by_hand():
    # Of 1, 2, 4 and 2: 12 ordered pairs; the first is larger in 5, by more than 1.5 in 3.
    latencies = pd.Series([1.0, 2.0, 4.0, 2.0, np.nan])
    assert reading.inversions(latencies, np.array([0.0, 1.5, 3.0])) == pytest.approx(
        [5 / 12, 3 / 12, 0]
    )


def test_padding_takes_the_levels_away():
    frame = pd.DataFrame({"host": reading.OTHERS, "latency": reading.empty(reading.OTHERS, 2)})
    assert reading.padded(frame, 2).to_numpy() == pytest.approx(54.2)


@pytest.mark.parametrize("edition", ["quick", "full"])
def test_what_is_run(edition):
    specs = STUDY.specs(edition)
    assert len(plan(specs, runner())) == len(specs)
    cells = {spec.labels["setting"] for spec in specs}
    for read in runs.READINGS:
        read_cells = runs.under(read, runs.CELLS)
        assert len(read_cells) == 48
        assert {cell.text for cell in read_cells} <= cells
    assert all(spec.attributes["WarmUp"] == f"{runs.SPANS[edition][0]}s" for spec in specs)


def test_all_claims_are_reproduced_where_all_is_as_stated(tmp_path):
    path = packet_latency_world.write(tmp_path / "world.sqlite")
    for claim, read in product(STUDY.claims, runs.READINGS):
        judgement = look(path, claim.id, read)
        assert judgement.verdict == "reproduced", (claim.id, read, judgement)
    for check in STUDY.checks:
        assert look(path, check.id).verdict == "reproduced", check.id


def cells(**labels):
    """Whether a cell has some labels."""
    return lambda cell: all(getattr(cell, name) == value for name, value in labels.items())


def add(where, us, cause="residual"):
    """Packets wait longer."""

    def change(cell, packets):
        if where(cell):
            packets["latency"] = packets["latency"] + us
            packets[cause] = packets[cause] + us

    return change


def wait(where, factor):
    """Packets wait so many times as long."""

    def change(cell, packets):
        if where(cell):
            packets["latency"] = packets["latency"] + (factor - 1) * packets["residual"]
            packets["residual"] = factor * packets["residual"]

    return change


def lose(where, hosts):
    """Packets to some servers are lost, no others."""

    def change(cell, packets):
        if where(cell):
            packets["lost"] = np.isin(reading.OTHERS, hosts).astype(float)

    return change


TCP, PFABRIC = {"protocol": runs.TCP}, {"protocol": runs.PFABRIC}
SHORT, EQUAL = {"routing": runs.SHORTEST}, {"routing": runs.EQUAL}


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("PF-04", add(cells(load=0, gbps=1, **TCP, **SHORT), 0.06)),
        ("PF-04", lose(cells(load=0, gbps=1, **PFABRIC, **SHORT), (5,))),
        ("PF-05", add(cells(load=0, gbps=1, **TCP, **SHORT), 0.5)),
        ("PF-06", add(cells(load=0, gbps=4, **PFABRIC, **SHORT), 0.06)),
        ("PF-07", wait(cells(load=10, gbps=1, **TCP, **SHORT), 2.5)),
        ("PF-07", add(cells(load=10, gbps=1, **TCP, **SHORT), 1)),
        ("PF-08", wait(cells(load=50, gbps=2, **TCP, **SHORT), 3)),
        ("PF-09", wait(cells(load=50, gbps=1, **TCP, **SHORT), 0.3)),
        ("PF-10", add(cells(load=0, gbps=2, **TCP, **EQUAL), -0.06)),
        ("PF-11", lose(cells(load=10, gbps=1, **TCP, **EQUAL), ())),
        ("PF-11", lose(cells(load=10, gbps=1, **TCP, **EQUAL), range(1, 17))),
        ("PF-11", wait(cells(load=10, gbps=1, **TCP, **EQUAL), 0.3)),
        ("PF-12", wait(cells(load=90, gbps=2, **TCP, **EQUAL), 0.8)),
        ("PF-13", add(cells(load=0, gbps=4, **PFABRIC, **SHORT), 0.06)),
        ("PF-13", lose(cells(load=0, gbps=2, **PFABRIC, **SHORT), (5,))),
        ("PF-14", lose(cells(load=90, gbps=4, **PFABRIC, **EQUAL), (5,))),
        ("PF-15", wait(cells(load=10, gbps=4, **TCP, **SHORT), 0.3)),
        ("PF-16", wait(cells(load=50, gbps=1, **PFABRIC, **SHORT), 0.3)),
        ("PF-17", add(cells(load=0, gbps=1, **PFABRIC, **EQUAL), 0.06)),
        ("PF-18", add(cells(load=10, gbps=1, **PFABRIC, **EQUAL), 4)),
        ("PF-18", wait(cells(load=90, gbps=4, **PFABRIC, **EQUAL), 10)),
        ("PF-19", wait(cells(load=10, gbps=2, **PFABRIC, **EQUAL), 0.01)),
        ("PF-20", wait(cells(load=90, gbps=1, **PFABRIC, **EQUAL), 100)),
        ("PF-21", wait(cells(load=90, gbps=1, **PFABRIC, **SHORT), 500)),
        ("V1", add(cells(load=90, gbps=1, **PFABRIC, **SHORT), 80)),
    ],
)
def test_a_claim_differs_where_one_thing_is_otherwise(tmp_path, claim, change):
    every = [cell for read in runs.READINGS for cell in runs.under(read, runs.CELLS)]
    settings = every if claim == "V1" else runs.under(AS_RUN, runs.CELLS)
    path = packet_latency_world.write(tmp_path / "world.sqlite", settings, change)
    assert look(path, claim).verdict == "differs"


def test_a_test_packet_that_was_not_recorded_is_noticed(tmp_path):
    path = packet_latency_world.write(tmp_path / "world.sqlite", runs.under(AS_RUN, runs.CELLS))
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM result_row WHERE n = 5")
    assert look(path, "PF-04").verdict == "differs"


def test_a_packet_beyond_the_bound_may_have_met_others(tmp_path):
    every = [cell for read in runs.READINGS for cell in runs.under(read, runs.CELLS)]
    met = add(cells(load=90, gbps=1, **PFABRIC, **SHORT), 80, "tie")
    path = packet_latency_world.write(tmp_path / "world.sqlite", every, met)
    judgement = look(path, "V1")
    assert judgement.verdict == "reproduced"
    # Two replications under each reading with 90 % of the access links are six cells of 127.
    assert "1524 beyond the bound" in judgement.note.replace(",", "")


def test_what_is_not_congested_is_not_judged(tmp_path):
    """At 10 % of the core TCP may have less spread on equal routes: no packet waits."""
    read = f"as shipped, {runs.CORE}"
    idle = wait(cells(load=10, reference=runs.CORE), 0)
    settings = runs.under(read, runs.CELLS)
    path = packet_latency_world.write(tmp_path / "world.sqlite", settings, idle)
    for claim in ("PF-12", "PF-15", "PF-18", "PF-21"):
        assert look(path, claim, read).verdict == "reproduced"
    assert look(path, "PF-19", read).verdict == "differs"


def test_replications_far_apart_decide_nothing(tmp_path):
    turn = iter(range(10_000))

    def change(cell, packets):
        if cells(load=10, gbps=1, **TCP, **SHORT)(cell) and next(turn) % 2:
            packets["latency"] = packets["latency"] + 9 * packets["residual"]

    settings = runs.under(AS_RUN, runs.CELLS)
    path = packet_latency_world.write(tmp_path / "world.sqlite", settings, change)
    assert look(path, "PF-07").verdict == "undecided"


def test_tables_and_figures_show_what_was_made_up(tmp_path):
    path = packet_latency_world.write(
        tmp_path / "world.sqlite",
        change=lose(
            cells(load=90, gbps=1, time_out=45, queue="24", probe_after=5, **PFABRIC), (7,)
        ),
    )
    shown = {}
    with Archive(path) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        for table in STUDY.tables:
            shown[table.id] = pd.read_csv(
                texts.render(table.make, results, tmp_path / table.id).csv
            )
        for figure in STUDY.figures:
            drawn = figures.render(figure.make, results, tmp_path / figure.id)
            shown[figure.id] = pd.read_csv(drawn.csv)
    assert len(shown["cells"]) == 48
    assert len(shown["tiers"]) == 27
    # Each number as run, for both protocols, and the time-out of the other readings.
    assert len(shown["sensitivity"]) == 4 * 2 + 1
    levels = shown["levels"].set_index(["Gb/s", "routing"])
    assert levels.loc[(1, runs.SHORTEST), "packets"] == "15, 48, 64"
    assert levels.loc[(1, runs.SHORTEST), "mean, rounded"] == pytest.approx(63.1417, abs=1e-4)
    lost = shown["mechanisms"].set_index(["variant", "routing", "load, %"])["lost of 127"]
    assert lost["as shipped", runs.SHORTEST, 90] == 1
    assert lost["as shipped", runs.SHORTEST, 50] == lost["no probes", runs.SHORTEST, 90] == 0
    losses = shown["losses"].query("series == 'as shipped'")["y"]
    assert losses.tolist() == pytest.approx([0, 0, 100 / 127])
    points = shown["figure-2"]
    slow = points.query("panel.str.startswith('1 Gb/s') and series == '90 %'")
    noise = 1 + 1e-4 * np.sin(17)
    assert slow["y"].max() == pytest.approx(78.2 + 3000 * noise)
    spread = shown["figure-7"].query("series == 'pFabric, equal length'")
    assert len(spread) == 9  # none at 0 %
    fair = shown["fairness"].query("series == 'empty network, shortest' and x == 0")["y"]
    # Of 127 x 126 ordered pairs those of a longer and a shorter way.
    assert fair.iloc[0] == pytest.approx((48 * 15 + 64 * 63) / (127 * 126))


def test_a_setting_forgets_what_does_not_matter():
    tcp = runs.Setting(runs.TCP)
    assert replace(tcp, time_out=260) == tcp
    assert replace(tcp, load=0, queue="50", reference=runs.CORE) == replace(tcp, load=0)
    assert replace(runs.Setting(), time_out=260) != runs.Setting()
