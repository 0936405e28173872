# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Claims of the document about whole networks, their rules, and checks of the simulator."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
from burstlab.archive import Results
from burstlab.statistics import MAX_NEEDED, Interval
from burstlab.study import ABOUT, Above, Below, Claims, Equals, Finding, Within, about, rule
from burstlab.study.measures import listed, over, typical

from . import networks, paths
from .networks import SHARED, Contest, Cycle, Demonstration
from .reading import by_streams, cells, grid, law, measured, of, of_2002, of_full

claim, check = Claims(), Claims()
SC2001 = {"Priority": 9.0, "BE": 18.5, "QBSS": 54.0}
"""Round trips of the document, ms."""
MARGINS = {"Priority": 2.0, "BE": 3.0, "QBSS": 100.0}
"""Margins that the document gives them, ms."""
TOOLS = ("ping", "iperf", "bbcp-memory", "bbcp-disk", "bbftp", "pipechar")
"""Tools of a cycle that have a closed form."""


@claim("C38", "slide 28", "1.6 Gb/s of a trunk of 2", "demonstration")
@rule("payload of all sites, the best 5 minutes", about(1.6), unit="Gb/s")
@of_full("the best five minutes of 20 sites.")
def aggregate(results: Results, read: str) -> Finding:
    """Some 20 sites have 1.6 Gb/s of a trunk of 2 over five minutes."""
    best = of(results, Demonstration(read), "sc2001.best", "") / 1000
    return Finding(typical(best), lambda: f"From {best.min():.2f} to {best.max():.2f}, by sites.")


def sc2001_pings(results: Results, read: str, value: str) -> pd.DataFrame:
    """Read a value of the pings in each run: columns the classes."""
    return pd.DataFrame(
        {c: of(results, Demonstration(read), f"sc2001.ping_{value}", c) for c in SC2001}
    )


@claim("C39", "slide 28", "9 +- 2, 18.5 +- 3 and 54 +- 100 ms", "demonstration")
@rule(
    "mean round trips over the document's, each class; order; deviation, QBSS over BE",
    {
        **{c: Equals(1, MARGINS[c] / ms) for c, ms in SC2001.items()},
        "BE over Priority": Above(1),
        "QBSS over BE": Above(1),
        "deviations": Above(5),
    },
)
@of_full("five minutes of 20 sites.")
def classes(results: Results, read: str) -> Finding:
    """Pings of priority take 9 ms, of best effort 18.5, and of QBSS 54, with large deviations."""
    means, deviations = (sc2001_pings(results, read, v) for v in ("mean", "deviation"))
    return Finding(
        {
            **{c: typical(means[c] / stated) for c, stated in SC2001.items()},
            "BE over Priority": over(means["BE"], means["Priority"]),
            "QBSS over BE": over(means["QBSS"], means["BE"]),
            "deviations": over(deviations["QBSS"], deviations["BE"]),
        },
        lambda: f"Medians, ms: {listed(means.median())}.",
    )


def by_duration(results: Results, read: str, long: bool = True) -> pd.DataFrame:
    """Throughput of a short iperf to each host, if `long` over that of a long one.

    Index (seed, run), columns the hosts.
    """
    settings = cells(results, lambda e: paths.to_hosts(read, e, paths.DURATIONS))
    frame = measured(results, settings, "iperf")
    short = frame["tool"].str.contains(paths.SHORT)
    wide = frame.assign(short=short).pivot(
        index=["seed", "run"], columns=["setting", "short"], values="throughput"
    )
    columns = pd.MultiIndex.from_product([[s.text for s in settings], [True, False]])
    wide = wide.reindex(columns=columns)
    return pd.DataFrame(
        {s.place: wide[s.text, True] / (wide[s.text, False] if long else 1) for s in settings}
    )


@claim("C11", "slide 14", "10 s of iperf are reasonable", "durations")
@rule("median over hosts of the relative difference between 10 s and 60 s", Below(ABOUT))
@of_full("iperf of 60 s to all hosts.")
def ten_seconds(results: Results, read: str) -> Finding:
    """Ten seconds of iperf give a reasonable estimate of the achievable throughput."""
    ratio = by_duration(results, read)
    distance = (ratio - 1).abs()
    return Finding(
        typical(distance.median(axis=1)),
        lambda: (
            f"{ratio.shape[1]} hosts; farthest {distance.median().idxmax()}, "
            f"{ratio[distance.median().idxmax()].median():.2f} of 60 s."
        ),
    )


def cycle_rows(results: Results, setting: Cycle) -> pd.DataFrame:
    """Read the tests of a cycle: the columns of table measurement, and seed and run."""
    return results.where(setting=setting.text).measurements("setting")


def faulty(results: Results, read: str) -> Cycle:
    """Find the cycles in which tests meet faults."""
    return cells(results, lambda e: networks.faulty(read, e))[0]


