"""The rung STRIKE: all blows of an instant are gathered, ordered by the tie policy, and resolved (CLK-3, section 7-9)."""

from __future__ import annotations

from itertools import groupby
from math import hypot
from typing import Any

from engine.anatomy import HEAD_DETAILS
from engine.clock import Rung
from engine.counts import aiming, apply, bash, declare, grapple, lookup, mental, missiles, phases, report, rolls
from engine.counts.consequences import Grip, Hit, Missile, Push
from engine.counts.damage import resolve_blow
from engine.counts.hitting import (
    MOVEMENT_WHY,
    POSTURE_WHY,
    called_modifier,
    movement_terms,
    posture_terms,
    success_level,
)
from engine.counts.hitting import chance as final_chance
from engine.counts.rules import CountsRules
from engine.counts.stages import Stage, effect
from engine.counts.state import Action, Fight, Fighter, Layer, Phase, Tool
from engine.events import Parry
from engine.field import angle_between

Seq = int | None
Terms = tuple[int, ...]
Effect = Hit | Push | Grip

NO_MOTION = (0, 0, 0, 0, 0)
NO_POSTURE = (0, 0, 0, 0)


def on_strike(fight: Fight, items: list[Any]) -> None:
    """Resolve the blows of this tick against the state at its start; drops of bleeding go on to APPLY (rung STRIKE)."""
    blows: list[Action] = []
    shots: list[Action | Missile] = []
    for item in items:
        if type(item) is Action:
            if item.phase is Phase.COMMITTED:
                (shots if item.kind == "fire" else blows).append(item)
        elif type(item) is Missile:
            shots.append(item)
        else:
            fight.clock.enlist(Rung.APPLY, item)
    if shots:
        missiles.resolve(fight, shots)
    if len(blows) > 1:
        blows.sort(key=lambda action: action.rank)
    if len(blows) > 1 and fight.rules.ties != "simultaneous":
        _in_order(fight, blows)
    else:
        for action in blows:
            _land(fight, action)


def _in_order(fight: Fight, blows: list[Action]) -> None:
    """Resolve and apply blow groups one after the other; whoever is out of action by then loses its own (CLK-3)."""
    keyed = [(_TIE_KEYS[fight.rules.ties](fight, action), action.rank, action) for action in blows]
    keyed.sort(key=lambda entry: entry[:2])
    for _, group in groupby(keyed, key=lambda entry: entry[0]):
        hits: list[Effect] = []
        for _, _, action in group:
            fighter = action.fighter
            if action.phase is not Phase.COMMITTED:
                continue
            if not lookup.acts(fight, fighter):
                lose(fight, action, "CLK-3", "put out of action by an earlier blow of this instant", fighter_seq(fighter))
                continue
            _land(fight, action, hits)
        if hits:
            apply.take_effect(fight, hits)


def fighter_seq(fighter: Fighter) -> Seq:
    """Return the ``seq`` of the last thing that happened to a fighter's body."""
    return fighter.wound_seq if fighter.wound_seq is not None else fighter.hurt_seq


def _by_reach(fight: Fight, action: Action) -> float:
    assert action.tool is not None
    return -action.tool.spec.length


def _by_speed(fight: Fight, action: Action) -> float:
    return action.impact - action.begin


def _by_lot(fight: Fight, action: Action) -> float:
    return rolls.tie(fight, action.fighter, action.seq, action.id)


_TIE_KEYS = {"reach": _by_reach, "speed": _by_speed, "seeded": _by_lot}


def lose(fight: Fight, action: Action, rule: str, why: str, cause: Seq) -> None:
    """Log a blow that is lost, and end its action (CLK-4)."""
    action.fighter.totals.blows += 1
    action.fighter.totals.lost_blows += 1
    if fight.log is not None:
        report.impact(fight, action, "lost", cause if cause is not None else action.seq, rule=rule, why=why)
    phases.over(action.fighter, action)


def _land(fight: Fight, action: Action, hits: list[Effect] | None = None) -> None:
    """Resolve one blow at its impact count and let its tool recover."""
    effects: list[Effect] = []
    seq = grapple.resolve(fight, action, effects) if action.kind in grapple.KINDS else _resolve(fight, action, effects)
    action.phase = Phase.LANDED
    aiming.spend(action.fighter, action.target)
    if hits is not None:
        hits += effects
    else:
        for item in effects:
            fight.clock.enlist(Rung.APPLY, item)
    fight.clock.enlist(Rung.PHASE, (recover, action, seq))


