# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What the study runs.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from burstlab.engine import RunSpec, grid, object_text

TICKS_PER_MS = 50_000
DEVICES, CPUS = 120, 16
TRANSACTION_FLITS, REQUEST_FLITS = 92, 48
"""Of a request and its response, read or write, and of the request alone: the mean of both."""
TETRA = "tetra-16"
TETRA_FILE = "contrib/fabric/examples/topologies/tetra-16.topology"
"""The same network: scenarios that know no names of ServerNet read this."""
TEST_BED = "scenarios/servernet/test-bed.topology"

POISSON = "Poisson"
POOL_AS_RUN, POOL = "pool as run", "pool"
AS_RUN, TRAINS = "per device as run", "per device"
MANY, ROUNDED = "lambda trains", "rounded up"
READINGS = (POOL_AS_RUN, AS_RUN, TRAINS, POOL, MANY, ROUNDED)
"""Self-similar load of each reading, under the name of the reading; the plainest one first."""
RUN = {"quick": (POOL_AS_RUN, AS_RUN, TRAINS), "full": READINGS}
"""Readings that an edition runs."""
LOADS = (POISSON, *READINGS)
FRESH = (POOL_AS_RUN, AS_RUN, MANY)
"""Loads whose sources all start at tick 0, with statistics from there."""
ROUNDING = 1.2334
"""E[ceil(d/10)] / E[d/10] of an ON of d ticks: the load of a train that sends at the start of each
ON, over the intended load."""

PATTERNS = {
    "U": "ns3::UniformDestinations",
    "CS": "ns3::CommonSubtreeDestinations[CpusOnly=true]",
    "T": "ns3::TransposeDestinations",
}
CURVES = {
    "quick": {"U": (14, 17, 20, 23, 40), "CS": (20, 40, 50), "T": (12, 14, 17, 40)},
    "full": {
        "U": (8, 11, 14, 16, 17, 18, 20, 22, 23, 30, 40),
        "CS": (20, 30, 40, 45, 50),
        "T": (8, 10, 12, 14, 15, 17, 20, 40),
    },
}
"""Values of lambda, packets/(device ms), by edition and pattern."""
CONTROL = {
    "quick": {"U": (8, 21, 22, 26), "CS": (45,), "T": (15, 16)},
    "full": {"U": (8, 19, 21, 22, 24, 26, 28), "CS": (45, 55), "T": (15, 16, 18)},
}
"""More values for Poisson alone, up to the offered loads of the readings."""
POINT = {"U": 20, "CS": 40, "T": 14}
"""Where shares and ratios of a pattern are judged."""
LIGHT, BEFORE, UNEQUAL = 8, 14, 17
"""Of U: for closed forms, before saturation; of T: where sources still differ."""
MAX_RATE = 40
"""Far beyond saturation."""
ZERO_LOAD_FACTOR = 4
"""Two-way time over that of the empty network at which a curve counts as saturated."""

REPLICATIONS = {"quick": 7, "full": 20}
"""A median decides from 6 on, two parts from 7 on."""
WARM_UP = TICKS_PER_MS
TICKS = {
    "quick": {"U": 400_000, "CS": 200_000, "T": 400_000},
    "full": {"U": 4_000_000, "CS": 2_000_000, "T": 4_000_000},
}
RULED = {"quick": 19_200, "full": 192_000}
"""Transactions after which a run of a fresh start ends: those of lambda 20 in TICKS of U."""
LONG_TICKS = 1_500_000
"""Length of a run that a rule needs whose quantity depends on the length of a run."""
MOST_TICKS = 40_000_000
"""More than any run with a number of samples needs."""
STALL_TICKS = 10_000
"""Of the measured ticks at the point of U, those in which every stall is recorded."""

