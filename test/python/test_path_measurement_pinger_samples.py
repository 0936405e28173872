# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""PingER's samples without packets: against the law, the metrics of raw samples, and the truth."""

from __future__ import annotations

import math

import numpy as np
import one_run
import pandas as pd
import pytest
from burstlab import monitoring, paths
from burstlab.monitoring import fit_ping_law, mathis_throughput, summed_metrics
from scipy import stats

SCENARIO = "path-measurement-pinger-samples"
FAR = "region far 4 0 40 10 10"


def file_of(folder, name, *lines):
    file = folder / name
    file.write_text("".join(f"{line}\n" for line in lines))
    return file


def run(tmp_path, *options, world=(FAR,)):
    text = f"--World={file_of(tmp_path, 'world.txt', *world)}"
    return one_run.document(SCENARIO, text, *options)


def frame(came, name):
    return pd.DataFrame(one_run.rows(came, name))


def raw(came, site=None):
    pings = frame(came, "pings")
    pings = pings if site is None else pings[pings["site"] == site]
    return pings.filter(like="rtt_").to_numpy(dtype=float)


def test_summaries_have_the_metrics_of_the_samples(tmp_path):
    plan = file_of(tmp_path, "plan.txt", "1d 6h host-down far-2")
    came = run(tmp_path, "--Sites=2", "--Duration=3d", "--Raw=true", f"--Outages={plan}")
    summaries = frame(came, "summaries")
    assert len(summaries) == 2 * 3
    for site in (0, 1):
        samples = raw(came, site)
        assert len(samples) == 3 * 48
        wanted = monitoring.metrics(samples)
        found = summed_metrics(summaries[summaries["site"] == site])
        assert found.pop("class") == wanted.pop("class")
        assert found.to_numpy(float) == pytest.approx(wanted.to_numpy(float), rel=1e-9), site


def test_the_law_is_that_of_the_attributes_and_of_python(tmp_path):
    options = ("--Busy=0.5", "--BusyCorrelation=0.4", "--Wait=20ms", "--WaitShape=1.5")
    more = ("--WaitSpread=0.4", "--LossCorrelation=0.3", "--Sites=4", "--Duration=60d")
    samples = raw(run(tmp_path, *options, *more, "--Raw=true"))
    law = fit_ping_law(samples)
    # Delays of 40 and 1 ms, frames of 130 bytes at 1 Gb/s and 10 Mb/s, there and back.
    assert law.base == pytest.approx(2 * (0.041 + 8 * 130 * (1e-9 + 1e-7)), rel=1e-9)
    assert law.loss == pytest.approx(0.1, rel=0.05)
    assert law.loss_correlation == pytest.approx(0.3, abs=0.03)
    assert (law.busy, law.busy_correlation) == pytest.approx((0.5, 0.4), rel=0.06)
    assert (law.wait, law.wait_shape) == pytest.approx((0.02, 1.5), rel=0.05)
    assert law.wait_spread == pytest.approx(0.4, rel=0.1)
    again = law.draw(len(samples), 10, np.random.default_rng(1))
    for of in (lambda x: np.isnan(x).sum(axis=1), lambda x: np.nanmean(x, axis=1)):
        assert stats.ks_2samp(of(samples[:, :]), of(again)).pvalue > 1e-4


def test_large_pings_take_as_much_longer_as_their_bytes(tmp_path):
    came = run(
        tmp_path, "--Sites=1", "--Duration=10d", "--Busy=0", world=("region far 1 0 40 1 0",)
    )
    rows = frame(came, "summaries")
    assert (rows["lost"] == 0).all()
    assert (rows["large_lost"] == 0).all()
    longer = (rows["large_rtt_sum"] - rows["rtt_sum"]).sum() / rows["sent"].sum()
    assert longer == pytest.approx(2 * 8 * 900 * (1e-9 + 1e-6), rel=1e-6)


