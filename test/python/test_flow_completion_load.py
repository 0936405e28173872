# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Flows of a data centre: one that is alone by hand, books, the end of a run, and refusals."""

from __future__ import annotations

import math

import one_run
import pytest
from burstlab.build import catalogue
from burstlab.engine import RunSpec, execute, plan
from one_run import metrics

PROTOCOLS = ("PFabric", "Dctcp", "Tcp")
TICK = 0.001
"""Microseconds: TCP sends a nanosecond after it is asked to."""


def document(*options):
    return one_run.document("flow-completion-load", *options)


def flows(came):
    return one_run.rows(came, "flows")


def alone(tmp_path, packets, *options, topology="leaf-spine[Leaves=2|Hosts=1|Spines=1]"):
    """The one flow between two hosts, of some packets."""
    sizes = tmp_path / "sizes.txt"
    sizes.write_text(f"{1460 * packets} 1\n")
    came = document("--Flows=1", f"--Sizes={sizes}", f"--Topology={topology}", *options)
    (flow,) = flows(came)
    assert flow["size"] == 1460 * packets
    assert metrics(came)["completion.mean[all]"] == pytest.approx(
        flow["completion"] / flow["ideal"]
    )
    return flow


def racks(packets):
    """Between two racks, us: 1.2 us a packet at 10 Gb/s, 0.3 us at 40, 0.2 us a link, 2.5 a host.

    Behind the last one: two links of 40 Gb/s and one of 10; 40 bytes back.
    """
    there = 1.2 * packets + 0.3 + 0.3 + 1.2 + 4 * 0.2 + 2 * 2.5
    back = 2 * 0.032 + 2 * 0.008 + 4 * 0.2 + 2 * 2.5
    return there + back


@pytest.mark.parametrize("packets", [1, 2, 12])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_flow_alone_within_its_first_window(tmp_path, protocol, packets):
    flow = alone(tmp_path, packets, f"--Protocol={protocol}")
    assert flow["ideal"] == pytest.approx(racks(packets), abs=1e-9)
    assert 0 <= flow["completion"] - flow["ideal"] <= (0 if protocol == "PFabric" else 1.5 * TICK)


def test_a_flow_alone_waits_for_windows_shorter_than_a_round_trip(tmp_path):
    # The acknowledgement of the first packet comes after 14.68 us, twelve packets take 14.4.
    for packets in (13, 100, 1000):
        flow = alone(tmp_path, packets)
        assert flow["completion"] == pytest.approx(racks(packets) + 14.68 - 14.4, abs=1e-6)
    # Of five packets, and no more: a round trip for each five.
    flow = alone(tmp_path, 23, "--InitialWindow=5", "--MaxWindow=5")
    assert flow["completion"] == pytest.approx(4 * 14.68 + 2 * 1.2 + 14.68, abs=1e-6)
    # With a window that never ends there is nothing to wait for.
    wide = ("--InitialWindow=500", "--MaxWindow=500", "--Queue=1000000B")
    flow = alone(tmp_path, 500, *wide, "--TimeOut=1s")
    assert flow["completion"] == flow["ideal"] == pytest.approx(racks(500), abs=1e-9)


def test_a_flow_alone_elsewhere(tmp_path):
    # In a rack two links of 10 Gb/s; without delays of hosts 10 us less.
    rack = 1.2 * 3 + 1.2 + 2 * 0.032 + 4 * 0.2
    flow = alone(tmp_path, 3, topology="leaf-spine[Leaves=1|Hosts=2|HostNs=0]")
    assert flow["completion"] == flow["ideal"] == pytest.approx(rack, abs=1e-9)
    # The slowest link of the tree is above the racks: 12 us a packet there, 1.2 us at the hosts.
    flow = alone(tmp_path, 3, topology="tree[Pods=2|Tors=1|Hosts=1|HostMbps=10000]")
    there = 1.2 + 3 * 12 + 3 * 12 + 1.2
    back = 2 * 0.032 + 4 * 0.32
    assert flow["ideal"] == pytest.approx(there + back + 12 * 0.2 + 4 * 2.5, abs=1e-9)
    assert flow["completion"] == flow["ideal"]


