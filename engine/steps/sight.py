"""A look round: what was in sight from a square at some moment, for who wants to know it later (P-LOS-2, P-LOS-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.steps import grid

if TYPE_CHECKING:
    from engine.steps.land import Hides

Square = tuple[int, int]


class Sight:
    """What somebody had a line of sight to at some moment: it stays as it was, whatever moves, turns or breaks later.

    Args:
        hides, arcs, square, facing: the map, and where it was and how it looked.
    """

    __slots__ = ("_arcs", "_facing", "_hides", "_square")

    def __init__(self, hides: Hides, arcs: grid.Arcs, square: Square, facing: int) -> None:
        self._hides, self._arcs, self._square, self._facing = hides, arcs, square, facing

    def __call__(self, square: Square) -> bool:
        """Return whether a square was in sight: not in the rear, not hidden by objects."""
        here = self._square
        if self._arcs[self._facing, square[0] - here[0], square[1] - here[1]] == grid.REAR:
            return False
        return not self._hides[here, square]

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same look on the same map."""
        if not isinstance(other, Sight):
            return NotImplemented
        return self._hides is other._hides and (self._square, self._facing) == (other._square, other._facing)

    __hash__ = None  # type: ignore[assignment]
