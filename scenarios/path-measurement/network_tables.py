# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of whole networks, and the score card of the tools."""

from __future__ import annotations

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits
from burstlab.study.measures import typical

from . import networks, paths
from .bed import AS_RUN, READINGS
from .network_judges import (
    SC2001,
    TOOLS,
    cycle_ratios,
    cycle_rows,
    faulty,
    link_errors,
    sc2001_pings,
    several,
)
from .networks import Contest, Demonstration
from .partial import full_table
from .reading import cells, of, shown

table = Exhibits()

SCORES = {
    "PingProbe": ("loss", "true_loss"),
    "PipecharProbe": ("capacity", "true_rate"),
    "AbweEstimator": ("available", "true_available"),
    "PathrateEstimator": ("capacity", "true_rate"),
    "SpruceEstimator": ("available", "true_available"),
    "ChirpProbe": ("available", "true_available"),
    "SlopsProbe": ("available", "true_available"),
    "UdpMonitorProbe": ("loss", "true_loss"),
    "ThroughputProbe": ("throughput", "true_available"),
    "BbcpProbe": ("throughput", "true_available"),
}
"""By a word of the tool's text: its result, and the true value."""


@table("scores", "Tools beside the truth", "slides 11, 32")
def scores(results: Results) -> pd.DataFrame:
    """Compare, evaluate, validate tools, and find simpler ones.

    A path of 100 Mb/s (2.5, and one run, in the quick edition) with cross traffic. Error: result
    over the true value of the same time, less 1, in percent; for loss the difference, in points;
    medians with 95 % intervals. MB: bytes that the tool sends. Pings: the rise of pings of a
    neighbour beside a tool that loads the path, over pings beside cross traffic alone.
    """
    return pd.DataFrame(
        [
            {"others, %": cell.use, "tool": word, **_score(_of_tool(results, cell, word), *what)}
            for cell in cells(results, paths.scored)
            for word, what in SCORES.items()
        ]
    )


def _of_tool(results: Results, cell: paths.Path, word: str) -> pd.DataFrame:
    """Read the results of a tool, and ``later``: how much longer pings took beside it, s."""
    chosen = results.where(setting=cell.text)
    rows = chosen.measurements().rename(columns=lambda name: name.removeprefix("measurement."))
    own = rows["source"] == "sender"
    alone = rows[own & rows["tool"].str.fullmatch("ns3::PingProbe")].set_index("run_id")["rtt_mean"]
    beside = rows[~own].set_index(["run_id", "start_ns"])["rtt_mean"].sub(alone, level="run_id")
    rows = rows[own & rows["tool"].str.contains(word)]
    return rows.join(beside.rename("later"), ["run_id", "start_ns"])


def _score(rows: pd.DataFrame, said: str, true: str) -> dict[str, object]:
    if said not in rows:
        rows = rows.assign(**{said: float("nan")})
    came = rows.dropna(subset=said)
    error = came[said] - came[true] if said == "loss" else came[said] / came[true] - 1
    later = 1e3 * rows["later"].dropna()
    return {
        "says": said,
        "error, %": shown(100 * error, ".1f") if len(error) else "none",
        "results": f"{len(came)} of {len(rows)}",
        "takes, s": f"{rows['duration_ns'].median() / 1e9:.1f}",
        "MB": f"{rows['bytes'].median() / 1e6:.2f}",
        "pings later, ms": shown(later, ".1f") if len(later) else "light",
    }


@table("harm", "Harm of scavengers", "slides 27, 41")
def harm(results: Results) -> pd.DataFrame:
    """QBSS and limits of one's own make bulk transfers harmless.

    A transfer of 4 streams of 64 KB on 10 Mb/s, beside short flows that offer half of the link and
    beside two long streams. Payload of the transfer; and, against the same network without the
    transfer on the same random numbers, lost payload of others, the time of their short flows, and
    the rise of their pings. Medians with 95 % intervals.
    """
    return pd.DataFrame(
        [
            {
                "reading": read,
                "others": networks.STREAMS if cell.others else networks.FLOWS,
                "way": cell.words,
                **_outcome(results, cell),
            }
            for read in READINGS
            for cell in cells(results, lambda e, r=read: networks.contests(r, e))
        ]
    ).fillna("")


