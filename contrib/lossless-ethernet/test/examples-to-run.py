#! /usr/bin/env python3
# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Examples that ns-3's test.py runs: program, whether to run it, whether under valgrind too."""

cpp_examples = [
    ("lossless-ethernet-example", "True", "True"),
    ("lossless-tcp-example", "True", "True"),
]

python_examples = []
