# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Python functions as callbacks, trace sinks and events of ns-3.

One C++ function for each signature calls one Python function, which finds the user's function by a
number. The interpreter compiles each signature once, and two callbacks of one function are equal:
ns-3 compares callbacks to disconnect a sink. Callbacks are kept until the process ends, events
until they have run. An exception of a function ends ``Simulator.Run()``, which raises it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import count
from typing import Any

from burstlab.arguments import shown
from burstlab.errors import InputError, KindError

_CODE = """
namespace ns3::burst
{

std::string GetTraceSourceClass(const TraceSourceAccessor& accessor); // of burst-core

} // namespace ns3::burst

namespace ns3::burst::python
{

using Number = uint64_t;

template <typename C>
struct Signature;

template <typename R, typename... Args>
struct Signature<Callback<R, Args...>>
{
    static inline R (*python)(Number, Args...);

    static void Set(R (*function)(Number, Args...))
    {
        python = function;
    }

    static R Fire(Number number, Args... args)
    {
        return python(number, args...);
    }

    static Callback<R, Args...> Make(Number number)
    {
        return Callback<R, Args...>(&Fire, number);
    }
};

template <typename S>
struct Sink;

template <typename... Args>
struct Sink<TracedCallback<Args...>>
{
    using Plain = Callback<void, Args...>;
    using InContext = Callback<void, std::string, Args...>;
};

template <typename T>
struct Sink<TracedValue<T>> : Sink<TracedCallback<T, T>>
{
};

struct Events
{
    static inline void (*python)(Number);

    static void Set(void (*function)(Number))
    {
        python = function;
    }

    static void Fire(Number number)
    {
        python(number);
    }

    static EventId After(const Time& delay, Number number)
    {
        return Simulator::Schedule(delay, &Fire, number);
    }

    static void In(uint32_t context, const Time& delay, Number number)
    {
        Simulator::ScheduleWithContext(context, delay, &Fire, number);
    }

    static EventId Now(Number number)
    {
        return Simulator::ScheduleNow(&Fire, number);
    }

    static EventId AtDestroy(Number number)
    {
        return Simulator::ScheduleDestroy(&Fire, number);
    }
};

} // namespace ns3::burst::python
"""


