# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The catalogue of a build: scenarios with their attributes, programs, plugins."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from burstlab import paths, published, remembered
from burstlab.build.sources import header_of
from burstlab.engine import Program, RunSpec, plan, short_name
from burstlab.errors import InputError, UnknownNameError, WorkError, unknown
from burstlab.published import Target


def runner(plugins: Iterable[Path] = ()) -> Program:
    """Return the compiled runner with the scenario libraries of all studies and further plugins."""
    build = published.use()
    libraries = build.files("scenarios").values()
    return Program(build.files("runner")["burstlab-run"], (*libraries, *plugins))


def suite() -> Program:
    """Return the runner with the checkout as working folder, where studies find their files."""
    return replace(runner(), folder=paths.ROOT)


def scenarios() -> list[dict[str, str]]:
    """List the scenarios of all studies: name, type, study, help."""
    return _cached("list", lambda: json.loads(runner().ask("--list")))


def find_scenario(name: str, program: Program | None = None) -> dict[str, str]:
    """Find a scenario by its kebab name or TypeId name.

    Parameters
    ----------
    name
        Name as given by the user.
    program
        The program with the scenario; default: the runner with all studies.

    Raises
    ------
    InputError
        With the nearest names.
    WorkError
        When the name is unknown and some scenarios could not be built.
    """
    known = scenarios() if program is None else json.loads(program.ask("--list"))
    for scenario in known:
        if name in (scenario["name"], scenario["type"]):
            return scenario
    broken = published.use().broken() if program is None else []
    for target in broken:
        if any(_types(target, name)):
            raise WorkError(target.fault)
    hint = elsewhere(name)
    for target in broken if not hint else ():
        if target.kind == "scenarios":
            raise WorkError(f"scenario {name} is not there: {target.fault}")
    error = unknown("scenario", name, [scenario["name"] for scenario in known])
    raise UnknownNameError(f"{error}{hint}")


def check_study_of(scenario: str) -> None:
    """Refuse a scenario of a study that could not be built, even if a program has the same name.

    Raises
    ------
    WorkError
        With the compiler's error.
    """
    for target in published.use().broken():
        if target.kind == "scenarios" and any(_types(target, scenario)):
            raise WorkError(target.fault)


def studies_with(scenario: str) -> list[str]:
    """List the studies whose sources have a scenario, whether these are built or not."""
    return [
        folder.name
        for folder in sorted(paths.SCENARIOS.iterdir())
        if any(_types(Target("scenarios", "", f"scenarios/{folder.name}", ""), scenario))
    ]


def elsewhere(scenario: str) -> str:
    """End of the message about an unknown scenario: a source that has this scenario."""
    for target in (*_targets("program"), *_targets("scenarios")) if scenario else ():
        for file, name in _types(target, scenario):
            if not _registered(file, name):
                return _not_registered(file, name)
            if target.kind == "program":
                return (
                    f"; {target.source} has it: ./lab run {target.name},"
                    f' or program = "{target.name}" in a sweep file'
                )
    return ""


def unregistered(program: str) -> str:
    """End of the message about a program without a scenario: what its source lacks."""
    for target in _targets("program"):
        if program in _all_names(target):
            for file, name in _types(target):
                if not _registered(file, name):
                    return _not_registered(file, name)
    return ""


def _types(target: Target, scenario: str = "") -> Iterator[tuple[Path, str]]:
    """Find the classes with a TypeId in the sources of a target, or those of one scenario."""
    source = paths.ROOT / target.source
    for file in (source, *sorted(source.rglob("*.cc"))):
        for name in re.findall(r'TypeId\("ns3::(\w+)"\)', _text(file)):
            if scenario in ("", f"ns3::{name}", short_name(f"ns3::{name}")):
                yield file, name


def _registered(file: Path, name: str) -> bool:
    return bool(re.search(rf"NS_OBJECT_ENSURE_REGISTERED\((\w+::)*{name}\)", _text(file)))


def _not_registered(file: Path, name: str) -> str:
    return (
        f"; {paths.relative(file)} has {name}, but does not register it:"
        f" NS_OBJECT_ENSURE_REGISTERED({name}) is needed"
    )


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""


def describe(name: str, program: Program | None = None) -> dict[str, Any]:
    """Describe a scenario or any TypeId, by `WriteDescription()` of scenario-runner.

    The name of a program with one scenario stands for this scenario. A name with a capital letter
    is a TypeId, with or without ``ns3::``.
    """
    if program is None and is_program(name) and name not in [each["name"] for each in scenarios()]:
        check_study_of(name)
        program = Program(find_program(name))
        name = _only_scenario(name, program)
    if name[:1].isupper():
        name = f"ns3::{name}"
    if not name.startswith("ns3::"):
        name = find_scenario(name, program)["name"]
    if program is None:
        try:
            return _cached(name, lambda: json.loads(runner().ask(f"--describe={name}")))
        except InputError as error:
            header = header_of(name)
            if header:
                # A module that no scenario uses is loaded like a plugin.
                with contextlib.suppress(InputError):
                    return json.loads(runner(_libraries(header)).ask(f"--describe={name}"))
                raise InputError(
                    f"{name} is a class of {header} without a TypeId that the runner knows:"
                    " a TypeId is described"
                ) from None
            raise InputError(f"{error}; a type of a plugin needs --plugin=PLUGIN") from None
    return json.loads(program.ask(f"--describe={name}"))


def _libraries(header: str) -> list[Path]:
    """Find the libraries of the modules in whose name a header's begins, as ``ns3/X-y.h``."""
    modules = published.use().modules()
    return [file for name, file in modules.items() if header.startswith(f"ns3/{name}-")]


