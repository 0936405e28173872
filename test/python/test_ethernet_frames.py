# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Frames of lossless-ethernet in pcap files, against a second decoder and against Wireshark.

The expected numbers are drawn here, before any header is made of them.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
from array import array

import cppyy
import ethernet_frames
import pytest
from burstlab import bindings, paths

CHAPTER = paths.ROOT / "contrib" / "lossless-ethernet" / "doc" / "lossless-ethernet.rst"
DISSECTOR = CHAPTER.with_suffix(".lua")
ETHERTYPES = {"bcn": 0x88B5, "cnm": 0x22E7, "cn-tag": 0x22E9, "rate-limited": 0x8904}
IPV4, UNKNOWN = 0x0800, 0x88B6
PER_KIND = 40


class Maker:
    """Makes headers of ns-3, and beside each what a decoder has to find."""

    def __init__(self, ns, seed):
        self.ns, self.random = ns, random.Random(seed)

    def draw(self, low, high):
        return self.random.choice([low, high, self.random.randint(low, high)])

    def packet(self, content):
        # An empty array has no address.
        packet = self.ns.Packet(array("B", content + b"0"), len(content))
        packet.__python_owns__ = False
        return self.ns.Ptr[self.ns.Packet](packet, False)

    def address(self):
        return bytes([2, *self.random.randbytes(5)]).hex(":")

    def pause(self):
        quanta = self.draw(0, 65535)
        return self.ns.MacControlHeader(quanta), {"kind": "mac-control", "quanta": quanta}

    def pfc(self):
        enabled, times = self.draw(0, 255), [self.draw(0, 65535) for _ in range(8)]
        quanta = cppyy.gbl.std.array["uint16_t", 8]()
        for priority, time in enumerate(times):
            quanta[priority] = time
        meant = {p: time for p, time in enumerate(times) if enabled >> p & 1}
        return self.ns.MacControlHeader(enabled, quanta), {"kind": "mac-control", "quanta": meant}

    def vlan(self, ethertype):
        priority, vlan = self.draw(0, 7), self.draw(0, 4094)
        header = self.ns.VlanTagHeader(priority, ethertype, vlan)
        return header, {"kind": "vlan", "priority": priority, "vlan": vlan, "type": ethertype}

    def rate_limited(self, ethertype):
        cpid = self.draw(0, 2**64 - 1)
        header = self.ns.RateLimitedTagHeader(cpid, ethertype)
        return header, {"kind": "rate-limited", "cpid": cpid, "type": ethertype}

    def cn_tag(self, ethertype):
        flow = self.draw(0, 65535)
        header = self.ns.CnTagHeader(flow, ethertype)
        return header, {"kind": "cn-tag", "flow": flow, "type": ethertype}

    def bcn(self):
        cpid, flags = self.draw(0, 2**64 - 1), self.draw(0, 3)
        offset, change = (self.draw(-(2**31), 2**31 - 1) for _ in range(2))
        sample = self.random.randbytes(self.draw(22, 100))
        header = self.ns.BcnMessageHeader(cpid, offset, change, flags)
        header.SetSampledFrame(self.packet(sample))
        return header, {
            **{"kind": "bcn", "mild": flags in (1, 3), "severe": flags in (2, 3), "cpid": cpid},
            **{"offset": offset, "change": change, "sample": sample[:22]},
        }

    def cnm(self):
        cpid, feedback, priority = self.draw(0, 2**64 - 1), self.draw(0, 63), self.draw(0, 7)
        offset, change = (64 * self.draw(-(2**15), 2**15 - 1) for _ in range(2))
        data, destination = self.random.randbytes(self.draw(0, 100)), self.address()
        header = self.ns.CnmHeader(cpid, feedback, offset, change)
        address = self.ns.Mac48Address(destination)
        header.SetSampledFrame(priority, address, self.packet(data))
        return header, {
            **{"kind": "cnm", "feedback": feedback, "cpid": cpid, "offset": offset},
            **{"change": change, "priority": priority, "dst": destination, "data": data[:64]},
        }

    def frame(self, ethertype, parts, payload=b""):
        """A frame with these headers, and what a decoder has to find in it."""
        packet = self.packet(payload)
        for header, _ in reversed(parts):
            packet.AddHeader(header)
        found = [expected for _, expected in parts]
        addresses = {"dst": self.address(), "src": self.address()}
        if ethertype == 0x8808:
            addresses["dst"] = "01:80:c2:00:00:01"
        frame = self.ns.lossless.MacFrame()
        frame.destination = self.ns.Mac48Address(addresses["dst"])
        frame.source = self.ns.Mac48Address(addresses["src"])
        frame.etherType, frame.payload = ethertype, packet
        rest = payload + bytes(max(0, 46 - packet.GetSize()))
        ethernet = {"kind": "ethernet", **addresses, "type": ethertype}
        return frame.ToPacket(), [ethernet, *found, {"kind": "rest", "bytes": rest}]

    def frames(self):
        """PER_KIND frames of each kind, some with tags in front."""
        for _ in range(PER_KIND):
            yield self.frame(0x8808, [self.pause()])
            yield self.frame(0x8808, [self.pfc()])
            for kind, message in (("bcn", self.bcn), ("cnm", self.cnm)):
                yield self.frame(ETHERTYPES[kind], [message()])
                yield self.frame(0x8100, [self.vlan(ETHERTYPES[kind]), message()])
            tags = [self.vlan(0x22E9), self.cn_tag(ETHERTYPES["cnm"]), self.cnm()]
            yield self.frame(0x8100, tags)
            payload = self.random.randbytes(self.draw(0, 1500))
            yield self.frame(0x8904, [self.rate_limited(UNKNOWN)], payload)
            tags = [self.vlan(0x22E9), self.cn_tag(0x8904), self.rate_limited(UNKNOWN)]
            yield self.frame(0x8100, tags, payload)


