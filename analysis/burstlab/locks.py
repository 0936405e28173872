# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Locks between processes: the second one waits, and says for what."""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from burstlab.errors import WorkError

logger = logging.getLogger(__name__)


@contextmanager
def exclusive(file: Path, what: str) -> Iterator[int]:
    """Hold a lock while the block runs.

    Parameters
    ----------
    file
        A folder, or a file that is made when it does not exist.
    what
        What another process does that holds the lock, such as ``"builds build/release"``.

    Yields
    ------
    int
        Descriptor of the lock. A process that inherits it holds the lock too.
    """
    try:
        folder = file.is_dir()
        if not folder:
            file.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(file, os.O_RDONLY if folder else os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise WorkError(f"{file} cannot be locked: {error.strerror}") from error
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            logger.info("waiting: another process %s", what)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock
    finally:
        os.close(lock)
