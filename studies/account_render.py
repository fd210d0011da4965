"""Printing an account: colours on a terminal, plain text elsewhere, names always as text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import IO, Any

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from studies.account import Account, Line
from studies.account_closing import Closing, Column
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


class _Console(Console):
    """A console that goes on in silence when its reader has left."""

    def on_broken_pipe(self) -> None:
        self.quiet = True
        hush()


def console_for(stream: IO[str]) -> Console:
    """Return a console, coloured as a terminal allows (``NO_COLOR`` is kept), unlimited and plain elsewhere."""
    wide = None if stream.isatty() else _WIDE
    return _Console(file=stream, width=wide, markup=False, highlight=False, emoji=False)


def print_account(
    account: Account, hints: Sequence[str] = (), stream: IO[str] | None = None, *, seq: bool = False
) -> None:
    """Print an account: header, lines by time (with their seq when asked), tables, outcome, commands that go on."""
    console = console_for(stream or sys.stdout)
    print_header(account.title, account.fighters, console)
    width = who_width(line.who for line in account.lines)
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
    for table in tables(account, console.width):
        console.print()
        print_table(table, console)
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


def who_width(names: Iterable[str]) -> int:
    """Return the width of the column of names."""
    return min(max((cell_len(shown(name)) for name in names), default=0), _NAME_WIDTH)


def print_line(line: Line, width: int, console: Console, seq: bool = False) -> None:
    """Print one line: the count right-aligned, the name, the words; wrapped under the words on a terminal."""
    who = shown(line.who)
    place = f"{line.seq:>6} " if seq else ""
    head = f"{place}{number(line.t):>9}  {who}{' ' * max(0, width - cell_len(who))}  "
    text = Text(shown(line.text), style=STYLES.get(line.kind, ""))
    indent = cell_len(head)
    if not console.is_terminal or console.width - indent < _NARROW // 2:
        console.print(Text.assemble(head, text), soft_wrap=True)
        return
    for row, part in enumerate(text.wrap(console, console.width - indent)):
        console.print(Text.assemble(head if row == 0 else " " * indent, part))


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


def tables(account: Account, width: int = _WIDE) -> list[Table]:
    """Return the closing tables, as many of their columns as fit."""
    how = telling(account.system)
    rows = how.rows_of(account.totals)
    return [_fitted(columns, how.closing, rows, width) for columns in how.closing.tables] if rows else []


def _fitted(columns: Sequence[Column], closing: Closing, totals: Mapping[str, Any], width: int) -> Table:
    """Return a table without the columns it has no room for; names are folded where that is not enough."""
    kept = [(head, [shown(tell(*pair)) for pair in totals.items()]) for head, tell in columns]
    for name in closing.dropped:
        if _width_of(kept) > width:
            kept = [column for column in kept if column[0] != name]
    rows = zip(*(cells for _, cells in kept), strict=True)
    table = table_of([head for head, _ in kept], rows, [head not in closing.left for head, _ in kept])
    table.padding = (0, _GAP - 1, 0, 0)
    for column in table.columns[1:]:
        column.no_wrap = True
    return table


def _width_of(columns: Sequence[tuple[str, Sequence[str]]]) -> int:
    """Return how wide a table is, its first column folded at the width of a name."""
    wide = [max(cell_len(text) for text in (head, *cells)) for head, cells in columns]
    return min(wide[0], _NAME_WIDTH) + sum(wide[1:]) + _GAP * (len(wide) - 1)
