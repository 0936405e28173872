# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Packets of ServerNet in pcap files, as Wireshark reads them with the dissector of the chapter.

What is expected is read bit by bit from the table of the chapter (ServerNet Cluster Manual, p.
1-24) and by zlib's CRC-32, which is that of IEEE 802.3.
"""

from __future__ import annotations

import os
import re
import struct
import subprocess
import zlib

import pytest
from burstlab import paths
from burstlab.build import catalogue
from test_ethernet_frames import fields, number

CHAPTER = paths.CONTRIB / "servernet" / "doc" / "servernet.rst"
DISSECTOR = CHAPTER.with_suffix(".lua")
HEADER = {
    **{"destination": 20, "source": 20, "type": 4, "length": 8, "id": 4},
    **{"path": 1, "response": 1, "nack": 1},
}
NAMES = [f"servernet.{name}" for name in (*HEADER, "address", "data", "crc", "crc.right")]


FILE = struct.Struct("<IHHIIII")  # a file of pcap, in microseconds
RECORD = struct.Struct("<IIII")
USER0 = 147


def read(file):
    content, at, packets = file.read_bytes(), FILE.size, []
    assert FILE.unpack_from(content)[0] == 0xA1B2C3D4
    assert FILE.unpack_from(content)[6] == USER0
    while at < len(content):
        size = RECORD.unpack_from(content, at)[2]
        at += RECORD.size + size
        packets.append(content[at - size : at])
    return packets


def write(file, packets):
    records = [RECORD.pack(0, 0, len(packet), len(packet)) + packet for packet in packets]
    file.write_bytes(FILE.pack(0xA1B2C3D4, 2, 4, 0, 0, 65535, USER0) + b"".join(records))


@pytest.fixture(scope="module")
def capture(tmp_path_factory):
    """A file of TCP over ServerNet, with fabric X and Y."""
    folder = tmp_path_factory.mktemp("pcap")
    subprocess.run(
        [catalogue.find_program("servernet-tcp-example"), "--pcap=true"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    return sorted(folder.glob("*.pcap"))[0]


def decoded(packet):
    """Read a packet: the fields of its header, address, data and whether its CRC is right."""
    bits, at, found = int.from_bytes(packet[:8], "big"), 64, {}
    for name, width in HEADER.items():
        at -= width
        found[name] = bits >> at & (1 << width) - 1
    rest = packet[8:-4]
    if not found["response"]:
        found["address"], rest = int.from_bytes(rest[:4], "big"), rest[4:]
    crc = int.from_bytes(packet[-4:], "big")
    return {**found, "data": rest, "crc": crc, "crc.right": zlib.crc32(packet[:-4]) == crc}


def check(file, packets):
    rows = fields(file, [*NAMES, "_ws.lua.error", "_ws.malformed"], script=DISSECTOR)
    assert len(rows) == len(packets)
    for row, packet in zip(rows, packets, strict=True):
        expected = decoded(packet)
        assert row.keys() == {
            f"servernet.{name}" for name, value in expected.items() if value != b""
        }
        for name, value in expected.items():
            if name == "data":
                assert bytes.fromhex(row.get("servernet.data", "")) == value
            else:
                assert number(row[f"servernet.{name}"]) == value


def test_wireshark_reads_every_field_of_every_packet(capture):
    packets = read(capture)
    check(capture, packets)
    found = [decoded(packet) for packet in packets]
    assert {packet["type"] for packet in found} == {2, 3}
    assert {packet["path"] for packet in found} == {0, 1}
    assert {packet["response"] for packet in found} == {0, 1}
    assert all(packet["crc.right"] for packet in found)


def test_a_damaged_packet_and_a_short_one(capture, tmp_path):
    """Bits flipped anywhere but where the response bit says what follows; and a packet cut off."""
    packet = next(p for p in read(capture) if len(p) == 80)
    wrong = [
        bytes([*packet[:at], packet[at] ^ 1 << at % 8, *packet[at + 1 :]])
        for at in range(80)
        if at != 7
    ]
    ones = b"\xff" * 6 + b"\xff\x3f" + b"\xff" * 72
    file = tmp_path / "wrong.pcap"
    write(file, [*wrong, ones])
    check(file, [*wrong, ones])
    assert not any(decoded(each)["crc.right"] for each in wrong)
    write(file, [packet[:11]])
    assert fields(file, [*NAMES, "_ws.lua.error"], script=DISSECTOR) == [{}]


def test_the_line_of_the_chapter_installs_the_dissector(capture, tmp_path):
    (line,) = re.findall(r"(?m)^ +(mkdir -p .*wireshark.*)$", CHAPTER.read_text())
    subprocess.run(
        line, shell=True, check=True, cwd=paths.ROOT, env={**os.environ, "HOME": str(tmp_path)}
    )
    assert fields(capture, ["servernet.type"], "-Yservernet", script=None, home=tmp_path)[0]
