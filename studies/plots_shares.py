"""Plots of shares and estimates: how battles ended, forests of intervals, paired differences."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from studies.cli_text import number
from studies.extras import need
from studies.plots_base import Plot, legend
from studies.plots_style import SERIES, WIDTH, Ink, brief, digits_for
from studies.tables import PERCENT, Column

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class Look(NamedTuple):
    """How one outcome is drawn: its colour (none: the ink) and its hatching."""

    color: str
    hatch: str
    text: str


LOOKS = {
    "win": Look("#0072b2", "", "#ffffff"),
    "loss": Look("#d55e00", "", "#ffffff"),
    "draw": Look("#9aa1a9", "", "#000000"),
    "timeout": Look("#f0c35e", "//", "#000000"),
    "stalemate": Look("#cc79a7", "..", "#000000"),
    "error": Look("", "", ""),
}
"""Every class of outcomes for a side, in the order they are drawn."""

Estimate = tuple[str, float, float, float]
"""A name, a value, and the ends of its interval."""

_ROW = 0.34
"""Inches of a row of bars."""
_ROOM = 0.055
"""Share of the width from which a part has room for its percent."""
_FEW = 9
"""Different values up to which each has a bar of its own."""
_BINS = 30


def outcome_bars(
    name: str,
    title: str,
    rows: Sequence[tuple[str, Mapping[str, int]]],
    wins: tuple[str, str] = ("wins", "losses"),
    note: str = "",
) -> Plot:
    """Return bars of how battles ended, one a row, each outcome apart.

    Args:
        name: of its files.
        title: what it shows.
        rows: what each is called, and its counts by outcome: keys of `LOOKS`, what is left out is none.
        wins: what ``win`` and ``loss`` are called.
        note: a sentence below it.
    """
    rows = list(rows)
    for _, counts in rows:
        if set(counts) - set(LOOKS):
            raise ValueError(f"outcomes are {', '.join(LOOKS)}; not {', '.join(sorted(set(counts) - set(LOOKS)))}")
    names = {**{kind: kind for kind in LOOKS}, "win": brief(wins[0]), "loss": brief(wins[1])}

    def draw(figure: Figure, ink: Ink) -> None:
        axes = figure.add_subplot()
        kinds = [kind for kind in LOOKS if any(counts.get(kind) for _, counts in rows)]
        legend(figure, [(names[kind], _draw_outcome(axes, rows, kind, ink)) for kind in kinds], 4)
        axes.set_yticks(range(len(rows)), [f"{brief(label)}\n{sum(counts.values())} battles" for label, counts in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        _percent_axis(axes.xaxis, axes)
        axes.tick_params(axis="y", length=0)

    return Plot(name, title, draw, (WIDTH, 1.5 + len(rows) * 1.4 * _ROW), note)


def _draw_outcome(axes: Axes, rows: Sequence[tuple[str, Mapping[str, int]]], kind: str, ink: Ink) -> Any:
    """Draw one outcome's part of every bar, with its percent where there is room; return one for the legend."""
    look, drawn = LOOKS[kind], None
    before = list(LOOKS)[: list(LOOKS).index(kind)]
    for place, (_, counts) in enumerate(rows):
        total = sum(counts.values()) or 1
        left = sum(counts.get(other, 0) for other in before) / total
        width = counts.get(kind, 0) / total
        drawn = axes.barh(
            place, width, left=left, height=0.62, color=look.color or ink.text, hatch=look.hatch, edgecolor=ink.paper,
            linewidth=0.8,
        )  # fmt: skip
        if width >= _ROOM:
            text = f"{100 * width:.0f}%"
            box = {"facecolor": look.color, "edgecolor": "none", "pad": 1.2} if look.hatch else None
            color = look.text or ink.paper
            axes.text(left + width / 2, place, text, ha="center", va="center", color=color, fontsize=8.5, bbox=box)
    return drawn


def _percent_axis(axis: Any, axes: Axes) -> None:
    """Have shares along an axis: 0 to 100 percent, with a grid."""
    axis.set_major_formatter(need("matplotlib.ticker").PercentFormatter(1.0, decimals=0))
    (axes.set_xlim if axis is axes.xaxis else axes.set_ylim)(0, 1)
    axis.grid(True)


