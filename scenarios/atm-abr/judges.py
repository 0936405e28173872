# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the document with rules and measures; checks of the simulator.

The rules were written before any run, from the document's text, closed forms and derivations.
README.md lists the ones that were changed later. Words of degree have the numbers of all studies,
`burstlab.study.about` and others; the constants below are for words that only this study has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import Interval, jain
from burstlab.study import (
    MUCH,
    OFTEN,
    Above,
    Below,
    Claims,
    Equals,
    Finding,
    NotAsked,
    Within,
    about,
    present,
    rule,
)
from burstlab.study.measures import listed, medians, over, typical
from burstlab.study.settings import Name
from burstlab.study.settings import Setting as AnySetting

from . import closed, reading, runs
from .reading import NUMBERS, session, sessions, setting, straightness
from .runs import DISTANCES, LAN, LARGE, LINK, SMALL, WAN, Setting

claim, check = Claims(), Claims()
BASE, PAIR, SIX, LOT = (f"section 2.3.{number}" for number in range(1, 5))
END = "section 3"
FAIRNESS = 0.99
"""Least Jain's index of shares that are fair."""
LINEAR = 0.95
"""Least r2 of time and queue of a linear growth."""
CONTROLLED = 1000
"""Limit of "well under control" in cells: twice the threshold of 500."""
LOW, HIGH = list("ABC"), list("DEF")
HELD, FREE = list("ABCF"), list("DE")
"""Sessions of the parking lot that share the last trunk, and the others."""


NOT_RUN = "Not run in this edition."


def asked(results: Results, settings: Mapping[Name, AnySetting]) -> Mapping[Name, AnySetting]:
    """Return the named settings of a claim; `NotAsked` if the edition lacks runs of one."""
    if len(present(results, settings.values())) < len(settings):
        raise NotAsked(NOT_RUN)
    return settings


def both(results: Results, read: str, case: str) -> Mapping[str, Setting]:
    """Return the settings of LAN and WAN in a case under a reading."""
    return asked(results, {d: setting(read, case, d) for d in DISTANCES})


def each(
    results: Results, read: str, case: str, column: str, names: list[str], what: str = ""
) -> dict[str, Interval]:
    """Median of a column of the session table for some sessions in LAN and WAN."""
    return {
        f"{distance}, {what}{name}": typical(values)
        for distance, chosen in both(results, read, case).items()
        for name, values in sessions(results, chosen, column)[names].items()
    }


def lines(results: Results, read: str, case: str, names: list[str]) -> dict[str, Interval]:
    """Smallest r2 of time and waiting cells of some sessions in LAN and WAN."""
    settings = {f"{d}, r2": one for d, one in both(results, read, case).items()}
    return medians(results, settings, lambda s: straightness(results, s, names))


def in_both(
    case: str, note: str | Callable[[Results, str], str] = ""
) -> Callable[[Callable[[Results, Setting], pd.Series]], Callable[[Results, str], Finding]]:
    """Make a measure of LAN and WAN from one of a setting; a function writes the note if asked."""

    def decorate(
        measure: Callable[[Results, Setting], pd.Series],
    ) -> Callable[[Results, str], Finding]:
        @wraps(measure)
        def measured(results: Results, read: str) -> Finding:
            settings = both(results, read, case)
            parts = medians(results, settings, lambda chosen: measure(results, chosen))
            return Finding(parts, (lambda: note(results, read)) if callable(note) else note)

        return measured

    return decorate


def every(rule_of: object) -> dict[str, object]:
    """Use one rule for LAN and WAN."""
    return dict.fromkeys(DISTANCES, rule_of)


def for_each(names: list[str], rule_of: object, what: str = "") -> dict[str, object]:
    """Use one rule for each of some sessions in LAN and WAN."""
    return {f"{distance}, {what}{name}": rule_of for distance in DISTANCES for name in names}


