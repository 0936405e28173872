# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of the study: the document's networks under each reading, and its future work.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from burstlab.engine import RunSpec, object_text
from burstlab.study import Labelled, all_of, replicated

LOAD, MAXMIN = "atm-abr-load", "atm-maxmin"
LINK, SMALL, LARGE = 155.0, 10.0, 76.0
"""Mb/s of cells: the link, and the two kinds of sources."""
END = 1.5
"""Seconds of a run: the last time in the document."""
DISTANCES = LAN, WAN = "LAN", "WAN"

CASES = {
    "baseline 76": "A:76",
    "baseline 10": "A:10",
    "staggered": "A:76 B:76@0.1",
    "six sessions": "A:10 B:10 C:10 D:76 E:76 F:76",
    "parking lot": "A:76 B:76 C:76 D:76 E:76 F:76",
}
"""Demands of sources."""
SESSIONS = {"baseline 76": 1, "baseline 10": 1, "staggered": 2, "six sessions": 6, "step": 6}
"""In the network of two switches."""
TRUNKS = {LAN: (4, 4), WAN: (4000, 1333)}
"""Kilometres between two switches, and between four."""
STEP = 0.75
"""Seconds until six sessions go from 10 to 76 Mb/s in the case "step"."""
BEGIN = {"baseline 10": 0.0, "six sessions": 0.75, "parking lot": 0.75, "step": STEP}
"""Warm-up in seconds, before means are taken; else 0.5."""

POINTS = ("EfciDeparture", "EfciArrival", "BackwardRm", "ForwardRm")
RULES = {
    "1995 draft": "AbrSourceBehaviorDraft95",
    "TM 4.0": "AbrSourceBehaviorTm40",
    "EPRCA 1994": "AbrSourceBehaviorEprca94",
}
"""Source rules. TM 4.0 has increase and decrease factors of its own, 1/16."""
NO_RULE, TIME_OUT = "none", "time-out"
UNUSED = {
    NO_RULE: "",
    TIME_OUT: "ns3::AbrUseItOrLoseItTimeOut",
    "ADTF": "ns3::AbrUseItOrLoseItAdtf",
    "time-based": "ns3::AbrUseItOrLoseItTimeBased",
    "count-based": "ns3::AbrUseItOrLoseItCountBased",
}
"""Use-it-or-lose-it rules."""
OWN_RULE = {"1995 draft": TIME_OUT, "TM 4.0": "ADTF", "EPRCA 1994": NO_RULE}
"""The use-it-or-lose-it rule of each document, which its sources have by default."""
TABLE_1 = "InitialCellRate=10000000bps|MinimumCellRate=500000bps"
"""Rates of the document, which sources of TM 4.0 do not have by default."""
BITS = "bits alone"
ALGORITHMS = {
    BITS: "",
    "EPRCA": "ns3::EprcaAlgorithm",
    "APRC": "ns3::AprcAlgorithm",
    "ERICA": "ns3::EricaAlgorithm",
    "ERICA+": "ns3::EricaPlusAlgorithm",
    "CAPC2": "ns3::CapcAlgorithm",
    "Phantom": "ns3::PhantomAlgorithm",
    "ideal": "ns3::IdealAlgorithm",
}
"""Switch algorithms for explicit rates."""
SLOT = 1_000_000_000
"""Picoseconds for which the rate of a trace is constant."""
DRAWN, FGN, CONSTANT, POISSON, HOSTS = (
    *("fGn as drawn", "fGn", "constant", "Poisson"),
    "Pareto hosts",
)
_NOISE = f"Slot={SLOT}|Slots=1500"
ARRIVALS = {
    DRAWN: object_text("ns3::FractionalGaussianArrivals", _NOISE),
    FGN: object_text("ns3::FractionalGaussianArrivals", f"NormalisedMean=true|{_NOISE}"),
    CONSTANT: "ns3::ConstantArrivals",
    POISSON: "ns3::PoissonArrivals",
    HOSTS: object_text(
        "ns3::ParetoOnOffArrivals",
        "LambdaMapping=StretchedOff|OffShape=1.5|OnMinimum=1e+09|OnShape=1.5|Sources=76"
        "|Spacing=42400000",
    ),
}
"""Arrivals of cells, in ticks of a picosecond. The mean of "fGn" is exact in each run; "Pareto
hosts" are 76 sources with 10 Mb/s during ON periods of at least 1 ms, with H = (3 - 1.5) / 2 =
0.75."""
GREEDY = "greedy"
"""Sources that always have cells to send."""


