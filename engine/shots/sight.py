"""Who sees whom: everyone, but for opponents who hide and have not attacked yet (S-DEF-3)."""

from __future__ import annotations

from engine.shots import lookup
from engine.shots.state import Fight, Fighter


def visible(fight: Fight, viewer: Fighter) -> list[Fighter]:
    """Return everyone else who can still fight and whom a character can see, nearest first, then by stream key."""
    here = lookup.place(fight, viewer)
    found = [one for one in fight.fighters if one is not viewer and one.able and in_sight(fight, viewer, one)]
    found.sort(key=lambda one: (lookup.apart(here, lookup.place(fight, one)), one.rank))
    return found


def in_sight(fight: Fight, viewer: Fighter, other: Fighter) -> bool:
    """Return whether a character can see another: opponents who hide show themselves only by an attack (S-DEF-3)."""
    if not other.hidden or other.side == viewer.side:
        return True
    return any(action.fighter is other for action in fight.announced)
