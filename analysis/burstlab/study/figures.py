# Copyright (c) 2026 The burstlab authors
# SPDX-License-Identifier: GPL-2.0-only
"""Common style of the figures, and the numbers behind each figure.

A figure is drawn once, as SVG with text kept as text, and is legible on a phone, on a desktop and
in dark mode: a style sheet inside the file exchanges colours. The same results give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import lazy_loader
import numpy as np
import pandas as pd

from burstlab.study import ticks
from burstlab.study.measures import table

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.container import BarContainer
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    from burstlab.statistics import Interval

Drawing: TypeAlias = "Figure"
"""What a figure's function returns: `matplotlib.figure.Figure`."""
Panel: TypeAlias = "Axes"
"""A part of a figure: `matplotlib.axes.Axes`."""

mpl = lazy_loader.load("matplotlib")
"""Imported at the first drawing: the list of studies needs no matplotlib."""

WIDTH = 4.6
"""Width of a figure in inches: text has its nominal size on a phone, 1.6 times it on a desktop."""

PAPER, INK, MUTED, GRID = "#ffffff", "#1d2126", "#5b6470", "#d9dde2"
BLUE, VERMILION, GREEN, PURPLE, AMBER = "#0072b2", "#c44601", "#00785a", "#a2467f", "#8a6100"
COLOURS = (BLUE, VERMILION, GREEN, PURPLE, AMBER)
"""Line colours in order of use: distinct in any colour vision, contrast on white at least 4.5."""

_ON_DARK = {
    PAPER: "#14171b",
    INK: "#e8eaed",
    MUTED: "#a7b0bb",
    GRID: "#3a414a",
    BLUE: "#62b5ea",
    VERMILION: "#ff8a4c",
    GREEN: "#35c79b",
    PURPLE: "#e28fc3",
    AMBER: "#e3b341",
}

HOUSE_STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": MUTED,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "figure.constrained_layout.use": True,
    "figure.dpi": 72,
    "figure.facecolor": "none",
    "font.family": ["DejaVu Sans", "sans-serif"],
    "font.size": 9,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "legend.fontsize": 8.5,
    "legend.frameon": False,
    "lines.linewidth": 1.3,
    "savefig.facecolor": "none",
    "svg.fonttype": "none",
    "svg.hashsalt": "burstlab",
    "text.color": INK,
    "xtick.color": MUTED,
    "xtick.labelcolor": INK,
    "xtick.labelsize": 8.5,
    "ytick.color": MUTED,
    "ytick.labelcolor": INK,
    "ytick.labelsize": 8.5,
}


@dataclass(frozen=True)
class RenderedFigure:
    """A drawn figure on disk.

    Attributes
    ----------
    svg, csv
        The picture, and a CSV file with one row for each value.
    width, height
        Natural size in CSS pixels.
    """

    svg: Path
    csv: Path
    width: int
    height: int


def subplots(
    rows: int = 1, columns: int = 1, *, height: float, log: str = "", **options: Any
) -> tuple[Figure, Any]:
    """Make a figure of the common width.

    Parameters
    ----------
    rows, columns
        Number of panels.
    height
        Height in inches.
    log
        Axes that are logarithmic in every panel: ``"x"``, ``"y"`` or ``"xy"``.
    **options
        Passed to `matplotlib.figure.Figure.subplots`.

    Returns
    -------
    Figure and one Axes or an array of them, as `matplotlib.figure.Figure.subplots` returns it.
    """
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height))
    scales = {f"{axis}scale": "log" for axis in log}
    return figure, figure.subplots(rows, columns, subplot_kw=scales, **options)


@dataclass(frozen=True)
class Style:
    """Style of a series, and its name in the legend."""

    label: str
    colour: str
    marker: str = "o"
    size: float = 3.5

    @property
    def options(self) -> dict[str, Any]:
        """The style as arguments of `matplotlib.axes.Axes.plot`."""
        look = {"marker": self.marker, "ms": self.size, "mfc": "none"}
        return {**look, "color": self.colour, "label": self.label}


