# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Pages of own runs: curves are medians of replications, and nobody else's folder is replaced.

Expected numbers are those that stand_in.write_shard writes by plain SQL, under conftest.LABELS.
"""

from __future__ import annotations

import html
import re
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing

import pandas as pd
import pytest
import stand_in
from burstlab import build, command, paths
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.engine import Failures, RunSpec, failures, plan, sweep
from burstlab.errors import InputError
from burstlab.report import own, write_own
from burstlab.statistics import interval
from conftest import LABELS


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "pages"


def curve(folder, name):
    return pd.read_csv(folder / f"{name}.csv")


def pages(folder):
    return sorted(page.name for page in folder.glob("*.html"))


def test_a_point_is_the_median_of_replications_with_its_interval(labelled, folder):
    write_own(labelled, folder, (), over=["lam"])
    points = curve(folder, "toy/delay-over-lam")
    assert [(p.series, p.x) for p in points.itertuples()] == [
        *[("load bursty", 2.5), ("load bursty", 10.0)],
        *[("load smooth", 2.5), ("load smooth", 10.0)],
    ]
    expected = interval([3.5, 4.5])  # runs 1 and 2 of each
    assert points["y"].tolist() == [expected.estimate] * 4
    assert set(points["x_axis"]) == {"lam, 1/ms"}
    assert set(points["y_axis"]) == {"delay, s"}
    picture = (folder / "toy" / "delay-over-lam.svg").read_text()
    assert "load smooth" in picture
    assert "Median of 2 replications" in (folder / "toy.html").read_text()


def test_failed_runs_and_single_replications_are_told(labelled, folder):
    book = Failures(labelled.path)
    with book._open("rwc") as connection:
        connection.execute(failures._TABLE)
        for run_id in (labelled.run_ids()[0], 99):  # the first is in the archive since
            values = (run_id, stand_in.SCENARIO, 1, 1, "killed", "here", "now", "./lab run toy", "")
            connection.execute(f"INSERT INTO failure VALUES ({', '.join('?' * 9)})", values)
    write_own(labelled, folder, (), over=["lam"])
    assert "1 more runs failed and are not in the archive" in (folder / "index.html").read_text()
    page = html.unescape((folder / "toy.html").read_text())
    assert "1 more run of the scenario failed: <code>./lab archive failures --archive=" in page
    assert "Points with fewer" not in page
    labelled.delete(labelled.run_ids()[:1])
    write_own(labelled, folder, (), over=["lam"])
    page = " ".join((folder / "toy.html").read_text().split())
    assert "Median of 1 to 2 replications, with their range." in (page)
    assert "Points with fewer than 2 runs: lam 2.5, load smooth: 1.</p>" in page
    labelled.delete(labelled.run_ids()[:1])
    write_own(labelled, folder, (), over=["lam"])
    page = (folder / "toy.html").read_text()
    assert "Points with fewer than 2 runs: lam 2.5, load smooth: 0.</p>" in page


def test_runs_of_another_scenario_failed_elsewhere(labelled, folder):
    with Failures(labelled.path)._open("rwc") as connection:
        connection.execute(failures._TABLE)
        values = (99, "ns3::Other", 1, 1, "killed", "here", "now", "./lab run other", "")
        connection.execute(f"INSERT INTO failure VALUES ({', '.join('?' * 9)})", values)
    write_own(labelled, folder, ())
    assert "1 more runs failed" in (folder / "index.html").read_text()
    assert "failed" not in (folder / "toy.html").read_text()


def test_intervals_are_drawn(labelled, folder, monkeypatch):
    drawn, draw = [], own.figures.curve

    def curve(panel, points, *style, **options):
        drawn.append(points)
        draw(panel, points, *style, **options)

    monkeypatch.setattr(own.figures, "curve", curve)
    write_own(labelled, folder, (), over=["lam"])
    expected = interval([3.5, 4.5])
    assert drawn[0].loc[2.5].tolist() == [expected.estimate, expected.low, expected.high]


def test_texts_have_places_along_the_axis(labelled, folder):
    write_own(labelled, folder, (), over=["load"])
    points = curve(folder, "toy/delay-over-load")
    assert points["x"].round().tolist() == [0, 1, 0, 1]
    assert "load from 0 on: bursty, smooth." in (folder / "toy.html").read_text()


def test_attributes_that_vary_are_curves_of_runs_without_labels(tmp_path, shard, folder):
    with Archive(tmp_path / "own.sqlite", create=True) as archive:
        loads = ["+10ns", "+10ns", "+200ns", "+500ns"]
        archive.merge([shard(i, load=load) for i, load in enumerate(loads, 1)])
        write_own(archive, folder, ())
    points = curve(folder, "toy/delay-over-Load")
    assert points["x"].tolist() == [10, 200, 500]
    assert points["y"].tolist() == [4.0, 5.5, 6.5]
    assert set(points["x_axis"]) == {"Load, ns"}


def test_every_run_is_in_the_table_and_nothing_leads_nowhere(labelled, folder):
    index = write_own(labelled, folder, ())
    assert index == folder / "index.html"
    assert pages(folder) == ["index.html", "toy-runs.html", "toy.html"]
    runs = curve(folder, "toy/runs")
    assert runs["run_id"].tolist() == [5, 6, 1, 2, 7, 8, 3, 4]  # by lam, load, run
    assert runs["delay"].tolist() == [3.5, 4.5] * 4
    assert runs["load"].tolist() == ["bursty", "bursty", "smooth", "smooth"] * 2
    assert curve(folder, "toy-runs/runs")["run_id"].tolist() == [9]
    for page in folder.glob("*.html"):
        for link in re.findall(r'(?:href|src)="([^"#:]+)"', page.read_text()):
            assert (folder / link).exists(), link
    assert not list(folder.parent.glob("pages.*"))


def test_the_archive_is_only_read(labelled, folder):
    before = labelled.path.read_bytes()
    write_own(labelled, folder, ())
    assert labelled.path.read_bytes() == before


def test_runs_of_studies_have_no_page(labelled, folder):
    write_own(labelled, folder, ["toy"])
    assert curve(folder, "toy/runs")["run_id"].tolist() == [9]
    labelled.delete([9])
    with pytest.raises(InputError, match=r"a\.sqlite.*no runs"):
        write_own(labelled, folder, ["toy"])
    assert pages(folder) == ["index.html", "toy.html"]


def test_a_sweep_may_be_called_index(labelled, folder):
    labelled.label("index", {9: {"mine": 1}})
    write_own(labelled, folder, ["toy"])
    assert pages(folder) == ["index-runs.html", "index.html"]


def named(path, scenario):
    """A shard of a program that calls its scenario something."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE run SET scenario = ?", (scenario,))
    return path


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["ns3::ToyScenario", "toy", "ns3::Toy"], ["toy-runs-2", "toy-runs", "toy"]),
        (["TCP/IP, what if?"], ["tcp-ip-what-if"]),
        (["../outside"], ["outside"]),
        (["..", ""], ["runs-runs", "runs"]),
    ],
)
def test_each_scenario_has_a_page_whatever_it_is_called(tmp_path, shard, folder, names, expected):
    with Archive(tmp_path / "own.sqlite", create=True) as archive:
        archive.merge([named(shard(i), name) for i, name in enumerate(names, 1)])
        write_own(archive, folder, ())
    assert set(pages(folder)) == {"index.html", *(f"{name}.html" for name in expected)}
    assert not list(tmp_path.glob("outside*"))


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (
            ["ns3::ParetoOnOffArrivals[Sources=100]", "ns3::ParetoOnOffArrivals[Sources=200]"],
            ["load ..Sources=100]", "load ..Sources=200]"],
        ),
        (
            [f"{'a' * 40}{i}{'b' * 40}{i}" for i in range(2)],
            [f"load {'a' * 40}{i}{'b' * 40}{i}" for i in range(2)],
        ),
        ([f"{i}{'a' * 40}" for i in range(2)], [f"load {i}{'a' * 29}" for i in range(2)]),
    ],
)
def test_curves_of_long_names_are_told_apart(labelled, folder, values, expected):
    """Both are drawn, though their names start alike."""
    labels = {i: {"lam": LABELS[i]["lam"], "load": values[i // 5]} for i in LABELS}
    labelled.label("long", labels)
    write_own(labelled, folder, ["toy"], over=["lam"])
    points = curve(folder, "long/delay-over-lam")
    assert sorted(set(points["series"])) == expected
    assert len(points) == 4
    ticks = own.shortened(values, 24)
    assert len(set(ticks.values())) == 2


def test_objects_of_like_names_have_pictures_of_their_own(tmp_path, shard, folder):
    values = {"a b": 1, "a-b": 2, "\u00e4": 3, "\u00fc": 4}
    with Archive(tmp_path / "own.sqlite", create=True) as archive:
        for i in (1, 2):
            path = shard(i, load=str(i))
            with closing(sqlite3.connect(path)) as connection, connection:
                rows = [(i, "delay", name, value) for name, value in values.items()]
                connection.executemany("INSERT INTO scalar VALUES (?, ?, ?, ?)", rows)
            archive.merge([path])
        write_own(archive, folder, (), metrics=[f"delay[{name}]" for name in values])
    drawn = [curve(folder, f"toy/{name}")["y"].iloc[0] for name in pictures(folder / "toy")]
    assert sorted(drawn) == [1, 2, 3, 4]


def test_a_unit_may_look_like_a_formula(labelled, folder):
    labelled.label("toy", LABELS, {"lam": r"$\bad$"})
    write_own(labelled, folder, (), over=["lam"])
    assert r"lam, $\bad$" in (folder / "toy" / "delay-over-lam.svg").read_text()


def test_equal_runs_do_not_pass_for_replications(tmp_path, shard, folder):
    with Archive(tmp_path / "own.sqlite", create=True) as archive:
        archive.merge([shard(1, run=1), shard(2, run=1), shard(3, run=1, load="0.7")])
        with pytest.raises(InputError, match=r"\b1 and 2\b.*equal.*input files"):
            write_own(archive, folder, ())
    assert not folder.exists()
    assert not list(tmp_path.glob("pages*"))


def test_code_versions_are_curves_of_their_own(labelled, folder):
    with labelled._database.transaction() as connection:
        connection.execute("UPDATE run SET code_version = 'former' WHERE run_id = 1")
    write_own(labelled, folder, (), over=["lam"])
    words = "load smooth, code_version former"
    assert (curve(folder, "toy/delay-over-lam")["series"] == words).sum() == 1


def test_too_many_curves_are_told_of(tmp_path, shard, folder):
    with Archive(tmp_path / "own.sqlite", create=True) as archive:
        archive.merge([shard(i) for i in range(1, 53)])
        labels = {i: {"x": i % 2, "line": f"line {i // 2}"} for i in range(2, 54) if i < 53}
        archive.label("many", labels)
        write_own(archive, folder, (), over=["x"])
    assert "No curve over x: 26 curves would be too many, 25" in (folder / "many.html").read_text()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"over": ["shirt"]}, r"shirt.*\bshort\b"),
        ({"over": ["depth"]}, r"varies.*\bdepth\b"),
        ({"metrics": ["dely"]}, r"dely.*\bdelay\b"),
    ],
)
def test_what_is_not_there_is_refused(labelled, folder, words, sentence):
    with pytest.raises(InputError, match=sentence):
        write_own(labelled, folder, (), **words)
    assert not folder.exists()


