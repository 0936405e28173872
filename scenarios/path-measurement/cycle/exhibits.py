# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables and figures of whole networks, and the score card of the tools."""

from __future__ import annotations

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits
from burstlab.study.measures import typical

from ..readings import AS_RUN
from ..results import full_table
from . import settings as networks
from .judges import TOOLS, cycle_ratios, cycle_rows, faulty, link_errors

figure, table = Exhibits(), Exhibits()


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
