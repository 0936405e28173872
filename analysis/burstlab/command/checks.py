# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""``./lab test``: each part runs one kind of test and counts passed and failed tests."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burstlab import build, paths, published
from burstlab.archive import Archive
from burstlab.build import catalogue
from burstlab.errors import InputError
from burstlab.process import call, cores

_SOURCES = ("contrib", "scenarios", "examples", "scratch", "test", "wscript-patches")


@dataclass(frozen=True)
class Outcome:
    """Numbers of passed and failed tests of a part, and the text of the failures."""

    passed: int
    failed: int = 0
    text: str = ""


@dataclass(frozen=True)
class Part:
    """A kind of test."""

    name: str
    run: Callable[[], Outcome]


def run(parts: Sequence[Part], echo: Callable[[str], None]) -> int:
    """Run all parts, one after the other, also after failures.

    Parameters
    ----------
    parts
        The parts.
    echo
        Receives one line for each part, its failures, and a last line with the total time.

    Returns
    -------
    int
        Number of tests that failed.
    """
    passed = failed = 0
    begun = time.monotonic()
    for part in parts:
        started = time.monotonic()
        try:
            outcome = part.run()
        except (RuntimeError, ValueError, OSError) as error:
            outcome = Outcome(0, 1, str(error))
        if not outcome.passed and not outcome.failed:
            outcome = Outcome(0, 1, "no test was run")
        seconds = time.monotonic() - started
        bad = f", {outcome.failed} FAILED" if outcome.failed else ""
        echo(f"{part.name:<32} {outcome.passed:>5} passed{bad} in {seconds:.1f} s")
        if outcome.failed:
            echo(outcome.text.rstrip())
        passed += outcome.passed
        failed += outcome.failed
    echo(f"{passed} passed, {failed} failed in {time.monotonic() - begun:.1f} s")
    return failed


def usual_parts(quiet: bool) -> list[Part]:
    """List the parts of ``./lab test``."""
    return [
        Part("build", lambda: _built("release", quiet)),
        Part("style", style),
        *_compiled("release"),
        Part("analysis and command (pytest)", lambda: _pytest("not nightly")),
        Part("studies, quick edition", lambda: _studies(quiet)),
        Part("examples", _examples),
    ]


def long_parts(seconds: int, quiet: bool) -> list[Part]:
    """List the further parts of ``./lab test --all``; each fuzzer runs for `seconds`."""

    def fuzz() -> Outcome:
        from burstlab.command import fuzz

        return Outcome(fuzz.run(seconds))

    return [
        Part("analysis and command, nightly (pytest)", lambda: _pytest("nightly")),
        Part("sanitizers: build", lambda: _built("sanitize", quiet)),
        *_compiled("sanitize"),
        Part("fuzzers", fuzz),
        Part("wrong verdicts", lambda: _program("verdicts")),
        Part("commands started together", lambda: _program("together")),
        Part("cluster with killed parts", lambda: _program("cluster")),
        *in_tree_parts(),
    ]


def in_tree_parts() -> list[Part]:
    """List the parts of ``./lab test --in-tree``."""

    def in_tree() -> Outcome:
        from burstlab.command import intree

        return Outcome(intree.run())

    return [Part("inside an ns-3.37 tree", in_tree)]


def style() -> Outcome:
    """Check the style of C++ and Python, the comments of contrib/, and dependencies."""
    sources = [
        str(file)
        for folder in _SOURCES
        for pattern in ("**/*.cc", "**/*.h")
        for file in sorted((paths.ROOT / folder).glob(pattern))
    ]
    python = [paths.ROOT / name for name in ("analysis", "scenarios", "examples", "test")]
    commands = [
        ("clang-format", "--dry-run", "-Werror", *sources),
        ("ruff", "check", "--quiet", *python),
        ("ruff", "format", "--check", "--quiet", *python),
        ("lint-imports", "--no-cache"),
        ("python", paths.ROOT / "test" / "structure.py"),
    ]
    texts = []
    for name, *arguments in commands:
        tool = paths.tool(name)
        if not tool.exists():
            raise InputError(f"{name} is not installed: ./lab test installs it")
        done = call([tool, *arguments], paths.ROOT)
        if done.returncode != 0:
            texts.append(f"{name} {paths.relative(Path(arguments[0]))}:\n{done.stdout}")
    undocumented = _undocumented()
    if undocumented:
        texts.append(f"doxygen:\n{undocumented}")
    return Outcome(len(commands) + 1 - len(texts), len(texts), "\n".join(texts))


def _undocumented() -> str:
    """Return doxygen's warnings of names in contrib/ without a comment."""
    if not shutil.which("doxygen"):
        raise InputError("doxygen is missing: ./lab test installs it")
    with build.workplace("doxygen"):
        done = call(["doxygen", "test/Doxyfile"], paths.ROOT)
    return done.stdout if done.returncode != 0 else ""


def _built(kind: str, quiet: bool) -> Outcome:
    build.ensure(kind, tests=True, strict=True, quiet=quiet)
    return Outcome(1)


def _compiled(kind: str) -> list[Part]:
    label = "" if kind == "release" else "sanitizers: "
    return [
        Part(f"{label}laws (GoogleTest)", lambda: _google_tests(kind)),
        Part(f"{label}modules (ns-3 suites)", lambda: _ns3_suites(kind)),
    ]


