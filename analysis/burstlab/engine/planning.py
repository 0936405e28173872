# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Plans: checked runs with their identity, before they are computed."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from burstlab import paths, published
from burstlab.archive import Value
from burstlab.arguments import checked
from burstlab.engine.program import Program
from burstlab.engine.specs import RunSpec
from burstlab.errors import InputError, WorkError


class WrongRunError(InputError):
    """A run that cannot be planned: attribute `spec` is the run."""

    def __init__(self, sentence: str, spec: RunSpec) -> None:
        super().__init__(sentence)
        self.spec = spec


@dataclass(frozen=True)
class PlannedRun:
    """A run with its identity, from the compiled runner.

    Attributes
    ----------
    run_id, key
        Identity in the archive: `key` is canonical JSON of all attribute values, seed, run number
        and code version, `run_id` its 52-bit hash.
    scenario, name
        TypeId name and kebab name.
    parameters
        Every attribute with the canonical text of its value.
    spec
        The specification of the run.
    program
        The program that computes the run.
    labels
        The labels of all specifications of this run.
    """

    run_id: int
    key: str
    study: str
    scenario: str
    name: str
    parameters: Mapping[str, str]
    spec: RunSpec = field(repr=False)
    program: Program = field(repr=False)
    labels: Mapping[str, Value] = field(default_factory=dict)

    @property
    def arguments(self) -> list[str]:
        """The arguments of the program that specify this run."""
        values = [f"--{name}={text}" for name, text in self.spec.texts.items()]
        return [self.name, *values, f"--seed={self.spec.seed}", f"--run={self.spec.run}"]

    def words(self, archive: Path) -> list[str]:
        """Return the arguments that compute this run into an archive, or into a shard."""
        return [*self.arguments, f"--archive={archive}"]

    def command(self, archive: Path) -> list[str]:
        """Return the whole command line, program first."""
        return [*self.program.command, *self.words(archive)]


@checked
def plan(specs: Sequence[RunSpec], program: Program) -> list[PlannedRun]:
    """Check runs and find their identity, in one process, without computing them.

    Parameters
    ----------
    specs
        The runs. Runs of the same identity become one, with the labels of all.
    program
        The program with the scenarios, such as `burstlab.build.runner`.

    Raises
    ------
    WrongRunError
        For the first wrong run, with the runner's message; or when a label has two values for the
        same run.
    WorkError
        When a source of the program was edited after the program was built.
    """
    published.check_fresh([program.executable, *program.plugins])
    lines = "".join(spec.json + "\n" for spec in specs)
    try:
        answers = program.ask("--plan", lines=lines).splitlines() if specs else []
    except InputError as error:
        line = re.match(r"line (\d+): ", str(error))
        if line is None:
            raise
        raise WrongRunError(str(error)[line.end() :], specs[int(line[1]) - 1]) from None
    planned: dict[int, PlannedRun] = {}
    for spec, answer in zip(specs, map(json.loads, answers), strict=True):
        names = ("run_id", "key", "study", "scenario", "name", "parameters")
        run = PlannedRun(*(answer[name] for name in names), spec, program)
        run = planned.setdefault(run.run_id, run)
        planned[run.run_id] = replace(run, labels=_united(run, spec))
    return list(planned.values())


def repeat(run: PlannedRun, archive: Path) -> str:
    """Return the command that repeats a run and stores it in an archive."""
    words, usual = ["./lab", "run"], set()
    runner = None
    with suppress(WorkError):  # nothing is built here: the program comes from elsewhere
        build = published.use()
        runner = build.files("runner").get("burstlab-run")
        usual = set(build.files("scenarios").values())
    if run.program.executable != runner:
        words.append(run.program.executable.name)
    words += [f"--plugin={plugin}" for plugin in sorted(set(run.program.plugins) - usual)]
    return shlex.join([*words, *run.words(Path(paths.relative(archive.resolve())))])


def _united(run: PlannedRun, spec: RunSpec) -> dict[str, Value]:
    for name in run.labels.keys() & spec.labels.keys():
        one, other = run.labels[name], spec.labels[name]
        if one != other or isinstance(one, bool) != isinstance(other, bool):
            raise WrongRunError(
                f"{run.name} seed {run.spec.seed} run {run.spec.run} is planned twice with the"
                f" label {name}, as {one!r} and as {other!r}: one run has one value",
                spec,
            )
    return {**run.labels, **spec.labels}


def code_of_scenario(code_version: str) -> str:
    """Return the scenario's part of a code version, without those of named classes and plugins."""
    return re.split("[,+]", code_version)[0]
