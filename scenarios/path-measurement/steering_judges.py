# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claim of the document about a steered transfer, its rule, and regret."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from burstlab.archive import Results
from burstlab.study import ABOUT, Below, Claims, Equals, Finding, rule
from burstlab.study.measures import typical

from .reading import of, of_2002, of_full
from .steerings import BEST_EFFORT, FIXED, SCAVENGER, STEERED, Transfer, slow

claim = Claims()


def ratio_of_forecast(results: Results, setting: Transfer) -> pd.Series:
    """Forecast over actual duration, in each replication that ended."""
    return of(results, setting, "steering.error", "") + 1


def ratio_of_harm(results: Results, divisor: int = 100) -> pd.Series:
    """Loss of cross traffic to QBSS over its loss to best effort, without an event.

    Replications in which best effort cost nothing have no ratio.
    """
    lost = {
        policy: of(results, Transfer(policy=policy, divisor=divisor), "steering.lost", "")
        for policy in (SCAVENGER, BEST_EFFORT)
    }
    return (lost[SCAVENGER] / lost[BEST_EFFORT].where(lambda v: v > 0)).dropna()


@claim("C51", "slide 30", "a TByte to IN2P3: forecast, QBSS, off when behind", "policies transfer")
@rule(
    "forecast over actual duration, steered; payload that others lose to QBSS over their loss to "
    "best effort",
    {"forecast": Equals(1, ABOUT), "harm": Below(0.2)},
)
@of_2002
@of_full("a TByte. Ten GB in pieces of a few seconds cost others almost nothing in any class.")
def steered(results: Results, read: str) -> Finding:
    """A TByte ends at the forecast time, and as QBSS does little harm to others."""
    return Finding(
        {
            "forecast": typical(ratio_of_forecast(results, Transfer())),
            "harm": typical(ratio_of_harm(results)),
        }
    )


def oracle(results: Results, settings: Sequence[Transfer]) -> pd.Series:
    """Find the best fixed policy in hindsight: index (seed, run).

    It has the least harm of those that meet the deadline; if none does, it is the fastest.
    """
    fixed = [setting for setting in settings if setting.policy in FIXED]
    frames = {
        name: pd.DataFrame({s.policy: of(results, s, f"steering.{name}", "") for s in fixed})
        for name in ("duration", "in_time", "lost")
    }
    never = float("inf")
    harm = frames["lost"].where(frames["in_time"] == 1, never)
    fastest = frames["duration"].fillna(never).idxmin(axis=1)
    return harm.idxmin(axis=1).where(harm.min(axis=1) < never, fastest)


def regret(results: Results, name: str) -> pd.Series:
    """Value of the steered transfer less that of the oracle, where the route becomes slow.

    Parameters
    ----------
    results
        Runs of the study.
    name
        ``duration``, s, or ``lost``, B.

    Returns
    -------
    Series
        Index (seed, run).
    """
    settings = slow()
    best = oracle(results, settings)
    of_policy = {s.policy: of(results, s, f"steering.{name}", "") for s in settings}
    chosen = pd.Series(
        {key: of_policy[policy].get(key) for key, policy in best.items()}, dtype=float
    )
    chosen.index = best.index
    return (of_policy[STEERED] - chosen).dropna()
