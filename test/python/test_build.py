# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Building, the display of progress, and the bookkeeping of `./lab test`, on small stand-ins."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from burstlab import build, paths, progress, published
from burstlab.build import cmake
from burstlab.command import checks, intree
from burstlab.command.checks import Outcome, Part
from burstlab.engine import Program, RunSpec, plan
from burstlab.errors import InputError, WorkError
from burstlab.published import Target

WHEEL = paths.ROOT / "wscript-patches" / "wheel"
SCRATCH = paths.ROOT / "scratch" / "CMakeLists.txt"
PROJECT = f"""
cmake_minimum_required(VERSION 3.25)
project(toy LANGUAGES CXX)
option(BURSTLAB_TESTS "" OFF)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${{PROJECT_BINARY_DIR}}/lib)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${{PROJECT_BINARY_DIR}}/bin)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
include({WHEEL}/targets.cmake)
add_library(core SHARED core.cc)
burstlab_target(module core .)
add_executable(burstlab-run run.cc)
target_link_libraries(burstlab-run PRIVATE core)
burstlab_target(runner burstlab-run run.cc)
add_library(other SHARED other.cc)
burstlab_target(scenarios other other.cc)
if(BURSTLAB_TESTS)
  add_executable(toy-test run.cc)
  target_link_libraries(toy-test PRIVATE core)
  burstlab_target(test toy-test run.cc)
endif()
add_subdirectory(scratch)
burstlab_write_targets()
"""
CORE = "int version() {{ return {0}; }}\n"
RUN = "int version();\nint main() {{ return version() == {0} ? {0} : 99; }}\n"


def write_project(folder):
    (folder / "scratch").mkdir(parents=True)
    (folder / "scratch" / "CMakeLists.txt").write_text(SCRATCH.read_text())
    (folder / "scratch" / "good.cc").write_text("int main() {}\n")
    (folder / "CMakeLists.txt").write_text(PROJECT)
    (folder / "core.cc").write_text(CORE.format(1))
    (folder / "run.cc").write_text(RUN.format(1))
    (folder / "other.cc").write_text("int other() { return 0; }\n")


@pytest.fixture
def project(tmp_path, monkeypatch):
    folder = tmp_path / "checkout"
    monkeypatch.setattr(paths, "ROOT", folder)
    monkeypatch.setattr(paths, "BUILD", folder / "build")
    write_project(folder)
    return folder


def made(kind):
    return set(published.use().files(kind))


def broken():
    return {target.source: target.broken for target in published.use().broken()}


def run(folder):
    return subprocess.run([folder / "bin" / "burstlab-run"]).returncode


def beside(project, statement, **options):
    """A Python of its own that works on the same checkout."""
    program = (
        "import logging, sys, time\nfrom pathlib import Path\n"
        "from burstlab import build, paths, published\n"
        f"paths.ROOT, paths.BUILD = Path({str(project)!r}), Path({str(project / 'build')!r})\n"
        "logging.basicConfig(level='INFO', format='%(message)s', stream=sys.stdout)\n"
    )
    analysis = Path(build.__file__).parents[2]
    return subprocess.Popen(
        [sys.executable, "-u", "-c", program + statement],
        env={**os.environ, "PYTHONPATH": str(analysis)},
        stdout=subprocess.PIPE,
        text=True,
        **options,
    )


def test_build_makes_what_is_missing_and_then_nothing(project):
    first = build.ensure(quiet=True)
    configured = (project / "build/release/build.ninja").stat().st_mtime_ns
    assert run(first) == 1
    assert build.ensure(quiet=True) == first
    assert (project / "build/release/build.ninja").stat().st_mtime_ns == configured


@pytest.fixture
def studies(project, monkeypatch):
    """A project with the studies alpha and beta."""
    monkeypatch.setattr(paths, "SCENARIOS", project / "scenarios")
    text = PROJECT
    for name in ("alpha", "beta"):
        place = project / "scenarios" / name
        place.mkdir(parents=True)
        (place / "all.cc").write_text(f"int {name}() {{ return 0; }}\n")
        text = text.replace(
            "burstlab_write_targets()",
            f"add_library({name} SHARED scenarios/{name}/all.cc)\n"
            f"target_link_libraries({name} PRIVATE core)\n"
            f"burstlab_target(scenarios {name} scenarios/{name})\nburstlab_write_targets()",
        )
    (project / "CMakeLists.txt").write_text(text)
    return project / "scenarios"