def test_a_metric_of_an_object_is_drawn_when_it_is_named(labelled, folder):
    write_own(labelled, folder, (), over=["lam"], metrics=["delay[node 1]"])
    assert (folder / "toy" / "delay-node-1-over-lam.svg").exists()
    assert "Not defined in any run." in (folder / "toy.html").read_text()


def test_a_metric_of_many_objects_alone_names_them(labelled, folder):
    with labelled._database.transaction() as connection:
        connection.execute("DELETE FROM scalar WHERE object = ''")
        rows = [(run, f"node {n}", n * run) for n in range(1, 7) for run in (3, 4)]
        connection.executemany("INSERT OR REPLACE INTO scalar VALUES (?, 'delay', ?, ?)", rows)
    write_own(labelled, folder, (), over=["lam"], metrics=["delay"])
    words = "Numbers of more than 5 objects have no picture: delay"
    assert any(words in page.read_text() for page in folder.glob("*.html"))
    with labelled._database.transaction() as connection:
        connection.execute("DELETE FROM scalar WHERE run_id NOT IN (3, 4)")
    sentence = r"^delay\b.*node 1\b.*node 6\b.*--metric='delay\[node 1\]'"
    with pytest.raises(InputError, match=sentence):
        write_own(labelled, folder, (), over=["lam"], metrics=["delay"])


