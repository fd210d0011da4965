"""Every random decision of the counts system, one named function each (CLK-7).

Each rolls its own purpose's stream of the combatant that rolls, logs the roll with every modifier and its rule, and
returns what it means with the roll's ``seq``.
"""

from __future__ import annotations

from engine import anatomy
from engine.counts import lookup, report
from engine.counts.damage import before_armor_terms, damage_before_armor
from engine.counts.hitting import succeeds
from engine.counts.knockback import SAVE_WHY as KNOCKBACK_WHY
from engine.counts.stages import Stage, effect
from engine.counts.state import Fight, Fighter, Tool
from engine.units import Count, Tick

Seq = int | None

SAVE_WHY = {"health_save": "health", "minor_save": "health, second save", "shock_save": "health", "agl_save": "agility"}


_INIT_WHY = (("C-INI-1", "SPD"), ("C-INI-2", "speed points"))
_PRESET_WHY = (("C-INI-1", "SPD, pre-set"), ("C-INI-2", "speed points"))


def init(fight: Fight, fighter: Fighter, preset: bool, points: int, floor: Count, purpose: str, cause: Seq,
         action: str | None = None) -> tuple[Tick, Seq]:  # fmt: skip
    """Roll an INIT: how long a declaration or a background movement waits (C-INI-1, C-INI-2).

    Args:
        preset: whether it is pre-set: half the dice, half of SPD.
        points: speed points spent on it.
        floor: the least it may be, in counts (CLK-2).
        purpose: what it is for, for the log; empty for a declaration.

    Returns:
        The wait in ticks, and the ``seq`` of the ``init`` event.
    """
    rules = fight.rules
    faces = fighter.streams.roll("init", rules.init_dice, rules.init_sides)
    total: float = sum(faces)
    spd: float = fighter.spec.spd
    if preset:
        total, spd = total * rules.preset_share, spd * rules.preset_share
    least = max(floor, 0.0)
    counts = max(least, total - spd - points * rules.speed_point_counts)
    wait = fight.ticks(counts)
    if fight.log is None:
        return wait, None
    counts = wait / fight.per_count
    terms = (-spd, -points * rules.speed_point_counts)
    why = _PRESET_WHY if preset else _INIT_WHY
    dice = f"{rules.init_dice}d{rules.init_sides}"
    rolled = report.roll(fight, fighter, "init", dice, faces, f"{counts:g} counts", terms, why, cause=cause, action=action)
    return wait, report.init(fight, fighter, counts, preset, points, purpose or None, rolled, action)


def to_hit(fight: Fight, attacker: Fighter, chance: int, terms: tuple[float, ...], why: report.Why, cause: Seq,
           action: str) -> tuple[int, str, Seq]:  # fmt: skip
    """Roll to hit: the natural roll, hit, miss or critical_miss, and the roll's ``seq`` (C-HIT-1, C-HIT-8)."""
    roll = attacker.streams.d100("to_hit")
    result = succeeds(chance, roll, fight.rules)
    if fight.log is None:
        return roll, result, None
    seq = report.roll(
        fight, attacker, "to_hit", "1d100", (roll,), result, terms, why, chance, chance - roll, cause, action
    )
    return roll, result, seq


def location(fight: Fight, attacker: Fighter, cause: Seq, action: str | None) -> tuple[str, str, str | None]:
    """Roll where a blow lands: part, side, and the detail of a head (C-LOC-1, C-LOC-2)."""
    roll = attacker.streams.d100("location")
    part, side = anatomy.location(roll)
    if fight.log is not None:
        report.roll(fight, attacker, "location", "1d100", (roll,), f"{side} {part}", cause=cause, action=action)
    return part, side, head_location(fight, attacker, cause, action) if part == "head" else None


def head_location(fight: Fight, attacker: Fighter, cause: Seq, action: str | None) -> str:
    """Roll where on the head a blow lands (C-LOC-2)."""
    roll = attacker.streams.d100("head_location")
    detail = anatomy.head_detail(roll)
    if fight.log is not None:
        report.roll(fight, attacker, "head_location", "1d100", (roll,), detail, cause=cause, action=action)
    return detail


