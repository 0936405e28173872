# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Declarations of studies, sweep files, and the judging of claims."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace

import pytest
import stand_in
from burstlab import paths
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.command import sweepfile
from burstlab.engine import Program, RunSpec, grid
from burstlab.errors import InputError, WorkError
from burstlab.report import rows as claim_rows
from burstlab.statistics import LEAST_OF_MEAN, Interval, interval, mean_interval
from burstlab.study import (
    SHARES,
    VERDICTS,
    Above,
    Below,
    Claim,
    Claims,
    Equals,
    Exhibits,
    Finding,
    Judgement,
    NotAsked,
    Reading,
    Study,
    documents,
    evaluate,
    find_studies,
    judge,
    outlook,
    rule,
)

STUDY = """
from burstlab.study import Study
STUDY = Study("{name}", "t", "d", "s", (), (), lambda edition: [])
"""


def write_study(folder, name, text):
    (folder / name).mkdir(parents=True)
    (folder / name / "study.py").write_text(text)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "SCENARIOS", tmp_path / "scenarios")
    write_study(paths.SCENARIOS, "toy", STUDY.format(name="toy"))
    write_study(paths.SCENARIOS, "other-one", STUDY.format(name="other-one"))
    return paths.SCENARIOS


def test_grid_gives_every_combination_the_same_replications():
    specs = grid("toy", {"A": [1, 2], "B": "x"}, seeds=[3], runs=[1, 2])
    assert specs == [RunSpec("toy", {"A": a, "B": "x"}, 3, run) for a in (1, 2) for run in (1, 2)]


def test_studies_are_found(folder):
    assert list(find_studies()) == ["other-one", "toy"]
    assert list(find_studies(["toy"])) == ["toy"]
    with pytest.raises(InputError, match=r"tyo.*\btoy\b"):
        find_studies(["tyo"])


@pytest.mark.parametrize(
    "text", ["import nothing_of_the_kind", "STUDI = 1", STUDY.format(name="another")]
)
def test_study_that_cannot_be_read_is_one_sentence(folder, text):
    write_study(folder, "bad", text)
    with pytest.raises(InputError, match=r"bad/study\.py"):
        find_studies()


DECLARED = """
from burstlab.study import Above, Claims, Exhibits, Reading, Study, rule
claim, figure, table = Claims(), Exhibits(), Exhibits()

@figure("one", "title", "source")
def draw(results):
    "Statement."

@claim("C1", "source", "stated", "one")
@rule("quantity", Above(1))
def measure(results, reading):
    "Text."

STUDY = Study(
    "bad", "t", "d", "s", (), (Reading("plain", ""),), None, tuple(claim),
    figures=tuple(figure), tables=tuple(table),
)
"""


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('table("one"', 'table("one"', r"figure or table.*unique.*\bone\b"),
        (
            "figures=tuple(figure),",
            "figures=tuple(figure), best='oen',",
            r"best.*\boen\b.*\bone\b",
        ),
        ("(Reading(", "(Reading('plain', ''), Reading(", r"reading\b.*unique.*\bplain\b"),
        ("tuple(claim),", "(*claim, *claim),", r"claim or check.*unique.*\bC1\b"),
        ('(Reading("plain", ""),)', "()", r"readings = \(\).*\bone\b"),
        ('"stated", "one")', '"stated", "oen")', r"\bC1\b.*\boen\b.*\bone\b"),
        (
            *('@rule("quantity", Above(1))\n', ""),
            r"bad/study\.py:9: .*\bC1\b.*no rule.*@rule",
        ),
        (
            *('"Text."', "pass"),
            r"bad/study\.py:9: .*\bC1\b.*measure.*docstring",
        ),
    ],
)
def test_declaration_that_contradicts_itself_is_one_sentence(folder, old, new, sentence):
    if old == new:
        text = DECLARED.replace("tables=tuple(table)", "tables=tuple(figure)")
    else:
        assert old in DECLARED
        text = DECLARED.replace(old, new)
    write_study(folder, "good", DECLARED.replace('"bad"', '"good"'))
    assert find_studies(["good"])
    write_study(folder, "bad", text)
    with pytest.raises(InputError, match=sentence):
        find_studies(["bad"])


