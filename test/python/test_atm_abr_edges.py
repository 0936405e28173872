# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study atm-abr: finite buffers at edge devices; the runs, by made-up rows the judges, one run."""

from __future__ import annotations

import importlib

import made_up
import one_run
import pandas as pd
import pytest
from atm_abr_world import LAN, STUDY, WAN, runs
from burstlab.archive import Archive
from burstlab.engine import RunSpec
from burstlab.study import figures, judge, present
from burstlab.study import tables as texts

edges, edge_judges = (
    importlib.import_module(f"burstlab_study_atm_abr.{name}") for name in ("edges", "edge_judges")
)
CLAIMS = {claim.id: claim for claim in (*edge_judges.claim, *edge_judges.check)}
INFERRED, SIX = runs.INFERRED, edges.SIX
FRAMES = (
    *("session", "name", "demand", "begin", "offered", "delivered", "refused", "held"),
    *("response", "response_95", "egress"),
)
TABLES = {"frames": (FRAMES, ["1"] * len(FRAMES))}
UNITS = dict.fromkeys(("atm.frames_held", "atm.frames_stay"), "1")
OFFERED = {True: 5600.0, False: 8400.0}
"""Frames of a source: after the warm-up, and in all."""
HELD = 8.0
"""Of these, frames under way at the end."""


def rows(edge, early, late, response, offset):
    """Rows of a run whose sources of 76 Mb/s lose shares of their early and of their late frames.

    Small sources lose nothing, and the egress of large ones is 40.05 Mb/s of data.
    """
    made = []
    for begin in (0.0, 0.5):
        offered = OFFERED[begin > 0]
        share = late * OFFERED[True] + (0 if begin else early * 2800.0)
        for i, name in enumerate("A" if edge.case == "baseline 76" else "ABCDEF"):
            small = edge.case == SIX and name in "ABC"
            gone = 0 if small else share * (1 + 0.001 * offset)
            counts = (offered, offered - gone - HELD, gone, HELD)
            numbers = (10.0 if small else 76.0, begin, *counts, 0.001 if small else response, 0.5)
            made.append([str(i), name, *map(str, numbers), "40.05"])
    return made


def bridged_rows(delivered, egress, offset):
    """Rows of bridged Ethernets: what comes of A to C, and the egress of D to F in Mb/s of data."""
    made = []
    for i, name in enumerate("ABCDEF"):
        came = OFFERED[True] * delivered * (1 + 0.001 * offset)
        counts = (OFFERED[True] + HELD, came, OFFERED[True] - came, HELD)
        small = name in "ABC"
        numbers = (10.0 if small else 76.0, 0.75, *counts, 0.001, 0.5, 10.0 if small else egress)
        made.append([str(i), name, *map(str, numbers)])
    return made


