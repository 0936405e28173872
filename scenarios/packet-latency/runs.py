# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of the study: the 48 cells of the document's figures, each reading, and variants.

The quick edition has the cells without background traffic and, with links of 1 Gb/s, one load. What
the full edition runs how often, and why, is in README.md.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain

from burstlab.engine import RunSpec
from burstlab.study import Labelled, all_of, replicated

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
TREE, LEAF_SPINE, FAT_TREE = "tree", "leaf-spine", "fat-tree"
TOPOLOGIES = {
    TREE: "tree[CoreMbps={mbps}]",
    LEAF_SPINE: "leaf-spine[Leaves=8|Spines=4|HostMbps=1000|CoreMbps={mbps}]",
    FAT_TREE: "fat-tree[Ports=8|Mbps={mbps}]",
}
"""All have 128 hosts with links of 1 Gb/s."""
SACK, NO_SACK = "SACK", "no SACK"
LATE, EARLY = "after the warm-up", "from the start"

TIERS = {ACCESS: "access", UPLINK: "uplink", CORE: "core"}
SHIPPED, SCALED = "as shipped", "scaled"
TIME_OUTS = {SHIPPED: dict.fromkeys(RATES, 45), SCALED: {1: 260, 2: 185, 4: 150}}
"""Microseconds by rate: as published, and three round-trip times of the longest route."""
READINGS = {
    f"{name}, {reference}": (time_outs, reference)
    for name, time_outs in TIME_OUTS.items()
    for reference in TIERS
}
AS_RUN = f"{SHIPPED}, {ACCESS}"
QUICK_READINGS = tuple(f"{name}, {ACCESS}" for name in TIME_OUTS)
"""Readings with runs in the quick edition."""
WARM_UP, MEASURED = "warm_up", "measured"
"""Labels of the warm-up and of the window, in milliseconds."""


