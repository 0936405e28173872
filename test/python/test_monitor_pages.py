# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Pages of a monitor: all rows one click away, and whole or not at all."""

from __future__ import annotations

import json
import re
from html import unescape

import conftest
import pandas as pd
import pytest
from burstlab import monitoring
from burstlab.archive import Archive, Database
from burstlab.errors import InputError
from burstlab.monitoring.pages import monitors, write_pages
from burstlab.monitoring.pages.run import file_names
from burstlab.report import Chapter, write_report
from burstlab.study import Study
from monitor_world import write_month

DAY = 86_400.0
HOSTS = ("Rice", "rice", "../x", "o'b")


def written(path, folder):
    with Archive(path) as archive:
        return write_report(archive, [], folder, further=write_pages)


@pytest.fixture(scope="module")
def month(tmp_path_factory):
    path = tmp_path_factory.mktemp("month") / "a.sqlite"
    drop = ("Rice", 2 * DAY, 3 * DAY, 0.5)
    return write_month(path, HOSTS, cycles=64, drop=drop, dark=("rice", 20, 24), runs=2)


@pytest.fixture(scope="module")
def folder(month):
    written(month, month.parent / "report")
    return month.parent / "report"


def test_names_of_files_are_safe_and_each_is_there_once():
    names = ["../x", "x", "X", "", "\u65e5\u672c", "a/b\\c", "x-2", "CON.html", 90 * "z", 91 * "z"]
    made = file_names(names)
    assert made[:8] == ["x", "x-2", "x-3", "unnamed", "unnamed-2", "a-b-c", "x-2-2", "con-html"]
    assert len(set(made)) == len(made)
    assert all(re.fullmatch(r"[a-z0-9-]{1,43}", name) for name in made)


def test_each_host_has_a_page_within_the_site(folder):
    pages = sorted(file.name for file in folder.glob("*.html"))
    hosts = ("", "-o-b", "-rice", "-rice-2", "-x")
    assert pages == ["index.html", *sorted(f"monitor-1{host}.html" for host in hosts)]
    assert {file.name for file in folder.parent.iterdir()} == {"a.sqlite", "report"}


def test_of_replications_the_first_has_pages(month):
    with Archive(month) as archive:
        assert archive.schedules() == [1, 2]
        assert monitors(archive) == [1]


@pytest.mark.parametrize(("run", "linked"), [(1, True), (2, False)])
def test_a_study_links_to_the_pages_of_its_own_runs(month, tmp_path, run, linked):
    # Of the same scenario there may be runs of former code, or of somebody's own.
    study = Study("made-up", "Made up", "None", "A monitor.", (), (), lambda edition: [])
    with Archive(month) as archive:
        write_report(
            archive, [Chapter(study, "quick", [run])], tmp_path / "report", further=write_pages
        )
    text = (tmp_path / "report" / "made-up.html").read_text(encoding="utf-8")
    assert ('href="monitor-1.html"' in text) == linked


def test_a_report_without_its_study_keeps_the_pages_of_a_monitor_or_has_none(month, tmp_path):
    with Archive(month) as archive:
        owner = archive.select([1]).runs()["study"].item()
        write_report(archive, [], tmp_path / "report", left_out=[owner], further=write_pages)
        assert [page.name for page in (tmp_path / "report").glob("*.html")] == ["index.html"]
        site = write_report(archive, [], tmp_path / "report", further=write_pages)
        before = {page: page.read_bytes() for page in (tmp_path / "report").rglob("*.*")}
        write_report(archive, [], tmp_path / "report", left_out=[owner], further=write_pages)
    assert {page: page.read_bytes() for page in (tmp_path / "report").rglob("*.*")} == before
    assert 'href="monitor-1.html"' in site.index.read_text(encoding="utf-8")


def test_nothing_appears_without_a_schedule(tmp_path, shard):
    with Archive(tmp_path / "a.sqlite", create=True) as archive:
        archive.merge([shard(1), shard(2)])
        assert monitors(archive) == []
        site = write_report(archive, [], tmp_path / "report", further=write_pages)
    assert "monitor" not in site.index.read_text(encoding="utf-8")
    one = write_month(tmp_path / "one.sqlite", cycles=1)
    with Archive(one) as archive:
        assert archive.schedules() == []


def test_tests_of_a_tool_are_those_of_the_archive(folder, month):
    with Archive(month) as archive:
        rows = archive.select([1]).measurements()
    mine = rows.query("destination == 'rice' and tool == 'iperf'")
    page = (folder / "monitor-1-rice-2.html").read_text(encoding="utf-8")
    section = page[page.index('<section id="tool-iperf"') :]
    (name,) = set(
        re.findall(r'Tests: <a href="(\S+?)\.csv">', section[: section.index("</section>")])
    )
    found = pd.read_csv(folder / f"{name}.csv")
    assert found["measurement"].tolist() == mine["measurement"].tolist()
    assert found["status"].tolist() == mine["status"].tolist()
    throughput = mine["measurement.throughput"]
    assert found["measurement.throughput"].fillna(-1).tolist() == throughput.fillna(-1).tolist()
    document = json.loads((folder / f"{name}.json").read_text())
    assert document["units"][document["columns"].index("measurement.throughput")] == "bit/s"
    assert [row[0] for row in document["rows"]] == mine["measurement"].tolist()
    every = pd.read_csv(folder / "monitor-1/measurements.csv")
    assert len(every) == len(rows)


