"""Questions about a shots fight: where somebody is, what a shot counter says, what a target is worth; nothing changes."""

from __future__ import annotations

from math import atan2, degrees, hypot

from engine.shots import ranges
from engine.shots.model import SKILL_DEFAULTS
from engine.shots.rules import ShotsRules
from engine.shots.state import ActiveDefense, Fight, Fighter, Structure, Tool

Place = tuple[float, float]
Term = tuple[int, str, str]
"""A modifier: its value, the rule it comes from, and why in words."""

DECIMALS = 6
"""Decimals of a meter that places are kept to; distances are compared at 0.01 m."""


# the shot counter


def shot_now(fight: Fight) -> int:
    """Return the shot of this instant: the highest of the sequence less the shots gone by (S-SEQ-2)."""
    return fight.top - (fight.clock.now - fight.began) // fight.per_shot


def shot_of(fight: Fight, fighter: Fighter) -> int:
    """Return the shots a character has left: its counter, which never exceeds the current shot (S-SEQ-4)."""
    now, counter = fight.top - (fight.clock.now - fight.began) // fight.per_shot, fighter.counter
    return counter if counter < now else now


def next_shot_tick(fight: Fight) -> int:
    """Return when the clock leaves this shot (S-DEF-1)."""
    gone = (fight.clock.now - fight.began) // fight.per_shot
    return fight.began + (gone + 1) * fight.per_shot


def tick_of(fight: Fight, shot: int) -> int:
    """Return when a shot of this sequence is called (S-SEQ-2)."""
    return fight.began + (fight.top - shot) * fight.per_shot


# places


def place(fight: Fight, fighter: Fighter) -> Place:
    """Return where a character is now, meters (S-MOV-1)."""
    motion = fighter.motion
    if motion is None:
        return fighter.x, fighter.y
    now = min(fight.clock.now, motion.end)
    if motion.seen[0] != now:
        counts = (now - motion.begin) / fight.per_count
        there = round(motion.x + motion.vx * counts, DECIMALS), round(motion.y + motion.vy * counts, DECIMALS)
        motion.seen = now, there
    return motion.seen[1]


def covered(fight: Fight, fighter: Fighter) -> float:
    """Return how far a character has come in the movement that is under way, meters (S-MOV-1)."""
    motion = fighter.motion
    if motion is None:
        return 0.0
    x, y = place(fight, fighter)
    return hypot(x - motion.x, y - motion.y)


def moving(fight: Fight, fighter: Fighter) -> bool:
    """Return whether a character is on the move at this instant (S-RNG-1, S-RNG-3)."""
    motion = fighter.motion
    return motion is not None and fight.clock.now < motion.end


def apart(one: Place, other: Place) -> float:
    """Return the distance of two places, meters, rounded to 0.01."""
    return ranges.hundredths(hypot(one[0] - other[0], one[1] - other[1]))


def distance(fight: Fight, one: Fighter, other: Fighter) -> float:
    """Return how far two characters are apart now, meters, rounded to 0.01."""
    return apart(place(fight, one), place(fight, other))


def within(fight: Fight, one: Fighter, other: Fighter, meters: float) -> bool:
    """Return whether two characters are no farther apart now than so many meters."""
    (x, y), (ox, oy) = place(fight, one), place(fight, other)
    if abs(x - ox) > meters + 1.0 or abs(y - oy) > meters + 1.0:
        return False
    return apart((x, y), (ox, oy)) <= meters


def of_side(fight: Fight, side: str) -> list[Fighter]:
    """Return everybody of a side, in the order of stream keys; nobody ever changes sides."""
    if fight.sides is None:
        fight.sides = {}
        for fighter in fight.fighters:
            fight.sides.setdefault(fighter.side, []).append(fighter)
    return fight.sides.get(side, [])


def watchers(fight: Fight) -> tuple[Fighter, ...]:
    """Return those with a schtick that gives free shots at who comes closer; they are the same throughout (S-CHR-3)."""
    if fight.watchers is None:
        fight.watchers = tuple([one for one in fight.fighters if any(schtick.free_shots for schtick in one.schticks)])
    return fight.watchers


# values


def skill(fighter: Fighter, name: str) -> int:
    """Return a skill's value; an attribute stands in for one the character does not have (S-CHR-1)."""
    spec = fighter.spec
    value = spec.skills.get(name)
    return value if value is not None else int(getattr(spec, SKILL_DEFAULTS.get(name, "agility")))


def impairment(fighter: Fighter, rules: ShotsRules) -> int:
    """Return what Wound Points, and Guts, add to every roll (S-WND-1)."""
    steps = (fighter.wounds >= rules.impaired_1) + (fighter.wounds >= rules.impaired_2)
    for schtick in fighter.saying["impairment"]:
        changed = schtick.impairment(steps, rules)
        if changed is not None:
            return changed
    return -steps


def damage_value(fighter: Fighter, tool: Tool) -> int:
    """Return the Damage Value of a weapon in somebody's hands (S-ROL-3, S-CHR-2)."""
    return tool.spec.damage + (fighter.spec.strength if tool.spec.strength else 0)


def toughness_terms(fighter: Fighter, tool: Tool, rules: ShotsRules) -> list[Term]:
    """Return a character's Toughness against a hit with a weapon, and what schticks add (S-ROL-3, S-CHR-3)."""
    found = [(schtick.toughness(fighter, tool, rules), schtick.rule, schtick.why) for schtick in fighter.schticks]
    return [(fighter.spec.toughness, "S-ROL-3", "Toughness"), *(term for term in found if term[0])]


