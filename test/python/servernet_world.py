# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A network that does all the document of study servernet says, as the study reads its runs."""

from __future__ import annotations

import importlib
import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from burstlab.engine import RunSpec
from burstlab.statistics import merge_histograms
from burstlab.study import find_studies

STUDY = find_studies(["servernet"])["servernet"]
runs, reading = (
    importlib.import_module(f"burstlab_study_servernet.{name}") for name in ("runs", "reading")
)
POISSON, READINGS = runs.POISSON, runs.READINGS

TWO_WAY = {
    ("U", False): {8: 300, 14: 400, 17: 600, 20: 1000, 23: 4000, 28: 5000, 40: 5200},
    ("U", True): {14: 800, 17: 2000, 20: 4000, 23: 4500, 40: 5200},
    ("CS", False): {20: 300, 40: 500, 50: 3000, 55: 3500},
    ("CS", True): {20: 350, 40: 1200, 50: 4000},
    ("T", False): {12: 450, 14: 700, 17: 4000, 40: 6000},
    ("T", True): {12: 1800, 14: 2940, 17: 6000, 40: 6200},
}
"""Ticks by pattern, whether self-similar, and lambda; log-linear in between."""
RUNS = 10
"""Replications: one of the 16 parts of V3 can differ from 10 on."""
SHORT, LONG = 400_000, 4_000_000
"""Measured ticks of the quick and the full edition."""
MORE = 1.25
"""What self-similar sources offer over lambda."""
CARRIED = {"U": 20, "CS": 48, "T": 14}
"""Load beyond which no more is carried."""
STALLED_UP = {1: (1, 2), 2: (5, 10), 3: (31, 72), 4: (8, 12), 5: (3, 5), 6: (37, 70), 7: (4, 8)}
STALLED_UP |= {8: (18, 60)}
"""Percent by category, Poisson and self-similar."""
TRANSMITTING = {1: 2, 2: 9, 3: 14.4, 4: 33, 5: 14.4, 6: 33, 7: 28, 8: 65}


def model(spec: RunSpec) -> dict[str, float]:
    """What a run of the obliging network measures."""
    lam, pattern, load = (spec.labels[name] for name in ("lambda", "pattern", "load"))
    bursty = load != POISSON
    noise = math.exp(0.01 * math.sin(17 * spec.run + 3 * bursty))
    known = TWO_WAY[pattern, bursty]
    two_way = noise * math.exp(np.interp(lam, list(known), np.log(list(known.values()))))
    stalled = 0.01 * two_way / 240 if pattern == "U" else 0.02 * (2.5 if bursty else 1.0)
    if pattern == "CS":
        stalled *= 0.01
    carried = 92 * runs.DEVICES * min(lam, CARRIED[pattern]) / runs.TICKS_PER_MS
    values = {
        "two_way": two_way,
        "stalled": stalled,
        "throughput": carried * (1.05 if bursty and lam == runs.BEFORE else 1.0),
        "two_way_max": 200_000 * noise * (0.95 if bursty else 1.0),
        "samples": 1e6,
        "routers": {"U": 4.85, "CS": 3.27, "T": 5.33}[pattern] * noise,
        "sent cpu": 0.12 * noise,
        "sent io": 0.018,
        "requested cpu": 0.02,
        "requested io": 0.4 * lam / runs.TICKS_PER_MS * runs.REQUEST_FLITS,
        "two_way cpu": two_way,
        "two_way io": two_way,
        "waited": 50.0,
        "offered_load": lam * (MORE if bursty else 1.0),
    }
    if spec.labels["fifo"] > 64 or spec.labels["cpu_limit"] != 8:
        values["two_way"] *= 0.7
        values["stalled"] *= 0.7
    if spec.labels["arbiter"] == "biased ALU":
        values["throughput"] *= 1.3
    values["generation_rate"] = values["throughput"]
    zero = ("dropped", "discarded", "missing")
    return {
        **dict.fromkeys(zero, 0.0),
        **{"empty_two_way": 239.5, "packets": 1e5, "measured_ticks": LONG},
        **values,
    }


