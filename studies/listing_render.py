"""Printing a list: a table where it fits, its long texts folded; else one block an entry, without what is usual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from studies.account_render import print_table, table_of
from studies.cli_text import shown, value_text

Json = Mapping[str, Any]

_PAGE = 160
"""Columns of a list that is printed to no terminal."""

_GAP = 3
_PROSE = 28
"""Columns that a text of several words needs at least, to be folded and still read well."""

_INDENT = 2
_WORDS = ("title", "what", "why")
"""Keys whose texts stand for themselves, on lines of their own."""


def print_rows(rows: Sequence[Json], console: Console, usual: Json | None = None) -> None:
    """Print rows: the columns are the keys met, in order, without those that hold nothing but what is usual.

    Args:
        rows: the entries, as plain data.
        console: where to.
        usual: what keys hold when nothing is said of them; it is left out where it says nothing.
    """
    width = min(console.width, _PAGE) if not console.is_terminal else console.width
    columns = [key for key in dict.fromkeys(key for row in rows for key in row) if _tells(key, rows, usual or {})]
    cells = [[value_text(row[key]) if key in row else "" for key in columns] for row in rows]
    prose = [any(" " in row[index] for row in cells) for index in range(len(columns))]
    if sum(_least(columns, cells, prose)) + _GAP * (len(columns) - 1) <= width:
        _print_table(columns, cells, prose, [_is_figure(key, rows) for key in columns], console, width)
    else:
        _print_blocks(rows, columns, usual or {}, console, width)


def _tells(key: str, rows: Sequence[Json], usual: Json) -> bool:
    """Whether a column tells something: not what is usual or empty in every row, nor one table of figures in all."""
    if all(_is_usual(key, row, usual) for row in rows):
        return False
    first = rows[0].get(key)
    return len(rows) < 2 or not isinstance(first, dict) or any(row.get(key) != first for row in rows)


def _is_usual(key: str, row: Json, usual: Json) -> bool:
    """Whether an entry says nothing of its own under a key."""
    value = row.get(key)
    return value in (None, "", [], {}) or (key in usual and value == usual[key] and type(value) is type(usual[key]))


def _is_figure(key: str, rows: Sequence[Json]) -> bool:
    """Whether a column holds numbers only."""
    return all(isinstance(row[key], int | float) and not isinstance(row[key], bool) for row in rows if key in row)


def _least(columns: Sequence[str], cells: Sequence[Sequence[str]], prose: Sequence[bool]) -> list[int]:
    """Return the width each column needs; texts of several words may be folded."""
    wide = [max(cell_len(shown(row[index])) for row in (columns, *cells)) for index in range(len(columns))]
    return [min(width, _PROSE) if is_prose else width for width, is_prose in zip(wide, prose, strict=True)]


def _print_table(
    columns: Sequence[str], cells: Sequence[Sequence[str]], prose: Sequence[bool], right: Sequence[bool],
    console: Console, width: int,
) -> None:  # fmt: skip
    """Print a table whose only folded columns are those of prose."""
    table = table_of(columns, cells, right)
    for column, least, is_prose in zip(table.columns, _least(columns, cells, prose), prose, strict=True):
        column.no_wrap, column.min_width = not is_prose, least
    table.width = None if console.is_terminal else min(width, _whole(columns, cells))
    print_table(table, console)


def _whole(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> int:
    """Return how wide a table is with nothing folded."""
    return sum(_least(columns, cells, [False] * len(columns))) + _GAP * (len(columns) - 1)


def _print_blocks(rows: Sequence[Json], columns: Sequence[str], usual: Json, console: Console, width: int) -> None:
    """Print one block an entry: what it is called, then what is not usual about it."""
    titles = _titles(rows, columns)
    for row in rows:
        title = " ".join(value_text(row[key]) for key in titles if key in row)
        console.print(Text(shown(title), style="bold"), soft_wrap=True)
        said = {
            key: shown(value_text(row[key])) for key in columns if key not in titles and not _is_usual(key, row, usual)
        }
        figures = [f"{key} {text}" for key, text in said.items() if key not in _WORDS]
        words = [line for key in _WORDS if key in said for line in _folded([said[key]], width - _INDENT)]
        for line in (*_folded(figures, width - _INDENT), *words):
            console.print(Text(" " * _INDENT + line), soft_wrap=True)
    if usual:
        told = [f"; {key} {value_text(usual[key])}" for key in columns if usual.get(key)]
        for line in wrap(f"(Left out: none, no, 0{''.join(told)}. All of it: --json.)", width):
            console.print(Text(line, style="dim"), soft_wrap=True)


def _titles(rows: Sequence[Json], columns: Sequence[str]) -> Sequence[str]:
    """Return the leading columns that tell the entries apart."""
    for number in range(1, len(columns)):
        if len({tuple(value_text(row.get(key)) for key in columns[:number]) for row in rows}) == len(rows):
            return columns[:number]
    return columns[:1]


def _folded(parts: Sequence[str], width: int) -> list[str]:
    """Return parts in as few lines as hold them; one goes to the next line whole unless it is longer than a line."""
    lines: list[str] = []
    for index, part in enumerate(parts):
        text = part + (";" if index < len(parts) - 1 else "")
        if lines and cell_len(f"{lines[-1]} {text}") <= width:
            lines[-1] += f" {text}"
        else:
            lines += wrap(text, max(width, 8), subsequent_indent="  ", break_on_hyphens=False)
    return lines
