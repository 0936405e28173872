# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What the study runs.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from burstlab.engine import RunSpec, grid, object_text

TICKS_PER_MS = 50_000
DEVICES = 120
TETRA = "tetra-16"
TETRA_FILE = "contrib/fabric/examples/topologies/tetra-16.topology"
"""The same network: scenarios that know no names of ServerNet read this."""
TEST_BED = "scenarios/servernet/test-bed.topology"

POISSON, TRAINS, POOL = "Poisson", "per device", "pool"
LOADS = (POISSON, TRAINS, POOL)
READINGS = (TRAINS, POOL)
"""Self-similar load of each reading, which has its name."""

PATTERNS = {
    "U": "ns3::UniformDestinations",
    "CS": "ns3::CommonSubtreeDestinations[CpusOnly=true]",
    "T": "ns3::TransposeDestinations",
}
CURVES = {
    "quick": {"U": (8, 14, 17, 20, 23, 30, 40), "CS": (20, 30, 40, 50), "T": (8, 12, 14, 17, 40)},
    "full": {
        "U": (4, 8, 11, 14, 16, 17, 18, 19, 20, 21, 22, 23, 26, 30, 40),
        "CS": (10, 20, 30, 35, 40, 45, 50, 60),
        "T": (4, 8, 10, 11, 12, 13, 14, 15, 16, 17, 20, 30, 40),
    },
}
"""Values of lambda, packets/(device ms), by edition and pattern."""
POINT = {"U": 20, "CS": 40, "T": 14}
"""Where shares and ratios of a pattern are judged."""
LIGHT, BEFORE, SATURATED = 8, 14, (30, 40)
"""Of U: for closed forms, before saturation, far beyond it."""
MAX_RATE = 40
ZERO_LOAD_FACTOR = 4
"""Two-way time over that of the empty network at which a curve counts as saturated."""

REPLICATIONS = {"quick": 5, "full": 10}
WARM_UP = TICKS_PER_MS
TICKS = {
    "quick": {"U": 400_000, "CS": 200_000, "T": 400_000},
    "full": {"U": 5_000_000, "CS": 2_000_000, "T": 5_000_000},
}
STALL_TICKS = 10_000
"""Of the measured ticks at the point of U, those in which every stall is recorded."""

