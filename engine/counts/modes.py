"""Modes: the background movement that keeps a set distance (C-MOD-1 to C-MOD-6), and ground won in contests."""

from __future__ import annotations

from math import hypot

from engine.clock import Rung
from engine.counts import barriers, lookup, motion, report, rolls
from engine.counts.state import Fight, Fighter, Motion
from engine.units import Feet

Seq = int | None
ADVANCES = frozenset({"offensive", "static"})
RETREATS = frozenset({"defensive", "static"})


def kept_distance(fight: Fight, fighter: Fighter, foe: Fighter) -> Feet:
    """Return the distance a fighter keeps to an opponent: ground lost stays lost, else its own (C-MOD-1, C-STG-5a)."""
    kept = fighter.kept.get(foe)
    return kept[0] if kept is not None else own_distance(fight, fighter)


def own_distance(fight: Fight, fighter: Fighter) -> Feet:
    """Return a fighter's own set distance: as ordered, else weapon length and 2 ft (C-MOD-1)."""
    if fighter.set_distance is not None:
        return fighter.set_distance
    tool = fighter.primary
    length = tool.spec.length if tool is not None else 0.0
    return max(round(length + fight.rules.mode_extra, 2), fight.rules.least_distance)


def band(fight: Fight, fighter: Fighter, foe: Fighter) -> tuple[int, int]:
    """Return the least and the greatest distance at which a mode is content, in hundredths of a foot (C-MOD-5).

    On different levels it can't ask for less than standing right above or below each other.
    """
    keeps = round(kept_distance(fight, fighter, foe) * 100)
    if fighter.level != foe.level:
        keeps = max(keeps, round(hypot(fight.rules.least_distance, foe.level - fighter.level) * 100))
    slack = round(fight.rules.mode_tolerance * 100)
    return keeps - slack, keeps + slack


def watches(fight: Fight, fighter: Fighter, foe: Fighter) -> bool:
    """Return whether a fighter's mode would answer a crossing of its set distance to an opponent.

    One that is thrown or falls is waited for until it lands, so that nobody chases it foot by foot.
    """
    return (
        fighter.mode != "locked"
        and fighter.motion is None
        and fighter.brink is None
        and not fighter.mode_need
        and fighter.ordered is None
        and foe not in fighter.contested
        and not fighter.prone
        and foe.out is None
        and not (foe.motion is not None and foe.motion.carried)
        and lookup.acts(fight, fighter)
    )


def need(fight: Fight, fighter: Fighter, foe: Fighter) -> int:
    """Return what a fighter's mode asks for: 1 to advance, -1 to go back, 0 nothing (C-MOD-2)."""
    low, high = band(fight, fighter, foe)
    gap = lookup.hundredths(fight, fighter, foe)
    if gap > high and fighter.mode in ADVANCES:
        return 1
    return -1 if gap < low and fighter.mode in RETREATS else 0


def judge(fight: Fight, fighter: Fighter, cause: Seq) -> None:
    """Roll an INIT for a fighter whose mode asks it to move (C-MOD-3, C-MOD-5)."""
    foe = fighter.foe
    if foe is None or fighter.motion is not None or not watches(fight, fighter, foe):
        return
    wanted = need(fight, fighter, foe)
    if not wanted or lookup.top_speed(fight, fighter) <= 0.0:
        return
    if fight.terrain is not None and _kept_back(fight, fighter, foe, wanted):
        return
    points = min(fighter.mode_points, lookup.pool(fight, fighter))
    spend(fight, fighter, points)
    fighter.mode_need = wanted
    fighter.mode_token += 1
    purpose = "mode: advance" if wanted > 0 else "mode: go back"
    wait, seq = rolls.init(fight, fighter, True, points, 0.0, purpose, cause)
    if wait:
        fight.clock.at(fight.clock.now + wait, Rung.PHASE, (set_off, fighter, (fighter.mode_token, seq)))
    else:
        fight.clock.enlist(Rung.PHASE, (set_off, fighter, (fighter.mode_token, seq)))


def _kept_back(fight: Fight, fighter: Fighter, foe: Fighter, wanted: int) -> bool:
    """Return whether a wall leaves a mode no way; it tries again when the way is free or its opponent changes its motion."""
    fighter.blocked = wanted if barriers.blocked(fight, fighter, foe, wanted) else 0
    if fighter.blocked:
        motion.replan(fight, fighter)
    return bool(fighter.blocked)


def set_off(fight: Fight, fighter: Fighter, what: tuple[int, Seq]) -> None:
    """Begin the movement a mode rolled its INIT for, if it is still wanted (C-MOD-3)."""
    token, seq = what
    if token != fighter.mode_token or not fighter.mode_need:
        return
    wanted, foe = fighter.mode_need, fighter.foe
    fighter.mode_need = 0
    if foe is None or not watches(fight, fighter, foe):
        return
    if need(fight, fighter, foe) != wanted:
        judge(fight, fighter, seq)
        motion.replan(fight, fighter)
        return
    speed = min(fight.rules.mode_speed, lookup.top_speed(fight, fighter))
    goal = max(kept_distance(fight, fighter, foe), fight.rules.least_distance)
    why = f"{fighter.mode} mode"
    motion.start(fight, fighter, Motion("mode", speed, why, foe, wanted, goal), seq)


