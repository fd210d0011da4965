"""The terms of an attack roll, each with its rule (S-ROL-2, S-SEQ-5, S-RNG-1, S-RNG-3, S-RNG-4), and their sums.

Terms are for the log: without one, what gives terms gives their sum as a single one without words.
"""

from __future__ import annotations

from engine.shots import lookup, ranges
from engine.shots.lookup import Term
from engine.shots.rules import ShotsRules
from engine.shots.state import Action, Fight, Fighter, Tool

Place = tuple[float, float]


def bonuses(fight: Fight, action: Action, target: Fighter | None, away: float) -> list[Term]:
    """Return an attacker's terms against something at a distance; impairment and Fortune are added by the roll.

    Args:
        target: whom it attacks; None for a structure, or for an area.
        away: how far off what it attacks is, meters.
    """
    fighter, tool = action.fighter, action.tool
    assert tool is not None
    if fight.log is None:
        haste = snapshot(action.option_shots, fight.rules)
        return [(haste + bonus(fight, fighter, tool, target, penalty(fight, fighter, tool, away)), "", "")]
    terms: list[Term] = [(lookup.skill(fighter, tool.skill), "S-ROL-2", tool.skill.replace("_", " "))]
    terms += [
        (value, "S-CHR-3", schtick.why)
        for schtick in fighter.schticks
        if (value := schtick.attack(fight, fighter, tool, target))
    ]
    if (haste := snapshot(action.option_shots, fight.rules)) != 0:
        terms.append((haste, "S-SEQ-5", f"snapshot of {action.option_shots}"))
    if not tool.melee:
        still = not lookup.moving(fight, fighter)
        far = ranges.gap_penalty(tool.spec.range, away, still, fight.rules)
        if far:
            terms.append((far, "S-RNG-1", f"{away:g} m, {ranges.range_class(tool.spec.range, still)} range"))
    return terms


def bonus(fight: Fight, fighter: Fighter, tool: Tool, target: Fighter | None, far: int) -> int:
    """Return the sum of an attacker's terms for a whole action, as `bonuses` has them.

    Args:
        far: the penalty of the range (S-RNG-1).
    """
    total = lookup.skill(fighter, tool.skill) + far
    for schtick in fighter.saying["attack"]:
        total += schtick.attack(fight, fighter, tool, target)
    return total


def penalty(fight: Fight, fighter: Fighter, tool: Tool, away: float) -> int:
    """Return the penalty of a range in meters; 0 by hand, and beyond the farthest shot (S-RNG-1)."""
    if tool.melee:
        return 0
    return ranges.gap_penalty(tool.spec.range, away, not lookup.moving(fight, fighter), fight.rules) or 0


def damage(fight: Fight, action: Action, target: Fighter | None) -> list[Term]:
    """Return what a hit does before its Outcome: Damage Value, Strength, schticks (S-ROL-3, S-CHR-2, S-CHR-3).

    Args:
        target: whom it hits; None for a structure.
    """
    fighter, tool = action.fighter, action.tool
    assert tool is not None
    if fight.log is None:
        return [(power(fight, fighter, tool, target), "", "")]
    terms: list[Term] = [(tool.spec.damage, "S-ROL-3", f"Damage Value of {tool.spec.name.replace('_', ' ')}")]
    if tool.spec.strength:
        terms.append((fighter.spec.strength, "S-CHR-2", "Strength"))
    more = [(schtick.damage(fighter, tool, target, fight.rules), schtick.rule, schtick.why) for schtick in fighter.schticks]
    return [*terms, *(term for term in more if term[0])]


def power(fight: Fight, fighter: Fighter, tool: Tool, target: Fighter | None) -> int:
    """Return the sum of the terms of a hit's damage, as `damage` has them."""
    total = lookup.damage_value(fighter, tool)
    for schtick in fighter.saying["damage"]:
        total += schtick.damage(fighter, tool, target, fight.rules)
    return total


def snapshot(shots: int, rules: ShotsRules) -> int:
    """Return what an attack of so many shots is worse by (S-SEQ-5)."""
    return rules.snapshot_1 if shots == 1 else rules.snapshot_2 if shots == 2 else 0


def against(fight: Fight, action: Action, target: Fighter, origin: Place, redirected: bool = False) -> list[Term]:
    """Return the terms of what an attack must reach to hit a character (S-ROL-2, S-DEF-1, S-RNG-2, S-RNG-3).

    Args:
        origin: where the shot, or the blast, comes from.
        redirected: the target stepped between: no active defense, no cover (S-DEF-4).
    """
    tool = action.tool
    assert tool is not None
    if fight.log is None:
        return [(hard(fight, tool, target, origin, redirected), "", "")]
    terms = [lookup.defense_term(target)]
    if not redirected:
        terms += lookup.active_terms(target)
        if not tool.melee:
            terms += lookup.cover_terms(fight, target, origin)
    if not tool.melee and not tool.area and tool.spec.handheld and lookup.moving(fight, target):
        short = target.spec.move - sum(value for value, _, _ in terms)
        if short > 0:
            terms.append((short, "S-RNG-3", f"on the move: at least Move, {target.spec.move}"))
    return terms


def hard(fight: Fight, tool: Tool, target: Fighter, origin: Place, redirected: bool = False) -> int:
    """Return the sum of what an attack must reach to hit a character, as `against` has it; the same arguments."""
    total = lookup.skill(target, target.spec.defense)
    if not redirected:
        total += lookup.guarded(target)
        if not tool.melee:
            total += lookup.has_cover(fight, target, origin)
    if target.motion is not None and not tool.melee and not tool.area and tool.spec.handheld and lookup.moving(fight, target):
        return max(total, target.spec.move)
    return total