def held(fighter: Fighter) -> list[Tool]:
    """Return what a character can strike with: what it holds, each once, then its fists and feet."""
    found: list[Tool] = []
    for tool in fighter.hands:
        if tool is not None and tool not in found:
            found.append(tool)
    return found + [tool for tool in fighter.tools.values() if not tool.spec.hands]


def holds(fighter: Fighter, tool: Tool) -> bool:
    """Return whether a weapon is in hand, or needs none."""
    return tool in fighter.hands or (not tool.spec.hands and fighter.tools.get(tool.name) is tool)


def reach_tool(tool: Tool, rules: ShotsRules) -> float:
    """Return how far a weapon reaches at most from a standing character, meters, for the tie policy (CLK-3)."""
    return tool.spec.length if tool.melee else ranges.reach(tool.spec.range, rules)[1]


def guarded(fighter: Fighter) -> int:
    """Return what active defenses that are up add to a character's defense (S-DEF-1, S-DEF-2)."""
    if fighter.defense is None and not fighter.guards:
        return 0
    up = active(fighter, "dodge")
    return 0 if up is None else up.bonus


def active(fighter: Fighter, value: str) -> ActiveDefense | None:
    """Return the active defense that raises a value of a character now: its own or another's, the better (S-DEF-2)."""
    if fighter.defense is None and not fighter.guards:
        return None
    ups = [up for up in (fighter.defense, *fighter.guards) if up is not None and up.value == value]
    return max(ups, key=lambda up: up.bonus, default=None)


# cover


def places_at(fight: Fight, at: Place) -> list[Structure]:
    """Return the places that stand and cover a point."""
    return [
        spot for spot in fight.places.values()
        if not spot.destroyed and apart((spot.x, spot.y), at) <= spot.spec.radius
    ]  # fmt: skip


def cover_and_concealment(fight: Fight, target: Fighter, origin: Place) -> tuple[int, int]:
    """Return the percentages of cover and concealment of a target against a shot from a point: the best of each (S-RNG-2)."""
    tags = (*target.spec.tags, "prone") if target.prone else target.spec.tags
    if not tags and not fight.places:
        return 0, 0
    here, rules = place(fight, target), fight.rules
    cover = concealment = 0
    for tag in tags:
        if tag == "prone" and not target.prone:
            continue  # it began so, and has got up
        cover = max(cover, getattr(rules.cover_tags, tag, 0))
        concealment = max(concealment, getattr(rules.concealment_tags, tag, 0))
    for spot in places_at(fight, here):
        if faces(spot, here, origin):
            cover, concealment = max(cover, spot.cover), max(concealment, spot.concealment)
    return cover, concealment


def faces(spot: Structure, here: Place, origin: Place) -> bool:
    """Return whether a place covers against a shot that comes from a point (S-RNG-2)."""
    if spot.spec.facing is None or here == origin:
        return True
    bearing = degrees(atan2(origin[1] - here[1], origin[0] - here[0]))
    off = abs((bearing - spot.spec.facing + 180.0) % 360.0 - 180.0)
    return round(off, DECIMALS) <= spot.spec.arc / 2


def cover_terms(fight: Fight, target: Fighter, origin: Place) -> list[Term]:
    """Return what cover or concealment adds to a target's defense, the better of the two (S-RNG-2)."""
    cover, concealment = cover_and_concealment(fight, target, origin)
    bonus = ranges.cover_bonus(cover, concealment, fight.rules)
    if not bonus:
        return []
    behind = ranges.cover_bonus(cover, 0, fight.rules) == bonus
    return [(bonus, "S-RNG-2", f"{cover if behind else concealment}% {'cover' if behind else 'concealment'}")]


def has_cover(fight: Fight, target: Fighter, origin: Place) -> int:
    """Return the bonus of cover or concealment of a target against a shot from a point."""
    if not fight.places and not target.spec.tags and not target.prone:
        return 0
    moment = fight.moment
    if moment is None:
        return ranges.cover_bonus(*cover_and_concealment(fight, target, origin), fight.rules)
    key = (target, origin[0], origin[1])
    found = moment.covers.get(key)
    if found is None:
        found = moment.covers[key] = ranges.cover_bonus(*cover_and_concealment(fight, target, origin), fight.rules)
    return found


def defense_terms(fight: Fight, attacker: Fighter, target: Fighter, tool: Tool) -> list[Term]:
    """Return what an attack on a target must reach: defense, active defense, cover (S-ROL-2, S-DEF-1, S-RNG-2)."""
    terms = [defense_term(target), *active_terms(target)]
    return terms if tool.melee else terms + cover_terms(fight, target, place(fight, attacker))


def defense_term(target: Fighter) -> Term:
    """Return what an attack on a character must reach before anything is added: its defense (S-ROL-2)."""
    name = target.spec.defense
    return (skill(target, name), "S-ROL-2", name.replace("_", " "))


def active_terms(target: Fighter) -> list[Term]:
    """Return what an active defense adds to a character's defense (S-DEF-1, S-DEF-4)."""
    up = active(target, "dodge")
    if up is None or not up.bonus:
        return []
    kind = up.kind.replace("_", " ")
    return [(up.bonus, "S-DEF-1" if up.giver is target else "S-DEF-4", f"active {kind}")]