def damage(
    fight: Fight, attacker: Fighter, tool: Tool, stage: Stage, relative_speed: float, cause: Seq, action: str
) -> int:
    """Roll a blow's damage before armor, in the order of C-DMG-1a.

    Args:
        stage: the attacker's stage (C-STG-3).
        relative_speed: ft/ct (C-DMG-3).
    """
    dice, rules, change = tool.damage, fight.rules, effect(stage, fight.rules)
    faces = attacker.streams.roll("damage", dice.number, dice.sides)
    rolled = dice.constant + sum(faces)
    total = damage_before_armor(
        rolled, tool.damage_add, 0, change.damage, relative_speed, change.damage_factor, tool.cap, rules
    )
    if fight.log is not None:
        spec, text = tool.spec, f"{dice.number}d{dice.sides}"
        counted = 0 if spec.includes_type else tool.kind.damage
        terms = before_armor_terms(
            rolled, counted, spec.material.damage, spec.magic.damage, change.damage, relative_speed,
            change.damage_factor, tool.cap, rules,
        )  # fmt: skip
        why = (
            ("C-DMG-1", f"constant of {tool.name}"), ("C-DMG-2", spec.type), ("C-DMG-1a", "material"),
            ("C-DMG-1a", "magic"), ("C-STG-3", stage.label), ("C-DMG-1a", "not below 0"), ("C-DMG-3", "speed"),
            ("C-STG-3", f"{stage.label}: share of the damage"), ("C-DMG-4", "cap"),
        )  # fmt: skip
        terms = (dice.constant, *terms)
        report.roll(fight, attacker, "damage", text, faces, str(total), terms, why, cause=cause, action=action)
    return total


def notices(fight: Fight, watcher: Fighter, actor: Fighter, committed: bool, cause: Seq) -> tuple[bool, Seq]:
    """Roll whether a fighter notices a wind-up or a commit (C-PER-1, C-PER-2)."""
    rules = fight.rules
    rear = rules.notice_rear if not lookup.in_front(fight, watcher, actor) else 0
    hurt = rules.injured_modifier if watcher.parts and lookup.injured(watcher, _HEAD) else 0
    need = watcher.spec.combat_perception + (rules.notice_commit if committed else 0) + rear + hurt
    roll = watcher.streams.d100("perception")
    seen = roll <= need
    if fight.log is None:
        return seen, None
    terms = (watcher.spec.combat_perception, rules.notice_commit if committed else 0, rear, hurt)
    result = "noticed" if seen else "not noticed"
    return seen, report.roll(
        fight, watcher, "perception", "1d100", (roll,), result, terms, _NOTICE_WHY, need, need - roll, cause
    )


_HEAD = frozenset({"head", "eyes"})
_NOTICE_WHY = (
    ("C-PER-1", "combat perception"), ("C-PER-1", "committed"), ("C-PER-2", "outside the front"), ("C-WND-2", "injured head"),
)  # fmt: skip


def targeting(fight: Fight, fighter: Fighter, cause: Seq, action: str) -> tuple[bool, Seq]:
    """Roll Targeting Perception to follow a target (C-HIT-4)."""
    hurt = fight.rules.injured_modifier if fighter.parts and lookup.injured(fighter, _HEAD) else 0
    skill = fighter.spec.targeting_perception
    need = skill + hurt
    roll = fighter.streams.d100("targeting")
    made = roll <= need
    if fight.log is None:
        return made, None
    why = (("C-HIT-4", "targeting perception"), ("C-WND-2", "injured head"))
    result = "made" if made else "failed"
    return made, report.roll(
        fight, fighter, "targeting", "1d100", (roll,), result, (skill, hurt), why, need, need - roll, cause, action
    )


