# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Cells of atm-abr against a second coder, both ways, and against Wireshark.

The expected numbers are drawn here, before any cell is made of them.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
from array import array
from fractions import Fraction

import atm_cells
import pytest
from burstlab import bindings, paths
from test_ethernet_frames import fields, number, tshark

CHAPTER = paths.ROOT / "contrib" / "atm-abr" / "doc" / "atm-abr.rst"
DISSECTOR = CHAPTER.with_suffix(".lua")
FLAGS = {
    **{"dir": "backward", "bn": "becn", "ci": "congestion", "ni": "noIncrease"},
    "ra": "requestAcknowledge",
}
RATES = {"er": "explicitRate", "ccr": "currentRate", "mcr": "minimumRate"}
NUMBERS = {"ql": "queueLength", "sn": "sequenceNumber"}
CELLS = 300


class Maker:
    """Draws cells, makes ns-3's of them and reads those."""

    def __init__(self, ns, seed):
        self.ns, self.random = ns, random.Random(seed)

    def draw(self, high):
        return self.random.choice([0, high, self.random.randint(0, high)])

    def packet(self, content):
        # An empty array has no address.
        packet = self.ns.Packet(array("B", content + b"0"), len(content))
        packet.__python_owns__ = False
        return self.ns.Ptr[self.ns.Packet](packet, False)

    def octets(self, packet):
        content = array("B", bytes(packet.GetSize()))
        packet.CopyData(content, len(content))
        return content.tobytes()

    def serialized(self, header):
        packet = self.packet(b"")
        packet.AddHeader(header)
        return self.octets(packet)

    def header_fields(self, **fixed):
        drawn = {name: self.draw(2**bits - 1) for name, bits in atm_cells.HEADER.items()}
        return {**drawn, **fixed}

    def header(self, drawn):
        return self.ns.AtmCellHeader(
            drawn["vpi"], drawn["vci"], drawn["pti"], bool(drawn["clp"]), drawn["gfc"]
        )

    def rm_fields(self):
        return {
            **{name: self.draw(1) for name in FLAGS},
            **{name: self.draw(2**15 - 1) for name in RATES},
            **{name: self.draw(2**32 - 1) for name in NUMBERS},
        }

    def rm(self, drawn):
        cell = self.ns.AtmRmCell()
        for name, member in FLAGS.items():
            setattr(cell, member, bool(drawn[name]))
        for name, member in RATES.items():
            setattr(cell, member, self.ns.AtmRateFloat.FromBits(drawn[name]))
        for name, member in NUMBERS.items():
            setattr(cell, member, drawn[name])
        return self.ns.AtmRmCellHeader(cell)

    def read_rm(self, payload):
        header = self.ns.AtmRmCellHeader()
        assert self.packet(payload).PeekHeader(header) == 48
        cell = header.GetCell()
        return {
            **{name: int(getattr(cell, member)) for name, member in FLAGS.items()},
            **{name: getattr(cell, member).GetBits() for name, member in RATES.items()},
            **{name: getattr(cell, member) for name, member in NUMBERS.items()},
        }

    def frame(self):
        """An Ethernet frame of UDP, without check sequence, whose destination is its content's."""
        payload = self.random.randbytes(self.random.randint(26, 1472))
        udp = bytes.fromhex("04000400") + (8 + len(payload)).to_bytes(2, "big") + bytes(2) + payload
        length = (20 + len(udp)).to_bytes(2, "big").hex()
        ip = bytes.fromhex(f"4500{length}00000000401100000a0000010a000002")
        return b"\x02" + self.random.randbytes(5) + bytes.fromhex("02667788 99aa0800") + ip + udp

    def sdu(self, frame):
        packet = self.packet(frame)
        packet.AddHeader(self.ns.AtmBridgedEthernetHeader())
        return packet


@pytest.fixture(scope="module")
def ns():
    return bindings.load("atm-abr", "fabric")


