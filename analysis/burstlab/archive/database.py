# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""An SQLite file with exactly the schema of the archive.

Files may come from anywhere: every defect of a file raises one `InputError`, every disk error one
`WorkError`, and no query runs longer than a valid file of that size needs.
"""

from __future__ import annotations

import filecmp
import itertools
import math
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from burstlab import paths
from burstlab.archive.labels import views
from burstlab.errors import InputError, WorkError

_MAGIC = b"SQLite format 3\0"
_USES = ("label", "added_run")
"""Tables of the uses of runs."""
_LONGEST_VALUE = 1 << 28
_STEPS_A_TICK = 1000
_NOT_THE_FILES_FAULT = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


@dataclass(frozen=True)
class Schema:
    """The text of the schema and its history: ``migrations/NNN.sql`` upgrades version NNN."""

    file: Path = paths.SCHEMA
    migrations: Path = paths.MIGRATIONS

    @cached_property
    def script(self) -> str:
        """The SQL text that creates an archive in an empty file."""
        return self.file.read_text(encoding="utf-8")

    @cached_property
    def version(self) -> int:
        """The version of this code."""
        return int(re.search(r"(?m)^PRAGMA user_version = (\d+);", self.script)[1])

    @cached_property
    def objects(self) -> dict[str, str]:
        """Tables, indexes and views with their definitions, without comments and extra blanks."""
        connection = sqlite3.connect(":memory:")
        try:
            connection.executescript(self.script)
            rows = connection.execute(_OBJECTS.format("main"))
            return {name: _bare(sql) for name, sql in rows}
        finally:
            connection.close()

    @cached_property
    def run_tables(self) -> dict[str, tuple[str, ...]]:
        """The tables of runs and results, parents first, with their columns."""
        connection = sqlite3.connect(":memory:")
        try:
            connection.executescript(self.script)
            columns = {
                name: tuple(row[1] for row in connection.execute(f"PRAGMA table_info({name})"))
                for (name,) in connection.execute(
                    "SELECT name FROM sqlite_schema WHERE type = 'table'"
                )
            }
        finally:
            connection.close()
        return {
            name: names
            for name, names in columns.items()
            if "run_id" in names and name not in _USES
        }


SCHEMA = Schema()
_OBJECTS = "SELECT name, sql FROM {}.sqlite_schema WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@'"


class Database:
    """A connection to a file of the given schema, checked when it is opened.

    Parameters
    ----------
    path
        The file, opened for reading if the file or its folder is not writable.
    create
        Create a missing file, atomically.
    schema
        Files of an older version are upgraded to this schema, after making a copy
        ``<path>.version-<n>``; an existing copy is kept.
    """

    def __init__(self, path: Path, *, create: bool = False, schema: Schema = SCHEMA) -> None:
        self.path, self.schema = Path(path), schema
        self._ticks = math.inf
        if create and not self.path.exists():
            _create(self.path, schema)
        _check_magic(self.path)
        self.writable = all(os.access(place, os.W_OK) for place in (self.path, self.path.parent))
        with translated(self.path):
            self._connection = _connect(self.path, "rw" if self.writable else "ro")
            self._connection.set_progress_handler(self._tick, _STEPS_A_TICK)
        try:
            self._upgrade()
            self.check_schema()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple]:
        """Return all rows of a query.

        A query that takes more steps than a full scan and sort of a valid file is stopped: the
        pages of a hostile file can form an endless tree.
        """
        with translated(self.path):
            size = self.path.stat().st_size + sum(len(p) for p in parameters if isinstance(p, str))
            self._ticks = 1000 + 16 * size // _STEPS_A_TICK
            try:
                return self._connection.execute(sql, parameters).fetchall()
            finally:
                self._ticks = math.inf

    def frame(self, sql: str, parameters: Sequence[Any], types: Mapping[str, str]) -> pd.DataFrame:
        """Return all rows of a query as a frame; InputError for a cell of a wrong type.

        Parameters
        ----------
        sql, parameters
            As in `rows`.
        types
            Column name to pandas type, in the order of the query.
        """
        rows = self.rows(sql, parameters)
        try:
            frame = pd.DataFrame.from_records(rows, columns=list(types))
            for place, (name, kind) in enumerate(types.items()):
                if kind == "str" and not all(isinstance(row[place], str) for row in rows):
                    raise TypeError(f"{name} is no text")
            with np.errstate(invalid="raise"):
                return frame.astype(dict(types))
        except (ValueError, TypeError, ArithmeticError) as error:
            raise InputError(
                f"{self.path} is damaged: a cell is of a wrong type, {error}"
            ) from error

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the block in a transaction: committed at its end, rolled back on an exception."""
        with translated(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    @contextmanager
    def attached(self, files: Sequence[Path]) -> Iterator[list[str]]:
        """Attach files of the same schema, ten at most, for reading; yields their names."""
        names = [f"shard{i}" for i in range(len(files))]
        open_names = []
        try:
            for name, file in zip(names, files, strict=True):
                _check_magic(file)
                with translated(file):
                    self._connection.execute(
                        f"ATTACH ? AS {name}", (f"{file.resolve().as_uri()}?mode=ro",)
                    )
                    open_names.append(name)
                    self.check_schema(name, file)
            yield names
        finally:
            for name in open_names:
                self._connection.execute(f"DETACH {name}")

    def shrink(self) -> None:
        """Return empty pages to the disk."""
        with translated(self.path):
            self._connection.execute("VACUUM")

    def stamp(self) -> tuple[int, int]:
        """Return a value that differs after every change of the file, by any process."""
        return self.rows("PRAGMA data_version")[0][0], self._connection.total_changes

    def make_views(self) -> None:
        """Create exactly the views of the labels; within a transaction."""
        wanted = self._views("main")
        found = dict(self.rows(_OBJECTS.format("main") + " AND type = 'view'"))
        for name in found.keys() - self.schema.objects.keys():
            if found[name] != wanted.get(name):
                self._connection.execute(f"DROP VIEW {name}")
        for name, sql in wanted.items():
            if found.get(name) != sql:
                self._connection.execute(sql)

    def check_schema(self, name: str = "main", file: Path | None = None) -> None:
        """Refuse a file of another version, or with anything outside the schema.

        The views of its labels must exist too.
        """
        file = file or self.path
        version = self._version(name)
        if version != self.schema.version:
            raise InputError(
                f"{file} has schema version {version}, not {self.schema.version} as this burstlab"
            )
        expected = self.schema.objects
        found = {
            str(thing): _bare(str(sql)) if thing in expected else str(sql)
            for thing, sql in self.rows(_OBJECTS.format(name))
        }
        if expected.items() <= found.items():
            expected = {**expected, **self._views(name, file)}
        for thing in {**expected, **found}:
            if found.get(thing) != expected.get(thing):
                raise InputError(
                    f"{file} is not an archive of burstlab: {thing!r:.80} differs from the schema"
                )

    def check(self) -> None:
        """Read the whole file and verify pages, constraints and references."""
        for sql in ("PRAGMA integrity_check(1)", "PRAGMA foreign_key_check"):
            for row in self.rows(sql):
                if row != ("ok",):
                    raise InputError(
                        f"{self.path} is damaged: {' '.join(str(cell) for cell in row):.200}"
                    )

    def _version(self, name: str = "main") -> int:
        return self.rows(f"PRAGMA {name}.user_version")[0][0]

    def _views(self, name: str, file: Path | None = None) -> dict[str, str]:
        if "label_name" not in self.schema.objects:
            return {}
        names = self.rows(f"SELECT study, name, type FROM {name}.label_name ORDER BY study, name")
        try:
            return views(names)
        except InputError as error:
            raise InputError(f"{file or self.path}: {error}") from error

    def _upgrade(self) -> None:
        version = self._version()
        if version > self.schema.version:
            raise InputError(
                f"{self.path} has schema version {version}, this burstlab knows up to"
                f" {self.schema.version}: update it"
            )
        if not 0 < version < self.schema.version:
            return
        if not self.writable:
            raise InputError(
                f"{self.path} has schema version {version}, not {self.schema.version}, and may not"
                " be written: open a writable copy, which is upgraded"
            )
        with translated(self.path):
            self._connection.execute("PRAGMA foreign_keys = OFF")
        with self.transaction() as connection:
            version = self._version()
            if version < self.schema.version:
                self._keep_copy(f"{self.path.name}.version-{version}")
            for step in range(version, self.schema.version):
                script = self.schema.migrations / f"{step:03}.sql"
                for statement in _statements(script.read_text(encoding="utf-8")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {step + 1}")
            self.check_schema()
            self.check()
        self._connection.execute("PRAGMA foreign_keys = ON")

    def _keep_copy(self, name: str) -> None:
        """Copy the committed file, while no other process may change it."""
        partial = self.path.with_name(f"{name}.partial")
        partial.unlink(missing_ok=True)
        with closing(_connect(self.path, "ro")) as old, closing(_connect(partial, "rwc")) as copy:
            copy.execute("PRAGMA journal_mode = OFF")
            old.backup(copy)
        _keep(partial, name)

    def _tick(self) -> bool:
        self._ticks -= 1
        return self._ticks < 0


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn an SQLite error about `path` into an error with one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        if code in _NOT_THE_FILES_FAULT:
            raise WorkError(f"{path}: {error}") from error
        if code == sqlite3.SQLITE_INTERRUPT:
            raise InputError(
                f"{path} is damaged: reading it takes more steps than its size allows"
            ) from error
        raise InputError(f"{path} is not a sound archive of burstlab: {error}") from error
    except UnicodeError as error:
        raise InputError(f"{path} is not a sound archive of burstlab: {error}") from error
    except OSError as error:
        raise WorkError(f"{path}: {error.strerror or error}") from error


def _keep(partial: Path, name: str) -> None:
    """Rename a file; append a number if the name exists."""
    for number in itertools.count(1):
        kept = partial.with_name(name if number == 1 else f"{name}.{number}")
        try:
            os.link(partial, kept)
        except FileExistsError:
            if not filecmp.cmp(partial, kept, shallow=False):
                continue
        partial.unlink()
        return


def _check_magic(path: Path) -> None:
    try:
        if not path.is_file():
            raise InputError(
                f"{path} is not a file" if path.exists() else f"there is no archive {path}"
            )
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise InputError(f"{path} is not an archive of burstlab: it is not an SQLite file")
    except PermissionError as error:
        raise InputError(f"{path} may not be read: {error.strerror}") from error


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}", uri=True, timeout=30, isolation_level=None
    )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    # EXTRA: a committed run survives a loss of power, because its shard is deleted right after.
    for setting in (
        "foreign_keys = ON",
        "cell_size_check = ON",
        "synchronous = EXTRA",
    ):
        connection.execute(f"PRAGMA {setting}")
    return connection


def check_place(path: Path) -> None:
    """Refuse an archive in a missing folder, so that a mistyped path creates no folder.

    Only the folder of the checkout's own archive is created.
    """
    if path.absolute().parent == paths.ARCHIVE.parent:
        with translated(path):
            path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.parent.is_dir():
        raise InputError(
            f"the archive {path} is in a folder that does not exist: an existing folder is needed"
        )


def _create(path: Path, schema: Schema) -> None:
    check_place(path)
    partial = Path(f"{path}.{os.getpid()}.partial")
    with translated(path):
        partial.unlink(missing_ok=True)
        connection = _connect(partial, "rwc")
        try:
            connection.executescript(f"BEGIN;{schema.script};COMMIT;")
            with suppress(FileExistsError):  # another process was faster
                os.link(partial, path)
        finally:
            connection.close()
            partial.unlink(missing_ok=True)


@lru_cache
def _bare(sql: str) -> str:
    """Strip comments and insignificant blanks from a definition."""
    words = re.sub(r"--[^\n]*", " ", sql).split()
    return re.sub(r" ?([(),|=]) ?", r"\1", " ".join(words))


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
