# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The examples: twins write the same rows, the plugin loads, and what they record is possible."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys

import pytest
from burstlab import paths
from burstlab.build import catalogue
from conftest import dump

SIZES = [
    (file, len(file.read_text().splitlines()))
    for file in sorted(paths.EXAMPLES.iterdir())
    if file.suffix in (".cc", ".py")
]


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True)


def without_identity(rows):
    """Rows without run_id, key and code version, which are not the same for twins."""
    bare = {
        table: [json.loads(row)[table != "metric" :] for row in cells]
        for table, cells in rows.items()
    }
    bare["run"] = [[*row[1:5], row[6]] for row in bare["run"]]
    return bare


@pytest.mark.parametrize(
    ("name", "option"),
    [
        ("dumbbell", "--queueDisc=ns3::FqCoDelQueueDisc"),
        pytest.param("dumbbell", "--queueDisc=ns3::RedQueueDisc", marks=pytest.mark.nightly),
        ("pareto-on-off", "--sources=10"),
        ("servernet-two-nodes", "--process=ns3::PoissonArrivals[Rate=0.003]"),
        ("slow-receiver", "--congestionPoint=ns3::BcnCongestionPoint"),
    ],
)
def test_twins_write_the_same_rows(tmp_path, name, option):
    compiled, python = tmp_path / "compiled.sqlite", tmp_path / "python.sqlite"
    said = run(catalogue.find_program(name), option, "--run=3", f"--archive={compiled}")
    assert f"wrote {compiled}" in said.stdout
    twin = paths.EXAMPLES / f"{name}.py"
    said = run(sys.executable, twin, option, "--run=3", f"--archive={python}")
    assert f"wrote {python}" in said.stdout
    assert said.stderr == ""
    rows = without_identity(dump(compiled))
    assert rows["point"]
    assert rows["scalar"]
    assert rows == without_identity(dump(python))


def test_the_dumbbell_records_what_is_possible(tmp_path):
    file = tmp_path / "run.sqlite"
    run(catalogue.find_program("dumbbell"), f"--archive={file}")
    rows = sqlite3.connect(file)
    longest = "SELECT max(value) FROM series JOIN point USING (run_id, series) WHERE metric = ?"
    assert rows.execute(longest, ["device queue"]).fetchone() == (10,)  # its MaxSize
    (received,) = rows.execute("SELECT sum(value) FROM scalar WHERE metric = 'received'").fetchone()
    assert 0.5 < received * 8 / (10e6 * 10) < 1  # of what 10 Mb/s carry in 10 s


@pytest.mark.parametrize("points", [(), ("--off",)])
def test_a_sender_slows_down_to_the_slow_link(points):
    said = run(catalogue.find_program("l2-notification-slow-link-example"), *points).stdout
    script = paths.EXAMPLES / "l2-notification-slow-link.py"
    assert run(sys.executable, script, *points).stdout == said
    rates, waiting, lost = zip(
        *(
            map(int, re.search(r"(\d+) kb/s, .* (\d+) B, (\d+) packets", line).groups())
            for line in said.splitlines()
        ),
        strict=True,
    )
    if points:  # 50 Mb/s of payload in packets of 1500 bytes, to a queue of 200 of them
        assert rates[-1] == pytest.approx(50e3 * 1500 / 1472, rel=0.01)
        assert waiting[-1] == pytest.approx(300e3, abs=1500)
    else:  # 10 Mb/s of frames of 1518 bytes, and a set point of 30 KB
        assert rates[-1] == pytest.approx(10e3 * 1500 / 1518, rel=0.02)
        assert waiting[-1] == pytest.approx(30e3, abs=5000)
        assert lost[-1] == lost[0]


@pytest.mark.parametrize("algorithm", [(), ("--algorithm=ns3::EricaAlgorithm",)])
def test_a_source_slows_down_to_the_slow_link(algorithm):
    said = run(catalogue.find_program("atm-abr-one-vc-example"), *algorithm).stdout
    assert run(sys.executable, paths.EXAMPLES / "atm-abr-one-vc.py", *algorithm).stdout == said
    rates, queues = zip(
        *(map(float, line.split()[1:]) for line in said.splitlines()[1:]), strict=True
    )
    if algorithm:  # a target utilization of 0.9 of 50 Mb/s, as 16 bits tell it, from below
        assert rates[-1] == pytest.approx(45, rel=1 / 512)
        assert max(queues[5:]) <= 2
    else:  # data cells are marked above 500 cells
        assert sum(rates[5:]) / len(rates[5:]) == pytest.approx(50, rel=0.1)
        assert 300 < min(queues[5:]) < 500 < max(queues[5:])


