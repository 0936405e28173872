# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The command line as a user meets it: documents, sentences, exit codes, completion."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import burstlab
import pytest
import stand_in
from burstlab import command, paths, progress, published, study
from burstlab.archive import Archive
from burstlab.command import checks, launch, outline, reproduce, sweepfile, sweeps
from burstlab.engine import Failure, cluster
from burstlab.errors import WorkError
from conftest import sql
from tiny_study import TINY_STUDY


@pytest.fixture(autouse=True)
def _built(runner):
    """Every command here works on the build that `./lab test` made."""


def lab(*words, code=0, **environment):
    """The command in a process of its own; one that fails says one sentence and nothing else."""
    done = subprocess.run(
        [sys.executable, "-m", "burstlab", *map(str, words)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis"), **environment},
    )
    assert done.returncode == code, done.stderr
    if code:
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr if code else done.stdout


def test_list_and_describe_are_documents():
    listed = json.loads(lab("list", "--json"))
    assert "traffic" in [study["name"] for study in listed["studies"]]
    assert "traffic-arrivals" in [scenario["name"] for scenario in listed["scenarios"]]
    described = json.loads(lab("describe", "traffic-arrivals", "--json"))
    assert "Slots" in [attribute["name"] for attribute in described["attributes"]]
    assert "traffic-arrivals" in lab("list")
    assert "Slots" in lab("describe", "traffic-arrivals")
    base = json.loads(lab("describe", "ns3::ArrivalProcess", "--json"))
    assert {"ns3::PoissonArrivals", "ns3::TraceArrivals"} <= set(base["kinds"])
    assert "ns3::ArrivalProcess" not in base["kinds"]
    application = lab("describe", "ns3::ArrivalApplication")
    assert "PacketSize" in application
    assert "was handed to a socket" in " ".join(application.split())
    assert lab("describe", "ns3::ServerNetArbiter").endswith("no attributes\n")


def test_a_type_id_is_described_with_its_class():
    """As contrib/servernet/model/arbiter/servernet-arbiter.h and its source have it."""
    shown = [line.split(maxsplit=1) for line in lab("describe", "ServerNetArbiter").splitlines()]
    for words in (
        ["Selects", "the next owner of an output of a router among the requesting packets."],
        ["header", '#include "ns3/servernet-arbiter.h"'],
        ["parent", "ns3::Object"],
        ["group", "servernet"],
        ["chapter", "contrib/servernet/doc/servernet.rst"],
    ):
        assert words in [[word.strip() for word in line] for line in shown]
    of_ns3 = json.loads(lab("describe", "DropTailQueue<Packet>", "--json"))
    assert (of_ns3["header"], of_ns3["chapter"]) == ("ns3/drop-tail-queue.h", "")
    of_plugin = lab("describe", "WeibullArrivals", "--plugin=weibull-arrivals")
    assert "Arrivals at independent Weibull intervals" in of_plugin
    assert "examples/weibull-arrivals.cc" in of_plugin
    assert "'ns3::ServerNetArbitr' is no TypeId" in lab("describe", "ServerNetArbitr", code=2)
    for helper in ("ns3::ServerNetHelper", "ServerNetHelper"):
        said = lab("describe", helper, code=2)
        assert "ns3::ServerNetHelper is a class of ns3/servernet-helper.h without a TypeId" in said


@pytest.mark.parametrize(
    "words", [["list"], ["describe", "traffic-arrivals", "--json"], ["run", "traffic-arrivals"]]
)
def test_an_output_that_cannot_be_written_is_a_sentence(words):
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "burstlab", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis")},
        )
    sentence = "burstlab: the output or a temporary file: No space left on device\n"
    assert (done.returncode, done.stderr) == (1, sentence)


def test_bare_lab_shows_the_help():
    bare = lab().split()
    assert bare == lab("--help").split()
    assert "reproduce" in bare


def test_help_of_sweep_shows_a_whole_file(tmp_path):
    lines = lab("sweep", "--help", COLUMNS="80").splitlines()
    begin = next(i for i, line in enumerate(lines) if "scenario = " in line)
    file = tmp_path / "s.toml"
    file.write_text("\n".join(line.strip() for line in lines[begin : begin + 4]))
    runs = [(spec.scenario, spec.run, spec.attributes) for spec in sweepfile.read(file).specs]
    assert runs == [
        ("traffic-arrivals", run, {"Slots": slots})
        for slots in (1000, 2000)
        for run in range(1, 11)
    ]


