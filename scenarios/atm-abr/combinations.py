# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the document under every combination of its open choices."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Reading, Study, judge, present

from . import judges, runs

OPEN = Study(
    name="atm-abr",
    title="Open choices of the document",
    document="as the study",
    summary="The claims of the document under every combination of its open choices.",
    assumptions=(),
    readings=tuple(Reading(name, name) for name in runs.COMBINATIONS),
    specs=runs.specs,
    claims=tuple(claim for claim in judges.claim if claim.id != "X1"),
)
"""A study of its own, since the study itself lists the figure and the table of the verdicts."""
_VERDICTS: WeakKeyDictionary[Results, pd.DataFrame] = WeakKeyDictionary()
"""Cached by results, since the figure and the table of a page use the same verdicts."""
SHOWN, NOT_SHOWN, UNDECIDED = "shown", "not shown", "undecided"
_WORDS = {"reproduced": SHOWN, "consistent": SHOWN, "differs": NOT_SHOWN}


def verdicts(results: Results) -> pd.DataFrame:
    """Judge all claims by their own rules: a row a combination that was run, a column a claim.

    Values are `SHOWN`, `NOT_SHOWN`, `UNDECIDED`.
    Claim X1 and the claims about finite buffers are left out: the combinations are run only for the
    document's networks.
    """
    if results not in _VERDICTS:
        _VERDICTS[results] = pd.DataFrame(
            {
                name: {
                    claim.id: _WORDS.get(judge(OPEN, claim, name, results)[0].verdict, UNDECIDED)
                    for claim in OPEN.claims
                }
                for name in runs.COMBINATIONS
                if len(present(results, runs.read(runs.DOCUMENT, [name]))) == len(runs.DOCUMENT)
            }
        ).T
    return _VERDICTS[results]
