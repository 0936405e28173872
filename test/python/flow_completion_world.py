# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A data centre in which pFabric does all that study flow-completion says."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import made_up
from burstlab.engine import RunSpec
from burstlab.study import find_studies

STUDY = find_studies(["flow-completion"])["flow-completion"]
judges, reading, runs = (
    importlib.import_module(f"burstlab_study_flow_completion.{name}")
    for name in ("judges", "reading", "runs")
)
FLOWS = ("flow", "source", "destination", "size", "start", "completion", "ideal")
TABLES = {"flows": (FLOWS, ["1"] * len(FLOWS))}
NAMES = (
    *("flows", "mean", "p99", "of_means", "offered", "left", "left_bytes", "time", "hops"),
    *("dropped", "refused"),
)
UNITS = {f"completion.{name}": "1" for name in NAMES}
SLOW = {runs.PFABRIC: 1, runs.DCTCP: 2, runs.TCP: 4}
"""What a protocol makes of the waiting of pFabric."""
MEANS = {"all": 0.1, "short": 0.05, "medium": 0.2, "long": 0.4}
"""Waiting over ideal time with pFabric at 60 %, and a third of that of the 99th percentile."""
Change = Callable[[runs.Setting, dict[str, float], list[list[float]]], None]
"""Changes the scalars and the flows of a run."""


def setting(spec: RunSpec) -> runs.Setting:
    """The setting of a run."""
    return runs.Setting(**{name: v for name, v in spec.labels.items() if name != "setting"})


def ideal(packets: int, rack: bool) -> float:
    """Of a flow, us, as the study's README has it."""
    return 1.2 * packets + (12.064 if rack else 13.48)


def specs(edition: str, replications: int | None) -> list[RunSpec]:
    """All runs of an edition, or as many replications of each setting."""
    there = STUDY.specs(edition)
    if replications is None:
        return there
    firsts = [spec for spec in there if spec.run == 1]
    return [replace(spec, run=run) for spec in firsts for run in range(1, replications + 1)]


def made(
    edition: str, change: Change | None, replications: int | None = None
) -> Iterator[made_up.Run]:
    """All runs of an edition."""
    for spec in specs(edition, replications):
        one = setting(spec)
        wait = SLOW[one.protocol] * one.load / 60 * (1 + 1e-3 * math.sin(17 * spec.run))
        scalars = {
            **{f"completion.mean[{of}]": 1 + wait * mean for of, mean in MEANS.items()},
            **{f"completion.p99[{of}]": 1 + 3 * wait * mean for of, mean in MEANS.items()},
            **{f"completion.flows[{of}]": one.flows / 2 for of in MEANS},
            "completion.of_means": 1 + wait,
            "completion.offered": one.load / 100,
            "completion.left": 0.0,
            "completion.hops": 990.0,
            "completion.dropped": 10.0,
        }
        if one.protocol != runs.PFABRIC:
            scalars["completion.refused"] = 0.0
        rows = []
        for number, (packets, to) in enumerate(((6, 1), (12, 16), (13, 1), (100, 143))):
            least = ideal(packets, to < 16)
            gap = 0.28 if packets > 12 and to >= 16 else 0
            completion = least * (1 + wait) + gap
            rows.append([number, 0, to, 1460 * packets, 1e4 * number, completion, least])
        if change:
            change(one, scalars, rows)
        yield spec, scalars, {"flows": rows}


def write(
    path: Path,
    change: Change | None = None,
    edition: str = "quick",
    replications: int | None = None,
) -> Path:
    """Write an archive of the runs of an edition, or of as many replications."""
    scenario = "ns3::FlowCompletionLoadScenario"
    runs_of = made(edition, change, replications)
    return made_up.write(path, STUDY, scenario, UNITS, TABLES, runs_of)
