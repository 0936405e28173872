# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Networks that do all the document of study path-measurement says."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import made_up
import numpy as np
import path_measurement_months
from burstlab.engine import RunSpec
from burstlab.monitoring import PingLaw
from burstlab.study import Labelled, find_studies

STUDY = find_studies(["path-measurement"])["path-measurement"]


def part(name: str) -> ModuleType:
    """A module of the study."""
    return importlib.import_module(f"burstlab_study_path_measurement.{name}")


runs, readings, found = map(part, ("runs", "readings", "results"))
bed, calls = part("qbss.settings"), part("qbss.calls")
paths, processors, judges = map(part, ("path.settings", "path.processors", "path.judges"))
cycles, months, cycle_judges = map(part, ("cycle.settings", "cycle.months", "cycle.judges"))
contests = part("scavengers.transfers")
steerings, searches = part("steering.transfers"), part("steering.searches")
pingers, pinger_judges = part("pinger.settings"), part("pinger.judges")
samples, samples_judges = part("samples.reading"), part("samples.judges")
read_hosts = readings.read_hosts
NAMES = ("chosen", "share", "rate", "reaction", "ping_mean")
VALUES = (
    *("throughput", "loss", "rtt_mean", "retransmits", "bytes", "cpu_sender", "rate_deviation"),
    *("duration", "wire_duration", "true_rate", "sent", "received", "rtt_min"),
    *("capacity", "available", "true_available", "true_loss", "route"),
)
NETWORKS = (
    *("scavengers.bulk", "scavengers.others", "scavengers.lost", "scavengers.ping_rise"),
    *("scavengers.flow_stretch",),
    *("cycle.due", "link.load_error", "steering.start", "steering.duration", "steering.ended"),
    *("steering.error", "steering.in_time", "steering.lost", "steering.harm"),
    *("steering.flow_stretch", "steering.progress"),
    *(f"steering.search_{name}" for name in ("time", "bytes", "window", "streams")),
    *(f"qbss.media_{name}" for name in ("delay", "delay_99", "jitter", "loss")),
    "qbss.left",
)
UNITS = {
    **{f"qbss.{name}": "1" for name in (*NAMES, "throughput")},
    **{f"measurement.{name}": "1" for name in VALUES},
    **dict.fromkeys(NETWORKS, "1"),
    **dict.fromkeys(("pinger.carried", "pinger.load", "path.measurements"), "1"),
    **dict.fromkeys(("samples.throughput", "samples.capacity"), "bit/s"),
}
SUMMED = (
    *("samples", "dark", "quiet", "sent", "lost", "after", "lost_after", "rtt_min", "rtt_sum"),
    *("rtt_max", "iqrs", "iqr_sum", "ipdvs", "ipdv_sum", "rate_sum", "rate_max", "success_max"),
)
"""Columns of a summary of samples of pings, behind site and begin."""
TABLES = {
    "cycles": (("cycle", "due", "end", "overrun_recorded", "next"), ("1", "s", "s", "1", "s")),
    "paths": (("host", "tool", "ratio"), ("1", "1", "1")),
    "forecasts": (path_measurement_months.FORECASTS, ("1",) * 4 + ("s",) + ("bit/s",) * 4),
    "decisions": (
        ("time", "site", "action", "class", "remaining", "rate", "ratio", "end", "reason"),
        ("s", "1", "1", "1", "B", "bit/s", "1", "s", "1"),
    ),
    "fault.truth": (("kind", "target", "begin", "end", "value", "relative"), ("",) * 6),
    "sites": (("site", "name", "region"), ("1", "1", "1")),
    "summaries": (("site", "begin", *SUMMED), ("1", "s", *("1",) * len(SUMMED))),
    "outages": (("site", "begin", "end"), ("1", "s", "s")),
    "dark": (("site", "begin", "end", "samples"), ("1", "s", "s", "1")),
    "replies": (("measurement", "sequence", "rtt"), ("1", "1", "s")),
}
HOSTS = tuple(read_hosts())[::3]
"""Of a cycle; so many that their interval decides about six tools."""
LATE = HOSTS[-1]
"""The host whose tests time out where there are faults."""
SENDS = {1: {"QBSS"}, 2: {"QBSS", "BE"}, 3: {"QBSS", "BE", "Priority"}, 4: {"QBSS", "BE"}}
"""Classes that send in a phase; in the last one QBSS alone again."""
WEIGHTS = {"QBSS": 1, "BE": 69, "Priority": 30}
Row = list
"""A kind of `found.KINDS`, the tool's text, and values."""
Change = Callable[[Any, Any], None]
"""Changes scalars of a run of the test bed or a network, rows of one on a path, series of months.

What is not a scalar of a cycle or of pings is there by the names ``tests`` and those of `TABLES`.
"""
NO_TABLES: dict[str, list] = {name: [] for name in TABLES}
KINDS = {
    "mbps": bed.Bed,
    "place": paths.Path,
    "way": contests.Contest,
    "scale": cycles.Cycle,
    "days": months.Month,
    "policy": steerings.Transfer,
    "pinger": pingers.Pinger,
    "fall": samples.Samples,
    "frame": processors.Processor,
    "videos": calls.Calls,
    "site": searches.Tuned,
}
"""By a label that no other kind has."""


