# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A steered transfer, with and without an event: runs, claims, tables and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.engine import object_text
from burstlab.study import (
    ABOUT,
    Below,
    Claims,
    Equals,
    Exhibits,
    Finding,
    Labelled,
    Rows,
    all_of,
    figures,
    rule,
    runs_of,
)
from burstlab.study.figures import Drawing
from burstlab.study.measures import typical
from matplotlib.axes import Axes

from ..readings import AS_RUN
from ..results import cells, of, of_2002, of_full, shown

claim, figure, table = Claims(of_2002), Exhibits(), Exhibits()
STEERING = "path-measurement-steering"
STEERED, SCAVENGER, BEST_EFFORT, OTHER_SITE = "Steered", "Scavenger", "BestEffort", "OtherSite"
FIXED = (SCAVENGER, BEST_EFFORT, OTHER_SITE)
"""Policies without decisions."""
NOTHING, SLOW_ROUTE = "nothing", "slow route"


@dataclass(frozen=True)
class Transfer(Labelled):
    """A bulk transfer to IN2P3, by the labels of the study.

    Attributes
    ----------
    reading
        That of 2002: a transfer costs as much in each reading, and the document asks about its own.
    policy
        `STEERED` or one of `FIXED`.
    event
        `NOTHING` or `SLOW_ROUTE`, 30 % of the rate for a day.
    divisor
        Divisor of rates, windows and volume.
    """

    reading: str = AS_RUN
    policy: str = STEERED
    event: str = NOTHING
    divisor: int = 100

    @property
    def words(self) -> str:
        """The policy in words."""
        return {
            STEERED: "steered",
            SCAVENGER: "always QBSS",
            BEST_EFFORT: "always best effort",
            OTHER_SITE: "QBSS to the other site",
        }[self.policy]


PLAN = {"quick": "184min 40min", "full": "76h 24h"}
"""When the route is slow: some time after the start of the transfer."""
QUICK = {
    "Volume": 10_000_000_000,
    "Deadline": "36min",
    "Training": "3h",
    "TestDuration": "5s",
    "Settle": "3s",
}
SLOW = all_of(Transfer(event=SLOW_ROUTE), policy=(STEERED, *FIXED))
"""All policies for the event of a slow route."""
UNSCALED = all_of(Transfer(divisor=1), policy=(SCAVENGER, BEST_EFFORT))
"""Transfers of 10 GB with full rates."""
QUARTER = {"Volume": 10_000_000_000, "Replica": "", "Deadline": "30min", "Training": "6h"}
"""Ten GB in a quarter of an hour, a quarter of which is sent; four tests."""


def planned(edition: str) -> list[Transfer]:
    """All settings of an edition."""
    return [
        *all_of(Transfer(), policy=(STEERED, SCAVENGER, BEST_EFFORT)),
        *SLOW,
        *(UNSCALED if edition == "full" else []),
    ]


