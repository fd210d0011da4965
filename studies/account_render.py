"""Printing an account: colours on a terminal, plain text elsewhere, names always as text."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import IO, Any

from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from studies.account import Account, Line
from studies.account_closing import Column
from studies.account_map import Map
from studies.account_map_print import print_between, print_map
from studies.account_systems import telling
from studies.cli_common import hush
from studies.cli_text import number, shown

STYLES = {
    "turn": "bold cyan", "hit": "bold", "blow": "", "wound": "red", "end": "bold red", "break": "yellow", "notice": "cyan",
    "commit": "", "plan": "dim", "move": "blue", "quiet": "dim",
}  # fmt: skip
"""The colour of each kind of line."""

_WIDE = 500
_NARROW = 60
_NAME_WIDTH = 18
_NAME_MOST = 40
_HANG = 4
"""Columns of the names on a terminal, of names elsewhere, and of what stands before folded words of a narrow terminal."""


class _Console(Console):
    """A console that goes on in silence when its reader has left."""

    def on_broken_pipe(self) -> None:
        self.quiet = True
        hush()


def told_width() -> int | None:
    """Return the width that ``COLUMNS`` tells, for output that goes to no terminal; None when it tells none."""
    told = os.environ.get("COLUMNS", "")
    return int(told) if told.isascii() and told.isdigit() and int(told) > 0 else None


def console_for(stream: IO[str], width: int | None = None) -> Console:
    """Return a console, coloured as a terminal allows (``NO_COLOR`` is kept), unlimited (or within a width) and plain elsewhere."""
    wide = None if stream.isatty() else width or _WIDE
    return _Console(file=stream, width=wide, markup=False, highlight=False, emoji=False)


def print_account(
    account: Account, hints: Sequence[str] = (), stream: IO[str] | None = None, *, seq: bool = False
) -> None:
    """Print an account: header, lines by time (with their seq when asked), tables, outcome, commands that go on."""
    console = console_for(stream or sys.stdout)
    print_header(account.title, account.fighters, console)
    width = who_width((line.who for line in account.lines), console)
    maps = list(account.maps)
    for line in account.lines:
        while maps and maps[0].seq <= line.seq:
            print_between(maps.pop(0), console)
        print_line(line, width, console, seq)
    print_end(account, hints, console, maps)


def print_end(account: Account, hints: Sequence[str], console: Console, maps: Sequence[Map] = ()) -> None:
    """Print what stands below the lines: the last maps, tables, outcome, hints."""
    for found in maps[:-1]:
        print_between(found, console)
    for found in maps[-1:]:
        print_map(found, console)
    closing, dropped = tables(account, console.width)
    for table in closing:
        console.print()
        print_table(table, console)
    if dropped:
        told = f"no room for {', '.join(dropped)}: a wider terminal shows them, and so does a file or a pipe"
        console.print(Text(f"({told})", style="dim"))
    console.print()
    console.print(Text(shown(account.outcome), style="bold"))
    for hint in hints:
        console.print(Text(shown(hint), style="dim"), soft_wrap=True)


def text_of(account: Account, hints: Sequence[str] = ()) -> str:
    """Return an account as plain text."""
    stream = StringIO()
    print_account(account, hints, stream)
    return stream.getvalue()


def print_header(title: str, fighters: Sequence[tuple[str, str]], console: Console) -> None:
    """Print what is fought and who fights."""
    console.print(Text(shown(title), style="bold"))
    for name, gear in fighters:
        console.print(Padding(Text.assemble((shown(name), "bold"), f": {shown(gear)}"), (0, 0, 0, 2), expand=False))
    console.print()


def who_width(names: Iterable[str], console: Console) -> int:
    """Return the width of the column of names."""
    return min(max((cell_len(shown(name)) for name in names), default=0), _most(console))


def _most(console: Console) -> int:
    """Return the width that no name goes beyond; longer ones are cut to it."""
    return _NAME_WIDTH if console.is_terminal else _NAME_MOST


def fitted_name(name: str, width: int) -> str:
    """Return a name in exactly so many columns: one too long loses its middle, so that a number at its end stays."""
    text = shown(name)
    over = cell_len(text) - width
    if over <= 0:
        return text + " " * -over
    last = text.rpartition(" ")[2]
    tail = f" {last}" if last.isdecimal() and cell_len(last) < width // 2 else ""
    return set_cell_size(text, width - 1 - cell_len(tail)) + "\u2026" + tail


def print_line(line: Line, width: int, console: Console, seq: bool = False) -> None:
    """Print one line: the count right-aligned, the name, the words; wrapped under the words on a terminal."""
    place = f"{line.seq:>6} " if seq else ""
    who = fitted_name(line.who, max(width, min(cell_len(shown(line.who)), _most(console))))
    head = f"{place}{number(line.t):>9}  {who}  "
    text = Text(shown(line.text), style=STYLES.get(line.kind, ""))
    indent = cell_len(head)
    if not console.is_terminal:
        console.print(Text.assemble(head, text), soft_wrap=True)
    elif console.width - indent < _NARROW // 2:
        _print_narrow(f"{place.lstrip()}{number(line.t)} {who.rstrip()}", text, console)
    else:
        for row, part in enumerate(text.wrap(console, console.width - indent)):
            console.print(Text.assemble(head if row == 0 else " " * indent, part))


def _print_narrow(head: str, text: Text, console: Console) -> None:
    """Print a line where the columns leave no room for words: all in one, and the rest of it indented."""
    whole = Text.assemble(f"{head.rstrip()} ", text)
    for row, part in enumerate(whole.wrap(console, max(console.width - _HANG, _HANG))):
        console.print(Text.assemble("" if row == 0 else " " * _HANG, part))


def table_of(columns: Sequence[str], rows: Iterable[Sequence[Any]], right: Sequence[bool]) -> Table:
    """Return a plain table; ``right`` says of each column whether it is set to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column, is_right in zip(columns, right, strict=True):
        table.add_column(column, justify="right" if is_right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(shown(str(cell))) for cell in row))
    return table