def test_docstrings_are_the_texts():
    claim, figure = Claims(), Exhibits()

    @claim("C1", "section 1", "high", "f g")
    @rule("ratio", {"a": Above(2), "b": Below(1)}, unit="s")
    def measure(results, reading):
        """The ratio
        is high.
        """

    @figure("f", "Title", "figure 1", heading="We say")
    def draw(results):
        """What is
        stated.

        What is
        to be seen.
        """

    (declared,), (drawn,) = claim, figure
    assert (declared.text, declared.shown, declared.unit) == ("The ratio is high.", ("f", "g"), "s")
    assert declared.tolerance == "ratio: a above 2, b below 1"
    assert declared.measure is measure
    assert (drawn.statement, drawn.caption) == ("What is stated.", "What is to be seen.")
    assert (drawn.heading, drawn.make) == ("We say", draw)


def test_a_table_may_yield_its_rows():
    table = Exhibits()

    @table("loads", "Loads", "section 1", empty="load")
    def loads(results):
        """Loads of all runs."""
        for load in results:
            yield {"load": load, "twice": 2 * load}

    assert loads([1, 2]).to_dict("list") == {"load": [1, 2], "twice": [2, 4]}
    assert table[0].make is loads
    assert table[0].statement == "Loads of all runs."
    assert loads([]).to_dict("list") == {"load": ["not in this edition"]}


def test_sweep_files(tmp_path):
    toml, document = tmp_path / "s.toml", tmp_path / "s.json"
    toml.write_text('scenario = "toy"\nruns = 2\n[attributes]\nA = [1, 2.5]\nB = true\n')
    document.write_text(
        json.dumps({"scenario": "toy", "runs": [1, 2], "attributes": {"A": [1, 2.5], "B": True}})
    )
    wanted = grid("toy", {"A": [1, 2.5], "B": True}, runs=[1, 2])
    assert sweepfile.read(toml) == sweepfile.read(document) == (wanted, catalogue.runner(), "s", {})


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "scenario: .*name"),
        ("scenario = 1", "scenario: .*name"),
        ('scenario = "toy"\nseed = [1]', r"\bseed\b.*\bseeds\b"),
        ('scenario = "toy"\nseeds = [0]', r"seeds.*whole.*\b1\b.*\[0\]"),
        ('scenario = "toy"\nruns = -1', r"runs.*\b1\b.*\b1000000\b.*-1"),
        ('scenario = "toy"\nruns = 1000000000', r"runs.*\b1\b.*\b1000000\b.*\b1000000000\b"),
        ('scenario = "toy"\nattributes = 3', r"attributes.*table.*\b3\b"),
        ('scenario = "toy"\n[attributes]\nA = []', "attribute A"),
        ('scenario = "toy"\n[attributes]\nA = {b = 1}', "attribute A"),
        ('scenario = "toy"\nprogram = "nothing"', r"program nothing\b"),
        ('scenario = "toy"\nplugins = ["nothing"]', r"plugins: .*unknown.*\bnothing\b"),
        (
            'scenario = "toy"\nplugins = ["./nothing.so"]',
            r"plugins: .*\./nothing\.so.*no such file",
        ),
        ("scenario = toy", "no TOML"),
    ],
)
def test_wrong_sweep_file_is_one_sentence(tmp_path, text, sentence):
    file = tmp_path / "s.toml"
    file.write_text(text)
    with pytest.raises(InputError, match=sentence) as error:
        sweepfile.read(file)
    assert str(file) in str(error.value)


def test_missing_sweep_file_names_the_nearest(tmp_path):
    (tmp_path / "load.toml").touch()
    with pytest.raises(InputError, match=r"laod\.toml.*load\.toml"):
        sweepfile.read(tmp_path / "laod.toml")


