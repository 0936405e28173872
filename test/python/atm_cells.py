# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A second coder and decoder of ATM cells, written from the standards' text.

Cells are whole numbers whose bits are taken off the front, CRCs are remainders of polynomials. No
code of the module, ns-3 or Wireshark is used.
"""

from __future__ import annotations

import zlib
from fractions import Fraction
from pathlib import Path

HEADER = {"gfc": 4, "vpi": 8, "vci": 16, "pti": 3, "clp": 1}
RATES = ("er", "ccr", "mcr")
RM = {
    **{"protocol": 8, "dir": 1, "bn": 1, "ci": 1, "ni": 1, "ra": 1, "reserved": 3},
    **{"er": 16, "ccr": 16, "mcr": 16, "ql": 32, "sn": 32, "filling": 240, "end": 6},
}
FILLING = int.from_bytes(30 * b"\x6a", "big")


def divide(number: int, *powers: int) -> int:
    """Return the remainder of a polynomial, bit n of the number x^n, by the sum of powers of x."""
    divisor = sum(2**power for power in powers)
    while (above := number.bit_length() - divisor.bit_length()) >= 0:
        number ^= divisor << above
    return number


def pack(layout: dict[str, int], values: dict[str, int]) -> int:
    """Return the fields one after the other, the first one in the highest bits."""
    number = 0
    for name, bits in layout.items():
        assert 0 <= values[name] < 2**bits
        number = number * 2**bits + values[name]
    return number


def unpack(layout: dict[str, int], number: int) -> dict[str, int]:
    values = {}
    for name, bits in reversed(layout.items()):
        number, values[name] = divmod(number, 2**bits)
    assert number == 0
    return {name: values[name] for name in layout}


def hec(first: bytes) -> int:
    """ITU-T I.432.1: the remainder of the first four octets times x^8, plus 01010101."""
    return divide(int.from_bytes(first, "big") << 8, 8, 2, 1, 0) ^ 0b01010101


def encode_header(fields: dict[str, int]) -> bytes:
    first = pack(HEADER, fields).to_bytes(4, "big")
    return first + bytes([hec(first)])


def decode_header(octets: bytes) -> dict[str, int]:
    """Return the fields.

    Raises
    ------
    ValueError
        When the HEC is wrong.
    """
    if hec(octets[:4]) != octets[4]:
        raise ValueError("HEC")
    return unpack(HEADER, int.from_bytes(octets[:4], "big"))


def rate(bits: int) -> Fraction:
    """TM 4.0: 1 bit 0, nz, 5 bits e, 9 bits m; nz 2^e (1 + m / 512)."""
    nz, e, m = bits >> 14 & 1, bits >> 9 & 31, bits & 511
    return nz * 2**e * (1 + Fraction(m, 512))


def crc_10(bits: int) -> int:
    return divide(bits << 10, 10, 9, 5, 4, 1, 0)


def encode_rm(fields: dict[str, int]) -> bytes:
    values = {"protocol": 1, "reserved": 0, "filling": FILLING, "end": 0, **fields}
    bits = pack(RM, values)
    return (bits << 10 | crc_10(bits)).to_bytes(48, "big")


def decode_rm(payload: bytes) -> dict[str, int]:
    """Return what an RM cell says, and nothing that is always the same.

    Raises
    ------
    ValueError
        When the CRC is wrong, the protocol is not 1 or what is reserved is not as it should be.
    """
    if len(payload) != 48:
        raise ValueError(f"{len(payload)} octets")
    bits, crc = divmod(int.from_bytes(payload, "big"), 2**10)
    if crc_10(bits) != crc:
        raise ValueError("CRC-10")
    fields = unpack(RM, bits)
    fixed = [fields.pop(name) for name in ("protocol", "reserved", "filling", "end")]
    if fixed != [1, 0, FILLING, 0] or any(fields[name] >= 2**15 for name in RATES):
        raise ValueError("protocol or reserved bits")
    return fields


def crc_32(content: bytes) -> int:
    """ITU-T I.363.5. That of zlib is the same with each octet and the result turned around."""
    turned = bytes(int(f"{octet:08b}"[::-1], 2) for octet in content)
    return int(f"{zlib.crc32(turned):032b}"[::-1], 2)


def encode_aal5(sdu: bytes, uu: int = 0) -> bytes:
    """Return the PDU."""
    padding = next(n for n in range(48) if (len(sdu) + n + 8) % 48 == 0)
    covered = sdu + bytes(padding) + bytes([uu, 0]) + len(sdu).to_bytes(2, "big")
    return covered + crc_32(covered).to_bytes(4, "big")


def decode_aal5(pdu: bytes) -> tuple[bytes, int]:
    """Return the SDU and the users' own octet.

    Raises
    ------
    ValueError
        When the CRC or the length is wrong, or the padding is not zero.
    """
    if len(pdu) % 48 or crc_32(pdu[:-4]) != int.from_bytes(pdu[-4:], "big"):
        raise ValueError("CRC-32")
    uu, cpi, length = pdu[-8], pdu[-7], int.from_bytes(pdu[-6:-4], "big")
    sdu, padding = pdu[:length], pdu[length:-8]
    if cpi or not 0 <= len(pdu) - 8 - length < 48 or any(padding):
        raise ValueError("CPI, length or padding")
    return sdu, uu


def read_pcap(file: Path) -> list[dict]:
    """Return the records of a pcap file of ERF, little-endian, in nanoseconds.

    Each is a dictionary: ``kind`` cell or pdu, ``time`` in nanoseconds, ``erf_time`` as a fraction
    of nanoseconds, ``header`` with its fields, ``payload``.
    """
    content = file.read_bytes()
    magic, linktype = content[:4], int.from_bytes(content[20:24], "little")
    assert (magic.hex(), linktype) == ("4d3cb2a1", 197)
    records, at = [], 24
    while at < len(content):
        seconds, rest, kept, sent = (
            int.from_bytes(content[at + n : at + n + 4], "little") for n in (0, 4, 8, 12)
        )
        erf = content[at + 16 : at + 16 + kept]
        assert kept == sent == len(erf) == int.from_bytes(erf[10:12], "big")
        assert rest < 10**9
        assert (erf[9], erf[12:14].hex()) == (0, "0000")
        assert int.from_bytes(erf[14:16], "big") == kept - 16
        records.append(
            {
                "kind": {3: "cell", 4: "pdu"}[erf[8]],
                "time": seconds * 10**9 + rest,
                "erf_time": Fraction(10**9 * int.from_bytes(erf[:8], "little"), 2**32),
                "header": unpack(HEADER, int.from_bytes(erf[16:20], "big")),
                "payload": erf[20:],
            }
        )
        at += 16 + kept
    return records
