"""Movement: spread evenly over the shots of its action, in a straight line, over when it meets whom it leads to (S-MOV-1).

Also how near people came to each other (CLK-8).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from engine.clock import Rung
from engine.field import NEVER, time_to_close
from engine.shots import lookup, report
from engine.shots.actions import Mover
from engine.shots.state import NO_TICK, Fight, Fighter, Motion

Seq = int | None
Place = tuple[float, float]

SAME_SPOT = 0.005
"""Meters: who is no farther apart is on one spot, as distances are told to 0.01 m."""

LEAST_APPROACH = 0.01
"""Meters by which a smallest distance must shrink to count as progress (CLK-8)."""


def goal(fight: Fight, fighter: Fighter, option: Mover, limit: float) -> Place | None:
    """Return where a movement ends, at most so many meters away; None when it goes nowhere.

    Args:
        option: with ``to`` a place, ``toward`` a character (up to its ``distance``), or ``away`` from one.
    """
    here = lookup.place(fight, fighter)
    if option.to is not None:
        return _along(here, option.to, min(limit, hypot(option.to[0] - here[0], option.to[1] - here[1])))
    if option.toward is not None:
        there = lookup.place(fight, fight.by_name[option.toward])
        gap = hypot(there[0] - here[0], there[1] - here[1])
        return _along(here, there, min(limit, max(0.0, gap - option.distance)))
    if option.away is not None:
        return _along(here, _beyond(fight, fighter, fight.by_name[option.away]), limit)
    return None


def _beyond(fight: Fight, fighter: Fighter, other: Fighter) -> Place:
    """Return a place that is away from another.

    On the very same spot it is where one began, else where the other did not: no direction of the field is special (CLK-6).
    """
    here, there = lookup.place(fight, fighter), lookup.place(fight, other)
    if there == here:
        if fighter.spec.position != here:
            return fighter.spec.position
        there = other.spec.position if other.spec.position != here else (here[0] - 1.0, here[1])
    return 2 * here[0] - there[0], 2 * here[1] - there[1]


def _along(here: Place, there: Place, meters: float) -> Place | None:
    """Return the point so many meters from one place in the direction of another."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    gap = hypot(dx, dy)
    if gap == 0.0 or meters <= 0.0:
        return None
    share = meters / gap
    return round(here[0] + dx * share, lookup.DECIMALS), round(here[1] + dy * share, lookup.DECIMALS)


def start(
    fight: Fight, fighter: Fighter, end: Place, shots: int, why: str, toward: str | None, distance: float, cause: Seq
) -> None:  # fmt: skip
    """Set off for a place, to be there after so many shots.

    Args:
        toward: whom the way leads to; it is over as soon as they are ``distance`` meters apart.
    """
    note(fight, fighter)
    here = lookup.place(fight, fighter)
    fighter.totals.meters += lookup.covered(fight, fighter)
    span = max(1, shots) * fight.per_shot
    counts = span / fight.per_count
    vx, vy = (end[0] - here[0]) / counts, (end[1] - here[1]) / counts
    fighter.motion = motion = Motion(here[0], here[1], vx, vy, fight.clock.now, fight.clock.now + span, toward, distance)
    steered(fight, fighter)
    report.move(fight, fighter, why, cause, toward)
    fight.clock.at(motion.end, Rung.ARRIVE, (fighter, motion, end))


def steered(fight: Fight, fighter: Fighter) -> None:
    """Have it computed anew who meets whom: a velocity has changed (rung PLAN)."""
    fight.steered.add(fighter)
    fight.clock.enlist(Rung.PLAN, None)


def on_arrive(fight: Fight, items: Sequence[tuple[Fighter, Motion, Place | None]]) -> None:
    """End the movements that are over at this tick: at their end, or where they meet whom they lead to (rung ARRIVE)."""
    now = fight.clock.now
    due = [
        (fighter, end) for fighter, motion, end in items
        if fighter.motion is motion and (end is not None or motion.meets == now)
    ]  # fmt: skip
    for fighter, _ in due:
        note(fight, fighter)
    for fighter, end in sorted(due, key=lambda item: item[0].rank):
        fighter.totals.meters += lookup.covered(fight, fighter)
        fighter.x, fighter.y = end if end is not None else lookup.place(fight, fighter)
        fighter.motion = None
        steered(fight, fighter)
        report.move(fight, fighter, "arrived" if end is not None else "near enough", fighter.decision_seq)


