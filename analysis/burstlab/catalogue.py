# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What was built and can be run: scenarios with their attributes, programs, plugins."""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burstlab import paths, published
from burstlab.errors import InputError, WorkError, unknown
from burstlab.published import Target


@dataclass(frozen=True)
class Program:
    """A program with the command line of the scenario runner, and the libraries it is to load."""

    executable: Path
    plugins: tuple[Path, ...] = ()

    @property
    def command(self) -> list[str]:
        """The words that start it."""
        return [str(self.executable), *(f"--plugin={plugin}" for plugin in self.plugins)]

    def ask(self, *arguments: str, lines: str | None = None) -> str:
        """Return what it prints for some arguments.

        Parameters
        ----------
        arguments
            Words of its command line.
        lines
            What it reads from standard input.

        Raises
        ------
        InputError
            With its sentence when it ends with code 2.
        WorkError
            With its sentence when it ends in another way or cannot be started.
        """
        try:
            done = subprocess.run(
                [*self.command, *arguments], input=lines or "", capture_output=True, text=True
            )
        except OSError as error:
            raise WorkError(f"{self.executable} cannot be started: {error.strerror}") from error
        if done.returncode == 0:
            return done.stdout
        sentence = last_line(done.stderr) or f"it ended with code {done.returncode}"
        if done.returncode == 2:
            raise InputError(sentence)
        raise WorkError(f"{self.executable.name}: {sentence}")


def runner(plugins: Iterable[Path] = ()) -> Program:
    """Return the compiled runner with the scenario libraries of all studies and further plugins."""
    build = published.use()
    libraries = build.files("scenarios").values()
    return Program(build.files("runner")["burstlab-run"], (*libraries, *plugins))


def scenarios() -> list[dict[str, str]]:
    """List the scenarios of all studies: name, type, study, help."""
    return _cached("list", lambda: json.loads(runner().ask("--list")))


def find_scenario(name: str, program: Program | None = None) -> dict[str, str]:
    """Find a scenario by its kebab name or TypeId name.

    Parameters
    ----------
    name
        What the user wrote.
    program
        The program that knows it; default: the runner with all studies.

    Raises
    ------
    InputError
        With the nearest names.
    WorkError
        When it may be among scenarios that could not be built.
    """
    known = scenarios() if program is None else json.loads(program.ask("--list"))
    for scenario in known:
        if name in (scenario["name"], scenario["type"]):
            return scenario
    for target in published.use().broken() if program is None else ():
        if target.kind == "scenarios":
            raise WorkError(f"scenario {name} is not there: {_failure(target)}")
    raise unknown("scenario", name, [scenario["name"] for scenario in known])


def describe(name: str, program: Program | None = None) -> dict[str, Any]:
    """Describe a scenario or any TypeId: name, type, study, help, kinds, attributes, traces."""
    if not name.startswith("ns3::"):
        name = find_scenario(name, program)["name"]
    if program is None:
        return _cached(name, lambda: json.loads(runner().ask(f"--describe={name}")))
    return json.loads(program.ask(f"--describe={name}"))


def find_plugin(name: str) -> Path:
    """Find a plugin by the path of its library, by the name of its source, or by its source.

    Raises
    ------
    InputError
        When there is none, or more than one.
    WorkError
        When it could not be built.
    """
    if name.endswith(".so") or (Path(name).is_file() and not name.endswith(".cc")):
        if not Path(name).is_file():
            raise InputError(f"--plugin = {name}: there is no such file")
        return Path(name).resolve()
    return _find(name, "plugin")


def plugins() -> dict[str, Path]:
    """List the plugin libraries that were built: name to file."""
    return _names("plugin")


def find_program(name: str) -> Path:
    """Find a program of scratch/ or an example by its name, or by its source.

    Raises
    ------
    InputError
        When there is none, or more than one.
    WorkError
        When it could not be built.
    """
    return _find(name, "program")


def is_program(name: str) -> bool:
    """Whether a program of scratch/ or an example has this name, broken or not."""
    return any(name in _all_names(target) for target in _targets("program"))


def programs() -> dict[str, Path]:
    """List what can be run besides scenarios: programs of scratch/ and examples.

    A name that is not the only one of its kind begins with the folder: scratch/dumbbell.
    """
    return _names("program")


def broken() -> dict[str, str]:
    """List what could not be built: source to the reason, with file and line."""
    return {target.source: target.broken for target in published.use().broken()}


def _targets(kind: str) -> list[Target]:
    targets = [target for target in published.use().targets if target.kind == kind]
    if kind == "program":
        for folder in (paths.EXAMPLES, *sorted(paths.CONTRIB.glob("*/examples"))):
            for file in sorted(folder.glob("*.py")):
                targets.append(Target(kind, file.name, paths.relative(file), str(file)))
    return targets


def _all_names(target: Target) -> tuple[str, str, str]:
    return target.name, _long_name(target), target.source


def _long_name(target: Target) -> str:
    return target.source.removesuffix(".cc")


def _names(kind: str) -> dict[str, Path]:
    targets = _targets(kind)
    count = Counter(target.name for target in targets)
    if kind == "program":
        count.update(scenario["name"] for scenario in scenarios())
    found = {
        target.name if count[target.name] == 1 else _long_name(target): _file(target)
        for target in targets
        if not target.broken
    }
    return dict(sorted(found.items()))


def _find(name: str, kind: str) -> Path:
    targets = _targets(kind)
    found = [target for target in targets if name in _all_names(target)]
    if not found:
        raise unknown(kind, name, [target.name for target in targets])
    if len(found) > 1:
        sources = " and ".join(_long_name(target) for target in found)
        raise InputError(f"{kind} {name} cannot be told from another: allowed are {sources}")
    if found[0].broken:
        raise WorkError(_failure(found[0]))
    return _file(found[0])


def _file(target: Target) -> Path:
    return published.use().folder / target.file


def _failure(target: Target) -> str:
    return f"{target.source} could not be built: {target.broken}"


def last_line(text: str) -> str:
    """Return the last line that is not blank, the place of a program's one sentence."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _cached(name: str, ask: Callable[[], Any]) -> Any:
    """Answer from catalogue.json of the finished build, which never changes."""
    file = published.use().folder / "catalogue.json"
    try:
        answers = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        answers = {}
    if name not in answers:
        answers[name] = ask()
        partial = file.with_name(f"{file.name}.{os.getpid()}.partial")
        partial.write_text(json.dumps(answers), encoding="utf-8")
        partial.rename(file)
    return answers[name]
