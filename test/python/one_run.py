# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""One run of a scenario by the runner's own command line, and what it printed."""

from __future__ import annotations

import json
import subprocess

from burstlab.build import catalogue

LONGEST_S = 600
"""A run of a test that takes longer does not end: no run may hang, and no test with it."""


def command(scenario, *options, cwd=None):
    words = [*catalogue.runner().command, scenario, *options]
    return subprocess.run(words, capture_output=True, text=True, cwd=cwd, timeout=LONGEST_S)


def run(scenario, *options):
    done = command(scenario, *options, "--json")
    assert done.returncode == 0, done.stderr
    return done


def document(scenario, *options):
    return json.loads(run(scenario, *options).stdout)


def metrics(came):
    return {name: metric["value"] for name, metric in came["metrics"].items()}


def rows(came, name):
    table = came["tables"][name]
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def assert_refused(sentence, scenario, *options, cwd):
    done = command(scenario, *options, cwd=cwd)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
