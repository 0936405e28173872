# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Checks of names and values before ns-3 calls, because ns-3 aborts on wrong ones.

One rule covers every helper and `ObjectFactory`: in a call of ``Set..``, ``Add..`` or the
constructor, a text that starts with ``ns3::`` names a TypeId, and a text before an AttributeValue
names an attribute, of that TypeId if given, else of any TypeId.

burst-core parses all texts without creating an object, and ns-3 gets the canonical text: ns-3
accepts fewer spellings, and no nested brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from burstlab.bindings.callbacks import Functions
from burstlab.bindings.calls import Calls
from burstlab.errors import InputError, WorkError, unknown

NAMESPACES = (
    "ns3",
    *(f"ns3::{name}" for name in ("archive", "atm", "burst", "fabric", "faults", "iepm")),
    *(f"ns3::{name}" for name in ("lossless", "measurement", "netflow", "scenario", "traffic")),
)
"""ns-3's, and one of each module for names that do not carry the module's."""

_TEXT_CLASSES = ("DataRate", "Ipv4Address", "QueueSize", "Time")


def install(ns: Any) -> None:
    """Install the checks in the functions of ns-3 that need them.

    Parameters
    ----------
    ns
        The namespace ``ns3``, with core, network and burst-core loaded.
    """
    guard = Guard(ns)
    for namespace in NAMESPACES:
        ns.cppyy.py.add_pythonization(guard.pythonize, namespace)
    guard.wrap_objects()
    guard.wrap_config()
    guard.functions.wrap_simulator()


@contextmanager
def translated(cppyy: Any) -> Iterator[None]:
    """Raise C++ exceptions as `InputError` (invalid_argument) and `WorkError` (any other)."""
    std = cppyy.gbl.std
    try:
        yield
    except std.invalid_argument as error:
        raise InputError(str(error.what())) from None
    except std.exception as error:
        raise WorkError(str(error.what())) from None


