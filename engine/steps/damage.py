"""Damage dice, where a hit lands, and what it costs (P-DMG-1)."""

from __future__ import annotations

import re
from functools import lru_cache

import attrs

from engine.errors import InputError
from engine.steps.rules import COVERED, StepsRules

_NOTATION = re.compile(r"([1-9][0-9]{0,2})d([1-9][0-9]{0,2})([+-][0-9]{1,3})?")

NOTATION = "dice such as 2d6, 3d6+2 or 1d8-1"


@attrs.frozen
class Dice:
    """So many dice of so many sides, and a constant."""

    number: int
    sides: int
    constant: int

    def __str__(self) -> str:
        return f"{self.number}d{self.sides}{self.constant:+d}" if self.constant else f"{self.number}d{self.sides}"


@lru_cache(maxsize=4096)
def parse(text: str) -> Dice:
    """Return the dice a text notes.

    Raises:
        InputError: it is no such text.
    """
    found = _NOTATION.fullmatch(text)
    if found is None:
        raise InputError("damage", repr(text), NOTATION)
    return Dice(int(found[1]), int(found[2]), int(found[3] or 0))


_ARM = frozenset({"upper_arm", "lower_arm", "hand"})
_LEG = frozenset({"upper_leg", "lower_leg", "foot"})


def covered_part(part: str, side: str) -> str:
    """Return which part of a covered body a location belongs to: head, torso, or an arm or leg with its side."""
    if part in _ARM:
        return f"{side} arm"
    if part in _LEG:
        return f"{side} leg"
    return "head" if part == "head" else "torso"


def hidden(percent: float, rules: StepsRules) -> tuple[str, ...]:
    """Return the parts that a sum of cover hides; a row that would hide every part of a valid target hides none [R] (P-DMG-1)."""
    if percent < 25:
        return ()
    parts = rules.hides_75 if percent >= 75 else rules.hides_50 if percent >= 50 else rules.hides_25
    return () if parts and set(parts) >= set(COVERED) else parts


def lost(damage: int, armor: int) -> int:
    """Return the health a hit costs (P-DMG-1)."""
    return max(0, damage - armor)


CALLS = {
    "torso": ("aim_torso", ("chest", "abdomen", "groin")),
    "arm": ("aim_limb", ("upper_arm", "lower_arm")),
    "leg": ("aim_limb", ("upper_leg", "lower_leg")),
    "hand": ("aim_end", ("hand",)),
    "foot": ("aim_end", ("foot",)),
    "head": ("aim_head", ("head",)),
    "eye": ("aim_eye", ("head",)),
}
"""What can be called: the constant with its steps, and the locations it means, the first one is hit (P-LOS-6)."""


def call_steps(location: str, rules: StepsRules) -> int:
    """Return the steps of a called location (P-LOS-6)."""
    steps: int = getattr(rules, CALLS[location][0])
    return steps


def is_exposed(location: str, percent: float, rules: StepsRules) -> bool:
    """Return whether some of a called location is not hidden by a sum of cover (P-LOS-6)."""
    gone = hidden(percent, rules)
    match location:
        case "arm" | "hand":
            return not {"right arm", "left arm"} <= set(gone)
        case "leg" | "foot":
            return not {"right leg", "left leg"} <= set(gone)
        case "eye" | "head":
            return "head" not in gone
        case _:
            return "torso" not in gone
