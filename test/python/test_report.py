# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Figures and report: they show what the archive holds, all of it, and whole or not at all."""

from __future__ import annotations

import errno
import html
import itertools
import json
import math
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from burstlab import locks, paths
from burstlab.archive import Archive, Database
from burstlab.engine import RunSpec
from burstlab.errors import InputError, WorkError
from burstlab.report import SIGNS, Chapter, claims, publishing, write_report
from burstlab.report import site as report
from burstlab.statistics import Interval
from burstlab.study import (
    OPEN,
    OUR_OWN,
    VERDICTS,
    Above,
    Claim,
    Exhibit,
    Exhibits,
    Judgement,
    Reading,
    Study,
    figures,
    row,
    tables,
    ticks,
)
from matplotlib.figure import Figure as Drawing


def draw_delay(results):
    drawing, panel = figures.subplots(height=2)
    series = results.where(run=1).series("delay")
    panel.plot(series["t"], series["value"], label="run 1")
    panel.set(xlabel="time, ns", ylabel="delay, s")
    return drawing


def build_loads(results):
    # conftest.ShardWriter: scalar delay of run n is 2.5 + n.
    frame = results.runs()[["Load"]].join(
        results.scalars("delay").query("object == ''").set_index("run_id")["value"]
    )
    frame = frame.rename(columns={"value": "delay, s"})
    return frame.assign(**{"run <n>": range(1, 4), "fine": [True, False, True]})


READINGS = ("plain", "other")


def declare(number):
    text, rule = f"statement {number} with <b>", Above(1)
    shown = {1: ("delay",), 2: ("loads",)}.get(number, ())
    source = f"figure {number}"
    return Claim(f"C{number}", text, source, "high", "the ratio", rule, None, shown, "s")


JUDGED = [(declare(number), verdict) for number, verdict in enumerate(VERDICTS, 1)]
CHECK = replace(declare(9), id="V1", shown=())
STUDY = Study(
    name="toy",
    title="A toy",
    document="The document of toys",
    summary="What it is.",
    assumptions=("first assumption", "second assumption"),
    readings=tuple(Reading(name, f"assumes {name}") for name in READINGS),
    specs=lambda edition: [RunSpec("toy", {"Load": "a b"}, seed=1, run=run) for run in (1, 2, 3)],
    claims=tuple(declared for declared, _ in JUDGED),
    checks=(CHECK,),
    figures=(
        Exhibit(
            *("delay", "Delay", "figure 1", "It is small.", "A caption.", "It says", draw_delay)
        ),
    ),
    tables=(
        Exhibit(
            *("loads", "Loads", "figure 2", "It grows.", "A <caption>.", "It says", build_loads)
        ),
    ),
    budget_s=1,
    full_note="hours",
    question="Is it <small>?",
    finding="All <together> say this.",
)


def rows_of_claims():
    """Each verdict under the first reading, reproduced under the other one and in the check."""
    for declared, verdict in JUDGED:
        for reading, found in ((READINGS[0], verdict), (READINGS[1], "reproduced")):
            yield declared, reading, found
    yield CHECK, "", "reproduced"


@pytest.fixture
def archive(tmp_path, shard):
    with Archive(tmp_path / "archive.sqlite", create=True) as archive:
        archive.merge([shard(1), shard(2, load="0.7"), shard(3, load="0.7")])
        judged = [
            row(
                *(STUDY, declared, reading),
                Judgement(1.5, 1.25, 1.75, 3, found, 12_345, f"note {declared.id} <i>&"),
            )
            for declared, reading, found in rows_of_claims()
        ]
        archive.store_claims("toy", "quick", judged)
        yield archive


BEHIND = {
    **{("toy/C1", READINGS[0]): (1, 2, 3), ("toy/C1", READINGS[1]): (1,)},
    ("toy/V1", ""): (3,),
}
"""The runs behind some claims; of the others none is known."""


def chapter(archive, study=STUDY):
    specs = {
        run: replace(spec, labels={"part": "whole", "number": run})
        for run, spec in enumerate(study.specs("quick"), 1)
    }
    return Chapter(study, "quick", archive.run_ids(), BEHIND, specs)


@pytest.fixture
def page(archive, tmp_path):
    write_report(archive, [chapter(archive)], tmp_path / "report")
    return (tmp_path / "report" / "toy.html").read_text(encoding="utf-8")


def answers(page, archive):
    """What the archive answers to each query on a page."""
    queries = [html.unescape(text) for text in re.findall(r"<code>(SELECT.*?)</code>", page, re.S)]
    with closing(Database(archive.path)) as database:
        return [database.rows(query) for query in queries]


def tree(folder):
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*.*")}


