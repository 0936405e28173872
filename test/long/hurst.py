# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How often the interval of H of the burstiness monitor holds H, on exact fractional noise.

    .venv/bin/python test/long/hurst.py [TRACES]

The interval takes octaves for independent. Under H > 0.5 the coefficients of the Haar wavelet are
correlated, and how much follows from H: second differences of fractional Brownian motion. The
program measures the coverage, and computes by how much the standard deviation of H is larger than
the interval says and what coverage that leaves. It ends with code 1 where a measured coverage is
further from the computed one than four standard errors. 2000 traces of each length and H take five
minutes on a core; the chapter of burst-traffic has the table.
"""

from __future__ import annotations

import sys

import numpy as np
from burstlab.statistics import fgn, haar_energies, haar_from_energies
from scipy import special, stats

LENGTHS = (2**11, 2**13, 2**16)
HURSTS = (0.5, 0.6, 0.7, 0.8, 0.9)
TRACES, BLOCK = 2000, 100
LAGS = 200
"""Coarse coefficients on either side whose correlation counts; it falls with lag^(2H - 4)."""
CENTRE = (1.0, -2.0, 1.0)
"""A Haar coefficient is a second difference of the sum of the noise."""


def correlation(hurst: float, apart: int) -> float:
    """Sum the squared correlations of a coefficient with all those that many octaves finer."""
    lags = np.arange(-LAGS * 2**apart, LAGS * 2**apart + 1) * 2.0
    ends = range(3)

    def covariance(one: float, other: float, shift: np.ndarray) -> np.ndarray:
        terms = [
            CENTRE[a] * CENTRE[b] * np.abs(shift + a * one - b * other) ** (2 * hurst)
            for a in ends
            for b in ends
        ]
        return -sum(terms) / 2

    fine, coarse = 1.0, 2.0**apart
    here = np.zeros(1)
    scale = covariance(fine, fine, here) * covariance(coarse, coarse, here)
    return float((covariance(fine, coarse, lags) ** 2).sum() / scale[0])


def excess(hurst: float, counts: np.ndarray) -> float:
    """Give the standard deviation of H over that which independent octaves would have."""
    sums = [correlation(hurst, apart) for apart in range(len(counts))]
    j = np.arange(1, len(counts) + 1)
    variance = special.zeta(2, counts / 2)
    weights = 1 / variance
    slopes = weights * (j - (weights * j).sum() / weights.sum())
    together = np.diag(variance * sums[0])
    for i in range(len(counts)):
        for k in range(i + 1, len(counts)):
            together[i, k] = together[k, i] = 2 * sums[k - i] / counts[i]
    return float(np.sqrt(slopes @ together @ slopes / (slopes**2 * variance).sum()))


def main() -> int:
    """Print the table."""
    traces = int(sys.argv[1]) if len(sys.argv) > 1 else TRACES
    normal, failed = stats.norm(), 0
    sys.stdout.write("  slots    H   no H   covered  computed  deviation\n")
    for slots in LENGTHS:
        for hurst in HURSTS:
            generator = np.random.default_rng([slots, round(100 * hurst)])
            fits = []
            for _ in range(0, traces, BLOCK):
                energies, counts = haar_energies(fgn(slots, hurst, generator, replications=BLOCK))
                fits += [haar_from_energies(each, counts) for each in energies]
            given = [fit for fit in fits if fit.acceptable]
            covered = np.mean([fit.low <= hurst <= fit.high for fit in given])
            wider = excess(hurst, counts[counts >= 16])
            expected = 2 * normal.cdf(normal.ppf(0.975) / wider) - 1
            error = np.sqrt(expected * (1 - expected) / len(given))
            missed = abs(covered - expected) > 4 * error
            failed += missed
            sys.stdout.write(
                f"{slots:7}  {hurst:.1f}  {1 - len(given) / len(fits):.3f}  {covered:8.3f}"
                f"  {expected:8.3f}  {wider:9.3f}{'  FAILED' if missed else ''}\n"
            )
            sys.stdout.flush()
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
