# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the installation, in addition to those of the script ``lab``."""

from __future__ import annotations

import re
import shutil
import tomllib
from importlib import metadata

from burstlab import paths, published
from burstlab.build import first_build_s
from burstlab.errors import InputError, WorkError
from burstlab.process import cores

_NEEDED_GIB = 3


def examine() -> list[tuple[str, str, bool]]:
    """Examine the environment, the build, the archive and the disk.

    Returns
    -------
    list of (str, str, bool)
        The checked item, what was found or the remedy, and whether this is sufficient.
    """
    return [
        *map(_package, _packages()),
        _build(),
        _archive(),
        _disk(),
        ("processors", str(cores()), True),
    ]


def _packages() -> list[str]:
    """Names of the packages that the laboratory requires."""
    project = tomllib.loads((paths.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [re.match(r"[\w-]+", wanted)[0] for wanted in project["dependencies"]]


def _package(name: str) -> tuple[str, str, bool]:
    try:
        return name, metadata.version(name), True
    except metadata.PackageNotFoundError:
        return name, "missing: rm -r .venv, then any ./lab command sets it up", False


def _build() -> tuple[str, str, bool]:
    try:
        build = published.use()
    except WorkError:
        minutes = f"{first_build_s() / 60:.0f} minutes"
        return "build", f"none yet: ./lab build (about {minutes})", True
    faults = [target.fault for target in build.broken()]
    return "build", "; ".join([paths.relative(build.folder), *faults]), not faults


def _archive() -> tuple[str, str, bool]:
    if not paths.ARCHIVE.exists():
        return "archive", "none yet: ./lab reproduce", True
    from burstlab.archive import Archive

    try:
        with Archive() as archive:
            archive.check()
            return (
                "archive",
                f"{paths.relative(paths.ARCHIVE)}, {len(archive.run_ids())} runs",
                True,
            )
    except (InputError, WorkError) as error:
        return "archive", str(error), False


def _disk() -> tuple[str, str, bool]:
    free = shutil.disk_usage(paths.ROOT).free / 2**30
    enough = free >= _NEEDED_GIB
    return "free disk", f"{free:.0f} GiB" + ("" if enough else f" of {_NEEDED_GIB} needed"), enough
