# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The bake-off of scavengers: shares and queues by hand, what others lose, and refusals."""

from __future__ import annotations

from functools import cache

import one_run
import pytest
from burstlab import paths
from one_run import metrics

SCENARIO = "path-measurement-scavengers"
FULL = 10 * 1448 / 1502
"""Mb/s of payload on 10 Mb/s: 1,500 bytes with timestamps, and 2 of PPP."""
PACKET = 1502 * 8 / 10e3
"""Milliseconds that a packet takes on it."""
PING = 50 + 2 * 86 * 8 * (1 / 10e3 + 2 / 1e6)
"""Milliseconds of 86 bytes on 10 Mb/s and twice on 1 Gb/s, there and back."""
NO_FLOWS = "--CrossTraffic="
SHORT = "--Duration=12s"
WAYS = ("None", "Qbss", "Ledbat", "Lp", "SelfLimit", "RateLimit")


@cache
def numbers(*options):
    came = metrics(one_run.document(SCENARIO, *options))
    return {name.removeprefix("scavengers."): value for name, value in came.items()}


def against_streams(way):
    """The link is full of two streams of others already."""
    return numbers(NO_FLOWS, "--OtherStreams=2", SHORT, f"--Scavenger={way}")


def against_flows(way):
    """Others offer half of the link in flows that come and go."""
    return numbers(SHORT, f"--Scavenger={way}")


def test_without_a_transfer_both_networks_are_the_same():
    came = numbers(SHORT, "--Streams=0", "--Scavenger=Qbss", "--Loss=0.001", "--OtherStreams=1")
    alone = numbers(SHORT, "--Streams=0", "--Scavenger=None", "--Loss=0.001", "--OtherStreams=1")
    pairs = [name.removesuffix("[with]") for name in alone if name.endswith("[with]")]
    assert len(pairs) == 13
    for name in pairs:
        assert alone[f"{name}[with]"] == alone[f"{name}[alone]"] == came[f"{name}[alone]"]
    assert alone["lost"] == alone["ping_rise"] == alone["bulk"] == 0
    assert alone["flow_stretch"] == 1
    assert "harm" not in alone


def test_a_transfer_alone_has_the_link():
    came = numbers(NO_FLOWS, SHORT, "--Scavenger=Qbss")
    assert came["bulk"] == pytest.approx(FULL, rel=0.01)
    # Pings of others wait for the queue of the device, 2 packets, and what is left of one.
    assert PING + 2 * PACKET < came["ping_mean[with]"] < PING + 3 * PACKET
    # Nobody sends in the other network: two nanoseconds at each of six links.
    for what in ("mean", "p99", "most"):
        assert came[f"ping_{what}[alone]"] == pytest.approx(PING, abs=2e-5)


def test_streams_of_one_window_share_a_queue_that_holds_them():
    # Two windows of 64 KB are on their way or wait: less than 62.5 KB and a queue of 125 KB. Each
    # stream has a window in the same round trip, in which the link carries both.
    came = numbers(NO_FLOWS, SHORT, "--Streams=1", "--OtherStreams=1")
    assert came["dropped[with]"] == 0
    assert came["bulk"] == pytest.approx(FULL / 2, rel=0.01)
    assert came["others[with]"] == pytest.approx(FULL / 2, rel=0.01)
    packets = 2 * 65536 / 1448
    assert came["ping_mean[with]"] == pytest.approx(packets * PACKET, abs=2 * PACKET)
    # The link was full before, by one window in 50 ms.
    assert came["harm"] == pytest.approx(1, abs=0.01)


def test_a_rate_limit_holds_and_is_hardly_felt():
    came = numbers(NO_FLOWS, SHORT, "--Scavenger=RateLimit", "--LimitRate=3Mb/s")
    assert came["bulk"] == pytest.approx(3, rel=0.005)
    # Packets come one by one: a ping finds one with a probability of 3 / 9.64, half of it is left.
    assert came["ping_mean[with]"] - PING == pytest.approx(3 / FULL * PACKET / 2, rel=0.5)
    assert came["ping_most[with]"] < PING + 2 * PACKET


def test_self_limit_by_rate_climbs_to_what_it_may():
    # Decisions after 1, 2 .. 19 s: levels of 1, 2, 3, and then 4 of 4.
    options = (NO_FLOWS, "--Duration=20s", "--Scavenger=SelfLimit", "--SelfLimitsRate=true")
    came = numbers(*options, "--LimitRate=5Mb/s")
    assert came["level"] == pytest.approx((1 + 2 + 3 + 16 * 4) / 19)
    assert came["bulk"] == pytest.approx(5, rel=0.005)


def test_self_limit_by_the_least_round_trip_makes_way_for_a_standing_queue():
    options = (NO_FLOWS, SHORT, "--OtherStreams=2", "--Scavenger=SelfLimit", "--SelfLimitLeast=0.5")
    mean = numbers(*options)
    least = numbers(*options, "--SelfLimitReference=Least", "--SelfLimitDeviation=20ms")
    # Windows of others stand in the queue before the transfer begins, so it does not.
    assert least["bulk"] == 0
    assert least["level"] == 0.5
    assert mean["bulk"] > 0.5


def test_qbss_takes_its_share_and_no_more():
    qbss = against_streams("Qbss")
    # 1 of 1 + 69 while both have packets, retransmissions among them.
    assert qbss["lost"] == pytest.approx(FULL / 70, rel=0.05)
    assert 0.3 * FULL / 70 < qbss["bulk"] < 1.05 * FULL / 70
    assert qbss["ping_rise"] < 3 * PACKET