def study_with(*measures, rule=None, **options):
    made = tuple(
        Claim(f"C{i}", "text", "source", "stated", "delay", rule or Above(4), measure, **options)
        for i, measure in enumerate(measures)
    )
    readings = (Reading("one", ""), Reading("two", ""))
    return Study("toy", "t", "d", "s", (), readings, lambda edition: [], made)


def test_claims_are_judged_under_each_reading_stored_and_given_as_documents(tmp_path, shard):
    def measure(results, reading):
        chosen = results.where(run=1) if reading == "one" else results
        return Finding(mean_interval(chosen.frame("delay")["delay"]), lambda: f"as {reading}")

    study = study_with(measure)
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([shard(1), shard(2)])
        archive.store_claims("toy", "quick", evaluate(study, archive.select([1, 2])))
        first, second = documents(archive.claims().to_dict("records"))
    # conftest.ShardWriter: scalar delay of run n is 2.5 + n; one value has no interval.
    assert (first["reading"], first["measured"], first["interval"]) == ("one", 3.5, None)
    assert (second["reading"], second["measured"]) == ("two", 4.0)
    assert (first["runs"], second["runs"]) == (1, 2)
    assert (first["verdict"], second["verdict"]) == ("not-asked", "not-asked")
    few = "The rule needs 30 replications or more, there are"
    assert (first["note"], second["note"]) == (f"{few} 1. as one", f"{few} 2. as two")
    assert list(first) == [
        *("id", "reading", "study", "text", "source", "stated", "tolerance", "measured", "unit"),
        *("interval", "runs", "verdict", "needed", "note", "edition"),
    ]
    json.dumps([first, second], allow_nan=False)


def test_each_interval_of_a_finding_is_in_the_note(tmp_path, shard):
    def measure(results, reading):
        delays = results.frame("delay")["delay"]  # 3.5 and 4.5: see conftest.ShardWriter
        exact, none = Interval.exact(7), Interval(math.nan, math.nan, math.nan, 0)
        return Finding({"all": mean_interval(delays), "lost": exact, "late": none}, "as it is")

    study = replace(study_with(measure), readings=(Reading("one", "as it is"),))
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([shard(1), shard(2)])
        archive.store_claims("toy", "quick", evaluate(study, archive.select([1, 2])))
        (stored,) = archive.claims().to_dict("records")
        (shown,) = claim_rows(study, archive.claims())
    assert shown["remark"].endswith("as it is")
    # Student's interval of two values, 0.5 on either side of the mean: at 96 % 15.895 times 0.5.
    assert shown["parts"] == ["all: 4.0 [-3.9, 11.9]", "lost: 7", "late: none"]
    assert stored["note"] == "\n".join([shown["remark"], *shown["parts"]])


class Nothing:
    used: frozenset[int] = frozenset({1, 2, 3})

    def where(self):
        return self


def judged(finding, rule, **options):
    study = study_with(lambda results, reading: finding, rule=rule, **options)
    return judge(study, study.claims[0], "one", Nothing())[0]


def around(middle, half=0.1):
    """An interval of three normal values, at 96 %: Student's t of 2 degrees of freedom is 4.849."""
    step = half * math.sqrt(3) / 4.848732
    return replace(mean_interval([middle - step, middle, middle + step]), least=2)