def make_points() -> pd.DataFrame:
    """Labels and measures of runs of the full edition on the network of the document."""
    rows = [
        {**spec.labels, "seed": spec.seed, "run": spec.run, **model(spec)}
        for spec in STUDY.specs("full")
        if spec.labels["part"] in ("network", "tail") and spec.run <= RUNS
    ]
    return pd.DataFrame(rows).rename_axis("run_id")


def make_links(points: pd.DataFrame) -> pd.DataFrame:
    """Their tables of links: as at the point of U everywhere."""
    rows = []
    for run_id, point in points.iterrows():
        for category, stalled in STALLED_UP.items():
            for direction in (reading.UP, reading.DOWN):
                factor = 1 + 0.004 * (point["run"] - (RUNS + 1) / 2) * (-1) ** category
                up = stalled[point["load"] != POISSON] if direction == reading.UP else 1
                up += direction * (point["load"] != POISSON)
                share = TRANSMITTING[category] / 100
                rows.append(
                    {
                        **{"run_id": run_id, "category": category, "direction": direction},
                        **{"transmitting": share * factor, "stalled": up * factor / 100},
                        **{"expected": share},
                    }
                )
    return pd.DataFrame(rows)


NAMES = {8: "s{q} to t{q}", 6: "mo{q} to s{q}", 3: "cpu{q}.2 to mo{q}"}


def make_stalls() -> pd.DataFrame:
    """Stalls of all runs, all of their window: in each quadrant 8 begins, 6 follows, then 3."""
    rows = [
        {
            **{"run_id": run, "quadrant": quadrant, "category": category},
            "direction": reading.UP,
            **{"begin": 500 * i + delay, "end": 500 * i + 400 + delay},
            **{"blamed_category": blamed, "blamed_direction": reading.UP},
            **{"name": NAMES[category].format(q=quadrant), "packet": i, "channel": category},
        }
        for run in range(1, RUNS + 1)
        for quadrant in range(2)
        for i in range(20)
        for category, delay, blamed in ((8, 0, 7), (6, 60, 8), (3, 120, 6))
    ]
    return pd.DataFrame(rows)


def make_blame() -> pd.DataFrame:
    """Blame of all runs."""
    rows = [
        (run, category, reading.UP, blamed, reading.UP, ticks + run)
        for run in range(1, RUNS + 1)
        for category, blamed, ticks in ((6, 8, 900), (6, 2, 100), (3, 6, 700), (3, 4, 100))
    ]
    columns = ["run_id", "category", "direction", "blamed_category", "blamed_direction", "ticks"]
    return pd.DataFrame(rows, columns=columns)


def make_tail() -> dict[tuple[str, float], list[pd.DataFrame]]:
    """Histograms under T by load and lambda: bursts take long, the longest time is the same."""
    tails = {}
    for load in runs.LOADS:
        above = 1000 if load == POISSON else 4000
        bins = [(1000, 1, 132_097 - above), (50_000, 8, above - 3), (190_000, 64, 3)]
        histogram = pd.DataFrame(bins, columns=["low", "width", "count"])
        for lam in (runs.UNEQUAL, runs.MAX_RATE):
            tails[load, lam] = [histogram] * RUNS
    return tails


def make_variances(load: str) -> pd.DataFrame:
    """Variances of C1 and C2 that grow as m^1 and, three times as large, as m^1.7."""
    octaves = np.arange(14)
    factor, power = (1.0, 1.0) if load == POISSON else (3.0, 1.7)
    noise = np.exp(0.01 * np.sin(np.arange(1, RUNS + 1)))[:, None]
    return pd.DataFrame(factor * noise * 2.0 ** (power * octaves), columns=octaves)


