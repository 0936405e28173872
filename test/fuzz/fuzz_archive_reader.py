# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Fuzzer of the archive reader: mutated archives must be read, or refused with one InputError.

A finding is any other exception, more than MAX_SECONDS for a file, or more than MAX_BYTES of
memory. The file is kept, and the program ends with code 1.

    python test/fuzz/fuzz_archive_reader.py --seconds=300 [--seed=1]
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import resource
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "python"), str(HERE.parents[1] / "analysis")]

import stand_in  # noqa: E402
from burstlab.archive import Archive  # noqa: E402
from burstlab.errors import InputError  # noqa: E402
from burstlab.study import Claim, Judgement, documents, row  # noqa: E402

MAX_SECONDS = 10
MAX_BYTES = 3 << 30
EDGES = (0, 1, 2, 5, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 1 << 52, (1 << 64) - 1)
CELLS = (
    *(None, -1, 0, 1 << 62, -(1 << 63), 1e308, float("inf"), "", "x", "1e999", b"\xff\xfe", b""),
    *("[", "[" * 100_000, '{"a": 1}', '["t", "t"]', "[1, 2, 3]", "9" * 5000, "\ud7ff\0", "NaN"),
)


def base_archive(folder: Path) -> bytes:
    """An archive with rows in every table, on some tens of pages."""
    path = folder / "base.sqlite"
    with Archive(path, create=True) as archive:
        shards = [folder / f"{run_id}.sqlite" for run_id in (1, 2, 3)]
        for run_id, shard in enumerate(shards, 1):
            stand_in.write_shard(shard, run_id, points=400)
        archive.merge(shards)
        labels = {"load": "low", "rate": 0.5, "depth": 3, "short": True}
        archive.label("toy", dict.fromkeys((1, 2, 3), labels), {"rate": "1/ms"})
        archive.add_runs("toy", "quick", [3])
        claim = Claim("toy/C1", "text", "source", "stated", "tolerance", "s", judge=None)
        judgement = Judgement(1.0, 0.5, 1.5, 3, "reproduced", "note")
        archive.store_claims("toy", "quick", [row(claim, judgement)])
    return path.read_bytes()


def flip_bytes(data: bytearray, dice: random.Random) -> None:
    for _ in range(dice.choice((1, 1, 2, 8, 64))):
        data[dice.randrange(len(data))] = dice.randrange(256)


def put_edge_values(data: bytearray, dice: random.Random) -> None:
    """Sizes, offsets and page numbers at their limits, in headers of pages above all."""
    for _ in range(dice.choice((1, 2, 4))):
        width = dice.choice((1, 2, 4, 8))
        page = dice.randrange(len(data) // 4096) * 4096
        place = page + dice.choice((dice.randrange(24), dice.randrange(4096 - 8)))
        value = dice.choice(EDGES) & ((1 << 8 * width) - 1)
        data[place : place + width] = value.to_bytes(width, "big")


def blank_a_range(data: bytearray, dice: random.Random) -> None:
    begin = dice.randrange(len(data))
    end = min(len(data), begin + dice.choice((1, 16, 512, 4096)))
    data[begin:end] = bytes([dice.choice((0, 0xFF))]) * (end - begin)


def copy_a_page(data: bytearray, dice: random.Random) -> None:
    pages = len(data) // 4096
    source, target = (dice.randrange(pages) * 4096 for _ in range(2))
    data[target : target + 4096] = data[source : source + 4096]


def link_pages_in_a_circle(data: bytearray, dice: random.Random) -> None:
    """An interior page all of whose children are pages of the file, itself among them perhaps."""
    pages = len(data) // 4096
    page = dice.randrange(1, pages) * 4096
    count = dice.choice((1, 10, 300))
    child = dice.randrange(1, pages + 1)
    data[page] = dice.choice((2, 5))
    data[page + 3 : page + 5] = count.to_bytes(2, "big")
    data[page + 8 : page + 12] = child.to_bytes(4, "big")
    for i in range(min(count, 300)):
        cell = 4096 - 8 * (i + 1)
        data[page + 12 + 2 * i : page + 14 + 2 * i] = cell.to_bytes(2, "big")
        data[page + cell : page + cell + 4] = child.to_bytes(4, "big")


def truncate(data: bytearray, dice: random.Random) -> None:
    del data[dice.randrange(len(data)) :]


def append(data: bytearray, dice: random.Random) -> None:
    data += dice.randbytes(dice.choice((1, 512, 4096, 100_000)))


BYTE_MUTATIONS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    *(flip_bytes, put_edge_values, blank_a_range, copy_a_page, link_pages_in_a_circle),
    *(truncate, append),
)


