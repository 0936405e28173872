# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A bulk transfer that yields to cross traffic: runs, check, tables and figure."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Claims, Exhibits, Finding, Labelled, Rows, Within, all_of, figures, rule
from burstlab.study.figures import Drawing, Style
from burstlab.study.measures import table as points_of
from burstlab.study.measures import typical

from ..path import settings as paths
from ..readings import AS_RUN, READINGS, STACK
from ..results import cells, full_table, grid, of, of_full

check, table, figure = Claims(), Exhibits(), Exhibits()
CONTEST = "path-measurement-scavengers"
NONE = "None"
WAYS = (NONE, "Qbss", "Ledbat", "Lp", "SelfLimit", "RateLimit")
FLOWS, STREAMS = "short flows", "streams"


@dataclass(frozen=True)
class Contest(Labelled):
    """A bulk transfer beside cross traffic on a bottleneck, by the labels of the study.

    Attributes
    ----------
    reading
        One of the readings.
    way
        How the transfer yields, one of `WAYS`.
    bulk
        Its streams.
    others
        Streams of others; 0: short flows that offer half of the rate.
    """

    reading: str = AS_RUN
    way: str = NONE
    bulk: int = 4
    others: int = 0

    @property
    def words(self) -> str:
        """The way in words."""
        return "best effort" if self.way == NONE else self.way


SHARED = ((1, 4), (4, 4), (12, 4))
"""Streams of the transfer and of others, for the check of their shares."""
CONTEST_S = {"quick": 20, "full": 60}
SHARES_S = 600


SHARES = [Contest(bulk=bulk, others=others) for bulk, others in SHARED]
"""Streams beside streams, all alike."""


def contests(read: str, edition: str) -> list[Contest]:
    """List the ways beside short flows and two streams: all for 2002, for today two.

    The quick edition has two ways of 2002 beside short flows.
    """
    if edition == "quick":
        return all_of(Contest(read), way=WAYS[:2]) if read == AS_RUN else []
    return all_of(Contest(read), way=WAYS if read == AS_RUN else WAYS[:2], others=(0, 2))


def planned(edition: str) -> list[Contest]:
    """All settings of an edition: the quick one has the reading of 2002 alone."""
    if edition == "quick":
        return contests(AS_RUN, edition)
    return [*SHARES, *(cell for read in READINGS for cell in contests(read, edition))]


