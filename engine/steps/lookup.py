"""Questions about a steps fight: who sees whom, what stands between, what somebody guards; nothing changes."""

from __future__ import annotations

from typing import NamedTuple

from engine.steps import grid
from engine.steps.difficulty import concealment_steps, cover_steps
from engine.steps.rules import BANDS, StepsRules
from engine.steps.state import Fight, Fighter, Lines, Phase, Square, Thing, Weapon

FULL = 100
"""Percent of cover from which on something is no valid target (P-LOS-5)."""


MOST_LINES = 50_000
"""So many lines between squares, and so many covers on them, are remembered before all are forgotten."""


class Cover(NamedTuple):
    """One thing that gives cover on a line: an object or a bystander (P-LOS-4).

    Attributes:
        thing: the object, or None.
        fighter: the bystander, or None.
        percent: the cover it gives.
        place: its place on the line, from 0 at the shooter.
    """

    thing: Thing | None
    fighter: Fighter | None
    percent: int
    place: int


class Line(NamedTuple):
    """What stands on the line from one square to another.

    Attributes:
        covers: everything that gives cover, the nearest to the shooter first.
        cover: their sum, percent; two or more bystanders count as their own total (P-LOS-4).
        concealment: the sum of what hides, percent (P-LOS-7).
    """

    covers: tuple[Cover, ...]
    cover: int
    concealment: int


def line(fight: Fight, start: Square, end: Square, *, people: bool = True) -> Line:
    """Return what stands between two squares (P-LOS-1, P-LOS-4, P-LOS-5, P-LOS-7).

    Args:
        people: whether bystanders count; who lies out of the fight never does.
    """
    key = start, end
    fixed = fight.lines.get(key)
    if fixed is None:
        fixed = _objects(fight, start, end)
        lines = fight.lines
        lines.covers += len(fixed.covers)
        if len(lines) >= MOST_LINES or lines.covers > MOST_LINES:
            lines.clear()
            lines.covers = len(fixed.covers)
        lines[key] = fixed
    if not people:
        return fixed
    given = fight.rules.bystander_cover
    bystanders = [
        Cover(None, other, given, place)
        for place, square in enumerate(grid.along(start, end)) if square in fight.occupants for other in at(fight, square)
    ]  # fmt: skip
    if not bystanders:
        return fixed
    covers = sorted([*fixed.covers, *bystanders], key=lambda cover: cover.place)
    return Line(tuple(covers), fixed.cover + (given if len(bystanders) == 1 else fight.rules.crowd_cover), fixed.concealment)


def _objects(fight: Fight, start: Square, end: Square) -> Line:
    """Return what objects stand between two squares (P-LOS-4, P-LOS-5, P-LOS-7)."""
    covers: list[Cover] = []
    cover = concealment = 0
    for place, square in enumerate(grid.along(start, end)):
        for thing in fight.things.get(square, ()):
            if thing.destroyed:
                continue
            concealment += thing.spec.concealment
            if thing.spec.cover:
                covers.append(Cover(thing, None, thing.spec.cover, place))
                cover += thing.spec.cover
    return Line(tuple(covers), cover, concealment)


def hidden(fight: Fight, start: Square, end: Square) -> bool:
    """Return whether objects hide a square from another altogether: as `line`, but no farther than it takes to tell (P-LOS-5)."""
    key = start, end
    known = fight.hidden.get(key)
    if known is None:
        if len(fight.hidden) >= MOST_LINES:
            fight.hidden.clear()
        known = fight.hidden[key] = _hidden(fight, start, end)
    return known


def _hidden(fight: Fight, start: Square, end: Square) -> bool:
    """Return whether the covers on a line come to full cover, the nearest to the shooter added first."""
    cover = 0
    for square in grid.along(start, end):
        for thing in fight.things.get(square, ()):
            if not thing.destroyed:
                cover += thing.spec.cover
                if cover >= FULL:
                    return True
    return False


def forget(fight: Fight) -> None:
    """Forget what was remembered of the ground and of lines over it: something on it has broken.

    Imagined fights may go on remembering it as it was.
    """
    fight.ground = None
    fight.lines = Lines()
    fight.hidden = {}


def leaves_small_part(line: Line, rules: StepsRules) -> bool:
    """Return whether only a small part shows: objects alone cover, and so much that a call replaces them [R] (P-LOS-6)."""
    return line.cover >= rules.small_part and all(cover.fighter is None for cover in line.covers)


