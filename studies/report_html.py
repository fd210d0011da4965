"""A study as one HTML file: nothing else is needed to read it, no script, no network; and as a piece for notebooks.

The page is built as a tree of elements, so that every text is escaped wherever it comes from. Its colours follow the
reader's choice of dark or light; wide tables scroll on their own on a phone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, tostring

from engine.errors import InputError
from studies.cli_text import plural, shown
from studies.report_style import POLICY, STYLE
from studies.report_words import Contents, arms_table, contents_of, standing, studied
from studies.tables import command_text
from studies.tables_render import label

if TYPE_CHECKING:
    from studies.plots_base import Plot
    from studies.result import StudyResult
    from studies.tables import Table

_SCALES = (0.64, 1.2)
"""How much a drawing shrinks at most, then it scrolls, and grows at most: its texts stay readable."""

_LONG = 24
"""Letters of a word from which it is broken."""

_OPEN = 4
"""Arms up to which their table is unfolded."""


def page(result: StudyResult, contents: Contents | None = None) -> str:
    """Return the report of a study as an HTML document; ``contents``: what it shows, when that is known already."""
    html = Element("html", lang="en")
    head = SubElement(html, "head")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": POLICY})
    SubElement(head, "meta", name="color-scheme", content="light dark")
    _text(head, "title", f"{result.title} - couched {result.kind}")
    SubElement(head, "style").text = STYLE
    main = SubElement(SubElement(html, "body"), "main", {"class": "couched"})
    _fill(main, result, contents or contents_of(result))
    return f"<!doctype html>\n{_written(html)}\n"


def fragment(result: StudyResult) -> str:
    """Return a study as a piece of HTML for a notebook, its style with it."""
    piece = Element("div", {"class": "couched"})
    SubElement(piece, "style").text = STYLE
    _fill(piece, result, contents_of(result))
    return _written(piece)


def table_fragment(table: Table) -> str:
    """Return one table as a piece of HTML for a notebook."""
    piece = Element("div", {"class": "couched"})
    SubElement(piece, "style").text = STYLE
    _table(piece, table)
    return _written(piece)


def _written(root: Element) -> str:
    return tostring(root, encoding="unicode", method="html")


def _text(parent: Element, tag: str, text: str, **attributes: str) -> Element:
    """Add an element with a text, everything hidden in it spelled out."""
    element = SubElement(parent, tag, {key.rstrip("_"): value for key, value in attributes.items()})
    element.text = shown(text)
    return element


def _fill(parent: Element, result: StudyResult, contents: Contents) -> None:
    """Add what a report says: what was found, plots, tables, what was studied."""
    header = SubElement(parent, "header")
    _text(header, "p", f"couched {result.kind}", class_="kind")
    _text(header, "h1", result.title)
    for sentence in standing(result):
        _text(header, "p", sentence, class_="partial")
    for sentence in contents.findings:
        _text(header, "p", sentence, class_="finding")
    for plot in contents.plots:
        _plot(parent, plot)
    for table in contents.tables:
        _table(parent, table)
    _facts(parent, result)


def _plot(parent: Element, plot: Plot) -> None:
    """Add a plot; where matplotlib is missing, the words that say how to get it."""
    figure = _section(parent, "figure", plot.name)
    _text(figure, "h2", plot.title)
    try:
        drawing = plot.inline()
        least, most = (round(part * 96 * plot.size[0]) for part in _SCALES)
        drawing.set("style", f"min-width: {least}px; max-width: {most}px")
        SubElement(figure, "div", {"class": "drawing"}).append(drawing)
    except InputError as error:
        _text(figure, "p", f"Not drawn: {error}", class_="partial")
    if plot.note:
        _text(figure, "figcaption", plot.note)


def _section(parent: Element, kind: str, name: str) -> Element:
    return SubElement(parent, kind, id=f"{kind}-{name}")


def _table(parent: Element, table: Table) -> None:
    """Add a table in a frame that scrolls by itself, its commands in rows of their own below it."""
    section = _section(parent, "section", table.name)
    _text(section, "h2", table.title)
    kept = [index for index, column in enumerate(table.columns) if column.kind != "command"]
    texts = table.texts()
    if kept and texts:
        _grid(_frame(section, table), table, texts, kept)
    elif kept:
        _text(section, "p", "Nothing.", class_="note")
    if table.note:
        _text(section, "p", table.note, class_="note")
    _commands(section, table, texts)


def _frame(parent: Element, table: Table) -> Element:
    """Add a frame that scrolls by itself, also by keyboard."""
    return SubElement(
        parent, "div", {"class": "scroll", "tabindex": "0", "role": "region", "aria-label": shown(table.title)}
    )


def _grid(parent: Element, table: Table, texts: Sequence[Sequence[str]], kept: Sequence[int]) -> None:
    grid = SubElement(parent, "table")
    row = SubElement(SubElement(grid, "thead"), "tr")
    for index in kept:
        column = table.columns[index]
        _text(row, "th", column.heading, scope="col", class_="number" if column.right else "text")
    body = SubElement(grid, "tbody")
    for cells in texts:
        row = SubElement(body, "tr")
        for place, index in enumerate(kept):
            kind = "number" if table.columns[index].right else "text"
            if any(len(word) > _LONG for word in cells[index].split()):
                kind += " long"
            if place == 0:
                _text(row, "th", cells[index], scope="row", class_=kind)
            else:
                _text(row, "td", cells[index], class_=kind)


def _commands(parent: Element, table: Table, texts: Sequence[Sequence[str]]) -> None:
    """Add the commands of a table, each with what it is for."""
    for index, column in enumerate(table.columns):
        if column.kind != "command" or not any(row[index] != "-" for row in texts):
            continue
        details = SubElement(parent, "details", {"open": ""})
        _text(details, "summary", f"{column.heading[:1].upper()}{column.heading[1:]}")
        pairs = SubElement(details, "dl", {"class": "commands"})
        for row in texts:
            if row[index] != "-":
                _text(pairs, "dt", label(table, row))
                SubElement(SubElement(pairs, "dd"), "code").text = row[index]


def _facts(parent: Element, result: StudyResult) -> None:
    """Add what was studied: enough to make it again and to see that it was this."""
    section = _section(parent, "section", "studied")
    _text(section, "h2", "What was studied")
    pairs = SubElement(section, "dl", {"class": "facts"})
    for key, value in studied(result).items():
        _text(pairs, "dt", key)
        _text(pairs, "dd", value)
    SubElement(pairs, "dt").text = "made by"
    SubElement(SubElement(pairs, "dd"), "code").text = command_text(result.facts.command)
    _arms(section, result)


def _arms(parent: Element, result: StudyResult) -> None:
    """Add every arm: where it comes from, what is set over it, its digest."""
    details = SubElement(parent, "details", {"open": ""} if len(result.arms) <= _OPEN else {})
    _text(details, "summary", plural(len(result.arms), "arm"))
    table = arms_table(result.arms)
    _grid(_frame(details, table), table, table.texts(), list(range(len(table.columns))))
    _text(details, "p", table.note, class_="note")
