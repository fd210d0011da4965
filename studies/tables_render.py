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

from studies.account_render import console_for, table_of, told_width
from studies.account_render import print_table as print_rich
from studies.cli_text import shown

if TYPE_CHECKING:
    from studies.tables import Table

_GAP = 2
_FOLD = 32
"""Cells of a column of texts at most, where a table is too wide: longer ones are folded."""

_UNLIMITED = 100_000
"""Cells of a line where there is no width to keep."""

_MARKS = re.compile(r"([\\`*_\[\]<>|~$&!#@])|(?<=\w)(:)(?=//)|(?<=www)(\.)", re.IGNORECASE)
"""What Markdown (and GitHub's: mentions, mathematics, bare links) could act on inside a cell."""


def print_table(table: Table, stream: IO[str] | None = None) -> None:
    """Print a table within the width of a terminal or of ``COLUMNS``, else unlimited: title, blocks of columns, commands, note."""
    stream = stream or sys.stdout
    if stream.isatty():
        _print(table, console_for(stream), wrap=True)
    else:
        stream.write(plain(table, told_width()))


def plain(table: Table, width: int | None = None) -> str:
    """Return a table as plain text, within a width where one is told."""
    stream = StringIO()
    console = Console(file=stream, width=width or _UNLIMITED, markup=False, highlight=False, emoji=False, color_system=None)
    _print(table, console, wrap=width is not None)
    return stream.getvalue()


def _print(table: Table, console: Console, *, wrap: bool) -> None:
    console.print(Text(shown(table.title), style="bold"), soft_wrap=not wrap)
    texts = table.texts()
    for block in _blocks(table, texts, console.width):
        console.print()
        _print_block(table, texts, block, console)
    _print_commands(table, texts, console)
    if table.note:
        console.print()
        console.print(Text(shown(table.note), style="dim"), soft_wrap=not wrap)


def _print_block(table: Table, texts: Sequence[Sequence[str]], block: Sequence[int], console: Console) -> None:
    columns = [table.columns[index] for index in block]
    rows = [[row[index] for index in block] for row in texts]
    rich_table = table_of([shown(column.heading) for column in columns], rows, [column.right for column in columns])
    rich_table.padding = (0, _GAP - 1, 0, 0)
    fits = sum(_widths(table, texts, block)) + _GAP * (len(block) - 1) <= console.width
    for column, drawn in zip(columns, rich_table.columns, strict=True):
        drawn.no_wrap = fits or (column.right and len(block) > 1)
        drawn.max_width = None if fits or column.right else _FOLD
    print_rich(rich_table, console)


def _widths(table: Table, texts: Sequence[Sequence[str]], columns: Sequence[int]) -> list[int]:
    """Return how wide columns are, in cells."""
    headings = [cell_len(shown(table.columns[index].heading)) for index in columns]
    return [
        max([heading, *(cell_len(row[index]) for row in texts)]) for heading, index in zip(headings, columns, strict=True)
    ]


def _blocks(table: Table, texts: Sequence[Sequence[str]], width: int) -> list[list[int]]:
    """Return the columns of each block: all of them, or as many as fit beside the first, which every block repeats."""
    columns = [index for index, column in enumerate(table.columns) if column.kind != "command"]
    widths = _widths(table, texts, columns)
    if not columns or sum(widths) + _GAP * (len(columns) - 1) <= width:
        return [columns] if columns else []
    least = [
        wide if table.columns[index].right else min(wide, _FOLD) for index, wide in zip(columns, widths, strict=True)
    ]
    blocks: list[list[int]] = []
    left = 0
    for index, wide in zip(columns[1:], least[1:], strict=True):
        if not blocks or wide + _GAP > left:
            blocks.append(columns[:1])
            left = width - least[0]
        blocks[-1].append(index)
        left -= wide + _GAP
    return blocks or [columns]


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
        lines += [paragraph(table.note), ""]
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


def paragraph(text: str) -> str:
    """Return a text that Markdown shows as a paragraph, however it begins."""
    return re.sub(r"^(\s*)([-+=]|\d+[.)])", lambda found: f"{found[1]}{found[2][:-1]}\\{found[2][-1]}", escaped(text))
