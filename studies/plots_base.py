"""What a plot is, and how it becomes PNG and SVG: the same bytes for the same figures, whatever process draws them.

A plot is a name, a title and a function that draws; nothing of matplotlib is imported before it is drawn. Names are
texts: no mathematics, no markup, nothing hidden. SVG for pages takes its ink from the page, so that it is readable in
dark and in light.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import attrs

from studies.cli_text import shown
from studies.extras import need
from studies.plots_style import LIGHT, PAGE, RC, WIDTH, Ink
from studies.tables import NAME

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Draw = Callable[["Figure", Ink], None]
"""Draws on a figure with the colours for texts and lines."""

_PNG = {"Software": None}
_SVG = {"Date": None, "Creator": None, "Format": None, "Type": None}


@attrs.frozen
class Plot:
    """One plot of a study.

    Attributes:
        name: what its files are called: letters, digits, ``-`` and ``_``.
        title: what it shows, for people.
        draw: draws it on a figure.
        size: width and height in inches.
        note: a sentence below it, in reports: what is seen; also its text for readers who can't see it.
    """

    name: str = attrs.field()
    title: str
    draw: Draw = attrs.field(repr=False)
    size: tuple[float, float] = (WIDTH, 4.0)
    note: str = ""

    @name.validator
    def _check_name(self, _: Any, name: str) -> None:
        if not NAME.fullmatch(name):
            raise ValueError(f"a plot's name is small letters, digits, - and _; not {name!r}")

    def png(self) -> bytes:
        """Return it as PNG, dark on white.

        Raises:
            InputError: matplotlib is not installed; so do the others.
        """
        return self._rendered("png", LIGHT, _PNG, title=True)

    def svg(self) -> bytes:
        """Return it as an SVG file, dark on white."""
        from studies.plots_svg import standing

        return standing(self._rendered("svg", LIGHT, _SVG, title=True))

    def inline(self) -> ElementTree.Element:
        """Return it as an ``svg`` element for a page: no title, no background, the page's ink, ids of its own."""
        from studies.plots_svg import inlined

        about = ". ".join(part for part in (self.title, self.note) if part)
        return inlined(self._rendered("svg", PAGE, _SVG, title=False), self.name, shown(about))

    def _repr_png_(self) -> bytes:
        """Show it in a notebook."""
        return self.png()

    def _rendered(self, form: str, ink: Ink, metadata: dict[str, None], *, title: bool) -> bytes:
        style, figures = need("matplotlib.style"), need("matplotlib.figure")
        stream = BytesIO()
        with style.context(["default", RC, {"svg.hashsalt": f"couched {self.name}"}, ink.settings()]), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph .* missing from font")
            figure = figures.Figure(figsize=self.size, layout="constrained")
            if title:
                figure.suptitle(shown(self.title), x=0.01, ha="left", fontweight="bold", fontsize=11)
            self.draw(figure, ink)
            figure.savefig(stream, format=form, metadata=metadata, transparent=ink is PAGE)
        return stream.getvalue()


def legend(figure: Figure, drawn: Sequence[tuple[str, Any]], columns: int) -> None:
    """Put a legend below a figure: names and what is drawn for them; matplotlib itself hides names that begin with _."""
    if drawn:
        made = figure.legend([artist for _, artist in drawn], ["x"] * len(drawn), loc="outside lower left", ncols=columns)
        for text, (name, _) in zip(made.get_texts(), drawn, strict=True):
            text.set_text(name)