def scenario(setting: Contest, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    seconds = SHARES_S if setting in SHARES else CONTEST_S[edition]
    return CONTEST, {
        "Stack": STACK[setting.reading],
        "Scavenger": setting.way,
        "Streams": setting.bulk,
        "OtherStreams": setting.others,
        "Twin": str(setting not in SHARES).lower(),
        "Duration": f"{seconds}s",
        "Settle": f"{seconds // 4}s",
        **({"CrossTraffic": ""} if setting.others else {}),
    }


def shallow(results: Results) -> pd.DataFrame:
    """Part of a path with little queue that n streams fill: columns the streams."""
    rate, true = (
        grid(results, paths.SHORT_QUEUE, value, by="streams")
        for value in ("throughput", "true_rate")
    )
    return rate / true * paths.OVERHEAD


@check("V2", "Altman and others, 2006; fairness", "n of n + m; 1 - 1/(1 + 3n)", "several")
@rule(
    "share of n of n + m streams, and part of the path that n streams fill, less the closed forms",
    {
        **{f"{n} beside {m}": Within(-0.03, 0.03) for n, m in SHARED},
        **{f"{n} alone": Within(-0.03, 0.03) for n in paths.SHALLOW_STREAMS},
    },
)
@of_full("streams for ten minutes, and for a minute.")
def several(results: Results, read: str) -> Finding:
    """Streams share a bottleneck evenly; n alone fill 1 - 1/(1 + 3n) of one without a queue."""
    parts = {}
    for n, m in SHARED:
        setting = Contest(bulk=n, others=m)
        ours = of(results, setting, "scavengers.bulk")
        theirs = of(results, setting, "scavengers.others", "with")
        parts[f"{n} beside {m}"] = typical(ours / (ours + theirs) - n / (n + m))
    for n, column in shallow(results).items():
        parts[f"{n} alone"] = typical(column - (1 - 1 / (1 + 3 * n)))
    return Finding(parts)


OUTCOMES = {
    "bulk, Mb/s": "bulk",
    "others lose, Mb/s": "lost",
    "pings later, ms": "ping_rise",
    "flows take, times": "flow_stretch",
}
"""Columns of the next table, the last one for short flows of others alone."""


@table("harm", "Harm of scavengers", "slides 27, 41")
def harm(results: Results) -> Rows:
    """QBSS and limits of one's own make bulk transfers harmless.

    A transfer of 4 streams of 64 KB on 10 Mb/s, beside short flows that offer half of the link and
    beside two long streams. Payload of the transfer; and, against the same network without the
    transfer on the same random numbers, lost payload of others, the time of their short flows, and
    the rise of their pings. Medians with 95 % intervals.
    """
    for cell in [cell for read in READINGS for cell in cells(results, contests, read)]:
        texts = {
            name: f"{typical(of(results, cell, f'scavengers.{value}')):.2f}"
            for name, value in OUTCOMES.items()
            if not (cell.others and value == "flow_stretch")
        }
        beside = STREAMS if cell.others else FLOWS
        row = {"reading": cell.reading, "others": beside, "way": cell.words}
        yield {**row, **dict.fromkeys(OUTCOMES, ""), **texts}


@table("several", "Several streams on one bottleneck", "slide 10")
@full_table
def streams(results: Results) -> Rows:
    """Streams share a bottleneck, and several fill more of it.

    Share of n of n + m streams, and part of a path with a short queue that n streams fill, less n /
    (n + m) and 1 - 1 / (1 + 3n); medians with 95 % intervals.
    """
    for n, distance in several(results, "").parts.items():
        yield {"streams": n, "less closed form": f"{distance:.3f}"}


MEASURES = {
    "bulk": ("transfer, Mb/s", figures.BLUE),
    "ping_rise": ("pings of others later, ms", figures.VERMILION),
}


@figure("scavengers", "Payload and delay of scavengers", "slides 27, 41")
def scavengers(results: Results) -> Drawing:
    """QBSS and limits of one's own make bulk transfers harmless.

    A transfer of 4 streams on 10 Mb/s as in 2002, by the way in which it yields to short flows that
    offer half of the link (above), or to two long streams (below, in the full edition alone). Left:
    its payload; right: the rise of pings of others; medians with 95 % intervals. Long left bars
    with short right bars are best: QBSS takes the bandwidth that short flows leave, and hardly
    delays pings.
    """
    every = cells(results, contests, AS_RUN)
    groups = {FLOWS: [c for c in every if not c.others], STREAMS: [c for c in every if c.others]}
    beside = {label: ways for label, ways in groups.items() if ways}
    drawing, panels = figures.subplots(
        len(beside), 2, height=2.4 * len(beside), sharey="row", sharex="col", squeeze=False
    )
    for row, (label, ways) in zip(panels, beside.items(), strict=True):
        for panel, (value, (words, colour)) in zip(row, MEASURES.items(), strict=True):
            metric = f"scavengers.{value}"
            shown = points_of({cell.words: typical(of(results, cell, metric)) for cell in ways})
            figures.bars(panel, shown, [Style(name, colour) for name in shown.index])
            panel.set_title(f"beside {label}", fontsize=9)
            panel.set_yticks(range(len(ways)), list(shown.index))
            panel.set_xlabel(words if label == list(beside)[-1] else "")
        row[0].invert_yaxis()
    panels[0][0].set_xlim(left=0)
    return drawing