def make_topology() -> pd.DataFrame:
    """Links of a network like the document's, with one I/O device for each enclosure."""
    links = [(f"t{a}", f"t{b}", 7) for a in range(4) for b in range(a + 1, 4)]
    for q in range(4):
        links += [(f"mc{q}", f"t{q}", 4), (f"s{q}", f"t{q}", 8), (f"mo{q}", f"s{q}", 6)]
        links += [(f"e{q}.{i}", f"s{q}", 2) for i in range(4)]
        links += [
            (f"cpu{q}.{i}", f"mc{q}" if i < 2 else f"mo{q}", 5 if i < 2 else 3) for i in range(4)
        ]
        links += [(f"io{q}.{i}", f"e{q}.{i}", 1) for i in range(4)]
    frame = pd.DataFrame(links, columns=["first", "second", "category"])
    return frame.assign(category=frame["category"].astype(str))


FRAMES = {"points": make_points(), "blame": make_blame(), "stalls": make_stalls()}
FRAMES["links"] = make_links(FRAMES["points"])


class World:
    """Speaks like `burstlab.archive.Results` of the obliging network, or of some of its runs."""

    def __init__(
        self, made: SimpleNamespace, labels: dict[str, object], points: pd.DataFrame | None = None
    ) -> None:
        self.made, self.chosen_by = made, labels
        self.part = labels.get("part")
        self.points = made.points if points is None else points
        self.run_ids = tuple(self.points.index)
        self.used = frozenset(range(5))

    def __len__(self) -> int:
        return len(self.run_ids)

    def where(self, **labels: object) -> World:
        chosen = self.points
        for name, value in labels.items():
            chosen = chosen[chosen[name].isin(value if isinstance(value, tuple) else [value])]
        return World(self.made, {**self.chosen_by, **labels}, chosen)

    def runs(self) -> pd.DataFrame:
        return self.points[["seed", "run"]]

    def labels(self) -> pd.DataFrame:
        return self.points

    def frame(self, metric, by=(), wide=None, object=""):  # noqa: A002
        column = f"{metric.removeprefix('servernet.')} {object}".strip()
        by = [by] if isinstance(by, str) else list(by)
        frame = self.points[[*by, "seed", "run", column]].rename(columns={column: metric})
        return frame.pivot(index=["seed", "run"], columns=wide, values=metric) if wide else frame

    def scalars(self, metric: str) -> pd.DataFrame:
        values = self.made.counts.get(metric)
        if values is None:
            values = self.points[metric.removeprefix("servernet.")].to_numpy()
        return pd.DataFrame({"run_id": range(len(values)), "object": "", "value": values})

    def table(self, name: str, by: str = "") -> pd.DataFrame:
        if self.part == "graph":
            return make_topology()
        links = self.made.links
        return self.points[[by, "seed", "run"]].merge(links, left_index=True, right_on="run_id")

    def histogram(self, _: str) -> pd.DataFrame:
        histograms = self.made.tail[self.chosen_by["load"], self.chosen_by["lambda"]]
        return merge_histograms(*[histograms[run - 1] for run in self.points["run"]])


def install(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Let the study read the obliging network; what a test changes in it the judges see."""
    made = SimpleNamespace(
        **{name: frame.copy() for name, frame in FRAMES.items()},
        tail=make_tail(),
        variances={load: make_variances(load) for load in runs.LOADS},
        counts={
            **{f"servernet.different_{what}": [0.0] for what in ("heads", "tails", "stalls")},
            **{"servernet.hops": [100.0], "servernet.stalled_ticks": [50.0]},
            **{"servernet.wrong_times": [0.0]},
            **{"topology.channels": [308.0], "topology.dependencies": [896.0]},
            **{"topology.unreachable_pairs": [0.0]},
        },
    )
    made.results = World(made, {})
    monkeypatch.setattr(reading, "blame", lambda *_: made.blame)
    monkeypatch.setattr(reading, "stalls", lambda *_, **__: made.stalls)
    monkeypatch.setattr(reading, "slot_variances", lambda _, load: made.variances[load])
    monkeypatch.setattr(
        reading,
        "start_loads",
        lambda *_: {
            start: pd.DataFrame({100: [1.0, 1.1], 1000: [1.0, 1.05]}) for start in runs.STARTS
        },
    )
    return made
