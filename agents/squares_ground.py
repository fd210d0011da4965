"""Where to stand on the squares: covered places with a line to opponents, the way there, what is still unsearched (P-LOS-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs

from engine.steps import grid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from agents.base import Setup

    Chances = Callable[[tuple[int, int]], float]

Square = tuple[int, int]

LOOK = 8.0
"""How far one looks for a better place, squares of way."""

_COVERED = (25, 99)
"""Percent of cover that make an object worth standing beside: it covers, and can be shot past."""

_ALIKE = 2e-6
"""Places whose worth differs by no more may count as alike."""

_WAY = 0.02
"""What a square of the way to a place costs, in chances to hit."""

_POINT = 4
"""The corners of the search lie so many squares apart."""

_SHOT_PAST = 75
"""Percent of cover from which on nobody goes somewhere to shoot past it."""

_FAR = 24.0
"""Nobody sets out to go round somebody farther off than this, squares."""

_SEEN = 2.0
"""A square that an opponent sees counts so many squares more on a way round."""

_STRANGER = 5
"""The shooting one takes of opponents, whose skill does not show: trained, and the default attribute."""


@attrs.define
class Known:
    """Where an opponent is, or was last seen; never changed, but made at every decision: a frozen one takes twice as long.

    Attributes:
        name: who.
        square: its place.
        bands: how far each range band of its weapon reaches; empty: it has none.
        t: when it was seen there, counts.
        weight: how much it matters.
    """

    name: str
    square: Square
    bands: Mapping[str, int]
    t: float
    weight: float = 1.0


class Memory:
    """What one has seen of opponents who are out of sight now, and where one has looked for them.

    Args:
        setup: whom one plays.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._stream: Any = None
        self._branch = 0
        self._rounds = 0
        self.known: dict[str, Known] = {}
        self._columns: list[int] = []
        self._rows: list[int] = []
        self._sights: list[Any] = []
        self._looked: dict[Square, int] = {}

    def look(self, view: Any) -> None:
        """Take in who is in sight; forget where somebody was when the place is in sight and empty, and who is out."""
        t, known, seen = view.t, self.known, set()
        for foe in view.foes:
            name, weapon = foe.name, foe.weapon
            seen.add(name)
            known[name] = Known(name, foe.square, weapon.bands if weapon is not None else {}, t)
        if len(known) == len(seen):
            return
        unseen = {one.name for one in view.unseen}
        for name in [name for name in known if name not in seen]:
            if name not in unseen or sees(view, known[name].square):
                del known[name]

    def branch(self, number: int) -> None:
        """Draw on from the stream of a numbered branch of the battle (CLK-7)."""
        self._branch = number
        if self._stream is not None:
            self._stream.branch(number)

    def lost(self, view: Any) -> list[Known]:
        """Return where those out of sight were last seen, the nearest first."""
        here, seen = view.me.square, {foe.name for foe in view.foes}
        found = [one for one in self.known.values() if one.name not in seen]
        return sorted(found, key=lambda one: (grid.gap2(here, one.square), -one.t))

    def unsearched(self, view: Any) -> Square | None:
        """Return a place one has not looked at yet: the nearest, those ahead first; None when there is none to go to.

        All looked at in vain, the places are drawn by chance: two that look for each other in the same order never meet.
        """
        if not self._columns:
            self._columns, self._rows = _spread(view.width), _spread(view.height)
        sight = view.me.sight()
        if not self._sights or self._sights[-1] != sight:
            self._sights.append(sight)
        found = self._first(view) if not self._rounds else self._any(view)
        if found is None:
            self._rounds += 1
            self._sights = [sight]
            self._looked.clear()
            found = self._any(view)
        return found

    def _any(self, view: Any) -> Square | None:
        """Return any place left that one can walk to, drawn from those in the order to look at them."""
        me = view.me
        left = [(x, y) for x in self._columns for y in self._rows if self._is_left((x, y))]
        open_to = sorted([corner for corner in left if view.walkable(corner)], key=lambda corner: _after(me, corner))
        if len(open_to) < 2:
            return open_to[0] if open_to else None
        if self._stream is None:
            self._stream = self._setup.stream("search")
            if self._branch:
                self._stream.branch(self._branch)
        return open_to[int(self._stream.below(len(open_to)))]

    def _first(self, view: Any) -> Square | None:
        """Return which of the places left one can walk to is to be looked at first; looks no farther off than it takes to tell."""
        me = view.me
        best: tuple[tuple[float, ...], Square] | None = None
        before, reach, most = -1, 4 * _POINT, view.width + view.height
        while True:
            for gap, corner in self._about(me.square, before, reach):
                if best is not None and gap > best[0][0]:
                    return best[1]
                if self._is_left(corner) and view.walkable(corner):
                    key = _after(me, corner)
                    if best is None or key < best[0]:
                        best = key, corner
            if reach >= most:
                return None if best is None else best[1]
            before, reach = reach, 2 * reach

    def _about(self, here: Square, before: int, reach: int) -> list[tuple[int, Square]]:
        """Return the places within some squares of one but not within fewer, nearest first, with the square of how far they are."""
        x, y = here
        columns = [column for column in self._columns if abs(column - x) <= reach]
        rows = [row for row in self._rows if abs(row - y) <= reach]
        found = [((column - x) ** 2 + (row - y) ** 2, (column, row)) for column in columns for row in rows]
        least = before * before if before >= 0 else -1
        return sorted([one for one in found if least < one[0] <= reach * reach])

    def _is_left(self, corner: Square) -> bool:
        """Return whether a place was in sight at none of the looks round so far; each look is asked once."""
        done = self._looked.get(corner, 0)
        while 0 <= done < len(self._sights):
            done = -1 if self._sights[done](corner) else done + 1
        self._looked[corner] = done
        return done >= 0


