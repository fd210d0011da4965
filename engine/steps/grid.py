"""The square grid: facings, arcs and lines between squares, in whole numbers (P-LOS-1, P-LOS-2).

Squares are (column, row), rows counted downward; a line runs from centre to centre.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.field import angle_between

if TYPE_CHECKING:
    from collections.abc import Iterator

Square = tuple[int, int]

FACINGS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
"""The eight facings, clockwise from the top of the map."""

DIRECTIONS: tuple[Square, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
"""The step each facing looks along."""

FRONT, FLANK, REAR = "front", "flank", "rear"

_MOST_ARCS = 65_536
"""So many directions are remembered with their arcs before all are forgotten."""

_SHORT = 64
"""Lines that go farther across or down than this are walked anew each time: to remember them all would fill memory."""


def is_short(dx: int, dy: int) -> bool:
    """Return whether the squares of a line are remembered."""
    return -_SHORT <= dx <= _SHORT and -_SHORT <= dy <= _SHORT


def crossed(dx: int, dy: int) -> Iterator[Square]:
    """Yield the squares a line passes through, relative to its start, without both ends (P-LOS-1).

    A square that the line touches at a corner only is not among them. Everything is whole numbers: the line enters
    square (x, y) where it crosses the grid at half-squares.

    Args:
        dx, dy: columns and rows from start to end.

    Yields:
        The squares in the order the line passes them.
    """
    nx, ny = abs(dx), abs(dy)
    sx, sy = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    x = y = 0
    while True:
        # the next vertical grid line is at x + 1/2, the next horizontal one at y + 1/2: compare when they are met
        across, down = (2 * x + 1) * ny, (2 * y + 1) * nx
        if across < down:
            x += 1
        elif across > down:
            y += 1
        else:
            x, y = x + 1, y + 1
        if x >= nx and y >= ny:
            return
        yield sx * x, sy * y


@lru_cache(maxsize=65536)
def _crossed(dx: int, dy: int) -> tuple[Square, ...]:
    """Return the squares of a short line, remembered."""
    return tuple(crossed(dx, dy))


def between(start: Square, end: Square) -> list[Square]:
    """Return the intervening squares of two squares, the nearest to the first one first (P-LOS-1)."""
    return list(along(start, end))


def along(start: Square, end: Square) -> Iterator[Square]:
    """Yield the same squares one by one, for who may stop on the way (P-LOS-1)."""
    ax, ay = start
    dx, dy = end[0] - ax, end[1] - ay
    for x, y in _crossed(dx, dy) if is_short(dx, dy) else crossed(dx, dy):
        yield ax + x, ay + y


@lru_cache(maxsize=20_000)
def passed(dx: int, dy: int, width: int) -> tuple[int, int]:
    """Return the squares of a short line as bits, remembered: one bit a square, row after row of a map (P-LOS-1).

    Args:
        dx, dy: columns and rows from start to end.
        width: columns of the map.

    Returns:
        How many squares before the start, in that order, the first of them comes, and the bits from that one on.
    """
    places = [y * width + x for x, y in _crossed(dx, dy)]
    first = min(places, default=0)
    return -first, sum([1 << place - first for place in places])


def walked(start: Square, end: Square, width: int) -> Iterator[int]:
    """Yield the squares that a line on a map passes, as they are numbered row after row, without both ends (P-LOS-1).

    The same squares as of `crossed`, for lines so long that it counts how soon one is through.
    """
    (ax, ay), (bx, by) = start, end
    across, down = 2 * abs(bx - ax), 2 * abs(by - ay)
    right, below = (1 if bx > ax else -1), (width if by > ay else -width)
    place, last = ay * width + ax, by * width + bx
    ahead = (down - across) // 2  # below 0 the next vertical grid line is met first, above 0 the next horizontal one
    while place != last:
        if ahead < 0:
            ahead += down
            place += right
        elif ahead > 0:
            ahead -= across
            place += below
        else:
            ahead += down - across
            place += right + below
        if place != last:
            yield place


def place_of(start: Square, end: Square, square: Square) -> int:
    """Return the place of a square on the short line between two others that passes it, from 0 (P-LOS-1)."""
    x, y = start
    return _crossed(end[0] - x, end[1] - y).index((square[0] - x, square[1] - y))


def gap2(one: Square, other: Square) -> int:
    """Return the square of the distance of two squares, squares²."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


def within(one: Square, other: Square, squares: float) -> bool:
    """Return whether two squares are at most so many squares apart, centre to centre."""
    return gap2(one, other) <= squares * squares


def arc(facing: int, origin: Square, other: Square, front: float, flank: float) -> str:
    """Return the arc of a combatant that another square lies in; a border belongs to the more forward arc (P-LOS-2).

    Args:
        facing: index of `FACINGS`.
        origin: the combatant's square.
        other: the other one; its own square counts as front.
        front, flank: degrees to either side that the front and the flanks reach.
    """
    off = angle_between(*DIRECTIONS[facing], other[0] - origin[0], other[1] - origin[1])
    return FRONT if off <= front else FLANK if off <= flank else REAR


class Arcs(dict[tuple[int, int, int], str]):
    """The arc that lies so many columns and rows from one who looks along a facing, reckoned when first asked for (P-LOS-2).

    Args:
        front, flank: as in `arc`.
    """

    def __init__(self, front: float, flank: float) -> None:
        self._front, self._flank = front, flank

    def __missing__(self, key: tuple[int, int, int]) -> str:
        if len(self) >= _MOST_ARCS:
            self.clear()
        found = self[key] = arc(key[0], (0, 0), key[1:], self._front, self._flank)
        return found


@lru_cache(maxsize=8)
def arcs(front: float, flank: float) -> Arcs:
    """Return the arcs of combatants whose front and flanks reach so far, the same for all fights."""
    return Arcs(front, flank)


def facing_toward(origin: Square, other: Square, here: int = 0) -> int:
    """Return the facing nearest to the direction of another square; no square lies halfway between two (P-LOS-2).

    Args:
        origin, other: from where, and toward which.
        here: what it is toward one's own square.
    """
    dx, dy = other[0] - origin[0], other[1] - origin[1]
    if not (dx or dy):
        return here
    return min(range(8), key=lambda index: angle_between(*DIRECTIONS[index], dx, dy))


def line_of(square: Square, facing: int, length: int) -> tuple[Square, ...]:
    """Return so many squares in a row, from one on along a facing."""
    dx, dy = DIRECTIONS[facing]
    return tuple([(square[0] + dx * step, square[1] + dy * step) for step in range(length)])
