# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The command ``./lab``. Each subcommand has its own imports, so that completion is quick."""

from __future__ import annotations

import logging
import os
import re
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from click import ClickException
from typer.core import TyperCommand
from typer.main import get_command

from burstlab import build as building
from burstlab import paths, published
from burstlab.build import catalogue
from burstlab.command import archive_commands, completion, printing, report_commands, sweep_commands
from burstlab.command.options import (
    Commands,
    Json,
    Plugins,
    Quiet,
)
from burstlab.errors import InputError, WorkError, exit_code

if TYPE_CHECKING:
    from burstlab.engine import Program

logger = logging.getLogger(__name__)

app = typer.Typer(
    name="lab",
    cls=Commands,
    help="Rerun, question and extend studies of networks under bursty traffic.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
for work in (sweep_commands.reproduce, sweep_commands.sweep, sweep_commands.worker):
    app.command()(work)
for work in (report_commands.report, report_commands.claims):
    app.command()(work)
app.add_typer(archive_commands.app, name="archive")


def main() -> None:
    """Run the command line; errors become one sentence and an exit code."""
    logging.basicConfig(format="burstlab: %(message)s", stream=sys.stderr)
    logging.getLogger("burstlab").setLevel(logging.INFO)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    command = get_command(app)
    if completion.wanted():
        completion.install()
    try:
        code = command(prog_name="lab", standalone_mode=False)
        sys.stdout.flush()
    except ClickException as error:
        message = error.format_message()  # empty if the help was printed instead
        code = _failed(message, 2) if message else 0
    except (InputError, WorkError) as error:
        code = exit_code([error])
        if str(error) not in building.logged_faults:
            _failed(f"{error}{_of_checkout(str(error))}", code)
    except (KeyboardInterrupt, typer.Abort):
        code = _failed("interrupted", 130)
    except BrokenPipeError:
        _drop_output()
        code = 141
    except OSError as error:  # such as a full disk
        _drop_output()
        place = error.filename or "the output or a temporary file"
        code = _failed(f"{place}: {error.strerror or error}", 1)
    sys.exit(code)


def _drop_output() -> None:
    """Send the remaining output to /dev/null."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _failed(what: object, code: int) -> int:
    sys.stderr.write(f"burstlab: {what}\n")
    return code


def _of_checkout(sentence: str) -> str:
    """Return the end of a message about a missing file, if the checkout has the file."""
    for name in re.findall(r"'([^']+)'", sentence):
        if not Path(name).exists() and (paths.ROOT / name).is_file():
            return f"; {paths.ROOT} has it: call ./lab there, or give a file"
    return ""


class _ScenarioCommand(TyperCommand):
    """Completes the scenario's attributes; --help after the name is an option of the scenario."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        self.add_help_option = not args or args[0].startswith("-")
        return super().parse_args(ctx, args)

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        items = super().shell_complete(ctx, incomplete)
        name = ctx.params.get("name")
        words = completion.attributes(name, incomplete) if name else []
        return items + [CompletionItem(word) for word in words]


@app.command("test")
def run_tests(
    all_: Annotated[
        bool, typer.Option("--all", help="Also run sanitizers, fuzzers and in-tree.")
    ] = False,
    in_tree: Annotated[
        bool, typer.Option("--in-tree", help="Run only the tests inside ns-3.37.")
    ] = False,
    seconds: Annotated[int, typer.Option(min=1, help="Time for each fuzzer with --all.")] = 300,
    quiet: Quiet = False,
) -> int:
    """Run all tests; --all adds the long tests, --in-tree runs the tests inside ns-3.37."""
    from burstlab.command import checks

    parts = checks.in_tree_parts() if in_tree else checks.usual_parts(quiet)
    if all_:
        parts = checks.usual_parts(quiet) + checks.long_parts(seconds, quiet)
    return 1 if checks.run(parts, typer.echo) else 0


@app.command("list")
def list_(as_json: Json = False, quiet: Quiet = False) -> None:
    """List studies, scenarios, programs and plugins, and what is broken."""
    from burstlab.command.outline import outlines

    built = building.refresh(quiet=quiet or as_json)
    outlined, unreadable = outlines()
    document = {
        "studies": outlined,
        "scenarios": catalogue.scenarios() if built else [],
        "programs": list(catalogue.programs()) if built else [],
        "plugins": list(catalogue.plugins()) if built else [],
        "broken": {**unreadable, **(catalogue.broken() if built else {})},
    }
    if not built:
        logger.warning("nothing is built: ./lab build gives scenarios, programs and plugins")
    elif left := published.use().studies(left=True):
        names = ", ".join(sorted(left))
        logger.warning("programs, and the scenarios of %s, are not built yet: ./lab build", names)
    if as_json:
        printing.json_document(document)
        return
    for kind, column in (("studies", "title"), ("scenarios", "help")):
        printing.table((kind, ""), [[e["name"], e[column]] for e in document[kind]])
        printing.line()
    for kind in ("programs", "plugins"):
        printing.headed(kind, f"  {', '.join(document[kind]) or 'none'}")
    for source, reason in document["broken"].items():
        printing.headed("broken", f"  {source}: {reason}", whole=True)


@app.command()
def describe(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A scenario, its program, or a TypeId such as ArrivalProcess.",
            autocompletion=completion.describable,
        ),
    ],
    plugin: Plugins = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Describe a scenario or TypeId: attributes, traces, statistics; header and chapter."""
    if not building.refresh(quiet=quiet or as_json):
        raise InputError(f"{name} cannot be described, nothing is built: ./lab build")
    from burstlab.command import description

    document = catalogue.describe(name, _with(plugin))
    if not document["help"]:  # a class that is no scenario
        document |= building.declaration(document["type"])
    if as_json:
        printing.json_document(document)
    else:
        description.show(document)


def _with(plugins: list[str] | None) -> Program | None:
    """Return the runner with further plugins; None without plugins."""
    if not plugins:
        return None
    return catalogue.runner([catalogue.find_plugin(plugin) for plugin in plugins])


@app.command(
    cls=_ScenarioCommand,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
def run(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME [--X=..]..",
            help="A scenario or program, followed by attributes such as --Slots=10.",
            autocompletion=completion.of(completion.runnable),
        ),
    ],
    plugin: Plugins = None,
    seed: Annotated[int | None, typer.Option(help="Seed of all random streams.")] = None,
    run_number: Annotated[
        int | None, typer.Option("--run", help="Run number (replication).")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="Event scheduler of ns-3, as ns3::HeapScheduler.")
    ] = None,
    archive: Annotated[
        Path | None,
        typer.Option(help="Store the run in this archive; created if missing."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Print all rows and digits, not about 25 lines.")
    ] = False,
    as_json: Json = False,
    as_csv: Annotated[
        bool,
        typer.Option(
            "--csv", help="Print each number as a row of CSV: table, row, name, value, unit."
        ),
    ] = False,
    python: Annotated[
        bool, typer.Option("--python", help="Run through the Python bindings.")
    ] = False,
    quiet: Quiet = False,
) -> int:
    """Run a scenario, a program of scratch/ or an example; NAME --help shows its options."""
    from burstlab.command import description
    from burstlab.command.launch import Options, launch

    if as_json and as_csv:
        raise InputError("--json and --csv: one of them is allowed")
    quiet = quiet or as_json or as_csv
    building.ensure(quiet=quiet, studies=() if plugin else catalogue.studies_with(name))
    if "--help" in ctx.args and not catalogue.is_program(name):
        description.show(catalogue.describe(name, _with(plugin)))
        printing.line(
            "\nAttributes are written --Name=value; ./lab run --help has the other options."
        )
        return 0
    options = Options(
        seed, run_number, scheduler, archive, as_json, as_csv, python, quiet, everything
    )
    return launch(name, plugin or [], ctx.args, options)


@app.command()
def bench(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="A benchmark; default: all.",
            autocompletion=completion.of(completion.benches),
        ),
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure throughputs and overheads; nothing passes or fails."""
    from burstlab.command.bench import run as measure

    building.ensure(quiet=quiet or as_json)
    results = measure(name)
    if as_json:
        printing.json_document(results)
        return
    columns = ("name", "study", "value", "unit", "baseline", "ratio")
    rows = [
        [f"{r[c]:.4g}" if isinstance(r[c], float) else str(r[c]) for c in columns] for r in results
    ]
    printing.table(columns, rows)


