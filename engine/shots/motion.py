"""Movement: spread evenly over the shots of its action, in a straight line (S-MOV-1), and how near people came (CLK-8)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from engine.clock import Rung
from engine.shots import lookup, report
from engine.shots.actions import Mover
from engine.shots.state import Fight, Fighter, Motion

Seq = int | None
Place = tuple[float, float]

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


def start(fight: Fight, fighter: Fighter, end: Place, shots: int, why: str, toward: str | None, cause: Seq) -> None:
    """Set off for a place, to be there after so many shots."""
    note(fight, fighter)
    here = lookup.place(fight, fighter)
    fighter.totals.meters += lookup.covered(fight, fighter)
    span = max(1, shots) * fight.per_shot
    counts = span / fight.per_count
    vx, vy = (end[0] - here[0]) / counts, (end[1] - here[1]) / counts
    fighter.motion = motion = Motion(here[0], here[1], vx, vy, fight.clock.now, fight.clock.now + span, toward)
    report.move(fight, fighter, why, cause, toward)
    fight.clock.at(motion.end, Rung.ARRIVE, (fighter, motion, end))


def on_arrive(fight: Fight, items: Sequence[tuple[Fighter, Motion, Place]]) -> None:
    """End the movements that are over at this tick (rung ARRIVE)."""
    due = [(fighter, end) for fighter, motion, end in items if fighter.motion is motion]
    for fighter, _ in due:
        note(fight, fighter)
    for fighter, end in sorted(due, key=lambda item: item[0].rank):
        fighter.totals.meters += lookup.covered(fight, fighter)
        fighter.motion = None
        fighter.x, fighter.y = end
        report.move(fight, fighter, "arrived", fighter.decision_seq)


def halt(fight: Fight, fighter: Fighter, why: str, cause: Seq) -> None:
    """Stop where one is: a new movement, or out of the fight."""
    if fighter.motion is not None:
        note(fight, fighter)
        fighter.totals.meters += lookup.covered(fight, fighter)
        fighter.x, fighter.y = lookup.place(fight, fighter)
        fighter.motion = None
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