def test_a_first_build_makes_what_is_asked_for(studies):
    folder = build.ensure(quiet=True, studies=["alpha"])
    assert run(folder) == 1
    assert (made("scenarios"), made("module"), made("program")) == ({"alpha"}, {"core"}, set())
    assert published.use().studies(left=True) >= {"beta"}
    (target,) = (t for t in published.use().broken() if t.source == "scenarios/beta")
    assert target.fault == "scenarios/beta is not built yet: ./lab build"
    assert build.ensure(quiet=True, studies=["alpha"]) == folder
    build.ensure(quiet=True, studies=["beta"])
    assert made("scenarios") == {"alpha", "beta"}


def test_an_edit_of_a_module_that_is_not_built_concerns_no_program(studies, project):
    (project / "far").mkdir()
    source = project / "far" / "far.cc"
    source.write_text("int far() { return 0; }\n")
    file = project / "CMakeLists.txt"
    module = "add_library(far SHARED far/far.cc)\nburstlab_target(module far far)\n"
    linked = "target_link_libraries(beta PRIVATE far)\nburstlab_write_targets()"
    text = file.read_text().replace("(module core .)", "(module core core.cc)")
    file.write_text(text.replace("burstlab_write_targets()", module + linked))
    build.ensure(quiet=True, studies=["alpha"])
    source.write_text("int far() { return 1; }\n")
    published.check_fresh([published.use().files("runner")["burstlab-run"]])
    build.ensure(quiet=True, studies=["beta"])
    source.write_text("int far() { return 2; }\n")
    with pytest.raises(WorkError, match=r"far\.cc.*\./lab build"):
        published.check_fresh([published.use().files("runner")["burstlab-run"]])


def test_what_was_asked_for_once_is_kept_up_to_date(studies):
    build.ensure(quiet=True, studies=["alpha"])
    (studies / "alpha" / "all.cc").write_text("no\n")
    assert build.refresh(quiet=True)
    assert "scenarios/alpha" in broken()
    assert made("scenarios") == set()
    (studies / "alpha" / "all.cc").write_text("int alpha() { return 1; }\n")
    build.ensure(quiet=True, studies=["beta"])
    assert made("scenarios") == {"alpha", "beta"}
    build.ensure(quiet=True)
    assert (made("program"), published.use().studies(left=True)) == ({"good"}, set())
    (studies / "beta" / "all.cc").write_text("no\n")
    build.ensure(quiet=True, studies=["alpha"])  # everything was asked for
    assert made("scenarios") == {"alpha", "other"}


def test_a_header_that_went_is_in_nobodys_way(project):
    include = project / "build/release/include/ns3"
    include.mkdir(parents=True)
    for name in ("stays.h", "goes.h"):
        (project / name).touch()
        (include / name).symlink_to(project / name)
    assert (build.ensure(quiet=True) / "include/ns3/goes.h").exists()
    (project / "goes.h").unlink()
    assert [file.name for file in (build.ensure(quiet=True) / "include/ns3").iterdir()] == [
        "stays.h"
    ]


def test_tests_once_built_stay(project):
    build.ensure(quiet=True)
    assert not made("test")
    build.ensure(tests=True, quiet=True)
    assert made("test") == {"toy-test"}
    build.ensure(quiet=True)
    assert made("test") == {"toy-test"}


def test_compiler_is_quoted_when_what_all_need_fails(project):
    build.ensure(quiet=True)
    (project / "core.cc").write_text("int version() { return nonsense; }\n")
    with pytest.raises(WorkError, match=r"(?s)nonsense.*\nbuild/release\b[^\n]*built"):
        build.ensure(quiet=True)
    assert not made("runner")  # and not the one of before
    (project / "core.cc").write_text(CORE.format(1))
    assert run(build.ensure(quiet=True)) == 1


