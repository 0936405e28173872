# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The QBSS test bed: claims with their rules and measures, tables and figures."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval
from burstlab.study import (
    ABOUT,
    Above,
    Claims,
    Exhibits,
    Finding,
    Rows,
    Within,
    about,
    figures,
    present,
    rule,
    runs_of,
)
from burstlab.study.figures import Drawing, Style
from burstlab.study.measures import over, typical
from burstlab.study.measures import table as points_of

from ..readings import AS_RUN, READINGS
from ..results import cells, determined, has_reading, of_full, readings, shown
from ..results import of as of_cell
from .settings import ALL, ALONE, BE, CLASSES, LINKS, NONE, PRIORITY, QBSS, RINGS, Bed, scripted

claim, figure, table = Claims(has_reading), Exhibits(), Exhibits()
S37, S38, S39 = "slide 37", "slide 38", "slide 39"

TENTH = 0.001
"""A tenth of a point: shares of exactly 1 and 30 % lie on the limits of the policy."""
REACTION_S = 1 + ABOUT
"""Limit for "within about a second"."""
MANY = tuple(f"{mbps:,} Mb/s" for mbps in LINKS["full"])
"""Names of the links."""


def name(setting: Bed) -> str:
    """Write a link."""
    return f"{setting.mbps:,} Mb/s"


def links(results: Results, reading: str) -> list[Bed]:
    """Find the runs of the script under a reading, a setting a link."""
    return sorted(cells(results, scripted, reading), key=lambda cell: cell.mbps)


def in_phase(results: Results, setting: Bed, metric: str, phase: int, what: object) -> pd.Series:
    """Read a metric of a class or of the pings of a code point in a phase."""
    return of_cell(results, setting, metric, f"{phase}/{what}")


def slowest(results: Results, setting: Bed) -> pd.Series:
    """Find the longest time after a change until a class has 90 % of its new share."""
    frame = runs_of(results, setting).frame("qbss.reaction", object=None)
    return frame.groupby(["seed", "run"])["qbss.reaction"].max()


@claim("C41", S37, "QBSS > 1 %, priority < 30 %", "script shares")
@rule(
    "share of a class in the bytes that leave the queue while all classes wait",
    {
        f"{what}, {link}": kept
        for link in MANY
        for what, kept in ((QBSS, Within(0.01 - TENTH, 1)), (PRIORITY, Within(0, 0.30 + TENTH)))
    },
    from_document=True,
)
def policy(results: Results, read: str) -> Finding:
    """A router gives QBSS at least 1 % of a link, priority at most 30 %, best effort the rest."""
    cells = links(results, read)
    return Finding(
        {
            f"{what}, {name(cell)}": typical(in_phase(results, cell, "qbss.chosen", ALL, what))
            for cell, what in product(cells, (QBSS, PRIORITY))
        },
        lambda: f"Links of {', '.join(map(name, cells))}.",
    )


@claim("C42", S37, "1 % under overload, all of the link when it is idle", "script shares")
@rule(
    "payload of QBSS: share beside both others, and alone over the rate of the link",
    {
        f"{what}, {link}": kept
        for link in MANY
        for what, kept in (("overload", about(0.01)), ("alone", about(1)))
    },
)
def scavenger(results: Results, read: str) -> Finding:
    """QBSS has 1 % when all classes send, and the whole link when it sends alone."""
    parts = {}
    for cell in links(results, read):
        parts[f"overload, {name(cell)}"] = typical(in_phase(results, cell, "qbss.share", ALL, QBSS))
        rates = [in_phase(results, cell, "qbss.rate", phase, QBSS) for phase in ALONE]
        parts[f"alone, {name(cell)}"] = typical(sum(rates) / len(rates) / cell.mbps)
    return Finding(
        parts, "Payload that arrived in order: a stream of 1 % has time-outs and retransmissions."
    )


