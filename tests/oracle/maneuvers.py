"""The oracle's press and retreat by one fighter while its opponent stands (C-STG-4, C-STG-5).

Left out, with ``OutOfScopeError``: contests the opponent is ahead in, maneuvers from Out or the over-press, of or
against the prone or stunned, and maneuvers that are broken off.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oracle.figures import TICKS, Weapon, stage, ticks

STEP = 20  # C-STG-4: percent for each stage; the scenario may set it
PRESS_3 = 3


class OutOfScopeError(Exception):
    """The fight came to something the oracle does not play."""


@dataclass(frozen=True)
class Walk:
    """Ground walked at 1 ft/ct along the line of two fighters: from one place to another from a tick on."""

    since: int
    start: tuple[Fraction, Fraction]
    end: tuple[Fraction, Fraction]

    @property
    def feet(self) -> Fraction:
        """How far it goes, along x."""
        return abs(self.end[0] - self.start[0])

    def place(self, now: int) -> tuple[Fraction, Fraction]:
        """Return where the walker is."""
        gone = min(Fraction(now - self.since, TICKS), self.feet)
        return self.start[0] + (gone if self.end[0] > self.start[0] else -gone), self.start[1]


def ground(tool: Weapon, distance: Fraction, stages: int, toward: bool, by_units: bool) -> Fraction:
    """Return the distance a gain of stages leads to: exactly that of the stage it stops at (C-STG-5)."""
    name = stage(tool.length, distance).name
    if stages == 0:
        return distance
    kind, _, number = name.partition("_")
    if kind in ("out", "over"):
        raise OutOfScopeError(name)
    index = {"press": 1, "retreat": -1}.get(kind, 0) * int(number or 0)
    unit = Fraction(3, 2) if tool.length > 6 else Fraction(1)
    if by_units:
        return max(distance - stages * unit, tool.length + 2 - PRESS_3 * unit, Fraction(1, 2)) if toward else distance + stages * unit
    gained = min(PRESS_3, index + stages) if toward else index - stages
    end = max(tool.length + 2 - gained * unit, Fraction(1, 2))
    return min(end, distance) if toward else max(end, distance)


def lasts(feet: Fraction) -> int:
    """Return the ticks of a maneuver: its walk at 1 ft/ct, at least 1 count (C-STG-5)."""
    return max(ticks(feet), TICKS)
