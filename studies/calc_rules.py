"""The answers of ``couched calc``: one function a calc, each a rule or two with the default rule sets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine import anatomy
from engine.counts import damage as harm
from engine.counts import hitting, knockback, timing
from engine.counts.rules import DAMAGE_TYPES, LEVELS, CountsRules, DamageType
from engine.counts.stages import Stage, StageEffect, effect, hundredths, stage_table
from studies.calc_grid import GRID_CALCS
from studies.calc_shots import SHOTS_CALCS
from studies.calc_steps import STEPS_CALCS
from studies.calc_throws import THROWS
from studies.questions import Calc, Key, Refused, Values, flag, number, optional, text, together, whole

COUNTS = CountsRules()

LENGTH = number("length", "weapon length in feet", ge=0, le=100, decimals=2)
DISTANCE = number("distance", "feet between the fighters", ge=0)
TYPE = text("type", "damage type (C-DMG-2)", DAMAGE_TYPES)
DAMAGE_TEXT = text("damage", "7, 7*, 7^, 3+2d10 or 2d6 (C-DMG-1)")
INCLUDES_TYPE = flag("includes_type", "the weapon's figures include the damage type's")
ARMOR = whole("armor", "points all layers there stop", ge=0)
PAB = whole("pab", "points of passive absorption", ge=0)
WEIGHT = number("weight", "what the target weighs, pounds", gt=0)
HTK = optional(whole("htk", "the target's HTK", ge=1))

MOVEMENT_KEYS: tuple[Key, ...] = (
    number("attacker_speed", "the attacker's speed, ft/ct", ge=0, le=1000),
    number("target_speed", "the target's speed, ft/ct", ge=0, le=1000),
    number("relative_speed", "ft/ct between the two velocities", ge=0, le=2000),
    number("angle", "degrees between that velocity and the line attacker-target", ge=-360, le=360),
    flag("targeting", "a successful Targeting Perception (C-HIT-4)"),
    optional(whole("shoot_while_move", "ranks of Shoot While Move, missiles only", ge=0, le=1000), 0),
    flag("unstable", "the attacker stands on something unsteady (C-HIT-4)"),
)

def kind_of(name: str) -> DamageType:
    """Return the figures of a damage type by name (C-DMG-2)."""
    kind: DamageType = getattr(COUNTS.types, name)
    return kind


def stage_of(calc: str, values: Values) -> Stage:
    """Return the stage of ``length`` and ``distance``, optimal when neither is given (C-STG-2)."""
    if not together(calc, values, "length", "distance"):
        return Stage.OPTIMAL
    return stage_table(values["length"], COUNTS).at(hundredths(values["distance"]))


def timeline(values: Values) -> dict[str, Any]:
    """Answer C-TIM-1 to C-TIM-8: the moments of one attack, counted from its begin or its release."""
    w = timing.weapon_speed(values["wsd"], 0.0, 0.0, COUNTS)
    x = timing.effective_x(w, stage_of("timeline", values), values["closing"], COUNTS)
    if x is None:
        raise Refused("C-TIM-8: no blow can be declared at Over 3")
    times = timing.couched_strike_times if values["couched"] else timing.strike_times
    commit, motion = times(x, COUNTS)
    impact = round(commit + motion, 9)
    recovery = timing.recovery(x, w, COUNTS) if values["level"] == "design" else 0.0
    return {
        "x": x,
        "commit": commit,
        "impact": impact,
        "ready": round(impact + recovery, 9),
        "couched_again": round(impact + timing.recouch(x, w, COUNTS), 9),
    }


def stage(values: Values) -> dict[str, Any]:
    """Answer C-STG-1 to C-STG-3: the stage, and its modifiers or, where it has them, factors."""
    at = stage_of("stage", values)
    return {"stage": at.label, **_modifiers(at, effect(at, COUNTS))}


def _modifiers(at: Stage, change: StageEffect) -> dict[str, Any]:
    """Return what a stage does, under the names of the contract."""
    if at is Stage.OUT:
        return {"possible": False, "hit_factor": 0.0, "damage_factor": 0.0, "wsd": change.wsd}
    if at is Stage.OVER_3:
        return {"possible": False, "hit_factor": 0.0, "damage_factor": 0.0}
    if at > Stage.PRESS_3:
        factors = {"hit_factor": change.hit_factor, "damage_factor": change.damage_factor}
        return {"possible": True, **factors, "wsd_factor": change.wsd_factor}
    return {"possible": True, "hit": change.hit, "damage": change.damage, "wsd": change.wsd}


def movement(values: Values) -> dict[str, Any]:
    """Answer C-HIT-2 to C-HIT-4: the modifier, and the terms that are not 0."""
    terms = hitting.movement_terms(
        values["attacker_speed"], values["target_speed"], values["relative_speed"], values["angle"],
        values["targeting"], values["shoot_while_move"], values["unstable"], COUNTS,
    )  # fmt: skip
    return {"modifier": sum(terms), "mods": mods(zip(hitting.MOVEMENT_WHY, terms, strict=True))}


def mods(terms: Any) -> list[dict[str, Any]]:
    """Return the terms that are not 0, each with its rule and reason, as a roll's log line has them."""
    return [{"rule": rule, "value": value, "why": why} for (rule, why), value in terms if value]