def curve(
    panel: Axes,
    points: pd.DataFrame | Mapping[float, Interval],
    style: Style,
    shift: float = 0.0,
    **options: Any,
) -> None:
    """Draw a curve with its intervals.

    Parameters
    ----------
    panel
        The panel.
    points
        Index: the positions along the axis; columns estimate, low and high, as from
        `burstlab.study.measures.points`. Or intervals by position; without any nothing is drawn.
    style
        Style of the series.
    shift
        Distance of the points from their positions.
    **options
        Passed to `matplotlib.axes.Axes.errorbar`.

    Examples
    --------
    >>> curve(panel, {load: typical(series) for load, series in by_load.items()}, style, shift=0.5)
    """
    if not isinstance(points, pd.DataFrame):
        if not points:
            return
        points = table(points)
    estimate = points["estimate"]
    feet = points["low"].clip(estimate / 10) if panel.get_yscale() == "log" else points["low"]
    panel.errorbar(
        points.index.astype(float) + shift,
        estimate,
        yerr=[estimate - feet, points["high"] - estimate],
        **{**style.options, "capsize": 2, **options},
    )


def limit(panel: Axes, value: float, words: str, colour: str) -> None:
    """Draw a dashed line across a panel, with words above its right end."""
    panel.axhline(value, color=colour, ls="--", lw=1)
    panel.annotate(
        words,
        (1, value),
        xycoords=("axes fraction", "data"),
        **{"ha": "right", "va": "bottom", "size": 8.5, "color": colour},
    )


def keys(colours: Mapping[str, str]) -> list[Patch]:
    """Make the legend entries of colours."""
    from matplotlib.patches import Patch

    return [Patch(color=colour, label=words) for words, colour in colours.items()]


def row_points(
    panel: Axes, points: Mapping[float, Interval], style: Style, shift: float = 0.0
) -> None:
    """Draw points with horizontal intervals, one below the other: see `name_rows`.

    Parameters
    ----------
    panel
        The panel.
    points
        Number of a row to its interval; a single replication has a point without ends.
    style
        Style of the series.
    shift
        Distance of the points from their rows.
    """
    if points:
        places = np.array(list(points), float) + shift
        middle, low, high = np.array([(p.estimate, p.low, p.high) for p in points.values()]).T
        spread = np.nan_to_num([middle - low, high - middle])
        panel.errorbar(middle, places, xerr=spread, ls="", capsize=2, **style.options)


def name_rows(panel: Axes, names: Sequence[str], **options: Any) -> None:
    """Name the rows of a panel from top to bottom; ``options`` are those of `Axes.set`."""
    panel.set_yticks(range(len(names)), names)
    panel.set(ylim=(len(names) - 0.5, -0.5), **options)


def legend_above(drawing: Figure, panel: Axes, columns: int = 2) -> Figure:
    """Draw the legend of a panel above all panels, or write in it that the edition has no runs.

    Returns the drawing, which is then complete.
    """
    handles, labels = panel.get_legend_handles_labels()
    if handles:
        once = dict(zip(labels, handles, strict=True))
        drawing.legend(once.values(), once, loc="outside upper left", ncols=columns)
    else:
        panel.text(0.5, 0.5, "not run in this edition", ha="center", transform=panel.transAxes)
    return drawing


def bars(
    panel: Axes,
    points: pd.DataFrame,
    styles: Sequence[Style],
    strong: str = "",
    digits: str = ".1f",
) -> None:
    """Draw horizontal bars with their intervals and numbers, one below the other.

    Parameters
    ----------
    panel
        The panel.
    points
        One row for each bar: index its name, columns estimate, low and high.
    styles
        Styles of the bars.
    strong
        Name of the emphasised bar.
    digits
        Format of the numbers.
    """
    for row, ((name, point), style) in enumerate(zip(points.iterrows(), styles, strict=True)):
        stressed = name == strong or not strong
        panel.barh(
            row, point["estimate"], height=0.66, color=style.colour, alpha=1 if stressed else 0.45
        )
        panel.errorbar(
            *(point["estimate"], row),
            xerr=[[point["estimate"] - point["low"]], [point["high"] - point["estimate"]]],
            **{"fmt": "|", "ms": 0, "color": INK, "lw": 1, "capsize": 2.5, "label": style.label},
        )
        panel.text(
            *(1.02, row, f"{point['estimate']:{digits}}"),
            transform=panel.get_yaxis_transform(),
            va="center",
            weight="bold" if name == strong else "normal",
        )
    panel.grid(axis="y", visible=False)


