# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of a steered transfer: policies, with and without an event.

Nothing here is expensive to import: listing studies and completing commands comes through here.
"""

from __future__ import annotations

from dataclasses import dataclass

from burstlab.engine import object_text
from burstlab.study import Labelled, all_of

from .bed import AS_RUN

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


def planned(edition: str) -> list[Transfer]:
    """All settings of an edition."""
    return [
        *all_of(Transfer(), policy=(STEERED, SCAVENGER, BEST_EFFORT)),
        *slow(),
        *(unscaled() if edition == "full" else []),
    ]


def slow() -> list[Transfer]:
    """List all policies for the event of a slow route."""
    return all_of(Transfer(event=SLOW_ROUTE), policy=(STEERED, *FIXED))


def unscaled() -> list[Transfer]:
    """List transfers of 10 GB with full rates."""
    return all_of(Transfer(divisor=1), policy=(SCAVENGER, BEST_EFFORT))


def scenario(setting: Transfer, edition: str) -> tuple[str, dict[str, str | float]]:
    """Name the scenario of a setting, and write the setting as the scenario reads it."""
    event = f"Plan={PLAN[edition]} rate IN2P3 30%"
    return STEERING, {
        "Policy": setting.policy,
        "Scale": setting.divisor,
        "Events": object_text("ns3::FaultInjector", event) if setting.event == SLOW_ROUTE else "",
        **(QUICK | {"Steering": _law(5 * 60, 3, 0.03)} if edition == "quick" else {}),
        **(_unscaled() if setting.divisor == 1 else {}),
    }


def _law(check: int, pieces: int, sample: float) -> str:
    """Write a law with its check interval, s, the number of recent pieces, and the sent part."""
    values = f"CheckInterval=+{check}000000000ns|Lately=+{check * pieces}000000000ns"
    return object_text("ns3::SteeredCopy", f"{values}|Checks=2|Floor=30000000bps|Sample={sample}")


def _unscaled() -> dict[str, str | float]:
    """Ten GB in a quarter of an hour, a quarter of which is sent; four tests."""
    return {
        "Volume": 10_000_000_000,
        "Replica": "",
        "Deadline": "30min",
        "Training": "6h",
        "Steering": _law(120, 3, 0.25),
    }
