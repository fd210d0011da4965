"""How plots look: fonts, sizes, and colours that colour-blind readers can tell apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from math import isfinite
from typing import Any, NamedTuple

from studies.cli_text import shown

FONT = "DejaVu Sans"
"""The font of plots: it comes with matplotlib, so that pictures are the same everywhere."""

RC: dict[str, Any] = {
    "font.family": [FONT], "font.size": 9.5, "text.parse_math": False, "text.usetex": False,
    "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 10, "axes.axisbelow": True,
    "axes.titlelocation": "left", "axes.unicode_minus": True, "axes.formatter.use_mathtext": False,
    "axes.formatter.useoffset": False, "grid.linewidth": 0.6, "axes.linewidth": 0.8, "lines.linewidth": 1.8,
    "legend.frameon": False, "legend.fontsize": 9, "figure.dpi": 100, "savefig.dpi": 180, "hatch.linewidth": 0.8,
    "svg.fonttype": "none", "svg.image_inline": True, "path.simplify": True,
}  # fmt: skip
"""What is set over matplotlib's defaults; a user's own settings change nothing."""


class Ink(NamedTuple):
    """The colours of texts, lines, grid and paper."""

    text: str
    faint: str
    grid: str
    paper: str

    def settings(self) -> dict[str, Any]:
        """Return them as settings of matplotlib."""
        return {
            "text.color": self.text, "axes.labelcolor": self.text, "axes.titlecolor": self.text,
            "axes.edgecolor": self.faint, "xtick.color": self.faint, "ytick.color": self.faint,
            "xtick.labelcolor": self.text, "ytick.labelcolor": self.text, "grid.color": self.grid,
            "figure.facecolor": self.paper, "axes.facecolor": self.paper, "savefig.facecolor": self.paper,
        }  # fmt: skip


LIGHT = Ink("#1b1f24", "#59636e", "#d8dee4", "#ffffff")
"""Dark on white: files."""

PAGE = Ink("#010203", "#010204", "#010205", "#010206")
"""Stand-ins that a page's own colours take the place of (`studies.plots_svg`)."""

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Colours of curves and groups (Okabe and Ito 2008), readable on white and on near-black."""

MARKS = ("o", "s", "^", "D", "v", "P")
"""Marks of curves, for readers and printers without colours."""

LINES = ("-", "--", ":")
"""Lines of curves, one kind for each turn through the colours."""

DIVERGING = "PuOr"
"""The map of what has a middle (shares around one half, differences around 0)."""

SEQUENTIAL = "cividis"
"""The map of everything else."""

WIDTH = 5.8
"""Inches of a plot: its texts are readable on a phone, and not huge on a wide screen."""

LONGEST = 26
"""Cells of a name at most in a plot; tables have it whole."""


def brief(name: object, longest: int = LONGEST) -> str:
    """Return a name as plots show it: nothing hidden, cut where it is too long."""
    text = shown(str(name))
    if _cells(text) <= longest:
        return text
    kept = ""
    for char in text:
        if _cells(kept + char) > longest - 1:
            break
        kept += char
    return f"{kept.rstrip()}…"


def digits_for(values: Iterable[float]) -> int:
    """Return how many decimals numbers need to be told apart: three digits of the largest."""
    largest = max((abs(value) for value in values if isfinite(value)), default=0.0)
    return 0 if largest >= 100 else 1 if largest >= 10 else 2


def _cells(text: str) -> int:
    """Return how wide a text is, in letters: those of East Asia are two."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
