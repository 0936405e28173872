# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Transfers beside their flows, and tests that are left out: as a simulated monitor does it."""

from __future__ import annotations

import itertools

import pandas as pd
import pytest
from burstlab import monitoring
from burstlab import open as open_archive
from burstlab.errors import InputError
from one_run import run

MS = 10**6


def test_the_flow_of_a_transfer_is_the_largest_that_began_meanwhile():
    measurements = pd.DataFrame(
        {
            "run_id": 1,
            "tool": ["iperf", "ping", "bbcp", "iperf", "iperf"],
            "source": "slac",
            "destination": ["Rice", "Rice", "Rice", "CERN", "Rice"],
            "cycle": [0, 0, 0, 0, 1],
            "start_ns": [100, 300, 500, 500, 900],
            "duration_ns": [100, 50, 100, 100, 100],
            "status": ["ok", "ok", "ok", "ok", "timeout"],
            "measurement.throughput": [8.0, None, 6.0, 5.0, 4.0],
        }
    )
    flows = pd.DataFrame(
        {
            "run_id": 1,
            "source": "slac",
            "destination": ["Rice", "Rice", "Rice", "CERN", "Rice", "Rice"],
            "start_ns": [110, 150, 250, 510, 520, 910],
            "end_ns": [110 + 1000 * MS, 160, 260, 510 + 1000 * MS, None, 920],
            "bytes": [1, 9, 50, 1, 5, 8],
        }
    )
    found = monitoring.passive_active(measurements, flows)
    # The second flow has most bytes; that of ping's time began after iperf ended; a flow without an
    # end and a test that failed have no rate.
    assert found.index.tolist() == [0, 3]
    assert found["passive"].tolist() == pytest.approx([8 * 9 / 10e-9, 8 * 1 / 1.0])
    assert found["active"].tolist() == [8.0, 5.0]


@pytest.fixture(scope="module")
def adapting(tmp_path_factory):
    """What a monitor measured that left out tests by itself."""
    path = tmp_path_factory.mktemp("monitors") / "a.sqlite"
    run(
        "path-measurement-cycle",
        *("--Hosts=Rice", "--Tools=ping,traceroute,iperf", "--Scale=100", "--Cycles=40"),
        "--CrossTraffic=ns3::CrossTraffic[FlowMin=200000]",
        "--Events=ns3::FaultInjector[Plan=1d 12h delay Rice +10ms;1d 12h rate Rice 50%]",
        "--Schedule=ns3::ScheduleController[Growth=1.5]",
        f"--archive={path}",
    )
    return open_archive(path).measurements()


def test_tests_are_left_out_as_a_monitor_does_it(adapting):
    made = adapting[adapting["tool"] == "iperf"]
    assert 20 < len(made) < 32
    # Tests that the monitor left out would have had any result.
    left = sorted(set(range(40)) - set(made["cycle"]))
    traces = adapting[adapting["tool"] == "traceroute"].set_index("cycle").loc[left].reset_index()
    others = traces.assign(
        **{"tool": "iperf", "start_ns": traces["start_ns"] + 1, "measurement.throughput": 1e5}
    )
    found = monitoring.adaptive(
        pd.concat([adapting, others]), "Rice", "iperf", monitoring.MovingAverage(), growth=1.5
    )
    cycle = (found["time"] * 1e9).round().astype("int64") // (5400 * 10**9)
    assert cycle[found["used"]].tolist() == made["cycle"].tolist()
    assert cycle[~found["used"]].tolist() == left


def told(measurements, **options):
    found = monitoring.adaptive(
        measurements, "Rice", "iperf", monitoring.LastValue(), longest=8, **options
    )
    return (found["time"] // 5400).astype(int)[found["used"]].tolist()


def visits(rtt, route=lambda cycle: 1.0):
    """Forty visits whose iperf does not change."""
    rows = []
    for cycle in range(40):
        begin = cycle * 5400 * 10**9
        common = {"destination": "Rice", "cycle": cycle, "status": "ok"}
        light = {"measurement.rtt_min": rtt(cycle), "measurement.rtt_mean": rtt(cycle)}
        rows += [
            {**common, "tool": "ping", "start_ns": begin, **light},
            {**common, "tool": "traceroute", "start_ns": begin + 1}
            | {"measurement.route": route(cycle)},
            {**common, "tool": "iperf", "start_ns": begin + 2, "measurement.bytes": 1e6}
            | {"measurement.throughput": 1e6},
        ]
    return pd.DataFrame(rows).assign(run_id=1)


def test_light_probes_bring_tests_back():
    still = told(visits(lambda cycle: 0.05))
    # Bands need nine values, intervals of 2, 4 and 8 cycles three good forecasts.
    gaps = [b - a for a, b in itertools.pairwise(still)]
    assert gaps == sorted(gaps)
    assert set(gaps) == {1, 2, 4, 8}
    for changed in (
        visits(lambda cycle: 0.05 + 0.02 * (cycle >= 20)),
        visits(lambda cycle: 0.05, lambda cycle: 1.0 + (cycle >= 20)),
    ):
        after = [cycle for cycle in told(changed) if cycle >= 20]
        assert after[0] == next(cycle for cycle in still if cycle >= 20)
        assert after[1] == after[0] + 1
        assert told(changed, watch=False) == still
    # 1.9 ms are less than a step.
    assert told(visits(lambda cycle: 0.05 + 0.0019 * (cycle >= 20))) == still


def test_two_runs_are_refused():
    both = pd.concat([visits(lambda cycle: 0.05).assign(run_id=run) for run in (1, 2)])
    with pytest.raises(InputError, match=r"\b2 runs\b.*\bone\b"):
        monitoring.adaptive(both, "Rice", "iperf", monitoring.LastValue())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"growth": 0.5}, r"growth.*0\.5.*\b1\b"),
        ({"longest": 0}, r"longest.*\b0\b.*\b1\b"),
        ({"destination": "Ryce"}, "Ryce.*Rice"),
    ],
)
def test_bad_input_is_one_sentence(options, words):
    names = {"destination": "Rice", "tool": "iperf", **options}
    with pytest.raises(InputError, match=words):
        monitoring.adaptive(visits(lambda cycle: 0.05), forecaster=monitoring.LastValue(), **names)