@pytest.mark.parametrize(
    ("file", "text", "place"),
    [
        ("scratch/bad.cc", "int main()\n{ return nonsense; }\n", "scratch/bad.cc:2:"),
        ("scratch/bad.cc", "int f();\nint main() { return f(); }\n", "undefined reference"),
        ("scratch/good.cc", "int main() { return nonsense; }\n", "scratch/good.cc:1:"),
        ("scratch/good.cc", "int f() { return nonsense; }\n", "scratch/good.cc:1:"),
        ("other.cc", "#include <nothing>\n", "other.cc:1:"),
    ],
)
def test_a_broken_part_concerns_no_other(project, file, text, place):
    build.ensure(quiet=True)
    (project / "scratch" / "fine.cc").write_text("int main() {}\n")
    (project / file).write_text(text)
    for _ in range(2):
        assert run(build.ensure(quiet=True)) == 1
        assert list(broken()) == [file]
        assert place in broken()[file]
        assert "fine" in made("program")
        assert Path(file).stem not in made("program") | made("scenarios")  # nor a former one
        with pytest.raises(WorkError, match=r"\nbuild/release\b.*built"):
            build.ensure(strict=True, quiet=True)
    (project / file).write_text("int main() {}\n")
    build.ensure(strict=True, quiet=True)
    assert not broken()


def test_a_study_that_lacks_a_library_is_an_error_of_its_build(runner):
    """And not of the runner, which loads the libraries of all studies."""
    rules = (paths.BUILD / "release" / "build.ninja").read_text()
    linked = re.findall(r"build lib/libburstlab-scenarios-\S+\.so: .*?\n\n", rules, re.DOTALL)
    assert linked
    assert all("-Wl,-z,defs" in rule for rule in linked)
    lacking = Target("scenarios", "x", "scenarios/x", "", "undefined reference to `ns3::X'")
    assert lacking.fault.endswith("belongs into scenarios/x/CMakeLists.txt")
    assert "CMakeLists" not in replace(lacking, broken="a.cc:1: error: x").fault


def test_what_needs_a_broken_module_is_broken_with_it(project):
    (project / "CMakeLists.txt").write_text(
        PROJECT + "target_link_libraries(scratch-good PRIVATE other)\n"
    )
    (project / "other.cc").write_text("nonsense\n")
    build.ensure(quiet=True)
    assert set(broken()) == {"other.cc", "scratch/good.cc"}
    assert all("other.cc:1:" in reason for reason in broken().values())


def test_a_program_has_the_modules_of_ns3_that_it_uses(project):
    source, library = project / "extra.cc", project / "libextra.so"
    source.write_text("int extra() { return 7; }\n")
    made_shared = ("-shared", "-fPIC", "-Wl,-soname,libextra.so", "-o", library)
    subprocess.run(["c++", *made_shared, source], check=True)
    scratch = "add_subdirectory(scratch)"
    text = PROJECT.replace(scratch, f"set(ns3_libraries {library})\n{scratch}")
    (project / "CMakeLists.txt").write_text(text)
    (project / "scratch" / "user.cc").write_text(
        "int extra();\nint main() { return extra() == 7 ? 0 : 1; }\n"
    )
    build.ensure(quiet=True)
    files = published.use().files("program")
    assert subprocess.run([files["user"]]).returncode == 0
    for name, used in (("user", True), ("good", False)):
        listed = subprocess.run(["ldd", files[name]], capture_output=True, text=True, check=True)
        assert ("libextra.so" in listed.stdout) == used


def test_a_removed_source_is_gone(project):
    build.ensure(quiet=True)
    assert made("program") == {"good"}
    (project / "scratch" / "good.cc").unlink()
    build.ensure(quiet=True)
    assert made("program") == set()


def test_a_program_that_loses_its_main_becomes_a_plugin(project):
    build.ensure(quiet=True)
    (project / "scratch" / "good.cc").write_text("int f() { return 0; } // no main() here\n")
    build.ensure(quiet=True)
    assert (made("program"), made("plugin")) == (set(), {"good"})


