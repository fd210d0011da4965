"""Where to stand in a shots fight: behind cover, away from fists, near enough to hit (S-RNG-2, S-MOV-1)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any

from engine.shots.actions import Move, Run

if TYPE_CHECKING:
    from engine.options import Option
    from engine.shots.view import View

Place = tuple[float, float]

_LOOK = 6
"""So many foes that shoot are looked at when cover is chosen."""

_FAR = 4.0
"""Cover farther away than so many times Move is left alone."""

_HOLDERS = 20
"""So many of the nearest foes may hold cover."""

_WAY = 1.0
"""Points of cover that a way of Move meters must bring."""

_GAIN = 1.0
"""Points of cover that other cover must bring beyond that: nobody runs to and fro."""

_TAKEN = 5.0
"""Cover with a foe so near is the foe's, meters."""

_FLANK = 8.0
"""From so near somebody in cover is shot at from the side, meters."""

_STRAIGHT = 0.7
"""The cosine of the angle up to which a way leads away from somebody."""

_SINE, _COSINE = 0.5, sqrt(0.75)
"""Of 30 degrees."""

_AROUND = tuple(
    (sign * x, other * y)
    for x, y in ((1.0, 0.0), (_COSINE, _SINE), (_SINE, _COSINE), (0.0, 1.0))
    for sign in (1.0, -1.0) if x or sign > 0
    for other in (1.0, -1.0) if y or other > 0
)  # fmt: skip
"""Directions that are looked at, all 30 degrees; each has its exact mirror image, so that no side of the field is special."""

_BESIDE = 1.0
"""How near one comes to somebody to strike or tend, meters."""


def gap(one: Place, other: Place) -> float:
    """Return the distance of two places, meters, rounded to 0.01."""
    return round(hypot(one[0] - other[0], one[1] - other[1]), 2)


def shooters(view: View) -> list[Any]:
    """Return the nearest foes that can shoot or throw from where they are."""
    found: list[Any] = []
    for foe in view.foes:
        if any(not tool.melee and tool.reach >= foe.distance for tool in foe.weapons):
            found.append(foe)
            if len(found) == _LOOK:
                break
    return found


def fists(foe: Any) -> bool:
    """Return whether a foe has nothing in hand that shoots or is thrown."""
    return all(tool.melee for tool in foe.weapons)


def covered(view: View, foes: Sequence[Any]) -> float:
    """Return the mean Dodge that cover gives one now against some foes."""
    return sum(view.me.cover_from(foe.position) for foe in foes) / len(foes) if foes else 0.0


def shelter(view: View, foes: Sequence[Any], keep: float = 0.0) -> Place | None:
    """Return the place whose cover is worth going to; None where one stands well, or there is none.

    Args:
        foes: those that shoot.
        keep: meters that those who fight hand to hand must be away from it.
    """
    if not foes or view.me.move <= 0:
        return None
    me, best, found = view.me, covered(view, foes) + _GAIN, None
    near: list[tuple[Place, float]] | None = None
    for spot in view.places:
        if spot.destroyed or spot.distance > _FAR * me.move:
            continue
        bonus = sum(spot.bonus_against(foe.position) for foe in foes) / len(foes) - _WAY * spot.distance / me.move
        if bonus <= best:
            continue
        if near is None:
            near = [(foe.position, max(_TAKEN, keep if fists(foe) else 0.0)) for foe in view.foes[:_HOLDERS]]
        if all(gap(place, spot.position) >= room for place, room in near):
            best, found = bonus, spot.position
    return found


def flank(view: View, foe: Any) -> Place | None:
    """Return the nearest place beside somebody in cover from where it has the least cover; None when none is better."""
    now, far = foe.cover, min(foe.distance, _FLANK)
    if not now or far <= view.rules.melee_reach:
        return None
    (x, y), me = foe.position, view.me.position
    places = [(round(x + far * dx, 2), round(y + far * dy, 2)) for dx, dy in _AROUND]
    cover, way, place = min((foe.cover_from(place), gap(me, place), place) for place in places)
    return place if cover < now and way > 0.0 else None


def goes_away(me: Any, foe: Any) -> bool:
    """Return whether somebody moves away from one, about straight."""
    (x, y), (fx, fy), (vx, vy) = me.position, foe.position, foe.velocity
    along = (fx - x) * vx + (fy - y) * vy
    return bool(along > _STRAIGHT * hypot(fx - x, fy - y) * hypot(vx, vy))


def comes_near(me: Any, foe: Any) -> bool:
    """Return whether somebody moves to one, about straight: who goes toward it meets it (S-MOV-1)."""
    (x, y), (fx, fy), (vx, vy) = me.position, foe.position, foe.velocity
    along = (x - fx) * vx + (y - fy) * vy
    return bool(along > _STRAIGHT * hypot(fx - x, fy - y) * hypot(vx, vy))


def ahead(view: View, foe: Any, flees: bool) -> Place:
    """Return where somebody is likely to be when a run that begins now ends; where it is when it comes by itself.

    Args:
        flees: it goes straight away from the viewer with every action of its own, as soon as its shot comes.
    """
    (x, y), (vx, vy) = foe.position, foe.velocity
    counts = float(view.rules.run_shots)
    waits = max(0.0, float(view.shot - foe.shot)) if foe.shot > 0 else counts
    if foe.moving and not flees:
        if comes_near(view.me, foe):
            return round(x, 2), round(y, 2)
        left = min(waits, counts)
        return round(x + vx * left, 2), round(y + vy * left, 2)
    if not flees or (waits >= counts and not foe.moving):
        return round(x, 2), round(y, 2)
    if foe.moving:
        waits = 0.0
    (mx, my), size = view.me.position, max(foe.distance, 0.01)
    way = foe.move * (counts - waits) / view.rules.action_shots
    return round(x + (x - mx) / size * way, 2), round(y + (y - my) / size * way, 2)


def beside(view: View, foe: Any, flees: bool) -> Place | None:
    """Return the place near where somebody will be; None when it stays where it is."""
    there = ahead(view, foe, flees)
    return None if gap(there, foe.position) == 0.0 else _short_of(view.me.position, there, _BESIDE)


def approach(view: View, foe: Any, flees: bool = False) -> Option:
    """Return the run or walk that brings one to a foe, or to where it will be."""
    there, near = beside(view, foe, flees), foe.distance <= view.me.move + _BESIDE
    if there is not None:
        return Run(to=there)
    return (Move if near else Run)(toward=foe.name, distance=_BESIDE)


def _short_of(start: Place, end: Place, meters: float) -> Place:
    """Return the point so many meters before the end of a way; its end where that is nearer."""
    size = gap(start, end)
    if size <= meters:
        return end
    share = (size - meters) / size
    return round(start[0] + (end[0] - start[0]) * share, 2), round(start[1] + (end[1] - start[1]) * share, 2)
