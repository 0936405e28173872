# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A transfer that is steered: conservation, closed forms, equal numbers, events, and refusals."""

from __future__ import annotations

from functools import cache

import one_run
import pytest
from burstlab import paths
from one_run import metrics, rows

SCENARIO = "path-measurement-steering"
VOLUME = 5_000_000_000
SHORT = (
    *(f"--Volume={VOLUME}", "--Training=3h", "--TestDuration=5s", "--Settle=3s"),
    "--Steering=ns3::SteeredCopy[CheckInterval=3min|Lately=6min|Sample=0.05|Checks=2|Floor=30Mb/s]",
)
SLOW = "--Events=ns3::FaultInjector[Plan=183min forever rate IN2P3 20%]"
POLICIES = ("Steered", "Scavenger", "BestEffort")


@cache
def document(*options):
    return one_run.document(SCENARIO, *SHORT, *options)


def numbers(*options):
    came = metrics(document(*options))
    return {name.removeprefix("steering."): value for name, value in came.items()}


def decisions(*options):
    return rows(document(*options), "decisions")


@pytest.mark.parametrize("policy", [*POLICIES, "OtherSite"])
def test_all_bytes_are_there_and_each_check_is_on_record(policy):
    # Packets and flows that do not add up end a run with an error.
    options = (f"--Policy={policy}", "--Deadline=60min")
    came, steps = numbers(*options), decisions(*options)
    assert came["payload"] == VOLUME
    assert came["ended"] == 1
    remaining = [float(step["remaining"]) for step in steps]
    assert remaining == sorted(remaining, reverse=True)
    assert (remaining[0], remaining[-1]) == (VOLUME, 0)
    assert [step["action"] for step in steps][:: len(steps) - 1] == ["begin", "done"]
    assert float(steps[-1]["time"]) == pytest.approx(came["duration"])
    # The rates of all pieces, over their times, are the volume.
    assert came["error"] == pytest.approx(came["predicted"] / came["duration"] - 1)
    site = "CERN" if policy == "OtherSite" else "IN2P3"
    assert {step["site"] for step in steps} == {site}
    assert came[f"flows[with/{site}]"] > 0


def test_policies_meet_the_same_others_and_the_same_tests():
    of = {policy: document(f"--Policy={policy}", "--Deadline=60min") for policy in POLICIES}
    tests = {policy: rows(came, "measurements") for policy, came in of.items()}
    assert len(tests["Steered"]) == 4  # two slots, two sites
    assert tests["Steered"] == tests["Scavenger"] == tests["BestEffort"]
    predicted = {metrics(came)["steering.predicted"] for came in of.values()}
    assert len(predicted) == 1
    for came in map(metrics, of.values()):
        # What others want to send does not depend on the transfer.
        assert came["steering.flows[with/IN2P3]"] == came["steering.flows[alone/IN2P3]"]
    # Nothing happens, and there is time: the law does nothing.
    assert of["Steered"]["metrics"] == of["Scavenger"]["metrics"]


def test_best_effort_costs_others_more_than_qbss():
    qbss, plain = (
        numbers(f"--Policy={policy}", "--Deadline=60min") for policy in ("Scavenger", "BestEffort")
    )
    # Beside QBSS a ping waits for two packets in the device and for one that is being sent.
    assert 0 < qbss["ping_rise[IN2P3]"] < 3 * 1502 * 8 / 1500
    assert plain["ping_rise[IN2P3]"] > qbss["ping_rise[IN2P3]"]
    assert plain["flow_stretch[IN2P3]"] > qbss["flow_stretch[IN2P3]"]
    assert qbss["best_effort"] == 0
    assert plain["best_effort"] == plain["duration"]


def test_a_slow_route_forces_best_effort_and_the_other_site():
    came, steps = numbers(SLOW, "--Deadline=20min"), decisions(SLOW, "--Deadline=20min")
    actions = [step["action"] for step in steps if step["action"] != "go on"]
    assert actions == ["begin", "best effort", "other site", "done"]
    moved = next(n for n, step in enumerate(steps) if step["action"] == "other site")
    assert {step["site"] for step in steps[:moved]} == {"IN2P3"}
    assert {step["site"] for step in steps[moved:]} == {"CERN"}
    # A check that is below the floor counts, and the second one in a row moves.
    low = [float(step["rate"]) < 30e6 for step in steps[1:]]
    assert low[moved - 2 : moved] == [True, True]
    assert not any(low[: moved - 2])
    assert came["moves"] == 1
    assert came["payload"] == VOLUME
    (fault,) = rows(document(SLOW, "--Deadline=20min"), "fault.truth")
    assert [fault[key] for key in ("kind", "target", "value")] == ["rate", "IN2P3", "0.2"]


def test_policies_that_are_fixed_do_not_see_it():
    steps = decisions(SLOW, "--Policy=Scavenger", "--Deadline=60min")
    assert {(step["site"], step["class"]) for step in steps} == {("IN2P3", "QBSS")}
    # Others use all that the link has left: nothing ends in two hours.
    assert {step["action"] for step in steps} == {"begin", "go on"}
    assert float(steps[-1]["remaining"]) > 0


def test_a_transfer_that_does_not_end_is_cut_and_says_so():
    came = numbers("--Policy=Scavenger", "--Deadline=3min", SLOW)
    assert came["ended"] == 0
    assert "duration" not in came
    assert 0 < came["payload"] < VOLUME