@claim("B1", BASE, "179,245 cells/s, 76 Mb/s", "4")
@rule("mean egress of data over mean of the source, 76 Mb/s", every(about(1)))
def carries_the_mean(results: Results, read: str) -> Finding:
    """The average egress rate approximates the average source rate."""
    settings = both(results, read, "baseline 76")

    def rates() -> str:
        words = []
        for name, one in settings.items():
            mean = {c: 1e6 / closed.CELL * session(results, one, c) for c in ("arrived", "egress")}
            came, left = (typical(rate).estimate for rate in mean.values())
            words.append(f"{name}: {came:.0f} cells/s arrived, {left:.0f} left with RM cells")
        return "; ".join(words) + "."

    parts = {
        name: over(session(results, one, "data"), session(results, one, "arrived"))
        for name, one in settings.items()
    }
    return Finding(parts, rates)


@claim("B2", BASE, "limited to the link", "4")
@rule(
    "share of 1-ms intervals above the link rate; highest egress over 1 ms in Mb/s",
    {"bursts": Above(OFTEN), "LAN": Below(LINK + 0.5), "WAN": Below(LINK + 0.5)},
    from_document=True,
)
def peaks_at_the_link(results: Results, read: str) -> Finding:
    """Bursts frequently exceed the link rate; the egress rate is limited to it.

    The egress over 1 ms may exceed the link by one cell, 0.424 Mb/s, depending on the phase.
    """
    settings = both(results, read, "baseline 76")
    bursts = typical(session(results, settings[LAN], "bursts"))
    return Finding(
        {"bursts": bursts, **medians(results, settings, lambda s: session(results, s, "peak"))},
        "Consistent at best: the deviation of the rate, 0.6 of its mean in 1 ms, is our choice; "
        "no port of the simulator can send faster than its link.",
    )


@claim("B3", BASE, "larger in the WAN", "5")
@rule("longest queue at the edge device in 0.3 s, WAN over LAN", Above(1))
def first_backlog(results: Results, read: str) -> Finding:
    """The slow rise of ACR makes a large first queue at the edge device, larger in the WAN."""
    return _first_backlog(results, read, "baseline 76")


def _first_backlog(results: Results, read: str, case: str) -> Finding:
    near, far = both(results, read, case).values()
    most = [sessions(results, s, "waiting_early").max(axis=1) for s in (far, near)]
    medians = [typical(one).estimate for one in most]
    return Finding(over(*most), f"WAN {medians[0]:.0f}, LAN {medians[1]:.0f} cells.")


@claim("B4", BASE, "25,000 cells/s, 10 Mb/s", "6")
@rule("mean egress of the 10-Mb/s source, cells/s", every(about(25000)), from_document=True)
@in_both(
    "baseline 10",
    "RM cells included: 31 of 32 cells are data. Consistent at best: 10 Mb/s are 24,346 "
    "cells/s with RM cells, if the egress carries what arrives.",
)
def carries_the_small_mean(results: Results, chosen: Setting) -> pd.Series:
    """Source and egress of the 10-Mb/s session average some 25,000 cells/s."""
    return 1e6 / closed.CELL * session(results, chosen, "egress")


def _reached(results: Results, read: str) -> str:
    settings = both(results, read, "baseline 10")
    times = medians(results, settings, lambda s: reading.at_link_rate(results, s))
    return f"154 Mb/s after {listed(times, '{} {:.3f}')} s; 1.5 if never."


@claim("B5", BASE, "grows to the link rate", "6")
@rule("highest ACR of the 10-Mb/s session over the link rate", every(about(1)))
@in_both("baseline 10", _reached)
def idle_rate_grows(results: Results, chosen: Setting) -> pd.Series:
    """ACR of the 10-Mb/s session grows to the link rate, though its mean stays at 10 Mb/s."""
    return session(results, chosen, "acr_max") / LINK


@claim("T1", PAIR, "fair", "8 9")
@rule("Jain's index of the egress after 0.5 s", every(Above(FAIRNESS)))
@in_both("staggered")
def pair_is_fair(results: Results, chosen: Setting) -> pd.Series:
    """Two sessions of 76 Mb/s that start 100 ms apart share fairly in the steady state."""
    return sessions(results, chosen, "egress").apply(jain, axis=1)