_MANEUVER_WHY = (("C-STG-4", "Combat Maneuver"), ("C-WND-2", "injured part"))
_PCF_WHY = (("C-STG-4", "PCF, unskilled"), ("C-WND-2", "injured part"))


def contest(fight: Fight, fighter: Fighter, purpose: str, cause: Seq, action: str | None) -> tuple[int, bool, Seq]:
    """Roll a fighter's side of a contest, or an unlock: success number and whether it succeeded (C-STG-4, C-STG-6)."""
    hurt = fight.rules.injured_modifier if fighter.parts and lookup.injured(fighter, _BODY) else 0
    skill = fighter.maneuver + hurt
    roll = fighter.streams.d100(purpose)
    number = skill - roll
    if fight.log is None:
        return number, number >= 0, None
    why = _MANEUVER_WHY if "combat_maneuver" in fighter.spec.skills else _PCF_WHY
    result = "success" if number >= 0 else "failure"
    terms = (fighter.maneuver, hurt)
    seq = report.roll(fight, fighter, purpose, "1d100", (roll,), result, terms, why, skill, number, cause, action)
    return number, number >= 0, seq


def simple_retreat(fight: Fight, fighter: Fighter, cause: Seq, action: str | None) -> tuple[bool, Seq]:
    """Roll a simple retreat under PCF (C-STG-7)."""
    roll = fighter.streams.d100("maneuver")
    pcf = fighter.spec.pcf
    made = roll <= pcf
    if fight.log is None:
        return made, None
    why = (("C-STG-7", "PCF"),)
    result = "success" if made else "failure"
    return made, report.roll(
        fight, fighter, "maneuver", "1d100", (roll,), result, (pcf,), why, pcf, pcf - roll, cause, action
    )


_BODY = lookup.LEGS | frozenset({"abdomen", "groin"})


def parry(
    fight: Fight, fighter: Fighter, tool: Tool, blow: int, late: bool, cause: Seq, action: str
) -> tuple[bool, int, Seq]:
    """Roll a parry against a blow's success number: whether it stops it, its own number (C-ARM-6, C-TIM-5)."""
    hurt = fight.rules.injured_modifier if lookup.arm_injured(fighter, tool) else 0
    haste = fight.rules.hurry_modifier if late else 0
    need = tool.skill + hurt + haste
    roll = fighter.streams.d100("parry")
    number = need - roll
    stopped = number >= 0 and number >= blow
    if fight.log is None:
        return stopped, number, None
    why = (("C-ARM-6", f"skill with {tool.name}"), ("C-WND-2", "injured arm"), ("C-TIM-5", "the tool still recovers"))
    result = "stopped" if stopped else "beaten"
    terms = (tool.skill, hurt, haste)
    seq = report.roll(fight, fighter, "parry", "1d100", (roll,), result, terms, why, need, number, cause, action)
    return stopped, number, seq


def save(fight: Fight, fighter: Fighter, purpose: str, value: int, rule: str, cause: Seq) -> tuple[bool, bool, Seq]:
    """Roll a save: made or not, whether it was a critical miss, the roll's ``seq`` (C-WND-1, C-KNB-2a).

    Args:
        purpose: health_save, minor_save, shock_save or agl_save.
        value: the percent to roll under or equal; natural rolls from ``critical_from`` fail all the same.
        rule: the rule that asks for it.
    """
    limp = purpose == "agl_save" and fighter.parts and lookup.injured(fighter, lookup.LEGS)
    hurt = fight.rules.injured_modifier if limp else 0
    shield = lookup.shield_agl(fighter) if purpose == "agl_save" else 0
    need = value + hurt + shield
    roll = fighter.streams.d100(purpose)
    critical = roll >= fight.rules.critical_from
    made = roll <= need and not critical
    if fight.log is None:
        return made, critical, None
    result = "made" if made else "failed"
    why = ((rule, SAVE_WHY[purpose]), ("C-WND-2", "injured leg"), ("C-ARM-4", "shield in hand"))
    return made, critical, report.roll(
        fight, fighter, purpose, "1d100", (roll,), result, (value, hurt, shield), why, need, need - roll, cause
    )


