# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Results of the runs, for judges, figures and tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.monitoring import ENDED_WELL
from burstlab.statistics import MAX_NEEDED, Interval
from burstlab.study import Finding, Labelled, NotAsked, Rows, figures, present, runs_of
from burstlab.study.declaration import Measure
from burstlab.study.figures import Drawing
from burstlab.study.measures import typical, values

from .cycle.settings import WHOLE
from .path.settings import Path
from .qbss.settings import LINKS, Bed
from .readings import AS_RUN, READINGS

WORDS = "The quick edition has no such runs."


def has_reading(results: Results, read: str) -> None:
    """Require runs under the reading of a claim."""
    if read and read not in readings(results):
        raise NotAsked("This edition has no run under this reading.")


def of_2002(results: Results, read: str) -> None:
    """Require the reading of 2002: the readings of today have no such runs."""
    has_reading(results, read)
    if read != AS_RUN:
        raise NotAsked("Run under the reading of 2002 alone.")


def readings(results: Results) -> list[str]:
    """List the readings that have runs."""
    names = set(results.labels().get("reading", ()))
    return [name for name in READINGS if name in names]


def whole(results: Results) -> bool:
    """Whether these are runs of the full edition, by settings that the quick edition lacks."""
    beds = [Bed(reading, mbps) for reading in READINGS for mbps in LINKS["full"][1:]]
    return bool(present(results, beds) or present(results, WHOLE))


def of_full(why: str) -> Callable[[Measure], Measure]:
    """Mark a claim that the runs of the quick edition do not ask, and why."""

    def mark(measure: Measure) -> Measure:
        @wraps(measure)
        def asked(results: Results, read: str) -> Finding:
            if not whole(results):
                raise NotAsked(f"The full edition asks: {why}")
            return measure(results, read)

        return asked

    return mark


def full_figure(draw: Callable[[Results], Drawing]) -> Callable[[Results], Drawing]:
    """Mark a figure of which the quick edition has no runs, and then states that."""

    @wraps(draw)
    def drawn(results: Results) -> Drawing:
        if whole(results):
            return draw(results)
        drawing, panel = figures.subplots(height=0.5)
        panel.text(0.5, 0.5, WORDS, ha="center", va="center", color=figures.MUTED)
        panel.set_axis_off()
        return drawing

    return drawn


def full_table(rows: Callable[[Results], Rows]) -> Callable[[Results], Rows]:
    """Mark the rows of a table of which the quick edition has no runs, and then states that."""

    @wraps(rows)
    def made(results: Results) -> Rows:
        yield from rows(results) if whole(results) else [{"runs": WORDS}]

    return made


def determined(series: pd.Series) -> Interval:
    """Take a number of runs in which nothing is drawn: one says all. Runs that differ do not."""
    if series.nunique() != 1:
        return typical(series)
    return Interval.exact(float(series.iloc[0]), len(series))


def given(values: pd.Series) -> Interval:
    """Take the interval over days or hosts, of which replications give no more."""
    return replace(typical(values.dropna()), reaching=lambda _: MAX_NEEDED)


def law(series: pd.Series, value: float) -> Interval:
    """Take a number that a law fixes: a run that breaks the law refutes it, whatever others do.

    That no run broke it is no proof: then the runs are replications.
    """
    apart = (series - value).abs()
    return (
        Interval.exact(float(series.iloc[int(apart.argmax())])) if apart.any() else typical(series)
    )


def shown(series: pd.Series, digits: str) -> str:
    """Write a median with its interval, or the number of a single run."""
    found = typical(series)
    return f"{found:{digits}}" if found.has_ends else f"{found.estimate:{digits}}"


def cells(results: Results, of: Callable[..., Sequence[Labelled]], *first: str) -> list[Labelled]:
    """Find the settings of any edition that have runs, in their order.

    `of` takes the other arguments, and the edition.
    """
    return present(results, [cell for edition in ("full", "quick") for cell in of(*first, edition)])


def of(results: Results, setting: Labelled, metric: str, name: str = "") -> pd.Series:
    """Read a metric of an object in the replications of a setting: index (seed, run)."""
    return values(runs_of(results, setting), metric, name)


KINDS = {
    "iperf": ("sender", "ns3::ThroughputProbe"),
    "bbcp": ("sender", "ns3::BbcpProbe"),
    "unloaded": ("sender", "ns3::PingProbe"),
    "loaded": ("neighbour", "ns3::PingProbe"),
}
"""Source and tool of each kind."""
MSS_BITS = 1460 * 8


def measured(results: Results, settings: Sequence[Path], kind: str, *labels: str) -> pd.DataFrame:
    """Read the results of a kind of `KINDS` that were not cut short by a failure.

    Columns setting, the labels, seed, run, tool, cycle and the values of the tool.
    """
    frame = runs_of(results, *settings).measurements(["setting", *labels])
    source, tool = KINDS[kind]
    frame = frame[
        (frame["source"] == source)
        & frame["tool"].str.startswith(tool)
        & frame["status"].isin(ENDED_WELL)
    ]
    return frame.rename(columns=lambda name: name.removeprefix("measurement."))


def grid(
    results: Results, settings: Sequence[Path], value: str, kind: str = "iperf", by: str = ""
) -> pd.DataFrame:
    """Read a value of each setting: index (seed, run), columns the settings, or a label of them."""
    wide = measured(results, settings, kind).pivot(
        index=["seed", "run"], columns="setting", values=value
    )
    wide = wide[[setting.text for setting in settings]]
    names = [getattr(setting, by) if by else setting for setting in settings]
    wide.columns = pd.Index(names, tupleize_cols=False)
    return wide.dropna()


def knee(curve: pd.Series) -> float:
    """Find the first index of a curve with 90 % of its maximum."""
    return float(curve.index[np.flatnonzero(curve.to_numpy() >= 0.9 * curve.max())[0]])


def estimates(results: Results, settings: Sequence[Path]) -> pd.DataFrame:
    """Compare throughput with MSS n / (RTT sqrt(loss)), a row a measurement of iperf.

    Loss is that of the tool, retransmissions over segments; without a loss half a segment counts as
    lost, as in PingER. The round trip is the tool's too. Columns are those of `measured`, measured,
    and estimated (of C = 1).
    """
    frame = measured(results, settings, "iperf", "streams", "window", "place")
    segments = 8 * frame["bytes"] / MSS_BITS
    loss = frame["loss"].where(frame["retransmits"] > 0, 0.5 / segments)
    return frame.assign(
        measured=frame["throughput"],
        estimated=frame["streams"] * MSS_BITS / (frame["rtt_mean"] * np.sqrt(loss)),
    )
