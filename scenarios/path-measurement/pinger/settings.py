# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of PingER: its load, loss classes, two monitors, months and years of samples."""

from __future__ import annotations

from dataclasses import dataclass

from burstlab.engine import object_text
from burstlab.study import Labelled, all_of

from ..path.settings import PATH
from ..readings import AS_RUN

PINGER, SAMPLES = "path-measurement-pinger", "path-measurement-pinger-samples"
FILES = "scenarios/path-measurement/data"
LOAD, MONITORS, CLASSES = "load", "two monitors", "classes of loss"
PACKETS, MONTH, SEPTEMBER, YEARS = "packets", "month", "September 2001", "four years"


@dataclass(frozen=True)
class Pinger(Labelled):
    """A run of pings, by the labels of the study.

    Attributes
    ----------
    reading
        That of 2002: pings do not depend on the reading.
    pinger
        What is run: `LOAD`, `MONITORS`, `CLASSES`, `PACKETS`, `MONTH`, `SEPTEMBER` or `YEARS`.
    lost
        Of pings in `CLASSES`, fraction.
    path
        Of `PATHS` in `PACKETS`, else 0.
    """

    reading: str = AS_RUN
    pinger: str = LOAD
    lost: float = 0.0
    path: int = 0


@dataclass(frozen=True)
class Shared:
    """A path with cross traffic: kb/s, round trip and queue in ms, random loss, load of others."""

    kbps: int
    rtt: int
    queue: int
    loss: float
    use: float


PATHS = {
    1: Shared(500, 100, 100, 0, 0.2),
    2: Shared(500, 200, 200, 0.005, 0.4),
    3: Shared(500, 300, 300, 0.01, 0.6),
    4: Shared(500, 400, 300, 0.03, 0.8),
    5: Shared(500, 100, 50, 0, 0.6),
    6: Shared(500, 200, 100, 0, 0.9),
    7: Shared(1000, 150, 100, 0.002, 0.3),
    8: Shared(1000, 250, 200, 0.05, 0.5),
    9: Shared(1000, 50, 50, 0.1, 0.1),
    10: Shared(1000, 300, 150, 0.02, 0.7),
}
"""Paths on which samples of packets are compared with those of the law."""
REPEAT = 160
"""Samples of a run on one of these paths."""
MIDDLES = {"good": 0.005, "acceptable": 0.0175, "poor": 0.0375, "bad": 0.1}
"""Losses in the middle of the classes of slide 6."""
LONG, SHORT = 1000, 10
"""Pings of a sample."""
CLASS_SAMPLES = 100
PAIRS = {"quick": 100, "full": 3300}
GROWTH = 0.8
"""Of throughput in a year: slide 7."""
DAYS = 28
YEARS_DAYS = 1461
SITES = {"quick": 6, "full": 44}
"""Of four years."""


def classes() -> list[Pinger]:
    """List paths in the middle of each class of loss."""
    return all_of(Pinger(pinger=CLASSES), lost=MIDDLES.values())


def packets() -> list[Pinger]:
    """List paths on which samples of packets are compared with the law."""
    return all_of(Pinger(pinger=PACKETS), path=PATHS)


def planned(edition: str) -> list[Pinger]:
    """All settings of an edition: the quick one has no paths with samples of packets."""
    several = (*classes(), *packets()) if edition == "full" else ()
    samples = all_of(Pinger(), pinger=(MONTH, SEPTEMBER, YEARS))
    return [Pinger(), Pinger(pinger=MONITORS), *several, *samples]


def scenario(setting: Pinger, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    if setting.pinger == CLASSES:
        return PATH, _classes(setting)
    if setting.pinger == PACKETS:
        return PATH, _packets(PATHS[setting.path])
    month = {"Duration": f"{DAYS}d"}
    years = {"Duration": f"{YEARS_DAYS}d", "Summary": "30d", "Sites": SITES[edition]}
    world = {"World": f"{FILES}/pinger-monitors.txt", "Pairs": 64, "Rows": "true"}
    return {
        LOAD: (PINGER, {"Pairs": PAIRS[edition], "Duration": "30min"}),
        MONITORS: (PINGER, world | {"Duration": {"quick": "30min", "full": "4h"}[edition]}),
        MONTH: (SAMPLES, month),
        SEPTEMBER: (SAMPLES, month | {"Outages": f"{FILES}/pinger-september.txt"}),
        YEARS: (SAMPLES, years | {"Growth": GROWTH}),
    }[setting.pinger]


def _classes(setting: Pinger) -> dict[str, str | float]:
    """Write alternating samples of 1,000 and of 10 pings; all losses are random."""
    probes = (
        f"ns3::PingProbe[Count={LONG}|Interval=10ms|Wait=1s]",
        f"ns3::PingProbe[Count={SHORT}|Wait=1s]",
    )
    return {"Loss": setting.lost, "Probes": ";".join(probes), "Repeat": CLASS_SAMPLES}


def _packets(path: Shared) -> dict[str, str | float]:
    """Write samples each half hour beside flows of up to 1 MB."""
    others = f"FlowMax=1e+06|Mean={path.use:g}"
    return {
        "Rate": f"{path.kbps}kb/s",
        "RoundTrip": f"{path.rtt}ms",
        "Buffer": f"{path.queue}ms",
        "Loss": path.loss,
        "CrossTraffic": object_text("ns3::CrossTraffic", others),
        "Probes": "ns3::PingProbe[Wait=2s]",
        "Repeat": REPEAT,
        "Pause": "30min",
        "MaxTime": "60d",
        "Replies": "true",
    }
