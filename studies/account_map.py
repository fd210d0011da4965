"""The map of a steps battle at a moment, made from its log and nothing else: one character a square.

Fighters stand by their mark or an initial, each by its own; what they face, guard and have left is in the rows below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from engine.steps.grid import FACINGS, facing_toward, gap2
from studies.account_map_chars import FALLEN, FREE, LINE, SEVERAL, UNNAMED, Thing, given_marks, marks_of, thing_of
from studies.account_words import thing
from studies.cli_text import number, value_text

Json = Mapping[str, Any]
Square = tuple[int, int]

ARROWS = dict(zip(FACINGS, "↑↗→↘↓↙←↖", strict=True))

MOST_COLUMNS, MOST_ROWS, MARGIN = 160, 80, 2
"""The largest part of a map that is shown, and the squares shown around what stands on it."""


@attrs.define
class Figure:
    """One combatant on the map."""

    name: str
    side: str
    mark: str
    square: Square
    facing: str
    mode: str
    health: int | None
    most: int | None
    pace: str = "still"
    state: str = ""


@attrs.frozen
class Row:
    """A row of the table below a map: who stands where, and how."""

    mark: str
    name: str
    side: str
    text: str


@attrs.frozen
class Map:
    """The map at a moment.

    Attributes:
        seq: the event before which it is shown.
        title: which moment, in words.
        left, top: column and row of its first square.
        rows: one character a square.
        sides: the squares of fighters (column and row of ``rows``) and the side of each.
        fighters: who stands where.
        legend: what the characters stand for.
    """

    seq: int
    title: str
    left: int
    top: int
    rows: Sequence[str]
    sides: Sequence[tuple[int, int, str]]
    fighters: Sequence[Row]
    legend: Sequence[tuple[str, str]]


class Ground:
    """What the events of a log so far leave on the squares.

    Raises:
        ValueError, TypeError, KeyError: the scenario of the log has no map that can be read.
    """

    def __init__(self, scenario: Json) -> None:
        field = scenario["field"]
        self.size: Square = _square((field["width"], field["height"]))
        given = given_marks(scenario["combatants"])
        self.things: dict[Square, list[Thing]] = {}
        for row in field.get("objects") or []:
            self.things.setdefault(_square(row["position"]), []).append(thing_of(row, given))
        self.figures: dict[str, Figure] = {}
        marks = marks_of(scenario["combatants"], given, {one.symbol for here in self.things.values() for one in here})
        for spec, mark in zip(scenario["combatants"], marks, strict=True):
            self.figures[spec["name"]] = Figure(
                spec["name"], str(spec.get("side")), mark, _square(spec["position"]), str(spec.get("facing") or ""),
                str(spec.get("mode", "")), spec.get("health"), spec.get("health"),
            )  # fmt: skip
        _turn_to_foes(scenario["combatants"], self.figures)

    def take(self, event: Json) -> None:
        """Take the next event; what is not as it should be changes nothing."""
        change = _CHANGES.get(str(event.get("type")))
        figure = self.figures.get(str(event.get("actor")))
        if change is not None and figure is not None:
            try:
                change(self, figure, event)
            except (TypeError, ValueError, KeyError, IndexError):
                return

    def shown(self, seq: int, title: str, fire: Sequence[Square] = ()) -> Map | None:
        """Return the map as it is now; None where what stands on it reaches too far to be shown.

        Args:
            seq: the event before which it is shown.
            title: which moment, in words.
            fire: the squares of a line of fire.
        """
        window = self._window(fire)
        if window is None:
            return None
        left, top, width, height = window
        grid = [[FREE] * width for _ in range(height)]
        sides: list[tuple[int, int, str]] = []
        occupied = self._occupied()
        chars = [*self._chars(fire), *((square, _char_of(here)) for square, here in occupied.items())]
        for (x, y), char in chars:
            if 0 <= x - left < width and 0 <= y - top < height:
                grid[y - top][x - left] = char
                if (x, y) in occupied:
                    sides.append((x - left, y - top, occupied[x, y][0].side))
        rows = ["".join(row) for row in grid]
        return Map(seq, title, left, top, rows, sides, [_row(one) for one in self.figures.values()], self._legend(rows))

    def _window(self, fire: Sequence[Square]) -> tuple[int, int, int, int] | None:
        """Return the part that is shown: all of it, or what is around the fighters where that is too much."""
        width, height = self.size
        if width <= MOST_COLUMNS and height <= MOST_ROWS:
            return 0, 0, width, height
        places = [*(one.square for one in self.figures.values()), *fire]
        left, right = (edge((x for x, _ in places), default=0) for edge in (min, max))
        top, bottom = (edge((y for _, y in places), default=0) for edge in (min, max))
        left, top = max(0, left - MARGIN), max(0, top - MARGIN)
        right, bottom = min(width, right + MARGIN + 1), min(height, bottom + MARGIN + 1)
        if right - left > MOST_COLUMNS or bottom - top > MOST_ROWS:
            return None
        return left, top, right - left, bottom - top

    def _chars(self, fire: Sequence[Square]) -> Iterator[tuple[Square, str]]:
        """Yield what stands on the squares beside fighters; a line of fire shows where nothing else stands."""
        yield from ((square, LINE) for square in fire)
        for square, things in self.things.items():
            if things:
                yield square, max(things, key=lambda one: (one.cover, one.concealment)).symbol

    def _occupied(self) -> dict[Square, list[Figure]]:
        """Return who stands or lies on each square, the ones that can fight first."""
        found: dict[Square, list[Figure]] = {}
        for one in self.figures.values():
            found.setdefault(one.square, []).append(one)
        return {square: sorted(here, key=lambda one: one.state != "") for square, here in found.items()}

    def _legend(self, rows: Sequence[str]) -> list[tuple[str, str]]:
        """Return what the characters that are not fighters stand for."""
        seen = set("".join(rows))
        found: dict[str, dict[str, None]] = {}
        for things in self.things.values():
            for one in things:
                if one.symbol in seen:
                    found.setdefault(one.symbol, {})[_described(one)] = None
        legend = [(symbol, " or ".join(words)) for symbol, words in found.items()]
        others = ((LINE, "line of fire"), (FALLEN, "out of the fight"), (SEVERAL, "several"), (UNNAMED, "more"))
        return [*legend, *(pair for pair in others if pair[0] in seen)]


def _square(value: Any) -> Square:
    x, y = value
    if type(x) is not int or type(y) is not int:
        raise TypeError("a square is two whole numbers")
    return x, y


def _turn_to_foes(specs: Sequence[Json], figures: Mapping[str, Figure]) -> None:
    """Turn whoever has no facing to the nearest opponent, of several the first by stream key (P-LOS-2)."""
    keyed = sorted(specs, key=lambda spec: str(spec.get("stream") or spec["name"]))
    for one in figures.values():
        foes = [figures[spec["name"]] for spec in keyed if figures[spec["name"]].side != one.side]
        if not one.facing:
            foe = min(foes, key=lambda other: gap2(one.square, other.square), default=None)
            one.facing = FACINGS[facing_toward(one.square, foe.square)] if foe is not None else FACINGS[0]


def _described(one: Thing) -> str:
    figures = [f"{value}% {word}" for value, word in ((one.cover, "cover"), (one.concealment, "concealment")) if value]
    return " ".join([thing(one.name), *([", ".join(figures)] if figures else [])])


def _char_of(here: Sequence[Figure]) -> str:
    """Return what stands for those on one square."""
    able = [one for one in here if not one.state]
    return SEVERAL if len(able) > 1 else able[0].mark if able else FALLEN


def _row(one: Figure) -> Row:
    """Return the row of a combatant: where it is, what it faces and guards, its pace, its health."""
    x, y = one.square
    health = "" if one.most is None else f"health {value_text(one.health)}/{value_text(one.most)}"
    if one.state:
        parts = [one.state, health]
    else:
        parts = [f"faces {one.facing} {ARROWS.get(one.facing, '')}".rstrip(), one.mode, health]
        parts += [one.pace] if one.pace != "still" else []
    return Row(one.mark if not one.state else FALLEN, one.name, one.side, ", ".join([f"({x}, {y})", *filter(None, parts)]))


# what events change


def _step(ground: Ground, figure: Figure, event: Json) -> None:
    figure.square = _square(event["position"])
    _face(ground, figure, event)


def _face(ground: Ground, figure: Figure, event: Json) -> None:
    if event.get("facing") in ARROWS:
        figure.facing = str(event["facing"])


def _walk(ground: Ground, figure: Figure, event: Json) -> None:
    figure.square = _square(event["position"])
    figure.pace = str(event.get("pace")) if event.get("path") else "still"


def _mode(ground: Ground, figure: Figure, event: Json) -> None:
    figure.mode = str(event["mode"])


def _wound(ground: Ground, figure: Figure, event: Json) -> None:
    figure.health = int(event["health"])


def _out(ground: Ground, figure: Figure, event: Json) -> None:
    figure.pace = "still"
    figure.state = "dead" if event["type"] == "death" or str(event.get("why")).endswith(": dead") else figure.state or "down"


def _object(ground: Ground, figure: Figure, event: Json) -> None:
    if event.get("destroyed"):
        here = ground.things.get(_square(event["position"]), [])
        gone = next((one for one in here if one.name == event.get("name")), None)
        if gone is not None:
            here.remove(gone)


_CHANGES = {
    "step": _step, "face": _face, "walk": _walk, "mode": _mode, "wound": _wound, "down": _out, "death": _out,
    "object": _object,
}  # fmt: skip


def moment(t: Any) -> str:
    """Return a moment in words: ``count 12.5``."""
    return f"count {number(float(t))}"
