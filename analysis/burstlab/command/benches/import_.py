# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""CPU time and memory until ns-3 can be used from Python; baseline: the wheel's own loader."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from burstlab import paths
from burstlab.command.bench import Bench, Row
from burstlab.errors import WorkError

_STACK = "'internet', 'point-to-point', 'traffic-control', 'applications'"

# Not ru_maxrss: a child starts with its parent's value.
_PROGRAM = """{}
import json, re, time
peak = int(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1]) / 1024
print(json.dumps({{'CPU-s': time.process_time(), 'MB': peak}}))
"""


def measure(bench: Bench) -> list[Row]:
    stock = _price(bench, "from ns import ns")
    rows = []
    for name, modules in (("import", ""), ("import-with-internet", _STACK)):
        measured = _price(bench, f"from burstlab.bindings import load; load({modules})")
        rows += [(name, measured[unit], unit, stock[unit]) for unit in ("CPU-s", "MB")]
    return rows


def _price(bench: Bench, statement: str) -> dict[str, float]:
    """CPU seconds and peak MB of a Python process for a statement, in an empty folder."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(statement)],
        cwd=bench.folder,
        env={**os.environ, "PYTHONPATH": str(paths.ANALYSIS)},
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        raise WorkError(f"{statement} failed: {done.stderr.strip().splitlines()[-1:]}")
    return json.loads(done.stdout.splitlines()[-1])
