# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Every device behaves as stock devices do, or its chapter says where it differs and why.

The program is test/battery, where the oracles are devices of ns-3 and closed forms.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from burstlab import paths, published

CHAPTER = paths.ROOT / "contrib" / "fabric" / "doc" / "fabric-battery.rst"
MARK = ".. What follows is what ``burstlab-battery --table=FILE`` writes.\n\n"


def run(*options: str) -> subprocess.CompletedProcess[str]:
    program = published.use("release").files("test")["burstlab-battery"]
    return subprocess.run([program, *options], capture_output=True, text=True, check=False)


def test_every_device_behaves_and_the_chapter_has_the_table(tmp_path: Path) -> None:
    table = tmp_path / "table"
    done = run("--quick", f"--table={table}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert CHAPTER.read_text(encoding="utf-8").partition(MARK)[2] == table.read_text()


@pytest.mark.parametrize("option", ["--mutants", "--walk=attributes", "--walk=traces"])
def test_nothing_is_found(option: str) -> None:
    """A broken device that is missed, an attribute without effect, a trace source without sink."""
    done = run(option)
    assert done.returncode == 0, done.stdout + done.stderr


def test_callback_types_of_trace_sources_exist() -> None:
    """The TypeId names a type, by which the manual tells how a sink is declared."""
    headers, sources = (
        "\n".join(
            file.read_text(encoding="utf-8")
            for file in paths.ROOT.glob(f"contrib/**/*{suffix}")
            if "test" not in file.parts
        )
        for suffix in (".h", ".cc")
    )
    call = r'AddTraceSource\((?:[^()]|\([^()]*\))*?"ns3::([\w:]+)::(\w+)"\)'
    named = set(re.findall(call, sources))
    assert len(named) > 40
    stock = {"Application", "Packet", "Time", "TracedValueCallback"}
    missing = {
        f"{owner}::{name}"
        for owner, name in named
        if owner not in stock
        and not re.search(rf"using {name}\b|typedef void \(\*\s*{name}\)", headers)
    }
    assert not missing