def recover(fight: Fight, action: Action, seq: Seq) -> None:
    """Begin the recovery on the impact count, whatever the blow came to (C-TIM-4)."""
    if action.fighter.out is None and action.phase is Phase.LANDED:
        phases.recover(fight, action, declare.recovery_ticks(fight, action), seq)


def _resolve(fight: Fight, action: Action, effects: list[Effect]) -> Seq:
    """Find out what a blow comes to: what it does joins the effects; return the ``impact``'s ``seq``."""
    fighter, target, tool = action.fighter, action.target, action.tool
    assert target is not None
    assert tool is not None
    totals = fighter.totals
    totals.blows += 1
    if action.broken:
        return missed(fight, action, "broken_off", "C-TIM-7")
    if tool not in fighter.hands:
        return missed(fight, action, "lost", "CLK-4", "its tool is gone")
    if target.out is not None:
        return missed(fight, action, "no_target", "CLK-4")
    stage = lookup.stage_with(fight, tool, target)
    if not lookup.possible(fight, stage):
        return missed(fight, action, "out_of_reach", "C-STG-3", None, stage)
    if not lookup.sees(fight, fighter, target):
        return missed(fight, action, "out_of_reach", "C-PER-1", "behind a wall", stage)
    if tool.locked_by is not None:
        return missed(fight, action, "lost", "C-STG-6", "its weapon is locked", stage)
    hit, seq = _strike_at(fight, action, fighter, target, tool, stage)
    push = bash.meet(fight, fighter, target, hit, seq) if target.vx or target.vy else None
    effects += [item for item in (hit, push) if item is not None]
    return seq


def missed(
    fight: Fight, action: Action, result: str, rule: str, why: str | None = None, stage: Stage | None = None
) -> Seq:
    """Log a blow that had no chance, and count one that was lost."""
    action.fighter.totals.lost_blows += result == "lost"
    if fight.log is None:
        return None
    gap = None
    if action.target is not None and stage is not None:
        gap = lookup.distance(fight, action.fighter, action.target)
    label = stage.label if stage is not None else None
    return report.impact(fight, action, result, action.seq, rule=rule, why=why, distance=gap, stage=label)


def _strike_at(
    fight: Fight, action: Action, fighter: Fighter, target: Fighter, tool: Tool, stage: Stage
) -> tuple[Hit | None, Seq]:
    """Roll a blow that has a chance, let a parry meet it, and roll where it lands and what it does."""
    called = getattr(action.option, "location", None)
    late = fight.clock.now < tool.recovered_at
    terms = chance_terms(fight, fighter, target, tool, stage, called, late, action)
    chance = halved(sum(terms), stage, fight.rules)
    why = chance_why(fight, fighter, target, tool, stage, action) if fight.log is not None else ()
    logged = (*terms, chance - sum(terms)) if why else ()
    roll, result, seq = rolls.to_hit(fight, fighter, chance, logged, why, action.seq, action.id)
    sl = success_level(chance - roll, fight.rules)
    if result != "hit":
        fighter.totals.misses += 1
        return None, impact_of(fight, action, result, seq, stage, chance, roll)
    if _parried(fight, action, target, tool, chance - roll, stage, seq):
        target.totals.parried += 1
        return None, impact_of(fight, action, "parried", seq, stage, chance, roll, sl)
    fighter.totals.hits += 1
    if tool.spec.mental:
        damage = _damage(fight, fighter, target, tool, stage, seq, action.id)
        impact = impact_of(fight, action, "hit", seq, stage, chance, roll, sl, mental.MIND, damage)
        return mental.hit_of(fight, action, target, tool, damage, sl, impact), impact
    spot = spot_of(fight, action, called, roll, seq)
    damage = _damage(fight, fighter, target, tool, stage, seq, action.id)
    where = words_of(spot)
    impact = impact_of(fight, action, "hit", seq, stage, chance, roll, sl, where, damage)
    return hit_of(fight, action, target, tool, spot, where, damage, sl, impact), impact


def impact_of(
    fight: Fight, action: Action, result: str, cause: Seq, stage: Stage, chance: int, roll: int,
    sl: int | None = None, location: str | None = None, damage: int | None = None,
) -> Seq:  # fmt: skip
    """Log a blow that was rolled for."""
    if fight.log is None:
        return None
    assert action.target is not None
    gap = lookup.distance(fight, action.fighter, action.target)
    return report.impact(
        fight, action, result, cause, distance=gap, stage=stage.label, chance=chance, roll=roll, sl=sl,
        location=location, damage=damage,
    )  # fmt: skip


