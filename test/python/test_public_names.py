# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The public names of burstlab: each has an example that is run, in its docstring or on a page."""

from __future__ import annotations

import doctest
import re

import burstlab
import numpy as np
import pandas as pd
import pytest
from pages import PAGES, python_blocks

ON_PAGES = {
    name
    for page in PAGES
    for block in python_blocks(page.read_text())
    for name in re.findall(r"\bburstlab\.(\w+)", block)
}


def examples(name):
    named = getattr(burstlab, name)
    globs = {"burstlab": burstlab, "np": np, "pd": pd}
    finder = doctest.DocTestFinder(recurse=False)
    return [test for test in finder.find(named, name, globs=globs) if test.examples]


def test_dir_shows_the_public_names_alone():
    assert dir(burstlab) == sorted(burstlab.__all__)
    assert {"open", "interval", "haar", "grid", "sweep", "Study"} <= set(dir(burstlab))
    assert "lazy_loader" not in dir(burstlab)


@pytest.mark.parametrize("name", dir(burstlab))
def test_a_public_name_has_an_example_that_runs(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = examples(name)
    assert shown or name in ON_PAGES
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    for test in shown:
        said = []
        runner.run(test, out=said.append)
        assert runner.summarize(verbose=False).failed == 0, "".join(said)
