# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Settings of a study: dataclasses whose fields are the labels of its runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, replace
from typing import Any, TypeVar

Setting = TypeVar("Setting", bound="Labelled")


@dataclass(frozen=True)
class Labelled:
    """A base of frozen dataclasses of labels.

    Some of them may mean nothing beside others: these have the values of the class, so that
    settings which differ in nothing that matters are equal.
    """

    def forget(self, names: Iterable[str]) -> None:
        """Give labels that mean nothing here the values of the class; for ``__post_init__``."""
        for name in names:
            object.__setattr__(self, name, getattr(type(self), name))

    @property
    def text(self) -> str:
        """The setting as one label, by which its runs are found."""
        return " | ".join(str(value) for value in astuple(self))

    @property
    def labels(self) -> dict[str, Any]:
        """The labels of a run, and ``setting``, the text."""
        return {**asdict(self), "setting": self.text}


def all_of(base: Setting, **values: Iterable[object]) -> list[Setting]:
    """Every combination of some values of labels, the last name fastest."""
    settings = [base]
    for name, several in values.items():
        settings = [replace(s, **{name: value}) for s in settings for value in several]
    return settings