def test_what_is_left_in_flight_is_what_windows_hold():
    came = against_streams("None")
    # Two windows without the packets that the link sends in 50 ms wait in the queue.
    assert came["queued[alone]"] == pytest.approx(2 * 65536 / 1448 - 50 / PACKET, abs=3)
    # 25 ms of packets, and half as many acknowledgements on their way back.
    assert came["on_links[alone]"] == pytest.approx(1.5 * 25 / PACKET, abs=4)


def test_what_each_way_costs_streams_of_others():
    lost = {way: against_streams(way)["lost"] for way in WAYS}
    # The negative control: without a way the transfer takes what it can.
    assert lost["None"] > 10 * lost["Qbss"]
    assert lost["None"] > lost["SelfLimit"] > lost["Qbss"]
    for way in ("Ledbat", "Lp"):
        assert lost["None"] > 2 * lost[way] > 2 * lost["Qbss"]
    # A full link: what the transfer has, others lose, but for what the transfer sends twice.
    for way in ("None", "Ledbat", "Lp", "RateLimit"):
        assert against_streams(way)["harm"] == pytest.approx(1, abs=0.03)


def test_what_each_way_costs_short_flows_of_others():
    came = {way: against_flows(way) for way in WAYS}
    for one in came.values():
        # the same arrivals, and the same network alone, whatever the transfer does
        assert one["flows[with]"] == came["None"]["flows[alone]"] > 50
        for name, value in one.items():
            assert not name.endswith("[alone]") or value == came["None"][name]
    assert came["None"]["flow_stretch"] > 1.5 > 1.1 > came["Qbss"]["flow_stretch"]
    for way in WAYS[1:]:
        assert came["None"]["flow_stretch"] > came[way]["flow_stretch"]
        assert came["None"]["ping_rise"] > came[way]["ping_rise"]
    # Others may have 5 Mb/s, the scavenger most of the rest.
    assert came["Qbss"]["bulk"] > 0.9 * (FULL - came["Qbss"]["others[with]"])


def test_ledbat_adds_more_delay_the_more_it_may_and_not_above():
    waits = []
    for target in (10, 25, 50):
        options = ("--Streams=1", "--Window=1000000", "--Duration=20s", "--Settle=10s")
        came = numbers(NO_FLOWS, *options, "--Scavenger=Ledbat", f"--LedbatTarget={target}ms")
        waits.append(came["ping_mean[with]"] - PING)
        # 1 ms: clocks of TCP count milliseconds
        assert 0 < waits[-1] < target + PACKET + 1
        assert came["bulk"] > 0.8 * FULL
    assert waits == sorted(waits)


def test_random_loss_is_what_pings_see():
    options = (NO_FLOWS, "--Streams=0", "--Twin=false", "--PingInterval=10ms", "--Loss=0.02")
    came = numbers(*options, "--Duration=60s")
    assert came["ping_sent[with]"] == 5300  # 60 s without 5 at the begin and 2 for the last one
    # five standard errors
    assert came["ping_loss[with]"] == pytest.approx(0.02, abs=5 * (0.02 * 0.98 / 5300) ** 0.5)
    assert not any(name.endswith("[alone]") for name in came)


def test_in_stacks_of_today_pings_wait_for_packets_and_not_for_queues():
    # FqCoDel gives a ping, a flow of its own, the next turn behind the two packets of the device.
    for stack in ("Cubic", "Bbr"):
        came = numbers(SHORT, f"--Stack={stack}", "--Window=500000")
        assert came["ping_rise"] < 3 * PACKET
        assert came["ping_p99[with]"] < PING + 5 * PACKET
        assert came["bulk"] > 1


def test_a_run_is_the_same_again_and_another_with_another_number():
    options = (SHORT, "--Scavenger=Lp", "--Loss=0.001")
    one, again = (one_run.document(SCENARIO, *options, "--run=3")["metrics"] for _ in range(2))
    assert one == again
    assert one_run.document(SCENARIO, *options, "--run=4")["metrics"] != one


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--Scavenger=Best"], "Scavenger"),
        (["--Streams=101"], "Streams"),
        (["--Rate=0Mb/s"], "Rate is 0; allowed are 10,000 to 1,000,000,000 b/s"),
        (["--LimitRate=0Mb/s"], "LimitRate is 0; allowed are 10,000"),
        (["--RoundTrip=100us"], "RoundTrip"),
        (["--Loss=0.6"], "Loss"),
        (["--Window=0"], "Window"),
        (["--LedbatTarget=101ms"], "LedbatTarget"),
        (["--SelfLimitDecrease=1"], "SelfLimitDecrease"),
        (["--SelfLimitLeast=5"], "SelfLimitLeast is 5; allowed are numbers up to Streams"),
        (["--Settle=60s"], "Settle is 60 s; allowed is what leaves 1 s of Duration"),
        (["--PingInterval=30s"], "PingInterval is 30 s; allowed is what gives 2 to 60000 pings"),
        (["--PingWait=30s"], "PingInterval is 0.1 s; allowed is what gives 2 to 60000 pings in -5"),
        (["--CrossTraffic=ns3::CrossTrafic"], "nearest: ns3::CrossTraffic"),
        (["--CrossTraffic=ns3::CrossTraffic[Mean=-1]"], "Mean"),
        (["--Stack=2003"], "Stack"),
    ],
)
def test_wrong_input_is_refused(options, sentence):
    one_run.assert_refused(sentence, SCENARIO, *options, cwd=paths.ROOT)
