# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The metrics of PingER, from round trips of pings on a path.

Definitions are those of SLAC's Network Monitoring Tutorial and its references. A sample is the
round trips of successive pings, s, NaN without a reply.
"""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from burstlab.arguments import checked
from burstlab.errors import InputError
from burstlab.monitoring.series import with_columns
from burstlab.statistics.inputs import array_of

MSS = 1460
"""Bytes of a segment."""
CLASSES = {"good": 0.01, "acceptable": 0.025, "poor": 0.05, "bad": math.inf}
"""Upper limits of loss of each class (slide 6 of IEPM-BW)."""
MANY_LOST = 0.02
"""Loss above which time-outs decide the throughput of TCP."""
MAX_LOST = 0.4
"""Loss above which speech is unintelligible."""


def samples_of(rtt: ArrayLike) -> np.ndarray:
    """Check samples, shape (samples, pings) or one sample of shape (pings,)."""
    x = np.atleast_2d(array_of("rtt", rtt))
    if x.ndim != 2 or x.size == 0:
        raise InputError(f"rtt: samples of pings are needed, the shape was {x.shape}")
    if (x <= 0).any() or np.isinf(x).any():
        raise InputError("rtt: round trips above 0 s and finite are allowed, NaN for no reply")
    return x


def _part(name: str, value: float) -> float:
    if not 0 <= value <= 1:
        raise InputError(f"{name} = {value}: 0 to 1 is allowed")
    return value


def _time(name: str, value: float) -> float:
    if not (value > 0 and math.isfinite(value)):
        raise InputError(f"{name} = {value}: more than 0 s and finite is allowed")
    return value


def loss(rtt: ArrayLike) -> float:
    """Find the part of pings without a reply."""
    return float(np.isnan(samples_of(rtt)).mean())


@checked
def loss_class(part: float) -> str:
    """Classify a loss: below 1 % good, 2.5 acceptable, 5 poor, else bad."""
    _part("part", part)
    return next(name for name, below in CLASSES.items() if part < below)


def unreachability(rtt: ArrayLike) -> float:
    """Find the part of samples without any reply."""
    return float(np.isnan(samples_of(rtt)).all(axis=1).mean())


def quiescence(rtt: ArrayLike) -> float:
    """Find the part of samples without any loss."""
    return float((~np.isnan(samples_of(rtt))).all(axis=1).mean())


def conditional_loss(rtt: ArrayLike) -> float:
    """Find the part of lost pings among the pings after a lost ping; NaN without a lost ping."""
    lost = np.isnan(samples_of(rtt))
    after = lost[:, 1:][lost[:, :-1]]
    return float(after.mean()) if len(after) else math.nan


def rtt_iqr(rtt: ArrayLike) -> float:
    """Find the interquartile range of round trips of a sample, the mean over samples, s."""
    return _mean([_iqr(row[~np.isnan(row)]) for row in samples_of(rtt)])


def ipdv(rtt: ArrayLike) -> float:
    """Find the interquartile range of differences of successive round trips, s, mean over samples.

    Both pings of a difference have replies (RFC 3393).
    """
    differences = np.diff(samples_of(rtt), axis=1)
    return _mean([_iqr(row[~np.isnan(row)]) for row in differences])


def _iqr(values: np.ndarray) -> float:
    if len(values) < 2:
        return math.nan
    low, high = np.quantile(values, (0.25, 0.75))
    return float(high - low)


def _mean(values: list[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else math.nan


def unpredictability(rtt: ArrayLike) -> float:
    """Find the distance of a path to a path with equal samples, 0 to 1.

    ``sqrt((1 - r)^2 + (1 - s)^2) / sqrt(2)``: r is the ratio of mean to largest rate over samples,
    s that of the part of replies; the rate is the inverse of the mean round trip.

    Parameters
    ----------
    rtt
        Samples with at least one reply in all.
    """
    x = samples_of(rtt)
    success = (~np.isnan(x)).mean(axis=1)
    if not success.any():
        raise InputError("rtt: no reply in any sample")
    mean = np.array([row[~np.isnan(row)].mean() for row in x[success > 0]])
    parts = (1 / mean, success)  # rounding may lift the mean of equal values above the largest
    return unpredictable(*(min(1.0, float(part.mean() / part.max())) for part in parts))


def unpredictable(rate: float, success: float) -> float:
    """Find unpredictability from mean over largest of rate and of replies, each 0 to 1."""
    _part("rate", rate)
    _part("success", success)
    return math.hypot(1 - rate, 1 - success) / math.sqrt(2)


@checked
def mathis_throughput(rtt: float, part: float, sent: int | None = None) -> float:
    """Derive the throughput of TCP, bit/s: ``8 MSS / (RTT sqrt(loss))``.

    Parameters
    ----------
    rtt
        Mean round trip, s.
    part
        Loss, 0 to 1.
    sent
        Pings sent. Without a loss half a ping counts as lost; without `sent` the throughput is
        then infinite.
    """
    _time("rtt", rtt)
    if _part("part", part) == 0 and sent is not None:
        if sent < 1:
            raise InputError(f"sent = {sent}: 1 or more is allowed")
        part = 0.5 / sent
    return 8 * MSS / (rtt * math.sqrt(part)) if part else math.inf


@checked
def padhye_throughput(
    rtt: float,
    part: float,
    window: float = 64 * 1024,
    timeout: float = 3.0,
    acks: int = 2,
) -> float:
    """Derive the throughput of TCP with time-outs, bit/s (Padhye and others, 1998, eq. 30).

    Parameters
    ----------
    rtt, part
        Mean round trip, s, and loss, 0 to 1.
    window
        Window of the receiver, bytes.
    timeout
        First time-out, s.
    acks
        Segments for each acknowledgement.
    """
    _time("rtt", rtt)
    _time("timeout", timeout)
    if not (window > 0 and math.isfinite(window)):
        raise InputError(f"window = {window}: more than 0 bytes and finite is allowed")
    if acks < 1:
        raise InputError(f"acks = {acks}: 1 or more is allowed")
    limit = window / (MSS * rtt)
    if _part("part", part) == 0:
        return 8 * MSS * limit
    again = min(1.0, 3 * math.sqrt(3 * acks * part / 8)) * part * (1 + 32 * part**2)
    return 8 * MSS * min(limit, 1 / (rtt * math.sqrt(2 * acks * part / 3) + timeout * again))


@checked
def mos(rtt: float, jitter: float, part: float) -> float:
    """Estimate the mean opinion score of a call, 1 to 4.5.

    ``L = RTT + 2 jitter + 10 ms``; ``R = 93.2 - L / 40 ms`` below 160 ms, else ``93.2 - (L - 120) /
    10``, less 2.5 for each percent of loss; ``1 + 0.035 R + 7e-6 R (R - 60)(100 - R)``. With more
    than 40 % lost it is 1.

    Parameters
    ----------
    rtt, jitter
        Mean round trip and IPDV, s.
    part
        Loss, 0 to 1.
    """
    _time("rtt", rtt)
    if not jitter >= 0:
        raise InputError(f"jitter = {jitter}: 0 s or more is allowed")
    if _part("part", part) > MAX_LOST:
        return 1.0
    latency = 1000 * (rtt + 2 * jitter) + 10
    r = 93.2 - (latency / 40 if latency < 160 else (latency - 120) / 10)
    r = max(0.0, r - 250 * part)
    return max(1.0, 1 + 0.035 * r + 7e-6 * r * (r - 60) * (100 - r))


def metrics(rtt: ArrayLike) -> pd.Series:
    """Compute all metrics of the samples of a path.

    Parameters
    ----------
    rtt
        Shape (samples, pings), s, NaN for no reply.

    Returns
    -------
    pandas.Series
        ``loss``, ``class``, ``rtt_min``, ``rtt_mean``, ``rtt_max`` and ``rtt_iqr`` in s, ``ipdv``
        in s, ``unreachability``, ``quiescence``, ``conditional_loss``, ``unpredictability``,
        ``throughput`` in bit/s and ``mos``; NaN without replies, or with too few for a jitter.
    """
    x = samples_of(rtt)
    part = loss(x)
    found = {
        "loss": part,
        "class": loss_class(part),
        **dict.fromkeys(("rtt_min", "rtt_mean", "rtt_max"), math.nan),
        "rtt_iqr": rtt_iqr(x),
        "ipdv": ipdv(x),
        "unreachability": unreachability(x),
        "quiescence": quiescence(x),
        "conditional_loss": conditional_loss(x),
        **dict.fromkeys(("unpredictability", "throughput", "mos"), math.nan),
    }
    if part < 1:
        mean = float(np.nanmean(x))
        found |= {
            "rtt_min": float(np.nanmin(x)),
            "rtt_mean": mean,
            "rtt_max": float(np.nanmax(x)),
            "unpredictability": unpredictability(x),
            **_derived(mean, part, found["ipdv"], x.size),
        }
    return pd.Series(found)


def _derived(mean: float, part: float, jitter: float, sent: int) -> dict[str, float]:
    """Derive throughput and mean opinion score; at high loss time-outs count."""
    timeouts = part > MANY_LOST
    return {
        "throughput": (
            padhye_throughput(mean, part) if timeouts else mathis_throughput(mean, part, sent)
        ),
        "mos": mos(mean, jitter, part) if jitter >= 0 else math.nan,
    }


@checked
def summed_metrics(rows: pd.DataFrame) -> pd.Series:
    """Compute all metrics from summaries of samples.

    Parameters
    ----------
    rows
        Rows of the table ``summaries`` of path-measurement-pinger-samples, with counts, sums and
        extremes; see `PingerSummary`.

    Returns
    -------
    pandas.Series
        As `metrics` of the samples themselves.
    """
    with_columns("rows", rows, "sent", "lost", "samples", "rtt_sum", "rate_sum", "rate_max")
    if rows.empty or not (rows["sent"] > 0).all():
        raise InputError("rows: summaries of samples are needed")
    total = rows.sum()
    part = float(total["lost"] / total["sent"])

    def ratio(of: str, by: str) -> float:
        return float(total[of] / total[by]) if total[by] else math.nan

    found = {
        "loss": part,
        "class": loss_class(part),
        **dict.fromkeys(("rtt_min", "rtt_mean", "rtt_max"), math.nan),
        "rtt_iqr": ratio("iqr_sum", "iqrs"),
        "ipdv": ratio("ipdv_sum", "ipdvs"),
        "unreachability": ratio("dark", "samples"),
        "quiescence": ratio("quiet", "samples"),
        "conditional_loss": ratio("lost_after", "after"),
        **dict.fromkeys(("unpredictability", "throughput", "mos"), math.nan),
    }
    if part < 1:
        mean = float(total["rtt_sum"] / (total["sent"] - total["lost"]))
        rate = total["rate_sum"] / (total["samples"] - total["dark"]) / rows["rate_max"].max()
        success = (1 - part) / rows["success_max"].max()
        found |= {
            "rtt_min": float(rows["rtt_min"].min()),
            "rtt_mean": mean,
            "rtt_max": float(rows["rtt_max"].max()),
            "unpredictability": unpredictable(min(1.0, float(rate)), min(1.0, float(success))),
            **_derived(mean, part, found["ipdv"], int(total["sent"])),
        }
    return pd.Series(found)
