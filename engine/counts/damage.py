"""Damage: from dice to HTK lost, through speed, cap, armor, critical and PAB (C-DMG-1 to C-DMG-6)."""

from __future__ import annotations

import re
from functools import lru_cache
from math import floor
from typing import NamedTuple

import attrs

from engine.counts.rules import CountsRules, DamageType
from engine.errors import InputError

NOTATION_DICE = 2
"""Dice of the short notation (C-DMG-1)."""

NOTATION_SIDES = {"": 4, "*": 6, "^": 8}
"""Faces of the short notation's dice by its mark (C-DMG-1)."""

MOST_CONSTANT, MOST_DICE, MOST_SIDES = 10_000, 100, 1000
"""Limits of a damage text; a guard against typing errors, not a rule of the game."""

ALLOWED = (
    "7 (7+2d4), 7* (7+2d6), 7^ (7+2d8), 3+2d10 or 2d6, "
    f"a constant up to {MOST_CONSTANT}, 1 to {MOST_DICE} dice of 1 to {MOST_SIDES} faces (C-DMG-1)"
)

_SHORT = re.compile(r"([0-9]{1,9})([*^]?)")
_LONG = re.compile(r"(?:([0-9]{1,9})\+)?([0-9]{1,9})d([0-9]{1,9})")


@attrs.frozen
class Dice:
    """A damage: ``constant`` + ``number`` dice of ``sides`` faces (C-DMG-1)."""

    constant: int
    number: int
    sides: int

    def __str__(self) -> str:
        dice = f"{self.number}d{self.sides}"
        return f"{self.constant}+{dice}" if self.constant else dice


@lru_cache(maxsize=4096)
def parse_damage(text: str) -> Dice:
    """Return the dice of a damage in the source's notation (C-DMG-1).

    Args:
        text: ``7``, ``7*``, ``7^``, ``3+2d10`` or ``2d6``.

    Raises:
        InputError: the text is none of these, or beyond the limits.
    """
    if short := _SHORT.fullmatch(text):
        dice = Dice(int(short[1]), NOTATION_DICE, NOTATION_SIDES[short[2]])
    elif long := _LONG.fullmatch(text):
        dice = Dice(int(long[1] or 0), int(long[2]), int(long[3]))
    else:
        raise InputError("damage", repr(text), ALLOWED)
    if dice.constant > MOST_CONSTANT or not 1 <= dice.number <= MOST_DICE or not 1 <= dice.sides <= MOST_SIDES:
        raise InputError("damage", repr(text), ALLOWED)
    return dice


def best(dice: Dice, type_damage: int) -> int:
    """Return the highest by-the-book result: constant with type modifier and maximum dice, not below 0 (C-DMG-4).

    Args:
        dice: the weapon's damage.
        type_damage: the damage type's modifier; 0 when the weapon's figures include it.
    """
    return max(0, dice.constant + type_damage + dice.number * dice.sides)


def cap(dice: Dice, type_damage: int, material: int, magic: int, rules: CountsRules) -> int:
    """Return the most a blow of this weapon can do, before armor and again in HTK lost (C-DMG-4).

    Args:
        dice, type_damage: as in `best`.
        material, magic: points they add.
    """
    return max(0, best(dice, type_damage) + material + magic) * rules.cap_factor


def speed_bonus(damage: int, relative_speed: float, rules: CountsRules) -> int:
    """Return the extra points for speed, rounded down (C-DMG-3).

    Args:
        damage: the rolled damage with its modifiers.
        relative_speed: ft/ct.
    """
    steps = floor(round(relative_speed / rules.speed_bonus_step, 6)) - 1
    return floor(round(damage * rules.speed_bonus_share * steps, 6)) if steps > 0 else 0