def at(fight: Fight, square: Square) -> list[Fighter]:
    """Return who stands on a square and can still fight, by stream key."""
    return [fighter for fighter in fight.occupants.get(square, ()) if fighter.out is None]


def arc_of(fight: Fight, fighter: Fighter, square: Square) -> str:
    """Return the arc of a combatant that a square lies in (P-LOS-2)."""
    rules = fight.rules
    return grid.arc(fighter.facing, fighter.square, square, rules.front_degrees, rules.flank_degrees)


def sees(fight: Fight, fighter: Fighter, other: Fighter) -> bool:
    """Return whether a combatant has a line of sight to another: not in its rear, not behind full cover (P-LOS-2, P-LOS-5)."""
    if arc_of(fight, fighter, other.square) == grid.REAR:
        return False
    return not hidden(fight, fighter.square, other.square)


def guards(fight: Fight, fighter: Fighter, square: Square) -> bool:
    """Return whether a combatant's Combat Mode guards the arc a square lies in (P-MOD-1)."""
    mode = mode_of(fighter)
    if mode in ("none", "full"):
        return mode == "full"
    arc = arc_of(fight, fighter, square)
    return arc == grid.FRONT or (mode == "guarded" and arc == grid.FLANK)


def mode_of(fighter: Fighter) -> str:
    """Return the Combat Mode that counts now: none while reloading or sprinting (P-MOD-1)."""
    action = fighter.action
    busy = action is not None and action.kind == "reload" and action.phase is Phase.WORKING
    return "none" if busy or pace_of(fighter) == "sprinting" else fighter.mode


def pace_of(fighter: Fighter) -> str:
    """Return how fast a combatant moves now (P-MOV-1)."""
    return fighter.walking.pace if fighter.walking is not None else "still"


def band_of(weapon: Weapon, start: Square, end: Square) -> str | None:
    """Return the range band of a shot; None beyond the farthest (P-CHK-3)."""
    spec = weapon.spec
    for band in BANDS:
        if grid.within(start, end, getattr(spec, band)):
            return band
    return None


def rounds_of(mode: str, rules: StepsRules) -> int:
    """Return how many rounds a fire mode takes (P-FIR-1)."""
    return {"burst": rules.burst_rounds, "auto": rules.auto_rounds}.get(mode, 1)


def spells(fighter: Fighter, target: Fighter, weapon: Weapon) -> int:
    """Return for how many spells a combatant has aimed at a target with a weapon (P-FIR-1)."""
    aim = fighter.aim
    return aim[2] if aim is not None and aim[0] is target and aim[1] is weapon else 0


def distance(one: Square, other: Square) -> float:
    """Return the distance of two squares, centre to centre, squares, rounded to 0.01."""
    return float(round(grid.gap2(one, other) ** 0.5, 2))


def penalty(cover: Cover, fight: Fight) -> int:
    """Return the steps one thing's cover is worth by itself (P-CVR-1)."""
    return cover_steps(min(cover.percent, FULL - 1), fight.rules) or 0


def hiding(percent: int, fight: Fight) -> int:
    """Return the steps of a sum of concealment (P-LOS-7)."""
    return concealment_steps(percent, fight.rules)


def nearest(fight: Fight, fighter: Fighter) -> Fighter | None:
    """Return the nearest opponent that can still fight; at one distance the first by stream key."""
    foes = [other for other in fight.fighters if other.out is None and other.side != fighter.side]
    return min(foes, key=lambda foe: (grid.gap2(fighter.square, foe.square), foe.rank), default=None)


def passable(fight: Fight, square: Square) -> bool:
    """Return whether one can walk over a square: on the map, nothing whole in the way (P-MOV-1)."""
    x, y = square
    if not (0 <= x < fight.width and 0 <= y < fight.height):
        return False
    return all(thing.destroyed or thing.spec.passable for thing in fight.things.get(square, ()))


def may_step(fight: Fight, start: Square, end: Square) -> bool:
    """Return whether one can step from a square to a neighbour; a diagonal step cuts no blocked corner (P-MOV-1)."""
    if not passable(fight, end):
        return False
    (ax, ay), (bx, by) = start, end
    return ax == bx or ay == by or (passable(fight, (bx, ay)) and passable(fight, (ax, by)))