def test_numbers_of_objects_are_there(labelled, folder):
    """stand_in writes for each run ``delay[node 1]``, not defined; run 3 gets a number."""
    with labelled._database.transaction() as connection:
        rows = [(3, "node 1", 7.5), (3, "node 2", 0.25)]
        connection.executemany("INSERT OR REPLACE INTO scalar VALUES (?, 'delay', ?, ?)", rows)
    write_own(labelled, folder, ())
    numbers = curve(folder, "toy/objects").dropna(subset="value")
    columns = ["run_id", "load", "lam", "metric", "object", "value", "unit"]
    assert numbers[columns].values.tolist() == [
        [3, "smooth", 10.0, "delay", "node 1", 7.5, "s"],
        [3, "smooth", 10.0, "delay", "node 2", 0.25, "s"],
    ]
    page = (folder / "toy.html").read_text()
    (section,) = re.findall(r'id="objects".*?</section>', page, re.DOTALL)
    cells = re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", section)[5:]
    assert cells == ["delay", "s", "2", "0.25", "7.50"]


def put(archive, metric, numbers, of="", description=""):
    """Give runs numbers of a metric."""
    with archive._database.transaction() as connection:
        connection.execute("INSERT OR IGNORE INTO metric VALUES (?, '1', ?)", (metric, description))
        rows = [(run_id, metric, of, number) for run_id, number in numbers.items()]
        connection.executemany("INSERT OR REPLACE INTO scalar VALUES (?, ?, ?, ?)", rows)


