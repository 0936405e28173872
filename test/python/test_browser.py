# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The report in headless Chromium, opened from disk, on a phone and on a desk, light and dark."""

from __future__ import annotations

import html
import re
import shutil
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

import numpy as np
import pandas as pd
import pytest
from axe_playwright_python.sync_playwright import Axe
from burstlab.archive import Archive, Database
from burstlab.engine import RunSpec
from burstlab.monitoring.pages import write_pages
from burstlab.report import Chapter, write_own, write_report
from burstlab.statistics import fgn
from burstlab.study import Exhibit, Study, evaluate, find_studies
from monitor_world import write_month
from playwright.sync_api import Browser, Page, sync_playwright
from synthetic import write_archive

HOSTS = ("Rice", '"><script>alert(1)</script>', "<b>x</b>" + 60 * "y")
"""What hosts of a monitor are called."""
MONITOR_PAGES = (
    *("monitor-99.html", "monitor-99-rice.html"),
    *("monitor-99-script-alert-1-script.html", f"monitor-99-b-x-b-{34 * 'y'}.html"),
)
BEHIND, OWN = "traffic/C1.html", ("own/index.html", "own/traffic.html")
PICTURED = ("index.html", "traffic.html", *MONITOR_PAGES)
PAGES = (*PICTURED, *OWN, BEHIND)
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

# Wider than any screen, so that it has to scroll in its own box.
WIDE = Exhibit(
    *("wide", "A wide table", "nowhere", "Many columns.", "A caption.", "The document says"),
    lambda _: pd.DataFrame({f"column number {i}": [i / 7, i] for i in range(40)}),
)


@dataclass
class Opened:
    """A page with all it complained about and asked for."""

    page: Page
    complaints: list[str]
    requests: list[str]


def shown_study() -> Study:
    """Study traffic, as far as two kinds of traces are enough for it, with a wide table."""
    study = find_studies(["traffic"])["traffic"]
    claims = tuple(replace(claim, shown=claim.shown[:1]) for claim in study.claims[:2])
    return replace(study, figures=study.figures[:2], tables=(WIDE,), claims=claims, checks=())


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    generator = np.random.default_rng(1)
    study = shown_study()
    path = write_archive(
        folder / "archive.sqlite",
        {
            "Poisson": generator.poisson(100, (8, 5000)),
            "self-similar": np.rint(100 + 14 * fgn(5000, 0.8, generator, replications=8)),
        },
    )
    with Archive(path) as archive:
        runs = archive.run_ids()
        judged = evaluate(study, archive.select(runs, study=study.name))
        archive.store_claims(study.name, "quick", judged)
        behind = {(claim["id"], claim["reading"]): claim["run_ids"] for claim in judged}
        specs = {run: RunSpec("traffic-arrivals", {"Slots": 9}, run=run) for run in runs}
    day = 86_400.0
    drop, dark = (HOSTS[0], 2 * day, 4 * day, 0.5), (HOSTS[1], 20, 24)
    write_month(path, HOSTS, cycles=96, drop=drop, dark=dark, first=99)
    with Archive(path) as archive:
        chapter = Chapter(study, "quick", runs, behind, specs)
        write_report(archive, [chapter], folder / "report", further=write_pages)
        write_own(archive, folder / "report" / "own", studies=[])
    return folder / "report"


@pytest.fixture(scope="module")
def browser() -> Browser:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium") or "/usr/bin/chromium", args=FLAGS
        )
        yield browser
        browser.close()


@pytest.fixture
def opened(browser, site):
    contexts = []

    def open_page(name, width=1280, scheme="light", script=True):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=script,
        )
        contexts.append(context)
        result = Opened(context.new_page(), [], [])
        result.page.on("console", lambda message: result.complaints.append(message.text))
        result.page.on("pageerror", lambda error: result.complaints.append(str(error)))
        result.page.on("request", lambda request: result.requests.append(request.url))
        result.page.goto((site / name).as_uri())
        return result

    yield open_page
    for context in contexts:
        context.close()