class Guard:
    """The checks, and their installation."""

    def __init__(self, ns: Any) -> None:
        self.ns = ns
        self._attributes: dict[int, dict[str, Any]] = {}
        self._everywhere: dict[str, list[Any]] = {}
        self._known_types = 0
        self.functions = Functions(ns)
        self._calls = Calls(self.functions)
        self._numbers = (ns.BooleanValue, ns.DoubleValue, ns.IntegerValue, ns.UintegerValue)

    # Installation

    def pythonize(self, klass: Any, name: str) -> None:
        """Install checks in a class at its first use."""
        if name.startswith("Callback<"):
            self.functions.pythonize(klass)
            return
        self._calls.pythonize(klass)
        if name.endswith("Helper") or name == "ObjectFactory":
            self._wrap_helper(klass)
        elif name in _TEXT_CLASSES:
            self._wrap_text(klass, name)

    def wrap_objects(self) -> None:
        """Install checks in the methods of Object, and in TypeId."""

        def set_attribute(item: Any, name: str, value: Any) -> tuple[Any, ...]:
            checked = self.check_attribute(item.GetInstanceTypeId(), name, value, one=True)
            return item, name, checked

        def get_attribute(item: Any, name: str, value: Any, permissive: bool = False) -> None:
            type_id = item.GetInstanceTypeId()
            self.find_attribute(type_id, name)
            if not item.GetAttributeFailSafe(name, value):
                raise InputError(
                    f"the attribute {name} of {type_id.GetName()} cannot be read into"
                    f" {type(value).__name__}"
                )

        def connect(item: Any, name: str, *rest: Any) -> tuple[Any, ...]:
            types = [item.GetInstanceTypeId()]
            self.check_trace_source(types, name)
            return item, name, *self._sink(types, name, *rest)

        base = self.ns.ObjectBase
        for function, check in {
            "SetAttribute": set_attribute,
            "GetAttribute": get_attribute,
            "TraceConnect": connect,
            "TraceConnectWithoutContext": connect,
            "TraceDisconnect": connect,
            "TraceDisconnectWithoutContext": connect,
        }.items():
            setattr(base, function, _after(check, getattr(base, function)))
        type_id = self.ns.TypeId
        type_id.LookupByName = staticmethod(_after(self.find_type, type_id.LookupByName))

    def wrap_config(self) -> None:
        """Install checks in the functions of Config and in GlobalValue."""

        def set_default(name: str, value: Any) -> tuple[Any, ...]:
            owner, _, attribute = name.rpartition("::")
            own = self._own_attributes(self.find_type(owner))
            if attribute not in own:
                raise unknown(f"attribute of {owner},", attribute, own)
            return name, self.check_value(own[attribute], owner, value, one=True)

        def set_at(path: str, value: Any) -> tuple[Any, ...]:
            name = path.rpartition("/")[2]
            for item in self.find_objects(path):
                checked = self.check_attribute(item.GetInstanceTypeId(), name, value)
            return path, checked

        def set_global(name: str, value: Any) -> tuple[Any, ...]:
            known = {str(item.GetName()): item for item in self._globals()}
            if name not in known:
                raise unknown("global value", name, known)
            return name, self._check_value(known[name].GetChecker(), name, value)

        def connect(path: str, callback: Any, *, context: bool = True) -> tuple[Any, ...]:
            types = [item.GetInstanceTypeId() for item in self.find_objects(path)]
            name = path.rpartition("/")[2]
            self.check_trace_source(types, name)
            return path, *self._sink(types, name, *[""] * context, callback)[context:]

        def connect_alone(path: str, callback: Any) -> tuple[Any, ...]:
            return connect(path, callback, context=False)

        config = self.ns.Config
        for function, check in {
            "SetDefault": set_default,
            "Set": set_at,
            "SetGlobal": set_global,
            "Connect": connect,
            "ConnectWithoutContext": connect_alone,
            "Disconnect": connect,
            "DisconnectWithoutContext": connect_alone,
            "LookupMatches": self._check_types_in,
        }.items():
            setattr(config, function, _after(check, getattr(config, function)))
        bind = self.ns.GlobalValue.Bind
        self.ns.GlobalValue.Bind = staticmethod(_after(set_global, bind))

    def _wrap_helper(self, klass: Any) -> None:
        def get(item: Any, name: str) -> Any:
            found = object.__getattribute__(item, name)
            checked = name.startswith(("Set", "Add")) and callable(found)
            return _after(self.check_arguments, found) if checked else found

        # One wrapper per method fails: cppyy finds the overloads of a template in the class.
        # For the same reason a constructor, which may be a template, must be bound.
        construct = vars(klass)["__init__"]

        def init(item: Any, *arguments: Any) -> None:
            construct.__get__(item, type(item))(*self.check_arguments(*arguments))

        klass.__getattribute__ = get
        klass.__init__ = init

    def _wrap_text(self, klass: Any, name: str) -> None:
        def check(item: Any, *arguments: Any) -> tuple[Any, ...]:
            if name == "Time" and len(arguments) == 1:
                self._calls.refuse_number(arguments[0])
            if len(arguments) == 1 and isinstance(arguments[0], str):
                checker = getattr(self.ns, f"Make{name}Checker")()
                arguments = (str(self._read(checker, name, arguments[0]).text),)
            return item, *arguments

        klass.__init__ = _after(check, klass.__init__)

    # Checks

    def check_attribute(self, type_id: Any, name: str, value: Any, *, one: bool = False) -> Any:
        """Check that an attribute can be set to a value; see `check_value`."""
        attribute = self.find_attribute(type_id, name)
        owner = str(type_id.GetName())
        if not attribute.flags & self.ns.TypeId.ATTR_SET or not attribute.accessor.HasSetter():
            raise InputError(f"the attribute {name} of {owner} can only be read")
        return self.check_value(attribute, owner, value, one=one)

    def check_value(self, attribute: Any, owner: str, value: Any, *, one: bool = False) -> Any:
        """Check a value against the attribute's checker.

        Parameters
        ----------
        attribute, owner, value
            The attribute, the name of its TypeId, and the new value.
        one
            Whether a text describes one object, not one for each of many users.

        Returns
        -------
        AttributeValue
            The same value in a form that ns-3 accepts.
        """
        return self._check_value(attribute.checker, f"{attribute.name} of {owner}", value, one=one)

    def check_trace_source(self, types: Iterable[Any], name: str) -> None:
        """Check that one of the TypeIds has a trace source."""
        types = list(types)
        if not any(type_id.LookupTraceSourceByName(name) for type_id in types):
            sources = [
                str(ancestor.GetTraceSource(i).name)
                for ancestor in self._with_ancestors(types[0])
                for i in range(ancestor.GetTraceSourceN())
            ]
            raise unknown(f"trace source of {types[0].GetName()},", name, sources)

    def _sink(self, types: Iterable[Any], name: str, *rest: Any) -> tuple[Any, ...]:
        """Convert the last argument, a Python function, to a callback of a source's signature."""
        if not rest or not self.functions.is_python(rest[-1]):
            return rest
        classes, source = set(), self.ns.TypeId.TraceSourceInformation()
        for type_id in types:
            if type_id.LookupTraceSourceByName(name, source):
                classes.add(self.functions.source_class(source))
        if len(classes) > 1:
            raise InputError(
                f"trace source {name}: the objects of the path have several signatures,"
                f" {', '.join(sorted(classes))}; connect each separately"
            )
        made = self.functions.sink(classes.pop(), rest[-1], context=len(rest) > 1)
        return *rest[:-1], made

    def check_arguments(self, *arguments: Any) -> tuple[Any, ...]:
        """Check the TypeIds and attributes among the arguments of a helper's function.

        Returns
        -------
        tuple
            The arguments in a form that ns-3 accepts.
        """
        type_id = None
        taken = list(arguments)
        texts = (str, self.ns.cppyy.gbl.std.string)
        for i, (argument, following) in enumerate(pairwise((*arguments, None))):
            if not isinstance(argument, texts):
                continue
            argument = str(argument)
            if isinstance(following, self.ns.AttributeValue):
                if type_id:
                    taken[i + 1] = self.check_attribute(type_id, argument, following)
                else:
                    taken[i + 1] = self._check_anywhere(argument, following)
            elif argument.startswith("ns3::") and "[" in argument:
                with translated(self.ns.cppyy):
                    self.ns.burst.ObjectText(argument, self.ns.TypeId())
            elif argument.startswith("ns3::"):
                type_id = self._find_type_of_factory(argument)
        return tuple(taken)

    def _check_anywhere(self, name: str, value: Any) -> Any:
        """Check that some TypeId has an attribute that can be set to a value."""
        count = self.ns.TypeId.GetRegisteredN()
        if count != self._known_types:
            self._known_types = count
            self._everywhere.clear()
            for type_id in self._types():
                for attribute in self._own_attributes(type_id).values():
                    self._everywhere.setdefault(str(attribute.name), []).append(attribute.checker)
        if name not in self._everywhere:
            raise unknown("attribute", name, self._everywhere)
        errors = []
        for checker in self._everywhere[name]:
            try:
                return self._check_value(checker, name, value)
            except InputError as error:
                errors.append(error)
        raise errors[0]

    def _check_value(self, checker: Any, what: str, value: Any, *, one: bool = False) -> Any:
        if checker.Check(value) and not isinstance(value, self.ns.StringValue):
            return value
        if not isinstance(value, self.ns.StringValue):
            given = value.Get() if isinstance(value, self._numbers) else ""
            raise InputError(
                f"{what} cannot be {type(value).__name__} {given}".rstrip()
                + f": it takes {self.ns.burst.DescribeAllowed(checker)}"
            )
        read = self._read(checker, what, str(value.Get()))
        text = str(read.text)
        parsed_by_ns3 = text.count("[") < 2 and not any(map(str.isspace, text))
        if not read.object or parsed_by_ns3:
            return self.ns.StringValue(text)
        if not one:
            raise InputError(
                f"{what} cannot be '{text}' for each of many objects: ns-3 itself reads no brackets"
                " within brackets; set the attribute of each object"
            )
        with translated(self.ns.cppyy):
            made = read.MakeValue()
        taken = made.__deref__()
        taken.keeps = made  # alive
        return taken

    def _read(self, checker: Any, what: str, text: str) -> Any:
        """Parse a text like the C++ code, without creating an object."""
        try:
            with translated(self.ns.cppyy):
                return self.ns.burst.ReadAttribute(text, checker)
        except InputError as error:
            raise InputError(f"{what} cannot be '{text}': {error}") from None

    def _check_types_in(self, path: str) -> None:
        for part in path.split("/"):
            if part.startswith("$"):
                self.find_type(part[1:])

    # Names

    def find_type(self, name: str) -> Any:
        """TypeId of a name; `InputError` with the nearest names."""
        found = self.ns.TypeId()
        if self.ns.TypeId.LookupByNameFailSafe(name, found):
            return found
        raise unknown("TypeId", name, (str(type_id.GetName()) for type_id in self._types()))

    def find_attribute(self, type_id: Any, name: str) -> Any:
        """Attribute of a TypeId or its ancestors; `InputError` with the nearest names."""
        uid = type_id.GetUid()
        if uid not in self._attributes:
            self._attributes[uid] = {
                attribute: information
                for ancestor in reversed(list(self._with_ancestors(type_id)))
                for attribute, information in self._own_attributes(ancestor).items()
            }
        attributes = self._attributes[uid]
        if name not in attributes:
            raise unknown(f"attribute of {type_id.GetName()},", name, attributes)
        return attributes[name]

    def find_objects(self, path: str) -> list[Any]:
        """Objects with the last part of a Config path; `InputError` if there are none."""
        parts = path.strip("/").split("/")[:-1]
        for depth in range(len(parts), -1, -1):
            matches = self.ns.Config.LookupMatches("/" + "/".join(parts[:depth]))
            objects = [matches.Get(i) for i in range(matches.GetN())]
            if objects:
                break
        if not objects:
            raise InputError(f"the Config path {path} matches nothing: there are no nodes yet")
        if depth == len(parts):
            return objects
        links = {
            name
            for ancestor in self._with_ancestors(objects[0].GetInstanceTypeId())
            for name, attribute in self._own_attributes(ancestor).items()
            if "Pointer" in str(attribute.checker.GetValueTypeName())
            or "PtrContainer" in str(attribute.checker.GetValueTypeName())
        }
        if parts[depth] in links or parts[depth][0] in "$*[":
            there = "/" + "/".join(parts[:depth])
            raise InputError(
                f"the Config path {path} matches nothing: there is no"
                f" {'/'.join(parts[depth : depth + 2])} in {there}"
            )
        raise unknown(f"part of the Config path {path},", parts[depth], links)

    def _find_type_of_factory(self, name: str) -> Any:
        """TypeId of a name; a queue also without its item type, as in helpers."""
        names = (str(type_id.GetName()) for type_id in self._types())
        return self.find_type(next((n for n in names if n.startswith(f"{name}<")), name))

    def _types(self) -> Iterator[Any]:
        registered = self.ns.TypeId.GetRegisteredN()
        return map(self.ns.TypeId.GetRegistered, range(registered))

    def _globals(self) -> Iterator[Any]:
        item, end = self.ns.GlobalValue.Begin(), self.ns.GlobalValue.End()
        while item != end:
            yield item.__deref__()
            item.__preinc__()

    @staticmethod
    def _with_ancestors(type_id: Any) -> Iterator[Any]:
        yield type_id
        while type_id.HasParent():
            type_id = type_id.GetParent()
            yield type_id

    @staticmethod
    def _own_attributes(type_id: Any) -> dict[str, Any]:
        attributes = map(type_id.GetAttribute, range(type_id.GetAttributeN()))
        return {str(attribute.name): attribute for attribute in attributes}


def _after(check: Callable[..., Any], function: Callable[..., Any]) -> Callable[..., Any]:
    """Call `check`, then `function`, with the same arguments or the tuple `check` returned."""

    def checked(*arguments: Any, **named: Any) -> Any:
        taken = check(*arguments, **named)
        return function(*(taken if isinstance(taken, tuple) else arguments), **named)

    return checked
