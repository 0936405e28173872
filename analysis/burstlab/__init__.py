# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The laboratory around burstlab's ns-3 modules: sweeps, an archive of runs, claims, figures.

The names below are the most common ones; each package has more. A name is imported at its first
use, so that ``import burstlab`` and every completion of ``./lab`` take milliseconds.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "archive": ["Archive", "Results", "open"],
        "build": ["runner"],
        "engine": ["RunSpec", "grid", "plan", "sweep"],
        "errors": ["InputError", "WorkError"],
        "statistics": [
            *("ESTIMATORS", "Estimate", "coverage", "haar", "haar_energies", "haar_from_energies"),
            *("histogram_quantile", "histogram_rank_interval", "interval", "local_whittle"),
            *("lrd_interval", "mean_interval", "median_interval", "merge_histograms", "mser5"),
            *("paired_difference", "paired_ratio"),
            *("periodogram", "rank_interval", "rescaled_range", "stopping_samples"),
            "variance_time",
        ],
        "study": ["Claims", "Exhibits", "Finding", "Reading", "Study", "find_studies"],
    },
)