@claim("C43", S38, "effect within about 1 s", "script shares")
@rule("longest time to 90 % of the new share, each link", Within(0, REACTION_S), unit="s")
def reaction(results: Results, read: str) -> Finding:
    """Shares adapt within about a second after a class starts or stops."""
    return Finding({name(cell): typical(slowest(results, cell)) for cell in links(results, read)})


def round_trip(results: Results, read: str, load: str, of: str, ring: int = 1):
    """Mean round trip of the pings of a class beside a load in each replication, us."""
    return in_phase(results, Bed(read, load=load, ring=ring), "qbss.ping_mean", 1, CLASSES[of])


@claim("C44", S39, "300 us, regardless of QoS", "pings round-trips")
@rule("mean round trip of pings of a class", about(300), unit="us", from_document=True)
def unloaded(results: Results, read: str) -> Finding:
    """Without load a ping takes 300 us, whatever its class."""
    return Finding({of: determined(round_trip(results, read, NONE, of)) for of in CLASSES})


@claim("C45", S39, "550 us, 70 % more", "pings round-trips")
@rule(
    "mean round trip of pings of other classes beside QBSS",
    about(550),
    unit="us",
    from_document=True,
)
def beside_scavenger(results: Results, read: str) -> Finding:
    """Pings of best effort and priority take 550 us while QBSS sends."""
    return Finding(
        {
            f"{of}, ring of {ring}": typical(round_trip(results, read, QBSS, of, ring))
            for of, ring in product((BE, PRIORITY), RINGS)
        },
        "550 us are 83 % more than 300, not 70 %.",
    )


@claim("C46", S39, "5 ms, more than 10 times", "pings round-trips")
@rule(
    "mean round trip of pings in the class of the load, ms, and its ratio to that without load",
    {
        f"{of}, ring of {ring}{what}": kept
        for of, ring in product((QBSS, BE), RINGS)
        for what, kept in ((", ms", about(5)), (", times", Above(10)))
    },
    from_document=True,
)
@of_full("means over 30 s of a window that grows and falls.")
def same_class(results: Results, read: str) -> Finding:
    """Pings of the class that sends take 5 ms, more than ten times as long as without load."""
    parts: dict[str, Interval] = {}
    for of, ring in product((QBSS, BE), RINGS):
        loaded = round_trip(results, read, of, of, ring)
        parts[f"{of}, ring of {ring}, ms"] = typical(loaded / 1000)
        parts[f"{of}, ring of {ring}, times"] = over(loaded, round_trip(results, read, NONE, of))
    return Finding(parts)


LOADS = [(NONE, 1), *product((QBSS, BE), RINGS)]
"""What sends, above a ring of so many packets."""


@table("shares", "Shares of the link", f"{S37}, {S38}")
def shares(results: Results) -> Rows:
    """QBSS has at least 1 %, priority at most 30 %, best effort the rest.

    Percent; medians over the replications with 95 % intervals. Queue: of the bytes that leave the
    queue while packets of all classes wait, as the scheduler decides. Payload: of the data that
    arrived in order, as a user sees.
    """
    for cell in [cell for read in READINGS for cell in links(results, read)]:
        row: dict[str, object] = {"reading": cell.reading, "Mb/s": cell.mbps}
        for what, metric in (("queue", "qbss.chosen"), ("payload", "qbss.share")):
            for of in CLASSES:
                part = 100 * in_phase(results, cell, metric, ALL, of)
                row[f"{what}, {of}"] = shown(part, ".2f")
        for when, phase in zip(("first", "last"), ALONE, strict=True):
            rate = 100 * in_phase(results, cell, "qbss.rate", phase, QBSS) / cell.mbps
            row[f"payload of the link, QBSS alone, {when}"] = shown(rate, ".1f")
        yield row | {"slowest change, s": shown(slowest(results, cell), ".1f")}