SAMPLES = 660_484
TAIL_SAMPLES = {"quick": -(-SAMPLES // REPLICATIONS["quick"]), "full": SAMPLES}
"""Two-way times of a replication of figure 6; together at least SAMPLES."""
TAIL_TICKS = 40_000_000
"""More than any of its runs needs."""


@dataclass(frozen=True)
class Parameter:
    """A number of the network that is varied at the point of U, and its values by edition."""

    attribute: str
    words: str
    assumed: int
    quick: tuple[int, ...]
    full: tuple[int, ...]


PARAMETERS = {
    "fifo": Parameter(
        "FifoFlits", "flits in a FIFO", 64, (32, 256, 1024), (16, 32, 128, 256, 1024)
    ),
    "cpu_limit": Parameter("CpuOutstanding", "requests of a CPU", 8, (2, 4), (1, 2, 4, 16)),
    "io_limit": Parameter("IoOutstanding", "requests of an I/O device", 2, (1, 4, 8), (1, 4, 8)),
    "head": Parameter("HeadTicks", "ticks of a router", 15, (5, 45), (5, 10, 30, 45)),
}
PROPOSED = ("fifo", "cpu_limit")
"""What the document proposes to change; the others are uncertain."""

ARBITERS = {
    "random": "ns3::ServerNetRandomArbiter",
    "round robin": "ns3::ServerNetRoundRobinArbiter",
    "first come": "ns3::ServerNetFirstComeArbiter",
    "oldest first": "ns3::ServerNetOldestFirstArbiter",
    "biased ALU": "ns3::ServerNetBiasedAluArbiter",
    "two-level": "ns3::ServerNetTwoLevelArbiter",
}

SLOT, SLOTS = 100, 2**17
"""Ticks in a slot of C1 and C2, and how many of them."""
STARTS = ("Equilibrium", "FreshDurations", "FreshOff")
FRESH = "FreshOff"
"""The start that stands beside C5 and C10: the simplest one to program."""
AS_ASSUMED = {
    **{name: parameter.assumed for name, parameter in PARAMETERS.items()},
    "start": STARTS[0],
    "arbiter": "random",
}
"""Labels of a run of which nothing is said."""
START_TICKS = {"quick": 10_000_000, "full": 100_000_000}
START_REPLICATIONS = {"quick": 8, "full": 10}

BULK = {
    "Pattern": "ns3::PermutationDestinations",
    "Topology": TEST_BED,
    "Process": "ns3::ConstantArrivals",
    "Source": "Device",
    "ReadFraction": 0,
}
BULK_TICKS = {"quick": 50_000, "full": 1_000_000}
TWINS = ((POISSON, 8), (POISSON, 60), (TRAINS, 20))
"""Load and lambda on tetra-16, U: 60 is beyond saturation. On the test bed it is twice what its
links take."""
TWIN_TICKS = {"quick": 10_000, "full": 200_000}

TRAIN = "LambdaMapping=StretchedOff|OnMinimum=10"
"""What makes the trains of requests of a device."""


def rate(load: float, devices: int = 1) -> str:
    """Give the requests per tick of some devices at a load in packets/(device ms)."""
    return f"{load * devices / TICKS_PER_MS:.9g}"


def offered(name: str, load: float, start: str = STARTS[0]) -> dict[str, str]:
    """Say which attributes give the load of that name."""
    return {
        POISSON: {"Process": f"ns3::PoissonArrivals[Rate={rate(load)}]", "Source": "Device"},
        TRAINS: {"Process": _on_off(f"Rate={rate(load)}|{TRAIN}", start), "Source": "Device"},
        POOL: {"Process": _on_off(f"Rate={rate(load, DEVICES)}", start), "Source": "Pool"},
    }[name]


def arrivals(name: str, load: float, start: str = STARTS[0]) -> str:
    """Write the process of all devices together."""
    total = f"Rate={rate(load, DEVICES)}"
    return {
        POISSON: f"ns3::PoissonArrivals[{total}]",
        TRAINS: _on_off(f"{total}|{TRAIN}|Sources={DEVICES}", start),
        POOL: _on_off(total, start),
    }[name]


def _on_off(attributes: str, start: str) -> str:
    return object_text(
        "ns3::ParetoOnOffArrivals", f"{attributes}|Start={start}", [f"Start={STARTS[0]}"]
    )


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition; each group has a comment that says what it is for."""
    replications = range(1, REPLICATIONS[edition] + 1)
    planned = []

    def network(
        loads: Iterable[str], pattern: str, lam: float, part: str = "network", **labels: str | int
    ) -> None:
        """Load the network of the document; the labels say what differs from what is assumed."""
        labels = {**AS_ASSUMED, **labels}
        until = {"Ticks": TICKS[edition][pattern]}
        if part == "tail":
            until = {"Ticks": TAIL_TICKS, "Samples": TAIL_SAMPLES[edition]}
        if part == "network" and (pattern, lam) == ("U", POINT["U"]) and labels == AS_ASSUMED:
            until["StallTicks"] = STALL_TICKS
        replicated(
            "servernet-load",
            {
                "Topology": TETRA,
                "Pattern": PATTERNS[pattern],
                "WarmUp": WARM_UP,
                "Arbiter": ARBITERS[labels["arbiter"]],
                **until,
                **{parameter.attribute: labels[name] for name, parameter in PARAMETERS.items()},
            },
            **{"part": part, "pattern": pattern, "lambda": lam, **labels},
            load={load: offered(load, lam, labels["start"]) for load in loads},
        )

    def replicated(scenario: str, attributes: dict[str, str | int], **labels: object) -> None:
        planned.extend(grid(scenario, attributes, runs=replications, labels=labels))

    # the curves
    for pattern, lams in CURVES[edition].items():
        for lam in lams:
            network(LOADS, pattern, lam)

    # the maximum two-way time
    network(LOADS, "T", MAX_RATE, "tail")

    # sources that start in a wrong state
    for lam in (BEFORE, POINT["U"]):
        for start in STARTS[1:]:
            network(READINGS, "U", lam, start=start)
    for load in READINGS:
        planned += grid(
            "traffic-start",
            {"Ticks": START_TICKS[edition], "Replications": START_REPLICATIONS[edition]},
            labels={
                "part": "starts",
                "load": load,
                "start": {s: {"Process": arrivals(load, BEFORE, s)} for s in STARTS},
            },
        )

    # buffers and limits, for the proposals; what is uncertain
    for name, parameter in PARAMETERS.items():
        loads = LOADS if name in PROPOSED else (POISSON, TRAINS)
        for value in getattr(parameter, edition):
            network(loads, "U", POINT["U"], **{name: value})

    # arbitration
    for name in list(ARBITERS)[1:]:
        network(READINGS, "T", MAX_RATE, arbiter=name)

    # the arrivals alone
    replicated(
        "traffic-arrivals",
        {"Slot": SLOT, "Slots": SLOTS, "Trace": "false"},
        part="arrivals",
        load={load: {"Process": arrivals(load, POINT["U"])} for load in LOADS},
    )

    # the test bed
    replicated(
        "servernet-load",
        {**BULK, "WarmUp": BULK_TICKS[edition] // 5, "Ticks": BULK_TICKS[edition]},
        part="test bed",
        engine={engine: {"Engine": engine} for engine in ("Event", "Flit")},
    )

    # the instrument
    twins = [(TETRA, offered(load, lam)["Process"]) for load, lam in TWINS]
    for topology, process in (*twins, (TEST_BED, "ns3::PoissonArrivals[Rate=0.02]")):
        attributes = {"Topology": topology, "Process": process, "Ticks": TWIN_TICKS[edition]}
        replicated("servernet-twin", attributes, part="twins")
    planned.append(RunSpec("servernet-zero-load", {"Topology": TETRA}, labels={"part": "alone"}))
    planned.append(
        RunSpec("cross-topology-check", {"Topology": TETRA_FILE}, labels={"part": "graph"})
    )
    return planned
