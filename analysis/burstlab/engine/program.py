# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A program that computes runs."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from burstlab.errors import InputError, WorkError

_ABORTED = re.compile(
    r'.*^(?:aborted\. |NS_ASSERT failed, )?(?:cond="(?P<cond>.*?)"?, )?(?:msg="(?P<msg>.*)", )?'
    r"(?:\+\S+s )?(?:-?\d+ )?file=(?P<file>[^\n]*), line=(?P<line>\d+)\s+"
    r"(?:NS_FATAL, terminating\s+)?terminate called without an active exception\s*",
    re.M | re.S,
)
"""The output of ns-3 when it aborts."""


@dataclass(frozen=True)
class Program:
    """A program with the command line of the scenario runner.

    Attributes
    ----------
    executable
        Its file.
    plugins
        Libraries to load.
    folder
        Working folder, to which names of input files are relative; None: the present one.
    """

    executable: Path
    plugins: tuple[Path, ...] = ()
    folder: Path | None = None

    @property
    def command(self) -> list[str]:
        """Executable and plugins, the begin of its command line."""
        return [str(self.executable), *(f"--plugin={plugin}" for plugin in self.plugins)]

    def ask(self, *arguments: str, lines: str | None = None) -> str:
        """Run the program and return its output.

        Parameters
        ----------
        arguments
            Words of its command line.
        lines
            Its standard input.

        Raises
        ------
        InputError
            With the program's message, when it ends with code 2.
        WorkError
            With the program's message, when it ends with another code or cannot be started.
        """
        try:
            done = subprocess.run(
                [*self.command, *arguments],
                input=lines or "",
                capture_output=True,
                text=True,
                cwd=self.folder,
            )
        except OSError as error:
            raise WorkError(f"{self.executable} cannot be started: {error.strerror}") from error
        if done.returncode == 0:
            return done.stdout
        sentence = last_line(done.stderr) or f"it ended with code {done.returncode}"
        if done.returncode == 2:
            raise InputError(sentence)
        raise WorkError(f"{self.executable.name}: {sentence}")


def last_line(text: str) -> str:
    """Return the last line that is not blank: a program's error message.

    If ns-3 has aborted, return its message or condition, with file and line.
    """
    found = _ABORTED.fullmatch(text)
    if found:
        condition = f"condition {found['cond']}" if found["cond"] else ""
        place = f"({Path(found['file']).name}:{found['line']})"
        return " ".join(f"{found['msg'] or condition} {place}".split())
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""
