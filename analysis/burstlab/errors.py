# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Errors with a one-sentence message: wrong user input, or a failed computation."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterable, Sequence
from typing import TypeAlias

_MAX = 12


class InputError(ValueError):
    """Wrong user input: one sentence names the input and what is allowed. Exit code 2.

    The message is always one line of bounded length.

    Examples
    --------
    >>> try:
    ...     burstlab.find_studies(["trafic"])
    ... except burstlab.InputError as error:
    ...     print(error)
    unknown study trafic: the nearest is traffic
    """

    def __init__(self, sentence: str) -> None:
        super().__init__(textwrap.shorten(sentence, 1000, placeholder=" [..]"))


class UnknownNameError(InputError):
    """An unknown name."""


class KindError(InputError, TypeError):
    """A value of the wrong type."""


class PlaceError(InputError, IndexError):
    """An index beyond the last place."""


class WorkError(RuntimeError):
    """A failed computation (disk, compiler, a run) with valid input. Exit code 1.

    Examples
    --------
    >>> from burstlab.process import succeed
    >>> succeed(["false"])
    Traceback (most recent call last):
    burstlab.errors.WorkError: false ended with code 1...
    """


Fault: TypeAlias = InputError | WorkError
"""An error that is kept while other work goes on."""


def within(words: str, error: Fault) -> Fault:
    """Make an error of the same kind with words before the message."""
    kind = InputError if isinstance(error, InputError) else WorkError
    return kind(f"{words}: {error}")


def exit_code(errors: Iterable[Fault]) -> int:
    """Return 2 if an input was wrong, 1 for other errors, 0 without errors."""
    return max((2 if isinstance(error, InputError) else 1 for error in errors), default=0)


def unknown(what: str, name: str, choices: Iterable[str]) -> UnknownNameError:
    """Make the error for an unknown name, with the nearest known names.

    Parameters
    ----------
    what
        The kind of name, such as ``"scenario"``.
    name
        What the user wrote.
    choices
        The known names.
    """
    choices = sorted(choices)
    alike: dict[str, list[str]] = {}
    for choice in choices:
        alike.setdefault(choice.lower(), []).append(choice)
    matches = difflib.get_close_matches(name.lower(), alike, cutoff=0.5)
    near = [choice for match in matches for choice in alike[match]]
    if near:
        hint = (
            f"the nearest is {near[0]}" if len(near) == 1 else f"the nearest are {', '.join(near)}"
        )
    elif choices:
        hint = f"there is {listed(choices)}"
    else:
        hint = "there is none"
    return UnknownNameError(f"unknown {what} {name}: {hint}")


def listed(names: Sequence[str]) -> str:
    """List the first dozen names, and count the others."""
    more = f" and {len(names) - _MAX} more" if len(names) > _MAX else ""
    return f"{', '.join(names[:_MAX])}{more}"
