# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a monitor makes of its measurements: forecasts, changes, the metrics of PingER."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "changes": [
            *("ByTimeOfDay", "Change", "Cusum", "Detector", "HoltWintersBand"),
            *("KolmogorovSmirnov", "Plateau", "changes", "matched"),
        ],
        "forecasters": [
            *("FORECASTERS", "Band", "ByRoute", "DiurnalAverage", "Ewma", "Forecaster"),
            *("HoltWinters", "LastValue", "Moment", "MovingAverage", "MovingMedian"),
            *("NwsSelector", "RttRegression", "RunningMean", "SeasonalNaive", "TimeOfDay"),
            *("TrimmedMean", "nws_family"),
        ],
        "incidents": ["Alert", "AlertBook", "incidents", "route_change"],
        "offline": ["change_points", "regressed", "smoothed"],
        "pinger": [
            *("conditional_loss", "ipdv", "loss", "loss_class", "mathis_throughput", "metrics"),
            *("mos", "padhye_throughput", "quiescence", "rtt_iqr", "unpredictability"),
            "unreachability",
        ],
        "rolling": ["ranked", "ranking", "rolling", "scores"],
        "series": ["path_series"],
    },
)
