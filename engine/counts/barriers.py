"""What walls and edges do to those who move: where they are stopped, when a mode may try again, who goes over an edge."""

from __future__ import annotations

from math import hypot

from engine.clock import Rung
from engine.counts import fallen, lookup, modes, motion, push, report, stance, terrain
from engine.counts.state import Fight, Fighter, Motion
from engine.counts.terrain import Barrier, Place
from engine.events import Edge
from engine.field import NEVER
from engine.units import Feet, ticks_up

Seq = int | None


def on_changed(fight: Fight) -> None:
    """Find what the courses that changed will meet, and let those judge again whom a wall had kept from following."""
    for fighter in fight.changed:
        look_ahead(fight, fighter)
    for fighter in fight.changed:
        for follower in sorted(fighter.followers, key=_rank):
            if follower.blocked and follower.foe is fighter:
                modes.judge(fight, follower, None)


def _rank(fighter: Fighter) -> int:
    return fighter.rank


def look_ahead(fight: Fight, fighter: Fighter) -> None:
    """Find what a fighter's course will meet, and when: a fraction of a tick rounded up, but the place exact (CLK-1).

    A mode that advances sees the edge before it and stops (C-MOD-2); whoever gives ground, runs or is thrown goes over.
    """
    course = fighter.motion
    if course is None or fight.terrain is None:
        return
    x, y = lookup.place(fight, fighter)
    careful = course.kind == "mode" and course.direction > 0
    met = terrain.ahead(fight.terrain, x, y, fighter.vx, fighter.vy, careful) if fighter.vx or fighter.vy else None
    course.barrier = None
    if met is None or _arrives_before(course, x, y, met.counts):
        return
    quantum = fight.rules.time_scale
    tick = fight.clock.now + max(quantum, ticks_up(met.counts, quantum))
    course.barrier = Barrier(tick, met.name, met.place, met.drop)


def _arrives_before(course: Motion, x: float, y: float, counts: float) -> bool:
    """Return whether a course ends at its own place first."""
    return course.point is not None and hypot(course.point[0] - x, course.point[1] - y) / course.speed <= counts


def counts_to(fight: Fight, fighter: Fighter) -> float:
    """Return the counts until a fighter meets a wall or an edge, or until one kept back by a wall may try again."""
    course = fighter.motion
    if course is not None:
        barrier = course.barrier
        return NEVER if barrier is None else (barrier.tick - fight.clock.now) / fight.per_count
    foe = fighter.foe
    if not fighter.blocked or foe is None or fight.terrain is None:
        return NEVER
    ax, ay = lookup.place(fight, fighter)
    bx, by = lookup.place(fight, foe)
    way = fighter.blocked
    reach = fight.terrain.gap + 2.0 * fight.rules.mode_tolerance
    return terrain.time_to_free(
        fight.terrain, ax, ay, way * (bx - ax), way * (by - ay), way * foe.vx, way * foe.vy, reach, way > 0
    )


def is_due(fight: Fight, fighter: Fighter) -> bool:
    """Return whether a fighter has come to what its course meets."""
    course = fighter.motion
    return course is not None and course.barrier is not None and course.barrier.tick <= fight.clock.now


def meet(fight: Fight, fighters: list[Fighter]) -> None:
    """Stop all who have come to a wall or an edge at this tick, each exactly there, then let it tell on them."""
    courses = [(fighter, fighter.motion) for fighter in fighters]
    for fighter, course in courses:
        assert course is not None
        assert course.barrier is not None
        fighter.x, fighter.y = course.barrier.place
        fighter.moved_at = fight.clock.now
        fighter.vx = fighter.vy = 0.0
        lookup.has_moved(fight, fighter)
    for fighter, course in courses:
        if course is not None and course.barrier is not None and fighter.motion is course:
            _tell(fight, fighter, course, course.barrier)


def _tell(fight: Fight, fighter: Fighter, course: Motion, barrier: Barrier) -> None:
    """End a course at a wall or over an edge, with what follows from it (C-KNB-4, C-FAL-1)."""
    if barrier.drop:
        cause = report.other(fight, Edge, fighter, course.seq, name=barrier.name, drop=barrier.drop)
        motion.end(fight, fighter, course, f"over {barrier.name}", cause)
        fallen.over_edge(fight, fighter, barrier.drop, cause)
        return
    if course.kind == "knockback":
        push.hit_wall(fight, fighter, course, course.seq, barrier.name)
        return
    seq = motion.end(fight, fighter, course, f"stopped by {barrier.name}", course.seq)
    if course.kind in ("move", "ride"):
        stance.ask(fight, fighter, "arrived", seq)


def held_back(fight: Fight, fighter: Fighter, place: Place) -> Place:
    """Return a place a mover is put at exactly, or where a wall holds it back on the last bit of its way."""
    if fight.terrain is None:
        return place
    x, y = lookup.place(fight, fighter)
    return terrain.held_back(fight.terrain, x, y, place)


def blocked(fight: Fight, fighter: Fighter, foe: Fighter, direction: int) -> bool:
    """Return whether a mode has no way at all toward (1) or away from (-1) an opponent (C-MOD-5)."""
    return room(fight, fighter, lookup.place(fight, foe), direction, direction > 0) < fight.rules.mode_tolerance


def is_shut(fight: Fight, fighter: Fighter, place: Place, direction: int) -> bool:
    """Return whether a wall leaves a fighter no way at all toward (1) or away from (-1) a place."""
    x, y = lookup.place(fight, fighter)
    here = direction > 0 and hypot(place[0] - x, place[1] - y) < fight.rules.mode_tolerance
    return not here and room(fight, fighter, place, direction) < fight.rules.mode_tolerance


def room(fight: Fight, fighter: Fighter, place: Place, direction: int, careful: bool = False) -> Feet:
    """Return how far a fighter can go toward (1) or away from (-1) a place before a wall stops it, feet.

    Args:
        careful: an edge to fall over stops it too.
    """
    if fight.terrain is None:
        return NEVER
    ax, ay = lookup.place(fight, fighter)
    dx, dy = (place[0] - ax) * direction, (place[1] - ay) * direction
    size = hypot(dx, dy)
    return terrain.room(fight.terrain, ax, ay, dx / size, dy / size, careful) if size else NEVER


def changed_level(fight: Fight, fighter: Fighter) -> None:
    """Have everyone whose opponent a fighter is reckon its stage anew: it stands on another level now (C-STG-2)."""
    for follower in fighter.followers:
        if follower.out is None:
            fight.clock.enlist(Rung.ARRIVE, (follower, follower.plan_token))


def rides(fighter: Fighter) -> bool:
    """Return whether a fighter is carried by a mount or platform."""
    return fighter.motion is not None and fighter.motion.kind == "ride"


def ride(fight: Fight, fighter: Fighter) -> None:
    """Let a mount or platform carry a fighter from the start, if the scenario says so."""
    vx, vy = fighter.spec.velocity
    speed = hypot(vx, vy)
    if speed:
        course = Motion("ride", speed, "carried", heading=(vx / speed, vy / speed))
        motion.start(fight, fighter, course, None)
