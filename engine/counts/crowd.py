"""Who is near in a crowd: a grid of cells over the field, so that nobody looks at two thousand to find one.

What it finds is what a look at everybody finds, to the bit: the grid only says who can be left out, and those that are
left are compared as ever. A fighter stands in the cell where it was last put. Who moves is put anew at a lookup, and only
once it may have gone farther than the slack; nothing is put on the clock for it (CLK-1).
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from math import floor, hypot, sqrt

from engine.counts import lookup
from engine.counts.state import Fight, Fighter
from engine.units import Feet, Tick

CROWDED = 60
"""From so many fighters on a look at the grid costs less than one at everybody."""

FULL = 4.0
"""So many fighters stand in a cell at the start, were they spread evenly."""

LEAST_CELL, MOST_CELL = 4.0, 1000.0
"""Bounds of a cell's side, feet."""

NOISE = 0.01
"""Feet by which a place may be off for roundings."""

Cell = tuple[int, int]
Box = tuple[Feet, Feet, Feet, Feet]


class Crowd:
    """Where everybody who can still fight stands, by cells.

    Args:
        fight: the fight, at a moment at which nobody moves.
    """

    __slots__ = ("_cells", "_due", "_far", "_fight", "_leaving", "_moved", "_reach", "_size", "_slack", "_where")

    def __init__(self, fight: Fight) -> None:
        self._fight = fight
        self._size = _cell_side(fight.fighters)
        self._slack = self._size / 2.0
        self._far = self._size
        self._cells: dict[Cell, dict[str, dict[Fighter, None]]] = {}
        self._where: dict[Fighter, Cell] = {}
        self._due: dict[Fighter, Tick] = {}
        self._leaving: list[tuple[Tick, int, Fighter]] = []
        self._moved: dict[Fighter, None] = dict.fromkeys(fight.fighters)
        self._reach = max([tool.table.out for one in fight.fighters for tool in one.tools.values()], default=0.0)

    # where everybody is

    def moved(self, fighters: Iterable[Fighter]) -> None:
        """Note that fighters were put elsewhere or changed their velocity."""
        self._moved.update(dict.fromkeys(fighters))

    def remove(self, fighter: Fighter) -> None:
        """Forget one who is out of the fight."""
        cell = self._where.pop(fighter, None)
        if cell is not None:
            self._take(fighter, cell)

    def _refresh(self) -> None:
        """Put everybody anew who changed its velocity, or may have gone farther than the slack.

        A change of velocity is told of in PLAN (`moved`); until then nobody has gone anywhere by it.
        """
        leaving, now = self._leaving, self._fight.clock.now
        for fighter in self._moved:
            self._put(fighter)
        self._moved.clear()
        while leaving and leaving[0][0] <= now:
            tick, _, fighter = heappop(leaving)
            if self._due.get(fighter) == tick:
                self._put(fighter)

    def _put(self, fighter: Fighter) -> None:
        """Put a fighter into the cell it stands in, and note when it may have left it by more than the slack."""
        if fighter.out is not None:
            return
        x, y = lookup.place(self._fight, fighter)
        cell, before = (floor(x / self._size), floor(y / self._size)), self._where.get(fighter)
        if cell != before:
            if before is not None:
                self._take(fighter, before)
            self._where[fighter] = cell
            self._cells.setdefault(cell, {}).setdefault(fighter.side, {})[fighter] = None
        if fighter.vx or fighter.vy:
            ticks = int(self._slack / hypot(fighter.vx, fighter.vy) * self._fight.per_count)
            tick = self._due[fighter] = self._fight.clock.now + max(1, ticks)
            heappush(self._leaving, (tick, fighter.rank, fighter))
        else:
            self._due.pop(fighter, None)

    def _take(self, fighter: Fighter, cell: Cell) -> None:
        """Take a fighter out of a cell; empty ones are dropped."""
        sides = self._cells[cell]
        side = sides[fighter.side]
        del side[fighter]
        if not side:
            del sides[fighter.side]
            if not sides:
                del self._cells[cell]

    # lookups

    def nearest(self, fighter: Fighter) -> Fighter | None:
        """Return the nearest able opponent in sight, else the nearest, as `lookup.nearest` does."""
        fight, feet = self._fight, self._far
        self._refresh()
        x, y = lookup.place(fight, fighter)
        while True:
            cells = self._around((x - feet, y - feet, x + feet, y + feet))
            foes = _opponents(self._cells.values() if cells is None else cells, fighter.side)
            best, gap, seen = lookup.closest(fight, fighter, foes)
            if cells is None or (seen and gap <= 100.0 * feet):
                self._far = min(max(gap / 100.0, self._slack), MOST_CELL)
                return best
            feet = gap / 100.0 + NOISE if seen else 2.0 * feet

    def opponents_about(self, fighters: Iterable[Fighter]) -> list[Fighter]:
        """Return all able opponents that may be within weapons' reach of one of some friends, and others, by stream key."""
        self._refresh()
        found: dict[Fighter, None] = {}
        for fighter in fighters:
            found.update(dict.fromkeys(_opponents(self._within(fighter, self._reach), fighter.side)))
        return sorted(found, key=_rank)

    def friends_in(self, box: Box, side: str) -> list[Fighter]:
        """Return all able fighters of a side that may stand in a box, and others, by stream key."""
        self._refresh()
        cells = self._around(box)
        found: list[Fighter] = []
        for sides in self._cells.values() if cells is None else cells:
            found += sides.get(side, ())
        return sorted(found, key=_rank)

    def _within(self, fighter: Fighter, feet: Feet) -> Iterable[dict[str, dict[Fighter, None]]]:
        x, y = lookup.place(self._fight, fighter)
        cells = self._around((x - feet, y - feet, x + feet, y + feet))
        return self._cells.values() if cells is None else cells

    def _around(self, box: Box) -> list[dict[str, dict[Fighter, None]]] | None:
        """Return the cells in which somebody in a box may be put; None when there are more of them than are taken."""
        size, cells, more = self._size, self._cells, self._slack + NOISE
        low, left = floor((box[0] - more) / size), floor((box[1] - more) / size)
        high, right = floor((box[2] + more) / size), floor((box[3] + more) / size)
        if (high - low + 1) * (right - left + 1) >= len(cells):
            return None
        span = range(left, right + 1)
        return [found for i in range(low, high + 1) for j in span if (found := cells.get((i, j))) is not None]


def _opponents(cells: Iterable[dict[str, dict[Fighter, None]]], side: str) -> list[Fighter]:
    """Return those in some cells that are of another side."""
    found: list[Fighter] = []
    for sides in cells:
        for other, members in sides.items():
            if other != side:
                found += members
    return found


def _rank(fighter: Fighter) -> int:
    return fighter.rank


def _cell_side(fighters: list[Fighter]) -> Feet:
    """Return the side of a cell, feet: such that a few stand in each were they spread evenly."""
    xs, ys = [one.x for one in fighters], [one.y for one in fighters]
    area = (max(xs) - min(xs) + LEAST_CELL) * (max(ys) - min(ys) + LEAST_CELL)
    return min(max(sqrt(area * FULL / len(fighters)), LEAST_CELL), MOST_CELL)