def forest(
    name: str,
    title: str,
    rows: Sequence[Estimate],
    x_name: str,
    *,
    unit: str = "",
    none: float | None = 0.0,
    signed: bool = False,
    note: str = "",
) -> Plot:
    """Return estimates with their intervals, one a row: ratings, worths, differences.

    Args:
        name: of its files.
        title: what it shows.
        rows: the estimates, from top to bottom; one that is not finite is left blank, an infinite end leaves the plot.
        x_name: what the numbers are.
        unit: `PERCENT` for what is held as 0 to 1.
        none: where nothing makes a difference: a line there, and what does not touch it is filled.
        signed: write a plus before what is above zero.
        note: a sentence below it.
    """
    rows = list(rows)
    digits = None if unit == PERCENT else digits_for(end for row in rows for end in row[1:])
    column = Column("value", "number", unit=unit, digits=digits, signed=signed)

    def draw(figure: Figure, ink: Ink) -> None:
        axes = figure.add_subplot()
        known = [end for row in rows for end in row[1:] if math.isfinite(end)]
        known += [none] if none is not None else []
        least, most = (min(known), max(known)) if known else (0.0, 1.0)
        room = 0.06 * ((most - least) or 1.0)
        axes.set_xlim(least - room, most + room)
        if none is not None:
            axes.axvline(none, color=ink.faint, linewidth=1, linestyle="--")
        for place, row in enumerate(rows):
            _draw_estimate(axes, place, row, none, ink)
        axes.set_yticks(range(len(rows)), [brief(row[0]) for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlabel(brief(x_name, 60))
        if unit == PERCENT:
            axes.xaxis.set_major_formatter(need("matplotlib.ticker").PercentFormatter(1.0, decimals=None))
        axes.xaxis.grid(True)
        axes.tick_params(axis="y", length=0)
        side = axes.secondary_yaxis("right")
        side.set_yticks(range(len(rows)), [column.text(row[1]) for row in rows])
        side.tick_params(length=0)
        side.spines["right"].set_visible(False)

    return Plot(name, title, draw, (WIDTH, 1.1 + max(2, len(rows)) * _ROW), note)


def _draw_estimate(axes: Axes, place: int, row: Estimate, none: float | None, ink: Ink) -> None:
    _, value, low, high = row
    if not math.isfinite(value):
        return
    ends = axes.get_xlim()
    low, high = max(low, ends[0]), min(high, ends[1])
    decided = none is None or not low <= none <= high
    color = SERIES[0] if none is None or value >= none else SERIES[1]
    axes.plot([low, high], [place, place], color=color, linewidth=2, solid_capstyle="butt")
    face = color if decided else ink.paper
    axes.plot([value], [place], "o", color=color, markersize=7, markerfacecolor=face, markeredgewidth=1.6)


def paired_differences(
    name: str,
    title: str,
    differences: Sequence[float],
    estimate: tuple[float, float, float],
    x_name: str,
    sides: tuple[str, str],
    note: str = "",
) -> Plot:
    """Return how often the same battle came out how differently in two arms, and the mean with its interval.

    Args:
        name: of its files.
        title: what it shows.
        differences: one a battle, first arm less second; NaN is left out.
        estimate: the mean and the ends of its interval, in the same unit.
        x_name: what the numbers are.
        sides: what is said of differences below and above zero.
        note: a sentence below it.
    """
    values = [value for value in differences if not math.isnan(value)]

    def draw(figure: Figure, ink: Ink) -> None:
        axes = figure.add_subplot()
        for place, width, count in _bins(values):
            color = SERIES[0] if place > 0 else SERIES[1] if place < 0 else "#9aa1a9"
            axes.bar(place, count, width=width, color=color, edgecolor=ink.paper, linewidth=0.8)
        value, low, high = estimate
        axes.axvline(0, color=ink.faint, linewidth=1, linestyle="--")
        if math.isfinite(value):
            axes.axvspan(low, high, color=ink.text, alpha=0.15, linewidth=0)
            words = f"mean {number(value)}, interval {number(low)} to {number(high)}"
            legend(figure, [(words, axes.axvline(value, color=ink.text, linewidth=1.6))], 1)
        if len({*values}) <= _FEW:
            axes.set_xticks(sorted({*values, 0.0}))
        axes.set_xlabel(brief(x_name, 60))
        axes.set_ylabel("battles")
        axes.yaxis.grid(True)
        axes.yaxis.set_major_locator(need("matplotlib.ticker").MaxNLocator(integer=True))
        axes.set_title(f"← {brief(sides[0])}", loc="left")
        axes.set_title(f"{brief(sides[1])} →", loc="right")

    return Plot(name, title, draw, (WIDTH, 3.6), note)


def _bins(values: Sequence[float]) -> list[tuple[float, float, int]]:
    """Return bars as (middle, width, count): one a value where these are few, else bins that part at zero."""
    counts = Counter(value + 0.0 for value in values)
    if not counts:
        return []
    if len(counts) <= _FEW:
        gaps = [after - before for before, after in zip(sorted(counts), sorted(counts)[1:], strict=False)]
        width = 0.8 * min(gaps, default=1.0)
        return [(value, width, count) for value, count in sorted(counts.items())]
    width = max(abs(value) for value in values) * 2 / _BINS
    same = counts.pop(0.0, 0)
    binned = Counter(math.copysign(math.floor(abs(value) / width) + 0.5, value) for value in counts.elements())
    bars = [(place * width, width, count) for place, count in sorted(binned.items())]
    return [*bars, (0.0, width / 4, same)] if same else bars
