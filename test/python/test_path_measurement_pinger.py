# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A small world of PingER: times and load by hand, losses by chance, and refusals."""

from __future__ import annotations

import one_run
import pytest
from burstlab import paths
from one_run import metrics

SCENARIO = "path-measurement-pinger"
NEAR, FAR = "region near 2 1 10 100 0", "region far 3 0 40 10 0"


def world(tmp_path, *lines):
    file = tmp_path / "world.txt"
    file.write_text("".join(f"{line}\n" for line in lines))
    return f"--World={file}"


def round_trip(size, *links):
    """Seconds; links are (Mb/s, ms), each passed both ways by a frame of size bytes."""
    return 2 * sum(8 * size / (1e6 * rate) + delay / 1e3 for rate, delay in links)


def test_times_and_load_by_hand(tmp_path):
    came = metrics(
        one_run.document(SCENARIO, world(tmp_path, NEAR, FAR), "--Pairs=4", "--Duration=1h")
    )
    # Data, ICMP, IPv4 and PPP; access links have 1 ms.
    frame = 100 + 8 + 20 + 2
    near, far = (100, 1), (10, 1)
    assert came["pinger.rtt_min[near]"] == pytest.approx(round_trip(frame, near, near), rel=1e-9)
    trunks = ((1000, 10), (1000, 40))
    assert came["pinger.rtt_min[far]"] == pytest.approx(
        round_trip(frame, near, *trunks, far), rel=1e-9
    )
    # All pairs of the one monitor, twice an hour; samples of two sizes.
    assert came["pinger.samples[near]"] == 1 * 2
    assert came["pinger.samples[far]"] == 3 * 2
    assert came["pinger.results"] == 2 * 4 * 2
    assert came["pinger.loss[far]"] == came["pinger.unreachable[far]"] == 0
    # Every half hour 11 requests of 128 and 10 of 1,028 bytes.
    assert came["pinger.load"] == pytest.approx(8 * (11 * 128 + 10 * 1028) / 1800)
    # Nothing is lost, and a reply is as long as its request.
    assert came["pinger.carried"] == pytest.approx(2 * came["pinger.load"])


def test_losses_are_those_there_and_back(tmp_path):
    lossy = world(tmp_path, NEAR, "region far 100 0 40 10 36")
    came = metrics(one_run.document(SCENARIO, lossy, "--Pairs=101", "--Duration=2h"))
    # 100 hosts, 4 samples of 10: 4,000 pings, five standard errors.
    assert came["pinger.loss[far]"] == pytest.approx(0.36, abs=5 * (0.36 * 0.64 / 4000) ** 0.5)
    # Of a direction 1 - sqrt(1 - 0.36) are lost; hosts send replies to the requests that come.
    # That of the near host comes too: 100 of 101 pairs cross to the far region.
    replies = (1 + 100 * 0.8) / 101
    assert came["pinger.carried"] / came["pinger.load"] == pytest.approx(1 + replies, rel=0.02)


def test_a_region_that_is_cut_off_is_unreachable(tmp_path):
    cut = world(tmp_path, NEAR, "region far 3 0 40 10 99.99")
    came = metrics(one_run.document(SCENARIO, cut, "--Pairs=4", "--Duration=30min"))
    assert came["pinger.unreachable[far]"] == 1
    assert "pinger.rtt_min[far]" not in came


def test_rows_of_two_monitors_live_in_one_run(tmp_path):
    both = world(tmp_path, NEAR, "region far 3 1 40 10 0")
    came = one_run.document(SCENARIO, both, "--Pairs=8", "--Duration=1h", "--Rows=true")
    rows = one_run.rows(came, "measurements")
    assert {row["source"] for row in rows} == {"near-1", "far-1"}
    # Each monitor has four hosts, two sizes and two half hours.
    assert len(rows) == 2 * 4 * 2 * 2
    assert {row["cycle"] for row in rows} == {0, 1}
    times = {
        (row["source"], row["destination"]): row["values"]["measurement.rtt_mean"]
        for row in rows
        if row["tool"] == "ping"
    }
    frame = 100 + 8 + 20 + 2
    assert times["near-1", "near-2"] == pytest.approx(round_trip(frame, (100, 1), (100, 1)))
    assert times["far-1", "far-3"] == pytest.approx(round_trip(frame, (10, 1), (10, 1)))
    assert times["near-1", "far-1"] == pytest.approx(times["far-1", "near-1"])


@pytest.mark.parametrize(
    ("lines", "options", "sentence"),
    [
        ((NEAR,), ("--Pairs=2",), "Pairs is 2; allowed are 1 to 1, the pairs of World"),
        ((NEAR,), ("--Duration=29min",), "Duration"),
        (("region near 2 3 10 100 0",), (), "line 1: a line is region NAME HOSTS MONITORS"),
        ((NEAR, "region far 3 0 40 10 100"), (), "line 2: a line is region"),
        (("# nothing",), (), "0 regions; allowed are 1 to 200"),
    ],
)
def test_wrong_input_is_refused(tmp_path, lines, options, sentence):
    one_run.assert_refused(sentence, SCENARIO, world(tmp_path, *lines), *options, cwd=paths.ROOT)


def test_a_world_that_is_not_there(tmp_path):
    one_run.assert_refused("nowhere.txt", SCENARIO, "--World=nowhere.txt", cwd=tmp_path)
