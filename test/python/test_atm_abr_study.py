# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study atm-abr: closed forms by hand, how it reads frames, what it runs, and what it refuses."""

from __future__ import annotations

import importlib
import json
import sqlite3
import subprocess

import numpy as np
import pandas as pd
import pytest
from burstlab import paths
from burstlab.build import runner
from burstlab.engine import RunSpec, plan
from burstlab.study import find_studies

STUDY = find_studies(["atm-abr"])["atm-abr"]
closed, reading, runs = (
    importlib.import_module(f"burstlab_study_atm_abr.{name}")
    for name in ("closed", "reading", "runs")
)
TIMES = pd.Index(np.round(np.arange(1, 301) * 0.005, 3), name="time")


def rates(*columns):
    return pd.DataFrame(dict(enumerate(columns)), index=TIMES, dtype=float)


def test_closed_forms_against_hand_numbers():
    # Six links of 20 or 20,000 us, six cells of 2.7355 us.
    assert closed.round_trip(4) == pytest.approx(136.413e-6, rel=1e-5)
    assert closed.round_trip(4000) == pytest.approx(40.0964e-3, rel=1e-5)
    # ln(154 / 10) / 44.62 = 61.3 ms; a step at a time is a little faster.
    assert closed.ramp(10, 154, 155, 0) == pytest.approx(61.3e-3, rel=0.02)
    assert closed.growth(0) == pytest.approx(365566 / 256 / 32, rel=1e-5)
    assert closed.growth(0.0400964) == pytest.approx(20.0, rel=1e-3)
    # (76 - 40.05) Mb/s of 424 bits.
    assert closed.slope(155, 10, 76) == pytest.approx(84_783, rel=1e-3)


def test_max_min_shares_by_hand():
    quarter = 155 / 4
    greedy = {**dict.fromkeys("ABCF", quarter), "D": 155 - quarter, "E": 155 - 2 * quarter}
    assert closed.parking_lot(155, 155) == pytest.approx(greedy)
    assert closed.parking_lot(155, 76) == pytest.approx({**greedy, "D": 76, "E": 76})
    assert closed.parking_lot(155, 10) == dict.fromkeys("ABCDEF", 10)


def times(frame):
    """Seconds after 0.1 s until means over 25 ms are within 15 % of 77.5: at first, for good."""
    good = reading.in_band(reading.smooth(frame), 77.5, 0.15, 0.1)
    return reading.first(good), reading.for_good(good)


def test_time_from_which_rates_stay():
    late = np.where(TIMES <= 0.2, 0, 77.5)
    # A mean over 25 ms is whole at 0.225 s, and within 15 % when 22 of 25 ms count: all five rows.
    assert times(rates(late, late)) == pytest.approx((0.125, 0.125))
    again = np.where((TIMES > 1.0) & (TIMES <= 1.1), 0, late)
    assert times(rates(late, again)) == pytest.approx((0.125, 1.025))
    assert times(rates(late, np.full(len(TIMES), 50.0))) == (runs.END, runs.END)


def test_time_until_a_backlog_is_gone():
    waiting = pd.Series(np.interp(TIMES, [0, 0.1, 0.2], [0, 1000, 0]), TIMES)
    assert reading.drained(waiting) == pytest.approx(0.2)
    assert reading.drained(pd.Series(TIMES * 1000, TIMES)) == runs.END


def test_every_reading_and_combination_is_a_setting_of_its_own():
    texts = {name: reading.setting(name, case="staggered").text for name in runs.ALL}
    # "backward RM cells" and the like are combinations too; only the drawn mean is not.
    assert len(set(texts.values())) == len(runs.COMBINATIONS) + 1
    assert len(runs.COMBINATIONS) == 60
    assert {s.text for s in runs.planned("quick")} == {
        spec.labels["setting"] for spec in runs.specs("quick")
    }


def test_replications_differ_by_their_number_alone():
    for edition in ("quick", "full"):
        several = {}
        for spec in runs.specs(edition):
            several.setdefault(spec.labels["setting"], []).append(spec)
        assert all([s.run for s in of] == list(range(1, len(of) + 1)) for of in several.values())


