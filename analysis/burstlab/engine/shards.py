# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The shards of a sweep: one file for each run, kept beside the archive until it is merged."""

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
    """Lock the folder of an archive's shards for one sweep; a second sweep waits.

    Empty folders are removed at the end.
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
    """Path of the shard of a run."""
    return folder / f"{run_id}.sqlite"


def absorb(archive: Archive, shards: Sequence[Path]) -> dict[Path, str]:
    """Merge shards. A shard that cannot be merged is renamed, so that its run is computed again.

    Returns
    -------
    dict of Path to str
        The renamed shards, each with the reason.
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
    """List the complete shards."""
    return sorted(folder.glob("*.sqlite"))


def write(shard: Path, content: bytes) -> None:
    """Write a shard from a worker atomically."""
    partial = shard.with_name(f"{shard.name}.0.partial")
    try:
        partial.write_bytes(content)
        partial.rename(shard)
    finally:
        partial.unlink(missing_ok=True)


def clean(folder: Path) -> None:
    """Remove unfinished shards of ended processes."""
    for file in folder.glob("*.sqlite.*.partial*"):
        pid = re.search(r"\.(\d+)\.partial", file.name)
        if pid and not _runs(pid[1]):
            file.unlink(missing_ok=True)


def _runs(pid: str) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