@pytest.mark.parametrize(
    ("finding", "rule", "options", "verdict", "measured"),
    [
        (Finding(around(2)), Above(1), {}, "reproduced", 2),
        (Finding(around(2)), Above(1), {"from_document": True}, "consistent", 2),
        (Finding(around(2)), Above(1.95), {"from_document": True}, "undecided", 2),
        (Finding(around(2)), Below(1), {"from_document": True}, "differs", 2),
        (Finding(around(2), "", "The control fails."), Above(1), {}, "not-testable", 2),
        (Finding(around(2), "", unasked="The window is short."), Above(1), {}, "not-asked", 2),
        (Finding(mean_interval([1, 2, 3])), Above(1), {}, "not-asked", 2),
        # of parts that all keep their rule the one nearest to breaking it is shown
        (Finding({"a": around(5), "b": around(2)}), Above(1), {}, "reproduced", 2),
        (Finding({"a": around(5), "b": around(2, 1.5)}), Above(1), {}, "undecided", 2),
        (Finding({"a": around(5), "b": around(0)}), Above(1), {}, "differs", 0),
        (
            Finding({"a": around(5), "b": around(0)}),
            {"a": Above(1), "b": Below(1)},
            {},
            "reproduced",
            0,
        ),
        (Finding(Interval.exact(0.0, 9)), Equals(0), {}, "reproduced", 0),
        (Finding(Interval.exact(1.0, 9)), Equals(0), {}, "differs", 1),
    ],
)
def test_verdicts_follow_from_rule_and_interval(finding, rule, options, verdict, measured):
    found = judged(finding, rule, **options)
    assert (found.verdict, found.measured) == (verdict, pytest.approx(measured))
    assert (found.needed is not None) == (verdict == "undecided" or found.needed == LEAST_OF_MEAN)
    assert (found.low is None) == (finding.parts == Interval.exact(measured, 9))
    assert found.runs == 3


@pytest.mark.parametrize(
    "interval", [mean_interval([2.0]), around(2.0, 0.1), around(2.002, 0.1)], ids=str
)
def test_no_number_of_replications_is_told_where_it_means_nothing(interval):
    """One replication; an estimate on the limit; one from which 48 replications do not get away."""
    found = judged(Finding(interval), Above(2))
    verdict = "undecided" if interval.n > 1 else "not-asked"
    assert (found.verdict, found.needed) == (verdict, None)
    assert "do not tell" in outlook("undecided", found.needed)
    assert outlook("not-asked", None) == outlook("differs", 9) == ""
    told = outlook("undecided", 1234)
    assert told.startswith("about 1,234 replications would decide, if the estimate stays")


def test_why_a_claim_is_not_asked_is_in_the_note():
    assert judged(Finding(None, unasked="No load of 90 %."), Above(1)).note == "No load of 90 %."
    equal = Finding(interval([0] * 40, of="mean"), "As it is.")
    assert judged(equal, Below(1)).note == (
        "All 40 replications are equal: a mean of them decides nothing. As it is."
    )
    with pytest.raises(InputError, match=r"Finding\(None\).*untestable.*unasked"):
        Finding(None)


def test_a_measure_raises_why_the_runs_do_not_ask():
    def require(results, reading):
        if reading == "other":
            raise NotAsked("No runs under this reading.")

    claim = Claims(require)

    @claim("C1", "section 1", "longer")
    @rule("ratio", Above(1))
    def longer(results, reading):
        """Packets wait longer."""
        raise NotAsked("The runs are short.", "They have 2 ms.")

    assert longer.__name__ == "longer"
    study = Study("name", "t", "d", "s", (), (), lambda _: [], claims=tuple(claim))
    found = [judge(study, claim[0], reading, Nothing())[0] for reading in ("other", "all")]
    assert {judgement.verdict for judgement in found} == {"not-asked"}
    assert [judgement.note for judgement in found] == [
        "No runs under this reading.",
        "The runs are short. They have 2 ms.",
    ]


ONE, NONE = mean_interval([5.0]), Interval(math.nan, math.nan, math.nan, 0)


@pytest.mark.parametrize(
    ("parts", "verdict", "measured"),
    [
        ({"a": ONE, "b": Interval.exact(0)}, "differs", 0),
        ({"a": ONE, "b": around(0)}, "differs", 0),
        ({"a": NONE, "b": around(0)}, "differs", 0),
        # nothing but a part that may break its rule is left to decide
        ({"a": around(2), "b": ONE}, "not-asked", 5),
        ({"a": ONE, "b": mean_interval([0.5])}, "not-asked", 0.5),
        ({"a": NONE, "b": around(2)}, "not-asked", 2),
    ],
)
def test_the_part_that_decides_is_shown_beside_parts_without_interval(parts, verdict, measured):
    found = judged(Finding(parts), Above(1))
    assert (found.verdict, found.measured) == (verdict, pytest.approx(measured))


