# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The table and the figure of a steered transfer."""

from __future__ import annotations

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits, figures
from burstlab.study.figures import Drawing
from matplotlib.axes import Axes

from .reading import cells, of, shown
from .steering_judges import oracle, ratio_of_forecast, regret
from .steerings import SLOW_ROUTE, STEERED, Transfer, planned, slow

table, figure = Exhibits(), Exhibits()
GIGA = 1e9


@table("policies", "Steered transfer and fixed policies", "slide 30")
def policies(results: Results) -> pd.DataFrame:
    """QBSS until the transfer falls behind, another site when its rate drops off.

    Duration in hours, and the forecast over it. Harm: lost datagrams of others, in thousandths of
    the payload of the transfer. Time of flows of others over that without the transfer, at the
    site where the ratio is larger. The oracle is the fixed policy with the least harm that meets
    the deadline, or else the fastest; regret is the steered transfer less the oracle. Medians with
    95 % intervals over runs on the same random numbers; the quick edition has one run, of 10 GB.
    """
    return pd.DataFrame([_row(results, setting) for setting in cells(results, planned)])


def _row(results: Results, setting: Transfer) -> dict[str, object]:
    def text(series: pd.Series, digits: str) -> str:
        return shown(series, digits) if len(series) else "-"

    stretch = results.where(setting=setting.text).frame("steering.flow_stretch", object=None)
    row: dict[str, object] = {
        "event": setting.event,
        "rates over": setting.divisor,
        "policy": setting.words,
        "hours": text(of(results, setting, "steering.duration", "") / 3600, ".2f"),
        "forecast over it": text(ratio_of_forecast(results, setting), ".2f"),
        "in time": f"{of(results, setting, 'steering.in_time', '').sum():.0f}"
        f" of {len(of(results, setting, 'steering.ended', ''))}",
        "harm, 1/1000": text(1000 * of(results, setting, "steering.harm", ""), ".2f"),
        "flows take": text(stretch.groupby(["seed", "run"])["steering.flow_stretch"].max(), ".2f"),
        "oracle": "",
        "regret, hours": "",
        "regret, GB": "",
    }
    if setting.policy == STEERED and setting.event == SLOW_ROUTE:
        chosen = oracle(results, slow()).value_counts()
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
            str(number),
            (hours[i], 1),
            xycoords=("data", "axes fraction"),
            xytext=(0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=8,
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
    start = _start(results)
    for panel in panels:
        low, high = np.array([begin, end]) - start
        panel.axvspan(low, high, color=EVENT, lw=0, zorder=0)


def _start(results: Results) -> float:
    """When the transfer began, in hours of the run."""
    return float(results.frame("steering.start", object="")["steering.start"].iloc[0]) / 3600
