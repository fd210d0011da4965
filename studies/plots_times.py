"""Histograms of times: one panel an arm, on one scale, with the quartiles marked."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from studies.cli_text import number
from studies.extras import need
from studies.plots_base import Plot
from studies.plots_style import SERIES, WIDTH, Ink, brief

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_BINS = 40


def time_histogram(
    name: str, title: str, times: Mapping[str, Sequence[float]], x_name: str = "counts", note: str = ""
) -> Plot:
    """Return histograms of times with their quartiles, one panel a group, all on one scale.

    Args:
        name: of its files.
        title: what it shows.
        times: the times by what their group is called; NaN is left out.
        x_name: what the times are in.
        note: a sentence below it.
    """
    groups = {label: sorted(value for value in values if math.isfinite(value)) for label, values in times.items()}

    def draw(figure: Figure, ink: Ink) -> None:
        panels = figure.subplots(max(1, len(groups)), 1, sharex=True, squeeze=False)[:, 0]
        bins = _bins([value for values in groups.values() for value in values])
        for axes, (label, values) in zip(panels, groups.items(), strict=False):
            _draw_group(axes, label, values, bins, ink)
        panels[-1].set_xlabel(brief(x_name, 60))

    return Plot(name, title, draw, (WIDTH, 0.9 + 1.35 * max(1, len(groups)) + (0.9 if len(groups) < 2 else 0)), note)


def _bins(values: Sequence[float]) -> list[float]:
    """Return the edges of bins of a round width that hold all times: the more times, the finer, `_BINS` at most."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    least = (high - low) / min(_BINS, max(5.0, 2 * math.sqrt(len(values)))) or 1.0
    power = 10.0 ** math.floor(math.log10(least))
    width = next((step * power for step in (1, 2, 5) if step * power >= least), 10 * power)
    first = math.floor(low / width)
    return [width * step for step in range(first, math.floor(high / width) + 2)]


def _draw_group(axes: Axes, label: str, values: Sequence[float], bins: Sequence[float], ink: Ink) -> None:
    """Draw one panel: bars, quartiles as lines, the quartiles in words."""
    axes.hist(values, bins=bins, color=SERIES[0], edgecolor=ink.paper, linewidth=0.6)
    axes.set_title(brief(label), loc="left", fontsize=9.5)
    axes.yaxis.grid(True)
    axes.yaxis.set_major_locator(need("matplotlib.ticker").MaxNLocator(3, integer=True))
    axes.set_ylabel("battles")
    if not values:
        axes.set_title("no battles", loc="right", fontsize=8.5)
        return
    quartiles = [values[max(0, math.ceil(part * len(values)) - 1)] for part in (0.25, 0.5, 0.75)]
    for value, line in zip(quartiles, (":", "-", ":"), strict=True):
        axes.axvline(value, color=ink.text, linewidth=1.4, linestyle=line)
    words = f"{len(values)} battles; quartiles {', '.join(number(value) for value in quartiles)}"
    axes.set_title(words, loc="right", fontsize=8.5)
