"""The ground as networkx walks it: a graph whose squares and steps are made when a search comes to them (P-MOV-1).

So a map costs what of it is looked at, whatever its size. Diagonal steps cut no corner: whoever can go diagonally can go
straight twice, so which squares hang together is told by straight steps alone, row by row.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.steps.state import Fight

Square = tuple[int, int]

STRAIGHT, DIAGONAL = 985, 1393
"""Lengths of a straight and a diagonal step, whole numbers in the ratio of 1 to the root of 2 (to six digits)."""

_STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1))
"""The neighbours of a square in the order in which a search looks at them: the same on every map."""


class _Squares(dict[Square, dict[str, Any]]):
    """The squares of a map that nothing whole stands in the way on."""

    def __init__(self, width: int, height: int, blocked: frozenset[Square]) -> None:
        self._width, self._height, self._blocked = width, height, blocked

    def __contains__(self, square: Any) -> bool:
        x, y = square
        return 0 <= x < self._width and 0 <= y < self._height and square not in self._blocked


class _Steps(dict[Square, dict[Square, dict[str, int]]]):
    """The steps from each square, made when they are first asked for."""

    def __init__(self, squares: _Squares) -> None:
        self._squares = squares
        self._edges = {"length": STRAIGHT}, {"length": DIAGONAL}

    def __missing__(self, square: Square) -> dict[Square, dict[str, int]]:
        squares, (straight, diagonal) = self._squares, self._edges
        x, y = square
        found = self[square] = {}
        for dx, dy in _STEPS:
            other = x + dx, y + dy
            if other not in squares:
                continue
            if not (dx and dy):
                found[other] = straight
            elif (x + dx, y) in squares and (x, y + dy) in squares:
                found[other] = diagonal
        return found


class Ground:
    """The squares one can walk over.

    Args:
        fight: whose map it is; what breaks later makes another ground.

    Attributes:
        graph: a networkx graph with squares as nodes, and ``length`` on its edges; to be searched, not to be counted.
        found: answers about it that are remembered.
    """

    def __init__(self, fight: Fight) -> None:
        import networkx

        blocked = frozenset(
            square for square, things in fight.things.items()
            if any(not thing.destroyed and not thing.spec.passable for thing in things)
        )  # fmt: skip
        squares = _Squares(fight.width, fight.height, blocked)
        factories = {
            "node_dict_factory": staticmethod(lambda: squares),
            "adjlist_outer_dict_factory": staticmethod(lambda: _Steps(squares)),
        }
        self.graph: Any = type("Squares", (networkx.Graph,), factories)()
        self.found: dict[Any, Any] = {}
        self._squares = squares
        self._size = fight.width, fight.height
        self._blocked = blocked
        self._parts: Any = None
        self._starts: list[list[int]] = []

    def part(self, square: Square) -> Any:
        """Return what names the part of the map that hangs together with a square; None where nobody can stand."""
        if square not in self._squares:
            return None
        if self._parts is None:
            self._part()
        return self._parts[self._run(square)]

    def _run(self, square: Square) -> Square:
        """Return the leftmost square one can get to along the row of a square."""
        starts = self._starts[square[1]]
        return starts[bisect_right(starts, square[0]) - 1], square[1]

    def _part(self) -> None:
        """Tell the parts of the map from each other: rows first, then what lies one above another."""
        from networkx.utils import UnionFind

        width, height = self._size
        walls: list[list[int]] = [[] for _ in range(height)]
        for x, y in sorted(self._blocked):
            if 0 <= x < width and 0 <= y < height:
                walls[y].append(x)
        self._parts = UnionFind()
        above: list[tuple[int, int]] = []
        for y, row in enumerate(walls):
            edges = [-1, *row, width]
            runs = [(left + 1, right) for left, right in pairwise(edges) if right > left + 1]
            self._starts.append([start for start, _ in runs])
            self._join(y, runs, above)
            above = runs

    def _join(self, y: int, runs: list[tuple[int, int]], above: list[tuple[int, int]]) -> None:
        """Join the stretches of a row with those of the row above that they touch."""
        at = 0
        for start, end in runs:
            while at < len(above) and above[at][1] <= start:
                at += 1
            touching = at
            while touching < len(above) and above[touching][0] < end:
                self._parts.union((start, y), (above[touching][0], y - 1))
                touching += 1
