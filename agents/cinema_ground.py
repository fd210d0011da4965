"""Where to stand in a shots fight: behind cover, away from fists, near enough to hit (S-RNG-2, S-MOV-1)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
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

_WAY = 0.5
"""Points of cover that a way of Move meters must bring."""

_BESIDE = 1.0
"""How near one comes to somebody to strike or tend, meters."""


def gap(one: Place, other: Place) -> float:
    """Return the distance of two places, meters, rounded to 0.01."""
    return round(hypot(one[0] - other[0], one[1] - other[1]), 2)


def shooters(view: View) -> list[Any]:
    """Return the nearest foes that can shoot or throw from where they are."""
    found = [foe for foe in view.foes if any(not tool.melee and tool.reach >= foe.distance for tool in foe.weapons)]
    return found[:_LOOK]


def fists(foe: Any) -> bool:
    """Return whether a foe has nothing in hand that shoots or is thrown."""
    return all(tool.melee for tool in foe.weapons)


def covered(view: View, foes: Sequence[Any]) -> float:
    """Return the mean Dodge that cover gives one now against some foes."""
    return sum(view.cover_against(foe.position) for foe in foes) / len(foes) if foes else 0.0


def shelter(view: View, foes: Sequence[Any], away_from: Sequence[Any] = (), keep: float = 0.0) -> Place | None:
    """Return the place whose cover is worth going to; None where one stands well, or there is none.

    Args:
        foes: those that shoot.
        away_from: those that must not be within ``keep`` meters of it.
    """
    if not foes:
        return None
    me = view.me
    best, found = covered(view, foes), None
    for spot in view.places:
        if spot.destroyed or me.move <= 0 or spot.distance > _FAR * me.move:
            continue
        if any(gap(one.position, spot.position) < keep for one in away_from):
            continue
        bonus = sum(spot.bonus_against(foe.position) for foe in foes) / len(foes)
        bonus -= _WAY * spot.distance / me.move
        if bonus > best:
            best, found = bonus, spot.position
    return found


def ahead(foe: Any, counts: float) -> Place:
    """Return where somebody is in some counts if it goes on as it does."""
    (x, y), (vx, vy) = foe.position, foe.velocity
    return round(x + vx * counts, 2), round(y + vy * counts, 2)


def approach(view: View, foe: Any) -> Option:
    """Return the run or walk that brings one to a foe, or to where it will be."""
    me = view.me
    if foe.moving:
        there = ahead(foe, view.rules.run_shots)
        return Run(to=_short_of(me.position, there, _BESIDE))
    if foe.distance <= me.move + _BESIDE:
        return Move(toward=foe.name, distance=_BESIDE)
    return Run(toward=foe.name, distance=_BESIDE)


def _short_of(start: Place, end: Place, meters: float) -> Place:
    """Return the point so many meters before the end of a way."""
    size = gap(start, end)
    if size <= meters:
        return start if size == 0.0 else end
    share = (size - meters) / size
    return round(start[0] + (end[0] - start[0]) * share, 2), round(start[1] + (end[1] - start[1]) * share, 2)