def distribution(
    panel: Axes, tail: Axes, histogram: pd.DataFrame, edges: np.ndarray, scale: float, style: Style
) -> None:
    """Draw a histogram, and below it the share of larger values.

    Parameters
    ----------
    panel, tail
        Panel of the histogram, and of the share of larger values.
    histogram
        Columns low, width, count, as from `Results.histogram`.
    edges
        Edges of the bins in the figure, in the unit of the axis.
    scale
        Factor from the unit of the histogram to the unit of the axis.
    style
        Style of the series.
    """
    middle = (histogram["low"] + histogram["width"] / 2) * scale
    counts, _ = np.histogram(middle, bins=edges, weights=histogram["count"])
    panel.stairs(
        np.where(counts, counts, 0.5), edges, color=style.colour, lw=1.2, label=style.label
    )
    beyond = 1 - histogram["count"].cumsum() / histogram["count"].sum()
    tops = (histogram["low"] + histogram["width"]) * scale
    keep = beyond > 0
    tail.plot(tops[keep], beyond[keep], color=style.colour, label=style.label)


def render(draw: Callable[[Any], Figure], results: Any, stem: Path) -> RenderedFigure:
    """Draw a figure and write ``<stem>.svg`` and ``<stem>.csv``.

    Parameters
    ----------
    draw
        Makes the figure from results.
    results
        Argument of `draw`.
    stem
        Path without its ending; the folder must exist.
    """
    with mpl.rc_context({**HOUSE_STYLE, "axes.prop_cycle": mpl.cycler(color=COLOURS)}):
        figure = draw(results)
        ticks.complete(figure)
        figure.align_ylabels()
        picture = io.StringIO()
        figure.savefig(picture, format="svg", metadata={"Date": None, "Creator": None})
    behind = data_behind(figure)
    svg = stem.with_name(stem.name + ".svg")
    csv = stem.with_name(stem.name + ".csv")
    svg.write_text(_with_dark_colours(picture.getvalue()), encoding="utf-8")
    behind.to_csv(csv, index=False, lineterminator="\n")
    width, height = figure.get_size_inches() * 72
    return RenderedFigure(svg, csv, round(width), round(height))


def data_behind(figure: Figure) -> pd.DataFrame:
    """Collect the values of a figure from the drawn objects.

    Each labelled line, step, bar, point or error bar has its rows; an object without label, such
    as a grid line, is decoration. The name of a panel is the label of its Axes, else its title. The
    value of a bar or step that does not begin at 0 is its length; low and high are its ends.

    Returns
    -------
    DataFrame with the columns panel, series, x_axis, x, y_axis, y, low, high; x_axis and y_axis
    hold the labels of the axes with their units, low and high the ends of a bar or step or NaN.

    Raises
    ------
    TypeError
        When a labelled object is of another kind.
    """
    parts = [
        pd.DataFrame(values, columns=["x", "y", "low", "high"]).assign(
            x=lambda rows, axis=axes.xaxis: _with_words(axis, rows["x"]),
            y=lambda rows, axis=axes.yaxis: _with_words(axis, rows["y"]),
            panel=axes.get_label() or axes.get_title(loc="left"),
            series=label,
            x_axis=axes.get_xlabel() or _shared_label(axes, "x"),
            y_axis=axes.get_ylabel() or _shared_label(axes, "y"),
        )
        for axes in figure.axes
        for label, values in _labelled(axes)
    ]
    columns = ["panel", "series", "x_axis", "x", "y_axis", "y", "low", "high"]
    return pd.concat(parts, ignore_index=True)[columns] if parts else pd.DataFrame(columns=columns)


