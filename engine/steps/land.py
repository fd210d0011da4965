"""The map in one state: what stands on the lines over it, and the ground (P-LOS-4, P-LOS-5, P-LOS-7, P-MOV-1).

Nothing about a land ever changes. A fight begins on the land of its map, which all battles on that map share, and goes over to
one of its own when something on it breaks (`lookup.forget`). So what is remembered here is never out of date, and people,
who come and go, are not in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.steps import grid
from engine.steps.footing import Ground

if TYPE_CHECKING:
    from engine.steps.model import FieldSpec, PlacedSpec
    from engine.steps.rules import StepsRules
    from engine.steps.state import Fighter

Square = tuple[int, int]

FULL = 100
"""Percent of cover from which on something is no valid target (P-LOS-5)."""

MOST_LINES = 50_000
"""So many lines between squares, and so many covers on them, are remembered before all are forgotten."""

MOST_LANDS = 4
"""Of so many maps the lands are kept, those fought on last."""


class Stood(NamedTuple):
    """An object that stands on its square: its place among the map's objects, from 0, and what it is."""

    number: int
    spec: PlacedSpec


class Cover(NamedTuple):
    """One thing that gives cover on a line: an object or a bystander (P-LOS-4).

    Attributes:
        thing: the object, or None.
        fighter: the bystander, or None.
        percent: the cover it gives.
        place: its place on the line, from 0 at the shooter.
    """

    thing: Stood | None
    fighter: Fighter | None
    percent: int
    place: int


class Line(NamedTuple):
    """What stands on the line from one square to another.

    Attributes:
        covers: everything that gives cover, the nearest to the shooter first.
        cover: their sum, percent; two or more bystanders count as their own total (P-LOS-4).
        concealment: the sum of what hides, percent (P-LOS-7).
    """

    covers: tuple[Cover, ...]
    cover: int
    concealment: int


CLEAR = Line((), 0, 0)
"""A line on which nothing stands."""


class Land:
    """A map with what stands on it.

    Attributes:
        chances: chances of shots between its squares, by what is shot with (`reckon.chances`).

    Args:
        width, height: columns and rows.
        stood: the objects that stand, in the order of the map's.
        rules: the rules of the fights on it.
        before: the map before anything broke; lines that nothing of what broke was on are as they were.
    """

    def __init__(
        self, width: int, height: int, stood: Iterable[Stood], rules: StepsRules, before: Land | None = None
    ) -> None:
        self.width, self.height, self.rules = width, height, rules
        self.before = before
        self.chances: dict[Any, Any] = {}
        self.stands: dict[Square, list[Stood]] = {}
        for one in stood:
            self.stands.setdefault(one.spec.position, []).append(one)
        self.lines: dict[tuple[Square, Square], Line] = {}
        self.hides: dict[tuple[Square, Square], bool] = {}
        self._covers = 0
        self._in_the_way = 0
        for square in self.stands:
            self._in_the_way |= self.bit(square)
        self._changed = 0
        for square, here in before.stands.items() if before is not None else ():
            if self.stands.get(square) != here:
                self._changed |= self.bit(square)
        self._ground: Ground | None = None

    @property
    def ground(self) -> Ground:
        """The squares one can walk over."""
        if self._ground is None:
            blocked = [square for square, here in self.stands.items() if not all(one.spec.passable for one in here)]
            self._ground = Ground(self.width, self.height, frozenset(blocked))
        return self._ground

    def as_before(self, start: Square, end: Square) -> Land | None:
        """Return the land before anything broke, where a line is as it was then; None where it may have changed."""
        before = self.before
        return None if before is None or self.is_met(start, end, self._changed) else before

    def has(self, square: Square) -> bool:
        """Return whether a square is on the map."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def bit(self, square: Square) -> int:
        """Return the number that stands for a square in sets of squares, one bit each; 0 off the map."""
        return 1 << square[1] * self.width + square[0] if self.has(square) else 0

    def is_met(self, start: Square, end: Square, squares: int) -> bool:
        """Return whether the line between two squares may pass one of a set: False is certain, and found at once (P-LOS-1).

        Args:
            squares: the bits of the set.
        """
        if not squares:
            return False
        dx, dy = end[0] - start[0], end[1] - start[1]
        if not (grid.is_short(dx, dy) and self.has(start) and self.has(end)):
            return True
        before, passed = grid.passed(dx, dy, self.width)
        return squares >> start[1] * self.width + start[0] - before & passed != 0

    def line(self, start: Square, end: Square) -> Line:
        """Return what objects stand between two squares (P-LOS-4, P-LOS-5, P-LOS-7)."""
        key = start, end
        found = self.lines.get(key)
        if found is None:
            found = self._line(start, end)
            self._covers += len(found.covers)
            if len(self.lines) >= MOST_LINES or self._covers > MOST_LINES:
                self.lines.clear()
                self._covers = len(found.covers)
            self.lines[key] = found
        return found

    def _line(self, start: Square, end: Square) -> Line:
        if not self.is_met(start, end, self._in_the_way):
            return CLEAR
        before = self.as_before(start, end)
        if before is not None:
            return before.line(start, end)
        covers: list[Cover] = []
        cover = concealment = 0
        for place, square in enumerate(grid.along(start, end)):
            for one in self.stands.get(square, ()):
                concealment += one.spec.concealment
                if one.spec.cover:
                    covers.append(Cover(one, None, one.spec.cover, place))
                    cover += one.spec.cover
        return Line(tuple(covers), cover, concealment) if covers or concealment else CLEAR

    def hidden(self, start: Square, end: Square) -> bool:
        """Return whether objects hide a square from another altogether; looked at no farther than it takes to tell (P-LOS-5)."""
        key = start, end
        known = self.hides.get(key)
        if known is None:
            if len(self.hides) >= MOST_LINES:
                self.hides.clear()
            known = self.hides[key] = self._hidden(start, end)
        return known

    def _hidden(self, start: Square, end: Square) -> bool:
        """Return whether the covers on a line come to full cover, the nearest to the shooter added first."""
        if not self.is_met(start, end, self._in_the_way):
            return False
        before = self.as_before(start, end)
        if before is not None:
            return before.hidden(start, end)
        cover = 0
        for square in grid.along(start, end):
            for one in self.stands.get(square, ()):
                cover += one.spec.cover
                if cover >= FULL:
                    return True
        return False


_lands: list[tuple[FieldSpec, Land]] = []
"""The lands of the maps fought on last, the latest last."""


def whole(field: FieldSpec, rules: StepsRules) -> Land:
    """Return the land of a map on which nothing is broken: one for all battles on that map under the same rules."""
    for place, (known, land) in enumerate(_lands):
        if (known is field or known == field) and (land.rules is rules or land.rules == rules):
            _lands.append(_lands.pop(place))
            return land
    land = Land(field.width, field.height, map(Stood, range(len(field.objects)), field.objects), rules)
    _lands.append((field, land))
    del _lands[:-MOST_LANDS]
    return land
