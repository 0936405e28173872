# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""The report: a static site from the archive alone, which opens from disk.

``index.html`` has a card for each study, ``<study>.html`` its page, ``<study>/`` its figures and
tables with their rows, and a page of the runs behind each claim. Another package may add pages, see
`Further`. ``cards.json`` holds the cards for a later site that keeps some of the pages. The site is
replaced atomically: it is built in a temporary folder, which is then renamed.
"""

from __future__ import annotations

import json
import math
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Any

import jinja2
import pandas as pd
from markupsafe import Markup

from burstlab import locks, paths
from burstlab.archive import Archive, Results
from burstlab.engine import RunSpec
from burstlab.engine.estimating import START_S
from burstlab.errors import Fault, InputError, WorkError
from burstlab.process import cores, forked
from burstlab.report import behind, claims, publishing
from burstlab.report.publishing import Published
from burstlab.study import OUR_OWN, Exhibit, Study, apart, figures, in_study, tables

_TEMPLATES = Path(__file__).parent / "templates"
_ASSETS = ("report.css", "report.js")

_CARDS = "cards.json"
_QUERIES = {
    "scalar": "SELECT run.run_id, run.seed, run.run, object, value\n"
    "  FROM run JOIN scalar USING (run_id)\n"
    " WHERE study IN ({studies}) AND metric = '{metric}';",
    "series": "SELECT run.run_id, run.seed, run.run, object, t, value\n"
    "  FROM run JOIN series USING (run_id) JOIN point USING (run_id, series)\n"
    " WHERE study IN ({studies}) AND metric = '{metric}' ORDER BY run.run_id, series, n;",
    "histogram": "SELECT object, low, width, sum(histogram_bin.count) AS count\n"
    "  FROM run JOIN histogram USING (run_id) JOIN histogram_bin USING (run_id, histogram)\n"
    " WHERE study IN ({studies}) AND metric = '{metric}' GROUP BY object, low, width;",
}


@dataclass(frozen=True)
class Chapter:
    """A study with the runs of its page.

    Attributes
    ----------
    study
        The study.
    edition
        ``"quick"`` or ``"full"``.
    run_ids
        Its runs in the archive; empty: the study has a card with its command, and no page.
    behind
        The runs behind each claim under each reading.
    specs
        Specification of each of these runs.
    added
        Runs in the archive that were added to decide claims.
    faults
        Errors of claims that could not be judged, by study and claim. With an error under the name
        of the study, the study has a card with the error, and no page.
    published
        Verdicts of the full edition, for the page of another edition.
    aged
        Scenarios with another code version since then.
    """

    study: Study
    edition: str
    run_ids: Sequence[int]
    behind: Mapping[tuple[str, str], Sequence[int]] = field(default_factory=dict)
    specs: Mapping[int, RunSpec] = field(default_factory=dict)
    faults: Mapping[str, Fault] = field(default_factory=dict)
    added: Sequence[int] = ()
    published: Published | None = None
    aged: Sequence[str] = ()


@dataclass(frozen=True)
class Further:
    """Further pages of a run, made by another package.

    Attributes
    ----------
    study, run_id
        The study of the run, and its number.
    page
        File of the first page, ``<stem>.html``; the others are ``<stem>-*.html`` and in the folder
        ``<stem>``.
    title, text
        Text of the link, and text after the link.
    """

    study: str
    run_id: int
    page: str
    title: str
    text: str

    @property
    def files(self) -> tuple[str, ...]:
        """Patterns of the names of its files and folders."""
        stem = self.page.removesuffix(".html")
        return stem, self.page, f"{stem}-*.html"


Extra = Callable[[Archive, Path, Collection[str]], list[Further]]
"""Writes pages of an archive into the folder of a site, except of some studies."""


@dataclass(frozen=True)
class Site:
    """A written report.

    Attributes
    ----------
    index
        Its first page.
    faults
        Faulty studies without a page; claims, figures and tables with an error in their place.
    """

    index: Path
    faults: Mapping[str, Fault]


def write_report(
    archive: Archive,
    chapters: Sequence[Chapter],
    folder: Path = paths.REPORT,
    through: Callable[[Iterable[Chapter]], Iterable[Chapter]] = iter,
    left_out: Collection[str] = (),
    further: Extra = lambda *_: [],
) -> Site:
    """Write the site, and replace an earlier one.

    Parameters
    ----------
    archive
        The archive; its claims must have been judged.
    chapters
        The studies in the order of their cards.
    folder
        The site's folder.
    through
        Iterates over the chapters, possibly with a progress display.
    left_out
        Studies that keep the pages of the earlier site.
    further
        Writes further pages.

    Raises
    ------
    WorkError
        When the site cannot be written; the earlier site stays.
    InputError
        When scheduled measurements are impossible, or the folder has other files than a report. The
        earlier site stays.
    """
    if folder.exists() and not _is_report(folder):
        raise InputError(
            f"{folder} holds other things than a report: a new or empty folder, or one that has a"
            " report, is allowed"
        )
    with replaced(folder) as partial:
        kept = _kept(folder, partial, left_out)
        kept.further.extend(further(archive, partial, left_out))
        faults = _write_site(archive, chapters, partial, through, kept)
    return Site(folder / "index.html", faults)


@contextmanager
def replaced(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder with the assets of a site, which then replaces a folder."""
    partial = folder.with_name(f"{folder.name}.partial")
    former = folder.with_name(f"{folder.name}.former")
    with locks.exclusive(folder.absolute().parent, f"writes {paths.relative(folder)}"):
        try:
            if former.exists() and not folder.exists():
                former.rename(folder)  # another process was killed in between
            shutil.rmtree(partial, ignore_errors=True)
            (partial / "assets").mkdir(parents=True)
            for name in _ASSETS:
                shutil.copyfile(_TEMPLATES / name, partial / "assets" / name)
            yield partial
            shutil.rmtree(former, ignore_errors=True)
            if folder.exists():
                folder.rename(former)
            partial.rename(folder)
        except OSError as error:
            if former.exists() and not folder.exists():
                former.rename(folder)
            raise WorkError(f"the report {folder}: {error.strerror or error}") from error
        finally:
            shutil.rmtree(partial, ignore_errors=True)
            shutil.rmtree(former, ignore_errors=True)


