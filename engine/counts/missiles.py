"""Missiles: loosed at the impact count, in flight, resolved on arrival; loading, and what stands in the line (C-MIS-1).

A missile is loosed in STRIKE at its action's impact count, with the modifiers of that moment, and enlists in STRIKE again
at the tick of its arrival. Loosings and arrivals are resolved against the state at the start of the rung under every tie
policy: those rank blows, and a missile was loosed before.
"""

from __future__ import annotations

from math import hypot

from engine.anatomy import HEAD_DETAILS
from engine.clock import Rung
from engine.counts import aiming, lookup, mental, phases, report, rolls, strike
from engine.counts.consequences import Hit, Missile
from engine.counts.hitting import (
    MOVEMENT_WHY,
    POSTURE_WHY,
    called_modifier,
    posture_terms,
    range_modifier,
    success_level,
)
from engine.counts.hitting import chance as final_chance
from engine.counts.stages import Stage
from engine.counts.state import Action, Fight, Fighter, Phase, Tool
from engine.events import Draw, Impact, Loose, Parry, Reloaded
from engine.field import Piece
from engine.units import Feet, Tick

Seq = int | None
Terms = tuple[int, ...]

TARGETS_OWN = slice(6, 8)
"""Where the terms for the target's own movement stand among `terms`."""


def is_missile(tool: Tool) -> bool:
    """Return whether a weapon sends missiles (C-MIS-1)."""
    return tool.spec.velocity > 0.0


def is_thrown(tool: Tool) -> bool:
    """Return whether a weapon is itself the missile: one shot, nothing to reload (C-MIS-1)."""
    return is_missile(tool) and tool.spec.reload == 0.0 and tool.spec.shots == 1


def load(tool: Tool) -> None:
    """Fill a weapon from what ammunition is left; a thrown one is loaded while it is in hand."""
    tool.loaded = min(tool.spec.shots, tool.ammunition)


def supply(tool: Tool) -> None:
    """Give a missile weapon its ammunition at the start of a fight, loaded."""
    if is_missile(tool):
        tool.ammunition = tool.spec.ammunition
        load(tool)


# the chance


def terms(fight: Fight, fighter: Fighter, target: Fighter, tool: Tool, called: str | None, late: bool,
          action: Action | None = None) -> Terms:  # fmt: skip
    """Return every term of a missile's chance as things stand now, in the order of `why` (C-HIT-1 to C-HIT-7, C-MIS-1)."""
    rules, spec = fight.rules, tool.spec
    helpless = target.stunned
    guard = -lookup.guard(target) if lookup.defends(fight, target, fighter, action) else 0
    hurt = rules.injured_modifier if lookup.arm_injured(fighter, tool) else 0
    part = "head" if called in HEAD_DETAILS else called
    aimed = called_modifier(part, spec.length, rules, hand=False) if part else 0
    band = range_modifier(lookup.distance(fight, fighter, target), spec.short, spec.medium, rules)
    open_up = rules.def_on_missile if fighter.def_on or (action is not None and action.guarded) else 0
    moving = strike.movement(fight, fighter, target, fighter.spec.shoot_while_move)
    posture = posture_terms(late, fighter.prone, target.prone, helpless, rules)
    first = (tool.skill, tool.hit_mod, hurt, band)
    return (*first, *moving, *posture, aimed, open_up, guard)


def why(tool: Tool) -> report.Why:
    """Return rule and reason of every one of the `terms`."""
    skill = f"skill with {tool.name}" if tool.skilled else f"unskilled with {tool.name}"
    return (
        ("C-HIT-1", skill),
        ("C-DMG-2", f"{tool.spec.type}, weapon"),
        ("C-WND-2", "injured arm"),
        ("C-MIS-1", "range"),
        *MOVEMENT_WHY,
        *POSTURE_WHY,
        ("C-HIT-6", "called location"),
        ("C-HIT-5", "the shooter's DEF is on"),
        ("C-HIT-1", "DEF"),
    )