@pytest.fixture(scope="module")
def capture(ns, tmp_path_factory):
    """A pcap file of data cells, RM cells and PDUs, and what is in each of its records."""
    make, time = Maker(ns, seed=9), 0
    file = tmp_path_factory.mktemp("cells") / "cells.pcap"
    writer, expected = ns.AtmPcapWriter(str(file)), []
    for _ in range(CELLS):
        time += make.random.choice([1, 999, 1000, 2_735_491, 10**12 - 1])  # ps
        kind = make.random.choice(["rm", "data", "pdu"])
        if kind == "rm":
            drawn, said = make.header_fields(pti=6), make.rm_fields()
            payload = make.serialized(make.rm(said))
            writer.WriteCell(time, make.header(drawn), make.packet(payload))
        elif kind == "data":
            drawn, said = make.header_fields(pti=make.random.randint(0, 3)), {}
            payload = make.random.randbytes(48)
            writer.WriteCell(time, make.header(drawn), make.packet(payload))
        else:
            drawn = make.header_fields(pti=make.random.choice([1, 3]))
            # Wireshark knows channels 5 and 16, and others below 32, by their numbers.
            drawn["vci"] = max(32, drawn["vci"])
            frame = make.frame()
            said = {"frame": frame}
            pdu = ns.atm.Aal5.MakePdu(make.sdu(frame))
            payload = make.octets(pdu)
            writer.WritePdu(time, make.header(drawn), pdu)
        expected.append(
            {"kind": kind, "time": time, "header": drawn, "payload": payload, "said": said}
        )
    writer.Close()
    return file, expected


def test_the_second_coder_has_the_published_numbers():
    """Idle cells of I.432, CRC-10/ATM of the CRC catalogue, the three PDUs of I.363."""
    idle = {"gfc": 0, "vpi": 0, "vci": 0, "pti": 0, "clp": 1}
    assert atm_cells.encode_header(idle).hex() == "0000000152"
    assert atm_cells.crc_10(int.from_bytes(b"123456789", "big")) == 0x199
    ends = {
        bytes(40): "00000028864d7f99",
        b"\xff" * 40: "00000028c55e457a",
        bytes(range(1, 41)): "00000028bf671ed0",
    }
    for sdu, end in ends.items():
        assert atm_cells.encode_aal5(sdu) == sdu + bytes.fromhex(end)
        assert atm_cells.decode_aal5(sdu + bytes.fromhex(end)) == (sdu, 0)


def test_headers_both_ways(ns):
    make = Maker(ns, seed=1)
    for _ in range(CELLS):
        drawn = make.header_fields()
        octets = make.serialized(make.header(drawn))
        assert octets == atm_cells.encode_header(drawn)
        assert atm_cells.decode_header(octets) == drawn
        header = ns.AtmCellHeader()
        assert make.packet(octets).PeekHeader(header) == 5
        read = (header.GetGfc(), header.GetVpi(), header.GetVci(), header.GetPti(), header.GetClp())
        assert read == tuple(drawn.values())


def test_rm_cells_both_ways(ns):
    make = Maker(ns, seed=2)
    for _ in range(CELLS):
        drawn = make.rm_fields()
        octets = make.serialized(make.rm(drawn))
        assert atm_cells.decode_rm(octets) == drawn
        assert atm_cells.encode_rm(drawn) == octets
        assert make.read_rm(atm_cells.encode_rm(drawn)) == drawn


def test_every_rate_is_that_of_the_formula(ns):
    for bits in range(2**15):
        rate = ns.AtmRateFloat.FromBits(bits).GetRate()
        assert Fraction(rate) == atm_cells.rate(bits)
        assert atm_cells.rate(ns.AtmRateFloat(rate).GetBits()) == rate