def test_the_switch_algorithm_loads_and_shares():
    program = catalogue.find_program("atm-abr-one-vc-example")
    done = subprocess.run(
        [program, "--algorithm=ns3::EqualShareAlgorithm[Utilization=0.5]"],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "LD_PRELOAD": str(catalogue.find_plugin("equal-share-algorithm"))},
    )
    # half of 50 Mb/s for the only VC, as 16 bits tell it
    assert float(done.stdout.split()[-2]) == pytest.approx(25, rel=1 / 512)


def test_the_application_sends_at_its_rate(tmp_path):
    file = tmp_path / "run.sqlite"
    said = run(catalogue.find_program("pareto-on-off"), "--sources=10", f"--archive={file}").stdout
    # 10 sources, ON half of the time, a packet of 8000 bit a millisecond: 40 Mb/s
    assert said.startswith("in theory 40 Mb/s")
    rows = sqlite3.connect(file)
    sums = "SELECT sum(value) FROM series JOIN point USING (run_id, series) WHERE metric = ?"
    (received,) = rows.execute(sums, ["received"]).fetchone()
    (sent,) = rows.execute("SELECT value FROM scalar WHERE metric = 'sent'").fetchone()
    assert 0 <= sent * 1000 - received <= 100e6 / 8  # what the link holds at the end at most


def test_the_plugin_loads_and_keeps_its_rate(runner):
    plugin = catalogue.find_plugin("weibull-arrivals")
    said = run(
        *catalogue.runner([plugin]).command,
        "traffic-arrivals",
        "--Process=ns3::WeibullArrivals[Rate=0.1|Shape=0.5]",
        "--Slots=100000",
        "--json",
    )
    metrics = json.loads(said.stdout)["metrics"]
    # 1e6 arrivals at independent intervals of relative deviation sqrt(5): 0.22 % on their number
    assert metrics["realised_rate"]["value"] == pytest.approx(0.1, rel=0.01)


def test_the_arbiter_loads_and_arbitrates(runner):
    load = ["servernet-load", "--Process=ns3::PoissonArrivals[Rate=0.0004]", "--Ticks=50000"]
    plugin = catalogue.find_plugin("shortest-first-arbiter")

    def measure(command, arbiter):
        document = json.loads(run(*command, *load, f"--Arbiter={arbiter}", "--json").stdout)
        return {name: metric["value"] for name, metric in document["metrics"].items()}

    shortest = measure(catalogue.runner([plugin]).command, "ns3::ShortestFirstArbiter")
    first = measure(catalogue.runner().command, "ns3::ServerNetFirstComeArbiter")
    # an arbiter changes no arrival and loses nothing, but the times
    assert shortest["servernet.offered_load"] == first["servernet.offered_load"]
    assert shortest["servernet.missing"] == 0
    assert shortest["servernet.two_way"] != first["servernet.two_way"]


def test_the_reaction_point_loads_and_limits(tmp_path):
    words = [catalogue.find_program("slow-receiver"), f"--archive={tmp_path / 'run.sqlite'}"]
    words.append("--congestionPoint=ns3::BcnCongestionPoint")

    def pauses(*options, **environment):
        done = subprocess.run(
            [*words, *options],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, **environment},
        )
        return int(re.search(r"(\d+) pauses", done.stdout)[1])

    plugin = catalogue.find_plugin("halving-reaction-point")
    limited = "--reactionPoint=ns3::HalvingReactionPoint"
    # hosts that slow down in time do not fill the memory of the switch
    assert pauses() > 0
    assert pauses(limited, LD_PRELOAD=str(plugin)) == 0


