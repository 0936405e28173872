# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Words of degree: the meaning of "about", "much" or "near" in a document, in all studies.

The table is in ``doc/glossary.md``. It was written before claims were judged with it.
"""

from __future__ import annotations

from burstlab.study.rules import Equals

ABOUT = 0.1
"""A number of a document holds within 10 %, with "about" or without, unless the document has a
margin."""
DERIVED = 0.05
"""A number derived from the words of a document by a closed form holds within 5 %."""
SAME = 0.1
""""The same", "no difference", "hardly": a ratio of 1 within 10 %; "not higher": below 1.1."""
NEAR = 0.25
""""Near the optimum", "almost": less than 25 % away."""
MUCH = 2.0
""""Much", "clearly", "significantly" more: at least twice as much; less: at most half."""
OFTEN = 0.01
""""Frequently": in more than 1 % of cases; "small", "rarely": in less."""
EXTREME = 2.0
"""The extreme value of a single run holds within a factor of 2."""


def about(value: float) -> Equals:
    """Return the rule of a number of a document: within `ABOUT` of the number.

    Examples
    --------
    >>> about(40).text
    'equal to 40 within 4'
    """
    return Equals(value, ABOUT * abs(value))


def derived(value: float) -> Equals:
    """Return the rule of a number derived by a closed form: within `DERIVED` of the number."""
    return Equals(value, DERIVED * abs(value))
