# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Figures and tables that only runs of the full edition can fill."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import pandas as pd
from burstlab.archive import Results
from burstlab.study import figures
from burstlab.study.figures import Drawing

from .reading import whole

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
