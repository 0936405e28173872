# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What a monitor makes of its measurements as tables: each against what was put in."""

from __future__ import annotations

import json
import math

import numpy as np
import pandas as pd
import pytest
from burstlab import archive, monitoring
from burstlab.archive import Archive
from burstlab.errors import InputError
from burstlab.monitoring import AlertBook
from burstlab.monitoring.forecasters import FORECASTERS, Moment
from burstlab.monitoring.pages import figures as monitor_figures
from monitor_world import CYCLE, write_month

DAY = 86_400.0
DROP = ("Rice", 6 * DAY, 9 * DAY, 0.5)
DARK = ("JLab", 20, 25)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    path = write_month(
        tmp_path_factory.mktemp("month") / "a.sqlite", cycles=240, drop=DROP, dark=DARK
    )
    with Archive(path) as archive:
        yield archive.select([1])


@pytest.fixture(scope="module")
def measurements(results):
    return monitoring.checked_measurements(results.measurements())


@pytest.fixture(scope="module")
def watched(measurements):
    return monitoring.watch(measurements)


@pytest.fixture(scope="module")
def of(watched):
    return {(each.host, each.tool): each for each in watched}


def made(**columns):
    """One good row, and what differs in it."""
    row = {
        **{"run_id": 1, "measurement": 7, "tool": "iperf", "source": "slac"},
        **{"destination": "Rice", "cycle": 0, "start_ns": 0, "duration_ns": 1, "status": "ok"},
        "measurement.throughput": 1e6,
    }
    return pd.DataFrame([row | columns])


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [
        ({"status": "fine"}, "measurement 7.*status.*fine.*ok, self-limited"),
        ({"duration_ns": -1}, r"measurement 7.*duration_ns.*-1.*\b0\b"),
        ({"start_ns": -5}, r"measurement 7.*start_ns.*-5.*\b0\b"),
        ({"measurement.throughput": -2.0}, r"measurement 7.*measurement\.throughput.*-2.*\b0\b"),
        ({"measurement.throughput": math.inf}, "measurement 7.*throughput.*inf.*finite"),
        ({"destination": " "}, "measurement 7.*destination.*empty"),
    ],
)
def test_what_cannot_be_is_refused(columns, sentence):
    monitoring.checked_measurements(made())
    with pytest.raises(InputError, match=sentence):
        monitoring.checked_measurements(made(**columns))


def test_no_rows_and_two_runs_are_refused():
    with pytest.raises(InputError, match="no row"):
        monitoring.checked_measurements(made().iloc[:0])
    with pytest.raises(InputError, match=r"\b2 runs\b.*\bone\b"):
        monitoring.checked_measurements(pd.concat([made(), made(run_id=2)]))


def test_the_next_test_is_forecast_by_what_all_values_say(of):
    each = of["JLab", "iperf"]
    forecaster = FORECASTERS[each.forecaster]()
    for row in each.series.dropna(subset="value").itertuples():
        forecaster.observe(Moment(row.time, row.rtt, row.route), row.value)
    last = each.forecasts.iloc[-1]
    assert each.series["time"].iloc[-1] < last["time"] <= each.series["time"].iloc[-1] + 1.2 * CYCLE
    moment = Moment(last["time"], each.series["rtt"].iloc[-1], each.series["route"].iloc[-1])
    assert last["forecast"] == pytest.approx(forecaster.forecast(moment), rel=1e-12)
    assert last["low"] < last["forecast"] < last["high"]
    assert math.isnan(last["observed"])
    assert each.forecasts["observed"].iloc[:-1].tolist() == each.series["value"].dropna().tolist()


def test_overview_counts_failures_and_takes_medians_of_the_rest(measurements, watched):
    raised = monitoring.alerts(watched)
    table = monitoring.overview(measurements, watched, raised).set_index(["host", "tool"])
    row = table.loc["JLab", "iperf"]
    failed = DARK[2] - DARK[1] + 1
    assert (row["tests"], row["failed"], row["skipped"]) == (240, failed, 0)
    assert row["availability"] == (240 - failed) / 240
    mine = measurements.query("destination == 'JLab' and tool == 'iperf'")
    values = mine["measurement.throughput"].dropna()
    assert row["median"] == np.median(values)
    assert row["last"] == values.iloc[-1]
    assert table.loc["JLab", "traceroute"]["value"] == "hops"
    assert table.loc["JLab", "ping"]["value"] == "rtt_mean"


