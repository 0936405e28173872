# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Replications that are added until claims are decided.

A run counts the arrivals of a Poisson process of 1/2 a tick in 2000 ticks: 1000 expected, standard
deviation 31.6. Claims that ask for more than 970 can be decided; one that asks for more than 1000
cannot.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.command import deciding, options, sweep_commands
from burstlab.command.deciding import decide
from burstlab.engine import RunSpec, grid, plan, sweep
from burstlab.engine.estimating import START_S
from burstlab.errors import InputError
from burstlab.statistics import Interval, interval
from burstlab.study import LOOKS, Above, Claim, Edition, Equals, Finding, Judgement, Reading, Study

pytestmark = pytest.mark.usefixtures("runner")


def count(part, results):
    return results.where(part=part).scalars("count")["value"]


def claim(name, part, limit):
    return Claim(
        *(name, "text", "source", "stated", "arrivals", Above(limit)),
        lambda results, _: Finding(interval(count(part, results))),
    )


def specs(edition, replications=6):
    process = {
        "Process": "ns3::PoissonArrivals[Rate=0.5]",
        "Slot": 100,
        "Slots": 20,
        "StreamBase": 1,
    }
    return [
        *grid("traffic-arrivals", process, runs=range(1, replications + 1), labels={"part": "a"}),
        *grid(
            "traffic-arrivals",
            {**process, "StreamBase": 7},
            runs=range(1, replications + 1),
            labels={"part": "b"},
        ),
        RunSpec("traffic-arrivals", {**process, "StreamBase": 9}, labels={"part": "once"}),
    ]


STUDY = Study(
    *("toy", "Toy", "document", "summary", (), (Reading("plain", ""),), specs),
    claims=(claim("C1", "a", 970), claim("C2", "b", 1000), claim("C3", "a", 2000)),
    checks=(
        Claim(
            *("V1", "text", "source", "stated", "runs", Equals(1)),
            lambda results, _: Finding(Interval.exact(len(count("once", results)), 1)),
        ),
    ),
)


def test_an_edition_names_its_files_from_the_checkout(tmp_path, monkeypatch):
    """Wherever it is planned and computed."""
    attributes = {"Topology": "scenarios/servernet/test-bed.topology", "Ticks": 2000, "WarmUp": 100}
    spec = RunSpec("servernet-load", attributes)
    monkeypatch.chdir(tmp_path)
    edition = Edition(Study("toy", "t", "d", "s", (), (), lambda _: [spec]), "quick")
    assert sweep(edition.planned, tmp_path / "a.sqlite").failures == ()


@pytest.fixture
def archive(tmp_path):
    return tmp_path / "archive.sqlite"


def compute(archive):
    def add(edition, planned, seconds):
        return sweep(planned, archive, study=edition.study.name, within=seconds)

    return add


def start(archive, study=STUDY):
    edition = Edition(study, "quick")
    sweep(edition.planned, archive, study=study.name)
    return edition


def runs_of(archive):
    with Archive(archive) as opened:
        return len(opened.run_ids())


def test_replications_are_added_where_they_decide(archive, capsys):
    edition = start(archive)
    with Archive(archive) as opened:
        before = {row["id"]: row["verdict"] for row in edition.judge(opened)}
    assert before == {
        "toy/C1": "undecided",
        "toy/C2": "undecided",
        "toy/C3": "differs",
        "toy/V1": "reproduced",
    }
    done = decide([edition], archive, 60, compute(archive), 2)
    assert [(look.claim.id, look.judgement.verdict) for _, look in done.decided] == [
        ("C1", "reproduced")
    ]
    assert [left.look.claim.id for left in done.left] == ["C2"]
    assert done.left[0].seconds == math.inf
    sweep_commands._print_decided(done)
    said = capsys.readouterr().out
    assert "decided: toy/C1 plain: reproduced with " in said
    assert "left:    toy/C2 plain: undecided, " in said
    assert "look" not in said
    level = done.decided[0][1].level
    assert 0 < level < LOOKS
    with Archive(archive) as opened:
        rows = {row["id"]: row for row in edition.judge(opened)}
    assert rows["toy/C1"]["runs"] == len(rows["toy/C1"]["run_ids"]) == 6 * 2**level
    # How each of them is computed is known, also of those that were added.
    assert {edition.specs()[run_id].labels["part"] for run_id in rows["toy/C1"]["run_ids"]} == {"a"}
    assert rows["toy/C1"]["verdict"] == "reproduced"
    assert rows["toy/V1"]["verdict"] == "reproduced"  # what is run once is not repeated
    assert rows["toy/V1"]["measured"] == 1


def test_a_claim_is_judged_by_the_first_level_that_decides_whatever_was_added(archive, tmp_path):
    edition = start(archive)
    (_, alone), *_ = decide([edition], archive, 60, compute(archive), 2).decided
    other = tmp_path / "other.sqlite"
    start(other)
    more = edition.more(edition.groups, LOOKS - 1)  # everything at the highest level
    outcome = sweep([run for runs in more.values() for run in runs], other, study="toy")
    with Archive(other) as opened:
        opened.add_runs("toy", "quick", outcome.run_ids)
        looks = {look.claim.id: look for look in edition.look(opened)}
    assert looks["C1"].judgement == alone.judgement
    assert looks["C1"].level == alone.level