def write_pcap(ns, file, packets):
    pcap = ns.PcapFile()
    pcap.Open(str(file), cppyy.gbl.std.ios.out)
    pcap.Init(1)  # LINKTYPE_ETHERNET
    for number, packet in enumerate(packets):
        pcap.Write(0, number, packet)
    pcap.Close()


@pytest.fixture(scope="module")
def ns():
    return bindings.load("lossless-ethernet")


@pytest.fixture(scope="module")
def capture(ns, tmp_path_factory):
    """A pcap file of ns-3, and what is in each of its frames."""
    file = tmp_path_factory.mktemp("frames") / "frames.pcap"
    packets, expected = zip(*Maker(ns, seed=12).frames(), strict=True)
    write_pcap(ns, file, packets)
    return file, expected


def tshark(file, *options, script=DISSECTOR, home=None):
    """Run tshark, and return what it prints, line by line; it must not complain."""
    program = shutil.which("tshark")
    assert program, "tshark is missing: apt-get install tshark"
    scripts = [f"-Xlua_script:{script}"] if script else []
    done = subprocess.run(
        [program, *scripts, "-r", file, *options],
        capture_output=True,
        text=True,
        env={**os.environ, "HOME": str(home or file.parent)},
    )
    assert done.returncode == 0, done.stderr
    said = re.sub(r'Running as user "root".*\n|\n', "", done.stderr)
    assert said == ""
    return done.stdout.splitlines()


def fields(file, names, *options, **how):
    """The fields that each frame has, as text."""
    asked = [option for name in names for option in ("-e", name)]
    lines = tshark(file, "-Tfields", "-Eoccurrence=f", *asked, *options, **how)
    rows = [dict(zip(names, line.split("\t"), strict=True)) for line in lines]
    return [{name: text for name, text in row.items() if text} for row in rows]


def number(text):
    return {"True": 1, "False": 0}[text] if text in ("True", "False") else int(text, 0)


# Field of Wireshark: kind and field of the decoder, and how the text is read.
FIELDS = {
    "vlan.priority": ("vlan", "priority", number),
    "vlan.id": ("vlan", "vlan", number),
    "bcn.mild": ("bcn", "mild", number),
    "bcn.severe": ("bcn", "severe", number),
    "bcn.cpid": ("bcn", "cpid", number),
    "bcn.offset": ("bcn", "offset", number),
    "bcn.change": ("bcn", "change", number),
    "bcn.sample": ("bcn", "sample", bytes.fromhex),
    "cnm.feedback": ("cnm", "feedback", number),
    "cnm.cpid": ("cnm", "cpid", number),
    "cnm.offset": ("cnm", "offset", number),
    "cnm.change": ("cnm", "change", number),
    "cnm.priority": ("cnm", "priority", number),
    "cnm.dst": ("cnm", "dst", str),
    "cnm.data": ("cnm", "data", bytes.fromhex),
    "bcn_tag.cpid": ("rate-limited", "cpid", number),
    "bcn_tag.type": ("rate-limited", "type", number),
    "cn_tag.flow": ("cn-tag", "flow", number),
    "cn_tag.type": ("cn-tag", "type", number),
}


def test_the_decoder_finds_what_was_written(capture):
    file, expected = capture
    assert [ethernet_frames.decode(frame) for frame in ethernet_frames.read_pcap(file)] == list(
        expected
    )
    kinds = [header["kind"] for headers in expected for header in headers]
    assert {kind: kinds.count(kind) >= PER_KIND for kind in kinds} == dict.fromkeys(kinds, True)


