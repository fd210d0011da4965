"""Tables as text and as Markdown: within a width, in several blocks where one is too wide."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import IO, TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from studies.account_render import console_for, table_of
from studies.account_render import print_table as print_rich
from studies.cli_text import shown

if TYPE_CHECKING:
    from studies.tables import Table

_GAP = 2
_FIRST = 32
"""Cells of the first column at most, where a table has to be cut: longer names are folded."""

_MARKS = re.compile(r"([\\`*_\[\]<>|~$&!#@])|(?<=\w)(:)(?=//)|(?<=www)(\.)", re.IGNORECASE)
"""What Markdown (and GitHub's: mentions, mathematics, bare links) could act on inside a cell."""


def print_table(table: Table, stream: IO[str] | None = None) -> None:
    """Print a table: title, blocks of columns, note, commands."""
    console = console_for(stream or sys.stdout)
    _print(table, console, console.width)


def plain(table: Table, width: int | None = None) -> str:
    """Return a table as plain text."""
    stream = StringIO()
    console = console_for(stream)
    if width is None:
        _print(table, console, sys.maxsize)
    else:
        _print(table, console, width)
    return stream.getvalue()


def _print(table: Table, console: Console, width: int) -> None:
    console.print(Text(shown(table.title), style="bold"), soft_wrap=True)
    texts = table.texts()
    shown_columns = [index for index, column in enumerate(table.columns) if column.kind != "command"]
    for block in _blocks(table, texts, shown_columns, width):
        console.print()
        _print_block(table, texts, block, console)
    _print_commands(table, texts, console)
    if table.note:
        console.print()
        console.print(Text(shown(table.note), style="dim"), soft_wrap=not console.is_terminal)


def _print_block(table: Table, texts: Sequence[Sequence[str]], block: Sequence[int], console: Console) -> None:
    columns = [table.columns[index] for index in block]
    rows = [[row[index] for index in block] for row in texts]
    rich_table = table_of([shown(c.heading) for c in columns], rows, [c.right for c in columns])
    rich_table.padding = (0, _GAP - 1, 0, 0)
    for column in rich_table.columns[1:]:
        column.no_wrap = len(block) > 2
    print_rich(rich_table, console)


def _blocks(
    table: Table, texts: Sequence[Sequence[str]], columns: Sequence[int], width: int
) -> list[list[int]]:
    """Return the columns of each block: all of them, or as many as fit beside the first, which every block repeats."""
    wide = {
        index: max(cell_len(shown(table.columns[index].heading)), *(cell_len(row[index]) for row in texts), 0)
        for index in columns
    }
    if not columns or sum(wide.values()) + _GAP * (len(columns) - 1) <= width:
        return [list(columns)] if columns else []
    first, *others = columns
    room = width - min(wide[first], _FIRST)
    blocks: list[list[int]] = []
    used = room + 1
    for index in others:
        need = wide[index] + _GAP
        if used + need > room or not blocks:
            blocks.append([first])
            used = 0
        blocks[-1].append(index)
        used += need
    return blocks or [[first]]


def _print_commands(table: Table, texts: Sequence[Sequence[str]], console: Console) -> None:
    """Print commands below the table, whole and on lines of their own, so that they can be copied."""
    for index, column in enumerate(table.columns):
        if column.kind != "command":
            continue
        console.print()
        for row in texts:
            if row[index] != "-":
                console.print(Text(f"{label(table, row)}:", style="dim"), soft_wrap=True)
                console.print(Text(f"  {row[index]}"), soft_wrap=True)


def label(table: Table, row: Sequence[str]) -> str:
    """Return what a command is for: the first two texts of its row."""
    texts = [cell for column, cell in zip(table.columns, row, strict=True) if column.kind == "text" and cell != "-"]
    return ", ".join(texts[:2])


def markdown(table: Table) -> str:
    """Return a table as Markdown: heading, rows, note, commands as a block of code."""
    texts = table.texts()
    kept = [index for index, column in enumerate(table.columns) if column.kind != "command"]
    lines = [f"### {escaped(table.title)}", ""]
    if kept:
        lines.append(_line(escaped(table.columns[index].heading) for index in kept))
        lines.append(_line("---:" if table.columns[index].right else ":---" for index in kept))
        lines += [_line(escaped(row[index]) for index in kept) for row in texts]
        lines.append("")
    for index, column in enumerate(table.columns):
        if column.kind == "command":
            lines += code([text for row in texts if row[index] != "-" for text in (f"# {label(table, row)}", row[index])])
    if table.note:
        lines += [escaped(table.note), ""]
    return "\n".join(lines)


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def code(lines: Sequence[str]) -> list[str]:
    """Return lines as a block of code, its fence longer than any run of backticks inside."""
    if not lines:
        return []
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}sh", *lines, fence, ""]


def escaped(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return _MARKS.sub(lambda found: f"\\{found.group()}", shown(text))
