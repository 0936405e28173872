# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The Python driver: the rows of the compiled runner, as often as asked in one process."""

from __future__ import annotations

import subprocess

import pytest
from burstlab import bindings
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.engine import RunSpec
from burstlab.errors import InputError, WorkError
from conftest import dump

SPECS = [
    RunSpec("traffic-arrivals", {"Process": process, "Slots": 1000}, seed, run)
    for process, seed, run in (
        ("ns3::PoissonArrivals[Rate=0.25]", 1, 1),
        ("ns3::ParetoOnOffArrivals[Sources=5]", 1, 2),
        ("ns3::ParetoOnOffArrivals[Sources=5]", 7, 1),
    )
]


def compiled(spec, archive):
    words = [f"--{name}={value}" for name, value in spec.attributes.items()]
    subprocess.run(
        [
            *catalogue.runner().command,
            spec.scenario,
            *words,
            f"--seed={spec.seed}",
            f"--run={spec.run}",
            f"--archive={archive}",
        ],
        check=True,
    )


def test_rows_are_those_of_the_compiled_runner(runner, tmp_path):
    dumps = []
    for i, spec in enumerate(SPECS):
        compiled(spec, tmp_path / f"compiled-{i}.sqlite")
        run_id = bindings.run(spec, tmp_path / f"python-{i}.sqlite")
        rows = dump(tmp_path / f"python-{i}.sqlite")
        assert rows == dump(tmp_path / f"compiled-{i}.sqlite")
        assert rows["run"][0].startswith(f"[{run_id}, ")
        dumps.append(str(rows["point"]))
    assert len(set(dumps)) == len(SPECS)


def test_a_run_does_not_see_the_one_before(runner, tmp_path):
    first, other = SPECS[1], SPECS[0]
    bindings.run(first, tmp_path / "first.sqlite")
    bindings.run(other, tmp_path / "other.sqlite")
    bindings.run(first, tmp_path / "again.sqlite")
    assert dump(tmp_path / "first.sqlite") == dump(tmp_path / "again.sqlite")


@pytest.mark.parametrize(
    ("scenario", "attributes", "sentence"),
    [
        ("traffic-arrivls", {}, "traffic-arrivls.*traffic-arrivals"),
        ("traffic-arrivals", {"Slts": 3}, "Slts.*Slots"),
        ("traffic-arrivals", {"Slots": 1}, r"Slots.*\b1\b.*\b2\b"),
        ("traffic-arrivals", {"Process": "ns3::Nope"}, "ns3::Nope"),
    ],
)
def test_wrong_input(runner, tmp_path, scenario, attributes, sentence):
    import distributed  # noqa: F401 - it changes how exceptions are pickled

    with pytest.raises(InputError, match=sentence):
        bindings.run(RunSpec(scenario, attributes), tmp_path / "run.sqlite")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fails(runner, tmp_path):
    with pytest.raises(WorkError, match="nowhere"):
        bindings.run(SPECS[0], tmp_path / "nowhere" / "run.sqlite")


def test_a_plugin(runner, tmp_path):
    plugin = catalogue.find_plugin("weibull-arrivals")
    spec = RunSpec("traffic-arrivals", {"Process": "ns3::WeibullArrivals[Rate=0.2|Shape=1]"})
    with pytest.raises(InputError, match="WeibullArrivals"):
        bindings.run(spec, tmp_path / "run.sqlite")
    run_id = bindings.run(spec, tmp_path / "run.sqlite", [plugin])
    rate = Archive(tmp_path / "run.sqlite").select([run_id]).scalars("realised_rate")
    # a Weibull law of shape 1 is exponential: 1e7 ticks hold 2e6 arrivals, give or take 0.1 %
    assert rate["value"].iloc[0] == pytest.approx(0.2, rel=5e-3)


def test_a_plugin_that_is_missing(runner, tmp_path):
    with pytest.raises(InputError, match=r"nothing\.so"):
        bindings.run(SPECS[0], tmp_path / "run.sqlite", [tmp_path / "nothing.so"])