def print_table(table: Table, console: Console) -> None:
    """Print a table; off a terminal without blanks at line ends."""
    if console.is_terminal:
        console.print(table)
        return
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        console.print(Text(line.rstrip()), soft_wrap=True)


_GAP = 2


def tables(account: Account, width: int = _WIDE) -> tuple[list[Table], list[str]]:
    """Return the closing tables, as many of their columns as fit, and the heads of the others."""
    how = telling(account.system)
    rows = how.rows_of(account.totals)
    found, missing = [], []
    for columns, droppable in zip(how.closing.tables, how.closing.dropped, strict=True) if rows else ():
        table, dropped = _fitted(columns, droppable, how.closing.left, rows, width)
        found.append(table)
        missing += dropped
    return found, missing


def _fitted(
    columns: Sequence[Column], droppable: Sequence[str], left: Sequence[str], totals: Mapping[str, Any], width: int
) -> tuple[Table, list[str]]:
    """Return a table without the columns it has no room for, and their heads.

    Where that is not enough names are folded between words, and the last columns go before a word is cut.
    """
    kept = [(head, [shown(tell(*pair)) for pair in totals.items()]) for head, tell in columns]
    dropped = []
    for name in droppable:
        if _width_of(kept) > width:
            kept = [column for column in kept if column[0] != name]
            dropped.append(name)
    while len(kept) > 2 and _width_of(kept, by_words=True) > width:
        dropped.append(kept.pop()[0])
    rows = zip(*(cells for _, cells in kept), strict=True)
    table = table_of([head for head, _ in kept], rows, [head not in left for head, _ in kept])
    table.padding = (0, _GAP - 1, 0, 0)
    for column in table.columns[1:]:
        column.no_wrap = True
    return table, [head for head, _ in columns if head in dropped]


def _width_of(columns: Sequence[tuple[str, Sequence[str]]], *, by_words: bool = False) -> int:
    """Return how wide a table is, its first column folded at the width of a name, or between all words."""
    (first, names), *others = columns
    texts = [part for text in (first, *names) for part in (text.split() if by_words else [text])]
    wide = [max(map(cell_len, texts), default=0), *(max(map(cell_len, (head, *cells))) for head, cells in others)]
    return min(wide[0], _NAME_WIDTH) + sum(wide[1:]) + _GAP * (len(wide) - 1)
