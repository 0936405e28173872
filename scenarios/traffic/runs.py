# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What the study runs.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from burstlab.engine import RunSpec, grid, object_text

# Requests per tick of one source, floored durations on a free grid:
# zeta(1.9) / (zeta(1.9) + zeta(1.25)) / 10.
SOURCE_RATE = 0.0275773920103
SOURCES = 43
MEAN_RATE = SOURCES * SOURCE_RATE
"""Requests per tick of the pool."""
SLOT = 100
"""Ticks in a slot of figures 1 and 2; the requests of each slot are counted."""

POISSON, SELF_SIMILAR = "Poisson", "self-similar"
PROCESSES = {
    POISSON: f"ns3::PoissonArrivals[Rate={MEAN_RATE:.9g}]",
    SELF_SIMILAR: f"ns3::ParetoOnOffArrivals[Sources={SOURCES}]",  # shapes 1.9 and 1.25
}
SLOTS = {"quick": 100_000, "full": 1_000_000}
REPLICATIONS = {"quick": 8, "full": 10}

NOISE = "Rate=1|Hurst=0.75|RelativeDeviation=0.3|Slot=100"
"""Fractional Gaussian noise for the table of estimators: a trace whose H is known."""
NOISE_REPLICATIONS = 4

FINE = 10
"""Ticks in a slot of the runs for all scales: the spacing of two requests."""
FINE_SLOTS = 32_768
ENERGY_REPLICATIONS = {"quick": 120, "full": 200}
OCTAVES = 13
"""Octaves of fine slots that are drawn beside the exact curve."""
JUDGED_OCTAVES = 10
"""Octaves that are compared with the exact curve: the mean energy of the last one has a standard
error of 2 % with 120 traces, that of octave 13 would have 6 %."""

TWIN_OCTAVES = 16
TWIN_SLOTS = 2**TWIN_OCTAVES
TWIN_REPLICATIONS = {"quick": 4, "full": 40}
TWINS = {
    "Poisson twin": "Poisson",
    "shuffled blocks": "ShuffledBlocks",
    "shuffled within": "ShuffledWithin",
}

STARTS = ("Equilibrium", "FreshDurations", "FreshOff")
START_SOURCES = {"quick": 100, "full": 4000}
START_REPLICATIONS = {"quick": 60, "full": 450}
START_TICKS = {"quick": 100_000, "full": 10_000}

RULES = {
    "continuous time, free grid": "Discretisation=Continuous",
    "continuous time, carried over OFF": "Discretisation=Continuous|PhaseRule=Carried",
    "floor, free grid": "Discretisation=Floor",
    "round, free grid": "Discretisation=Round",
    "ceil, free grid": "Discretisation=Ceil",
    "floor, at the start of each ON": "PhaseRule=AtStart",
    "floor, after 10 ticks of each ON": "PhaseRule=AfterSpacing",
}
"""Where in an ON requests fall, with closed forms of the rate."""
RULE_STARTS = 1600
RULE_SOURCES = dict.fromkeys(RULES, 40) | {"floor, after 10 ticks of each ON": 400}
"""Sources of a start: so many that the mean load of all starts has a standard error of 0.2 %."""

# 10 and 76 Mb/s in cells per tick of 20 ns; slots of 1 ms.
MBIT = {"10 Mb/s": 23_584 * 20e-9, "76 Mb/s": 179_245 * 20e-9}
LINK = 365_566 / 1000
"""Cells in a slot of 1 ms that an OC-3 link of 155 Mb/s carries."""
LAN_SLOT, LAN_SLOTS = 50_000, 1500
LAN_REPLICATIONS = {"quick": 8, "full": 40}

COST_SOURCES = (100, 1000, 10_000)
COST_REQUESTS = (20_000, 80_000, 800_000, 800_000)
"""Approximate number of requests in a run of each variant."""

POOL = "Rate=1.2"
THINNED = "Rate=0.01|LambdaMapping=Thinning"
STRETCHED = "Rate=0.01|LambdaMapping=StretchedOff"
SWAPPED = "OnShape=1.25|OffShape=1.9"
READINGS: dict[str, str] = {
    "pool, floor, free grid": POOL,
    "pool, round": f"{POOL}|Discretisation=Round",
    "pool, ceil": f"{POOL}|Discretisation=Ceil",
    "pool, continuous time": f"{POOL}|Discretisation=Continuous",
    "pool, requests carried over OFF": f"{POOL}|PhaseRule=Carried",
    "pool, a request at the start of each ON": f"{POOL}|PhaseRule=AtStart",
    "pool, the first one after 10 ticks of ON": f"{POOL}|PhaseRule=AfterSpacing",
    "pool, exponents swapped": f"{POOL}|{SWAPPED}",
    "pool, 1.25 for both, as printed": f"{POOL}|OnShape=1.25",
    "pool, all sources start with a fresh OFF": f"{POOL}|Start=FreshOff",
    "device, 1 source thinned": f"{THINNED}|Sources=1",
    "device, 10 sources thinned": f"{THINNED}|Sources=10",
    "device, 1 source, OFF stretched": f"{STRETCHED}|Sources=1",
    "device, 10 sources, OFF stretched": f"{STRETCHED}|Sources=10",
    "device, 10 sources, ON from 10 ticks, OFF stretched": f"{STRETCHED}|Sources=10|OnMinimum=10",
    "device, the same with exponents swapped": f"{STRETCHED}|Sources=10|OnMinimum=10|{SWAPPED}",
}
"""Readings of 500 packets/(device ms) and 120 devices: one pool, or one device of them."""
READING_SLOTS = 65_536
READING_REPLICATIONS = {"quick": 4, "full": 40}
READING_OCTAVES = 11


