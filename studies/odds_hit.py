"""The odds of one attack in the counts system: its chance, its hits by SL, the HTK it costs (C-HIT-1 to C-DMG-6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from engine import anatomy
from engine.counts import damage as harm
from engine.counts import hitting
from engine.counts.stages import StageEffect, effect
from engine.errors import InputError
from studies import calc_rules as rules_of
from studies import odds_exact as exactly
from studies.calc_rules import COUNTS
from studies.odds_exact import ordered, shares, told
from studies.questions import Key, Refused, Values, flag, optional, text, whole

MOST_SUMS = 10_000
"""Faces of all dice together that are still enumerated."""


def rolled(calc: str, dice: harm.Dice) -> dict[int, int]:
    """Return the rolled damage with its constant, by ways.

    Raises:
        InputError: more dice than are enumerated.
    """
    if dice.number * dice.sides > MOST_SUMS:
        raise InputError(f"calc odds {calc}, damage", str(dice), f"dice of {MOST_SUMS} faces together")
    return {total + dice.constant: ways for total, ways in exactly.dice_weights(dice).items()}


SITUATION_KEYS: tuple[Key, ...] = (
    optional(whole("mod", "weapon MOD and any other modifier, percent"), 0),
    optional(whole("def", "the target's DEF, if on, aware and able", ge=0), 0),
    optional(rules_of.LENGTH),
    optional(rules_of.DISTANCE),
    optional(text("location", "a called location (C-HIT-6)", anatomy.PARTS)),
    flag("hurry", "the tool still recovers when the blow lands (C-TIM-5)"),
    flag("prone", "the attacker lies (C-HIT-7)"),
    flag("target_prone", "the target lies (C-HIT-7)"),
    flag("helpless", "the target is stunned or unconscious: DEF off (C-HIT-7)"),
    *(optional(key, 0 if key.kind == "number" else key.default) for key in rules_of.MOVEMENT_KEYS),
)

Terms = list[tuple[tuple[str, str], int]]


def chance_terms(values: Values) -> Terms:
    """Return every term of a chance to hit with its rule and reason, DEF last (C-HIT-1)."""
    kind = values["type"]
    typed = rules_of.kind_of(kind).mod if kind is not None and not values["includes_type"] else 0
    at = rules_of.stage_of("odds hit", values)
    movement = hitting.movement_terms(
        values["attacker_speed"], values["target_speed"], values["relative_speed"], values["angle"],
        values["targeting"], values["shoot_while_move"], values["unstable"], COUNTS,
    )  # fmt: skip
    posture = hitting.posture_terms(
        values["hurry"], values["prone"], values["target_prone"], values["helpless"], COUNTS
    )
    return [
        (("C-HIT-1", "skill"), values["skill"]),
        (("C-HIT-1", "weapon MOD"), values["mod"]),
        (("C-DMG-2", f"{kind} MOD"), typed),
        (("C-STG-3", f"stage {at.label}"), effect(at, COUNTS).hit),
        *zip(hitting.MOVEMENT_WHY, movement, strict=True),
        *zip(hitting.POSTURE_WHY, posture, strict=True),
        (("C-HIT-6", f"called {values['location']}"), called(values)),
        (("C-HIT-1", "the target's DEF"), 0 if values["helpless"] else -values["def"]),
    ]


def called(values: Values) -> int:
    """Return the modifier of a called location; without a length the weapon is not a short one (C-HIT-6)."""
    if values["location"] is None:
        return 0
    short = values["length"] is not None
    return hitting.called_modifier(values["location"], values["length"] or 0.0, COUNTS, hand=short)


def possible_effect(calc: str, values: Values) -> StageEffect:
    """Return what the stage of ``length`` and ``distance`` does (C-STG-3).

    Raises:
        Refused: the stage allows no chance.
    """
    at = rules_of.stage_of(calc, values)
    change = effect(at, COUNTS)
    if not change.possible:
        raise Refused(f"C-STG-3: no chance at stage {at.label}")
    return change


def chance_of(values: Values) -> int:
    """Return the final chance, after the over-press (C-HIT-1, C-STG-3).

    Raises:
        Refused: the stage allows no chance.
    """
    change = possible_effect("odds hit", values)
    return hitting.chance((value for _, value in chance_terms(values)), change.hit_factor)


def one_of(calc: str, values: Values, *names: str) -> str:
    """Return which one of some keys is given.

    Raises:
        InputError: none, or more than one.
    """
    given = [name for name in names if values[name] is not None]
    if len(given) != 1:
        what = " and ".join(given) or f"none of {', '.join(names)}"
        raise InputError(f"calc odds {calc}", what, f"exactly one of {', '.join(names)}")
    return given[0]


def hit(values: Values) -> dict[str, Any]:
    """Answer C-HIT-1 to C-HIT-8: hit, miss, critical miss, and each SL."""
    more: dict[str, Any] = {}
    if one_of("hit", values, "skill", "chance") == "skill":
        chance = chance_of(values)
        factor = possible_effect("odds hit", values).hit_factor
        more = {"mods": rules_of.mods(chance_terms(values)), "hit_factor": factor}
    else:
        chance = values["chance"]
    faces = exactly.hit_faces(chance, COUNTS)
    main = {
        "hit": Fraction(faces.hit, anatomy.FACES),
        "miss": Fraction(faces.miss, anatomy.FACES),
        "critical_miss": Fraction(faces.critical_miss, anatomy.FACES),
    }
    return {"chance": chance, **told(main, sl=shares(faces.by_sl, anatomy.FACES), **more)}


def blow(values: Values) -> dict[str, Any]:
    """Answer C-HIT-1 to C-DMG-6 in one: the HTK an attack costs, misses included (with ``sl``: a hit at that SL)."""
    before, cap, ways = before_armor(values)
    by_sl, faces = hits_of(values)
    kind = rules_of.kind_of(values["type"])
    blows = exactly.blow_weights(by_sl, before, kind, values["armor"], values["pab"], cap, COUNTS)
    total = ways * faces
    hits = sum(blows.values())
    lost: Counter[int] = Counter()
    for got, weight in blows.items():
        lost[got.lost] += weight
    lost[0] += total - hits
    mean = exactly.mean_of(lost.items(), total)
    main = {"hit": Fraction(hits, total), "wounded": 1 - Fraction(lost[0], total), "mean_lost": mean}
    if values["htk"] is not None:
        main |= over(blows, values["htk"], total)
    return told(main, cap=cap, lost=shares(ordered(lost), total))


def over(blows: Mapping[harm.Blow, int], htk: int, total: int) -> dict[str, Fraction]:
    """Return the chances to cost over a quarter, over half, and all of HTK in one attack (C-WND-1, C-WND-6)."""

    def chance(holds: Callable[[harm.Blow], bool]) -> Fraction:
        return Fraction(sum(weight for got, weight in blows.items() if holds(got)), total)

    return {
        "over_quarter": chance(lambda got: got.edged > htk * COUNTS.minor_share),
        "over_half": chance(lambda got: got.edged > htk * COUNTS.major_share),
        "down": chance(lambda got: got.lost >= htk * COUNTS.down_share),
    }


def before_armor(values: Values) -> tuple[dict[int, int], int, int]:
    """Return the damage before armor by ways, the cap, and the number of ways (C-DMG-1a, C-DMG-4)."""
    dice, extra = rules_of.dice_and_type(values)
    change = possible_effect("odds blow", values)
    added = values["extra"]
    cap = harm.cap(dice, extra, added, 0, COUNTS)
    before: Counter[int] = Counter()
    for result, ways in rolled("blow", dice).items():
        damage = harm.damage_before_armor(
            result, extra, added, change.damage, values["relative_speed"], change.damage_factor, cap, COUNTS
        )
        before[damage] += ways
    return before, cap, dice.sides**dice.number


def hits_of(values: Values) -> tuple[dict[int, int], int]:
    """Return the faces by SL, and how many faces there are; exactly one of skill, chance and sl is given."""
    given = one_of("blow", values, "skill", "chance", "sl")
    if given == "sl":
        return {values["sl"]: 1}, 1
    chance = values["chance"] if given == "chance" else chance_of(values)
    return exactly.hit_faces(chance, COUNTS).by_sl, anatomy.FACES
