# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Locks between processes: the second process waits, after a second with a message."""

from __future__ import annotations

import fcntl
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from burstlab.errors import WorkError

logger = logging.getLogger(__name__)

_ATTEMPTS = 100
_SILENT_S = 1.0
_POLL_S = 0.02


@contextmanager
def exclusive(file: Path, what: str) -> Iterator[int]:
    """Hold a lock while the block runs.

    Parameters
    ----------
    file
        A folder, or a file, which is created if missing. The holder of the lock may remove the
        file.
    what
        What the holder of the lock does, such as ``"builds build/release"``.

    Yields
    ------
    int
        Descriptor of the lock. A process that inherits the descriptor holds the lock too.
    """
    lock = _hold(file, what)
    try:
        yield lock
    finally:
        os.close(lock)


def _hold(file: Path, what: str) -> int:
    """Wait for the lock of the present file: the former holder may have removed an older file."""
    waiting, until = False, time.monotonic() + _SILENT_S
    while True:
        lock = _open(file)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX if waiting else fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(file.stat(), os.fstat(lock)):
                return lock
        except BlockingIOError:
            if time.monotonic() < until:
                time.sleep(_POLL_S)
            else:
                logger.info("waiting: another process %s", what)
                waiting = True
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(lock)
            raise
        os.close(lock)


def _open(file: Path) -> int:
    """Open a folder, or create a file; another process may remove its folder meanwhile."""
    try:
        for _ in range(_ATTEMPTS):
            if file.is_dir():
                return os.open(file, os.O_RDONLY)
            with suppress(FileNotFoundError):
                file.parent.mkdir(parents=True, exist_ok=True)
                return os.open(file, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise WorkError(f"{file} cannot be locked: {error.strerror}") from error
    raise WorkError(f"{file} cannot be locked: its folder is removed again and again")