def test_every_table_is_there_as_csv_and_as_json_with_the_same_rows(folder):
    for page in folder.glob("monitor-1*.html"):
        for name in re.findall(r'href="([^"]+)\.json"', page.read_text(encoding="utf-8")):
            table = pd.read_csv(folder / f"{name}.csv")
            document = json.loads((folder / f"{name}.json").read_text())
            assert document["columns"] == table.columns.tolist()
            assert len(document["rows"]) == len(table)


def test_queries_give_the_rows_behind_a_table(folder, month):
    database = Database(month)
    page = (folder / "monitor-1-o-b.html").read_text(encoding="utf-8")
    queries = [unescape(text) for text in re.findall(r"<code>(SELECT.*?)</code>", page, re.DOTALL)]
    queries = list(dict.fromkeys(queries))
    (iperf,) = [query for query in queries if "tool = 'iperf'" in query]
    assert "destination = 'o''b'" in iperf
    rows = database.rows(iperf)
    assert {row[2] for row in rows} == {"o'b"}
    assert len({row[0] for row in rows}) == 64
    page = (folder / "monitor-1.html").read_text(encoding="utf-8")
    more = [unescape(text) for text in re.findall(r"<code>(SELECT.*?)</code>", page, re.DOTALL)]
    for query in {*queries, *more}:
        database.rows(query)
    (cycles,) = {query for query in more if "name = 'cycles'" in query}
    assert len(database.rows(cycles)) == 64
    database.close()


def test_what_happened_stands_on_the_pages(folder):
    page = (folder / "monitor-1-rice.html").read_text(encoding="utf-8")
    assert "Fault began at 2.00 days" in page
    assert "Fault ended at 3.00 days" in page
    dark = (folder / "monitor-1-rice-2.html").read_text(encoding="utf-8")
    (log,) = re.findall(r"<h3>Problem log</h3>.*?</figure>", dark, re.DOTALL)
    assert len(re.findall("<td[^>]*>unreachable</td>", log)) == 7
    whole = (folder / "monitor-1.html").read_text(encoding="utf-8")
    (schedule,) = re.findall(r'<section id="plan">.*?</section>', whole, re.DOTALL)
    assert re.search(r"conflicts of heavy tests</th>\s*<td[^>]*>1.*?</td>\s*<td[^>]*>0", schedule)
    assert "slac-nic" in schedule
    for card in ("Tools", "Forecasters", "Detectors"):
        assert f"<h3>{card}</h3>" in whole


def test_hosts_where_nothing_happened_count_for_the_place_of_an_incident(tmp_path, monkeypatch):
    """Two of five hosts are less than the 60 % that make an incident of the monitor."""
    book = monitoring.AlertBook()
    for host in ("b", "d"):
        book.raise_for(host, monitoring.Change(DAY, DAY + 1, 2e6, 1e6))
    raised = book.table().rename(columns={"path": "host"}).assign(tool="iperf", kind="throughput")
    monkeypatch.setattr(monitoring, "alerts", lambda watched: raised)
    written(write_month(tmp_path / "a.sqlite", "abcde", cycles=16), tmp_path / "report")
    found = pd.read_csv(tmp_path / "report" / "monitor-1" / "incidents.csv")
    assert found[["scope", "where"]].to_numpy().tolist() == [["path", "b"], ["path", "d"]]


def test_same_archive_gives_the_same_pages(folder, month, tmp_path):
    written(month, tmp_path / "again")
    for file in folder.rglob("*.*"):
        assert (tmp_path / "again" / file.relative_to(folder)).read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("UPDATE measurement SET duration_ns = -1 WHERE measurement = 3", "duration_ns = -1"),
        ("UPDATE measurement_value SET value = -1 WHERE metric LIKE '%hops'", "hops = -1"),
        ("UPDATE measurement_value SET value = 9e999 WHERE metric LIKE '%bytes'", "bytes = inf"),
        ("UPDATE measurement SET destination = ''", "destination is empty"),
        (
            "UPDATE result_row SET cells = replace(cells, '4000.0', '\"long\"')",
            "table cycles: length = long",
        ),
        ("UPDATE result_table SET columns = replace(columns, 'kind', 'x')", "no column kind"),
        (
            "UPDATE result_table SET columns = replace(columns, 'target', 'x')",
            r"fault\.truth.*\btarget\b.*kind, x, begin",
        ),
    ],
)
def test_a_damaged_run_is_told_of_and_the_site_stays(month, tmp_path, damage, sentence):
    path = tmp_path / "a.sqlite"
    path.write_bytes(month.read_bytes())
    (tmp_path / "report" / "assets").mkdir(parents=True)
    (tmp_path / "report" / "assets" / "report.css").write_text("")
    (tmp_path / "report" / "index.html").write_text("the former one")
    conftest.sql(path, damage)
    with pytest.raises(InputError, match=sentence):
        written(path, tmp_path / "report")
    assert (tmp_path / "report" / "index.html").read_text() == "the former one"
    assert sorted(f.name for f in (tmp_path / "report").iterdir()) == ["assets", "index.html"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.sqlite", "report"]
