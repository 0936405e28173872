# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Settings of a study: labels of runs, and which of them were run."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
from burstlab.study import (
    Labelled,
    absent,
    all_of,
    measures,
    present,
    present_items,
    replicated,
    runs_of,
)


@dataclass(frozen=True)
class Setting(Labelled):
    load: int = 10
    limit: int = 4

    def __post_init__(self) -> None:
        if not self.load:
            self.forget(["limit"])


class Run:
    """Results with the runs of some settings."""

    def __init__(self, *settings: Setting) -> None:
        self.texts = [setting.text for setting in settings]

    def labels(self) -> pd.DataFrame:
        return pd.DataFrame({"setting": self.texts})

    def where(self, setting: list[str]) -> list[str]:
        return [text for text in self.texts if text in setting]


def test_labels_without_effect_do_not_distinguish_settings():
    assert Setting(0, 7) == Setting(0)
    assert Setting(5, 7).labels == {"load": 5, "limit": 7, "setting": "5 | 7"}


def test_settings_with_runs_are_found_once_in_the_order_asked():
    results = Run(Setting(1), Setting(2), Setting(3))
    asked = [*all_of(Setting(), load=(3, 4, 1)), Setting(3)]
    assert present(results, asked) == [Setting(3), Setting(1)]
    assert absent(results, iter(asked)) == [Setting(4)]
    named = {"three": Setting(3), "four": Setting(4), "again": Setting(3)}
    assert present_items(results, named) == {"three": Setting(3), "again": Setting(3)}
    assert runs_of(results, Setting(2), Setting(1)) == ["1 | 4", "2 | 4"]
    found = measures.medians(results, named, lambda one: pd.Series([one.load, 5.0, 9.0]))
    assert {name: value.estimate for name, value in found.items()} == {"three": 5, "again": 5}


def test_replications_of_a_setting_are_together():
    counts = {Setting(2): 2, Setting(1): 1}
    specs = replicated("traffic-arrivals", counts, lambda one: {"Slots": one.load})
    assert [(spec.attributes["Slots"], spec.run) for spec in specs] == [(2, 1), (2, 2), (1, 1)]
    assert specs[2].labels == Setting(1).labels
    named = replicated("traffic-arrivals", counts, lambda _: {}, lambda one: {"part": one.load})
    assert [spec.labels for spec in named] == [{"part": 2}, {"part": 2}, {"part": 1}]
