# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Packets at given times through any topology: by hand, by both engines, and what is refused."""

from __future__ import annotations

import json
import random
import subprocess

import pytest
from burstlab import paths, published
from burstlab.command.results_text import print_results

TWO_ROUTERS = paths.ROOT / "contrib/fabric/examples/topologies/two-routers.topology"
RING = paths.ROOT / "contrib/fabric/examples/topologies/ring-cyclic.topology"
HEAD, BODY, REFILL = 15, 2, 3


@pytest.fixture
def replay(runner, tmp_path):
    """Run a schedule; the document, or the sentence where code is not 0."""

    def run(schedule, topology=TWO_ROUTERS, code=0, **attributes):
        file = tmp_path / "f.schedule"
        file.write_text(schedule)
        attributes |= {"Schedule": file, "Topology": topology}
        words = [f"--{name}={value}" for name, value in attributes.items()]
        library = published.use().files("scenarios")["burstlab-scenarios-servernet"]
        done = subprocess.run(
            [runner, f"--plugin={library}", "servernet-replay", *words, "--json"],
            capture_output=True,
            text=True,
        )
        assert done.returncode == code, done.stderr
        if code:
            assert len(done.stderr.splitlines()) == 1
            return done.stderr.strip().replace(str(file), "f")
        return json.loads(done.stdout)

    return run


def ticks(document):
    """Head and tail by packet and channel."""
    table = document["tables"]["hops"]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    return {
        (int(row["packet"]), row["channel"]): (int(row["head"]), int(row["tail"])) for row in rows
    }


def test_a_lone_packet_follows_the_closed_form(replay):
    for flits, kind in ((16, "read-request"), (80, "write-request"), (300, "300")):
        document = replay(f"7 a0 b1 {kind}\n")
        heads = [7, 7 + HEAD, 7 + 2 * HEAD]
        channels = ["a0:0>left:1", "left:0>right:0", "right:2>b1:0"]
        assert ticks(document) == {
            (1, channel): (head, head + flits - 1)
            for channel, head in zip(channels, heads, strict=True)
        }
        expected = 7 + 2 * HEAD + flits - 1 + BODY
        assert document["metrics"]["last_delivery"]["value"] == expected
        row = document["tables"]["deliveries"]["rows"][0]
        assert [str(cell) for cell in row[-3:]] == [str(flits), "7", str(expected)]


def test_a_packet_that_waits_by_hand(replay):
    """The trunk is taken by the first packet when the second asks for it, and its FIFO holds the
    second whole; the third may ask REFILL after the tail before it has left."""
    document = replay("0 a0 b0 80\n5 a1 b0 16\n6 a1 b1 200\n")
    trunk = "left:0>right:0"
    at = ticks(document)
    assert at[1, trunk] == (HEAD, HEAD + 79)
    assert at[2, "a1:0>left:2"] == (5, 20)
    assert at[2, trunk] == (HEAD + 80, HEAD + 95)
    assert at[3, "a1:0>left:2"][0] == 21
    assert at[3, trunk][0] == HEAD + 95 + REFILL
    assert at[1, "right:1>b0:0"] == (2 * HEAD, 2 * HEAD + 79)
    assert at[2, "right:1>b0:0"][0] == 2 * HEAD + 79 + REFILL


def test_both_engines_give_the_same_ticks(replay):
    draw = random.Random(1)
    devices = [f"{kind}{q}.{n}" for kind, most in (("cpu", 4), ("io", 26)) for q in range(4)
               for n in range(most)]  # fmt: skip
    tick, lines = 0, []
    for _ in range(400):
        tick += draw.randrange(8)
        source, destination = draw.sample(devices, 2)
        kind = draw.choice(
            ["read-request", "read-response", "write-request", "write-response", 150]
        )
        lines.append(f"{tick} {source} {destination} {kind}")
    schedule = "\n".join(lines)
    runs = [
        replay(schedule, "tetra-16", Engine=engine, Arbiter=arbiter)
        for arbiter in ("ns3::ServerNetRandomArbiter", "ns3::ServerNetOldestFirstArbiter")
        for engine in ("Event", "Flit")
    ]
    for event, flit in (runs[:2], runs[2:]):
        assert event["tables"] == flit["tables"]
        assert event["metrics"]["stalled"] == flit["metrics"]["stalled"]
        assert event["metrics"]["stalled"]["value"] > 0
    assert ticks(runs[0]) != ticks(runs[2])


def test_head_and_tail_are_printed(replay, capsys):
    print_results(replay("0 a0 a1 12\n"))
    words = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["1", "a0", "a1", "12", "left:2>a1:0", "15", "15", "15", "26"] in words
    assert ["stalled", "0", "tick"] in words
    many = "".join(f"{100 * i} a0 a1 12\n" for i in range(501))
    print_results(replay(many), everything=True)
    assert "hops: 1002 rows, which --json prints" in capsys.readouterr().out


def test_wrong_input_is_one_sentence_and_exit_code_2(replay, tmp_path):
    assert replay("5 a0 a1 1\n4 a0 a1 1\n", code=2) == (
        "f, line 2: time goes back from tick 5 to 4; packets stand in order of time"
    )
    assert "'c' is no device" in replay("5 c a1 1\n", code=2)
    ring = replay("0 d0 d1 1\n", RING, code=2)
    assert ring.startswith("cyclic routing: the channels r0:0>r1:0, ")
    assert "'disable r1 0 1' breaks it" in ring
    assert "nearest: tetra-16" in replay("0 a b 1\n", "tetra-17", code=2)
    assert "the FIFO holds 3 flits" in replay("0 a0 a1 1\n", FifoFlits=3, code=2)
    star = tmp_path / "star.topology"
    star.write_text("router r\ndevice d[0..6]\nlink d[0..6] r\n")
    assert "router 'r' uses port 6" in replay("0 d0 d1 1\n", star, code=2)
    star.write_text("router r\nrouter s\ndevice d[0..1]\nlink d0 r\nlink d1 s\n")
    assert "a packet from 'd1' cannot reach 'd0'" in replay("0 d0 d1 1\n", star, code=2)
    assert "ServerNetRandomArbiter" in replay("0 a0 a1 1\n", Arbiter="ns3::RandomArbiter", code=2)
