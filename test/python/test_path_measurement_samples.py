# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Months of results without packets: by hand without noise, by their law with it, and refusals."""

from __future__ import annotations

import math

import numpy as np
import one_run
import pytest
from burstlab import paths

SCENARIO = "path-measurement-samples"
STEP, DAY = 5400, 86_400
ALL = "iperf=0,bbcp-memory=0,bbcp-disk=0,bbftp=0,pipechar=0"
EXACT = ("--SharedDeviation=0", f"--Deviations={ALL}")
"""Without noise."""


def series(*options):
    """By host and tool: times in s and values in bit/s."""
    came = one_run.document(SCENARIO, *options)
    return {
        name.partition("[")[2].removesuffix("]"): tuple(np.array(s["rows"], dtype=float).T)
        for name, s in came["tables"].items()
        if name.startswith("samples.")
    }, one_run.rows(came, "fault.truth")


def test_without_noise_results_are_the_closed_form_of_the_hour():
    # INFN-Padova: 25 Mb/s, 175 ms, loss 5e-4, 40 % used by others and 30 % of that more at 14
    # o'clock, an hour east of UTC; 5 streams of 1 MB.
    made, truth = series("--Hosts=INFN-Padova", *EXACT, "--Cycles=112")
    assert truth == []
    window, lossy = 8 * 2**20 / 0.175, 0.93 * 8 * 1460 / (0.175 * math.sqrt(5e-4))
    stream = 1 / math.sqrt(window**-2 + lossy**-2)
    night = min(5 * stream, 0.95 * 25e6 * 0.6 * (1 - 1 / 16))
    times, values = made["INFN-Padova/iperf"]
    assert times.tolist() == [STEP * n for n in range(112)]
    hour = (times / 3600 + 1) % 24
    weekend = np.where((times + 3600) // DAY % 7 >= 5, 0.5, 1)
    sine = np.where((hour > 8) & (hour < 20), np.sin(np.pi * (hour - 8) / 12), 0)
    assert values == pytest.approx(night * (1 - 0.4 * 0.3 / 0.6 * weekend * sine), rel=1e-9)
    best = 0.75 * min(40 * stream, 0.95 * 25e6 * 0.6 * (1 - 1 / 121))
    assert made["INFN-Padova/bbcp-memory"][1].max() == pytest.approx(best, rel=1e-9)
    # Pipechar runs in every fourth cycle, and capacity has no hour.
    times, values = made["INFN-Padova/pipechar"]
    assert times.tolist() == [4 * STEP * n for n in range(28)]
    assert values == pytest.approx(25e6)


def test_a_swing_is_that_of_the_attribute():
    made, _ = series("--Hosts=CERN", *EXACT, "--Cycles=16", "--CycleLength=1h", "--Swing=0.4")
    values = made["CERN/iperf"][1]
    # 13 o'clock UTC at an hour east of it.
    assert values[13] / values[0] == pytest.approx(0.6)


@pytest.mark.parametrize("change", [-0.4, 0.5])
def test_the_truth_is_what_happens(change):
    same = ("--Hosts=Rice,CERN", "--run=3")
    plain, _ = series(*same)
    made, truth = series(*same, f"--Change={change}", "--ChangeLength=2d")
    assert [row["target"] for row in truth] == ["Rice", "CERN"]
    assert truth[0]["begin"] != truth[1]["begin"]
    for row in truth:
        begin, end = float(row["begin"]), float(row["end"])
        assert (row["kind"], row["relative"]) == ("rate", "1")
        assert float(row["value"]) == pytest.approx(1 + change)
        assert 7 * DAY <= begin <= 24 * DAY
        assert end - begin == pytest.approx(2 * DAY)
        for tool in ("iperf", "bbftp", "pipechar"):
            times, values = made[f"{row['target']}/{tool}"]
            inside = (times >= begin) & (times < end)
            wanted = np.where(inside, 1 + change, 1)
            assert inside.sum() in ((8,) if tool == "pipechar" else (31, 32, 33))
            assert values / plain[f"{row['target']}/{tool}"][1] == pytest.approx(wanted)


def test_onsets_are_anywhere_between_the_limits():
    options = ("--Change=-0.4", "--ChangeEarliest=1d", "--ChangeLatest=2d", "--Cycles=1")
    begins = [float(row["begin"]) for row in series(*options)[1]]
    assert len(begins) == 33
    assert DAY <= min(begins) < 1.2 * DAY
    assert 1.8 * DAY < max(begins) <= 2 * DAY
    exact, truth = series(*options[:2], "--ChangeLatest=1d", "--Cycles=1", "--Hosts=CERN")
    assert float(truth[0]["begin"]) == DAY
    assert len(exact) == 5


def test_noise_is_shared_by_tools_and_by_nothing_else():
    cycles = "--Cycles=20000"
    made, _ = series("--Hosts=Stanford,LBL", "--Swing=0", cycles)
    x = {name: values / values.mean() for name, (_, values) in made.items()}
    deviations = {"iperf": 0.15, "bbcp-memory": 0.25, "bbcp-disk": 0.17, "bbftp": 0.16}
    for host in ("Stanford", "LBL"):
        for tool, cv in deviations.items():
            one = x[f"{host}/{tool}"]
            # Five standard errors, twice as wide as cv / sqrt(2 n) by correlation and skewness.
            assert one.std() == pytest.approx(cv, abs=5 * 2 * cv / math.sqrt(2 * 20_000))
            first = np.corrcoef(one[:-1], one[1:])[0, 1]
            assert first == pytest.approx(0.3 * (0.15 / cv) ** 2, abs=5 / math.sqrt(20_000))
        both = np.corrcoef(x[f"{host}/bbcp-memory"], x[f"{host}/bbftp"])[0, 1]
        assert both == pytest.approx(0.15**2 / (0.25 * 0.16), abs=5 / math.sqrt(20_000))
    apart = np.corrcoef(x["Stanford/iperf"], x["LBL/iperf"])[0, 1]
    assert abs(apart) < 5 / math.sqrt(20_000)


def test_a_host_has_the_same_numbers_whatever_else_is_measured():
    every, _ = series("--Cycles=8")
    one, _ = series("--Cycles=8", "--Hosts=KEK", "--Deviations=bbftp=0.16")
    assert list(one) == ["KEK/bbftp"]
    assert one["KEK/bbftp"][1].tolist() == every["KEK/bbftp"][1].tolist()
    assert len(every) == 33 * 5
    other, _ = series("--Cycles=8", "--Hosts=KEK", "--run=2")
    assert other["KEK/bbftp"][1].tolist() != every["KEK/bbftp"][1].tolist()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--Swing=-0.5",), "Swing is -0.5; allowed are 0 to 0.95, and -1"),
        (("--Deviations=iperf=0.1",), "Deviations has 'iperf=0.1'; allowed are TOOL=NUMBER"),
        (("--Deviations=iperf",), "Deviations has 'iperf'"),
        (("--Deviations=iperf=0.2,iperf=0.2",), "each tool once"),
        (("--Deviations=",), "Deviations is empty; allowed are one or more tools"),
        (("--Deviations=ping=0.2",), "Deviations has the tool 'ping'; allowed are tools"),
        (("--Deviations=nix=0.2",), "'nix' is no tool of the database"),
        (("--Hosts=nix",), "'nix' is no host of the database"),
        (("--ChangeLatest=1d",), "ChangeLatest is +86400000000000ns; allowed are times from"),
        (("--CycleLength=1500ms",), "CycleLength is +1500000000ns; allowed are whole seconds"),
        (("--Change=-1",), "Change"),
        (("--HostsFile=nowhere.txt",), "nowhere.txt"),
    ],
)
def test_wrong_input_is_refused(options, sentence):
    one_run.assert_refused(sentence, SCENARIO, *options, cwd=paths.ROOT)
