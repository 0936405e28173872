# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Claims of the document about PingER, their rules and what is measured."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from burstlab.archive import Results
from burstlab.monitoring import PingLaw, fit_ping_law, loss_class, pinger
from burstlab.statistics import Interval, share_interval
from burstlab.study import (
    ABOUT,
    Above,
    Below,
    Claims,
    Equals,
    Finding,
    Within,
    about,
    present,
    rule,
    runs_of,
)
from burstlab.study.measures import listed, numbers, typical
from scipy import stats
from scipy.special import kolmogi

from ..results import measured, of, of_2002, of_full
from ..samples.judges import of_series
from . import settings as pingers
from .settings import LONG, MIDDLES, PATHS, Pinger

claim, check = Claims(of_2002), Claims()
LIMITS = {"good": (0, 0.01), "acceptable": (0.01, 0.025), "poor": (0.025, 0.05), "bad": (0.05, 1)}
REGIONS = {
    **dict.fromkeys(("russia", "south-america"), "bad"),
    **dict.fromkeys(("balkans", "middle-east", "africa", "south-asia", "caucasus"), "poor"),
}
"""Classes that slide 6 names."""
SAMPLE_S = 1800
YEAR_S = 365.25 * 86_400
FIT_S = YEAR_S / 2
"""Part over which throughput is derived for the fit of its growth."""
DRAWN = 20_000
"""Samples of the law beside those of packets."""
METRICS = ("loss", "mean", "IQR")
CHANCE = 0.05 / (len(PATHS) * len(METRICS))


@claim("C01", "slide 2", "about 100 bit/s a pair", "pinger")
@rule("requests and replies of a pair", about(100), unit="bit/s", from_document=True)
def load(results: Results, read: str) -> Finding:
    """A pair of monitor and host costs about 100 bit/s."""
    requests = of(results, Pinger(), "pinger.load")
    return Finding(
        typical(of(results, Pinger(), "pinger.carried")),
        lambda: f"Both ways, with headers of ICMP and IP. Requests alone: {typical(requests):.1f}.",
    )


def samples_of(results: Results, lost: float, pings: int) -> pd.DataFrame:
    """Read the samples of so many pings on a path with a loss."""
    frame = measured(results, [Pinger(pinger=pingers.CLASSES, lost=lost)], "unloaded")
    return frame[frame["sent"] == pings]


def naming(results: Results, lost: float, pings: int) -> pd.Series:
    """Share of samples of so many pings that name the class of a loss: index (seed, run)."""
    frame = samples_of(results, lost, pings)
    named = frame["loss"].map(loss_class) == loss_class(lost)
    return named.groupby([frame["seed"], frame["run"]]).mean()


def named(results: Results, lost: float) -> Interval:
    """Estimate the share of samples of 1,000 pings: all losses are random, samples independent."""
    frame = samples_of(results, lost, LONG)
    right = int((frame["loss"].map(loss_class) == loss_class(lost)).sum())
    runs = len(frame[["seed", "run"]].drop_duplicates())
    return of_series(share_interval(right, len(frame)), runs)


def expected_naming(lost: float, pings: int) -> float:
    """Probability of that, by the binomial law."""
    counts = np.arange(pings + 1)
    named = [loss_class(count / pings) == loss_class(lost) for count in counts]
    return float(stats.binom.pmf(counts, pings, lost)[named].sum())


@claim("C03", "slide 6", "below 1 % good, 2.5 acceptable, 5 poor, else bad", "loss-classes")
@rule("share of samples of 1,000 pings that name the class of a path, each class", Above(0.95))
@of_full("hundreds of samples of 1,000 pings.")
def classes(results: Results, read: str) -> Finding:
    """Loss below 1 % is good, below 2.5 % acceptable, below 5 % poor, else bad."""
    return Finding(
        {name: named(results, lost) for name, lost in MIDDLES.items()},
        lambda: (
            "By the binomial law "
            + listed({n: expected_naming(lost, LONG) for n, lost in MIDDLES.items()})
            + "; of 10 pings "
            + listed({n: naming(results, lost, 10).mean() for n, lost in MIDDLES.items()})
            + "."
        ),
    )


def summaries(results: Results, setting: Pinger) -> pd.DataFrame:
    """Summaries of all runs of a setting, with seed, run and region."""
    chosen = runs_of(results, setting)
    rows = numbers(chosen, "summaries", "setting")
    sites = chosen.table("sites")[["run_id", "site", "region"]]
    sites = sites.assign(site=sites["site"].astype(int))
    return rows.merge(sites, on=["run_id", "site"])


