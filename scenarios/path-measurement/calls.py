# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of slide 29: voice and video beside bulk data, as best effort or as priority.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from dataclasses import dataclass

from burstlab.study import Labelled, all_of

from .bed import AS_RUN, BE, BED, PRIORITY

LINK_MBPS = 10
VOICES = 10
"""Telephone calls beside the video calls."""
VIDEOS = (0, 2, 4, 6, 8, 10)
"""Video calls; seven fill the 30 % of the class."""
FEW = 4
"""Video calls of the finding: "lower volume"."""
CLASSES = {PRIORITY: 46, BE: 0}
"""Code points of the calls."""
SECONDS, SETTLE_S = 45, 5


@dataclass(frozen=True)
class Calls(Labelled):
    """Calls beside a stream of best effort and one of QBSS that never end.

    Attributes
    ----------
    reading
        That of 2002.
    videos
        How many video calls there are beside the telephone calls.
    marked
        Class of all calls, one of `CLASSES`.
    """

    reading: str = AS_RUN
    videos: int = FEW
    marked: str = PRIORITY


def planned(edition: str) -> list[Calls]:
    """All settings of an edition."""
    return all_of(Calls(), videos=VIDEOS, marked=CLASSES) if edition == "full" else []


def scenario(cell: Calls, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    return BED, {
        "BottleneckRate": f"{LINK_MBPS}Mb/s",
        "Script": f"QBSS:0-{SECONDS},BE:0-{SECONDS}",
        "Settle": f"{SETTLE_S}s",
        "Pings": "",
        "Voice": VOICES,
        "Video": cell.videos,
        "MediaDscp": CLASSES[cell.marked],
    }