def resolve(fight: Fight, shots: list[Action | Missile]) -> None:
    """Resolve the loosings and arrivals of an instant, by stream key; hits go on to APPLY (rung STRIKE)."""
    if len(shots) > 1:
        shots.sort(key=_order)
    for shot in shots:
        if isinstance(shot, Action):
            loose(fight, shot)
        elif (hit := arrive(fight, shot)) is not None:
            fight.clock.enlist(Rung.APPLY, hit)


def _order(shot: Action | Missile) -> tuple[int, Tick]:
    """Order by the shooter's stream key, arrivals in the order they were loosed before a shot loosed now."""
    return shot.rank, shot.loosed if isinstance(shot, Missile) else shot.impact


# loosing


def loose(fight: Fight, action: Action) -> None:
    """Loose a missile at its impact count, or find that there is nothing to loose; the tool recovers (rung STRIKE)."""
    action.fighter.totals.blows += 1
    tool = action.tool
    assert tool is not None
    if action.broken:
        seq = strike.missed(fight, action, "broken_off", "C-TIM-7")
    elif tool not in action.fighter.hands:
        seq = strike.missed(fight, action, "lost", "CLK-4", "its tool is gone")
    elif tool.locked_by is not None:
        seq = strike.missed(fight, action, "lost", "C-STG-6", "its weapon is locked")
    else:
        seq = _let_fly(fight, action)
    action.phase = Phase.LANDED
    aiming.spend(action.fighter, action.target)
    fight.clock.enlist(Rung.PHASE, (_after, action, seq))


def _let_fly(fight: Fight, action: Action) -> Seq:
    """Send a missile on its way, with the modifiers of this moment (C-MIS-1)."""
    fighter, target, tool = action.fighter, action.target, action.tool
    assert target is not None
    assert tool is not None
    now, gap = fight.clock.now, lookup.distance(fight, fighter, target)
    tool.loaded -= 1
    tool.ammunition -= 1
    fight.progress_at = now
    arrives = now + max(fight.ticks(flight(gap, tool)), fight.rules.time_scale)
    seq = report.other(
        fight, Loose, fighter, action.seq, action.id, weapon=tool.name, target=target.name, distance=gap,
        arrives=arrives / fight.per_count, left=tool.ammunition,
    )  # fmt: skip
    if gap > tool.spec.long or not lookup.sees(fight, fighter, target):
        fighter.totals.misses += 1
        reason = "beyond long range" if gap > tool.spec.long else "out of sight"
        report.impact(fight, action, "out_of_reach", seq, rule="C-MIS-1", why=reason, distance=gap)
        return seq
    called = getattr(action.option, "location", None)
    late = now < tool.recovered_at
    modifiers = terms(fight, fighter, target, tool, called, late, action)
    speed = hypot(target.vx - fighter.vx, target.vy - fighter.vy)
    excused, origin = sum(modifiers[TARGETS_OWN]), lookup.place(fight, fighter)
    missile = Missile(
        action.rank, action, fighter, target, tool, modifiers, excused, called, gap, speed, now, origin, fighter.level, seq
    )
    if arrives <= fight.cap:
        fight.clock.at(arrives, Rung.STRIKE, missile)
    return seq


def _after(fight: Fight, action: Action, seq: Seq) -> None:
    """Let a thrown weapon be gone from the hand, and the tool recover (C-TIM-4)."""
    fighter, tool = action.fighter, action.tool
    assert tool is not None
    if is_thrown(tool) and not tool.loaded and tool in fighter.hands:
        fighter.let_go(tool)
        names = [held.name for held in fighter.held]
        seq = report.other(fight, Draw, fighter, seq, action.id, weapon=tool.name, what="thrown", in_hand=names)
        if fighter.out is None:
            phases.rearmed(fight, fighter, seq)
    strike.recover(fight, action, seq)


# arrival


