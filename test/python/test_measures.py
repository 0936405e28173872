# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What judges measure, against the definitions worked out from whole traces."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from burstlab.errors import InputError
from burstlab.statistics import Interval
from burstlab.study import measures

RATE, SLOT, SLOTS = 0.3, 10, 64
TRACES = np.random.default_rng(1).poisson(5, (3, SLOTS)).astype(float)


class Recorded:
    """Results of arrivals, of which two tables and the rate were recorded."""

    def __init__(self, **tables: pd.DataFrame) -> None:
        self.tables = tables

    def table(self, name: str, by: object = ()) -> pd.DataFrame:
        return self.tables[name]

    def scalars(self, _: str) -> pd.DataFrame:
        run_ids = list(range(len(TRACES)))
        return pd.DataFrame({"run_id": run_ids, "object": "", "value": RATE})


def blocks_of(trace: np.ndarray, octave: int) -> np.ndarray:
    return trace.reshape(-1, 2**octave).sum(axis=1)


def test_scales_are_about_the_known_mean():
    rows = [
        {
            **{"run_id": run_id, "octave": octave, "ticks": SLOT * 2**octave},
            **{"blocks": len(blocks), "mean": blocks.mean()},
            "variance": blocks.var(ddof=1) if len(blocks) > 1 else np.nan,
        }
        for run_id, trace in enumerate(TRACES)
        for octave in range(7)
        for blocks in [blocks_of(trace, octave)]
    ]
    recorded = Recorded(scales=pd.DataFrame(rows))
    frame = measures.scales(recorded)
    assert len(frame) == len(TRACES) * 6  # a single block has no variance
    for row in frame.itertuples():
        known = RATE * SLOT * 2**row.octave
        squares = np.mean((blocks_of(TRACES[row.run_id], row.octave) - known) ** 2)
        assert row.squares == pytest.approx(squares)
        assert row.dispersion == pytest.approx(squares / known)
    assert measures.scales(recorded, blocks=16)["octave"].unique().tolist() == [0, 1, 2]


def test_load_since_the_start_is_one_where_it_is_the_mean():
    ticks = np.array([10.0, 100.0])
    rows = [
        {"run_id": 0, "replication": replication, "ticks": t, "arrivals": load * RATE * t}
        for replication, load in ((1, 1.0), (2, 2.5))
        for t in ticks
    ]
    frame = measures.since_start(Recorded(start=pd.DataFrame(rows)))
    assert frame.columns.tolist() == ticks.tolist()
    assert frame.loc[1].tolist() == pytest.approx([1, 1])
    assert frame.loc[2].tolist() == pytest.approx([2.5, 2.5])


def test_a_table_of_texts_is_read_as_numbers_and_labels_stay():
    table = pd.DataFrame(
        {"run_id": [1, 1], "load": ["10", "10"], "bytes": ["12", "9007199254740993"]}
    )
    came = measures.numbers(Recorded(flows=table), "flows", "load")
    assert list(came["bytes"]) == [12, 9007199254740993]
    assert list(came["load"]) == ["10", "10"]


def test_intervals_and_lists_are_written_like_numbers():
    value = Interval(1.5, 1.25, 2.004, 5)
    assert f"{value:.3g}" == "1.5 [1.25, 2]"
    assert measures.listed({"a": value, 8: 0.25}) == "a 1.5 [1.25, 2], 8 0.25"
    assert measures.listed(pd.Series({20: 4, 30: 5}), "{1:.1f} at {0}") == "4.0 at 20, 5.0 at 30"
    assert measures.listed({}) == ""


def test_points_name_the_replication_that_is_missing():
    index = pd.MultiIndex.from_tuples([(1, 1), (1, 2)], names=["seed", "run"])
    frame = pd.DataFrame({5: [1.0, 2.0], 15: [1.0, np.nan]}, index=index)
    with pytest.raises(InputError, match=r"\b15\b.*no value.*run 2, seed 1"):
        measures.points(frame)


def test_points_pool_no_labels_that_were_not_asked_about():
    runs = [(load, seed, run) for load in (0.2, 0.8) for seed, run in ((1, 1), (1, 2))]
    index = pd.MultiIndex.from_tuples(runs, names=["load", "seed", "run"])
    frame = pd.DataFrame({"tcp": [1.0, 2.0, 10.0, 20.0]}, index=index)
    with pytest.raises(InputError, match=r"load \(0\.2, 0\.8\)"):
        measures.points(frame)
    assert measures.points(frame.loc[[0.2]])["estimate"].tolist() == [1.5]
    with pytest.raises(InputError, match=r"\(1, 1\).*twice"):
        measures.points(frame.droplevel("load"))
    with pytest.raises(InputError, match=r"\bseed\b.*measurement"):
        measures.points(frame.loc[[0.2]].reset_index("seed"))
    with pytest.raises(InputError, match=r"\bprotocol\b.*measurement"):
        measures.points(pd.DataFrame({"protocol": ["tcp", "udp"]}))


def test_a_replication_that_is_there_twice_is_not_compared():
    twice = pd.Series([1.0, 2.0], index=[1, 1])
    with pytest.raises(InputError, match=r"\ba: .*\b1\b.*twice"):
        measures.over(twice, pd.Series([1.0, 2.0], index=[1, 2]))


def test_a_ratio_of_values_that_may_be_0():
    a, b = pd.Series([0.0, 3.0, 0.0, 2.0]), pd.Series([2.0, 0.0, 0.0, 1.0])
    value = measures.over(a, b)  # 0, infinite, equal, 2
    assert (value.low, value.high) == (0, np.inf)
    assert value.estimate == pytest.approx(np.sqrt(2))


def test_numbers_without_chance_are_parts_by_the_text_of_their_names():
    parts = measures.exact(pd.Series({1: 5, 2: 7}))
    assert parts == {"1": Interval.exact(5.0), "2": Interval.exact(7.0)}