def _is_report(folder: Path) -> bool:
    return folder.is_dir() and (
        not any(folder.iterdir()) or (folder / "assets" / _ASSETS[0]).exists()
    )


def renderer(*folders: Path) -> Callable[..., str]:
    """Return the function that fills a template by name: of some folders, or of the report."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader([*folders, _TEMPLATES]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {
        **{"signs": claims.SIGNS, "root": "", "commit": publishing.commit(), "own": OUR_OWN},
    }

    def render(template: str, **shown: Any) -> str:
        return environment.get_template(template).render(shown)

    return render


def _write_site(
    archive: Archive,
    chapters: Sequence[Chapter],
    folder: Path,
    through: Callable[[Iterable[Chapter]], Iterable[Chapter]],
    kept: _Kept,
) -> Mapping[str, Fault]:
    render = renderer()
    cards, faults = dict(kept.cards), {}
    judged = {
        c.study.name: claims.rows(c.study, archive.claims(c.study.name), c.published)
        for c in chapters
    }
    claims.put_beside([row for rows in judged.values() for row in rows])
    for chapter in through(chapters):
        name, page, own_faults = chapter.study.name, None, dict(chapter.faults)
        if chapter.run_ids and name not in own_faults:
            with apart(name, own_faults), in_study(name):
                page = _page(archive, chapter, judged[name], folder, render)
                own_faults |= page["faults"]
        if page:
            own = [each for each in kept.further if each.run_id in chapter.run_ids]
            text = render("study.html", **page, further=own)
            (folder / f"{name}.html").write_text(text, encoding="utf-8")
        else:
            shutil.rmtree(folder / name, ignore_errors=True)
        card = page or {"study": chapter.study, "fault": own_faults.get(name), "once": {}}
        cards[name] = {
            **{"html": render("card.html", card=card), "once": card["once"]},
            "ours": chapter.study.document == OUR_OWN,
            "place": chapter.study.place,
        }
        faults |= own_faults
    cards = dict(sorted(cards.items(), key=lambda card: (card[1].get("place", 100), card[0])))
    listed = sorted(kept.further, key=attrgetter("run_id"))
    content = {"cards": cards, "further": [asdict(each) for each in listed]}
    text = json.dumps(content, indent=1, default=int)
    (folder / _CARDS).write_text(text + "\n", encoding="utf-8")
    shown = [{**card, "html": Markup(card["html"])} for card in cards.values()]
    ours = all(card["ours"] for card in shown)
    total = claims.total([card["once"] for card in shown])
    text = render("index.html", cards=shown, further=listed, total=total, ours=ours)
    (folder / "index.html").write_text(text, encoding="utf-8")
    return faults


@dataclass(frozen=True)
class _Kept:
    """Cards and pages that a site keeps from the earlier site.

    Attributes
    ----------
    cards
        Study to its card, for the kept studies with pages.
    further
        Further pages of these studies.
    """

    cards: Mapping[str, Mapping[str, Any]]
    further: list[Further]


def _kept(former: Path, folder: Path, studies: Collection[str]) -> _Kept:
    """Copy the pages of some studies from the earlier site."""
    file = former / _CARDS
    if not studies or not file.exists():
        return _Kept({}, [])
    earlier = json.loads(file.read_text(encoding="utf-8"))
    cards = {name: card for name, card in earlier["cards"].items() if name in studies}
    further = [Further(**each) for each in earlier["further"] if each["study"] in studies]
    names = [pattern for name in cards for pattern in (name, f"{name}.html")]
    for each in further:
        names += each.files
    for name in names:
        for path in former.glob(name):
            if path.is_dir():
                shutil.copytree(path, folder / path.name)
            else:
                shutil.copyfile(path, folder / path.name)
    return _Kept(cards, further)


def _page(
    archive: Archive,
    chapter: Chapter,
    rows: list[dict[str, Any]],
    folder: Path,
    render: Callable[..., str],
) -> dict[str, Any]:
    """Content of a study's page and card; also writes its files."""
    study = chapter.study
    (folder / study.name).mkdir()
    results = archive.select(chapter.run_ids)
    judged = archive.claims(study.name)
    judged.to_csv(folder / study.name / "claims.csv", index=False, lineterminator="\n")
    for row in rows:
        row["run_ids"] = chapter.behind.get((row["id"], row["reading"]), ())
    if chapter.behind:
        cells = claims.matrix(rows, checks=True)
        behind.write_pages(archive, study.name, cells, chapter.specs, folder / study.name, render)
    exhibits = [
        {
            **{"part": part, "made": made, "claims": _answers(rows, part.id)},
            "fault": made if isinstance(made, Fault) else None,
        }
        for part, made in _exhibits(archive, chapter, folder / study.name)
    ]
    shown = exhibits[: len(study.figures)]
    whole = [item for item in shown if not item["fault"]]
    runs = results.runs()
    measured, costs = results.recorded().to_dict("records"), results.costs()
    owners = [f"'{name}'" for name in sorted(runs["study"].unique())]  # whose scenarios they are of
    return {
        "study": study,
        "edition": chapter.edition,
        "published": chapter.published,
        "aged": chapter.aged,
        "claims": rows,
        "counts": claims.counts(rows),
        "once": claims.once(rows),
        "first_differs": claims.differing_first(rows),
        "matrix": claims.matrix(rows),
        "answered": claims.answered(study, rows),
        "others": [c for c, _ in claims.matrix(rows) if c["elsewhere"] and c["beside"]],
        "figures": shown,
        "best": next(
            (item for item in whole if item["part"].id == study.best), whole[0] if whole else None
        ),
        "tables": exhibits[len(study.figures) :],
        "faults": {
            f"{study.name}/{item['part'].id}": item["fault"] for item in exhibits if item["fault"]
        },
        "not_judged": chapter.faults,
        "parameters": _parameters(runs),
        "commands": behind.commands(dict(enumerate(study.specs(chapter.edition)))),
        "measured": measured,
        "queries": [
            _QUERIES[kind].format(studies=", ".join(owners), metric=metric)
            for kind, metric in {row["kind"]: row["metric"] for row in measured}.items()
        ],
        "added": len(chapter.added),
        "reproduce": _reproduce(archive, chapter),
        "costs": {
            "runs": len(costs),
            **{name: costs[name].sum() for name in ("cpu_s", "events")},
            "memory_mib": costs["peak_rss_kib"].max() / 1024,
        },
        "days": publishing.days_of(costs),
        "versions": {
            "burstlab": sorted(runs["code_version"].unique()),
            "ns-3": sorted(runs["ns3_version"].unique()),
        },
        "archive": paths.relative(archive.path),
    }


