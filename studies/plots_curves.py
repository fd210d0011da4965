"""Curves of shares along one setting, with their intervals and the breakpoints that the timelines have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from studies.extras import need
from studies.plots_base import Plot, legend
from studies.plots_style import LINES, MARKS, SERIES, WIDTH, Ink, brief

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


_LINE = 13.5
"""Points of a line of breakpoints' names."""


@attrs.frozen
class Curve:
    """One curve: values along a setting, each with its interval; None where nothing is known.

    Attributes:
        label: what it is called.
        x: the values of the setting.
        y: what was found there.
        low, high: the ends of the intervals; empty for none.
    """

    label: str
    x: Sequence[float]
    y: Sequence[float | None]
    low: Sequence[float | None] = ()
    high: Sequence[float | None] = ()


@attrs.frozen
class Breakpoint:
    """A value of the setting at which something changes.

    Attributes:
        at: the value.
        label: what changes there.
    """

    at: float
    label: str


def share_curves(
    name: str,
    title: str,
    x_name: str,
    curves: Sequence[Curve],
    breakpoints: Sequence[Breakpoint] = (),
    *,
    y_name: str = "share of wins",
    share: bool = True,
    even: float | None = 0.5,
    note: str = "",
) -> Plot:
    """Return curves along a setting, with intervals as bands and breakpoints as lines with their names.

    Args:
        name: of its files.
        title: what it shows.
        x_name: the setting.
        curves: told apart by colour and mark.
        breakpoints: where something changes.
        y_name: what the curves are.
        share: whether they are 0 to 1, shown in percent.
        even: where a line is drawn: what is neither good nor bad; None for none.
        note: a sentence below it.
    """
    curves, marks = list(curves), sorted(breakpoints, key=lambda point: (point.at, point.label))

    def draw(figure: Figure, ink: Ink) -> None:
        axes = figure.add_subplot()
        if even is not None:
            axes.axhline(even, color=ink.faint, linewidth=1, linestyle="--")
        drawn = [(brief(curve.label), _draw_curve(axes, curve, place)) for place, curve in enumerate(curves)]
        if share:
            axes.yaxis.set_major_formatter(need("matplotlib.ticker").PercentFormatter(1.0, decimals=0))
            axes.set_ylim(-0.02, 1.02)
        axes.grid(True)
        axes.set_xlabel(brief(x_name, 60))
        axes.set_ylabel(brief(y_name, 40))
        _draw_breakpoints(axes, marks, ink)
        if len(curves) > 1 or any(curve.label for curve in curves):
            legend(figure, drawn, min(3, len(drawn)))

    height = 3.8 + 0.21 * len(marks) + 0.22 * (-(-len(curves) // 3))
    return Plot(name, title, draw, (WIDTH, height), note)


def _draw_curve(axes: Axes, curve: Curve, place: int) -> Any:
    """Draw a curve with its band; return it for the legend."""
    turn, number = divmod(place, len(SERIES))
    color, mark, line = SERIES[number], MARKS[(number + turn) % len(MARKS)], LINES[turn % len(LINES)]
    nan = float("nan")
    y: list[float] = [nan if value is None else value for value in curve.y]
    if curve.low and curve.high:
        ends: list[list[float]] = [[nan if value is None else value for value in side] for side in (curve.low, curve.high)]
        axes.fill_between(curve.x, ends[0], ends[1], color=color, alpha=0.2, linewidth=0)
    return axes.plot(curve.x, y, color=color, marker=mark, linestyle=line, markersize=5)[0]


def _draw_breakpoints(axes: Axes, marks: Sequence[Breakpoint], ink: Ink) -> None:
    """Draw every breakpoint as a line, and name it in a list above the plot, where long names have room."""
    if not marks:
        return
    low, high = axes.get_xlim()
    axes.set_xlim(low, high)
    for place, point in enumerate(marks):
        if not low <= point.at <= high:
            continue
        _name_breakpoint(axes, point, len(marks) - place, (point.at - low) / (high - low), ink)


def _name_breakpoint(axes: Axes, point: Breakpoint, row: int, where: float, ink: Ink) -> None:
    """Draw a breakpoint's line up to its name, on a row of its own above the plot, on the side that has room."""
    left, top, place = where > 0.5, _LINE * row, (point.at, 1.0)
    stem = {"arrowstyle": "-", "color": ink.text, "linewidth": 1, "linestyle": ":", "shrinkA": 0, "shrinkB": 0}
    common: dict[str, Any] = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "annotation_clip": False}
    axes.axvline(point.at, color=ink.text, linewidth=1, linestyle=":")
    axes.annotate("", place, xytext=(0, top), arrowprops=stem, **common)
    axes.annotate(
        brief(point.label, 60), place, xytext=(-3 if left else 3, top), ha="right" if left else "left", va="top",
        color=ink.text, fontsize=8.5, **common,
    )  # fmt: skip