@pytest.mark.parametrize("attribute", ["InitialThreshold=1", "TimeOut=10us", "MaxWindow=3"])
def test_attributes_of_the_transport_are_heeded(tmp_path, attribute):
    usual = alone(tmp_path, 60, "--InitialWindow=3")
    assert alone(tmp_path, 60, "--InitialWindow=3", f"--{attribute}") != usual


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_books_of_a_loaded_network(protocol):
    came = document("--Flows=60", "--Load=0.6", f"--Protocol={protocol}")
    numbers, rows = metrics(came), flows(came)
    assert [row["flow"] for row in rows] == list(range(60))
    assert numbers["completion.left"] == numbers["completion.left_bytes"] == 0
    bounds = {"short": (0, 1e5), "medium": (1e5, 1e7), "long": (1e7, math.inf), "all": (0, 1e12)}
    for name, (least, most) in bounds.items():
        ratios = [r["completion"] / r["ideal"] for r in rows if least < r["size"] <= most]
        assert numbers[f"completion.flows[{name}]"] == len(ratios) > 0
        assert min(ratios) >= 1
        mean = sum(ratios) / len(ratios)
        assert numbers[f"completion.mean[{name}]"] == pytest.approx(mean)
        assert numbers[f"completion.unfinished[{name}]"] == 0
        assert numbers[f"completion.mean_bound[{name}]"] == pytest.approx(mean)
        rank = math.ceil(0.99 * len(ratios))
        assert numbers[f"completion.p99[{name}]"] == pytest.approx(sorted(ratios)[rank - 1])
    totals = [sum(row[name] for row in rows) for name in ("completion", "ideal")]
    assert numbers["completion.of_means"] == pytest.approx(totals[0] / totals[1])
    # Each packet and its acknowledgement take two or four links; a packet has 40 bytes of headers.
    packets = sum(math.ceil(row["size"] / 1460) for row in rows)
    assert 4 * packets < numbers["completion.hops"] < 10 * packets
    span = rows[-1]["start"] / 1e6 - 0.02
    bits = 8 * (sum(row["size"] for row in rows) + 40 * packets)
    assert numbers["completion.offered"] == pytest.approx(bits / span / 1.44e12)


def test_all_protocols_carry_the_same_flows():
    names = ("flow", "source", "destination", "size", "start")
    drawn = [
        [[row[name] for name in names] for row in flows(document("--Flows=30", f"--Protocol={p}"))]
        for p in PROTOCOLS
    ]
    assert drawn[0] == drawn[1] == drawn[2]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_run_that_is_cut_says_what_was_left(protocol):
    came = document("--Flows=300", "--Load=0.9", "--MaxTime=25ms", f"--Protocol={protocol}")
    numbers, rows = metrics(came), flows(came)
    assert numbers["completion.time"] == 0.025
    assert numbers["completion.left"] == 300 - len(rows) > 0
    assert numbers["completion.left_bytes"] > 0
    assert all(row["start"] + row["completion"] <= 25000 for row in rows)


def test_unfinished_flows_are_counted_and_bounded():
    """The mean of a cut run is that of flows that were done; the whole run has the rest."""
    options = ("--Flows=300", "--Load=0.9")
    whole, cut = (document(*options, *more) for more in ((), ("--MaxTime=25ms",)))
    ratios = {row["flow"]: row["completion"] / row["ideal"] for row in flows(whole)}
    started = [row for row in flows(whole) if row["start"] <= 25000]
    done = {row["flow"] for row in flows(cut)}
    left = [row for row in started if row["flow"] not in done]
    assert left
    numbers = metrics(cut)
    assert numbers["completion.unfinished[all]"] == len(left)
    so_far = [max(1, (25000 - row["start"]) / row["ideal"]) for row in left]
    bound = (sum(ratios[number] for number in done) + sum(so_far)) / len(started)
    assert numbers["completion.mean_bound[all]"] == pytest.approx(bound)
    truth = sum(ratios[row["flow"]] for row in started) / len(started)
    assert numbers["completion.mean_bound[all]"] <= truth


def test_sizes_are_those_of_the_file(tmp_path):
    """All of 423 bytes in the file, or whole packets if that is asked for."""
    sizes = tmp_path / "sizes.txt"
    sizes.write_text("423 1\n")
    options = ("--Flows=20", f"--Sizes={sizes}", "--Load=0.5")
    as_written, whole = document(*options), document(*options, "--WholePackets=true")
    assert {row["size"] for row in flows(as_written)} == {423}
    assert {row["size"] for row in flows(whole)} == {1460}
    # A load of 1 is the rate of bytes on the links: 463 of a flow instead of 1,500.
    starts = [[row["start"] - 20000 for row in flows(came)] for came in (as_written, whole)]
    for one, other in zip(*starts, strict=True):
        assert one / 463 == pytest.approx(other / 1500, abs=1e-5)


