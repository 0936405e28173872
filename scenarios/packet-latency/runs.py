# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of the study: the 48 cells of the document's figures, each reading, and variants.

The quick edition has the cells without background traffic and, with links of 1 Gb/s, one load.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from burstlab.engine import RunSpec
from burstlab.study import Labelled, all_of

SCENARIO = "packet-latency-cell"
TCP, PFABRIC = "TCP", "pFabric"
SHORTEST, EQUAL = "shortest", "equal length"
ACCESS, UPLINK, CORE = "access", "ToR uplink", "core"
RATES = (1, 2, 4)
"""Gb/s of the links above the racks."""
LOADS = (10, 50, 90)
"""Percent; 0: no background traffic."""
HOSTS, TEST_PACKETS = 128, 127
SIZES = ("web-search", "data-mining", "imc10")

SHIPPED = dict.fromkeys(RATES, 45)
SCALED = {1: 260, 2: 185, 4: 150}
"""Time-outs in microseconds: as published, and three round-trip times of the longest route."""
TIME_OUTS = {"as shipped": SHIPPED, "scaled": SCALED}
READINGS = {
    f"{name}, {reference}": (time_outs, reference)
    for name, time_outs in TIME_OUTS.items()
    for reference in (ACCESS, UPLINK, CORE)
}
AS_RUN = f"as shipped, {ACCESS}"
QUICK_READINGS = tuple(f"{name}, {ACCESS}" for name in TIME_OUTS)
"""Readings with runs in the quick edition."""
WARM_UP, MEASURED = "warm_up", "measured"
"""Labels of the warm-up and of the window, in milliseconds."""


@dataclass(frozen=True)
class Setting(Labelled):
    """A cell, by the labels of the study.

    Attributes ---------- protocol, routing Transport of all traffic, and routes of the test
    packets. gbps Rate of the links above the racks. load Percent of the rate of the links that
    `reference` names; 0: no background traffic. time_out Time-out of pFabric, microseconds. queue
    Queue limit of a port in packets of 1,500 bytes, counted in bytes or (``"24 packets"``) by
    number. window Initial window of a flow, packets. sizes One of `SIZES`. background
    ``"Poisson"``, or ``"Burst"``: flows of all pairs start at once. probe_after Time-outs in a row
    after which pFabric sends single bytes; 0: never. min_rto Minimum time-out of TCP, microseconds.
    """

    protocol: str = PFABRIC
    routing: str = SHORTEST
    gbps: int = 1
    load: int = 10
    reference: str = ACCESS
    time_out: int = 45
    queue: str = "24"
    window: int = 12
    sizes: str = SIZES[0]
    background: str = "Poisson"
    probe_after: int = 5
    min_rto: int = 200

    def __post_init__(self) -> None:
        meaningless = ["min_rto"] if self.protocol == PFABRIC else ["time_out", "probe_after"]
        if not self.load:
            meaningless = [
                name for name in asdict(self) if name not in ("protocol", "routing", "gbps", "load")
            ]
        if self.background == "Burst":
            meaningless += ["load", "reference"]
        self.forget(meaningless)


def offered(setting: Setting) -> dict[str, float]:
    """Offered load of each tier over its capacity.

    Traffic is uniform. Of the traffic of the 16 hosts of a rack, 112/127 leave the rack, on one
    link; of the traffic of the 64 hosts below a switch, 64/127 pass the core, on one link.
    """
    uplink, core = 16 * 112 / 127 / setting.gbps, 64 * 64 / 127 / setting.gbps
    whole = {ACCESS: 1.0, UPLINK: uplink, CORE: core}
    access = setting.load / 100 / whole[setting.reference]
    return {"access": access, "uplink": access * uplink, "core": access * core}


CONGESTED = 0.5
"""A cell is congested from this offered load of some tier on."""


def congested(setting: Setting) -> bool:
    """Whether the offered load of some tier is at least half of its capacity."""
    return max(offered(setting).values()) >= CONGESTED


def under(reading: str, settings: Iterable[Setting]) -> list[Setting]:
    """Describe settings under a reading, each once."""
    time_outs, reference = READINGS[reading]
    read = [replace(s, time_out=time_outs[s.gbps], reference=reference) for s in settings]
    return list(dict.fromkeys(read))


SCHEMES = all_of(Setting(), protocol=(TCP, PFABRIC), routing=(SHORTEST, EQUAL))
CELLS = [c for s in SCHEMES for c in all_of(s, gbps=RATES, load=(0, *LOADS))]
"""The 48 cells of the document, as run."""

