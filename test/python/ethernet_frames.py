# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A second decoder of the frames of lossless-ethernet, written from its chapter.

Bytes are taken off the front and become numbers. No code of the module, ns-3 or Wireshark is
used.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path


def read_pcap(file: Path) -> list[bytes]:
    """Return the frames of a pcap file of Ethernet, little-endian, in microseconds."""
    content = file.read_bytes()
    magic, linktype = content[:4], int.from_bytes(content[20:24], "little")
    assert (magic.hex(), linktype) == ("d4c3b2a1", 1)
    frames, at = [], 24
    while at < len(content):
        kept, sent = (int.from_bytes(content[at + n : at + n + 4], "little") for n in (8, 12))
        assert kept == sent
        frames.append(content[at + 16 : at + 16 + kept])
        assert len(frames[-1]) == kept
        at += 16 + kept
    return frames


class Taken:
    """Bytes that are taken off one after the other; too few are an error."""

    def __init__(self, content: bytes) -> None:
        self.rest = content

    def bytes(self, size: int) -> bytes:
        taken, self.rest = self.rest[:size], self.rest[size:]
        if len(taken) != size:
            raise ValueError(f"{size - len(taken)} bytes are missing")
        return taken

    def number(self, size: int) -> int:
        return int.from_bytes(self.bytes(size), "big")

    def signed(self, size: int) -> int:
        return int.from_bytes(self.bytes(size), "big", signed=True)

    def address(self) -> str:
        return self.bytes(6).hex(":")


def decode(frame: bytes) -> list[dict]:
    """Return what a frame has, from its addresses on: a dictionary a header, ``kind`` its name.

    The last one, ``rest``, has the bytes that belong to no header known here, padding among them.

    Raises
    ------
    ValueError
        When the frame is shorter than 64 bytes, its FCS is wrong or a header breaks a rule.
    """
    if len(frame) < 64:
        raise ValueError(f"a frame of {len(frame)} bytes")
    # A CRC-32 is sent with its least significant byte first.
    if zlib.crc32(frame[:-4]).to_bytes(4, "little") != frame[-4:]:
        raise ValueError("FCS")
    taken = Taken(frame[:-4])
    ethernet = {"kind": "ethernet", "dst": taken.address(), "src": taken.address()}
    ethernet["type"] = taken.number(2)
    headers = [ethernet]
    while headers[-1].get("type") in _HEADERS:
        kind, fields = _HEADERS[headers[-1]["type"]]
        headers.append({"kind": kind, **dict(fields(taken))})
    return [*headers, {"kind": "rest", "bytes": taken.rest}]


def _mac_control(taken: Taken) -> Iterator[tuple]:
    operands = Taken(taken.bytes(46))
    opcode = operands.number(2)
    if opcode == 0x0001:
        yield "quanta", operands.number(2)
    elif opcode == 0x0101:
        enabled = operands.number(2)
        times = [operands.number(2) for _ in range(8)]
        yield "quanta", {p: time for p, time in enumerate(times) if enabled & 2**p}
        if enabled > 255 or any(time for p, time in enumerate(times) if not enabled & 2**p):
            raise ValueError("time for a priority that is not meant")
    else:
        raise ValueError(f"opcode {opcode}")
    if any(operands.rest):
        raise ValueError("reserved bytes are not zero")


def _vlan(taken: Taken) -> Iterator[tuple]:
    control = taken.number(2)
    yield "priority", control // 2**13
    yield "vlan", control % 2**12
    yield "type", taken.number(2)


def _rate_limited(taken: Taken) -> Iterator[tuple]:
    yield "cpid", taken.number(8)
    yield "type", taken.number(2)


def _cn_tag(taken: Taken) -> Iterator[tuple]:
    yield "flow", taken.number(2)
    yield "type", taken.number(2)


def _bcn(taken: Taken) -> Iterator[tuple]:
    if (taken.bytes(2), taken.number(1)) != (b"BC", 1):
        raise ValueError("subtype or version")
    flags = taken.number(1)
    if flags > 3:
        raise ValueError("reserved flags are not zero")
    yield "mild", flags % 2 == 1
    yield "severe", flags // 2 == 1
    yield "cpid", taken.number(8)
    yield "offset", taken.signed(4)
    yield "change", taken.signed(4)
    yield "sample", taken.bytes(22)


def _cnm(taken: Taken) -> Iterator[tuple]:
    feedback = taken.number(2)
    if feedback > 63:
        raise ValueError("version or reserved bits are not zero")
    yield "feedback", feedback
    yield "cpid", taken.number(8)
    yield "offset", taken.signed(2) * 64
    yield "change", taken.signed(2) * 64
    priority, reserved = divmod(taken.number(2), 2**13)
    if reserved:
        raise ValueError("reserved bits are not zero")
    yield "priority", priority
    yield "dst", taken.address()
    length = taken.number(2)
    if length > 64:
        raise ValueError(f"{length} bytes of a sampled frame")
    yield "data", taken.bytes(length)


_HEADERS = {
    0x8808: ("mac-control", _mac_control),
    0x8100: ("vlan", _vlan),
    0x8904: ("rate-limited", _rate_limited),
    0x22E9: ("cn-tag", _cn_tag),
    0x22E7: ("cnm", _cnm),
    0x88B5: ("bcn", _bcn),
}
