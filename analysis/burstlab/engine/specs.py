# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Specifications of runs: a scenario with its attributes, or a grid."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from burstlab.archive import Value, check_labels
from burstlab.arguments import checked

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True)
class RunSpec:
    """One run of a scenario.

    Attributes
    ----------
    scenario
        Kebab name or TypeId name.
    attributes
        Attribute name to value, as text or number in the attribute's own unit;
        ``ns3::Class::Attribute`` sets a default.
    seed
        Seed of ns-3's generator, >= 1.
    run
        Run number, the replication's index, >= 0. Variants with the same run number have the same
        random numbers.
    labels
        The study's variables, by which it selects results: name to text, whole number, finite
        number or bool. Labels are no part of the run's identity.

    Raises
    ------
    InputError
        When the name or value of a label is not allowed.

    Examples
    --------
    >>> spec = burstlab.RunSpec("traffic-arrivals", {"Slots": 1000}, run=2)
    >>> spec.texts
    {'Slots': '1000'}
    """

    scenario: str
    attributes: Mapping[str, str | int | float] = field(default_factory=dict)
    seed: int = 1
    run: int = 1
    labels: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", check_labels(self.labels))

    @property
    def texts(self) -> dict[str, str]:
        """The attributes with their values in ns-3's spelling."""
        return {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in self.attributes.items()
        }

    @property
    def json(self) -> str:
        """The run as the runner reads it."""
        names = {"scenario": self.scenario, "attributes": self.texts}
        return json.dumps({**names, "seed": self.seed, "run": self.run})


def object_text(name: str, attributes: str, defaults: Iterable[str] = ()) -> str:
    """Write an object in the archive's spelling, by which its runs are found.

    Parameters
    ----------
    name
        Name of the TypeId.
    attributes
        ``A=1|B=2``, in any order, with values in the archive's spelling.
    defaults
        Attributes with the values of the type's defaults, in the same form: they are left out.
    """
    parts = sorted({*attributes.split("|")} - {*defaults, ""})
    return f"{name}[{'|'.join(parts)}]" if parts else name


@checked
def grid(
    scenario: str,
    attributes: Mapping[str, Sequence[str | int | float] | str | int | float],
    seeds: Iterable[int] = (1,),
    runs: Iterable[int] = (1,),
    labels: Mapping[str, Value | Mapping[Value, Mapping[str, str | int | float]]] = {},
) -> list[RunSpec]:
    """List all combinations of label values, attribute values, seeds and run numbers.

    Parameters
    ----------
    scenario
        Kebab name or TypeId name.
    attributes
        Attribute name to one value or a sequence of values. The last attribute varies fastest.
    seeds, runs
        The same for every combination, so that variants share their random numbers.
    labels
        Label name to the value of all runs, or to several values, each with the attributes that
        this value sets. The first label varies slowest.

    Examples
    --------
    >>> specs = burstlab.grid("traffic-arrivals", {"Slots": [1000, 2000]}, runs=range(1, 4))
    >>> [(spec.attributes["Slots"], spec.run) for spec in specs]
    [(1000, 1), (1000, 2), (1000, 3), (2000, 1), (2000, 2), (2000, 3)]
    """
    several = labels if isinstance(labels, Mapping) else {}  # RunSpec refuses all but a mapping
    names = [name for name, value in several.items() if _is_axis(value)]
    axes = [
        *(labels[name].items() for name in names),
        *(
            value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
            for value in attributes.values()
        ),
    ]
    seeds, runs = list(seeds), list(runs)
    specs = []
    for values in itertools.product(*axes):
        chosen, rest = values[: len(names)], values[len(names) :]
        made = dict(zip(attributes, rest, strict=True))
        for _, more in chosen:
            made |= more
        own = labels
        if names:
            own = {**labels, **{n: value for n, (value, _) in zip(names, chosen, strict=True)}}
        specs += [RunSpec(scenario, made, seed, run, own) for seed in seeds for run in runs]
    return specs


def _is_axis(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(v, Mapping) for v in value.values())


def short_name(scenario: str) -> str:
    """Return the name of a scenario on the command line, from its TypeId."""
    name = scenario.removeprefix("ns3::").removesuffix("Scenario").replace("::", "-")
    return _WORD.sub("-", name).lower()
