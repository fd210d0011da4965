"""Maps turned, mirrored and shifted: squares, facings, options and log lines as they are there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

import attrs
import msgspec

from engine.options import Option
from engine.steps.grid import DIRECTIONS, FACINGS
from tests.engine.strategies import Document

Square = tuple[int, int]

PLACES = frozenset({"at", "to", "position"})
LOOKS = frozenset({"facing", "sweep"})


@attrs.frozen
class Turn:
    """A way to lay a map of a size.

    Attributes:
        move: where a square comes to lie.
        size: the size of the map there.
        names: other names of combatants.
        hand: -1 where left is right.
    """

    move: Callable[[Square], Square]
    size: Square
    names: Mapping[str, str] = attrs.field(factory=dict)
    hand: int = 1

    def square(self, square: Any) -> Square:
        """Return where a square comes to lie."""
        return self.move((square[0], square[1]))

    def facing(self, facing: str) -> str:
        """Return where a facing comes to look."""
        (ax, ay), (bx, by) = self.move((0, 0)), self.move(DIRECTIONS[FACINGS.index(facing)])
        return FACINGS[DIRECTIONS.index((bx - ax, by - ay))]

    def scatter(self, face: int) -> int:
        """Return the die of a scatter that goes the same way: to the left what went to the right in a mirror (P-LOS-3)."""
        return (self.hand * (face - 1)) % 8 + 1

    def name(self, text: str) -> str:
        """Return a name, or the id of an action, by its other name."""
        head, mark, tail = text.partition("#")
        return self.names.get(head, head) + mark + tail

    def value(self, key: str, value: Any) -> Any:
        """Return a value of an option, a log line or a scenario as it is there."""
        if isinstance(value, dict):
            return {self.name(name): self.value(name, part) for name, part in value.items()}
        if value is None:
            return None
        if key in PLACES and isinstance(value, list | tuple):
            return type(value)(self.square(value))
        if key == "path":
            return type(value)(type(part)(self.square(part)) for part in value)
        if key in LOOKS:
            return self.facing(value)
        if key == "why":
            return re.sub(r"\w+", lambda found: self.names.get(found[0], found[0]), value)
        if isinstance(value, str):
            spot = re.fullmatch(r"(-?\d+),(-?\d+)", value)
            return "{},{}".format(*self.square((int(spot[1]), int(spot[2])))) if spot and key == "target" else self.name(value)
        return value

    def option(self, option: Option) -> Option:
        """Return an option as it is there."""
        fields = {name: self.value(name, getattr(option, name)) for name in option.__struct_fields__}
        return msgspec.structs.replace(option, **fields)

    def lines(self, lines: list[Document]) -> list[Document]:
        """Return a log as it is there."""
        return [self.value("", self._thrown(line)) for line in lines]

    def _thrown(self, line: Document) -> Document:
        """Return a roll of scatter by the die that goes the same way; other lines as they are."""
        if line.get("purpose") != "scatter":
            return line
        face = self.scatter(line["faces"][0])
        return {**line, "faces": [face], "result": str(face)}

    def document(self, drawn: Document) -> Document:
        """Return a fight as it is there."""
        other = deepcopy(drawn)
        other["field"]["width"], other["field"]["height"] = self.size
        for row in [*other["combatants"], *other["field"]["objects"]]:
            row["position"] = list(self.square(row["position"]))
            if "facing" in row:
                row["facing"] = self.facing(row["facing"])
        return other


def half(width: int, height: int, names: Mapping[str, str] | None = None) -> Turn:
    """A half turn."""
    return Turn(lambda at: (width - 1 - at[0], height - 1 - at[1]), (width, height), names or {})


TURNS: dict[str, Callable[[int, int], Turn]] = {
    "quarter turn": lambda w, h: Turn(lambda at: (h - 1 - at[1], at[0]), (h, w)),
    "half turn": half,
    "three quarters": lambda w, h: Turn(lambda at: (at[1], w - 1 - at[0]), (h, w)),
    "mirror": lambda w, h: Turn(lambda at: (w - 1 - at[0], at[1]), (w, h), hand=-1),
    "upside down": lambda w, h: Turn(lambda at: (at[0], h - 1 - at[1]), (w, h), hand=-1),
    "columns as rows": lambda w, h: Turn(lambda at: (at[1], at[0]), (h, w), hand=-1),
    "shift": lambda w, h: Turn(lambda at: (at[0] + 3, at[1] + 1), (w + 5, h + 4)),
}
"""What is done to a map of a width and a height."""
