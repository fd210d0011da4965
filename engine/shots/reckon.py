"""What an attack would be worth if it were made now: its chance and its mean Wound Points, for views; nothing changes.

Everything is the plain sum of the rules as things stand: no Fortune that others may have set aside, no defense that
somebody may yet put up. What is the same however many shots an attack takes, with Fortune or without, is an `Aim`, and
found out once while requests are open (`engine.shots.moment`).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.options import Option
from engine.shots import aims, lookup, odds, ranges, terms
from engine.shots.actions import ATTACKS, Area
from engine.shots.sight import in_sight, look_of
from engine.shots.state import Action, Fight, Fighter, Tool

Place = tuple[float, float]

PLAIN = (0, 1)
"""The closed dice of an attack without Fortune: none."""


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


class Aim(NamedTuple):
    """A weapon of one's own aimed at somebody, or at a structure, as things stand.

    Attributes:
        name, side: as in `Expected`.
        need: the least open roll of a whole action that hits, from where one stands.
        soak: what an Outcome must exceed to wound; None for a structure.
        harms: whether a hit harms a structure.
        reaches: whether it gets so far for one who stays, and for one who sets out with it (S-RNG-1).
        late: by how much it is worse for one who sets out with it.
    """

    name: str
    side: str
    need: int
    soak: int | None
    harms: bool
    reaches: tuple[bool, bool]
    late: int


def attack_value(fight: Fight, fighter: Fighter, tool: Tool) -> int:
    """Return skill and impairment with a weapon, before range, haste and schticks (S-ROL-2, S-WND-1)."""
    return lookup.skill(fighter, tool.skill) + lookup.impairment(fighter, fight.rules)


def of_option(fight: Fight, fighter: Fighter, option: Option) -> tuple[Expected, ...]:
    """Return what an attack would do now to each in sight whom it reaches; nobody for other options, or out of range (S-DEF-3)."""
    if not isinstance(option, ATTACKS):
        return ()
    tool = fighter.tools.get(option.weapon)
    if tool is None:
        return ()
    rules, extra = fight.rules, _extra(fight, fighter, option.fortune) if fighter.fortune else PLAIN
    if isinstance(option, Area):
        return _of_area(fight, fighter, tool, option, extra)
    known, key = look_of(fight, fighter).aims, (tool, option.target or "", option.do)
    if key not in known:
        known[key] = _aimed(fight, fighter, *key)
    aim = known[key]
    if aim is None:
        return ()
    moves = option.to is not None or option.toward is not None or option.away is not None
    if not aim.reaches[moves]:
        return ()
    need = aim.need + (aim.late if moves else 0) - terms.snapshot(option.shots, rules)
    if aim.soak is None:
        chance = odds.at_least(need, rules.die, extra)
        return (Expected(aim.name, "", need, chance, chance * aim.harms, 0.0),)
    chance, points, out = odds.of_attack(need, aim.soak, rules.die, rules.wonder_outcome, extra)
    return (Expected(aim.name, aim.side, need, chance, points, out),)


def _aimed(fight: Fight, fighter: Fighter, tool: Tool, name: str, kind: str) -> Aim | None:
    """Return a weapon aimed at somebody or at a structure; None when nobody in sight and nothing has the name."""
    target, spot = fight.by_name.get(name), fight.places.get(name)
    if target is None and spot is None:
        return None
    if target is not None and target.hidden and not in_sight(fight, fighter, target):
        return None
    rules, here = fight.rules, lookup.place(fight, fighter)
    point = lookup.place(fight, target) if target is not None else (spot.x, spot.y)  # type: ignore[union-attr]
    away = lookup.apart(here, point)
    reaches, penalty, late = _range(fight, fighter, tool, kind, away)
    own = terms.bonus(fight, fighter, tool, target, penalty) + lookup.impairment(fighter, rules)
    if target is not None:
        need = terms.hard(fight, tool, target, here) - own
        return Aim(name, target.side, need, _soak(fight, fighter, tool, target), False, reaches, late)
    assert spot is not None
    harms = terms.power(fight, fighter, tool, None) > spot.toughness
    return Aim(name, "", rules.structure_difficulty - own, None, harms, reaches, late)


def _range(fight: Fight, fighter: Fighter, tool: Tool, kind: str, away: float) -> tuple[tuple[bool, bool], int, int]:
    """Return whether a weapon reaches so far, for one who stays and who sets out; the penalty; by how much the latter is worse."""
    rules = fight.rules
    if tool.melee and kind == "attack":
        near = away <= rules.melee_reach
        return (near, near), 0, 0
    still, name = not lookup.moving(fight, fighter), aims.range_name(tool)
    penalty = ranges.gap_penalty(name, away, still, rules)
    moved = ranges.gap_penalty(name, away, False, rules) if still else penalty
    reaches = penalty is not None, moved is not None
    return (reaches, 0, 0) if tool.melee else (reaches, penalty or 0, (penalty or 0) - (moved or 0))


def on_announced(fight: Fight, action: Action, target: Fighter, harder: int, between: bool) -> Expected:
    """Return what an announced attack may do to a character, Fortune left out; of an area as if it were its most vulnerable target.

    Args:
        harder: what a defense that is not up yet adds to the difficulty.
        between: the target would step between: no active defense, no cover (S-DEF-4).
    """
    moment, key = fight.moment, (action, target, between)
    found = None if moment is None else moment.attacks.get(key)
    if found is None:
        found = _announced(fight, action, target, between)
        if moment is not None:
            moment.attacks[key] = found
    need, rules = found[0] + harder, fight.rules
    return Expected(
        target.name, target.side, need, *odds.of_attack(need, found[1], rules.die, rules.wonder_outcome, PLAIN)
    )  # fmt: skip


def _announced(fight: Fight, action: Action, target: Fighter, between: bool) -> tuple[int, int]:
    """Return the least open roll with which an attack hits a character, and what its Outcome must exceed to wound (S-ROL-3)."""
    fighter, tool, rules = action.fighter, action.tool, fight.rules
    assert tool is not None
    point = action.at or _point(fight, action) or lookup.place(fight, target)
    here = lookup.place(fight, fighter)
    need = terms.hard(fight, tool, target, point if action.area else here, between)
    far = terms.penalty(fight, fighter, tool, lookup.apart(here, point))
    need -= terms.bonus(fight, fighter, tool, None if action.area else target, far)
    need -= terms.snapshot(action.option_shots, rules) + lookup.impairment(fighter, rules)
    return need, _soak(fight, fighter, tool, target)


def _soak(fight: Fight, fighter: Fighter, tool: Tool, target: Fighter) -> int:
    """Return Toughness and armor less the damage of an attack (S-ROL-3)."""
    tough = target.spec.toughness + (0 if tool.spec.ignores_armor else target.armor)
    for schtick in target.saying["toughness"]:
        tough += schtick.toughness(target, tool, fight.rules)
    return tough - terms.power(fight, fighter, tool, target)


def difficulty(fight: Fight, attacker: Fighter, target: Fighter, tool: Tool) -> int:
    """Return what an attack on a character must reach as things stand (S-ROL-2, S-DEF-1, S-RNG-2, S-RNG-3)."""
    return terms.hard(fight, tool, target, lookup.place(fight, attacker))


def _point(fight: Fight, action: Action) -> Place | None:
    """Return where an attack goes; None when its target is nobody."""
    if action.target is not None:
        return lookup.place(fight, action.target)
    return None if action.place is None else (action.place.x, action.place.y)


def _of_area(fight: Fight, fighter: Fighter, tool: Tool, option: Area, extra: tuple[int, int]) -> tuple[Expected, ...]:
    """Return what an area attack may do to each in sight it reaches, friends too, the most vulnerable first (S-RNG-4, S-DEF-3)."""
    rules, at = fight.rules, _center(fight, option)
    if at is None:
        return ()
    away = lookup.apart(lookup.place(fight, fighter), at)
    reaches, _, late = _range(fight, fighter, tool, option.do, away)
    moves = option.to is not None or option.toward is not None or option.away is not None
    if not reaches[moves]:
        return ()
    seen = [one for one in fight.fighters if one.able and in_sight(fight, fighter, one)]
    caught = [one for one in seen if lookup.apart(lookup.place(fight, one), at) <= tool.spec.radius]
    row = sorted((terms.hard(fight, tool, one, at), one.rank, one) for one in caught)
    dense = fight.field is not None and fight.field.dense
    mine = terms.bonus(fight, fighter, tool, None, terms.penalty(fight, fighter, tool, away)) + terms.snapshot(option.shots, rules)
    mine += lookup.impairment(fighter, rules) - (late if moves else 0) + ranges.density_bonus(len(caught), dense, rules)
    found = []
    for place, (hard, _, one) in enumerate(row):
        need = hard + place * rules.area_step - mine
        odd = odds.of_attack(need, _soak(fight, fighter, tool, one), rules.die, rules.wonder_outcome, extra)
        found.append(Expected(one.name, one.side, need, *odd))
    return tuple(found)


def _center(fight: Fight, option: Area) -> Place | None:
    """Return where an area attack goes off; None when its target is nobody."""
    if option.at is not None:
        return option.at
    target, spot = fight.by_name.get(option.target or ""), fight.places.get(option.target or "")
    if target is not None:
        return lookup.place(fight, target)
    return None if spot is None else (spot.x, spot.y)


def _extra(fight: Fight, fighter: Fighter, declared: bool) -> tuple[int, int]:
    """Return the closed dice a Fortune point adds to an attack: how many, of how many faces (S-CHR-1)."""
    if fighter.fortune and (declared or "attack" in fighter.fortune_for):
        return fight.rules.fortune_dice, fight.rules.fortune_sides
    return PLAIN