def setting(spec: RunSpec) -> Labelled:
    """The setting of a run."""
    kind = next(kind for label, kind in KINDS.items() if label in spec.labels)
    return kind(**{name: v for name, v in spec.labels.items() if name != "setting"})


def made(
    edition: str, settings: Iterable[object] | None, change: Change | None
) -> Iterator[made_up.Run]:
    """All runs of an edition, or those of some settings."""
    wanted = None if settings is None else {s.text for s in settings}
    for spec in STUDY.specs(edition):
        if wanted is not None and spec.labels["setting"] not in wanted:
            continue
        cell = setting(spec)
        noise = 1 + 1e-4 * math.sin(17 * spec.run)
        if isinstance(cell, processors.Processor):
            rows = [["iperf", "", {"throughput": 1e6 * cell.limit}]]
            if change:
                change(cell, rows)
            yield made_up.Run(spec, {}, NO_TABLES, {}, [written(row) for row in rows])
            continue
        if isinstance(cell, paths.Path):
            rows = list(path_rows(cell, noise, edition))
            if change:
                change(cell, rows)
            yield made_up.Run(spec, {}, NO_TABLES, {}, [written(row) for row in rows])
            continue
        if isinstance(cell, months.Month):
            tests = path_measurement_months.tests(cell.host, months.PER_DAY * cell.days)
            if cell.days == 1:
                tests = [test for test in tests if test.tool in months.QUICK_TOOLS.split(",")]
            if change:
                tests = change(cell, tests) or tests
            measurements, flows, forecasts = path_measurement_months.rows(
                cell.host, tests, months.SCALES[cell.days]
            )
            tables = {**NO_TABLES, "forecasts": forecasts}
            yield made_up.Run(spec, {}, tables, {}, measurements, flows)
            continue
        if isinstance(cell, samples.Samples):
            values = sampled(cell)
            if change:
                change(cell, values)
            shown = {name: (VISIT, (noise * x).tolist()) for name, x in values.items()}
            hosts = dict.fromkeys(name.split("[")[1].split("/")[0] for name in values)
            happens = (BEGIN * VISIT, END * VISIT, 1 - cell.fall / 100, 1)
            truth = [("rate", host, *map(str, happens)) for host in hosts if cell.fall]
            yield made_up.Run(spec, {}, NO_TABLES | {"fault.truth": truth}, shown)
            continue
        if not isinstance(cell, bed.Bed):
            of = {
                steerings.Transfer: transfers,
                pingers.Pinger: pinger,
                calls.Calls: media,
                searches.Tuned: tuned,
            }.get(type(cell), network)
            what = of(cell, noise, edition)
            if change:
                change(cell, what)
            tests, tables = what.pop("tests", []), {name: what.pop(name, []) for name in TABLES}
            points = what.pop("series", {})
            rows = tests if of is pinger else [(row, {}) for row in tests]
            yield made_up.Run(spec, what, tables, points, rows)
            continue
        scripted = cell.load == bed.SCRIPT
        scalars = script(cell, noise) if scripted else pings(cell, noise)
        if change:
            change(cell, scalars)
        yield made_up.Run(spec, scalars, NO_TABLES, series(cell) if scripted else {})


def written(row: Row) -> tuple[tuple, dict[str, float]]:
    """A measurement as the archive has it."""
    kind, more, values = row
    source, tool = found.KINDS.get(kind, ("sender", kind))
    columns = (tool + more, source, "receiver", 0, 0, 1, "ok")
    return columns, {f"measurement.{name}": value for name, value in values.items()}


