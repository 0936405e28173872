# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Closed forms of rates and queues, with the parameters of the document's Table 1."""

from __future__ import annotations

from burstlab.statistics import max_min
from scipy.optimize import brentq

NRM = 32
INCREASE = 1 / 256
"""Fraction of the peak rate that a backward RM cell without congestion adds."""
CELL = 424
"""Bits."""
ACCESS_KM, US_PER_KM = 4, 5e-6
"""Kilometres of the links to edge devices; seconds a kilometre."""


def round_trip(trunk_km: float, link: float = 155.0) -> float:
    """Round-trip time of an RM cell through two switches in seconds, links in Mb/s.

    Three links each way, and the transmission time of a cell at each of six ports.
    """
    return 2 * (2 * ACCESS_KM + trunk_km) * US_PER_KM + 6 * CELL / (link * 1e6)


def ramp(begin: float, end: float, peak: float, delay: float) -> float:
    """Seconds until ACR grows from one rate to another, in Mb/s, if RM cells return after a delay.

    The first cell is an RM cell, which raises the rate after the delay; from then on one RM cell
    returns for each Nrm cells. The delay of a LAN is short against the time of Nrm cells.
    """
    time, rate = delay, begin + INCREASE * peak
    while rate < end:
        time += NRM * CELL / (rate * 1e6)
        rate += INCREASE * peak
    return time


def growth(delay: float, peak: float = 155.0) -> float:
    """Growth constant g of ACR in 1/s, from g = RIF PCR / Nrm exp(-g D)."""
    first = INCREASE * peak * 1e6 / CELL / NRM
    return brentq(lambda g: g - first * 2.718281828459045 ** (-g * delay), 0, first)


def slope(link: float, small: float, large: float) -> float:
    """Queue growth in cells/s of each of three large sources beside three small ones.

    RM cells are 1/32 of all cells: small sources take 32/31 of their data, the others share the
    rest.
    """
    carried = (link - 3 * small * NRM / (NRM - 1)) / 3 * (NRM - 1) / NRM
    return (large - carried) * 1e6 / CELL


LOT = {
    "A": ("first", "second", "last"),
    "B": ("second", "last"),
    "C": ("last",),
    "D": ("first",),
    "E": ("second",),
    "F": ("last",),
}
"""Trunks of each session of the parking lot."""


def parking_lot(capacity: float, demand: float) -> dict[str, float]:
    """Max-min rates of the parking lot with equal demands and equal trunks."""
    capacities = {trunk: capacity for path in LOT.values() for trunk in path}
    rates = max_min(list(LOT.values()), [demand] * len(LOT), capacities)
    return dict(zip(LOT, rates.tolist(), strict=True))
