"""Knockback in play: who is thrown back, how far, the saves against it, and what ends a throw (C-KNB-1 to C-KNB-4).

All that pushes somebody at one instant is gathered against the state before it, and adds up as vectors; then there is
one pair of saves, and one throw: a motion of one count that replaces whatever movement the thrown one was at.
"""

from __future__ import annotations

from math import fsum, hypot
from typing import TypeAlias

import attrs

from engine.counts import body, fallen, grapple, lookup, modes, motion, report, rolls, stance, strike
from engine.counts.consequences import Hit, Push
from engine.counts.hitting import is_moving
from engine.counts.knockback import knockback_feet, save_terms
from engine.counts.state import Fight, Fighter, Motion
from engine.events import Collision, Knockback
from engine.units import Feet

Seq = int | None


@attrs.frozen(eq=False)
class Shove:
    """One blow's, bash's or throw's share in a knockback, and how the target stood before it.

    Attributes:
        x, y: feet along each axis, away from who pushes.
        feet: their size.
        part: the struck part.
        speed: the target's, ft/ct; ``moving`` whether it counts as moving (C-HIT-3).
        holds: percent of the holds on its legs.
        source: the hit or push, whose ``seq`` led to this.
    """

    by: Fighter
    x: Feet
    y: Feet
    feet: Feet
    part: str
    speed: float
    moving: bool
    holds: int
    source: Hit | Push


Shoves: TypeAlias = dict[Fighter, list[Shove]]


def gather(fight: Fight, hits: list[Hit], pushes: list[Push]) -> Shoves:
    """Return all that throws somebody back at this instant, by whom it throws, as things stand before it (C-KNB-1, CLK-2)."""
    found: Shoves = {}
    for hit in hits:
        if hit.pushes and not hit.mental and hit.attacker is not hit.target:
            _add(fight, found, hit, hit.attacker, hit.blow.knockback_damage)
    for push in pushes:
        _add(fight, found, push, push.by, push.points)
    return found


def _add(fight: Fight, found: Shoves, source: Hit | Push, by: Fighter, points: int) -> None:
    """Add one push, if it is worth any feet."""
    target = source.target
    feet = knockback_feet(points, getattr(fight.rules.types, source.type), target.spec.weight, fight.rules)
    if feet <= 0.0:
        return
    dx, dy = _away(fight, by, target)
    speed = hypot(target.vx, target.vy)
    moving = is_moving(speed, strike.running(target, fight.rules), fight.rules)
    shove = Shove(
        by, dx * feet, dy * feet, feet, source.part, speed, moving, grapple.held_by_legs(fight, target), source
    )
    found.setdefault(target, []).append(shove)


def _away(fight: Fight, by: Fighter, target: Fighter) -> tuple[float, float]:
    """Return the direction from one fighter to another; where the first faces when they stand on one point."""
    ax, ay = lookup.place(fight, by)
    bx, by_ = lookup.place(fight, target)
    dx, dy = bx - ax, by_ - ay
    if not hypot(dx, dy):
        dx, dy = by.fx, by.fy
    size = hypot(dx, dy)
    return (dx / size, dy / size) if size else (1.0, 0.0)


def _rank(fighter: Fighter) -> int:
    return fighter.rank


def throw(fight: Fight, found: Shoves) -> None:
    """Throw back whoever was pushed at this instant, each once (C-KNB-2, C-KNB-4).

    Who is out of the fight, falls from a height or stands on the brink of one is not thrown.
    """
    for target in sorted(found, key=_rank):
        falling = target.motion is not None and target.motion.kind == "fall"
        if target.out is None and target.brink is None and not falling:
            _throw(fight, target, found[target])


