#! /usr/bin/env python3
# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Examples that ns-3's test.py runs: program, whether to run it, whether under valgrind too."""

cpp_examples = [
    ("burst-traffic-destinations-example", "True", "True"),
    ("burst-traffic-pareto-on-off-example", "True", "True"),
    ("burst-traffic-write-trace-example --ticks=10000", "True", "True"),
]

python_examples = []