def path_rows(cell: paths.Path, noise: float, edition: str) -> Iterator[Row]:
    """What tools say of a path that is as stated."""
    place = paths.place_of(cell)
    rtt = place.rtt / 1e3
    true = 1e6 * (cell.rate or place.mbps) / paths.divisor(cell, edition)
    if cell.tool == paths.DURATIONS:
        yield ["iperf", f"[{paths.SHORT}]", {"throughput": 0.95 * true * noise}]
        if edition == "full":
            yield ["iperf", f"[Duration={paths.LONG_S}s]", {"throughput": true * noise}]
        return
    if cell.tool == paths.DEFAULTS:
        yield ["iperf", f"[{paths.SHORT}]", {"throughput": true * 0.95 / 12 * noise}]
        return
    if cell.tool == paths.PAIRS:
        told = 0.4 if place.mbps > 100 else 1.3 if cell.place in NEITHER else 1.05
        yield ["ns3::PipecharProbe", "", {"capacity": told * true, "true_rate": true}]
        return
    if cell.tool == paths.SCORED:
        yield from scored(cell, true, rtt)
        return
    if cell.place == paths.SHALLOW:
        rate = true / paths.OVERHEAD * (1 - 1 / (1 + 3 * cell.streams)) * noise
        yield ["iperf", "", transfer(cell, rate, true, rtt)]
        return
    if cell.tool == paths.SAMPLES:
        for _ in range(20):
            yield ["unloaded", "", {"loss": 0.0}]
        return
    filled = min(max(cell.product / place.product - 1, 0) * rtt, place.queue / 1e3)
    if cell.place == paths.CERN or cell.limit or cell.place == paths.LIMITED:
        rise = filled if cell.place == paths.CERN else (0.002 if cell.limit else 0.02)
        lost = 1 if filled > 0.09 else 0
        yield ["unloaded", "", {"rtt_mean": rtt, "loss": 0.0, "sent": 20, "received": 20}]
        pings = {"rtt_mean": rtt + rise * noise, "loss": lost / 10_000, "sent": 10_000}
        yield ["loaded", "", pings | {"received": 10_000 - lost}]
    rate = throughput(cell, true, rtt) * noise
    if cell.tool != paths.BBCP and cell.tool != paths.ZLIB:
        yield ["iperf", "", transfer(cell, rate, true, rtt)]
    if cell.tool == paths.ZLIB:
        for more, gain in (("", 1), ("[CompressionRatio=2.2]", 2.1)):
            pays = gain if judges.rule_of_compression(cell) else 1 / gain
            yield ["bbcp", more, {"duration": 24 * noise / pays}]
    elif cell.tool != paths.IPERF:
        slow = 0.8 if cell.mhz == 100 else 1
        values = transfer(cell, slow * rate, true, rtt)
        values["cpu_sender"] *= 1.2
        yield ["bbcp", "", values]


def scored(cell: paths.Path, true: float, rtt: float) -> Iterator[Row]:
    """What tools say that are a tenth too high, and a ping."""
    truth = {"true_rate": true, "true_available": true * (1 - cell.use / 100), "true_loss": 0}
    common = {**truth, "bytes": 1e6, "rtt_min": rtt}
    yield ["unloaded", "", {**common, "loss": 0.01, "rtt_mean": rtt}]
    yield ["loaded", "", {**common, "rtt_mean": rtt + 0.02}]
    yield ["ns3::PipecharProbe", "", {**common, "capacity": 1.1 * true}]
    for estimator in ("Abwe", "Pathrate", "Spruce"):
        of = "available" if estimator in ("Abwe", "Spruce") else "capacity"
        told = {of: 1.1 * truth["true_available" if of == "available" else "true_rate"]}
        yield ["ns3::PacketPairProbe", f"[Estimator=ns3::{estimator}Estimator]", common | told]
    for tool in ("Chirp", "Slops"):
        yield [f"ns3::{tool}Probe", "", {**common, "available": 1.1 * truth["true_available"]}]
    yield ["ns3::UdpMonitorProbe", "", {**common, "loss": 0.01}]
    for kind in ("iperf", "bbcp"):
        yield [kind, "", {**common, "throughput": 1.1 * truth["true_available"]}]


