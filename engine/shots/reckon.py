"""What an attack would be worth if it were made now: its chance and its mean Wound Points, for views; nothing changes.

Everything is the plain sum of the rules as things stand: no Fortune that others may have set aside, no defense that
somebody may yet put up.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.options import Option
from engine.shots import aims, lookup, odds, ranges, strike, terms
from engine.shots.actions import Area, Attack, Mover, Throw
from engine.shots.lookup import Term
from engine.shots.sight import in_sight
from engine.shots.state import Action, Fight, Fighter, Structure, Tool

Place = tuple[float, float]


class Expected(NamedTuple):
    """What an attack may do to one whom it reaches.

    Attributes:
        name: the character, or the structure.
        side: its side; empty for a structure.
        need: the least open roll that hits.
        chance: of a hit, 0.0 .. 1.0.
        points: the mean Wound Points, misses counted as none; for a structure the chance of a hit that harms it.
        out: the chance of at least one Wound Point, which is what puts an unnamed character out (S-WND-3).
    """

    name: str
    side: str
    need: int
    chance: float
    points: float
    out: float


def attack_value(fight: Fight, fighter: Fighter, tool: Tool) -> int:
    """Return skill and impairment with a weapon, before range, haste and schticks (S-ROL-2, S-WND-1)."""
    return lookup.skill(fighter, tool.skill) + lookup.impairment(fighter, fight.rules)


def of_option(fight: Fight, fighter: Fighter, option: Option) -> tuple[Expected, ...]:
    """Return what an attack of a fighter's would do now to each it reaches; nobody for other options, or out of range."""
    if not isinstance(option, Attack | Throw | Area):
        return ()
    tool = fighter.tools.get(option.weapon)
    aim = option.target or ""
    action = Action(
        "", fighter, option, option.do, fighter.rank, option.shots, option.shots, tool=tool,
        target=fight.by_name.get(aim), place=fight.places.get(aim), area=isinstance(option, Area),
        fortune=option.fortune or "attack" in fighter.fortune_for,
    )  # fmt: skip
    point = option.at if isinstance(option, Area) and option.at is not None else _point(fight, action)
    if tool is None or point is None or not _reaches(fight, action, point, _goes(option)):
        return ()
    late = _late(fight, action, point, _goes(option))
    if action.area:
        return _on_area(fight, action, point, late)
    if action.target is not None:
        return (on_character(fight, action, action.target, late),)
    return () if action.place is None else (_on_structure(fight, action, action.place, late),)


def on_character(fight: Fight, action: Action, target: Fighter, harder: int = 0, between: bool = False) -> Expected:
    """Return what an attack may do to a character; of an area as if that were its most vulnerable target.

    Args:
        harder: what else is added to the difficulty: a defense that is not up yet, a longer range.
        between: the target would step between: no active defense, no cover (S-DEF-4).
    """
    here = lookup.place(fight, target)
    point = action.at or _point(fight, action) or here
    mine = total(terms.bonuses(fight, action, None if action.area else target, point))
    origin = point if action.area else lookup.place(fight, action.fighter)
    need = total(terms.against(fight, action, target, origin, between)) + harder - mine
    return _expected(fight, action, target, need - lookup.impairment(action.fighter, fight.rules))


def difficulty(fight: Fight, attacker: Fighter, target: Fighter, tool: Tool) -> int:
    """Return what an attack on a character must reach as things stand (S-ROL-2, S-DEF-1, S-RNG-2, S-RNG-3)."""
    action = Action("", attacker, Attack(target=target.name, weapon=tool.name), "attack", attacker.rank, 0, tool=tool)
    return total(terms.against(fight, action, target, lookup.place(fight, attacker)))


def total(given: Iterable[Term]) -> int:
    """Return the sum of some terms."""
    return sum(value for value, _, _ in given)


def _goes(option: Mover) -> bool:
    return option.to is not None or option.toward is not None or option.away is not None


