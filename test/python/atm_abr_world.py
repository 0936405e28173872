# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Networks of study atm-abr whose numbers are made up: what each judge measures is known.

A number of a claim is the median of ten replications, which differ from it by a per mille, or by
5 ms, or not at all. Sessions that a claim does not ask for have numbers that would show.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import made_up
import numpy as np
import pandas as pd
from burstlab.engine import RunSpec
from burstlab.study import find_studies

STUDY = find_studies(["atm-abr"])["atm-abr"]
judges, reading, runs = (
    importlib.import_module(f"burstlab_study_atm_abr.{name}")
    for name in ("judges", "reading", "runs")
)
LAN, WAN = runs.LAN, runs.WAN
Numbers = Mapping[tuple[str, str], float]
"""What is to be measured, by claim and part."""
REPLICATIONS = range(1, 11)
"""As many as the study runs: with fewer a single one of twelve parts cannot decide."""
TIMES = np.round(np.arange(1, 301) * 0.005, 3)
SESSION = (
    *("session", "name", "demand", "fair", "arrived", "acr", "egress", "data", "acr_max"),
    *("bursts", "peak", "reached", "waiting", "waiting_max", "waiting_early", "waiting_late"),
    "slope",
)
SERIES = ("time", "session", "arrived", "acr", "egress", "waiting")
TABLES = {
    "session": (SESSION, ["1"] * len(SESSION)),
    "series": (SERIES, ["s", "1", "Mb/s", "Mb/s", "Mb/s", "1"]),
    "queues": (("time", "trunk", "most"), ["s", "1", "1"]),
    "port": (("trunk", "name", "utilisation", "queue_max", "lost"), ["1"] * 5),
}
"""As the study expects them of ``atm-abr-load``."""
NONE: dict[str, list] = {"series": [], "queues": []}
UNITS = dict.fromkeys(("atm.cells", "atm.queue_max", "atm.lost"), "1")
CROOKED = 0.1
"""Squared correlation of queues that no claim asks for."""
RAMP = 136.413e-6 + sum(32 * 424e-6 / rate for rate in np.arange(10, 154, 155 / 256)[1:])
"""Seconds from 10 to 154 Mb/s: the round trip, then 32 cells at each rate."""


def line(r2: float, cells: float) -> np.ndarray:
    """Waiting cells that grow to a number, with a squared correlation to time from 0.3 s on.

    What alternates about a line is orthogonal to it: 241 times, as many on either side of 0.9 s.
    """
    straight = cells * TIMES / TIMES[-1]
    late = TIMES >= 0.3
    wiggle = np.where(late, (-1.0) ** np.arange(len(TIMES)), 0.0)
    part = straight[late].var() / wiggle[late].var() * (1 / r2 - 1)
    return straight + math.sqrt(part) * wiggle


def settling(seconds: float) -> np.ndarray:
    """A rate whose mean over five rows is half of the link from some seconds after 0.1 s on.

    It is that for the first time after 25 ms, if there is room for it.
    """
    once = (TIMES > 0.1) & (TIMES <= 0.125) & (seconds > 0.06)
    for_good = 0.1 + seconds - 0.0225 < TIMES
    return np.where(once | (for_good & (seconds < 1.4)), 77.5, 0.0)


