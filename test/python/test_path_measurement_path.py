# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A single path: what tools say beside what is true, by hand, and refusals."""

from __future__ import annotations

import one_run
import pytest
from burstlab import paths
from one_run import metrics

SCENARIO = "path-measurement-path"


def measurements(*options):
    """Tool, status and values of each."""
    table = one_run.document(SCENARIO, *options)["tables"]["measurements"]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    return [(row["tool"], row["status"], row["values"]) for row in rows]


def test_a_ping_and_a_pair_on_an_empty_path():
    options = ("--Rate=10Mb/s", "--RoundTrip=20ms", "--Repeat=2")
    probes = "--Probes=ns3::PingProbe[Count=3];ns3::PacketPairProbe[Estimator=ns3::AbweEstimator]"
    ping, pair, *again = measurements(*options, probes)
    assert [tool for tool, _, _ in again] == [ping[0], pair[0]]
    assert ping[1] == pair[1] == "ok"
    # 130 bytes with PPP over two links of 1 Gb/s and one of 10 Mb/s, there and back.
    assert ping[2]["measurement.rtt_mean"] == pytest.approx(
        0.02 + 2 * 130 * 8 * (2 / 1e9 + 1 / 1e7), abs=1e-9
    )
    # Of 1,450 bytes of IP the link carries two more.
    assert pair[2]["measurement.capacity"] == pytest.approx(1e7 * 1450 / 1452, rel=1e-4)
    for _, _, values in (ping, pair, *again):
        assert values["measurement.true_rate"] == values["measurement.true_available"] == 1e7
        assert values["measurement.true_loss"] == 0


def test_random_loss_is_what_a_long_ping_sees():
    options = ("--Loss=0.1", "--Probes=ns3::PingProbe[Count=5000|Interval=10ms|Timeout=2min]")
    ((_, status, values),) = measurements(*options)
    assert status == "ok"
    # Requests alone cross the lossy direction; five standard errors.
    assert values["measurement.loss"] == pytest.approx(0.1, abs=5 * (0.09 / 5000) ** 0.5)
    assert values["measurement.loss"] == pytest.approx(values["measurement.true_loss"], abs=1e-12)


def test_each_reply_has_its_row_where_that_is_asked():
    options = ("--Loss=0.3", "--Repeat=3", "--Replies=true")
    came = one_run.document(
        SCENARIO, *options, "--Probes=ns3::PingProbe[Count=20|Interval=20ms|Wait=1s]"
    )
    tests, replies = (one_run.rows(came, name) for name in ("measurements", "replies"))
    assert len(tests) == 3
    for number, test in enumerate(tests):
        of_test = [row for row in replies if row["measurement"] == number]
        assert len(of_test) == test["values"]["measurement.received"] < 20
        assert len({row["sequence"] for row in of_test}) == len(of_test)
        mean = sum(row["rtt"] for row in of_test) / len(of_test)
        assert mean == pytest.approx(test["values"]["measurement.rtt_mean"])


def test_others_leave_what_the_truth_says():
    cross = "--CrossTraffic=ns3::CrossTraffic[Mean=0.4|Mode=Packets]"
    probe = "--Probes=ns3::PingProbe[Count=60|Timeout=2min]"
    ((_, _, values),) = measurements("--Rate=20Mb/s", cross, probe)
    # About 160 flows of 45 kB a minute and Mb/s vary by some 15 %.
    assert 1 - values["measurement.true_available"] / 2e7 == pytest.approx(0.4, abs=0.15)


def test_a_neighbour_measures_beside_heavy_tools():
    options = ("--Rate=10Mb/s", "--RoundTrip=20ms", "--Buffer=50ms", "--LoginTime=0s")
    iperf = "ns3::ThroughputProbe[Window=64000|Streams=2|Duration=4s]"
    probes = f"--Probes=ns3::PingProbe[Count=2];{iperf}"
    beside = "--Beside=ns3::PingProbe[Count=20|Interval=100ms|Discard=15|Wait=1s]"
    table = one_run.document(SCENARIO, *options, probes, beside)["tables"]["measurements"]
    rows = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    assert [row["source"] for row in rows].count("neighbour") == 1  # not beside the ping
    values = {row["source"]: row["values"] for row in rows if "Ping" in row["tool"]}
    alone, loaded = (values[who]["measurement.rtt_mean"] for who in ("sender", "neighbour"))
    assert alone == pytest.approx(0.02 + 2 * 130 * 8 * (2 / 1e9 + 1 / 1e7), abs=1e-9)
    # Two windows less what the path holds wait: (128,000 B - 25,000 B) at 10 Mb/s are more than
    # the queue of 50 ms, and 2 packets of the device.
    assert 0.015 < loaded - alone < 0.05 + 3 * 1502 * 8 / 1e7