def pictures(folder):
    return sorted(path.stem for path in folder.glob("*.svg"))


def test_numbers_that_do_not_vary_have_a_line_and_no_picture(labelled, folder):
    put(labelled, "refused", dict.fromkeys(range(1, 9), 0.0), description="calls without an answer")
    put(labelled, "rtt", {1: 0.5, 2: 0.5})
    write_own(labelled, folder, ())
    assert pictures(folder / "toy") == ["delay-over-lam"]
    page = (folder / "toy.html").read_text()
    (section,) = re.findall(r'id="constants".*?</section>', page, re.DOTALL)
    assert re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", section)[5:] == [
        *("refused", "0", "1", "8", "calls without an answer"),
        *("rtt", "0.5", "1", "2", ""),
    ]
    write_own(labelled, folder, (), metrics=["refused"])
    assert pictures(folder / "toy") == ["refused-over-lam"]  # it was asked for


def test_numbers_of_a_handful_of_objects_share_a_picture(labelled, folder):
    for position, of in enumerate(("all", "long", "short"), 1):
        put(labelled, "slowdown", {i: position * i for i in range(1, 9)}, of, "time over ideal")
    put(labelled, "slowdown", dict.fromkeys(range(1, 9), 7), "constant")
    for i in range(6):
        put(labelled, "load", {1: 0.5, 2: i}, f"link {i}")
    write_own(labelled, folder, ())
    assert pictures(folder / "toy") == ["delay-over-lam", "slowdown-over-lam"]
    points = curve(folder, "toy/slowdown-over-lam")
    assert points["panel"].unique().tolist() == ["all", "long", "short"]
    assert set(points["y_axis"]) == {"slowdown"}
    long = points[points["panel"] == "long"].set_index(["series", "x"])["y"]
    assert long["load smooth", 10.0] == interval([6.0, 8.0]).estimate  # twice the runs 3 and 4
    page = html.unescape((folder / "toy.html").read_text())
    assert "<figcaption>Time over ideal. A panel for each object. Median of 2 replic" in page
    assert "Numbers of more than 5 objects have no picture: load. --metric='NAME[OBJECT]'" in page
    write_own(labelled, folder, (), metrics=["slowdown", "load[link 3]"])
    assert pictures(folder / "toy") == ["load-link-3-over-lam", "slowdown-over-lam"]


