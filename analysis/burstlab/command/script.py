# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Runs a Python program with a scenario's messages and exit codes for errors.

python -m burstlab.command.script FILE WORD..
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

from burstlab.errors import InputError, WorkError


def main(file: str, *words: str) -> int:
    """Run a file as the main program."""
    sys.argv = [file, *words]
    sys.path[0] = str(Path(file).parent)
    try:
        runpy.run_path(file, run_name="__main__")
    except Exception as error:
        code = _code(error)
        if code is None:
            raise
        sentence = error.what() if hasattr(error, "what") else error
        sys.stderr.write(" ".join(str(sentence).split()) + "\n")
        return code
    return 0


def _code(error: Exception) -> int | None:
    """Exit code of an error with a message; None for other errors."""
    if isinstance(error, InputError) or "could not convert argument" in str(error):
        return 2
    if isinstance(error, WorkError):
        return 1
    return {"invalid_argument": 2, "runtime_error": 1}.get(type(error).__name__)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
