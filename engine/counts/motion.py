"""Motion: velocities, courses, and the computed moments at which something becomes true (ARRIVE and PLAN).

A fighter's place is its last settled place and its velocity; nobody is moved tick by tick. When a velocity
changes, the fighter and all whose opponent it is get their next crossing computed anew, once, in PLAN.
"""

from __future__ import annotations

from math import hypot, radians

from engine.clock import Rung
from engine.counts import barriers, bash, care, fallen, lookup, modes, outcome, push, report, stance
from engine.counts.stages import FAR
from engine.counts.state import Fight, Fighter, Motion
from engine.field import NEVER, time_to_close, time_to_drift, time_to_open
from engine.units import TICKS_PER_COUNT, Feet, ticks_up

Seq = int | None
NUDGE = 1e-7
"""Feet past a border at which a crossing is looked for, so that the rounded distance has changed."""
SLACK = 1e-6
"""Feet within which a mover has arrived."""
NEAR_ENOUGH = 0.02
"""Feet, beside the way of a tick or two, that are made good when a mover arrives; distances are rounded to half of it (C-MOD-6)."""


def settle(fight: Fight, fighter: Fighter) -> None:
    """Take a fighter's place at this tick as its settled place."""
    if fighter.vx or fighter.vy:
        fighter.x, fighter.y = lookup.place(fight, fighter)
    fighter.moved_at = fight.clock.now


def start(fight: Fight, fighter: Fighter, motion: Motion, cause: Seq) -> None:
    """Set a fighter in motion, in place of any motion it had."""
    _leave(fight, fighter)
    settle(fight, fighter)
    fighter.motion = motion
    if motion.foe is not None:
        motion.foe.followers[fighter] = None
    _lay_course(fight, fighter, motion)
    motion.seq = _report(fight, fighter, motion, motion.why, cause)
    changed(fight, fighter)


def stop(fight: Fight, fighter: Fighter, why: str, cause: Seq) -> Seq:
    """Stop a fighter where it is; does nothing when it stands, or is thrown or falls (C-KNB-4)."""
    motion = fighter.motion
    return cause if motion is None or motion.carried else halt(fight, fighter, why, cause)


def halt(fight: Fight, fighter: Fighter, why: str, cause: Seq) -> Seq:
    """Stop a fighter where it is, even in a throw or a fall; does nothing when it stands."""
    motion = fighter.motion
    if motion is None:
        return cause
    _leave(fight, fighter)
    settle(fight, fighter)
    return _halt(fight, fighter, motion, why, cause)


def _halt(fight: Fight, fighter: Fighter, motion: Motion, why: str, cause: Seq) -> Seq:
    """End a settled fighter's motion and log it."""
    fighter.motion = None
    fighter.vx = fighter.vy = 0.0
    if motion.carried:
        for follower in fighter.followers:
            fight.clock.enlist(Rung.ARRIVE, (follower, follower.plan_token))
    changed(fight, fighter)
    return _report(fight, fighter, motion, why, motion.seq if cause is None else cause)


def _report(fight: Fight, fighter: Fighter, motion: Motion, why: str, cause: Seq) -> Seq:
    """Log that a velocity changes, with the distance to whom the motion goes by."""
    if fight.log is None:
        return None
    gap = lookup.distance(fight, fighter, motion.foe) if motion.foe is not None else None
    return report.move(fight, fighter, motion, why, gap, cause)


def _leave(fight: Fight, fighter: Fighter) -> None:
    """Give up the contest that a walk over gained ground belongs to."""
    motion = fighter.motion
    if motion is None:
        return
    if motion.kind == "ground":
        modes.end_contest(fight, fighter, motion)
    if motion.foe is not None and motion.foe is not fighter.foe:
        motion.foe.followers.pop(fighter, None)


def changed(fight: Fight, fighter: Fighter) -> None:
    """Have a fighter's crossings, and those of all who watch it, computed anew in PLAN."""
    fight.changed[fighter] = None
    fight.clock.enlist(Rung.PLAN, fighter)