def _with_words(axis: Axis, places: pd.Series) -> pd.Series:
    """Return the words at places along an axis of words; along other axes the places."""
    from matplotlib.category import StrCategoryFormatter

    words = axis.get_major_formatter()
    return places.map(words) if isinstance(words, StrCategoryFormatter) else places


def _labelled(axes: Axes) -> Iterator[tuple[str, np.ndarray]]:
    in_containers = set()
    for container in axes.containers:
        in_containers.update(id(artist) for artist in container.get_children())
        if _is_named(container.get_label()):
            yield container.get_label(), _rows_of_container(container)
    for artist in (*axes.lines, *axes.patches, *axes.collections):
        if id(artist) not in in_containers and _is_named(artist.get_label()):
            yield artist.get_label(), _rows_of_artist(artist)


def _is_named(label: Any) -> bool:
    return isinstance(label, str) and label != "" and not label.startswith("_")


def _rows_of_container(container: Any) -> np.ndarray:
    from matplotlib.container import BarContainer, ErrorbarContainer

    if isinstance(container, BarContainer):
        return _rows_of_bars(container)
    if isinstance(container, ErrorbarContainer):
        line, _, bars = container
        along = 1 if container.has_yerr else 0
        missing = np.full(2, np.nan)  # of a point without an interval
        segments = bars[-1].get_segments()
        ends = np.array([part[:, along] if len(part) else missing for part in segments])
        return _rows(*line.get_data(orig=False), *ends.T)
    raise TypeError(f"a labelled {type(container).__name__} has no rows in a figure's CSV")


def _rows_of_bars(bars: BarContainer) -> np.ndarray:
    x, y, width, height = np.array(
        [(bar.get_x(), bar.get_y(), bar.get_width(), bar.get_height()) for bar in bars]
    ).T
    lying = bars.orientation == "horizontal"
    begin, length = (x, width) if lying else (y, height)
    ends = (begin, begin + length) if begin.any() else (np.nan, np.nan)
    return _rows(*((length, y + height / 2) if lying else (x + width / 2, length)), *ends)


def _rows_of_artist(artist: Any) -> np.ndarray:
    from matplotlib.collections import PathCollection
    from matplotlib.patches import StepPatch

    if hasattr(artist, "get_xydata"):
        return _rows(*artist.get_data(orig=False))
    if isinstance(artist, StepPatch):
        values, edges, baseline = artist.get_data()
        middle = (edges[:-1] + edges[1:]) / 2
        if np.any(baseline):
            return _rows(middle, values - baseline, baseline, values)
        return _rows(middle, values)
    if isinstance(artist, PathCollection):
        return _rows(*np.asarray(artist.get_offsets()).T)
    raise TypeError(f"a labelled {type(artist).__name__} has no rows in a figure's CSV")


def _rows(x: Any, y: Any, low: Any = np.nan, high: Any = np.nan) -> np.ndarray:
    return np.column_stack(np.broadcast_arrays(*(np.asarray(v, float) for v in (x, y, low, high))))


def _shared_label(axes: Axes, direction: str) -> str:
    label = getattr(axes.figure, f"get_sup{direction}label")()
    if label:
        return label
    siblings = getattr(axes, f"get_shared_{direction}_axes")().get_siblings(axes)
    return next((text for a in siblings if (text := getattr(a, f"get_{direction}label")())), "")


def _with_dark_colours(svg: str) -> str:
    """Add a style sheet that exchanges the colours in dark mode.

    The drawing has its colours in style attributes, so that the rules must be important.
    """
    rules = [f"text{{fill:{_ON_DARK[INK]}!important}}"]
    for light, dark in _ON_DARK.items():
        rules += [
            f'[style*="{role}: {light}"]{{{role}:{dark}!important}}' for role in ("fill", "stroke")
        ]
    sheet = f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"
    head, mark, rest = svg.partition("</defs>")
    return f"{head}{sheet}{mark}{rest}"
