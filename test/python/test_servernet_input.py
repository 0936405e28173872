# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Wrong input to the ServerNet scenarios: one sentence, exit code 2, and nothing left behind; and
what is allowed but unusual."""

from __future__ import annotations

import json
import subprocess

import pytest
from burstlab import paths, published

CHAIN = """router left ports=6
router right ports=6
link left:0 right:0 {trunk}
device a kind=cpu
device b kind=cpu
device c kind=io
link a left:{port}
link b left
link c right
"""
CHAIN_OF_SEVEN = "router r ports=7\n" + "".join(f"device d{i}\nlink d{i} r\n" for i in range(7))
CYCLIC = (paths.ROOT / "contrib/fabric/examples/topologies/ring-cyclic.topology").read_text()


@pytest.fixture
def run(runner, tmp_path):
    """Run a scenario; its document, or the sentence where code is not 0."""

    def run(scenario, *words, topology=None, code=0):
        if topology:
            file = tmp_path / "f.topology"
            file.write_text(topology)
            words += (f"--Topology={file}",)
        library = published.use().files("scenarios")["burstlab-scenarios-servernet"]
        command = [runner, f"--plugin={library}", scenario, *words]
        if code:
            command.append(f"--archive={tmp_path / 'a.sqlite'}")
        else:
            command.append("--json")
        done = subprocess.run(command, capture_output=True, text=True, cwd=paths.ROOT)
        assert done.returncode == code, done.stderr
        if code:
            assert done.stdout == ""
            assert len(done.stderr.splitlines()) == 1
            assert not list(tmp_path.glob("a.sqlite*"))
            return done.stderr.replace(str(tmp_path / "f.topology"), "f")
        return json.loads(done.stdout)

    return run


WRONG = [
    ("--CpuOutstanding=17", "'17': it takes an integer from 1 to 16"),
    ("--IoOutstanding=0", "'0': it takes an integer from 1 to 16"),
    ("--ns3::ServerNetNetDevice::MaxOutstanding=17", "'17': it takes an integer from 1 to 16"),
    ("--ns3::ServerNetRequestApplication::DataBytes=65", "'65': it takes an integer from 0 to 64"),
    ("--FifoFlits=3", "'3': it takes an integer from 4 to 1000000"),
    ("--HeadTicks=1", "'1': it takes an integer from 2 to 1000000"),
    ("--ns3::ServerNetFabric::CreditTicks=63", "the FIFO holds 64 flits; allowed are 65 "),
    ("--ns3::ServerNetFabric::Tick=0", "Tick of ns3::ServerNetFabric cannot be '0'"),
    ("--Engine=Foo", "cannot be 'Foo': it takes one of Event, Flit"),
    ("--Arbiter=ns3::PoissonArrivals", "no TypeId derived from ns3::ServerNetArbiter, known: "),
    ("--Process=ns3::PoissonArrivals[Rate=0]", "Rate of ns3::PoissonArrivals cannot be '0'"),
    ("--Process=ns3::PoissonArrivals[Rate", "does not end with the bracket it opens"),
    ("--Pattern=ns3::PoissonArrivals", "no TypeId derived from ns3::DestinationPattern"),
    ("--Ticks=0", "'0': it takes an integer from 1 to 4294967295"),
    ("--StreamBase=9223372036854775807", "it takes an integer from 0 to 4611686018427387903"),
    ("--Topology=nosuch", "'nosuch' is neither a file that can be read nor a topology"),
    ("--Topology=/", "the file '/' cannot be read"),
    ("--Topology=single-router[Cpus=7]", "allowed are Cpus from 0 to 6"),
]


@pytest.mark.parametrize(("word", "sentence"), WRONG)
def test_a_wrong_value_is_refused(run, word, sentence):
    assert sentence in run("servernet-load", "--Ticks=100", word, code=2)


@pytest.mark.parametrize("scenario", ["servernet-load", "servernet-twin", "servernet-zero-load"])
@pytest.mark.parametrize(
    ("topology", "sentence"),
    [
        (CYCLIC, "'disable r1 0 1' breaks it"),
        (CHAIN_OF_SEVEN, "router 'r' uses port 6; a router has ports 0 to 5"),
        (CHAIN.format(port=6, trunk=""), "f, line 7: "),
        (CHAIN.format(port=1, trunk="fifo=3"), "the FIFO holds 3 flits; allowed are 4 "),
        (CHAIN.format(port=1, trunk="speed=3"), "attribute 'speed' of link left:0>right:0 is unkn"),
        (CHAIN.format(port=1, trunk="") + "disable left 1 0\n", "'a' cannot reach 'c', since it"),
        (CHAIN.format(port=1, trunk="") + "device d\n", "device 'd' has 0 links; a device has one"),
    ],
)
def test_a_wrong_topology_is_refused(run, scenario, topology, sentence):
    assert sentence in run(scenario, topology=topology, code=2)


def test_a_pattern_that_does_not_fit_is_refused(run):
    sentence = run(
        "servernet-load",
        "--Pattern=ns3::TransposeDestinations",
        topology=CHAIN.format(port=1, trunk=""),
        code=2,
    )
    assert "Columns of ns3::TransposeDestinations is '0', which does not fit 3 devices" in sentence


def test_delivery_times_are_those_of_the_links(run):
    """The closed form with the latencies that links have of their own."""
    for trunk in ("", "head=40 body=7 credit=3", "fifo=4", "head=2 refill=900"):
        document = run("servernet-zero-load", topology=CHAIN.format(port=1, trunk=trunk))
        assert document["metrics"]["servernet.packets"]["value"] == 3 * 2 * 4
        assert document["metrics"]["servernet.wrong_times"]["value"] == 0


def test_a_load_of_short_requests_knows_its_length(run):
    """Without data a transaction has 16 + 12 flits, whatever it does; an empty network of one
    router takes 15 + 28 / 2 - 1 + 2 ticks there and as much back."""
    document = run(
        "servernet-load",
        "--Topology=single-router",
        "--Ticks=100000",
        "--ns3::ServerNetRequestApplication::DataBytes=0",
    )
    value = {
        name: entry["value"] for name, entry in document["metrics"].items() if "value" in entry
    }
    assert value["servernet.empty_two_way"] == 2 * (15 + 14 - 1 + 2)
    assert value["servernet.generation_rate"] == pytest.approx(
        value["servernet.throughput"], abs=10 * 28 / 100_000
    )
