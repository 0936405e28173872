# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the types of arguments, by the annotations of a function.

The functions themselves check ranges of values.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, wraps
from numbers import Integral, Real
from os import PathLike
from typing import Any, ParamSpec, TypeVar

from burstlab.errors import KindError

P = ParamSpec("P")
R = TypeVar("R")


def _is_frame(value: Any) -> bool:
    return hasattr(value, "columns") and hasattr(value, "itertuples")


def _is_real(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _is_several(value: Any) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping)


KINDS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "float": (_is_real, "a number"),
    "int": (lambda v: isinstance(v, Integral) and not isinstance(v, bool), "a whole number"),
    "str": (lambda v: isinstance(v, str), "a text"),
    "pd.DataFrame": (_is_frame, "a DataFrame"),
    "Path": (lambda v: isinstance(v, str | PathLike), "a path"),
    "Callable": (callable, "a function"),
    "Mapping": (lambda v: isinstance(v, Mapping), "a mapping"),
    "Sequence": (lambda v: _is_several(v) and hasattr(v, "__getitem__"), "a sequence"),
    "list": (lambda v: isinstance(v, list), "a list"),
    "Iterable": (lambda v: _is_several(v), "several values"),
}
"""First word of an annotation to a test of values, and the kind of value in words."""


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function refuse arguments whose type differs from the annotation.

    The annotations checked are those in `KINDS` and classes of the function's module; ``| None``
    allows None. The function itself checks arrays.
    """
    signature = inspect.signature(function)

    @wraps(function)
    def called(*arguments: P.args, **named: P.kwargs) -> R:
        for name, value in signature.bind(*arguments, **named).arguments.items():
            kind = _kind(function, name)
            if kind and not kind[0](value):
                raise KindError(f"{name} = {shown(value)}: {kind[1]} is needed")
        return function(*arguments, **named)

    return called


def shown(value: Any) -> str:
    """Write a value of the wrong type: a number or text itself, any other value as its type."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return f"{value!r:.60}"
    return f"a {type(value).__name__}"


def _all_are(values: Iterable[Any], kind: type) -> bool:
    return isinstance(values, Iterator) or all(isinstance(value, kind) for value in values)


@cache
def _kind(function: Callable[..., Any], name: str) -> tuple[Callable[[Any], bool], str] | None:
    """Return the test of an argument and its kind in words; None: any value is allowed."""
    parameter = inspect.signature(function).parameters[name]
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        return None
    text = str(parameter.annotation).removesuffix(" | None")
    word, _, item = text.partition("[")
    known = inspect.unwrap(function).__globals__
    made, each = known.get(word), known.get(item.removesuffix("]"))
    if word in KINDS and isinstance(each, type):
        of, kind = KINDS[word]
        test, words = (
            lambda value: of(value) and _all_are(value, each),
            f"{kind} of {each.__name__}",
        )
    elif word in KINDS:
        test, words = KINDS[word]
    elif isinstance(made, type):
        test, words = (lambda value: isinstance(value, made)), f"a {word}"
    else:
        return None
    if str(parameter.annotation).endswith(" | None"):
        return (lambda value: value is None or test(value)), words
    return test, words
