# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A changed program, library, script or input file never passes for the one whose rows are stored.

Programs are compiled once and linked to parts that a test edits: what has to change the identity of
a run and what must not is said by each test, and no hash is written down.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
import structure
from burstlab import bindings, paths, published
from burstlab.archive import Archive
from burstlab.bindings import wheel
from burstlab.build import catalogue
from burstlab.engine import Program, RunSpec, grid, plan, sweep
from conftest import dump

SCENARIO = """
#include "ns3/scenario-runner-scenario.h"
#include "ns3/scenario-runner.h"
#include "ns3/string.h"
#include <fstream>
using namespace ns3;
double Part();
double Linked();

class ToyScenario : public scenario::Scenario
{
    void DoBuild() override
    {
        if (m_edit == "yes")
        {
            std::ofstream(m_file, std::ios::app) << "more";
        }
    }
    void DoReport() override
    {
        GetArchive().DefineMetric("result", "1", "");
        GetArchive().AddScalar("result", Part() + Linked());
    }
    Time GetDuration() const override { return Time(); }
    std::vector<std::string> GetInputFiles() const override
    {
        return m_file.empty() ? std::vector<std::string>{} : std::vector<std::string>{m_file};
    }
    std::string m_file;
    std::string m_edit;

  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::ToyScenario").SetParent<scenario::Scenario>()
            .SetGroupName("traffic").AddConstructor<ToyScenario>()
            .AddAttribute("File", "Read.", StringValue(""),
                          MakeStringAccessor(&ToyScenario::m_file), MakeStringChecker())
            .AddAttribute("Edit", "Whether.", StringValue("no"),
                          MakeStringAccessor(&ToyScenario::m_edit), MakeStringChecker());
        return tid;
    }
};
NS_OBJECT_ENSURE_REGISTERED(ToyScenario);
#ifdef MAIN
int main(int argc, char* argv[]) { return scenario::RunScenarioMain(argc, argv); }
#endif
"""

SCRIPT = """
import helper
from burstlab.bindings import load
ns = load("core", "run-archive")
identity = ns.archive.RunIdentity()
identity.scenario = "script"
archive = ns.archive.RunArchive("ARCHIVE")
archive.Begin(identity)
archive.DefineMetric("result", "1", "")
archive.AddScalar("result", 1 + helper.VALUE)
archive.Commit(ns.archive.RunCost())
print(identity.GetId())
"""


def compile_source(source, target, *options):
    tree = paths.BUILD / "release"
    includes = [f"-I{tree / folder}" for folder in ("include", "wheel-include")]
    flags = ("-std=c++20", "-fPIC", "-DNS3_LOG_ENABLE", "-DNS3_ASSERT_ENABLE", *includes)
    subprocess.run(["c++", *flags, *options, "-c", source, "-o", target], check=True)


@pytest.fixture(scope="module")
def scenario(runner, tmp_path_factory):
    """The scenario as two object files, with and without a main."""
    folder = tmp_path_factory.mktemp("scenario")
    (folder / "scenario.cc").write_text(SCENARIO)
    compile_source(folder / "scenario.cc", folder / "main.o", "-DMAIN")
    compile_source(folder / "scenario.cc", folder / "plugin.o")
    return folder


class Toy:
    """The scenario, its part and what it links to, in a folder."""

    def __init__(self, scenario, folder):
        self.scenario, self.folder = scenario, folder
        folder.mkdir()

    def link(self, part=1, linked=1, *, plugin=False, build_id="sha1"):
        """A program, or a plugin, of parts with these numbers."""
        for name, number in (("Part", part), ("Linked", linked)):
            (self.folder / f"{name}.cc").write_text(f"double {name}() {{ return {number}; }}\n")
            compile_source(self.folder / f"{name}.cc", self.folder / f"{name}.o")
        options = ["-L.", "-llinked", "-Wl,-rpath,$ORIGIN", f"-Wl,--build-id={build_id}"]
        ours, ns3 = published.use().folder / "lib", wheel() / "lib64"
        for lib in (ours, ns3):
            options += [f"-L{lib}", f"-Wl,-rpath,{lib}", f"-Wl,-rpath-link,{lib}"]
        options += ["-lburstlab-scenario-runner", "-lburstlab-burst-core", "-lburstlab-run-archive"]
        (core,) = ns3.glob("libns3.*-core.so")
        options += [f"-l:{core.name}"]
        libraries = {"check": True, "cwd": self.folder}
        id_option = f"-Wl,--build-id={build_id}"
        shared = ["c++", "-shared", "Linked.o", "-o", "liblinked.so", "-Wl,-soname,liblinked.so"]
        subprocess.run([*shared, id_option], **libraries)
        kind = ["plugin.o", "-shared", "-o", "libtoy.so"] if plugin else ["main.o", "-o", "toy"]
        subprocess.run(["c++", self.scenario / kind[0], "Part.o", *kind[1:], *options], **libraries)
        file = self.folder / ("libtoy.so" if plugin else "toy")
        return catalogue.runner([file]) if plugin else Program(file)


