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
    Duration = "200ms"
    Sources = [10, 20, 40]

All combinations get the same seeds and run numbers, so that they share their random numbers.
"""

from __future__ import annotations

import json
import math
import tomllib
from pathlib import Path
from typing import Any

from burstlab import catalogue
from burstlab.catalogue import Program
from burstlab.errors import InputError, unknown
from burstlab.studies import RunSpec, grid

_KEYS = ("scenario", "attributes", "seeds", "runs", "plugins", "program")
_MOST_RUNS = 1_000_000


def read(path: Path) -> tuple[list[RunSpec], Program | None]:
    """Read the runs of a sweep file, and the program that computes them (None: the usual runner).

    Parameters
    ----------
    path
        A file named ``*.toml`` or ``*.json``.

    Raises
    ------
    InputError
        With the name of the file and what is wrong in it.
    """
    try:
        text = path.read_text(encoding="utf-8")
        document = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
        return _read(document)
    except FileNotFoundError as error:
        others = path.parent.glob(f"*{path.suffix}")
        raise unknown("file", str(path), map(str, others)) from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except InputError as error:
        raise InputError(f"{path}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is no {path.suffix[1:].upper()}: {error}") from error


def _read(document: Any) -> tuple[list[RunSpec], Program | None]:
    if not isinstance(document, dict):
        raise InputError("it must hold named values, with scenario among them")
    for key in document:
        if key not in _KEYS:
            raise unknown("key", key, _KEYS)
    scenario = document.get("scenario")
    if not isinstance(scenario, str):
        raise InputError("scenario: the name of a scenario is needed")
    attributes = document.get("attributes", {})
    if not isinstance(attributes, dict):
        raise InputError("attributes: a table of name and value is needed")
    for name, value in attributes.items():
        values = value if isinstance(value, list) else [value]
        if not values or not all(isinstance(v, (str, int, float)) for v in values):
            raise InputError(f"attribute {name}: a text, a number, or a list of them is needed")
    seeds = _numbers("seeds", document.get("seeds", [1]), 1)
    runs = document.get("runs", [1])
    runs = range(1, runs + 1) if isinstance(runs, int) else _numbers("runs", runs, 0)
    sizes = [len(value) for value in attributes.values() if isinstance(value, list)]
    if not 0 < math.prod([*sizes, len(seeds), len(runs)]) <= _MOST_RUNS:
        raise InputError(f"a sweep has from 1 to {_MOST_RUNS} runs")
    return grid(scenario, attributes, seeds, runs), _program(document)


def _numbers(name: str, value: Any, least: int) -> list[int]:
    values = value if isinstance(value, list) else [value]
    if not all(type(v) is int and v >= least for v in values):
        raise InputError(f"{name}: whole numbers from {least} are needed, not {value!r:.60}")
    return values


def _program(document: dict[str, Any]) -> Program | None:
    names = document.get("plugins", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise InputError("plugins: a list of names is needed")
    plugins = tuple(catalogue.find_plugin(name) for name in names)
    name = document.get("program")
    if name is None:
        return catalogue.runner(plugins) if plugins else None
    return Program(catalogue.find_program(str(name)), plugins)
