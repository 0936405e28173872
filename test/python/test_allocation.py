# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Fair rates: networks solved by hand, and what defines each allocation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from burstlab.errors import InputError
from burstlab.statistics import jain, max_min, prices, proportional
from hypothesis import example, given, settings
from hypothesis import strategies as st


def test_a_link_that_is_too_slow_for_all_is_shared_evenly():
    """Nine flows ask for 2.5/9 or 4/9 of a link that has 0.5: 0.0556 each."""
    demands = [2.5 / 9] * 6 + [4 / 9] * 3
    rates = max_min([["node 7"]] * 9, demands, {"node 7": 0.5})
    assert rates == pytest.approx(0.5 / 9)


def test_light_flows_keep_what_they_ask_for():
    """Eleven flows of 8.5/15 and four of 8.5 share 10: light ones all, heavy ones the rest."""
    demands = [8.5 / 15] * 11 + [8.5] * 4
    rates = max_min([["node 1"]] * 15, demands, {"node 1": 10.0})
    assert rates[:11] == pytest.approx(8.5 / 15)
    assert rates[11:] == pytest.approx((10 - 11 * 8.5 / 15) / 4)


LINKS = "abcde"
NUMBERS = st.floats(0.01, 100)


@st.composite
def networks(draw):
    flows = draw(st.integers(1, 8))
    paths = [draw(st.lists(st.sampled_from(LINKS), max_size=4, unique=True)) for _ in range(flows)]
    demands = [draw(NUMBERS if not path else NUMBERS | st.just(math.inf)) for path in paths]
    return paths, demands, {link: draw(NUMBERS) for link in LINKS}


def loads(paths, rates, capacities):
    return {
        link: sum(rate for path, rate in zip(paths, rates, strict=True) if link in path)
        for link in capacities
    }


@given(networks())
def test_every_flow_has_a_bottleneck_or_what_it_asks_for(network):
    """A bottleneck is a full link on which no other flow is faster: Bertsekas, Gallager, 6.5.2."""
    paths, demands, capacities = network
    rates = max_min(*network)
    carried = loads(paths, rates, capacities)
    assert all(carried[link] <= capacities[link] * (1 + 1e-9) for link in LINKS)
    assert (rates <= np.array(demands) * (1 + 1e-12)).all()
    for path, rate, demand in zip(paths, rates, demands, strict=True):
        fastest = {
            link: max(r for p, r in zip(paths, rates, strict=True) if link in p) for link in path
        }
        assert rate >= demand * (1 - 1e-9) or any(
            carried[link] >= capacities[link] * (1 - 1e-9) and rate >= fastest[link] * (1 - 1e-9)
            for link in path
        )


JUST_REACHED = (
    [[], ["a"], ["a", "b"], ["b", "c"], ["c"]],
    [1.0, 1.0, 1.0, math.inf, 1.0],
    dict.fromkeys("abcde", 1.0),
)
"""Links a and c halve all rates: link b is full, at a price of 0."""


@settings(deadline=None)
@given(networks())
@example(JUST_REACHED)
def test_proportional_rates_are_those_of_the_prices(network):
    """Karush, Kuhn, Tucker: 1/x is the sum of prices, a price above 0 is of a full link."""
    paths, demands, capacities = network
    rates, price = proportional(*network), prices(*network)
    carried = loads(paths, rates, capacities)
    for link in LINKS:
        assert price[link] >= 0
        left = 1 - carried[link] / capacities[link]
        assert left > -1e-9
        # Complementary slackness, in parts of the objective: price times what is left.
        assert price[link] * capacities[link] * left < 1e-6
    for path, rate, demand in zip(paths, rates, demands, strict=True):
        excess = 1 / rate - sum(price[link] for link in path)
        assert excess * rate > -1e-6
        assert excess * rate < 1e-6 or rate > demand * (1 - 1e-6)


@settings(deadline=None)
@given(networks(), st.integers(0, 2**32 - 1))
def test_no_feasible_change_of_proportional_rates_gains_in_sum(network, seed):
    """Kelly's definition: sum of (y - x) / x is at most 0 for every feasible y."""
    paths, demands, capacities = network
    rates = proportional(*network)
    other = rates * np.random.default_rng(seed).uniform(0, 2, len(rates))
    other = np.minimum(other, demands)
    carried = loads(paths, other, capacities)
    over = max([carried[link] / capacities[link] for link in LINKS if carried[link]], default=1)
    other /= max(over, 1)
    assert ((other - rates) / rates).sum() < 1e-6 * len(rates)


def test_index_of_fairness():
    """Jain, Chiu, Hawe: k of n that share evenly have k/n."""
    assert jain([1, 1, 1, 1]) == 1
    assert jain([3, 3, 0, 0]) == pytest.approx(0.5)
    assert jain([2, 6], [1, 3]) == 1


@pytest.mark.parametrize(
    ("paths", "demands", "capacities", "sentence"),
    [
        ([["a"]], [0.0], {"a": 1.0}, r"demands.*0\.0.*above 0"),
        ([["a"]], [1.0, 2.0], {"a": 1.0}, r"demands.*\b1\b.*\b2\b"),
        ([["b"]], [1.0], {"a": 1.0}, r"'b'.*\b0\b.*capacity"),
        ([["a"]], [1.0], {"a": 0.0}, r"capacities.*0\.0.*above 0"),
        ([[]], [math.inf], {"a": 1.0}, r"\b0\b.*infinite.*link"),
    ],
)
def test_wrong_networks_are_refused(paths, demands, capacities, sentence):
    for allocate in (max_min, proportional):
        with pytest.raises(InputError, match=sentence):
            allocate(paths, demands, capacities)