@dataclass(frozen=True)
class Setting(Labelled):
    """A cell, by the labels of the study.

    Attributes
    ----------
    protocol, routing
        Transport of all traffic, and routes of the test packets.
    gbps
        Rate of the links above the racks.
    load
        Percent of the rate of the links that `reference` names; 0: no background traffic.
    time_out
        Time-out of pFabric, microseconds.
    queue
        Queue limit of a port in packets of 1,500 bytes, counted in bytes or (``"24 packets"``) by
        number.
    window
        Initial window of a flow, packets.
    sizes
        One of `SIZES`.
    background
        ``"Poisson"``, or ``"Burst"``: flows of all pairs start at once.
    probe_after
        Time-outs in a row after which pFabric sends single bytes; 0: never.
    min_rto
        Minimum time-out of TCP, microseconds.
    recovery
        Whether TCP has selective acknowledgements.
    topology
        One of `TOPOLOGIES`.
    sent
        When test packets are sent: `LATE`, or `EARLY`, without a warm-up.
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
    recovery: str = SACK
    topology: str = TREE
    sent: str = LATE

    def __post_init__(self) -> None:
        of_tcp, of_pfabric = ["min_rto", "recovery"], ["time_out", "probe_after"]
        meaningless = of_tcp if self.protocol == PFABRIC else of_pfabric
        if not self.load:
            kept = ("protocol", "routing", "gbps", "load", "topology")
            meaningless = [name for name in asdict(self) if name not in kept]
        if self.background == "Burst":
            meaningless += ["load", "reference"]
        self.forget(meaningless)


def offered(setting: Setting) -> dict[str, float]:
    """Offered load of each tier over its capacity.

    Traffic is uniform: of the traffic of a host, 112/127 leave a group of 16 hosts. In the tree
    they share one link, and those of 64 hosts, 64/127, the one to the core. A leaf has four links.
    In the fat-tree a switch of 4 hosts has four links, and a group of 16 hosts has 16 to the core.
    """
    tiers = {
        TREE: {"uplink": 16 * 112 / 127 / setting.gbps, "core": 64 * 64 / 127 / setting.gbps},
        LEAF_SPINE: {"core": 16 * 112 / 127 / (4 * setting.gbps)},
        FAT_TREE: {"uplink": 124 / 127, "core": 112 / 127},
    }
    tiers = {"access": 1.0, **tiers[setting.topology]}
    access = setting.load / 100 / tiers[TIERS[setting.reference]]
    return {tier: access * part for tier, part in tiers.items()}


def congested(setting: Setting) -> bool:
    """Whether the offered load of some tier is at least half of its capacity."""
    return max(offered(setting).values()) >= 0.5


def under(reading: str, settings: Iterable[Setting]) -> list[Setting]:
    """Describe settings under a reading, each once."""
    time_outs, reference = READINGS[reading]
    read = [replace(s, time_out=time_outs[s.gbps], reference=reference) for s in settings]
    return list(dict.fromkeys(read))


def with_protocols(base: Setting = Setting(), **values: Iterable[object]) -> list[Setting]:
    """List combinations of labels with TCP and then with pFabric."""
    return all_of(base, protocol=(TCP, PFABRIC), **values)


ROUTINGS = (SHORTEST, EQUAL)
SCHEMES = with_protocols(routing=ROUTINGS)
CELLS = with_protocols(routing=ROUTINGS, gbps=RATES, load=(0, *LOADS))
"""The 48 cells of the document, as run."""

MECHANISMS = {
    "as shipped": Setting(),
    "time-out 260 us": Setting(time_out=260),
    "no probes": Setting(probe_after=0),
    "24 packets, by number": Setting(queue="24 packets"),
}
"""Possible causes of losses of pFabric's test packets."""
SENSITIVITY = {
    "queue": with_protocols(queue=("24", "36", "50", "150")),
    "time-out": [
        *all_of(Setting(TCP), min_rto=(200, 10_000, 200_000)),
        *all_of(Setting(), time_out=(45, 90, 260, 1000)),
    ],
    "initial window": with_protocols(window=(2, 8, 12)),
    "recovery": all_of(Setting(TCP), routing=ROUTINGS, load=(10, 90), recovery=(SACK, NO_SACK)),
    "flow sizes": with_protocols(sizes=SIZES),
    "all pairs at once": with_protocols(sizes=("imc10",), background=("Poisson", "Burst")),
}
"""One parameter at a time, with links of 1 Gb/s at 10 % of the access links."""

QUICK = Setting(load=50)
"""The loaded cell of the quick edition, with each scheme and each mechanism."""

ALONG = all_of(Setting(load=90, sent=EARLY), time_out=(45, 260))
"""Losses and waiting flows from the start on, by time-out."""
HALF = Setting(load=50, reference=CORE, time_out=260)
NETWORKS = {
    TREE: HALF,
    LEAF_SPINE: replace(HALF, time_out=130, gbps=4, topology=LEAF_SPINE),
    FAT_TREE: replace(HALF, topology=FAT_TREE),
}
"""Three topologies at half of what their core carries, with three round-trip times: no tier is
overloaded. The links of the leaf-spine have the rates of the pFabric paper, divided by ten."""
OTHER_NETWORKS = (LEAF_SPINE, FAT_TREE)

SPANS = {"quick": (40, 30, 4), "full": (100, 200, 20)}
"""Warm-up, window and drain in milliseconds."""
WHOLE = (0, 600, 20)
"""The same for test packets that are sent from the start on."""
OF_NETWORKS = (60, 100, 10)
"""The same for the other topologies, which carry twenty times as much traffic."""
REPLICATIONS = {"quick": 8, "full": 11}
"""Of a cell as run: with 8 a claim of four parts can differ, with 11 one of 27."""
OF_NETWORK = 9
"""Of pFabric in the comparison of topologies: one of six parts can differ."""
OF_OTHERS = 6
"""Replications of the full edition elsewhere: the fewest that decide."""


