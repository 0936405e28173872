# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Fair rates of flows that share links, as references for unfair schemes."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence

import numpy as np

from burstlab.arguments import checked, shown
from burstlab.errors import InputError
from burstlab.statistics.inputs import array_of, checked_pairs, checked_values

Paths = Sequence[Sequence[Hashable]]
"""Links of each flow, each once."""


@checked
def max_min(
    paths: Paths, demands: Sequence[float], capacities: Mapping[Hashable, float]
) -> np.ndarray:
    """Find the max-min fair rates.

    Progressive filling: all rates rise together; a flow stops when it reaches its demand or
    when a link of its path is full (D. Bertsekas, R. Gallager, Data Networks, section 6.5.2).

    Parameters
    ----------
    paths
        Links of each flow.
    demands
        Demanded rate of each flow, above 0; infinite for a greedy flow.
    capacities
        Rate of each link, above 0.

    Returns
    -------
    ndarray
        Rates in the order of the flows.

    Raises
    ------
    InputError
        When a flow has no demand, or an infinite demand without a link; or a link has no rate.
    """
    uses, room, asked = _checked(paths, demands, capacities)
    room = room.copy()
    rates = np.zeros(len(asked))
    open_ = np.ones(len(asked), dtype=bool)
    while open_.any():
        number = uses[:, open_].sum(axis=1)
        crowded = number > 0
        step = min(
            (room[crowded] / number[crowded]).min(initial=math.inf),
            (asked - rates)[open_].min(),
        )
        rates[open_] += step
        room -= step * number
        full = crowded & (room <= 1e-12 * uses.shape[1] * step + 1e-15 * room.max(initial=0))
        for link in np.flatnonzero(full):
            room[link] = 0.0
        open_ &= ~(uses[full].any(axis=0) | (rates >= asked * (1 - 1e-15)))
    return rates


@checked
def proportional(
    paths: Paths, demands: Sequence[float], capacities: Mapping[Hashable, float]
) -> np.ndarray:
    """Find the rates with the largest sum of logarithms (F. Kelly's proportional fairness).

    No other rates have a positive sum of relative changes. Uses a barrier method: the logarithms of
    the residual capacities and demands, with a weight that goes to 0, keep the rates feasible.

    Parameters, result and errors are those of `max_min`.
    """
    return _proportional(paths, demands, capacities)[0]


@checked
def prices(
    paths: Paths, demands: Sequence[float], capacities: Mapping[Hashable, float]
) -> dict[Hashable, float]:
    """Find the price of a unit of rate on each link for proportionally fair rates.

    A flow below its demand has the rate 1 / (sum of the prices of its links).
    """
    return _proportional(paths, demands, capacities)[1]


def jain(rates: Sequence[float], shares: Sequence[float] | None = None) -> float:
    """Jain's fairness index: 1 for equal fractions of the shares, 1/n when one flow gets all.

    R. Jain, D. Chiu, W. Hawe, A Quantitative Measure of Fairness, DEC-TR-301, 1984.

    Parameters
    ----------
    rates
        Of the flows, at least 0 and not all 0.
    shares
        Fair share of each flow, above 0; None: equal shares.
    """
    x = checked_values("rates", rates, "flow")
    if shares is not None:
        x, fair = checked_pairs("rates", rates, "shares", shares)
        if (fair <= 0).any():
            raise InputError(f"shares = {list(shares)}: rates above 0 are needed")
        x = x / fair
    if (x < 0).any() or not x.any():
        raise InputError(f"rates = {list(rates)}: at least one above 0 and none below is needed")
    return float(x.sum() ** 2 / (len(x) * (x**2).sum()))


def _checked(
    paths: Paths, demands: Sequence[float], capacities: Mapping[Hashable, float]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the matrix of links and flows, the links' rates and the demands."""
    for flow, path in enumerate(paths):
        if not isinstance(path, Sequence) or isinstance(path, str):
            raise InputError(f"paths: path {flow} is {shown(path)}; links in a sequence are needed")
    links = list(capacities)
    room = array_of("capacities", [capacities[link] for link in links])
    asked = array_of("demands", demands)
    if len(asked) != len(paths):
        raise InputError(f"demands: {len(paths)} flows need as many, there were {len(asked)}")
    if not (np.isfinite(room) & (room > 0)).all():
        raise InputError(f"capacities = {dict(capacities)}: finite rates above 0 are needed")
    if not (asked > 0).all():
        raise InputError(f"demands = {list(demands)}: rates above 0 are needed")
    uses = np.zeros((len(links), len(paths)), dtype=bool)
    for flow, path in enumerate(paths):
        for link in path:
            if link not in capacities:
                raise InputError(f"link {link!r} of flow {flow} has no capacity")
            uses[links.index(link), flow] = True
        if not path and math.isinf(asked[flow]):
            raise InputError(f"flow {flow} asks for an infinite rate and takes no link")
    return uses, room, asked


def _proportional(
    paths: Paths, demands: Sequence[float], capacities: Mapping[Hashable, float]
) -> tuple[np.ndarray, dict[Hashable, float]]:
    from scipy import optimize

    uses, room, asked = _checked(paths, demands, capacities)
    if not len(asked):
        return asked, dict.fromkeys(capacities, 0.0)
    bounded = np.isfinite(asked)
    limits = np.vstack([uses.astype(float), np.eye(len(asked))[bounded]])
    most = np.concatenate([room, asked[bounded]])
    # Half of an equal share of each limit is inside all of them.
    shares = most / np.maximum(limits.sum(axis=1), 1)
    rates = np.array([shares[limits[:, flow] > 0].min() / 2 for flow in range(len(asked))])
    weight = 1.0
    while weight > 1.5e-9:
        weight /= 10
        rates = _centre(rates, limits, most, weight)
    # A limit that is just reached, at a price of 0, keeps room of the root of the last weight.
    full = most - limits @ rates <= 1e-4 * most
    costs = np.zeros(len(most))
    # 1 / rate is the sum of the prices of the flow's limits, of which none is below 0.
    costs[full] = optimize.nnls(rates[:, None] * limits[full].T, np.ones(len(rates)))[0]
    return rates, dict(zip(capacities, costs[: len(room)].tolist(), strict=True))


def _centre(rates: np.ndarray, limits: np.ndarray, most: np.ndarray, weight: float) -> np.ndarray:
    """Maximise sum log x + weight sum log(most - limits x) by Newton's method, from inside."""

    def value(x: np.ndarray) -> float:
        left = most - limits @ x
        if (x <= 0).any() or (left <= 0).any():
            return -math.inf
        return float(np.log(x).sum() + weight * np.log(left).sum())

    for _ in range(100):
        left = most - limits @ rates
        gradient = 1 / rates - weight * limits.T @ (1 / left)
        curvature = np.diag(1 / rates**2) + weight * (limits.T / left**2) @ limits
        # In relative rates the matrix is well conditioned where rates differ by powers of ten.
        matrix = rates[:, None] * curvature * rates
        step = rates * np.linalg.solve(matrix, rates * gradient)
        gain = float(gradient @ step)
        length, before = 1.0, value(rates)
        while value(rates + length * step) < before + 0.1 * length * gain and length > 1e-12:
            length /= 2
        if length <= 1e-12:
            break
        rates = rates + length * step
        if gain < 1e-18 * len(rates):
            break
    return rates