def network(cell: contests.Contest | cycles.Cycle, noise: float, edition: str) -> dict[str, Any]:
    """What whole networks show."""
    if isinstance(cell, contests.Contest):
        share = cell.bulk / (cell.bulk + cell.others) if cell.others else 0.5
        return {
            "scavengers.bulk": 10 * share * noise,
            "scavengers.others[with]": 10 * (1 - share) * noise,
            "scavengers.lost": 1.0,
            "scavengers.ping_rise": 20.0,
            "scavengers.flow_stretch": 2.0,
        }
    count = cycles.CYCLES if cell.faults else 1
    tests = [
        (tool, "slac", host, cycle, 0, 1, "timeout" if cell.faults and host == LATE else "ok")
        for cycle in range(count)
        for host in HOSTS
        for tool in cycle_judges.TOOLS
    ]
    length = 5000.0
    return {
        "cycle.due": len(tests),
        **{f"link.load_error[{link}]": 0.05 * noise for link in ("slac-nic", "to-garr")},
        "tests": tests,
        "cycles": [(c, 5400 * c, 5400 * c + length, 0, 5400 * (c + 1)) for c in range(count)],
        "paths": [
            (host, tool, str(noise * (1 + 0.05 * (cell.scale > 1))))
            for host in HOSTS
            for tool in cycle_judges.TOOLS
        ],
    }


HOURS = {"Steered": 25.0, "Scavenger": 30.0, "BestEffort": 28.0, "OtherSite": 27.0}
"""Of a transfer, by its policy, where the route is slow; 20 where nothing happens."""


def transfers(cell: steerings.Transfer, noise: float, edition: str) -> dict[str, Any]:
    """What a transfer shows that was forecast to take 20 hours, and has 36."""
    slow = cell.event == steerings.SLOW_ROUTE
    hours = (HOURS[cell.policy] if slow else 20.0) * noise
    lost = 1e9 * (1 if cell.policy == "BestEffort" else 0.5 if slow else 0.1) * noise
    steps = [
        (*("0", "IN2P3", "begin", "QBSS", "1e12", "", "", "72000"), "the forecast"),
        (*("36000", "IN2P3", "best effort", "BE", "6e11", "3e7", "0.3", "140000"), "late"),
        (*("43200", "CERN", "other site", "BE", "5e11", "2e7", "0.2", "90000"), "slow"),
        (*(str(3600 * hours), "CERN", "done", "BE", "0", "1e8", "1", ""), "all is sent"),
    ]
    return {
        "steering.start": 72 * 3600.0,
        "steering.duration": 3600 * hours,
        "steering.ended": 1.0,
        "steering.error": 20 / hours - 1,
        "steering.in_time": 1.0,
        "steering.lost": lost,
        "steering.harm": lost / 1e12,
        "steering.flow_stretch[IN2P3]": 1.5 * noise,
        "decisions": steps,
        "fault.truth": [("rate", "IN2P3", "290000", "380000", "0.3", "1")] if slow else [],
        "series": {
            f"steering.progress[{name}]": (1800 * 10**9, [1e10 * n for n in range(50)])
            for name in ("sent", "forecast")
        },
    }


def media(cell: calls.Calls, noise: float, edition: str) -> dict[str, Any]:
    """What calls show that wait for no other class where they are priority."""
    marked = cell.marked == bed.PRIORITY
    load = min(0.03 + 0.04 * cell.videos, 0.3) if marked else 0.0
    waits = (2 if marked else 30) * noise
    return {
        "qbss.left[1/Priority]": load,
        "qbss.left[1/BE]": (1 - load) * 69 / 70 * noise,
        "qbss.left[1/QBSS]": (1 - load) / 70 * noise,
        "qbss.media_delay[voice]": waits,
        "qbss.media_delay_99[voice]": 2 * waits,
        "qbss.media_jitter[voice]": waits / 3,
        "qbss.media_loss[voice]": 0.0 if marked else 0.02,
    }


def tuned(cell: searches.Tuned, noise: float, edition: str) -> dict[str, Any]:
    """What copies show of which 16 streams of 64 KB are the best, and a search takes 40 s."""
    site = cell.site
    if cell.window == searches.SEARCHED:
        took = 4040 * noise
        found = {"time": 40.0, "bytes": 1e8, "window": 65_536.0, "streams": 16.0}
        told = {f"steering.search_{name}[{site}]": value for name, value in found.items()}
        return {"steering.duration": took, **told}
    slow = 1 if (cell.window, cell.streams) == (64, 16) else 2
    return {"steering.duration": 4000 * slow * noise}