def on_off(attributes: str) -> str:
    """Text of a pool of packet trains."""
    defaults = ("Discretisation=Floor", "OffShape=1.25", "OnShape=1.9", "Sources=1")
    return object_text("ns3::ParetoOnOffArrivals", attributes, (*defaults, f"Start={STARTS[0]}"))


def one_source(reading: str) -> str:
    """Text of a single source of a reading, before its rate is mapped to sources."""
    ours = ("Rate=", "Sources=", "LambdaMapping=")
    kept = [part for part in reading.split("|") if not part.startswith(ours)]
    return on_off("|".join(["Sources=1", *kept]))


def twin(kind: str) -> str:
    """Text of a twin of the self-similar process."""
    block = "" if kind == "Poisson" else "|Block=100"
    rest = f"Process={PROCESSES[SELF_SIMILAR]}|Kind={kind}|Length={TWIN_SLOTS * FINE}{block}"
    return object_text("ns3::TwinArrivals", rest, ("Kind=Poisson",))


def fractional(attributes: str) -> str:
    """Text of fractional Gaussian noise."""
    return object_text("ns3::FractionalGaussianArrivals", attributes, ("Hurst=0.75",))


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition; each group has a comment with its purpose."""
    planned = []

    def add(what: str, attributes: dict[str, object], runs: int = 1, **labels: object) -> None:
        planned.extend(grid(f"traffic-{what}", attributes, runs=range(1, runs + 1), labels=labels))

    def processes(texts: dict[str, str]) -> dict[str, dict[str, str]]:
        return {name: {"Process": text} for name, text in texts.items()}

    # figures 1 and 2 of the ServerNet document, the table of estimators
    counted = {"Slot": SLOT, "Slots": SLOTS[edition]}
    noise = fractional(f"{NOISE}|Slots={SLOTS[edition]}")
    many = REPLICATIONS[edition]
    add("arrivals", counted, many, part="traces", process=processes(PROCESSES))
    add("arrivals", {**counted, "Process": noise}, NOISE_REPLICATIONS, part="noise")

    # figure 1 of the ATM document; the same random numbers would draw one trace twice
    for stream, (name, rate) in enumerate(reversed(MBIT.items())):
        trace = fractional(f"Rate={rate:.9g}|Hurst=0.75|Slots={LAN_SLOTS}|NormalisedMean=true")
        attributes = {"Process": trace, "Slot": LAN_SLOT, "Slots": LAN_SLOTS, "StreamBase": stream}
        add("arrivals", attributes, LAN_REPLICATIONS[edition], part="lan", load=name)

    # energies against the exact curve
    fine = {"Slot": FINE, "Trace": "false"}
    process = {"Process": PROCESSES[SELF_SIMILAR]}
    attributes = {**fine, **process, "Slots": FINE_SLOTS}
    add("arrivals", attributes, ENERGY_REPLICATIONS[edition], part="energies")
    add("curve", {**process, "Slot": FINE, "Octaves": TWIN_OCTAVES}, part="curve")

    # dispersion of the process and its twins
    attributes = {**fine, "Slots": TWIN_SLOTS}
    compared = processes({**PROCESSES, **{name: twin(kind) for name, kind in TWINS.items()}})
    add("arrivals", attributes, TWIN_REPLICATIONS[edition], part="twins", process=compared)

    # starts
    attributes = {"Ticks": START_TICKS[edition], "Replications": START_REPLICATIONS[edition]}
    sources = f"Sources={START_SOURCES[edition]}"
    starts = {start: on_off(f"{sources}|Start={start}") for start in STARTS}
    add("start", attributes, part="starts", start=processes(starts))

    # rules of the requests, each with random numbers of its own
    rules = {
        name: {
            "Process": on_off(f"Sources={RULE_SOURCES[name]}|{rule}"),
            "StreamBase": 10_000 * number,
        }
        for number, (name, rule) in enumerate(RULES.items(), 1)
    }
    add("start", {"Ticks": 1000, "Replications": RULE_STARTS}, part="rules", rule=rules)

    # readings; in continuous time no exact curve is known for windows as long
    readings = {name: on_off(reading) for name, reading in READINGS.items()}
    known = {name: text for name, text in readings.items() if "Continuous" not in text}
    alone = list(dict.fromkeys(map(one_source, READINGS.values())))
    attributes = {**fine, "Slots": READING_SLOTS}
    many = READING_REPLICATIONS[edition]
    add("arrivals", attributes, many, part="readings", assumed=processes(readings))
    attributes = {"Slot": FINE, "Octaves": READING_OCTAVES}
    add("curve", attributes, part="exact readings", assumed=processes(known))
    add("curve", {"Process": alone, "Slot": FINE, "Octaves": 1}, part="one source")

    # cost of a request
    for sources in COST_SOURCES:
        variants = cost_variants(sources).items()
        for (name, (what, attributes)), requests in zip(variants, COST_REQUESTS, strict=True):
            for ticks in (1, round(requests / SOURCE_RATE / sources)):
                labels = {"variant": name, "sources": sources, "ticks": ticks}
                add(what, {**attributes, "Ticks": ticks}, part="costs", **labels)
    return planned


def cost_variants(sources: int) -> dict[str, tuple[str, dict[str, str | int]]]:
    """Scenario and attributes of each generator of requests, by its name."""
    process = on_off(f"Sources={sources}")
    return {
        "stock application a source": ("application", {"Sources": sources, "Stock": "true"}),
        "one application": ("application", {"Sources": sources, "Stock": "false"}),
        "with an event": ("cost", {"Process": process, "Events": "true"}),
        "arrival alone": ("cost", {"Process": process, "Events": "false"}),
    }