@app.command()
def new(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="study, scenario, module or plugin.",
            autocompletion=completion.of(completion.kinds),
        ),
    ],
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="Such as token-bucket; for a scenario STUDY-NAME: traffic-queue."
        ),
    ],
) -> None:
    """Write a working study, scenario, module or plugin, with its test; see doc/new-study.md."""
    from burstlab.command.new import make

    files, following = make(kind, name)
    for file in files:
        typer.echo(file)
    typer.echo(f"next: {following}")


@app.command()
def link(
    tree: Annotated[Path, typer.Argument(metavar="NS3-TREE", help="The folder of ns-3.")],
    names: Annotated[
        list[str] | None, typer.Argument(metavar="MODULE", help="Default: all.")
    ] = None,
) -> None:
    """Link modules of contrib/ and their dependencies into an ns-3 tree of yours."""
    from burstlab.command import intree

    for made in intree.link(tree, names or ()) or ["nothing to do: all links are there"]:
        typer.echo(made)
    typer.echo(f"next: {intree.following(tree)}")


@app.command()
def doctor() -> int:
    """Check the environment and report what is missing."""
    from burstlab.command.doctor import examine

    findings = examine()
    printing.table(("", "found"), [[name, text] for name, text, _ in findings])
    return 0 if all(good for _, _, good in findings) else 1


@app.command()
def build(
    kind: Annotated[
        str, typer.Option(help="release; or sanitize, which finds errors of memory.")
    ] = "release",
    tests: Annotated[bool, typer.Option("--tests", help="Also build the test programs.")] = False,
    quiet: Quiet = False,
) -> None:
    """Build what is missing or out of date."""
    building.ensure(kind, tests=tests, strict=True, quiet=quiet)


@app.command()
def check() -> int:
    """Check style of C++ and Python, comments of contrib/ and dependencies; change nothing."""
    from burstlab.command import checks

    return 1 if checks.run([checks.Part("style", checks.style)], typer.echo) else 0