def test_skipped_tests_are_not_failures():
    rows = pd.concat(
        [
            made(measurement=n, status=s, start_ns=n)
            for n, s in enumerate(("ok", "skipped", "timeout"))
        ],
        ignore_index=True,
    )
    rows = monitoring.checked_measurements(rows)
    watched = monitoring.watch(rows)
    row = monitoring.overview(rows, watched, monitoring.alerts(watched)).iloc[0]
    assert (row["tests"], row["failed"], row["skipped"], row["availability"]) == (3, 1, 1, 0.5)


def test_a_drop_is_told_of_when_it_is_raised_and_when_it_ends(watched):
    told = []
    book = AlertBook(lambda alert: told.append((alert.path, alert.state)))
    table = monitoring.alerts(watched, book)
    assert set(table["host"]) == {"Rice"}
    iperf = table[table["tool"] == "iperf"].iloc[0]
    assert abs(iperf["onset"] - DROP[1]) < 2 * CYCLE
    assert iperf["size"] == pytest.approx(-0.5, abs=0.12)
    assert iperf["state"] == "cleared"
    assert abs(iperf["cleared"] - DROP[2]) < 8 * CYCLE
    assert told.count(("iperf to Rice", "raised")) == 1
    assert told.index(("iperf to Rice", "raised")) < told.index(("iperf to Rice", "cleared"))


def test_alerts_of_tools_at_one_host_are_one_incident(watched, measurements):
    raised = monitoring.alerts(watched)
    changed = monitoring.route_changes(monitoring.routes(measurements))
    table = monitoring.gather(raised, changed, "slac")
    assert len(raised) >= 4
    assert table[["scope", "where", "open"]].to_numpy().tolist() == [["path", "Rice", 0]]
    assert table["alerts"].tolist() == [len(raised)]


def test_many_hosts_at_once_are_an_incident_of_the_monitor_or_of_a_place():
    rows = [(h, "throughput", 100.0, 200.0, -0.5, "raised") for h in ("Rome", "Padova")]
    columns = ["host", "kind", "onset", "detected", "size", "state"]
    raised = pd.DataFrame(rows, columns=columns)
    none = pd.DataFrame(columns=["host", "onset", "detected"])
    table = monitoring.gather(raised, none, "slac")
    assert table[["scope", "where", "alerts", "open"]].to_numpy().tolist() == [
        ["monitor", "slac", 2, 2]
    ]
    places = pd.DataFrame(
        {"country": ["IT", "IT", "US", "US"]}, index=["Rome", "Padova", "Rice", "SDSC"]
    )
    table = monitoring.gather(raised, none, "slac", places)
    assert table[["scope", "where"]].to_numpy().tolist() == [["country", "IT"]]


def test_problems_are_spells_of_failures(measurements):
    log = monitoring.problems(measurements, {})
    assert set(log["host"]) == {"JLab"}
    assert log["ended"].all()
    iperf = log[log["tool"] == "iperf"].iloc[0]
    assert (iperf["tests"], iperf["status"]) == (6, "unreachable")
    assert math.floor(iperf["first"] / CYCLE) == DARK[1]
    assert math.floor(iperf["last"] / CYCLE) == DARK[2]
    rows = [made(measurement=n, start_ns=n, status=s) for n, s in enumerate(["ok", "blocked"])]
    open_ = monitoring.problems(pd.concat(rows, ignore_index=True), {1: "port 5001"}).iloc[0]
    assert (open_["ended"], open_["note"]) == (False, "port 5001")


def test_routes_come_and_go():
    numbers = [5.0, 5.0, 6.0, 5.0]
    rows = pd.concat(
        [
            made(measurement=n, start_ns=n * 10**9).assign(**{"measurement.route": number})
            for n, number in enumerate(numbers)
        ],
        ignore_index=True,
    )
    table = monitoring.routes(rows)
    assert table[["route", "first", "last", "tests"]].to_numpy().tolist() == [
        ["5", 0, 1, 2],
        ["6", 2, 2, 1],
        ["5", 3, 3, 1],
    ]
    changes = monitoring.route_changes(table)
    assert changes[["onset", "detected", "before", "after"]].to_numpy().tolist() == [
        [1, 2, "5", "6"],
        [2, 3, "6", "5"],
    ]
    assert monitoring.routes(made()).empty


