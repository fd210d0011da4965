"""What an attack would be worth if it were made now: its chance and its mean Wound Points, for views; nothing changes.

Everything is the plain sum of the rules as things stand: no Fortune that others may have set aside, no defense that
somebody may yet put up.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.options import Option
from engine.shots import attack, lookup, odds, ranges
from engine.shots.actions import Area, Attack, Throw
from engine.shots.state import Action, Fight, Fighter, Structure, Tool

Place = tuple[float, float]


class Expected(NamedTuple):
    """What an attack may do to one whom it reaches.

    Attributes:
        name: the character, or the structure.
        side: its side; empty for a structure.
        need: the least open roll that hits.
        chance: of a hit, 0.0 .. 1.0.
        points: the mean Wound Points, misses counted as none; for a structure the chance that the hit harms it.
        out: the chance of at least one Wound Point, which is what puts an unnamed character out (S-WND-3).
    """

    name: str
    side: str
    need: int
    chance: float
    points: float
    out: float


class Shot(NamedTuple):
    """An attack to be reckoned: who, with what, in how many shots, whether it moves, whether with Fortune."""

    fighter: Fighter
    tool: Tool
    shots: int
    still: bool
    fortune: bool = False


def attack_value(fight: Fight, fighter: Fighter, tool: Tool, target: Fighter | None = None) -> int:
    """Return skill, impairment and what schticks add with a weapon, before range and haste (S-ROL-2, S-WND-1)."""
    value = lookup.skill(fighter, tool.skill) + lookup.impairment(fighter, fight.rules)
    if target is None:
        return value
    return value + sum(schtick.attack(fight, fighter, tool, target) for schtick in fighter.schticks)


def haste(shots: int, fight: Fight) -> int:
    """Return what a snapshot of so many shots is worse by (S-SEQ-5)."""
    return {1: fight.rules.snapshot_1, 2: fight.rules.snapshot_2}.get(shots, 0)


def range_penalty(fight: Fight, shot: Shot, at: Place) -> int | None:
    """Return the penalty for range; 0 hand to hand within reach; None where the weapon does not reach (S-RNG-1)."""
    gap = lookup.apart(lookup.place(fight, shot.fighter), at)
    if shot.tool.melee:
        return 0 if gap <= fight.rules.melee_reach else None
    return ranges.range_penalty(shot.tool.spec.range, gap, shot.still, fight.rules)


def difficulty(fight: Fight, attacker: Fighter, target: Fighter, tool: Tool) -> int:
    """Return what an attack on a character must reach as things stand (S-ROL-2, S-DEF-1, S-RNG-2, S-RNG-3)."""
    defense, *bonuses = [value for value, _, _ in lookup.defense_terms(fight, attacker, target, tool)]
    by_hand = tool.spec.handheld and not tool.melee and lookup.moving(fight, target)
    return attack.difficulty(defense, sum(bonuses), target.spec.move if by_hand else None)


def soak(fight: Fight, attacker: Fighter, target: Fighter, tool: Tool) -> int:
    """Return Toughness and armor of a target less the Damage Value of an attack on it (S-ROL-3)."""
    rules = fight.rules
    tough = target.spec.toughness + sum(schtick.toughness(target, tool, rules) for schtick in target.schticks)
    worn = 0 if tool.spec.ignores_armor else target.armor
    power = lookup.damage_value(attacker, tool)
    return tough + worn - power - sum(schtick.damage(attacker, tool, target, rules) for schtick in attacker.schticks)


def on(fight: Fight, shot: Shot, target: Fighter, more: int = 0, harder: int = 0) -> Expected | None:
    """Return what an attack may do to a character; None out of range.

    Args:
        more: what else is added to the attack.
        harder: what else is added to the difficulty: a defense that is not up yet, the place in an area's row.
    """
    far = range_penalty(fight, shot, lookup.place(fight, target))
    if far is None:
        return None
    total = attack_value(fight, shot.fighter, shot.tool, target) + far + haste(shot.shots, fight) + more
    need = difficulty(fight, shot.fighter, target, shot.tool) + harder - total
    return _expected(fight, target, need, soak(fight, shot.fighter, target, shot.tool), shot.fortune)


def _expected(fight: Fight, target: Fighter, need: int, soaked: int, fortune: bool) -> Expected:
    rules = fight.rules
    extra = (rules.fortune_dice, rules.fortune_sides) if fortune else (0, 1)
    asked = (need, soaked, rules.die, rules.wonder_outcome, extra)
    chance = odds.at_least(need, rules.die, extra)
    return Expected(target.name, target.side, need, chance, odds.points(*asked), odds.wounding(*asked))


def on_structure(fight: Fight, shot: Shot, spot: Structure) -> Expected | None:
    """Return what an attack may do to a structure; None out of range (S-WND-4)."""
    far = range_penalty(fight, shot, (spot.x, spot.y))
    if far is None:
        return None
    rules = fight.rules
    total = attack_value(fight, shot.fighter, shot.tool) + far + haste(shot.shots, fight)
    need = rules.structure_difficulty - total
    chance = odds.at_least(need, rules.die, (rules.fortune_dice, rules.fortune_sides) if shot.fortune else (0, 1))
    harms = lookup.damage_value(shot.fighter, shot.tool) > spot.toughness
    return Expected(spot.name, "", need, chance, chance * harms, 0.0)


def around(fight: Fight, shot: Shot, at: Place) -> tuple[Expected, ...]:
    """Return what an area attack may do to each it reaches, friends too, the most vulnerable first (S-RNG-4)."""
    rules, radius = fight.rules, shot.tool.spec.radius
    far = range_penalty(fight, shot, at)
    caught = [one for one in fight.fighters if one.able and lookup.apart(lookup.place(fight, one), at) <= radius]
    if far is None or not caught:
        return ()
    row = sorted((difficulty(fight, shot.fighter, one, shot.tool), one.rank, one) for one in caught)
    dense = fight.field is not None and fight.field.dense
    total = attack_value(fight, shot.fighter, shot.tool) + far + haste(shot.shots, fight)
    total += ranges.density_bonus(len(caught), dense, rules)
    found = []
    for place, (hard, _, one) in enumerate(row):
        soaked = soak(fight, shot.fighter, one, shot.tool)
        found.append(_expected(fight, one, hard + place * rules.area_step - total, soaked, shot.fortune))
    return tuple(found)


def of_option(fight: Fight, fighter: Fighter, option: Option) -> tuple[Expected, ...]:
    """Return what an attack of a fighter's would do now to each it reaches; nobody for other options."""
    if not isinstance(option, Attack | Throw | Area) or option.weapon not in fighter.tools:
        return ()
    goes = option.to is not None or option.toward is not None or option.away is not None
    fortune = option.fortune or "attack" in fighter.fortune_for
    shot = Shot(fighter, fighter.tools[option.weapon], option.shots, not goes and not lookup.moving(fight, fighter), fortune)
    if isinstance(option, Area):
        at = option.at if option.target is None else _place_of(fight, option.target)
        return () if at is None else around(fight, shot, at)
    if option.target in fight.by_name:
        found = on(fight, shot, fight.by_name[option.target])
    else:
        spot = fight.places.get(option.target)
        found = None if spot is None else on_structure(fight, shot, spot)
    return () if found is None else (found,)


def _place_of(fight: Fight, name: str) -> Place | None:
    """Return where a character or a structure is; None for a name nobody has."""
    if name in fight.by_name:
        return lookup.place(fight, fight.by_name[name])
    spot = fight.places.get(name)
    return None if spot is None else (spot.x, spot.y)


def of_action(fight: Fight, action: Action, target: Fighter, harder: int = 0) -> Expected | None:
    """Return what an announced attack may do to one of its targets, or to somebody in its target's place.

    Args:
        harder: what an active defense that is not up yet would add.
    """
    if action.tool is None:
        return None
    shot = Shot(action.fighter, action.tool, action.shots, not action.moving)
    return on(fight, shot, target, harder=harder)
