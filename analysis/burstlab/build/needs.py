# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The modules of ``contrib/`` that modules and studies link, from their CMakeLists.txt."""

from __future__ import annotations

import re

from burstlab import paths
from burstlab.errors import unknown


def modules() -> list[str]:
    """Names of the modules in contrib/."""
    return sorted(file.parent.name for file in paths.CONTRIB.glob("*/CMakeLists.txt"))


def needed(module: str) -> list[str]:
    """List a module of contrib/ and its dependencies in contrib/.

    Raises
    ------
    InputError
        When there is no such module.
    """
    if module not in modules():
        raise unknown("module", module, modules())
    text = (paths.CONTRIB / module / "CMakeLists.txt").read_text(encoding="utf-8")
    linked = set(re.findall(r"\$\{lib([\w-]+)\}", text)) & set(modules()) - {module}
    return sorted({module}.union(*map(needed, linked)))


def of_study(study: str) -> set[str]:
    """List the modules that the scenarios of a study link, with the dependencies of these."""
    file = paths.SCENARIOS / study / "CMakeLists.txt"
    words = set(re.findall(r"[\w-]+", file.read_text(encoding="utf-8"))) if file.exists() else set()
    return set().union(*map(needed, words & set(modules())))