def replan(fight: Fight, fighter: Fighter) -> None:
    """Have only a fighter's own crossings computed anew: a new opponent, tool, mode or distance, or one crossed."""
    fight.replans[fighter] = None
    fight.clock.enlist(Rung.PLAN, fighter)


def _lay_course(fight: Fight, fighter: Fighter, motion: Motion) -> None:
    """Point a mover at what it moves toward, or away from."""
    if motion.point is not None:
        dx, dy = motion.point[0] - fighter.x, motion.point[1] - fighter.y
    elif motion.foe is None:
        dx, dy = motion.heading
    else:
        tx, ty = lookup.place(fight, motion.foe)
        dx, dy = (tx - fighter.x) * motion.direction, (ty - fighter.y) * motion.direction
    size = hypot(dx, dy)
    if not size:
        dx, dy = fighter.fx * motion.direction, fighter.fy * motion.direction
        size = hypot(dx, dy)
    motion.heading = (dx / size, dy / size) if size else (1.0, 0.0)
    fighter.vx, fighter.vy = motion.heading[0] * motion.speed, motion.heading[1] * motion.speed


# PLAN


def on_plan(fight: Fight, items: list[Fighter]) -> None:
    """Compute the next crossing of every fighter that a change of velocity concerns (rung PLAN)."""
    if fight.terrain is not None:
        barriers.on_changed(fight)
    concerned, fight.replans = fight.replans, {}
    if fight.changed:
        for fighter in fight.changed:
            concerned[fighter] = None
            concerned.update(fighter.followers)
        if fight.crowd is not None:
            fight.crowd.moved(fight.changed)
        fight.changed.clear()
    clock, quantum = fight.clock, fight.rules.time_scale
    for fighter in concerned:
        fighter.plan_token += 1
        counts = _next_crossing(fight, fighter)
        if fight.terrain is not None:
            counts = min(counts, barriers.counts_to(fight, fighter))
        if counts != NEVER:  # at least a tick ahead, never beyond the cap
            tick = clock.now + (ticks_up(counts, quantum) or quantum)
            if tick <= fight.cap:
                clock.at(tick, Rung.ARRIVE, (fighter, fighter.plan_token))
    if fight.bindings:
        care.plan(fight)


def _next_crossing(fight: Fight, fighter: Fighter) -> float:
    """Return the counts to the first moment that matters to a fighter."""
    motion, foe = fighter.motion, fighter.foe
    best = NEVER if motion is None else _motion_ends(fight, fighter, motion)
    if foe is None:
        return best
    vx, vy = foe.vx - fighter.vx, foe.vy - fighter.vy
    moving = vx or vy
    if not moving and (fighter.segment is None or fighter.segment[6]):
        return best
    rx, ry = _relative(fight, fighter, foe)
    outcome.note_segment(fight, fighter, foe, rx, ry, vx, vy)
    if not moving:
        return best
    near, far = _borders(fight, fighter, foe, rx, ry)
    if near > 0.0 and (counts := time_to_close(rx, ry, vx, vy, near)) < best:
        best = counts
    if far != NEVER and (counts := time_to_open(rx, ry, vx, vy, far)) < best:
        best = counts
    return best


def _ends_at(fight: Fight, fighter: Fighter, motion: Motion) -> float | None:
    """Return the distance on the ground at which a motion ends; a walk over gained ground only at its limit."""
    ends = motion.goal
    if motion.kind == "ground":
        ends = motion.limit if motion.direction > 0 else None
    if ends is None or motion.foe is None or motion.foe.level == fighter.level:
        return ends
    return lookup.ends_apart(fight, fighter, motion.foe, ends)


def _relative(fight: Fight, fighter: Fighter, other: Fighter) -> tuple[float, float]:
    """Return the place of another as a fighter sees it."""
    fx, fy, tx, ty = fighter.x, fighter.y, other.x, other.y
    if fighter.vx or fighter.vy:
        counts = (fight.clock.now - fighter.moved_at) / fight.per_count
        fx, fy = fx + fighter.vx * counts, fy + fighter.vy * counts
    if other.vx or other.vy:
        counts = (fight.clock.now - other.moved_at) / fight.per_count
        tx, ty = tx + other.vx * counts, ty + other.vy * counts
    return tx - fx, ty - fy


