"""What stands on the field: walls and edges as straight pieces, what a course meets first, and who is hidden.

Plain geometry over frozen values; `barriers` says what becomes of a fighter that meets something.
"""

from __future__ import annotations

from itertools import pairwise

import attrs

from engine.counts.model import FieldSpec
from engine.field import NEVER, Piece, crosses, time_to_cross, time_to_meet
from engine.units import Feet, Tick

Place = tuple[Feet, Feet]


@attrs.frozen
class Wall:
    """One straight piece of a wall; ``sight`` when it hides what is behind it."""

    name: str
    piece: Piece
    sight: bool


@attrs.frozen
class Edge:
    """An edge: its left side is high, its right side ``drop`` feet lower (C-FAL-1)."""

    name: str
    piece: Piece
    drop: Feet

    def is_low(self, x: float, y: float, gap: Feet) -> bool:
        """Return whether a place is on its low side; the line itself belongs to the high side."""
        return self.piece.side(x, y) < -gap / 2.0


@attrs.frozen
class Terrain:
    """The walls that stand and the edges of a field; ``screens`` are the pieces that hide."""

    walls: tuple[Wall, ...]
    edges: tuple[Edge, ...]
    screens: tuple[Piece, ...]
    gap: Feet


@attrs.frozen
class Meeting:
    """What a course meets first: after how many counts, where, and what; ``drop`` above 0 for an edge gone over."""

    counts: float
    name: str
    place: Place
    drop: Feet = 0.0


@attrs.frozen
class Barrier:
    """A meeting on the clock: the tick at which a mover has come to it, where it is put, and what it meets."""

    tick: Tick
    name: str
    place: Place
    drop: Feet


def build(field: FieldSpec | None, gap: Feet) -> Terrain | None:
    """Return the terrain of a field, by name whatever the listing; None when nothing stands on it.

    Args:
        field: walls, of which the open ones are none, and edges.
        gap: nobody comes closer to a wall than this, feet.
    """
    if field is None:
        return None
    closed = sorted((wall for wall in field.walls if not wall.open), key=lambda wall: wall.name)
    walls = tuple(
        Wall(wall.name, Piece.between(*ends), wall.sight) for wall in closed for ends in pairwise(wall.points)
    )
    edges = tuple(
        Edge(edge.name, Piece.between(edge.start, edge.end), edge.drop)
        for edge in sorted(field.edges, key=lambda edge: edge.name)
    )
    if not walls and not edges:
        return None
    return Terrain(walls, edges, tuple(wall.piece for wall in walls if wall.sight), gap)


def ahead(terrain: Terrain, x: float, y: float, vx: float, vy: float, careful: bool = False) -> Meeting | None:
    """Return what a straight course meets first: a wall, an edge's foot, which is as good as a wall, or a drop.

    Of what is met at the same moment walls go before edges, and each by name.

    Args:
        x, y: where the mover is now, feet.
        vx, vy: its velocity; the counts returned are reckoned with it.
        careful: it stops before an edge instead of going over.
    """
    best, name, drop, over = NEVER, "", 0.0, None
    for wall in terrain.walls:
        counts = time_to_meet(wall.piece, x, y, vx, vy, terrain.gap)
        if counts < best:
            best, name = counts, wall.name
    for edge in terrain.edges:
        low = careful or edge.is_low(x, y, terrain.gap)
        counts = time_to_meet(edge.piece, x, y, vx, vy, terrain.gap) if low else time_to_cross(edge.piece, x, y, vx, vy)
        if counts < best:
            best, name, drop, over = counts, edge.name, 0.0 if low else edge.drop, None if low else edge.piece
    if best == NEVER:
        return None
    place = (x + vx * best, y + vy * best)
    if over is not None:
        place = beyond(over, place, terrain.gap)
    return Meeting(best, name, (round(place[0], 9), round(place[1], 9)), drop)


def beyond(piece: Piece, place: Place, gap: Feet) -> Place:
    """Return the place a gap to the right of an edge, for one who crosses it at a place."""
    along = piece.along(*place)
    return piece.ax + piece.dx * along + piece.dy * gap, piece.ay + piece.dy * along - piece.dx * gap


def held_back(terrain: Terrain, x: float, y: float, place: Place) -> Place:
    """Return a place, or where the straight way to it is stopped: by a wall, or short of a drop."""
    dx, dy = place[0] - x, place[1] - y
    met = ahead(terrain, x, y, dx, dy) if dx or dy else None
    if met is None or met.counts >= 1.0:
        return place
    return (x, y) if met.drop else met.place


def room(terrain: Terrain, x: float, y: float, dx: float, dy: float, careful: bool) -> Feet:
    """Return how far one can go in a direction (a unit vector) before a wall or the foot of an edge stops it, feet."""
    met = ahead(terrain, x, y, dx, dy, careful)
    return NEVER if met is None or met.drop else met.counts


def is_hidden(terrain: Terrain, p: Place, q: Place) -> bool:
    """Return whether something stands between two places that hides one from the other."""
    return any(crosses(piece, *p, *q) for piece in terrain.screens)


def time_to_free(
    terrain: Terrain, x: float, y: float, rx: float, ry: float, vx: float, vy: float, reach: Feet, careful: bool
) -> float:
    """Return when the way to a moving place is no longer into what one stands at, for the first of those pieces.

    Args:
        x, y: where one stands.
        rx, ry: the way: the place as one sees it now (turned about for the way back from it).
        vx, vy: how it changes, ft/ct.
        reach: pieces within so many feet count.
        careful: edges count from above too.
    """
    first = NEVER
    pieces = [wall.piece for wall in terrain.walls]
    pieces += [edge.piece for edge in terrain.edges if careful or edge.is_low(x, y, terrain.gap)]
    for piece in pieces:
        px, py = piece.nearest(x, y)
        nx, ny = x - px, y - py
        if nx * nx + ny * ny > reach * reach:
            continue
        into, change = nx * rx + ny * ry, nx * vx + ny * vy
        if into < 0.0 < change:
            first = min(first, -into / change)
    return first