@dataclass(frozen=True)
class Setting(Labelled):
    """A run of the study, by labels.

    Attributes
    ----------
    case
        One of `CASES`, "step", or one of `NETWORKS` with greedy sources.
    distance
        `LAN` or `WAN`.
    marking
        One of `POINTS`.
    rules, unused, algorithm, arrivals
        One of `RULES`, `UNUSED`, `ALGORITHMS`, `ARRIVALS` or `GREEDY`.
    per_vc
        Whether switches have a queue for each VC.
    buffer
        Buffer of a switch port in cells; 0: no limit.
    """

    case: str = "six sessions"
    distance: str = LAN
    marking: str = "BackwardRm"
    rules: str = "1995 draft"
    unused: str = NO_RULE
    algorithm: str = BITS
    arrivals: str = FGN
    per_vc: bool = False
    buffer: int = 0


AS_RUN, INFERRED, NO_LOSS, WITH_LOSS = (
    *("as run", "backward RM cells"),
    *("as run, rule off", "backward RM cells, rule on"),
)
READINGS = {
    AS_RUN: {"marking": "EfciDeparture", "unused": TIME_OUT, "arrivals": DRAWN},
    INFERRED: {"marking": "BackwardRm", "unused": NO_RULE, "arrivals": FGN},
    NO_LOSS: {"marking": "EfciDeparture", "unused": NO_RULE, "arrivals": FGN},
    WITH_LOSS: {"marking": "BackwardRm", "unused": TIME_OUT, "arrivals": FGN},
}
COMBINATIONS = {
    f"{marking}, {rules}, {unused}": {
        **{"marking": marking, "rules": rules, "unused": unused},
        "arrivals": FGN,
    }
    for marking in POINTS
    for rules in RULES
    for unused in UNUSED
}
"""All open choices of the document, as readings that only the sweep judges."""
ALL = READINGS | COMBINATIONS
DOCUMENT = tuple(Setting(case, distance) for case in CASES for distance in DISTANCES)
"""The networks of figures 4 to 22."""
CLAIMED = (*DOCUMENT, Setting("step", LAN), Setting("step", WAN))
"""Settings behind the claims."""


def read(settings: Iterable[Setting], readings: Iterable[str] = READINGS) -> list[Setting]:
    """Describe settings under readings."""
    return [replace(s, **ALL[name]) for s in settings for name in readings]