def _point(fight: Fight, action: Action) -> Place | None:
    """Return where an attack goes; None when its target is nobody."""
    if action.target is not None:
        return lookup.place(fight, action.target)
    return None if action.place is None else (action.place.x, action.place.y)


def _reaches(fight: Fight, action: Action, point: Place, moves: bool) -> bool:
    """Return whether an attack gets so far: by hand within reach, else within the range of the weapon (S-RNG-1)."""
    tool = action.tool
    assert tool is not None
    if tool.melee and action.kind == "attack":
        return aims.in_reach(fight, action.fighter, point)
    return aims.in_range(fight, action.fighter, tool, point, moves)


def _late(fight: Fight, action: Action, point: Place, moves: bool) -> int:
    """Return by how much a long weapon is worse because its shooter sets out with the shot (S-RNG-1)."""
    tool, fighter = action.tool, action.fighter
    assert tool is not None
    if not moves or tool.melee or lookup.moving(fight, fighter):
        return 0
    gap = lookup.apart(lookup.place(fight, fighter), point)
    still, moved = (ranges.range_penalty(tool.spec.range, gap, stands, fight.rules) for stands in (True, False))
    return (still or 0) - (moved or 0)


def _on_structure(fight: Fight, action: Action, spot: Structure, late: int) -> Expected:
    """Return what an attack may do to a structure (S-WND-4)."""
    rules = fight.rules
    mine = total(terms.bonuses(fight, action, None, (spot.x, spot.y))) + lookup.impairment(action.fighter, rules)
    need = rules.structure_difficulty + late - mine
    chance = odds.at_least(need, rules.die, _extra(fight, action))
    harms = strike.damage_of(fight, action, None) > spot.toughness
    return Expected(spot.name, "", need, chance, chance * harms, 0.0)


def _on_area(fight: Fight, action: Action, at: Place, late: int) -> tuple[Expected, ...]:
    """Return what an area attack may do to each in sight it reaches, friends too, the most vulnerable first (S-RNG-4, S-DEF-3)."""
    rules, tool = fight.rules, action.tool
    assert tool is not None
    seen = [one for one in fight.fighters if one.able and in_sight(fight, action.fighter, one)]
    caught = [one for one in seen if lookup.apart(lookup.place(fight, one), at) <= tool.spec.radius]
    row = sorted((total(terms.against(fight, action, one, at)), one.rank, one) for one in caught)
    dense = fight.field is not None and fight.field.dense
    mine = total(terms.bonuses(fight, action, None, at)) + lookup.impairment(action.fighter, rules) - late
    mine += ranges.density_bonus(len(caught), dense, rules)
    return tuple([
        _expected(fight, action, one, hard + place * rules.area_step - mine) for place, (hard, _, one) in enumerate(row)
    ])  # fmt: skip


def _expected(fight: Fight, action: Action, target: Fighter, need: int) -> Expected:
    """Return chance and Wound Points of an attack that hits with so much or more (S-ROL-3)."""
    rules, tool = fight.rules, action.tool
    assert tool is not None
    tough = target.spec.toughness + sum(one.toughness(target, tool, rules) for one in target.schticks)
    soak = tough + (0 if tool.spec.ignores_armor else target.armor) - strike.damage_of(fight, action, target)
    extra = _extra(fight, action)
    asked = (need, soak, rules.die, rules.wonder_outcome, extra)
    chance = odds.at_least(need, rules.die, extra)
    return Expected(target.name, target.side, need, chance, odds.points(*asked), odds.wounding(*asked))


def _extra(fight: Fight, action: Action) -> tuple[int, int]:
    """Return the closed dice a Fortune point adds to an attack: how many, of how many faces (S-CHR-1)."""
    rules = fight.rules
    return (rules.fortune_dice, rules.fortune_sides) if action.fortune and action.fighter.fortune else (0, 1)
