# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Settings of a study: dataclasses with the labels of a run as fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, astuple, dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from burstlab.engine import RunSpec

if TYPE_CHECKING:
    from burstlab.archive import Results

Setting = TypeVar("Setting", bound="Labelled")
Name = TypeVar("Name")


@dataclass(frozen=True)
class Labelled:
    """A base class of frozen dataclasses of labels.

    A label that has no effect with the other labels gets the default of the class, so that settings
    are equal if they differ only in such labels.
    """

    def forget(self, names: Iterable[str]) -> None:
        """Reset labels without effect to the defaults of the class; for ``__post_init__``."""
        for name in names:
            object.__setattr__(self, name, getattr(type(self), name))

    @property
    def text(self) -> str:
        """The setting as one label, by which runs are selected."""
        return " | ".join(str(value) for value in astuple(self))

    @property
    def labels(self) -> dict[str, Any]:
        """The labels of a run, and ``setting``, the text."""
        return {**asdict(self), "setting": self.text}


def all_of(base: Setting, **values: Iterable[object]) -> list[Setting]:
    """List all combinations of values of labels; the last label varies fastest."""
    settings = [base]
    for name, several in values.items():
        settings = [replace(s, **{name: value}) for s in settings for value in several]
    return settings


def present(results: Results, settings: Iterable[Setting]) -> list[Setting]:
    """List the settings that have runs, each once: an edition may leave settings out."""
    texts = set(results.labels()["setting"])
    return [setting for setting in dict.fromkeys(settings) if setting.text in texts]


def absent(results: Results, settings: Iterable[Setting]) -> list[Setting]:
    """List the settings without runs, each once: a rule may need all of its settings.

    Examples
    --------
    >>> for setting in absent(results, needed):
    ...     raise NotAsked(f"Not run in this edition: {setting.text}.")
    """
    asked = list(settings)
    there = set(present(results, asked))
    return [setting for setting in dict.fromkeys(asked) if setting not in there]


def present_items(results: Results, settings: Mapping[Name, Setting]) -> dict[Name, Setting]:
    """Choose the named settings that have runs."""
    there = set(present(results, settings.values()))
    return {name: setting for name, setting in settings.items() if setting in there}


def runs_of(results: Results, *settings: Labelled) -> Results:
    """Select the runs of some settings; `InputError` for one without runs."""
    return results.where(setting=[setting.text for setting in settings])


def replicated(
    scenario: str,
    counts: Mapping[Setting, int],
    attributes: Callable[[Setting], Mapping[str, Any]],
    labels: Callable[[Setting], Mapping[str, Any]] = lambda setting: setting.labels,
) -> list[RunSpec]:
    """List the runs of settings, replications of a setting together.

    Parameters
    ----------
    scenario
        The scenario.
    counts
        Each setting with its number of replications.
    attributes, labels
        Write a setting as attributes of the scenario, and as labels.
    """
    return [
        RunSpec(scenario, attributes(setting), run=run, labels=labels(setting))
        for setting, count in counts.items()
        for run in range(1, count + 1)
    ]
