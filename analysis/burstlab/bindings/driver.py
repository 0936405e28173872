# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios from Python, with the same rows as from the compiled runner.

>>> from burstlab import Archive, RunSpec
>>> from burstlab.bindings import run
>>> run_id = run(RunSpec("traffic-arrivals", {"Process": "ns3::PoissonArrivals"}), "runs.sqlite")
>>> Archive("runs.sqlite").select([run_id]).scalars("arrivals")

ns-3 keeps global state until its process ends: numbers of random streams, nodes, names, defaults.
Each run has a separate process, forked from the process with the bindings: runs are isolated, may
follow each other in one notebook, and a crash ends one run only.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from burstlab import published
from burstlab.bindings.guards import translated
from burstlab.bindings.loader import load
from burstlab.engine import RunSpec
from burstlab.errors import InputError, WorkError
from burstlab.process import forked


def run(
    spec: RunSpec,
    archive: str | Path,
    plugins: Iterable[str | Path] = (),
    scheduler: str | None = None,
) -> int:
    """Compute a run and add it to an archive.

    Parameters
    ----------
    spec
        The run.
    archive
        The archive of the run, created if missing. An existing run is not changed, and a file that
        is no archive is refused.
    plugins
        Libraries to load besides the scenarios of all studies.
    scheduler
        TypeId of an ns-3 scheduler; None: the compiled runner's. The scheduler changes no row.

    Returns
    -------
    int
        The run's identity in the archive.

    Raises
    ------
    InputError
        When scenario, attributes or plugins are wrong, or the file is no archive.
    WorkError
        When the run failed (disk, deadlock, conservation) or crashed, or a source was edited after
        the build.
    """
    load("scenario-runner")
    scenarios = published.use().files("scenarios").values()
    published.check_fresh(map(Path, (*scenarios, *plugins)))
    libraries = [str(library) for library in (*scenarios, *plugins)]
    broken = f"the run of {spec.scenario} ended its process; the reason is on standard error"
    with forked(1, broken) as process:
        return process.submit(_run, spec, str(archive), libraries, scheduler).result()


def _run(spec: RunSpec, archive: str, libraries: list[str], scheduler: str | None) -> int:
    ns = load("scenario-runner")
    try:
        with translated(ns.cppyy):
            for library in libraries:
                ns.scenario.LoadPlugin(library)
            runner = ns.scenario.ScenarioRunner()
            runner.scheduler = scheduler or runner.scheduler
            return runner.Execute(ns.scenario.RunSpec.FromJson(spec.json), archive).GetRunId()
    except (InputError, WorkError) as error:
        # Once Dask is imported, pickle takes the context along, here a C++ exception.
        error.__context__ = None
        raise
