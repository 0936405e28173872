# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of the study: loads, protocols, flow sizes, and pFabric as in two other simulators.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from burstlab.engine import RunSpec
from burstlab.study import Labelled, all_of, replicated

SCENARIO = "flow-completion-load"
PFABRIC, DCTCP, TCP = "pFabric", "DCTCP", "TCP"
WEB_SEARCH, DATA_MINING, IMC10 = "web-search", "data-mining", "imc10"
CLASSES = {"short": "up to 100 KB", "medium": "100 KB to 10 MB", "long": "above 10 MB"}
"""Flows by their size; KB and MB are decimal."""
HOSTS = 144
"""Hosts of the network."""
AUTHORS, NS3 = "authors' scripts", "ns-3's DCTCP"
DCTCP_OF_NS3 = "DCTCP, alpha 1 at start"
ALPHA = {AUTHORS: 0.0, NS3: 1.0}
"""Initial alpha of DCTCP by reading: that of ns-default.tcl in the authors' code, that of ns-3."""
TCP_QUEUE = 225_000
"""Queue limit of a port for TCP and DCTCP in bytes: 150 packets."""


@dataclass(frozen=True)
class Setting(Labelled):
    """A run, by the labels of the study.

    Attributes
    ----------
    protocol
        Transport of the flows.
    sizes
        Distribution of flow sizes.
    load
        Percent of the host links; 0: so low that each flow is alone in the network.
    flows
        Number of flows.
    host_ns
        Delay in a host, each way.
    window, max_window
        Initial and maximum window of pFabric, packets.
    queue
        Queue limit of a pFabric port, bytes; the queue stays below.
    time_out
        Time-out of pFabric, microseconds.
    probe_after
        Time-outs in a row after which pFabric sends single bytes; 0: never.
    selective
        Whether SACKed bytes do not count in the window of pFabric.
    threshold
        Threshold of pFabric's window, packets: above, the window grows by one packet per round
        trip.
    alpha
        Initial alpha of DCTCP, its estimate of the share of marked bytes.
    """

    protocol: str = PFABRIC
    sizes: str = WEB_SEARCH
    load: int = 60
    flows: int = 3000
    host_ns: int = 2500
    window: int = 12
    max_window: int = 23
    queue: int = 36_000
    time_out: int = 45
    probe_after: int = 5
    selective: bool = False
    threshold: int = 1_000_000
    alpha: float = 0.0

    def __post_init__(self) -> None:
        if self.protocol != PFABRIC:
            of_pfabric = ("max_window", "queue", "time_out", "probe_after", "selective")
            self.forget((*of_pfabric, "threshold"))
        if self.protocol != DCTCP:
            self.forget(("alpha",))