def attributes(setting: Setting, edition: str) -> dict[str, str | float]:
    """Write a setting as the scenario reads it."""
    warm_up, window, drain = spans(setting, edition)
    number, _, unit = setting.queue.partition(" ")
    return {
        "Protocol": {TCP: "Tcp", PFABRIC: "PFabric"}[setting.protocol],
        "EqualLength": str(setting.routing == EQUAL).lower(),
        "Topology": TOPOLOGIES[setting.topology].format(mbps=1000 * setting.gbps),
        "Background": setting.background if setting.load else "None",
        "Load": (setting.load or 10) / 100,
        "LoadReference": {ACCESS: "Access", UPLINK: "TorUplink", CORE: "Core"}[setting.reference],
        "Sizes": f"contrib/pfabric/examples/flow-sizes/{setting.sizes}.txt",
        "WholePackets": "true",
        "TimeOut": f"{setting.time_out}us",
        "Queue": f"{number}p" if unit else f"{1500 * int(number)}B",
        "InitialWindow": setting.window,
        "MaxWindow": max(int(number) - 1, setting.window),
        "ProbeAfter": setting.probe_after,
        "MinRto": f"{setting.min_rto}us",
        "Sack": str(setting.recovery == SACK).lower(),
        "WarmUp": f"{warm_up}ms",
        "Window": f"{window}ms",
        "Drain": f"{drain}ms",
    }


def spans(setting: Setting, edition: str) -> tuple[int, int, int]:
    """Warm-up, window and drain of a setting in an edition, milliseconds."""
    if setting.load and setting.topology != TREE:
        return OF_NETWORKS
    return WHOLE if setting.sent == EARLY else SPANS[edition]


def network_cells(topology: str, load: int = 50) -> list[Setting]:
    """Cells of a topology in the comparison of topologies, TCP first."""
    return with_protocols(replace(NETWORKS[topology], load=load), routing=ROUTINGS)


def cells_of(reading: str) -> list[Setting]:
    """Cells of a reading with background traffic: those that the full edition runs.

    Loads of the ToR uplinks are run with links of 1 Gb/s, of which the document has numbers.
    """
    rates = (1,) if READINGS[reading][1] == UPLINK else RATES
    return [cell for cell in under(reading, CELLS) if cell.load and cell.gbps in rates]


def planned(edition: str) -> dict[Setting, int]:
    """All settings of an edition with their replications."""
    idle = [cell for cell in CELLS if not cell.load]
    idle += [cell for topology in OTHER_NETWORKS for cell in network_cells(topology, 0)]
    counts = dict.fromkeys(idle, 1)
    if edition == "quick":
        schemes = [replace(scheme, load=QUICK.load) for scheme in SCHEMES]
        cells = [cell for reading in QUICK_READINGS for cell in under(reading, schemes)]
        cells += [c for m in MECHANISMS.values() for c in mechanism_cells(m, (QUICK.load,))]
        return counts | dict.fromkeys(cells, REPLICATIONS[edition])
    networks = [cell for topology in NETWORKS for cell in network_cells(topology)]
    others = [cell for reading in READINGS for cell in cells_of(reading)]
    others += [cell for m in MECHANISMS.values() for cell in mechanism_cells(m)]
    others += [*chain(*SENSITIVITY.values()), *ALONG]
    others += [cell for cell in networks if cell.topology != TREE]
    return (
        counts
        | dict.fromkeys(others, OF_OTHERS)
        | dict.fromkeys([cell for cell in networks if cell.protocol == PFABRIC], OF_NETWORK)
        | dict.fromkeys(cells_of(AS_RUN), REPLICATIONS[edition])
    )


def mechanism_cells(mechanism: Setting, loads: Iterable[int] = LOADS) -> list[Setting]:
    """Cells in which losses are counted: links of 1 Gb/s, both routings."""
    return all_of(mechanism, routing=ROUTINGS, load=loads)


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition, labelled with their setting, warm-up and window."""

    def labels(setting: Setting) -> dict[str, object]:
        warm_up, window, _ = spans(setting, edition)
        return {**setting.labels, WARM_UP: warm_up, MEASURED: window}

    return replicated(SCENARIO, planned(edition), partial(attributes, edition=edition), labels)
