# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The archive of runs: one SQLite file that merges finished shards and returns results."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import pandas as pd

from burstlab import paths
from burstlab.archive.database import SCHEMA, Database, Schema, translated
from burstlab.archive.labelling import merge_labels, store_labels, tidy
from burstlab.archive.labels import Labels
from burstlab.archive.results import Results
from burstlab.archive.runs import CHOSEN
from burstlab.errors import InputError, unknown

_MAX_MEASURED = 5000
_SHARDS_AT_ONCE = 10  # limit of files attached to a connection of SQLite

_CLAIM_COLUMNS = (
    *("id", "reading", "study", "text", "source", "stated", "tolerance", "measured", "unit"),
    *("low", "high", "runs", "verdict", "needed", "note", "edition", "judged_utc"),
)
_OWNERS = f"""SELECT study FROM run WHERE {CHOSEN} UNION SELECT study FROM label WHERE {CHOSEN}
 UNION SELECT study FROM added_run WHERE {CHOSEN}"""
_UNUSED_METRICS = """DELETE FROM metric WHERE name NOT IN (SELECT metric FROM scalar
 UNION SELECT metric FROM series UNION SELECT metric FROM histogram
 UNION SELECT metric FROM measurement_value)"""
_CLAIM_NUMBERS = {
    **{"measured": "float64", "low": "float64", "high": "float64"},
    **{"runs": "int64", "needed": "Int64"},
}


def open(path: str | Path = paths.ARCHIVE, study: str | None = None) -> Results:  # noqa: A001
    """Open an archive for reading: the results of all its runs.

    Parameters
    ----------
    path
        The archive of any sweep or run.
    study
        Use the labels of this study, or of this sweep file without its ending. Default: of all.

    Raises
    ------
    InputError
        As in `Archive`, and when no run has labels of the study.
    """
    archive = Archive(Path(path))
    if study is not None and study not in archive.studies():
        raise unknown("study", str(study), archive.studies())
    return archive.select(archive.run_ids(), study)


