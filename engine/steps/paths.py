"""Shortest paths around obstacles (P-MOV-1).

Among paths of one length the one nearest to the straight line is taken, of two mirror images the one on the right of the
way: so a shift or a quarter turn of the map changes nothing, nor does a mirror where no two paths are each other's image.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from engine.steps import grid, lookup
from engine.steps.footing import DIAGONAL, STRAIGHT, Ground
from engine.steps.state import Fight, Fighter, Square

_LENGTH, _TIES = 10**18, 10**12
"""What the length of a step counts against its distance from the straight line, and that against what settles ties."""

_WEIGHT = _LENGTH * _TIES * _TIES
"""What a unit of length counts beside all of that."""


def ground(fight: Fight) -> Ground:
    """Return the squares one can walk over."""
    return fight.land.ground


def step_length(start: Square, end: Square) -> int:
    """Return the length of a step between neighbours."""
    return STRAIGHT if start[0] == end[0] or start[1] == end[1] else DIAGONAL


def connected(fight: Fight, start: Square, goal: Square) -> bool:
    """Return whether one can walk from a square to another at all (P-MOV-1)."""
    whole = ground(fight)
    part = whole.part(start)
    return part is not None and part == whole.part(goal)


def shortest(
    fight: Fight, start: Square, goal: Square, dread: Callable[[Square], float] | None = None
) -> list[Square] | None:
    """Return the squares of the shortest path, without its start; None when there is no way.

    Args:
        dread: by how many squares longer the way over a square counts; nothing below 0.
    """
    if not connected(fight, start, goal):
        return None
    if dread is None:
        return list(ground(fight).kept(("way", start, goal), lambda: _shortest(fight, start, goal, None)))
    return _shortest(fight, start, goal, dread)


def _shortest(fight: Fight, start: Square, goal: Square, dread: Callable[[Square], float] | None) -> list[Square]:
    """Return the squares of the shortest path between squares that are connected, without its start."""
    (x, y), ax, ay = start, goal[0] - start[0], goal[1] - start[1]

    def cost(square: Square) -> int:
        dx, dy = square[0] - x, square[1] - y
        off, along = ax * dy - ay * dx, ax * dx + ay * dy
        near, mixed = 2 * off * off + (off < 0), _mixed(off, along)
        if dread is not None:
            near += int(dread(square) * STRAIGHT) * _LENGTH
        return (near * _TIES + (mixed if off >= 0 else _mixed(-off, along))) * _TIES + mixed

    def at_least(square: Square) -> int:
        across, down = abs(goal[0] - square[0]), abs(goal[1] - square[1])
        return (min(across, down) * DIAGONAL + abs(across - down) * STRAIGHT) * _WEIGHT

    return ground(fight).way(start, goal, cost, _WEIGHT, at_least)[1:]


def _mixed(off: int, along: int) -> int:
    """Return a number that two squares hardly ever share, whichever way the map is turned: what settles ties of paths."""
    return (off * 73_856_093 ^ along * 19_349_663) % 1_000_003


def around(fight: Fight, start: Square, squares: float) -> Mapping[Square, float]:
    """Return how many squares far every square is by the shortest way, up to so many; nearest first."""
    whole = ground(fight)

    def find() -> Mapping[Square, float]:
        lengths = whole.lengths(start, int(squares * STRAIGHT))
        return MappingProxyType({square: length / STRAIGHT for square, length in lengths.items()})

    found: Mapping[Square, float] = whole.kept(("around", start, squares), find)
    return found


def cover_from(fight: Fight, fighter: Fighter, threat: str | None) -> Square | None:
    """Return the nearest square that is covered from an opponent, or from all that are seen (P-LOS-4).

    What was found is kept with the ground, until something on it breaks.
    """
    rules = fight.rules
    squares = threats(fight, fighter, threat)
    ahead = grid.DIRECTIONS[fighter.facing] if fighter.square in squares else (0, 0)
    start, least, most = fighter.square, rules.cover_enough, rules.cover_search * STRAIGHT

    def find() -> Square | None:
        return covered_square(fight, start, squares, least, most, ahead)

    found: Square | None = ground(fight).kept(("cover", start, least, most, ahead, *squares), find)
    return found


def threats(fight: Fight, fighter: Fighter, threat: str | None) -> list[Square]:
    """Return the squares a combatant is to be covered from: an opponent's, or those of all it sees now, by stream key."""
    if threat is not None:
        return [fight.by_name[threat].square]
    foes = [one for one in fight.fighters if one.side != fighter.side and one.out is None]
    return list(dict.fromkeys(one.square for one in foes if lookup.sees(fight, fighter, one)))


def covered_square(
    fight: Fight, start: Square, threats: list[Square], least: int, most: int, ahead: Square = (0, 0)
) -> Square | None:
    """Return the nearest square that is covered from all threats and can be walked to (P-LOS-4).

    Args:
        threats: squares of those to be covered from, in an order of their own, which settles the last ties.
        least: percent of cover from objects that is enough; at 100 or more it is hidden altogether, which counts too.
        most: how far to look, as lengths of steps.
        ahead: the way one looks, where a threat is on one's own square: what else would settle which side to take?

    Returns:
        Of squares equally near the one with most cover, then the farthest from the threats; None when there is none.
    """
    best: tuple[tuple[Any, ...], Square] | None = None
    if not fight.things:
        return None
    for square, length in _outward(fight, start, most):
        if best is not None and length > best[0][0]:
            break
        covers = _covers(fight, threats, square, least)
        if not covers:
            continue
        far = min(grid.gap2(threat, square) for threat in threats)
        sides = [(_turn(start, threat, square), grid.gap2(threat, square)) for threat in threats]
        turn, gaps = sum(side[0] for side in sides), sum(side[1] for side in sides)
        key = (length, -min(covers), -far, -gaps, turn, grid.gap2(start, square), sides, _bearing(start, ahead, square))
        if best is None or key < best[0]:
            best = key, square
    return None if best is None else best[1]


def _covers(fight: Fight, threats: list[Square], square: Square, least: int) -> list[int]:
    """Return the cover a square has from each threat; nothing as soon as it is not enough from one."""
    found: list[int] = []
    for threat in threats:
        cover = lookup.line(fight, threat, square, people=False).cover
        if cover < least:
            return []
        found.append(cover)
    return found


def _outward(fight: Fight, start: Square, most: int) -> Iterator[tuple[Square, int]]:
    """Yield squares with how far they are, nearest first, looking no farther at once than twice as far as before."""
    before, reach = -1, min(most, 2 * DIAGONAL)
    while True:
        for square, length in ground(fight).lengths(start, reach).items():
            if length > before:
                yield square, length
        if reach >= most:
            return
        before, reach = reach, min(most, 2 * reach)


def _bearing(start: Square, ahead: Square, square: Square) -> tuple[int, int]:
    """Return how far a square lies behind one who looks ahead, and how far to the left."""
    dx, dy = square[0] - start[0], square[1] - start[1]
    return -(ahead[0] * dx + ahead[1] * dy), -(ahead[0] * dy - ahead[1] * dx)


def _turn(start: Square, threat: Square, square: Square) -> int:
    """Return how far a square lies to the left of the way from a threat: what settles between mirror images."""
    return -(
        (start[0] - threat[0]) * (square[1] - start[1]) - (start[1] - threat[1]) * (square[0] - start[0])
    )