@pytest.fixture
def toy(scenario, tmp_path):
    return Toy(scenario, tmp_path / "toy")


def identify(program, scenario="toy", **attributes):
    """The key and the code version of a run."""
    (planned,) = plan([RunSpec(scenario, attributes)], program)
    return planned.key, json.loads(planned.key)["code_version"]


@pytest.mark.parametrize("plugin", [False, True], ids=["program", "plugin"])
@pytest.mark.parametrize("build_id", ["sha1", "none"])
def test_code_of_program_and_libraries_is_in_the_identity(toy, plugin, build_id):
    def version(part, linked):
        return identify(toy.link(part, linked, plugin=plugin, build_id=build_id))[1]

    first = version(1, 1)
    assert version(1, 1) == first
    assert len({first, version(2, 1), version(1, 2)}) == 3
    assert version(1, 1) == first


def test_place_and_time_are_not_in_the_identity(toy, tmp_path):
    first = identify(toy.link())
    shutil.copytree(toy.folder, tmp_path / "elsewhere")
    for file in (tmp_path / "elsewhere").iterdir():
        os.utime(file, (1, 1))
    shutil.rmtree(toy.folder)
    assert identify(Program(tmp_path / "elsewhere" / "toy")) == first


def test_edited_and_swept_again_is_computed_again(toy, tmp_path):
    archive = tmp_path / "a.sqlite"
    for number in (1, 2):
        planned = plan([RunSpec("toy")], toy.link(part=number))
        outcome = sweep(planned, archive)
        assert (outcome.reused, outcome.computed) == (0, 1)
        with Archive(archive) as opened:
            result = opened.select(outcome.run_ids).scalars("result")
        assert list(result["value"]) == [number + 1]


def test_version_of_a_study_does_not_cover_a_scenario_that_takes_its_group(toy):
    traffic = published.use().files("scenarios")["burstlab-scenarios-traffic"]
    study = identify(catalogue.runner(), "traffic-arrivals")[1]
    versions = set()
    for number in (1, 2):
        program = toy.link(part=number)
        with_study = Program(program.executable, (traffic,))
        versions.add(identify(with_study)[1])
        assert identify(with_study, "traffic-arrivals")[1] == study
    assert len(versions | {study}) == 3


def test_plugin_concerns_the_runs_of_other_studies(toy):
    alone = identify(catalogue.runner(), "traffic-arrivals")[1]
    first = identify(toy.link(linked=1, plugin=True), "traffic-arrivals")[1]
    other = identify(toy.link(linked=2, plugin=True), "traffic-arrivals")[1]
    assert len({alone, first, other}) == 3
    assert first.startswith(alone + "+")


LAW = """
#include "ns3/burst-traffic-basic-arrivals.h"
#include "ns3/scenario-runner-code-version.h"
using namespace ns3;
SPACE
class LotteryArrivals : public PoissonArrivals
{
  public:
    static TypeId GetTypeId();
};
TypeId LotteryArrivals::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LotteryArrivals").SetParent<PoissonArrivals>()
        .AddConstructor<LotteryArrivals>();
    return tid;
}
NS_OBJECT_ENSURE_REGISTERED(LotteryArrivals);
static scenario::CodeVersion version("VERSION");
"""


@pytest.mark.parametrize("space", ["", "namespace ns3 {"], ids=["no namespace", "ns3"])
def test_an_algorithm_of_another_study_is_in_the_identity_of_the_runs_that_name_it(
    runner, tmp_path, space
):
    def versions(number):
        folder = tmp_path / number
        folder.mkdir()
        text = LAW.replace("SPACE", space).replace("VERSION", number) + "}" * bool(space)
        (folder / "law.cc").write_text(text)
        compile_source(folder / "law.cc", folder / "law.o")
        ours, ns3 = published.use().folder / "lib", wheel() / "lib64"
        words = ["-shared", folder / "law.o", "-o", folder / "liblaw.so", f"-L{ours}", f"-L{ns3}"]
        libraries = ["-lburstlab-scenario-runner", "-lburstlab-burst-traffic"]
        subprocess.run(["c++", *words, *libraries], check=True)
        program = catalogue.runner([folder / "liblaw.so"])
        named = identify(program, "traffic-arrivals", Process="ns3::LotteryArrivals[Rate=0.1]")
        return identify(program, "traffic-arrivals")[1], named[1]

    alone = identify(catalogue.runner(), "traffic-arrivals")[1]
    assert versions("a1") == (alone, f"{alone},a1")
    assert versions("a2") == (alone, f"{alone},a2")