MECHANISMS = {
    "as shipped": Setting(),
    "time-out 260 us": Setting(time_out=260),
    "no probes": Setting(probe_after=0),
    "24 packets, by number": Setting(queue="24 packets"),
}
"""Possible causes of losses of pFabric's test packets."""
PAIR = (Setting(TCP), Setting())
SENSITIVITY = {
    "queue": [s for base in PAIR for s in all_of(base, queue=("24", "36", "50", "150"))],
    "time-out": [
        *all_of(PAIR[0], min_rto=(200, 10_000, 200_000)),
        *all_of(PAIR[1], time_out=(45, 90, 260, 1000)),
    ],
    "initial window": [s for base in PAIR for s in all_of(base, window=(2, 8, 12))],
    "flow sizes": [s for base in PAIR for s in all_of(base, sizes=SIZES)],
    "all pairs at once": [
        replace(base, background=kind, sizes="imc10")
        for base in PAIR
        for kind in ("Poisson", "Burst")
    ],
}
"""One parameter at a time, with links of 1 Gb/s at 10 % of the access links."""

QUICK = Setting(load=50)
"""The loaded cell of the quick edition, with each scheme and each mechanism."""

SPANS = {"quick": (40, 30, 4), "full": (200, 400, 20)}
"""Warm-up, window and drain in milliseconds."""
REPLICATIONS = {"quick": 8, "full": 11}
"""Of a cell with background traffic: with 8 a claim of four parts can differ, with 11 one of 27."""
OF_VARIANTS = 6
"""Replications of the full edition that no claim needs."""


def attributes(setting: Setting, edition: str) -> dict[str, str | float]:
    """Write a setting as the scenario reads it."""
    warm_up, window, drain = SPANS[edition]
    number, _, unit = setting.queue.partition(" ")
    background = setting.background if setting.load else "None"
    references = {ACCESS: "Access", UPLINK: "TorUplink", CORE: "Core"}
    return {
        "Protocol": {TCP: "Tcp", PFABRIC: "PFabric"}[setting.protocol],
        "EqualLength": str(setting.routing == EQUAL).lower(),
        "Topology": f"tree[CoreMbps={1000 * setting.gbps}]",
        "Background": background,
        "Load": (setting.load or 10) / 100,
        "LoadReference": references[setting.reference],
        "Sizes": f"contrib/pfabric/examples/flow-sizes/{setting.sizes}.txt",
        "WholePackets": "true",
        "TimeOut": f"{setting.time_out}us",
        "Queue": f"{number}p" if unit else f"{1500 * int(number)}B",
        "InitialWindow": setting.window,
        "MaxWindow": max(int(number) - 1, setting.window),
        "ProbeAfter": setting.probe_after,
        "MinRto": f"{setting.min_rto}us",
        "WarmUp": f"{warm_up}ms",
        "Window": f"{window}ms",
        "Drain": f"{drain}ms",
    }


def planned(edition: str) -> dict[Setting, int]:
    """All settings of an edition with their replications."""
    count = REPLICATIONS[edition]
    idle = [cell for cell in CELLS if not cell.load]
    if edition == "quick":
        schemes = [replace(scheme, load=QUICK.load) for scheme in SCHEMES]
        cells = [cell for reading in QUICK_READINGS for cell in under(reading, schemes)]
        cells += [c for m in MECHANISMS.values() for c in mechanism_cells(m, (QUICK.load,))]
        return dict.fromkeys(idle, 1) | dict.fromkeys(cells, count)
    cells = [cell for reading in READINGS for cell in under(reading, CELLS) if cell.load]
    variants = [cell for m in MECHANISMS.values() for cell in mechanism_cells(m)]
    variants += [setting for settings in SENSITIVITY.values() for setting in settings]
    return (
        dict.fromkeys(idle, 1) | dict.fromkeys(variants, OF_VARIANTS) | dict.fromkeys(cells, count)
    )


def mechanism_cells(mechanism: Setting, loads: Iterable[int] = LOADS) -> list[Setting]:
    """Cells in which losses are counted: links of 1 Gb/s, both routings."""
    return all_of(mechanism, routing=(SHORTEST, EQUAL), load=loads)


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition, labelled with their setting, warm-up and window."""
    warm_up, window, _ = SPANS[edition]
    return [
        RunSpec(
            SCENARIO,
            attributes(setting, edition),
            run=run,
            labels={**setting.labels, WARM_UP: warm_up, MEASURED: window},
        )
        for setting, count in planned(edition).items()
        for run in range(1, count + 1)
    ]