def _reproduce(archive: Archive, chapter: Chapter) -> str:
    """Write the command that computes the archive's runs of a study."""
    full = " --full" if chapter.edition == "full" else ""
    command = f"./lab reproduce {chapter.study.name}{full}"
    if not chapter.added:
        return command
    costs = archive.select(chapter.added).costs()
    seconds = (costs["wall_s"].sum() + START_S * len(costs)) / cores()
    return f"{command} --until-decided --budget={math.ceil(2 * seconds / 60)}min"


class _Exhibits:
    """Figures and tables of a chapter, in a process with its own connection to the archive."""

    process: _Exhibits

    def __init__(self, archive: Path, chapter: Chapter, place: Path) -> None:
        self._study, self._place = chapter.study, place
        self._results: Results = Archive(archive).select(chapter.run_ids)

    @classmethod
    def begin(cls, *arguments: Any) -> None:
        cls.process = cls(*arguments)

    @classmethod
    def render(cls, position: int) -> Any:
        """Render the item at a position, first figures, then tables; or return its error."""
        self = cls.process
        study = self._study
        part = [*study.figures, *study.tables][position]
        render = figures.render if position < len(study.figures) else tables.render
        try:
            with in_study(study.name, part.make):
                return render(part.make, self._results, self._place / part.id)
        except (InputError, WorkError) as error:
            return error