def _motion_ends(fight: Fight, fighter: Fighter, motion: Motion) -> float:
    """Return the counts until a motion arrives, or until its course is to be laid anew."""
    if motion.carried:
        return (motion.ends - fight.clock.now) / fight.per_count
    best = NEVER
    if motion.point is not None:
        fx, fy = lookup.place(fight, fighter)
        best = hypot(motion.point[0] - fx, motion.point[1] - fy) / motion.speed
    foe = motion.foe
    if foe is None:
        return best
    vx, vy = foe.vx - fighter.vx, foe.vy - fighter.vy
    if not (vx or vy):
        return best
    rx, ry = _relative(fight, fighter, foe)
    ends = _ends_at(fight, fighter, motion)
    if ends is not None:
        crossing = time_to_close if motion.direction > 0 else time_to_open
        best = min(best, crossing(rx, ry, vx, vy, ends))
    if motion.point is None and motion.kind != "ground":
        hx, hy = motion.heading[0] * motion.direction, motion.heading[1] * motion.direction
        best = min(best, time_to_drift(rx, ry, vx, vy, hx, hy, radians(fight.rules.steer_degrees)))
    return best


def _borders(fight: Fight, fighter: Fighter, foe: Fighter, rx: Feet, ry: Feet) -> tuple[float, float]:
    """Return the next border of a stage or of a mode's band inward, and outward (0 and ``NEVER``: none).

    Args:
        rx, ry: the opponent's place as the fighter sees it.

    Returns:
        Feet on the ground.
    """
    near, far = 0, FAR
    gap = lookup.rounded(fight, rx, ry, foe.level - fighter.level)
    tool = fighter.primary
    if tool is not None:
        near, far = tool.table.around(gap)
    if fighter.motion is None and modes.watches(fight, fighter, foe):
        low, high = modes.band(fight, fighter, foe)
        if gap >= low > near:
            near = low
        if gap <= high < far:
            far = high
    inward = (near - 0.5) / 100 - NUDGE if near > fight.least else 0.0
    outward = (far + 0.5) / 100 + NUDGE if far != FAR else NEVER
    if fighter.level != foe.level:
        return lookup.on_the_ground(fighter, foe, inward), lookup.on_the_ground(fighter, foe, outward)
    return inward, outward


# ARRIVE


def on_arrive(fight: Fight, items: list[tuple[Fighter, int]]) -> None:
    """Take up the crossings of this tick: arrivals, new courses, stages, modes (rung ARRIVE)."""
    due = [fighter for fighter, token in items if fighter.plan_token == token and fighter.out is None]
    if not due:
        return
    if len(due) > 1:
        due.sort(key=_rank)
    if fight.terrain is not None:
        barriers.meet(fight, [fighter for fighter in due if barriers.is_due(fight, fighter)])
    arrived = [fighter for fighter in due if fighter.motion is not None and _has_arrived(fight, fighter, fighter.motion)]
    if arrived:
        _end_all(fight, arrived)
    for fighter in due:
        if fighter.motion is not None and fighter not in arrived:
            _steer(fight, fighter)
        stance.update(fight, fighter, None)
    for fighter in due:
        modes.judge(fight, fighter, None)
        replan(fight, fighter)


def _end_all(fight: Fight, arrived: list[Fighter]) -> None:
    """End the motions that arrive at one tick, each at its exact place; runs that come to contact tell on both."""
    ending = [(fighter, fighter.motion, _exact_place(fight, fighter, arrived)) for fighter in arrived]
    charges = bash.charges(fight, arrived)
    for fighter, motion, place in ending:
        if motion is not None and fighter.motion is motion:  # one arrival may have ended another's motion
            _arrive(fight, fighter, motion, place)
    for charge in charges:
        bash.contact(fight, charge)


def _rank(fighter: Fighter) -> int:
    return fighter.rank