def test_alone_on_a_path_the_forecast_is_the_closed_form(tmp_path):
    # 2 Mb/s and 20 ms without loss: segments of 1,460 bytes in packets of 1,502.
    hosts = tmp_path / "hosts.txt"
    hosts.write_text(
        "host Far utc=0\n  rtt=20ms rate=2Mbps\n  fact loss=0 use=0 diurnal=0 buffer=100\n",
        encoding="utf-8",
    )
    options = (f"--HostsFile={hosts}", "--Site=Far", "--Replica=", "--CrossTraffic=", "--Scale=1")
    steering = "--Steering=ns3::SteeredCopy[CheckInterval=1min|Lately=3min|Sample=1]"
    came = metrics(
        one_run.document(
            *(SCENARIO, *options, steering, "--Training=3h", "--Volume=50000000"),
            *("--Deadline=30min", "--Copy=ns3::BbcpProbe[Window=16384|Streams=2]"),
        )
    )
    closed = 8 * 50e6 / (2e6 * 1460 / 1502)
    assert came["steering.predicted"] == pytest.approx(closed, rel=0.02)
    # Each piece of a minute logs in for a second.
    assert came["steering.duration"] == pytest.approx(closed * 61.2 / 60, rel=0.03)
    assert came["steering.lost"] == 0
    assert came["steering.ping_rise[Far]"] > 0


def test_a_search_finds_windows_and_streams_first(tmp_path):
    # 4 Mb/s and 100 ms hold 50 KB: two streams of 32 KB fill them.
    hosts = tmp_path / "hosts.txt"
    hosts.write_text(
        "host Far utc=0\n  rtt=100ms rate=4Mbps\n  fact loss=0 use=0 diurnal=0 buffer=100\n",
        encoding="utf-8",
    )
    options = (f"--HostsFile={hosts}", "--Site=Far", "--Replica=", "--CrossTraffic=")
    steering = "--Steering=ns3::SteeredCopy[CheckInterval=5min|Lately=15min|Sample=0.2]"
    copy = "--Copy=ns3::BbcpProbe[Window=16384|Streams=1]"
    more = (steering, "--Training=3h", "--Volume=200000000", "--Deadline=2h", copy)
    search = "ns3::WindowSearchProbe[Windows=16384,65536|Streams=1,2|Duration=5s]"

    def found(*last):
        return metrics(one_run.document(SCENARIO, *options, *more, *last))

    plain = found("--Scale=1")
    for scale in (1, 2):
        came = found(f"--Scale={scale}", f"--Search={search}")
        assert came["steering.search_window[Far]"] == 65_536
        assert came["steering.search_streams[Far]"] == 1
        # Each of four trials has 5 s, a login of a second and four round trips.
        assert came["steering.search_time[Far]"] == pytest.approx(4 * 6.4, rel=0.05)
        line = 4e6 * 1460 / 1502
        assert came["steering.search_bytes[Far]"] < 4 * 5.5 * line / 8
        assert came["steering.payload"] == 200_000_000
        assert came["steering.duration"] == pytest.approx(25.6 + 8 * 200e6 / line, rel=0.06)
        assert came["steering.predicted"] == pytest.approx(came["steering.duration"], rel=0.1)
        assert came["steering.duration"] < 0.5 * plain["steering.duration"]


def test_a_run_is_the_same_again_and_another_with_another_number():
    options = (*SHORT, "--Deadline=60min")
    one, again = (one_run.document(SCENARIO, *options, "--run=3")["metrics"] for _ in range(2))
    assert one == again
    assert one_run.document(SCENARIO, *options, "--run=4")["metrics"] != one


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--Policy=Best"], "Policy"),
        (["--Replica=IN2P3"], "Replica is 'IN2P3'; allowed are hosts other than Site, or none"),
        (["--Policy=OtherSite", "--Replica="], "Policy is OtherSite and Replica is ''"),
        (["--Training=1h"], "Training is 3600 s; allowed is TestInterval or more, which is 5400 s"),
        (["--Site=IN2P4"], "nearest: IN2P3"),
        (["--Scale=1000"], "would become more than 0.2; allowed are smaller ones"),
        (["--Volume=0"], "Volume"),
        (["--Deadline=0s"], "Deadline"),
        (["--Steering=ns3::SteeredCopy[Sample=0]"], "Sample"),
        (["--Steering=ns3::SteeredCopy[Ahead=1.5]"], "Ahead"),
        (["--Copy=ns3::PingProbe"], "CopyProbe"),
        (["--Search=ns3::WindowSearchProbe[Windows=many]"], 'Windows is "many"; allowed are'),
        (["--Search=ns3::WindowSearchProbe[Streams=0]"], 'Streams is "0"; allowed are'),
        (["--Forecaster=ns3::Diurnal"], "known: ns3::DiurnalForecaster"),
        (["--Events=ns3::FaultInjector[Plan=80h 1h rate Rice 50%]"], "known: CERN, IN2P3"),
        (["--HostsFile=nowhere.txt"], "nowhere.txt"),
    ],
)
def test_wrong_input_is_refused(options, sentence):
    one_run.assert_refused(sentence, SCENARIO, *options, cwd=paths.ROOT)
