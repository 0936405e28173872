# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The analysis of a monitor's measurements: forecasts, changes, the metrics of PingER."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    __name__,
    submod_attrs={
        "adaptive": ["adaptive"],
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
        "passive": ["passive_active"],
        "ping_law": ["PingLaw", "fit_ping_law"],
        "pinger": [
            *("conditional_loss", "ipdv", "loss", "loss_class", "mathis_throughput", "metrics"),
            *("mos", "padhye_throughput", "quiescence", "rtt_iqr", "summed_metrics"),
            *("unpredictability", "unreachability"),
        ],
        "rolling": ["ranked", "ranking", "rolling", "scores"],
        "scoring": [
            *("DETECTORS", "before_after", "numbers", "paired_tools", "score_detectors"),
            *("score_forecasters", "score_tools", "spreads", "tool_pairs", "true_changes"),
        ],
        "series": ["ENDED_WELL", "path_series"],
        "watching": [
            *("STATUSES", "Watched", "alerts", "checked_measurements", "gather", "overview"),
            *("problems", "route_changes", "routes", "watch"),
        ],
    },
)
