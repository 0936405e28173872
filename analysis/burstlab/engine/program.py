# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A program that computes runs."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from burstlab.errors import InputError, WorkError


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
    """Return the last line that is not blank, the place of a program's one sentence."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""