def test_before_and_after_an_upgrade():
    # Medians by hand; the interval of 9 values by ranks 2 and 8: binomial(9, 1/2), 96.1 %.
    series = pd.DataFrame({"time": np.arange(20.0), "value": [*range(1, 11), *range(101, 111)]})
    series.loc[[3, 12], "value"] = np.nan
    table = monitoring.before_after({"iperf": series}, 10.0, within=10.0)
    row = table.loc["iperf"]
    assert (row["before"], row["before_tests"], row["before_low"], row["before_high"]) == (
        6,
        9,
        2,
        9,
    )
    assert (row["after"], row["after_tests"], row["after_low"], row["after_high"]) == (
        106,
        9,
        102,
        109,
    )
    assert row["ratio"] == 106 / 6
    late = monitoring.before_after({"iperf": series}, 50.0, within=10.0).loc["iperf"]
    assert late["before_tests"] == late["after_tests"] == 0
    assert math.isnan(late["before"])
    assert math.isnan(late["ratio"])
    wrong = ((math.nan, 1.0, "when.*nan.*finite"), (0.0, 0.0, r"within.*0\.0.*\b0 s\b"))
    for when, within, sentence in wrong:
        with pytest.raises(InputError, match=sentence):
            monitoring.before_after({"iperf": series}, when, within)


def test_tools_are_paired_by_host_and_cycle():
    cells = [("iperf", 0, 10.0), ("iperf", 1, 20.0), ("iperf", 2, 40.0), ("iperf", 3, 7.0)]
    cells += [("bbcp", 2, 28.8), ("bbcp", 0, 7.2), ("bbcp", 1, 14.4)]
    rows = pd.concat(
        [
            made(measurement=n, tool=tool, cycle=cycle, start_ns=n, **{"measurement.throughput": v})
            for n, (tool, cycle, v) in enumerate(cells)
        ],
        ignore_index=True,
    )
    table = monitoring.tool_pairs(rows, monitoring.watch(rows))
    assert table[["tool", "beside", "tests"]].to_numpy().tolist() == [["bbcp", "iperf", 3]]
    assert table["slope"].iloc[0] == pytest.approx(0.72)
    assert table["correlation"].iloc[0] == pytest.approx(1)
    with pytest.raises(InputError, match=r"bbpc.*\bbbcp\b"):
        monitoring.paired_tools(rows, "iperf", "bbpc", "throughput")


def test_tools_are_scored_by_the_closed_form(measurements, results):
    table = monitoring.score_tools(measurements, results.table("paths"))
    # monitor_world: ratios 1 and 1.1 at two hosts.
    assert table.loc["iperf", ["hosts", "ratio"]].tolist() == [2, pytest.approx(1.05)]
    assert table.loc["iperf", "seconds"] == 10
    assert table.loc["iperf", "bytes"] == 4e6
    assert table.loc["ping", "hosts"] == 0
    assert monitoring.score_tools(measurements).loc["iperf", "hosts"] == 0


def test_detectors_are_scored_by_the_faults(watched, results):
    truth = monitoring.true_changes(results.table("fault.truth"))
    assert truth.to_numpy().tolist() == [["Rice", DROP[1], -0.5], ["Rice", DROP[2], 1.0]]
    table = monitoring.score_detectors(watched, truth)
    plateau = table.loc["plateau"]
    assert (plateau["changes"], plateau["recall"], plateau["false"]) == (8, 1, 0)
    assert 3 * 1.5 <= plateau["delay"] <= 7.5  # the fourth value of the new level
    none = monitoring.score_detectors(watched, truth.iloc[:0]).loc["plateau"]
    assert (none["changes"], none["false"]) == (0, 8)
    days = sum(len(each.left) > 0 for each in watched if each.value == "throughput") * 239 / 16
    assert none["false_a_month"] == pytest.approx(8 / (days / 28), rel=1e-3)


