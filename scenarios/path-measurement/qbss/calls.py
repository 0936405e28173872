# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Voice and video beside bulk data (slide 29): runs, claim, check and figure."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from burstlab.archive import Results
from burstlab.study import (
    MUCH,
    OFTEN,
    Below,
    Claims,
    Exhibits,
    Finding,
    Labelled,
    Within,
    all_of,
    derived,
    figures,
    rule,
)
from burstlab.study.figures import Drawing, Panel, Style, curve
from burstlab.study.measures import over, points, typical

from ..readings import AS_RUN
from ..results import full_figure, of, of_2002, of_full
from .settings import BE, BED, PRIORITY, QBSS

LINK_MBPS = 10
VOICES = 10
"""Telephone calls beside the video calls."""
VIDEOS = (0, 2, 4, 6, 8, 10)
"""Video calls; seven fill the 30 % of the class."""
FEW = 4
"""Video calls of the finding: "lower volume"."""
CLASSES = {PRIORITY: 46, BE: 0}
"""Code points of the calls."""
SECONDS, SETTLE_S = 45, 5


@dataclass(frozen=True)
class Calls(Labelled):
    """Calls beside a stream of best effort and one of QBSS that never end.

    Attributes
    ----------
    reading
        That of 2002.
    videos
        How many video calls there are beside the telephone calls.
    marked
        Class of all calls, one of `CLASSES`.
    """

    reading: str = AS_RUN
    videos: int = FEW
    marked: str = PRIORITY


def planned(edition: str) -> list[Calls]:
    """All settings of an edition."""
    return all_of(Calls(), videos=VIDEOS, marked=CLASSES) if edition == "full" else []


def scenario(cell: Calls, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    return BED, {
        "BottleneckRate": f"{LINK_MBPS}Mb/s",
        "Script": f"QBSS:0-{SECONDS},BE:0-{SECONDS}",
        "Settle": f"{SETTLE_S}s",
        "Pings": "",
        "Voice": VOICES,
        "Video": cell.videos,
        "MediaDscp": CLASSES[cell.marked],
    }


claim, check, figure = Claims(of_2002), Claims(), Exhibits()
SLIDE = "slide 29"
VOICE = "voice"
VALUES = ("delay", "jitter", "loss")
BACKLOGGED = {QBSS: 1, BE: 69}
"""Weights of the classes that always wait."""


def share(results: Results, cell: Calls, name: str) -> pd.Series:
    """Part of a class in the bytes that leave the queue."""
    return of(results, cell, "qbss.left", f"1/{name}")


def over_share(results: Results, cell: Calls, name: str) -> pd.Series:
    """Share of a class over what its weight gives it of what calls leave."""
    rest = 1 - share(results, cell, PRIORITY)
    return share(results, cell, name) / (rest * BACKLOGGED[name] / sum(BACKLOGGED.values()))


@claim("C55", SLIDE, "priority for lower volume interactive voice and video", "calls")
@rule(
    "voice as priority: mean delay and jitter over those as best effort, and loss",
    {"delay": Within(0, 1 / MUCH), "jitter": Below(1), "loss": Below(OFTEN)},
)
@of_full("calls beside streams that never end.")
def calls(results: Results, read: str) -> Finding:
    """Voice of a priority class has much less delay, less jitter and rare losses."""
    marked, plain = (
        {v: of(results, Calls(marked=name), f"qbss.media_{v}", VOICE) for v in VALUES}
        for name in CLASSES
    )
    parts = {value: over(marked[value], plain[value]) for value in ("delay", "jitter")}
    lost = 100 * plain["loss"]
    return Finding(
        parts | {"loss": typical(marked["loss"])},
        lambda: f"As best effort {typical(lost):.2f} % of the packets of voice are lost.",
    )


@check("V13", "closed form", "weights of 1 and 69", "calls")
@rule(
    "share of a class in what leaves the queue, over what its weight gives of the rest that calls "
    "leave as priority",
    {name: derived(1) for name in BACKLOGGED},
)
@of_full("calls beside streams that never end.")
def rest(results: Results, read: str) -> Finding:
    """QBSS and best effort share by their weights what calls of the priority class leave."""
    return Finding({name: typical(over_share(results, Calls(), name)) for name in BACKLOGGED})


OF_CLASS = {
    PRIORITY: Style("as priority", figures.BLUE, "o"),
    BE: Style("as best effort", figures.VERMILION, "s"),
}
PANELS = {
    "delay_99": (1, "99 % of delays, ms"),
    "jitter": (1, "jitter, ms"),
    "loss": (100, "loss, %"),
}


@figure("calls", "Voice and video beside bulk data", SLIDE)
@full_figure
def media(results: Results) -> Drawing:
    """Apply priority to lower volume interactive voice and video, and QBSS to data replication.

    Ten telephone calls and some video calls on 10 Mb/s, beside a stream of best effort and one of
    QBSS; medians with 95 % intervals. First three: voice, by the number of video calls. Below the
    30 % of its class (left of the dotted line) voice waits less as priority, but its jitter grows
    with video, whose pictures it waits for. Beyond, calls fill the queue of their own class. Last:
    shares of the link where calls are priority, and what the weights of 69 and 1 give (lines).
    """
    drawing, panels = figures.subplots(4, height=8.4, sharex=True)
    for panel, (value, (factor, words)) in zip(panels, PANELS.items(), strict=False):
        for name, style in OF_CLASS.items():
            frame = {
                n: factor * of(results, Calls(videos=n, marked=name), f"qbss.media_{value}", VOICE)
                for n in VIDEOS
            }
            curve(panel, points(pd.DataFrame(frame)), style)
        panel.set(ylabel=words, ylim=(0, None))
    _shares(panels[-1], results)
    for panel in panels:
        panel.axvline(_full(results), color=figures.MUTED, ls=":", lw=1)
    panels[0].legend(loc="upper left")
    panels[-1].set(xlabel="video calls", ylabel="of the link, %", yscale="log")
    return drawing


def _shares(panel: Panel, results: Results) -> None:
    colours = {PRIORITY: figures.BLUE, BE: figures.VERMILION, QBSS: figures.GREEN}
    cells = {n: Calls(videos=n) for n in VIDEOS}
    for name, colour in colours.items():
        frame = pd.DataFrame({n: 100 * share(results, c, name) for n, c in cells.items()})
        style = Style("calls" if name == PRIORITY else name, colour, "o")
        curve(panel, points(frame), style, ls="")
        if name in BACKLOGGED:
            law = [frame[n] / over_share(results, c, name) for n, c in cells.items()]
            panel.plot(list(VIDEOS), [part.median() for part in law], color=colour, lw=1)
    panel.legend(loc="center right")


def _full(results: Results) -> float:
    """Video calls with which all calls offer 30 % of the link, by shares below that."""
    few = {n: share(results, Calls(videos=n), PRIORITY).median() for n in (0, FEW)}
    return (0.3 - few[0]) / (few[FEW] - few[0]) * FEW