def damage_before_armor(
    rolled: int,
    type_damage: int,
    extra_damage: int,
    stage_damage: int,
    relative_speed: float,
    damage_factor: float,
    cap: int,
    rules: CountsRules,
) -> int:
    """Return the damage before armor, in the order of C-DMG-1a.

    Args:
        rolled: dice and constant.
        type_damage: the damage type's modifier; 0 when the weapon's figures include it.
        extra_damage: points of material and magic.
        stage_damage, damage_factor: of the attacker's stage (C-STG-3).
        relative_speed: ft/ct (C-DMG-3).
        cap: the cap of C-DMG-4.
    """
    damage = max(0, rolled + type_damage + extra_damage + stage_damage)
    damage += speed_bonus(damage, relative_speed, rules)
    if damage_factor != 1.0:
        damage = floor(round(damage * damage_factor, 6))
    return min(damage, cap)


def before_armor_terms(
    rolled: int, type_damage: int, material: int, magic: int, stage_damage: int, relative_speed: float,
    damage_factor: float, cap: int, rules: CountsRules,
) -> tuple[int, ...]:  # fmt: skip
    """Return what each step of C-DMG-1a adds to the dice and the constant: all of it is the damage before armor.

    In order: type, material, magic, stage, what is missing to 0, speed, the over-press's share, the cap.
    """
    added = (type_damage, material, magic, stage_damage)
    summed = rolled + sum(added)
    damage = max(0, summed)
    fast = damage + speed_bonus(damage, relative_speed, rules)
    shared = floor(round(fast * damage_factor, 6)) if damage_factor != 1.0 else fast
    return (*added, damage - summed, fast - damage, shared - fast, min(shared, cap) - shared)


def critical_multiplier(sl: int, shift: int, rules: CountsRules) -> int:
    """Return how often the points past armor count: 1, 2 or 3 (C-DMG-5).

    Args:
        sl: the success level of the hit.
        shift: levels higher that the damage type reads the table.
    """
    level = sl + shift
    if level >= rules.critical_3:
        return 3
    return 2 if level >= rules.critical_2 else 1


class Blow(NamedTuple):
    """What one blow came to, link by link (C-DMG-6).

    Attributes:
        lost: HTK lost.
        concussive: points the armor turned into concussion.
        leaked: concussive points PAB could not stop; part of ``lost``, without secondary effects.
        through: points the armor did not stop, concussive ones included (they wear it, C-ARM-2).
        critical: the critical multiplier.
        pab_left: PAB left after the concussive points.
        knockback_damage: what knockback is reckoned from (C-KNB-1).
        edged: HTK lost that can wound: ``lost`` without ``leaked``.
    """

    lost: int
    concussive: int
    leaked: int
    through: int
    critical: int
    pab_left: int
    knockback_damage: int
    edged: int


def resolve_blow(
    damage: int, kind: DamageType, sl: int, armor: int, pab: int, cap: int | None, rules: CountsRules
) -> Blow:
    """Take a blow through armor, PAB and critical to the HTK lost (C-DMG-6, C-DMG-4).

    Args:
        damage: the damage before armor.
        kind: the damage type's figures.
        sl: the success level, before the type's shift.
        armor: points all layers there stop of this type.
        pab: points of passive absorption.
        cap: the most HTK the blow may cost; None for no cap.
    """
    through = max(0, damage - armor)
    concussive = min(armor, through)
    spent = -(-concussive // rules.concussive_per_pab)
    leaked = 0
    if spent > pab:
        spent, leaked = pab, concussive - pab * rules.concussive_per_pab
    left = pab - spent
    critical = critical_multiplier(sl, kind.sl_shift, rules)
    edged = max(0, (through - concussive) * critical - floor(left * kind.pab_share))
    lost = edged + leaked
    if cap is not None and lost > cap:
        lost, leaked = cap, min(leaked, cap)
        edged = lost - leaked
    pushed = damage * critical if rules.knockback_includes_critical else damage
    return Blow(lost, concussive, leaked, through, critical, left, pushed, edged)


def stopped_and_capped(blow: Blow, kind: DamageType) -> tuple[int, int]:
    """Return the points PAB stopped after the critical, and those the cap took off (C-DMG-6, C-DMG-4).

    ``(through - concussive) * critical - stopped + leaked - capped`` is ``lost``.
    """
    sharp = (blow.through - blow.concussive) * blow.critical
    stopped = min(sharp, floor(blow.pab_left * kind.pab_share))
    return stopped, sharp - stopped + blow.leaked - blow.lost