def test_pictures_are_sixteen_and_the_others_are_named(labelled, folder):
    for i in range(18):
        put(labelled, f"number {i:02}", {1: 0.5, 2: i})
    write_own(labelled, folder, ())
    assert len(pictures(folder / "toy")) == own._MAX_PICTURES == 16
    page = (folder / "toy.html").read_text()
    words = "3 more pictures are left out: number 15 over lam, number 16 over lam, number 17 over"
    assert words in page
    assert "--metric=NAME" in page
    write_own(labelled, folder, (), metrics=[f"number {i:02}" for i in range(18)])
    assert len(pictures(folder / "toy")) == 18  # all that were asked for
    assert "left out" not in (folder / "toy.html").read_text()


def test_axes_are_numbers_rather_than_texts(tmp_path, shard, folder):
    with Archive(tmp_path / "own.sqlite", create=True) as archive:
        archive.merge([shard(i, load=f"+{i % 2}0ns") for i in range(1, 5)])
        archive.label("mine", {i: {"transport": "TCP" if i < 3 else "other"} for i in range(1, 5)})
        write_own(archive, folder, ())
    assert pictures(folder / "mine") == ["delay-over-Load"]  # an attribute; the label is a text
    assert set(curve(folder, "mine/delay-over-Load")["series"]) == {
        *("transport TCP", "transport other"),
    }


