# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Who may use whom: an import that goes up is noticed, and so is a module that is not linked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys

import pytest
from burstlab import paths


def lint_imports(folder):
    return subprocess.run(
        [paths.tool("lint-imports"), "--no-cache"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "analysis")},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("statistics/noise.py", "from burstlab.engine import plan"),
        ("archive/store.py", "from burstlab.study import Claim"),
        ("archive/store.py", "from burstlab import plan"),
        ("engine/planning.py", "from burstlab.build import runner"),
        ("build/catalogue.py", "import burstlab.study.judging"),
        ("report/site.py", "from burstlab.monitoring import watch"),
        ("errors.py", "from burstlab import progress"),
    ],
)
def test_an_upward_import_is_noticed(tmp_path, file, line):
    analysis = tmp_path / "analysis"
    shutil.copytree(paths.ANALYSIS, analysis, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(paths.ROOT / "pyproject.toml", tmp_path)
    assert lint_imports(tmp_path).returncode == 0
    with (analysis / "burstlab" / file).open("a") as source:
        source.write(f"\ndef late():\n    {line}\n")
    done = lint_imports(tmp_path)
    assert done.returncode == 1
    assert "burstlab." + file.removesuffix(".py").replace("/", ".") in done.stdout


def structure(checkout):
    return subprocess.run(
        [sys.executable, paths.ROOT / "test" / "structure.py", checkout],
        capture_output=True,
        text=True,
    )


@pytest.fixture
def checkout(tmp_path):
    """A module for networks on top of a shared one, and a laboratory of two files."""
    lab = tmp_path / "analysis" / "burstlab"
    lab.mkdir(parents=True)
    (lab / "low.py").write_text("import json\n")
    (lab / "high.py").write_text("def late():\n    from burstlab import low\n")
    write_module(tmp_path, "burst-core", [], "#pragma once\n")
    write_module(tmp_path, "fabric", ["burst-core"], "#include <boost/graph/graph.hpp>\n")
    write_module(tmp_path, "run-archive", ["burst-core"], "#include <sqlite3.h>\n")
    write_module(tmp_path, "net", ["fabric"], '#include "ns3/burst-core-x.h"\n')
    return tmp_path


def write_module(checkout, name, links, text):
    folder = checkout / "contrib" / name
    (folder / "model").mkdir(parents=True)
    libraries = "".join(f"    ${{lib{link}}}\n" for link in ["core", *links])
    (folder / "CMakeLists.txt").write_text(
        f"build_lib(\n  LIBNAME {name}\n  LIBRARIES_TO_LINK\n{libraries}  TEST_SOURCES\n)\n"
    )
    (folder / "model" / f"{name}-x.h").write_text(text)


def test_floors_sizes_and_arrows_are_printed(checkout):
    done = structure(checkout)
    assert (done.returncode, done.stderr) == (0, "")
    said = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert said == [
        "burstlab: 2 packages, 2 files, 3 lines",
        "floor 1 high 1 files 2 lines imports low",
        "floor 0 low 1 files 1 lines imports none",
        "contrib: 4 modules, 4 files, 4 lines",
        "floor 2 net 1 files 1 lines links fabric; of ns-3 core",
        "includes burst-core; third parties in headers none, in sources none",
        "floor 1 fabric 1 files 1 lines links burst-core; of ns-3 core",
        "includes none; third parties in headers Boost, in sources none",
        "floor 1 run-archive 1 files 1 lines links burst-core; of ns-3 core",
        "includes none; third parties in headers SQLite, in sources none",
        "floor 0 burst-core 1 files 1 lines links none; of ns-3 core",
        "includes none; third parties in headers none, in sources none",
    ]


def test_a_module_that_is_not_linked_is_noticed(checkout):
    header = checkout / "contrib" / "burst-core" / "model" / "burst-core-x.h"
    header.write_text("#pragma once\n\n#include <ns3/fabric-x.h>\n")
    done = structure(checkout)
    assert done.returncode == 1
    assert done.stderr == (
        "contrib/burst-core/model/burst-core-x.h:3: fabric-x.h is of fabric, which burst-core"
        " does not link\n"
    )


def test_a_network_module_that_needs_the_archive_is_noticed(checkout):
    shutil.rmtree(checkout / "contrib" / "net")
    write_module(checkout, "net", ["fabric", "run-archive"], '#include "ns3/run-archive-x.h"\n')
    done = structure(checkout)
    assert done.returncode == 1
    alone = "allowed are burst-core, burst-traffic, fabric, faults"
    assert done.stderr.splitlines() == [
        f"contrib/net/model/net-x.h:1: run-archive-x.h is of run-archive: {alone}",
        f"contrib/net/CMakeLists.txt:6: net links run-archive: {alone}",
    ]
    # Its examples may use what they link.
    shutil.rmtree(checkout / "contrib" / "net")
    write_module(checkout, "net", ["fabric"], "")
    examples = checkout / "contrib" / "net" / "examples"
    examples.mkdir()
    (examples / "CMakeLists.txt").write_text("build_lib_example(${librun-archive})\n")
    (examples / "one.cc").write_text('#include "ns3/run-archive-module.h"\n')
    assert structure(checkout).returncode == 0


def test_test_cases_of_all_suites_have_names_of_their_own():
    """They share a program, and of two classes with one name the linker keeps one DoRun."""
    files = paths.CONTRIB.glob("*/test/*.cc")
    names = [
        name for file in files for name in re.findall(r"(?m)^class (\w+)\b(?!;)", file.read_text())
    ]
    assert [name for name in names if names.count(name) > 1] == []
    assert len(names) > 50


def test_no_compiled_program_is_committed():
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=paths.ROOT, capture_output=True, check=True
    ).stdout.split(b"\0")
    files = [paths.ROOT / os.fsdecode(name) for name in listed if name]
    assert len(files) > 100
    assert [file for file in files if file.is_file() and file.read_bytes()[:4] == b"\x7fELF"] == []


def test_an_object_that_is_made_by_create_is_noticed(checkout):
    header = checkout / "contrib" / "net" / "model" / "net-x.h"
    made = "Create<Net>(1); factory.Create<Net>(); CreateObject<Net>(); Create<Packet>();"
    header.write_text(f"class Base : public Object {{}};\nclass Net : public Base {{}};\n{made}\n")
    done = structure(checkout)
    assert done.returncode == 1
    assert done.stderr == (
        "contrib/net/model/net-x.h:3: Net is an Object: allowed is CreateObject\n"
    )