CLOSED = [
    Setting("baseline 76", LAN, arrivals=GREEDY),
    Setting("baseline 76", WAN, arrivals=GREEDY),
    Setting("six sessions", LAN, arrivals=CONSTANT),
]
"""For checks by closed forms: ramp, growth, slope."""
NETWORKS = ("two-node", "parking-lot", "gfc-1", "gfc-2")
"""Networks with greedy sources, for the comparison of algorithms."""
CONTEST = all_of(Setting(arrivals=GREEDY), case=NETWORKS, algorithm=ALGORITHMS)
IDEAL = [s for s in CONTEST if s.algorithm == "ideal"]
BUFFERS = (100, 200, 400, 500, 600, 700, 800, 1000)
"""Buffers of a port in cells, around the threshold of 500."""
SIX = [Setting("six sessions", distance) for distance in DISTANCES]
FUTURE = {
    "step": [
        replace(s, case="step", algorithm=a) for s in SIX for a in (BITS, "EPRCA", "ERICA", "ideal")
    ],
    "burstiness": [replace(s, arrivals=a) for s in SIX for a in (FGN, HOSTS, POISSON, CONSTANT)],
    "explicit rates": [
        replace(s, algorithm=a, distance=d)
        for s in (Setting("six sessions"), Setting("parking lot"))
        for d in DISTANCES
        for a in ("EPRCA", "ERICA")
    ],
    "queues by VC": [
        replace(s, distance=d, per_vc=True)
        for s in (Setting("six sessions"), Setting("parking lot"))
        for d in DISTANCES
    ],
    "buffers": [replace(s, buffer=b) for s in SIX for b in BUFFERS],
}
"""Future work of the document."""
SWEEP = read(DOCUMENT, COMBINATIONS)
"""Which combination satisfies which claim."""
REPLICATIONS = 10
"""Replications behind the claims, in both editions: claims S2 and M1 have twelve parts, one for
each session in LAN and WAN, of which a single one decides from ten on that the claim differs."""
QUICK = (
    (REPLICATIONS, read(CLAIMED)),
    (REPLICATIONS, CLOSED),
    (1, [s for s in CONTEST if s.case in ("two-node", "parking-lot")]),
    (1, [s for s in IDEAL if s.case.startswith("gfc")]),
    (1, [replace(SIX[0], arrivals=a) for a in (HOSTS, POISSON)]),
    (1, [replace(SIX[1], buffer=b) for b in (200, 500, 700, 1000)]),
)
"""Replications of settings in the quick edition."""
FULL = (
    (REPLICATIONS, [*read(CLAIMED), *CLOSED, *CONTEST, *SWEEP]),
    (REPLICATIONS, [s for several in FUTURE.values() for s in several]),
)
"""The same of the full edition."""


def attributes(setting: Setting) -> dict[str, object]:
    """Write a setting as the scenario reads it."""
    two, four = TRUNKS[setting.distance]
    case = setting.case
    greedy = setting.arrivals == GREEDY
    if case in SESSIONS:
        topology = f"two-node[Sessions={SESSIONS[case]}|TrunkKm={two}]"
    elif case == "parking lot":
        topology = f"parking-lot[TrunkKm={four}]"
    else:
        topology = {"two-node": "two-node[Sessions=6|TrunkKm=4]"}.get(case, case)
    source = "UseItOrLoseIt=" + UNUSED[setting.unused]
    if setting.rules == "TM 4.0":
        source += f"|{TABLE_1}"
    default = "UseItOrLoseIt=" + UNUSED[OWN_RULE[setting.rules]]
    written: dict[str, object] = {
        "Topology": topology,
        "Demands": "A:greedy" if greedy and case in CASES else CASES.get(case, ""),
        "Process": "ns3::ConstantArrivals" if greedy else ARRIVALS[setting.arrivals],
        "SourceBehavior": object_text(f"ns3::{RULES[setting.rules]}", source, [default]),
        "Marking": object_text(
            "ns3::AbrMarking", f"Point={setting.marking}", ["Point=EfciDeparture"]
        ),
        "SwitchAlgorithm": ALGORITHMS[setting.algorithm],
        "PerVcQueues": setting.per_vc,
        "BufferCells": setting.buffer,
        "WarmUp": f"{BEGIN.get(case, 0.5)}s",
        "Duration": f"{END}s",
        "StepsOfRow": 5,
    }
    if setting in CLOSED and greedy:
        written |= {"Step": "100us", "StepsOfRow": 50}
    if case == "step":
        written |= {
            "Process": object_text(
                "ns3::RateTraceArrivals",
                f"File=scenarios/atm-abr/step.rates|Slot={int(STEP * 1e12)}|Unit={1e-6 / 424!r}",
            )
        }
    return written


def planned(edition: str) -> dict[Setting, int]:
    """All settings of an edition with their replications.

    Greedy sources have no random number; constant ones have a random phase.
    """
    replications: dict[Setting, int] = {}
    for count, settings in FULL if edition == "full" else QUICK:
        for setting in settings:
            wanted = 1 if setting.arrivals == GREEDY else count
            replications[setting] = max(wanted, replications.get(setting, 0))
    return replications


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition."""
    return replicated(LOAD, planned(edition), attributes)