def test_strange_files_in_scratch_stop_nothing(project):
    (project / "scratch" / "two words;.cc").write_text("int main() {}\n")
    (project / "scratch" / ".#good.cc").symlink_to("nobody@nowhere")
    (project / "scratch" / "dangling.cc").symlink_to("nowhere")
    build.ensure(quiet=True)
    assert made("program") == {"good"}
    assert set(broken()) == {"scratch/two?words.cc", "scratch/dangling.cc"}


def test_broken_configuration_is_quoted_and_tried_again(project):
    (project / "CMakeLists.txt").write_text("project(\n")
    with pytest.raises(WorkError, match=r"(?s)CMakeLists.*\nbuild/release\b[^\n]*configured"):
        build.ensure(quiet=True)
    (project / "CMakeLists.txt").write_text(PROJECT)
    assert run(build.ensure(quiet=True)) == 1


def test_a_configuration_that_breaks_later_is_quoted(project):
    build.ensure(quiet=True)
    (project / "CMakeLists.txt").write_text(PROJECT + "nonsense()\n")
    with pytest.raises(WorkError, match=r"(?s)nonsense.*\nbuild/release\b[^\n]*built"):
        build.ensure(quiet=True)


def test_a_build_changes_nothing_under_those_who_use_the_former(project):
    former = build.ensure(quiet=True)
    user = beside(project, "print(published.use().folder); sys.stdin.read()", stdin=subprocess.PIPE)
    assert user.stdout.readline().strip() == str(former)
    bytes_before = (former / "lib" / "libcore.so").read_bytes()
    for version in (2, 3):
        (project / "core.cc").write_text(CORE.format(version))
        (project / "run.cc").write_text(RUN.format(version))
        with beside(project, "print(build.ensure(quiet=True))") as builder:
            newest = Path(builder.stdout.read().splitlines()[-1])
        assert run(newest) == version
        assert run(former) == 1
        assert (former / "lib" / "libcore.so").read_bytes() == bytes_before
    user.communicate("")
    published._in_use.clear()  # what this process used; its locks go with the descriptors
    for lock in [int(fd.name) for fd in Path("/proc/self/fd").iterdir()]:
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/self/fd/{lock}").startswith(str(project)):
                os.close(lock)
    (project / "core.cc").write_text(CORE.format(3) + "// again\nint more() { return 0; }\n")
    newest = build.ensure(quiet=True)
    assert [folder.name for folder in newest.parent.iterdir()] == [newest.name]


def test_a_second_build_waits_and_says_so(project):
    with published.locked(project / "build" / "release"):
        second = beside(project, "build.ensure(quiet=True)")
        assert second.stdout.readline() == "waiting: another process builds build/release\n"
        assert not (project / "build/release/build.ninja").exists()
    second.communicate()
    assert second.returncode == 0
    assert run(published.use().folder) == 1