def test_a_part_without_interval_tells_no_number_of_replications():
    """Three replications are there: "2", or "1" without any value, is no number that would decide.

    A part that breaks its rule decides by itself, whatever the others do; one that keeps its rule
    does not decide beside a part without runs.
    """
    kept, broken = around(2, 3), around(0, 3)
    for none in (ONE, NONE):
        assert judged(Finding({"a": around(2), "b": none}), Above(1)).needed is None
        later = broken.shared(SHARES[1] / 2)
        assert judged(Finding({"a": broken, "b": none}), Above(1)).needed == Above(1).needed(later)
    later = max(LEAST_OF_MEAN, Above(1).needed(kept.shared(SHARES[1])))
    assert judged(Finding({"a": kept, "b": ONE}), Above(1)).needed == later
    assert judged(Finding({"a": kept, "b": NONE}), Above(1)).needed is None


def test_what_the_note_reads_is_not_counted_among_the_runs(tmp_path, shard):
    def measure(results, reading):
        value = mean_interval(results.where(run=1).frame("delay")["delay"])
        return Finding(value, lambda: f"{len(results.frame('delay'))} beside")

    study = study_with(measure)
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([shard(1), shard(2)])
        found, used = judge(study, study.claims[0], "one", archive.select([1, 2]))
    assert (found.runs, used) == (1, frozenset({1}))


def test_judge_that_fails_is_named(tmp_path, shard):
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([shard(1)])
        with pytest.raises(InputError, match=r"toy/C0\b.*metric nothing\b"):
            evaluate(study_with(lambda r, _: r.scalars("nothing")), archive.select([1]))


def test_a_measure_without_a_finding_is_told_so():
    with pytest.raises(InputError, match=r"Finding.*0\.2"):
        judged(0.2, Above(1))


def test_there_is_no_other_verdict():
    with pytest.raises(InputError, match=r"reproducd.*\breproduced\b"):
        Judgement(1.0, None, None, 1, "reproducd", None, "")


def test_stand_in_speaks_like_a_program(tmp_path):
    with pytest.raises(InputError, match="unknown scenario x"):
        stand_in.program(tmp_path).ask("--plan", lines='{"scenario": "x"}')
    with pytest.raises(WorkError, match=r"missing.*started"):
        Program(tmp_path / "missing").ask("--list")


def verdicts_in_readme(study):
    """The verdicts of each claim in the last matrix of a README, that of the quick edition."""
    text = (paths.SCENARIOS / study / "README.md").read_text(encoding="utf-8")
    matrix = re.findall("<!-- claims: .*?<!-- end of claims -->", text, re.DOTALL)[-1]
    lines = re.findall(r"(?m)^\| (\S+) (.*)$", matrix)
    return {name: set(re.findall(rf"\b({'|'.join(VERDICTS)})\b", line)) for name, line in lines}


def test_every_study_says_what_it_asks_and_found_and_why_another_one_found_otherwise():
    studies = find_studies()
    claims = {f"{s.name}/{claim.id}": claim for s in studies.values() for claim in s.claims}
    for study in studies.values():
        assert study.question.endswith("?"), study.name
        assert study.finding.endswith("."), study.name
        assert study.best, study.name
    pairs = {name: claim.elsewhere for name, claim in claims.items() if claim.elsewhere}
    assert pairs
    for name, other in pairs.items():
        assert other in claims, name
        found = [verdicts_in_readme(s)[c] for s, c in (n.split("/") for n in (name, other))]
        assert found[0] == found[1] or claims[name].why, name
