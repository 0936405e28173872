# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""How often verdicts are wrong: every kind of rule, on laws with ties, atoms and heavy tails.

The limit of a rule is the true value, so each decided verdict is wrong. Verdicts of one side may be
wrong with half of the probability that a look has, and those of several parts with no more in all.
A cell fails above that by four standard errors. Looks: as the laboratory adds replications.

    .venv/bin/python test/long/verdicts.py [TRIALS]
"""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from burstlab.statistics import Interval, interval, rate_interval, share_interval
from burstlab.study import SHARES, Above, Below, Equals, Rule, Within, verdict_of_all
from burstlab.study.measures import minus, over
from pandas import Series

Draw = Callable[[np.random.Generator, int], np.ndarray]

LAWS: dict[str, tuple[Draw, float]] = {
    "normal": (lambda g, n: g.normal(1, 1, n), 1),
    "exponential": (lambda g, n: g.exponential(1, n), math.log(2)),
    "Cauchy": (lambda g, n: g.standard_cauchy(n), 0),
    "Pareto, shape 1.1": (lambda g, n: g.pareto(1.1, n), 2 ** (1 / 1.1) - 1),
    "0 in 45 %, else 1": (lambda g, n: (g.random(n) >= 0.45) * 1.0, 1),
    "0 in 55 %, else exponential": (lambda g, n: (g.random(n) >= 0.55) * g.exponential(1, n), 0),
    "Poisson of mean 1": (lambda g, n: g.poisson(1, n) * 1.0, 1),
    "one run in ten is quiet": (
        lambda g, n: np.where(g.random(n) < 0.1, 0, g.normal(5, 1, n)),
        4.86029,
    ),
    "0, 1, 2 alike": (lambda g, n: g.integers(0, 3, n) * 1.0, 1),
}
"""Laws with their medians."""
MEANS: dict[str, tuple[Draw, float]] = {
    "normal": (lambda g, n: g.normal(1, 1, n), 1),
    "1 in 2 %, else 0": (lambda g, n: (g.random(n) < 0.02) * 1.0, 0.02),
    "lognormal": (lambda g, n: g.lognormal(0, 1.5, n), math.exp(1.125)),
}
TINY = 1e-9


def rules(truth: float) -> Iterator[tuple[str, Rule]]:
    """Rules of which the truth is just outside, so that *reproduced* is wrong, or just inside."""
    yield "above, is not", Above(truth)
    yield "below, is not", Below(truth)
    yield "within, is not", Within(truth + TINY, truth + 9)
    yield "equal, is not", Equals(truth - 5, 5 - TINY)


def wrong(kind: str, law: str, n: int, trials: int) -> Iterator[tuple[str, float, float]]:
    """Share of wrong verdicts of each kind of rule, and what is allowed."""
    generator = np.random.default_rng(sum(f"{kind} {law} {n}".encode()))
    draw, truth = (MEANS if kind == "mean" else LAWS)[law]
    found: Counter[str] = Counter()
    for _ in range(trials):
        values = draw(generator, 16 * n)
        if kind == "several parts":
            parts = [interval(draw(generator, n)) for _ in range(4)]
            # The truth of each part keeps its rule: *differs* is wrong.
            inside = [(Equals(truth, TINY), part) for part in parts]
            found["differs"] += verdict_of_all(inside, SHARES[0]) == "differs"
            # One part breaks its rule, the others keep theirs by far: *reproduced* is wrong.
            beyond = [(Above(truth), parts[0]), (Above(truth - 1e9), interval([0.0] * 9))]
            found["reproduced"] += verdict_of_all(beyond, SHARES[0]) == "reproduced"
            continue
        if kind == "looks":
            for name, rule in rules(truth):
                looks = (
                    rule.verdict(interval(values[: n * 2**i]), share)
                    for i, share in enumerate(SHARES)
                )
                decided = next((v for v in looks if v in ("reproduced", "differs")), "")
                found[name] += decided == "reproduced"
            continue
        for name, rule in rules(0 if kind == "difference" else truth):
            found[name] += rule.verdict(_interval(kind, values, n), SHARES[0]) == "reproduced"
    share = 1 if kind == "looks" else SHARES[0]
    for name, count in found.items():
        yield name, count / trials, 0.05 * share / 2


def _interval(kind: str, values: np.ndarray, n: int) -> Interval:
    if kind == "difference":  # of two alike: its median is 0
        return minus(Series(values[:n]), Series(values[n : 2 * n]))
    return interval(values[:n], of=kind)


def ratios(trials: int) -> Iterator[tuple[str, str, int, float, float]]:
    """The ratio of two alike, of which many are 0: its median is 1."""
    generator = np.random.default_rng(1)
    for n in (2, 6, 10, 20):
        found: Counter[str] = Counter()
        for _ in range(trials):
            a, b = (
                Series((generator.random(n) >= 0.4) * generator.exponential(1, n)) for _ in "ab"
            )
            for name, rule in (("above 1", Above(1)), ("below 1", Below(1))):
                found[name] += rule.verdict(over(a, b), SHARES[0]) == "reproduced"
        for name, count in found.items():
            yield "ratio", name, n, count / trials, 0.05 * SHARES[0] / 2


def counts(trials: int) -> Iterator[tuple[str, str, int, float, float]]:
    """Shares of trials, and rates of events."""
    generator = np.random.default_rng(2)
    for n in (2, 5, 10, 20):
        for truth in (0.02, 0.3, 0.5):
            shares = [share_interval(int(generator.binomial(n, truth)), n) for _ in range(trials)]
            rates = [rate_interval(int(generator.poisson(n * truth)), n) for _ in range(trials)]
            for kind, made in (("share", shares), ("rate", rates)):
                for rule in (Above(truth), Below(truth)):
                    found = [rule.verdict(each, SHARES[0]) == "reproduced" for each in made]
                    name = f"{rule.text}, {kind}"
                    yield kind, name, n, float(np.mean(found)), 0.05 * SHARES[0] / 2


def _cell(job: tuple[str, str, int, int]) -> list[tuple[str, str, int, float, float]]:
    kind, law, n, _ = job
    return [(f"{kind}, {law}", rule, n, share, most) for rule, share, most in wrong(*job)]


def main() -> int:
    """Print the table and count the cells."""
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    jobs = [
        (kind, law, n, trials if kind != "mean" or n < 30 else min(trials, 200))
        for kind, laws in {
            **{"median": LAWS, "difference": LAWS, "several parts": LAWS, "looks": LAWS},
            "mean": MEANS,
        }.items()
        for law in laws
        for n in ((2, 3, 6, 10) if kind == "looks" else (2, 3, 5, 6, 7, 10, 20))
    ]
    with ProcessPoolExecutor() as pool:
        cells = [cell for some in pool.map(_cell, jobs) for cell in some]
    cells += [*ratios(trials), *counts(trials)]
    failed = 0
    for what, rule, n, share, most in cells:
        bad = share > most + 4 * math.sqrt(most * (1 - most) / trials)
        failed += bad
        if share > most:
            allowed = f"{most:.2%} {'and four standard errors ' if bad else ''}are allowed"
            told = f"{what}, {rule}, n = {n}: wrong in {share:.2%}, {allowed}"
            sys.stdout.write(f"{told}\n")
    worst = max(share for _, _, _, share, _ in cells)
    sys.stdout.write(f"{len(cells)} cells of {trials} trials, wrong in {worst:.2%} at most\n")
    sys.stdout.write(f"{len(cells) - failed} passed, {failed} failed\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
