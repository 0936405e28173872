# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of slide 30: a copy that first searches windows and streams, and copies with fixed ones.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from dataclasses import dataclass

from burstlab.engine import object_text
from burstlab.study import Labelled, all_of

from .bed import AS_RUN
from .steerings import STEERING

SITES = ("Colorado", "INFN-Rome")
"""A near site, where the default nearly fills the path, and a far one with losses."""
WINDOWS, STREAMS = (64, 256, 1024), (1, 4, 16)
"""KB of 1,024 bytes, and streams: what the search tries, and what fixed copies have."""
DEFAULT = (64, 4)
"""Windows and streams of bbcp that nobody tunes."""
SEARCHED = 0
"""Windows and streams of a copy that searches."""
VOLUME_GB = 10
CHECK_S, SAMPLE = 2000, 0.01
"""A piece, and the part of a piece that is sent."""
SCALE = 2
"""Divisor of rates, windows and volume."""


@dataclass(frozen=True)
class Tuned(Labelled):
    """A steered copy to a site without a replica, in QBSS, beside the cross traffic of the site.

    Attributes
    ----------
    reading
        That of 2002.
    site
        One of `SITES`.
    window, streams
        Of the copy; KB of 1,024 bytes. `SEARCHED`: found by the copy before it begins.
    """

    reading: str = AS_RUN
    site: str = SITES[0]
    window: int = SEARCHED
    streams: int = SEARCHED


def fixed(site: str) -> list[Tuned]:
    """List all windows by streams."""
    return all_of(Tuned(site=site), window=WINDOWS, streams=STREAMS)


def untuned(site: str) -> Tuned:
    """Describe a copy that nobody tunes."""
    return Tuned(AS_RUN, site, *DEFAULT)


def planned(edition: str) -> list[Tuned]:
    """All settings of an edition."""
    if edition == "quick":
        return []
    return [cell for site in SITES for cell in (Tuned(site=site), *fixed(site))]


def scenario(cell: Tuned, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    window, streams = DEFAULT if cell.window == SEARCHED else (cell.window, cell.streams)
    copy = f"Streams={streams}|Window={window * 1024}"
    law = f"CheckInterval=+{CHECK_S}000000000ns|Lately=+{3 * CHECK_S}000000000ns|Sample={SAMPLE}"
    return STEERING, {
        "Site": cell.site,
        "Replica": "",
        "Scale": SCALE,
        "Volume": VOLUME_GB * 10**9,
        "Deadline": "48h",
        "Training": "3h",
        "TestDuration": "5s",
        "Settle": "3s",
        "Copy": object_text("ns3::BbcpProbe", copy, ("Streams=4", "Window=65536")),
        "Steering": object_text("ns3::SteeredCopy", law),
        "Search": "ns3::WindowSearchProbe" if cell.window == SEARCHED else "",
    }