def _after(me: Any, corner: Square) -> tuple[float, ...]:
    """Return what orders places to search: near ones first, those behind one later, of two alike the right-hand one."""
    fx, fy = grid.DIRECTIONS[grid.FACINGS.index(me.facing)]
    dx, dy = corner[0] - me.square[0], corner[1] - me.square[1]
    behind = 4 if me.arc(corner) == grid.REAR else 1
    return behind * grid.gap2(me.square, corner), -(fx * dx + fy * dy), -(fx * dy - fy * dx)


def _spread(size: int) -> list[int]:
    """Return places along a side of the map, so far apart, alike from both ends."""
    half = (size - 1) / 2
    start = 0.0 if size % 2 else 0.5
    steps = [start + _POINT * index for index in range(int((half - start) // _POINT) + 1)]
    if steps and steps[-1] < half - 1:
        steps.append(half)
    return sorted({int(half + step) for step in steps} | {int(half - step) for step in steps})


def sees(view: Any, square: Square) -> bool:
    """Return whether one has a line of sight to a square (P-LOS-2, P-LOS-5)."""
    me = view.me
    if me.square == square:
        return True
    return bool(me.looks_at(square))


# what a square is worth


def posts(view: Any) -> set[Square]:
    """Return the squares beside objects that cover in part."""
    found: set[Square] = set()
    for thing in view.objects:
        if _COVERED[0] <= thing.cover <= _COVERED[1]:
            x, y = thing.square
            found.update((x + dx, y + dy) for dx, dy in grid.DIRECTIONS)
    return found


def danger(view: Any, square: Square, foes: Iterable[Known]) -> float:
    """Return the chances of opponents to hit one on a square, added up, as far as a stranger can tell."""
    return sum([hits(square) for hits in _threats(view, foes)])


def promise(view: Any, weapon: Any, square: Square, foes: Iterable[Known]) -> float:
    """Return the best chance to hit one of some opponents from a square with a weapon."""
    return max([hits(square) for hits in _hopes(view, weapon, foes)], default=0.0)


def _threats(view: Any, foes: Iterable[Known]) -> list[Chances]:
    """Return what tells each opponent's chances to hit one on a square, as far as a stranger can tell."""
    return [view.chances_from(one.square, one.bands, 0, _STRANGER) for one in foes]


def _hopes(view: Any, weapon: Any, foes: Iterable[Known]) -> list[Chances]:
    """Return what tells one's own chances to hit each opponent with a weapon, from a square."""
    bands, level, shooting = weapon.bands, getattr(view.rules, f"skill_{weapon.level}"), view.me.shooting
    return [view.chances_at(one.square, bands, level, shooting) for one in foes]


def place(view: Any, weapon: Any, beside: set[Square], foes: Sequence[Known], shelter: float) -> tuple[Square, float] | None:
    """Return the best square near to shoot from, and how much better it is than here; None when here is as good.

    Args:
        weapon: one's own.
        beside: squares to look at beside one's own.
        foes: whom to shoot at and to be covered from.
        shelter: what a chance to be hit counts beside one to hit.
    """
    here = view.me.square
    hopes, threats = _hopes(view, weapon, foes), _threats(view, foes)
    now = max([hits(here) for hits in hopes], default=0.0) - shelter * sum([hits(here) for hits in threats])
    taken = {friend.square for friend in view.friends}
    found: tuple[tuple[float, ...], Square] | None = None
    least = 0.0
    for square, way in view.reach(LOOK).items():
        if square not in beside or square in taken or square == here:
            continue
        hope = max([hits(square) for hits in hopes], default=0.0)
        if not hope or hope - _WAY * way - now < least:  # danger makes it worth less
            continue
        worth = hope - shelter * sum([hits(square) for hits in threats]) - _WAY * way - now
        if worth <= 0 or worth < least:
            continue
        key = (-round(worth, 6), way, *_settled(here, square, foes))
        if found is None or key < found[0]:
            found, least = (key, square), worth - _ALIKE
    return None if found is None else (found[1], -found[0][0])


def hideout(view: Any, foes: Sequence[Known], most: float) -> Square | None:
    """Return the nearest square that no opponent known has a line to; one's own when it is such a one."""
    here = view.me.square
    best: tuple[tuple[float, ...], Square] | None = None
    for square, way in view.reach(most).items():
        if best is not None and way > best[0][0]:
            break
        if all(view.hidden(one.square, square) for one in foes):
            key = (way, *_settled(here, square, foes))
            if best is None or key < best[0]:
                best = key, square
    return None if best is None else best[1]


def _settled(here: Square, square: Square, foes: Sequence[Known]) -> tuple[float, ...]:
    """Return what settles between squares alike: the farther from the nearest opponent, then the right-hand one."""
    if not foes:
        return ()
    foe = foes[0].square
    turn = (here[0] - foe[0]) * (square[1] - here[1]) - (here[1] - foe[1]) * (square[0] - here[0])
    return -float(sum(grid.gap2(one.square, square) for one in foes)), float(turn)


# ways


def bound(view: Any, path: Sequence[Square], beside: set[Square], foes: Sequence[Known], least: int = 3, most: int = 8) -> Square:
    """Return where to stop next on a way: the place a few squares on that is covered best; without any, as far as that goes."""
    near = path[:most]
    if not foes:
        return near[-1]
    taken, reach = {friend.square for friend in view.friends}, view.reach(LOOK)
    best: tuple[tuple[float, ...], Square] | None = None
    for place, step in enumerate(near, 1):
        if place < least:
            continue
        around = [(step[0] + dx, step[1] + dy) for dx, dy in grid.DIRECTIONS]
        for square in (step, *(one for one in around if one in beside and reach.get(one, LOOK) <= place + 1)):
            if square in taken or not any(view.between(one.square, square).cover >= _COVERED[0] for one in foes):
                continue
            key = (round(danger(view, square, foes), 6), -float(place), *_settled(view.me.square, square, foes))
            if best is None or key < best[0]:
                best = key, square
    return near[-1] if best is None else best[1]


def flank(view: Any, foe: Any, radius: float, others: Sequence[Any]) -> tuple[Square, ...] | None:
    """Return a way to a square that an opponent does not guard, round what it and others see; None when there is none.

    Args:
        foe: whom to go round, in sight.
        radius: how far from it the way may end, squares.
        others: all opponents to keep out of the sight of, it among them.
    """
    goal = next((square for square in _round(view.me.square, foe.square, int(radius)) if _is_open_side(view, foe, square)), None)
    if goal is None:
        return None
    sights = [one.sight() for one in others]
    way: tuple[Square, ...] | None = view.path(goal, lambda square: _SEEN * sum([sees(square) for sees in sights]))
    return way


def _round(here: Square, centre: Square, size: int) -> list[Square]:
    """Return the squares about so far from a centre, those nearest to oneself first, but none too far to go to.

    Args:
        here: where one is.
        centre: round where.
        size: how far from it at most, squares; at least two less.
    """
    x, y = centre
    found: list[tuple[int, int, Square]] = []
    for dx in range(-size, size + 1):
        for dy in range(-size, size + 1):
            square = (x + dx, y + dy)
            gap = grid.gap2(here, square)
            if gap <= _FAR**2 and (size - 2) ** 2 <= dx * dx + dy * dy <= size * size:
                turn = (here[0] - x) * (square[1] - here[1]) - (here[1] - y) * (square[0] - here[0])
                found.append((gap, turn, square))
    return [square for _, _, square in sorted(found)]


def _is_open_side(view: Any, foe: Any, square: Square) -> bool:
    """Return whether one can walk to a square that an opponent does not guard, and shoot at it from there."""
    if foe.guards(square) or not view.walkable(square):
        return False
    return bool(view.between(square, foe.square).cover < _SHOT_PAST)


def eyes(view: Any, square: Square, foes: Sequence[Any]) -> int:
    """Return how many opponents in sight have a line to a square."""
    return sum([foe.looks_at(square) for foe in foes])
