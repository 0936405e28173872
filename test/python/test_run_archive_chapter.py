# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The chapter of run-archive: its SQL as a reader tries it, and its list of tables."""

from __future__ import annotations

import math
import re
import sqlite3
import subprocess
from collections import Counter
from contextlib import closing

import burstlab
import pytest
from burstlab import paths
from burstlab.archive import Archive
from burstlab.build import catalogue
from conftest import sql

CHAPTER = (paths.CONTRIB / "run-archive" / "doc" / "run-archive.rst").read_text()
SQL = [text.strip() for text in re.findall(r"sourcecode:: sql\n\n((?:  .*\n)+)", CHAPTER)]
DISC = "NodeList/0/TrafficControlLayer/RootQueueDiscList/0"
DEVICE = "NodeList/{}/DeviceList/0/PointToPointNetDevice"


def query(start):
    """The query of the chapter that begins so."""
    (found,) = [text for text in SQL if text.startswith(start)]
    return found


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Two runs of run-archive-example, which draws no random numbers."""
    file = tmp_path_factory.mktemp("example") / "a.sqlite"
    for run in (1, 2):
        program = catalogue.find_program("run-archive-example")
        words = [program, f"--archive={file}", f"--RngRun={run}"]
        subprocess.run(words, check=True, capture_output=True)
    return file


@pytest.fixture(scope="module")
def slots(tmp_path_factory):
    """An archive with the runs and labels of the sweep file slots.toml, and their two lengths."""
    file = tmp_path_factory.mktemp("slots") / "archive.sqlite"
    labels = {}
    for length, rate in ((1000, 0.25), (2000, 0.5)):
        for run in (1, 2):
            process = f"--Process=ns3::PoissonArrivals[Rate={rate}]"
            words = ["traffic-arrivals", process, f"--Slots={length}", f"--run={run}"]
            command = [*catalogue.runner().command, *words, f"--archive={file}"]
            subprocess.run(command, check=True, capture_output=True)
            with Archive(file) as archive:
                (new,) = set(archive.run_ids()) - labels.keys()
            labels[new] = {"length": length}
    with Archive(file) as archive:
        archive.label("slots", labels)
    return file


def test_every_query_of_the_chapter_runs(recorded, slots):
    assert len(SQL) == 4
    for text in SQL:
        assert sql(slots if "slots_runs" in text else recorded, text), text


def test_scalars_have_their_units(recorded):
    """A second of 12 Mb/s in packets of 1000 B: what is offered is queued or dropped."""
    rows = Counter(sql(recorded, query("SELECT metric, object, value, unit")))
    assert set(rows.values()) == {2}  # equal in both runs
    values = {(metric, where): (value, unit) for metric, where, value, unit in rows}
    queued, dropped = values["enqueued", DISC], values["dropped", DISC]
    assert queued[1] == dropped[1] == "1"
    assert queued[0] + dropped[0] == pytest.approx(1500, abs=1)
    # With headers of UDP, IP and PPP; nothing comes back.
    assert values["sent", DEVICE.format(0)] == (1030 * queued[0], "B")
    assert values["sent", DEVICE.format(1)] == (0, "B")
    assert len(values) == 4


def test_the_time_average_is_the_total_wait_over_the_time(recorded):
    """Little's law, without a remainder: all packets have left when recording ends, at 2 s."""
    means = sql(recorded, query("SELECT run_id, object, SUM(value"))
    assert [where for _, where, _ in means] == [DISC, DISC]
    waits = dict(sql(recorded, "SELECT run_id, sum FROM histogram"))
    for run, _, mean in means:
        assert mean == pytest.approx(waits[run] / 2e9, rel=1e-12)


def test_counts_of_histograms_add_up_over_runs(recorded):
    """Bins have 8 bits of precision: each is a 256th of its octave wide, but at least 1."""
    bins = sql(recorded, query("SELECT low, width"))
    (one,) = sql(recorded, "SELECT DISTINCT count FROM histogram")
    assert sum(count for *_, count in bins) == 2 * one[0]
    assert all(count % 2 == 0 for *_, count in bins)
    assert [low for low, *_ in bins] == sorted({low for low, *_ in bins})
    for low, width, _ in bins:
        assert width == (1 if low < 512 else 2 ** (math.floor(math.log2(low)) - 8))


def test_labels_choose_runs_in_sql_as_in_python(slots):
    """The view of a sweep file, and the frame that the chapter calls its equivalent."""
    rows = sql(slots, query("SELECT length, avg(value)"))
    (call,) = re.findall(r'``(burstlab\.open\("archive\.sqlite".*?)``', CHAPTER)
    frame = eval(call.replace('"archive.sqlite"', f"{str(slots)!r}"), {"burstlab": burstlab})
    assert sorted(zip(frame["length"], frame["run"], strict=True)) == [
        *((1000, 1), (1000, 2)),
        *((2000, 1), (2000, 2)),
    ]
    assert rows == list(frame.groupby("length")["nominal_rate"].mean().items())
    assert rows == [(1000, 0.25), (2000, 0.5)]
    columns = [name for _, name, *_ in sql(slots, "PRAGMA table_info(slots_runs)")]
    said = re.search(r"a view with the columns (.*?) and one for", CHAPTER, re.S)
    assert columns == [*re.findall(r"``(\w+)``", said[1]), "length"]


def test_the_chapter_lists_the_tables_and_keys_of_the_schema():
    (listing,) = re.findall(r"list-table:: Tables\n((?:   .*\n|\n)+)", CHAPTER)
    rows = re.findall(r"\* - ``(\w+)``\n     - ``([\w, ]+)``\n", listing)
    listed = {table: key.split(", ") for table, key in rows}
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(paths.SCHEMA.read_text())
        tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        for (table,) in tables.fetchall():
            columns = connection.execute(f"PRAGMA table_info({table})").fetchall()
            key = sorted((place, name) for _, name, *_, place in columns if place)
            assert listed.pop(table) == [name for _, name in key], table
        assert listed == {}
        views = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'view'").fetchall()
    assert sorted(views) == [("result",), ("run_document",)]
