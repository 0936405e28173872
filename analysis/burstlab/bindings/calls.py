# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Arguments of any ns-3 class: indices beyond the last place, numbers as times, Python functions.

The signatures of cppyy determine which functions are checked. Without the checks, an index beyond
the last place ends the interpreter, and a number is a time in nanoseconds. A Python function is
converted to a callback of the class in the signature.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from numbers import Integral
from typing import Any

from burstlab.bindings.callbacks import Functions, bare_time
from burstlab.errors import KindError, PlaceError

_INDEXED = re.compile(
    r"::(\w+)\((?:uint32_t|std::size_t|size_t|unsigned int|uint16_t|uint8_t) (\w+)"
)
_COUNTS = re.compile(r"GetN(\w*)|(Get\w+)N")
_TIME = re.compile(r"\([^)]*ns3::Time\b")
_CALLBACK = re.compile(r"\(.*(?:Callback|Handler|Listener)")


class Calls:
    """The checks, and the last number refused as a time."""

    def __init__(self, functions: Functions) -> None:
        self._functions = functions
        self._refused: Any = None

    def pythonize(self, klass: Any) -> None:
        """Check the functions of a class that have an index, a time or a callback as argument."""
        documents = {
            name: str(member.__doc__ or "")
            for name, member in list(vars(klass).items())
            if type(member).__name__ == "CPPOverload"
        }
        for count in filter(_COUNTS.fullmatch, dir(klass)):
            if str(getattr(klass, count).__doc__ or "").endswith("()"):
                for name in _places_of(count, documents):
                    _replace(klass, name, documents[name], _counted(name, count, klass))
        for name, text in documents.items():
            if _TIME.search(text):
                _replace(klass, name, text, self._timed(f"{klass.__name__}.{name}"))
            if _CALLBACK.search(text) and name != "__init__":
                _replace(klass, name, text, self._calling(text))

    def refuse_number(self, value: Any) -> None:
        """Refuse a number as a time, except 0, which has no unit."""
        if isinstance(value, int | float) and value != 0:
            self._refused = value
            raise KindError(bare_time("Time", value))

    def _timed(self, where: str) -> Callable[..., Any]:
        def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
            def timed(*arguments: Any, **named: Any) -> Any:
                self._refused = None
                try:
                    return function(*arguments, **named)
                except TypeError:
                    # cppyy has cleared the error of the conversion by now.
                    if self._refused is None:
                        raise
                    name = where.removesuffix(".__init__")
                    raise KindError(bare_time(name, self._refused)) from None

            return timed

        return wrap

    def _calling(self, text: str) -> Callable[..., Any]:
        def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
            def calling(*arguments: Any, **named: Any) -> Any:
                if any(map(self._functions.is_python, arguments)):
                    skipped = 0 if text.startswith("static ") else 1
                    own = self._functions.converted(text, arguments[skipped:])
                    arguments = (*arguments[:skipped], *own)
                return function(*arguments, **named)

            return calling

        return wrap


def _places_of(count: str, documents: dict[str, str]) -> list[str]:
    """Find the functions with an index as first argument, whose limit is another function."""
    what, before = _COUNTS.fullmatch(count).groups()
    indexed = [name for name, text in documents.items() if name != count and _INDEXED.search(text)]
    if what == "":  # of a container
        return [name for name in indexed if name.startswith("Get")]
    if what == "Interfaces":  # of Ipv4: most functions have an interface as first argument
        names = ("i", "index", "interface", "interfaceIndex")
        return [name for name in indexed if _INDEXED.search(documents[name])[2] in names]
    wanted = (
        (before,) if before else (f"Get{what.removesuffix('s')}", f"Get{what.removesuffix('es')}")
    )
    return [name for name in indexed if name in wanted]


def _counted(name: str, count: str, klass: Any) -> Callable[..., Any]:
    def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            item = arguments[0] if arguments and isinstance(arguments[0], klass) else None
            own = arguments if item is None else arguments[1:]
            if own and isinstance(own[0], Integral):
                _check_place(f"{klass.__name__}.{name}", own[0], getattr(item or klass, count)())
            if name == "GetAddress" and len(own) == 2 and isinstance(own[1], Integral):
                ipv4, interface = (item, own[0]) if count == "GetNInterfaces" else item.Get(own[0])
                there = ipv4.GetNAddresses(interface)
                _check_place(f"{klass.__name__}.{name}, address", own[1], there)
            return function(*arguments)

        return counted

    return wrap


def _check_place(where: str, place: Any, there: int) -> None:
    if not 0 <= place < there:
        allowed = f"0 to {there - 1} is allowed" if there else "there is none yet"
        raise PlaceError(f"{where}: there is no place {place}; {allowed}")


def _replace(
    klass: Any, name: str, text: str, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]
) -> None:
    """Wrap a function of a class."""
    member = vars(klass)[name]
    if text.startswith("static "):
        function = wrap(getattr(klass, name))
    else:

        def bound(item: Any, *arguments: Any, **named: Any) -> Any:
            return member.__get__(item, type(item))(*arguments, **named)

        function = wrap(bound)
    function.__doc__ = text
    setattr(klass, name, staticmethod(function) if text.startswith("static ") else function)