class Archive:
    """An archive file, or a shard: both have the same schema.

    Parameters
    ----------
    path
        The file.
    create
        Create a missing file.
    schema
        The schema of the file; older files are upgraded.

    Raises
    ------
    InputError
        When the file is missing, is not an archive, is damaged or comes from a newer burstlab.

    Examples
    --------
    >>> with burstlab.Archive("new.sqlite", create=True) as archive:
    ...     archive.run_ids()
    []
    """

    def __init__(
        self, path: Path = paths.ARCHIVE, *, create: bool = False, schema: Schema = SCHEMA
    ) -> None:
        self.path = Path(path)
        self._database = Database(self.path, create=create, schema=schema)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def check(self) -> None:
        """Verify all pages, constraints and references; InputError when one is broken."""
        self._database.check()

    def run_ids(self) -> list[int]:
        """List the identifiers of all runs, ascending."""
        return [
            run_id for (run_id,) in self._database.rows("SELECT run_id FROM run ORDER BY run_id")
        ]

    def present(self, keys: dict[int, str]) -> set[int]:
        """Find the existing runs among some (identifier to key)."""
        rows = self._database.rows(
            "SELECT run_id, key FROM run WHERE run_id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(keys)),),
        )
        for run_id, key in rows:
            if keys[run_id] != key:
                raise InputError(
                    f"{self.path}: two runs have the identifier {run_id}: {key} and {keys[run_id]}"
                )
        return {run_id for run_id, _ in rows}

    def measured(self, scenario: str) -> list[tuple[dict[str, str], float, float]]:
        """List parameters, cpu_s and wall_s of runs of a scenario, of some thousands at most.

        The first replications come first, so that the list has all combinations of parameters.
        """
        rows = self._database.rows(
            "SELECT key, cpu_s, wall_s FROM run JOIN run_cost USING (run_id) WHERE scenario = ?"
            " ORDER BY seed, run LIMIT ?",
            (scenario, _MAX_MEASURED),
        )
        try:
            return [(dict(json.loads(key)["parameters"]), cpu, wall) for key, cpu, wall in rows]
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"{self.path} is damaged: a key of {scenario} is invalid") from error

    def select(self, run_ids: Iterable[int], study: str | None = None) -> Results:
        """Choose some runs.

        Parameters
        ----------
        run_ids
            The runs, in the order of the results.
        study
            Use the labels of this study; default: of all studies.

        Raises
        ------
        InputError
            When a run does not exist.
        """
        chosen = list(dict.fromkeys(run_ids))
        self._require(chosen)
        return Results(self._database, chosen, study)

    def schedules(self) -> list[int]:
        """List the runs with at least eight cycles of a measurement schedule."""
        rows = self._database.rows(
            "SELECT run_id FROM result_table JOIN run USING (run_id) WHERE name = 'cycles' AND"
            " (SELECT count(DISTINCT cycle) FROM measurement AS m WHERE m.run_id = run.run_id) >= 8"
            " ORDER BY run_id"
        )
        return [run_id for (run_id,) in rows]

    def studies(self) -> list[str]:
        """List the studies and sweep files with labels in this archive."""
        rows = self._database.rows("SELECT DISTINCT study FROM label_name ORDER BY study")
        return [study for (study,) in rows]

    def label(
        self, study: str, labels: Mapping[int, Labels], units: Mapping[str, str] = {}
    ) -> None:
        """Replace the labels of a study on some runs.

        The archive is written only for a change. The view ``<study>_runs``, with an
        underscore for each dash, lists the runs with their labels. A label that changes its type is
        removed from the study's other runs, except for whole numbers that become real.

        Parameters
        ----------
        study
            Name of the study, or of a sweep file without its ending.
        labels
            Run to its labels, possibly none; other runs keep their labels.
        units
            Label to its unit. Other labels keep their units, initially ``""``.

        Raises
        ------
        InputError
            When a name, a value or a unit is not allowed, a label has two types, or a run does not
            exist. Nothing is changed then.
        """
        self._require(labels)
        store_labels(self._database, study, labels, units)

    def add_runs(self, study: str, edition: str, run_ids: Iterable[int]) -> None:
        """Record that runs were added to an edition of a study."""
        run_ids = list(run_ids)
        self._require(run_ids)
        with self._database.transaction() as connection:
            connection.executemany(
                "INSERT OR IGNORE INTO added_run VALUES (?, ?, ?)",
                [(study, edition, run_id) for run_id in run_ids],
            )

    def added_runs(self, study: str, edition: str) -> list[int]:
        """List the runs that were added to an edition of a study, ascending."""
        sql = "SELECT run_id FROM added_run WHERE study = ? AND edition = ? ORDER BY run_id"
        return [run_id for (run_id,) in self._database.rows(sql, (study, edition))]

    def labelled_runs(self, study: str) -> list[int]:
        """List the runs that a study or sweep file labels, ascending."""
        sql = "SELECT DISTINCT run_id FROM label WHERE study = ? ORDER BY run_id"
        return [run_id for (run_id,) in self._database.rows(sql, (study,))]

    def unlabelled_runs(self) -> list[int]:
        """List the runs that no study or sweep file has labelled or added, ascending."""
        sql = "SELECT run_id FROM run WHERE run_id NOT IN (SELECT run_id FROM label UNION"
        rows = self._database.rows(f"{sql} SELECT run_id FROM added_run) ORDER BY run_id")
        return [run_id for (run_id,) in rows]

    def owners(self, run_ids: Iterable[int]) -> list[str]:
        """List the studies of the scenarios of some runs, or of their labels."""
        chosen = json.dumps(list(run_ids))
        return sorted(study for (study,) in self._database.rows(_OWNERS, (chosen,) * 3))

    def delete(self, run_ids: Iterable[int]) -> list[str]:
        """Delete runs with all their rows and labels, in one transaction.

        Metrics without other runs are deleted from the dictionary. The claims of the runs' `owners`
        are deleted too, because their verdicts depend on the runs.

        Returns
        -------
        list of str
            Studies with deleted claims.

        Raises
        ------
        InputError
            When a run does not exist. Nothing is deleted then.
        """
        run_ids = list(run_ids)
        chosen = (json.dumps(run_ids),)
        with self._database.transaction() as connection:
            self._require(run_ids)
            owners = self.owners(run_ids)
            judged = [study for study in owners if len(self.claims(study))]
            connection.executemany("DELETE FROM claim WHERE study = ?", [(s,) for s in judged])
            connection.execute(f"DELETE FROM run WHERE {CHOSEN}", chosen)
            connection.execute(_UNUSED_METRICS)
            tidy(self._database, connection)
        return judged

    def shrink(self) -> None:
        """Return the space of deleted rows to the disk."""
        self._database.shrink()

    def _require(self, run_ids: Collection[int]) -> None:
        missing = set(run_ids) - set(self.run_ids())
        if missing:
            raise InputError(
                f"{self.path}: {len(missing)} of {len(run_ids)} runs are not there,"
                f" such as {min(missing)}"
            )

    def merge(self, shards: Iterable[str | Path]) -> int:
        """Add the runs of finished shards, then delete the shards.

        Each transaction merges ten shards; a shard is deleted when its runs are durable.
        A run that is in the archive already is not changed, but gets missing labels. The rules are
        those of RunArchive in C++ (run-archive-merge.cc).

        Returns
        -------
        int
            Number of added runs.

        Raises
        ------
        InputError
            When a shard is no valid archive, has a metric or a label in another unit than the
            archive, or has a run of the archive with other rows. Then none of the ten shards is
            added or deleted.
        """
        shards = [Path(shard) for shard in shards]
        return sum(
            self._merge_together(shards[i : i + _SHARDS_AT_ONCE])
            for i in range(0, len(shards), _SHARDS_AT_ONCE)
        )

    def _merge_together(self, shards: Sequence[Path]) -> int:
        added = 0
        with self._database.attached(shards) as names, self._database.transaction() as connection:
            for name, shard in zip(names, shards, strict=True):
                with translated(shard):
                    added += self._copy(connection, name, shard)
        for shard in shards:
            shard.unlink(missing_ok=True)
        return added

    def _copy(self, connection: sqlite3.Connection, name: str, shard: Path) -> int:
        keys = dict(connection.execute(f"SELECT run_id, key FROM {name}.run"))
        present = self.present(keys)
        self._compare(connection, name, shard, present)
        new = json.dumps(sorted(keys.keys() - present))
        conflict = connection.execute(
            "SELECT name, a.unit, b.unit"
            f" FROM main.metric AS a JOIN {name}.metric AS b USING (name) WHERE a.unit <> b.unit"
        ).fetchone()
        if conflict:
            metric, ours, theirs = conflict
            raise InputError(
                f"{shard}: it measures {metric} in {theirs}, the archive has it in {ours}"
            )
        # The result is independent of the order of the shards, also with two descriptions.
        connection.execute(
            f"INSERT INTO main.metric SELECT name, unit, description FROM {name}.metric WHERE true"
            " ON CONFLICT (name) DO UPDATE SET description = excluded.description"
            " WHERE excluded.description < description"
        )
        for table, columns in self._database.schema.run_tables.items():
            connection.execute(
                f"INSERT INTO main.{table} ({', '.join(columns)})"
                f" SELECT {', '.join(columns)} FROM {name}.{table}"
                " WHERE run_id IN (SELECT value FROM json_each(?))",
                (new,),
            )
        merge_labels(self._database, connection, name, shard)
        connection.execute(f"INSERT OR IGNORE INTO main.added_run SELECT * FROM {name}.added_run")
        return len(json.loads(new))

    def _compare(
        self, connection: sqlite3.Connection, name: str, shard: Path, run_ids: set[int]
    ) -> None:
        """Refuse runs that have other rows in the archive; only their cost may differ."""
        among = "WHERE run_id IN (SELECT value FROM json_each(:runs))"
        runs = {"runs": json.dumps(sorted(run_ids))}
        for table in self._database.schema.run_tables if run_ids else ():
            ours = f"SELECT * FROM main.{table} {among}"
            theirs = f"SELECT * FROM {name}.{table} {among}"
            for one, other in ((ours, theirs), (theirs, ours)):
                row = connection.execute(f"{one} EXCEPT {other} LIMIT 1", runs).fetchone()
                if row and table != "run_cost":
                    raise InputError(
                        f"{shard}: the archive holds the run {row[0]} with other rows in {table},"
                        " so the results depend on something outside its key"
                    )

    def store_claims(self, study: str, edition: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Replace the judged claims of a study.

        With a read-only file, the claims are kept until the file is closed.

        Parameters
        ----------
        study
            Name of the study.
        edition
            ``"quick"`` or ``"full"``: the runs behind the judgements.
        rows
            Each claim with the other columns of table claim; default of ``reading``: ``""``, of
            ``needed``: None.
        """
        now = datetime.now(UTC).isoformat(timespec="seconds")
        common = {"study": study, "edition": edition, "judged_utc": now}
        default = {"reading": "", "needed": None}
        with self._database.transaction() as connection:
            if not self._database.writable:
                connection.execute(
                    "CREATE TEMP TABLE IF NOT EXISTS claim AS SELECT * FROM main.claim"
                )
            connection.execute("DELETE FROM claim WHERE study = ?", (study,))
            connection.executemany(
                f"INSERT INTO claim ({', '.join(_CLAIM_COLUMNS)})"
                f" VALUES (:{', :'.join(_CLAIM_COLUMNS)})",
                [{**default, **row, **common} for row in rows],
            )

    def claims(self, study: str | None = None) -> pd.DataFrame:
        """Read the judged claims of one study or of all: the columns of table claim."""
        return self._database.frame(
            f"SELECT {', '.join(_CLAIM_COLUMNS)} FROM claim"
            " WHERE study = ifnull(?, study) ORDER BY study, id, reading",
            (study,),
            {name: _CLAIM_NUMBERS.get(name, "str") for name in _CLAIM_COLUMNS},
        )
