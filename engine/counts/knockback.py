"""Knockback from damage and weight, the saves against it, bashes, and falls (C-KNB-1 to 5, C-FAL-1)."""

from __future__ import annotations

from math import floor, sqrt
from typing import NamedTuple

from engine.counts.rules import CountsRules, DamageType
from engine.units import Feet


def knockback_feet(damage: int, kind: DamageType, weight: float, rules: CountsRules) -> Feet:
    """Return how far a blow throws its target back (C-KNB-1).

    Args:
        damage: the blow's ``knockback_damage``.
        kind: the damage type's figures; a unit of 0 knocks nobody back.
        weight: the target's, in pounds.

    Returns:
        Feet, not below 0; the weight counts only where the damage alone would throw.
    """
    units = damage // kind.knockback_unit if kind.knockback_unit else 0
    if not units:
        return 0.0
    steps = int((weight - rules.knockback_weight) / rules.knockback_weight_step)
    return max(0.0, rules.knockback_feet * units - steps)


class Fall(NamedTuple):
    """A fall: velocity at the ground in ft/ct, number of damage dice, percent chance of a critical (C-FAL-1)."""

    velocity: float
    dice: int
    critical_chance: float


def fall(height: Feet, rules: CountsRules) -> Fall:
    """Return what a fall from a height does (C-FAL-1).

    Args:
        height: feet, 0 or more.
    """
    return impact(sqrt(2.0 * rules.fall_acceleration * height), rules)


def impact(velocity: float, rules: CountsRules) -> Fall:
    """Return what meeting something solid at a velocity does: like a fall at that velocity (C-KNB-4, C-FAL-1).

    Args:
        velocity: ft/ct.
    """
    return Fall(velocity, floor(velocity / rules.fall_speed_step + 1e-9), rules.fall_critical * velocity)


# saves (C-KNB-2, C-KNB-3)

ROW = ("lower_arm", "upper_arm", "abdomen", "chest", "head", "worse", "worst")
"""The categories of a save against knockback, best to worst; fields of `KnockbackSaves` (C-KNB-3)."""

NO_PART = "abdomen"
"""The category of a push that strikes no location (a throw, a bash): it neither helps nor hinders."""

_CATEGORY = {
    "lower_arm": "lower_arm", "hand": "lower_arm", "upper_arm": "upper_arm", "abdomen": "abdomen", "groin": "abdomen",
    "chest": "chest", "upper_leg": "chest",
}  # fmt: skip


def save_category(part: str, moving: bool, rules: CountsRules) -> str:
    """Return the category of a save against knockback (C-KNB-3, C-KNB-2a).

    Args:
        part: the struck part, with or without its side; parts of the head and legs from the knee down count as head.
        moving: whether the target moves (C-HIT-3): one category worse.
    """
    place = ROW.index(_CATEGORY.get(part.split(" ")[-1], "head"))
    shift = rules.knockback_saves.moving_shift if moving else 0
    return ROW[min(place + shift, len(ROW) - 1)]


SAVE_WHY: tuple[tuple[str, str], ...] = (
    ("C-KNB-3", "where it was struck"),
    ("C-KNB-2", "speed"),
    ("C-KNB-3", "held by the legs"),
    ("C-KNB-2", "feet beyond MVM"),
)
"""Rule and reason of each of the `save_terms`."""


def save_terms(
    part: str, speed: float, moving: bool, holds: int, beyond: Feet, rules: CountsRules
) -> tuple[int, int, int, int]:
    """Return the modifiers of a save against knockback, in the order of `SAVE_WHY` (C-KNB-2, C-KNB-3).

    Args:
        part: the struck part.
        speed: of the target, ft/ct.
        moving: whether it counts as moving (C-HIT-3).
        holds: percent of all holds on its legs.
        beyond: feet the throw goes beyond MVM; 0 on the first save.
    """
    place: int = getattr(rules.knockback_saves, save_category(part, moving, rules))
    swift = rules.knockback_speed * floor(round(speed, 6))
    return place, swift, holds, rules.knockback_beyond * floor(round(max(0.0, beyond), 6))


def hold_term(part: str, rules: CountsRules) -> int:
    """Return what one hold on a leg does to the saves, in percent (C-KNB-3)."""
    saves = rules.knockback_saves
    return saves.upper_leg_hold if part.split(" ")[-1] == "upper_leg" else saves.lower_leg_hold


def bash_damage(weight: float, speed: float, rules: CountsRules) -> int:
    """Return the bash of one who closes at a speed, in points of crushing damage, rounded down (C-KNB-5).

    Args:
        weight: pounds.
        speed: ft/ct, by its own motion; no more than ``closing_speed`` is no bash.
    """
    if round(speed, 6) <= rules.closing_speed:
        return 0
    return floor(round(weight / rules.bash_weight * speed, 6))


def air_time(height: Feet, rules: CountsRules) -> float:
    """Return how long a fall from a height takes, in counts (C-FAL-1)."""
    return sqrt(2.0 * height / rules.fall_acceleration)