def pinger(cell: pingers.Pinger, noise: float, edition: str) -> dict[str, Any]:
    """What pings show."""
    if cell.pinger == pingers.LOAD:
        return {"pinger.carried": 103 * noise, "pinger.load": 52 * noise}
    if cell.pinger == pingers.MONITORS:
        tests = [
            (
                ("ping", source, f"{region}-2", 0, 0, 1, "ok"),
                written(["unloaded", "", ping(0.1, rtt, 10)])[1],
            )
            for source, rtt in (("here-1", 0.1), ("there-1", 0.2))
            for region in ("here", "there")
        ]
        return {"tests": tests}
    if cell.pinger == pingers.CLASSES:
        return {
            "tests": [
                written(["unloaded", "", ping(lost, 0.05, count)])
                for lost, count in ((cell.lost, pingers.LONG), (0.0, pingers.SHORT))
                for _ in range(20)
            ]
        }
    if cell.pinger == pingers.PACKETS:
        law = PingLaw(0.1 * cell.path, 0.05, 0.2, 0.4, 0.3, 0.03, 0.9, 0.2)
        rng = np.random.default_rng([cell.path, round(1e9 * noise)])
        drawn = law.draw(300, pingers.SHORT, rng)
        replies = [(i, k, drawn[i, k]) for i, k in zip(*np.nonzero(~np.isnan(drawn)), strict=True)]
        return {
            "path.measurements": len(drawn),
            "replies": [(int(i), int(k), float(rtt)) for i, k, rtt in replies],
        }
    names = [*pinger_judges.REGIONS, "near"]
    sites = [(str(i), f"{name}-1", name) for i, name in enumerate(names)]
    if cell.pinger == pingers.SEPTEMBER:
        outages = [(i, 9e5, 9e5 + 86_400) for i in range(5)] + [(5, 9e5, None)]
        dark = [(i, begin + 600, end and end + 600, 48) for i, begin, end in outages]
        rows = [summary(i, day, 0.01) for i in range(len(names)) for day in (0, 27)]
        return {"sites": sites, "summaries": rows, "outages": outages, "dark": dark}
    of_class = {"bad": 0.1, "poor": 0.04, None: 0.005}
    losses = [of_class[pinger_judges.REGIONS.get(name)] for name in names]
    times = range(0, 49 if cell.pinger == pingers.YEARS else 1)
    fall = noise * 1.8 ** (-2 * 30 / 365.25)  # loss that throughput of 1.8 a year leaves a month
    rows = [summary(i, 30 * n, p * fall**n) for i, p in enumerate(losses) for n in times]
    return {"sites": sites, "summaries": rows}


def ping(lost: float, rtt: float, count: int) -> dict[str, float]:
    """Values of a sample of pings."""
    return {"loss": lost, "sent": count, "rtt_min": rtt, "rtt_mean": rtt}


def summary(site: int, day: int, lost: float, sent: float = 1e9) -> tuple[float, ...]:
    """Summary of samples of ten pings that all take 0.1 s."""
    n = sent / 10
    counts = (n, 0, n / 2, sent, lost * sent, lost * sent, 0.2 * lost * sent)
    times = (0.1, 0.1 * sent * (1 - lost), 0.1)
    return (site, 86_400 * day, *counts, *times, n, 0, n, 0, 10 * n, 10, 1)


NEITHER = ("Stanford", "CERN", "LANL")
"""Hosts with which pipechar neither agrees nor is far off."""
VISIT, VISITS = 5400, 272
"""Seconds between visits, and how many there are in what is a month here."""
BEGIN, END = 128, 176
"""Visits between which a level is lower."""
FEW = ("Stanford", "CERN", "INFN-Padova", "RIKEN")
"""Hosts where nothing has to be found: two of a small swing, two of a large one."""


