# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Study atm-abr: that each judge measures what was made up, and can say each of its verdicts.

The limits of the rules are those of the study's README, written down a second time.
"""

from __future__ import annotations

from dataclasses import replace

import atm_abr_world
import pandas as pd
import pytest
from atm_abr_world import LAN, STUDY, WAN, judges, reading, runs
from burstlab.archive import Archive
from burstlab.study import figures, judge
from burstlab.study import tables as texts

CLAIMS = {claim.id: claim for claim in (*judges.claim, *judges.check)}
READINGS = [one.name for one in STUDY.readings]
INFERRED = runs.INFERRED


def both(*rule, of="{}"):
    return {of.format(distance): rule for distance in (LAN, WAN)}


def each(names, *rule, of="{}, {}"):
    return {of.format(distance, name): rule for distance in (LAN, WAN) for name in names}


RULES = {
    "B1": both(0.99, 0.9, 1.1),
    "B2": {"bursts": (0.04, 0.01, None), **both(155, None, 155.5)},
    "B3": {"": (2, 1, None)},
    "B4": both(24500, 22500, 27500),
    "B5": both(1, 0.9, 1.1),
    "T1": both(0.996, 0.99, None),
    "T2": {LAN: (75, 67.5, 82.5), WAN: (225, 202.5, 247.5)},
    "T3": {"": (3, 2, None)},
    "T4": both(540, None, 1000),
    "S1": both(0.98, 0.9, 1.1),
    "S2": {
        **each("DEF", 41, 37.8, 46.2, of="{}, acr of {}"),
        **each("DEF", 43, 37.8, 46.2, of="{}, egress of {}"),
    },
    "S3": both(42.5, 37.8, 46.2),
    "S4": {
        **each("DEF", 127e3, 112.5e3, 137.5e3, of="{}, cells of {}"),
        **both(0.98, 0.95, None, of="{}, r2"),
    },
    "S5": both(0.002, None, 0.01),
    "S6": both(690, None, 1000),
    "M1": {
        **each("D", 77, 60.8, 91.2),
        **each("E", 75, 60, 93),
        **each("ABCF", 38, 31, 46.5),
    },
    "M2": both(0.98, 0.95, None, of="{}, r2") | both(0.02, None, 0.1, of="{}, ratio"),
    "M3": both(150, 115.5, None),
    "M4": both(870, None, 1000),
    "X1": both(7000, 1000, None),
    "V1": {"": (1, 0.98, 1.02)},
    "V2": {"": (20, 19.6, 20.4)},
    "V3": {"": (1, 0.99, 1.01)},
    "V4": dict.fromkeys(runs.NETWORKS, (0.01, None, 0.02)),
    "V5": {"": (0, 0, 0)},
}
"""By claim and part: a number that keeps the rule, and the rule's limits."""
KEPT = {(claim, part): rule[0] for claim, parts in RULES.items() for part, rule in parts.items()}
CASES = {
    "baseline 76": ("B1", "B2", "B3", "T2"),
    "baseline 10": ("B4", "B5"),
    "staggered": ("T1", "T2", "T3", "T4"),
    "six sessions": ("S1", "S2", "S3", "S4", "S5", "S6"),
    "parking lot": ("M1", "M2", "M3", "M4", "V5"),
    "step": ("X1",),
}
"""The claims that rest on a case."""
ALONE = {"V1": runs.CLOSED, "V2": runs.CLOSED, "V3": runs.CLOSED, "V4": runs.IDEAL}
CONSISTENT = ("B2", "B4", "S4")
"""Claims that constants of the document or choices of ours decide."""
DEVELOPS = ("T2", "S4", "M2", "V2", "V3")
"""Claims that time series are read for."""
STEP = 0.01
"""Part of a limit by which a rule is broken: more than intervals are wide."""