def overruns(results: Results, setting: Cycle) -> pd.DataFrame:
    """Count cycles that overran into the next cycle, and those without a record of that."""
    table = results.where(setting=setting.text).table("cycles", "setting")
    late = table["end"] > table["due"].groupby(table["run_id"]).shift(-1)
    silent = late & (table["overrun_recorded"] == 0)
    counts = pd.DataFrame({"late": late, "silent": silent, **table[["seed", "run"]]})
    return counts.groupby(["seed", "run"]).sum()


@claim("C52", "slide 31", "crashes, hangs, blocked ports", "faults")
@rule(
    "tests with exactly one row over those that were due; cycles that overran without a record: "
    "one run with another number refutes the claim",
    {"rows": Equals(1), "unrecorded overruns": Equals(0)},
)
@of_2002
def pathologies(results: Results, read: str) -> Finding:
    """Where servers crash, commands hang and ports are blocked, no test vanishes."""
    setting = faulty(results, read)
    counts = overruns(results, setting)
    rows = cycle_rows(results, setting)
    key = [rows[name] for name in ("seed", "run", "cycle", "destination", "tool")]
    once = (rows.groupby(key).size() == 1).groupby(level=["seed", "run"]).sum()
    due = of(results, setting, "cycle.due", "")
    return Finding(
        # A median alone would not see a test that vanished in one of many runs.
        {
            "rows": law((once / due).fillna(0), 1),
            "unrecorded overruns": law(counts["silent"], 0),
        },
        lambda: (
            f"{counts['late'].sum()} cycles overran. Of all tests: "
            f"{listed(rows['status'].value_counts(normalize=True), '{} {:.3f}')}."
        ),
    )


def shallow(results: Results) -> pd.DataFrame:
    """Part of a path with little queue that n streams fill: columns the streams."""
    settings = paths.shallow()
    frames = (grid(results, settings, value, "iperf") for value in ("throughput", "true_rate"))
    rate, true = (by_streams(frame) for frame in frames)
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
    parts: dict[str, Interval] = {}
    for n, m in SHARED:
        setting = Contest(bulk=n, others=m)
        ours = of(results, setting, "scavengers.bulk", "")
        theirs = of(results, setting, "scavengers.others", "with")
        parts[f"{n} beside {m}"] = typical(ours / (ours + theirs) - n / (n + m))
    for n, column in shallow(results).items():
        parts[f"{n} alone"] = typical(column - (1 - 1 / (1 + 3 * n)))
    return Finding(parts)


def cycle_ratios(results: Results, scale: int) -> pd.DataFrame:
    """Measured over its closed form, median over the runs: index hosts, columns tools."""
    table = results.where(setting=Cycle(scale=scale).text).table("paths")
    ratio = pd.to_numeric(table["ratio"], errors="coerce")
    return ratio.groupby([table["host"], table["tool"]]).median().unstack()


def scaled(results: Results) -> pd.DataFrame:
    """Results of the scaled cycle over those of the full cycle: index hosts, columns tools."""
    small, large = networks.CYCLE_SCALES
    ratio = cycle_ratios(results, small) / cycle_ratios(results, large)
    return ratio[[tool for tool in TOOLS if tool in ratio]]


@check("V4", "definition", "results do not depend on the scale", "cycle")
@rule(
    "a result of the scaled cycle over that of the full cycle, median over hosts, each tool",
    Within(0.9, 1.1),
)
@of_full("cycles over all hosts.")
def scaling(results: Results, read: str) -> Finding:
    """A cycle with all rates divided by ten has the results of the full cycle, over ten."""
    ratio = scaled(results)
    far = ((ratio - 1).abs() > 0.1).sum() / ratio.count()
    return Finding(
        # Replications do not add hosts.
        {
            tool: replace(typical(column.dropna()), reaching=lambda _: MAX_NEEDED)
            for tool, column in ratio.items()
        },
        lambda: f"Intervals over hosts. More than 10 % off: {listed(far, '{} {:.0%}')} of them.",
    )


def link_errors(results: Results, scale: int) -> pd.DataFrame:
    """Predicted over simulated load of each shared link, less 1: columns the links."""
    setting = Cycle(scale=scale)
    frame = results.where(setting=setting.text).frame("link.load_error", object=None)
    return frame.pivot(index=["seed", "run"], columns="object", values="link.load_error")


@check("V5", "definition", "loads and lengths as predicted", "cycle")
@rule(
    "largest relative error of the predicted load of a shared link; end over the time slot",
    {"load": Below(0.1), "end": Below(1)},
)
@of_full("a cycle over all hosts.")
def predicted(results: Results, read: str) -> Finding:
    """The calculator predicts the load of shared links, and a cycle ends within its 90 minutes."""
    small, _ = networks.CYCLE_SCALES
    errors = link_errors(results, small)
    table = results.where(setting=Cycle(scale=small).text).table("cycles", "setting")
    end = (table["end"] / table["next"]).groupby([table["seed"], table["run"]]).max()
    far = errors.median()[errors.median().abs() > 0.1]
    return Finding(
        {"load": typical(errors.abs().max(axis=1)), "end": typical(end)},
        lambda: f"{errors.shape[1]} links, of which {len(far)} are off: {listed(far)}.",
    )
