"""The map in one state: what stands on the lines over it, and the ground (P-LOS-4, P-LOS-5, P-LOS-7, P-MOV-1).

Nothing about a land ever changes. A fight begins on the land of its map, which all battles on that map share, and goes over to
another when something on it breaks (`lookup.forget`). So what is remembered here is never out of date, and people,
who come and go, are not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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

_MOST_LATER = 16
"""Of so many sets of broken objects the lands are kept with a map's before all are forgotten."""

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


class Hides(dict[tuple[Square, Square], bool]):
    """Whether objects hide one square from another, by both: found out the first time it is asked, for either way at once.

    Args:
        find: finds it out.
    """

    def __init__(self, find: Callable[[Square, Square], bool]) -> None:
        self._find = find

    def __missing__(self, key: tuple[Square, Square]) -> bool:
        if len(self) >= MOST_LINES:
            self.clear()
        start, end = key
        found = self[key] = self[end, start] = self._find(start, end)
        return found


class Land:
    """A map with what stands on it.

    Attributes:
        hides: whether objects hide one square from another, by both; see `hidden`.
        chains: links of difficulties by what they are made from (`attack.links`).
        odds: chances of shots between its squares, by what is shot with (`reckon.chances`).

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
        self.odds: dict[Any, Any] = {}
        self.chains: dict[Any, Any] = {} if before is None else before.chains
        self.stands: dict[Square, list[Stood]] = {}
        for one in stood:
            self.stands.setdefault(one.spec.position, []).append(one)
        self.lines: dict[tuple[Square, Square], Line] = {}
        self.hides = Hides(self._hidden)
        self._covers = 0
        self._later: dict[frozenset[int], Land] = {}
        self._in_the_way = 0
        for square in self.stands:
            self._in_the_way |= self.bit(square)
        on_map = [square for square in self.stands if self.has(square)]
        self._shares = {y * width + x: sum([one.spec.cover for one in self.stands[x, y]]) for x, y in on_map}
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
            before = self.before.ground if self.before is not None else None
            if before is not None and before.blocked == frozenset(blocked):
                self._ground = before
            else:
                self._ground = Ground(self.width, self.height, frozenset(blocked))
        return self._ground

    def without(self, broken: Iterable[int]) -> Land:
        """Return the land on which some objects are broken, by their numbers, and no others."""
        whole, gone = self.before or self, frozenset(broken)
        if not gone:
            return whole
        found = whole._later.get(gone)
        if found is None:
            if len(whole._later) >= _MOST_LATER:
                whole._later.clear()
            stood = [one for here in whole.stands.values() for one in here if one.number not in gone]
            found = whole._later[gone] = Land(self.width, self.height, stood, self.rules, whole)
        return found

    def has(self, square: Square) -> bool:
        """Return whether a square is on the map."""
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def bit(self, square: Square) -> int:
        """Return the number that stands for a square in sets of squares, one bit each; 0 off the map."""
        return 1 << square[1] * self.width + square[0] if self.has(square) else 0

    def met(self, start: Square, end: Square, squares: int) -> int | None:
        """Return those squares of a set that the line between two squares passes, as bits; None where it must be walked (P-LOS-1).

        Args:
            squares: the bits of the set.
        """
        (ax, ay), (bx, by) = start, end
        dx, dy, width, height = bx - ax, by - ay, self.width, self.height
        if not (0 <= ax < width and 0 <= bx < width and 0 <= ay < height and 0 <= by < height and grid.is_short(dx, dy)):
            return None
        before, bits = grid.passed(dx, dy, width)
        first = ay * width + ax - before
        return (squares >> first & bits) << first

    def passed(self, start: Square, end: Square, met: int) -> list[tuple[int, Square]]:
        """Return the squares that `met` found, the nearest to the start first, each with its place on the line (P-LOS-1)."""
        found: list[tuple[int, Square]] = []
        while met:
            last = met & -met
            y, x = divmod(last.bit_length() - 1, self.width)
            found.append((grid.place_of(start, end, (x, y)), (x, y)))
            met ^= last
        found.sort()
        return found

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
        met = self.met(start, end, self._in_the_way)
        if met == 0:
            return CLEAR
        if self.before is not None and self.met(start, end, self._changed) == 0:
            return self.before.line(start, end)
        covers: list[Cover] = []
        cover = concealment = 0
        for place, square in enumerate(grid.along(start, end)) if met is None else self.passed(start, end, met):
            for one in self.stands.get(square, ()):
                concealment += one.spec.concealment
                if one.spec.cover:
                    covers.append(Cover(one, None, one.spec.cover, place))
                    cover += one.spec.cover
        return Line(tuple(covers), cover, concealment) if covers or concealment else CLEAR

    def hidden(self, start: Square, end: Square) -> bool:
        """Return whether objects hide a square from another altogether; looked at no farther than it takes to tell (P-LOS-5)."""
        return self.hides[start, end]

    def _hidden(self, start: Square, end: Square) -> bool:
        """Return whether the covers on a line come to full cover, the nearest to the shooter added first."""
        met = self.met(start, end, self._in_the_way)
        if met == 0:
            return False
        if self.before is not None and self.met(start, end, self._changed) == 0:
            return self.before.hides[start, end]
        cover, shares = 0, self._shares
        if met is not None:
            while met:
                last = met & -met
                cover += shares.get(last.bit_length() - 1, 0)
                met ^= last
            return cover >= FULL
        if self.has(start) and self.has(end):
            found = (shares[place] for place in grid.walked(start, end, self.width) if place in shares)
        else:
            found = (one.spec.cover for square in grid.along(start, end) for one in self.stands.get(square, ()))
        for share in found:
            cover += share
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