def test_replications_added_for_one_claim_change_no_other(archive):
    edition = start(archive)
    with Archive(archive) as opened:
        before = edition.judge(opened)
    second = next(of for of, runs in edition.groups.items() if runs[0].spec.labels["part"] == "b")
    runs = edition.more([second], 1)[second]
    sweep(runs, archive, study="toy")
    with Archive(archive) as opened:
        opened.add_runs("toy", "quick", [run.run_id for run in runs])
        after = edition.judge(opened)
    (changed,) = [b["id"] for a, b in zip(before, after, strict=True) if a != b]
    assert changed == "toy/C2"


def test_a_claim_of_too_few_replications_is_asked_with_more(archive):
    edition = start(archive, replace(STUDY, specs=lambda name: specs(name, replications=3)))
    with Archive(archive) as opened:
        verdicts = [row["verdict"] for row in edition.judge(opened)]
    assert verdicts == ["not-asked", "not-asked", "not-asked", "reproduced"]
    done = decide([edition], archive, 60, compute(archive), 2)
    found = {look.claim.id: (look.judgement.verdict, look.level) for _, look in done.decided}
    assert found["C3"] == ("differs", 2)  # 12 values, whose range covers with 99.95 %


def test_a_level_that_is_not_whole_does_not_count(archive):
    edition = start(archive)
    more = [run for runs in edition.more(edition.groups, 1).values() for run in runs]
    sweep(more, archive, study="toy")
    with Archive(archive) as opened:
        opened.add_runs("toy", "quick", [run.run_id for run in more[:3]])
        assert {look.level for look in edition.look(opened)} == {0}
        opened.add_runs("toy", "quick", [run.run_id for run in more])
        assert {look.claim.id: look.level for look in edition.look(opened)} == {
            **{"C1": 1, "C2": 1, "C3": 0, "V1": 0},
        }


def test_what_was_added_to_an_edition_that_has_changed_is_left_out(archive):
    edition = start(archive)
    decide([edition], archive, 60, compute(archive), 2)
    changed = replace(STUDY, specs=lambda name: specs(name, replications=5))
    with Archive(archive) as opened:
        looks = Edition(changed, "quick").look(opened)
        assert {look.level for look in looks} == {0}
        intervals = [look.judgement for look in looks if look.claim.id == "C1"]
        expected = Edition(changed, "quick").results(opened)
        assert intervals[0].measured == interval(count("a", expected)).estimate


def test_nothing_is_begun_that_the_budget_does_not_hold(archive):
    edition = start(archive)
    before = runs_of(archive)
    done = decide([edition], archive, 1e-6, compute(archive), 2)
    assert (done.decided, len(done.left), runs_of(archive)) == ([], 2, before)


def test_the_budget_is_wall_time_with_the_start_of_processes_on_a_busy_machine(
    archive, monkeypatch, caplog
):
    """Every run takes 0.5 s, fifty times what its measured time and a process take."""
    now = [0.0]
    monkeypatch.setattr(deciding.time, "monotonic", lambda: now[0])
    edition = start(archive, replace(STUDY, claims=STUDY.claims[:1], checks=()))
    undecided = Judgement(1.0, 0.0, 2.0, 4, "undecided", 60, "")
    used = frozenset(run.run_id for run in edition.planned if run.labels["part"] == "a")
    monkeypatch.setattr("burstlab.study.edition.judge", lambda *_: (undecided, used))

    def slowly(edition, planned, seconds):
        outcome = compute(archive)(edition, planned, None)
        now[0] += 0.5 * outcome.computed
        assert now[0] <= 10
        return outcome

    caplog.set_level("INFO", "burstlab")
    done = decide([edition], archive, 10, slowly, 1)
    told = [re.search(r"(\d+) runs, about ([\d.]+) s", line).groups() for line in caplog.messages]
    (runs, first), (_, second) = told
    assert float(first) == pytest.approx(int(runs) * START_S, rel=0.5)
    assert float(second) == pytest.approx(6)
    assert done.left[0].seconds == pytest.approx(12 + 24)


def test_what_was_stopped_is_no_level_and_is_completed_by_the_next_call(archive):
    edition = start(archive)
    before = runs_of(archive)

    def half(edition, planned, seconds):
        outcome = compute(archive)(edition, planned[: len(planned) // 2], seconds)
        return replace(outcome, left=len(planned) - len(planned) // 2)

    stopped = decide([edition], archive, 60, half, 2)
    assert (stopped.decided, runs_of(archive)) == ([], before + 3)
    with Archive(archive) as opened:
        assert not opened.added_runs("toy", "quick")
    assert decide([edition], archive, 60, compute(archive), 2).decided


def test_levels_double_the_replications_with_run_numbers_of_their_own():
    edition = Edition(STUDY, "quick")
    first, _, once = edition.groups
    assert [run.spec.run for run in edition.more([first], 2)[first]] == list(range(7, 25))
    assert edition.more([once], 3) == {once: []}
    ids = {run.run_id for run in edition.planned}
    assert not ids & {run.run_id for runs in edition.more([first], 4).values() for run in runs}
    assert plan(specs("quick"), catalogue.suite()) == edition.planned


@pytest.mark.parametrize(
    "budget", ["", "30", "min", "-1s", "0s", "1e3s", "30 min", "2d", "1000000h"]
)
def test_wrong_budget_is_one_sentence(budget):
    with pytest.raises(InputError, match=f"--budget={budget}.*90s.*30min.*2h"):
        options.seconds_of("--budget", budget)


def test_budgets_are_seconds():
    found = [options.seconds_of("--budget", text) for text in ("90s", "30min", "1.5h")]
    assert found == [90, 1800, 5400]