def put_wrong_cells(path: Path, dice: random.Random) -> None:
    """Values a STRICT table refuses, in a file whose pages are sound."""
    connection = sqlite3.connect(path)
    tables = connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL"
    ).fetchall()
    version = connection.execute("PRAGMA schema_version").fetchone()[0]
    connection.execute("PRAGMA writable_schema = ON")
    change = "UPDATE sqlite_schema SET sql = ? WHERE name = ?"
    for name, sql in tables:
        lax = sql.replace("STRICT, ", "").replace("STRICT", "").replace("json_valid(", "length(")
        connection.execute(change, (lax, name))
    connection.execute(f"PRAGMA schema_version = {version + 1}")
    connection.commit()
    connection.close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA ignore_check_constraints = ON")
    for _ in range(dice.choice((1, 3))):
        name, _ = dice.choice(tables)
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        try:
            column = dice.choice(columns)
            connection.execute(f"UPDATE {name} SET {column} = ?", (dice.choice(CELLS),))
        except (sqlite3.IntegrityError, UnicodeEncodeError):
            pass
    connection.execute("PRAGMA writable_schema = ON")
    for name, sql in tables:
        connection.execute(change, (sql, name))
    connection.execute(f"PRAGMA schema_version = {version + 2}")
    connection.commit()
    connection.close()


def read_everything(path: Path, merge_into: Path | None) -> int:
    """Use every way to read the file; the number of those that refused it."""
    refused = 0

    def attempt(read: Callable[[], object]) -> object:
        nonlocal refused
        try:
            return read()
        except InputError as error:
            if "\n" in str(error) or len(str(error)) > 2000:
                raise AssertionError("more than a sentence") from error
            refused += 1
            return None

    archive = attempt(lambda: Archive(path))
    if archive:
        with archive:
            attempt(archive.check)
            attempt(lambda: documents(archive.claims().to_dict("records")))
            attempt(lambda: archive.added_runs("toy", "quick"))
            attempt(lambda: archive.label("toy", {1: {"load": "high"}}))
            results = attempt(lambda: archive.select(archive.run_ids()))
            if results:
                for read in (results.runs, results.labels, results.flows, results.measurements):
                    attempt(read)
                attempt(lambda: results.where(Load=0.5))
                attempt(lambda: results.where(load="low", rate=0.5))
                attempt(lambda: results.frame("delay", by=["load", "depth"], wide="load"))
                attempt(lambda: results.table("log"))
                attempt(lambda: results.table("log", by="short"))
                for metric in ("delay", "size"):
                    for one in (
                        results.scalars,
                        results.series,
                        results.histogram,
                        results.objects,
                    ):
                        attempt(lambda one=one, metric=metric: one(metric))
    if merge_into:
        with Archive(merge_into, create=True) as target:
            attempt(lambda: target.merge([path]))
            target.check()
    return refused


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    arguments.add_argument("--seconds", type=float, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    faulthandler.dump_traceback_later(given.seconds + 60, exit=True)
    resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    files = refusing = 0
    memory = Path("/dev/shm")  # where no file waits for a disk
    where = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="burstlab-fuzz-", dir=where) as name:
        folder = Path(name)
        base = base_archive(folder)
        path = folder / "case.sqlite"
        end = time.monotonic() + given.seconds
        while time.monotonic() < end:
            dice = random.Random(f"{given.seed}/{files}")
            data = bytearray(base)
            cells = dice.random() < 0.3
            for _ in range(0 if cells else dice.choice((1, 1, 2, 4))):
                if len(data) > 8192:
                    dice.choice(BYTE_MUTATIONS)(data, dice)
            path.write_bytes(data)
            if cells:
                put_wrong_cells(path, dice)
            kept = path.read_bytes()
            target = folder / "target.sqlite" if files % 10 == 0 else None
            started = time.monotonic()
            try:
                refusing += read_everything(path, target) > 0
                if time.monotonic() - started > MAX_SECONDS:
                    raise AssertionError("it took too long")
            except BaseException:
                finding = Path(tempfile.gettempdir()) / f"finding-{given.seed}-{files}.sqlite"
                finding.write_bytes(kept)
                traceback.print_exc()
                sys.stderr.write(f"case {files} of seed {given.seed}, kept as {finding}\n")
                return 1
            files += 1
            for other in folder.iterdir():
                other.unlink() if other.is_file() else shutil.rmtree(other)
    sys.stdout.write(f"{files} files, {refusing} of them refused in part or whole\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