def test_every_claim_stands_there_with_all_its_parts_under_each_reading(page):
    for declared, reading, verdict in rows_of_claims():
        (body,) = re.findall(f'<tbody[^>]*id="{declared.id}".*?</tbody>', page, re.DOTALL)
        assert declared.text.replace("<b>", "&lt;b&gt;") in body
        for part in (declared.source, declared.stated, f"{declared.tolerance}, in s."):
            assert part in body
        opening = f'<tr data-claim="toy/{declared.id}" data-reading="{reading}"'
        (line,) = re.findall(f"{opening}.*?</tr>", body, re.DOTALL)
        assert f"{SIGNS[verdict]}</span> {verdict}" in line
        assert f"note {declared.id} &lt;i&gt;&amp;" in line
        # Half width 0.25: two digits of it, so two decimals.
        assert "1.50 s" in line
        assert "[1.25, 1.75]" in line
        assert ("About 12,345 replications would decide, if the estimate stays" in line) == (
            verdict in OPEN
        )


def test_matrix_has_a_line_for_each_claim_and_counts_the_checks_apart(page):
    (matrix,) = re.findall('<section id="readings">.*?</section>', page, re.DOTALL)
    (table,) = re.findall("<table.*?</table>", matrix, re.DOTALL)
    cells = re.findall(r'class="verdict (\S+)"', table)
    assert cells == [word for verdict in VERDICTS for word in (verdict, "reproduced")]
    terms = re.findall("<dt>(.*?)</dt>", matrix)
    assert terms == [*READINGS, "Checks of the simulator"]
    tallies = [
        re.findall(r"</span> (\d+ \S+)</li>", part)
        for part in re.findall('<ul class="tally">(.*?)</ul>', page, re.DOTALL)
    ]
    assert tallies == [
        [f"1 {verdict}" for verdict in VERDICTS],
        [f"{len(VERDICTS)} reproduced"],
        ["1 reproduced"],
    ]


def test_front_page_has_what_was_asked_and_found_and_counts_each_claim_once(archive, tmp_path):
    second = replace(STUDY.figures[0], id="second", title="The best one")
    study = replace(STUDY, figures=(*STUDY.figures, second), best="second")
    site = write_report(archive, [chapter(archive, study)], tmp_path / "report")
    text = site.index.read_text(encoding="utf-8")
    (card,) = re.findall("<article.*?</article>", text, re.DOTALL)
    assert "Is it &lt;small&gt;?" in card
    assert "All &lt;together&gt; say this." in card
    assert re.findall('<img src="(.*?)"', card) == ["toy/second.svg"]
    # Of six claims one is reproduced under both readings, the others under the second one alone.
    counted = [
        re.findall(r"(\d+ [\w ]+?)</li>", part)
        for part in re.findall('<ul class="tally">(.*?)</ul>', text, re.DOTALL)
    ]
    once = ["1 reproduced", "5 depend on the reading"]
    assert counted == [once, once, ["1 reproduced"]]
    assert "1 of those that depend on the reading differs under the first, plain." in card


@pytest.mark.parametrize(("place", "order"), [(1, ["toy", "other"]), (200, ["other", "toy"])])
def test_front_page_goes_by_the_places_of_the_studies(archive, tmp_path, place, order):
    other = replace(STUDY, name="other", place=100)
    chapters = [Chapter(other, "quick", ()), chapter(archive, replace(STUDY, place=place))]
    index = write_report(archive, chapters, tmp_path / "report").index.read_text()
    assert re.findall('<article class="card" id="(.*?)"', index) == order


def test_a_study_tells_its_story_first(page):
    """What was asked, what came out, the best figure, then the claims."""
    places = [
        *("Is it &lt;small&gt;?", "All &lt;together&gt; say this.", 'class="story"'),
        *('id="readings"', 'id="figures"'),
    ]
    assert [page.index(part) for part in places] == sorted(page.index(part) for part in places)


def test_a_reading_without_runs_is_not_counted():
    told = [
        {
            **{"id": "toy/C1", "check": False, "elsewhere": "", "full": None},
            **{"verdict": verdict, "runs": runs},
        }
        for verdict, runs in (("differs", 3), ("undecided", 0))
    ]
    assert claims.once(told)["differs"] == 1
    assert claims.once([told[1]])["undecided"] == 1


def test_a_statement_that_two_studies_judge_is_told_in_both_and_counted_once(archive, tmp_path):
    first = replace(STUDY.claims[0], elsewhere="toy/C1", why="It is <longer>.")
    other = replace(STUDY, name="other", claims=(first, *STUDY.claims[1:]), checks=())
    judgement = Judgement(1.5, 1.25, 1.75, 3, "differs", None, "")
    judged = [row(other, declared, READINGS[0], judgement) for declared in other.claims]
    archive.store_claims("other", "quick", judged)
    chapters = [Chapter(other, "quick", archive.run_ids()), chapter(archive)]
    site = write_report(archive, chapters, tmp_path / "report")
    for name, beside, verdicts in (
        ("other", "toy", "plain reproduced, other reproduced"),
        ("toy", "other", "plain differs"),
    ):
        page = (tmp_path / "report" / f"{name}.html").read_text(encoding="utf-8")
        (body,) = re.findall('<tbody[^>]*id="C1".*?</tbody>', page, re.DOTALL)
        assert f'<a href="{beside}.html#C1">C1</a>' in body
        assert verdicts in " ".join(body.split())
        assert "It is &lt;longer&gt;." in body
        assert page.count("The same statement in") == 1
    text = site.index.read_text(encoding="utf-8")
    assert "C1: the same statements as toy/C1, and counted there." in text
    (total,) = re.findall('<div class="total">.*?</div>', text, re.DOTALL)
    assert re.findall(r"(\d+) [\w ]+</li>", total) == ["1", "5", "5"]  # reproduced, differs, depend