def _test_program(kind: str, name: str) -> Path:
    program = published.use(kind).files("test").get(name)
    if program is None:
        raise InputError(f"{name} could not be built: see the part build")
    return program


def _google_tests(kind: str) -> Outcome:
    program = _test_program(kind, "burstlab-unit-tests")
    shards = cores()

    def run_shard(index: int) -> Outcome:
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            shard = [f"GTEST_TOTAL_SHARDS={shards}", f"GTEST_SHARD_INDEX={index}"]
            options = ["--gtest_brief=1", f"--gtest_output=json:{report}"]
            done = call(["env", *shard, program, *options], folder)
            if not report.exists():
                return Outcome(0, 1, done.stdout)
            counts = json.loads(report.read_text(encoding="utf-8"))
        return _counted(counts["tests"], counts["failures"] + counts["errors"], done)

    return _side_by_side(run_shard, range(shards))


def _ns3_suites(kind: str) -> Outcome:
    from burstlab.command import intree

    runner = _test_program(kind, "burstlab-test-runner")

    def run_suite(name: str) -> Outcome:
        with tempfile.TemporaryDirectory() as folder:
            # An event of ns-3 that throws, or waits when the simulation is destroyed, is not freed.
            command = ["env", "ASAN_OPTIONS=detect_leaks=0", runner, f"--suite={name}"]
            done = call([*command, "--verbose", f"--tempdir={folder}"], folder)
        return _ended(name, done)

    return _side_by_side(run_suite, intree.suites(runner, intree.modules()))


def _pytest(marks: str) -> Outcome:
    workers = ["-m", marks, "-n", str(cores()), "--dist=loadfile"]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        done = call([sys.executable, "-m", "pytest", f"--junitxml={report}", *workers], paths.ROOT)
        if not report.exists():
            return Outcome(0, 1, done.stdout)
        counts = ElementTree.parse(report).find("testsuite").attrib
    ran = int(counts["tests"]) - int(counts["skipped"])
    return _counted(ran, int(counts["failures"]) + int(counts["errors"]), done)


def _program(name: str) -> Outcome:
    """Run a program of test/long, which counts passed and failed tests."""
    done = call([sys.executable, paths.ROOT / "test" / "long" / f"{name}.py"])
    counts = re.findall(r"(?m)^(\d+) passed, (\d+) failed$", done.stdout) or [(0, 0)]
    passed, failed = map(int, counts[-1])
    return _counted(passed + failed, failed, done)


def _counted(ran: int, failed: int, done: subprocess.CompletedProcess[str]) -> Outcome:
    """Count a runner with a bad exit code as a failure, even if no test failed."""
    failed = failed or int(done.returncode != 0)
    return Outcome(max(ran - failed, 0), failed, done.stdout)


def _studies(quiet: bool) -> Outcome:
    """Sweep and judge the quick editions.

    A study passes when all its runs end, its claims can be judged, and its README has the same
    verdicts.
    """
    from burstlab.command.reproduce import claims, readmes
    from burstlab.command.sweeps import described, sweep_edition
    from burstlab.study import Edition, find_studies, study_names

    passed, texts = 0, []
    for name in study_names():
        try:
            edition = Edition(find_studies([name])[name], "quick")
            failures = sweep_edition(edition, quiet=quiet).failures
            _, fresh, faults = claims([name], quiet=quiet)
            written = readmes(fresh) if fresh and not _has_more(name) else {}
        except (RuntimeError, ValueError) as error:
            texts.append(str(error))
            continue
        found = [
            *map(str, faults.values()),
            *(described(failure, paths.ARCHIVE) for failure in failures),
            *(
                f"{paths.relative(file)}: its verdicts are not those of these runs;"
                f" ./lab claims {name} --readme writes them"
                for file, text in written.items()
                if file.read_text(encoding="utf-8") != text
            ),
        ]
        passed += not found
        texts += found
    return Outcome(passed, len(texts), "\n".join(texts))


def _has_more(study: str) -> bool:
    """Whether its quick edition has added replications, which may decide more claims."""
    with Archive() as archive:
        return bool(archive.added_runs(study, "quick"))


def _examples() -> Outcome:
    programs = catalogue.programs()

    def run_example(name: str) -> Outcome:
        file = programs[name]
        command = [sys.executable, file] if file.suffix == ".py" else [file]
        with tempfile.TemporaryDirectory() as folder:
            return _ended(name, call(command, folder))

    return _side_by_side(run_example, programs)


def _ended(name: str, done: subprocess.CompletedProcess[str]) -> Outcome:
    """Count a program with a bad exit code as a failure."""
    if done.returncode == 0:
        return Outcome(1)
    return Outcome(0, 1, f"{name} ended with code {done.returncode}:\n{done.stdout}")


def _side_by_side(test: Callable[[Any], Outcome], items: Iterable[Any]) -> Outcome:
    """Run a test on each item, one at a time for each core."""
    with ThreadPoolExecutor(cores()) as pool:
        outcomes = list(pool.map(test, items))
    texts = [outcome.text for outcome in outcomes if outcome.failed]
    return Outcome(
        sum(outcome.passed for outcome in outcomes),
        sum(outcome.failed for outcome in outcomes),
        "\n".join(texts),
    )