def test_every_curve_has_its_mark(tmp_path, shard, folder, monkeypatch):
    styles, draw = [], own.figures.curve

    def kept(panel, points, style, **options):
        styles.append((style.marker, style.colour))
        draw(panel, points, style, **options)

    monkeypatch.setattr(own.figures, "curve", kept)
    with Archive(tmp_path / "own.sqlite", create=True) as archive:
        archive.merge([shard(i) for i in range(1, 27)])
        archive.label("many", {i: {"x": i // 26, "line": i % 25} for i in range(1, 27)})
        write_own(archive, folder, (), over=["x"])
    assert len(styles) == len(set(styles)) == 25  # of curves; no two look the same
    marks = [marker for marker, _ in styles]
    assert all(len(set(marks[i : i + 5])) == 5 for i in range(0, 25, 5))


def commands(folder, name):
    page = html.unescape((folder / f"{name}.html").read_text())
    (section,) = re.findall(r'id="commands".*?</section>', page, re.DOTALL)
    shown = re.findall(r"<pre><code>(.*?)</code>", section, re.DOTALL)
    return [shlex.split(text.replace("\\\n", "")) for text in shown]


def test_each_run_has_a_command_that_repeats_it(runner, tmp_path, folder):
    texts = {"Slots": "100", "Process": "ns3::PoissonArrivals[Rate=0.4]", "Slot": "70"}
    specs = [RunSpec("traffic-arrivals", texts, 2, run) for run in (3, 4)]
    specs += [RunSpec("traffic-arrivals", {**texts, "ns3::ArrivalApplication::PacketSize": "99"})]
    outcome = sweep(plan(specs, build.runner()), tmp_path / "a.sqlite")
    with Archive(tmp_path / "a.sqlite") as archive:
        write_own(archive, folder, ())
    lab_run = commands(folder, "traffic-arrivals")
    assert len(lab_run) == 2  # one for both replications
    for words in lab_run:
        assert words[:2] == ["./lab", "run"]
        done = [*build.runner().command, *words[2:], "--json"]
        subprocess.run(done, check=True, capture_output=True)
        *texts, seed, run = words[3:]
        texts = dict(text.removeprefix("--").split("=", 1) for text in texts)
        numbers = [int(word.partition("=")[2]) for word in (seed, run)]
        (again,) = plan([RunSpec(words[2], texts, *numbers)], build.runner())
        assert again.run_id in outcome.run_ids


def test_a_command_says_what_the_archive_does_not_know(labelled, folder):
    with labelled._database.transaction() as connection:
        connection.execute("UPDATE run SET code_version = 'a+b+c' WHERE run_id = 9")
    write_own(labelled, folder, ["toy"])  # the study of stand_in has no folder in scenarios/
    (words,) = commands(folder, "toy")
    assert words[2:] == [
        *("PROGRAM", "--plugin=PLUGIN", "--plugin=PLUGIN", "--Load=0.5", "--ns3::Toy::Colour=red"),
        *("--seed=1", "--run=1"),
    ]
    with labelled._database.transaction() as connection:
        connection.execute("UPDATE run SET scenario = 'dumbbell' WHERE run_id = 9")
    write_own(labelled, folder, ["toy"])
    (words,) = commands(folder, "dumbbell")
    assert words[2] == "dumbbell"


def test_a_command_names_the_plugins_of_its_run(runner, tmp_path, folder):
    plugins = ["weibull-arrivals", "shortest-first-arbiter"]
    program = build.runner([catalogue.find_plugin(name) for name in plugins])
    process = {"Slots": "20", "Process": "ns3::WeibullArrivals[Shape=0.5]"}
    outcome = sweep(plan([RunSpec("traffic-arrivals", process)], program), tmp_path / "a.sqlite")
    with Archive(tmp_path / "a.sqlite") as archive:
        write_own(archive, folder, ())
    (words,) = commands(folder, "traffic-arrivals")
    assert words[:3] == ["./lab", "run", "traffic-arrivals"]
    assert sorted(words[3:5]) == sorted(f"--plugin={name}" for name in plugins)
    texts = dict(word.removeprefix("--").split("=", 1) for word in words[5:-2])
    (again,) = plan([RunSpec("traffic-arrivals", texts)], program)
    assert again.run_id in outcome.run_ids


def test_a_former_site_is_replaced(labelled, folder):
    write_own(labelled, folder, ())
    labelled.delete([9])
    write_own(labelled, folder, ())
    assert pages(folder) == ["index.html", "toy.html"]


@pytest.mark.parametrize("place", ["pages", "pages.former", "pages.partial"])
def test_a_folder_of_somebody_else_is_never_replaced(labelled, folder, place):
    somebody = folder.with_name(place)
    somebody.mkdir()
    (somebody / "index.html").write_text("mine")
    with pytest.raises(InputError, match=f"/{place} .*else.*empty"):
        write_own(labelled, folder, ())
    assert (somebody / "index.html").read_text() == "mine"


def test_a_file_put_beside_the_pages_is_kept(labelled, folder):
    write_own(labelled, folder, ())
    (folder / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match=r"/pages .*else.*empty"):
        write_own(labelled, folder, ())
    assert (folder / "notes.txt").read_text() == "mine"


def test_the_report_of_the_studies_is_never_replaced(labelled, tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "REPORT", tmp_path / "report")
    with pytest.raises(InputError, match=r"/report .*studies"):
        write_own(labelled, tmp_path / "made" / ".." / "report", ())
    assert not paths.REPORT.exists()


def test_a_mistyped_folder_makes_none(labelled, tmp_path):
    with pytest.raises(InputError, match=r"none/pages .*folder.*exist"):
        write_own(labelled, tmp_path / "none" / "pages", ())
    assert not (tmp_path / "none").exists()


def lab(monkeypatch, *words):
    monkeypatch.setattr(sys, "argv", ["lab", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        command.main()
    return ended.value.code or 0


def test_the_command_needs_no_build(labelled, folder, monkeypatch, capsys):
    monkeypatch.setattr(build, "ensure", lambda *_, **__: pytest.fail("it builds"))
    words = ["report", "--archive", labelled.path, "--output", folder]
    assert lab(monkeypatch, *words, "--over=lam", "--metric=delay") == 0
    assert capsys.readouterr().out == f"{folder / 'index.html'}\n"
    assert [p.name for p in (folder / "toy").glob("*.svg")] == ["delay-over-lam.svg"]


def test_options_of_own_pages_need_their_folder(labelled, monkeypatch, capsys):
    assert lab(monkeypatch, "report", "--archive", labelled.path, "--over=lam") == 2
    assert "--over and --metric need --output" in capsys.readouterr().err
