"""The ground of a field: what walls and edges leave open, and the way round them. The field is public knowledge."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from itertools import product
from math import hypot
from typing import TYPE_CHECKING, Any

from engine.counts import terrain

if TYPE_CHECKING:
    from engine.counts.rules import CountsRules
    from engine.counts.terrain import Terrain
    from engine.field import Piece
    from engine.units import Feet

Place = tuple[float, float]

_ROOM = 1.0
"""How far from a corner one goes round it along each axis, feet."""

_TIGHT = 0.5
"""Nobody goes nearer to a wall or an edge than this by choice, feet."""


@lru_cache(maxsize=8)
def footing(field: Any, rules: CountsRules) -> Footing | None:
    """Return the ground of a field; None when nothing stands on it."""
    built = terrain.build(field, rules.wall_gap)
    return None if built is None else Footing(built)


class Footing:
    """The ground of one field.

    Args:
        built: its walls and edges.
    """

    def __init__(self, built: Terrain) -> None:
        self._terrain = built
        self._corners = _corners(built)
        self._open: dict[tuple[Place, Place], bool] = {}

    def is_clear(self, start: Place, end: Place) -> bool:
        """Return whether one can go straight from one place to another, over no edge, up or down."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        if not (dx or dy):
            return True
        met = terrain.ahead(self._terrain, *start, dx, dy, careful=True)
        return met is None or met.counts >= 1.0

    def drops_behind(self, place: Place, other: Place, feet: Feet) -> bool:
        """Return whether one at a place who gives ground to another goes over an edge within some feet."""
        met = self._behind(place, other, feet)
        return met is not None and met.drop > 0.0

    def ends_behind(self, place: Place, other: Place, feet: Feet) -> bool:
        """Return whether a wall or an edge ends the ground behind a place, as seen from another, within some feet."""
        return self._behind(place, other, feet) is not None

    def _behind(self, place: Place, other: Place, feet: Feet) -> terrain.Meeting | None:
        dx, dy = place[0] - other[0], place[1] - other[1]
        size = hypot(dx, dy)
        met = terrain.ahead(self._terrain, *place, dx / size, dy / size) if size else None
        return met if met is not None and met.counts <= feet else None

    def way(self, start: Place, end: Place) -> Place | None:
        """Return where to go first on the shortest way round all that stands between; None when there is no way.

        Of two ways of one length it takes the one to its left, so that a map turned about turns the way with it.
        """
        far: dict[Place, float] = {end: 0.0}
        queue: list[tuple[float, Place]] = [(0.0, end)]
        done: set[Place] = set()
        while queue:
            so_far, here = heappop(queue)
            if here == start:
                break
            if here in done:
                continue
            done.add(here)
            for there in (*self._corners, start):
                length = so_far + hypot(there[0] - here[0], there[1] - here[1])
                if there not in done and length < far.get(there, 1e18) and self._joined(there, here, start, end):
                    far[there] = length
                    heappush(queue, (length, there))
        if start not in far:
            return None
        steps = [
            place for place in (*self._corners, end) if place in far and place != start and self.is_clear(start, place)
        ]
        ahead = end[0] - start[0], end[1] - start[1]

        def cost(place: Place) -> tuple[float, float, float]:
            dx, dy = place[0] - start[0], place[1] - start[1]
            left, along = ahead[0] * dy - ahead[1] * dx, ahead[0] * dx + ahead[1] * dy
            return round(hypot(dx, dy) + far[place], 9), -left, -along

        return min(steps, key=cost)

    def _joined(self, one: Place, other: Place, start: Place, end: Place) -> bool:
        """Return whether two places are joined by a straight way; between two corners it is kept."""
        if one in (start, end) or other in (start, end):
            return self.is_clear(one, other)
        key = (one, other) if one < other else (other, one)
        found = self._open.get(key)
        if found is None:
            found = self._open[key] = self.is_clear(one, other) and self.is_clear(other, one)
        return found


def _corners(built: Terrain) -> tuple[Place, ...]:
    """Return the places from which one goes round the ends of walls and edges."""
    pieces = [wall.piece for wall in built.walls] + [edge.piece for edge in built.edges]
    ends = {(piece.ax, piece.ay) for piece in pieces} | {(piece.bx, piece.by) for piece in pieces}
    around = [(dx * _ROOM, dy * _ROOM) for dx, dy in product((-1, 1), repeat=2)]
    places = {(round(x + dx, 6), round(y + dy, 6)) for x, y in ends for dx, dy in around}
    return tuple(sorted(place for place in places if all(_distance(piece, place) >= _TIGHT for piece in pieces)))


def _distance(piece: Piece, place: Place) -> Feet:
    x, y = piece.nearest(*place)
    return hypot(place[0] - x, place[1] - y)