@pytest.mark.parametrize(
    "topology",
    [
        "leaf-spine[CoreMbps=2500]",
        "leaf-spine[Leaves=4|Hosts=4|Spines=3|CoreMbps=1000|HostNs=0]",
        "leaf-spine[Leaves=2|Hosts=8|Spines=8|CoreMbps=30000|LinkNs=7]",
        "fat-tree[Ports=4]",
        "tree[Pods=2|Tors=2|Hosts=4|CoreMbps=400]",
    ],
)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_flow_is_faster_than_the_ideal(topology, protocol):
    """The ideal time is a bound, over one way or over several at once."""
    came = document(
        "--Flows=150",
        "--Load=0.05",
        f"--Topology={topology}",
        f"--Protocol={protocol}",
        "--Sizes=contrib/pfabric/examples/flow-sizes/imc10.txt",
    )
    ratios = [row["completion"] / row["ideal"] for row in flows(came)]
    assert len(ratios) == 150
    assert min(ratios) >= 1 - 1e-9


def test_a_flow_alone_over_several_slow_links_takes_the_ideal_time(tmp_path):
    """Four links of 2.5 Gb/s carry what a host sends at 10: 4.8 us a packet, every 1.2 us."""
    topology = "leaf-spine[Leaves=2|Hosts=1|Spines=4|CoreMbps=2500]"
    wide = ("--InitialWindow=500", "--MaxWindow=500", "--Queue=1000000B", "--TimeOut=1s")
    for packets in (1, 2, 4, 5, 99, 500):
        flow = alone(tmp_path, packets, *wide, topology=topology)
        there = 1.2 * packets + 2 * 4.8 + 1.2 + 4 * 0.2 + 2 * 2.5
        back = 2 * 0.032 + 2 * 0.128 + 4 * 0.2 + 2 * 2.5
        assert flow["ideal"] == pytest.approx(there + back, abs=1e-9)
        assert flow["completion"] == flow["ideal"]
    # Of 1 Gb/s each, four carry less than that: a packet in 12 us, four side by side.
    slow = topology.replace("2500", "1000")
    for packets in (4, 5, 7, 401):
        flow = alone(tmp_path, packets, *wide, topology=slow)
        rounds, rest = divmod(packets - 1, 4)
        there = 1.2 + 2 * 12 + 1.2 + 12 * rounds + 1.2 * rest + 4 * 0.2 + 2 * 2.5
        back = 2 * 0.032 + 2 * 0.32 + 4 * 0.2 + 2 * 2.5
        assert flow["ideal"] == pytest.approx(there + back, abs=1e-9)
        assert flow["completion"] == flow["ideal"]


def test_a_run_that_is_cut_before_its_first_flow():
    numbers = metrics(document("--MaxTime=1ms"))
    assert numbers["completion.left"] == 300
    assert "completion.mean[all]" not in numbers


def test_a_run_is_the_same_again_and_another_with_another_number():
    options = ("--Flows=40", "--Load=0.6", "--run=3")
    one, again = (document(*options) for _ in range(2))
    assert (one["metrics"], one["tables"]) == (again["metrics"], again["tables"])
    assert document("--Flows=40", "--Load=0.6", "--run=4")["tables"] != one["tables"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--Load=0"], "Load is 0; allowed are numbers above 0 to 1"),
        (["--Load=1.5"], "Load is 1.5; allowed are numbers above 0 to 1, with Overload"),
        (["--Load=-1", "--Overload=true"], "Load is -1; allowed are numbers above 0"),
        (["--Flows=0"], "Flows"),
        (["--Queue=1000B"], "MaxSize of PFabricNetDevice is 1000 bytes; allowed are 1501"),
        (["--Sizes=falling.txt"], "falling.txt, line 2"),
        (["--Sizes=none.txt"], "none.txt"),
        (["--Topology=leaf"], "leaf"),
        (["--Protocol=Udp"], "Protocol"),
        (["--MaxTime=0s"], "MaxTime"),
    ],
)
def test_wrong_input_is_refused(tmp_path, options, sentence):
    (tmp_path / "falling.txt").write_text("2000 0.5\n1000 1\n")
    (tmp_path / "sizes.txt").write_text("1460 1\n")
    options = ["--Sizes=sizes.txt", *options]
    one_run.assert_refused(sentence, "flow-completion-load", *options, cwd=tmp_path)


def test_a_load_above_1_if_it_is_wanted():
    came = document("--Load=2", "--Overload=true", "--Flows=50")
    assert metrics(came)["completion.left"] == 0


def test_progress_counts_flows(runner, tmp_path):
    """The run ends with its last flow, long before MaxTime."""
    (run,) = plan([RunSpec("flow-completion-load", {"Flows": 600})], catalogue.suite())
    lines = []
    assert execute(run.program, run.words(tmp_path / "a.sqlite"), lines.append).code == 0
    last = lines[-1]
    assert (last["fraction"], last["t_ns"]) == (1, last["end_ns"])
    assert last["end_ns"] < 10e9
    assert any(0.1 < line["fraction"] < 1 for line in lines)