@pytest.mark.parametrize("columns", ["80", "40"])
def test_tables_are_folded_and_never_cut(columns):
    process = "ns3::ParetoOnOffArrivals"
    described = json.loads(lab("describe", process, "--json"))
    shown = lab("describe", process, COLUMNS=columns)
    assert max(map(len, shown.splitlines())) <= int(columns)
    assert "\u2026" not in shown
    for words in ("traffic-arrivals", "servernet-load", process):
        folded = lab("describe", words, COLUMNS=columns)
        assert "\u2026" not in folded
    start = shown.index("attribute ")
    letters = Counter("".join(shown[start:].split()))
    for attribute in described["attributes"]:
        cells = [str(attribute[key]) for key in ("name", "default", "allowed", "help")]
        letters.subtract("".join("".join(cells).split()))
    assert min(letters.values()) >= 0


def test_help_behind_a_name_is_that_of_what_is_named():
    assert "--queueDisc" in lab("run", "dumbbell", "--help")
    assert "--queueDisc" in lab("run", "dumbbell.py", "--help")
    assert "--describe=NAME" in lab("run", "my-first-scenario", "--help")
    scenario = lab("run", "traffic-arrivals", "--Slots=3", "--help")
    assert "ns3::TwinArrivals" in scenario
    assert "ns3::TwinArrivals" not in lab("run", "--help")
    plugin = ("--plugin=weibull-arrivals", "--help")
    assert "ns3::WeibullArrivals" in lab("run", "ns3::TrafficArrivalsScenario", *plugin)


def test_described_attributes_are_accepted_where_they_are_declared():
    device = "ns3::ServerNetNetDevice"
    attributes = json.loads(lab("describe", device, "--json"))["attributes"]
    owners = {attribute["name"]: attribute["declared"] for attribute in attributes}
    assert owners["Mtu"] == device
    assert owners["TxQueue"] != device
    defaults = {f"{a['declared']}::{a['name']}": a["default"] or a["kinds"][0] for a in attributes}
    assert burstlab.plan([burstlab.RunSpec("servernet-load", defaults)], burstlab.runner())
    wrong = burstlab.RunSpec("servernet-load", {f"{device}::TxQueue": ""})
    with pytest.raises(burstlab.InputError, match=r"ServerNetNetDevice.*TxQueue.*\bMtu\b"):
        burstlab.plan([wrong], burstlab.runner())
    assert f"--{owners['TxQueue']}::NAME=..: TxQueue" in lab("describe", device)


def test_describe_knows_programs_and_plugins():
    described = json.loads(lab("describe", "my-first-scenario", "--json"))
    assert "LinkRate" in [attribute["name"] for attribute in described["attributes"]]
    assert "LinkRate" in lab("describe", "scratch/my-first-scenario.cc")
    assert "./lab run dumbbell --help" in lab("describe", "dumbbell", code=2)
    weibull = ("describe", "ns3::WeibullArrivals")
    said = lab(*weibull, code=2)
    assert "'ns3::WeibullArrivals' is no TypeId" in said
    assert said.endswith("; a type of a plugin needs --plugin=PLUGIN\n")
    assert "Shape" in lab(*weibull, "--plugin=weibull-arrivals")
    assert "unknown plugin weibul" in lab(*weibull, "--plugin=weibul", code=2)
    assert "needs --plugin" not in lab(
        *("describe", "ns3::Nobody", "--plugin=weibull-arrivals"), code=2
    )


def test_run_hands_the_document_through(runner):
    words = ["traffic-arrivals", "--Slots=20", "--seed=2", "--run=3", "--json"]
    libraries = published.use().files("scenarios").values()
    plugins = [f"--plugin={library}" for library in libraries]
    bare = subprocess.run([runner, *plugins, *words], capture_output=True, text=True, check=True)
    assert lab("run", *words) == bare.stdout
    document = json.loads(bare.stdout)
    assert (document["seed"], document["run"]) == (2, 3)
    assert document["parameters"]["Slots"] == "20"


def test_run_prints_the_answer_and_all_of_it_when_asked():
    words = ("run", "traffic-arrivals", "--Slots=500", "--quiet")
    short = lab(*words).splitlines()
    assert any("nominal_rate" in line for line in short[:12])
    assert len(short) <= 30
    assert short[-1].endswith("which --all prints")
    everything = lab(*words, "--all").splitlines()
    assert len(everything) > 500
    assert lab(*words, "--all", "--python").splitlines() == everything


def test_python_driver_gives_the_same_document():
    words = ["run", "traffic-arrivals", "--Slots=20", "--run=3", "--json"]
    assert json.loads(lab(*words, "--python")) == json.loads(lab(*words))


