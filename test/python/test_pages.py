# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The pages of doc/, each followed from top to bottom in a copy of the checkout."""

from __future__ import annotations

import re
import shutil

import pytest
from burstlab import paths
from pages import PAGES, built_checkout, call, follow, tree
from test_documents import commands, problem

README = (paths.ROOT / "README.md").read_text()
TOP = "analysis|contrib|examples|scenarios|scratch|test|wscript-patches"
NS3 = """#!/bin/sh
# In place of the ./ns3 of a tree: each module and program that is named has to be there.
case "$1" in
configure)
    for word; do
        case "$word" in *=*) test -e "contrib/${word#*=}/CMakeLists.txt" || exit 3 ;; esac
    done ;;
run) test -e contrib/*/examples/"$2".cc || exit 4 ;;
esac
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A checkout that is built, beside an ns-3 tree that only looks like one."""
    top = tmp_path_factory.mktemp("pages")
    built_checkout(top / "checkout")
    call(top / "checkout", "./lab build --quiet")  # so that any page may be the first one
    for folder in ("contrib", "src/core"):
        (top / "ns-3-dev" / folder).mkdir(parents=True)
    (top / "ns-3-dev" / "VERSION").write_text("3.44")
    (top / "ns-3-dev" / "ns3").write_text(NS3)
    (top / "ns-3-dev" / "ns3").chmod(0o755)
    return top / "checkout"


@pytest.fixture
def home(built):
    """That checkout, as it was before the page."""
    before, tops = tree(built), set(built.iterdir())
    yield built
    for made in set(built.iterdir()) - tops:
        shutil.rmtree(made) if made.is_dir() else made.unlink()
    for file in tree(built).keys() - before.keys():
        (built / file).unlink()
    for file, text in before.items():
        if (built / file).read_bytes() != text:
            (built / file).write_bytes(text)


ELSEWHERE = ("new-study.md", "commands.md", "costs.md")
"""Pages that test_new.py follows, or whose commands test_documents.py and the benchmarks check."""
FOLLOWED = [page for page in PAGES if page.name not in ELSEWHERE]


@pytest.mark.parametrize("page", FOLLOWED, ids=lambda page: page.stem)
def test_a_page_is_right_from_top_to_bottom(home, page):
    text = page.read_text()
    done = follow(home, text)
    assert done
    assert [each for each in done if each.said.count("could not be built") > 1] == []
    named = re.findall(rf"`((?:{TOP})/[\w./*-]+)`", text.replace("NAME/", ""))
    roots = (home, paths.ROOT)
    assert [n for n in named if not any(list(root.glob(n.rstrip("/"))) for root in roots)] == []


@pytest.mark.parametrize("page", FOLLOWED, ids=lambda page: page.stem)
def test_commands_in_the_text_of_a_page_exist(page):
    text = re.sub(r"(?m)^    .*$", "", page.read_text())  # what is indented is run
    shown = [c for c in commands(text) if not re.search(r"\b[A-Z]{3,}\b|\.\.", c)]
    assert [(c, said) for c in shown if (said := problem(c))] == []


def test_the_reader_sees_what_is_wrong_on_a_page(tmp_path):
    (tmp_path / "there").write_text("one\ntwo\n")
    right = "In `there`:\n\n```diff\n-one\n+1\n```\n\n    cat there\n\n```text\n1\nt..o\n```\n"
    assert [done.command for done in follow(tmp_path, right)] == ["cat there"]
    for wrong in (
        "    false\n",
        "    true\n\n```error\n..\n```\n",
        "    echo one\n\n```text\ntwo\n```\n",
        "    printf 'one\\ntwo'\n\n```text\ntwo\none\n```\n",
        "    ls missing\n\n```text\n..\n```\n",
        "In `there`:\n\n```diff\n-three\n+3\n```\n",
        "In `there`:\n\n```text\none\n```\n",
        "```\nin no language and no file\n```\n",
        "A new file `there`:\n\n```python\none\n```\n",
        "At the end of `missing`:\n\n```python\none\n```\n",
    ):
        with pytest.raises(AssertionError):
            follow(tmp_path, wrong)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_readme_leads_to_a_page_and_the_page_further(page):
    assert f"(doc/{page.name})" in README
    text = page.read_text()
    linked = re.findall(r"\]\(([\w./-]+)\)", text)
    assert linked
    assert [link for link in linked if not (page.parent / link).exists()] == []
    if page in FOLLOWED:
        assert "\n## Where to go next\n" in text


def test_the_kinds_of_plugins_are_there():
    """What the page says is to be written, the header of the base class declares."""
    headers = {
        name: file.read_text()
        for file in paths.CONTRIB.glob("*/model/**/*.h")
        for name in re.findall(r"(?m)^class (\w+) ", file.read_text())
    }
    text = (paths.ROOT / "doc" / "plugins.md").read_text()
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 10
    for _, bases, methods, *_ in rows:
        for base in re.findall(r"`(\w+)`", bases):
            assert "ns3" not in base
            declared = headers[base]
        for method in re.findall(r"`(Do\w+|Get\w+|[A-Z]\w+)`", methods):
            if method not in headers:
                assert re.search(rf"virtual [^;]*\b{method}\(", declared), (bases, method)
