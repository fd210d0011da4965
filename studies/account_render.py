"""Printing an account: colours on a terminal, plain text elsewhere, names always as text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import IO, Any

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from studies.account import Account, Line
from studies.account_totals import PHASES, Totals
from studies.cli_common import hush
from studies.cli_text import number, shown

STYLES = {
    "hit": "bold", "blow": "", "wound": "red", "end": "bold red", "break": "yellow", "notice": "cyan",
    "commit": "", "plan": "dim", "move": "blue", "quiet": "dim",
}  # fmt: skip
"""The colour of each kind of line."""

_WIDE = 500
_NARROW = 60
_NAME_WIDTH = 16


class _Console(Console):
    """A console that goes on in silence when its reader has left."""

    def on_broken_pipe(self) -> None:
        self.quiet = True
        hush()


def console_for(stream: IO[str]) -> Console:
    """Return a console, coloured as a terminal allows (``NO_COLOR`` is kept), unlimited and plain elsewhere."""
    wide = None if stream.isatty() else _WIDE
    return _Console(file=stream, width=wide, markup=False, highlight=False, emoji=False)


def print_account(account: Account, hints: Sequence[str] = (), stream: IO[str] | None = None) -> None:
    """Print an account: header, lines by time, tables, outcome, and commands that go on from here."""
    console = console_for(stream or sys.stdout)
    _print_header(account, console)
    width = _who_width(account)
    for line in account.lines:
        _print_line(line, width, console)
    for table in tables(account):
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


def _print_header(account: Account, console: Console) -> None:
    console.print(Text(shown(account.title), style="bold"))
    for name, gear in account.fighters:
        console.print(Padding(Text.assemble((shown(name), "bold"), f": {shown(gear)}"), (0, 0, 0, 2), expand=False))
    console.print()


def _who_width(account: Account) -> int:
    widths = [cell_len(shown(line.who)) for line in account.lines]
    return min(max(widths, default=0), _NAME_WIDTH)


def _print_line(line: Line, width: int, console: Console) -> None:
    """Print one line: the count right-aligned, the name, the words; wrapped under the words on a terminal."""
    who = shown(line.who)
    head = f"{number(line.t):>9}  {who}{' ' * max(0, width - cell_len(who))}  "
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


def tables(account: Account) -> list[Table]:
    """Return the closing tables: what each fighter did, and where its counts went."""
    if not account.totals:
        return []
    did = ("fighter", "state", "HTK left", "blows", "hits", "misses", "dealt", "first blow", "break-offs")
    return [
        table_of(did, [_did(*pair) for pair in account.totals.items()], [False, False] + [True] * (len(did) - 2)),
        table_of(("counts spent", *PHASES), [_spent(*pair) for pair in account.totals.items()], [False] + [True] * 5),
    ]


def _did(name: str, totals: Totals) -> tuple[str, ...]:
    left = "?" if totals.htk is None else f"{totals.htk - totals.htk_lost}/{totals.htk}"
    first = "-" if totals.first_blow is None else number(totals.first_blow)
    counts = (totals.blows, totals.hits, totals.misses, totals.dealt)
    return (name, totals.state, left, *map(str, counts), first, str(totals.break_offs))


def _spent(name: str, totals: Totals) -> tuple[str, ...]:
    return (name, *(number(totals.counts[phase]) for phase in PHASES))