def test_python_driver_prints_and_refuses_the_same():
    words = ["run", "traffic-arrivals", "--Slots=20", "--run=3"]
    assert lab(*words, "--python") == lab(*words)
    for wrong in ("--seed=0", "--scheduler=ns3::Nothing", "--Slots=x"):
        said = lab(*words, wrong, "--quiet", code=2)
        assert lab(*words, wrong, "--quiet", "--python", code=2) == said


@pytest.mark.parametrize("python", [[], ["--python"]], ids=["compiled", "python"])
def test_rows_of_a_run_are_tidy(tmp_path, python):
    """Every number of the document is a row, and every row one of its numbers."""
    words = ["run", "traffic-arrivals", "--Slots=20", "--run=3", *python]
    document = json.loads(lab(*words, "--json"))
    rows = list(csv.DictReader(io.StringIO(lab(*words, "--csv"))))
    expected = {
        ("", "", name): (metric["value"], metric["unit"])
        for name, metric in document["metrics"].items()
    }
    for table, content in document["tables"].items():
        for i, cells in enumerate(content["rows"]):
            for name, unit, cell in zip(content["columns"], content["units"], cells, strict=True):
                expected[table, str(i), name] = (cell, unit)
    assert {(row["table"], row["row"], row["name"]) for row in rows} == expected.keys()
    assert len(rows) == len(expected)
    for row in rows:
        value, unit = expected[row["table"], row["row"], row["name"]]
        assert row["unit"] == unit
        assert row["value"] == "" if value is None else type(value)(row["value"]) == value
    archive = tmp_path / "a.sqlite"
    kept = lab(*words, "--csv", "--archive", archive)
    assert list(csv.DictReader(io.StringIO(kept))) == rows
    assert sql(archive, "SELECT run FROM run") == [(3,)]


def test_csv_is_one_form_of_output_and_of_scenarios():
    words = ("run", "traffic-arrivals", "--csv")
    assert "one of them is allowed" in lab(*words, "--json", code=2)
    assert "--csv: dumbbell" in lab("run", "dumbbell", "--csv", "--quiet", code=2)


def test_runs_gather_in_an_archive(tmp_path):
    file = tmp_path / "a.sqlite"
    for number in (1, 2, 2):
        lab("run", "traffic-arrivals", "--Slots=20", f"--run={number}", "--archive", file)
    with Archive(file) as archive:
        archive.check()
        assert sorted(archive.select(archive.run_ids()).runs()["run"]) == [1, 2]


@pytest.mark.parametrize(
    "options", [{}, {"json": True}, {"csv": True}, {"archive": Path("a.sqlite")}], ids=str
)
def test_a_run_that_leaves_before_its_end_is_a_sentence(tmp_path, options):
    """As of a scenario that calls exit(0)."""
    asked = ["toy", "--Behaviour=leave", "--archive=", "--seed=1", "--run=1"]
    with pytest.raises(WorkError, match=r"code 0.*results"):
        launch._run_scenario(stand_in.program(tmp_path), asked, launch.Options(**options))


@pytest.mark.parametrize("python", [[], ["--python"]], ids=["compiled", "python"])
def test_a_stored_run_is_told_of_on_standard_error(tmp_path, python):
    file = tmp_path / "a.sqlite"

    def told(*more):
        words = ["run", "traffic-arrivals", "--Slots=20", f"--archive={file}", *python, *more]
        done = subprocess.run(
            [sys.executable, "-m", "burstlab", *words],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis")},
        )
        assert done.stdout == "" or "--json" in more
        return done.stderr.splitlines()[-1:]

    stored = told()
    ((number,),) = sql(file, "SELECT run_id FROM run")
    assert stored == [f"burstlab: stored as run {number} in {file}"]
    assert told() == [f"burstlab: {file} has this run already, as run {number}"]
    assert told("--quiet") == told("--json") == []


def test_a_sweep_file_labels_its_runs(tmp_path):
    file, archive = tmp_path / "slots.toml", tmp_path / "a.sqlite"
    text = 'scenario = "traffic-arrivals"\nruns = 2\n[[labels.length]]\nvalue = {}\nSlots = 20\n'
    for value in ("1", '"short"'):  # the second time nothing is computed
        file.write_text(text.format(value))
        lab("sweep", file, "--archive", archive, "--quiet")
        frame = burstlab.open(archive, "slots").frame("nominal_rate", by="length")
        assert frame["length"].tolist() == [json.loads(value)] * 2
    file.write_text(text.format("1") + 'units = {laenge = "s"}\n')
    assert "label length" in lab("sweep", file, "--archive", archive, "--quiet", code=2)


