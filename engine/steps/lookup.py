"""Questions about a steps fight: who sees whom, what stands between, what somebody guards; nothing changes."""

from __future__ import annotations

from engine.steps import grid
from engine.steps.difficulty import concealment_steps, cover_steps
from engine.steps.land import FULL as FULL
from engine.steps.land import Cover, Line
from engine.steps.rules import StepsRules
from engine.steps.state import Fight, Fighter, Phase, Square, Weapon


def line(fight: Fight, start: Square, end: Square, *, people: bool = True) -> Line:
    """Return what stands between two squares (P-LOS-1, P-LOS-4, P-LOS-5, P-LOS-7).

    Args:
        people: whether bystanders count; who lies out of the fight never does.
    """
    land = fight.land
    fixed = land.line(start, end)
    if not people:
        return fixed
    met = land.met(start, end, fight.crowd)
    if met == 0:
        return fixed
    passed = enumerate(grid.along(start, end)) if met is None else land.passed(start, end, met)
    given, standing = fight.rules.bystander_cover, fight.occupants
    bystanders = [
        Cover(None, other, given, place) for place, square in passed if square in standing for other in at(fight, square)
    ]  # fmt: skip
    if not bystanders:
        return fixed
    covers = sorted([*fixed.covers, *bystanders], key=lambda cover: cover.place)
    return Line(tuple(covers), fixed.cover + (given if len(bystanders) == 1 else fight.rules.crowd_cover), fixed.concealment)


def hidden(fight: Fight, start: Square, end: Square) -> bool:
    """Return whether objects hide a square from another altogether: as `line`, but no farther than it takes to tell (P-LOS-5)."""
    return fight.land.hides[start, end]


def forget(fight: Fight) -> None:
    """Go over to another land: something has broken. Imagined fights may stay on the one before."""
    fight.land = fight.land.without(number for number, thing in enumerate(fight.objects) if thing.destroyed)


def leaves_small_part(line: Line, rules: StepsRules) -> bool:
    """Return whether only a small part shows: objects alone cover, and so much that a call replaces them [R] (P-LOS-6)."""
    return line.cover >= rules.small_part and all(cover.fighter is None for cover in line.covers)


def name_of(cover: Cover) -> str:
    """Return what people call an object that covers, or who it is that does."""
    if cover.fighter is not None:
        return cover.fighter.name
    assert cover.thing is not None
    return cover.thing.spec.name


def at(fight: Fight, square: Square) -> list[Fighter]:
    """Return who stands on a square and can still fight, by stream key."""
    return [fighter for fighter in fight.occupants.get(square, ()) if fighter.out is None]


def arc_of(fight: Fight, fighter: Fighter, square: Square) -> str:
    """Return the arc of a combatant that a square lies in (P-LOS-2)."""
    x, y = fighter.square
    return fight.arcs[fighter.facing, square[0] - x, square[1] - y]


def sees(fight: Fight, fighter: Fighter, other: Fighter) -> bool:
    """Return whether a combatant has a line of sight to another: not in its rear, not behind full cover (P-LOS-2, P-LOS-5)."""
    start, end = fighter.square, other.square
    if fight.arcs[fighter.facing, end[0] - start[0], end[1] - start[1]] == grid.REAR:
        return False
    return not fight.land.hides[start, end]


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
    gap = grid.gap2(start, end)
    for band, squares in weapon.bands.items():
        if gap <= squares * squares:
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
    return fight.land.ground.is_open(square)


def may_step(fight: Fight, start: Square, end: Square) -> bool:
    """Return whether one can step from a square to a neighbour; a diagonal step cuts no blocked corner (P-MOV-1)."""
    if not passable(fight, end):
        return False
    (ax, ay), (bx, by) = start, end
    return ax == bx or ay == by or (passable(fight, (bx, ay)) and passable(fight, (ax, by)))
