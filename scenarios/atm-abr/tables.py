# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The tables of the study."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd
from burstlab.archive import Results
from burstlab.study import Exhibits, Rows, present, present_items
from burstlab.study.measures import typical

from . import closed, combinations, panels, reading, runs
from .drawings import ADDENDUM
from .judges import HIGH, LOT, LOW, PAIR, SIX
from .reading import setting
from .runs import AS_RUN, DISTANCES, END, INFERRED, LAN, LARGE, LINK, SMALL, Setting

table = Exhibits()
OPEN = "Open choices of the document"
PAYLOAD = 149.76
"""Mb/s of cells in an OC-3c link."""
DATA = (closed.NRM - 1) / closed.NRM
"""Fraction of data cells among the cells of a source."""
TABLE_2 = dict(zip("ABCDEF", (38, 38, 38, 115, 75, 38), strict=True))


@table("table-2", "Table 2: printed, fair and simulated shares", f"table 2, {LOT}")
def table_2(results: Results) -> Rows:
    """Theoretical max-min throughput.

    Mb/s. Max-min shares by water filling: of greedy sources; of sources that offer 76, or 78.45
    with RM cells; of greedy sources on the 149.76 Mb/s that an OC-3c link has for cells; of data
    without RM cells. Simulated: medians of the egress, RM cells included, under "backward RM
    cells".
    """
    greedy = closed.parking_lot(LINK, LINK)
    wanting = closed.parking_lot(LINK, LARGE / DATA)
    payload = closed.parking_lot(PAYLOAD, PAYLOAD)
    lots = {d: setting(INFERRED, "parking lot", d) for d in DISTANCES}
    came = {
        f"simulated, {d}": reading.sessions(results, s, "egress").median()
        for d, s in present_items(results, lots).items()
    }
    for name, printed in TABLE_2.items():
        yield {
            "session": name,
            "printed": printed,
            "greedy": greedy[name],
            "wanting 76": wanting[name],
            "of 149.76": payload[name],
            "greedy, data": greedy[name] * DATA,
            "wanting 76, data": wanting[name] * DATA,
            **{column: rates[name] for column, rates in came.items()},
        }


@table("settling", "Time to the steady state", f"{PAIR}")
def settling(results: Results) -> Rows:
    """The time to reach steady state is 75 ms in the LAN and 225 ms in the WAN.

    The document does not define the steady state. Medians in milliseconds; 1,500 means never. The
    first line judges the claim.
    """
    lines = {
        "both egress rates stay within 15 % of 77.5 Mb/s, after the second start": (
            "staggered",
            lambda s: reading.settled(results, s),
        ),
        "both are first within 15 %": (
            "staggered",
            lambda s: reading.settled(results, s, reading.first),
        ),
        "the first backlog of A is gone, after its start": (
            "staggered",
            lambda s: reading.backlog_gone(results, s),
        ),
        "ACR of a single source is at 154 Mb/s": (
            "baseline 76",
            lambda s: reading.at_link_rate(results, s),
        ),
    }
    for words, (case, of) in lines.items():
        settings = {
            f"{distance}, {name}": setting(name, case, distance)
            for name in (AS_RUN, INFERRED)
            for distance in DISTANCES
        }
        there = present_items(results, settings)
        times = {name: float((1000 * of(one)).median()) for name, one in there.items()}
        yield {"definition": words, **dict.fromkeys(settings), **times}


@table("ramp", "How ACR rises", "section 2.3.1", empty="network")
def ramp(results: Results) -> Rows:
    """The ACR curves show the slow response.

    A single source from ICR to 154 Mb/s. Closed form: one backward RM cell per 32 cells adds PCR /
    256, over the WAN a round-trip time later. Largest first backlog: longest queue in 0.3 s.
    """
    for distance, greedy in zip(DISTANCES, runs.CLOSED, strict=False):
        delay = closed.round_trip(runs.TRUNKS[distance][0])
        form = 1000 * closed.ramp(SMALL, 154.0, LINK, delay) if distance == LAN else None
        traces = {name: setting(name, "baseline 76", distance) for name in (AS_RUN, INFERRED)}
        for words, one in present_items(results, {"greedy": greedy, **traces}).items():
            alone = one == greedy
            first = reading.session(results, one, "waiting_early").median()
            yield {
                "network": distance,
                "source": words,
                "round trip, ms": 1000 * delay,
                "at 154 Mb/s after, ms": 1000 * reading.session(results, one, "reached").median(),
                "closed form, ms": form if alone else None,
                "growth, 1/s": closed.growth(delay),
                "largest first backlog": None if alone else first,
            }