# the chance


def chance_terms(
    fight: Fight, fighter: Fighter, target: Fighter, tool: Tool, stage: Stage, called: str | None, late: bool,
    action: Action | None = None,
) -> Terms:  # fmt: skip
    """Return every term of a chance to hit, in the order of `chance_why` (C-HIT-1 to C-HIT-7)."""
    rules = fight.rules
    helpless = target.stunned
    guard = -lookup.guard(target) if lookup.defends(fight, target, fighter, action) else 0
    hurt = rules.injured_modifier if fighter.parts and lookup.arm_injured(fighter, tool) else 0
    aimed = 0
    if called is not None:
        part = "head" if called in HEAD_DETAILS else called
        aimed = called_modifier(part, tool.spec.length, rules, foot=tool.spec.foot)
    moving = movement(fight, fighter, target)
    posture = NO_POSTURE
    if late or helpless or fighter.prone or target.prone:
        posture = posture_terms(late, fighter.prone, target.prone, helpless, rules)
    return (tool.skill, tool.hit_mod, hurt, effect(stage, rules).hit, aimed, *moving, *posture, guard)


def chance_why(
    fight: Fight, fighter: Fighter, target: Fighter, tool: Tool, stage: Stage, action: Action
) -> tuple[tuple[str, str], ...]:
    """Return rule and reason of every term of `chance_terms`, and of the over-press's share."""
    missing = lookup.undefended(fight, target, fighter, action) if target.defence else ""
    skill = f"skill with {tool.name}" if tool.skilled else f"unskilled with {tool.name}"
    return (
        ("C-HIT-1", skill),
        ("C-DMG-2", f"{tool.spec.type}, weapon"),
        ("C-WND-2", "injured arm"),
        ("C-STG-3", stage.label),
        ("C-HIT-6", "called location"),
        *MOVEMENT_WHY,
        *POSTURE_WHY,
        (report.MISSING, f"no DEF: {missing}") if missing else ("C-HIT-1", "DEF"),
        ("C-STG-3", f"{stage.label}: share of the chance"),
    )


def halved(total: int, stage: Stage, rules: CountsRules) -> int:
    """Return the final chance: the over-press's share of a sum, rounded down (C-STG-3)."""
    return final_chance((total,), effect(stage, rules).hit_factor)


def movement(fight: Fight, fighter: Fighter, target: Fighter, rank: int = 0) -> Terms:
    """Return the terms for movement (C-HIT-2, C-HIT-4).

    Args:
        rank: ranks of Shoot-While-Move; 0 for anything but a missile.
    """
    still = not (fighter.vx or fighter.vy or target.vx or target.vy)
    if still and not _rides(fighter) and not _rides(target):
        return NO_MOTION
    rx, ry = target.vx - fighter.vx, target.vy - fighter.vy
    ax, ay = lookup.place(fight, fighter)
    bx, by = lookup.place(fight, target)
    angle = angle_between(rx, ry, bx - ax, by - ay)
    return movement_terms(
        hypot(fighter.vx, fighter.vy), hypot(target.vx, target.vy), hypot(rx, ry), angle, fighter.aimed_at is target, rank,
        fighter.spec.unstable, fight.rules, running(fighter, fight.rules), running(target, fight.rules),
    )  # fmt: skip


def _rides(fighter: Fighter) -> bool:
    """Return whether movement concerns a fighter even while it is still (C-HIT-3, C-HIT-4)."""
    return fighter.spec.riding or fighter.spec.unstable or falls(fighter)


def running(fighter: Fighter, rules: CountsRules) -> bool:
    """Return whether a fighter runs, a movement it was ordered to make, faster than a walk, or rides actively (C-HIT-3)."""
    if fighter.spec.riding or falls(fighter):
        return True
    return fighter.motion is not None and fighter.motion.kind == "move" and fighter.motion.speed > rules.moving_speed


def falls(fighter: Fighter) -> bool:
    """Return whether a fighter falls from a height right now (C-HIT-3, C-FAL-1)."""
    return fighter.motion is not None and fighter.motion.kind == "fall"


# parry


