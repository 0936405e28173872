# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The QBSS test bed: pings and shares by hand, books, and refusals."""

from __future__ import annotations

import one_run
import pytest
from one_run import metrics

PACKET = 1538 * 8 / 100
"""Microseconds on 100 Mb/s: 1,500 bytes, 2 of PPP and a gap of 36, together as Ethernet has it."""
FULL = 100 * 1460 / 1538
"""Mb/s of payload on 100 Mb/s."""
NO_PINGS = "--Pings="


def document(*options):
    return one_run.document("path-measurement-qbss", *options)


def numbers(*options):
    return metrics(document(*options))


@pytest.mark.parametrize("rate", [10, 100, 1000])
def test_a_ping_alone(rate):
    # Each way 86 bytes on the link between the routers and twice on 1 Gb/s, and 141.744 us.
    took = 2 * (86 * 8 / rate + 2 * 86 * 8 / 1000 + 141.744)
    assert took == pytest.approx(300) or rate != 100
    came = numbers("--Script=", "--End=3s", "--Pings=0,8,46", f"--BottleneckRate={rate}Mb/s")
    for dscp in (0, 8, 46):
        for what in ("mean", "least", "most"):
            # two nanoseconds at each of six links: times are whole ones
            assert came[f"qbss.ping_{what}[1/{dscp}]"] == pytest.approx(took, abs=0.012)
    assert came["qbss.requests"] == came["qbss.replies"] == 3 * 150


@pytest.mark.parametrize("queue", [1, 2])
def test_pings_of_other_classes_wait_for_the_device_alone(queue):
    came = numbers("--Script=QBSS:0-4", "--Pings=0,8,46", f"--DeviceQueue={queue}")
    assert came["qbss.rate[1/QBSS]"] == pytest.approx(FULL, rel=0.005)
    for dscp in (0, 46):
        # the queue of the device and what is left of the packet that is being sent
        least, most = (300 + packets * PACKET for packets in (queue, queue + 1))
        # pings of the other class may come at the same time: 122 bytes on the link
        assert least - 1e-3 <= came[f"qbss.ping_least[1/{dscp}]"] <= least + 10
        assert most - 10 <= came[f"qbss.ping_most[1/{dscp}]"] <= most + 2 * 122 * 8 / 100
        assert came[f"qbss.ping_mean[1/{dscp}]"] == pytest.approx((least + most) / 2, abs=10)
    # behind up to 40 packets of their own class
    assert 2000 < came["qbss.ping_mean[1/8]"] < 300 + (queue + 41) * PACKET


def test_the_script():
    came = document("--TimeScale=0.05", "--Settle=500ms", NO_PINGS)
    got = metrics(came)
    rate = {
        (phase, name): got[f"qbss.rate[{phase}/{name}]"]
        for phase in range(1, 6)
        for name in ("QBSS", "BE", "Priority")
    }
    for phase in (1, 5):
        assert rate[phase, "QBSS"] == pytest.approx(FULL, rel=0.01)
        assert rate[phase, "BE"] < 0.5  # what was in buffers
    for phase in (2, 4):
        # a 70th, and what BE leaves while it halves its window
        assert 0.01 < got[f"qbss.share[{phase}/QBSS]"] < 0.025
    for name, share in (("QBSS", 0.01), ("BE", 0.69), ("Priority", 0.30)):
        assert got[f"qbss.share[3/{name}]"] == pytest.approx(share, abs=0.01)
    for phase in range(1, 6):
        assert sum(rate[phase, name] for name in ("QBSS", "BE", "Priority")) <= FULL * 1.01
    reactions = [value for name, value in got.items() if name.startswith("qbss.reaction")]
    assert len(reactions) == 9  # each class when it changes by 5 Mb/s, and others with it
    assert 0.1 <= min(reactions) <= max(reactions) <= 1
    # phase 3 is from 3 to 4.5 s, and counts from 3.5 s on: ten bins
    points = came["tables"]["qbss.throughput[Priority]"]["rows"][35:45]
    assert sum(value for _, value in points) / 10 == pytest.approx(rate[3, "Priority"])


