# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Incidents of many paths, and the life of an alert."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from burstlab.errors import InputError
from burstlab.monitoring import AlertBook, Change, Plateau, incidents, route_change
from hypothesis import given, settings
from hypothesis import strategies as st

HOUR = 3600.0
PLACES = pd.DataFrame(
    {
        "monitor": "SLAC",
        "region": ["Italy", "Italy", "UK", "UK", "UK", "Japan"],
    },
    index=["Rome", "Padova", "RAL", "Daresbury", "Manchester", "KEK"],
)


def events(*rows):
    columns = ["path", "kind", "onset", "detected", "size"]
    table = pd.DataFrame(rows, columns=columns)
    return table.astype({"onset": float, "detected": float, "size": float})


def drop(path, hour, kind="throughput", size=-0.5):
    return (path, kind, hour * HOUR, (hour + 6) * HOUR, size)


def shown(table, **columns):
    return [tuple(row) for row in table[list(columns or ("scope", "where", "paths"))].to_numpy()]


def test_an_outage_of_a_region_is_one_incident():
    table = incidents(events(drop("Rome", 1), drop("Padova", 2), drop("KEK", 3)), PLACES)
    assert shown(table) == [
        ("region", "Italy", ("Padova", "Rome")),
        ("path", "KEK", ("KEK",)),
    ]


def test_what_all_paths_have_is_at_the_monitor():
    table = incidents(events(*(drop(path, 1) for path in PLACES.index)), PLACES)
    assert shown(table) == [("monitor", "SLAC", tuple(sorted(PLACES.index)))]


def test_what_is_left_over_is_looked_for_in_narrower_places():
    # two of six are too few, two of three are not; one of two in Italy is alone
    table = incidents(events(drop("RAL", 1), drop("Manchester", 1)), PLACES)
    assert shown(table) == [("region", "UK", ("Manchester", "RAL"))]
    table = incidents(events(drop("RAL", 1), drop("Rome", 1)), PLACES)
    assert shown(table) == [("path", "RAL", ("RAL",)), ("path", "Rome", ("Rome",))]


def test_events_far_apart_in_time_are_two_incidents():
    table = incidents(events(drop("Rome", 1), drop("Padova", 8), drop("Rome", 30)), PLACES)
    assert list(table["onset"] / HOUR) == [1, 8, 30]
    assert set(table["scope"]) == {"path"}


def test_a_route_that_changes_with_its_throughput_is_one_incident():
    table = incidents(
        events(drop("KEK", 2), drop("KEK", 1, "route", math.nan), drop("KEK", 1, "rtt", 0.2)),
        PLACES,
    )
    row = table.iloc[0]
    assert len(table) == 1
    assert row["kinds"] == ("route", "rtt", "throughput")
    assert (row["onset"], row["detected"]) == (HOUR, 7 * HOUR)


def test_exactly_the_part_of_all_paths_is_enough():
    """0.55 times 100 is 55.00000000000001 in floating point."""
    every = pd.DataFrame({"monitor": "slac"}, index=[f"p{n}" for n in range(100)])
    for count, scope in ((55, {"monitor"}), (54, {"path"})):
        table = incidents(
            events(*(drop(path, 1) for path in every.index[:count])), every, share=0.55
        )
        assert set(table["scope"]) == scope


def test_no_event_is_no_incident():
    assert incidents(events(), PLACES).empty


@given(st.lists(st.tuples(st.sampled_from(list(PLACES.index)), st.integers(0, 100)), max_size=20))
@settings(deadline=None)
def test_each_event_is_in_one_incident(found):
    table = events(*(drop(path, hour) for path, hour in found))
    made = incidents(table, PLACES)
    for path in PLACES.index:
        onsets = sorted({hour * HOUR for name, hour in found if name == path})
        mine = sum(path in paths for paths in made["paths"])
        assert mine <= len(onsets)
        assert bool(mine) == bool(onsets)
    # an incident begins with one of its events, and nothing begins before the first of them
    assert set(made["onset"]) <= {hour * HOUR for _, hour in found}
    assert made["onset"].min() == table["onset"].min() or not found