def losses(results: Results, setting: Pinger) -> pd.DataFrame:
    """Loss of pings by region: index (seed, run), columns regions."""
    rows = summaries(results, setting).groupby(["seed", "run", "region"])[["lost", "sent"]].sum()
    return (rows["lost"] / rows["sent"]).unstack()


@claim("C04", "slide 6", "Russia, South America bad; five regions poor", "pinger")
@rule(
    "loss of the pings of a month, each region that is named",
    {region: Within(*LIMITS[name]) for region, name in REGIONS.items()},
    from_document=True,
)
def regions(results: Results, read: str) -> Finding:
    """Loss is bad to Russia and South America, poor to five other regions."""
    frame = losses(results, Pinger(pinger=pingers.MONTH))
    others = frame.drop(columns=list(REGIONS))
    return Finding(
        {region: typical(frame[region]) for region in REGIONS},
        lambda: f"Losses of regions are ours. The others: {listed(others.median())}.",
    )


def dark(results: Results, setting: Pinger) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Outages, with whether they were found, and times without reply, with whether they are one.

    A time without reply is an outage where both begin, and end, within one sample.
    """
    chosen = runs_of(results, setting)
    true, seen = (numbers(chosen, name, "setting") for name in ("outages", "dark"))
    key = ["run_id", "site"]
    pairs = true.reset_index().merge(seen.reset_index(), on=key, suffixes=("_true", "_seen"))
    late = {when: (pairs[f"{when}_seen"] - pairs[f"{when}_true"]) for when in ("begin", "end")}
    never = pairs["end_true"].isna() & pairs["end_seen"].isna()
    hit = pairs[late["begin"].between(0, SAMPLE_S) & (late["end"].between(0, SAMPLE_S) | never)]
    return (
        true.assign(found=true.index.isin(hit["index_true"])),
        seen.assign(found=seen.index.isin(hit["index_seen"])),
    )


@claim("C05", "slide 4", "5 % of sites; five sites for 24 h; back after 6 to 10 days", "september")
@rule(
    "part of the outages that are returned, start and end within a sample; other times without a "
    "reply, in a run",
    {"returned": Equals(1), "others": Equals(0)},
    from_document=True,
)
def outages(results: Results, read: str) -> Finding:
    """Outages of sites show as samples without a reply, with site, start and duration."""
    true, seen = dark(results, Pinger(pinger=pingers.SEPTEMBER))
    key = ["seed", "run"]
    returned = true.groupby(key)["found"].mean()
    others = (~seen["found"]).astype(float).groupby([seen[name] for name in key]).sum()
    others = others.reindex(returned.index, fill_value=0.0)
    hours = (seen["end"] - seen["begin"]) / 3600
    return Finding(
        {"returned": typical(returned), "others": typical(others)},
        lambda: (
            f"Outages are injected, {len(true) // len(returned)} a run; without reply for 12 to "
            f"25 h: {hours.between(12, 25).sum() // len(returned)} sites, 5.5 to 10.5 days: "
            f"{hours.between(132, 252).sum() // len(returned)}, not back: "
            f"{hours.isna().sum() // len(returned)}."
        ),
    )


def throughputs(results: Results, seconds: float) -> pd.DataFrame:
    """MSS / (RTT sqrt(loss)) of four years, bit/s: index (seed, run, time in s), columns regions.

    Times are the middles of parts of so many seconds.
    """
    rows = summaries(results, Pinger(pinger=pingers.YEARS))
    # Rows of 30 days belong to the part in which they start. A shorter last row and the last part
    # are left out.
    parts = np.floor(rows["begin"] / seconds)
    rows = rows.assign(time=parts)[parts < np.floor(rows["begin"].max() / seconds)]
    keys = ["seed", "run", "time", "region"]
    sums = rows.groupby(keys)[["lost", "sent", "rtt_sum"]].sum()
    middles = rows.groupby(keys)["begin"].mean() + 15 * 86_400
    loss = np.maximum(sums["lost"], 0.5) / sums["sent"]
    rtt = sums["rtt_sum"] / (sums["sent"] - sums["lost"])
    rate = 8 * pinger.MSS / (rtt * np.sqrt(loss))
    frame = pd.DataFrame({"rate": rate, "at": middles}).reset_index()
    frame["time"] = frame.groupby("time")["at"].transform("mean")
    return frame.pivot(index=["seed", "run", "time"], columns="region", values="rate")


def growths(results: Results) -> pd.DataFrame:
    """Factor a year of throughput: index (seed, run), columns regions, and the mean of all."""
    logs = np.log(throughputs(results, FIT_S))
    logs = logs.assign(**{"geometric mean": logs.mean(axis=1)})

    def factors(of_run: pd.DataFrame) -> pd.Series:
        years = of_run.index.get_level_values("time").to_numpy() / YEAR_S
        return pd.Series(np.exp(np.polyfit(years, of_run.to_numpy(), 1)[0]), of_run.columns)

    return logs.groupby(["seed", "run"]).apply(factors)


@claim("C07", "slide 7", "80 % a year, a factor of 10 in 4 years", "growth")
@rule(
    "1.8^4 over 10; growth a year of the regions' geometric mean throughput over 80 %",
    {"factor": Equals(1, ABOUT), "growth": Equals(1, ABOUT)},
    from_document=True,
)
def growth(results: Results, read: str) -> Finding:
    """Throughput grows by 80 % a year, which is a factor of 10 in 4 years."""
    frame = growths(results)
    mean = frame.pop("geometric mean") - 1
    return Finding(
        {
            "factor": Interval.exact((1 + pingers.GROWTH) ** 4 / 10),
            "growth": typical(mean / pingers.GROWTH),
        },
        lambda: f"The growth is injected. A year, by region: {listed(frame.median())}.",
    )


def sample_arrays(results: Results, setting: Pinger) -> dict[tuple[int, int], np.ndarray]:
    """Samples of packets of each run, by (seed, run): shape (samples, 10), s, NaN where lost."""
    counts = of(results, setting, "path.measurements").astype(int)
    replies = numbers(runs_of(results, setting), "replies", "setting")
    arrays = {run: np.full((count, pingers.SHORT), np.nan) for run, count in counts.items()}
    for run, rows in replies.groupby(["seed", "run"]):
        at = rows["measurement"].astype(int), rows["sequence"].astype(int)
        arrays[run][at] = rows["rtt"]
    return arrays


def sample_metrics(samples: np.ndarray) -> dict[str, np.ndarray]:
    """Loss of each sample, and mean and IQR of round trips of those with two replies or more."""
    lost = np.isnan(samples)
    several = samples[(~lost).sum(axis=1) > 1]
    low, high = stats.quantile(several, [[0.25, 0.75]], axis=1, nan_policy="omit").T
    metrics = (lost.mean(axis=1), np.nanmean(several, axis=1), high - low)
    return dict(zip(METRICS, metrics, strict=True))


def distances(samples: np.ndarray) -> tuple[PingLaw, dict[str, float], float]:
    """Fit the law to every second sample, and compare drawn samples with the other samples.

    Returns
    -------
    PingLaw
        The fitted one.
    dict
        Kolmogorov-Smirnov distance of each metric.
    float
        Distance that one of 30 pairs of sets of so many samples exceeds by chance in 5 %.
    """
    law = fit_ping_law(samples[::2])
    others = samples[1::2]
    drawn = sample_metrics(law.draw(DRAWN, samples.shape[1], np.random.default_rng(1)))
    seen = sample_metrics(others)
    found = {
        name: float(stats.ks_2samp(drawn[name], seen[name], method="asymp").statistic)
        for name in METRICS
    }
    return law, found, float(kolmogi(CHANCE) * np.sqrt(2 / len(others)))


def compared(results: Results) -> Iterator[tuple[Pinger, dict[tuple[int, int], np.ndarray]]]:
    """Settings with samples of packets, and the samples of each run."""
    for setting in present(results, pingers.packets()):
        yield setting, sample_arrays(results, setting)


@check("V10", "two-sample Kolmogorov-Smirnov test", "one law", "pinger-law")
@rule(
    "greatest distance over paths of samples of the law and of packets, over that by chance",
    Below(1),
)
@of_full("160 samples a run on ten paths.")
def law(results: Results, read: str) -> Finding:
    """Samples drawn from a law match those of packets on ten paths."""
    rows = []
    for _, arrays in compared(results):
        for run, samples in arrays.items():
            _, found, critical = distances(samples)
            rows.append((*run, *(found[name] / critical for name in METRICS)))
    frame = pd.DataFrame(rows, columns=["seed", "run", *METRICS])
    most = frame.groupby(["seed", "run"]).max()
    return Finding(
        {name: typical(most[name]) for name in METRICS},
        lambda: f"All runs of a path together: {listed(_together(results))}.",
    )


def _together(results: Results) -> pd.Series:
    """Find the greatest distance over that by chance, with all runs of a path together."""
    every = []
    for _, arrays in compared(results):
        _, found, critical = distances(np.concatenate(list(arrays.values())))
        every.append({name: distance / critical for name, distance in found.items()})
    return pd.DataFrame(every).max()
