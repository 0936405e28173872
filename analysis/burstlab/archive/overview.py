# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Identity and cost of runs, without parameters: quick for a hundred thousand runs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from burstlab.archive.database import Database
from burstlab.archive.runs import CHOSEN

_FACTS = (
    *("run_id", "study", "scenario", "seed", "run", "code_version", "ns3_version"),
    *("wall_s", "cpu_s", "events", "peak_rss_kib", "finished_utc"),
)
_OWNERS = """SELECT run_id, group_concat(study, ', ') AS owners FROM
 (SELECT DISTINCT run_id, study FROM label ORDER BY run_id, study)
 GROUP BY run_id"""
_GROUPS = f"""SELECT scenario, ifnull(owners, 'nobody'), code_version, count(*),
 min(ifnull(substr(finished_utc, 1, 10), 'unknown')),
 max(ifnull(substr(finished_utc, 1, 10), 'unknown')), total(cpu_s)
 FROM run LEFT JOIN run_cost USING (run_id) LEFT JOIN ({_OWNERS}) USING (run_id)
 WHERE run_id IN (SELECT value FROM json_each(?1)) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"""


class Group(NamedTuple):
    """Runs of one scenario and code, labelled by the same studies."""

    scenario: str
    owners: str
    code_version: str
    runs: int
    first_day: str
    last_day: str
    cpu_s: float


def facts(database: Database, run_ids: Sequence[int]) -> list[dict[str, Any]]:
    """Return the columns of table run except the key, and the cost of each run; None: unknown."""
    rows = database.rows(
        f"SELECT {', '.join(_FACTS)} FROM run LEFT JOIN run_cost USING (run_id) WHERE {CHOSEN}",
        (json.dumps(run_ids),),
    )
    found = {row[0]: dict(zip(_FACTS, row, strict=True)) for row in rows}
    return [found[run_id] for run_id in run_ids]


def groups(database: Database, run_ids: Sequence[int]) -> list[Group]:
    """Count runs by scenario, labelling studies and code."""
    return [Group(*row) for row in database.rows(_GROUPS, (json.dumps(run_ids),))]