def test_a_setting_writes_its_network():
    lot = runs.attributes(runs.Setting("parking lot", runs.WAN))
    assert lot["Topology"] == "parking-lot[TrunkKm=1333]"
    pair = runs.attributes(runs.Setting("staggered", runs.LAN))
    assert pair["Topology"] == "two-node[Sessions=2|TrunkKm=4]"
    assert pair["Demands"] == "A:76 B:76@0.1"
    assert runs.attributes(runs.CLOSED[0])["Demands"] == "A:greedy"
    assert runs.attributes(runs.CONTEST[0])["Demands"] == ""


FILE = """\
router s1
router s2
device a to=x {a}
device b to=y {b}
device x
device y
link s1 s2
link a s1
link b s1
link s2 x
{last}
"""
LAST = "link s2 y"
SOURCE = (
    "ns3::AbrSourceBehaviorDraft95[InitialCellRate=100Mbps|UseItOrLoseIt=ns3::AbrUseItOrLoseItAdtf]"
)
"""Which may begin at a minimum rate of the file."""


def network(tmp_path, a="", b="", last=LAST):
    file = tmp_path / "two.topology"
    file.write_text(FILE.format(a=a, b=b, last=last))
    return str(file)


@pytest.mark.parametrize(
    ("a", "b", "fairness", "fair"),
    [
        ("", "", "Share", (77.5, 77.5)),
        # 31 data cells of 32: 31 Mb/s of data are 32 Mb/s of cells.
        ("demand=31Mbps", "", "Share", (32, 123)),
        ("weight=3", "", "Share", (116.25, 38.75)),
        ("mcr=50Mbps", "mcr=5Mbps", "McrPlusShare", (100, 55)),
        ("mcr=100Mbps", "mcr=5Mbps", "McrOrShare", (100, 55)),
    ],
)
def test_a_topology_file_says_what_sessions_want(tmp_path, a, b, fairness, fair):
    spec = RunSpec(
        "atm-maxmin",
        {
            "Topology": network(tmp_path, a, b),
            "Fairness": fairness,
            "SourceBehavior": SOURCE,
            "Duration": "600ms",
            "WarmUp": "300ms",
        },
    )
    (planned,) = plan([spec], runner())
    archive = tmp_path / "run.sqlite"
    subprocess.run(planned.command(archive), capture_output=True, check=True)
    with sqlite3.connect(archive) as connection:
        rows = [
            json.loads(cells)
            for (cells,) in connection.execute("SELECT cells FROM result_row ORDER BY n")
        ]
        (worst,) = connection.execute(
            "SELECT value FROM scalar WHERE metric = 'maxmin.worst'"
        ).fetchone()
    assert [row[0] for row in rows] == ["a", "b"]
    assert [float(row[4]) for row in rows] == pytest.approx(fair, rel=1e-4)
    assert worst < 0.02


def refused(*words):
    done = subprocess.run(
        [str(paths.ROOT / "lab"), "run", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stderr
    return done.stderr


SHORT = ("--Duration=20ms", "--WarmUp=10ms")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--Demands=Q:76"], "Demands has the word 'Q:76'; allowed is a source of the topology"),
        (["--Demands=A=76"], "Demands has the word 'A=76'; allowed is SOURCE:MBPS"),
        (["--Demands=A:-3"], "Demands has the word 'A:-3'; allowed is SOURCE:MBPS"),
        (["--WarmUp=20ms"], "Duration is"),
        (
            ["--SourceBehavior=ns3::AbrSourceBehaviorDraft95[MinimumCellRate=200Mbps]"],
            "the minimum cell rate MCR, in cells per second, is 471698",
        ),
        (["--SourceBehavior=ns3::AbrSourceBehaviorDraft95[DecreaseFactor=0]"], "DecreaseFactor"),
        (["--SourceBehavior=ns3::AbrSourceBehaviorDraft95[PeakCellRate=9999Gbps]"], "PCR"),
        (["--Topology=no/such/file"], "no/such/file"),
    ],
    ids=str,
)
def test_wrong_input_is_refused_in_one_sentence(words, sentence):
    assert sentence in refused("atm-abr-load", *SHORT, *words)


def test_a_session_without_a_way_is_refused(tmp_path):
    topology = network(tmp_path, last="")
    assert "y" in refused("atm-abr-load", *SHORT, "--Demands=", f"--Topology={topology}")


def test_a_trace_with_a_negative_rate_is_refused(tmp_path):
    trace = tmp_path / "negative.rates"
    trace.write_text("10\n-3\n")
    process = f"--Process=ns3::RateTraceArrivals[File={trace}|Slot=1000000000]"
    assert "-3" in refused("atm-abr-load", *SHORT, "--Demands=", process)