def test_sdus_both_ways(ns):
    make, receiver = Maker(ns, seed=3), ns.atm.Aal5Reassembler()
    for size in [*range(1, 150), 1518, 9180, 65535]:
        sdu, uu = make.random.randbytes(size), make.random.randint(1, 255)
        ours = b"".join(make.octets(each) for each in ns.atm.Aal5.Segment(make.packet(sdu), uu))
        assert atm_cells.decode_aal5(ours) == (sdu, uu)
        pdu = atm_cells.encode_aal5(sdu, uu)
        assert pdu == ours
        for at in range(0, len(pdu), 48):
            got = receiver.Receive(make.packet(pdu[at : at + 48]), at + 48 == len(pdu))
            assert bool(got) == (at + 48 == len(pdu))
        assert make.octets(got) == sdu


def test_the_second_decoder_refuses_what_is_wrong(ns):
    make = Maker(ns, seed=4)
    cells = {
        atm_cells.decode_header: make.serialized(make.header(make.header_fields())),
        atm_cells.decode_rm: make.serialized(make.rm(make.rm_fields())),
        atm_cells.decode_aal5: make.octets(ns.atm.Aal5.MakePdu(make.packet(b"an SDU"))),
    }
    for decode, octets in cells.items():
        for bit in range(8 * len(octets)):
            wrong = bytearray(octets)
            wrong[bit // 8] ^= 1 << bit % 8
            with pytest.raises(ValueError, match=r"HEC|CRC"):
                decode(bytes(wrong))


def test_the_file_has_all_cells_at_their_nanosecond(capture):
    file, expected = capture
    records = atm_cells.read_pcap(file)
    assert len(records) == len(expected) == CELLS
    for record, cell in zip(records, expected, strict=True):
        assert record["kind"] == ("pdu" if cell["kind"] == "pdu" else "cell")
        assert (record["header"], record["payload"]) == (cell["header"], cell["payload"])
        assert record["time"] == cell["time"] // 1000
        assert 0 <= record["erf_time"] - record["time"] < Fraction(10**9, 2**32)


def test_stock_wireshark_reads_cells_and_aal5(capture):
    file, expected = capture
    names = ["frame.time_epoch", "erf.types.type", "atm.GFC", "atm.vpi", "atm.vci"]
    names += ["atm.payload_type", "atm.cell_loss_priority", "atm.aal5t_len", "atm.aal5t_crc"]
    names += ["atm.cells", "llc.oui", "eth.dst", "ip.dst", "udp.length", "data.data"]
    names += ["_ws.malformed"]
    rows = fields(file, names, script=None)
    assert len(rows) == len(expected)
    for row, cell in zip(rows, expected, strict=True):
        seconds, rest = divmod(cell["time"] // 1000, 10**9)
        assert row["frame.time_epoch"] == f"{seconds}.{rest:09}"
        header = cell["header"]
        assert (number(row["atm.vpi"]), number(row["atm.vci"])) == (header["vpi"], header["vci"])
        assert "_ws.malformed" not in row
        if cell["kind"] == "pdu":
            frame = cell["said"]["frame"]
            assert row["erf.types.type"] == "4"
            assert number(row["atm.aal5t_len"]) == 10 + len(frame)
            assert number(row["atm.aal5t_crc"]) == int.from_bytes(cell["payload"][-4:], "big")
            assert number(row["atm.cells"]) == len(cell["payload"]) // 48
            assert number(row["llc.oui"]) == 0x0080C2
            assert row["eth.dst"] == frame[:6].hex(":")
            assert row["ip.dst"] == "10.0.0.2"
            assert number(row["udp.length"]) == len(frame) - 34
        else:
            assert row["erf.types.type"] == "3"
            assert number(row["atm.GFC"]) == header["gfc"]
            assert number(row["atm.payload_type"]) == header["pti"]
            assert number(row["atm.cell_loss_priority"]) == header["clp"]
            assert bytes.fromhex(row["data.data"]) == cell["payload"]


def test_stock_wireshark_finds_every_crc_of_aal5_right(capture):
    """What it says itself about each CRC."""
    file, expected = capture
    pdus = sum(cell["kind"] == "pdu" for cell in expected)
    said = "\n".join(tshark(file, "-V", "-Yatm.aal5t_crc", script=None))
    assert len(re.findall(r"AAL5 CRC: 0x[0-9a-f]+ \(correct\)", said)) == pdus
    assert "incorrect" not in said


def test_wireshark_reads_rm_cells_with_the_dissector(capture):
    file, expected = capture
    names = [f"atm_rm.{name}" for name in (*FLAGS, *RATES, *NUMBERS)]
    names += ["atm_rm.protocol", "atm_rm.crc", "_ws.lua.error"]
    rows = fields(file, names, script=DISSECTOR)
    assert len(rows) == len(expected)
    for row, cell in zip(rows, expected, strict=True):
        if cell["kind"] != "rm":
            assert row == {}
            continue
        said = cell["said"]
        for name in (*FLAGS, *NUMBERS):
            assert number(row[f"atm_rm.{name}"]) == said[name]
        for name in RATES:
            assert float(row[f"atm_rm.{name}"]) == pytest.approx(float(atm_cells.rate(said[name])))
        assert row["atm_rm.protocol"] == "1"
        assert number(row["atm_rm.crc"]) == int.from_bytes(cell["payload"][-2:], "big")
        assert "_ws.lua.error" not in row


def test_the_line_of_the_chapter_installs_the_dissector(capture, tmp_path):
    file, _ = capture
    (line,) = re.findall(r"(?m)^ +(mkdir -p .*wireshark.*)$", CHAPTER.read_text())
    subprocess.run(
        line, shell=True, check=True, cwd=paths.ROOT, env={**os.environ, "HOME": str(tmp_path)}
    )
    assert fields(file, ["atm_rm.er"], "-Yatm_rm", script=None, home=tmp_path)


SLOW = """device a
device b
device c
router s1
router s2
link a s1
link b s1
link c s2
link s1 s2 rate=20Mbps
"""
FRAMES = 60  # of a and of b each, to c
SLOT = 424 * 1000 / 155  # ns


@pytest.fixture(scope="module")
def run(ns, tmp_path_factory):
    """Frames that were sent, and the records of the devices a, b and c of a run with congestion."""
    make, folder = Maker(ns, seed=11), tmp_path_factory.mktemp("run")
    (folder / "slow.topology").write_text(SLOW)
    helper = ns.AtmHelper()
    helper.SetFabricAttribute("Marking", ns.StringValue("ns3::AbrMarking[Threshold=20]"))
    devices = helper.Install(ns.fabric.ReadTopology(str(folder / "slow.topology")))
    helper.EnablePcapAll(f"{folder}/p")
    sent = {0: [], 1: []}
    to = devices.Get(2).GetAddress()
    for source, frames in sent.items():
        for _ in range(FRAMES):
            payload = make.random.randbytes(make.random.randint(46, 1500))
            devices.Get(source).Send(make.packet(payload), to, 0x88B5)
            frames.append(payload)
    ns.Simulator.Stop(ns.Seconds(1))
    ns.Simulator.Run()
    ns.Simulator.Destroy()
    del devices  # closes the files
    files = [folder / f"p-{number}-0.pcap" for number in range(3)]
    return sent, files, [atm_cells.read_pcap(file) for file in files]


def is_rm(record):
    return record["header"]["pti"] == 6


def channels(records):
    """The records of each virtual channel: those with data, and those of RM cells."""
    found = {}
    for record in records:
        assert record["kind"] == "cell"
        assert (record["header"]["vpi"], record["header"]["gfc"]) == (0, 0)
        found.setdefault(record["header"]["vci"], ([], []))[is_rm(record)].append(record)
    return found


def test_cells_of_a_run_are_the_frames_that_were_sent(run):
    sent, _, (*senders, receiver) = run
    for records in (*senders, receiver):
        assert [r["time"] for r in records] == sorted(r["time"] for r in records)
    came = channels(receiver)
    marked = 0
    for source, records in enumerate(senders):
        busy = {vci: cells for vci, (cells, _) in channels(records).items() if cells}
        assert len(busy) == 1
        ((vci, left),) = busy.items()
        assert [r["payload"] for r in left] == [r["payload"] for r in came[vci][0]]
        sdus, cells = [], b""
        for record in left:
            cells += record["payload"]
            assert record["header"]["pti"] in (0, 1)
            if record["header"]["pti"] == 1:
                sdus.append(atm_cells.decode_aal5(cells)[0])
                cells = b""
        assert cells == b""
        for sdu, frame in zip(sdus, sent[source], strict=True):
            assert sdu[:10].hex() == "aaaa030080c200070000"
            assert sdu[10:24] == sdu[10:22] + bytes.fromhex("88b5")
            assert sdu[24:] == frame
        for one, other in zip(left, came[vci][0], strict=True):
            # three links of 20 us, two of 155 Mb/s and one of 20 Mb/s
            first = 3 * 20000 + SLOT + 424 * 1000 / 20
            assert other["time"] - one["time"] >= int(first)
            assert one["header"]["pti"] == other["header"]["pti"] & 1
            marked += other["header"]["pti"] >> 1
        # ICR is 10 Mb/s, and the first cell an RM cell that is sent at 0
        assert left[0]["time"] == int(42400 + SLOT)
    assert marked > 100
    times = [r["time"] for cells, rm in came.values() for r in cells]
    gaps = [later - one for one, later in zip(sorted(times), sorted(times)[1:], strict=False)]
    assert min(gaps) >= 424 * 1000 // 20 - 1  # of the slow link


def test_rm_cells_of_a_run_go_there_and_back(run):
    _, _, (*senders, _) = run
    for records in senders:
        for vci, (cells, rm) in channels(records).items():
            said = [(record, atm_cells.decode_rm(record["payload"])) for record in rm]
            forward = [(r, cell) for r, cell in said if not cell["dir"]]
            backward = [(r, cell) for r, cell in said if cell["dir"]]
            answers = [record for record, _ in backward]
            if not cells:
                continue
            # every 32nd cell in rate, of which some go to turned-around cells
            sent = [r for r in records if not is_rm(r) or r["header"]["vci"] == vci]
            kinds = "".join("F" if r in rm else "d" for r in sent if r not in answers)
            assert kinds[0] == "F"
            assert max(map(len, kinds.split("F"))) == 31
            assert len(forward) == len(backward)
            for (there, asked), (back, got) in zip(forward, backward, strict=True):
                assert back["time"] - there["time"] > 6 * 20000
                assert (got["ccr"], got["mcr"], got["bn"]) == (asked["ccr"], asked["mcr"], 0)
                assert asked["ci"] == asked["ni"] == 0
            assert any(cell["ci"] for _, cell in backward)
            rates = [float(atm_cells.rate(cell["ccr"])) * 424e-6 for _, cell in forward]
            assert rates[0] == pytest.approx(10, rel=1 / 512)


def test_wireshark_reads_the_files_of_a_run(run):
    _, files, captures = run
    names = ["atm.vpi", "atm.vci", "atm.payload_type", "frame.time_epoch", "atm_rm.er", "atm_rm.ci"]
    for file, records in zip(files, captures, strict=True):
        stock = fields(file, names[:4], script=None)
        with_rm = fields(file, names, script=DISSECTOR)
        for row, again, record in zip(stock, with_rm, records, strict=True):
            header = record["header"]
            assert number(row["atm.vpi"]) == 0
            assert number(row["atm.vci"]) == header["vci"]
            assert number(row["atm.payload_type"]) == header["pti"]
            seconds, rest = divmod(record["time"], 10**9)
            assert row["frame.time_epoch"] == f"{seconds}.{rest:09}"
            assert ("atm_rm.er" in again) == is_rm(record)
            if is_rm(record):
                said = atm_cells.decode_rm(record["payload"])
                assert float(again["atm_rm.er"]) == pytest.approx(float(atm_cells.rate(said["er"])))
                assert number(again["atm_rm.ci"]) == said["ci"]