SAMPLES = 660_484
"""Two-way times of a load in figure 6."""
TAIL_REPLICATIONS = {"quick": 7, "full": 10}
TAIL_SAMPLES = {"quick": -(-SAMPLES // TAIL_REPLICATIONS["quick"]), "full": SAMPLES}
"""Two-way times of a replication of figure 6; together at least SAMPLES."""


@dataclass(frozen=True)
class Parameter:
    """A number that is varied at the point of U, and its values by edition."""

    attribute: str
    words: str
    assumed: int
    quick: tuple[int, ...]
    full: tuple[int, ...]


PARAMETERS = {
    "fifo": Parameter("FifoFlits", "flits in a FIFO", 64, (256, 1024), (16, 32, 128, 256, 1024)),
    "cpu_limit": Parameter("CpuOutstanding", "requests of a CPU", 8, (2,), (1, 2, 4, 16)),
    "io_limit": Parameter("IoOutstanding", "requests of an I/O device", 2, (1, 4), (1, 4, 8)),
    "head": Parameter("HeadTicks", "ticks of a router", 15, (), (5, 10, 30, 45)),
}
PROPOSED = {"fifo": 1024, "cpu_limit": 2}
"""Changes that the document proposes, with our values; the other parameters are uncertain."""
LENGTH = "length"
LENGTHS = {"quick": (), "full": (2, 10, 40)}
"""Percent of the length of a run, for its sensitivity."""

ARBITERS = {
    "random": "ns3::ServerNetRandomArbiter",
    "round robin": "ns3::ServerNetRoundRobinArbiter",
    "first come": "ns3::ServerNetFirstComeArbiter",
    "oldest first": "ns3::ServerNetOldestFirstArbiter",
    "biased ALU": "ns3::ServerNetBiasedAluArbiter",
    "two-level": "ns3::ServerNetTwoLevelArbiter",
}
BEST = "biased ALU"
"""The arbiter of the document's authors (US 5,694,121)."""
COMPARED = {"quick": (AS_RUN,), "full": (AS_RUN, POOL)}
"""Loads under which every arbiter is run, by edition."""

SLOT, SLOTS = 100, 2**17
"""Ticks in a slot of C1 and C2, and how many of them."""
STARTS = ("Equilibrium", "FreshDurations", "FreshOff")
AS_ASSUMED = {
    **{name: parameter.assumed for name, parameter in PARAMETERS.items()},
    LENGTH: 100,
    "empty": False,
    "arbiter": "random",
}
"""Default labels of a run; empty: statistics of Poisson load from tick 0."""
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
"""Attributes of the trains of requests of a device."""


def offered(name: str, load: float) -> dict[str, str]:
    """Give the attributes of a load, by its name."""
    if name in (POOL, POOL_AS_RUN):
        return {"Process": arrivals(name, load), "Source": "Pool"}
    return {"Process": arrivals(name, load, 1), "Source": "Device"}


def arrivals(name: str, load: float, devices: int = DEVICES) -> str:
    """Write the process of some devices together at a load in packets/(device ms)."""
    rate = (ROUNDING if name == ROUNDED else 1) * load * devices / TICKS_PER_MS
    parts = [f"Rate={rate:.9g}"]
    if name == POISSON:
        return f"ns3::PoissonArrivals[{parts[0]}]"
    if name == ROUNDED:
        parts.append("PhaseRule=AtStart")
    if name not in (POOL, POOL_AS_RUN):
        parts += [TRAIN, f"Sources={devices * (load if name == MANY else 1)}"]
    if name in FRESH:
        parts.append("Start=FreshOff")
    return object_text("ns3::ParetoOnOffArrivals", "|".join(parts), ["Sources=1"])


def until(load: str, pattern: str, edition: str, labels: Mapping[str, object]) -> dict[str, int]:
    """Give the start and the end of the measurement in a run.

    With sources in equilibrium the network has a warm-up. With a fresh start everything counts,
    until there are enough transactions.
    """
    part = labels[LENGTH] / 100
    fresh = load in FRESH or labels["empty"]
    if labels["part"] == "tail":
        samples = TAIL_SAMPLES[edition]
    elif fresh:
        samples = round(part * RULED[edition])
    else:
        return {"WarmUp": WARM_UP, "Ticks": round(part * TICKS[edition][pattern])}
    return {"WarmUp": 0 if fresh else WARM_UP, "Ticks": MOST_TICKS, "Samples": samples}


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition; each group has a comment with its purpose."""
    planned = []
    readings = RUN[edition]
    loads_run = (POISSON, *readings)

    def network(
        loads: Iterable[str],
        pattern: str,
        lam: float,
        part: str = "network",
        **labels: str | int | bool,
    ) -> None:
        """Load the network of the document; the labels name differences from the assumptions."""
        labels = {"part": part, "pattern": pattern, "lambda": lam, **AS_ASSUMED, **labels}
        common = {
            "Topology": TETRA,
            "Pattern": PATTERNS[pattern],
            "Arbiter": ARBITERS[labels["arbiter"]],
            **{parameter.attribute: labels[name] for name, parameter in PARAMETERS.items()},
        }
        if labels == {"part": "network", "pattern": "U", "lambda": POINT["U"], **AS_ASSUMED}:
            common["StallTicks"] = STALL_TICKS
        counts = TAIL_REPLICATIONS if part == "tail" else REPLICATIONS
        for load in loads:
            measured = until(load, pattern, edition, labels)
            if "StallTicks" in common and load in FRESH:
                measured["StallStart"] = WARM_UP  # the network has to fill first
            planned.extend(
                RunSpec(
                    "servernet-load",
                    {**common, **measured, **offered(load, lam)},
                    run=run,
                    labels={**labels, "load": load},
                )
                for run in range(1, counts[edition] + 1)
            )

    def replicated(scenario: str, attributes: dict[str, str | int], **labels: object) -> None:
        runs = range(1, REPLICATIONS[edition] + 1)
        planned.extend(grid(scenario, attributes, runs=runs, labels=labels))

    # the curves
    for pattern, lams in CURVES[edition].items():
        for lam in sorted({*lams, *CONTROL[edition][pattern]}):
            network(loads_run if lam in lams else (POISSON,), pattern, lam)

    # the maximum two-way time
    network(loads_run, "T", MAX_RATE, "tail")

    # what a fresh start is to Poisson load, and to trains without a network
    network((POISSON,), "U", POINT["U"], empty=True)
    for load in (TRAINS, POOL):
        process = arrivals(load, BEFORE)
        fresh = {s: f"{process.removesuffix(']')}|Start={s}]" for s in STARTS[1:]}
        starts = {s: {"Process": text} for s, text in {STARTS[0]: process, **fresh}.items()}
        planned += grid(
            "traffic-start",
            {"Ticks": START_TICKS[edition], "Replications": START_REPLICATIONS[edition]},
            labels={"part": "starts", "load": load, "start": starts},
        )

    # the proposals under each load, and what is uncertain under trains of devices
    for name, parameter in PARAMETERS.items():
        for value in getattr(parameter, edition):
            proposed = PROPOSED.get(name) == value
            some = loads_run if proposed else (POISSON, AS_RUN)
            network(some, "U", POINT["U"], **{name: value})
    for percent in LENGTHS[edition]:
        network((POISSON, AS_RUN), "U", POINT["U"], **{LENGTH: percent})

    # arbitration
    for name in list(ARBITERS)[1:]:
        some = readings if name == BEST else COMPARED[edition]
        network(some, "T", MAX_RATE, arbiter=name)

    # the arrivals alone
    replicated(
        "traffic-arrivals",
        {"Slot": SLOT, "Slots": SLOTS, "Trace": "false"},
        part="arrivals",
        load={load: {"Process": arrivals(load, POINT["U"])} for load in loads_run},
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
