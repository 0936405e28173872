# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""``./lab run``: one run of a scenario, a program of scratch/, or an example."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from burstlab import progress
from burstlab.build import catalogue
from burstlab.command.results_text import print_csv, print_results
from burstlab.engine import Program, RunSpec, execute
from burstlab.engine.execution import NOTHING_WRITTEN
from burstlab.errors import InputError, UnknownNameError, WorkError, unknown

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Options:
    """Options of ``./lab run`` besides attributes; None: not given."""

    seed: int | None = None
    run: int | None = None
    scheduler: str | None = None
    archive: Path | None = None
    json: bool = False
    csv: bool = False
    python: bool = False
    quiet: bool = False
    everything: bool = False


def launch(name: str, plugins: Sequence[str], words: Sequence[str], options: Options) -> int:
    """Run a scenario or program.

    Parameters
    ----------
    name
        A scenario, a program of scratch/ or an example.
    plugins
        Names of built plugins, or paths of libraries.
    words
        ``--Attribute=value`` for a scenario; any arguments for a program.
    options
        Further options.

    Returns
    -------
    int
        Exit code of the program.
    """
    program = catalogue.runner([catalogue.find_plugin(plugin) for plugin in plugins])
    try:
        found = catalogue.find_scenario(name, program if plugins else None)
    except (UnknownNameError, WorkError) as error:
        if catalogue.is_program(name):
            catalogue.check_study_of(name)
            return _run_from_source(name, words, options)
        if isinstance(error, WorkError):
            raise
        known = [*(each["name"] for each in catalogue.scenarios()), *catalogue.programs()]
        sentence = unknown("scenario or program", name, known)
        raise UnknownNameError(f"{sentence}{catalogue.elsewhere(name)}") from None
    scenario = found["name"]
    if catalogue.is_program(name):
        raise InputError(
            f"{name} is a scenario and a program: allowed are {found['type']} and the program's"
            " name with its folder, as in ./lab list"
        )
    if options.python:
        return _run_in_python(scenario, plugins, words, options)
    return _run_scenario(program, [scenario, *words, *_words(options)], options)


def _words(options: Options) -> list[str]:
    given = {"seed": options.seed, "run": options.run, "scheduler": options.scheduler}
    given["archive"] = options.archive
    words = [f"--{name}={value}" for name, value in given.items() if value is not None]
    return [*words, *(["--json"] if options.json or options.csv else [])]


def _run_from_source(name: str, words: Sequence[str], options: Options) -> int:
    """Run a program of scratch/ or an example."""
    file = catalogue.find_program(name)
    if not _runs_scenarios(file, words):
        return _run_program(file, words, options)
    try:
        return _run_scenario(Program(file), [*words, *_words(options)], options)
    except InputError as error:
        hint = catalogue.unregistered(name) if str(error).endswith("none is known") else ""
        raise InputError(f"{error}{hint}") from None


def _runs_scenarios(file: Path, words: Sequence[str]) -> bool:
    """Whether a program has the runner's command line, and these arguments compute a run."""
    other = {"--help", "--list", "--describe", "--plan"}
    computes = other.isdisjoint(word.partition("=")[0] for word in words)
    return computes and catalogue.runs_scenarios(file)


def _run_program(file: Path, words: Sequence[str], options: Options) -> int:
    """Replace this process by a program with its own command line."""
    if options.csv:
        raise InputError(f"--csv: {file.name} runs no scenario: a scenario is needed")
    command = [str(file)]
    if file.suffix == ".py":
        command = [sys.executable, "-m", "burstlab.command.script", str(file)]
    command += [*words, *_words(options), *(["--all"] if options.everything else [])]
    os.execv(command[0], command)


def _run_scenario(program: Program, words: list[str], options: Options) -> int:
    """Run a scenario; without an archive, print the results as tables."""
    if options.everything and options.archive and not options.csv:
        raise InputError(
            f"--all: with --archive={options.archive} the results are stored and not printed;"
            " ./lab archive show prints them"
        )
    logged = "NS_LOG" in os.environ  # print the log during the run
    if options.json or (options.archive and not options.csv):
        if logged or (options.quiet and options.json):
            command = [*program.command, *words]
            os.execv(command[0], command)
        return _run_with_progress(program, words, options, partial(_copy, options))
    if not options.csv:
        words = [*words, "--json"]
    if not logged:
        return _run_with_progress(program, words, options, partial(_print_run, options))
    with tempfile.TemporaryFile() as output:
        code = subprocess.run([*program.command, *words], stdout=output).returncode
        output.seek(0)
        if code == 0:
            _print_run(options, output)
    return code


