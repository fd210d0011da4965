"""To hit: the terms of a chance, and what a roll against it means (C-HIT-1 to C-HIT-8).

Terms come as tuples of percent in a fixed order; the ``*_WHY`` tuples beside them name each term's rule and reason,
so that a log can zip the two and a silent run never builds a text.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, trunc
from typing import Literal

from engine.counts.rules import CountsRules
from engine.units import Feet, Percent

Result = Literal["hit", "miss", "critical_miss"]

MOVEMENT_WHY: tuple[tuple[str, str], ...] = (
    ("C-HIT-2", "the attacker moves"),
    ("C-HIT-2", "shoot-while-move gives back"),
    ("C-HIT-2", "the target moves"),
    ("C-HIT-2", "relative velocity"),
    ("C-HIT-4", "unstable platform"),
)
"""Rule and reason of each of the `movement_terms`."""

POSTURE_WHY: tuple[tuple[str, str], ...] = (
    ("C-TIM-5", "the tool still recovers"),
    ("C-HIT-7", "the attacker lies"),
    ("C-HIT-7", "the target lies"),
    ("C-HIT-7", "the target is stunned or unconscious"),
)
"""Rule and reason of each of the `posture_terms`."""

SMALL_CALLS = frozenset({"head", "hand", "foot"})
"""The parts whose call is hard for every weapon (C-HIT-6)."""

LOW_NEAR, LOW_FAR = frozenset({"upper_leg"}), frozenset({"lower_leg", "foot"})
"""Parts low for a fist or a short weapon, near and far (C-HIT-6)."""

HIGH_NEAR, HIGH_FAR = frozenset({"chest"}), frozenset({"head"})
"""Parts high for a foot or a knee, near and far (C-HIT-6)."""

_STRAIGHT, _ACROSS = 180.0, 90.0


def folded(angle: float) -> float:
    """Return an angle between two lines, folded into 0..90 degrees (C-HIT-2)."""
    turned = round(abs(angle) % _STRAIGHT, 6)
    return _STRAIGHT - turned if turned > _ACROSS else turned


def is_moving(speed: float, in_maneuver: bool, rules: CountsRules) -> bool:
    """Return whether someone counts as moving (C-HIT-3).

    Args:
        speed: ft/ct.
        in_maneuver: dodging, acrobatics, running, swimming, falling or riding actively.
    """
    return in_maneuver or round(speed, 6) > rules.moving_speed


def velocity_term(relative_speed: float, angle: float, rules: CountsRules) -> Percent:
    """Return the modifier for the difference of velocities, a fraction rounded toward zero (C-HIT-2).

    Args:
        relative_speed: |v_target - v_attacker|, ft/ct.
        angle: degrees between that velocity and the line from attacker to target; any angle, it is folded.
    """
    whole = rules.velocity_step * floor(round(relative_speed, 6))
    across = folded(angle)
    if across > rules.angle_limit:
        return whole
    return trunc(round(whole * rules.angle_percent * across / 100.0, 6))


def movement_terms(
    attacker_speed: float,
    target_speed: float,
    relative_speed: float,
    angle: float,
    targeting: bool,
    rank: int,
    unstable: bool,
    rules: CountsRules,
    attacker_maneuver: bool = False,
    target_maneuver: bool = False,
) -> tuple[Percent, Percent, Percent, Percent, Percent]:
    """Return the modifiers for movement, in the order of `MOVEMENT_WHY` (C-HIT-2 to C-HIT-4).

    Args:
        attacker_speed, target_speed: ft/ct.
        relative_speed, angle: as in `velocity_term`.
        targeting: an active, successful Targeting Perception.
        rank: ranks of Shoot-While-Move; 0 for anything but a missile.
        unstable: the attacker stands on something unsteady.
        attacker_maneuver, target_maneuver: in a maneuver skill that counts as moving (C-HIT-3).
    """
    attacker = back = target = 0
    if is_moving(attacker_speed, attacker_maneuver, rules):
        attacker = rules.attacker_moving
        back = min(rules.shoot_while_move * rank, rules.shoot_while_move_most)
    if is_moving(target_speed, target_maneuver, rules):
        target = rules.target_moving
    velocity = velocity_term(relative_speed, angle, rules) if relative_speed else 0
    if targeting:
        target = trunc(target * rules.targeting_share)
        velocity = trunc(velocity * rules.targeting_share)
    return attacker, back, target, velocity, rules.unstable_platform if unstable else 0


def posture_terms(
    hurry: bool, attacker_prone: bool, target_prone: bool, target_helpless: bool, rules: CountsRules
) -> tuple[Percent, Percent, Percent, Percent]:
    """Return the modifiers for haste and posture, in the order of `POSTURE_WHY` (C-TIM-5, C-HIT-7)."""
    return (
        rules.hurry_modifier if hurry else 0,
        rules.prone_attacker if attacker_prone else 0,
        rules.prone_target if target_prone else 0,
        rules.helpless_target if target_helpless else 0,
    )


def called_modifier(
    location: str, weapon_length: float, rules: CountsRules, *, hand: bool = True, foot: bool = False
) -> Percent:
    """Return the modifier for calling a location, high or low (C-HIT-6).

    Args:
        location: a part of C-LOC-1; any other name counts as an ordinary part.
        weapon_length: feet.
        hand: a fist or a weapon held in the hand; False for missiles.
        foot: a foot or a knee.
    """
    if foot:
        near, far = HIGH_NEAR, HIGH_FAR
    elif hand and weapon_length <= rules.short_length:
        near, far = LOW_NEAR, LOW_FAR
    else:
        near = far = frozenset()
    if location in far:
        return rules.called_low_far
    if location in near:
        return rules.called_low_near
    return rules.called_small if location in SMALL_CALLS else rules.called_other


def range_modifier(distance: Feet, short: Feet, medium: Feet, rules: CountsRules) -> Percent:
    """Return the modifier for a missile's range; a border belongs to the nearer band (C-MIS-1).

    Args:
        distance: from shooter to target when it is loosed.
        short, medium: the weapon's ranges.
    """
    if distance <= short:
        return 0
    return rules.range_medium if distance <= medium else rules.range_long


def chance(terms: Iterable[Percent], hit_factor: float = 1.0) -> Percent:
    """Return the final chance: all terms summed, then the over-press's share, rounded down (C-HIT-1, C-STG-3).

    Args:
        terms: skill, weapon MOD, every modifier, and DEF as a negative number.
        hit_factor: of the attacker's stage.
    """
    total = sum(terms)
    return total if hit_factor == 1.0 else floor(round(total * hit_factor, 6))


def succeeds(chance: Percent, roll: int, rules: CountsRules) -> Result:
    """Return what a natural roll means against a chance, where the stage allows one (C-HIT-1, C-HIT-8)."""
    if roll >= rules.critical_from:
        return "critical_miss"
    return "hit" if roll <= chance or roll <= rules.hit_floor else "miss"


def success_level(number: int, rules: CountsRules) -> int:
    """Return the SL of a success number (chance less roll), not below 0 (C-HIT-1)."""
    return max(0, number // rules.sl_step)