def test_runs_behind_a_claim_are_a_click_away_with_the_command_that_repeats_them(
    page, archive, tmp_path
):
    (body,) = re.findall('<tbody[^>]*id="C1".*?</tbody>', page, re.DOTALL)
    assert body.count('<a href="toy/C1.html">3 runs</a>') == len(READINGS)
    behind = (tmp_path / "report" / "toy" / "C1.html").read_text(encoding="utf-8")
    assert "./lab run toy \\\n    --Load=&#39;a b&#39; \\\n    --seed=1 --run=1" in behind
    assert "plain, other; seed 1, run 1 to 3" in behind
    assert "In all of them: number 1, part whole." in behind
    assert 'href="../assets/report.css"' in behind
    assert 'href="../toy.html#C1"' in behind
    rows = pd.read_csv(tmp_path / "report" / "toy" / "C1.csv")
    assert rows["run_id"].tolist() == [1, 2, 3]
    assert rows["readings"].tolist() == ["plain; other", "plain", "plain"]
    assert rows["delay"].tolist() == [3.5, 4.5, 5.5]
    assert [len(found) for found in answers(behind, archive)] == [6]
    assert pd.read_csv(tmp_path / "report" / "toy" / "V1.csv")["readings"].tolist() == ["check"]
    assert not (tmp_path / "report" / "toy" / "C2.html").exists()


def test_page_says_when_and_from_which_commit(page, tmp_path, monkeypatch):
    # conftest.ShardWriter: finished in 2026.
    assert re.search(r"Quick edition, 3 runs, 20\d\d-\d\d-\d\d", page)
    assert re.search("commit [0-9a-f]{12}", page)
    monkeypatch.setattr(publishing.paths, "ROOT", tmp_path)
    assert publishing.commit() == ""


def publish(monkeypatch, folder, archive, rows):
    """Publish verdicts of the toy as its full edition, and read them."""
    monkeypatch.setattr(paths, "SCENARIOS", folder)
    (folder / "toy").mkdir(exist_ok=True)
    runs = archive.select(archive.run_ids()).runs()
    text = publishing.text_of(rows, "full", runs, "2026-11-28", "abc")
    publishing.file_of("toy").write_text(text, encoding="utf-8")
    return publishing.read(STUDY)


def judged_as(verdict, measured=7.0, high=8.0):
    found = Judgement(measured, 6.0, high, 40, verdict, None, "of the full edition")
    return [
        row(STUDY, declared, reading, found)
        for declared in STUDY.claims
        for reading in READINGS
        if (declared.id, reading) != ("C2", "other")
    ]


def test_published_verdicts_are_shown_before_those_of_the_runs(archive, tmp_path, monkeypatch):
    published = publish(monkeypatch, tmp_path, archive, judged_as("differs", high=math.inf))
    assert published.rows["toy/C1", "plain"]["high"] == math.inf
    shown = replace(chapter(archive), published=published, aged=["toy"])
    site = write_report(archive, [shown], tmp_path / "report")
    page = (tmp_path / "report" / "toy.html").read_text(encoding="utf-8")
    (matrix,) = re.findall('<section id="readings">.*?</section>', page, re.DOTALL)
    assert "Full edition, computed on 2026-11-28: 3 runs, commit abc." in matrix
    assert "The code of toy is newer." in matrix
    cells = re.findall("<td .*?</td>", matrix, re.DOTALL)
    for cell, (declared, reading, own) in zip(cells, rows_of_claims(), strict=False):
        full = (declared.id, reading) != ("C2", "other")
        assert re.findall(r'class="verdict (\S+)"', cell) == ["differs" if full else own]
        assert ("7 s" in cell) == full
        assert (f"your runs: {own} 1.50 s" in cell) == (full and own != "not-asked")
    index = site.index.read_text(encoding="utf-8")
    assert "Claims by the full edition of 2026-11-28." in index
    same = {
        key: {**row, "measured": 1.5, "low": 1.25, "high": 1.75}
        for key, row in published.rows.items()
    }
    again = replace(shown, published=replace(published, rows=same))
    write_report(archive, [again], tmp_path / "report")
    page = (tmp_path / "report" / "toy.html").read_text(encoding="utf-8")
    assert page.count("your runs: the same") == 1  # C2 differs as the runs do
    (total,) = re.findall('<div class="total">.*?</div>', index, re.DOTALL)
    assert re.findall(r"(\d+ [\w ]+)</li>", total) == ["5 differs", "1 depends on the reading"]