def _copy(options: Options, output: IO[bytes]) -> None:
    if options.json and not os.fstat(output.fileno()).st_size:
        raise WorkError(NOTHING_WRITTEN)
    shutil.copyfileobj(output, sys.stdout.buffer)
    sys.stdout.flush()


def _print_run(options: Options, output: IO[bytes]) -> None:
    """Print the scenario's own output, then the document as tables."""
    text = output.read().decode(errors="replace")
    begin = text.rfind('{"scenario":')
    if begin < 0:
        raise WorkError(NOTHING_WRITTEN)
    stream = sys.stderr if options.csv else sys.stdout
    stream.write(text[:begin])
    stream.flush()
    _print_document(json.loads(text[begin:]), options)


def _print_document(document: dict[str, Any], options: Options) -> None:
    if options.csv:
        print_csv(document)
    else:
        print_results(document, everything=options.everything)


def _run_with_progress(
    program: Program, words: list[str], options: Options, show: Callable[[IO[bytes]], None]
) -> int:
    """Run a scenario with a progress display, then print its output."""
    known = _runs_in(options.archive)
    display = progress.choose("running", quiet=options.quiet)
    report = partial(display.report, 0, "") if display.active else None
    with tempfile.TemporaryFile() as output:
        display.start(1, 0)
        try:
            ended = execute(program, words, report, output)
        finally:
            display.close()
        if ended.code == 0:
            output.seek(0)
            show(output)
    if ended.code == 2:
        raise InputError(ended.sentence)
    if ended.code != 0:
        raise WorkError(ended.sentence)
    stored = re.findall(r"^run (\d+) is in ", ended.log, re.M)
    if stored:
        _log_stored(int(stored[-1]), known, options)
    elif options.archive and not (options.json or options.csv):
        raise WorkError(NOTHING_WRITTEN)
    return 0


def _runs_in(archive: Path | None) -> set[int]:
    """List the runs of an archive; none if the file is missing or no archive."""
    if archive and archive.is_file():
        uri = f"{archive.resolve().as_uri()}?mode=ro"
        with suppress(sqlite3.Error), closing(sqlite3.connect(uri, uri=True)) as connection:
            return {run_id for (run_id,) in connection.execute("SELECT run_id FROM run")}
    return set()


def _log_stored(run_id: int, known: Collection[int], options: Options) -> None:
    if options.quiet:
        return
    if run_id in known:
        logger.info("%s has this run already, as run %d", options.archive, run_id)
    else:
        logger.info("stored as run %d in %s", run_id, options.archive)


def _run_in_python(
    scenario: str, plugins: Sequence[str], words: Sequence[str], options: Options
) -> int:
    """Run a scenario through the bindings."""
    from burstlab import bindings

    attributes = {}
    for word in words:
        name, equals, value = word.removeprefix("--").partition("=")
        if not word.startswith("--") or not equals:
            raise InputError(f"{word}: attributes are written --Name=value")
        attributes[name] = value
    given = {"seed": options.seed, "run": options.run}
    spec = RunSpec(scenario, attributes, **{n: v for n, v in given.items() if v is not None})
    with tempfile.TemporaryDirectory() as folder:
        archive = options.archive or Path(folder) / "run.sqlite"
        known = _runs_in(options.archive)
        libraries = [catalogue.find_plugin(plugin) for plugin in plugins]
        run_id = bindings.run(spec, archive, libraries, options.scheduler)
        if options.archive:
            _log_stored(run_id, known, options)
        if options.json or options.csv or not options.archive:
            with closing(sqlite3.connect(archive)) as connection:
                (document,) = connection.execute(
                    "SELECT document FROM run_document WHERE run_id = ?", (run_id,)
                ).fetchone()
            if options.json:
                sys.stdout.write(document + "\n")
            else:
                _print_document(json.loads(document), options)
    return 0
