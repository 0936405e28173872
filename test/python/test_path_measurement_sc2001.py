# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""SC2001: sites and trunk by hand, classes under overload, drawing of sites, and refusals."""

from __future__ import annotations

import one_run
import pytest
from burstlab import paths
from one_run import metrics

SCENARIO = "path-measurement-sc2001"
PAYLOAD = 1460 / 1502
"""Of 1,500 bytes of IP and 2 of PPP."""
PING = 9 + 2 * 86 * 8 * (1 / 1e6 + 1 / 2e6 + 1 / 1e6)
"""Milliseconds of 86 bytes on 1, 2 and 1 Gb/s, there and back."""


@pytest.fixture
def world(tmp_path):
    """Write a file of sites with the given rates, 20 ms away and without loss and others."""

    def write(*rates, streams=4):
        lines = ["tool iperf version=2002 probe=ns3::PingProbe"]
        for number, rate in enumerate(rates):
            lines += [
                f"host h{number} alias=a{number} site=S country=US region=us utc=0 source=a",
                f"  rtt=20ms rate={rate}Mbps disk=60Mbps",
                "  fact loss=0 use=0.2 buffer=50",
                f"  run iperf Streams={streams}",
            ]
        path = tmp_path / "hosts.txt"
        path.write_text("\n".join(lines) + "\n")
        return [f"--Hosts={path}", f"--Sites={len(rates)}", "--UseOfOthers=0"]

    return write


def document(*options):
    return one_run.document(SCENARIO, *options)


def numbers(*options):
    return {n.removeprefix("sc2001."): v for n, v in metrics(document(*options)).items()}


def test_a_site_has_its_link(world):
    options = (*world(100), "--Scale=20", "--Duration=14s", "--QbssSites=0")
    came = numbers(*options)
    assert came["site[h0]"] == came["class[BE]"] == pytest.approx(100 * PAYLOAD, rel=0.002)
    assert came["nic[1]"] == came["site[h0]"]
    assert came["class_dropped[BE]"] == came["damaged"] == 0
    # The queue of the site drops what is more than its buffer.
    assert came["dropped"] > 0
    less = numbers(*options, "--UseOfOthers=1")
    assert less["site_link[h0]"] == pytest.approx(80)
    assert less["site[h0]"] == pytest.approx(80 * PAYLOAD, rel=0.002)


def test_pings_without_load(world):
    # At full rates, with one stream of 3 Mb/s.
    came = numbers(*world(3, streams=1), "--Scale=1", "--Duration=8s", "--Settle=3s")
    for name in ("QBSS", "BE", "Priority"):
        assert came[f"ping_loss[{name}]"] == 0
        # two nanoseconds at each of six links, and a packet of 1,502 bytes on 2 Gb/s
        assert came[f"ping_mean[{name}]"] == pytest.approx(PING, abs=12e-6 + 0.006)
        assert came[f"ping_sent[{name}]"] == pytest.approx(30, abs=1)


def test_qbss_has_what_others_leave_of_the_trunk(world):
    options = (*world(299, 299, 299, 300), "--TrunkRate=1Gb/s", "--Scale=50", "--Duration=20s")
    came = numbers(*options)
    for site in ("h0", "h1", "h2"):
        assert came[f"site_class[{site}]"] == 1
        assert came[f"site[{site}]"] == pytest.approx(299 * PAYLOAD, rel=0.01)
    assert came["site_class[h3]"] == 0
    assert came["class[QBSS]"] == pytest.approx((1000 - 3 * 299) * PAYLOAD, rel=0.15)
    # The trunk is full, but for what comes twice.
    everything = came["class[QBSS]"] + came["class[BE]"]
    assert 0.97 < everything / (1000 * PAYLOAD) < 1.001
    # Those of Priority find the device alone: 2 packets and what is left of one, at 20 Mb/s.
    assert came["ping_mean[Priority]"] < 9 + 3 * 1502 * 8 / 20e3 + 0.1
    assert came["ping_mean[Priority]"] < came["ping_mean[BE]"] < came["ping_mean[QBSS]"] - 10
    # The negative control: without classes sites share, and wait in a queue of up to 10 ms.
    equal = numbers(*options, "--QbssSites=0")
    assert min(equal[f"site[h{i}]"] for i in range(4)) > 2 * came["site[h3]"]
    assert came["ping_mean[BE]"] + 2 < equal["ping_mean[BE]"] < 9 + 10 + 3 * 0.6 + 0.1
    assert equal["class[QBSS]"] == 0