def _times(results: Results, read: str) -> str:
    def after(case: str, of: Callable[[Setting], pd.Series]) -> str:
        times = medians(results, both(results, read, case), lambda s: 1000 * of(s))
        return listed(times, "{} {:.0f}")

    came = after("staggered", lambda s: reading.settled(results, s, reading.first))
    gone = after("staggered", lambda s: reading.backlog_gone(results, s))
    full = after("baseline 76", lambda s: reading.at_link_rate(results, s))
    return (
        f"First in the band after {came} ms; the first backlog of A is gone "
        f"after {gone} ms; a single session is at 154 Mb/s after {full} ms. 1500 means never."
    )


@claim("T2", PAIR, "75 ms, 225 ms", "8 9 settling")
@rule(
    "ms after the second start from which on both egress rates stay within 15 % of 77.5 Mb/s",
    {LAN: about(75), WAN: about(225)},
    unit="ms",
)
@in_both("staggered", _times)
def pair_settles(results: Results, chosen: Setting) -> pd.Series:
    """The steady state takes some 75 ms in the LAN and 225 ms in the WAN.

    Means over 25 ms. A run in which a rate leaves the band again counts as 1500 ms.
    """
    return 1000 * reading.settled(results, chosen)


@claim("T3", PAIR, "much larger in the WAN", "10")
@rule("longest queue at an edge device in 0.3 s, WAN over LAN", Above(MUCH))
def pair_backlog(results: Results, read: str) -> Finding:
    """Queues at the edge devices are much larger in the WAN than in the LAN."""
    return _first_backlog(results, read, "staggered")


THRESHOLD = "The threshold is 500 cells, the limit of the rule twice the threshold."


@claim("T4", PAIR, "well under control", "11")
@rule("longest queue of the switch in cells", every(Below(CONTROLLED)))
@in_both("staggered", THRESHOLD)
def pair_switch(results: Results, chosen: Setting) -> pd.Series:
    """Queues at the switch are well under control."""
    return reading.values(results, "queue_max", chosen)


@claim("S1", SIX, "full demand", "13 15")
@rule("smallest ratio of data egress to arrivals, A to C", every(about(1)))
@in_both("six sessions")
def small_are_served(results: Results, chosen: Setting) -> pd.Series:
    """The 10-Mb/s sessions get their full demand."""
    served = sessions(results, chosen, "data") / sessions(results, chosen, "arrived")
    return served[LOW].min(axis=1)


SHARES = "(155 - 30) / 3 = 41.67; 41.34 with the RM cells of A to C, of which 40.05 are data."


@claim("S2", SIX, "42 Mb/s", "12 13 14 15")
@rule(
    "mean ACR and mean egress of each of D to F from 0.75 s on, Mb/s",
    for_each(HIGH, about(42), "acr of ") | for_each(HIGH, about(42), "egress of "),
    unit="Mb/s",
)
def large_are_throttled(results: Results, read: str) -> Finding:
    """The 76-Mb/s sessions are throttled to some 42 Mb/s."""
    rates = [
        each(results, read, "six sessions", column, HIGH, f"{column} of ")
        for column in ("acr", "egress")
    ]
    return Finding(rates[0] | rates[1], SHARES)


@claim("S3", SIX, "42 Mb/s", "12 14")
@rule("mean ACR of A to C from 0.75 s on, Mb/s", every(about(42)), unit="Mb/s")
@in_both("six sessions", SHARES)
def small_rates_grow(results: Results, chosen: Setting) -> pd.Series:
    """ACR of the 10-Mb/s sessions has grown to 42 Mb/s, that of the 76-Mb/s sessions."""
    return sessions(results, chosen, "acr")[LOW].mean(axis=1)