def settings(claim, read=INFERRED):
    """The settings that a claim rests on under a reading."""
    if claim in ALONE:
        return ALONE[claim]
    limited = runs.FUTURE["buffers"][:1] if claim == "V5" else []
    return limited + [
        reading.setting(read, case=case, distance=distance)
        for case, claims in CASES.items()
        if claim in claims
        for distance in (LAN, WAN)
    ]


def look(path, claim, read=INFERRED):
    """The judgement of a claim, and what it measured by part."""
    found = []

    def measure(results, read):
        found.append(CLAIMS[claim].measure(results, read))
        return found[-1]

    with Archive(path) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        watched = replace(CLAIMS[claim], measure=measure)
        judgement = judge(STUDY, watched, read, results)[0]
    parts = found[0].parts if found else {}  # none: the runs do not ask the claim
    parts = parts if isinstance(parts, dict) else {"": parts}
    return judgement, {part: interval.estimate for part, interval in parts.items()}


def everything(tmp_path, read):
    """An archive of all that claims rest on under a reading."""
    made = dict.fromkeys((s for claim in RULES for s in settings(claim, read)), KEPT)
    return atm_abr_world.write(tmp_path / "world.sqlite", made)


def expected(claim, numbers):
    return pytest.approx({part: numbers[claim, part] for part in RULES[claim]})


@pytest.mark.parametrize("read", READINGS)
def test_a_network_that_does_what_the_document_says_reproduces_it(tmp_path, read):
    assert set(RULES) == set(CLAIMS)
    path = everything(tmp_path, read)
    for claim in CLAIMS:
        judgement, measured = look(path, claim, read)
        expected_verdict = "consistent" if claim in CONSISTENT else "reproduced"
        assert judgement.verdict == expected_verdict, claim
        assert measured == expected(claim, KEPT), claim


def rows(milliseconds):
    """The nearest time of a row."""
    return 5 * round(milliseconds / 5)


def broken():
    """One number at a time beyond each limit of its rule."""
    for claim, parts in RULES.items():
        for part, (_, low, high) in parts.items():
            if claim == "V5":
                yield claim, part, 1.0
            elif claim == "T2":
                for number in (rows(low) - 20, rows(high) + 20, 1500):
                    yield claim, part, number
            else:
                if low is not None:
                    yield claim, part, low * (1 - STEP)
                if high is not None:
                    yield claim, part, high * (1 + STEP)


def on_the_limit():
    """One number on each limit of each rule; what has no chance is never undecided."""
    for claim, parts in RULES.items():
        one_of_each = {rule[1:]: part for part, rule in parts.items()}
        for limits, part in one_of_each.items():
            if claim not in ("V1", "V2", "V4", "V5"):
                for limit in limits:
                    if limit is not None:
                        yield claim, part, rows(limit) if claim == "T2" else limit


@pytest.mark.parametrize(
    ("claim", "part", "number", "verdict"),
    [
        *((*changed, "differs") for changed in broken()),
        *((*changed, "undecided") for changed in on_the_limit()),
    ],
)
def test_one_changed_number_changes_the_verdict(tmp_path, claim, part, number, verdict):
    numbers = {**KEPT, (claim, part): number}
    made = dict.fromkeys(settings(claim), numbers)
    path = atm_abr_world.write(tmp_path / "world.sqlite", made, series=claim in DEVELOPS)
    judgement, measured = look(path, claim)
    assert judgement.verdict == verdict
    assert measured == expected(claim, numbers)
    assert judgement.measured == pytest.approx(number)
    if len(RULES[claim]) > 1:
        assert judgement.note.startswith(f"Measured: {part}.")


def test_readings_are_judged_apart(tmp_path):
    changed = {**KEPT, ("S2", "WAN, acr of E"): 30}
    made = dict.fromkeys(settings("S2", runs.AS_RUN), changed)
    made |= dict.fromkeys(settings("S2"), KEPT)
    path = atm_abr_world.write(tmp_path / "world.sqlite", made, series=False)
    assert look(path, "S2", runs.AS_RUN)[0].verdict == "differs"
    assert look(path, "S2", INFERRED)[0].verdict == "reproduced"
    missing = look(path, "S2", runs.NO_LOSS)[0]
    assert missing.verdict == "not-asked"
    assert missing.note == "Not run in this edition."


