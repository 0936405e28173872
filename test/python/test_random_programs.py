# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Random programs over the public API find nothing; the quick share of what CONTRIBUTING names.

Their oracles are laws of conservation, the same counters after Simulator::Destroy, and the same
program again (test/random).
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from burstlab import paths, published


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    program = published.use("release").files("test")["burstlab-random-programs"]
    return subprocess.run(
        [program, *options], capture_output=True, text=True, check=False, cwd=folder
    )


def test_nothing_is_found(tmp_path: Path) -> None:
    done = run(tmp_path, "--Programs=80")
    assert done.returncode == 0, done.stdout + done.stderr
    calls = {line.partition(" ")[2] for line in done.stdout.splitlines()}
    for kind in ("LosslessEthernet", "ServerNet", "Atm", "PFabric", "Schedule"):
        assert any(call.startswith(kind) for call in calls), kind
    fired = re.findall(r"(?m)^(\d+) fired ns3::(.*)::(\w+)$", done.stdout)
    assert len(fired) > 80
    silent = {(owner, name) for count, owner, name in fired if count == "0"}
    assert len(silent) < len(fired) / 3
    modules = _modules()
    untold = {pair for pair in silent if not _tested(modules[pair[0]], pair[1])}
    assert not untold


def _modules() -> dict[str, str]:
    """Map each type of contrib/ to its module."""
    contrib = paths.ROOT / "contrib"
    return {
        owner: file.relative_to(contrib).parts[0]
        for file in contrib.glob("*/model/**/*.cc")
        for owner in re.findall(r'TypeId\(\s*"ns3::([\w:]+)"', file.read_text(encoding="utf-8"))
    }


def _tested(module: str, name: str) -> bool:
    """Whether a test of the module names a trace source that these few programs leave silent."""
    tests = [file for file in paths.ROOT.glob(f"contrib/{module}/test/**/*") if file.is_file()]
    return any(f'"{name}"' in file.read_text(encoding="utf-8") for file in tests)


def test_a_file_of_results_is_continued(tmp_path: Path) -> None:
    file = tmp_path / "results"
    run(tmp_path, "--Programs=3", f"--File={file}")
    before = file.read_text()
    assert before.count("\nprogram ") + before.startswith("program ") == 3
    file.write_text(before.replace("program 2 ok", "program 2 broken"))  # as if it was found
    done = run(tmp_path, "--Programs=5", f"--File={file}")
    assert re.findall("^program .*", done.stdout, re.M) == ["program 2: broken" + _rest(before)]
    assert file.read_text().startswith(before.replace("program 2 ok", "program 2 broken"))
    assert re.findall(r"^program (\d+)", file.read_text(), re.M) == ["1", "2", "3", "4", "5"]


def _rest(text: str) -> str:
    """Return what the file says of program 2, behind its verdict."""
    return re.search("^program 2 ok(.*)", text, re.M).group(1)