def scenario(setting: Transfer, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    event = f"Plan={PLAN[edition]} rate IN2P3 30%"
    return STEERING, {
        "Policy": setting.policy,
        "Scale": setting.divisor,
        "Events": object_text("ns3::FaultInjector", event) if setting.event == SLOW_ROUTE else "",
        **(QUICK | {"Steering": _law(5 * 60, 3, 0.03)} if edition == "quick" else {}),
        **(QUARTER | {"Steering": _law(120, 3, 0.25)} if setting.divisor == 1 else {}),
    }


def _law(check: int, pieces: int, sample: float) -> str:
    """Write a law with its check interval, s, the number of recent pieces, and the sent part."""
    values = f"CheckInterval=+{check}000000000ns|Lately=+{check * pieces}000000000ns"
    return object_text("ns3::SteeredCopy", f"{values}|Checks=2|Floor=30000000bps|Sample={sample}")


def ratio_of_forecast(results: Results, setting: Transfer) -> pd.Series:
    """Forecast over actual duration, in each replication that ended."""
    return of(results, setting, "steering.error") + 1


def ratio_of_harm(results: Results) -> pd.Series:
    """Loss of cross traffic to QBSS over its loss to best effort, without an event.

    Replications in which best effort cost nothing have no ratio.
    """
    scavenger, best_effort = (
        of(results, Transfer(policy=policy), "steering.lost") for policy in (SCAVENGER, BEST_EFFORT)
    )
    return (scavenger / best_effort.where(lambda v: v > 0)).dropna()


@claim("C51", "slide 30", "a TByte to IN2P3: forecast, QBSS, off when behind", "policies transfer")
@rule(
    "forecast over actual duration, steered; payload that others lose to QBSS over their loss to "
    "best effort",
    {"forecast": Equals(1, ABOUT), "harm": Below(0.2)},
)
@of_full("a TByte. Ten GB in pieces of a few seconds cost others almost nothing in any class.")
def steered(results: Results, read: str) -> Finding:
    """A TByte ends at the forecast time, and as QBSS does little harm to others."""
    forecast = typical(ratio_of_forecast(results, Transfer()))
    return Finding({"forecast": forecast, "harm": typical(ratio_of_harm(results))})


def oracle(results: Results, settings: Sequence[Transfer]) -> pd.Series:
    """Find the best fixed policy in hindsight: index (seed, run).

    It has the least harm of those that meet the deadline; if none does, it is the fastest.
    """
    fixed = [setting for setting in settings if setting.policy in FIXED]
    frames = {
        name: pd.DataFrame({s.policy: of(results, s, f"steering.{name}") for s in fixed})
        for name in ("duration", "in_time", "lost")
    }
    never = float("inf")
    harm = frames["lost"].where(frames["in_time"] == 1, never)
    fastest = frames["duration"].fillna(never).idxmin(axis=1)
    return harm.idxmin(axis=1).where(harm.min(axis=1) < never, fastest)


def regret(results: Results, name: str) -> pd.Series:
    """Find ``duration``, s, or ``lost``, B, of the steered transfer less that of the oracle.

    On the route that becomes slow: index (seed, run).
    """
    best = oracle(results, SLOW)
    of_policy = {s.policy: of(results, s, f"steering.{name}") for s in SLOW}
    chosen = [of_policy[policy].get(key) for key, policy in best.items()]
    return (of_policy[STEERED] - pd.Series(chosen, best.index, dtype=float)).dropna()


GIGA = 1e9


@table("policies", "Steered transfer and fixed policies", "slide 30")
def policies(results: Results) -> Rows:
    """QBSS until the transfer falls behind, another site when its rate drops off.

    Duration in hours, and the forecast over it. Harm: lost datagrams of others, in thousandths of
    the payload of the transfer. Time of flows of others over that without the transfer, at the
    site where the ratio is larger. The oracle is the fixed policy with the least harm that meets
    the deadline, or else the fastest; regret is the steered transfer less the oracle. Medians with
    95 % intervals over runs on the same random numbers; the quick edition has one run, of 10 GB.
    """
    for setting in cells(results, planned):
        yield _row(results, setting)


def _row(results: Results, setting: Transfer) -> dict[str, object]:
    def text(series: pd.Series, digits: str) -> str:
        return shown(series, digits) if len(series) else "-"

    stretch = runs_of(results, setting).frame("steering.flow_stretch", object=None)
    row: dict[str, object] = {
        "event": setting.event,
        "rates over": setting.divisor,
        "policy": setting.words,
        "hours": text(of(results, setting, "steering.duration") / 3600, ".2f"),
        "forecast over it": text(ratio_of_forecast(results, setting), ".2f"),
        "in time": f"{of(results, setting, 'steering.in_time').sum():.0f}"
        f" of {len(of(results, setting, 'steering.ended'))}",
        "harm, 1/1000": text(1000 * of(results, setting, "steering.harm"), ".2f"),
        "flows take": text(stretch.groupby(["seed", "run"])["steering.flow_stretch"].max(), ".2f"),
        "oracle": "",
        "regret, hours": "",
        "regret, GB": "",
    }
    if setting.policy == STEERED and setting.event == SLOW_ROUTE:
        chosen = oracle(results, SLOW).value_counts()
        row["oracle"] = ", ".join(f"{n} {policy}" for policy, n in chosen.items())
        row["regret, hours"] = text(regret(results, "duration") / 3600, ".2f")
        row["regret, GB"] = text(regret(results, "lost") / GIGA, ".2f")
    return row


COLOUR = {"QBSS": figures.GREEN, "BE": figures.VERMILION}
EVENT = "#dddddd"
CLASSES = {"QBSS": "QBSS", "BE": "best effort"}


@figure("transfer", "A steered transfer", "slide 30")
def transfer(results: Results) -> Drawing:
    """Progress feedback; if it falls behind, QBSS off; below a threshold, another site.

    One run with a route that is slow for a day (grey; 40 minutes in the quick edition). Above: data
    that have arrived (thick: green as QBSS, red as best effort) and the forecast at the start
    (dotted). Below: the recent rate, the destination site, and the numbered decisions.
    """
    chosen = results.where(setting=Transfer(event=SLOW_ROUTE).text, run=1)
    steps = chosen.table("decisions")
    hours = pd.to_numeric(steps["time"]) / 3600
    drawing, (above, below, sites, reasons) = figures.subplots(
        4, height=6.2, gridspec_kw={"height_ratios": [5, 4, 1, 2]}
    )
    for panel in (below, sites):
        panel.sharex(above)
    for panel in (above, below):
        panel.tick_params(labelbottom=False)
    volume = float(steps["remaining"].iloc[0])
    there = (volume - pd.to_numeric(steps["remaining"])) / GIGA
    forecast = chosen.series("steering.progress", "forecast")
    above.plot(
        *(forecast["t"] / 3.6e12, forecast["value"] / GIGA),
        **{"color": figures.MUTED, "ls": ":", "label": "forecast at the start"},
    )
    # A piece has the class of the decision before it.
    spans = (steps["class"] != steps["class"].shift()).cumsum()
    for _, span in steps.groupby(spans):
        shown = range(span.index[0], min(span.index[-1] + 2, len(steps)))
        of = span["class"].iloc[0]
        if len(shown) > 1:
            above.plot(hours[shown], there[shown], color=COLOUR[of], lw=2.5, label=CLASSES[of])
    rate = pd.to_numeric(steps["rate"])[1:] / 1e6
    below.stairs(rate, hours, baseline=None, color=figures.BLUE, label="rate")
    _mark_event(chosen, (above, below))
    _mark_turns(steps, hours, (above, below), reasons)
    _show_sites(sites, steps, hours)
    above.set(ylabel="data, GB", ylim=(0, None))
    below.set(ylabel="rate, Mb/s", ylim=(0, None))
    sites.set(xlabel="time since the start, hours")
    colours = {CLASSES[name]: colour for name, colour in COLOUR.items()}
    drawing.legend(
        handles=figures.keys(colours | {"route is slow": EVENT}),
        loc="outside upper right",
        ncols=3,
        handlelength=1,
    )
    return drawing


def _mark_turns(steps: pd.DataFrame, hours: pd.Series, panels: tuple, reasons: Axes) -> None:
    """Give each decision a number, and list it with its reason."""
    turns = steps.index[~steps["action"].isin(["go on", "begin"])]
    words = []
    for number, i in enumerate(turns, 1):
        for panel in panels:
            panel.axvline(hours[i], color=figures.INK, lw=0.8)
        panels[0].annotate(
            *(str(number), (hours[i], 1), (0, 2)),
            **{"xycoords": ("data", "axes fraction"), "textcoords": "offset points"},
            **{"ha": "center", "fontsize": 8},
        )
        words.append(f"{number}. {hours[i]:.1f} h, {steps['action'][i]}: {steps['reason'][i]}")
    reasons.text(0, 1, "\n".join(words), va="top", fontsize=8, transform=reasons.transAxes)
    reasons.set_axis_off()


def _show_sites(panel: Axes, steps: pd.DataFrame, hours: pd.Series) -> None:
    """Name the site where the transfer is, over time."""
    moves = steps["site"] != steps["site"].shift()
    begins = [*hours[moves], hours.iloc[-1]]
    shades = (figures.BLUE, figures.AMBER)
    for n, name in enumerate(steps["site"][moves]):
        begin, end = begins[n : n + 2]
        panel.axvspan(begin, end, color=shades[n % 2], alpha=0.35, lw=0)
        panel.text((begin + end) / 2, 0.5, name, ha="center", va="center", fontsize=8)
    panel.set(ylim=(0, 1), yticks=[], ylabel="site")


def _mark_event(results: Results, panels: tuple) -> None:
    """Show when the route was slow, in hours since the start of the transfer."""
    truth = results.table("fault.truth")
    begin, end = (pd.to_numeric(truth[name]).iloc[0] / 3600 for name in ("begin", "end"))
    start = results.frame("steering.start", object="")["steering.start"].iloc[0] / 3600
    for panel in panels:
        low, high = np.array([begin, end]) - start
        panel.axvspan(low, high, color=EVENT, lw=0, zorder=0)
