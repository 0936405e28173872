# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Quantiles and merging of histograms of integers, as in the archive."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd

from burstlab.arguments import checked, shown
from burstlab.errors import InputError, KindError
from burstlab.statistics.quantiles import QuantileInterval, quantile_rank, ranks


def merge_histograms(*histograms: pd.DataFrame) -> pd.DataFrame:
    """Merge log-linear histograms of the same precision, exactly.

    Parameters
    ----------
    histograms
        From `Results.histogram`: columns low, width, count.

    Returns
    -------
    DataFrame
        The same columns, in order of low.

    Examples
    --------
    >>> one = pd.DataFrame({"low": [0, 10], "width": [10, 10], "count": [10, 30]})
    >>> burstlab.merge_histograms(one, one)["count"].tolist()
    [20, 60]
    """
    if not histograms:
        raise InputError("there is no histogram to merge")
    for histogram in histograms:
        _check_columns(histogram)
    return _bins(pd.concat(histograms).groupby(["low", "width"], as_index=False)["count"].sum())


@checked
def histogram_quantile(histogram: pd.DataFrame, p: float) -> tuple[int, int]:
    """Smallest and largest possible value of the quantile of the recorded sample.

    Parameters
    ----------
    histogram
        Of integers, from `Results.histogram` or `merge_histograms`.
    p
        The quantile, in [0, 1]: the value of rank max(1, ceil(p n)).

    Returns
    -------
    low, high : int
        The ends of its bin, equal for bins of one value; elsewhere high is less than
        ``low (1 + 2^-precision_bits)``. `LogLinearHistogram::GetQuantile` returns high.

    Examples
    --------
    >>> counted = pd.DataFrame({"low": [0, 10], "width": [10, 10], "count": [10, 30]})
    >>> burstlab.histogram_quantile(counted, 0.5)  # the 20th of 40 values
    (10, 19)
    """
    if not 0 <= p <= 1:
        raise InputError(f"p = {p}: it must lie between 0 and 1")
    bins = _bins(histogram)
    row = _row(bins, quantile_rank(p, int(bins["count"].sum())))
    return int(bins["low"].iloc[row]), _top(bins, row)


@checked
def histogram_rank_interval(
    histogram: pd.DataFrame, p: float, confidence: float = 0.95
) -> QuantileInterval:
    """Find the interval of `rank_interval` for a histogram of integers.

    Each end is at the edge of its bin that widens the interval, and `value` at the upper edge of
    its bin, so the interval contains that of the recorded sample.

    Parameters
    ----------
    histogram
        As in `histogram_quantile`, with at least one value.
    p, confidence
        As in `rank_interval`.

    Examples
    --------
    >>> counted = pd.DataFrame({"low": [0, 10], "width": [10, 10], "count": [10, 30]})
    >>> found = burstlab.histogram_rank_interval(counted, 0.5)
    >>> found.low, found.value, found.high
    (10.0, 19.0, 19.0)
    """
    bins = _bins(histogram)
    n = int(bins["count"].sum())
    low, high, coverage = ranks(n, p, confidence)
    return QuantileInterval(
        float(_top(bins, _row(bins, quantile_rank(p, n)))),
        float(bins["low"].iloc[_row(bins, low)]) if low > 0 else -math.inf,
        float(_top(bins, _row(bins, high))) if high <= n else math.inf,
        low,
        high,
        coverage,
        n,
    )


def _check_columns(histogram: pd.DataFrame) -> None:
    if not isinstance(histogram, pd.DataFrame):
        raise KindError(f"histogram = {shown(histogram)}: a DataFrame is needed")
    missing = [name for name in ("low", "width", "count") if name not in histogram]
    if missing:
        raise InputError(
            f"a histogram has the columns low, width and count; missing: {', '.join(missing)}"
        )


def _bins(histogram: pd.DataFrame) -> pd.DataFrame:
    _check_columns(histogram)
    for name in ("low", "width", "count"):
        if histogram[name].dtype.kind not in "iu" and not _whole(histogram[name]):
            raise InputError(f"histogram: column {name} needs whole numbers")
    bins = histogram[histogram["count"] != 0].sort_values("low", ignore_index=True)
    if bins.empty or (bins["count"] < 0).any():
        raise InputError("a histogram with at least one value and no negative count is needed")
    tops = bins["low"] + bins["width"]
    if (bins["low"].to_numpy()[1:] < tops.to_numpy()[:-1]).any():
        raise InputError("the bins overlap: histograms of different precision do not mix")
    return bins


def _whole(column: pd.Series) -> bool:
    return column.dtype.kind == "f" and bool((np.mod(column, 1) == 0).all())


def _row(bins: pd.DataFrame, rank: int) -> int:
    """Find the bin that holds the value of a rank."""
    return int(np.searchsorted(bins["count"].cumsum().to_numpy(), rank))


def _top(bins: pd.DataFrame, row: int) -> int:
    # Python's integers: the upper edge of the highest bin, 2^63, is beyond those of numpy.
    return int(bins["low"].iloc[row]) + int(bins["width"].iloc[row]) - 1