def new_folder(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    return folder


def world(tmp_path, numbers, stay=1.0, replications=10):
    """Write runs: by setting the shares that are lost early and late, and the response time."""

    def all_runs():
        for setting, measured in numbers.items():
            for run in range(1, replications + 1):
                offset = run % 3 - 1
                lan = isinstance(setting, edges.Lan)
                made = bridged_rows(*measured, offset) if lan else rows(setting, *measured, offset)
                spec = RunSpec(edges.EDGE, run=run, labels=setting.labels)
                scalars = {"atm.frames_held": 10.0, "atm.frames_stay": 10.0 / stay}
                yield spec, scalars, {"frames": made}

    path = tmp_path / "edges.sqlite"
    return made_up.write(path, STUDY, "ns3::AtmAbrEdgeScenario", UNITS, TABLES, all_runs())


def one(read=INFERRED, **labels):
    return edges.of_reading(read, **labels)


RATE = 5600 * 32 * 424e-6 / 0.75
"""Mb/s that the made-up sources offer from 0.75 s on."""
GONE = 1 - 40.0521 / RATE
WAIT = 32 * 1024 * 424e-6 / 40.0521
KEPT = {
    one(distance=distance, frames=frames): numbers
    for distance, middle in ((LAN, 0.1), (WAN, 0.3))
    for frames, numbers in {
        edges.SMALL: (0.1, 0.02, 0.001),
        edges.MIDDLE: (middle, 0.001, 0.001),
        edges.LARGE: (0.01, 0.0, 0.001),
    }.items()
}
KEPT |= {one(case=SIX, frames=frames): (0.4, GONE, WAIT) for frames in edge_judges.FULL}
KEPT |= {edges.bridged(INFERRED, distance=distance): (0.98, 40.05) for distance in (LAN, WAN)}
"""Shares that keep all rules."""


def verdicts(path, read=INFERRED):
    with Archive(path) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        return {
            name: judge(STUDY, claim, read, results)[0].verdict for name, claim in CLAIMS.items()
        }


def test_shares_that_keep_the_rules_reproduce_the_claims(tmp_path):
    assert verdicts(world(tmp_path, KEPT)) == dict.fromkeys(CLAIMS, "reproduced")


@pytest.mark.parametrize(
    ("claim", "edge", "numbers"),
    [
        # Less than one per cent of 8400 frames, of the 2800 early and the 5600 late ones.
        ("E1", one(frames=edges.SMALL), (0.02, 0.0, 0.001)),
        ("E1", one(frames=edges.LARGE, distance=WAN), (0.04, 0.0, 0.001)),
        # As many frames a second later as at first, 2800 in 0.5 s and 5600 in 1 s.
        ("E2", one(frames=edges.MIDDLE), (0.02, 0.02, 0.001)),
        ("E2", one(frames=edges.MIDDLE, distance=WAN), (0.4, 0.25, 0.001)),
        ("E3", one(frames=edges.MIDDLE, distance=WAN), (0.09, 0.001, 0.001)),
        ("E4", edges.bridged(INFERRED), (0.89, 40.05)),
        # A third of the rest is (155 - 3 x 10 x 32/31) / 3 = 41.34 Mb/s, 40.05 of data.
        ("E4", edges.bridged(INFERRED, distance=WAN), (0.98, 0.89 * 40.05)),
        ("E4", edges.bridged(INFERRED, distance=WAN), (0.98, 1.11 * 40.05)),
        ("V6", one(case=SIX, frames=64), (0.4, 1.06 * GONE, WAIT)),
        ("V6", one(case=SIX, frames=1024), (0.4, GONE, 0.94 * WAIT)),
    ],
)
def test_one_changed_share_changes_the_verdict(tmp_path, claim, edge, numbers):
    found = verdicts(world(tmp_path, {**KEPT, edge: numbers}))
    assert found[claim] == "differs"
    assert {name for name, verdict in found.items() if verdict != "reproduced"} == {claim}


def test_time_that_is_not_accounted_for_shows(tmp_path):
    assert verdicts(world(tmp_path, KEPT, stay=1.03))["V7"] == "differs"


def test_the_quick_edition_does_not_ask(tmp_path):
    assert edges.specs("quick") == []
    other = {one(read=runs.AS_RUN): (0.1, 0.1, 0.001)}
    found = verdicts(world(tmp_path, other))
    assert {name for name, verdict in found.items() if verdict == "not-asked"} == {
        *("E1", "E2", "E3", "E4", "V6"),
    }
    without = verdicts(world(new_folder(tmp_path, "lan"), {edges.bridged(INFERRED): (0.98, 40.05)}))
    assert set(without.values()) == {"not-asked"}, "E4 has no WAN, V7 no edge device"
    few = verdicts(world(new_folder(tmp_path, "few"), KEPT, replications=4))
    assert few["E1"] == "not-asked"


def test_settings_are_what_claims_and_figures_read():
    planned = edges.planned("full")
    assert {*edges.CLAIMED, *edges.SINGLE, *edges.OVERLOAD, *edges.BRIDGED} == set(planned)
    assert len({setting.text for setting in planned}) == len(planned)
    assert len({spec.labels["setting"] for spec in STUDY.specs("full")}) == len(planned) + len(
        runs.planned("full")
    )
    assert set(KEPT) <= set(planned)
    written = edges.attributes(one(case=SIX, distance=WAN, frames=64, discard=edges.TAIL))
    assert (written["BufferFrames"], written["Discard"]) == (63, "Cells")
    assert written["Topology"] == "two-node[Sessions=6|TrunkKm=4000]"
    lan = edges.attributes(edges.bridged(runs.AS_RUN, algorithm="ERICA"))
    assert "Process" not in lan
    assert (lan["BufferFrames"], lan["SwitchAlgorithm"]) == (63, "ns3::EricaAlgorithm")
    # 40.05 Mb/s of data cells, as in the closed form of queues.
    assert pytest.approx(40.05, abs=0.01) == edge_judges.CARRIED


def test_figures_and_table_show_what_was_made_up(tmp_path):
    made = {**KEPT, one(frames=4, discard=edges.TAIL): (0.3, 0.05, 0.001)}
    with Archive(world(tmp_path, made)) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        assert present(results, [one(frames=4)])
        (drawn,) = (f for f in STUDY.figures if f.id == "edge-buffers")
        shown = pd.read_csv(figures.render(drawn.make, results, tmp_path / "figure").csv)
        (listed,) = (t for t in STUDY.tables if t.id == "edges")
        table = pd.read_csv(texts.render(listed.make, results, tmp_path / "table").csv)
    loss = shown.query("series == 'bits' and x == 128 and panel == 'LAN'")["y"].iloc[0]
    share = 100 * (0.1 * 2800 + 0.02 * 5600) / 8400
    assert loss == pytest.approx(share)
    first = table.query("dropped == 'frame' and network == 'LAN' and sources == 'baseline 76'")
    assert first["lost, %"].iloc[0] == pytest.approx(share)
    assert first["room, cells"].tolist() == [128, 1024, 32768]


def frames(*options):
    document = one_run.document(edges.EDGE, "--Topology=two-node[Sessions=1|TrunkKm=4]", *options)
    table = pd.DataFrame(one_run.rows(document, "frames"))
    numbers = table.columns.drop("name")
    return table.astype(dict.fromkeys(numbers, float)), one_run.metrics(document)


def test_a_run_loses_what_does_not_fit():
    """Four frames have room, and what the ledger of the run counts balances."""
    slow = ("--Demands=A:76", "--BufferFrames=3", "--Duration=300ms", "--WarmUp=100ms")
    whole, counted = frames(*slow)
    cut, _ = frames(*slow, "--Discard=Cells")
    assert whole["refused"].iloc[0] > cut["refused"].iloc[0]
    assert whole["delivered"].iloc[0] > cut["delivered"].iloc[0]
    lost = whole["offered"] - whole["delivered"] - whole["held"]
    assert lost.tolist() == whole["refused"].tolist()
    assert max(*whole["waiting_max"], *cut["waiting_max"]) <= 128
    assert whole["cut"].sum() == 0 < cut["cut"].sum()
    # A frame that was cut spoils the next one.
    assert (cut["offered"] - cut["delivered"] - cut["held"] > cut["cut"] + cut["refused"]).all()
    assert counted["atm.frames_held"] == pytest.approx(counted["atm.frames_stay"], rel=0.02)


def test_response_time_of_a_frame_that_waits_for_nothing():
    """32 cells at 10 Mb/s, with one or two RM cells among them; three links and ports."""
    table, _ = frames(
        "--Demands=A:1",
        "--SourceBehavior=ns3::AbrSourceBehaviorTm40[PeakCellRate=10Mbps|InitialCellRate=10Mbps]",
        "--Duration=500ms",
        "--WarmUp=0s",
    )
    gap, hops = 42.4e-6, 3 * (424 / 155e6 + 20e-6)
    assert 32 * gap + hops <= table["response_95"].iloc[0] <= 33 * gap + hops
    assert 31 * gap + hops <= table["response"].iloc[0] <= 33 * gap + hops


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--Demands=A:greedy", "the demand of source 'A' is greedy; allowed is a rate in Mb/s"),
        ("--SwitchAlgorithm=ns3::IdealAlgorithm", "SwitchAlgorithm is ns3::IdealAlgorithm"),
        ("--FrameBytes=1501", "1501"),
    ],
)
def test_wrong_input_is_refused_in_one_sentence(option, sentence, tmp_path):
    one_run.assert_refused(sentence, edges.EDGE, option, cwd=tmp_path)


