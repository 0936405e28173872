# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The cell of packet-latency: the idle network by hand, loads by tier, books, and refusals."""

from __future__ import annotations

import one_run
import pytest

CELL = "packet-latency-cell"
SHORT = ("--WarmUp=5ms", "--Window=20ms", "--Drain=5ms")


def document(*options):
    return one_run.document(CELL, *options)


def cell(*options):
    return one_run.metrics(document(*options))


@pytest.mark.parametrize("protocol", ["PFabric", "Tcp"])
@pytest.mark.parametrize("gbps", [1, 2, 4])
def test_an_idle_tree(protocol, gbps):
    options = (
        "--Background=None",
        f"--Protocol={protocol}",
        f"--Topology=tree[CoreMbps={gbps}000]",
    )
    levels = {29.4: 15, 29.4 + 2 * (12 / gbps + 0.2): 48, 29.4 + 4 * (12 / gbps + 0.2): 64}
    mean = sum(level * count for level, count in levels.items()) / 127
    variance = sum(level**2 * count for level, count in levels.items()) / 127 - mean**2
    came = cell(*options)
    assert came["latency.mean"] == pytest.approx(mean, abs=1e-4)
    assert came["latency.deviation"] == pytest.approx(variance**0.5, abs=1e-4)
    assert came["latency.received"] == 127
    came = cell(*options, "--EqualLength=true")
    assert came["latency.least"] == came["latency.most"] == pytest.approx(max(levels), abs=1e-4)


@pytest.mark.parametrize(
    ("reference", "offered"),
    [
        ("Access", (0.1, 1.4110, 3.2252)),
        ("TorUplink", (0.1 / 14.110, 0.1, 3.2252 / 14.110)),
        ("Core", (0.1 / 32.252, 1.4110 / 32.252, 0.1)),
    ],
)
def test_loads_are_those_of_the_links_that_are_named(reference, offered):
    came = cell(*SHORT, f"--LoadReference={reference}")
    for tier, load in zip(("access", "uplink", "core"), offered, strict=True):
        assert came[f"latency.offered[{tier}]"] == pytest.approx(load, rel=1e-3)
        assert 0 < came[f"latency.carried[{tier}]"] <= came[f"latency.busiest[{tier}]"] <= 1


@pytest.mark.parametrize(
    ("options", "warning"),
    [
        (("--Load=0.1",), "links are offered 3.23 times what they carry"),
        (("--Load=0.5", "--LoadReference=TorUplink"), "links are offered 1.14 times"),
        (("--Load=0.9", "--LoadReference=Core"), ""),
        (("--Background=None",), ""),
    ],
)
def test_an_overload_is_told(options, warning):
    """10 % of 64 links of 1 Gb/s, of which 64/127 cross the core on one of 1 Gb/s."""
    told = one_run.run(CELL, *SHORT, *options).stderr
    assert told.startswith(warning)
    assert bool(told) == bool(warning)


@pytest.mark.parametrize("stack", ["Lean", "All"])
@pytest.mark.parametrize("protocol", ["PFabric", "Tcp"])
def test_books_of_a_loaded_tree(protocol, stack):
    came = cell(*SHORT, "--Load=0.5", f"--Protocol={protocol}", f"--Stack={stack}")
    fates = ("received", "lost", "in_flight", "unsent")
    assert sum(came[f"latency.{fate}"] for fate in fates) == 127
    assert came["latency.flows"] > came["latency.finished"] > 10
    assert came["latency.least"] == pytest.approx(29.4, abs=20)
    assert came["latency.backlog"] > 0


@pytest.mark.parametrize("options", [("--Protocol=PFabric",), ("--Protocol=Tcp", "--run=2")])
@pytest.mark.parametrize("stack", ["Lean", "All"])
def test_the_parts_of_a_latency_add_up_with_copies_under_way(stack, options):
    """A copy that is sent while the first packet is on its way is no part of that one's way."""
    came = document(
        "--WarmUp=10ms",
        "--Window=20ms",
        "--Load=0.5",
        "--EqualLength=true",
        f"--Stack={stack}",
        *options,
    )
    parts = ("residual", "acknowledgement", "higher", "tie", "other")
    parts = ("transmission", "propagation", *parts)
    arrived = [row for row in one_run.rows(came, "packets") if row["latency"] is not None]
    assert len(arrived) > 60
    for row in arrived:
        assert sum(row[part] for part in parts) == pytest.approx(row["latency"], abs=1e-6)
        assert row["hops"] == 6
    if "--Protocol=Tcp" in options:
        assert sum(row["copies"] for row in arrived) > 5