def _outcome(results: Results, setting: Contest) -> dict[str, str]:
    names = {"bulk, Mb/s": "bulk", "others lose, Mb/s": "lost", "pings later, ms": "ping_rise"}
    if not setting.others:
        names["flows take, times"] = "flow_stretch"
    return {
        name: f"{typical(of(results, setting, f'scavengers.{value}', '')):.2f}"
        for name, value in names.items()
    }


@table("demonstration", "SC2001", "slide 28")
@full_table
def demonstration(results: Results) -> pd.DataFrame:
    """A trunk of 2 Gb/s carries 1.6; pings take 9 +- 2, 18.5 +- 3 and 54 +- 100 ms.

    Each run draws other sites. Aggregate of the best five minutes, its least and most; pings of the
    classes, mean +- deviation, medians over the runs. The first row is the document's.
    """
    stated = {"Priority": "9 +- 2", "BE": "18.5 +- 3", "QBSS": "54 +- 100"}
    rows: list[dict[str, object]] = [
        {"reading": "slide 28", "aggregate, Gb/s": "1.6", "least": "", "most": "", **stated}
    ]
    for read in READINGS:
        best = of(results, Demonstration(read), "sc2001.best", "") / 1000
        means, deviations = (
            sc2001_pings(results, read, value).median() for value in ("mean", "deviation")
        )
        rows.append(
            {
                "reading": read,
                "aggregate, Gb/s": f"{typical(best):.2f}",
                "least": f"{best.min():.2f}",
                "most": f"{best.max():.2f}",
                **{c: f"{means[c]:.1f} +- {deviations[c]:.1f}" for c in SC2001},
            }
        )
    return pd.DataFrame(rows)


@table("faults", "Status of all tests", "slide 31")
def faults(results: Results) -> pd.DataFrame:
    """Servers crash, commands hang, ports are blocked.

    Percent of the tests of all cycles by status, where the server of 5 % of the tests crashes, of 5
    % hangs, and the ports of 5 % are blocked; a ping needs no server. Cycles are so short that they
    overrun, and skip the tests that have not started. Each test that was due has one row. The stack
    of 2002.
    """
    tests = cycle_rows(results, faulty(results, AS_RUN))
    shares = 100 * tests["status"].value_counts(normalize=True).sort_index()
    return pd.DataFrame([{"tests": len(tests), **{s: f"{v:.1f}" for s, v in shares.items()}}])


@table("cycle", "A cycle over the hosts", "slide 14")
@full_table
def cycle(results: Results) -> pd.DataFrame:
    """All hosts are measured in 90 minutes.

    Measured over the closed form of each host, median over hosts with its 95 % interval, with
    divided rates and (last but one column) full rates; last: the ratio of both. The stack of 2002.
    """
    small, large = networks.CYCLE_SCALES
    divided, whole = (cycle_ratios(results, scale) for scale in (small, large))
    ratio = divided / whole
    return pd.DataFrame(
        [
            {
                "tool": tool,
                "hosts": int(ratio[tool].count()),
                f"rates over {small}": f"{typical(divided[tool].dropna()):.2f}",
                f"rates over {large}": f"{typical(whole[tool].dropna()):.2f}",
                "divided over full": f"{typical(ratio[tool].dropna()):.3f}",
            }
            for tool in TOOLS
            if tool in ratio
        ]
    )


@table("links", "Predicted load of shared links", "slide 11")
@full_table
def links(results: Results) -> pd.DataFrame:
    """The schedule's calculator says the load of each shared link before a cycle runs.

    Predicted over simulated bytes of a cycle, less 1; medians with 95 % intervals.
    """
    small, _ = networks.CYCLE_SCALES
    errors = link_errors(results, small)
    return pd.DataFrame(
        [{"link": name, "error": f"{typical(column):.3f}"} for name, column in errors.items()]
    )


@table("several", "Several streams on one bottleneck", "slide 10")
@full_table
def streams(results: Results) -> pd.DataFrame:
    """Streams share a bottleneck, and several fill more of it.

    Share of n of n + m streams, and part of a path with a short queue that n streams fill, less n /
    (n + m) and 1 - 1 / (1 + 3n); medians with 95 % intervals.
    """
    parts = several(results, "").parts
    return pd.DataFrame([{"streams": n, "less closed form": f"{v:.3f}"} for n, v in parts.items()])