def test_a_compiler_that_outlives_its_command_keeps_the_lock(project):
    """Two Ninjas in one tree ruin it: the lock has to last as long as the first."""
    log = project / "log"
    command = f"echo begin >> {log}; sleep 1; echo end >> {log}; touch slow.txt"
    (project / "CMakeLists.txt").write_text(
        PROJECT
        + f'add_custom_command(OUTPUT slow.txt COMMAND sh -c "{command}" VERBATIM)\n'
        + "add_custom_target(slow ALL DEPENDS slow.txt)\n"
    )
    first = beside(project, "build.ensure(quiet=True)")
    while not log.exists():
        assert first.poll() is None
        time.sleep(0.01)
    first.kill()
    build.ensure(quiet=True)
    first.wait()
    said = log.read_text().split()
    assert said == ["begin", "end"] * (len(said) // 2)


def test_nobody_sees_half_a_build(project):
    """Library and program of one version, however often another process builds."""
    build.ensure(quiet=True)
    edits = (
        "for version in range(2, 12):\n"
        f"    (paths.ROOT / 'core.cc').write_text({CORE!r}.format(version))\n"
        f"    (paths.ROOT / 'run.cc').write_text({RUN!r}.format(version))\n"
        "    build.ensure(quiet=True)\n"
    )
    seen = set()
    with beside(project, edits) as builder:
        while builder.poll() is None:
            seen.add(run(published.use(newest=True).folder))
    assert builder.returncode == 0
    assert 99 not in seen
    assert len(seen) > 2
    assert seen <= set(range(1, 12))


def test_a_copied_or_moved_checkout_works_on_itself(project, tmp_path, monkeypatch, caplog):
    build.ensure(quiet=True)
    here = tmp_path / "copy"
    shutil.copytree(project, here, symlinks=True)
    (here / "core.cc").write_text(CORE.format(5))
    (here / "run.cc").write_text(RUN.format(5))
    monkeypatch.setattr(paths, "ROOT", here)
    monkeypatch.setattr(paths, "BUILD", here / "build")
    with caplog.at_level("INFO"):
        folder = build.ensure(quiet=True)
    assert "making it anew" in caplog.text
    assert folder.is_relative_to(here)
    assert run(folder) == 5
    shutil.rmtree(project)
    assert run(build.ensure(quiet=True)) == 5


def test_a_workplace_of_another_checkout_is_emptied(project):
    for place, left in (("here", True), ("elsewhere", False)):
        with build.workplace("fuzz") as folder:
            (folder / "CMakeCache.txt").touch()
            (folder / "checkout").write_text(str(paths.ROOT if place == "here" else place))
        with build.workplace("fuzz") as folder:
            assert (folder / "CMakeCache.txt").exists() == left


def test_a_module_of_the_users_is_not_replaced(tmp_path):
    tree = tmp_path / "ns-3"
    (tree / "src" / "core").mkdir(parents=True)
    (tree / "VERSION").write_text("3.44\n")
    (tree / "contrib" / intree.modules()[-1]).mkdir(parents=True)
    with pytest.raises(InputError, match=rf"contrib/{intree.modules()[-1]}\b.*already"):
        intree.link(tree)
    assert [entry.name for entry in (tree / "contrib").iterdir()] == [intree.modules()[-1]]


def test_a_module_is_linked_with_what_it_needs(tmp_path):
    (tmp_path / "src" / "core").mkdir(parents=True)
    (tmp_path / "contrib").mkdir()
    (tmp_path / "VERSION").write_text("3.37\n")
    made = [link.name for link in intree.link(tmp_path, ["servernet"])]
    assert made == ["burst-core", "burst-traffic", "fabric", "servernet"]
    rest = [link.name for link in intree.link(tmp_path)]
    assert rest == [
        *("atm-abr", "faults", "iepm", "l2-notification", "lossless-ethernet"),
        *("netflow", "path-measurement"),
        *("pfabric", "qbss", "run-archive", "scenario-runner"),
    ]
    with pytest.raises(InputError, match=r"servernett.*\bservernet\b"):
        intree.link(tmp_path, ["servernett"])


@pytest.mark.parametrize("version", ["3.37", "3.37.1\n", "3.48\n"])
def test_a_tree_of_a_known_release_is_linked(tmp_path, version):
    (tmp_path / "src" / "core").mkdir(parents=True)
    (tmp_path / "contrib").mkdir()
    (tmp_path / "VERSION").write_text(version)
    assert intree.link(tmp_path, ["burst-core"])
    assert intree.following(tmp_path).startswith(f"cd {tmp_path} && ./ns3 configure")


@pytest.mark.parametrize("version", ["3.36.1", "3.49", "3-dev", "", None])
def test_a_tree_of_another_release_is_refused(tmp_path, version):
    (tmp_path / "src" / "core").mkdir(parents=True)
    (tmp_path / "contrib").mkdir()
    if version is not None:
        (tmp_path / "VERSION").write_text(version)
    with pytest.raises(InputError, match=rf"VERSION.*{version or ''}.*3\.37.*3\.48"):
        intree.link(tmp_path)
    assert list((tmp_path / "contrib").iterdir()) == []


def test_the_first_build_is_estimated_from_the_sources_and_processors(monkeypatch):
    """Measured on two cores: 80 s, of the 103 sources of traffic."""
    monkeypatch.setattr(cmake, "cores", lambda: 2)
    estimate = build.first_build_s()
    assert 80 / 1.5 < build.first_build_s(["traffic"]) < 80 * 1.5
    monkeypatch.setattr(cmake, "cores", lambda: 1)
    assert build.first_build_s() == 2 * estimate
    assert build.first_build_s(["traffic"]) < build.first_build_s(["flow-completion"])
    assert build.first_build_s(["flow-completion"]) < estimate
    monkeypatch.setattr(paths, "CONTRIB", paths.ROOT / "nothing")
    assert build.first_build_s() < estimate


def test_another_ns3_is_noticed(project, monkeypatch):
    build.ensure(quiet=True)
    before = (project / "build/release/lib/libcore.so").stat().st_mtime_ns
    monkeypatch.setattr(cmake, "_ns3", lambda: "3.99")
    build.ensure(quiet=True)
    assert (project / "build/release/lib/libcore.so").stat().st_mtime_ns > before


def test_kinds_are_named():
    with pytest.raises(InputError, match=r"\bfast\b.*release.*sanitize"):
        build.ensure("fast")


def test_plain_progress_says_how_far_and_how_long(monkeypatch, capsys):
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    display = progress.PlainProgress("toy", "runs")
    display.start(10, 4)
    now = 10.0
    display.report(1, "toy", {"fraction": 0.5})
    now = 11.0
    display.report(1, "toy", {"fraction": 0.6})
    now = 20.0
    display.finish(1, good=True)
    now = 30.0
    display.finish(2, good=False)
    assert capsys.readouterr().err.splitlines() == [
        # half a run of six in 10 s: 5.5 more take 110 s
        "toy: 4 of 10 runs, 1 running at 50%, 10 s, about 110 s to go",
        "toy: 5 of 10 runs, 20 s, about 100 s to go",
        "toy: 6 of 10 runs, 1 failed, 30 s, about 60 s to go",
    ]


def test_quiet_says_nothing(capsys):
    display = progress.choose("toy", quiet=True)
    display.start(1, 0)
    display.finish(1, good=True)
    display.close()
    assert capsys.readouterr() == ("", "")
    assert not display.active


def test_parts_are_counted_whatever_becomes_of_them():
    def broken():
        raise WorkError("the compiler said so")

    lines = []
    failed = checks.run(
        [
            Part("good", lambda: Outcome(3)),
            Part("bad", lambda: Outcome(1, 2, "two were wrong")),
            Part("broken", broken),
            Part("empty", lambda: Outcome(0)),
        ],
        lines.append,
    )
    assert failed == 4
    assert lines[-1] == "4 passed, 4 failed in 0.0 s"
    assert "two were wrong" in lines
    assert "the compiler said so" in lines
    assert "no test was run" in lines


def test_a_program_whose_source_was_edited_is_refused(project):
    cmake.ensure()
    file = published.use().files("program")["good"]
    published.check_fresh([file, Path("/bin/true")])
    (project / "scratch" / "good.cc").write_text("int main() { return 0; }\n")
    with pytest.raises(WorkError, match=r"scratch/good\.cc.*edited.*\bgood\b.*\./lab build"):
        plan([RunSpec("toy")], Program(file))
    cmake.ensure()
    published.check_fresh([published.use().files("program")["good"]])
    with pytest.raises(WorkError, match=r"edited.*lab build"):
        published.check_fresh([file])  # that of the first build
    (project / "core.cc").write_text(CORE.format(1) + "\n")
    with pytest.raises(WorkError, match=r"core\.cc.*edited.*\bgood\b.*\./lab build"):
        published.check_fresh([published.use().files("program")["good"]])


def test_warnings_in_programs_of_users_are_no_errors():
    """Our sources are compiled with -Werror where there are tests; scratch/ is not."""
    file = paths.ROOT / "build" / "release" / "compile_commands.json"
    commands = json.loads(file.read_text(encoding="utf-8"))
    flags = [each["command"].split() for each in commands if "/scratch/" in each["file"]]
    assert flags
    for each in flags:
        assert "-Werror" not in each or each.index("-Werror") < each.index("-Wno-error")
