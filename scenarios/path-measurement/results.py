# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Results of the runs, for judges, figures and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import wraps

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.monitoring import ENDED_WELL
from burstlab.statistics import MAX_NEEDED, Interval
from burstlab.study import Finding, Labelled, figures
from burstlab.study.declaration import Measure
from burstlab.study.figures import Drawing
from burstlab.study.measures import typical, values

from .cycle.settings import WHOLE
from .path.settings import Path
from .qbss.settings import LINKS, Bed, scripted
from .readings import AS_RUN, READINGS

ALONE, ALL = (1, 5), 3
"""Phases of the script, counted from 1, in which QBSS is alone, and in which all classes send."""
EDITIONS = tuple(LINKS)
FULL_ALONE = (
    *(Bed(reading, mbps) for reading in READINGS for mbps in LINKS["full"][1:]),
    *WHOLE,
)
"""Settings that tell the full edition from the quick one."""


def _asked(when: Callable[[Results, str], bool], words: str) -> Callable[[Measure], Measure]:
    """Mark a claim that is asked of some runs and readings alone, and what is said of others."""

    def mark(measure: Measure) -> Measure:
        @wraps(measure)
        def judged(results: Results, read: str) -> Finding:
            return measure(results, read) if when(results, read) else Finding(None, unasked=words)

        return judged

    return mark


of_2002 = _asked(lambda _, read: read == AS_RUN, "Run under the reading of 2002 alone.")
"""Mark a claim as not asked under the readings of today, which have no such runs."""


def readings(results: Results) -> list[str]:
    """List the readings that have runs."""
    names = set(results.labels().get("reading", ()))
    return [name for name in READINGS if name in names]


of_reading = _asked(
    lambda results, read: not read or read in readings(results),
    "This edition has no run under this reading.",
)
"""Mark a claim as not asked under a reading without any run."""


def whole(results: Results) -> bool:
    """Whether these are runs of the full edition: the quick one has none of some."""
    return bool(there(results, FULL_ALONE))


def of_full(why: str) -> Callable[[Measure], Measure]:
    """Mark a claim that the runs of the quick edition do not ask, and why."""
    return _asked(lambda results, _: whole(results), f"The full edition asks: {why}")


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


def there(results: Results, settings: Iterable[Labelled]) -> list[Labelled]:
    """Keep the settings that have runs: those of the edition."""
    texts = set(results.labels()["setting"])
    return [setting for setting in settings if setting.text in texts]


def cells(results: Results, of: Callable[..., Sequence[Labelled]], *first: str) -> list[Labelled]:
    """Find the settings of any edition that have runs, in their order.

    `of` takes the other arguments, and the edition.
    """
    every = dict.fromkeys(cell for edition in reversed(EDITIONS) for cell in of(*first, edition))
    return there(results, every)


def links(results: Results, reading: str) -> list[Bed]:
    """Find the runs of the script under a reading, a setting a link."""
    return sorted(cells(results, scripted, reading), key=lambda cell: cell.mbps)


def of(results: Results, setting: Labelled, metric: str, name: str = "") -> pd.Series:
    """Read a metric of an object in the replications of a setting: index (seed, run)."""
    return values(results.where(setting=setting.text), metric, name)


def in_phase(results: Results, setting: Bed, metric: str, phase: int, what: object) -> pd.Series:
    """Read a metric of a class or of the pings of a code point in a phase."""
    return of(results, setting, metric, f"{phase}/{what}")


def slowest(results: Results, setting: Bed) -> pd.Series:
    """Find the longest time after a change until a class has 90 % of its new share."""
    frame = results.where(setting=setting.text).frame("qbss.reaction", object=None)
    return frame.groupby(["seed", "run"])["qbss.reaction"].max()


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
    chosen = results.where(setting=[setting.text for setting in settings])
    frame = chosen.measurements(["setting", *labels])
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


WORDS = "The quick edition has no such runs."


def full_figure(draw: Callable[[Results], Drawing]) -> Callable[[Results], Drawing]:
    """Mark a figure of which the quick edition has no runs: it then says so."""

    @wraps(draw)
    def drawn(results: Results) -> Drawing:
        if whole(results):
            return draw(results)
        drawing, panel = figures.subplots(height=0.5)
        panel.text(0.5, 0.5, WORDS, ha="center", va="center", color=figures.MUTED)
        panel.set_axis_off()
        return drawing

    return drawn


def full_table(make: Callable[[Results], pd.DataFrame]) -> Callable[[Results], pd.DataFrame]:
    """Mark a table of which the quick edition has no runs: it then says so."""

    @wraps(make)
    def made(results: Results) -> pd.DataFrame:
        return make(results) if whole(results) else pd.DataFrame({"runs": [WORDS]})

    return made