def spend(fight: Fight, fighter: Fighter, points: int) -> None:
    """Take speed points from the pool (C-INI-2)."""
    if points:
        left = lookup.pool(fight, fighter)
        fighter.pool_epoch = fight.clock.now // fight.ticks(fight.rules.speed_point_refill)
        fighter.pool = left - points


def refill(fight: Fight, fighter: Fighter) -> None:
    """Fill the pool of a fighter that disengages (C-INI-2)."""
    fighter.pool = fighter.spec.combat_maneuver_rank
    fighter.pool_epoch = fight.clock.now // fight.ticks(fight.rules.speed_point_refill)


def drop_need(fighter: Fighter) -> None:
    """Forget an INIT a mode is waiting for (stun, fall, another order)."""
    fighter.mode_need = 0
    fighter.mode_token += 1


def change(fight: Fight, fighter: Fighter, mode: str, keeps: Feet | None, why: str, cause: Seq) -> Seq:
    """Set a fighter's mode, and its own distance when one is given; the caller judges it (C-MOD-1, C-MOD-4)."""
    fighter.mode = mode
    if keeps is not None:
        fighter.set_distance = keeps
    drop_need(fighter)
    if fighter.motion is not None and fighter.motion.kind == "mode":
        motion.stop(fight, fighter, "mode changes", cause)
    motion.replan(fight, fighter)
    return report.mode(fight, fighter, own_distance(fight, fighter), why, cause)


def follow(fight: Fight, fighter: Fighter, direction: int, cause: Seq) -> None:
    """Make the mode offensive for one who moves in, defensive for one who moves away (C-MOD-4)."""
    mode = "offensive" if direction > 0 else "defensive"
    if fighter.mode != mode:
        change(fight, fighter, mode, None, "C-MOD-4", cause)


# ground won in a contest


def begin_contest(
    fight: Fight, winner: Fighter, loser: Fighter, direction: int, ground: Feet, goal: Feet, limit: Feet, cause: Seq
) -> None:
    """Let a winner walk the ground it gained; neither's mode answers meanwhile (C-STG-5, C-STG-5a).

    One that is thrown back at that moment takes none (C-KNB-4).

    Args:
        direction: 1 toward the loser, -1 away from it.
        ground: feet to walk.
        goal: how far apart on the ground it ends when the loser stands still.
        limit: the distance at which a walk toward the loser ends in any case.
    """
    if lookup.carried(winner):
        return
    rules = fight.rules
    ends = fight.clock.now + fight.ticks(ground / rules.maneuver_speed)
    if loser.motion is not None and loser.motion.kind == "mode" and loser.motion.foe is winner:
        motion.stop(fight, loser, "ground lost", cause)
    if loser.foe is winner:
        drop_need(loser)
    drop_need(winner)
    walk = Motion("ground", rules.maneuver_speed, "ground gained", loser, direction, goal, limit, ends=ends)
    walk.anchor = lookup.place(fight, loser)
    motion.start(fight, winner, walk, cause)
    winner.contested[loser] = winner.contested.get(loser, 0) + 1
    loser.contested[winner] = loser.contested.get(winner, 0) + 1
    fight.clock.at(ends, Rung.PHASE, (end_ground, winner, walk))


def end_ground(fight: Fight, fighter: Fighter, walk: Motion) -> None:
    """End a walk over gained ground, exactly on its distance when the loser stood still (C-STG-5)."""
    if fighter.motion is not walk:
        return
    loser, goal = walk.foe, walk.goal
    assert loser is not None
    assert goal is not None
    if walk.anchor == lookup.place(fight, loser) and not (loser.vx or loser.vy):
        x, y = lookup.place(fight, fighter)
        gap = lookup.apart(fight, fighter, loser)
        if gap > 0.0:
            lx, ly = lookup.place(fight, loser)
            share = goal / gap
            exact = lx + (x - lx) * share, ly + (y - ly) * share
            fighter.x, fighter.y = barriers.held_back(fight, fighter, exact)
            fighter.moved_at = fight.clock.now
            lookup.has_moved(fight, fighter)
    motion.stop(fight, fighter, "ground taken", None)
    fight.clock.enlist(Rung.ARRIVE, (fighter, fighter.plan_token))
    if loser.out is None:
        fight.clock.enlist(Rung.ARRIVE, (loser, loser.plan_token))


def end_contest(fight: Fight, winner: Fighter, walk: Motion) -> None:
    """Close a contest where its walk ends: that distance is now both fighters' set distance (C-STG-5a)."""
    loser = walk.foe
    assert loser is not None
    for one, other in ((winner, loser), (loser, winner)):
        left = one.contested.get(other, 0) - 1
        if left > 0:
            one.contested[other] = left
        else:
            one.contested.pop(other, None)
    if lookup.engaged(fight, winner, loser):
        gap = lookup.distance(fight, winner, loser)
        winner.kept[loser] = loser.kept[winner] = (gap, loser)
    else:
        forget_ground(fight, winner, loser)


def forget_ground(fight: Fight, one: Fighter, other: Fighter) -> None:
    """Let the own set distances hold again between two fighters that disengage (C-STG-5a)."""
    for fighter, foe in ((one, other), (other, one)):
        if fighter.kept.pop(foe, None) is not None:
            pursuit = fighter.motion
            if pursuit is not None and pursuit.kind == "mode" and pursuit.foe is foe:
                pursuit.goal = own_distance(fight, fighter)
            motion.replan(fight, fighter)
