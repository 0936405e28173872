# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Series of measurements: checked, or refused in one sentence."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from burstlab.errors import InputError


def checked_series(series: pd.DataFrame) -> pd.DataFrame:
    """Take a series of columns time and value, and leave out what failed.

    Columns rtt, route and told are added where there are none.
    """
    for name in ("time", "value"):
        if name not in series:
            raise InputError(f"series: no column {name}; there are {', '.join(series)}")
    route = series.get("route", pd.Series(None, index=series.index, dtype=object)).astype(object)
    table = pd.DataFrame(
        {
            "time": series["time"].astype(float),
            "value": series["value"].astype(float),
            "rtt": series.get("rtt", math.nan),
            "route": route.where(route.notna(), None),
            "told": series.get("told", True),
        }
    )
    if not np.isfinite(table["time"]).all() or not table["time"].is_monotonic_increasing:
        raise InputError("series: column time must be finite and ascending")
    table = table[table["value"].notna()]
    bad = table["value"][~(np.isfinite(table["value"]) & (table["value"] > 0))]
    if len(bad):
        raise InputError(
            f"series: value = {bad.iloc[0]:g} in row {bad.index[0]}: above 0 is allowed"
        )
    return table
