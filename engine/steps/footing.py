"""The ground: which squares one can walk over, which hang together, and the searches over them (P-MOV-1).

A map costs what of it is looked at, whatever its size. Diagonal steps cut no corner: whoever can go diagonally can go straight
twice, so which squares hang together is told by straight steps alone, row by row. The searches are those of networkx
(`astar_path`, `single_source_dijkstra_path_length`), step by step and tie by tie; the tests hold them against it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

Square = tuple[int, int]

STRAIGHT, DIAGONAL = 985, 1393
"""Lengths of a straight and a diagonal step, whole numbers in the ratio of 1 to the root of 2 (to six digits)."""

_STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1))
"""The neighbours of a square in the order in which a search looks at them: the same on every map."""

_MOST_STEPS = 65_536
"""Of so many squares the steps are remembered before all are forgotten."""

_MOST_SQUARES = 400_000
"""Answers that hold more squares than this together are forgotten, all at once."""

Step = tuple[Square, int]
"""A neighbour one can step to, and the length of the step."""


class Ground:
    """The squares one can walk over.

    Attributes:
        blocked: squares that something whole stands in the way on.

    Args:
        width, height: columns and rows of the map.
        blocked: see above.
    """

    def __init__(self, width: int, height: int, blocked: frozenset[Square]) -> None:
        self._width, self._height = width, height
        self.blocked = blocked
        self._parts: _Parts | None = None
        self._steps: dict[Square, tuple[Step, ...]] = {}
        self._answers: dict[Any, Any] = {}
        self._held = 0

    def is_open(self, square: Square) -> bool:
        """Return whether one can stand on a square."""
        x, y = square
        return 0 <= x < self._width and 0 <= y < self._height and square not in self.blocked

    def part(self, square: Square) -> Any:
        """Return what names the part of the map that hangs together with a square; None where nobody can stand."""
        if not self.is_open(square):
            return None
        if self._parts is None:
            self._parts = _Parts(self._width, self._height, self.blocked)
        return self._parts.of(square)

    def steps(self, square: Square) -> tuple[Step, ...]:
        """Return the steps from a square; a diagonal one cuts no blocked corner."""
        found = self._steps.get(square)
        if found is None:
            if len(self._steps) >= _MOST_STEPS:
                self._steps.clear()
            found = self._steps[square] = tuple(self._around(square))
        return found

    def _around(self, square: Square) -> list[Step]:
        x, y = square
        is_open, found = self.is_open, []
        for dx, dy in _STEPS:
            other = x + dx, y + dy
            if not is_open(other):
                continue
            if not (dx and dy):
                found.append((other, STRAIGHT))
            elif is_open((x + dx, y)) and is_open((x, y + dy)):
                found.append((other, DIAGONAL))
        return found

    def kept(self, key: Any, find: Callable[[], Any]) -> Any:
        """Return an answer about the ground, found the first time it is asked for.

        Args:
            key: what is asked, not changed by anything but the ground.
            find: finds it.
        """
        answers = self._answers
        if key not in answers:
            found = find()
            self._held += 1 + (len(found) if hasattr(found, "__len__") else 0)
            if self._held > _MOST_SQUARES:
                answers.clear()
                self._held = 1 + (len(found) if hasattr(found, "__len__") else 0)
            answers[key] = found
        return answers[key]

    def lengths(self, start: Square, most: int) -> dict[Square, int]:
        """Return how far every square is by the shortest way, up to a length; nearest first (Dijkstra's search)."""
        found: dict[Square, int] = {}
        if not self.is_open(start):
            return found
        steps, shortest = self.steps, {start: 0}
        count = 0
        queue = [(0, 0, start)]
        while queue:
            so_far, _, square = heappop(queue)
            if square in found:
                continue
            found[square] = so_far
            for other, length in steps(square):
                far = so_far + length
                if far <= most and far < shortest.get(other, far + 1):
                    shortest[other] = far
                    count += 1
                    heappush(queue, (far, count, other))
        return found

    def way(
        self, start: Square, goal: Square, cost: Callable[[Square], int], weight: int, at_least: Callable[[Square], int]
    ) -> list[Square]:
        """Return the squares of the cheapest way between two squares that hang together, its start first (A* search).

        Args:
            cost: what coming onto a square costs beside the length of the step; asked for once a square.
            weight: what a unit of length costs.
            at_least: what no way from a square to the goal undercuts.
        """
        steps = self.steps
        costs: dict[Square, int] = {}
        known: dict[Square, tuple[int, int]] = {}
        before: dict[Square, Square | None] = {}
        count = 0
        queue: list[tuple[int, int, Square, int, Square | None]] = [(0, 0, start, 0, None)]
        while True:
            _, _, square, so_far, came = heappop(queue)
            if square == goal:
                return _traced(square, came, before)
            if square in before and (before[square] is None or known[square][0] < so_far):
                continue
            before[square] = came
            for other, length in steps(square):
                extra = costs.get(other)
                if extra is None:
                    extra = costs[other] = cost(other)
                far = so_far + length * weight + extra
                best = known.get(other)
                if best is None:
                    rest = at_least(other)
                elif best[0] <= far:
                    continue
                else:
                    rest = best[1]
                known[other] = far, rest
                count += 1
                heappush(queue, (far + rest, count, other, far, square))


def _traced(square: Square, came: Square | None, before: dict[Square, Square | None]) -> list[Square]:
    """Return the way by which a search came onto a square."""
    path = [square]
    while came is not None:
        path.append(came)
        came = before[came]
    path.reverse()
    return path


class _Parts:
    """Which squares of a map hang together: rows first, then what lies one above another."""

    def __init__(self, width: int, height: int, blocked: frozenset[Square]) -> None:
        walls: list[list[int]] = [[] for _ in range(height)]
        for x, y in sorted(blocked):
            if 0 <= x < width and 0 <= y < height:
                walls[y].append(x)
        self._starts: list[list[int]] = []
        self._joined: dict[Square, Square] = {}
        above: list[tuple[int, int]] = []
        for y, row in enumerate(walls):
            runs = [(left + 1, right) for left, right in pairwise([-1, *row, width]) if right > left + 1]
            self._starts.append([start for start, _ in runs])
            self._joined.update({(start, y): (start, y) for start, _ in runs})
            self._join(y, runs, above)
            above = runs

    def of(self, square: Square) -> Square:
        """Return the square that stands for a part of the map."""
        starts = self._starts[square[1]]
        return self._root((starts[bisect_right(starts, square[0]) - 1], square[1]))

    def _root(self, run: Square) -> Square:
        joined = self._joined
        while joined[run] != run:
            joined[run] = joined[joined[run]]
            run = joined[run]
        return run

    def _join(self, y: int, runs: list[tuple[int, int]], above: list[tuple[int, int]]) -> None:
        """Join the stretches of a row with those of the row above that they touch."""
        at = 0
        for start, end in runs:
            while at < len(above) and above[at][1] <= start:
                at += 1
            touching = at
            while touching < len(above) and above[touching][0] < end:
                self._joined[self._root((start, y))] = self._root((above[touching][0], y - 1))
                touching += 1
