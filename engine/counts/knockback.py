"""Knockback from damage and weight, and falls (C-KNB-1, C-FAL-1)."""

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