def test_python_sees_the_same_identity(toy, tmp_path):
    program = toy.link(plugin=True)
    (planned,) = plan([RunSpec("toy")], program)
    compiled, python = tmp_path / "compiled.sqlite", tmp_path / "python.sqlite"
    sweep([planned], compiled)
    assert bindings.run(planned.spec, python, [program.plugins[-1]]) == planned.run_id
    assert dump(python) == dump(compiled)


def test_release_of_ns3_is_in_the_key(runner):
    key = json.loads(identify(catalogue.runner(), "traffic-arrivals")[0])
    assert any((wheel() / "lib64").glob(f"libns{key['ns3_version']}-core.so"))


def test_input_file_edited_after_planning_is_another_run(toy, tmp_path):
    program, file, archive = toy.link(), tmp_path / "input", tmp_path / "a.sqlite"
    file.write_text("one")
    planned = plan([RunSpec("toy", {"File": str(file)})], program)
    file.write_text("two")
    (failure,) = sweep(planned, archive).failures
    assert "an input file" in failure.sentence
    with Archive(archive) as opened:
        assert planned[0].run_id not in opened.run_ids()
    (again,) = plan([planned[0].spec], program)
    assert sweep([again], archive).reused == 1


def test_input_file_edited_during_the_run_stores_nothing(toy, tmp_path):
    program, file, archive = toy.link(), tmp_path / "input", tmp_path / "a.sqlite"
    file.write_text("one")
    words = [*program.command, "toy", f"--File={file}", "--Edit=yes", f"--archive={archive}"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert done.returncode == 1
    assert f"the input file '{file}' was written during the run" in done.stderr
    assert sorted(tmp_path.glob("a.sqlite*")) == []


def test_python_program_is_identified_by_its_sources(runner, tmp_path):
    def run(folder, script=SCRIPT, value=1):
        folder.mkdir(exist_ok=True)
        (folder / "script.py").write_text(script.replace("ARCHIVE", str(tmp_path / "a.sqlite")))
        (folder / "helper.py").write_text(f"VALUE = {value}\n")
        done = subprocess.run(
            [sys.executable, folder / "script.py"],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": str(paths.ROOT / "analysis")},
        )
        return int(done.stdout.split()[-1])

    first = run(tmp_path / "here")
    assert run(tmp_path / "there") == first
    other_script = run(tmp_path / "here", script=SCRIPT.replace("1 +", "2 +"))
    other_helper = run(tmp_path / "here", value=2)
    with Archive(tmp_path / "a.sqlite") as archive:
        results = archive.select([first, other_script, other_helper]).scalars("result")
        assert len(archive.run_ids()) == 3
    assert sorted(results["value"]) == [2, 3, 3]


PROJECT = """
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES CXX)
include(WHEEL/code-version.cmake)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/ns3)
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/contrib/lower/model/lower.h
  ${PROJECT_BINARY_DIR}/include/ns3/lower.h SYMBOLIC)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS contrib/lower/model/lower.sql)
file(READ contrib/lower/model/lower.sql sql)
file(CONFIGURE OUTPUT generated.cc CONTENT "const char* SQL = R\\"(${sql})\\";")
add_library(lower contrib/lower/model/lower.cc contrib/lower/helper/lower-helper.cc
  ${PROJECT_BINARY_DIR}/generated.cc)
add_library(upper contrib/upper/model/upper.cc)
target_link_libraries(upper PRIVATE lower)
add_library(late contrib/late/model/late.cc)
add_library(other contrib/other/model/other.cc)
add_subdirectory(scenarios/toy)
"""

STUDY = """
add_library(scenarios-toy toy.cc)
target_link_libraries(scenarios-toy PRIVATE upper)
burstlab_code_version(scenarios-toy)
target_link_libraries(scenarios-toy PRIVATE late)
"""

SOURCES = {
    "CMakeLists.txt": PROJECT,
    "scenarios/toy/CMakeLists.txt": STUDY,
    "scenarios/toy/toy.cc": '#include "toy.h"\n#include "ns3/lower.h"\n#include <vector>\n',
    "scenarios/toy/toy.h": '#  include "../shared/shared.h"\n',
    "scenarios/shared/shared.h": '#include "deep/deep.h"\n',
    "scenarios/shared/deep/deep.h": "// a header\n",
    "contrib/lower/model/lower.cc": '#include "lower-private.h"\n',
    "contrib/lower/model/lower.h": "// a header\n",
    "contrib/lower/model/lower-private.h": "// a header\n",
    "contrib/lower/model/lower.sql": "SELECT 1;\n",
    "contrib/lower/helper/lower-helper.cc": '#include "lower-helper.h"\n',
    "contrib/lower/helper/lower-helper.h": "// a header\n",
    "contrib/upper/model/upper.cc": "// a source\n",
    "contrib/late/model/late.cc": "// a source\n",
}
UNRELATED = {
    "contrib/other/model/other.cc": "// a source\n",
    "contrib/lower/doc/lower.rst": "A text.\n",
    "scenarios/toy/study.py": "# a study\n",
    "scenarios/toy/README.md": "A text.\n",
}


def make_project(folder):
    for name, text in (SOURCES | UNRELATED).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("WHEEL", str(paths.ROOT / "wscript-patches" / "wheel")))
    return folder


