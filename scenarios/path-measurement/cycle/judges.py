# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Claims of the document about cycles over all hosts, checks of the simulator, and tables."""

from __future__ import annotations

import pandas as pd
from burstlab.archive import Results
from burstlab.study import (
    Above,
    Below,
    Claims,
    Equals,
    Exhibits,
    Finding,
    Rows,
    Within,
    about,
    rule,
    runs_of,
)
from burstlab.study.measures import listed, typical

from ..results import cells, full_table, given, has_reading, law, of, of_2002, of_full
from . import settings as networks
from .settings import WHOLE, Cycle

claim, claim_2002, check = Claims(has_reading), Claims(of_2002), Claims()
table = Exhibits()
TOOLS = ("ping", "iperf", "bbcp-memory", "bbcp-disk", "bbftp", "pipechar")
"""Tools of a cycle that have a closed form."""


SC2001 = {"Priority": (9, 2), "BE": (18.5, 3), "QBSS": (54, 100)}
"""Round trips of the document with their margins, ms."""
NO_SITES = (
    "The sites and what others left of their links are unknown. A scenario that drew them was run "
    "until 2026-11-28: README."
)


@claim("C38", "slide 28", "1.6 Gb/s of a trunk of 2")
@rule("payload of all sites, the best 5 minutes", about(1.6), unit="Gb/s")
def aggregate(results: Results, read: str) -> Finding:
    """Some 20 sites have 1.6 Gb/s of a trunk of 2 over five minutes."""
    return Finding(None, unasked=NO_SITES)


@claim("C39", "slide 28", "9 +- 2, 18.5 +- 3 and 54 +- 100 ms")
@rule(
    "mean round trips over the document's, each class; order; deviation, QBSS over BE",
    {
        **{c: Equals(1, margin / ms) for c, (ms, margin) in SC2001.items()},
        "BE over Priority": Above(1),
        "QBSS over BE": Above(1),
        "deviations": Above(5),
    },
)
def classes(results: Results, read: str) -> Finding:
    """Pings of priority take 9 ms, of best effort 18.5, and of QBSS 54, with large deviations."""
    return Finding(None, unasked=NO_SITES)


def ends(results: Results) -> pd.Series:
    """End of a cycle over all hosts, over the end of its 90 minutes: index (seed, run)."""
    table = runs_of(results, WHOLE[0]).table("cycles", "setting")
    return (table["end"] / table["next"]).groupby([table["seed"], table["run"]]).max()


@claim_2002("C14", "slide 14", "33 hosts each 90 minutes")
@rule("end of the cycle over its 90 minutes", Below(1))
@of_full("a cycle over all hosts.")
def in_time(results: Results, read: str) -> Finding:
    """All hosts are measured each 90 minutes."""
    return Finding(typical(ends(results)))


def cycle_rows(results: Results, setting: Cycle) -> pd.DataFrame:
    """Read the tests of a cycle: the columns of table measurement, and seed and run."""
    return runs_of(results, setting).measurements("setting")


def faulty(results: Results) -> Cycle:
    """Find the cycles in which tests meet faults."""
    return cells(results, networks.faulty)[0]


def overruns(results: Results, setting: Cycle) -> pd.DataFrame:
    """Count cycles that overran into the next cycle, and those without a record of that."""
    table = runs_of(results, setting).table("cycles", "setting")
    late = table["end"] > table["due"].groupby(table["run_id"]).shift(-1)
    silent = late & (table["overrun_recorded"] == 0)
    counts = pd.DataFrame({"late": late, "silent": silent, **table[["seed", "run"]]})
    return counts.groupby(["seed", "run"]).sum()


@claim_2002("C52", "slide 31", "crashes, hangs, blocked ports", "faults")
@rule(
    "tests with exactly one row over those that were due; cycles that overran without a record: "
    "one run with another number refutes the claim",
    {"rows": Equals(1), "unrecorded overruns": Equals(0)},
)
def pathologies(results: Results, read: str) -> Finding:
    """Where servers crash, commands hang and ports are blocked, no test vanishes."""
    setting = faulty(results)
    counts = overruns(results, setting)
    rows = cycle_rows(results, setting)
    key = [rows[name] for name in ("seed", "run", "cycle", "destination", "tool")]
    once = (rows.groupby(key).size() == 1).groupby(level=["seed", "run"]).sum()
    due = of(results, setting, "cycle.due")
    return Finding(
        # A median alone would not see a test that vanished in one of many runs.
        {"rows": law((once / due).fillna(0), 1), "unrecorded overruns": law(counts["silent"], 0)},
        lambda: (
            f"{counts['late'].sum()} cycles overran. Of all tests: "
            f"{listed(rows['status'].value_counts(normalize=True), '{} {:.3f}')}."
        ),
    )


