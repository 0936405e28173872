# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Settings of a study: dataclasses with the labels of a run as fields."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, replace
from typing import Any, TypeVar

Setting = TypeVar("Setting", bound="Labelled")


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
