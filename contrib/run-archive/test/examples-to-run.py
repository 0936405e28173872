#Copyright(c) 2026 The burstlab authors
#SPDX - License - Identifier : GPL - 2.0 - only
#
#For ns - 3's test.py : (program and arguments, whether to run, whether to run under valgrind).

cpp_examples =
    [
        ("run-archive-example --archive=:memory:", "True", "True"),
    ]

    python_examples = []
