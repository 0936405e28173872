# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Files that describe a sweep, in TOML or JSON.

::

    scenario = "traffic-arrivals"  # kebab name or TypeId name
    seeds = [1]                    # default [1]
    runs = 10                      # replications 1..10, or a list of run numbers; default [1]
    plugins = ["my-process"]       # optional: names of built plugins, or paths of libraries
    program = "my-program"         # optional: a program of scratch/ instead of the runner

    [attributes]                   # one value, or a list: every combination is run
    Slots = [1000, 2000]

    [labels]                       # optional: names of your own, by which results are selected
    edition = "test"               # one value for all runs
    [[labels.load]]                # or entries, each with the attributes it sets: all are combined
    value = 0.1
    Process = "ns3::PoissonArrivals[Rate=0.1]"
    [[labels.load]]
    value = 0.2
    Process = "ns3::PoissonArrivals[Rate=0.2]"

    [units]                        # optional
    load = "requests/tick"

All combinations get the same seeds and run numbers, so that they share their random numbers. The
labels are stored under the name of the file without its ending.
"""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from burstlab.archive import check_study, check_units, is_study, label_types
from burstlab.build import catalogue
from burstlab.engine import Program, RunSpec, grid
from burstlab.errors import InputError, unknown

_MAX_RUNS = 1_000_000

Value = str | bool | int | float
Seed = Annotated[int, Field(ge=1)]
Run = Annotated[int, Field(ge=0)]
Count = Annotated[int, Field(ge=1, le=_MAX_RUNS)]


class SweepFile(NamedTuple):
    """Contents of a sweep file: runs, their program, and the name under which labels are stored."""

    specs: list[RunSpec]
    program: Program
    study: str
    units: Mapping[str, str]


class _Entry(BaseModel):
    """A value of a label, and the attributes that it sets."""

    model_config = ConfigDict(strict=True, extra="allow")
    __pydantic_extra__: dict[str, Value]

    value: Value


class _Sweep(BaseModel):
    """Schema of a sweep file; the description of a field states what is allowed."""

    model_config = ConfigDict(strict=True, extra="forbid")

    scenario: str = Field(description="the name of a scenario is needed")
    attributes: dict[str, Value | Annotated[list[Value], Field(min_length=1)]] = Field(
        {}, description="a table of name and value is needed"
    )
    seeds: Seed | list[Seed] = Field([1], description="whole numbers from 1 are needed")
    runs: Count | list[Run] = Field(
        [1], description=f"a number from 1 to {_MAX_RUNS}, or a list of run numbers, is needed"
    )
    plugins: list[str] = Field([], description="a list of names is needed")
    program: str | None = Field(None, description="the name of a program is needed")
    labels: dict[str, Value | Annotated[list[_Entry], Field(min_length=1)]] = Field(
        {}, description="a table of name and value is needed"
    )
    units: dict[str, str] = Field({}, description="a table of label and unit is needed")

    def specs(self) -> list[RunSpec]:
        seeds = self.seeds if isinstance(self.seeds, list) else [self.seeds]
        runs = self.runs if isinstance(self.runs, list) else range(1, self.runs + 1)
        values = [value for value in self.attributes.values() if isinstance(value, list)]
        axes = [self._entries(name) for name in self.labels]
        if not 0 < math.prod(map(len, [*values, *axes, seeds, runs])) <= _MAX_RUNS:
            raise InputError(f"a sweep has from 1 to {_MAX_RUNS} runs")
        self._check_owners()
        labels = {
            name: {entry.value: entry.model_extra for entry in self._entries(name)}
            for name in self.labels
        }
        specs = grid(self.scenario, self.attributes, seeds, runs, labels)
        check_units(self.units, label_types(spec.labels for spec in specs))
        return specs

    def _entries(self, name: str) -> list[_Entry]:
        entries = self.labels[name]
        if not isinstance(entries, list):
            return [_Entry(value=entries)]
        values = [entry.value for entry in entries]
        if len(set(values)) < len(values):
            double = next(value for value in values if values.count(value) > 1)
            raise InputError(f"label {name}: each value has one entry, {double!r:.60} has two")
        return entries

    def _check_owners(self) -> None:
        owners = dict.fromkeys(self.attributes, "[attributes]")
        for name in self.labels:
            for attribute in {a for entry in self._entries(name) for a in entry.model_extra}:
                if attribute in owners:
                    raise InputError(
                        f"attribute {attribute} is set by {owners[attribute]} and by label {name}:"
                        " one of them is allowed"
                    )
                owners[attribute] = f"label {name}"


def read(path: Path) -> SweepFile:
    """Read the runs of a sweep file, and find the program that computes them.

    Parameters
    ----------
    path
        A file named ``*.toml`` or ``*.json``.

    Raises
    ------
    InputError
        With the name of the file and the error.
    """
    try:
        text = path.read_text(encoding="utf-8")
        json_file = path.suffix == ".json"
        document = json.loads(text, object_pairs_hook=_once) if json_file else tomllib.loads(text)
        return _read(document, path.stem)
    except FileNotFoundError as error:
        others = path.parent.glob(f"*{path.suffix}")
        raise unknown("file", str(path), map(str, others)) from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is no {path.suffix[1:].upper()}: {error}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Refuse an object with the same name twice, as TOML does."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name} is given twice")
        found[name] = value
    return found


def _read(document: Any, name: str) -> SweepFile:
    try:
        sweep = _Sweep.model_validate(document)
    except ValidationError as error:
        raise _sentence(error, document) from error
    specs = sweep.specs()
    if sweep.labels:
        check_study(name)
    try:
        plugins = [catalogue.find_plugin(name) for name in sweep.plugins]
    except InputError as error:
        raise InputError(f"plugins: {error}") from error
    if sweep.program is None:
        program = catalogue.runner(plugins)
    else:
        program = Program(catalogue.find_program(sweep.program), tuple(plugins))
    return SweepFile(specs, program, name if is_study(name) else "", sweep.units)


def _sentence(error: ValidationError, document: Any) -> InputError:
    """Describe the first error: name, value, and what is allowed."""
    first = error.errors(include_url=False)[0]
    if not first["loc"]:
        return InputError("it must hold named values, with scenario among them")
    key, *names = first["loc"]
    fields = _Sweep.model_fields
    if key not in fields:
        return unknown("key", str(key), fields)
    allowed, value = fields[key].description, document.get(key)
    if key == "attributes" and names:
        key, value = f"attribute {names[0]}", value[names[0]]
        allowed = "a text, a number, or a list of them is needed"
    if key == "labels" and names:
        key, value = f"label {names[0]}", value[names[0]]
        allowed = "a value, or a list of tables with a value and the attributes it sets, is needed"
    if key == "units" and names:
        key, value = f"unit of label {names[0]}", value[names[0]]
        allowed = "a text is needed"
    given = "" if first["type"] == "missing" else f", not {value!r:.60}"
    return InputError(f"{key}: {allowed}{given}")
