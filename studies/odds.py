"""``couched calc odds``: rules with their dice left open, answered with exact probabilities.

Probabilities are the nearest floats of exact fractions; ``exact`` gives the fractions of the main ones.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from engine import anatomy
from engine.counts import knockback
from engine.counts.rules import DAMAGE_TYPES
from studies import calc_rules as rules_of
from studies import odds_exact as exactly
from studies import odds_throws as throws
from studies.calc_rules import COUNTS
from studies.calc_throws import OVERBEAR_KEYS, SAVE_KEYS
from studies.odds_exact import ordered, shares, told
from studies.odds_hit import SITUATION_KEYS, blow, hit, rolled
from studies.odds_shots import SHOTS_ODDS
from studies.odds_steps import STEPS_ODDS
from studies.questions import Calc, Values, flag, number, optional, text, whole


def location(_values: Values) -> dict[str, Any]:
    """Answer C-LOC-1 and C-LOC-2: each part, each side, and each detail given that it is the head."""
    faces = range(1, anatomy.FACES + 1)
    return {
        "part": shares(Counter(anatomy.location(face)[0] for face in faces), anatomy.FACES),
        "side": shares(Counter(anatomy.location(face)[1] for face in faces), anatomy.FACES),
        "detail": shares(Counter(anatomy.head_detail(face) for face in faces), anatomy.FACES),
    }


def notice(values: Values) -> dict[str, Any]:
    """Answer C-PER-1 and C-PER-2: noticed at the wind-up, at the commit if not before, and at all."""
    chance = values["perception"] + (COUNTS.notice_rear if values["rear"] else 0)
    early, late = (
        Fraction(min(max(percent, 0), anatomy.FACES), anatomy.FACES)
        for percent in (chance, chance + COUNTS.notice_commit)
    )
    return told({"windup": early, "commit": (1 - early) * late, "noticed": 1 - (1 - early) * (1 - late)})


def init(values: Values) -> dict[str, Any]:
    """Answer C-INI-1 and C-INI-2: the counts of an INIT."""
    weights = exactly.init_weights(values["spd"], values["preset"], values["speed_points"], COUNTS)
    total = COUNTS.init_sides**COUNTS.init_dice
    return told({"mean": exactly.mean_of(weights.items(), total)}, counts=shares(ordered(weights), total))


def contest(values: Values) -> dict[str, Any]:
    """Answer C-STG-4: who gains ground, and how many stages (below 0: the other's)."""
    weights = exactly.contest_weights(values["a"], values["b"], COUNTS)
    total = anatomy.FACES**2
    main = {
        "a_gains": Fraction(sum(weight for stages, weight in weights.items() if stages > 0), total),
        "even": Fraction(weights.get(0, 0), total),
        "b_gains": Fraction(sum(weight for stages, weight in weights.items() if stages < 0), total),
        "mean": exactly.mean_of(weights.items(), total),
    }
    return told(main, stages=shares(weights, total))


def knocked_back(values: Values) -> dict[str, Any]:
    """Answer C-KNB-1 with the damage dice left open: the feet of knockback."""
    dice, extra = rules_of.dice_and_type(values)
    kind = rules_of.kind_of(values["type"])
    feet: Counter[float] = Counter()
    for result, ways in rolled("knockback", dice).items():
        feet[knockback.knockback_feet(max(0, result + extra), kind, values["weight"], COUNTS)] += ways
    total = dice.sides**dice.number
    return told({"mean": exactly.mean_of(feet.items(), total)}, feet=shares(ordered(feet), total))


def damage_range(values: Values) -> dict[str, Any]:
    """Answer C-DMG-1 and C-DMG-2: the rolled damage of a weapon."""
    dice, extra = rules_of.dice_and_type(values)
    damage: Counter[int] = Counter()
    for result, ways in rolled("damage-range", dice).items():
        damage[max(0, result + extra)] += ways
    total = dice.sides**dice.number
    return told({"mean": exactly.mean_of(damage.items(), total)}, damage=shares(ordered(damage), total))


PERCENT: dict[str, Any] = {"ge": -1000, "le": 1000}

ODDS: dict[str, Calc] = {
    calc.name.removeprefix("odds "): calc
    for calc in (
        Calc("odds hit", (
            optional(whole("skill", "percent; every other key changes it", **PERCENT)),
            optional(whole("chance", "the final chance, instead of skill", **PERCENT)),
            optional(text("type", "damage type, for its MOD", DAMAGE_TYPES)), rules_of.INCLUDES_TYPE, *SITUATION_KEYS,
        ), hit, ("C-HIT-1", "C-HIT-2", "C-HIT-6", "C-HIT-7", "C-HIT-8", "C-STG-3")),
        Calc("odds blow", (
            rules_of.DAMAGE_TEXT, rules_of.TYPE, rules_of.INCLUDES_TYPE,
            optional(whole("skill", "percent; modifiers as in odds hit", **PERCENT)),
            optional(whole("chance", "the final chance, instead of skill", **PERCENT)),
            optional(whole("sl", "a hit at this success level, instead of skill", ge=0, le=1000)),
            rules_of.ARMOR, rules_of.PAB, rules_of.HTK,
            optional(whole("extra", "points of material and magic", **PERCENT), 0), *SITUATION_KEYS,
        ), blow, ("C-HIT-1", "C-DMG-1", "C-DMG-1a", "C-DMG-3", "C-DMG-4", "C-DMG-5", "C-DMG-6")),
        Calc("odds location", (), location, ("C-LOC-1", "C-LOC-2")),
        Calc("odds notice", (
            whole("perception", "Combat Perception, percent", **PERCENT), flag("rear", "outside its front (C-PER-2)"),
        ), notice, ("C-PER-1", "C-PER-2")),
        Calc("odds init", (
            whole("spd", "SPD", ge=-100, le=100), flag("preset", "a pre-set INIT"),
            optional(whole("speed_points", "points spent", ge=0, le=1000), 0),
        ), init, ("C-INI-1", "C-INI-2")),
        Calc("odds contest", (
            whole("a", "Combat Maneuver of one, percent", **PERCENT), whole("b", "of the other", **PERCENT),
        ), contest, ("C-STG-4",)),
        Calc("odds fall", (
            number("height", "feet", ge=0, le=10_000),
            optional(whole("agl", "agility save, percent: what the fall then does", ge=0, le=1000)),
            optional(whole("falling", "falling skill, percent", ge=0, le=1000), 0),
        ), throws.fall, ("C-FAL-1",)),
        Calc("odds knockback-save", SAVE_KEYS, throws.knockback_save, ("C-KNB-2", "C-KNB-2a", "C-KNB-3")),
        Calc("odds overbear", OVERBEAR_KEYS, throws.overbear, ("C-THR-1", "C-STG-3")),
        Calc("odds knockback", (
            rules_of.DAMAGE_TEXT, rules_of.TYPE, rules_of.INCLUDES_TYPE, rules_of.WEIGHT,
        ), knocked_back, ("C-KNB-1",)),
        Calc("odds damage-range", (
            rules_of.DAMAGE_TEXT, rules_of.TYPE, rules_of.INCLUDES_TYPE,
        ), damage_range, ("C-DMG-1", "C-DMG-2")),
        *SHOTS_ODDS,
        *STEPS_ODDS,
    )
}  # fmt: skip
"""Every calc of the odds by the name after the word ``odds``."""