def test_what_the_queue_sends_while_all_classes_wait():
    """Weights of 1, 69 and 30, to a packet or two of the 800 that 10 Mb/s send in a second."""
    script = "--Script=QBSS:0-6,BE:0-6,Priority:0-6"
    came = numbers(script, NO_PINGS, "--BottleneckRate=10Mb/s")
    for name, share in (("QBSS", 0.01), ("BE", 0.69), ("Priority", 0.30)):
        assert came[f"qbss.chosen[1/{name}]"] == pytest.approx(share, abs=2 / 800)
    assert sum(came[f"qbss.chosen[1/{name}]"] for name in ("QBSS", "BE", "Priority")) == (
        pytest.approx(1)
    )
    # A class that never waits is never left out by others: nothing counts.
    alone = numbers("--Script=QBSS:0-3,BE:0-3", NO_PINGS)
    assert not [name for name in alone if name.startswith("qbss.chosen")]


def test_a_stream_recovers_from_its_slow_start():
    # A window of one segment waits for delayed acknowledgements, and must not time out for them.
    options = ("--Script=QBSS:0-4,BE:2-4", "--Window=262144", "--InitialWindow=10", "--run=2")
    assert numbers(*options, NO_PINGS)["qbss.share[2/BE]"] > 0.95


SLOW = ("--BottleneckRate=10Mb/s", NO_PINGS)


def test_a_call_alone_waits_for_nothing():
    came = numbers("--Script=", "--End=20s", *SLOW, "--Voice=1")
    # 172 bytes, 28 of UDP and IP and 2 of PPP on 10 Mb/s and twice on 1 Gb/s, and the delay.
    took = (202 * 8 / 10 + 2 * 202 * 8 / 1000 + 141.744) / 1000
    for name in ("delay", "delay_99", "delay_most"):
        assert came[f"qbss.media_{name}[voice]"] == pytest.approx(took, abs=1e-5)
    assert came["qbss.media_jitter[voice]"] == pytest.approx(0, abs=1e-5)
    assert came["qbss.media_loss[voice]"] == 0
    assert came["qbss.left[1/Priority]"] == 1
    # 19 s of talk spurts and pauses of a mean of 1.004 and 1.587 s.
    assert 0.1 < came["qbss.media_packets[voice]"] / (19 * 50) < 0.8
    many = numbers("--Script=", "--End=20s", *SLOW, "--Voice=200", "--BottleneckRate=100Mb/s")
    part = many["qbss.media_packets[voice]"] / (200 * 19 * 50)
    assert part == pytest.approx(1.004 / 2.591, rel=0.05)
    # 15 pictures of 3.2 packets a second.
    video = numbers("--Script=", "--End=21s", *SLOW, "--Video=2")
    assert video["qbss.media_packets[video]"] == pytest.approx(2 * 20 * 15 * 3.2, rel=0.01)


def test_calls_as_priority_and_as_best_effort():
    script = "--Script=QBSS:0-25,BE:0-25"
    options = (script, *SLOW, "--Settle=5s", "--Voice=10", "--Video=2")
    marked, plain = (numbers(*options, f"--MediaDscp={dscp}") for dscp in (46, 0))
    offered = marked["qbss.left[1/Priority]"]
    assert 0.08 < offered < 0.15
    for name, weight in (("QBSS", 1), ("BE", 69)):
        law = (1 - offered) * weight / 70
        assert marked[f"qbss.left[1/{name}]"] == pytest.approx(law, rel=0.03)
    assert "qbss.left[1/Priority]" not in plain or plain["qbss.left[1/Priority]"] == 0
    assert plain["qbss.left[1/QBSS]"] == pytest.approx(1 / 70, rel=0.03)
    # All calls at once: pictures of up to four packets and a packet of each voice, at 30 % of the
    # link, and the latency of the scheduler, the queue of the device and the packet that is sent.
    burst = 2 * 4 * 1028 + 10 * 200
    latency = 1028 * 70 / 30 + 4 * 1500
    bound = 8 * (burst / 0.3 + latency) / 10e6 * 1538 / 1500
    assert marked["qbss.media_delay_most[voice]"] < 1000 * bound + 1
    assert marked["qbss.media_loss[voice]"] == 0
    # As best effort they wait behind up to 40 packets, and are dropped with the others.
    assert plain["qbss.media_delay[voice]"] > 5 * marked["qbss.media_delay[voice]"]
    assert plain["qbss.media_delay_most[voice]"] < 43 * 1538 * 8 / 10e3
    assert plain["qbss.media_loss[voice]"] > 0