@table("inconsistencies", "Where the document contradicts itself", "throughout", heading=OPEN)
def inconsistencies(results: Results) -> pd.DataFrame:
    """Printed numbers, numbers that follow from the document, and simulated numbers.

    Medians under "backward RM cells", LAN.
    """
    pair, six = setting(INFERRED, "staggered"), setting(INFERRED)

    def medians(form: str, chosen: Setting, *of: Callable[[Setting], pd.Series]) -> str:
        if not present(results, [chosen]):
            return panels.NOT_RUN
        return form.format(*(one(chosen).median() for one in of))

    def busy(chosen: Setting) -> pd.Series:
        ports = reading.table(results, "port", chosen)
        return ports.groupby(["seed", "run"])["utilisation"].max()

    def rate(column: str, names: list[str]) -> Callable[[Setting], pd.Series]:
        return lambda s: reading.sessions(results, s, column)[names].mean(axis=1)

    greedy = closed.parking_lot(LINK, LINK)
    rows = (
        (
            "Table 2",
            "38, 115, 75",
            f"{greedy['A']:.2f}, {greedy['D']:.2f}, {greedy['E']:.2f} of 155; 38 needs 150 to 154, "
            "115 needs 152.7 to 154, 75 needs 149 to 151: no capacity gives all three",
            "",
        ),
        ("Table 2", "D 115", "D offers 76", ""),
        (
            "two sources of 76 in 155",
            "152 fits",
            f"{2 * LARGE / DATA:.1f} with RM cells does not fit: each source lacks "
            f"{(LARGE / DATA - LINK / 2) * DATA * 1e6 / closed.CELL:.0f} cells/s",
            medians(
                "utilisation {:.3f}; {:,.0f} cells wait for each at 1.5 s",
                pair,
                busy,
                rate("waiting", ["A", "B"]),
            ),
        ),
        (
            "rate of the large sources",
            "42",
            f"{(LINK - 3 * SMALL) / 3:.2f}; {(LINK - 3 * SMALL / DATA) / 3:.2f} with RM cells, of "
            f"which {(LINK - 3 * SMALL / DATA) / 3 * DATA:.2f} are data",
            medians("{:.2f}, data {:.2f}", six, rate("egress", HIGH), rate("data", HIGH)),
        ),
        (
            "queue at 1.5 s",
            "125,000",
            "120,283 at 42 Mb/s, 127,174 at 40.05: 125,000 are 40.67 Mb/s",
            medians("{:,.0f}", six, rate("waiting", HIGH)),
        ),
        ("the 70-Mbps source", "70", "76 Mb/s are its 179,245 cells/s", ""),
        (
            "10-Mb/s source",
            "25,000 cells/s or 10 Mb/s",
            "10 Mb/s are 23,585 cells/s, with RM cells 24,346",
            medians(
                "{:,.0f} cells/s with RM cells",
                setting(INFERRED, "baseline 10"),
                lambda s: 1e6 / closed.CELL * reading.session(results, s, "egress"),
            ),
        ),
    )
    return pd.DataFrame(rows, columns=["where", "printed", "derived", "simulated"])


@table("combinations", "Claims by combination of open choices", ADDENDUM)
def sweep(results: Results) -> Rows:
    """Marking points, source rules, and use-it-or-lose-it rules.

    Verdicts of all claims but X1 under every combination that this edition runs. Shown: reproduced
    or consistent.
    """
    found = combinations.verdicts(results)
    shown = (found == combinations.SHOWN).sum(axis=1).astype(int)
    for name in shown.sort_values(ascending=False, kind="stable").index:
        yield {
            "combination": name,
            **{
                words: ", ".join(found.columns[found.loc[name] == words])
                for words in (combinations.SHOWN, combinations.NOT_SHOWN, combinations.UNDECIDED)
            },
            "how many": shown[name],
        }
    if found.empty:
        yield {"combination": panels.NOT_RUN}


@table("switches", "Switch algorithms", ADDENDUM, empty="network")
def algorithms(results: Results) -> Rows:
    """We plan to examine the relative performance of EPRCA with explicit rates.

    Greedy sources; in the full edition also LAN and WAN networks with the document's traffic.
    Steady: until every ACR stays within 10 % of its max-min share; a dash means never.
    """
    future = (s for kind in ("step", "explicit rates", "queues by VC") for s in runs.FUTURE[kind])
    rows = []
    for chosen in present(results, [*runs.CONTEST, *future]):
        steady = float(reading.converged(results, chosen).median())
        most = reading.values(results, "queue_max", chosen)
        lan = "" if chosen.case in runs.NETWORKS else f", {chosen.distance}"
        rows.append(
            {
                "network": chosen.case + lan,
                "algorithm": chosen.algorithm + (", queues by VC" if chosen.per_vc else ""),
                "Jain's index": float(reading.fairness(results, chosen).median()),
                "steady after, s": steady if steady < END else None,
                "longest queue of a switch": float(most.median()),
            }
        )
    yield from sorted(rows, key=lambda row: row["network"])


@table("control", "Load and correlation", f"{SIX}: left for later", empty="network")
def control(results: Results) -> Rows:
    """The burstiness of the traffic might affect the queues.

    Six sessions, sources of equal mean. Constant sources show the effect of load alone. Poisson
    sources add randomness without correlation, self-similar sources correlation over all time
    scales. D to F: cells at 1.5 s. A to C: longest queue after 0.2 s. Medians.
    """
    for distance in DISTANCES:
        base = None
        kinds = (runs.CONSTANT, runs.POISSON, runs.FGN, runs.HOSTS)
        settings = [setting(INFERRED, distance=distance, arrivals=kind) for kind in kinds]
        for chosen in present(results, settings):
            cells = reading.sessions(results, chosen, "waiting")[HIGH].mean(axis=1)
            most = reading.sessions(results, chosen, "waiting_late")[LOW].max(axis=1)
            base = cells.median() if chosen.arrivals == runs.CONSTANT else base
            yield {
                "network": distance,
                "sources": chosen.arrivals,
                "runs": len(cells),
                "D to F": f"{typical(cells).estimate:.0f}",
                "excess over constant, %": base and 100 * (cells.median() / base - 1),
                "A to C": float(most.median()),
                "switch": float(reading.values(results, "queue_max", chosen).median()),
            }