def test_acknowledgements_are_delayed_or_not():
    """Windows grow by a half or by one in a round trip: slow start takes longer by the first."""
    got = {}
    for every in (1, 2):
        probe = "--Probes=ns3::ThroughputProbe[Window=4000000|Duration=400ms]"
        ((_, _, values),) = measurements("--LoginTime=0s", f"--AckEvery={every}", probe)
        got[every] = values["measurement.throughput"]
    assert got[1] > 2 * got[2]


def test_all_stacks_carry_probes():
    for stack in ("2002", "Cubic", "Bbr"):
        came = one_run.document(SCENARIO, f"--Stack={stack}", "--Probes=ns3::TracerouteProbe")
        assert metrics(came)["path.measurements"] == 1


def test_a_segment_of_any_stack_is_one_packet():
    # The same flows; a segment has 1,460 bytes of data, or 1,448 and timestamps.
    cross = "--CrossTraffic=ns3::CrossTraffic[Mean=0.3|DatagramShare=0]"
    options = ("--Rate=10Mb/s", cross, "--Probes=ns3::PingProbe[Count=9]")
    old, new = (
        metrics(one_run.document(SCENARIO, *options, f"--Stack={stack}"))["path.packets"]
        for stack in ("2002", "Cubic")
    )
    assert new == pytest.approx(old, rel=0.15)


def test_large_frames_carry_more_data_and_cost_fewer_cycles():
    common = ("--Rate=20Mb/s", "--RoundTrip=10ms", "--Buffer=1s", "--LoginTime=0", "--Mtu=9000")
    iperf = "--Probes=ns3::ThroughputProbe[Window=262144|Duration=4s|Omit=2s|Interval=0s]"

    def measured(*options):
        ((_, status, values),) = measurements(*common, *options)
        assert status == "ok"
        return values

    # 8,960 bytes of 9,002 on the link.
    assert measured(iperf)["measurement.throughput"] == pytest.approx(20e6 * 8960 / 9002, rel=0.01)
    host = "ns3::HostProcessor[Megahertz=5]"
    slow = measured(iperf, f"--Processor={host}", f"--RemoteProcessor={host}")
    cycles = 4 + 3070 / 8960 + 108_500 / 262_144
    assert slow["measurement.throughput"] == pytest.approx(8 * 5e6 / cycles, rel=0.01)


def test_a_window_limits_iperf_and_a_disk_limits_bbcp():
    options = ("--Rate=20Mb/s", "--RoundTrip=40ms", "--RemoteDisk=ns3::HostDisk[Rate=4Mb/s]")
    probes = (
        "ns3::ThroughputProbe[Duration=5s|Omit=1s|Window=29200];"
        "ns3::BbcpProbe[Size=1000000|Sink=Disk|BlockSize=14600]"
    )
    iperf, bbcp = measurements(*options, f"--Probes={probes}")
    assert iperf[1] == bbcp[1] == "ok"
    # 20 segments a round trip; the first of two waits for the second one to be acknowledged.
    round_trip = 0.04 + 2 * 1502 * 8 / 20e6
    assert iperf[2]["measurement.throughput"] == pytest.approx(29200 * 8 / round_trip, rel=0.01)
    assert iperf[2]["measurement.limited_by"] == 1
    # Until the disk has written 8 Mb: a round trip, and four of slow start at most.
    assert 2 < bbcp[2]["measurement.wire_duration"] < 2.2
    assert bbcp[2]["measurement.limited_by"] == 8


def test_iperf_takes_its_megahertz():
    options = ("--Rate=100Mb/s", "--RoundTrip=4ms")
    hosts = (
        "--Processor=ns3::HostProcessor[Megahertz=100]",
        "--RemoteProcessor=ns3::HostProcessor",
    )
    ((_, status, values),) = measurements(
        *options, *hosts, "--Probes=ns3::ThroughputProbe[Duration=1s|Omit=500ms]"
    )
    assert status == "ok"
    # 0.97 MHz for each Mb/s would be more than the link carries: 1,460 of 1,502 bytes.
    assert values["measurement.throughput"] == pytest.approx(100e6 * 1460 / 1502, rel=0.01)
    assert values["measurement.cpu_sender"] == pytest.approx(0.97 * 97.2, rel=0.02)
    assert values["measurement.cpu_receiver"] == pytest.approx(0.97 * 97.2, rel=0.02)


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("--Probes=", "Probes is empty"),
        ("--Probes=ns3::PingProb", "PingProb"),
        ("--Probes=ns3::PingProbe[Dscp=64]", "Dscp"),
        ("--Probes=ns3::ThroughputProbe[Window=0]", "Window"),
        ("--Probes=ns3::BbcpProbe[Size=10|Offset=10]", "Offset"),
        ("--RemoteDisk=ns3::HostProcessor", "RemoteDisk"),
        ("--Loss=0.6", "Loss"),
        ("--RoundTrip=100us", "RoundTrip"),
        ("--Stack=2003", "Stack"),
    ],
)
def test_wrong_input_is_refused(option, sentence):
    one_run.assert_refused(sentence, SCENARIO, option, cwd=paths.ROOT)