@pytest.mark.parametrize("claim", ["B1", "B3", "T2", "S4", "M1", "M2", "X1"])
def test_an_edition_without_the_wan_decides_nothing_for_it(tmp_path, claim):
    near = [s for s in settings(claim) if s.distance == LAN]
    made = dict.fromkeys(near, KEPT)
    path = atm_abr_world.write(tmp_path / "world.sqlite", made, series=claim in DEVELOPS)
    judgement = look(path, claim)[0]
    assert judgement.verdict == "not-asked"
    assert "in this edition" in judgement.note


def test_what_is_told_beside_the_steady_state(tmp_path):
    numbers = {**KEPT, ("T2", WAN): 1500}
    made = dict.fromkeys(settings("T2"), numbers)
    path = atm_abr_world.write(tmp_path / "world.sqlite", made)
    note, *parts = look(path, "T2")[0].note.split("\n")
    assert parts == ["LAN: 75.0 [70.0, 80.0]", "WAN: 1500"]
    assert note == (
        "Measured: WAN. First in the band after LAN 25 [25, 25], WAN 25 [25, 25] ms; "
        "the first backlog of A is gone after LAN 200 [200, 200], WAN 300 [300, 300] ms; a single "
        "session is at 154 Mb/s after LAN 61 [61, 61], WAN 61 [61, 61] ms. 1500 means never."
    )


def test_tables_and_figures_show_what_was_made_up(tmp_path):
    shown = {}
    with Archive(everything(tmp_path, INFERRED)) as archive:
        results = archive.select(archive.run_ids(), study=STUDY.name)
        for table in STUDY.tables:
            shown[table.id] = pd.read_csv(
                texts.render(table.make, results, tmp_path / table.id).csv
            )
        for figure in STUDY.figures:
            if figure.id in ("9", "16", "18", "algorithms", "sweep"):
                drawn = figures.render(figure.make, results, tmp_path / figure.id)
                shown[figure.id] = pd.read_csv(drawn.csv)
    lot = shown["table-2"].set_index("session")
    assert lot.loc[["D", "E"], "simulated, WAN"].tolist() == pytest.approx([77, 75])
    assert lot["greedy"].tolist() == pytest.approx([38.75] * 3 + [116.25, 77.5, 38.75])
    steady = shown["settling"].filter(like=INFERRED).to_numpy().ravel()
    assert steady.tolist() == pytest.approx([75, 225, 25, 25, 200, 300, 61.2, 61.2])
    (combination,) = shown["combinations"].to_dict("records")
    assert combination["how many"] == len(judges.claim) - 1
    assert len(shown["sweep"]) == 0
    # A share of 0.99 and five of 1.005.
    index = (0.99 + 5 * 1.005) ** 2 / (6 * (0.99**2 + 5 * 1.005**2))
    contest = shown["switches"].query("network in @runs.NETWORKS")
    assert contest["Jain's index"].tolist() == pytest.approx([index] * 4)
    ideal = shown["algorithms"].query("x_axis.str.startswith('1 - Jain')")
    assert ideal["x"].tolist() == pytest.approx([1 - index] * 4)
    assert ideal["low"].isna().all()
    # Drawn is the first replication: 5 ms before the median, and a per mille less.
    pair = shown["9"].query("panel == 'WAN, backward RM cells' and series == 'B'")
    assert pair[pair["y"] < 70]["x"].max() == pytest.approx(0.1 + 0.22 - 0.005)
    large = shown["16"].query("panel == '76 Mb/s, backward RM cells' and series == 'D'")
    assert large["y"].iloc[-1] == pytest.approx(127e3 * 0.999)
    assert set(shown["18"]["series"]) == {"S1", "threshold of 500"}