def test_published_verdicts_of_another_rule_or_code_are_noticed(archive, tmp_path, monkeypatch):
    rows = judged_as("differs")
    rows[0]["tolerance"] = "the ratio: above 2"
    published = publish(monkeypatch, tmp_path, archive, rows)
    assert ("toy/C1", READINGS[0]) not in published.rows
    assert ("toy/C1", READINGS[1]) in published.rows
    ((scenario, code),) = published.code.items()

    def planned(code):
        key = json.dumps({"scenario": scenario, "code_version": code})
        return [SimpleNamespace(key=key)]

    assert published.aged(planned(f"{code}+plugin")) == []
    assert published.aged(planned("another")) == [scenario]


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (lambda text: text[:-9], "form.*JSONDecodeError"),
        (lambda text: text.replace('"edition"', '"edtion"'), "form.*TypeError"),
        (lambda text: text.replace("differs", "difers"), r"verdict difers\b"),
        (lambda text: text.replace('"low"', '"lwo"'), "form.*KeyError.*'low'"),
    ],
)
def test_a_wrong_file_of_published_verdicts_is_one_sentence(
    archive, tmp_path, monkeypatch, edit, sentence
):
    publish(monkeypatch, tmp_path, archive, judged_as("differs"))
    file = publishing.file_of("toy")
    file.write_text(edit(file.read_text()))
    with pytest.raises(InputError, match=sentence) as raised:
        publishing.read(STUDY)
    assert "toy/verdicts.json" in str(raised.value)
    file.unlink()
    assert publishing.read(STUDY) is None


def test_contents_list_every_figure_and_table_below_the_matrix(page):
    (listed,) = re.findall('<section id="figures">.*?</section>', page, re.DOTALL)
    assert re.findall('<a href="#(.*?)">(.*?)</a>', listed) == [
        ("delay", "Delay"),
        ("loads", "Loads"),
    ]
    assert page.index('id="readings"') < page.index('id="figures"') < page.index('id="delay"')


def test_readme_gets_the_same_matrix_between_its_marks(archive, tmp_path):
    readme = tmp_path / "README.md"
    begin, end = "<!-- claims: written by ./lab claims toy --readme -->", "<!-- end of claims -->"
    readme.write_text(f"before\n{begin}\nold\n{end}\nafter\n")
    rows = claims.rows(STUDY, archive.claims("toy"))
    text = claims.in_readme(STUDY, rows, readme)
    readme.write_text(text)
    assert claims.in_readme(STUDY, rows, readme) == text
    assert text.startswith(f"before\n{begin}\n| claim | plain | other |\n")
    assert text.endswith(f"{end}\nafter\n")
    for verdict in VERDICTS:
        number = " 1.50 s [1.25, 1.75]" * (verdict != "not-asked")
        assert f"| {SIGNS[verdict]} {verdict}{number} |" in text
    assert "old" not in text
    assert f"\n\n{STUDY.finding}\n\nChecks of the simulator: V1 reproduced." in text
    full = begin.replace("toy", "toy --full")
    readme.write_text(f"{text}{full}\n{end}\n")
    both = claims.in_readme(STUDY, rows, readme, "full")
    assert both.startswith(text)
    assert both.count("V1 reproduced") == 2
    readme.write_text("no marks")
    for file in (readme, tmp_path / "none.md"):
        with pytest.raises(WorkError, match=f"{file.name}.*{begin}.*{end}"):
            claims.in_readme(STUDY, rows, file)


def test_claims_stand_in_the_order_of_the_study(archive, tmp_path):
    study = replace(STUDY, claims=STUDY.claims[::-1])
    write_report(archive, [Chapter(study, "quick", archive.run_ids())], tmp_path / "report")
    page = (tmp_path / "report" / "toy.html").read_text(encoding="utf-8")
    expected = [f"C{number}" for number in range(len(VERDICTS), 0, -1)]
    assert re.findall('<tbody class="claim" id="(.*?)"', page) == [*expected, "V1"]


def test_figure_stands_beside_its_statement_and_its_verdict(page):
    (section,) = re.findall('<section class="figure" .*?</section>', page, re.DOTALL)
    assert "It is small." in section
    assert "A caption." in section
    assert re.findall(r'class="verdict (\S+)"', section) == ["reproduced", "reproduced"]


def test_table_stands_beside_its_statement_and_its_verdict(page):
    (section,) = re.findall('<section class="figure tabular" .*?</section>', page, re.DOTALL)
    for text in ("Loads", "It grows.", "A &lt;caption&gt;.", "Redo this table"):
        assert text in section
    assert re.findall(r'class="verdict (\S+)"', section) == ["differs", "reproduced"]
    assert page.index('id="delay"') < page.index('id="loads"') < page.index('id="claims"')
    (table,) = re.findall("<table.*?</table>", section, re.DOTALL)
    assert re.findall(r"<t[hd]\b[^>]*>(.*?)</t[hd]>", table) == [
        *("run_id", "Load", "delay, s", "run &lt;n&gt;", "fine"),
        *("1", "0.5", "3.5", "1", "yes"),
        *("2", "0.7", "4.5", "2", "no"),
        *("3", "0.7", "5.5", "3", "yes"),
    ]
    assert table.count('<th scope="row" class="number">') == 3
    assert '<td class="number" data-label="delay, s">3.5</td>' in table
    assert '<td data-label="Load">0.5</td>' in table  # a parameter is text


