"""The oracle's map: what stands where, who sees whom, what is in the way, what one may walk over (P-LOS-1 to P-LOS-7)."""

from __future__ import annotations

from typing import Any

from oracle_steps import figures
from oracle_steps.figures import Square
from oracle_steps.state import One, Thing


class Ground:
    """A map with everybody and everything on it."""

    def __init__(self, field: dict[str, Any], everyone: list[One]) -> None:
        self.width, self.height = field["width"], field["height"]
        self.everyone = everyone
        self.things = [
            Thing(row, (row["position"][0], row["position"][1]), row.get("health", 0)) for row in field.get("objects", ())
        ]  # fmt: skip

    def on(self, square: Square) -> list[Thing]:
        """Return the whole things of a square."""
        return [thing for thing in self.things if thing.square == square and not thing.gone]

    def standing(self, square: Square) -> list[One]:
        """Return who stands on a square, by stream key."""
        return [one for one in self.everyone if one.square == square and not one.out]

    def passable(self, square: Square) -> bool:
        """P-MOV-1."""
        on_map = 0 <= square[0] < self.width and 0 <= square[1] < self.height
        return on_map and all(thing.row.get("passable", False) for thing in self.on(square))

    def may_step(self, start: Square, end: Square) -> bool:
        """P-MOV-1: a diagonal step cuts no blocked corner."""
        if max(abs(start[0] - end[0]), abs(start[1] - end[1])) != 1 or not self.passable(end):
            return False
        return self.passable((start[0], end[1])) and self.passable((end[0], start[1])) if start[0] != end[0] and start[1] != end[1] else True

    def objects(self, start: Square, end: Square) -> list[Thing]:
        """Return the things in the way."""
        return [thing for square in figures.between(start, end) for thing in self.on(square)]

    def people(self, start: Square, end: Square) -> list[One]:
        """Return the bystanders in the way, the nearest first."""
        return [one for square in figures.between(start, end) for one in self.standing(square)]

    def hard(self, start: Square, end: Square) -> int:
        """P-LOS-4: cover of objects, percent."""
        return sum(thing.row.get("cover", 0) for thing in self.objects(start, end))

    def cover(self, start: Square, end: Square) -> int:
        """P-LOS-4: with a half for one bystander, and all for two."""
        return self.hard(start, end) + (0, 50, 100)[min(2, len(self.people(start, end)))]

    def concealment(self, start: Square, end: Square) -> int:
        """P-LOS-7."""
        return sum(thing.row.get("concealment", 0) for thing in self.objects(start, end))

    def sees(self, one: One, other: One) -> bool:
        """P-LOS-2, P-LOS-5."""
        return figures.arc(one.facing, one.square, other.square) != "rear" and self.hard(one.square, other.square) < 100

    def guards(self, one: One, square: Square) -> bool:
        """P-MOD-1."""
        reloading = one.act is not None and one.act.deed["do"] == "reload" and one.act.stage == "working"
        if reloading or one.pace == "sprinting":
            return False
        arcs = {"forward": "front", "guarded": "front flank", "full": "front flank rear", "none": ""}
        return figures.arc(one.facing, one.square, square) in arcs[one.mode].split()
