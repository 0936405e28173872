# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The shards of a sweep: files of one run each, beside the archive until they are merged."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from burstlab import locks, paths
from burstlab.archive import Archive
from burstlab.errors import InputError

logger = logging.getLogger(__name__)


@contextmanager
def shard_folder(archive: Path) -> Iterator[Path]:
    """Give the folder of an archive's shards to one sweep at a time; a second one waits.

    The folder goes again with what is empty in it and above it.
    """
    folder = archive.parent / "shards" / archive.name
    lock = folder / "lock"
    with locks.exclusive(lock, f"sweeps into {paths.relative(archive)}"):
        try:
            yield folder
        finally:
            lock.unlink(missing_ok=True)
            with suppress(OSError):  # unfinished shards, or those of other archives
                folder.rmdir()
                folder.parent.rmdir()


def shard_of(folder: Path, run_id: int) -> Path:
    """Name the file of a run."""
    return folder / f"{run_id}.sqlite"


def absorb(archive: Archive, shards: Sequence[Path]) -> dict[Path, str]:
    """Merge shards; one that cannot be merged is set aside, so that its run is computed again.

    Returns
    -------
    dict of Path to str
        Those that were set aside, each with the reason.
    """
    faults = {}
    try:
        archive.merge(shards)
    except InputError:
        for shard in shards:
            try:
                archive.merge([shard])
            except InputError as error:
                shard.rename(f"{shard}.unreadable")
                logger.warning("%s; it was set aside as %s.unreadable", error, shard.name)
                faults[shard] = str(error)
    return faults


def finished(folder: Path) -> list[Path]:
    """List the shards that are whole."""
    return sorted(folder.glob("*.sqlite"))


def write(shard: Path, content: bytes) -> None:
    """Write a shard that a worker has sent: it appears whole or not at all."""
    partial = shard.with_name(f"{shard.name}.0.partial")
    try:
        partial.write_bytes(content)
        partial.rename(shard)
    finally:
        partial.unlink(missing_ok=True)


def clean(folder: Path) -> None:
    """Remove what dead processes left of unfinished shards."""
    for file in folder.glob("*.sqlite.*.partial*"):
        pid = re.search(r"\.(\d+)\.partial", file.name)
        if pid and not _runs(pid[1]):
            file.unlink(missing_ok=True)


def _runs(pid: str) -> bool:
    """Whether there is such a process, and not only what its parent has not asked for yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