def _exhibits(
    archive: Archive, chapter: Chapter, place: Path
) -> Iterator[tuple[Exhibit, figures.RenderedFigure | tables.RenderedTable | Fault]]:
    """Draw figures and build tables, one process per core: drawing takes longer than judging."""
    study = chapter.study
    parts = [*study.figures, *study.tables]
    broken = f"a process that drew figures of {study.name} ended early"
    with forked(cores(), broken, _Exhibits.begin, (archive.path, chapter, place)) as processes:
        yield from zip(parts, processes.map(_Exhibits.render, range(len(parts))), strict=True)


def _answers(claims: Iterable[Mapping[str, Any]], exhibit: str) -> list[Mapping[str, Any]]:
    """Find the claims that refer to a figure or table."""
    return [claim for claim in claims if exhibit in claim["shown"]]


def _parameters(runs: pd.DataFrame) -> list[dict[str, Any]]:
    """List the values of each parameter, scenario by scenario."""
    fixed = {"study", "scenario", "seed", "run", "code_version", "ns3_version"}
    return [
        {
            "scenario": scenario,
            "runs": len(group),
            "rows": [
                {"name": name, "values": list(dict.fromkeys(group[name].dropna()))}
                for name in group.columns
                if name not in fixed and group[name].notna().any()
            ],
        }
        for scenario, group in runs.groupby("scenario")
    ]