def blow(values: Values) -> dict[str, Any]:
    """Answer C-DMG-5 and C-DMG-6: one blow through armor, PAB and critical."""
    got = harm.resolve_blow(
        values["damage"], kind_of(values["type"]), values["sl"], values["armor"], values["pab"], values["cap"], COUNTS
    )
    told: dict[str, Any] = {
        "lost": got.lost,
        "concussive": got.concussive,
        "pab_left": got.pab_left,
        "knockback_damage": got.knockback_damage,
        "through": got.through,
        "critical": got.critical,
    }
    if values["htk"] is not None:
        told["threatens"] = threatens(got.edged, values["htk"])
    return told


def threatens(edged: int, htk: int) -> str:
    """Return the effect a loss threatens: none, minor or major (C-WND-1)."""
    if edged > htk * COUNTS.major_share:
        return "major"
    return "minor" if edged > htk * COUNTS.minor_share else "none"


def knocked_back(values: Values) -> dict[str, Any]:
    """Answer C-KNB-1: the feet of knockback of one hit."""
    return {"feet": knockback.knockback_feet(values["damage"], kind_of(values["type"]), values["weight"], COUNTS)}


def fall(values: Values) -> dict[str, Any]:
    """Answer C-FAL-1: the damage dice of a fall, and its critical."""
    return dict(knockback.fall(values["height"], COUNTS)._asdict())


def location(values: Values) -> dict[str, Any]:
    """Answer C-LOC-1 and C-LOC-2: the struck part; the second roll is read only for the head."""
    part, side = anatomy.location(values["roll"])
    told = {"part": part, "side": side}
    if part == "head" and values["head_roll"] is not None:
        told["detail"] = anatomy.head_detail(values["head_roll"])
    return told


def damage_range(values: Values) -> dict[str, Any]:
    """Answer C-DMG-1, C-DMG-2 and C-DMG-4: least, most, cap and mean of a weapon's rolled damage."""
    dice, extra = dice_and_type(values)
    least = dice.constant + dice.number + extra
    mean = Fraction(dice.number * (dice.sides + 1), 2) + dice.constant + extra
    if least < 0:
        from studies.odds_exact import dice_weights, mean_of

        floored = ((max(0, rolled + dice.constant + extra), ways) for rolled, ways in dice_weights(dice).items())
        mean = mean_of(floored, dice.sides**dice.number)
    return {
        "min": max(0, least),
        "max": harm.best(dice, extra),
        "cap": harm.cap(dice, extra, 0, 0, COUNTS),
        "mean": float(mean),
    }


def dice_and_type(values: Values) -> tuple[harm.Dice, int]:
    """Return the dice of ``damage`` and the points its ``type`` adds, 0 when they are included (C-DMG-2)."""
    return harm.parse_damage(values["damage"]), 0 if values["includes_type"] else kind_of(values["type"]).damage


ROLL = {"ge": 1, "le": anatomy.FACES}

CALCS: dict[str, Calc] = {
    calc.name: calc
    for calc in (
        Calc("timeline", (
            number("wsd", "weapon speed in counts, all modifiers in", gt=0, le=1000, decimals=3),
            optional(LENGTH), optional(DISTANCE), flag("couched", "a strike from held couched"),
            optional(number("closing", "ft/ct the target closes by its own motion", ge=0, le=1000), 0.0),
            optional(text("level", "level of play (C-TIM-6)", LEVELS), "design"),
        ), timeline, ("C-TIM-1", "C-TIM-2", "C-TIM-3", "C-TIM-4", "C-TIM-6", "C-TIM-8")),
        Calc("stage", (LENGTH, DISTANCE), stage, ("C-STG-1", "C-STG-2", "C-STG-3")),
        Calc("movement", MOVEMENT_KEYS, movement, ("C-HIT-2", "C-HIT-3", "C-HIT-4")),
        Calc("blow", (
            whole("damage", "damage before armor", ge=0), TYPE,
            whole("sl", "success level before the type's shift", ge=0), ARMOR,
            PAB, HTK,
            optional(whole("cap", "the most HTK the blow may cost (C-DMG-4)", ge=0)),
        ), blow, ("C-DMG-4", "C-DMG-5", "C-DMG-6")),
        Calc("knockback", (whole("damage", "damage before armor", ge=0), TYPE, WEIGHT), knocked_back, ("C-KNB-1",)),
        Calc("fall", (number("height", "how deep one falls, feet", ge=0),), fall, ("C-FAL-1",)),
        *THROWS,
        Calc("location", (
            whole("roll", "the rolled d100", **ROLL), optional(whole("head_roll", "the second d100, for the head", **ROLL)),
        ), location, ("C-LOC-1", "C-LOC-2")),
        Calc("damage-range", (DAMAGE_TEXT, TYPE, INCLUDES_TYPE), damage_range, ("C-DMG-1", "C-DMG-2", "C-DMG-4")),
        *SHOTS_CALCS,
        *STEPS_CALCS,
        *GRID_CALCS,
    )
}  # fmt: skip
"""Every calc by name (the contract's section 2); ``odds`` are in `studies.odds`."""
