# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Frames that a run of lossless Ethernet writes, against Wireshark, a second decoder and counters.

Nodes 0 and 1 send to node 2 through node 3, the switch: examples/slow-receiver.cc.
"""

from __future__ import annotations

import re
import subprocess

import ethernet_frames
import pytest
from burstlab.build import catalogue
from test_ethernet_frames import fields, number

LINE = r"(\d+) frames delivered, (\d+) lost, (\d+) pauses asked for, (\d+) congestion messages"
SLOW = 2  # the receiver, and the number of the port of the switch to it


@pytest.fixture(scope="module")
def program():
    return catalogue.find_program("slow-receiver")


def run(program, folder, *options):
    """Run the example, and return what it counted and what is in each pcap file."""
    command = [program, f"--pcap={folder}/p", f"--archive={folder}/a.sqlite", *options]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    delivered, lost, pauses, messages = map(int, re.search(LINE, said).groups())
    assert lost == 0
    frames = {
        file.stem.removeprefix("p-"): [
            ethernet_frames.decode(frame) for frame in ethernet_frames.read_pcap(file)
        ]
        for file in folder.glob("p-*.pcap")
    }
    assert sorted(frames) == ["0-0", "1-0", "2-0", "3-0", "3-1", "3-2"]
    return delivered, pauses, messages, frames


def kinds(frames, kind):
    return [header for headers in frames for header in headers if header["kind"] == kind]


def test_stock_wireshark_reads_the_pauses_of_a_run(program, tmp_path):
    delivered, pauses, messages, frames = run(program, tmp_path)
    assert messages == 0
    asked = 0
    for host in (0, 1):
        names = ["eth.src", "eth.dst", "eth.fcs.status", "macc.opcode", "macc.pause_time"]
        options = ["-oeth.fcs:Always", "-oeth.check_fcs:TRUE"]
        file = tmp_path / f"p-3-{host}.pcap"
        rows = fields(file, names, *options, script=None)
        assert {row["eth.fcs.status"] for row in rows} == {"1"}
        control = [row for row in rows if "macc.opcode" in row]
        assert {number(row["macc.opcode"]) for row in control} == {1}
        assert {row["eth.dst"] for row in control} == {"01:80:c2:00:00:01"}
        assert len({row["eth.src"] for row in control}) == 1  # the port of the switch
        times = [number(row["macc.pause_time"]) for row in control]
        assert set(times) == {0, 65535}
        assert [header["quanta"] for header in kinds(frames[f"3-{host}"], "mac-control")] == times
        # the host receives what the switch sends
        assert len(kinds(frames[f"{host}-0"], "mac-control")) == len(times)
        asked += sum(time > 0 for time in times)
    assert asked == pauses
    assert len(frames[f"{SLOW}-0"]) == delivered
    assert kinds(frames["2-0"], "mac-control") == []


def test_stock_wireshark_reads_the_pfc_frames_of_a_run(program, tmp_path):
    memory = "--ns3::LosslessEthernetFabric::Memory=ns3::PriorityMemory[Priorities=1]"
    _, pauses, _, frames = run(program, tmp_path, memory)
    asked = 0
    for host in (0, 1):
        names = ["macc.opcode", "macc.cbfc.enbv", "macc.cbfc.pause_time.c0"]
        rows = fields(tmp_path / f"p-3-{host}.pcap", names, script=None)
        control = [row for row in rows if "macc.opcode" in row]
        assert {number(row["macc.opcode"]) for row in control} == {0x0101}
        assert {number(row["macc.cbfc.enbv"]) for row in control} == {1}  # priority 0 alone
        times = [number(row["macc.cbfc.pause_time.c0"]) for row in control]
        assert set(times) == {0, 65535}
        assert len(kinds(frames[f"{host}-0"], "mac-control")) == len(times)
        asked += sum(time > 0 for time in times)
    assert asked == pauses > 0


def test_messages_and_tags_of_bcn(program, tmp_path):
    options = ["--congestionPoint=ns3::BcnCongestionPoint", "--reactionPoint=ns3::BcnReactionPoint"]
    delivered, _, messages, frames = run(program, tmp_path, *options)
    told = [header for host in (0, 1) for header in kinds(frames[f"{host}-0"], "bcn")]
    assert 20 < len(told) <= messages <= len(told) + 2  # the last ones may be on their way
    (point,) = {header["cpid"] for header in told}
    tagged = [header for host in (0, 1) for header in kinds(frames[f"{host}-0"], "rate-limited")]
    assert {header["cpid"] for header in tagged} == {point}
    assert len(tagged) > 100
    # feedback is sent for a queue: Qoff = q - 150000, and q is at most what the memory holds
    assert all(-150_000 <= header["offset"] <= 1_800_000 - 150_000 for header in told)
    rows = fields(tmp_path / "p-0-0.pcap", ["bcn.cpid", "bcn.offset"], "-Ybcn", "-oeth.fcs:Always")
    assert [(number(row["bcn.cpid"]), number(row["bcn.offset"])) for row in rows] == [
        (header["cpid"], header["offset"]) for header in kinds(frames["0-0"], "bcn")
    ]
    assert len(frames[f"{SLOW}-0"]) == delivered


def test_messages_of_qcn(program, tmp_path):
    options = ["--congestionPoint=ns3::QcnCongestionPoint", "--reactionPoint=ns3::QcnReactionPoint"]
    _, _, messages, frames = run(program, tmp_path, *options)
    told = [header for host in (0, 1) for header in kinds(frames[f"{host}-0"], "cnm")]
    assert 5 < len(told) <= messages <= len(told) + 2
    receiver = frames["2-0"][0][0]["dst"]
    assert {header["dst"] for header in told} == {receiver}
    assert all(0 < header["feedback"] < 64 for header in told)
    rows = fields(tmp_path / "p-1-0.pcap", ["cnm.feedback"], "-Ycnm", "-oeth.fcs:Always")
    assert [number(row["cnm.feedback"]) for row in rows] == [
        header["feedback"] for header in kinds(frames["1-0"], "cnm")
    ]
