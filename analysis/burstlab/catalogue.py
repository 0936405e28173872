# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What was built and can be run: scenarios with their attributes, programs, plugins."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from burstlab import paths
from burstlab.errors import InputError, WorkError, unknown


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
    libraries = sorted((paths.RELEASE / "lib").glob("libburstlab-scenarios-*.so"))
    return Program(paths.RELEASE / "bin" / "burstlab-run", (*libraries, *plugins))


def scenarios() -> list[dict[str, str]]:
    """List the scenarios of all studies: name, type, study, help."""
    return _cached("list", lambda: json.loads(runner().ask("--list")))


def find_scenario(name: str, program: Program | None = None) -> dict[str, str]:
    """Find a scenario by its kebab name or TypeId name; InputError with the nearest names.

    Parameters
    ----------
    name
        What the user wrote.
    program
        The program that knows it; default: the runner with all studies.
    """
    known = scenarios() if program is None else json.loads(program.ask("--list"))
    for scenario in known:
        if name in (scenario["name"], scenario["type"]):
            return scenario
    raise unknown("scenario", name, [scenario["name"] for scenario in known])


def describe(name: str, program: Program | None = None) -> dict[str, Any]:
    """Describe a scenario or any TypeId: name, type, study, help, kinds, attributes, traces."""
    if not name.startswith("ns3::"):
        name = find_scenario(name, program)["name"]
    if program is None:
        return _cached(name, lambda: json.loads(runner().ask(f"--describe={name}")))
    return json.loads(program.ask(f"--describe={name}"))


def find_plugin(name: str) -> Path:
    """Find a plugin by the path of its library or by the name of its source."""
    if "/" in name or name.endswith(".so"):
        if not Path(name).is_file():
            raise InputError(f"--plugin = {name}: there is no such file")
        return Path(name).resolve()
    known = plugins()
    if name not in known:
        raise unknown("plugin", name, known)
    return known[name]


def plugins() -> dict[str, Path]:
    """List the plugin libraries that were built: name to file."""
    files = sorted((paths.RELEASE / "plugins").glob("lib*.so"))
    return {file.stem.removeprefix("lib"): file for file in files}


def programs() -> dict[str, Path]:
    """List what can be run besides scenarios: programs of scratch/ and examples."""
    built = [*(paths.RELEASE / "bin").glob("*"), *(paths.RELEASE / "scratch").glob("*")]
    found = {
        file.name: file
        for file in sorted(built)
        if file.is_file() and os.access(file, os.X_OK) and not file.name.startswith("burstlab-")
    }
    for folder in (paths.EXAMPLES, *paths.CONTRIB.glob("*/examples")):
        found.update({file.name: file for file in sorted(folder.glob("*.py"))})
    return found


def last_line(text: str) -> str:
    """Return the last line that is not blank, the place of a program's one sentence."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _cached(name: str, ask: Callable[[], Any]) -> Any:
    """Answer from build/release/catalogue.json as long as no library has changed."""
    files = sorted([runner().executable, *(paths.RELEASE / "lib").glob("*.so")])
    if not files[0].exists():
        raise WorkError("the suite has not been built yet: ./lab build")
    stamp = [[file.name, file.stat().st_mtime_ns, file.stat().st_size] for file in files]
    file = paths.RELEASE / "catalogue.json"
    try:
        cache = json.loads(file.read_text(encoding="utf-8"))
        if cache["stamp"] != stamp:
            raise ValueError
    except (OSError, ValueError, KeyError, TypeError):
        cache = {"stamp": stamp, "answers": {}}
    if name not in cache["answers"]:
        cache["answers"][name] = ask()
        partial = file.with_name(f"{file.name}.{os.getpid()}.partial")
        partial.write_text(json.dumps(cache), encoding="utf-8")
        partial.rename(file)
    return cache["answers"][name]