def test_an_alert_is_raised_once_acknowledged_and_cleared():
    told = []
    book = AlertBook(lambda alert: told.append((alert.path, alert.state)))
    change = Change(100, 200, 80.0, 40.0)
    assert book.raise_for("KEK", change)
    assert book.raise_for("KEK", Change(300, 400, 40, 20)) is None  # it goes on falling
    book.acknowledge("KEK", 250, "Les")
    for time, value in enumerate([79, 40, 70, 81, 85], start=500):
        book.observe("KEK", time, value)
    assert told == [("KEK", "raised"), ("KEK", "acknowledged"), ("KEK", "cleared")]
    row = book.table().iloc[0]
    assert (row["state"], row["by"], row["acknowledged"], row["cleared"]) == (
        "cleared",
        "Les",
        250,
        503,
    )
    assert book.raise_for("KEK", change)


def test_a_return_clears_and_another_level_is_another_alert():
    book = AlertBook()
    book.raise_for("KEK", Change(0, 1, 80, 40))
    assert book.raise_for("KEK", Change(5, 6, 40, 78)) is None
    assert list(book.table()["state"]) == ["cleared"]
    book.raise_for("KEK", Change(10, 11, 80, 40))
    assert book.raise_for("KEK", Change(20, 21, 40, 160))
    assert list(book.table()["state"]) == ["cleared", "cleared", "raised"]


def test_a_series_on_the_limit_does_not_raise_and_clear_in_turn():
    rng = np.random.default_rng(1)
    values = np.where(np.arange(400) < 100, 100.0, 63.0) * np.exp(rng.normal(0, 0.1, 400))
    book, detector = AlertBook(), Plateau()
    for number, value in enumerate(values):
        change = detector.observe(5400.0 * number, value)
        if change:
            book.raise_for("KEK", change)
        book.observe("KEK", 5400.0 * number, value)
    assert len(book.alerts) == 1
    assert book.table()["state"][0] == "raised"


@pytest.mark.parametrize("seed", range(10))
def test_a_drop_that_ends_leaves_no_alert(seed):
    values = 100 * np.exp(np.random.default_rng(seed).normal(0, 0.05, 400))
    values[200:260] *= 0.5
    book, detector = AlertBook(), Plateau()
    for number, value in enumerate(values):
        change = detector.observe(5400.0 * number, value)
        if change:
            book.raise_for("KEK", change)
        book.observe("KEK", 5400.0 * number, value)
    assert list(book.table()["state"]) == ["cleared"]


def test_a_return_by_half_clears_nothing():
    book = AlertBook()
    book.raise_for("KEK", Change(0, 1, 80, 40))
    assert book.raise_for("KEK", Change(5, 6, 40, 60)) is None
    assert book.raise_for("KEK", Change(9, 10, 60, 40)) is None
    assert list(book.table()["state"]) == ["raised"]


def test_frames_of_several_paths_may_have_equal_indices():
    frames = [events(drop(path, 1)) for path in ("Rome", "Padova", "KEK")]
    made = incidents(pd.concat(frames), PLACES)
    assert shown(made) == [("path", "KEK", ("KEK",)), ("region", "Italy", ("Padova", "Rome"))]


ROUTE = [("10.1.1.1", "AS1"), ("10.2.1.1", "AS2"), ("10.3.1.1", "AS3")]


@pytest.mark.parametrize(
    ("hops", "change"),
    [
        ({}, "none"),
        ({1: None}, "unknown"),
        ({1: ("10.2.1.9", "AS2")}, "minor"),
        ({1: ("10.2.7.9", "AS2")}, "minor AS"),
        ({1: ("10.9.7.9", "AS9")}, "significant, one router"),
        ({0: None, 1: ("10.9.7.9", "AS9")}, "significant, one router"),
        ({1: ("10.9.7.9", "AS9"), 2: ("10.9.8.9", "AS9")}, "significant"),
    ],
)
def test_changes_of_routes_are_told_apart(hops, change):
    after = [hops.get(number, hop) for number, hop in enumerate(ROUTE)]
    assert route_change(ROUTE, after) == change
    assert route_change(ROUTE, [*after, ("10.4.1.1", "AS3")]) == "significant"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: incidents(events(drop("Oslo", 1)), PLACES), "path = Oslo"),
        (lambda: incidents(events(drop("KEK", 1, "colour")), PLACES), "kind = colour"),
        (lambda: incidents(events(), PLACES, within=0), "within = 0"),
        (lambda: incidents(events(), PLACES, share=0), "share = 0"),
        (lambda: incidents(events().drop(columns="size"), PLACES), "no column size"),
        (lambda: AlertBook(needed=5), "needed = 5"),
        (lambda: AlertBook(near=0), "near = 0"),
        (lambda: AlertBook().acknowledge("KEK", 0, "Les"), "path.*KEK.*alert"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(wrong, says):
    with pytest.raises(InputError, match=says):
        wrong()
