"""Heat maps of two settings: every cell with its value, on maps of colours that colour-blind readers can read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from studies.cli_text import number
from studies.extras import need
from studies.plots_base import Plot
from studies.plots_style import DIVERGING, SEQUENTIAL, WIDTH, Ink, brief, digits_for
from studies.tables import PERCENT, Column

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MOST = 30
"""Columns up to which every cell has its value written in it."""


def heat_map(
    name: str,
    title: str,
    x_name: str,
    x_values: Sequence[object],
    y_name: str,
    y_values: Sequence[object],
    cells: Sequence[Sequence[float | None]],
    *,
    value_name: str = "share of wins",
    unit: str = PERCENT,
    middle: float | None = 0.5,
    note: str = "",
) -> Plot:
    """Return a map of two settings.

    Args:
        name: of its files.
        title: what it shows.
        x_name, x_values: the setting along the bottom.
        y_name, y_values: the setting up the side, the first at the bottom; at the top where they are names.
        cells: a row for each of ``y_values``, a number for each of ``x_values``; None: not known.
        value_name: what the numbers are.
        unit: `PERCENT` for 0 to 1, or their unit.
        middle: what is neither good nor bad: its colour is the palest; None: a map from low to high.
        note: a sentence below it.
    """
    grid = [[math.nan if value is None else float(value) for value in row] for row in cells]
    if not x_values or not y_values:
        raise ValueError(f"heat map {name}: no cells")
    if len(grid) != len(y_values) or any(len(row) != len(x_values) for row in grid):
        raise ValueError(f"heat map {name}: {len(y_values)} rows of {len(x_values)} cells are needed")

    def draw(figure: Figure, ink: Ink) -> None:
        axes = figure.add_subplot()
        image = _draw_cells(axes, grid, middle, unit)
        axes.set_xticks(*_ticks(x_values))
        axes.set_yticks(*_ticks(y_values))
        if max((len(str(value)) for value in x_values), default=0) > 6:
            for text in axes.get_xticklabels():
                text.set(rotation=40, ha="right", rotation_mode="anchor")
        if not all(isinstance(value, int | float) for value in y_values):
            axes.invert_yaxis()
        axes.set_xlabel(brief(x_name, 60))
        axes.set_ylabel(brief(y_name, 40))
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        if len(x_values) <= _MOST:
            digits = 0 if unit == PERCENT else digits_for(value for row in grid for value in row)
            _write_cells(axes, grid, image, Column("value", "number", unit=unit, digits=digits), ink)
        bar = figure.colorbar(image, ax=axes, label=brief(value_name, 40), fraction=0.05, pad=0.02)
        bar.outline.set_visible(False)
        if unit == PERCENT:
            bar.ax.yaxis.set_major_formatter(need("matplotlib.ticker").PercentFormatter(1.0, decimals=0))

    width = min(16.0, max(WIDTH, 1.8 + 0.42 * len(x_values)))
    return Plot(name, title, draw, (width, min(14.0, max(3.2, 1.5 + 0.36 * len(y_values)))), note)


def _ticks(values: Sequence[object]) -> tuple[list[int], list[str]]:
    """Return places and names of an axis, as many as are readable."""
    step = -(-len(values) // _MOST) or 1
    places = list(range(0, len(values), step))
    return places, [_named(values[place]) for place in places]


def _named(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return number(value)
    return brief(value, 20)


def _draw_cells(axes: Axes, grid: Sequence[Sequence[float]], middle: float | None, unit: str) -> Any:
    """Draw the cells; what is not known stays bare."""
    known = [value for row in grid for value in row if math.isfinite(value)]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    if middle is not None:
        half = max(high - middle, middle - low) or 1.0
        low, high = (0.0, 1.0) if unit == PERCENT and middle == 0.5 else (middle - half, middle + half)
    numpy = need("numpy")
    values = numpy.ma.masked_invalid(numpy.array(grid, dtype=float))
    across, up = (numpy.arange(size + 1) - 0.5 for size in reversed(values.shape))
    return axes.pcolormesh(
        across, up, values, cmap=SEQUENTIAL if middle is None else DIVERGING,
        vmin=low, vmax=high if high > low else low + 1, edgecolors="none", antialiased=False, linewidth=0, rasterized=False,
    )  # fmt: skip


def _write_cells(axes: Axes, grid: Sequence[Sequence[float]], image: Any, column: Column, ink: Ink) -> None:
    """Write every value into its cell, dark on pale and pale on dark."""
    texts = [[column.text(value).removesuffix("%") for value in row] for row in grid]
    longest = max((len(text) for row in texts for text in row), default=0)
    size = 8.5 if longest <= 3 else 7.5 if longest <= 5 else 6.5
    for y, row in enumerate(grid):
        for x, value in enumerate(row):
            color = _on(image.cmap(image.norm(value))) if math.isfinite(value) else ink.faint
            axes.text(x, y, texts[y][x], ha="center", va="center", fontsize=size, color=color)


def _on(color: Sequence[float]) -> str:
    """Return black or white, whichever has more contrast with a colour (WCAG's relative luminance)."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3])
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#ffffff"