def test_values_behind_a_table_are_complete(tmp_path, page):
    rows = pd.read_csv(tmp_path / "report" / "toy" / "loads.csv")
    assert rows.columns.tolist() == ["run_id", "Load", "delay, s", "run <n>", "fine"]
    assert rows["delay, s"].tolist() == [3.5, 4.5, 5.5]


def test_table_without_a_named_index_shows_its_columns_only(tmp_path):
    frame = pd.DataFrame({"what": ["a"], "how much": [1e-9 / 3]}, index=[7])
    shown = tables.render(lambda _: frame, None, tmp_path / "t")
    assert shown.columns == (("what", False), ("how much", True))
    assert shown.rows == (("a", "0.0000000003333"),)
    assert (tmp_path / "t.csv").read_text() == f"what,how much\na,{1e-9 / 3!r}\n"


@pytest.mark.parametrize(
    ("column", "texts"),
    [
        ([0.5, 0.875, 0.73214], ["0.5000", "0.8750", "0.7321"]),
        ([0.5, 0.25], ["0.50", "0.25"]),
        ([12.345, -0.5], ["12.35", "-0.50"]),
        ([66048.4, 2300.0], ["66,048", "2,300"]),
        ([1.0, 2.0, np.nan], ["1", "2", "\u2013"]),
        ([10.0, 200.0], ["10", "200"]),
        ([0.0, 0.0], ["0", "0"]),
        ([0.0, 0.5, np.inf, -np.inf], ["0.0", "0.5", "\u221e", "-\u221e"]),
        ([1.0, 0.00012345], ["1", "0.0001234"]),
        ([660484, 12], ["660,484", "12"]),
        ([True, False], ["yes", "no"]),
        (["a", None, 2.5], ["a", "\u2013", "2.5"]),
    ],
)
def test_cells_compare_down_a_column(column, texts):
    assert tables.cells(pd.Series(column)) == texts


def test_page_tells_how_to_do_it_again(page):
    assert "./lab sweep toy\n./lab report toy</code>" in page
    assert "<code>--seed=</code> and <code>--run=</code> give the others" in page
    assert "./lab reproduce toy" in page
    assert "./lab run toy \\\n    --Load=&#39;a b&#39; \\\n    --seed=1 --run=1" in page
    assert "run 1 to 3" in page
    for text in ("first assumption", "second assumption", "<code>0.5</code>, <code>0.7</code>"):
        assert text in page
    for text in ("c0de", "3.44", "metric = &#39;delay&#39;"):
        assert text in page


def test_queries_on_the_page_give_the_rows_of_the_archive(page, archive):
    # conftest.ShardWriter: 2 scalars, 3 points and one histogram of 2 bins in each of 3 runs.
    assert [len(found) for found in answers(page, archive)] == [6, 9, 2]


def test_rows_behind_the_figure_are_those_of_the_archive(archive, tmp_path, page):
    rows = pd.read_csv(tmp_path / "report" / "toy" / "delay.csv")
    # conftest.ShardWriter: point n is (10 n, n / 4).
    assert rows["x"].tolist() == [0, 10, 20]
    assert rows["y"].tolist() == [0, 0.25, 0.5]
    assert set(rows["x_axis"]) == {"time, ns"}
    assert set(rows["y_axis"]) == {"delay, s"}


def test_same_archive_gives_the_same_bytes(archive, tmp_path, page):
    again = tmp_path / "again"
    write_report(archive, [chapter(archive)], again)
    assert tree(again) == tree(tmp_path / "report")


