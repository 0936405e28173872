# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What identifies a run is the value and not its spelling, and studies find their runs by it."""

from __future__ import annotations

import json

import pytest
from burstlab.build import catalogue
from burstlab.errors import InputError
from burstlab.study import EDITIONS, find_studies, study_names


def plan(*specs):
    lines = "\n".join(json.dumps(spec) for spec in specs)
    return [json.loads(line) for line in catalogue.runner().ask("--plan", lines=lines).splitlines()]


def load(**attributes):
    return {"scenario": "servernet-load", "attributes": attributes}


@pytest.mark.parametrize(
    ("name", "spellings"),
    [
        (
            "Process",
            [
                "ns3::PoissonArrivals[Rate=0.0004]",
                "ns3::PoissonArrivals[Rate=4e-4]",
                "ns3::PoissonArrivals[Rate=+.00040|Blocked=Defer]",
            ],
        ),
        ("Arbiter", ["ns3::ServerNetTwoLevelArbiter", "ns3::ServerNetTwoLevelArbiter[]"]),
        (
            "Pattern",
            [
                "ns3::HotspotDestinations[Hotspots=1,2|Fraction=0.3]",
                "ns3::HotspotDestinations[Fraction=3e-1|Hotspots=1,2]",
            ],
        ),
    ],
)
def test_spellings_of_a_value_are_one_run(name, spellings):
    assert len({run["run_id"] for run in plan(*(load(**{name: text}) for text in spellings))}) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"Arbiter": "ns3::Nonsense"},
        {"Arbiter": "ns3::ServerNetTwoLevelArbiter[Modulus=x]"},
        {"Process": "ns3::UniformDestinations"},
        {"Pattern": "ns3::PoissonArrivals"},
        {"Process": "ns3::TwinArrivals[Process=ns3::PoissonArrivals[Rate=0]]"},
        {"ns3::ServerNetFabric::Arbiter": "ns3::Nonsense"},
        {"ns3::ServerNetRouterSettings::Arbiter": "ns3::Nonsense"},
        {"Topology": "single-router[Cpus=x]"},
    ],
    ids=str,
)
def test_a_plan_refuses_what_a_run_would(wrong):
    with pytest.raises(InputError, match=r"'.*'"):
        plan(load(**wrong))


def test_a_default_that_reaches_into_an_object_counts_once():
    default = {"ns3::PoissonArrivals::Rate": "0.3"}
    left_out, given, other = plan(
        load(Process="ns3::PoissonArrivals", **default),
        load(Process="ns3::PoissonArrivals[Rate=3e-1]", **default),
        load(Process="ns3::PoissonArrivals[Rate=0.1]", **default),
    )
    assert left_out == given
    assert left_out["parameters"]["Process"] == "ns3::PoissonArrivals"
    assert left_out["parameters"]["ns3::PoissonArrivals::Rate"] == "0.3"
    assert other["parameters"]["Process"] == "ns3::PoissonArrivals[Rate=0.1]"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", study_names())
def test_studies_write_values_as_the_archive_has_them(name, edition):
    specs = find_studies([name])[name].specs(edition)
    distinct = {
        (spec.scenario, attribute, value): None
        for spec in specs
        for attribute, value in spec.attributes.items()
        if str(value).startswith("ns3::")
    }
    planned = plan(*({"scenario": s, "attributes": {a: v}} for s, a, v in distinct))
    stored = [run["parameters"][a] for run, (_, a, _) in zip(planned, distinct, strict=True)]
    assert stored == [value for _, _, value in distinct]


def test_description_names_the_kinds():
    attributes = {a["name"]: a for a in catalogue.describe("servernet-load")["attributes"]}
    arbiter = attributes["Arbiter"]
    assert arbiter["type"] == "ObjectText"
    assert arbiter["default"] == "ns3::ServerNetRandomArbiter"
    assert "derived from ns3::ServerNetArbiter" in arbiter["allowed"]
    assert "ns3::ServerNetTwoLevelArbiter" in arbiter["kinds"]
    assert attributes["Ticks"]["kinds"] == []
