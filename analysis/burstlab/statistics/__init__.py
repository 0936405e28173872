# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Statistics of bursty traffic: intervals, quantiles, warm-up, the Hurst parameter, fair rates."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "allocation": ["jain", "max_min", "prices", "proportional"],
        "estimates": ["Estimate"],
        "histograms": ["histogram_quantile", "histogram_rank_interval", "merge_histograms"],
        "hurst": [
            *("ESTIMATORS", "block_lengths", "block_sums", "block_variances", "local_whittle"),
            *("mean_deviation", "periodogram", "rescaled_range", "variance_time"),
        ],
        "counts": ["rate_interval", "share_interval"],
        "coverage": ["Coverage", "coverage"],
        "intervals": [
            *("LEAST_OF_MEAN", "MAX_NEEDED", "Interval", "bootstrap_interval"),
            "geometric_interval",
            "interval",
            *("lrd_interval", "mean_interval", "median_interval"),
            *("paired_difference", "paired_ratio"),
        ],
        "noise": ["autocovariance", "fgn"],
        "quantiles": ["QuantileInterval", "rank_interval", "ranks", "stopping_samples"],
        "warmup": ["mser5"],
        "wavelet": ["haar", "haar_energies", "haar_from_energies", "haar_occupied", "logscale"],
    },
)