def test_bridged_ethernets_carry_datagrams_of_stock_hosts(tmp_path):
    """The ledger of the run balances; what hosts send at first exceeds ICR, 10 Mb/s."""
    quick = ("--Hosts=2", "--Duration=200ms", "--WarmUp=0s", "--BufferFrames=3")
    pair = ("--Topology=two-node[Sessions=2|TrunkKm=4]",)
    document = one_run.document(edges.BRIDGE, *pair, "--Demands=A:8 B:43", *quick)
    small, large = one_run.rows(document, "frames")
    for lan in (small, large):
        counts = [int(lan[name]) for name in ("delivered", "refused", "held")]
        assert sum(counts) == int(lan["offered"]) > 0
    assert int(large["refused"]) > 0
    # A frame of 1518 bytes passes two Ethernets of 100 Mb/s, and 32 cells three links.
    least = 2 * 1518 * 8 / 100e6 + 3 * (424 / 155e6 + 20e-6) + 31 * 424 / 155e6
    assert float(small["response"]) > least
    assert one_run.metrics(document)["atm.lan_lost"] == 0
    one_run.assert_refused(
        "the demand of source 'A' is 100 Mb/s; allowed is less than 2 hosts send at PeakRate",
        edges.BRIDGE,
        *(*pair, "--Demands=A:100", *quick),
        cwd=tmp_path,
    )