def test_a_run_is_the_same_again_and_another_with_another_number():
    one, again = (cell(*SHORT, "--run=3") for _ in range(2))
    assert one == again
    assert cell(*SHORT, "--run=4")["latency.mean"] != one["latency.mean"]


def test_test_packets_go_in_a_random_order_that_is_the_same_for_all_schemes():
    """20 ms over 127 packets, 157,480 ns; the order is that of a run, not of what carries it."""
    orders = []
    for options in (("--run=1",), ("--run=1", "--Protocol=Tcp"), ("--run=2",)):
        came = one_run.rows(document(*SHORT, "--Background=None", *options), "packets")
        orders.append([row["host"] for row in came])
        assert sorted(orders[-1]) == list(range(1, 128))
        late = [row["sent"] - 5 for row in came]
        assert late == pytest.approx([k * 20 / 127 for k in range(127)], abs=0.001)
    assert orders[0] == orders[1] != orders[2]
    # Of a random order a third of the pairs or more are either way.
    falls = sum(a > b for i, a in enumerate(orders[0]) for b in orders[0][i:])
    assert 127 * 126 / 6 < falls < 127 * 126 / 3


def test_a_message_that_probes_sends_a_byte_in_each_time_out():
    """Probes are the messages that probe, summed over the time, by the time-out."""
    came = document("--WarmUp=0", "--Window=60ms", "--Drain=5ms", "--Load=0.9")
    rows = one_run.rows(came, "progress")
    assert [row["time"] for row in rows] == pytest.approx([k * 1.3 for k in range(50)])
    probing = [row["probing"] for row in rows]
    area = (sum(probing) - probing[-1] / 2) * 1.3e-3  # trapezes, from 0
    assert rows[-1]["probes"] == pytest.approx(area / 45e-6, rel=0.05)
    for row in rows[10:]:
        assert 0 < row["crossing"] < row["probing"] < row["waiting"] + 127
    assert 0 < rows[-1]["dropped"] <= came["metrics"]["latency.dropped"]["value"]


@pytest.mark.parametrize(
    "options",
    [
        ("--Load=0.9", "--ProbeAfter=0"),
        ("--Load=0.9", "--Protocol=Tcp"),
        ("--Load=0.1", "--LoadReference=Core", "--TimeOut=260us"),
    ],
)
def test_who_does_not_probe(options):
    for row in one_run.rows(document(*SHORT, *options), "progress"):
        assert (row["probing"], row["crossing"], row["probes"]) == (0, 0, 0)


def test_selective_acknowledgements_act():
    options = (*SHORT, "--Load=0.9", "--Protocol=Tcp")
    assert cell(*options) == cell(*options, "--Sack=true") != cell(*options, "--Sack=false")
    options = (*SHORT, "--Load=0.9")
    assert cell(*options, "--Sack=false") == cell(*options)


def test_one_flow_of_each_pair():
    came = cell(*SHORT, "--Background=Burst", "--Topology=tree[Pods=2|Tors=2|Hosts=2]")
    assert came["latency.flows"] == 8 * 7


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--Load=0"], "Load is 0; allowed are numbers above 0 to 1"),
        (["--Load=1.01"], "Load is 1.01; allowed are numbers above 0 to 1"),
        (["--Load=-1", "--Overload=true"], "Load is -1; allowed are numbers above 0"),
        (["--Load=nan"], "cannot be 'nan'"),
        (["--Queue=1000B"], "MaxSize of PFabricNetDevice is 1000 bytes; allowed are 1501"),
        (["--Spacing=10ms"], "Spacing is 10000 us; allowed are at most"),
        (["--Sizes=falling.txt"], "falling.txt, line 2"),
        (["--Sizes=none.txt"], "none.txt"),
        (["--Topology=treee"], "tree"),
        (
            ["--EqualLength=true", "--Topology=ring.topology", "--Background=None"],
            "equal-length routing needs a core",
        ),
    ],
)
def test_wrong_input_is_refused(tmp_path, options, sentence):
    (tmp_path / "falling.txt").write_text("2000 0.5\n1000 1\n")
    (tmp_path / "ring.topology").write_text(
        "router s1\nrouter s2\ndevice a\ndevice b\nlink a s1\nlink b s2\nlink s1 s2\n"
    )
    default = [] if "--Sizes" in " ".join(options) else ["--Background=None"]
    (tmp_path / "contrib/pfabric/examples/flow-sizes").mkdir(parents=True)
    (tmp_path / "contrib/pfabric/examples/flow-sizes/web-search.txt").write_text("1460 1\n")
    if any(option.startswith("--Load") for option in options):
        default = []
    one_run.assert_refused(sentence, CELL, *default, *options, cwd=tmp_path)
