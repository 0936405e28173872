# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""ns-3 in Python: loads only requested modules, silently; wrong names raise exceptions.

>>> from burstlab.bindings import load
>>> ns = load("internet", "point-to-point")
>>> nodes = ns.NodeContainer()
>>> nodes.Create(2)

``ns`` is the C++ namespace ``ns3`` through cppyy, as from ``from ns import ns``, in a quarter
of the time and less than half of the memory: libraries are loaded before headers, so that the
interpreter finds every symbol, and only headers of requested modules are loaded.

Where ns-3 would abort on a name or value (attributes, trace sources, TypeIds, Config paths, texts
such as ``"5Mbps"``; through objects, `Config`, `ObjectFactory` and helpers), an `InputError` is
raised before the call; also for an index beyond the last place (an `IndexError`) and a number as a
time (a `TypeError`). Exceptions of burstlab's own libraries arrive as
``ns.cppyy.gbl.std.invalid_argument`` and ``runtime_error``.

A Python function is accepted as any callback, as a trace sink, and by ``Simulator.Schedule``. A
call for each packet is slow: record with `TraceRecorder`, and read the archive after the run.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.metadata
import importlib.util
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from burstlab import paths, published
from burstlab.bindings import guards
from burstlab.errors import WorkError, unknown

DEFAULT_MODULES = ("core", "network", "run-archive", "burst-core", "burst-traffic")

_loaded: set[str] = set()


def load(*modules: str) -> Any:
    """Load modules and return the namespace ``ns3``.

    Parameters
    ----------
    modules
        Names of modules of ns-3 or burstlab, such as ``"internet"``; empty: `DEFAULT_MODULES`.
        Dependencies are loaded too. A later call adds modules.

    Returns
    -------
    namespace
        With ``cppyy`` as an attribute.

    Raises
    ------
    InputError
        When a module does not exist.
    WorkError
        When burstlab has not been built, or a source was edited after the build.
    """
    libraries = _libraries()
    wanted = ("core", "network", "burst-core", *(modules or DEFAULT_MODULES))
    for module in wanted:
        for target in published.use().broken():
            if target.name == f"burstlab-{module}":
                raise WorkError(target.fault)
        if module not in libraries:
            raise unknown("module", module, libraries)
    cppyy = _start()
    first = not _loaded
    if first:
        published.check_fresh(libraries[module] for module in wanted)
    fresh = [module for module in dict.fromkeys(wanted) if module not in _loaded]
    for module in fresh:
        cppyy.load_library(str(libraries[module]))
    for module in fresh:
        cppyy.include(f"ns3/{module}-module.h")
        _loaded.add(module)
    ns = cppyy.gbl.ns3
    if "run-archive" in fresh:
        _identify_program(ns)
    if first:
        ns.cppyy = cppyy
        ns.Object.__del__ = _leave_to_cpp
        guards.install(ns)
    return ns


@cache
def wheel() -> Path:
    """Folder of ns-3 itself, with ``include/`` and ``lib64/``."""
    spec = importlib.util.find_spec("ns3")
    if spec is None:
        raise WorkError("the Python package ns3 is missing: ./lab doctor")
    return Path(next(iter(spec.submodule_search_locations)))


def stock_libraries() -> dict[str, Path]:
    """Map the modules of ns-3 itself to their libraries."""
    return {file.stem.partition("-")[2]: file for file in wheel().glob("lib64/libns3.*-*.so")}


def _libraries() -> dict[str, Path]:
    """Map the modules of ns-3 and burstlab to their libraries."""
    return stock_libraries() | published.use().modules()


@cache
def _start() -> Any:
    """Start the C++ interpreter, once and silently."""
    headers = _headers_of_callbacks()
    os.environ.setdefault("CPPYY_API_PATH", headers or "none")  # none avoids a warning
    os.environ.setdefault(
        "CLING_REBUILD_PCH", "0"
    )  # else it may rebuild its own header, in a minute
    import cppyy
    import libcppyy

    libcppyy.AddSmartPtrType("Ptr")
    if headers:
        cppyy.add_include_path(headers)  # also where cppyy was imported before
    cppyy.add_include_path(str(wheel() / "include"))
    cppyy.add_include_path(str(published.use().folder / "include"))
    return cppyy


def _headers_of_callbacks() -> str:
    """Make a folder with the headers of CPyCppyy under the name that cppyy includes.

    cppyy includes ``CPyCppyy/API.h`` at the first callback of a Python function, but the installed
    folder has the name of the package, ``cpycppyy``. Return ``""`` if there are no headers.
    """
    try:
        files = importlib.metadata.files("CPyCppyy") or ()
    except importlib.metadata.PackageNotFoundError:
        files = ()
    for file in files:
        source = Path(str(file.locate())).resolve().parent
        if file.name == "API.h" and source.is_dir():
            if source.name == "CPyCppyy":
                return str(source.parent)
            folder = tempfile.mkdtemp(prefix="burstlab-headers-")
            atexit.register(_remove, folder, os.getpid())
            shutil.copytree(source, Path(folder, "CPyCppyy"))  # Clang warns of a link
            return folder
    return ""


def _remove(folder: str, process: int) -> None:
    """Remove a folder at the end of the process that made it, not at the end of a fork."""
    if process == os.getpid():
        shutil.rmtree(folder, ignore_errors=True)


def _identify_program(ns: Any) -> None:
    """Add the program, its Python sources and its libraries to each `RunIdentity` made here."""
    construct = ns.archive.RunIdentity.__init__

    def init(self: Any, *arguments: Any) -> None:
        construct(self, *arguments)
        if not self.codeVersion:
            text = hashlib.sha256(str(ns.archive.HashProgram()).encode())
            for digest in sorted(hashlib.sha256(f.read_bytes()).digest() for f in _own_sources()):
                text.update(digest)
            self.codeVersion = text.hexdigest()[:16]

    ns.archive.RunIdentity.__init__ = init


def _own_sources() -> set[Path]:
    """Find the script, its imports except installed packages, and burstlab itself."""
    apart = {Path(prefix).resolve() for prefix in (sys.prefix, sys.base_prefix)}
    apart.add(paths.ANALYSIS / "burstlab")
    files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    found = {Path(file).resolve() for file in files if file and Path(file).suffix != ".so"}
    return {file for file in found if file.is_file() and not apart & set(file.parents)}


def _leave_to_cpp(item: Any) -> None:
    """Keep objects of ``ns.Node()`` alive: ns-3 counts references and may hold some."""
    item.__python_owns__ = False