def test_site_is_replaced_whole(archive, tmp_path, page, monkeypatch):
    folder = tmp_path / "report"
    (folder / "stale.html").write_text("of an earlier report")
    write_report(archive, [Chapter(STUDY, "quick", archive.run_ids())], folder)
    assert not (folder / "stale.html").exists()

    def fails(results):
        raise ZeroDivisionError

    broken = replace(STUDY, figures=(replace(STUDY.figures[0], make=fails),))
    site = write_report(archive, [Chapter(broken, "quick", archive.run_ids())], folder)
    assert list(site.faults) == ["toy/delay"]
    assert "ZeroDivisionError" in (folder / "toy.html").read_text(encoding="utf-8")
    assert "thumbnail" not in site.index.read_text(encoding="utf-8")

    def no_room(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    before = tree(folder)
    monkeypatch.setattr(report.shutil, "copyfile", no_room)
    with pytest.raises(WorkError, match="No space left"):
        write_report(archive, [Chapter(STUDY, "quick", archive.run_ids())], folder)
    assert tree(folder) == before
    assert [file.name for file in tmp_path.glob("report*")] == ["report"]


def test_pages_of_studies_that_are_left_out_stay(archive, tmp_path):
    folder = tmp_path / "report"
    other = replace(STUDY, name="zoo", title="The other study")
    write_report(archive, [chapter(archive), chapter(archive, other)], folder)
    before = tree(folder)
    for _ in range(2):  # what was kept is kept again
        write_report(archive, [chapter(archive)], folder, left_out=["zoo"])
        assert tree(folder) == before
    (folder / "zoo" / "mine.txt").write_text("kept as it is")
    fewer = replace(STUDY, title="A toy, changed")
    index = write_report(archive, [chapter(archive, fewer)], folder, left_out=["zoo"]).index
    text = index.read_text(encoding="utf-8")
    assert text.index("A toy, changed") < text.index("The other study")
    assert (folder / "zoo" / "mine.txt").exists()
    write_report(archive, [chapter(archive)], folder)
    assert not list(folder.glob("zoo*"))
    assert "The other study" not in index.read_text(encoding="utf-8")
    write_report(archive, [chapter(archive)], tmp_path / "new", left_out=["zoo"])
    assert not list((tmp_path / "new").glob("zoo*"))


def test_what_a_killed_report_left_is_put_right(archive, tmp_path, page, monkeypatch):
    folder = tmp_path / "report"
    before = tree(folder)
    folder.rename(tmp_path / "report.former")  # killed between its two renamings
    (tmp_path / "report.partial" / "assets").mkdir(parents=True)

    def no_room(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(report.shutil, "copyfile", no_room)
        with pytest.raises(WorkError):
            write_report(archive, [Chapter(STUDY, "quick", archive.run_ids())], folder)
    assert tree(folder) == before
    (tmp_path / "report.partial").mkdir()
    write_report(archive, [Chapter(STUDY, "quick", archive.run_ids())], folder)
    assert [file.name for file in tmp_path.glob("report*")] == ["report"]


def test_two_reports_at_once_follow_each_other(archive, tmp_path, page):
    folder = tmp_path / "report"
    before = tree(folder)
    with ThreadPoolExecutor() as pool, locks.exclusive(tmp_path, "writes"):
        path = archive.path

        def write():
            with Archive(path) as opened:
                return write_report(opened, [chapter(opened)], folder)

        second = [pool.submit(write) for _ in range(2)]
        (folder / "index.html").unlink()
        locked = not any(future.done() for future in second)
    assert locked
    assert all(future.result().index == folder / "index.html" for future in second)
    assert tree(folder) == before


def test_a_mistake_in_a_figure_or_table_is_a_box_in_its_place(archive, tmp_path, page):
    def fails(results):
        return results.frame("delay").loc["<nowhere>"]

    def unlabelled(results):
        drawing, panel = figures.subplots(height=2)
        panel.fill_between([1, 2], [1, 2], label="a band has no rows")
        return drawing

    (delay,), (loads,) = STUDY.figures, STUDY.tables
    band = replace(delay, id="band", make=unlabelled)
    broken = replace(STUDY, figures=(band, delay), tables=(replace(loads, make=fails),))
    folder = tmp_path / "report"
    site = write_report(archive, [chapter(archive, broken)], folder)
    assert sorted(site.faults) == ["toy/band", "toy/loads"]
    text = (folder / "toy.html").read_text(encoding="utf-8")
    boxes = re.findall(r'<p class="fault">(.*?)</p>', text)
    assert [box.partition(":")[0] for box in boxes] == ["Not drawn", "Not made"]
    assert "test_report.py:" in boxes[1]
    assert "&lt;nowhere&gt;" in boxes[1]
    assert 'src="toy/delay.svg"' in text
    assert not {"band.svg", "band.csv", "loads.csv"} & {f.name for f in (folder / "toy").iterdir()}
    assert all(f'id="{declared.id}"' in text for declared, _ in JUDGED)
    assert "toy/delay.svg" in site.index.read_text(encoding="utf-8")  # the first whole figure


def test_words_of_a_study_without_a_document_name_none(archive, tmp_path):
    mine = replace(
        STUDY,
        document=OUR_OWN,
        claims=tuple(replace(declared, source=OUR_OWN) for declared in STUDY.claims),
        figures=(replace(STUDY.figures[0], source=OUR_OWN),),
        tables=(),
    )
    judgement = Judgement(1.5, 1.25, 1.75, 3, "reproduced", None, "")
    rows = [row(mine, declared, READINGS[0], judgement) for declared in mine.claims]
    archive.store_claims("toy", "quick", rows)
    write_report(archive, [chapter(archive, mine)], tmp_path / "report")
    page = (tmp_path / "report" / "toy.html").read_text(encoding="utf-8")
    page += (tmp_path / "report" / "index.html").read_text(encoding="utf-8").partition("<h2>How")[0]
    for words in (OUR_OWN, "fixed in advance", "Stated", "the document"):
        assert words not in page.partition('id="assumptions"')[0], words
    assert "Expected: high" in page
    figure = Exhibits()
    figure("f", "Title", OUR_OWN)(draw_delay)
    assert figure[0].heading == "Expected"


def test_index_of_a_study_without_a_document_speaks_of_none(archive, tmp_path):
    mine = replace(STUDY, document=OUR_OWN)
    index = write_report(archive, [chapter(archive, mine)], tmp_path / "report").index
    text = index.read_text(encoding="utf-8")
    for words in ("document", "classic", "rerun", "before the runs"):
        assert words not in text, words
    assert "What is expected is compared with the runs" in text
    assert "<p>Claims, each counted once:</p>" in text
    both = [chapter(archive, mine), chapter(archive, replace(STUDY, name="other"))]
    text = write_report(archive, both, tmp_path / "report").index.read_text(encoding="utf-8")
    assert "Claims of the documents, each counted once" in text


def test_all_intervals_of_a_claim_are_on_its_pages_and_in_the_csv(archive, tmp_path):
    parts = ["load 15: 1.03 [1.01, 1.05]", "load <20>: 2.1"]
    note = "\n".join(["Measured: load 15. why", *parts])
    judgement = Judgement(1.03, 1.01, 1.05, 3, "reproduced", None, note)
    archive.store_claims("toy", "quick", [row(STUDY, STUDY.claims[0], READINGS[0], judgement)])
    write_report(archive, [chapter(archive)], tmp_path / "report")
    page = (tmp_path / "report" / "toy.html").read_text(encoding="utf-8")
    assert "<summary>All 2 intervals</summary>" in page
    for text in (page, (tmp_path / "report" / "toy" / "C1.html").read_text(encoding="utf-8")):
        listed = [html.unescape(item) for item in re.findall("<li>(.*?)</li>", text)]
        assert [item for item in listed if item in parts] == parts
    stored = pd.read_csv(tmp_path / "report" / "toy" / "claims.csv")
    assert stored["note"].tolist() == [note]


def test_study_that_was_not_run_has_a_card_that_says_so(archive, tmp_path):
    site = write_report(archive, [Chapter(STUDY, "quick", ())], tmp_path / "report")
    text = site.index.read_text(encoding="utf-8")
    assert "Not all of its runs are in the archive" in text
    assert "./lab reproduce toy" in text
    assert not (tmp_path / "report" / "toy.html").exists()


def test_nothing_is_fetched_from_elsewhere(tmp_path, page):
    for file in (tmp_path / "report").rglob("*.*"):
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"""(src|href|url)\s*[=(]\s*["']?(https?:)?//""", text), file


def test_words_along_an_axis_are_in_the_data_behind_a_figure():
    drawing = Drawing()
    panel = drawing.subplots()
    panel.plot(["smooth", "bursty", "smooth"], [1, 2, 3], label="delay")
    rows = figures.data_behind(drawing)
    assert list(zip(rows["x"], rows["y"], strict=True)) == [
        ("smooth", 1),
        ("bursty", 2),
        ("smooth", 3),
    ]


def test_data_behind_a_figure_is_all_that_carries_a_label():
    drawing = Drawing()
    lines, bars = drawing.subplots(1, 2)
    lines.set_title("first", loc="left")
    lines.plot([1, 2], [3, 4], label="line")
    lines.plot([0, 9], [0, 0])
    lines.errorbar([5], [6], yerr=[[1], [2]], label="bar of error")
    lines.errorbar([5], [9], xerr=[[1], [2]], label="across")
    lines.scatter([7], [8], label="point")
    bars.set_label("second")
    bars.bar([1, 2], [10, 20], label="bars")
    bars.bar([1], [5], bottom=[10], label="on top")
    bars.barh([3], [4], left=[6], height=1, label="lying")
    bars.stairs([30, 40], [0, 2, 4], label="stairs")
    rows = figures.data_behind(drawing).fillna(-1)
    assert {
        tuple(row) for row in rows[["panel", "series", "x", "y", "low", "high"]].to_numpy()
    } == {
        ("first", "line", 1, 3, -1, -1),
        ("first", "line", 2, 4, -1, -1),
        ("first", "bar of error", 5, 6, 5, 8),
        ("first", "across", 5, 9, 4, 7),
        ("first", "point", 7, 8, -1, -1),
        ("second", "bars", 1, 10, -1, -1),
        ("second", "bars", 2, 20, -1, -1),
        ("second", "on top", 1, 5, 10, 15),
        ("second", "lying", 4, 3, 6, 10),
        ("second", "stairs", 1, 30, -1, -1),
        ("second", "stairs", 3, 40, -1, -1),
    }


def test_logarithmic_axes_and_limits():
    drawing, panels = figures.subplots(2, height=2, log="x")
    assert [(p.get_xscale(), p.get_yscale()) for p in panels] == [("log", "linear")] * 2
    figures.limit(panels[0], 70, "the document: 70", figures.BLUE)
    (line,), (words,) = panels[0].lines, panels[0].texts
    assert list(line.get_ydata()) == [70, 70]
    assert (words.get_text(), words.xy) == ("the document: 70", (1, 70))
    assert figures.data_behind(drawing).empty  # a limit is no value that was measured


def test_a_style_draws_a_line_as_it_draws_a_curve():
    _, panel = figures.subplots(height=2)
    style = figures.Style("a", figures.GREEN, "s", 7)
    (plain,) = panel.plot([1, 2], [3, 4], **style.options)
    point = pd.DataFrame({"estimate": [3.0], "low": [2.0], "high": [4.0]}, index=[1])
    figures.curve(panel, point, style)
    (curve,) = panel.containers
    for get in ("get_color", "get_marker", "get_markersize", "get_markerfacecolor"):
        assert getattr(plain, get)() == getattr(curve[0], get)()
    assert plain.get_label() == curve.get_label() == "a"
    assert (plain.get_color(), plain.get_marker(), plain.get_markersize()) == (style.colour, "s", 7)


def test_a_curve_of_intervals_is_that_of_their_table_and_can_be_shifted():
    style = figures.Style("a", figures.GREEN)
    intervals = {1.0: Interval.exact(3.0), 2.0: Interval.exact(5.0)}
    drawing, panel = figures.subplots(height=2)
    figures.curve(panel, intervals, style, shift=0.5)
    figures.curve(panel, {}, style)
    drawn = figures.data_behind(drawing)
    assert drawn[["x", "y"]].to_numpy().tolist() == [[1.5, 3], [2.5, 5]]


def test_points_in_rows_are_those_of_their_intervals():
    drawing, panel = figures.subplots(height=2)
    assert figures.legend_above(drawing, panel) is drawing
    assert [text.get_text() for text in panel.texts] == ["not run in this edition"]
    style = figures.Style("a", figures.GREEN)
    figures.row_points(panel, {}, style)
    assert not panel.containers
    alone = Interval(7.0, np.nan, np.nan, 1)
    figures.row_points(panel, {0: Interval(3.0, 1.0, 4.0, 8), 2: alone}, style, 0.1)
    behind = figures.data_behind(drawing)
    assert behind["y"].tolist() == pytest.approx([0.1, 2.1])
    assert behind[["x", "low", "high"]].to_numpy().tolist() == [[3, 1, 4], [7, 7, 7]]
    figures.name_rows(panel, ["one", "two", "three"], xlabel="x")
    assert panel.get_ylim() == (2.5, -0.5)
    assert [text.get_text() for text in panel.get_yticklabels()] == ["one", "two", "three"]
    figures.legend_above(drawing, panel)
    assert [text.get_text() for text in drawing.legends[0].get_texts()] == ["a"]


def test_labelled_artist_without_rows_is_refused():
    drawing = Drawing()
    drawing.subplots().fill_between([0, 1], [0, 1], [1, 2], label="band")
    with pytest.raises(TypeError, match="FillBetween"):
        figures.data_behind(drawing)


def luminance(colour):
    channels = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def test_colours_stand_out_on_both_pages(tmp_path, page):
    # Contrast of WCAG 2.1, section 1.4.3: at least 4.5 for text.
    css = (tmp_path / "report" / "assets" / "report.css").read_text()
    light, dark = re.findall(r"--page: (#\w{6})", css)
    svg = (tmp_path / "report" / "toy" / "delay.svg").read_text()
    exchanged = dict(re.findall(r'fill: (#\w{6})"\]\{fill:(#\w{6})!important', svg))
    for colour in (figures.INK, figures.MUTED, *figures.COLOURS):
        assert (luminance(light) + 0.05) / (luminance(colour) + 0.05) >= 4.5, colour
        assert (luminance(exchanged[colour]) + 0.05) / (luminance(dark) + 0.05) >= 4.5, colour


def test_colours_are_distinct_to_a_dichromat():
    # Simulated protanopia and deuteranopia (Machado, Oliveira, Fernandes 2009, severity 1), applied
    # to linear channels; the two colours that nearly every figure starts with stay far apart.
    matrices = (
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    )

    def linear(colour):
        return (np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255) ** 2.2

    for matrix, (a, b) in itertools.product(matrices, [(figures.BLUE, figures.VERMILION)]):
        assert np.abs(np.array(matrix) @ (linear(a) - linear(b))).max() > 0.25


@pytest.mark.parametrize(
    ("low", "high", "width", "words"),
    [
        (3, 60, 4, ["5", "10", "20", "50"]),  # one power of ten, room for more
        (100, 150, 4, ["100", "120", "150"]),
        (3, 60, 1, ["$\\mathdefault{10^{1}}$"]),  # no room
        (1e-6, 1e-5, 4, ["$\\mathdefault{10^{-6}}$", "$\\mathdefault{10^{-5}}$"]),
    ],
)
def test_logarithmic_axes_show_numbers_that_fit(low, high, width, words):
    drawing = Drawing(figsize=(width, 2))
    panel = drawing.add_axes((0, 0, 1, 1), xscale="log", xlim=(low, high))
    ticks.complete(drawing)
    drawing.draw_without_rendering()
    places, labels = panel.get_xticks(), [label.get_text() for label in panel.get_xticklabels()]
    shown = [label for at, label in zip(places, labels, strict=True) if low <= at <= high]
    assert shown == words


def test_ticks_of_a_figure_s_own_stay():
    drawing = Drawing()
    panel = drawing.add_axes((0, 0, 1, 1), yscale="log", ylim=(3, 60))
    panel.set_yticks([4, 40], ["four", "forty"])
    ticks.complete(drawing)
    assert [label.get_text() for label in panel.get_yticklabels()] == ["four", "forty"]
