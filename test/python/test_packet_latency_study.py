# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study packet-latency: closed forms by hand, and that each judge can say each of its verdicts.

The runs are made up: a network that does all the document says, and one thing of it changed at a
time. What comes of it follows from the rules in the study's README.
"""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import numpy as np
import packet_latency_world
import pandas as pd
import pytest
from burstlab.archive import Archive
from burstlab.build import runner
from burstlab.engine import plan
from burstlab.study import evaluate, figures, judge
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


def test_levels_of_other_topologies_by_hand():
    # A leaf-spine with links of 4 Gb/s has 16 hosts a leaf; a fat-tree of eight ports 4 and 16.
    leaf = reading.empty(np.array([15, 16, 127]), 4, topology=runs.LEAF_SPINE)
    assert leaf == pytest.approx([29.4, 35.8, 35.8])
    fat = reading.empty(np.array([3, 4, 15, 16, 127]), 1, topology=runs.FAT_TREE)
    assert fat == pytest.approx([29.4, 53.8, 53.8, 78.2, 78.2])
    for topology, gbps, longest in ((runs.LEAF_SPINE, 4, 35.8), (runs.FAT_TREE, 1, 78.2)):
        assert reading.empty(np.array([1, 127]), gbps, True, topology) == pytest.approx(longest)


def test_loads_of_other_topologies_by_hand():
    # Half of the links to the spines, 4 x 4 Gb/s for 16 hosts, of whose traffic 112/127 leaves.
    leaf = runs.offered(runs.NETWORKS[runs.LEAF_SPINE])
    assert leaf == pytest.approx({"access": 0.5 * 127 / 112, "core": 0.5})
    fat = runs.offered(runs.NETWORKS[runs.FAT_TREE])
    assert fat == pytest.approx({"access": 0.5 * 127 / 112, "uplink": 0.5 * 124 / 112, "core": 0.5})


def test_no_load_of_the_core_is_an_overload():
    for read in runs.READINGS:
        if read.endswith(runs.CORE):
            loads = [max(runs.offered(cell).values()) for cell in runs.cells_of(read)]
            assert len(loads) == 36
            assert set(loads) == {0.1, 0.5, 0.9}


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
        there = {cell.text for cell in read_cells} & cells
        quick = 12 + 4 * (read in runs.QUICK_READINGS)
        full = 12 + 4 * 3 if runs.UPLINK in read else 48
        assert len(there) == {"quick": quick, "full": full}[edition]
    early = {cell.text for cell in runs.ALONG}
    others = {cell.text for name in runs.OTHER_NETWORKS for cell in runs.network_cells(name)}
    for spec in specs:
        setting = spec.labels["setting"]
        warm_up = 0 if setting in early else 60 if setting in others else runs.SPANS[edition][0]
        assert spec.attributes["WarmUp"] == f"{warm_up}ms"


def test_the_quick_edition_runs_one_load_under_two_readings():
    specs = STUDY.specs("quick")
    loaded = [spec.labels for spec in specs if spec.labels["load"]]
    assert {(of["gbps"], of["load"], of["reference"]) for of in loaded} == {(1, 50, runs.ACCESS)}
    # Four schemes, pFabric with the other time-out, without probes, with a limit by number.
    assert len(loaded) == (4 + 3 * 2) * 8
    # The tree with three rates, a leaf-spine and a fat-tree, each with four schemes.
    assert len(specs) == len(loaded) + 5 * 4


def verdicts(path):
    """The judgements of all claims and checks, by id and reading."""
    with Archive(path) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        return {
            (row["id"].partition("/")[2], row["reading"]): row for row in evaluate(STUDY, results)
        }


CLOSED = ("PF-01", "PF-02", "PF-03", "PF-04", "PF-05", "PF-06", "PF-10", "PF-13", "PF-17")
"""Claims that follow from the numbers of the document."""
SETTLED = ("PF-07", "PF-08", "PF-09", "PF-11", "PF-12", "PF-14", "PF-16", "PF-18", "PF-20")
"""Claims that need the warm-up and the window of the full edition."""
TOPOLOGIES = ("PF-22", "PF-23")
"""Claims about topologies, asked under one reading where all topologies were run."""
THERE = f"scaled, {runs.CORE}"
NETWORKS = [
    cell for name in runs.NETWORKS for load in (0, 50) for cell in runs.network_cells(name, load)
]


def test_all_claims_hold_where_all_is_as_stated(tmp_path):
    readings = (AS_RUN, f"scaled, {runs.CORE}")
    settings = [cell for read in readings for cell in runs.under(read, runs.CELLS)]
    settings += [*NETWORKS, *runs.ALONG]
    path = packet_latency_world.write(tmp_path / "world.sqlite", settings, most=6)
    for (claim, read), row in verdicts(path).items():
        if claim in TOPOLOGIES and read != THERE:
            assert row["verdict"] == "not-asked"
            assert row["note"].startswith(f"Asked under the reading {THERE}.")
        elif read in (*readings, ""):
            best = "consistent" if claim in CLOSED else "reproduced"
            assert row["verdict"] == best, row


def test_what_the_quick_edition_asks(tmp_path):
    path = packet_latency_world.write(tmp_path / "world.sqlite", edition="quick")
    judged = verdicts(path)
    for (claim, read), row in judged.items():
        if read not in (*runs.QUICK_READINGS, "") or claim in TOPOLOGIES:
            assert (row["verdict"], row["runs"]) == ("not-asked", 0)
        elif claim in SETTLED:
            assert (row["verdict"], row["runs"]) == ("not-asked", 0)
            assert "this edition has 40 and 30 ms" in row["note"]
        else:
            best = "consistent" if claim in CLOSED else "reproduced"
            assert row["verdict"] == best, row
    assert "Judged in 1 of 9 cells: 50 %, 1 Gb/s." in judged["PF-21", AS_RUN]["note"]


def test_five_replications_decide_nothing(tmp_path):
    settings = runs.under(AS_RUN, runs.CELLS)
    path = packet_latency_world.write(tmp_path / "world.sqlite", settings, most=5)
    judged = verdicts(path)
    for claim in STUDY.claims:
        if claim.id not in (*CLOSED, *TOPOLOGIES):
            row = judged[claim.id, AS_RUN]
            assert row["verdict"] == "not-asked", row
            assert "needs 6 replications or more, there are 5" in row["note"]


def test_a_cell_without_runs_is_not_asked(tmp_path):
    settings = runs.under(AS_RUN, runs.CELLS)
    some = [cell for cell in settings if (cell.gbps, cell.load) != (2, 90)]
    path = packet_latency_world.write(tmp_path / "world.sqlite", some, most=6)
    judged = verdicts(path)
    for claim in ("PF-08", "PF-12", "PF-14", "PF-16", "PF-18"):
        assert judged[claim, AS_RUN]["verdict"] == "not-asked"
    for claim in ("PF-07", "PF-09", "PF-11", "PF-15", "PF-19", "PF-20", "PF-21"):
        assert judged[claim, AS_RUN]["verdict"] == "reproduced"


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


def change(name, tier, value):
    """A number of a tier is another one in every run."""
    return lambda cell, packets: packets[name].update({tier: value})


def put(name, where, value):
    """A number of a run is another one."""

    def changed(cell, packets):
        if where(cell):
            packets[name] = packets[name] + value

    return changed


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
        ("PF-01", change("links", "uplink", 4)),
        ("PF-02", change("capacity", "core", 4.0)),
        ("PF-03", put("transmission", cells(load=0, gbps=1, **PFABRIC), 0.1)),
        ("PF-04", add(cells(load=0, gbps=1, **TCP, **SHORT), 0.06)),
        ("PF-04", lose(cells(load=0, gbps=1, **PFABRIC, **SHORT), (5,))),
        ("PF-05", add(cells(load=0, gbps=1, **TCP, **SHORT), 0.5)),
        ("PF-06", add(cells(load=0, gbps=4, **PFABRIC, **SHORT), 0.06)),
        ("PF-07", wait(cells(load=10, gbps=1, **TCP, **SHORT), 2.5)),
        ("PF-07", add(cells(load=10, gbps=1, **TCP, **SHORT), 1)),
        ("PF-08", wait(cells(load=50, gbps=2, **TCP, **SHORT), 3)),
        ("PF-08", wait(cells(load=50, gbps=2, **TCP, **SHORT), 1.4)),
        ("PF-09", wait(cells(load=50, gbps=1, **TCP, **SHORT), 0.3)),
        ("PF-10", add(cells(load=0, gbps=2, **TCP, **EQUAL), -0.06)),
        ("PF-11", lose(cells(load=10, gbps=1, **TCP, **EQUAL), ())),
        ("PF-11", lose(cells(load=10, gbps=1, **TCP, **EQUAL), range(1, 11))),
        ("PF-11", wait(cells(load=10, gbps=1, **TCP, **EQUAL), 0.3)),
        ("PF-11", lose(cells(load=10, gbps=1, **TCP, **EQUAL), range(120, 128))),
        ("PF-12", wait(cells(load=90, gbps=2, **TCP, **EQUAL), 0.4)),
        ("PF-13", add(cells(load=0, gbps=4, **PFABRIC, **SHORT), 0.06)),
        ("PF-13", lose(cells(load=0, gbps=2, **PFABRIC, **SHORT), (5,))),
        ("PF-14", lose(cells(load=90, gbps=4, **PFABRIC, **EQUAL), (5,))),
        ("PF-15", wait(cells(load=10, gbps=4, **TCP, **SHORT), 0.3)),
        ("PF-16", wait(cells(load=50, gbps=1, **PFABRIC, **SHORT), 0.3)),
        ("PF-17", add(cells(load=0, gbps=1, **PFABRIC, **EQUAL), 0.06)),
        ("PF-18", add(cells(load=10, gbps=1, **PFABRIC, **EQUAL), -20)),
        ("PF-18", wait(cells(load=90, gbps=4, **TCP, **SHORT), 0.01)),
        ("PF-18", wait(cells(load=90, gbps=4, **PFABRIC, **EQUAL), 5)),
        ("PF-19", wait(cells(load=10, gbps=2, **PFABRIC, **EQUAL), 0.01)),
        ("PF-20", wait(cells(load=90, gbps=1, **PFABRIC, **EQUAL), 2)),
        ("PF-20", add(cells(load=90, gbps=1, **PFABRIC, **EQUAL), -20)),
        ("PF-20", wait(cells(load=90, gbps=4, **TCP, **EQUAL), 4)),
        ("PF-20", wait(cells(load=10, gbps=1, **TCP, **EQUAL), 2)),
        ("PF-21", wait(cells(load=90, gbps=1, **PFABRIC, **SHORT), 500)),
        ("V1", add(cells(load=90, gbps=1, **PFABRIC, **SHORT), 80)),
        ("V2", put("transmission", cells(load=50, gbps=2, **TCP, **SHORT), 0.01)),
        ("V3", change("offered", "uplink", 0.7)),
        ("V4", put("unsent", cells(load=50, gbps=2, **TCP, **SHORT), 1)),
    ],
)
def test_a_claim_differs_where_one_thing_is_otherwise(tmp_path, claim, change):
    settings = runs.under(AS_RUN, runs.CELLS)
    most = 1 if claim in CLOSED or claim.startswith("V") else 11
    path = packet_latency_world.write(tmp_path / "world.sqlite", settings, change, most=most)
    assert look(path, claim).verdict == "differs"


LEAF = {"topology": runs.LEAF_SPINE}
FAT = {"topology": runs.FAT_TREE}


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("PF-22", wait(cells(load=50, **LEAF, **PFABRIC, **EQUAL), 6)),
        ("PF-22", wait(cells(load=50, topology=runs.TREE, **PFABRIC, **EQUAL), 6)),
        ("PF-23", wait(cells(load=50, **FAT, **PFABRIC, **EQUAL), 0.5)),
        ("PF-23", add(cells(load=50, **FAT, **PFABRIC, **EQUAL), -20)),
        ("V3", change("offered", "core", 0.7)),
        ("V6", add(cells(load=0, **LEAF, **TCP, **EQUAL), 0.06)),
        ("V6", lose(cells(load=0, **FAT, **PFABRIC, **SHORT), (5,))),
    ],
)
def test_a_claim_about_topologies_differs_where_one_thing_is_otherwise(tmp_path, claim, change):
    path = packet_latency_world.write(tmp_path / "world.sqlite", NETWORKS, change, most=9)
    assert look(path, claim, THERE).verdict == "differs"


def test_a_topology_without_runs_is_not_asked(tmp_path):
    some = [cell for cell in NETWORKS if cell.topology != runs.FAT_TREE or not cell.load]
    path = packet_latency_world.write(tmp_path / "world.sqlite", some, most=6)
    for claim in TOPOLOGIES:
        judgement = look(path, claim, THERE)
        assert judgement.verdict == "not-asked"
        assert "Not run in this edition: fat-tree with load." in judgement.note


def test_probes_that_do_not_come_in_each_time_out_are_noticed(tmp_path):
    def change(cell, packets):
        packets["probes"] = 0.9 if cell.time_out == 45 else 1

    path = packet_latency_world.write(tmp_path / "world.sqlite", runs.ALONG, change, most=1)
    assert look(path, "V5").verdict == "differs"


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        ("PF-15", wait(cells(**TCP, **SHORT), 0.02)),
        ("PF-19", wait(cells(load=50, **PFABRIC, **EQUAL), 0)),
        ("PF-21", wait(cells(load=50, **PFABRIC, **SHORT), 200)),
        ("PF-21", wait(cells(load=50, **TCP, **EQUAL), 0.005)),
        ("PF-21", wait(cells(load=50, **PFABRIC, **EQUAL), 10)),
    ],
)
def test_a_claim_of_the_quick_edition_can_differ(tmp_path, claim, change):
    path = packet_latency_world.write(tmp_path / "world.sqlite", change=change, edition="quick")
    for read in runs.QUICK_READINGS:
        assert look(path, claim, read).verdict == "differs"


def test_a_test_packet_that_was_not_recorded_is_noticed(tmp_path):
    path = packet_latency_world.write(tmp_path / "world.sqlite", runs.under(AS_RUN, runs.CELLS))
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM result_row WHERE n = 5")
    assert look(path, "PF-04").verdict == "differs"


def test_a_packet_beyond_the_bound_may_have_met_others(tmp_path):
    every = [cell for read in runs.READINGS for cell in runs.under(read, runs.CELLS)]
    met = add(cells(load=90, gbps=1, **PFABRIC, **SHORT), 80, "tie")
    path = packet_latency_world.write(tmp_path / "world.sqlite", every, met, most=2)
    judgement = look(path, "V1")
    assert judgement.verdict == "reproduced"
    # Two replications of a cell under each of six readings are twelve times 127 packets.
    assert "1524 beyond the bound" in judgement.note.replace(",", "")


def test_what_is_not_congested_is_not_judged(tmp_path):
    """At 10 % of the core TCP may have less spread on equal routes: no packet waits.

    Six replications of a cell cannot let one of nine parts differ.
    """
    read = f"as shipped, {runs.CORE}"
    idle = wait(cells(load=10, reference=runs.CORE), 0)
    settings = runs.under(read, runs.CELLS)
    path = packet_latency_world.write(tmp_path / "world.sqlite", settings, idle)
    for claim in ("PF-12", "PF-15", "PF-18", "PF-21"):
        assert look(path, claim, read).verdict == "reproduced"
    assert look(path, "PF-19", read).verdict == "undecided"


def test_a_ratio_to_no_spread_is_infinite(tmp_path):
    """In all runs, or in the odd ones, TCP has no spread on routes of equal length."""
    part = "pFabric over TCP by equal length, 50 %, 1 Gb/s: "
    near = np.arange(127) / 126  # levels and 12 us over 1,500 us, in the runs with a spread
    finite = (reading.empty(reading.OTHERS, 1) + 12 * near).std() / (1500 * near).std()
    for step in (1, 2):
        turn = iter(range(1000))

        def change(cell, packets, turn=turn, step=step):
            tcp = cells(load=50, gbps=1, **TCP, **EQUAL)(cell)
            factor = 0 if tcp and next(turn) % step == 0 else 1
            packets["latency"] = packets["latency"] + (factor - 1) * packets["residual"]

        path = packet_latency_world.write(
            tmp_path / f"{step}.sqlite", change=change, edition="quick"
        )
        judgement = look(path, "PF-21")
        assert judgement.verdict == ("differs" if step == 1 else "undecided")
        (line,) = [line for line in judgement.note.split("\n") if line.startswith(part)]
        if step == 1:
            assert line == f"{part}inf"
        else:
            low = line.removeprefix(f"{part}inf [").removesuffix(", inf]")
            assert float(low) == pytest.approx(finite, rel=1e-3)


def test_replications_far_apart_decide_nothing(tmp_path):
    turn = iter(range(10_000))

    def change(cell, packets):
        if cells(load=10, gbps=1, **TCP, **SHORT)(cell) and next(turn) % 2:
            packets["latency"] = packets["latency"] + 9 * packets["residual"]

    settings = runs.under(AS_RUN, runs.CELLS)
    path = packet_latency_world.write(tmp_path / "world.sqlite", settings, change)
    assert look(path, "PF-07").verdict == "undecided"


def exhibits(path, folder):
    """The numbers of all tables and figures by id."""
    shown = {}
    with Archive(path) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        for table in STUDY.tables:
            shown[table.id] = pd.read_csv(texts.render(table.make, results, folder / table.id).csv)
        for figure in STUDY.figures:
            drawn = figures.render(figure.make, results, folder / figure.id)
            shown[figure.id] = pd.read_csv(drawn.csv)
    return shown


def test_tables_and_figures_of_the_quick_edition_show_what_it_runs(tmp_path):
    path = packet_latency_world.write(
        tmp_path / "world.sqlite",
        change=lose(cells(load=50, time_out=45, queue="24", probe_after=5, **PFABRIC), (7,)),
        edition="quick",
    )
    shown = exhibits(path, tmp_path)
    assert len(shown["cells"]) == 12 + 4
    assert (len(shown["tiers"]), len(shown["padding"]), len(shown["schemes"])) == (1, 1, 2)
    assert len(shown["over-time"]) == 2 * 6
    assert len(shown["topologies"]) == 3 * 3
    assert len(shown["mechanisms"]) == 4 * 2
    losses = shown["losses"].set_index("series")["y"]
    assert losses["as shipped"] == pytest.approx(100 / 127)
    assert losses["no probes"] == losses["24 packets, by number"] == 0
    spread = shown["figure-7"].query("series == 'TCP'")
    assert len(spread) == 2  # 0 and 50 %, links of 1 Gb/s


def over_time_by_hand(table):
    """Probing messages rise in step with the time to 40, half of them by the longest way, of which
    a link of the core has half: in the last sixth 36.4, of which a link has 9.1.

    A link of 1 Gb/s is full of probes of 328 bits in 45 us with 137.2.
    """
    last = table.groupby("time-out, us").last()
    probing, per_link = (
        [float(str(value).split()[0]) for value in last[name]]
        for name in ("messages that probe", "of these per core link")
    )
    assert probing == pytest.approx([36.4] * 2, abs=0.1)
    assert per_link == pytest.approx([9.1] * 2, abs=0.05)
    assert last["share of a link"].tolist() == pytest.approx([9.1 / 137.2, 9.1 / 792.7], abs=0.01)
    return set(table["test packets"]) <= {2 * 21, 2 * 22}


def test_tables_and_figures_show_what_was_made_up(tmp_path):
    path = packet_latency_world.write(
        tmp_path / "world.sqlite",
        change=lose(
            cells(load=90, gbps=1, time_out=45, queue="24", probe_after=5, **PFABRIC), (7,)
        ),
        most=2,
    )
    shown = exhibits(path, tmp_path)
    assert len(shown["cells"]) == 48
    assert len(shown["tiers"]) == 9 + 3 + 9
    assert len(shown["schemes"]) == 6
    assert len(shown["sensitivity"]) == sum(map(len, runs.SENSITIVITY.values()))
    assert over_time_by_hand(shown["over-time"])
    networks = shown["topologies"].set_index(["topology", "routes"])
    # Levels of 4, 12 and 112 packets by hand: 3 x 29.4, 12 x 53.8, 112 x 78.2 us.
    fat = networks.loc[(runs.FAT_TREE, runs.SHORTEST)]
    assert fat["empty: mean, us"] == pytest.approx(74.7)
    assert fat["empty: deviation, us"] == pytest.approx(10.0)
    padded, equal = (networks.loc[(runs.FAT_TREE, way)] for way in ("padded", runs.EQUAL))
    assert padded["pFabric: mean, us"] == equal["pFabric: mean, us"]  # both wait as long here
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
