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
"""What ns-3 writes last when it aborts."""


@dataclass(frozen=True)
class Program:
    """A program with the command line of the scenario runner.

    Attributes
    ----------
    executable
        Its file.
    plugins
        Libraries that it is to load.
    folder
        Where it runs, which input files are named from; None: here.
    """

    executable: Path
    plugins: tuple[Path, ...] = ()
    folder: Path | None = None

    @property
    def command(self) -> list[str]:
        """The words that start it."""
        return [str(self.executable), *(f"--plugin={plugin}" for plugin in self.plugins)]

    def ask(self, *arguments: str, lines: str | None = None) -> str:
        """Return what it prints for some arguments.

        Parameters
        ----------
        arguments
            Words of its command line.
        lines
            What it reads from standard input.

        Raises
        ------
        InputError
            With its sentence when it ends with code 2.
        WorkError
            With its sentence when it ends in another way or cannot be started.
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
    """Return the last line that is not blank, the place of a program's one sentence.

    Where ns-3 has aborted, its message, or the condition, with file and line.
    """
    found = _ABORTED.fullmatch(text)
    if found:
        condition = f"condition {found['cond']}" if found["cond"] else ""
        place = f"({Path(found['file']).name}:{found['line']})"
        return " ".join(f"{found['msg'] or condition} {place}".split())
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""