@pytest.mark.parametrize(
    ("process", "words"),
    [
        ("ParetoOnOffArrivals[OnShape=1]", ("OnShape", "'1'", "above 1 and up to 2")),
        ("ParetoOnOffArrivals[OffShape=2.1]", ("OffShape", "'2.1'", "above 1 and up to 2")),
        ("ParetoOnOffArrivals[Sources=0]", ("Sources", "'0'", "from 1")),
        (
            "ParetoOnOffArrivals[Sources=100|Rate=3|LambdaMapping=Thinning]",
            ("Rate", "3 per tick", "2.75774"),
        ),
        (
            "ParetoOnOffArrivals[Sources=100|Rate=3|LambdaMapping=StretchedOff]",
            ("Rate", "3 per tick", "2.75774"),
        ),
        ("FractionalGaussianArrivals[Hurst=0]", ("Hurst", "'0'", "below 1")),
        ("FractionalGaussianArrivals[Hurst=1]", ("Hurst", "'1'", "below 1")),
        ("FractionalGaussianArrivals[Hurst=1.5]", ("Hurst", "'1.5'", "below 1")),
        ("RateTraceArrivals[File=FOLDER/rates]", ("rates", "line 2", "-1", "from 0")),
        ("TraceArrivals[File=FOLDER/back]", ("back", "line 3", "tick 5", "9")),
        ("TraceArrivals[File=FOLDER/words]", ("words", "line 1", "seven")),
        ("TraceArrivals[File=FOLDER/none]", ("none",)),
        ("TwinArrivals[Process=ns3::PoissonArrivals[Rate=0]]", ("Rate", "'0'")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_process_is_one_sentence(tmp_path, process, words):
    (tmp_path / "back").write_text("1\n9\n5\n")
    (tmp_path / "words").write_text("seven\n")
    (tmp_path / "rates").write_text("3\n-1\n")
    process = "ns3::" + process.replace("FOLDER", str(tmp_path))
    file = tmp_path / "a.sqlite"
    sentence = lab(
        *("run", "traffic-arrivals", "--quiet", "--Slots=20", f"--Process={process}"),
        *("--archive", file),
        code=2,
    )
    for word in words:
        assert word in sentence
    assert list(tmp_path.glob("a.sqlite*")) == []


def test_sweep_of_a_file_is_resumed(tmp_path):
    file, archive = tmp_path / "s.toml", tmp_path / "a.sqlite"
    file.write_text('scenario = "traffic-arrivals"\nruns = 2\n[attributes]\nSlots = [10, 20]\n')
    for _ in range(2):
        lab("sweep", file, "--archive", archive, "--workers=1")
        with Archive(archive) as opened:
            assert len(opened.run_ids()) == 4
    assert list(tmp_path.rglob("*.partial")) == []


def test_an_interrupted_sweep_says_what_was_kept(tmp_path):
    file, archive = tmp_path / "s.toml", tmp_path / "a.sqlite"
    file.write_text('scenario = "traffic-arrivals"\nruns = 100\n[attributes]\nSlots = 500\n')
    words = ["sweep", str(file), f"--archive={archive}", "--workers=1", "--quiet"]
    sweep = subprocess.Popen(
        [sys.executable, "-m", "burstlab", *words],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis")},
        start_new_session=True,
        # What a shell starts in the background ignores the signal, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while not (archive.exists() and sql(archive, "SELECT count(*) FROM run")[0][0]):
        assert sweep.poll() is None, sweep.stderr.read()
        time.sleep(0.01)
    os.killpg(sweep.pid, signal.SIGINT)
    _, said = sweep.communicate()
    assert sweep.returncode == 130
    ((kept,),) = sql(archive, "SELECT count(*) FROM run")
    assert 0 < kept < 100
    assert f"{file}: {kept} of 100 runs are in {archive}; the same command goes on there" in said
    lab(*words)
    assert sql(archive, "SELECT count(*) FROM run") == [(100,)]


def test_sweep_with_a_wrong_value_stores_nothing(tmp_path):
    file, archive = tmp_path / "s.toml", tmp_path / "a.sqlite"
    file.write_text('scenario = "traffic-arrivals"\n[attributes]\nSlots = [10, 0]\n')
    assert "Slots" in lab("sweep", file, "--archive", archive, "--quiet", code=2)
    assert not archive.exists()


def test_a_sweep_of_a_program_without_its_name_is_told_of_the_key(tmp_path):
    file, archive = tmp_path / "s.toml", tmp_path / "a.sqlite"
    file.write_text('scenario = "my-first"\n')
    said = lab("sweep", file, "--archive", archive, "--quiet", code=2)
    assert "scratch/my-first-scenario.cc has it" in said
    assert 'program = "my-first-scenario" in a sweep file' in said
    assert not archive.exists()


@pytest.mark.parametrize("attribute", ["Process", '"ns3::WeibullArrivals::Shape"'])
def test_a_sweep_without_its_plugin_is_told_of_the_key(tmp_path, attribute):
    file = tmp_path / "s.toml"
    text = f'[attributes]\n{attribute} = "ns3::WeibullArrivals"\n'
    file.write_text(f'scenario = "traffic-arrivals"\n{text}')
    said = lab("sweep", file, "--archive", tmp_path / "a.sqlite", "--quiet", code=2)
    assert "'ns3::WeibullArrivals' is no TypeId" in said
    assert said.endswith("; a type of a plugin needs the plugin's name in the key plugins\n")


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    """A checkout with one small study, for the commands that would take long on the real ones."""
    folder = tmp_path / "scenarios" / "tiny"
    folder.mkdir(parents=True)
    (folder / "study.py").write_text(TINY_STUDY)
    monkeypatch.setattr(paths, "SCENARIOS", folder.parent)
    monkeypatch.setattr(paths, "REPORT", tmp_path / "report")

    def run_here(*words):
        archive = f"--archive={tmp_path / 'a.sqlite'}"
        monkeypatch.setattr(sys, "argv", ["lab", *words, archive])
        with pytest.raises(SystemExit) as done:
            command.main()
        return done.value.code

    return run_here


def test_claims_are_documents(tiny, capfd):
    assert not tiny("sweep", "tiny")
    assert not tiny("claims", "--json")
    (claim,) = json.loads(capfd.readouterr().out)
    assert (claim["id"], claim["reading"]) == ("tiny/C1", "plain")
    assert (claim["verdict"], claim["runs"], claim["needed"]) == ("differs", 6, None)
    assert claim["interval"][0] <= claim["measured"] <= claim["interval"][1]


def test_a_report_of_one_study_keeps_the_pages_of_the_others(tiny, tmp_path):
    other = paths.SCENARIOS / "other"
    other.mkdir()
    (other / "study.py").write_text(TINY_STUDY.replace('"tiny", "Tiny"', '"other", "Other"'))
    assert not tiny("sweep", "tiny")
    assert not tiny("report")
    assert {page.name for page in (tmp_path / "report").glob("*.html")} == {
        *("index.html", "tiny.html", "other.html"),
    }
    before = (tmp_path / "report" / "other.html").read_bytes()
    for words in (["report", "tiny"], ["reproduce", "tiny"]):
        assert not tiny(*words)
        assert (tmp_path / "report" / "other.html").read_bytes() == before
        assert 'href="other.html"' in (tmp_path / "report" / "index.html").read_text()


@pytest.mark.parametrize("where", [(), ("--cluster=local:2",)], ids=["here", "cluster"])
def test_reproduce_ends_with_the_report(tiny, capfd, caplog, tmp_path, monkeypatch, where):
    monkeypatch.setattr(cluster, "_folder", lambda: str(tmp_path))  # others look into the usual one
    for reused in (0, 6):
        assert not tiny("reproduce", *where)
        said = capfd.readouterr().out
        assert f"6 runs, {reused} of them in the archive already" in caplog.text
        assert "tiny, plain: 1 differs" in said
    index = paths.REPORT / "index.html"
    assert f"report: {index}" in said
    assert "tiny" in index.read_text()
    behind = (index.parent / "tiny" / "C1.html").read_text()  # the runs the claim was judged by
    assert "./lab run traffic-arrivals" in behind
    assert "seed 1, run 1 to 6" in behind


@pytest.mark.parametrize("name", ["flow-completion-load", "servernet-replay"])
def test_a_file_of_the_checkout_is_told_of_elsewhere(name, tmp_path, monkeypatch):
    """The defaults of these scenarios are files: of flow sizes, and a topology."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "s.toml"
    file.write_text(f'scenario = "{name}"\n')
    for words in (["run", name], ["sweep", file, "--archive", tmp_path / "a.sqlite"]):
        said = lab(*words, code=2)
        assert f"{paths.ROOT} has it: call ./lab there" in said
    assert "has it" not in lab("run", name, "--Topology=nowhere.topology", code=2)


def test_reproduce_on_a_cluster_that_is_not_there_changes_nothing(
    tiny, capfd, tmp_path, monkeypatch
):
    monkeypatch.setattr(cluster, "_CONNECT_S", 1)
    assert tiny("reproduce", "--cluster=tcp://127.0.0.1:1") == 2
    assert "no scheduler answers there" in capfd.readouterr().err
    assert not paths.REPORT.exists()
    assert not (tmp_path / "a.sqlite").exists()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("x = 1\ndef broken(:\n", "study.py:2: SyntaxError"),
        ("\n\n1 / 0\n", "study.py:3: ZeroDivisionError"),
        ("STUDY = 3\n", "STUDY is missing"),
        (
            TINY_STUDY.replace("tiny", "bad").replace('{"Slots": 50}', "{1: nothing}"),
            "study.py:17:",
        ),
        (
            TINY_STUDY.replace("tiny", "bad").replace("Slots", "Slotz"),
            "bad/study.py:16: ns3::TrafficArrivalsScenario has no attribute Slotz",
        ),
        (
            TINY_STUDY.replace("tiny", "bad").replace("Finding(value", "Finding(valu"),
            "study.py:12: NameError",
        ),
        (
            TINY_STUDY.replace("tiny", "bad").replace("(results, reading)", "(results)"),
            "study.py:7: TypeError: count() takes 1 positional argument",
        ),
        (
            TINY_STUDY.replace("tiny", "bad").replace("Finding(value, ", "(value, "),
            "study.py:7: TypeError: a measure returns a Finding, not (Interval(",
        ),
        (
            TINY_STUDY.replace("tiny", "bad").replace('scalars("count")', 'scalars("cuont")'),
            "study.py:11: unknown metric cuont",
        ),
        (
            TINY_STUDY.replace("tiny", "bad").replace("lambda edition:", "lambda:"),
            "study.py:16: TypeError",
        ),
    ],
    ids=[
        *("syntax", "import", "nothing", "specs", "attribute", "judge", "arguments", "no-finding"),
        *("metric", "no-edition"),
    ],
)
def test_a_broken_study_concerns_no_other(tiny, capfd, caplog, text, place):
    bad = paths.SCENARIOS / "bad"
    bad.mkdir()
    (bad / "study.py").write_text(text)
    assert not tiny("sweep", "tiny")
    assert not tiny("claims", "tiny")
    assert not tiny("reproduce", "tiny")
    caplog.clear()
    assert tiny("claims") == 2
    assert place in caplog.text
    assert "tiny/C1" in capfd.readouterr().out
    assert tiny("report") == 2
    caplog.clear()
    assert tiny("reproduce") == 2
    assert place in caplog.text
    assert "tiny.html" in (paths.REPORT / "index.html").read_text()
    page = paths.REPORT / "bad.html"  # when but a claim is faulty
    page = page if page.exists() else paths.REPORT / "index.html"
    assert place in html.unescape(page.read_text())


def test_a_study_whose_scenario_is_broken_says_what_the_compiler_said(
    tiny, tmp_path, monkeypatch, caplog, capfd
):
    folder = paths.SCENARIOS / "tiny"
    (folder / "study.py").write_text(TINY_STUDY.replace("traffic-arrivals", "burst-wait"))
    (folder / "wait.cc").write_text('TypeId("ns3::BurstWaitScenario")')
    broken = published.Target("scenarios", "tiny", str(folder), "", "wait.cc:3:1: error: x")
    monkeypatch.setattr(published.Build, "broken", lambda _: [broken])
    with caplog.at_level("INFO"):
        assert tiny("sweep", "tiny") == 1
    assert caplog.messages == [broken.fault]
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("words", [["claims"], ["report"], ["reproduce"]], ids=" ".join)
def test_a_wrong_attribute_is_told_before_long_work(tiny, caplog, words):
    """The study that is wrong is the last one; the claims of the first say when they are judged."""
    assert not tiny("sweep", "tiny")
    study = paths.SCENARIOS / "tiny" / "study.py"
    study.write_text(
        TINY_STUDY.replace("value =", "import logging; logging.warning('judged'); value =")
    )
    (paths.SCENARIOS / "worse").mkdir()
    wrong = TINY_STUDY.replace("tiny", "worse").replace("Slots", "Slotz")
    (paths.SCENARIOS / "worse" / "study.py").write_text(wrong)
    caplog.clear()
    assert tiny(*words) == 2
    told = [i for i, said in enumerate(caplog.messages) if "worse/study.py:16: " in said]
    work = [i for i, said in enumerate(caplog.messages) if said == "judged" or "6 runs" in said]
    assert len(told) == 1
    assert told[0] < work[0]


def test_a_report_of_a_study_that_is_named_has_its_pages_alone(tiny, capfd):
    assert not tiny("reproduce")
    other = paths.SCENARIOS / "other"
    other.mkdir()
    (other / "study.py").write_text("1 / 0\n")
    assert not tiny("report", "tiny")
    assert "tiny.html" in (paths.REPORT / "index.html").read_text()
    assert 'id="other"' not in (paths.REPORT / "index.html").read_text()
    folder = paths.REPORT.with_name("pages")
    assert not tiny("report", "tiny", f"--output={folder}")
    assert (folder / "tiny.html").exists()
    capfd.readouterr()
    assert tiny("report", "tiny", f"--output={folder}", "--over=part") == 2
    assert "are for runs of your own, not for study tiny" in capfd.readouterr().err


@pytest.mark.parametrize("budget", [[], ["--until-decided", "--budget=1s"]], ids=len)
def test_a_broken_drawing_or_measure_concerns_nothing_else(tiny, caplog, capfd, budget):
    drawn = '@figure("f", "t", "s")\ndef draw(results):\n    1 / 0\n\n'
    measured = (
        '@claim("C2", "s", "s")\n@rule("q", Below(1))\n'
        "def lost(results, reading):\n    'It is lost.'\n    {}[3]\n\n"
    )
    (paths.SCENARIOS / "bad").mkdir()
    (paths.SCENARIOS / "bad" / "study.py").write_text(
        TINY_STUDY.replace("tiny", "bad").replace("STUDY = ", f"{drawn}{measured}STUDY = ")
    )
    assert tiny("reproduce", *budget) == 2
    faults = ["bad/f: ", "16: ZeroDivisionError"], ["bad/C2: ", "22: KeyError: 3"]
    for name, place in faults:
        assert [place in said for said in caplog.messages if said.startswith(name)] == [True]
    assert "bad, plain: 1 differs" in capfd.readouterr().out
    assert "tiny.html" in (paths.REPORT / "index.html").read_text()
    page = html.unescape((paths.REPORT / "bad.html").read_text())
    assert "Not drawn: " in page
    assert "C2: not judged: " in page
    assert all(place in page for _, place in faults)
    assert 'data-claim="bad/C1"' in page
    assert tiny("claims", "bad", "--readme") == 2  # which writes none without the claim
    assert "bad/C1" in capfd.readouterr().out


def test_verdicts_are_published_and_shown_with_the_runs_of_a_reader(tiny, caplog, capfd):
    """Those of the full edition, here 12 runs; an edited scenario makes them old."""
    study = paths.SCENARIOS / "tiny" / "study.py"
    study.write_text(TINY_STUDY.replace("range(1, 7)", 'range(1, 13 if edition == "full" else 7)'))
    assert tiny("claims", "tiny", "--publish") == 2
    assert "--full is needed" in capfd.readouterr().err
    assert not tiny("sweep", "tiny")
    assert tiny("claims", "tiny", "--full", "--publish") == 1
    file = study.with_name("verdicts.json")
    assert not file.exists()  # 6 of 12 runs are missing
    assert not tiny("sweep", "tiny", "--full")
    assert not tiny("claims", "tiny", "--full", "--publish")
    (row,) = json.loads(file.read_text())["claims"]
    assert (row["id"], row["verdict"], row["runs"]) == ("C1", "differs", 12)
    assert not tiny("reproduce")
    page = (paths.REPORT / "tiny.html").read_text()
    assert "Full edition, computed on 20" in page
    assert ": 12 runs" in page
    assert "your runs: differs" in page
    assert "is newer" not in page
    told = json.loads(file.read_text())
    (scenario,) = told["code"]
    file.write_text(json.dumps({**told, "code": {scenario: "another"}}))
    assert not tiny("reproduce")
    assert f"The code of {scenario} is newer." in (paths.REPORT / "tiny.html").read_text()


def test_a_run_that_fails_in_the_tests_is_told_with_its_command(tiny, monkeypatch):
    def sweep(edition, quiet):
        return SimpleNamespace(failures=[Failure(edition.planned[0], "It fell.")])

    monkeypatch.setattr(sweeps, "sweep_edition", sweep)
    monkeypatch.setattr(reproduce, "claims", lambda names, quiet: ([], set(), {}))
    outcome = checks._studies(quiet=True)
    assert (outcome.passed, outcome.failed) == (0, 1)
    assert outcome.text.startswith("It fell.\n    again: ./lab run traffic-arrivals")


def test_an_edited_judge_is_read_anew(tiny, capfd):
    """A study in several files: the second one is not that of an earlier reading."""
    folder = paths.SCENARIOS / "tiny"
    text = (folder / "study.py").read_text()
    (folder / "study.py").write_text("from .more import NOTE\n" + text.replace('"because"', "NOTE"))
    for note in ("one", "three"):
        (folder / "more.py").write_text(f"NOTE = {note!r}\n")
        tiny("sweep", "tiny")
        capfd.readouterr()
        assert not tiny("claims", "--json")
        assert json.loads(capfd.readouterr().out)[0]["note"] == note


def test_a_page_says_which_runs_were_added_and_the_command_that_adds_them(tiny):
    study = paths.SCENARIOS / "tiny" / "study.py"
    text = TINY_STUDY.replace("Below(1)", "Above(5785)").replace("Below", "Above")
    study.write_text(text)  # one of the 6 runs has less
    assert not tiny("reproduce")
    page = (paths.REPORT / "tiny.html").read_text()
    assert "6 runs, " in page
    assert "until-decided" not in page
    assert not tiny("reproduce", "--until-decided", "--budget=20s")
    page = (paths.REPORT / "tiny.html").read_text()
    (added,) = set(re.findall(r"6 runs and (\d+) more, added to decide claims", page))
    assert f"6 runs and {added} added" in (paths.REPORT / "index.html").read_text()
    assert "./lab reproduce tiny --until-decided --budget=1min" in page


@pytest.fixture
def listed(tiny, tmp_path, monkeypatch, capfd):
    """What the list says of studies, and how often they were read for it."""
    monkeypatch.setattr(paths, "BUILD", tmp_path / "build")
    paths.BUILD.mkdir()
    reads = []
    read = study.read_studies
    monkeypatch.setattr(study, "read_studies", lambda: reads.append(1) or read())
    return lambda: (outline.outlines(), len(reads))


def test_a_list_of_studies_is_remembered_until_a_source_changes(listed):
    folder = paths.SCENARIOS / "tiny"
    first, _ = listed()
    assert [study["title"] for study in first[0]] == ["Tiny"]
    assert first[0][0]["claims"] == 1
    assert listed() == (first, 1)
    text = "from .more import TITLE\n" + TINY_STUDY.replace('"Tiny"', "TITLE")
    for count, title in enumerate(("One", "Three"), 2):
        (folder / "more.py").write_text(f"TITLE = {title!r}\n")
        (folder / "study.py").write_text(text)
        for _ in range(2):
            (studies, _), reads = listed()
            assert studies[0]["title"] == title
            assert reads == count
    (paths.BUILD / "studies.json").write_text("{")
    assert listed()[0][0] == studies
    assert list(paths.BUILD.glob("*.partial")) == []


def test_a_list_remembers_no_fault(listed):
    (paths.SCENARIOS / "tiny" / "study.py").write_text("1 / 0\n")
    for count in (1, 2):
        (studies, faults), reads = listed()
        assert studies == []
        assert "ZeroDivisionError" in faults["tiny"]
        assert reads == count


@pytest.mark.parametrize(
    "words",
    [
        ["list", "--quiet"],
        ["describe", "traffic-arrivals"],
        ["claims", "trafic"],
        ["reproduce", "trafic"],
        ["sweep", "trafic"],
        ["sweep", "WRONG"],
        ["run", "trafic", "--seed=2"],
        ["new", "study", "X"],
    ],
    ids=" ".join,
)
def test_nothing_large_is_imported_before_it_is_needed(words, tmp_path):
    (tmp_path / "wrong.toml").write_text("scenario = 3\n")
    words = [str(tmp_path / "wrong.toml") if word == "WRONG" else word for word in words]
    if words[0] == "list":
        lab(*words)  # the first time it may have to read the studies
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "burstlab", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis")},
    )
    imported = {line.split("|")[-1].strip() for line in done.stderr.splitlines()}
    assert "typer" in imported
    large = {"pandas", "scipy", "matplotlib", "numpy", "cppyy", "rich.progress"}
    if "wrong.toml" not in words[-1]:
        large.add("pydantic")
    assert imported.isdisjoint(large)


def test_judging_and_writing_show_how_far_they_are(tiny, monkeypatch):
    """Each under a display, which counts studies and is closed; none when quiet."""
    told = []

    class Told(progress.Progress):
        def __init__(self, title):
            self.title = title

        def start(self, total, done):
            told.append((self.title, "start", total))

        def report(self, run_id, name, line):
            told.append((self.title, name))

        def finish(self, run_id, good):
            told.append((self.title, "finish"))

        def close(self):
            told.append((self.title, "close"))

    def choose(title, *, unit="runs", quiet=False):
        return progress.Progress() if quiet or unit != "studies" else Told(title)

    assert not tiny("sweep", "tiny")
    monkeypatch.setattr(progress, "choose", choose)
    assert not tiny("claims")
    judged = [("judging", what) for what in ("tiny", "finish", "close")]
    assert told == [("judging", "start", 1), *judged]
    told.clear()
    assert not tiny("report")
    title = "writing the report"
    written = [(title, what) for what in ("tiny", "finish", "close")]
    assert told == [("judging", "start", 1), *judged, (title, "start", 1), *written]
    told.clear()
    assert not tiny("claims", "--quiet")
    assert told == []