def sampled(cell: samples.Samples) -> dict[str, np.ndarray]:
    """Series of noise as the rules have it, with a dip in the middle of each working day."""
    many = (samples.QUIET, samples.fallen(samples.QUIET), *samples.FRESH_PAIRS)
    hosts = list(read_hosts()) if cell in many else FEW
    every = samples_judges.STATED if cell.tools == samples.EVERY else ("iperf",)
    visits = np.arange(VISITS)
    dip = np.clip(np.sin(2 * np.pi * (visits % 16 - 4) / 16), 0, 1) * max(cell.swing, 0) / 100
    dip[visits // 16 % 7 >= 5] = 0
    level = np.where((visits >= BEGIN) & (visits < END), 1 - cell.fall / 100, 1)
    made = {}
    for tool in every:
        metric = "samples.capacity" if tool == "pipechar" else "samples.throughput"
        for number, host in enumerate(hosts):
            rng = np.random.default_rng([number, len(tool)])
            # A mean of five is off by sqrt(1.2) deviations times sqrt(2 / pi).
            deviation = 0.01 * samples_judges.STATED[tool] / 0.874
            noise = np.exp(rng.normal(0, deviation if len(hosts) < 9 else 0.1, VISITS))
            made[f"{metric}[{host}/{tool}]"] = 1e7 * (1 - dip) * level * noise
    return made


def throughput(cell: paths.Path, true: float, rtt: float) -> float:
    """Bit/s of a transfer."""
    n = cell.streams
    if cell.place == paths.OPEN:
        bend = (cell.loss / 3e-3) ** 0.1 if cell.reading == readings.CUBIC else 1
        return judges.MATHIS[cell.acks] * found.MSS_BITS / (rtt * cell.loss**0.5) * bend
    if cell.place == paths.WIDE:
        return 1e6 * n
    if cell.limit:
        return true * cell.limit / paths.PLACES[paths.LIMITED].mbps
    if cell.place == paths.CERN and cell.tool in (paths.IPERF, paths.LONG):
        return true * min(cell.product / paths.PLACES[paths.CERN].product, 1)
    if cell.place == paths.ANL and (cell.window, n) == (128, 8):
        return true
    if cell.place == paths.LONGER:
        return true * min(cell.product / 8192, 1) * (1 - 1 / (1 + 3 * n))
    return true * (1 - 1 / (1 + 3 * n)) * min(cell.window / 1024, 1) ** 0.2


def transfer(cell: paths.Path, rate: float, true: float, rtt: float) -> dict[str, float]:
    """Values of a transfer, of which the loss is what the rate tells if the window is large."""
    least = 200 if cell.place == paths.ANL else 50
    ratio = 1 if cell.window >= least else 0.75
    loss = (ratio * 0.93 * cell.streams * found.MSS_BITS / (rtt * rate)) ** 2
    size = 10 * rate / 8
    return {
        "throughput": rate,
        "loss": loss,
        "rtt_mean": rtt,
        "bytes": size,
        "duration": 10,
        "wire_duration": 10,
        "retransmits": loss * size / 1460,
        "cpu_sender": (0.97 if cell.window == 64 else 0.78) * rate / 1e6,
        "rate_deviation": rate / (100 if cell.limit else 10),
        "true_rate": true,
    }


def script(cell: bed.Bed, noise: float) -> dict[str, float]:
    """Scalars of the script."""
    scalars = {}
    for phase in range(1, 6):
        weights = {of: w for of, w in WEIGHTS.items() if of in SENDS.get(phase, {"QBSS"})}
        for of in WEIGHTS:
            share = weights.get(of, 0) / sum(weights.values())
            scalars[f"qbss.share[{phase}/{of}]"] = share
            scalars[f"qbss.rate[{phase}/{of}]"] = 0.95 * noise * share * cell.mbps
            if phase == bed.ALL:
                scalars[f"qbss.chosen[{phase}/{of}]"] = share
        scalars[f"qbss.reaction[{phase}/QBSS]"] = 0.2 * noise
    return scalars


def pings(cell: bed.Bed, noise: float) -> dict[str, float]:
    """Scalars of pings beside a load."""
    took = dict.fromkeys(bed.CLASSES, 300.0 if cell.load == bed.NONE else 550 * noise)
    if cell.load != bed.NONE:
        took[cell.load] = 5000 * noise
    return {f"qbss.ping_mean[1/{bed.CLASSES[of]}]": us for of, us in took.items()}


def series(cell: bed.Bed) -> dict[str, tuple[int, list[float]]]:
    """Ten points of each phase, Mb/s."""
    scalars = script(cell, 1)
    return {
        f"qbss.throughput[{of}]": (
            10**8,
            [scalars[f"qbss.rate[{1 + n // 10}/{of}]"] for n in range(50)],
        )
        for of in WEIGHTS
    }


def write(
    path: Path,
    settings: Iterable[object] | None = None,
    change: Change | None = None,
    edition: str = "quick",
) -> Path:
    """Write an archive of the runs of an edition, or of some settings alone."""
    scenario = "ns3::PathMeasurementQbssScenario"
    return made_up.write(path, STUDY, scenario, UNITS, TABLES, made(edition, settings, change))