def completions(*words, **environment):
    done = subprocess.run(
        [str(word) for word in words],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    return [(int(size), int(us)) for us, size in re.findall(r"(\d+) us: (\d+) bytes", done.stdout)]


@pytest.mark.parametrize("option", ["--rank=ns3::PFabricSizeRank", "--fifo"])
def test_short_messages_pass_the_long_one(option):
    program = catalogue.find_program("pfabric-bottleneck-example")
    came = completions(program, option)
    assert completions(sys.executable, paths.EXAMPLES / "pfabric-bottleneck.py", option) == came
    assert [size for size, _ in came] == [20000, 40000, 60000, 80000, 1000000]
    waits = {size: us - 1000 * size / 20000 - 8 * size / 1000 for size, us in came[:-1]}
    if option == "--fifo":
        assert max(waits.values()) > 1000
    else:  # 3 % of headers, two packets that were on their way, 10 us of the print, links and hosts
        assert all(wait < 0.03 * 8 * size / 1000 + 60 for size, wait in waits.items())
    # 1.2 MB and headers of 3 % at 1 Gb/s, a little of which nobody uses
    assert came[-1][1] == pytest.approx(1.2e6 * 1.03 * 8 / 1000, rel=0.2)


def test_the_rank_loads_and_turns_the_order_round():
    program = catalogue.find_program("pfabric-bottleneck-example")
    plugin = catalogue.find_plugin("largest-first-rank")
    came = completions(program, "--rank=ns3::LargestFirstRank", LD_PRELOAD=str(plugin))
    assert min(us for _, us in came) > 8 * 1000000 / 1000  # all wait for most of the long one


def test_the_probe_loads_and_measures():
    words = [catalogue.find_program("path-measurement-udp-example")]
    words.append("--probe=ns3::DelayRangeProbe")
    environment = {**os.environ, "LD_PRELOAD": str(catalogue.find_plugin("delay-range-probe"))}

    def measure(*options):
        said = subprocess.run(
            [*words, *options], check=True, capture_output=True, text=True, env=environment
        ).stdout
        assert said.startswith("ok")
        return float(re.search(r"delay_range (\S+) s", said)[1])

    # at 100 Mb/s a packet waits for an acknowledgement of the session, or for one of 202 bytes
    assert measure() < 54 * 8 / 100e6
    assert 0.5 * 202 * 8 / 100e6 < measure("--cross=40Mbps") < (202 + 54) * 8 / 100e6


def test_stock_applications_over_the_queue():
    program = catalogue.find_program("pfabric-bulk-send-example")

    def finish(*options):
        said = run(program, *options).stdout
        return {
            int(size): float(ms) for size, ms in re.findall(r"(\d+) bytes by ([\d.]+) ms", said)
        }

    # 200 KB at 100 Mb/s take 16 ms, from 100 ms on
    assert 116 < finish()[200000] < 125
    assert finish("--queue=ns3::DropTailQueue<Packet>")[200000] > 150


@pytest.mark.parametrize("option", ["--ping=46", "--ping=0", "--scheduler=ns3::QbssDrrScheduler"])
def test_a_scavenger_makes_way(option):
    said = run(catalogue.find_program("qbss-example"), option).stdout
    assert run(sys.executable, paths.EXAMPLES / "qbss.py", option).stdout == said
    rows = [list(map(float, line.split()[1:])) for line in said.splitlines()[1:]]
    alone, both = rows[1:3] + rows[-2:], rows[4:6]
    full = 10 * 1448 / 1502  # Mb/s of payload: headers of TCP with options, IP and PPP
    for scavenger, other, wait in alone:
        assert scavenger + other == pytest.approx(full, rel=0.06)
        # from 1 to 2 packets of 1.2 ms in the queue of the device, less what was sent of the first
        assert wait < 1200
    for scavenger, other, wait in both:
        assert scavenger == pytest.approx(full / 70, abs=0.03)
        assert scavenger + other == pytest.approx(full, rel=0.06)
        # best effort has 40 packets of its own before it
        assert 20e3 < wait < 50e3 if option == "--ping=0" else wait < 1200


def test_a_client_loses_what_a_plan_says():
    program = catalogue.find_program("faults-example")
    said = run(program).stdout
    received = [int(count) for count in re.findall(r"(\d+) of 100 packets received", said)]
    # down from 3 to 5 s: what came before 3 s, or left before 5 s, is a packet more or less
    assert received[3:5] == [0, 0]
    assert all(96 < count <= 100 for count in received[:3] + received[5:8])
    # 200 of 1002 kb/s, and what the device held when the rate fell
    assert all(18 <= count <= 27 for count in received[8:])
    assert said.endswith(f"{1000 - sum(received)} of 1000 packets did not arrive\n")
    assert re.findall(r"([\d.]+) s  (\S+) of wan (begins|ends)", said) == [
        *(("3.00", "link-down", "begins"), ("5.00", "link-down", "ends")),
        *(("6.00", "delay", "begins"), ("8.00", "delay", "ends"), ("8.00", "rate", "begins")),
    ]
    other = run(program, "--plan=5s forever host-down server").stdout
    assert re.findall(r"(\d+) of 100 packets", other)[5:] == ["0"] * 5


def test_a_stitcher_joins_what_time_outs_cut():
    program = catalogue.find_program("netflow-example")

    def measure(*options):
        said = run(program, *options).stdout
        records = re.findall(r"(TCP|UDP) .* (\d+) bytes  (\w+)", said)
        transfers = re.findall(r"transfer, port (\d+): (\d+) streams, (\d+) bytes, (\S+)", said)
        return records, transfers

    cut, transfers = measure()
    whole, same = measure("--active=30min")
    assert [reason for *_, reason in cut].count("active") == 4  # two streams, two directions
    assert "active" not in [reason for *_, reason in whole]
    assert transfers == same
    assert sum(int(bytes_) for kind, bytes_, _ in cut if kind == "TCP") == sum(
        int(bytes_) for kind, bytes_, _ in whole if kind == "TCP"
    )
    port, streams, size, rate = transfers[0]
    # 4 MB in segments of 536 bytes with 52 of headers, and the acknowledgement of the opening
    assert (port, streams) == ("5001", "2")
    assert int(size) == pytest.approx(4e6 * 588 / 536, rel=1e-3)
    assert 9 < float(rate) < 10
    assert [port for port, *_ in transfers].count("9") == 2
    assert [port for port, *_ in measure("--inactive=15s")[1]].count("9") == 1


def test_a_monitor_forecasts_and_sees_a_host_that_is_down():
    program = catalogue.find_program("iepm-example")

    def measure(*options):
        said = run(program, *options).stdout
        tests = re.findall(r"min  (\w)  (\w+), (?:(\S+) Mb/s, forecast (\S+))?", said)
        assert len(tests) == 27  # 9 cycles of 3 hosts
        rows = [
            (host, status, float(rate or 0), float(was or 0)) for host, status, rate, was in tests
        ]
        return said, {host: [row[1:] for row in rows if row[0] == host] for host in "abc"}

    said, hosts = measure()
    assert said.startswith("3 tests, predicted +30s\n")
    assert [status for status, *_ in hosts["c"]] == ["ok"] * 5 + ["unreachable"] * 3 + ["ok"]
    assert "problem: iperf: unreachable, 3 failures in a row" in said
    rates = [rate for _, rate, _ in hosts["b"]]
    assert rates[:3] == [rates[0]] * 3
    assert rates[3:] == pytest.approx([0.4 * rates[0]] * 6, rel=0.01)
    # the mean of the last five, at most: after five slow results nothing of the fast ones is left
    expected = [sum(last) / len(last) for n in range(1, 9) if (last := rates[max(0, n - 5) : n])]
    assert [was for *_, was in hosts["b"]][1:] == pytest.approx(expected, abs=0.01)
    _, quick = measure("--forecaster=ns3::EwmaForecaster[Gain=0.8]")
    assert quick["b"][5][2] < hosts["b"][5][2]


def test_the_scratch_program(tmp_path):
    program = catalogue.programs()["my-first-scenario"]
    metrics = json.loads(run(program, "--LinkRate=2Mbps", "--json").stdout)["metrics"]
    # offered are 4.4 Mb/s, and 1000 of the 1030 bytes of a frame on a link of 2 Mb/s are payload
    assert 1.8 < metrics["throughput"]["value"] < 2 * 1000 / 1030
    wrong = subprocess.run([program, "--LinkRat=2Mbps"], capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "LinkRate" in wrong.stderr


@pytest.mark.parametrize(("file", "lines"), SIZES, ids=[file.name for file, _ in SIZES])
def test_examples_stay_short(file, lines):
    assert lines < 100


def test_an_incast_is_paused_by_priority_and_less_with_bcn():
    said = run(catalogue.find_program("lossless-ethernet-example")).stdout
    found = r"(\d+) frames delivered, (\d+) lost; PAUSE frames of priority 0: (\d+), of 3: (\d+)"
    pfc, bcn = [tuple(map(int, row)) for row in re.findall(found, said)]
    most = 50e-3 * 10e9 / (1500 * 8)  # frames that the link carries in 50 ms
    for delivered, lost, *_ in (pfc, bcn):
        assert 0.999 * most < delivered <= most
        assert lost == 0
    assert min(pfc[2:]) > 100
    assert sum(bcn[2:]) < sum(pfc[2:]) / 5
    rates = re.findall(r"sender (\d), priority ([03]): (\S+) Mb/s", said)
    assert all(10 <= float(rate) < 10_000 for *_, rate in rates)
    assert {sender for sender, *_ in rates} == {"1", "2", "3"}