def arrive(fight: Fight, missile: Missile) -> Hit | None:
    """Resolve a missile on its arrival: it follows its target, wherever it stands by now (rung STRIKE).

    Returns:
        The hit to apply: of the target, or of someone in the line of fire.
    """
    action, target, fighter = missile.action, missile.target, missile.fighter
    if target.out is not None:
        fighter.totals.misses += 1
        report.impact(fight, action, "no_target", missile.seq, rule="CLK-4", distance=missile.distance)
        return None
    if not lookup.open_line(fight, missile.origin, lookup.place(fight, target)):
        fighter.totals.misses += 1
        why_not = "something stands in its way"
        report.impact(
            fight, action, "out_of_reach", missile.seq, rule="C-MIS-1", why=why_not, distance=missile.distance
        )
        return None
    chance = final_chance(missile.terms)
    reasons = why(missile.tool) if fight.log is not None else ()
    logged = missile.terms if reasons else ()
    roll, result, seq = rolls.to_hit(fight, fighter, chance, logged, reasons, missile.seq, action.id)
    if result != "hit":
        fighter.totals.misses += 1
        seq = _impact(fight, missile, result, seq, chance, roll)
        return _bystander(fight, missile, seq) if result == "miss" and roll <= chance - missile.excused else None
    sl = success_level(chance - roll, fight.rules)
    if _stopped(fight, missile, chance - roll, seq):
        target.totals.parried += 1
        _impact(fight, missile, "parried", seq, chance, roll, sl)
        return None
    return _strikes(fight, missile, target, chance, roll, sl, seq)


def _impact(fight: Fight, missile: Missile, result: str, cause: Seq, chance: int, roll: int, sl: int | None = None,
            location: str | None = None, damage: int | None = None) -> Seq:  # fmt: skip
    """Log the arrival of a missile that was rolled for."""
    if fight.log is None:
        return None
    return report.impact(
        fight, missile.action, result, cause, distance=missile.distance, chance=chance, roll=roll, sl=sl,
        location=location, damage=damage,
    )  # fmt: skip


def _strikes(
    fight: Fight, missile: Missile, target: Fighter, chance: int, roll: int, sl: int, seq: Seq
) -> Hit:
    """Roll where a missile lands and what it does."""
    action, tool, fighter = missile.action, missile.tool, missile.fighter
    fighter.totals.hits += 1
    if tool.spec.mental:
        damage = _damage(fight, missile, seq)
        seq = _impact(fight, missile, "hit", seq, chance, roll, sl, mental.MIND, damage)
        return mental.hit_of(fight, action, target, tool, damage, sl, seq)
    spot = strike.spot_of(fight, action, missile.called, roll, seq)
    damage = _damage(fight, missile, seq)
    where = strike.words_of(spot)
    seq = _impact(fight, missile, "hit", seq, chance, roll, sl, where, damage)
    return strike.hit_of(fight, action, target, tool, spot, where, damage, sl, seq)


def _damage(fight: Fight, missile: Missile, cause: Seq) -> int:
    """Roll a missile's damage before armor; stages don't matter to it (C-DMG-1a, C-DMG-3)."""
    tool = missile.tool
    return rolls.damage(fight, missile.fighter, tool, Stage.OPTIMAL, missile.speed, cause, missile.action.id)


def _stopped(fight: Fight, missile: Missile, number: int, cause: Seq) -> bool:
    """Let a shield that is up meet a missile; a weapon's parry can't, and stays up (C-ARM-6)."""
    target = missile.target
    guard = target.action
    if guard is None or guard.kind != "parry" or guard.phase is not Phase.UP or guard.met or guard.tool is None:
        return False
    if not guard.tool.spec.shield or guard.tool.locked_by is not None:
        return False
    guard.met = True
    stopped, own, seq = rolls.parry(fight, target, guard.tool, number, guard.late, cause, guard.id)
    hits = None
    if stopped:
        hits = strike.wear_shield(fight, guard.tool, missile.tool, _damage(fight, missile, cause))
    seq = report.other(
        fight, Parry, target, seq, guard.id, what="stopped" if stopped else "beaten", weapon=guard.tool.name,
        by=missile.fighter.name, success=own, opposed=number, shield_hits=hits,
    )  # fmt: skip
    fight.clock.enlist(Rung.PHASE, (strike.end_parry, guard, seq))
    return stopped


# the line of fire


