"""Where opponents out of sight may be: squares one does not see, and that they can have come to since the start (P-LOS-2)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence

from engine.steps import grid, lookup, movement, paths
from engine.steps import imagine_secrets as secrets
from engine.steps.rules import PACES
from engine.steps.seen import Seen
from engine.steps.state import Fight, Fighter, Square
from engine.steps.view import View

FARTHEST = 128.0
"""Nobody out of sight is looked for farther from where it began, squares of way."""

_TRIES = 24
"""So many squares are drawn before all are looked at."""

Accept = Callable[[Square], bool]


def put(fight: Fight, one: Fighter, square: Square) -> None:
    """Stand somebody on a square."""
    one.square = square
    fight.occupants.setdefault(square, []).append(one)
    movement.recount(fight, square)


def stands(fight: Fight, one: Fighter) -> bool:
    """Return whether somebody has been put on its square."""
    return one in fight.occupants.get(one.square, ())


def bystanders(view: View, fight: Fight, me: Fighter, shown: Mapping[str, Seen], unseen: Sequence[Fighter]) -> None:
    """Put those who are out of sight, but show by the cover they give somebody who is in sight, where they stand (P-LOS-4)."""
    if not any(one.out is None for one in unseen):
        return
    placed: set[str] = set()
    for name, window in shown.items():
        for cover in view.line(name).covers:
            if cover.side is None or cover.name == me.name or cover.name in shown or cover.name in placed:
                continue
            placed.add(cover.name)
            one = fight.by_name[cover.name]
            put(fight, one, grid.between(me.square, window.square)[cover.place])
            secrets.look_about(fight, one, me)


class Places:
    """The squares on which somebody out of sight may be drawn.

    Args:
        fight: the imagined fight.
        me: who imagines.
        shown: of whom something shows: who stood on the line to one of these would show, too.
    """

    def __init__(self, fight: Fight, me: Fighter, shown: Mapping[str, Seen]) -> None:
        self._fight, self._me = fight, me
        self._watched: set[Square] = set()
        for window in shown.values():
            self.watch(me.square, window.square)
        for one in fight.fighters:
            if one.action is not None and one.action.target is not None and one.action.asked:
                self.watch(one.square, one.action.target.square)

    def watch(self, start: Square, end: Square) -> None:
        """Keep a line free: whoever stood on it would show by the cover it gives."""
        self._watched.update(grid.along(start, end))

    def draw(self, one: Fighter, accept: Accept | None = None) -> Square:
        """Return a square for somebody, one nearer to where it began likelier; turn it where it may look.

        Args:
            accept: what else must hold of the square.
        """
        square = self._draw(one, accept)
        one.square = square
        secrets.look_about(self._fight, one, self._me)
        return square

    def _draw(self, one: Fighter, accept: Accept | None) -> Square:
        squares = reach(self._fight, one)
        for _ in range(_TRIES):
            square = squares[secrets.below(one, 1 + secrets.below(one, len(squares)))]
            if self.fits(square, accept):
                return square
        found = [square for square in squares if self.fits(square, accept)] or list(self._anywhere(accept))
        return found[secrets.below(one, 1 + secrets.below(one, len(found)))] if found else squares[0]

    def fits(self, square: Square, accept: Accept | None = None) -> bool:
        """Return whether somebody could stand on a square unseen."""
        if square in self._watched or not out_of_sight(self._fight, self._me, square):
            return False
        return accept is None or accept(square)

    def _anywhere(self, accept: Accept | None) -> Iterator[Square]:
        """Yield all squares of the map that fit, row by row."""
        fight = self._fight
        for y in range(fight.height):
            for x in range(fight.width):
                if lookup.passable(fight, (x, y)) and self.fits((x, y), accept):
                    yield x, y


def out_of_sight(fight: Fight, me: Fighter, square: Square) -> bool:
    """Return whether one has no line of sight to a square (P-LOS-2, P-LOS-5)."""
    return lookup.arc_of(fight, me, square) == grid.REAR or lookup.hidden(fight, me.square, square)


def reach(fight: Fight, one: Fighter) -> tuple[Square, ...]:
    """Return the squares one can have walked to since the start, the nearest to where it began first (P-MOV-1)."""
    start = one.spec.position or (0, 0)
    fastest = max(getattr(fight.rules, f"speed_{pace}") for pace in PACES if pace != "still")
    far = min(fight.t * fastest, FARTHEST)
    wide = 1.0
    while wide < far:
        wide *= 2

    def find() -> tuple[tuple[Square, ...], tuple[float, ...]]:
        ways = paths.around(fight, start, wide) or {start: 0.0}
        return tuple(ways), tuple(ways.values())

    squares, lengths = paths.ground(fight).kept(("since the start", start, wide), find)
    found: tuple[Square, ...] = squares[: bisect_right(lengths, far)]
    return found