def test_stock_wireshark_reads_pause_pfc_and_priorities(capture):
    file, expected = capture
    times = [f"macc.cbfc.pause_time.c{p}" for p in range(8)]
    enabled = "macc.cbfc.enbv"
    names = ["eth.dst", "eth.src", "eth.fcs.status", "macc.opcode", "macc.pause_time", enabled]
    names += [*times, "vlan.priority", "_ws.malformed", "_ws.expert"]
    rows = fields(file, names, "-oeth.fcs:Always", "-oeth.check_fcs:TRUE", script=None)
    assert len(rows) == len(expected)
    for row, headers in zip(rows, expected, strict=True):
        assert (row["eth.dst"], row["eth.src"]) == (headers[0]["dst"], headers[0]["src"])
        assert row["eth.fcs.status"] == "1"
        if headers[1]["kind"] == "vlan":
            assert number(row["vlan.priority"]) == headers[1]["priority"]
        elif headers[1]["kind"] == "mac-control":
            quanta = headers[1]["quanta"]
            assert not row.keys() & {"_ws.malformed", "_ws.expert"}
            if isinstance(quanta, dict):
                assert number(row["macc.opcode"]) == 0x0101
                assert number(row[enabled]) == sum(2**priority for priority in quanta)
                said = {p: number(row[times[p]]) for p in quanta}
                assert said == quanta
            else:
                assert number(row["macc.opcode"]) == 0x0001
                assert number(row["macc.pause_time"]) == quanta


def test_the_dissector_reads_every_field(capture):
    file, expected = capture
    rows = fields(file, [*FIELDS, "_ws.malformed", "_ws.lua.error"], "-oeth.fcs:Always")
    assert len(rows) == len(expected)
    for row, headers in zip(rows, expected, strict=True):
        found = {name: FIELDS[name][2](text) for name, text in row.items() if name in FIELDS}
        by_kind = {header["kind"]: header for header in headers}
        has = {
            name: by_kind[kind][field]
            for name, (kind, field, _) in FIELDS.items()
            if kind in by_kind and by_kind[kind][field] != b""
        }
        assert found == has
        assert "_ws.lua.error" not in row


def test_a_frame_inside_of_tags_is_read_on(ns, tmp_path):
    """An IPv4 packet behind three tags is an IPv4 packet."""
    make = Maker(ns, seed=1)
    header = bytes.fromhex("4500001c00000000401100000a0000010a000002")
    payload = header + bytes.fromhex("0400040000080000")
    tags = [make.vlan(0x22E9), make.cn_tag(0x8904), make.rate_limited(IPV4)]
    packet, _ = make.frame(0x8100, tags, payload)
    write_pcap(ns, tmp_path / "tags.pcap", [packet])
    (row,) = fields(tmp_path / "tags.pcap", ["frame.protocols", "ip.src", "udp.dstport"])
    assert (row["ip.src"], row["udp.dstport"]) == ("10.0.0.1", "1024")
    assert "vlan:ethertype:cn_tag:bcn_tag:ip:udp" in row["frame.protocols"]


@pytest.mark.parametrize("kind", ["bcn", "cnm", "rate_limited", "cn_tag"])
def test_what_is_cut_off_is_no_error_of_the_dissector(ns, tmp_path, kind):
    """After each of its bytes; what is whole is read, and nothing else."""
    make = Maker(ns, seed=3)
    header, _ = getattr(make, kind)(*([IPV4] if kind in ("rate_limited", "cn_tag") else []))
    packet = make.packet(b"")
    packet.AddHeader(header)
    content = array("B", bytes(packet.GetSize()))
    packet.CopyData(content, len(content))
    front = bytes(12) + ETHERTYPES[kind.replace("_", "-")].to_bytes(2, "big")
    whole = front + content.tobytes()
    cuts = range(14, len(whole) + 1)
    write_pcap(ns, tmp_path / "cut.pcap", [make.packet(whole[:cut]) for cut in cuts])
    names = ["frame.len", "bcn.cpid", "cnm.cpid", "bcn_tag.cpid", "cn_tag.flow", "_ws.lua.error"]
    *parts, last = fields(tmp_path / "cut.pcap", names, "-oeth.fcs:Never")
    assert [set(row) for row in parts] == [{"frame.len"}] * (len(cuts) - 1)
    assert len(last) == 2


def test_the_line_of_the_chapter_installs_the_dissector(capture, tmp_path):
    file, _ = capture
    (line,) = re.findall(r"(?m)^ +(mkdir -p .*wireshark.*)$", CHAPTER.read_text())
    subprocess.run(
        line, shell=True, check=True, cwd=paths.ROOT, env={**os.environ, "HOME": str(tmp_path)}
    )
    assert fields(file, ["cnm.feedback"], "-Ycnm", script=None, home=tmp_path)


def test_the_decoder_refuses_what_is_wrong(capture):
    file, expected = capture
    frames = ethernet_frames.read_pcap(file)
    for frame, headers in zip(frames[:9], expected, strict=False):
        for bit in range(8 * len(frame)):
            wrong = bytearray(frame)
            wrong[bit // 8] ^= 1 << bit % 8
            with pytest.raises(ValueError, match="FCS"):
                ethernet_frames.decode(bytes(wrong))
        assert ethernet_frames.decode(frame) == headers
