# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of the study: the slides of the document under each reading, and its next steps.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from burstlab.engine import RunSpec, object_text
from burstlab.study import Labelled, all_of

from . import expected

SCENARIO = "zurich-hotspot-load"
LINK, LOAD, HOT = expected.LINK, 8.5, 2.0
"""Gb/s: rate of a link, load of a station, rate of the slow port in cases 1, 2, 4 and 7."""
FRAME, FRAME_NS = 1500, 1200
"""A frame in bytes, and its time on a link."""
DELAY = 500
"""ns: of a link."""
DWELL, SWEEP = 0.05, 8
"""Dwell time of the moving hotspot of case 7 in seconds, and number of nodes it visits."""


def rounded(gain: float) -> float:
    """Round a gain to the five digits that the document prints."""
    return float(f"{gain:.5g}")


def halving_gain(kilobytes: int, weight: float = 2.0) -> float:
    """Gd0 of the sensitivity slides, 1 / (2 (2W + 1) Qeq): the largest Fb halves a rate."""
    return 0.5 / ((2 * weight + 1) * 250 * kilobytes)


GD, GI = rounded(2.5 * halving_gain(600)), 6.6667e-4
FACTORS = (0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Gd over Gd0 on the slides; the base setting is 2.5."""
STRONG = (1.0, 2.5, 5.0, 10.0)
"""The same in cases 4 and 7, over a Gd0 that is twice as large."""
MEMORIES = ("shared", "partitioned")
WEIGHTS = (0.1, 0.5, 2.0, 10.0, 50.0)
SIZES = (150, 300, 600)
NONE, BCN, QCN, OCCUPANCY = "PAUSE alone", "BCN", "QCN", "QCN, occupancy"

SWITCHED = ("2", "3", "5", "6", "fat tree")
"""Cases in which a flow passes several congestion points, so that association matters."""


@dataclass(frozen=True)
class Setting(Labelled):
    """A run of the study, by labels; parameters that a law does not have are those of the base.

    Attributes
    ----------
    case
        One of `CASES`.
    nodes, kilobytes
        N, and M per port; Qeq is M/4.
    ps, weight, gd, gi
        Of BCN, gains per byte.
    clamp, association
        Set by a reading.
    variant
        One of `VARIANTS`.
    arrivals, messages
        One of `ARRIVALS`, one of `MESSAGES`.
    """

    case: str = "1"
    memory: str = "partitioned"
    nodes: int = 16
    kilobytes: int = 600
    law: str = BCN
    ps: float = 0.02
    weight: float = 2.0
    gd: float = GD
    gi: float = GI
    clamp: str = "None"
    association: str = "Steal"
    variant: str = "as stated"
    arrivals: str = "Bernoulli"
    messages: str = "frames"

    def __post_init__(self) -> None:
        if self.law != BCN:
            self.forget(("ps", "weight", "gd", "gi", "clamp", "association", "variant"))
        elif self.case not in SWITCHED:
            self.forget(("association",))

    @property
    def slide(self) -> str:
        """Case of the document: case 4 is case 1 with 128 stations."""
        return "4" if self.nodes == 128 else self.case

    @property
    def set_point(self) -> int:
        """Qeq in bytes."""
        return 250 * self.kilobytes


AS_RUN, LIMITED, LOWEST, EACH = "as printed", "limited", "lowest", "each"
READINGS = {
    AS_RUN: {"clamp": "None", "association": "Steal"},
    LIMITED: {"clamp": "Total", "association": "Steal"},
    LOWEST: {"clamp": "Total", "association": "Lowest"},
    EACH: {"clamp": "Total", "association": "Each"},
}
LIMITS = (AS_RUN, LIMITED)
"""The readings that differ where a flow passes one congestion point."""


@dataclass(frozen=True)
class Case:
    """A network with its load.

    Attributes
    ----------
    topology, traffic, service
        As the scenario reads them; ``{n}`` is the number of stations, ``{t}`` the onset in seconds.
    rate
        Gb/s of all stations together: offered load, and throughput if only the hotspot is
        throttled.
    """

    topology: str
    traffic: str
    service: str
    rate: tuple[float, float]


UNIFORM = "*>*:0.85"
CASES = {
    "1": Case("single-stage[Nodes={n}]", UNIFORM, "1:0.2@{t}", (8.5, 8.094)),
    "2": Case(
        "multi-hop",
        "1>7:0.2 4>7:0.2 8>7:0.2 9>7:0.2 2>9:0.7 5>3:0.7 10>6:0.7",
        "7:0.2@{t}",
        (29.0, 23.0),
    ),
    "3": Case("multi-hop", "1-6>*:0.25 7-10>*:0.4", "7:0.05@{t}", (31.0, 28.5)),
    "5": Case("two-switch", "1>8:0.9 4>8:0.9 5>8:0.9 7>8:0.9 2>4:0.9", "", (45.0, 17.5)),
    "6": Case("two-switch", "1>8:0.9 4>8:0.9 2>4:0.9 3>5:0.9 6>7:0.9", "", (45.0, 17.5)),
    "7": Case(
        "single-stage[Nodes={n}]",
        UNIFORM,
        " ".join(
            f"{node}:0.2@{begin / 100:g}-{(begin + 5) / 100:g}"
            for node, begin in enumerate(range(10, 50, 5), 1)
        ),
        (8.5, 8.094),
    ),
    "IG": Case("single-stage[Nodes={n}]", "2-5>1:0.85 1>*:0.85 6-16>*:0.85", "", (8.5, 6.610)),
    "fat tree": Case("fat-tree[Nodes={n}|Stages={s}]", UNIFORM, "1:0.2@{t}", (8.5, 8.5)),
}
"""Case 4 is case 1 with 128 stations. Rates of cases 1, 7, IG and fat trees are per station."""
STATIONS = {"2": 10, "3": 10, "5": 8, "6": 8}
TREES = {8: 3, 32: 3, 128: 5, 512: 5, 2048: 5}
"""Stages of a fat tree by its stations: the document's sizes."""

ARRIVALS = {
    "Bernoulli": "",
    "Markov-modulated": object_text(
        "ns3::MarkovModulatedArrivals",
        "HighRate=1|LowRate=0.7|HighDuration=10000|LowDuration=10000",
    ),
    "self-similar": object_text(
        "ns3::ParetoOnOffArrivals",
        "LambdaMapping=StretchedOff|OffShape=1.4|OnMinimum=10|OnShape=1.4|Rate=0.85|Spacing=1",
    ),
}
"""Arrivals of a station, in slots of a frame time of 1.2 us; all with the mean 0.85."""
MESSAGES = {
    "frames": ("", 1.0),
    "short": ("ns3::ExponentialRandomVariable[Mean=20]", expected.exponential_frames(20)),
    "long-tailed": (
        "ns3::ParetoRandomVariable[Bound=5000|Scale=5|Shape=1.3]",
        expected.pareto_frames(5, 1.3, 5000),
    ),
}
"""Frames in a message, rounded up, and their mean."""

VARIANTS = {
    "as stated": ("", ""),
    "alpha 0.5": ("", "MaxDecrease=0.5"),
    "alpha 0.1": ("", "MaxDecrease=0.1"),
    "beta 1": ("", "MaxIncrease=1"),
    "beta 0.1": ("", "MaxIncrease=0.1"),
    "Ri 1 Gb/s": ("", "InitialRate=1000000000bps"),
    "Ri as offered": ("", "InitialRate=566666667bps"),
    "BCN(0,0)": ("StopThreshold=450000", ""),
    "BCN_MAX": ("MaximumThreshold=300000", ""),
    "both": ("MaximumThreshold=300000|StopThreshold=450000", ""),
    "every 75 KB": ("Sampling=ByteInterval", ""),
    "self-increase": ("", "DriftInterval=+1000000ns"),
}
"""What congestion point and reaction point get besides: M/2 and 3M/4 for BCN_MAX and BCN(0,0).
With self-increase a limited flow gets Ru = 10 Mb/s faster every millisecond."""


def gains(kilobytes: int, factors: Iterable[float]) -> list[float]:
    """Values of Gd on a sensitivity slide."""
    return [rounded(factor * halving_gain(kilobytes)) for factor in factors]


def strong(case: str, nodes: int, sizes: Iterable[int] = SIZES) -> list[Setting]:
    """Curves of cases 4 and 7: no BCN, and four gains with Gi = 400 Gd."""
    curves = []
    for size in sizes:
        gd0 = 2 * halving_gain(size)
        base = Setting(case, nodes=nodes, kilobytes=size)
        curves.append(replace(base, law=NONE))
        curves += [replace(base, gd=rounded(f * gd0), gi=rounded(400 * f * gd0)) for f in STRONG]
    return curves


ONE, IG = Setting(), Setting("IG")
SLIDES = {
    "case 1": all_of(ONE, memory=MEMORIES, law=(NONE, BCN)),
    "case 1, Gd": all_of(ONE, memory=MEMORIES, gd=gains(600, FACTORS)),
    "case 2": all_of(Setting("2", nodes=10), law=(NONE, BCN)),
    "case 3": all_of(Setting("3", nodes=10), law=(NONE, BCN)),
    "Gi": all_of(Setting(memory="shared"), gi=[rounded(f * GD) for f in FACTORS]),
    "N": all_of(ONE, nodes=(8, 16, 32)),
    "W, scaled gains": [
        Setting(weight=w, gd=rounded(5 / (2 * w + 1) / 600e3), gi=rounded(5 / (2 * w + 1) / 1500))
        for w in WEIGHTS
    ],
    "W, fixed gains": all_of(ONE, weight=WEIGHTS),
    "M": all_of(ONE, kilobytes=(*SIZES, 1200)),
    "Gd, M 150": all_of(Setting(kilobytes=150), ps=(0.02, 0.1), gd=gains(150, FACTORS)),
    "Gi, M 600": [
        Setting(gd=gd, gi=rounded(factor * gd))
        for gd in gains(600, (0.1, 1, 10))
        for factor in (1, 5, 20, 100, 500)
    ],
    "case 4": strong("1", 128),
    "case 5": all_of(Setting("5", nodes=8), law=(NONE, BCN)),
    "case 6": all_of(Setting("6", nodes=8), law=(NONE, BCN)),
    "case 7": strong("7", 16),
    "IG": all_of(IG, memory=MEMORIES, law=(NONE, BCN)),
    "IG, Gd": all_of(IG, memory=MEMORIES, gd=gains(600, FACTORS)),
}
"""The curves of the document, slide by slide; equal settings share their runs."""

CULPRITS = (
    *(Setting("1"), Setting("1", memory="shared"), Setting("2", nodes=10)),
    *(Setting("3", nodes=10), Setting("5", nodes=8), Setting("6", nodes=8)),
    *(Setting("7"), Setting("IG"), Setting(nodes=128)),
)
"""One of each case, for the comparison of laws."""
BEYOND = {
    "Gi as a multiple of Gi0": all_of(
        Setting(memory="shared"), gi=[rounded(f * GI) for f in FACTORS]
    ),
    "closed forms": [
        *all_of(ONE, nodes=(8, 32), memory=MEMORIES, law=(NONE, BCN)),
        *(Setting(nodes=128, memory="shared", law=NONE), Setting(nodes=128)),
    ],
    "laws": [
        *(replace(s, law=law) for s in CULPRITS for law in (NONE, BCN, QCN)),
        *(replace(s, law=OCCUPANCY) for s in (CULPRITS[0], *CULPRITS[2:6])),
    ],
    "limits": [replace(s, variant=v) for s in (ONE, Setting("7")) for v in VARIANTS],
    "self-increase": [replace(s, variant="self-increase") for s in CULPRITS[4:6]],
    "arrivals": all_of(ONE, arrivals=ARRIVALS, law=(NONE, BCN, QCN)),
    "messages": all_of(ONE, messages=list(MESSAGES)[1:], law=(NONE, BCN, QCN)),
    "fat trees": all_of(Setting("fat tree"), nodes=TREES, law=(NONE, BCN, QCN)),
}
"""Additional runs: the other reading of a slide, checks, and the document's next steps."""

LOW, HIGH = gains(600, (0.1, 10))
"""Gains Gd on the slides that are too low and too high."""
TWO = [*SLIDES["case 5"], *SLIDES["case 6"]]
SAMPLED = [
    Setting(kilobytes=150, ps=ps, gd=gains(150, (factor,))[0])
    for ps, factor in ((0.02, 0.1), (0.1, 0.1), (0.02, 0.5))
]
"""A low gain, five times as many samples, five times the gain."""
ONE_HOTSPOT = [
    *(*SLIDES["case 1"], *all_of(ONE, gd=(LOW, HIGH)), *SAMPLED, *SLIDES["case 3"]),
    *(*SLIDES["IG"], *all_of(IG, gd=(HIGH,))),
    *(*SLIDES["N"], *SLIDES["W, fixed gains"], *SLIDES["M"]),
]
"""What claims read of cases in which replications are much alike, without case 4."""
CASE_4 = strong("1", 128, (600,))[1:]
Group = tuple[int, list[Setting], tuple[str, ...]]
"""Replications of some settings, and the readings under which they are run."""
QUICK: tuple[Group, ...] = (
    (6, all_of(ONE, memory=MEMORIES, law=(NONE, BCN)), tuple(READINGS)),
    (6, all_of(ONE, gd=(LOW,)), tuple(READINGS)),
    (6, [s for s in SLIDES["case 2"] if s.law == NONE], (AS_RUN,)),
    (6, SLIDES["case 3"], LIMITS),
    (6, TWO, (AS_RUN,)),
    (7, SAMPLED, (LIMITED,)),
    (1, all_of(ONE, gd=(HIGH,)), (LIMITED,)),
    (1, [s for s in SLIDES["case 2"] if s.law == BCN], (LIMITED,)),
    (1, strong("7", 16, (600,))[:2], (LIMITED,)),
    (1, all_of(IG, law=(NONE, BCN)), (LIMITED,)),
    (1, all_of(ONE, law=(QCN,)), (LIMITED,)),
)
FULL: tuple[Group, ...] = (
    (10, [*SLIDES["case 2"], *TWO, *SLIDES["case 7"]], tuple(READINGS)),
    (8, [*ONE_HOTSPOT, *CASE_4], tuple(READINGS)),
    (6, [s for curves in SLIDES.values() for s in curves if s.nodes < 128], tuple(READINGS)),
    (6, [*BEYOND["Gi as a multiple of Gi0"], *BEYOND["closed forms"]], LIMITS),
    (6, strong("1", 128, (600,))[:1], LIMITS),
    (6, [s for s in BEYOND["laws"] if s.nodes < 128], (LIMITED,)),
    (6, BEYOND["self-increase"], tuple(READINGS)),
    (6, [*BEYOND["arrivals"], *BEYOND["messages"]], (LIMITED,)),
    (1, SLIDES["case 4"], LIMITS),
    (1, [*BEYOND["laws"], *BEYOND["limits"], *BEYOND["fat trees"]], (LIMITED,)),
)
"""A median decides from six replications on, each of two parts that have to differ from seven on,
of four from eight on, of twelve from ten on. What has one replication is drawn and decides nothing.
"""
OWN, COMMON, ALIGNED = "own", "common", "aligned"
TIMINGS = {
    OWN: "own delays\nand phases",
    COMMON: "one delay\nof all links",
    ALIGNED: "500 ns,\naligned",
}
"""What of links and slots differs between replications, with names in figures.

Own: each link has a delay of its own, each station a start of its slots. Common: a replication has
a delay of all links, slots start at 0. Aligned: the delay is that of all replications. The first is
that of all claims.
"""
COMPARED: tuple[Group, ...] = (
    (10, [*SLIDES["case 2"], *TWO], (LIMITED,)),
    (10, TWO, (AS_RUN,)),
    (8, ONE_HOTSPOT, (LIMITED,)),
)
"""What the full edition also runs with the other timings, for the table of verdicts by timing."""
EDITIONS = {"quick": {OWN: QUICK}, "full": {OWN: FULL, COMMON: COMPARED, ALIGNED: COMPARED}}
"""The runs of an edition with each timing."""


@dataclass(frozen=True)
class Window:
    """Start of the hotspot, and measurement window after it, in seconds."""

    onset: float
    begin: float
    end: float


def window(setting: Setting, edition: str) -> Window:
    """Choose the measurement window: longer for PAUSE cycles and for flows with few samples.

    With PAUSE alone inputs stop and resume in cycles of 23 ms with 16 stations, 0.2 s with 128;
    under BCN a flow has some 200 samples per second. The quick edition has shorter windows where
    the claims that it asks do not depend on the length.
    """
    quick = edition == "quick"
    case, nodes = setting.case, setting.nodes
    if case == "7":
        return Window(0.1, 0.0, DWELL * SWEEP)
    if case == "fat tree" and nodes > 32:
        return Window(0.02, 0.05, 0.1) if nodes == 128 else Window(0.002, 0.008, 0.018)
    onset = 0.0 if case in ("5", "6", "IG") else 0.02 if quick else 0.1
    if nodes == 128:
        long = setting.law == NONE and setting.kilobytes == 600
        return Window(onset, 2.2, 4.2) if long else Window(onset, 0.2, 0.4)
    if case in ("2", "5", "6"):
        if quick and (setting.law == NONE or case == "2"):
            return Window(onset, 0.1, 0.4)
        return Window(onset, 0.2, 3.2)
    if case == "3":
        return Window(onset, 0.2, 0.4 if quick else 2.2)
    if setting.law == NONE and case != "fat tree":
        return Window(onset, 0.1, 0.6 if quick else 2.1)
    if quick and (case == "IG" or setting.gd in (LOW, HIGH)):
        return Window(onset, 0.1, 0.2)
    return Window(onset, 0.2, 0.3 if quick and setting.kilobytes == 600 else 0.4)


def timed(timing: str, run: int) -> dict[str, str | bool]:
    """Write delays and phases of a replication, which nobody knows, as the scenario reads them.

    Delays are from 500 to 1700 ns, an interval of a frame time, in steps of 4 ns: 5 bytes.
    """
    if timing == OWN:
        return {"LinkDelay": f"{DELAY}ns", "DelaySpread": f"{FRAME_NS}ns", "RandomPhases": True}
    drawn = random.Random(run).randrange(DELAY, DELAY + FRAME_NS + 1, 4)
    return {"LinkDelay": f"{drawn if timing == COMMON else DELAY}ns"}


def attributes(setting: Setting, edition: str) -> dict[str, str | float]:
    """Write a setting as the scenario reads it."""
    case, span = CASES[setting.case], window(setting, edition)
    process = ARRIVALS[setting.arrivals]
    sizes, mean = MESSAGES[setting.messages]
    if sizes:
        process = f"ns3::BernoulliArrivals[Probability={rounded(0.85 / mean)!r}]"
    return {
        "Topology": case.topology.format(n=setting.nodes, s=TREES.get(setting.nodes)),
        "Traffic": case.traffic.replace(":0.85", "") if process else case.traffic,
        "Service": case.service.format(t=span.onset),
        "Memory": object_text(
            f"ns3::{setting.memory.capitalize()}Memory",
            f"Capacity={1000 * setting.kilobytes}",
            ["Capacity=600000"],
        ),
        **_law(setting),
        "Process": process,
        "Sizes": sizes,
        "WarmUp": f"{rounded(span.onset + span.begin)}s",
        "Duration": f"{rounded(span.onset + span.end)}s",
        "Step": "0.001s" if span.onset + span.end >= 0.2 else "0.0001s",
    }


def _law(setting: Setting) -> dict[str, str]:
    set_point = f"SetPoint={setting.set_point}"
    if setting.law == NONE:
        return {"CongestionPoint": "", "ReactionPoint": ""}
    if setting.law != BCN:
        kind = "QcnOccupancy" if setting.law == OCCUPANCY else "Qcn"
        return {
            "CongestionPoint": object_text(f"ns3::{kind}CongestionPoint", set_point),
            "ReactionPoint": "ns3::QcnReactionPoint",
        }
    point, reaction = VARIANTS[setting.variant]
    return {
        "CongestionPoint": object_text(
            "ns3::BcnCongestionPoint",
            f"Clamp={setting.clamp}|SampleProbability={setting.ps:g}|{set_point}"
            f"|Weight={setting.weight:g}|{point}",
            ["Clamp=Total", "SampleProbability=0.02", "SetPoint=150000", "Weight=2"],
        ),
        "ReactionPoint": object_text(
            "ns3::BcnReactionPoint",
            f"Association={setting.association}|DecreaseGain={setting.gd!r}"
            f"|IncreaseGain={setting.gi!r}|{reaction}",
            ["Association=Steal"],
        ),
    }


def read(settings: Iterable[Setting], readings: Iterable[str] = READINGS) -> list[Setting]:
    """Describe settings under some readings, each once, in order."""
    return list(dict.fromkeys(replace(s, **READINGS[name]) for s in settings for name in readings))


def planned(edition: str, timing: str = OWN) -> dict[Setting, int]:
    """All settings of an edition with a timing, with the most replications of any group."""
    replications: dict[Setting, int] = {}
    for count, settings, readings in EDITIONS[edition].get(timing, ()):
        for setting in read(settings, readings):
            replications[setting] = max(count, replications.get(setting, 0))
    return replications


def spec(setting: Setting, edition: str, run: int, timing: str = OWN) -> RunSpec:
    """Describe a replication of a setting."""
    return RunSpec(
        SCENARIO,
        {**attributes(setting, edition), **timed(timing, run)},
        run=run,
        labels={**setting.labels, **asdict(window(setting, edition)), "timing": timing},
    )


def specs(edition: str) -> list[RunSpec]:
    """All runs of an edition."""
    return [
        spec(setting, edition, run, timing)
        for timing in TIMINGS
        for setting, count in planned(edition, timing).items()
        for run in range(1, count + 1)
    ]
