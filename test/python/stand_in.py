# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""A program with the runner's command line and any behaviour, and shards written by plain SQL."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import signal
import socket
import sqlite3
import sys
import time
from pathlib import Path

from burstlab import paths
from burstlab.engine import Program

PR_SET_PDEATHSIG = 1
SCENARIO = "ns3::ToyScenario"


def write_shard(
    path: Path,
    run_id: int,
    *,
    key: str | None = None,
    unit: str = "s",
    description: str = "time in the network",
    load: str = "0.5",
    points: int = 3,
    seed: int = 1,
    run: int | None = None,
    schema: Path = paths.SCHEMA,
) -> Path:
    """A shard with rows in every table of a run; a file that is there takes the run in."""
    number = run_id if run is None else run
    rows = {
        "run": [
            (run_id, key or f"key {run_id}", "toy", SCENARIO, seed, number, "c0de", "3.44"),
        ],
        "run_cost": [(run_id, 0.1, 0.1, 10, 1000, "compiled", "2026-01-01T00:00:00Z")],
        "parameter": [(run_id, "Load", load), (run_id, "ns3::Toy::Colour", "red")],
        "metric": [("delay", unit, description), ("size", "B", "size of a message")],
        "scalar": [(run_id, "delay", "", 2.5 + number), (run_id, "delay", "node 1", None)],
        "series": [(run_id, 0, "delay", "", "ns", 10)],
        "point": [(run_id, 0, n, 10 * n, n / 4) for n in range(points)],
        "histogram": [(run_id, 0, "size", "", 8, 5, 11.0, 1, 4)],
        "histogram_bin": [(run_id, 0, 1, 1, 3), (run_id, 0, 4, 1, 2)],
        "flow": [(run_id, 0, "", "a", "b", "tcp", 1, 2, 0, 5, None, 100, 2, 0)],
        "measurement": [(run_id, 0, "ping", "a", "b", 1, 0, 7, "ok")],
        "measurement_value": [(run_id, 0, "delay", 0.25)],
        "result_table": [(run_id, 0, "log", '["t", "what"]', '["ns", ""]')],
        "result_row": [(run_id, 0, 0, '[1, "start"]'), (run_id, 0, 1, '[2, "stop"]')],
    }
    made = path.exists()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    if not made:
        connection.executescript(f"BEGIN;{schema.read_text()};COMMIT;")
    for table, cells in rows.items():
        places = ", ".join("?" * len(cells[0]))
        connection.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({places})", cells)
    connection.commit()
    connection.close()
    return path


def program(folder: Path) -> Program:
    """The stand-in as an executable file in `folder`."""
    file = folder / "stand-in"
    here, analysis = Path(__file__).parent, Path(sys.modules["burstlab"].__file__).parents[1]
    file.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path[:0] = [{str(here)!r}, {str(analysis)!r}]\n"
        "from stand_in import main\nsys.exit(main())\n"
    )
    file.chmod(0o755)
    return Program(file)


def identity(attributes: dict[str, str], seed: int, run: int) -> tuple[int, str]:
    parameters = dict(sorted(attributes.items()))
    code = {"code_version": os.environ.get("STAND_IN_CODE", "c0de"), "inputs": {}}
    key = json.dumps(
        {**code, "parameters": parameters, "run": run, "scenario": SCENARIO, "seed": seed}
    )
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:6], "big"), key


def main() -> int:
    arguments = sys.argv[1:]
    if arguments == ["--plan"]:
        return plan()
    if arguments[0].startswith("--serve="):
        return serve(int(arguments[0].removeprefix("--serve=")))
    return run(arguments)


def serve(descriptor: int) -> int:
    """The other side of `burstlab.engine.server`, as `ServeRuns()` of scenario-runner."""
    peer = socket.socket(fileno=descriptor)
    former = None
    while True:
        message, (words, output, errors, *progress), *_ = socket.recv_fds(peer, 1, 4)
        if not message:
            return 0
        if former:
            os.waitpid(former, 0)
        former = os.fork()
        if not former:
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
            os.dup2(output, 1)
            os.dup2(errors, 2)
            with open(words, "rb") as file:
                file.seek(0)
                folder, _, *arguments = map(os.fsdecode, file.read().split(b"\0")[:-1])
            os.chdir(folder)
            os._exit(run([*arguments, *(f"--progress={each}" for each in progress)]))
        for each in (words, output, errors, *progress):
            os.close(each)
        peer.send(b"%d" % former)
        end = os.waitid(os.P_PID, former, os.WEXITED | os.WNOWAIT)
        exited = end.si_code == os.CLD_EXITED
        peer.send(b"%d" % (end.si_status if exited else -end.si_status))


def run(arguments: list[str]) -> int:
    values = dict(argument[2:].split("=", 1) for argument in arguments if "=" in argument)
    path, seed, run = Path(values.pop("archive")), int(values.pop("seed")), int(values.pop("run"))
    report = values.pop("progress", None)
    if report:
        os.write(int(report), b'{"fraction": 0.5, "events_per_s": 10}\n')
    behaviour = values.get("Behaviour", "good")
    if behaviour == "leave":
        return 0
    if behaviour == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if behaviour == "refuse" and "STAND_IN_MENDED" not in os.environ:
        sys.stderr.write("first a warning\nBehaviour = refuse: it must be good\n")
        return 2
    if behaviour == "greedy":
        held = b"x" * (int(values["MiB"]) << 20)
        time.sleep(60 if held else 0)
    while behaviour == "wait" and not Path(values["File"]).exists():
        time.sleep(0.02)
    if behaviour == "slow":
        time.sleep(float(values["Seconds"]))
    run_id, key = identity(values, seed, run)
    if behaviour == "other":
        run_id, key = run_id + 1, key + " "
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
    unit = "ms" if behaviour == "unit" else "s"
    write_shard(partial, run_id, key=key, seed=seed, run=run, unit=unit)
    partial.rename(path)
    if behaviour == "truncate":
        path.write_bytes(path.read_bytes()[:5000])
    return 0


def plan() -> int:
    for line in sys.stdin:
        spec = json.loads(line)
        if spec["scenario"] != "toy":
            sys.stderr.write(f"unknown scenario {spec['scenario']}\n")
            return 2
        run_id, key = identity(spec["attributes"], spec["seed"], spec["run"])
        names = {"run_id": run_id, "key": key, "study": "toy", "scenario": SCENARIO, "name": "toy"}
        print(json.dumps({**names, "parameters": spec["attributes"]}))  # noqa: T201
    return 0