def test_what_is_dark_is_what_was_down(tmp_path):
    plan = file_of(
        tmp_path,
        *(
            "plan.txt",
            "1d 6h host-down far-1",
            "2d forever host-down far-3",
            "4d 10min host-down far-2",
        ),
    )
    came = run(tmp_path, "--Duration=5d", "--Sites=4", f"--Outages={plan}")
    truth = {(row["site"], row["begin"], row["end"]) for row in one_run.rows(came, "outages")}
    assert truth == {(0, 86_400, 108_000), (2, 172_800, None), (1, 345_600, 346_200)}
    first, forever = one_run.rows(came, "dark")  # ten minutes are less than two samples
    assert first["site"] == 0
    assert 0 <= first["begin"] - 86_400 < 1800
    assert 0 <= first["end"] - 108_000 < 1800
    assert first["samples"] == 12
    assert (forever["site"], forever["end"]) == (2, None)
    dark = frame(came, "summaries").groupby("site")["dark"].sum()
    assert dark[0] == 12
    assert dark[2] == 3 * 48
    assert dark[3] == 0


def test_sites_are_shared_out_as_hosts_are(tmp_path):
    world = ("region a 30 0 10 10 1", "region b 10 0 10 10 1", "region c 20 0 10 10 1")
    sites = frame(run(tmp_path, "--Sites=12", "--Duration=30min", world=world), "sites")
    assert sites["region"].tolist() == ["a"] * 6 + ["b"] * 2 + ["c"] * 4
    assert sites["name"].tolist()[6:9] == ["b-1", "b-2", "c-1"]


def test_throughput_grows_as_it_should(tmp_path):
    options = ("--Growth=0.8", "--Duration=731d", "--Summary=73d", "--Sites=4")
    rows = frame(run(tmp_path, *options), "summaries").groupby("begin").sum()
    loss = rows["lost"] / rows["sent"]
    rate = [mathis_throughput(0.1, part) for part in loss]
    # From the middle of the first 73 days to that of the last whole ones.
    years = 9 * 73 / 365.25
    errors = 5 * math.hypot(rows["lost"].iloc[0] ** -0.5, rows["lost"].iloc[9] ** -0.5) / 2
    assert math.log(rate[9] / rate[0]) == pytest.approx(years * math.log(1.8), abs=2 * errors)


def test_a_run_is_repeated_by_its_number(tmp_path):
    options = ("--Duration=1d", "--Sites=2")
    one, same, other = (run(tmp_path, *options, f"--run={n}") for n in (1, 1, 2))
    assert one["tables"] == same["tables"] != other["tables"]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--Sites=0",), "Sites"),
        (("--Duration=29min",), "Duration"),
        (("--Summary=1min",), "Summary"),
        (("--Busy=1.1",), "Busy"),
        (("--WaitShape=0.1",), "WaitShape"),
        (("--Outages=nowhere.txt",), "nowhere.txt"),
        (("--World=nowhere.txt",), "nowhere.txt"),
    ],
)
def test_wrong_input_is_refused(options, sentence):
    one_run.assert_refused(sentence, SCENARIO, *options, cwd=paths.ROOT)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "1d 1d host-down near-1",
            "fault 1 is host-down of near-1; allowed is host-down of a site",
        ),
        (
            "1d 1d crash far-1",
            "fault 1 is crash of far-1; allowed is host-down of a site, as far-1",
        ),
        ("1d 1d host-dwn far-1", "line 1"),
    ],
)
def test_outages_of_nobody_are_refused(tmp_path, line, sentence):
    world, plan = file_of(tmp_path, "world.txt", FAR), file_of(tmp_path, "plan.txt", line)
    options = (f"--World={world}", f"--Outages={plan}")
    one_run.assert_refused(sentence, SCENARIO, *options, cwd=paths.ROOT)


def test_a_world_without_hosts_is_refused(tmp_path):
    world = file_of(tmp_path, "world.txt", "region far 0 0 40 10 1")
    one_run.assert_refused("has no hosts", SCENARIO, f"--World={world}", cwd=paths.ROOT)