def test_priority_goes_before_best_effort(world):
    options = (*world(300, 299, 298, 100), "--TrunkRate=500Mb/s", "--Scale=50", "--Duration=20s")
    came = numbers(*options, "--QbssSites=0", "--PrioritySites=1")
    assert came["site_class[h3]"] == 2
    # 30 of 100 are 150 Mb/s: more than it can use.
    assert came["site[h3]"] == pytest.approx(100 * PAYLOAD, rel=0.01)
    assert came["class[BE]"] == pytest.approx(400 * PAYLOAD, rel=0.02)


def test_the_table_of_hosts_through_the_trunk():
    came = document("--Scale=100", "--Duration=20s", "--Best=5s")
    got = {name.removeprefix("sc2001."): value for name, value in metrics(came).items()}
    sites = [name for name in got if name.startswith("site[")]
    assert len(sites) == 20
    for name in sites:
        link = got[name.replace("site[", "site_link[")]
        assert 2.7 < link < 300
        assert got[name] < link * PAYLOAD * 1.02
    # the fastest one
    fastest = max(sites, key=lambda name: got[name.replace("site[", "site_link[")])
    classes = {name: got[name.replace("site[", "site_class[")] for name in sites}
    assert [name for name, number in classes.items() if number == 0] == [fastest]
    everything = sum(got[name] for name in sites)
    assert everything == pytest.approx(sum(got[f"nic[{i}]"] for i in range(1, 6)))
    assert everything == pytest.approx(got["class[QBSS]"] + got["class[BE]"])
    assert max(got[f"nic[{i}]"] for i in range(1, 6)) < 1000 * PAYLOAD
    assert got["ping_mean[Priority]"] < got["ping_mean[BE]"] < got["ping_mean[QBSS]"]
    bins = [value for _, value in came["tables"]["sc2001.aggregate"]["rows"]]
    assert len(bins) == 20
    assert got["best"] == pytest.approx(max(sum(bins[i : i + 5]) / 5 for i in range(16)))
    assert sum(bins[10:]) / 10 == pytest.approx(everything)


def test_draws_and_repeats(world):
    options = (*world(*range(10, 20)), "--Scale=2", "--Duration=5s", "--Settle=1s")
    some = [option for option in options if not option.startswith("--Sites")] + ["--Sites=3"]

    def drawn(*more):
        return document(*some, *more)["metrics"]

    one, again, other = drawn("--run=1"), drawn("--run=1"), drawn("--run=2")
    assert one == again
    assert len({frozenset(name for name in came if "site[" in name) for came in (one, other)}) == 2
    between = drawn("--LeastRate=12Mb/s", "--MostRate=14Mb/s")
    assert {name for name in between if "site[" in name} == {
        f"sc2001.site[h{i}]" for i in (2, 3, 4)
    }


def test_stacks_of_today_carry_the_sites(world):
    for stack in ("Cubic", "Bbr"):
        came = numbers(*world(50, 60), f"--Stack={stack}", "--Scale=20", "--Duration=14s")
        # 12 bytes of timestamps; BBR now and then sends less, to look for the round trip
        least = 0.9 if stack == "Bbr" else 0.985
        assert least < came["site[h0]"] / (50 * 1448 / 1502) < 1.01


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--Sites=31"], "Sites is 31; allowed are 1 to 30: "),
        (["--Sites=3", "--QbssSites=2", "--PrioritySites=2"], "Sites is 3; allowed are 4 to 30"),
        (
            ["--MostRate=4Mb/s"],
            "LeastRate is 3000000 b/s and MostRate 4000000 b/s; allowed are rates",
        ),
        (["--Hosts=nowhere.txt"], "nowhere.txt"),
        (["--Scale=0.5"], "Scale"),
        (["--Scale=1000"], "Window is 1048576; allowed are bytes that leave two segments of 1,460"),
        (["--TrunkRate=0Mb/s"], "TrunkRate is 0; allowed are 1,000,000 b/s and more"),
        (["--Duration=1500ms", "--Settle=0s"], "Duration is 1.5; allowed are whole seconds"),
        (["--Best=1500ms"], "Best is 1.5; allowed are whole seconds"),
        (["--Settle=30s"], "Settle is 30; allowed are times in s that leave 1 s of Duration"),
        (["--PingRoundTrip=100us"], "PingRoundTrip"),
        (["--PingInterval=20s"], "PingInterval is 20 s; allowed is what gives 2 to 60000 pings"),
        (["--Stack=2001"], "Stack"),
    ],
)
def test_wrong_input_is_refused(options, sentence):
    one_run.assert_refused(sentence, SCENARIO, *options, cwd=paths.ROOT)