@pytest.mark.parametrize("name", PAGES)
def test_page_opens_from_disk_without_a_complaint_or_a_network(opened, name):
    page = opened(name)
    assert page.complaints == []
    assert page.requests
    assert all(url.startswith(("file:", "data:")) for url in page.requests)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen(opened, name, width):
    page = opened(name, width).page
    assert page.evaluate("document.documentElement.scrollWidth") == width
    too_wide = page.evaluate(
        """() => [...document.body.querySelectorAll("*")]
             .filter((e) => !e.parentElement.closest(".scroll"))
             .filter((e) => e.getBoundingClientRect().right > innerWidth + 0.5)
             .map((e) => e.outerHTML.slice(0, 80))"""
    )
    assert too_wide == []


def test_every_query_of_every_page_gives_rows(site):
    blocks = {
        (file.name, html.unescape(text))
        for file in site.rglob("*.html")
        for text in re.findall(r"<pre><code>(.*?)</code></pre>", file.read_text(), re.DOTALL)
    }
    queries = [(name, text) for name, text in blocks if text.startswith(("SELECT", "WITH"))]
    pages = (*PICTURED[1:], BEHIND, "traffic/C2.html")
    assert {name for name, _ in queries} == {Path(page).name for page in pages}
    with closing(Database(site.parent / "archive.sqlite")) as database:
        assert [(name, text) for name, text in queries if not database.rows(text)] == []


def test_wide_table_scrolls_in_its_own_box_by_keyboard(opened):
    page = opened("traffic.html", 1280).page
    box = page.get_by_role("group", name="A wide table")
    box.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.activeElement.scrollLeft > 0")
    assert page.evaluate("document.documentElement.scrollLeft") == 0
    numbers = box.locator("tbody tr").first.locator(".number")
    assert numbers.count() == 40
    assert numbers.first.evaluate("e => getComputedStyle(e).textAlign") == "right"
    assert all(cell.bounding_box()["height"] < 60 for cell in numbers.all())


@pytest.mark.parametrize(
    ("name", "table"), [("traffic.html", "A wide table"), ("monitor-99.html", "Throughput")]
)
def test_rows_of_a_table_are_cards_on_a_phone(opened, name, table):
    box = opened(name, 390).page.get_by_role("group", name=table)
    assert box.evaluate("e => e.scrollWidth <= e.clientWidth")
    row = box.locator("tbody tr").first
    words = row.locator("td").evaluate_all(
        "cells => cells.map(c => getComputedStyle(c, '::before').content)"
    )
    assert words == [f'"{head}"' for head in box.locator("thead th").all_text_contents()[1:]]
    for cell in row.locator("th, td").all():
        place = cell.bounding_box()
        assert 0 <= place["x"] < place["x"] + place["width"] <= 390


@pytest.mark.parametrize("name", PICTURED)
def test_images_load_and_say_what_they_show(opened, name):
    images = opened(name).page.evaluate(
        "[...document.images].map((i) => [i.complete, i.naturalWidth, i.alt])"
    )
    assert images
    for complete, width, text in images:
        assert complete
        assert width > 100
        assert text


@pytest.mark.parametrize("name", PAGES)
def test_every_link_leads_to_something(opened, site, name):
    page = opened(name).page
    links = page.evaluate("[...document.links].map((link) => link.href)")
    assert links
    for link in links:
        parts = urlsplit(link)
        assert parts.scheme == "file"
        target = Path(unquote(parts.path))
        assert target.is_file(), link
        if parts.fragment:
            assert f'id="{parts.fragment}"' in target.read_text(encoding="utf-8"), link


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("script", [True, False])
def test_table_of_claims_is_complete_with_and_without_script(opened, width, script):
    page = opened("traffic.html", width, script=script).page
    for claim in shown_study().claims:
        body = page.locator(f"#{claim.id}")
        text = body.inner_text()
        for part in (claim.text, claim.source, claim.stated, claim.tolerance):
            assert part in text
        row = body.locator(f'[data-claim="traffic/{claim.id}"]')
        verdict = row.get_attribute("data-verdict")
        assert row.locator(f".verdict.{verdict}").is_visible()
        assert verdict in row.inner_text()


