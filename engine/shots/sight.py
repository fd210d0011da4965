"""Who sees whom: everyone, but for opponents who hide and have not attacked yet (S-DEF-3)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from math import hypot

from engine.shots import lookup
from engine.shots.moment import Look, Near
from engine.shots.state import Fight, Fighter


def foes(fight: Fight, viewer: Fighter) -> Near:
    """Return the opponents who can still fight and whom a character can see."""
    look = look_of(fight, viewer)
    if look.foes is None:
        sides = able(fight)
        look.foes = _nearest(fight, viewer, [one for side in sides if side != viewer.side for one in sides[side]])
    return look.foes


def friends(fight: Fight, viewer: Fighter) -> Near:
    """Return the others of a character's side who can still fight."""
    look = look_of(fight, viewer)
    if look.friends is None:
        look.friends = _nearest(fight, viewer, able(fight).get(viewer.side, ()))
    return look.friends


def _nearest(fight: Fight, viewer: Fighter, others: Iterable[Fighter]) -> Near:
    here = lookup.place(fight, viewer)
    found = [
        (lookup.apart(here, lookup.place(fight, one)), one.rank, one) for one in others
        if one is not viewer and (not one.hidden or in_sight(fight, viewer, one))
    ]  # fmt: skip
    found.sort()
    return found


def able(fight: Fight) -> dict[str, list[Fighter]]:
    """Return who can still fight, by side, in the order of stream keys."""
    moment = fight.moment
    if moment is not None and moment.sides is not None:
        return moment.sides
    sides: dict[str, list[Fighter]] = {}
    for fighter in fight.fighters:
        if fighter.out is None:
            sides.setdefault(fighter.side, []).append(fighter)
    if moment is not None:
        moment.sides = sides
    return sides


def friends_within(fight: Fight, viewer: Fighter, other: Fighter, meters: float) -> int:
    """Return how many others of a character's side who can still fight are less than so far from an opponent, not rounded."""
    moment, key = fight.moment, (viewer.side, other)
    gaps = None if moment is None else moment.gaps.get(key)
    if gaps is None:
        gaps = sorted([_gap(fight, one, other) for one in able(fight).get(viewer.side, ())])
        if moment is not None:
            moment.gaps[key] = gaps
    return bisect_left(gaps, meters) - (viewer.out is None and _gap(fight, viewer, other) < meters)


def _gap(fight: Fight, one: Fighter, other: Fighter) -> float:
    (x, y), (ox, oy) = lookup.place(fight, one), lookup.place(fight, other)
    return hypot(x - ox, y - oy)


def look_of(fight: Fight, viewer: Fighter) -> Look:
    """Return what a character has found out since the requests were opened; nothing when none are open."""
    moment = fight.moment
    if moment is None:
        return Look()
    look = moment.looks.get(viewer)
    if look is None:
        look = moment.looks[viewer] = Look()
    return look


def in_sight(fight: Fight, viewer: Fighter, other: Fighter) -> bool:
    """Return whether a character can see another: opponents who hide show themselves only by an attack (S-DEF-3)."""
    if not other.hidden or other.side == viewer.side:
        return True
    return any(action.fighter is other for action in fight.announced)