def cycle_ratios(results: Results, setting: Cycle) -> pd.DataFrame:
    """Measured over its closed form, median over the runs: index hosts, columns tools."""
    table = runs_of(results, setting).table("paths")
    ratio = pd.to_numeric(table["ratio"], errors="coerce")
    return ratio.groupby([table["host"], table["tool"]]).median().unstack()


@check("V4", "definition", "results do not depend on the scale", "cycle")
@rule(
    "a result of the scaled cycle over that of the full cycle, median over hosts, each tool",
    Within(0.9, 1.1),
)
@of_full("cycles over all hosts.")
def scaling(results: Results, read: str) -> Finding:
    """A cycle with all rates divided by ten has the results of the full cycle, over ten."""
    divided, full = (cycle_ratios(results, setting) for setting in WHOLE)
    ratio = divided / full
    ratio = ratio[[tool for tool in TOOLS if tool in ratio]]
    far = ((ratio - 1).abs() > 0.1).sum() / ratio.count()
    return Finding(
        {tool: given(column) for tool, column in ratio.items()},
        lambda: f"Intervals over hosts. More than 10 % off: {listed(far, '{} {:.0%}')} of them.",
    )


def link_errors(results: Results) -> pd.DataFrame:
    """Predicted over simulated load of each shared link, less 1: columns the links."""
    frame = runs_of(results, WHOLE[0]).frame("link.load_error", object=None)
    return frame.pivot(index=["seed", "run"], columns="object", values="link.load_error")


@check("V5", "definition", "loads and lengths as predicted", "cycle")
@rule(
    "largest relative error of the predicted load of a shared link; end over the time slot",
    {"load": Below(0.1), "end": Below(1)},
)
@of_full("a cycle over all hosts.")
def predicted(results: Results, read: str) -> Finding:
    """The calculator predicts the load of shared links, and a cycle ends within its 90 minutes."""
    errors = link_errors(results)
    far = errors.median()[errors.median().abs() > 0.1]
    return Finding(
        {"load": typical(errors.abs().max(axis=1)), "end": typical(ends(results))},
        lambda: f"{errors.shape[1]} links, of which {len(far)} are off: {listed(far)}.",
    )


@table("faults", "Status of all tests", "slide 31")
def faults(results: Results) -> Rows:
    """Servers crash, commands hang, ports are blocked.

    Percent of the tests of all cycles by status, where the server of 5 % of the tests crashes, of 5
    % hangs, and the ports of 5 % are blocked; a ping needs no server. Cycles are so short that they
    overrun, and skip the tests that have not started. Each test that was due has one row. The stack
    of 2002.
    """
    tests = cycle_rows(results, faulty(results))
    shares = 100 * tests["status"].value_counts(normalize=True).sort_index()
    yield {"tests": len(tests), **{status: f"{share:.1f}" for status, share in shares.items()}}


@table("cycle", "A cycle over the hosts", "slide 14")
@full_table
def cycle(results: Results) -> Rows:
    """All hosts are measured in 90 minutes.

    Measured over the closed form of each host, median over hosts with its 95 % interval, with
    divided rates and (last but one column) full rates; last: the ratio of both. The stack of 2002.
    """
    ratios = {f"rates over {cell.scale}": cycle_ratios(results, cell) for cell in WHOLE}
    divided, full = ratios.values()
    quotient = divided / full
    for tool in [tool for tool in TOOLS if tool in quotient]:
        yield {
            "tool": tool,
            "hosts": int(quotient[tool].count()),
            **{name: f"{typical(ratio[tool].dropna()):.2f}" for name, ratio in ratios.items()},
            "divided over full": f"{typical(quotient[tool].dropna()):.3f}",
        }


@table("links", "Predicted load of shared links", "slide 11")
@full_table
def links(results: Results) -> Rows:
    """The schedule's calculator says the load of each shared link before a cycle runs.

    Predicted over simulated bytes of a cycle, less 1; medians with 95 % intervals.
    """
    for name, column in link_errors(results).items():
        yield {"link": name, "error": f"{typical(column):.3f}"}