@claim("S4", SIX, "125,000 cells, linear", "16 17")
@rule(
    "cells of each of D to F at 1.5 s; smallest r2 of time and cells from 0.3 s on",
    for_each(HIGH, about(125000), "cells of ") | {f"{d}, r2": Above(LINEAR) for d in DISTANCES},
    from_document=True,
)
def large_queues(results: Results, read: str) -> Finding:
    """Queues of the 76-Mb/s sessions grow linearly, to some 125,000 cells at 1.5 s.

    (76 - 40.05) Mb/s from the start give 127,174 cells.
    """
    cells = each(results, read, "six sessions", "waiting", HIGH, "cells of ")
    return Finding(
        cells | lines(results, read, "six sessions", HIGH),
        "Consistent at best: rates, link and fair share give 127,174 cells.",
    )


@claim("S5", SIX, "small", "16 17")
@rule("longest queue of A to C after 0.2 s over 125,000 cells", every(Below(OFTEN)))
@in_both("six sessions")
def small_queues(results: Results, chosen: Setting) -> pd.Series:
    """The 10-Mb/s sessions have only small queues, from occasional bursts above ACR.

    Small: less than a hundredth of the queues of the 76-Mb/s sessions.
    """
    return sessions(results, chosen, "waiting_late")[LOW].max(axis=1) / 125000


@claim("S6", SIX, "well controlled", "18")
@rule("longest queue of the switch in cells", every(Below(CONTROLLED)))
@in_both("six sessions", THRESHOLD)
def six_switch(results: Results, chosen: Setting) -> pd.Series:
    """The queue of the switch is well controlled."""
    return reading.values(results, "queue_max", chosen)


ACCEPTABLE = 0.2
FAIR = {
    **dict.fromkeys(HELD, Equals(LINK / 4, ACCEPTABLE * LINK / 4)),
    "D": Equals(LARGE, ACCEPTABLE * LARGE),
    "E": Within((1 - ACCEPTABLE) * 75, (1 + ACCEPTABLE) * LINK / 2),
}


@claim("M1", LOT, "38, 38, 38, 115, 75, 38 Mb/s", "20 table-2")
@rule(
    "egress of each session against max-min of sources that offer 76 Mb/s",
    {f"{d}, {name}": FAIR[name] for d in DISTANCES for name in sorted(FAIR)},
    unit="Mb/s",
)
def parking_lot(results: Results, read: str) -> Finding:
    """The parking lot is shared acceptably well by the max-min criterion.

    Table 2 assumes greedy sources; here all sources offer 76 Mb/s, so D gets 76, not 116.25.
    """
    return Finding(
        each(results, read, "parking lot", "egress", sorted(FAIR)),
        "Each session by itself: a full trunk fixes the mean of A, B, C and F.",
    )


@claim("M2", LOT, "linear", "21")
@rule(
    "smallest r2 of time and cells of A, B, C, F from 0.3 s on; the longest queue of D and E over "
    "the shortest of A, B, C, F, at 1.5 s",
    {
        **{f"{d}, r2": Above(LINEAR) for d in DISTANCES},
        **{f"{d}, ratio": Below(0.1) for d in DISTANCES},
    },
)
def lot_queues(results: Results, read: str) -> Finding:
    """Queues grow linearly in the four sessions that share the last trunk."""
    parts = lines(results, read, "parking lot", HELD)
    for distance, chosen in both(results, read, "parking lot").items():
        cells = sessions(results, chosen, "waiting")
        parts[f"{distance}, ratio"] = over(cells[FREE].max(axis=1), cells[HELD].min(axis=1))
    return Finding(parts)


@claim("M3", LOT, "peak, not average", "19")
@rule("mean ACR of D, Mb/s", every(Above((LARGE + LINK) / 2)), unit="Mb/s")
@in_both("parking lot")
def peak_rates(results: Results, chosen: Setting) -> pd.Series:
    """ACR reflects the peak of the traffic and not its average.

    D has its trunk almost to itself: ACR is nearer to the 155 Mb/s of its bursts than to its 76.
    """
    return session(results, chosen, "acr", "D")


