"""The characters of a map: what stands for an object, and a character of its own for each combatant."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

import attrs
from rich.cells import cell_len

Json = Mapping[str, Any]

FREE, LINE, FALLEN, SEVERAL, UNNAMED = ".", "*", "x", "&", "?"
"""What stands for a free square, a line of fire, those out of the fight, several on one square, and one without a letter left."""

_PLAIN, HIDES, NEITHER = ((100, "#"), (75, "%"), (50, "="), (1, "-")), "~", "o"
"""What stands for an object by the cover it gives, for one that only hides, and for one that does neither."""

_OWN = frozenset({FREE, LINE, FALLEN, SEVERAL, UNNAMED})

_LETTERS = string.ascii_uppercase + string.ascii_lowercase + string.digits


@attrs.frozen
class Thing:
    """One object on the map; ``symbol`` is what stands for it."""

    name: str
    cover: int
    concealment: int
    symbol: str


def thing_of(row: Json, marks: Sequence[str]) -> Thing:
    """Return an object with what stands for it: its own symbol, else one by its cover."""
    cover, hides = int(row.get("cover") or 0), int(row.get("concealment") or 0)
    plain = next((char for least, char in _PLAIN if cover >= least), HIDES if hides else NEITHER)
    symbol = str(row.get("symbol") or "")
    fine = fits(symbol) and symbol not in _OWN and symbol not in marks
    return Thing(str(row.get("name")), cover, hides, symbol if fine else plain)


def fits(char: str) -> bool:
    """Whether a text can stand for a square: one printable character, one column wide."""
    return len(char) == 1 and char.isprintable() and char != " " and cell_len(char) == 1


def given_marks(specs: Sequence[Json]) -> list[str]:
    """Return the mark each combatant's scenario gives it, empty where there is none that can be used."""
    marks: list[str] = []
    for spec in specs:
        mark = str(spec.get("mark") or "")
        marks.append(mark if fits(mark) and mark not in _OWN and mark not in marks else "")
    return marks


def marks_of(specs: Sequence[Json], given: Sequence[str], symbols: set[str]) -> list[str]:
    """Return a character for each combatant, none twice: its mark, an initial, a letter of its name, any letter.

    Args:
        given: of `given_marks`.
        symbols: what stands for objects.
    """
    marks = list(given)
    taken = {*symbols, *filter(None, given)} | _OWN
    for place, spec in enumerate(specs):
        if not marks[place]:
            letters = [char for char in str(spec["name"]) if char.isalnum()]
            wanted = [one for char in letters for one in (char.upper(), char) if fits(one)]
            marks[place] = next((char for char in [*wanted, *_LETTERS] if char not in taken), UNNAMED)
            taken.add(marks[place])
    return marks
