# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What can go wrong, told in one sentence: the user's input, or the work itself."""

from __future__ import annotations

import difflib
import textwrap
from collections.abc import Iterable


class InputError(ValueError):
    """The user's input is wrong: one sentence that names it and what is allowed. Exit code 2.

    Whatever a strange file puts into the sentence, it stays one line of bounded length.

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
    """A name is none of those that are known."""


class WorkError(RuntimeError):
    """The work failed (disk, compiler, a run) though the input was right. Exit code 1.

    Examples
    --------
    >>> from burstlab.process import succeed
    >>> succeed(["false"])
    Traceback (most recent call last):
    burstlab.errors.WorkError: false ended with code 1...
    """


def unknown(what: str, name: str, choices: Iterable[str]) -> UnknownNameError:
    """Error for a name that is not known, with the nearest of those that are.

    Parameters
    ----------
    what
        The kind of thing that was named, such as ``"scenario"``.
    name
        What the user wrote.
    choices
        The names that would have been right.
    """
    choices = sorted(choices)
    lower = {choice.lower(): choice for choice in reversed(choices)}
    near = [lower[match] for match in difflib.get_close_matches(name.lower(), lower, cutoff=0.5)]
    if near:
        hint = (
            f"the nearest is {near[0]}" if len(near) == 1 else f"the nearest are {', '.join(near)}"
        )
    elif choices:
        more = f" and {len(choices) - 12} more" if len(choices) > 12 else ""
        hint = f"there is {', '.join(choices[:12])}{more}"
    else:
        hint = "there is none"
    return UnknownNameError(f"unknown {what} {name}: {hint}")
