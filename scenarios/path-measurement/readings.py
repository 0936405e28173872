# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The readings of the study, and the hosts of `hosts-2002.txt`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

AS_RUN, CUBIC, BBR = "2002", "today, CUBIC", "today, BBR"
READINGS = (AS_RUN, CUBIC, BBR)
STACKS = {AS_RUN: "NewReno", CUBIC: "Cubic", BBR: "Bbr"}
"""Congestion control of the readings, by its name in ns-3."""
STACK = {reading: {"NewReno": "2002"}.get(name, name) for reading, name in STACKS.items()}
"""Of the readings, as the scenarios name it."""
FILE = Path(__file__).with_name("data") / "hosts-2002.txt"


@dataclass(frozen=True)
class Host:
    """Rate in Mb/s, round trip and queue in ms, loss, cross traffic at night, streams of iperf.

    At 14 o'clock of a working day the cross traffic is larger by the part `diurnal`.
    """

    mbps: float
    rtt: float
    queue: float
    loss: float
    use: float
    diurnal: float
    streams: int


@cache
def read_hosts() -> dict[str, Host]:
    """Read the hosts by name, in the order of the file."""
    hosts = {}
    for part in FILE.read_text(encoding="utf-8").split("\nhost ")[1:]:
        value = dict(re.findall(r"([\w-]+)=([\w.+-]+)", part))
        streams = re.search(r"run iperf .*?Streams=(\d+)", part)
        hosts[part.split()[0]] = Host(
            float(value["rate"].removesuffix("Mbps")),
            float(value["rtt"].removesuffix("ms")),
            *(float(value[name]) for name in ("buffer", "loss", "use", "diurnal")),
            int(streams[1]) if streams else 1,
        )
    return hosts