@claim("M4", LOT, "reasonable bounds", "22")
@rule("longest queue of any switch in cells", every(Below(CONTROLLED)))
@in_both("parking lot", THRESHOLD)
def lot_switches(results: Results, chosen: Setting) -> pd.Series:
    """Queues at the switches keep within reasonable bounds."""
    return reading.values(results, "queue_max", chosen)


@claim("X1", f"{BASE}, {END}", "could overflow", "step")
@rule(
    "longest queue of the switch in cells after six sessions go from 10 to 76 Mb/s",
    every(Above(CONTROLLED)),
)
@in_both("step", THRESHOLD)
def step(results: Results, chosen: Setting) -> pd.Series:
    """If sessions whose ACR has grown raise their rates together, the switch may overflow."""
    return reading.values(results, "queue_max", chosen)


@check("V1", "ramp of ACR in the LAN", "61.4 ms")
@rule("time from 10 to 154 Mb/s over the closed form", Equals(1, 0.02))
def ramp(results: Results, _: str) -> Finding:
    """ACR of a greedy source without congestion grows from 10 to 154 Mb/s as in the closed form."""
    chosen = runs.CLOSED[0]
    form = closed.ramp(SMALL, 154.0, LINK, closed.round_trip(4))
    return Finding(
        Interval.exact(session(results, chosen, "reached").iloc[0] / form),
        f"Closed form {1000 * form:.1f} ms. No random number moves a cell of a greedy source.",
    )


@check("V2", "growth of ACR in the WAN", "20.0 1/s")
@rule("growth constant, 1/s", Equals(closed.growth(closed.round_trip(4000)), 0.4), unit="1/s")
def growth(results: Results, _: str) -> Finding:
    """Over a round trip of 40 ms ACR grows as exp(g t), g = 44.62 exp(-g D) 1/s."""
    frame = reading.series(results, runs.CLOSED[1], "acr", run=1)[0]
    part = frame[(frame > 20) & (frame < 120)]
    slope = np.polyfit(part.index, np.log(part), 1)[0]
    return Finding(Interval.exact(slope))


@check("V3", "slope of waiting cells", "84,783 cells/s")
@rule("mean of D to F with constant rates, LAN, over (76 - 40.05) Mb/s", Equals(1, 0.01))
def slope(results: Results, _: str) -> Finding:
    """Edge queues of six constant sources grow by the excess over the fair share."""
    frame = reading.series(results, runs.CLOSED[2], "waiting")
    frame = frame[frame.index >= 0.3]
    form = closed.slope(LINK, SMALL, LARGE)
    slopes = frame.apply(lambda cells: np.polyfit(frame.index, cells, 1)[0] / form)
    slopes = slopes.unstack("session")[[NUMBERS[name] for name in HIGH]].set_axis(HIGH, axis=1)
    return Finding(
        typical(slopes.mean(axis=1)),
        f"Closed form {form:.0f} cells/s. The phases of the sources differ from run to run; one by "
        f"one: {listed(slopes.apply(typical), '{} {:.3f}')}.",
    )


@check("V4", "the ideal switch", "max-min allocation")
@rule("largest relative deviation of an egress rate from its fair share", Below(0.02))
def ideal(results: Results, _: str) -> Finding:
    """Switches that signal the max-min allocation give each session its share, RM cells counted."""
    parts = {}
    for chosen in runs.IDEAL:
        off = sessions(results, chosen, "egress") / sessions(results, chosen, "fair") - 1
        parts[chosen.case] = Interval.exact(float(off.abs().max(axis=None)))
    return Finding(parts, "Greedy sources: no random number moves a cell.")


@check("V5", "no cell is lost", "0")
@rule("cells lost without limits of buffers", Equals(0))
def lossless(results: Results, _: str) -> Finding:
    """Buffers without limits lose nothing."""
    lost = results.where(buffer=0).frame("atm.lost", by="setting")["atm.lost"]
    return Finding(Interval.exact(float(lost.max()), len(lost)))