def plan_meetings(fight: Fight) -> None:
    """Compute when those who are on the way to somebody come as near as they mean to, after velocities have changed."""
    changed, fight.steered = fight.steered, set()
    for fighter in fight.fighters if changed else ():
        motion = fighter.motion
        if motion is None or motion.toward is None:
            continue
        other = fight.by_name[motion.toward]
        if fighter in changed or other in changed:
            motion.meets = _meeting(fight, fighter, motion, other)
            if motion.meets != NO_TICK:
                fight.clock.at(motion.meets, Rung.ARRIVE, (fighter, motion, None))


def _meeting(fight: Fight, fighter: Fighter, motion: Motion, other: Fighter) -> int:
    """Return the tick at which a movement toward another is over before its end; ``NO_TICK`` when it is not."""
    (x, y), (ox, oy) = lookup.place(fight, fighter), lookup.place(fight, other)
    ovx, ovy = (other.motion.vx, other.motion.vy) if other.motion is not None else (0.0, 0.0)
    counts = meeting_time(ox - x, oy - y, ovx - motion.vx, ovy - motion.vy, motion.distance)
    if counts == NEVER:
        return NO_TICK
    tick = fight.clock.now + max(fight.rules.time_scale, fight.ticks(counts))
    rest = hypot(motion.vx, motion.vy) * (motion.end - tick) / fight.per_count
    return tick if rest > SAME_SPOT else NO_TICK


def meeting_time(rx: float, ry: float, vx: float, vy: float, distance: float) -> float:
    """Return in how many counts somebody at a relative place and velocity is so near; ``NEVER`` when it never is.

    Without a distance it is the moment at which they are on one spot, in the middle of it.
    """
    if distance > SAME_SPOT:
        return time_to_close(rx, ry, vx, vy, distance)
    speed, along = hypot(vx, vy), -(rx * vx + ry * vy)
    if along <= 0.0 or abs(rx * vy - ry * vx) > SAME_SPOT * speed:
        return NEVER
    return along / (speed * speed)


def halt(fight: Fight, fighter: Fighter, why: str, cause: Seq) -> None:
    """Stop where one is: a new movement, or out of the fight."""
    if fighter.motion is not None:
        note(fight, fighter)
        fighter.totals.meters += lookup.covered(fight, fighter)
        fighter.x, fighter.y = lookup.place(fight, fighter)
        fighter.motion = None
        steered(fight, fighter)
        report.move(fight, fighter, why, cause)


def note(fight: Fight, fighter: Fighter) -> None:
    """Count how near a character has come to its opponents since either's movement last changed (CLK-8).

    Between two changes a pair moves in a straight line, so that its nearest moment is computed, not looked for.
    """
    for other in fight.fighters:
        if other.side != fighter.side and other.out is None:
            _note_pair(fight, fighter, other)


def note_all(fight: Fight) -> None:
    """Count how near all opponents have come until now (CLK-8)."""
    for place, fighter in enumerate(fight.fighters):
        if fighter.out is None:
            for other in fight.fighters[place + 1 :]:
                if other.side != fighter.side and other.out is None:
                    _note_pair(fight, fighter, other)


def _note_pair(fight: Fight, one: Fighter, other: Fighter) -> None:
    pair = (one, other) if one.rank < other.rank else (other, one)
    now = fight.clock.now
    at, smallest, seen = fight.pairs.get(pair, (now, float("inf"), None))
    (ax, ay), (bx, by) = lookup.place(fight, pair[0]), lookup.place(fight, pair[1])
    rx, ry = bx - ax, by - ay
    gap, when = hypot(rx, ry), now
    if seen is not None and now > at:
        gap, when = _nearest(seen, (rx, ry), gap, at, now)
    if gap < smallest - LEAST_APPROACH:
        smallest = gap
        if seen is not None and when > fight.progress_at:
            fight.progress_at = when
    fight.pairs[pair] = (now, smallest, (rx, ry))


def _nearest(before: Place, after: Place, gap: float, at: int, now: int) -> tuple[float, int]:
    """Return the least distance on a straight way between two relative places, and when it was reached."""
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = dx * dx + dy * dy
    if length == 0.0:
        return gap, now
    share = -(before[0] * dx + before[1] * dy) / length
    if not 0.0 < share < 1.0:
        return gap, now
    return hypot(before[0] + dx * share, before[1] + dy * share), at + int((now - at) * share)