def test_all_is_there_without_script(opened):
    page = opened("traffic.html", script=False).page
    assert page.locator("button").count() == 0
    for section in ("claims", "assumptions", "parameters", "redo", "rows", "versions"):
        assert page.locator(f"#{section}").is_visible()
    for image in page.locator("img").all():
        assert image.bounding_box()["height"] > 100


def test_claims_are_found_by_text_verdict_and_reading(opened):
    page = opened("traffic.html").page
    form = page.get_by_role("search", name="Claims")
    study = shown_study()
    claims = [page.locator(f"#{claim.id}") for claim in study.claims]
    lines = [page.locator(f'.matrix a[href="#{claim.id}"]') for claim in study.claims]
    verdicts = [claim.locator("tr[data-verdict]").get_attribute("data-verdict") for claim in claims]
    assert len(set(verdicts)) == 2

    def shown():
        both = [[row.is_visible() for row in rows] for rows in (claims, lines)]
        assert both[0] == both[1]
        return both[0]

    assert shown() == [True, True]
    form.get_by_label("Text").fill("SLOPE magnitude")
    assert shown() == [False, True]
    assert "1 of 2 claims" in form.inner_text()
    form.get_by_label("Text").fill("")
    form.get_by_label("Verdict").select_option(verdicts[0])
    assert shown() == [True, False]
    form.get_by_label("Verdict").select_option("")
    form.get_by_label("Reading").select_option(study.readings[0].name)
    assert shown() == [True, True]
    form.get_by_label("Text").press("Enter")
    assert page.url.endswith("traffic.html")


def test_a_click_leads_from_a_claim_to_its_runs_and_back(opened):
    page = opened("traffic.html").page
    page.locator("#C1").get_by_role("link", name="16 runs").click()
    assert page.url.endswith(BEHIND)
    assert "./lab run traffic-arrivals" in page.locator("pre").first.inner_text()
    page.get_by_role("link", name="traffic", exact=True).click()
    assert page.url.endswith("traffic.html#C1")


def test_a_command_is_copied_as_it_stands(opened):
    page = opened("traffic.html").page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#redo pre button").first.click()
    page.get_by_text("Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "./lab reproduce traffic"


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_axe_finds_nothing_and_the_console_is_empty(opened, name, width, scheme):
    page = opened(name, width, scheme)
    found = Axe().run(page.page, options={"preload": False})
    assert found.violations_count == 0, found.generate_report()
    assert page.complaints == []


@pytest.mark.parametrize("name", MONITOR_PAGES)
def test_names_with_markup_are_text(opened, name):
    page = opened(name).page
    assert page.locator("b, main script").count() == 0
    if name == "monitor-99.html":
        for host in HOSTS:
            assert page.get_by_role("link", name=host, exact=True).count() > 3
    else:
        assert page.locator("h1").inner_text() in HOSTS


def test_a_host_in_the_table_leads_to_its_tests(opened):
    page = opened("monitor-99.html").page
    page.get_by_role("group", name="Throughput").get_by_role("link", name="Rice").nth(1).click()
    assert page.url.endswith("monitor-99-rice.html#tool-bbcp-memory")
    section = page.locator("#tool-bbcp-memory")
    assert section.get_by_role("link", name="CSV", exact=True).count() == 3
    assert section.locator("img").get_attribute("alt") == "bbcp-memory at Rice"


def test_dark_screen_gets_a_dark_page(opened):
    shades = {
        scheme: opened("index.html", scheme=scheme).page.evaluate(
            "getComputedStyle(document.body).backgroundColor"
        )
        for scheme in ("light", "dark")
    }
    assert shades == {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 27)"}