def _bystander(fight: Fight, missile: Missile, cause: Seq) -> Hit | None:
    """Let a missile that missed by its target's movement alone strike the first friend in the line (C-MIS-1)."""
    victim = in_the_line(fight, missile)
    if victim is None:
        return None
    action, tool, fighter = missile.action, missile.tool, missile.fighter
    if tool.spec.mental:
        damage = _damage(fight, missile, cause)
        seq = _accident(fight, missile, victim, mental.MIND, damage, cause)
        return mental.hit_of(fight, action, victim, tool, damage, 0, seq)
    spot = rolls.location(fight, fighter, cause, action.id)
    damage = _damage(fight, missile, cause)
    where = strike.words_of(spot)
    seq = _accident(fight, missile, victim, where, damage, cause)
    return strike.hit_of(fight, action, victim, tool, spot, where, damage, 0, seq)


def _accident(fight: Fight, missile: Missile, victim: Fighter, where: str, damage: int, cause: Seq) -> Seq:
    """Log that a missile strikes someone in the line of fire, at SL 0."""
    if fight.log is None:
        return None
    gap = lookup.distance(fight, missile.fighter, victim)
    return report.other(
        fight, Impact, missile.fighter, cause, missile.action.id, result="hit", target=victim.name,
        weapon=missile.tool.name, distance=gap, sl=0, location=where, damage=damage, rule="C-MIS-1",
        why="in the line of fire",
    )  # fmt: skip


def in_the_line(fight: Fight, missile: Missile) -> Fighter | None:
    """Return the shooter's able friend nearest to it within 3 ft of the line of fire, if any (C-MIS-1).

    The line runs from where the missile was loosed to where its target stands now; nobody beside or behind the
    shooter is in it. Between levels it rises or falls evenly, and whoever is so much higher or lower is out of it.
    """
    line = Piece.between(missile.origin, lookup.place(fight, missile.target))
    best: tuple[float, int, Fighter] | None = None
    for other in _friends_about(fight, missile, line):
        if other is missile.fighter or other.side != missile.fighter.side or other.out is not None:
            continue
        x, y = lookup.place(fight, other)
        along, (nx, ny) = line.along(x, y), line.nearest(x, y)
        if along <= 0.0:
            continue
        if round(hypot(x - nx, y - ny, _above(line, missile, other, along)), 2) > fight.rules.bystander_feet:
            continue
        if best is None or (round(along, 6), other.rank) < best[:2]:
            best = (round(along, 6), other.rank, other)
    return best[2] if best is not None else None


def _friends_about(fight: Fight, missile: Missile, line: Piece) -> list[Fighter]:
    """Return all who may stand within 3 ft of a line of fire on the shooter's side, and others."""
    if fight.crowd is None:
        return fight.fighters
    feet = fight.rules.bystander_feet + 0.005
    (left, right), (low, high) = sorted((line.ax, line.bx)), sorted((line.ay, line.by))
    return fight.crowd.friends_in((left - feet, low - feet, right + feet, high + feet), missile.fighter.side)


def _above(line: Piece, missile: Missile, other: Fighter, along: Feet) -> Feet:
    """Return how much higher than the line of fire another stands, so many feet along it; negative when lower."""
    rise = missile.target.level - missile.height
    return other.level - missile.height - rise * (min(1.0, along / line.length) if line.length else 1.0)


# loading


def reload_phase(fight: Fight, action: Action) -> None:
    """Begin to reload, or have the weapon loaded (C-MIS-1)."""
    fighter, tool = action.fighter, action.tool
    assert tool is not None
    if action.phase is Phase.DECLARED and action.ready > action.begin:
        action.phase = Phase.WORKING
        return
    phases.over(fighter, action)
    if tool in fighter.hands:
        load(tool)
    seq = report.other(
        fight, Reloaded, fighter, action.seq, action.id, weapon=tool.name, loaded=tool.loaded, left=tool.ammunition
    )
    phases.ready(fight, fighter, "reloaded", seq, action.id, tool)


def flight(distance: float, tool: Tool) -> float:
    """Return how long a missile flies, in counts (C-MIS-1)."""
    return distance / tool.spec.velocity