def _has_arrived(fight: Fight, fighter: Fighter, motion: Motion) -> bool:
    """Return whether a fighter's motion has reached its end."""
    if motion.carried:
        return fight.clock.now >= motion.ends
    if motion.point is not None:
        x, y = lookup.place(fight, fighter)
        left = (motion.point[0] - x) * motion.heading[0] + (motion.point[1] - y) * motion.heading[1]
        if left <= SLACK:
            return True
    ends = _ends_at(fight, fighter, motion)
    if motion.foe is None or ends is None:
        return False
    gap = lookup.apart(fight, fighter, motion.foe)
    return gap <= ends + SLACK if motion.direction > 0 else gap >= ends - SLACK


def _exact_place(fight: Fight, fighter: Fighter, arrived: list[Fighter]) -> tuple[float, float]:
    """Return where a mover that arrived is put: exactly on its distance (C-MOD-5, C-STG-5).

    When two arrive at each other at one tick, each makes good half of what is off. Whoever is farther off than the way of
    a tick or two, because others came near while it waited its INIT, stays where it is.
    """
    motion = fighter.motion
    assert motion is not None
    x, y = lookup.place(fight, fighter)
    ends = _ends_at(fight, fighter, motion)
    if motion.foe is None or ends is None:
        return motion.point or (x, y)
    if motion.point is not None and lookup.apart(fight, fighter, motion.foe) > ends + SLACK:
        return motion.point
    tx, ty = lookup.place(fight, motion.foe)
    gap = hypot(x - tx, y - ty)
    way = (hypot(fighter.vx, fighter.vy) + hypot(motion.foe.vx, motion.foe.vy)) / TICKS_PER_COUNT
    if gap == 0.0 or abs(ends - gap) > 2.0 * way + NEAR_ENOUGH:
        return x, y  # it was past its distance before it set off
    other = motion.foe.motion
    mutual = motion.foe in arrived and other is not None and other.foe is fighter
    off = (ends - gap) / gap * (0.5 if mutual else 1.0)
    return x + (x - tx) * off, y + (y - ty) * off


def _arrive(fight: Fight, fighter: Fighter, motion: Motion, place: tuple[float, float]) -> None:
    """End a motion at its exact place."""
    fighter.x, fighter.y = barriers.held_back(fight, fighter, place)
    fighter.moved_at = fight.clock.now
    fighter.vx = fighter.vy = 0.0
    lookup.has_moved(fight, fighter)
    seq = end(fight, fighter, motion, "arrived", None)
    if motion.kind == "move":
        stance.ask(fight, fighter, "arrived", seq)
    elif motion.kind == "knockback":
        push.landed(fight, fighter, motion, seq)
    elif motion.kind == "fall":
        fallen.landed(fight, fighter, motion, seq)


def end(fight: Fight, fighter: Fighter, motion: Motion, why: str, cause: Seq) -> Seq:
    """End the motion of a fighter that stands where it is to stand; ground won ends with it (C-STG-5a)."""
    if motion.kind == "ground":
        modes.end_contest(fight, fighter, motion)
        if motion.foe is not None and motion.foe.out is None:
            fight.clock.enlist(Rung.ARRIVE, (motion.foe, motion.foe.plan_token))
    return _halt(fight, fighter, motion, why, cause)


def _steer(fight: Fight, fighter: Fighter) -> None:
    """Lay a mover's course anew when its target's bearing has turned far enough (C-MOD-5)."""
    motion = fighter.motion
    if motion is None or motion.foe is None or motion.point is not None or motion.kind == "ground":
        return
    x, y = lookup.place(fight, fighter)
    tx, ty = lookup.place(fight, motion.foe)
    dx, dy = (tx - x) * motion.direction, (ty - y) * motion.direction
    across = motion.heading[0] * dy - motion.heading[1] * dx
    along = motion.heading[0] * dx + motion.heading[1] * dy
    turn = radians(fight.rules.steer_degrees)
    if abs(across) >= abs(along) * turn * 0.99 or along < 0.0:
        settle(fight, fighter)
        _lay_course(fight, fighter, motion)
        changed(fight, fighter)
        motion.seq = _report(fight, fighter, motion, "course laid anew", motion.seq)