def test_a_true_change_with_too_little_history_is_no_false_alarm():
    """It falls two values before the history of 20 is complete, and is found all the same."""
    values = np.where(np.arange(80) < 18, 100, 50) * (1 + 0.01 * np.cos(np.arange(80)))
    left = pd.DataFrame({"time": CYCLE * np.arange(80), "value": values})
    none = pd.DataFrame()
    each = monitoring.Watched("a", "iperf", "throughput", left, "", none, none, none, left)
    truth = pd.DataFrame({"host": ["a"], "onset": [CYCLE * 18], "size": [-0.5]})
    plateau = monitoring.score_detectors([each], truth).loc["plateau"]
    assert (plateau["changes"], plateau["found"], plateau["false"]) == (0, 0, 0)
    assert monitoring.score_detectors([each], truth.iloc[:0]).loc["plateau"]["false"] == 1


def test_small_faults_and_unknown_effects_are_no_truth():
    rows = [("rate", "a", "0", "", "0.9", "1"), ("loss", "a", "0", "9", "0.1", "0")]
    rows += [("rate", "b", "5", "", "0.5", "1"), ("rate", "a", "0", "", "1e6", "0")]
    columns = ["kind", "target", "begin", "end", "value", "relative"]
    truth = monitoring.true_changes(pd.DataFrame(rows, columns=columns))
    assert truth.to_numpy().tolist() == [["b", 5.0, -0.5]]


def test_forecasters_are_scored_over_all_series(watched):
    table = monitoring.score_forecasters(watched)
    mape = [each.ranking.loc["MA(5)", "mape"] for each in watched if len(each.ranking)]
    assert table.loc["MA(5)", "mape"] == np.median(mape)
    assert table["best"].sum() == len(mape)
    online = pd.DataFrame(
        {"host": "a", "tool": "b", "forecast": ["", "8", "12"], "low": "", "high": ""}
    ).assign(observed="10")
    added = monitoring.score_forecasters(watched, online).iloc[-1]
    assert added.name == "in the run"
    assert added["mape"] == pytest.approx(0.2)


@pytest.mark.parametrize("cell", ["fast", "inf", "1e999"])
def test_a_table_with_a_number_that_is_none_is_refused(cell):
    table = pd.DataFrame({"x": ["1", "", cell]})
    with pytest.raises(InputError, match=rf"table t\b.*\bx\b.*{cell}.*\b2\b.*finite"):
        monitoring.numbers(table, "t", "x")
    assert monitoring.numbers(table[:2], "t", "x")["x"].iloc[0] == 1
    with pytest.raises(InputError, match=r"table t\b.*column y\b.*\bx\b"):
        monitoring.numbers(table, "t", "y")


def test_a_table_is_published_as_csv_and_json(tmp_path):
    table = pd.DataFrame({"host": ['a,"b"', "<i>"], "x": [1.5, math.nan], "n": [1, 2]})
    table["paths"] = [("a", "b"), ()]
    archive.publish(table, tmp_path / "t", {"x": "s"})
    back = pd.read_csv(tmp_path / "t.csv")
    assert back["host"].tolist() == table["host"].tolist()
    assert back["x"].iloc[0] == 1.5
    assert json.loads((tmp_path / "t.json").read_text()) == {
        "columns": ["host", "x", "n", "paths"],
        "units": ["", "s", "", ""],
        "rows": [['a,"b"', 1.5, 1, ["a", "b"]], ["<i>", None, 2, []]],
    }


def test_series_without_a_value_or_with_few_are_watched():
    rows = monitoring.checked_measurements(
        made(status="timeout", **{"measurement.throughput": None})
    )
    (each,) = monitoring.watch(rows)
    assert each.value == ""
    assert monitoring.overview(rows, [each], monitoring.alerts([each]))["failed"].tolist() == [1]
    (each,) = monitoring.watch(monitoring.checked_measurements(made()))
    assert each.forecaster == "MA(5)"
    assert each.forecasts["forecast"].iloc[-1] == 1e6
    assert each.changes.empty


@pytest.mark.parametrize("value", [0.0, 0.05, 3e8])
def test_values_that_differ_by_rounding_are_drawn(value):
    values = [value, np.nextafter(value, np.inf)] * 8
    rows = pd.DataFrame({"time": np.arange(16.0), "value": values})
    forecasts = monitoring.rolling(rows.assign(value=1.0), monitoring.LastValue())
    none = pd.DataFrame(columns=["onset", "detected", "begin", "end"], dtype=float)
    drawn = monitor_figures.series("ping", "s", rows, forecasts, none, none)
    assert len(drawn.axes) == 2
