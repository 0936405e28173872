# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""AtmMaxMin against linear programs: raise the level t as far as it goes, freeze, repeat.

In each program all rates that are not frozen are at least what the criterion gives them at level t.
Where such a bound has a price, no solution of the program has a higher rate there: it is frozen.
"""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from burstlab import bindings
from scipy.optimize import linprog

TOPOLOGIES = 200
TOLERANCE = 1e-6
# Rate at level t: (constant, factor) pairs of which the largest counts.
CRITERIA = {
    "SHARE": lambda mcr, weight: [(0, weight)],
    "MCR_PLUS_SHARE": lambda mcr, weight: [(mcr, weight)],
    "MCR_OR_SHARE": lambda mcr, weight: [(mcr, 0), (0, weight)],
    "PROPORTIONAL_TO_MCR": lambda mcr, weight: [(0, mcr)],
}


def draw(seed):
    """Capacities and routes; minimum rates fit, and no demand is below one."""
    rng = random.Random(seed)
    links = rng.randint(1, 6)
    capacities = [rng.uniform(20, 60) for _ in range(links)]
    routes = []
    for _ in range(rng.randint(1, 8)):
        way = rng.sample(range(links), rng.randint(1, links))
        mcr, weight = rng.uniform(0.1, 2.5), rng.uniform(0.5, 2)
        routes.append((way, rng.choice([math.inf, rng.uniform(3, 20)]), mcr, weight))
    return capacities, routes


def fill(capacities, routes, criterion):
    """The allocation, by linear programs over the rates and the level."""
    frozen = {}
    while len(frozen) < len(routes):
        upper, limits, bounded = [], [], []
        for link, capacity in enumerate(capacities):
            upper.append([float(link in way) for way, *_ in routes] + [0])
            limits.append(capacity)
        for route, (_, _, mcr, weight) in enumerate(routes):
            if route not in frozen:
                for constant, factor in criterion(mcr, weight):
                    row = np.zeros(len(routes) + 1)
                    row[route], row[-1] = -1, factor
                    upper.append(row)
                    limits.append(-constant)
                    bounded.append((route, factor))
        bounds = [
            (frozen[route],) * 2 if route in frozen else (0, demand)
            for route, (_, demand, *_) in enumerate(routes)
        ]
        cost = np.zeros(len(routes) + 1)
        cost[-1] = -1
        result = linprog(cost, np.array(upper), limits, bounds=[*bounds, (0, None)])
        assert result.status == 0, result.message
        prices = result.ineqlin.marginals[len(capacities) :]
        for (route, factor), price in zip(bounded, prices, strict=True):
            if factor > 0 and price < -1e-9:
                _, _, mcr, weight = routes[route]
                values = [c + f * result.x[-1] for c, f in criterion(mcr, weight)]
                frozen[route] = max(values)
    return [frozen[route] for route in range(len(routes))]


@pytest.mark.parametrize("fairness", CRITERIA)
def test_random_topologies_are_shared_as_linear_programs_do(fairness):
    ns = bindings.load("atm-abr")
    for seed in range(TOPOLOGIES):
        capacities, routes = draw(seed)
        network = ns.AtmMaxMin()
        for capacity in capacities:
            network.AddLink(capacity)
        for way, demand, mcr, weight in routes:
            network.AddRoute(way, demand, mcr, weight)
        rates = list(network.Allocate(getattr(ns.AtmMaxMin, fairness)))
        expected = fill(capacities, routes, CRITERIA[fairness])
        assert rates == pytest.approx(expected, rel=TOLERANCE, abs=TOLERANCE), seed


def test_wrong_input_is_refused():
    ns = bindings.load("atm-abr")
    network = ns.AtmMaxMin()
    network.AddLink(100)
    with pytest.raises(ns.cppyy.gbl.std.invalid_argument, match=r"link.*\b7\b.*\b1\b"):
        network.AddRoute([7])
