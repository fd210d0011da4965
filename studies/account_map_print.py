"""Printing a map: one character a square, numbered along its sides, fighters in the colour of their side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from studies.account_map import Map
from studies.cli_text import shown

COLOURS = ("red", "blue", "green", "magenta", "yellow", "cyan")
"""The colours of sides whose name is none itself, in the order in which they come."""

_APART = 5
"""Columns between two numbers above a map."""

_NAME_WIDTH = 18


def print_between(found: Map, console: Console) -> None:
    """Print a map between the lines of an account, set apart from them."""
    print_map(found, console)
    console.print()


def print_map(found: Map, console: Console) -> None:
    """Print a map with who stands on it and what its characters mean; one before everything stands close to the header."""
    if found.seq > 1:
        console.print()
    colours = colours_of([row.side for row in found.fighters])
    margin = max(len(str(found.top + len(found.rows) - 1)), 2) + 2
    console.print(Text(shown(found.title), style="bold"))
    console.print(Text(" " * (margin + 1) + ruler(found), style="dim"), no_wrap=True, crop=True, overflow="crop")
    for number, row in enumerate(_coloured(found, colours)):
        label = Text(f"{found.top + number:>{margin}} ", style="dim")
        console.print(Text.assemble(label, row), no_wrap=True, crop=True, overflow="crop")
    width = min(max((cell_len(shown(row.name)) for row in found.fighters), default=0), _NAME_WIDTH)
    for fighter in found.fighters:
        name = shown(fighter.name)
        style = f"bold {colours[fighter.side]}"
        gap = " " * max(0, width - cell_len(name))
        head = Text.assemble(" " * (margin - 1), (fighter.mark, style), " ", (name, style), gap)
        console.print(Text.assemble(head, f"  {shown(fighter.text)}"), soft_wrap=not console.is_terminal)
    if found.legend:
        words = "; ".join(f"{symbol} {shown(text)}" for symbol, text in found.legend)
        console.print(Text(f"{' ' * (margin - 1)}{words}", style="dim"), soft_wrap=not console.is_terminal)


def ruler(found: Map) -> str:
    """Return the numbers above a map: every fifth column's, where it begins."""
    width = len(found.rows[0]) if found.rows else 0
    text = ""
    for column in range(width):
        number = found.left + column
        if number % _APART == 0:
            text = f"{text:<{column}}{number}"
    return text


def colours_of(sides: Sequence[str]) -> Mapping[str, str]:
    """Return a colour for each side: the one it is named for, else the next that is free."""
    known = list(dict.fromkeys(sides))
    free = [colour for colour in COLOURS if colour not in known] or list(COLOURS)
    others = [side for side in known if side not in COLOURS]
    return {side: side for side in known if side in COLOURS} | {
        side: free[place % len(free)] for place, side in enumerate(others)
    }


def _coloured(found: Map, colours: Mapping[str, str]) -> Iterator[Text]:
    """Yield the rows with fighters in the colours of their sides."""
    rows = [Text(row) for row in found.rows]
    for x, y, side in found.sides:
        rows[y].stylize(f"bold {colours.get(side, 'white')}", x, x + 1)
    yield from rows