@table("round-trips", "Round trips of pings", S39)
def round_trips(results: Results) -> Rows:
    """300 us without iperf, 550 us beside iperf in QBSS, 5 ms in the class of iperf.

    Mean round trips at 100 Mb/s, us; medians over the replications with 95 % intervals.
    """
    loads = [Bed(read, load=of, ring=ring) for read in READINGS for of, ring in LOADS]
    for cell in present(results, loads):
        row = {"reading": cell.reading, "sends": cell.load, "ring, packets": cell.ring}
        for of in CLASSES:
            took = round_trip(results, cell.reading, cell.load, of, cell.ring)
            row[f"{of} pings"] = shown(took, ".0f")
        yield row


STEPS = 75
"""Largest number of mean rates shown of a run."""
COLOUR = {QBSS: figures.GREEN, BE: figures.BLUE, PRIORITY: figures.VERMILION}


@figure("script", "Shares of the link over time", f"{S37}, {S38}")
def script(results: Results) -> Drawing:
    """Three types of traffic, of which QBSS has what the others leave.

    One run of each link, as in 2002: part of the link that the payload of each class had. QBSS
    alone fills the link (green), falls to about a hundredth as soon as best effort starts (blue),
    and has the link again after best effort stops. Priority takes its 30 % (red) from best effort.
    """
    cells = links(results, AS_RUN)
    drawing, panels = figures.subplots(
        len(cells), height=1 + 1.9 * len(cells), squeeze=False, sharey=True
    )
    for panel, cell in zip(panels[:, 0], cells, strict=True):
        chosen = results.where(setting=cell.text, run=1)
        before: float | np.ndarray = 0
        for of in CLASSES:
            series = chosen.series("qbss.throughput", of)
            group = -(-len(series) // STEPS)
            rates = series["value"].groupby(np.arange(len(series)) // group).mean()
            end = series["t"].iloc[-1] + series.attrs["period"]
            ends = np.append(series["t"][::group], end) / 1e9
            top = before + 100 * rates.to_numpy() / cell.mbps
            look = {"fill": True, "color": COLOUR[of], "alpha": 0.85, "label": of}
            panel.stairs(top, ends, baseline=before, **look)
            before = top
        panel.set_title(f"link of {name(cell)}")
        panel.set(ylabel="part of the link, %", ylim=(0, 100), xlim=(0, ends[-1]))
    panels[-1, 0].set(xlabel="time, s")
    drawing.legend(handles=figures.keys(COLOUR), loc="outside upper right", ncols=3, handlelength=1)
    return drawing


BARS = {
    "no load": (NONE, BE, figures.GREEN),
    "QBSS sends, BE pings": (QBSS, BE, figures.BLUE),
    "QBSS sends, QBSS pings": (QBSS, QBSS, figures.VERMILION),
    "BE sends, BE pings": (BE, BE, figures.VERMILION),
}
"""A load, the class of the pings, and the colour of the bar."""


@figure("pings", "Round trips of pings beside a transfer", S39)
def pings(results: Results) -> Drawing:
    """Without iperf a ping takes 300 us; 550 us beside iperf in QBSS; 5 ms in the class of iperf.

    Mean round trip at 100 Mb/s, us, logarithmic, with 95 % intervals; a transmit ring of one
    packet. In 2002 pings in the class of a transfer wait for its queue (red), but beside a transfer
    in QBSS pings of other classes wait only for the packets in the transmit ring (blue). With
    today's FqCoDel in each class no ping waits for the transfer.
    """
    reads = readings(results)
    drawing, panels = figures.subplots(
        len(reads), height=0.9 + 1.5 * len(reads), log="x", sharex=True, squeeze=False
    )
    panels = panels[:, 0]
    for panel, read in zip(panels, reads, strict=True):
        took = {
            label: typical(round_trip(results, read, load, of))
            for label, (load, of, _) in BARS.items()
        }
        styles = [Style(label, colour) for label, (_, _, colour) in BARS.items()]
        figures.bars(panel, points_of(took), styles, digits=",.0f")
        figures.name_rows(panel, list(BARS), title=read, xlim=(200, 10_000))
    panels[-1].set_xticks([300, 1000, 3000, 10_000], ["300", "1,000", "3,000", "10,000"])
    panels[-1].set(xlabel="round trip, us")
    return drawing