def build_version(folder, tree="build", *options):
    """What the build registers, after it was asked to bring it up to date."""
    build = folder / tree
    cmake, ninja = paths.tool("cmake"), paths.tool("ninja")
    if not (build / "build.ninja").exists():
        words = [cmake, "-S", folder, "-B", build, "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}"]
        words += options
        subprocess.run(words, check=True, capture_output=True)
    source = "scenarios/toy/scenarios-toy-version.cc"
    subprocess.run([ninja, "-C", build, source], check=True, capture_output=True)
    return (build / source).read_text()


def test_every_source_and_header_is_in_the_version_of_a_study(tmp_path):
    folder = make_project(tmp_path / "toy")
    versions = [build_version(folder)]
    for name in SOURCES:
        if not name.endswith("CMakeLists.txt"):
            with (folder / name).open("a") as file:
                file.write("extern int edited; // by the test\n")
            versions.append(build_version(folder))
            assert versions[-1] not in versions[:-1], name
            if not name.endswith(".sql"):
                with (folder / name).open("a") as file:
                    file.write("\n/* a comment, of two\n   lines */ // and another\n")
                assert build_version(folder) == versions[-1], name
    with (folder / "scenarios/toy/toy.cc").open("a") as file:
        file.write("/* without an end\n")
    versions.append(build_version(folder))
    assert versions[-1] not in versions[:-1]
    for name in UNRELATED:
        with (folder / name).open("a") as file:
            file.write("// edited\n")
        assert build_version(folder) == versions[-1], name


def test_version_of_a_study_is_the_same_in_every_checkout_and_build(tmp_path):
    one, other = make_project(tmp_path / "one"), make_project(tmp_path / "a b" / "other")
    version = build_version(one)
    assert build_version(other) == version
    assert build_version(other, "build/sanitize") == version


def test_flags_of_the_compiler_are_in_the_version_of_a_study(tmp_path):
    folder = make_project(tmp_path / "toy")
    version = build_version(folder)
    assert build_version(folder, "fast", "-DCMAKE_CXX_FLAGS=-ffast-math") != version
    assert build_version(folder, "aligned", "-DCMAKE_CXX_FLAGS=-Wa,--noexecstack") == version


def test_sources_of_this_checkout_are_all_there(runner):
    """What ninja was told the version of a study depends on, beside what the compiler read."""
    (rule,) = (paths.BUILD / "release" / "scenarios").glob("servernet/*-version.cc.d")
    told = set(rule.read_text().split()[1:])
    folder = paths.SCENARIOS / "servernet"
    expected = {*folder.glob("*.cc"), *folder.glob("*.h")}
    contrib = structure.Contrib(paths.CONTRIB)
    named = set(re.findall(r"[\w-]+", (folder / "CMakeLists.txt").read_text()))
    linked = structure.reached(named & contrib.modules.keys(), contrib.links)
    assert "servernet" in linked
    for module in linked:
        for part in ("model", "helper"):
            files = (paths.CONTRIB / module / part).rglob("*")
            expected |= {file for file in files if file.suffix in (".cc", ".h")}
    assert {str(file) for file in expected} <= told


def test_grid_of_a_program_is_swept_once(toy, tmp_path):
    program = toy.link()
    runs = plan(grid("toy", {}, runs=range(3)), program)
    assert sweep(runs, tmp_path / "a.sqlite").computed == 3
    assert sweep(plan(grid("toy", {}, runs=range(3)), program), tmp_path / "a.sqlite").reused == 3