def _throw(fight: Fight, target: Fighter, shoves: list[Shove]) -> None:
    """Save against the sum of all pushes, then throw."""
    shoves.sort(key=lambda shove: shove.by.rank)
    x, y = fsum([shove.x for shove in shoves]), fsum([shove.y for shove in shoves])
    feet = round(hypot(x, y), 9)
    if not feet:
        return
    far, falls, seq = _saved(fight, target, feet, max(shoves, key=lambda shove: shove.feet))
    _fly(fight, target, x * far / feet, y * far / feet, falls, seq)


def _saved(fight: Fight, target: Fighter, feet: Feet, main: Shove) -> tuple[Feet, bool, Seq]:
    """Roll the saves: how far a target is thrown, whether it falls, the last roll's ``seq`` (C-KNB-2, C-KNB-2a).

    Args:
        main: the push with the most feet; its part counts, and the state before it.
    """
    rules, seq, falls = fight.rules, main.source.seq, False
    if feet <= rules.knockback_saved:
        return feet, False, seq
    made, falls, seq = _save(fight, target, main, 0.0, seq)
    if not made:
        feet = round(feet * rules.knockback_factor, 9)
    beyond = feet - lookup.top_speed(fight, target)
    if beyond > 0.0 and not falls and not target.prone:
        made, _, seq = _save(fight, target, main, beyond, seq)
        falls = not made
    return feet, falls and not target.prone, seq


def _save(fight: Fight, target: Fighter, main: Shove, beyond: Feet, cause: Seq) -> tuple[bool, bool, Seq]:
    terms = save_terms(main.part, main.speed, main.moving, main.holds, beyond, fight.rules)
    return rolls.balance(fight, target, terms, cause)


def _fly(fight: Fight, target: Fighter, x: Feet, y: Feet, falls: bool, cause: Seq) -> None:
    """Set a fighter in its throw; what is left of one under way adds to it; one whose run ends here is asked (C-KNB-4)."""
    lasts, before = fight.ticks(fight.rules.knockback_counts), target.motion
    now, floored = fight.clock.now, False
    feet = hypot(x, y)
    if before is not None and before.kind == "knockback":
        left = (before.ends - now) / fight.per_count
        x, y, floored = x + target.vx * left, y + target.vy * left, before.floored
    counts = lasts / fight.per_count
    px, py = lookup.place(fight, target)
    flight = Motion("knockback", hypot(x, y) / counts, "thrown back", point=(px + x, py + y), ends=now + lasts)
    flight.floored = floored
    modes.drop_need(target)
    seq = report.other(fight, Knockback, target, cause, feet=round(feet, 9), velocity=(x / counts, y / counts))
    motion.start(fight, target, flight, seq)
    if before is not None and before.kind == "move":
        stance.ask(fight, target, "arrived", seq)
    if falls:
        body.fall(fight, target, "knocked down", seq)


# what ends it


def landed(fight: Fight, fighter: Fighter, flight: Motion, cause: Seq) -> None:
    """End a throw: the floor hurts one that fell meanwhile like a fall at the throw's velocity (C-KNB-4)."""
    if flight.floored:
        _collide(fight, fighter, flight, "floor", cause)


def hit_wall(fight: Fight, fighter: Fighter, flight: Motion, cause: Seq, what: str = "wall") -> None:
    """End a throw at something solid, which hurts like a fall at the throw's velocity (C-KNB-4).

    Called in ARRIVE with the fighter at the wall. A thrown one that fell meets the wall instead of the floor.

    Args:
        flight: the fighter's motion.
        what: what it hits, for the log.
    """
    seq = motion.halt(fight, fighter, f"stopped by {what}", cause)
    _collide(fight, fighter, flight, what, seq)
    modes.judge(fight, fighter, seq)
    motion.replan(fight, fighter)


def _collide(fight: Fight, fighter: Fighter, flight: Motion, what: str, cause: Seq) -> None:
    seq = report.other(fight, Collision, fighter, cause, what=what, velocity=round(flight.speed, 9))
    fallen.hurt(fight, fighter, flight.speed, seq)