class Functions:
    """The Python functions registered with ns-3."""

    def __init__(self, ns: Any) -> None:
        self._ns = ns
        self._numbers = count(1)
        self._made: dict[tuple[str, Hashable], Any] = {}
        self._functions: dict[int, Callable[..., Any]] = {}
        self._events: dict[int, tuple[Callable[..., Any], tuple[Any, ...]]] = {}
        self._signatures: dict[str, Any] = {}
        self._compiled: Any = None

    def is_python(self, value: Any) -> bool:
        """Whether a value is a Python function, not a C++ function."""
        return callable(value) and not type(value).__module__.startswith("cppyy")

    # Callbacks

    def pythonize(self, klass: Any) -> None:
        """Let the constructor of a class of callbacks accept a Python function."""
        construct = vars(klass)["__init__"]

        def init(item: Any, *arguments: Any) -> None:
            if len(arguments) == 1 and self.is_python(arguments[0]):
                arguments = (self.callback(klass, arguments[0]),)
            construct.__get__(item, type(item))(*arguments)

        klass.__init__ = init

    def converted(self, signatures: str, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Convert the Python functions among the arguments of a C++ function to callbacks.

        Parameters
        ----------
        signatures
            Signatures of the function from cppyy, one line for each overload.
        arguments
            Arguments of the call.
        """
        for line in signatures.splitlines():
            kinds = _parameters(line)
            made = list(arguments)
            for place, (argument, kind) in enumerate(zip(arguments, kinds, strict=False)):
                if self.is_python(argument) and len(arguments) <= len(kinds):
                    klass = getattr(self._ns.cppyy.gbl, kind, None)
                    if str(getattr(klass, "__cpp_name__", "")).startswith("ns3::Callback<"):
                        made[place] = self.callback(klass, argument)
            if not any(map(self.is_python, made)):
                return tuple(made)
        return arguments

    def callback(self, klass: Any, function: Callable[..., Any]) -> Any:
        """Make a callback of a class; equal functions have equal callbacks."""
        name = klass.__cpp_name__
        own = function if isinstance(function, Hashable) else id(function)
        if (name, own) not in self._made:
            number = next(self._numbers)
            self._functions[number] = function
            self._made[name, own] = self._signature(name).Make(number)
        return self._made[name, own]

    def source_class(self, source: Any) -> str:
        """Return the name of a trace source's class, which has the signature."""
        self._code()
        return str(self._ns.burst.GetTraceSourceClass(source.accessor.__deref__()))

    def sink(self, source: str, function: Callable[..., Any], *, context: bool) -> Any:
        """Make the callback for a trace source.

        Parameters
        ----------
        source
            Class of the source, from burst-core.
        function
            The Python function.
        context
            Whether the context is the function's first argument.
        """
        try:
            kind = self._code().Sink[source]
            return self.callback(kind.InContext if context else kind.Plain, function)
        except (TypeError, SyntaxError, AttributeError) as error:
            raise InputError(
                f"a trace source of the class '{source}' cannot call a Python function:"
                f" {error!s:.200}"
            ) from None

    def _signature(self, name: str) -> Any:
        if name not in self._signatures:
            made = self._code().Signature[name]

            def fire(number: int, *arguments: Any) -> Any:
                return self._functions[number](*arguments)

            made.Set(fire)
            self._signatures[name] = made, fire  # cppyy does not keep the function
        return self._signatures[name][0]

    def _code(self) -> Any:
        if self._compiled is None:
            self._ns.cppyy.cppdef(_CODE)
            self._compiled = self._ns.burst.python
        return self._compiled

    # Events

    def wrap_simulator(self) -> None:
        """Let the scheduling functions of Simulator accept Python functions."""
        simulator = self._ns.Simulator

        def scheduler(name: str, wanted: int, make: str) -> Any:
            stock = getattr(simulator, name)

            def schedule(*arguments: Any) -> Any:
                places, rest = arguments[:wanted], arguments[wanted:]
                if not rest or not self.is_python(rest[0]):
                    return stock(*arguments)
                if wanted and not isinstance(places[-1], self._ns.Time):
                    raise KindError(bare_time(f"Simulator.{name}", places[-1]))
                number = next(self._numbers)
                self._events[number] = rest[0], rest[1:]
                return getattr(self._scheduling(), make)(*places, number)

            return staticmethod(schedule)

        for name, wanted, make in (
            ("Schedule", 1, "After"),
            ("ScheduleWithContext", 2, "In"),
            ("ScheduleNow", 0, "Now"),
            ("ScheduleDestroy", 0, "AtDestroy"),
        ):
            setattr(simulator, name, scheduler(name, wanted, make))
        destroy = simulator.Destroy

        def clear() -> None:
            destroy()
            self._events.clear()

        simulator.Destroy = staticmethod(clear)

    def _scheduling(self) -> Any:
        if "" not in self._signatures:
            made = self._code().Events

            def fire(number: int) -> None:
                function, arguments = self._events.pop(number)
                function(*arguments)

            made.Set(fire)
            self._signatures[""] = made, fire
        return self._signatures[""][0]


def _parameters(signature: str) -> list[str]:
    """Find the types of the parameters of a function, without const and &."""
    inside, depth, parts = signature.partition("(")[2].rpartition(")")[0], 0, [""]
    for character in inside:
        depth += (character in "<(") - (character in ">)")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    kinds = [part.partition("=")[0].strip().rpartition(" ")[0] for part in parts]
    return [kind.removeprefix("const ").rstrip("& ") for kind in kinds]


def bare_time(where: str, value: Any) -> str:
    """Write the message about a number in place of a time."""
    if isinstance(value, int | float):
        return f"{where}: {value} is no time; write Seconds({value}), or MilliSeconds({value})"
    return f"{where}: {shown(value)} is no time; write Seconds(..)"