def test_calls_beyond_the_share_of_their_class_lose_the_rest():
    script = "--Script=QBSS:0-15,BE:0-15"
    came = numbers(script, *SLOW, "--Settle=5s", "--Video=12")
    assert came["qbss.left[1/Priority]"] == pytest.approx(0.3, abs=0.003)
    # Shares are those of IP packets: frames of 1,066 and 1,538 bytes have 1,028 and 1,500 of them.
    link = 10e6 / (0.3 * 1066 / 1028 + 0.7 * 1538 / 1500)
    offered = 12 * 15 * 3.2 * 1028 * 8
    assert came["qbss.media_loss[video]"] == pytest.approx(1 - 0.3 * link / offered, abs=0.02)


def test_options_of_today():
    today = ("--Disc=ns3::FqCoDelQueueDisc", "--Tcp=ns3::TcpCubic", "--Window=4000000")
    came = numbers("--Script=QBSS:0-4,BE:0-4", *today, "--InitialWindow=10", "--Pings=0,8")
    for name in ("QBSS", "BE"):  # FqCoDel knows flows, not classes
        assert came[f"qbss.share[1/{name}]"] == pytest.approx(0.5, abs=0.05)
    assert came["qbss.ping_mean[1/8]"] < 700
    two = numbers("--Script=BE:0-3", NO_PINGS, "--Streams=2", "--Window=8760")
    one = numbers("--Script=BE:0-3", NO_PINGS, "--Streams=1", "--Window=8760")
    # six packets are on their way for each stream, and neither waits
    assert two["qbss.drops"] == one["qbss.drops"] == 0


def test_a_run_is_the_same_again_and_another_with_another_number():
    options = ("--Script=QBSS:0-2,BE:0-2", "--run=3")
    one, again = (document(*options) for _ in range(2))
    assert (one["metrics"], one["tables"]) == (again["metrics"], again["tables"])
    assert document(*options[:1], "--run=4")["tables"] != one["tables"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--BottleneckRate=0Mb/s"], "BottleneckRate is 0; allowed are 1000 b/s and more"),
        (["--Script="], "End is 0 s; allowed are times above 0, as Script is empty"),
        (["--Script=Best:0-3"], 'Script has "Best:0-3"; allowed are QBSS, BE or Priority'),
        (["--Script=BE:5-3"], 'Script has "BE:5-3"'),
        (["--Script=BE"], 'Script has "BE"'),
        (["--Script=BE:0-5,BE:3-7"], 'Script has "BE:3-7" while BE sends'),
        (["--Script=BE:0-1"], "Settle is 1 s; allowed is what leaves 0.2 s of each phase"),
        (["--Pings=64"], 'Pings is "64"; allowed are code points from 0 to 63'),
        (["--Pings=EF"], 'Pings is "EF"'),
        (["--PingInterval=100s"], "PingInterval is 100 s; allowed is what gives 2 to 65535"),
        (["--PingInterval=1ms"], "PingInterval is 0.001 s"),
        (["--Window=0"], "Window"),
        (["--MediaDscp=64"], "MediaDscp"),
        (["--Voice=1001"], "Voice"),
        (["--DeviceQueue=0"], "DeviceQueue"),
        (["--Tcp=ns3::TcpNewRen"], "nearest: ns3::TcpNewReno"),
        (["--Disc=ns3::QbssQueueDisc[QbssWeight=0]"], "QbssWeight"),
        (
            ["--Disc=ns3::QbssQueueDisc[Filter=ns3::DscpPacketFilter[Qbss=64]]"],
            'Qbss is "64"; allowed are code points from 0 to 63',
        ),
    ],
)
def test_wrong_input_is_refused(tmp_path, options, sentence):
    one_run.assert_refused(sentence, "path-measurement-qbss", *options, cwd=tmp_path)
