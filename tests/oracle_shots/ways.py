"""Movements and how they end: at their goal, or as near to somebody as was meant (S-MOV-1)."""

from __future__ import annotations

from math import ceil, hypot, sqrt
from typing import TYPE_CHECKING

from oracle_shots.state import One

if TYPE_CHECKING:
    from oracle_shots.fight import Fight

TICKS = 8000
"""Parts of a count that moments are told in."""

SPOT = 0.005
"""Meters within which two are on one spot."""


def arrive(fight: Fight) -> None:
    """End, one moment after the other, what movements are over by now."""
    now = fight.t
    while True:
        over = {one: _over(fight, one) for one in fight.everyone if one.course is not None}
        first = min(over.values(), default=now + 1)
        if first > now:
            fight.t = now
            return
        fight.t = first
        done = [one for one, t in over.items() if t == first]
        ends = [one.course[6] if one.course is not None and one.course[5] <= first else fight.at(one) for one in done]
        for one, end in zip(done, ends, strict=True):
            (one.x, one.y), one.course, one.changed = end, None, first
            fight.told_move(one)


def _over(fight: Fight, one: One) -> float:
    """Return when a movement is over."""
    assert one.course is not None
    end = one.course[5]
    if one.toward is None:
        return end
    now, fight.t = fight.t, max(one.changed, one.toward.changed)
    (x, y), (ox, oy) = fight.at(one), fight.at(one.toward)
    since, fight.t = fight.t, now
    ovx, ovy = one.toward.course[2:4] if one.toward.course is not None else (0.0, 0.0)
    counts = _near(x - ox, y - oy, one.course[2] - ovx, one.course[3] - ovy, one.near)
    if counts is None:
        return end
    met = (round(since * TICKS) + max(1, ceil(counts * TICKS - 1e-6))) / TICKS
    return met if hypot(*one.course[2:4]) * (end - met) > SPOT else end


def _near(x: float, y: float, vx: float, vy: float, meters: float) -> float | None:
    """Return when (x, y) + t (vx, vy) is first so near to nothing; on one spot where they are nearest."""
    a, b, c = vx * vx + vy * vy, x * vx + y * vy, x * x + y * y - meters * meters
    if b >= 0:
        return None
    if meters <= SPOT:
        return -b / a if hypot(x - vx * b / a, y - vy * b / a) <= SPOT else None
    if c <= 0:
        return 0.0
    return (-b - sqrt(b * b - a * c)) / a if b * b >= a * c else None