GRID = {
    "quick": [Setting(flows=HOSTS // 2)],
    "full": [
        *all_of(Setting(flows=1500), load=(20, 60, 80)),
        *all_of(Setting(sizes=DATA_MINING, flows=300), load=(20, 60, 80)),
    ],
}
"""Points at which protocols are compared, as settings of pFabric."""
NEAR = {
    "quick": [Setting(flows=2 * HOSTS)],
    "full": [
        *all_of(Setting(), load=range(10, 100, 10)),
        *all_of(Setting(sizes=DATA_MINING, flows=600), load=range(10, 100, 10)),
    ],
}
"""Points at which pFabric is compared with the ideal time: a flow of pFabric costs a sixth."""
REPLICATIONS = {"quick": 7, "full": 6}
"""With seven, each of two parts of a claim can differ; with six, all can be reproduced."""


def rivals(point: Setting, read: str = AUTHORS) -> dict[str, Setting]:
    """Describe a point with each protocol, as a reading has it."""
    return {
        PFABRIC: point,
        DCTCP: replace(point, protocol=DCTCP, alpha=ALPHA[read]),
        TCP: replace(point, protocol=TCP),
    }


def everyone(point: Setting) -> dict[str, Setting]:
    """Describe a point with each protocol, as all readings have it."""
    return {**rivals(point), DCTCP_OF_NS3: rivals(point, NS3)[DCTCP]}


NS2 = Setting()
"""PFabric as in the authors' ns-2 code and scripts."""
YAPS = replace(
    NS2, host_ns=0, max_window=15, queue=36_864, probe_after=0, selective=True, threshold=100_000
)
"""PFabric as in YAPS, another simulator."""
AS_YAPS = "all of these: YAPS"
STEPS = {
    "as in ns-2": NS2,
    "no host delay": replace(NS2, host_ns=0),
    "window of 15 packets at most": replace(NS2, max_window=15),
    "queue of 36,864 bytes": replace(NS2, queue=36_864),
    "no probes": replace(NS2, probe_after=0),
    "window without SACKed bytes": replace(NS2, selective=True),
    AS_YAPS: YAPS,
    "YAPS with host delay": replace(YAPS, host_ns=NS2.host_ns),
}
"""From ns-2 to YAPS, one mechanism at a time."""
QUICK_STEPS = ("as in ns-2", "no host delay", AS_YAPS)
"""Those of the quick edition."""
OTHERS = {
    "time-out 24 us": replace(NS2, time_out=24),
    "time-out 250 us": replace(NS2, time_out=250),
    "initial window of 8 packets": replace(NS2, window=8),
    "threshold of 12 packets": replace(NS2, threshold=12),
}
"""Other differences between published scripts, and state that ns-2 keeps from flow to flow."""
PEERS = {
    "quick": [*NEAR["quick"], replace(YAPS, flows=GRID["quick"][0].flows)],
    "full": [
        NS2,
        replace(YAPS, flows=5000),
        replace(YAPS, sizes=IMC10, flows=60_000),
        replace(YAPS, sizes=DATA_MINING, flows=1200),
    ],
}
"""Runs with counterparts in other simulators."""
ALONE = Setting(load=0, flows=25)
"""Flows that are alone."""


def mechanisms(edition: str) -> dict[str, Setting]:
    """List the variants of pFabric that an edition compares."""
    flows = GRID[edition][0].flows
    named = STEPS | OTHERS if edition == "full" else {name: STEPS[name] for name in QUICK_STEPS}
    return {name: replace(setting, flows=flows) for name, setting in named.items()}


ALPHA_OF_DCTCP = "ns3::TcpDctcp::DctcpAlphaOnInit"
"""Attribute of ns-3."""


def attributes(setting: Setting) -> dict[str, str | float]:
    """Write a setting as the scenario reads it."""
    pfabric = setting.protocol == PFABRIC
    return {
        "Protocol": {PFABRIC: "PFabric", DCTCP: "Dctcp", TCP: "Tcp"}[setting.protocol],
        "Topology": f"leaf-spine[HostNs={setting.host_ns}]",
        "Sizes": f"contrib/pfabric/examples/flow-sizes/{setting.sizes}.txt",
        "WholePackets": "true",
        "Load": setting.load / 100 or 1e-4,
        "Flows": setting.flows,
        "InitialWindow": setting.window,
        "MaxWindow": setting.max_window,
        "Queue": f"{setting.queue if pfabric else TCP_QUEUE}B",
        "TimeOut": f"{setting.time_out}us",
        "ProbeAfter": setting.probe_after,
        "SelectiveWindow": str(setting.selective).lower(),
        "InitialThreshold": setting.threshold,
        **({ALPHA_OF_DCTCP: setting.alpha} if setting.protocol == DCTCP else {}),
    }


def planned(edition: str) -> dict[Setting, int]:
    """All settings of an edition with their replications."""
    compared = [s for point in GRID[edition] for s in everyone(point).values()]
    variants = [*mechanisms(edition).values(), *PEERS[edition]]
    return {
        **dict.fromkeys([*NEAR[edition], *compared, *variants], REPLICATIONS[edition]),
        **dict.fromkeys(rivals(ALONE).values(), 1),
    }


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition."""
    return replicated(SCENARIO, planned(edition), attributes)