def options(name: str) -> list[str]:
    """List the attributes of a scenario or of a program's scenario, else the program's options."""
    known = [scenario["name"] for scenario in scenarios()]
    if name not in known and is_program(name) and not runs_scenarios(find_program(name)):
        return _cached(f"options of {name}", lambda: _own_options(find_program(name)))
    return [attribute["name"] for attribute in describe(name)["attributes"]]


def _own_options(file: Path) -> list[str]:
    """List the options in the help of a program with ns-3's command line; of other programs none.

    Another program may ignore ``--help`` and begin its work.
    """
    if file.suffix == ".py" or b"CommandLine" not in file.read_bytes():
        return []
    text, _, _ = Program(file).ask("--help").partition("General Arguments:")
    return re.findall(r"(?m)^ +--(\S+):(?: |$)", text)


def find_plugin(name: str) -> Path:
    """Find a plugin by the path of its library, or by name like `find_program`."""
    if name.endswith(".so") or (Path(name).is_file() and not name.endswith(".cc")):
        if not Path(name).is_file():
            raise InputError(f"plugin {name}: there is no such file")
        return Path(name).resolve()
    return _find(name, "plugin")


def type_ids() -> list[str]:
    """List the TypeIds that can be created, and those declared in sources of modules."""
    sources = [*paths.CONTRIB.glob("*/model/**/*.cc"), *paths.CONTRIB.glob("*/helper/*.cc")]
    declared = [re.findall(r'TypeId\("(ns3::\w+)"\)', file.read_text()) for file in sources]
    return sorted({*describe("ns3::Object")["kinds"], *itertools.chain(*declared)})


def plugins() -> dict[str, Path]:
    """Map the names of the built plugins to their libraries."""
    return _names("plugin")


def plugins_by_code() -> dict[str, str]:
    """Map each built plugin's part of a run's code version to its name."""
    codes = {}
    for name, file in plugins().items():
        (run,) = plan([RunSpec(scenarios()[0]["name"])], runner([file]))
        code = json.loads(run.key)["code_version"]
        codes |= dict.fromkeys(code.split("+")[1:], name)
    return codes


def find_program(name: str) -> Path:
    """Find a program of scratch/ or an example by name or source.

    Raises
    ------
    InputError
        When there is none, or more than one.
    WorkError
        When it could not be built.
    """
    return _find(name, "program")


def runs_scenarios(file: Path) -> bool:
    """Whether a program has the runner's command line."""
    return file.suffix != ".py" and b"RunScenarioMain" in file.read_bytes()


def _only_scenario(name: str, program: Program) -> str:
    if not runs_scenarios(program.executable):
        raise InputError(
            f"{name} has options of its own, which ./lab run {name} --help prints: a scenario, a"
            " program that runs one, or a TypeId is described"
        )
    found = [scenario["name"] for scenario in json.loads(program.ask("--list"))]
    if not found:
        raise InputError(f"{name} has no scenario{unregistered(name)}")
    if len(found) != 1:
        raise InputError(
            f"{name} has the scenarios {', '.join(found)}:"
            f" ./lab run {name} --describe=SCENARIO describes one"
        )
    return found[0]


def is_program(name: str) -> bool:
    """Whether a program or example, possibly broken, has this name."""
    return any(name in _all_names(target) for target in _targets("program"))


def programs() -> dict[str, Path]:
    """Map the names of the programs of scratch/ and of the examples to their files.

    An ambiguous name starts with the folder: scratch/dumbbell.
    """
    return _names("program")


def broken() -> dict[str, str]:
    """Map sources that could not be built to the reason, with file and line."""
    return {t.source: t.broken for t in published.use().broken() if not t.left}


def _targets(kind: str) -> list[Target]:
    targets = [target for target in published.use().targets if target.kind == kind]
    if kind == "program":
        for folder in (paths.EXAMPLES, *sorted(paths.CONTRIB.glob("*/examples"))):
            for file in sorted(folder.glob("*.py")):
                targets.append(Target(kind, file.name, paths.relative(file), str(file)))
    return targets


def _all_names(target: Target) -> tuple[str, str, str, str]:
    return target.name, _long_name(target), Path(target.source).name, target.source


def _long_name(target: Target) -> str:
    return target.source.removesuffix(".cc")


def _names(kind: str) -> dict[str, Path]:
    targets = _targets(kind)
    count = Counter(target.name for target in targets)
    if kind == "program":
        count.update(scenario["name"] for scenario in scenarios())
    found = {
        target.name if count[target.name] == 1 else _long_name(target): _file(target)
        for target in targets
        if not target.broken
    }
    return dict(sorted(found.items()))


def _find(name: str, kind: str) -> Path:
    targets = _targets(kind)
    found = [target for target in targets if name in _all_names(target)]
    if not found:
        raise unknown(kind, name, [target.name for target in targets])
    if len(found) > 1:
        sources = " and ".join(_long_name(target) for target in found)
        raise InputError(f"{kind} {name} is ambiguous: allowed are {sources}")
    if found[0].broken:
        raise WorkError(found[0].fault)
    return _file(found[0])


def _file(target: Target) -> Path:
    return published.use().folder / target.file


def _cached(name: str, ask: Callable[[], Any]) -> Any:
    """Cache results in catalogue.json of the finished build, which never changes."""
    file = published.use().folder / "catalogue.json"
    answers = remembered.read(file, {})
    if name not in answers:
        answers[name] = ask()
        remembered.write(file, answers)
    return answers[name]
