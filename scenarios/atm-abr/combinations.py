# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of the document under every combination of what it leaves open."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import pandas as pd
from burstlab.archive import Results
from burstlab.study import judge

from . import reading, runs

_VERDICTS: WeakKeyDictionary[Results, pd.DataFrame] = WeakKeyDictionary()
"""Of results, which do not change: the figure and the table of a page show the same."""


def verdicts(results: Results) -> pd.DataFrame:
    """Judge all claims by their own rules: a row a combination that was run, a column a claim.

    Claim X1 is left out: the combinations are run for the document's networks alone.
    """
    from .study import STUDY  # which lists the figures and tables that come through here

    if results not in _VERDICTS:
        claims = [claim for claim in STUDY.claims if claim.id != "X1"]
        _VERDICTS[results] = pd.DataFrame(
            {
                name: {claim.id: judge(STUDY, claim, name, results)[0].verdict for claim in claims}
                for name in runs.COMBINATIONS
                if all(reading.there(results, one) for one in runs.read(runs.DOCUMENT, [name]))
            }
        ).T
    return _VERDICTS[results]
