# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""What ns-3's test.py runs: program with arguments, whether to run it, whether under valgrind."""

cpp_examples = [
    ("run-archive-example --archive=:memory:", "True", "True"),
]

python_examples = []
