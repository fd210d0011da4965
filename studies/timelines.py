"""The moments at which two fighters' blows land when they do nothing but strike: from the rules of timing, not from battles.

For the counts system. Taken for granted: both begin at count 0 and strike again as soon as they are ready, with the first
weapon in hand; nobody moves, is stunned, breaks off, parries, couches again or spends speed points.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import dist, hypot
from typing import Final

import attrs

from engine import Scenario
from engine.counts.model import CombatantSpec, WeaponSpec
from engine.counts.rules import CountsRules, DamageType
from engine.counts.stages import Stage, effect, hundredths, stage_table
from engine.counts.timing import couched_strike_times, effective_x, recovery, strike_times, weapon_speed

MOST_FACES: Final = 2000
"""Faces of all INIT dice together up to which the mean of an INIT is exact; above, what SPD cuts off at 0 is left out."""


@attrs.frozen
class Striker:
    """One of the two fighters, as far as its timeline goes.

    Attributes:
        name: what it is called.
        weapon: the weapon it strikes with.
        w: its weapon speed W, in counts.
        x: the counts of one attack; None where no blow can be declared.
        couched: whether its weapon is couched at count 0.
    """

    name: str
    weapon: str
    w: float
    x: float | None
    couched: bool


def in_hand(spec: CombatantSpec) -> WeaponSpec | None:
    """Return the first weapon a fighter has in hand at the start; None without any but shields and missile weapons."""
    free, held = 2, []
    for weapon in spec.weapons:
        if weapon.hands <= free:
            free -= weapon.hands
            held.append(weapon)
    return next((weapon for weapon in held if not weapon.shield and not weapon.velocity), None)


def speed_of(weapon: WeaponSpec, rules: CountsRules) -> float:
    """Return a weapon's W, in counts (C-TIM-8)."""
    kind: DamageType = DamageType() if weapon.includes_type else getattr(rules.types, weapon.type)
    return weapon_speed(weapon.wsd, kind.wsd, weapon.material.wsd + weapon.magic.wsd, rules)


def stage_at(one: CombatantSpec, other: CombatantSpec, weapon: WeaponSpec, rules: CountsRules) -> Stage:
    """Return the stage at which a fighter stands with a weapon at the start (C-STG-2)."""
    apart = hypot(dist(one.position, other.position), other.level - one.level)
    least = round(rules.least_distance * 100)
    return stage_table(weapon.length, rules).at(max(least, hundredths(apart)))


def reach_each_other(scenario: Scenario) -> bool:
    """Return whether both fighters can strike each other from where they stand at the start (C-STG-3)."""
    rules, (one, other) = scenario.rules, scenario.combatants
    assert isinstance(rules, CountsRules)
    for striker, target in ((one, other), (other, one)):
        weapon = in_hand(striker)
        if weapon is None or not effect(stage_at(striker, target, weapon, rules), rules).possible:
            return False
    return True


def striker_of(scenario: Scenario, place: int, *, there: bool, couched: bool) -> Striker | None:
    """Return one of the two fighters of a scenario as a striker.

    Args:
        scenario: a fight of two in the counts system.
        place: 0 or 1.
        there: reckon with the distance at the start; else at the weapon's best distance.
        couched: whether its weapon is couched at count 0.

    Returns:
        The striker; None without a weapon in hand to strike with.
    """
    rules, spec, other = scenario.rules, scenario.combatants[place], scenario.combatants[1 - place]
    assert isinstance(rules, CountsRules)
    weapon = in_hand(spec)
    if weapon is None:
        return None
    w = speed_of(weapon, rules)
    stage = stage_at(spec, other, weapon, rules) if there else Stage.OPTIMAL
    x = effective_x(w, stage, 0.0, rules) if effect(stage, rules).possible else None
    return Striker(spec.name, weapon.name, w, x, couched)


def landings(striker: Striker, spd: int, rules: CountsRules, blows: int, *, dice: bool) -> list[Fraction] | None:
    """Return when a fighter's blows land, in counts (C-TIM-1 to C-TIM-4, C-INI-1).

    A fresh INIT before the first attack, pre-set ones before its repetitions and before the release of a couch.

    Args:
        striker: the fighter.
        spd: its SPD.
        rules: the rule set.
        blows: how many.
        dice: with every INIT at its mean; else as without INIT dice.

    Returns:
        The moments, the first blow first; None where no blow can be declared.
    """
    if striker.x is None:
        return None
    strike = sum(map(_exact, strike_times(striker.x, rules)))
    rest = _exact(recovery(striker.x, striker.w, rules)) if rules.level == "design" else Fraction(0)
    found: list[Fraction] = []
    now, last = Fraction(0), ""
    for number in range(blows):
        kind = "release" if striker.couched and number == 0 else "attack"
        now += init_of(rules, spd, preset=kind in ("release", last), dice=dice)
        now += sum(map(_exact, couched_strike_times(striker.x, rules))) if kind == "release" else strike
        found.append(now)
        now += rest
        last = kind
    return found


def init_of(rules: CountsRules, spd: int, *, preset: bool, dice: bool) -> Fraction:
    """Return an INIT at its mean, or as it is without dice, in counts (C-INI-1)."""
    share = _exact(rules.preset_share) if preset else Fraction(1)
    return share * mean_above(rules.init_dice if dice else 0, rules.init_sides, spd)


@lru_cache(maxsize=1024)
def mean_above(dice: int, sides: int, off: int) -> Fraction:
    """Return the mean of what dice show above a number, 0 where they show less; exact up to `MOST_FACES`."""
    if off <= dice or dice * sides > MOST_FACES:
        return max(Fraction(0), Fraction(dice * (sides + 1), 2) - off)
    ways = {0: 1}
    for _ in range(dice):
        sums: dict[int, int] = {}
        for shown, count in ways.items():
            for face in range(1, sides + 1):
                sums[shown + face] = sums.get(shown + face, 0) + count
        ways = sums
    return Fraction(sum(count * max(0, shown - off) for shown, count in ways.items()), sides**dice)


def _exact(counts: float) -> Fraction:
    """Return the fraction that a number's decimal text names."""
    return Fraction(repr(float(counts)))
