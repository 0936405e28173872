# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Claims about finite buffers at edge devices, and checks of these runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import (
    MUCH,
    OFTEN,
    Above,
    Below,
    Claims,
    Finding,
    NotAsked,
    about,
    derived,
    present,
    rule,
)
from burstlab.study.measures import medians, over, typical

from . import closed, edges
from .edges import BRIDGED_READINGS, CELLS, LARGE, MIDDLE, SMALL, Edge, bridged, of_reading
from .judges import BASE, HIGH, LOW, NOT_RUN, SIX, asked
from .reading import lost, sources, table
from .runs import BEGIN, DISTANCES, INFERRED, LINK
from .runs import LARGE as RATE
from .runs import SMALL as LITTLE

claim, check = Claims(), Claims()
ABSTRACT = "abstract"
WARM_UP, END = 0.5, 1.5
"""Seconds of a run with one source until the slow rise is over, and of the whole run."""


def place(edge: Edge) -> str:
    """Name a part: distance and room in cells."""
    return f"{edge.distance}, {CELLS * edge.frames} cells"


def rooms(results: Results, read: str, frames: Iterable[int]) -> Mapping[str, Edge]:
    """Return the settings of one source with some rooms, by `place`."""
    settings = (of_reading(read, distance=d, frames=n) for n in frames for d in DISTANCES)
    return asked(results, {place(one): one for one in settings})


@claim("E1", ABSTRACT, "crucial", "edge-buffers edges")
@rule(
    "share of the frames of a source of 76 Mb/s that are lost, by the room of its edge device",
    {place(Edge(distance=d, frames=SMALL)): Above(OFTEN) for d in DISTANCES}
    | {place(Edge(distance=d, frames=LARGE)): Below(OFTEN) for d in DISTANCES},
)
def provisioning(results: Results, read: str) -> Finding:
    """Edge devices drop packets, so the provisioning of their buffers is crucial.

    A source that needs half of the link loses frames often with little room, and rarely with much.
    """
    settings = rooms(results, read, (SMALL, LARGE))
    return Finding(medians(results, settings, lambda one: lost(results, one)))


@claim("E2", BASE, "large initial queue", "edge-buffers edges")
@rule(
    "lost frames a second of a source of 76 Mb/s with room for 1,024 cells, from 0.5 s on over "
    "before",
    {place(Edge(distance=d, frames=MIDDLE)): Below(1 / MUCH) for d in DISTANCES},
)
def slow_rise(results: Results, read: str) -> Finding:
    """The slow rise of ACR makes the large queue at the edge device, at the beginning."""
    parts = {}
    for name, one in rooms(results, read, [MIDDLE]).items():
        late = sources(results, one, late=True)["lost"]
        early = sources(results, one)["lost"] - late
        parts[name] = over(late / (END - WARM_UP), early / WARM_UP)
    return Finding(parts)


@claim("E3", BASE, "further amplified in the WAN", "edge-buffers edges")
@rule(
    "share of the frames of a source of 76 Mb/s that are lost with room for 1,024 cells, WAN over "
    "LAN",
    Above(1),
)
def amplified(results: Results, read: str) -> Finding:
    """The slow response is further amplified in the WAN: edge devices lose more frames there."""
    near, far = rooms(results, read, [MIDDLE]).values()
    return Finding(over(lost(results, far), lost(results, near)))


@claim("E4", SIX, "full demand, ~42 Mb/s", "lans")
@rule(
    "of bridged Ethernets of stock hosts: delivered over sent datagrams of A to C; egress of each "
    "of D to F over a third of what A to C leave of the link, RM cells included",
    {f"{d}, {name}": about(1) for d in DISTANCES for name in ("A to C", *HIGH)},
)
def bridged_lans(results: Results, read: str) -> Finding:
    """Edge devices bridge Ethernets: small ones get their demand, large ones share the rest.

    Ten stock hosts send UDP datagrams over each Ethernet of 100 Mb/s, 10 or 76 Mb/s in the long
    run; room for 2,048 cells. 42 Mb/s is a third of what three times 10 Mb/s leave.
    """
    if read not in BRIDGED_READINGS:
        raise NotAsked(NOT_RUN)
    parts = {}
    settings = {d: bridged(read, distance=d) for d in DISTANCES}
    for distance, one in asked(results, settings).items():
        frame = table(results, "frames", one)
        found = frame.assign(sent=frame["offered"] - frame["held"]).pivot(
            index=["seed", "run"], columns="name", values=["sent", "delivered", "egress"]
        )
        sent, came = (found[what][LOW].sum(axis=1) for what in ("sent", "delivered"))
        egress = found["egress"] * closed.NRM / (closed.NRM - 1)
        rest = (LINK - egress[LOW].sum(axis=1)) / 3
        parts[f"{distance}, A to C"] = over(came, sent)
        parts |= {f"{distance}, {name}": over(egress[name], rest) for name in HIGH}
    return Finding(parts, "Stock hosts draw their periods at random; their means are not exact.")


FULL = (64, LARGE)
"""Room that three sources of 76 Mb/s fill before the warm-up is over: 2,048 and 32,768 cells."""
CARRIED = RATE - closed.slope(LINK, LITTLE, RATE) * closed.CELL / 1e6
"""Mb/s of data cells that the network carries of each."""


@check(
    "V6", "overload of an edge device", "lost 1 - 40.05/76, waiting for the buffer at 40.05 Mb/s"
)
@rule(
    "of the sources of 76 Mb/s among six, LAN, from 0.75 s on, over the closed form: share of lost "
    "frames; mean response time, room for 32,768 cells",
    {f"lost, {CELLS * n} cells": derived(1) for n in FULL} | {"response": derived(1)},
)
def overload(results: Results, _: str) -> Finding:
    """What a full buffer loses is the excess of the source; a frame waits for what is before it."""
    parts = {}
    settings = {frames: of_reading(INFERRED, case=edges.SIX, frames=frames) for frames in FULL}
    for frames, one in asked(results, settings).items():
        found = sources(results, one, late=True)
        offered = found["offered"] / 3 * CELLS * closed.CELL / 1e6 / (END - BEGIN[edges.SIX])
        parts[f"lost, {CELLS * frames} cells"] = typical(
            found["lost"] / found["offered"] / (1 - CARRIED / offered)
        )
    wait = CELLS * LARGE * closed.CELL / (CARRIED * 1e6)
    parts["response"] = typical(found["response"] / wait)
    return Finding(parts, f"Closed form {1000 * wait:.0f} ms.")


@check("V7", "Little's law", "1")
@rule("largest distance from 1 of frames under way over arrivals times mean time", Below(0.02))
def little(results: Results, _: str) -> Finding:
    """Frames under way, sampled at devices, are arrivals a second times the mean time of a frame.

    All runs whose edge devices drop whole frames: no frame is lost behind them.
    """
    whole = (*edges.CLAIMED, *edges.SINGLE, *edges.OVERLOAD)
    if not present(results, [one for one in whole if one.discard == edges.FRAME]):
        raise NotAsked(NOT_RUN)
    names = ["atm.frames_held", "atm.frames_stay"]
    chosen = results.where(discard=edges.FRAME)
    held, stay = (chosen.frame(name, by="setting")[name].to_numpy() for name in names)
    return Finding(Interval.exact(float(abs(held / stay - 1).max()), len(held)))