def _parried(
    fight: Fight, action: Action, target: Fighter, tool: Tool, number: int, stage: Stage, cause: Seq
) -> bool:
    """Let a parry that is up meet a blow that would land (C-ARM-6)."""
    guard = target.action
    if guard is None or guard.kind != "parry" or guard.phase is not Phase.UP or guard.met:
        return False
    assert guard.tool is not None
    if guard.tool.locked_by is not None or lookup.stage_with(fight, guard.tool, action.fighter) is Stage.OVER_3:
        return False
    guard.met = True
    stopped, own, seq = rolls.parry(fight, target, guard.tool, number, guard.late, cause, guard.id)
    hits = None
    if stopped and guard.tool.spec.shield:
        damage = _damage(fight, action.fighter, target, tool, stage, cause, action.id)
        hits = wear_shield(fight, guard.tool, tool, damage)
    seq = report.other(
        fight, Parry, target, seq, guard.id, what="stopped" if stopped else "beaten", weapon=guard.tool.name,
        by=action.fighter.name, success=own, opposed=number, shield_hits=hits,
    )  # fmt: skip
    fight.clock.enlist(Rung.PHASE, (end_parry, guard, seq))
    return stopped


def end_parry(fight: Fight, guard: Action, seq: Seq) -> None:
    """Let a parry that met its blow recover."""
    if guard.phase is Phase.UP and guard.fighter.out is None:
        phases.drop_parry(fight, guard, seq)


def wear_shield(fight: Fight, shield: Tool, tool: Tool, damage: int) -> float:
    """Wear a shield as armor by the blow it stopped; return its hits left (C-ARM-2, C-ARM-6)."""
    stops = shield.spec.protection.get(tool.spec.type, 0)
    through = max(0, damage - stops)
    worn = (damage - through) * fight.rules.wear_stopped + through * fight.rules.wear_through
    shield.hits = max(0.0, shield.hits - worn)
    return shield.hits


# where and what


def spot_of(fight: Fight, action: Action, called: str | None, roll: int, cause: Seq) -> tuple[str, str, str | None]:
    """Return part, side and head detail: rolled, or as called; the side of a call goes by the roll's parity."""
    if called is None:
        return rolls.location(fight, action.fighter, cause, action.id)
    side = "left" if roll & 1 else "right"
    if called in HEAD_DETAILS:
        return "head", side, called
    detail = rolls.head_location(fight, action.fighter, cause, action.id) if called == "head" else None
    return called, side, detail


def words_of(spot: tuple[str, str, str | None]) -> str:
    """Return a location in words: limbs by side, the head by its detail."""
    part, side, detail = spot
    return f"{side} {part}" if part in lookup.LEGS or part in lookup.ARMS else detail or part


def _damage(
    fight: Fight, fighter: Fighter, target: Fighter, tool: Tool, stage: Stage, cause: Seq, action: str
) -> int:
    """Roll the damage before armor (C-DMG-1a)."""
    speed = hypot(target.vx - fighter.vx, target.vy - fighter.vy)
    return rolls.damage(fight, fighter, tool, stage, speed, cause, action)


def hit_of(
    fight: Fight, action: Action, target: Fighter, tool: Tool, spot: tuple[str, str, str | None], where: str,
    damage: int, sl: int, seq: Seq,
) -> Hit:  # fmt: skip
    """Take a blow through armor, critical and PAB (C-DMG-6, C-ARM-1, C-ARM-2)."""
    part, side, detail = spot
    layers = lookup.layers_at(target, part, detail)
    kind, level = tool.spec.type, fight.rules.level
    shares = [lookup.protection(layer, kind, level) for layer in layers]
    armor = sum(shares)
    blow = resolve_blow(damage, tool.kind, sl, armor, target.spec.pab, tool.cap, fight.rules)
    worn = wear(fight, layers, shares, damage, blow.through) if layers else []
    name = lookup.part_name(part, side, detail)
    return Hit(action.fighter, action, target, kind, name, where, damage, armor, sl, blow, worn, seq)


def wear(
    fight: Fight, layers: list[Layer], shares: list[int], damage: int, through: int
) -> list[tuple[Layer, float]]:
    """Return what a blow takes off each layer's hits: for what it stops itself, and for what goes through (C-ARM-2)."""
    worn: list[tuple[Layer, float]] = []
    left = damage
    for layer, share in zip(layers, shares, strict=True):
        stopped = min(share, left)
        left -= stopped
        worn.append((layer, stopped * fight.rules.wear_stopped + through * fight.rules.wear_through))
    return worn