def balance(fight: Fight, fighter: Fighter, terms: tuple[int, ...], cause: Seq) -> tuple[bool, bool, Seq]:
    """Roll an AGL save against knockback: made or not, whether it was a critical miss, the ``seq`` (C-KNB-2, C-KNB-2a).

    Args:
        terms: the modifiers, in the order of `knockback.SAVE_WHY`.
    """
    limp = fighter.parts and lookup.injured(fighter, lookup.LEGS)
    own = (fighter.agl, fight.rules.injured_modifier if limp else 0, lookup.shield_agl(fighter))
    need = sum(own) + sum(terms)
    roll = fighter.streams.d100("agl_save")
    critical = roll >= fight.rules.critical_from
    made = roll <= need and not critical
    if fight.log is None:
        return made, critical, None
    result = "made" if made else "critical_miss" if critical else "failed"
    why = (("C-KNB-2", "agility"), ("C-WND-2", "injured leg"), ("C-ARM-4", "shield in hand"), *KNOCKBACK_WHY)
    return made, critical, report.roll(
        fight, fighter, "agl_save", "1d100", (roll,), result, (*own, *terms), why, need, need - roll, cause
    )


def fall_damage(fight: Fight, fighter: Fighter, dice: int, cause: Seq) -> tuple[int, Seq]:
    """Roll what a fall does before anything halves it (C-FAL-1)."""
    sides = fight.rules.fall_die
    faces = fighter.streams.roll("fall_damage", dice, sides)
    total = sum(faces)
    return total, report.roll(fight, fighter, "fall_damage", f"{dice}d{sides}", faces, str(total), cause=cause)


def falling(fight: Fight, fighter: Fighter, cause: Seq) -> tuple[bool, Seq]:
    """Roll the falling skill, if there is any (C-FAL-1)."""
    skill = fighter.spec.falling
    if not skill:
        return False, cause
    roll = fighter.streams.d100("falling")
    made = roll <= skill and roll < fight.rules.critical_from
    if fight.log is None:
        return made, None
    result, why = "made" if made else "failed", (("C-FAL-1", "falling"),)
    return made, report.roll(
        fight, fighter, "falling", "1d100", (roll,), result, (skill,), why, skill, skill - roll, cause
    )


def fall_critical(fight: Fight, fighter: Fighter, chance: float, cause: Seq) -> tuple[bool, Seq]:
    """Roll whether a fall is a critical one (C-FAL-1)."""
    roll = fighter.streams.d100("fall_critical")
    critical = roll <= chance
    if fight.log is None:
        return critical, None
    result, why = "critical" if critical else "ordinary", (("C-FAL-1", "velocity"),)
    return critical, report.roll(
        fight, fighter, "fall_critical", "1d100", (roll,), result, (chance,), why, chance, chance - roll, cause
    )


def overbear(fight: Fight, attacker: Fighter, chance: int, terms: tuple[float, ...], why: report.Why, cause: Seq,
             action: str | None = None) -> tuple[int, str, Seq]:  # fmt: skip
    """Roll an overbear like a hit roll: the natural roll, hit, miss or critical_miss, and the ``seq`` (C-THR-1, C-WND-3)."""
    roll = attacker.streams.d100("overbear")
    result = succeeds(chance, roll, fight.rules)
    if fight.log is None:
        return roll, result, None
    return roll, result, report.roll(
        fight, attacker, "overbear", "1d100", (roll,), result, terms, why, chance, chance - roll, cause, action
    )


def tie(fight: Fight, striker: Fighter, cause: Seq, action: str) -> int:
    """Draw a striker's place among the blows of an instant, the lowest first (CLK-3, policy ``seeded``)."""
    roll = striker.streams.d100("tie")
    report.roll(fight, striker, "tie", "1d100", (roll,), str(roll), cause=cause, action=action)
    return roll