class Run:
    """What a run records: frames that its setting fills with the numbers of the claims."""

    def __init__(self, s: object, run: int, numbers: Numbers) -> None:
        self.setting, self.number, self.numbers = s, run, numbers
        self.offset = (run - 1) % 3 - 1
        self.names = list("ABCDEF"[: runs.SESSIONS.get(s.case, 6)])
        self.sessions = pd.DataFrame(7.0, index=self.names, columns=SESSION[2:])
        shape = pd.MultiIndex.from_product([SERIES[2:], self.names])
        self.series = pd.DataFrame(7.0, index=TIMES, columns=shape)
        self.queue, self.lost = 600.0, 1000.0 if s.buffer else 0.0
        fill = {
            "baseline 76": self.fast,
            "baseline 10": self.slow,
            "staggered": self.pair,
            "six sessions": self.six,
            "parking lot": self.lot,
            "step": self.step,
        }
        if s in runs.CLOSED:
            self.closed()
        elif s.case in runs.NETWORKS:
            self.contest()
        else:
            fill[s.case]()

    def of(self, claim: str, part: str = "", noise: bool = True) -> float:
        """Return what this replication has of a number."""
        factor = 1 + 0.001 * self.offset if noise else 1
        return self.numbers[claim, part.format(self.setting.distance)] * factor

    def wide(self, claim: str) -> float:
        """Return how often the WAN has what the LAN has: its number, or once."""
        return self.of(claim) if self.setting.distance == WAN else 1.0

    def fast(self) -> None:
        a = {"arrived": 76, "data": 76 * self.of("B1", "{}"), "peak": self.of("B2", "{}")}
        a["bursts"] = self.of("B2", "bursts") if self.setting.distance == LAN else 0.0
        a |= {"waiting_early": 1000 * self.wide("B3"), "reached": 0.0612, "egress": 78}
        self.sessions.loc["A", list(a)] = list(a.values())

    def slow(self) -> None:
        a = {"egress": self.of("B4", "{}") * 424e-6, "acr_max": 155 * self.of("B5", "{}")}
        a["reached"] = math.nan
        self.sessions.loc["A", list(a)] = list(a.values())

    def pair(self) -> None:
        off = math.sqrt(1 / self.of("T1", "{}") - 1)  # Jain's index of 1 - x and 1 + x
        self.sessions["egress"] = [77.5 * (1 - off), 77.5 * (1 + off)]
        self.sessions["waiting_early"] = [1000 * self.wide("T3"), 500]
        self.series["egress", "A"] = 77.5
        late = self.of("T2", "{}", noise=False) / 1000 + 0.005 * self.offset
        self.series["egress", "B"] = settling(late)
        gone = 0.2 if self.setting.distance == LAN else 0.3
        self.series["waiting", "A"] = np.interp(TIMES, [0, 0.1, gone], [0, 1000, 0])
        self.queue = self.of("T4", "{}")

    def six(self) -> None:
        small, large = list("ABC"), list("DEF")
        table = self.sessions
        table["arrived"] = [10, 10, 10, 76, 76, 76]
        table.loc[small, "data"] = 10 * self.of("S1", "{}") + np.array([0, 0.2, 0.1])
        table.loc[small, "acr"] = self.of("S3", "{}") + np.array([-2, 0, 2])
        table.loc[small, "waiting_late"] = 125000 * self.of("S5", "{}") * np.array([0.5, 1, 0])
        for name in large:
            table.loc[name, "acr"] = self.of("S2", f"{{}}, acr of {name}")
            table.loc[name, "egress"] = self.of("S2", f"{{}}, egress of {name}")
            table.loc[name, "waiting"] = self.of("S4", f"{{}}, cells of {name}")
            r2 = self.of("S4", "{}, r2") if name == "E" else 1
            self.series["waiting", name] = line(r2, table.loc[name, "waiting"])
        for name in small:
            self.series["waiting", name] = line(CROOKED, 1000)
        self.queue = self.of("S6", "{}")

    def lot(self) -> None:
        held, free, table = list("ABCF"), list("DE"), self.sessions
        table["egress"] = [self.of("M1", f"{{}}, {name}") for name in self.names]
        table.loc["D", "acr"] = self.of("M3", "{}")
        table.loc[held, "waiting"] = [2e5, 3e5, 1e5, 4e5]
        table.loc[free, "waiting"] = 1e5 * self.of("M2", "{}, ratio") * np.array([1, 0.5])
        for name in held:
            self.series["waiting", name] = line(self.of("M2", "{}, r2") if name == "B" else 1, 1e5)
        for name in free:
            self.series["waiting", name] = line(CROOKED, 1e5)
        self.queue = self.of("M4", "{}")
        if self.number == 2 and self.setting.distance == WAN and not self.setting.buffer:
            self.lost = self.of("V5")

    def step(self) -> None:
        self.queue = self.of("X1", "{}")

    def closed(self) -> None:
        self.sessions["reached"] = RAMP * self.of("V1", noise=False)
        for name in self.names:
            growing = 10 * np.exp(self.of("V2", noise=False) * TIMES)
            self.series["acr", name] = np.minimum(growing, 155)
        # (76 - (155 - 3 x 10 x 32/31) / 3 x 31/32) Mb/s in cells of 424 bits.
        slope = (76 - (155 - 30 * 32 / 31) / 3 * 31 / 32) * 1e6 / 424 * self.of("V3")
        for factor, name in zip((0.98, 1.0, 1.02), self.names[3:], strict=False):
            self.series["waiting", name] = slope * factor * TIMES

    def contest(self) -> None:
        ideal = self.setting.algorithm == "ideal"
        off = self.of("V4", self.setting.case, noise=False) if ideal else 0.5
        self.sessions["fair"] = np.linspace(20, 70, 6)
        self.sessions["egress"] = self.sessions["fair"] * [1 - off, *[1 + off / 2] * 5]

    def rows(self) -> dict[str, list[list[object]]]:
        """Rows of the tables of what was measured once."""
        measured = zip(self.names, self.sessions.to_numpy().tolist(), strict=True)
        return {
            "session": [[str(i), name, *map(str, row)] for i, (name, row) in enumerate(measured)],
            "port": [["0", "s1 > s2", "0.98", str(self.queue), str(self.lost)]],
        }

    def series_rows(self) -> dict[str, list[list[float]]]:
        """Rows of the tables of what was measured every 5 ms."""
        cells = np.stack([self.series[name][self.names] for name in SERIES[2:]], axis=2)
        places = [(time, i) for time in TIMES.tolist() for i in range(len(self.names))]
        measured = zip(places, cells.reshape(len(places), -1).tolist(), strict=True)
        return {
            "series": [[*place, *row] for place, row in measured],
            "queues": [[time, 0.0, self.queue] for time in TIMES.tolist()],
        }

    def scalars(self) -> dict[str, float]:
        return {"atm.cells": 99_000.0, "atm.queue_max": self.queue, "atm.lost": self.lost}


def specs(settings: Collection[object], replications: Collection[int]) -> list[RunSpec]:
    """Describe runs as the study labels them."""
    return [
        RunSpec("atm-abr-load", run=run, labels={**vars(s), "setting": s.text})
        for s in settings
        for run in replications
    ]


def write(path: Path, made: Mapping[object, Numbers], series: bool = True) -> Path:
    """Write an archive of settings, each with the numbers of its claims; or without time series."""

    def all_runs() -> Iterator[made_up.Run]:
        for s, numbers in made.items():
            once = s.arrivals == runs.GREEDY
            for spec in specs([s], REPLICATIONS[:1] if once else REPLICATIONS):
                run = Run(s, spec.run, numbers)
                yield spec, run.scalars(), run.rows() | (run.series_rows() if series else NONE)

    return made_up.write(path, STUDY, "ns3::AtmAbrLoadScenario", UNITS, TABLES, all_runs())
